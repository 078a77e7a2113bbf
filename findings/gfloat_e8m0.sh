#!/bin/sh
# gfloat rounds to numbers that the format does not have, for the one of its formats without sign and zero, ocp_e8m0: 0 remains 0,
# -3 becomes -4, and 2^-200 remains 2^-200, below the smallest number 2^-127, with saturation as without. encode_float() then has
# only NaN for them. In the other formats of the OCP, rounding and encoding agree with ml_dtypes for all floats of 16 bits.
# A tie goes to the even code in gfloat (3 is 2), and up in ml_dtypes (3 is 4, and 1.5 is 2 in both); the OCP leaves it open.
# Needs python3 with pip, and the network. Exits with 0 while this is so.
set -eu
top=$(mktemp -d)
trap 'rm -rf "$top"' EXIT
cd "$top"
python3 -m pip install -q --root-user-action=ignore --target site gfloat==0.5.2 ml_dtypes==0.7.0 numpy==2.2.6
cat >round.py <<'PY'
import importlib.metadata
import math
import warnings
import ml_dtypes
import numpy as np
from gfloat import RoundMode, decode_float, encode_float, formats, round_float, round_ndarray

warnings.simplefilter("ignore")
print("gfloat", importlib.metadata.version("gfloat"), "ml_dtypes", ml_dtypes.__version__)
e8m0 = formats.format_info_ocp_e8m0
for number, rounded in (0.0, 0.0), (-3.0, -4.0), (2.0**-200, 2.0**-200):
    for saturate in False, True:
        result = round_float(e8m0, number, RoundMode.TiesToEven, saturate)
        assert result == rounded and math.isnan(decode_float(e8m0, encode_float(e8m0, result)).fval)
    print(f"ocp_e8m0: {number:.4g} is rounded to {result:.4g}, which is encoded as NaN (smallest: {e8m0.smallest:.4g})")
ties = {x: (float(round_float(e8m0, x)), float(np.array([x]).astype(ml_dtypes.float8_e8m0fnu)[0])) for x in (1.5, 3.0, 6.0, 12.0)}
print("ties (gfloat, ml_dtypes):", ties)
assert ties == {1.5: (2, 2), 3.0: (2, 4), 6.0: (8, 8), 12.0: (8, 16)}
numbers = (np.arange(1 << 16, dtype=np.uint32) << 16).view(np.float32).astype(float)
for name, dtype in (("ocp_e4m3", ml_dtypes.float8_e4m3fn), ("ocp_e5m2", ml_dtypes.float8_e5m2)):
    rounded = round_ndarray(getattr(formats, "format_info_" + name), numbers, RoundMode.TiesToEven, False)
    np.testing.assert_array_equal(rounded, numbers.astype(dtype).astype(float))
    print(name, "agrees with ml_dtypes")
PY
PYTHONPATH="$top/site" python3 round.py
echo "as described"
