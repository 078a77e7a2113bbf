/* The metadata of code objects, without the ELF file around it. After 'Y' it is a document of
 * version 2 (YAML), after any other first byte MessagePack. After 'y' and 'N' it is several, each
 * behind its size, two bytes. */
#include "guarded.h"
#include "internal.h"
#include "walk.h"

#include <stdlib.h>
#include <string.h>

enum { BASE = 1000 };

/* What is promised of kernels, whatever they were read from. */
static void check_kernel(const struct code_object *object, const struct kernel *kernel)
{
    const struct kernel *found = code_object_find(object, kernel->name);
    if (!found || strcmp(found->name, kernel->name) != 0 || found > kernel)
        abort();
    if (kernel->kernarg_align == 0)
        abort();
    if (kernel->wave_size != 32 && kernel->wave_size != 64)
        abort();
    for (size_t i = 0; i < kernel->argument_count; i++) {
        const struct kernel_argument *argument = &kernel->arguments[i];
        if ((uint64_t)argument->offset + argument->size > kernel->kernarg_size ||
            !utf8_is_text(
                (struct span){(const uint8_t *)argument->value_kind, strlen(argument->value_kind)}))
            abort();
    }
}

enum { NOTES_MAX = 64 };

/* The documents in |input|, at offsets from BASE on. */
static size_t take_notes(struct span input, bool is_one, struct note notes[NOTES_MAX])
{
    size_t count = 0, at = 0;
    if (is_one) {
        notes[0] = (struct note){input, BASE};
        return 1;
    }
    while (count < NOTES_MAX && input.size - at >= 2) {
        size_t size = input.data[at] | (size_t)input.data[at + 1] << 8;
        at += 2;
        if (size > input.size - at)
            size = input.size - at;
        notes[count++] = (struct note){{input.data + at, size}, BASE + at};
        at += size;
    }
    return count;
}

/* A pool that has everything of |notes| makes no difference. */
static enum codeobj_status read_notes(const struct notes *notes, struct code_object *out,
                                      struct codeobj_error *error)
{
    const struct code_object empty = *out;
    struct metadata_pool *pool = metadata_pool_new();
    enum codeobj_status status = metadata_read(notes, NULL, out, error);
    for (int i = 0; i < 2; i++) {
        struct code_object object = empty;
        if (metadata_read(notes, pool, &object, NULL) != status ||
            object.kernel_count != out->kernel_count)
            abort();
        for (size_t k = 0; k < object.kernel_count && !status; k++)
            check_kernel(&object, &object.kernels[k]);
        code_object_close(&object);
    }
    metadata_pool_free(pool);
    return status;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size == 0 || size > GUARDED_MAX)
        return 0;
    struct code_object object = {.target.info = target_find("gfx1030")};
    struct codeobj_error error = {.status = CODEOBJ_OK};
    struct note list[NOTES_MAX];
    const bool is_v2 = data[0] == 'Y' || data[0] == 'y';
    const bool is_one = data[0] != 'y' && data[0] != 'N';
    const struct notes notes = {
        .metadata = list,
        .metadata_count =
            take_notes((struct span){guarded(data + 1, size - 1), size - 1}, is_one, list),
    };
    enum codeobj_status status = CODEOBJ_OK;
    if (is_v2)
        status = metadata_v2_read(&notes, &object, &error);
    else if (notes.metadata_count)
        status = read_notes(&notes, &object, &error);
    if (status == CODEOBJ_NO_MEMORY) /* so something was asked for that the input does not merit */
        abort();
    if (status && (error.status != status || error.message[0] == '\0'))
        abort();
    if (status && (error.offset < BASE || error.offset > BASE + size))
        abort();
    for (size_t i = 0; i < object.kernel_count && !status; i++)
        check_kernel(&object, &object.kernels[i]);
    code_object_close(&object);
    return 0;
}
