/* The interface of caches of keys and values. Valid as C11 and as CUDA C++. */
#ifndef CONTRACT_CACHE_H
#define CONTRACT_CACHE_H

#include <stdint.h>

enum {
    CACHE_THREADS =
        256,        /* the most threads of a block of cache_append_T_U, which takes one token */
    CACHE_PACK = 8, /* elements that a thread moves as one vector */
};

/* Strides of [sequence or page, token, head, element], in elements. Elements are neighbours. */
struct token_strides {
    uint64_t outer, token, head;
};

/* What blocks of one row of the grid append: keys, or values. */
struct cache_part {
    const void *from;
    void *cache;
    struct token_strides from_strides, cache_strides;
    uint32_t heads, head_size;
    /* Whether heads are whole packs, at addresses that are multiples of a pack's size (of 16 bytes,
     * if a pack is larger). */
    uint32_t is_packed;
    float inverse; /* what numbers are multiplied by before they are rounded */
};

/* What cache_append_T_U does: element e of head h of new token t of sequence b becomes that of
 * token |lengths|[b] + t of the cache. Block (x, y) takes token x of part y. */
struct cache_append {
    struct cache_part keys, values;
    /* Sequence b has the tokens |starts|[b] to |starts|[b + 1] of |from|. NULL: it has the tokens
     * |from|[b], all |length| of them. */
    const uint32_t *starts;
    const uint32_t *lengths; /* NULL: all 0 */
    /* Token t of sequence b is in slot t % |page_size| of page |pages|[b * |pages_stride| + t /
     * |page_size|]. NULL: it is token t of sequence b of |cache|. Tokens of pages that are not
     * below |page_count| are dropped. */
    const uint32_t *pages;
    uint64_t pages_stride;
    uint32_t batches, length, page_size, page_count;
    uint32_t capacity; /* how many tokens a sequence can have; tokens beyond are dropped */
};

#endif
