/* One pass over a text for one value of __CUDA_ARCH__. All passes see the same branches and
 * functions, because all branches are read, and add to them what is compiled. */
#include "arch.h"

#include "hazard.h"
#include "ptx.h"

const int arch_values[ARCHES] = {900, 890, 860, 800, 750, 700, 600};

/* A pass. */
struct pass_state {
    struct arch_text *text;
    int arch;   /* index into arch_values */
    bool first; /* nothing is known of the text */
    struct hipify_options options;
    struct hipify_report report;
    struct edits edits;
    struct branches branches;
    struct assemblers assemblers;
    struct scopes scopes;
    struct history code, line;
    size_t next;       /* the number of the branch that comes next */
    int chains;        /* how many were opened */
    int open;          /* the branch that is open, or ARCH_NONE */
    int function;      /* in whose body this is, or ARCH_NONE */
    size_t bodies;     /* how many functions have begun */
    struct token name; /* of the function that this may be the head of */
    bool is_kernel;
    struct token statement; /* the asm that is being read */
    int statement_branch, statement_function;
};

int arch_branch_at(const struct arch_text *text, uint32_t offset)
{
    size_t low = 0, high = text->branch_count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (text->branches[middle].begin <= offset)
            low = middle + 1;
        else
            high = middle;
    }
    /* The last one that has begun, or one around it. */
    int found = (int)low - 1;
    while (found != ARCH_NONE && text->branches[found].end <= offset)
        found = text->branches[found].parent;
    return found;
}

static void open_branch(struct pass_state *pass, uint32_t begin, int parent, int chain)
{
    struct arch_text *text = pass->text;
    int number = (int)pass->next++;
    if (pass->first) {
        text->branches = mem_grow(text->branches, text->branch_count, sizeof *text->branches);
        text->branches[text->branch_count++] = (struct arch_branch){.begin = begin,
                                                                    .end = (uint32_t)text->size,
                                                                    .chain = chain,
                                                                    .parent = parent,
                                                                    .function = pass->function};
    }
    if (pass->branches.live[PASS_DEVICE] != TRUTH_NO)
        text->branches[number].live |= (unsigned char)(1 << pass->arch);
    pass->open = number;
}

/* The conditional directive of this line is complete. */
static void follow_conditional(struct pass_state *pass, enum directive directive,
                               const struct token *hash, uint32_t line_end)
{
    struct arch_branch *branch = pass->open == ARCH_NONE ? NULL : &pass->text->branches[pass->open];
    if (directive_opens(directive)) {
        open_branch(pass, line_end, pass->open, pass->chains++);
    } else if (branch) {
        int parent = branch->parent, chain = branch->chain;
        branch->end = hash->offset;
        pass->open = parent;
        if (directive != DIRECTIVE_ENDIF)
            open_branch(pass, line_end, parent, chain);
    }
}

/* Adds the asm statement that was just refused. */
static void add_refusal(struct pass_state *pass, const char *why)
{
    struct arch_text *text = pass->text;
    struct arch_refusal *refusal = NULL;
    for (size_t i = 0; i < text->refusal_count && !refusal; i++)
        if (text->refusals[i].offset == pass->statement.offset)
            refusal = &text->refusals[i];
    if (!refusal) {
        text->refusals = mem_grow(text->refusals, text->refusal_count, sizeof *text->refusals);
        refusal = &text->refusals[text->refusal_count++];
        *refusal = (struct arch_refusal){.offset = pass->statement.offset,
                                         .line = pass->statement.line,
                                         .column = pass->statement.column,
                                         .branch = pass->statement_branch,
                                         .function = pass->statement_function,
                                         .why = mem_dup(why)};
    }
    refusal->live |= (unsigned char)(1 << pass->arch);
}

/* Takes the refusals out of what was reported. */
static void take_report(struct pass_state *pass)
{
    for (size_t i = 0; i < pass->report.count; i++)
        if (strcmp(pass->report.items[i].code, "KB1101") == 0)
            add_refusal(pass, pass->report.items[i].text);
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
        pass->statement_branch = pass->open;
        pass->statement_function = pass->function;
    }
}

static void begin_function(struct pass_state *pass, const struct token *brace)
{
    struct arch_text *text = pass->text;
    if (pass->first) {
        text->functions = mem_grow(text->functions, text->function_count, sizeof *text->functions);
        text->functions[text->function_count++] =
            (struct arch_function){.name = pass->name.offset,
                                   .name_size = pass->name.size,
                                   .begin = brace->offset,
                                   .end = (uint32_t)text->size,
                                   .is_kernel = pass->is_kernel};
    }
    pass->function = (int)pass->bodies++;
}

/* Notes the heads and the bodies of functions. |was|: declarations before the token belong to a
 * namespace or a class. */
static void follow_function(struct pass_state *pass, const struct token *token, bool was)
{
    bool members = scopes_place(&pass->scopes).members;
    const struct token *before = history_at(&pass->code, 0);
    int c = token->punctuator;
    if (!was && members && c == '}' && pass->function != ARCH_NONE) {
        pass->text->functions[pass->function].end = token->offset + 1;
        pass->function = ARCH_NONE;
    }
    if (was && c == '(' && pass->name.size == 0 && before->kind == TOKEN_IDENTIFIER &&
        !word_is_attribute(before->word))
        pass->name = *before;
    if (was && !members && c == '{')
        begin_function(pass, token);
    pass->is_kernel |= was && token->word == WORD___global__;
    if (members && (c == ';' || c == '}' || c == '{')) {
        pass->name = (struct token){0};
        pass->is_kernel = false;
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
}

static void follow(struct pass_state *pass, struct token *token)
{
    if (token->kind == TOKEN_IDENTIFIER)
        token->word = word_of(pass->text->source, token);
    if (token->kind == TOKEN_IDENTIFIER && pass->first)
        symbols_add(&pass->text->identifiers, pass->text->source + token->offset, token->size);
    if (token->directive == DIRECTIVE_NONE) {
        follow_code(pass, token);
    } else {
        if (pass->line.count == 0)
            scopes_follow_directive(&pass->scopes, token->directive);
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
    for (int arch = 0; arch < ARCHES; arch++)
        strings_free(&text->losses[arch].names);
    symbols_free(&text->identifiers);
    free(text->branches);
    free(text->functions);
    free(text->refusals);
    *text = (struct arch_text){0};
}
