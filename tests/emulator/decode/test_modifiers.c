/* No modifier is dropped: taking one away from a decoded instruction changes what it does, on some
 * operands. A field of the op that is set and that no driver looks at would be a modifier that the
 * decoder has understood, and that the emulator ignores.
 *
 * Arguments: a processor and the lanes of its waves.
 */
#include "core/device.h"
#include "core/dispatch.h"
#include "core/wave.h"
#include "decode/decoder.h"
#include "decode/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Encodings ----------------------------------------------------------------------------------
 *
 * Of every instruction that LLVM decodes for a target, with random operands and modifiers: each
 * pattern of the first dword's upper half, which holds the opcode or most of it, with other bits
 * drawn from a fixed seed.
 */

/* One encoding as a program of its own: decode dword 0 of it. */
struct encoding {
    struct program program;
    uint32_t dwords[6];
    struct decoder *decoder;
    char text[256]; /* LLVM's, without the blanks before */
};

struct random {
    uint64_t state;
};

static uint32_t draw_bits(struct random *random)
{
    random->state = random->state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(random->state >> 32);
}

/* SOP1 and VOP1 have their opcode in the lower half: bits 8 to 15, and 9 to 16. */
static bool has_low_opcode(uint32_t upper)
{
    return upper >> 7 == 0x17d || upper >> 9 == 0x3f;
}

/* The first source says that DPP or SDWA follow: in the first dword of the short encodings, in the
 * second one of VOP3. */
static void extend(struct random *random, uint32_t *dwords)
{
    static const uint32_t marks[] = {0xfa, 0xf9, 0xe9, 0xea};
    uint32_t mark = marks[draw_bits(random) % 4];
    if (dwords[0] >> 31 == 0)
        dwords[0] = (dwords[0] & ~0x1ffu) | mark;
    else
        dwords[1] = (dwords[1] & ~0x1ffu) | mark;
}

/* The three sources of VOP3 are VGPRs, even ones: those of pairs and more may have to be. */
static void choose_vgprs(struct random *random, uint32_t *dwords)
{
    uint32_t sources = 0;
    for (unsigned i = 0; i < 3; i++)
        sources |= (0x100 | (draw_bits(random) & 0x7c)) << 9 * i;
    dwords[1] = (dwords[1] & ~0x7ffffffu) | sources;
}

static void fill_dwords(struct random *random, uint32_t upper, unsigned index, uint32_t *dwords)
{
    uint32_t lower = draw_bits(random) & 0xffff;
    if (has_low_opcode(upper))
        lower = (lower & 0xff) | (index & 0xff) << 8;
    dwords[0] = upper << 16 | lower;
    for (unsigned i = 1; i < 4; i++)
        dwords[i] = draw_bits(random);
    dwords[4] = dwords[5] = 0xbf800000; /* s_nop 0 */
    switch (draw_bits(random) % 4) {
    case 0: break;
    case 1: extend(random, dwords); break;
    default:
        choose_vgprs(random, dwords);
        dwords[0] &= ~1u; /* and so is the result */
        break;
    }
}

/* The length of |text|'s mnemonic without what names its encoding: _e32, _e64, _dpp, _sdwa. */
static size_t mnemonic_size(const char *text)
{
    static const char *const suffixes[] = {"_e64_dpp", "_e32", "_e64", "_dpp", "_sdwa"};
    size_t size = strcspn(text, " \t");
    for (size_t i = 0; i < sizeof suffixes / sizeof suffixes[0]; i++) {
        size_t n = strlen(suffixes[i]);
        if (size > n && memcmp(text + size - n, suffixes[i], n) == 0)
            return size - n;
    }
    return size;
}

/* Calls |visit| for every encoding that is an instruction of |processor|, in waves of |lanes|, as
 * often as it comes up in |draws| draws a pattern; of the patterns that |wants| (all: NULL). Ends
 * the process with 77 when LLVM is missing. */
static void enumerate(const char *processor, unsigned lanes, bool (*wants)(uint32_t upper),
                      unsigned draws, void (*visit)(struct encoding *encoding, void *data),
                      void *data)
{
    static struct encoding encoding;
    struct random random = {20241119};
    struct codeobj_error error;
    const struct target_info *target = target_find(processor);
    encoding.program = (struct program){.target = target,
                                        .generation = generation_of(target),
                                        .image = (uint8_t *)encoding.dwords,
                                        .code_size = sizeof encoding.dwords,
                                        .decoding = &llvm_decoder};
    encoding.decoder = llvm_decoder.get(target, lanes, &error);
    if (!encoding.decoder) {
        printf("skipped: %s\n", error.message);
        exit(77);
    }
    for (uint32_t upper = 0; upper <= 0xffff; upper++) {
        if (wants && !wants(upper))
            continue;
        unsigned count = has_low_opcode(upper) ? 256 * ((draws + 3) / 4) : draws;
        for (unsigned i = 0; i < count; i++) {
            fill_dwords(&random, upper, i, encoding.dwords);
            llvm_decoder.print(encoding.decoder, &encoding.program, 0, encoding.text,
                               sizeof encoding.text);
            if (strcmp(encoding.text, "not an instruction") != 0)
                visit(&encoding, data);
        }
    }
}

enum { ROWS = 256 + 32, WRITTEN = 32, STATES = 64, KEYS = 1 << 16, TRIES = 12, ENOUGH = 5 };

/* ---- Taking modifiers away ------------------------------------------------------------------- */

/* Takes the |index|-th modifier away; false when |op| does not have it. Its name goes to |out|. */
static bool take(struct op *op, unsigned index, const char **out)
{
    static const char *const of_source[] = {"neg",    "abs",       "select", "sext",
                                            "op_sel", "op_sel_hi", "neg_hi"};
    enum { OF_SOURCE = sizeof of_source / sizeof of_source[0] };
    if (index < OF_SOURCE * 3) {
        struct operand *s = &op->src[index / OF_SOURCE];
        bool had = false;
        *out = of_source[index % OF_SOURCE];
        if (index / OF_SOURCE >= op->source_count)
            return false;
        switch (index % OF_SOURCE) {
        case 0: had = s->neg, s->neg = false; break;
        case 1: had = s->abs, s->abs = false; break;
        case 2: had = s->select != SELECT_DWORD, s->select = SELECT_DWORD; break;
        case 3: had = s->sext && s->select != SELECT_DWORD, s->sext = false; break;
        case 4: had = s->high, s->high = false; break;
        case 5:
            had = s->high_of_high == (s->type == TYPE_MIX);
            s->high_of_high = !s->high_of_high;
            break;
        case 6: had = s->neg_high, s->neg_high = false; break;
        }
        return had;
    }
    bool had = false;
    switch (index - OF_SOURCE * 3) {
    case 0: *out = "clamp", had = op->clamp, op->clamp = false; break;
    /* a float that is a byte is a denormal, and stays 0 */
    case 1: *out = "omod", had = op->omod && !op->is_sdwa, op->omod = 0; break;
    case 2: *out = "dst op_sel", had = op->dst.high, op->dst.high = false; break;
    case 3: *out = "dst_sel", had = op->dst_select, op->dst_select = SELECT_DWORD; break;
    case 4: *out = "dst_unused", had = op->dst_unused && op->dst_select, op->dst_unused = 0; break;
    case 5: *out = "dpp", had = op->dpp != DPP_NONE, op->dpp = DPP_NONE; break;
    case 6:
        *out = "row_mask", had = op->dpp && op->bank_mask && op->row_mask != 0xf;
        op->row_mask = 0xf;
        break;
    case 7:
        *out = "bank_mask", had = op->dpp && op->row_mask && op->bank_mask != 0xf;
        op->bank_mask = 0xf;
        break;
    case 8:
        *out = "bound_ctrl", had = op->bound_control && op->row_mask && op->bank_mask;
        had = had && !op->fetch_inactive; /* or all have a source */
        op->bound_control = false;
        break;
    case 9: *out = "fi", had = op->fetch_inactive, op->fetch_inactive = false; break;
    case 10: *out = "cbsz", had = op->cbsz, op->cbsz = 0; break;
    case 11: *out = "abid", had = op->abid && op->cbsz, op->abid = 0; break;
    case 12: *out = "blgp", had = op->blgp, op->blgp = 0; break;
    }
    return had;
}
enum { MODIFIERS = 7 * 3 + 13 };

/* What may go away: an exponent knows no sign, and a product with a lane that is not there adds 0
 * to what its own lane has. */
static bool is_idle(const char *key)
{
    static const char *const idle[][2] = {{"frexp_exp", "abs"},
                                          {"frexp_exp", "neg"},
                                          {"fmac", "bound_ctrl"},
                                          {"v_mac", "bound_ctrl"},
                                          {"v_dot", "bound_ctrl"},
                                          {"v_cmp_o", ""},
                                          {"v_cmp_u", ""},
                                          {"v_cmpx_o", ""},
                                          {"v_cmpx_u", ""},
                                          {"_t_", ""},
                                          {"_f_", ""},
                                          {"_tru_", ""},
                                          {"v_min", "clamp"},
                                          {"v_max", "clamp"},
                                          {"v_med3", "clamp"},
                                          {"v_mul_i32_", "clamp"},
                                          {"v_mul_u32_", "clamp"}};
    for (size_t i = 0; i < sizeof idle / sizeof idle[0]; i++) {
        if (strstr(key, idle[i][0]) && strstr(key, idle[i][1]))
            return true;
    }
    return false;
}

/* ---- Running --------------------------------------------------------------------------------- */

/* What an instruction left: scalar registers, and the vector registers that it may have written. */
struct outcome {
    uint32_t sgpr[SGPR_COUNT];
    uint32_t rows[WRITTEN * LANES_MAX];
};

static struct wave wave;

/* Registers to start from: sets of random ones, made once. */
static struct registers {
    _Alignas(64) uint32_t vgpr[ROWS * LANES_MAX];
    _Alignas(64) uint32_t agpr[ROWS * LANES_MAX];
    uint32_t sgpr[SGPR_COUNT];
} sets[STATES];

static uint64_t seed = 7;

static uint32_t draw(void)
{
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(seed >> 32);
}

/* Floats of ordinary size, of either width, small integers, and any bits. */
static uint32_t draw_value(void)
{
    static const uint32_t edges[] = {0x3f800000, 0xbf000000, 0x7fffffff, 0x80000000, 0x3c00bc00,
                                     0xb8003c00, 0xffffffff, 0x7f800000, 0x00010001, 0x42c80000};
    switch (draw() % 6) {
    case 0: return edges[draw() % 10];
    case 1: return (draw() & 0x807fffff) | (0x3e000000 + (draw() % 6 << 23));
    case 2: return (draw() & 0x83ff83ff) | 0x38003800;
    case 3: return draw() & 0xff;
    case 4: return (draw() & 0x800fffff) | 0x3fe00000;
    default: return draw();
    }
}

static void fill(struct registers *set, unsigned lanes)
{
    for (size_t i = 0; i < ROWS * LANES_MAX; i++) {
        set->vgpr[i] = draw_value();
        set->agpr[i] = draw_value();
    }
    for (unsigned i = 0; i < SGPR_COUNT; i++)
        set->sgpr[i] = draw_value();
    set->sgpr[SGPR_M0] = draw() & 7;
    bool is_whole = draw() % 2;
    set->sgpr[SGPR_EXEC] = is_whole ? UINT32_MAX : draw();
    set->sgpr[SGPR_EXEC + 1] = lanes == 64 ? is_whole ? UINT32_MAX : draw() : 0;
}

/* Runs |op| on the registers, which are as before afterwards; false when it faults. */
static bool run(struct encoding *encoding, unsigned lanes, struct device *device,
                struct registers *set, struct op *op, struct outcome *out, uint32_t mode)
{
    static uint32_t saved[WRITTEN * LANES_MAX];
    static struct fault fault;
    static struct kernel kernel = {.name = (char *)(uintptr_t) "test"};
    struct program_ops ops = {
        .all = op, .decoder = encoding->decoder, .program = &encoding->program};
    struct dispatch dispatch = {
        .device = device, .program = &encoding->program, .kernel = &kernel, .lanes = lanes};
    struct workgroup group = {.dispatch = &dispatch, .fault = &fault};
    uint32_t *result = (op->dst.kind == OPERAND_AGPR ? set->agpr : set->vgpr) +
                       (op->dst.kind == OPERAND_SGPR ? 0 : (size_t)op->dst.reg * lanes);
    const size_t bytes = WRITTEN * lanes * sizeof *result;
    memcpy(saved, result, bytes);
    memcpy(wave.sgpr, set->sgpr, sizeof wave.sgpr);
    wave.group = &group;
    wave.device = device;
    wave.ops = &ops;
    wave.current = op;
    wave.lanes = lanes;
    wave.all = lanes == 64 ? ~0ull : UINT32_MAX;
    wave.vgpr = set->vgpr;
    wave.agpr = set->agpr;
    wave.vgpr_count = wave.agpr_count = ROWS;
    wave_set_mode(&wave, mode);
    if (setjmp(group.escape))
        return false;
    op->instruction->run(&wave, op);
    memcpy(out->sgpr, wave.sgpr, sizeof out->sgpr);
    memcpy(out->rows, result, bytes);
    memcpy(result, saved, bytes);
    return true;
}

/* Does |without| do something else than |op|, on some registers? A fault is an answer, too. */
static bool has_effect(struct encoding *encoding, unsigned lanes, struct device *device,
                       struct op *op, struct op *without)
{
    static struct outcome plain, changed;
    for (unsigned i = 0; i < STATES; i++) {
        const uint32_t mode = i % 2 ? 0x100 : 0x3f0; /* most of omod needs flushed denormals */
        if (!run(encoding, lanes, device, &sets[i], op, &plain, mode) ||
            !run(encoding, lanes, device, &sets[i], without, &changed, mode) ||
            memcmp(plain.sgpr, changed.sgpr, sizeof plain.sgpr) != 0 ||
            memcmp(plain.rows, changed.rows, WRITTEN * lanes * sizeof plain.rows[0]) != 0)
            return true;
    }
    return false;
}

/* ---- What was seen --------------------------------------------------------------------------- */

struct key {
    char *name; /* mnemonic and modifier */
    unsigned tries;
    bool has_effect;
    char *example;
};

struct run_data {
    unsigned lanes;
    struct device device;
    struct key keys[KEYS];
    unsigned decoded, unknown;
};

static struct key *key_at(struct run_data *data, const char *name)
{
    uint32_t slot = 2166136261u;
    for (const char *p = name; *p; p++)
        slot = (slot ^ (uint8_t)*p) * 16777619u;
    for (slot %= KEYS; data->keys[slot].name; slot = (slot + 1) % KEYS) {
        if (strcmp(data->keys[slot].name, name) == 0)
            break;
    }
    if (!data->keys[slot].name)
        data->keys[slot].name = strdup(name);
    return &data->keys[slot];
}

static void try_modifier(struct run_data *data, struct encoding *encoding, struct op *op,
                         unsigned index)
{
    struct op without = *op;
    const char *modifier;
    char name[128];
    if (!take(&without, index, &modifier))
        return;
    snprintf(name, sizeof name, "%.*s %s", (int)mnemonic_size(encoding->text), encoding->text,
             modifier);
    struct key *key = key_at(data, name);
    if (key->has_effect || key->tries >= TRIES)
        return;
    key->tries++;
    if (!key->example)
        key->example = strdup(encoding->text);
    /* what the decoder derives from them */
    without.is_plain = without.is_direct = without.is_in_place = false;
    dpp_prepare(&without, data->lanes);
    key->has_effect = has_effect(encoding, data->lanes, &data->device, op, &without);
}

static void visit(struct encoding *encoding, void *context)
{
    struct run_data *data = context;
    struct op op;
    char message[256];
    if (strncmp(encoding->text, "v_", 2) != 0)
        return;
    if (!llvm_decoder.decode(encoding->decoder, &encoding->program, 0, &op, message,
                             sizeof message)) {
        data->unknown++;
        return;
    }
    data->decoded++;
    for (unsigned i = 0; i < MODIFIERS && !op.dual; i++)
        try_modifier(data, encoding, &op, i);
    free((void *)(uintptr_t)op.dual);
}

/* VOP1, VOP2, VOPC have the highest bit clear; VOP3, VOP3P and VOPD are within this range. */
static bool is_vector(uint32_t upper)
{
    return upper < 0x8000 || (upper >= 0xc800 && upper < 0xd800);
}

int main(int argc, char **argv)
{
    static struct run_data data;
    unsigned dead = 0, keys = 0;
    if (argc != 3)
        return 2;
    data.lanes = (unsigned)atoi(argv[2]);
    data.device = (struct device){.shared_aperture = 1ull << 48, .private_aperture = 2ull << 48};
    for (unsigned i = 0; i < STATES; i++)
        fill(&sets[i], data.lanes);
    enumerate(argv[1], data.lanes, is_vector, 4, visit, &data);
    for (unsigned i = 0; i < KEYS; i++) {
        keys += data.keys[i].name != NULL;
        if (!data.keys[i].name || data.keys[i].has_effect || data.keys[i].tries < ENOUGH ||
            is_idle(data.keys[i].name))
            continue;
        dead++;
        fprintf(stderr, "%s: without effect: %s: %s\n", argv[1], data.keys[i].name,
                data.keys[i].example);
    }
    printf("%s: %u modifiers of instructions in %u encodings; %u encodings are refused\n", argv[1],
           keys, data.decoded, data.unknown);
    return dead > 0 || data.decoded == 0;
}
