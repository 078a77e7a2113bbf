//! Code that is generic over the element's type, chosen by the dtype of a storage: for kernels of a program's own.
use crate::error::describe;
use crate::{with_dtype, Element, Error, Result, Storage, View, ViewMut};

/// A function of one operand. `T` is the host's type of its dtype: see [`host`](crate::host).
///
/// ```ignore
/// struct Double;
/// impl Map1 for Double {
///     fn call<T: Element>(&self, x: &View<'_>) -> Result<Storage> {
///         let mut out = x.device().stream().alloc::<T>(x.count())?;
///         launch_double(x.device().stream(), x.as_ptr::<T>()?, out.as_mut_ptr())?;
///         x.device().adopt(out)
///     }
/// }
/// let twice = Double.map(&x)?;
/// ```
pub trait Map1 {
    /// The function for elements of type `T`.
    fn call<T: Element>(&self, x: &View<'_>) -> Result<Storage>;

    /// Calls it with the type of `x`.
    fn map(&self, x: &View<'_>) -> Result<Storage> {
        with_dtype!(x.dtype(), T => self.call::<T>(x))
    }
}

/// A function of two operands of one dtype, as [`Map1`].
pub trait Map2 {
    /// The function for elements of type `T`.
    fn call<T: Element>(&self, x: &View<'_>, y: &View<'_>) -> Result<Storage>;

    /// Calls it with the type of the operands. Fails if they have two.
    fn map(&self, x: &View<'_>, y: &View<'_>) -> Result<Storage> {
        one_dtype(&[x, y])?;
        with_dtype!(x.dtype(), T => self.call::<T>(x, y))
    }
}

/// A function of three operands of one dtype, as [`Map1`].
pub trait Map3 {
    /// The function for elements of type `T`.
    fn call<T: Element>(&self, x: &View<'_>, y: &View<'_>, z: &View<'_>) -> Result<Storage>;

    /// Calls it with the type of the operands. Fails if they have several.
    fn map(&self, x: &View<'_>, y: &View<'_>, z: &View<'_>) -> Result<Storage> {
        one_dtype(&[x, y, z])?;
        with_dtype!(x.dtype(), T => self.call::<T>(x, y, z))
    }
}

/// A function that changes its first operand, as [`Map1`].
pub trait Map2InPlace {
    /// The function for elements of type `T`.
    fn call<T: Element>(&self, out: &mut ViewMut<'_>, x: &View<'_>) -> Result<()>;

    /// Calls it with the type of the operands. Fails if they have two.
    fn map(&self, out: &mut ViewMut<'_>, x: &View<'_>) -> Result<()> {
        one_dtype(&[&out.as_view(), x])?;
        with_dtype!(x.dtype(), T => self.call::<T>(out, x))
    }
}

fn one_dtype(operands: &[&View<'_>]) -> Result<()> {
    if operands.iter().all(|operand| operand.dtype() == operands[0].dtype()) {
        return Ok(());
    }
    Err(Error::invalid("map", describe(operands), "operands of several dtypes"))
}
