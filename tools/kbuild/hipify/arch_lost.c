/* Finds the code that a translation unit (here: unit), a source with its headers, loses for a lower
 * __CUDA_ARCH__: code is lost if it is compiled for the highest value and not for the lower one.
 *
 * An error at compile time must not become an error at run time. So a statement without a
 * translation may be left out only if
 *
 * - another branch of the conditional around the statement has code in its place, or
 * - the statement is in a function that nothing uses any more: each mention of the function is left
 *   out too, and other code is in the mention's place. The function must be a plain one: the uses
 *   of an operator, a macro or a constructor cannot be found.
 */
#include "arch.h"

#include "lexer.h"

/* ---- Indexes ---- */

/* Returns the last function whose body begins before |offset|, or -1. */
static int function_before(const struct arch_text *text, uint32_t offset)
{
    size_t low = 0, high = text->function_count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (text->functions[middle].begin < offset)
            low = middle + 1;
        else
            high = middle;
    }
    return (int)low - 1;
}

/* Returns the function in whose body |offset| is, or ARCH_NONE. */
static int function_at(const struct arch_text *text, uint32_t offset)
{
    int function = function_before(text, offset);
    return function >= 0 && offset < text->functions[function].end ? function : ARCH_NONE;
}

int arch_function_named_at(const struct arch_text *text, uint32_t offset)
{
    size_t next = (size_t)(function_before(text, offset) + 1);
    return next < text->function_count && text->functions[next].name == offset ? (int)next
                                                                               : ARCH_NONE;
}

static void index_mentions(struct arch_text *text)
{
    struct lexer lexer;
    struct token token, before = {0};
    size_t count = 0;
    if (text->first_mention)
        return;
    text->first_mention = mem_alloc((text->identifiers.count + 1) * sizeof *text->first_mention);
    for (size_t i = 0; i < text->identifiers.count; i++)
        text->first_mention[i] = ARCH_NONE;
    lexer_start_body(&lexer, text->source, text->size);
    for (; lexer_next_code(&lexer, &token) && token.kind != TOKEN_ERROR; before = token) {
        int number = token.kind == TOKEN_IDENTIFIER
                         ? symbols_find(&text->identifiers, text->source + token.offset, token.size)
                         : -1;
        if (number < 0)
            continue;
        text->mentions = mem_grow(text->mentions, count, sizeof *text->mentions);
        text->mentions[count] =
            (struct arch_mention){.offset = token.offset,
                                  .next = text->first_mention[number],
                                  .is_directive = token.directive != DIRECTIVE_NONE,
                                  .is_defined = token.directive == DIRECTIVE_DEFINE &&
                                                token_is(text->source, &before, "define")};
        text->first_mention[number] = (int)count++;
    }
}

int arch_first_mention(const struct arch_text *text, const char *name, size_t size)
{
    int number = symbols_find(&text->identifiers, name, size);
    return number < 0 ? ARCH_NONE : text->first_mention[number];
}

/* For each branch, finds the outermost lost branch among the branch itself and the branches around
 * it. A branch is lost if it is compiled for the highest architecture and not for |arch|. */
static void find_outermost(const struct arch_text *text, int arch, struct arch_losses *losses)
{
    losses->outermost = mem_alloc((text->branch_count + 1) * sizeof *losses->outermost);
    losses->replaced = mem_alloc(text->branch_count + 1);
    memset(losses->replaced, 0, text->branch_count + 1);
    for (size_t i = 0; i < text->branch_count; i++) {
        const struct arch_branch *branch = &text->branches[i];
        int around = branch->parent == ARCH_NONE ? ARCH_NONE : losses->outermost[branch->parent];
        bool lost = arch_has(branch->live, 0) && !arch_has(branch->live, arch);
        losses->outermost[i] = around == ARCH_NONE && lost ? (int)i : around;
    }
}

/* ---- Whether other code replaces lost code ---- */

/* What another branch must have to replace a lost branch: code, or a function or macro called
 * |name|. */
struct need {
    const char *name; /* the needed name; NULL if any code that does something is enough */
    size_t size;
    bool is_macro;
};

/* the most mentions of a name that are looked at; definitions of names with more count as doing
 * nothing */
enum { MENTIONS = 1000 };

/* Returns how many functions or macros with the needed name |branch| defines. |*out_act| becomes
 * whether all these definitions do something. */
static int count_defined(struct arch_text *text, const struct arch_branch *branch,
                         const struct need *need, int arch, bool *out_act)
{
    int count = 0, seen = 0;
    *out_act = true;
    for (int i = arch_first_mention(text, need->name, need->size); i != ARCH_NONE;
         i = text->mentions[i].next) {
        const struct arch_mention *mention = &text->mentions[i];
        if (++seen > MENTIONS)
            *out_act = false;
        if (mention->offset < branch->begin || mention->offset >= branch->end ||
            !arch_is_live(text, arch_branch_at(text, mention->offset), arch) || !*out_act)
            continue;
        int function = need->is_macro ? ARCH_NONE : arch_function_named_at(text, mention->offset);
        if (need->is_macro ? !mention->is_defined : function == ARCH_NONE)
            continue;
        count++;
        /* With |arch| 0, the caller compares the count alone and ignores |*out_act|. */
        if (arch > 0)
            *out_act &= need->is_macro ? arch_macro_acts(text, mention->offset)
                                       : arch_acts(text, text->functions[function].begin + 1,
                                                   text->functions[function].end - 1, arch, true);
    }
    return count;
}

/* Whether the branch |other| has what |need| asks for in place of |lost|. */
static bool has_code(struct arch_text *text, const struct arch_branch *lost,
                     const struct arch_branch *other, const struct need *need, int arch)
{
    bool act, ignored;
    if (!need->name)
        return arch_acts(text, other->begin, other->end, arch, true);
    int count = count_defined(text, other, need, arch, &act);
    return act && count > 0 && count >= count_defined(text, lost, need, 0, &ignored);
}

/* Whether other branches of the conditional replace |lost| for |arch|: each branch that may be
 * compiled has what |need| asks for, and one branch is certainly compiled. */
static bool has_other(struct arch_text *text, const struct arch_branch *lost,
                      const struct need *need, int arch)
{
    bool complete = false;
    for (int i = lost->first; i != ARCH_NONE; i = text->branches[i].next) {
        const struct arch_branch *other = &text->branches[i];
        if (!arch_has(other->live, arch))
            continue;
        if (arch_has(other->live, 0) || !has_code(text, lost, other, need, arch))
            return false;
        complete |= other->is_else || arch_has(other->sure, arch);
    }
    return complete;
}

/* Whether other code replaces the lost branch |number|. |function| is the function that has the
 * lost code, or ARCH_NONE. */
static bool is_replaced(struct arch_text *text, int arch, int number, int function)
{
    const struct arch_branch *lost = &text->branches[number];
    struct need need = {0};
    if (lost->function == ARCH_NONE) {
        if (function == ARCH_NONE ||
            (!text->functions[function].is_plain && !text->functions[function].is_kernel))
            return false;
        need = (struct need){.name = text->source + text->functions[function].name,
                             .size = text->functions[function].name_size};
        return need.size > 0 && has_other(text, lost, &need, arch);
    }
    signed char *known = &text->losses[arch].replaced[number];
    if (!*known)
        *known = has_other(text, lost, &need, arch) ? 1 : -1;
    return *known > 0;
}

/* ---- Which functions lose their code --------------------------------------------------------- */

/* Notes that |function| loses its code: nothing may use the function any more. The loss is fatal if
 * the function is not a plain one, because its uses cannot be found. */
static void drop_function(const struct arch_text *text, int function, struct arch_losses *losses)
{
    const struct arch_function *lost = function == ARCH_NONE ? NULL : &text->functions[function];
    if (lost && lost->is_plain)
        symbols_add(&losses->names, text->source + lost->name, lost->name_size);
    else
        losses->fatal = true;
}

static void drop_refusals(struct arch_text *text, int arch, struct arch_losses *losses)
{
    for (size_t i = 0; i < text->refusal_count && !losses->fatal; i++) {
        const struct arch_refusal *refusal = &text->refusals[i];
        if (arch_has(refusal->live, arch))
            continue;
        int number = refusal->branch == ARCH_NONE ? ARCH_NONE : losses->outermost[refusal->branch];
        const struct need macro = {text->source + refusal->macro, refusal->macro_size, true};
        if (number == ARCH_NONE)
            losses->fatal = true;
        else if (macro.size > 0)
            losses->fatal |= !has_other(text, &text->branches[number], &macro, arch);
        else if (!is_replaced(text, arch, number, refusal->function))
            drop_function(text, refusal->function, losses);
    }
}

/* Drops each function that does nothing without the code that it loses. */
static void drop_bodies(struct arch_text *text, int arch, struct arch_losses *losses)
{
    int last = ARCH_NONE;
    for (size_t i = 0; i < text->branch_count && !losses->fatal; i++) {
        int number = text->branches[i].function;
        if (number == ARCH_NONE || number == last || losses->outermost[i] != (int)i)
            continue;
        last = number;
        const struct arch_function *function = &text->functions[number];
        if (!arch_acts(text, function->begin + 1, function->end - 1, arch, false))
            drop_function(text, number, losses);
    }
}

static const struct arch_losses *losses_of(struct arch_text *text, int arch)
{
    struct arch_losses *losses = &text->losses[arch];
    if (!losses->known) {
        losses->known = true;
        index_mentions(text);
        find_outermost(text, arch, losses);
        drop_refusals(text, arch, losses);
        drop_bodies(text, arch, losses);
    }
    return losses;
}

/* Whether every use of the function |name| in |text| is left out for |arch|. If no other code
 * replaces a use, the function with the use loses code too: it is added to |unit|, and the result
 * is false if its own uses cannot be found. */
static bool may_drop(struct arch_text *text, int arch, const struct symbol *name,
                     struct arch_losses *unit)
{
    const int *outermost = text->losses[arch].outermost;
    for (int i = arch_first_mention(text, name->text, name->size); i != ARCH_NONE;
         i = text->mentions[i].next) {
        const struct arch_mention *mention = &text->mentions[i];
        uint32_t at = mention->offset;
        int branch = arch_branch_at(text, at), function = function_at(text, at);
        if (!mention->is_directive && arch_function_named_at(text, at) != ARCH_NONE)
            continue;
        if (!arch_is_live(text, branch, 0) && !arch_is_live(text, branch, arch))
            continue;
        if (mention->is_directive || function == ARCH_NONE || branch == ARCH_NONE ||
            outermost[branch] == ARCH_NONE)
            return false;
        if (!is_replaced(text, arch, outermost[branch], function))
            drop_function(text, function, unit);
    }
    return !unit->fatal;
}

bool arch_keeps_all(struct arch_text *const *texts, size_t count, int arch, bool *out_functions)
{
    struct arch_losses unit = {0};
    bool builds_names = false, keeps = true;
    for (size_t i = 0; i < count && keeps; i++) {
        const struct arch_losses *losses = losses_of(texts[i], arch);
        keeps &= !losses->fatal;
        builds_names |= texts[i]->builds_names;
        for (size_t j = 0; j < losses->names.count && keeps; j++)
            symbols_add(&unit.names, losses->names.items[j].text, losses->names.items[j].size);
    }
    keeps &= unit.names.count == 0 || !builds_names;
    for (size_t next = 0; next < unit.names.count && keeps; next++) {
        /* This is a copy, because the list grows during the loop. */
        const struct symbol name = unit.names.items[next];
        for (size_t i = 0; i < count && keeps; i++)
            keeps &= may_drop(texts[i], arch, &name, &unit);
    }
    *out_functions = unit.names.count > 0;
    symbols_free(&unit.names);
    return keeps;
}
