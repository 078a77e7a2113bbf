/* Checks of bounds and alignment. */
#include "core/bounds.h"

#include "core/finding.h"
#include "core/place.h"
#include "core/space.h"

/* ---- Checking accesses to memory ------------------------------------------------------------- */

_Noreturn static void fault_outside(struct wave *wave, unsigned lane, uint64_t address,
                                    unsigned size, enum access access)
{
    char where[256];
    place_of_address(address, where, sizeof where);
    wave_fault(wave, FAULT_MEMORY, "lane %u %s %u bytes at 0x%llx: %s", lane, access_name(access),
               size, (unsigned long long)address, where);
}

/* Checks that the addresses of an atomic are aligned. Other accesses may be at any address, because
 * the kernel driver sets SH_MEM_CONFIG.alignment_mode to unaligned for compute, and compilers rely
 * on it: see LLVM's target feature "unaligned-access-mode", and "Memory Alignment" in the ISA
 * documents. */
static void check_aligned(struct wave *wave, const uint64_t *addresses, uint64_t mask,
                          unsigned size)
{
    char where[256];
    for (uint64_t rest = mask; rest; rest &= rest - 1) {
        unsigned lane = (unsigned)__builtin_ctzll(rest);
        if (addresses[lane] % size == 0)
            continue;
        place_of_address(addresses[lane], where, sizeof where);
        wave_fault(wave, FAULT_MEMORY,
                   "lane %u updates %u bytes at 0x%llx, but atomics need an aligned address: %s",
                   lane, size, (unsigned long long)addresses[lane], where);
    }
}

/* Whether the access is past the end of an allocation, but on the allocation's last page. Memory
 * comes in whole pages, so a GPU accepts such an access, and some programs and libraries depend on
 * that. The access is reported even if the checker is off. */
static bool is_past_end(struct wave *wave, const struct op *op, unsigned lane, uint64_t address,
                        unsigned size, enum access access)
{
    const struct allocation *a = space_find_tail((const void *)(uintptr_t)address, size);
    char where[256];
    if (!a || a->kind == MEMORY_CODE)
        return false;
    if (finding_is_known(wave, op, FINDING_PAST_END))
        return true;
    place_of_address(address, where, sizeof where);
    finding_report(wave, op, FINDING_PAST_END, (int)lane, "%s %u bytes at 0x%llx: %s",
                   access_name(access), size, (unsigned long long)address, where);
    return true;
}

/* Whether all |lanes| access bytes inside |a|. Each lane has two differences, to both ends of |a|.
 * If one is below 0, its sign bit is set and the lane is outside. */
static bool all_inside(const struct allocation *a, const uint64_t *addresses, unsigned lanes,
                       unsigned size)
{
    uint64_t start = (uint64_t)(uintptr_t)a->address, outside = 0;
    if (a->size < size)
        return false;
    uint64_t last = a->size - size;
    for (unsigned i = 0; i < lanes; i++) {
        uint64_t offset = addresses[i] - start;
        outside |= offset | (last - offset);
    }
    return !(outside >> 63);
}

/* Checks that a write to a program's image hits its variables: kernels must not write code or
 * constants, not even those of their own program. */
static void check_variables(struct wave *wave, const struct allocation *a, unsigned lane,
                            uint64_t address, unsigned size)
{
    const struct program *program = wave->ops->program;
    if (allocation_lets_write(a, address, size))
        return;
    wave_fault(wave, FAULT_MEMORY,
               "lane %u writes %u bytes at 0x%llx: that is code or constants of %s module", lane,
               size, (unsigned long long)address,
               a->address == program->image ? "this" : "another");
}

void check_global(struct wave *wave, const struct op *op, const uint64_t *addresses, uint64_t mask,
                  unsigned size, enum access access)
{
    if (mask == 0)
        return;
    unsigned first = (unsigned)__builtin_ctzll(mask);
    const struct allocation *a = space_find((const void *)(uintptr_t)addresses[first]);
    bool is_code = access != ACCESS_READ && a && a->kind == MEMORY_CODE;
    bool is_whole = a && !is_code && mask == wave->all;
    for (uint64_t rest = is_whole && all_inside(a, addresses, wave->lanes, size) ? 0 : mask; rest;
         rest &= rest - 1) {
        unsigned lane = (unsigned)__builtin_ctzll(rest);
        uint64_t address = addresses[lane];
        if (!a || !allocation_holds(a, address, size))
            a = space_find((const void *)(uintptr_t)address);
        if (a && allocation_holds(a, address, size)) {
            if (access != ACCESS_READ)
                check_variables(wave, a, lane, address, size);
        } else if (is_past_end(wave, op, lane, address, size, access)) {
            /* The lane's access is past the end, and was reported: the checker and the profile
             * ignore the lane. */
            mask &= ~(1ull << lane);
        } else {
            fault_outside(wave, lane, address, size, access);
        }
    }
    if (access == ACCESS_ATOMIC)
        check_aligned(wave, addresses, mask, size);
    if (wave->group->watchers && mask)
        wave->group->watchers->memory(wave, op, a, addresses, mask, size, access);
}

/* ---- LDS and scratch ------------------------------------------------------------------------ */

/* Returns the lanes of |mask| whose accesses end at or below |limit|, in bytes. */
static uint64_t inside(const struct wave *wave, const uint32_t *offsets, uint64_t mask,
                       unsigned size, uint32_t limit)
{
    uint64_t good = 0;
    if (size > limit)
        return 0;
    uint32_t last = limit - size, is_any_outside = 0;
    if (mask == wave->all) {
        for (unsigned i = 0; i < wave->lanes; i++)
            is_any_outside |= offsets[i] > last;
        if (!is_any_outside)
            return mask;
    }
    for (uint64_t rest = mask; rest; rest &= rest - 1) {
        unsigned lane = (unsigned)__builtin_ctzll(rest);
        good |= (uint64_t)(offsets[lane] <= last) << lane;
    }
    return good;
}

uint64_t check_lds(struct wave *wave, const struct op *op, const uint32_t *offsets, uint64_t mask,
                   unsigned size, enum access access)
{
    uint64_t good = inside(wave, offsets, mask, size, wave->group->lds_bytes);
    for (uint64_t rest = access == ACCESS_ATOMIC ? good : 0; rest; rest &= rest - 1) {
        unsigned lane = (unsigned)__builtin_ctzll(rest);
        if (offsets[lane] % size)
            wave_fault(
                wave, FAULT_MEMORY,
                "lane %u updates %u bytes of LDS at 0x%x, but atomics need an aligned address",
                lane, size, offsets[lane]);
    }
    if (wave->group->watchers)
        wave->group->watchers->lds(wave, op, offsets, mask, good, size, access);
    return good;
}

uint64_t check_scratch(struct wave *wave, const struct op *op, const uint32_t *offsets,
                       uint64_t mask, unsigned size, enum access access)
{
    uint64_t good = inside(wave, offsets, mask, size, wave->scratch_bytes);
    if (wave->group->watchers)
        wave->group->watchers->scratch(wave, op, offsets, mask, good, size, access);
    return good;
}
