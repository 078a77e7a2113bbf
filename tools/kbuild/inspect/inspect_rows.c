/* The kernels of a package, grouped by name and sorted. */
#include "inspect/inspect.h"

#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

/* ---- Sorting --------------------------------------------------------------------------------- */

const char *const inspect_sort_keys[] = {
    "name",    "vgpr",      "agpr", "sgpr",    "spills", "lds",
    "scratch", "occupancy", "code", "kernarg", NULL,
};

uint64_t inspect_rank(enum metric metric, const struct kernel_row *row)
{
    uint64_t most = row->image->object.target.info->waves;
    if (metric == METRIC_SPILLS)
        return (uint64_t)row->kernel->vgpr_spills << 32 | row->kernel->sgpr_spills;
    if (metric == METRIC_OCCUPANCY) /* the smaller the part of the possible waves, the larger */
        return most ? UINT32_MAX - row->occupancy.waves * UINT64_C(100000) / most : 0;
    return metric < METRIC_COUNT ? metric_value(metric, row) : 0;
}

static int compare_groups(const void *one, const void *other)
{
    const struct inspect_group *a = one, *b = other;
    if (a->rank != b->rank)
        return a->rank > b->rank ? -1 : 1;
    int names = strcmp(a->name, b->name);
    return names ? names : strcmp(a->rows->kernel->name, b->rows->kernel->name);
}

static void sort_groups(const struct inspect_view *view, struct inspect_rows *out)
{
    enum metric metric = view->sort
                             ? metric_find(&metrics_of_package, view->sort, strlen(view->sort))
                             : METRIC_COUNT;
    for (size_t i = 0; i < out->group_count; i++) {
        struct inspect_group *group = &out->groups[i];
        const char *name = group->rows->kernel->name;
        group->name = view->raw_names ? mem_dup(name) : demangle(name);
        for (size_t j = 0; j < group->count; j++) {
            uint64_t rank = inspect_rank(metric, &group->rows[j]);
            group->rank = rank > group->rank ? rank : group->rank;
        }
    }
    if (out->group_count)
        qsort(out->groups, out->group_count, sizeof *out->groups, compare_groups);
}

/* ---- Collecting ------------------------------------------------------------------------------ */

/* A row while rows of one name are brought together: by hashes, because names are long and alike.
 */
struct keyed_row {
    uint64_t hash;
    struct kernel_row row;
};

/* Targets in the order of the target table, images in that of the files. */
static int compare_images(const struct package_image *a, const struct package_image *b)
{
    if (a->object.target.info != b->object.target.info)
        return a->object.target.info < b->object.target.info ? -1 : 1;
    int targets = strcmp(a->target, b->target);
    return targets ? targets : (a > b) - (a < b);
}

static int compare_rows(const void *one, const void *other)
{
    const struct keyed_row *a = one, *b = other;
    if (a->hash != b->hash)
        return a->hash < b->hash ? -1 : 1;
    int names = strcmp(a->row.kernel->name, b->row.kernel->name);
    return names ? names : compare_images(a->row.image, b->row.image);
}

static struct keyed_row *collect_rows(const struct inspect_view *view, size_t count)
{
    struct keyed_row *rows = mem_alloc((count + 1) * sizeof *rows), *next = rows;
    for (size_t i = 0; i < view->package->image_count; i++) {
        const struct package_image *image = &view->package->images[i];
        for (size_t j = 0; j < image->object.kernel_count; j++) {
            const struct kernel *kernel = &image->object.kernels[j];
            *next++ = (struct keyed_row){XXH3_64bits(kernel->name, strlen(kernel->name)),
                                         kernel_row_of(image, kernel, view->workgroup)};
        }
    }
    if (count)
        qsort(rows, count, sizeof *rows, compare_rows);
    return rows;
}

void inspect_collect(const struct inspect_view *view, struct inspect_rows *out)
{
    *out = (struct inspect_rows){0};
    for (size_t i = 0; i < view->package->image_count; i++)
        out->row_count += view->package->images[i].object.kernel_count;
    struct keyed_row *rows = collect_rows(view, out->row_count);
    out->rows = mem_alloc((out->row_count + 1) * sizeof *out->rows);
    out->groups = mem_alloc((out->row_count + 1) * sizeof *out->groups);
    for (size_t i = 0; i < out->row_count; i++) {
        out->rows[i] = rows[i].row;
        if (i == 0 || rows[i - 1].hash != rows[i].hash ||
            strcmp(rows[i - 1].row.kernel->name, rows[i].row.kernel->name) != 0)
            out->groups[out->group_count++].rows = &out->rows[i];
        out->groups[out->group_count - 1].count++;
    }
    free(rows);
    sort_groups(view, out);
}

void inspect_rows_free(struct inspect_rows *rows)
{
    for (size_t i = 0; i < rows->group_count; i++)
        free(rows->groups[i].name);
    free(rows->groups);
    free(rows->rows);
    *rows = (struct inspect_rows){0};
}

void inspect_flush(struct buf *out, size_t enough)
{
    if (out->size <= enough)
        return;
    fwrite(out->data, 1, out->size, stdout);
    out->size = 0;
}
