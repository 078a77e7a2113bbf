#include "random_program.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

struct maker {
    uint64_t state;
    struct random_program *out;
    size_t length;
    bool is_coarse, is_small; /* small: values stay below |bound| */
    uint32_t row_length;
    int names; /* of intermediate results, t0 and so on, so far */
    double bound;
};

uint64_t random_next(uint64_t *state)
{
    uint64_t z = *state += UINT64_C(0x9e3779b97f4a7c15); /* splitmix64 */
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}

static unsigned pick(struct maker *maker, unsigned count)
{
    return (unsigned)(random_next(&maker->state) >> 33) % count;
}

static void put(struct maker *maker, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    size_t room = sizeof maker->out->text - maker->length;
    int length = vsnprintf(maker->out->text + maker->length, room, format, arguments);
    maker->length += (size_t)length < room ? (size_t)length : room - 1;
    va_end(arguments);
}

static void put_float(struct maker *maker, int depth);
static void put_integer(struct maker *maker, int depth);

static void put_truth(struct maker *maker, int depth)
{
    static const char *const compares[] = {"==", "!=", "<", "<=", ">", ">="};
    static const char *const both[] = {"&&", "||", "^"};
    bool is_float = pick(maker, 2);
    if (depth > 0 && pick(maker, 5) == 0) {
        put(maker, "(!");
        put_truth(maker, depth - 1);
        put(maker, " %s ", both[pick(maker, 3)]);
        put_truth(maker, depth - 1);
        put(maker, ")");
        return;
    }
    put(maker, "(");
    (is_float ? put_float : put_integer)(maker, depth - 1);
    put(maker, " %s ", compares[pick(maker, 6)]);
    (is_float ? put_float : put_integer)(maker, depth - 1);
    put(maker, ")");
}

/* ---- Any values ----------------------------------------------------------------------------- */

static void put_float_leaf(struct maker *maker)
{
    static const char *const numbers[] = {"0.5", "1.0", "3.25", "1e10", "0.001", "65504.0", "2.0"};
    unsigned input = pick(maker, maker->out->input_count);
    switch (pick(maker, 6)) {
    case 0: put(maker, "%s", numbers[pick(maker, 7)]); break;
    case 1: put(maker, pick(maker, 2) ? "s" : "t"); break;
    default: put(maker, maker->out->is_float[input] ? "i%u" : "f32(i%u)", input); break;
    }
}

static void put_float(struct maker *maker, int depth)
{
    static const char *const unary[] = {"-",     "abs", "floor", "ceil", "round",
                                        "trunc", "sqr", "sign",  "sqrt", "recip"};
    static const char *const binary[] = {"+", "-", "*", "+", "*", "/", "%"};
    static const char *const casts[] = {"f16", "bf16", "f8e4m3", "f32", "f64", "i32", "u8"};
    if (depth <= 0) {
        put_float_leaf(maker);
        return;
    }
    switch (pick(maker, 7)) {
    case 0:
        put(maker, "%s(", unary[pick(maker, maker->is_coarse ? 8 : 10)]);
        put_float(maker, depth - 1);
        put(maker, ")");
        break;
    case 1: /* of +0 and -0 either is right */
        put(maker, "(%s(", pick(maker, 2) ? "min" : "max");
        put_float(maker, depth - 1);
        put(maker, ", ");
        put_float(maker, depth - 1);
        put(maker, ") + 0)");
        break;
    case 2:
        put(maker, "where(");
        put_truth(maker, depth - 1);
        put(maker, ", ");
        put_float(maker, depth - 1);
        put(maker, ", ");
        put_float(maker, depth - 1);
        put(maker, ")");
        break;
    case 3:
        put(maker, "f32(%s(", casts[pick(maker, 7)]);
        put_float(maker, depth - 1);
        put(maker, "))");
        break;
    case 4:
        put(maker, "fma(");
        put_float(maker, depth - 1);
        put(maker, ", ");
        put_float(maker, depth - 1);
        put(maker, ", ");
        put_float_leaf(maker);
        put(maker, ")");
        break;
    default:
        put(maker, "(");
        put_float(maker, depth - 1);
        put(maker, " %s ", binary[pick(maker, maker->is_coarse ? 5 : 7)]);
        put_float(maker, depth - 1);
        put(maker, ")");
        break;
    }
}

static void put_integer_leaf(struct maker *maker)
{
    static const char *const numbers[] = {"0", "1", "3", "7", "31", "255", "65537"};
    unsigned input = pick(maker, maker->out->input_count);
    if (pick(maker, 4) == 0)
        put(maker, "%s", numbers[pick(maker, 7)]);
    else
        put(maker, maker->out->is_float[input] ? "i32(i%u)" : "i%u", input);
}

static void put_integer(struct maker *maker, int depth)
{
    static const char *const binary[] = {"+", "-", "*", "/", "%", "&", "|", "^", "<<", ">>"};
    static const char *const casts[] = {"u8", "u32", "i16", "i32", "i64"};
    if (depth <= 0) {
        put_integer_leaf(maker);
        return;
    }
    switch (pick(maker, 6)) {
    case 0:
        put(maker, pick(maker, 2) ? "abs(" : "-(");
        put_integer(maker, depth - 1);
        put(maker, ")");
        break;
    case 1:
        put(maker, "%s(", casts[pick(maker, 5)]);
        put_integer(maker, depth - 1);
        put(maker, ")");
        break;
    case 2:
        put(maker, "where(");
        put_truth(maker, depth - 1);
        put(maker, ", ");
        put_integer(maker, depth - 1);
        put(maker, ", ");
        put_integer(maker, depth - 1);
        put(maker, ")");
        break;
    case 3:
        put(maker, pick(maker, 2) ? "min(" : "max(");
        put_integer(maker, depth - 1);
        put(maker, ", ");
        put_integer(maker, depth - 1);
        put(maker, ")");
        break;
    default:
        put(maker, "(");
        put_integer(maker, depth - 1);
        put(maker, " %s ", binary[pick(maker, 10)]);
        put_integer(maker, depth - 1);
        put(maker, ")");
        break;
    }
}

/* ---- Small whole numbers, of any type -------------------------------------------------------- */

/* At most |maker->bound| afterwards. */
static void put_small(struct maker *maker, int depth)
{
    if (depth <= 0) {
        unsigned input = pick(maker, maker->out->input_count);
        if (pick(maker, 5) == 0)
            put(maker, "%u", pick(maker, 4));
        else
            put(maker, maker->out->is_float[input] ? "i%u" : "i32(i%u)", input);
        maker->bound = 8;
        return;
    }
    double first;
    switch (pick(maker, 5)) {
    case 0:
        put(maker, pick(maker, 2) ? "abs(" : "-(");
        put_small(maker, depth - 1);
        put(maker, ")");
        return;
    case 1:
        put(maker, "(%s(", pick(maker, 2) ? "min" : "max");
        put_small(maker, depth - 1);
        first = maker->bound;
        put(maker, ", ");
        put_small(maker, depth - 1);
        put(maker, ") + 0)");
        maker->bound = first > maker->bound ? first : maker->bound;
        return;
    case 2:
        put(maker, "where(");
        put_small(maker, depth - 1);
        put(maker, " < ");
        put_small(maker, depth - 1);
        put(maker, ", ");
        put_small(maker, depth - 1);
        first = maker->bound;
        put(maker, ", ");
        put_small(maker, depth - 1);
        put(maker, ")");
        maker->bound = first > maker->bound ? first : maker->bound;
        return;
    case 3:
        put(maker, "(");
        put_small(maker, 0);
        put(maker, " * ");
        put_small(maker, depth - 1);
        maker->bound *= 8;
        put(maker, ")");
        return;
    default:
        put(maker, "(");
        put_small(maker, depth - 1);
        first = maker->bound;
        put(maker, pick(maker, 2) ? " + " : " - ");
        put_small(maker, depth - 1);
        put(maker, ")");
        maker->bound += first;
        return;
    }
}

/* A reduction, whose sums are exact. */
static void put_reduction(struct maker *maker, int depth)
{
    static const char *const names[] = {"sum", "min", "max", "argmin", "argmax", "sum"};
    unsigned which = pick(maker, 6);
    bool is_nested = depth > 0 && pick(maker, 3) == 0;
    size_t before = maker->length;
    put(maker, "(%s(", names[which]);
    if (is_nested) {
        put(maker, "clamp(");
        put_small(maker, 1);
        put(maker, " - ");
        put_reduction(maker, depth - 1);
        put(maker, ", -8, 8)");
        maker->bound = 8;
    } else {
        put_small(maker, depth);
    }
    if (maker->bound * maker->row_length > 1 << 22) { /* start again with less */
        maker->length = before;
        put(maker, "(%s(", names[which]);
        put_small(maker, 1);
    }
    put(maker, ") + 0)"); /* of +0 and -0 either is right */
    maker->bound = which == 0 || which == 5 ? maker->bound * maker->row_length
                   : which > 2              ? maker->row_length
                                            : maker->bound;
}

/* ---- Programs ------------------------------------------------------------------------------- */

void random_program(uint64_t seed, bool has_rows, bool is_coarse, uint32_t length,
                    struct random_program *out)
{
    struct maker maker = {.state = seed, .out = out, .is_coarse = is_coarse, .row_length = length};
    *out = (struct random_program){.has_rows = has_rows};
    out->input_count = 1 + (pick(&maker, 4) ? pick(&maker, 3) : pick(&maker, 8));
    out->output_count = 1 + (pick(&maker, 3) ? 0 : pick(&maker, 4));
    for (uint32_t i = 0; i < out->input_count; i++)
        out->is_float[i] = pick(&maker, 3) > 0;
    put(&maker, "(");
    for (uint32_t i = 0; i < out->input_count; i++)
        put(&maker, i ? ", i%u" : "i%u", i);
    put(&maker, "; s, t) -> ");
    for (uint32_t i = 0; i < out->output_count; i++)
        put(&maker, i ? ", o%u" : "o%u", i);
    put(&maker, ":\n");
    for (uint32_t i = 0; i < out->output_count; i++) {
        put(&maker, "o%u = ", i);
        if (has_rows && (i == 0 || pick(&maker, 2))) {
            put_reduction(&maker, 2);
            if (pick(&maker, 2)) {
                put(&maker, " - ");
                put_small(&maker, 2);
            }
        } else if (pick(&maker, 3) == 0) {
            put_integer(&maker, 3);
        } else {
            put_float(&maker, 3);
        }
        put(&maker, "\n");
    }
}
