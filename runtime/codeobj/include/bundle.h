/* Offload bundles: plain ones, "__CLANG_OFFLOAD_BUNDLE__", and compressed ones, "CCOB". */
#ifndef CODEOBJ_BUNDLE_H
#define CODEOBJ_BUNDLE_H

#include "target.h"

struct bundle_entry {
    /* the entry's ID, such as "hipv4-amdgcn-amd-amdhsa--gfx90a:xnack-"; owned by the bundle */
    char *id;
    /* the target ID, such as "gfx90a:xnack-"; part of |id| or allocated with it; "" for a host
     * entry */
    const char *target;
    uint64_t offset;   /* where the image begins, in bytes from the start of the bundle */
    struct span image; /* the image's bytes, borrowed from those given to bundle_open() */
    /* whether the bundle ends inside of the image, so that |image| is only the existing part; see
     * bundle_open_cut() */
    bool is_cut;
};

struct bundle {
    struct bundle_entry *entries;
    size_t count;
};

/* Whether |bytes| start with the magic of a bundle. A compressed bundle has another magic. */
bool bundle_recognise(struct span bytes);
/* Returns the size of the bundle at the start of |bytes|: to the end of its last image, or of its
 * header if that is later. Other bytes may follow the bundle. Does not check the entries' IDs, nor
 * whether images overlap, so a bundle that bundle_open() refuses may have a size. */
enum codeobj_status bundle_size(struct span bytes, uint64_t *out, struct codeobj_error *error);
/* Opens a bundle. |out| borrows from |bytes|, in which other bytes may follow the bundle.
 * bundle_close() frees what |out| owns. CODEOBJ_TRUNCATED when the header, an ID or an image is
 * incomplete; CODEOBJ_CORRUPT when there are no entries, when an ID is empty, longer than 256
 * bytes, not text or not unique, or when an image overlaps another image or the header. */
enum codeobj_status bundle_open(struct span bytes, struct bundle *out, struct codeobj_error *error);
/* Opens a bundle that is cut off: an incomplete image is not an error, and its entry has |is_cut|
 * set. The header must be complete. */
enum codeobj_status bundle_open_cut(struct span bytes, struct bundle *out,
                                    struct codeobj_error *error);
/* Closes a bundle. A second call does nothing. A struct of zeros is also accepted. */
void bundle_close(struct bundle *bundle);

/* Finds the best image for |device| among the images that are not empty and have a known target;
 * |out| borrows from the bundle's bytes. CODEOBJ_UNSUPPORTED when no image runs on |device|:
 * |sentence| says why, as target_id_explain() does, or is "" if all images are empty or have
 * unknown targets. CODEOBJ_NO_MEMORY. */
enum codeobj_status bundle_choose(const struct bundle *bundle, const struct target_id *device,
                                  struct span *out, char sentence[TARGET_SENTENCE_MAX]);

/* Returns the target in an entry's id: "gfx90a:xnack-" from
 * "hipv4-amdgcn-amd-amdhsa--gfx90a:xnack-"; "" for a host's. The result is part of |id|, or is
 * written to |out|; see target_id_of_triple(). */
const char *bundle_entry_target(const char *id, char out[TARGET_ID_MAX]);

/* ---- Compressed bundles: CCOB -------------------------------------------------------------- */

/* How bytes are compressed. Bundles use zlib or zstd; zip archives, gzip files, and fat binaries
 * for NVIDIA GPUs use the other codecs. */
enum bundle_codec {
    BUNDLE_CODEC_NONE,
    BUNDLE_CODEC_ZLIB,
    BUNDLE_CODEC_ZSTD,
    BUNDLE_CODEC_DEFLATE, /* raw deflate: RFC 1951 */
    BUNDLE_CODEC_GZIP,    /* gzip (RFC 1952) of one member */
    BUNDLE_CODEC_LZ4,     /* one LZ4 block, which unpack() cannot unpack */
    BUNDLE_CODEC_XZ,
};

/* The header of a compressed bundle; see ClangOffloadBundler, "Compressed Bundle Format", and
 * LLVM's OffloadBundler.cpp for versions 1 and 3. */
struct compressed_bundle {
    uint16_t version;        /* the version of the header, 1 to 3 */
    uint16_t method;         /* the header's number of the compression: 0 is zlib, 1 is zstd */
    enum bundle_codec codec; /* what |method| means; BUNDLE_CODEC_NONE if it is unknown */
    /* the size of the whole bundle, header included; version 1 does not state the size, so the
     * compressed stream is walked to find it */
    uint64_t size;
    uint64_t unpacked_size; /* the size of the unpacked bytes, as the header states it */
    uint64_t hash;          /* the first 8 bytes of the MD5 of the unpacked bytes; not verified */
    uint64_t measured;  /* how many bytes were unpacked to find |size|; set after a failure, too */
    struct span stream; /* the compressed bytes, borrowed */
};

bool compressed_bundle_recognise(struct span bytes);
/* Opens a compressed bundle; other bytes may follow it. An unknown method is an error only for
 * compressed_bundle_unpack(), except in version 1: there this function needs the method to find the
 * size, and may unpack up to |max| bytes. */
enum codeobj_status compressed_bundle_open(struct span bytes, uint64_t max,
                                           struct compressed_bundle *out,
                                           struct codeobj_error *error);
/* Unpacks into new memory, which the caller frees. The memory grows with the output of the stream,
 * not with the size in the header. CODEOBJ_LIMIT when the output is longer than |limit| bytes;
 * CODEOBJ_CORRUPT when the stream is damaged, or the length of its output differs from the
 * header's; CODEOBJ_UNSUPPORTED for an unknown method. |error->offset| counts from the start of the
 * bundle.
 */
enum codeobj_status compressed_bundle_unpack(const struct compressed_bundle *bundle, uint64_t limit,
                                             uint8_t **out, struct codeobj_error *error);

#endif
