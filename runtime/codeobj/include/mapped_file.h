/* Files as spans. */
#ifndef CODEOBJ_MAPPED_FILE_H
#define CODEOBJ_MAPPED_FILE_H

#include "span.h"

/* A file, mapped read-only. */
struct mapped_file {
    struct span bytes;
    bool is_read; /* not mapped, but read into memory */
};
/* CODEOBJ_IO for a path that is missing, unreadable, or not a regular file (a pipe, a directory, a
 * device); never waits. An empty file is a span of 0 bytes. When another process shortens the file
 * while it is mapped, reading the lost bytes raises SIGBUS. */
enum codeobj_status mapped_file_open(const char *path, struct mapped_file *out,
                                     struct codeobj_error *error);
/* The same for a path that a user names, which may also be a pipe: it is waited for, and read into
 * memory, up to 4 GiB. */
enum codeobj_status mapped_file_open_stream(const char *path, struct mapped_file *out,
                                            struct codeobj_error *error);
/* As mapped_file_open_stream(), and keeps the file open: the caller closes |*out_descriptor|, which
 * is -1 if the bytes were read instead of mapped. */
enum codeobj_status mapped_file_open_kept(const char *path, struct mapped_file *out,
                                          int *out_descriptor, struct codeobj_error *error);
/* Gives back the memory of |part| of the file, which is read from the file again if somebody looks
 * at it: what was looked at stays in memory otherwise, as long as the file is mapped. Thread-safe.
 */
void mapped_file_rest(const struct mapped_file *file, struct span part);
/* May be called again, or on a struct of zeros. */
void mapped_file_close(struct mapped_file *file);

#endif
