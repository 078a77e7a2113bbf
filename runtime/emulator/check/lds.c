/* LDS: finds uses of unwritten bytes, and data races between the waves of a workgroup. The lanes of
 * a wave run in step and do not race.
 *
 * Two accesses to a byte race under two conditions. First, one of them is a plain store, or one is
 * a plain load and the other an atomic. Second, nothing orders them: no barrier that both waves
 * passed, and no atomic through which the later wave could know of the earlier access. Each atomic
 * passes what its wave knows to the next wave with an atomic at the same address, as if all atomics
 * were acquire and release. A load that waits for a flag takes over what the storing wave knew when
 * it stored the flag. So locks and flags order the data that they guard.
 *
 * In machine code, an atomic load or store of LDS looks like a plain one, and so does an exchange
 * whose result is unused. The checker tells them apart as far as possible:
 * - loads: see load_is_atomic();
 * - a store to a byte on which the wave did an atomic since the barrier counts as atomic: it
 *   releases a lock;
 * - a store over another wave's store is accepted if several lanes of the instruction store to the
 *   same address, or if the stored value is there already: then the order of the stores
 *   does not matter.
 *
 * Two cases are reported although they are right: an exchange with an unused result, by single
 * lanes of several waves; and a flag that some waves wait for with atomics and others store
 * plainly.
 */
#include "parts.h"

#include <string.h>

/* An access of one lane to LDS. */
struct visit {
    struct wave *wave;
    const struct op *op;
    struct checker *checker;
    const uint32_t *offsets;
    uint64_t mask;
    unsigned lane, size;
    enum access access;
    bool is_open; /* of a store: whether it copies a value that no wave had written */
};

/* ---- Which waves' accesses are ordered ------------------------------------------------------- */

/* Whether wave |self| knows that the accesses of wave |other| at |time| are over. */
static bool is_ordered(const struct checker *checker, unsigned self, unsigned other, uint32_t time)
{
    return time < checker->barrier_time || other == self || checker->known[self][other] >= time;
}

/* Notes that wave |self| sees a store that wave |other| did at |time|: now |self| knows all that
 * |other| did or knew until then. */
static void take_over(struct checker *checker, unsigned self, unsigned other, uint32_t time)
{
    if (is_ordered(checker, self, other, time))
        return;
    for (unsigned i = 0; i < checker->wave_count; i++) {
        if (checker->known[self][i] < checker->known[other][i])
            checker->known[self][i] = checker->known[other][i];
    }
    if (checker->known[self][other] < time)
        checker->known[self][other] = time;
    if (checker->time == time)
        /* This advances the time, so that later accesses of |other| do not count as known. */
        checker->time++;
}

/* ---- Finding data races ---------------------------------------------------------------------- */

static void report_race(const struct visit *v, uint32_t offset, unsigned other, uint32_t other_pc,
                        const char *did)
{
    char place[448];
    const struct op *there = &v->wave->ops->all[other_pc];
    finding_report(v->wave, v->op, FINDING_RACE, (int)v->lane,
                   "%s LDS at 0x%x, which wave %u %s with no barrier between, %s",
                   access_name(v->access), offset, other, did,
                   place_of_op(v->wave, there, place, sizeof place));
}

static bool is_said(const struct visit *v)
{
    return finding_is_known(v->wave, v->op, FINDING_RACE);
}

/* Whether another lane of the instruction accesses the same address as this lane. */
static bool is_shared(const struct visit *v)
{
    for (uint64_t rest = v->mask & ~(1ull << v->lane); rest; rest &= rest - 1) {
        if (v->offsets[__builtin_ctzll(rest)] == v->offsets[v->lane])
            return true;
    }
    return false;
}

/* Notes a store to a place where another wave has stored, with no barrier between. lds_settle()
 * reports a race after the op has run, if the store changed the bytes: storing the same value is
 * accepted. */
static void note_overwrite(const struct visit *v, unsigned other, uint32_t other_pc)
{
    struct checker *checker = v->checker;
    uint32_t offset = v->offsets[v->lane];
    if (is_shared(v) || checker->overwrite_count == LANES_MAX)
        return;
    struct overwrite *o = &checker->overwrites[checker->overwrite_count++];
    *o = (struct overwrite){v->lane, other, offset, v->size, other_pc, {0}};
    memcpy(o->before, v->wave->group->lds + offset, v->size);
}

void lds_settle(struct checker *checker, struct wave *wave, const struct op *op)
{
    for (unsigned i = 0; i < checker->overwrite_count; i++) {
        const struct overwrite *o = &checker->overwrites[i];
        const struct visit v = {.wave = wave, .op = op, .lane = o->lane, .access = ACCESS_WRITE};
        if (memcmp(o->before, wave->group->lds + o->offset, o->size) != 0)
            report_race(&v, o->offset, o->other, o->other_pc, "wrote");
    }
    checker->overwrite_count = 0;
    checker->lds_pieces = 0;
}

/* Checks an access against the last plain store to |byte|. */
static void look_at_store(const struct visit *v, struct lds_byte *byte, uint32_t offset)
{
    unsigned self = v->wave->index, other = byte->writer;
    if (is_ordered(v->checker, self, other, byte->write_time) || is_said(v))
        return;
    if (v->access == ACCESS_READ && load_is_atomic(v->wave, v->op))
        take_over(v->checker, self, other, byte->write_time);
    else if (v->access == ACCESS_WRITE)
        note_overwrite(v, other, byte->write_pc);
    else
        report_race(v, offset, other, byte->write_pc, "wrote");
}

/* Checks an access against the last atomic on |byte|. */
static void look_at_atomic(const struct visit *v, struct lds_byte *byte, uint32_t offset)
{
    unsigned self = v->wave->index, other = byte->atomic_writer;
    if (is_ordered(v->checker, self, other, byte->atomic_time) || is_said(v))
        return;
    bool is_atomic = v->access == ACCESS_ATOMIC ||
                     (v->access == ACCESS_WRITE && (byte->atomic_waves >> self & 1)) ||
                     (v->access == ACCESS_READ && load_is_atomic(v->wave, v->op));
    if (is_atomic)
        take_over(v->checker, self, other, byte->atomic_time);
    else
        report_race(v, offset, other, byte->atomic_pc, "updated");
}

/* Checks a store or an atomic against the last plain loads of |byte|. */
static void look_at_loads(const struct visit *v, struct lds_byte *byte, uint32_t offset)
{
    unsigned self = v->wave->index;
    for (uint32_t rest = byte->readers; rest; rest &= rest - 1) {
        unsigned other = (unsigned)__builtin_ctz(rest);
        if (is_ordered(v->checker, self, other, byte->read_time))
            continue;
        if (!is_said(v) && !load_is_atomic(v->wave, &v->wave->ops->all[byte->read_pc]))
            report_race(v, offset, other, byte->read_pc, "read");
        return;
    }
}

/* Reports an access to bytes that a load from memory into LDS fills, if the wave of that load did
 * not wait for it: it is a matter of chance whether the bytes are filled already. */
static void look_at_load(const struct visit *v, const struct lds_byte *byte, uint32_t offset)
{
    char place[448];
    if (byte->write_time < v->checker->start_time || waits_lds_is_over(v->checker, byte))
        return;
    finding_report(v->wave, v->op, FINDING_WAIT, (int)v->lane,
                   "%s LDS at 0x%x before wave %u has waited for the load %s",
                   access_name(v->access), offset, byte->writer,
                   place_of_op(v->wave, &v->wave->ops->all[byte->write_pc], place, sizeof place));
}

static void note_store(const struct visit *v, struct lds_byte *byte)
{
    byte->write_time = v->checker->time;
    byte->write_pc = v->op->pc;
    byte->load = waits_lds_load(v->checker, v->wave, v->op);
    byte->writer = (uint8_t)v->wave->index;
    byte->is_open = v->is_open;
}

static void visit_byte(const struct visit *v, struct lds_byte *byte, uint32_t offset)
{
    struct checker *checker = v->checker;
    uint32_t self = 1u << v->wave->index, barrier = checker->barrier_time;
    if (byte->load && v->access != ACCESS_WRITE)
        look_at_load(v, byte, offset);
    if (byte->write_time >= barrier)
        look_at_store(v, byte, offset);
    if (byte->atomic_time >= barrier)
        look_at_atomic(v, byte, offset);
    if (v->access != ACCESS_READ && byte->read_time >= barrier)
        look_at_loads(v, byte, offset);
    if (v->access == ACCESS_READ) {
        byte->readers = byte->read_time == checker->time ? byte->readers | self : self;
        byte->read_time = checker->time;
        byte->read_pc = v->op->pc;
        return;
    }
    bool is_release = byte->atomic_time >= barrier && (byte->atomic_waves & self);
    byte->readers = 0;
    if (v->access == ACCESS_ATOMIC || is_release) {
        byte->atomic_waves = byte->atomic_time >= barrier ? byte->atomic_waves | self : self;
        byte->atomic_time = checker->time;
        byte->atomic_pc = v->op->pc;
        byte->atomic_writer = (uint8_t)v->wave->index;
    } else {
        note_store(v, byte);
    }
}

/* ---- Checking the bytes of an access --------------------------------------------------------- */

static bool is_written(const struct checker *checker, const struct lds_byte *byte)
{
    return (byte->write_time >= checker->start_time && !byte->is_open) ||
           byte->atomic_time >= checker->start_time;
}

/* Handles an access to a dword that no other wave has accessed since the barrier, which is the
 * usual case. Returns false in other cases, which visit_byte() must handle. */
static inline bool visit_alone(const struct visit *v, struct lds_byte *word)
{
    const struct checker *checker = v->checker;
    uint32_t self = 1u << v->wave->index, barrier = checker->barrier_time;
    if (word->is_split || word->load || v->access == ACCESS_ATOMIC ||
        word->atomic_time >= barrier ||
        (word->write_time >= barrier && word->writer != v->wave->index))
        return false;
    if (v->access == ACCESS_READ) {
        word->readers = word->read_time == checker->time ? word->readers | self : self;
        word->read_time = checker->time;
        word->read_pc = v->op->pc;
        return true;
    }
    if (word->read_time >= barrier && (word->readers & ~self))
        return false;
    word->readers = 0;
    note_store(v, word);
    return true;
}

/* From now on, keeps the state of a dword separately for each of its bytes, because an access
 * touches only a part of the dword. */
static void split(struct checker *checker, uint32_t word)
{
    if (checker->lds[word].is_split)
        return;
    for (unsigned i = 0; i < 4; i++)
        checker->lds_bytes[4 * word + i] = checker->lds[word];
    checker->lds[word].is_split = true;
}

/* Handles a lane's access to the bytes of its |word|-th dword. Returns whether any of these bytes
 * was written before. */
static bool visit_word(const struct visit *v, unsigned word)
{
    struct checker *checker = v->checker;
    uint32_t offset = v->offsets[v->lane] + 4 * word;
    unsigned count = v->size - 4 * word < 4 ? v->size - 4 * word : 4;
    struct lds_byte *first = &checker->lds[offset / 4];
    bool is_whole = count == 4 && offset % 4 == 0, is_any_written = false;
    if (is_whole && !first->is_split) {
        is_any_written = is_written(checker, first);
        if (!visit_alone(v, first))
            visit_byte(v, first, offset);
        return is_any_written;
    }
    split(checker, offset / 4);
    split(checker, (offset + count - 1) / 4);
    for (unsigned i = 0; i < count; i++) {
        struct lds_byte *byte = &checker->lds_bytes[offset + i];
        is_any_written |= is_written(checker, byte);
        visit_byte(v, byte, offset + i);
    }
    return is_any_written;
}

static void lds_access(struct checker *checker, struct wave *wave, const struct op *op,
                       const uint32_t *offsets, uint64_t mask, unsigned size, enum access access)
{
    struct visit v = {wave, op, checker, offsets, mask, 0, size, access, false};
    const uint64_t *stored = checker->registers[wave->index].open;
    unsigned words = (size + 3) / 4, first_word = checker->lds_pieces++ * words;
    uint64_t open[4] = {0}, all_open = access == ACCESS_WRITE ? 0 : mask;
    for (uint64_t rest = mask; rest; rest &= rest - 1) {
        v.lane = (unsigned)__builtin_ctzll(rest);
        for (unsigned word = 0; word < words; word++) {
            v.is_open = access == ACCESS_WRITE && first_word + word < OPEN_WORDS &&
                        (stored[first_word + word] >> v.lane & 1);
            open[word] |= (uint64_t)!visit_word(&v, word) << v.lane;
        }
    }
    for (unsigned word = 0; word < words; word++)
        all_open &= open[word];
    if (all_open && access == ACCESS_ATOMIC) {
        unsigned lane = (unsigned)__builtin_ctzll(all_open);
        finding_report(wave, op, FINDING_UNINITIALISED_LDS, (int)lane,
                       "updates %u bytes of LDS at 0x%x, which was never written", size,
                       offsets[lane]);
    }
    for (unsigned word = 0; word < words && access == ACCESS_READ; word++)
        registers_leave_open(&checker->registers[wave->index], first_word + word, open[word]);
    if (access == ACCESS_READ)
        checker->registers[wave->index].open_from = op->pc + 1;
    if (access == ACCESS_ATOMIC)
        checker->time++;
}

void checker_lds(struct checker *checker, struct wave *wave, const struct op *op,
                 const uint32_t *offsets, uint64_t mask, uint64_t good, unsigned size,
                 enum access access)
{
    if (good != mask) {
        unsigned lane = (unsigned)__builtin_ctzll(mask & ~good);
        finding_report(wave, op, FINDING_LDS_BOUNDS, (int)lane,
                       "%s %u bytes of LDS at 0x%x, but the workgroup has 0x%x bytes",
                       access_name(access), size, offsets[lane], wave->group->lds_bytes);
    }
    lds_access(checker, wave, op, offsets, good, size, access);
}
