/* Calls of member function templates:
 *
 *   tile.load<4>(from);      tile.template load<4>(from);
 *
 * Where the type of the object depends on arguments of a template, clang takes '<' for "less than"
 * unless the word is there. nvcc, which looks into the class template, does not need it. Calls get
 * it by the names of the device's member function templates in all files of the project; it is
 * right before each of them.
 */
#include "parts.h"

/* The name by which files tell each other of such a template. */
static char *key_of(const char *name, size_t size)
{
    return mem_format("member template %.*s", (int)size, name);
}

void member_calls_declare(struct member_calls *calls, size_t offset, size_t size)
{
    symbols_add(&calls->templates, calls->source + offset, size);
}

/* The last open name has its arguments: it is called if a parenthesis follows. */
static void close_name(struct member_calls *calls, const struct token *token)
{
    struct member_call *last = &calls->open[--calls->open_count];
    if (token->punctuator != '(')
        return;
    calls->items = mem_grow(calls->items, calls->count, sizeof *calls->items);
    calls->items[calls->count++] = last->name;
}

static void follow_open(struct member_calls *calls, const struct token *token)
{
    int c = token->punctuator, step = angle_step(c);
    while (calls->open_count > 0) {
        struct member_call *last = &calls->open[calls->open_count - 1];
        if (last->angles == 0) {
            close_name(calls, token);
            continue;
        }
        last->brackets += bracket_step(c);
        bool compares = last->brackets < 0 || c == PUNCTUATOR_AND || c == PUNCTUATOR_OR ||
                        last->angles + step < 0;
        if (!compares && last->brackets == 0)
            last->angles += step;
        if (!compares)
            return;
        step += step < 0 ? last->angles : 0; /* f<g.h<1>>: the rest of '>>' */
        calls->open_count--;
    }
}

void member_calls_follow(struct member_calls *calls, const struct token *token,
                         const struct history *history)
{
    const struct token *name = history_at(history, 0);
    int c = token->punctuator, before = history_at(history, 1)->punctuator;
    if (c == ';' || c == '{' || c == '}')
        calls->open_count = 0;
    if (c == '<' && name->kind == TOKEN_IDENTIFIER && !word_is_language(name->word) &&
        (before == '.' || before == PUNCTUATOR_ARROW) && calls->open_count < MEMBER_CALLS_OPEN)
        calls->open[calls->open_count++] = (struct member_call){.name = *name, .angles = 1};
    else
        follow_open(calls, token);
}

void member_calls_visit(const struct member_calls *calls,
                        void (*visit)(void *context, const char *name, bool declared),
                        void *context)
{
    for (size_t i = 0; i < calls->templates.count; i++) {
        OWNED char *key = key_of(calls->templates.items[i].text, calls->templates.items[i].size);
        visit(context, key, true);
    }
    for (size_t i = 0; i < calls->count; i++) {
        OWNED char *key = key_of(calls->source + calls->items[i].offset, calls->items[i].size);
        visit(context, key, false);
    }
}

static bool is_template(const struct member_calls *calls, const struct token *name)
{
    const char *text = calls->source + name->offset;
    OWNED char *key = key_of(text, name->size);
    return symbols_find(&calls->templates, text, name->size) >= 0 ||
           (calls->options->is_project_name &&
            calls->options->is_project_name(calls->options->context, key));
}

void member_calls_settle(struct member_calls *calls)
{
    for (size_t i = 0; i < calls->count; i++)
        if (is_template(calls, &calls->items[i]))
            edits_add(calls->edits, calls->items[i].offset, 0, "template ");
}

void member_calls_free(struct member_calls *calls)
{
    free(calls->items);
    symbols_free(&calls->templates);
}
