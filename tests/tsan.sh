#!/bin/sh
# tsan.sh BUILD [REGEX]: builds the emulator and the runtime with ThreadSanitizer into the folder
# BUILD, and runs their tests that have threads there: all, or those whose names match REGEX. Not part
# of CI: the programs are compiled once more, for their half on the host has to be instrumented too.
#
# There are no suppressions. A kernel's accesses to memory are instrumented as what they are, so a
# test whose lanes race by design has to use atomics, as it would have to on a GPU.
set -eu
build=${1:?"tsan.sh wants a folder to build in"}
tests=${2:-'^(emulator[.](hip|machine|check|scratch|library|programs)|runtime[.](core|memory|compile|ops))[.]'}
source=$(cd "$(dirname "$0")/.." && pwd)

# clang, because gcc's knows nothing of fences.
cmake -S "$source" -B "$build" -G Ninja -DCMAKE_BUILD_TYPE=RelWithDebInfo \
    -DCMAKE_C_COMPILER=clang -DCMAKE_CXX_COMPILER=clang++ \
    -DCMAKE_C_FLAGS=-fsanitize=thread -DCMAKE_CXX_FLAGS=-fsanitize=thread \
    -DKBUILD_KERNELS_FROM="$source/generated"
cmake --build "$build" --target kbuild tests/emulator/all tests/runtime/all

# More threads than processors, so that they meet.
export HIPEMU_THREADS="${HIPEMU_THREADS:-4}"
export HIPCC_COMPILE_FLAGS_APPEND="-Xarch_host -fsanitize=thread"
export HIPCC_LINK_FLAGS_APPEND=-fsanitize=thread
ctest --test-dir "$build" --output-on-failure -j "$(nproc)" -R "$tests"
