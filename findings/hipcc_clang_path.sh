#!/bin/sh
# Debian 12's hipcc does not compile with the clang that HIP_CLANG_PATH names, which HIP's documents give for that: its hipvars.pm
# sets the variable to clang 15's folder whatever it was. Nothing says so: the object comes from the other compiler.
# (Debian 12: hipcc 5.2.3-8.) Needs Debian's hipcc, libamdhip64-dev and clang-19. Exits with 0 while this is so.
set -eu
for program in hipcc clang++-19; do
    command -v $program >/dev/null || { echo "$program is not installed" >&2; exit 77; }
done
top=$(mktemp -d)
trap 'rm -rf "$top"' EXIT
echo '__attribute__((device)) int x; const char *compiler = __VERSION__;' >"$top/version.hip"
hipcc --version | head -n 1
clang++-19 --version | head -n 1
HIP_CLANG_PATH=/usr/lib/llvm-19/bin hipcc --cuda-host-only -S "$top/version.hip" -o "$top/version.s"
grep -m 1 'Clang 1' "$top/version.s"
grep -q 'Clang 15' "$top/version.s"
echo "as described"
