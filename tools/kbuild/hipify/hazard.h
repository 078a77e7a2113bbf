/* What compiles or not, but may not mean the same on an AMD GPU: inline PTX, guards on NVIDIA's
 * macros, code that counts on 32 lanes. */
#ifndef KBUILD_HIPIFY_HAZARD_H
#define KBUILD_HIPIFY_HAZARD_H

#include "hipify.h"
#include "scope.h"

/* Zeroed before a file. */
struct hazards {
    const char *source;
    const struct hipify_options *options;
    struct hipify_report *report;

    struct token assembler; /* the asm whose text comes next, if size is not 0 */
    struct token guard;     /* '#' of the conditional that is being read, if size is not 0 */
    struct buf condition;   /* what the conditional says so far */
    bool condition_gap, condition_arch;
    struct strings macros; /* other macros of NVIDIA's that it asks for */
};

void hazards_free(struct hazards *hazards);

/* Whether |token| can matter; most do not, and need no call. */
static inline bool hazards_care(const struct hazards *hazards, const struct token *token)
{
    char first = hazards->source[token->offset];
    return hazards->assembler.size > 0 || token->directive != DIRECTIVE_NONE ||
           token->kind == TOKEN_NUMBER ||
           (token->kind == TOKEN_IDENTIFIER && (first == 'a' || first == '_'));
}

/* Follows a significant token outside dead lines that they care for; |history| holds what came
 * before it on its line of a directive, or in the code. */
void hazards_follow(struct hazards *hazards, const struct token *token,
                    const struct history *history);

/* Blanks separate the words of a condition. */
void hazards_follow_blank(struct hazards *hazards);

/* The line ends: a conditional is complete. */
void hazards_end_line(struct hazards *hazards);

#endif
