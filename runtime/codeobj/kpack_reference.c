/* References: what a library has instead of code objects that are in kpack archives. A reference is
 * a map of MessagePack,
 *   {"kernel_name": name, "kpack_search_paths": [path, ...]}
 *
 * The wrapper that the library registers has the magic "HIPK". It has the address of the map
 * instead of the address of a bundle, and the number of the wrapper in the last field. See kpack.c.
 */
#include "kpack.h"

#include "kpack_map.h"

#include <stdlib.h>

static enum codeobj_status read_paths(struct kpack_reader *reader, const struct value *value,
                                      void *out)
{
    struct kpack_reference *reference = out;
    if (value->type != VALUE_ARRAY)
        return kpack_fail_value(reader, value, "has no list of paths");
    reference->paths = calloc((size_t)value->number + 1, sizeof *reference->paths);
    if (!reference->paths)
        return kpack_fail_memory(reader);
    while (reference->path_count < value->number) {
        struct value path;
        enum codeobj_status status = kpack_read(reader, &path);
        if (!status)
            status = kpack_read_text(reader, &path, &reference->paths[reference->path_count]);
        if (status)
            return status;
        reference->path_count++;
    }
    return CODEOBJ_OK;
}

static enum codeobj_status read_reference(struct kpack_reader *reader,
                                          struct kpack_reference *reference)
{
    static const struct kpack_key keys[] = {
        {"kernel_name", kpack_read_text, offsetof(struct kpack_reference, name)},
        {"kpack_search_paths", read_paths, 0},
    };
    struct value map;
    enum codeobj_status status = kpack_read(reader, &map);
    if (!status)
        status = kpack_read_map(reader, &map, keys, sizeof keys / sizeof keys[0], reference);
    if (!status && (!reference->name || !reference->path_count))
        status = kpack_fail_value(reader, &map, "does not name a library and its archives");
    return status;
}

enum codeobj_status kpack_reference_open(struct span bytes, struct kpack_reference *out,
                                         struct codeobj_error *error)
{
    if (bytes.size > KPACK_REFERENCE_MAX)
        bytes.size = KPACK_REFERENCE_MAX;
    struct kpack_reader reader;
    struct kpack_reference reference = {
        .memory = kpack_reader_open(&reader, "reference to kpack archives", bytes, 0, error)};
    if (!reference.memory)
        return CODEOBJ_NO_MEMORY;
    enum codeobj_status status = read_reference(&reader, &reference);
    if (status)
        kpack_reference_close(&reference);
    else
        *out = reference;
    return status;
}

void kpack_reference_close(struct kpack_reference *reference)
{
    free(reference->paths);
    free(reference->memory);
    *reference = (struct kpack_reference){0};
}
