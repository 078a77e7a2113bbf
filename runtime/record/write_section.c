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

/* ---- Slots ----------------------------------------------------------------------------------- */

/* Notes that the bytes of a section may be used again. If there is no memory for this, they are
 * not. */
static void add_slot(struct record_writer *writer, uint64_t offset, uint64_t size)
{
    if (writer->slot_count == writer->slot_room) {
        size_t room = writer->slot_room ? writer->slot_room * 2 : 64;
        void *more = realloc(writer->slots, room * sizeof *writer->slots);
        if (!more)
            return;
        writer->slots = more;
        writer->slot_room = room;
    }
    writer->slots[writer->slot_count++] = (struct slot){offset, size};
    writer->slot_bytes += size;
}

/* Takes the slot of |size| bytes that was used last, which the processor's cache may still have. */
static bool take_slot(struct record_writer *writer, uint64_t size, uint64_t *out_offset)
{
    for (size_t i = writer->slot_count; i-- > 0;) {
        if (writer->slots[i].size != size)
            continue;
        *out_offset = writer->slots[i].offset;
        writer->slots[i] = writer->slots[--writer->slot_count];
        writer->slot_bytes -= size;
        return true;
    }
    return false;
}

/* Writes the first words of a section, in one step, as they are in 8 aligned bytes. */
static bool write_kind(struct record_writer *writer, const struct written *section, uint32_t kind)
{
    uint8_t words[8];
    store_le(words + AT_KIND, kind, 4);
    store_le(words + AT_METHOD, section->method, 4);
    if (!record_write_at(writer->file, words, sizeof words, section->offset))
        writer->is_broken = true;
    return !writer->is_broken;
}

bool written_show(struct record_writer *writer, const struct written *section)
{
    return !section->is_in_slot || write_kind(writer, section, section->kind);
}

bool written_hide(struct record_writer *writer, const struct written *section)
{
    return !section->is_in_slot || write_kind(writer, section, RECORD_FREE);
}

/* ---- The list -------------------------------------------------------------------------------- */

static int compare_known(const void *a, const void *b)
{
    const struct written *left = a, *right = b;
    if (left->kind != right->kind)
        return left->kind < right->kind ? -1 : 1;
    if (left->raw_size != right->raw_size)
        return left->raw_size < right->raw_size ? -1 : 1;
    return memcmp(&left->hash, &right->hash, sizeof left->hash);
}

static int compare_numbers(const void *a, const void *b)
{
    uint64_t left = ((const struct written *)a)->number;
    uint64_t right = ((const struct written *)b)->number;
    return (left > right) - (left < right);
}

static void remove_from(void **tree, const struct written *section,
                        int (*compare)(const void *, const void *))
{
    struct written **found = tfind(section, tree, compare);
    if (found && *found == section)
        tdelete(section, tree, compare);
}

void written_forget(struct record_writer *writer, struct written *section)
{
    remove_from(&writer->known, section, compare_known);
    remove_from(&writer->numbered, section, compare_numbers);
    if (section->is_in_slot)
        add_slot(writer, section->offset, section->size);
    free(section->needs);
    free(section);
}

struct written *written_list(struct record_writer *writer, const struct written *section)
{
    if (writer->count == writer->room) {
        size_t room = writer->room ? writer->room * 2 : 64;
        void *more = realloc(writer->sections, room * sizeof *writer->sections);
        if (!more)
            return NULL;
        writer->sections = more;
        writer->room = room;
    }
    struct written *copy = malloc(sizeof *copy);
    if (!copy)
        return NULL;
    *copy = *section;
    writer->sections[writer->count++] = copy;
    return copy;
}

struct written *written_find(const struct record_writer *writer, uint32_t kind, uint64_t number)
{
    if (kind == RECORD_CODE || kind == RECORD_DATA) {
        const struct written key = {.number = number};
        struct written **found = tfind(&key, (void *const *)&writer->numbered, compare_numbers);
        return found && (*found)->kind == kind ? *found : NULL;
    }
    for (size_t i = 0; i < writer->count; i++)
        if (writer->sections[i]->kind == kind && writer->sections[i]->number == number)
            return writer->sections[i];
    return NULL;
}

bool written_number(struct record_writer *writer, struct written *section)
{
    return tsearch(section, &writer->numbered, compare_numbers) != NULL;
}

bool written_need(struct record_writer *writer, struct written *section, uint64_t code,
                  const uint64_t *pieces, uint64_t piece_count)
{
    section->needs = calloc((size_t)piece_count + 1, sizeof *section->needs);
    for (uint64_t i = 0; section->needs && i <= piece_count; i++) {
        uint64_t number = i < piece_count ? pieces[i] : code;
        uint32_t kind = i < piece_count ? RECORD_DATA : RECORD_CODE;
        struct written *found = number ? written_find(writer, kind, number) : NULL;
        if (number && !found)
            return false;
        if (found)
            section->needs[section->need_count++] = found;
    }
    return section->needs != NULL;
}

void written_hold(struct written *section)
{
    for (size_t i = 0; i < section->need_count; i++)
        section->needs[i]->users++;
}

void written_release(struct written *section)
{
    for (size_t i = 0; i < section->need_count; i++)
        section->needs[i]->users--;
    section->need_count = 0;
}

/* ---- Writing --------------------------------------------------------------------------------- */

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

/* Writes |section| at |offset|; |sum| is the hash of |stored|. In a slot, the section stays hidden:
 * its kind is written by written_show(). */
static bool write_section(int file, const struct written *section, struct span stored, uint64_t sum,
                          uint64_t offset)
{
    static const uint8_t zeros[SECTION_ALIGNMENT];
    const unsigned begin = section->is_in_slot ? AT_NUMBER : 0;
    uint8_t header[RECORD_SECTION];
    store_le(header + AT_KIND, section->kind, 4);
    store_le(header + AT_METHOD, section->method, 4);
    store_le(header + AT_NUMBER, section->number, 8);
    store_le(header + AT_STORED, stored.size, 8);
    store_le(header + AT_RAW, section->raw_size, 8);
    store_le(header + AT_HASH, record_hash(header, sum), 8);
    return record_write_at(file, header + begin, RECORD_SECTION - begin, offset + begin) &&
           record_write_at(file, stored.data, stored.size, offset + RECORD_SECTION) &&
           record_write_at(file, zeros, (size_t)(record_align(stored.size) - stored.size),
                           offset + RECORD_SECTION + stored.size);
}

/* Adds a section; |sum| is the hash of |raw|. */
static struct written *put(struct record_writer *writer, struct written section, struct span raw,
                           uint64_t sum)
{
    if (writer->is_broken)
        return NULL;
    section.raw_size = raw.size;
    section.is_plain = section.kind == RECORD_DATA && !writer->packs_pieces;
    struct span stored = section.is_plain ? raw : pack(writer, raw, &section.method);
    if (section.method)
        sum = hash_64(stored.data, stored.size);
    section.size = RECORD_SECTION + record_align(stored.size);
    section.is_in_slot = take_slot(writer, section.size, &section.offset);
    if (!section.is_in_slot) {
        section.offset = writer->tail;
        if (is_over_limit(writer, section.size)) {
            writer->needed = writer->added + section.size;
            return NULL;
        }
    }
    struct written *listed = written_list(writer, &section);
    if (!listed || !write_section(writer->file, &section, stored, sum, section.offset)) {
        writer->is_broken = true;
        return NULL;
    }
    writer->added += section.size;
    writer->tail += section.is_in_slot ? 0 : section.size;
    return listed;
}

struct written *written_put(struct record_writer *writer, uint32_t kind, uint64_t number,
                            struct span raw)
{
    drop_settle(writer);
    return put(writer, (struct written){.kind = kind, .number = number}, raw,
               hash_64(raw.data, raw.size));
}

uint64_t written_put_known(struct record_writer *writer, uint32_t kind, struct span raw)
{
    struct written key = {.kind = kind, .raw_size = raw.size, .number = writer->next_number};
    uint64_t sum;
    drop_settle(writer);
    hash_both(raw.data, raw.size, &sum, &key.hash);
    struct written **found = tfind(&key, &writer->known, compare_known);
    if (found)
        return (*found)->number;
    struct written *section = put(writer, key, raw, sum);
    if (!section)
        return 0;
    /* If there is no memory for this, the same bytes are stored again later. */
    tsearch(section, &writer->known, compare_known);
    return written_number(writer, section) ? writer->next_number++ : 0;
}

/* ---- Copying --------------------------------------------------------------------------------- */

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
static bool copy_packed(struct record_writer *writer, int to, struct written *section,
                        uint64_t offset)
{
    struct written copy = *section;
    uint8_t *bytes = malloc((size_t)section->raw_size + 1);
    struct span raw = {bytes, (size_t)section->raw_size};
    bool is_good =
        bytes && record_read_at(writer->file, bytes, raw.size, section->offset + RECORD_SECTION);
    if (is_good) {
        struct span stored = pack(writer, raw, &copy.method);
        copy.is_in_slot = false;
        is_good = write_section(to, &copy, stored, hash_64(stored.data, stored.size), offset);
        section->new_size = RECORD_SECTION + record_align(stored.size);
        section->new_method = copy.method;
    }
    free(bytes);
    return is_good;
}

bool written_copy(struct record_writer *writer, int to, struct written *section, uint64_t offset)
{
    section->new_size = section->size;
    section->new_method = section->method;
    return section->is_plain && writer->packs_pieces
               ? copy_packed(writer, to, section, offset)
               : copy_plain(writer->file, to, section, offset);
}
