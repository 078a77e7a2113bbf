# examples/fused prints what it should on each of the emulator's devices.
# fused.sh SOURCES INCLUDE LIBKRT_OPS LIBKRT EMULATOR KBUILD
. "$(dirname "$0")/common.sh"
sources=$1 include=$2 ops=$3 krt=$4 emulator=$5 kbuild=$6

cat >"$top/expected" <<'END'
silu(a) * b
  -0.2384  -0.2689   0.0000   0.7311
   3.5232   5.7154   7.8561   9.9331
softmax of the visible columns of x / 2
   0.1402   0.2312   0.0000   0.6285
   0.1402   0.2312   0.0000   0.6285
b - a / 10, with b stored by columns
   1.2000   0.8000   1.1000   0.7000
   2.0000   1.6000   1.9000   1.5000
END

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
    diff "$top/expected" "$top/out" >"$top/diff" || fail "$target prints something else: $(cat "$top/diff")"
done
