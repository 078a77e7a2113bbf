# A build repeats only the steps whose inputs or command lines changed, not those with new times only.
. "$(dirname "$0")/lib.sh"

kernel src/a.cu a1
kernel src/b.cu b1
printf '#pragma once\n#define OFFSET 1.0f\n' >src/common.cuh
printf '#include "common.cuh"\nextern "C" __global__ void c1(float *p) { *p = OFFSET; }\n' >src/c.cu
build() { run 0 kbuild build src --targets gfx1030,gfx90a -o out --verbose "$@"; }

# expect N WHAT: the next build compiles N times.
expect() {
    wanted=$1 why=$2
    shift 2
    build "$@"
    [ "$(compiled)" = "$wanted" ] || fail "$why: $(compiled) compile jobs, not $wanted"
}

expect 6 "the first build"
digests out >first
expect 0 "nothing changed"
says "no work to do"
digests out >again
same first again

sleep 0.01
touch src/a.cu src/common.cuh
expect 0 "files were touched, their bytes are the same"
expect 0 "and the build after that"
says "no work to do"

printf '// a word\n' >>src/a.cu
expect 2 "one source changed"
printf '#pragma once\n#define OFFSET 2.0f\n' >src/common.cuh
expect 2 "a header changed that one source includes"
cmp -s out/c.hsaco out/.kbuild/out/c.hsaco || fail "published file is old"

# Other contents of the same size, with the same time or an older one: cp -p, mv, tar.
for time in same 2001-01-01; do
    sed 's/1.0f/7.0f/; t; s/7.0f/1.0f/' src/b.cu >other.cu
    if [ $time = same ]; then touch -r src/b.cu other.cu; else touch -d $time other.cu; fi
    mv other.cu src/b.cu
    expect 2 "a source was replaced by a file with the time $time"
done
printf '#pragma once\n#define OFFSET 3.0f\n' >other.cuh
touch -d 2001-01-01 other.cuh
mv other.cuh src/common.cuh
expect 2 "a header was replaced by an older one"

expect 6 "a macro was defined" -DEXTRA=1
expect 6 "and is gone again"
expect 6 "another level" -O2
expect 6 "and back"
expect 0 "another form of header compiles nothing" --embed incbin
expect 0 "and back"
digests out >first

# A header that did not exist when the first build was planned.
printf '#pragma once\n#include "new.cuh"\n#define OFFSET NEW\n' >src/common.cuh
printf '#define NEW 5.0f\n' >src/new.cuh
expect 2 "a new header is included"
printf '#define NEW 6.0f\n' >src/new.cuh
expect 2 "the new header changed"

rm out/kernels.h out/b.hsaco.h
expect 0 "outputs were removed"
[ -s out/kernels.h ] && [ -s out/b.hsaco.h ] || fail "they did not come back"

# A build repairs any change of the package, and writes only the files that differ.
echo '// damage' >>out/kernels.h
: >out/b.hsaco
dates() { (cd out && stat -c '%n %y' ./*.json ./*.c ./a.*); }
dates >before
expect 0 "outputs were damaged"
says "kbuild: wrote out/b.hsaco and 1 more, missing or not what was built"
dates >after
same before after
for file in kernels.h b.hsaco; do same "out/.kbuild/out/$file" "out/$file"; done
expect 0 "and are whole again"
says_not "wrote"
mv out/kernels.json kept.json
mkdir out/kernels.json
run 3 kbuild build src --targets gfx1030,gfx90a -o out
says "out/kernels.json: cannot write"
rmdir out/kernels.json
mv kept.json out/kernels.json
touch -d 2001-01-01 out/kernels.json # as git checks out
expect 0 "an old time is nothing"
says_not "wrote"
rm -r out/.kbuild/obj
expect 6 "intermediates were removed"

# Of gfx1100, Debian 12's device libraries lack a file, which kbuild supplies.
for targets in gfx90a,gfx1030,gfx1100 gfx1100,gfx1030 gfx900,gfx1030,gfx90a,gfx1100; do
    run 0 kbuild build src --targets "$targets" -o out --verbose
    ! grep -e ' step --compiler ' "$TOP/.out" | grep -e '--offload-arch=\(gfx1030\|gfx90a\) ' ||
        fail "for $targets the objects of other targets are compiled again"
done
expect 0 "and the targets of before"

kernel src/d.cu d1
expect 2 "a source was added"
grep -q kernels_launch_d1 out/kernels.h || fail "the new kernel is not in the index"
rm src/d.cu
expect 0 "a source was removed"
grep -q kernels_launch_d1 out/kernels.h && fail "the removed kernel is still in the index"

# A header of kbuild with an older time, as an installed package has.
cp -r "${KBUILD%/*/*}/share/kbuild/include" headers
export KBUILD_INCLUDE=$TOP/headers
run 0 kbuild build src/a.cu --targets gfx1030 -o one
touch -d 2001-01-01 headers/kbuild/simd.h
run 0 kbuild build src/a.cu --targets gfx1030 -o one --verbose
[ "$(grep -c -e ' step --compiler ' -e ' reflect -o ' "$TOP/.out")" = 2 ] || fail "an older header is not read again"
