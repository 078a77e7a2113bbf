#!/bin/sh
# compile.sh KBUILD SOURCE OUTPUT: compiles a program as users do, for the devices of the tests; what
# hipcc needs besides, kbuild says. module_kernels.hip becomes a code object for hipModuleLoad.
set -eu
kbuild=$1 source=$2 output=$3
targets=gfx1030,gfx1100,gfx90a
command -v hipcc >/dev/null || {
    echo "skipped: no hipcc"
    exit 77
}
here=$(dirname "$source")
[ ! "$output" -nt "$source" ] || [ ! "$output" -nt "$here/program.h" ] || exit 0
libraries=$("$kbuild" flags --targets "$targets" --lines | grep -e --rocm-device-lib-path || :)
kind=
case $source in *module_kernels.hip) kind=--genco ;; esac
hipcc -std=c++17 -O2 -Wall -Wno-unused-result $kind $libraries --offload-arch=gfx1030 \
    --offload-arch=gfx1100 --offload-arch=gfx90a "$source" -o "$output.$$"
mv "$output.$$" "$output"
