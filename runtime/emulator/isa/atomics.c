/* Atomics: computes the new values of words, and updates words in memory. See the descriptions of
 * BUFFER_ATOMIC_* and DS_* in the ISA documents. */
#include "atomics.h"

#include "floats.h"

#include "core/dispatch.h"

/* ---- Arithmetic of atomics ------------------------------------------------------------------- */

/* Adds the f16 in the halves of |a| and |b|, rounded to nearest. An f32 has more than twice as many
 * bits of mantissa as an f16 (24 and 11), so rounding a sum to f32 and then to f16 gives the same
 * as rounding once. */
static uint64_t add_halves(uint64_t a, uint64_t b)
{
    uint32_t low = float_half(half_float(a & 0xffff) + half_float(b & 0xffff));
    uint32_t high = float_half(half_float(a >> 16 & 0xffff) + half_float(b >> 16 & 0xffff));
    return high << 16 | low;
}

static uint64_t add_bfloats(uint64_t a, uint64_t b)
{
    uint32_t low = float_bf16(bits_float((uint32_t)a << 16) + bits_float((uint32_t)b << 16));
    uint32_t high = float_bf16(bits_float(a & 0xffff0000) + bits_float(b & 0xffff0000));
    return high << 16 | low;
}

static uint64_t compute_float(uint32_t atomic, bool wide, uint64_t old, uint64_t data,
                              uint64_t second)
{
    double m = wide ? bits_double(old) : (double)bits_float((uint32_t)old);
    double d = wide ? bits_double(data) : (double)bits_float((uint32_t)data);
    double s = wide ? bits_double(second) : (double)bits_float((uint32_t)second);
    switch (atomic) {
    case ATOMIC_FADD:
        return wide ? double_bits(m + d)
                    : float_bits(bits_float((uint32_t)old) + bits_float((uint32_t)data));
    case ATOMIC_FMIN: return d < m ? data : old;
    case ATOMIC_FMAX: return d > m ? data : old;
    default: return m == s ? data : old; /* The op is ATOMIC_FCMPSWAP, which compares and swaps. */
    }
}

/* For each dword of |data| that has bit 31 set, replaces that dword of |old| by the lower 31 bits
 * of the dword of |data|. */
static uint64_t exchange_marked(uint64_t old, uint64_t data)
{
    for (unsigned shift = 0; shift < 64; shift += 32) {
        if (data >> shift >> 31 & 1)
            old = (old & ~(0xffffffffull << shift)) | (data & 0x7fffffffull << shift);
    }
    return old;
}

uint64_t atomics_compute(uint32_t atomic, uint64_t old, uint64_t data, uint64_t second)
{
    bool wide = atomic & ATOMIC_WIDE;
    uint64_t all = wide ? UINT64_MAX : UINT32_MAX;
    int64_t m = wide ? (int64_t)old : (int32_t)old, d = wide ? (int64_t)data : (int32_t)data;
    switch ((enum atomic)(atomic & ~(uint32_t)ATOMIC_WIDE)) {
    case ATOMIC_SWAP: return data;
    case ATOMIC_CMPSWAP: return old == second ? data : old;
    case ATOMIC_ADD: return (old + data) & all;
    case ATOMIC_SUB: return (old - data) & all;
    case ATOMIC_RSUB: return (data - old) & all;
    case ATOMIC_SMIN: return d < m ? data : old;
    case ATOMIC_SMAX: return d > m ? data : old;
    case ATOMIC_UMIN: return data < old ? data : old;
    case ATOMIC_UMAX: return data > old ? data : old;
    case ATOMIC_AND: return old & data;
    case ATOMIC_OR: return old | data;
    case ATOMIC_XOR: return old ^ data;
    case ATOMIC_INC: return old >= data ? 0 : old + 1;
    case ATOMIC_DEC: return old == 0 || old > data ? data : old - 1;
    case ATOMIC_SUB_CLAMP: return old < data ? 0 : old - data;
    case ATOMIC_COND_SUB: return old < data ? old : old - data;
    case ATOMIC_PK_ADD_F16: return add_halves(old, data);
    case ATOMIC_PK_ADD_BF16: return add_bfloats(old, data);
    case ATOMIC_MSKOR: return (old & ~data) | second;
    case ATOMIC_WRAP: return (old >= data ? old - data : old + second) & all;
    case ATOMIC_CONDXCHG: return exchange_marked(old, data);
    default: return compute_float(atomic & ~(uint32_t)ATOMIC_WIDE, wide, old, data, second);
    }
}

/* ---- Updating memory atomically -------------------------------------------------------------- */

static uint64_t update_32(uint32_t *at, uint32_t atomic, uint32_t data, uint32_t second)
{
    if (atomic == ATOMIC_ADD)
        return __atomic_fetch_add(at, data, __ATOMIC_SEQ_CST);
    uint32_t old = __atomic_load_n(at, __ATOMIC_RELAXED), new;
    do
        new = (uint32_t)atomics_compute(atomic, old, data, second);
    while (!__atomic_compare_exchange_n(at, &old, new, true, __ATOMIC_SEQ_CST, __ATOMIC_RELAXED));
    return old;
}

static uint64_t update_64(uint64_t *at, uint32_t atomic, uint64_t data, uint64_t second)
{
    uint64_t old = __atomic_load_n(at, __ATOMIC_RELAXED), new;
    do
        new = atomics_compute(atomic, old, data, second);
    while (!__atomic_compare_exchange_n(at, &old, new, true, __ATOMIC_SEQ_CST, __ATOMIC_RELAXED));
    return old;
}

/* Updates a word of LDS or scratch, which no other thread accesses. The upper half of a 64-bit word
 * is |step| bytes after the lower half. */
static uint64_t update_own(uint64_t at, unsigned step, uint32_t atomic, uint64_t data,
                           uint64_t second)
{
    uint32_t *low = (uint32_t *)(uintptr_t)at, *high = (uint32_t *)(uintptr_t)(at + step);
    bool wide = atomic & ATOMIC_WIDE;
    uint64_t old = wide ? (uint64_t)*high << 32 | *low : *low;
    uint64_t new = atomics_compute(atomic, old, data, second);
    *low = (uint32_t) new;
    if (wide)
        *high = (uint32_t)(new >> 32);
    return old;
}

static uint64_t update(const struct lane_memory *memory, unsigned lane, uint32_t atomic,
                       uint64_t data, uint64_t second)
{
    uint64_t at = memory->at[lane];
    if (!memory->is_shared)
        return update_own(at, memory->step, atomic, data, second);
    if (atomic & ATOMIC_WIDE)
        return update_64((uint64_t *)(uintptr_t)at, atomic, data, second);
    return update_32((uint32_t *)(uintptr_t)at, atomic, (uint32_t)data, (uint32_t)second);
}

static uint64_t lane_value(const uint32_t *lanes, unsigned count, unsigned i, bool wide)
{
    return wide ? (uint64_t)lanes[count + i] << 32 | lanes[i] : lanes[i];
}

/* Faults because of a misaligned address. For LDS and scratch the message has the offset, which
 * programs know, instead of the address of the process. */
_Noreturn static void refuse_misaligned(struct wave *wave, const struct lane_memory *memory,
                                        unsigned lane, unsigned bytes)
{
    const char *where = "";
    uint64_t at = memory->at[lane];
    if (!memory->is_shared && memory->step == 4) {
        where = " of LDS";
        at -= (uintptr_t)wave->group->lds;
    } else if (!memory->is_shared) {
        where = " of scratch";
        at -= (uintptr_t)wave->scratch;
        at = at / memory->step * 4 + at % 4;
    }
    wave_fault(wave, FAULT_MEMORY,
               "lane %u updates %u bytes%s at 0x%llx: atomics need an aligned address", lane, bytes,
               where, (unsigned long long)at);
}

void atomics_run(struct wave *wave, uint32_t atomic, const uint32_t *data, const uint32_t *second,
                 uint32_t *result, const struct lane_memory *memory)
{
    bool wide = atomic & ATOMIC_WIDE;
    unsigned lanes = wave->lanes, bytes = atomic_bytes(atomic);
    /* in scratch, the two dwords of a 64-bit word are apart: each dword must be aligned to 4 bytes
     * only */
    uint64_t misaligned = memory->step == 4 ? bytes - 1 : 3;
    if (!second)
        second = data;
    for (uint64_t rest = memory->exec; rest; rest &= rest - 1) {
        unsigned i = (unsigned)__builtin_ctzll(rest);
        uint64_t at = memory->at[i], old = 0;
        if (memory->mask >> i & 1) {
            if (at & misaligned)
                refuse_misaligned(wave, memory, i, bytes);
            old = update(memory, i, atomic, lane_value(data, lanes, i, wide),
                         lane_value(second, lanes, i, wide));
        }
        if (result)
            result[i] = (uint32_t)old;
        if (result && wide)
            result[lanes + i] = (uint32_t)(old >> 32);
    }
}
