/* Compiled code on disk: a directory of files named by a digest of all that went into them.
 *
 * Any number of processes may use a directory at once. Whatever is wrong with it or its files is no
 * error: it is as if there were nothing.
 */
#ifndef KRT_DISK_CACHE_H
#define KRT_DISK_CACHE_H

#include "krt/krt.h"

#include <stdbool.h>

/* XXH3-128, in the order that XXH128_canonicalFromHash() gives it. */
struct cache_key {
    unsigned char bytes[16];
};

struct disk_cache {
    char *directory;      /* NULL: there is none */
    uint64_t limit_bytes; /* of all entries together */
};

/* As KRT_CACHE_DIR and KRT_CACHE_SIZE say, see krt_compile(). Fails for a KRT_CACHE_SIZE that is no
 * number, and without memory. */
krt_status disk_cache_open(struct disk_cache *out);
void disk_cache_close(struct disk_cache *cache);

/* The bytes of |key|, which the caller frees; false when they are not there. An entry that is not
 * whole is removed. */
bool disk_cache_load(const struct disk_cache *cache, const struct cache_key *key, void **out_data,
                     size_t *out_size);
/* Keeps them, and removes what has not been used for longest if that takes more than the limit. */
void disk_cache_store(const struct disk_cache *cache, const struct cache_key *key, const void *data,
                      size_t size);

/* Waits until no other process, and no other thread, has |key|, so that only one makes what is not
 * there yet. For disk_cache_unlock(); -1 where nothing can be locked, which goes as well. */
int disk_cache_lock(const struct disk_cache *cache, const struct cache_key *key);
void disk_cache_unlock(int lock);

#endif
