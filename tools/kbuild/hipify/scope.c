#include "scope.h"

#include "util/buf.h"

#include <stdlib.h>
#include <string.h>

const struct token *history_at(const struct history *history, unsigned back)
{
    static const struct token nothing;
    if (back >= history->count)
        return &nothing;
    return &history->items[(history->count - 1 - back) % HISTORY_SIZE];
}

bool token_is(const char *source, const struct token *token, const char *identifier)
{
    if (token->kind != TOKEN_IDENTIFIER)
        return false;
    size_t size = strlen(identifier);
    if (!token->spliced)
        return token->size == size && memcmp(source + token->offset, identifier, size) == 0;
    char text[32];
    return token_spell(source, token, text, sizeof text) && strcmp(text, identifier) == 0;
}

static bool is_one_of(const char *source, const struct token *token, const char *const *words)
{
    while (*words)
        if (token_is(source, token, *words++))
            return true;
    return false;
}

void scopes_start(struct scopes *scopes, const char *source)
{
    *scopes = (struct scopes){.source = source, .count = 1, .capacity = 16};
    scopes->items = mem_alloc((size_t)scopes->capacity * sizeof *scopes->items);
    scopes->items[0] = (struct scope){.kind = SCOPE_GLOBAL, .parent = -1};
}

void scopes_free(struct scopes *scopes)
{
    free(scopes->items);
    free(scopes->saved);
    *scopes = (struct scopes){0};
}

static void scope_open(struct scopes *scopes, enum scope_kind kind, size_t name, size_t name_size)
{
    if (scopes->count == scopes->capacity) {
        scopes->capacity *= 2;
        scopes->items = mem_resize(scopes->items, (size_t)scopes->capacity, sizeof *scopes->items);
    }
    scopes->items[scopes->count] = (struct scope){.kind = kind,
                                                  .parent = scopes->at.scope,
                                                  .braces = scopes->at.braces,
                                                  .name = name,
                                                  .name_size = name_size};
    scopes->at.scope = scopes->count++;
    scopes->at.braces = 0;
}

static void scope_close(struct scopes *scopes)
{
    struct scope_position *at = &scopes->at;
    const struct scope *scope = &scopes->items[at->scope];
    if (at->braces > 0) {
        at->braces--;
    } else if (scope->parent >= 0) {
        at->braces = scope->braces;
        at->scope = scope->parent;
    }
}

static void open_brace(struct scopes *scopes, const struct history *history)
{
    struct scope_head *head = &scopes->at.head;
    bool linkage = history_at(history, 0)->kind == TOKEN_STRING &&
                   token_is(scopes->source, history_at(history, 1), "extern");
    if (head->parens == 0 && !head->assigned && !head->function) {
        if (linkage || (head->key == SCOPE_NAMESPACE && head->name_size == 0)) {
            scope_open(scopes, SCOPE_TRANSPARENT, 0, 0);
            return;
        }
        if (head->key != SCOPE_GLOBAL) {
            scope_open(scopes, head->key, head->name, head->name_size);
            return;
        }
    }
    if (head->parens == 0 && head->function && head->qualifier_size)
        scope_open(scopes, SCOPE_MEMBER, head->qualifier, head->qualifier_size);
    else
        scopes->at.braces++;
}

static void open_paren(struct scopes *scopes, const struct history *history)
{
    static const char *const attributes[] = {"alignas",           "__align__",  "__attribute__",
                                             "__attribute",       "__declspec", "noexcept",
                                             "__launch_bounds__", NULL};
    struct scope_head *head = &scopes->at.head;
    const struct token *name = history_at(history, 0);
    if (head->parens++ > 0 || head->bases || is_one_of(scopes->source, name, attributes))
        return;
    const struct token *class_name = history_at(history, 2);
    if (!head->function && name->kind == TOKEN_IDENTIFIER &&
        history_at(history, 1)->punctuator == PUNCTUATOR_SCOPE &&
        class_name->kind == TOKEN_IDENTIFIER) {
        head->qualifier = class_name->offset;
        head->qualifier_size = class_name->size;
    }
    head->function = true;
}

static void follow_word(struct scopes *scopes, const struct token *token, int before)
{
    static const char *const classes[] = {"class", "struct", "union", NULL};
    struct scope_head *head = &scopes->at.head;
    if (head->parens > 0)
        return;
    enum scope_kind key = SCOPE_GLOBAL;
    switch (scopes->source[token->offset]) {
    case 'e': key = token_is(scopes->source, token, "enum") ? SCOPE_ENUM : SCOPE_GLOBAL; break;
    case 'c':
    case 's':
    case 'u': key = is_one_of(scopes->source, token, classes) ? SCOPE_CLASS : SCOPE_GLOBAL; break;
    case 'n':
        key = token_is(scopes->source, token, "namespace") ? SCOPE_NAMESPACE : SCOPE_GLOBAL;
        break;
    default: break;
    }
    /* template <class T, class U> */
    if (key == SCOPE_CLASS && (before == '<' || before == ','))
        return;
    if (key != SCOPE_GLOBAL) {
        if (key == SCOPE_CLASS && head->key == SCOPE_ENUM)
            key = SCOPE_ENUM_CLASS;
        *head = (struct scope_head){.key = key,
                                    .function = head->function,
                                    .assigned = head->assigned,
                                    .qualifier = head->qualifier,
                                    .qualifier_size = head->qualifier_size};
        return;
    }
    if (head->key == SCOPE_GLOBAL || head->bases || head->angles > 0 ||
        token_is(scopes->source, token, "final"))
        return;
    head->name = token->offset;
    head->name_size = token->size;
}

void scopes_follow(struct scopes *scopes, const struct token *token, const struct history *history)
{
    struct scope_head *head = &scopes->at.head;
    if (token->kind == TOKEN_IDENTIFIER) {
        follow_word(scopes, token, history_at(history, 0)->punctuator);
        return;
    }
    switch (token->punctuator) {
    case '(': open_paren(scopes, history); break;
    case ')': head->parens -= head->parens > 0; break;
    case '<': head->angles += head->key != SCOPE_GLOBAL; break;
    case '>': head->angles -= head->angles > 0; break;
    case ':': head->bases |= head->parens == 0; break;
    case '=': head->assigned |= head->parens == 0 && head->angles == 0; break;
    case '{':
        open_brace(scopes, history);
        *head = (struct scope_head){0};
        break;
    case '}':
        scope_close(scopes);
        *head = (struct scope_head){0};
        break;
    case ';': *head = (struct scope_head){0}; break;
    default: break;
    }
}

void scopes_follow_directive(struct scopes *scopes, enum directive directive)
{
    switch (directive) {
    case DIRECTIVE_IF:
    case DIRECTIVE_IFDEF:
    case DIRECTIVE_IFNDEF:
        if (scopes->saved_count == scopes->saved_capacity) {
            scopes->saved_capacity = scopes->saved_capacity ? scopes->saved_capacity * 2 : 8;
            scopes->saved =
                mem_resize(scopes->saved, (size_t)scopes->saved_capacity, sizeof *scopes->saved);
        }
        scopes->saved[scopes->saved_count++] = scopes->at;
        break;
    case DIRECTIVE_ELIF:
    case DIRECTIVE_ELIFDEF:
    case DIRECTIVE_ELIFNDEF:
    case DIRECTIVE_ELSE:
        if (scopes->saved_count > 0)
            scopes->at = scopes->saved[scopes->saved_count - 1];
        break;
    case DIRECTIVE_ENDIF: scopes->saved_count -= scopes->saved_count > 0; break;
    default: break;
    }
}

struct scope_place scopes_place(const struct scopes *scopes)
{
    int scope = scopes->at.scope;
    return (struct scope_place){
        .scope = scope,
        .members = scopes->at.braces == 0 && scopes->at.head.parens == 0 &&
                   scopes->items[scope].kind != SCOPE_MEMBER,
    };
}

static bool is_same_scope(const struct scopes *scopes, int a, int b)
{
    const struct scope *one = &scopes->items[a], *other = &scopes->items[b];
    if (a == b)
        return true;
    return one->name_size > 0 && one->name_size == other->name_size &&
           memcmp(scopes->source + one->name, scopes->source + other->name, one->name_size) == 0;
}

int scopes_owner(const struct scopes *scopes, int scope)
{
    while (scopes->items[scope].kind == SCOPE_TRANSPARENT ||
           scopes->items[scope].kind == SCOPE_ENUM)
        scope = scopes->items[scope].parent;
    return scope;
}

bool scopes_sees(const struct scopes *scopes, int used, int declared)
{
    for (; used >= 0; used = scopes->items[used].parent)
        if (is_same_scope(scopes, used, declared))
            return true;
    return false;
}

/* What an identifier before a name makes of the name. */
enum word { WORD_TYPE, WORD_SPECIFIER, WORD_EXPRESSION, WORD_KEY, WORD_USING, WORD_TYPENAME };

static enum word word_of(const char *source, const struct token *token)
{
    static const char *const expressions[] = {
        "return",   "new",       "delete",   "throw",    "case", "goto",   "else",
        "do",       "sizeof",    "not",      "and",      "or",   "typeid", "alignof",
        "operator", "co_return", "co_yield", "co_await", NULL};
    static const char *const specifiers[] = {
        "const",  "volatile", "static",    "inline",       "extern",   "constexpr",
        "friend", "virtual",  "mutable",   "thread_local", "typedef",  "explicit",
        "public", "private",  "protected", "noexcept",     "register", NULL};
    static const char *const keys[] = {"struct", "class", "union", "enum", "namespace", NULL};
    if (is_one_of(source, token, expressions))
        return WORD_EXPRESSION;
    if (is_one_of(source, token, specifiers) ||
        (token->size > 4 && memcmp(source + token->offset, "__", 2) == 0 &&
         memcmp(source + token->offset + token->size - 2, "__", 2) == 0))
        return WORD_SPECIFIER;
    if (is_one_of(source, token, keys))
        return WORD_KEY;
    if (token_is(source, token, "using"))
        return WORD_USING;
    return token_is(source, token, "typename") ? WORD_TYPENAME : WORD_TYPE;
}

static bool is_in(int punctuator, const char *set)
{
    return punctuator > 0 && punctuator < 128 && strchr(set, punctuator);
}

/* The name follows a word: `int name`, `struct name`, `return name`. */
static bool declares_after_word(enum word word, int next, int second)
{
    switch (word) {
    case WORD_TYPE: return is_in(next, "=;,{[):") || (next == '(' && !is_in(second, "*&^"));
    case WORD_SPECIFIER: return is_in(next, "=;[");
    case WORD_KEY: return is_in(next, "{:;,>=");
    case WORD_USING: return next == '=';
    case WORD_TYPENAME: return is_in(next, ",>=");
    case WORD_EXPRESSION: break;
    }
    return false;
}

bool scopes_declares(const struct scopes *scopes, struct scope_place place,
                     const struct history *before, const struct token *next,
                     const struct token *second)
{
    const struct token *first = history_at(before, 0), *type = history_at(before, 1);
    int mark = first->punctuator, follows = next->punctuator;
    if (first->kind == TOKEN_IDENTIFIER)
        return declares_after_word(word_of(scopes->source, first), follows, second->punctuator);
    enum scope_kind kind = scopes->items[place.scope].kind;
    if ((kind == SCOPE_ENUM || kind == SCOPE_ENUM_CLASS) && place.members && is_in(mark, "{,"))
        return is_in(follows, "=,}");
    if (mark == '}')
        return is_in(follows, ";,");
    if (mark == '*' && type->punctuator == '(')
        return follows == ')';
    if (!is_in(mark, "*&>") && mark != PUNCTUATOR_AND)
        return false;
    bool typed =
        is_in(type->punctuator, "*>") || mark == '>' ||
        (type->kind == TOKEN_IDENTIFIER && word_of(scopes->source, type) != WORD_EXPRESSION);
    return typed && (is_in(follows, "=;,[)") || (follows == '(' && place.members));
}
