use crate::{Error, Result};

/// Where the elements of a tensor are in a storage, in elements: element (i0, i1, ...) is at `start + i0 * strides[0] +
/// i1 * strides[1] + ...`. A stride of 0 repeats an element. A layout is checked when it is used for a view.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layout {
    shape: Vec<usize>,
    strides: Vec<usize>,
    start: usize,
}

impl Layout {
    /// A layout of these parts. The two slices have one number for each dimension.
    pub fn new(shape: &[usize], strides: &[usize], start: usize) -> Layout {
        Layout { shape: shape.to_vec(), strides: strides.to_vec(), start }
    }

    /// Row-major and without gaps, from the first element of the storage on.
    pub fn contiguous(shape: &[usize]) -> Layout {
        let mut strides = vec![1usize; shape.len()];
        for i in (1..shape.len()).rev() {
            strides[i - 1] = strides[i].saturating_mul(shape[i]);
        }
        Layout { shape: shape.to_vec(), strides, start: 0 }
    }

    /// The same `start` elements further on.
    pub fn offset(mut self, start: usize) -> Layout {
        self.start = self.start.saturating_add(start);
        self
    }

    /// The sizes of the dimensions.
    pub fn shape(&self) -> &[usize] {
        &self.shape
    }

    /// How far apart neighbours along a dimension are.
    pub fn strides(&self) -> &[usize] {
        &self.strides
    }

    /// Where the first element is.
    pub fn start(&self) -> usize {
        self.start
    }

    /// The number of elements. Fails if it does not fit.
    pub fn count(&self) -> Result<usize> {
        let one = if self.shape.contains(&0) { 0 } else { 1 };
        let count = self.shape.iter().try_fold(one, |count: usize, dim| count.checked_mul(*dim));
        count.ok_or_else(|| Error::invalid("layout", format!("{:?}", self.shape), "too many elements"))
    }

    /// How many elements a storage must have; `None` if the count does not fit.
    pub(crate) fn end(&self) -> Option<usize> {
        if self.shape.contains(&0) {
            return Some(0);
        }
        let steps = self.shape.iter().zip(&self.strides);
        steps.fold(self.start.checked_add(1), |end, (dim, stride)| end?.checked_add((dim - 1).checked_mul(*stride)?))
    }
}
