/* A file with a list of checksums. It records the files that the steps of a build have made, or
 * that were published.
 *
 * Each line has 16 hexadecimal digits (XXH3, 64 bits), a space, and a path. Several processes
 * append to the list at the same time, so a path may have several lines. Incomplete lines are
 * ignored. */
#ifndef KBUILD_UTIL_CHECKSUM_H
#define KBUILD_UTIL_CHECKSUM_H

#include "buf.h"
#include "status.h"

struct checksum {
    char *path;
    uint64_t sum;
    size_t line; /* number, from 0, of the checksum's line in the file */
};

struct checksums {
    /* the lines, sorted by path; those for the same path are sorted by |line| */
    struct checksum *items;
    size_t count;
};

uint64_t checksum_of(const void *data, size_t size);

/* Appends a line for |path| to |file|. */
enum status checksum_append(const char *file, const char *path, uint64_t sum);

/* Appends a line for |path| to the list that the environment variable KBUILD_CHECKSUMS names, if
 * the variable is set and |path| is relative. A step of a build records its output with this
 * function. */
enum status checksum_record(const char *path, uint64_t sum);

void checksum_print(struct buf *out, const char *path, uint64_t sum);

/* Reads the list |file|. A missing list has no lines. The caller frees |out| in every case. */
enum status checksums_read(const char *file, struct checksums *out);
void checksums_free(struct checksums *checksums);

/* Returns the last line for |path|, or NULL if there is none. */
const struct checksum *checksums_find(const struct checksums *checksums, const char *path);
/* Whether one of the lines for |path| has the checksum |sum|. */
bool checksums_have(const struct checksums *checksums, const char *path, uint64_t sum);

/* Compares the files in |build| with the list |build|/checksums. Removes each file that has changed
 * since its last line was written, with a warning. Removes each path of |made| (relative to
 * |build|) that has no line, because nobody knows its contents. The build then makes the removed
 * files again. Shortens the list to one line for each unchanged file. */
enum status checksums_verify(const char *build, const struct strings *made);

/* Whether the checksum of |file| is that in the last line for |path|. False if the file cannot be
 * read or |path| has no line. */
bool checksums_hold(const struct checksums *checksums, const char *path, const char *file);

#endif
