/* What another build system knows of a build that it runs as one step: from the depfile what the
 * build reads, and from the stamp that it is done.
 *
 * The depfile has a rule, as make, ninja and CMake read it: the target depends on the sources, the
 * headers, the manifest, the compiler and kbuild, and on directories in which a new source would be
 * a module. Every name also has a rule without prerequisites, as `cc -MP` writes it, since make
 * otherwise stops at a file that was removed.
 *
 * The stamp has a line for each file of the package, as util/checksum.h has them. Each build gives
 * it a new time, that of the build's start: an input that changes while the build runs is newer,
 * and is built next time.
 */
#ifndef KBUILD_GRAPH_WATCH_H
#define KBUILD_GRAPH_WATCH_H

#include "graph/prepare.h"

#include <time.h>

/* Strings are borrowed. */
struct watch {
    const char *depfile, *stamp; /* or NULL */
    struct timespec start;
};

/* Notes the time; call it before the build reads anything. */
enum status watch_begin(struct watch *watch);

/* Checks the names of both before |build| runs; STATUS_USAGE if they cannot be. */
enum status watch_check(const struct watch *watch, const struct build *build, const char *output);

/* Writes both after |build| was run and published into |output|, where |sums| lists the files. */
enum status watch_end(const struct watch *watch, const struct build *build, const char *output,
                      const struct buf *sums);

#endif
