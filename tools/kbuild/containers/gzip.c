/* Files compressed by gzip: RFC 1952.
 *
 * 1f 8b | u8 method, 8 | u8 flags | u32 time | 2 bytes |
 * if flags & 4: u16 size, and that many bytes | if flags & 8: the name, with a NUL | ... |
 * a deflate stream | u32 CRC-32 | u32 size
 */
#include "walk.h"

#include <string.h>

enum { HEADER_SIZE = 10, FLAGS_AT = 3, HAS_EXTRA = 4, HAS_NAME = 8 };

bool gzip_recognise(struct span bytes)
{
    return bytes.size >= HEADER_SIZE && memcmp(bytes.data, "\x1f\x8b\x08", 3) == 0;
}

/* Returns the name of the file before compression, or "unpacked" if the gzip file does not have it.
 */
static struct span name_in(struct span bytes)
{
    static const char nameless[] = "unpacked";
    struct span field, name = {(const uint8_t *)nameless, sizeof nameless - 1};
    uint64_t at = HEADER_SIZE;
    uint8_t flags = bytes.data[FLAGS_AT];
    if (flags & HAS_EXTRA && span_sub(bytes, at, 2, &field))
        at += 2 + load_le(field.data, 2);
    if (!(flags & HAS_NAME) || at >= bytes.size)
        return name;
    span_sub(bytes, at, bytes.size - at, &field);
    size_t size = strnlen((const char *)field.data, field.size);
    return size > 0 && size < field.size ? (struct span){field.data, size} : name;
}

void gzip_walk(struct walk *walk, const struct container *container)
{
    stream_walk(walk, container, BUNDLE_CODEC_GZIP, name_in(container->bytes));
}
