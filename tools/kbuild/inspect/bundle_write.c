/* Writes offload bundles. The layouts are described in codeobj's bundle.c, which reads them, and in
 * ClangOffloadBundler, "Bundled Binary File Layout" and "Compressed Bundle Format".
 *
 * The ids of entries for NVIDIA's GPUs begin with "cuda", as elsewhere in clang.
 * clang-offload-bundler lists and extracts such entries, but does not write them. HIP's runtime
 * ignores entries whose ids do not begin with "hip".
 *
 * A compressed bundle:
 *
 * "CCOB" | u16 version | u16 method | size of it all | uncompressed size | u64 hash | stream
 *
 * The method is 1 for zstd. Both sizes are u32 in version 2 and u64 in version 3. */
#include "inspect/bundle_write.h"

#include "unpack.h"

#include <md5.h>
#include <zstd.h>

static const char magic[] = "__CLANG_OFFLOAD_BUNDLE__";
static const char compressed_magic[] = "CCOB";
/* HIP's runtime and clang's driver use this id for the entry of any host. */
static const char host_id[] = "host-x86_64-unknown-linux--";

enum { ALIGNMENT = 4096, ENTRY_FIXED = 3 * 8, ZSTD_LEVEL = 19 };

/* ---- Images in one bundle ------------------------------------------------------------ */

static int compare_targets(const void *a, const void *b)
{
    const struct bundle_source *left = a, *right = b;
    int order = strcmp(left->target, right->target);
    return order ? order : strcmp(left->where, right->where);
}

static enum status check_pair(const struct bundle_source *a, const struct bundle_source *b)
{
    struct target_id left, right;
    if (strcmp(a->target, b->target) == 0)
        return status_fail(STATUS_INPUT,
                           "bundle: two images for %s: %s and %s; a bundle has one for each "
                           "target: leave one out",
                           a->target, a->where, b->where);
    if (target_id_parse(a->target, &left, NULL) == CODEOBJ_OK &&
        target_id_parse(b->target, &right, NULL) == CODEOBJ_OK &&
        target_id_conflicts(&left, &right))
        return status_fail(STATUS_INPUT,
                           "bundle: %s (%s) and %s (%s) cannot be in one bundle: of one "
                           "processor all images name a feature, or none does; leave one out",
                           a->target, a->where, b->target, b->where);
    return STATUS_OK;
}

enum status bundle_sources_check(struct bundle_source *sources, size_t count)
{
    qsort(sources, count, sizeof *sources, compare_targets);
    for (size_t i = 1; i < count; i++)
        /* |sources| is sorted, so targets of one processor are neighbours */
        FORWARD_IF_ERROR(check_pair(&sources[i - 1], &sources[i]));
    return STATUS_OK;
}

/* ---- Writing bundles ------------------------------------------------------------------------- */

static char *entry_id(const struct bundle_source *source)
{
    bool is_old = source->version > 0 && source->version < 4;
    struct target_id target;
    if (target_id_parse(source->target, &target, NULL) == CODEOBJ_OK && target_is_nvidia(&target))
        return mem_format("cuda-nvptx64-nvidia-cuda--%s", source->target);
    return mem_format("%s-amdgcn-amd-amdhsa--%s", is_old ? "hip" : "hipv4", source->target);
}

static uint64_t align_up(uint64_t value)
{
    return (value + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
}

static void put_entry(struct buf *out, uint64_t offset, uint64_t size, const char *id)
{
    buf_put_le(out, offset, 8);
    buf_put_le(out, size, 8);
    buf_put_le(out, strlen(id), 8);
    buf_puts(out, id);
}

static void put_zeros(struct buf *out, size_t count)
{
    buf_reserve(out, count);
    memset(out->data + out->size, 0, count + 1);
    out->size += count;
}

void bundle_put(struct buf *out, const struct bundle_source *sources, size_t count)
{
    size_t start = out->size;
    uint64_t offset = strlen(magic) + 8 + ENTRY_FIXED + strlen(host_id);
    OWNED_BY(strings_free) struct strings ids = {0};
    for (size_t i = 0; i < count; i++) {
        strings_take(&ids, entry_id(&sources[i]));
        offset += ENTRY_FIXED + strlen(ids.items[i]);
    }
    buf_puts(out, magic);
    buf_put_le(out, count + 1, 8);
    offset = align_up(offset);
    put_entry(out, offset, 0, host_id);
    for (size_t i = 0; i < count; i++) {
        put_entry(out, offset, sources[i].bytes.size, ids.items[i]);
        offset = align_up(offset + sources[i].bytes.size);
    }
    for (size_t i = 0; i < count; i++) {
        put_zeros(out, align_up(out->size - start) - (out->size - start));
        buf_append(out, sources[i].bytes.data, sources[i].bytes.size);
    }
}

/* ---- Compressed bundles ---------------------------------------------------------------------- */

/* Returns the first 8 bytes of the MD5 of the contents. LLVM's reader prints this hash in its
 * verbose mode, and HIP's runtime ignores it. */
static uint64_t content_hash(const struct buf *plain)
{
    uint64_t hash = 0;
    uint8_t digest[MD5_DIGEST_LENGTH];
    MD5_CTX context;
    MD5Init(&context);
    MD5Update(&context, (const uint8_t *)plain->data, plain->size);
    MD5Final(digest, &context);
    for (int i = 7; i >= 0; i--)
        hash = hash << 8 | digest[i];
    return hash;
}

static enum status zstd_all(struct buf *out, const struct buf *plain)
{
    buf_reserve(out, ZSTD_compressBound(plain->size));
    size_t size = ZSTD_compress(out->data + out->size, out->capacity - out->size - 1, plain->data,
                                plain->size, ZSTD_LEVEL);
    if (ZSTD_isError(size))
        return status_fail(STATUS_ENVIRONMENT, "bundle: cannot compress: %s",
                           ZSTD_getErrorName(size));
    out->size += size;
    if (plain->size > unpack_limit(size))
        return status_fail(STATUS_INPUT,
                           "bundle: %zu bytes shrink so much that readers would "
                           "refuse them as a bomb; leave out --compress",
                           plain->size);
    return STATUS_OK;
}

enum status bundle_compress(struct buf *out, const struct buf *plain)
{
    OWNED_BY(buf_free) struct buf stream = {0};
    FORWARD_IF_ERROR(zstd_all(&stream, plain));
    /* 24 is the number of bytes of a header of version 2 */
    bool is_long = plain->size > UINT32_MAX || stream.size > UINT32_MAX - 24;
    unsigned width = is_long ? 8 : 4;
    uint64_t header = 4 + 2 + 2 + 2 * width + 8;
    buf_puts(out, compressed_magic);
    buf_put_le(out, is_long ? 3 : 2, 2);
    buf_put_le(out, 1, 2);
    buf_put_le(out, header + stream.size, width);
    buf_put_le(out, plain->size, width);
    buf_put_le(out, content_hash(plain), 8);
    buf_append(out, stream.data, stream.size);
    return STATUS_OK;
}
