"""Quantizes weights of fourteen kinds to eleven formats, by krt_quantize_host() and by ggml. See run."""

import ctypes as C
import pathlib
import sys
import time

import ggml
import numpy as np

COUNT, COLUMNS = 1 << 16, 4096
FORMATS = ["Q4_0", "Q4_1", "Q5_0", "Q5_1", "Q8_0", "Q2_K", "Q3_K", "Q4_K", "Q5_K", "Q6_K", "Q8_K"]
random = np.random.default_rng(1)


def grid(levels, step=0.013):
    return (random.integers(0, levels, COUNT) - levels // 2) * step


def grid_by_groups(bits, group):
    scales = random.uniform(0.5, 1.5, COUNT // group).repeat(group)
    return (random.integers(0, 1 << bits, COUNT) - (1 << bits) // 2) * scales


KINDS = {
    "normal": random.standard_normal(COUNT),
    "Laplace": random.laplace(size=COUNT),
    "uniform": random.uniform(-1, 1, COUNT),
    "positive": np.abs(random.standard_normal(COUNT)),
    "sparse, 1 in 10": random.standard_normal(COUNT) * (random.random(COUNT) < 0.1),
    "outliers, 1 in 100": random.standard_normal(COUNT) * np.where(random.random(COUNT) < 0.01, 20, 1),
    "1 in 250, 100 times": random.standard_normal(COUNT) * np.where(random.random(COUNT) < 0.004, 100, 1),
    "far from 0": random.uniform(0, 1, COUNT) + random.uniform(300, 1200, COUNT // 256).repeat(256),
    "ternary": grid(3, 0.5),
    "5 levels": grid(5),
    "7 levels": grid(7),
    "15 levels": grid(15),
    "int4 in groups of 32": grid_by_groups(4, 32),
    "int3 in groups of 128": grid_by_groups(3, 128),
}

ours = C.CDLL(sys.argv[1])
ours.krt_quantize_host.argtypes = [C.c_uint32, C.c_uint32, C.c_void_p, C.c_uint64, C.c_uint32, C.c_void_p, C.c_void_p]
ours.krt_dequantize_host.argtypes = [C.c_uint32, C.c_void_p, C.c_uint64, C.c_void_p]
theirs = C.CDLL(next(str(path) for path in pathlib.Path(ggml.__file__).parent.rglob("libggml-base.so")))
KRT_F32 = 8


def by_us(number, x, blocks):
    assert not ours.krt_quantize_host(number, KRT_F32, x.ctypes.data, COUNT // COLUMNS, COLUMNS, None, blocks.ctypes.data)


def by_ggml(number, x, blocks):
    name = FORMATS[number]
    if name == "Q8_K":  # ggml has it for activations only
        theirs.quantize_row_q8_K_ref(C.c_void_p(x.ctypes.data), C.c_void_p(blocks.ctypes.data), C.c_int64(COUNT))
    else:
        getattr(theirs, f"quantize_{name.lower() if name[-1] != 'K' else name.lower()[:-1] + 'K'}")(
            C.c_void_p(x.ctypes.data), C.c_void_p(blocks.ctypes.data), C.c_int64(COUNT // COLUMNS), C.c_int64(COLUMNS), None)


def error(quantize, number, x):
    """Returns the root of the mean square error as a share of that of |x|, and the processor's seconds."""
    blocks, y = np.zeros(2 * COUNT + 64, np.uint8), np.zeros_like(x)
    start = time.process_time()
    quantize(number, x, blocks)
    seconds = time.process_time() - start
    assert not ours.krt_dequantize_host(number, blocks.ctypes.data, COUNT, y.ctypes.data)
    difference = y.astype(np.float64) - x
    return np.sqrt(np.dot(difference, difference) / np.dot(x.astype(np.float64), x)), seconds


behind, seconds = [], np.zeros((len(FORMATS), 2))
print("error in %, and as a share of ggml's")
print(f"{'':22}" + "".join(f"{name:>14}" for name in FORMATS))
for kind, weights in KINDS.items():
    row = f"{kind:22}"
    for number, name in enumerate(FORMATS):
        x = np.ascontiguousarray(weights, np.float32)
        (mine, my_time), (other, other_time) = error(by_us, number, x), error(by_ggml, number, x)
        seconds[number] += my_time, other_time
        share = mine / other if other else float(mine > 0)
        row += f"{100 * mine:8.3f} {share:5.2f}"
        if share > 1.0001:
            behind.append(f"{kind}, {name}: {share:.4f}")
    print(row)
print(f"{'seconds, by ggml':22}" + "".join(f"{a:8.3f} {b:5.3f}" for a, b in seconds))
print(*behind, sep="\n", end="\n" * bool(behind))
print(f"{len(behind)} of {len(KINDS) * len(FORMATS)} errors are above ggml's")
sys.exit(len(behind) > 0)
