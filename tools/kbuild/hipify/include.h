/* What becomes of #include: header names of CUDA are mapped, and a header that a file would include
 * twice because two of CUDA's have become one is included once. */
#ifndef KBUILD_HIPIFY_INCLUDE_H
#define KBUILD_HIPIFY_INCLUDE_H

#include "edit.h"
#include "hipify/hipify.h"
#include "scope.h"

#include "util/status.h"

/* A header that was included where |depth| conditionals were open. */
struct included {
    char *header;
    int depth;
};

/* Zeroed but for the first five before a file. */
struct includes {
    const char *source;
    size_t size;
    const struct hipify_options *options;
    struct hipify_report *report;
    struct edits *edits;

    int depth;             /* of conditionals */
    struct included *seen; /* in this branch and those around it; |depth| never falls */
    size_t seen_count;
    bool project;   /* the file includes a header of the project */
    bool cub;       /* and one of CUDA's CUB, where it may be compiled */
    size_t renamed; /* how many header names were mapped */
};

void includes_free(struct includes *includes);

/* Follows the '#' of each directive. */
void includes_follow_directive(struct includes *includes, enum directive directive);

/* Takes in |token|, a header name; |history| is of its line. |compiled|: the line may be. */
void includes_add(struct includes *includes, const struct token *token,
                  const struct history *history, bool compiled);

#endif
