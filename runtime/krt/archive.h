/* Files with code objects, and the signatures of such files. */
#ifndef KRT_ARCHIVE_H
#define KRT_ARCHIVE_H

#include "krt/krt.h"
#include "span.h"

#include <pthread.h>
#include <stdbool.h>

/* Packages whose code objects are in archives: a file for each family of GPUs. */

/* The key that a program demanded for a package. From then on, no file is used for the package
 * without a signature by this key. If the text that was demanded is not a key, it is kept too: then
 * no signature is valid, and no file is used. */
struct demand {
    /* the number of the demand among the package's demands, by which demands are compared; 0 if no
     * key was demanded */
    unsigned number;
    char key[64]; /* the key, which has 56 characters; a longer text is cut off, and is not a key */
};

/* The archives of a package that are open in this process. */
struct archives {
    pthread_rwlock_t lock;
    struct archive *first; /* the list of open archives, each of which meets |demand| */
    /* whether krt_package_open() opened an archive by its path, so that no other archive is looked
     * for */
    bool is_chosen;
    /* the demand that archives must meet; its |number| may be read without |lock| */
    struct demand demand;
};

/* Returns what is demanded of the package's files at this moment. */
struct demand archives_demand(struct archives *archives);
/* Returns the member |number| of archives_demand()'s result, without taking the lock. */
unsigned archives_demand_number(const struct archives *archives);

/* Unpacks the image |row| of |module|, whose code is not embedded, into memory that the caller
 * frees. If no archive of the image's family is open, looks for one. |*demand| becomes the number
 * of the struct demand that the archive meets. KRT_ERROR_NO_IMAGE if the archive is missing. */
krt_status archive_unpack(const struct krt_package *package, const struct krt_module *module,
                          const struct krt_image *row, uint8_t **out, unsigned *demand);

/* Signatures of files, in minisign's format. */

/* Copies |*bytes|, the contents of |path|, to |*copy|, so that nobody else can change them, and
 * verifies the copy as signature_verify() does. The caller frees |*copy| even after a failure. */
krt_status signature_verify_copy(const char *path, struct span *bytes, uint8_t **copy,
                                 const char *public_key);
/* Checks that <path>.minisig is a signature of |bytes|, the contents of |path|, by the owner of
 * |public_key|: the line of base64 that `minisign -G` prints. KRT_ERROR_BAD_IMAGE if it is not,
 * KRT_ERROR_INVALID_ARGUMENT if |public_key| is not a key, KRT_ERROR_UNSUPPORTED without
 * libsodium. */
krt_status signature_verify(const char *path, struct span bytes, const char *public_key);

#endif
