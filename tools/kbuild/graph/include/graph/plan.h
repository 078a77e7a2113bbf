/* From a project to build.ninja: which commands make which files.
 *
 *   source, headers --hipify--> hip/ --reflect--> meta/<module>.json -------------+
 *                                 |                                               |
 *                                 +--clang, for each target--> obj/<module>.<target>.hsaco
 *                                                                 |               |
 *                                     out/<module>.hsaco <--bundle              index
 *                                                 |                               |
 *                            out/<module>.hsaco.h <--embed    out/<package>.h .c .json .build.h
 *                                                                      and out/images.json
 *
 * For NVIDIA GPUs nvcc compiles the sources themselves into obj/<module>.<target>.cubin and .ptx.
 *
 * When all of that exists and has been checked, out/ is published into the user's directory: by
 * kbuild build itself (graph/publish.h), because ninja would not notice that a file there was
 * replaced; in CMake's graph by a step. Paths in build.ninja are relative to the build directory,
 * so that the same tree gives the same commands wherever it is.
 */
#ifndef KBUILD_GRAPH_PLAN_H
#define KBUILD_GRAPH_PLAN_H

#include "graph/project.h"
#include "graph/shadow.h"
#include "toolchain/toolchain.h"

/* All strings are borrowed; directories are absolute. */
struct plan {
    const struct project *project; /* with its targets canonical, sorted and unique */
    const struct toolchain *toolchain;
    const struct cuda_compiler *cuda; /* NULL: there are no targets for NVIDIA GPUs */
    const char *build;                /* where ninja runs; its real path */
    const char *output;
    const char *device_libs;
    const char *headers;  /* the compatibility headers */
    const char *self;     /* this program */
    const char *launcher; /* "ccache", or NULL */
    bool through_hipcc;
    const char *embed;          /* form of the headers: "string" */
    const char *compress;       /* "none" */
    const struct strings *emit; /* the languages besides C */
    const char *cmake;          /* write the graph into this file, for CMake; NULL: for ninja */
    const char *clang;          /* the values of --clang, --hipcc and --nvcc, or NULL */
    const char *hipcc;
    const char *nvcc;
    int lock; /* by run_lock() */
};

/* Writes build.ninja, or the CMake file, and compile_commands.json, if they change. Adds the
 * package's files, with their names from the build directory, to |out_package|, and what the steps
 * make and record there to |out_made|; steps of CMake record the package alone. Adds the absolute
 * names of files that the steps read, but for those that only a compiler finds, to |out_inputs|. */
enum status plan_write(const struct plan *plan, struct strings *out_package,
                       struct strings *out_made, struct strings *out_inputs);

/* The targets of |module|: its own, or the project's. Borrows. */
const struct strings *plan_targets(const struct plan *plan, const struct module *module);
/* The target for which its sources are parsed: the first for AMD GPUs, since kernels are listed
 * from the translation; without one, one that every clang knows. Borrows. */
const char *plan_parsed_target(const struct plan *plan, const struct module *module);
/* Whether |target|, a canonical target ID, is for NVIDIA GPUs. */
bool plan_is_nvidia(const char *target);

/* ---- One module by itself: `kbuild compile`, the step that other build systems run.
 *
 * In kbuild's own graph the shadow tree is made file by file, and the graph is planned anew at
 * every build, since an #include may come or go. Another build system plans once. So its step
 * follows the includes, translates what the module reaches, compiles, and lists the files it has
 * read in a depfile, all in one. Each module has a shadow tree of its own: the translation of a
 * header may depend on the include directories.
 */

/* Writes |path|, if it changes: a manifest of |module| alone, with the settings that all modules
 * share. It changes with every setting of the user. */
enum status unit_write(const struct plan *plan, const struct module *module, const char *path);

enum unit_result {
    UNIT_OBJECT,
    UNIT_KERNELS,     /* the list of its kernels, as JSON */
    UNIT_SOURCE,      /* its source, as a C header */
    UNIT_PRECOMPILED, /* the precompiled header of all units with these flags */
};

struct unit_request {
    const char *target;
    enum unit_result result;
    const char *output;      /* absolute, except for UNIT_SOURCE */
    const char *depfile;     /* the same; for make and ninja */
    const char *precompiled; /* a precompiled header in the directory of all units, or NULL */
};

/* Makes |request->output| from |plan|'s project, which has one module. Changes the working
 * directory to the plan's build directory, except for UNIT_SOURCE. */
enum status unit_make(const struct plan *plan, const struct unit_request *request);

/* Makes |path| a build directory of this user's, for a command that works there without the lock,
 * as steps of other build systems do. What is in it is removed if it came from elsewhere.
 * STATUS_USAGE if it has other files, STATUS_ENVIRONMENT if it belongs to another user. */
enum status build_directory_enter(const char *path);

/* ---- Files that help an editor to understand the user's own files, which are not translated for
 * it:
 *
 *   compile_commands.json   a command for each source and header, with include directories of the
 *                           originals; a header's is that of the first module that includes it
 *   editor/names.h          CUDA's names as macros for HIP's, which the commands include
 *   editor/cub/cub.cuh ...  each header that the project includes and that has another name in HIP
 *   options.rsp             for CMake, whose options are known later than the commands
 *
 * Each command works as it is written, and checks the file for the module's first target.
 */

/* Writes all of it into the build directory, if it changes. */
enum status editor_write(const struct plan *plan, const struct shadow *shadow);

/* Writes options.rsp into |build| for |flags|, in the syntax of the compiler's response files. */
enum status editor_write_options(const char *build, const struct flags *flags);

#endif
