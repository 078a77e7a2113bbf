#!/bin/sh
# kpack.sh PROGRAM LIBRARY MAKE_KPACK KERNELS HIPEMU: a library whose code objects are in kpack archives
# runs as AMD's runtime runs it: it finds these from its own file on, for each device.
set -u
program=$1 library=$2 make_kpack=$3 kernels=$4 hipemu=$5
for target in gfx1030 gfx1100 gfx90a; do
    [ -f "$kernels/kernels.$target.hsaco" ] || {
        echo "skipped: no clang to compile the kernels with"
        exit 77
    }
done
top=$(mktemp -d)
trap 'cd /; rm -rf "$top"' EXIT
cd "$top" || exit 1
mkdir -p lib .kpack other
cp "$library" lib/t.so
ln -s ../lib/t.so other/link.so

fail() {
    echo "FAILED: $*; it printed:" >&2
    cat out err >&2
    exit 1
}

# runs DEVICES WANTED [VARIABLE=VALUE...]: the result of both parts on each device is WANTED.
runs() {
    devices=$1 wanted=$2
    shift 2
    env LD_LIBRARY_PATH="$hipemu" HIPEMU_DEVICES="$devices" "$@" "$program" "${opened-lib/t.so}" \
        "$(echo "$devices" | tr , '\n' | wc -l)" >out 2>err || fail "$devices: exit code $?"
    [ "$(tr '\n' ' ' <out)" = "$wanted " ] || fail "$devices: not $wanted"
}
says() { grep -qF -e "$1" err || fail "not printed: $1"; }

# archive FILE SCHEME TARGET NAME...: with the target's kernels for each name.
archive() {
    out=$1 scheme=$2 target=$3
    shift 3
    for name; do
        set -- "$@" "$name" "$target" "$kernels/kernels.${target%%:*}.hsaco"
        shift
    done
    "$make_kpack" "$out" "$scheme" "$@" || fail "make_kpack"
}
# Errors: 200 is hipErrorInvalidImage, 209 hipErrorNoBinaryForGpu.
runs gfx1030 "200 200"
says "the device code of $top/lib/t.so is in kpack archives, and there is none for this device"
says "$top/lib/../.kpack/t_gfx1030.kpack; install it there"

archive .kpack/t_gfx1030.kpack zstd gfx1030 lib/t.so#0 lib/t.so#1
archive .kpack/t_gfx90a.kpack none gfx90a lib/t.so#0 lib/t.so#1
runs gfx1030 "0 0"
runs gfx90a "0 0"
runs gfx1030,gfx90a,gfx1100 "0 0 0 0 200 200"
says t_gfx1100.kpack
opened=other/link.so
runs gfx1030,gfx90a "0 0 0 0"
unset opened

# A device's features may be in the names, but not those that it does not have.
mv .kpack/t_gfx90a.kpack ".kpack/t_gfx90a:xnack-.kpack"
runs gfx90a:xnack- "0 0"
runs gfx90a:xnack+ "200 200"
mv ".kpack/t_gfx90a:xnack-.kpack" .kpack/t_gfx90a.kpack

# A part that is not there, an archive for others, and one of another library.
archive .kpack/t_gfx1030.kpack zstd gfx1030 lib/t.so#0 lib/other.so#1
runs gfx1030 "0 200"
says "have nothing for 'lib/t.so#1'"
archive .kpack/t_gfx1030.kpack zstd gfx90a lib/t.so#0 lib/t.so#1
runs gfx1030 "209 209"
says "device is gfx1030; here is gfx90a"
archive .kpack/t_gfx1030.kpack zstd gfx1030 lib/t.so # as the first archives called it
runs gfx1030 "0 200"

# Damage.
archive .kpack/t_gfx1030.kpack zstd gfx1030 lib/t.so#0 lib/t.so#1
cp .kpack/t_gfx1030.kpack whole
head -c 300 whole >.kpack/t_gfx1030.kpack
runs gfx1030 "200 200"
says "t_gfx1030.kpack: kpack archive of 300 bytes ends before its table"
{ head -c 100 whole && printf 'xxxxxxxx' && tail -c +109 whole; } >.kpack/t_gfx1030.kpack
runs gfx1030 "200 0"
says "compressed data: zstd:"

# Archives that the environment names.
cp .kpack/t_gfx90a.kpack moved && rm .kpack/*
runs gfx1030,gfx90a "0 0 0 0" ROCM_KPACK_PATH="$top/whole:$top/moved"
runs gfx1030,gfx90a "0 0 0 0" ROCM_KPACK_PATH_PREFIX="$top/whole::$top/moved"
mv whole .kpack/t_gfx1030.kpack
runs gfx1030,gfx90a "0 0 0 0" ROCM_KPACK_PATH_PREFIX="$top/moved"
runs gfx1030 "209 209" ROCM_KPACK_PATH="$top/moved"
runs gfx1030 "200 200" ROCM_KPACK_DISABLE=1
runs gfx1030 "0 0" ROCM_KPACK_DISABLE=0
exit 0
