/* The kernels of a package, grouped by name and sorted. */
#include "inspect/inspect.h"

#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

const struct package_container *inspect_container(const struct package *package,
                                                  const struct package_image *image)
{
    return &package->containers[image->container];
}

static size_t explicit_arguments(const struct kernel *kernel)
{
    size_t count = 0;
    for (size_t i = 0; i < kernel->argument_count; i++)
        count += kernel->arguments[i].kind != ARGUMENT_HIDDEN;
    return count;
}

/* ---- Collecting ------------------------------------------------------------------------------ */

/* The groups of names, by open addressing. */
struct name_table {
    size_t *slots; /* a group's number plus 1; 0 where there is none */
    size_t mask;
};

/* Targets in the order of the target table, images in that of the files. */
static int compare_images(const void *one, const void *other)
{
    const struct package_image *a = *(const struct package_image *const *)one;
    const struct package_image *b = *(const struct package_image *const *)other;
    if (a->object.target.info != b->object.target.info)
        return a->object.target.info < b->object.target.info ? -1 : 1;
    int targets = strcmp(a->target, b->target);
    if (targets)
        return targets;
    return a < b ? -1 : a > b;
}

/* Those with kernels in them. */
static size_t sort_images(const struct package *package, const struct package_image **out)
{
    size_t count = 0;
    for (size_t i = 0; i < package->image_count; i++)
        if (package->images[i].object.kernel_count)
            out[count++] = &package->images[i];
    if (count)
        qsort(out, count, sizeof *out, compare_images);
    return count;
}

/* The number of |kernel|'s group, which is made when there is none. Until all rows are there, a
 * group's |rows| is the first one found. */
static size_t find_group(struct name_table *table, struct inspect_rows *out,
                         const struct inspect_row *row)
{
    const char *name = row->kernel->name;
    size_t slot = (size_t)XXH3_64bits(name, strlen(name)) & table->mask;
    for (; table->slots[slot]; slot = (slot + 1) & table->mask)
        if (strcmp(out->groups[table->slots[slot] - 1].rows->kernel->name, name) == 0)
            return table->slots[slot] - 1;
    out->groups[out->group_count].rows = row;
    table->slots[slot] = ++out->group_count;
    return out->group_count - 1;
}

/* Rows in the order of the images, and for each the number of its group. */
static void collect_rows(const struct inspect_view *view, struct inspect_rows *out, size_t room,
                         size_t *numbers)
{
    const struct package *package = view->package;
    const struct package_image **images = mem_alloc((package->image_count + 1) * sizeof *images);
    size_t image_count = sort_images(package, images);
    struct name_table table = {.mask = 15};
    while (table.mask < room * 2)
        table.mask = table.mask * 2 + 1;
    table.slots = mem_alloc((table.mask + 1) * sizeof *table.slots);
    for (size_t i = 0; i < image_count; i++) {
        const struct code_object *object = &images[i]->object;
        for (size_t j = 0; j < object->kernel_count; j++) {
            struct inspect_row *row = &out->rows[out->row_count];
            row->image = images[i];
            row->kernel = &object->kernels[j];
            row->arguments = explicit_arguments(row->kernel);
            row->occupancy = occupancy_of(row->kernel, object->target.info, view->workgroup, 0);
            size_t number = find_group(&table, out, row);
            out->groups[number].count++;
            numbers[out->row_count++] = number;
        }
    }
    free(table.slots);
    free(images);
}

/* Puts the rows of a group together, in the order that they have. */
static void gather_rows(struct inspect_rows *out, const size_t *numbers)
{
    struct inspect_row *gathered = mem_alloc((out->row_count + 1) * sizeof *gathered);
    size_t *next = mem_alloc((out->group_count + 1) * sizeof *next);
    for (size_t i = 0, at = 0; i < out->group_count; i++) {
        next[i] = at;
        out->groups[i].rows = gathered + at;
        at += out->groups[i].count;
    }
    for (size_t i = 0; i < out->row_count; i++)
        gathered[next[numbers[i]]++] = out->rows[i];
    free(out->rows);
    free(next);
    out->rows = gathered;
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
    for (size_t i = 0; i < out->group_count; i++) {
        struct inspect_group *group = &out->groups[i];
        const char *name = group->rows->kernel->name;
        group->name = view->raw_names ? mem_dup(name) : demangle(name);
        for (size_t j = 0; view->sort && j < group->count; j++) {
            uint64_t rank = inspect_rank(view->sort, &group->rows[j]);
            group->rank = rank > group->rank ? rank : group->rank;
        }
    }
    if (out->group_count)
        qsort(out->groups, out->group_count, sizeof *out->groups, compare_groups);
}

void inspect_collect(const struct inspect_view *view, struct inspect_rows *out)
{
    size_t count = 0;
    for (size_t i = 0; i < view->package->image_count; i++)
        count += view->package->images[i].object.kernel_count;
    *out = (struct inspect_rows){
        .rows = mem_alloc((count + 1) * sizeof *out->rows),
        .groups = mem_alloc((count + 1) * sizeof *out->groups),
    };
    size_t *numbers = mem_alloc((count + 1) * sizeof *numbers);
    collect_rows(view, out, count, numbers);
    gather_rows(out, numbers);
    sort_groups(view, out);
    free(numbers);
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
