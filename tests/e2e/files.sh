# kbuild build with sources instead of a directory.
. "$(dirname "$0")/lib.sh"

run 1 kbuild build src/gone.cu --targets gfx1030 -o out
says "source $TOP/src/gone.cu is not there"
kernel src/a.cu a1
kernel src/deep/a.cu a2
run 2 kbuild build src src/a.cu --targets gfx1030 -o out
says "build: one directory, one manifest or several sources, not 2 of them"
run 2 kbuild build src/a.cu --exclude '*.hip' --targets gfx1030 -o out
says "build: --exclude is for directories, not for a list of sources"
[ "$(ls)" = src ] || fail "something was made: $(ls)"

# A single source gives the same package as a directory with only that source.
mkdir alone
cp src/a.cu alone
run 0 kbuild build alone --targets gfx1030 -o wanted --quiet
run 0 kbuild build src/a.cu --targets gfx1030 -o one --quiet
digests wanted >wanted.digests
digests one >one.digests
same wanted.digests one.digests
run 0 kbuild check src/a.cu --targets gfx1030 -o one --build-dir one/.kbuild --quiet
(cd src && run 0 "$KBUILD" build a.cu --targets gfx1030 -o "$TOP/one" --quiet) || exit 1
digests one >one.digests
same wanted.digests one.digests

# Several sources: modules and messages name them relative to their common directory.
echo 'extern "C" __global__ void b(float *p) { *p = undeclared_thing; }' >src/deep/b.cpp
run 1 kbuild build src/a.cu "$TOP/src/deep/b.cpp" --targets gfx1030 -o several
says "src/deep/b.cpp:1:47: error: use of undeclared"
run 0 kbuild build src/a.cu src/deep/a.cu --targets gfx1030 -o several
[ -s several/a.hsaco ] && [ -s several/deep_a.hsaco ] || fail "modules: $(ls several)"
grep -q '"file": "deep/a.cu"' several/kernels.json || fail "the root is not src"
exit 0
