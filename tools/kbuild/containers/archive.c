/* Static archives, as ar writes them, with the names of System V, GNU and BSD.
 *
 * "!<arch>\n", then members: 16 bytes name, 12 date, 6 user, 6 group, 8 mode, 10 size, "`\n", all
 * text padded with blanks, and the contents. Each member starts at an even offset. See ar(5).
 *
 * name in the header              meaning
 * "/", "/SYM64/", "__.SYMDEF"     the member has symbols
 * "//"                            the member has the names that are too long for a header
 * "name/" or "name"               a short name
 * "/<n>"                          the name is at offset n of the contents of "//"
 * "#1/<n>"                        BSD: the name is the first n bytes of the contents
 */
#include "walk.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static const char magic[] = "!<arch>\n", thin_magic[] = "!<thin>\n";

enum {
    MAGIC_SIZE = sizeof magic - 1,
    HEADER_SIZE = 60,
    NAME_SIZE = 16,
    SIZE_AT = 48,
    SIZE_SIZE = 10,
    END_AT = 58,
    NAME_MAX_SHOWN = 1024, /* the most bytes of a name that are shown; a longer name is cut */
};

struct archive {
    struct walk *walk;
    const struct container *container;
    struct span long_names;
    unsigned members; /* number of members that were reported so far */
};

struct ar_member {
    uint64_t offset; /* offset in the archive of the member's contents */
    struct span header, bytes;
    struct span name;
};

static bool starts_with(struct span bytes, const char *text)
{
    size_t size = strlen(text);
    return bytes.size >= size && memcmp(bytes.data, text, size) == 0;
}

bool archive_recognise(struct span bytes)
{
    return starts_with(bytes, magic) || starts_with(bytes, thin_magic);
}

/* Reads a decimal number that is padded with blanks. Returns false when |field| has anything else.
 */
static bool read_number(struct span field, uint64_t *out)
{
    uint64_t value = 0;
    size_t i = 0;
    for (; i < field.size && field.data[i] >= '0' && field.data[i] <= '9'; i++)
        /* A field has at most 15 digits, so |value| cannot overflow. */
        value = value * 10 + (field.data[i] - '0');
    bool has_digits = i > 0;
    while (i < field.size && field.data[i] == ' ')
        i++;
    *out = value;
    return has_digits && i == field.size;
}

/* Returns |bytes| up to the first NUL or character of |ends|, or all of |bytes|. */
static struct span cut_at(struct span bytes, const char *ends)
{
    struct span cut = {bytes.data, 0};
    while (cut.size < bytes.size && !strchr(ends, bytes.data[cut.size]))
        cut.size++;
    return cut;
}

/* Sets the name of |member|. BSD's archives have a name at the start of the contents, from which it
 * is removed. Returns false when the name is not where the header says. */
static bool find_name(const struct archive *archive, struct ar_member *member)
{
    struct span field = {member->header.data, NAME_SIZE}, rest;
    uint64_t number;
    if (starts_with(field, "#1/")) {
        span_sub(field, 3, NAME_SIZE - 3, &rest);
        if (!read_number(rest, &number) || !span_sub(member->bytes, 0, number, &member->name))
            return false;
        span_sub(member->bytes, number, member->bytes.size - number, &member->bytes);
        member->offset += number;
        /* Cuts off the NULs with which BSD's ar pads names. */
        member->name = cut_at(member->name, "");
        return true;
    }
    if (field.data[0] == '/' && field.data[1] >= '0' && field.data[1] <= '9') {
        span_sub(field, 1, NAME_SIZE - 1, &rest);
        if (!read_number(rest, &number) || number >= archive->long_names.size ||
            !span_sub(archive->long_names, number, archive->long_names.size - number, &rest))
            return false;
        if (rest.size > NAME_MAX_SHOWN)
            rest.size = NAME_MAX_SHOWN;
        member->name = cut_at(rest, "/\n");
        return true;
    }
    member->name = cut_at(field, "/");
    while (member->name.size > 0 && member->name.data[member->name.size - 1] == ' ')
        member->name.size--;
    return true;
}

static bool is_symbol_table(const struct ar_member *member)
{
    struct span field = {member->header.data, NAME_SIZE};
    return starts_with(field, "/ ") || starts_with(field, "/SYM64/ ") ||
           starts_with(member->name, "__.SYMDEF");
}

static void show_member(struct archive *archive, const struct ar_member *found)
{
    const struct member member = {
        .offset = found->offset,
        .stored_size = found->bytes.size,
        .name = found->name,
        .bytes = found->bytes,
        .index = archive->members,
    };
    archive->members += member_walk(archive->walk, archive->container, &member);
}

/* Reads the member whose header is at |at|. Returns false when the header does not say where the
 * next member begins. */
static bool read_member(struct archive *archive, uint64_t at, struct ar_member *out)
{
    struct walk *walk = archive->walk;
    struct span bytes = archive->container->bytes, field;
    uint64_t size;
    if (!span_sub(bytes, at, HEADER_SIZE, &out->header))
        return walk_problem_at(walk, archive->container, CODEOBJ_TRUNCATED, at,
                               "archive ends inside the header of a member");
    span_sub(out->header, SIZE_AT, SIZE_SIZE, &field);
    if (memcmp(out->header.data + END_AT, "`\n", 2) != 0 || !read_number(field, &size))
        return walk_problem_at(walk, archive->container, CODEOBJ_CORRUPT, at,
                               "header of an archive's member is damaged");
    out->offset = at + HEADER_SIZE;
    if (!span_sub(bytes, out->offset, size, &out->bytes))
        return walk_problem_at(walk, archive->container, CODEOBJ_TRUNCATED, at + SIZE_AT,
                               "member of %" PRIu64 " bytes ends past the end of the archive",
                               size);
    return true;
}

void archive_walk(struct walk *walk, const struct container *container)
{
    struct archive archive = {.walk = walk, .container = container};
    struct ar_member member;
    if (starts_with(container->bytes, thin_magic)) {
        walk_problem_at(walk, container, CODEOBJ_UNSUPPORTED, 0,
                        "a thin archive, which holds only the names of its members; give those "
                        "files, as ar t lists them");
        return;
    }
    uint64_t at = MAGIC_SIZE;
    while (at < container->bytes.size && read_member(&archive, at, &member)) {
        uint64_t end = member.offset + member.bytes.size;
        if (starts_with(member.header, "// "))
            archive.long_names = member.bytes;
        else if (!find_name(&archive, &member))
            walk_problem_at(walk, container, CODEOBJ_CORRUPT, at,
                            "name of an archive's member is not where its header says");
        else if (!is_symbol_table(&member))
            show_member(&archive, &member);
        at = end + end % 2;
    }
}
