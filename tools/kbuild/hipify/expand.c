/* Expands the macros of a file in a text: `OP(u32)`, where OP is "add." #type. Macros with and
 * without arguments, '#' and '##' work as in C, section 6.10.3, but a call must be complete where
 * it begins, and "..." is not supported. */
#include "macro.h"

#include "lexer.h"

#include "util/buf.h"

#include <ctype.h>

enum { NESTED = 16, PARTS = 4096, NAME_SIZE = 64 };

/* A token: its spelling, and whether a blank came before it. */
struct part {
    char *text;
    bool blank;
};

struct parts {
    struct part *items;
    size_t count;
};

/* |made| counts the tokens that the expansion has made, at most PARTS; a long token counts as
 * several. The limit stops macros that double their text again and again. */
struct expansion {
    const struct macros *macros;
    size_t made;
};

static void parts_free(struct parts *parts)
{
    for (size_t i = 0; i < parts->count; i++)
        free(parts->items[i].text);
    free(parts->items);
    *parts = (struct parts){0};
}

static void parts_take(struct parts *parts, char *text, bool blank)
{
    parts->items = mem_grow(parts->items, parts->count, sizeof *parts->items);
    parts->items[parts->count++] = (struct part){.text = text, .blank = blank};
}

static void parts_add(struct parts *parts, const struct parts *others)
{
    for (size_t i = 0; i < others->count; i++)
        parts_take(parts, mem_dup(others->items[i].text), others->items[i].blank);
}

static bool parts_read(struct parts *parts, const char *source, size_t size)
{
    struct lexer lexer;
    struct token token;
    size_t end = 0;
    lexer_start_body(&lexer, source, size);
    while (lexer_next(&lexer, &token)) {
        if (token.kind == TOKEN_ERROR)
            return false;
        if (!token_is_significant(&token))
            continue;
        char *text = mem_alloc(token.size + 1);
        token_spell(source, &token, text, token.size + 1);
        parts_take(parts, text, token.offset > end);
        end = token.offset + token.size;
    }
    return true;
}

static bool part_is(const struct parts *parts, size_t at, const char *text)
{
    return at < parts->count && strcmp(parts->items[at].text, text) == 0;
}

/* A macro with arguments: the names of its parameters, and its body. */
struct function {
    struct strings parameters;
    struct parts body;
};

static void function_free(struct function *function)
{
    strings_free(&function->parameters);
    parts_free(&function->body);
}

/* Reads a macro from `(a, b) body`. Returns false if it has "...", or is not C++. */
static bool function_read(struct function *function, const char *text, size_t size)
{
    OWNED_BY(parts_free) struct parts parts = {0};
    if (!parts_read(&parts, text, size))
        return false;
    size_t at = 1;
    for (; at < parts.count && !part_is(&parts, at, ")"); at++) {
        if (part_is(&parts, at, "..."))
            return false;
        if (!part_is(&parts, at, ","))
            strings_add(&function->parameters, parts.items[at].text);
    }
    for (at++; at < parts.count; at++)
        parts_take(&function->body, mem_dup(parts.items[at].text), parts.items[at].blank);
    return true;
}

/* Reads the |count| arguments of a call whose '(' is at |*at|, and moves |*at| to its ')'. Returns
 * false if the call is not complete, or has another number of arguments. The caller frees
 * |arguments|. */
static bool arguments_read(const struct parts *parts, size_t *at, size_t count,
                           struct parts *arguments)
{
    size_t argument = 0;
    int depth = 0;
    for (++*at; *at < parts->count; ++*at) {
        const struct part *part = &parts->items[*at];
        if (depth == 0 && strcmp(part->text, ")") == 0)
            return argument + 1 == count || (count == 0 && argument == 0);
        if (depth == 0 && strcmp(part->text, ",") == 0) {
            if (++argument >= count)
                return false;
            continue;
        }
        depth += *part->text == '(';
        depth -= *part->text == ')';
        if (count == 0)
            return false;
        parts_take(&arguments[argument], mem_dup(part->text), part->blank);
    }
    return false;
}

/* Returns `#x`: the spelling of an argument as a string literal. The caller frees it. */
static char *stringized(const struct parts *argument)
{
    struct buf text = {0};
    buf_putc(&text, '"');
    for (size_t i = 0; i < argument->count; i++) {
        const char *c = argument->items[i].text;
        bool literal = *c == '"' || *c == '\'';
        if (i > 0 && argument->items[i].blank)
            buf_putc(&text, ' ');
        for (; *c; c++) {
            if (literal && (*c == '"' || *c == '\\'))
                buf_putc(&text, '\\');
            buf_putc(&text, *c);
        }
    }
    buf_putc(&text, '"');
    return buf_take(&text);
}

static bool expand(struct expansion *expansion, const struct parts *parts, struct parts *out,
                   int nested);

static size_t parameter_find(const struct function *function, const char *name)
{
    size_t at = 0;
    while (at < function->parameters.count && strcmp(function->parameters.items[at], name) != 0)
        at++;
    return at;
}

/* Joins the parts on both sides of each "##". */
static void parts_paste(struct parts *parts)
{
    size_t kept = 0;
    for (size_t i = 0; i < parts->count; i++) {
        bool paste = part_is(parts, i, "##") && kept > 0 && i + 1 < parts->count;
        if (!paste) {
            parts->items[kept++] = parts->items[i];
            continue;
        }
        char *joined = mem_format("%s%s", parts->items[kept - 1].text, parts->items[i + 1].text);
        free(parts->items[kept - 1].text);
        free(parts->items[i].text);
        free(parts->items[++i].text);
        parts->items[kept - 1].text = joined;
    }
    parts->count = kept;
}

/* Appends the body with |arguments| in place of the parameters: as a string literal after "#",
 * unchanged beside "##", and expanded elsewhere. */
static bool substitute(struct expansion *expansion, const struct function *function,
                       const struct parts *arguments, struct parts *out, int nested)
{
    const struct parts *body = &function->body;
    for (size_t i = 0; i < body->count; i++) {
        const struct part *part = &body->items[i];
        bool quotes = part_is(body, i, "#") && i + 1 < body->count;
        size_t parameter = parameter_find(function, body->items[i + quotes].text);
        if (parameter == function->parameters.count) {
            parts_take(out, mem_dup(part->text), part->blank);
            continue;
        }
        const struct parts *argument = &arguments[parameter];
        size_t before = out->count;
        if (quotes) {
            parts_take(out, stringized(argument), part->blank);
            i++;
        } else if (part_is(body, i + 1, "##") || (i > 0 && part_is(body, i - 1, "##"))) {
            parts_add(out, argument);
            expansion->made += argument->count;
            if (argument->count == 0)
                /* an argument without tokens becomes an empty token, so that "##" has something to
                 * join */
                parts_take(out, mem_dup(""), false);
        } else if (!expand(expansion, argument, out, nested + 1)) {
            return false;
        }
        if (expansion->made > PARTS)
            return false;
        if (out->count > before)
            out->items[before].blank = part->blank;
    }
    parts_paste(out);
    return true;
}

/* Appends the expansion of a call of |macro|, whose name is at |*at| of |parts|; moves |*at| to its
 * ')'. */
static bool expand_call(struct expansion *expansion, const struct macro *macro,
                        const struct parts *parts, size_t *at, struct parts *out, int nested)
{
    OWNED_BY(function_free) struct function function = {0};
    OWNED_BY(parts_free) struct parts made = {0};
    if (!function_read(&function, expansion->macros->source + macro->text, macro->text_size))
        return false;
    size_t count = function.parameters.count;
    struct parts *arguments = mem_alloc((count + 1) * sizeof *arguments);
    ++*at;
    bool ok = arguments_read(parts, at, count, arguments) &&
              substitute(expansion, &function, arguments, &made, nested) &&
              expand(expansion, &made, out, nested + 1);
    for (size_t i = 0; i < count; i++)
        parts_free(&arguments[i]);
    free(arguments);
    return ok;
}

static bool is_name(const char *text)
{
    return (isalpha((unsigned char)*text) || *text == '_') && !strchr(text, '"') &&
           strlen(text) < NAME_SIZE;
}

static bool expand(struct expansion *expansion, const struct parts *parts, struct parts *out,
                   int nested)
{
    for (size_t i = 0; i < parts->count; i++) {
        const struct part *part = &parts->items[i];
        expansion->made += 1 + strlen(part->text) / NAME_SIZE;
        if (nested > NESTED || expansion->made > PARTS)
            return false;
        struct macro macro = {0};
        if (is_name(part->text))
            macro = macros_find(expansion->macros, part->text, PASS_DEVICE);
        if (macro.defined != TRUTH_YES || macro.text_size == 0 ||
            (macro.function && !part_is(parts, i + 1, "("))) {
            parts_take(out, mem_dup(part->text), part->blank);
            continue;
        }
        size_t before = out->count;
        if (macro.function) {
            if (!expand_call(expansion, &macro, parts, &i, out, nested))
                return false;
        } else {
            OWNED_BY(parts_free) struct parts body = {0};
            if (!parts_read(&body, expansion->macros->source + macro.text, macro.text_size) ||
                !expand(expansion, &body, out, nested + 1))
                return false;
        }
        if (out->count > before)
            out->items[before].blank = part->blank;
    }
    return true;
}

bool macros_expand(const struct macros *macros, const char *text, size_t size, struct strings *out)
{
    struct expansion expansion = {.macros = macros};
    OWNED_BY(parts_free) struct parts parts = {0}, expanded = {0};
    if (!parts_read(&parts, text, size) || !expand(&expansion, &parts, &expanded, 0))
        return false;
    for (size_t i = 0; i < expanded.count; i++)
        if (*expanded.items[i].text)
            strings_add(out, expanded.items[i].text);
    return true;
}
