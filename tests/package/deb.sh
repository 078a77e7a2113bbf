#!/bin/sh
# tests/package/deb.sh [DIRECTORY]: installs the Debian packages of DIRECTORY in a fresh Debian, uses them there
# as docs/packaging.md describes, and removes them. Without DIRECTORY, ./dev package makes the packages. $RELEASE is
# the name of the release for which they were made (bookworm). Needs root,
# debootstrap and a mirror: $MIRROR, or Debian's. Takes some minutes and 2 GB below $TMPDIR.
# shellcheck disable=SC2016 # programs in the chroot expand the quoted text
set -eu
here=$(cd "$(dirname "$0")" && pwd)
[ "$(id -u)" = 0 ] || { echo "deb.sh: needs root, for chroot" >&2 && exit 77; }
command -v debootstrap >/dev/null || { echo "deb.sh: debootstrap is not installed" >&2 && exit 77; }
if [ $# = 0 ]; then
    "$here/../../dev" package --kernels
    set -- "$here/../../build/package"
fi
packages=$(realpath "$1")
root=$(mktemp -d)
cleanup() {
    umount "$root/dev" "$root/proc" 2>/dev/null || true
    rm -rf --one-file-system "$root"
}
trap cleanup EXIT
step() { echo "== $*"; }
fail() {
    echo "FAILED: $*" >&2
    exit 1
}
inside() { chroot "$root" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LC_ALL=C.UTF-8 \
    DEBIAN_FRONTEND=noninteractive "$@"; }
get() { inside apt-get -q -y -o Dpkg::Use-Pty=0 --no-install-recommends "$@" >"$root/log" 2>&1 ||
    { cat "$root/log" && fail "apt-get $*"; }; }

# copied BEGINNING: prints the path, inside the chroot, of the package whose name begins so
copied() { basename "$(echo "$root/$1"*.deb)" | sed 's,^,/,'; }

if command -v lintian >/dev/null; then
    step lintian
    lintian --allow-root --fail-on error,warning "$packages"/*.deb
fi
step "a fresh Debian, ${RELEASE:=bookworm}"
debootstrap --variant=minbase "$RELEASE" "$root" ${MIRROR:+"$MIRROR"} >"$root.log" 2>&1 ||
    { tail "$root.log" && fail debootstrap; }
rm "$root.log"
cp /etc/resolv.conf "$root/etc/" 2>/dev/null || true
mount -t proc proc "$root/proc"
mount --bind /dev "$root/dev"
inside find /usr /etc -xdev | sort >"$root/files.before"

step "installed with what it is linked with, and nothing else"
cp "$packages"/*.deb "$packages"/*.ddeb "$root/"
get install "$(copied kbuild-gpu_)"
inside dpkg --verify kbuild-gpu
inside kbuild --version
inside ldconfig -p | grep -q 'libkrt[.]so[.]0' || fail "ldconfig does not know libkrt"
inside kbuild targets gfx90a >/dev/null
code=0
inside kbuild doctor >"$root/log" 2>&1 || code=$?
[ $code = 3 ] || fail "without a toolchain, doctor ends with $code, not 3"
grep -q "apt-get install libamdhip64-dev hipcc ninja-build;" "$root/log" || fail "doctor does not say what to install"

step "beside another package of Debian, which is called kbuild"
inside apt-get -s -o APT::Get::Show-Versions=1 full-upgrade >"$root/log"
! grep -E '^(Inst|Remv) (kbuild|krt)' "$root/log" || fail "apt upgrade replaces what was installed"
get install kbuild
inside kbuild --version

step "with the toolchain that it recommends"
get satisfy "$(inside dpkg-query -W -f '${Recommends}' kbuild-gpu)"
get install gcc libc6-dev binutils pkg-config
inside kbuild doctor
mkdir -p "$root/work/src"
cat >"$root/work/src/scale.cu" <<'END'
#include <cuda_fp16.h>
extern "C" __global__ void scale(float *data, __half by, unsigned n)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        data[i] *= __half2float(by);
}
END
cat >"$root/work/main.c" <<'END'
#include "kernels.h"
#include <stdio.h>
int main(void)
{
    enum { N = 1000 };
    float host[N];
    void *data;
    struct krt_device *device;
    struct krt_f16 half = {0x3800};
    struct krt_launch_config config = {.grid = {(N + 255) / 256}, .block = {256}};
    for (int i = 0; i < N; i++)
        host[i] = (float)i;
    if (krt_device_default(&device) || krt_alloc(device, sizeof host, &data) ||
        krt_copy_to_device(NULL, data, host, sizeof host) ||
        kernels_launch_scale(NULL, &config, data, half, N) ||
        krt_copy_to_host(NULL, host, data, sizeof host)) {
        puts(krt_error_message());
        return 1;
    }
    for (int i = 0; i < N; i++)
        if (host[i] != (float)i / 2)
            return 2;
    puts("scaled");
    return 0;
}
END
inside sh -euc 'cd /work
    kbuild build src --targets gfx1030,gfx90a -o out
    kbuild check src --targets gfx1030,gfx90a -o out
    cc main.c out/kernels.c -Iout $(pkg-config --cflags --libs krt) -o main
    KRT_DEVICE=emu:gfx90a ./main'
get install libzstd-dev
inside sh -euc 'cd /work
    cc main.c out/kernels.c -Iout $(pkg-config --cflags krt) -Wl,-Bstatic -lkrt -Wl,-Bdynamic \
        $(pkg-config --static --libs krt | sed s/-lkrt//) -o main.static
    for gpu in gfx1030 gfx90a; do
        KRT_DEVICE=emu:$gpu ./main
        KRT_DEVICE=emu:$gpu ./main.static
    done'

step "kernels, for one family of GPUs"
get install "$(copied krt-kernels_)" "$(copied krt-kernels-gfx90a_)" "$(copied krt-models_)" "$(copied krt-models-gfx90a_)" cmake make
cp -r "$here/../../examples" "$root/work/"
cat >"$root/work/CMakeLists.txt" <<'END'
cmake_minimum_required(VERSION 3.20)
project(user LANGUAGES C)
find_package(kbuild REQUIRED COMPONENTS kernels)
add_executable(user examples/c-app/main.c)
target_link_libraries(user PRIVATE kbuild::kernels)
END
inside sh -euc 'cd /work
    diff -r examples /usr/share/doc/kbuild-gpu/examples
    cc examples/c-app/main.c $(pkg-config --cflags --libs krt-kernels) -o user.pkg-config
    cmake -G Ninja -S . -B user >/dev/null && cmake --build user >/dev/null
    for program in ./user.pkg-config user/user; do
        KRT_DEVICE=emu:gfx90a $program | grep "1.0000   5.0000   3.0000"
        ! KRT_DEVICE=emu:gfx1030 $program 2>error
        grep "Debian: krt-kernels-gfx10-3" error
    done
    make -C examples/llm >/dev/null && examples/llm/write_model model.gguf
    KRT_DEVICE=emu:gfx90a examples/llm/llm model.gguf --check --new 2 1 2 3 | grep "decode: 1 tokens"
    cc examples/fused/main.c $(pkg-config --cflags --libs krt_ops) -o fused
    for gpu in gfx1030 gfx1100; do KRT_DEVICE=emu:$gpu ./fused | grep "0.1402   0.2312   0.0000   0.6285"; done
    printf "%s\\n" "#include <kir/kir.h>" "int main(void) { return !kir_prelude()[0]; }" >kir.c
    cc kir.c $(pkg-config --cflags --libs kir) -o kir && ./kir
    cmake -G Ninja -S examples/cmake -B example >/dev/null && cmake --build example >/dev/null
    KRT_DEVICE=emu:gfx90a example/saxpy'

step "debug symbols"
inside sh -euc 'dpkg -i /kbuild-gpu-dbgsym_*.ddeb >/dev/null
    id=$(readelf -n /usr/bin/kbuild | sed -n "s/.*Build ID: \(..\)/\1\//p")
    readelf -S "/usr/lib/debug/.build-id/$id.debug" | grep -q debug_info'

step "removed again"
inside dpkg -P kbuild kbuild-gpu-dbgsym krt-models-gfx90a krt-models krt-kernels-gfx90a krt-kernels kbuild-gpu >/dev/null
inside find /usr /etc -xdev | sort >"$root/files.after"
comm -13 "$root/files.before" "$root/files.after" | grep -E 'kbuild|krt|hipemu' && fail "left behind"
echo "passed"
