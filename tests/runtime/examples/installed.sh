#!/bin/sh
# What is installed is enough: examples/c-app by pkg-config, with the shared library and with the
# static one; the emulator is found beside it.
# installed.sh BUILD SOURCE KERNELS
. "$(dirname "$0")/common.sh"
build=$1 source=$2 kernels=$3
here=$(cd "$(dirname "$0")" && pwd)

need_kernels "$kernels"
cmake --install "$build" --prefix "$top/usr" >"$top/out" 2>&1 || fail "cmake --install"
PKG_CONFIG_PATH=$(dirname "$(find "$top/usr" -name krt.pc)")
export PKG_CONFIG_PATH
libraries=$(pkg-config --define-prefix --variable=libdir krt)
cflags="$(pkg-config --define-prefix --cflags krt) -I $kernels -Wall -Wextra -Werror"
shared="$(pkg-config --define-prefix --libs krt) -Wl,-rpath,$libraries"
static="$libraries/libkrt.a $(pkg-config --define-prefix --static --libs krt | sed 's/-lkrt//')"

# compile PROGRAM LIBRARIES...
compile() {
    program=$1
    shift
    # shellcheck disable=SC2086 # a list of words
    cc -std=c11 $cflags -o "$top/$program" "$source" "$kernels/krt_kernels.c" "$@" >"$top/out" 2>&1 ||
        fail "cc, for the $program program"
}
unset KRT_LIBRARY
# shellcheck disable=SC2086 # lists of words
compile shared $shared
# shellcheck disable=SC2086
compile static $static
ldd "$top/static" >"$top/out"
! grep -q libkrt "$top/out" || fail "the static library is not static"
KRT_DEVICE=emu:gfx1030 "$top/shared" >"$top/out" 2>&1 || fail "the emulator is not found beside libkrt"
tail -n +2 "$top/out" | diff "$here/c_app.expected" - || fail "the program prints something else"
emulator=$(find "$top/usr" -name libhipemu.so)
KRT_DEVICE=emu:gfx90a KRT_LIBRARY=$emulator "$top/static" >"$top/out" 2>&1 || fail "static"
tail -n +2 "$top/out" | diff "$here/c_app.expected" - || fail "the static program prints something else"
