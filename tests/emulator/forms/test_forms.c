/* Every way to write the operands of every instruction does what the plain way does with what these
 * operands mean.
 *
 *   test_emulator.forms TARGET LANES          each STRIDE-th form
 *   test_emulator.forms TARGET LANES --long   all of them, and many mixed ones
 *   test_emulator.forms TARGET LANES --refused   likewise, and prints those that are refused
 *
 * The opcodes are those that LLVM decodes. Each form runs from two states: first on the
 * interpreter, then as code of the host, where there is one.
 */
#include "form.h"
#include "one_program.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { STRIDE = 10, STATES = 16, RUNS = 2, CHUNK = 40000, REASONS = 16, PLAINS = 1024 };

struct item {
    const struct plain *plain;
    struct form form;
    unsigned id;
};

struct reason {
    const char *why;
    unsigned count;
};

struct test {
    const char *target;
    unsigned lanes;
    bool is_long, shows;
    enum generation generation;
    struct decoder *decoder;
    struct program program; /* one instruction */
    uint32_t words[8];
    struct plain plains[PLAINS]; /* of one format */
    unsigned plain_ids[PLAINS], plain_count;
    struct item items[CHUNK];
    unsigned item_count;
    struct harness_state states[STATES];
    struct harness_random random;
    unsigned skipped; /* of the next STRIDE forms */
    unsigned instructions, refused_instructions, forms, compared, refused, failures;
    struct reason reasons[REASONS];
};

/* ---- Decoding -------------------------------------------------------------------------------- */

static bool decode(struct test *test, const struct plain *plain, const struct form *form,
                   struct op *op)
{
    char message[256];
    form_encode(plain, form, test->words);
    for (unsigned i = WORDS; i < 8; i++)
        test->words[i] = 0xbf800000; /* s_nop 0 */
    return llvm_decoder.decode(test->decoder, &test->program, 0, op, message, sizeof message) &&
           !op->dual;
}

/* Whether the encoding that was decoded last is an instruction, for LLVM. */
static bool is_instruction(struct test *test, char *text, size_t size)
{
    llvm_decoder.print(test->decoder, &test->program, 0, text, size);
    return strcmp(text, "not an instruction") != 0;
}

static unsigned field_register(const struct plain *plain, unsigned field)
{
    if (plain->scalar_fields >> field & 1)
        return MASK + 4 * field;
    return (plain->format >= FORMAT_SOP1 ? SOURCE_SGPR + 16 * field : form_vgpr(field));
}

/* Finds the op's source of each field; false if one is not there. */
static bool match_fields(struct plain *plain)
{
    for (unsigned i = 0; i < FIELDS; i++) {
        plain->source_of[i] = -1;
        for (unsigned k = 0; k < plain->op.source_count && plain->used_fields >> i & 1; k++) {
            const struct operand *s = &plain->op.src[k];
            bool is_scalar = plain->format >= FORMAT_SOP1 || plain->scalar_fields >> i & 1;
            if (s->kind == (is_scalar ? OPERAND_SGPR : OPERAND_VGPR) &&
                s->reg == field_register(plain, i))
                plain->source_of[i] = (int)k;
        }
        if (plain->used_fields >> i & 1 && plain->source_of[i] < 0)
            return false;
    }
    return true;
}

static const struct {
    unsigned fields, opcodes;
} formats[] = {
    [FORMAT_VOP1] = {1, 256},  [FORMAT_VOP2] = {2, 62},   [FORMAT_VOPC] = {2, 256},
    [FORMAT_VOP3] = {3, 1024}, [FORMAT_VOP3P] = {3, 128}, [FORMAT_SOP1] = {1, 256},
    [FORMAT_SOP2] = {2, 96},   [FORMAT_SOPC] = {2, 128},
};

/* Instructions whose state is more than registers, and those that write their source. */
static bool is_apart(const char *text)
{
    static const char *const parts[] = {"pc_b64",  "movrel",  "rfe",   "swap",
                                        "sendmsg", "barrier", "sleep", "alloc",
                                        "s_get",   "s_wait",  "call",  "accvgpr"};
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++) {
        if (strstr(text, parts[i]))
            return true;
    }
    return false;
}

/* The plain form of an opcode: as many sources as LLVM takes, vector registers where it can be.
 * False if LLVM takes no plain form. */
static bool find_plain(struct test *test, enum format format, unsigned opcode, struct plain *plain)
{
    static const unsigned results[] = {RESULT_VGPR, SGPR_EXEC};
    char known[sizeof plain->text] = "";
    bool is_known = false;
    for (unsigned used = (1u << formats[format].fields) - 1; used > 0; used >>= 1) {
        for (unsigned scalar = 0; scalar <= used; scalar++) {
            for (unsigned i = 0; i < 2; i++) {
                *plain = (struct plain){.format = format,
                                        .opcode = opcode,
                                        .generation = test->generation,
                                        .used_fields = used,
                                        .scalar_fields = scalar,
                                        .result = results[i],
                                        .source_of = {-1, -1, -1}};
                struct form form = form_plain(plain);
                for (unsigned tries = 0; tries < 2;
                     tries++) { /* products of matrices lack op_sel */
                    bool decodes = decode(test, plain, &form, &plain->op);
                    bool is_here = is_instruction(test, plain->text, sizeof plain->text);
                    is_known |= is_here;
                    if (is_here)
                        memcpy(known, plain->text, sizeof known);
                    form = form_plain(plain);
                    if (decodes && match_fields(plain))
                        return !is_apart(plain->text);
                }
            }
        }
    }
    test->refused_instructions += is_known && !is_apart(known);
    if (is_known && !is_apart(known) && test->shows)
        printf("refused instruction: %s\n", known);
    return false;
}

/* ---- Forms ----------------------------------------------------------------------------------- */

static void count_reason(struct test *test, const char *why)
{
    for (unsigned i = 0; i < REASONS; i++) {
        if (test->reasons[i].why && strcmp(test->reasons[i].why, why) != 0)
            continue;
        test->reasons[i].why = why;
        test->reasons[i].count++;
        return;
    }
}

/* A half is a register's highest bit. Where the operand is not a half, that names a register that
 * the harness does not have. */
static bool names_too_much(const struct op *op)
{
    bool is_beyond = op->dst.kind == OPERAND_VGPR && op->dst.reg >= HARNESS_VGPRS;
    for (unsigned i = 0; i < op->source_count; i++)
        is_beyond |= op->src[i].kind == OPERAND_VGPR && op->src[i].reg >= HARNESS_VGPRS;
    return is_beyond;
}

/* Notes |form| for the run, if it is an instruction. */
static void add(struct test *test, const struct plain *plain, const struct form *form)
{
    struct op op;
    char text[128];
    if (!test->is_long && ++test->skipped % STRIDE)
        return;
    if (test->item_count == CHUNK)
        return;
    if (!decode(test, plain, form, &op)) {
        bool is_here = is_instruction(test, text, sizeof text);
        test->forms += is_here;
        test->refused += is_here;
        if (is_here && test->shows)
            printf("refused: %s\n", text);
        return;
    }
    if (names_too_much(&op))
        return;
    test->forms++;
    const char *why = form_unknown(plain, form);
    if (why) {
        count_reason(test, why);
        return;
    }
    test->items[test->item_count++] = (struct item){.plain = plain, .form = *form};
}

static bool has_field(const struct plain *plain, unsigned field)
{
    return plain->source_of[field] >= 0 && !(plain->scalar_fields >> field & 1);
}

static void set_modifiers(struct source *s, unsigned bits)
{
    s->high ^= (bits & MODIFIER_HIGH) != 0;
    s->abs ^= (bits & MODIFIER_ABS) != 0;
    s->neg ^= (bits & MODIFIER_NEG) != 0;
    s->high_of_high ^= (bits & MODIFIER_HIGH_OF_HIGH) != 0;
}

/* |field| as |kind|, with every set of modifiers. */
static void add_kind(struct test *test, const struct plain *plain, unsigned field,
                     enum source_kind kind, unsigned code)
{
    const unsigned modifiers = form_modifiers(plain, field);
    for (unsigned bits = 0; bits < 16; bits++) {
        if (bits & ~modifiers)
            continue;
        struct form form = form_plain(plain);
        struct source *s = &form.src[field];
        s->kind = (uint8_t)kind;
        s->code = (uint8_t)code;
        set_modifiers(s, bits);
        add(test, plain, &form);
    }
}

static void add_sources(struct test *test, const struct plain *plain, unsigned field)
{
    bool is_short = plain->format <= FORMAT_VOPC;
    add_kind(test, plain, field, SOURCE_REGISTER, 0);
    if (is_short)
        add_kind(test, plain, field, SOURCE_HIGH_HALF, 0);
    if (is_short && field == 1)
        return; /* a vector register */
    if (plain->format < FORMAT_SOP1)
        add_kind(test, plain, field, SOURCE_SCALAR, 0);
    add_kind(test, plain, field, SOURCE_LITERAL, 0);
    for (unsigned code = 240; code <= 248; code++)
        add_kind(test, plain, field, SOURCE_CONSTANT, code);
    for (unsigned code = 128; code <= 208; code += test->is_long ? 1 : 16)
        add_kind(test, plain, field, SOURCE_CONSTANT, code);
}

/* Of products of matrices on CDNA, the bit is that of accumulators. */
static bool has_clamp(const struct plain *plain)
{
    return !strstr(plain->text, "mfma");
}

/* Every set of operands in accumulators, and a constant as what is added. */
static void add_accumulators(struct test *test, const struct plain *plain)
{
    for (unsigned i = 1; i < 8; i++) {
        struct form form = form_plain(plain);
        form.accumulators = (uint8_t)i;
        add(test, plain, &form);
        form.in_place = !(i & ACCUMULATOR_A) == !(i & ACCUMULATOR_RESULT);
        add(test, plain, &form);
        if (has_field(plain, 2) && !strstr(plain->text, "smfmac")) {
            form.src[2].kind = SOURCE_CONSTANT;
            form.src[2].code = (uint8_t)(i & 1 ? 129 : 242);
            add(test, plain, &form);
        }
    }
}

static void add_result(struct test *test, const struct plain *plain)
{
    struct form form = form_plain(plain);
    if (plain->op.dst.kind == OPERAND_VGPR)
        form.in_place = true, add(test, plain, &form);
    form = form_plain(plain);
    if (plain->format != FORMAT_VOP3P && form_has_half(plain))
        form.dst_high = true, add(test, plain, &form);
    if (plain->format <= FORMAT_VOPC)
        return;
    form = form_plain(plain);
    form.pads = true, add(test, plain, &form);
    form = form_plain(plain);
    if (has_clamp(plain))
        form.clamp = true, add(test, plain, &form);
    for (form = form_plain(plain); form.omod < 3 && plain->format == FORMAT_VOP3;)
        form.omod++, add(test, plain, &form);
}

static const uint16_t controls[] = {0x0e4, 0x01b, 0x093, 0x101, 0x10f, 0x111, 0x11f,
                                    0x121, 0x12f, 0x130, 0x134, 0x138, 0x13c, 0x140,
                                    0x141, 0x142, 0x143, 0x150, 0x15f, 0x160, 0x16f};

static void add_dpp(struct test *test, const struct plain *plain)
{
    for (unsigned i = 0; i < sizeof controls / sizeof controls[0]; i++) {
        struct form form = form_plain(plain);
        form.extension = EXTENSION_DPP;
        form.control = controls[i];
        add(test, plain, &form);
        form.bound = true, add(test, plain, &form);
        form.fetch_inactive = test->generation >= GENERATION_GFX10, add(test, plain, &form);
        form.row_mask = 0xa, form.bank_mask = 0x7, form.bound = i & 1;
        add(test, plain, &form);
        if (form_has_signs(plain, i & 1))
            form.src[i & 1].neg = i >> 1 & 1, form.src[i & 1].abs = i >> 2 & 1;
        add(test, plain, &form);
    }
    struct form form = form_plain(plain);
    form.extension = EXTENSION_DPP8;
    form.lanes = 0xfac688;
    add(test, plain, &form);
    form.lanes = 0x53977;
    form.fetch_inactive = true, add(test, plain, &form);
}

static void add_sdwa(struct test *test, const struct plain *plain)
{
    for (unsigned i = 0; i < 7 * 7 * 3; i++) {
        struct form form = form_plain(plain);
        form.extension = EXTENSION_SDWA;
        form.src[0].select = (uint8_t)(i % 7);
        form.src[1].select = (uint8_t)(has_field(plain, 1) ? (i / 2) % 7 : 6);
        form.dst_select = (uint8_t)(i / 7 % 7), form.dst_unused = (uint8_t)(i / 49);
        add(test, plain, &form);
        bool has_signs = form_has_signs(plain, i & 1);
        form.src[i & 1].sext = !has_signs, form.src[i & 1].neg = has_signs;
        add(test, plain, &form);
        form.src[i & 1].abs = has_signs, form.clamp = i & 2, add(test, plain, &form);
        form.omod = i & 3, form.src[i >> 1 & 1].kind = SOURCE_SCALAR, add(test, plain, &form);
    }
}

/* Everything at once, at random. */
static void add_mixed(struct test *test, const struct plain *plain)
{
    struct form form = form_plain(plain);
    uint64_t bits = random_bits(&test->random);
    for (unsigned i = 0; i < FIELDS; i++) {
        static const uint8_t kinds[] = {SOURCE_REGISTER, SOURCE_REGISTER, SOURCE_SCALAR,
                                        SOURCE_CONSTANT};
        struct source *s = &form.src[i];
        if (!has_field(plain, i))
            continue;
        s->kind = kinds[bits & 3];
        s->code = (uint8_t)(bits & 4 ? 240 + (bits >> 3) % 9 : 128 + (bits >> 3) % 81);
        set_modifiers(s, bits >> 12 & bits >> 16 & form_modifiers(plain, i));
        bits = bits >> 20 | bits << 44;
    }
    form.pads = bits & 1;
    form.in_place = bits >> 1 & 1 && plain->op.dst.kind == OPERAND_VGPR;
    form.dst_high = plain->format == FORMAT_VOP3 && form_has_half(plain) && (bits >> 2 & 7) == 0;
    form.clamp = has_clamp(plain) && (bits >> 5 & 7) == 0;
    add(test, plain, &form);
}

static void add_forms(struct test *test, const struct plain *plain)
{
    for (unsigned i = 0; i < FIELDS; i++) {
        if (has_field(plain, i))
            add_sources(test, plain, i);
    }
    if (plain->format >= FORMAT_SOP1)
        return;
    add_result(test, plain);
    if (strstr(plain->text, "mfma") || strstr(plain->text, "smfmac"))
        add_accumulators(test, plain);
    if (plain->format != FORMAT_VOP3P)
        add_dpp(test, plain);
    if (plain->format <= FORMAT_VOPC && test->generation <= GENERATION_GFX10)
        add_sdwa(test, plain);
    for (unsigned i = 0; plain->format >= FORMAT_VOP3 && i < (test->is_long ? 100 : 20); i++)
        add_mixed(test, plain);
}

/* ---- Runs ------------------------------------------------------------------------------------ */

static unsigned add_text(struct test *test, struct harness *h, const struct plain *plain,
                         const struct form *form)
{
    struct op op;
    decode(test, plain, form, &op);
    const uint32_t *w = test->words;
    if (op.dwords == 1)
        return harness_add(h, ".long 0x%x", w[0]);
    if (op.dwords == 2)
        return harness_add(h, ".long 0x%x\n.long 0x%x", w[0], w[1]);
    return harness_add(h, ".long 0x%x\n.long 0x%x\n.long 0x%x", w[0], w[1], w[2]);
}

static void fail(struct test *test, struct harness *h, const struct item *item, unsigned lane,
                 const char *what, unsigned at, uint32_t is, uint32_t wanted)
{
    char text[128];
    struct op op;
    decode(test, item->plain, &item->form, &op);
    is_instruction(test, text, sizeof text);
    harness_fail(h, item->id, lane, "%s: %s%u is 0x%08x, not 0x%08x", text, what, at, is, wanted);
}

static void compare(struct test *test, struct harness *h, const struct item *item,
                    const struct harness_state *is, const struct harness_state *wanted)
{
    for (unsigned i = 0; i < HARNESS_VGPRS; i++) {
        for (unsigned lane = 0; lane < test->lanes; lane++) {
            if (is->vgpr[i][lane] != wanted->vgpr[i][lane]) {
                fail(test, h, item, lane, "v", i, is->vgpr[i][lane], wanted->vgpr[i][lane]);
                return;
            }
        }
    }
    if (item->form.accumulators && memcmp(is->agpr, wanted->agpr, sizeof is->agpr) != 0)
        fail(test, h, item, 0, "an accumulator, not ", 0, 0, 0);
    for (unsigned i = 0; i < SGPR_COUNT; i++) {
        if (is->sgpr[i] != wanted->sgpr[i]) {
            fail(test, h, item, 0, "s", i, is->sgpr[i], wanted->sgpr[i]);
            return;
        }
    }
    if (is->scc != wanted->scc)
        fail(test, h, item, 0, "scc", 0, is->scc, wanted->scc);
}

/* One run of a form, and of its plain form. */
static void run(struct test *test, struct harness *h, const struct item *item,
                const struct harness_state *from)
{
    static struct harness_state is, plain, wanted;
    unsigned plain_id = test->plain_ids[item->plain - test->plains];
    is = wanted = *from;
    form_sources(item->plain, &item->form, test->lanes, from, &plain);
    bool ran = harness_run(h, item->id, &is), plain_ran = harness_run(h, plain_id, &plain);
    if (ran != plain_ran) {
        harness_fail(h, item->id, 0, "%s: %s", item->plain->text, harness_fault(h)->message);
        return;
    }
    form_results(item->plain, &item->form, test->lanes, &plain, &wanted);
    if (ran)
        compare(test, h, item, &is, &wanted);
}

static void run_item(struct test *test, struct harness *h, const struct item *item)
{
    enum { MODE_FLUSHES = 0x100 };
    unsigned first = (unsigned)random_bits(&test->random);
    for (unsigned i = 0; i < RUNS; i++) {
        struct harness_state *from = &test->states[(first + i) % STATES];
        from->mode = item->form.omod && i == 0 ? MODE_FLUSHES : HARNESS_MODE;
        run(test, h, item, from);
    }
    test->compared++;
}

static void run_chunk(struct test *test)
{
    struct harness *h = harness_open(test->target, test->lanes);
    for (unsigned i = 0; i < test->plain_count; i++) {
        struct form form = form_plain(&test->plains[i]);
        test->plain_ids[i] = add_text(test, h, &test->plains[i], &form);
    }
    for (unsigned i = 0; i < test->item_count; i++)
        test->items[i].id = add_text(test, h, test->items[i].plain, &test->items[i].form);
    harness_assemble(h);
    for (unsigned i = 0; i < STATES && test->compared == 0; i++) {
        random_state(&test->random, h, &test->states[i]);
        state_set_mask(&test->states[i], SGPR_EXEC, random_exec(&test->random, h, i % 3));
    }
    for (unsigned i = 0; i < test->item_count; i++)
        run_item(test, h, &test->items[i]);
    test->failures += harness_failures(h);
    harness_close(h);
    test->item_count = 0;
}

static void test_format(struct test *test, enum format format)
{
    const unsigned vop3p = 0x380; /* on gfx9, a part of VOP3 */
    unsigned opcodes = formats[format].opcodes;
    if (format == FORMAT_VOP3 && test->generation < GENERATION_GFX10)
        opcodes = vop3p;
    test->plain_count = 0;
    for (unsigned opcode = 0; opcode < opcodes; opcode++) {
        struct plain *plain = &test->plains[test->plain_count];
        if (!find_plain(test, format, opcode, plain))
            continue;
        test->plain_count++;
        test->instructions++;
        if (test->item_count > CHUNK * 3 / 4)
            run_chunk(test);
        add_forms(test, plain);
    }
    run_chunk(test);
}

int main(int argc, char **argv)
{
    static struct test test;
    if (argc < 3)
        return 2;
    const enum generation generation = generation_of(target_find(argv[1]));
    test = (struct test){.target = argv[1],
                         .lanes = (unsigned)atoi(argv[2]),
                         .is_long = argc > 3,
                         .shows = argc > 3 && strcmp(argv[3], "--refused") == 0,
                         .generation = generation,
                         .random = {20261130}};
    if (!one_program(test.target, test.lanes, test.words, sizeof test.words, &test.program,
                     &test.decoder))
        return 77;
    for (unsigned format = 0; format < FORMAT_COUNT; format++)
        test_format(&test, (enum format)format);
    printf("%s: %u instructions, and %u that are refused; %u forms: %u compared, %u refused\n",
           test.target, test.instructions, test.refused_instructions, test.forms, test.compared,
           test.refused);
    for (unsigned i = 0; i < REASONS && test.reasons[i].why; i++)
        printf("    %u not compared: %s\n", test.reasons[i].count, test.reasons[i].why);
    bool is_most = test.compared > test.forms / 4 * 3; /* LLVM 15 and 19: 82 % or more */
    if (!is_most)
        printf("too few forms are compared\n");
    return test.failures != 0 || !is_most;
}
