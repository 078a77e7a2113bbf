/* Calls of member function templates:
 *
 *   tile.load<4>(from);      tile.template load<4>(from);
 *
 * If the type of the object depends on template arguments, clang takes '<' for "less than", unless
 * the word "template" comes before the name. nvcc looks into the class template, and does not need
 * the word. In templates, the word is added to calls of every name that some file of the project
 * has for a member function template of the device; the word is correct before any member template.
 * A name that is also a data member's stays as it is: in `a.load < b, c > (d)` a data member is
 * compared. A type after "typename" cannot be compared, so there a '<' always begins arguments:
 *
 *   typename traits<A>::rebind<T>      typename traits<A>::template rebind<T> */
#include "parts.h"

/* Returns the key that hipify_scan_names() gives for a member function template (|kind| "template")
 * or a data member ("data") called |name|. The caller frees it. */
static char *key_of(const char *kind, const char *name, size_t size)
{
    return mem_format("member %s %.*s", kind, (int)size, name);
}

void member_calls_declare(struct member_calls *calls, size_t offset, size_t size)
{
    symbols_add(&calls->templates, calls->source + offset, size);
}

/* Closes the last open name, whose template arguments are complete. |token| comes after the
 * arguments; a '(' makes the name a call. */
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
        bool ends = c == PUNCTUATOR_AND || c == PUNCTUATOR_OR ||
                    (last->brackets == 0 && (c == '?' || c == '='));
        bool compares = last->brackets < 0 || ends || last->angles + step < 0;
        if (!compares && last->brackets == 0)
            last->angles += step;
        if (!compares)
            return;
        step += step < 0 ? last->angles : 0; /* in f<g.h<1>> the second '>' of '>>' is left for f */
        calls->open_count--;
    }
}

/* Whether the token after a member's name, |next|, shows that it is not a function. `using
 * T::name;` shows nothing. */
static bool declares_data(const struct token *name, int before, int next)
{
    static const char behind[] = ";=,[{:";
    return name->kind == TOKEN_IDENTIFIER && !word_is_language(name->word) &&
           before != PUNCTUATOR_SCOPE && next > 0 && next < 128 && strchr(behind, next);
}

/* Adds "template" to member templates of types after "typename": typename A<B>::name<C>. */
static void follow_typename(struct member_calls *calls, const struct token *token,
                            const struct history *history)
{
    const struct token *name = history_at(history, 0);
    int c = token->punctuator, step = angle_step(c), owner = history_at(history, 2)->punctuator;
    if (token_is(calls->source, token, "typename")) {
        if (calls->typename_count < MEMBER_CALLS_OPEN)
            calls->typenames[calls->typename_count++] = 0;
        return;
    }
    if (bracket_step(c) != 0 || c == ';')
        calls->typename_count = 0;
    while (calls->typename_count > 0) {
        int *angles = &calls->typenames[calls->typename_count - 1];
        bool goes_on =
            *angles > 0 || step > 0 || token->kind == TOKEN_IDENTIFIER || c == PUNCTUATOR_SCOPE;
        if (goes_on && *angles + step >= 0) {
            if (*angles == 0 && c == '<' && name->kind == TOKEN_IDENTIFIER &&
                history_at(history, 1)->punctuator == PUNCTUATOR_SCOPE &&
                (owner == '>' || owner == PUNCTUATOR_SHIFT_RIGHT))
                edits_add(calls->edits, name->offset, 0, "template ");
            *angles += step;
            return;
        }
        step += step < 0 ? *angles : 0; /* of '>>', the second '>' is left for the type around it */
        calls->typename_count--;
    }
}

void member_calls_follow(struct member_calls *calls, const struct token *token,
                         const struct history *history, bool in_class, bool in_template)
{
    const struct token *name = history_at(history, 0);
    int c = token->punctuator, before = history_at(history, 1)->punctuator;
    follow_typename(calls, token, history);
    if (calls->in_class && declares_data(name, before, c))
        symbols_add(&calls->data, calls->source + name->offset, name->size);
    calls->in_class = in_class;
    if (c == ';' || c == '{' || c == '}')
        calls->open_count = 0;
    if (c == '<' && in_template && name->kind == TOKEN_IDENTIFIER &&
        !word_is_language(name->word) && (before == '.' || before == PUNCTUATOR_ARROW) &&
        calls->open_count < MEMBER_CALLS_OPEN)
        calls->open[calls->open_count++] = (struct member_call){.name = *name, .angles = 1};
    else
        follow_open(calls, token);
}

void member_calls_visit(const struct member_calls *calls,
                        void (*visit)(void *context, const char *name, bool declared),
                        void *context)
{
    static const char *const kinds[] = {"template", "data"};
    const struct symbols *const names[] = {&calls->templates, &calls->data};
    for (int kind = 0; kind < 2; kind++) {
        for (size_t i = 0; i < names[kind]->count; i++) {
            const struct symbol *name = &names[kind]->items[i];
            OWNED char *key = key_of(kinds[kind], name->text, name->size);
            visit(context, key, true);
        }
        for (size_t i = 0; i < calls->count; i++) {
            const struct token *name = &calls->items[i];
            OWNED char *key = key_of(kinds[kind], calls->source + name->offset, name->size);
            visit(context, key, false);
        }
    }
}

/* Whether |name| is in |own|, the file's names of this |kind|, or in the project's names of this
 * |kind|. */
static bool is_known(const struct member_calls *calls, const char *kind, const struct symbols *own,
                     const struct token *name)
{
    const char *text = calls->source + name->offset;
    OWNED char *key = key_of(kind, text, name->size);
    return symbols_find(own, text, name->size) >= 0 ||
           (calls->options->is_project_name &&
            calls->options->is_project_name(calls->options->context, key));
}

void member_calls_settle(struct member_calls *calls)
{
    for (size_t i = 0; i < calls->count; i++)
        if (is_known(calls, "template", &calls->templates, &calls->items[i]) &&
            !is_known(calls, "data", &calls->data, &calls->items[i]))
            edits_add(calls->edits, calls->items[i].offset, 0, "template ");
}

void member_calls_free(struct member_calls *calls)
{
    free(calls->items);
    symbols_free(&calls->templates);
    symbols_free(&calls->data);
}
