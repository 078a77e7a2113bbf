/* kbuild inspect: shared by its views. Each appends text to a buffer, which inspect_flush() may
 * empty meanwhile. */
#ifndef KBUILD_INSPECT_INSPECT_H
#define KBUILD_INSPECT_INSPECT_H

#include "occupancy.h"
#include "inspect/package.h"
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

/* A kernel in an image. */
struct inspect_row {
    const struct package_image *image;
    const struct kernel *kernel;
    struct occupancy occupancy;
    size_t arguments; /* of the source; the runtime adds the others */
};

/* A kernel: its rows, one an image, in the order of targets. */
struct inspect_group {
    char *name; /* as it is shown */
    const struct inspect_row *rows;
    size_t count;
    uint64_t rank; /* by what groups are sorted, largest first */
};

struct inspect_rows {
    struct inspect_row *rows;
    struct inspect_group *groups;
    size_t row_count, group_count;
};

/* A column of the table. */
struct inspect_column {
    const char *title;
    uint64_t (*value)(const struct inspect_row *row); /* of the cell, and the key for |sort| */
    const char *sort;                                 /* the key of --sort; NULL: none */
    /* Appends the cell, where the number alone is not enough. */
    enum style (*cell)(const struct inspect_row *row, struct buf *out);
    bool shows_zero; /* 0 is "0", not "-" */
    bool is_text;    /* aligned to the left, not to the right */
    bool is_rare;    /* shown only when a cell is not "-" */
    int spare;       /* when a line is too long, the column with the largest goes first; 0 stays */
};

/* A column of the CSV file: a number or, without |value|, a word. */
struct inspect_csv_column {
    const char *name;
    uint64_t (*value)(const struct inspect_row *row);
    const char *(*word)(const struct inspect_row *row);
};

/* Each ends with an empty row; that of the keys, with NULL. */
enum { INSPECT_COLUMN_MAX = 32 };
extern const struct inspect_column inspect_columns[];
extern const struct inspect_csv_column inspect_csv_columns[];
extern const char *const inspect_sort_keys[];

/* Appends the cell of the table. */
enum style inspect_cell(const struct inspect_column *column, const struct inspect_row *row,
                        struct buf *out);
/* The value that |key| sorts by, the largest first. 0 for "name". */
uint64_t inspect_rank(const char *key, const struct inspect_row *row);

void inspect_collect(const struct inspect_view *view, struct inspect_rows *out);
void inspect_rows_free(struct inspect_rows *rows);

const struct package_container *inspect_container(const struct package *package,
                                                  const struct package_image *image);

/* Containers and images, as they nest. */
void inspect_tree(const struct inspect_view *view, struct buf *out);
/* A row for each kernel and image. */
void inspect_table(const struct inspect_view *view, const struct inspect_rows *rows,
                   struct buf *out);
/* The totals. */
void inspect_total(const struct inspect_view *view, const struct inspect_rows *rows,
                   struct buf *out);
/* RFC 4180, with a header line. */
void inspect_csv(const struct inspect_view *view, const struct inspect_rows *rows, struct buf *out);
/* The image of each bundle, header, or folder of loose code objects that |device| would load. False
 * when one of them has no image for it. */
bool inspect_device(const struct inspect_view *view, const struct target_id *device,
                    struct buf *out);

/* Writes |out| to standard output when it has grown large. */
void inspect_flush(struct buf *out, size_t enough);

#endif
