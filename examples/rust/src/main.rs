//! Steps of Collatz sequences, counted on a GPU, or on the emulator.
mod kernels {
    include!(concat!(env!("OUT_DIR"), "/launch.rs"));
}
use kernels::hsaco;

fn run() -> krt::Result<()> {
    for id in hsaco::ALL_IDS {
        println!("{} for {}", id.module().name(), hsaco::TARGETS.join(", "));
    }
    let numbers = [1, 7, 27, 97, 871, 6171];
    let count = numbers.len() as u32;
    let device = krt::Device::open("")?;
    let stream = device.stream();
    let start = stream.upload(&numbers)?;
    let mut steps = stream.alloc(numbers.len())?;
    let config = krt::LaunchConfig::new(1, 64);
    // SAFETY: the kernel takes a count and two arrays of that many numbers.
    unsafe { kernels::collatz(&stream, &config, count, start.as_ptr(), steps.as_mut_ptr())? };
    println!("{:?}", steps.to_vec()?);

    // By name, as frameworks do it.
    let function = device.get_or_load_func("collatz", &hsaco::COLLATZ)?;
    let (from, to) = (start.as_ptr(), steps.as_mut_ptr());
    // SAFETY: as above.
    unsafe { function.launch(&stream, &config, &[krt::arg(&count), krt::arg(&from), krt::arg(&to)])? };
    println!("{:?}", steps.to_vec()?);
    Ok(())
}

fn main() {
    if let Err(error) = run() {
        eprintln!("{error}");
        std::process::exit(1);
    }
}
