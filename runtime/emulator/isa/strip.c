/* Finds and moves strips; strip.h says what a strip is. Memory is moved by whole aligned elements,
 * or by vectors of elements, never by bytes. If another thread accesses the same word, it sees the
 * old or the new word, never a mix. */
#include "strip.h"

#include "core/space.h"

/* ---- Finding a strip ------------------------------------------------------------------------- */

static unsigned last_lane(uint64_t mask)
{
    return 63 - (unsigned)__builtin_clzll(mask);
}

/* Whether the values |lanes| of the active lanes rise by |step| from each lane to the next, without
 * wrapping around. */
static bool rises(const struct wave *wave, const uint32_t *lanes, uint64_t exec, uint32_t step)
{
    unsigned first = (unsigned)__builtin_ctzll(exec);
    uint32_t start = lanes[first] - first * step, differs = 0;
    if (exec == wave->all) {
        for (unsigned i = 0; i < (wave->lanes & ~31u); i++)
            differs |= lanes[i] ^ (start + i * step);
    } else {
        for (uint64_t rest = exec; rest && !differs; rest &= rest - 1) {
            unsigned i = (unsigned)__builtin_ctzll(rest);
            differs = lanes[i] ^ (start + i * step);
        }
    }
    return differs == 0 && lanes[first] <= lanes[last_lane(exec)];
}

static bool is_aligned(uint64_t address, unsigned bytes)
{
    return (address & (bytes < 4 ? bytes - 1 : 3)) == 0;
}

/* Whether the elements of all active lanes are in one allocation and may be accessed. */
static bool is_allowed(uint64_t lane_0, uint64_t exec, unsigned bytes, enum access access)
{
    unsigned first = (unsigned)__builtin_ctzll(exec);
    uintptr_t start = (uintptr_t)(lane_0 + (uint64_t)first * bytes);
    const struct allocation *a = space_find((const void *)start);
    return a && allocation_holds(a, start, (size_t)(last_lane(exec) + 1 - first) * bytes) &&
           (access == ACCESS_READ || a->kind != MEMORY_CODE);
}

uint8_t *strip_in_memory(struct wave *wave, const struct op *op, const struct operand *address,
                         const struct operand *base, unsigned bytes, enum access access)
{
    const uint32_t *low = operand_lanes(wave, address);
    uint64_t exec = wave_exec(wave), lane_0 = (uint64_t)(int64_t)op->offset;
    if (exec == 0 || wave->group->watchers || !rises(wave, low, exec, bytes))
        return NULL;
    unsigned first = (unsigned)__builtin_ctzll(exec);
    lane_0 += low[first] - (uint64_t)first * bytes;
    if (base->kind != OPERAND_OFF) {
        lane_0 += scalar_read(wave, base);
    } else {
        const uint32_t *high = low + wave->lanes;
        if (!rises(wave, high, exec, 0))
            return NULL;
        lane_0 += (uint64_t)high[first] << 32;
    }
    if (!is_aligned(lane_0, bytes) || !is_allowed(lane_0, exec, bytes, access))
        return NULL;
    return (uint8_t *)(uintptr_t)lane_0;
}

uint8_t *strip_in_lds(struct wave *wave, const struct op *op, const struct operand *address,
                      uint32_t offset, unsigned bytes)
{
    const struct workgroup *group = wave->group;
    const uint32_t *lanes = operand_lanes(wave, address);
    uint64_t exec = wave_exec(wave);
    if (exec == 0 || group->watchers || op->gds || !rises(wave, lanes, exec, bytes))
        return NULL;
    unsigned first = (unsigned)__builtin_ctzll(exec), count = last_lane(exec) + 1 - first;
    uint32_t start = lanes[first] + offset;
    if (!is_aligned(start, bytes) || start > group->lds_bytes ||
        count * bytes > group->lds_bytes - start)
        return NULL;
    return group->lds + start - (size_t)first * bytes;
}

/* ---- Moving a strip -------------------------------------------------------------------------- */

/* Turns off ThreadSanitizer for a function that accesses a kernel's memory: threads of a kernel may
 * race, and the kernel is responsible for that. */
#define MAY_RACE __attribute__((no_sanitize("thread")))

typedef uint32_t vector __attribute__((vector_size(32), aligned(4)));

/* Copies the lanes of a register with vectors. The vectors are volatile, so that no compiler makes
 * a call of memcpy() of them, which may copy byte by byte. */
MAY_RACE static void copy_dwords(uint32_t *to, const uint32_t *from, unsigned lanes)
{
    for (unsigned i = 0; i < lanes; i += sizeof(vector) / sizeof *to)
        *(volatile vector *)(void *)&to[i] = *(const volatile vector *)(const void *)&from[i];
}

/* In registers, element and lane are [word][lane]; in memory, they are [lane][word]. */
#define LOAD_WORDS(words)                                                                          \
    MAY_RACE static void load_##words(const struct wave *wave, uint64_t exec,                      \
                                      uint32_t *restrict to, const uint32_t *restrict from)        \
    {                                                                                              \
        const unsigned lanes = wave->lanes & ~31u;                                                 \
        FOR_LANES(i, exec, lanes, {                                                                \
            for (unsigned w = 0; w < words; w++)                                                   \
                to[w * lanes + i] = from[i * words + w];                                           \
        });                                                                                        \
    }
#define STORE_WORDS(words)                                                                         \
    MAY_RACE static void store_##words(const struct wave *wave, uint64_t exec,                     \
                                       uint32_t *restrict to, const uint32_t *restrict from)       \
    {                                                                                              \
        const unsigned lanes = wave->lanes & ~31u;                                                 \
        FOR_LANES(i, exec, lanes, {                                                                \
            for (unsigned w = 0; w < words; w++)                                                   \
                to[i * words + w] = from[w * lanes + i];                                           \
        });                                                                                        \
    }
LOAD_WORDS(1)
LOAD_WORDS(2)
LOAD_WORDS(3)
LOAD_WORDS(4)
STORE_WORDS(1)
STORE_WORDS(2)
STORE_WORDS(3)
STORE_WORDS(4)

/* Loads elements of less than a word. |v| is the element, and |value| computes the register's new
 * value. */
#define LOAD_PART(name, type, value)                                                               \
    MAY_RACE static void load_##name(const struct wave *wave, uint64_t exec,                       \
                                     uint32_t *restrict to, const void *restrict memory)           \
    {                                                                                              \
        const unsigned lanes = wave->lanes & ~31u;                                                 \
        const type *from = memory;                                                                 \
        FOR_LANES(i, exec, lanes, {                                                                \
            const uint32_t v = (uint32_t)(int32_t)from[i];                                         \
            to[i] = value;                                                                         \
        });                                                                                        \
    }
LOAD_PART(u8, uint8_t, v)
LOAD_PART(i8, int8_t, v)
LOAD_PART(u16, uint16_t, v)
LOAD_PART(i16, int16_t, v)
LOAD_PART(low_u8, uint8_t, (to[i] & 0xffff0000) | v)
LOAD_PART(low_i8, int8_t, (to[i] & 0xffff0000) | (v & 0xffff))
LOAD_PART(low_16, uint16_t, (to[i] & 0xffff0000) | v)
LOAD_PART(high_u8, uint8_t, (to[i] & 0xffff) | v << 16)
LOAD_PART(high_i8, int8_t, (to[i] & 0xffff) | v << 16)
LOAD_PART(high_16, uint16_t, (to[i] & 0xffff) | v << 16)

#define STORE_PART(name, type)                                                                     \
    MAY_RACE static void store_##name(const struct wave *wave, uint64_t exec,                      \
                                      void *restrict memory, const uint32_t *restrict from,        \
                                      unsigned shift)                                              \
    {                                                                                              \
        const unsigned lanes = wave->lanes & ~31u;                                                 \
        type *to = memory;                                                                         \
        FOR_LANES(i, exec, lanes, to[i] = (type)(from[i] >> shift));                               \
    }
STORE_PART(u8, uint8_t)
STORE_PART(u16, uint16_t)

void strip_load(struct wave *wave, enum element element, const struct operand *operand,
                const uint8_t *strip)
{
    const uint64_t exec = wave_exec(wave);
    const uint32_t *from = (const uint32_t *)(const void *)strip;
    uint32_t *to = operand_lanes(wave, operand);
    /* a name such as "v1.h" means the upper half of v1 */
    if (operand->high && element == ELEMENT_D16_B16)
        element = ELEMENT_D16_HI_B16;
    switch (element) {
    case ELEMENT_U8: load_u8(wave, exec, to, strip); break;
    case ELEMENT_I8: load_i8(wave, exec, to, strip); break;
    case ELEMENT_U16: load_u16(wave, exec, to, strip); break;
    case ELEMENT_I16: load_i16(wave, exec, to, strip); break;
    case ELEMENT_B32:
        if (exec == wave->all)
            copy_dwords(to, from, wave->lanes);
        else
            load_1(wave, exec, to, from);
        break;
    case ELEMENT_B64: load_2(wave, exec, to, from); break;
    case ELEMENT_B96: load_3(wave, exec, to, from); break;
    case ELEMENT_B128: load_4(wave, exec, to, from); break;
    case ELEMENT_D16_U8: load_low_u8(wave, exec, to, strip); break;
    case ELEMENT_D16_I8: load_low_i8(wave, exec, to, strip); break;
    case ELEMENT_D16_B16: load_low_16(wave, exec, to, strip); break;
    case ELEMENT_D16_HI_U8: load_high_u8(wave, exec, to, strip); break;
    case ELEMENT_D16_HI_I8: load_high_i8(wave, exec, to, strip); break;
    case ELEMENT_D16_HI_B16: load_high_16(wave, exec, to, strip); break;
    }
}

void strip_store(struct wave *wave, enum element element, const struct operand *operand,
                 uint8_t *strip)
{
    const uint64_t exec = wave_exec(wave);
    const uint32_t *from = operand_lanes(wave, operand);
    uint32_t *to = (uint32_t *)(void *)strip;
    unsigned shift = element >= ELEMENT_D16_HI_U8 || operand->high ? 16 : 0;
    switch (element_bytes(element)) {
    case 1: store_u8(wave, exec, strip, from, shift); break;
    case 2: store_u16(wave, exec, strip, from, shift); break;
    case 4:
        if (exec == wave->all)
            copy_dwords(to, from, wave->lanes);
        else
            store_1(wave, exec, to, from);
        break;
    case 8: store_2(wave, exec, to, from); break;
    case 12: store_3(wave, exec, to, from); break;
    default: store_4(wave, exec, to, from); break;
    }
}
