/* The translation: one pass over the tokens collects possible changes and the file's declarations;
 * then the text is copied with the changes.
 */
#include "hazard.h"
#include "hipify/hipify.h"
#include "lexer.h"
#include "hipify/mapping.h"
#include "name.h"
#include "parts.h"
#include "ptx.h"
#include "scope.h"

#include <limits.h>

struct translation {
    const char *source;
    const struct hipify_options *options;
    struct hipify_report *report;
    bool device; /* whether the text has __device__ or __global__ */
    /* whether a header is included inside a namespace, a class or a function */
    bool includes_inside;
    struct token product; /* the first builtin of mma.h that is used; without one, its size is 0 */
    bool c; /* whether the text is C, where the name of a struct needs the word: struct float4 */
    unsigned functions; /* the number of the current function; no two functions have the same */
    struct called {
        struct token name; /* the name of the last function */
        bool settled;      /* whether |name| is final, so that a later '(' does not change it */
        bool is_operator;  /* whether the next token belongs to the name, too */
        /* whether the list of a constructor's initializers, x{a}, y(a), has begun */
        bool initializers;
        struct token of_arguments; /* the name before template arguments: f of f<int> */
        int angles;                /* how many '<' of template arguments are open */
    } called;
    bool in_members; /* whether the last token was not in a function or its parameters */
    bool names_only; /* whether nothing changes and nothing is reported */
    /* The last tokens of the code, and of the directive that is being read. */
    struct history code, line;
    struct scopes scopes;
    struct names names;
    struct hazards hazards;
    struct includes includes;
    struct assemblers assemblers;
    struct attributes attributes;
    struct builtins builtins;
    struct pragmas pragmas;
    struct qualifiers qualifiers;
    struct pass_macros pass_macros;
    struct templates templates;
    struct members members;
    struct member_calls member_calls;
    struct guards guards;
    struct nvcc nvcc;
    struct host_headers host_headers;
    struct tags tags;
    struct dependent_types dependent_types;
    struct bounds bounds;
    struct empty_templates empty_templates;
    struct edits edits;
};

static bool is_c(const char *path)
{
    size_t size = strlen(path);
    return size > 2 && strcmp(path + size - 2, ".c") == 0;
}

static void translation_start(struct translation *translation, const char *source, size_t size,
                              const struct hipify_options *options, struct hipify_report *report)
{
    *translation = (struct translation){
        .source = source,
        .options = options,
        .report = report,
        .c = is_c(options->shown_path),
        .includes = {.source = source, .size = size, .options = options, .report = report},
        .assemblers = {.source = source,
                       .size = size,
                       .report = report,
                       .cuda_arch = options->cuda_arch,
                       .of_hip = options->headers == HIPIFY_HEADERS_OF_HIP},
    };
    translation->names.options = options;
    translation->includes.edits = &translation->edits;
    translation->assemblers.edits = &translation->edits;
    translation->assemblers.name = &translation->called.name;
    translation->assemblers.scopes = &translation->scopes;
    translation->attributes.source = source;
    translation->attributes.edits = &translation->edits;
    translation->attributes.qualifiers = &translation->qualifiers;
    translation->qualifiers.source = source;
    translation->qualifiers.options = options;
    translation->pass_macros.source = source;
    translation->pass_macros.qualifiers = &translation->qualifiers;
    translation->pass_macros.edits = &translation->edits;
    translation->templates.source = source;
    translation->templates.qualifiers = &translation->qualifiers;
    translation->templates.edits = &translation->edits;
    translation->members.source = source;
    translation->members.qualifiers = &translation->qualifiers;
    translation->members.edits = &translation->edits;
    translation->members.calls = &translation->member_calls;
    translation->member_calls.source = source;
    translation->member_calls.edits = &translation->edits;
    translation->member_calls.options = options;
    translation->builtins.source = source;
    translation->builtins.edits = &translation->edits;
    translation->empty_templates.source = source;
    translation->empty_templates.edits = &translation->edits;
    translation->pragmas.source = source;
    translation->pragmas.edits = &translation->edits;
    translation->tags.source = source;
    translation->tags.edits = &translation->edits;
    translation->dependent_types.source = source;
    translation->dependent_types.edits = &translation->edits;
    translation->bounds.source = source;
    translation->bounds.edits = &translation->edits;
    translation->guards.source = source;
    translation->guards.size = size;
    translation->guards.edits = &translation->edits;
    translation->nvcc.source = source;
    translation->nvcc.edits = &translation->edits;
    translation->nvcc.qualifiers = &translation->qualifiers;
    translation->host_headers.source = source;
    translation->host_headers.edits = &translation->edits;
    translation->assemblers.macros = &translation->hazards.branches.macros;
    scopes_start(&translation->scopes, source);
    hazards_start(&translation->hazards, source, options, report);
}

static void translation_free(struct translation *translation)
{
    hazards_free(&translation->hazards);
    names_free(&translation->names);
    scopes_free(&translation->scopes);
    includes_free(&translation->includes);
    assemblers_free(&translation->assemblers);
    qualifiers_free(&translation->qualifiers);
    templates_free(&translation->templates);
    members_free(&translation->members);
    member_calls_free(&translation->member_calls);
    empty_templates_free(&translation->empty_templates);
    nvcc_free(&translation->nvcc);
    tags_free(&translation->tags);
    dependent_types_free(&translation->dependent_types);
    bounds_free(&translation->bounds);
    edits_free(&translation->edits);
}

static void end_directive(struct translation *translation)
{
    struct token last = *history_at(&translation->line, 0);
    enum directive directive = last.directive;
    names_finish(&translation->names, &translation->scopes);
    if (!translation->names_only && translation->options->headers != HIPIFY_HEADERS_OF_HIP)
        pass_macros_end_line(&translation->pass_macros, &translation->hazards.branches);
    qualifiers_end_line(&translation->qualifiers);
    translation->line.count = 0;
    if (translation->names_only)
        return;
    pragmas_end_line(&translation->pragmas, &last);
    hazards_end_line(&translation->hazards);
    guards_end_line(&translation->guards, directive, scopes_place(&translation->scopes).members,
                    &translation->hazards.branches);
    nvcc_end_line(&translation->nvcc, directive, &translation->hazards.branches);
    host_headers_end_line(&translation->host_headers, directive, &translation->hazards.branches);
    assemblers_end_line(&translation->assemblers);
}

/* If |*text| begins with one of |words|, moves |*text| behind that word and returns true. With
 * |pasted|, a |*text| that is only the beginning of a word matches too, because ## may append the
 * rest of the word. */
static bool skip_one_of(const char **text, const char *const *words, bool pasted)
{
    size_t left = strlen(*text);
    for (; *words; words++) {
        size_t size = strlen(*words), compared = pasted && left < size ? left : size;
        if (strncmp(*text, *words, compared) == 0) {
            *text += compared;
            return true;
        }
    }
    return false;
}

/* Whether |token| is one of the builtins that nvcc's nvcuda::wmma is made of: nvcc knows them
 * without an include. Programs give their own functions names that begin alike. */
static bool is_product(const char *source, const struct token *token)
{
    static const char *const kinds[] = {"__hmma_",     "__imma_",     "__bmma_", "__dmma_",
                                        "__mma_tf32_", "__mma_bf16_", "__mma_",  NULL};
    static const char *const shapes[] = {"m16n16k16_", "m32n8k16_", "m8n32k16_", "m16n16k8_",
                                         "m8n8k4_",    "m8n8k32_",  "m8n8k128_", NULL};
    static const char *const operations[] = {"ld_a", "ld_b", "ld_c", "st_c_", "mma_", NULL};
    char spelled[64];
    const char *text = spelled;
    bool pasted = token->directive == DIRECTIVE_DEFINE;
    return source[token->offset] == '_' && token_spell(source, token, spelled, sizeof spelled) &&
           skip_one_of(&text, kinds, false) && skip_one_of(&text, shapes, pasted) &&
           skip_one_of(&text, operations, pasted);
}

/* Notes the names that the file uses and declares with this token. */
static void follow_names(struct translation *translation, const struct token *token,
                         const struct history *history)
{
    if (translation->names.pending)
        names_follow(&translation->names, &translation->scopes, token);
    if (token->kind == TOKEN_IDENTIFIER && !word_is_language(token->word) &&
        names_want(translation->source, token))
        names_add(&translation->names, &translation->scopes, token, history);
    if (token->kind == TOKEN_IDENTIFIER && translation->product.size == 0 &&
        is_product(translation->source, token))
        translation->product = *token;
    if (token->directive == DIRECTIVE_NONE)
        scopes_follow(&translation->scopes, token, history);
}

/* Whether what is declared at this point belongs to a namespace. */
static bool is_of_namespace(const struct scopes *scopes)
{
    struct scope_place place = scopes_place(scopes);
    return place.members && !scopes_class(scopes, place.scope);
}

static void follow_members(struct translation *translation, const struct token *token,
                           const struct history *history)
{
    struct scope_place place = scopes_place(&translation->scopes);
    members_follow(&translation->members, token, history,
                   scopes_class(&translation->scopes, place.scope), place.members);
    member_calls_follow(&translation->member_calls, token, history,
                        place.members && scopes_is_class(&translation->scopes, place.scope),
                        scopes_is_in_template(&translation->scopes));
    empty_templates_follow(&translation->empty_templates, token, history,
                           is_of_namespace(&translation->scopes));
}

/* Notes function templates, and the macros that may be in their heads. */
static void follow_templates(struct translation *translation, const struct token *token,
                             const struct history *history)
{
    if (token->directive == DIRECTIVE_NONE)
        templates_follow(&translation->templates, token, history);
    else if (token->directive == DIRECTIVE_DEFINE || token->directive == DIRECTIVE_UNDEF)
        qualifiers_follow(&translation->qualifiers, token, history);
}

static bool is_global(const struct scopes *scopes)
{
    struct scope_place place = scopes_place(scopes);
    return place.members && scopes_owner(scopes, place.scope) == 0;
}

static void follow_guards(struct translation *translation, const struct token *token,
                          const struct history *history)
{
    if (token->directive != DIRECTIVE_NONE) {
        guards_directive(&translation->guards, token);
        nvcc_directive(&translation->nvcc, token, history, &translation->includes);
        host_headers_directive(&translation->host_headers, token);
        return;
    }
    translation->nvcc.open = translation->host_headers.open = false;
    if (translation->guards.open)
        guards_follow(&translation->guards, token, history);
}

/* Whether declarations at this point are outside of functions. A local class is a part of its
 * function. */
static bool is_outside_functions(const struct scopes *scopes)
{
    struct scope_place place = scopes_place(scopes);
    return place.members && !scopes_is_local(scopes, place.scope);
}

/* Notes at a '{' whether initializers go on: after a name, the '{' belongs to an initializer, x{a};
 * otherwise it begins the function's body. */
static void follow_initializers(struct called *called, const struct token *before)
{
    called->initializers &= before->kind == TOKEN_IDENTIFIER || before->punctuator == '>';
}

/* Adds |token| to the name of an operator: both of "()" and "[]". */
static void add_to_operator(struct called *called, const struct token *token)
{
    called->name.size = token->offset + token->size - called->name.offset;
    called->is_operator = token->punctuator == '(' || token->punctuator == '[';
}

/* Called with the '(' of a function's parameters. |before|, the token in front of it, is the
 * function's name, or ends the name's template arguments. */
static void note_parameters(const struct translation *translation, const struct token *before,
                            struct called *called)
{
    bool arguments = before->punctuator == '>' || before->punctuator == PUNCTUATOR_SHIFT_RIGHT;
    const struct token *name = arguments ? &called->of_arguments : before;
    if (name->kind != TOKEN_IDENTIFIER ||
        (name->word >= WORD_alignas && name->word <= WORD_requires))
        return;
    called->name = *name;
    if (name->offset > 0 && translation->source[name->offset - 1] == '~') {
        called->name.offset--;
        called->name.size++;
    }
}

/* Notes the name of a function: f of f(int) or f<A<int>>(int), ~A, or "operator+=". |before| is the
 * token in front of |token|. */
static void note_function(struct translation *translation, const struct token *token,
                          const struct token *before)
{
    struct called *called = &translation->called;
    int c = token->punctuator;
    bool members = is_outside_functions(&translation->scopes);
    if (token->directive != DIRECTIVE_NONE)
        return;
    if (c == '{')
        follow_initializers(called, before);
    if (called->is_operator) {
        add_to_operator(called, token);
    } else if (members && (c == ';' || ((c == '}' || c == '{') && !called->initializers))) {
        *called = (struct called){0};
    } else if (members && token->word == WORD_operator) {
        called->settled = called->is_operator = true;
        called->name = *token;
    } else if (members && c == ':') {
        called->settled |= called->name.size > 0;
        called->initializers |= before->punctuator == ')';
    } else if (members && c == '<') {
        called->of_arguments = called->angles++ ? called->of_arguments : *before;
    } else if (members && (c == '>' || c == PUNCTUATOR_SHIFT_RIGHT)) {
        called->angles -= c == '>' || called->angles < 2 ? called->angles > 0 : 2;
    } else if (translation->in_members && !members && c == '(' && !called->settled) {
        note_parameters(translation, before, called);
    }
    translation->in_members = members;
}

/* Passes a token, of code or of a directive, to the steps that only a translation needs, not a scan
 * for names: these note the token's edits and diagnostics. */
static void follow_rest(struct translation *translation, const struct token *token,
                        const struct history *history)
{
    attributes_follow(&translation->attributes, token, history);
    if (token->directive == DIRECTIVE_DEFINE) {
        pragmas_follow(&translation->pragmas, token, history);
        pass_macros_follow(&translation->pass_macros, token);
    }
    if (token->directive == DIRECTIVE_NONE && !translation->c) {
        tags_follow(&translation->tags, token, history, is_global(&translation->scopes));
        dependent_types_follow(&translation->dependent_types, token, history,
                               is_of_namespace(&translation->scopes));
    }
    if (token->directive == DIRECTIVE_NONE)
        bounds_follow(&translation->bounds, token, history,
                      scopes_place(&translation->scopes).members);
    if (hazards_want(&translation->hazards, token))
        hazards_follow(&translation->hazards, token, history);
    if (token->directive == DIRECTIVE_NONE &&
        translation->options->headers != HIPIFY_HEADERS_OF_HIP)
        builtins_follow(&translation->builtins, token, history,
                        hazards_in_device_body(&translation->hazards));
    if (translation->options->headers != HIPIFY_HEADERS_OF_HIP)
        follow_guards(translation, token, history);
    bool members = is_outside_functions(&translation->scopes);
    translation->functions += members;
    note_function(translation, token, history_at(history, 0));
    translation->assemblers.function =
        members || token->directive != DIRECTIVE_NONE ? 0 : translation->functions;
    translation->assemblers.compiled = hazards_compiled(&translation->hazards);
    /* nvcc passes C to the host's compiler: asm statements of C are for the host. */
    if (!translation->c &&
        assemblers_want(&translation->assemblers, token,
                        translation->assemblers.compiled ||
                            branches_compiled_for_any(&translation->hazards.branches)))
        assemblers_follow(&translation->assemblers, token);
    translation->device |= token->word == WORD___device__ || token->word == WORD___global__;
    if (token->kind == TOKEN_HEADER_NAME)
        translation->includes_inside |=
            token->directive == DIRECTIVE_INCLUDE && scopes_is_inside(&translation->scopes);
    if (token->kind == TOKEN_HEADER_NAME)
        includes_add(&translation->includes, token, history,
                     hazards_compiled(&translation->hazards));
}

static void begin_directive(struct translation *translation, enum directive directive)
{
    names_finish(&translation->names, &translation->scopes);
    scopes_follow_directive(&translation->scopes, directive);
    if (!translation->names_only) {
        guards_begin_line(&translation->guards, directive, &translation->hazards.branches);
        nvcc_begin_line(&translation->nvcc, directive, &translation->hazards.branches);
        host_headers_begin_line(&translation->host_headers, directive);
        bounds_directive(&translation->bounds);
    }
    includes_follow_directive(&translation->includes, directive);
}

/* nvcc reads << < and >> > as it does <<< and >>>; clang does not. */
static void join_launch(struct translation *translation, const struct token *token)
{
    char text[4];
    if (token->kind == TOKEN_LAUNCH_REST)
        edits_add(&translation->edits, token->offset, token->size, "");
    else if (token_spell(translation->source, token, text, sizeof text) && strlen(text) == 2)
        edits_replace(&translation->edits, translation->source, token,
                      token->kind == TOKEN_LAUNCH_OPEN ? "<<<" : ">>>");
}

static bool is_launch(const struct token *token)
{
    return token->kind == TOKEN_LAUNCH_OPEN || token->kind == TOKEN_LAUNCH_CLOSE ||
           token->kind == TOKEN_LAUNCH_REST;
}

static void follow(struct translation *translation, struct token *token)
{
    struct history *history = &translation->code;
    if (is_launch(token))
        join_launch(translation, token);
    if (token->kind == TOKEN_LAUNCH_REST)
        return;
    if (token->kind == TOKEN_IDENTIFIER)
        token->word = word_of(translation->source, token);
    if (token->directive != DIRECTIVE_NONE) {
        history = &translation->line;
        if (history->count == 0)
            begin_directive(translation, token->directive);
    }
    if (token->directive == DIRECTIVE_NONE)
        follow_members(translation, token, history);
    follow_names(translation, token, history);
    follow_templates(translation, token, history);
    if (translation->names_only)
        translation->includes.cub |=
            token->kind == TOKEN_HEADER_NAME && token->size > 4 &&
            memcmp(translation->source + token->offset + 1, "cub/", 4) == 0;
    else
        follow_rest(translation, token, history);
    history_push(history, token);
}

/* Returns a token with the offset, line and column of the byte at |offset|. */
static struct token token_at(const char *source, size_t offset)
{
    struct token token = {.offset = (uint32_t)offset, .line = 1, .column = 1};
    for (size_t at = 0; at < offset; at++) {
        bool ends = source[at] == '\n' || (source[at] == '\r' && source[at + 1] != '\n');
        token.line += ends;
        token.column = ends ? 1 : token.column + 1;
    }
    return token;
}

static void report_broken(struct translation *translation, const struct token *token,
                          const char *problem)
{
    report_add(translation->report, HIPIFY_ERROR, "KB1901", token, mem_dup(problem),
               "from here on the text is copied as it is; mend the source");
}

/* Whether the text, whose first NUL byte is at |nul|, begins with the byte-order mark of UTF-16. */
static bool is_utf16(const char *source, size_t nul)
{
    return nul >= 2 && (memcmp(source, "\xFF\xFE", 2) == 0 || memcmp(source, "\xFE\xFF", 2) == 0);
}

/* Goes through the tokens up to the end of the text, or to where it stops being C++. */
static void read_tokens(struct translation *translation, size_t size)
{
    struct lexer lexer;
    struct token token;
    bool broken = false;
    lexer_start_body(&lexer, translation->source, size);
    size_t nul = lexer.nul;
    if (nul < size)
        lexer_start_body(&lexer, translation->source, nul);
    while (!broken && lexer_next_code(&lexer, &token)) {
        broken = token.kind == TOKEN_ERROR;
        if (token.kind == TOKEN_NEWLINE)
            end_directive(translation);
        else if (!broken)
            follow(translation, &token);
    }
    end_directive(translation);
    if (translation->names_only)
        return;
    hazards_finish(&translation->hazards);
    assemblers_end(&translation->assemblers);
    if (nul < size) {
        struct token place = token_at(translation->source, nul);
        report_broken(translation, &place,
                      is_utf16(translation->source, nul)
                          ? "UTF-16, which compilers do not read; convert it to UTF-8"
                          : "a NUL byte; this is not C++ source");
    } else if (broken) {
        report_broken(translation, &token, lexer_problem(&lexer));
    }
}

static void rename_name(struct translation *translation, const struct name *name)
{
    edits_replace(&translation->edits, translation->source, &name->token, name->mapping->hip);
}

/* Each token is replaced by an edit of its own, because comments and line ends between the tokens
 * stay. */
static void drop_qualifier(struct translation *translation, const struct qualifier *qualifier)
{
    for (unsigned i = 0; i < QUALIFIER_TOKENS && qualifier->tokens[i].size > 0; i++)
        edits_add(&translation->edits, qualifier->tokens[i].offset, qualifier->tokens[i].size,
                  /* A "::" before E becomes a blank: without it, "return ::E::name" would become
                   * "returnname". */
                  i < 2 ? "" : " ");
}

static void rename_names(struct translation *translation)
{
    for (size_t i = 0; i < translation->names.count; i++) {
        const struct name *name = &translation->names.items[i];
        bool own =
            name->enumerator && !names_is_unqualified(&translation->names, &translation->scopes, i);
        if (own)
            continue;
        if (name->enumerator)
            drop_qualifier(translation, &name->qualifier);
        if (names_is_renamed(&translation->names, &translation->scopes, name))
            rename_name(translation, name);
    }
}

/* Whether the translation must include kbuild/ptx.h: if it calls functions of that header, or
 * includes a header inside a namespace. Such a header may need kbuild/ptx.h too, and its own
 * include would declare the functions in the namespace. */
static bool needs_ptx(const struct translation *translation)
{
    const struct hipify_options *options = translation->options;
    bool cuda = options->prelude || translation->device;
    return translation->assemblers.replaced > 0 ||
           (translation->includes_inside && cuda && options->headers != HIPIFY_HEADERS_OF_HIP);
}

/* Returns whether the translation has to include mma.h; HIP's own headers have nothing for it. */
static bool needs_products(const struct translation *translation)
{
    if (translation->product.size == 0)
        return false;
    if (translation->options->headers != HIPIFY_HEADERS_OF_HIP)
        return true;
    report_add(translation->report, HIPIFY_WARNING, "KB1004", &translation->product,
               mem_dup("builtins of tensor cores have no counterpart in HIP: they are nvcc's"),
               "use kbuild's headers, which have them, or keep it off AMD with #ifdef __HIP__");
    return false;
}

enum status hipify_translate(const char *source, size_t size, const struct hipify_options *options,
                             struct buf *out, struct hipify_report *report)
{
    if (size >= INT_MAX)
        return status_fail(STATUS_INPUT, "%s: is 2 GiB or larger; split it", options->shown_path);
    source = size ? source : "";
    size_t prefix = prefix_find(source, size);
    const char *whole = source;
    size_t whole_size = size, body = prefix ? prefix : bom_size(source, size);
    source += body;
    size -= body;
    size_t first = report->count;
    struct translation translation;
    translation_start(&translation, source, size, options, report);
    read_tokens(&translation, size);
    translation.names.cuda_cub = translation.includes.cub;
    names_settle(&translation.names, &translation.scopes);
    names_report(&translation.names, translation.includes.project, report);
    rename_names(&translation);
    templates_settle(&translation.templates);
    members_settle(&translation.members);
    member_calls_settle(&translation.member_calls);
    empty_templates_settle(&translation.empty_templates);
    host_headers_settle(&translation.host_headers);
    buf_reserve(out, size + size / 64 + 4096);
    bool products = needs_products(&translation);
    struct hipify_options with_prelude = *options;
    with_prelude.prelude |= translation.tags.declared;
    if (prefix)
        buf_append(out, whole, prefix);
    else
        prefix_write(&with_prelude, whole, whole_size,
                     &(struct prefix){.ptx = needs_ptx(&translation),
                                      .products = products,
                                      .names = names_are_built(&translation.names)},
                     out);
    edits_apply(&translation.edits, source, size, out);
    report_sort(report, first);
    translation_free(&translation);
    return STATUS_OK;
}

struct name_visitor {
    void (*visit)(void *context, const char *name, bool declared);
    void *context;
    bool declared;
};

static bool visit_in_space(void *context, const char *name)
{
    const struct name_visitor *visitor = context;
    visitor->visit(visitor->context, name, visitor->declared);
    return false;
}

/* Visits the macros that stand for qualifiers, and the identifiers that may be such macros of other
 * files. */
static void visit_qualifiers(const struct qualifiers *qualifiers, struct name_visitor *visitor)
{
    const struct symbols *const lists[] = {&qualifiers->asked, &qualifiers->names};
    for (size_t list = 0; list < sizeof lists / sizeof *lists; list++)
        for (size_t i = 0; i < lists[list]->count; i++) {
            const struct symbol *symbol = &lists[list]->items[i];
            OWNED char *name = mem_format("%.*s", (int)symbol->size, symbol->text);
            visitor->declared = list == 1;
            qualifiers_visit(list == 1 ? qualifiers->sets[i] : QUALIFIER_ALL, name, visit_in_space,
                             visitor);
        }
}

void hipify_scan_names(const char *source, size_t size,
                       void (*visit)(void *context, const char *name, bool declared), void *context)
{
    if (size >= INT_MAX)
        return;
    const struct hipify_options options = {.shown_path = ""};
    struct translation translation;
    size_t mark = bom_size(source, size);
    source += mark;
    size -= mark;
    translation_start(&translation, source, size, &options, NULL);
    translation.names_only = true;
    read_tokens(&translation, size);
    for (size_t i = 0; i < translation.names.count; i++) {
        const struct name *name = &translation.names.items[i];
        char text[256];
        if ((!name->mapping || name->mapping->kind == MAPPING_NAMESPACE) &&
            token_spell(source, &name->token, text, sizeof text))
            visit(context, text, name->declared && !(name->extends && translation.includes.cub));
        struct name_visitor visitor = {visit, context, name->declared};
        names_visit_spaces(&translation.scopes, name, visit_in_space, &visitor);
    }
    struct name_visitor visitor = {visit, context, false};
    members_visit(&translation.members, visit, context);
    member_calls_visit(&translation.member_calls, visit, context);
    visit_qualifiers(&translation.qualifiers, &visitor);
    translation_free(&translation);
}

void hipify_scan_includes(const char *source, size_t size,
                          void (*visit)(void *context, const char *name, bool angled, int line),
                          void *context)
{
    struct lexer lexer;
    struct token token;
    lexer_start(&lexer, source, size);
    while (lexer_next_code(&lexer, &token)) {
        if (token.kind != TOKEN_HEADER_NAME || token.directive != DIRECTIVE_INCLUDE)
            continue;
        OWNED char *name = mem_alloc(token.size + 1);
        token_spell(source, &token, name, token.size + 1);
        name[strlen(name) - 1] = '\0';
        visit(context, name + 1, source[token.offset] == '<', token.line);
    }
}
