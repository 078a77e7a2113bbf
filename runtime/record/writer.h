/* The parts of the writer of recordings: write.c has the functions that others call. */
#ifndef RECORD_WRITER_H
#define RECORD_WRITER_H

#include "format.h"

#include <zstd.h>

/* A section in the file. */
struct written {
    uint32_t kind;
    /* the number of the section, and its offset and size with its header */
    uint64_t number, offset, size;
    struct hash_128 hash; /* the hash of the bytes before they were compressed */
    uint64_t raw_size;
    bool is_plain;     /* whether its bytes are stored as they are, although they were not packed */
    bool is_needed;    /* whether the section stays, while sections are dropped */
    uint64_t new_size; /* its size with its header in the file that is written then */
    uint64_t code;     /* for a launch, the number of its code object */
    uint64_t *pieces;
    uint64_t piece_count;
};

struct record_writer {
    char *path;
    int file;
    bool is_broken;
    bool packs_pieces; /* whether contents are compressed at once, see written_put() */
    uint64_t limit, last;
    uint64_t needed; /* if the last launch did not fit, the least bytes that it needs by itself */
    uint64_t end, tail; /* the end that the header states, and where the next section goes */
    /* |end| and |committed| before the last launch, if |undo| is its number; 0: none */
    uint64_t undo, end_before;
    size_t committed_before;
    uint64_t next_number;
    struct written **sections;
    /* how many sections there are, and how many of them are before |end| */
    size_t count, committed;
    void *known; /* a tree of code objects and pieces, sorted by kind, size and hash */
    ZSTD_CCtx *compressor;
    uint8_t *packed;
    size_t packed_room;
};

/* ---- Files: write_file.c --------------------------------------------------------------------- */

/* Makes the file and locks it. Returns its descriptor, or -1 with errno. */
int record_make_file(const char *path);
/* Removes an old recording, unless a process is writing it. Returns false with EEXIST, or another
 * reason in errno, if it stays. */
bool record_remove_old(const char *path);
/* These return false where not all bytes can be written or read. */
bool record_write_at(int file, const void *data, size_t size, uint64_t offset);
bool record_read_at(int file, void *out, size_t size, uint64_t offset);
bool record_write_header(int file, uint64_t end);

/* ---- Sections: write_section.c --------------------------------------------------------------- */

/* Appends a section. NULL when it would exceed the limit or cannot be written. Most launches of a
 * file that keeps the last ones are dropped soon, so their contents are not compressed before it is
 * known that they stay, or that there is no room. */
struct written *written_put(struct record_writer *writer, uint32_t kind, uint64_t number,
                            struct span raw);
/* Appends a section, unless the file has one of this kind with the same bytes. Returns its number;
 * 0: it failed. */
uint64_t written_put_known(struct record_writer *writer, uint32_t kind, struct span raw);
struct written *written_find(const struct record_writer *writer, uint32_t kind, uint64_t number);
/* Copies a section to |offset| of the file |to|; compresses it if it was to be compressed later. */
bool written_copy(struct record_writer *writer, int to, struct written *section, uint64_t offset);
/* Frees a section that is not in the list any more. */
void written_forget(struct record_writer *writer, struct written *section);

/* ---- Dropping launches: write_drop.c --------------------------------------------------------- */

uint64_t drop_launch_count(const struct record_writer *writer);
/* Drops all launches but the last |keep|. The list has no sections behind the end. */
bool drop_launches(struct record_writer *writer, uint64_t keep);
/* Drops launches that are not to be kept, if the file has much of them. */
void drop_waste(struct record_writer *writer);

#endif
