# examples/fused prints what it should on each of the emulator's devices.
# fused.sh SOURCES INCLUDE LIBKRT_OPS LIBKRT EMULATOR KBUILD
set -u
here=$(cd "$(dirname "$0")" && pwd)
sources=$1 include=$2 ops=$3 krt=$4 emulator=$5 kbuild=$6
top=$(mktemp -d)
trap 'rm -rf "$top"' EXIT

fail() {
    echo "FAILED: $*" >&2
    cat "$top/out" >&2
    exit 1
}

cp -r "$sources" "$top/fused"
make -C "$top/fused" KRT_CFLAGS="-I $include" CFLAGS="-Wall -Wextra -Werror" \
    KRT_LIBS="$ops $krt -Wl,-rpath,$(dirname "$ops"):$(dirname "$krt")" >"$top/out" 2>&1 || fail "make"
for target in gfx1030 gfx1100 gfx90a; do
    KRT_CACHE_DIR='' KRT_KBUILD=$kbuild KRT_DEVICE=emu:$target KRT_LIBRARY=$emulator "$top/fused/fused" >"$top/out" 2>&1
    case $? in
    0) ;;
    1)
        grep -q KRT_ERROR_UNSUPPORTED "$top/out" || fail "$target"
        cat "$top/out"
        exit 77
        ;;
    *) fail "$target" ;;
    esac
    diff "$here/fused.expected" "$top/out" >"$top/diff" || fail "$target prints something else: $(cat "$top/diff")"
done
