/* Compares two recorded launches, and the memory after them. */
#include "commands/replay.h"

/* ---- Launches -------------------------------------------------------------------------------- */

/* Returns the pointer of the arguments at |offset|, or NULL. */
static const struct record_pointer *pointer_at(const struct record_launch *launch, uint64_t offset)
{
    for (uint32_t i = 0; i < launch->pointer_count; i++)
        if (launch->pointers[i].holder == RECORD_ARGUMENTS && launch->pointers[i].offset == offset)
            return &launch->pointers[i];
    return NULL;
}

/* Returns how far behind the start of its allocation a pointer of the arguments points. */
static uint64_t distance_of(const struct record_launch *launch, const struct record_pointer *p)
{
    uint64_t value;
    memcpy(&value, launch->arguments + p->offset, sizeof value);
    return value - launch->allocations[p->allocation].address;
}

/* Whether both lead to the same place of the same allocation, by the order of the addresses. */
static bool are_pointers_alike(const struct record_launch *a, const struct record_pointer *p,
                               const struct record_launch *b, const struct record_pointer *q)
{
    return p->allocation == q->allocation &&
           a->allocations[p->allocation].size == b->allocations[q->allocation].size &&
           a->allocations[p->allocation].is_freed == b->allocations[q->allocation].is_freed &&
           distance_of(a, p) == distance_of(b, q);
}

/* Prints the arguments that differ. Returns whether there are none. */
static bool compare_arguments(const struct compared *a, const struct compared *b)
{
    bool is_alike = a->launch->argument_bytes == b->launch->argument_bytes;
    if (!is_alike)
        printf("arguments: %" PRIu32 " bytes and %" PRIu32 "\n", a->launch->argument_bytes,
               b->launch->argument_bytes);
    for (uint64_t at = 0; is_alike && at < a->launch->argument_bytes;) {
        const struct record_pointer *p = pointer_at(a->launch, at), *q = pointer_at(b->launch, at);
        uint64_t size = p || q ? 8 : 1;
        if (p && q && are_pointers_alike(a->launch, p, b->launch, q)) {
            at += size;
            continue;
        }
        if ((p != NULL) != (q != NULL) || (p && q) ||
            memcmp(a->launch->arguments + at, b->launch->arguments + at, size) != 0) {
            printf("arguments differ at byte %" PRIu64 "%s\n", at,
                   p || q ? ": pointers to other places" : "");
            return false;
        }
        at += size;
    }
    return is_alike;
}

static bool compare_shape(const struct compared *a, const struct compared *b)
{
    const struct record_launch *left = a->launch, *right = b->launch;
    bool is_alike = true;
    if (strcmp(left->kernel, right->kernel) != 0) {
        print_clean(stdout, "kernels: %s and %s\n", left->kernel, right->kernel);
        is_alike = false;
    }
    for (int i = 0; i < 3; i++) {
        if (left->grid[i] == right->grid[i] && left->block[i] == right->block[i])
            continue;
        printf("dimension %c: %u workgroups of %u, and %u of %u\n", 'x' + i, left->grid[i],
               left->block[i], right->grid[i], right->block[i]);
        is_alike = false;
    }
    if (left->dynamic_lds != right->dynamic_lds) {
        printf("dynamic LDS: %u bytes and %u\n", left->dynamic_lds, right->dynamic_lds);
        is_alike = false;
    }
    return is_alike;
}

/* ---- Memory ---------------------------------------------------------------------------------- */

/* The words of an allocation that differ. */
struct difference {
    /* how many words of 4 bytes differ, and where the first of them is, in bytes */
    uint64_t words, first;
    uint32_t left, right; /* the two values of the first word that differs */
};

static void compare_words(const uint8_t *a, const uint8_t *b, uint64_t size, uint64_t offset,
                          struct difference *out)
{
    for (uint64_t at = 0; at < size; at += 4) {
        unsigned bytes = size - at < 4 ? (unsigned)(size - at) : 4;
        if (memcmp(a + at, b + at, bytes) == 0)
            continue;
        if (out->words++ == 0) {
            out->first = offset + at;
            out->left = (uint32_t)load_le(a + at, bytes);
            out->right = (uint32_t)load_le(b + at, bytes);
        }
    }
}

static enum status read_piece(const struct compared *side, uint64_t number, uint64_t size,
                              uint8_t **out)
{
    struct codeobj_error error;
    const struct record_section *section =
        record_find(&side->recording->record, RECORD_DATA, number);
    if (!section) {
        *out = mem_alloc((size_t)size);
        return STATUS_OK;
    }
    if (record_unpack(section, out, &error) != CODEOBJ_OK)
        return status_fail(STATUS_INPUT, "replay: %s: %s", side->name, error.message);
    return STATUS_OK;
}

/* Compares an allocation of |size| bytes, whose pieces |left| and |right| are. */
static enum status compare_allocation(const struct compared *a, const uint64_t *left,
                                      const struct compared *b, const uint64_t *right,
                                      uint64_t size, struct difference *out)
{
    for (uint64_t i = 0; i < record_piece_count(size); i++) {
        uint64_t bytes = record_piece_size(size, i);
        OWNED uint8_t *one = NULL;
        OWNED uint8_t *other = NULL;
        FORWARD_IF_ERROR(read_piece(a, left[i], bytes, &one));
        FORWARD_IF_ERROR(read_piece(b, right[i], bytes, &other));
        compare_words(one, other, bytes, i * RECORD_PIECE, out);
    }
    return STATUS_OK;
}

static void print_difference(uint32_t index, uint64_t size, const struct difference *difference)
{
    float left, right;
    memcpy(&left, &difference->left, sizeof left);
    memcpy(&right, &difference->right, sizeof right);
    printf("  allocation %" PRIu32 ", %" PRIu64 " bytes: %" PRIu64 " words of 4 bytes differ; the "
           "first is at byte %" PRIu64 ": 0x%08" PRIx32 " (%g) and 0x%08" PRIx32 " (%g)\n",
           index + 1, size, difference->words, difference->first, difference->left, (double)left,
           difference->right, (double)right);
}

/* Compares all allocations that have pieces on both sides. */
static enum status compare_memory(const struct compared *a, const uint64_t *left,
                                  const struct compared *b, const uint64_t *right,
                                  bool *out_is_alike)
{
    uint32_t count = a->launch->allocation_count;
    for (uint32_t i = 0; i < count && i < b->launch->allocation_count; i++) {
        const struct record_allocation *one = &a->launch->allocations[i];
        const struct record_allocation *other = &b->launch->allocations[i];
        struct difference difference = {0};
        if (one->pieces && other->pieces && one->size == other->size)
            FORWARD_IF_ERROR(compare_allocation(a, left, b, right, one->size, &difference));
        left += one->pieces;
        right += other->pieces;
        if (difference.words) {
            print_difference(i, one->size, &difference);
            *out_is_alike = false;
        }
    }
    return STATUS_OK;
}

/* Whether both launches have allocations of the same sizes, in the order of their addresses. */
static bool are_sizes_alike(const struct compared *a, const struct compared *b)
{
    bool is_alike = a->launch->allocation_count == b->launch->allocation_count;
    for (uint32_t i = 0; is_alike && i < a->launch->allocation_count; i++)
        is_alike = a->launch->allocations[i].size == b->launch->allocations[i].size;
    if (!is_alike)
        printf("the launches reach other allocations\n");
    return is_alike;
}

/* ---- The public functions -------------------------------------------------------------------- */

bool compare_launches(const struct compared *a, const struct compared *b)
{
    bool is_alike = compare_shape(a, b);
    is_alike = compare_arguments(a, b) && is_alike;
    if (!are_sizes_alike(a, b))
        return false;
    bool is_memory_alike = true;
    printf("memory before the launches:\n");
    if (compare_memory(a, a->launch->pieces, b, b->launch->pieces, &is_memory_alike) != STATUS_OK)
        return false;
    if (is_memory_alike)
        printf("  no difference\n");
    return is_alike && is_memory_alike;
}

enum status compare_results(const struct compared *a, const struct compared *b, bool *out_is_alike)
{
    OWNED uint64_t *left = NULL;
    OWNED uint64_t *right = NULL;
    struct codeobj_error error;
    if (record_read_after(&a->recording->record, a->launch, &left, &error) != CODEOBJ_OK ||
        record_read_after(&b->recording->record, b->launch, &right, &error) != CODEOBJ_OK)
        return status_fail(STATUS_INPUT, "replay: %s", error.message);
    *out_is_alike = left && right && are_sizes_alike(a, b);
    if (!*out_is_alike)
        return STATUS_OK;
    print_clean(stdout, "memory after the launch, of %s and of %s:\n", a->name, b->name);
    FORWARD_IF_ERROR(compare_memory(a, left, b, right, out_is_alike));
    if (*out_is_alike)
        printf("  no difference\n");
    return STATUS_OK;
}
