# Makes toolchains of shell scripts, below a fresh directory with a space in its name. Each test sources
# this file; $KBUILD is the program. kbuild does not see the machine's own toolchain: KBUILD_SYSROOT
# moves the fixed paths, and PATH has only the tools that this script links.
set -u
: "${KBUILD:?names the kbuild program}"
KBUILD=$(realpath "$KBUILD")
base=$(mktemp -d)
top="$base/with space"
trap 'cd /; rm -rf "$base"' EXIT
mkdir -p "$top/tools" "$top/root"
cd "$top" || exit 1
for tool in sh cat mkdir rm cp mv ln chmod grep sed printf touch diff dirname env sleep cmp; do
    ln -s "$(command -v $tool)" tools/ || exit 1
done
PATH=$top/tools
export PATH
unset HIP_PATH ROCM_PATH HIP_CLANG_PATH HIP_DEVICE_LIB_PATH HIP_PLATFORM KBUILD_INCLUDE
KBUILD_SYSROOT=$top/root
export KBUILD_SYSROOT

fail() {
    echo "FAILED: $*" >&2
    cat "$top/out" "$top/err" >&2
    exit 1
}

# doctor WANTED-EXIT-CODE ARGUMENT...
doctor() {
    wanted=$1
    shift
    "$KBUILD" doctor "$@" >"$top/out" 2>"$top/err"
    rc=$?
    [ $rc = "$wanted" ] || fail "exit code $rc, not $wanted: doctor $*"
}
says() { grep -qF -e "$1" "$top/out" "$top/err" || fail "not printed: $1"; }
says_not() { ! grep -qF -e "$1" "$top/out" "$top/err" || fail "printed: $1"; }
# part NAME PATH: the last doctor found the part NAME at PATH.
part() { grep -qE "^ +ok +$1 .* $2\$" "$top/out" || fail "$1 is not $2"; }

program() { # PATH < BODY
    mkdir -p "$(dirname "$1")"
    { echo '#!/bin/sh'; cat; } >"$1"
    chmod +x "$1"
}

# fake_clang DIR VERSION: DIR/bin/clang++ and the files that belong to it.
fake_clang() {
    program "$1/bin/clang++" <<EOF
case "\$*" in
*-print-resource-dir*) echo "$1/lib/clang/$2" ;;
*--print-supported-cpus*)
    echo "fake clang version $2" >&2
    printf 'Target: amdgcn\nAvailable CPUs for this target:\n\n\tgfx1030\n\tgfx900\n\tgfx1100\n' >&2 ;;
*) echo "fake clang version $2" ;;
esac
EOF
    echo "echo 'LLD $2 (compatible with GNU linkers)'" | program "$1/bin/lld"
    mkdir -p "$1/lib/clang/$2/include"
    : >"$1/lib/libclang.so.1"
}

fake_hip() { # PREFIX VERSION
    mkdir -p "$1/include/hip"
    : >"$1/include/hip/hip_runtime.h"
    printf '#define HIP_VERSION_MAJOR %s\n#define HIP_VERSION_MINOR %s\n' "${2%%.*}" "${2##*.}" \
        >"$1/include/hip/hip_version.h"
    echo '#define HIP_VERSION_PATCH    7' >>"$1/include/hip/hip_version.h"
}

fake_libraries() { # DIR
    mkdir -p "$1"
    for name in ocml ockl oclc_isa_version_900 oclc_isa_version_1030; do
        echo "$name" >"$1/$name.bc"
    done
}

fake_hipcc() { # PATH CLANG
    program "$1" <<EOF
echo asked >>"$top/asked"
[ "\${HIPCC_VERBOSE-}" = 1 ] && echo "hipcc-cmd: $2 --driver-mode=g++ --version"
echo "HIP version: 9.8.7-0"
EOF
}

# fake_rocm PREFIX VERSION: a whole toolchain in the layout of AMD's packages.
fake_rocm() {
    fake_clang "$1/llvm" "$2"
    fake_hip "$1" "$2"
    fake_libraries "$1/amdgcn/bitcode"
    fake_hipcc "$1/bin/hipcc" "$1/llvm/bin/clang++"
}

fake_ninja() { echo 'echo 1.99' | program "$top/tools/ninja"; }
