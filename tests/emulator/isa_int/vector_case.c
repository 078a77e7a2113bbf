/* Vector cases: texts in all their forms, and what the modifiers do, apart from the emulator. */
#include "vector_case.h"

#include "core/instruction.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct {
    const char *target;
    unsigned lanes;
    enum generation generation;
} machines[] = {
    {"gfx90a", 64, GENERATION_GFX90A}, {"gfx1030", 32, GENERATION_GFX10},
    {"gfx1030", 64, GENERATION_GFX10}, {"gfx1100", 32, GENERATION_GFX11},
    {"gfx1100", 64, GENERATION_GFX11}, {"gfx1200", 32, GENERATION_GFX12},
    {"gfx942", 64, GENERATION_GFX940},
};

/* Where a case's operands are. */
enum { RESULT = 10, SOURCE = 20, SOURCE_STEP = 10, SCALAR = 40, MASK_IN = 20, MASK_OUT = 30 };

enum first { FIRST_VGPR, FIRST_SGPR, FIRST_CONSTANT }; /* what the first source is */
enum { CONSTANT = -7 };
enum moved { MOVED_NOT, MOVED_DPP, MOVED_DPP_BOUND };

struct sdwa {
    const char *text;
    uint8_t select[2], result, unused; /* 0 DWORD, 1 to 4 bytes, 5 and 6 words */
    bool sext[2];
};

static const struct sdwa sdwas[] = {
    {"dst_sel:WORD_1 dst_unused:UNUSED_PRESERVE src0_sel:BYTE_2 src1_sel:WORD_1",
     {3, 6},
     6,
     2,
     {0}},
    {"dst_sel:BYTE_1 dst_unused:UNUSED_SEXT src0_sel:WORD_0 src1_sel:BYTE_3", {5, 4}, 2, 1, {0, 1}},
    {"dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:BYTE_0 src1_sel:DWORD", {1, 0}, 0, 0, {1, 0}},
    {"dst_sel:BYTE_3 dst_unused:UNUSED_PAD src0_sel:DWORD src1_sel:BYTE_1", {0, 2}, 4, 0, {0, 0}},
};

/* One way to write a case. */
struct form {
    const struct vector_case *what;
    unsigned id;
    enum first first;
    bool clamp, in_place; /* the result's register is the first source's */
    uint8_t high;         /* op_sel: a bit a source, then the result's */
    uint8_t high_of_high; /* op_sel_hi */
    uint8_t neg_lo;
    enum moved moved;
    const struct sdwa *sdwa;
};

enum { FORMS = 4096 };

struct forms {
    struct form all[FORMS];
    unsigned count;
};

static const char *sources_of(const struct vector_case *c)
{
    return strchr(c->shape, ':') + 1;
}

static bool has_carry_out(const struct vector_case *c)
{
    return c->shape[1] == 'm';
}

static unsigned words_of(char letter)
{
    return letter == 'q' ? 2 : 1;
}

/* ---- Texts ----------------------------------------------------------------------------------- */

static void put(char *text, size_t size, const char *more)
{
    size_t used = strlen(text);
    snprintf(text + used, size - used, "%s%s", used && more[0] != ' ' ? ", " : "", more);
}

static void put_register(char *text, size_t size, char file, unsigned reg, unsigned words,
                         bool sext)
{
    char name[32];
    if (words == 1)
        snprintf(name, sizeof name, "%c%u", file, reg);
    else
        snprintf(name, sizeof name, "%c[%u:%u]", file, reg, reg + words - 1);
    if (sext) {
        char wrapped[48];
        snprintf(wrapped, sizeof wrapped, "sext(%s)", name);
        put(text, size, wrapped);
    } else {
        put(text, size, name);
    }
}

static void put_mask(char *text, size_t size, unsigned reg, bool is_vcc, unsigned lanes)
{
    if (is_vcc)
        put(text, size, lanes == 64 ? "vcc" : "vcc_lo");
    else
        put_register(text, size, 's', reg, lanes / 32, false);
}

static void put_bits(char *text, size_t size, const char *name, unsigned bits, unsigned count)
{
    char list[64] = "";
    for (unsigned i = 0; i < count; i++)
        snprintf(list + strlen(list), sizeof list - strlen(list), "%s%u", i ? "," : "",
                 bits >> i & 1);
    char all[96];
    snprintf(all, sizeof all, " %s:[%s]", name, list);
    put(text, size, all);
}

static const char *suffix_of(const struct form *form)
{
    return form->sdwa ? "_sdwa" : form->moved ? "_dpp" : "";
}

static void add_form(struct harness *harness, struct forms *forms, struct form form, unsigned lanes)
{
    const struct vector_case *c = form.what;
    const char *sources = sources_of(c);
    unsigned count = (unsigned)strlen(sources);
    bool is_vcc = form.sdwa || form.moved; /* on gfx9 and gfx10 their mask is always VCC */
    char text[256] = "", line[384];
    put_register(text, sizeof text, 'v', form.in_place ? SOURCE : RESULT, words_of(c->shape[0]),
                 false);
    if (has_carry_out(c))
        put_mask(text, sizeof text, MASK_OUT, is_vcc, lanes);
    for (unsigned i = 0; i < count; i++) {
        bool sext = form.sdwa && i < 2 && form.sdwa->sext[i] && !(c->flags & CASE_FLOAT);
        if (sources[i] == 'm')
            put_mask(text, sizeof text, MASK_IN, is_vcc, lanes);
        else if (i == 0 && form.first == FIRST_SGPR)
            put_register(text, sizeof text, 's', SCALAR, words_of(sources[0]), false);
        else if (i == 0 && form.first == FIRST_CONSTANT)
            put(text, sizeof text, "-7");
        else
            put_register(text, sizeof text, 'v', SOURCE + i * SOURCE_STEP, words_of(sources[i]),
                         sext);
    }
    unsigned vectors = count - (count > 0 && sources[count - 1] == 'm');
    bool is_packed = sources[0] == 'p' && !(c->flags & CASE_ACCUMULATES);
    if (form.high)
        put_bits(text, sizeof text, "op_sel", form.high, vectors + !is_packed);
    if (is_packed && form.high_of_high != (1u << vectors) - 1)
        put_bits(text, sizeof text, "op_sel_hi", form.high_of_high, vectors);
    if (form.neg_lo)
        put_bits(text, sizeof text, "neg_lo", form.neg_lo, vectors);
    if (form.moved)
        put(text, sizeof text, " row_shr:3 row_mask:0xf bank_mask:0xd");
    if (form.moved == MOVED_DPP_BOUND)
        put(text, sizeof text, " bound_ctrl:1");
    if (form.sdwa) {
        /* a VOP1 has no second source to select from */
        char copy[128];
        snprintf(copy, sizeof copy, " %s", form.sdwa->text);
        if (vectors == 1)
            *strstr(copy, " src1_sel") = '\0';
        put(text, sizeof text, copy);
    }
    if (form.clamp)
        put(text, sizeof text, " clamp");
    snprintf(line, sizeof line, "%s%s %s", c->name, suffix_of(&form), text);
    if (forms->count == FORMS) {
        fprintf(stderr, "more than %d forms\n", FORMS);
        exit(1);
    }
    form.id = harness_add(harness, "%s", line);
    forms->all[forms->count++] = form;
}

/* Every form that |c| has on a target. */
static void add_forms(struct harness *harness, struct forms *forms, const struct vector_case *c,
                      unsigned lanes, enum generation generation)
{
    bool is_gfx9 = generation < GENERATION_GFX10;
    bool is_e32 = c->flags & CASE_E32 || (is_gfx9 && c->flags & CASE_E32_GFX9);
    bool is_wide = strchr(c->shape, 'q') != NULL;
    const char *sources = sources_of(c);
    unsigned vectors = (unsigned)strspn(sources, "whqp");
    struct form plain = {.what = c, .high_of_high = (uint8_t)((1u << vectors) - 1)}, form = plain;
#define ADD() add_form(harness, forms, form, lanes), form = plain
    ADD();
    if (!is_gfx9 || !sources[vectors]) /* one scalar an instruction */
        form.first = FIRST_SGPR, ADD();
    form.first = FIRST_CONSTANT, ADD();
    if (words_of(c->shape[0]) == words_of(sources[0]))
        form.in_place = true, ADD();
    if (c->flags & CASE_CLAMP)
        form.clamp = true, ADD();
    bool has_op_sel = is_gfx9 ? (c->flags & CASE_OP_SEL_GFX9) != 0 : (c->flags & CASE_OP_SEL) != 0;
    if (has_op_sel) {
        for (unsigned i = 0; i < vectors + (c->shape[0] == 'h'); i++) {
            if (i == vectors || sources[i] == 'h')
                form.high = (uint8_t)(1u << i), ADD();
        }
    }
    bool has_halves = sources[0] == 'p' && !(c->flags & CASE_ACCUMULATES);
    /* of dot products gfx940's assembler knows none */
    if (has_halves && (c->shape[0] == 'p' || generation != GENERATION_GFX940)) {
        for (unsigned i = 0; i < vectors && sources[i] == 'p'; i++) {
            form.high = (uint8_t)(1u << i), ADD();
            form.high_of_high = (uint8_t)(plain.high_of_high & ~(1u << i)), ADD();
        }
    }
    for (unsigned i = 1; i < 4 && c->flags & CASE_SIGNEDNESS; i++)
        form.neg_lo = (uint8_t)i, ADD();
    if (is_e32 && !is_wide) {
        form.moved = MOVED_DPP, ADD();
        form.moved = MOVED_DPP_BOUND, ADD();
    }
    bool has_sdwa = generation <= GENERATION_GFX10 && is_e32 && !is_wide &&
                    !(c->flags & (CASE_ACCUMULATES | CASE_FLOAT));
    for (unsigned i = 0; i < sizeof sdwas / sizeof sdwas[0] && has_sdwa; i++)
        form.sdwa = &sdwas[i], ADD();
#undef ADD
}

/* ---- Expectations ---------------------------------------------------------------------------- */

static uint64_t part(uint64_t v, unsigned select, bool sext)
{
    if (select == 0)
        return v;
    unsigned bits = select >= 5 ? 16 : 8, shift = bits * (select - (bits == 16 ? 5 : 1));
    uint64_t value = v >> shift & ((1u << bits) - 1);
    bool is_negative = value >> (bits - 1);
    return sext && is_negative ? (value | ~0ull << bits) & 0xffffffff : value;
}

static uint64_t source_bits(const struct form *form, const struct harness_state *s, unsigned index,
                            unsigned lane)
{
    char letter = sources_of(form->what)[index];
    if (index == 0 && form->first == FIRST_SGPR)
        return letter == 'q' ? state_mask(s, SCALAR) : s->sgpr[SCALAR];
    if (index == 0 && form->first == FIRST_CONSTANT)
        return letter == 'q' ? (uint64_t)(int64_t)CONSTANT : (uint32_t)CONSTANT;
    unsigned reg = SOURCE + index * SOURCE_STEP;
    return letter == 'q' ? state_pair(s, reg, lane) : s->vgpr[reg][lane];
}

/* What the instruction sees as its |index|-th source. */
static uint64_t source_value(const struct form *form, const struct harness_state *s, unsigned index,
                             unsigned lane)
{
    char letter = sources_of(form->what)[index];
    uint64_t v = source_bits(form, s, index, lane);
    if (form->sdwa && index < 2)
        v = part(v, form->sdwa->select[index],
                 form->sdwa->sext[index] && !(form->what->flags & CASE_FLOAT));
    if (letter == 'h')
        return (form->high >> index & 1 ? v >> 16 : v) & 0xffff;
    if (letter == 'p') {
        uint64_t low = form->high >> index & 1 ? v >> 16 : v;
        uint64_t high = form->high_of_high >> index & 1 ? v >> 16 : v;
        return (low & 0xffff) | (high & 0xffff) << 16;
    }
    return v;
}

/* The lane that |lane| reads its first source from, or -1. */
static int source_lane(const struct form *form, unsigned lane, uint64_t exec)
{
    if (!form->moved)
        return (int)lane;
    int from = (lane & 15) >= 3 ? (int)lane - 3 : -1;
    return from >= 0 && exec >> from & 1 ? from : -1;
}

static bool is_written(const struct form *form, unsigned lane, uint64_t exec)
{
    if (!(exec >> lane & 1))
        return false;
    if (!form->moved)
        return true;
    bool is_in_bank = (lane / 4 & 3) != 1; /* bank_mask:0xd */
    return is_in_bank && (source_lane(form, lane, exec) >= 0 || form->moved == MOVED_DPP_BOUND);
}

static uint64_t merged(const struct form *form, uint64_t old, uint64_t value,
                       enum generation generation)
{
    char letter = form->what->shape[0];
    if (letter == 'h')
        value &= 0xffff;
    if (form->sdwa) {
        unsigned select = form->sdwa->result;
        unsigned bits = select >= 5 ? 16 : 8, shift = bits * (select - (bits == 16 ? 5 : 1));
        if (select == 0)
            return value & 0xffffffff;
        uint64_t mask = ((1ull << bits) - 1) << shift, placed = value << shift & mask;
        if (form->sdwa->unused == 2)
            return (old & ~mask & 0xffffffff) | placed;
        if (form->sdwa->unused == 1 && placed >> (shift + bits - 1) & 1)
            placed |= ~0ull << (shift + bits);
        return placed & 0xffffffff;
    }
    if (letter == 'h') {
        unsigned count = (unsigned)strspn(sources_of(form->what), "whqp");
        if (form->high >> count & 1)
            return (old & 0xffff) | value << 16;
        bool zeroes = generation < GENERATION_GFX10 && form->what->flags & CASE_ZERO_HIGH;
        return (zeroes ? 0 : old & 0xffff0000) | value;
    }
    return letter == 'q' ? value : value & 0xffffffff;
}

static struct operands operands_of(const struct form *form, const struct harness_state *s,
                                   unsigned lane, unsigned lanes, uint64_t exec)
{
    const char *sources = sources_of(form->what);
    struct operands o = {.clamp = form->clamp, .lane = lane, .lanes = lanes};
    unsigned count = 0;
    bool is_vcc = form->sdwa || form->moved;
    for (; sources[count] && sources[count] != 'm'; count++) {
        int from = count == 0 ? source_lane(form, lane, exec) : (int)lane;
        o.v[count] = from < 0 ? 0 : source_value(form, s, count, (unsigned)from);
    }
    if (sources[count] == 'm')
        o.carry = state_mask(s, is_vcc ? SGPR_VCC : MASK_IN) >> lane & 1;
    if (form->what->flags & CASE_ACCUMULATES)
        o.v[count] = s->vgpr[form->in_place ? SOURCE : RESULT][lane];
    o.is_signed[0] = form->neg_lo & 1;
    o.is_signed[1] = form->neg_lo >> 1 & 1;
    return o;
}

static void check(struct harness *harness, const struct form *form,
                  const struct harness_state *before, const struct harness_state *after,
                  unsigned lanes, enum generation generation)
{
    unsigned reg = form->in_place ? SOURCE : RESULT;
    bool is_wide = form->what->shape[0] == 'q', is_vcc = form->sdwa || form->moved;
    unsigned mask_reg = is_vcc ? SGPR_VCC : MASK_OUT;
    uint64_t exec = state_mask(before, SGPR_EXEC), carries = 0;
    for (unsigned lane = 0; lane < lanes; lane++) {
        struct operands o = operands_of(form, before, lane, lanes, exec);
        struct expected e = form->what->expect(&o);
        uint64_t old = is_wide ? state_pair(before, reg, lane) : before->vgpr[reg][lane];
        uint64_t got = is_wide ? state_pair(after, reg, lane) : after->vgpr[reg][lane];
        bool writes = is_written(form, lane, exec);
        uint64_t want = writes ? merged(form, old, e.value, generation) : old;
        carries |= (uint64_t)(writes && e.carry) << lane;
        if (got != want)
            harness_fail(
                harness, form->id, lane, "%#llx, %#llx, %#llx: expected %#llx, got %#llx%s",
                (unsigned long long)o.v[0], (unsigned long long)o.v[1], (unsigned long long)o.v[2],
                (unsigned long long)want, (unsigned long long)got, writes ? "" : " (inactive)");
    }
    if (!has_carry_out(form->what))
        return;
    uint64_t all = lanes == 64 ? ~0ull : 0xffffffff;
    uint64_t got = state_mask(after, mask_reg) & all;
    if (got != carries)
        harness_fail(harness, form->id, 0, "mask: expected %#llx, got %#llx",
                     (unsigned long long)carries, (unsigned long long)got);
}

static void run_form(struct harness *harness, const struct form *form, unsigned lanes,
                     enum generation generation)
{
    enum { ROUNDS = 8 };
    static struct harness_state before, after;
    struct harness_random random = {form->id + 1};
    random_state(&random, harness, &before);
    for (unsigned round = 0; round < ROUNDS; round++) {
        for (unsigned i = 0; i < 4; i++) {
            unsigned reg = SOURCE + i * SOURCE_STEP;
            for (unsigned lane = 0; lane < lanes; lane++) {
                uint64_t pair = random_64(&random);
                before.vgpr[reg][lane] = random_32(&random);
                before.vgpr[reg + 1][lane] = random_32(&random);
                if (round & 1) {
                    before.vgpr[reg][lane] = (uint32_t)pair;
                    before.vgpr[reg + 1][lane] = (uint32_t)(pair >> 32);
                }
            }
        }
        before.sgpr[SCALAR] = random_32(&random);
        before.sgpr[SCALAR + 1] = random_32(&random);
        state_set_mask(&before, SGPR_VCC, random_bits(&random));
        state_set_mask(&before, MASK_IN, random_bits(&random));
        state_set_mask(&before, SGPR_EXEC, random_exec(&random, harness, round));
        after = before;
        if (!harness_run(harness, form->id, &after)) {
            harness_fail(harness, form->id, 0, "%s", harness_fault(harness)->message);
            return;
        }
        check(harness, form, &before, &after, lanes, generation);
    }
}

unsigned vector_cases_run(const struct vector_case *cases, size_t count)
{
    static struct forms forms;
    unsigned failures = 0;
    for (size_t m = 0; m < sizeof machines / sizeof machines[0]; m++) {
        unsigned lanes = machines[m].lanes;
        struct harness *harness = harness_open(machines[m].target, lanes);
        forms.count = 0;
        for (size_t i = 0; i < count; i++) {
            if (cases[i].on >> machines[m].generation & 1)
                add_forms(harness, &forms, &cases[i], lanes, machines[m].generation);
        }
        harness_assemble(harness);
        for (unsigned i = 0; i < forms.count; i++)
            run_form(harness, &forms.all[i], lanes, machines[m].generation);
        printf("%s, wave%u: %u forms\n", machines[m].target, lanes, forms.count);
        failures += harness_failures(harness);
        harness_close(harness);
    }
    return failures;
}
