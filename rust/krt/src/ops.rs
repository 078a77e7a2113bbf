//! Operations on tensors: krt/ops.h and krt/storage.h. The functions are those of [`sys`](crate::sys), called
//! with [`Ops::raw`].
use crate::{check, sys, Package, Result};
use std::ptr::null_mut;

pub use sys::krt_tensor as Tensor;

/// The operations of a package. Any number of threads and devices may use it at once, and be
/// dropped before or after it.
pub struct Ops(*mut sys::krt_ops);
unsafe impl Send for Ops {}
unsafe impl Sync for Ops {}

impl Ops {
    /// Finds the kernels by their names.
    pub fn new(package: &'static Package) -> Result<Ops> {
        let mut raw = null_mut();
        check(unsafe { sys::krt_ops_create(package.raw(), &mut raw) })?;
        Ok(Ops(raw))
    }

    /// The C handle.
    pub fn raw(&self) -> *mut sys::krt_ops {
        self.0
    }
}

impl Drop for Ops {
    fn drop(&mut self) {
        unsafe { sys::krt_ops_destroy(self.0) }
    }
}
