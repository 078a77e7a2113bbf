/* Puts the package into the user's directory: all of its files or none.
 *
 * Files may be read at any time, and this process may be killed at any time, so every change is
 * first recorded in the output directory:
 *
 *   1. .kbuild-publishing lists the files that will be replaced, added or removed.
 *   2. Each new file is written beside its place, as NAME.kbuild-new, and synced to the disk.
 *   3. Each old file gets a second name, NAME.kbuild-old, and the new one is renamed over it.
 *   4. The directory is synced, and .kbuild-publishing becomes .kbuild-published.
 *   5. The old files are removed, and .kbuild-published.
 *
 * After a failure, or at the next start after a kill, the list decides what to do: with
 * .kbuild-publishing every file goes back to what it was; with .kbuild-published 5 is done again.
 * A failure in 5 is a warning: the package is new and whole. Between two renames of 3 a reader sees
 * files of two builds; kbuild's own readers refuse a directory that has .kbuild-publishing.
 */
#ifndef KBUILD_GRAPH_PUBLISH_H
#define KBUILD_GRAPH_PUBLISH_H

#include "util/buf.h"
#include "util/status.h"

struct publish_request {
    const struct strings *files; /* the files to publish, as paths from |build| or absolute paths */
    /* the build directory with its files "checksums" and "published"; if NULL, neither is used */
    const char *build;
    const char *output; /* the output directory, which must exist */
};

struct published {
    /* the names of the files that were written to |output|, and of those that were removed */
    struct strings written, removed;
    /* the checksums of |files|, in the same order, as util/checksum.h writes them */
    struct buf sums;
};

/* Puts |files| into |output|, under their own names. Removes files that an earlier call with the
 * same |build| has put there and that are not in |files|, unless they were changed since. Does not
 * touch a file that has the right bytes already. If a file differs from its checksum in
 * "checksums", the call removes it from |build| and fails. After a failure |output| is as it was.
 * Only one process at a time works in |output|; signals that end this process wait until the call
 * is done. The caller frees |out| in every case. */
enum status publish(const struct publish_request *request, struct published *out);
/* Completes or undoes the changes that a killed process has left in |output|. */
enum status publish_recover(const char *output);
void published_free(struct published *published);

#endif
