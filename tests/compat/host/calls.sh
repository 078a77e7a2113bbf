# Every call finds one function, with the HIP of this machine and with those that KBUILD_HIP_ROOTS
# names (root:version:clang++, separated by blanks), on the host and on the device.
. "$(dirname "$0")/../../lib.sh"
. "$HERE/../../hip.sh"
HEADERS=${KBUILD%/*/*}/share/kbuild/include
sh "$HERE/../../unpack.sh" "$HERE/programs.txtar" programs

# compile ROOT VERSION CLANG PASS
compile() {
    include=
    [ "$1" = /usr ] || include="-isystem $1/include"
    for source in calls amd_branch; do
        run 0 "$3" -x hip "$4" --offload-arch=gfx1100 --rocm-path="$1" --hip-version="$2" \
            $include -nogpulib -fsyntax-only -std=c++17 -Wno-unused-command-line-argument \
            "-I$HEADERS" "programs/$source.hip"
    done
}
roots=${KBUILD_HIP_ROOTS-}
if clang=$(hip_clang) && [ -e /usr/include/hip/hip_version.h ]; then
    roots="/usr:$(hip_version):$clang $roots"
fi
[ -n "$roots" ] || skip "HIP's clang or headers are not installed"
printf '#include "cuda.h"\nCUresult result = cuInit(0);\n' >plain.cpp
for entry in $roots; do
    IFS=: read -r root version clang <<END
$entry
END
    compile "$root" "$version" "$clang" --cuda-host-only
    compile "$root" "$version" "$clang" --cuda-device-only
    # A file without kernels may be plain C++.
    include=
    [ "$root" = /usr ] || include="-isystem $root/include"
    run 0 "$clang" -x c++ -D__HIP_PLATFORM_AMD__ $include -fsyntax-only -std=c++17 "-I$HEADERS" plain.cpp
done
