#!/bin/sh
# occupancy_of() against the compilers of this machine, for hundreds of kernels a target. Usage:
# compare_occupancy.sh COMPARE-PROGRAM
set -eu
compare=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

failed=0
compared=0

# kernel VGPRS AGPRS SGPRS LDS WORKGROUP [ATTRIBUTE]: 0 registers means none that are forced. A wave
# of its own holds the last of each kind busy.
kernel() {
    name=k${count}_v$1_a$2_s$3_l$4_w$5
    [ "$4" = 0 ] || echo "@lds$count = internal addrspace(3) global [$4 x i8] undef, align 4"
    echo "define amdgpu_kernel void @$name() #$count {"
    [ "$1" = 0 ] || echo "  call void asm sideeffect \"; used\", \"~{v$(($1 - 1))}\"()"
    [ "$2" = 0 ] || echo "  call void asm sideeffect \"; used\", \"~{a$(($2 - 1))}\"()"
    [ "$3" = 0 ] || echo "  call void asm sideeffect \"; used\", \"~{s$(($3 - 1))}\"()"
    [ "$4" = 0 ] || echo "  store volatile i8 1, ptr addrspace(3) @lds$count"
    echo "  ret void"
    echo "}"
    echo "attributes #$count = { \"amdgpu-flat-work-group-size\"=\"$5,$5\" ${6-} }"
    count=$((count + 1))
}

# LLVM IR of a few hundred kernels that use given numbers of registers, bytes of LDS and work-items.
# cases WAVE-SIZE HAS-AGPRS, the latter 0 or 1. The sizes of workgroups are exact,
# because a compiler that may choose looks at the one that suits it best.
cases() {
    wave=$1 has_agprs=$2 count=0
    # Each resource alone.
    for vgprs in $(seq 1 3 128) $(seq 129 8 250); do
        kernel "$vgprs" 0 0 0 "$wave"
    done
    for sgprs in 1 17 40 47 49 62 72 75 77 79 81 83 85 87 89 91 93 95 97; do
        kernel 0 0 $sgprs 0 "$wave"
    done
    for workgroup in 32 64 96 128 192 256 320 512 640 768 1024; do
        kernel 0 0 0 0 $workgroup
        for lds in 4 100 1024 2560 5000 8192 10240 16384 21845 32768 40960 65536; do
            kernel 0 0 0 $lds $workgroup
        done
    done

    # Together, as far as a workgroup of that size is let have so many registers.
    for workgroup in 64 192 256 512; do
        for vgprs in 25 37 49 61; do
            kernel $vgprs 0 0 0 $workgroup
            kernel $vgprs 0 81 10240 $workgroup
        done
    done

    # Accumulation registers, beside the others and among them.
    if [ "$has_agprs" = 1 ]; then
        for agprs in 1 4 23 32 61 64 100 128; do
            for vgprs in 0 1 30 65 128; do
                kernel $vgprs $agprs 0 0 "$wave"
            done
        done
    fi

    # More than is used, because the compiler is told how many waves there will be.
    for waves in 1 2 3 4 5 8; do
        kernel 10 0 10 0 "$wave" "\"amdgpu-waves-per-eu\"=\"$waves,$waves\""
    done
}

# compare_one CLANG-VERSION PROCESSOR WAVE-SIZE HAS-AGPRS [FLAG...]
compare_one() {
    major=$1 processor=$2 wave=$3 has_agprs=$4
    shift 4
    clang=clang-$major
    cases=cases-$wave-$has_agprs.ll
    [ -e "$cases" ] || (cases "$wave" "$has_agprs") > "$cases"
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
for major in 15 19 22 23 24; do
    can_build "$major" || continue
    for one in "gfx803 64 0" "gfx906 64 0" "gfx908 64 1" "gfx90a 64 1" "gfx942 64 1" \
        "gfx950 64 1" "gfx1010 32 0" "gfx1030 32 0" "gfx1100 32 0" "gfx1154 32 0" "gfx1170 32 0" \
        "gfx1200 32 0" "gfx1250 32 0" "gfx1310 32 0"; do
        # shellcheck disable=SC2086 # three words
        set -- $one
        case $major-$1 in
        15-gfx942 | 15-gfx950 | 15-gfx1[123]* | 19-gfx950 | 19-gfx1250) continue ;;
        19-gfx1154 | 19-gfx1170 | 19-gfx1310 | 22-gfx1154 | 22-gfx1170 | 22-gfx1310) continue ;;
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
