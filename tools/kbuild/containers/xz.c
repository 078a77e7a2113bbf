/* Streams of xz, which are files by themselves, or parts of other files (aks2.c).
 *
 * liblzma is loaded when the first stream is read, as zlib is (codeobj's unpack.c), because few
 * files need it. The buffer for the unpacked bytes grows while unpacking. See "The .xz File
 * Format". */
#include "unpack.h"
#include "walk.h"

#include <dlfcn.h>
#include <inttypes.h>
#include <lzma.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

/* the most memory of the decoder in bytes; a stream of `xz -9` needs 65 MiB */
#define MEMORY_MAX (UINT64_C(256) << 20)

enum { FIRST_ROOM = 1 << 20 };

static struct {
    __typeof__(lzma_stream_decoder) *start;
    __typeof__(lzma_code) *code;
    __typeof__(lzma_end) *end;
} lzma;
static pthread_once_t lzma_once = PTHREAD_ONCE_INIT;

static void load_lzma(void)
{
    void *library = dlopen("liblzma.so.5", RTLD_NOW | RTLD_LOCAL);
    if (!library)
        return;
    /* ISO C has no cast from an object pointer to a function pointer; POSIX says that this works */
    *(void **)&lzma.start = dlsym(library, "lzma_stream_decoder");
    *(void **)&lzma.code = dlsym(library, "lzma_code");
    *(void **)&lzma.end = dlsym(library, "lzma_end");
}

bool xz_recognise(struct span bytes)
{
    static const uint8_t magic[] = {0xfd, '7', 'z', 'X', 'Z', 0};
    return bytes.size >= sizeof magic && memcmp(bytes.data, magic, sizeof magic) == 0;
}

static enum codeobj_status fail(const lzma_stream *stream, lzma_ret result,
                                struct codeobj_error *error)
{
    enum codeobj_status status = result == LZMA_MEM_ERROR        ? CODEOBJ_NO_MEMORY
                                 : result == LZMA_BUF_ERROR      ? CODEOBJ_TRUNCATED
                                 : result == LZMA_OPTIONS_ERROR  ? CODEOBJ_UNSUPPORTED
                                 : result == LZMA_MEMLIMIT_ERROR ? CODEOBJ_LIMIT
                                                                 : CODEOBJ_CORRUPT;
    const char *what = status == CODEOBJ_NO_MEMORY     ? "out of memory"
                       : status == CODEOBJ_TRUNCATED   ? "compressed data end early"
                       : status == CODEOBJ_UNSUPPORTED ? "compressed data: xz: options are unknown"
                       : status == CODEOBJ_LIMIT ? "compressed data: xz: unpacking takes too much "
                                                   "memory; unpack it first"
                                                 : "compressed data: xz: damaged";
    return codeobj_fail_at(error, status, stream->total_in, "%s", what);
}

/* Unpacks to a buffer with room for |max| bytes and one more, so that longer output is noticed. */
static enum codeobj_status run(lzma_stream *stream, uint64_t max, struct unpacked *out,
                               struct codeobj_error *error)
{
    size_t room = max < FIRST_ROOM ? (size_t)max + 1 : FIRST_ROOM;
    *out = (struct unpacked){.data = malloc(room)};
    for (;;) {
        if (!out->data)
            return codeobj_fail(error, CODEOBJ_NO_MEMORY, "out of memory");
        stream->next_out = out->data + out->size;
        stream->avail_out = room - out->size;
        lzma_ret result = lzma.code(stream, LZMA_FINISH);
        out->size = (size_t)stream->total_out;
        if (out->size > max)
            return codeobj_fail_at(error, CODEOBJ_LIMIT, stream->total_in,
                                   "compressed data unpack to more than %" PRIu64 " bytes", max);
        if (result == LZMA_STREAM_END)
            return CODEOBJ_OK;
        if (result != LZMA_OK && (result != LZMA_BUF_ERROR || stream->avail_out > 0))
            return fail(stream, result, error);
        if (stream->avail_out > 0)
            continue;
        room = room <= max / 2 ? room * 2 : (size_t)max + 1;
        uint8_t *grown = realloc(out->data, room);
        if (!grown)
            return codeobj_fail(error, CODEOBJ_NO_MEMORY, "out of memory");
        out->data = grown;
    }
}

enum codeobj_status xz_unpack(struct span bytes, uint64_t max, struct unpacked *out,
                              struct codeobj_error *error)
{
    lzma_stream stream = LZMA_STREAM_INIT;
    struct unpacked unpacked = {0};
    pthread_once(&lzma_once, load_lzma);
    if (!lzma.start || !lzma.code || !lzma.end)
        return codeobj_fail(error, CODEOBJ_UNSUPPORTED,
                            "compressed by xz, and liblzma.so.5 cannot be loaded: install it, or "
                            "unpack it first");
    if (max > SIZE_MAX - 1)
        max = SIZE_MAX - 1;
    stream.next_in = bytes.data;
    stream.avail_in = bytes.size;
    lzma_ret started = lzma.start(&stream, MEMORY_MAX, 0);
    enum codeobj_status status =
        started == LZMA_OK ? run(&stream, max, &unpacked, error) : fail(&stream, started, error);
    unpacked.used = (size_t)stream.total_in;
    lzma.end(&stream);
    if (status)
        free(unpacked.data);
    else
        *out = unpacked;
    return status;
}

void xz_walk(struct walk *walk, const struct container *container)
{
    stream_walk(walk, container, BUNDLE_CODEC_XZ,
                (struct span){(const uint8_t *)"unpacked", strlen("unpacked")});
}
