/* Temporary directories. If their process is killed, the next process removes them. */
#ifndef KRT_WORK_DIRECTORY_H
#define KRT_WORK_DIRECTORY_H

#include <stdbool.h>
#include <stddef.h>

enum { WORK_PATH_MAX = 512 };

struct work_directory {
    char path[WORK_PATH_MAX]; /* the directory's path; "" if there is none */
    const char *name;         /* the last component of |path| */
    int lock;
};

/* Makes a directory in |base|, for this user alone, after removing the directories that dead
 * processes left there. Returns false and sets errno if it fails. */
bool work_directory_make(const char *base, struct work_directory *out);
/* Removes the directory. Does nothing if there is no directory. */
void work_directory_remove(struct work_directory *work);

/* Returns where temporary files go: TMPDIR, or /tmp. */
const char *work_base(void);
/* Reads the file |path| and adds a NUL. The caller frees the result. On failure returns NULL and
 * sets errno. */
char *work_read(const char *path, size_t *out_size);

#endif
