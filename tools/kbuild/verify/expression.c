/* sum: product (+ product | - product)*     product: factor (* factor | / factor | % factor)*
 * factor: number | name | - factor | ( sum ) */
#include "expression.h"

#include <ctype.h>
#include <errno.h>

enum { DEPTH_MAX = 64 }; /* how deep parentheses and signs may nest */

struct parser {
    const char *text, *at;
    const struct variables *variables;
    int depth;
    char *fault; /* the message of what is wrong; empty while nothing is */
};

void variables_set(struct variables *variables, const char *name, int64_t value)
{
    const int64_t *old = variables_find(variables, name);
    if (old) {
        variables->values[old - variables->values] = value;
        return;
    }
    variables->names = mem_grow(variables->names, variables->count, sizeof *variables->names);
    variables->values = mem_grow(variables->values, variables->count, sizeof *variables->values);
    variables->is_used = mem_grow(variables->is_used, variables->count, sizeof *variables->is_used);
    variables->is_used[variables->count] = false;
    variables->names[variables->count] = name;
    variables->values[variables->count++] = value;
}

const int64_t *variables_find(const struct variables *variables, const char *name)
{
    for (size_t i = 0; i < variables->count; i++)
        if (strcmp(variables->names[i], name) == 0)
            return &variables->values[i];
    return NULL;
}

void variables_free(struct variables *variables)
{
    free(variables->names);
    free(variables->values);
    free(variables->is_used);
    *variables = (struct variables){0};
}

__attribute__((format(printf, 2, 3))) static int64_t fail(struct parser *parser, const char *format,
                                                          ...)
{
    va_list arguments;
    va_start(arguments, format);
    if (!*parser->fault)
        vsnprintf(parser->fault, 160, format, arguments);
    va_end(arguments);
    return 0;
}

static char next(struct parser *parser)
{
    parser->at += strspn(parser->at, " \t");
    return *parser->at;
}

static int64_t read_number(struct parser *parser)
{
    char *end;
    errno = 0;
    const long long value = strtoll(parser->at, &end, 10);
    if (errno)
        return fail(parser, "a number is too large");
    parser->at = end;
    return value;
}

static int64_t read_name(struct parser *parser)
{
    size_t length = 0;
    while (isalnum((unsigned char)parser->at[length]) || parser->at[length] == '_')
        length++;
    OWNED char *name = mem_dup_n(parser->at, length);
    const int64_t *value = variables_find(parser->variables, name);
    if (!value)
        return fail(parser, "'%.60s' is neither a size nor an integer argument of the case", name);
    parser->variables->is_used[value - parser->variables->values] = true;
    parser->at += length;
    return *value;
}

static int64_t read_sum(struct parser *parser);

static int64_t read_factor(struct parser *parser)
{
    int64_t value;
    const char c = next(parser);
    if (parser->depth >= DEPTH_MAX)
        return fail(parser, "it nests deeper than %d levels", DEPTH_MAX);
    if (isdigit((unsigned char)c))
        return read_number(parser);
    if (isalpha((unsigned char)c) || c == '_')
        return read_name(parser);
    if (c != '-' && c != '(')
        return c ? fail(parser, "'%.20s' is not a number, a name or '('", parser->at)
                 : fail(parser, "a number or a name is missing at its end");
    parser->at++;
    parser->depth++;
    value = c == '-' ? read_factor(parser) : read_sum(parser);
    parser->depth--;
    if (c == '-')
        return __builtin_sub_overflow(0, value, &value) ? fail(parser, "it overflows 64 bits")
                                                        : value;
    if (next(parser) != ')')
        return fail(parser, "a ')' is missing");
    parser->at++;
    return value;
}

static int64_t apply(struct parser *parser, char operation, int64_t a, int64_t b)
{
    int64_t result = 0;
    bool overflows = false;
    switch (operation) {
    case '+': overflows = __builtin_add_overflow(a, b, &result); break;
    case '-': overflows = __builtin_sub_overflow(a, b, &result); break;
    case '*': overflows = __builtin_mul_overflow(a, b, &result); break;
    default:
        if (*parser->fault)
            return 0;
        if (b == 0)
            return fail(parser, "it divides by 0");
        overflows = a == INT64_MIN && b == -1;
        if (!overflows)
            result = operation == '/' ? a / b : a % b;
    }
    return overflows ? fail(parser, "it overflows 64 bits") : result;
}

/* Reads operands, each by the function |read|, with operators of |operators| between them. */
static int64_t read_chain(struct parser *parser, const char *operators,
                          int64_t (*read)(struct parser *))
{
    int64_t value = read(parser);
    while (!*parser->fault && next(parser) && strchr(operators, *parser->at)) {
        const char operation = *parser->at++;
        value = apply(parser, operation, value, read(parser));
    }
    return value;
}

static int64_t read_product(struct parser *parser)
{
    return read_chain(parser, "*/%", read_factor);
}

static int64_t read_sum(struct parser *parser)
{
    return read_chain(parser, "+-", read_product);
}

bool expression_evaluate(const char *text, const struct variables *variables, int64_t *out,
                         char fault[160])
{
    struct parser parser = {.text = text, .at = text, .variables = variables, .fault = fault};
    *fault = '\0';
    const int64_t value = read_sum(&parser);
    if (!*fault && next(&parser))
        fail(&parser, "'%.20s' is left over", parser.at);
    if (!*fault)
        *out = value;
    return !*fault;
}
