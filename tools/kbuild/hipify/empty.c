/* Function templates that do nothing with any number of arguments, which silence warnings:
 *
 *   template <class... T> void ignore(const T &...) {}
 *
 * Functions of the device call them, which nvcc forgives where nobody calls those, and clang does
 * not. A constexpr function is for both, and says nothing new to a compiler of the host alone. */
#include "parts.h"

enum { HEAD_NONE, HEAD_PARAMETERS, HEAD_TYPE, HEAD_ARGUMENTS, HEAD_BODY };

static void follow_type(struct empty_templates *empty, const struct token *token,
                        const struct token *before)
{
    int c = token->punctuator;
    bool name = token->kind == TOKEN_IDENTIFIER;
    if (c == '(' && empty->place > 0 && before->kind == TOKEN_IDENTIFIER && empty->names == 1) {
        empty->state = HEAD_ARGUMENTS;
        empty->depth = 1;
    } else if (token_is(empty->source, token, "void") && empty->place == 0) {
        empty->place = token->offset;
    } else if (name && empty->place > 0) {
        empty->names++;
    } else if (!name || !token_is(empty->source, token, "inline static")) {
        empty->state = HEAD_NONE;
    }
}

void empty_templates_follow(struct empty_templates *empty, const struct token *token,
                            const struct history *history, bool space)
{
    const struct token *before = history_at(history, 0);
    int c = token->punctuator;
    switch (empty->state) {
    case HEAD_PARAMETERS:
        empty->depth += (c == '<') - (c == '>') - 2 * (c == PUNCTUATOR_SHIFT_RIGHT);
        empty->pack |= token->size == 3 && empty->source[token->offset] == '.';
        if (empty->depth <= 0)
            empty->state = empty->pack ? HEAD_TYPE : HEAD_NONE;
        break;
    case HEAD_TYPE: follow_type(empty, token, before); break;
    case HEAD_ARGUMENTS:
        empty->depth += bracket_step(c);
        if (empty->depth == 0)
            empty->state = HEAD_BODY;
        break;
    case HEAD_BODY:
        if (c == '}' && before->punctuator == '{')
            edits_add(empty->edits, empty->place, 0, "constexpr ");
        if (c != '{' && !token_is(empty->source, token, "noexcept"))
            empty->state = HEAD_NONE;
        break;
    default:
        if (token->word == WORD_template && space)
            *empty = (struct empty_templates){
                .source = empty->source, .edits = empty->edits, .state = HEAD_PARAMETERS};
    }
}
