/* Divisions of floats within runs. A compiler divides in about twelve ops:
 *
 *     d = v_div_scale(b, b, a)      n = v_div_scale(a, b, a)      y = v_rcp(d)
 *     fused multiply-adds and products, which make y and then the quotient better
 *     q = v_div_fmas(q, ...)        v_div_fixup(q, b, a)
 *
 * The code computes lanes where neither a nor b is scaled, which the first v_div_scale tests for
 * both. Then d is b, n is a, the masks of both v_div_scale are 0, and v_div_fmas is a fused
 * multiply-add. If the dividend a is 0, d and n are NaNs, which pass through all ops to
 * v_div_fixup: it gives a zero in these lanes, which are called the division's zeros.
 *
 * The ops between are links of a chain: a later link reads the result of each. Any other NaN is
 * thus in q at the end, and one test of q replaces the tests of all results. All results are the
 * same as the interpreter's, so that later ops may read them.
 */
#include "vector.h"

/* Recipes of the ops of a division of floats. The register HIGH marks the division's zeros, the
 * lanes whose dividend is 0. first_scale computes lanes whose dividend is 0, and lanes whose
 * dividend, divisor, reciprocal of the divisor, and quotient are normal, with a margin. first_scale
 * marks all other lanes in the register U. See isa/divide.c. */
static const struct recipe first_scale = {"v_div_scale_f32",
                                          GUARDED,
                                          {{VMOVUPS, T, 0, B, 0},
                                           {VPAND, T, T, ROWS + ROW_MAGNITUDE, 0},
                                           {VMOVUPS, RESULT, 0, C, 0},
                                           {VPAND, RESULT, RESULT, ROWS + ROW_MAGNITUDE, 0},
                                           {VPSUBD, U, RESULT, T, 0},
                                           {VPADDD, U, U, ROWS + ROW_SCALE_DOWN, 0},
                                           {VPMINUD, HIGH, U, ROWS + ROW_SCALE_RANGE, 0},
                                           {VPCMPEQD, U, U, HIGH, 0},
                                           {VPCMPGTD, HIGH, RESULT, ROWS + ROW_SCALE_LEAST, 0},
                                           {VPAND, U, U, HIGH, 0},
                                           {VPMAXUD, HIGH, RESULT, T, 0},
                                           {VPCMPGTD, HIGH, HIGH, ROWS + ROW_2P126, 0},
                                           {VPCMPGTD, T, T, ROWS + ROW_DENORMAL, 0},
                                           {VPANDN, T, HIGH, T, 0},
                                           {VPCMPEQD, HIGH, RESULT, ROWS + ROW_ZERO, 0},
                                           {VPOR, U, U, HIGH, 0},
                                           {VPAND, U, U, T, 0},
                                           {VPXOR, U, U, ROWS + ROW_ONES, 0},
                                           {VMOVUPS, T, 0, A, 0},
                                           {VBLENDVPS, RESULT, T, ROWS + ROW_NAN, HIGH << 4}}};
static const struct recipe second_scale = {
    "v_div_scale_f32",
    PLAIN,
    {{VMOVUPS, T, 0, A, 0}, {VBLENDVPS, RESULT, T, ROWS + ROW_NAN, HIGH << 4}}};
static const struct recipe fixup = {"v_div_fixup_f32",
                                    GUARDED,
                                    {{VPAND, RESULT, A, ROWS + ROW_MAGNITUDE, 0},
                                     {VPCMPGTD, U, RESULT, ROWS + ROW_FINITE, 0},
                                     {VPANDN, U, HIGH, U, 0},
                                     {VPANDN, RESULT, HIGH, RESULT, 0},
                                     {VMOVUPS, T, 0, B, 0},
                                     {VPXOR, T, T, C, 0},
                                     {VPAND, T, T, ROWS + ROW_SIGN, 0},
                                     {VPOR, RESULT, RESULT, T, 0}}};
static const struct recipe multiply_add = {
    "v_div_fmas_f32", TESTED | ACCUMULATES, {{VFMADD231PS, RESULT, A, B, 0}}};

/* Recipes of the ops of a division of doubles, four lanes at a time. The register T, which
 * first_scale_wide sets, marks the lanes whose dividend is 0, the division's zeros. */
static const struct recipe first_scale_wide = {
    "v_div_scale_f64",
    DOUBLES_GUARDED,
    {{VPAND, T, B, ROWS + ROW_MAGNITUDE_WIDE, 0},
     {VPAND, RESULT, C, ROWS + ROW_MAGNITUDE_WIDE, 0},
     {VPSUBQ, U, RESULT, T, 0},
     {VPCMPGTQ, RESULT, U, ROWS + ROW_QUOTIENT_MOST_WIDE, 0},
     {VPCMPGTQ, U, U, ROWS + ROW_QUOTIENT_LEAST_WIDE, 0},
     {VPANDN, U, RESULT, U, 0},
     {VPAND, RESULT, C, ROWS + ROW_MAGNITUDE_WIDE, 0},
     {VPCMPGTQ, RESULT, RESULT, ROWS + ROW_SCALE_LEAST_WIDE, 0},
     {VPAND, U, U, RESULT, 0},
     {VPAND, RESULT, C, ROWS + ROW_MAGNITUDE_WIDE, 0},
     {VPCMPEQQ, RESULT, RESULT, ROWS + ROW_ZERO, 0},
     {VPOR, U, U, RESULT, 0},
     {VPCMPGTQ, RESULT, T, ROWS + ROW_DENORMAL_WIDE, 0},
     {VPAND, U, U, RESULT, 0},
     {VPCMPGTQ, T, T, ROWS + ROW_2P1022_WIDE, 0},
     {VPANDN, U, T, U, 0},
     {VPAND, T, C, ROWS + ROW_MAGNITUDE_WIDE, 0},
     {VPCMPGTQ, RESULT, T, ROWS + ROW_FINITE_WIDE, 0},
     {VPANDN, U, RESULT, U, 0},
     {VPXOR, U, U, ROWS + ROW_ONES, 0},
     {VPCMPEQQ, T, T, ROWS + ROW_ZERO, 0},
     {VBLENDVPS, RESULT, A, ROWS + ROW_NAN_WIDE, T << 4}}};
static const struct recipe second_scale_wide = {
    "v_div_scale_f64", DOUBLES_EXACT, {{VBLENDVPS, RESULT, A, ROWS + ROW_NAN_WIDE, T << 4}}};
static const struct recipe fixup_wide = {"v_div_fixup_f64",
                                         DOUBLES_GUARDED,
                                         {{VPAND, RESULT, A, ROWS + ROW_MAGNITUDE_WIDE, 0},
                                          {VPCMPGTQ, U, RESULT, ROWS + ROW_FINITE_WIDE, 0},
                                          {VPANDN, U, T, U, 0},
                                          {VPANDN, RESULT, T, RESULT, 0},
                                          {VPXOR, T, B, C, 0},
                                          {VPAND, T, T, ROWS + ROW_SIGN_WIDE, 0},
                                          {VPOR, RESULT, RESULT, T, 0}}};
static const struct recipe multiply_add_wide = {
    "v_div_fmas_f64", DOUBLES_ADD, {{VFMADD231PD, RESULT, A, B, 0}}};

static bool is(const struct op *op, enum role role)
{
    return op->instruction->role == role;
}

/* Whether |op| gives a NaN wherever one of its sources is a NaN, namely the first such source. The
 * answer is false for SDWA ops: they read only a part of a source, and that part need not be a NaN
 * where the source is a NaN. */
static bool is_link(const struct op *op)
{
    return !op->is_sdwa && (is(op, ROLE_FMA) || is(op, ROLE_MULTIPLY) || is(op, ROLE_RECIPROCAL) ||
                            is(op, ROLE_DIVIDE_FMAS));
}

static bool is_same(const struct operand *a, const struct operand *b)
{
    return a->kind == b->kind &&
           (a->kind == OPERAND_CONST ? a->value == b->value : a->reg == b->reg);
}

/* Whether |op| has |below| as its denominator and |above| as its dividend, without modifiers. */
static bool divides(const struct op *op, const struct operand *below, const struct operand *above)
{
    return is_same(&op->src[1], below) && is_same(&op->src[2], above) &&
           !vector_is_changed(&op->src[1]) && !vector_is_changed(&op->src[2]);
}

static bool is_scale(const struct op *op, const struct operand *below, const struct operand *above)
{
    return is(op, ROLE_DIVIDE_SCALE) && divides(op, below, above) &&
           !vector_is_changed(&op->src[0]) &&
           (is_same(&op->src[0], below) || is_same(&op->src[0], above));
}

/* ---- Finding the links of a division --------------------------------------------------------- */

/* The result of an op of a division. It is a NaN in lanes where the dividend is 0. */
struct link {
    const struct operand *dst;
    bool is_read; /* whether a later link has read this link's result; a result of v_div_scale need
                   * not be read */
};

struct chain {
    struct link links[DIVISION_OPS];
    unsigned count;
};

/* Whether |op| reads links of |chain|. If |reads|, |op| is a link, too, and the links that it reads
 * are marked as read. */
static bool read_links(struct chain *chain, const struct op *op, bool reads)
{
    bool does = false;
    for (unsigned i = 0; i < op->source_count; i++) {
        for (unsigned n = 0; n < chain->count; n++) {
            if (!is_same(&op->src[i], chain->links[n].dst))
                continue;
            does = true;
            chain->links[n].is_read |= reads;
        }
    }
    return does;
}

/* Removes the link in register |dst|, which an op overwrites. Returns false if no later link has
 * read that link: NaNs in its sources then do not reach q, the quotient. */
static bool drop_link(struct chain *chain, const struct operand *dst)
{
    bool was_read = true;
    for (unsigned n = 0; n < chain->count; n++) {
        if (!is_same(dst, chain->links[n].dst))
            continue;
        was_read &= chain->links[n].is_read;
        chain->links[n--] = chain->links[--chain->count];
    }
    return was_read;
}

static bool add_link(struct chain *chain, const struct operand *dst, bool is_read)
{
    bool fits = drop_link(chain, dst);
    chain->links[chain->count++] = (struct link){.dst = dst, .is_read = is_read};
    return fits;
}

static bool all_are_read(const struct chain *chain)
{
    for (unsigned n = 0; n < chain->count; n++) {
        if (!chain->links[n].is_read)
            return false;
    }
    return true;
}

/* Whether v_div_fmas |op| reads a mask that |division| sets to 0. */
static bool reads_own_mask(const struct division *division, const struct op *op)
{
    for (unsigned i = 0; i < division->count; i++) {
        const struct op *scale = division->ops[i];
        if (division->parts[i] == DIVISION_SCALE && is_scalar(&scale->dst2) &&
            scale->dst2.reg == op->src[3].reg)
            return true;
    }
    return false;
}

/* Whether |division| already has its v_div_fmas. After v_div_fmas, no op of the division writes or
 * reads the masks, so other ops may write them. */
static bool has_multiply_add(const struct division *division)
{
    for (unsigned i = 0; i < division->count; i++) {
        if (is(division->ops[i], ROLE_DIVIDE_FMAS))
            return true;
    }
    return false;
}

/* Returns the role of |op|, which comes after the division's first op. DIVISION_NONE: the op is not
 * part of the division, but may be between its ops. */
static enum division_part part_of(struct division *division, struct chain *chain,
                                  const struct op *op)
{
    const struct op *first = division->ops[0];
    const struct operand *below = &first->src[1], *above = &first->src[2];
    bool is_same_type = op->dst.type == first->dst.type;
    if (is_same_type && is_scale(op, below, above))
        return !has_multiply_add(division) && add_link(chain, &op->dst, true) ? DIVISION_SCALE
                                                                              : DIVISION_BROKEN;
    if (is_same_type && is(op, ROLE_DIVIDE_FIXUP) && divides(op, below, above) &&
        !vector_is_changed(&op->src[0]))
        return read_links(chain, op, true) && all_are_read(chain) ? DIVISION_FIXUP
                                                                  : DIVISION_BROKEN;
    if (is_same_type && is_link(op) && read_links(chain, op, true)) {
        bool fits = !is(op, ROLE_DIVIDE_FMAS) ||
                    (!has_multiply_add(division) && reads_own_mask(division, op));
        return fits && add_link(chain, &op->dst, false) ? DIVISION_LINK : DIVISION_BROKEN;
    }
    bool fits = is_same_type || (!is_vector(&op->dst) && first->dst.type == TYPE_F32) ||
                (first->dst.type == TYPE_F32 && type_words((enum type)op->dst.type) == 1);
    if (read_links(chain, op, false) || op->instruction->class != CLASS_VECTOR || !fits)
        return DIVISION_BROKEN;
    return drop_link(chain, &op->dst) ? DIVISION_NONE : DIVISION_BROKEN;
}

static void append(struct division *division, const struct op *op, enum division_part part)
{
    division->ops[division->count] = op;
    division->parts[division->count++] = part;
}

static bool writes(const struct op *op, const struct operand *operand)
{
    return is_vector(operand) && is_same(&op->dst, operand);
}

bool division_clears(const struct division *division, const struct operand *operand)
{
    for (unsigned i = 0; i < division->count; i++) {
        const struct op *op = division->ops[i];
        if (division->parts[i] == DIVISION_SCALE && is_scalar(&op->dst2) &&
            overlaps_mask(operand, op->dst2.reg))
            return true;
    }
    return false;
}

bool division_meets(const struct division *division, const struct op *op)
{
    /* The fourth source of v_div_fmas, a mask, is not compared. */
    unsigned count = op->source_count < 3 ? op->source_count : 3;
    for (unsigned n = 0; n < count; n++) {
        if (division_clears(division, &op->src[n]))
            return true;
    }
    return false;
}

bool division_find(const struct block *block, const struct op *op, struct division *out)
{
    enum { AHEAD = 28 };
    struct chain chain = {.count = 0};
    const struct operand *below = &op->src[1], *above = &op->src[2];
    *out = (struct division){.count = 0};
    if (op->dual || !is_scale(op, below, above) || block_op_departs(op) || writes(op, below) ||
        writes(op, above))
        return false;
    append(out, op, DIVISION_SCALE);
    add_link(&chain, &op->dst, true);
    for (unsigned i = 0; i < AHEAD && out->count < DIVISION_OPS; i++) {
        op = block_op(block, op->pc + op->dwords);
        if (!op || op->dual || block_op_departs(op))
            return false;
        if (block_does_nothing(op))
            continue;
        enum division_part part = part_of(out, &chain, op);
        if (part == DIVISION_BROKEN)
            return false;
        if (part != DIVISION_NONE)
            append(out, op, part);
        if (part == DIVISION_FIXUP)
            return true;
        if (writes(op, below) || writes(op, above))
            return false;
    }
    return false;
}

static enum division_part find_part(const struct division *division, const struct op *op)
{
    for (unsigned i = 0; i < division->count; i++) {
        if (division->ops[i] == op)
            return division->parts[i];
    }
    return DIVISION_NONE;
}

void division_clear_masks(struct block *block, const struct division *division)
{
    for (unsigned i = 0; i < division->count; i++) {
        if (division->parts[i] == DIVISION_SCALE)
            vector_clear_mask(block, &division->ops[i]->dst2);
    }
}

void division_prepare(struct division *division, struct vector_op *vop)
{
    static const struct recipe *const recipes[][2] = {{&first_scale, &first_scale_wide},
                                                      {&second_scale, &second_scale_wide},
                                                      {&fixup, &fixup_wide},
                                                      {&multiply_add, &multiply_add_wide}};
    const struct op *op = vop->op;
    bool is_wide = op->dst.type == TYPE_F64;
    vop->division = find_part(division, op);
    if (vop->division == DIVISION_SCALE)
        vop->recipe = recipes[op != division->ops[0]][is_wide];
    else if (vop->division == DIVISION_FIXUP)
        vop->recipe = recipes[2][is_wide];
    else if (vop->division == DIVISION_LINK && is(op, ROLE_DIVIDE_FMAS)) {
        vop->recipe = recipes[3][is_wide];
        vop->words.count = 3; /* The recipe does not read the mask, which is the fourth source. */
        division->is_past = true;
    }
}
