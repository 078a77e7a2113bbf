/* The part of metadata that code objects keep: each text and each list of arguments is stored once,
 * and found again by its bytes.
 *
 * A library has the same kernels for each of its targets, and kernels' names are long: of all names
 * in jax's plugin, a tenth are different. A library of matrix multiplications has tens of thousands
 * of kernels, each with 50 arguments or more, but only a few different lists of arguments.
 */
#include "hash.h"
#include "internal.h"

#include <stdlib.h>
#include <string.h>

struct list {
    const struct text *text; /* the list's bytes in the metadata */
    struct kernel_argument *arguments;
    size_t count;
    /* the list of arguments of the kernel that followed the last kernel with this list */
    struct list *follower;
};

struct text {
    struct text *next; /* the next text of the same bucket */
    struct list *list; /* the list that the text describes, or NULL */
    uint32_t size; /* the size of the text in bytes; 32 bits suffice, as for the size of a note */
    uint32_t hash;
    char bytes[]; /* the text, followed by a NUL */
};

enum { BUCKETS_MIN = 64 };

struct metadata_pool *metadata_pool_new(void)
{
    return calloc(1, sizeof(struct metadata_pool));
}

void metadata_pool_free(struct metadata_pool *pool)
{
    if (pool)
        memory_free(&pool->memory);
    free(pool);
}

static struct text **bucket_of(const struct metadata_pool *pool, uint32_t hash)
{
    return &pool->buckets[hash % pool->bucket_count];
}

/* Doubles the number of buckets. The old arrays of buckets remain in the pool's memory: together
 * they are smaller than the new array. */
static bool buckets_grow(struct metadata_pool *pool)
{
    const struct metadata_pool old = *pool;
    const size_t count = old.bucket_count ? 2 * old.bucket_count : BUCKETS_MIN;
    struct text **buckets = memory_take(&pool->memory, count, sizeof *buckets);
    if (!buckets)
        return false;
    pool->buckets = buckets;
    pool->bucket_count = count;
    for (size_t i = 0; i < old.bucket_count; i++) {
        for (struct text *text = old.buckets[i], *next; text; text = next) {
            struct text **place = bucket_of(pool, text->hash);
            next = text->next;
            text->next = *place;
            *place = text;
        }
    }
    return true;
}

/* Returns the pool's text with these bytes. If the pool lacks the text, adds it. NULL: out of
 * memory. */
static struct text *text_keep(struct metadata_pool *pool, struct span bytes)
{
    const uint32_t hash = (uint32_t)hash_64(bytes.data, bytes.size);
    if (pool->text_count == pool->bucket_count && !buckets_grow(pool))
        return NULL;
    struct text **bucket = bucket_of(pool, hash), *text = *bucket;
    for (; text; text = text->next) {
        if (text->hash == hash && text->size == bytes.size &&
            memcmp(text->bytes, bytes.data, bytes.size) == 0)
            return text;
    }
    text = memory_take(&pool->memory, sizeof *text + bytes.size + 1, 1);
    if (!text)
        return NULL;
    text->hash = hash;
    text->size = (uint32_t)bytes.size;
    memcpy(text->bytes, bytes.data, bytes.size);
    text->next = *bucket;
    *bucket = text;
    pool->text_count++;
    return text;
}

const char *metadata_pool_text(struct metadata_pool *pool, const char *text)
{
    const struct text *kept = text_keep(pool, (struct span){(const uint8_t *)text, strlen(text)});
    return kept ? kept->bytes : NULL;
}

bool texts_keep(struct metadata_pool *pool, const struct field *fields, size_t field_count,
                void *structs, size_t count, size_t size)
{
    for (size_t i = 0; i < count * field_count; i++) {
        char *member = (char *)structs + i / field_count * size + fields[i % field_count].member;
        char *text = NULL;
        if (fields[i % field_count].type == FIELD_TEXT)
            memcpy(&text, member, sizeof text);
        if (!text)
            continue;
        const char *kept = metadata_pool_text(pool, text);
        if (!kept)
            return false;
        memcpy(member, &kept, sizeof kept);
    }
    return true;
}

static void list_use(struct metadata_pool *pool, struct list *list, struct kernel *kernel)
{
    kernel->arguments = list->arguments;
    kernel->argument_count = list->count;
    if (pool->last)
        pool->last->follower = list;
    pool->last = list;
}

size_t arguments_guess(struct metadata_pool *pool, struct span rest, struct kernel *kernel)
{
    struct list *const guesses[] = {pool->last ? pool->last->follower : NULL, pool->last};
    for (size_t i = 0; i < sizeof guesses / sizeof guesses[0]; i++) {
        const struct text *text = guesses[i] ? guesses[i]->text : NULL;
        if (!text || text->size > rest.size || memcmp(text->bytes, rest.data, text->size) != 0)
            continue;
        list_use(pool, guesses[i], kernel);
        return text->size;
    }
    return 0;
}

/* Makes the list that |text| describes, from the arguments of |kernel|. */
static struct list *list_new(struct metadata_pool *pool, const struct text *text,
                             const struct field *fields, size_t field_count,
                             const struct kernel *kernel)
{
    const size_t count = kernel->argument_count, size = sizeof kernel->arguments[0];
    struct list *list = memory_take(&pool->memory, 1, sizeof *list);
    struct kernel_argument *copy = memory_take(&pool->memory, count, size);
    if (!list || !copy)
        return NULL;
    if (count)
        memcpy(copy, kernel->arguments, count * size);
    *list = (struct list){.text = text, .arguments = copy, .count = count};
    return texts_keep(pool, fields, field_count, copy, count, size) ? list : NULL;
}

bool arguments_keep(struct metadata_pool *pool, struct span bytes, const struct field *fields,
                    size_t field_count, struct kernel *kernel)
{
    struct text *text = text_keep(pool, bytes);
    if (text && !text->list)
        text->list = list_new(pool, text, fields, field_count, kernel);
    if (!text || !text->list)
        return false;
    list_use(pool, text->list, kernel);
    return true;
}
