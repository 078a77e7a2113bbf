//! libkrt for Rust: devices, streams, memory, and launches of the kernels of a package.
//!
//! `kbuild build --emit rust` writes `launch.rs`, which has a typed function for each kernel and uses this crate. A
//! build script runs it with the crate `kbuild-build`.
//!
//! ```ignore
//! mod kernels { include!(concat!(env!("OUT_DIR"), "/launch.rs")); }
//!
//! let stream = krt::Device::open("")?.stream();
//! let input = stream.upload(&[1.0f32, 2.0, 3.0])?;
//! let mut output = stream.alloc::<f32>(3)?;
//! // SAFETY: the kernel reads and writes 3 elements.
//! unsafe { kernels::scale(&stream, &krt::LaunchConfig::for_num_elems(3), 3, input.as_ptr(), output.as_mut_ptr())? };
//! assert_eq!(output.to_vec()?, [2.0, 4.0, 6.0]);
//! ```
//!
//! Types are `Send` and `Sync`, because any thread may call any function of libkrt; graphs, writers of files and
//! kernels of kir are for one thread at a time, so they are `Send` alone. Handles count references: a
//! stream keeps its device, a buffer its stream, a function its module. [`sys`] is the C interface, which the headers in
//! krt/ document; every handle gives its pointer with `raw()`.
#![warn(missing_docs)]

mod floats;
#[cfg(feature = "ops")]
pub mod fused;
#[cfg(feature = "ops")]
pub mod gguf;
pub mod graph;
#[cfg(feature = "kir")]
pub mod kir;
#[cfg(feature = "ops")]
pub mod ops;
pub mod package;
#[rustfmt::skip]
pub mod sys;

use std::ffi::{c_void, CStr, CString};
use std::fmt;
use std::marker::PhantomData;
use std::os::raw::c_char;
use std::ptr::{null, null_mut};
use std::sync::Arc;

pub use package::Package;
pub use sys::{krt_bf16 as BF16, krt_f16 as F16, krt_f8e4m3 as F8E4M3, krt_f8e5m2 as F8E5M2};

/// Why a call failed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error {
    status: sys::krt_status,
    message: String,
}

/// The result of a call of libkrt.
pub type Result<T> = std::result::Result<T, Error>;

impl Error {
    /// An error with a message of the caller's.
    #[cold]
    pub fn new(status: sys::krt_status, message: impl Into<String>) -> Error {
        Error { status, message: message.into() }
    }

    #[cold]
    fn last(status: sys::krt_status) -> Error {
        // SAFETY: the message is this thread's, and valid until its next failed call.
        Error::new(status, unsafe { text(sys::krt_error_message()) })
    }

    /// A `sys::KRT_ERROR_...`.
    pub fn status(&self) -> sys::krt_status {
        self.status
    }

    /// What failed, where, and what to do.
    pub fn message(&self) -> &str {
        &self.message
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // SAFETY: the name is a constant of the library.
        write!(f, "{}: {}", unsafe { text(sys::krt_status_name(self.status)) }, self.message)
    }
}

impl std::error::Error for Error {}

/// # Safety
/// `text` is NULL or a C string.
unsafe fn text(text: *const c_char) -> String {
    if text.is_null() {
        return String::new();
    }
    CStr::from_ptr(text).to_string_lossy().into_owned()
}

/// Turns a status into a result, with the message of this thread's last failed call.
#[inline]
pub fn check(status: sys::krt_status) -> Result<()> {
    if status == sys::KRT_OK {
        Ok(())
    } else {
        Err(Error::last(status))
    }
}

fn c_string(text: &str) -> Result<CString> {
    CString::new(text).map_err(|_| Error::new(sys::KRT_ERROR_INVALID_ARGUMENT, format!("{text:?} has a NUL byte")))
}

/// A type whose every bit pattern is a value, so that it can be read from device memory.
///
/// # Safety
/// That must be so, and the type must be the same in a kernel.
pub unsafe trait Element: Copy + Send + Sync + 'static {}
macro_rules! elements {
    ($($type:ty)*) => { $(unsafe impl Element for $type {})* };
}
elements! { u8 i8 u16 i16 u32 i32 u64 i64 f32 f64 F16 BF16 F8E4M3 F8E5M2 }
#[cfg(feature = "half")]
elements! { half::f16 half::bf16 }
#[cfg(feature = "float8")]
elements! { float8::F8E4M3 float8::F8E5M2 }

// ---- Devices ----------------------------------------------------------------------------------------------------

struct DeviceHandle {
    raw: *mut sys::krt_device,
}
// SAFETY: "Any thread may call any function" of krt/krt.h; drop() runs when no other thread has the handle. This holds
// for all handles below.
unsafe impl Send for DeviceHandle {}
unsafe impl Sync for DeviceHandle {}

impl Drop for DeviceHandle {
    fn drop(&mut self) {
        unsafe { sys::krt_device_close(self.raw) }
    }
}

/// An open device. Clones are the same device.
#[derive(Clone)]
pub struct Device(Arc<DeviceHandle>);

/// What a device is: see `struct krt_device_info`.
#[derive(Clone, Debug)]
pub struct DeviceInfo {
    /// "AMD Radeon RX 6900 XT"
    pub name: String,
    /// "gfx90a:sramecc+:xnack-", "sm_90"
    pub target: String,
    /// Lanes: 32 or 64.
    pub warp_size: u32,
    /// Compute units.
    pub multiprocessors: u32,
    /// Threads of a block.
    pub max_threads_per_block: u32,
    /// Bytes of LDS of a workgroup.
    pub shared_bytes: u64,
    /// Bytes of memory.
    pub memory_bytes: u64,
}

impl Device {
    /// Opens "hip:0", "cuda:1", "emu:gfx90a", or the first of a list with commas. "" is the value of KRT_DEVICE, or
    /// "hip,cuda" without it.
    pub fn open(name: &str) -> Result<Device> {
        let name = c_string(name)?;
        let options = sys::krt_device_options {
            struct_size: std::mem::size_of::<sys::krt_device_options>(),
            device: name.as_ptr(),
            library: null(),
            override_dir: null(),
            checks: sys::KRT_CHECKS_DEFAULT,
        };
        let mut raw = null_mut();
        check(unsafe { sys::krt_device_open(&options, &mut raw) })?;
        Ok(Device(Arc::new(DeviceHandle { raw })))
    }

    /// Describes the device.
    pub fn info(&self) -> Result<DeviceInfo> {
        // SAFETY: all members are numbers or arrays of them.
        let mut info: sys::krt_device_info = unsafe { std::mem::zeroed() };
        info.struct_size = std::mem::size_of_val(&info);
        check(unsafe { sys::krt_device_describe(self.raw(), &mut info) })?;
        Ok(DeviceInfo {
            name: unsafe { text(info.name.as_ptr()) },
            target: unsafe { text(info.target.as_ptr()) },
            warp_size: info.warp_size,
            multiprocessors: info.multiprocessors,
            max_threads_per_block: info.max_threads_per_block,
            shared_bytes: info.shared_bytes,
            memory_bytes: info.memory_bytes,
        })
    }

    /// Free bytes and all bytes of the device's memory.
    pub fn memory(&self) -> Result<(u64, u64)> {
        let (mut free, mut total) = (0, 0);
        check(unsafe { sys::krt_device_memory(self.raw(), &mut free, &mut total) })?;
        Ok((free, total))
    }

    /// Waits for all work on all streams of the device.
    pub fn synchronize(&self) -> Result<()> {
        check(unsafe { sys::krt_device_synchronize(self.raw()) })
    }

    /// The default stream.
    pub fn stream(&self) -> Stream {
        let raw = unsafe { sys::krt_device_stream(self.raw()) };
        Stream(Arc::new(StreamHandle { raw, is_owned: false, device: self.clone() }))
    }

    /// A stream that does not wait for the default stream.
    pub fn create_stream(&self) -> Result<Stream> {
        let mut raw = null_mut();
        check(unsafe { sys::krt_stream_create(self.raw(), &mut raw) })?;
        Ok(Stream(Arc::new(StreamHandle { raw, is_owned: true, device: self.clone() })))
    }

    /// A stream of the driver, wrapped.
    ///
    /// # Safety
    /// `native` is a hipStream_t or CUstream of this device, lives longer than all clones of the result, and is
    /// wrapped once.
    pub unsafe fn wrap_stream(&self, native: *mut c_void) -> Result<Stream> {
        let mut raw = null_mut();
        check(sys::krt_stream_wrap(self.raw(), native, &mut raw))?;
        Ok(Stream(Arc::new(StreamHandle { raw, is_owned: true, device: self.clone() })))
    }

    /// The kernel `name` of a module of a package, for example `get_or_load_func("affine_f32", &hsaco::AFFINE)`. The
    /// first use loads the module, once for all threads, and together with the typed launches.
    pub fn get_or_load_func(&self, name: &str, module: &impl package::Code) -> Result<Function> {
        let ordinal = module.ordinal(name).ok_or_else(|| {
            Error::new(sys::KRT_ERROR_NOT_FOUND, format!("module {} has no kernel {name}", module.name()))
        })?;
        module.package().function(ordinal, self)
    }

    /// Loads a code object or a bundle of them, of any origin.
    pub fn load(&self, code: &[u8]) -> Result<Module> {
        let mut raw = null_mut();
        let (data, bytes) = (code.as_ptr().cast(), code.len() as u64);
        check(unsafe { sys::krt_module_load_raw(self.raw(), data, bytes, &mut raw) })?;
        Ok(Module(Arc::new(ModuleHandle { raw, device: self.clone() })))
    }

    /// Compiles HIP or CUDA C++ for this device, and loads it. The code is cached.
    pub fn compile(&self, source: &str, arguments: &[&str]) -> Result<Module> {
        let source = c_string(source)?;
        let arguments = arguments.iter().map(|text| c_string(text)).collect::<Result<Vec<_>>>()?;
        let pointers: Vec<_> = arguments.iter().map(|text| text.as_ptr()).collect();
        let options = sys::krt_compile_options {
            struct_size: std::mem::size_of::<sys::krt_compile_options>(),
            name: null(),
            arguments: pointers.as_ptr(),
            argument_count: pointers.len() as u32,
            header_names: null(),
            header_texts: null(),
            header_count: 0,
            language: sys::KRT_LANGUAGE_ANY,
        };
        let mut raw = null_mut();
        check(unsafe { sys::krt_compile(self.raw(), source.as_ptr(), &options, &mut raw) })?;
        Ok(Module(Arc::new(ModuleHandle { raw, device: self.clone() })))
    }

    /// The C handle, which the device keeps.
    pub fn raw(&self) -> *mut sys::krt_device {
        self.0.raw
    }
}

// ---- Streams and events -----------------------------------------------------------------------------------------

struct StreamHandle {
    raw: *mut sys::krt_stream,
    is_owned: bool,
    device: Device,
}
unsafe impl Send for StreamHandle {}
unsafe impl Sync for StreamHandle {}

impl Drop for StreamHandle {
    fn drop(&mut self) {
        if self.is_owned {
            unsafe { sys::krt_stream_destroy(self.raw) }
        }
    }
}

/// A queue of work for a device, done in order. Clones are the same stream.
#[derive(Clone)]
pub struct Stream(Arc<StreamHandle>);

impl Stream {
    /// The device of the stream.
    pub fn device(&self) -> &Device {
        &self.0.device
    }

    /// Waits for all work on the stream.
    pub fn synchronize(&self) -> Result<()> {
        check(unsafe { sys::krt_stream_synchronize(self.raw()) })
    }

    /// Whether the stream has no work left.
    pub fn is_idle(&self) -> Result<bool> {
        is_ready(unsafe { sys::krt_stream_query(self.raw()) })
    }

    /// Makes the stream wait for the last record of `event`. The host does not wait.
    pub fn wait(&self, event: &Event) -> Result<()> {
        check(unsafe { sys::krt_stream_wait(self.raw(), event.raw) })
    }

    /// An event that is recorded on the stream now.
    pub fn record(&self) -> Result<Event> {
        let mut raw = null_mut();
        check(unsafe { sys::krt_event_create(self.device().raw(), 0, &mut raw) })?;
        let event = Event { raw, _device: self.device().clone() };
        check(unsafe { sys::krt_event_record(raw, self.raw()) })?;
        Ok(event)
    }

    /// Memory for `len` elements, whose values are unknown. The stream's work may use it at once.
    pub fn alloc<T: Element>(&self, len: usize) -> Result<Buffer<T>> {
        let mut data = null_mut();
        let bytes = (len as u64).checked_mul(std::mem::size_of::<T>() as u64);
        let bytes = bytes.ok_or_else(|| Error::new(sys::KRT_ERROR_OUT_OF_MEMORY, format!("{len} elements")))?;
        check(unsafe { sys::krt_alloc_async(self.raw(), bytes, &mut data) })?;
        Ok(Buffer { stream: self.clone(), data: data.cast(), len, capture: graph::number_of(self) })
    }

    /// Memory of zeros.
    pub fn alloc_zeros<T: Element>(&self, len: usize) -> Result<Buffer<T>> {
        let buffer = self.alloc::<T>(len)?;
        let bytes = (len * std::mem::size_of::<T>()) as u64;
        check(unsafe { sys::krt_set(self.raw(), buffer.data.cast(), 0, 1, bytes) })?;
        Ok(buffer)
    }

    /// Memory with a copy of `values`.
    pub fn upload<T: Element>(&self, values: &[T]) -> Result<Buffer<T>> {
        let mut buffer = self.alloc(values.len())?;
        buffer.write(values)?;
        Ok(buffer)
    }

    /// The C handle, which the stream keeps.
    #[inline]
    pub fn raw(&self) -> *mut sys::krt_stream {
        self.0.raw
    }

    /// The driver's hipStream_t or CUstream; NULL for a default stream.
    pub fn native(&self) -> *mut c_void {
        unsafe { sys::krt_stream_native(self.raw()) }
    }
}

fn is_ready(status: sys::krt_status) -> Result<bool> {
    match status {
        sys::KRT_NOT_READY => Ok(false),
        _ => check(status).map(|()| true),
    }
}

/// A point in the work of a stream.
pub struct Event {
    raw: *mut sys::krt_event,
    _device: Device,
}
unsafe impl Send for Event {}
unsafe impl Sync for Event {}

impl Event {
    /// Waits until the point is reached.
    pub fn synchronize(&self) -> Result<()> {
        check(unsafe { sys::krt_event_synchronize(self.raw) })
    }

    /// Whether the point is reached.
    pub fn is_reached(&self) -> Result<bool> {
        is_ready(unsafe { sys::krt_event_query(self.raw) })
    }

    /// Milliseconds from `earlier` to this event. Both must be reached.
    pub fn elapsed_since(&self, earlier: &Event) -> Result<f32> {
        let mut milliseconds = 0.0;
        check(unsafe { sys::krt_event_elapsed(earlier.raw, self.raw, &mut milliseconds) })?;
        Ok(milliseconds)
    }
}

impl Drop for Event {
    fn drop(&mut self) {
        unsafe { sys::krt_event_destroy(self.raw) }
    }
}

// ---- Memory -----------------------------------------------------------------------------------------------------

/// Device memory of a stream, freed in the order of its work. Work of other streams must be ordered with events, and
/// be done or waited for before the buffer is dropped.
pub struct Buffer<T: Element> {
    stream: Stream,
    data: *mut T,
    len: usize,
    capture: u64, // of the stream, in which the buffer was made; 0: none
}
unsafe impl<T: Element> Send for Buffer<T> {}
unsafe impl<T: Element> Sync for Buffer<T> {}

impl<T: Element> Buffer<T> {
    /// The stream that the memory belongs to.
    pub fn stream(&self) -> &Stream {
        &self.stream
    }

    /// The number of elements.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there are no elements.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The address on the device; NULL without elements. The host cannot read it.
    pub fn as_ptr(&self) -> *const T {
        self.data
    }

    /// The same, for kernels that write.
    pub fn as_mut_ptr(&mut self) -> *mut T {
        self.data
    }

    fn check_len(&self, len: usize) -> Result<u64> {
        if len == self.len {
            return Ok((len * std::mem::size_of::<T>()) as u64);
        }
        let message = format!("{len} elements on the host, {} on the device", self.len);
        Err(Error::new(sys::KRT_ERROR_INVALID_ARGUMENT, message))
    }

    /// Copies `values`, as many as the buffer has elements, to the device, behind the work of the stream.
    pub fn write(&mut self, values: &[T]) -> Result<()> {
        let bytes = self.check_len(values.len())?;
        let (to, from) = (self.data.cast(), values.as_ptr().cast());
        check(unsafe { sys::krt_copy_to_device(self.stream.raw(), to, from, bytes) })
    }

    /// Copies all elements to `values`, when the stream's work is done.
    pub fn read(&self, values: &mut [T]) -> Result<()> {
        let bytes = self.check_len(values.len())?;
        let (to, from) = (values.as_mut_ptr().cast(), self.data.cast());
        check(unsafe { sys::krt_copy_to_host(self.stream.raw(), to, from, bytes) })?;
        self.stream.synchronize()
    }

    /// Copies all elements of `from`, as many as the buffer has. It may be of another stream or device: the copy is
    /// behind the work of both streams, and their later work waits for it.
    pub fn copy_from(&mut self, from: &Buffer<T>) -> Result<()> {
        if from.len != self.len {
            let message = format!("a copy of {} elements to {}", from.len, self.len);
            return Err(Error::new(sys::KRT_ERROR_INVALID_ARGUMENT, message));
        }
        let (to, source) = (self.data.cast(), from.data.cast());
        let bytes = (self.len * std::mem::size_of::<T>()) as u64;
        check(unsafe { sys::krt_copy_between(self.stream.raw(), to, from.stream.raw(), source, bytes) })
    }

    /// The same memory as bytes.
    pub fn into_bytes(self) -> Buffer<u8> {
        let this = std::mem::ManuallyDrop::new(self);
        // SAFETY: nobody uses or drops `this` any more.
        let stream = unsafe { std::ptr::read(&this.stream) };
        Buffer { stream, data: this.data.cast(), len: this.len * std::mem::size_of::<T>(), capture: this.capture }
    }

    /// All elements, when the stream's work is done.
    pub fn to_vec(&self) -> Result<Vec<T>> {
        // SAFETY: every bit pattern is an Element.
        let mut values = vec![unsafe { std::mem::zeroed() }; self.len];
        self.read(&mut values)?;
        Ok(values)
    }
}

impl<T: Element> Drop for Buffer<T> {
    fn drop(&mut self) {
        let (stream, data, capture) = (self.stream.clone(), self.data.cast::<u8>(), self.capture);
        if graph::number_of(&stream) == capture {
            unsafe { sys::krt_free_async(stream.raw(), data.cast()) };
        } else if capture == 0 {
            let later = Buffer::<u8> { stream: stream.clone(), data, len: 0, capture };
            graph::drop_later(&stream, Box::new(later));
        } // else the memory is a graph's
    }
}

// ---- Launches ---------------------------------------------------------------------------------------------------

/// The size of a launch. A dimension of 0 counts as 1.
pub type LaunchConfig = sys::krt_launch_config;

impl LaunchConfig {
    /// `blocks` workgroups of `threads` work-items.
    pub const fn new(blocks: u32, threads: u32) -> LaunchConfig {
        LaunchConfig { grid: [blocks, 1, 1], block: [threads, 1, 1], shared_bytes: 0 }
    }

    /// A thread for each of `count` elements, in blocks of 1024.
    pub const fn for_num_elems(count: u32) -> LaunchConfig {
        LaunchConfig::new(count / 1024 + (count % 1024 != 0) as u32, 1024)
    }
}

/// The address of an argument's value. Made by [`arg`].
#[derive(Clone, Copy)]
#[repr(transparent)]
pub struct Argument<'a>(*mut c_void, PhantomData<&'a ()>);

/// An argument of a launch. The launch copies the value.
#[inline]
pub fn arg<T: Copy>(value: &T) -> Argument<'_> {
    Argument(value as *const T as *mut c_void, PhantomData)
}

struct ModuleHandle {
    raw: *mut sys::krt_raw_module,
    device: Device,
}
unsafe impl Send for ModuleHandle {}
unsafe impl Sync for ModuleHandle {}

impl Drop for ModuleHandle {
    fn drop(&mut self) {
        unsafe { sys::krt_module_unload(self.raw) }
    }
}

/// A loaded code object that is not of a package. Clones are the same module.
#[derive(Clone)]
pub struct Module(Arc<ModuleHandle>);

impl Module {
    /// The kernel `name`.
    pub fn function(&self, name: &str) -> Result<Function> {
        let name = c_string(name)?;
        let mut raw = null_mut();
        check(unsafe { sys::krt_module_function(self.0.raw, name.as_ptr(), &mut raw) })?;
        Ok(Function { raw, device: self.0.device.clone(), _module: Some(self.clone()) })
    }

    /// Address and bytes of a `__device__` variable.
    pub fn global(&self, name: &str) -> Result<(*mut c_void, u64)> {
        let name = c_string(name)?;
        let (mut address, mut bytes) = (null_mut(), 0);
        check(unsafe { sys::krt_module_global(self.0.raw, name.as_ptr(), &mut address, &mut bytes) })?;
        Ok((address, bytes))
    }
}

/// A kernel that is loaded on a device.
#[derive(Clone)]
pub struct Function {
    raw: *mut sys::krt_function,
    device: Device,
    _module: Option<Module>,
}
unsafe impl Send for Function {}
unsafe impl Sync for Function {}

impl Function {
    /// The device on which it is loaded.
    pub fn device(&self) -> &Device {
        &self.device
    }

    /// Puts a launch on `stream`.
    ///
    /// # Safety
    /// `arguments` are the kernel's, in number and types, and the kernel stays inside of the memory that they name.
    #[inline]
    pub unsafe fn launch(&self, stream: &Stream, config: &LaunchConfig, arguments: &[Argument<'_>]) -> Result<()> {
        let pointers = arguments.as_ptr().cast();
        check(sys::krt_function_launch(self.raw, stream.raw(), config, pointers, arguments.len() as u32))
    }

    /// The C handle, valid as long as its module is loaded.
    pub fn raw(&self) -> *mut sys::krt_function {
        self.raw
    }
}
