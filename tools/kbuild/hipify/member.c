/* Where member functions run that are defined outside of their class. To nvcc a definition has the
 * qualifiers of the declaration; clang wants them on both:
 *
 *   struct S { __host__ __device__ void f(); };
 *   void S::f() {}              // or with __device__ alone
 *
 * The definition gets what it lacks. Functions are known by the names of their class and their own,
 * in all files of the project; where those of one name have different qualifiers, nothing changes.
 *
 * A destructor that does nothing on the device, __device__ ~S() {}, does so on the host too: clang
 * has no implicit destructor for a class derived from S that has members of the host.
 */
#include "parts.h"

#include <ctype.h>

enum { BOTH = QUALIFIER_BOTH, SETS = BOTH + 1 };

/* Behind a declaration, or where the next one may begin. */
static void start(struct members *members)
{
    members->state = MEMBERS_HEAD;
    members->angles = members->brackets = 0;
    members->count = 0;
    if (members->destructs) /* its qualifiers are wanted until its body is known */
        return;
    members->place = 0;
    members->targets = 0;
    members->literal = false;
    members->is_template = false;
}

/* S::f, without the blanks of operator (). */
static char *name_of(const struct members *members, const char *class_name, size_t class_size)
{
    const struct member_token *name = &members->tokens[members->count - 1];
    char *text = mem_format("%.*s::%.*s", (int)class_size, class_name, (int)name->size,
                            members->source + name->offset);
    char *end = text;
    for (const char *at = text; *at; at++)
        if (!isspace((unsigned char)*at))
            *end++ = *at;
    *end = '\0';
    return text;
}

static void add(struct members *members, const char *class_name, size_t class_size)
{
    members->items = mem_grow(members->items, members->item_count, sizeof *members->items);
    members->items[members->item_count++] = (struct member_function){
        .name = name_of(members, class_name, class_size),
        .place = members->place,
        .targets = members->targets,
        .defined = class_name != members->class_name,
    };
}

/* The last tokens are a name with a parenthesis behind it: S::f, S::~S, S<T>::operator+. */
static void add_function(struct members *members)
{
    members->state = MEMBERS_OVER;
    if (members->count == 0)
        return;
    if (members->class_name) {
        const struct member_token *name = &members->tokens[members->count - 1];
        members->destructs =
            members->source[name->offset] == '~' && members->targets == QUALIFIER_DEVICE;
        if (members->is_template && (members->targets & QUALIFIER_DEVICE))
            member_calls_declare(members->calls, name->offset, name->size);
        add(members, members->class_name, members->class_size);
        return;
    }
    if (members->count < 3)
        return;
    const struct member_token *of = &members->tokens[members->count - 3];
    if (of[1].punctuator == PUNCTUATOR_SCOPE && of[0].punctuator == 0)
        add(members, members->source + of->offset, of->size);
}

/* Keeps the last tokens outside of all brackets. A tilde, and what is behind "operator", are a part
 * of the name. */
static void push(struct members *members, const struct token *token)
{
    struct member_token *last = members->count ? &members->tokens[members->count - 1] : NULL;
    if (last && (last->punctuator == '~' || members->state == MEMBERS_OPERATOR)) {
        last->size = token->offset + token->size - last->offset;
        last->punctuator = 0;
        return;
    }
    if (members->count == MEMBER_TOKENS) {
        memmove(members->tokens, members->tokens + 1,
                (MEMBER_TOKENS - 1) * sizeof *members->tokens);
        members->count--;
    }
    members->tokens[members->count++] = (struct member_token){
        .offset = token->offset, .size = token->size, .punctuator = token->punctuator};
}

/* Of other words than macros by their spelling nobody asks the project. */
static unsigned targets_of(struct members *members, const struct token *token)
{
    const char *text = members->source + token->offset;
    for (size_t i = 0; i < token->size && !word_is_language(token->word); i++)
        if (islower((unsigned char)text[i]))
            return 0;
    return token->kind == TOKEN_IDENTIFIER ? qualifiers_of(members->qualifiers, token) & BOTH : 0;
}

/* template <...>: in parentheses, '<' and '>' compare. Specializations follow their templates, see
 * specialization.c. */
static void follow_parameters(struct members *members, const struct token *token,
                              const struct token *before)
{
    members->brackets += bracket_step(token->punctuator);
    if (members->brackets > 0)
        return;
    members->angles += angle_step(token->punctuator);
    if (members->angles > 0)
        return;
    bool empty = before->punctuator == '<';
    start(members);
    members->is_template = true;
    if (empty)
        members->state = MEMBERS_OVER;
}

static void follow_operator(struct members *members, const struct token *token,
                            const struct history *history)
{
    bool call = token->punctuator == '(' && history_at(history, 0)->word == WORD_operator;
    if (token->punctuator == '(' && !call)
        add_function(members);
    else
        push(members, token);
}

static void follow_head(struct members *members, const struct token *token,
                        const struct history *history)
{
    int step = angle_step(token->punctuator);
    bool bracket = token->punctuator == '[' || token->punctuator == ']';
    members->angles += step;
    members->brackets += bracket ? bracket_step(token->punctuator) : 0;
    if (members->angles > 0 || step != 0 || members->brackets > 0 || bracket)
        return;
    if (token->punctuator == '(') {
        if (!word_is_attribute(history_at(history, 0)->word))
            add_function(members);
        return;
    }
    if (token->punctuator == '=' || token->word == WORD_friend || token->word == WORD___global__ ||
        token_is(members->source, token, "using typedef")) {
        members->state = MEMBERS_OVER;
        return;
    }
    if (members->place == 0 && token->punctuator == 0)
        members->place = token->offset;
    members->targets |= targets_of(members, token);
    members->literal |= token->word == WORD___device__;
    push(members, token);
    if (token->word == WORD_operator)
        members->state = MEMBERS_OPERATOR;
}

/* Behind the parenthesis of a destructor for the device alone: () noexcept {} or () = default. A
 * compiler of the host alone, for which a macro of the project is empty, knows no __host__. */
static void follow_destructor(struct members *members, const struct token *token,
                              const struct token *before)
{
    bool empty = (before->punctuator == '{' && token->punctuator == '}') ||
                 (before->punctuator == '=' && token_is(members->source, token, "default"));
    if (empty)
        edits_add(members->edits, members->place, 0,
                  members->literal ? "__host__ " : "__attribute__((host)) ");
    int c = token->punctuator;
    members->destructs = !empty && (c == ')' || c == '{' || c == '=' ||
                                    token_is(members->source, token, "noexcept override final"));
}

void members_follow(struct members *members, const struct token *token,
                    const struct history *history, const struct symbol *class_name, bool declares)
{
    if (members->destructs)
        follow_destructor(members, token, history_at(history, 0));
    if (token->punctuator == ';' || token->punctuator == '{' || token->punctuator == '}') {
        start(members);
    } else if (members->state == MEMBERS_PARAMETERS) {
        follow_parameters(members, token, history_at(history, 0));
    } else if (members->state != MEMBERS_OVER && declares) {
        members->class_name = class_name ? class_name->text : NULL;
        members->class_size = class_name ? class_name->size : 0;
        if (token->word == WORD_template && members->count == 0)
            members->state = MEMBERS_PARAMETERS;
        else if (token->punctuator == ':' && class_name)
            start(members); /* public: */
        else if (members->state == MEMBERS_OPERATOR)
            follow_operator(members, token, history);
        else
            follow_head(members, token, history);
    }
}

/* The name by which files tell each other of functions |name| that are marked for |targets|. */
static char *key_of(const char *name, unsigned targets)
{
    return mem_format("member %u %s", targets, name);
}

/* To be marked for the host alone is to have no mark. */
static unsigned plain(unsigned targets)
{
    return targets == QUALIFIER_HOST ? 0 : targets;
}

void members_visit(const struct members *members,
                   void (*visit)(void *context, const char *name, bool declared), void *context)
{
    for (size_t i = 0; i < members->item_count; i++) {
        const struct member_function *function = &members->items[i];
        for (unsigned set = 0; set < SETS; set++) {
            if (plain(set) != set || (!function->defined && set != plain(function->targets)))
                continue;
            OWNED char *key = key_of(function->name, set);
            visit(context, key, !function->defined);
        }
    }
}

/* The qualifiers that all functions |name| of the project's classes are declared with; 0 if these
 * differ, or if no declaration is known. */
static unsigned declared_targets(const struct members *members, const char *name)
{
    const struct hipify_options *options = members->qualifiers->options;
    unsigned sets = 0, found = 0; /* sets: a bit for each */
    for (size_t i = 0; i < members->item_count; i++)
        if (!members->items[i].defined && strcmp(members->items[i].name, name) == 0)
            sets |= 1u << plain(members->items[i].targets);
    for (unsigned set = 0; set < SETS && options->is_project_name; set++) {
        OWNED char *key = key_of(name, set);
        if (plain(set) == set && options->is_project_name(options->context, key))
            sets |= 1u << set;
    }
    for (unsigned set = 0; set < SETS; set++)
        found = sets == 1u << set ? set : found;
    return found;
}

void members_settle(struct members *members)
{
    static const char *const texts[] = {[QUALIFIER_HOST] = "__host__ ",
                                        [QUALIFIER_DEVICE] = "__device__ ",
                                        [BOTH] = "__host__ __device__ "};
    for (size_t i = 0; i < members->item_count; i++) {
        const struct member_function *function = &members->items[i];
        if (!function->defined || function->targets == BOTH)
            continue;
        unsigned lacks = declared_targets(members, function->name) & ~function->targets;
        if (lacks)
            edits_add(members->edits, function->place, 0, texts[lacks]);
    }
}

void members_free(struct members *members)
{
    for (size_t i = 0; i < members->item_count; i++)
        free(members->items[i].name);
    free(members->items);
}
