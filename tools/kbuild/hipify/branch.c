#include "hazard.h"
#include "hipify/mapping.h"
#include "parts.h"

enum {
    /* how deep conditionals are followed; branches of deeper ones count as compiled */
    CHAINS = 256,
    CONDITION_SHOWN = 120, /* the most bytes of a condition in messages; longer ones are cut */
    /* how many tokens of a directive come before its condition: the '#' and the name */
    DIRECTIVE_WORDS = 2,
    NAMES_SHOWN = 4, /* how many lost functions of a branch a message names */
};

void branches_start(struct branches *branches)
{
    branches->macros = (struct macros){.source = branches->source, .options = branches->options};
    for (int pass = 0; pass < PASS_COUNT; pass++)
        branches->live[pass] = TRUTH_YES;
}

/* ---- Device functions that are lost: defined only where nvcc compiles them and AMD's compiler
 * does not ---- */

static void losses_free(struct losses *losses)
{
    strings_free(&losses->conditions);
    free(losses->items);
    symbols_free(&losses->kept);
}

/* Notes that |name|, a function or a macro, is defined where AMD's compiler sees it. */
static void keep(struct branches *branches, const struct token *name)
{
    symbols_add(&branches->losses.kept, branches->source + name->offset, name->size);
}

/* Notes that |name| is defined in the open branch of |chain|, which AMD's compiler does not see. */
static void lose(struct branches *branches, const struct chain *chain, const struct token *name,
                 bool is_kernel)
{
    struct losses *losses = &branches->losses;
    const struct lost *last = losses->count ? &losses->items[losses->count - 1] : NULL;
    if (!last || last->branch.offset != chain->begin.offset)
        strings_add(&losses->conditions, chain->begin_shown ? chain->begin_shown : "#if");
    losses->items = mem_grow(losses->items, losses->count, sizeof *losses->items);
    losses->items[losses->count++] = (struct lost){
        .branch = chain->begin,
        .name = name->offset,
        .name_size = name->size,
        .is_kernel = is_kernel,
        .shown = losses->conditions.count - 1,
    };
}

/* Returns how many kernels, or other functions, of items[first, end) are lost. Appends their names
 * to |out|. */
static size_t count_lost(const struct branches *branches, size_t first, size_t end, bool kernels,
                         struct buf *out)
{
    const struct losses *losses = &branches->losses;
    size_t count = 0;
    for (size_t i = first; i < end; i++) {
        const struct lost *lost = &losses->items[i];
        if (lost->is_kernel != kernels ||
            symbols_find(&losses->kept, branches->source + lost->name, lost->name_size) >= 0)
            continue;
        if (++count > NAMES_SHOWN)
            continue;
        buf_puts(out, out->size ? ", " : "");
        buf_append(out, branches->source + lost->name, lost->name_size);
    }
    if (count > NAMES_SHOWN)
        buf_puts(out, ", ...");
    return count;
}

/* Reports the lost functions of one branch, items[first, end): only the kernels if there are
 * any. */
static void report_branch(const struct branches *branches, size_t first, size_t end)
{
    const struct losses *losses = &branches->losses;
    OWNED_BY(buf_free) struct buf names = {0};
    size_t kernels = count_lost(branches, first, end, true, &names);
    size_t count = kernels ? kernels : count_lost(branches, first, end, false, &names);
    if (count > 0)
        report_add(branches->report, HIPIFY_WARNING, "KB1203", &losses->items[first].branch,
                   mem_format("'%s' is not compiled for AMD: %zu %s function%s fall%s away (%s)",
                              losses->conditions.items[losses->items[first].shown], count,
                              kernels ? "__global__" : "__device__", count == 1 ? "" : "s",
                              count == 1 ? "s" : "", names.data),
                   "ask for __HIP__ too where AMD is to have them");
}

/* Reports the lost functions at the end of the file, once for each branch (KB1203). */
static void report_losses(const struct branches *branches)
{
    const struct losses *losses = &branches->losses;
    for (size_t first = 0, at = 1; at <= losses->count; at++) {
        if (at < losses->count &&
            losses->items[at].branch.offset == losses->items[first].branch.offset)
            continue;
        report_branch(branches, first, at);
        first = at;
    }
}

/* ---- Following conditionals ------------------------------------------------------------------ */

static void chain_free(struct chain *chain)
{
    free(chain->shown);
    free(chain->begin_shown);
}

void branches_free(struct branches *branches)
{
    while (branches->count > 0)
        chain_free(&branches->chains[--branches->count]);
    macros_free(&branches->macros);
    free(branches->chains);
    losses_free(&branches->losses);
}

void branches_follow(struct branches *branches, const struct token *token)
{
    if (branches->line_count < LINE_TOKENS)
        branches->line[branches->line_count] = *token;
    branches->line_count += branches->line_count <= LINE_TOKENS;
}

static enum truth truth_and(enum truth a, enum truth b)
{
    return a < b ? a : b;
}

static enum truth truth_or(enum truth a, enum truth b)
{
    return a > b ? a : b;
}

static enum truth truth_not(enum truth a)
{
    return (enum truth)(TRUTH_YES - a);
}

static void update_live(struct branches *branches)
{
    for (int pass = 0; pass < PASS_COUNT; pass++) {
        branches->live[pass] = TRUTH_YES;
        for (int i = 0; i < branches->count; i++)
            branches->live[pass] =
                truth_and(branches->live[pass], branches->chains[i].in[pass].now);
    }
}

/* Returns the directive as it is written, without comments and joined lines: "#if A > 3". The
 * caller frees it. */
static char *show_line(const struct branches *branches)
{
    struct buf shown = {0};
    size_t end = 0;
    for (size_t i = 0; i < branches->line_count && i < LINE_TOKENS; i++) {
        const struct token *token = &branches->line[i];
        char text[64];
        token_spell(branches->source, token, text, sizeof text);
        if (i > 1 && token->offset > end)
            buf_putc(&shown, ' ');
        buf_puts(&shown, text);
        end = (size_t)token->offset + token->size;
        if (shown.size > CONDITION_SHOWN) {
            shown.data[CONDITION_SHOWN] = '\0';
            shown.size = CONDITION_SHOWN;
            buf_puts(&shown, "...");
            break;
        }
    }
    return buf_take(&shown);
}

/* Notes which families of macros the condition of |chain| asks for. */
static void note_families(struct branches *branches, struct chain *chain, size_t count)
{
    bool asks = false;
    for (size_t i = DIRECTIVE_WORDS; i < count; i++) {
        const struct token *token = &branches->line[i];
        char name[64];
        if (token->kind != TOKEN_IDENTIFIER ||
            !token_spell(branches->source, token, name, sizeof name))
            continue;
        enum macro_family family = macro_family(name);
        const struct mapping *mapping = mapping_find_identifier(name);
        chain->asks_amd |= family == MACRO_AMD;
        chain->asks_arch |= family == MACRO_ARCH;
        chain->asks_version |= family == MACRO_VERSION;
        chain->asks_nvcc |= strcmp(name, "__NVCC__") == 0;
        /* An #ifndef of a name that only looks like CUDA's is most often the guard of a project's
         * header. */
        asks |= family == MACRO_ARCH || family == MACRO_VERSION || family == MACRO_COMPILER ||
                (mapping ? mapping->kind == MAPPING_GUARD
                         : token->directive != DIRECTIVE_IFNDEF && mapping_looks_like_cuda(name));
    }
    if (asks && chain->at.size == 0) {
        chain->at = branches->line[0];
        chain->shown = show_line(branches);
    }
}

/* Returns whether the directive's condition holds in |pass|. */
static enum truth evaluate(const struct branches *branches, enum directive directive,
                           enum pass pass, size_t count, char *out_unknown)
{
    *out_unknown = '\0';
    switch (directive) {
    case DIRECTIVE_ELSE: return TRUTH_YES;
    case DIRECTIVE_IF:
    case DIRECTIVE_ELIF:
        if (branches->line_count > LINE_TOKENS)
            return TRUTH_MAYBE;
        return value_truth(condition_value(&branches->macros, pass,
                                           branches->line + DIRECTIVE_WORDS,
                                           count - DIRECTIVE_WORDS, out_unknown));
    default: break;
    }
    char name[64];
    if (count <= DIRECTIVE_WORDS ||
        !token_spell(branches->source, &branches->line[DIRECTIVE_WORDS], name, sizeof name))
        return TRUTH_MAYBE;
    enum truth defined = macros_find(&branches->macros, name, pass).defined;
    if (defined == TRUTH_MAYBE)
        snprintf(out_unknown, sizeof name, "%s", name);
    bool asks_for_none = directive == DIRECTIVE_IFNDEF || directive == DIRECTIVE_ELIFNDEF;
    return asks_for_none ? truth_not(defined) : defined;
}

/* Ends the open branch at |token|, the next directive, and notes the lines of the branch if AMD's
 * compiler does not see them. */
static void end_branch(struct chain *chain, const struct token *token)
{
    bool dropped = chain->in[PASS_DEVICE].now == TRUTH_NO && chain->in[PASS_HOST].now == TRUTH_NO;
    if (dropped && !chain->dropped && token->line > chain->begin.line + 1) {
        chain->dropped = chain->begin.line + 1;
        chain->dropped_end = token->line - 1;
    }
}

static void begin_branch(struct branches *branches, struct chain *chain, enum directive directive)
{
    size_t count = branches->line_count > LINE_TOKENS ? LINE_TOKENS : branches->line_count;
    note_families(branches, chain, count);
    chain->begin = branches->line[0];
    free(chain->begin_shown);
    chain->begin_shown = NULL;
    for (int pass = 0; pass < PASS_COUNT; pass++) {
        char unknown[64];
        enum truth holds = evaluate(branches, directive, (enum pass)pass, count, unknown);
        if (pass < PASS_NVIDIA && !chain->unknown[0] && chain->in[pass].earlier != TRUTH_YES)
            memcpy(chain->unknown, unknown, sizeof unknown);
        chain->in[pass].now = truth_and(holds, truth_not(chain->in[pass].earlier));
        chain->in[pass].earlier = truth_or(chain->in[pass].earlier, holds);
        if (chain->in[pass].now == TRUTH_YES) {
            chain->in[pass].taken_line = chain->begin.line;
            chain->in[pass].kind = directive;
        }
    }
    if (chain->in[PASS_DEVICE].now == TRUTH_NO && chain->in[PASS_NVIDIA].now == TRUTH_YES)
        chain->begin_shown = show_line(branches);
}

static void open_chain(struct branches *branches, enum directive directive)
{
    if (branches->count == CHAINS) {
        branches->beyond++;
        return;
    }
    branches->chains =
        mem_grow(branches->chains, (size_t)branches->count, sizeof *branches->chains);
    struct chain *chain = &branches->chains[branches->count++];
    *chain = (struct chain){0};
    begin_branch(branches, chain, directive);
    chain->is_guard = directive == DIRECTIVE_IFNDEF && branches->line_count > DIRECTIVE_WORDS;
    if (chain->is_guard)
        chain->guard = branches->line[DIRECTIVE_WORDS];
}

static const char *const directive_words[] = {[DIRECTIVE_IF] = "#if",
                                              [DIRECTIVE_IFDEF] = "#ifdef",
                                              [DIRECTIVE_IFNDEF] = "#ifndef",
                                              [DIRECTIVE_ELIF] = "#elif",
                                              [DIRECTIVE_ELSE] = "#else",
                                              [DIRECTIVE_ELIFDEF] = "#elifdef",
                                              [DIRECTIVE_ELIFNDEF] = "#elifndef"};

/* Writes which branch |pass| takes: "this branch", "the #else at line 12", "none of it", or "" if
 * that is not known. */
static void show_taken(const struct chain *chain, enum pass pass, char *out, size_t capacity)
{
    if (chain->in[pass].taken_line == 0)
        snprintf(out, capacity, "%s", chain->in[pass].earlier == TRUTH_NO ? "none of it" : "");
    else if (chain->in[pass].taken_line == chain->at.line)
        snprintf(out, capacity, "this branch");
    else
        snprintf(out, capacity, "the %s at line %d", directive_words[chain->in[pass].kind],
                 chain->in[pass].taken_line);
}

/* Writes the value that decided which branch is taken: " (__CUDA_ARCH__ is 900)". Writes "" if no
 * condition asks for __CUDA_ARCH__ or CUDA's version. */
static void show_value(const struct branches *branches, const struct chain *chain, char *out,
                       size_t capacity)
{
    const struct hipify_options *options = branches->options;
    *out = '\0';
    if (chain->asks_arch && options->cuda_arch)
        snprintf(out, capacity, " (__CUDA_ARCH__ is %d)", options->cuda_arch);
    else if (chain->asks_arch)
        snprintf(out, capacity, " (__CUDA_ARCH__ is not defined)");
    else if (chain->asks_version && options->cuda_version)
        snprintf(out, capacity, " (CUDA_VERSION is %d)", options->cuda_version);
    else if (chain->asks_version)
        snprintf(out, capacity, " (CUDA_VERSION is not defined)");
}

static const char *chain_remedy(const struct chain *chain, bool is_unknown)
{
    if (is_unknown)
        return "the project's headers or its build decide";
    if (chain->asks_arch)
        return "--cuda-arch sets another value";
    if (chain->asks_version)
        return "--cuda-version sets another value";
    if (chain->asks_nvcc)
        return "ask for __CUDACC__ or __HIP__ to have AMD's compiler take the branch";
    return "kbuild's headers define what nvcc does, HIP's do not";
}

static void report_chain(struct branches *branches, const struct chain *chain)
{
    char device[48], host[48], value[64];
    const char *unknown = chain->unknown[0] ? chain->unknown : "an unknown value";
    struct buf text = {0};
    show_taken(chain, PASS_DEVICE, device, sizeof device);
    show_taken(chain, PASS_HOST, host, sizeof host);
    show_value(branches, chain, value, sizeof value);
    buf_printf(&text, "'%s': ", chain->shown);
    bool is_unknown = !*device || !*host, is_none = strcmp(device, "none of it") == 0;
    if (!*device && !*host)
        buf_printf(&text, "depends on %s%s", unknown, value);
    else if (is_unknown)
        buf_printf(&text, "%s code takes %s%s, for %s code it depends on %s",
                   *device ? "device" : "host", *device ? device : host, value,
                   *device ? "host" : "device", unknown);
    else if (strcmp(device, host) != 0)
        buf_printf(&text, "device code takes %s%s, host code %s", device, value, host);
    else
        buf_printf(&text, "%s is compiled%s", device, value);
    bool has_dropped = !is_unknown && !is_none && chain->dropped;
    if (has_dropped && chain->dropped == chain->dropped_end)
        buf_printf(&text, "; line %d is not compiled for AMD", chain->dropped);
    else if (has_dropped)
        buf_printf(&text, "; lines %d to %d are not compiled for AMD", chain->dropped,
                   chain->dropped_end);
    report_add(branches->report, HIPIFY_NOTE, chain->asks_arch ? "KB1201" : "KB1202", &chain->at,
               buf_take(&text), chain_remedy(chain, is_unknown));
}

static void close_chain(struct branches *branches, const struct token *token)
{
    struct chain *chain = &branches->chains[branches->count - 1];
    end_branch(chain, token);
    if (chain->at.size > 0)
        report_chain(branches, chain);
    chain_free(chain);
    branches->count--;
}

static void follow_condition(struct branches *branches, enum directive directive)
{
    struct chain *chain = branches->count ? &branches->chains[branches->count - 1] : NULL;
    if (directive_opens(directive)) {
        open_chain(branches, directive);
    } else if (branches->beyond > 0) {
        branches->beyond -= directive == DIRECTIVE_ENDIF;
    } else if (chain && directive == DIRECTIVE_ENDIF) {
        close_chain(branches, &branches->line[0]);
    } else if (chain) {
        end_branch(chain, &branches->line[0]);
        chain->is_guard = false;
        begin_branch(branches, chain, directive);
    }
    update_live(branches);
}

/* Called at #define X_H after #ifndef X_H: when the header is included for the first time, X_H is
 * not defined, so the branch is compiled. */
static void follow_guard(struct branches *branches, const struct token *name, bool is_empty)
{
    struct chain *chain = branches->count ? &branches->chains[branches->count - 1] : NULL;
    if (!chain || !chain->is_guard || !is_empty || chain->guard.size != name->size ||
        memcmp(branches->source + chain->guard.offset, branches->source + name->offset,
               name->size) != 0)
        return;
    for (int pass = 0; pass < PASS_COUNT; pass++)
        if (chain->in[pass].now == TRUTH_MAYBE)
            chain->in[pass].now = chain->in[pass].earlier = TRUTH_YES;
    update_live(branches);
}

/* Whether a macro's body has the same value wherever the macro is used. */
static bool is_literal(const struct branches *branches, size_t first, size_t count)
{
    for (size_t i = first; i < count; i++) {
        char name[64];
        if (branches->line[i].kind == TOKEN_IDENTIFIER &&
            (!token_spell(branches->source, &branches->line[i], name, sizeof name) ||
             macro_family(name) == MACRO_OTHER))
            return false;
    }
    return true;
}

static void follow_definition(struct branches *branches, enum directive directive)
{
    const struct token *name = &branches->line[DIRECTIVE_WORDS];
    size_t count = branches->line_count, body = DIRECTIVE_WORDS + 1;
    if (count <= DIRECTIVE_WORDS || name->kind != TOKEN_IDENTIFIER)
        return;
    struct macro in[PASS_COUNT] = {{0}};
    bool has_arguments = count > body && branches->line[body].punctuator == '(' &&
                         branches->line[body].offset == name->offset + name->size;
    if (directive == DIRECTIVE_DEFINE)
        follow_guard(branches, name, count == body);
    bool literal = directive == DIRECTIVE_DEFINE && !has_arguments && count > body &&
                   count <= LINE_TOKENS && is_literal(branches, body, count);
    bool text = directive == DIRECTIVE_DEFINE && count > body && count <= LINE_TOKENS;
    const struct token *last = &branches->line[count - 1];
    for (int pass = 0; pass < PASS_COUNT; pass++) {
        if (text) {
            in[pass].function = has_arguments;
            in[pass].text = branches->line[body].offset;
            in[pass].text_size = last->offset + last->size - in[pass].text;
        }
        in[pass].defined = directive == DIRECTIVE_DEFINE ? TRUTH_YES : TRUTH_NO;
        in[pass].known = directive != DIRECTIVE_DEFINE;
        if (!literal)
            continue;
        struct value value = condition_value(&branches->macros, (enum pass)pass,
                                             branches->line + body, count - body, NULL);
        in[pass].known = value.known;
        in[pass].value = value.number;
    }
    macros_define(&branches->macros, name, in, branches->live);
    if (directive == DIRECTIVE_DEFINE && branches->live[PASS_DEVICE] != TRUTH_NO)
        keep(branches, name);
}

enum directive branches_end_line(struct branches *branches)
{
    if (branches->line_count == 0)
        return DIRECTIVE_NONE;
    enum directive directive = branches->line[0].directive;
    if (directive == DIRECTIVE_DEFINE || directive == DIRECTIVE_UNDEF)
        follow_definition(branches, directive);
    else if (directive >= DIRECTIVE_IF && directive <= DIRECTIVE_ENDIF)
        follow_condition(branches, directive);
    if (directive != DIRECTIVE_DEFINE && branches->count > 0 && directive != DIRECTIVE_IFNDEF)
        branches->chains[branches->count - 1].is_guard = false;
    branches->line_count = 0;
    return directive;
}

/* Returns the innermost open branch that nvcc takes and AMD's compiler does not. Returns NULL if
 * there is no such branch, if nvcc perhaps does not take it, or if its conditional asks for AMD's
 * macros. */
static const struct chain *find_loss(const struct branches *branches)
{
    const struct chain *loss = NULL;
    for (int i = 0; i < branches->count; i++) {
        const struct chain *chain = &branches->chains[i];
        if (chain->in[PASS_NVIDIA].now == TRUTH_NO)
            return NULL;
        if (chain->in[PASS_DEVICE].now != TRUTH_NO)
            continue;
        if (chain->asks_amd || chain->in[PASS_NVIDIA].now != TRUTH_YES)
            return NULL;
        loss = chain;
    }
    return loss;
}

void branches_function(struct branches *branches, const struct token *name, bool is_kernel)
{
    if (!name || name->spliced)
        return;
    if (branches->live[PASS_DEVICE] != TRUTH_NO) {
        keep(branches, name);
        return;
    }
    const struct chain *loss = find_loss(branches);
    if (loss)
        lose(branches, loss, name, is_kernel);
}

void branches_finish(struct branches *branches)
{
    struct token end = {.line = 0};
    branches->beyond = 0;
    while (branches->count > 0)
        close_chain(branches, &end);
    report_losses(branches);
}
