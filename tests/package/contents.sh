# The package contains all installed files. It depends on every library that its programs link, and not on
# ROCm. It does not contain the path of the build directory.
. "$(dirname "$0")/../lib.sh"
for program in dpkg-deb dpkg-shlibdeps file readelf; do
    command -v $program >/dev/null || skip "$program is not installed"
done

# Packs the existing build; cpack alone would build first.
mkdir -p stage/usr
run 0 "$CMAKE" --install "$BUILD" --component Unspecified --prefix "$TOP/stage/usr"
run 0 env SOURCE_DATE_EPOCH=1700000000 "$CPACK" -G DEB -B "$TOP/packed" \
    --config "$BUILD/CPackConfig.cmake" -D CPACK_INSTALL_CMAKE_PROJECTS= \
    -D CPACK_DEBIAN_COMPRESSION_TYPE=gzip \
    -D "CPACK_INSTALLED_DIRECTORIES=$TOP/stage;/"
set -- packed/kbuild-gpu_*.deb
[ $# = 1 ] && [ -e "$1" ] || fail "not one package: $*"
deb=$1
field() { dpkg-deb -f "$deb" "$1"; }

version=$(kbuild --version | cut -d ' ' -f 2)
[ "$(field Version)" = "$version-1" ] || fail "version $(field Version), not $version-1"
[ "$(field Architecture)" = "$(dpkg --print-architecture)" ] || fail "for $(field Architecture)"
# On each release, hipcc depends on that release's clang, device libraries and headers.
[ "$(field Recommends)" = "hipcc, ninja-build, libdw1t64 | libdw1" ] || fail "recommends $(field Recommends)"

# It has all installed files, compressed man pages, and the files that Debian requires.
dpkg-deb -x "$deb" tree
(cd stage && find . -type f) | sed '/\/man\/man/s/$/.gz/' | sort >wanted
(cd tree && find . -type f) | sort >there
comm -23 wanted there >missing
[ ! -s missing ] || fail "not in the package: $(head -n 5 missing)"
comm -13 wanted there >more
for file in copyright changelog.gz changelog.Debian.gz; do
    grep -qx "./usr/share/doc/kbuild-gpu/$file" more || fail "no $file"
done
for file in bin/kbuild share/doc/kbuild-gpu/runtime.md share/doc/kbuild-gpu/examples/c-app/main.c share/man/man1/kbuild-check.1.gz share/man/man3/krt.3.gz \
    share/man/man7/hipemu.7.gz share/kbuild/include/cuda_fp16.h lib/kbuild/preload.so lib/kbuild/attach.so lib/kbuild/record.so lib/kbuild/replayer include/krt/krt.h include/krt/krt.hpp include/krt/graph.h include/krt/ops.h include/krt/storage.h include/krt/group.h include/krt/fused.h include/krt/custom.h include/krt/gguf.h include/krt/extend.h \
    share/bash-completion/completions/kbuild share/fish/vendor_completions.d/kbuild.fish; do
    [ -f "tree/usr/$file" ] || fail "no $file"
done
dpkg-deb -c "$deb" | grep -v '^d\?[-rwx]* root/root' | grep -v '^l' >odd
[ ! -s odd ] || fail "not root's: $(cat odd)"
dpkg-deb -c "$deb" | grep '^[^l].\{7\}w' >odd
[ ! -s odd ] || fail "everybody may write: $(cat odd)"

# Programs and libraries are stripped; their debug symbols are in a package of their own.
dpkg-deb -R packed/kbuild-gpu-dbgsym_*.ddeb symbols
(cd symbols && md5sum --quiet -c DEBIAN/md5sums) || fail "the checksums of the debug symbols are wrong"
! grep -v '  usr/' symbols/DEBIAN/md5sums || fail "the checksums are not of installed files"
for file in tree/usr/bin/kbuild tree/usr/lib/*/libkrt*.so.0.* tree/usr/lib/libkrt*.so.0.*; do
    [ -e "$file" ] || continue
    readelf -S "$file" | grep -q 'debug_info' && fail "$file is not stripped"
    id=$(readelf -n "$file" | sed -n 's/.*Build ID: //p')
    readelf -S "symbols/usr/lib/debug/.build-id/$(echo "$id" | cut -c1-2)/$(echo "$id" | cut -c3-).debug" |
        grep -q debug_info || fail "$file has no debug symbols"
done

# Debian has a package kbuild, whose version is higher: apt keeps ours when it upgrades, and installs that one beside it.
if command -v apt-get >/dev/null; then
    mkdir -p apt/state/lists/partial apt/cache/archives/partial apt/etc/apt.conf.d apt/etc/preferences.d apt/archive
    { dpkg-deb -f "$deb" Package Version Architecture Conflicts Replaces &&
        printf 'Status: install ok installed\nMaintainer: somebody\nDescription: as installed\n\n'; } >apt/status
    printf 'Package: %s\nVersion: 1:0.1.9998svn3572\nArchitecture: all\nFilename: ./%s.deb\nSize: 1\nDescription: other\n\n' \
        kbuild kbuild >apt/archive/Packages
    echo "deb [trusted=yes] file:$TOP/apt/archive ./" >apt/etc/sources.list
    apt() { run 0 apt-get -o "Dir::Etc=$TOP/apt/etc" -o "Dir::State=$TOP/apt/state" -o "Dir::State::status=$TOP/apt/status" \
        -o "Dir::Cache=$TOP/apt/cache" -o APT::Sandbox::User= "$@"; }
    apt update
    apt -s full-upgrade
    ! grep -E '^(Inst|Remv)' "$TOP/.out" || fail "apt upgrade replaces the package"
    apt -s install kbuild
    says "Inst kbuild (1:0.1.9998"
    says_not "Remv"
fi
[ ! -e tree/usr/share/doc/kbuild ] || fail "files in the place of Debian's kbuild"

# Libraries.
field Depends | tr ',' '\n' | sed 's/^ *//; s/ .*//; s/:.*//' | sort -u >depends
! grep -E 'hip|rocm|hsa|amd' depends || fail "depends on ROCm"
find tree -type f \( -name 'kbuild' -o -name '*.so*' \) -exec sh -c 'readelf -d "$1" 2>/dev/null' - {} \; |
    sed -n 's/.*(NEEDED).*\[\(.*\)\]/\1/p' | sort -u >needed
[ "$(wc -l <needed)" -gt 5 ] || fail "nothing is linked: $(cat needed)"
while read -r library; do
    [ -z "$(find tree -name "$library")" ] || continue # of the package itself, whatever else is installed
    path=$(ldconfig -p | sed -n "s|^.$library (.*x86-64.*) => ||p" | head -n 1)
    [ -n "$path" ] || continue # a sanitizer's library, which is beside the compiler
    owner=$(dpkg -S "$(realpath "$path")" 2>/dev/null || dpkg -S "$path")
    grep -qx "${owner%%:*}" depends || fail "$library is of ${owner%%:*}, which is not among the package's dependencies"
done <needed

# The path of the build directory.
grep -rlIF -e "$SOURCE" -e "$BUILD" -e "$TOP" tree >told
[ ! -s told ] || fail "contain the path of the build directory: $(cat told)"
command -v lintian >/dev/null || exit 0
lintian --allow-root --no-cfg --tag-display-limit 0 --fail-on error "$deb" >"$TOP/.out" 2>&1 ||
    fail "lintian finds errors"
