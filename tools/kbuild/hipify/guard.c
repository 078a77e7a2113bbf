/* Functions of the device that the host's pass does not see:
 *
 *     #if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
 *     static __device__ float widen(bf16 x) { ... }
 *     #endif
 *
 * A kernel template may call these functions. In the pass for the host, nvcc does not instantiate
 * templates of device code; clang does. If a branch has nothing but such functions, its condition
 * is changed to ask for KBUILD_DEVICE_ARCH, which both passes define. The host's pass then knows
 * the functions, and never calls one.
 *
 * Branches with constructors, destructors or assignments stay as they are: in place of these
 * members, the host's pass uses the implicit ones. Branches that define functions which are
 * declared elsewhere stay too. */
#include "hazard.h"
#include "parts.h"

static void declaration_start(struct guards *guards)
{
    guards->device = guards->host = guards->function = guards->assigned = false;
    guards->depth = 0;
}

void guards_directive(struct guards *guards, const struct token *token)
{
    if (guards->asked_count < GUARD_TOKENS && token->kind == TOKEN_IDENTIFIER &&
        token_is(guards->source, token, "__CUDA_ARCH__"))
        guards->asked[guards->asked_count++] = *token;
}

/* Returns the size of |text| without the blanks and opening parentheses at its end. without_word()
 * returns the size without |word| at the end of |text|. */
static size_t without_blanks(const char *text, size_t size)
{
    while (size > 0 && strchr(" \t(", text[size - 1]))
        size--;
    return size;
}

static size_t without_word(const char *text, size_t size, const char *word)
{
    size_t length = strlen(word);
    return size >= length && memcmp(text + size - length, word, length) == 0 ? size - length : size;
}

/* Whether |text|, which comes before a name X, negates it: `#ifndef X`, `!defined(X)`, `! ( defined
 * X`. */
static bool is_negated(const char *text, size_t size)
{
    size = without_blanks(text, size);
    size_t before = without_blanks(text, without_word(text, size, "defined"));
    return without_word(text, size, "ifndef") < size || (before > 0 && text[before - 1] == '!');
}

/* Whether the file has a branch for the host alone, which may declare the same functions. */
static bool has_host_branch(struct guards *guards)
{
    static const char name[] = "__CUDA_ARCH__";
    const char *at = guards->source, *end = guards->source + guards->size;
    for (; !guards->searched && !guards->host_branch; at += sizeof name - 1) {
        at = memmem(at, (size_t)(end - at), name, sizeof name - 1);
        if (!at)
            break;
        guards->host_branch = is_negated(guards->source, (size_t)(at - guards->source));
    }
    guards->searched = true;
    return guards->host_branch;
}

static bool may_be_shared(const struct chain *chain)
{
    return chain->asks_arch && chain->in[PASS_DEVICE].now != TRUTH_NO &&
           chain->in[PASS_HOST].now == TRUTH_NO && chain->in[PASS_HOST].earlier == TRUTH_NO;
}

static void share(struct guards *guards, struct chain *chain)
{
    for (unsigned i = 0; i < guards->branch_count; i++)
        edits_replace(guards->edits, guards->source, &guards->branch[i], "KBUILD_DEVICE_ARCH");
    chain->in[PASS_HOST].taken_line = chain->in[PASS_DEVICE].taken_line;
    chain->in[PASS_HOST].kind = chain->in[PASS_DEVICE].kind;
}

void guards_begin_line(struct guards *guards, enum directive directive, struct branches *branches)
{
    bool ends = guards->open && directive == DIRECTIVE_ENDIF && branches->count == guards->level;
    if (ends && guards->functions > 0 && guards->depth == 0 && !guards->device && !guards->function)
        share(guards, &branches->chains[branches->count - 1]);
    if (directive != DIRECTIVE_PRAGMA)
        guards->open = false;
    guards->asked_count = 0;
}

void guards_end_line(struct guards *guards, enum directive directive, bool members,
                     const struct branches *branches)
{
    bool begins = directive == DIRECTIVE_IF || directive == DIRECTIVE_IFDEF;
    if (!begins || guards->asked_count == 0 || !members || branches->count == 0 ||
        branches->beyond > 0 || !may_be_shared(&branches->chains[branches->count - 1]) ||
        has_host_branch(guards))
        return;
    guards->open = true;
    guards->level = branches->count;
    guards->functions = 0;
    guards->branch_count = guards->asked_count;
    memcpy(guards->branch, guards->asked, sizeof guards->branch);
    declaration_start(guards);
}

static void end_declaration(struct guards *guards)
{
    guards->open = guards->device && !guards->host && guards->function;
    guards->functions++;
    declaration_start(guards);
}

/* Whether a '(' after |history| begins the parameters of a function that the host may know too. */
static bool is_function(const struct guards *guards, const struct history *history)
{
    static const char no_types[] =
        "__device__ __global__ __forceinline__ __noinline__ inline constexpr explicit";
    const struct token *name = history_at(history, 0), *before = history_at(history, 1);
    if (token_is(guards->source, before, "operator"))
        return true;
    return name->kind == TOKEN_IDENTIFIER && before->punctuator != '~' &&
           before->punctuator != PUNCTUATOR_SCOPE && !token_is(guards->source, before, no_types);
}

void guards_follow(struct guards *guards, const struct token *token, const struct history *history)
{
    const struct token *before = history_at(history, 0);
    guards->device |= token->word == WORD___device__ || token->word == WORD___global__;
    guards->host |= token->word == WORD___host__;
    switch (token->punctuator) {
    case '(':
        guards->function |= guards->depth == 0 && !guards->assigned && is_function(guards, history);
        guards->depth++;
        break;
    case '=': guards->assigned |= !guards->function; break;
    case '{':
    case '[': guards->depth++; break;
    case ')':
    case ']': guards->depth--; break;
    case '}':
        if (--guards->depth == 0)
            end_declaration(guards);
        break;
    case ':':
        if (guards->depth == 0 && token_is(guards->source, before, "public private protected"))
            declaration_start(guards);
        else /* in the list of a constructor's initializers */
            guards->assigned |= guards->depth == 0 && !guards->function;
        break;
    case ';':
        if (guards->depth == 0 && before->punctuator != '}')
            end_declaration(guards);
        break;
    default: break;
    }
    guards->open &= guards->depth >= 0;
}
