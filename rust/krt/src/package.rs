//! The tables of a package, as `launch.rs` writes them: see `struct krt_package` in krt/krt.h. Every text ends with a
//! NUL byte.
use crate::{check, sys, Argument, Device, Function, LaunchConfig, Result, Stream};
use std::ffi::c_void;
use std::ptr::{null, null_mut};
use std::sync::atomic::AtomicPtr;

const fn c_text(text: &'static str) -> *const std::os::raw::c_char {
    assert!(text.as_bytes()[text.len() - 1] == 0, "a text without a NUL byte at its end");
    text.as_ptr().cast()
}

/// Private to libkrt; one for each package.
#[repr(transparent)]
pub struct State(AtomicPtr<sys::krt_package_state>);

impl State {
    /// A package that was not used yet.
    #[allow(clippy::new_without_default)]
    pub const fn new() -> State {
        State(AtomicPtr::new(null_mut()))
    }
}

macro_rules! table {
    ($(#[$doc:meta])* $name:ident($type:ident)) => {
        $(#[$doc])*
        #[repr(transparent)]
        pub struct $name(sys::$type);
        // SAFETY: its pointers are to constants; only libkrt uses the state, with atomics.
        unsafe impl Sync for $name {}
    };
}
table! {
    /// A code object inside of a module's data.
    Image(krt_image)
}
table! {
    /// A module of a package.
    Module(krt_module)
}
table! {
    /// A kernel of a package.
    Kernel(krt_kernel)
}
table! {
    /// A package.
    Package(krt_package)
}

table! {
    /// A variable of a package.
    Variable(krt_variable)
}

impl Variable {
    /// A variable of module number `module`.
    pub const fn new(name: &'static str, symbol: &'static str, module: u32, is_managed: bool, size: u64) -> Variable {
        let space = if is_managed { sys::KRT_VARIABLE_MANAGED } else { sys::KRT_VARIABLE_DEVICE };
        Variable(sys::krt_variable { name: c_text(name), symbol: c_text(symbol), module, space, size })
    }
}

impl Image {
    /// The `size` bytes at `offset`.
    pub const fn new(target: &'static str, offset: u64, size: u64, checksum: u32) -> Image {
        let (target, codec) = (c_text(target), sys::KRT_CODEC_NONE);
        Image(sys::krt_image { target, offset, size, raw_size: size, codec, checksum })
    }
}

impl Module {
    /// `images` are parts of `data`, sorted by target.
    pub const fn new(name: &'static str, data: &'static [u8], images: &'static [Image]) -> Module {
        Module(sys::krt_module {
            name: c_text(name),
            data: data.as_ptr(),
            size: data.len(),
            images: images.as_ptr().cast(),
            image_count: images.len() as u32,
        })
    }
}

/// Offset and size in bytes.
pub type Parameter = sys::krt_parameter;

/// A parameter of `size` bytes at `offset`.
pub const fn parameter(offset: u32, size: u32) -> Parameter {
    Parameter { offset, size }
}

impl Kernel {
    /// A kernel of module number `module`.
    pub const fn new(
        name: &'static str,
        symbol: &'static str,
        module: u32,
        parameters: &'static [Parameter],
    ) -> Kernel {
        Kernel(sys::krt_kernel {
            name: c_text(name),
            symbol: c_text(symbol),
            module,
            parameter_count: parameters.len() as u32,
            parameters: parameters.as_ptr(),
        })
    }
}

impl Package {
    /// A package of these tables.
    ///
    /// # Safety
    /// They must be those that kbuild made: launches pass as many bytes as they say.
    pub const unsafe fn new(
        name: &'static str,
        modules: &'static [Module],
        kernels: &'static [Kernel],
        state: &'static State,
        interface: u64,
        build: u64,
    ) -> Package {
        Package(sys::krt_package {
            struct_size: std::mem::size_of::<sys::krt_package>(),
            name: c_text(name),
            modules: modules.as_ptr().cast(),
            module_count: modules.len() as u32,
            kernels: kernels.as_ptr().cast(),
            kernel_count: kernels.len() as u32,
            state: state as *const State as *mut _,
            interface,
            build,
            sources: null(),
        })
    }

    /// The package behind a C pointer. A shared library whose `NAME.c` was compiled with `-DNAME_SHARED` exports it
    /// as `NAME_package`: docs/rust.md. Without that macro it is hidden, and its name ends with a hash.
    ///
    /// # Safety
    /// `package` is valid for ever.
    pub const unsafe fn from_raw(package: *const sys::krt_package) -> &'static Package {
        &*package.cast()
    }

    /// The C struct.
    pub const fn raw(&self) -> *const sys::krt_package {
        &self.0
    }

    /// Puts a launch of a kernel on `stream`: what the typed functions do.
    ///
    /// # Safety
    /// `arguments` are the kernel's, in number and types, and the kernel stays inside of the memory that they name.
    #[inline]
    pub unsafe fn launch(
        &'static self,
        ordinal: u32,
        stream: &Stream,
        config: &LaunchConfig,
        arguments: &[Argument<'_>],
    ) -> Result<()> {
        check(sys::krt_launch(&self.0, ordinal, stream.raw(), config, arguments.as_ptr().cast()))
    }

    /// Kernel `ordinal` on `device`. The first use loads its module.
    pub fn function(&'static self, ordinal: u32, device: &Device) -> Result<Function> {
        let mut raw = null_mut();
        check(unsafe { sys::krt_function_get(&self.0, ordinal, device.raw(), &mut raw) })?;
        Ok(Function { raw, device: device.clone(), _module: None })
    }

    /// Address and bytes of a variable on `device`. The first use loads its module.
    pub fn variable(&'static self, variable: &'static Variable, device: &Device) -> Result<(*mut c_void, u64)> {
        let (mut address, mut bytes) = (null_mut(), 0);
        check(unsafe { sys::krt_variable_get(&self.0, &variable.0, device.raw(), &mut address, &mut bytes) })?;
        Ok((address, bytes))
    }

    /// Loads every module on `device` now.
    pub fn preload(&'static self, device: &Device) -> Result<()> {
        check(unsafe { sys::krt_preload(&self.0, device.raw(), null()) })
    }
}

/// A module of a package: implemented by the `Module` of `hsaco.rs`.
pub trait Code {
    /// The package.
    fn package(&self) -> &'static Package;
    /// The module's name.
    fn name(&self) -> &'static str;
    /// The ordinal of the module's kernel of this name.
    fn ordinal(&self, kernel: &str) -> Option<u32>;
}
