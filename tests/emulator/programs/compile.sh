#!/bin/sh
# compile.sh KBUILD SOURCE OUTPUT TARGETS: compiles a program as users do, for the devices of the
# tests, or for those that a line "Targets:" in it names; what hipcc needs besides, kbuild says.
# module_kernels.hip becomes a code object for hipModuleLoad.
set -eu
kbuild=$1 source=$2 output=$3 targets=$4
command -v hipcc >/dev/null || {
    echo "skipped: no hipcc"
    exit 77
}
here=$(dirname "$source")
[ ! -e "$output" ] || [ -n "$(find "$source" "$here"/*.h -newer "$output")" ] || exit 0

own=$(sed -n 's/.*Targets: \([a-z0-9,]*\).*/\1/p' "$source" | head -n 1)
kind=
case $source in *module_kernels.hip) kind=--genco ;; esac
flags=$("$kbuild" flags --targets "${own:-$targets}" --lines |
    grep -e '^--rocm-device-lib-path' -e '^--offload-arch')

# hipcc leaves folders behind.
TMPDIR=$(mktemp -d)
export TMPDIR
trap 'rm -rf "$TMPDIR"' EXIT
# shellcheck disable=SC2086
hipcc -std=c++17 -O2 -Wall -Wno-unused-result $kind $flags "$source" -o "$output.$$"
mv "$output.$$" "$output"
