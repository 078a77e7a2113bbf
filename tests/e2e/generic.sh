# Generic targets, of code object version 6, in one package with others.
. "$(dirname "$0")/lib.sh"

generic=gfx9-generic,gfx10-3-generic,gfx11-generic
kernel src/a.cu add_one
clang=
for version in 22 21 20 19; do
    if [ -x "/usr/bin/clang++-$version" ] &&
        kbuild build src -o out --targets gfx11-generic --clang $version >/dev/null 2>&1; then
        clang=$version
        break
    fi
done
[ "$clang" ] || skip "no clang from 19 on that compiles for generic targets"

run 0 kbuild build src -o out --targets $generic,gfx942 --clang "$clang"
run 0 kbuild inspect out/a.hsaco
for target in $(echo $generic | tr , ' '); do
    grep -q "^    $target  *.*1 kernel, code object v6$" "$TOP/.out" || fail "$target is not of version 6"
done
says "    gfx942 "
grep -q '"gfx11-generic"' out/kernels.json || fail "the index does not name the target"
