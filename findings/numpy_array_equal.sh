#!/bin/sh
# numpy.array_equal() and array_equiv() answer False when an argument cannot be converted: an __array__() that raises, as
# arrays in a GPU's memory do, is taken for "not equal", and no error is seen. numpy.allclose() passes the error on. Only
# __array_function__ sees the call of array_equal() before.
# Needs the network: NumPy comes from PyPI. Exits with 0 while this is so.
set -eu
top=$(mktemp -d)
trap 'rm -rf "$top"' EXIT
python3 -m venv "$top/venv"
"$top/venv/bin/pip" install -q numpy==2.2.6
"$top/venv/bin/python" - <<'PY'
import numpy


class OnDevice:
    def __array__(self, dtype=None, copy=None):
        raise TypeError("copy it to the host first")


class Refusing(OnDevice):
    def __array_function__(self, *arguments):
        raise TypeError("copy it to the host first")


print("NumPy", numpy.__version__)
device = OnDevice()
print("array_equal(x, x):", numpy.array_equal(device, device), " array_equiv(x, x):", numpy.array_equiv(device, device))
assert not numpy.array_equal(device, device) and not numpy.array_equiv(device, device)
for function, one in ((numpy.allclose, device), (numpy.array_equal, Refusing())):
    try:
        function(one, one)
    except TypeError as error:
        print(function.__name__, type(one).__name__, "TypeError:", error)
    else:
        raise SystemExit("no error")
PY
echo "as described"
