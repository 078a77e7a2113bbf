//! Steps of Collatz sequences, counted on a GPU, or on the emulator.
mod krt;
#[allow(dead_code)] // it says more than this program asks
mod hsaco {
    include!(concat!(env!("OUT_DIR"), "/hsaco.rs"));
}

fn run() -> krt::Result<()> {
    for id in hsaco::ALL_IDS {
        let module = id.module();
        println!("{} for {}", module.name(), hsaco::TARGETS.join(", "));
    }
    let numbers = [1, 7, 27, 97, 871, 6171];
    let device = krt::Device::open()?;
    let module = device.load(hsaco::COLLATZ.bytes())?;
    let start = device.memory(&numbers)?;
    let steps = device.memory(&[0; 6])?;
    // SAFETY: kernels/collatz.cu takes a count and two arrays of that many numbers.
    unsafe { module.launch("collatz", 1, 64, numbers.len() as u32, &[&start, &steps])? };
    println!("{:?}", steps.read()?);
    Ok(())
}

fn main() {
    if let Err(message) = run() {
        eprintln!("{message}");
        std::process::exit(1);
    }
}
