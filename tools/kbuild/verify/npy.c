#include "npy.h"

#include "util/file.h"

#include <ctype.h>

/* NumPy's names of types, without the byte order. */
static const struct {
    enum dtype type;
    const char *name;
} names[] = {
    {DTYPE_BOOL, "b1"},   {DTYPE_I8, "i1"},     {DTYPE_I16, "i2"},  {DTYPE_I32, "i4"},
    {DTYPE_I64, "i8"},    {DTYPE_U8, "u1"},     {DTYPE_U16, "u2"},  {DTYPE_U32, "u4"},
    {DTYPE_U64, "u8"},    {DTYPE_F16, "f2"},    {DTYPE_F32, "f4"},  {DTYPE_F64, "f8"},
    {DTYPE_F8E4M3, "u1"}, {DTYPE_F8E5M2, "u1"}, {DTYPE_BF16, "u2"}, {DTYPE_NONE, "u1"},
    {DTYPE_F8E4M3, "V1"}, {DTYPE_F8E5M2, "V1"}, {DTYPE_BF16, "V2"},
};

struct header {
    const char *text;  /* the text of the dictionary */
    size_t size, data; /* how long the dictionary is, and where in the file the elements begin */
};

static enum status fail(const char *path, const char *what)
{
    return status_fail(STATUS_INPUT, "%s: %s; save it with numpy.save()", path, what);
}

static enum status find_header(const char *path, const struct buf *file, struct header *out)
{
    const unsigned char *bytes = (const unsigned char *)file->data;
    if (file->size < 12 || memcmp(bytes, "\x93NUMPY", 6) != 0)
        return fail(path, "is not a .npy file");
    if (bytes[6] < 1 || bytes[6] > 3)
        return fail(path, "has an unknown version of the format");
    const size_t start = bytes[6] == 1 ? 10 : 12;
    size_t length = bytes[8] | (size_t)bytes[9] << 8;
    if (bytes[6] > 1)
        length |= (size_t)bytes[10] << 16 | (size_t)bytes[11] << 24;
    if (length > file->size - start)
        return fail(path, "is cut off in its header");
    *out = (struct header){file->data + start, length, start + length};
    return STATUS_OK;
}

/* Returns what follows "'key':", or NULL. */
static const char *value_of(const char *text, const char *key)
{
    OWNED char *quoted = mem_format("'%s':", key);
    const char *at = strstr(text, quoted);
    return at ? at + strlen(quoted) + strspn(at + strlen(quoted), " ") : NULL;
}

/* Multiplies the extents of "(2, 3)". Returns false if it is not a tuple, or if the product
 * overflows. */
static bool read_shape(const char *at, uint64_t *out)
{
    *out = 1;
    if (!at || *at++ != '(')
        return false;
    while (*at && *at != ')') {
        char *end;
        if (!isdigit((unsigned char)*at))
            return false;
        const uint64_t extent = strtoull(at, &end, 10);
        if (__builtin_mul_overflow(*out, extent, out))
            return false;
        at = end + strspn(end, "L, ");
    }
    return *at == ')';
}

static bool type_fits(enum dtype type, const char *at)
{
    if (!at || *at++ != '\'' || !strchr("<|=", *at) || !*at++)
        return false;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const size_t length = strlen(names[i].name);
        if (names[i].type == type && strncmp(at, names[i].name, length) == 0 && at[length] == '\'')
            return true;
    }
    return false;
}

enum status npy_read(const char *path, enum dtype type, uint64_t most_bytes, char **out,
                     uint64_t *out_count)
{
    OWNED_BY(buf_free) struct buf file = {0};
    struct header header = {0};
    uint64_t count, bytes;
    FORWARD_IF_ERROR(file_read_plain(path, &file));
    FORWARD_IF_ERROR(find_header(path, &file, &header));
    OWNED char *text = mem_dup_n(header.text, header.size);
    const char *order = value_of(text, "fortran_order");
    if (!type_fits(type, value_of(text, "descr")))
        return status_fail(STATUS_INPUT, "%s: its elements are not %s; convert it with astype()",
                           path, dtype_name(type));
    if (!order || strncmp(order, "False", 5) != 0)
        return fail(path, "its order is not C's");
    if (!read_shape(value_of(text, "shape"), &count) ||
        __builtin_mul_overflow(count, (uint64_t)dtype_size(type), &bytes))
        return fail(path, "its shape is wrong");
    if (bytes > most_bytes)
        return status_fail(STATUS_INPUT, "%s: has more than %" PRIu64 " MiB", path,
                           most_bytes >> 20);
    if (bytes > file.size - header.data)
        return fail(path, "is cut off");
    *out = mem_alloc(bytes + 1);
    memcpy(*out, file.data + header.data, bytes);
    *out_count = count;
    return STATUS_OK;
}
