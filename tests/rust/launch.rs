// Typed launches and the crate krt, on the emulator.
use krt::sys;

#[rustfmt::skip]
mod kernels { include!(concat!(env!("PACKAGE"), "/launch.rs")); }
use kernels::hsaco;

fn can_be_shared<T: Send + Sync>() {}

fn config(threads: u32) -> krt::LaunchConfig {
    krt::LaunchConfig::new(1, threads)
}

/// A record by value, and parameters that are words of Rust. Handles keep what they need: the device is dropped first.
fn typed(device: krt::Device) -> krt::Result<()> {
    let stream = device.create_stream()?;
    drop(device);
    let input = stream.upload(&[1.0f32, 2.0, 3.0, 4.0])?;
    let mut output = stream.alloc_zeros::<f32>(4)?;
    let range = kernels::KernelsRange { first: 1, end: 3, add: 2.5 };
    let half = krt::F16 { bits: 0x3800 };
    unsafe { kernels::match_(&stream, &config(4), range, true, half, input.as_ptr(), output.as_mut_ptr())? };
    assert_eq!(output.to_vec()?, [0.0, 6.0, 7.5, 0.0]);
    let part = kernels::KernelsNsInner { type_: 7, at: [[0.0; 3], [0.0, 0.0, 0.5]] };
    let outer = kernels::KernelsNsOuter {
        fn_: true,
        parts: [part; 2],
        either: kernels::KernelsNsOuterEither { bytes: 2000i32.to_ne_bytes() },
        lone: 0,
        padding: [0; 30],
        bits: 40,
        in_: input.as_ptr(),
    };
    let dense = kernels::KernelsNsDense { c: -1, n: 30000 };
    unsafe { kernels::ns_members(&stream, &config(1), outer, dense, output.as_mut_ptr())? };
    assert_eq!(output.to_vec()?[0], 0.5 + 40.0 + 1.0 + 30000.0 + 2000.0 + 100.0 + 7.0);
    assert_eq!(krt::LaunchConfig::for_num_elems(1025).grid[0], 2);

    let error = output.write(&[1.0]).unwrap_err();
    assert_eq!(error.status(), sys::KRT_ERROR_INVALID_ARGUMENT);
    assert!(stream.alloc::<f64>(0)?.to_vec()?.is_empty());
    assert_eq!(stream.alloc::<f64>(usize::MAX).err().unwrap().status(), sys::KRT_ERROR_OUT_OF_MEMORY);
    let (first, last) = (stream.record()?, stream.record()?);
    last.synchronize()?;
    stream.synchronize()?;
    assert!(last.is_reached()? && stream.is_idle()? && last.elapsed_since(&first)? >= 0.0);
    Ok(())
}

/// Kernels by the names of their modules, from several threads, each with its stream.
fn by_name(device: &krt::Device) -> krt::Result<()> {
    let error = device.get_or_load_func("b1", &hsaco::AFFINE).err().unwrap();
    assert_eq!(error.status(), sys::KRT_ERROR_NOT_FOUND);
    assert_eq!(error.to_string(), "KRT_ERROR_NOT_FOUND: module affine has no kernel b1");
    std::thread::scope(|scope| {
        let run = |value: f32| -> krt::Result<Vec<f32>> {
            let stream = device.create_stream()?;
            let function = device.get_or_load_func("a2", &hsaco::AFFINE)?;
            let (input, mut output) = (stream.upload(&[value])?, stream.alloc::<f32>(1)?);
            let (from, to, count) = (input.as_ptr(), output.as_mut_ptr(), 1u32);
            let arguments = [krt::arg(&from), krt::arg(&to), krt::arg(&count)];
            unsafe { function.launch(&stream, &config(1), &arguments)? };
            output.to_vec()
        };
        let threads: Vec<_> = (0..4).map(|i| scope.spawn(move || run(i as f32))).collect();
        for (i, thread) in threads.into_iter().enumerate() {
            assert_eq!(thread.join().unwrap()?, [i as f32 + 1.0]);
        }
        Ok(())
    })
}

/// A module of bytes. The function keeps it loaded.
fn raw(device: &krt::Device) -> krt::Result<()> {
    let function = device.load(hsaco::AFFINE.bytes())?.function("a1")?;
    let stream = device.stream();
    let (input, mut output) = (stream.upload(&[7.0f32])?, stream.alloc::<f32>(1)?);
    let (from, to, count) = (input.as_ptr(), output.as_mut_ptr(), 1u32);
    unsafe { function.launch(&stream, &config(1), &[krt::arg(&from), krt::arg(&to), krt::arg(&count)])? };
    assert_eq!(output.to_vec()?, [8.0]);
    assert_eq!(device.load(&[0; 64]).err().unwrap().status(), sys::KRT_ERROR_BAD_IMAGE);
    Ok(())
}

/// A variable, whose name is a word of Rust.
fn variable(device: &krt::Device) -> krt::Result<()> {
    let (address, bytes) = kernels::variables::loop_(device)?;
    let mut values = [0i32; 3];
    let to: *mut i32 = values.as_mut_ptr();
    krt::check(unsafe { sys::krt_copy_to_host(device.stream().raw(), to.cast(), address.cast(), bytes) })?;
    assert_eq!(values, [1, 2, 3]);
    Ok(())
}

/// Numbers of 16 bits: ties, both ends, and NaNs.
fn narrow() {
    #[rustfmt::skip]
    const HALVES: [(f32, u16); 14] = [
        (0.0, 0), (-0.0, 0x8000), (1.0, 0x3c00), (-2.5, 0xc100), (65504.0, 0x7bff), (65519.996, 0x7bff),
        (65520.0, 0x7c00), (f32::MAX, 0x7c00), (f32::NEG_INFINITY, 0xfc00), (6.1035156e-5, 0x0400),
        (6.0975552e-5, 0x03ff), (2.9802322e-8, 0), (2.9802326e-8, 1), (8.940697e-8, 2),
    ];
    for (value, bits) in HALVES {
        assert_eq!(krt::F16::from_f32(value).bits, bits, "{value}");
    }
    for (value, bits) in [(1.00048828125, 0x3c00), (1.00146484375, 0x3c02), (1.0004884, 0x3c01)] {
        assert_eq!(krt::F16::from_f32(value).bits, bits, "{value}");
    }
    #[rustfmt::skip]
    const BFLOATS: [(u32, u16); 7] = [
        (0x3f80_0000, 0x3f80), (0x3f80_8000, 0x3f80), (0x3f81_8000, 0x3f82), (0x3f80_8001, 0x3f81),
        (0x7f7f_ffff, 0x7f80), (0xff80_0000, 0xff80), (0x7f80_0001, 0x7fc0),
    ];
    for (value, bits) in BFLOATS {
        assert_eq!(krt::BF16::from_f32(f32::from_bits(value)).bits, bits, "{value:x}");
    }
    for bits in 0..=u16::MAX {
        let (half, bfloat) = (krt::F16 { bits }, krt::BF16 { bits });
        let quiet = |nan: bool, bit: u16| if nan { bits | bit } else { bits };
        assert_eq!(krt::F16::from_f32(half.to_f32()).bits, quiet(half.to_f32().is_nan(), 0x200));
        assert_eq!(krt::BF16::from_f32(bfloat.to_f32()).bits, quiet(bfloat.to_f32().is_nan(), 0x40));
        assert_eq!(half.to_f32().is_nan(), bits & 0x7fff > 0x7c00);
    }
    assert_eq!(krt::F16 { bits: 1 }.to_f32(), f32::from_bits(103 << 23)); // 2^-24
    assert_eq!(format!("{:?}", [krt::F16 { bits: 0x3e00 }, krt::F16::default()]), "[1.5, 0.0]");
    let nan = krt::BF16 { bits: 0x7fc0 };
    assert!(nan != nan && krt::BF16 { bits: 0x8000 } == krt::BF16 { bits: 0 } && nan.partial_cmp(&nan).is_none());
}

fn main() -> krt::Result<()> {
    narrow();
    can_be_shared::<krt::Device>();
    can_be_shared::<krt::Buffer<f32>>();
    can_be_shared::<krt::Function>();
    can_be_shared::<krt::Event>();
    assert_eq!(krt::Device::open("nonsense").err().unwrap().status(), sys::KRT_ERROR_INVALID_ARGUMENT);
    assert_eq!(krt::Device::open("a\0b").err().unwrap().status(), sys::KRT_ERROR_INVALID_ARGUMENT);

    let other = krt::Device::open("emu:gfx1100")?;
    let error = kernels::PACKAGE.preload(&other).unwrap_err();
    assert_eq!(error.status(), sys::KRT_ERROR_NO_IMAGE);
    assert!(error.message().contains("gfx1100"), "{error}");

    let device = krt::Device::open("emu:gfx1030")?;
    assert_eq!(device.info()?.target, "gfx1030");
    typed(krt::Device::open("emu:gfx1030")?)?;
    by_name(&device)?;
    variable(&device)?;
    raw(&device)
}
