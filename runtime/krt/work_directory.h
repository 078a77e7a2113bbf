/* Temporary directories, which are removed even if their process is killed: by the next one. */
#ifndef KRT_WORK_DIRECTORY_H
#define KRT_WORK_DIRECTORY_H

#include <stdbool.h>
#include <stddef.h>

enum { WORK_PATH_MAX = 512 };

struct work_directory {
    char path[WORK_PATH_MAX]; /* "": there is none */
    const char *name;         /* the last component of |path| */
    int lock;
};

/* Makes one in |base|, for this user alone, after those that dead processes left there are removed.
 * False with errno. */
bool work_directory_make(const char *base, struct work_directory *out);
/* Ignores one that was not made. */
void work_directory_remove(struct work_directory *work);

/* Where temporary files go: TMPDIR, or /tmp. */
const char *work_base(void);
/* The file |path|, whole, with a NUL behind it, which the caller frees; NULL with errno. */
char *work_read(const char *path, size_t *out_size);

#endif
