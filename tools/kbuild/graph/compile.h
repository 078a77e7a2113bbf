/* The compiler's command line. */
#ifndef KBUILD_GRAPH_COMPILE_H
#define KBUILD_GRAPH_COMPILE_H

#include "graph/plan.h"
#include "graph/shadow.h"

/* Appends the arguments that make device code for |target| out of |module|, without the source and
 * the output: every argument that changes the result. Paths are seen from the build directory. */
void compile_flags(const struct plan *plan, const struct shadow *shadow,
                   const struct module *module, const char *target, struct strings *out);

#endif
