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
 * and, once all of that is there and has been checked, out/ is published, which is to say that it
 * goes into the user's directory: by kbuild build itself (graph/publish.h), since ninja would not
 * see that a file there was replaced; in CMake's graph by a step. Paths in build.ninja are relative
 * to the build directory, so that the same tree gives the same commands wherever it stands.
 */
#ifndef KBUILD_GRAPH_PLAN_H
#define KBUILD_GRAPH_PLAN_H

#include "graph/project.h"
#include "toolchain/toolchain.h"

/* All strings are borrowed; directories are absolute. */
struct plan {
    const struct project *project; /* with its targets canonical, sorted and unique */
    const struct toolchain *toolchain;
    const char *build; /* where ninja runs; its real path */
    const char *output;
    const char *device_libs;
    const char *headers;  /* the compatibility headers */
    const char *self;     /* this program */
    const char *launcher; /* "ccache", or NULL */
    bool through_hipcc;
    const char *embed;          /* form of the headers: "string" */
    const char *compress;       /* "none" */
    const char *emit;           /* the language besides C, or NULL */
    const char *cmake;          /* write the graph into this file, for CMake; NULL: for ninja */
    const char *depfile;        /* where to tell the files that the build reads, or NULL */
    const char *depfile_target; /* what is made of them, as the depfile is to call it */
    const char *clang; /* what the user asked for by --clang and --hipcc; NULL when nothing */
    const char *hipcc;
    int lock; /* by run_lock() */
};

/* Writes build.ninja, or the CMake file, and compile_commands.json, if they change. Adds the files
 * that the package consists of, as they are called from the build directory, to |out_package|. */
enum status plan_write(const struct plan *plan, struct strings *out_package);

/* The targets of |module|: its own, or the project's. Borrows. */
const struct strings *plan_targets(const struct plan *plan, const struct module *module);

#endif
