/* Arrays of numbers in class templates, whose elements are a pack:
 *
 *   static constexpr bool active[] = {1, Active...};     bool active[1 + sizeof...(Active)]
 *
 * nvcc counts the elements. clang counts the elements only when something other than a constant
 * expression uses the array, and until then refuses to index the array in a constant expression. So
 * the bound is added.
 */
#include "parts.h"

static const char numbers[] =
    "bool char short int long unsigned signed float double size_t ptrdiff_t int8_t uint8_t int16_t "
    "uint16_t int32_t uint32_t int64_t uint64_t";

static bool is_ellipsis(const char *source, const struct token *token)
{
    return token->size == 3 && memcmp(source + token->offset, "...", 3) == 0;
}

static void forget(struct bounds *bounds)
{
    buf_free(&bounds->packs_of_list);
    bounds->bracket = bounds->pack = (struct token){0};
    bounds->depth = bounds->count = bounds->tokens = 0;
    bounds->plain = true;
    bounds->expands = false;
}

/* Ends an element of the initializer list. Returns false if the element may be a macro that expands
 * to several elements or to none: then the bound is not known. */
static bool end_element(struct bounds *bounds)
{
    bool known = bounds->expands ? bounds->pack.size > 0 : bounds->plain;
    if (bounds->expands)
        buf_printf(&bounds->packs_of_list, " + sizeof...(%.*s)", (int)bounds->pack.size,
                   bounds->source + bounds->pack.offset);
    else if (bounds->tokens > 0)
        bounds->count++;
    bounds->tokens = 0;
    bounds->pack = (struct token){0};
    bounds->plain = true;
    bounds->expands = false;
    return known;
}

static void write_bound(struct bounds *bounds)
{
    OWNED_BY(buf_free) struct buf text = {0};
    if (bounds->packs_of_list.size == 0)
        return;
    if (bounds->count > 0)
        buf_printf(&text, "%d", bounds->count);
    buf_puts(&text, bounds->packs_of_list.data + (bounds->count > 0 ? 0 : strlen(" + ")));
    edits_add(bounds->edits, bounds->bracket.offset, 0, text.data);
}

/* Called with a token inside the braces of the initializer list. */
static void follow_list(struct bounds *bounds, const struct token *token)
{
    int c = token->punctuator;
    bounds->depth += bracket_step(c);
    bool outer = bounds->depth == 1;
    if (bounds->depth == 0 || (outer && c == ',')) {
        bool known = end_element(bounds);
        if (known && bounds->depth == 0)
            write_bound(bounds);
        if (!known || bounds->depth == 0)
            forget(bounds);
        return;
    }
    bounds->tokens++;
    bounds->plain &= token->kind == TOKEN_NUMBER || token_is(bounds->source, token, "true false");
    bounds->expands = outer && is_ellipsis(bounds->source, token);
    if (bounds->pack.size == 0 && token->kind == TOKEN_IDENTIFIER &&
        symbols_find(&bounds->packs, bounds->source + token->offset, token->size) >= 0)
        bounds->pack = *token;
}

/* Called with a token outside the braces of initializer lists. */
static void follow_head(struct bounds *bounds, const struct token *token,
                        const struct history *history, bool members)
{
    const struct token *before = history_at(history, 0);
    int c = token->punctuator;
    if (bounds->bracket.size > 0) {
        if (c == '{' && before->punctuator == '=')
            bounds->depth = 1;
        else if (c != '=')
            forget(bounds);
    } else if (c == ']' && before->punctuator == '[' && members && bounds->is_static &&
               bounds->is_constexpr && history_at(history, 1)->kind == TOKEN_IDENTIFIER &&
               token_is(bounds->source, history_at(history, 2), numbers)) {
        forget(bounds);
        bounds->bracket = *token;
    }
    if (c == ';' || c == '{' || c == '}' || c == ':')
        bounds->is_static = bounds->is_constexpr = false;
    bounds->is_static |= token_is(bounds->source, token, "static");
    bounds->is_constexpr |= token_is(bounds->source, token, "constexpr");
}

void bounds_follow(struct bounds *bounds, const struct token *token, const struct history *history,
                   bool members)
{
    const struct token *before = history_at(history, 0);
    if (token->kind == TOKEN_IDENTIFIER && is_ellipsis(bounds->source, before))
        symbols_add(&bounds->packs, bounds->source + token->offset, token->size);
    if (bounds->depth > 0)
        follow_list(bounds, token);
    else
        follow_head(bounds, token, history, members);
}

void bounds_directive(struct bounds *bounds)
{
    forget(bounds);
}

void bounds_free(struct bounds *bounds)
{
    forget(bounds);
    symbols_free(&bounds->packs);
}
