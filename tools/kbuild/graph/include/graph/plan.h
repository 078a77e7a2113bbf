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
 * When all of that exists and has been checked, out/ is published into the user's directory: by
 * kbuild build itself (graph/publish.h), because ninja would not notice that a file there was
 * replaced; in CMake's graph by a step. Paths in build.ninja are relative to the build directory,
 * so that the same tree gives the same commands wherever it is.
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
    const char *depfile;        /* the depfile for the files that the build reads, or NULL */
    const char *depfile_target; /* the target's name in the depfile */
    const char *clang;          /* the values of --clang and --hipcc, or NULL */
    const char *hipcc;
    int lock; /* by run_lock() */
};

/* Writes build.ninja, or the CMake file, and compile_commands.json, if they change. Adds the
 * package's files, with their names from the build directory, to |out_package|. */
enum status plan_write(const struct plan *plan, struct strings *out_package);

/* The targets of |module|: its own, or the project's. Borrows. */
const struct strings *plan_targets(const struct plan *plan, const struct module *module);

#endif
