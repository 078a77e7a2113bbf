# Libraries whose code objects are in AMD's kpack archives, and these archives.
. "$(dirname "$0")/lib.sh"

# archive FILE none|zstd (NAME TARGET OBJECT)..., and library FILE NAME PATH...
archive() { "$MAKE_KPACK" "$@" || fail "make_kpack $*"; }
library() {
    made=$1
    shift
    "$MAKE_KPACK" "$made" library "$@" || fail "make_kpack $made"
}
GFX90A=$DATA/gfx90a-v4.hsaco GFX1030=$DATA/gfx1030-v4.hsaco

# Nothing is there: the library names its archives, and says what to do.
mkdir -p lib .kpack elsewhere
library lib/liba.so lib/liba.so "../.kpack/t_@GFXARCH@.kpack"
run 1 kbuild inspect lib/liba.so
says "the code objects are in kpack archives, and none of these is there: ../.kpack/t_@GFXARCH@.kpack; install those"
says_not "debug information"

# What is there is listed, however it is stored; of two libraries with one archive, each has its own.
library lib/libb.so lib/libb.so "../.kpack/t_@GFXARCH@.kpack" ../.kpack/t_more.kpack
archive .kpack/t_gfx1030.kpack zstd lib/liba.so#0 gfx1030 "$GFX1030" lib/libb.so#0 gfx1030 "$GFX1030"
archive ".kpack/t_gfx90a:xnack-.kpack" none lib/liba.so#0 gfx90a:xnack- "$GFX90A" lib/liba.so#1 gfx90a:xnack- "$GFX90A"
archive .kpack/t_extra_gfx1030.kpack none lib/libz.so#0 gfx1030 "$GFX1030" # of another library
run 0 kbuild inspect lib/liba.so
says "../.kpack/t_gfx1030.kpack"
says "../.kpack/t_gfx90a:xnack-.kpack"
says "3 code objects"
says_not extra
says_not libb.so
run 0 kbuild inspect lib/libb.so
says "1 code object of"
grep -q "t_gfx90a:xnack-.kpack .*kpack archive, without images of this library" "$TOP/.out" || fail "unused archive"
grep -q "t_more.kpack .*kpack archive, not there" "$TOP/.out" || fail "a missing archive is not said to be missing"

# A link to the library finds what is beside the library itself.
ln -s ../lib/liba.so elsewhere/link.so
run 0 kbuild inspect elsewhere/link.so
says "3 code objects"

# For a device the images of all archives are one set.
run 0 kbuild inspect --device gfx1030 lib/libb.so
says "lib/libb.so lib/libb.so#0: gfx1030 in t_gfx1030.kpack"
run 1 kbuild inspect --device gfx1030 lib/liba.so # has two parts, of which one is for gfx90a alone
says "lib/liba.so lib/liba.so#0: gfx1030 in t_gfx1030.kpack"
says "lib/liba.so lib/liba.so#1: none: device is gfx1030; here is gfx90a:xnack-"

# Bytes come out as they went in.
for from in lib/liba.so ".kpack/t_gfx90a:xnack-.kpack"; do
    rm -rf out
    run 0 kbuild extract -o out --targets gfx90a:xnack- "$from"
    [ "$(find out -type f | wc -l)" = 2 ] || fail "$from: other files: $(ls out)"
    for file in out/*; do same "$file" "$GFX90A"; done
done

# All that reads code objects reads these, too.
run 0 kbuild inspect --json lib/liba.so
grep -q '"kind":"kpack archive","name":"../.kpack/t_gfx1030.kpack"' "$TOP/.out" || fail "JSON lacks the archive"
[ "$(grep -o '"file_offset":null' "$TOP/.out" | wc -l)" = 3 ] || fail "a place in another file passes for one in the library"
cp "$TOP/.out" liba.json
run 0 kbuild inspect --json liba.json
same liba.json "$TOP/.out"
run 0 kbuild diff lib/liba.so .kpack # hidden, but named
run 0 kbuild report -o report.html lib/liba.so
[ -s report.html ] || fail "no report"

# Nothing is left to split off.
printf '.section .rocm_kpack_ref,"a"\n.byte 0\n' >split.s
if gcc -shared -nostdlib split.s -o lib/split.so 2>/dev/null; then
    run 1 kbuild split lib/split.so -o slim
    says "its code for GPUs is in kpack archives beside it"
fi

# Damage is reported where it is, and the rest is shown.
head -c 400 .kpack/t_gfx1030.kpack >.kpack/cut && mv .kpack/cut .kpack/t_gfx1030.kpack
run 1 kbuild inspect lib/liba.so
says "lib/liba.so: .rocm_kpack_ref ../.kpack/t_gfx1030.kpack: offset 8: kpack archive of 400 bytes ends before its table"
says "2 code objects"
run 1 kbuild inspect .kpack/t_gfx1030.kpack
says ".kpack/t_gfx1030.kpack: offset 8: kpack archive of 400 bytes"
exit 0
