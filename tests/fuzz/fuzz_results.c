/* Results of kbuild verify, and arrays of NumPy: any bytes are read or refused. An input is taken
 * as a file of each kind, and as what a file of results has compressed, behind a right checksum. */
#include "guarded.h"
#include "hash.h"
#include "verify/npy.h"
#include "verify/results.h"

#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>
#include <zstd.h>

static void read_results(const char *path)
{
    struct results results;
    if (results_read(path, &results) == STATUS_OK) {
        for (size_t i = 0; i < results.count; i++) {
            OWNED char *module = mem_dup(results.items[i].kernel);
            char *end = strchr(module, '/');
            if (!end)
                continue; /* no kernel has this name */
            *end = '\0';
            const struct signature kernel = {.module = module, .name = end + 1};
            const struct trial trial = {.kernel = &kernel, .label = results.items[i].label};
            if (!results_find(&results, &trial, results.items[i].outcome.hash))
                abort();
        }
    }
    results_free(&results);
}

static void with_file(const struct buf *bytes, bool is_array)
{
    char path[64], *data = NULL;
    uint64_t count;
    const int file = memfd_create("input", 0);
    if (file < 0 || write(file, bytes->data, bytes->size) != (ssize_t)bytes->size)
        abort();
    snprintf(path, sizeof path, "/proc/self/fd/%d", file);
    read_results(path);
    if (is_array && npy_read(path, DTYPE_F16, 1 << 20, &data, &count) == STATUS_OK)
        free(data);
    close(file);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct buf plain = {0}, wrapped = {0};
    buf_append(&plain, data, size);
    buf_append(&wrapped, "kbverify\1\0\0\0\0\0\0\0", 16);
    buf_put_le(&wrapped, size, 8);
    buf_put_le(&wrapped, hash_64(data, size), 8);
    buf_reserve(&wrapped, ZSTD_compressBound(size));
    wrapped.size +=
        ZSTD_compress(wrapped.data + wrapped.size, wrapped.capacity - wrapped.size, data, size, 1);
    with_file(&plain, true);
    with_file(&wrapped, false);
    buf_free(&plain);
    buf_free(&wrapped);
    return 0;
}
