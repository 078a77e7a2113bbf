/* Reads kernels from text: one instruction in each line, words separated by blanks, comments after
 * a #. */
#include "parts.h"

#include <ctype.h>
#include <errno.h>
#include <locale.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WORD = 64 };

/* A name of a value, in a hash table with chains. */
struct named {
    struct named *next;
    kir_value value;
    char name[];
};

enum { CHAINS = 1024 };

struct parser {
    const char *at, *end, *line_start;
    int line;
    struct kir_kernel *kernel;
    struct kir_error *error;
    struct named *chains[CHAINS];
    bool failed;
};

__attribute__((format(printf, 2, 3))) static bool wrong(struct parser *parser, const char *format,
                                                        ...)
{
    va_list arguments;
    if (parser->failed)
        return false;
    *parser->error = (struct kir_error){
        .instruction = KIR_NO_VALUE,
        .line = parser->line,
        .column = (int)(parser->at - parser->line_start) + 1,
    };
    va_start(arguments, format);
    vsnprintf(parser->error->message, sizeof parser->error->message, format, arguments);
    va_end(arguments);
    parser->failed = true;
    return false;
}

/* ---- Reading words --------------------------------------------------------------------------- */

static void skip_blanks(struct parser *parser)
{
    while (parser->at < parser->end && (*parser->at == ' ' || *parser->at == '\t'))
        parser->at++;
    if (parser->at < parser->end && *parser->at == '#') {
        while (parser->at < parser->end && *parser->at != '\n')
            parser->at++;
    }
}

static bool is_word(char c)
{
    return isalnum((unsigned char)c) || (c && strchr("_%.+-", c));
}

/* Reads the next word of the line, or "" at the end of the line. */
static bool next_word(struct parser *parser, char out[WORD])
{
    skip_blanks(parser);
    size_t length = 0;
    while (parser->at + length < parser->end && is_word(parser->at[length]))
        length++;
    if (length >= WORD)
        return wrong(parser, "a word has more than %d characters", WORD - 1);
    memcpy(out, parser->at, length);
    out[length] = '\0';
    parser->at += length;
    return true;
}

static bool take(struct parser *parser, char c)
{
    skip_blanks(parser);
    if (parser->at == parser->end || *parser->at != c)
        return false;
    parser->at++;
    return true;
}

static bool expect(struct parser *parser, char c)
{
    return take(parser, c) || wrong(parser, "'%c' is expected here", c);
}

static bool end_line(struct parser *parser)
{
    skip_blanks(parser);
    if (parser->at < parser->end && *parser->at != '\n')
        return wrong(parser, "the end of the line is expected here");
    return true;
}

static void skip_lines(struct parser *parser)
{
    for (skip_blanks(parser); parser->at < parser->end && *parser->at == '\n';
         skip_blanks(parser)) {
        parser->line++;
        parser->line_start = ++parser->at;
    }
}

static int find(const char *word, const char *const *names, int count)
{
    for (int i = 0; i < count; i++) {
        if (strcmp(word, names[i]) == 0)
            return i;
    }
    return -1;
}

static bool read_type(struct parser *parser, enum kir_type *out)
{
    char word[WORD];
    if (!next_word(parser, word))
        return false;
    *out = kir_type_find(word);
    return *out != KIR_NONE || wrong(parser, "\"%s\" is not a type", word);
}

static bool read_integer(struct parser *parser, int64_t *out)
{
    char word[WORD], *end;
    if (!next_word(parser, word))
        return false;
    errno = 0;
    long long value = strtoll(word, &end, 0);
    if (!*word || *end || errno)
        return wrong(parser, "\"%s\" is not a whole number of 64 bits", word);
    *out = value;
    return true;
}

double kir_read_number(const char *text, char **end)
{
    locale_t c = newlocale(LC_NUMERIC_MASK, "C", (locale_t)0);
    double number = c ? strtod_l(text, end, c) : strtod(text, end);
    if (c)
        freelocale(c);
    return number;
}

static bool read_number(struct parser *parser, double *out)
{
    char word[WORD], *end;
    if (!next_word(parser, word))
        return false;
    *out = kir_read_number(word, &end);
    return (*word && !*end) || wrong(parser, "\"%s\" is not a number", word);
}

/* ---- Reading values -------------------------------------------------------------------------- */

static struct named **chain_of(struct parser *parser, const char *name)
{
    uint32_t hash = 2166136261u; /* the offset basis of FNV-1a */
    for (const char *at = name; *at; at++)
        hash = (hash ^ (unsigned char)*at) * 16777619u;
    return &parser->chains[hash % CHAINS];
}

static struct named *find_named(struct parser *parser, const char *name)
{
    struct named *named = *chain_of(parser, name);
    while (named && strcmp(named->name, name) != 0)
        named = named->next;
    return named;
}

static bool define(struct parser *parser, const char *name, kir_value value)
{
    struct named **chain = chain_of(parser, name);
    if (find_named(parser, name))
        return wrong(parser, "%s is defined twice", name);
    struct named *named = malloc(sizeof *named + strlen(name) + 1);
    if (!named)
        return wrong(parser, "there is no memory left");
    named->next = *chain;
    named->value = value;
    strcpy(named->name, name);
    *chain = named;
    return true;
}

static bool read_value(struct parser *parser, kir_value *out)
{
    char word[WORD];
    if (!next_word(parser, word))
        return false;
    if (!*word)
        return wrong(parser, "a value is expected here");
    const struct named *named = find_named(parser, word);
    if (!named)
        return wrong(parser, "%s is not defined before this line", word);
    *out = named->value;
    return true;
}

static bool read_values(struct parser *parser, kir_value *out, int count)
{
    for (int i = 0; i < count; i++) {
        if (!read_value(parser, &out[i]))
            return false;
    }
    return true;
}

/* ---- Reading instructions -------------------------------------------------------------------- */

static bool read_constant(struct parser *parser, kir_value *out)
{
    enum kir_type type;
    int64_t integer;
    double number;
    if (!read_type(parser, &type))
        return false;
    if (type_is_float(type)) {
        if (!read_number(parser, &number))
            return false;
        *out = kir_number(parser->kernel, type, number);
    } else {
        if (!read_integer(parser, &integer))
            return false;
        *out = kir_integer(parser->kernel, type, integer);
    }
    return true;
}

static bool read_width(struct parser *parser, unsigned *out)
{
    char word[WORD];
    int64_t width = 1;
    if (!next_word(parser, word))
        return false;
    if (*word && (strcmp(word, "width") != 0 || !read_integer(parser, &width)))
        return wrong(parser, "\"width\" and a number, or the end of the line, are expected here");
    *out = width >= 0 && width <= UINT8_MAX ? (unsigned)width : 0;
    return true;
}

static bool read_memory(struct parser *parser, bool is_store, kir_value *out)
{
    kir_value v[3];
    unsigned width = 1;
    if (!read_values(parser, v, is_store ? 3 : 2) || !read_width(parser, &width))
        return false;
    if (is_store)
        kir_store(parser->kernel, v[0], v[1], v[2], width);
    else
        *out = kir_load(parser->kernel, v[0], v[1], width);
    return true;
}

static bool read_index(struct parser *parser, enum kir_place place, kir_value *out)
{
    char word[WORD];
    if (!next_word(parser, word))
        return false;
    if (word[0] < 'x' || word[0] > 'z' || word[1])
        return wrong(parser, "x, y or z is expected here");
    *out = kir_index(parser->kernel, place, (unsigned)(word[0] - 'x'));
    return true;
}

static bool read_reduction(struct parser *parser, enum kir_op op, int how, kir_value *out)
{
    kir_value v[2] = {KIR_NO_VALUE, KIR_NO_VALUE};
    if (!read_values(parser, v, how >= KIR_ARGMIN ? 2 : 1))
        return false;
    *out = (op == KIR_WARP_REDUCE ? kir_warp_reduce : kir_block_reduce)(
        parser->kernel, (enum kir_reduce)how, v[0], v[1]);
    return true;
}

static bool read_lds(struct parser *parser, kir_value *out)
{
    enum kir_type type;
    int64_t count;
    if (!read_type(parser, &type) || !read_integer(parser, &count))
        return false;
    *out = kir_lds(parser->kernel, type, count);
    return true;
}

static bool read_cast(struct parser *parser, kir_value *out)
{
    enum kir_type type;
    kir_value value = KIR_NO_VALUE;
    if (!read_type(parser, &type) || !read_value(parser, &value))
        return false;
    *out = kir_cast(parser->kernel, type, value);
    return true;
}

/* Reads an instruction whose name is one word and whose operands are values. */
static bool read_simple(struct parser *parser, const char *word, kir_value *out)
{
    struct kir_kernel *kernel = parser->kernel;
    kir_value v[3];
    int number;
    if ((number = find(word, unary_names, KIR_UNARY_COUNT)) >= 0) {
        if (read_values(parser, v, 1))
            *out = kir_unary(kernel, (enum kir_unary)number, v[0]);
    } else if ((number = find(word, binary_names, KIR_BINARY_COUNT)) >= 0) {
        if (read_values(parser, v, 2))
            *out = kir_binary(kernel, (enum kir_binary)number, v[0], v[1]);
    } else if ((number = find(word, compare_names, KIR_COMPARE_COUNT)) >= 0) {
        if (read_values(parser, v, 2))
            *out = kir_compare(kernel, (enum kir_compare)number, v[0], v[1]);
    } else if (strcmp(word, "select") == 0) {
        if (read_values(parser, v, 3))
            *out = kir_select(kernel, v[0], v[1], v[2]);
    } else if (strcmp(word, "fma") == 0) {
        if (read_values(parser, v, 3))
            *out = kir_fma(kernel, v[0], v[1], v[2]);
    } else if (strcmp(word, "var") == 0) {
        if (read_values(parser, v, 1))
            *out = kir_variable(kernel, v[0]);
    } else if (strcmp(word, "get") == 0) {
        if (read_values(parser, v, 1))
            *out = kir_get(kernel, v[0]);
    } else if (strcmp(word, "range") == 0) {
        if (read_values(parser, v, 3))
            *out = kir_range(kernel, v[0], v[1], v[2]);
    } else {
        return wrong(parser, "\"%s\" is not an instruction with a result", word);
    }
    return !parser->failed;
}

static bool read_result(struct parser *parser, const char *word, kir_value *out)
{
    char more[WORD];
    int number = find(word, place_names, PLACE_COUNT);
    if (strcmp(word, "const") == 0)
        return read_constant(parser, out);
    if (strcmp(word, "lds") == 0)
        return read_lds(parser, out);
    if (strcmp(word, "cast") == 0)
        return read_cast(parser, out);
    if (strcmp(word, "load") == 0)
        return read_memory(parser, false, out);
    if (strcmp(word, "warp") == 0 || strcmp(word, "block") == 0) {
        const char *start = parser->at;
        if (!next_word(parser, more))
            return false;
        int how = find(more, reduce_names, KIR_REDUCE_COUNT);
        if (how >= 0)
            return read_reduction(parser, *word == 'w' ? KIR_WARP_REDUCE : KIR_BLOCK_REDUCE, how,
                                  out);
        parser->at = start; /* goes back, to read "block x" again */
    }
    if (number >= 0)
        return read_index(parser, (enum kir_place)number, out);
    return read_simple(parser, word, out);
}

static bool read_effect(struct parser *parser, const char *word)
{
    struct kir_kernel *kernel = parser->kernel;
    char more[WORD];
    kir_value v[3];
    if (strcmp(word, "store") == 0)
        return read_memory(parser, true, NULL);
    if (strcmp(word, "set") == 0) {
        if (read_values(parser, v, 2))
            kir_set(kernel, v[0], v[1]);
    } else if (strcmp(word, "if") == 0) {
        if (read_values(parser, v, 1))
            kir_if(kernel, v[0]);
    } else if (strcmp(word, "else") == 0) {
        kir_else(kernel);
    } else if (strcmp(word, "end") == 0) {
        kir_end(kernel);
    } else if (strcmp(word, "barrier") == 0) {
        kir_barrier(kernel);
    } else if (strcmp(word, "atomic") == 0) {
        if (!next_word(parser, more))
            return false;
        int op = find(more, atomic_names, KIR_ATOMIC_COUNT);
        if (op < 0)
            return wrong(parser, "\"%s\" is not add, min or max", more);
        if (read_values(parser, v, 3))
            kir_atomic(kernel, (enum kir_atomic)op, v[0], v[1], v[2]);
    } else {
        return wrong(parser, "\"%s\" is not an instruction", word);
    }
    return !parser->failed;
}

static bool read_instruction(struct parser *parser)
{
    char word[WORD], name[WORD];
    kir_value value = KIR_NO_VALUE;
    if (!next_word(parser, word))
        return false;
    if (word[0] != '%')
        return read_effect(parser, word) && end_line(parser);
    strcpy(name, word);
    return expect(parser, '=') && next_word(parser, word) && read_result(parser, word, &value) &&
           end_line(parser) && define(parser, name, value);
}

/* ---- The kernel ----------------------------------------------------------------------------- */

static bool read_parameter(struct parser *parser)
{
    char word[WORD], name[WORD];
    enum kir_type type;
    if (!next_word(parser, word))
        return false;
    bool is_global = strcmp(word, "global") == 0;
    if (!is_global && strcmp(word, "scalar") != 0)
        return wrong(parser, "\"%s\" is not global or scalar", word);
    if (!read_type(parser, &type) || !next_word(parser, name))
        return false;
    if (!*name || *name == '%')
        return wrong(parser, "a name is expected here");
    return define(parser, name, (is_global ? kir_global : kir_scalar)(parser->kernel, name, type));
}

static bool read_block(struct parser *parser)
{
    char word[WORD];
    int64_t sizes[3];
    if (!next_word(parser, word))
        return false;
    if (!*word)
        return true;
    if (strcmp(word, "block") != 0)
        return wrong(parser, "\"block\" or '{' is expected here");
    for (int i = 0; i < 3; i++) {
        if (!read_integer(parser, &sizes[i]))
            return false;
        if (sizes[i] < 0 || sizes[i] > 1024)
            return wrong(parser, "a block's size is 0 to 1024");
    }
    kir_block(parser->kernel, (uint32_t)sizes[0], (uint32_t)sizes[1], (uint32_t)sizes[2]);
    return true;
}

static bool read_kernel(struct parser *parser)
{
    char word[WORD];
    skip_lines(parser);
    if (!next_word(parser, word))
        return false;
    if (strcmp(word, "kernel") != 0)
        return wrong(parser, "\"kernel\" is expected here");
    if (!next_word(parser, word))
        return false;
    parser->kernel = kir_kernel_create(word);
    if (!parser->kernel)
        return wrong(parser, "there is no memory left");
    if (!expect(parser, '('))
        return false;
    if (!take(parser, ')')) {
        do {
            if (!read_parameter(parser))
                return false;
        } while (take(parser, ','));
        if (!expect(parser, ')'))
            return false;
    }
    if (!read_block(parser) || !expect(parser, '{') || !end_line(parser))
        return false;
    for (skip_lines(parser); !take(parser, '}'); skip_lines(parser)) {
        if (parser->at == parser->end)
            return wrong(parser, "'}' is expected here");
        if (!read_instruction(parser))
            return false;
        if (parser->kernel->failed)
            return wrong(parser, "there is no memory left, or there are too many instructions");
    }
    skip_lines(parser);
    return parser->at == parser->end || wrong(parser, "the end is expected here");
}

struct kir_kernel *kir_parse(const char *text, size_t size, struct kir_error *error)
{
    struct kir_error own;
    struct parser parser = {.at = text,
                            .end = text + size,
                            .line_start = text,
                            .line = 1,
                            .error = error ? error : &own};
    bool ok = read_kernel(&parser);
    for (int i = 0; i < CHAINS; i++) {
        for (struct named *named = parser.chains[i], *next; named; named = next) {
            next = named->next;
            free(named);
        }
    }
    if (ok)
        return parser.kernel;
    kir_kernel_free(parser.kernel);
    return NULL;
}
