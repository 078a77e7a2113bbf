//! Element by element, reductions, rows, matrices.
use crate::error::describe;
use crate::view::small;
use crate::{DType, Error, Result, Storage, View};
use krt::sys;

/// An enum of krt/ops.h, with a name for each.
macro_rules! choices {
    ($(#[$doc:meta])* $type:ident: $($name:ident = $number:ident $text:literal)*) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[repr(u32)]
        pub enum $type {
            $(#[doc = $text] $name = sys::$number,)*
        }

        impl $type {
            /// All of them.
            pub const ALL: &'static [$type] = &[$($type::$name,)*];

            /// Its name.
            pub const fn name(self) -> &'static str {
                match self { $($type::$name => $text,)* }
            }

            /// The one with this name, or `None`.
            pub fn named(name: &str) -> Option<$type> {
                $type::ALL.iter().copied().find(|choice| choice.name() == name)
            }
        }
    };
}

choices! {
    /// What [`View::unary`] computes. Integers have copy, neg, abs, ceil, floor, round, sqr, relu and sign; they wrap.
    /// The result of a NaN is a NaN, but for sign, which gives 0, and relu, which gives 0 in f8e4m3, f32 and f64, and a
    /// NaN in f16 and bf16. gelu, gelu_erf and silu of -infinity are 0 or NaN. See docs/kernels.md.
    Unary:
    Copy = KRT_UNARY_COPY "copy"
    Neg = KRT_UNARY_NEG "neg"
    Abs = KRT_UNARY_ABS "abs"
    Recip = KRT_UNARY_RECIP "recip"
    Exp = KRT_UNARY_EXP "exp"
    Log = KRT_UNARY_LOG "log"
    Sin = KRT_UNARY_SIN "sin"
    Cos = KRT_UNARY_COS "cos"
    Tanh = KRT_UNARY_TANH "tanh"
    Erf = KRT_UNARY_ERF "erf"
    Normcdf = KRT_UNARY_NORMCDF "normcdf"
    Ceil = KRT_UNARY_CEIL "ceil"
    Floor = KRT_UNARY_FLOOR "floor"
    Round = KRT_UNARY_ROUND "round"
    Sqr = KRT_UNARY_SQR "sqr"
    Sqrt = KRT_UNARY_SQRT "sqrt"
    Relu = KRT_UNARY_RELU "relu"
    Gelu = KRT_UNARY_GELU "gelu"
    GeluErf = KRT_UNARY_GELU_ERF "gelu_erf"
    Silu = KRT_UNARY_SILU "silu"
    Sigmoid = KRT_UNARY_SIGMOID "sigmoid"
    Sign = KRT_UNARY_SIGN "sign"
}
choices! {
    /// What [`View::binary`] computes. A quotient of integers rounds toward zero, and x / 0 has every bit set. maximum
    /// and minimum of a number and a NaN are the number in f8e4m3, f32 and f64, and a NaN in f16 and bf16.
    Binary:
    Add = KRT_BINARY_ADD "add"
    Sub = KRT_BINARY_SUB "sub"
    Mul = KRT_BINARY_MUL "mul"
    Div = KRT_BINARY_DIV "div"
    Maximum = KRT_BINARY_MAXIMUM "maximum"
    Minimum = KRT_BINARY_MINIMUM "minimum"
}
choices! {
    /// What [`View::compare`] compares. With a NaN only ne is true.
    Comparison:
    Equal = KRT_EQUAL "eq"
    NotEqual = KRT_NOT_EQUAL "ne"
    Less = KRT_LESS "lt"
    LessEqual = KRT_LESS_EQUAL "le"
    Greater = KRT_GREATER "gt"
    GreaterEqual = KRT_GREATER_EQUAL "ge"
}
choices! {
    /// What [`View::reduce`] computes. The sum of no elements is 0; the others of no elements fail. min and max treat a
    /// NaN as [`Binary`] does, and of nothing but ignored NaNs they give an infinity. argmin and argmax give the index of
    /// the first extreme.
    Reduction:
    Sum = KRT_REDUCE_SUM "sum"
    Min = KRT_REDUCE_MIN "min"
    Max = KRT_REDUCE_MAX "max"
    ArgMin = KRT_REDUCE_ARGMIN "argmin"
    ArgMax = KRT_REDUCE_ARGMAX "argmax"
}

impl View<'_> {
    // ---- Element by element: operands of one dtype and shape, unless it says otherwise --------------------------

    /// A function of each element.
    pub fn unary(&self, operation: Unary) -> Result<Storage> {
        self.launch_alike(operation.name(), &[], |ops, stream, out| unsafe {
            sys::krt_unary(ops, stream, operation as u32, &self.tensor, out)
        })
    }

    /// x if x > 0, else alpha (exp(x) - 1). Floats only.
    pub fn elu(&self, alpha: f64) -> Result<Storage> {
        self.launch_alike("elu", &[], |ops, stream, out| unsafe { sys::krt_elu(ops, stream, &self.tensor, alpha, out) })
    }

    /// x to the power of `exponent`. Floats only.
    pub fn powf(&self, exponent: f64) -> Result<Storage> {
        self.launch_alike("powf", &[], |ops, stream, out| unsafe {
            sys::krt_powf(ops, stream, &self.tensor, exponent, out)
        })
    }

    /// x mul + add. The factors are first converted to the dtype.
    pub fn affine(&self, mul: f64, add: f64) -> Result<Storage> {
        self.launch_alike("affine", &[], |ops, stream, out| unsafe {
            sys::krt_affine(ops, stream, &self.tensor, mul, add, out)
        })
    }

    /// The elements, converted to `dtype`.
    pub fn cast(&self, dtype: DType) -> Result<Storage> {
        self.launch("cast", &[], dtype, self.dims(), |ops, stream, out| unsafe {
            sys::krt_cast(ops, stream, &self.tensor, out)
        })
    }

    /// A function of pairs of elements.
    pub fn binary(&self, operation: Binary, other: &View<'_>) -> Result<Storage> {
        self.launch_alike(operation.name(), &[other], |ops, stream, out| unsafe {
            sys::krt_binary(ops, stream, operation as u32, &self.tensor, &other.tensor, out)
        })
    }

    /// 1 where the comparison is true, else 0, as u8.
    pub fn compare(&self, comparison: Comparison, other: &View<'_>) -> Result<Storage> {
        self.launch(comparison.name(), &[other], DType::U8, self.dims(), |ops, stream, out| unsafe {
            sys::krt_compare(ops, stream, comparison as u32, &self.tensor, &other.tensor, out)
        })
    }

    /// The element of `yes` where this one, of an integer dtype, is not 0, else that of `no`.
    pub fn choose(&self, yes: &View<'_>, no: &View<'_>) -> Result<Storage> {
        self.launch("choose", &[yes, no], yes.dtype(), self.dims(), |ops, stream, out| unsafe {
            sys::krt_where(ops, stream, &self.tensor, &yes.tensor, &no.tensor, out)
        })
    }

    // ---- Reductions and rows ------------------------------------------------------------------------------------

    /// Reduces the dimensions `over`, for indices exactly one. The result has 1 in their places, and for indices the
    /// dtype u32.
    pub fn reduce(&self, reduction: Reduction, over: &[usize]) -> Result<Storage> {
        let (mut dims, mut mask) = (self.dims().to_vec(), 0);
        for &dim in over {
            *self.dim(reduction.name(), &mut dims, dim)? = 1;
            mask |= 1 << dim;
        }
        let is_index = matches!(reduction, Reduction::ArgMin | Reduction::ArgMax);
        let dtype = if is_index { DType::U32 } else { self.dtype() };
        self.launch(reduction.name(), &[], dtype, &dims, |ops, stream, out| unsafe {
            sys::krt_reduce(ops, stream, reduction as u32, &self.tensor, mask, out)
        })
    }

    /// exp(x - max) / sum(exp(x - max)) along the last dimension. f16, bf16, f32 and f64.
    pub fn softmax(&self) -> Result<Storage> {
        let (input, _copy) = self.to_dense()?;
        self.launch_alike("softmax", &[], |ops, stream, out| unsafe { sys::krt_softmax(ops, stream, &input, out) })
    }

    // ---- Matrices -----------------------------------------------------------------------------------------------

    /// The product of [.., m, k] and [.., k, n], which is [.., m, n]. f16, bf16, f32 and f64; any strides.
    pub fn matmul(&self, other: &View<'_>) -> Result<Storage> {
        let mut dims = self.dims().to_vec();
        if let (Some(columns), Some(&n)) = (dims.last_mut(), other.dims().last()) {
            *columns = n;
        }
        self.launch("matmul", &[other], self.dtype(), &dims, |ops, stream, out| unsafe {
            sys::krt_matmul(ops, stream, &self.tensor, &other.tensor, out)
        })
    }

    /// Number `dim` of `dims`, which are this view's.
    pub(crate) fn dim<'d>(&self, operation: &'static str, dims: &'d mut [u64], dim: usize) -> Result<&'d mut u64> {
        dims.get_mut(dim).ok_or_else(|| {
            Error::invalid(operation, describe(&[self]), format!("there is no dimension {}", small(dim)))
        })
    }
}
