#!/bin/sh
# run.sh DIRECTORY PROGRAM DEVICES [PRELOAD]: runs a compiled program unchanged, with the library in
# DIRECTORY in the place of the HIP runtime that it is linked with, behind the library PRELOAD; the
# checker ends a kernel that it has something to say of.
set -eu
[ -x "$2" ] || {
    echo "skipped: $2 is not compiled"
    exit 77
}
exec env HIPEMU_CHECK="${HIPEMU_CHECK-fatal}" LD_LIBRARY_PATH="$1" HIPEMU_DEVICES="$3" \
    LD_PRELOAD="${4-}" "$2" "$(dirname "$2")"
