/* Kernel launches: kernel<<<grid, block, shared, stream>>>(arguments) becomes
 * hipLaunchKernelGGL(kernel, dim3(grid), dim3(block), shared, stream, arguments).
 *
 * Only the brackets and commas of the configuration change, so names, comments and launches inside
 * it stay where they are. hipLaunchKernelGGL is a statement: a launch that is used as an
 * expression, or that tokens alone do not decide, stays as it is and is reported (KB1401).
 */
#ifndef KBUILD_HIPIFY_LAUNCH_H
#define KBUILD_HIPIFY_LAUNCH_H

#include "edit.h"
#include "hipify/hipify.h"
#include "lexer.h"

/* The tokens of the statement that is being read. */
struct launch_statement {
    struct token *items;
    size_t count;
};

/* A launch whose end was not yet seen; the numbers are indices into its statement. */
struct launch {
    size_t kernel, open, close, arguments, end;
    int depth; /* of brackets, where it opened */
    bool certain;
};

enum { LAUNCHES_OPEN = 16 }; /* launches inside launches; deeper ones stay as they are */

/* Zeroed before a file, but for the first three. */
struct launches {
    const char *source;
    struct edits *edits;
    struct hipify_report *report;

    struct launch_side {
        struct launch_statement statement;
        struct launch open[LAUNCHES_OPEN];
        size_t count;
        int depth;
    } code, line; /* of the code, and of the directive that is being read */
};

/* Follows a significant token that is compiled. */
void launches_follow(struct launches *launches, const struct token *token);

/* The line of a directive ends. */
void launches_end_line(struct launches *launches);

/* The file ends. */
void launches_end(struct launches *launches);

void launches_free(struct launches *launches);

#endif
