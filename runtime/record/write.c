/* Writing recordings.
 *
 * Sections are appended behind the end that the header states. When a launch is complete, the
 * header gets the new end, in one write. So the file is a whole recording whenever the process is
 * killed. To drop launches, what is kept is copied to a new file, which replaces the old one. */
#include "format.h"

#include "unpack.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <search.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zstd.h>

/* Bytes of launches that are not to be kept, for which the file is written anew. */
enum { WASTE_LEAST = 16 << 20, LEVEL = 1 };

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
    bool packs_pieces; /* whether contents are compressed at once, see put_section() */
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

/* ---- The file -------------------------------------------------------------------------------- */

static bool write_at(int file, const void *data, size_t size, uint64_t offset)
{
    const uint8_t *at = data;
    while (size > 0) {
        ssize_t done = pwrite(file, at, size, (off_t)offset);
        if (done < 0 && errno == EINTR)
            continue;
        if (done <= 0)
            return false;
        at += done;
        offset += (uint64_t)done;
        size -= (size_t)done;
    }
    return true;
}

static bool write_header(int file, uint64_t end)
{
    uint8_t header[RECORD_HEADER] = RECORD_MAGIC;
    store_le(header + AT_VERSION, RECORD_VERSION, 4);
    store_le(header + AT_END, end, 8);
    store_le(header + AT_HEADER_HASH, hash_64(header, AT_HEADER_HASH), 8);
    return write_at(file, header, sizeof header, 0);
}

/* Makes the file and locks it. Returns its descriptor, or -1 with errno. */
static int make_file(const char *path)
{
    int file = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0600);
    if (file >= 0)
        /* A failure is ignored, because some file systems have no locks. */
        (void)flock(file, LOCK_EX | LOCK_NB);
    return file;
}

/* Whether the file is a recording, or empty. */
static bool is_recording(int file, off_t size)
{
    char magic[sizeof RECORD_MAGIC];
    return size == 0 || (pread(file, magic, sizeof magic, 0) == (ssize_t)sizeof magic &&
                         memcmp(magic, RECORD_MAGIC, sizeof magic) == 0);
}

/* Removes an old recording, unless a process is writing it. Returns false with EEXIST, or another
 * reason in errno, if it stays. */
static bool remove_old(const char *path)
{
    struct stat stat;
    int file = open(path, O_RDWR | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
    if (file < 0)
        return false;
    bool is_free = fstat(file, &stat) == 0 && S_ISREG(stat.st_mode) &&
                   is_recording(file, stat.st_size) && flock(file, LOCK_EX | LOCK_NB) == 0;
    bool is_gone = is_free && unlink(path) == 0;
    close(file);
    errno = is_gone ? 0 : EEXIST;
    return is_gone;
}

static int open_file(struct record_writer *writer, const struct record_settings *settings)
{
    size_t size = strlen(settings->path) + 16;
    writer->path = malloc(size);
    if (!writer->path)
        return -1;
    snprintf(writer->path, size, "%s", settings->path);
    int file = make_file(writer->path);
    if (file >= 0 || errno != EEXIST)
        return file;
    if (settings->replaces && remove_old(writer->path))
        return make_file(writer->path);
    snprintf(writer->path, size, "%s.%d", settings->path, (int)getpid());
    file = make_file(writer->path);
    /* The file is of an older process that had the number of this one. */
    if (file < 0 && errno == EEXIST && remove_old(writer->path))
        file = make_file(writer->path);
    return file;
}

static bool is_over_limit(const struct record_writer *writer, uint64_t more)
{
    return more > writer->limit || writer->tail > writer->limit - more;
}

/* ---- Sections -------------------------------------------------------------------------------- */

static int compare_known(const void *a, const void *b)
{
    const struct written *left = a, *right = b;
    if (left->kind != right->kind)
        return left->kind < right->kind ? -1 : 1;
    if (left->raw_size != right->raw_size)
        return left->raw_size < right->raw_size ? -1 : 1;
    return memcmp(&left->hash, &right->hash, sizeof left->hash);
}

static void forget(struct record_writer *writer, struct written *section)
{
    struct written **found = tfind(section, &writer->known, compare_known);
    if (found && *found == section)
        tdelete(section, &writer->known, compare_known);
    free(section->pieces);
    free(section);
}

/* Compresses |raw| into |writer->packed|. Returns the bytes to store. */
static struct span pack(struct record_writer *writer, struct span raw, uint32_t *out_method)
{
    size_t room = ZSTD_compressBound(raw.size);
    *out_method = 0;
    if (room > writer->packed_room) {
        free(writer->packed);
        writer->packed = malloc(room);
        writer->packed_room = writer->packed ? room : 0;
    }
    if (!writer->packed)
        return raw;
    size_t size = ZSTD_compressCCtx(writer->compressor, writer->packed, writer->packed_room,
                                    raw.data, raw.size, LEVEL);
    if (ZSTD_isError(size) || size >= raw.size || raw.size > unpack_limit(size))
        return raw;
    *out_method = RECORD_ZSTD;
    return (struct span){writer->packed, size};
}

/* Writes |section|, whose bytes are |stored|, at |offset|. */
static bool write_section(int file, const struct written *section, uint32_t method,
                          struct span stored, uint64_t offset)
{
    static const uint8_t zeros[SECTION_ALIGNMENT];
    uint8_t header[RECORD_SECTION];
    store_le(header + AT_KIND, section->kind, 4);
    store_le(header + AT_METHOD, method, 4);
    store_le(header + AT_NUMBER, section->number, 8);
    store_le(header + AT_STORED, stored.size, 8);
    store_le(header + AT_RAW, section->raw_size, 8);
    store_le(header + AT_HASH, record_hash(header, stored), 8);
    return write_at(file, header, RECORD_SECTION, offset) &&
           write_at(file, stored.data, stored.size, offset + RECORD_SECTION) &&
           write_at(file, zeros, (size_t)(record_align(stored.size) - stored.size),
                    offset + RECORD_SECTION + stored.size);
}

/* Adds an entry to the list of sections. NULL: no memory. */
static struct written *list_section(struct record_writer *writer, const struct written *section)
{
    bool is_full = writer->count == 0 || (writer->count & (writer->count - 1)) == 0;
    size_t room = writer->count ? writer->count * 2 : 1;
    void *more = is_full ? realloc(writer->sections, room * sizeof *writer->sections)
                         : (void *)writer->sections;
    struct written *copy = malloc(sizeof *copy);
    if (more)
        writer->sections = more;
    if (!more || !copy) {
        free(copy);
        return NULL;
    }
    *copy = *section;
    writer->sections[writer->count++] = copy;
    return copy;
}

/* Appends a section. NULL when it would exceed the limit or cannot be written. Most launches of a
 * file that keeps the last ones are dropped soon, so their contents are not compressed before it is
 * known that they stay, or that there is no room. */
static struct written *put_section(struct record_writer *writer, uint32_t kind, uint64_t number,
                                   struct span raw)
{
    uint32_t method = 0;
    struct written section = {
        .kind = kind, .number = number, .offset = writer->tail, .raw_size = raw.size};
    if (writer->is_broken)
        return NULL;
    section.is_plain = kind == RECORD_DATA && !writer->packs_pieces;
    struct span stored = section.is_plain ? raw : pack(writer, raw, &method);
    section.size = RECORD_SECTION + record_align(stored.size);
    if (is_over_limit(writer, section.size)) {
        writer->needed = writer->tail - writer->end + section.size;
        return NULL;
    }
    struct written *listed = list_section(writer, &section);
    if (!listed || !write_section(writer->file, listed, method, stored, writer->tail)) {
        writer->is_broken = true;
        return NULL;
    }
    writer->tail += section.size;
    return listed;
}

/* Appends a section, unless the file has one of this kind with the same bytes. */
static uint64_t put_known(struct record_writer *writer, uint32_t kind, struct span raw)
{
    struct written key = {.kind = kind, .raw_size = raw.size, .hash = hash_128(raw.data, raw.size)};
    struct written **found = tfind(&key, &writer->known, compare_known);
    if (found)
        return (*found)->number;
    struct written *section = put_section(writer, kind, writer->next_number, raw);
    if (!section)
        return 0;
    section->hash = key.hash;
    /* If there is no memory for this, the same bytes are stored again later. */
    tsearch(section, &writer->known, compare_known);
    return writer->next_number++;
}

static bool commit(struct record_writer *writer)
{
    if (!write_header(writer->file, writer->tail)) {
        writer->is_broken = true;
        return false;
    }
    writer->end = writer->tail;
    writer->committed = writer->count;
    return true;
}

/* ---- Dropping launches ----------------------------------------------------------------------- */

static struct written *find_section(const struct record_writer *writer, uint32_t kind,
                                    uint64_t number)
{
    for (size_t i = 0; i < writer->count; i++)
        if (writer->sections[i]->kind == kind && writer->sections[i]->number == number)
            return writer->sections[i];
    return NULL;
}

static int compare_numbers(const void *a, const void *b)
{
    const uint64_t *left = a, *right = b;
    return (*left > *right) - (*left < *right);
}

/* Adds the numbers of what |launch| needs to |needed|. */
static size_t add_needed(const struct written *launch, uint64_t *needed)
{
    size_t count = 0;
    if (launch->code)
        needed[count++] = launch->code;
    for (uint64_t i = 0; i < launch->piece_count; i++)
        needed[count++] = launch->pieces[i];
    return count;
}

/* Marks the last |keep| launches and what they refer to. Returns the bytes of all that is marked,
 * or UINT64_MAX when there is no memory. */
static uint64_t mark_needed(struct record_writer *writer, uint64_t keep)
{
    size_t room = 1, count = 0;
    uint64_t oldest = UINT64_MAX, bytes = RECORD_HEADER;
    for (size_t i = writer->count; i-- > 0 && keep > 0;) {
        if (writer->sections[i]->kind != RECORD_LAUNCH)
            continue;
        oldest = writer->sections[i]->number;
        keep--;
    }
    for (size_t i = 0; i < writer->count; i++)
        room += 1 + (size_t)writer->sections[i]->piece_count;
    uint64_t *needed = malloc(room * sizeof *needed);
    if (!needed)
        return UINT64_MAX;
    for (size_t i = 0; i < writer->count; i++)
        if (writer->sections[i]->number >= oldest)
            count += add_needed(writer->sections[i], needed + count);
    qsort(needed, count, sizeof *needed, compare_numbers);
    for (size_t i = 0; i < writer->count; i++) {
        struct written *s = writer->sections[i];
        if (s->kind == RECORD_LAUNCH || s->kind == RECORD_AFTER || s->kind == RECORD_PART)
            s->is_needed = s->number >= oldest;
        else
            s->is_needed = s->kind == RECORD_DEVICE ||
                           bsearch(&s->number, needed, count, sizeof *needed, compare_numbers);
        bytes += s->is_needed ? s->size : 0;
    }
    free(needed);
    return bytes;
}

static bool read_at(int file, void *out, size_t size, uint64_t offset)
{
    uint8_t *at = out;
    while (size > 0) {
        ssize_t got = pread(file, at, size, (off_t)offset);
        if (got <= 0)
            return false;
        at += got;
        offset += (uint64_t)got;
        size -= (size_t)got;
    }
    return true;
}

static bool copy_section(int from, int to, const struct written *section, uint64_t offset)
{
    uint8_t part[1 << 16];
    for (uint64_t done = 0; done < section->size;) {
        uint64_t rest = section->size - done, size = rest < sizeof part ? rest : sizeof part;
        if (!read_at(from, part, (size_t)size, section->offset + done) ||
            !write_at(to, part, (size_t)size, offset + done))
            return false;
        done += size;
    }
    return true;
}

/* Copies a section whose bytes are stored as they are, and compresses it. */
static bool pack_section(struct record_writer *writer, int to, struct written *section,
                         uint64_t offset)
{
    uint32_t method;
    uint8_t *raw = malloc((size_t)section->raw_size + 1);
    bool is_good = raw && read_at(writer->file, raw, (size_t)section->raw_size,
                                  section->offset + RECORD_SECTION);
    if (is_good) {
        struct span stored = pack(writer, (struct span){raw, (size_t)section->raw_size}, &method);
        section->new_size = RECORD_SECTION + record_align(stored.size);
        is_good = write_section(to, section, method, stored, offset);
    }
    free(raw);
    return is_good;
}

/* Writes the marked sections to a new file. Returns the file, or -1. */
static int copy_needed(struct record_writer *writer, const char *path, uint64_t *out_end)
{
    uint64_t offset = RECORD_HEADER;
    int file = make_file(path);
    if (file < 0 && errno == EEXIST && remove_old(path))
        file = make_file(path);
    bool is_good = file >= 0;
    for (size_t i = 0; is_good && i < writer->count; i++) {
        struct written *section = writer->sections[i];
        if (!section->is_needed)
            continue;
        section->new_size = section->size;
        is_good = section->is_plain && writer->packs_pieces
                      ? pack_section(writer, file, section, offset)
                      : copy_section(writer->file, file, section, offset);
        offset += section->new_size;
    }
    if (is_good && write_header(file, offset) && rename(path, writer->path) == 0) {
        *out_end = offset;
        return file;
    }
    if (file >= 0) {
        close(file);
        unlink(path);
    }
    return -1;
}

static void drop_unneeded(struct record_writer *writer)
{
    size_t kept = 0;
    uint64_t offset = RECORD_HEADER;
    for (size_t i = 0; i < writer->count; i++) {
        struct written *section = writer->sections[i];
        if (!section->is_needed) {
            forget(writer, section);
            continue;
        }
        section->offset = offset;
        section->size = section->new_size;
        section->is_plain = section->is_plain && !writer->packs_pieces;
        offset += section->size;
        writer->sections[kept++] = section;
    }
    /* The room must be the least power of two that is enough, because list_section() expects
     * this. */
    size_t room = 1;
    while (room < kept)
        room *= 2;
    void *same = realloc(writer->sections, room * sizeof *writer->sections);
    if (same)
        writer->sections = same;
    writer->count = writer->committed = kept;
}

/* Drops all launches but the last |keep|. The list has no sections behind the end. */
static bool drop_launches(struct record_writer *writer, uint64_t keep)
{
    char path[PATH_MAX];
    uint64_t end;
    if (writer->is_broken || mark_needed(writer, keep) == UINT64_MAX ||
        snprintf(path, sizeof path, "%s.new", writer->path) >= (int)sizeof path)
        return false;
    int file = copy_needed(writer, path, &end);
    if (file < 0)
        return false;
    close(writer->file);
    writer->file = file;
    writer->end = writer->tail = end;
    writer->undo = 0;
    drop_unneeded(writer);
    return true;
}

static uint64_t launch_count(const struct record_writer *writer)
{
    uint64_t count = 0;
    for (size_t i = 0; i < writer->committed; i++)
        count += writer->sections[i]->kind == RECORD_LAUNCH;
    return count;
}

static void drop_waste(struct record_writer *writer)
{
    if (writer->last == 0 || writer->end < WASTE_LEAST || launch_count(writer) <= writer->last)
        return;
    uint64_t kept = mark_needed(writer, writer->last);
    if (kept < UINT64_MAX && writer->end - kept >= WASTE_LEAST && writer->end / 2 >= kept)
        drop_launches(writer, writer->last);
}

/* ---- The public functions -------------------------------------------------------------------- */

struct record_writer *record_create(const struct record_settings *settings,
                                    struct codeobj_error *error)
{
    struct record_writer *writer = calloc(1, sizeof *writer);
    if (writer)
        *writer = (struct record_writer){.file = -1,
                                         .limit = settings->limit,
                                         .last = settings->last,
                                         .packs_pieces = settings->last == 0,
                                         .end = RECORD_HEADER,
                                         .tail = RECORD_HEADER,
                                         .next_number = 1,
                                         .compressor = ZSTD_createCCtx()};
    if (!writer || !writer->compressor) {
        free(writer);
        codeobj_fail(error, CODEOBJ_NO_MEMORY, "%s: there is no memory", settings->path);
        return NULL;
    }
    writer->file = open_file(writer, settings);
    if (writer->file >= 0 && write_header(writer->file, RECORD_HEADER))
        return writer;
    codeobj_fail(error, CODEOBJ_IO, "%s: %s", settings->path, strerror(errno));
    writer->is_broken = true;
    record_finish(writer, 0, 0);
    return NULL;
}

const char *record_path(const struct record_writer *writer)
{
    return writer->path;
}

bool record_put_device(struct record_writer *writer, uint64_t number,
                       const struct record_device *device)
{
    struct span bytes = {(const uint8_t *)device, sizeof *device};
    return put_section(writer, RECORD_DEVICE, number, bytes) != NULL;
}

bool record_has(const struct record_writer *writer, uint32_t kind, uint64_t number)
{
    return find_section(writer, kind, number) != NULL;
}

uint64_t record_put_code(struct record_writer *writer, struct span code_object)
{
    return put_known(writer, RECORD_CODE, code_object);
}

uint64_t record_put_piece(struct record_writer *writer, struct span piece)
{
    return put_known(writer, RECORD_DATA, piece);
}

void record_take_back(struct record_writer *writer)
{
    while (writer->count > writer->committed)
        forget(writer, writer->sections[--writer->count]);
    writer->tail = writer->end;
}

bool record_is_broken(const struct record_writer *writer)
{
    return writer->is_broken;
}

bool record_make_room(struct record_writer *writer)
{
    if (writer->last == 0)
        return false;
    if (!writer->packs_pieces) {
        /* There may be room for all of them, compressed. If not, the next call drops one. */
        writer->packs_pieces = true;
        if (launch_count(writer) > 0)
            drop_launches(writer, writer->last);
        return true;
    }
    if (launch_count(writer) == 0 || writer->needed > writer->limit - RECORD_HEADER)
        return false;
    uint64_t before = launch_count(writer), keep = writer->last - 1;
    if (keep >= before)
        keep = before - 1;
    return drop_launches(writer, keep);
}

static uint64_t *copy_numbers(const uint64_t *numbers, uint64_t count)
{
    uint64_t *copy = malloc((size_t)(count + 1) * sizeof *copy);
    if (copy && count)
        memcpy(copy, numbers, (size_t)count * sizeof *copy);
    return copy;
}

/* Adds a section whose launch needs |code| and |pieces|, and commits. */
static bool put_and_commit(struct record_writer *writer, uint32_t kind,
                           const struct record_launch *launch, struct span bytes, uint64_t code,
                           const uint64_t *pieces)
{
    uint64_t *copy = copy_numbers(pieces, launch->piece_count);
    struct written *section = copy ? put_section(writer, kind, launch->number, bytes) : NULL;
    if (!section) {
        free(copy);
        record_take_back(writer);
        return false;
    }
    section->code = code;
    section->pieces = copy;
    section->piece_count = launch->piece_count;
    writer->undo = kind == RECORD_LAUNCH ? launch->number : 0;
    writer->end_before = writer->end;
    writer->committed_before = writer->committed;
    return commit(writer);
}

bool record_undo_launch(struct record_writer *writer, uint64_t number)
{
    if (writer->is_broken || !number || writer->undo != number ||
        !write_header(writer->file, writer->end_before))
        return false;
    writer->undo = 0;
    writer->end = writer->end_before;
    writer->committed = writer->committed_before;
    record_take_back(writer);
    return true;
}

bool record_put_launch(struct record_writer *writer, const struct record_launch *launch)
{
    size_t size;
    uint8_t *bytes = launch_encode(launch, &size);
    if (!bytes) {
        record_take_back(writer);
        return false;
    }
    bool is_good = put_and_commit(writer, RECORD_LAUNCH, launch, (struct span){bytes, size},
                                  launch->code, launch->pieces);
    free(bytes);
    if (is_good)
        drop_waste(writer);
    return is_good;
}

bool record_put_after(struct record_writer *writer, const struct record_launch *launch,
                      const uint64_t *pieces)
{
    size_t size = (size_t)launch->piece_count * 8;
    uint8_t *bytes = malloc(size + 1);
    for (uint64_t i = 0; bytes && i < launch->piece_count; i++)
        store_le(bytes + i * 8, pieces[i], 8);
    bool is_good = bytes && put_and_commit(writer, RECORD_AFTER, launch, (struct span){bytes, size},
                                           0, pieces);
    free(bytes);
    return is_good;
}

bool record_put_part(struct record_writer *writer, const struct record_launch *launch,
                     uint64_t first, uint64_t count)
{
    uint8_t bytes[16];
    store_le(store_le(bytes, first, 8), count, 8);
    if (put_section(writer, RECORD_PART, launch->number, (struct span){bytes, sizeof bytes}))
        return commit(writer);
    record_take_back(writer);
    return false;
}

void record_finish(struct record_writer *writer, uint64_t seen, uint64_t left_out)
{
    uint8_t end[16];
    record_take_back(writer);
    if (writer->last && launch_count(writer) > 0) {
        writer->packs_pieces = true;
        drop_launches(writer, writer->last);
    }
    store_le(store_le(end, seen, 8), left_out, 8);
    writer->limit = UINT64_MAX; /* There must be room for the end, whatever the limit is. */
    if (put_section(writer, RECORD_END, 0, (struct span){end, sizeof end}))
        commit(writer);
    if (writer->file >= 0 && !writer->is_broken)
        (void)!ftruncate(writer->file, (off_t)writer->end);
    if (writer->file >= 0)
        close(writer->file);
    while (writer->count)
        forget(writer, writer->sections[--writer->count]);
    free(writer->sections);
    free(writer->path);
    free(writer->packed);
    ZSTD_freeCCtx(writer->compressor);
    free(writer);
}
