#!/bin/sh
# float8_e8m0fnu of ml_dtypes, the scales of the MX formats, has neither a zero nor a sign, and NumPy meets a zero in many places:
#   scales > 0 is False for all elements, and so is every other order: the 0 becomes NaN. scales[scales > 0] is empty;
#   zeros() gives 2^-127, the byte 0, where full(n, 0) and zeros of float32 that are converted give NaN;
#   a product that is too small is 2^-127 from 2^-149 on, and NaN below: 2^-70 * 2^-70 = 2^-127, 2^-80 * 2^-80 = NaN. The same
#   2^-160 as a double is converted to 2^-127. So underflow is the smallest scale or NaN, by the way the number takes.
# (The product is a float, whose underflow to 0 is then converted. CUDA's __nv_cvt_float_to_e8m0() makes 2^-127 of 0.)
# Needs python3 with pip, and the network. Exits with 0 while this is so.
set -eu
top=$(mktemp -d)
trap 'rm -rf "$top"' EXIT
cd "$top"
python3 -m pip install -q --root-user-action=ignore --target site ml_dtypes==0.7.0 numpy==2.2.6
cat >scales.py <<'PY'
import warnings
import ml_dtypes
import numpy as np

warnings.simplefilter("ignore")
print("NumPy", np.__version__, "ml_dtypes", ml_dtypes.__version__)
e8m0 = ml_dtypes.float8_e8m0fnu
smallest = 2.0**-127
scales = np.arange(255, dtype=np.uint8).view(e8m0)  # all but NaN
print("smallest scale:", float(scales.min()), " scales > 0:", (scales > 0).sum(), "of", len(scales))
assert (scales.astype(float) > 0).all() and not np.isnan(scales).any()
assert not (scales > 0).any() and not (scales <= 0).any() and len(scales[scales > 0]) == 0
made = {
    "zeros()": np.zeros(1, e8m0),
    "full(0)": np.full(1, 0, e8m0),
    "float32(0)": np.zeros(1, np.float32).astype(e8m0),
}
print({name: float(array[0]) for name, array in made.items()})
assert made["zeros()"][0] == smallest and np.isnan(made["full(0)"][0]) and np.isnan(made["float32(0)"][0])
products = {n: float((np.array([2.0**-n], e8m0) * np.array([2.0**-n], e8m0))[0]) for n in (60, 70, 74, 75, 80)}
print("2^-n squared:", products)
assert products[60] == 2.0**-120 and products[70] == products[74] == smallest
assert np.isnan(products[75]) and np.isnan(products[80])
converted = {name: float(np.array([2.0**-160]).astype(name).astype(e8m0)[0]) for name in ("float64", "float32")}
print("2^-160 converted:", converted)
assert converted["float64"] == smallest and np.isnan(converted["float32"])
PY
PYTHONPATH="$top/site" python3 scales.py
echo "as described"
