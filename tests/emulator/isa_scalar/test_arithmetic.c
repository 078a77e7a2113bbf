/* SOP1, SOP2 and the arithmetic of SOPK: values and SCC, on random and edge operands, against bits
 * taken one by one and arithmetic in 128 bits. */
#include "scalar_test.h"

__extension__ typedef __int128 wide;

struct sample {
    uint64_t a, b, d; /* sources, and what the destination held */
    bool scc;
};

struct answer {
    uint64_t value;
    bool scc;
};

struct subject {
    const char *name;
    const char *older; /* before gfx11; NULL when it is the same */
    unsigned d, a, b;  /* bits of the operands; b is 0 when there is none */
    void (*expect)(const struct subject *subject, const struct sample *s, struct answer *out);
    int argument;
    unsigned on; /* 0: all */
};

/* ---- Expectations --------------------------------------------------------------------------- */

static uint64_t cut(wide v, unsigned bits)
{
    return (uint64_t)v & (bits == 64 ? ~0ull : (1ull << bits) - 1);
}

static wide as_signed(uint64_t v, unsigned bits)
{
    wide whole = (wide)1 << bits, r = (wide)cut(v, bits);
    return r >= whole / 2 ? r - whole : r;
}

/* SCC says whether the result is not zero. */
static void set(const struct subject *subject, struct answer *out, wide value)
{
    out->value = cut(value, subject->d);
    out->scc = out->value != 0;
}

/* |argument|: the truth table, a bit for each of (a,b) = 00, 01, 10, 11. */
static void bitwise(const struct subject *u, const struct sample *s, struct answer *out)
{
    uint64_t r = 0;
    for (unsigned i = 0; i < u->d; i++) {
        unsigned row = (unsigned)(s->a >> i & 1) * 2 + (unsigned)(s->b >> i & 1);
        r += (uint64_t)(u->argument >> row & 1) << i;
    }
    set(u, out, (wide)r);
}

/* |argument|: 1 carry in, 2 signed, 4 subtract. */
static void sum(const struct subject *u, const struct sample *s, struct answer *out)
{
    wide sign = u->argument & 4 ? -1 : 1, carry = u->argument & 1 ? s->scc : 0;
    if (u->argument & 2) {
        wide r = as_signed(s->a, 32) + sign * as_signed(s->b, 32);
        *out = (struct answer){cut(r, 32), r != as_signed(cut(r, 32), 32)};
    } else {
        wide r = (wide)(uint32_t)s->a + sign * ((wide)(uint32_t)s->b + carry);
        *out = (struct answer){cut(r, 32), r < 0 || r > (wide)UINT32_MAX};
    }
}

/* 64 bits, SCC stays. */
static void sum_64(const struct subject *u, const struct sample *s, struct answer *out)
{
    out->value = u->argument == 0   ? cut((wide)s->a + (wide)s->b, 64)
                 : u->argument == 1 ? cut((wide)s->a - (wide)s->b, 64)
                                    : 0;
    for (unsigned i = 0; u->argument == 2 && i < 64; i++)
        out->value += s->b >> i & 1 ? s->a << i : 0;
}

static void shifted_sum(const struct subject *u, const struct sample *s, struct answer *out)
{
    wide r = (wide)(uint32_t)s->a * (1 << u->argument) + (wide)(uint32_t)s->b;
    *out = (struct answer){cut(r, 32), r > (wide)UINT32_MAX};
}

/* |argument|: 0 minimum, 1 maximum, and 2 when signed. SCC: the first one is chosen, strictly. */
static void extreme(const struct subject *u, const struct sample *s, struct answer *out)
{
    wide a = u->argument & 2 ? as_signed(s->a, 32) : (wide)(uint32_t)s->a;
    wide b = u->argument & 2 ? as_signed(s->b, 32) : (wide)(uint32_t)s->b;
    out->scc = u->argument & 1 ? a > b : b > a;
    out->value = cut(out->scc ? a : b, 32);
}

static void product(const struct subject *u, const struct sample *s, struct answer *out)
{
    wide a = u->argument == 2 ? as_signed(s->a, 32) : (wide)(uint32_t)s->a;
    wide b = u->argument == 2 ? as_signed(s->b, 32) : (wide)(uint32_t)s->b;
    wide whole = (wide)1 << 32, r = a * b, low = (wide)cut(r, 32);
    out->value = u->argument == 0 ? (uint64_t)low : cut((r - low) / whole, 32);
}

/* |argument|: -1 to the left, 1 to the right, 2 right with the sign. */
static void shift(const struct subject *u, const struct sample *s, struct answer *out)
{
    unsigned by = (unsigned)(s->b % u->d);
    wide value = u->argument == 2 ? as_signed(s->a, u->d) : (wide)cut((wide)s->a, u->d);
    wide scale = (wide)1 << by;
    if (u->argument < 0)
        set(u, out, (wide)cut((wide)((uint64_t)value << by), u->d));
    else
        set(u, out, (value - (value % scale + scale) % scale) / scale);
}

static void mask(const struct subject *u, const struct sample *s, struct answer *out)
{
    unsigned width = (unsigned)(s->a % u->d), at = (unsigned)(s->b % u->d);
    out->value = 0;
    for (unsigned i = at; i < at + width && i < u->d; i++)
        out->value |= 1ull << i;
}

/* |argument|: signed. */
static void field(const struct subject *u, const struct sample *s, struct answer *out)
{
    unsigned at = (unsigned)(s->b % u->a), width = (unsigned)(s->b >> 16) & 127;
    uint64_t r = 0;
    bool last = false;
    for (unsigned i = 0; i < u->d; i++) {
        unsigned from = at + i;
        bool is_in = i < width;
        bool bit = from < u->a && (s->a >> from & 1);
        if (u->argument && from >= u->a)
            bit = s->a >> (u->a - 1) & 1;
        if (is_in)
            last = bit;
        r |= (uint64_t)(is_in ? bit : u->argument && width && last) << i;
    }
    set(u, out, (wide)r);
}

/* |argument|: whether the high half is taken, in bit 0 of a, in bit 1 of b. */
static void pack(const struct subject *u, const struct sample *s, struct answer *out)
{
    uint16_t halves[2];
    memcpy(&halves[0], (const char *)&s->a + (u->argument & 1 ? 2 : 0), 2);
    memcpy(&halves[1], (const char *)&s->b + (u->argument & 2 ? 2 : 0), 2);
    uint32_t r;
    memcpy(&r, halves, sizeof r);
    out->value = r;
}

static void select_one(const struct subject *u, const struct sample *s, struct answer *out)
{
    out->value = cut((wide)(s->scc ? s->a : s->b), u->d);
}

static void distance(const struct subject *u, const struct sample *s, struct answer *out)
{
    wide r = as_signed(cut((wide)s->a - (wide)s->b, 32), 32);
    set(u, out, r < 0 ? -r : r);
}

static void magnitude(const struct subject *u, const struct sample *s, struct answer *out)
{
    wide r = as_signed(s->a, 32);
    set(u, out, r < 0 ? -r : r);
}

static void move(const struct subject *u, const struct sample *s, struct answer *out)
{
    out->value = !u->argument || s->scc ? cut((wide)s->a, u->d) : s->d;
}

static void extend(const struct subject *u, const struct sample *s, struct answer *out)
{
    out->value = cut(as_signed(s->a, (unsigned)u->argument), 32);
}

/* |argument|: which bits are counted. */
static void count(const struct subject *u, const struct sample *s, struct answer *out)
{
    wide n = 0;
    for (unsigned i = 0; i < u->a; i++)
        n += (int)(s->a >> i & 1) == u->argument;
    set(u, out, n);
}

/* The first bit that is |argument|, from below. */
static void first(const struct subject *u, const struct sample *s, struct answer *out)
{
    unsigned i = 0;
    while (i < u->a && (int)(s->a >> i & 1) != u->argument)
        i++;
    out->value = i < u->a ? i : UINT32_MAX;
}

/* From above: the first one that is set, or that differs from the sign. */
static void leading(const struct subject *u, const struct sample *s, struct answer *out)
{
    bool sign = u->argument && (s->a >> (u->a - 1) & 1);
    unsigned i = 0;
    while (i < u->a && (s->a >> (u->a - 1 - i) & 1) == sign)
        i++;
    out->value = i < u->a ? i : UINT32_MAX;
}

static void reversed(const struct subject *u, const struct sample *s, struct answer *out)
{
    out->value = 0;
    for (unsigned i = 0; i < u->d; i++)
        out->value = out->value * 2 + (s->a >> i & 1);
}

/* |argument|: 4 bits for every quad that has one set (wqm), or 1 (quadmask). */
static void quads(const struct subject *u, const struct sample *s, struct answer *out)
{
    uint64_t r = 0;
    for (unsigned i = 0; i < u->a; i++) {
        if (s->a >> i & 1)
            r |= u->argument == 4 ? 15ull << (i / 4 * 4) : 1ull << i / 4;
    }
    set(u, out, (wide)r);
}

static void doubled(const struct subject *u, const struct sample *s, struct answer *out)
{
    (void)u;
    out->value = 0;
    for (unsigned i = 0; i < 64; i++)
        out->value |= (s->a >> i / 2 & 1) << i;
}

static void set_bit(const struct subject *u, const struct sample *s, struct answer *out)
{
    uint64_t bit = 1ull << s->a % u->d;
    out->value = u->argument ? (s->d & ~bit) + bit : s->d - (s->d & bit);
}

/* ---- Subjects ------------------------------------------------------------------------------- */

static const struct subject subjects[] = {
    {"s_and_b32", NULL, 32, 32, 32, bitwise, 0x8, 0},
    {"s_and_b64", NULL, 64, 64, 64, bitwise, 0x8, 0},
    {"s_or_b32", NULL, 32, 32, 32, bitwise, 0xe, 0},
    {"s_or_b64", NULL, 64, 64, 64, bitwise, 0xe, 0},
    {"s_xor_b32", NULL, 32, 32, 32, bitwise, 0x6, 0},
    {"s_xor_b64", NULL, 64, 64, 64, bitwise, 0x6, 0},
    {"s_nand_b32", NULL, 32, 32, 32, bitwise, 0x7, 0},
    {"s_nand_b64", NULL, 64, 64, 64, bitwise, 0x7, 0},
    {"s_nor_b32", NULL, 32, 32, 32, bitwise, 0x1, 0},
    {"s_nor_b64", NULL, 64, 64, 64, bitwise, 0x1, 0},
    {"s_xnor_b32", NULL, 32, 32, 32, bitwise, 0x9, 0},
    {"s_xnor_b64", NULL, 64, 64, 64, bitwise, 0x9, 0},
    {"s_and_not1_b32", "s_andn2_b32", 32, 32, 32, bitwise, 0x4, 0},
    {"s_and_not1_b64", "s_andn2_b64", 64, 64, 64, bitwise, 0x4, 0},
    {"s_or_not1_b32", "s_orn2_b32", 32, 32, 32, bitwise, 0xd, 0},
    {"s_or_not1_b64", "s_orn2_b64", 64, 64, 64, bitwise, 0xd, 0},

    {"s_add_u32", NULL, 32, 32, 32, sum, 0, 0},
    {"s_addc_u32", NULL, 32, 32, 32, sum, 1, 0},
    {"s_add_i32", NULL, 32, 32, 32, sum, 2, 0},
    {"s_sub_u32", NULL, 32, 32, 32, sum, 4, 0},
    {"s_subb_u32", NULL, 32, 32, 32, sum, 5, 0},
    {"s_sub_i32", NULL, 32, 32, 32, sum, 6, 0},
    {"s_add_nc_u64", NULL, 64, 64, 64, sum_64, 0, ON_GFX12},
    {"s_sub_nc_u64", NULL, 64, 64, 64, sum_64, 1, ON_GFX12},
    {"s_mul_u64", NULL, 64, 64, 64, sum_64, 2, ON_GFX12},
    {"s_lshl1_add_u32", NULL, 32, 32, 32, shifted_sum, 1, 0},
    {"s_lshl2_add_u32", NULL, 32, 32, 32, shifted_sum, 2, 0},
    {"s_lshl3_add_u32", NULL, 32, 32, 32, shifted_sum, 3, 0},
    {"s_lshl4_add_u32", NULL, 32, 32, 32, shifted_sum, 4, 0},
    {"s_min_u32", NULL, 32, 32, 32, extreme, 0, 0},
    {"s_max_u32", NULL, 32, 32, 32, extreme, 1, 0},
    {"s_min_i32", NULL, 32, 32, 32, extreme, 2, 0},
    {"s_max_i32", NULL, 32, 32, 32, extreme, 3, 0},
    {"s_mul_i32", NULL, 32, 32, 32, product, 0, 0},
    {"s_mul_hi_u32", NULL, 32, 32, 32, product, 1, 0},
    {"s_mul_hi_i32", NULL, 32, 32, 32, product, 2, 0},
    {"s_absdiff_i32", NULL, 32, 32, 32, distance, 0, 0},
    {"s_lshl_b32", NULL, 32, 32, 32, shift, -1, 0},
    {"s_lshl_b64", NULL, 64, 64, 32, shift, -1, 0},
    {"s_lshr_b32", NULL, 32, 32, 32, shift, 1, 0},
    {"s_lshr_b64", NULL, 64, 64, 32, shift, 1, 0},
    {"s_ashr_i32", NULL, 32, 32, 32, shift, 2, 0},
    {"s_ashr_i64", NULL, 64, 64, 32, shift, 2, 0},
    {"s_bfm_b32", NULL, 32, 32, 32, mask, 0, 0},
    {"s_bfm_b64", NULL, 64, 32, 32, mask, 0, 0},
    {"s_bfe_u32", NULL, 32, 32, 32, field, 0, 0},
    {"s_bfe_i32", NULL, 32, 32, 32, field, 1, 0},
    {"s_bfe_u64", NULL, 64, 64, 32, field, 0, 0},
    {"s_bfe_i64", NULL, 64, 64, 32, field, 1, 0},
    {"s_cselect_b32", NULL, 32, 32, 32, select_one, 0, 0},
    {"s_cselect_b64", NULL, 64, 64, 64, select_one, 0, 0},
    {"s_pack_ll_b32_b16", NULL, 32, 32, 32, pack, 0, 0},
    {"s_pack_lh_b32_b16", NULL, 32, 32, 32, pack, 2, 0},
    {"s_pack_hh_b32_b16", NULL, 32, 32, 32, pack, 3, 0},
    {"s_pack_hl_b32_b16", NULL, 32, 32, 32, pack, 1, ON_GFX11 | ON_GFX12},

    {"s_mov_b32", NULL, 32, 32, 0, move, 0, 0},
    {"s_mov_b64", NULL, 64, 64, 0, move, 0, 0},
    {"s_cmov_b32", NULL, 32, 32, 0, move, 1, 0},
    {"s_cmov_b64", NULL, 64, 64, 0, move, 1, 0},
    {"s_not_b32", NULL, 32, 32, 0, bitwise, 0x3, 0},
    {"s_not_b64", NULL, 64, 64, 0, bitwise, 0x3, 0},
    {"s_abs_i32", NULL, 32, 32, 0, magnitude, 0, 0},
    {"s_sext_i32_i8", NULL, 32, 32, 0, extend, 8, 0},
    {"s_sext_i32_i16", NULL, 32, 32, 0, extend, 16, 0},
    {"s_bcnt0_i32_b32", NULL, 32, 32, 0, count, 0, 0},
    {"s_bcnt0_i32_b64", NULL, 32, 64, 0, count, 0, 0},
    {"s_bcnt1_i32_b32", NULL, 32, 32, 0, count, 1, 0},
    {"s_bcnt1_i32_b64", NULL, 32, 64, 0, count, 1, 0},
    {"s_ff0_i32_b32", NULL, 32, 32, 0, first, 0, ON_GFX90A | ON_GFX10},
    {"s_ff0_i32_b64", NULL, 32, 64, 0, first, 0, ON_GFX90A | ON_GFX10},
    {"s_ctz_i32_b32", "s_ff1_i32_b32", 32, 32, 0, first, 1, 0},
    {"s_ctz_i32_b64", "s_ff1_i32_b64", 32, 64, 0, first, 1, 0},
    {"s_clz_i32_u32", "s_flbit_i32_b32", 32, 32, 0, leading, 0, 0},
    {"s_clz_i32_u64", "s_flbit_i32_b64", 32, 64, 0, leading, 0, 0},
    {"s_cls_i32", "s_flbit_i32", 32, 32, 0, leading, 1, 0},
    {"s_cls_i32_i64", "s_flbit_i32_i64", 32, 64, 0, leading, 1, 0},
    {"s_brev_b32", NULL, 32, 32, 0, reversed, 0, 0},
    {"s_brev_b64", NULL, 64, 64, 0, reversed, 0, 0},
    {"s_wqm_b32", NULL, 32, 32, 0, quads, 4, 0},
    {"s_wqm_b64", NULL, 64, 64, 0, quads, 4, 0},
    {"s_quadmask_b32", NULL, 32, 32, 0, quads, 1, 0},
    {"s_quadmask_b64", NULL, 64, 64, 0, quads, 1, 0},
    {"s_bitreplicate_b64_b32", NULL, 64, 32, 0, doubled, 0, 0},
    {"s_bitset0_b32", NULL, 32, 32, 0, set_bit, 0, 0},
    {"s_bitset0_b64", NULL, 64, 32, 0, set_bit, 0, 0},
    {"s_bitset1_b32", NULL, 32, 32, 0, set_bit, 1, 0},
    {"s_bitset1_b64", NULL, 64, 32, 0, set_bit, 1, 0},
};
enum { SUBJECTS = sizeof subjects / sizeof subjects[0] };

/* ---- Running -------------------------------------------------------------------------------- */

enum { D = 20, A = 4, B = 8, ROUNDS = 200, FORMS = 4 };

/* The forms of a text: registers; the destination is the source; b, or a, a constant; a literal.
 * Where literals stand for 64 bits they are positive: how they extend is the assembler's matter. */
static const int64_t inline_constant = -16;
static const uint32_t literal = 0x6789abcd;

struct form {
    const char *a, *b; /* NULL: the register */
    bool over_a;       /* the destination is a's register */
};
static const struct form forms[FORMS] = {
    {NULL, NULL, false}, {NULL, NULL, true}, {NULL, "-16", false}, {"0x6789abcd", NULL, false}};

static bool is_on(const struct subject *subject, const struct scalar_target *target)
{
    return !subject->on || subject->on & target->on;
}

static unsigned add(struct harness *harness, const struct subject *u,
                    const struct scalar_target *target, const struct form *form)
{
    const char *name = u->older && target->on & (ON_GFX90A | ON_GFX10) ? u->older : u->name;
    bool constant_a = form->a || (form->b && !u->b);
    const char *a = constant_a ? form->a ? form->a : form->b : sgpr_name(A, u->a);
    const char *b = form->b ? form->b : sgpr_name(B, u->b);
    const char *d = sgpr_name(form->over_a ? A : D, u->d);
    return u->b ? harness_add(harness, "%s %s, %s, %s", name, d, a, b)
                : harness_add(harness, "%s %s, %s", name, d, a);
}

static void check(struct harness *harness, unsigned id, const struct subject *u,
                  const struct form *form, struct harness_random *random)
{
    static struct harness_state state;
    unsigned d = form->over_a ? A : D;
    scalar_state(random, harness, &state);
    sgpr_set(&state, A, 64, random_64(random));
    sgpr_set(&state, B, 64, random_64(random));
    struct sample sample = {.a = cut((wide)sgpr_get(&state, A, 64), u->a), .scc = state.scc};
    if (u->b)
        sample.b = cut((wide)sgpr_get(&state, B, 64), u->b);
    if (form->b && u->b)
        sample.b = cut(inline_constant, u->b);
    if (form->a || (form->b && !u->b))
        sample.a = form->a ? literal : cut(inline_constant, u->a);
    sample.d = sgpr_get(&state, d, u->d);
    uint32_t before[SGPR_COUNT];
    memcpy(before, state.sgpr, sizeof before);
    struct answer answer = {.scc = state.scc};
    u->expect(u, &sample, &answer);
    if (!harness_run(harness, id, &state)) {
        harness_fail(harness, id, 0, "%s", harness_fault(harness)->message);
        return;
    }
    uint64_t got = sgpr_get(&state, d, u->d);
    if (got != answer.value || state.scc != answer.scc)
        harness_fail(harness, id, 0, "a %#llx b %#llx scc %d: %#llx scc %d, not %#llx scc %d",
                     (unsigned long long)sample.a, (unsigned long long)sample.b, sample.scc,
                     (unsigned long long)got, state.scc, (unsigned long long)answer.value,
                     answer.scc);
    memcpy(&before[d], &got, u->d / 8);
    if (memcmp(before, state.sgpr, sizeof before) != 0)
        harness_fail(harness, id, 0, "it writes other registers, too");
}

static unsigned test_target(const struct scalar_target *target)
{
    struct harness *harness = harness_open(target->name, target->lanes);
    struct harness_random random = {7};
    static unsigned ids[SUBJECTS][FORMS];
    for (unsigned i = 0; i < SUBJECTS; i++) {
        for (unsigned f = 0; f < FORMS && is_on(&subjects[i], target); f++)
            ids[i][f] = add(harness, &subjects[i], target, &forms[f]);
    }
    harness_assemble(harness);
    for (unsigned i = 0; i < SUBJECTS; i++) {
        for (unsigned f = 0; f < FORMS && is_on(&subjects[i], target); f++) {
            for (unsigned round = 0; round < ROUNDS; round++)
                check(harness, ids[i][f], &subjects[i], &forms[f], &random);
        }
    }
    unsigned failures = harness_failures(harness);
    harness_close(harness);
    return failures;
}

/* S_ADDK, S_MULK, S_MOVK, S_CMOVK: the encoding's number is signed. */
static unsigned test_constants(const struct scalar_target *target)
{
    static const int numbers[] = {0, 1, -1, 0x7fff, -0x8000, 1234, -4321};
    enum { NUMBERS = sizeof numbers / sizeof numbers[0] };
    struct harness *harness = harness_open(target->name, target->lanes);
    struct harness_random random = {11};
    const char *add_name = target->on == ON_GFX12 ? "s_addk_co_i32" : "s_addk_i32";
    for (unsigned i = 0; i < NUMBERS; i++) {
        harness_add(harness, "%s s20, %#x", add_name, numbers[i] & 0xffff);
        harness_add(harness, "s_mulk_i32 s20, %#x", numbers[i] & 0xffff);
        harness_add(harness, "s_movk_i32 s20, %#x", numbers[i] & 0xffff);
        harness_add(harness, "s_cmovk_i32 s20, %#x", numbers[i] & 0xffff);
    }
    harness_assemble(harness);
    for (unsigned id = 0; id < 4 * NUMBERS; id++) {
        for (unsigned round = 0; round < ROUNDS; round++) {
            static struct harness_state state;
            wide k = numbers[id / 4];
            scalar_state(&random, harness, &state);
            wide old = as_signed(state.sgpr[20], 32);
            wide sum_of = old + k, values[] = {sum_of, old * k, k, state.scc ? k : old};
            bool scc = id % 4 ? state.scc : sum_of != as_signed(cut(sum_of, 32), 32);
            if (!harness_run(harness, id, &state))
                harness_fail(harness, id, 0, "%s", harness_fault(harness)->message);
            else if (state.sgpr[20] != cut(values[id % 4], 32) || state.scc != scc)
                harness_fail(harness, id, 0, "of %#llx: %#x scc %d", (unsigned long long)old,
                             state.sgpr[20], state.scc);
        }
    }
    unsigned failures = harness_failures(harness);
    harness_close(harness);
    return failures;
}

int main(void)
{
    unsigned failures = 0;
    for (unsigned i = 0; i < SCALAR_TARGETS; i++)
        failures += test_target(&scalar_targets[i]) + test_constants(&scalar_targets[i]);
    return failures > 0;
}
