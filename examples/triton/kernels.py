"""Compiles Triton kernels for AMD GPUs, without one: triton/KERNEL.TARGET.hsaco, and beside it .json and .ttir."""
import json
import pathlib

import triton
import triton.language as tl
from triton.backends.compiler import GPUTarget
from triton.compiler import ASTSource


@triton.jit
def add(x, y, out, n, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    inside = at < n
    tl.store(out + at, tl.load(x + at, mask=inside) + tl.load(y + at, mask=inside), mask=inside)


@triton.jit
def softmax(x, out, columns, scale, BLOCK: tl.constexpr):
    at = tl.arange(0, BLOCK)
    inside = at < columns
    row = tl.program_id(0) * columns
    value = tl.load(x + row + at, mask=inside, other=-float("inf")) * scale
    power = tl.exp(value - tl.max(value, 0))
    tl.store(out + row + at, power / tl.sum(power, 0), mask=inside)


KERNELS = [
    (add, {"x": "*fp32", "y": "*fp32", "out": "*fp32", "n": "i32"}, {"BLOCK": 256}),
    (softmax, {"x": "*fp32", "out": "*fp32", "columns": "i32", "scale": "fp32"}, {"BLOCK": 128}),
]
TARGETS = ["gfx1100", "gfx90a", "gfx942"]

out = pathlib.Path("triton")
out.mkdir(exist_ok=True)
for kernel, types, constants in KERNELS:
    for target in TARGETS:
        lanes = 64 if target.startswith("gfx9") else 32
        source = ASTSource(kernel, {**types, **{name: "constexpr" for name in constants}}, constants)
        made = triton.compile(source, target=GPUTarget("hip", target, lanes), options={"num_warps": 4})
        stem = f"{made.metadata.name}.{target}"
        facts = {"name": made.metadata.name, "num_warps": made.metadata.num_warps, "shared": made.metadata.shared}
        (out / f"{stem}.hsaco").write_bytes(made.asm["hsaco"])
        (out / f"{stem}.ttir").write_text(made.asm["ttir"])
        (out / f"{stem}.json").write_text(json.dumps(facts))
