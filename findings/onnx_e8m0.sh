#!/bin/sh
# ONNX's own conversion to FLOAT8E8M0, numpy_helper.to_float8e8m0(), which its reference evaluator uses, is not that of the table
# in the description of Cast:
#   saturated and up, the default: 2^-127, the smallest number, becomes 2^-126, and so does everything between it and 0, where the
#     table has the smallest number; infinity becomes NaN, where it has the largest;
#   not saturated and nearest: 0 and what is too small become 2^-127, where the table has NaN.
# onnxruntime agrees with the table. (2^-127 is a subnormal float: its fraction, which up takes for more to round, is the number.)
# So a round trip of the 255 scales of MX formats through float changes the first of them.
# Needs python3 with pip, and the network. Exits with 0 while this is so.
set -eu
top=$(mktemp -d)
trap 'rm -rf "$top"' EXIT
cd "$top"
python3 -m pip install -q --root-user-action=ignore --target site onnx==1.23.2 onnxruntime==1.32.0 ml_dtypes==0.7.0 numpy==2.2.6
cat >cast.py <<'PY'
import numpy as np
import onnx
import onnxruntime
from onnx import TensorProto, helper
from onnx.numpy_helper import to_float8e8m0
from onnx.reference import ReferenceEvaluator

print("onnx", onnx.__version__, "onnxruntime", onnxruntime.__version__)
nan = float("nan")
numbers = np.array([2.0**-127, 2.0**-130, 0, np.inf, 3], np.float32)
print("logarithms: numbers             ", np.log2(numbers.astype(float), where=numbers > 0, out=np.full(5, -np.inf)))
for saturate, mode, table, seen in (
    (1, "up", [-127, -127, -127, 127, 2], [-126, -126, -127, nan, 2]),
    (0, "nearest", [-127, nan, nan, nan, 2], [-127, -127, -127, nan, 2]),
):
    nodes = [
        helper.make_node("Cast", ["x"], ["y"], to=TensorProto.FLOAT8E8M0, saturate=saturate, round_mode=mode),
        helper.make_node("Cast", ["y"], ["z"], to=TensorProto.FLOAT),
    ]
    ends = [[helper.make_tensor_value_info(end, TensorProto.FLOAT, [len(numbers)])] for end in "xz"]
    model = helper.make_model(helper.make_graph(nodes, "cast", *ends), opset_imports=[helper.make_opsetid("", 25)], ir_version=12)
    session = onnxruntime.InferenceSession(model.SerializeToString(), providers=["CPUExecutionProvider"])
    reference, runtime = (np.log2(one.run(None, {"x": numbers})[0]) for one in (ReferenceEvaluator(model), session))
    print(f"saturate={saturate} {mode:8} reference   ", reference)
    print("                    onnxruntime ", runtime)
    np.testing.assert_array_equal(reference, seen)
    np.testing.assert_array_equal(runtime, table)
scales = np.ldexp(np.float32(1), np.arange(-127, 128)).astype(np.float32)
codes = to_float8e8m0(scales).view(np.uint8)
print("codes of 2^-127, 2^-126, 2^-125:", codes[:3])
assert codes[0] == 1 and (codes[1:] == np.arange(1, 255)).all()
PY
PYTHONPATH="$top/site" python3 cast.py
echo "as described"
