/* Kernel archives: the code objects of a package for one family of GPUs. Each code object is
 * compressed by itself, or (version 2) as the difference from the code object before it in its
 * module. docs/formats.md describes the format.
 *
 * `kbuild pack` writes archives, libkrt maps them and unpacks what a device needs, `kbuild inspect`
 * shows them.
 */
#ifndef CODEOBJ_KERNEL_ARCHIVE_H
#define CODEOBJ_KERNEL_ARCHIVE_H

#include "span.h"

enum {
    KERNEL_ARCHIVE_VERSION = 1,
    /* the version in which images of a module are compressed against each other */
    KERNEL_ARCHIVE_SHARED = 2,
    KERNEL_ARCHIVE_SHARERS = 64, /* the most images of a module in version 2 */
    KERNEL_ARCHIVE_HEADER = 48,  /* how many bytes the archive's header has */
    KERNEL_ARCHIVE_ROW = 40,     /* how many bytes the row of an image has */
};
#define KERNEL_ARCHIVE_MAGIC    "krtpack" /* the magic of an archive, 8 bytes with its NUL */
#define KERNEL_ARCHIVE_RAW_MAX  (UINT64_C(4) << 30) /* the most bytes of an unpacked image */
#define KERNEL_ARCHIVE_FAMILIES 64 /* the most bytes of a family's name, with its NUL */

struct kernel_archive {
    struct span bytes; /* the whole archive, borrowed */
    /* the package's name, and the family of GPUs: "gfx11"; texts in |bytes| */
    const char *package, *family;
    uint64_t build; /* the build ID of the package */
    uint32_t count; /* the number of images; they are sorted by module and target */
    bool is_shared; /* whether the archive has version 2, KERNEL_ARCHIVE_SHARED */
};

/* An image in an archive. The struct borrows from the archive's bytes. */
struct kernel_archive_image {
    const char *module, *target;
    uint64_t offset, size; /* where the image's zstd frame is in the archive, in bytes */
    uint64_t raw_size;     /* how many bytes the unpacked code object has */
    uint64_t hash;         /* the XXH3 hash of the zstd frame */
};

/* Whether |bytes| start with the magic of an archive. */
bool kernel_archive_recognise(struct span bytes);
/* Opens an archive and checks its whole index: the hash, the order, and that the images fill the
 * rest of |bytes| exactly. The images themselves are checked when they are unpacked. Borrows from
 * |bytes|. CODEOBJ_UNRECOGNISED for another file, CODEOBJ_UNSUPPORTED for another version,
 * CODEOBJ_TRUNCATED, CODEOBJ_CORRUPT. */
enum codeobj_status kernel_archive_open(struct span bytes, struct kernel_archive *out,
                                        struct codeobj_error *error);
/* Returns image |index|, which must be less than |archive->count|. */
struct kernel_archive_image kernel_archive_at(const struct kernel_archive *archive, uint32_t index);
/* Finds an image. Returns false if the archive does not have it. */
bool kernel_archive_find(const struct kernel_archive *archive, const char *module,
                         const char *target, struct kernel_archive_image *out);
/* Whether |image| is compressed against the image before it, which must be unpacked first. */
bool kernel_archive_has_base(const struct kernel_archive *archive,
                             const struct kernel_archive_image *image);
/* Checks the stored bytes of |image|: their hash, and the unpacked size that they declare. */
enum codeobj_status kernel_archive_check(const struct kernel_archive *archive,
                                         const struct kernel_archive_image *image,
                                         struct codeobj_error *error);
/* Checks and unpacks |image| into |image->raw_size| bytes that the caller frees. */
enum codeobj_status kernel_archive_unpack(const struct kernel_archive *archive,
                                          const struct kernel_archive_image *image, uint8_t **out,
                                          struct codeobj_error *error);
/* Does what kernel_archive_unpack() does, into |out|, which has room for the code object. If
 * kernel_archive_has_base(), |base| is the code object of the image before |image|. For callers
 * that read all images in their order. */
enum codeobj_status kernel_archive_unpack_to(const struct kernel_archive *archive,
                                             const struct kernel_archive_image *image,
                                             struct span base, uint8_t *out,
                                             struct codeobj_error *error);

/* Writes the family of a target ID to |out|, and returns |out|. The family is the generic target
 * that contains the processor, without "-generic" ("gfx11" for gfx1100 and gfx11-generic,
 * "gfx10-3"). Without such a generic target, it is the processor ("gfx90a"). The family of a target
 * of NVIDIA is "nvidia". */
char *kernel_archive_family(const char *target, char out[KERNEL_ARCHIVE_FAMILIES]);
/* Returns a file name such as "kernels.gfx11.krt" as a new string, or NULL when there is no
 * memory. */
char *kernel_archive_name(const char *package, const char *family);

#endif
