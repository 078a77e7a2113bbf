//! The storage of a tensor backend: memory of a device, and operations on it that read their operands through layouts
//! and make new storage. The operations are those of krt/ops.h, with the installed kernels.
use krt::ops::{Ops, Tensor};
use krt::{check, sys, Buffer, Element, Error, Package, Result, Stream};
use std::sync::Arc;

#[link(name = "krt-kernels")]
extern "C" {
    static krt_kernels_package: sys::krt_package;
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub enum DType {
    U8 = sys::KRT_U8,
    U32 = sys::KRT_U32,
    F16 = sys::KRT_F16,
    F32 = sys::KRT_F32,
    F64 = sys::KRT_F64,
}

/// A type of the host that has a dtype.
pub trait WithDType: Element {
    const DTYPE: DType;
}
macro_rules! with_dtype {
    ($($type:ty: $dtype:ident)*) => { $(impl WithDType for $type { const DTYPE: DType = DType::$dtype; })* };
}
with_dtype! { u8: U8  u32: U32  krt::F16: F16  f32: F32  f64: F64 }

/// Where the elements of a tensor are in its storage; strides and offset are in elements.
#[derive(Clone, Debug)]
pub struct Layout {
    pub dims: Vec<u64>,
    pub strides: Vec<u64>,
    pub offset: u64,
}

impl Layout {
    pub fn contiguous(dims: &[u64]) -> Layout {
        let mut strides = vec![1; dims.len()];
        for i in (1..dims.len()).rev() {
            strides[i - 1] = strides[i] * dims[i];
        }
        Layout { dims: dims.to_vec(), strides, offset: 0 }
    }

    pub fn transpose(mut self, first: usize, second: usize) -> Layout {
        self.dims.swap(first, second);
        self.strides.swap(first, second);
        self
    }

    /// Repeats a tensor of one row for each of `rows`.
    pub fn broadcast_rows(mut self, rows: u64) -> Layout {
        self.dims.insert(0, rows);
        self.strides.insert(0, 0);
        self
    }
}

/// A device with its operations.
#[derive(Clone)]
pub struct Device {
    stream: Stream,
    ops: Arc<Ops>,
}

/// Dense memory of one dtype.
pub struct Storage {
    device: Device,
    dtype: DType,
    buffer: Buffer<u8>,
}

impl Device {
    pub fn new(stream: Stream) -> Result<Device> {
        // SAFETY: a constant of the library.
        let package = unsafe { Package::from_raw(&krt_kernels_package) };
        Ok(Device { stream, ops: Arc::new(Ops::new(package)?) })
    }

    fn alloc(&self, dtype: DType, count: u64) -> Result<Storage> {
        let bytes = count * u64::from(unsafe { sys::krt_dtype_size(dtype as u32) });
        Ok(Storage { device: self.clone(), dtype, buffer: self.stream.alloc(bytes as usize)? })
    }

    pub fn storage_from_slice<T: WithDType>(&self, values: &[T]) -> Result<Storage> {
        let mut storage = self.alloc(T::DTYPE, values.len() as u64)?;
        // SAFETY: every Element can be read as bytes: it has no padding.
        let bytes = unsafe { std::slice::from_raw_parts(values.as_ptr().cast(), std::mem::size_of_val(values)) };
        storage.buffer.write(bytes)?;
        Ok(storage)
    }
}

impl Storage {
    /// The part of the storage that `layout` describes, if it is inside.
    fn view(&self, layout: &Layout) -> Result<Tensor> {
        let size = u64::from(unsafe { sys::krt_dtype_size(self.dtype as u32) });
        let last =
            layout.dims.iter().zip(&layout.strides).map(|(dim, stride)| dim.saturating_sub(1) * stride).sum::<u64>();
        let is_empty = layout.dims.contains(&0);
        if layout.dims.len() > 8 || (!is_empty && (layout.offset + last + 1) * size > self.buffer.len() as u64) {
            let message = format!("{layout:?} is not inside of {} bytes", self.buffer.len());
            return Err(Error::new(sys::KRT_ERROR_INVALID_ARGUMENT, message));
        }
        let data = self.buffer.as_ptr().wrapping_add((layout.offset * size) as usize) as *mut _;
        let mut tensor =
            unsafe { sys::krt_tensor_dense(self.dtype as u32, data, layout.dims.len() as u32, layout.dims.as_ptr()) };
        tensor.strides[..layout.strides.len()].copy_from_slice(&layout.strides);
        Ok(tensor)
    }

    /// New dense storage of shape `dims`, which `operation` writes.
    fn make(
        &self,
        dtype: DType,
        dims: &[u64],
        operation: impl FnOnce(*mut sys::krt_ops, *mut sys::krt_stream, &Tensor) -> sys::krt_status,
    ) -> Result<Storage> {
        let out = self.device.alloc(dtype, dims.iter().product())?;
        let tensor = out.view(&Layout::contiguous(dims))?;
        check(operation(self.device.ops.raw(), self.device.stream.raw(), &tensor))?;
        Ok(out)
    }

    pub fn to_vec<T: WithDType>(&self) -> Result<Vec<T>> {
        if T::DTYPE != self.dtype {
            let message = format!("a storage of {:?}, not {:?}", self.dtype, T::DTYPE);
            return Err(Error::new(sys::KRT_ERROR_INVALID_ARGUMENT, message));
        }
        let bytes = self.buffer.to_vec()?;
        let size = std::mem::size_of::<T>();
        // SAFETY: every bit pattern is an Element.
        Ok(bytes.chunks_exact(size).map(|bytes| unsafe { bytes.as_ptr().cast::<T>().read_unaligned() }).collect())
    }

    pub fn affine(&self, layout: &Layout, mul: f64, add: f64) -> Result<Storage> {
        let input = self.view(layout)?;
        self.make(self.dtype, &layout.dims, |ops, stream, out| unsafe {
            sys::krt_affine(ops, stream, &input, mul, add, out)
        })
    }

    pub fn unary(&self, operation: sys::krt_unary, layout: &Layout) -> Result<Storage> {
        let input = self.view(layout)?;
        self.make(self.dtype, &layout.dims, |ops, stream, out| unsafe {
            sys::krt_unary(ops, stream, operation, &input, out)
        })
    }

    pub fn binary(
        &self,
        operation: sys::krt_binary,
        other: &Storage,
        layout: &Layout,
        other_layout: &Layout,
    ) -> Result<Storage> {
        let (a, b) = (self.view(layout)?, other.view(other_layout)?);
        self.make(self.dtype, &layout.dims, |ops, stream, out| unsafe {
            sys::krt_binary(ops, stream, operation, &a, &b, out)
        })
    }

    pub fn compare(
        &self,
        comparison: sys::krt_comparison,
        other: &Storage,
        layout: &Layout,
        other_layout: &Layout,
    ) -> Result<Storage> {
        let (a, b) = (self.view(layout)?, other.view(other_layout)?);
        self.make(DType::U8, &layout.dims, |ops, stream, out| unsafe {
            sys::krt_compare(ops, stream, comparison, &a, &b, out)
        })
    }

    /// Reduces the dimensions `over`, which become 1.
    pub fn reduce(&self, reduction: sys::krt_reduction, layout: &Layout, over: &[usize]) -> Result<Storage> {
        let (input, mut dims, mut mask) = (self.view(layout)?, layout.dims.clone(), 0);
        for &dim in over {
            dims[dim] = 1;
            mask |= 1 << dim;
        }
        let is_index = matches!(reduction, sys::KRT_REDUCE_ARGMIN | sys::KRT_REDUCE_ARGMAX);
        self.make(if is_index { DType::U32 } else { self.dtype }, &dims, |ops, stream, out| unsafe {
            sys::krt_reduce(ops, stream, reduction, &input, mask, out)
        })
    }

    /// The product of [.., m, k] and [.., k, n].
    pub fn matmul(&self, other: &Storage, layout: &Layout, other_layout: &Layout) -> Result<Storage> {
        let (a, b, mut dims) = (self.view(layout)?, other.view(other_layout)?, layout.dims.clone());
        if let (Some(n), Some(columns)) = (dims.last_mut(), other_layout.dims.last()) {
            *n = *columns;
        }
        self.make(self.dtype, &dims, |ops, stream, out| unsafe { sys::krt_matmul(ops, stream, &a, &b, out) })
    }

    pub fn softmax(&self, layout: &Layout) -> Result<Storage> {
        let input = self.view(layout)?;
        self.make(self.dtype, &layout.dims, |ops, stream, out| unsafe { sys::krt_softmax(ops, stream, &input, out) })
    }

    pub fn to_dtype(&self, layout: &Layout, dtype: DType) -> Result<Storage> {
        let input = self.view(layout)?;
        self.make(dtype, &layout.dims, |ops, stream, out| unsafe { sys::krt_cast(ops, stream, &input, out) })
    }

    pub fn copy_strided(&self, layout: &Layout) -> Result<Storage> {
        let input = self.view(layout)?;
        self.make(self.dtype, &layout.dims, |ops, stream, out| unsafe { sys::krt_copy(ops, stream, &input, out) })
    }
}
