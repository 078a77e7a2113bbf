/* Code that may not mean the same on an AMD GPU, whether it compiles or not: the branches that
 * conditionals take, and the checks of word.def.
 */
#ifndef KBUILD_HIPIFY_HAZARD_H
#define KBUILD_HIPIFY_HAZARD_H

#include "branch.h"
#include "function.h"
#include "hipify/hipify.h"
#include "scope.h"

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
