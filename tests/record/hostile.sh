#!/bin/sh
# kbuild replay of hostile launches whose checksums are right: each ends with a message: hostile.sh PROGRAM KERNELS.
. "$(dirname "$0")/../lib.sh"
PROGRAM=$1 KERNELS=$2
[ -s "$KERNELS" ] || skip "$KERNELS is not compiled"
unset HIPEMU_DEVICES HIPEMU_CHECK KRT_RECORD
"$PROGRAM" "$KERNELS" . >cases || fail 'no recordings'
while read -r file code text; do
    run "$code" kbuild replay "$file" --timeout 60
    says "$text"
    run "$code" kbuild replay "$file" --check --timeout 60
    says "$text"
done <cases
[ "$(wc -l <cases)" -gt 20 ] || fail 'few cases'
