//! GGUF files, in which models are stored: krt/gguf.h.
//!
//! ```ignore
//! let file = gguf::File::open("model.gguf".as_ref())?;
//! let context = file.get("llama.context_length")?.as_u64();
//! let weights = file.load(&stream, gguf::LoadOptions::default())?;
//! let output = weights.find("output.weight")?;
//! ```
use crate::ops::Tensor;
use crate::{c_string, check, sys, text, Error, Result, Stream};
use std::any::Any;
use std::ffi::{c_void, CStr, CString};
use std::marker::PhantomData;
use std::os::raw::c_char;
use std::os::unix::ffi::OsStrExt;
use std::panic::{catch_unwind, resume_unwind, AssertUnwindSafe};
use std::path::Path;
use std::ptr::{null, null_mut};

fn path_string(path: &Path) -> Result<CString> {
    let message = || Error::new(sys::KRT_ERROR_INVALID_ARGUMENT, format!("{path:?} has a NUL byte"));
    CString::new(path.as_os_str().as_bytes()).map_err(|_| message())
}

/// An open file, which does not change. Nobody should shorten it while it is open.
pub struct File {
    raw: *mut sys::krt_gguf,
    _bytes: Vec<u8>,
}
unsafe impl Send for File {}
unsafe impl Sync for File {}

/// How the elements of a tensor are stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Storage {
    /// Elements of a dtype: `sys::KRT_F32` and the like.
    Dense(u32),
    /// Blocks of a format: `sys::KRT_Q4_K` and the like.
    Blocks(u32),
    /// Another of ggml's types, by its number. Such a tensor can be copied and written, but not loaded.
    Other(u32),
}

/// A tensor of a file.
#[derive(Clone, Copy)]
pub struct TensorInfo<'a>(&'a sys::krt_gguf_tensor);

impl<'a> TensorInfo<'a> {
    /// Its name.
    pub fn name(&self) -> String {
        unsafe { text(self.0.name) }
    }

    /// How its elements are stored.
    pub fn storage(&self) -> Storage {
        match (self.0.dtype, self.0.format) {
            (sys::KRT_GGUF_NONE, sys::KRT_GGUF_NONE) => Storage::Other(self.0.type_),
            (sys::KRT_GGUF_NONE, format) => Storage::Blocks(format),
            (dtype, _) => Storage::Dense(dtype),
        }
    }

    /// The dimensions, the last of which is contiguous.
    pub fn dims(&self) -> &'a [u64] {
        &self.0.dims[..self.0.rank as usize]
    }

    /// Bytes of the data. If the type is unknown, these are all bytes up to the next tensor or the end of the file.
    pub fn bytes(&self) -> u64 {
        self.0.bytes
    }
}

/// A value of the metadata.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    #[allow(missing_docs)]
    U8(u8),
    #[allow(missing_docs)]
    I8(i8),
    #[allow(missing_docs)]
    U16(u16),
    #[allow(missing_docs)]
    I16(i16),
    #[allow(missing_docs)]
    U32(u32),
    #[allow(missing_docs)]
    I32(i32),
    #[allow(missing_docs)]
    U64(u64),
    #[allow(missing_docs)]
    I64(i64),
    #[allow(missing_docs)]
    F32(f32),
    #[allow(missing_docs)]
    F64(f64),
    #[allow(missing_docs)]
    Bool(bool),
    /// Any bytes.
    String(Vec<u8>),
    /// Values of one type.
    Array(Vec<Value>),
}

impl From<&str> for Value {
    fn from(text: &str) -> Value {
        Value::String(text.as_bytes().to_vec())
    }
}

impl Value {
    /// An integer of any size that is not negative.
    pub fn as_u64(&self) -> Option<u64> {
        match *self {
            Value::U64(value) => Some(value),
            _ => self.as_i64()?.try_into().ok(),
        }
    }

    /// An integer of any size that fits.
    pub fn as_i64(&self) -> Option<i64> {
        match *self {
            Value::U8(value) => Some(value.into()),
            Value::I8(value) => Some(value.into()),
            Value::U16(value) => Some(value.into()),
            Value::I16(value) => Some(value.into()),
            Value::U32(value) => Some(value.into()),
            Value::I32(value) => Some(value.into()),
            Value::U64(value) => value.try_into().ok(),
            Value::I64(value) => Some(value),
            _ => None,
        }
    }

    /// A float of either size.
    pub fn as_f64(&self) -> Option<f64> {
        match *self {
            Value::F32(value) => Some(value.into()),
            Value::F64(value) => Some(value),
            _ => None,
        }
    }

    /// A string that is UTF-8.
    pub fn as_str(&self) -> Option<&str> {
        if let Value::String(bytes) = self {
            std::str::from_utf8(bytes).ok()
        } else {
            None
        }
    }

    /// # Safety
    /// `value` is one of an open file.
    unsafe fn read(mut value: sys::krt_gguf_value) -> Value {
        let of = value.as_;
        match value.type_ {
            sys::KRT_GGUF_U8 => Value::U8(of.u64 as u8),
            sys::KRT_GGUF_I8 => Value::I8(of.i64 as i8),
            sys::KRT_GGUF_U16 => Value::U16(of.u64 as u16),
            sys::KRT_GGUF_I16 => Value::I16(of.i64 as i16),
            sys::KRT_GGUF_U32 => Value::U32(of.u64 as u32),
            sys::KRT_GGUF_I32 => Value::I32(of.i64 as i32),
            sys::KRT_GGUF_U64 => Value::U64(of.u64),
            sys::KRT_GGUF_I64 => Value::I64(of.i64),
            sys::KRT_GGUF_F32 => Value::F32(of.f32),
            sys::KRT_GGUF_F64 => Value::F64(of.f64),
            sys::KRT_GGUF_BOOL => Value::Bool(of.is_true),
            sys::KRT_GGUF_STRING => {
                let bytes = if value.count == 0 {
                    &[]
                } else {
                    std::slice::from_raw_parts(of.string.cast(), value.count as usize)
                };
                Value::String(bytes.to_vec())
            }
            _ => {
                let (mut elements, mut element) = (Vec::new(), value);
                while sys::krt_gguf_next(&mut value, &mut element) {
                    elements.push(Value::read(element));
                }
                Value::Array(elements)
            }
        }
    }

    /// The number of the type in a file, and the bytes of an element of an array.
    fn write(&self, bytes: &mut Vec<u8>) -> u32 {
        macro_rules! number {
            ($value:expr, $type:ident) => {{
                bytes.extend_from_slice(&$value.to_le_bytes());
                sys::$type
            }};
        }
        match self {
            Value::U8(value) => number!(value, KRT_GGUF_U8),
            Value::I8(value) => number!(value, KRT_GGUF_I8),
            Value::U16(value) => number!(value, KRT_GGUF_U16),
            Value::I16(value) => number!(value, KRT_GGUF_I16),
            Value::U32(value) => number!(value, KRT_GGUF_U32),
            Value::I32(value) => number!(value, KRT_GGUF_I32),
            Value::U64(value) => number!(value, KRT_GGUF_U64),
            Value::I64(value) => number!(value, KRT_GGUF_I64),
            Value::F32(value) => number!(value, KRT_GGUF_F32),
            Value::F64(value) => number!(value, KRT_GGUF_F64),
            Value::Bool(value) => number!(u8::from(*value), KRT_GGUF_BOOL),
            Value::String(text) => {
                bytes.extend_from_slice(&(text.len() as u64).to_le_bytes());
                bytes.extend_from_slice(text);
                sys::KRT_GGUF_STRING
            }
            Value::Array(elements) => {
                let (of, elements_bytes) = array(elements);
                bytes.extend_from_slice(&of.to_le_bytes());
                bytes.extend_from_slice(&(elements.len() as u64).to_le_bytes());
                bytes.extend_from_slice(&elements_bytes);
                sys::KRT_GGUF_ARRAY
            }
        }
    }
}

/// The type of the elements (u32 if there are none) and their bytes; `KRT_GGUF_TYPE_COUNT` if there are several.
fn array(elements: &[Value]) -> (u32, Vec<u8>) {
    let mut bytes = Vec::new();
    let types: Vec<u32> = elements.iter().map(|element| element.write(&mut bytes)).collect();
    let first = types.first().copied().unwrap_or(sys::KRT_GGUF_U32);
    (if types.iter().all(|of| *of == first) { first } else { sys::KRT_GGUF_TYPE_COUNT }, bytes)
}

impl File {
    /// Opens a file.
    pub fn open(path: &Path) -> Result<File> {
        let (path, mut raw) = (path_string(path)?, null_mut());
        check(unsafe { sys::krt_gguf_open(path.as_ptr(), &mut raw) })?;
        Ok(File { raw, _bytes: Vec::new() })
    }

    /// Reads a file that is in memory.
    pub fn from_bytes(bytes: Vec<u8>) -> Result<File> {
        let mut raw = null_mut();
        check(unsafe { sys::krt_gguf_read(bytes.as_ptr().cast(), bytes.len() as u64, &mut raw) })?;
        Ok(File { raw, _bytes: bytes })
    }

    /// The C handle.
    pub fn raw(&self) -> *mut sys::krt_gguf {
        self.raw
    }

    /// The tensors, in the file's order.
    pub fn tensors(&self) -> impl Iterator<Item = TensorInfo<'_>> {
        let count = unsafe { sys::krt_gguf_tensor_count(self.raw) };
        (0..count).map(move |i| TensorInfo(unsafe { &*sys::krt_gguf_tensor_at(self.raw, i) }))
    }

    /// The tensor with this name. `KRT_ERROR_NOT_FOUND`: there is none.
    pub fn tensor(&self, name: &str) -> Result<TensorInfo<'_>> {
        let (name, mut out) = (c_string(name)?, null());
        check(unsafe { sys::krt_gguf_tensor_find(self.raw, name.as_ptr(), &mut out) })?;
        Ok(TensorInfo(unsafe { &*out }))
    }

    /// Copies bytes of a tensor's data, from byte `offset` of the data on. The tensor is one of this file.
    pub fn copy(&self, tensor: &TensorInfo<'_>, offset: u64, out: &mut [u8]) -> Result<()> {
        let own = self.tensor(&tensor.name())?; // never an offset of another file
        check(unsafe { sys::krt_gguf_copy(self.raw, own.0, offset, out.as_mut_ptr().cast(), out.len() as u64) })
    }

    /// The keys of the metadata, in the file's order.
    pub fn keys(&self) -> impl Iterator<Item = String> + '_ {
        let count = unsafe { sys::krt_gguf_entry_count(self.raw) };
        (0..count).map(move |i| unsafe { text((*sys::krt_gguf_entry_at(self.raw, i)).key) })
    }

    /// The value of `key`. `KRT_ERROR_NOT_FOUND`: there is none.
    pub fn get(&self, key: &str) -> Result<Value> {
        let key = c_string(key)?;
        // SAFETY: all members are numbers or pointers.
        let mut value = unsafe { std::mem::zeroed() };
        check(unsafe { sys::krt_gguf_get(self.raw, key.as_ptr(), &mut value) })?;
        Ok(unsafe { Value::read(value) })
    }

    /// Copies tensors to the device of `stream`, and waits until they are there. `KRT_ERROR_CANCELLED`: `progress`
    /// returned false. `KRT_ERROR_UNSUPPORTED`: a selected tensor is of another type of ggml's.
    pub fn load(&self, stream: &Stream, options: LoadOptions<'_>) -> Result<Weights> {
        let mut callbacks = Callbacks { options, panic: None };
        let raw_options = sys::krt_gguf_load_options {
            struct_size: std::mem::size_of::<sys::krt_gguf_load_options>(),
            context: (&mut callbacks as *mut Callbacks<'_>).cast(),
            select: callbacks.options.select.as_ref().map(|_| select as _),
            progress: callbacks.options.progress.as_ref().map(|_| progress as _),
        };
        let mut raw = null_mut();
        let status = unsafe { sys::krt_gguf_load(self.raw, stream.raw(), &raw_options, &mut raw) };
        let weights = check(status).map(|()| Weights { raw, _stream: stream.clone() });
        if let Some(panic) = callbacks.panic {
            resume_unwind(panic);
        }
        weights
    }
}

impl Drop for File {
    fn drop(&mut self) {
        unsafe { sys::krt_gguf_close(self.raw) }
    }
}

// ---- Loading ----------------------------------------------------------------------------------------------------

/// Returns whether to load this tensor.
pub type Select<'a> = Box<dyn FnMut(TensorInfo<'_>) -> bool + 'a>;
/// Gets bytes that were read, of so many, and the tensor that is being read. Returns false to cancel.
pub type Progress<'a> = Box<dyn FnMut(u64, u64, &str) -> bool + 'a>;

/// What to load, and who wants to know how far it is.
#[derive(Default)]
pub struct LoadOptions<'a> {
    /// `None`: all tensors.
    pub select: Option<Select<'a>>,
    /// `None`: nobody.
    pub progress: Option<Progress<'a>>,
}

struct Callbacks<'a> {
    options: LoadOptions<'a>,
    panic: Option<Box<dyn Any + Send>>,
}

impl Callbacks<'_> {
    /// A panic does not cross C: it goes on behind the load.
    fn call(&mut self, function: impl FnOnce(&mut LoadOptions<'_>) -> bool) -> bool {
        if self.panic.is_some() {
            return false;
        }
        let options = &mut self.options;
        catch_unwind(AssertUnwindSafe(|| function(options))).unwrap_or_else(|panic| {
            self.panic = Some(panic);
            false
        })
    }
}

unsafe extern "C" fn select(context: *mut c_void, tensor: *const sys::krt_gguf_tensor) -> bool {
    let callbacks = &mut *context.cast::<Callbacks<'_>>();
    callbacks.call(|options| options.select.as_mut().map_or(true, |select| select(TensorInfo(&*tensor))))
}

unsafe extern "C" fn progress(context: *mut c_void, done: u64, total: u64, name: *const c_char) -> bool {
    let callbacks = &mut *context.cast::<Callbacks<'_>>();
    callbacks.call(|options| options.progress.as_mut().map_or(true, |progress| progress(done, total, &text(name))))
}

/// Tensors in memory of a device. They do not need the file, and do not change.
pub struct Weights {
    raw: *mut sys::krt_gguf_weights,
    _stream: Stream,
}
unsafe impl Send for Weights {}
unsafe impl Sync for Weights {}

/// A tensor in memory of a device.
#[derive(Clone, Copy)]
pub struct Weight<'a>(&'a sys::krt_gguf_weight);

impl<'a> Weight<'a> {
    /// Its name.
    pub fn name(&self) -> String {
        unsafe { text(self.0.name) }
    }

    /// The dimensions, the last of which is contiguous.
    pub fn dims(&self) -> &'a [u64] {
        &self.0.dims[..self.0.rank as usize]
    }

    /// A dense tensor, if it is one.
    pub fn tensor(&self) -> Option<&'a Tensor> {
        if self.0.is_quantized {
            None
        } else {
            Some(&self.0.tensor)
        }
    }

    /// Matrices of blocks, if they are some: for `sys::krt_quantized_matmul()`.
    pub fn quantized(&self) -> Option<&'a sys::krt_quantized> {
        if self.0.is_quantized {
            Some(&self.0.quantized)
        } else {
            None
        }
    }
}

impl Weights {
    /// The C handle.
    pub fn raw(&self) -> *mut sys::krt_gguf_weights {
        self.raw
    }

    /// The tensors, in the file's order.
    pub fn iter(&self) -> impl Iterator<Item = Weight<'_>> {
        let count = unsafe { sys::krt_gguf_weight_count(self.raw) };
        (0..count).map(move |i| Weight(unsafe { &*sys::krt_gguf_weight_at(self.raw, i) }))
    }

    /// The tensor with this name.
    pub fn find(&self, name: &str) -> Option<Weight<'_>> {
        let name = CString::new(name).ok()?;
        unsafe { sys::krt_gguf_weight_find(self.raw, name.as_ptr()).as_ref() }.map(Weight)
    }
}

impl Drop for Weights {
    fn drop(&mut self) {
        unsafe { sys::krt_gguf_unload(self.raw) }
    }
}

// ---- Writing ----------------------------------------------------------------------------------------------------

/// Collects what a file will hold. It borrows the data of tensors.
pub struct Writer<'a> {
    raw: *mut sys::krt_gguf_writer,
    _data: PhantomData<&'a [u8]>,
}
unsafe impl Send for Writer<'_> {}

impl<'a> Writer<'a> {
    /// An empty file.
    pub fn new() -> Result<Writer<'a>> {
        let mut raw = null_mut();
        check(unsafe { sys::krt_gguf_writer_create(&mut raw) })?;
        Ok(Writer { raw, _data: PhantomData })
    }

    /// The C handle.
    pub fn raw(&self) -> *mut sys::krt_gguf_writer {
        self.raw
    }

    /// Adds an entry. The elements of an array are of one type.
    pub fn set(&mut self, key: &str, value: &Value) -> Result<()> {
        let (key, mut bytes) = (c_string(key)?, Vec::new());
        // SAFETY: all members are numbers or pointers.
        let mut raw: sys::krt_gguf_value = unsafe { std::mem::zeroed() };
        raw.type_ = value.write(&mut bytes);
        let terminated; // a NUL follows a string
        raw.as_ = match value {
            Value::F32(f32) => sys::krt_gguf_value_as { f32: *f32 },
            Value::F64(f64) => sys::krt_gguf_value_as { f64: *f64 },
            Value::Bool(is_true) => sys::krt_gguf_value_as { is_true: *is_true },
            Value::String(text) => {
                raw.count = text.len() as u64;
                terminated = [&text[..], b"\0"].concat();
                sys::krt_gguf_value_as { string: terminated.as_ptr().cast() }
            }
            Value::Array(elements) => {
                (raw.element_type, bytes) = array(elements);
                (raw.count, raw.bytes) = (elements.len() as u64, bytes.len() as u64);
                sys::krt_gguf_value_as { array: bytes.as_ptr().cast() }
            }
            Value::U64(u64) => sys::krt_gguf_value_as { u64: *u64 },
            integer => sys::krt_gguf_value_as { i64: integer.as_i64().unwrap_or(0) },
        };
        if matches!(value, Value::Array(_)) && raw.element_type == sys::KRT_GGUF_TYPE_COUNT {
            return Err(Error::new(sys::KRT_ERROR_INVALID_ARGUMENT, "an array with elements of several types"));
        }
        check(unsafe { sys::krt_gguf_set(self.raw, key.as_ptr(), &raw) })
    }

    /// Adds a tensor with these bytes: as many as elements of the dtype, or blocks, of `dims` have.
    pub fn add(&mut self, name: &str, storage: Storage, dims: &[u64], data: &'a [u8]) -> Result<()> {
        let name = c_string(name)?;
        let (rank, pointer) = (dims.len() as u32, data.as_ptr().cast());
        let tensor = match storage {
            Storage::Dense(dtype) => unsafe { sys::krt_gguf_dense(name.as_ptr(), dtype, rank, dims.as_ptr(), pointer) },
            Storage::Blocks(format) => unsafe {
                sys::krt_gguf_blocks(name.as_ptr(), format, rank, dims.as_ptr(), pointer)
            },
            Storage::Other(type_) => {
                let none = sys::KRT_GGUF_NONE;
                let mut tensor = unsafe { sys::krt_gguf_blocks(name.as_ptr(), none, rank, dims.as_ptr(), pointer) };
                (tensor.type_, tensor.bytes) = (type_, data.len() as u64); // C measures it, if it knows the type
                tensor
            }
        };
        check(unsafe { sys::krt_gguf_add_data(self.raw, &tensor, data.len() as u64) })
    }

    /// Writes the file, whole or not at all. A writer may write several times.
    pub fn write(&self, path: &Path) -> Result<()> {
        let path: &CStr = &path_string(path)?;
        check(unsafe { sys::krt_gguf_write(self.raw, path.as_ptr()) })
    }
}

impl Drop for Writer<'_> {
    fn drop(&mut self) {
        unsafe { sys::krt_gguf_writer_destroy(self.raw) }
    }
}
