//! Numbers of 16 bits on the host. Kernels compute with them; the host converts.
use crate::sys::{krt_bf16, krt_f16};
use std::cmp::Ordering;
use std::fmt;

impl krt_f16 {
    /// The nearest number; of two that are as near, the even one. 65520 and beyond become infinity. A NaN stays one.
    pub fn from_f32(value: f32) -> krt_f16 {
        let whole = value.to_bits();
        let (sign, size) = ((whole >> 16) as u16 & 0x8000, whole & 0x7fff_ffff);
        let bits = match size {
            0x7f80_0001..=u32::MAX => 0x7e00 | (size >> 13) & 0x3ff,
            0x477f_f000..=0x7f80_0000 => 0x7c00,
            0x3880_0000..=0x477f_efff => (size - (112 << 23) + 0xfff + (size >> 13 & 1)) >> 13,
            // Below 2^-14 numbers are 2^-24 apart, as f32's are between 0.5 and 1.
            _ => (f32::from_bits(size) + 0.5).to_bits() - 0.5f32.to_bits(),
        };
        krt_f16 { bits: sign | bits as u16 }
    }

    /// The same number.
    pub fn to_f32(self) -> f32 {
        let (sign, size) = (u32::from(self.bits & 0x8000) << 16, u32::from(self.bits & 0x7fff));
        let value = match size {
            0x7c00..=u32::MAX => 0x7f80_0000 | (size & 0x3ff) << 13,
            _ => (f32::from_bits(size << 13) * f32::from_bits((127 + 112) << 23)).to_bits(), // 2^112
        };
        f32::from_bits(sign | value)
    }
}

impl krt_bf16 {
    /// The nearest number; of two that are as near, the even one. A NaN stays one.
    pub fn from_f32(value: f32) -> krt_bf16 {
        let whole = value.to_bits();
        let bits = if value.is_nan() { whole >> 16 | 0x40 } else { (whole + 0x7fff + (whole >> 16 & 1)) >> 16 };
        krt_bf16 { bits: bits as u16 }
    }

    /// The same number.
    pub fn to_f32(self) -> f32 {
        f32::from_bits(u32::from(self.bits) << 16)
    }
}

/// What numbers have, by their values: a NaN is not equal to itself, and -0 is equal to 0.
macro_rules! numbers {
    ($($type:ident)*) => { $(
        impl fmt::Debug for $type {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.to_f32().fmt(f)
            }
        }
        impl PartialEq for $type {
            fn eq(&self, other: &$type) -> bool {
                self.to_f32() == other.to_f32()
            }
        }
        impl PartialOrd for $type {
            fn partial_cmp(&self, other: &$type) -> Option<Ordering> {
                self.to_f32().partial_cmp(&other.to_f32())
            }
        }
        impl Default for $type {
            fn default() -> $type {
                $type { bits: 0 }
            }
        }
    )* };
}
numbers! { krt_f16 krt_bf16 }
