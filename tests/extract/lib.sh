# Sourced by the tests of `kbuild extract` and `kbuild bundle`. CMakeLists.txt sets KBUILD and
# OBJECTS, the folder of code objects.
. "$(dirname "$0")/../lib.sh"

fat=$OBJECTS/three.hipfb # gfx1030, gfx1100, gfx90a:xnack-

# bundler VERSION: sets $bundler to clang-offload-bundler of that LLVM, or skips.
bundler() {
    bundler=$(command -v "clang-offload-bundler-$1") ||
        bundler=/usr/lib/llvm-$1/bin/clang-offload-bundler
    [ -x "$bundler" ] || skip "no clang-offload-bundler-$1 (Debian: clang-tools-$1)"
    PATH=/usr/lib/llvm-$1/bin:$PATH # it wants an llvm-objcopy without a version
}

# host_object FILE OUT: an object file for the host with FILE as its section .hip_fatbin.
host_object() {
    command -v cc >/dev/null && command -v objcopy >/dev/null || skip "no cc or objcopy"
    echo 'int nothing;' >host.c
    cc -c host.c -o host.o && objcopy --add-section .hip_fatbin="$1" \
        --set-section-flags .hip_fatbin=alloc,readonly --set-section-alignment .hip_fatbin=4096 \
        host.o "$2" || skip "objcopy cannot add a section"
}

# padded FILE...: the files one behind another, each at a multiple of 4096.
padded() {
    : >padded.out
    for file; do
        cat "$file" >>padded.out
        truncate -s %4096 padded.out
    done
    cat padded.out
}

names() { LC_ALL=C ls "$1" | tr '\n' ' '; }
