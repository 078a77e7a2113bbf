use crate::error::shaped;
use crate::view::dense;
use crate::{DType, Device, Element, Error, Layout, Result, View, ViewMut};
use krt::ops::Tensor;
use krt::Buffer;
use std::fmt;

/// Memory of a device for elements of one dtype. It keeps its device.
pub struct Storage {
    device: Device,
    dtype: DType,
    memory: Buffer<u8>,
}

impl fmt::Debug for Storage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&shaped(self.dtype, &[self.len()]))
    }
}

impl Storage {
    pub(crate) fn new(device: Device, dtype: DType, memory: Buffer<u8>) -> Storage {
        Storage { device, dtype, memory }
    }

    /// Its device.
    pub fn device(&self) -> &Device {
        &self.device
    }

    /// The dtype of its elements.
    pub fn dtype(&self) -> DType {
        self.dtype
    }

    /// The number of elements.
    pub fn len(&self) -> usize {
        self.memory.len() / self.dtype.size()
    }

    /// Whether there are no elements.
    pub fn is_empty(&self) -> bool {
        self.memory.is_empty()
    }

    /// The elements at `layout`, to read. Fails if one is outside of the storage.
    pub fn view(&self, layout: &Layout) -> Result<View<'_>> {
        Ok(View::new(self, self.at(layout)?))
    }

    /// The elements at `layout`, to write. Fails if one is outside of the storage.
    pub fn view_mut(&mut self, layout: &Layout) -> Result<ViewMut<'_>> {
        let tensor = self.at(layout)?;
        Ok(ViewMut::new(self, tensor))
    }

    /// All elements in one dimension, to read.
    pub fn all(&self) -> View<'_> {
        View::new(self, self.tensor(&[self.len() as u64]))
    }

    /// The elements, when the stream's work is done. Fails if `T` is not of the dtype.
    pub fn to_vec<T: Element>(&self) -> Result<Vec<T>> {
        self.check_type::<T>("to_vec")?;
        let mut values = vec![unsafe { std::mem::zeroed() }; self.len()]; // SAFETY: every bit pattern is an Element
        let bytes = self.memory.len();
        // SAFETY: `values` has that many bytes, and any bytes are Elements.
        let bytes = unsafe { std::slice::from_raw_parts_mut(<*mut T>::cast(values.as_mut_ptr()), bytes) };
        self.memory.read(bytes).map_err(|cause| self.failed("to_vec", cause))?;
        Ok(values)
    }

    /// A copy.
    pub fn try_clone(&self) -> Result<Storage> {
        self.to_device(&self.device)
    }

    /// A copy on another device, or stream. The host does not wait if both are of one driver.
    pub fn to_device(&self, device: &Device) -> Result<Storage> {
        let mut out = device.alloc(self.dtype, self.len())?;
        out.memory.copy_from(&self.memory).map_err(|cause| self.failed("to_device", cause))?;
        Ok(out)
    }

    /// The memory, for kernels.
    pub fn memory(&self) -> &Buffer<u8> {
        &self.memory
    }

    pub(crate) fn check_type<T: Element>(&self, operation: &'static str) -> Result<()> {
        if T::DTYPE == self.dtype && std::mem::size_of::<T>() == self.dtype.size() {
            return Ok(());
        }
        Err(Error::invalid(operation, shaped(self.dtype, &[self.len()]), format!("not elements of {}", T::DTYPE)))
    }

    /// A dense tensor of the whole storage, which has as many elements as `dims` say.
    pub(crate) fn tensor(&self, dims: &[u64]) -> Tensor {
        dense(self.dtype, self.memory.as_ptr() as *mut u8, dims)
    }

    fn at(&self, layout: &Layout) -> Result<Tensor> {
        let (shape, strides) = (layout.shape(), layout.strides());
        let most = krt::sys::KRT_MAX_RANK as usize;
        let wrong = if shape.len() != strides.len() {
            Some(format!("has {} dimensions and {} strides", shape.len(), strides.len()))
        } else if shape.len() > most {
            Some(format!("has {} dimensions; a tensor has at most {most}", shape.len()))
        } else {
            match layout.end() {
                Some(end) if end <= self.len() => None,
                Some(end) => Some(format!("needs {end} elements, and the storage has {}", self.len())),
                None => Some(format!("needs more elements than can be counted, and the storage has {}", self.len())),
            }
        };
        if let Some(wrong) = wrong {
            let message = format!("{layout:?} {wrong}");
            return Err(Error::invalid("view", shaped(self.dtype, &[self.len()]), message));
        }
        let dims: Vec<u64> = shape.iter().map(|&dim| dim as u64).collect();
        let mut tensor = self.tensor(&dims);
        if !shape.contains(&0) {
            tensor.data = self.memory.as_ptr().wrapping_add(layout.start() * self.dtype.size()) as *mut _;
        }
        for (to, from) in tensor.strides.iter_mut().zip(strides) {
            *to = *from as u64;
        }
        Ok(tensor)
    }

    fn failed(&self, operation: &'static str, cause: krt::Error) -> Error {
        Error::new(operation, shaped(self.dtype, &[self.len()]), cause)
    }
}
