/* Function templates that take any number of arguments and do nothing, to silence warnings:
 *
 *   template <class... T> void ignore(const T &...) {}
 *
 * Device functions call such a template. nvcc accepts the call as long as nothing calls the device
 * function; clang does not. So the template becomes constexpr: then host and device may call it.
 * From C++14 on, constexpr changes nothing for a compiler of the host; in C++11 a constexpr
 * function must not return void. A template that the file also declares without a body stays as it
 * is, because both places would need constexpr. */
#include "parts.h"

enum { HEAD_NONE, HEAD_PARAMETERS, HEAD_TYPE, HEAD_ARGUMENTS, HEAD_BODY };

static void follow_type(struct empty_templates *empty, const struct token *token,
                        const struct token *before)
{
    struct empty_head *head = &empty->head;
    int c = token->punctuator;
    bool name = token->kind == TOKEN_IDENTIFIER;
    if (c == '(' && head->place > 0 && before->kind == TOKEN_IDENTIFIER && head->names == 1) {
        head->state = HEAD_ARGUMENTS;
        head->depth = 1;
        head->name = *before;
    } else if (token_is(empty->source, token, "void") && head->place == 0) {
        head->place = token->offset;
    } else if (name && head->place > 0) {
        head->names++;
    } else if (!name || !token_is(empty->source, token, "inline static")) {
        head->state = HEAD_NONE;
    }
}

static void add_definition(struct empty_templates *empty)
{
    empty->items = mem_grow(empty->items, empty->count, sizeof *empty->items);
    empty->items[empty->count++] = empty->head;
}

void empty_templates_follow(struct empty_templates *empty, const struct token *token,
                            const struct history *history, bool space)
{
    const struct token *before = history_at(history, 0);
    struct empty_head *head = &empty->head;
    int c = token->punctuator;
    switch (head->state) {
    case HEAD_PARAMETERS:
        head->depth += angle_step(c);
        head->pack |= token->size == 3 && empty->source[token->offset] == '.';
        if (head->depth <= 0)
            head->state = head->pack ? HEAD_TYPE : HEAD_NONE;
        break;
    case HEAD_TYPE: follow_type(empty, token, before); break;
    case HEAD_ARGUMENTS:
        head->depth += bracket_step(c);
        if (head->depth == 0)
            head->state = HEAD_BODY;
        break;
    case HEAD_BODY:
        if (c == '}' && before->punctuator == '{')
            add_definition(empty);
        if (c == ';')
            symbols_add(&empty->declared, empty->source + head->name.offset, head->name.size);
        if (c != '{' && !token_is(empty->source, token, "noexcept"))
            head->state = HEAD_NONE;
        break;
    default:
        if (token->word == WORD_template && space)
            *head = (struct empty_head){.state = HEAD_PARAMETERS};
    }
}

void empty_templates_settle(struct empty_templates *empty)
{
    for (size_t i = 0; i < empty->count; i++) {
        const struct empty_head *head = &empty->items[i];
        const char *name = empty->source + head->name.offset;
        if (symbols_find(&empty->declared, name, head->name.size) < 0)
            edits_add(empty->edits, head->place, 0, "constexpr ");
    }
}

void empty_templates_free(struct empty_templates *empty)
{
    free(empty->items);
    symbols_free(&empty->declared);
}
