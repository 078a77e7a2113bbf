// Kernels that make mistakes which a GPU does not report, and beside each its well-behaved twin, compiled by the test
// without any header. They run in workgroups of 128 work-items, one workgroup.
#define KERNEL extern "C" __attribute__((global)) void
#define DEVICE __attribute__((device))
#define SHARED __attribute__((shared))

typedef unsigned int u32;
typedef unsigned long long u64;
typedef u32 u32x4 __attribute__((ext_vector_type(4)));

DEVICE static inline u32 lane() { return __builtin_amdgcn_workitem_id_x(); }

DEVICE static inline void barrier()
{
    __builtin_amdgcn_fence(__ATOMIC_RELEASE, "workgroup");
    __builtin_amdgcn_s_barrier();
    __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "workgroup");
}

KERNEL copy(u32 *to, const u32 *from) { to[lane()] = from[lane()]; }

// The second half reads past the end of |from|, where it has not its last page behind it, or has.
KERNEL past_end(u32 *to, const u32 *from) { to[lane()] = from[lane() + 64]; }
KERNEL page_behind(u32 *to, const u32 *from) { to[lane()] = from[lane() + 1024]; }

// Hardware reads and writes anywhere; but atomics and scalar loads not.
KERNEL unaligned(u32 *to, const u32 *from)
{
    to[lane()] = *(const u32 *)((const char *)from + 2 * lane() + 1);
}

KERNEL misaligned_atomic(u32 *to, u32 *from)
{
    __atomic_fetch_add((u32 *)((char *)from + 4 * (lane() % 64) + 2), 1, __ATOMIC_RELAXED);
    to[lane()] = 1;
}

KERNEL misaligned_scalar(u32 *to, const u32 *from)
{
    u32 value;
    __asm__ volatile("s_load_dword %0, %1, 0x2\ns_waitcnt lgkmcnt(0)" : "=s"(value) : "s"(from));
    to[lane()] = value;
}

// Pairs of dwords that are aligned as dwords.
KERNEL lds_unaligned(u32 *to, const u32 *from)
{
    struct __attribute__((packed, aligned(4))) pair {
        u32 first;
        u64 second;
    };
    SHARED static struct pair values[128];
    values[lane()].second = from[lane()];
    barrier();
    to[lane()] = (u32)values[127 - lane()].second;
}

KERNEL lds_misaligned_atomic(u32 *to, const u32 *from)
{
    SHARED static u32 counts[128];
    counts[lane()] = 0;
    barrier();
    __atomic_fetch_add((u32 *)((char *)counts + from[0] % 4 + 1), 1, __ATOMIC_RELAXED);
    to[lane()] = 1;
}

// Of four dwords only the first was written: to move them is allowed, to count with them is not.
DEVICE static inline u32x4 partly_written(u32 *to)
{
    to[4 * (lane() % 16)] = lane();
    __asm__ volatile("" : : : "memory");
    return ((u32x4 *)to)[lane() % 16];
}

KERNEL padding(u32 *to, const u32 *from)
{
    ((u32x4 *)to)[16 + lane() % 16] = partly_written(to);
    (void)from;
}

KERNEL padding_used(u32 *to, const u32 *from)
{
    u32x4 quad = partly_written(to);
    to[64 + lane() % 64] = quad.y * 3 + quad.x + quad.z + quad.w;
    (void)from;
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

// Of what is read, nothing is used; or a copy is.
KERNEL lds_unused(u32 *to, const u32 *from)
{
    SHARED static volatile u32 values[256];
    (void)values[lane()];
    to[lane()] = from[lane()];
}

KERNEL lds_copied(u32 *to, const u32 *from)
{
    SHARED static volatile u32 values[256];
    u32 value = values[lane()];
    __asm__ volatile("v_mov_b32 v40, %0\nv_mul_lo_u32 %0, v40, v40" : "+v"(value) : : "v40");
    to[lane()] = from[lane()] + value;
}

DEVICE static inline u32 unwritten()
{
    u32 value;
    __asm__ volatile("v_mov_b32 %0, v40" : "=v"(value) : : "v40");
    return value;
}

// Compilers move values through LDS that nothing uses.
KERNEL lds_passed(u32 *to, const u32 *from)
{
    SHARED static u32 values[128];
    values[lane()] = unwritten();
    barrier();
    __asm__ volatile("" : : "v"(values[lane() ^ 1]));
    to[lane()] = from[lane()];
}

KERNEL lds_passed_used(u32 *to, const u32 *from)
{
    SHARED static u32 values[128];
    values[lane()] = unwritten();
    barrier();
    to[lane()] = values[lane() ^ 1];
    (void)from;
}

KERNEL lds_unwritten_atomic(u32 *to, const u32 *from)
{
    SHARED static u32 sum;
    __atomic_fetch_add(&sum, from[lane()], __ATOMIC_RELAXED);
    to[lane()] = from[lane()];
}

// Whoever comes last wins, and nobody else does; or everybody stores the same.
KERNEL exchange(u32 *to, const u32 *from)
{
    SHARED static u32 last, same[32];
    if (lane() == 0)
        last = 0;
    barrier();
    __atomic_exchange_n(&last, from[lane()], __ATOMIC_RELAXED);
    same[lane() % 32] = from[lane() % 32];
    barrier();
    to[lane()] = last + same[lane() % 32];
}

// Waves store different values over each other's.
KERNEL overlap(u32 *to, const u32 *from)
{
    SHARED static u32 values[64];
    values[lane() % 64] = from[lane()];
    barrier();
    to[lane()] = values[lane() % 64];
}

// The last wave stores a flag behind its data; the others wait for it.
KERNEL flag(u32 *to, const u32 *from)
{
    SHARED static u32 data[128];
    SHARED static volatile u32 is_ready;
    if (lane() == 0)
        is_ready = 0;
    barrier();
    if (lane() >= 96) {
        data[lane()] = from[lane()];
        __builtin_amdgcn_fence(__ATOMIC_RELEASE, "workgroup");
        is_ready = 1;
    } else if (lane() < 64) {
        while (!is_ready)
            ;
        __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "workgroup");
        to[lane()] = data[lane() % 32 + 96];
    }
}

// It does not wait for it.
KERNEL flag_ignored(u32 *to, const u32 *from)
{
    SHARED static u32 data[128];
    SHARED static volatile u32 is_ready;
    if (lane() == 0)
        is_ready = 0;
    data[lane()] = 0;
    barrier();
    if (lane() >= 64) {
        data[lane()] = from[lane()];
        is_ready = 1;
    } else {
        to[lane()] = is_ready + data[lane() + 64];
    }
}

// A flag, behind a pointer to it that the other wave changes. A wait for the flag is none for the pointer: neither where it
// is loaded before, nor where the loop walks from one place to the next, with an address of which it makes some lanes anew.
#define POINTER_AND_FLAG(wait)                                                                                                 \
    SHARED static volatile u32 places[4];                                                                                      \
    u32 at = (u32)(__attribute__((address_space(3))) volatile u32 *)places;                                                    \
    if (lane() == 0) {                                                                                                         \
        places[0] = at + 8;                                                                                                    \
        places[2] = places[3] = 0;                                                                                             \
    }                                                                                                                          \
    barrier();                                                                                                                 \
    if (lane() >= 64) {                                                                                                        \
        places[0] = at + 12;                                                                                                   \
        places[2] = at + 4;                                                                                                    \
        places[3] = at + 4;                                                                                                    \
    } else {                                                                                                                   \
        __asm__ volatile("v_mov_b32 v40, %0\nv_readfirstlane_b32 s60, v40\n" wait "v_readfirstlane_b32 s61, v41\n"              \
                         "s_cmp_eq_u32 s61, 0\ns_cbranch_scc1 .Lwait%="                                                        \
                         : "+v"(at)                                                                                            \
                         :                                                                                                     \
                         : "v40", "v41", "v42", "v44", "v45", "v46", "s60", "s61", "s62", "s63", "scc", "memory");             \
        to[lane()] = at;                                                                                                       \
    }
#define LOAD_PLACE(to, at) "ds_read_b32 " to ", " at "\ns_waitcnt lgkmcnt(0)\n"
KERNEL flag_awaited(u32 *to, const u32 *from)
{
    POINTER_AND_FLAG(".Lwait%=:\n" LOAD_PLACE("v41", "v40"))
}
KERNEL flag_awaited_anew(u32 *to, const u32 *from)
{
    POINTER_AND_FLAG(".Lwait%=:\nv_mov_b32 v40, s60\n" LOAD_PLACE("v40", "v40") "v_mov_b32 v41, v40\n")
}
KERNEL pointer_not_awaited(u32 *to, const u32 *from)
{
    POINTER_AND_FLAG(LOAD_PLACE("v40", "v40") ".Lwait%=:\n" LOAD_PLACE("v41", "v40"))
}
KERNEL pointers_followed(u32 *to, const u32 *from)
{
    POINTER_AND_FLAG("v_mov_b32 v42, v40\n.Lwait%=:\nv_mov_b32_dpp v40, v42 quad_perm:[0,1,2,3] row_mask:0x1 bank_mask:0xf\n"
                     LOAD_PLACE("v40", "v40") "v_mov_b32 v41, v40\n")
}

// The same with an address of two words, of which the loop makes the upper one anew: of what it does not change, or does.
#define UPPER_WORD(maker)                                                                                                      \
    POINTER_AND_FLAG("s_mov_b64 s[62:63], src_shared_base\nv_mov_b32 v44, v40\nv_mov_b32 v46, s63\n.Lwait%=:\n"                \
                     "v_mov_b32 v45, " maker "\nflat_load_dword v41, v[44:45]\ns_waitcnt vmcnt(0) lgkmcnt(0)\n"                \
                     "v_mov_b32 v46, v45\n")
KERNEL flag_awaited_flat(u32 *to, const u32 *from)
{
    UPPER_WORD("s63")
}
KERNEL upper_word_followed(u32 *to, const u32 *from)
{
    UPPER_WORD("v46")
}

// A counter that a lock guards, and one that nothing does. One lane of each wave.
DEVICE static inline bool is_first()
{
    return __builtin_amdgcn_mbcnt_hi(~0u, __builtin_amdgcn_mbcnt_lo(~0u, 0)) == 0;
}

KERNEL lock(u32 *to, const u32 *from)
{
    SHARED static u32 is_locked, count;
    if (lane() == 0)
        is_locked = count = 0;
    barrier();
    if (is_first()) {
        u32 expected = 0;
        while (!__atomic_compare_exchange_n(&is_locked, &expected, 1, false, __ATOMIC_ACQUIRE,
                                            __ATOMIC_RELAXED))
            expected = 0;
        count = count + from[lane()];
        __atomic_exchange_n(&is_locked, 0, __ATOMIC_RELEASE);
    }
    barrier();
    to[lane()] = count;
}

KERNEL no_lock(u32 *to, const u32 *from)
{
    SHARED static u32 count;
    if (lane() == 0)
        count = 0;
    barrier();
    if (is_first())
        count = count + from[lane()];
    barrier();
    to[lane()] = count;
}

// The first look of such a loop is a plain load.
KERNEL swap_loop(u32 *to, const u32 *from)
{
    SHARED static u32 sum;
    if (lane() == 0)
        sum = 0;
    barrier();
    u32 old = __atomic_load_n(&sum, __ATOMIC_RELAXED), next;
    do
        next = __builtin_bit_cast(u32, __builtin_bit_cast(float, old) + from[lane()]);
    while (!__atomic_compare_exchange_n(&sum, &old, next, false, __ATOMIC_RELAXED,
                                        __ATOMIC_RELAXED));
    barrier();
    to[lane()] = sum;
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

// Zeroes come between the others' atomics.
KERNEL zero_race(u32 *to, const u32 *from)
{
    SHARED static u32 counts[128];
    counts[lane()] = 0;
    __builtin_amdgcn_wave_barrier();
    __atomic_fetch_add(&counts[from[lane()] % 128], 1, __ATOMIC_RELAXED);
    barrier();
    to[lane()] = counts[lane()];
}

// A plain read among atomics, with nothing between.
KERNEL atomic_race(u32 *to, const u32 *from)
{
    SHARED static u32 counts[128];
    counts[lane()] = 0;
    barrier();
    __atomic_fetch_add(&counts[from[lane()] % 8], 1, __ATOMIC_RELAXED);
    to[lane()] = counts[lane() % 8];
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

// Only every other lane is at the barrier.
KERNEL part_of_barrier(u32 *to, const u32 *from)
{
    u32 value = from[lane()];
    if (value & 1) {
        __builtin_amdgcn_s_barrier();
        value *= 3;
    }
    to[lane()] = value;
}

// The others have ended.
KERNEL early_end(u32 *to, const u32 *from)
{
    SHARED static u32 values[128];
    if (lane() >= 100)
        return;
    values[lane()] = from[lane()];
    barrier();
    to[lane()] = values[99 - lane()];
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

// Half of the lanes add up what they have: the upper ones of them ask lanes that are not there, and
// nobody asks for what comes of it.
KERNEL shuffle_part(u32 *to, const u32 *from)
{
    u32 value = from[lane()];
    if (lane() % 32 < 16) {
        for (u32 step = 8; step; step /= 2)
            value += (u32)__builtin_amdgcn_ds_bpermute((int)(4 * (lane() + step)), (int)value);
        if (lane() % 32 == 0)
            to[lane()] = value;
    }
}

// The same, but they all hand in what they have.
KERNEL shuffle_part_used(u32 *to, const u32 *from)
{
    u32 value = from[lane()];
    if (lane() % 32 < 16) {
        for (u32 step = 8; step; step /= 2)
            value += (u32)__builtin_amdgcn_ds_bpermute((int)(4 * (lane() + step)), (int)value);
        to[lane()] = value;
    }
}

// What came from there is not chosen.
KERNEL shuffle_guarded(u32 *to, const u32 *from)
{
    u32 value = from[lane()];
    if (lane() % 32 < 16) {
        u32 other = (u32)__builtin_amdgcn_ds_bpermute((int)(4 * (lane() + 8)), (int)value);
        to[lane()] = lane() % 32 < 8 ? value * other : value;
    }
}

// The hardware ignores all but the lane's number in the wave.
KERNEL shuffle_high_bits(u32 *to, const u32 *from)
{
    to[lane()] = (u32)__builtin_amdgcn_ds_bpermute((int)(4 * (lane() + 192)), (int)from[lane()]);
}

KERNEL shuffle_other_half(u32 *to, const u32 *from)
{
    to[lane()] = (u32)__builtin_amdgcn_ds_bpermute((int)(4 * (lane() ^ 32)), (int)from[lane()]);
}

// A lane of a register that was written, or another one.
KERNEL lane_written(u32 *to, const u32 *from)
{
    u32 value;
    __asm__ volatile("v_writelane_b32 v40, 5, 3\nv_readlane_b32 %0, v40, 3\ns_add_u32 %0, %0, 3"
                     : "=s"(value)
                     :
                     : "v40", "scc");
    to[lane()] = value;
    (void)from;
}

KERNEL lane_unwritten(u32 *to, const u32 *from)
{
    u32 value;
    __asm__ volatile("v_writelane_b32 v40, 5, 3\nv_readlane_b32 s60, v40, 4\ns_add_u32 %0, s60, 3"
                     : "=s"(value)
                     :
                     : "v40", "s60", "scc");
    to[lane()] = value;
    (void)from;
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

// Of registers that M0 names, and of those behind them.
#ifdef __GFX9__
#define MOVE_TO_43 "s_mov_b32 s60, 3\ns_set_gpr_idx_on s60, 8\nv_mov_b32 v40, 5\ns_set_gpr_idx_off\n"
#else
#define MOVE_TO_43 "s_mov_b32 m0, 3\nv_mov_b32 v39, 5\nv_movreld_b32 v40, v39\n"
#endif
KERNEL register_by_number(u32 *to, const u32 *from)
{
    u32 value;
    __asm__ volatile(MOVE_TO_43 "s_mov_b32 m0, 2\ns_mov_b32 s58, 7\ns_movreld_b32 s60, s58\ns_add_u32 s62, s62, 1\n"
                                "v_mul_lo_u32 %0, v43, 3"
                     : "=v"(value)
                     :
                     : "v39", "v40", "v43", "s58", "s60", "s62", "m0", "scc");
    to[lane()] = value;
    (void)from;
}
KERNEL register_by_other_number(u32 *to, const u32 *from)
{
    u32 value;
    __asm__ volatile(MOVE_TO_43 "v_mul_lo_u32 %0, v42, 3" : "=v"(value) : : "v39", "v40", "v42", "v43", "s60", "m0");
    to[lane()] = value;
    (void)from;
}

// Fields of pairs of which one half is written, and the field is in it.
KERNEL field(u32 *to, const u32 *from)
{
    u32 scalar, value;
    __asm__ volatile("s_mov_b32 s60, 7\n"
                     "s_bfe_i64 s[62:63], s[60:61], 0x200000\n"
                     "s_add_u32 %0, s62, s63"
                     : "=s"(scalar)
                     :
                     : "s60", "s61", "s62", "s63", "scc");
    __asm__ volatile("v_mov_b32 v41, 7\n"
                     "v_ashrrev_i64 v[42:43], 32, v[40:41]\n"
                     "v_mul_lo_u32 %0, v42, v43"
                     : "=v"(value)
                     :
                     : "v40", "v41", "v42", "v43");
    to[lane()] = value + scalar;
    (void)from;
}

// The lowest bit of it is in the other one.
KERNEL field_low(u32 *to, const u32 *from)
{
    u32 value;
    __asm__ volatile("v_mov_b32 v41, 7\n"
                     "v_lshrrev_b64 v[42:43], 31, v[40:41]\n"
                     "v_mul_lo_u32 %0, v43, v42"
                     : "=v"(value)
                     :
                     : "v40", "v41", "v42", "v43");
    to[lane()] = value;
    (void)from;
}

// The sign is.
KERNEL field_sign(u32 *to, const u32 *from)
{
    u32 value;
    __asm__ volatile("s_mov_b32 s60, 7\n"
                     "s_bfe_i64 s[62:63], s[60:61], 0x210000\n"
                     "s_add_u32 %0, s62, s62\n"
                     "s_add_u32 %0, %0, s63"
                     : "=&s"(value)
                     :
                     : "s60", "s61", "s62", "s63", "scc");
    to[lane()] = value;
    (void)from;
}

// Nobody wants the sum of the high halves.
KERNEL pair_half(u32 *to, const u32 *from)
{
    u32 value = 0;
#ifdef __gfx90a__
    __asm__ volatile("v_mov_b32 v40, 1.0\n"
                     "v_pk_add_f32 v[42:43], v[40:41], v[40:41] op_sel_hi:[0,0]\n"
                     "v_pk_add_f32 v[42:43], v[42:43], v[40:41]\n"
                     "v_add_u32 %0, v42, v42"
                     : "=v"(value)
                     :
                     : "v40", "v41", "v42", "v43");
#endif
    to[lane()] = value;
    (void)from;
}

// Somebody does.
KERNEL pair_high(u32 *to, const u32 *from)
{
    u32 value = 0;
#ifdef __gfx90a__
    __asm__ volatile("v_mov_b32 v40, 1.0\n"
                     "v_pk_add_f32 v[42:43], v[40:41], v[40:41] op_sel_hi:[0,0]\n"
                     "v_pk_add_f32 v[42:43], v[42:43], v[40:41]\n"
                     "v_add_u32 %0, v43, v43"
                     : "=v"(value)
                     :
                     : "v40", "v41", "v42", "v43");
#else
    __asm__ volatile("v_mul_lo_u32 %0, v43, 3" : "=v"(value) : : "v43");
#endif
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

KERNEL stack_outside(u32 *to, const u32 *from)
{
    volatile u32 values[8];
    for (u32 i = 0; i < 8; i++)
        values[i] = i;
    to[lane()] = values[from[0] * 1000];
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

// A tile of halves takes half as many registers in a wave of 64.
#if defined(__gfx1100__) && __AMDGCN_WAVEFRONT_SIZE == 64
typedef _Float16 f16x16 __attribute__((ext_vector_type(16)));
typedef _Float16 f16x8 __attribute__((ext_vector_type(8)));

KERNEL tile(u32 *to, const u32 *from)
{
    f16x16 a, b;
    f16x8 c;
    for (u32 i = 0; i < 16; i++)
        a[i] = b[i] = (_Float16)(float)(from[(lane() + i) % 128] % 4);
    for (u32 i = 0; i < 8; i++)
        c[i] = (_Float16)(float)i;
    c = __builtin_amdgcn_wmma_f16_16x16x16_f16_w64(a, b, c, false);
    to[lane()] = (u32)(float)c[0];
}
#endif

// ---- Loads that are used, waited for or not ----

#define IN_MEMORY(...)                                                                                                         \
    u32 value, other = 0;                                                                                                      \
    __asm__ volatile(__VA_ARGS__ "\ns_waitcnt vmcnt(0) lgkmcnt(0)"                                                             \
                     : "=&v"(value), "+&v"(other)                                                                              \
                     : "v"(from + lane() / 2));                                                                                \
    to[lane()] = value + other
#define LOAD_VALUE "global_load_dword %0, %2, off\n"
#define LOAD_OTHER "global_load_dword %1, %2, off offset:4\n"

KERNEL load_awaited(u32 *to, const u32 *from) { IN_MEMORY(LOAD_VALUE "s_waitcnt vmcnt(0)\nv_xor_b32 %0, 1, %0"); }
KERNEL load_not_awaited(u32 *to, const u32 *from) { IN_MEMORY(LOAD_VALUE "v_xor_b32 %0, 1, %0"); }
KERNEL older_awaited(u32 *to, const u32 *from)
{
    IN_MEMORY(LOAD_VALUE LOAD_OTHER "s_waitcnt vmcnt(1)\nv_xor_b32 %0, 1, %0");
}
KERNEL newer_not_awaited(u32 *to, const u32 *from)
{
    IN_MEMORY(LOAD_VALUE LOAD_OTHER "s_waitcnt vmcnt(1)\nv_xor_b32 %1, 1, %1");
}
// The load comes last, and is what stays.
KERNEL load_overwritten(u32 *to, const u32 *from) { IN_MEMORY(LOAD_VALUE "v_mov_b32 %0, 7"); }
KERNEL load_twice(u32 *to, const u32 *from)
{
    IN_MEMORY(LOAD_VALUE "global_load_dword %0, %2, off offset:4\ns_waitcnt vmcnt(0)\nv_xor_b32 %0, 1, %0");
}
// On gfx9 flat loads end in any order, others after them do not.
#define FLAT_OTHER "flat_load_dword %1, %2\n"
KERNEL load_twice_after_flat(u32 *to, const u32 *from)
{
    IN_MEMORY(FLAT_OTHER LOAD_VALUE LOAD_VALUE "s_waitcnt vmcnt(0) lgkmcnt(0)\nv_xor_b32 %0, 1, %0");
}
// Stores read their data when they are issued, and are not waited for.
KERNEL stored(u32 *to, const u32 *from)
{
    u32 value = from[lane()];
    __asm__ volatile("global_store_dword %1, %0, off\nv_xor_b32 %0, 1, %0" : "+v"(value) : "v"(to + lane()) : "memory");
    to[lane()] = value;
}
KERNEL other_lanes(u32 *to, const u32 *from)
{
    u32 value = 1;
    if (lane() % 2)
        __asm__ volatile(LOAD_VALUE : "+v"(value), "+v"(value) : "v"(from));
    else
        __asm__ volatile("v_xor_b32 %0, 1, %0" : "+v"(value));
    __asm__ volatile("s_waitcnt vmcnt(0)" : "+v"(value));
    to[lane()] = value;
}

// Scalar loads end in any order.
#define OF_SCALARS(wait)                                                                                                       \
    u32 value;                                                                                                                 \
    __asm__ volatile("s_load_dword s60, %1, 0x0\ns_load_dword s61, %1, 0x4\n" wait "s_add_u32 %0, s60, 3\n"                   \
                     "s_waitcnt lgkmcnt(0)\ns_add_u32 %0, %0, s61"                                                             \
                     : "=s"(value)                                                                                             \
                     : "s"(from)                                                                                               \
                     : "s60", "s61", "scc");                                                                                   \
    to[lane()] = value
KERNEL scalars_awaited(u32 *to, const u32 *from) { OF_SCALARS("s_waitcnt lgkmcnt(0)\n"); }
KERNEL scalar_not_awaited(u32 *to, const u32 *from) { OF_SCALARS("s_waitcnt lgkmcnt(1)\n"); }

#define OF_LDS(wait)                                                                                                           \
    u32 value, at = 4 * lane();                                                                                                \
    SHARED static u32 values[128];                                                                                             \
    values[lane()] = from[lane()];                                                                                             \
    __asm__ volatile("ds_read_b32 %0, %1\n" wait "v_xor_b32 %0, 1, %0\ns_waitcnt lgkmcnt(0)"                                  \
                     : "=&v"(value)                                                                                            \
                     : "v"(at), "v"(values)                                                                                    \
                     : "memory");                                                                                              \
    to[lane()] = value
KERNEL lds_awaited(u32 *to, const u32 *from) { OF_LDS("s_waitcnt lgkmcnt(0)\n"); }
KERNEL lds_not_awaited(u32 *to, const u32 *from) { OF_LDS("s_waitcnt vmcnt(0)\n"); }

// Loads into LDS are over when they were waited for; a barrier does not wait.
#if defined(__GFX9__) || defined(__GFX10__)
#define INTO_LDS(wait)                                                                                                         \
    SHARED static u32 values[128];                                                                                             \
    u32 first = __builtin_amdgcn_readfirstlane(lane());                                                                        \
    u32x4 buffer = {(u32)(u64)from, (u32)((u64)from >> 32), 512, 0x27000};                                                     \
    __asm__ volatile("s_mov_b32 m0, %2\nbuffer_load_dword %0, %1, 0 offen lds\n" wait                                          \
                     :                                                                                                         \
                     : "v"(4 * lane()), "s"(buffer), "s"(4 * first), "v"(values)                                               \
                     : "memory");                                                                                              \
    __builtin_amdgcn_s_barrier();                                                                                              \
    to[lane()] = values[127 - lane()]
KERNEL lds_load_awaited(u32 *to, const u32 *from) { INTO_LDS("s_waitcnt vmcnt(0)"); }
KERNEL lds_load_not_awaited(u32 *to, const u32 *from) { INTO_LDS(""); }
#endif
