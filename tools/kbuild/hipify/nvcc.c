/* Headers of CUDA that only nvcc includes, and macros for qualifiers that only nvcc sees:
 *
 *     #ifdef __NVCC__
 *     #include <cuda_fp16.h>
 *     #define HD __host__ __device__
 *     #endif
 *
 * If a branch has nothing but such includes and macros, its condition is changed to ask for
 * __CUDACC__, which kbuild's headers define. If the branch defines another macro, other code may
 * ask whether the macro is defined; so the condition is changed only if the branch also undefines
 * the macro, or has qualifiers and an #else that defines the macro too. */
#include "hazard.h"
#include "parts.h"

static void close(struct nvcc *nvcc)
{
    symbols_free(&nvcc->defined);
    symbols_free(&nvcc->undefined);
    symbols_free(&nvcc->otherwise);
    nvcc->defined = nvcc->undefined = nvcc->otherwise = (struct symbols){0};
    nvcc->open = nvcc->waits = false;
    nvcc->headers = 0;
}

void nvcc_free(struct nvcc *nvcc)
{
    close(nvcc);
}

void nvcc_directive(struct nvcc *nvcc, const struct token *token, const struct history *history,
                    const struct includes *includes)
{
    if (nvcc->asked_count < GUARD_TOKENS && token_is(nvcc->source, token, "__NVCC__"))
        nvcc->asked[nvcc->asked_count++] = *token;
    const char *text = nvcc->source + token->offset;
    if (nvcc->waits && token->directive == DIRECTIVE_DEFINE && history->count == 2)
        symbols_add(&nvcc->otherwise, text, token->size);
    if (!nvcc->open)
        return;
    if (token->directive == DIRECTIVE_INCLUDE && history->count == 2) {
        nvcc->headers++;
        nvcc->open = token->kind == TOKEN_HEADER_NAME && includes_has(includes, token);
    } else if (token->directive == DIRECTIVE_DEFINE && history->count == 2) {
        symbols_add(&nvcc->defined, text, token->size);
    } else if (token->directive == DIRECTIVE_UNDEF && history->count == 2) {
        symbols_add(&nvcc->undefined, text, token->size);
    }
}

static bool is_qualifier(const struct qualifiers *qualifiers, const struct symbol *name)
{
    int number = symbols_find(&qualifiers->names, name->text, name->size);
    return number >= 0 && qualifiers->sets[number] != 0;
}

enum content { CONTENT_OTHER, CONTENT_WITH_MACROS, CONTENT_PLAIN };

/* Returns CONTENT_PLAIN if the branch has only headers and qualifiers, and CONTENT_WITH_MACROS if
 * it also defines macros that an #else would have to define, too. */
static enum content content_of(const struct nvcc *nvcc)
{
    int qualifiers = 0, macros = 0;
    for (size_t i = 0; i < nvcc->defined.count; i++) {
        const struct symbol *name = &nvcc->defined.items[i];
        if (is_qualifier(nvcc->qualifiers, name))
            qualifiers++;
        else if (symbols_find(&nvcc->undefined, name->text, name->size) < 0 &&
                 symbols_find(&nvcc->otherwise, name->text, name->size) < 0)
            macros++;
    }
    if (macros > 0)
        return qualifiers > 0 ? CONTENT_WITH_MACROS : CONTENT_OTHER;
    return qualifiers + nvcc->headers > 0 ? CONTENT_PLAIN : CONTENT_OTHER;
}

/* Changes the condition, so that AMD's compilers take the branch if nvcc does. */
static void share(struct nvcc *nvcc, struct chain *chain)
{
    for (unsigned i = 0; i < nvcc->branch_count; i++)
        edits_replace(nvcc->edits, nvcc->source, &nvcc->branch[i], "__CUDACC__");
    chain->in[PASS_DEVICE] = chain->in[PASS_HOST] = chain->in[PASS_ANY] = chain->in[PASS_NVIDIA];
}

void nvcc_begin_line(struct nvcc *nvcc, enum directive directive, struct branches *branches)
{
    nvcc->asked_count = 0;
    if (!(nvcc->open || nvcc->waits) || branches->count != nvcc->level)
        return;
    bool ends = directive == DIRECTIVE_ELSE || directive == DIRECTIVE_ENDIF;
    enum content content = ends ? content_of(nvcc) : CONTENT_OTHER;
    if (content == CONTENT_PLAIN)
        share(nvcc, &branches->chains[branches->count - 1]);
    if (content == CONTENT_WITH_MACROS && directive == DIRECTIVE_ELSE) {
        nvcc->open = false;
        nvcc->waits = true;
    } else if (ends || directive_goes_on(directive)) {
        close(nvcc);
    }
}

static bool may_be_shared(const struct chain *chain)
{
    bool shared = chain->in[PASS_NVIDIA].now == TRUTH_YES && !chain->asks_amd;
    for (int pass = 0; pass < PASS_NVIDIA; pass++)
        shared &= chain->in[pass].now == TRUTH_NO && chain->in[pass].earlier == TRUTH_NO;
    return shared;
}

void nvcc_end_line(struct nvcc *nvcc, enum directive directive, const struct branches *branches)
{
    if (nvcc->asked_count == 0 || !(directive == DIRECTIVE_IF || directive == DIRECTIVE_IFDEF) ||
        branches->count == 0 || branches->beyond > 0 ||
        !may_be_shared(&branches->chains[branches->count - 1]))
        return;
    close(nvcc);
    nvcc->open = true;
    nvcc->level = branches->count;
    nvcc->branch_count = nvcc->asked_count;
    memcpy(nvcc->branch, nvcc->asked, sizeof nvcc->branch);
}
