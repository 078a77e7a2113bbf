/* Functions of the device that are lost: they are defined only where nvcc compiles them and AMD's
 * compiler does not.
 */
#ifndef KBUILD_HIPIFY_LOSS_H
#define KBUILD_HIPIFY_LOSS_H

#include "hipify/hipify.h"
#include "word.h"

struct lost {
    struct token branch; /* the '#' of the branch it is in */
    size_t name, name_size;
    bool is_kernel;
    size_t shown; /* the branch's condition: index into |conditions| */
};

/* Zeroed, with |source| set, before a file. */
struct losses {
    const char *source;
    struct lost *items;
    size_t count;
    struct strings conditions;
    struct symbols kept; /* functions and macros that are compiled for AMD */
};

void losses_free(struct losses *losses);

/* |name|, a function or a macro, is defined where it is compiled for AMD. */
void losses_keep(struct losses *losses, const struct token *name);

/* |name| is defined in the branch at |branch|, whose condition is |shown|. */
void losses_add(struct losses *losses, const struct token *branch, const char *shown,
                const struct token *name, bool is_kernel);

/* The file ends: reports the lost functions, once for each branch (KB1203). */
void losses_report(struct losses *losses, struct hipify_report *report);

#endif
