/* Checksums of files, in a file: what the steps of a build have made, and what was published.
 *
 * One line for each file: 16 hexadecimal digits (XXH3, 64 bits), a space, the path. Processes
 * append to it side by side, so a path may have several lines; an incomplete line is ignored.
 */
#ifndef KBUILD_UTIL_CHECKSUM_H
#define KBUILD_UTIL_CHECKSUM_H

#include "buf.h"
#include "status.h"

struct checksum {
    char *path;
    uint64_t sum;
    size_t line; /* its place in the file */
};

struct checksums {
    struct checksum *items; /* sorted by path, then by line */
    size_t count;
};

uint64_t checksum_of(const void *data, size_t size);

/* Appends a line for |path| to |file|. */
enum status checksum_append(const char *file, const char *path, uint64_t sum);

/* Appends a line to the file that the environment variable KBUILD_CHECKSUMS names, if |path| is
 * relative: so a step of a build records its output. */
enum status checksum_record(const char *path, uint64_t sum);

void checksum_print(struct buf *out, const char *path, uint64_t sum);

/* A file that is missing has no lines. The caller frees |out| in every case. */
enum status checksums_read(const char *file, struct checksums *out);
void checksums_free(struct checksums *checksums);

/* The last line of |path|, or NULL. */
const struct checksum *checksums_find(const struct checksums *checksums, const char *path);
/* Whether a line of |path| has |sum|. */
bool checksums_have(const struct checksums *checksums, const char *path, uint64_t sum);

/* Checks the files in |build| against |build|/checksums, which it shortens. Removes those that have
 * changed since they were made, with a warning, and those of |made| (paths in |build|) that have no
 * line: nobody knows their contents, so they are made again. */
enum status checksums_verify(const char *build, const struct strings *made);

/* Whether |file| is what its lines record. A file that is missing is not. */
bool checksums_hold(const struct checksums *checksums, const char *path, const char *file);

#endif
