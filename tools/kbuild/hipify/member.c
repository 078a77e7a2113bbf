/* Where member functions run that are defined outside of their class. To nvcc a definition has the
 * qualifiers of the declaration; clang wants the qualifiers on both:
 *
 *   struct S { __host__ __device__ void f(); };
 *   void S::f() {}              // or with __device__ alone
 *
 * The definition gets the qualifiers that it lacks. Functions are found by the names of class and
 * function, in all files of the project. If functions of one name have different qualifiers,
 * nothing changes.
 *
 * An empty destructor for the device, __device__ ~S() {}, becomes one for the host too: otherwise
 * clang makes no implicit destructor for a class derived from S that has members with destructors
 * of the host. */
#include "parts.h"

#include <ctype.h>

enum { BOTH = QUALIFIER_BOTH, SETS = BOTH + 1 };

/* Starts to read a declaration: forgets what was read of the one before. */
static void start(struct members *members)
{
    members->state = MEMBERS_HEAD;
    members->angles = members->brackets = 0;
    members->count = 0;
    /* A destructor may follow whose body is not known yet: its qualifiers are still needed. */
    if (members->destructs)
        return;
    members->place = 0;
    members->targets = 0;
    members->literal = false;
    members->is_template = false;
}

/* Returns "S::f", without the blanks in "operator ()". The caller frees it. */
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

/* Adds the function whose name was just read, before a '(': S::f, S::~S, S<T>::operator+. */
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

/* Keeps the last tokens outside of all brackets. A name includes a tilde before it, and all that
 * follows "operator". */
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

/* Returns the targets that |token| marks a function for. A word with a lower-case letter does not
 * count as a macro: the project's macros are not searched for it. */
static unsigned targets_of(struct members *members, const struct token *token)
{
    const char *text = members->source + token->offset;
    for (size_t i = 0; i < token->size && !word_is_language(token->word); i++)
        if (islower((unsigned char)text[i]))
            return 0;
    return token->kind == TOKEN_IDENTIFIER ? qualifiers_of(members->qualifiers, token) & BOTH : 0;
}

/* Called with a token of template <...>. In parentheses, '<' and '>' compare. Specializations are
 * left to specialization.c. */
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

/* Called with a token after the parentheses of a destructor for the device alone, () noexcept {} or
 * () = default, and marks an empty destructor for the host too. A destructor whose __device__ is in
 * a macro stays: a compiler of the host alone may read it, for which the macro is empty and
 * __host__ is unknown. */
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
            start(members); /* The ':' ends an access specifier, as in "public:". */
        else if (members->state == MEMBERS_OPERATOR)
            follow_operator(members, token, history);
        else
            follow_head(members, token, history);
    }
}

/* Returns the key by which files tell each other that functions |name| are marked for |targets|.
 * The caller frees it. */
static char *key_of(const char *name, unsigned targets)
{
    return mem_format("member %u %s", targets, name);
}

/* Returns |targets|, or 0 for the host alone: a function without qualifiers is for the host. */
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

/* Returns the qualifiers that all declarations of |name| in the project's classes have; 0 if they
 * differ, or if no declaration is known. */
static unsigned declared_targets(const struct members *members, const char *name)
{
    const struct hipify_options *options = members->qualifiers->options;
    /* |sets|: a bit for each set of qualifiers that declarations have; |found|: that set, if it is
     * the only one */
    unsigned sets = 0, found = 0;
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
