/* Programs from text:
 *
 *   program   = [ signature ] statement { (";" | newline) statement }
 *   signature = "(" names [ ";" names ] ")" "->" names ":"
 *   statement = name "=" expression
 *
 * Without a signature, a name that is read before it is assigned is an input, and a name whose last
 * value is not read is an output.
 */
#include "program.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { NAMES = 256, NAME = 64, NESTING = 200 };

struct name {
    char text[NAME];
    fuse_value value;
    /* |is_read|: whether the name was read since its last assignment; |is_assigned|: whether it was
     * ever assigned */
    bool is_read, is_assigned;
};

struct parser {
    struct fuse_program *program;
    struct fuse_error *error;
    const char *text;
    uint32_t at;
    struct name names[NAMES];
    uint32_t name_count;
    uint32_t depth;   /* how many parentheses are open, within which newlines are spaces */
    uint32_t nesting; /* how deeply operands are nested */
    /* whether the text has a signature: then every name that is read must be assigned or in the
     * signature */
    bool has_signature;
    /* whether the text defines a function, which the user's text calls at |origin| */
    bool is_expansion;
    uint32_t origin;
};

static uint32_t place(const struct parser *parser, uint32_t at)
{
    return parser->is_expansion ? parser->origin : at;
}

#define WRONG(parser, at, ...)                                                                     \
    fuse_wrong((parser)->error, (parser)->program->text, place(parser, at), __VA_ARGS__)

/* ---- Tokens --------------------------------------------------------------------------------- */

/* Skips blanks and comments. Within parentheses, also skips newlines, which elsewhere end a
 * statement. */
static void skip_space(struct parser *parser)
{
    for (;;) {
        char c = parser->text[parser->at];
        if (c == '#') {
            while (parser->text[parser->at] && parser->text[parser->at] != '\n')
                parser->at++;
        } else if (c == ' ' || c == '\t' || c == '\r' || (c == '\n' && parser->depth > 0)) {
            parser->at++;
        } else {
            return;
        }
    }
}

static char peek(struct parser *parser)
{
    skip_space(parser);
    return parser->text[parser->at];
}

static bool accept(struct parser *parser, const char *token)
{
    skip_space(parser);
    size_t length = strlen(token);
    if (strncmp(parser->text + parser->at, token, length) != 0)
        return false;
    parser->at += (uint32_t)length;
    return true;
}

static bool expect(struct parser *parser, const char *token)
{
    if (accept(parser, token))
        return true;
    char c = parser->text[parser->at];
    if (c == '\0' || c == '\n')
        return WRONG(parser, parser->at, "'%s' is missing", token);
    return WRONG(parser, parser->at, "'%s' is missing before '%c'", token,
                 isprint((unsigned char)c) ? c : '?');
}

static bool is_name(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

static bool take_name(struct parser *parser, char out[NAME])
{
    uint32_t length = 0;
    char c = peek(parser);
    if (!is_name(c) || isdigit((unsigned char)c))
        return WRONG(parser, parser->at, "a name is missing");
    while (is_name(parser->text[parser->at + length]))
        length++;
    if (length >= NAME)
        return WRONG(parser, parser->at, "a name has at most %d characters", NAME - 1);
    memcpy(out, parser->text + parser->at, length);
    out[length] = '\0';
    parser->at += length;
    return true;
}

/* ---- Names ---------------------------------------------------------------------------------- */

static struct name *find(struct parser *parser, const char *text)
{
    for (uint32_t i = 0; i < parser->name_count; i++) {
        if (strcmp(parser->names[i].text, text) == 0)
            return &parser->names[i];
    }
    return NULL;
}

static struct name *add(struct parser *parser, const char *text, fuse_value value)
{
    if (parser->name_count == NAMES) {
        WRONG(parser, parser->at, "more than %d names are too many", NAMES);
        return NULL;
    }
    struct name *name = &parser->names[parser->name_count++];
    *name = (struct name){.value = value};
    strcpy(name->text, text);
    return name;
}

static fuse_value read_name(struct parser *parser, const char *text, uint32_t at)
{
    struct name *name = find(parser, text);
    if (!name && (strcmp(text, "inf") == 0 || strcmp(text, "nan") == 0))
        return fuse_number(parser->program, text[0] == 'i' ? (double)INFINITY : (double)NAN, false,
                           parser->error);
    if (!name && (parser->has_signature || parser->is_expansion)) {
        WRONG(parser, at, "'%s' is not an input, scalar or earlier result", text);
        return FUSE_NO_VALUE;
    }
    if (!name) {
        fuse_value value = fuse_input(parser->program, text, parser->error);
        name = value == FUSE_NO_VALUE ? NULL : add(parser, text, value);
    }
    if (!name)
        return FUSE_NO_VALUE;
    name->is_read = true;
    return name->value;
}

/* ---- Expressions ---------------------------------------------------------------------------- */

static fuse_value parse_level(struct parser *parser, int level);

static fuse_value call(struct parser *parser, const char *function, const fuse_value *arguments,
                       uint32_t count, uint32_t at)
{
    return program_call(parser->program, function, arguments, count, place(parser, at),
                        parser->error);
}

static fuse_value parse_call(struct parser *parser, const char *function, uint32_t at)
{
    fuse_value arguments[3];
    uint32_t count = 0;
    parser->depth++;
    if (peek(parser) != ')') {
        do {
            if (count == 3) {
                WRONG(parser, parser->at, "%s has more than 3 arguments", function);
                return FUSE_NO_VALUE;
            }
            arguments[count] = parse_level(parser, 0);
            if (arguments[count++] == FUSE_NO_VALUE)
                return FUSE_NO_VALUE;
        } while (accept(parser, ","));
    }
    if (!expect(parser, ")"))
        return FUSE_NO_VALUE;
    parser->depth--;
    return call(parser, function, arguments, count, at);
}

static fuse_value parse_number(struct parser *parser)
{
    enum { MOST = 64 };
    char digits[MOST], *end;
    uint32_t at = parser->at, length = 0;
    const char *from = parser->text + at;
    bool is_hexadecimal = strncmp(from, "0x", 2) == 0;
    while (length < MOST - 1) {
        char c = from[length], before = length > 0 ? from[length - 1] : ' ';
        bool is_sign = (c == '-' || c == '+') && strchr(is_hexadecimal ? "pP" : "eE", before);
        if (!is_name(c) && c != '.' && !is_sign)
            break;
        digits[length++] = c;
    }
    digits[length] = '\0';
    bool is_whole = strspn(digits, "0123456789") == length;
    double number = kir_read_number(digits, &end);
    if (*end || length == MOST - 1) {
        WRONG(parser, at, "'%s' is not a number", digits);
        return FUSE_NO_VALUE;
    }
    parser->at += length;
    return fuse_number(parser->program, number, is_whole, parser->error);
}

static fuse_value parse_primary(struct parser *parser)
{
    char name[NAME], c = peek(parser);
    uint32_t at = parser->at;
    if (c == '(') {
        parser->at++;
        parser->depth++;
        fuse_value value = parse_level(parser, 0);
        if (value == FUSE_NO_VALUE || !expect(parser, ")"))
            return FUSE_NO_VALUE;
        parser->depth--;
        return value;
    }
    if (isdigit((unsigned char)c) || c == '.')
        return parse_number(parser);
    if (!is_name(c)) {
        if (c == '\0' || c == '\n')
            WRONG(parser, at, "the expression ends too early");
        else
            WRONG(parser, at, "a value is missing here");
        return FUSE_NO_VALUE;
    }
    if (!take_name(parser, name))
        return FUSE_NO_VALUE;
    if (accept(parser, "("))
        return parse_call(parser, name, at);
    return read_name(parser, name, at);
}

static fuse_value parse_unary(struct parser *parser)
{
    char c = peek(parser);
    uint32_t at = parser->at;
    fuse_value value;
    if (++parser->nesting > NESTING) {
        WRONG(parser, at, "more than %d levels of parentheses", NESTING);
        return FUSE_NO_VALUE;
    }
    if (c == '-' || (c == '!' && parser->text[at + 1] != '=')) {
        parser->at++;
        value = parse_unary(parser);
        if (value != FUSE_NO_VALUE)
            value = call(parser, c == '-' ? "neg" : "!", &value, 1, at);
    } else {
        value = parse_primary(parser);
    }
    parser->nesting--;
    return value;
}

/* The operators by level; the level that binds least is first. Within a level, a longer operator
 * comes before a shorter operator with which it begins. */
static const char *const operators[][5] = {
    {"||"},       {"&&"},     {"|"},           {"^"}, {"&"}, {"==", "!="}, {"<=", ">=", "<", ">"},
    {"<<", ">>"}, {"+", "-"}, {"*", "/", "%"},
};
enum { LEVELS = sizeof operators / sizeof operators[0] };

/* Returns the operator of |level| that is next in the text, or NULL. */
static const char *next_operator(struct parser *parser, int level)
{
    skip_space(parser);
    const char *text = parser->text + parser->at;
    for (int i = 0; operators[level][i]; i++) {
        const char *op = operators[level][i];
        size_t length = strlen(op);
        if (strncmp(text, op, length) != 0)
            continue;
        bool is_longer = length == 1 && ((text[1] == op[0] && strchr("|&<>", op[0])) ||
                                         (text[1] == '=' && strchr("<>", op[0])));
        if (!is_longer)
            return op;
    }
    return NULL;
}

static fuse_value parse_level(struct parser *parser, int level)
{
    if (level == LEVELS)
        return parse_unary(parser);
    fuse_value value = parse_level(parser, level + 1);
    const char *op;
    while (value != FUSE_NO_VALUE && (op = next_operator(parser, level))) {
        uint32_t at = parser->at;
        parser->at += (uint32_t)strlen(op);
        fuse_value both[2] = {value, parse_level(parser, level + 1)};
        value = both[1] == FUSE_NO_VALUE ? both[1] : call(parser, op, both, 2, at);
    }
    return value;
}

/* ---- Statements ----------------------------------------------------------------------------- */

static bool parse_statement(struct parser *parser)
{
    char text[NAME];
    if (!take_name(parser, text) || !expect(parser, "="))
        return false;
    fuse_value value = parse_level(parser, 0);
    if (value == FUSE_NO_VALUE)
        return false;
    struct name *name = find(parser, text);
    if (!name)
        name = add(parser, text, value);
    if (!name)
        return false;
    name->value = value;
    name->is_assigned = true;
    name->is_read = false;
    return true;
}

static bool parse_statements(struct parser *parser)
{
    while (peek(parser)) {
        if (accept(parser, ";") || accept(parser, "\n"))
            continue;
        if (!parse_statement(parser))
            return false;
        char c = peek(parser);
        if (c && c != ';' && c != '\n')
            return WRONG(parser, parser->at, "an operator or the end of the statement is missing");
    }
    return true;
}

/* Parses a signature, "(a, b; s) -> out:". Writes the names of the outputs to |outputs|. */
static bool parse_signature(struct parser *parser, char outputs[FUSE_OUTPUTS][NAME],
                            uint32_t *count)
{
    char text[NAME];
    parser->has_signature = true;
    parser->depth++;
    for (int part = 0; part < 2; part++) {
        do {
            if (!take_name(parser, text))
                return false;
            fuse_value value = part == 0 ? fuse_input(parser->program, text, parser->error)
                                         : fuse_scalar(parser->program, text, parser->error);
            if (find(parser, text))
                return WRONG(parser, parser->at, "there are two '%s'", text);
            if (value == FUSE_NO_VALUE || !add(parser, text, value))
                return false;
        } while (accept(parser, ","));
        if (!accept(parser, ";"))
            break;
    }
    if (!expect(parser, ")") || !expect(parser, "->"))
        return false;
    do {
        if (*count == FUSE_OUTPUTS)
            return WRONG(parser, parser->at, "a kernel has at most %d outputs", FUSE_OUTPUTS);
        if (!take_name(parser, outputs[*count]))
            return false;
        ++*count;
    } while (accept(parser, ","));
    parser->depth--;
    return expect(parser, ":");
}

static bool find_outputs(struct parser *parser, char outputs[FUSE_OUTPUTS][NAME], uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        const struct name *name = find(parser, outputs[i]);
        if (!name || !name->is_assigned)
            return WRONG(parser, 0, "output '%s' is never assigned", outputs[i]);
        if (!fuse_output(parser->program, outputs[i], name->value, parser->error))
            return false;
    }
    for (uint32_t i = 0; !parser->has_signature && i < parser->name_count; i++) {
        const struct name *name = &parser->names[i];
        if (name->is_assigned && !name->is_read &&
            !fuse_output(parser->program, name->text, name->value, parser->error))
            return false;
    }
    return fuse_check(parser->program, parser->error);
}

static bool parse(struct parser *parser)
{
    char outputs[FUSE_OUTPUTS][NAME];
    uint32_t count = 0;
    while (accept(parser, "\n"))
        ;
    if (accept(parser, "(") && !parse_signature(parser, outputs, &count))
        return false;
    return parse_statements(parser) && find_outputs(parser, outputs, count);
}

struct fuse_program *fuse_parse(const char *text, struct fuse_error *error)
{
    struct parser *parser = calloc(1, sizeof *parser);
    struct fuse_program *program = fuse_create();
    char *copy = strdup(text);
    if (program)
        program->text = copy;
    else
        free(copy);
    if (!parser || !program || !copy) {
        fuse_wrong(error, NULL, 0, "no memory");
    } else {
        *parser = (struct parser){.program = program, .error = error, .text = copy};
        if (parse(parser)) {
            free(parser);
            return program;
        }
    }
    free(parser);
    fuse_free(program);
    return NULL;
}

fuse_value program_expand(struct fuse_program *program, const char *text,
                          const fuse_value *arguments, uint32_t count, uint32_t at,
                          struct fuse_error *error)
{
    static const char *const names[] = {"a", "b", "c"};
    struct parser *parser = calloc(1, sizeof *parser);
    if (!parser) {
        fuse_wrong(error, NULL, 0, "no memory");
        return FUSE_NO_VALUE;
    }
    parser->program = program;
    parser->error = error;
    parser->text = text;
    parser->is_expansion = true;
    parser->origin = at;
    for (uint32_t i = 0; i < count; i++)
        add(parser, names[i], arguments[i]);
    fuse_value value = parse_level(parser, 0);
    free(parser);
    return value;
}
