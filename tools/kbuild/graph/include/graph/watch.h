/* The two files through which another build system watches a build that it runs as one step. The
 * depfile says which files the build reads, and the stamp when the build was done.
 *
 * The depfile has a rule, as make, ninja and CMake read it: the target depends on the sources, the
 * headers, the manifest, the compiler and kbuild, and on directories in which a new source would be
 * a module. Every name also has a rule without prerequisites, as `cc -MP` writes it, because
 * otherwise make stops at a file that was removed.
 *
 * The stamp has the checksum of each file of the package, one file a line, as util/checksum.h
 * writes it. Each build sets the stamp's time to the build's start: an input that changes while the
 * build runs is newer, so the next build sees the change. */
#ifndef KBUILD_GRAPH_WATCH_H
#define KBUILD_GRAPH_WATCH_H

#include "graph/prepare.h"

#include <time.h>

/* The files that another build system watches. Strings are borrowed. */
struct watch {
    const char *depfile, *stamp; /* the paths of the two files; NULL if a file is not written */
    struct timespec start;
};

/* Records the start time of the build. Call it before the build reads anything. */
enum status watch_begin(struct watch *watch);

/* Checks the names of the depfile and the stamp before |build| runs. STATUS_USAGE if a name cannot
 * be used. */
enum status watch_check(const struct watch *watch, const struct build *build, const char *output);

/* Writes the depfile and the stamp after |build| was run and published into |output|. |sums| are
 * the checksums of the package's files. */
enum status watch_end(const struct watch *watch, const struct build *build, const char *output,
                      const struct buf *sums);

#endif
