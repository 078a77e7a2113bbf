// Kernels that do what a GPU lets pass, and beside each its well-behaved twin, compiled by the test
// without any header. They run in workgroups of 128 work-items, one workgroup.
#define KERNEL extern "C" __attribute__((global)) void
#define DEVICE __attribute__((device))
#define SHARED __attribute__((shared))

typedef unsigned int u32;

DEVICE static inline u32 lane() { return __builtin_amdgcn_workitem_id_x(); }

DEVICE static inline void barrier()
{
    __builtin_amdgcn_fence(__ATOMIC_RELEASE, "workgroup");
    __builtin_amdgcn_s_barrier();
    __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "workgroup");
}

KERNEL copy(u32 *to, const u32 *from) { to[lane()] = from[lane()]; }

// |from| has 64 elements: the second half reads past its end.
KERNEL past_end(u32 *to, const u32 *from) { to[lane()] = from[lane() + 64]; }

KERNEL misaligned(u32 *to, const u32 *from)
{
    to[lane()] = *(const u32 *)((const char *)from + 2 * lane() + 1);
}

KERNEL reverse(u32 *to, const u32 *from)
{
    SHARED static u32 values[128];
    values[lane()] = from[lane()];
    barrier();
    to[lane()] = values[127 - lane()];
}

// The same without its barrier.
KERNEL race(u32 *to, const u32 *from)
{
    SHARED static u32 values[128];
    values[lane()] = from[lane()];
    __builtin_amdgcn_wave_barrier();
    to[lane()] = values[127 - lane()];
}

// Only half of what is read was written.
KERNEL lds_unwritten(u32 *to, const u32 *from)
{
    SHARED static u32 values[256];
    values[lane()] = from[lane()];
    barrier();
    to[lane()] = values[lane() + from[0]];
}

KERNEL histogram(u32 *to, const u32 *from)
{
    SHARED static u32 counts[128];
    counts[lane()] = 0;
    barrier();
    __atomic_fetch_add(&counts[from[lane()] % 8], 1, __ATOMIC_RELAXED);
    barrier();
    to[lane()] = counts[lane()];
}

// Every lane wants another dword of the same bank.
KERNEL conflicts(u32 *to, const u32 *from)
{
    SHARED static volatile u32 values[128 * 32];
    values[lane() * 32] = from[lane()];
    to[lane()] = from[lane()];
}

// A plain read among atomics, with nothing between.
KERNEL atomic_race(u32 *to, const u32 *from)
{
    SHARED static u32 counts[128];
    counts[lane()] = 0;
    barrier();
    __atomic_fetch_add(&counts[from[lane()] % 8], 1, __ATOMIC_RELAXED);
    to[lane()] = *(volatile u32 *)&counts[lane() % 8];
}

KERNEL lds_outside(u32 *to, const u32 *from)
{
    SHARED static u32 values[128];
    values[lane() + from[0]] = from[lane()];
    barrier();
    to[lane()] = values[lane()];
}

// Each half of the workgroup has a barrier of its own.
KERNEL two_barriers(u32 *to, const u32 *from)
{
    if (__builtin_amdgcn_readfirstlane(lane()) < 64) {
        to[lane()] = 1;
        __builtin_amdgcn_s_barrier();
        to[lane()] = from[lane()];
    } else {
        __builtin_amdgcn_s_barrier();
        to[lane()] = 2 * from[lane()];
    }
}

KERNEL shuffle(u32 *to, const u32 *from)
{
    to[lane()] = (u32)__builtin_amdgcn_ds_bpermute((int)(4 * (lane() ^ 1)), (int)from[lane()]);
}

// Lanes that have gone another way are asked for their values.
KERNEL shuffle_inactive(u32 *to, const u32 *from)
{
    u32 value = from[lane()];
    if (lane() & 1)
        to[lane()] = (u32)__builtin_amdgcn_ds_bpermute((int)(4 * (lane() ^ 1)), (int)value);
}

KERNEL vgpr_unwritten(u32 *to, const u32 *from)
{
    u32 value;
    __asm__ volatile("v_mul_lo_u32 %0, v40, 3" : "=v"(value) : : "v40");
    to[lane()] = value;
    (void)from;
}

KERNEL vgpr_written(u32 *to, const u32 *from)
{
    u32 value;
    __asm__ volatile("v_mov_b32 v40, 5\nv_mul_lo_u32 %0, v40, 3" : "=v"(value) : : "v40");
    to[lane()] = value;
    (void)from;
}

KERNEL sgpr_unwritten(u32 *to, const u32 *from)
{
    u32 value;
    __asm__ volatile("s_add_u32 %0, s60, 3" : "=s"(value) : : "s60", "scc");
    to[lane()] = value;
    (void)from;
}

KERNEL sgpr_written(u32 *to, const u32 *from)
{
    u32 value;
    __asm__ volatile("s_mov_b32 s60, 5\ns_add_u32 %0, s60, 3" : "=s"(value) : : "s60", "scc");
    to[lane()] = value;
    (void)from;
}

KERNEL null_pointer(u32 *to, const u32 *from)
{
    u32 zero;
    __asm__ volatile("v_mov_b32 %0, 0" : "=v"(zero));
    to[lane()] = from[lane()] + ((const u32 *)(unsigned long long)zero)[lane()];
}

// An array on the stack, indexed by what only the run knows, and enough live values to spill.
KERNEL stack(u32 *to, const u32 *from)
{
    u32 values[64];
    for (u32 i = 0; i < 64; i++)
        values[i] = from[(lane() + i) % 128] * (i + 1);
    u32 sum = 0;
    for (u32 i = 0; i < 64; i++)
        sum = sum * 31 + values[(from[lane()] + i * 7) % 64];
    unsigned char bytes[32];
    for (u32 i = 0; i < 32; i++)
        bytes[i] = (unsigned char)(sum >> i % 24);
    for (u32 i = 0; i < 32; i++)
        sum += bytes[(sum + i) % 32];
    to[lane()] = sum;
}

DEVICE static __attribute__((noinline)) u32 deep(const u32 *from, u32 *mine, u32 n)
{
    u32 local[8];
    for (u32 i = 0; i < 8; i++)
        local[i] = from[(n + i) % 128] + mine[i];
    for (u32 i = 0; i < 8; i++)
        mine[i] ^= local[(n + i * 3) % 8];
    return local[n % 8];
}

// Flat addresses of the stack in a function that is called.
KERNEL calls(u32 *to, const u32 *from)
{
    u32 mine[8] = {1, 2, 3, 4, 5, 6, 7, lane()};
    u32 sum = 0;
    for (u32 i = 0; i < 4; i++)
        sum += deep(from, mine, lane() + i);
    for (u32 i = 0; i < 8; i++)
        sum = sum * 33 + mine[i];
    to[lane()] = sum;
}

__attribute__((amdgpu_num_vgpr(24))) KERNEL spills(u32 *to, const u32 *from)
{
    u32 v[48];
#pragma unroll
    for (u32 i = 0; i < 48; i++)
        v[i] = ((volatile const u32 *)from)[(lane() + i) % 128];
#pragma unroll
    for (u32 i = 0; i < 48; i++)
        v[i] = v[i] * 3 + v[47 - i];
    u32 sum = 0;
#pragma unroll
    for (u32 i = 0; i < 48; i++)
        sum = sum * 31 + v[i];
    to[lane()] = sum;
}

// Every work-item of many workgroups at the same few words; |to| starts at 0.
KERNEL contended(u32 *to, const u32 *from)
{
    __atomic_fetch_add(&to[0], from[lane()], __ATOMIC_RELAXED);
    __atomic_fetch_max(&to[1], from[lane()], __ATOMIC_RELAXED);
    __atomic_fetch_xor((unsigned long long *)&to[2], from[lane()] * 0x100000001ull,
                       __ATOMIC_RELAXED);
    u32 old = __atomic_load_n(&to[4], __ATOMIC_RELAXED), next;
    do {
        float value = __builtin_bit_cast(float, old) + 1;
        next = __builtin_bit_cast(u32, value);
    } while (!__atomic_compare_exchange_n(&to[4], &old, next, false, __ATOMIC_RELAXED,
                                          __ATOMIC_RELAXED));
}

// Workgroup 0 waits for all others, which come to run only if others make room for them.
KERNEL spinning(u32 *to, const u32 *from)
{
    if (lane() == 0) {
        __atomic_fetch_add(&to[0], 1, __ATOMIC_RELEASE);
        while (__atomic_load_n(&to[0], __ATOMIC_ACQUIRE) != from[0])
            __builtin_amdgcn_s_sleep(1);
        __atomic_fetch_add(&to[1], 1, __ATOMIC_RELAXED);
    }
}
