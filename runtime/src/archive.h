/* Packages whose code objects are in archives: a file for each family of GPUs. */
#ifndef KRT_ARCHIVE_H
#define KRT_ARCHIVE_H

#include "krt/krt.h"

#include <pthread.h>
#include <stdbool.h>

/* The archives of a package that are open in this process. */
struct archives {
    pthread_rwlock_t lock;
    struct archive *first;
    bool is_chosen; /* by krt_package_open(): no other archive is looked for */
};

/* Unpacks an image of |module|, whose code is not embedded, into memory that the caller frees.
 * |row| is the module's. Looks for the archive of its family if none is open. KRT_ERROR_NO_IMAGE if
 * it is missing. */
krt_status archive_unpack(const struct krt_package *package, const struct krt_module *module,
                          const struct krt_image *row, uint8_t **out);

#endif
