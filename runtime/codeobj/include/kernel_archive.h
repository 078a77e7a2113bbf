/* Kernel archives: the code objects of a package for one family of GPUs, each compressed by itself,
 * or (version 2) as what differs from the one before it in its module.
 * docs/formats.md describes the format.
 *
 * `kbuild pack` writes them, libkrt maps them and unpacks what a device needs, `kbuild inspect`
 * shows them.
 */
#ifndef CODEOBJ_KERNEL_ARCHIVE_H
#define CODEOBJ_KERNEL_ARCHIVE_H

#include "span.h"

enum {
    KERNEL_ARCHIVE_VERSION = 1,
    KERNEL_ARCHIVE_SHARED = 2,   /* the version whose images of a module share what is alike */
    KERNEL_ARCHIVE_SHARERS = 64, /* images of a module there, at most */
    KERNEL_ARCHIVE_HEADER = 48,  /* bytes */
    KERNEL_ARCHIVE_ROW = 40,     /* bytes */
};
#define KERNEL_ARCHIVE_MAGIC    "krtpack"           /* and its NUL: 8 bytes */
#define KERNEL_ARCHIVE_RAW_MAX  (UINT64_C(4) << 30) /* bytes that one image may unpack to */
#define KERNEL_ARCHIVE_FAMILIES 64                  /* bytes of the longest name of a family */

struct kernel_archive {
    struct span bytes;            /* all of it, borrowed */
    const char *package, *family; /* in |bytes| */
    uint64_t build;               /* the build ID of the package */
    uint32_t count;               /* images, sorted by module and target */
    bool is_shared;               /* version 2 */
};

/* An image in an archive. Borrows from its bytes. */
struct kernel_archive_image {
    const char *module, *target;
    uint64_t offset, size; /* of its zstd frame, in the archive */
    uint64_t raw_size;     /* bytes of the code object */
    uint64_t hash;         /* XXH3 of the frame */
};

/* Whether it starts with the magic. */
bool kernel_archive_recognise(struct span bytes);
/* Checks the whole index: its hash, that all is in order, and that the images fill the rest of
 * |bytes| to the last one. The images themselves are checked when they are unpacked. Borrows from
 * |bytes|. CODEOBJ_UNRECOGNISED for another file, CODEOBJ_UNSUPPORTED for another version,
 * CODEOBJ_TRUNCATED, CODEOBJ_CORRUPT. */
enum codeobj_status kernel_archive_open(struct span bytes, struct kernel_archive *out,
                                        struct codeobj_error *error);
/* Image |index|, which is less than |archive->count|. */
struct kernel_archive_image kernel_archive_at(const struct kernel_archive *archive, uint32_t index);
/* False when there is none. */
bool kernel_archive_find(const struct kernel_archive *archive, const char *module,
                         const char *target, struct kernel_archive_image *out);
/* Whether it is compressed against the image before it, which must be unpacked first. */
bool kernel_archive_has_base(const struct kernel_archive *archive,
                             const struct kernel_archive_image *image);
/* Verifies the bytes of the frame. */
enum codeobj_status kernel_archive_check(const struct kernel_archive *archive,
                                         const struct kernel_archive_image *image,
                                         struct codeobj_error *error);
/* Verifies and unpacks the code object, |image->raw_size| bytes that the caller frees. */
enum codeobj_status kernel_archive_unpack(const struct kernel_archive *archive,
                                          const struct kernel_archive_image *image, uint8_t **out,
                                          struct codeobj_error *error);
/* The same to |out|, which has room for it. |base| is the code object of the image before, if it
 * has a base: for readers of all images, in their order. */
enum codeobj_status kernel_archive_unpack_to(const struct kernel_archive *archive,
                                             const struct kernel_archive_image *image,
                                             struct span base, uint8_t *out,
                                             struct codeobj_error *error);

/* The family of a target ID, written to |out|: the generic target that contains its processor,
 * without "-generic" ("gfx11" of gfx1100 and gfx11-generic, "gfx10-3"), else the processor
 * ("gfx90a"), and "nvidia" if the target is not of AMD. Returns |out|. */
char *kernel_archive_family(const char *target, char out[KERNEL_ARCHIVE_FAMILIES]);
/* "kernels.gfx11.krt": a fresh string, or NULL when there is no memory. */
char *kernel_archive_name(const char *package, const char *family);

#endif
