/* A file written piece by piece, at once in its place or not at all. What is no file, standard
 * output or a pipe, gets the pieces as they come.
 *
 * As long as what is appended equals what the file holds already, nothing is written: a file that
 * would not change is only read, and keeps its time. What differs goes to a temporary name beside
 * it. The pieces are not kept, so a large file needs little memory.
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
    int old;                  /* the file at |path| while it equals what was appended, else -1 */
    int file;                 /* the new one, once they differ, else -1 */
    uint64_t size;            /* bytes appended */
    struct XXH3_state_s *sum; /* their checksum */
};

/* What fails is STATUS_ENVIRONMENT and has said so; embed_output_discard() is due all the same.
 * |path| must outlive |output|. */
enum status embed_output_open(struct embed_output *output, const char *path);
enum status embed_output_append(struct embed_output *output, const void *data, size_t size);
/* All bytes are appended: ends the comparison, or the new file, which keeps its temporary name. */
enum status embed_output_complete(struct embed_output *output);
/* Puts the completed file in its place. */
enum status embed_output_commit(struct embed_output *output);
/* Frees, and removes the temporary file when it was not committed. */
void embed_output_discard(struct embed_output *output);

#endif
