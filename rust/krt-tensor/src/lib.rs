//! Tensors in memory of a GPU: what a tensor framework asks of a backend.
//!
//! A [`Storage`] is memory with a dtype. A [`Layout`] says where in it the elements of a tensor are; both together are
//! a [`View`]. An operation reads views and makes new, dense storage, or writes into a [`ViewMut`]. The operations
//! are those of krt/ops.h.
//!
//! ```ignore
//! let device = Device::new(krt::Device::open("")?.stream(), krt_tensor::kernels())?;
//! let x = device.upload(&[1.0f32, 2.0, 3.0, 4.0, 5.0, 6.0])?;
//! let rows = Layout::contiguous(&[2, 3]);
//! let columns = x.view(&rows)?.transpose(0, 1)?;
//! let product = x.view(&rows)?.matmul(&columns)?;
//! assert_eq!(product.to_vec::<f32>()?, [14.0, 32.0, 32.0, 77.0]);
//! ```
//!
//! Operations are put on the stream of the [`Device`] and do not wait; what reads values on the host does. All
//! operands of an operation belong to one device of this crate, which is one stream: [`Storage::to_device`] copies to
//! another. A storage keeps its device, and its memory is freed in the order of the stream's work.
//!
//! No function panics because of its arguments, and no kernel reads or writes outside of a storage: shapes, strides
//! and dtypes are checked first. An [`Error`] names the operation, and the dtypes and shapes of its operands.
#![warn(missing_docs)]

mod device;
mod dtype;
mod error;
mod images;
mod index;
mod layout;
mod map;
mod operations;
mod programs;
mod storage;
mod view;

pub use device::{BadIndex, Device};
pub use dtype::{host, DType, Element, Scalar};
pub use error::{Error, Result};
pub use images::{Convolution, Padding, Pool};
pub use layout::Layout;
pub use map::{Map1, Map2, Map2InPlace, Map3};
pub use operations::{Binary, Comparison, Reduction, Unary};
pub use storage::Storage;
pub use view::{View, ViewMut};

/// The installed kernels: the library krt-kernels, which the program links.
#[cfg(feature = "kernels")]
pub fn kernels() -> &'static krt::Package {
    #[link(name = "krt-kernels")]
    extern "C" {
        static krt_kernels_package: krt::sys::krt_package;
    }
    // SAFETY: a constant of the library.
    unsafe { krt::Package::from_raw(&krt_kernels_package) }
}
