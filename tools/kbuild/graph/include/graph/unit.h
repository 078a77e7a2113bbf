/* One module by itself: what `kbuild compile` does, the step that other build systems run.
 *
 * In kbuild's own graph the shadow tree is made file by file, and the graph is planned anew at
 * every build, since an #include may come or go. Another build system plans once. So its step
 * follows the includes, translates what the module reaches, compiles, and tells the files it has
 * read by a depfile, all in one. Each module has a shadow tree of its own: a header may be
 * translated otherwise where other include directories are searched.
 */
#ifndef KBUILD_GRAPH_UNIT_H
#define KBUILD_GRAPH_UNIT_H

#include "graph/plan.h"

/* Writes |path|, if it changes: a manifest of |module| alone, with what every module shares. It
 * changes when anything that the user has a say in does. */
enum status unit_write(const struct plan *plan, const struct module *module, const char *path);

struct unit_request {
    const char *target;
    bool reflect;        /* list the kernels instead of compiling them */
    const char *output;  /* absolute */
    const char *depfile; /* absolute; for make and ninja */
};

/* Makes |request->output| of |plan|'s project, which has one module. Changes the working directory
 * to the plan's build directory. */
enum status unit_make(const struct plan *plan, const struct unit_request *request);

#endif
