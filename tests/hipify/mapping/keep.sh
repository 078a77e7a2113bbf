# Names that stay as they are because kbuild's headers define them are really defined, for the device,
# with the installed HIP. A program may have macros of one letter: HIP's own headers fail for the rest.
set -u
: "${KBUILD_SOURCES:?}" "${KBUILD_HEADERS:?}"
TOP=$(mktemp -d)
trap 'rm -rf "$TOP"' EXIT
clang=
for version in 15 16 17 18 19 20 21; do
    command -v "clang++-$version" >/dev/null && clang=clang++-$version && break
done
[ -n "$clang" ] || { echo "skipped: no clang++ of version 15 or later"; exit 77; }
[ -e /usr/include/hip/hip_runtime.h ] || { echo "skipped: HIP's headers are not installed"; exit 77; }
cd "$KBUILD_HEADERS" || exit 1
blas= functions='^$'
[ -e /usr/include/hipblas/hipblas.h ] || { blas='cublas*.h' functions=^cublas; } # theirs include it
# hipCUB's imitation: kbuild's CUB needs one.
sh "$KBUILD_SOURCES/../../tests/unpack.sh" "$KBUILD_SOURCES/../../tests/compat/host/cub.txtar" "$TOP" || exit 1
{
    echo '#include "kbuild/cuda_prelude.h"'
    echo '#include "kbuild/cub.h"'
    echo 'namespace cub = hipcub;'
    find . -path ./kbuild -prune -o -path ./hip -prune -o -path ./cuda -prune -o -type f \
        ! -name "$blas" ! -name 'cusolver*.h' ! -name 'cusparse*.h' -print |
        sort | sed 's|^\./\(.*\)|#include "\1"|'
    sed -n 's/^KEEP\(_OR\|_OVER\)\{0,1\}(\([A-Za-z_0-9:]*\),.*/\2/p' "$KBUILD_SOURCES"/hipify/mapping/*.def |
        grep -v "$functions" |
        while read -r name; do
            printf '#ifndef %s\nnamespace probe { using ::%s; }\n#endif\n' "${name##*::}" "$name"
        done
} >"$TOP/keep.hip"
count=$(grep -c 'namespace probe' "$TOP/keep.hip")
[ "$count" -gt 50 ] || { echo "FAILED: only $count names are kept"; exit 1; }
letters=
for letter in A B C D E G H I J K L M N O P Q S W X Y Z; do
    letters="$letters -D$letter=(1)"
done
"$clang" -x hip --offload-arch=gfx1030 -nogpulib --cuda-device-only -std=c++17 -fsyntax-only -w $letters \
    -ferror-limit=20 -I. -isystem "$TOP/imitation" --rocm-path=/usr "$TOP/keep.hip" || {
    echo "FAILED: the tables keep names that no header of ours has"
    exit 1
}
echo "$count names are there"

# A driver's function that is looked up by name is the one that a call of it becomes; but a call of cuMemAllocHost
# becomes one with a default argument.
sed -n 's/^\(RENAME\|KEEP_OR\|KEEP_OVER\)(\(cu[A-Za-z0-9]*\)\(_v[23]\)\{0,1\}, \(hip[A-Za-z0-9_]*\), [FM].*/\2 \4/p' \
    "$KBUILD_SOURCES/hipify/mapping/driver.def" | sort -u >"$TOP/called"
{
    grep -o '\(HIP\|OLD\)(cu[A-Za-z0-9]*, [0-9]*, *hip[A-Za-z0-9_]*' kbuild/entry_points.h
    tr '\n' ' ' <kbuild/driver.h | grep -o 'KBUILD_DRIVER_[0-9LATER]*(cu[A-Za-z0-9]*, *hip[A-Za-z0-9_]*' |
        grep -v -e hipGraphInstantiateWithFlags -e hipStreamGetCaptureInfo_v2 # overloads
} | sed 's/.*(\([A-Za-z0-9]*\),\( [0-9]*,\)\{0,1\} *\(.*\)/\1 \3/' | sort -u | grep -v cuMemAllocHost >"$TOP/looked_up"
[ "$(wc -l <"$TOP/looked_up")" -gt 200 ] || { echo "FAILED: the entry points are not read"; exit 1; }
comm -13 "$TOP/called" "$TOP/looked_up" >"$TOP/others"
! [ -s "$TOP/others" ] || { echo "FAILED: look-ups find what calls do not:"; cat "$TOP/others"; exit 1; }
