/* Compiled code on disk: a directory of files, each named by a digest of its inputs.
 *
 * Any number of processes may use a directory at once. A fault in it or its files is not an error:
 * the entry counts as missing.
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

/* As KRT_CACHE_DIR and KRT_CACHE_SIZE say, see krt_compile(). Fails when KRT_CACHE_SIZE is not a
 * number, and when there is no memory. */
krt_status disk_cache_open(struct disk_cache *out);
void disk_cache_close(struct disk_cache *cache);

/* The bytes of |key|, which the caller frees; false when they are not there. An incomplete entry is
 * removed; so is everything, if the directory is a copy: see disk_cache.c. */
bool disk_cache_load(const struct disk_cache *cache, const struct cache_key *key, void **out_data,
                     size_t *out_size);
/* Keeps them, and removes the least recently used entries while the cache is above its limit. */
void disk_cache_store(const struct disk_cache *cache, const struct cache_key *key, const void *data,
                      size_t size);

/* Removes an entry that is of no use. */
void disk_cache_drop(const struct disk_cache *cache, const struct cache_key *key);

/* A directory of its own beside the entries, for files that can be made again. The caller frees its
 * path. NULL when there is no cache, or others may write it. */
char *disk_cache_place(const struct disk_cache *cache, const char *name);

/* Waits until no other process, and no other thread, has |key|, so that only one makes a missing
 * entry. The result is for disk_cache_unlock(); -1 where locks do not work, which is accepted too.
 */
int disk_cache_lock(const struct disk_cache *cache, const struct cache_key *key);
void disk_cache_unlock(int lock);

#endif
