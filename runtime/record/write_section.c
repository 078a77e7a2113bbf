/* Sections of a file that is being written, and the list of them: see write.c. */
#include "writer.h"

#include "unpack.h"

#include <search.h>
#include <stdlib.h>
#include <string.h>

enum { LEVEL = 1 };

static bool is_over_limit(const struct record_writer *writer, uint64_t more)
{
    return more > writer->limit || writer->tail > writer->limit - more;
}

static int compare_known(const void *a, const void *b)
{
    const struct written *left = a, *right = b;
    if (left->kind != right->kind)
        return left->kind < right->kind ? -1 : 1;
    if (left->raw_size != right->raw_size)
        return left->raw_size < right->raw_size ? -1 : 1;
    return memcmp(&left->hash, &right->hash, sizeof left->hash);
}

void written_forget(struct record_writer *writer, struct written *section)
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
    return record_write_at(file, header, RECORD_SECTION, offset) &&
           record_write_at(file, stored.data, stored.size, offset + RECORD_SECTION) &&
           record_write_at(file, zeros, (size_t)(record_align(stored.size) - stored.size),
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
struct written *written_put(struct record_writer *writer, uint32_t kind, uint64_t number,
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
uint64_t written_put_known(struct record_writer *writer, uint32_t kind, struct span raw)
{
    struct written key = {.kind = kind, .raw_size = raw.size, .hash = hash_128(raw.data, raw.size)};
    struct written **found = tfind(&key, &writer->known, compare_known);
    if (found)
        return (*found)->number;
    struct written *section = written_put(writer, kind, writer->next_number, raw);
    if (!section)
        return 0;
    section->hash = key.hash;
    /* If there is no memory for this, the same bytes are stored again later. */
    tsearch(section, &writer->known, compare_known);
    return writer->next_number++;
}

struct written *written_find(const struct record_writer *writer, uint32_t kind, uint64_t number)
{
    for (size_t i = 0; i < writer->count; i++)
        if (writer->sections[i]->kind == kind && writer->sections[i]->number == number)
            return writer->sections[i];
    return NULL;
}

/* Copies a section as it is. */
static bool copy_plain(int from, int to, const struct written *section, uint64_t offset)
{
    uint8_t part[1 << 16];
    for (uint64_t done = 0; done < section->size;) {
        uint64_t rest = section->size - done, size = rest < sizeof part ? rest : sizeof part;
        if (!record_read_at(from, part, (size_t)size, section->offset + done) ||
            !record_write_at(to, part, (size_t)size, offset + done))
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
    bool is_good = raw && record_read_at(writer->file, raw, (size_t)section->raw_size,
                                         section->offset + RECORD_SECTION);
    if (is_good) {
        struct span stored = pack(writer, (struct span){raw, (size_t)section->raw_size}, &method);
        section->new_size = RECORD_SECTION + record_align(stored.size);
        is_good = write_section(to, section, method, stored, offset);
    }
    free(raw);
    return is_good;
}

bool written_copy(struct record_writer *writer, int to, struct written *section, uint64_t offset)
{
    section->new_size = section->size;
    return section->is_plain && writer->packs_pieces
               ? pack_section(writer, to, section, offset)
               : copy_plain(writer->file, to, section, offset);
}
