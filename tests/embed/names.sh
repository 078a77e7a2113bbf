#!/bin/sh
# Symbols from file names, whatever those are.
. "$(dirname "$0")/lib.sh"

"$MAKE_BUNDLE" plain "$host=none:0" "${hip}-gfx1030=text:100"

# check FILE PREFIX UPPER [OPTION...]: the header of FILE defines these names, and compiles, in every
# form.
check() {
    file=$1 prefix=$2 upper=$3
    shift 3
    for form in string incbin c23; do
        case $form-$file in
        c23-*\"* | c23-*\\* | c23-*'??'* | c23-*"
"*)
            ! "$KBUILD" embed "$@" --embed c23 -- "$file" 2>errors.txt || fail "$file: took it"
            grep -q "#embed cannot spell this name" errors.txt || fail "$file: $(cat errors.txt)"
            continue
            ;;
        esac
        expect 0 "" "$KBUILD" embed "$@" --embed $form -o header.h -- "$file"
        grep -q "#define ${upper}_HSACO_SIZE 4196u" header.h ||
            fail "$file: no ${upper}_HSACO_SIZE: $(grep '#define' header.h)"
        grep -q "[ *]${prefix}_hsaco\[" header.h || fail "$file: no ${prefix}_hsaco"
        grep -q " ${prefix}_hsaco_images\[${upper}_HSACO_IMAGE_COUNT\]" header.h ||
            fail "$file: no ${prefix}_hsaco_images"
        LC_ALL=C grep -q '[^ -~]' header.h && [ $form != c23 ] && fail "$file: not plain ASCII"
        compilers="gcc:c clang:c++"
        [ $form != c23 ] || compilers=clang-19:c++
        for compiler in $compilers; do
            has ${compiler%:*} || continue
            ${compiler%:*} -x ${compiler#*:} $warnings -I. -I"$INCLUDE" -c -o header.o - <<EOF || fail "$file"
#include "header.h"
extern const unsigned char *const use;
const unsigned char *const use = &${prefix}_hsaco[${upper}_HSACO_IMAGE_COUNT];
EOF
        done
    done
}

while IFS='|' read -r file prefix upper; do
    cp -- plain "$file"
    check "$file" "$prefix" "$upper"
    rm -- "$file"
done <<'EOF'
affine.hsaco|affine|AFFINE
affine|affine|AFFINE
affine.v2.gfx90a.co|affine|AFFINE
Affine-Kernels.hsaco|affine_kernels|AFFINE_KERNELS
int.hsaco|int|INT
3d conv.hsaco|_3d_conv|_3D_CONV
größe.hsaco|gr____e|GR____E
.hsaco|_|_
-o.hsaco|_o|_O
a "b" \c $d ??< %s 'e'.hsaco|a__b___c__d______s__e_|A__B___C__D______S__E_
*.hsaco|_|_
end of comment *.hsaco|end_of_comment__|END_OF_COMMENT__
EOF
file="two
lines.hsaco"
cp -- plain "$file"
check "$file" two_lines TWO_LINES
check plain my_mod MY_MOD --name my-mod
check plain while WHILE --name while
expect 2 "--name cannot be empty" "$KBUILD" embed --name= plain
