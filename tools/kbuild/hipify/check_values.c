/* Values that come out different on AMD: halves of a half2 that are read as bits, min and max of
 * different signedness, floats that do not fit into a small integer.
 */
#include "check.h"
#include "report.h"
#include "types.h"

enum {
    HIP_6 = 600,
    CLAMP_REACH = 256,     /* longer expressions may have one anywhere */
    STATEMENT_REACH = 256, /* longer assignments are not looked at */
};

static const char *type_name(enum base base)
{
    switch (base) {
    case TYPE_S8: return "an 8-bit integer";
    case TYPE_U8: return "an unsigned 8-bit integer";
    case TYPE_S16: return "a 16-bit integer";
    case TYPE_U16: return "an unsigned 16-bit integer";
    default: return "an integer";
    }
}

/* Whether a call in tokens[from, to) keeps a value in range. */
static bool is_clamped(const struct check *check, size_t from, size_t to)
{
    for (size_t at = from; at < to && at < from + CLAMP_REACH; at++)
        if (check_word(check, at) >= WORD_min && check_word(check, at) <= WORD_MAX)
            return true;
    return to - from > CLAMP_REACH;
}

/* A value of tokens[from, to), a float, becomes a narrow integer at tokens[at]. */
static void report_narrow(const struct check *check, size_t at, struct type type, size_t from,
                          size_t to)
{
    if (is_clamped(check, from, to) ||
        (to == from + 1 && check_token(check, from)->kind == TOKEN_NUMBER))
        return;
    report_add(check->report, HIPIFY_NOTE, "KB1503", check_token(check, at),
               mem_format("a float becomes %s; out of range it wraps on NVIDIA and saturates here",
                          type_name(type.base)),
               "clamp it first, unless it always fits");
}

/* Where the operand of a cast at |at| ends: a variable, an element, a call, a parenthesis. */
static size_t operand_end(const struct check *check, size_t at)
{
    while (check_mark(check, at) == '-' || check_mark(check, at) == '+')
        at++;
    if (check_mark(check, at) == '(')
        at = bracket_end(check->function, at) + 1;
    else
        at++;
    while (check_mark(check, at) == '[' || check_mark(check, at) == '(')
        at = bracket_end(check->function, at) + 1;
    return at;
}

/* (T)x, T(x), static_cast<T>(x) with tokens[at] in front. */
static void check_cast(const struct check *check, const struct locals *locals, size_t at)
{
    const struct function *function = check->function;
    struct type type = {0};
    size_t from, to, end;
    if (check_mark(check, at) == '(') {
        end = type_read_known(function, at + 1, &type);
        if (end == at + 1 || check_mark(check, end) != ')')
            return;
        const struct token *before = at ? check_token(check, at - 1) : check_token(check, at);
        if (before->kind == TOKEN_IDENTIFIER && before->word != WORD_return)
            return; /* sizeof(char), f(int) */
        from = end + 1;
        to = operand_end(check, from);
    } else if (check_word(check, at) == WORD_static_cast) {
        end = type_read_known(function, at + 2, &type);
        if (end == at + 2 || check_mark(check, end) != '>' || check_mark(check, end + 1) != '(')
            return;
        from = end + 2;
        to = bracket_end(function, end + 1);
    } else {
        end = type_read_known(function, at, &type);
        if (end != at + 1 || check_mark(check, end) != '(')
            return;
        from = end + 1;
        to = bracket_end(function, end);
    }
    if (type_is_narrow(type) && type_is_float(expression_type(locals, function, from, to)))
        report_narrow(check, at, type, from, to);
}

/* name = float; or name[i] = float; with tokens[at] the name. |type| is what the name has. */
static void check_assignment(const struct check *check, const struct locals *locals, size_t at,
                             struct type type)
{
    const struct function *function = check->function;
    size_t from = at + 1;
    while (check_mark(check, from) == '[' && type.pointers > 0) {
        from = bracket_end(function, from) + 1;
        type.pointers--;
    }
    if (!type_is_narrow(type) || check_mark(check, from) != '=')
        return;
    size_t to = ++from;
    for (; to < function->count && to < from + STATEMENT_REACH; to++) {
        int c = check_mark(check, to);
        if (c == ';' || c == ',' || c == '}')
            break;
        if (c == '(' || c == '[' || c == '{')
            to = bracket_end(function, to);
    }
    if (type_is_float(expression_type(locals, function, from, to)))
        report_narrow(check, at, type, from, to);
}

/* min(a, b) where CUDA compares as unsigned and HIP does not. */
static void check_extremes(const struct check *check, const struct locals *locals, size_t at)
{
    const struct function *function = check->function;
    if (!check_is_call(check, at) || check_mark(check, at + 1) != '(')
        return;
    size_t close = bracket_end(function, at + 1), comma = 0;
    int commas = 0;
    for (size_t i = at + 2; i < close; i++) {
        int c = check_mark(check, i);
        if (c == '(' || c == '[' || c == '{')
            i = bracket_end(function, i);
        else if (c == ',' && commas++ == 0)
            comma = i;
    }
    if (commas != 1 || close >= function->count)
        return;
    struct type a = expression_type(locals, function, at + 2, comma);
    struct type b = expression_type(locals, function, comma + 1, close);
    if (!type_is_integer(a) || !type_is_integer(b))
        return;
    bool a_unsigned = type_is_unsigned(a) && a.base >= TYPE_U32;
    bool b_unsigned = type_is_unsigned(b) && b.base >= TYPE_U32;
    if (a_unsigned == b_unsigned || (a_unsigned ? b.base > a.base : a.base > b.base))
        return;
    /* What is signed is no negative number for certain. */
    bool safe = a_unsigned ? type_is_unsigned(b) || b.base == TYPE_BOOL ||
                                 expression_is_literal(function, comma + 1, close)
                           : type_is_unsigned(a) || a.base == TYPE_BOOL ||
                                 expression_is_literal(function, at + 2, comma);
    if (safe)
        return;
    char name[8];
    token_spell(function->source, check_token(check, at), name, sizeof name);
    report_add(check->report, HIPIFY_WARNING, "KB1502", check_token(check, at),
               mem_format("%s of a signed and an unsigned integer: CUDA compares as unsigned, HIP "
                          "does not",
                          name),
               "cast one of them");
}

static const char *const bit_casts[] = {"__half_as_ushort", "__half_as_short", "__ushort_as_half",
                                        "__short_as_half", NULL};

/* h.x of a half2: a bit pattern in HIP 5. */
static void check_half(const struct check *check, size_t at, struct type type)
{
    size_t next = at + 1;
    while (check_mark(check, next) == '[' && type.pointers > 0) {
        next = bracket_end(check->function, next) + 1;
        type.pointers--;
    }
    bool arrow = check_mark(check, next) == PUNCTUATOR_ARROW;
    if (type.base != TYPE_HALF2 || type.pointers != arrow ||
        (!arrow && check_mark(check, next) != '.'))
        return;
    const char *read = check_is(check, next + 1, "x")   ? "__low2half"
                       : check_is(check, next + 1, "y") ? "__high2half"
                                                        : NULL;
    /* Its address, reinterpret_cast<half &>(h.x), __ushort_as_half(h.x), h.x = __half_as_ushort(y)
     * mean the bits. */
    int before = check_mark(check, at - 1);
    if (!read || before == '&' ||
        (before == '(' &&
         (check_mark(check, at - 2) == '>' || check_is_one_of(check, at - 2, bit_casts))) ||
        (check_mark(check, next + 2) == '=' && check_is_one_of(check, next + 3, bit_casts)))
        return;
    report_add(check->report, HIPIFY_WARNING, "KB1501", check_token(check, next + 1),
               mem_format("a member of a half2 is its bit pattern (unsigned short) in HIP 5"),
               *read == '_' && read[2] == 'l' ? "use __low2half() or __halves2half2()"
                                              : "use __high2half() or __halves2half2()");
}

static bool begins_statement(const struct check *check, size_t at)
{
    int before = check_mark(check, at - 1);
    return before == ';' || before == '{' || before == '}' || before == ')' ||
           (before == '(' && check_word(check, at - 2) == WORD_for) ||
           check_word(check, at - 1) == WORD_else || before == ':';
}

/* A lambda's parameters are not followed. */
static bool has_lambda(const struct check *check, size_t at)
{
    const struct token *before = check_token(check, at - 1);
    return check_mark(check, at) == '[' && before->kind != TOKEN_IDENTIFIER &&
           before->punctuator != ')' && before->punctuator != ']' && before->punctuator != '[';
}

static void follow_name(const struct check *check, const struct locals *locals, size_t at,
                        bool of_hip)
{
    const struct function *function = check->function;
    if (of_hip && (check_word(check, at) == WORD_min || check_word(check, at) == WORD_max)) {
        check_extremes(check, locals, at);
        return;
    }
    int next = check_mark(check, at + 1);
    if (next == '(' || next == '<')
        check_cast(check, locals, at);
    if (next != '=' && next != '[' && next != '.' && next != PUNCTUATOR_ARROW)
        return;
    struct type type = locals_type(locals, function, check_token(check, at));
    int before = check_mark(check, at - 1);
    if (type.base == TYPE_UNKNOWN || before == '.' || before == PUNCTUATOR_ARROW ||
        before == PUNCTUATOR_SCOPE)
        return;
    if (type.base == TYPE_HALF2 && of_hip &&
        (check->options->hip_version == 0 || check->options->hip_version < HIP_6))
        check_half(check, at, type);
    else if (next == '[' || next == '=')
        check_assignment(check, locals, at, type);
}

void check_values(const struct check *check)
{
    const struct function *function = check->function;
    bool of_hip = check->options->headers == HIPIFY_HEADERS_OF_HIP;
    if (!(function->concerns & (CONCERN_VALUES | (of_hip ? CONCERN_HALVES : 0))))
        return;
    struct locals locals;
    int depth = 0;
    locals_start(&locals);
    locals_declare_parameters(&locals, function);
    for (size_t at = function->body + 1; at < function->count; at++) {
        const struct token *token = &function->tokens[at];
        if (has_lambda(check, at))
            return;
        if (token->kind == TOKEN_IDENTIFIER && begins_statement(check, at))
            locals_declare(&locals, function, at, depth + 1);
        if (token->punctuator == '{')
            depth++;
        else if (token->punctuator == '}')
            locals_leave(&locals, --depth + 1);
        else if (token->punctuator == '(')
            check_cast(check, &locals, at);
        else if (token->kind == TOKEN_IDENTIFIER)
            follow_name(check, &locals, at, of_hip);
    }
}
