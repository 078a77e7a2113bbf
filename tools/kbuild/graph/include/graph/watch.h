/* The files through which another build system watches a build that it runs as one step: the
 * depfile tells what the build reads, and the stamp when it was done.
 *
 * The depfile has a rule, as make, ninja and CMake read it: the target depends on the sources, the
 * headers, the manifest, the compiler and kbuild, and on directories in which a new source would be
 * a module. Every name also has a rule without prerequisites, as `cc -MP` writes it, since make
 * otherwise stops at a file that was removed.
 *
 * The stamp has a line for each file of the package, in the form of util/checksum.h. Each build
 * sets the stamp's time to the build's start: an input that changes while the build runs is newer,
 * so the next build sees the change.
 */
#ifndef KBUILD_GRAPH_WATCH_H
#define KBUILD_GRAPH_WATCH_H

#include "graph/prepare.h"

#include <time.h>

/* The files that another build system watches. Strings are borrowed. */
struct watch {
    const char *depfile, *stamp; /* paths, or NULL */
    struct timespec start;
};

/* Notes the start time. Call it before the build reads anything. */
enum status watch_begin(struct watch *watch);

/* Checks the names of both files before |build| runs. STATUS_USAGE if a name cannot be used. */
enum status watch_check(const struct watch *watch, const struct build *build, const char *output);

/* Writes both files after |build| was run and published into |output|. |sums| lists the package's
 * files. */
enum status watch_end(const struct watch *watch, const struct build *build, const char *output,
                      const struct buf *sums);

#endif
