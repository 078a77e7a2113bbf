/* The interface of the kernels for mixtures of experts. Valid as C11 and as CUDA C++.
 *
 * A pair is a token with one of its |each| experts: pair token * each + j. Sorted pairs are ordered
 * by their experts, and those of one expert by their numbers: expert e has the places starts[e] to
 * starts[e + 1]. A pair whose id is not below the number of experts has no place. */
#ifndef CONTRACT_EXPERTS_H
#define CONTRACT_EXPERTS_H

#include "products.h"

#include <stdint.h>

#define EXPERTS_NOWHERE UINT32_MAX /* the place of a pair that has none */

enum {
    EXPERTS_MOST = 1024,    /* the most experts */
    EXPERTS_EACH_MOST = 32, /* the most experts of a token */
    ROUTE_TOKENS = 4,       /* tokens of a block of experts_route_T, each of which has a warp */
    /* Threads of a block of experts_sort, which sorts the pairs of one expert: EXPERTS_SORT_FEW for
     * up to EXPERTS_SORT_FEW_PAIRS pairs. */
    EXPERTS_SORT_THREADS = 1024,
    EXPERTS_SORT_FEW = 128,
    EXPERTS_SORT_FEW_PAIRS = 2048,
    EXPERTS_SUM_THREADS = 256,
    EXPERTS_SUM_BYTES = 16, /* bytes of y that a thread of experts_sum_T_U loads at once */
};

/* What experts_route_T does. */
struct experts_route {
    const void *scores; /* [tokens, experts] */
    const float *bias;  /* [experts], added for the selection alone; or NULL */
    uint32_t *ids;      /* [tokens, each] */
    float *weights;     /* [tokens, each] */
    uint32_t tokens, experts, each;
    uint32_t groups, groups_kept; /* selects within the best groups of experts; 0: without groups */
    uint32_t is_sigmoid;          /* else softmax over all experts */
    uint32_t is_normalized;       /* divides weights by their sum */
    float scale;                  /* what weights are multiplied by in the end */
};

/* What experts_sum_T_U does: out[t] = the sum over j of weights[t][j] * y[places[t][j]]. */
struct experts_sum {
    const void *y;          /* [pairs, columns] */
    const uint32_t *places; /* [tokens, each]; NULL: place i is pair i */
    const float *weights;   /* [tokens, each]; NULL: all are 1 */
    const uint32_t *count;  /* tokens from *|count| on are left as they are; NULL: all are made */
    void *out;              /* [tokens, columns] */
    uint32_t tokens, each, columns;
    uint32_t across; /* how many blocks make one token */
};

/* ---- Products -------------------------------------------------------------------------------- */

enum {
    EXPERTS_THREADS = 256,  /* threads of a block of experts_T and experts_few_T */
    EXPERTS_SIDE = 64,      /* side of the tiles of experts_T_64 */
    EXPERTS_SIDE_BIG = 128, /* side of the tiles of experts_T_128 */
    EXPERTS_BAND = 8,       /* slots of a band, see below */
    /* A block of experts_few_T multiplies up to EXPERTS_FEW places of an expert by
     * EXPERTS_FEW_ROWS rows. */
    EXPERTS_FEW = 4,
    EXPERTS_FEW_ROWS = 8,
    EXPERTS_FEW_CODED_ROWS = 2, /* rows of experts_few_FORMAT */
};

/* What the kernels for products do: row i of out = row i of x times the transposed matrix of the
 * expert that has place i.
 *
 * Slots are given to the tiles of all experts, so that no block depends on another: expert e has
 * the slots from starts[e] / side + e on, up to those of expert e + 1. That is enough for tiles of
 * |side| places, and may be one too many. Blocks are numbered along the slots of a band of
 * EXPERTS_BAND slots, then along |across| tiles of rows, then along bands.
 *
 * In experts_few_*, slot i is place i: its block works if it is the first of EXPERTS_FEW places. */
struct experts_product {
    const void *x;          /* row |order|[i] / |each| is that of place i; without |order| row i */
    const void *w;          /* [experts, rows, columns], or as many blocks of a format */
    void *out;              /* [pairs, rows] */
    const uint32_t *starts; /* [experts + 1] */
    const uint32_t *order;  /* [pairs], or NULL */
    uint32_t each, experts, rows, columns;
    uint32_t across;
};

/* What experts_round_T does: quantizes row |order|[i] / |each| of x, without |order| row i, to
 * blocks of Rounded, the row of place i. Places from starts[experts] on are left as they are. */
struct experts_round {
    const void *x;
    void *out;
    const uint32_t *order, *starts;
    uint32_t each, experts, columns;
};

/* What experts_warpgroups_T does on NVIDIA GPUs of compute capability 9.0, for tiles of WG_ROWS
 * places and WG_COLUMNS rows (products.h): row i of x is that of place i. Slots have no gaps:
 * expert e has as many as it has tiles. Any number of blocks share the tiles. */
struct experts_warpgroups {
    struct experts_product product;
    uint32_t *next; /* the next tile's number, 0 at first. NULL: blocks take turns */
};

enum { EXPERTS_WG_SHARED_BYTES = WG_SHARED_BYTES + WG_STAGES * 4 };

/* What experts_gather does: the row of place |places|[t][j] of out is row t of x, if that is below
 * the number of pairs; *|next| is 0. Rows have |chunks| chunks of 16 bytes. */
struct experts_gather {
    const void *x;
    void *out;
    const uint32_t *places;
    uint32_t *next;
    uint32_t tokens, each, chunks;
};

/* The formats of quantized weights: FORMAT(name in kernels' names, type and enum constant, places
 * of a tile, rows of a tile). */
#define EXPERTS_FORMATS(FORMAT)                                                                    \
    FORMAT(q4_0, Q4_0, 64, 128)                                                                    \
    FORMAT(q4_1, Q4_1, 64, 128)                                                                    \
    FORMAT(q5_0, Q5_0, 128, 64)                                                                    \
    FORMAT(q5_1, Q5_1, 128, 64)                                                                    \
    FORMAT(q8_0, Q8_0, 128, 64)                                                                    \
    FORMAT(q2_K, Q2_K, 64, 128)                                                                    \
    FORMAT(q3_K, Q3_K, 128, 128)                                                                   \
    FORMAT(q4_K, Q4_K, 64, 128)                                                                    \
    FORMAT(q5_K, Q5_K, 64, 128)                                                                    \
    FORMAT(q6_K, Q6_K, 64, 64)                                                                     \
    FORMAT(iq4_nl, IQ4_NL, 64, 128)                                                                \
    FORMAT(iq4_xs, IQ4_XS, 64, 128)                                                                \
    FORMAT(tq1_0, TQ1_0, 64, 128)                                                                  \
    FORMAT(tq2_0, TQ2_0, 64, 128)                                                                  \
    FORMAT(mxfp4, MXFP4, 64, 128)                                                                  \
    FORMAT(nvfp4, NVFP4, 64, 128)

#endif
