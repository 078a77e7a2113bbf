#!/bin/sh
# Lanes that ask who is active, in nested branches and loops that lanes leave early, get the answer that an
# interpreter of CUDA's warps gives, however the compiler optimises. votes.c makes the programs.
#
# usage: votes.sh VOTES [COUNT [FIRST]]: for each clang, target and level, COUNT programs from the seed FIRST on; without
# COUNT, what CI has time for: one level each. The long run is COUNT=1000, 50 programs to a source.
# environment: KBUILD (the program), CLANGS (default: 15 19), TARGETS (gfx1030 gfx1100 gfx90a), LEVELS (1 2 3)
set -u
votes=$1 count=${2-} first=${3:-1}
here=$(cd "$(dirname "$0")" && pwd)
. "$here/../../hip.sh"
dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT
[ -f /usr/include/hip/hip_runtime.h ] || {
    echo "skipped: no HIP headers (apt install libamdhip64-dev)"
    exit 77
}
status=0 ran=0

# compare CLANG TARGET LEVEL FIRST COUNT
compare() {
    "$votes" write "$4" "$5" >"$dir/votes.cu" || exit 1
    flags=$("$KBUILD" flags --clang "$1" --targets "$2") || exit 1
    # shellcheck disable=SC2086 # options
    nice "/usr/lib/llvm-$1/bin/clang++" -x hip --rocm-path=/usr --hip-version="$(hip_version)" -w $flags \
        -include kbuild/cuda_prelude.h --cuda-device-only --no-gpu-bundle-output "-O$3" \
        "$dir/votes.cu" -o "$dir/votes.co" || {
        echo "clang $1, $2, -O$3, seeds from $4: not compiled"
        status=1
        return
    }
    printf 'clang %s, -O%s, seeds from %d: ' "$1" "$3" "$4"
    "$votes" check "$4" "$5" "emu:$2" "$dir/votes.co" || status=1
    ran=$((ran + 1))
}

if [ -z "$count" ]; then
    for way in 15:gfx1030:3 15:gfx90a:2 19:gfx1100:1; do
        IFS=: read -r clang target level <<END
$way
END
        [ -x "/usr/lib/llvm-$clang/bin/clang++" ] && compare "$clang" "$target" "$level" "$first" 12
    done
else
    for clang in ${CLANGS:-15 19}; do
        [ -x "/usr/lib/llvm-$clang/bin/clang++" ] || continue
        for target in ${TARGETS:-gfx1030 gfx1100 gfx90a}; do
            for level in ${LEVELS:-1 2 3}; do
                done=0
                while [ $done -lt "$count" ]; do
                    part=$((count - done < 100 ? count - done : 100))
                    compare "$clang" "$target" "$level" $((first + done)) $part
                    done=$((done + part))
                done
            done
        done
    done
fi
[ $ran -gt 0 ] || [ $status -ne 0 ] || {
    echo "skipped: no clang 15 or 19"
    exit 77
}
exit $status
