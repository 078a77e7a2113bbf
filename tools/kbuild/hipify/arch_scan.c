/* Scans a text for one value of __CUDA_ARCH__. Every scan reads all branches, so that all scans
 * number branches and functions alike. A scan notes which branches are compiled for its value. */
#include "arch.h"

#include "hazard.h"
#include "ptx.h"

const int arch_values[ARCHES] = {900, 890, 860, 800, 750, 700, 600};

/* The state of one scan. */
struct pass_state {
    struct arch_text *text;
    int arch;   /* the value that is scanned for, as an index into arch_values */
    bool first; /* whether no scan of |text| was made before */
    struct hipify_options options;
    struct hipify_report report;
    struct edits edits;
    struct branches branches;
    struct assemblers assemblers;
    struct scopes scopes;
    struct history code, line;
    size_t next;       /* the number that the next branch gets */
    int open;          /* the innermost open branch, or ARCH_NONE */
    int function;      /* the function in whose body the token is, or ARCH_NONE */
    size_t bodies;     /* how many functions with a body have begun */
    struct token name; /* the name of the function whose head is perhaps being read */
    bool is_kernel, on_device;
    bool odd;       /* whether the head has a token that a plain function's head does not have */
    size_t refusal; /* index of the first of |refusals| that the scan has not passed */
    struct token macro;     /* the name of the macro, while the line of its #define is read */
    struct token statement; /* the asm statement that is being read */
    struct token statement_macro;
    int statement_branch, statement_function;
};

int arch_branch_at(const struct arch_text *text, uint32_t offset)
{
    size_t low = 0, high = text->edge_count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (text->edges[middle].offset <= offset)
            low = middle + 1;
        else
            high = middle;
    }
    return low ? text->edges[low - 1].branch : ARCH_NONE;
}

static void add_edge(struct pass_state *pass, uint32_t offset, int branch)
{
    struct arch_text *text = pass->text;
    pass->open = branch;
    if (!pass->first)
        return;
    text->edges = mem_grow(text->edges, text->edge_count, sizeof *text->edges);
    text->edges[text->edge_count++] = (struct arch_edge){.offset = offset, .branch = branch};
}

/* Opens a branch at |begin|. |before|: the branch of the same conditional that ends here, or
 * ARCH_NONE. */
static void open_branch(struct pass_state *pass, uint32_t begin, int before, bool is_else)
{
    struct arch_text *text = pass->text;
    int number = (int)pass->next++;
    enum truth live = pass->branches.live[PASS_DEVICE];
    unsigned char bit = (unsigned char)(1 << pass->arch);
    if (pass->first) {
        text->branches = mem_grow(text->branches, text->branch_count, sizeof *text->branches);
        text->branches[text->branch_count++] = (struct arch_branch){
            .begin = begin,
            .end = (uint32_t)text->size,
            .first = before == ARCH_NONE ? number : text->branches[before].first,
            .next = ARCH_NONE,
            .parent = before == ARCH_NONE ? pass->open : text->branches[before].parent,
            .function = before == ARCH_NONE ? pass->function : text->branches[before].function,
            .is_else = is_else};
        if (before != ARCH_NONE)
            text->branches[before].next = number;
    }
    text->branches[number].live |= live != TRUTH_NO ? bit : 0;
    text->branches[number].sure |= live == TRUTH_YES ? bit : 0;
    add_edge(pass, begin, number);
}

/* Called with a conditional's directive, when its line is complete. */
static void follow_conditional(struct pass_state *pass, enum directive directive,
                               const struct token *hash, uint32_t line_end)
{
    int open = pass->open;
    if (directive_opens(directive)) {
        open_branch(pass, line_end, ARCH_NONE, false);
    } else if (open != ARCH_NONE) {
        pass->text->branches[open].end = hash->offset;
        add_edge(pass, hash->offset, pass->text->branches[open].parent);
        if (directive != DIRECTIVE_ENDIF)
            open_branch(pass, line_end, open, directive == DIRECTIVE_ELSE);
    }
}

static void new_refusal(struct pass_state *pass, const char *why)
{
    struct arch_text *text = pass->text;
    text->refusals = mem_grow(text->refusals, text->refusal_count, sizeof *text->refusals);
    text->refusals[text->refusal_count++] =
        (struct arch_refusal){.offset = pass->statement.offset,
                              .macro = pass->statement_macro.offset,
                              .macro_size = pass->statement_macro.size,
                              .line = pass->statement.line,
                              .column = pass->statement.column,
                              .branch = pass->statement_branch,
                              .function = pass->statement_function,
                              .live = 1,
                              .why = mem_dup(why)};
}

/* Adds the asm statement that was just refused. Only the first scan, for the highest architecture,
 * adds entries to |refusals|. A later scan that refuses a statement without an entry sets its bit
 * in |adds|: its value of __CUDA_ARCH__ is then never chosen. */
static void add_refusal(struct pass_state *pass, const char *why)
{
    struct arch_text *text = pass->text;
    uint32_t offset = pass->statement.offset;
    size_t *at = &pass->refusal;
    unsigned char bit = (unsigned char)(1 << pass->arch);
    if (pass->first) {
        if (!text->refusal_count || text->refusals[text->refusal_count - 1].offset != offset)
            new_refusal(pass, why);
        return;
    }
    while (*at < text->refusal_count && text->refusals[*at].offset < offset)
        ++*at;
    if (*at < text->refusal_count && text->refusals[*at].offset == offset)
        text->refusals[*at].live |= bit;
    else
        text->adds |= bit;
}

/* Moves the refused statements from the report to |text|. */
static void take_report(struct pass_state *pass)
{
    for (size_t i = 0; i < pass->report.count; i++)
        if (strcmp(pass->report.items[i].code, "KB1101") == 0)
            add_refusal(pass, strchr(pass->report.items[i].text, ':') + 2);
    hipify_report_free(&pass->report);
}

static void follow_assembler(struct pass_state *pass, const struct token *token)
{
    const struct assembler_side *side =
        token->directive == DIRECTIVE_NONE ? &pass->assemblers.code : &pass->assemblers.line;
    if (!assemblers_want(&pass->assemblers, token, pass->branches.live[PASS_DEVICE] != TRUTH_NO))
        return;
    assemblers_follow(&pass->assemblers, token);
    take_report(pass);
    if (side->begin.size > 0 && side->begin.offset == token->offset) {
        pass->statement = *token;
        pass->statement_macro = pass->macro;
        pass->statement_branch = pass->open;
        pass->statement_function = pass->function;
    }
}

static void begin_function(struct pass_state *pass, const struct token *brace)
{
    struct arch_text *text = pass->text;
    if (pass->first) {
        text->functions = mem_grow(text->functions, text->function_count, sizeof *text->functions);
        text->functions[text->function_count++] = (struct arch_function){
            .name = pass->name.offset,
            .name_size = pass->name.size,
            .begin = brace->offset,
            .end = (uint32_t)text->size,
            .is_kernel = pass->is_kernel,
            .is_plain = pass->on_device && !pass->odd && pass->name.size && !pass->is_kernel};
    }
    pass->function = (int)pass->bodies++;
}

/* Whether |token| may be in the head of a plain function, outside of its parameters. */
static bool is_plain(const struct pass_state *pass, const struct token *token)
{
    const char *source = pass->text->source;
    int c = token->punctuator;
    if (pass->name.size > 0)
        return c == '{' || token_is(source, token, "const noexcept");
    if (token->kind == TOKEN_IDENTIFIER)
        return !token_is(source, token, "operator decltype virtual begin end get");
    return token->kind == TOKEN_NUMBER || c == '<' || c == '>' || c == PUNCTUATOR_SHIFT_RIGHT ||
           c == ',' || c == ':' || c == PUNCTUATOR_SCOPE || c == '*' || c == '&' ||
           (c == '(' && history_at(&pass->code, 0)->kind == TOKEN_IDENTIFIER);
}

/* Notes the heads and the bodies of functions. |was| tells whether declarations before |token|
 * belonged to a namespace or a class, not to a function. */
static void follow_function(struct pass_state *pass, const struct token *token, bool was)
{
    bool members = scopes_place(&pass->scopes).members;
    const struct token *before = history_at(&pass->code, 0);
    int c = token->punctuator;
    if (!was && members && c == '}' && pass->function != ARCH_NONE) {
        pass->text->functions[pass->function].end = token->offset + 1;
        pass->function = ARCH_NONE;
    }
    pass->odd |= was && !is_plain(pass, token);
    if (was && c == '(' && pass->name.size == 0 && before->kind == TOKEN_IDENTIFIER &&
        !word_is_attribute(before->word))
        pass->name = *before;
    if (was && !members && c == '{')
        begin_function(pass, token);
    pass->is_kernel |= was && token->word == WORD___global__;
    pass->on_device |= was && token->word == WORD___device__;
    if (members && (c == ';' || c == '}' || c == '{')) {
        pass->name = (struct token){0};
        pass->is_kernel = pass->on_device = pass->odd = false;
    }
}

static void follow_code(struct pass_state *pass, const struct token *token)
{
    bool was = scopes_place(&pass->scopes).members;
    scopes_follow(&pass->scopes, token, &pass->code);
    follow_function(pass, token, was);
    history_push(&pass->code, token);
}

static void end_line(struct pass_state *pass, uint32_t offset)
{
    struct token hash = pass->branches.line[0];
    enum directive directive = branches_end_line(&pass->branches);
    if (directive >= DIRECTIVE_IF && directive <= DIRECTIVE_ENDIF)
        follow_conditional(pass, directive, &hash, offset);
    assemblers_end_line(&pass->assemblers);
    take_report(pass);
    pass->line.count = 0;
    pass->macro = (struct token){0};
}

static void follow(struct pass_state *pass, struct token *token)
{
    if (token->kind == TOKEN_IDENTIFIER)
        token->word = word_of(pass->text->source, token);
    if (token->kind == TOKEN_IDENTIFIER && pass->first)
        symbols_add(&pass->text->identifiers, pass->text->source + token->offset, token->size);
    pass->text->builds_names |= token->punctuator == PUNCTUATOR_PASTE ||
                                (token->kind == TOKEN_IDENTIFIER && token->spliced);
    if (token->directive == DIRECTIVE_NONE) {
        follow_code(pass, token);
    } else {
        if (pass->line.count == 0)
            scopes_follow_directive(&pass->scopes, token->directive);
        if (pass->line.count == 2 && token->directive == DIRECTIVE_DEFINE)
            pass->macro = *token;
        branches_follow(&pass->branches, token);
        history_push(&pass->line, token);
    }
    follow_assembler(pass, token);
}

void arch_scan(struct arch_text *text, const struct hipify_options *options, int arch)
{
    if (text->scanned & 1 << arch)
        return;
    struct pass_state pass = {.text = text,
                              .arch = arch,
                              .first = !text->scanned,
                              .options = *options,
                              .open = ARCH_NONE,
                              .function = ARCH_NONE};
    struct lexer lexer;
    struct token token;
    pass.options.cuda_arch = arch_values[arch];
    pass.branches =
        (struct branches){.source = text->source, .options = &pass.options, .report = &pass.report};
    pass.assemblers = (struct assemblers){.source = text->source,
                                          .size = text->size,
                                          .macros = &pass.branches.macros,
                                          .edits = &pass.edits,
                                          .report = &pass.report,
                                          .cuda_arch = pass.options.cuda_arch,
                                          .compiled = true};
    branches_start(&pass.branches);
    scopes_start(&pass.scopes, text->source);
    lexer_start_body(&lexer, text->source, text->size);
    while (lexer_next_code(&lexer, &token) && token.kind != TOKEN_ERROR)
        if (token.kind == TOKEN_NEWLINE)
            end_line(&pass, token.offset);
        else if (token.kind != TOKEN_LAUNCH_REST)
            follow(&pass, &token);
    end_line(&pass, (uint32_t)text->size);
    assemblers_end(&pass.assemblers);
    take_report(&pass);
    branches_free(&pass.branches);
    scopes_free(&pass.scopes);
    edits_free(&pass.edits);
    hipify_report_free(&pass.report);
    text->scanned |= (unsigned char)(1 << arch);
}

void arch_text_free(struct arch_text *text)
{
    for (size_t i = 0; i < text->refusal_count; i++)
        free(text->refusals[i].why);
    for (int arch = 0; arch < ARCHES; arch++) {
        symbols_free(&text->losses[arch].names);
        free(text->losses[arch].outermost);
        free(text->losses[arch].replaced);
    }
    symbols_free(&text->identifiers);
    free(text->branches);
    free(text->edges);
    free(text->mentions);
    free(text->first_mention);
    free(text->functions);
    free(text->refusals);
    *text = (struct arch_text){0};
}
