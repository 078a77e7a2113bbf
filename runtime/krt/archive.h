/* Files with code objects, and the signatures of such files. */
#ifndef KRT_ARCHIVE_H
#define KRT_ARCHIVE_H

#include "krt/krt.h"
#include "span.h"

#include <pthread.h>
#include <stdbool.h>

/* Packages whose code objects are in archives: a file for each family of GPUs. */

/* The key that a program demanded for a package: from then on, no file without its signature is
 * used for the package. Kept even if it is not a key, for then nothing is signed with it. */
struct demand {
    unsigned
        number;   /* counts the keys of the package, so that they need not be compared; 0: none */
    char key[64]; /* 56 characters; a longer text, which is cut off, is not a key either */
};

/* The archives of a package that are open in this process. */
struct archives {
    pthread_rwlock_t lock;
    struct archive *first; /* each has the signature that is demanded */
    bool is_chosen;        /* by krt_package_open(): no other archive is looked for */
    struct demand demand;  /* |number| is also read without the lock */
};

/* What is demanded of the package's files at this moment. */
struct demand archives_demand(struct archives *archives);
/* As the number of archives_demand(), without a lock. */
unsigned archives_demand_number(const struct archives *archives);

/* Unpacks an image of |module|, whose code is not embedded, into memory that the caller frees.
 * |row| is the module's. Looks for the archive of its family if none is open. |*demand| is the
 * number of the demand that the archive meets. KRT_ERROR_NO_IMAGE if it is missing. */
krt_status archive_unpack(const struct krt_package *package, const struct krt_module *module,
                          const struct krt_image *row, uint8_t **out, unsigned *demand);

/* Signatures of files, in minisign's format. */

/* Copies |*bytes|, the contents of |path|, to |*copy|, which the caller frees even after a failure:
 * nobody else can change a copy. Verifies it as signature_verify() does. */
krt_status signature_verify_copy(const char *path, struct span *bytes, uint8_t **copy,
                                 const char *public_key);
/* Whether <path>.minisig is a signature of |bytes|, the contents of |path|, by the owner of
 * |public_key|: the line of base64 that `minisign -G` prints. KRT_ERROR_BAD_IMAGE if it is not,
 * KRT_ERROR_INVALID_ARGUMENT if the key is not one, KRT_ERROR_UNSUPPORTED without libsodium. */
krt_status signature_verify(const char *path, struct span bytes, const char *public_key);

#endif
