#!/bin/sh
# run.sh DIRECTORY PROGRAM DEVICES: runs a compiled program unchanged, with the library in DIRECTORY
# in the place of the HIP runtime that it is linked with.
set -eu
[ -x "$2" ] || {
    echo "skipped: $2 is not compiled"
    exit 77
}
LD_LIBRARY_PATH=$1 HIPEMU_DEVICES=$3 exec "$2" "$(dirname "$2")"
