#include "scope.h"

#include "util/buf.h"

void scopes_start(struct scopes *scopes, const char *source)
{
    *scopes = (struct scopes){.source = source, .count = 1};
    scopes->items = mem_grow(NULL, 0, sizeof *scopes->items);
    scopes->items[0] = (struct scope){.kind = SCOPE_GLOBAL, .parent = -1};
}

void scopes_free(struct scopes *scopes)
{
    free(scopes->items);
    free(scopes->saved);
    symbols_free(&scopes->names);
    symbols_free(&scopes->used);
    *scopes = (struct scopes){0};
}

static void scope_open(struct scopes *scopes, enum scope_kind kind, uint32_t name,
                       uint32_t name_size)
{
    int parent = scopes->at.scope, depth = scopes->items[parent].depth + 1;
    if (depth > SCOPE_DEPTH) {
        scopes->at.braces++;
        return;
    }
    scopes->items = mem_grow(scopes->items, (size_t)scopes->count, sizeof *scopes->items);
    struct scope *scope = &scopes->items[scopes->count];
    *scope = (struct scope){.kind = kind,
                            .parent = parent,
                            .depth = depth,
                            .braces = scopes->at.braces,
                            .identity = -scopes->count};
    if (name_size > 0)
        scope->identity = 1 + symbols_add(&scopes->names, scopes->source + name, name_size);
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
    bool linkage =
        history_at(history, 0)->kind == TOKEN_STRING && history_at(history, 1)->word == WORD_extern;
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
    struct scope_head *head = &scopes->at.head;
    const struct token *name = history_at(history, 0);
    if (head->parens++ > 0 || head->bases || word_is_attribute(name->word))
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
    struct scope_head *head = &scopes->at.head;
    if (head->parens > 0)
        return;
    enum scope_kind key = SCOPE_GLOBAL;
    switch (token->word) {
    case WORD_enum: key = SCOPE_ENUM; break;
    case WORD_class:
    case WORD_struct:
    case WORD_union: key = SCOPE_CLASS; break;
    case WORD_namespace: key = SCOPE_NAMESPACE; break;
    default: break;
    }
    /* In template <class T, class U> the word "class" begins no class. */
    if (key == SCOPE_CLASS && (before == '<' || before == ','))
        return;
    if (key != SCOPE_GLOBAL) {
        if (key == SCOPE_CLASS && head->key == SCOPE_ENUM)
            key = SCOPE_ENUM_CLASS;
        *head = (struct scope_head){.key = key,
                                    .function = head->function,
                                    .assigned = head->assigned,
                                    .of_template = head->of_template,
                                    .qualifier = head->qualifier,
                                    .qualifier_size = head->qualifier_size};
        return;
    }
    if (head->key == SCOPE_GLOBAL || head->bases || head->angles > 0 || token->word == WORD_final)
        return;
    head->name = token->offset;
    head->name_size = token->size;
}

/* Notes the namespace of `using namespace a::b` before its ';'. */
static void note_using(struct scopes *scopes, const struct history *history)
{
    const struct token *name = history_at(history, 0);
    unsigned back = 1;
    while (back + 3 < HISTORY_SIZE && history_at(history, back)->punctuator == PUNCTUATOR_SCOPE)
        back += history_at(history, back + 1)->word == WORD_namespace ? 1 : 2;
    if (name->kind == TOKEN_IDENTIFIER && history_at(history, back)->word == WORD_namespace &&
        token_is(scopes->source, history_at(history, back + 1), "using"))
        symbols_add(&scopes->used, scopes->source + name->offset, name->size);
}

/* Skips the parameters of template <class T, int n = (1 < 2)>. After the word "template" of
 * a.template f() there are no parameters: the first token ends the skipping. */
static void follow_parameters(struct scope_head *head, const struct token *token)
{
    int mark = token->punctuator;
    head->parameter_parens += bracket_step(mark);
    if (head->parameter_parens == 0)
        head->parameter_angles +=
            (mark == '<') - (mark == '>') - 2 * (mark == PUNCTUATOR_SHIFT_RIGHT);
    head->parameters = head->parameter_parens > 0 || head->parameter_angles > 0;
}

/* Notes whether the next brace opens a template: after template <...>, or after a parameter of type
 * auto. In `for (auto x : y)` the type is known. */
static void follow_template(struct scopes *scopes, const struct token *token,
                            const struct history *history)
{
    struct scope_head *head = &scopes->at.head;
    int before = history_at(history, 0)->punctuator;
    if (token->word == WORD_template && before != '.' && before != PUNCTUATOR_ARROW &&
        before != PUNCTUATOR_SCOPE)
        head->of_template = true;
    if (head->parens == 0 || !token_is(scopes->source, token, "auto"))
        return;
    unsigned paren = token_is(scopes->source, history_at(history, 0), "const") ? 1 : 0;
    if (history_at(history, paren)->punctuator != '(' ||
        !token_is(scopes->source, history_at(history, paren + 1), "for if while switch"))
        head->of_template = true;
}

static void follow_braces(struct scope_position *at, int mark)
{
    if (mark == '{') {
        at->open++;
        if (at->template_at == 0 && at->head.of_template)
            at->template_at = at->open;
    } else if (mark == '}') {
        if (at->template_at == at->open)
            at->template_at = 0;
        at->open -= at->open > 0;
    }
}

void scopes_follow(struct scopes *scopes, const struct token *token, const struct history *history)
{
    struct scope_head *head = &scopes->at.head;
    if (head->parameters && token->punctuator != ';') {
        follow_parameters(head, token);
        return;
    }
    if (token->word == WORD_template && head->parens == 0) {
        head->parameters = true;
        head->parameter_parens = head->parameter_angles = 0;
    }
    if (token->kind == TOKEN_IDENTIFIER) {
        follow_template(scopes, token, history);
        follow_word(scopes, token, history_at(history, 0)->punctuator);
        return;
    }
    follow_braces(&scopes->at, token->punctuator);
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
    case ';':
        note_using(scopes, history);
        *head = (struct scope_head){0};
        break;
    default: break;
    }
}

void scopes_follow_directive(struct scopes *scopes, enum directive directive)
{
    int count = scopes->saved_count;
    if (directive_opens(directive)) {
        if (count < SCOPE_BRANCHES) {
            scopes->saved = mem_grow(scopes->saved, (size_t)count, sizeof *scopes->saved);
            scopes->saved[count] = scopes->at;
        }
        scopes->saved_count++;
    } else if (directive_goes_on(directive) && count > 0 && count <= SCOPE_BRANCHES) {
        scopes->at = scopes->saved[count - 1];
    } else if (directive == DIRECTIVE_ENDIF) {
        scopes->saved_count -= count > 0;
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

bool scopes_is_class(const struct scopes *scopes, int scope)
{
    return scopes->items[scope].kind == SCOPE_CLASS;
}

bool scopes_is_in_template(const struct scopes *scopes)
{
    return scopes->at.template_at > 0;
}

bool scopes_is_local(const struct scopes *scopes, int scope)
{
    for (; scope > 0; scope = scopes->items[scope].parent) {
        const struct scope *item = &scopes->items[scope];
        if (item->braces > 0 || scopes->items[item->parent].kind == SCOPE_MEMBER)
            return true;
    }
    return false;
}

bool scopes_is_inside(const struct scopes *scopes)
{
    return scopes->at.scope > 0 || scopes->at.braces > 0;
}

int scopes_owner(const struct scopes *scopes, int scope)
{
    while (scopes->items[scope].kind == SCOPE_TRANSPARENT ||
           scopes->items[scope].kind == SCOPE_ENUM)
        scope = scopes->items[scope].parent;
    return scope;
}

static const struct symbol *name_of(const struct scopes *scopes, int scope, enum scope_kind kind)
{
    const struct scope *at = &scopes->items[scope];
    return at->kind == kind && at->identity > 0 ? &scopes->names.items[at->identity - 1] : NULL;
}

const struct symbol *scopes_namespace(const struct scopes *scopes, int scope)
{
    return name_of(scopes, scope, SCOPE_NAMESPACE);
}

const struct symbol *scopes_class(const struct scopes *scopes, int scope)
{
    return name_of(scopes, scope, SCOPE_CLASS);
}

/* What an identifier before a name says about whether the name is declared. */
enum role { ROLE_TYPE, ROLE_SPECIFIER, ROLE_EXPRESSION, ROLE_KEY, ROLE_USING, ROLE_TYPENAME };

static enum role role_of(const char *source, const struct token *token)
{
    if (token_is(source, token,
                 "return new delete throw case goto else do sizeof not and or typeid alignof "
                 "operator co_return co_yield co_await"))
        return ROLE_EXPRESSION;
    if (token_is(source, token,
                 "const volatile static inline extern constexpr friend virtual mutable "
                 "thread_local typedef explicit public private protected noexcept register") ||
        (token->size > 4 && memcmp(source + token->offset, "__", 2) == 0 &&
         memcmp(source + token->offset + token->size - 2, "__", 2) == 0))
        return ROLE_SPECIFIER;
    if (token_is(source, token, "struct class union enum namespace"))
        return ROLE_KEY;
    if (token_is(source, token, "using"))
        return ROLE_USING;
    return token_is(source, token, "typename") ? ROLE_TYPENAME : ROLE_TYPE;
}

static bool is_in(int punctuator, const char *set)
{
    return punctuator > 0 && punctuator < 128 && strchr(set, punctuator);
}

/* Whether a name after a word of this |role| is declared: `int name` and `struct name`, not `return
 * name`. |next| and |second| are the punctuators that follow the name. */
static bool declares_after_word(enum role role, int next, int second)
{
    switch (role) {
    case ROLE_TYPE: return is_in(next, "=;,{[):") || (next == '(' && !is_in(second, "*&^"));
    case ROLE_SPECIFIER: return is_in(next, "=;[");
    case ROLE_KEY: return is_in(next, "{:;,>=");
    case ROLE_USING: return next == '=';
    case ROLE_TYPENAME: return is_in(next, ",>=");
    case ROLE_EXPRESSION: break;
    }
    return false;
}

/* Whether |before| is `for (const T &`: then a name before a colon is declared. Elsewhere it is an
 * operand of a condition: `a ? b & name : c`. */
static bool opens_range_for(const char *source, const struct history *before)
{
    unsigned back = 1;
    while (back + 3 < HISTORY_SIZE && (history_at(before, back)->kind == TOKEN_IDENTIFIER ||
                                       history_at(before, back)->punctuator == PUNCTUATOR_SCOPE ||
                                       is_in(history_at(before, back)->punctuator, "<>,")))
        back++;
    return history_at(before, back)->punctuator == '(' &&
           token_is(source, history_at(before, back + 1), "for");
}

bool scopes_declares(const struct scopes *scopes, struct scope_place place,
                     const struct history *before, const struct token *next,
                     const struct token *second)
{
    const struct token *first = history_at(before, 0), *type = history_at(before, 1);
    int mark = first->punctuator, follows = next->punctuator;
    if (first->kind == TOKEN_IDENTIFIER)
        return declares_after_word(role_of(scopes->source, first), follows, second->punctuator);
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
        (type->kind == TOKEN_IDENTIFIER && role_of(scopes->source, type) != ROLE_EXPRESSION);
    return typed && (is_in(follows, "=;,[)") || (follows == '(' && place.members) ||
                     (follows == ':' && opens_range_for(scopes->source, before)));
}
