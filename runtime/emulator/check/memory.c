/* Finds memory that is read before it is written, and accesses to scratch out of bounds. */
#include "parts.h"

static bool is_scalar(const struct op *op)
{
    return op->instruction->class <= CLASS_SCALAR_MEMORY;
}

/* Returns the dwords of |size| bytes at |address| in which no byte was written, one bit for each
 * dword. */
static unsigned unwritten_words(const struct allocation *a, uint64_t address, unsigned size)
{
    const uint8_t *written = a->written + (address - (uintptr_t)a->address);
    unsigned words = 0;
    for (unsigned at = 0; at < size; at += 4) {
        unsigned any = 0, count = size - at < 4 ? size - at : 4;
        if (count == 4 && address % 4 == 0)
            any = __atomic_load_n((const uint32_t *)(const void *)(written + at), __ATOMIC_RELAXED);
        else
            for (unsigned i = 0; i < count; i++)
                any |= __atomic_load_n(&written[at + i], __ATOMIC_RELAXED);
        words |= (unsigned)!any << at / 4;
    }
    return words;
}

/* Reports a load if all of its bytes are unwritten. If only some dwords are unwritten, marks the
 * registers that get these dwords as unwritten, because compilers also copy padding. Only a later
 * use of such a register is reported. */
static void look_for_unwritten(struct checker *checker, struct wave *wave, const struct op *op,
                               const struct allocation *a, unsigned lane, uint64_t address,
                               unsigned size)
{
    unsigned open = unwritten_words(a, address, size), words = (size + 3) / 4;
    char where[256];
    if (open == 0)
        return;
    if (open != (1u << words) - 1) {
        for (unsigned word = 0; word < words; word++)
            registers_leave_open(&checker->registers[wave->index], word,
                                 is_scalar(op) ? -(uint64_t)(open >> word & 1)
                                               : (uint64_t)(open >> word & 1) << lane);
        return;
    }
    if (finding_is_known(wave, op, FINDING_UNINITIALISED_MEMORY))
        return;
    place_of_address(address, where, sizeof where);
    finding_report(wave, op, FINDING_UNINITIALISED_MEMORY, (int)lane,
                   "reads %u bytes at 0x%llx, which was never written: %s", size,
                   (unsigned long long)address, where);
}

/* Whether the lanes access neighbouring addresses in one allocation; then they can be checked as
 * one access. */
static bool is_row(const struct wave *wave, const struct allocation *a, const uint64_t *addresses,
                   uint64_t mask, unsigned size)
{
    if (mask != wave->all || !allocation_holds(a, addresses[0], (size_t)size * wave->lanes))
        return false;
    uint64_t difference = 0;
    for (unsigned i = 1; i < wave->lanes; i++)
        difference |= addresses[i] ^ (addresses[0] + (uint64_t)i * size);
    return difference == 0;
}

/* Whether all bytes of a row are marked as written. |size| is a multiple of 32. Other threads may
 * be writing the marks at the same time. */
static bool is_row_written(const uint8_t *written, size_t size)
{
    const uint64_t ones = 0x0101010101010101;
    uint64_t all = ones;
    if ((uintptr_t)written % 8)
        return false; /* The address is not aligned, so the caller checks each lane. */
    for (size_t i = 0; i < size; i += 8)
        all &= __atomic_load_n((const uint64_t *)(const void *)(written + i), __ATOMIC_RELAXED);
    return all == ones;
}

static void mark_row(uint8_t *written, size_t size)
{
    for (size_t i = 0; i < size; i += 4)
        __atomic_store_n((uint32_t *)(void *)(written + i), 0x01010101, __ATOMIC_RELAXED);
}

/* Handles an access of all lanes to neighbouring addresses. Returns false when the caller must
 * check each lane. */
static bool pass_row(const struct wave *wave, const struct allocation *a, const uint64_t *addresses,
                     uint64_t mask, unsigned size, enum access access)
{
    if (size < 4 || addresses[0] % 4 || !is_row(wave, a, addresses, mask, size))
        return false;
    uint8_t *written = a->written + (addresses[0] - (uintptr_t)a->address);
    if (access != ACCESS_WRITE && !is_row_written(written, (size_t)size * wave->lanes))
        return false;
    if (access != ACCESS_READ)
        mark_row(written, (size_t)size * wave->lanes);
    return true;
}

void checker_memory(struct checker *checker, struct wave *wave, const struct op *op,
                    const struct allocation *a, const uint64_t *addresses, uint64_t mask,
                    unsigned size, enum access access)
{
    if (a && a->written && pass_row(wave, a, addresses, mask, size, access))
        return;
    for (uint64_t rest = mask; rest; rest &= rest - 1) {
        unsigned lane = (unsigned)__builtin_ctzll(rest);
        uint64_t address = addresses[lane];
        if (!a || !allocation_holds(a, address, size))
            a = space_find((const void *)(uintptr_t)address);
        if (!a->written)
            continue;
        if (access != ACCESS_WRITE)
            look_for_unwritten(checker, wave, op, a, lane, address, size);
        if (access != ACCESS_READ)
            space_mark_written(a, address, size);
    }
}

void checker_scratch(struct wave *wave, const struct op *op, const uint32_t *offsets, uint64_t mask,
                     uint64_t good, unsigned size, enum access access)
{
    if (good == mask)
        return;
    unsigned lane = (unsigned)__builtin_ctzll(mask & ~good);
    finding_report(wave, op, FINDING_SCRATCH_BOUNDS, (int)lane,
                   "%s %u bytes of scratch at 0x%x, but a lane has 0x%x bytes", access_name(access),
                   size, offsets[lane], wave->scratch_bytes);
}
