#!/bin/sh
# What NVIDIA's headers in DIRECTORY declare, in the form that api.awk describes, sorted.
#
# usage: api_list.sh DIRECTORY
set -eu
here=$(dirname "$0")
for header in cuda_fp16.h cuda_bf16.h cuda_fp8.h; do
    for part in $header ${header}pp; do
        gcc -fpreprocessed -dD -E -P "$1/$part" 2>/dev/null >"${TMPDIR:-/tmp}/api.$$"
        awk -f "$here/api.awk" "${TMPDIR:-/tmp}/api.$$"
    done
done | LC_ALL=C sort -u
rm -f "${TMPDIR:-/tmp}/api.$$"
