# A directory without a manifest: every *.cu and *.hip is a module.
. "$(dirname "$0")/lib.sh"

kernel src/scale.cu scale_f32
kernel src/deep/shift.hip shift_f32
kernel src/v1.2.cu versioned
kernel src/test_me.cu not_wanted
kernel src/skip/other.cu not_wanted_either
echo 'int main(void) { return 0; }' >src/host.cpp

run 0 kbuild build src --targets gfx1030,gfx90a --exclude 'test_*' --exclude 'skip/*' -o out
for file in scale.hsaco scale.hsaco.h deep_shift.hsaco deep_shift.hsaco.h kernels.h kernels.c \
    kernels.json images.json; do
    [ -s "out/$file" ] || fail "no out/$file"
done
[ ! -e out/test_me.hsaco ] && [ ! -e out/skip_other.hsaco ] || fail "--exclude was not obeyed"
says "scale"
says "deep_shift"
grep -q kernels_launch_shift_f32 out/kernels.h || fail "no wrapper"
grep -q not_wanted out/kernels.h && fail "an excluded kernel has a wrapper"

# If the build directory is inside the tree, its translations are not sources.
run 0 kbuild build src --targets gfx1030 --exclude 'test_*' --exclude 'skip/*' -o out2 \
    --build-dir src/work
run 0 kbuild build src --targets gfx1030 --exclude 'test_*' --exclude 'skip/*' -o out2 \
    --build-dir src/work
says "no work to do"
rm -r src/work out2

# A source without a kernel is not an error; neither is a package without a kernel.
mkdir host
echo 'void nothing(void) { cudaDeviceSynchronize(); }' >host/host.cu
run 0 kbuild build host --targets gfx1030 -o host.out
run 0 gcc -std=c11 -Wall -Wextra -Wpedantic -Werror -I"$INCLUDE" -Ihost.out -c host.out/kernels.c \
    -o kernels.o

# A dot in a name is part of the name, in every file of the package.
[ -s out/v1.2.hsaco.h ] || fail "no out/v1.2.hsaco.h"
run 0 gcc -std=c11 -Wall -Wextra -Werror -I"$INCLUDE" -Iout -c out/kernels.c -o kernels.o

run 1 kbuild build src --targets gfx1030 --exclude '*' -o out
says "--exclude"
run 1 kbuild build nowhere --targets gfx1030 -o out
says "nowhere: no such directory"
mkdir empty
run 1 kbuild build empty --targets gfx1030 -o out2
says "empty: no *.cu or *.hip file"
[ ! -e out2 ] || fail "a build that never began made its output directory"

# A module that includes CUDA's CUB through a header of its own means that one, and one that includes the tree's copy means the copy.
mkdir -p cubs/old
printf 'namespace cub { struct Sum { int x; }; }\n' >cubs/old/cub.cuh
printf '#if CUDART_VERSION >= 11000\n#include <cub/cub.cuh>\n#else\n#include "old/cub.cuh"\n#endif\n' >cubs/any_cub.cuh
printf '#include "any_cub.cuh"\n__global__ void newer(int *p) { cub::Sum a; *p = a.x; }\n' >cubs/newer.cu
printf '#include "old/cub.cuh"\n__global__ void older(int *p) { cub::Sum a = {1}; *p = a.x; }\n' >cubs/older.cu
kbuild build cubs/newer.cu cubs/older.cu --targets gfx90a -k -o cubs.out >log 2>&1
grep -q ' hipcub::Sum a;' cubs.out/.kbuild/hip/newer.cu || fail "$(cat log cubs.out/.kbuild/hip/newer.cu)"
grep -q ' cub::Sum a ' cubs.out/.kbuild/hip/older.cu || fail "$(cat log cubs.out/.kbuild/hip/older.cu)"
