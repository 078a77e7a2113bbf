/* Atomics of every kind on memory and in LDS, of 32 and 64 bits, integers and floats. */
#include "program.h"

#include <algorithm>

struct cells {
    int i_add, i_min, i_max, i_and, i_or, i_xor, i_exchange, i_cas;
    unsigned u_min, u_max, u_inc, u_dec, u_sub;
    float f_add;
    unsigned long long l_add, l_min, l_max, l_and, l_or, l_xor, l_cas;
    double d_add;
};

__device__ void update(cells *c, int i)
{
    atomicAdd(&c->i_add, i);
    atomicMin(&c->i_min, -i);
    atomicMax(&c->i_max, i * 3);
    atomicAnd(&c->i_and, ~(1 << i % 31));
    atomicOr(&c->i_or, 1 << i % 31);
    atomicXor(&c->i_xor, i);
    atomicExch(&c->i_exchange, i);
    atomicMin(&c->u_min, 0xffffff00u - i);
    atomicMax(&c->u_max, 0x80000000u + i);
    atomicInc(&c->u_inc, 99);
    atomicDec(&c->u_dec, 99);
    atomicSub(&c->u_sub, (unsigned)i);
    atomicAdd(&c->f_add, 0.5f);
    atomicAdd(&c->l_add, 1ull << 32 | (unsigned)i);
    atomicMin(&c->l_min, ~0ull - i);
    atomicMax(&c->l_max, 1ull << 40 | (unsigned)i);
    atomicAnd(&c->l_and, ~(1ull << i % 63));
    atomicOr(&c->l_or, 1ull << i % 63);
    atomicXor(&c->l_xor, (unsigned long long)i << 32);
    atomicAdd(&c->d_add, 0.25);
    for (int seen = c->i_cas, was; (was = atomicCAS(&c->i_cas, seen, seen + 2)) != seen;)
        seen = was;
    for (unsigned long long seen = c->l_cas, was;
         (was = atomicCAS(&c->l_cas, seen, seen + 3)) != seen;)
        seen = was;
}

__global__ void on_memory(cells *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        update(c, i);
}

__global__ void in_lds(cells *c, cells start, int n)
{
    __shared__ cells local;
    if (threadIdx.x == 0)
        local = start;
    __syncthreads();
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        update(&local, i);
    __syncthreads();
    if (threadIdx.x == 0)
        *c = local;
}

int main()
{
    const int n = 700;
    cells start;
    memset(&start, 0, sizeof start);
    start.i_and = -1;
    start.u_min = ~0u;
    start.l_min = start.l_and = ~0ull;
    cells e = start;
    for (int i = 0; i < n; i++) {
        e.i_add += i;
        e.i_min = -i;
        e.i_max = i * 3;
        e.i_and &= ~(1 << i % 31);
        e.i_or |= 1 << i % 31;
        e.i_xor ^= i;
        e.u_inc = e.u_inc >= 99 ? 0 : e.u_inc + 1;
        e.u_dec = e.u_dec == 0 || e.u_dec > 99 ? 99 : e.u_dec - 1;
        e.u_sub -= i;
        e.l_add += 1ull << 32 | (unsigned)i;
        e.l_and &= ~(1ull << i % 63);
        e.l_or |= 1ull << i % 63;
        e.l_xor ^= (unsigned long long)i << 32;
    }
    e.u_min = 0xffffff00u - (n - 1);
    e.u_max = 0x80000000u + (n - 1);
    e.l_min = ~0ull - (n - 1);
    e.l_max = 1ull << 40 | (n - 1);
    e.f_add = 0.5f * n;
    e.d_add = 0.25 * n;
    e.i_cas = 2 * n;
    e.l_cas = 3ull * n;
    for (int place = 0; place < 2; place++) {
        array<cells> c(std::vector<cells>{start});
        if (place == 0)
            on_memory<<<(n + 127) / 128, 128>>>(c.data, n);
        else
            in_lds<<<1, 192>>>(c.data, start, n);
        HIP(hipGetLastError());
        cells r = c.get()[0];
        CHECK(r.i_exchange >= 0 && r.i_exchange < n, "exchange: %d", r.i_exchange);
        r.i_exchange = 0;
        for (size_t word = 0; word < sizeof r / 4; word++)
            CHECK(((int *)&r)[word] == ((int *)&e)[word], "%s, word %zu: %#x, not %#x",
                  place ? "LDS" : "memory", word, ((int *)&r)[word], ((int *)&e)[word]);
    }
    return report();
}
