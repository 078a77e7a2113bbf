# The standard tools, and programs that include the headers, read the right bytes from the package.
. "$(dirname "$0")/lib.sh"

kernel src/a.cu a1 a2
cat >src/b.cu <<'EOF'
#include <cuda_fp16.h>
extern "C" __global__ void b1(const __half *in, __half scale, bool flip, double d, unsigned char *out)
{
    *out = (unsigned char)(__half2float(*in) * __half2float(scale) + (flip ? d : -d));
}
EOF
. "$HERE/../hip.sh"
clang=$(hip_clang) || skip "the clang of HIP is not installed"
bundler=${clang%/*}/clang-offload-bundler
[ -x "$bundler" ] || skip "$bundler is not installed"

for form in string incbin c23; do
    for codec in none zstd; do
        out=out.$form.$codec
        run 0 kbuild build src --targets gfx1030,gfx1100,gfx90a -o "$out" --embed $form \
            --compress $codec --build-dir "work"
        "$bundler" --list --type=o --input="$out/a.hsaco" |
            sed 's/^\(host-x86_64-unknown-linux-\)gnu-$/\1-/' | sort >listed # since LLVM 20
        printf '%s\n' host-x86_64-unknown-linux-- hipv4-amdgcn-amd-amdhsa--gfx1030 \
            hipv4-amdgcn-amd-amdhsa--gfx1100 hipv4-amdgcn-amd-amdhsa--gfx90a | sort >wanted
        same wanted listed
        for gpu in gfx1030 gfx1100 gfx90a; do
            "$bundler" --unbundle --type=o --input="$out/a.hsaco" \
                --targets=hipv4-amdgcn-amd-amdhsa--$gpu --output=one || fail "--unbundle $gpu"
            same one work/obj/a.$gpu.hsaco
        done
        cat >main.c <<'EOF'
#include "kernels.h"
#include "a.hsaco.h"
#include <stdio.h>
#include <string.h>
/* The runtime's part, to link the wrappers. */
krt_status krt_launch(const struct krt_package *package, uint32_t ordinal, struct krt_stream *stream,
                      const struct krt_launch_config *config, void *const *arguments)
{
    (void)package, (void)ordinal, (void)stream, (void)config, (void)arguments;
    return KRT_ERROR_NO_DEVICE;
}
int main(int argc, char **argv)
{
    FILE *file = fopen(argv[1], "rb");
    static unsigned char whole[1 << 20];
    size_t size = file ? fread(whole, 1, sizeof whole, file) : 0;
    struct krt_launch_config config = {{1, 1, 1}, {1, 1, 1}, 0};
    if (argc != 2 || size != KERNELS_A_HSACO_SIZE || memcmp(whole, kernels_a_hsaco, size) != 0)
        return 1;
    if ((uintptr_t)kernels_a_hsaco % 4096 != 0 || KERNELS_A_HSACO_IMAGE_COUNT != 3)
        return 2;
    if (kernels_package.kernel_count != 3 || kernels_package.module_count != 2)
        return 3;
    if (kernels_launch_a1(NULL, &config, NULL, NULL, 0) != KRT_ERROR_NO_DEVICE)
        return 4;
    return 0;
}
EOF
        data=$out/a.hsaco
        if [ $codec = zstd ]; then # the frames, one after another, are a .zst file
            : >packed
            cat work/obj/a.gfx1030.hsaco work/obj/a.gfx1100.hsaco work/obj/a.gfx90a.hsaco >raw
        fi
        for compiler in "gcc -std=c11" "g++ -std=c++17 -x c++" "clang -std=c11" \
            "clang++ -std=c++17 -x c++"; do
            if [ $form = c23 ]; then
                case $compiler in
                clang\ *) command -v clang-19 >/dev/null || continue && compiler="clang-19 -std=c23" ;;
                *) continue ;;
                esac
            fi
            # shellcheck disable=SC2086
            run 0 $compiler -Wall -Wextra -Wpedantic -Werror -I"$INCLUDE" -I"$out" main.c \
                "$out/kernels.c" -o prog
            if [ $codec = none ]; then
                run 0 ./prog "$data"
            else
                run 1 ./prog "$data" # the bytes are the packed ones
            fi
        done
    done
done
exit 0
