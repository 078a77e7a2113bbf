/* Frames hold their content's size and checksum, so that a reader can allocate first and notice
 * damage. See RFC 8878, section 3.1.1.
 */
#include "pack.h"

#include <stdlib.h>
#include <zstd.h>

enum { LEVEL = 19 };

/* Appends one frame; a zstd error code, or 0. */
static size_t append_frame(ZSTD_CCtx *context, struct span bytes, struct buf *out)
{
    buf_reserve(out, ZSTD_compressBound(bytes.size));
    size_t result = ZSTD_compress2(context, out->data + out->size, out->capacity - out->size - 1,
                                   bytes.data, bytes.size);
    if (ZSTD_isError(result))
        return result;
    out->size += result;
    out->data[out->size] = '\0';
    return 0;
}

static size_t append_frames(ZSTD_CCtx *context, const struct embed_images *images, struct buf *out,
                            uint64_t *ends)
{
    size_t error = ZSTD_CCtx_setParameter(context, ZSTD_c_compressionLevel, LEVEL);
    if (!ZSTD_isError(error))
        error = ZSTD_CCtx_setParameter(context, ZSTD_c_contentSizeFlag, 1);
    if (!ZSTD_isError(error))
        error = ZSTD_CCtx_setParameter(context, ZSTD_c_checksumFlag, 1);
    for (size_t i = 0; i < images->count && !ZSTD_isError(error); i++) {
        error = append_frame(context, images->items[i].code_object, out);
        ends[i] = out->size;
    }
    return error;
}

enum status pack_zstd(struct embed_images *images, struct buf *out)
{
    ZSTD_CCtx *context = ZSTD_createCCtx();
    if (!context)
        return status_fail(STATUS_ENVIRONMENT, "out of memory while compressing");
    uint64_t *ends = mem_resize(NULL, images->count, sizeof *ends);
    uint64_t offset = out->size;
    size_t error = append_frames(context, images, out, ends);
    ZSTD_freeCCtx(context);
    for (size_t i = 0; i < images->count && !ZSTD_isError(error); i++) {
        images->items[i].offset = offset;
        images->items[i].size = ends[i] - offset;
        offset = ends[i];
    }
    free(ends);
    if (ZSTD_isError(error))
        return status_fail(STATUS_ENVIRONMENT, "cannot compress: %s", ZSTD_getErrorName(error));
    return STATUS_OK;
}
