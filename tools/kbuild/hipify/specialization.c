/* Where a function template and its specializations run. To nvcc a specialization runs where its
 * own qualifiers say and where those of its template say; clang wants the same qualifiers on both:
 *
 *   template <class T> __device__ T f(T); // or without __device__
 *   template <> __host__ __device__ float f(float);
 *   friend float f<float>(float);
 *
 * - If all specializations are for the host and the device, the template gets both qualifiers too.
 * - A specialization gets the qualifiers that it lacks of its template.
 * - If the template has no body and all specializations are for the device alone, the template
 *   becomes one for the device.
 *
 * Templates are found by their names, in one file. If the qualifiers that are copied are spelled
 * with a macro, the macro is copied: for a compiler of the host, the macro may be empty. */
#include "parts.h"

enum { HOST = QUALIFIER_HOST, DEVICE = QUALIFIER_DEVICE, BOTH = QUALIFIER_BOTH };

/* A family: all function templates and specializations of one name in the file. */
struct family {
    unsigned primary; /* the targets that the family's templates are marked for */
    /* |seen|: whether the family has a template; |mixed|: whether its templates differ in their
     * targets */
    bool seen, mixed;
    bool special; /* whether the family has a specialization */
    /* whether a specialization of the family is for the host alone, or for the device alone */
    bool narrow;
    bool wide;     /* whether a specialization of the family is for the host, or for both */
    bool bodiless; /* whether the family's templates are declared here without a body */
    /* the qualifiers of the family's templates, and those of its specializations */
    struct qualifier_text texts[2];
};

/* Stops reading the head of a function, because it is over or is not understood. */
static void leave(struct templates *templates)
{
    templates->state = TEMPLATES_OUTSIDE;
    templates->angles = templates->parentheses = templates->brackets = 0;
}

static void add(struct templates *templates, const struct token *name)
{
    leave(templates);
    if (name->kind != TOKEN_IDENTIFIER || name->spliced)
        return;
    templates->items = mem_grow(templates->items, templates->count, sizeof *templates->items);
    templates->items[templates->count++] = (struct template_function){
        .name = symbols_add(&templates->names, templates->source + name->offset, name->size),
        .place = templates->place,
        .targets = templates->targets,
        .text = templates->text,
        .special = templates->empty,
    };
    templates->state = TEMPLATES_FUNCTION;
    templates->parentheses = 1;
}

static bool has_arguments(const struct token *token)
{
    return token->word >= WORD_alignas && token->word <= WORD_requires;
}

/* Starts to read the head of a function, after template <...> or friend. */
static void head_start(struct templates *templates)
{
    templates->state = TEMPLATES_HEAD;
    templates->angles = 0;
    templates->place = 0;
    templates->targets = 0;
    templates->text = (struct qualifier_text){0};
}

/* Called with a token of template <...>, up to the last '>'. Inside parentheses '<' and '>'
 * compare. */
static void follow_parameters(struct templates *templates, const struct token *token)
{
    if (templates->angles == 0 && token->punctuator != '<') {
        leave(templates); /* This is an explicit instantiation, such as template void f<int>(); */
        return;
    }
    templates->parentheses += (token->punctuator == '(') - (token->punctuator == ')');
    if (templates->parentheses > 0)
        return;
    templates->empty = templates->angles == 1 && token->punctuator == '>' && templates->begins;
    templates->begins = templates->angles == 0;
    templates->angles += token->punctuator == '<';
    templates->angles -= token->punctuator == '>' ? 1 : 0;
    templates->angles -= token->punctuator == PUNCTUATOR_SHIFT_RIGHT ? 2 : 0;
    if (templates->angles > 0)
        return;
    head_start(templates);
}

static void follow_parenthesis(struct templates *templates, const struct token *before)
{
    if (has_arguments(before)) {
        templates->state = TEMPLATES_ARGUMENTS;
        templates->parentheses = 1;
    } else if (templates->is_friend && before->punctuator != '>') {
        leave(templates); /* This is not a template: friend void f(int) */
    } else {
        add(templates, before->punctuator == '>' ? &templates->name : before);
    }
}

/* Notes the qualifiers of the head, and where a missing one goes: before the first qualifier, or
 * before the first token after [[attributes]]. |text| becomes the first qualifiers that are side by
 * side. */
static void follow_qualifier(struct templates *templates, const struct token *token,
                             const struct token *before)
{
    unsigned set = qualifiers_of(templates->qualifiers, token);
    struct qualifier_text *text = &templates->text;
    bool first = (set & BOTH) && templates->targets == 0;
    if (templates->place == 0 || first)
        templates->place = token->offset;
    if (!(set & BOTH))
        return;
    templates->targets |= set & BOTH;
    if (first)
        text->begin = token->offset;
    else if (text->end != before->offset + before->size)
        return;
    text->end = token->offset + token->size;
    text->set |= set;
    text->macro |= token->word == WORD_NONE;
}

/* Called with a token of a function after its '(', up to its body or the ';' of a declaration. */
static void follow_function(struct templates *templates, const struct token *token)
{
    int c = token->punctuator;
    templates->parentheses += (c == '(') - (c == ')');
    if (templates->parentheses == 0 && c == ';')
        templates->items[templates->count - 1].bodiless = true;
    if (c == '{' || c == '}' || c == ';')
        leave(templates);
}

/* Called with a token of the head after template <...>: qualifiers, the type and the name. */
static void follow_head(struct templates *templates, const struct token *token,
                        const struct token *before)
{
    templates->brackets += (token->punctuator == '[') - (token->punctuator == ']');
    if (templates->brackets > 0 || token->punctuator == ']')
        return;
    follow_qualifier(templates, token, before);
    if (before->word == WORD_operator && token->punctuator != '(')
        return; /* the token is part of a name, such as operator< */
    switch (token->punctuator) {
    case '<':
        if (templates->angles++ == 0)
            templates->name = *before;
        break;
    case '>': templates->angles--; break;
    case PUNCTUATOR_SHIFT_RIGHT: templates->angles -= 2; break;
    case '(':
        if (templates->angles == 0)
            follow_parenthesis(templates, before);
        break;
    case ';':
    case '{':
    case '}':
    case '=': leave(templates); break;
    default:
        if (templates->angles == 0 && ((token->word >= WORD_class && token->word <= WORD_enum) ||
                                       token->word == WORD___global__))
            leave(templates);
    }
}

void templates_follow(struct templates *templates, const struct token *token,
                      const struct history *history)
{
    if (token->word == WORD_template && templates->angles == 0) {
        templates->state = TEMPLATES_PARAMETERS;
        templates->is_friend = false;
        return;
    }
    if (token->word == WORD_friend &&
        (templates->state == TEMPLATES_OUTSIDE || templates->state == TEMPLATES_FUNCTION)) {
        head_start(templates);
        templates->is_friend = templates->empty = true;
        return;
    }
    switch (templates->state) {
    case TEMPLATES_OUTSIDE: break;
    case TEMPLATES_PARAMETERS: follow_parameters(templates, token); break;
    case TEMPLATES_HEAD: follow_head(templates, token, history_at(history, 0)); break;
    case TEMPLATES_ARGUMENTS:
        templates->parentheses += (token->punctuator == '(') - (token->punctuator == ')');
        if (templates->parentheses == 0)
            templates->state = TEMPLATES_HEAD;
        break;
    case TEMPLATES_FUNCTION: follow_function(templates, token); break;
    }
}

static unsigned missing(const struct family *family, const struct template_function *function)
{
    if (!family->special || !family->seen || family->mixed)
        return 0;
    if (function->special)
        return family->primary & DEVICE ? family->primary & ~function->targets : 0;
    if (family->primary == 0 && family->bodiless && !family->wide)
        return DEVICE;
    return family->narrow ? 0 : BOTH & ~family->primary;
}

/* Whether the text of the function's qualifiers may be copied to another function. Not if it has
 * static or constexpr: a specialization cannot be static, and its body may not be possible as
 * constexpr. */
static bool can_be_copied(const struct template_function *function)
{
    const struct qualifier_text *text = &function->text;
    return text->macro && (text->set & BOTH) == function->targets &&
           !(text->set & QUALIFIER_STORAGE);
}

static void add_qualifiers(const struct templates *templates, size_t place, unsigned lacks,
                           const struct qualifier_text *text)
{
    static const char *const qualifiers[] = {
        [HOST] = "__host__ ", [DEVICE] = "__device__ ", [BOTH] = "__host__ __device__ "};
    const char *begin = templates->source + text->begin;
    size_t size = text->end - text->begin;
    OWNED char *copy = mem_format("%.*s ", (int)size, begin);
    bool whole = size > 0 && !memchr(begin, '\n', size) && !memchr(begin, '\r', size);
    edits_add(templates->edits, place, 0, whole ? copy : qualifiers[lacks]);
}

void templates_settle(struct templates *templates)
{
    size_t count = templates->names.count;
    struct family *families = mem_alloc((count + 1) * sizeof *families);
    for (size_t i = 0; i < templates->count; i++) {
        const struct template_function *function = &templates->items[i];
        struct family *family = &families[function->name];
        if (can_be_copied(function))
            family->texts[function->special] = function->text;
        if (function->special) {
            family->special = true;
            family->narrow |= function->targets != BOTH;
            family->wide |= function->targets != DEVICE;
        } else {
            family->mixed |= family->seen && family->primary != function->targets;
            family->bodiless = function->bodiless && (family->bodiless || !family->seen);
            family->seen = true;
            family->primary = function->targets;
        }
    }
    for (size_t i = 0; i < templates->count; i++) {
        const struct template_function *function = &templates->items[i];
        const struct family *family = &families[function->name];
        unsigned lacks = missing(family, function);
        if (lacks)
            add_qualifiers(templates, function->place, lacks, &family->texts[!function->special]);
    }
    free(families);
}

void templates_free(struct templates *templates)
{
    free(templates->items);
    symbols_free(&templates->names);
}
