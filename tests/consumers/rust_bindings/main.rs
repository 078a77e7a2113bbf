//! The bindings of krt/graph.h, krt/fused.h, krt/custom.h, krt/gguf.h and kir/kir.h.
use krt::fused::{self, Arguments, Code, Fusion, Operation};
use krt::gguf::{File, LoadOptions, Storage, Value, Writer};
use krt::kir::{self, Argument, Kernel, Launch, Type};
use krt::{ops::Tensor, sys, Buffer, Element, Result, Stream};
use std::panic::{catch_unwind, AssertUnwindSafe};

fn tensor<T: Element>(dtype: u32, buffer: &Buffer<T>) -> Tensor {
    unsafe { sys::krt_tensor_dense(dtype, buffer.as_ptr() as *mut _, 1, &(buffer.len() as u64)) }
}

fn fails<T>(result: Result<T>, status: sys::krt_status, words: &str) {
    let error = result.err().expect("an error");
    assert!(error.status() == status && error.message().contains(words), "{error}, without {words}");
}

const INVALID: sys::krt_status = sys::KRT_ERROR_INVALID_ARGUMENT;

fn graphs() -> Result<()> {
    let device = krt::Device::open("")?;
    fails(device.stream().capture(|| Ok(())), INVALID, "default stream");
    let stream = device.create_stream()?;
    fails(stream.capture(|| stream.synchronize()), sys::KRT_ERROR_DRIVER, "capturing");
    let panicked = catch_unwind(AssertUnwindSafe(|| stream.capture(|| panic!("by the work"))));
    assert!(panicked.is_err());
    stream.synchronize()?; // which a capture that goes on would refuse

    let (mut to, from) = (stream.alloc_zeros::<u32>(4)?, stream.upload(&[1u32, 2, 3, 4])?);
    let other = stream.upload(&[5u32, 6, 7, 8])?;
    let address = to.as_mut_ptr();
    let copy = |from: &Buffer<u32>| unsafe {
        krt::check(sys::krt_copy_on_device(stream.raw(), address.cast(), from.as_ptr().cast(), 16))
    };
    let graph = stream.capture(|| copy(&from))?;
    assert_eq!((graph.count()?, to.to_vec()?), (1, vec![0; 4]));
    let mut exec = graph.instantiate()?;
    // SAFETY: the buffers live longer than the executable, which waits.
    unsafe { exec.launch(&stream)? };
    assert_eq!(to.to_vec()?, [1, 2, 3, 4]);
    let changed = stream.capture(|| copy(&other))?;
    exec.update(&changed)?;
    unsafe { exec.launch(&device.create_stream()?)? }; // dropped before its launch is done
    drop((graph, changed, exec));
    assert_eq!(to.to_vec()?, [5, 6, 7, 8]);

    // Dropped within a capture: memory from before, and an executable that was launched on the stream. And memory of
    // the graph that is dropped too late.
    let (old, mut made) = (stream.alloc::<u8>(54321)?, None);
    let old_address = old.as_ptr();
    let mut exec = stream.capture(|| copy(&from))?.instantiate()?;
    unsafe { exec.launch(&stream)? };
    let graph = stream.capture(|| {
        drop((old, exec));
        made = Some(stream.alloc::<u8>(77)?);
        copy(&other)
    })?;
    assert_eq!(graph.count()?, 2);
    drop(made);
    stream.synchronize()?;
    assert_eq!(to.to_vec()?, [1, 2, 3, 4]);
    assert_eq!(stream.alloc::<u8>(54321)?.as_ptr(), old_address);
    Ok(())
}

fn fusions(stream: &Stream) -> Result<()> {
    fails(Fusion::parse("out = silu(a) *").map(|_| ()), INVALID, "^");
    fails(Fusion::parse("a\0").map(|_| ()), INVALID, "NUL");
    let fusion = Fusion::parse("out = max(a, 0) * b + k; row = sum(a)")?;
    let info = fusion.describe()?;
    assert_eq!(
        (info.inputs.join(","), info.scalars, info.outputs.join(","), info.has_rows),
        ("a,b,k".into(), vec![], "out,row".into(), true)
    );

    let mut builder = fused::Builder::new()?;
    let (a, k) = (builder.input("a")?, builder.scalar("k")?);
    fails(builder.call("no_such", &[a]).map(|_| ()), INVALID, "no_such");
    let two = builder.number(2.0)?;
    let product = builder.call("*", &[a, two])?;
    let sum = builder.call("+", &[product, k])?;
    builder.output("out", sum)?;
    let built = builder.finish();
    let info = built.describe()?;
    assert_eq!(
        (info.inputs, info.scalars, info.outputs),
        (vec!["a".to_string()], vec!["k".to_string()], vec!["out".to_string()])
    );

    let (a, mut out) = (stream.upload(&[1.0f32, -2.0, 3.0])?, stream.alloc::<f32>(3)?);
    out.write(&[0.0; 3])?;
    let (inputs, outputs) = ([tensor(sys::KRT_F32, &a)], [tensor(sys::KRT_F32, &out)]);
    let arguments = Arguments { inputs: &inputs, outputs: &outputs, scalars: &[0.5], row: 0 };
    fails(unsafe { built.launch(stream, &Arguments { scalars: &[], ..arguments }) }, INVALID, "");
    while !built.prepare(stream, &arguments)? {
        std::thread::yield_now();
    }
    unsafe { built.launch(stream, &arguments)? };
    assert_eq!(out.to_vec()?, [2.5, -3.5, 6.5]);
    Ok(())
}

const STEP: &str = r#"extern "C" __global__ void step(long long count, const int *in, int *out, double by)
{
    for (long long i = blockIdx.x * 256LL + threadIdx.x; i < count; i += gridDim.x * 256LL)
        out[i] = in[i] + (int)by;
}"#;

fn operations(stream: &Stream) -> Result<()> {
    let mut step = Operation::new("step", 1, 1, 1)?;
    let (int, float) = ([sys::KRT_I32; 2], [sys::KRT_F32; 2]);
    fails(step.add_expression(Some(&int[..1]), "out = in + by"), INVALID, "dtypes of 1 operands, not of 2");
    fails(step.add_expression(None, "out = in +"), INVALID, "^");
    fails(unsafe { step.add(&int, Code::Kir("kernel")) }, INVALID, "");
    // SAFETY: the kernel stays below `count`.
    unsafe { step.add(&int, Code::Source { text: STEP, function: "step" })? };
    step.add_expression(Some(&float), "(in; by) -> out: out = in - by")?;

    let (a, b) = (stream.upload(&[1i32, 2, 3])?, stream.upload(&[1.0f32, 2.0, 3.0])?);
    let (x, y) = ([tensor(sys::KRT_I32, &a)], [tensor(sys::KRT_F32, &b)]);
    unsafe { step.launch(stream, &Arguments { inputs: &x, outputs: &x, scalars: &[4.0], row: 0 })? };
    unsafe { step.launch(stream, &Arguments { inputs: &y, outputs: &y, scalars: &[4.0], row: 0 })? };
    assert_eq!((a.to_vec()?, b.to_vec()?), (vec![5, 6, 7], vec![-3.0, -2.0, -1.0]));
    operation_config(stream)?;
    let mixed = Arguments { inputs: &x, outputs: &y, scalars: &[4.0], row: 0 };
    fails(unsafe { step.launch(stream, &mixed) }, sys::KRT_ERROR_UNSUPPORTED, "step");
    Ok(())
}

/// The threads of a launch, and its blocks.
const SHAPE: &str = r#"extern "C" __global__ void shape(long long count, int *out)
{
    if (count == 1000 && blockIdx.x == 0 && threadIdx.x < 2) out[threadIdx.x] = threadIdx.x ? gridDim.x : blockDim.x;
}"#;

fn operation_config(stream: &Stream) -> Result<()> {
    let mut shape = Operation::new("shape", 0, 1, 0)?;
    let out = stream.alloc_zeros::<i32>(1000)?;
    let code = Code::Source { text: SHAPE, function: "shape" };
    let config = krt::LaunchConfig::new;
    fails(unsafe { shape.add_with(&[sys::KRT_I32], code, config(0, 2000), 0) }, INVALID, "2000 x 1 x 1");
    unsafe { shape.add_with(&[sys::KRT_I32], code, config(0, 128), 3)? };
    unsafe { shape.launch(stream, &Arguments { outputs: &[tensor(sys::KRT_I32, &out)], ..Default::default() })? };
    assert_eq!(out.to_vec()?[..2], [128, 3]);
    Ok(())
}

fn values() -> Vec<(&'static str, Value)> {
    vec![
        ("u8", Value::U8(200)),
        ("i8", Value::I8(-100)),
        ("u16", Value::U16(60000)),
        ("i16", Value::I16(-30000)),
        ("u32", Value::U32(u32::MAX)),
        ("i32", Value::I32(i32::MIN)),
        ("u64", Value::U64(u64::MAX)),
        ("i64", Value::I64(i64::MIN)),
        ("f32", Value::F32(0.5)),
        ("f64", Value::F64(-1e300)),
        ("bool", Value::Bool(true)),
        ("text", Value::from("größer")),
        ("empty", Value::from("")),
        ("names", Value::Array(vec![Value::from("a"), Value::from(""), Value::from("bc")])),
        (
            "nested",
            Value::Array(vec![Value::Array(vec![Value::I8(-1)]), Value::Array(vec![Value::U64(7), Value::U64(8)])]),
        ),
        ("none", Value::Array(Vec::new())),
    ]
}

fn files(stream: &Stream) -> Result<()> {
    fails(File::open("/nonexistent.gguf".as_ref()).map(|_| ()), sys::KRT_ERROR_IO, "/nonexistent.gguf");
    fails(File::from_bytes(b"GGUX".to_vec()).map(|_| ()), sys::KRT_ERROR_BAD_IMAGE, "");
    let floats: Vec<u8> = [1.0f32, 2.0, 3.0, 4.0].iter().flat_map(|x| x.to_le_bytes()).collect();
    let blocks = [0x11u8; 36]; // 2 rows of a block of Q4_0
    let mut writer = Writer::new()?;
    for (key, value) in values() {
        writer.set(key, &value)?;
    }
    fails(writer.set("", &Value::U8(1)), INVALID, "");
    fails(writer.set("mixed", &Value::Array(vec![Value::U8(1), Value::U16(1)])), INVALID, "several types");
    fails(writer.add("short", Storage::Dense(sys::KRT_F32), &[2, 3], &floats), INVALID, "has 24 bytes, and 16");
    fails(writer.add("short", Storage::Blocks(sys::KRT_Q4_0), &[2, 31], &blocks), INVALID, "whole blocks");
    fails(writer.add("other", Storage::Other(9), &[2], &floats), INVALID, "whole blocks");
    fails(writer.add("other", Storage::Other(9), &[2, 32], &[0; 36]), INVALID, "(Q8_1) has 72 bytes, and 36");
    fails(writer.add("huge", Storage::Dense(sys::KRT_F32), &[1 << 40, 1 << 40], &floats), INVALID, "");
    fails(writer.add("u8", Storage::Dense(sys::KRT_U8), &[36], &blocks), INVALID, "GGUF has no such type");
    fails(writer.add("deep", Storage::Dense(sys::KRT_F32), &[1; 9], &floats), INVALID, "8 dimensions");
    fails(writer.add("full", Storage::Dense(sys::KRT_F32), &[0, 2], &floats), INVALID, "has 0 bytes, and 16");
    writer.add("none", Storage::Dense(sys::KRT_F32), &[0, 1 << 63, 1 << 63], &[])?;
    writer.add("dense", Storage::Dense(sys::KRT_F32), &[2, 2], &floats)?;
    writer.add("blocks", Storage::Blocks(sys::KRT_Q4_0), &[2, 32], &blocks)?;
    writer.write("model.gguf".as_ref())?;
    drop(writer);
    let mut writer = Writer::new()?;
    writer.add("known", Storage::Other(9), &[32], &[7; 36])?;
    writer.add("unknown", Storage::Other(99), &[5], &[8; 64])?;
    writer.write("others.gguf".as_ref())?;
    let others = File::open("others.gguf".as_ref())?;
    let found = |name| others.tensor(name).map(|tensor| (tensor.storage(), tensor.bytes()));
    assert_eq!((found("known")?, found("unknown")?), ((Storage::Other(9), 36), (Storage::Other(99), 64)));

    let file = File::open("model.gguf".as_ref())?;
    assert!(file.keys().eq(values().into_iter().map(|entry| entry.0)));
    for (key, value) in values() {
        assert_eq!(file.get(key)?, value, "{key}");
    }
    fails(file.get("no_such"), sys::KRT_ERROR_NOT_FOUND, "no_such");
    assert_eq!((file.get("u64")?.as_u64(), file.get("u64")?.as_i64()), (Some(u64::MAX), None));
    assert_eq!(
        (file.get("i8")?.as_u64(), file.get("i8")?.as_i64(), file.get("u8")?.as_u64()),
        (None, Some(-100), Some(200))
    );
    assert_eq!((file.get("text")?.as_str(), file.get("f32")?.as_f64()), (Some("größer"), Some(0.5)));
    let dense = file.tensor("dense")?;
    assert_eq!((dense.dims(), dense.storage(), dense.bytes()), (&[2, 2][..], Storage::Dense(sys::KRT_F32), 16));
    assert!(file.tensors().map(|tensor| tensor.name()).eq(["none", "dense", "blocks"]));
    assert_eq!((file.tensor("none")?.dims(), file.tensor("none")?.bytes()), (&[0, 1 << 63, 1 << 63][..], 0));
    let mut bytes = [0; 8];
    file.copy(&dense, 8, &mut bytes)?;
    assert_eq!(bytes, floats[8..]);
    fails(file.copy(&dense, 9, &mut bytes), INVALID, "");
    let memory = File::from_bytes(std::fs::read("model.gguf").expect("the file"))?;
    memory.copy(&dense, 0, &mut bytes)?; // by its name, which this file has, too
    assert_eq!(bytes, floats[..8]);
    load(&file, stream, &floats)
}

fn load(file: &File, stream: &Stream, floats: &[u8]) -> Result<()> {
    let cancel = LoadOptions { progress: Some(Box::new(|_, _, _| false)), ..Default::default() };
    fails(file.load(stream, cancel).map(|_| ()), sys::KRT_ERROR_CANCELLED, "");
    let panicking = LoadOptions { select: Some(Box::new(|_| panic!("by select"))), ..Default::default() };
    assert!(catch_unwind(AssertUnwindSafe(|| file.load(stream, panicking).map(|_| ()))).is_err());
    let mut last = (0, 0);
    let select = |tensor: krt::gguf::TensorInfo<'_>| tensor.name() == "dense";
    let options = LoadOptions {
        select: Some(Box::new(select)),
        progress: Some(Box::new(|done, total, name| {
            last = (done, total);
            name == "dense"
        })),
    };
    let weights = file.load(stream, options)?;
    assert_eq!(last, (16, 16));
    assert!(weights.find("blocks").is_none() && weights.iter().count() == 1);
    let all = file.load(stream, LoadOptions::default())?;
    let (weight, blocks) = (all.find("dense").expect("a weight"), all.find("blocks").expect("a weight"));
    let quantized = blocks.quantized().expect("blocks");
    assert_eq!((quantized.rows, quantized.columns, quantized.format), (2, 32, sys::KRT_Q4_0));
    assert!(blocks.tensor().is_none() && weight.quantized().is_none() && weight.dims() == [2, 2]);
    let mut bytes = vec![0u8; 16];
    let data = weight.tensor().expect("a tensor").data;
    krt::check(unsafe { sys::krt_copy_to_host(stream.raw(), bytes.as_mut_ptr().cast(), data, 16) })?;
    stream.synchronize()?;
    assert_eq!(bytes, floats);
    Ok(())
}

fn once() -> Launch {
    Launch { grid: [1; 3], block: [4, 1, 1], steps: 10000 }
}

/// out[i] = in[i] * k, and the block's sum of them; threads with i >= 3 do nothing.
fn build() -> Result<Kernel> {
    let mut b = kir::Builder::new("scale")?;
    let (out, input) = (b.global("out", Type::F32)?, b.global("in", Type::F32)?);
    let k = b.scalar("k", Type::F32)?;
    let i = b.index(kir::Place::GlobalThread, 0);
    let (zero, three) = (b.number(Type::F32, 0.0), b.integer(Type::I64, 3));
    let product = b.variable(zero);
    let is_inside = b.compare(kir::Compare::Lt, i, three);
    b.begin_if(is_inside);
    let x = b.load(input, i, 1);
    let scaled = b.binary(kir::Binary::Mul, x, k);
    b.set(product, scaled);
    b.store(out, i, scaled, 1);
    b.end();
    let value = b.get(product);
    let sum = b.block_reduce(kir::Reduce::Sum, value, None);
    b.store(out, three, sum, 1);
    b.finish()
}

fn kernels(stream: &Stream) -> Result<()> {
    fails(Kernel::parse("kernel twice(\n").map(|_| ()), INVALID, "line ");
    let mut wrong = kir::Builder::new("wrong")?;
    let (a, b) = (wrong.number(Type::F32, 1.0), wrong.integer(Type::I32, 1));
    wrong.binary(kir::Binary::Add, a, b);
    fails(wrong.finish().map(|_| ()), INVALID, "instruction 2: ");

    let kernel = build()?;
    let text = kernel.print()?;
    assert_eq!(Kernel::parse(&text)?.print()?, text);
    let (mut out, mut input) = ([0.0f32; 4], [1.0f32, 2.0, 3.0]);
    let mut wide = [0.0f64; 4];
    let types = "are not those of the 3 parameters";
    fails(kernel.execute(&once(), &mut [Argument::global(&mut out), Argument::global(&mut input)]), INVALID, types);
    let mut arguments = [Argument::global(&mut wide), Argument::global(&mut input), Argument::number(2.0)];
    fails(kernel.execute(&once(), &mut arguments), INVALID, types);
    let mut arguments = [Argument::integer(0), Argument::global(&mut input), Argument::number(2.0)];
    fails(kernel.execute(&once(), &mut arguments), INVALID, types);
    let mut arguments = [Argument::global(&mut out), Argument::global(&mut input), Argument::integer(2)];
    fails(kernel.execute(&once(), &mut arguments), INVALID, types);
    fails(
        kernel.estimate(&once(), &[Argument::integer(0), Argument::integer(0), Argument::integer(2)]).map(|_| ()),
        INVALID,
        types,
    );
    let mut arguments = [Argument::global(&mut out[..2]), Argument::global(&mut input), Argument::number(2.0)];
    fails(kernel.execute(&once(), &mut arguments), INVALID, "instruction ");
    let mut arguments = [Argument::global(&mut out), Argument::global(&mut input), Argument::number(2.0)];
    let counts = kernel.execute(&once(), &mut arguments)?;
    assert_eq!((out, counts.loaded), ([2.0, 4.0, 6.0, 12.0], 12));
    let estimate = kernel.estimate(&once(), &[Argument::integer(0), Argument::integer(0), Argument::number(2.0)])?;
    assert_eq!(estimate.loaded, 12);
    on_device(stream, &kernel)
}

fn on_device(stream: &Stream, kernel: &Kernel) -> Result<()> {
    let function = stream.device().compile(&Kernel::emit(&[kernel])?, &[])?.function("kir_scale")?;
    let (mut out, input) = (stream.alloc_zeros::<f32>(4)?, stream.upload(&[1.0f32, 2.0, 3.0])?);
    let (to, from, k) = (out.as_mut_ptr(), input.as_ptr(), 2.0f32);
    let config = krt::LaunchConfig::new(1, 4);
    // SAFETY: the kernel writes 4 elements and reads 3.
    unsafe { function.launch(stream, &config, &[krt::arg(&to), krt::arg(&from), krt::arg(&k)])? };
    assert_eq!(out.to_vec()?, [2.0, 4.0, 6.0, 12.0]);
    Ok(())
}

fn main() -> Result<()> {
    std::panic::set_hook(Box::new(|info| {
        if !info.to_string().contains("'by ") && !info.to_string().contains("\nby ") {
            eprintln!("{info}");
        }
    }));
    let stream = krt::Device::open("")?.stream();
    type Part<'a> = (&'static str, &'a dyn Fn() -> Result<()>);
    let parts: [Part<'_>; 5] = [
        ("graphs", &graphs),
        ("fusions", &|| fusions(&stream)),
        ("operations", &|| operations(&stream)),
        ("files", &|| files(&stream)),
        ("kernels", &|| kernels(&stream)),
    ];
    for (name, part) in parts {
        part()?;
        println!("{name}");
    }
    Ok(())
}
