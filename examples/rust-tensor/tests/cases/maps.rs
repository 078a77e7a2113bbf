//! Code over dtypes: each dtype gets its type, and several dtypes are refused.
use crate::suite::{holds, Suite};
use krt_tensor::{Device, Element, Layout, Map1, Map2, Map2InPlace, Map3, Result, Storage, View, ViewMut};

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
fn of_bytes(device: &Device, dtype: krt_tensor::DType, first: u8) -> Result<Storage> {
    krt_tensor::with_dtype!(dtype, T => {
        let mut buffer = device.stream().alloc_zeros::<T>(2).expect("memory");
        let _ = buffer.as_mut_ptr();
        let mut storage = device.adopt(buffer)?;
        storage.view_mut(&Layout::contiguous(&[1]))?.fill(i64::from(first))?;
        Ok(storage)
    })
}

pub fn all(s: &mut Suite) {
    fn is_shared<T: Send + Sync>() {}
    is_shared::<(Device, Storage, View<'_>, ViewMut<'_>, krt_tensor::Error)>();
    let device = s.device.0.clone();
    for dtype in krt_tensor::DType::ALL {
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
            holds(krt_tensor::DType::named(dtype.name()) == Some(dtype), "named")
        });
    }
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
