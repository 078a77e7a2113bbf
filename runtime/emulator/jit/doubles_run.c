/* Runs of doubles: consecutive vector ops on doubles. Eight lanes pass through all ops of a run
 * before the next eight lanes do, as two host registers of four lanes (see doubles.c). With
 * AVX-512, 16 lanes do, as two registers of eight. The two words of a double are put together when
 * an op first reads the double, and taken apart at the end of the run. Results for which the host
 * has no register are put aside in |fetched|, memory of the wave that the interpreter uses for
 * other ops.
 *
 * As in runs.c, nothing is stored to the wave's registers before the end, where NaNs are tested.
 */
#include "vector.h"

enum {
    OPS_MAX = 24, /* the most ops that a run may have */
    /* the most pairs that a run may use; a pair is two registers of the wave, which hold a
     * double */
    PAIRS = 24,
    HELD = 5,         /* how many doubles of each lane the host's registers hold at once */
    HELD_AVX512 = 13, /* the value of HELD if the host has the registers of AVX-512 */
    /* how many host registers a double takes: each has half of the lanes that the code computes at
     * once */
    HALVES = 2,
    /* an index that means no pair, or no register */
    NOWHERE = 0xff,
    ASIDE_BYTES = 2 * CHUNK_BYTES, /* bytes of memory for each half of a pair that is put aside */
};
_Static_assert((int)OPS_MAX <= (int)RUN_MAX, "a run holds the ops");

/* The host's registers that hold doubles, two for each double. The steps of recipes do not use
 * these registers. */
static const uint8_t held_registers[HELD_AVX512][HALVES] = {{RESULT, V},
                                                            {HIGH, FOURTH},
                                                            {FOURTH_SCALAR, W},
                                                            {X, SCALARS},
                                                            {SCALARS + 1, SCALARS + 2},
                                                            {16, 17},
                                                            {18, 19},
                                                            {20, 21},
                                                            {22, 23},
                                                            {24, 25},
                                                            {26, 27},
                                                            {28, 29},
                                                            {30, 31}};

/* A double of the run: a pair of registers of the wave. */
struct pair {
    uint8_t kind;
    uint16_t reg;
    /* whether an op after the run overwrites the pair before any op reads it, so that the run need
     * not store it */
    bool is_lost;
    unsigned last_use; /* number of the last op that reads the pair; ops are numbered from 1 */
    /* The members below are valid for the chunk that is being emitted. */
    /* the index in |held_registers| of the registers that hold the pair; NOWHERE if none do */
    uint8_t held;
    bool is_aside, is_written;
};

struct doubles_run {
    /* must be the first member: run_gather() passes the address of |run| to add(), which casts it
     * back to struct doubles_run */
    struct run run;
    struct pair pairs[PAIRS];
    unsigned pair_count;
    uint8_t owners[HELD_AVX512]; /* for each of |held_registers|, the index of the pair that it
                                  * holds; NOWHERE if the register is free */
    unsigned used[HELD_AVX512];  /* for each of |held_registers|, the number of the op that used the
                                  * register last */
    bool has_nans;
};

/* ---- Which ops may be in a run of doubles ---------------------------------------------------- */

/* Returns the index of the pair of registers |operand|, which is added if it is new. Returns PAIRS
 * if there is no room, or if |operand| overlaps another pair. */
static unsigned pair_of(struct doubles_run *doubles, const struct operand *operand)
{
    unsigned found = PAIRS;
    for (unsigned i = 0; i < doubles->pair_count; i++) {
        const struct pair *pair = &doubles->pairs[i];
        if (pair->kind != operand->kind)
            continue;
        if (pair->reg == operand->reg)
            found = i;
        else if (pair->reg == operand->reg + 1 || pair->reg + 1 == operand->reg)
            return PAIRS;
    }
    if (found < PAIRS || doubles->pair_count == PAIRS)
        return found;
    doubles->pairs[doubles->pair_count] =
        (struct pair){.kind = operand->kind, .reg = operand->reg, .held = NOWHERE};
    return doubles->pair_count++;
}

/* Returns how many sources of |op| are doubles: all sources but the mask of v_div_fmas. */
static unsigned count_sources(const struct op *op)
{
    return op->source_count < 3 ? op->source_count : 3;
}

static bool has_shape(const struct vector_op *vop)
{
    enum shape shape = vop->recipe->shape;
    if (vop->division)
        return true;
    bool leaves = shape == DOUBLES || shape == DOUBLES_ADD;
    return (leaves && !block_op_departs(vop->op)) || shape == DOUBLES_EXACT;
}

static bool meets(const struct division *division, const struct run *run,
                  const struct vector_op *vop)
{
    (void)run;
    return division_meets(division, vop->op);
}

/* Adds an op to |run|. Returns false if the op does not fit; pairs that were added for such an op
 * do no harm. */
static bool add(struct run *run, const struct vector_op *vop)
{
    const struct op *op = vop->op;
    struct doubles_run *doubles = (struct doubles_run *)run;
    if (run->count == 0)
        doubles->pair_count = 0;
    if (run->count == OPS_MAX || !has_shape(vop) || op->dpp || op->is_sdwa ||
        vector_names_exec(op) || pair_of(doubles, &op->dst) == PAIRS)
        return false;
    for (unsigned i = 0; i < count_sources(op); i++) {
        if (is_vector(&op->src[i]) && pair_of(doubles, &op->src[i]) == PAIRS)
            return false;
        run->needs.literals += 2 * (op->src[i].kind == OPERAND_CONST);
    }
    if (run->needs.literals > RUN_LITERALS)
        return false;
    run->ops[run->count++] = *vop;
    for (unsigned i = 0; i < count_sources(op); i++) {
        if (is_vector(&op->src[i]))
            doubles->pairs[pair_of(doubles, &op->src[i])].last_use = run->count;
    }
    return true;
}

/* ---- Doubles in pairs of host registers ------------------------------------------------------ */

static struct place aside(const struct doubles_run *doubles, const struct pair *pair, unsigned half)
{
    size_t number = (size_t)(pair - doubles->pairs);
    _Static_assert(PAIRS * HALVES * ASIDE_BYTES <= sizeof((struct wave){0}.fetched), "too many");
    return in_wave(offsetof(struct wave, fetched) + (number * HALVES + half) * ASIDE_BYTES);
}

static void let_go(struct doubles_run *doubles, struct pair *pair)
{
    if (pair->held != NOWHERE)
        doubles->owners[pair->held] = NOWHERE;
    pair->held = NOWHERE;
}

/* Finds host registers for |pair|, which op |now| uses. If no registers are free, takes those of
 * the pair whose last use was longest ago (op |now| does not use that pair), and puts that pair
 * aside if a later op needs it. */
static void hold(struct block *block, struct doubles_run *doubles, struct pair *pair, unsigned now)
{
    unsigned all = block->has_avx512 ? HELD_AVX512 : HELD, best = all;
    for (unsigned i = 0; i < all; i++) {
        if (doubles->owners[i] == NOWHERE) {
            best = i;
            break;
        }
        if (doubles->used[i] != now && (best == all || doubles->used[i] < doubles->used[best]))
            best = i;
    }
    if (doubles->owners[best] != NOWHERE) {
        struct pair *other = &doubles->pairs[doubles->owners[best]];
        bool is_needed = other->last_use >= now || (other->is_written && !other->is_lost);
        for (unsigned half = 0; half < HALVES && is_needed && !other->is_aside; half++)
            x86_vex(&block->as, VMOVUPS_STORE, held_registers[best][half], 0,
                    aside(doubles, other, half));
        other->is_aside = true;
        let_go(doubles, other);
    }
    doubles->owners[best] = (uint8_t)(pair - doubles->pairs);
    doubles->used[best] = now;
    pair->held = (uint8_t)best;
}

/* Emits a load of one half of |pair|, from memory, to host register |to|. */
static void load_half(struct block *block, const struct doubles_run *doubles,
                      const struct pair *pair, unsigned chunk, unsigned half, unsigned to)
{
    struct x86 *as = &block->as;
    if (pair->is_aside) {
        x86_vex(as, VMOVUPS, to, 0, aside(doubles, pair, half));
        return;
    }
    x86_vex(as, VMOVUPS, to, 0, lanes_place(block, pair->kind, pair->reg, chunk));
    x86_vex(as, half ? VUNPCKHPS : VUNPCKLPS, to, to,
            lanes_place(block, pair->kind, pair->reg + 1u, chunk));
}

/* ---- Code for ops ---------------------------------------------------------------------------- */

static bool is_changed(const struct operand *operand)
{
    return operand->neg || operand->abs;
}

static void load_uniform(struct block *block, const struct operand *operand, unsigned to)
{
    struct x86 *as = &block->as;
    x86_vex(as, VBROADCASTSS, to, 0, uniform_place(operand, 0));
    x86_vex(as, VBROADCASTSS, T, 0, uniform_place(operand, 1));
    x86_vex_number(as, VPBLENDD, to, to, in_register(T), ODD_LANES);
    doubles_change_sign(block, operand, to);
}

/* Emits loads of the sources of |op|: those that are the same in all lanes to A, B and C, and those
 * that later ops read again to held registers. */
static void prepare_sources(struct block *block, struct doubles_run *doubles, const struct op *op,
                            unsigned chunk, unsigned now)
{
    for (unsigned i = 0; i < count_sources(op); i++) {
        if (!is_vector(&op->src[i])) {
            load_uniform(block, &op->src[i], A + i);
            continue;
        }
        struct pair *pair = &doubles->pairs[pair_of(doubles, &op->src[i])];
        if (pair->held == NOWHERE && pair->last_use > now) {
            hold(block, doubles, pair, now);
            for (unsigned half = 0; half < HALVES; half++)
                load_half(block, doubles, pair, chunk, half, held_registers[pair->held][half]);
        }
        if (pair->held != NOWHERE)
            doubles->used[pair->held] = now;
    }
}

/* Sets |from| to the registers that hold one half of each source; first loads sources that are not
 * in held registers. */
static void find_sources(struct block *block, struct doubles_run *doubles, const struct op *op,
                         unsigned chunk, unsigned half, uint8_t from[WORDS_MAX])
{
    for (unsigned i = 0; i < count_sources(op); i++) {
        const struct operand *operand = &op->src[i];
        from[i] = (uint8_t)(A + i);
        if (!is_vector(operand))
            continue;
        const struct pair *pair = &doubles->pairs[pair_of(doubles, operand)];
        bool is_held = pair->held != NOWHERE;
        if (is_held && !is_changed(operand))
            from[i] = held_registers[pair->held][half];
        else if (is_held)
            x86_vex(&block->as, VMOVUPS, A + i, 0, in_register(held_registers[pair->held][half]));
        else
            load_half(block, doubles, pair, chunk, half, A + i);
        if (is_changed(operand))
            doubles_change_sign(block, operand, from[i]);
    }
}

/* Emits code that adds to NANS the lanes where a result is a NaN. |result| has the numbers of the
 * host registers of both halves. */
static void note(struct block *block, struct doubles_run *doubles, const uint8_t *result)
{
    struct x86 *as = &block->as;
    /* If all lanes are active, one compare tests both halves at once: the code then only asks
     * whether any lane has a NaN. */
    bool is_whole = block->active == ACTIVE_ALL;
    unsigned to = doubles->has_nans ? T : NANS;
    x86_vex_number(as, VCMPPD, to, result[0], in_register(result[is_whole]), UNORD_Q);
    if (!is_whole) {
        x86_vex_number(as, VCMPPD, U, result[1], in_register(result[1]), UNORD_Q);
        x86_vex_number(as, VSHUFPS, to, to, in_register(U), EVEN_WORDS);
    }
    if (doubles->has_nans)
        x86_vex(as, VORPS, NANS, NANS, in_register(T));
    doubles->has_nans = true;
}

/* Returns where the code keeps, for one half of the chunk, the marks of the current division's
 * zeros: the lanes whose dividend is 0 (divisions.c). */
static struct place zeros(unsigned half)
{
    return in_wave(offsetof(struct wave, mask_result) + half * ASIDE_BYTES);
}
/* Returns where the code stores the marks that the first half has left in U. */
static struct place first_guard(void)
{
    return zeros(HALVES);
}

/* Adds to NANS the lanes that the division's recipe has marked: first_guard() has the marks of the
 * first half, U has those of the second half. */
static void note_guards(struct block *block, struct doubles_run *doubles)
{
    struct x86 *as = &block->as;
    if (block->active == ACTIVE_ALL) {
        x86_vex(as, VPOR, U, U, first_guard());
    } else {
        x86_vex(as, VMOVUPS, T, 0, first_guard());
        x86_vex_number(as, VSHUFPS, U, T, in_register(U), EVEN_WORDS);
    }
    x86_vex(as, doubles->has_nans ? VPOR : VMOVUPS, NANS, doubles->has_nans ? NANS : 0,
            in_register(U));
    doubles->has_nans = true;
}

/* Emits the recipe of |vop| for the first or second half of the lanes that the code computes at
 * once; |result| and |from| are the host's registers. */
static void put_half(struct block *block, struct doubles_run *doubles, const struct vector_op *vop,
                     unsigned half, unsigned result, const uint8_t *from)
{
    struct x86 *as = &block->as;
    bool has_guard = vop->recipe->shape == DOUBLES_GUARDED;
    bool is_scale = vop->division == DIVISION_SCALE, is_first = is_scale && has_guard;
    if ((is_scale && !is_first) || vop->division == DIVISION_FIXUP)
        x86_vex(as, VMOVUPS, T, 0, zeros(half));
    vector_emit_from(block, vop->recipe, result, from);
    if (is_first)
        x86_vex(as, VMOVUPS_STORE, T, 0, zeros(half));
    if (has_guard && half == 0)
        x86_vex(as, VMOVUPS_STORE, U, 0, first_guard());
    else if (has_guard)
        note_guards(block, doubles);
}

static void put_op(struct block *block, struct doubles_run *doubles, const struct vector_op *vop,
                   unsigned chunk, unsigned now)
{
    const struct op *op = vop->op;
    bool adds = vop->recipe->shape == DOUBLES_ADD;
    struct pair *to = &doubles->pairs[pair_of(doubles, &op->dst)];
    prepare_sources(block, doubles, op, chunk, now);
    if (to->held != NOWHERE && doubles->used[to->held] != now)
        let_go(doubles, to);
    /* The result gets other registers than the pair had before, because the old ones may hold
     * sources. */
    unsigned before = to->held;
    to->held = NOWHERE;
    hold(block, doubles, to, now);
    const uint8_t *result = held_registers[to->held];
    unsigned after = to->held;
    to->held = (uint8_t)before;
    for (unsigned half = 0; half < HALVES; half++) {
        uint8_t from[WORDS_MAX];
        find_sources(block, doubles, op, chunk, half, from);
        if (adds)
            x86_vex(&block->as, VMOVUPS, result[half], 0, in_register(from[2]));
        put_half(block, doubles, vop, half, result[half], from);
    }
    let_go(doubles, to);
    to->held = (uint8_t)after;
    doubles->owners[after] = (uint8_t)(to - doubles->pairs);
    to->is_aside = false;
    to->is_written = true;
    if (vop->recipe->shape != DOUBLES_EXACT && !vop->division)
        note(block, doubles, result);
}

/* ---- Code for the end of a run --------------------------------------------------------------- */

static void put_word(struct block *block, const struct pair *pair, const uint8_t *from,
                     unsigned word, unsigned chunk)
{
    struct x86 *as = &block->as;
    struct place to = lanes_place(block, pair->kind, pair->reg + word, chunk);
    x86_vex_number(as, VSHUFPS, T, from[0], in_register(from[1]), word ? ODD_WORDS : EVEN_WORDS);
    if (block->active != ACTIVE_ALL) {
        x86_vex(as, VMOVUPS, U, 0, mask_place(chunk));
        x86_vex(as, VMOVUPS, A, 0, to);
        x86_vex_number(as, VBLENDVPS, T, A, in_register(T), U << 4);
    }
    x86_vex(as, VMOVUPS_STORE, T, 0, to);
}

static void put_results(struct block *block, const struct doubles_run *doubles, unsigned chunk)
{
    static const uint8_t loaded[HALVES] = {B, C};
    for (unsigned i = 0; i < doubles->pair_count; i++) {
        const struct pair *pair = &doubles->pairs[i];
        if (!pair->is_written || pair->is_lost)
            continue;
        const uint8_t *from = pair->held != NOWHERE ? held_registers[pair->held] : loaded;
        for (unsigned half = 0; half < HALVES && from == loaded; half++)
            load_half(block, doubles, pair, chunk, half, loaded[half]);
        put_word(block, pair, from, 0, chunk);
        put_word(block, pair, from, 1, chunk);
    }
}

static void put_chunk(struct block *block, struct doubles_run *doubles, unsigned chunk)
{
    doubles->has_nans = false;
    for (unsigned i = 0; i < HELD_AVX512; i++)
        doubles->owners[i] = NOWHERE;
    for (unsigned i = 0; i < doubles->pair_count; i++) {
        doubles->pairs[i].held = NOWHERE;
        doubles->pairs[i].is_aside = doubles->pairs[i].is_written = false;
    }
    for (unsigned i = 0; i < doubles->run.count; i++)
        put_op(block, doubles, &doubles->run.ops[i], chunk, i + 1);
    if (doubles->has_nans) {
        if (block->active != ACTIVE_ALL)
            x86_vex(&block->as, VANDPS, NANS, NANS, mask_place(chunk));
        x86_vex(&block->as, VTESTPS, NANS, 0, in_register(NANS));
        block_slow_run_if(block, IF_NOT_EQUAL, &doubles->run, chunk);
    }
    put_results(block, doubles, chunk);
    block_resume(block);
}

static void find_lost(const struct block *block, struct doubles_run *doubles, const struct op *last)
{
    for (unsigned i = 0; i < doubles->pair_count; i++) {
        struct pair *pair = &doubles->pairs[i];
        struct value low = {.kind = pair->kind, .reg = pair->reg}, high = low;
        high.reg++;
        pair->is_lost = run_loses(block, last, &low) && run_loses(block, last, &high);
    }
}

unsigned doubles_run_emit(struct block *block, uint32_t *dword)
{
    enum { LEAST = 2 };
    static const struct run_kind kind = {.divided = TYPE_F64, .meets = meets, .add = add};
    struct doubles_run doubles;
    struct run *run = &doubles.run;
    run_gather(block, *dword, &kind, run);
    if (run->count < LEAST)
        return 0;
    find_lost(block, &doubles, run->last);
    vector_need_masks(block);
    for (unsigned i = 0; i < run->division_count; i++)
        division_clear_masks(block, &run->divisions[i]);
    block->as.is_wide = run->is_wide;
    for (unsigned chunk = 0; chunk < block_chunks(block); chunk += block_step(block)) {
        size_t skip = vector_skip(block, chunk, block_step(block));
        put_chunk(block, &doubles, chunk);
        vector_land(block, skip);
    }
    block->as.is_wide = false;
    *dword = run->last->pc + run->last->dwords;
    return run->all;
}
