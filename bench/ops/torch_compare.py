#!/usr/bin/env python3
"""Operations of libkrt_ops beside PyTorch's on an NVIDIA GPU: the same tensors, the same stream, by turns.

  bench/ops/torch_compare.py DIR [PATTERN]

DIR is what `tests/runtime/gpu.sh pack` made: lib/, with the kernels for sm_90. PATTERN is a regular expression of the names of
cases. Each line has the times of both, and PyTorch's as a multiple of ours: above 1, ours is faster. The least
of several rounds counts. A result that differs from PyTorch's by more than its type allows is an error.
"""
import ctypes as c
import math
import os
import re
import sys

import torch
import torch.nn.functional as F

ROUNDS, SECONDS = 7, 2e-3  # of launches in a round

DTYPES = {torch.uint8: 0, torch.uint32: 1, torch.int32: 3, torch.int64: 4, torch.float16: 6, torch.bfloat16: 7,
          torch.float32: 8, torch.float64: 9}
f16, bf16, f32, f64 = torch.float16, torch.bfloat16, torch.float32, torch.float64
FLOATS = [f32, f16, bf16, f64]
NAMES = {f16: "f16", bf16: "bf16", f32: "f32", f64: "f64"}
TOLERANCES = {f16: 2e-2, bf16: 1e-1, f32: 2e-4, f64: 1e-9}  # sums of a few thousand products, in any order


class Tensor(c.Structure):  # struct krt_tensor
    _fields_ = [("data", c.c_void_p), ("dtype", c.c_uint32), ("rank", c.c_uint32), ("dims", c.c_uint64 * 8),
                ("strides", c.c_uint64 * 8)]

    def __init__(self, t):
        super().__init__(t.data_ptr(), DTYPES[t.dtype], t.dim(), tuple(t.shape), tuple(t.stride()))


class Scalar(c.Structure):  # struct krt_scalar, of a whole number
    _fields_ = [("dtype", c.c_uint32), ("i64", c.c_int64)]


class Convolution(c.Structure):  # struct krt_convolution
    _fields_ = [(name, c.c_uint32 * 2) for name in ("strides", "paddings", "dilations", "output_paddings")] + \
               [("groups", c.c_uint32), ("padding", c.c_uint32), ("is_transposed", c.c_bool)]


class Library:
    """libkrt_ops with a package, on PyTorch's stream: library.NAME(...) is krt_NAME(ops, stream, ...)."""

    def __init__(self, directory):
        libraries = [c.CDLL(os.path.join(directory, "lib", name), c.RTLD_GLOBAL)
                     for name in ("libkrt.so.0", "libkrt_ops.so.0", "libkrt-kernels.so.0")]
        self.krt, self.krt_ops, package = libraries
        self.krt.krt_error_message.restype = c.c_char_p
        device, self.stream, self.ops = c.c_void_p(), c.c_void_p(), c.c_void_p()
        native = c.c_void_p(torch.cuda.current_stream().cuda_stream)
        self.check(self.krt.krt_device_default(c.byref(device)))
        self.check(self.krt.krt_stream_wrap(device, native, c.byref(self.stream)))
        self.check(self.krt_ops.krt_ops_create(c.byref(c.c_char.in_dll(package, "krt_kernels_package")),
                                               c.byref(self.ops)))

    def check(self, status):
        if status:
            raise SystemExit(f"torch_compare: {self.krt.krt_error_message().decode()}")

    def __getattr__(self, name):
        function = getattr(self.krt_ops, "krt_" + name)

        def call(*arguments):
            passed = [c.byref(a) if isinstance(a, Tensor | Convolution) else a for a in arguments]
            return lambda: self.check(function(self.ops, self.stream, *passed))
        return call


def time_of(function, launches):
    before, after = torch.cuda.Event(enable_timing=True), torch.cuda.Event(enable_timing=True)
    before.record()
    for _ in range(launches):
        function()
    after.record()
    after.synchronize()
    return before.elapsed_time(after) * 1e-3 / launches


def by_turns(ours, theirs):
    ours(), theirs()
    launches = max(3, math.ceil(SECONDS / max(time_of(theirs, 2), 1e-7)))
    times = [(time_of(ours, launches), time_of(theirs, launches)) for _ in range(ROUNDS)]
    return min(t[0] for t in times), min(t[1] for t in times)


def random(dtype, *shape):
    return torch.randn(*shape, device="cuda", dtype=f32).to(dtype)


def maps(k, dtype):
    """Element by element: out of 256 MiB at most, beyond any cache."""
    count = min(2**26, 2**28 // dtype.itemsize)
    x, y = random(dtype, count // 4096, 4096), random(dtype, count // 4096, 4096)
    out, bias = torch.empty_like(x), random(dtype, 4096)
    X, Y, OUT = Tensor(x), Tensor(y), Tensor(out)
    unary = ["copy", "neg", "abs", "recip", "exp", "log", "sin", "cos", "tanh", "erf", None, "ceil", "floor", None,
             "sqr", "sqrt", "relu", "gelu", "gelu_erf", "silu", "sigmoid"]
    special = {"copy": lambda: out.copy_(x), "recip": lambda: torch.reciprocal(x, out=out),
               "sqr": lambda: torch.square(x, out=out), "relu": lambda: torch.clamp_min(x, 0, out=out),
               "gelu": lambda: F.gelu(x, approximate="tanh"), "gelu_erf": lambda: F.gelu(x), "silu": lambda: F.silu(x)}
    for number, name in enumerate(unary):
        if name:
            theirs = special.get(name) or (lambda f=getattr(torch, name): f(x, out=out))
            yield name, k.unary(number, X, OUT), theirs, out
    for number, f in enumerate([torch.add, torch.sub, torch.mul, torch.div]):
        yield f.__name__, k.binary(number, X, Y, OUT), lambda f=f: f(x, y, out=out), out
    yield "add bias", k.binary(0, X, Tensor(bias.expand_as(x)), OUT), lambda: torch.add(x, bias, out=out), out
    square = random(dtype, 8192, 8192)
    turned = torch.empty_like(square)
    yield "transpose", k.unary(0, Tensor(square.t()), Tensor(turned)), lambda: turned.copy_(square.t()), turned
    truth = torch.empty(x.shape, dtype=torch.uint8, device="cuda")
    yield "lt", k.compare(2, X, Y, Tensor(truth)), lambda: torch.lt(x, y, out=truth), truth
    mask = (x > 0).to(torch.uint8)
    condition = mask.bool()
    yield "where", k.where(Tensor(mask), X, Y, OUT), lambda: torch.where(condition, x, y, out=out), out
    yield "fill", k.fill(Scalar(DTYPES[torch.int64], 3), OUT), lambda: out.fill_(3.0), out
    for to in FLOATS:
        if to is not dtype:
            cast = torch.empty(x.shape, dtype=to, device="cuda")
            yield f"cast to {NAMES[to]}", k.cast(X, Tensor(cast)), lambda cast=cast: cast.copy_(x), cast


def rows(k, dtype):
    for columns in (128, 1024, 4096, 32768):
        x = random(dtype, 2**25 // columns, columns)
        out, alpha, beta = torch.empty_like(x), random(dtype, columns), random(dtype, columns)
        X, OUT, A, B = Tensor(x), Tensor(out), Tensor(alpha), Tensor(beta)
        yield f"softmax {columns}", k.softmax(X, OUT), lambda: torch.softmax(x, 1, out=out), out
        if columns <= 4096:
            yield f"layer_norm {columns}", k.layer_norm(X, A, B, c.c_float(1e-5), OUT), \
                lambda: F.layer_norm(x, (columns,), alpha, beta), out
            yield f"rms_norm {columns}", k.rms_norm(X, A, c.c_float(1e-5), OUT), \
                lambda: F.rms_norm(x, (columns,), alpha, 1e-5), out
        total = torch.empty(x.shape[0], 1, dtype=dtype, device="cuda")
        yield f"sum {columns}", k.reduce(0, X, 2, Tensor(total)), \
            lambda: torch.sum(x, 1, keepdim=True, out=total), total
        yield f"max {columns}", k.reduce(2, X, 2, Tensor(total)), \
            lambda: torch.amax(x, 1, keepdim=True, out=total), total
        if columns in (1024, 32768):
            order = torch.empty(x.shape, dtype=torch.uint32, device="cuda")
            yield f"argsort {columns}", k.argsort(X, False, Tensor(order)), \
                lambda: torch.argsort(x, dim=1, stable=True), None
        if columns == 1024:
            yield "cumsum 1024", k.scan(0, X, 1, OUT), lambda: torch.cumsum(x, 1, out=out), None
            down = torch.empty(1, columns, dtype=dtype, device="cuda")
            yield "sum of columns", k.reduce(0, X, 1, Tensor(down)), \
                lambda: torch.sum(x, 0, keepdim=True, out=down), None
            deep, eighth = x.view(-1, 8, columns), torch.empty(x.shape[0] // 8, 1, columns, dtype=dtype, device="cuda")
            yield "sum of 8 rows", k.reduce(0, Tensor(deep), 2, Tensor(eighth)), \
                lambda: torch.sum(deep, 1, keepdim=True, out=eighth), eighth
            ten, place = random(dtype, 2**20, 10), torch.empty(2**20, 1, dtype=torch.uint32, device="cuda")
            yield "argmax 10", k.reduce(4, Tensor(ten), 2, Tensor(place)), \
                lambda: torch.argmax(ten, 1, keepdim=True), None
            one = torch.empty(1, 1, dtype=dtype, device="cuda")
            yield "sum of all", k.reduce(0, X, 3, Tensor(one)), \
                lambda: torch.sum(x, (0, 1), keepdim=True, out=one), None
            ids = torch.randint(0, x.shape[0], (x.shape[0],), device="cuda")
            yield "index_select 1024", k.index_select(X, 0, Tensor(ids), OUT), \
                lambda: torch.index_select(x, 0, ids, out=out), out
            wide = torch.randint(0, columns, x.shape, device="cuda")
            yield "gather 1024", k.gather(X, 1, Tensor(wide), OUT), lambda: torch.gather(x, 1, wide, out=out), out


def orders(k, dtype):
    """Of few long rows, as those of a model's logits."""
    for rows, columns in ((1, 32768), (64, 32768), (1, 131072)):
        x = random(dtype, rows, columns)
        order = torch.empty(x.shape, dtype=torch.uint32, device="cuda")
        yield f"argsort {rows}x{columns}", k.argsort(Tensor(x), False, Tensor(order)), \
            lambda: torch.argsort(x, dim=1, stable=True), None


def images(k, dtype):
    def convolution(name, shape, weights, stride=1, padding=0, groups=1):
        x, w = random(dtype, *shape), random(dtype, *weights)
        two = len(shape) == 4
        f = F.conv2d if two else F.conv1d
        out = f(x, w, None, stride, padding, 1, groups)
        job = Convolution(strides=(stride, stride if two else 0), paddings=(padding, padding if two else 0),
                          groups=groups)
        keep = torch.empty_like(out)
        return name, k.convolve(job, Tensor(x), Tensor(w), Tensor(keep)), \
            lambda: f(x, w, None, stride, padding, 1, groups), keep
    if dtype is not f64:
        yield convolution("conv 3x3 64-64 56x56 b8", (8, 64, 56, 56), (64, 64, 3, 3), padding=1)
        yield convolution("conv 3x3 256-256 28x28 b16", (16, 256, 28, 28), (256, 256, 3, 3), padding=1)
        yield convolution("conv 1x1 256-256 56x56 b8", (8, 256, 56, 56), (256, 256, 1, 1))
        yield convolution("conv 7x7/2 3-64 224x224 b8", (8, 3, 224, 224), (64, 3, 7, 7), 2, 3)
        yield convolution("depthwise 3x3 64 112x112 b16", (16, 64, 112, 112), (64, 1, 3, 3), 1, 1, 64)
        yield convolution("conv 3 80-384 3000 b16", (16, 80, 3000), (384, 80, 3), padding=1)
    x = random(dtype, 16, 64, 224, 224)
    half, double = torch.empty(16, 64, 112, 112, dtype=dtype, device="cuda"), \
        torch.empty(16, 64, 448, 448, dtype=dtype, device="cuda")
    two = (c.c_uint32 * 2)(2, 2)
    for number, f in enumerate([F.max_pool2d, F.avg_pool2d]):
        yield f.__name__, k.pool2d(number, two, two, Tensor(x), Tensor(half)), lambda f=f: f(x, 2), half
    yield "nearest", k.upsample_nearest2d(Tensor(x), Tensor(double)), \
        lambda: F.interpolate(x, scale_factor=2, mode="nearest"), double
    yield "bilinear", k.upsample_bilinear2d(Tensor(x), False, None, Tensor(double)), \
        lambda: F.interpolate(x, scale_factor=2, mode="bilinear"), double
    a, b = random(dtype, 4096, 4096), random(dtype, 4096, 4096)
    out = torch.empty_like(a)
    yield "matmul 4096", k.matmul(Tensor(a), Tensor(b), Tensor(out)), lambda: torch.matmul(a, b, out=out), out


def check(name, ours, theirs, out):
    out.zero_()
    ours()
    got = out.clone()
    out.zero_()
    returned = theirs()
    want = returned if isinstance(returned, torch.Tensor) else out
    got, want = got.double(), want.double()
    scale = want.nan_to_num(0, 0, 0).abs().max().clamp_min(1)
    worst = ((got - want).nan_to_num(0, 0, 0).abs() / scale).max().item()
    if worst > TOLERANCES.get(out.dtype, 0):
        print(f"{name}: WRONG: differs by {worst} of the largest element")


def main():
    directory, pattern = sys.argv[1], re.compile(sys.argv[2] if len(sys.argv) > 2 else "")
    os.environ.setdefault("KRT_DEVICE", "cuda:0")
    torch.manual_seed(1)
    torch.backends.cudnn.allow_tf32 = False  # f32 means f32, as in krt/ops.h
    torch.backends.cudnn.benchmark = True
    torch.cuda.init()
    k = Library(directory)
    print(f"{torch.cuda.get_device_name()}, PyTorch {torch.__version__}")
    print(f"{'case':<36} {'ours, us':>10} {'PyTorch':>10} {'ratio':>7}")
    ratios = []
    for family in (maps, rows, orders, images):
        for dtype in FLOATS:
            for case, ours, theirs, out in family(k, dtype):
                name = f"{case} {NAMES[dtype]}"
                if not pattern.search(name):
                    continue
                try:
                    theirs()
                except (RuntimeError, NotImplementedError, TypeError) as error:
                    print(f"{name:<36} PyTorch cannot: {str(error).splitlines()[0]}", flush=True)
                    continue
                if out is not None:
                    check(name, ours, theirs, out)
                a, b = by_turns(ours, theirs)
                ratios.append(b / a)
                print(f"{name:<36} {a * 1e6:10.1f} {b * 1e6:10.1f} {b / a:7.2f}", flush=True)
            torch.cuda.empty_cache()
    mean = math.exp(sum(map(math.log, ratios)) / len(ratios))
    print(f"{len(ratios)} cases: geometric mean {mean:.2f}, least {min(ratios):.2f}, "
          f"{sum(r < 0.95 for r in ratios)} below 0.95")


if __name__ == "__main__":
    main()
