# Operations and fusions: operations.py, with the kernels of this build where they are.
. "$(dirname "$0")/../e2e/lib.sh"
python=$PYTHON
library=$BUILD/kernels/libkrt-kernels.so # its archives are beside it
[ -e "$library" ] || skip "kernels/ is not compiled"

# Each function of the header is a method.
"$python" - "$SOURCE/runtime/include/krt/ops.h" <<'PY' || exit 1
import re, sys
import krt
text = open(sys.argv[1]).read()
wanted = set(re.findall(r"^krt_status krt_(\w+)\(struct krt_ops \*ops", text, re.M))
assert wanted == {name for name in vars(krt.ops.Ops) if name[0] != "_"}, wanted
assert len(wanted) > 40, wanted
stub = open(krt.__file__.replace("__init__.py", "ops.pyi")).read()
compile(stub, "ops.pyi", "exec")
assert wanted <= set(re.findall(r"def (\w+)", stub))
PY
KRT_LIBRARY=$HIPEMU KERNELS=$library "$python" "$HERE/operations.py" || exit 1
