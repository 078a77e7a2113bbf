# build.ninja and compile_commands.json of a small tree have exactly these bytes.
. "$(dirname "$0")/lib.sh"

mkdir -p src/include
kernel src/a.cu a1
printf '#include "common.cuh"\nextern "C" __global__ void b1(float *p) { *p = ONE; }\n' >src/b.cu
printf '#define ONE 1.0f\n' >src/include/common.cuh
cat >src/kernels.yaml <<'EOF'
targets: [gfx1030, "gfx90a:xnack-"]
modules:
  - {name: a, sources: [a.cu]}
  - {name: "b c", sources: [b.cu], include: [include], defines: ['X="y z"'], only: [gfx1030]}
EOF
run 0 kbuild build src -o out --launcher env
plain() {
    sed -e "s,$KBUILD,KBUILD,g" -e "s,$TOP,TOP,g" -e 's,/[^ "]*/share/kbuild/include,HEADERS,g' \
        -e 's,-Xclang -dependency-file -Xclang .* -Wno-unused-command-line-argument ,,' \
        -e 's, -mllvm -\(hoist\|sink\)-common-insts=0,,g' -e 's, -Wno-unused-value,,' -e '/^ *"-Wno-unused-value",$/d' \
        -e 's,/[^ "]*/llvm-[0-9]*/,LLVM/,g' -e 's,libclang-[0-9.so]*,LIBCLANG,g' -e 's,LLVM/lib/clang/[0-9.]*,LLVM/RESOURCES,g' \
        -e 's,--rocm-path=[^ "]*,--rocm-path=ROCM,g' -e 's,--hip-version=[^ "]*,--hip-version=HIP,g' \
        -e 's,--rocm-device-lib-path=[^ "]*,--rocm-device-lib-path=LIBS,g' "$1"
}
for file in build.ninja compile_commands.json; do
    plain "out/.kbuild/$file" >"$file"
    transcribe $file $file
done
golden "$HERE/golden.txt"
