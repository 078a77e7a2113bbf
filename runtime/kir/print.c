/* Writes kernels as text: a line for each instruction. Results are numbered in the order of their
 * lines. */
#include "parts.h"

#include <inttypes.h>
#include <locale.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

const char *const unary_names[KIR_UNARY_COUNT] = {
    [KIR_NEG] = "neg",     [KIR_ABS] = "abs",     [KIR_NOT] = "not",         [KIR_RECIP] = "recip",
    [KIR_SQRT] = "sqrt",   [KIR_RSQRT] = "rsqrt", [KIR_EXP] = "exp",         [KIR_EXP2] = "exp2",
    [KIR_LOG] = "log",     [KIR_LOG2] = "log2",   [KIR_SIN] = "sin",         [KIR_COS] = "cos",
    [KIR_TANH] = "tanh",   [KIR_ERF] = "erf",     [KIR_NORMCDF] = "normcdf", [KIR_EXPM1] = "expm1",
    [KIR_FLOOR] = "floor", [KIR_CEIL] = "ceil",   [KIR_ROUND] = "round",     [KIR_TRUNC] = "trunc",
};
const char *const binary_names[KIR_BINARY_COUNT] = {
    [KIR_ADD] = "add", [KIR_SUB] = "sub", [KIR_MUL] = "mul", [KIR_DIV] = "div", [KIR_REM] = "rem",
    [KIR_MIN] = "min", [KIR_MAX] = "max", [KIR_POW] = "pow", [KIR_AND] = "and", [KIR_OR] = "or",
    [KIR_XOR] = "xor", [KIR_SHL] = "shl", [KIR_SHR] = "shr",
};
const char *const compare_names[KIR_COMPARE_COUNT] = {
    [KIR_EQ] = "eq", [KIR_NE] = "ne", [KIR_LT] = "lt",
    [KIR_LE] = "le", [KIR_GT] = "gt", [KIR_GE] = "ge",
};
const char *const reduce_names[KIR_REDUCE_COUNT] = {
    [KIR_SUM] = "sum",     [KIR_PRODUCT] = "product", [KIR_MINIMUM] = "min",
    [KIR_MAXIMUM] = "max", [KIR_ARGMIN] = "argmin",   [KIR_ARGMAX] = "argmax",
};
const char *const atomic_names[KIR_ATOMIC_COUNT] = {
    [KIR_ATOMIC_ADD] = "add", [KIR_ATOMIC_MIN] = "min", [KIR_ATOMIC_MAX] = "max"};
const char *const place_names[PLACE_COUNT] = {[KIR_THREAD] = "thread",
                                              [KIR_BLOCK] = "block",
                                              [KIR_BLOCK_SIZE] = "block_size",
                                              [KIR_GRID_SIZE] = "grid_size",
                                              [KIR_GLOBAL_THREAD] = "global_thread"};

static const char *pick(const char *const *names, unsigned count, unsigned number)
{
    return number < count ? names[number] : "?";
}

const char *instruction_name(const struct kir_instruction *instruction, char out[32])
{
    static const char *const names[] = {
        [KIR_GLOBAL] = "global",    [KIR_SCALAR] = "scalar",     [KIR_LDS] = "lds",
        [KIR_CONSTANT] = "const",   [KIR_SELECT] = "select",     [KIR_FMA] = "fma",
        [KIR_CAST] = "cast",        [KIR_LOAD] = "load",         [KIR_STORE] = "store",
        [KIR_ATOMIC] = "atomic",    [KIR_VARIABLE] = "var",      [KIR_GET] = "get",
        [KIR_SET] = "set",          [KIR_RANGE] = "range",       [KIR_IF] = "if",
        [KIR_ELSE] = "else",        [KIR_END] = "end",           [KIR_BARRIER] = "barrier",
        [KIR_WARP_REDUCE] = "warp", [KIR_BLOCK_REDUCE] = "block"};
    unsigned op = instruction->op, detail = instruction->detail;
    const char *second = NULL;
    const char *first = op < sizeof names / sizeof names[0] && names[op] ? names[op] : "?";
    switch (op) {
    case KIR_INDEX: first = pick(place_names, PLACE_COUNT, detail); break;
    case KIR_UNARY: first = pick(unary_names, KIR_UNARY_COUNT, detail); break;
    case KIR_BINARY: first = pick(binary_names, KIR_BINARY_COUNT, detail); break;
    case KIR_COMPARE: first = pick(compare_names, KIR_COMPARE_COUNT, detail); break;
    case KIR_ATOMIC: second = pick(atomic_names, KIR_ATOMIC_COUNT, detail); break;
    case KIR_WARP_REDUCE:
    case KIR_BLOCK_REDUCE: second = pick(reduce_names, KIR_REDUCE_COUNT, detail); break;
    default: break;
    }
    snprintf(out, 32, "%s%s%s", first, second ? " " : "", second ? second : "");
    return out;
}

void instruction_wrong(const struct kir_kernel *kernel, kir_value at, struct kir_error *error,
                       const char *format, va_list arguments)
{
    char name[32];
    size_t length = 0;
    *error = (struct kir_error){.instruction = at};
    if (at != KIR_NO_VALUE)
        length =
            (size_t)snprintf(error->message, sizeof error->message, "instruction %u (%s): ", at,
                             instruction_name(&kernel->instructions[at], name));
    vsnprintf(error->message + length, sizeof error->message - length, format, arguments);
}

const char *parameter_name(const struct kir_kernel *kernel, kir_value value)
{
    return kernel->names + kernel->instructions[value].name;
}

static void put_value(FILE *out, const struct kir_kernel *kernel, kir_value value)
{
    const struct kir_instruction *instruction =
        value < kernel->count ? &kernel->instructions[value] : NULL;
    if (instruction && (instruction->op == KIR_GLOBAL || instruction->op == KIR_SCALAR))
        fputs(parameter_name(kernel, value), out);
    else
        fprintf(out, "%%%" PRIu32, value);
}

static void put_operands(FILE *out, const struct kir_kernel *kernel,
                         const struct kir_instruction *instruction)
{
    for (int i = 0; i < 3 && instruction->operands[i] != KIR_NO_VALUE; i++) {
        fputc(' ', out);
        put_value(out, kernel, instruction->operands[i]);
    }
}

/* Writes a number with a decimal point, whatever the locale is. */
static void put_number(FILE *out, double number)
{
    locale_t c = newlocale(LC_NUMERIC_MASK, "C", (locale_t)0), was = (locale_t)0;
    if (c)
        was = uselocale(c);
    fprintf(out, "%a", number);
    if (c) {
        uselocale(was);
        freelocale(c);
    }
}

static void put_constant(FILE *out, const struct kir_instruction *constant)
{
    fprintf(out, "const %s ", kir_type_name(constant->type));
    if (!type_is_float(constant->type))
        fprintf(out, "%" PRId64, constant->integer);
    else if (isnan(constant->number))
        fputs("nan", out);
    else if (isinf(constant->number))
        fputs(constant->number < 0 ? "-inf" : "inf", out);
    else
        put_number(out, constant->number);
}

static void put_instruction(FILE *out, const struct kir_kernel *kernel, kir_value at)
{
    static const char dimensions[] = "xyz";
    const struct kir_instruction *instruction = &kernel->instructions[at];
    char name[32];
    instruction_name(instruction, name);
    if (instruction->type != KIR_NONE)
        fprintf(out, "%%%" PRIu32 " = ", at);
    switch (instruction->op) {
    case KIR_LDS:
        fprintf(out, "lds %s %" PRId64, kir_type_name(instruction->type), instruction->integer);
        break;
    case KIR_INDEX: fprintf(out, "%s %c", name, dimensions[instruction->extra % 3]); break;
    case KIR_CONSTANT: put_constant(out, instruction); break;
    case KIR_CAST:
        fprintf(out, "cast %s", kir_type_name(instruction->type));
        put_operands(out, kernel, instruction);
        break;
    case KIR_LOAD:
    case KIR_STORE:
        fputs(name, out);
        put_operands(out, kernel, instruction);
        if (instruction->extra != 1)
            fprintf(out, " width %u", instruction->extra);
        break;
    default:
        fputs(name, out);
        put_operands(out, kernel, instruction);
        break;
    }
}

char *kir_print(const struct kir_kernel *kernel)
{
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    if (!out)
        return NULL;
    fprintf(out, "kernel %s(", kernel->name);
    kir_value at = 0;
    for (; at < kernel->count && kernel->instructions[at].op <= KIR_SCALAR; at++) {
        char name[32];
        fprintf(out, "%s%s %s %s", at ? ", " : "",
                instruction_name(&kernel->instructions[at], name),
                kir_type_name(kernel->instructions[at].type), parameter_name(kernel, at));
    }
    fputc(')', out);
    if (kernel->block[0] || kernel->block[1] || kernel->block[2])
        fprintf(out, " block %" PRIu32 " %" PRIu32 " %" PRIu32, kernel->block[0], kernel->block[1],
                kernel->block[2]);
    fputs(" {\n", out);
    for (int depth = 1; at < kernel->count; at++) {
        enum kir_op op = kernel->instructions[at].op;
        depth -= (op == KIR_END || op == KIR_ELSE) && depth > 1;
        fprintf(out, "%*s", 2 * depth, "");
        put_instruction(out, kernel, at);
        fputc('\n', out);
        depth += op == KIR_RANGE || op == KIR_IF || op == KIR_ELSE;
    }
    fputs("}\n", out);
    bool is_whole = !ferror(out);
    if (fclose(out) != 0 || !is_whole) {
        free(text);
        return NULL;
    }
    return text;
}
