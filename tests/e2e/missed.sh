# No source and no kernel of a tree is left out without a word: it is compiled, or reported in one line.
. "$(dirname "$0")/lib.sh"

build() { run 0 kbuild build src --targets gfx1030 -o out --quiet "$@"; }

# Links to directories are followed, each directory once; what a linked source includes is beside it.
kernel src/one.cu one
kernel real/two.cu two
mkdir real/deep
printf '#include "../value.h"\nextern "C" __global__ void three(int *p) { *p = VALUE; }\n' >real/deep/three.cu
echo '#define VALUE 3' >real/value.h
ln -s ../real src/linked
build
[ ! -s .err ] || fail "printed: $(cat .err)"
for name in one two three; do
    grep -q "\"$name\"" out/kernels.json || fail "kernel $name is lost"
done
ln -s ../real src/second
ln -s . src/self
ln -s .. src/up
ln -s ../src real/back
ln -s nowhere src/gone
build
once "src/second: this link leads to src/linked, which is read once"
once "src/self: this link leads to src, which is read once"
once "src/up: this link leads to a directory around it, which is read once"
once "src/linked/back: this link leads to src, which is read once"
once "src/gone: this link does not lead to a file; skipped"
build --exclude second --exclude self --exclude up --exclude back --exclude gone
[ ! -s .err ] || fail "printed: $(cat .err)"
ln -s nowhere src/gone.cu
run 1 kbuild build src --targets gfx1030 -o out
says "src/gone.cu: this link does not lead to a file; remove it, or leave it out with --exclude"
rm src/gone.cu
mkfifo src/pipe.cu
run 1 timeout 20 "$KBUILD" build src --targets gfx1030 -o out
says "src/pipe.cu: neither a file nor a directory"
run 1 timeout 20 "$KBUILD" build src/pipe.cu --targets gfx1030 -o out
says "src/pipe.cu: not a regular file but a pipe or a device"
rm src/pipe.cu

# The same for a translation.
run 0 kbuild hipify src -o hip
once "src/self: this link leads to src"
[ "$(cd hip && find one.cu linked -type f | sort | tr '\n' ' ')" = "linked/deep/three.cu linked/two.cu linked/value.h one.cu " ] ||
    fail "translated: $(find hip -type f)"
rm src/second src/self src/up src/gone real/back

# The case of an extension does not matter.
kernel src/upper.CU upper
kernel src/mixed.Hip mixed
printf '#include "part.CUH"\n' >src/includes.Cu
kernel src/part.CUH part
build
[ ! -s .err ] || fail "printed: $(cat .err)"
for name in upper mixed part; do
    grep -q "\"$name\"" out/kernels.json || fail "kernel $name is lost"
done
run 0 kbuild hipify src/upper.CU -o upper.hip
grep -q cuda_prelude upper.hip || fail "a .CU did not get what nvcc includes by itself"

# Hidden sources, and kernels in files that no source includes.
kernel src/.old/a.cu hidden
kernel src/.git/a.cu of_a_tool
kernel src/.b.cu hidden
kernel src/kernels.cpp in_cpp
printf '/* __global__ void no() {} */\n__global__ void declared(int *p);\n#define K __global__ void m() {}\n' >src/none.h
printf '\ntemplate <class T> __global__ void unused(T *p) { *p = 1; }\n' >src/unused.cuh
build
once "src/.old/a.cu: hidden, and left out"
once "src/.b.cu: hidden, and left out"
once "src/kernels.cpp:1: not compiled: no source includes this file"
once "src/unused.cuh:2: not compiled: no source includes this file"
[ "$(wc -l <.err)" = 4 ] || fail "printed: $(cat .err)"
build --exclude '.old' --exclude '.b.cu' --exclude 'kernels.cpp' --exclude '*.cuh'
[ ! -s .err ] || fail "printed: $(cat .err)"
rm -r src
run 1 kbuild build real --targets gfx1030 -o out --exclude '*'
says "no *.cu or *.hip file in it that --exclude leaves"
