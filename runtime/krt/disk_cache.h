/* Compiled code on disk: a directory of files, each named by a digest of its inputs.
 *
 * Any number of processes may use a directory at once. A fault in the directory or its files is not
 * an error: the entry then counts as missing.
 */
#ifndef KRT_DISK_CACHE_H
#define KRT_DISK_CACHE_H

#include "krt/krt.h"

#include <stdbool.h>

/* A digest of a compilation's inputs: XXH3-128, in the byte order of XXH128_canonicalFromHash(). */
struct cache_key {
    unsigned char bytes[16];
};

struct disk_cache {
    char *directory;      /* the path of the cache's directory; NULL if there is no cache */
    uint64_t limit_bytes; /* the most bytes that all entries together may have */
};

/* Opens the cache that KRT_CACHE_DIR and KRT_CACHE_SIZE describe, see krt_compile(). Fails when
 * KRT_CACHE_SIZE is not a number, and when there is no memory. */
krt_status disk_cache_open(struct disk_cache *out);
void disk_cache_close(struct disk_cache *cache);

/* Loads the bytes of |key|, which the caller frees. Returns false when there is no such entry.
 * Removes an incomplete entry; removes all entries if the directory is a copy: see disk_cache.c. */
bool disk_cache_load(const struct disk_cache *cache, const struct cache_key *key, void **out_data,
                     size_t *out_size);
/* Stores |data| under |key|, and removes the least recently used entries while the cache is above
 * its limit. */
void disk_cache_store(const struct disk_cache *cache, const struct cache_key *key, const void *data,
                      size_t size);

/* Removes an entry that cannot be used. */
void disk_cache_drop(const struct disk_cache *cache, const struct cache_key *key);

/* Makes the directory |name| beside the entries, for files that can be made again. Returns its
 * path, which the caller frees. NULL when there is no cache, or when other users may write the
 * directory. */
char *disk_cache_place(const struct disk_cache *cache, const char *name);

/* Locks |key| for the process and thread that makes its entry: waits until no other process or
 * thread holds |key|. The result, -1 where locks do not work, is for disk_cache_unlock(), which
 * accepts -1. */
int disk_cache_lock(const struct disk_cache *cache, const struct cache_key *key);
void disk_cache_unlock(int lock);

#endif
