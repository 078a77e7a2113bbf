//! Convolutions, pools, and images of other sizes. Tensors are [batch, channels, length] or [batch, channels, height,
//! width], and "spatial" are the dimensions behind the channels.
use crate::error::describe;
use crate::{Error, Result, Storage, View};
use krt::sys;

/// What is beyond the edges of a convolution's input.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
#[repr(u32)]
pub enum Padding {
    /// Zeros.
    #[default]
    Zeros = sys::KRT_PADDING_CONSTANT,
    /// c b | a b c d | c b
    Reflect = sys::KRT_PADDING_REFLECT,
    /// a a | a b c d | d d
    Replicate = sys::KRT_PADDING_REPLICATE,
    /// c d | a b c d | a b
    Circular = sys::KRT_PADDING_CIRCULAR,
}

/// How to convolve. Pairs are height and width; of tensors of rank 3 the second number has
/// no effect, but must be one that is allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Convolution {
    /// Steps of the kernel over the input; transposed, of the output.
    pub strides: [usize; 2],
    /// Elements added on each side of the input.
    pub paddings: [usize; 2],
    /// Steps within the kernel.
    pub dilations: [usize; 2],
    /// Transposed only: elements added at the end of the output.
    pub output_paddings: [usize; 2],
    /// Parts of the channels that are convolved on their own.
    pub groups: usize,
    /// What is beyond the edges. Transposed: zeros.
    pub padding: Padding,
    /// The other direction: each input element adds the kernel to the output.
    pub is_transposed: bool,
}

impl Default for Convolution {
    fn default() -> Convolution {
        Convolution {
            strides: [1; 2],
            paddings: [0; 2],
            dilations: [1; 2],
            output_paddings: [0; 2],
            groups: 1,
            padding: Padding::Zeros,
            is_transposed: false,
        }
    }
}

impl Convolution {
    /// A convolution with the same numbers for all spatial dimensions.
    pub fn new(stride: usize, padding: usize, dilation: usize) -> Convolution {
        Convolution { strides: [stride; 2], paddings: [padding; 2], dilations: [dilation; 2], ..Convolution::default() }
    }

    /// The other direction, with so many elements more at the end of the output.
    pub fn transposed(self, output_padding: usize) -> Convolution {
        Convolution { output_paddings: [output_padding; 2], is_transposed: true, ..self }
    }

    /// `None` for numbers beyond u32, and for zeros that would count as 1.
    fn raw(&self) -> Option<sys::krt_convolution> {
        let pair = |pair: [usize; 2]| Some([u32::try_from(pair[0]).ok()?, u32::try_from(pair[1]).ok()?]);
        if self.groups == 0 || self.strides.contains(&0) || self.dilations.contains(&0) {
            return None;
        }
        Some(sys::krt_convolution {
            strides: pair(self.strides)?,
            paddings: pair(self.paddings)?,
            dilations: pair(self.dilations)?,
            output_paddings: pair(self.output_paddings)?,
            groups: u32::try_from(self.groups).ok()?,
            padding: self.padding as u32,
            is_transposed: self.is_transposed,
        })
    }

    /// Why it does not fit.
    fn wrong(&self) -> &'static str {
        let zeros = [
            (self.strides.contains(&0), "has a stride of 0: strides are 1 or more"),
            (self.dilations.contains(&0), "has a dilation of 0: dilations are 1 or more"),
            (self.groups == 0, "has 0 groups: there are 1 or more"),
        ];
        let found = zeros.iter().find(|zero| zero.0);
        found.map_or("does not fit: ranks 3 or 4, and no kernel longer than the input", |zero| zero.1)
    }

    /// The length of the output along spatial dimension `i`, for strides above 0; `None` if the kernel is longer than the input, or the
    /// length is too large.
    fn length(&self, i: usize, input: u64, kernel: u64) -> Option<u64> {
        let (stride, margins) = (self.strides[i] as u64, 2 * u64::from(u32::try_from(self.paddings[i]).ok()?));
        let reach = (self.dilations[i] as u64).checked_mul(kernel.checked_sub(1)?)?.checked_add(1)?;
        if self.is_transposed {
            let last = input.checked_sub(1)?.checked_mul(stride)?;
            return last.checked_add(reach)?.checked_add(self.output_paddings[i] as u64)?.checked_sub(margins);
        }
        Some(input.checked_add(margins)?.checked_sub(reach)? / stride + 1)
    }

    /// The shape of the output.
    fn shape(&self, input: &[u64], kernel: &[u64]) -> Option<Vec<u64>> {
        if !matches!(input.len(), 3 | 4) || kernel.len() != input.len() {
            return None;
        }
        let channels = if self.is_transposed { kernel[1].checked_mul(self.groups as u64)? } else { kernel[0] };
        let spatial = (2..input.len()).map(|i| self.length(i - 2, input[i], kernel[i]));
        [Some(input[0]), Some(channels)].into_iter().chain(spatial).collect()
    }
}

/// What [`View::pool`] computes of a window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub enum Pool {
    /// The maximum.
    Max = sys::KRT_POOL_MAX,
    /// The average.
    Average = sys::KRT_POOL_AVERAGE,
}

/// Every dtype. f8 is computed in f32. Sums of integers wrap; averages are exact and truncated, but those of i64 are of
/// sums that wrap.
impl View<'_> {
    /// The convolution with `kernel`: [channels out, channels in / groups, spatial], transposed [channels in, channels
    /// out / groups, spatial].
    pub fn convolve(&self, kernel: &View<'_>, convolution: &Convolution) -> Result<Storage> {
        let fitting = convolution.raw().and_then(|raw| Some((raw, convolution.shape(self.dims(), kernel.dims())?)));
        let (raw, dims) = fitting.ok_or_else(|| {
            let message = format!("{convolution:?} {}", convolution.wrong());
            Error::invalid("convolve", describe(&[self, kernel]), message)
        })?;
        self.launch("convolve", &[kernel], self.dtype(), &dims, |ops, stream, out| unsafe {
            sys::krt_convolve(ops, stream, &raw, &self.tensor, &kernel.tensor, out)
        })
    }

    /// The maximum or average of each window. `window` and `strides` have a number for each spatial dimension. Windows
    /// that would reach beyond the edge are left out.
    pub fn pool(&self, pool: Pool, window: &[usize], strides: &[usize]) -> Result<Storage> {
        let dims = pooled(self.dims(), window, strides).ok_or_else(|| {
            let mut message =
                format!("windows {window:?} at strides {strides:?} do not fit into the spatial dimensions");
            if window.contains(&0) || strides.contains(&0) {
                message += ": each is 1 or more";
            }
            Error::invalid("pool", describe(&[self]), message)
        })?;
        let (window, strides) = (numbers(window), numbers(strides));
        self.launch("pool", &[], self.dtype(), &dims, |ops, stream, out| unsafe {
            match dims.len() {
                3 => sys::krt_pool1d(ops, stream, pool as u32, window[0], strides[0], &self.tensor, out),
                _ => sys::krt_pool2d(ops, stream, pool as u32, window.as_ptr(), strides.as_ptr(), &self.tensor, out),
            }
        })
    }

    /// Another size of the spatial dimensions: output element o is input element trunc(o in / out).
    pub fn upsample_nearest(&self, size: &[usize]) -> Result<Storage> {
        let dims = self.resized("upsample_nearest", size)?;
        let call = if size.len() == 1 { sys::krt_upsample_nearest1d } else { sys::krt_upsample_nearest2d };
        self.launch("upsample_nearest", &[], self.dtype(), &dims, |ops, stream, out| unsafe {
            call(ops, stream, &self.tensor, out)
        })
    }

    /// Another height and width, interpolated between four neighbours. With `align_corners` the centres of the corner
    /// pixels coincide, without it their outer edges. `scales` are the factors of height and width, `None` out / in;
    /// they only count without `align_corners`.
    pub fn upsample_bilinear(
        &self,
        size: [usize; 2],
        align_corners: bool,
        scales: [Option<f64>; 2],
    ) -> Result<Storage> {
        let dims = self.resized("upsample_bilinear", &size)?;
        let factor = |i: usize| scales[i].unwrap_or(size[i] as f64 / self.dims()[2 + i] as f64);
        let factors = [factor(0), factor(1)];
        let scales = if scales == [None; 2] { std::ptr::null() } else { factors.as_ptr() };
        self.launch("upsample_bilinear", &[], self.dtype(), &dims, |ops, stream, out| unsafe {
            sys::krt_upsample_bilinear2d(ops, stream, &self.tensor, align_corners, scales, out)
        })
    }

    fn resized(&self, operation: &'static str, size: &[usize]) -> Result<Vec<u64>> {
        if size.is_empty() || size.len() > 2 || self.dims().len() != size.len() + 2 {
            let message = format!("a size of {size:?} is not one of the spatial dimensions");
            return Err(Error::invalid(operation, describe(&[self]), message));
        }
        Ok(self.dims()[..2].iter().copied().chain(size.iter().map(|&size| size as u64)).collect())
    }
}

/// The shape that is left of `dims`; `None` if the windows do not fit.
fn pooled(dims: &[u64], window: &[usize], strides: &[usize]) -> Option<Vec<u64>> {
    let rank = dims.len();
    if !matches!(rank, 3 | 4) || window.len() != rank - 2 || strides.len() != rank - 2 {
        return None;
    }
    let left = |((&dim, &window), &stride): ((&u64, &usize), &usize)| {
        let is_valid = (1..=u32::MAX as usize).contains(&window) && (1..=u32::MAX as usize).contains(&stride);
        Some(dim.checked_sub(window as u64).filter(|_| is_valid)? / stride as u64 + 1)
    };
    let spatial = dims[2..].iter().zip(window).zip(strides).map(left);
    dims[..2].iter().map(|&dim| Some(dim)).chain(spatial).collect()
}

/// Numbers that are known to fit.
fn numbers(values: &[usize]) -> Vec<u32> {
    values.iter().map(|&value| value as u32).collect()
}
