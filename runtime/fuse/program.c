/* A program's nodes, and the functions that make them. */
#include "program.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

/* ---- Error messages -------------------------------------------------------------------------- */

/* Prints the line of |text| with the place |at|, and a caret below the place. A long line is cut on
 * the left. */
static void print_place(FILE *out, const char *text, uint32_t at)
{
    enum { WIDTH = 90 };
    uint32_t begin = at, end = at;
    while (begin > 0 && text[begin - 1] != '\n')
        begin--;
    while (text[end] && text[end] != '\n' && end - begin < 400)
        end++;
    const char *cut = "";
    if (at - begin > WIDTH) {
        begin = at - WIDTH;
        cut = "...";
    }
    if (end - begin > 2 * WIDTH)
        end = begin + 2 * WIDTH;
    fprintf(out, "\n    %s%.*s\n    %*s^", cut, (int)(end - begin), text + begin,
            (int)(at - begin + strlen(cut)), "");
}

bool fuse_wrong(struct fuse_error *error, const char *text, uint32_t at, const char *format, ...)
{
    if (!error)
        return false;
    FILE *out = fmemopen(error->message, sizeof error->message, "w");
    error->message[0] = '\0';
    if (!out)
        return false;
    va_list arguments;
    va_start(arguments, format);
    vfprintf(out, format, arguments);
    va_end(arguments);
    if (text)
        print_place(out, text, at);
    fclose(out);
    error->message[sizeof error->message - 1] = '\0';
    return false;
}

/* ---- Nodes of a program ---------------------------------------------------------------------- */

struct fuse_program *fuse_create(void)
{
    return calloc(1, sizeof(struct fuse_program));
}

void fuse_free(struct fuse_program *program)
{
    if (!program)
        return;
    for (uint32_t i = 0; i < program->input_count; i++)
        free(program->inputs[i]);
    for (uint32_t i = 0; i < program->scalar_count; i++)
        free(program->scalars[i]);
    for (uint32_t i = 0; i < program->output_count; i++)
        free(program->outputs[i]);
    free(program->text);
    free(program);
}

/* Returns whether the node has one value for each row. */
static bool is_row(const struct fuse_program *program, const struct fuse_node *node)
{
    bool has_elements = node->kind == FUSE_INPUT;
    for (int i = 0; i < 3 && node->arguments[i] != FUSE_NO_VALUE; i++)
        has_elements = has_elements || !program->nodes[node->arguments[i]].is_row;
    return node->kind == FUSE_REDUCE || !has_elements;
}

static bool is_same(const struct fuse_node *a, const struct fuse_node *b)
{
    return a->kind == b->kind && a->detail == b->detail && a->is_whole == b->is_whole &&
           memcmp(&a->number, &b->number, sizeof a->number) == 0 &&
           memcmp(a->arguments, b->arguments, sizeof a->arguments) == 0;
}

fuse_value program_add(struct fuse_program *program, struct fuse_node node,
                       struct fuse_error *error)
{
    for (uint32_t i = 0; i < program->node_count; i++) {
        if (is_same(&program->nodes[i], &node))
            return i;
    }
    if (program->node_count == FUSE_NODES) {
        fuse_wrong(error, program->text, node.at,
                   "more than %d operations are too many for a kernel", FUSE_NODES);
        return FUSE_NO_VALUE;
    }
    node.is_row = is_row(program, &node);
    program->has_rows = program->has_rows || node.kind == FUSE_REDUCE || node.kind == FUSE_LENGTH;
    program->nodes[program->node_count] = node;
    return program->node_count++;
}

#define NO_ARGUMENTS                                                                               \
    {                                                                                              \
        FUSE_NO_VALUE, FUSE_NO_VALUE, FUSE_NO_VALUE                                                \
    }

/* Appends a copy of |name| to |names|. */
static bool add_name(struct fuse_program *program, char **names, uint32_t *count, uint32_t most,
                     const char *what, const char *name, struct fuse_error *error)
{
    for (uint32_t i = 0; i < *count; i++) {
        if (strcmp(names[i], name) == 0)
            return fuse_wrong(error, program->text, 0, "there are two %ss '%s'", what, name);
    }
    if (*count == most)
        return fuse_wrong(error, program->text, 0, "'%s': a kernel has at most %u %ss", name, most,
                          what);
    names[*count] = strdup(name);
    if (!names[*count])
        return fuse_wrong(error, NULL, 0, "no memory");
    ++*count;
    return true;
}

fuse_value fuse_input(struct fuse_program *program, const char *name, struct fuse_error *error)
{
    struct fuse_node node = {
        .kind = FUSE_INPUT, .detail = (uint8_t)program->input_count, .arguments = NO_ARGUMENTS};
    return add_name(program, program->inputs, &program->input_count, FUSE_INPUTS, "input", name,
                    error)
               ? program_add(program, node, error)
               : FUSE_NO_VALUE;
}

fuse_value fuse_scalar(struct fuse_program *program, const char *name, struct fuse_error *error)
{
    struct fuse_node node = {
        .kind = FUSE_SCALAR, .detail = (uint8_t)program->scalar_count, .arguments = NO_ARGUMENTS};
    return add_name(program, program->scalars, &program->scalar_count, FUSE_SCALARS, "scalar", name,
                    error)
               ? program_add(program, node, error)
               : FUSE_NO_VALUE;
}

fuse_value fuse_number(struct fuse_program *program, double number, bool is_whole,
                       struct fuse_error *error)
{
    struct fuse_node node = {
        .kind = FUSE_NUMBER, .is_whole = is_whole, .number = number, .arguments = NO_ARGUMENTS};
    return program_add(program, node, error);
}

bool fuse_output(struct fuse_program *program, const char *name, fuse_value value,
                 struct fuse_error *error)
{
    if (value >= program->node_count)
        return fuse_wrong(error, NULL, 0, "output '%s': there is no value %u", name, value);
    program->results[program->output_count % FUSE_OUTPUTS] =
        program->output_count < FUSE_OUTPUTS ? value : program->results[0];
    return add_name(program, program->outputs, &program->output_count, FUSE_OUTPUTS, "output", name,
                    error);
}

bool fuse_check(const struct fuse_program *program, struct fuse_error *error)
{
    if (program->output_count == 0)
        return fuse_wrong(error, program->text, 0, "nothing is put out");
    if (program->input_count == 0)
        return fuse_wrong(error, program->text, 0, "it has no input, so its shape is not known");
    return true;
}

/* ---- Calling functions by name --------------------------------------------------------------- */

static const struct function {
    const char *name;
    uint8_t arguments, kind, detail;
    /* the expression of the parameters a, b and c that the function means, or NULL */
    const char *text;
} functions[] = {
    {"neg", 1, FUSE_UNARY, KIR_NEG, NULL},
    {"!", 1, FUSE_UNARY, KIR_NOT, NULL},
    {"abs", 1, FUSE_UNARY, KIR_ABS, NULL},
    {"recip", 1, FUSE_UNARY, KIR_RECIP, NULL},
    {"sqrt", 1, FUSE_UNARY, KIR_SQRT, NULL},
    {"rsqrt", 1, FUSE_UNARY, KIR_RSQRT, NULL},
    {"exp", 1, FUSE_UNARY, KIR_EXP, NULL},
    {"exp2", 1, FUSE_UNARY, KIR_EXP2, NULL},
    {"expm1", 1, FUSE_UNARY, KIR_EXPM1, NULL},
    {"log", 1, FUSE_UNARY, KIR_LOG, NULL},
    {"log2", 1, FUSE_UNARY, KIR_LOG2, NULL},
    {"sin", 1, FUSE_UNARY, KIR_SIN, NULL},
    {"cos", 1, FUSE_UNARY, KIR_COS, NULL},
    {"tanh", 1, FUSE_UNARY, KIR_TANH, NULL},
    {"erf", 1, FUSE_UNARY, KIR_ERF, NULL},
    {"normcdf", 1, FUSE_UNARY, KIR_NORMCDF, NULL},
    {"floor", 1, FUSE_UNARY, KIR_FLOOR, NULL},
    {"ceil", 1, FUSE_UNARY, KIR_CEIL, NULL},
    {"round", 1, FUSE_UNARY, KIR_ROUND, NULL},
    {"trunc", 1, FUSE_UNARY, KIR_TRUNC, NULL},
    {"+", 2, FUSE_BINARY, KIR_ADD, NULL},
    {"-", 2, FUSE_BINARY, KIR_SUB, NULL},
    {"*", 2, FUSE_BINARY, KIR_MUL, NULL},
    {"/", 2, FUSE_BINARY, KIR_DIV, NULL},
    {"%", 2, FUSE_BINARY, KIR_REM, NULL},
    {"&", 2, FUSE_BINARY, KIR_AND, NULL},
    {"|", 2, FUSE_BINARY, KIR_OR, NULL},
    {"^", 2, FUSE_BINARY, KIR_XOR, NULL},
    {"<<", 2, FUSE_BINARY, KIR_SHL, NULL},
    {">>", 2, FUSE_BINARY, KIR_SHR, NULL},
    {"min", 2, FUSE_BINARY, KIR_MIN, NULL},
    {"max", 2, FUSE_BINARY, KIR_MAX, NULL},
    {"pow", 2, FUSE_BINARY, KIR_POW, NULL},
    {"==", 2, FUSE_COMPARE, KIR_EQ, NULL},
    {"!=", 2, FUSE_COMPARE, KIR_NE, NULL},
    {"<", 2, FUSE_COMPARE, KIR_LT, NULL},
    {"<=", 2, FUSE_COMPARE, KIR_LE, NULL},
    {">", 2, FUSE_COMPARE, KIR_GT, NULL},
    {">=", 2, FUSE_COMPARE, KIR_GE, NULL},
    {"where", 3, FUSE_SELECT, 0, NULL},
    {"fma", 3, FUSE_FMA, 0, NULL},
    {"bool", 1, FUSE_CAST, KIR_BOOL, NULL},
    {"u8", 1, FUSE_CAST, KIR_U8, NULL},
    {"u32", 1, FUSE_CAST, KIR_U32, NULL},
    {"i16", 1, FUSE_CAST, KIR_I16, NULL},
    {"i32", 1, FUSE_CAST, KIR_I32, NULL},
    {"i64", 1, FUSE_CAST, KIR_I64, NULL},
    {"f8e4m3", 1, FUSE_CAST, KIR_F8E4M3, NULL},
    {"f16", 1, FUSE_CAST, KIR_F16, NULL},
    {"bf16", 1, FUSE_CAST, KIR_BF16, NULL},
    {"f32", 1, FUSE_CAST, KIR_F32, NULL},
    {"f64", 1, FUSE_CAST, KIR_F64, NULL},
    {"sum", 1, FUSE_REDUCE, KIR_SUM, NULL},
    {"prod", 1, FUSE_REDUCE, KIR_PRODUCT, NULL},
    {"min", 1, FUSE_REDUCE, KIR_MINIMUM, NULL},
    {"max", 1, FUSE_REDUCE, KIR_MAXIMUM, NULL},
    {"argmin", 1, FUSE_REDUCE, KIR_ARGMIN, NULL},
    {"argmax", 1, FUSE_REDUCE, KIR_ARGMAX, NULL},
    {"length", 0, FUSE_LENGTH, 0, NULL},
    {"&&", 2, 0, 0, "bool(a) & bool(b)"},
    {"||", 2, 0, 0, "bool(a) | bool(b)"},
    {"sqr", 1, 0, 0, "a * a"},
    {"sign", 1, 0, 0, "(a > 0) - (a < 0)"},
    {"relu", 1, 0, 0, "max(a, 0)"},
    {"clamp", 3, 0, 0, "min(max(a, b), c)"},
    {"sigmoid", 1, 0, 0, "1.0 / (1.0 + exp(-a))"},
    {"silu", 1, 0, 0, "a / (1.0 + exp(-a))"},
    {"gelu", 1, 0, 0,
     "0.5 * a * (1.0 + tanh(0.7978845608028654 * (a + 0.044715 * a * a * a)))"}, /* sqrt(2/pi) */
    {"gelu_erf", 1, 0, 0, "a * normcdf(a)"},
    {"elu", 2, 0, 0, "where(a > 0, a, b * expm1(a))"},
    {"mean", 1, 0, 0, "sum(1.0 * a) / length()"},
    {"var", 1, 0, 0, "mean(sqr(a - mean(a)))"},
    {"logsumexp", 1, 0, 0, "max(a) + log(sum(exp(a - max(a))))"},
    {"softmax", 1, 0, 0, "exp(a - max(a)) * recip(sum(exp(a - max(a))))"},
    {"rms_norm", 2, 0, 0, "a * rsqrt(mean(sqr(a)) + b)"},
    {"layer_norm", 2, 0, 0, "(a - mean(a)) * rsqrt(var(a) + b)"},
};
enum { FUNCTION_COUNT = sizeof functions / sizeof functions[0] };

static bool is_word(const struct function *function)
{
    return function->name[0] >= 'a' && function->name[0] <= 'z';
}

static void report_unknown(const struct fuse_program *program, const char *name, uint32_t count,
                           uint32_t at, struct fuse_error *error)
{
    char all[512] = "";
    size_t length = 0;
    for (uint32_t i = 0; i < FUNCTION_COUNT; i++) {
        if (strcmp(functions[i].name, name) == 0) {
            fuse_wrong(error, program->text, at, "%s takes %u arguments, and %u are given", name,
                       functions[i].arguments, count);
            return;
        }
        if (is_word(&functions[i]) && length < sizeof all)
            length += (size_t)snprintf(all + length, sizeof all - length, " %s", functions[i].name);
    }
    fuse_wrong(error, program->text, at, "there is no function '%.40s'; there are%s", name, all);
}

fuse_value program_call(struct fuse_program *program, const char *name, const fuse_value *arguments,
                        uint32_t count, uint32_t at, struct fuse_error *error)
{
    const struct function *function = functions, *end = functions + FUNCTION_COUNT;
    while (function < end && (strcmp(function->name, name) != 0 || function->arguments != count))
        function++;
    if (function == end) {
        report_unknown(program, name, count, at, error);
        return FUSE_NO_VALUE;
    }
    if (function->text)
        return program_expand(program, function->text, arguments, count, at, error);
    struct fuse_node node = {
        .kind = function->kind, .detail = function->detail, .arguments = NO_ARGUMENTS, .at = at};
    memcpy(node.arguments, arguments, count * sizeof *arguments);
    return program_add(program, node, error);
}

fuse_value fuse_call(struct fuse_program *program, const char *function,
                     const fuse_value *arguments, uint32_t count, struct fuse_error *error)
{
    for (uint32_t i = 0; i < count; i++) {
        if (arguments[i] >= program->node_count) {
            fuse_wrong(error, NULL, 0, "%s: argument %u is not a value", function, i + 1);
            return FUSE_NO_VALUE;
        }
    }
    return program_call(program, function, arguments, count, 0, error);
}
