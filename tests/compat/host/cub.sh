# CUB's warps have 32 lanes on every GPU, also those that a program does not give a width. hipCUB need not be installed:
# an imitation has its declarations, with waves for warps.
. "$(dirname "$0")/../../lib.sh"
. "$HERE/../../hip.sh"
HEADERS=${KBUILD%/*/*}/share/kbuild/include
clang=$(hip_clang) && [ -e /usr/include/hip/hip_version.h ] || skip "HIP's clang or headers are not installed"
sh "$HERE/../../unpack.sh" "$HERE/cub.txtar" .

# compile SOURCE TARGET OPTION...: with what a build has
compile() {
    source=$1 target=$2
    shift 2
    run 0 "$clang" -x hip --offload-arch="$target" --rocm-path=/usr --hip-version="$(hip_version)" -std=c++17 \
        -Wno-unused-command-line-argument "-I$HEADERS" "$@" "$source"
}
for way in path root; do
    [ $way = path ] && run 0 kbuild hipify widths.cu --headers path -o path.hip
    [ $way = root ] && run 0 kbuild hipify . --sources-only -o tree && cp tree/widths.cu root.hip && cp -r tree/kbuild-include .
    for target in gfx90a gfx1030; do
        compile $way.hip $target -isystem imitation --cuda-device-only -nogpulib -fsyntax-only
    done
    compile $way.hip gfx90a -isystem imitation --cuda-host-only -nogpulib -fsyntax-only
done
# A program may have CUB in a namespace of its own.
run 0 kbuild hipify --strict wrapped.cu --headers path -o wrapped.hip
for era in -DOLDER -DNEWER; do
    compile wrapped.hip gfx90a $era -isystem imitation --cuda-device-only -nogpulib -fsyntax-only
done
# A modifier changes no value. What is loaded to see what others wrote is loaded each time, in words.
run 0 kbuild hipify --strict modifiers.cu --headers path -o modifiers.hip
compile modifiers.hip gfx90a -isystem imitation --cuda-device-only -nogpulib -O1 -S -emit-llvm -o modifiers.ll
grep -q 'uitofp\|fptoui' modifiers.ll && fail "bits are taken for an integer"
[ "$(sed -n '/define.*loads/,/^}/p' modifiers.ll | grep -c volatile)" = 0 ] || fail "hints are volatile"
[ "$(sed -n '/define.*seen/,/^}/p' modifiers.ll | grep -c 'load volatile')" = 8 ] || fail "$(grep volatile modifiers.ll)"
[ "$(sed -n '/define.*seen/,/^}/p' modifiers.ll | grep -c 'store volatile')" = 5 ] || fail "$(grep volatile modifiers.ll)"
# Its versions are those that the program sees as __CUDA_ARCH__.
run 0 kbuild hipify --strict versions.cu --headers path -o versions.hip
compile versions.hip gfx90a -isystem imitation --cuda-host-only -nogpulib -c -o versions.o
run 0 "$clang" versions.o -o versions
run 0 ./versions
printf '#if __has_include(<cub/cub.cuh>)\n#endif\n' >asks.cu
run 0 kbuild hipify asks.cu -o asks.hip
grep -q '(<hipcub/hipcub.hpp>)' asks.hip || fail "kbuild's header stands for hipCUB's: $(cat asks.hip)"
run 0 kbuild hipify widths.cu --headers hip -o hip.hip
grep -q '<hipcub/hipcub.hpp>' hip.hip || fail "--headers hip: $(cat hip.hip)"
