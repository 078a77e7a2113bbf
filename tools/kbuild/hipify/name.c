#include "name.h"

#include "report.h"

#include <stdlib.h>
#include <string.h>

enum { NAME_SIZE = 128 }; /* longer identifiers are nobody's */

void names_free(struct names *names)
{
    free(names->items);
    free(names->members);
    *names = (struct names){0};
}

/* Cheap and too generous: the first bytes of everything in the table and of what looks like CUDA.
 */
static bool may_be_cuda(const char *text, size_t size)
{
    if (size < 3)
        return false;
    switch (text[0]) {
    case 'c': return text[1] == 'u' && (text[2] == 'd' || text[2] < 'a');
    case 'C': return text[1] == 'U';
    case 'n': return text[1] == 'v' && text[2] == 'r';
    case 'N': return text[1] == 'V' && text[2] == 'R';
    case 'm': return size > 7 && memcmp(text, "make_cu", 7) == 0;
    case '_': return text[1] == '_' && (text[2] == 'n' || text[2] == 'C');
    default: return false;
    }
}

/* A keyword before :: does not qualify what follows it. */
static bool is_keyword(const char *source, const struct token *token)
{
    static const char *const words[] = {"return",    "new",    "delete", "throw",  "case",
                                        "else",      "do",     "goto",   "const",  "typename",
                                        "co_return", "static", "inline", "extern", NULL};
    for (const char *const *word = words; *word; word++)
        if (token_is(source, token, *word))
            return true;
    return false;
}

/* x.name, x->name, space::name, type<T>::name */
static bool is_foreign(const char *source, const struct history *history)
{
    const struct token *before = history_at(history, 0), *owner = history_at(history, 1);
    if (before->punctuator == '.' || before->punctuator == PUNCTUATOR_ARROW)
        return true;
    if (before->punctuator != PUNCTUATOR_SCOPE)
        return false;
    if (owner->kind == TOKEN_IDENTIFIER)
        return !is_keyword(source, owner);
    bool closes = owner->punctuator == '>' || owner->punctuator == PUNCTUATOR_SHIFT_RIGHT;
    return closes && owner->offset + owner->size == before->offset;
}

/* "cuda" in cuda##Malloc. */
static bool is_cuda_prefix(const char *text)
{
    static const char *const prefixes[] = {"cuda", "cu", "CU", "CU_", "CUDA", "CUDA_", "nvrtc"};
    for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++)
        if (strcmp(text, prefixes[i]) == 0)
            return true;
    return false;
}

void names_add(struct names *names, const struct scopes *scopes, const struct token *token,
               const struct history *history)
{
    const char *raw = scopes->source + token->offset;
    bool prefix = token->directive == DIRECTIVE_DEFINE && token->size <= 5 &&
                  (*raw == 'c' || *raw == 'C' || *raw == 'n');
    if (!prefix && !token->spliced && !may_be_cuda(raw, token->size))
        return;
    char text[NAME_SIZE];
    if (!token_spell(scopes->source, token, text, sizeof text))
        return;
    const struct mapping *mapping = mapping_find_identifier(text);
    if (!mapping && directive_is_conditional(token->directive))
        return; /* a macro; reported with the condition */
    prefix = prefix && is_cuda_prefix(text);
    if (mapping ? mapping->kind != MAPPING_RENAME : !prefix && !mapping_looks_like_cuda(text))
        return;
    if (names->count == names->capacity) {
        names->capacity = names->capacity ? names->capacity * 2 : 64;
        names->items = mem_resize(names->items, names->capacity, sizeof *names->items);
    }
    names->source = scopes->source;
    names->place = scopes_place(scopes);
    names->before = *history;
    names->next = (struct token){0};
    names->pending = true;
    names->items[names->count++] = (struct name){
        .token = *token,
        .mapping = mapping,
        .scope = names->place.scope,
        .foreign = is_foreign(scopes->source, history),
        .pasted = history_at(history, 0)->punctuator == PUNCTUATOR_PASTE,
        .declared = token->directive == DIRECTIVE_DEFINE &&
                    token_is(scopes->source, history_at(history, 0), "define"),
    };
}

static void settle_pending(struct names *names, const struct scopes *scopes,
                           const struct token *second)
{
    struct name *name = &names->items[names->count - 1];
    names->pending = false;
    if (name->foreign || name->pasted)
        return;
    if (scopes_declares(scopes, names->place, &names->before, &names->next, second))
        name->declared = true;
    /* What is declared in a function, a parameter list or a macro is not seen elsewhere. */
    if (name->declared && (!names->place.members || name->token.directive != DIRECTIVE_NONE))
        name->scope = 0;
}

void names_follow(struct names *names, const struct scopes *scopes, const struct token *token)
{
    if (names->next.size > 0) {
        settle_pending(names, scopes, token);
        return;
    }
    names->next = *token;
    names->items[names->count - 1].pasted |= token->punctuator == PUNCTUATOR_PASTE;
    if (token->punctuator != '(')
        settle_pending(names, scopes, token);
}

void names_finish(struct names *names, const struct scopes *scopes)
{
    static const struct token nothing;
    if (names->pending)
        settle_pending(names, scopes, &nothing);
}

/* Members that |scopes_sees| cannot tell apart come to stand side by side. */
static int compare_member(const void *one, const void *other)
{
    const struct member *a = one, *b = other;
    if (a->mapping != b->mapping)
        return a->mapping < b->mapping ? -1 : 1;
    size_t common =
        a->scope_name_size < b->scope_name_size ? a->scope_name_size : b->scope_name_size;
    int names = memcmp(a->scope_name, b->scope_name, common);
    if (names || a->scope_name_size != b->scope_name_size)
        return names ? names : a->scope_name_size < b->scope_name_size ? -1 : 1;
    return (a->scope > b->scope) - (a->scope < b->scope);
}

static bool is_same_member(const struct member *a, const struct member *b)
{
    return a->mapping == b->mapping && a->scope_name_size == b->scope_name_size &&
           (a->scope == b->scope || (a->scope_name_size > 0 && memcmp(a->scope_name, b->scope_name,
                                                                      a->scope_name_size) == 0));
}

void names_settle(struct names *names, const struct scopes *scopes)
{
    size_t count = 0, kept = 0, capacity = 0;
    for (size_t i = 0; i < names->count; i++) {
        const struct name *name = &names->items[i];
        int scope = name->declared && name->mapping ? scopes_owner(scopes, name->scope) : 0;
        if (scope == 0)
            continue;
        if (count == capacity) {
            capacity = capacity ? capacity * 2 : 8;
            names->members = mem_resize(names->members, capacity, sizeof *names->members);
        }
        names->members[count++] = (struct member){
            .mapping = name->mapping,
            .scope = scope,
            .scope_name = scopes->source + scopes->items[scope].name,
            .scope_name_size = scopes->items[scope].name_size,
        };
    }
    if (count > 1)
        qsort(names->members, count, sizeof *names->members, compare_member);
    for (size_t i = 0; i < count; i++)
        if (kept == 0 || !is_same_member(&names->members[i], &names->members[kept - 1]))
            names->members[kept++] = names->members[i];
    names->member_count = kept;
}

bool names_is_renamed(const struct names *names, const struct scopes *scopes,
                      const struct name *name)
{
    if (!name->mapping || name->foreign || name->pasted)
        return false;
    if (names->member_count == 0)
        return true;
    size_t low = 0, high = names->member_count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (names->members[middle].mapping < name->mapping)
            low = middle + 1;
        else
            high = middle;
    }
    for (; low < names->member_count && names->members[low].mapping == name->mapping; low++)
        if (scopes_sees(scopes, name->scope, names->members[low].scope))
            return false;
    return true;
}

/* For sorting the unknown ones by spelling, then by place. */
struct unknown {
    char text[NAME_SIZE];
    const struct name *name;
};

static int compare_unknown(const void *one, const void *other)
{
    const struct unknown *a = one, *b = other;
    int texts = strcmp(a->text, b->text);
    if (texts)
        return texts;
    return a->name->token.offset < b->name->token.offset ? -1 : 1;
}

static void report_unknown(const struct unknown *first, size_t uses, bool includes_project,
                           struct hipify_report *report)
{
    bool may_be_macro = includes_project && strncmp(first->text, "CUDA_", 5) == 0;
    char *times = uses > 1 ? mem_format(" (%zu uses)", uses) : mem_dup("");
    report_add(report, may_be_macro ? HIPIFY_NOTE : HIPIFY_WARNING, "KB1001", &first->name->token,
               mem_format("'%s' is not known and was left as it is%s", first->text, times),
               may_be_macro ? "nothing to do if a header of the project defines it"
                            : "use what HIP has for it, or keep it off AMD with #ifdef __HIP__");
    free(times);
}

static void report_unknowns(struct unknown *unknowns, size_t count, bool includes_project,
                            struct hipify_report *report)
{
    if (count > 1)
        qsort(unknowns, count, sizeof *unknowns, compare_unknown);
    for (size_t i = 0, end; i < count; i = end) {
        bool declared = false;
        for (end = i; end < count && strcmp(unknowns[end].text, unknowns[i].text) == 0; end++)
            declared |= unknowns[end].name->declared;
        if (!declared)
            report_unknown(&unknowns[i], end - i, includes_project, report);
    }
}

void names_report(const struct names *names, bool includes_project, struct hipify_report *report)
{
    struct unknown *unknowns = NULL;
    size_t count = 0, capacity = 0;
    for (size_t i = 0; i < names->count; i++) {
        const struct name *name = &names->items[i];
        char text[NAME_SIZE];
        token_spell(names->source, &name->token, text, sizeof text);
        if (name->pasted) {
            report_add(report, HIPIFY_WARNING, "KB1003", &name->token,
                       mem_format("'%s' is pasted together with ## and was left as it is", text),
                       "write the names that the macro builds in full");
            continue;
        }
        if (name->mapping || name->foreign || is_cuda_prefix(text))
            continue;
        if (count == capacity) {
            capacity = capacity ? capacity * 2 : 16;
            unknowns = mem_resize(unknowns, capacity, sizeof *unknowns);
        }
        memcpy(unknowns[count].text, text, sizeof text);
        unknowns[count++].name = name;
    }
    report_unknowns(unknowns, count, includes_project, report);
    free(unknowns);
}
