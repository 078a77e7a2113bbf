/* The checks for the words of word.def: one function for each diagnostic, named beside the words
 * that it looks at.
 *
 * A check of DEVICE_WORD() is called for each such word of a function of the device, when the
 * function is complete. A check of SEEN_WORD() is called wherever the code is compiled, with the
 * token behind.
 */
#ifndef KBUILD_HIPIFY_CHECK_H
#define KBUILD_HIPIFY_CHECK_H

#include "function.h"
#include "hipify/hipify.h"
#include "scope.h"

struct check {
    const struct function *function;
    const struct hipify_options *options;
    struct hipify_report *report;
    bool of_hip;             /* HIP's own headers, in a source that was not written for HIP */
    bool *textures_reported; /* once for each file */
    bool sized;              /* KB1303, once for each function */
};

/* The check for a word, or NULL. */
typedef void check_device(struct check *check, size_t at);
typedef void check_seen(const struct check *check, const struct token *next,
                        const struct history *history);
extern check_device *const device_checks[];
extern check_seen *const seen_checks[];

/* Calls the checks of |check->function|, which is complete and settled. */
void check_function(struct check *check);

/* Looks at |token|, a number (KB1301); |history| holds what came before it. */
void check_number(const struct check *check, const struct token *token,
                  const struct history *history);

#endif
