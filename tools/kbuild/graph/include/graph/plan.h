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
 * When all of these files exist and have been checked, out/ is published into the user's directory.
 * `kbuild build` does this itself (graph/publish.h), because ninja would not notice that a file
 * there was replaced; in CMake's graph a step does it. Paths in build.ninja are relative to the
 * build directory, so that equal trees give equal commands, wherever they are.
 */
#ifndef KBUILD_GRAPH_PLAN_H
#define KBUILD_GRAPH_PLAN_H

#include "graph/project.h"
#include "graph/shadow.h"
#include "toolchain/toolchain.h"

/* What to plan. All strings are borrowed; directories are absolute. */
struct plan {
    const struct project *project; /* its targets are canonical, sorted and unique */
    const struct toolchain *toolchain;
    const struct cuda_compiler *cuda; /* NULL: there are no targets of NVIDIA's */
    const char *build;                /* where ninja runs: the real path of the build directory */
    const char *output;
    const char *device_libs;
    const char *headers;  /* directory of the compatibility headers */
    const char *self;     /* path of this program */
    const char *launcher; /* "ccache", or NULL */
    bool through_hipcc;
    const char *embed;          /* how headers embed code objects: "string" and others */
    const char *compress;       /* how code objects are compressed: "none" or "zstd" */
    const struct strings *emit; /* languages of the package besides C */
    const char *cmake; /* the file for CMake's graph; NULL: the graph is written for ninja */
    const char *clang; /* the value of --clang; like |hipcc| and |nvcc| NULL if not given */
    const char *hipcc;
    const char *nvcc;
    int lock; /* file descriptor from run_lock() */
};

/* Writes build.ninja, or the CMake file, and compile_commands.json, if they change. Appends the
 * package's files, as paths from the build directory, to |out_package|. Appends the files that
 * steps make and record there to |out_made|; in CMake's graph these are the package's files alone.
 * Appends the absolute paths of files that the steps read to |out_inputs|, except for those that
 * only a compiler finds. */
enum status plan_write(const struct plan *plan, struct strings *out_package,
                       struct strings *out_made, struct strings *out_inputs);

/* Returns the targets of |module|: its own, or the project's. Borrowed. */
const struct strings *plan_targets(const struct plan *plan, const struct module *module);
/* Returns the target for which |module|'s sources are parsed. It is the first target for AMD GPUs,
 * because kernels are listed from the translation; if there is none, a target that every clang
 * knows. Borrowed. */
const char *plan_parsed_target(const struct plan *plan, const struct module *module);
/* Whether |target|, a canonical target ID, is for NVIDIA GPUs. */
bool plan_is_nvidia(const char *target);

/* ---- One module by itself: `kbuild compile`, the step that other build systems run.
 *
 * In kbuild's own graph, each file of the shadow tree has a step, and the graph is planned again at
 * every build, because an #include may appear or disappear. Another build system plans once. So its
 * step does everything: it follows the includes, translates all files that the module reaches,
 * compiles, and lists the files it has read in a depfile. Each module has a shadow tree of its own,
 * because the translation of a header may depend on the include directories.
 */

/* Writes |path|, if it changes: a manifest of |module| alone, with the settings that all modules
 * share. So the file changes with every setting of the user. */
enum status unit_write(const struct plan *plan, const struct module *module, const char *path);

enum unit_result {
    UNIT_OBJECT,
    UNIT_KERNELS,     /* the list of the module's kernels, as JSON */
    UNIT_SOURCE,      /* the module's source, as a C header */
    UNIT_PRECOMPILED, /* a precompiled header for all units with these flags */
};

struct unit_request {
    const char *target;
    enum unit_result result;
    const char *output;  /* absolute, except for UNIT_SOURCE */
    const char *depfile; /* absolute, except for UNIT_SOURCE; for make and ninja */
    /* a precompiled header in the directory that all units share, or NULL */
    const char *precompiled;
};

/* Makes |request->output| from |plan|'s project, which has one module. Changes the working
 * directory to the plan's build directory, except for UNIT_SOURCE. */
enum status unit_make(const struct plan *plan, const struct unit_request *request);

/* Makes |path| a build directory of this user, for a command that works there without the lock, as
 * the steps of other build systems do. Removes its contents if they came from elsewhere.
 * STATUS_USAGE if it has other files, STATUS_ENVIRONMENT if it belongs to another user. */
enum status build_directory_enter(const char *path);

/* ---- Files with which an editor understands the user's own files, not their translations:
 *
 *   compile_commands.json   a command for each source and header, with include directories of the
 *                           originals; a header's is that of the first module that includes it
 *   editor/names.h          CUDA's names as macros for HIP's, which the commands include
 *   editor/cub/cub.cuh ...  each header that the project includes and that has another name in HIP
 *   options.rsp             for CMake, whose options are known later than the commands
 *
 * Each command works as it is written, and checks the file for the module's first target.
 */

/* Writes all of these files into the build directory, if they change. */
enum status editor_write(const struct plan *plan, const struct shadow *shadow);

/* Writes options.rsp into |build| for |flags|, in the syntax of the compiler's response files. */
enum status editor_write_options(const char *build, const struct flags *flags);

#endif
