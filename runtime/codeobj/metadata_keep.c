/* What stays of metadata when they have been read: texts, without what is between them, and lists
 * of arguments, of which kernels share equal ones.
 *
 * A library of matrix multiplications has tens of thousands of kernels, each with 50 arguments or
 * more, and a few different lists of them.
 */
#include "hash.h"
#include "internal.h"

#include <string.h>

static char *text_of(const struct field *field, const void *structure)
{
    char *text = NULL;
    if (field->type == FIELD_TEXT)
        memcpy(&text, (const char *)structure + field->member, sizeof text);
    return text;
}

bool texts_keep(struct memory_block **blocks, const struct field *fields, size_t field_count,
                void *structs, size_t count, size_t size)
{
    size_t total = 0;
    for (size_t i = 0; i < count * field_count; i++) {
        const char *text =
            text_of(&fields[i % field_count], (char *)structs + i / field_count * size);
        total += text ? strlen(text) + 1 : 0;
    }
    char *at = memory_take(blocks, total, 1);
    for (size_t i = 0; at && i < count * field_count; i++) {
        const struct field *field = &fields[i % field_count];
        char *structure = (char *)structs + i / field_count * size;
        const char *text = text_of(field, structure);
        if (!text)
            continue;
        size_t length = strlen(text) + 1;
        memcpy(at, text, length);
        memcpy(structure + field->member, &at, sizeof at);
        at += length;
    }
    return at != NULL;
}

bool arguments_keep(struct shared_arguments *shared, struct memory_block **blocks, struct span text,
                    const struct field *fields, size_t field_count, struct kernel *kernel)
{
    const size_t count = kernel->argument_count, size = sizeof kernel->arguments[0];
    struct shared_list *list = &shared->lists[hash_64(text.data, text.size) % SHARED_LISTS];
    if (!list->arguments || list->text.size != text.size ||
        memcmp(list->text.data, text.data, text.size) != 0) {
        struct kernel_argument *copy = memory_take(blocks, count, size);
        if (!copy)
            return false;
        if (count)
            memcpy(copy, kernel->arguments, count * size);
        if (!texts_keep(blocks, fields, field_count, copy, count, size))
            return false;
        *list = (struct shared_list){text, copy};
    }
    kernel->arguments = list->arguments;
    return true;
}
