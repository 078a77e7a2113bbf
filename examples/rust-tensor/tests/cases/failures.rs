//! Bad operands are errors with names, and bad indices get what the device says.
use crate::suite::{check, dense, holds, Suite};
use krt::sys;
use krt_tensor::{
    BadIndex, Binary, Convolution, DType, Device, Layout, Pool, Reduction, Result as Outcome, Storage, Unary,
};
use tensor::framework::{self, BackendDevice, BackendStorage, Result};

/// The operation fails with this status, and its message has these words.
fn fails<T>(outcome: Outcome<T>, status: sys::krt_status, words: &[&str]) -> Result<()> {
    let error = outcome.err().ok_or("no error")?;
    let text = error.to_string();
    let missing = words.iter().find(|word| !text.contains(**word));
    holds(error.status() == status && missing.is_none(), &format!("{missing:?} is missing, or another status: {text}"))
}

const INVALID: sys::krt_status = sys::KRT_ERROR_INVALID_ARGUMENT;
const UNSUPPORTED: sys::krt_status = sys::KRT_ERROR_UNSUPPORTED;

struct Operands {
    device: Device,
    x: Storage,
    wide: Storage,
    ids: Storage,
}

/// Says that it is an f32, which is forbidden.
#[derive(Clone, Copy)]
struct Wide(#[allow(dead_code)] u64);
unsafe impl krt::Element for Wide {}
unsafe impl krt_tensor::Element for Wide {
    const DTYPE: DType = DType::F32;
}

type Case = fn(&Operands) -> Result<()>;

const CASES: &[(&str, Case)] = &[
    ("dtypes of a sum", |o| {
        fails(o.x.all().binary(Binary::Add, &o.wide.all()), INVALID, &["add of f32 [6] and f64 [6]"])
    }),
    ("shapes of a sum", |o| {
        let x = o.x.view(&Layout::contiguous(&[2, 3]))?;
        fails(
            x.binary(Binary::Mul, &x.transpose(0, 1)?),
            INVALID,
            &["mul of f32 [2, 3] and f32 [3, 2] with strides [1, 3]"],
        )
    }),
    ("outside", |o| {
        fails(
            o.x.view(&Layout::new(&[2, 3], &[3, 1], 1)),
            INVALID,
            &["view of f32 [6]", "start: 1", "needs 7 elements"],
        )
    }),
    ("a stride outside", |o| fails(o.x.view(&Layout::new(&[2, 3], &[4, 1], 0)), INVALID, &["view of f32 [6]"])),
    ("far outside", |o| {
        let far = Layout::new(&[usize::MAX, usize::MAX], &[usize::MAX, 3], usize::MAX);
        fails(o.x.view(&far), INVALID, &["view of f32 [6]", "more elements than can be counted"])
    }),
    ("a type of another size", |o| fails(o.x.to_vec::<Wide>(), INVALID, &["to_vec of f32 [6]"])),
    ("no stride", |o| fails(o.x.view(&Layout::new(&[2, 3], &[1], 0)), INVALID, &["has 2 dimensions and 1 strides"])),
    ("rank 9", |o| fails(o.x.view(&Layout::contiguous(&[1; 9])), INVALID, &["has 9 dimensions", "at most 8"])),
    ("too many repeats", |o| {
        let huge = o.x.view(&Layout::new(&[1 << 40, 1 << 40], &[0, 0], 0))?;
        fails(huge.unary(Unary::Neg), INVALID, &["neg of f32", "too many elements"])
    }),
    ("too much memory", |o| {
        fails(o.device.zeros(DType::F32, usize::MAX), sys::KRT_ERROR_OUT_OF_MEMORY, &["zeros of f32"])
    }),
    ("a shape of too many elements", |o| {
        let made = tensor::backend::Device(o.device.clone()).zeros(&[1 << 40, 1 << 40], framework::DType::F32);
        holds(made.err().map_or(false, |error| error.to_string().contains("too many elements")), "no error")
    }),
    ("exp of integers", |o| fails(o.ids.all().unary(Unary::Exp), UNSUPPORTED, &["exp of u32 [2]"])),
    ("elu of integers", |o| fails(o.ids.all().elu(1.0), UNSUPPORTED, &["elu of u32 [2]"])),
    ("a float condition", |o| {
        fails(o.x.all().choose(&o.x.all(), &o.x.all()), UNSUPPORTED, &["choose of f32 [6] and f32 [6] and f32 [6]"])
    }),
    ("choices of two shapes", |o| {
        fails(o.ids.all().choose(&o.x.all(), &o.x.all()), INVALID, &["choose of u32 [2] and f32 [6]"])
    }),
    ("sum over no dimension", |o| {
        fails(o.x.all().reduce(Reduction::Sum, &[1]), INVALID, &["sum of f32 [6]", "dimension 1"])
    }),
    ("best of two dimensions", |o| {
        let x = o.x.view(&Layout::contiguous(&[2, 3]))?;
        fails(x.reduce(Reduction::ArgMax, &[0, 1]), INVALID, &["argmax of f32 [2, 3]"])
    }),
    ("best of nothing", |o| {
        let x = o.x.view(&Layout::contiguous(&[0]))?;
        fails(x.reduce(Reduction::Max, &[0]), INVALID, &["max of f32 [0]"])
    }),
    ("matmul of integers", |o| {
        let x = o.ids.view(&Layout::contiguous(&[1, 1]))?;
        fails(x.matmul(&x), UNSUPPORTED, &["matmul of u32 [1, 1] and u32 [1, 1]"])
    }),
    ("matmul of two shapes", |o| {
        let x = o.x.view(&Layout::contiguous(&[2, 3]))?;
        fails(x.matmul(&x), INVALID, &["matmul of f32 [2, 3] and f32 [2, 3]"])
    }),
    ("matmul of scalars", |o| {
        let x = o.x.view(&Layout::contiguous(&[]))?;
        fails(x.matmul(&x), INVALID, &["matmul of f32 [] and f32 []"])
    }),
    ("a kernel longer than the input", |o| {
        let (x, k) = (o.x.view(&Layout::contiguous(&[1, 1, 2]))?, o.x.view(&Layout::contiguous(&[1, 1, 3]))?);
        fails(x.convolve(&k, &Convolution::default()), INVALID, &["convolve of f32 [1, 1, 2] and f32 [1, 1, 3]"])
    }),
    ("a kernel of no elements", |o| {
        let (x, k) = (o.x.view(&Layout::contiguous(&[1, 1, 2]))?, o.x.view(&Layout::contiguous(&[1, 1, 0]))?);
        fails(x.convolve(&k, &Convolution::default()), INVALID, &["convolve of"])
    }),
    ("a stride of 0", |o| {
        let x = o.x.view(&Layout::contiguous(&[1, 1, 2]))?;
        fails(x.convolve(&x, &Convolution { strides: [0; 2], ..Convolution::default() }), INVALID, &["a stride of 0"])
    }),
    ("channels that do not fit", |o| {
        let (x, k) = (o.x.view(&Layout::contiguous(&[1, 3, 2]))?, o.x.view(&Layout::contiguous(&[1, 2, 1]))?);
        fails(x.convolve(&k, &Convolution::default()), INVALID, &["convolve of f32 [1, 3, 2] and f32 [1, 2, 1]"])
    }),
    ("convolved matrices", |o| {
        let x = o.x.view(&Layout::contiguous(&[2, 3]))?;
        fails(x.convolve(&x, &Convolution::default()), INVALID, &["ranks 3 or 4"])
    }),
    ("a kernel of another dtype", |o| {
        let k = o.device.zeros(DType::I64, 2)?;
        let (x, k) = (o.x.view(&Layout::contiguous(&[1, 1, 2]))?, k.view(&Layout::contiguous(&[1, 1, 2]))?);
        fails(x.convolve(&k, &Convolution::default()), INVALID, &["convolve of f32 [1, 1, 2] and i64 [1, 1, 2]"])
    }),
    ("a window of 0", |o| {
        let x = o.x.view(&Layout::contiguous(&[1, 1, 2, 3]))?;
        fails(x.pool(Pool::Max, &[0, 1], &[1, 1]), INVALID, &["pool of f32 [1, 1, 2, 3]", "windows [0, 1]"])
    }),
    ("a pool at a stride of 0", |o| {
        let x = o.x.view(&Layout::contiguous(&[1, 1, 2, 3]))?;
        fails(x.pool(Pool::Max, &[1, 1], &[1, 0]), INVALID, &["strides [1, 0]", "each is 1 or more"])
    }),
    ("a window beyond the edge", |o| {
        let x = o.x.view(&Layout::contiguous(&[1, 1, 2, 3]))?;
        fails(x.pool(Pool::Average, &[3, 1], &[1, 1]), INVALID, &["pool of f32 [1, 1, 2, 3]"])
    }),
    ("a pool of a matrix", |o| {
        let x = o.x.view(&Layout::contiguous(&[2, 3]))?;
        fails(x.pool(Pool::Max, &[1, 1], &[1, 1]), INVALID, &["pool of f32 [2, 3]"])
    }),
    ("a size of a vector", |o| fails(o.x.all().upsample_nearest(&[4]), INVALID, &["upsample_nearest of f32 [6]"])),
    ("a size of no image", |o| {
        let x = o.x.view(&Layout::contiguous(&[1, 2, 3]))?;
        fails(x.upsample_bilinear([2, 2], false, [None; 2]), INVALID, &["upsample_bilinear of f32 [1, 2, 3]"])
    }),
    ("float indices", |o| {
        let words = ["index_select of f32 [6] and f32 [6]", "indices are u8, u32, i16, i32 or i64"];
        fails(o.x.all().index_select(0, &o.x.all()), UNSUPPORTED, &words)
    }),
    ("no such dimension", |o| fails(o.x.all().gather(1, &o.ids.all()), INVALID, &["gather of f32 [6]", "dimension 1"])),
    ("indices of rank 2", |o| {
        let ids = o.ids.view(&Layout::contiguous(&[1, 2]))?;
        fails(o.x.all().index_select(0, &ids), INVALID, &["index_select of f32 [6] and u32 [1, 2]"])
    }),
    ("sources of another shape", |o| {
        let mut out = o.x.try_clone()?;
        let mut out = out.view_mut(&Layout::contiguous(&[6]))?;
        fails(out.scatter(0, &o.ids.all(), &o.x.all()), INVALID, &["scatter of f32 [6] and u32 [2] and f32 [6]"])
    }),
    ("scatter to repeated elements", |o| {
        let mut out = o.x.try_clone()?;
        let mut out = out.view_mut(&Layout::new(&[2], &[0], 0))?;
        let x = o.x.all().narrow(0, 0, 2)?;
        fails(out.scatter(0, &o.ids.all(), &x), INVALID, &["scatter of f32 [2] with strides [0]"])
    }),
    ("a copy to another dtype", |o| {
        let mut out = o.x.try_clone()?;
        fails(
            out.view_mut(&Layout::contiguous(&[6]))?.copy_from(&o.wide.all()),
            INVALID,
            &["copy_from of f32 [6] and f64 [6]"],
        )
    }),
    ("a copy to repeated elements", |o| {
        let mut out = o.x.try_clone()?;
        fails(out.view_mut(&Layout::new(&[6], &[0], 0))?.copy_from(&o.x.all()), UNSUPPORTED, &["copy_from of"])
    }),
    ("a copy to turned elements", |o| {
        let mut out = o.x.try_clone()?;
        out.view_mut(&Layout::new(&[2, 3], &[1, 2], 0))?.copy_from(&o.x.view(&Layout::contiguous(&[2, 3]))?)?;
        holds(out.to_vec::<f32>()? == [1.0, 4.0, 2.0, 5.0, 3.0, 6.0], "out")?;
        let turned = out.view(&Layout::new(&[2, 3], &[1, 2], 0))?;
        holds(turned.to_vec::<f32>()? == o.x.to_vec::<f32>()?, "to_vec of a view")?;
        fails(turned.to_vec::<u32>(), INVALID, &["to_vec of f32 [6]", "u32"])
    }),
    ("an error of krt", |o| {
        let error = krt_tensor::Error::from(o.device.stream().alloc::<u64>(usize::MAX).err().ok_or("no error")?);
        holds(error.to_string().starts_with("krt: KRT_ERROR_OUT_OF_MEMORY: "), &error.to_string())
    }),
    ("read as another dtype", |o| fails(o.x.to_vec::<f64>(), INVALID, &["to_vec of f32 [6]", "f64"])),
    ("a pointer of another dtype", |o| fails(o.x.all().as_ptr::<u8>(), INVALID, &["as_ptr of f32 [6]"])),
    ("no such view", |o| {
        let x = o.x.all();
        fails(x.transpose(0, 1), INVALID, &["transpose of f32 [6]"])?;
        fails(x.narrow(0, 3, 4), INVALID, &["narrow of f32 [6]"])?;
        fails(x.broadcast(&[7]), INVALID, &["broadcast of f32 [6]"])?;
        fails(x.reshape(&[2, 4]), INVALID, &["reshape of f32 [6]"])?;
        fails(x.broadcast(&[6; 9]), INVALID, &["broadcast of f32 [6]"])
    }),
    ("random integers as floats", |o| {
        fails(o.device.random_integer(DType::F32, 4, 0, 1), UNSUPPORTED, &["random_integer of f32 [4]"])
    }),
    ("random floats as integers", |o| {
        fails(o.device.random_uniform(DType::U8, 4, 0.0, 1.0), UNSUPPORTED, &["random_uniform of u8 [4]"])
    }),
    ("another stream", |o| {
        let stream = o.device.stream().device().create_stream()?;
        let other = Device::new(stream.clone(), krt_tensor::kernels())?;
        let y = o.x.to_device(&other)?;
        fails(o.x.all().binary(Binary::Add, &y.all()), INVALID, &["add of f32 [6] and f32 [6]", "to_device()"])?;
        fails(o.device.adopt(stream.upload(&[1u8])?), INVALID, &["adopt of u8 [1]", "another stream"])?;
        holds(y.to_vec::<f32>()? == o.x.to_vec::<f32>()?, "copied")
    }),
    ("another device", |o| {
        let other = krt::Device::open("emu:gfx1030")?.create_stream()?;
        let other = Device::new(other, krt_tensor::kernels())?;
        let y = o.x.to_device(&other)?; // which outlives `other`
        fails(y.all().matmul(&o.x.all()), INVALID, &["matmul of f32 [6] and f32 [6]", "to_device()"])?;
        drop(other);
        holds(y.all().unary(Unary::Neg)?.to_device(&o.device)?.to_vec::<f32>()?[5] == -6.0, "copied back")
    }),
    ("nothing", |o| {
        let x = o.x.view(&Layout::contiguous(&[0, 3]))?;
        holds(x.unary(Unary::Exp)?.is_empty() && x.copy()?.is_empty() && x.cast(DType::U8)?.is_empty(), "no elements")?;
        let vast = o.x.view(&Layout::new(&[1 << 40, 1 << 40, 0], &[0; 3], 0))?;
        holds(vast.unary(Unary::Exp)?.is_empty(), "no elements, of large dimensions")?;
        holds(x.reduce(Reduction::Sum, &[0])?.to_vec::<f32>()? == [0.0; 3], "sums of nothing")?;
        holds(x.transpose(0, 1)?.matmul(&x)?.to_vec::<f32>()? == [0.0; 9], "products of nothing")
    }),
];

/// Indices of which number 1 is beyond the dimension, and number 2 is none.
fn bad_ids(device: &Device, dtype: DType) -> Outcome<Storage> {
    match dtype {
        DType::U8 => device.upload(&[1u8, 200, u8::MAX, 0]),
        DType::U32 => device.upload(&[1u32, 6, u32::MAX, 0]),
        DType::I32 => device.upload(&[1i32, -1, i32::MAX, 0]),
        _ => device.upload(&[1i64, -(1 << 40), i64::MAX, 0]),
    }
}

/// With `BadIndex::Zero` a bad index reads 0 and writes nothing.
fn skipped(o: &Operands, dtype: DType) -> Result<()> {
    let (ids, x) = (bad_ids(&o.device, dtype)?, o.x.all());
    let four = x.narrow(0, 2, 4)?;
    holds(x.index_select(0, &ids.all())?.to_vec::<f32>()? == [2.0, 0.0, 0.0, 1.0], "index_select")?;
    holds(x.gather(0, &ids.all())?.to_vec::<f32>()? == [2.0, 0.0, 0.0, 1.0], "gather")?;
    let mut out = o.x.try_clone()?;
    out.view_mut(&Layout::contiguous(&[6]))?.scatter(0, &ids.all(), &four)?;
    holds(out.to_vec::<f32>()? == [6.0, 3.0, 3.0, 4.0, 5.0, 6.0], "scatter")?;
    out.view_mut(&Layout::contiguous(&[6]))?.index_add(0, &ids.all(), &four)?;
    holds(out.to_vec::<f32>()? == [12.0, 6.0, 3.0, 4.0, 5.0, 6.0], "index_add")?;
    out.view_mut(&Layout::contiguous(&[6]))?.scatter_add(0, &ids.all(), &four)?;
    holds(out.to_vec::<f32>()? == [18.0, 9.0, 3.0, 4.0, 5.0, 6.0], "scatter_add")
}

/// With `BadIndex::Error` it is an error that says which one, and nothing is written; no index is still none.
fn refused(o: &Operands, dtype: DType) -> Result<()> {
    let device = o.device.clone().on_bad_index(BadIndex::Error);
    let (x, ids) = (device.upload(&[1.0f32, 2.0, 3.0, 4.0, 5.0, 6.0])?, bad_ids(&device, dtype)?);
    let bad = ids.all();
    let words = [&format!("{dtype} [4]")[..], "element 1 of the indices", "a dimension of 6"];
    fails(x.all().index_select(0, &bad), INVALID, &words)?;
    fails(x.all().gather(0, &bad), INVALID, &words)?;
    let (mut out, four) = (x.try_clone()?, x.all().narrow(0, 2, 4)?);
    let mut to = out.view_mut(&Layout::contiguous(&[6]))?;
    fails(to.scatter(0, &bad, &four), INVALID, &words)?;
    fails(to.scatter_add(0, &bad, &four), INVALID, &words)?;
    fails(to.index_add(0, &bad, &four), INVALID, &words)?;
    holds(out.to_vec::<f32>()? == x.to_vec::<f32>()?, "written")?;
    let good = ids.view(&Layout::new(&[2], &[2], 0))?;
    holds(x.all().index_select(0, &good)?.to_vec::<f32>()? == [2.0, 0.0], "no index")
}

pub fn all(s: &mut Suite) {
    let device = s.device.0.clone();
    let x = device.upload(&[1.0f32, 2.0, 3.0, 4.0, 5.0, 6.0]).unwrap();
    let (wide, ids) = (device.upload(&[1.0f64; 6]).unwrap(), device.upload(&[1u32, 0]).unwrap());
    let operands = Operands { device, x, wide, ids };
    for (name, case) in CASES {
        s.case(format!("failure: {name}"), |_| case(&operands));
    }
    for dtype in [DType::U8, DType::U32, DType::I32, DType::I64] {
        s.case(format!("bad index {dtype} is skipped"), |_| skipped(&operands, dtype));
        s.case(format!("bad index {dtype} is refused"), |_| refused(&operands, dtype));
    }
    s.case("a failure leaves the operands".to_string(), |s| {
        let x = s.operand(framework::DType::F32, crate::host::small, &dense(&[2, 3]))?;
        holds(x.storage.matmul(&x.storage, (1, 2, 3, 3), &x.layout, &x.layout).is_err(), "no error")?;
        check(&x.storage, framework::DType::F32, &x.values)
    });
}
