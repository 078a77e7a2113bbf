# krt_compile() with kbuild: a copied cache names no program, a killed program leaves nothing behind, and libkrt
# loads libhipemu from no directory that others can write.
. "$(dirname "$0")/lib.sh"
[ -n "${HIPEMU-}" ] || skip "there is no libhipemu, or it is built with sanitizers"
find_clang

cat >main.c <<'EOF2'
#include <krt/krt.h>
#include <stdio.h>
#include <unistd.h>
/* main TEXT [DIRECTORY]: compiles, from another directory if one is named */
int main(int count, char **words)
{
    struct krt_compile_options options = {.struct_size = sizeof options, .language = KRT_LANGUAGE_HIP};
    struct krt_raw_module *module;
    struct krt_device *device;
    if ((count > 2 && chdir(words[2]) != 0) || krt_device_default(&device) ||
        (*words[1] && krt_compile(device, words[1], &options, &module))) {
        puts(krt_error_message());
        return 1;
    }
    return 0;
}
EOF2
run 0 cc -std=c11 -D_GNU_SOURCE -Wall -Wextra -Werror "-I$INCLUDE" main.c "$KRT" -Wl,-rpath,"$(dirname "$KRT")" -o main
export KRT_DEVICE=emu:gfx90a KRT_HIPRTC=/nowhere.so KRT_KBUILD="$KBUILD" TMPDIR="$TOP/tmp" KRT_CACHE_DIR="$TOP/cache"
mkdir tmp
emulated() { KRT_LIBRARY="$HIPEMU" "$@"; }
text() { echo "extern \"C\" __global__ void k(int *x) { *x = $1; }"; }

# ---- A cache of this machine names the compiler; a copy of it does not.
run 0 emulated ./main "$(text 1)"
[ -s cache/build/toolchain.json ] || fail "no toolchain.json: the rest of this test proves nothing"
printf '#!/bin/sh\n: >%s\nexec %s "$@"\n' "$TOP/foreign" "$real" >evil
chmod +x evil
forge cache/build/toolchain.json clang "$TOP/evil"
run 0 emulated ./main "$(text 2)"
[ -e foreign ] || fail "toolchain.json does not name clang: the rest of this test proves nothing"
rm foreign
cp -a cache copy
KRT_CACHE_DIR="$TOP/copy" run 0 emulated ./main "$(text 3)"
[ ! -e foreign ] || fail "a copied cache names a program"
rm -r cache copy

# The same for a step in a directory that came from a checkout.
text 1 | sed '1i #include <hip/hip_runtime.h>' >k.hip
run 0 kbuild compile --target gfx90a -o k.hsaco k.hip
forge .kbuild/toolchain.json clang "$TOP/evil"
mkdir checkout
cp -a .kbuild k.hip checkout
cp -a .kbuild/toolchain.json checkout
(cd checkout && run 0 kbuild compile --target gfx90a -o k.hsaco k.hip) || exit 1
[ ! -e foreign ] || fail "kbuild compile ran a program that a checkout names"
run 2 kbuild compile --target gfx90a -o k.hsaco --build-dir checkout checkout/k.hip

# ---- A program that is killed: kbuild and its compiler end with it, and the next program removes its files.
wrap_clang <<EOF2
#!/bin/sh
case "\$*" in *" -c "*) ;; *) exec $real "\$@" ;; esac
echo \$\$ >$TOP/compiling
exec sleep 600
EOF2
export KRT_CACHE_DIR="$TOP/killed"
run 0 emulated ./main "$(text 1)"
cp -p killed/build/toolchain.json right.json
forge killed/build/toolchain.json clang "$TOP/bin/clang++"
KRT_LIBRARY="$HIPEMU" ./main "$(text 4)" >.out 2>.err &
program=$!
tries=0
until [ -s compiling ]; do
    tries=$((tries + 1))
    [ $tries -lt 600 ] || fail "the compiler was not started"
    sleep 0.1
done
kill -9 $program
wait $program 2>/dev/null
tries=0
while kill -0 "$(cat compiling)" 2>/dev/null; do
    tries=$((tries + 1))
    [ $tries -lt 100 ] || fail "the compiler of a killed program goes on"
    sleep 0.1
done
[ "$(ls tmp)" ] || fail "no file was left: the rest of this test proves nothing"
mkdir tmp/krt_1_abcdef.mine tmp/mine
cp -p right.json killed/build/toolchain.json
run 0 emulated ./main "$(text 5)"
[ "$(ls tmp | tr '\n' ' ')" = "krt_1_abcdef.mine mine " ] || fail "left behind: $(ls tmp)"
[ ! "$(ls killed/build/modules)" ] || fail "left behind: $(ls killed/build/modules)"

# ---- libhipemu: beside libkrt, and where the loader looks. Nowhere else.
printf 'int evil;\n__attribute__((constructor)) static void mark(void);\n#include <stdio.h>\nstatic void mark(void) { fclose(fopen("%s", "w")); }\n' \
    "$TOP/foreign" >evil.c
run 0 cc -shared -fPIC -o evil.so evil.c
mkdir -p place/lib place/emulator elsewhere
cp "$KRT" place/lib/libkrt.so.0
cp evil.so place/emulator/libhipemu.so.0
cp evil.so elsewhere/libhipemu.so.0
run 0 cc -std=c11 -D_GNU_SOURCE "-I$INCLUDE" main.c place/lib/libkrt.so.0 -Wl,-rpath,"$TOP/place/lib" -o placed
status=1
! PATH="$PATH:/sbin" ldconfig -p | grep -q 'libhipemu[.]so[.]0 ' || status=0 # an installed one is where the loader looks
run $status ./placed ""
[ ! -e foreign ] || fail "loaded a library from a directory beside libkrt's"
cp "$HIPEMU" place/lib/libhipemu.so.0
run 0 ./placed ""
# A library that was loaded by a relative path, and a static one, after a change of directory.
run 0 cc -std=c11 -D_GNU_SOURCE "-I$INCLUDE" main.c place/lib/libkrt.so.0 -Wl,-rpath,place/lib -o relative
mkdir -p elsewhere/place/lib
cp evil.so elsewhere/place/lib/libhipemu.so.0
run 0 ./relative "" "$TOP/elsewhere" # the loader has noted where libkrt was
static=$(dirname "$KRT")/libkrt.a
if [ -e "$static" ]; then
    run 0 cc -std=c11 -D_GNU_SOURCE "-I$INCLUDE" main.c "$static" -lzstd -ldl -pthread -o static
    run $status ./static "" "$TOP/elsewhere"
fi
[ ! -e foreign ] || fail "loaded a library from the working directory"
exit 0
