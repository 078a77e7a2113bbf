# `kbuild build` inside make and inside Meson's ninja compiles only what changed.
. "$(dirname "$0")/lib.sh"
export KBUILD_LAUNCHER="$TOP/launcher"
cp -r "$EXAMPLES/own-tree/cuda" tree

build() { run 0 kbuild build tree -o out --targets gfx1030 "$@"; }
build
compiles 2 "the first build"
build
compiles 0 "nothing changed"
echo '// a word' >>tree/softmax.cu
build
compiles 1 "one module changed"
echo '// a word' >>tree/include/block.cuh
build
compiles 2 "the header of both changed"
echo '#define MORE 1' >tree/include/more.cuh
sed -i '1i #include "more.cuh"' tree/softmax.cu
build
compiles 1 "a new header"
rm tree/include/more.cuh
run 1 kbuild build tree -o out --targets gfx1030
says "tree/softmax.cu:1:10: fatal error: 'more.cuh' file not found"
rm "$TOP/compiles"
sed -i 1d tree/softmax.cu
build
compiles 1 "and without it"

# --depfile lists the sources, the headers and the manifest as dependencies of the package.
build --depfile deps.d
printf 'out/rows.c:\n\t@echo make it again\ninclude deps.d\n' >deps.mk
touch out/rows.c
run 0 make -q -f deps.mk out/rows.c
for file in rms_norm.cu softmax.cu include/block.cuh include/number.cuh kernels.yaml; do
    run 1 make -q -f deps.mk -W "$TOP/tree/$file" out/rows.c
done

cp -r "$EXAMPLES/make" in_make
cd in_make || exit 1
rm -f "$TOP/compiles"
run 0 make TARGETS=gfx1030
compiles 1 "make"
run 0 make TARGETS=gfx1030
compiles 0 "make, again"
says_not "-o reverse"
echo '// a word' >>kernels/reverse.cu
run 0 make TARGETS=gfx1030
compiles 1 "make, after a change"
says_not "-o reverse"
exit 0
