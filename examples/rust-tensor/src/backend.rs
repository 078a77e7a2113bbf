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
        self.1.wrap(storage)
    }
}

impl Device {
    fn wrap(&self, storage: krt_tensor::Result<krt_tensor::Storage>) -> Result<Storage> {
        Ok(Storage(storage?, self.clone()))
    }
}

fn convolution(p: &ConvParams) -> Convolution {
    Convolution::new(p.stride, p.padding, p.dilation)
}

/// Methods of a storage or a device, `x`, that make a storage.
macro_rules! makes {
    ($x:ident: $($name:ident $(<$b:ident: $bound:path>)? ($($argument:ident: $type:ty),*) = $result:expr;)*) => {
        $(fn $name $(<$b: $bound>)? (&self $(, $argument: $type)*) -> Result<Storage> {
            let $x = self;
            $x.wrap($result)
        })*
    };
}

impl BackendStorage for Storage {
    type Device = Device;

    makes! { x:
        try_clone(_layout: &Layout) = x.0.try_clone();
        affine(l: &Layout, mul: f64, add: f64) = x.view(l)?.affine(mul, add);
        powf(l: &Layout, exponent: f64) = x.view(l)?.powf(exponent);
        elu(l: &Layout, alpha: f64) = x.view(l)?.elu(alpha);
        to_dtype(l: &Layout, dtype: framework::DType) = x.view(l)?.cast(to_krt(dtype));
        unary<B: framework::UnaryOp>(l: &Layout) = x.view(l)?.unary(Unary::named(B::NAME).ok_or(B::NAME)?);
        binary<B: framework::BinaryOp>(y: &Self, l: &Layout, y_l: &Layout) =
            x.view(l)?.binary(Binary::named(B::NAME).ok_or(B::NAME)?, &y.view(y_l)?);
        cmp(op: framework::CmpOp, y: &Self, l: &Layout, y_l: &Layout) =
            x.view(l)?.compare(comparison(op), &y.view(y_l)?);
        where_cond(l: &Layout, yes: &Self, yes_l: &Layout, no: &Self, no_l: &Layout) =
            x.view(l)?.choose(&yes.view(yes_l)?, &no.view(no_l)?);
        reduce_op(op: framework::ReduceOp, l: &Layout, dims: &[usize]) = x.view(l)?.reduce(reduction(op), dims);
        matmul(y: &Self, _bmnk: (usize, usize, usize, usize), l: &Layout, y_l: &Layout) =
            x.view(l)?.matmul(&y.view(y_l)?);
        conv1d(l: &Layout, kernel: &Self, kernel_l: &Layout, p: &ConvParams) =
            x.view(l)?.convolve(&kernel.view(kernel_l)?, &convolution(p));
        conv_transpose1d(l: &Layout, kernel: &Self, kernel_l: &Layout, p: &ConvParams) =
            x.view(l)?.convolve(&kernel.view(kernel_l)?, &convolution(p).transposed(p.output_padding));
        conv2d(l: &Layout, kernel: &Self, kernel_l: &Layout, p: &ConvParams) =
            x.view(l)?.convolve(&kernel.view(kernel_l)?, &convolution(p));
        conv_transpose2d(l: &Layout, kernel: &Self, kernel_l: &Layout, p: &ConvParams) =
            x.view(l)?.convolve(&kernel.view(kernel_l)?, &convolution(p).transposed(p.output_padding));
        avg_pool2d(l: &Layout, window: (usize, usize), stride: (usize, usize)) =
            x.view(l)?.pool(Pool::Average, &[window.0, window.1], &[stride.0, stride.1]);
        max_pool2d(l: &Layout, window: (usize, usize), stride: (usize, usize)) =
            x.view(l)?.pool(Pool::Max, &[window.0, window.1], &[stride.0, stride.1]);
        upsample_nearest1d(l: &Layout, length: usize) = x.view(l)?.upsample_nearest(&[length]);
        upsample_nearest2d(l: &Layout, height: usize, width: usize) = x.view(l)?.upsample_nearest(&[height, width]);
        upsample_bilinear2d(l: &Layout, h: usize, w: usize, align: bool, sh: Option<f64>, sw: Option<f64>) =
            x.view(l)?.upsample_bilinear([h, w], align, [sh, sw]);
        gather(l: &Layout, ids: &Self, ids_l: &Layout, dim: usize) = x.view(l)?.gather(dim, &ids.view(ids_l)?);
        index_select(ids: &Self, l: &Layout, ids_l: &Layout, dim: usize) =
            x.view(l)?.index_select(dim, &ids.view(ids_l)?);
        index_add(l: &Layout, ids: &Self, ids_l: &Layout, source: &Self, source_l: &Layout, dim: usize) =
            x.view(l)?.index_added(dim, &ids.view(ids_l)?, &source.view(source_l)?);
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
    fn scatter_set(&mut self, l: &Layout, ids: &Self, il: &Layout, s: &Self, sl: &Layout, d: usize) -> Result<()> {
        Ok(self.0.view_mut(&at(l))?.scatter(d, &ids.view(il)?, &s.view(sl)?)?)
    }
    fn scatter_add_set(&mut self, l: &Layout, ids: &Self, il: &Layout, s: &Self, sl: &Layout, d: usize) -> Result<()> {
        Ok(self.0.view_mut(&at(l))?.scatter_add(d, &ids.view(il)?, &s.view(sl)?)?)
    }
    fn copy_strided_src(&self, to: &mut Self, offset: usize, l: &Layout) -> Result<()> {
        Ok(to.0.view_mut(&dense(&l.shape, offset))?.copy_from(&self.view(l)?)?)
    }
    fn copy2d(&self, to: &mut Self, d: (usize, usize), strides: (usize, usize), starts: (usize, usize)) -> Result<()> {
        let at = |stride, start| krt_tensor::Layout::new(&[d.0, d.1], &[stride, 1], start);
        Ok(to.0.view_mut(&at(strides.1, starts.1))?.copy_from(&self.0.view(&at(strides.0, starts.0))?)?)
    }
    fn const_set(&mut self, value: framework::Scalar, l: &Layout) -> Result<()> {
        let mut view = self.0.view_mut(&at(l))?;
        Ok(match value {
            framework::Scalar::I64(value) => view.fill(value),
            framework::Scalar::F64(value) => view.fill(value),
        }?)
    }
}

impl BackendDevice for Device {
    type Storage = Storage;

    makes! { x:
        zeros(shape: &[usize], dtype: framework::DType) = x.0.zeros(to_krt(dtype), dense(shape, 0).count()?);
        alloc_uninit(shape: &[usize], dtype: framework::DType) = x.0.alloc(to_krt(dtype), dense(shape, 0).count()?);
        rand_uniform(shape: &[usize], dtype: framework::DType, low: f64, high: f64) =
            x.0.random_uniform(to_krt(dtype), dense(shape, 0).count()?, low, high);
        rand_normal(shape: &[usize], dtype: framework::DType, mean: f64, deviation: f64) =
            x.0.random_normal(to_krt(dtype), dense(shape, 0).count()?, mean, deviation);
        storage_from_host(values: &HostStorage) = upload(&x.0, values);
    }
    fn storage_from_slice<T: WithDType>(&self, values: &[T]) -> Result<Storage> {
        self.storage_from_host(&T::to_host(values))
    }
    fn open(name: &str) -> Result<Self> {
        Ok(Device(krt_tensor::Device::new(krt::Device::open(name)?.stream(), krt_tensor::kernels())?))
    }
    fn same_device(&self, other: &Self) -> bool {
        self.0.is_same(&other.0)
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
