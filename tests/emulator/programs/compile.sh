#!/bin/sh
# compile.sh KBUILD SOURCE OUTPUT TARGETS [BEFORE]: compiles a program as users do, for the devices of the
# tests, or for those that a line "Targets:" in it names; what hipcc needs besides, kbuild says.
# module_kernels.hip becomes a code object for hipModuleLoad. If the file BEFORE is newer than the source,
# it is what another build compiled, for these devices or more, and is taken.
set -eu
kbuild=$1 source=$2 output=$3 targets=$4 before=${5-}
command -v hipcc >/dev/null || {
    echo "skipped: no hipcc"
    exit 77
}
here=$(dirname "$source")
is_new() {
    [ -e "$1" ] && [ -z "$(find "$source" "$here"/*.h -newer "$1")" ]
}
! is_new "$output" || exit 0
if is_new "$before"; then
    cp -p "$before" "$output"
    exit 0
fi

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
