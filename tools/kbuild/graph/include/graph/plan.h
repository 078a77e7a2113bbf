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
 * A static library, in place of a package, needs no list of kernels. clang compiles each module for
 * the host, with the module's code objects in the result:
 *
 *   out/<module>.hsaco, hip/ --clang--> host/<module>.o --ar--> out/lib<library>.a
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
    /* the project's targets are canonical, sorted and without duplicates */
    const struct project *project;
    const struct toolchain *toolchain;
    /* the compiler for NVIDIA's targets; NULL if the project has no such targets */
    const struct cuda_compiler *cuda;
    const char *build; /* real path of the build directory, where ninja runs */
    const char *output;
    const char *device_libs;
    const char *headers; /* directory of the compatibility headers */
    const char *self;    /* path of the program kbuild, which the steps run */
    /* the program before each compiler command, such as "ccache", or NULL */
    const char *launcher;
    bool through_hipcc;
    /* the form in which the package's headers embed code objects, such as "string" */
    const char *embed;
    const char *compress;       /* how embedded code objects are compressed: "none" or "zstd" */
    const struct strings *emit; /* languages of the package besides C */
    /* the CMake file to which the graph is written; NULL if it is written for ninja */
    const char *cmake;
    const char *archiver; /* the program that makes the static library; NULL for a package */
    /* the value of --clang, or NULL; |hipcc| and |nvcc| are those of --hipcc and --nvcc */
    const char *clang;
    const char *hipcc;
    const char *nvcc;
    int lock; /* the file descriptor of the build directory's lock, from run_lock() */
};

/* Writes the graph (build.ninja, or the CMake file) and compile_commands.json, if they change.
 * Appends the package's files, as paths from the build directory, to |out_package|. Appends to
 * |out_made| the files that steps make in the build directory; in CMake's graph these are the
 * package's files alone. Appends to |out_inputs| the absolute paths of files that the steps read,
 * except for files that only a compiler finds. */
enum status plan_write(const struct plan *plan, struct strings *out_package,
                       struct strings *out_made, struct strings *out_inputs);

/* Returns the targets of |module|, or the project's if the module names none. Borrowed. */
const struct strings *plan_targets(const struct plan *plan, const struct module *module);
/* Returns the target for which |module|'s sources are parsed. That is the module's first target for
 * AMD GPUs, because kernels are listed from the translated sources. Without a target for AMD GPUs,
 * it is one that every clang knows. Borrowed. */
const char *plan_parsed_target(const struct plan *plan, const struct module *module);
/* Whether |target|, a canonical target ID, is for NVIDIA GPUs. */
bool plan_is_nvidia(const char *target);

/* ---- One module by itself: `kbuild compile`, the step that other build systems run.
 *
 * In kbuild's own graph, each file of the shadow tree has a step, and the graph is planned again at
 * every build, because an #include may appear or disappear. Another build system plans once. So one
 * `kbuild compile` does everything for a module: it follows the includes, translates all files that
 * the module reaches, compiles, and lists the files that it has read in a depfile. Each module has
 * a shadow tree of its own, because the translation of a header may depend on the module's include
 * directories. */

/* Writes |path|, a manifest of |module| alone with the settings that all modules share, if it
 * changes. So the file changes whenever a setting changes. */
enum status unit_write(const struct plan *plan, const struct module *module, const char *path);

enum unit_result {
    UNIT_OBJECT,
    UNIT_KERNELS,     /* the list of the module's kernels, as JSON */
    UNIT_SOURCE,      /* the module's source, as a C header */
    UNIT_PRECOMPILED, /* a precompiled header for all modules with the same flags */
};

struct unit_request {
    const char *target;
    enum unit_result result;
    const char *output; /* the path of the result, which is absolute except for UNIT_SOURCE */
    /* the path of the depfile, which make and ninja can read; absolute except for UNIT_SOURCE */
    const char *depfile;
    /* the precompiled header to use, in the directory that all modules share, or NULL */
    const char *precompiled;
};

/* Makes |request->output| from |plan|'s project, which has one module. Changes the working
 * directory to the plan's build directory, except for UNIT_SOURCE. */
enum status unit_make(const struct plan *plan, const struct unit_request *request);

/* Makes |path| a build directory of this user, for a command that works there without the lock,
 * like the steps of CMake's graph. Empties the directory if it was not made on this machine by this
 * user. STATUS_USAGE if it has files that are not kbuild's, STATUS_ENVIRONMENT if it belongs to
 * another user. */
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

/* Writes the editor's files into the build directory, if they change. */
enum status editor_write(const struct plan *plan, const struct shadow *shadow);

/* Writes options.rsp into |build| for |flags|, in the syntax of the compiler's response files. */
enum status editor_write_options(const char *build, const struct flags *flags);

#endif
