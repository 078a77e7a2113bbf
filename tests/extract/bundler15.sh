#!/bin/sh
# What bundle writes is what clang-offload-bundler writes, and what it reads.
. "$(dirname "$0")/lib.sh"
bundler 15

cp "$OBJECTS/gfx1030-v4.hsaco" "$OBJECTS/gfx1100-v5.hsaco" "$OBJECTS/gfx90a-v4.hsaco" \
    "$OBJECTS/gfx90a-v3.hsaco" .
hip=hipv4-amdgcn-amd-amdhsa-

theirs() { # theirs OUT TARGETS FILE...
    out=$1 targets=$2
    shift 2
    inputs=-input=/dev/null
    for file; do
        inputs="$inputs -input=$file"
    done
    # shellcheck disable=SC2086
    "$bundler" -type=o -bundle-align=4096 -targets="host-x86_64-unknown-linux--,$targets" $inputs \
        -output="$out" || fail "clang-offload-bundler"
}

# One, two, three images: the same bytes.
theirs one.theirs "$hip-gfx1030" gfx1030-v4.hsaco
run 0 kbuild bundle -o one.ours gfx1030-v4.hsaco
same one.ours one.theirs
theirs two.theirs "$hip-gfx1030,$hip-gfx90a:xnack-" gfx1030-v4.hsaco gfx90a-v4.hsaco
run 0 kbuild bundle -o two.ours gfx90a-v4.hsaco gfx1030-v4.hsaco
same two.ours two.theirs
run 0 kbuild bundle -o three.ours gfx1030-v4.hsaco gfx90a-v4.hsaco gfx1100-v5.hsaco
same three.ours "$fat" # which clang-offload-bundler made
theirs three.theirs "$hip-gfx1030,$hip-gfx1100,$hip-gfx90a:xnack-" gfx1030-v4.hsaco \
    gfx1100-v5.hsaco gfx90a-v4.hsaco
same three.ours three.theirs

# It lists and unbundles ours; images come out as they went in.
"$bundler" --list -type=o -input=three.ours >list.txt || fail "not listed"
[ "$(sort list.txt | tr '\n' ' ')" = "$hip-gfx1030 $hip-gfx1100 $hip-gfx90a:xnack- \
host-x86_64-unknown-linux-- " ] || fail "list: $(cat list.txt)"
"$bundler" --unbundle -type=o -input=three.ours -targets="$hip-gfx1100" -output=back ||
    fail "not unbundled"
same back gfx1100-v5.hsaco

# What clang refuses, bundle refuses: a target for any setting beside one for a certain setting.
clang=$(command -v clang-15) || skip "no clang-15, for a code object of plain gfx90a"
echo '__attribute__((global)) void k(int *p) { *p = 1; }' >any.hip
flags="-x hip --cuda-device-only -nogpuinc -nogpulib -O2 --offload-arch=gfx90a"
# shellcheck disable=SC2086
"$clang" $flags --no-gpu-bundle-output any.hip -o any.hsaco 2>/dev/null ||
    skip "clang-15 cannot compile HIP"
# shellcheck disable=SC2086
! "$clang" $flags --offload-arch=gfx90a:xnack- any.hip -o any.hipfb 2>/dev/null ||
    fail "clang takes what bundle refuses"
run 1 kbuild bundle -o clash.ours any.hsaco gfx90a-v4.hsaco
says "gfx90a (any.hsaco)"
says "gfx90a:xnack- (gfx90a-v4.hsaco)"
run 0 kbuild bundle -o clash.ours any.hsaco gfx1030-v4.hsaco

# A real library of Debian's, with bundles one behind another: each code object comes out once, and
# clang-offload-bundler, given the library's first bundle, agrees.
library=$(find /usr/lib -name 'librocrand.so.1*' -type f 2>/dev/null | head -n 1)
[ -n "$library" ] || skip "no librocrand (Debian: librocrand1)"
command -v objcopy >/dev/null || skip "no objcopy"

run 0 kbuild extract "$library" --target gfx1030 -o out
count=$(wc -l <.out)
[ "$count" -ge 1 ] && [ "$(find out -type f | wc -l)" = "$count" ] || fail "$count said"
objcopy --dump-section .hip_fatbin=fat "$library" /dev/null || skip "objcopy fails"
"$bundler" --unbundle -type=o -input=fat -targets=hipv4-amdgcn-amd-amdhsa--gfx1030 \
    -output=theirs || skip "no gfx1030 in its first bundle"
same "$(head -n 1 .out)" theirs
for object in out/*; do
    [ "$(head -c 4 "$object" | od -An -tx1 | tr -d ' ')" = 7f454c46 ] || fail "$object is not an ELF file"
done
