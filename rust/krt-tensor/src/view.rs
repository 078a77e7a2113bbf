use crate::error::describe;
use crate::{DType, Device, Element, Error, Result, Scalar, Storage};
use krt::ops::Tensor;
use krt::{check, sys};
use std::fmt;

/// A dense tensor at `data`.
pub(crate) fn dense(dtype: DType, data: *mut u8, dims: &[u64]) -> Tensor {
    // SAFETY: reads the dims, and no memory of the device.
    unsafe { sys::krt_tensor_dense(dtype as u32, data.cast(), dims.len() as u32, dims.as_ptr()) }
}

/// Elements of a storage, to read.
#[derive(Clone, Copy)]
pub struct View<'a> {
    storage: &'a Storage,
    pub(crate) tensor: Tensor,
}

/// Elements of a storage, to write.
pub struct ViewMut<'a> {
    storage: &'a mut Storage,
    pub(crate) tensor: Tensor,
}

// SAFETY: the address is one of the device, which the host does not read; the storage is borrowed as it should be.
unsafe impl Send for View<'_> {}
unsafe impl Sync for View<'_> {}
unsafe impl Send for ViewMut<'_> {}
unsafe impl Sync for ViewMut<'_> {}

/// "f32 [2, 3]", or "f32 [2, 3] with strides [1, 2]"
impl fmt::Display for View<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {:?}", self.dtype(), self.dims())?;
        if self.is_dense() {
            return Ok(());
        }
        write!(f, " with strides {:?}", &self.tensor.strides[..self.dims().len()])
    }
}

impl fmt::Debug for View<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

impl<'a> View<'a> {
    pub(crate) fn new(storage: &'a Storage, tensor: Tensor) -> View<'a> {
        View { storage, tensor }
    }

    /// The device of the storage.
    pub fn device(&self) -> &'a Device {
        self.storage.device()
    }

    /// The dtype of the elements.
    pub fn dtype(&self) -> DType {
        self.storage.dtype()
    }

    /// The sizes of the dimensions.
    pub fn dims(&self) -> &[u64] {
        &self.tensor.dims[..self.tensor.rank as usize]
    }

    /// The number of elements.
    pub fn count(&self) -> usize {
        self.dims().iter().fold(1u64, |count, dim| count.saturating_mul(*dim)) as usize
    }

    /// Whether the elements are row-major and without gaps.
    pub fn is_dense(&self) -> bool {
        let tensor = dense(self.dtype(), std::ptr::null_mut(), self.dims());
        let strides = self.tensor.strides.iter().zip(tensor.strides);
        self.dims().contains(&0)
            || self.dims().iter().zip(strides).all(|(&dim, (&own, dense))| dim == 1 || own == dense)
    }

    /// The tensor, for functions of `krt::sys` that this crate does not wrap.
    pub fn raw(&self) -> &Tensor {
        &self.tensor
    }

    /// The address of the first element. Fails if `T` is not of the dtype.
    pub fn as_ptr<T: Element>(&self) -> Result<*const T> {
        self.storage.check_type::<T>("as_ptr")?;
        Ok(self.tensor.data as *const T)
    }

    // ---- Other layouts of the same elements ---------------------------------------------------------------------

    /// Exchanges two dimensions.
    pub fn transpose(&self, first: usize, second: usize) -> Result<View<'a>> {
        self.turned("transpose", |tensor, out| unsafe {
            sys::krt_tensor_transpose(tensor, small(first), small(second), out)
        })
    }

    /// Takes `length` elements of a dimension, from `start` on.
    pub fn narrow(&self, dim: usize, start: usize, length: usize) -> Result<View<'a>> {
        self.turned("narrow", |tensor, out| unsafe {
            sys::krt_tensor_narrow(tensor, small(dim), start as u64, length as u64, out)
        })
    }

    /// Repeats dimensions of 1 element, and new ones in front.
    pub fn broadcast(&self, shape: &[usize]) -> Result<View<'a>> {
        self.shaped("broadcast", shape, |tensor, rank, dims, out| unsafe {
            sys::krt_tensor_broadcast(tensor, rank, dims, out)
        })
    }

    /// The same elements in another shape. `krt::sys::KRT_ERROR_UNSUPPORTED`: no strides describe it; take
    /// [`copy`](View::copy), which is dense.
    pub fn reshape(&self, shape: &[usize]) -> Result<View<'a>> {
        self.shaped("reshape", shape, |tensor, rank, dims, out| unsafe {
            sys::krt_tensor_reshape(tensor, rank, dims, out)
        })
    }

    fn shaped(
        &self,
        operation: &'static str,
        shape: &[usize],
        call: impl FnOnce(*const Tensor, u32, *const u64, *mut Tensor) -> sys::krt_status,
    ) -> Result<View<'a>> {
        let dims: Vec<u64> = shape.iter().map(|&dim| dim as u64).collect();
        self.turned(operation, |tensor, out| call(tensor, small(dims.len()), dims.as_ptr(), out))
    }

    fn turned(
        &self,
        operation: &'static str,
        call: impl FnOnce(*const Tensor, *mut Tensor) -> sys::krt_status,
    ) -> Result<View<'a>> {
        let mut out = *self;
        check(call(&self.tensor, &mut out.tensor)).map_err(|cause| self.failed(operation, cause))?;
        Ok(out)
    }

    // ---- Launching ----------------------------------------------------------------------------------------------

    fn failed(&self, operation: &'static str, cause: krt::Error) -> Error {
        Error::new(operation, describe(&[self]), cause)
    }

    /// New dense storage of `dims`, which `call` writes.
    pub(crate) fn launch(
        &self,
        operation: &'static str,
        others: &[&View<'_>],
        dtype: DType,
        dims: &[u64],
        call: impl FnOnce(*mut sys::krt_ops, *mut sys::krt_stream, *const Tensor) -> sys::krt_status,
    ) -> Result<Storage> {
        let operands: Vec<&View<'_>> = std::iter::once(self).chain(others.iter().copied()).collect();
        let device = common_device(operation, &operands)?;
        let out = device.alloc(dtype, count(operation, &operands, dims)?)?;
        let status = call(device.ops().raw(), device.stream().raw(), &out.tensor(dims));
        check(status).map_err(|cause| Error::new(operation, describe(&operands), cause))?;
        Ok(out)
    }

    /// New storage of this view's dtype and shape.
    pub(crate) fn launch_alike(
        &self,
        operation: &'static str,
        others: &[&View<'_>],
        call: impl FnOnce(*mut sys::krt_ops, *mut sys::krt_stream, *const Tensor) -> sys::krt_status,
    ) -> Result<Storage> {
        self.launch(operation, others, self.dtype(), self.dims(), call)
    }

    /// A dense tensor of these elements, and the copy in which they are, if they are copied.
    pub(crate) fn to_dense(self) -> Result<(Tensor, Option<Storage>)> {
        if self.is_dense() {
            return Ok((self.tensor, None));
        }
        let copy = self.copy()?;
        Ok((copy.tensor(self.dims()), Some(copy)))
    }

    /// Dense storage with these elements, row by row.
    pub fn copy(&self) -> Result<Storage> {
        self.launch_alike("copy", &[], |ops, stream, out| unsafe { sys::krt_copy(ops, stream, &self.tensor, out) })
    }

    /// The elements, row by row, when the stream's work is done. Fails if `T` is not of the dtype.
    pub fn to_vec<T: Element>(&self) -> Result<Vec<T>> {
        self.storage.check_type::<T>("to_vec")?;
        self.copy()?.to_vec()
    }
}

impl<'a> ViewMut<'a> {
    pub(crate) fn new(storage: &'a mut Storage, tensor: Tensor) -> ViewMut<'a> {
        ViewMut { storage, tensor }
    }

    /// The same elements, to read.
    pub fn as_view(&self) -> View<'_> {
        View::new(self.storage, self.tensor)
    }

    /// The address of the first element. Fails if `T` is not of the dtype.
    pub fn as_mut_ptr<T: Element>(&mut self) -> Result<*mut T> {
        self.storage.check_type::<T>("as_mut_ptr")?;
        Ok(self.tensor.data.cast())
    }

    /// Sets every element. Bytes between the elements do not change.
    pub fn fill(&mut self, value: impl Into<Scalar>) -> Result<()> {
        let value = value.into().raw();
        self.write("fill", &[], |ops, stream, out| unsafe { sys::krt_fill(ops, stream, value, out) })
    }

    /// Copies the elements of `from`, which has this dtype and shape. The elements here have no gaps, in any order of
    /// the dimensions; or their rows are dense at a pitch, and those of `from` too.
    pub fn copy_from(&mut self, from: &View<'_>) -> Result<()> {
        self.write("copy_from", &[from], |ops, stream, out| unsafe { sys::krt_copy(ops, stream, &from.tensor, out) })
    }

    pub(crate) fn write(
        &mut self,
        operation: &'static str,
        others: &[&View<'_>],
        call: impl FnOnce(*mut sys::krt_ops, *mut sys::krt_stream, *const Tensor) -> sys::krt_status,
    ) -> Result<()> {
        let own = self.as_view();
        let operands: Vec<&View<'_>> = std::iter::once(&own).chain(others.iter().copied()).collect();
        let device = common_device(operation, &operands)?;
        let status = call(device.ops().raw(), device.stream().raw(), &self.tensor);
        check(status).map_err(|cause| Error::new(operation, describe(&operands), cause))
    }
}

/// The number of a dimension or a rank. A number beyond u32 becomes one that no tensor has.
pub(crate) fn small(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

/// The device of all operands, which must be one.
fn common_device<'a>(operation: &'static str, operands: &[&View<'a>]) -> Result<&'a Device> {
    let device = operands[0].device();
    if operands.iter().all(|operand| operand.device().is_same(device)) {
        return Ok(device);
    }
    Err(Error::invalid(operation, describe(operands), "operands of several devices or streams: take to_device()"))
}

fn count(operation: &'static str, operands: &[&View<'_>], dims: &[u64]) -> Result<usize> {
    let one = if dims.contains(&0) { 0 } else { 1 };
    let count = dims.iter().try_fold(one, |count: u64, dim| count.checked_mul(*dim));
    count.and_then(|count| usize::try_from(count).ok()).ok_or_else(|| {
        Error::invalid(operation, describe(operands), format!("the result, {dims:?}, has too many elements"))
    })
}
