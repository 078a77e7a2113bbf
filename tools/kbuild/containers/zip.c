/* Zip archives: Python's wheels, IREE's modules (.vmfb), AOTriton's images.
 *
 * Members, then a directory with an entry for each, then the end of the directory. All numbers are
 * little-endian. Numbers in parentheses are sections of PKWARE's APPNOTE, "4.3 General Format of a
 * .ZIP file".
 *
 * member (4.3.7):  "PK\3\4" | 22 bytes | u16 size of the name | u16 of the extra field |
 *                  name | extra field | contents
 * entry (4.3.12):  "PK\1\2" | u16 | u16 | u16 flags | u16 method | u32 time | u32 CRC-32 |
 *                  u32 size of the contents | u32 unpacked size | u16 size of the name |
 *                  u16 of the extra field | u16 of the comment | 8 bytes |
 *                  u32 the member's offset | name | extra field | comment
 * end (4.3.16):    "PK\5\6" | 6 bytes | u16 count of entries | u32 size of the directory |
 *                  u32 offset of the directory | u16 size of a comment | comment
 *
 * A number that does not fit has all bits set here. Its value is in the entry's extra field 1
 * (4.5.3), or in the end of the directory of zip64 (4.3.14), whose offset is in the locator before
 * the end (4.3.15). Sizes and names are read from the directory, not from the members.
 */
#include "walk.h"

#include <inttypes.h>
#include <string.h>

enum {
    MEMBER_SIZE = 30,
    ENTRY_SIZE = 46,
    END_SIZE = 22,
    LOCATOR_SIZE = 20,
    END64_SIZE = 56,
    COMMENT_MAX = 65535,
    /* the bits of an entry count that are compared; writers without zip64 leave out the higher bits
     */
    COUNT_BITS = 0xffff,
    FLAG_ENCRYPTED = 1,
    ZIP64 = 1, /* the id of zip64's extra field */
};

enum method { METHOD_STORED = 0, METHOD_DEFLATE = 8, METHOD_ZSTD = 93 };

static const char start_magic[] = "PK\3\4", entry_magic[] = "PK\1\2", end_magic[] = "PK\5\6",
                  locator_magic[] = "PK\6\7", end64_magic[] = "PK\6\6";

struct zip {
    struct walk *walk;
    const struct container *container;
    struct span directory;
    uint64_t directory_at;
    uint64_t count;   /* number of entries, of which only the lowest 16 bits are known */
    unsigned members; /* number of members that were reported so far */
    /* bytes of members that were shown so far; the file's size is the limit, which bounds the time
     */
    uint64_t shown;
};

struct entry {
    uint64_t at; /* offset of this entry of the directory */
    uint64_t flags, method, stored_size, raw_size, offset;
    uint32_t crc;
    struct span name, extra;
};

static bool starts_with(struct span bytes, const char *magic)
{
    return bytes.size >= 4 && memcmp(bytes.data, magic, 4) == 0;
}

bool zip_recognise(struct span bytes)
{
    return starts_with(bytes, start_magic) || starts_with(bytes, end_magic);
}

static bool fail(const struct zip *zip, enum codeobj_status status, uint64_t at, const char *what)
{
    return walk_problem_at(zip->walk, zip->container, status, at, "%s", what);
}

/* ---- The directory --------------------------------------------------------------------------- */

/* Finds the last "PK\5\6" whose comment ends at the end of the file. */
static bool find_end(struct span bytes, uint64_t *out_at, struct span *out)
{
    uint64_t last = bytes.size < END_SIZE ? 0 : bytes.size - END_SIZE;
    for (uint64_t behind = 0; behind <= COMMENT_MAX && behind <= last; behind++) {
        *out_at = last - behind;
        if (span_sub(bytes, *out_at, END_SIZE, out) && starts_with(*out, end_magic) &&
            load_le(out->data + 20, 2) == behind)
            return true;
    }
    return false;
}

static bool open_directory(struct zip *zip)
{
    struct span bytes = zip->container->bytes, end, locator, end64;
    uint64_t at;
    if (!find_end(bytes, &at, &end))
        return fail(zip, CODEOBJ_TRUNCATED, bytes.size,
                    "zip archive ends without its directory: it is cut off");
    uint64_t size = load_le(end.data + 12, 4), offset = load_le(end.data + 16, 4);
    zip->count = load_le(end.data + 10, 2);
    if (at >= LOCATOR_SIZE && span_sub(bytes, at - LOCATOR_SIZE, LOCATOR_SIZE, &locator) &&
        starts_with(locator, locator_magic)) {
        if (!span_sub(bytes, load_le(locator.data + 8, 8), END64_SIZE, &end64) ||
            !starts_with(end64, end64_magic))
            return fail(zip, CODEOBJ_CORRUPT, at - LOCATOR_SIZE,
                        "end of the directory, of zip64, is not where its locator says");
        zip->count = load_le(end64.data + 32, 2);
        size = load_le(end64.data + 40, 8);
        offset = load_le(end64.data + 48, 8);
    }
    zip->directory_at = offset;
    if (span_sub(bytes, offset, size, &zip->directory))
        return true;
    return fail(
        zip, CODEOBJ_CORRUPT, at,
        "directory of the zip archive is not inside it: a part is missing, or something was "
        "put in front of it");
}

/* Reads numbers from the extra field of zip64. It has, in this order, each number that has all bits
 * set in the entry. */
static bool read_zip64(struct entry *entry)
{
    uint64_t *const numbers[] = {&entry->raw_size, &entry->stored_size, &entry->offset};
    struct span extra = entry->extra, field, rest;
    while (span_sub(extra, 0, 4, &field)) {
        uint64_t id = load_le(field.data, 2), size = load_le(field.data + 2, 2);
        if (!span_sub(extra, 4, size, &field))
            return false;
        span_sub(extra, 4 + size, extra.size - 4 - size, &rest);
        extra = rest;
        if (id != ZIP64)
            continue;
        uint64_t at = 0;
        for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
            struct span number;
            if (*numbers[i] != UINT32_MAX)
                continue;
            if (!span_sub(field, at, 8, &number))
                return false;
            *numbers[i] = load_le(number.data, 8);
            at += 8;
        }
    }
    return true;
}

/* Reads the entry of the directory at |*at|, and moves |*at| to the next entry. */
static bool read_entry(const struct zip *zip, uint64_t *at, struct entry *out)
{
    struct span fields, rest = {NULL, 0};
    out->at = zip->directory_at + *at;
    if (!span_sub(zip->directory, *at, ENTRY_SIZE, &fields) || !starts_with(fields, entry_magic))
        return fail(zip, CODEOBJ_CORRUPT, out->at, "directory of the zip archive is damaged");
    out->flags = load_le(fields.data + 8, 2);
    out->method = load_le(fields.data + 10, 2);
    out->crc = (uint32_t)load_le(fields.data + 16, 4);
    out->stored_size = load_le(fields.data + 20, 4);
    out->raw_size = load_le(fields.data + 24, 4);
    out->offset = load_le(fields.data + 42, 4);
    uint64_t name = load_le(fields.data + 28, 2), extra = load_le(fields.data + 30, 2),
             comment = load_le(fields.data + 32, 2),
             end = *at + ENTRY_SIZE + name + extra + comment;
    if (!span_sub(zip->directory, *at + ENTRY_SIZE, name + extra + comment, &rest) ||
        !span_sub(rest, 0, name, &out->name) || !span_sub(rest, name, extra, &out->extra) ||
        !read_zip64(out))
        return fail(zip, CODEOBJ_CORRUPT, out->at, "directory of the zip archive is damaged");
    *at = end;
    return true;
}

/* ---- Members --------------------------------------------------------------------------------- */

static bool find_contents(const struct zip *zip, const struct entry *entry, struct member *out)
{
    struct span bytes = zip->container->bytes, header;
    if (!span_sub(bytes, entry->offset, MEMBER_SIZE, &header) || !starts_with(header, start_magic))
        return fail(zip, CODEOBJ_CORRUPT, entry->at,
                    "member of the zip archive is not where the directory says");
    out->offset =
        entry->offset + MEMBER_SIZE + load_le(header.data + 26, 2) + load_le(header.data + 28, 2);
    if (!span_sub(bytes, out->offset, entry->stored_size, &out->bytes))
        return fail(zip, CODEOBJ_TRUNCATED, entry->at,
                    "member of the zip archive ends past its end");
    return true;
}

static bool show_stored(struct zip *zip, const struct entry *entry, struct member *member)
{
    if (entry->raw_size != entry->stored_size)
        return fail(zip, CODEOBJ_CORRUPT, entry->at,
                    "stored member of the zip archive has two sizes");
    return member_check(zip->walk, zip->container, member, entry->crc) &&
           member_walk(zip->walk, zip->container, member);
}

static void show_entry(struct zip *zip, const struct entry *entry)
{
    struct member member = {
        .stored_size = entry->stored_size, .name = entry->name, .index = zip->members};
    if (entry->stored_size == 0 || !find_contents(zip, entry, &member))
        return;
    zip->shown += entry->stored_size;
    if (zip->shown > zip->container->bytes.size) {
        fail(zip, CODEOBJ_CORRUPT, entry->at, "members of the zip archive overlap");
        return;
    }
    if (entry->flags & FLAG_ENCRYPTED) {
        fail(zip, CODEOBJ_UNSUPPORTED, entry->at,
             "member of the zip archive is encrypted; unpack it first");
        return;
    }
    member.codec = entry->method == METHOD_DEFLATE ? BUNDLE_CODEC_DEFLATE
                   : entry->method == METHOD_ZSTD  ? BUNDLE_CODEC_ZSTD
                                                   : BUNDLE_CODEC_NONE;
    if (entry->method == METHOD_STORED)
        zip->members += show_stored(zip, entry, &member);
    else if (member.codec != BUNDLE_CODEC_NONE)
        zip->members +=
            member_unpack_walk(zip->walk, zip->container, &member, entry->raw_size, &entry->crc);
    else
        walk_problem_at(zip->walk, zip->container, CODEOBJ_UNSUPPORTED, entry->at + 10,
                        "member of the zip archive is compressed by method %" PRIu64
                        "; unpack it first",
                        entry->method);
}

/* Walks the members. If the archive's central directory cannot be read, searches the whole file
 * instead, which finds units (see walk.h) only in members that are stored without compression. */
void zip_walk(struct walk *walk, const struct container *container)
{
    struct zip zip = {.walk = walk, .container = container};
    struct entry entry;
    if (!open_directory(&zip)) {
        search_file(walk, container);
        return;
    }
    uint64_t at = 0, count = 0;
    for (; at < zip.directory.size && read_entry(&zip, &at, &entry); count++)
        show_entry(&zip, &entry);
    if (at >= zip.directory.size && (count & COUNT_BITS) != zip.count)
        fail(&zip, CODEOBJ_CORRUPT, zip.directory_at,
             "directory of the zip archive has not as many members as its end says");
}
