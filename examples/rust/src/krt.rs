//! As much of libkrt as it takes to launch a kernel by name; krt/krt.h documents each function.
use std::ffi::{c_void, CStr, CString};
use std::os::raw::{c_char, c_int};
use std::ptr::null_mut;

#[repr(C)]
struct LaunchConfig {
    grid: [u32; 3],
    block: [u32; 3],
    shared_bytes: u32,
}

extern "C" {
    fn krt_error_message() -> *const c_char;
    fn krt_device_default(out: *mut *mut c_void) -> c_int;
    fn krt_device_stream(device: *mut c_void) -> *mut c_void;
    fn krt_alloc(device: *mut c_void, bytes: u64, out: *mut *mut c_void) -> c_int;
    fn krt_free(device: *mut c_void, memory: *mut c_void) -> c_int;
    fn krt_copy_to_device(stream: *mut c_void, to: *mut c_void, from: *const c_void, bytes: u64) -> c_int;
    fn krt_copy_to_host(stream: *mut c_void, to: *mut c_void, from: *const c_void, bytes: u64) -> c_int;
    fn krt_module_load_raw(device: *mut c_void, data: *const c_void, bytes: u64, out: *mut *mut c_void) -> c_int;
    fn krt_module_function(module: *mut c_void, name: *const c_char, out: *mut *mut c_void) -> c_int;
    fn krt_module_unload(module: *mut c_void);
    fn krt_function_launch(
        function: *mut c_void,
        stream: *mut c_void,
        config: *const LaunchConfig,
        arguments: *const *mut c_void,
        argument_count: u32,
    ) -> c_int;
}

pub type Result<T> = std::result::Result<T, String>;

fn check(status: c_int) -> Result<()> {
    if status == 0 {
        return Ok(());
    }
    // SAFETY: the message is this thread's, and there until its next call.
    Err(unsafe { CStr::from_ptr(krt_error_message()) }.to_string_lossy().into_owned())
}

/// The device that KRT_DEVICE names, or the first there is.
pub struct Device(*mut c_void);

/// Memory of a device, for `u32`s.
pub struct Memory<'a> {
    device: &'a Device,
    address: *mut c_void,
    count: usize,
}

/// A loaded code object.
pub struct Module<'a> {
    device: &'a Device,
    handle: *mut c_void,
}

impl Device {
    pub fn open() -> Result<Device> {
        let mut device = null_mut();
        check(unsafe { krt_device_default(&mut device) })?;
        Ok(Device(device))
    }

    pub fn memory(&self, values: &[u32]) -> Result<Memory<'_>> {
        let mut address = null_mut();
        let bytes = std::mem::size_of_val(values) as u64;
        check(unsafe { krt_alloc(self.0, bytes, &mut address) })?;
        let memory = Memory { device: self, address, count: values.len() };
        check(unsafe { krt_copy_to_device(krt_device_stream(self.0), address, values.as_ptr().cast(), bytes) })?;
        Ok(memory)
    }

    pub fn load(&self, bytes: &[u8]) -> Result<Module<'_>> {
        let mut handle = null_mut();
        check(unsafe { krt_module_load_raw(self.0, bytes.as_ptr().cast(), bytes.len() as u64, &mut handle) })?;
        Ok(Module { device: self, handle })
    }
}

impl Memory<'_> {
    pub fn read(&self) -> Result<Vec<u32>> {
        let mut values = vec![0u32; self.count];
        let stream = unsafe { krt_device_stream(self.device.0) };
        let bytes = std::mem::size_of_val(&values[..]) as u64;
        check(unsafe { krt_copy_to_host(stream, values.as_mut_ptr().cast(), self.address, bytes) })?;
        Ok(values)
    }
}

impl Drop for Memory<'_> {
    fn drop(&mut self) {
        unsafe { krt_free(self.device.0, self.address) };
    }
}

impl Module<'_> {
    /// Launches kernel `name` with a count and one address for each of `memories`.
    ///
    /// # Safety
    /// The kernel must take just that, and stay inside of the memories.
    pub unsafe fn launch(&self, name: &str, blocks: u32, threads: u32, count: u32, memories: &[&Memory]) -> Result<()> {
        let name = CString::new(name).map_err(|error| error.to_string())?;
        let mut function = null_mut();
        check(krt_module_function(self.handle, name.as_ptr(), &mut function))?;
        let config = LaunchConfig { grid: [blocks, 1, 1], block: [threads, 1, 1], shared_bytes: 0 };
        let mut count = count;
        let mut addresses: Vec<*mut c_void> = memories.iter().map(|memory| memory.address).collect();
        let mut arguments: Vec<*mut c_void> = vec![(&mut count as *mut u32).cast()];
        arguments.extend(addresses.iter_mut().map(|address| (address as *mut *mut c_void).cast::<c_void>()));
        let stream = krt_device_stream(self.device.0);
        check(krt_function_launch(function, stream, &config, arguments.as_ptr(), arguments.len() as u32))
    }
}

impl Drop for Module<'_> {
    fn drop(&mut self) {
        unsafe { krt_module_unload(self.handle) };
    }
}
