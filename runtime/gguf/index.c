/* An index that finds structs by their names. */
#include "gguf.h"

#include <stdlib.h>
#include <string.h>

static const char *name_of(const void *item)
{
    return *(const char *const *)item;
}

static int compare(const void *a, const void *b)
{
    return strcmp(name_of(*(const void *const *)a), name_of(*(const void *const *)b));
}

static int compare_name(const void *name, const void *item)
{
    return strcmp(name, name_of(*(const void *const *)item));
}

bool index_make(struct index *index, const void *structs, size_t size, uint64_t count)
{
    *index = (struct index){calloc(count ? count : 1, sizeof *index->items), count};
    if (!index->items)
        return false;
    for (uint64_t i = 0; i < count; i++)
        index->items[i] = (const char *)structs + i * size;
    qsort(index->items, count, sizeof *index->items, compare);
    return true;
}

void index_free(struct index *index)
{
    free(index->items);
}

const void *index_find(const struct index *index, const char *name)
{
    const void **found =
        bsearch(name, index->items, index->count, sizeof *index->items, compare_name);
    return found ? *found : NULL;
}

const char *index_twice(const struct index *index)
{
    for (uint64_t i = 1; i < index->count; i++) {
        if (compare(&index->items[i - 1], &index->items[i]) == 0)
            return name_of(index->items[i]);
    }
    return NULL;
}
