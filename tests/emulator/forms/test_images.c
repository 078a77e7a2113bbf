/* Every way to write the operands of loads and stores of images does what AMD's ISA documents say
 * of them: see "Image Instructions" in those of RDNA2 and RDNA3.
 *
 *   test_emulator.forms.images TARGET
 *
 * Each shape with each DMASK, its coordinates in registers side by side or apart ("NSA"), each hint
 * for caches, with and without UNRM, and a result in the registers of the address. Some lanes are
 * outside of the picture. Bits that are not emulated (R128, A16, D16, TFE, LWE) must be refused.
 */
#include "harness.h"
#include "one_program.h"

#include "core/space.h"

#include <stdio.h>
#include <stdlib.h>

enum {
    WIDTH = 64,
    HEIGHT = 2,
    DEPTH = 3,
    CHANNELS = 4, /* of 32 bits, which are integers */
    PITCH = WIDTH * CHANNELS,
    SLICE = PITCH * HEIGHT,
    DWORDS = SLICE * DEPTH,
    DATA = 80,
    FIRST = 16, /* the address side by side; else in |apart| */
    RESOURCE = 8,
    LANES = 32,
    WORDS = 3,
    RUNS = 2,
    ITEMS = 20000,
};

static const uint8_t apart[] = {FIRST, 40, 24, 50};

static const struct shape {
    const char *name;
    unsigned dim, type, axes; /* |axes| without the layer */
    bool is_layered;
} shapes[] = {{"1D", 0, 8, 1, false},
              {"2D", 1, 9, 2, false},
              {"3D", 2, 10, 3, false},
              {"1D array", 4, 12, 1, true},
              {"2D array", 5, 13, 2, true}};
enum { SHAPES = sizeof shapes / sizeof shapes[0] };

enum { BIT_R128 = 1, BIT_A16 = 2, BIT_D16 = 4, BIT_TFE = 8, BIT_LWE = 16 };

struct form {
    const struct shape *shape;
    bool is_store, has_level, is_apart, is_unnormalised, in_place;
    uint8_t dmask, hints, bits;
    unsigned id;
};

struct test {
    bool is_gfx11;
    struct decoder *decoder;
    struct program program; /* one instruction */
    uint32_t words[8];
    struct harness *harness;
    struct harness_random random;
    uint32_t *memory, content[DWORDS], wanted[DWORDS];
    struct form items[ITEMS];
    unsigned count, refused;
};

/* ---- Encodings ------------------------------------------------------------------------------- */

static unsigned coordinates_of(const struct form *form)
{
    return form->shape->axes + form->shape->is_layered + form->has_level;
}

static unsigned opcode_of(const struct test *test, const struct form *form)
{
    return (form->is_store ? test->is_gfx11 ? 6 : 8 : 0) + form->has_level;
}

static unsigned encode(const struct test *test, const struct form *form, uint32_t out[WORDS])
{
    uint32_t op = opcode_of(test, form), h = form->hints, b = form->bits,
             is_apart = form->is_apart && coordinates_of(form) > 1,
             unnormalised = form->is_unnormalised, r128 = b & BIT_R128 ? 1 : 0,
             a16 = b & BIT_A16 ? 1 : 0, d16 = b & BIT_D16 ? 1 : 0, tfe = b & BIT_TFE ? 1 : 0,
             lwe = b & BIT_LWE ? 1 : 0;
    out[0] = 0x3cu << 26 | op << 18 | (uint32_t)form->dmask << 8 | r128 << 15;
    out[1] = FIRST | (form->in_place ? FIRST : DATA) << 8 | RESOURCE / 4 << 16;
    out[2] = apart[1] | (uint32_t)apart[2] << 8 | (uint32_t)apart[3] << 16;
    if (test->is_gfx11) {
        out[0] |= is_apart | form->shape->dim << 2 | unnormalised << 7 | (h & 1) << 14 |
                  (h >> 1 & 1) << 12 | (h >> 2) << 13 | a16 << 16 | d16 << 17;
        out[1] |= tfe << 21 | lwe << 22;
    } else {
        out[0] |= is_apart << 1 | form->shape->dim << 3 | unnormalised << 12 | (h & 1) << 13 |
                  (h >> 1 & 1) << 25 | (h >> 2) << 7 | tfe << 16 | lwe << 17;
        out[1] |= a16 << 30 | d16 << 31;
    }
    return is_apart ? 3 : 2;
}

static bool decodes(struct test *test, const struct form *form, char *text, size_t size)
{
    struct op op;
    char message[256];
    for (unsigned i = 0; i < 8; i++)
        test->words[i] = 0xbf800000; /* s_nop 0 */
    unsigned words = encode(test, form, test->words);
    llvm_decoder.print(test->decoder, &test->program, 0, text, size);
    return llvm_decoder.decode(test->decoder, &test->program, 0, &op, message, sizeof message) &&
           op.dwords == words;
}

static void add(struct test *test, const struct form *form)
{
    char text[128];
    bool is_op = decodes(test, form, text, sizeof text);
    if (!is_op && !form->bits)
        printf("refused: %s\n", text);
    test->refused += !is_op;
    if (is_op && test->count < ITEMS)
        test->items[test->count++] = *form;
}

static void add_forms(struct test *test, struct form form)
{
    for (unsigned dmask = 1; dmask < 16; dmask++) {
        form.dmask = (uint8_t)dmask;
        for (unsigned i = 0; i < 8; i++) {
            form.hints = (uint8_t)i;
            form.is_apart = i & 1;
            form.is_unnormalised = i & 2;
            form.in_place = !form.is_store && i & 4;
            add(test, &form);
            form.hints = (uint8_t)(7 - i);
            add(test, &form);
        }
    }
    form.dmask = 0xf;
    form.hints = 0;
    form.in_place = form.is_apart = false;
    for (form.bits = BIT_R128; form.bits <= BIT_LWE; form.bits = (uint8_t)(form.bits << 1))
        add(test, &form);
}

/* ---- Runs ------------------------------------------------------------------------------------ */

static void set_resource(const struct test *test, const struct form *form,
                         struct harness_state *state)
{
    const uint64_t base = (uint64_t)(uintptr_t)test->memory;
    const bool is_flat = form->shape->type == 9;
    const uint32_t number = test->is_gfx11 ? 61 : 75, /* 32_32_32_32_UINT */
        last = WIDTH - 1, height = form->shape->axes == 1 ? 1 : HEIGHT;
    uint32_t *word = &state->sgpr[RESOURCE];
    memset(word, 0, 8 * sizeof *word);
    word[0] = (uint32_t)(base >> 8);
    word[1] = (uint32_t)(base >> 40) | number << 20 | (last & 3) << 30;
    word[2] = last >> 2 | (height - 1) << 14;
    word[3] = form->shape->type << 28 | 4 | 5 << 3 | 6 << 6 | 7 << 9; /* channels in order */
    word[4] = is_flat ? WIDTH - 1 : DEPTH - 1;
}

struct place {
    bool is_inside;
    unsigned dword;
};

static struct place draw_place(struct test *test, const struct form *form, unsigned lane,
                               struct harness_state *state)
{
    const struct shape *shape = form->shape;
    uint32_t bits = (uint32_t)random_bits(&test->random), place[3] = {0},
             at[3] = {lane * 2 + (bits & 1), bits >> 1 & 1, (bits >> 2) % DEPTH};
    unsigned next = 0, rows = shape->axes == 1 ? 1 : HEIGHT;
    if (bits >> 28 == 0)
        at[bits >> 8 & 1] = 0x80000000u >> (bits >> 9 & 15); /* far outside */
    for (unsigned i = 0; i < shape->axes; i++)
        place[i] = at[i];
    if (shape->is_layered)
        place[2] = at[2];
    for (unsigned i = 0; i < 3; i++) {
        bool is_given = i < shape->axes || (i == 2 && shape->is_layered);
        unsigned reg = form->is_apart ? apart[next] : FIRST + next;
        if (is_given)
            state->vgpr[reg][lane] = place[i], next++;
    }
    if (form->has_level)
        state->vgpr[form->is_apart ? apart[next] : FIRST + next][lane] = 0;
    return (struct place){place[0] < WIDTH && place[1] < rows && place[2] < DEPTH,
                          place[2] * PITCH * rows + place[1] * PITCH + place[0] * CHANNELS};
}

static void expect(struct test *test, const struct form *form, unsigned lane, struct place place,
                   struct harness_state *wanted)
{
    unsigned to = form->in_place ? FIRST : DATA;
    for (unsigned c = 0; c < CHANNELS; c++) {
        bool is_chosen = form->dmask >> c & 1;
        if (form->is_store && place.is_inside)
            test->wanted[place.dword + c] = is_chosen ? wanted->vgpr[to][lane] : 0;
        else if (!form->is_store && is_chosen)
            wanted->vgpr[to][lane] = place.is_inside ? test->content[place.dword + c] : 0;
        to += is_chosen;
    }
}

static void compare(struct test *test, const struct form *form, const struct harness_state *is,
                    const struct harness_state *wanted)
{
    for (unsigned i = 0; i < HARNESS_VGPRS; i++) {
        for (unsigned lane = 0; lane < LANES; lane++) {
            if (is->vgpr[i][lane] == wanted->vgpr[i][lane])
                continue;
            harness_fail(test->harness, form->id, lane, "%s, dmask 0x%x: v%u is 0x%x, not 0x%x",
                         form->shape->name, form->dmask, i, is->vgpr[i][lane],
                         wanted->vgpr[i][lane]);
            return;
        }
    }
    for (unsigned i = 0; i < DWORDS; i++) {
        if (test->memory[i] == test->wanted[i])
            continue;
        harness_fail(test->harness, form->id, 0, "%s, dmask 0x%x: dword %u is 0x%x, not 0x%x",
                     form->shape->name, form->dmask, i, test->memory[i], test->wanted[i]);
        return;
    }
}

static void run(struct test *test, const struct form *form, unsigned kind)
{
    static struct harness_state is, wanted;
    struct place places[LANES];
    random_state(&test->random, test->harness, &is);
    uint64_t exec = random_exec(&test->random, test->harness, kind);
    state_set_mask(&is, SGPR_EXEC, exec);
    set_resource(test, form, &is);
    for (unsigned lane = 0; lane < LANES; lane++)
        places[lane] = draw_place(test, form, lane, &is);
    wanted = is;
    memcpy(test->memory, test->content, sizeof test->content);
    memcpy(test->wanted, test->content, sizeof test->content);
    for (unsigned lane = 0; lane < LANES; lane++) {
        if (exec >> lane & 1)
            expect(test, form, lane, places[lane], &wanted);
    }
    bool ran = harness_run(test->harness, form->id, &is);
    if (ran && form->bits)
        harness_fail(test->harness, form->id, 0, "bits 0x%x are ignored", form->bits);
    else if (!ran && !form->bits)
        harness_fail(test->harness, form->id, 0, "%s", harness_fault(test->harness)->message);
    else if (ran)
        compare(test, form, &is, &wanted);
}

static void add_text(struct test *test, struct form *form)
{
    uint32_t w[WORDS];
    if (encode(test, form, w) == 2)
        form->id = harness_add(test->harness, ".long 0x%x\n.long 0x%x", w[0], w[1]);
    else
        form->id =
            harness_add(test->harness, ".long 0x%x\n.long 0x%x\n.long 0x%x", w[0], w[1], w[2]);
}

int main(int argc, char **argv)
{
    static struct test test;
    if (argc < 2)
        return 2;
    const enum generation generation = generation_of(target_find(argv[1]));
    test = (struct test){.is_gfx11 = generation == GENERATION_GFX11, .random = {20261203}};
    if (!one_program(argv[1], LANES, test.words, sizeof test.words, &test.program, &test.decoder))
        return 77;
    for (unsigned i = 0; i < SHAPES * 4; i++)
        add_forms(&test,
                  (struct form){.shape = &shapes[i / 4], .is_store = i & 1, .has_level = i & 2});
    test.harness = harness_open(argv[1], LANES);
    test.memory = space_allocate(harness_device(test.harness), MEMORY_DEVICE, sizeof test.content,
                                 256, 0, "the test", false);
    for (unsigned i = 0; i < DWORDS; i++)
        test.content[i] = (uint32_t)random_bits(&test.random);
    for (unsigned i = 0; i < test.count; i++)
        add_text(&test, &test.items[i]);
    harness_assemble(test.harness);
    for (unsigned i = 0; i < test.count * RUNS; i++)
        run(&test, &test.items[i / RUNS], i % RUNS);
    printf("%s: %u forms compared, %u refused\n", argv[1], test.count, test.refused);
    unsigned failures = harness_failures(test.harness);
    space_free(test.memory);
    harness_close(test.harness);
    return failures != 0 || test.count < 2000;
}
