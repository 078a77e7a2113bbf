/* The rows of tables: encodes them compactly, groups them by the names of kernels, and sorts the
 * groups.
 *
 * An encoded row has the values in |members|, which a table shows. Most values are 0, and the
 * others are small. So a row has a mask that tells which members are not 0, and then only the
 * values of these members. Each byte of a value has 7 bits of it, the lowest bits first; the bit
 * 128 is set in each byte except the last. */
#include "inspect/inspect.h"

#include <symbol.h>
#include <xxhash.h>

/* ---- Storing rows ---------------------------------------------------------------------------- */

#define MEMBER(name)                                                                               \
    {                                                                                              \
        offsetof(struct loaded_row, name), sizeof((struct loaded_row *)0)->name                    \
    }

static const struct {
    size_t offset, size;
} members[] = {
    MEMBER(row.arguments),
    MEMBER(row.waves),
    MEMBER(row.limit),
    MEMBER(kernel.kernarg_size),
    MEMBER(kernel.group_segment),
    MEMBER(kernel.private_segment),
    MEMBER(kernel.sgprs),
    MEMBER(kernel.vgprs),
    MEMBER(kernel.agprs),
    MEMBER(kernel.sgpr_spills),
    MEMBER(kernel.vgpr_spills),
    MEMBER(kernel.wave_size),
    MEMBER(kernel.max_workgroup),
    MEMBER(kernel.code_size),
    MEMBER(kernel.uses_dynamic_stack),
    MEMBER(kernel.cluster[0]),
    MEMBER(kernel.cluster[1]),
    MEMBER(kernel.cluster[2]),
    MEMBER(kernel.named_barriers),
    MEMBER(kernel.revision),
    MEMBER(kernel.arguments),
    MEMBER(kernel.argument_count),
};

enum {
    MEMBERS = sizeof members / sizeof *members,
    NUMBER_BYTES = 10, /* the most bytes that encode a number of 64 bits */
    ROW_ALIGN = sizeof(void *),
};
_Static_assert((MEMBERS + 1) * NUMBER_BYTES <= UINT8_MAX, "cells are more than their size can say");

static size_t row_size(size_t cells)
{
    return (offsetof(struct stored_row, cells) + cells + ROW_ALIGN - 1) / ROW_ALIGN * ROW_ALIGN;
}

static uint8_t *put_cell(uint8_t *at, uint64_t value)
{
    for (; value > 127; value >>= 7)
        *at++ = (uint8_t)(value | 128);
    *at++ = (uint8_t)value;
    return at;
}

/* Encodes |row|, its mask and its values, to |out|. Returns the number of bytes. */
static size_t put_cells(const struct loaded_row *row, uint8_t *out)
{
    uint64_t values[MEMBERS], mask = 0;
    for (size_t i = 0; i < MEMBERS; i++) {
        values[i] = member_value((const char *)row + members[i].offset, members[i].size);
        mask |= (uint64_t)(values[i] != 0) << i;
    }
    uint8_t *at = put_cell(out, mask);
    for (size_t i = 0; i < MEMBERS; i++)
        if (values[i])
            at = put_cell(at, values[i]);
    return (size_t)(at - out);
}

/* Replaces the texts of |kernel| by copies in |pool|, which outlives the kernel. */
static void move_texts(struct kernel *kernel, struct metadata_pool *pool)
{
    char **const texts[] = {&kernel->name, &kernel->revision};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        if (*texts[i] && !(*texts[i] = (char *)metadata_pool_text(pool, *texts[i])))
            mem_exhausted();
    kernel->arguments = NULL;
    kernel->argument_count = 0;
}

struct stored_row *rows_store(const struct package_image *image, struct metadata_pool *pool,
                              uint32_t workgroup)
{
    OWNED_BY(buf_free) struct buf out = {0};
    for (size_t i = 0; i < image->object.kernel_count; i++) {
        const struct kernel *kernel = &image->object.kernels[i];
        struct loaded_row row = {kernel_row_of(image, kernel, workgroup), *kernel};
        if (pool)
            move_texts(&row.kernel, pool);
        uint8_t cells[UINT8_MAX];
        const size_t size = put_cells(&row, cells), start = out.size;
        const struct stored_row stored = {
            .name = row.kernel.name,
            .size = (uint8_t)size,
        };
        buf_append(&out, &stored, offsetof(struct stored_row, cells));
        buf_append(&out, cells, size);
        while (out.size < start + row_size(size))
            buf_putc(&out, 0);
    }
    return out.size ? (struct stored_row *)mem_dup_n(out.data, out.size) : NULL;
}

struct stored_row *row_after(struct stored_row *row)
{
    return (struct stored_row *)((char *)row + row_size(row->size));
}

static const uint8_t *take_cell(const uint8_t *at, uint64_t *out)
{
    *out = *at & 127;
    for (unsigned shift = 7; *at++ & 128; shift += 7)
        *out |= (uint64_t)(*at & 127) << shift;
    return at;
}

const struct kernel_row *row_load(const struct package *package, const struct stored_row *stored,
                                  struct loaded_row *out)
{
    uint64_t mask, value;
    const uint8_t *at = take_cell(stored->cells, &mask);
    *out = (struct loaded_row){{.image = &package->images[stored->image], .kernel = &out->kernel},
                               {.name = (char *)stored->name}};
    for (; mask; mask &= mask - 1) {
        const int i = __builtin_ctzll(mask);
        at = take_cell(at, &value);
        member_set((char *)out + members[i].offset, members[i].size, value);
    }
    return &out->row;
}

/* ---- Sorting rows ---------------------------------------------------------------------------- */

const char *const inspect_sort_keys[] = {
    "name",    "vgpr",      "agpr", "sgpr",    "spills", "lds",
    "scratch", "occupancy", "code", "kernarg", NULL,
};

uint64_t inspect_rank(enum metric metric, const struct kernel_row *row)
{
    uint64_t most = row->image->object.target.info->waves;
    if (metric == METRIC_SPILLS)
        return (uint64_t)row->kernel->vgpr_spills << 32 | row->kernel->sgpr_spills;
    /* The rank is larger if a smaller part of the possible waves fits. */
    if (metric == METRIC_OCCUPANCY)
        return most ? UINT32_MAX - row->waves * UINT64_C(100000) / most : 0;
    return metric < METRIC_COUNT ? metric_value(metric, row) : 0;
}

static int compare_groups(const void *one, const void *other)
{
    const struct inspect_group *a = one, *b = other;
    if (a->rank != b->rank)
        return a->rank > b->rank ? -1 : 1;
    int names = strcmp(a->name, b->name);
    return names ? names : strcmp(a->raw_name, b->raw_name);
}

static void rank_group(const struct package *package, enum metric metric,
                       struct inspect_group *group)
{
    struct loaded_row loaded;
    for (size_t i = 0; i < group->count; i++) {
        uint64_t rank = inspect_rank(metric, row_load(package, group->rows[i], &loaded));
        group->rank = rank > group->rank ? rank : group->rank;
    }
}

static void sort_groups(const struct inspect_view *view, struct inspect_rows *out)
{
    enum metric metric = view->sort
                             ? metric_find(&metrics_of_package, view->sort, strlen(view->sort))
                             : METRIC_COUNT;
    for (size_t i = 0; i < out->group_count; i++) {
        struct inspect_group *group = &out->groups[i];
        group->name = view->raw_names ? mem_dup(group->raw_name) : demangle(group->raw_name);
        if (metric != METRIC_COUNT)
            rank_group(view->package, metric, group);
    }
    if (out->group_count)
        qsort(out->groups, out->group_count, sizeof *out->groups, compare_groups);
}

/* ---- Bringing rows together in groups -------------------------------------------------------- */

/* Orders images by target, and images for one target by their position in the files. Targets have
 * the order of the target table; NVIDIA's targets come last, in the order of their names. */
static int compare_images(const void *one, const void *other)
{
    const struct package_image *a = *(const struct package_image *const *)one,
                               *b = *(const struct package_image *const *)other;
    bool is_nvidia = target_is_nvidia(&a->object.target);
    if (is_nvidia != target_is_nvidia(&b->object.target))
        return is_nvidia ? 1 : -1;
    if (!is_nvidia && a->object.target.info != b->object.target.info)
        return a->object.target.info < b->object.target.info ? -1 : 1;
    int targets = strcmp(a->target, b->target);
    return targets ? targets : (a > b) - (a < b);
}

/* A hash table of groups. An element is 1 + the index of a group, or 0. */
struct slots {
    uint32_t *items;
    /* how many elements there are: a power of two, more than twice the number of groups */
    size_t count;
};

/* Returns the slot of the group called |name|, or the empty slot where the group belongs. */
static uint32_t *find_slot(const struct slots *slots, const struct inspect_rows *rows,
                           const char *name, uint32_t hash)
{
    for (size_t i = hash;; i++) {
        uint32_t *slot = &slots->items[i & (slots->count - 1)];
        const struct inspect_group *group = *slot ? &rows->groups[*slot - 1] : NULL;
        if (!group ||
            (group->name_hash == hash && (group->key == name || strcmp(group->key, name) == 0)))
            return slot;
    }
}

static void grow_slots(struct slots *slots, const struct inspect_rows *rows)
{
    if (slots->count > 2 * (rows->group_count + 1))
        return;
    free(slots->items);
    slots->count = slots->count ? 2 * slots->count : 64;
    slots->items = mem_alloc(slots->count * sizeof *slots->items);
    for (size_t i = 0; i < rows->group_count; i++)
        *find_slot(slots, rows, rows->groups[i].key, rows->groups[i].name_hash) = (uint32_t)i + 1;
}

/* Adds |row| to the count of its group, and returns the index of the group. */
static uint32_t add_row(struct inspect_rows *rows, struct slots *slots,
                        const struct stored_row *row)
{
    OWNED char *owned = rows->has_nvidia ? symbol_for_nvidia(row->name) : NULL;
    const char *key = owned ? owned : row->name;
    const uint32_t hash = (uint32_t)XXH3_64bits(key, strlen(key));
    grow_slots(slots, rows);
    uint32_t *slot = find_slot(slots, rows, key, hash);
    if (!*slot) {
        rows->groups = mem_grow(rows->groups, rows->group_count, sizeof *rows->groups);
        rows->groups[rows->group_count++] = (struct inspect_group){
            .raw_name = row->name, .key = key, .owned_key = owned, .name_hash = hash};
        owned = NULL;
        *slot = (uint32_t)rows->group_count;
    }
    rows->groups[*slot - 1].count++;
    return *slot - 1;
}

/* Returns the images of |view|, sorted. Makes the rows of images that have kernels and no rows. */
static const struct package_image **sort_images(const struct inspect_view *view,
                                                struct inspect_rows *out)
{
    const struct package *package = view->package;
    const struct package_image **images = mem_alloc((package->image_count + 1) * sizeof *images);
    out->owned = mem_alloc((package->image_count + 1) * sizeof *out->owned);
    out->owned_count = package->image_count;
    for (size_t i = 0; i < package->image_count; i++) {
        images[i] = &package->images[i];
        out->row_count += images[i]->object.kernel_count;
        out->has_nvidia |= target_is_nvidia(&images[i]->object.target);
        if (!images[i]->rows)
            out->owned[i] = rows_store(images[i], NULL, view->workgroup);
    }
    if (package->image_count)
        qsort(images, package->image_count, sizeof *images, compare_images);
    return images;
}

/* Puts the rows into |out->rows| so that those of a group are neighbours. |numbers| has the index
 * of each row's group. */
static void place_rows(struct inspect_rows *out, const struct stored_row *const *rows,
                       const uint32_t *numbers)
{
    const struct stored_row **next = out->rows;
    for (size_t i = 0; i < out->group_count; i++) {
        out->groups[i].rows = next;
        next += out->groups[i].count;
        out->groups[i].count = 0;
    }
    for (size_t i = 0; i < out->row_count; i++) {
        struct inspect_group *group = &out->groups[numbers[i]];
        group->rows[group->count++] = rows[i];
    }
}

static void collect_groups(const struct inspect_view *view, struct inspect_rows *out)
{
    OWNED const struct package_image **images = sort_images(view, out);
    OWNED const struct stored_row **rows = mem_alloc((out->row_count + 1) * sizeof *rows);
    OWNED uint32_t *numbers = mem_alloc((out->row_count + 1) * sizeof *numbers);
    struct slots slots = {0};
    for (size_t i = 0, count = 0; i < view->package->image_count; i++) {
        struct stored_row *owned = out->owned[images[i] - view->package->images];
        struct stored_row *row = owned ? owned : images[i]->rows;
        for (size_t k = 0; k < images[i]->object.kernel_count; k++, count++) {
            row->image = (uint32_t)(images[i] - view->package->images);
            rows[count] = row;
            numbers[count] = add_row(out, &slots, row);
            row = row_after(row);
        }
    }
    free(slots.items);
    out->rows = mem_alloc((out->row_count + 1) * sizeof *out->rows);
    place_rows(out, rows, numbers);
}

void inspect_collect(const struct inspect_view *view, struct inspect_rows *out)
{
    *out = (struct inspect_rows){0};
    collect_groups(view, out);
    sort_groups(view, out);
}

void inspect_rows_free(struct inspect_rows *rows)
{
    for (size_t i = 0; i < rows->group_count; i++) {
        free(rows->groups[i].name);
        free(rows->groups[i].owned_key);
    }
    for (size_t i = 0; i < rows->owned_count; i++)
        free(rows->owned[i]);
    free(rows->groups);
    free(rows->rows);
    free(rows->owned);
    *rows = (struct inspect_rows){0};
}
