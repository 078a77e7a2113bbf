#!/bin/sh
# An array that passes through tvm_ffi.from_dlpack() is writable afterwards, whatever it was. JAX and PyArrow, whose arrays never
# change, give DLPack capsules of the old kind, which cannot say that they are read-only; NumPy therefore makes read-only arrays
# of them. tvm_ffi takes the same capsule and gives a new one, "dltensor_versioned", without the flag for read-only: NumPy
# believes it, and a[0] = 42 changes the JAX array, and the Arrow array, in place. Nothing is reported.
# What NumPy itself marks as read-only, which the new kind of capsule can say, tvm_ffi refuses: it asks for the old kind alone.
# Needs python3 with pip, and the network (180 MB). Exits with 0 while this is so.
set -eu
top=$(mktemp -d)
trap 'rm -rf "$top"' EXIT
cd "$top"
python3 -m pip install -q --root-user-action=ignore --target site apache-tvm-ffi==0.1.15.post2 numpy==2.4.6 jax==0.10.2 \
    jaxlib==0.10.2 pyarrow==26.0.1
cat >pass.py <<'PY'
import ctypes

import jax.numpy as jnp
import numpy as np
import pyarrow as pa
import tvm_ffi

print("tvm_ffi", tvm_ffi.__version__, "NumPy", np.__version__)


def flags_of(capsule):
    """Returns the flags in a DLManagedTensorVersioned: behind its version, a pointer and a function."""
    pointer = ctypes.pythonapi.PyCapsule_GetPointer
    pointer.restype, pointer.argtypes = ctypes.c_void_p, [ctypes.py_object, ctypes.c_char_p]
    return ctypes.c_uint64.from_address(pointer(capsule, b"dltensor_versioned") + 24).value


for array in jnp.arange(4, dtype=jnp.int32), pa.array([0, 1, 2, 3], pa.int32()):
    name = type(array).__name__
    assert not np.from_dlpack(array).flags.writeable
    passed = tvm_ffi.from_dlpack(array)
    assert flags_of(passed.__dlpack__(max_version=(1, 0))) == 0
    copy = np.from_dlpack(passed)
    assert copy.flags.writeable
    copy[0] = 42
    print(name, "afterwards:", array.tolist())
    assert array.tolist() == [42, 1, 2, 3]
honest = np.arange(4, dtype=np.int32)
honest.flags.writeable = False
try:
    tvm_ffi.from_dlpack(honest)
except BufferError as error:
    print("NumPy, read-only:", error)
else:
    raise SystemExit("no error")
PY
JAX_PLATFORMS=cpu PYTHONPATH=site python3 pass.py
echo "as described"
