# What every translated program includes first, precompiled for the tests of programs, in $HEADERS.
. "$(dirname "$0")/lib.sh"
need_hip
mkdir -p "$HEADERS"
printf '#include <kbuild/cuda_prelude.h>\n' >"$HEADERS/first.cu"
for pass in gfx1030 gfx90a host; do
    run 0 compile_pass $pass "$HEADERS/first.cu" -Xclang -emit-pch -Xclang -o -Xclang "$HEADERS/$pass.pch"
done
