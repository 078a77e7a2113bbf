/* Every way to write the address of every memory instruction does what the plain way does at the
 * same place.
 *
 *   test_emulator.forms.memory TARGET LANES          each STRIDE-th form
 *   test_emulator.forms.memory TARGET LANES --long   all of them
 *   test_emulator.forms.memory TARGET LANES --refused   likewise, and prints those that are refused
 *
 * The opcodes are those that LLVM decodes and libhipemu runs. A form runs three times: first on the
 * interpreter, then as code of the host. Registers and memory must be as the plain form leaves
 * them.
 */
#include "memory_form.h"
#include "one_program.h"

#include "core/space.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    STRIDE = 17,
    RUNS = 3,
    STATES = 16,
    PLAINS = 256,
    ITEMS = 400000, /* of a format */
    WINDOW = 4096,  /* bytes of memory and of LDS that are compared */
    SCRATCH_START = 512,
};

struct item {
    unsigned plain;
    struct memory_form form;
    unsigned id;
};

struct test {
    const char *target;
    unsigned lanes;
    bool is_long, shows;
    enum generation generation;
    struct decoder *decoder;
    struct program program; /* one instruction */
    uint32_t words[8];
    struct memory_plain plains[PLAINS];
    struct item items[ITEMS];
    unsigned plain_count, item_count, skipped;
    struct harness_random random;
    struct harness *harness;
    uint8_t *memory;
    struct harness_state states[STATES];
    uint8_t content[WINDOW], lds[WINDOW], scratch[HARNESS_SCRATCH * LANES_MAX];
    unsigned instructions, forms, refused, compared, faults, other, failures;
};

/* ---- Decoding -------------------------------------------------------------------------------- */

static bool decode(struct test *test, const struct memory_plain *plain,
                   const struct memory_form *form, struct op *op, char *text, size_t size)
{
    char message[256];
    for (unsigned i = 0; i < 8; i++)
        test->words[i] = 0xbf800000; /* s_nop 0 */
    unsigned words = memory_encode(plain, form, test->words);
    bool is_op =
        llvm_decoder.decode(test->decoder, &test->program, 0, op, message, sizeof message) &&
        op->dwords == words;
    llvm_decoder.print(test->decoder, &test->program, 0, text, size);
    return is_op;
}

static bool is_instruction(const char *text)
{
    return strcmp(text, "not an instruction") != 0;
}

static bool has_part(const char *text, const char *const *parts)
{
    for (; *parts; parts++) {
        if (strstr(text, *parts))
            return true;
    }
    return false;
}

/* Instructions without an address, or whose offset is not a part of it. */
static bool is_apart(const char *text)
{
    static const char *const parts[] = {"inv",      "wb",     "ds_swizzle", "nop",      "gws",
                                        "time",     "probe",  "dcache",     "prefetch", "ordered",
                                        "_tr_",     "format", "lds_",       "barrier",  "bvh",
                                        "ds_param", "direct", NULL};
    return has_part(text, parts);
}

static struct memory_form plain_form(enum memory_format format)
{
    return (struct memory_form){.has_vector = format != MEMORY_SCALAR, .scalar = CODE_OFF};
}

static bool find_plain(struct test *test, enum memory_format format, unsigned opcode, bool returns)
{
    static const char *const by_lane[] = {"addtid", "append", "consume", NULL}, *const loads[] = {
                                                                                    "_load_",
                                                                                    "_read", NULL};
    struct memory_plain plain = {.format = format,
                                 .opcode = opcode,
                                 .generation = test->generation,
                                 .form = plain_form(format)};
    struct op op;
    plain.form.hints = returns;
    bool is_op = false;
    for (unsigned fields = format == MEMORY_LDS ? 16 : 1; fields-- > 0 && !is_op;) {
        plain.lds_fields = fields; /* LLVM wants zeros in those that are not used */
        is_op = decode(test, &plain, &plain.form, &op, plain.text, sizeof plain.text);
    }
    plain.by_lane = has_part(plain.text, by_lane);
    plain.form.has_base = plain.by_lane && format == MEMORY_GLOBAL;
    plain.is_atomic = strstr(plain.text, "atomic") && format != MEMORY_LDS;
    plain.is_load = has_part(plain.text, loads) && !plain.is_atomic;
    plain.has_two = strstr(plain.text, "2addr") || strstr(plain.text, "read2") ||
                    strstr(plain.text, "write2") || strstr(plain.text, "wrxchg2");
    if (!is_instruction(plain.text) || is_apart(plain.text) || (returns && !plain.is_atomic))
        return false;
    if (!is_op) {
        test->other++;
        if (test->shows)
            printf("refused: %s\n", plain.text);
        return false;
    }
    if (test->plain_count < PLAINS)
        test->plains[test->plain_count++] = plain;
    return true;
}

/* ---- Forms ----------------------------------------------------------------------------------- */

static void add(struct test *test, unsigned plain, struct memory_form form)
{
    struct op op;
    char text[128];
    if ((!test->is_long && ++test->skipped % STRIDE) || test->item_count == ITEMS)
        return;
    bool is_op = decode(test, &test->plains[plain], &form, &op, text, sizeof text);
    test->forms += is_instruction(text);
    if (is_op)
        test->items[test->item_count++] = (struct item){.plain = plain, .form = form};
    else if (is_instruction(text))
        test->refused++;
    if (!is_op && is_instruction(text) && test->shows)
        printf("refused: %s\n", text);
}

/* Loads of up to a dword may go to LDS. Bases in M0 would be in the way. */
static bool may_go_to_lds(const struct test *test, const struct memory_plain *plain,
                          const struct memory_form *form)
{
    static const char *const wide[] = {"x2", "x3", "x4", "d16", NULL};
    bool is_global = plain->format == MEMORY_GLOBAL && test->generation <= GENERATION_GFX90A,
         is_buffer = plain->format == MEMORY_BUFFER && test->generation <= GENERATION_GFX10;
    return plain->is_load && !plain->by_lane && (is_global || is_buffer) &&
           !has_part(plain->text, wide) && form->scalar != 124 && form->scalar != 125;
}

/* Also with hints, with accumulators, and with a result in the address's registers. */
static void add_each(struct test *test, unsigned plain, struct memory_form form)
{
    const struct memory_plain *p = &test->plains[plain];
    add(test, plain, form);
    for (unsigned hints = 0; hints < 8; hints++) {
        struct memory_form hinted = form;
        hinted.hints = (uint8_t)(p->is_atomic ? (hints & 6u) | p->form.hints : hints);
        if (p->format != MEMORY_LDS)
            add(test, plain, hinted);
    }
    form.hints = p->form.hints;
    struct memory_form other = form;
    other.in_place = true;
    add(test, plain, other);
    other = form;
    other.to_lds = true;
    if (may_go_to_lds(test, p, &form))
        add(test, plain, other);
    other = form;
    other.accumulators = true;
    if (p->format != MEMORY_SCALAR && test->generation >= GENERATION_GFX90A &&
        test->generation < GENERATION_GFX10)
        add(test, plain, other);
}

/* The immediate offsets that every opcode of a format has: the chapters' ranges. */
static const int32_t *offsets_of(const struct test *test, const struct memory_plain *plain,
                                 unsigned *count)
{
    static const int32_t flat_9[] = {1, 4, 16, 2047, 4095}, flat_10[] = {1, 4, 16, 1023, 2047},
                         signed_12[] = {1, 4, 16, -1, -16, 2047, -2048},
                         signed_13[] = {1, 4, 16, -1, -16, 2048, 4095, -4096},
                         signed_24[] = {1, 4, 16, -1, -16, 4096, 0x7fffff, -0x800000},
                         lds[] = {1, 4, 0xff, 0x100, 0x0401, 0x8000, 0xeff0, 0x7fff},
                         pairs[] = {0x0100, 0x0001, 0x0304, 0x0505, 0x4041, 0x7776},
                         unsigned_12[] = {1, 4, 16, 48, 256, 2048, 4095},
                         scalar_20[] = {4, 64, 0xfffc, 0x80000, 0xffffc},
                         scalar_21[] = {4, 64, -4, -64, 0xffffc, -0x100000},
                         scalar_24[] = {4, 64, -4, -64, 0x7ffffc, -0x800000};
#define LIST(name) (*count = sizeof name / sizeof name[0], name)
    enum generation g = test->generation;
    bool is_gfx12 = g == GENERATION_GFX12;
    switch (plain->format) {
    case MEMORY_FLAT:
        return is_gfx12 ? LIST(signed_24) : g == GENERATION_GFX10 ? LIST(flat_10) : LIST(flat_9);
    case MEMORY_GLOBAL:
    case MEMORY_SCRATCH:
        return is_gfx12                ? LIST(signed_24)
               : g == GENERATION_GFX10 ? LIST(signed_12)
                                       : LIST(signed_13);
    case MEMORY_LDS: return plain->has_two ? LIST(pairs) : LIST(lds);
    case MEMORY_BUFFER: return LIST(unsigned_12);
    default:
        return is_gfx12               ? LIST(scalar_24)
               : g < GENERATION_GFX10 ? LIST(scalar_20)
                                      : LIST(scalar_21);
    }
#undef LIST
}

static void add_parts(struct test *test, unsigned plain, struct memory_form form)
{
    static const uint8_t codes[] = {CODE_OFF, MEMORY_OFFSET, 106, 0, 128, 128 + 16, 128 + 64};
    const enum memory_format format = test->plains[plain].format;
    for (unsigned i = 0; i < sizeof codes; i++) {
        form.scalar = codes[i] ? codes[i] : test->generation >= GENERATION_GFX11 ? 125 : 124;
        bool is_constant = form.scalar != CODE_OFF && form.scalar >= 128;
        if (is_constant && (format != MEMORY_BUFFER || test->generation == GENERATION_GFX12))
            continue;
        add_each(test, plain, form);
    }
}

/* Both parts, or neither, since gfx940 and gfx11; neither, on gfx10.3. */
static bool has_scratch_shape(enum generation generation, const struct memory_form *form)
{
    bool is_old = generation <= GENERATION_GFX90A, has_scalar = form->scalar != CODE_OFF;
    if (!form->has_vector && !has_scalar && (form->offset < 0 || form->offset > SCRATCH_START))
        return false; /* outside of scratch */
    if (form->has_vector == has_scalar && (is_old || generation == GENERATION_GFX10))
        return !has_scalar && generation == GENERATION_GFX10;
    return true;
}

/* The parts of an address, but for the offset. */
static void add_shapes(struct test *test, unsigned plain, int32_t offset)
{
    const struct memory_plain *p = &test->plains[plain];
    struct memory_form form = p->form;
    form.offset = offset;
    switch (p->format) {
    case MEMORY_FLAT:
    case MEMORY_LDS: add_each(test, plain, form); break;
    case MEMORY_GLOBAL:
        if (!p->by_lane)
            add_each(test, plain, form);
        form.has_base = true, add_each(test, plain, form);
        break;
    case MEMORY_SCALAR:
        if (offset >= 0 || !strstr(p->text, "buffer")) /* whose offsets are not negative */
            add_parts(test, plain, form);
        break;
    case MEMORY_SCRATCH:
        for (unsigned i = 0; i < 4; i++) {
            form.has_vector = i & 1;
            form.scalar = i & 2 ? MEMORY_OFFSET : CODE_OFF;
            if (has_scratch_shape(test->generation, &form))
                add_each(test, plain, form);
        }
        break;
    case MEMORY_BUFFER:
        for (unsigned i = 0; i < 4; i++) {
            form.has_vector = i & 1;
            form.has_index = i & 2;
            add_parts(test, plain, form);
        }
        break;
    case MEMORY_FORMATS: break;
    }
}

static void add_forms(struct test *test, unsigned plain)
{
    unsigned count;
    const int32_t *offsets = offsets_of(test, &test->plains[plain], &count);
    add_shapes(test, plain, 0);
    for (unsigned i = 0; i < count; i++)
        add_shapes(test, plain, offsets[i]);
}

/* ---- Places ---------------------------------------------------------------------------------- */

/* The lanes' places in the window: slots in any order, or side by side where lanes only read. */
static void draw_places(struct test *test, const struct memory_plain *plain,
                        const struct memory_form *form, uint32_t *out)
{
    unsigned mix = (unsigned)random_bits(&test->random) | 1u,
             kind = (unsigned)(random_bits(&test->random) >> 8) % 3;
    bool is_one = plain->format == MEMORY_SCALAR || plain->by_lane ||
                  (plain->format == MEMORY_BUFFER && !form->has_vector && !form->has_index) ||
                  (plain->format == MEMORY_SCRATCH && !form->has_vector);
    bool is_scratch = plain->format == MEMORY_SCRATCH;
    for (unsigned i = 0; i < test->lanes; i++) {
        uint32_t slot = is_one ? 7 : kind == 0 ? (i * mix) % 64 : i;
        uint32_t size = kind == 1 && plain->is_load && !form->has_index ? 4 : MEMORY_SLOT;
        out[i] = is_scratch ? SCRATCH_START + slot % 16 * MEMORY_SLOT : 1024 + slot * size;
        if (is_scratch && is_one && form->scalar == CODE_OFF)
            out[i] = (uint32_t)form->offset;
    }
}

/* ---- Runs ------------------------------------------------------------------------------------ */

static void draw_content(struct test *test)
{
    for (unsigned i = 0; i < WINDOW; i += 8) {
        uint64_t words[2] = {random_bits(&test->random), random_bits(&test->random)};
        memcpy(test->content + i, &words[0], sizeof words[0]);
        memcpy(test->lds + i, &words[1], sizeof words[1]);
    }
    for (unsigned i = 0; i < sizeof test->scratch; i++)
        test->scratch[i] = (uint8_t)(i * 37 + test->content[i % WINDOW]);
}

static size_t scratch_size(const struct test *test, const struct memory_plain *plain)
{
    return plain->format == MEMORY_SCRATCH ? (size_t)HARNESS_SCRATCH * test->lanes : 0;
}

static void fill(struct test *test, const struct memory_plain *plain)
{
    memcpy(test->memory, test->content, WINDOW);
    memcpy(harness_lds(test->harness) + MEMORY_LDS_START, test->lds, WINDOW);
    memcpy(harness_scratch(test->harness), test->scratch, scratch_size(test, plain));
}

/* The result's registers of |form|, and back: those of the plain form are in v80. */
static unsigned result_at(const struct memory_plain *plain, const struct memory_form *form)
{
    if (plain->format == MEMORY_BUFFER)
        return form->in_place ? MEMORY_ADDRESS : MEMORY_DATA;
    return form->in_place ? MEMORY_ADDRESS : MEMORY_RESULT;
}

static void copy_rows(uint32_t (*to)[LANES_MAX], uint32_t (*from)[LANES_MAX])
{
    memcpy(to, from, MEMORY_ROWS * sizeof to[0]);
}

/* The state of the plain form: the same data, and in the result's registers what |form| has there.
 */
static void set_plain(const struct memory_plain *plain, const struct memory_form *form,
                      struct harness_state *state)
{
    unsigned at = result_at(plain, form), plain_at = result_at(plain, &plain->form);
    if (form->accumulators) {
        copy_rows(&state->vgpr[MEMORY_DATA], &state->agpr[MEMORY_DATA]);
        copy_rows(&state->vgpr[MEMORY_SECOND], &state->agpr[MEMORY_SECOND]);
        copy_rows(&state->vgpr[plain_at], &state->agpr[at]);
    } else if (at != plain_at) {
        copy_rows(&state->vgpr[plain_at], &state->vgpr[at]);
    }
    if (plain->format == MEMORY_SCALAR && form->in_place)
        memcpy(&state->sgpr[MEMORY_TO_SCALAR], &state->sgpr[MEMORY_BASE],
               16 * sizeof state->sgpr[0]);
}

static void take_results(const struct memory_plain *plain, const struct memory_form *form,
                         struct harness_state *ended, struct harness_state *wanted)
{
    unsigned at = result_at(plain, form), plain_at = result_at(plain, &plain->form);
    uint32_t(*to)[LANES_MAX] = form->accumulators ? &wanted->agpr[at] : &wanted->vgpr[at];
    if (plain->format == MEMORY_SCALAR)
        memcpy(&wanted->sgpr[form->in_place ? MEMORY_BASE : MEMORY_TO_SCALAR],
               &ended->sgpr[MEMORY_TO_SCALAR], 16 * sizeof ended->sgpr[0]);
    else
        copy_rows(to, &ended->vgpr[plain_at]);
}

static void fail(struct test *test, const struct item *item, unsigned lane, const char *what,
                 unsigned at, uint32_t is, uint32_t wanted)
{
    char text[128];
    struct op op;
    decode(test, &test->plains[item->plain], &item->form, &op, text, sizeof text);
    harness_fail(test->harness, item->id, lane, "%s: %s%u is 0x%08x, not 0x%08x", text, what, at,
                 is, wanted);
}

static bool compare_rows(struct test *test, const struct item *item, const char *what,
                         const uint32_t (*is)[LANES_MAX], const uint32_t (*wanted)[LANES_MAX])
{
    for (unsigned i = 0; i < HARNESS_VGPRS; i++) {
        for (unsigned lane = 0; lane < test->lanes; lane++) {
            if (is[i][lane] != wanted[i][lane]) {
                fail(test, item, lane, what, i, is[i][lane], wanted[i][lane]);
                return false;
            }
        }
    }
    return true;
}

static void compare_bytes(struct test *test, const struct item *item, const char *what,
                          const uint8_t *is, const uint8_t *wanted, size_t size)
{
    for (unsigned i = 0; i < size; i++) {
        if (is[i] != wanted[i]) {
            fail(test, item, 0, what, i, is[i], wanted[i]);
            return;
        }
    }
}

static void compare(struct test *test, const struct item *item, const struct harness_state *is,
                    const struct harness_state *wanted)
{
    bool has_agprs = harness_device(test->harness)->target.info->has_agprs;
    if (!compare_rows(test, item, "v", is->vgpr, wanted->vgpr) ||
        (has_agprs && !compare_rows(test, item, "a", is->agpr, wanted->agpr)))
        return;
    for (unsigned i = 0; i < SGPR_COUNT; i++) {
        if (is->sgpr[i] != wanted->sgpr[i]) {
            fail(test, item, 0, "s", i, is->sgpr[i], wanted->sgpr[i]);
            return;
        }
    }
}

/* What a run leaves in memory. */
struct left {
    uint8_t memory[WINDOW], lds[WINDOW], scratch[HARNESS_SCRATCH * LANES_MAX];
};

static bool run_one(struct test *test, const struct memory_plain *plain, unsigned id,
                    struct harness_state *state, struct left *out)
{
    fill(test, plain);
    bool ran = harness_run(test->harness, id, state);
    memcpy(out->memory, test->memory, WINDOW);
    memcpy(out->lds, harness_lds(test->harness) + MEMORY_LDS_START, WINDOW);
    memcpy(out->scratch, harness_scratch(test->harness), scratch_size(test, plain));
    return ran;
}

enum { TO_LDS = 1024 }; /* where loads to LDS begin, from the part that is compared on */

/* Lane after lane, a dword each. */
static void expect_in_lds(const struct test *test, const struct memory_plain *plain,
                          const struct harness_state *ended, struct left *out)
{
    uint64_t exec = state_mask(ended, SGPR_EXEC);
    unsigned from = result_at(plain, &plain->form);
    for (unsigned lane = 0; lane < test->lanes; lane++) {
        if (exec >> lane & 1)
            memcpy(out->lds + TO_LDS + 4 * lane, &ended->vgpr[from][lane], 4);
    }
}

static void run(struct test *test, const struct item *item, unsigned turn)
{
    static struct harness_state is, wanted, plain_state;
    static struct left left, plain_left;
    const struct memory_plain *plain = &test->plains[item->plain];
    const struct memory_ground ground = {test->memory, test->lanes, test->generation};
    uint32_t places[LANES_MAX] = {0};
    is = test->states[random_bits(&test->random) % STATES];
    draw_places(test, plain, &item->form, places);
    memory_set_address(&ground, plain, &item->form, places, &is);
    if (item->form.to_lds) /* the offset counts in LDS, too */
        is.sgpr[SGPR_M0] = (MEMORY_LDS_START + TO_LDS - (uint32_t)item->form.offset) & 0xffff;
    wanted = plain_state = is;
    set_plain(plain, &item->form, &plain_state);
    memory_set_address(&ground, plain, &plain->form, places, &plain_state);
    if (plain->has_two)
        memory_set_second(plain, &item->form, &plain_state);
    bool plain_ran = run_one(test, plain, plain->id, &plain_state, &plain_left),
         ran = run_one(test, plain, item->id, &is, &left);
    if (ran != plain_ran)
        fail(test, item, 0, harness_fault(test->harness)->message, 0, ran, plain_ran);
    test->faults += turn == 0 && !ran && !plain_ran;
    if (!ran || !plain_ran)
        return;
    if (item->form.to_lds)
        expect_in_lds(test, plain, &plain_state, &plain_left);
    else
        take_results(plain, &item->form, &plain_state, &wanted);
    compare(test, item, &is, &wanted);
    compare_bytes(test, item, "memory's byte ", left.memory, plain_left.memory, WINDOW);
    compare_bytes(test, item, "LDS's byte ", left.lds, plain_left.lds, WINDOW);
    compare_bytes(test, item, "scratch's byte ", left.scratch, plain_left.scratch,
                  scratch_size(test, plain));
    test->compared += turn == 0;
}

/* Two addresses are two instructions, one after the other. */
static unsigned add_two(struct test *test, const struct memory_plain *plain)
{
    bool is_wide = strstr(plain->text, "b64"), is_new = test->generation >= GENERATION_GFX11;
    unsigned second = MEMORY_RESULT + (is_wide ? 2 : 1);
    const char *type = is_wide ? "b64" : "b32", *data = is_wide ? "v[32:33]" : "v32",
               *other = is_wide ? "v[40:41]" : "v40";
    char to[2][16];
    for (unsigned i = 0; i < 2; i++)
        snprintf(to[i], sizeof to[i], is_wide ? "v[%u:%u]" : "v%u", i ? second : MEMORY_RESULT,
                 (i ? second : MEMORY_RESULT) + 1);
    if (plain->is_load)
        return harness_add(test->harness, "ds_%s_%s %s, v16\nds_%s_%s %s, v18",
                           is_new ? "load" : "read", type, to[0], is_new ? "load" : "read", type,
                           to[1]);
    if (strstr(plain->text, "xchg"))
        return harness_add(test->harness, "ds_%s_rtn_%s %s, v16, %s\nds_%s_rtn_%s %s, v18, %s",
                           is_new ? "storexchg" : "wrxchg", type, to[0], data,
                           is_new ? "storexchg" : "wrxchg", type, to[1], other);
    return harness_add(test->harness, "ds_%s_%s v16, %s\nds_%s_%s v18, %s",
                       is_new ? "store" : "write", type, data, is_new ? "store" : "write", type,
                       other);
}

static unsigned add_words(struct test *test, const struct memory_plain *plain,
                          const struct memory_form *form)
{
    uint32_t w[MEMORY_WORDS];
    if (memory_encode(plain, form, w) == 2)
        return harness_add(test->harness, ".long 0x%x\n.long 0x%x", w[0], w[1]);
    return harness_add(test->harness, ".long 0x%x\n.long 0x%x\n.long 0x%x", w[0], w[1], w[2]);
}

/* Runs what is noted, and forgets it. */
static void run_noted(struct test *test)
{
    test->harness = harness_open(test->target, test->lanes);
    test->memory = space_allocate(harness_device(test->harness), MEMORY_DEVICE, WINDOW, 256, 0,
                                  "the test", false);
    for (unsigned i = 0; i < test->plain_count; i++) {
        struct memory_plain *plain = &test->plains[i];
        plain->id = plain->has_two ? add_two(test, plain) : add_words(test, plain, &plain->form);
    }
    for (unsigned i = 0; i < test->item_count; i++)
        test->items[i].id =
            add_words(test, &test->plains[test->items[i].plain], &test->items[i].form);
    harness_assemble(test->harness);
    for (unsigned i = 0; i < STATES; i++) {
        random_state(&test->random, test->harness, &test->states[i]);
        state_set_mask(&test->states[i], SGPR_EXEC,
                       random_exec(&test->random, test->harness, i % 3));
    }
    draw_content(test);
    for (unsigned i = 0; i < test->item_count; i++) {
        for (unsigned turn = 0; turn < RUNS; turn++)
            run(test, &test->items[i], turn);
    }
    test->failures += harness_failures(test->harness);
    space_free(test->memory);
    harness_close(test->harness);
    test->instructions += test->plain_count;
    test->plain_count = test->item_count = 0;
}

static void test_format(struct test *test, enum memory_format format)
{
    for (unsigned opcode = 0; opcode < memory_opcodes(format, test->generation); opcode++) {
        for (unsigned returns = 0; returns < 2; returns++) {
            if (find_plain(test, format, opcode, returns))
                add_forms(test, test->plain_count - 1);
        }
    }
    run_noted(test);
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
                         .random = {20261202}};
    if (!one_program(test.target, test.lanes, test.words, sizeof test.words, &test.program,
                     &test.decoder))
        return 77;
    for (unsigned format = 0; format < MEMORY_FORMATS; format++)
        test_format(&test, (enum memory_format)format);
    printf("%s: %u instructions, and %u that are refused; %u forms: %u compared, %u refused, %u "
           "that fault\n",
           test.target, test.instructions, test.other, test.forms, test.compared, test.refused,
           test.faults);
    return test.failures != 0 || test.compared < test.forms / 4 * 3;
}
