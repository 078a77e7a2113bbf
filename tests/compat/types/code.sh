#!/bin/sh
# Half precision costs what the machine makes it cost: one instruction an operation, packed for pairs.
#
# usage: code.sh INCLUDE_DIRECTORY SOURCE
# environment: CLANG (HIP's clang++), BITCODE (the directory of the device libraries)
set -u
include=$1
source=$2
. "$(dirname "$0")/../../hip.sh"
clang=${CLANG:-$(hip_clang)}
bitcode=${BITCODE:-$(hip_bitcode)}
dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT
[ -x "$clang" ] && [ -f "$bitcode/ocml.bc" ] && [ -f /usr/include/hip/hip_runtime.h ] || {
    echo "skipped: no clang of HIP, HIP headers or device libraries"
    exit 77
}

# A kernel's instructions on vectors, without loads, stores, moves and address arithmetic.
vector_instructions() {
    awk -v kernel="$2:" '
        $1 == kernel { inside = 1 }
        inside && $1 == "s_endpgm" { exit }
        inside && $1 ~ /^v_/ && $1 !~ /^v_(mov|lshl|and_b32|add_co|addc|add_nc_u32|lshlrev)/ {
            sub(/_e(32|64)$/, "", $1)
            sub(/_sdwa$/, "", $1)
            printf "%s%s", separator, $1 ($0 ~ / clamp/ ? "+clamp" : "")
            separator = " "
        }' "$1"
}

status=0
for target in gfx1030 gfx90a; do
    "$clang" -x hip --cuda-device-only --no-gpu-bundle-output --offload-arch=$target -S -O3 -std=c++17 \
        --rocm-path=/usr --hip-version="$(hip_version)" --rocm-device-lib-path="$bitcode" -I"$include" "$source" -o "$dir/$target.s" ||
        exit 1
    while read -r kernel wanted; do
        got=$(vector_instructions "$dir/$target.s" "$kernel")
        case " $wanted " in
        *" ${got:-none} "*) ;;
        *)
            echo "$target: $kernel is '$got', not '$wanted'"
            status=1
            ;;
        esac
    done <<TABLE
pair_add v_pk_add_f16
pair_mul v_pk_mul_f16
pair_fma v_pk_fma_f16
pair_saturated v_pk_add_f16+clamp
pair_neg v_xor_b32
pair_contracted v_pk_fma_f16
pair_swap v_alignbit_b32 v_perm_b32
scalar_add v_add_f16
scalar_mul v_mul_f16
scalar_fma v_fma_f16 v_fmac_f16
scalar_sqrt v_sqrt_f16
to_float v_cvt_f32_f16
to_half v_cvt_f16_f32
TABLE
    # More than one.
    while read -r kernel wanted; do
        got=$(vector_instructions "$dir/$target.s" "$kernel")
        [ "$got" = "$wanted" ] || { echo "$target: $kernel is '$got', not '$wanted'"; status=1; }
    done <<TABLE
pair_sub v_pk_add_f16
pair_max v_pk_add_f16 v_pk_add_f16 v_pk_max_f16
pair_min v_pk_add_f16 v_pk_add_f16 v_pk_min_f16
pair_not_contracted v_pk_mul_f16 v_pk_add_f16
scalar_less v_cmp_lt_f16 v_cndmask_b32
scalar_rcp v_cvt_f32_f16 v_rcp_f32 v_cvt_f16_f32
TABLE
done
exit $status
