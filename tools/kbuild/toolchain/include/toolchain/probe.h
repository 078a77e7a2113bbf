/* Looks at the file system that are remembered, so that a later process can tell whether looking
 * again would show anything else.
 *
 * What is remembered is every question, also the ones whose answer was "nothing there": a hipcc
 * that turns up earlier in PATH changes the answer as much as one that goes away.
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
    size_t count, capacity;
    bool is_doubtful; /* a look failed, or a program gave no answer: ask again next time */
};

/* Is |path| a regular file, or one that we may execute? Links are followed. */
bool probe_file(struct probes *probes, const char *path);
bool probe_program(struct probes *probes, const char *path);
/* Is |path| a directory? Appends the names in it, sorted, to |out_names| when that is not NULL. */
bool probe_directory(struct probes *probes, const char *path, struct strings *out_names);

/* Remembers an answer that another process got. */
void probes_add(struct probes *probes, const struct probe *probe);
/* Would every question get the same answer now? */
bool probes_unchanged(const struct probes *probes);
/* Has nothing that was looked at changed so recently that a second change could hide behind the
 * file system's clock? */
bool probes_settled(const struct probes *probes);
void probes_free(struct probes *probes);

#endif
