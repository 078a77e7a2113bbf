/* Code that may not mean the same on an AMD GPU, whether it compiles or not: the branches that
 * conditionals take, and the checks of word.def.
 */
#ifndef KBUILD_HIPIFY_HAZARD_H
#define KBUILD_HIPIFY_HAZARD_H

#include "lexer.h"
#include "scope.h"
#include "branch.h"
#include "hipify/hipify.h"

/* ---- function.c ---- */

/* The complete functions of the device: their tokens from __global__ or __device__ to the last
 * brace, without the branches that are not compiled for AMD.
 */

enum { FUNCTION_CONDITIONALS = 32 };

/* Zeroed before the first use. Of a complete function, |name| is the token of its name where
 * |has_name|, |parameters| and |body| are where its '(' and '{' are, and |parameters_end| and
 * |count| - 1 where theirs close. */
struct function {
    struct token *tokens;
    size_t count, capacity;
    uint32_t *match; /* of a bracket, its other end or |count|; NULL until one is asked for */
    size_t parameters, parameters_end, body;
    struct token name;
    bool has_name, is_kernel, on_host;

    /* While it is being read. */
    bool open, overlong;
    bool assigned, initialises, has_parameters, has_body;
    int depth;                        /* of brackets of any kind */
    int saved[FUNCTION_CONDITIONALS]; /* depth where each open #if began */
    int conditionals;
};

void function_free(struct function *function);

/* Whether |token| is one that a function of the device may begin with. */
static inline bool function_begins(const struct token *token)
{
    return token->word == WORD___global__ || token->word == WORD___device__;
}

/* Takes in a token of code while it is |open|, or one that function_begins() with. |history| holds
 * what came before it; |compiled| is whether the device's compiler sees it. True when the function
 * is complete. */
bool function_follow(struct function *function, const struct token *token,
                     const struct history *history, bool compiled);

/* Whether checks can look into a complete function: it is not too long, and compiled. */
bool function_is_whole(const struct function *function);

/* The other end of the bracket at |at| of such a function; |count| when there is none. */
size_t bracket_end(struct function *function, size_t at);

/* Each branch of a conditional begins as deep as the first one. */
void function_follow_directive(struct function *function, enum directive directive);

struct hazards {
    const char *source;
    const struct hipify_options *options;
    struct hipify_report *report;

    bool of_hip;            /* HIP's own headers are used, and the source includes none itself */
    bool textures_reported; /* once for each file */
    bool sized;             /* KB1303, once for each function */
    struct branches branches;
    struct function function;
    bool seen; /* the token before is a word of seen_checks */
};

/* All three are borrowed. */
void hazards_start(struct hazards *hazards, const char *source,
                   const struct hipify_options *options, struct hipify_report *report);
void hazards_free(struct hazards *hazards);

/* Whether hazards_follow() has to see |token|, a significant one outside dead lines. */
static inline bool hazards_want(const struct hazards *hazards, const struct token *token)
{
    return token->word != WORD_NONE || token->directive != DIRECTIVE_NONE ||
           hazards->function.open || hazards->seen || token->kind == TOKEN_NUMBER ||
           token->kind == TOKEN_LAUNCH_OPEN;
}

/* Follows |token|; |history| holds what came before it on its line of a directive, or in the code.
 */
void hazards_follow(struct hazards *hazards, const struct token *token,
                    const struct history *history);

/* The line ends: a directive is complete. */
void hazards_end_line(struct hazards *hazards);

/* The file ends. */
void hazards_finish(struct hazards *hazards);

/* Whether the code here is compiled for AMD, as far as is known: other code needs no warning. */
static inline bool hazards_compiled(const struct hazards *hazards)
{
    return branches_compiled(&hazards->branches);
}

#endif
