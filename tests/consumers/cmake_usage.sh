# Device code gets the same settings as CMake's own CUDA language: usage requirements, generator expressions, the
# build type, CMAKE_HIP_ARCHITECTURES. A kernel library can be installed and exported like any other.
. "$(dirname "$0")/lib.sh"
generator=$1
mkdir -p tree/options tree/own
cat >tree/CMakeLists.txt <<'CMAKE'
cmake_minimum_required(VERSION 3.20)
project(tree LANGUAGES C)
find_package(kbuild 0.1 REQUIRED)
add_library(options INTERFACE)
target_include_directories(options INTERFACE $<BUILD_INTERFACE:${CMAKE_CURRENT_SOURCE_DIR}/options> /usr/include
                           ${CMAKE_CURRENT_SOURCE_DIR}/nowhere)
target_compile_definitions(options INTERFACE TEXT="a, 'b' >c" $<$<COMPILE_LANGUAGE:C>:LINKED=2>)
kbuild_add_kernels(TARGET scale SOURCES scale.cu LAUNCHER ${LAUNCHER}
                   INCLUDE_DIRECTORIES $<1:${CMAKE_CURRENT_SOURCE_DIR}/own>
                   DEFINES $<$<CONFIG:Release>:IS_RELEASE> FLAGS $<$<CONFIG:Debug>:-DIS_DEBUG>)
target_compile_definitions(scale PRIVATE OWN=3)
target_link_libraries(scale PRIVATE $<BUILD_INTERFACE:options>)
install(TARGETS scale EXPORT tree INCLUDES DESTINATION include)
install(EXPORT tree NAMESPACE tree:: DESTINATION cmake FILE treeConfig.cmake)
CMAKE
echo '#define OPTIONS_H 5' >tree/options/options.h
echo '#define OWN_H 7' >tree/own/own.h
cat >tree/scale.cu <<'CUDA'
#include <options.h>
#include <own.h>
static_assert(sizeof TEXT == sizeof "a, 'b' >c");
#if defined(NDEBUG) != defined(IS_RELEASE) || defined(__OPTIMIZE__) == 0
#error not the flags of the build type
#endif
#ifdef IS_DEBUG
#define DEBUG 1
#else
#define DEBUG 0
#endif
extern "C" __global__ void scale(float *x) { *x *= LINKED * OWN * OPTIONS_H * OWN_H + DEBUG; }
CUDA
configure() { run 0 cmake -S tree -B build -G "$generator" "-DLAUNCHER=$TOP/launcher" -DCMAKE_INSTALL_PREFIX="$TOP/there" "$@"; }
configure -DCMAKE_HIP_ARCHITECTURES=gfx90a -DCMAKE_BUILD_TYPE=Release
run 0 cmake --build build
compiles 1 "the first build"
configure
run 0 cmake --build build
compiles 0 "configured again"
run 0 cmake --install build
python3 - <<'PY' || fail "compile_commands.json"
import json, subprocess
for entry in json.load(open("build/CMakeFiles/scale.kbuild/compile_commands.json")):
    subprocess.check_call(entry["arguments"], cwd=entry["directory"])
PY

# Another project uses the installed library with CMake, by its exported target alone.
mkdir user
cat >user/CMakeLists.txt <<'CMAKE'
cmake_minimum_required(VERSION 3.20)
project(user LANGUAGES C)
find_package(kbuild REQUIRED)
find_package(tree REQUIRED PATHS ${THERE})
add_executable(user user.c)
target_link_libraries(user PRIVATE tree::scale)
CMAKE
cat >user/user.c <<'C'
#include "scale.h"
#include <stdio.h>
int main(void)
{
    struct krt_device *device;
    void *memory;
    float value = 1;
    const struct krt_launch_config config = {{1, 1, 1}, {1, 1, 1}, 0};
    if (krt_device_default(&device) || krt_alloc(device, 4, &memory) ||
        krt_copy_to_device(krt_device_stream(device), memory, &value, 4) ||
        scale_launch_scale(krt_device_stream(device), &config, memory) ||
        krt_copy_to_host(krt_device_stream(device), &value, memory, 4))
        return puts(krt_error_message()), 1;
    printf("value %g\n", (double)value);
    return 0;
}
C
mv tree tree.away
run 0 cmake -S user -B used -G "$generator" -DTHERE="$TOP/there/cmake"
run 0 cmake --build used
run 0 env KRT_DEVICE=emu:gfx90a used/user
says "value 210"
mv tree.away tree

# Another build type, other flags: the option's file is an input of the compile.
configure -DCMAKE_BUILD_TYPE=Debug -DCMAKE_HIP_FLAGS_DEBUG="-O1 -Wno-unused"
run 0 cmake --build build
compiles 1 "another build type"
