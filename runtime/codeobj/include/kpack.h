/* AMD's kpack: archives with the code objects of libraries. ROCm 7.11 and later ship such archives
 * beside the libraries. See kpack.c for the format.
 *
 * Such a library has a reference instead of its code objects: the library's name, and the paths of
 * the archives. In the archives, an image has the library's name and the number of the wrapper that
 * the library registers.
 */
#ifndef CODEOBJ_KPACK_H
#define CODEOBJ_KPACK_H

#include "bundle.h"

/* ---- References, which libraries have instead of code objects -------------------------------- */

/* In a path, the first KPACK_TARGET is replaced by a target: "gfx942", "gfx90a:xnack-". */
#define KPACK_TARGET "@GFXARCH@"
/* The section with the reference: in an ELF file, and in a file for Windows. */
#define KPACK_SECTION         ".rocm_kpack_ref"
#define KPACK_SECTION_WINDOWS ".kpackrf"
enum { KPACK_REFERENCE_MAX = 64 << 10 }; /* the most bytes of a reference that AMD's loader reads */
/* the magic number, "HIPK", of a wrapper that has a reference */
enum { KPACK_WRAPPER = 0x4b504948 };

struct kpack_reference {
    char *name;   /* the library's name in the archives: "lib/librocfft.so.0" */
    char **paths; /* the paths of archives, absolute or relative to the library's directory */
    size_t path_count;
    uint8_t *memory; /* the memory of |name| and |paths|, which is freed with the struct */
};

/* Reads the reference at the start of |bytes|; other bytes may follow it. CODEOBJ_TRUNCATED when
 * the reference does not end within |bytes| or within KPACK_REFERENCE_MAX bytes; CODEOBJ_CORRUPT;
 * CODEOBJ_NO_MEMORY. */
enum codeobj_status kpack_reference_open(struct span bytes, struct kpack_reference *out,
                                         struct codeobj_error *error);
/* Closes a reference. A second call does nothing. A struct of zeros is also accepted. */
void kpack_reference_close(struct kpack_reference *reference);

/* ---- Archives ------------------------------------------------------------------------------- */

struct kpack_image {
    const char *name;   /* the library's name and the wrapper's number: "lib/librocfft.so.0#0" */
    const char *target; /* the target ID, such as "gfx942" */
    uint64_t ordinal;
    uint64_t offset, size; /* where the stored bytes are in the archive */
    uint64_t raw_size;     /* how many bytes the unpacked code object has, or KPACK_SIZE_UNKNOWN */
};
#define KPACK_SIZE_UNKNOWN UINT64_MAX

struct kpack_archive {
    struct span bytes;       /* the whole archive, borrowed */
    enum bundle_codec codec; /* how each image is compressed: BUNDLE_CODEC_NONE or _ZSTD */
    /* the images in the order of the table of contents; images with the same name follow each
     * other */
    struct kpack_image *images;
    size_t count;
    /* the memory of the images' names and targets, which is freed with the struct */
    uint8_t *memory;
};

/* Whether |bytes| start with the magic of a kpack archive. */
bool kpack_recognise(struct span bytes);
/* Opens an archive and reads its table of contents. Checks that every image is inside |bytes|, and
 * that no two images have the same name and target. Ignores unknown keys. CODEOBJ_UNSUPPORTED for
 * another version or an unknown compression; CODEOBJ_UNRECOGNISED, CODEOBJ_TRUNCATED,
 * CODEOBJ_CORRUPT, CODEOBJ_NO_MEMORY. */
enum codeobj_status kpack_open(struct span bytes, struct kpack_archive *out,
                               struct codeobj_error *error);
/* Closes an archive. A second call does nothing. A struct of zeros is also accepted. */
void kpack_close(struct kpack_archive *archive);

/* Whether |image| is for wrapper number |index| of the library |name|. In the first archives of
 * this format, names had no numbers, and a library had only one wrapper. */
bool kpack_image_is_of(const struct kpack_image *image, const char *name, uint32_t index);
/* Whether |image| is for any wrapper of the library |name|. */
bool kpack_image_is_of_any(const struct kpack_image *image, const char *name);
/* Returns the code object of |image|: |*out| borrows from the archive's bytes or from
 * |*out_unpacked|, which the caller frees. CODEOBJ_LIMIT when the image unpacks to more than |max|
 * bytes, or to more than unpack_limit() of its stored size; CODEOBJ_CORRUPT when the image is
 * damaged, or its size is not the size in the table. */
enum codeobj_status kpack_unpack(const struct kpack_archive *archive,
                                 const struct kpack_image *image, uint64_t max, struct span *out,
                                 uint8_t **out_unpacked, struct codeobj_error *error);

#endif
