/* The parts of the writer of recordings: write.c has the functions that others call. */
#ifndef RECORD_WRITER_H
#define RECORD_WRITER_H

#include "format.h"

#include <zstd.h>

/* A section in the file. */
struct written {
    uint32_t kind, method;
    /* the number of the section, and its offset and size with its header */
    uint64_t number, offset, size;
    struct hash_128 hash; /* the hash of the bytes before they were compressed */
    uint64_t raw_size;
    bool is_plain;   /* whether its bytes are stored as they are, although they were not packed */
    bool is_in_slot; /* whether its bytes become a slot when it is forgotten */
    bool is_dropped; /* whether it is to be forgotten, while launches are dropped */
    /* its size with its header, and its method, in a file that is being written anew */
    uint64_t new_size;
    uint32_t new_method;
    /* For a launch and the contents of memory after it: the code object and the pieces that it
     * needs, if the writer drops launches. */
    struct written **needs;
    size_t need_count;
    uint64_t users;         /* for a code object and a piece, how many |needs| have it */
    struct written *launch; /* for what belongs to a launch, that launch */
};

/* Where a section was that was dropped. */
struct slot {
    uint64_t offset, size;
};

struct record_writer {
    char *path;
    int file;
    bool is_broken;
    bool packs_pieces; /* whether contents are compressed at once, see written_put() */
    uint64_t limit, last;
    uint64_t needed; /* if the last launch did not fit, the least bytes that it needs by itself */
    uint64_t added;  /* how many bytes were added since the last launch */
    uint64_t end, tail; /* the end that the header states, and where the next section goes */
    /* |end| and |committed| before the last launch, if |undo| is its number; 0: none */
    uint64_t undo, end_before;
    size_t committed_before;
    uint64_t next_number;
    struct written **sections;
    /* how many sections there are, and how many of them belong to the recording */
    size_t count, room, committed;
    struct slot *slots;
    size_t slot_count, slot_room;
    uint64_t slot_bytes;
    /* trees of code objects and pieces, sorted by kind, size and hash, and by number */
    void *known, *numbered;
    ZSTD_CCtx *compressor;
    uint8_t *packed;
    size_t packed_room;
};

/* Returns a writer that has taken over the open |file|, whose sections the caller lists. NULL: no
 * memory. In write.c. */
struct record_writer *record_resume(const char *path, int file, uint64_t last);

/* ---- Files: write_file.c --------------------------------------------------------------------- */

/* Makes the file and locks it. Returns its descriptor, or -1 with errno. */
int record_make_file(const char *path);
/* Opens a recording that exists, or an empty file, and locks it. Returns its descriptor, or -1 with
 * the reason in |*out|. Links are not followed. */
int record_open_old(const char *path, enum record_old *out);
/* These return false where not all bytes can be written or read. */
bool record_write_at(int file, const void *data, size_t size, uint64_t offset);
bool record_read_at(int file, void *out, size_t size, uint64_t offset);
bool record_write_header(int file, uint64_t end);

/* ---- Sections: write_section.c --------------------------------------------------------------- */

/* Adds a section: in a slot of its size, where it is hidden for readers, or behind the end. NULL
 * when it would exceed the limit or cannot be written. Most launches of a file that keeps the last
 * ones are dropped soon, so their contents are not compressed before it is known that they stay, or
 * that there is no room. */
struct written *written_put(struct record_writer *writer, uint32_t kind, uint64_t number,
                            struct span raw);
/* Adds a section, unless the file has one of this kind with the same bytes. Returns its number; 0:
 * it failed. */
uint64_t written_put_known(struct record_writer *writer, uint32_t kind, struct span raw);
struct written *written_find(const struct record_writer *writer, uint32_t kind, uint64_t number);
/* These show a section in a slot to readers, or hide it, in one step. They do nothing with other
 * sections. False: the file cannot be written. */
bool written_show(struct record_writer *writer, const struct written *section);
bool written_hide(struct record_writer *writer, const struct written *section);
/* Copies a section to |offset| of the file |to|; compresses it if it was to be compressed later. */
bool written_copy(struct record_writer *writer, int to, struct written *section, uint64_t offset);
/* Adds an entry to the list of sections. NULL: no memory. */
struct written *written_list(struct record_writer *writer, const struct written *section);
/* Lets written_find() find a code object or a piece. False: no memory. */
bool written_number(struct record_writer *writer, struct written *section);
/* Notes which code object (0: none) and pieces |section| needs, which is dropped with it. False:
 * one of them is missing, or no memory. written_hold() then counts it among their users;
 * written_release() does the reverse. */
bool written_need(struct record_writer *writer, struct written *section, uint64_t code,
                  const uint64_t *pieces, uint64_t piece_count);
void written_hold(struct written *section);
/* Notes that a section does not need others any more. */
void written_release(struct written *section);
/* Frees a section that is not in the list any more. */
void written_forget(struct record_writer *writer, struct written *section);

/* ---- Dropping launches: write_drop.c --------------------------------------------------------- */

/* The list has no sections behind the end when these are called. */
uint64_t drop_launch_count(const struct record_writer *writer);
/* Before the first section is added after a launch: drops launches that are not to be kept, in the
 * file. Until then, the launch could be undone. */
void drop_settle(struct record_writer *writer);
/* Drops all launches but the last |keep|, and writes the file anew. False: it stays as it is, with
 * slots. */
bool drop_launches(struct record_writer *writer, uint64_t keep);
/* Writes the file anew, if much of it is slots. */
void drop_waste(struct record_writer *writer);

#endif
