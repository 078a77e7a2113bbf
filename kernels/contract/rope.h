/* The interface of rope_T. Valid as C11 and as CUDA C++. */
#ifndef CONTRACT_ROPE_H
#define CONTRACT_ROPE_H

#include "cache.h"

enum {
    ROPE_THREADS = 256, /* threads of a block of rope_T, which takes one token */
    ROPE_PACK = 4,      /* pairs that a thread rotates at a time */
};

/* What blocks of one row of the grid rotate: queries, or keys. |to| may be |from|. */
struct rope_part {
    const void *from;
    void *to;
    struct token_strides from_strides, to_strides;
    uint32_t heads;
};

/* What rope_T does: rotates the first 2 |pairs| elements of each head, and copies the others if
 * |to| is not |from|. Block (x, y) takes token x of part y. */
struct rope {
    struct rope_part queries, keys;
    const float *cos, *sin; /* row p has the |pairs| numbers of position p */
    uint64_t cos_stride, sin_stride;
    /* The position of each token, in the order of tokens: u32, or i64 if |has_long_positions|.
     * NULL: token t of sequence b has the position |lengths|[b] + t. */
    const void *positions;
    const uint32_t *starts, *lengths; /* as in struct cache_append */
    uint32_t batches, length, head_size, pairs;
    uint32_t rows; /* positions from here on take the last row */
    uint32_t has_long_positions;
    uint32_t is_interleaved; /* pairs are (2i, 2i + 1), not (i, i + pairs) */
    uint32_t is_packed; /* whether runs of ROPE_PACK pairs and elements are aligned as vectors */
};

#endif
