/* A file that is written piece by piece to a temporary name, and then put in its place whole. A
 * file that would not change keeps its time. Standard output and pipes get the pieces as they come.
 */
#ifndef KBUILD_EMIT_EMBED_OUTPUT_H
#define KBUILD_EMIT_EMBED_OUTPUT_H

#include "util/file.h"
#include "util/status.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct embed_output {
    const char *path; /* borrowed */
    struct file_place place;
    char *temporary;
    bool has_temporary;       /* it exists */
    int file;                 /* open for writing, or -1 */
    uint64_t size;            /* bytes appended */
    struct XXH3_state_s *sum; /* their checksum */
};

/* Failures are STATUS_ENVIRONMENT, with a message; embed_output_discard() must be called in every
 * case. |path| must outlive |output|. */
enum status embed_output_open(struct embed_output *output, const char *path);
enum status embed_output_append(struct embed_output *output, const void *data, size_t size);
/* All bytes are appended. The file keeps its temporary name. */
enum status embed_output_complete(struct embed_output *output);
/* Puts the completed file in its place. */
enum status embed_output_commit(struct embed_output *output);
/* Frees, and removes the temporary file when it was not committed. */
void embed_output_discard(struct embed_output *output);

#endif
