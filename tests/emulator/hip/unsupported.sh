#!/bin/sh
# unsupported.sh PROGRAM: what is not there says so once, and in its own name.
set -eu
said=$("$1" 2>&1 >/dev/null)
[ "$said" = "hipemu: hipMallocMipmappedArray is not supported" ] || {
    echo "said: $said"
    exit 1
}
