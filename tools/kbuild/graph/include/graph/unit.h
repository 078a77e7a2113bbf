/* One module by itself: `kbuild compile`, the step that other build systems run.
 *
 * In kbuild's own graph the shadow tree is made file by file, and the graph is planned anew at
 * every build, since an #include may come or go. Another build system plans once. So its step
 * follows the includes, translates what the module reaches, compiles, and lists the files it has
 * read in a depfile, all in one. Each module has a shadow tree of its own: the translation of a
 * header may depend on the include directories.
 */
#ifndef KBUILD_GRAPH_UNIT_H
#define KBUILD_GRAPH_UNIT_H

#include "graph/plan.h"

/* Writes |path|, if it changes: a manifest of |module| alone, with the settings that all modules
 * share. It changes with every setting of the user. */
enum status unit_write(const struct plan *plan, const struct module *module, const char *path);

enum unit_result {
    UNIT_OBJECT,
    UNIT_KERNELS, /* the list of its kernels, as JSON */
    UNIT_SOURCE,  /* its source, as a C header */
};

struct unit_request {
    const char *target;
    enum unit_result result;
    const char *output;  /* absolute, except for UNIT_SOURCE */
    const char *depfile; /* the same; for make and ninja */
};

/* Makes |request->output| from |plan|'s project, which has one module. Changes the working
 * directory to the plan's build directory, except for UNIT_SOURCE. */
enum status unit_make(const struct plan *plan, const struct unit_request *request);

#endif
