/* Files as spans of bytes, mapped or read into memory. */
#ifndef CODEOBJ_MAPPED_FILE_H
#define CODEOBJ_MAPPED_FILE_H

#include "span.h"

/* The contents of a file, read-only. */
struct mapped_file {
    struct span bytes;
    bool is_read; /* whether the file was read into memory, not mapped */
};
/* Opens a regular file. CODEOBJ_IO for a path that is missing or unreadable, or that is a pipe, a
 * directory or a device. Never waits. An empty file is a span of 0 bytes. When another process
 * shortens the file while it is mapped, reading the lost bytes raises SIGBUS. */
enum codeobj_status mapped_file_open(const char *path, struct mapped_file *out,
                                     struct codeobj_error *error);
/* Does what mapped_file_open() does, for a path that a user gives, which may also be a pipe: the
 * function waits for the pipe and reads up to 4 GiB into memory. */
enum codeobj_status mapped_file_open_stream(const char *path, struct mapped_file *out,
                                            struct codeobj_error *error);
/* Does what mapped_file_open_stream() does, but keeps the file open: the caller closes
 * |*out_descriptor|, which is -1 if the file was read instead of mapped. */
enum codeobj_status mapped_file_open_kept(const char *path, struct mapped_file *out,
                                          int *out_descriptor, struct codeobj_error *error);
/* Gives back the memory of |part| of the file; a later access reads the part from the file again.
 * Without this call, every page that was accessed stays in memory as long as the file is mapped.
 * Thread-safe.
 */
void mapped_file_rest(const struct mapped_file *file, struct span part);
/* Closes a file. A second call does nothing. A struct of zeros is also accepted. */
void mapped_file_close(struct mapped_file *file);

#endif
