#!/bin/sh
# Products by MFMA of one A move its four words between lanes once, eight of each B, and their sums without LDS.
. "$(dirname "$0")/../../lib.sh"
. "$HERE/../../hip.sh"
command -v hipcc >/dev/null || skip "hipcc is not installed"
mkdir tree
cat >tree/merged.cu <<'CU'
template <int products> __device__ void multiply(const unsigned *in, float *out)
{
    unsigned x[4 + 2 * products];
    float d[products][4] = {};
    for (int i = 0; i < 4 + 2 * products; ++i)
        x[i] = in[i * 32 + threadIdx.x % 32];
#pragma unroll
    for (int p = 0; p < products; ++p)
        asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
                     : "+f"(d[p][0]), "+f"(d[p][1]), "+f"(d[p][2]), "+f"(d[p][3])
                     : "r"(x[0]), "r"(x[1]), "r"(x[2]), "r"(x[3]), "r"(x[4 + 2 * p]), "r"(x[5 + 2 * p]));
    for (int i = 0; i < products * 4; ++i)
        out[i * 64 + threadIdx.x] = d[i / 4][i % 4];
}
__global__ void one(const unsigned *in, float *out) { multiply<1>(in, out); }
__global__ void two(const unsigned *in, float *out) { multiply<2>(in, out); }
CU
run 0 "$KBUILD" hipify tree -o hip --sources-only --quiet
compile() {
    # shellcheck disable=SC2046 # options
    run 0 hipcc -x hip -w $("$KBUILD" flags --targets gfx90a) --offload-arch=gfx90a --cuda-device-only hip/merged.cu "$@"
}
compile -O0 -c -o merged.o # what is in asm has registers of its kind there too
compile -O2 -S -o merged.s
awk '/^_Z3(one|two)/ { kernel = substr($1, 4, 3) } /v_mfma/ { products[kernel]++ } /^\tds_/ { moves[kernel]++ } /s_endpgm/ { kernel = "" }
    END { print products["one"], products["two"], moves["one"], moves["two"]
          exit !(products["one"] == 4 && products["two"] == 8 && moves["one"] == 4 + 8 && moves["two"] == 4 + 16) }' merged.s >counts ||
    fail "MFMA of one and of two products, instructions of LDS of one and of two: $(cat counts)"
