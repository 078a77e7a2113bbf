/* Records each look at the file system, so that a later process can tell whether a new search
 * would find anything else.
 *
 * Looks that found nothing are recorded too: a hipcc that appears earlier in PATH changes the
 * result as much as one that disappears.
 */
#ifndef KBUILD_TOOLCHAIN_PROBE_H
#define KBUILD_TOOLCHAIN_PROBE_H

#include "util/buf.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct probe {
    char *path;
    bool exists;
    int64_t size, modified, changed; /* bytes; mtime and ctime in nanoseconds */
};

struct probes {
    struct probe *items;
    size_t count;
    bool is_doubtful; /* a look failed or a program did not answer: search again next time */
};

/* Is |path| a regular file? Is it a regular file that we may execute? Links are followed. */
bool probe_file(struct probes *probes, const char *path);
bool probe_program(struct probes *probes, const char *path);
/* Is |path| a directory? Appends the names in it, sorted, to |out_names| if that is not NULL. */
bool probe_directory(struct probes *probes, const char *path, struct strings *out_names);

/* Adds a look that another process made. */
void probes_add(struct probes *probes, const struct probe *probe);
/* Does every look give the same result now? */
bool probes_unchanged(const struct probes *probes);
/* Is every change old enough that a later change would get another time from the file system? */
bool probes_settled(const struct probes *probes);
void probes_free(struct probes *probes);

#endif
