/* Files with code objects, and the signatures of such files. */
#ifndef KRT_ARCHIVE_H
#define KRT_ARCHIVE_H

#include "krt/krt.h"
#include "span.h"

#include <pthread.h>
#include <stdbool.h>

/* Packages whose code objects are in archives: a file for each family of GPUs. */

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

/* Signatures of files, in minisign's format. */

/* Whether <path>.minisig is a signature of |bytes|, the contents of |path|, by the owner of
 * |public_key|: the line of base64 that `minisign -G` prints. KRT_ERROR_BAD_IMAGE if it is not,
 * KRT_ERROR_INVALID_ARGUMENT if the key is not one, KRT_ERROR_UNSUPPORTED without libsodium. */
krt_status signature_verify(const char *path, struct span bytes, const char *public_key);

#endif
