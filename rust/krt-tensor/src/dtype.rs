use krt::sys;
use std::fmt;

/// The types that dispatch gives: those of the crates `half` and `float8` with these features, else those of `krt`,
/// which are structs of bits.
pub mod host {
    #[cfg(feature = "float8")]
    pub use float8::F8E4M3;
    #[cfg(feature = "half")]
    pub use half::{bf16 as BF16, f16 as F16};
    #[cfg(not(feature = "float8"))]
    pub use krt::F8E4M3;
    #[cfg(not(feature = "half"))]
    pub use krt::{BF16, F16};
}

/// A type of the host that has a dtype.
///
/// # Safety
/// [`DTYPE`](Element::DTYPE) must be the type's own: elements of the one are read as the other, and written.
pub unsafe trait Element: krt::Element {
    /// It.
    const DTYPE: DType;
}
macro_rules! elements {
    ($($type:ty: $dtype:ident)*) => { $(unsafe impl Element for $type { const DTYPE: DType = DType::$dtype; })* };
}
elements! { krt::F8E4M3: F8E4M3  krt::F16: F16  krt::BF16: BF16 }
#[cfg(feature = "half")]
elements! { half::f16: F16  half::bf16: BF16 }
#[cfg(feature = "float8")]
elements! { float8::F8E4M3: F8E4M3 }

macro_rules! dtypes {
    ($($name:ident = $number:ident $text:literal $size:literal)*) => {
        /// The type of the elements of a storage.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[repr(u32)]
        pub enum DType {
            $(#[doc = $text] $name = sys::$number,)*
        }

        impl DType {
            /// All of them.
            pub const ALL: [DType; sys::KRT_DTYPE_COUNT as usize] = [$(DType::$name,)*];

            /// "f32"
            pub const fn name(self) -> &'static str {
                match self { $(DType::$name => $text,)* }
            }

            /// Bytes of an element.
            pub const fn size(self) -> usize {
                match self { $(DType::$name => $size,)* }
            }
        }
    };
}
dtypes! {
    U8 = KRT_U8 "u8" 1
    U32 = KRT_U32 "u32" 4
    I16 = KRT_I16 "i16" 2
    I32 = KRT_I32 "i32" 4
    I64 = KRT_I64 "i64" 8
    F8E4M3 = KRT_F8E4M3 "f8e4m3" 1
    F16 = KRT_F16 "f16" 2
    BF16 = KRT_BF16 "bf16" 2
    F32 = KRT_F32 "f32" 4
    F64 = KRT_F64 "f64" 8
}
elements! { u8: U8  u32: U32  i16: I16  i32: I32  i64: I64  f32: F32  f64: F64 }

impl DType {
    /// The dtype "f32", or `None`.
    pub fn named(name: &str) -> Option<DType> {
        DType::ALL.into_iter().find(|dtype| dtype.name() == name)
    }
}

impl fmt::Display for DType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Does something with the host's type of a dtype: `with_dtype!(storage.dtype(), T => storage.to_vec::<T>())`. The types
/// are Rust's and those of [`host`].
#[macro_export]
macro_rules! with_dtype {
    ($dtype:expr, $T:ident => $body:expr) => {
        $crate::with_dtype!(@ $dtype, $T => $body; U8 u8, U32 u32, I16 i16, I32 i32, I64 i64, F8E4M3 $crate::host::F8E4M3,
            F16 $crate::host::F16, BF16 $crate::host::BF16, F32 f32, F64 f64)
    };
    (@ $dtype:expr, $T:ident => $body:expr; $($name:ident $type:ty),*) => {
        match $dtype {
            $($crate::DType::$name => {
                type $T = $type;
                $body
            })*
        }
    };
}

/// A number, exact up to 64 bits. An operation converts it to the dtype: to floats by one rounding to nearest even; to
/// integers by truncation, clamped (NaN becomes 0).
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Scalar {
    /// An integer.
    I64(i64),
    /// A float.
    F64(f64),
}

impl From<i64> for Scalar {
    fn from(value: i64) -> Scalar {
        Scalar::I64(value)
    }
}

impl From<f64> for Scalar {
    fn from(value: f64) -> Scalar {
        Scalar::F64(value)
    }
}

impl Scalar {
    pub(crate) fn raw(self) -> sys::krt_scalar {
        match self {
            Scalar::I64(i64) => sys::krt_scalar { dtype: sys::KRT_I64, as_: sys::krt_scalar_as { i64 } },
            Scalar::F64(f64) => sys::krt_scalar { dtype: sys::KRT_F64, as_: sys::krt_scalar_as { f64 } },
        }
    }
}
