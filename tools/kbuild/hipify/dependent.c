/* Types that depend on template parameters, in front of what a namespace defines:
 *
 *     template <class T>                             template <class T>
 *     map<T>::iterator map<T>::begin() { ... }       typename map<T>::iterator map<T>::begin()
 *
 * C++20 does not want "typename" there, and nvcc does not in any C++; clang does up to version 15.
 * It is added to a qualified name that a template parameter is a part of, if a name, '*' or '&'
 * follows: then the name is a type. It is correct in front of each such type. */
#include "parts.h"

enum { DEPENDENT_NONE, DEPENDENT_PARAMETERS, DEPENDENT_TYPE };

static void follow_parameters(struct dependent_types *types, const struct token *token,
                              const struct token *before)
{
    int step = angle_step(token->punctuator);
    bool ends = step < 0 || token->punctuator == ',' || token->punctuator == '=';
    if (types->depth == 1 && ends && before->kind == TOKEN_IDENTIFIER)
        symbols_add(&types->parameters, types->source + before->offset, before->size);
    types->depth += step;
    if (types->depth <= 0)
        types->state = before->punctuator == '<' ? DEPENDENT_NONE : DEPENDENT_TYPE;
}

static bool is_parameter(const struct dependent_types *types, const struct token *token)
{
    return token->kind == TOKEN_IDENTIFIER &&
           symbols_find(&types->parameters, types->source + token->offset, token->size) >= 0;
}

/* Called with a token outside of template arguments. */
static void follow_head(struct dependent_types *types, const struct token *token,
                        const struct token *before)
{
    static const char others[] = "typename class struct union enum using concept friend requires "
                                 "operator __attribute__ alignas noexcept";
    int c = token->punctuator;
    bool name = token->kind == TOKEN_IDENTIFIER, goes_on = before->punctuator == PUNCTUATOR_SCOPE;
    bool is_type = types->dependent && !goes_on && (name || c == '*' || c == '&');
    if (name && token_is(types->source, token, others)) {
        types->state = DEPENDENT_NONE;
    } else if (is_type) {
        edits_add(types->edits, types->place, 0, "typename ");
        types->state = DEPENDENT_NONE;
    } else if (token->word == WORD_template && !goes_on) {
        types->state = DEPENDENT_PARAMETERS;
    } else if (name && !goes_on) {
        types->place = token->offset;
        types->names_parameter = is_parameter(types, token);
        types->dependent = false;
    } else if (c == PUNCTUATOR_SCOPE) {
        types->dependent |= types->names_parameter;
    } else if (angle_step(c) > 0 && before->kind == TOKEN_IDENTIFIER) {
        types->depth = angle_step(c);
    } else if (!name) {
        types->state = DEPENDENT_NONE;
    }
}

void dependent_types_free(struct dependent_types *types)
{
    symbols_free(&types->parameters);
}

void dependent_types_follow(struct dependent_types *types, const struct token *token,
                            const struct history *history, bool space)
{
    const struct token *before = history_at(history, 0);
    if (types->state == DEPENDENT_PARAMETERS) {
        follow_parameters(types, token, before);
    } else if (types->state == DEPENDENT_TYPE && types->depth > 0) {
        types->names_parameter |= is_parameter(types, token);
        types->depth += angle_step(token->punctuator);
        if (token->punctuator == ';' || token->punctuator == '{' || types->depth < 0)
            types->state = DEPENDENT_NONE;
    } else if (types->state == DEPENDENT_TYPE) {
        follow_head(types, token, before);
    } else if (token->word == WORD_template && space) {
        symbols_free(&types->parameters);
        types->state = DEPENDENT_PARAMETERS;
        types->depth = 0;
        types->names_parameter = types->dependent = false;
    }
}
