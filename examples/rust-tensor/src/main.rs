//! A layer of a network, softmax(relu(x weights^T + bias)), by the operations of a storage.
mod storage;

use krt::sys;
use storage::{DType, Device, Layout};

fn run() -> krt::Result<()> {
    let device = Device::new(krt::Device::open("")?.stream())?;
    let x = device.storage_from_slice(&[1.0f32, 2.0, 3.0, -1.0, 0.5, 2.0])?;
    let weights = device.storage_from_slice(&[0.5f32, -1.0, 1.0, 1.0, 0.25, -0.5])?;
    let bias = device.storage_from_slice(&[0.5f32, 0.25])?;
    let (rows, columns) = (Layout::contiguous(&[2, 3]), Layout::contiguous(&[2, 2]));

    let product = x.matmul(&weights, &rows, &rows.clone().transpose(0, 1))?;
    let biases = Layout::contiguous(&[2]).broadcast_rows(2);
    let sum = product.binary(sys::KRT_BINARY_ADD, &bias, &columns, &biases)?;
    println!("sums     {:?}", sum.to_vec::<f32>()?);
    let active = sum.unary(sys::KRT_UNARY_RELU, &columns)?;
    println!("relu     {:?}", active.to_vec::<f32>()?);
    let out = active.softmax(&columns)?;
    let percent = out.affine(&columns, 100.0, 0.5)?.to_dtype(&columns, DType::U8)?;
    println!("percent  {:?}", percent.to_vec::<u8>()?);
    println!("best     {:?}", out.reduce(sys::KRT_REDUCE_ARGMAX, &columns, &[1])?.to_vec::<u32>()?);
    let equal = sum.compare(sys::KRT_EQUAL, &active, &columns, &columns)?;
    println!("positive {:?}", equal.to_vec::<u8>()?);
    let turned = x.copy_strided(&rows.clone().transpose(0, 1))?;
    println!("turned   {:?}", turned.to_vec::<f32>()?);

    let outside = Layout { offset: 1, ..rows };
    println!("{}", x.copy_strided(&outside).err().expect("an error"));
    let error = x.matmul(&weights, &Layout::contiguous(&[2, 3]), &Layout::contiguous(&[2, 3]));
    println!("{}", error.err().expect("an error"));
    Ok(())
}

fn main() {
    if let Err(error) = run() {
        eprintln!("{error}");
        std::process::exit(1);
    }
}
