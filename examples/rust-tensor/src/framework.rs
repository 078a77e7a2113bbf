//! A tensor framework, as far as a backend sees it: dtypes, layouts, values on the host, and the traits of a device and
//! its storage. Nothing here knows a GPU.
use std::fmt::Debug;

pub type Result<T> = std::result::Result<T, Box<dyn std::error::Error + Send + Sync>>;

/// Numbers that Rust lacks. A framework has those of the crates `half` and `float8`; krt-tensor has features for them.
pub use krt::{BF16, F16, F8E4M3};

/// A type of the host that has a dtype.
pub trait WithDType: Copy {
    const DTYPE: DType;
    fn to_host(values: &[Self]) -> HostStorage;
    fn from_host(storage: &HostStorage) -> Option<&[Self]>;
}

macro_rules! dtypes {
    ($($name:ident $type:ty,)*) => {
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum DType { $($name,)* }

        /// Values on the host.
        pub enum HostStorage { $($name(Vec<$type>),)* }

        $(impl WithDType for $type {
            const DTYPE: DType = DType::$name;
            fn to_host(values: &[Self]) -> HostStorage {
                HostStorage::$name(values.to_vec())
            }
            fn from_host(storage: &HostStorage) -> Option<&[Self]> {
                match storage {
                    HostStorage::$name(values) => Some(values),
                    _ => None,
                }
            }
        })*
    };
}
dtypes! { U8 u8, U32 u32, I16 i16, I32 i32, I64 i64, BF16 BF16, F16 F16, F32 f32, F64 f64, F8E4M3 F8E4M3, }

/// Where the elements of a tensor are in a storage, in elements.
#[derive(Clone, Debug)]
pub struct Layout {
    pub shape: Vec<usize>,
    pub stride: Vec<usize>,
    pub start_offset: usize,
}

impl Layout {
    pub fn contiguous(shape: &[usize]) -> Layout {
        let stride = (0..shape.len()).map(|i| shape[i + 1..].iter().product()).collect();
        Layout { shape: shape.to_vec(), stride, start_offset: 0 }
    }

    pub fn transpose(mut self, first: usize, second: usize) -> Layout {
        self.shape.swap(first, second);
        self.stride.swap(first, second);
        self
    }

    /// Repeats a tensor `count` times along a new dimension in front.
    pub fn repeat(mut self, count: usize) -> Layout {
        self.shape.insert(0, count);
        self.stride.insert(0, 0);
        self
    }
}

/// The functions of one or two operands are types, which a backend knows by name.
pub trait UnaryOp {
    const NAME: &'static str;
}
pub trait BinaryOp {
    const NAME: &'static str;
}
macro_rules! functions {
    ($trait:ident: $($type:ident $name:literal,)*) => {
        $(pub struct $type;
        impl $trait for $type {
            const NAME: &'static str = $name;
        })*
    };
}
functions! { UnaryOp: Exp "exp", Log "log", Sin "sin", Cos "cos", Tanh "tanh", Neg "neg", Recip "recip", Sqr "sqr",
Sqrt "sqrt", Gelu "gelu", GeluErf "gelu_erf", Erf "erf", Silu "silu", Abs "abs", Ceil "ceil", Floor "floor",
Round "round", Sign "sign", Relu "relu", }
functions! { BinaryOp: Add "add", Sub "sub", Mul "mul", Div "div", Maximum "maximum", Minimum "minimum", }

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum CmpOp {
    Eq,
    Ne,
    Le,
    Ge,
    Lt,
    Gt,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ReduceOp {
    Sum,
    Min,
    Max,
    ArgMin,
    ArgMax,
}

#[derive(Clone, Copy, Debug)]
pub enum Scalar {
    I64(i64),
    F64(f64),
}

/// Along all spatial dimensions. `output_padding` is for transposed convolutions.
#[derive(Clone, Debug)]
pub struct ConvParams {
    pub padding: usize,
    pub output_padding: usize,
    pub stride: usize,
    pub dilation: usize,
}

/// Memory of a device for elements of one dtype. A layout belongs to the operand before it.
pub trait BackendStorage: Sized {
    type Device: BackendDevice;

    fn try_clone(&self, layout: &Layout) -> Result<Self>;
    fn dtype(&self) -> DType;
    fn device(&self) -> &Self::Device;
    fn to_host_storage(&self) -> Result<HostStorage>;
    fn affine(&self, layout: &Layout, mul: f64, add: f64) -> Result<Self>;
    fn powf(&self, layout: &Layout, exponent: f64) -> Result<Self>;
    fn elu(&self, layout: &Layout, alpha: f64) -> Result<Self>;
    fn reduce_op(&self, op: ReduceOp, layout: &Layout, dims: &[usize]) -> Result<Self>;
    fn cmp(&self, op: CmpOp, other: &Self, layout: &Layout, other_layout: &Layout) -> Result<Self>;
    fn to_dtype(&self, layout: &Layout, dtype: DType) -> Result<Self>;
    fn unary<B: UnaryOp>(&self, layout: &Layout) -> Result<Self>;
    fn binary<B: BinaryOp>(&self, other: &Self, layout: &Layout, other_layout: &Layout) -> Result<Self>;
    fn where_cond(&self, layout: &Layout, yes: &Self, yes_l: &Layout, no: &Self, no_l: &Layout) -> Result<Self>;
    fn conv1d(&self, layout: &Layout, kernel: &Self, kernel_l: &Layout, params: &ConvParams) -> Result<Self>;
    fn conv_transpose1d(&self, layout: &Layout, kernel: &Self, kernel_l: &Layout, params: &ConvParams) -> Result<Self>;
    fn conv2d(&self, layout: &Layout, kernel: &Self, kernel_l: &Layout, params: &ConvParams) -> Result<Self>;
    fn conv_transpose2d(&self, layout: &Layout, kernel: &Self, kernel_l: &Layout, params: &ConvParams) -> Result<Self>;
    fn avg_pool2d(&self, layout: &Layout, window: (usize, usize), stride: (usize, usize)) -> Result<Self>;
    fn max_pool2d(&self, layout: &Layout, window: (usize, usize), stride: (usize, usize)) -> Result<Self>;
    fn upsample_nearest1d(&self, layout: &Layout, length: usize) -> Result<Self>;
    fn upsample_nearest2d(&self, layout: &Layout, height: usize, width: usize) -> Result<Self>;
    fn upsample_bilinear2d(
        &self,
        layout: &Layout,
        height: usize,
        width: usize,
        align_corners: bool,
        scale_h: Option<f64>,
        scale_w: Option<f64>,
    ) -> Result<Self>;
    fn gather(&self, layout: &Layout, ids: &Self, ids_l: &Layout, dim: usize) -> Result<Self>;
    fn scatter_set(
        &mut self,
        layout: &Layout,
        ids: &Self,
        ids_l: &Layout,
        source: &Self,
        source_l: &Layout,
        dim: usize,
    ) -> Result<()>;
    fn scatter_add_set(
        &mut self,
        layout: &Layout,
        ids: &Self,
        ids_l: &Layout,
        source: &Self,
        source_l: &Layout,
        dim: usize,
    ) -> Result<()>;
    fn index_select(&self, ids: &Self, layout: &Layout, ids_l: &Layout, dim: usize) -> Result<Self>;
    fn index_add(
        &self,
        layout: &Layout,
        ids: &Self,
        ids_l: &Layout,
        source: &Self,
        source_l: &Layout,
        dim: usize,
    ) -> Result<Self>;
    /// `bmnk`: batch, rows, columns, and the length of the sums.
    fn matmul(
        &self,
        other: &Self,
        bmnk: (usize, usize, usize, usize),
        layout: &Layout,
        other_l: &Layout,
    ) -> Result<Self>;
    /// Copies the elements of `layout` to dense ones of `to`, from `offset` on.
    fn copy_strided_src(&self, to: &mut Self, offset: usize, layout: &Layout) -> Result<()>;
    /// Copies `dims`, rows and columns. Strides and starts are (here, there).
    fn copy2d(
        &self,
        to: &mut Self,
        dims: (usize, usize),
        strides: (usize, usize),
        starts: (usize, usize),
    ) -> Result<()>;
    fn const_set(&mut self, value: Scalar, layout: &Layout) -> Result<()>;
}

pub trait BackendDevice: Sized + Debug + Clone {
    type Storage: BackendStorage;

    fn open(name: &str) -> Result<Self>;
    fn same_device(&self, other: &Self) -> bool;
    fn zeros(&self, shape: &[usize], dtype: DType) -> Result<Self::Storage>;
    fn alloc_uninit(&self, shape: &[usize], dtype: DType) -> Result<Self::Storage>;
    fn storage_from_slice<T: WithDType>(&self, values: &[T]) -> Result<Self::Storage>;
    fn storage_from_host(&self, values: &HostStorage) -> Result<Self::Storage>;
    fn rand_uniform(&self, shape: &[usize], dtype: DType, low: f64, high: f64) -> Result<Self::Storage>;
    fn rand_normal(&self, shape: &[usize], dtype: DType, mean: f64, deviation: f64) -> Result<Self::Storage>;
    fn set_seed(&self, seed: u64) -> Result<()>;
    fn current_seed(&self) -> Result<u64>;
    fn synchronize(&self) -> Result<()>;
}
