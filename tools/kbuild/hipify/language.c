/* Tells whether a file is written for CUDA or for HIP. Both languages share most names. They differ
 * in what nvcc includes by itself, and in what a warp is: 32 lanes in CUDA, a wave of 32 or 64 in
 * HIP.
 */
#include "hipify/hipify.h"

#include "hipify/mapping.h"
#include "lexer.h"
#include "util/file.h"

static const char runtime[] = "hip/hip_runtime.h", prelude[] = "kbuild/cuda_prelude.h";

/* What the includes and conditionals of a text tell. */
struct evidence {
    int depth;             /* how many conditionals are open, not counting the header's guard */
    int directives, place; /* how many directives, and tokens of this directive, were read */
    /* the name X if the first directive is #ifndef X; a name that does not fit is not kept */
    char guard[128];
    bool hip;  /* whether hip/hip_runtime.h is included outside of every conditional */
    bool cuda; /* whether a header of CUDA is included anywhere */
    /* whether kbuild's prelude is included: then the text is a translation, and means what CUDA
     * means */
    bool ours;
};

static void weigh_include(struct evidence *evidence, const char *name)
{
    size_t size = strlen(name), length = sizeof prelude - 1;
    if (strcmp(name, runtime) == 0)
        evidence->hip |= evidence->depth == 0;
    else if (size >= length && strcmp(name + size - length, prelude) == 0)
        evidence->ours = true;
    /* An include of assert.h says nothing, because it may be the C library's. */
    else if (strcmp(name, "assert.h") != 0)
        evidence->cuda |= mapping_find_header(name) || mapping_is_cuda_folder(name);
}

/* Notes a header's guard, #ifndef X and #define X as the first two directives: includes inside the
 * guard count as outside of every conditional. */
static void weigh_guard(struct evidence *evidence, const char *source, const struct token *token)
{
    if (token->kind == TOKEN_NEWLINE) {
        evidence->directives++;
        evidence->place = 0;
        return;
    }
    char name[sizeof evidence->guard];
    if (token->directive == DIRECTIVE_NONE || evidence->place++ != 2 ||
        !token_spell(source, token, name, sizeof name))
        return;
    if (evidence->directives == 0 && token->directive == DIRECTIVE_IFNDEF)
        strcpy(evidence->guard, name);
    else if (evidence->directives == 1 && token->directive == DIRECTIVE_DEFINE &&
             strcmp(evidence->guard, name) == 0)
        evidence->depth = 0;
}

static void weigh(struct evidence *evidence, const char *source, size_t size)
{
    struct lexer lexer;
    struct token token;
    char name[512]; /* room for a header name: those of CUDA and HIP are not longer */
    lexer_start(&lexer, source, size);
    while (lexer_next_code(&lexer, &token)) {
        if (token.kind == TOKEN_NEWLINE && directive_opens(token.directive))
            evidence->depth++;
        else if (token.kind == TOKEN_NEWLINE && token.directive == DIRECTIVE_ENDIF)
            evidence->depth -= evidence->depth > 0;
        weigh_guard(evidence, source, &token);
        if (token.kind != TOKEN_HEADER_NAME || token.directive != DIRECTIVE_INCLUDE ||
            !token_spell(source, &token, name, sizeof name))
            continue;
        name[strlen(name) - 1] = '\0';
        weigh_include(evidence, name + 1);
    }
}

bool hipify_is_hip(const char *path, const char *source, size_t size)
{
    const bool is_named = path_has_extension(path, ".hip");
    struct evidence evidence = {0};
    if (!size || (!is_named && !memmem(source, size, runtime, sizeof runtime - 1)))
        return is_named;
    weigh(&evidence, source, size);
    return !evidence.ours && (is_named || (evidence.hip && !evidence.cuda));
}
