//! The framework's traits, by the operations of krt-tensor.
use crate::framework::{self, BackendDevice, BackendStorage, ConvParams, HostStorage, Layout, Result, WithDType};
use krt_tensor::{Binary, Comparison, Convolution, DType, Pool, Reduction, Unary, View};

#[derive(Clone, Debug)]
pub struct Device(pub krt_tensor::Device);

pub struct Storage(krt_tensor::Storage, Device);

macro_rules! convert {
    ($function:ident($from:path) -> $to:path: $($name:ident $other:ident)*) => {
        fn $function(value: $from) -> $to {
            use $from as From;
            use $to as To;
            match value { $(From::$name => To::$other,)* }
        }
    };
}
convert! { comparison(framework::CmpOp) -> Comparison:
Eq Equal  Ne NotEqual  Le LessEqual  Ge GreaterEqual  Lt Less  Gt Greater }
convert! { reduction(framework::ReduceOp) -> Reduction: Sum Sum  Min Min  Max Max  ArgMin ArgMin  ArgMax ArgMax }

macro_rules! dtypes {
    ($($name:ident)*) => {
        convert! { to_krt(framework::DType) -> DType: $($name $name)* }
        convert! { to_framework(DType) -> framework::DType: $($name $name)* }
        fn upload(device: &krt_tensor::Device, values: &HostStorage) -> krt_tensor::Result<krt_tensor::Storage> {
            match values { $(HostStorage::$name(values) => device.upload(values),)* }
        }
        fn download(storage: &krt_tensor::Storage) -> krt_tensor::Result<HostStorage> {
            Ok(match storage.dtype() { $(DType::$name => HostStorage::$name(storage.to_vec()?),)* })
        }
    };
}
dtypes! { U8 U32 I16 I32 I64 BF16 F16 F32 F64 F8E4M3 }

fn at(layout: &Layout) -> krt_tensor::Layout {
    krt_tensor::Layout::new(&layout.shape, &layout.stride, layout.start_offset)
}

fn dense(shape: &[usize], start: usize) -> krt_tensor::Layout {
    krt_tensor::Layout::contiguous(shape).offset(start)
}

impl Storage {
    fn view(&self, layout: &Layout) -> krt_tensor::Result<View<'_>> {
        self.0.view(&at(layout))
    }

    fn wrap(&self, storage: krt_tensor::Result<krt_tensor::Storage>) -> Result<Storage> {
        Ok(Storage(storage?, self.1.clone()))
    }
}

fn convolution(p: &ConvParams) -> Convolution {
    Convolution::new(p.stride, p.padding, p.dilation)
}

/// Methods that make a storage of the elements of this one at a layout.
macro_rules! operations {
    ($($name:ident($l:ident $(, $argument:ident: $type:ty)*) = |$x:ident| $result:expr;)*) => {
        $(fn $name(&self, $l: &Layout $(, $argument: $type)*) -> Result<Self> {
            let $x = self.view($l)?;
            self.wrap($result)
        })*
    };
}

impl BackendStorage for Storage {
    type Device = Device;

    fn try_clone(&self, _: &Layout) -> Result<Self> {
        self.wrap(self.0.try_clone())
    }
    fn dtype(&self) -> framework::DType {
        to_framework(self.0.dtype())
    }
    fn device(&self) -> &Device {
        &self.1
    }
    fn to_host_storage(&self) -> Result<HostStorage> {
        Ok(download(&self.0)?)
    }
    operations! {
        affine(l, mul: f64, add: f64) = |x| x.affine(mul, add);
        powf(l, exponent: f64) = |x| x.powf(exponent);
        elu(l, alpha: f64) = |x| x.elu(alpha);
        to_dtype(l, dtype: framework::DType) = |x| x.cast(to_krt(dtype));
        where_cond(l, yes: &Self, yes_l: &Layout, no: &Self, no_l: &Layout) =
            |x| x.choose(&yes.view(yes_l)?, &no.view(no_l)?);
        conv1d(l, kernel: &Self, kl: &Layout, p: &ConvParams) =
            |x| x.convolve(&kernel.view(kl)?, &convolution(p));
        conv_transpose1d(l, kernel: &Self, kl: &Layout, p: &ConvParams) =
            |x| x.convolve(&kernel.view(kl)?, &convolution(p).transposed(p.output_padding));
        conv2d(l, kernel: &Self, kl: &Layout, p: &ConvParams) =
            |x| x.convolve(&kernel.view(kl)?, &convolution(p));
        conv_transpose2d(l, kernel: &Self, kl: &Layout, p: &ConvParams) =
            |x| x.convolve(&kernel.view(kl)?, &convolution(p).transposed(p.output_padding));
        avg_pool2d(l, window: (usize, usize), stride: (usize, usize)) =
            |x| x.pool(Pool::Average, &[window.0, window.1], &[stride.0, stride.1]);
        max_pool2d(l, window: (usize, usize), stride: (usize, usize)) =
            |x| x.pool(Pool::Max, &[window.0, window.1], &[stride.0, stride.1]);
        upsample_nearest1d(l, length: usize) = |x| x.upsample_nearest(&[length]);
        upsample_nearest2d(l, height: usize, width: usize) = |x| x.upsample_nearest(&[height, width]);
        upsample_bilinear2d(l, height: usize, width: usize, align: bool, sh: Option<f64>, sw: Option<f64>) =
            |x| x.upsample_bilinear([height, width], align, [sh, sw]);
        gather(l, ids: &Self, ids_l: &Layout, dim: usize) = |x| x.gather(dim, &ids.view(ids_l)?);
        index_add(l, ids: &Self, ids_l: &Layout, source: &Self, source_l: &Layout, dim: usize) =
            |x| x.index_added(dim, &ids.view(ids_l)?, &source.view(source_l)?);
    }
    fn reduce_op(&self, op: framework::ReduceOp, l: &Layout, dims: &[usize]) -> Result<Self> {
        self.wrap(self.view(l)?.reduce(reduction(op), dims))
    }
    fn cmp(&self, op: framework::CmpOp, other: &Self, l: &Layout, other_l: &Layout) -> Result<Self> {
        self.wrap(self.view(l)?.compare(comparison(op), &other.view(other_l)?))
    }
    fn unary<B: framework::UnaryOp>(&self, l: &Layout) -> Result<Self> {
        self.wrap(self.view(l)?.unary(Unary::named(B::NAME).ok_or(B::NAME)?))
    }
    fn binary<B: framework::BinaryOp>(&self, other: &Self, l: &Layout, other_l: &Layout) -> Result<Self> {
        self.wrap(self.view(l)?.binary(Binary::named(B::NAME).ok_or(B::NAME)?, &other.view(other_l)?))
    }
    fn scatter_set(&mut self, l: &Layout, ids: &Self, il: &Layout, s: &Self, sl: &Layout, d: usize) -> Result<()> {
        Ok(self.0.view_mut(&at(l))?.scatter(d, &ids.view(il)?, &s.view(sl)?)?)
    }
    fn scatter_add_set(&mut self, l: &Layout, ids: &Self, il: &Layout, s: &Self, sl: &Layout, d: usize) -> Result<()> {
        Ok(self.0.view_mut(&at(l))?.scatter_add(d, &ids.view(il)?, &s.view(sl)?)?)
    }
    fn index_select(&self, ids: &Self, l: &Layout, ids_l: &Layout, dim: usize) -> Result<Self> {
        self.wrap(self.view(l)?.index_select(dim, &ids.view(ids_l)?))
    }
    fn matmul(&self, other: &Self, _: (usize, usize, usize, usize), l: &Layout, other_l: &Layout) -> Result<Self> {
        self.wrap(self.view(l)?.matmul(&other.view(other_l)?))
    }
    fn copy_strided_src(&self, to: &mut Self, offset: usize, l: &Layout) -> Result<()> {
        Ok(to.0.view_mut(&dense(&l.shape, offset))?.copy_from(&self.view(l)?)?)
    }
    fn copy2d(&self, to: &mut Self, d: (usize, usize), strides: (usize, usize), starts: (usize, usize)) -> Result<()> {
        let at = |stride, start| krt_tensor::Layout::new(&[d.0, d.1], &[stride, 1], start);
        Ok(to.0.view_mut(&at(strides.1, starts.1))?.copy_from(&self.0.view(&at(strides.0, starts.0))?)?)
    }
    fn const_set(&mut self, value: framework::Scalar, l: &Layout) -> Result<()> {
        let value = match value {
            framework::Scalar::I64(value) => krt_tensor::Scalar::from(value),
            framework::Scalar::F64(value) => krt_tensor::Scalar::from(value),
        };
        Ok(self.0.view_mut(&at(l))?.fill(value)?)
    }
}

impl Device {
    fn wrap(&self, storage: krt_tensor::Result<krt_tensor::Storage>) -> Result<Storage> {
        Ok(Storage(storage?, self.clone()))
    }
}

/// Methods that make a storage of a shape.
macro_rules! filled {
    ($($name:ident($($argument:ident: $type:ty),*) = |$device:ident, $dtype:ident, $count:ident| $result:expr;)*) => {
        $(fn $name(&self, shape: &[usize], dtype: framework::DType $(, $argument: $type)*) -> Result<Storage> {
            let ($device, $dtype, $count) = (&self.0, to_krt(dtype), dense(shape, 0).count()?);
            self.wrap($result)
        })*
    };
}

impl BackendDevice for Device {
    type Storage = Storage;

    filled! {
        zeros() = |device, dtype, count| device.zeros(dtype, count);
        alloc_uninit() = |device, dtype, count| device.alloc(dtype, count);
        rand_uniform(low: f64, high: f64) = |device, dtype, count| device.random_uniform(dtype, count, low, high);
        rand_normal(mean: f64, deviation: f64) = |device, dtype, count| device.random_normal(dtype, count, mean, deviation);
    }
    fn open(name: &str) -> Result<Self> {
        Ok(Device(krt_tensor::Device::new(krt::Device::open(name)?.stream(), krt_tensor::kernels())?))
    }
    fn same_device(&self, other: &Self) -> bool {
        self.0.is_same(&other.0)
    }
    fn storage_from_slice<T: WithDType>(&self, values: &[T]) -> Result<Storage> {
        self.storage_from_host(&T::to_host(values))
    }
    fn storage_from_host(&self, values: &HostStorage) -> Result<Storage> {
        self.wrap(upload(&self.0, values))
    }
    fn set_seed(&self, seed: u64) -> Result<()> {
        self.0.set_seed(seed);
        Ok(())
    }
    fn current_seed(&self) -> Result<u64> {
        Ok(self.0.seed())
    }
    fn synchronize(&self) -> Result<()> {
        Ok(self.0.synchronize()?)
    }
}
