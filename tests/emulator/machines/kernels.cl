// What every machine must be able to run, without a library.
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
#pragma OPENCL EXTENSION cl_khr_fp64 : enable

#define LANE __builtin_amdgcn_workitem_id_x()
#define GROUP __builtin_amdgcn_workgroup_id_x()

static void meet(void)
{
    __builtin_amdgcn_fence(__ATOMIC_RELEASE, "workgroup");
    __builtin_amdgcn_s_barrier();
    __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "workgroup");
}

kernel void add(global float *out, global const float *a, global const float *b, uint count)
{
    uint i = GROUP * 64 + LANE;
    if (i < count)
        out[i] = a[i] + b[i];
}

// The wave's number in its workgroup, out of the register that gfx12 has it in.
kernel void waves(global uint *out)
{
    uint i = LANE, number = i / __builtin_amdgcn_wavefrontsize();
#ifdef __GFX12__
    __asm__ volatile("s_bfe_u32 %0, ttmp8, 0x50019" : "=s"(number));
#endif
    out[i] = number;
}

// 256 numbers a workgroup, through LDS.
kernel void reduce(global uint *out, global const uint *in)
{
    local uint sums[256];
    uint i = LANE;
    sums[i] = in[GROUP * 256 + i];
    for (uint step = 128; step > 0; step >>= 1) {
        meet();
        if (i < step)
            sums[i] += sums[i + step];
    }
    meet();
    if (i == 0)
        out[GROUP] = sums[0];
}

// The neighbour's number, the row's mirror image, and the first lane's.
kernel void shuffle(global uint *out, global const uint *in)
{
    uint i = LANE, v = in[i];
    uint neighbour = __builtin_amdgcn_ds_bpermute((i ^ 1) * 4, v);
    uint mirror = __builtin_amdgcn_mov_dpp(v, 0x140, 0xf, 0xf, false); // row_mirror
    uint first = __builtin_amdgcn_readfirstlane(v);
    out[i] = neighbour * 3 + mirror * 5 + first * 7;
}

kernel void atomics(global volatile uint *cells, global ulong *wide)
{
    local uint counter;
    uint i = LANE;
    if (i == 0)
        counter = 0;
    meet();
    __atomic_fetch_add(&counter, i, __ATOMIC_RELAXED);
    meet();
    if (i == 0)
        __opencl_atomic_fetch_add((global volatile atomic_uint *)&cells[0], counter,
                                  __ATOMIC_RELAXED, __OPENCL_MEMORY_SCOPE_DEVICE);
    __opencl_atomic_fetch_max((global volatile atomic_uint *)&cells[1], GROUP * 100 + i,
                              __ATOMIC_RELAXED, __OPENCL_MEMORY_SCOPE_DEVICE);
    __opencl_atomic_fetch_add((global volatile atomic_ulong *)wide, 1ul << 33, __ATOMIC_RELAXED,
                              __OPENCL_MEMORY_SCOPE_DEVICE);
    uint old = cells[2], seen;
    do { // a float's sum, by compare and swap
        seen = old;
        float sum = __builtin_astype(old, float) + 0.5f;
        __opencl_atomic_compare_exchange_strong((global volatile atomic_uint *)&cells[2], &old,
                                                __builtin_astype(sum, uint), __ATOMIC_RELAXED,
                                                __ATOMIC_RELAXED, __OPENCL_MEMORY_SCOPE_DEVICE);
    } while (old != seen);
}

// Steps of Collatz's sequence: every lane leaves its loop when it likes.
kernel void diverge(global uint *out)
{
    uint i = GROUP * 64 + LANE, n = i + 1, steps = 0;
    while (n != 1) {
        if (n & 1)
            n = 3 * n + 1;
        else
            n >>= 1;
        steps++;
        if (steps > 1000)
            break;
    }
    out[i] = i % 5 == 4 ? 1000 + steps : steps;
}

kernel void doubles(global double *out, global const double *a, global const double *b)
{
    uint i = GROUP * 64 + LANE;
    double x = a[i], y = b[i];
    out[4 * i] = x / y;
    out[4 * i + 1] = __builtin_sqrt(y);
    out[4 * i + 2] = __builtin_fma(x, y, -1.0);
    out[4 * i + 3] = (double)(long)(x * 1e9) + (double)(int)y;
}

kernel void halves(global half *out, global const half *a, global const half *b)
{
    uint i = LANE;
    half x = a[i], y = b[i];
    half2 both = (half2)(x, y) * (half2)(y, x) + (half2)(1.0h, 2.0h);
    out[2 * i] = both.x > both.y ? both.x : x - y;
    out[2 * i + 1] = both.y + __builtin_floorf16(x);
}

// Bytes, halves and words of arguments that are the same for all lanes; 64-bit integers.
kernel void integers(global ulong *out, global const uchar *bytes, constant ushort *table, ulong factor,
                     short bias, char shift)
{
    uint i = LANE;
    ulong x = (ulong)bytes[i] * factor + table[GROUP + 1];
    long y = (long)x * bias;
    out[i] = (x >> (shift & 63)) ^ (ulong)y ^ ((ulong)__builtin_popcountll(x) << 56) ^
             (ulong)(x / 7u) ^ (uint)(x % 1000003u);
}

// An array of a work-item that is indexed by a number, and a call that is not inlined.
static __attribute__((noinline)) uint turn(uint *all, uint i)
{
    uint v = all[i & 15];
    all[(i * 7) & 15] += v + i;
    return v;
}

kernel void scratch(global uint *out, uint rounds)
{
    uint all[16], i = LANE, sum = 0;
    for (uint k = 0; k < 16; k++)
        all[k] = k * i;
    for (uint k = 0; k < rounds; k++)
        sum += turn(all, k + i);
    out[GROUP * 64 + i] = sum;
}

kernel void coordinates(global uint *out, uint width, uint height)
{
    uint x = __builtin_amdgcn_workgroup_id_x() * 5 + __builtin_amdgcn_workitem_id_x();
    uint y = __builtin_amdgcn_workgroup_id_y() * 3 + __builtin_amdgcn_workitem_id_y();
    uint z = __builtin_amdgcn_workgroup_id_z() * 2 + __builtin_amdgcn_workitem_id_z();
    out[(z * height + y) * width + x] = x | y << 10 | z << 20;
}

// LDS and scratch through flat addresses; a choice that only the lane knows.
kernel void flat(global uint *out)
{
    local uint shared[64];
    uint own[4], i = LANE;
    for (uint k = 0; k < 4; k++)
        own[k] = i * 10 + k;
    shared[i] = i * 1000;
    meet();
    uint *any = i % 3 == 0 ? (uint *)&shared[63 - i] : i % 3 == 1 ? &own[i & 3] : (uint *)&out[64 + i];
    uint v = *any;
    *any = v + 1;
    meet();
    out[i] = v + *any;
}
