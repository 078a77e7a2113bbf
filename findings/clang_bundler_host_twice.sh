#!/bin/sh
# clang-offload-bundler of LLVM 19 does not read what it lists. It writes the host's entry as host-x86_64-unknown-linux-gnu- (with
# the environment, and a "-" in front of the processor that a host does not have), and -list prints this ID. Given back to
# -targets, the ID becomes "host-x86_64-unknown-linux-gnu-host-x86_64-unknown-linux-gnu-": -unbundle does not find the entry, and
# bundling writes an entry of that name, without a warning. IDs of devices are read as they are listed. LLVM 15 changes no ID. A
# script that moves entries from one bundle to another must cut the "-" off.
# Needs Debian's clang-19; shows clang-15 too where it is installed. Exits with 0 while this is so.
set -eu
top=$(mktemp -d)
trap 'rm -rf "$top"' EXIT
cd "$top"
echo host >host
echo device >device
host=host-x86_64-unknown-linux-gnu
device=hipv4-amdgcn-amd-amdhsa--gfx1100
bundle() { "$bundler" -type=o -targets="$1,$device" -input=host -input=device -output=bundle; }
unbundle() { "$bundler" -unbundle -type=o -targets="$1" -input=bundle -output=out; }
listed() { "$bundler" -list -type=o -input=bundle | grep ^host; }
command -v clang-offload-bundler-19 >/dev/null || { echo "clang-offload-bundler-19 is not installed" >&2; exit 77; }
for version in 15 19; do
    bundler=clang-offload-bundler-$version
    command -v "$bundler" >/dev/null || continue
    clang-$version --version | head -n 1
    for written in "$host" "$host-"; do
        bundle "$written"
        echo "-targets=$written writes $(listed)"
        case $version in
        15) [ "$(listed)" = "$written" ] ;;
        19) [ "$(listed)" = "$([ "$written" = "$host" ] && echo "$host-" || echo "$host-$host-")" ] ;;
        esac
    done
    bundle "$host"
    unbundle "$device"
    cmp out device
    if unbundle "$(listed)" 2>errors; then
        [ "$version" = 15 ]
        cmp out host
    else
        cat errors
        [ "$version" = 19 ]
        grep -qF "Can't find bundles for $host-$host-" errors
    fi
done
echo "as described"
