/* Offload bundles: "__CLANG_OFFLOAD_BUNDLE__", and compressed ones, "CCOB". */
#ifndef CODEOBJ_BUNDLE_H
#define CODEOBJ_BUNDLE_H

#include "target.h"

struct bundle_entry {
    char *id;           /* "hipv4-amdgcn-amd-amdhsa--gfx90a:xnack-", owned by the bundle */
    const char *target; /* "gfx90a:xnack-", inside |id| or behind it; "" for a host entry */
    uint64_t offset;    /* of the image, from the start of the bundle */
    struct span image;  /* borrows from the bytes given to bundle_open() */
    bool is_cut;        /* |image| is only the part that is there; see bundle_open_cut() */
};

struct bundle {
    struct bundle_entry *entries;
    size_t count;
};

/* Whether it starts with the magic. A compressed bundle does not. */
bool bundle_recognise(struct span bytes);
/* The size of the bundle at the start of |bytes|: to the end of its last image, or of its header.
 * |bytes| may go on behind it. Ids and overlaps of images are not checked, so a bundle may have a
 * size and yet not open. */
enum codeobj_status bundle_size(struct span bytes, uint64_t *out, struct codeobj_error *error);
/* Borrows from |bytes|, which may go on behind the bundle. bundle_close() frees what |out| owns.
 * CODEOBJ_TRUNCATED when the header, an id or an image is incomplete; CODEOBJ_CORRUPT when there
 * are no entries, an id is empty, longer than 256 bytes, not text or there twice, or an image
 * overlaps another or the header. */
enum codeobj_status bundle_open(struct span bytes, struct bundle *out, struct codeobj_error *error);
/* The same, for a bundle that is cut off: an incomplete image is not an error, and its entry has
 * |is_cut| set. The header must be complete. */
enum codeobj_status bundle_open_cut(struct span bytes, struct bundle *out,
                                    struct codeobj_error *error);
/* May be called again, or on a struct of zeros. */
void bundle_close(struct bundle *bundle);

/* The best image for |device| among those that are not empty and have a known target; |out| borrows
 * from the bundle's bytes. CODEOBJ_UNSUPPORTED when none runs there: |sentence| says why, as
 * target_id_explain() does, or is "" where there is no such image. CODEOBJ_NO_MEMORY.
 */
enum codeobj_status bundle_choose(const struct bundle *bundle, const struct target_id *device,
                                  struct span *out, char sentence[TARGET_SENTENCE_MAX]);

/* The target of an entry's id, "" for a host's: "gfx90a:xnack-" of
 * "hipv4-amdgcn-amd-amdhsa--gfx90a:xnack-". In |id|, or written to |out|; see
 * target_id_of_triple(). */
const char *bundle_entry_target(const char *id, char out[TARGET_ID_MAX]);

/* ---- Compressed bundles: CCOB -------------------------------------------------------------- */

/* Bundles are compressed by the first two; the others are those of zip archives, of gzip, and of
 * fat binaries for NVIDIA GPUs. */
enum bundle_codec {
    BUNDLE_CODEC_NONE,
    BUNDLE_CODEC_ZLIB,
    BUNDLE_CODEC_ZSTD,
    BUNDLE_CODEC_DEFLATE, /* RFC 1951 */
    BUNDLE_CODEC_GZIP,    /* RFC 1952: one member */
    BUNDLE_CODEC_LZ4,     /* one block; unpack() does not know it, nor the next */
    BUNDLE_CODEC_XZ,
};

/* The header of a compressed bundle; see ClangOffloadBundler, "Compressed Bundle Format", and
 * LLVM's OffloadBundler.cpp for versions 1 and 3. */
struct compressed_bundle {
    uint16_t version;        /* 1 to 3 */
    uint16_t method;         /* as in the header: 0 is zlib, 1 zstd */
    enum bundle_codec codec; /* BUNDLE_CODEC_NONE for other methods */
    uint64_t size; /* of all of it, header included; version 1 does not state it, so it is found by
                      walking the compressed stream */
    uint64_t unpacked_size; /* as the header has it */
    uint64_t hash;          /* of what is inside: the first 8 bytes of its MD5; not verified */
    uint64_t measured;      /* bytes that were unpacked to find the size; set on failure, too */
    struct span stream;     /* the compressed bytes, borrowed */
};

bool compressed_bundle_recognise(struct span bytes);
/* |bytes| may go on behind it. compressed_bundle_unpack() refuses an unknown method; this function
 * does so only where the size depends on it (version 1), for which it may unpack up to |max| bytes. */
enum codeobj_status compressed_bundle_open(struct span bytes, uint64_t max,
                                           struct compressed_bundle *out,
                                           struct codeobj_error *error);
/* Unpacks into fresh memory, which the caller frees. Memory grows with the bytes that the stream
 * gives, not with those that the header promises. CODEOBJ_LIMIT when they are more than |limit|
 * bytes; CODEOBJ_CORRUPT when the stream is damaged or its length differs from the header's;
 * CODEOBJ_UNSUPPORTED for an unknown method. |error->offset| counts from the start of the bundle.
 */
enum codeobj_status compressed_bundle_unpack(const struct compressed_bundle *bundle, uint64_t limit,
                                             uint8_t **out, struct codeobj_error *error);

#endif
