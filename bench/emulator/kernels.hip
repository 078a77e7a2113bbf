// What the benchmark of the emulator runs, compiled without any header. Workgroups of 256; |count|
// is how often each work-item goes round, and host.c does the same in C.
#define KERNEL extern "C" __attribute__((global, amdgpu_flat_work_group_size(256, 256))) void
#define SHARED __attribute__((shared))

typedef unsigned int u32;
typedef u32 u32x4 __attribute__((ext_vector_type(4)));

__attribute__((device)) static inline u32 item()
{
    return __builtin_amdgcn_workgroup_id_x() * 256 + __builtin_amdgcn_workitem_id_x();
}

// Eight chains of fused multiply-adds: 64 a round.
KERNEL valu(float *out, float mul, float add, u32 count)
{
    float x[8];
    for (int i = 0; i < 8; i++)
        x[i] = (float)(item() + i);
    for (u32 n = 0; n < count; n++) {
#pragma unroll
        for (int k = 0; k < 64; k++)
            x[k % 8] = __builtin_fmaf(x[k % 8], mul, add);
    }
    out[item()] = ((x[0] + x[1]) + (x[2] + x[3])) + ((x[4] + x[5]) + (x[6] + x[7]));
}

// A workgroup copies the next |count| times 256 elements: a load and a store each.
#define COPY(name, type)                                                                           \
    KERNEL name(type *__restrict__ out, const type *__restrict__ in, u32 count)                    \
    {                                                                                              \
        u32 first = __builtin_amdgcn_workgroup_id_x() * count * 256;                               \
        u32 lane = __builtin_amdgcn_workitem_id_x();                                               \
        in += first + lane, out += first + lane;                                                   \
        _Pragma("unroll 8") for (u32 n = 0; n < count; n++, in += 256, out += 256)                 \
            *out = *in;                                                                            \
    }
COPY(copy_4, u32)
COPY(copy_16, u32x4)

// LDS, read at another place each time and written: 16 and 16 a round. A work-item keeps to words
// of its own, which lie 256 words apart, so no barrier is needed.
KERNEL lds(u32 *out, u32 step, u32 count)
{
    SHARED static u32 words[8 * 256];
    u32 lane = __builtin_amdgcn_workitem_id_x(), sum = item();
    for (u32 k = 0; k < 8; k++)
        words[k * 256 + lane] = sum + k;
    for (u32 n = 0; n < count; n++) {
#pragma unroll
        for (u32 k = 0; k < 16; k++) {
            __asm__ volatile("" ::: "memory");
            sum += words[(k * step % 8) * 256 + lane];
            words[(k % 8) * 256 + lane] = sum;
        }
    }
    out[item()] = sum;
}

// A tree of sums over the workgroup, |count| times: 8 rounds of a barrier, two reads and a write.
KERNEL reduce(u32 *out, u32 count)
{
    SHARED static u32 words[256];
    u32 lane = __builtin_amdgcn_workitem_id_x(), sum = item();
    for (u32 n = 0; n < count; n++) {
        words[lane] = sum;
        for (u32 half = 128; half > 0; half /= 2) {
            __builtin_amdgcn_fence(__ATOMIC_RELEASE, "workgroup");
            __builtin_amdgcn_s_barrier();
            __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "workgroup");
            if (lane < half)
                words[lane] += words[lane + half];
        }
        __builtin_amdgcn_fence(__ATOMIC_RELEASE, "workgroup");
        __builtin_amdgcn_s_barrier();
        __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "workgroup");
        sum += words[0];
        __builtin_amdgcn_fence(__ATOMIC_RELEASE, "workgroup");
        __builtin_amdgcn_s_barrier();
        __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "workgroup");
    }
    out[item()] = sum;
}
