//! Numbers of the dtypes as f64, and the operations in f64.
use tensor::framework::*;

// ---- Dtypes ----------------------------------------------------------------------------------------------------

/// Bits of exponent and mantissa.
fn format(dtype: DType) -> Option<(i32, i32)> {
    match dtype {
        DType::F8E4M3 => Some((4, 3)),
        DType::F16 => Some((5, 10)),
        DType::BF16 => Some((8, 7)),
        DType::F32 => Some((8, 23)),
        DType::F64 => Some((11, 52)),
        _ => None,
    }
}

pub fn is_float(dtype: DType) -> bool {
    format(dtype).is_some()
}

/// The nearest number of a float dtype, ties to even; of an integer dtype the same modulo its range.
pub fn wrap(dtype: DType, x: f64) -> f64 {
    let (exponent, mantissa) = match (dtype, format(dtype)) {
        (DType::U8, _) => return x.rem_euclid(256.0),
        (DType::U32, _) => return x.rem_euclid(4294967296.0),
        (DType::F64, _) | (_, None) => return x,
        (_, Some(format)) => format,
    };
    if x == 0.0 || !x.is_finite() {
        return x;
    }
    let least = 2 - (1 << (exponent - 1));
    let step = 2f64.powi((x.abs().log2().floor() as i32).max(least) - mantissa);
    let (scaled, magic) = (x / step, 1.5 * 2f64.powi(52));
    (scaled + magic - magic) * step
}

fn encode(dtype: DType, x: f64) -> u16 {
    let (exponent, mantissa) = format(dtype).unwrap();
    let sign = u16::from(x.is_sign_negative()) << (exponent + mantissa);
    if x == 0.0 {
        return sign;
    }
    let power = x.abs().log2().floor() as i32;
    let bias = (1 << (exponent - 1)) - 1;
    let fraction = (x.abs() / 2f64.powi(power) - 1.0) * f64::from(1 << mantissa);
    sign | ((power + bias) << mantissa) as u16 | fraction as u16
}

fn decode(dtype: DType, bits: u16) -> f64 {
    let (exponent, mantissa) = format(dtype).unwrap();
    let (mask, bits, bias) = ((1 << exponent) - 1, i32::from(bits), (1 << (exponent - 1)) - 1);
    let sign = if bits >> (exponent + mantissa) != 0 { -1.0 } else { 1.0 };
    let (power, fraction) = (bits >> mantissa & mask, bits & ((1 << mantissa) - 1));
    let part = f64::from(fraction) / f64::from(1 << mantissa);
    let has_infinity = dtype != DType::F8E4M3;
    match power {
        0 => sign * part * 2f64.powi(1 - bias),
        _ if power == mask && has_infinity => {
            if fraction == 0 {
                sign * f64::INFINITY
            } else {
                f64::NAN
            }
        }
        _ if power == mask && fraction == 7 => f64::NAN,
        _ => sign * (1.0 + part) * 2f64.powi(power - bias),
    }
}

pub fn storage(dtype: DType, values: &[f64]) -> HostStorage {
    let bits = || values.iter().map(|&x| encode(dtype, x));
    match dtype {
        DType::U8 => HostStorage::U8(values.iter().map(|&x| x as u8).collect()),
        DType::U32 => HostStorage::U32(values.iter().map(|&x| x as u32).collect()),
        DType::I16 => HostStorage::I16(values.iter().map(|&x| x as i16).collect()),
        DType::I32 => HostStorage::I32(values.iter().map(|&x| x as i32).collect()),
        DType::I64 => HostStorage::I64(values.iter().map(|&x| x as i64).collect()),
        DType::BF16 => HostStorage::BF16(bits().map(|bits| BF16 { bits }).collect()),
        DType::F16 => HostStorage::F16(bits().map(|bits| F16 { bits }).collect()),
        DType::F32 => HostStorage::F32(values.iter().map(|&x| x as f32).collect()),
        DType::F64 => HostStorage::F64(values.to_vec()),
        DType::F8E4M3 => HostStorage::F8E4M3(bits().map(|bits| F8E4M3 { bits: bits as u8 }).collect()),
    }
}

pub fn values(storage: &HostStorage) -> Vec<f64> {
    match storage {
        HostStorage::U8(values) => values.iter().map(|&x| x.into()).collect(),
        HostStorage::U32(values) => values.iter().map(|&x| x.into()).collect(),
        HostStorage::I16(values) => values.iter().map(|&x| x.into()).collect(),
        HostStorage::I32(values) => values.iter().map(|&x| x.into()).collect(),
        HostStorage::I64(values) => values.iter().map(|&x| x as f64).collect(),
        HostStorage::BF16(values) => values.iter().map(|x| decode(DType::BF16, x.bits)).collect(),
        HostStorage::F16(values) => values.iter().map(|x| decode(DType::F16, x.bits)).collect(),
        HostStorage::F32(values) => values.iter().map(|&x| x.into()).collect(),
        HostStorage::F64(values) => values.clone(),
        HostStorage::F8E4M3(values) => values.iter().map(|x| decode(DType::F8E4M3, x.bits.into())).collect(),
    }
}

// ---- Inputs, which every dtype has exactly -----------------------------------------------------------------------

/// The next random integer below `end`.
pub fn next(state: &mut u64, end: u64) -> f64 {
    *state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
    ((*state >> 33) % end) as f64
}

pub fn small(state: &mut u64, dtype: DType) -> f64 {
    match dtype {
        DType::U8 | DType::U32 => next(state, 8),
        DType::I16 | DType::I32 | DType::I64 => next(state, 9) - 4.0,
        _ => next(state, 32) / 8.0 - 2.0,
    }
}

pub fn positive(state: &mut u64, dtype: DType) -> f64 {
    if is_float(dtype) {
        (1.0 + next(state, 16)) / 8.0
    } else {
        1.0 + next(state, 7)
    }
}

/// A quotient in the dtype: integers are cut toward zero.
pub fn truncated(dtype: DType, x: f64) -> f64 {
    if is_float(dtype) {
        x
    } else {
        x.trunc()
    }
}

pub fn quarters(state: &mut u64, _: DType) -> f64 {
    next(state, 9) / 4.0 - 1.0
}

pub fn ids(end: usize) -> impl Fn(&mut u64, DType) -> f64 {
    move |state, _| next(state, end as u64)
}

// ---- Operations --------------------------------------------------------------------------------------------------

/// The series of erf, for small numbers.
pub fn erf(x: f64) -> f64 {
    let (mut term, mut sum) = (x, x);
    for n in 1..80 {
        term *= -x * x / f64::from(n);
        sum += term / f64::from(2 * n + 1);
    }
    sum * 2.0 / std::f64::consts::PI.sqrt()
}

/// The place of element number `i` of a shape.
pub fn place(mut i: usize, shape: &[usize]) -> Vec<usize> {
    let mut place = vec![0; shape.len()];
    for (at, dim) in place.iter_mut().zip(shape).rev() {
        *at = i % dim;
        i /= dim;
    }
    place
}

pub fn number(place: &[usize], shape: &[usize]) -> usize {
    place.iter().zip(shape).fold(0, |i, (at, dim)| i * dim + at)
}

pub fn reduce(op: ReduceOp, dtype: DType, x: &[f64], shape: &[usize], dims: &[usize]) -> Vec<f64> {
    let kept: Vec<usize> = (0..shape.len()).map(|d| if dims.contains(&d) { 1 } else { shape[d] }).collect();
    let mut rows = vec![Vec::new(); kept.iter().product()];
    for (i, &value) in x.iter().enumerate() {
        let at: Vec<usize> = place(i, shape).iter().zip(&kept).map(|(at, dim)| at % dim).collect();
        rows[number(&at, &kept)].push(value);
    }
    let best = |row: &[f64], is_better: fn(&f64, &f64) -> bool| {
        (1..row.len()).fold(0, |best, i| if is_better(&row[i], &row[best]) { i } else { best })
    };
    let result = |row: &Vec<f64>| match op {
        ReduceOp::Sum => wrap(dtype, row.iter().sum()),
        ReduceOp::Min => row[best(row, f64::lt)],
        ReduceOp::Max => row[best(row, f64::gt)],
        ReduceOp::ArgMin => best(row, f64::lt) as f64,
        ReduceOp::ArgMax => best(row, f64::gt) as f64,
    };
    rows.iter().map(result).collect()
}

/// Shapes are [batch, channels, spatial] with one or two spatial dimensions.
pub fn convolve(x: &[f64], xs: &[usize], k: &[f64], ks: &[usize], p: &ConvParams, is_transposed: bool) -> Vec<f64> {
    let length = |d: usize| match is_transposed {
        true => (xs[d] - 1) * p.stride + p.dilation * (ks[d] - 1) + p.output_padding + 1 - 2 * p.padding,
        false => (xs[d] + 2 * p.padding - p.dilation * (ks[d] - 1) - 1) / p.stride + 1,
    };
    let channels = if is_transposed { ks[1] } else { ks[0] };
    let shape: Vec<usize> = [xs[0], channels].into_iter().chain((2..xs.len()).map(length)).collect();
    let mut out = vec![0.0; shape.iter().product()];
    for i in 0..x.len() {
        for j in 0..k.len() {
            let (a, b) = (place(i, xs), place(j, ks));
            let (from, to) = if is_transposed { (b[0], b[1]) } else { (b[1], b[0]) };
            let meet = |d: usize| meeting(a[d], b[d], p, is_transposed).filter(|at| *at < shape[d]);
            let spatial: Option<Vec<usize>> = (2..xs.len()).map(meet).collect();
            if let (true, Some(spatial)) = (from == a[1], spatial) {
                out[number(&[&[a[0], to], &spatial[..]].concat(), &shape)] += x[i] * k[j];
            }
        }
    }
    out
}

/// The place in the output to which the kernel's element `b` brings the input's element `a`.
fn meeting(a: usize, b: usize, p: &ConvParams, is_transposed: bool) -> Option<usize> {
    if is_transposed {
        return (a * p.stride + b * p.dilation).checked_sub(p.padding);
    }
    let start = (a + p.padding).checked_sub(b * p.dilation)?;
    if start % p.stride == 0 {
        Some(start / p.stride)
    } else {
        None
    }
}

pub fn pool(
    x: &[f64],
    shape: &[usize],
    window: (usize, usize),
    stride: (usize, usize),
    f: impl Fn(&[f64]) -> f64,
) -> Vec<f64> {
    let (height, width) = (shape[2], shape[3]);
    let mut out = Vec::new();
    for image in x.chunks(height * width) {
        for top in (0..=height - window.0).step_by(stride.0) {
            for left in (0..=width - window.1).step_by(stride.1) {
                let cells = (0..window.0 * window.1).map(|i| (top + i / window.1) * width + left + i % window.1);
                out.push(f(&cells.map(|cell| image[cell]).collect::<Vec<_>>()));
            }
        }
    }
    out
}

/// Shapes are [images, height, width].
pub fn nearest(x: &[f64], shape: &[usize; 3], height: usize, width: usize) -> Vec<f64> {
    let cells = (0..shape[0] * height * width).map(|i| {
        let at = place(i, &[shape[0], height, width]);
        x[number(&[at[0], at[1] * shape[1] / height, at[2] * shape[2] / width], shape)]
    });
    cells.collect()
}

pub fn bilinear(x: &[f64], shape: &[usize; 3], size: (usize, usize), align: bool, scale: Option<f64>) -> Vec<f64> {
    let position = |o: usize, from: usize, to: usize| match (align, scale) {
        (true, _) => o as f64 * (from - 1) as f64 / (to - 1) as f64,
        (false, None) => (o as f64 + 0.5) * from as f64 / to as f64 - 0.5,
        (false, Some(scale)) => (o as f64 + 0.5) / scale - 0.5,
    };
    let near = |o, from: usize, to| {
        let at: f64 = f64::max(position(o, from, to), 0.0).min((from - 1) as f64);
        (at as usize, (at as usize + 1).min(from - 1), at.fract())
    };
    let cells = (0..shape[0] * size.0 * size.1).map(|i| {
        let at = place(i, &[shape[0], size.0, size.1]);
        let ((top, bottom, y), (left, right, f)) = (near(at[1], shape[1], size.0), near(at[2], shape[2], size.1));
        let row = |r| x[number(&[at[0], r, left], shape)] * (1.0 - f) + x[number(&[at[0], r, right], shape)] * f;
        row(top) * (1.0 - y) + row(bottom) * y
    });
    cells.collect()
}

pub fn index_select(x: &[f64], shape: &[usize], ids: &[f64], dim: usize) -> Vec<f64> {
    let mut wanted = shape.to_vec();
    wanted[dim] = ids.len();
    let all = (0..wanted.iter().product()).map(|i| {
        let mut at = place(i, &wanted);
        at[dim] = ids[at[dim]] as usize;
        x[number(&at, shape)]
    });
    all.collect()
}

pub fn gather(x: &[f64], shape: &[usize], ids: &[f64], ids_shape: &[usize], dim: usize) -> Vec<f64> {
    let all = ids.iter().enumerate().map(|(i, id)| {
        let mut at = place(i, ids_shape);
        at[dim] = *id as usize;
        x[number(&at, shape)]
    });
    all.collect()
}

pub fn index_add(dtype: DType, x: &[f64], shape: &[usize], ids: &[f64], source: &[f64], dim: usize) -> Vec<f64> {
    let mut from = shape.to_vec();
    from[dim] = ids.len();
    let all: Vec<f64> = (0..source.len()).map(|i| ids[place(i, &from)[dim]]).collect();
    scatter(dtype, x, shape, &all, source, &from, dim, true)
}

#[allow(clippy::too_many_arguments)]
pub fn scatter(
    dtype: DType,
    x: &[f64],
    shape: &[usize],
    ids: &[f64],
    source: &[f64],
    from: &[usize],
    dim: usize,
    is_sum: bool,
) -> Vec<f64> {
    let mut out = x.to_vec();
    for (i, (id, value)) in ids.iter().zip(source).enumerate() {
        let mut at = place(i, from);
        at[dim] = *id as usize;
        let cell = &mut out[number(&at, shape)];
        *cell = if is_sum { wrap(dtype, *cell + value) } else { *value };
    }
    out
}

pub fn matmul(a: &[f64], b: &[f64], batch: usize, m: usize, n: usize, k: usize) -> Vec<f64> {
    let cell = |i: usize| {
        let at = place(i, &[batch, m, n]);
        (0..k).map(|j| a[(at[0] * m + at[1]) * k + j] * b[(at[0] * k + j) * n + at[2]]).sum()
    };
    (0..batch * m * n).map(cell).collect()
}

/// Two rows of four, of which the places 1 and 3 are `value`.
pub fn every_second(x: &[f64], value: f64) -> Vec<f64> {
    x.iter().enumerate().map(|(i, x)| if i % 2 == 1 { value } else { *x }).collect()
}
