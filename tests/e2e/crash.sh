# If the compiler crashes, the exit code is 3 and the message names the job.
. "$(dirname "$0")/lib.sh"

kernel src/a.cu a1
real=$(kbuild doctor --json | sed -n 's/.*"path": "\([^"]*clang++[^"]*\)".*/\1/p' | head -1)
[ -x "$real" ] || skip "cannot tell where clang is"
mkdir bin
# Answers questions like the real clang, and crashes when it compiles.
cat >bin/clang++ <<EOF
#!/bin/sh
for arg; do
    [ "\$arg" = -c ] && { [ -e "$TOP/mend" ] || kill -SEGV \$\$; }
done
exec "$real" "\$@"
EOF
chmod +x bin/clang++
for tool in lld clang-offload-bundler llvm-objcopy; do
    ln -s "$(dirname "$real")/$tool" bin/
done
run 3 kbuild build src --targets gfx1030 -o out --clang "$TOP/bin/clang++"
says "compile a for gfx1030: "
says "crashed (Segmentation fault)"
says "--clang"
[ ! -e out/kernels.h ] || fail "made a package"
touch mend
run 0 kbuild build src --targets gfx1030 -o out --clang "$TOP/bin/clang++"
