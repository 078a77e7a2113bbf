# kbuild as a part of another project, through FetchContent (which calls add_subdirectory): the same function and
# the same targets, without an installed kbuild.
. "$(dirname "$0")/lib.sh"
unset CMAKE_PREFIX_PATH PKG_CONFIG_PATH
cat >quick <<'SH'
#!/bin/sh
exec cc "$@" -O0 # this test compiles kbuild, which does not have to be fast
SH
chmod +x quick
cp -r "$EXAMPLES/cmake" tree
cat >tree/CMakeLists.txt <<'CMAKE'
cmake_minimum_required(VERSION 3.25)
project(tree LANGUAGES C)
include(FetchContent)
FetchContent_Declare(kbuild SOURCE_DIR ${SOURCE})
set(KBUILD_EMULATOR OFF)
FetchContent_MakeAvailable(kbuild)
kbuild_add_kernels(TARGET kernels SOURCES kernels/saxpy.cu kernels/clamp.cu TARGETS gfx90a)
add_executable(saxpy main.c)
target_link_libraries(saxpy PRIVATE kernels)
install(TARGETS kernels EXPORT tree)
install(EXPORT tree NAMESPACE tree:: DESTINATION cmake)
CMAKE
run 0 cmake -S tree -B build -G Ninja "-DSOURCE=$SOURCE" "-DCMAKE_C_COMPILER=$TOP/quick"
run 0 cmake --build build --target saxpy
emulator=$(find "$PREFIX" -name libhipemu.so.0)
run 0 env KRT_DEVICE=emu:gfx90a "KRT_LIBRARY=$emulator" build/saxpy
says "2 3 5 7 8 8"
# The program is built once; configuring again builds nothing.
touch tree/CMakeLists.txt
run 0 cmake --build build --target saxpy
! find build/_deps/kbuild-build/tool -name '*.o' -newer build/saxpy | grep . || fail "built again"
