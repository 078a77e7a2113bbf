#!/bin/sh
# A real library of Debian's, with bundles one behind another: each code object comes out once, and
# clang-offload-bundler, given the library's first bundle, agrees.
. "$(dirname "$0")/lib.sh"
bundler 15
library=$(find /usr/lib -name 'librocrand.so.1*' -type f 2>/dev/null | head -n 1)
[ -n "$library" ] || skip "no librocrand (Debian: librocrand1)"
command -v objcopy >/dev/null || skip "no objcopy"

target=gfx1030
run 0 kbuild extract "$library" --target $target -o out
count=$(wc -l <.out)
[ "$count" -ge 1 ] && [ "$(find out -type f | wc -l)" = "$count" ] || fail "$count said"
objcopy --dump-section .hip_fatbin=fat "$library" /dev/null || skip "objcopy fails"
"$bundler" --unbundle -type=o -input=fat -targets=hipv4-amdgcn-amd-amdhsa--$target \
    -output=theirs || skip "no $target in its first bundle"
same "$(head -n 1 .out)" theirs
for object in out/*; do
    [ "$(head -c 4 "$object" | od -An -tx1 | tr -d ' ')" = 7f454c46 ] || fail "$object is not an ELF file"
done
