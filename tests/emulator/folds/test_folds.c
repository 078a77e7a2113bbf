/* Instructions give what LLVM computes when it compiles: its constant folding is a second meaning,
 * written by others.
 *
 *   test_emulator.folds OPT TARGET LANES
 *
 * For each row of rows.c, functions without arguments call the intrinsic with constants; "OPT
 * -passes=instcombine" turns each into "ret CONSTANT". A call that is left as it is, and a result
 * that LLVM leaves open (poison), are counted, not compared. The payload of a NaN is not compared.
 */
#include "harness.h"
#include "rows.h"

#include "util/buf.h"
#include "util/file.h"
#include "util/process.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { VALUES = 128, ARGUMENTS = 3, RESULT = 80, ARGUMENT = 84 };

struct answer {
    bool is_known, is_folded;
    uint64_t bits;
};

struct test {
    const char *opt, *target;
    unsigned lanes, values;
    enum generation generation;
    struct harness_random random;
    uint64_t *arguments; /* [row][value][ARGUMENTS] */
    struct answer *answers;
    unsigned ids[256], compared, open, unfolded;
};

static bool is_here(const struct test *test, const struct fold_row *row)
{
    return !row->on || row->on >> test->generation & 1;
}

/* ---- Arguments ------------------------------------------------------------------------------- */

static const struct type_of {
    char letter;
    const char *name, *bits_name;
    unsigned bits, fraction; /* |fraction| of a float, else 0 */
} types[] = {
    {'i', "i32", "i32", 32, 0},
    {'h', "i16", "i16", 16, 0},
    {'l', "i64", "i64", 64, 0},
    {'F', "float", "i32", 32, 23},
    {'H', "half", "i16", 16, 10},
    {'D', "double", "i64", 64, 52},
    {'P', "<2 x half>", "i32", 32, 10},
    {'V', "<2 x i16>", "i32", 32, 0},
    {'b', "i1", "i1", 1, 0},
};

static const struct type_of *type_of(char letter)
{
    const struct type_of *type = types;
    while (type->letter != letter)
        type++;
    return type;
}

static bool is_nan(uint64_t bits, unsigned size, unsigned fraction)
{
    uint64_t sign = 1ull << (size - 1), infinity = sign - (1ull << fraction);
    return fraction && (bits & (sign - 1)) > infinity;
}

static uint64_t draw(struct test *test, const struct fold_row *row, unsigned argument)
{
    const struct type_of *type = type_of(row->signature[1 + argument]);
    uint64_t bits = type->bits == 64 ? random_64(&test->random) : random_32(&test->random);
    bool is_last = !row->signature[2 + argument];
    bool is_number = row->flags & FOLD_NUMBERS || (is_last && row->flags & FOLD_LAST_IS_NUMBER);
    if (type->bits == 16)
        bits = (random_bits(&test->random) & 1 ? bits >> 16 : bits) & 0xffff;
    if (row->flags & FOLD_FEW_BITS && is_last)
        bits = random_bits(&test->random) & 0x3ff;
    if (row->flags & FOLD_SEGMENT && is_last)
        bits = random_bits(&test->random) % 3;
    if (row->flags & FOLD_QUIET && is_nan(bits, type->bits, type->fraction))
        bits |= 1ull << (type->fraction - 1);
    if (is_number && is_nan(bits, type->bits, type->fraction))
        bits &= ~(1ull << type->fraction);
    return bits;
}

/* Equal and opposite arguments are rare at random. */
static void draw_arguments(struct test *test, const struct fold_row *row, uint64_t *out)
{
    const char *letters = row->signature + 1;
    for (unsigned i = 0; i < ARGUMENTS; i++)
        out[i] = 0;
    for (unsigned i = 0; letters[i]; i++) {
        out[i] = draw(test, row, i);
        bool is_alike = i > 0 && letters[i] == letters[i - 1] &&
                        !(row->flags & FOLD_LAST_IS_NUMBER && !letters[i + 1]);
        if (is_alike && random_bits(&test->random) % 8 == 0)
            out[i] = out[i - 1] ^ (random_bits(&test->random) & 1)
                                      << (type_of(letters[i])->bits - 1);
    }
}

/* ---- LLVM ------------------------------------------------------------------------------------ */

static void put_constant(struct buf *out, char letter, uint64_t bits)
{
    const struct type_of *type = type_of(letter);
    if (strcmp(type->name, type->bits_name) == 0)
        buf_printf(out, "%llu", (unsigned long long)bits);
    else
        buf_printf(out, "bitcast (%s %llu to %s)", type->bits_name, (unsigned long long)bits,
                   type->name);
}

static void put_function(struct buf *out, const struct fold_row *row, unsigned number,
                         const uint64_t *arguments)
{
    const struct type_of *type = type_of(row->signature[0]);
    bool is_cast = strcmp(type->name, type->bits_name) != 0;
    buf_printf(out, "define %s @f%u() {\n", type->bits_name, number);
    for (const char *at = row->ir; *at; at++) {
        bool is_argument = at > row->ir && at[-1] == '$';
        unsigned argument = (unsigned)(*at - 'a');
        if (is_argument)
            put_constant(out, row->signature[1 + argument], arguments[argument]);
        else if (*at != '$')
            buf_append(out, at, 1);
    }
    if (is_cast)
        buf_printf(out, "\n%%z = bitcast %s %%r to %s", type->name, type->bits_name);
    buf_printf(out, "\nret %s %%%c\n}\n", type->bits_name, is_cast ? 'z' : 'r');
}

/* "declare float @llvm.floor.f32(float)" of a call, once. */
static void put_declaration(struct buf *out, const char *call)
{
    const char *open = strchr(strchr(call, '@'), '('), *at = open + 1;
    struct buf line = {0};
    buf_puts(&line, "declare ");
    buf_append(&line, call, (size_t)(open + 1 - call));
    while (*at && *at != ')') { /* types without their values */
        size_t name = *at == '<' ? strcspn(at, ">") + 1 : strcspn(at, " ");
        buf_append(&line, at, name);
        at += strcspn(at, ",)");
        if (*at != ',')
            break;
        buf_puts(&line, ", ");
        at += strlen(", ");
    }
    buf_puts(&line, ")\n");
    if (!out->data || !strstr(out->data, line.data))
        buf_append(out, line.data, line.size);
    buf_free(&line);
}

static void put_declarations(struct buf *out, const struct fold_row *row)
{
    for (const char *at = row->ir; (at = strstr(at, "call "));) {
        at += strlen("call ");
        put_declaration(out, at);
    }
}

static char *make_module(struct test *test)
{
    struct buf text = {0}, declarations = {0};
    buf_puts(&text, "target triple = \"amdgcn-amd-amdhsa\"\n");
    for (size_t i = 0; i < fold_row_count; i++) {
        for (unsigned k = 0; k < test->values; k++) {
            size_t number = i * test->values + k;
            uint64_t *arguments = test->arguments + number * ARGUMENTS;
            draw_arguments(test, &fold_rows[i], arguments);
            put_function(&text, &fold_rows[i], (unsigned)number, arguments);
        }
        put_declarations(&declarations, &fold_rows[i]);
    }
    buf_append(&text, declarations.data, declarations.size);
    buf_free(&declarations);
    return buf_take(&text);
}

/* The body of a function, up to its end: "  ret i32 -5". */
static struct answer read_answer(const char *body, const struct type_of *type)
{
    const char *ret = strstr(body, "  ret "), *end = strstr(body, "\n}");
    struct answer answer = {0};
    if (!ret || !end || ret > end)
        return answer;
    const char *value = ret + strlen("  ret ");
    value += strcspn(value, " ") + 1;
    answer.is_folded = *value != '%';
    answer.is_known = answer.is_folded && *value != 'p' && *value != 'u';
    if (type->bits == 1)
        answer.bits = *value == 't';
    else
        answer.bits = (uint64_t)strtoll(value, NULL, 10);
    if (type->bits < 64)
        answer.bits &= (1ull << type->bits) - 1;
    return answer;
}

static bool read_answers(struct test *test, const char *text)
{
    for (size_t i = 0; i < fold_row_count * test->values; i++) {
        text = strstr(text, "\ndefine ");
        if (!text)
            return false;
        text++;
        test->answers[i] = read_answer(text, type_of(fold_rows[i / test->values].signature[0]));
    }
    return true;
}

static bool ask_llvm(struct test *test)
{
    char path[] = "/tmp/folds-XXXXXX";
    char *module = make_module(test);
    int file = mkstemp(path);
    bool is_written = file >= 0 && file_write(path, module, strlen(module)) == STATUS_OK;
    free(module);
    if (file >= 0)
        close(file);
    const char *const argv[] = {test->opt, "-S", "-passes=instcombine", path, NULL};
    struct process_result result = {0};
    bool ran = is_written && process_run((char *const *)(uintptr_t)argv, NULL,
                                         PROCESS_CAPTURE_OUT | PROCESS_CAPTURE_ERR, &result);
    unlink(path);
    if (!ran)
        printf("%s failed:\n%.1000s\n", test->opt, result.err.data ? result.err.data : "");
    bool is_read = ran && read_answers(test, result.out.data);
    process_result_free(&result);
    return is_read;
}

/* ---- Comparison ------------------------------------------------------------------------------ */

static double number_of(uint64_t bits, const struct type_of *type)
{
    unsigned exponent_bits = type->bits - 1 - type->fraction;
    uint64_t fraction = bits & ((1ull << type->fraction) - 1),
             exponent = bits >> type->fraction & ((1ull << exponent_bits) - 1);
    int bias = (1 << (exponent_bits - 1)) - 1 + (int)type->fraction;
    double size = exponent
                      ? ldexp((double)(fraction | 1ull << type->fraction), (int)exponent - bias)
                      : ldexp((double)fraction, 1 - bias);
    return bits >> (type->bits - 1) & 1 ? -size : size;
}

static bool is_near(uint64_t a, uint64_t b, const struct type_of *type, unsigned flags)
{
    uint64_t difference = a > b ? a - b : b - a;
    if (a == b || (flags & FOLD_ONE_ULP && difference <= 1))
        return true;
    if (flags & FOLD_SIGNLESS && (a | b) == 1ull << (type->bits - 1))
        return true;
    return flags & FOLD_SINE && fabs(number_of(a, type) - number_of(b, type)) <= 0x1p-20;
}

static bool is_denormal(uint64_t bits, const struct type_of *type)
{
    uint64_t size = bits & ((1ull << (type->bits - 1)) - 1);
    return size && size < 1ull << type->fraction;
}

static bool agrees(uint64_t is, uint64_t wanted, const struct type_of *type, unsigned flags)
{
    if (type->letter == 'P') {
        const struct type_of *half = type_of('H');
        return agrees(is & 0xffff, wanted & 0xffff, half, flags) &&
               agrees(is >> 16, wanted >> 16, half, flags);
    }
    if (is_nan(is, type->bits, type->fraction) && is_nan(wanted, type->bits, type->fraction))
        return true;
    return is_near(is, wanted, type, flags);
}

static void compare(struct test *test, struct harness *h, size_t row, size_t number, unsigned lane,
                    const struct harness_state *state)
{
    const struct fold_row *r = &fold_rows[row];
    const struct type_of *type = type_of(r->signature[0]);
    const struct answer *answer = &test->answers[number];
    const uint64_t *arguments = test->arguments + number * ARGUMENTS;
    uint64_t is = type->bits == 64 ? state_pair(state, RESULT, lane) : state->vgpr[RESULT][lane];
    if (type->bits == 16)
        is &= 0xffff;
    test->unfolded += !answer->is_folded;
    test->open += answer->is_folded && !answer->is_known;
    bool is_flushed = r->flags & FOLD_FLUSHES &&
                      (is_denormal(arguments[0], type) || is_denormal(answer->bits, type));
    if (!answer->is_known || is_flushed)
        return;
    test->compared++;
    if (!agrees(is, answer->bits, type, r->flags))
        harness_fail(h, test->ids[row], lane, "of 0x%llx 0x%llx 0x%llx: 0x%llx, LLVM says 0x%llx",
                     (unsigned long long)arguments[0], (unsigned long long)arguments[1],
                     (unsigned long long)arguments[2], (unsigned long long)is,
                     (unsigned long long)answer->bits);
}

static void run_row(struct test *test, struct harness *h, size_t row)
{
    static struct harness_state state;
    unsigned step = fold_rows[row].flags & FOLD_SCALAR ? 1 : test->lanes;
    for (unsigned first = 0; first + step <= test->values; first += step) {
        size_t number = row * test->values + first;
        state = (struct harness_state){.mode = HARNESS_MODE};
        state_set_mask(&state, SGPR_EXEC, test->lanes == 64 ? ~0ull : UINT32_MAX);
        for (unsigned lane = 0; lane < step; lane++) {
            for (unsigned i = 0; i < ARGUMENTS; i++) {
                uint64_t bits = test->arguments[(number + lane) * ARGUMENTS + i];
                state.vgpr[ARGUMENT + 2 * i][lane] = (uint32_t)bits;
                state.vgpr[ARGUMENT + 2 * i + 1][lane] = (uint32_t)(bits >> 32);
            }
        }
        if (!harness_run(h, test->ids[row], &state)) {
            harness_fail(h, test->ids[row], 0, "%s", harness_fault(h)->message);
            return;
        }
        for (unsigned lane = 0; lane < step; lane++)
            compare(test, h, row, number + lane, lane, &state);
    }
}

/* "vcc" of waves of 32 is "vcc_lo". */
static unsigned add_text(const struct test *test, struct harness *h, const char *text)
{
    struct buf out = {0};
    for (const char *at = text; *at; at++) {
        buf_append(&out, at, 1);
        if (test->lanes == 32 && at - text >= 2 && memcmp(at - 2, "vcc", 3) == 0)
            buf_puts(&out, "_lo");
    }
    unsigned id = harness_add(h, "%s", out.data);
    buf_free(&out);
    return id;
}

int main(int argc, char **argv)
{
    static struct test test;
    if (argc != 4 || fold_row_count > sizeof test.ids / sizeof test.ids[0])
        return 2;
    const struct target_info *target = target_find(argv[2]);
    test = (struct test){.opt = argv[1],
                         .target = argv[2],
                         .lanes = (unsigned)atoi(argv[3]),
                         .values = harness_runs(VALUES),
                         .generation = generation_of(target),
                         .random = {20261130}};
    char *path = process_find(test.opt);
    if (!path) {
        printf("skipped: no %s\n", test.opt);
        return HARNESS_SKIPPED;
    }
    free(path);
    test.arguments = mem_alloc(fold_row_count * test.values * ARGUMENTS * sizeof test.arguments[0]);
    test.answers = mem_alloc(fold_row_count * test.values * sizeof test.answers[0]);
    if (!ask_llvm(&test))
        return 1;
    struct harness *h = harness_open(test.target, test.lanes);
    for (size_t i = 0; i < fold_row_count; i++)
        test.ids[i] = is_here(&test, &fold_rows[i]) ? add_text(&test, h, fold_rows[i].text) : 0;
    harness_assemble(h);
    unsigned rows = 0;
    for (size_t i = 0; i < fold_row_count; i++) {
        if (is_here(&test, &fold_rows[i])) {
            unsigned before = test.unfolded;
            run_row(&test, h, i);
            if (test.unfolded > before)
                printf("not folded: %u of %s\n", test.unfolded - before, fold_rows[i].ir);
            rows++;
        }
    }
    printf(
        "%s, %s: %u instructions: %u results compared, %u that LLVM leaves open, %u not folded\n",
        test.target, test.opt, rows, test.compared, test.open, test.unfolded);
    unsigned failures = harness_failures(h);
    harness_close(h);
    free(test.arguments);
    free(test.answers);
    return failures != 0 || test.compared < 1000;
}
