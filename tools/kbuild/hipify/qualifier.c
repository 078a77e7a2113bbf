/* Qualifiers of functions, and the macros that stand for them:
 *
 *   #define HD __host__ __device__
 *   #define HD_INLINE HD inline
 *
 * A macro with several definitions, in branches or in several files, counts for the qualifiers of
 * all its definitions. */
#include "parts.h"

void qualifiers_free(struct qualifiers *qualifiers)
{
    symbols_free(&qualifiers->names);
    symbols_free(&qualifiers->asked);
    free(qualifiers->sets);
    *qualifiers = (struct qualifiers){0};
}

unsigned qualifiers_visit(unsigned set, const char *name,
                          bool (*visit)(void *context, const char *name), void *context)
{
    static const char *const keys[] = {"__host__", "__device__", "static", "inline"};
    unsigned found = 0;
    for (unsigned i = 0; i < sizeof keys / sizeof *keys; i++) {
        char key[256];
        snprintf(key, sizeof key, "%s::%s", keys[i], name);
        if (set & 1u << i)
            found |= visit(context, key) ? 1u << i : 0;
    }
    return found;
}

static unsigned find_macro(struct qualifiers *qualifiers, const struct token *token)
{
    const struct hipify_options *options = qualifiers->options;
    char name[128];
    if (token->kind != TOKEN_IDENTIFIER || token->spliced || word_is_language(token->word) ||
        !token_spell(qualifiers->source, token, name, sizeof name))
        return 0;
    symbols_add(&qualifiers->asked, qualifiers->source + token->offset, token->size);
    int number = symbols_find(&qualifiers->names, name, token->size);
    unsigned set = number < 0 ? 0 : qualifiers->sets[number];
    if (options->is_project_name)
        set |= qualifiers_visit(QUALIFIER_ALL, name, options->is_project_name, options->context);
    return set;
}

unsigned qualifiers_of(struct qualifiers *qualifiers, const struct token *token)
{
    if (token->word == WORD___host__)
        return QUALIFIER_HOST;
    if (token->word == WORD___device__)
        return QUALIFIER_DEVICE;
    if (token_is(qualifiers->source, token, "static constexpr"))
        return QUALIFIER_STORAGE;
    if (token_is(qualifiers->source, token,
                 "inline __inline __inline__ __forceinline__ __noinline__ __attribute__"))
        return QUALIFIER_INLINE;
    return find_macro(qualifiers, token);
}

static void begin(struct qualifiers *qualifiers, const struct token *name)
{
    qualifiers->macro =
        symbols_add(&qualifiers->names, qualifiers->source + name->offset, name->size);
    if ((size_t)qualifiers->macro == qualifiers->count) {
        qualifiers->sets = mem_grow(qualifiers->sets, qualifiers->count, sizeof *qualifiers->sets);
        qualifiers->sets[qualifiers->count++] = 0;
    }
    qualifiers->set = 0;
    qualifiers->parentheses = 0;
    qualifiers->open = name->directive == DIRECTIVE_DEFINE && !name->spliced;
    if (name->directive == DIRECTIVE_UNDEF)
        qualifiers->sets[qualifiers->macro] = 0;
}

/* Called with a token of a macro's definition. Tokens other than qualifiers end the definition, so
 * a macro with arguments does not count; the arguments of an attribute are skipped. */
static void follow_body(struct qualifiers *qualifiers, const struct token *token,
                        const struct token *before)
{
    int step = bracket_step(token->punctuator);
    if (qualifiers->parentheses > 0 || (step > 0 && word_is_attribute(before->word))) {
        qualifiers->parentheses += step;
        return;
    }
    unsigned set = qualifiers_of(qualifiers, token);
    qualifiers->open = set != 0;
    qualifiers->set |= set;
}

void qualifiers_follow(struct qualifiers *qualifiers, const struct token *token,
                       const struct history *history)
{
    if (history->count == 2 && token->kind == TOKEN_IDENTIFIER)
        begin(qualifiers, token);
    else if (qualifiers->open)
        follow_body(qualifiers, token, history_at(history, 0));
}

void qualifiers_end_line(struct qualifiers *qualifiers)
{
    if (qualifiers->open)
        qualifiers->sets[qualifiers->macro] |= qualifiers->set;
    qualifiers->open = false;
}
