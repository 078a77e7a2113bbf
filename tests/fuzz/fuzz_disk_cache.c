/* The disk cache: whatever is in its directory, it gives what was stored under a key, or nothing,
 * and touches no file of another name.
 *
 * An input is a limit of the cache (KiB), the length of the code that is stored, that code, and
 * records of 3 bytes each: what to do, and two operands.
 */
#include "disk_cache.h"
#include "guarded.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { KEYS = 4, CODE_MAX = 255 };
enum act { PATCH, CUT, GROW, STORE, LOAD, FOREIGN, REMOVE, LINK, ACTS };

static char directory[] = "/tmp/krt-fuzz-XXXXXX";
static const char foreign[] = "00112233445566778899aabbccddeeff.krt.keep";

static struct cache_key key_of(unsigned number)
{
    struct cache_key key = {{0}};
    key.bytes[0] = (uint8_t)(number % KEYS);
    return key;
}

static void path_of(unsigned number, char out[128])
{
    struct cache_key key = key_of(number);
    int used = snprintf(out, 128, "%s/", directory);
    for (size_t i = 0; i < sizeof key.bytes; i++)
        used += snprintf(out + used, 128 - (size_t)used, "%02x", key.bytes[i]);
    snprintf(out + used, 128 - (size_t)used, ".krt");
}

static void load(const struct disk_cache *cache, unsigned number, const uint8_t *code, size_t size)
{
    struct cache_key key = key_of(number);
    void *got = NULL;
    size_t got_size = 0;
    if (!disk_cache_load(cache, &key, &got, &got_size))
        return;
    if (got_size != size || memcmp(got, code, size) != 0)
        abort(); /* nothing else was ever stored */
    free(got);
}

static void change_file(enum act act, const char *path, uint8_t a, uint8_t b)
{
    struct stat status;
    int file = open(path, O_RDWR | O_NOFOLLOW);
    if (file < 0 || fstat(file, &status) != 0 || !S_ISREG(status.st_mode)) {
        if (file >= 0)
            close(file);
        return;
    }
    if (act == PATCH && status.st_size && pwrite(file, &b, 1, a % status.st_size) != 1)
        abort();
    if (act != PATCH && ftruncate(file, act == CUT ? a % (status.st_size + 1) : a * 64) != 0)
        abort();
    close(file);
}

static void act(const struct disk_cache *cache, const uint8_t record[3], const uint8_t *code,
                size_t size)
{
    enum act what = record[0] % ACTS;
    unsigned number = record[0] / ACTS;
    struct cache_key key = key_of(number);
    char path[128], other[128];
    path_of(number, path);
    path_of(number + 1, other);
    switch (what) {
    case STORE: disk_cache_store(cache, &key, code, size); break;
    case LOAD: load(cache, number, code, size); break;
    case FOREIGN:
        if (rename(path, other) != 0)
            load(cache, number + 1, code, size);
        break;
    case REMOVE: unlink(path); break;
    case LINK:
        if (symlink(other, path) != 0)
            load(cache, number, code, size);
        break;
    default: change_file(what, path, record[1], record[2]); break;
    }
}

static void prepare(void)
{
    char path[128];
    if (directory[strlen(directory) - 1] == 'X' && !mkdtemp(directory))
        abort();
    for (unsigned i = 0; i < KEYS; i++) {
        path_of(i, path);
        unlink(path);
    }
    snprintf(path, sizeof path, "%s/%s", directory, foreign);
    close(open(path, O_WRONLY | O_CREAT, 0600));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char path[128];
    if (size < 2 || size - 2 < data[1])
        return 0;
    const struct disk_cache cache = {directory, (uint64_t)data[0] << 10};
    const uint8_t *code = data + 2, *records = code + data[1];
    size_t code_size = data[1], count = (size - 2 - code_size) / 3;
    prepare();
    for (size_t i = 0; i < count && i < 64; i++)
        act(&cache, records + 3 * i, code, code_size);
    for (unsigned i = 0; i < KEYS; i++)
        load(&cache, i, code, code_size);
    snprintf(path, sizeof path, "%s/%s", directory, foreign);
    if (access(path, F_OK) != 0)
        abort();
    return 0;
}
