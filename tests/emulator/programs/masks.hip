/* Votes and masks of a wave, whole and with lanes missing; lane numbers; broadcasts. */
#include "program.h"

struct votes {
    unsigned long long ballot, half;
    int any, none, all, count, first, broadcast, below;
};

__global__ void vote(votes *out)
{
    unsigned i = threadIdx.x;
    votes v;
    v.ballot = __ballot(i % 3 == 0);
    v.any = __any(i == 5);
    v.none = __any(i == 5000);
    v.all = __all(i < 5000);
    v.count = __popcll(v.ballot);
    v.first = __ffsll((unsigned long long)__ballot(i > 9));
    v.broadcast = __shfl((int)i * 2, 7);
    v.below = __popcll(v.ballot & ((1ull << __lane_id()) - 1));
    v.half = 0;
    if (i & 1)
        v.half = __ballot(i != 1000); /* those that are here */
    out[i] = v;
}

int main()
{
    hipDeviceProp_t properties;
    HIP(hipGetDeviceProperties(&properties, 0));
    const int lanes = properties.warpSize, n = 2 * lanes;
    array<votes> out(n);
    vote<<<1, n>>>(out.data);
    HIP(hipGetLastError());
    std::vector<votes> r = out.get();
    for (int i = 0; i < n; i++) {
        int wave = i / lanes, base = wave * lanes;
        unsigned long long ballot = 0, odd = 0;
        int below = 0;
        for (int l = 0; l < lanes; l++) {
            ballot |= (unsigned long long)((base + l) % 3 == 0) << l;
            odd |= (unsigned long long)(l & 1) << l;
            below += base + l < i && (base + l) % 3 == 0;
        }
        CHECK(r[i].ballot == ballot, "%d: %#llx, not %#llx", i, r[i].ballot, ballot);
        CHECK(r[i].any == (wave == 0) && !r[i].none && r[i].all, "%d: any, all", i);
        CHECK(r[i].count == __builtin_popcountll(ballot), "%d: %d", i, r[i].count);
        CHECK(r[i].first == (wave ? 1 : 11), "%d: %d", i, r[i].first);
        CHECK(r[i].broadcast == 2 * (base + 7), "%d: %d", i, r[i].broadcast);
        CHECK(r[i].below == below, "%d: %d, not %d", i, r[i].below, below);
        CHECK(r[i].half == (i & 1 ? odd : 0), "%d: %#llx", i, r[i].half);
    }
    return report();
}
