#!/bin/sh
# occupancy_of() against the compilers of this machine, for hundreds of kernels a target. Usage:
# compare_occupancy.sh COMPARE-PROGRAM
set -eu
compare=$1
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

failed=0
compared=0

# compare_one CLANG-VERSION PROCESSOR WAVE-SIZE HAS-AGPRS [FLAG...]
compare_one() {
    major=$1 processor=$2 wave=$3 has_agprs=$4
    shift 4
    clang=clang-$major
    cases=cases-$wave-$has_agprs.ll
    [ -e "$cases" ] || "$here/occupancy-cases.sh" "$wave" "$has_agprs" > "$cases"
    set -- --target=amdgcn-amd-amdhsa -nogpulib "-mcpu=$processor" "$@"
    if ! "$clang" -x ir "$cases" "$@" -O1 -S -o asm.s 2> log ||
        ! "$clang" asm.s "$@" -o object.hsaco 2> log; then
        cat log
        failed=1
        return
    fi
    "$compare" object.hsaco asm.s "$major" || failed=1
    compared=$((compared + 1))
}

# can_build CLANG-VERSION: is it there, with the backend and a linker?
can_build() {
    echo 'void empty(void) {}' |
        "clang-$1" --target=amdgcn-amd-amdhsa -nogpulib -mcpu=gfx906 -x c - -o probe 2> log
}

# A clang later than 19 is asked where there is one. 15 knows only the smaller register file of
# gfx1100.
for major in 15 19 22; do
    can_build "$major" || continue
    for one in "gfx803 64 0" "gfx906 64 0" "gfx908 64 1" "gfx90a 64 1" "gfx942 64 1" \
        "gfx950 64 1" "gfx1010 32 0" "gfx1030 32 0" "gfx1100 32 0" "gfx1200 32 0" "gfx1250 32 0"; do
        # shellcheck disable=SC2086 # three words
        set -- $one
        case $major-$1 in
        15-gfx942 | 15-gfx950 | 15-gfx1[12]* | 19-gfx950 | 19-gfx1250) continue ;;
        esac
        compare_one "$major" "$@"
        [ "$2" = 64 ] || [ "$1" = gfx1250 ] || {
            compare_one "$major" "$@" -mcumode
            compare_one "$major" "$1" 64 0 -mwavefrontsize64
        }
    done
done
[ $compared != 0 ] || [ $failed != 0 ] || {
    echo "skipped: needs clang 15 or 19 that compiles for AMD GPUs, and lld"
    exit 77
}
exit $failed
