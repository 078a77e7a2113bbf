/* Members of archives: shows, checks and unpacks them. */
#include "unpack.h"
#include "walk.h"

#include <inttypes.h>
#include <stdlib.h>

enum { NAME_MAX_SHOWN = 1024 }; /* the most bytes of a name that are shown; a longer name is cut */

/* Returns a printable copy of |name|, in which '?' replaces bytes that are not text. */
static char *copy_name(struct span name)
{
    if (name.size > NAME_MAX_SHOWN)
        name.size = NAME_MAX_SHOWN;
    char *copy = span_to_string(name);
    if (copy && !utf8_is_text(name)) {
        for (size_t i = 0; i < name.size; i++)
            copy[i] = copy[i] >= ' ' && copy[i] <= '~' ? copy[i] : '?';
    }
    return copy;
}

bool member_walk(struct walk *walk, const struct container *archive, const struct member *member)
{
    struct container container = {
        .parent = archive,
        .kind = CONTAINER_ARCHIVE_MEMBER,
        .index = member->index,
        .offset = member->offset,
        .stored_size = member->stored_size,
        .bytes = member->bytes,
        .codec = member->codec,
    };
    char *name = copy_name(member->name);
    container.name = name;
    bool is_told = name && walk_member(walk, &container);
    if (!name)
        walk_problem_at(walk, archive, CODEOBJ_NO_MEMORY, member->offset, "out of memory");
    free(name);
    return is_told;
}

bool member_check(struct walk *walk, const struct container *archive, const struct member *member,
                  uint32_t crc)
{
    uint32_t sum;
    if (!unpack_crc32(member->bytes, &sum))
        return walk_problem_at(walk, archive, CODEOBJ_UNSUPPORTED, member->offset,
                               "a member has a checksum, for which libz.so.1 cannot be loaded: "
                               "install it, or unpack the archive first");
    return sum == crc || walk_problem_at(walk, archive, CODEOBJ_CORRUPT, member->offset,
                                         "a member is damaged: its checksum is another one");
}

bool member_unpack_walk(struct walk *walk, const struct container *archive, struct member *member,
                        uint64_t raw_size, const uint32_t *crc)
{
    struct codeobj_error error;
    struct unpacked unpacked;
    uint64_t max = walk_unpacked_limit(walk, member->bytes.size);
    max = raw_size < max ? raw_size : max;
    enum codeobj_status status = member->codec == BUNDLE_CODEC_XZ
                                     ? xz_unpack(member->bytes, max, &unpacked, &error)
                                     : unpack(member->codec, member->bytes, max, &unpacked, &error);
    walk_count_unpacked(walk, status ? max : unpacked.size);
    if (status) {
        error.offset += member->offset;
        if (status == CODEOBJ_LIMIT && max == raw_size)
            /* The size that the archive states is wrong. No limit of the walk was reached. */
            error.status = CODEOBJ_CORRUPT;
        walk_problem(walk, archive, &error);
        return false;
    }
    bool is_told = false;
    member->bytes = (struct span){unpacked.data, unpacked.size};
    if (raw_size == MEMBER_SIZE_UNKNOWN)
        member->stored_size = unpacked.used;
    if (raw_size != MEMBER_SIZE_UNKNOWN &&
        (unpacked.size != raw_size || unpacked.used != member->stored_size))
        walk_problem_at(walk, archive, CODEOBJ_CORRUPT, member->offset,
                        "%zu bytes of a member unpack to %zu, not %" PRIu64 " to %" PRIu64,
                        unpacked.used, unpacked.size, member->stored_size, raw_size);
    else if (!crc || member_check(walk, archive, member, *crc))
        is_told = member_walk(walk, archive, member);
    free(unpacked.data);
    return is_told;
}

void stream_walk(struct walk *walk, const struct container *file, enum bundle_codec codec,
                 struct span name)
{
    struct member member = {
        .stored_size = file->bytes.size, .name = name, .bytes = file->bytes, .codec = codec};
    member_unpack_walk(walk, file, &member, MEMBER_SIZE_UNKNOWN, NULL);
    if (member.stored_size < file->bytes.size)
        walk_problem_at(walk, file, CODEOBJ_UNSUPPORTED, member.stored_size,
                        "%zu bytes behind the compressed ones; unpack it first",
                        file->bytes.size - (size_t)member.stored_size);
}
