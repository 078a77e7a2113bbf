use crate::error::shaped;
use crate::{DType, Element, Error, Result, Storage};
use krt::ops::{Ops, Tensor};
use krt::{check, sys, Buffer, Package, Stream};
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

/// What an index beyond the dimension gets, or a negative one. The greatest number of an integer dtype is never bad: it
/// means "no index", reads 0 and writes nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum BadIndex {
    /// It reads 0, and writes nothing. The host does not wait.
    #[default]
    Zero,
    /// The operation fails, before it writes anything. The host reads the indices, so it waits for the stream.
    Error,
}

/// A stream of a device, with the operations of a package. Clones are the same device.
#[derive(Clone)]
pub struct Device {
    stream: Stream,
    ops: Arc<Ops>,
    random: Arc<Mutex<sys::krt_random>>,
    bad_index: BadIndex,
}

impl fmt::Debug for Device {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Device").field("stream", &self.stream.raw()).field("bad_index", &self.bad_index).finish()
    }
}

impl Device {
    /// The operations of `package` on `stream`, which the device keeps.
    ///
    /// Fails if the package has none of the kernels of krt/ops.h.
    pub fn new(stream: Stream, package: &'static Package) -> Result<Device> {
        let ops = Ops::new(package).map_err(|cause| Error::new("new", "a device", cause))?;
        let random = sys::krt_random { seed: 0, sequence: 0, offset: 0 };
        Ok(Device { stream, ops: Arc::new(ops), random: Arc::new(Mutex::new(random)), bad_index: BadIndex::default() })
    }

    /// The same device, with another answer to bad indices.
    pub fn on_bad_index(mut self, bad_index: BadIndex) -> Device {
        self.bad_index = bad_index;
        self
    }

    /// What a bad index gets.
    pub fn bad_index(&self) -> BadIndex {
        self.bad_index
    }

    /// The stream on which the operations are put.
    pub fn stream(&self) -> &Stream {
        &self.stream
    }

    /// For functions of `krt::sys` that this crate does not wrap.
    pub fn ops(&self) -> &Ops {
        &self.ops
    }

    /// Whether operands may come from both: they are of one stream.
    pub fn is_same(&self, other: &Device) -> bool {
        self.stream.raw() == other.stream.raw()
    }

    /// Waits for all work on the stream.
    pub fn synchronize(&self) -> Result<()> {
        self.stream.synchronize().map_err(|cause| Error::new("synchronize", "a device", cause))
    }

    // ---- Storage ------------------------------------------------------------------------------------------------

    /// Storage of `count` elements, whose values are unknown.
    pub fn alloc(&self, dtype: DType, count: usize) -> Result<Storage> {
        self.make("alloc", dtype, count, |stream, bytes| stream.alloc(bytes))
    }

    /// Storage of `count` zeros.
    pub fn zeros(&self, dtype: DType, count: usize) -> Result<Storage> {
        self.make("zeros", dtype, count, |stream, bytes| stream.alloc_zeros(bytes))
    }

    /// Storage with a copy of `values`.
    pub fn upload<T: Element>(&self, values: &[T]) -> Result<Storage> {
        let buffer = self.stream.upload(values);
        let buffer = buffer.map_err(|cause| Error::new("upload", shaped(T::DTYPE, &[values.len()]), cause))?;
        Ok(Storage::new(self.clone(), T::DTYPE, buffer.into_bytes()))
    }

    /// Storage of the memory of `buffer`, which must belong to the device's stream.
    pub fn adopt<T: Element>(&self, buffer: Buffer<T>) -> Result<Storage> {
        if buffer.stream().raw() != self.stream.raw() {
            return Err(Error::invalid("adopt", shaped(T::DTYPE, &[buffer.len()]), "a buffer of another stream"));
        }
        Ok(Storage::new(self.clone(), T::DTYPE, buffer.into_bytes()))
    }

    fn make(
        &self,
        operation: &'static str,
        dtype: DType,
        count: usize,
        alloc: impl FnOnce(&Stream, usize) -> krt::Result<Buffer<u8>>,
    ) -> Result<Storage> {
        let bytes = count.checked_mul(dtype.size()).ok_or_else(|| {
            Error::new(operation, shaped(dtype, &[count]), krt::Error::new(sys::KRT_ERROR_OUT_OF_MEMORY, "too many"))
        })?;
        let buffer =
            alloc(&self.stream, bytes).map_err(|cause| Error::new(operation, shaped(dtype, &[count]), cause))?;
        Ok(Storage::new(self.clone(), dtype, buffer))
    }

    // ---- Random numbers -----------------------------------------------------------------------------------------

    /// Sets the seed, and begins anew: one seed gives one sequence of numbers, on all devices. At first it is 0.
    pub fn set_seed(&self, seed: u64) {
        *self.random() = sys::krt_random { seed, sequence: 0, offset: 0 };
    }

    /// The seed.
    pub fn seed(&self) -> u64 {
        self.random().seed
    }

    /// `count` numbers of [low, high). Floats only.
    pub fn random_uniform(&self, dtype: DType, count: usize, low: f64, high: f64) -> Result<Storage> {
        self.draw("random_uniform", dtype, count, |ops, stream, state, out| unsafe {
            sys::krt_random_uniform(ops, stream, state, low, high, out)
        })
    }

    /// `count` numbers of a normal distribution. Floats only.
    pub fn random_normal(&self, dtype: DType, count: usize, mean: f64, deviation: f64) -> Result<Storage> {
        self.draw("random_normal", dtype, count, |ops, stream, state, out| unsafe {
            sys::krt_random_normal(ops, stream, state, mean, deviation, out)
        })
    }

    /// `count` integers from `low` to `high`, both included. Integers only.
    pub fn random_integer(&self, dtype: DType, count: usize, low: i64, high: i64) -> Result<Storage> {
        self.draw("random_integer", dtype, count, |ops, stream, state, out| unsafe {
            sys::krt_random_integer(ops, stream, state, low, high, out)
        })
    }

    fn random(&self) -> std::sync::MutexGuard<'_, sys::krt_random> {
        self.random.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn draw(
        &self,
        operation: &'static str,
        dtype: DType,
        count: usize,
        call: impl FnOnce(*mut sys::krt_ops, *mut sys::krt_stream, *mut sys::krt_random, *const Tensor) -> sys::krt_status,
    ) -> Result<Storage> {
        let out = self.alloc(dtype, count)?;
        let mut state = self.random();
        let status = call(self.ops.raw(), self.stream.raw(), &mut *state, &out.tensor(&[count as u64]));
        check(status).map_err(|cause| Error::new(operation, shaped(dtype, &[count]), cause))?;
        Ok(out)
    }
}
