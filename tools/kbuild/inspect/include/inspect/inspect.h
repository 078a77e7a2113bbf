/* What the views of `kbuild inspect` share. Each view appends text to a buffer, which
 * inspect_flush() may write and empty meanwhile. */
#ifndef KBUILD_INSPECT_INSPECT_H
#define KBUILD_INSPECT_INSPECT_H

#include "inspect/metric.h"
#include "inspect/screen.h"

struct inspect_view {
    const struct package *package;
    struct screen screen;
    const char *sort;   /* a key of inspect_sort_keys; NULL: by name */
    uint32_t workgroup; /* work-items of a workgroup, for the occupancy; 0: the kernel's most */
    bool raw_names;
    bool arguments; /* show the arguments of kernels */
    bool full;      /* fold nothing, and leave nothing out */
    bool list;      /* only list images: code objects were not opened */
};

/* The rows of one kernel, one for each image that has it, in the order of targets. */
struct inspect_group {
    const char *raw_name; /* the name as the files have it */
    char *name;           /* the name as it is shown */
    const struct stored_row **rows;
    size_t count;
    uint64_t rank; /* groups are sorted by this number, largest first */
    uint32_t name_hash;
};

struct inspect_rows {
    const struct stored_row **rows; /* all rows; the rows of a group are together */
    struct inspect_group *groups;
    struct stored_row **owned; /* rows that were made here, by image; NULL if the image has rows */
    size_t row_count, group_count, owned_count;
};

/* The values of --sort: "name", and metrics; ends with NULL. */
extern const char *const inspect_sort_keys[];
/* Returns the number by which kernels are sorted for |metric|, largest first: the costlier, the
 * larger. 0 for METRIC_COUNT. */
uint64_t inspect_rank(enum metric metric, const struct kernel_row *row);

void inspect_collect(const struct inspect_view *view, struct inspect_rows *out);
void inspect_rows_free(struct inspect_rows *rows);

/* Appends containers and images, as they nest. */
void inspect_tree(const struct inspect_view *view, struct buf *out);
/* Appends a table with a row for each kernel and image. */
void inspect_table(const struct inspect_view *view, const struct inspect_rows *rows,
                   struct buf *out);
/* Appends the totals. */
void inspect_total(const struct inspect_view *view, const struct inspect_rows *rows,
                   struct buf *out);
/* Appends which image |device| would load of each set of images: a bundle, a header, or loose code
 * objects of a folder. Returns false when a set has no image for |device|. */
bool inspect_device(const struct inspect_view *view, const struct target_id *device,
                    struct buf *out);

/* Writes |out| to standard output, and empties it, when it has more than |enough| bytes. */
void inspect_flush(struct buf *out, size_t enough);

#endif
