/* Tar archives: POSIX's ("ustar"), with the extensions of pax and GNU for long names and large
 * files.
 *
 * A member is a header of 512 bytes and its contents, padded to a multiple of 512. A header of
 * zeros ends the archive. The header has
 *   at   0, 100 bytes: the name
 *   at 124,  12 bytes: the size, in octal, or GNU's: big-endian with the highest bit set
 *   at 148,   8 bytes: the checksum: the sum of all bytes, with blanks in place of the checksum
 *   at 156,   1 byte: the type
 *   at 257: "ustar"
 *   at 345, 155 bytes: what comes before the name and a slash
 *
 * type '0', '\0', '7'   a file
 *      'x'              records "<length> <key>=<value>\n" about the next member
 *      'L'              GNU: the name of the next member
 *      others           without contents of interest
 *
 * See POSIX, "pax - portable archive interchange", and the manual of GNU tar, "Basic Tar Format".
 */
#include "walk.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum {
    BLOCK = 512,
    NAME_SIZE = 100,
    SIZE_AT = 124,
    SIZE_SIZE = 12,
    SUM_AT = 148,
    SUM_SIZE = 8,
    TYPE_AT = 156,
    MAGIC_AT = 257,
    PREFIX_AT = 345,
    PREFIX_SIZE = 155,
    NAME_ROOM = PREFIX_SIZE + 1 + NAME_SIZE,
};

struct tar {
    struct walk *walk;
    const struct container *container;
    unsigned members; /* number of members that were reported so far */
    struct span name; /* name of the next member, if an extension's header states it */
    uint64_t size;    /* size of the next member, if an extension's header states it (|has_size|) */
    bool has_size;
};

/* Reads a number of a header: an octal number, which ends at a blank or a NUL, or GNU's binary
 * number of up to 95 bits. Refuses a number that does not fit 64 bits. */
static bool read_number(const uint8_t *field, size_t size, uint64_t *out)
{
    uint64_t value = 0;
    size_t i = 0;
    if (field[0] & 0x80) {
        for (i = 0; i + 8 < size; i++) {
            if (field[i] != (i == 0 ? 0x80 : 0))
                return false;
        }
        for (; i < size; i++)
            value = value << 8 | field[i];
        *out = value;
        return true;
    }
    while (i < size && field[i] == ' ')
        i++;
    for (; i < size && field[i] >= '0' && field[i] <= '7'; i++)
        /* This does not overflow: a field has at most 12 octal digits, 36 bits. */
        value = value * 8 + (uint64_t)(field[i] - '0');
    *out = value;
    return i == size || field[i] == ' ' || field[i] == '\0';
}

static bool has_sum(const uint8_t *header)
{
    uint64_t stated, sum = 0;
    for (size_t i = 0; i < BLOCK; i++)
        sum += i >= SUM_AT && i < SUM_AT + SUM_SIZE ? ' ' : header[i];
    return read_number(header + SUM_AT, SUM_SIZE, &stated) && stated == sum;
}

bool tar_recognise(struct span bytes)
{
    return bytes.size >= BLOCK && memcmp(bytes.data + MAGIC_AT, "ustar", 5) == 0 &&
           has_sum(bytes.data);
}

static bool is_end(const uint8_t *header)
{
    for (size_t i = 0; i < BLOCK; i++) {
        if (header[i])
            return false;
    }
    return true;
}

/* Returns "prefix/name", written to |room|, or the name alone if there is no prefix. */
static struct span name_of(const uint8_t *header, char room[NAME_ROOM + 1])
{
    int name = (int)strnlen((const char *)header, NAME_SIZE),
        prefix = (int)strnlen((const char *)header + PREFIX_AT, PREFIX_SIZE);
    /* whether the format is POSIX's: in GNU's older format the bytes at PREFIX_AT are times */
    bool is_posix = header[MAGIC_AT + 5] == '\0';
    if (prefix == 0 || !is_posix)
        return (struct span){header, (size_t)name};
    memcpy(room, header + PREFIX_AT, (size_t)prefix);
    room[prefix] = '/';
    memcpy(room + prefix + 1, header, (size_t)name);
    return (struct span){(const uint8_t *)room, (size_t)(prefix + 1 + name)};
}

static bool is_key(struct span record, const char *key, struct span *out_value)
{
    size_t size = strlen(key);
    return record.size > size && memcmp(record.data, key, size) == 0 &&
           span_sub(record, size, record.size - size, out_value);
}

static uint64_t decimal(struct span text)
{
    uint64_t value = 0;
    for (size_t i = 0; i < text.size && text.data[i] >= '0' && text.data[i] <= '9'; i++)
        value = value > UINT64_MAX / 16 ? value : value * 10 + (uint64_t)(text.data[i] - '0');
    return value;
}

/* Reads the next member's name and size from the records of pax. */
static void read_records(struct tar *tar, struct span records)
{
    while (records.size > 0) {
        struct span record, value, rest;
        uint64_t length = decimal(records);
        const uint8_t *blank = memchr(records.data, ' ', records.size);
        uint64_t start = blank ? (uint64_t)(blank - records.data) + 1 : 0;
        if (start == 0 || length <= start || !span_sub(records, 0, length, &record))
            return;
        /* the value of the record, without the newline */
        span_sub(record, start, length - start - 1, &record);
        if (is_key(record, "path=", &value))
            tar->name = value;
        if (is_key(record, "size=", &value)) {
            tar->size = decimal(value);
            tar->has_size = true;
        }
        span_sub(records, length, records.size - length, &rest);
        records = rest;
    }
}

static void show_member(struct tar *tar, const uint8_t *header, uint64_t at, struct span contents)
{
    char room[NAME_ROOM + 1];
    char type = (char)header[TYPE_AT];
    struct member member = {
        .offset = at,
        .stored_size = contents.size,
        .name = tar->name.size ? tar->name : name_of(header, room),
        .bytes = contents,
        .index = tar->members,
    };
    if (type == 'L') {
        tar->name =
            (struct span){contents.data, strnlen((const char *)contents.data, contents.size)};
        return;
    }
    if (type == 'x') {
        read_records(tar, contents);
        return;
    }
    if ((type == '0' || type == '\0' || type == '7') && contents.size > 0)
        tar->members += member_walk(tar->walk, tar->container, &member);
    tar->name = (struct span){NULL, 0};
    tar->has_size = false;
}

/* Shows the member whose header is at |*at| to the walk's visitor, and moves |*at| to the next
 * header. Returns false when the next header cannot be found. */
static bool walk_next(struct tar *tar, uint64_t *at)
{
    struct walk *walk = tar->walk;
    struct span bytes = tar->container->bytes, header, contents;
    uint64_t size;
    if (!span_sub(bytes, *at, BLOCK, &header))
        return walk_problem_at(walk, tar->container, CODEOBJ_TRUNCATED, *at,
                               "tar archive ends inside the header of a member");
    if (is_end(header.data))
        return false;
    if (!has_sum(header.data) || !read_number(header.data + SIZE_AT, SIZE_SIZE, &size)) {
        walk_problem_at(walk, tar->container, CODEOBJ_CORRUPT, *at,
                        "header of a tar archive's member is damaged");
        search_rest(walk, tar->container, *at, &(struct unit_indices){{0}});
        return false;
    }
    if (header.data[TYPE_AT] == 'S')
        return walk_problem_at(walk, tar->container, CODEOBJ_UNSUPPORTED, *at + TYPE_AT,
                               "tar archive has a file with holes, of GNU tar; unpack it first");
    size = tar->has_size ? tar->size : size;
    if (!span_sub(bytes, *at + BLOCK, size, &contents)) {
        walk_problem_at(walk, tar->container, CODEOBJ_TRUNCATED, *at + SIZE_AT,
                        "member of %" PRIu64 " bytes ends past the end of the tar archive", size);
        search_rest(walk, tar->container, *at + BLOCK, &(struct unit_indices){{0}});
        return false;
    }
    show_member(tar, header.data, *at + BLOCK, contents);
    *at += BLOCK + (size + BLOCK - 1) / BLOCK * BLOCK;
    return true;
}

void tar_walk(struct walk *walk, const struct container *container)
{
    struct tar tar = {.walk = walk, .container = container};
    uint64_t at = 0;
    while (at < container->bytes.size && walk_next(&tar, &at))
        ;
}
