#include "name.h"

#include "parts.h"

enum { NAME_SIZE = 128 }; /* room for a name, in bytes: no identifier of CUDA is longer */

void names_free(struct names *names)
{
    free(names->items);
    free(names->members);
    symbols_free(&names->parameters);
    *names = (struct names){0};
}

/* These words do not qualify a name: `return ::name`. */
static const char keywords[] = "return new delete throw case else do goto const typename co_return "
                               "static inline extern using";

/* Whether the name after |history| is a member or is qualified: x.name, x->name, space::name,
 * type<T>::name. */
static bool is_foreign(const char *source, const struct history *history)
{
    const struct token *before = history_at(history, 0), *owner = history_at(history, 1);
    if (before->punctuator == '.' || before->punctuator == PUNCTUATOR_ARROW)
        return true;
    if (before->punctuator != PUNCTUATOR_SCOPE)
        return false;
    if (owner->kind == TOKEN_IDENTIFIER)
        return !token_is(source, owner, keywords);
    bool closes = owner->punctuator == '>' || owner->punctuator == PUNCTUATOR_SHIFT_RIGHT;
    return closes && owner->offset + owner->size == before->offset;
}

/* Whether |mapping| is an enumerator that is named through its enum, a type of CUDA's: E::name or
 * ::E::name, but not space::E::name. If so, writes |*qualifier|. */
static bool find_qualifier(const struct names *names, const struct mapping *mapping,
                           const struct history *history, struct qualifier *qualifier)
{
    if (!mapping || (mapping->what != MAPPING_CONSTANT && mapping->what != MAPPING_MACRO) ||
        history_at(history, 0)->punctuator != PUNCTUATOR_SCOPE ||
        history_at(history, 1)->kind != TOKEN_IDENTIFIER)
        return false;
    const struct token *owner = history_at(history, 1), *before = history_at(history, 2);
    char text[NAME_SIZE];
    if (!token_spell(names->source, owner, text, sizeof text))
        return false;
    const struct mapping *type = mapping_find_identifier(text);
    bool global = before->punctuator == PUNCTUATOR_SCOPE;
    bool member = before->punctuator == '.' || before->punctuator == PUNCTUATOR_ARROW;
    const struct token *space = history_at(history, 3);
    if (!type || type->what != MAPPING_TYPE || member ||
        (global &&
         ((space->kind == TOKEN_IDENTIFIER && !token_is(names->source, space, keywords)) ||
          space->punctuator == '>')))
        return false;
    for (unsigned i = 0; i < 2u + global; i++) {
        qualifier->tokens[i].offset = history_at(history, i)->offset;
        qualifier->tokens[i].size = history_at(history, i)->size;
    }
    qualifier->owned =
        names->count > 0 && names->items[names->count - 1].token.offset == owner->offset;
    /* E::name compiles for enums of kbuild's headers, so only a renamed enumerator must lose its
     * qualifier. */
    return qualifier->owned || mapping->kind == MAPPING_RENAME;
}

/* Whether |mapping| may be an enumerator of the CUDA driver that is named through another name of
 * its enum: using attribute = CUfunction_attribute; attribute::CU_FUNC_ATTRIBUTE_NUM_REGS. */
static bool is_aliased(const struct mapping *mapping, const struct history *history)
{
    return mapping && mapping->kind == MAPPING_RENAME && mapping->what == MAPPING_CONSTANT &&
           strncmp(mapping->cuda, "CU_", 3) == 0 &&
           history_at(history, 0)->punctuator == PUNCTUATOR_SCOPE &&
           history_at(history, 1)->kind == TOKEN_IDENTIFIER;
}

/* Whether the name after |history| is written as ::name. */
static bool is_global(const char *source, const struct history *history)
{
    return history_at(history, 0)->punctuator == PUNCTUATOR_SCOPE && !is_foreign(source, history);
}

/* Whether |text| begins names of CUDA, as "cuda" in cuda##Malloc. */
static bool is_cuda_prefix(const char *text)
{
    static const char *const prefixes[] = {"cuda",   "cu",       "CU",      "CU_",   "CUDA",
                                           "CUDA_",  "nvrtc",    "cublas",  "cudnn", "cufft",
                                           "curand", "cusolver", "cusparse"};
    for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++)
        if (strcmp(text, prefixes[i]) == 0)
            return true;
    return false;
}

/* Returns the mapping of |text|. The mapping of namespaces such as "cuda" in thrust::cuda::par
 * depends on the qualifier before |text|. */
static const struct mapping *find_mapping(const char *source, const char *text, size_t size,
                                          const struct history *history)
{
    static const char *const names[] = {"cuda", "cuda_cub", "cuda_category"};
    bool of_thrust = false;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        of_thrust |= strcmp(text, names[i]) == 0;
    if (!of_thrust)
        return mapping_find(text, size);
    /* Programs open this namespace for specializations: namespace thrust { namespace cuda_cub { */
    if (strcmp(text, "cuda_cub") == 0 && token_is(source, history_at(history, 0), "namespace"))
        return mapping_find_identifier("thrust::cuda_cub");
    bool system = token_is(source, history_at(history, 1), "system");
    if (history_at(history, 0)->punctuator != PUNCTUATOR_SCOPE ||
        (system && history_at(history, 2)->punctuator != PUNCTUATOR_SCOPE) ||
        !token_is(source, history_at(history, system ? 3 : 1), "thrust"))
        return NULL;
    char key[NAME_SIZE + sizeof "thrust::system::"];
    snprintf(key, sizeof key, "thrust::%s%s", system ? "system::" : "", text);
    return mapping_find_identifier(key);
}

/* Whether a use of |mapping| can change the text or is worth a report. */
static bool matters(const struct names *names, const struct mapping *mapping)
{
    switch ((enum mapping_kind)mapping->kind) {
    case MAPPING_RENAME:
    case MAPPING_NONE:
    case MAPPING_NAMESPACE: return true;
    case MAPPING_OURS: return names->options->headers != HIPIFY_HEADERS_OF_HIP;
    case MAPPING_SAME: return names->options->hip_version > 0;
    case MAPPING_KEEP:
        return mapping->hip && (names->options->headers == HIPIFY_HEADERS_OF_HIP ||
                                (mapping->over && names->options->hip_version > 0));
    case MAPPING_GUARD: break;
    }
    return false;
}

/* Whether |token|, an identifier of a #define, is a parameter of the macro, in the list of
 * parameters or behind it. Must be called with each identifier of the line. */
static bool is_parameter(struct names *names, const char *source, const struct token *token,
                         const struct history *history)
{
    const struct token *before = history_at(history, 0), *name = history_at(history, 1);
    if (history->count == 2) { /* the macro's name, after '#' and "define" */
        symbols_free(&names->parameters);
        names->last_parameter = (struct token){0};
        return false;
    }
    bool first = history->count == 4 && before->punctuator == '(' &&
                 name->offset + name->size == before->offset;
    bool next = names->last_parameter.size > 0 && before->punctuator == ',' &&
                name->offset == names->last_parameter.offset;
    names->last_parameter = first || next ? *token : (struct token){0};
    if (first || next)
        symbols_add(&names->parameters, source + token->offset, token->size);
    return symbols_find(&names->parameters, source + token->offset, token->size) >= 0;
}

void names_add(struct names *names, const struct scopes *scopes, const struct token *token,
               const struct history *history)
{
    if (token->directive == DIRECTIVE_DEFINE && is_parameter(names, scopes->source, token, history))
        return;
    char text[NAME_SIZE];
    if (!token_spell(scopes->source, token, text, sizeof text))
        return;
    size_t size = strlen(text);
    bool prefix = token->directive == DIRECTIVE_DEFINE && is_cuda_prefix(text);
    if (!prefix && !mapping_may_have(text, size))
        return;
    const struct mapping *mapping = find_mapping(scopes->source, text, size, history);
    if (directive_is_conditional(token->directive) &&
        (!mapping || mapping->kind == MAPPING_NONE || mapping->kind == MAPPING_NAMESPACE))
        return; /* The name is a macro, and the checks of conditionals report macros. */
    struct qualifier qualifier = {0};
    names->source = scopes->source;
    bool enumerator = find_qualifier(names, mapping, history, &qualifier);
    if (mapping ? !matters(names, mapping) && !(enumerator && mapping->kind == MAPPING_KEEP)
                : !prefix && !mapping_looks_like_cuda(text))
        return;
    names->items = mem_grow(names->items, names->count, sizeof *names->items);
    bool qualified = mapping && mapping->kind == MAPPING_NAMESPACE && strchr(mapping->cuda, ':');
    names->place = scopes_place(scopes);
    names->before = *history;
    names->next = (struct token){0};
    names->pending = true;
    names->items[names->count++] = (struct name){
        .token = *token,
        .mapping = mapping,
        .scope = is_global(scopes->source, history) ? 0 : names->place.scope,
        .foreign = !qualified && !enumerator && is_foreign(scopes->source, history),
        .pasted = history_at(history, 0)->punctuator == PUNCTUATOR_PASTE,
        .ending = history_at(history, 0)->punctuator == PUNCTUATOR_PASTE,
        .declared = token->directive == DIRECTIVE_DEFINE &&
                    token_is(scopes->source, history_at(history, 0), "define"),
        .enumerator = enumerator,
        .aliased = !enumerator && is_aliased(mapping, history),
        .qualifier = qualifier,
        .space = qualified,
    };
}

static bool is_namespace(const struct name *name)
{
    return name->mapping && name->mapping->kind == MAPPING_NAMESPACE;
}

/* Whether |name| is the compiler's macro __CUDA__: programs must not define the macro of HIP that
 * it becomes. */
static bool is_compilers(const struct name *name)
{
    return name->mapping && strcmp(name->mapping->cuda, "__CUDA__") == 0;
}

/* Decides about a name of a namespace, such as cub: whether the file declares it, or uses it as a
 * namespace (cub::X, using namespace cub, namespace c = cub). `namespace cub = hipcub;`, which
 * projects write for AMD, does not count as a namespace of the project: cub:: becomes hipcub::
 * too. */
static void settle_namespace(struct names *names, struct name *name, const struct token *second)
{
    const struct token *first = history_at(&names->before, 0);
    int next = names->next.punctuator;
    if (token_is(names->source, first, "namespace") && !strchr(name->mapping->cuda, ':')) {
        bool ours = next == '=' && token_is(names->source, second, name->mapping->hip);
        name->space = token_is(names->source, history_at(&names->before, 1), "using");
        name->declared |= !name->space && !ours;
        name->extends = (next == '{' || next == PUNCTUATOR_SCOPE) && name->scope == 0 &&
                        strcmp(name->mapping->cuda, "cub") == 0;
        return;
    }
    bool alias = first->punctuator == '=' &&
                 token_is(names->source, history_at(&names->before, 2), "namespace");
    name->space |= next == PUNCTUATOR_SCOPE || (alias && next == ';');
    char member[NAME_SIZE], key[2 * NAME_SIZE];
    if (next != PUNCTUATOR_SCOPE || second->kind != TOKEN_IDENTIFIER ||
        !token_spell(names->source, second, member, sizeof member))
        return;
    snprintf(key, sizeof key, "%s::%s", name->mapping->cuda, member);
    name->member = mapping_find_identifier(key);
    /* rocThrust has no thrust::cuda::experimental: a program that names this namespace declares
     * it. */
    name->foreign |= strchr(name->mapping->cuda, ':') && strcmp(member, "experimental") == 0;
}

/* Whether |name| is defined by the project's own port to AMD: #define cudaX hipX, #define cub
 * hipcub. If the name were renamed, the line would be #define hipX hipX, and a macro hipX of HIP's
 * would lose its value. */
static bool is_own_port(const struct names *names, const struct name *name)
{
    char text[NAME_SIZE];
    return name->declared && name->mapping && name->mapping->hip &&
           token_spell(names->source, &names->next, text, sizeof text) &&
           strcmp(text, name->mapping->hip) == 0;
}

/* Whether the statement began with __global__. */
static bool is_kernel(const struct names *names)
{
    for (unsigned i = 0; i + 1 < HISTORY_SIZE; i++) {
        const struct token *token = history_at(&names->before, i);
        if (token->size == 0 || token->punctuator == ';' || token->punctuator == '{' ||
            token->punctuator == '}')
            return false;
        if (token_is(names->source, token, "__global__"))
            return true;
    }
    return false;
}

static void settle_pending(struct names *names, const struct scopes *scopes,
                           const struct token *second)
{
    struct name *name = &names->items[names->count - 1];
    names->pending = false;
    if (name->foreign || name->pasted)
        return;
    if (is_own_port(names, name)) {
        name->foreign = true;
        name->declared = false;
        return;
    }
    if (is_namespace(name)) {
        settle_namespace(names, name, second);
        return;
    }
    if (scopes_declares(scopes, names->place, &names->before, &names->next, second))
        name->declared = true;
    name->kernel = is_kernel(names);
    name->called = names->next.punctuator == '(' && !name->declared && !name->kernel;
    /* A declaration in a function, a parameter list or a macro is not visible elsewhere. */
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
    bool space = is_namespace(&names->items[names->count - 1]);
    bool wait = token->punctuator == '(' ||
                (space && (token->punctuator == PUNCTUATOR_SCOPE || token->punctuator == '='));
    if (!wait)
        settle_pending(names, scopes, token);
}

void names_finish(struct names *names, const struct scopes *scopes)
{
    static const struct token nothing;
    if (names->pending)
        settle_pending(names, scopes, &nothing);
}

static int compare_member(const void *one, const void *other)
{
    const struct member *a = one, *b = other;
    if (a->mapping != b->mapping)
        return a->mapping < b->mapping ? -1 : 1;
    if (a->identity != b->identity)
        return a->identity < b->identity ? -1 : 1;
    return a->kernel - b->kernel;
}

static bool has_own_cub(const struct names *names)
{
    const struct hipify_options *options = names->options;
    for (size_t i = 0; i < names->count; i++)
        if (is_namespace(&names->items[i]) && names->items[i].declared)
            return true;
    return !names->cuda_cub && options->is_project_name &&
           options->is_project_name(options->context, "cub");
}

static bool visit_space(const struct symbol *space, const struct name *name,
                        bool (*visit)(void *context, const char *name), void *context)
{
    char key[3 * NAME_SIZE];
    snprintf(key, sizeof key, "%.*s::%s", (int)space->size, space->text, name->mapping->cuda);
    return visit(context, key);
}

/* A function's name always counts as CUDA's, and no namespace is visited for it: a namespace of the
 * project may have an overload of the same name. A name in a macro is looked up where the macro is
 * used: only the file is known, not the scope. */
bool names_visit_spaces(const struct scopes *scopes, const struct name *name,
                        bool (*visit)(void *context, const char *name), void *context)
{
    bool macro = name->token.directive != DIRECTIVE_NONE;
    if (!name->mapping || is_namespace(name) || name->mapping->what == MAPPING_FUNCTION ||
        name->foreign || name->pasted || (macro && name->declared))
        return false;
    int scope = name->declared ? scopes_owner(scopes, name->scope) : name->scope;
    for (; scope >= 0 && !macro; scope = name->declared ? -1 : scopes->items[scope].parent) {
        const struct symbol *space = scopes_namespace(scopes, scope);
        if (space && visit_space(space, name, visit, context))
            return true;
    }
    for (size_t i = 0; !name->declared && i < scopes->used.count; i++)
        if (visit_space(&scopes->used.items[i], name, visit, context))
            return true;
    return false;
}

/* Decides about an enumerator that is named through another name of its enum: it is CUDA's unless
 * the program declares that name itself. */
static void settle_alias(const struct names *names, struct name *name)
{
    const struct hipify_options *options = names->options;
    bool own =
        options->is_project_name && options->is_project_name(options->context, name->mapping->cuda);
    for (size_t i = 0; i < names->member_count; i++)
        own |= names->members[i].mapping == name->mapping;
    name->foreign &= own;
}

void names_settle(struct names *names, const struct scopes *scopes)
{
    size_t count = 0, kept = 0;
    const struct hipify_options *options = names->options;
    for (size_t i = 0; i < names->count; i++) {
        struct name *name = &names->items[i];
        if (name->extends && names->cuda_cub) {
            name->space = true;
            name->declared = false;
        }
        name->foreign |=
            options->is_project_name && !name->declared &&
            names_visit_spaces(scopes, name, options->is_project_name, options->context);
        names->own_compiler |=
            is_compilers(name) && (name->declared || name->token.directive == DIRECTIVE_UNDEF);
        bool declared = name->declared && name->mapping && !is_namespace(name);
        int scope = declared ? scopes_owner(scopes, name->scope) : 0;
        if (scope == 0)
            continue;
        names->members = mem_grow(names->members, count, sizeof *names->members);
        names->members[count++] = (struct member){
            .mapping = name->mapping,
            .identity = scopes->items[scope].identity,
            .kernel = name->kernel,
        };
    }
    if (count > 1)
        qsort(names->members, count, sizeof *names->members, compare_member);
    for (size_t i = 0; i < count; i++)
        if (kept == 0 || compare_member(&names->members[i], &names->members[kept - 1]) != 0)
            names->members[kept++] = names->members[i];
    names->member_count = kept;
    for (size_t i = 0; i < names->count; i++)
        if (names->items[i].aliased)
            settle_alias(names, &names->items[i]);
    names->own_cub = has_own_cub(names);
}

static bool has_member(const struct names *names, const struct member *wanted)
{
    return bsearch(wanted, names->members, names->member_count, sizeof *wanted, compare_member);
}

/* Whether |name| is a member of the scope |identity|. A kernel does not hide CUDA's function from a
 * call, because the types of the arguments decide: a kernel counts only where the name is not
 * called. */
static bool is_member(const struct names *names, const struct name *name, int identity)
{
    const struct member function = {.mapping = name->mapping, .identity = identity};
    const struct member kernel = {.mapping = name->mapping, .identity = identity, .kernel = true};
    return has_member(names, &function) || (!name->called && has_member(names, &kernel));
}

bool names_is_renamed(const struct names *names, const struct scopes *scopes,
                      const struct name *name)
{
    if (!name->mapping || !name->mapping->hip ||
        (name->mapping->kind == MAPPING_KEEP && names->options->headers != HIPIFY_HEADERS_OF_HIP) ||
        name->foreign || name->pasted || (names->own_compiler && is_compilers(name)))
        return false;
    if (is_namespace(name))
        return name->space && !(names->own_cub && strcmp(name->mapping->cuda, "cub") == 0);
    if (names->member_count == 0)
        return true;
    for (int scope = name->scope; scope >= 0; scope = scopes->items[scope].parent)
        if (is_member(names, name, scopes->items[scope].identity))
            return false;
    return true;
}

bool names_is_unqualified(const struct names *names, const struct scopes *scopes, size_t index)
{
    const struct name *name = &names->items[index];
    if (!name->enumerator || name->pasted || name->mapping->kind == MAPPING_NONE)
        return false;
    return !name->qualifier.owned || names_is_renamed(names, scopes, name - 1);
}

/* A name to report. Findings are sorted by spelling, then by place. */
struct finding {
    char text[NAME_SIZE];
    const struct name *name;
    /* what the tables say about |text|; NULL if they do not have it */
    const struct mapping *mapping;
};

struct findings {
    struct finding *items;
    size_t count;
};

static int compare_finding(const void *one, const void *other)
{
    const struct finding *a = one, *b = other;
    int texts = strcmp(a->text, b->text);
    if (texts)
        return texts;
    return a->name->token.offset < b->name->token.offset ? -1 : 1;
}

static void findings_add(struct findings *findings, const char *text, const struct name *name,
                         const struct mapping *mapping)
{
    findings->items = mem_grow(findings->items, findings->count, sizeof *findings->items);
    struct finding *finding = &findings->items[findings->count++];
    finding->name = name;
    finding->mapping = mapping;
    snprintf(finding->text, sizeof finding->text, "%s", text);
}

static void report_unknown(const struct finding *first, const char *times, bool includes_project,
                           struct hipify_report *report)
{
    bool may_be_macro = includes_project && strncmp(first->text, "CUDA_", 5) == 0;
    report_add(report, may_be_macro ? HIPIFY_NOTE : HIPIFY_WARNING, "KB1001", &first->name->token,
               mem_format("'%s' is not known and was left as it is%s", first->text, times),
               may_be_macro ? "nothing to do if a header of the project defines it"
                            : "use what HIP has for it, or keep it off AMD with #ifdef __HIP__");
}

static void report_unsupported(const struct finding *first, const struct mapping_reason *reason,
                               const char *times, struct hipify_report *report)
{
    report_add(report, HIPIFY_WARNING, "KB1004", &first->name->token,
               mem_format("'%s' has no counterpart in HIP: %s%s", first->text, reason->why, times),
               reason->remedy);
}

static void report_version(const struct finding *first, int version, struct hipify_report *report)
{
    int since = first->mapping->since;
    const char *hip = first->mapping->hip;
    OWNED char *becomes = hip ? mem_format(" becomes %s, which", hip) : mem_dup(":");
    report_add(report, HIPIFY_WARNING, "KB1005", &first->name->token,
               mem_format("'%s'%s HIP has from %d.%d on; this one is %d.%d", first->text, becomes,
                          since / 100, since % 100, version / 100, version % 100),
               "use a newer HIP, or keep it off AMD with #ifdef __HIP__");
}

static void report_finding(const struct names *names, const struct finding *first, size_t uses,
                           bool includes_project, struct hipify_report *report)
{
    const struct hipify_options *options = names->options;
    const struct mapping *mapping = first->mapping;
    if (mapping && mapping->kind != MAPPING_NONE) {
        report_version(first, options->hip_version, report);
        return;
    }
    if (options->is_project_name && options->is_project_name(options->context, first->text))
        return;
    const struct mapping_reason *reason =
        mapping ? mapping_reason(mapping) : mapping_family_reason(first->text);
    OWNED char *times = uses > 1 ? mem_format(" (%zu uses)", uses) : mem_dup("");
    if (reason)
        report_unsupported(first, reason, times, report);
    else
        report_unknown(first, times, includes_project, report);
}

/* Reports each spelling once, unless the file declares it. */
static void report_findings(const struct names *names, struct findings *findings,
                            bool includes_project, struct hipify_report *report)
{
    struct finding *items = findings->items;
    if (findings->count > 1)
        qsort(items, findings->count, sizeof *items, compare_finding);
    for (size_t i = 0, end; i < findings->count; i = end) {
        bool declared = false;
        for (end = i; end < findings->count && strcmp(items[end].text, items[i].text) == 0; end++)
            declared |= items[end].name->declared;
        if (!declared)
            report_finding(names, &items[i], end - i, includes_project, report);
    }
}

/* Whether ## builds names that begin with |name|, and kbuild/pasted_names.h has macros for them. */
static bool is_built(const struct names *names, const struct name *name)
{
    char text[NAME_SIZE];
    return name->pasted && !name->ending && !name->foreign && !is_namespace(name) &&
           name->token.directive == DIRECTIVE_DEFINE &&
           names->options->headers != HIPIFY_HEADERS_OF_HIP &&
           token_spell(names->source, &name->token, text, sizeof text) &&
           !mapping_family_reason(text);
}

bool names_are_built(const struct names *names)
{
    for (size_t i = 0; i < names->count; i++)
        if (is_built(names, &names->items[i]))
            return true;
    return false;
}

static bool is_too_new(const struct names *names, const struct mapping *mapping)
{
    return names->options->hip_version > 0 && mapping->since > names->options->hip_version;
}

void names_report(const struct names *names, bool includes_project, struct hipify_report *report)
{
    struct findings findings = {0};
    for (size_t i = 0; i < names->count; i++) {
        const struct name *name = &names->items[i];
        const struct mapping *mapping = name->mapping;
        char text[NAME_SIZE];
        if (name->foreign)
            continue;
        token_spell(names->source, &name->token, text, sizeof text);
        if (is_namespace(name)) {
            const struct mapping *member = names->own_cub ? NULL : name->member;
            if (member && (member->kind == MAPPING_NONE || is_too_new(names, member)))
                findings_add(&findings, member->cuda, name, member);
        } else if (name->pasted) {
            if (!is_built(names, name))
                report_add(
                    report, HIPIFY_WARNING, "KB1003", &name->token,
                    mem_format("'%s' is pasted together with ## and was left as it is", text),
                    "write the names that the macro builds in full");
        } else if (!mapping ? !is_cuda_prefix(text) : mapping->kind == MAPPING_NONE) {
            findings_add(&findings, text, name, mapping);
        } else if (mapping && is_too_new(names, mapping)) {
            findings_add(&findings, text, name, mapping);
        }
    }
    report_findings(names, &findings, includes_project, report);
    free(findings.items);
}
