# The generated text for every kind of parameter and name is what people last agreed to. It depends
# on neither the order of the modules on the command line nor their paths, and images.json tells of
# each kernel of each code object.
. "$(dirname "$0")/lib.sh"
make_modules
index 0
for file in kernels.h kernels.c kernels.json; do
    transcribe $file out/$file
done
golden "$HERE/golden.txt"

mkdir elsewhere
run 0 kbuild index --package kernels --targets gfx90a,gfx1100,gfx1030 -o other \
    "$TOP/math.reflect.json" "$TOP/math.hsaco" ./kinds.reflect.json ./kinds.hsaco
for file in kernels.h kernels.c kernels.json images.json; do
    same "other/$file" "out/$file"
done

[ "$(grep -c '"target"' out/images.json)" = 6 ] || fail "images.json does not hold 6 images"
[ "$(grep -c '"symbol"' out/images.json)" = 36 ] || fail "images.json does not hold 36 kernels"
# The sizes are those of the files that were bundled.
for module in kinds math; do
    for target in $TARGETS; do
        grep -q "\"target\": \"$target\".*\"size\": $(stat -c %s $module.$target), " out/images.json ||
            fail "images.json has no image of the size of $module.$target"
    done
done

# A package of one module, of another name; file names are not identifiers.
run 0 kbuild index --package my-2nd.Package --targets gfx1030,gfx1100,gfx90a -o named \
    math.reflect.json math.hsaco
grep -q '^extern MY_2ND_PACKAGE_API const struct krt_package my_2nd_package_package;' named/my-2nd.Package.h ||
    fail "the package variable of my-2nd.Package is not my_2nd_package_package"
grep -q '#include "my-2nd.Package.h"' named/my-2nd.Package.c || fail "wrong #include"
