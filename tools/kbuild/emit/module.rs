/// A bundle of code objects, one for each target, and the kernels in each of them.
#[derive(Clone, Copy)]
pub struct Module {
    id: Id,
    name: &'static str,
    bytes: &'static [u8],
    images: &'static [Image],
    kernels: &'static [Kernel],
}

#[allow(dead_code)]
impl Module {
    pub const fn id(&self) -> Id {
        self.id
    }
    /// The module's place in `ALL_IDS` and `MODULES`.
    pub const fn index(&self) -> usize {
        self.id as usize
    }
    pub const fn name(&self) -> &'static str {
        self.name
    }
    /// The whole bundle, aligned to 4096 bytes: what `hipModuleLoadData` takes.
    pub const fn bytes(&self) -> &'static [u8] {
        self.bytes
    }
    pub const fn kernels(&self) -> &'static [Kernel] {
        self.kernels
    }
    /// Target ID and code object of each image, sorted by target.
    pub fn images(&self) -> impl Iterator<Item = (&'static str, &'static [u8])> {
        let bytes = self.bytes;
        self.images
            .iter()
            .map(move |image| (image.target, &bytes[image.offset..image.offset + image.size]))
    }
    /// The code object for exactly this target ID.
    pub fn image(&self, target: &str) -> Option<&'static [u8]> {
        self.images().find(|image| image.0 == target).map(|image| image.1)
    }
}

impl core::fmt::Debug for Module {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Module").field("name", &self.name).finish_non_exhaustive()
    }
}

#[allow(dead_code)]
impl Id {
    pub fn module(self) -> &'static Module {
        MODULES[self as usize]
    }
}

/// A kernel: its C++ name, and the symbol that it is launched by.
#[allow(dead_code)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Kernel {
    pub name: &'static str,
    pub symbol: &'static str,
}

/// A code object, in bytes of its module.
struct Image {
    target: &'static str,
    offset: usize,
    size: usize,
}

#[repr(C, align(4096))]
struct Aligned<T>(T);
