/* Unpacking zstd, zlib, deflate and gzip. The output's buffer grows with the output, not with the
 * size that a header promises: a hostile file must not reserve memory that it does not fill. The
 * first buffer is larger than the output of most streams, because zstd is faster when the whole
 * frame fits. See RFC 8878, and RFC 1950 to 1952.
 *
 * Only old compilers and archives write streams of zlib, deflate or gzip, so libz is not linked but
 * loaded when the first such stream is read.
 */
#define ZLIB_CONST
#include "unpack.h"

#include <dlfcn.h>
#include <inttypes.h>
#include <limits.h>
#include <pthread.h>
#include <stdlib.h>
#include <zlib.h>
#include <zstd.h>

enum {
    /* how many times the stream's bytes the first buffer has; code objects are compressed to a
     * tenth to a thirtieth */
    FIRST_RATIO = 64,
    FIRST_MIN = 1 << 16,
    SCRATCH = 1 << 16,
};

static struct {
    __typeof__(inflateInit2_) *init;
    __typeof__(inflate) *inflate;
    __typeof__(inflateEnd) *end;
    __typeof__(crc32) *crc32;
} zlib;
static pthread_once_t zlib_once = PTHREAD_ONCE_INIT;

static void load_zlib(void)
{
    void *library = dlopen("libz.so.1", RTLD_NOW | RTLD_LOCAL);
    if (!library)
        return;
    /* ISO C has no cast from an object pointer to a function pointer. POSIX says that this cast
     * works. */
    *(void **)&zlib.init = dlsym(library, "inflateInit2_");
    *(void **)&zlib.inflate = dlsym(library, "inflate");
    *(void **)&zlib.end = dlsym(library, "inflateEnd");
    *(void **)&zlib.crc32 = dlsym(library, "crc32");
}

/* A stream that is being unpacked. advance() takes bytes of |stream| from |used| on and writes at
 * most |room| bytes. It returns how many bytes it took and how many it wrote. */
struct codec {
    struct span stream;
    size_t used;
    bool takes_all; /* whether to unpack all zstd frames, not only the first */
    bool is_done;
    union {
        ZSTD_DCtx *zstd;
        z_stream zlib;
    } state;
    enum codeobj_status (*advance)(struct codec *codec, uint8_t *out, size_t room, size_t *written,
                                   struct codeobj_error *error);
};

static enum codeobj_status fail_early(const struct codec *codec, struct codeobj_error *error)
{
    return codeobj_fail_at(error, CODEOBJ_TRUNCATED, codec->stream.size,
                           "compressed data end early");
}

static bool is_frame_next(const struct codec *codec)
{
    struct span rest = {codec->stream.data + codec->used, codec->stream.size - codec->used};
    return unpack_is_zstd(rest);
}

static enum codeobj_status advance_zstd(struct codec *codec, uint8_t *out, size_t room,
                                        size_t *written, struct codeobj_error *error)
{
    ZSTD_inBuffer input = {codec->stream.data, codec->stream.size, codec->used};
    ZSTD_outBuffer output = {out, room, 0};
    size_t result = ZSTD_decompressStream(codec->state.zstd, &output, &input);
    if (ZSTD_isError(result))
        return codeobj_fail_at(error, CODEOBJ_CORRUPT, codec->used, "compressed data: zstd: %s",
                               ZSTD_getErrorName(result));
    if (result != 0 && output.pos == 0 && input.pos == codec->stream.size && room > 0)
        return fail_early(codec, error);
    codec->used = input.pos;
    codec->is_done = result == 0 && !(codec->takes_all && is_frame_next(codec));
    *written = output.pos;
    return CODEOBJ_OK;
}

static enum codeobj_status advance_zlib(struct codec *codec, uint8_t *out, size_t room,
                                        size_t *written, struct codeobj_error *error)
{
    z_stream *stream = &codec->state.zlib;
    size_t left = codec->stream.size - codec->used;
    uInt given = left < UINT_MAX ? (uInt)left : UINT_MAX;
    uInt taken = room < UINT_MAX ? (uInt)room : UINT_MAX;
    stream->next_in = codec->stream.data + codec->used;
    stream->avail_in = given;
    stream->next_out = out;
    stream->avail_out = taken;
    int result = zlib.inflate(stream, Z_NO_FLUSH);
    codec->used += given - stream->avail_in;
    *written = taken - stream->avail_out;
    codec->is_done = result == Z_STREAM_END;
    if (result == Z_MEM_ERROR)
        return codeobj_fail(error, CODEOBJ_NO_MEMORY, "out of memory");
    if (result == Z_BUF_ERROR && codec->used == codec->stream.size && room > 0)
        return fail_early(codec, error);
    if (result != Z_OK && result != Z_STREAM_END && result != Z_BUF_ERROR)
        return codeobj_fail_at(error, CODEOBJ_CORRUPT, codec->used, "compressed data: zlib: %s",
                               stream->msg ? stream->msg : "damaged");
    return CODEOBJ_OK;
}

/* The window sizes for "inflateInit2", see zlib.h: 15 is the largest window; a minus sign or an
 * added 16 selects the format around the stream. */
static const int windows[] = {
    [BUNDLE_CODEC_ZLIB] = 15, [BUNDLE_CODEC_DEFLATE] = -15, [BUNDLE_CODEC_GZIP] = 16 + 15};

static enum codeobj_status codec_start(enum bundle_codec kind, struct span stream,
                                       struct codec *codec, struct codeobj_error *error)
{
    *codec = (struct codec){.stream = stream};
    if (kind == BUNDLE_CODEC_ZSTD) {
        codec->advance = advance_zstd;
        codec->state.zstd = ZSTD_createDCtx();
        if (codec->state.zstd)
            return CODEOBJ_OK;
    } else {
        codec->advance = advance_zlib;
        pthread_once(&zlib_once, load_zlib);
        if (!zlib.init || !zlib.inflate || !zlib.end)
            return codeobj_fail(error, CODEOBJ_UNSUPPORTED,
                                "compressed with zlib, and libz.so.1 cannot be loaded: install it, "
                                "or compress it again with zstd");
        if (zlib.init(&codec->state.zlib, windows[kind], ZLIB_VERSION,
                      (int)sizeof codec->state.zlib) == Z_OK)
            return CODEOBJ_OK;
    }
    return codeobj_fail(error, CODEOBJ_NO_MEMORY, "out of memory");
}

static void codec_stop(struct codec *codec)
{
    if (codec->advance == advance_zstd)
        ZSTD_freeDCtx(codec->state.zstd);
    else
        zlib.end(&codec->state.zlib);
}

static enum codeobj_status fail_limit(const struct codec *codec, uint64_t max,
                                      struct codeobj_error *error)
{
    return codeobj_fail_at(error, CODEOBJ_LIMIT, codec->used,
                           "compressed data unpack to more than %" PRIu64 " bytes", max);
}

/* Returns the size of the first buffer: at most |max| + 1, so that a longer output is noticed. */
static size_t first_room(const struct codec *codec, uint64_t max)
{
    size_t size = codec->stream.size;
    uint64_t room = size < SIZE_MAX / FIRST_RATIO ? size * FIRST_RATIO : SIZE_MAX;
    if (room < FIRST_MIN)
        room = FIRST_MIN;
    return (size_t)(room <= max ? room : max + 1);
}

static enum codeobj_status run(struct codec *codec, uint64_t max, struct unpacked *out,
                               struct codeobj_error *error)
{
    size_t room = first_room(codec, max);
    *out = (struct unpacked){.data = malloc(room)};
    if (!out->data)
        return codeobj_fail(error, CODEOBJ_NO_MEMORY, "out of memory");
    while (!codec->is_done) {
        size_t written;
        enum codeobj_status status =
            codec->advance(codec, out->data + out->size, room - out->size, &written, error);
        if (status)
            return status;
        out->size += written;
        if (out->size > max)
            return fail_limit(codec, max, error);
        if (codec->is_done || out->size < room)
            continue;
        size_t more = room <= max / 2 ? room * 2 : (size_t)max + 1;
        uint8_t *grown = realloc(out->data, more);
        if (!grown)
            return codeobj_fail(error, CODEOBJ_NO_MEMORY, "out of memory");
        out->data = grown;
        room = more;
    }
    out->used = codec->used;
    return CODEOBJ_OK;
}

static enum codeobj_status unpack_some(enum bundle_codec codec, bool takes_all, struct span stream,
                                       uint64_t max, struct unpacked *out,
                                       struct codeobj_error *error)
{
    struct codec running;
    struct unpacked unpacked;
    if (max > SIZE_MAX - 1)
        max = SIZE_MAX - 1;
    enum codeobj_status status = codec_start(codec, stream, &running, error);
    if (status)
        return status;
    running.takes_all = takes_all;
    status = run(&running, max, &unpacked, error);
    codec_stop(&running);
    if (status) {
        free(unpacked.data);
        return status;
    }
    uint8_t *cut = realloc(unpacked.data, unpacked.size ? unpacked.size : 1);
    if (cut)
        unpacked.data = cut;
    *out = unpacked;
    return CODEOBJ_OK;
}

bool unpack_crc32(struct span bytes, uint32_t *out)
{
    uLong sum = 0;
    pthread_once(&zlib_once, load_zlib);
    if (!zlib.crc32)
        return false;
    for (size_t at = 0; at < bytes.size;) {
        uInt size = bytes.size - at < UINT_MAX ? (uInt)(bytes.size - at) : UINT_MAX;
        sum = zlib.crc32(sum, bytes.data + at, size);
        at += size;
    }
    *out = (uint32_t)sum;
    return true;
}

enum codeobj_status unpack(enum bundle_codec codec, struct span stream, uint64_t max,
                           struct unpacked *out, struct codeobj_error *error)
{
    return unpack_some(codec, false, stream, max, out, error);
}

enum codeobj_status unpack_all(enum bundle_codec codec, struct span stream, uint64_t max,
                               struct unpacked *out, struct codeobj_error *error)
{
    return unpack_some(codec, true, stream, max, out, error);
}

/* Unpacks a frame or stream without keeping the output. Fails if the output is longer than |max| or
 * the unpack_limit() of the bytes that were read. Sets |*out_size| after a failure, too. */
static enum codeobj_status measure_stream(enum bundle_codec kind, struct span stream, uint64_t max,
                                          size_t *out_used, uint64_t *out_size,
                                          struct codeobj_error *error)
{
    struct codec codec;
    uint64_t size = 0;
    *out_size = 0;
    enum codeobj_status status = codec_start(kind, stream, &codec, error);
    if (status)
        return status;
    while (!status && !codec.is_done) {
        uint8_t scratch[SCRATCH];
        size_t written;
        status = codec.advance(&codec, scratch, sizeof scratch, &written, error);
        const uint64_t limit = unpack_limit(codec.used);
        if (!status && (size += written) > (max < limit ? max : limit))
            status = fail_limit(&codec, max < limit ? max : limit, error);
    }
    codec_stop(&codec);
    *out_size = size;
    if (!status)
        *out_used = codec.used;
    return status;
}

enum codeobj_status unpack_measure(enum bundle_codec codec, struct span stream, uint64_t max,
                                   size_t *out_used, struct codeobj_error *error)
{
    uint64_t size;
    if (codec == BUNDLE_CODEC_ZLIB)
        return measure_stream(codec, stream, max, out_used, &size, error);
    size_t used = ZSTD_findFrameCompressedSize(stream.data, stream.size);
    if (ZSTD_isError(used))
        return codeobj_fail_at(error, CODEOBJ_CORRUPT, 0, "compressed data: zstd: %s",
                               ZSTD_getErrorName(used));
    *out_used = used;
    return CODEOBJ_OK;
}

static bool is_skippable(struct span bytes)
{
    return bytes.size >= 4 &&
           (load_le(bytes.data, 4) & ~UINT64_C(15)) == ZSTD_MAGIC_SKIPPABLE_START;
}

/* Finds the end of the frame at the start of |bytes|, and the size of its output. If a frame does
 * not declare the size of its output, the function unpacks the frame to find it; compressors of
 * streams write such frames. */
static enum codeobj_status measure_frame(struct span bytes, uint64_t max, size_t *out_used,
                                         uint64_t *out_size, uint64_t *unpacked,
                                         struct codeobj_error *error)
{
    const unsigned long long size =
        is_skippable(bytes) ? 0 : ZSTD_getFrameContentSize(bytes.data, bytes.size);
    if (size == ZSTD_CONTENTSIZE_UNKNOWN) {
        enum codeobj_status status =
            measure_stream(BUNDLE_CODEC_ZSTD, bytes, max, out_used, out_size, error);
        *unpacked += *out_size;
        return status;
    }
    *out_size = size;
    return unpack_measure(BUNDLE_CODEC_ZSTD, bytes, max, out_used, error);
}

enum codeobj_status unpack_measure_all(enum bundle_codec codec, struct span stream, uint64_t size,
                                       size_t *out_used, uint64_t *out_unpacked,
                                       struct codeobj_error *error)
{
    struct span rest = stream;
    uint64_t left = size;
    *out_unpacked = 0;
    if (codec == BUNDLE_CODEC_ZLIB)
        return measure_stream(codec, stream, size, out_used, out_unpacked, error);
    do {
        size_t used;
        uint64_t here;
        enum codeobj_status status = measure_frame(rest, left, &used, &here, out_unpacked, error);
        if (status) {
            if (error)
                error->offset += stream.size - rest.size;
            return status;
        }
        left -= here < left ? here : left;
        rest = (struct span){rest.data + used, rest.size - used};
    } while (is_skippable(rest) || (left > 0 && unpack_is_zstd(rest)));
    *out_used = stream.size - rest.size;
    return CODEOBJ_OK;
}

bool unpack_is_zstd(struct span bytes)
{
    return is_skippable(bytes) || (bytes.size >= 4 && load_le(bytes.data, 4) == ZSTD_MAGICNUMBER);
}
