/* The __CUDA_ARCH__ that a translation unit is compiled for.
 *
 * Many sources have code for new GPUs and code for older ones:
 *
 *     #if __CUDA_ARCH__ >= 900
 *         asm volatile("wgmma.mma_async...");
 *     #else
 *         mma(...);
 *     #endif
 *
 * If the newer code has PTX without a counterpart, an earlier architecture is taken: of those that
 * leave the fewest such statements, the highest. But never one that only makes an error at compile
 * time one at run time: what a kernel loses has to be done by other code, and an #else that does
 * nothing but print a message or trap does not count. A function that loses its code without other
 * code in its place must not be called. */
#include "arch.h"

#include "lexer.h"
#include "parts.h"

struct unit {
    struct arch_text *const *texts;
    size_t count;
    const struct hipify_options *options;
};

static bool is_live(unsigned char live, int arch)
{
    return live & 1 << arch;
}

/* ---- Whether a branch does something ---- */

/* Words of statements that only say that there is no code, in lower case. */
static bool is_excuse(const char *word)
{
    static const char *const excuses[] = {
        "trap",           "assert",      "printf",      "abort",          "unreachable",
        "invalid",        "unsupported", "unimplement", "notimplemented", "not_implement",
        "no_device_code", "error",       "throw",       "exit",           "notsupported",
        "not_support",    "brkpt"};
    for (size_t i = 0; i < sizeof excuses / sizeof *excuses; i++)
        if (strstr(word, excuses[i]))
            return true;
    return false;
}

/* A statement, as far as it was read. */
struct statement {
    int tokens;
    bool conditional, returns, excuse, calls, any;
    bool discards; /* (void)x */
};

static void statement_add(struct statement *statement, const char *source,
                          const struct token *token)
{
    static const char neutral[] = "void true false nullptr else do volatile";
    char word[128];
    if (token->kind == TOKEN_IDENTIFIER || token->kind == TOKEN_STRING) {
        token_spell(source, token, word, sizeof word);
        for (char *c = word; *c; c++)
            *c = *c >= 'A' && *c <= 'Z' ? (char)(*c | 32) : *c;
        statement->excuse |= is_excuse(word);
        statement->conditional |= token_is(source, token, "if for while switch");
        statement->returns |= token_is(source, token, "return");
        statement->any |= token->kind == TOKEN_IDENTIFIER &&
                          !token_is(source, token, "return if for while switch") &&
                          !token_is(source, token, neutral);
    }
    statement->discards |=
        statement->tokens == 1 && statement->calls && token_is(source, token, "void");
    statement->calls |= token->punctuator == '(';
    statement->tokens++;
}

/* Whether the statement that |mark| ends computes something. */
static bool statement_acts(const struct statement *statement, int mark)
{
    if (statement->excuse || statement->discards || !statement->any ||
        (statement->conditional && mark == '{'))
        return false;
    return statement->calls || !statement->returns;
}

static bool is_in_body(const struct arch_text *text, uint32_t offset)
{
    for (size_t i = 0; i < text->function_count; i++)
        if (text->functions[i].begin < offset && offset < text->functions[i].end)
            return true;
    return false;
}

/* Whether the text between |begin| and |end| has code that computes something for |arch|; outside
 * of functions
 * (|in_body|) that is a macro, or code in a function. */
static bool acts(const struct arch_text *text, uint32_t begin, uint32_t end, bool in_body, int arch)
{
    struct lexer lexer;
    struct token token;
    struct statement statement = {0};
    lexer_start_body(&lexer, text->source + begin, end - begin);
    while (lexer_next_code(&lexer, &token) && token.kind != TOKEN_ERROR) {
        uint32_t at = begin + token.offset;
        int inside = arch_branch_at(text, at), mark = token.punctuator;
        if (inside != ARCH_NONE && !is_live(text->branches[inside].live, arch))
            continue;
        if (token.directive == DIRECTIVE_DEFINE && !in_body)
            return true;
        if (token.directive != DIRECTIVE_NONE || (!in_body && !is_in_body(text, at)))
            continue;
        if (mark == ';' || mark == '{' || mark == '}') {
            if (statement_acts(&statement, mark))
                return true;
            statement = (struct statement){0};
        } else {
            statement_add(&statement, text->source + begin, &token);
        }
    }
    return false;
}

/* ---- What a lower architecture loses ---- */

/* Whether |branch| is compiled for the highest architecture and not for |arch|. */
static bool is_lost(const struct arch_branch *branch, int arch)
{
    return is_live(branch->live, 0) && !is_live(branch->live, arch);
}

/* The outermost branch around |number| that is lost, or ARCH_NONE. */
static int lost_branch(const struct arch_text *text, int number, int arch)
{
    int found = ARCH_NONE;
    for (; number != ARCH_NONE; number = text->branches[number].parent)
        if (is_lost(&text->branches[number], arch))
            found = number;
    return found;
}

/* Whether another branch has code in the place of |lost|: one of the same conditional, or of the
 * next one or the one before if nothing is between them. */
static bool has_other(const struct arch_text *text, const struct arch_branch *lost, int arch)
{
    for (size_t i = 0; i < text->branch_count; i++) {
        const struct arch_branch *branch = &text->branches[i];
        int distance = branch->chain - lost->chain;
        if (branch->parent != lost->parent || branch->function != lost->function || distance < -1 ||
            distance > 1 || is_live(branch->live, 0) || !is_live(branch->live, arch))
            continue;
        if (acts(text, branch->begin, branch->end, branch->function != ARCH_NONE, arch))
            return true;
    }
    return false;
}

static bool has_identifier(const struct arch_text *text, const char *name)
{
    return symbols_find(&text->identifiers, name, strlen(name)) >= 0;
}

/* Whether a token between |begin| and |end| that is compiled for |arch| (any, if it is ARCH_NONE)
 * is |name|; where a function is defined does not count. */
static bool mentions(const struct arch_text *text, const char *name, uint32_t begin, uint32_t end,
                     int arch)
{
    struct lexer lexer;
    struct token token;
    if (!has_identifier(text, name))
        return false;
    lexer_start_body(&lexer, text->source + begin, end - begin);
    while (lexer_next_code(&lexer, &token) && token.kind != TOKEN_ERROR) {
        uint32_t at = begin + token.offset;
        if (token.kind != TOKEN_IDENTIFIER || !token_is(text->source + begin, &token, name))
            continue;
        int branch = arch_branch_at(text, at);
        bool defined = false;
        for (size_t i = 0; i < text->function_count; i++)
            defined |= text->functions[i].name == at;
        if (!defined && (arch == ARCH_NONE || branch == ARCH_NONE ||
                         is_live(text->branches[branch].live, arch)))
            return true;
    }
    return false;
}

/* The code of |function| is lost: its name is added to |names|. False if it may not be lost. */
static bool lose(const struct arch_text *text, int function, struct strings *names)
{
    const struct arch_function *lost = &text->functions[function];
    if (lost->is_kernel || lost->name_size == 0)
        return false;
    OWNED char *name = mem_dup_n(text->source + lost->name, lost->name_size);
    if (!strings_contain(names, name))
        strings_add(names, name);
    return true;
}

/* The functions that lose untranslated statements without other code in their place. */
static void lose_refusals(const struct arch_text *text, int arch, struct arch_losses *losses)
{
    for (size_t i = 0; i < text->refusal_count; i++) {
        const struct arch_refusal *refusal = &text->refusals[i];
        int number = lost_branch(text, refusal->branch, arch);
        if (!is_live(refusal->live, 0) || number == ARCH_NONE ||
            has_other(text, &text->branches[number], arch))
            continue;
        if (refusal->function != ARCH_NONE)
            losses->fatal |= !lose(text, refusal->function, &losses->names);
    }
}

/* The functions that do nothing any more. */
static void lose_bodies(const struct arch_text *text, int arch, struct arch_losses *losses)
{
    int last = ARCH_NONE;
    for (size_t i = 0; i < text->branch_count; i++) {
        int number = text->branches[i].function;
        if (number == ARCH_NONE || number == last || !is_lost(&text->branches[i], arch))
            continue;
        last = number;
        const struct arch_function *function = &text->functions[number];
        if (acts(text, function->begin, function->end, true, 0) &&
            !acts(text, function->begin, function->end, true, arch))
            losses->fatal |= !lose(text, number, &losses->names);
    }
}

static const struct arch_losses *losses_of(struct arch_text *text, int arch)
{
    struct arch_losses *losses = &text->losses[arch];
    if (!losses->known) {
        lose_refusals(text, arch, losses);
        lose_bodies(text, arch, losses);
        losses->known = true;
    }
    return losses;
}

/* What the texts of a unit lose by themselves. */
static bool lose_own(const struct unit *unit, int arch, struct strings *names)
{
    for (size_t i = 0; i < unit->count; i++) {
        const struct arch_losses *losses = losses_of(unit->texts[i], arch);
        if (losses->fatal)
            return false;
        for (size_t j = 0; j < losses->names.count; j++)
            if (!strings_contain(names, losses->names.items[j]))
                strings_add(names, losses->names.items[j]);
    }
    return true;
}

/* Whether code that is compiled for |arch| names |name|. */
static bool is_used(const struct unit *unit, int arch, const char *name)
{
    for (size_t i = 0; i < unit->count; i++)
        if (mentions(unit->texts[i], name, 0, (uint32_t)unit->texts[i]->size, arch))
            return true;
    return false;
}

/* Adds the functions of |text| that lose uses of |name| without other code in their place. False if
 * one of them may not lose them. */
static bool lose_users(const struct arch_text *text, int arch, const char *name,
                       struct strings *names)
{
    for (size_t i = 0; i < text->branch_count && has_identifier(text, name); i++) {
        const struct arch_branch *branch = &text->branches[i];
        if (branch->function == ARCH_NONE || lost_branch(text, (int)i, arch) != (int)i ||
            !mentions(text, name, branch->begin, branch->end, ARCH_NONE) ||
            has_other(text, branch, arch))
            continue;
        if (!lose(text, branch->function, names))
            return false;
    }
    return true;
}

/* Whether no code is lost for |arch| without other code in its place. */
static bool keeps_all(const struct unit *unit, int arch)
{
    OWNED_BY(strings_free) struct strings names = {0};
    if (!lose_own(unit, arch, &names))
        return false;
    for (size_t next = 0; next < names.count; next++) {
        OWNED char *name = mem_dup(names.items[next]); /* the list grows */
        if (is_used(unit, arch, name))
            return false;
        for (size_t i = 0; i < unit->count; i++)
            if (!lose_users(unit->texts[i], arch, name, &names))
                return false;
    }
    return true;
}

/* ---- The choice ---- */

static bool asks_arch(const struct arch_text *text)
{
    return has_identifier(text, "__CUDA_ARCH__");
}

/* How many statements have no translation for |arch|; |*out_new|: one of them has no error for the
 * highest. */
static size_t count_refusals(const struct unit *unit, int arch, bool *out_new)
{
    size_t count = 0;
    *out_new = false;
    for (size_t i = 0; i < unit->count; i++) {
        struct arch_text *text = unit->texts[i];
        arch_scan(text, unit->options, 0);
        int scanned = asks_arch(text) ? arch : 0;
        arch_scan(text, unit->options, scanned);
        for (size_t j = 0; j < text->refusal_count; j++) {
            bool refused = is_live(text->refusals[j].live, scanned);
            count += refused;
            *out_new |= refused && !is_live(text->refusals[j].live, 0);
        }
    }
    return count;
}

/* Copies what was found for the highest architecture where no other was looked at. */
static void share_scans(const struct unit *unit)
{
    for (size_t i = 0; i < unit->count; i++) {
        struct arch_text *text = unit->texts[i];
        if (asks_arch(text))
            continue;
        for (size_t j = 0; j < text->branch_count; j++)
            text->branches[j].live = text->branches[j].live & 1 ? 0xff : 0;
        for (size_t j = 0; j < text->refusal_count; j++)
            text->refusals[j].live = 0xff;
    }
}

/* Tells of the first statement that |choice| does without. */
static void explain(const struct unit *unit, int arch, struct hipify_arch_choice *choice)
{
    for (size_t i = 0; i < unit->count; i++)
        for (size_t j = 0; j < unit->texts[i]->refusal_count; j++) {
            const struct arch_refusal *refusal = &unit->texts[i]->refusals[j];
            if (is_live(refusal->live, arch) || !is_live(refusal->live, 0))
                continue;
            choice->text = i;
            choice->line = refusal->line;
            choice->column = refusal->column;
            choice->why = refusal->why;
            return;
        }
}

struct hipify_arch_choice hipify_choose_arch(struct arch_text *const *texts, size_t count,
                                             const struct hipify_options *options)
{
    const struct unit unit = {texts, count, options};
    struct hipify_arch_choice choice = {.arch = arch_values[0]};
    bool is_new;
    size_t least = count_refusals(&unit, 0, &is_new);
    share_scans(&unit);
    for (int arch = 1; arch < ARCHES && least > 0; arch++) {
        size_t refused = count_refusals(&unit, arch, &is_new);
        if (refused >= least || is_new || !keeps_all(&unit, arch))
            continue;
        least = refused;
        choice.arch = arch_values[arch];
        explain(&unit, arch, &choice);
    }
    return choice;
}

bool hipify_may_choose_arch(const char *source, size_t size)
{
    return memmem(source, size, "asm", 3) && memmem(source, size, "__CUDA_ARCH__", 13);
}

struct arch_text *hipify_arch_text(const char *source, size_t size)
{
    struct arch_text *text = mem_alloc(sizeof *text);
    size_t body = prefix_find(source, size);
    body = body ? body : bom_size(source, size);
    *text = (struct arch_text){.source = source + body, .size = size - body};
    return text;
}

void hipify_arch_text_free(struct arch_text *text)
{
    if (text)
        arch_text_free(text);
    free(text);
}

void hipify_report_arch(struct hipify_report *report, const struct hipify_arch_choice *choice,
                        const char *shown, bool own)
{
    const struct token place = {.line = own ? choice->line : 1, .column = own ? choice->column : 1};
    const char *what = strchr(choice->why, ':');
    report_add(
        report, HIPIFY_NOTE, "KB1204", &place,
        mem_format("__CUDA_ARCH__ is %d in this source: the code for newer GPUs at %s:%d has%s",
                   choice->arch, shown, choice->line, what ? what + 1 : " no translation"),
        "--cuda-arch sets another value");
    report_sort(report, 0);
}
