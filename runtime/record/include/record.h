/* Recordings of launches: files with code objects, arguments and the contents of memory. The format
 * is in docs/formats.md.
 *
 * Recordings are untrusted input: every read uses span_sub(), and no function trusts a size in a
 * file. No function prints or exits. A function that fails writes why and where into a struct
 * codeobj_error, which may be NULL.
 */
#ifndef RECORD_H
#define RECORD_H

#include "span.h"

#define RECORD_MAGIC "krecord" /* the magic of a recording, which is stored with its NUL */
enum {
    RECORD_VERSION = 1,
    RECORD_HEADER = 32,  /* how many bytes the header has */
    RECORD_SECTION = 40, /* how many bytes a section's header has */
    /* how many bytes a piece of an allocation has; the last piece may be shorter */
    RECORD_PIECE = 1 << 20,
    RECORD_NAME_MAX = 1 << 16,      /* the most bytes of a kernel's name */
    RECORD_ARGUMENTS_MAX = 1 << 20, /* the most bytes of a launch's arguments */
};

/* A section's kind: four letters, of which the first is the lowest byte. */
#define RECORD_KIND(a, b, c, d)                                                                    \
    ((uint32_t)(a) | (uint32_t)(b) << 8 | (uint32_t)(c) << 16 | (uint32_t)(d) << 24)
#define RECORD_DEVICE RECORD_KIND('D', 'E', 'V', 'I')
#define RECORD_CODE   RECORD_KIND('C', 'O', 'D', 'E')
#define RECORD_DATA   RECORD_KIND('D', 'A', 'T', 'A')
#define RECORD_LAUNCH RECORD_KIND('L', 'N', 'C', 'H')
#define RECORD_AFTER  RECORD_KIND('A', 'F', 'T', 'R')
#define RECORD_PART   RECORD_KIND('P', 'A', 'R', 'T')
#define RECORD_END    RECORD_KIND('E', 'N', 'D', 'S')
#define RECORD_FREE   RECORD_KIND('F', 'R', 'E', 'E')

/* The function that made an allocation. */
enum record_memory {
    RECORD_MALLOC,
    RECORD_HOST,
    RECORD_MANAGED,
    RECORD_REGISTERED,
    RECORD_POOL,
    RECORD_MAPPED,
    RECORD_VARIABLE, /* a variable of the code object (__device__, __constant__) */
    RECORD_MEMORIES, /* how many functions there are */
};
/* Returns "hipMalloc", "hipHostMalloc" and so on; "a variable" for RECORD_VARIABLE. */
const char *record_memory_name(enum record_memory memory);

/* An allocation that a launch reaches. */
struct record_allocation {
    /* where the allocation begins, and how many bytes it has, which is not 0 */
    uint64_t address, size;
    enum record_memory memory;
    /* whether the program had freed the allocation before the launch; it then has no pieces */
    bool is_freed;
    uint32_t pieces;  /* how many pieces have the contents: all of them or 0 */
    const char *name; /* the name of a variable; NULL for other memory */
};

/* A pointer of a launch: 8 bytes that hold an address in an allocation. */
struct record_pointer {
    uint32_t holder;     /* index of the allocation that holds the pointer, or RECORD_ARGUMENTS */
    uint32_t allocation; /* index of the allocation to which it points */
    uint64_t offset;     /* where the pointer is in its holder, in bytes */
};
#define RECORD_ARGUMENTS UINT32_MAX

enum record_flags {
    RECORD_COOPERATIVE = 1,
    RECORD_CAPTURED = 2,    /* a stream was being captured, so that there are no contents */
    RECORD_NO_CONTENTS = 4, /* the user wanted no contents */
    RECORD_OVER_LIMIT = 8,  /* the contents were left out because the file would exceed its limit */
    RECORD_FLAGS = 15,
};

struct record_launch {
    uint64_t number; /* the number of the launch; the program's first launch has the number 1 */
    uint64_t code;   /* the number of the section with the code object */
    uint32_t device; /* the number by which the program knows the device */
    uint32_t flags;  /* a set of enum record_flags */
    /* how many workgroups the grid has, and how many work-items a workgroup has */
    uint32_t grid[3], block[3];
    /* the size of the last workgroup, as in struct launch of libhipemu; 0 means that of |block| */
    uint32_t last_block[3];
    uint32_t dynamic_lds; /* how many bytes of dynamic LDS a workgroup gets */
    uint64_t stream; /* the number of the stream, by the order of the streams' first launches */
    char *kernel;    /* the kernel's name in the code object */
    uint8_t *arguments;
    uint32_t argument_bytes;
    /* the allocations, sorted by address; those that are not freed do not overlap */
    struct record_allocation *allocations;
    uint32_t allocation_count;
    struct record_pointer *pointers;
    uint32_t pointer_count;
    char *names; /* the memory of the names of variables, each with its NUL */
    /* the numbers of the pieces of all allocations, in the order of the allocations */
    uint64_t *pieces;
    uint64_t piece_count;
};

/* ---- Reading --------------------------------------------------------------------------------- */

struct record_section {
    uint32_t kind, method; /* the kind of the section, and how it is compressed: 0 or RECORD_ZSTD */
    uint64_t number;       /* the number of the section, which no other section of its kind has */
    uint64_t raw_size;
    struct span stored;
};
enum { RECORD_ZSTD = 1 };

struct record {
    struct span bytes; /* the bytes of the recording, borrowed */
    /* the sections in the order of the file, without those of unknown kinds */
    struct record_section *sections;
    size_t count;
    struct record_section **sorted; /* the sections, sorted by kind and number */
    uint64_t
        /* how many bytes, of an unfinished launch, there are after the end that the header
         * states */
        ignored;
    bool is_ended; /* whether the program ended the recording, and was not killed */
    /* if |is_ended|, how many launches the program made, and how many of them were left out because
     * of the limit, although they were to be recorded */
    uint64_t seen, left_out;
};

/* Whether |bytes| start with the magic of a recording. */
bool record_recognise(struct span bytes);
/* Opens a recording, and checks all of its sections' checksums. Sections of unknown kinds are
 * skipped. CODEOBJ_UNRECOGNISED, CODEOBJ_UNSUPPORTED for another version, CODEOBJ_TRUNCATED,
 * CODEOBJ_CORRUPT, CODEOBJ_NO_MEMORY. record_close() frees what |out| owns. */
enum codeobj_status record_open(struct span bytes, struct record *out, struct codeobj_error *error);
/* Closes a recording. A second call does nothing. A struct of zeros is also accepted. */
void record_close(struct record *record);
/* Finds a section. NULL: there is none. */
const struct record_section *record_find(const struct record *record, uint32_t kind,
                                         uint64_t number);
/* Returns the launch of the highest number; NULL: there is none. |*out_count|, if it is not NULL,
 * is how many launches there are. */
const struct record_section *record_last(const struct record *record, size_t *out_count);
/* Unpacks a section into new memory, which the caller frees. CODEOBJ_LIMIT when it unpacks to more
 * than unpack_limit() of its size; CODEOBJ_CORRUPT, CODEOBJ_NO_MEMORY. */
enum codeobj_status record_unpack(const struct record_section *section, uint8_t **out,
                                  struct codeobj_error *error);

/* Reads a section of kind RECORD_LAUNCH, and checks it. The recording must have the code object and
 * the pieces whose numbers the launch gives, sizes must agree, and each pointer must be inside of
 * the arguments or of the allocation that holds it. record_launch_free() frees what |out| owns. */
enum codeobj_status record_read_launch(const struct record *record,
                                       const struct record_section *section,
                                       struct record_launch *out, struct codeobj_error *error);
void record_launch_free(struct record_launch *launch);
/* Reads the contents of memory after the launch: the numbers of their pieces, |launch->piece_count|
 * of them, in the order of those in |launch|; the caller frees them. |*out| is NULL when the
 * recording lacks them. */
enum codeobj_status record_read_after(const struct record *record,
                                      const struct record_launch *launch, uint64_t **out,
                                      struct codeobj_error *error);
/* Reads which workgroups of the launch are to run: |*out_count| from number |*out_first| on. 0 and
 * 0 when the recording does not say: all of them. */
enum codeobj_status record_read_part(const struct record *record,
                                     const struct record_launch *launch, uint64_t *out_first,
                                     uint64_t *out_count, struct codeobj_error *error);
/* Reads the target of the device |number| and its name: "gfx90a:sramecc+:xnack-". The texts are ""
 * when the recording does not name the device. */
enum { RECORD_DEVICE_MAX = 256 };
struct record_device {
    char target[RECORD_DEVICE_MAX], name[RECORD_DEVICE_MAX];
};
enum codeobj_status record_read_device(const struct record *record, uint64_t number,
                                       struct record_device *out, struct codeobj_error *error);

/* Returns how many bytes the piece |index| of an allocation of |size| bytes has. */
static inline uint64_t record_piece_size(uint64_t size, uint64_t index)
{
    uint64_t rest = size - index * RECORD_PIECE;
    return rest < RECORD_PIECE ? rest : RECORD_PIECE;
}

/* Returns into how many pieces |size| bytes are cut. */
static inline uint64_t record_piece_count(uint64_t size)
{
    return size / RECORD_PIECE + (size % RECORD_PIECE != 0);
}

/* ---- Writing --------------------------------------------------------------------------------- */

struct record_settings {
    const char *path;
    uint64_t limit; /* the most bytes of the file */
    /* how many of the last launches are kept, with one more while the file is written; 0 means all
     * launches, until the limit is reached */
    uint64_t last;
    bool replaces; /* whether an old file |path| is replaced, unless a process is writing it */
};

/* A file that is being written. It is a whole recording at every moment: a launch becomes a part of
 * it in one step, once everything that it needs is written. One thread at a time may use a
 * writer. */
struct record_writer;

/* Makes the file, which only its owner may read. If |path| exists and is not replaced, or if a
 * process is writing it, the file is |path| with a dot and the number of this process behind it.
 * NULL: CODEOBJ_IO or CODEOBJ_NO_MEMORY. */
struct record_writer *record_create(const struct record_settings *settings,
                                    struct codeobj_error *error);
/* Returns the path of the file. */
const char *record_path(const struct record_writer *writer);
/* These add a section, which belongs to the file from the next record_put_launch() on.
 * record_put_code() and record_put_piece() return the number of the new section, or of an earlier
 * one with the same bytes. They return 0 when the file would exceed its limit, or could not be
 * written: record_is_broken() tells which. */
bool record_put_device(struct record_writer *writer, uint64_t number,
                       const struct record_device *device);
uint64_t record_put_code(struct record_writer *writer, struct span code_object);
uint64_t record_put_piece(struct record_writer *writer, struct span piece);
/* Whether the file has a section of this kind and number. */
bool record_has(struct record_writer *writer, uint32_t kind, uint64_t number);
/* Adds a launch, and makes it and all sections before it a part of the file. On failure, and after
 * record_take_back(), the sections that were added since the last launch are not in the file. */
bool record_put_launch(struct record_writer *writer, const struct record_launch *launch);
/* Takes the launch |number| out of the file, if nothing was added after it. */
bool record_undo_launch(struct record_writer *writer, uint64_t number);
/* Adds the contents of memory after a launch that was added: the numbers of |launch->piece_count|
 * pieces. */
bool record_put_after(struct record_writer *writer, const struct record_launch *launch,
                      const uint64_t *pieces);
/* Adds which workgroups of a launch that was added are to run. */
bool record_put_part(struct record_writer *writer, const struct record_launch *launch,
                     uint64_t first, uint64_t count);
void record_take_back(struct record_writer *writer);
/* If the writer keeps the last launches: the first call makes room by compressing their contents,
 * as those of new ones are from then on; each later call drops all launches but those that are to
 * be kept, less one. Returns false when no launch can be dropped, or when
 * the new one does not fit into an empty file. */
bool record_make_room(struct record_writer *writer);
/* Whether the disk or the system failed. The file has the launches before the failure. */
bool record_is_broken(const struct record_writer *writer);
/* Drops launches that are not to be kept, writes the end, and closes the file. */
void record_finish(struct record_writer *writer, uint64_t seen, uint64_t left_out);
/* Does this with the recording of a program that was killed: keeps the last |last| launches (0:
 * all), compresses what they need, and adds an end. Leaves a file alone that has an end, or that a
 * process is writing. If it fails, the file is as whole as it was. Thread-safe. */
enum codeobj_status record_complete(const char *path, uint64_t last, struct codeobj_error *error);

/* What became of an old file. */
enum record_old {
    RECORD_REMOVED, /* there is none now */
    RECORD_FOREIGN, /* it is not a recording, such as a link, and stays */
    RECORD_BUSY,    /* a process is writing it, and it stays */
    RECORD_STAYS,   /* it cannot be removed, for the reason in errno */
};
/* Removes an old recording, or an empty file. Thread-safe. */
enum record_old record_remove(const char *path);

#endif
