/* kbuild inspect: shared by its views. Each appends text to a buffer, which inspect_flush() may
 * empty meanwhile. */
#ifndef KBUILD_INSPECT_INSPECT_H
#define KBUILD_INSPECT_INSPECT_H

#include "inspect/metric.h"
#include "inspect/screen.h"

struct inspect_view {
    const struct package *package;
    struct screen screen;
    const char *sort;   /* a key of inspect_sort_keys; NULL: by name */
    uint32_t workgroup; /* work-items of a launch, for occupancy; 0: the kernel's largest */
    bool raw_names;
    bool arguments; /* show them */
    bool full;      /* nothing folded, nothing left out */
    bool list;      /* code objects have not been opened */
};

/* A kernel: its rows, one an image, in the order of targets. */
struct inspect_group {
    const char *raw_name; /* as the files have it */
    char *name;           /* as it is shown */
    const struct stored_row **rows;
    size_t count;
    uint64_t rank; /* by what groups are sorted, largest first */
    uint32_t name_hash;
};

struct inspect_rows {
    const struct stored_row **rows; /* group by group, in any order of groups */
    struct inspect_group *groups;
    struct stored_row **owned; /* of images that have kernels instead of rows; others NULL */
    size_t row_count, group_count, owned_count;
};

/* The values of --sort: "name", and metrics; ends with NULL. */
extern const char *const inspect_sort_keys[];
/* What kernels are sorted by for |metric|, the costliest first: 0 for METRIC_COUNT. */
uint64_t inspect_rank(enum metric metric, const struct kernel_row *row);

void inspect_collect(const struct inspect_view *view, struct inspect_rows *out);
void inspect_rows_free(struct inspect_rows *rows);

/* Containers and images, as they nest. */
void inspect_tree(const struct inspect_view *view, struct buf *out);
/* A row for each kernel and image. */
void inspect_table(const struct inspect_view *view, const struct inspect_rows *rows,
                   struct buf *out);
/* The totals. */
void inspect_total(const struct inspect_view *view, const struct inspect_rows *rows,
                   struct buf *out);
/* The image of each bundle, header, or folder of loose code objects that |device| would load. False
 * when one of them has no image for it. */
bool inspect_device(const struct inspect_view *view, const struct target_id *device,
                    struct buf *out);

/* Writes |out| to standard output when it has grown large. */
void inspect_flush(struct buf *out, size_t enough);

#endif
