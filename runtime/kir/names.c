#include "names.h"

#include <stdio.h>

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

const char *parameter_name(const struct kir_kernel *kernel, kir_value value)
{
    return kernel->names + kernel->instructions[value].name;
}
