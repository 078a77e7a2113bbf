#!/bin/sh
# onnxruntime's Cast to 8-bit floats without saturation is wrong at the end of their range (CPU; saturate = 0, opset 25):
#   FLOAT8E4M3FN   480 to 495 become 448, the largest number; 465 to 479, and 496 and more, become NaN, as all of them should;
#   FLOAT8E5M2     61440 to 65535 become NaN; they should be infinity, as 65536 and more are.
# ONNX's table in the description of Cast has NaN and infinity for what is rounded to more than the largest number, and ONNX's
# reference evaluator agrees with it, as ml_dtypes does. All other floats whose lower 16 bits are 0 are right, and so are the two
# FNUZ types.
# Needs python3 with pip, and the network. Exits with 0 while this is so.
set -eu
top=$(mktemp -d)
trap 'rm -rf "$top"' EXIT
cd "$top"
python3 -m pip install -q --root-user-action=ignore --target site onnx==1.23.2 onnxruntime==1.32.0 ml_dtypes==0.7.0 numpy==2.2.6
cat >cast.py <<'PY'
import warnings
import ml_dtypes
import numpy as np
import onnx
import onnxruntime
from onnx import TensorProto, helper
from onnx.reference import ReferenceEvaluator

warnings.simplefilter("ignore")
print("onnx", onnx.__version__, "onnxruntime", onnxruntime.__version__)
# all floats whose lower 16 bits are 0
numbers = (np.arange(1 << 16, dtype=np.uint32) << 16).view(np.float32)
types = {
    "FLOAT8E4M3FN": (ml_dtypes.float8_e4m3fn, (480, 496), 448),
    "FLOAT8E5M2": (ml_dtypes.float8_e5m2, (61440, 65536), np.nan),
    "FLOAT8E4M3FNUZ": (ml_dtypes.float8_e4m3fnuz, None, None),
    "FLOAT8E5M2FNUZ": (ml_dtypes.float8_e5m2fnuz, None, None),
}
for name, (dtype, wrong, result) in types.items():
    nodes = [
        helper.make_node("Cast", ["x"], ["y"], to=getattr(TensorProto, name), saturate=0),
        helper.make_node("Cast", ["y"], ["z"], to=TensorProto.FLOAT),
    ]
    ends = [[helper.make_tensor_value_info(end, TensorProto.FLOAT, [len(numbers)])] for end in "xz"]
    model = helper.make_model(helper.make_graph(nodes, "cast", *ends), opset_imports=[helper.make_opsetid("", 25)], ir_version=12)
    session = onnxruntime.InferenceSession(model.SerializeToString(), providers=["CPUExecutionProvider"])
    cast = session.run(None, {"x": numbers})[0]
    reference = ReferenceEvaluator(model).run(None, {"x": numbers})[0]
    np.testing.assert_array_equal(reference, numbers.astype(dtype).astype(np.float32))
    differ = ~((cast == reference) | (np.isnan(cast) & np.isnan(reference)))
    for sign in "", "-":
        for number in (465, 479, 480, 495, 496) if wrong == (480, 496) else (61439, 61440, 65535, 65536) if wrong else ():
            x = np.full(len(numbers), float(f"{sign}{number}"), np.float32)
            got, want = session.run(None, {"x": x})[0][0], ReferenceEvaluator(model).run(None, {"x": x})[0][0]
            print(f"{name}: {sign}{number} is {got}, in the reference {want}")
    sizes = np.abs(numbers[differ])
    print(f"{name}: {differ.sum()} of {len(numbers)} differ", f"({sizes.min():.0f} to {sizes.max():.0f})" if len(sizes) else "")
    if not wrong:
        assert not differ.any()
        continue
    assert (differ == ((np.abs(numbers) >= wrong[0]) & (np.abs(numbers) < wrong[1]))).all()
    np.testing.assert_array_equal(np.abs(cast[differ]), np.float32(result))
PY
PYTHONPATH="$top/site" python3 cast.py
echo "as described"
