/* LDS: bytes that nobody has written, and data races: two waves at the same byte between two
 * barriers, of which one writes and not both are atomic. Lanes of a wave run in step and do not
 * race. */
#include "check_watch.h"

static void report_race(struct wave *wave, const struct op *op, unsigned lane, uint32_t offset,
                        enum access access, unsigned other, uint32_t other_pc, bool other_wrote)
{
    char place[448];
    const struct op *there = &wave->ops->all[other_pc];
    finding_report(wave, op, FINDING_RACE, (int)lane,
                   "%s LDS at 0x%x, which wave %u %s with no barrier between, %s",
                   access == ACCESS_READ ? "reads" : "writes", offset, other,
                   other_wrote ? "wrote" : "read", check_place(wave, there, place, sizeof place));
}

static void visit(struct wave *wave, const struct op *op, struct watch *watch, unsigned lane,
                  uint32_t offset, enum access access)
{
    struct lds_byte *byte = &watch->lds[offset];
    uint32_t self = 1u << wave->index;
    bool is_atomic = access == ACCESS_ATOMIC;
    if (byte->epoch != watch->epoch) {
        byte->epoch = watch->epoch;
        byte->readers = 0;
        byte->writer = 0;
    }
    if (access != ACCESS_WRITE && !byte->is_written)
        finding_report(wave, op, FINDING_UNINITIALISED_LDS, (int)lane,
                       "reads LDS at 0x%x, which nobody has written", offset);
    if (byte->writer && byte->writer != wave->index + 1 && !(is_atomic && byte->is_atomic))
        report_race(wave, op, lane, offset, access, byte->writer - 1u, byte->writer_pc, true);
    else if (access != ACCESS_READ && (byte->readers & ~self))
        report_race(wave, op, lane, offset, access, (unsigned)__builtin_ctz(byte->readers & ~self),
                    byte->reader_pc, false);
    if (access == ACCESS_READ) {
        byte->readers |= self;
        byte->reader_pc = op->pc;
        return;
    }
    byte->writer = (uint8_t)(wave->index + 1);
    byte->writer_pc = op->pc;
    byte->is_atomic = is_atomic;
    byte->is_written = true;
}

void lds_access(struct wave *wave, const struct op *op, const uint32_t *offsets, uint64_t mask,
                unsigned size, enum access access)
{
    struct watch *watch = watch_of(wave);
    for (uint64_t rest = mask; rest; rest &= rest - 1) {
        unsigned lane = (unsigned)__builtin_ctzll(rest);
        if (offsets[lane] & (size < 4 ? size - 1 : 3))
            finding_report(wave, op, FINDING_MISALIGNED, (int)lane,
                           "accesses %u bytes of LDS at 0x%x, which is not aligned", size,
                           offsets[lane]);
        for (unsigned i = 0; i < size; i++)
            visit(wave, op, watch, lane, offsets[lane] + i, access);
    }
}
