# examples/c-app, built by CMake and by make, in C and in C++: without a device it says what was
# tried, and on each of the emulator's it prints what it should.
# c_app.sh SOURCES KERNELS INCLUDE LIBKRT EMULATOR
. "$(dirname "$0")/common.sh"
here=$(cd "$(dirname "$0")" && pwd)
sources=$1 kernels=$2 include=$3 krt=$4 emulator=$5

need_kernels "$kernels"

cp -r "$sources" "$top/make"
if ! cmake -S "$sources" -B "$top/cmake" -DCMAKE_C_FLAGS=-Werror -DCMAKE_CXX_FLAGS=-Werror \
    -DKERNELS="$kernels" -DKRT_INCLUDE_DIR="$include" -DKRT="$krt" >"$top/out" 2>&1 ||
    ! cmake --build "$top/cmake" >"$top/out" 2>&1; then
    fail "CMake"
fi
make -C "$top/make" KERNELS="$kernels" KRT_CFLAGS="-I $include" \
    KRT_LIBS="$krt -Wl,-rpath,$(dirname "$krt")" CFLAGS="-Wall -Wextra -Werror" >"$top/out" 2>&1 ||
    fail "make"

unset KRT_LIBRARY
for program in cmake/c-app cmake/cxx-app make/c-app make/cxx-app; do
    if KRT_DEVICE=emu:gfx90a KRT_LIBRARY=/nowhere.so "$top/$program" >"$top/out" 2>&1; then
        fail "$program ran without a device"
    fi
    grep -q "KRT_ERROR_NO_DEVICE.*emu:gfx90a" "$top/out" || fail "$program does not say what it wanted"
    grep -q "/nowhere.so" "$top/out" || fail "$program does not say what was tried"
    for target in gfx1030 gfx1100 gfx90a; do
        KRT_DEVICE=emu:$target KRT_LIBRARY=$emulator "$top/$program" >"$top/out" 2>&1 ||
            fail "$program on $target"
        head -n 1 "$top/out" | grep -q "^on $target" || fail "$program is not on $target"
        tail -n +2 "$top/out" | diff "$here/c_app.expected" - >"$top/diff" || {
            cat "$top/diff"
            fail "$program on $target prints something else"
        }
    done
done
