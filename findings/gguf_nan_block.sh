#!/bin/sh
# One NaN among the numbers of a block takes the others with it in the Python package gguf, and not in ggml's C library, though
# both give the same bytes for finite numbers. quants.quantize() of a NaN and 31 ones makes 32 zeros in MXFP4, and NaN of the
# whole block in Q8_0, Q4_0, Q4_1, Q5_0, TQ1_0 and TQ2_0. ggml's functions keep all ones, and make 0 or 1 of the NaN. So what a
# single NaN leaves of a model depends on the program that quantizes it: none of them reports it, and in MXFP4 no NaN is left.
# (The scale comes from the largest absolute value: a NaN wins in numpy.max(), and loses in C's comparisons.)
# The C library is the one in pywhispercpp's wheel for CPython 3.11, ggml 0.13.1. Needs python3 with pip, and the network. Exits
# with 0 while this is so.
set -eu
top=$(mktemp -d)
trap 'rm -rf "$top"' EXIT
cd "$top"
python3 -m pip install -q --root-user-action=ignore --target site gguf==0.19.0 numpy==2.2.6
python3 -m pip download -q --no-deps --only-binary=:all: --python-version 3.11 --platform manylinux_2_28_x86_64 \
    pywhispercpp==1.5.1
python3 -m zipfile -e ./*.whl wheel
cat >blocks.py <<'PY'
import ctypes
import warnings
import numpy
from gguf import quants, GGMLQuantizationType as Type, GGML_QUANT_SIZES as SIZES

warnings.simplefilter("ignore")
library = ctypes.CDLL("wheel/libggml-base.so.0.13.1")


def in_c(numbers, type):
    blocks = numpy.zeros(SIZES[type][1], numpy.uint8)
    function = getattr(library, f"quantize_row_{type.name.lower()}_ref")
    function(ctypes.c_void_p(numbers.ctypes.data), ctypes.c_void_p(blocks.ctypes.data), ctypes.c_int64(len(numbers)))
    return blocks


def shown(blocks, type):
    numbers = quants.dequantize(blocks, type)
    return ", ".join(f"{count} of {value:.3g}" for value, count in zip(*numpy.unique(numbers, return_counts=True)))


seen = {}
for type in Type.MXFP4, Type.TQ2_0, Type.TQ1_0, Type.Q8_0, Type.Q4_1, Type.Q4_0, Type.Q5_0:
    finite = numpy.random.default_rng(1).standard_normal(SIZES[type][0], dtype=numpy.float32)
    assert bytes(quants.quantize(finite, type)) == bytes(in_c(finite, type)), type
    numbers = numpy.ones(SIZES[type][0], numpy.float32)
    numbers[0] = numpy.nan
    seen[type.name] = shown(quants.quantize(numbers, type), type), shown(in_c(numbers, type), type)
    print(f"{type.name:6} Python: {seen[type.name][0]:12} C: {seen[type.name][1]}")
python, c = zip(*seen.values())
assert python == ("32 of 0", *2 * ["256 of nan"], *4 * ["32 of nan"]), python
assert c == ("1 of 0, 31 of 1", *2 * ["1 of 0, 255 of 1"], "1 of 0, 31 of 1", *3 * ["32 of 1"]), c
PY
PYTHONPATH="$top/site" python3 blocks.py
echo "as described"
