//! A layer of a network, softmax(relu(x weights^T + bias)), by the traits of the framework.
use tensor::backend;
use tensor::framework::{Add, BackendDevice, BackendStorage, CmpOp, DType, Exp, Layout, ReduceOp, Relu, Result};
use tensor::framework::{Div, WithDType};

fn values<T: WithDType>(storage: &backend::Storage) -> Result<Vec<T>> {
    let host = storage.to_host_storage()?;
    Ok(T::from_host(&host).ok_or("another dtype")?.to_vec())
}

fn run() -> Result<()> {
    let device = backend::Device::open("")?;
    let x = device.storage_from_slice(&[1.0f32, 2.0, 3.0, -1.0, 0.5, 2.0])?;
    let weights = device.storage_from_slice(&[0.5f32, -1.0, 1.0, 1.0, 0.25, -0.5])?;
    let bias = device.storage_from_slice(&[0.5f32, 0.25])?;
    let (rows, square) = (Layout::contiguous(&[2, 3]), Layout::contiguous(&[2, 2]));

    let product = x.matmul(&weights, (1, 2, 2, 3), &rows, &rows.clone().transpose(0, 1))?;
    let sum = product.binary::<Add>(&bias, &square, &Layout::contiguous(&[2]).repeat(2))?;
    println!("sums     {:?}", values::<f32>(&sum)?);
    let active = sum.unary::<Relu>(&square)?;
    println!("relu     {:?}", values::<f32>(&active)?);
    let powers = active.unary::<Exp>(&square)?;
    let total = powers.reduce_op(ReduceOp::Sum, &square, &[1])?;
    let out = powers.binary::<Div>(&total, &square, &Layout::contiguous(&[2]).repeat(2).transpose(0, 1))?;
    let percent = out.affine(&square, 100.0, 0.5)?.to_dtype(&square, DType::U8)?;
    println!("percent  {:?}", values::<u8>(&percent)?);
    println!("best     {:?}", values::<u32>(&out.reduce_op(ReduceOp::ArgMax, &square, &[1])?)?);
    println!("positive {:?}", values::<u8>(&sum.cmp(CmpOp::Eq, &active, &square, &square)?)?);

    let outside = Layout { start_offset: 1, ..rows.clone() };
    println!("{}", x.unary::<Exp>(&outside).err().ok_or("no error")?);
    println!("{}", x.matmul(&weights, (1, 2, 3, 3), &rows, &rows).err().ok_or("no error")?);
    Ok(())
}

fn main() {
    if let Err(error) = run() {
        eprintln!("{error}");
        std::process::exit(1);
    }
}
