//! Code over dtypes: each dtype gets its type, and several dtypes are refused.
use crate::suite::{holds, Suite};
use krt_tensor::{DType, Device, Element, Layout, Map1, Map2, Map2InPlace, Map3, Result, Storage, View, ViewMut};

fn values<T: Element>(x: &View<'_>) -> Result<Vec<T>> {
    x.copy()?.to_vec()
}

struct Reverse;
impl Map1 for Reverse {
    fn call<T: Element>(&self, x: &View<'_>) -> Result<Storage> {
        x.as_ptr::<T>()?;
        let mut values = values::<T>(x)?;
        values.reverse();
        x.device().upload(&values)
    }
}

struct Join;
impl Map2 for Join {
    fn call<T: Element>(&self, x: &View<'_>, y: &View<'_>) -> Result<Storage> {
        x.device().upload(&[values::<T>(x)?, values::<T>(y)?].concat())
    }
}
impl Map3 for Join {
    fn call<T: Element>(&self, x: &View<'_>, y: &View<'_>, z: &View<'_>) -> Result<Storage> {
        x.device().upload(&[values::<T>(x)?, values::<T>(y)?, values::<T>(z)?].concat())
    }
}

struct Overwrite;
impl Map2InPlace for Overwrite {
    fn call<T: Element>(&self, out: &mut ViewMut<'_>, x: &View<'_>) -> Result<()> {
        out.as_mut_ptr::<T>()?;
        out.copy_from(x)
    }
}

fn bytes(storage: &Storage) -> krt::Result<Vec<u8>> {
    storage.memory().to_vec()
}

/// Numbers of any dtype: 1 0 1 0 by bytes.
fn of_bytes(device: &Device, dtype: DType, first: u8) -> Result<Storage> {
    krt_tensor::with_dtype!(dtype, T => {
        let mut buffer = device.stream().alloc_zeros::<T>(2).expect("memory");
        let _ = buffer.as_mut_ptr();
        let mut storage = device.adopt(buffer)?;
        storage.view_mut(&Layout::contiguous(&[1]))?.fill(i64::from(first))?;
        Ok(storage)
    })
}

/// A fusion and an operation of an expression, and what they refuse.
fn programs(device: &Device) -> tensor::framework::Result<()> {
    let (x, y) = (device.upload(&[1.0f32, 2.0, 3.0, 4.0])?, device.upload(&[10i64, 20])?);
    let (x, y) = (x.view(&Layout::contiguous(&[2, 2]))?, y.all());
    let (mut out, mut sums) = (device.zeros(DType::F32, 4)?, device.zeros(DType::F64, 2)?);
    let fusion = krt::fused::Fusion::parse("(a, b; k) -> out, s: out = a * k + b; s = sum(out)")?;
    let mut outputs = [out.view_mut(&Layout::contiguous(&[2, 2]))?, sums.view_mut(&Layout::contiguous(&[2, 1]))?];
    let error = device.fuse(&fusion, &[&x], &[2.0], &[], &mut outputs).unwrap_err();
    holds(error.operands() == "f32 [2, 2] and f32 [2, 2] and f64 [2, 1]", "operands")?;
    holds(device.fuse(&fusion, &[&x, &y], &[2.0], &[99], &mut outputs).is_err(), "no dimension 99")?;
    device.fuse(&fusion, &[&x, &y], &[2.0], &[], &mut outputs)?;
    holds(out.to_vec::<f32>()? == [12.0, 24.0, 16.0, 28.0] && sums.to_vec::<f64>()? == [36.0, 44.0], "fuse")?;

    let mut twice = krt::fused::Operation::new("twice", 1, 1, 0)?;
    twice.add_expression(Some(&[DType::F32 as u32; 2]), "b = a + a")?;
    let turned = x.transpose(0, 1)?;
    device.operate(&twice, &[&turned], &[], &mut [out.view_mut(&Layout::contiguous(&[2, 2]))?])?;
    holds(out.to_vec::<f32>()? == [2.0, 6.0, 4.0, 8.0], "operate")?;
    let mut wide = [sums.view_mut(&Layout::contiguous(&[2]))?];
    let error = device.operate(&twice, &[&x.narrow(0, 0, 1)?.reshape(&[2])?], &[], &mut wide).unwrap_err();
    holds(error.to_string().starts_with("operate of f32 [2] and f64 [2]: KRT_ERROR_UNSUPPORTED"), &error.to_string())?;
    let other = Device::new(device.stream().device().create_stream()?, krt_tensor::kernels())?;
    holds(other.operate(&twice, &[&x], &[], &mut []).is_err(), "another stream")
}

pub fn all(s: &mut Suite) {
    fn is_shared<T: Send + Sync>() {}
    is_shared::<(Device, Storage, View<'_>, ViewMut<'_>, krt_tensor::Error)>();
    let device = s.device.0.clone();
    for dtype in DType::ALL {
        s.case(format!("maps of {dtype}"), |_| {
            let (x, y) = (of_bytes(&device, dtype, 1)?, of_bytes(&device, dtype, 2)?);
            let (a, b) = (bytes(&x)?, bytes(&y)?);
            let (low, high) = a.split_at(dtype.size());
            let reversed = Reverse.map(&x.all())?;
            holds(reversed.dtype() == dtype && bytes(&reversed)? == [high, low].concat(), "Map1")?;
            holds(bytes(&Map2::map(&Join, &x.all(), &y.all())?)? == [&a[..], &b].concat(), "Map2")?;
            let three = Map3::map(&Join, &x.all(), &y.all(), &x.all())?;
            holds(bytes(&three)? == [&a[..], &b, &a].concat(), "Map3")?;
            let mut out = x.try_clone()?;
            Overwrite.map(&mut out.view_mut(&Layout::contiguous(&[2]))?, &y.all())?;
            holds(bytes(&out)? == b, "Map2InPlace")?;
            holds(DType::named(dtype.name()) == Some(dtype), "named")
        });
    }
    s.case("programs".to_string(), |_| programs(&device));
    s.case("maps of two dtypes".to_string(), |_| {
        let (x, y) = (device.upload(&[1u8])?, device.upload(&[1i64])?);
        let (a, b) = (x.all(), y.all());
        let mut out = x.try_clone()?;
        let mut out = out.view_mut(&Layout::contiguous(&[1]))?;
        let errors =
            [Map2::map(&Join, &a, &b).err(), Map3::map(&Join, &a, &a, &b).err(), Overwrite.map(&mut out, &b).err()];
        holds(
            errors.iter().flatten().filter(|error| error.operands().ends_with("u8 [1] and i64 [1]")).count() == 3,
            "errors",
        )
    });
}
