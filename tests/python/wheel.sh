# The wheel, installed in a fresh virtual environment without the network, has all that it needs: it builds a package,
# launches it, and serves CMake and setuptools.
. "$(dirname "$0")/../e2e/lib.sh"
unset PYTHONPATH KRT_LIBRARY KRT_DEVICE KBUILD
"$PYTHON" -c 'import ensurepip, venv' 2>/dev/null || skip "the modules ensurepip and venv are missing (python3-venv)"

run 0 env PYTHON="$PYTHON" SOURCE_DATE_EPOCH=1700000000 sh "$SOURCE/python/make_wheel.sh" "$BUILD" "$TOP/dist"
wheel=$(cat "$TOP/.out")
case $wheel in
"$TOP/dist/kbuild-$VERSION-cp311-abi3-manylinux_2_"*.whl) ;;
*) fail "it is $wheel" ;;
esac
run 0 env PYTHON="$PYTHON" SOURCE_DATE_EPOCH=1700000000 sh "$SOURCE/python/make_wheel.sh" "$BUILD" "$TOP/again"
same "$wheel" "again/$(basename "$wheel")"

run 0 "$PYTHON" -m venv venv
run 0 venv/bin/pip install --no-index --no-compile "$wheel"
python=$TOP/venv/bin/python
run 0 venv/bin/kbuild --version
says "kbuild $VERSION"
# Nothing comes from where it was built.
prefix=$("$python" -c 'import kbuild; print(kbuild.PREFIX)')
! grep -rlF -e "$BUILD/" "$prefix" "$prefix/../../krt" >found || fail "these name the build: $(cat found)"
for file in "$prefix/bin/kbuild" "$prefix/lib/libkrt_ops.so.0" "$prefix/../../krt/_krt.abi3.so"; do
    ldd "$file" | grep -v -e "$TOP" -e /lib -e linux-vdso >found
    [ ! -s found ] || fail "$file: $(cat found)"
done

# Without a GPU the error names the emulator.
run 1 "$python" -c 'import krt; krt.Device()'
says "KRT_ERROR_NO_DEVICE"
says "KRT_DEVICE=emu:gfx"
run 1 "$python" -c 'import kbuild; kbuild.build("nowhere", "out")'
says "BuildError: kbuild:"

mkdir -p project/kernels project/app
printf '#define ONE 1\n' >project/kernels/one.h
cat >project/kernels/saxpy.cu <<'CU'
#include "one.h"
extern "C" __global__ void saxpy(unsigned n, float a, const float *x, float *y)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] += a * x[i] * ONE;
}
CU
cat >saxpy.py <<'PY'
import array
import krt
from app import kernels
stream = krt.Device().stream
x, y = stream.array(array.array("f", [1, 2, 3])), stream.zeros(3)
kernels.saxpy(stream, krt.LaunchConfig.for_elements(3), 3, 2.0, x, y)
assert y.tolist() == [2.0, 4.0, 6.0], y.tolist()
print("right", kernels.__file__)
PY

# setuptools: an installed project has its kernels.
"$python" -c 'import setuptools' || skip "the virtual environment has no setuptools"
touch project/app/__init__.py
cat >project/setup.py <<'PY'
from setuptools import setup
from kbuild.setuptools import kernels
setup(name="app", version="1", packages=["app"], cmdclass=kernels("kernels", package="app", targets=["gfx1030"]))
PY
(cd project && "$python" setup.py -q build --build-lib "$TOP/built") >"$TOP/.out" 2>"$TOP/.err" || fail "setup.py"
run 0 env PYTHONPATH="$TOP/built" KRT_DEVICE=emu:gfx1030 "$python" saxpy.py
says "right $TOP/built/app/kernels.py"

# The next build compiles what has changed, and takes away what is gone.
objects() { find project/build/kbuild -name 'saxpy.gfx1030.hsaco' -printf '%p %T@\n'; }
setup() { (cd project && "$python" setup.py -q "$@") >"$TOP/.out" 2>"$TOP/.err" || fail "setup.py $*"; }
objects >before
[ -s before ] || fail "no object is kept"
sed 's/saxpy/other/' project/kernels/saxpy.cu >project/kernels/other.cu
setup build --build-lib "$TOP/built"
[ -e built/app/other.hsaco ] || fail "other.hsaco is missing"
objects >after
same before after
rm project/kernels/other.cu
setup build --build-lib "$TOP/built"
[ ! -e built/app/other.hsaco ] || fail "other.hsaco is still there"
objects >after
same before after

# An sdist has what it takes to build.
mkdir project/.hidden project/kernels/build
touch project/.hidden/a.cu project/kernels/build/b.cu
setup sdist
tar tf project/dist/app-1.tar.gz >"$TOP/.out"
says app-1/kernels/saxpy.cu
says app-1/kernels/one.h
says_not .hsaco
says_not a.cu
says_not b.cu
tar xf project/dist/app-1.tar.gz
(cd app-1 && "$python" setup.py -q build --build-lib "$TOP/unpacked") >"$TOP/.out" 2>"$TOP/.err" || fail "the sdist"
run 0 env PYTHONPATH="$TOP/unpacked" KRT_DEVICE=emu:gfx1030 "$python" saxpy.py

# An editable installation has them in the project. pip would need the package wheel for it.
cat >editable.py <<'PY'
import sys
import setuptools
sys.argv = ["setup.py", "--quiet", "egg_info"]
with open("setup.py") as file:
    text = file.read().replace("setup(", "dist = setup(")
exec(text)
command = dist.get_command_obj("build_py")
command.editable_mode = True
command.ensure_finalized()
command.run()
PY
(cd project && "$python" ../editable.py) >"$TOP/.out" 2>"$TOP/.err" || fail "editable"
run 0 env PYTHONPATH="$TOP/project" KRT_DEVICE=emu:gfx1030 "$python" saxpy.py
says "right $TOP/project/app/kernels.py"

# So has `setup.py develop`, which pip runs without pyproject.toml; from version 80 of setuptools on it runs pip.
if "$python" -c 'import sys, setuptools; sys.exit(int(setuptools.__version__.split(".")[0]) >= 80)'; then
    rm project/app/kernels.py project/app/saxpy.hsaco
    setup develop --no-deps
    run 0 env KRT_DEVICE=emu:gfx1030 "$python" saxpy.py
    says "right $TOP/project/app/kernels.py"
fi

# CMake: find_package(kbuild) of the wheel, and a program that links its libkrt.
cat >project/CMakeLists.txt <<'CMAKE'
cmake_minimum_required(VERSION 3.25)
project(consumer C)
find_package(kbuild REQUIRED)
kbuild_add_kernels(TARGET kernels SOURCES kernels/saxpy.cu TARGETS gfx1030)
add_executable(consumer main.c)
target_link_libraries(consumer PRIVATE kernels)
install(TARGETS consumer DESTINATION app)
CMAKE
printf '#include "kernels.h"\nint main(void) { return krt_version() == 0 || kernels_package.kernel_count != 1; }\n' \
    >project/main.c
for generator in "Unix Makefiles" Ninja; do
    rm -rf cmake
    run 0 "$CMAKE" -G "$generator" -S project -B cmake \
        -Dkbuild_DIR="$("$python" -c 'import kbuild; print(kbuild.cmake_dir())')"
    run 0 "$CMAKE" --build cmake
    run 0 cmake/consumer
    ldd cmake/consumer | grep -q "$prefix/lib/libkrt.so.0" || fail "links another libkrt"
    # Beside the wheel, as scikit-build-core installs it: CMake has removed the run path of the build.
    site=$(dirname "$(dirname "$prefix")")
    rm -f "$site/app/consumer"
    run 0 "$CMAKE" --install cmake --prefix "$site"
    run 0 env -u LD_LIBRARY_PATH "$site/app/consumer"
    ldd "$site/app/consumer" | grep -q "/app/../kbuild/prefix/lib/libkrt.so.0" || fail "finds another libkrt"
done
