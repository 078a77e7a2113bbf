#!/bin/sh
# NumPy's functions that skip or replace NaN do neither for the types of ml_dtypes, and report nothing. For bfloat16 and float8,
# nansum(), nanprod(), nanmean() and nanstd() of numbers with a NaN are NaN; nanargmax() and nanargmin() give the index of the
# NaN; nan_to_num() gives its argument back, infinities too; median(), where a NaN must make the result NaN, is a number.
# testing.assert_array_equal(a, a) fails for an array with a NaN, though array_equal(a, a, equal_nan=True) is true. nanmax(),
# nanmin(), nanmedian() and isnan() are right, so a first look finds nothing wrong. float16 is right in all of them.
# (NumPy looks for NaN only in types below numpy.inexact; those of ml_dtypes are below numpy.generic.)
# Needs python3 with pip, and the network. Exits with 0 while this is so.
set -eu
top=$(mktemp -d)
trap 'rm -rf "$top"' EXIT
cd "$top"
python3 -m pip install -q --root-user-action=ignore --target site ml_dtypes==0.7.0 numpy==2.2.6
cat >functions.py <<'PY'
import warnings
import ml_dtypes
import numpy as np

warnings.simplefilter("ignore")
print("NumPy", np.__version__, "ml_dtypes", ml_dtypes.__version__)
names = "nansum", "nanprod", "nanmean", "nanstd", "nanargmax", "nanargmin", "median", "nanmax", "nanmin", "nanmedian"
right = [6, 6, 2, np.std([1.0, 3, 2]), 2, 0, np.nan, 3, 1, 2]
seen = [np.nan, np.nan, np.nan, np.nan, 1, 1, 2.5, 3, 1, 2]


def asserted_equal(array):
    try:
        np.testing.assert_array_equal(array, array)
    except AssertionError:
        return False
    return True


for dtype in np.float16, ml_dtypes.bfloat16, ml_dtypes.float8_e5m2:
    array = np.array([1, np.nan, 3, 2], dtype)
    results = [float(getattr(np, name)(array)) for name in names]
    replaced = [float(x) for x in np.nan_to_num(np.array([np.nan, np.inf], dtype))]
    print(np.dtype(dtype).name, " ".join(f"{name}:{result:.4g}" for name, result in zip(names, results)), "nan_to_num:", replaced,
          "assert_array_equal:", asserted_equal(array))
    builtin = dtype is np.float16
    np.testing.assert_allclose(results, right if builtin else seen, rtol=1e-3)
    np.testing.assert_array_equal(replaced, [0, 65504] if builtin else [np.nan, np.inf])
    assert asserted_equal(array) == builtin and np.array_equal(array, array, equal_nan=True)
    assert np.isnan(array).tolist() == [False, True, False, False]
PY
PYTHONPATH="$top/site" python3 functions.py
echo "as described"
