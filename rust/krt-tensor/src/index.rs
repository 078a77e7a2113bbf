//! By index.
use crate::error::describe;
use crate::view::small;
use crate::{BadIndex, DType, Element, Error, Layout, Result, Storage, View, ViewMut};
use krt::sys;

impl View<'_> {
    /// `out[.., i, ..] = x[.., ids[i], ..]`, along the dimension `dim`. `ids` has rank 1 and an integer dtype. See [`BadIndex`].
    pub fn index_select(&self, dim: usize, ids: &View<'_>) -> Result<Storage> {
        let mut dims = self.dims().to_vec();
        let limit = std::mem::replace(self.dim("index_select", &mut dims, dim)?, ids.count() as u64);
        check_ids("index_select", &[self, ids], ids, limit)?;
        let (input, _copy) = self.to_dense()?;
        self.launch("index_select", &[ids], self.dtype(), &dims, |ops, stream, out| unsafe {
            sys::krt_index_select(ops, stream, &input, small(dim), &ids.tensor, out)
        })
    }

    /// `out[.., i, ..] = x[.., ids[.., i, ..], ..]`: the shape of `ids` differs from this one's at most in `dim`. Indices
    /// are as in [`index_select`](View::index_select).
    pub fn gather(&self, dim: usize, ids: &View<'_>) -> Result<Storage> {
        let limit = *self.dim("gather", &mut self.dims().to_vec(), dim)?;
        check_ids("gather", &[self, ids], ids, limit)?;
        let (input, _copy) = self.to_dense()?;
        self.launch("gather", &[ids], self.dtype(), ids.dims(), |ops, stream, out| unsafe {
            sys::krt_gather(ops, stream, &input, small(dim), &ids.tensor, out)
        })
    }

    /// A copy to which [`index_add`](ViewMut::index_add) adds.
    pub fn index_added(&self, dim: usize, ids: &View<'_>, source: &View<'_>) -> Result<Storage> {
        let shape: Vec<usize> = self.dims().iter().map(|&dim| dim as usize).collect();
        let mut out = self.copy()?;
        out.view_mut(&Layout::contiguous(&shape))?.index_add(dim, ids, source)?;
        Ok(out)
    }
}

/// A function of krt/ops.h that writes by index.
type ByIndex = unsafe extern "C" fn(
    *mut sys::krt_ops,
    *mut sys::krt_stream,
    *const sys::krt_tensor,
    u32,
    *const sys::krt_tensor,
    *const sys::krt_tensor,
) -> sys::krt_status;

/// These write into elements that are dense, in the order of i. Indices are as in [`View::index_select`].
impl ViewMut<'_> {
    /// `x[.., ids[.., i, ..], ..] = source[.., i, ..]`: `ids` and `source` have one shape, which differs from this one's
    /// at most in `dim`. If several i have one place, the last one wins.
    pub fn scatter(&mut self, dim: usize, ids: &View<'_>, source: &View<'_>) -> Result<()> {
        self.by_index("scatter", sys::krt_scatter, dim, ids, source)
    }

    /// `x[.., ids[.., i, ..], ..] += source[.., i, ..]`: as [`scatter`](ViewMut::scatter).
    pub fn scatter_add(&mut self, dim: usize, ids: &View<'_>, source: &View<'_>) -> Result<()> {
        self.by_index("scatter_add", sys::krt_scatter_add, dim, ids, source)
    }

    /// `x[.., ids[i], ..] += source[.., i, ..]`: `ids` has rank 1.
    pub fn index_add(&mut self, dim: usize, ids: &View<'_>, source: &View<'_>) -> Result<()> {
        self.by_index("index_add", sys::krt_index_add, dim, ids, source)
    }

    fn by_index(
        &mut self,
        operation: &'static str,
        call: ByIndex,
        dim: usize,
        ids: &View<'_>,
        source: &View<'_>,
    ) -> Result<()> {
        let own = self.as_view();
        let limit = *own.dim(operation, &mut own.dims().to_vec(), dim)?;
        check_ids(operation, &[&own, ids, source], ids, limit)?;
        let (input, _copy) = source.to_dense()?;
        self.write(operation, &[ids, source], |ops, stream, out| unsafe {
            call(ops, stream, &input, small(dim), &ids.tensor, out)
        })
    }
}

/// With [`BadIndex::Error`], reads the indices, and fails if one is not below `limit`.
fn check_ids(operation: &'static str, operands: &[&View<'_>], ids: &View<'_>, limit: u64) -> Result<()> {
    if operands[0].device().bad_index() == BadIndex::Zero {
        return Ok(());
    }
    let find = match ids.dtype() {
        DType::U8 => bad_index::<u8>,
        DType::U32 => bad_index::<u32>,
        DType::I16 => bad_index::<i16>,
        DType::I32 => bad_index::<i32>,
        DType::I64 => bad_index::<i64>,
        _ => return Ok(()), // which are no indices: the operation fails
    };
    match find(ids, limit)? {
        None => Ok(()),
        Some((place, index)) => {
            let message = format!("index {index}, element {place} of the indices, is not of a dimension of {limit}");
            Err(Error::invalid(operation, describe(operands), message))
        }
    }
}

trait Index: Element + Into<i64> {
    const NONE: Self;
}
macro_rules! indices {
    ($($type:ty)*) => { $(impl Index for $type { const NONE: $type = <$type>::MAX; })* };
}
indices! { u8 u32 i16 i32 i64 }

/// The first bad index, with its place.
fn bad_index<T: Index>(ids: &View<'_>, limit: u64) -> Result<Option<(usize, i64)>> {
    let none: i64 = T::NONE.into();
    let values = ids.to_vec::<T>()?.into_iter().map(Into::into);
    let is_bad = |index: i64| index != none && u64::try_from(index).map_or(true, |index| index >= limit);
    Ok(values.enumerate().find(|&(_, index)| is_bad(index)))
}
