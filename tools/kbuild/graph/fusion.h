/* The `fusions` of a manifest. Each choice of dtypes is a module: the text that runtime/fuse writes
 * for the layouts that tensors usually have. libkrt_ops finds its kernels by their names, which are
 * hashes of what it would compile itself.
 */
#ifndef KBUILD_GRAPH_FUSION_H
#define KBUILD_GRAPH_FUSION_H

#include "graph/project.h"

struct fusion {
    char *name, *expression;
    struct strings dtypes; /* of each module: one for all operands, or one for each, with spaces */
    struct strings only;
    int line; /* in the manifest */
};

/* Adds a module for each choice of dtypes. Reports what is wrong with them or the expression. */
enum status fusion_add_modules(struct project *project, const struct fusion *fusion);

void fusion_free(struct fusion *fusion);

#endif
