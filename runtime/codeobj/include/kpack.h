/* AMD's kpack: code objects that were moved out of the libraries that ROCm 7.11 and later ship,
 * into archives beside them. See kpack.c for the format.
 *
 * A library that lost its code objects names, instead of them, itself and the archives. In these,
 * its images are called by its name and the number of the wrapper that the library registers.
 */
#ifndef CODEOBJ_KPACK_H
#define CODEOBJ_KPACK_H

#include "bundle.h"

/* ---- References: what is left in a library -------------------------------------------------- */

/* In a path, the first one of these stands for a target: "gfx942", "gfx90a:xnack-". */
#define KPACK_TARGET          "@GFXARCH@"
#define KPACK_SECTION         ".rocm_kpack_ref" /* of an ELF file, with the reference */
#define KPACK_SECTION_WINDOWS ".kpackrf"        /* of a program or library for Windows */
enum { KPACK_REFERENCE_MAX = 64 << 10 };        /* bytes of a reference that AMD's loader reads */
enum { KPACK_WRAPPER = 0x4b504948 };            /* "HIPK": the magic of a wrapper that has one */

struct kpack_reference {
    char *name;   /* of the library in the archives: "lib/librocfft.so.0" */
    char **paths; /* of archives, absolute or relative to the library's directory */
    size_t path_count;
    uint8_t *memory; /* of all of these */
};

/* Reads the reference at the start of |bytes|, which may go on behind it. CODEOBJ_TRUNCATED when it
 * does not end in them, or in KPACK_REFERENCE_MAX bytes; CODEOBJ_CORRUPT; CODEOBJ_NO_MEMORY. */
enum codeobj_status kpack_reference_open(struct span bytes, struct kpack_reference *out,
                                         struct codeobj_error *error);
/* May be called again, or on a struct of zeros. */
void kpack_reference_close(struct kpack_reference *reference);

/* ---- Archives ------------------------------------------------------------------------------- */

struct kpack_image {
    const char *name;   /* of its library, and which of its wrappers: "lib/librocfft.so.0#0" */
    const char *target; /* "gfx942" */
    uint64_t ordinal;
    uint64_t offset, size; /* of the stored bytes, in the archive */
    uint64_t raw_size;     /* of the code object, or KPACK_SIZE_UNKNOWN */
};
#define KPACK_SIZE_UNKNOWN UINT64_MAX

struct kpack_archive {
    struct span bytes;          /* all of it, borrowed */
    enum bundle_codec codec;    /* of each image: BUNDLE_CODEC_NONE or _ZSTD */
    struct kpack_image *images; /* in the order of the table; those of one name follow each other */
    size_t count;
    uint8_t *memory; /* of the names */
};

/* Whether it starts with the magic. */
bool kpack_recognise(struct span bytes);
/* Reads the table of contents: every image has a place inside |bytes|, and no two are of the same
 * name and target. Unknown keys are ignored. CODEOBJ_UNSUPPORTED for another version or an unknown
 * compression; CODEOBJ_UNRECOGNISED, CODEOBJ_TRUNCATED, CODEOBJ_CORRUPT, CODEOBJ_NO_MEMORY. */
enum codeobj_status kpack_open(struct span bytes, struct kpack_archive *out,
                               struct codeobj_error *error);
/* May be called again, or on a struct of zeros. */
void kpack_close(struct kpack_archive *archive);

/* Whether |image| is of the library |name|, for its wrapper number |index|. The first archives had
 * no numbers, and libraries one wrapper. */
bool kpack_image_is_of(const struct kpack_image *image, const char *name, uint32_t index);
/* The same for any wrapper. */
bool kpack_image_is_of_any(const struct kpack_image *image, const char *name);
/* The code object: |*out| borrows from the archive's bytes or from |*out_unpacked|, which the
 * caller frees. CODEOBJ_LIMIT when it unpacks to more than |max| bytes or unpack_limit() of its
 * size; CODEOBJ_CORRUPT when it is damaged, or not of the size that the table has. */
enum codeobj_status kpack_unpack(const struct kpack_archive *archive,
                                 const struct kpack_image *image, uint64_t max, struct span *out,
                                 uint8_t **out_unpacked, struct codeobj_error *error);

#endif
