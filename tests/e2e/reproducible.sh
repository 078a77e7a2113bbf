# The same input gives the same bytes: in any directory, at any -j, again and again, with -g too.
. "$(dirname "$0")/lib.sh"

mkdir -p one "somewhere else/much deeper"
kernel one/src/a.cu a1 a2
printf '#include "h.cuh"\nextern "C" __global__ void c1(const char **p) { *p = HERE; }\n' \
    >one/src/c.cu
printf '#define HERE __FILE__\n' >one/src/h.cuh
cp -r one/src "somewhere else/much deeper/src"

for flags in "" "-g"; do
    for tree in one "somewhere else/much deeper"; do
        cat >"$tree/src/kernels.yaml" <<EOF
targets: [gfx1030, gfx90a]
flags: [$flags]
modules:
  - {name: a, sources: [a.cu]}
  - {name: c, sources: [c.cu]}
EOF
    done
    (cd one && run 0 kbuild build src -o out -j1) || exit 1
    (cd "somewhere else/much deeper" && run 0 kbuild build src -o out -j2) || exit 1
    digests one/out >first
    digests "somewhere else/much deeper/out" >second
    same first second
    grep -rlF -e "$TOP" one/out --exclude-dir=.kbuild && fail "an output holds this directory's name"
    rm -r one/out
    run 0 kbuild build "$TOP/one/src" -o one/out -j2
    digests one/out >third
    same first third
    rm -r one/out "somewhere else/much deeper/out"
done
exit 0
