/* Atomics of every kind in memory and LDS: lanes meet at the same words, which are updated in their
 * order; what an instruction returns is what was there. Usage: test TARGET LANES */
#include "model.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum kind {
    SWAP,
    CMPSWAP,
    ADD,
    SUB,
    RSUB,
    SMIN,
    SMAX,
    UMIN,
    UMAX,
    AND,
    OR,
    XOR,
    INC,
    DEC,
    CSUB,
    FADD,
    FMIN,
    FMAX,
    FCMPSWAP,
    PK_ADD_F16,
    MSKOR,
    WRAP,
    CONDXCHG,
};

/* Names behind "global_atomic_" and "ds_"; empty where the target has none. */
struct atomic_row {
    enum kind kind;
    unsigned bytes;
    const char *gfx90a, *gfx1030, *gfx1100;
    const char *ds; /* "add|u32": "ds_add_u32", "ds_add_rtn_u32" */
    const char *ds_targets;
    unsigned operands;
};

static const struct atomic_row table[] = {
    {SWAP, 4, "swap", "swap", "swap_b32", "wrxchg|b32", "gfx90a gfx1030", 1},
    {SWAP, 8, "swap_x2", "swap_x2", "swap_b64", "wrxchg|b64", "gfx90a gfx1030", 1},
    {SWAP, 4, "", "", "", "storexchg|b32", "gfx1100", 1},
    {SWAP, 8, "", "", "", "storexchg|b64", "gfx1100", 1},
    {CMPSWAP, 4, "cmpswap", "cmpswap", "cmpswap_b32", "cmpst|b32", "gfx90a gfx1030", 2},
    {CMPSWAP, 8, "cmpswap_x2", "cmpswap_x2", "cmpswap_b64", "cmpst|b64", "gfx90a gfx1030", 2},
    {CMPSWAP, 4, "", "", "", "cmpstore|b32", "gfx1100", 2},
    {CMPSWAP, 8, "", "", "", "cmpstore|b64", "gfx1100", 2},
    {ADD, 4, "add", "add", "add_u32", "add|u32", "all", 1},
    {ADD, 8, "add_x2", "add_x2", "add_u64", "add|u64", "all", 1},
    {SUB, 4, "sub", "sub", "sub_u32", "sub|u32", "all", 1},
    {SUB, 8, "sub_x2", "sub_x2", "sub_u64", "sub|u64", "all", 1},
    {RSUB, 4, "", "", "", "rsub|u32", "all", 1},
    {RSUB, 8, "", "", "", "rsub|u64", "all", 1},
    {SMIN, 4, "smin", "smin", "min_i32", "min|i32", "all", 1},
    {SMIN, 8, "smin_x2", "smin_x2", "min_i64", "min|i64", "all", 1},
    {SMAX, 4, "smax", "smax", "max_i32", "max|i32", "all", 1},
    {SMAX, 8, "smax_x2", "smax_x2", "max_i64", "max|i64", "all", 1},
    {UMIN, 4, "umin", "umin", "min_u32", "min|u32", "all", 1},
    {UMIN, 8, "umin_x2", "umin_x2", "min_u64", "min|u64", "all", 1},
    {UMAX, 4, "umax", "umax", "max_u32", "max|u32", "all", 1},
    {UMAX, 8, "umax_x2", "umax_x2", "max_u64", "max|u64", "all", 1},
    {AND, 4, "and", "and", "and_b32", "and|b32", "all", 1},
    {AND, 8, "and_x2", "and_x2", "and_b64", "and|b64", "all", 1},
    {OR, 4, "or", "or", "or_b32", "or|b32", "all", 1},
    {OR, 8, "or_x2", "or_x2", "or_b64", "or|b64", "all", 1},
    {XOR, 4, "xor", "xor", "xor_b32", "xor|b32", "all", 1},
    {XOR, 8, "xor_x2", "xor_x2", "xor_b64", "xor|b64", "all", 1},
    {INC, 4, "inc", "inc", "inc_u32", "inc|u32", "all", 1},
    {INC, 8, "inc_x2", "inc_x2", "inc_u64", "inc|u64", "all", 1},
    {DEC, 4, "dec", "dec", "dec_u32", "dec|u32", "all", 1},
    {DEC, 8, "dec_x2", "dec_x2", "dec_u64", "dec|u64", "all", 1},
    {CSUB, 4, "", "csub", "csub_u32", "", "", 1},
    {FADD, 4, "add_f32", "", "add_f32", "add|f32", "all", 1},
    {FADD, 8, "add_f64", "", "", "add|f64", "gfx90a", 1},
    {FMIN, 4, "", "fmin", "min_f32", "min|f32", "all", 1},
    {FMAX, 4, "", "fmax", "max_f32", "max|f32", "all", 1},
    {FMIN, 8, "min_f64", "fmin_x2", "", "min|f64", "all", 1},
    {FMAX, 8, "max_f64", "fmax_x2", "", "max|f64", "all", 1},
    {FCMPSWAP, 4, "", "fcmpswap", "cmpswap_f32", "cmpst|f32", "gfx90a gfx1030", 2},
    {FCMPSWAP, 8, "", "fcmpswap_x2", "", "cmpst|f64", "gfx90a gfx1030", 2},
    {FCMPSWAP, 4, "", "", "", "cmpstore|f32", "gfx1100", 2},
    {FCMPSWAP, 8, "", "", "", "cmpstore|f64", "gfx1100", 2},
    {PK_ADD_F16, 4, "pk_add_f16", "", "", "", "", 1},
    {MSKOR, 4, "", "", "", "mskor|b32", "all", 2},
    {MSKOR, 8, "", "", "", "mskor|b64", "all", 2},
    {WRAP, 4, "", "", "", "wrap|b32", "all", 2},
    {CONDXCHG, 8, "", "", "", "condxchg32|b64", "all", 1},
};
enum { ROWS = sizeof table / sizeof table[0], DATA = 12, SECOND = 16, RESULT = 20, RUNS = 8 };

/* ---- What it should be, by other means than the emulator's: __int128 and long double --------- */

static long double number(uint64_t bits, unsigned bytes)
{
    float single;
    double twice;
    uint32_t low = (uint32_t)bits;
    memcpy(&single, &low, sizeof single);
    memcpy(&twice, &bits, sizeof twice);
    return bytes == 4 ? (long double)single : (long double)twice;
}

static uint64_t bits_of(long double value, unsigned bytes)
{
    float single = (float)value;
    double twice = (double)value;
    uint32_t narrow;
    uint64_t wide;
    memcpy(&narrow, &single, sizeof narrow);
    memcpy(&wide, &twice, sizeof wide);
    return bytes == 4 ? narrow : wide;
}

static long double half_value(uint64_t half)
{
    int exponent = (int)(half >> 10 & 31);
    long double fraction = (long double)(half & 1023) / 1024;
    long double value = exponent ? ldexpl(1 + fraction, exponent - 15) : ldexpl(fraction, -14);
    return half >> 15 & 1 ? -value : value;
}

/* The test adds small integers, which halves hold: found by halving, as they rise with their bits.
 */
static uint64_t half_bits(long double value)
{
    uint64_t low = 0, high = 0x7c00;
    while (high - low > 1) {
        uint64_t middle = (low + high) / 2;
        *(half_value(middle) <= fabsl(value) ? &low : &high) = middle;
    }
    return value < 0 ? low | 0x8000 : low;
}

__extension__ typedef __int128 wide;

static uint64_t expect(const struct atomic_row *row, uint64_t old, uint64_t data, uint64_t second)
{
    unsigned bits = 8 * row->bytes;
    wide modulus = (wide)1 << bits, o = (wide)old, d = (wide)data;
    wide so = o >= modulus / 2 ? o - modulus : o, sd = d >= modulus / 2 ? d - modulus : d;
    long double fo = number(old, row->bytes), fd = number(data, row->bytes);
    switch (row->kind) {
    case SWAP: return data;
    case CMPSWAP: return old == second ? data : old;
    case ADD: return (uint64_t)((o + d) % modulus);
    case SUB: return (uint64_t)((o - d + modulus) % modulus);
    case RSUB: return (uint64_t)((d - o + modulus) % modulus);
    case SMIN: return sd < so ? data : old;
    case SMAX: return sd > so ? data : old;
    case UMIN: return d < o ? data : old;
    case UMAX: return d > o ? data : old;
    case AND: return old & data;
    case OR: return old | data;
    case XOR: return old ^ data;
    case INC: return o >= d ? 0 : (uint64_t)(o + 1);
    case DEC: return o == 0 || o > d ? data : (uint64_t)(o - 1);
    case CSUB: return o < d ? 0 : (uint64_t)(o - d);
    case FADD: return bits_of(fo + fd, row->bytes);
    case FMIN: return fd < fo ? data : old;
    case FMAX: return fd > fo ? data : old;
    case FCMPSWAP: return fo == number(second, row->bytes) ? data : old;
    case PK_ADD_F16:
        return half_bits(half_value(old & 0xffff) + half_value(data & 0xffff)) |
               half_bits(half_value(old >> 16) + half_value(data >> 16)) << 16;
    case MSKOR: return (old & ~data) | second;
    case WRAP: return (uint64_t)((o >= d ? o - d : o + (wide)second) % modulus);
    case CONDXCHG: {
        uint64_t low = data >> 31 & 1 ? data & 0x7fffffff : old & 0xffffffff;
        uint64_t high = data >> 63 ? data >> 32 & 0x7fffffff : old >> 32;
        return high << 32 | low;
    }
    }
    return 0;
}

/* ---- Operands -------------------------------------------------------------------------------- */

static bool is_float(enum kind kind)
{
    return kind >= FADD && kind <= PK_ADD_F16;
}

/* Values that meet often, so that compares succeed, and whose sums are exact. */
static uint64_t operand(struct harness_random *random, const struct atomic_row *row)
{
    uint64_t bits = random_bits(random);
    if (row->kind == PK_ADD_F16)
        return half_bits((int)(bits % 17) - 8) | half_bits((int)(bits >> 8 & 15)) << 16;
    if (is_float(row->kind))
        return bits_of(((int)(bits % 9) - 4) * 0.25L, row->bytes);
    uint64_t mask = row->bytes == 8 ? UINT64_MAX : UINT32_MAX;
    switch (bits >> 60 & 3) {
    case 0: return bits & 3;
    case 1: return mask - (bits & 3);
    case 2: return (mask >> 1) + (bits & 3);
    default: return random_64(random) & mask;
    }
}

static void set(struct harness_state *state, unsigned reg, unsigned lane, uint64_t value,
                unsigned bytes)
{
    state->vgpr[reg][lane] = (uint32_t)value;
    if (bytes == 8)
        state->vgpr[reg + 1][lane] = (uint32_t)(value >> 32);
}

/* ---- Texts ----------------------------------------------------------------------------------- */

struct variant {
    unsigned id;
    const struct access_form *form;
    const struct atomic_row *row;
    bool returns, is_ds, in_place; /* buffers return into their data */
};

static const char *range(char *out, size_t size, unsigned reg, unsigned bytes)
{
    if (bytes > 4)
        snprintf(out, size, "v[%u:%u]", reg, reg + bytes / 4 - 1);
    else
        snprintf(out, size, "v%u", reg);
    return out;
}

static unsigned add_ds(struct model *model, const struct atomic_row *row, bool returns)
{
    char data[32], second[32], result[32];
    const char *bar = strchr(row->ds, '|');
    range(data, sizeof data, DATA, row->bytes);
    range(second, sizeof second, SECOND, row->bytes);
    range(result, sizeof result, RESULT, row->bytes);
    return harness_add(model->harness, "ds_%.*s%s_%s %s%sv2, %s%s%s offset:8", (int)(bar - row->ds),
                       row->ds, returns ? "_rtn" : "", bar + 1, returns ? result : "",
                       returns ? ", " : "", data, row->operands > 1 ? ", " : "",
                       row->operands > 1 ? second : "");
}

static unsigned add(struct model *model, const struct access_form *form,
                    const struct atomic_row *row, const char *name, bool returns)
{
    char data[32], result[32];
    range(data, sizeof data, DATA, row->bytes * row->operands);
    range(result, sizeof result, RESULT, row->bytes);
    return harness_add(model->harness, "%s_atomic_%s %s%s%s%s%s%s", form->prefix, name,
                       returns && form->before[0] ? result : "",
                       returns && form->before[0] ? ", " : "", form->before, data, form->behind,
                       returns ? " glc" : "");
}

/* ---- Runs ------------------------------------------------------------------------------------ */

static void run(struct model *model, const struct variant *variant, unsigned kind)
{
    const struct atomic_row *row = variant->row;
    struct harness_state state, expected;
    enum place places[LANES_MAX];
    uint32_t offsets[LANES_MAX];
    /* exchanges that compare have the new value first; ds_cmpst, the one to compare with */
    bool is_swapped = variant->is_ds && strncmp(row->ds, "cmpst|", 6) == 0;
    unsigned step = row->bytes / 4, second_at = variant->is_ds ? SECOND : DATA + step;
    random_state(&model->random, model->harness, &state);
    uint64_t exec = random_exec(&model->random, model->harness, kind);
    state_set_mask(&state, SGPR_EXEC, exec);
    model_fill(model);
    for (unsigned i = 0; i < LANES_MAX; i++)
        offsets[i] = (uint32_t)(random_bits(&model->random) % 8) * 8 + 64;
    variant->form->prepare(model, variant->is_ds ? 8 : 0, &state, places, offsets);
    for (unsigned i = 0; i < model->lanes; i++) {
        set(&state, DATA, i, operand(&model->random, row), row->bytes);
        if (row->operands > 1)
            set(&state, second_at, i, operand(&model->random, row), row->bytes);
        uint64_t value = operand(&model->random, row);
        uint8_t bytes[8];
        model_write(model, places[i], i, offsets[i], row->bytes, value);
        memcpy(bytes, &value, sizeof bytes);
        for (unsigned b = 0; b < row->bytes; b++)
            *model_actual(model, places[i], i, offsets[i] + b) = bytes[b];
    }
    expected = state;
    for (unsigned i = 0; i < model->lanes; i++) {
        if (!(exec >> i & 1))
            continue;
        uint64_t old = model_read(model, places[i], i, offsets[i], row->bytes);
        uint64_t first = row->bytes == 8 ? state_pair(&state, DATA, i) : state.vgpr[DATA][i];
        uint64_t other =
            row->bytes == 8 ? state_pair(&state, second_at, i) : state.vgpr[second_at][i];
        uint64_t new = is_swapped ? expect(row, old, other, first) : expect(row, old, first, other);
        model_write(model, places[i], i, offsets[i], row->bytes, new);
        if (variant->returns)
            set(&expected, variant->in_place ? DATA : RESULT, i, old, row->bytes);
    }
    if (!harness_run(model->harness, variant->id, &state)) {
        harness_fail(model->harness, variant->id, 0, "%s", harness_fault(model->harness)->message);
        return;
    }
    model_compare(model, variant->id);
    model_compare_registers(model, variant->id, &state, &expected);
}

static bool has_ds(const struct atomic_row *row, const char *target)
{
    return row->ds[0] && (strcmp(row->ds_targets, "all") == 0 || strstr(row->ds_targets, target));
}

/* What a target's own documents leave out of its forms. */
static bool has_form(const struct access_form *form, const struct atomic_row *row,
                     const char *target, bool returns)
{
    bool is_gfx90a = strcmp(target, "gfx90a") == 0;
    if (row->kind == CSUB && (!returns || strcmp(form->prefix, "flat") == 0))
        return false;
    if (is_gfx90a && strcmp(form->prefix, "flat") == 0 && is_float(row->kind) && row->bytes == 4)
        return false;
    return true;
}

int main(int argc, char **argv)
{
    struct model *model = calloc(1, sizeof *model);
    const char *target = argc > 2 ? argv[1] : "gfx1100";
    model_open(model, target, argc > 2 ? (unsigned)atoi(argv[2]) : 32);
    struct variant *variants = calloc((access_form_count + 1) * ROWS * 2, sizeof *variants);
    unsigned count = 0;
    for (unsigned r = 0; r < ROWS; r++) {
        const struct atomic_row *row = &table[r];
        const char *name = strcmp(target, "gfx90a") == 0    ? row->gfx90a
                           : strcmp(target, "gfx1030") == 0 ? row->gfx1030
                                                            : row->gfx1100;
        for (unsigned f = 0; f < access_form_count; f++) {
            const struct access_form *form = &access_forms[f];
            bool is_ds = strcmp(form->prefix, "ds") == 0;
            if (!access_has(form, target) || form->no_atomics)
                continue;
            for (int returns = 0; returns < 2; returns++) {
                bool exists =
                    is_ds ? has_ds(row, target) : name[0] && has_form(form, row, target, returns);
                if (is_ds && !returns &&
                    (row->kind == SWAP || row->kind == WRAP || row->kind == CONDXCHG))
                    exists = false;
                if (!exists)
                    continue;
                variants[count++] = (struct variant){
                    .id =
                        is_ds ? add_ds(model, row, returns) : add(model, form, row, name, returns),
                    .form = form,
                    .row = row,
                    .returns = returns,
                    .is_ds = is_ds,
                    .in_place = strcmp(form->prefix, "buffer") == 0,
                };
            }
        }
    }
    harness_assemble(model->harness);
    for (unsigned i = 0; i < count; i++) {
        for (unsigned kind = 0; kind < RUNS; kind++)
            run(model, &variants[i], kind);
    }
    printf("%u instructions\n", count);
    free(variants);
    int code = model_close(model);
    free(model);
    return code;
}
