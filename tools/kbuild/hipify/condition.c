/* Evaluates conditions of #if and constant expressions in three-valued logic: an unknown operand
 * makes the result unknown, unless the other operands decide it. */
#include "macro.h"

#include "scope.h"

#include <limits.h>

enum { DEPTH = 64 };

/* The state of one evaluation. */
struct condition {
    const struct macros *macros;
    enum pass pass;
    const struct token *tokens;
    size_t count, at;
    int depth;
    /* whether the tokens are not an expression, or not one that read_choice() understands */
    bool broken;
    char unknown[64]; /* the first name of unknown value, or "" */
};

static const struct value unknown_value = {0};
static const struct token no_token = {0};

static struct value known_value(long long number)
{
    return (struct value){.known = true, .number = number};
}

enum truth value_truth(struct value value)
{
    return !value.known ? TRUTH_MAYBE : value.number ? TRUTH_YES : TRUTH_NO;
}

static struct value number_value(const char *source, const struct token *token)
{
    struct value value = {0};
    value.known = token_number(source, token, &value.number, &value.is_unsigned);
    return value;
}

static const struct token *peek(const struct condition *condition)
{
    return condition->at < condition->count ? &condition->tokens[condition->at] : &no_token;
}

static bool accept(struct condition *condition, int punctuator)
{
    if (peek(condition)->punctuator != punctuator)
        return false;
    condition->at++;
    return true;
}

static void note_unknown(struct condition *condition, const char *name)
{
    if (!condition->unknown[0])
        snprintf(condition->unknown, sizeof condition->unknown, "%s", name);
}

/* Skips to after the ')' of a '(' that was just read. */
static void skip_parentheses(struct condition *condition)
{
    for (int open = 1; open > 0 && condition->at < condition->count; condition->at++) {
        int mark = peek(condition)->punctuator;
        open += (mark == '(') - (mark == ')');
    }
}

static struct value read_defined(struct condition *condition)
{
    bool parenthesis = accept(condition, '(');
    const struct token *name = peek(condition);
    char text[64];
    if (name->kind != TOKEN_IDENTIFIER) {
        condition->broken = true;
        return unknown_value;
    }
    condition->at++;
    if (parenthesis && !accept(condition, ')'))
        condition->broken = true;
    if (!token_spell(condition->macros->source, name, text, sizeof text))
        return unknown_value;
    enum truth defined = macros_find(condition->macros, text, condition->pass).defined;
    if (defined == TRUTH_MAYBE)
        note_unknown(condition, text);
    return defined == TRUTH_MAYBE ? unknown_value : known_value(defined == TRUTH_YES);
}

static struct value read_name(struct condition *condition)
{
    char text[64];
    const struct token *token = peek(condition);
    bool whole = token_spell(condition->macros->source, token, text, sizeof text);
    condition->at++;
    if (whole && strcmp(text, "defined") == 0)
        return read_defined(condition);
    if (strcmp(text, "true") == 0 || strcmp(text, "false") == 0)
        return known_value(text[0] == 't');
    /* The name is __has_include, or a macro with arguments: skips these. */
    if (accept(condition, '(')) {
        skip_parentheses(condition);
        note_unknown(condition, text);
        return unknown_value;
    }
    if (!whole)
        return unknown_value;
    struct macro macro = macros_find(condition->macros, text, condition->pass);
    if (macro.known && macro.defined == TRUTH_YES)
        return known_value(macro.value);
    if (macro.defined == TRUTH_NO)
        return known_value(0);
    note_unknown(condition, text);
    return unknown_value;
}

static struct value read_choice(struct condition *condition);

static struct value negated(struct value value, int sign)
{
    if (!value.known || value.number == LLONG_MIN)
        return unknown_value;
    switch (sign) {
    case '!': return known_value(!value.number);
    case '+': return value;
    /* The negative of an unsigned value may not fit into a long long: it is unknown. */
    case '-': return value.is_unsigned && value.number ? unknown_value : known_value(-value.number);
    default: return value.is_unsigned ? unknown_value : known_value(~value.number);
    }
}

static struct value read_operand(struct condition *condition)
{
    const struct token *token = peek(condition);
    struct value value = unknown_value;
    if (condition->broken || condition->depth >= DEPTH) {
        condition->broken = true;
        return unknown_value;
    }
    condition->depth++;
    switch (token->punctuator) {
    case '!':
    case '-':
    case '+':
    case '~':
        condition->at++;
        value = negated(read_operand(condition), token->punctuator);
        break;
    case '(':
        condition->at++;
        value = read_choice(condition);
        if (!accept(condition, ')'))
            condition->broken = true;
        break;
    default:
        if (token->kind == TOKEN_NUMBER || token->kind == TOKEN_CHARACTER) {
            condition->at++;
            value = number_value(condition->macros->source, token);
        } else if (token->kind == TOKEN_IDENTIFIER) {
            value = read_name(condition);
        } else {
            condition->broken = true;
        }
    }
    condition->depth--;
    return value;
}

static const struct operation {
    int punctuator, strength;
} operations[] = {
    {PUNCTUATOR_OR, 1},
    {PUNCTUATOR_AND, 2},
    {'|', 3},
    {'^', 4},
    {'&', 5},
    {PUNCTUATOR2('=', '='), 6},
    {PUNCTUATOR2('!', '='), 6},
    {'<', 7},
    {'>', 7},
    {PUNCTUATOR2('<', '='), 7},
    {PUNCTUATOR2('>', '='), 7},
    {PUNCTUATOR2('<', '<'), 8},
    {PUNCTUATOR_SHIFT_RIGHT, 8},
    {'+', 9},
    {'-', 9},
    {'*', 10},
    {'/', 10},
    {'%', 10},
};

static int operation_strength(int punctuator)
{
    for (size_t i = 0; punctuator && i < sizeof operations / sizeof *operations; i++)
        if (operations[i].punctuator == punctuator)
            return operations[i].strength;
    return 0;
}

/* Returns a && b or a || b, which is known if one side decides it. */
static struct value combine_logic(int operation, struct value a, struct value b)
{
    bool decides = operation == PUNCTUATOR_OR;
    if ((a.known && (a.number != 0) == decides) || (b.known && (b.number != 0) == decides))
        return known_value(decides);
    return a.known && b.known ? known_value(!decides) : unknown_value;
}

static struct value combine_numbers(int operation, long long a, long long b)
{
    long long result = 0;
    bool shifts = a >= 0 && b >= 0 && b < 62 && a <= LLONG_MAX >> b;
    switch (operation) {
    case '|': return known_value(a | b);
    case '^': return known_value(a ^ b);
    case '&': return known_value(a & b);
    case PUNCTUATOR2('=', '='): return known_value(a == b);
    case PUNCTUATOR2('!', '='): return known_value(a != b);
    case '<': return known_value(a < b);
    case '>': return known_value(a > b);
    case PUNCTUATOR2('<', '='): return known_value(a <= b);
    case PUNCTUATOR2('>', '='): return known_value(a >= b);
    case PUNCTUATOR2('<', '<'): return shifts ? known_value(a << b) : unknown_value;
    case PUNCTUATOR_SHIFT_RIGHT: return b >= 0 && b < 63 ? known_value(a >> b) : unknown_value;
    case '+': return __builtin_add_overflow(a, b, &result) ? unknown_value : known_value(result);
    case '-': return __builtin_sub_overflow(a, b, &result) ? unknown_value : known_value(result);
    case '*': return __builtin_mul_overflow(a, b, &result) ? unknown_value : known_value(result);
    case '/': return b == 0 || a == LLONG_MIN ? unknown_value : known_value(a / b);
    case '%': return b == 0 || a == LLONG_MIN ? unknown_value : known_value(a % b);
    default: return unknown_value;
    }
}

static struct value combine(int operation, struct value a, struct value b)
{
    if (operation == PUNCTUATOR_OR || operation == PUNCTUATOR_AND)
        return combine_logic(operation, a, b);
    bool is_unsigned = a.is_unsigned || b.is_unsigned;
    if (!a.known || !b.known || (is_unsigned && (a.number < 0 || b.number < 0)))
        return unknown_value;
    struct value result = combine_numbers(operation, a.number, b.number);
    if (is_unsigned && operation == '-' && result.number < 0)
        return unknown_value;
    result.is_unsigned = is_unsigned && operation_strength(operation) > 7;
    return result;
}

static struct value read_operations(struct condition *condition, int weakest)
{
    struct value value = read_operand(condition);
    for (;;) {
        int operation = peek(condition)->punctuator;
        int strength = operation_strength(operation);
        if (strength < weakest || strength == 0 || condition->broken)
            return value;
        condition->at++;
        value = combine(operation, value, read_operations(condition, strength + 1));
    }
}

static struct value read_choice(struct condition *condition)
{
    struct value value = read_operations(condition, 1);
    if (!accept(condition, '?'))
        return value;
    if (++condition->depth >= DEPTH)
        condition->broken = true;
    struct value yes = condition->broken ? unknown_value : read_choice(condition);
    if (!accept(condition, ':'))
        condition->broken = true;
    struct value no = condition->broken ? unknown_value : read_choice(condition);
    condition->depth--;
    if (value.known)
        return value.number ? yes : no;
    return yes.known && no.known && yes.number == no.number ? yes : unknown_value;
}

static struct value read_all(struct condition *condition)
{
    struct value value = read_choice(condition);
    return condition->broken || condition->at < condition->count ? unknown_value : value;
}

struct value condition_value(const struct macros *macros, enum pass pass,
                             const struct token *tokens, size_t count, char *out_unknown)
{
    struct condition condition = {.macros = macros, .pass = pass, .tokens = tokens, .count = count};
    struct value value = read_all(&condition);
    if (out_unknown)
        strcpy(out_unknown, value.known ? "" : condition.unknown);
    return value;
}
