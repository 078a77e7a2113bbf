#!/bin/sh
# tests/package/documents.sh DIRECTORY [CASE...]: follows the documents like a new user, each in a fresh Debian that
# has the package kbuild-gpu with what it recommends, and nothing that the document does not say to install.
# $RELEASE is Debian's name of the release: bookworm (the default) or trixie. In sid, kernels have other sizes than the README shows.
#
# DIRECTORY has the packages and the wheel: cp build/package/*.deb build/wheel/*.whl DIRECTORY, after ./dev package and
# ./dev wheel. Without CASE, all cases run.
#
# A block of a document that begins with ```sh or "```sh debian" is executed, in order, all in one shell. One that begins
# with "```c main.c" is written to main.c. A block without a language is what the commands print: each of its lines must
# be in the output, in order; "..." stands for anything. All ```python blocks are one program. Blocks with another word
# (notest) are skipped.
#
# CASE is README, the name of a page of docs/, or examples/NAME. The case install needs no packages: it follows the README
# from its beginning, with the commit that is checked out in kbuild/, and prints what that costs.
#
# Needs root, debootstrap and the network: a mirror ($MIRROR, or Debian's), and PyPI. $CUDA is a directory with
# CUDA for the case cuda, which is skipped without (/usr/local/cuda). $PIP_CERT is pip's. Takes 15 minutes and 5 GB below
# $CHROOTS (build/documents), where the first chroot and what apt downloads are kept for the next run.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
source=$(cd "$here/../.." && pwd)
[ $# -gt 0 ] || {
    echo "usage: tests/package/documents.sh DIRECTORY [CASE...]" >&2
    exit 2
}
[ "$(id -u)" = 0 ] || { echo "documents.sh: needs root, for chroot" >&2 && exit 77; }
command -v debootstrap >/dev/null || { echo "documents.sh: debootstrap is not installed" >&2 && exit 77; }
packages=$(realpath "$1")
shift
release=${RELEASE-bookworm}
CHROOTS=${CHROOTS:-$source/build/documents}/$release
mkdir -p "$CHROOTS/archives/partial"
CHROOTS=$(realpath "$CHROOTS")
root=$CHROOTS/root
cuda=$(realpath "${CUDA:-/usr/local/cuda}" 2>/dev/null || true)

unmount() {
    for place in var/cache/apt/archives dev proc "${cuda#/}"; do
        ! mountpoint -q "$root/$place" 2>/dev/null || umount "$root/$place"
    done
}
# What is still mounted must not be removed.
cleanup() {
    unmount
    if grep -qF " $root/" /proc/mounts; then
        echo "documents.sh: cannot unmount what is below $root" >&2
        exit 1
    fi
    rm -rf --one-file-system "$root"
}
trap cleanup EXIT
trap 'exit 130' INT TERM
enter() {
    cp /etc/resolv.conf "$root/etc/" 2>/dev/null || true
    [ -z "${PIP_CERT-}" ] || cp "$PIP_CERT" "$root/root/.certificates"
    mount -t proc proc "$root/proc"
    mount --bind /dev "$root/dev"
    mount --bind "$CHROOTS/archives" "$root/var/cache/apt/archives"
}
inside() { chroot "$root" env -i PATH=/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LC_ALL=C.UTF-8 \
    DEBIAN_FRONTEND=noninteractive ${PIP_CERT:+PIP_CERT=/root/.certificates} "$@"; }

# keep ARCHIVE: makes it of the chroot
keep() {
    tar -C "$root" -cf "$1.new" .
    mv "$1.new" "$1"
}
# begin ARCHIVE: makes the chroot of it
begin() {
    cleanup
    mkdir "$root"
    tar -C "$root" -xf "$1"
    enter
}

# The chroots that the cases begin with. The one with the packages is made anew when these are other ones.
fresh=$CHROOTS/fresh.tar
if [ ! -e "$fresh" ]; then
    echo "== Debian, $release"
    cleanup
    debootstrap --variant=minbase "$release" "$root" ${MIRROR:+"$MIRROR"} >"$CHROOTS/base.log" 2>&1 ||
        { tail "$CHROOTS/base.log" && exit 1; }
    # A mirror may no longer be updated.
    echo 'APT::Get::Assume-Yes "true"; Acquire::Check-Valid-Until "false";' >"$root/etc/apt/apt.conf.d/documents"
    keep "$fresh"
fi
base=$CHROOTS/base.tar
if [ "$*" != install ] && { [ ! -e "$base" ] || [ -n "$(find "$packages" -newer "$base" -name '*.deb')" ]; }; then
    echo "== with kbuild"
    begin "$fresh"
    mkdir -p "$root/root/build/package" "$root/root/build/wheel"
    cp "$packages"/*.deb "$root/root/build/package"
    cp "$packages"/*.whl "$root/root/build/wheel"
    inside sh -ec 'cd && apt-get update && apt-get install ./build/package/kbuild-gpu_*.deb' >"$CHROOTS/base.log" 2>&1 ||
        { tail "$CHROOTS/base.log" && exit 1; }
    unmount
    keep "$base"
fi

# Of the commands in the chroot: what times(1p) prints for children, as "1m23.95s 0m17.64s".
processor_seconds() {
    tail -n 1 "$root/root/.times" | awk '{ split($1, user, "m"); split($2, system_, "m")
        print int(60 * (user[1] + system_[1]) + user[2] + system_[2]) }'
}

# follow NAME FILE...: follows the documents FILE, and keeps the output in NAME.log
follow() {
    name=$1
    shift
    if [ "$name" = install ]; then
        begin "$fresh"
        mkdir "$root/root/kbuild"
        git archive HEAD | tar -C "$root/root/kbuild" -xf -
        before=$(du -sxm "$root" | cut -f 1)
    else
        begin "$base"
    fi
    if [ "$name" = cuda ]; then
        mkdir -p "$root$cuda" "$root/usr/local"
        mount --bind "$cuda" "$root$cuda"
        mount -o remount,bind,ro "$root$cuda"
        [ -e "$root/usr/local/cuda" ] || ln -s "$cuda" "$root/usr/local/cuda"
    fi
    # One script of all commands; the lines that are to be printed.
    awk -v wanted="$root/root/.wanted" -v own="$name" '
        BEGIN { print "set -e\ncd\nset -x" }
        /^```/ && inside {
            if (kind == "file") print "END_OF_BLOCK\nset -x"
            inside = 0
            next
        }
        /^```/ {
            inside = 1
            language = substr($1, 4)
            kind = language == "" ? "printed" : language == "sh" && (NF == 1 || $2 == "debian" || $2 == own) ? "sh" : "other"
            file = $2
            if (language == "python" && NF == 1) file = "page.py"
            if (file ~ /[.]/) {
                kind = "file"
                print "{ set +x; } 2>/dev/null\nmkdir -p \"$(dirname " file ")\"\ncat >>" file " <<\"END_OF_BLOCK\""
            }
            next
        }
        !inside { next }
        kind == "sh" || kind == "file" { print }
        kind == "printed" { print >wanted }
        END { print "[ ! -e page.py ] || python3 page.py" }
    ' "$@" >"$root/root/.commands"
    : >>"$root/root/.wanted"
    rc=0
    # shellcheck disable=SC2016 # for the shell in the chroot
    inside sh -c 'rc=0; sh /root/.commands >/root/.out 2>&1 || rc=$?; times >/root/.times; exit $rc' || rc=$?
    cp "$root/root/.out" "$CHROOTS/$name.log"
    if [ $rc != 0 ]; then
        tail -n 15 "$root/root/.out"
        echo "FAILED: $name: a command ends with $rc" >&2
        failures=$((failures + 1))
        return
    fi
    awk '
        FILENAME != out { wanted[++count] = $0; next }
        !/^[+] / && seen < count {
            n = split(wanted[seen + 1], part, /[.][.][.]/)
            at = 1
            for (i = 1; i <= n && at; i++) if (part[i] != "") {
                found = index(substr($0, at), part[i])
                at = found ? at + found + length(part[i]) - 1 : 0
            }
            if (at) seen++
        }
        END { if (seen < count) { print wanted[seen + 1]; exit 1 } }
    ' out="$root/root/.out" "$root/root/.wanted" "$root/root/.out" >"$CHROOTS/missing" || {
        tail -n 15 "$root/root/.out"
        echo "FAILED: $name: $* shows a line that was not printed: $(cat "$CHROOTS/missing")" >&2
        failures=$((failures + 1))
        return
    }
    echo "   passed, $(grep -c '^+ ' "$root/root/.out") commands, $(processor_seconds) s of processor"
    [ "$name" != install ] || echo "   $(($(du -sxm "$root" | cut -f 1) - before)) MiB of disk"
}

[ $# -gt 0 ] || set -- install README rust python archives cuda cuda-clang variables examples/c-app examples/cmake examples/cxx \
    examples/fused examples/make examples/meson examples/own-tree examples/python examples/record examples/rust examples/rust-tensor examples/tensor-parallel \
    examples/triton examples/verify
failures=0
cd "$source"
for case; do
    echo "== $case"
    case $case in
    install | README) follow "$case" README.md ;;
    cuda)
        if [ -x "$cuda/bin/nvcc" ]; then
            follow cuda README.md docs/cuda.md
        else
            echo "   skipped: CUDA is not installed (\$CUDA)"
        fi
        ;;
    cuda-clang)
        # Without nvcc, for which the other commands of the page are.
        # shellcheck disable=SC2016 # Markdown
        sed 's/^```sh$/```sh nvcc/; s/^```sh clang$/```sh/' docs/cuda.md >"$CHROOTS/cuda-clang.md"
        follow cuda-clang README.md "$CHROOTS/cuda-clang.md"
        ;;
    examples/*)
        name=${case#examples/}
        awk -v section="## $name" '/^## / { here = $0 == section } here' examples/README.md >"$CHROOTS/example.md"
        follow "example-$name" "$CHROOTS/example.md"
        ;;
    *) follow "$case" README.md "docs/$case.md" ;; # a page's reader has seen the first kernel
    esac
done
[ $failures = 0 ] || exit 1
echo passed
