//! Cases on a device: each compares, and all failures are said at the end.
use crate::host;
use tensor::backend::{Device, Storage};
use tensor::framework::*;

pub struct Suite {
    pub device: Device,
    name: String,
    count: usize,
    failures: Vec<String>,
    state: u64,
}

/// A shape and how its elements are in memory.
pub struct Shape {
    pub name: String,
    pub shape: Vec<usize>,
    pub layout: Layout,
    elements: usize,
}

/// A storage with its values on the host, in the order of the layout.
pub struct Operand {
    pub storage: Storage,
    pub layout: Layout,
    pub values: Vec<f64>,
}

fn shaped(kind: &str, shape: &[usize], layout: Layout, elements: usize) -> Shape {
    Shape { name: format!("{kind} {shape:?}"), shape: shape.to_vec(), layout, elements }
}

pub fn dense(shape: &[usize]) -> Shape {
    shaped("dense", shape, Layout::contiguous(shape), shape.iter().product())
}

/// The last two dimensions are exchanged.
pub fn turned(shape: &[usize]) -> Shape {
    let (last, mut stored) = (shape.len() - 1, shape.to_vec());
    stored.swap(last - 1, last);
    shaped("turned", shape, Layout::contiguous(&stored).transpose(last - 1, last), shape.iter().product())
}

/// The first dimension repeats one element.
pub fn repeated(shape: &[usize]) -> Shape {
    shaped("repeated", shape, Layout::contiguous(&shape[1..]).repeat(shape[0]), shape[1..].iter().product())
}

/// The first elements and every second of the last dimension are left out.
pub fn offset(shape: &[usize]) -> Shape {
    let last = shape.len() - 1;
    let stored: Vec<usize> = shape[..last].iter().copied().chain([2 * shape[last]]).collect();
    let mut layout = Layout::contiguous(&stored);
    layout.shape[last] = shape[last];
    layout.stride[last] = 2;
    layout.start_offset = 3;
    shaped("offset", shape, layout, 3 + stored.iter().product::<usize>())
}

impl Suite {
    pub fn new(device: &str) -> Suite {
        let open = Device::open(device).expect(device);
        Suite { device: open, name: device.to_string(), count: 0, failures: Vec::new(), state: 1 }
    }

    pub fn case(&mut self, name: String, run: impl FnOnce(&mut Suite) -> Result<()>) {
        self.count += 1;
        if let Err(error) = run(self) {
            self.failures.push(format!("{}: {name}: {error}", self.name));
        }
    }

    pub fn operand(&mut self, dtype: DType, range: impl Fn(&mut u64, DType) -> f64, shape: &Shape) -> Result<Operand> {
        let stored: Vec<f64> = (0..shape.elements).map(|_| range(&mut self.state, dtype)).collect();
        let layout = shape.layout.clone();
        let at = |i| {
            let steps = host::place(i, &shape.shape);
            layout.start_offset + steps.iter().zip(&layout.stride).map(|(at, stride)| at * stride).sum::<usize>()
        };
        let values = (0..shape.shape.iter().product()).map(|i| stored[at(i)]).collect();
        Ok(Operand { storage: self.device.storage_from_host(&host::storage(dtype, &stored))?, layout, values })
    }

    pub fn finish(self) {
        println!("{}: {} cases", self.name, self.count);
        assert!(
            self.failures.is_empty(),
            "{} of {} failed:\n{}",
            self.failures.len(),
            self.count,
            self.failures.join("\n")
        );
        assert!(self.count >= 300, "{} cases", self.count);
    }
}

pub fn holds(is_true: bool, message: &str) -> Result<()> {
    if is_true {
        Ok(())
    } else {
        Err(message.into())
    }
}

/// What is allowed beside a half step of the dtype.
fn tolerance(dtype: DType) -> f64 {
    match dtype {
        DType::F8E4M3 => 0.0626,
        DType::BF16 => 0.0045,
        DType::F16 => 0.0006,
        DType::F32 => 2e-6,
        DType::F64 => 1e-13,
        _ => 0.0,
    }
}

/// Compares a storage with what it should be.
pub fn check(storage: &Storage, dtype: DType, want: &[f64]) -> Result<()> {
    holds(storage.dtype() == dtype, "another dtype")?;
    let got = host::values(&storage.to_host_storage()?);
    holds(got.len() == want.len(), &format!("{} elements, not {}", got.len(), want.len()))?;
    let limit = |want: f64| tolerance(dtype) * want.abs().max(if dtype == DType::F8E4M3 { 0.016 } else { 0.5 });
    match got.iter().zip(want).position(|(got, want)| got != want && !((got - want).abs() <= limit(*want))) {
        None => Ok(()),
        Some(i) => Err(format!("element {i} of {} is {}, not {}", want.len(), got[i], want[i]).into()),
    }
}
