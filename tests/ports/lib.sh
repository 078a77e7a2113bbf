# For the tests that compile ports: the compiler, translations, and the tables.
. "$(dirname "$0")/../lib.sh"
. "$HERE/../hip.sh"
# The programs of a group are a text archive, programs/GROUP.txtar.
programs() { sh "$HERE/../unpack.sh" "$HERE/programs/$1.txtar" "programs/$1"; }

# Sets CLANG and HIP_FLAGS, or skips. Only a call by hipcc tells clang the version of HIP, and
# without one it leaves out what device code needs (malloc, <cmath>).
need_hip() {
    CLANG=$(hip_clang || command -v clang++) || skip "clang++ is not installed"
    [ -e /usr/include/hip/hip_version.h ] || skip "HIP's headers are not installed"
    HIP_FLAGS="--rocm-path=/usr --hip-version=$(hip_version)"
    release=$("$CLANG" -dumpversion)
    release=clang-${release%%.*}
}

# translate GROUP: its programs and headers into out.
translate() {
    programs "$1"
    mkdir -p out
    run 0 "$KBUILD" hipify "programs/$1" -o out --headers path --quiet
}

# check SOURCE: syntax and types in the passes for GPUs and for the host. What clang knows of gfx1100 differs
# from gfx1030 only in branches of our headers, which tests/compat checks. headers.sh left what each program
# includes first, precompiled for each pass, in $HEADERS.
check() {
    for pass in gfx1030 gfx90a host; do
        compile_pass $pass "$1" -Xclang -include-pch -Xclang "$HEADERS/$pass.pch" || return
    done
}

# compile_pass gfx1030|gfx90a|host SOURCE OPTION...
compile_pass() {
    case $1 in
    host) pass_flags="--cuda-host-only --offload-arch=gfx1030" ;;
    *) pass_flags="--cuda-device-only --offload-arch=$1" ;;
    esac
    source=$2
    shift 2
    "$CLANG" -x hip $pass_flags $HIP_FLAGS -nogpulib -fsyntax-only ${KBUILD_FLAGS:=$("$KBUILD" flags)} \
        $EXTRA_FLAGS "$source" "$@"
}
EXTRA_FLAGS=-w

# expected NAME: what its compiler says, if it is meant to fail; always, or with this clang.
expected() {
    for name in "$release/$1" "$1"; do
        lookup "$name" && return
    done
    return 1
}

# missing_header NAME: the header that the program needs and this machine has not, if so.
missing_header() {
    needed=$(lookup "needs/$1") || return 1
    [ ! -e "/usr/include/$needed" ] && echo "$needed"
}

# lookup NAME: what stands behind the name in its line of the table.
lookup() { sed -n "s|^$1[[:space:]][[:space:]]*||p" "$HERE/expected.txt" | grep .; }
