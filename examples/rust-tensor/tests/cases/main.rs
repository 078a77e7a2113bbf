//! Every operation of the backend on three GPUs, by the emulator, compared with references in f64.
mod failures;
mod host;
mod maps;
mod suite;

use suite::{check, Suite};
use tensor::framework::*;

/// An operation of the framework and its reference, and the numbers that it gets.
macro_rules! unary {
    ($s:expr, $dtype:expr, $layout:expr; $($op:ident $range:ident $reference:expr;)*) => {
        $($s.case(format!("{} {:?} {}", $op::NAME, $dtype, $layout.name), |s| {
            let x = s.operand($dtype, host::$range, &$layout)?;
            let want: Vec<f64> = x.values.iter().map(|&x| $reference(x)).collect();
            check(&x.storage.unary::<$op>(&x.layout)?, $dtype, &want)
        });)*
    };
}

fn unaries(s: &mut Suite, dtype: DType, layout: &suite::Shape) {
    let phi = |x: f64| 0.5 * (1.0 + host::erf(x / 2f64.sqrt()));
    let gelu = |x: f64| 0.5 * x * (1.0 + (0.7978845608028654 * (x + 0.044715 * x * x * x)).tanh());
    unary! { s, dtype, layout;
        Exp small f64::exp;
        Log positive f64::ln;
        Sin small f64::sin;
        Cos small f64::cos;
        Tanh small f64::tanh;
        Neg small |x: f64| -x;
        Recip positive |x: f64| 1.0 / x;
        Sqr small |x: f64| x * x;
        Sqrt positive f64::sqrt;
        Gelu small gelu;
        GeluErf small |x: f64| x * phi(x);
        Erf small host::erf;
        Silu small |x: f64| x / (1.0 + (-x).exp());
        Abs small f64::abs;
        Ceil small f64::ceil;
        Floor small f64::floor;
        Round small f64::round;
        Sign small |x: f64| if x == 0.0 { 0.0 } else { x.signum() };
        Relu small |x: f64| x.max(0.0);
    }
}

macro_rules! binary {
    ($s:expr, $dtype:expr, $a:expr, $b:expr; $($op:ident $reference:expr;)*) => {
        $($s.case(format!("{} {:?} {} {}", $op::NAME, $dtype, $a.name, $b.name), |s| {
            let (x, y) = (s.operand($dtype, host::small, &$a)?, s.operand($dtype, host::positive, &$b)?);
            let want: Vec<f64> = x.values.iter().zip(&y.values).map(|(&x, &y)| $reference(x, y)).collect();
            check(&x.storage.binary::<$op>(&y.storage, &x.layout, &y.layout)?, $dtype, &want)
        });)*
    };
}

fn binaries(s: &mut Suite, dtype: DType, a: &suite::Shape, b: &suite::Shape) {
    binary! { s, dtype, a, b;
        Add |x, y| host::wrap(dtype, x + y);
        Sub |x, y| host::wrap(dtype, x - y);
        Mul |x, y| host::wrap(dtype, x * y);
    }
    if dtype == DType::I32 {
        return; // the others are compiled at their first use, which takes seconds
    }
    binary! { s, dtype, a, b;
        Div |x: f64, y: f64| if host::is_float(dtype) { x / y } else { (x / y).trunc() };
        Maximum f64::max;
        Minimum f64::min;
    }
}

fn comparisons(s: &mut Suite, dtype: DType) {
    type Reference = fn(&f64, &f64) -> bool;
    let table: [(CmpOp, Reference); 6] = [
        (CmpOp::Eq, f64::eq),
        (CmpOp::Ne, f64::ne),
        (CmpOp::Le, f64::le),
        (CmpOp::Ge, f64::ge),
        (CmpOp::Lt, f64::lt),
        (CmpOp::Gt, f64::gt),
    ];
    for (op, reference) in table {
        s.case(format!("{op:?} {dtype:?}"), |s| {
            let x = s.operand(dtype, host::small, &suite::dense(&[5, 7]))?;
            let y = s.operand(dtype, host::small, &suite::turned(&[5, 7]))?;
            let want: Vec<f64> =
                x.values.iter().zip(&y.values).map(|(x, y)| f64::from(u8::from(reference(x, y)))).collect();
            check(&x.storage.cmp(op, &y.storage, &x.layout, &y.layout)?, DType::U8, &want)
        });
    }
}

fn reductions(s: &mut Suite, dtype: DType) {
    for op in [ReduceOp::Sum, ReduceOp::Min, ReduceOp::Max, ReduceOp::ArgMin, ReduceOp::ArgMax] {
        for (dims, shape) in [
            (&[0][..], suite::dense(&[3, 4, 5])),
            (&[1], suite::turned(&[3, 4, 5])),
            (&[0, 2], suite::dense(&[3, 4, 5])),
        ] {
            let is_index = matches!(op, ReduceOp::ArgMin | ReduceOp::ArgMax);
            if is_index && dims.len() > 1 {
                continue;
            }
            s.case(format!("{op:?} {dtype:?} over {dims:?} {}", shape.name), |s| {
                let x = s.operand(dtype, host::small, &shape)?;
                let want = host::reduce(op, dtype, &x.values, &x.layout.shape, dims);
                check(&x.storage.reduce_op(op, &x.layout, dims)?, if is_index { DType::U32 } else { dtype }, &want)
            });
        }
    }
}

fn casts(s: &mut Suite) {
    use DType::*;
    let pairs: [(DType, &[DType]); 8] = [
        (U8, &[U8, U32, I64, F8E4M3, F16, BF16, F32, F64]),
        (U32, &[U8, U32, I64, F16, BF16, F32, F64]),
        (I64, &[U8, U32, I64, F32, F64]),
        (F8E4M3, &[U8, I32, F8E4M3, F16, BF16, F32, F64]),
        (F16, &[U8, U32, F8E4M3, F16, BF16, F32, F64]),
        (BF16, &[U8, U32, F8E4M3, F16, BF16, F32, F64]),
        (F32, &[U8, U32, I64, F8E4M3, F16, BF16, F32, F64]),
        (F64, &[U8, U32, I64, F8E4M3, F16, BF16, F32, F64]),
    ];
    for (from, targets) in pairs {
        for &to in targets {
            s.case(format!("to_dtype {from:?} {to:?}"), |s| {
                let x = s.operand(from, host::positive, &suite::turned(&[4, 6]))?;
                let whole = |x: &f64| if host::is_float(to) { *x } else { x.trunc() };
                check(&x.storage.to_dtype(&x.layout, to)?, to, &x.values.iter().map(whole).collect::<Vec<_>>())
            });
        }
    }
}

fn choices(s: &mut Suite, dtype: DType) {
    for condition in [DType::U8, DType::U32, DType::I64] {
        s.case(format!("where {condition:?} {dtype:?}"), |s| {
            let c = s.operand(condition, host::ids(2), &suite::dense(&[4, 5]))?;
            let yes = s.operand(dtype, host::small, &suite::turned(&[4, 5]))?;
            let no = s.operand(dtype, host::positive, &suite::repeated(&[4, 5]))?;
            let pairs = yes.values.iter().zip(&no.values);
            let want: Vec<f64> =
                c.values.iter().zip(pairs).map(|(c, (y, n))| if *c != 0.0 { *y } else { *n }).collect();
            let out = c.storage.where_cond(&c.layout, &yes.storage, &yes.layout, &no.storage, &no.layout)?;
            check(&out, dtype, &want)
        });
    }
}

fn formulas(s: &mut Suite, dtype: DType, shape: &suite::Shape) {
    s.case(format!("affine {dtype:?} {}", shape.name), |s| {
        let x = s.operand(dtype, host::small, shape)?;
        let want: Vec<f64> = x.values.iter().map(|x| host::wrap(dtype, x * 2.0 + 1.0)).collect();
        check(&x.storage.affine(&x.layout, 2.0, 1.0)?, dtype, &want)
    });
    if !host::is_float(dtype) {
        return;
    }
    s.case(format!("powf {dtype:?} {}", shape.name), |s| {
        let x = s.operand(dtype, host::positive, shape)?;
        check(&x.storage.powf(&x.layout, 1.5)?, dtype, &x.values.iter().map(|x| x.powf(1.5)).collect::<Vec<_>>())
    });
    s.case(format!("elu {dtype:?} {}", shape.name), |s| {
        let x = s.operand(dtype, host::small, shape)?;
        let elu = |x: &f64| if *x > 0.0 { *x } else { 0.5 * (x.exp() - 1.0) };
        check(&x.storage.elu(&x.layout, 0.5)?, dtype, &x.values.iter().map(elu).collect::<Vec<_>>())
    });
}

fn convolutions(s: &mut Suite, dtype: DType) {
    let table = [(0, 0, 1, 1), (1, 0, 1, 1), (1, 0, 2, 1), (2, 0, 1, 2), (1, 1, 2, 1)];
    for (padding, output_padding, stride, dilation) in table {
        let params = ConvParams { padding, output_padding, stride, dilation };
        for spatial in [&[7][..], &[5, 6]] {
            for is_transposed in [false, true] {
                let name = format!("conv{}d transposed {is_transposed} {dtype:?} {params:?}", spatial.len());
                s.case(name, |s| convolve(s, dtype, &params, spatial, is_transposed));
            }
        }
    }
}

fn convolve(s: &mut Suite, dtype: DType, params: &ConvParams, spatial: &[usize], is_transposed: bool) -> Result<()> {
    let shape = [&[2, 3], spatial].concat();
    let kernel_channels = if is_transposed { [3, 4] } else { [4, 3] };
    let kernel_shape = [&kernel_channels[..], &vec![3; spatial.len()]].concat();
    let range = if host::is_float(dtype) { host::quarters } else { host::small };
    let x = s.operand(dtype, range, &suite::turned(&shape))?;
    let k = s.operand(dtype, range, &suite::dense(&kernel_shape))?;
    let want = host::convolve(&x.values, &shape, &k.values, &kernel_shape, params, is_transposed);
    let (a, b) = (&x.storage, &k.storage);
    let out = match (spatial.len(), is_transposed) {
        (1, false) => a.conv1d(&x.layout, b, &k.layout, params),
        (1, true) => a.conv_transpose1d(&x.layout, b, &k.layout, params),
        (_, false) => a.conv2d(&x.layout, b, &k.layout, params),
        (_, true) => a.conv_transpose2d(&x.layout, b, &k.layout, params),
    };
    check(&out?, dtype, &want)
}

fn images(s: &mut Suite, dtype: DType) {
    for (window, stride) in [((2, 2), (2, 2)), ((3, 2), (1, 2))] {
        s.case(format!("max_pool2d {window:?} {stride:?} {dtype:?}"), |s| {
            let x = s.operand(dtype, host::small, &suite::turned(&[2, 3, 6, 5]))?;
            let want =
                host::pool(&x.values, &x.layout.shape, window, stride, |w| w.iter().copied().fold(f64::MIN, f64::max));
            check(&x.storage.max_pool2d(&x.layout, window, stride)?, dtype, &want)
        });
        s.case(format!("avg_pool2d {window:?} {stride:?} {dtype:?}"), |s| {
            let x = s.operand(dtype, host::small, &suite::dense(&[2, 3, 6, 5]))?;
            let mean = |w: &[f64]| host::truncated(dtype, w.iter().sum::<f64>() / w.len() as f64);
            let want = host::pool(&x.values, &x.layout.shape, window, stride, mean);
            check(&x.storage.avg_pool2d(&x.layout, window, stride)?, dtype, &want)
        });
    }
    s.case(format!("upsample_nearest1d {dtype:?}"), |s| {
        let x = s.operand(dtype, host::small, &suite::dense(&[2, 3, 4]))?;
        let want = host::nearest(&x.values, &[6, 1, 4], 1, 10);
        check(&x.storage.upsample_nearest1d(&x.layout, 10)?, dtype, &want)
    });
    s.case(format!("upsample_nearest2d {dtype:?}"), |s| {
        let x = s.operand(dtype, host::small, &suite::turned(&[1, 3, 4, 3]))?;
        check(&x.storage.upsample_nearest2d(&x.layout, 6, 9)?, dtype, &host::nearest(&x.values, &[3, 4, 3], 6, 9))
    });
    let weights = if host::is_float(dtype) { &[(false, None), (true, None), (false, Some(2.0))][..] } else { &[] };
    for &(align, scales) in weights {
        s.case(format!("upsample_bilinear2d {align} {scales:?} {dtype:?}"), |s| {
            let x = s.operand(dtype, host::small, &suite::dense(&[1, 2, 4, 3]))?;
            let out = x.storage.upsample_bilinear2d(&x.layout, 7, 6, align, scales, scales)?;
            check(&out, dtype, &host::bilinear(&x.values, &[2, 4, 3], (7, 6), align, scales))
        });
    }
}

fn indices(s: &mut Suite, dtype: DType, index: DType) {
    for (dim, shape) in [(0, suite::dense(&[4, 5])), (1, suite::turned(&[4, 5]))] {
        let name = format!("{dtype:?} by {index:?} along {dim} {}", shape.name);
        let length = shape.shape[dim];
        s.case(format!("index_select {name}"), |s| {
            let (x, ids) =
                (s.operand(dtype, host::small, &shape)?, s.operand(index, host::ids(length), &suite::dense(&[6]))?);
            let want = host::index_select(&x.values, &x.layout.shape, &ids.values, dim);
            check(&x.storage.index_select(&ids.storage, &x.layout, &ids.layout, dim)?, dtype, &want)
        });
        s.case(format!("gather {name}"), |s| {
            let mut wanted = shape.shape.clone();
            wanted[dim] = 3;
            let (x, ids) =
                (s.operand(dtype, host::small, &shape)?, s.operand(index, host::ids(length), &suite::turned(&wanted))?);
            let want = host::gather(&x.values, &x.layout.shape, &ids.values, &wanted, dim);
            check(&x.storage.gather(&x.layout, &ids.storage, &ids.layout, dim)?, dtype, &want)
        });
        s.case(format!("index_add {name}"), |s| {
            let mut added = shape.shape.clone();
            added[dim] = 6;
            let (x, ids) =
                (s.operand(dtype, host::small, &shape)?, s.operand(index, host::ids(length), &suite::dense(&[6]))?);
            let source = s.operand(dtype, host::positive, &suite::turned(&added))?;
            let want = host::index_add(dtype, &x.values, &x.layout.shape, &ids.values, &source.values, dim);
            let out =
                x.storage.index_add(&x.layout, &ids.storage, &ids.layout, &source.storage, &source.layout, dim)?;
            check(&out, dtype, &want)
        });
        for is_sum in [false, true] {
            s.case(format!("scatter sum {is_sum} {name}"), |s| {
                let mut from = shape.shape.clone();
                from[dim] = 3;
                let mut x = s.operand(dtype, host::small, &suite::dense(&shape.shape))?;
                let ids = s.operand(index, host::ids(length), &suite::dense(&from))?;
                let source = s.operand(dtype, host::positive, &suite::turned(&from))?;
                let want =
                    host::scatter(dtype, &x.values, &shape.shape, &ids.values, &source.values, &from, dim, is_sum);
                let (out, l) = (&mut x.storage, &x.layout);
                if is_sum {
                    out.scatter_add_set(l, &ids.storage, &ids.layout, &source.storage, &source.layout, dim)?;
                } else {
                    out.scatter_set(l, &ids.storage, &ids.layout, &source.storage, &source.layout, dim)?;
                }
                check(&x.storage, dtype, &want)
            });
        }
    }
}

fn products(s: &mut Suite, dtype: DType) {
    let shapes = [
        (suite::dense(&[3, 4]), suite::dense(&[4, 5])),
        (suite::turned(&[3, 4]), suite::turned(&[4, 5])),
        (suite::dense(&[2, 3, 4]), suite::offset(&[2, 4, 5])),
        (suite::repeated(&[2, 3, 4]), suite::dense(&[2, 4, 5])),
        (suite::dense(&[1, 33]), suite::turned(&[33, 17])),
    ];
    for (a, b) in shapes {
        s.case(format!("matmul {dtype:?} {} {}", a.name, b.name), |s| {
            let (x, y) = (s.operand(dtype, host::quarters, &a)?, s.operand(dtype, host::quarters, &b)?);
            let rank = a.shape.len();
            let (m, k, n) = (a.shape[rank - 2], a.shape[rank - 1], b.shape[rank - 1]);
            let batch = if rank == 3 { a.shape[0] } else { 1 };
            let want = host::matmul(&x.values, &y.values, batch, m, n, k);
            check(&x.storage.matmul(&y.storage, (batch, m, n, k), &x.layout, &y.layout)?, dtype, &want)
        });
    }
}

fn copies(s: &mut Suite, dtype: DType) {
    s.case(format!("try_clone {dtype:?}"), |s| {
        let x = s.operand(dtype, host::small, &suite::dense(&[3, 4]))?;
        check(&x.storage.try_clone(&x.layout)?, dtype, &x.values)
    });
    s.case(format!("zeros {dtype:?}"), |s| check(&s.device.zeros(&[3, 5], dtype)?, dtype, &[0.0; 15]));
    s.case(format!("copy_strided_src {dtype:?}"), |s| {
        let x = s.operand(dtype, host::small, &suite::turned(&[3, 4]))?;
        let mut out = s.device.zeros(&[15], dtype)?;
        x.storage.copy_strided_src(&mut out, 2, &x.layout)?;
        check(&out, dtype, &[&[0.0; 2], &x.values[..], &[0.0]].concat())
    });
    s.case(format!("copy2d {dtype:?}"), |s| {
        let x = s.operand(dtype, host::small, &suite::dense(&[3, 4]))?;
        let mut out = s.device.zeros(&[3, 5], dtype)?;
        x.storage.copy2d(&mut out, (3, 2), (4, 5), (1, 3))?;
        let rows = x.values.chunks(4).flat_map(|row| [0.0, 0.0, 0.0, row[1], row[2]]);
        check(&out, dtype, &rows.collect::<Vec<_>>())
    });
    s.case(format!("const_set {dtype:?}"), |s| {
        let mut x = s.operand(dtype, host::small, &suite::dense(&[2, 4]))?;
        let every_second = Layout { shape: vec![2, 2], stride: vec![4, 2], start_offset: 1 };
        x.storage.const_set(Scalar::F64(3.0), &every_second)?;
        check(&x.storage, dtype, &host::every_second(&x.values, 3.0))?;
        x.storage.const_set(Scalar::I64(1), &x.layout)?;
        check(&x.storage, dtype, &[1.0; 8])
    });
}

fn random(s: &mut Suite, dtype: DType) {
    s.case(format!("rand_uniform {dtype:?}"), |s| {
        s.device.set_seed(299)?;
        let first = host::values(&s.device.rand_uniform(&[40, 50], dtype, -1.0, 3.0)?.to_host_storage()?);
        let second = host::values(&s.device.rand_uniform(&[40, 50], dtype, -1.0, 3.0)?.to_host_storage()?);
        let mean = first.iter().sum::<f64>() / 2000.0;
        let is_inside = first.iter().all(|x| (-1.0..=3.0).contains(x));
        suite::holds(is_inside && (mean - 1.0).abs() < 0.1 && first != second, "not uniform")?;
        s.device.set_seed(299)?;
        suite::holds(s.device.current_seed()? == 299, "another seed")?;
        check(&s.device.rand_uniform(&[2000], dtype, -1.0, 3.0)?, dtype, &first)
    });
    s.case(format!("rand_normal {dtype:?}"), |s| {
        let x = host::values(&s.device.rand_normal(&[2000], dtype, 1.0, 2.0)?.to_host_storage()?);
        let mean = x.iter().sum::<f64>() / 2000.0;
        let variance = x.iter().map(|x| (x - mean) * (x - mean)).sum::<f64>() / 2000.0;
        suite::holds((mean - 1.0).abs() < 0.2 && (variance - 4.0).abs() < 0.6, "not normal")
    });
}

const FLOATS: [DType; 5] = [DType::F8E4M3, DType::F16, DType::BF16, DType::F32, DType::F64];
const WIDE: [DType; 4] = [DType::F16, DType::BF16, DType::F32, DType::F64];
const MOST: [DType; 9] =
    [DType::U8, DType::U32, DType::I32, DType::I64, DType::F8E4M3, DType::F16, DType::BF16, DType::F32, DType::F64];

fn by_dtype(s: &mut Suite) {
    let dense = suite::dense(&[3, 17]);
    FLOATS.iter().for_each(|&dtype| unaries(s, dtype, &dense));
    for dtype in MOST {
        binaries(s, dtype, &dense, &dense);
        choices(s, dtype);
        formulas(s, dtype, &dense);
        copies(s, dtype);
    }
    for dtype in MOST.into_iter().filter(|dtype| *dtype != DType::I32) {
        comparisons(s, dtype);
    }
    [DType::U8, DType::U32, DType::I64].iter().chain(&WIDE).for_each(|&dtype| reductions(s, dtype));
    for dtype in [DType::I64, DType::F8E4M3].into_iter().chain(WIDE) {
        convolutions(s, dtype);
        images(s, dtype);
    }
    WIDE.iter().for_each(|&dtype| products(s, dtype));
    FLOATS.iter().for_each(|&dtype| random(s, dtype));
    casts(s);
}

fn all(device: &str) {
    let mut s = Suite::new(device);
    by_dtype(&mut s);
    for shape in [suite::turned(&[4, 6]), suite::repeated(&[4, 6]), suite::offset(&[2, 3, 4])] {
        unaries(&mut s, DType::F32, &shape);
        binaries(&mut s, DType::F32, &suite::dense(&shape.shape), &shape);
        formulas(&mut s, DType::F16, &shape);
    }
    for dtype in [DType::F32, DType::F16, DType::I64, DType::F8E4M3] {
        [DType::U8, DType::U32, DType::I32, DType::I64].iter().for_each(|&index| indices(&mut s, dtype, index));
    }
    failures::all(&mut s);
    maps::all(&mut s);
    s.finish();
}

#[test]
fn gfx1030() {
    all("emu:gfx1030");
}

#[test]
fn gfx1100() {
    all("emu:gfx1100");
}

#[test]
fn gfx90a() {
    all("emu:gfx90a");
}
