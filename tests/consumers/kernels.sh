# The installed kernels: programs link a library of tables, and libkrt loads the code objects from the archive of the
# device's family. The archives of other families may be absent.
. "$(dirname "$0")/lib.sh"
[ -e "$PKG_CONFIG_PATH/krt-kernels.pc" ] || skip "kernels/ is not compiled"
cp -r "$PREFIX" prefix # this test removes files
PKG_CONFIG_PATH=$(dirname "$(find "$TOP/prefix" -name krt.pc)")
libraries=$(realpath "$(pkg-config --variable=libdir krt)")
mkdir tree
cat >tree/CMakeLists.txt <<'CMAKE'
cmake_minimum_required(VERSION 3.20)
project(tree LANGUAGES C)
find_package(kbuild REQUIRED COMPONENTS kernels models)
add_executable(app ${SOURCE})
target_link_libraries(app PRIVATE kbuild::kernels)
file(GLOB llm ${LLM}/[!w]*.c)
add_executable(llm ${llm})
target_link_libraries(llm PRIVATE kbuild::kernels kbuild::models kbuild::krt_ops m)
CMAKE
run 0 cmake -S tree -B build -G Ninja "-DSOURCE=$EXAMPLES/c-app/main.c" "-DLLM=$EXAMPLES/llm" \
    "-DCMAKE_PREFIX_PATH=$TOP/prefix"
run 0 cmake --build build
# The kernels of two packages in a program.
cp -r "$EXAMPLES/llm" llm
run 0 make -C llm KRT_LIBS="$(pkg-config --libs krt_ops krt-kernels krt-models) -Wl,-rpath,$libraries"
run 0 llm/write_model model.gguf q8_0
for program in llm/llm build/llm; do
    run 0 env KRT_DEVICE=emu:gfx90a $program model.gguf --check --new 2 1 2 3
    says "decode: 1 tokens"
done
# shellcheck disable=SC2046 # a list of words
run 0 cc "$EXAMPLES/c-app/main.c" $(pkg-config --cflags --libs krt-kernels) -Wl,-rpath,"$libraries" -o app
readelf -d app | grep -q 'libkrt-kernels[.]so[.]0' || fail "no SONAME"

# A program that names the package has a copy of it: the tables are where they were.
cat >named.c <<'C'
#include <krt_kernels.h>
#include <stdio.h>
int main(void)
{
    struct krt_device *device;
    return krt_device_default(&device) || krt_preload(&krt_kernels_package, device, "fill") ? puts(krt_error_message()) : 0;
}
C
# shellcheck disable=SC2046 # a list of words
run 0 cc -no-pie -fno-pic named.c $(pkg-config --cflags --libs krt-kernels) -Wl,-rpath,"$libraries" -o named
run 0 env KRT_DEVICE=emu:gfx1100 ./named

rm "$libraries/krt/krt_kernels.gfx10-3.krt"
for program in ./app build/app; do
    for target in gfx90a gfx1100; do
        run 0 env KRT_DEVICE=emu:$target $program
        says "1.0000   5.0000   3.0000"
    done
    run 1 env KRT_DEVICE=emu:gfx1030 $program
    says "package krt_kernels: the archive krt_kernels.gfx10-3.krt is missing; install it (Debian: krt-kernels-gfx10-3)"
    says "$libraries/krt"
done
# The library of tables has no code objects in it.
strip -o tables "$libraries"/libkrt-kernels.so.0.*
[ "$(stat -c %s tables)" -lt 1048576 ] || fail "code objects are embedded"

# libkrt refuses a file that is not an archive, and names it.
echo nonsense >"$libraries/krt/krt_kernels.gfx90a.krt"
run 1 env KRT_DEVICE=emu:gfx90a ./app
says "KRT_ERROR_BAD_IMAGE"
says "krt/krt_kernels.gfx90a.krt: at byte 0: not a kernel archive"
