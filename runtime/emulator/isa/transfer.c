/* Loads and stores, lane after lane. Other threads of the process may access the same words, so an
 * aligned word is moved in one access: a kernel that spins on a word eventually sees the new value,
 * and never a part of it.
 */
#include "transfer.h"

#include <string.h>

unsigned element_bytes(enum element element)
{
    static const uint8_t bytes[] = {
        [ELEMENT_U8] = 1,        [ELEMENT_I8] = 1,        [ELEMENT_U16] = 2,
        [ELEMENT_I16] = 2,       [ELEMENT_B32] = 4,       [ELEMENT_B64] = 8,
        [ELEMENT_B96] = 12,      [ELEMENT_B128] = 16,     [ELEMENT_D16_U8] = 1,
        [ELEMENT_D16_I8] = 1,    [ELEMENT_D16_B16] = 2,   [ELEMENT_D16_HI_U8] = 1,
        [ELEMENT_D16_HI_I8] = 1, [ELEMENT_D16_HI_B16] = 2};
    return bytes[element];
}

/* ---- Reading and writing words --------------------------------------------------------------- */

static uint8_t *pointer(uint64_t address)
{
    return (uint8_t *)(uintptr_t)address;
}

static inline uint32_t read_8(uint64_t at)
{
    return __atomic_load_n(pointer(at), __ATOMIC_RELAXED);
}

static inline void write_8(uint64_t at, uint32_t value)
{
    __atomic_store_n(pointer(at), (uint8_t)value, __ATOMIC_RELAXED);
}

/* Returns the address of byte |i| of the element at |at|, whose dwords are |step| bytes apart. */
static inline uint64_t byte_at(uint64_t at, unsigned step, unsigned i)
{
    unsigned place = (unsigned)(at & 3) + i;
    return (at & ~3ull) + (uint64_t)(place / 4) * step + place % 4;
}

static uint32_t read_bytes(uint64_t at, unsigned step, unsigned first, unsigned count)
{
    uint32_t value = 0;
    for (unsigned i = 0; i < count; i++)
        value |= read_8(byte_at(at, step, first + i)) << 8 * i;
    return value;
}

static void write_bytes(uint64_t at, unsigned step, unsigned first, unsigned count, uint32_t value)
{
    for (unsigned i = 0; i < count; i++)
        write_8(byte_at(at, step, first + i), value >> 8 * i);
}

static inline uint32_t read_16(uint64_t at, unsigned step)
{
    if (at & 1)
        return read_bytes(at, step, 0, 2);
    return __atomic_load_n((uint16_t *)(void *)pointer(at), __ATOMIC_RELAXED);
}

static inline void write_16(uint64_t at, unsigned step, uint32_t value)
{
    if (at & 1)
        write_bytes(at, step, 0, 2, value);
    else
        __atomic_store_n((uint16_t *)(void *)pointer(at), (uint16_t)value, __ATOMIC_RELAXED);
}

/* Reads the |i|-th dword of the element at |at|, whose dwords are |step| bytes apart. */
static inline uint32_t read_32(uint64_t at, unsigned step, unsigned i)
{
    if (at & 3)
        return read_bytes(at, step, 4 * i, 4);
    return __atomic_load_n((uint32_t *)(void *)pointer(at + (uint64_t)step * i), __ATOMIC_RELAXED);
}

static inline void write_32(uint64_t at, unsigned step, unsigned i, uint32_t value)
{
    if (at & 3)
        write_bytes(at, step, 4 * i, 4, value);
    else
        __atomic_store_n((uint32_t *)(void *)pointer(at + (uint64_t)step * i), value,
                         __ATOMIC_RELAXED);
}

/* ---- Loops over lanes ------------------------------------------------------------------------ */

static inline void load_words(struct wave *wave, uint32_t *to, const struct lane_memory *memory,
                              unsigned words)
{
    const uint64_t *at = memory->at;
    unsigned lanes = wave->lanes, step = memory->step;
    FOR_LANES(i, memory->mask, wave->lanes, {
        for (unsigned w = 0; w < words; w++)
            to[w * lanes + i] = read_32(at[i], step, w);
    });
}

/* Loads pairs of dwords. A pair that is aligned to 8 bytes is loaded in one access. */
static void load_pairs(struct wave *wave, uint32_t *to, const struct lane_memory *memory)
{
    const uint64_t *at = memory->at;
    unsigned lanes = wave->lanes, step = memory->step;
    FOR_LANES(i, memory->mask, wave->lanes, {
        uint64_t value;
        if (step == 4 && (at[i] & 7) == 0)
            value = __atomic_load_n((uint64_t *)(void *)pointer(at[i]), __ATOMIC_RELAXED);
        else
            value = (uint64_t)read_32(at[i], step, 1) << 32 | read_32(at[i], step, 0);
        to[i] = (uint32_t)value;
        to[lanes + i] = (uint32_t)(value >> 32);
    });
}

static inline void store_words(struct wave *wave, const uint32_t *from,
                               const struct lane_memory *memory, unsigned words)
{
    const uint64_t *at = memory->at;
    unsigned lanes = wave->lanes, step = memory->step;
    FOR_LANES(i, memory->mask, wave->lanes, {
        for (unsigned w = 0; w < words; w++)
            write_32(at[i], step, w, from[w * lanes + i]);
    });
}

static void store_pairs(struct wave *wave, const uint32_t *from, const struct lane_memory *memory)
{
    const uint64_t *at = memory->at;
    unsigned lanes = wave->lanes, step = memory->step;
    FOR_LANES(i, memory->mask, wave->lanes, {
        if (step == 4 && (at[i] & 7) == 0) {
            uint64_t value = (uint64_t)from[lanes + i] << 32 | from[i];
            __atomic_store_n((uint64_t *)(void *)pointer(at[i]), value, __ATOMIC_RELAXED);
        } else {
            write_32(at[i], step, 0, from[i]);
            write_32(at[i], step, 1, from[lanes + i]);
        }
    });
}

static uint32_t sign_extended_8(uint32_t value)
{
    return (uint32_t)(int32_t)(int8_t)value;
}

static uint32_t in_low(uint32_t old, uint32_t value)
{
    return (old & 0xffff0000) | (value & 0xffff);
}

static uint32_t in_high(uint32_t old, uint32_t value)
{
    return (old & 0xffff) | value << 16;
}

/* Loads 0 for the lanes of |mask|, whose addresses are out of range. Half of a register is kept if
 * the load would keep it. */
static void load_zeros(struct wave *wave, enum element element, uint32_t *to, uint64_t mask)
{
    unsigned words = (element_bytes(element) + 3) / 4, lanes = wave->lanes;
    FOR_LANES(i, mask, wave->lanes, {
        for (unsigned w = 0; w < words; w++) {
            uint32_t *r = &to[w * lanes + i];
            *r = element >= ELEMENT_D16_HI_U8 ? *r & 0xffff
                 : element >= ELEMENT_D16_U8  ? *r & 0xffff0000
                                              : 0;
        }
    });
}

void transfer_load(struct wave *wave, enum element element, const struct operand *operand,
                   const struct lane_memory *memory)
{
    const uint64_t *at = memory->at;
    uint64_t mask = memory->mask;
    unsigned step = memory->step;
    uint32_t *to = operand_lanes(wave, operand);
    /* a name such as "v1.h" means the upper half of v1 */
    if (operand->high && element == ELEMENT_D16_B16)
        element = ELEMENT_D16_HI_B16;
    if (mask != memory->exec)
        load_zeros(wave, element, to, memory->exec & ~mask);
    switch (element) {
    case ELEMENT_U8: FOR_LANES(i, mask, wave->lanes, to[i] = read_8(at[i])); break;
    case ELEMENT_I8: FOR_LANES(i, mask, wave->lanes, to[i] = sign_extended_8(read_8(at[i]))); break;
    case ELEMENT_U16: FOR_LANES(i, mask, wave->lanes, to[i] = read_16(at[i], step)); break;
    case ELEMENT_I16:
        FOR_LANES(i, mask, wave->lanes, to[i] = (uint32_t)(int32_t)(int16_t)read_16(at[i], step));
        break;
    case ELEMENT_B32: load_words(wave, to, memory, 1); break;
    case ELEMENT_B64: load_pairs(wave, to, memory); break;
    case ELEMENT_B96: load_words(wave, to, memory, 3); break;
    case ELEMENT_B128: load_words(wave, to, memory, 4); break;
    case ELEMENT_D16_U8:
        FOR_LANES(i, mask, wave->lanes, to[i] = in_low(to[i], read_8(at[i])));
        break;
    case ELEMENT_D16_I8:
        FOR_LANES(i, mask, wave->lanes, to[i] = in_low(to[i], sign_extended_8(read_8(at[i]))));
        break;
    case ELEMENT_D16_B16:
        FOR_LANES(i, mask, wave->lanes, to[i] = in_low(to[i], read_16(at[i], step)));
        break;
    case ELEMENT_D16_HI_U8:
        FOR_LANES(i, mask, wave->lanes, to[i] = in_high(to[i], read_8(at[i])));
        break;
    case ELEMENT_D16_HI_I8:
        FOR_LANES(i, mask, wave->lanes, to[i] = in_high(to[i], sign_extended_8(read_8(at[i]))));
        break;
    case ELEMENT_D16_HI_B16:
        FOR_LANES(i, mask, wave->lanes, to[i] = in_high(to[i], read_16(at[i], step)));
        break;
    }
}

void transfer_store(struct wave *wave, enum element element, const struct operand *operand,
                    const struct lane_memory *memory)
{
    const uint64_t *at = memory->at;
    uint64_t mask = memory->mask;
    unsigned step = memory->step;
    const uint32_t *from = operand_lanes(wave, operand);
    unsigned shift = element >= ELEMENT_D16_HI_U8 || operand->high ? 16 : 0;
    switch (element_bytes(element)) {
    case 1: FOR_LANES(i, mask, wave->lanes, write_8(at[i], from[i] >> shift)); break;
    case 2: FOR_LANES(i, mask, wave->lanes, write_16(at[i], step, from[i] >> shift)); break;
    case 4: store_words(wave, from, memory, 1); break;
    case 8: store_pairs(wave, from, memory); break;
    case 12: store_words(wave, from, memory, 3); break;
    default: store_words(wave, from, memory, 4); break;
    }
}
