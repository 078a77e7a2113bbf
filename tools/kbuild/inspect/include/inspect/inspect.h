/* Declarations that the views of `kbuild inspect` share. Each view appends text to a buffer, which
 * the view may write to standard output in between (inspect_flush()). */
#ifndef KBUILD_INSPECT_INSPECT_H
#define KBUILD_INSPECT_INSPECT_H

#include "inspect/metric.h"
#include "inspect/screen.h"

struct inspect_view {
    const struct package *package;
    struct screen screen;
    /* the order of kernels, one of inspect_sort_keys; if NULL, they are sorted by name */
    const char *sort;
    /* how many work-items a workgroup has, from which the occupancy follows; if 0, as many as the
     * kernel allows */
    uint32_t workgroup;
    bool raw_names;
    bool arguments; /* whether to show the arguments of kernels */
    bool full;      /* whether similar lines are not combined into one, and nothing is left out */
    bool list;      /* whether only images are listed, because code objects were not opened */
};

/* The rows of one kernel: a row for each image that has the kernel, in the order of targets. */
struct inspect_group {
    const char *raw_name; /* the kernel's name in the code object, in AMD's if there are both */
    /* the name by which rows are brought together: that in NVIDIA's images, if there are some */
    const char *key;
    char *owned_key; /* |key|, if it is another one than |raw_name| */
    char *name;      /* the kernel's name as it is shown, perhaps demangled */
    const struct stored_row **rows;
    size_t count;
    uint64_t rank; /* groups are sorted by this number, the largest first */
    uint32_t name_hash;
};

struct inspect_rows {
    const struct stored_row **rows; /* all rows; the rows of a group are together */
    struct inspect_group *groups;
    /* for each image, by index, the rows that inspect_collect() made, or NULL if the image already
     * has rows */
    struct stored_row **owned;
    size_t row_count, group_count, owned_count;
    bool has_nvidia; /* whether an image is for NVIDIA GPUs */
};

/* The values that --sort accepts: "name", and names of metrics. NULL is at the end. */
extern const char *const inspect_sort_keys[];
/* Returns the number by which kernels are sorted for |metric|, the largest first. It is larger for
 * a costlier kernel, and 0 for METRIC_COUNT. */
uint64_t inspect_rank(enum metric metric, const struct kernel_row *row);

void inspect_collect(const struct inspect_view *view, struct inspect_rows *out);
void inspect_rows_free(struct inspect_rows *rows);

/* Appends the files, their containers and images as a tree. */
void inspect_tree(const struct inspect_view *view, struct buf *out);
/* Appends a table with a row for each kernel and image. */
void inspect_table(const struct inspect_view *view, const struct inspect_rows *rows,
                   struct buf *out);
/* Appends the totals over all files: how much there is, and what a release engineer should check.
 */
void inspect_total(const struct inspect_view *view, const struct inspect_rows *rows,
                   struct buf *out);
/* Appends which image |device| would load from each set of images. A set is a bundle, a header, or
 * loose code objects of one folder. Returns false when some set has no image for |device|. */
bool inspect_device(const struct inspect_view *view, const struct target_id *device,
                    struct buf *out);

/* Writes |out| to standard output and empties it, if it has more than |enough| bytes. */
void inspect_flush(struct buf *out, size_t enough);

#endif
