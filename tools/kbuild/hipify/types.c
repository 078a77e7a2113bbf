#include "types.h"

#include <string.h>

static const unsigned char bases[WORD_COUNT] = {
    [WORD_void] = TYPE_VOID,     [WORD_bool] = TYPE_BOOL,     [WORD_char] = TYPE_S8,
    [WORD_int8_t] = TYPE_S8,     [WORD_uint8_t] = TYPE_U8,    [WORD_uchar] = TYPE_U8,
    [WORD_int16_t] = TYPE_S16,   [WORD_uint16_t] = TYPE_U16,  [WORD_ushort] = TYPE_U16,
    [WORD_int] = TYPE_S32,       [WORD_int32_t] = TYPE_S32,   [WORD_uint32_t] = TYPE_U32,
    [WORD_uint] = TYPE_U32,      [WORD_int64_t] = TYPE_S64,   [WORD_uint64_t] = TYPE_U64,
    [WORD_size_t] = TYPE_U64,    [WORD_ptrdiff_t] = TYPE_S64, [WORD_ulong] = TYPE_U64,
    [WORD_half] = TYPE_HALF,     [WORD___half] = TYPE_HALF,   [WORD_half2] = TYPE_HALF2,
    [WORD___half2] = TYPE_HALF2, [WORD_float] = TYPE_FLOAT,   [WORD_double] = TYPE_DOUBLE,
};

/* What may stand around the name of a type. */
static const bool qualifiers[WORD_COUNT] = {
    [WORD_const] = true,        [WORD_static] = true,
    [WORD_constexpr] = true,    [WORD_register] = true,
    [WORD___restrict__] = true, [WORD___restrict] = true,
    [WORD_restrict] = true,     [WORD___constant__] = true,
    [WORD_extern] = true,       [WORD_inline] = true,
    [WORD___device__] = true,   [WORD_thread_local] = true,
    [WORD_mutable] = true,      [WORD___grid_constant__] = true,
};

static const bool keywords[WORD_COUNT] = {
    [WORD_return] = true,    [WORD_if] = true,
    [WORD_else] = true,      [WORD_for] = true,
    [WORD_while] = true,     [WORD_do] = true,
    [WORD_switch] = true,    [WORD_case] = true,
    [WORD_goto] = true,      [WORD_new] = true,
    [WORD_delete] = true,    [WORD_using] = true,
    [WORD_namespace] = true, [WORD_template] = true,
    [WORD_typedef] = true,   [WORD_struct] = true,
    [WORD_class] = true,     [WORD_enum] = true,
    [WORD_union] = true,     [WORD_operator] = true,
    [WORD_sizeof] = true,    [WORD_throw] = true,
    [WORD_break] = true,     [WORD_continue] = true,
    [WORD_public] = true,    [WORD_this] = true,
    [WORD_asm] = true,       [WORD___asm__] = true,
    [WORD_default] = true,   [WORD_typename] = true,
    [WORD_friend] = true,    [WORD_static_assert] = true,
    [WORD_auto] = true,      [WORD_true] = true,
    [WORD_false] = true,     [WORD_decltype] = true,
};

static const struct token *token_of(const struct function *function, size_t at)
{
    static const struct token nothing;
    return at < function->count ? &function->tokens[at] : &nothing;
}

static enum word word_at(const struct function *function, size_t at)
{
    return (enum word)token_of(function, at)->word;
}

static int mark(const struct function *function, size_t at)
{
    return token_of(function, at)->punctuator;
}

size_t bracket_end(const struct function *function, size_t at)
{
    int c = mark(function, at);
    bool opens = c == '(' || c == '[' || c == '{';
    return opens ? function->match[at] : function->count;
}

/* Behind the template arguments at |at|, or |at| when these are none. */
static size_t skip_arguments(const struct function *function, size_t at)
{
    if (mark(function, at) != '<')
        return at;
    int depth = 0;
    for (size_t i = at; i < function->count && i < at + 64; i++) {
        int c = mark(function, i);
        if (c == ';' || c == '{' || c == '}' || c == PUNCTUATOR_AND || c == PUNCTUATOR_OR)
            return at;
        depth += (c == '<') - (c == '>') - 2 * (c == PUNCTUATOR_SHIFT_RIGHT);
        if (depth <= 0)
            return i + 1;
    }
    return at;
}

/* What the words of a type say, in any order: unsigned long const long. */
struct words {
    bool is_unsigned, is_signed, is_short, any;
    int longs;
    enum base base;
};

static bool read_word(const struct function *function, size_t at, struct words *words,
                      struct type *type)
{
    enum word word = word_at(function, at);
    if (qualifiers[word])
        return true;
    switch (word) {
    case WORD_NONE: return false;
    case WORD_volatile: return type->is_volatile = true;
    case WORD___shared__: return type->is_shared = true;
    case WORD_unsigned: return words->is_unsigned = words->any = true;
    case WORD_signed: return words->is_signed = words->any = true;
    case WORD_short: return words->is_short = words->any = true;
    case WORD_long: words->longs++; return words->any = true;
    default: break;
    }
    if (words->base != TYPE_UNKNOWN || bases[word] == TYPE_UNKNOWN)
        return false;
    words->base = (enum base)bases[word];
    return words->any = true;
}

static enum base base_of(const struct words *words)
{
    bool negative = !words->is_unsigned;
    if (words->base == TYPE_DOUBLE && words->longs)
        return TYPE_UNKNOWN;
    if (words->longs)
        return negative ? TYPE_S64 : TYPE_U64;
    if (words->is_short)
        return negative ? TYPE_S16 : TYPE_U16;
    if (words->is_unsigned || words->is_signed) {
        if (words->base == TYPE_S8)
            return negative ? TYPE_S8 : TYPE_U8;
        return words->base == TYPE_S32 || words->base == TYPE_UNKNOWN
                   ? (negative ? TYPE_S32 : TYPE_U32)
                   : TYPE_UNKNOWN;
    }
    return words->base;
}

static size_t read_pointers(const struct function *function, size_t at, struct type *type)
{
    for (;; at++) {
        int c = mark(function, at);
        if (c == '*')
            type->pointers++;
        else if (word_at(function, at) == WORD_volatile)
            type->is_volatile = true;
        else if (c != '&' && c != PUNCTUATOR_AND && !qualifiers[word_at(function, at)])
            return at;
    }
}

size_t type_read_known(const struct function *function, size_t at, struct type *out)
{
    struct type type = {0};
    struct words words = {0};
    size_t end = at;
    while (read_word(function, end, &words, &type) ||
           (word_at(function, end) == WORD_std && mark(function, end + 1) == PUNCTUATOR_SCOPE &&
            !words.any))
        end += word_at(function, end) == WORD_std ? 2 : 1;
    if (!words.any || base_of(&words) == TYPE_UNKNOWN)
        return at;
    type.base = base_of(&words);
    *out = type;
    return end;
}

size_t type_read(const struct function *function, size_t at, struct type *out)
{
    size_t end = type_read_known(function, at, out);
    if (end > at)
        return end;
    struct type type = {0};
    struct words words = {0};
    end = at;
    while (read_word(function, end, &words, &type))
        end++;
    if (word_at(function, end) == WORD_typename)
        end++;
    bool is_auto = word_at(function, end) == WORD_auto;
    if (!words.any) {
        if (token_of(function, end)->kind != TOKEN_IDENTIFIER ||
            (!is_auto && keywords[word_at(function, end)]))
            return at;
        end = skip_arguments(function, end + 1);
        while (mark(function, end) == PUNCTUATOR_SCOPE &&
               token_of(function, end + 1)->kind == TOKEN_IDENTIFIER)
            end = skip_arguments(function, end + 2);
        while (qualifiers[word_at(function, end)] || word_at(function, end) == WORD_volatile)
            end++;
    }
    *out = type;
    return end;
}

static void add(struct locals *locals, const struct token *name, struct type type, int depth)
{
    if (locals->count == LOCALS || name->spliced) {
        locals->overflowed = true;
        return;
    }
    locals->items[locals->count++] =
        (struct local){.offset = name->offset, .size = name->size, .type = type, .depth = depth};
}

/* Reads `*name[3]`; returns where it ends, or |at| when this is none. */
static size_t read_declarator(const struct function *function, size_t at, struct type *type)
{
    size_t name = read_pointers(function, at, type);
    if (token_of(function, name)->kind != TOKEN_IDENTIFIER || keywords[word_at(function, name)])
        return at;
    size_t end = name + 1;
    while (mark(function, end) == '[') {
        type->pointers++;
        end = bracket_end(function, end) + 1;
    }
    return end;
}

void locals_declare_parameters(struct locals *locals, const struct function *function)
{
    size_t at = function->parameters + 1, end = function->parameters_end;
    while (at < end) {
        struct type type;
        size_t declarator = type_read(function, at, &type);
        struct type whole = type;
        if (declarator > at && read_declarator(function, declarator, &whole) > declarator)
            add(locals, token_of(function, read_pointers(function, declarator, &type)), whole, 0);
        int depth = 0;
        for (; at < end; at++) {
            int c = mark(function, at);
            depth += (c == '(' || c == '[' || c == '{' || c == '<') -
                     (c == ')' || c == ']' || c == '}' || c == '>') -
                     2 * (c == PUNCTUATOR_SHIFT_RIGHT);
            if (c == ',' && depth <= 0)
                break;
        }
        at++;
    }
}

/* Behind an initialiser, at the ',' or ';' that ends it. */
static size_t skip_initialiser(const struct function *function, size_t at)
{
    for (; at < function->count; at++) {
        int c = mark(function, at);
        if (c == '(' || c == '[' || c == '{')
            at = bracket_end(function, at);
        else if (c == ',' || c == ';' || c == ')' || c == '}')
            break;
    }
    return at;
}

void locals_declare(struct locals *locals, const struct function *function, size_t at, int depth)
{
    struct type base;
    size_t next = type_read(function, at, &base);
    if (next == at)
        return;
    for (;;) {
        struct type type = base;
        size_t end = read_declarator(function, next, &type);
        if (end == next)
            return;
        int c = mark(function, end);
        if (c != '=' && c != ';' && c != ',' && c != '(' && c != '{' && c != ':' && c != ')')
            return;
        struct type ignored = base;
        add(locals, token_of(function, read_pointers(function, next, &ignored)), type, depth);
        end = skip_initialiser(function, end);
        if (mark(function, end) != ',')
            return;
        next = end + 1;
    }
}

void locals_leave(struct locals *locals, int depth)
{
    while (locals->count > 0 && locals->items[locals->count - 1].depth > depth)
        locals->count--;
}

struct type locals_type(const struct locals *locals, const struct function *function,
                        const struct token *token)
{
    for (int i = locals->count - 1; i >= 0 && !locals->overflowed && !token->spliced; i--)
        if (locals->items[i].size == token->size &&
            memcmp(function->source + locals->items[i].offset, function->source + token->offset,
                   token->size) == 0)
            return locals->items[i].type;
    return (struct type){0};
}

static struct type number_type(const struct function *function, const struct token *token)
{
    char text[64];
    struct type type = {.base = TYPE_UNKNOWN};
    if (!token_spell(function->source, token, text, sizeof text))
        return type;
    bool is_hex = text[0] == '0' && (text[1] == 'x' || text[1] == 'X');
    bool is_real = strpbrk(text, is_hex ? "pP" : ".eE") != NULL;
    size_t length = strlen(text);
    if (is_real) {
        char last = text[length - 1];
        type.base = last == 'f' || last == 'F'            ? TYPE_FLOAT
                    : strchr("0123456789.", last) != NULL ? TYPE_DOUBLE
                                                          : TYPE_UNKNOWN;
        return type;
    }
    size_t digits = strspn(text, is_hex ? "xX0123456789abcdefABCDEF'" : "0123456789'");
    if (digits > 9) /* may need 64 bits */
        return type;
    const char *suffix = text + digits;
    if (strspn(suffix, "uUlL") != strlen(suffix))
        return type;
    bool is_unsigned = strpbrk(suffix, "uU") != NULL, is_long = strpbrk(suffix, "lL") != NULL;
    type.base = is_long ? (is_unsigned ? TYPE_U64 : TYPE_S64) : (is_unsigned ? TYPE_U32 : TYPE_S32);
    return type;
}

/* The usual arithmetic conversions. */
static struct type combine(struct type a, struct type b)
{
    struct type type = {.base = TYPE_UNKNOWN};
    if (a.pointers || b.pointers || a.base <= TYPE_VOID || b.base <= TYPE_VOID ||
        a.base == TYPE_HALF || a.base == TYPE_HALF2 || b.base == TYPE_HALF || b.base == TYPE_HALF2)
        return type;
    type.base = a.base > b.base ? a.base : b.base;
    if (type.base < TYPE_S32)
        type.base = TYPE_S32;
    return type;
}

/* Whether the result of this function is a float for certain. */
static bool is_float_function(const struct token *token)
{
    return token->word >= WORD_sqrtf && token->word <= WORD___fadd_rn;
}

static bool is_index_name(const struct token *token)
{
    return token->word >= WORD_threadIdx && token->word <= WORD_gridDim;
}

/* The type of the operand at |*at|, which moves behind it. |depth| bounds the nesting. */
static struct type read_operand(const struct locals *locals, const struct function *function,
                                size_t *at, size_t to, int depth);

static struct type read_sum(const struct locals *locals, const struct function *function,
                            size_t *at, size_t to, int depth)
{
    struct type unknown = {0};
    struct type type = read_operand(locals, function, at, to, depth);
    while (*at < to && type.base != TYPE_UNKNOWN) {
        int c = mark(function, *at);
        if (c != '+' && c != '-' && c != '*' && c != '/' && c != '%')
            return unknown;
        (*at)++;
        type = combine(type, read_operand(locals, function, at, to, depth));
    }
    return type;
}

static struct type read_name(const struct locals *locals, const struct function *function,
                             size_t *at, size_t to)
{
    struct type unknown = {0};
    const struct token *name = token_of(function, *at);
    int next = mark(function, *at + 1);
    if (is_index_name(name) && next == '.' && *at + 2 < to) {
        *at += 3;
        return (struct type){.base = TYPE_U32};
    }
    if (next == '(') {
        enum base base = is_float_function(name) ? TYPE_FLOAT : TYPE_UNKNOWN;
        *at = bracket_end(function, *at + 1) + 1;
        return *at <= to ? (struct type){.base = base} : unknown;
    }
    struct type type = locals_type(locals, function, name);
    (*at)++;
    while (*at < to && mark(function, *at) == '[') {
        if (type.pointers-- <= 0)
            return unknown;
        *at = bracket_end(function, *at) + 1;
    }
    next = *at < to ? mark(function, *at) : 0;
    if (next == '.' || next == PUNCTUATOR_ARROW || next == PUNCTUATOR_SCOPE || next == '(' ||
        next == '<')
        return unknown;
    return type;
}

static struct type read_operand(const struct locals *locals, const struct function *function,
                                size_t *at, size_t to, int depth)
{
    struct type type = {0};
    if (depth <= 0 || *at >= to)
        return type;
    const struct token *token = token_of(function, *at);
    if (token->kind == TOKEN_NUMBER) {
        (*at)++;
        return number_type(function, token);
    }
    if (token->punctuator == '-' || token->punctuator == '+') {
        (*at)++;
        return read_operand(locals, function, at, to, depth - 1);
    }
    if (token->punctuator == '(') {
        size_t close = bracket_end(function, *at), from = *at + 1;
        size_t end = type_read_known(function, from, &type);
        if (close >= to)
            return (struct type){0};
        *at = close + 1;
        if (end > from && read_pointers(function, end, &type) == close) { /* a cast */
            struct type operand = read_operand(locals, function, at, to, depth - 1);
            return operand.base == TYPE_UNKNOWN ? operand : type;
        }
        return read_sum(locals, function, &from, close, depth - 1);
    }
    return token->kind == TOKEN_IDENTIFIER ? read_name(locals, function, at, to) : type;
}

struct type expression_type(const struct locals *locals, const struct function *function,
                            size_t from, size_t to)
{
    struct type unknown = {0};
    if (locals->overflowed || to > function->count)
        return unknown;
    size_t at = from;
    struct type type = read_sum(locals, function, &at, to, 16);
    return at == to ? type : unknown;
}

bool expression_is_literal(const struct function *function, size_t from, size_t to)
{
    for (size_t at = from; at < to; at++)
        if (token_of(function, at)->kind == TOKEN_IDENTIFIER)
            return false;
    return true;
}
