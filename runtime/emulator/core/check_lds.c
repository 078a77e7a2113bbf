/* LDS: uses of unwritten bytes, and data races between the waves of a workgroup. The lanes of a
 * wave run in step and do not race.
 *
 * Two accesses to a byte race when one is a plain store, or a plain load of bytes that an atomic
 * changes, and nothing orders them: no barrier that both waves passed, and no atomic through which
 * the later wave could know of the earlier access. Each atomic passes its wave's knowledge to the
 * next wave with an atomic at the same place, as if all were acquire and release; a load that waits
 * for a flag gets the knowledge of the wave that stored it. So locks and flags order the data that
 * they guard.
 *
 * In machine code an atomic load or store of LDS looks like any other, and so does an exchange
 * whose result is unused. They are told apart as far as possible:
 *  - loads: see load_is_atomic();
 *  - a store to a byte that the wave did an atomic on since the barrier counts as atomic: a lock
 * that is released;
 *  - stores over another wave's store are accepted where several lanes of the instruction store to
 * the same place, or where they store the value that is there: any of them may win. Two cases are
 * reported although they are right: an exchange with an unused result by single lanes of several
 * waves, and a flag that some waves wait for with atomics and others store plainly.
 */
#include "check_watch.h"

#include <string.h>

/* An access of one lane. */
struct visit {
    struct wave *wave;
    const struct op *op;
    struct watch *watch;
    const uint32_t *offsets;
    uint64_t mask;
    unsigned lane, size;
    enum access access;
    bool is_open; /* of a store: what it stores here was never written */
};

/* ---- Order ---------------------------------------------------------------------------------- */

/* Whether |self| knows that the accesses of |other| at |time| are over. */
static bool is_ordered(const struct watch *watch, unsigned self, unsigned other, uint32_t time)
{
    return time < watch->barrier_time || other == self || watch->known[self][other] >= time;
}

/* |self| sees a store of |other| at |time|, and with it all that |other| did or knew until then. */
static void take_over(struct watch *watch, unsigned self, unsigned other, uint32_t time)
{
    if (is_ordered(watch, self, other, time))
        return;
    for (unsigned i = 0; i < watch->wave_count; i++) {
        if (watch->known[self][i] < watch->known[other][i])
            watch->known[self][i] = watch->known[other][i];
    }
    if (watch->known[self][other] < time)
        watch->known[self][other] = time;
    if (watch->time == time)
        watch->time++; /* later accesses of |other| are not known */
}

/* ---- Races ---------------------------------------------------------------------------------- */

static void report_race(const struct visit *v, uint32_t offset, unsigned other, uint32_t other_pc,
                        const char *did)
{
    char place[448];
    const struct op *there = &v->wave->ops->all[other_pc];
    finding_report(v->wave, v->op, FINDING_RACE, (int)v->lane,
                   "%s LDS at 0x%x, which wave %u %s with no barrier between, %s",
                   access_name(v->access), offset, other, did,
                   check_place(v->wave, there, place, sizeof place));
}

static bool is_said(const struct visit *v)
{
    return finding_is_known(v->wave, v->op, FINDING_RACE);
}

/* Whether several lanes of the instruction access the place of this one. */
static bool is_shared(const struct visit *v)
{
    for (uint64_t rest = v->mask & ~(1ull << v->lane); rest; rest &= rest - 1) {
        if (v->offsets[__builtin_ctzll(rest)] == v->offsets[v->lane])
            return true;
    }
    return false;
}

/* A store over that of another wave: its value is visible after the op has run. */
static void note_overwrite(const struct visit *v, unsigned other, uint32_t other_pc)
{
    struct watch *watch = v->watch;
    uint32_t offset = v->offsets[v->lane];
    if (is_shared(v) || watch->overwrite_count == LANES_MAX)
        return;
    struct overwrite *o = &watch->overwrites[watch->overwrite_count++];
    *o = (struct overwrite){v->lane, other, offset, v->size, other_pc, {0}};
    memcpy(o->before, v->wave->group->lds + offset, v->size);
}

void lds_settle(struct wave *wave, const struct op *op)
{
    struct watch *watch = watch_of(wave);
    for (unsigned i = 0; i < watch->overwrite_count; i++) {
        const struct overwrite *o = &watch->overwrites[i];
        const struct visit v = {.wave = wave, .op = op, .lane = o->lane, .access = ACCESS_WRITE};
        if (memcmp(o->before, wave->group->lds + o->offset, o->size) != 0)
            report_race(&v, o->offset, o->other, o->other_pc, "wrote");
    }
    watch->overwrite_count = 0;
    watch->lds_pieces = 0;
}

/* Against the last plain store. */
static void look_at_store(const struct visit *v, struct lds_byte *byte, uint32_t offset)
{
    unsigned self = v->wave->index, other = byte->writer;
    if (is_ordered(v->watch, self, other, byte->write_time) || is_said(v))
        return;
    if (v->access == ACCESS_READ && load_is_atomic(v->wave, v->op))
        take_over(v->watch, self, other, byte->write_time);
    else if (v->access == ACCESS_WRITE)
        note_overwrite(v, other, byte->write_pc);
    else
        report_race(v, offset, other, byte->write_pc, "wrote");
}

/* Against the last atomic. */
static void look_at_atomic(const struct visit *v, struct lds_byte *byte, uint32_t offset)
{
    unsigned self = v->wave->index, other = byte->atomic_writer;
    if (is_ordered(v->watch, self, other, byte->atomic_time) || is_said(v))
        return;
    bool is_atomic = v->access == ACCESS_ATOMIC ||
                     (v->access == ACCESS_WRITE && (byte->atomic_waves >> self & 1)) ||
                     (v->access == ACCESS_READ && load_is_atomic(v->wave, v->op));
    if (is_atomic)
        take_over(v->watch, self, other, byte->atomic_time);
    else
        report_race(v, offset, other, byte->atomic_pc, "updated");
}

/* A store or an atomic against plain loads. */
static void look_at_loads(const struct visit *v, struct lds_byte *byte, uint32_t offset)
{
    unsigned self = v->wave->index;
    for (uint32_t rest = byte->readers; rest; rest &= rest - 1) {
        unsigned other = (unsigned)__builtin_ctz(rest);
        if (is_ordered(v->watch, self, other, byte->read_time))
            continue;
        if (!is_said(v) && !load_is_atomic(v->wave, &v->wave->ops->all[byte->read_pc]))
            report_race(v, offset, other, byte->read_pc, "read");
        return;
    }
}

/* A load into LDS that its wave has not waited for: what is there now is chance. */
static void look_at_load(const struct visit *v, const struct lds_byte *byte, uint32_t offset)
{
    char place[448];
    if (byte->write_time < v->watch->start_time || waits_lds_is_over(v->watch, byte))
        return;
    finding_report(v->wave, v->op, FINDING_WAIT, (int)v->lane,
                   "%s LDS at 0x%x before wave %u has waited for the load %s",
                   access_name(v->access), offset, byte->writer,
                   check_place(v->wave, &v->wave->ops->all[byte->write_pc], place, sizeof place));
}

static void note_store(const struct visit *v, struct lds_byte *byte)
{
    byte->write_time = v->watch->time;
    byte->write_pc = v->op->pc;
    byte->load = waits_lds_load(v->wave, v->op);
    byte->writer = (uint8_t)v->wave->index;
    byte->is_open = v->is_open;
}

static void visit_byte(const struct visit *v, struct lds_byte *byte, uint32_t offset)
{
    struct watch *watch = v->watch;
    uint32_t self = 1u << v->wave->index, barrier = watch->barrier_time;
    if (byte->load && v->access != ACCESS_WRITE)
        look_at_load(v, byte, offset);
    if (byte->write_time >= barrier)
        look_at_store(v, byte, offset);
    if (byte->atomic_time >= barrier)
        look_at_atomic(v, byte, offset);
    if (v->access != ACCESS_READ && byte->read_time >= barrier)
        look_at_loads(v, byte, offset);
    if (v->access == ACCESS_READ) {
        byte->readers = byte->read_time == watch->time ? byte->readers | self : self;
        byte->read_time = watch->time;
        byte->read_pc = v->op->pc;
        return;
    }
    bool is_release = byte->atomic_time >= barrier && (byte->atomic_waves & self);
    byte->readers = 0;
    if (v->access == ACCESS_ATOMIC || is_release) {
        byte->atomic_waves = byte->atomic_time >= barrier ? byte->atomic_waves | self : self;
        byte->atomic_time = watch->time;
        byte->atomic_pc = v->op->pc;
        byte->atomic_writer = (uint8_t)v->wave->index;
    } else {
        note_store(v, byte);
    }
}

/* ---- Bytes ---------------------------------------------------------------------------------- */

static bool is_written(const struct watch *watch, const struct lds_byte *byte)
{
    return (byte->write_time >= watch->start_time && !byte->is_open) ||
           byte->atomic_time >= watch->start_time;
}

/* An access to a dword that no other wave has accessed since the barrier: the usual case. */
static inline bool visit_alone(const struct visit *v, struct lds_byte *word)
{
    const struct watch *watch = v->watch;
    uint32_t self = 1u << v->wave->index, barrier = watch->barrier_time;
    if (word->is_split || word->load || v->access == ACCESS_ATOMIC ||
        word->atomic_time >= barrier ||
        (word->write_time >= barrier && word->writer != v->wave->index))
        return false;
    if (v->access == ACCESS_READ) {
        word->readers = word->read_time == watch->time ? word->readers | self : self;
        word->read_time = watch->time;
        word->read_pc = v->op->pc;
        return true;
    }
    if (word->read_time >= barrier && (word->readers & ~self))
        return false;
    word->readers = 0;
    note_store(v, word);
    return true;
}

/* The bytes of a dword of which only a part is accessed, kept one by one from now on. */
static void split(struct watch *watch, uint32_t word)
{
    if (watch->lds[word].is_split)
        return;
    for (unsigned i = 0; i < 4; i++)
        watch->lds_bytes[4 * word + i] = watch->lds[word];
    watch->lds[word].is_split = true;
}

/* The bytes of the |word|-th dword that a lane accesses. Returns whether any was written before. */
static bool visit_word(const struct visit *v, unsigned word)
{
    struct watch *watch = v->watch;
    uint32_t offset = v->offsets[v->lane] + 4 * word;
    unsigned count = v->size - 4 * word < 4 ? v->size - 4 * word : 4;
    struct lds_byte *first = &watch->lds[offset / 4];
    bool is_whole = count == 4 && offset % 4 == 0, is_any_written = false;
    if (is_whole && !first->is_split) {
        is_any_written = is_written(watch, first);
        if (!visit_alone(v, first))
            visit_byte(v, first, offset);
        return is_any_written;
    }
    split(watch, offset / 4);
    split(watch, (offset + count - 1) / 4);
    for (unsigned i = 0; i < count; i++) {
        struct lds_byte *byte = &watch->lds_bytes[offset + i];
        is_any_written |= is_written(watch, byte);
        visit_byte(v, byte, offset + i);
    }
    return is_any_written;
}

void lds_access(struct wave *wave, const struct op *op, const uint32_t *offsets, uint64_t mask,
                unsigned size, enum access access)
{
    struct watch *watch = watch_of(wave);
    struct visit v = {wave, op, watch, offsets, mask, 0, size, access, false};
    const uint64_t *stored = watch->registers[wave->index].open;
    unsigned words = (size + 3) / 4, first_word = watch->lds_pieces++ * words;
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
        registers_leave_open(&watch->registers[wave->index], first_word + word, open[word]);
    if (access == ACCESS_READ)
        watch->registers[wave->index].open_from = op->pc + 1;
    if (access == ACCESS_ATOMIC)
        watch->time++;
}
