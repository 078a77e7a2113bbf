/* The interface of attention_T_U_SIZE, attention_few_T_U_SIZE and attention_join_T: queries of type
 * T, keys and values of type U, heads of at most SIZE elements. Valid as C11 and as CUDA C++. */
#ifndef CONTRACT_ATTENTION_H
#define CONTRACT_ATTENTION_H

#include "cache.h"
#include "divisor.h"

enum {
    /* Threads of a block of attention_T_U_SIZE and attention_few_T_U_SIZE. */
    ATTENTION_THREADS = 256,
    ATTENTION_JOIN_THREADS = 256,
    /* A "row" is a pair of a query and one of the heads that share a head of keys. Row r of head h
     * of keys is query r / group, head h * group + r % group, where group = heads / kv_heads. Block
     * (x, y, z) of attention_T_U_SIZE makes |rows| rows of head y of keys, sequence z: those from
     * (blocks in x - 1 - x) * |rows| on. On NVIDIA GPUs the same blocks are in another order if
     * attention is causal. */
    ATTENTION_ROWS = 128,
    ATTENTION_ROWS_HALF = ATTENTION_ROWS / 2, /* with matrix cores of AMD only */
    /* Block (x, y, z) of attention_few_T_U_SIZE makes the rows from x / splits *
     * ATTENTION_ROWS_FEW on, of the keys of split x % splits. */
    ATTENTION_ROWS_FEW = 16,
    ATTENTION_SPLITS_MOST = 64,
    /* A head of keys, in the parts that splits leave, has two numbers besides its sums. */
    ATTENTION_BESIDE = 2,
};

/* What struct attention's |options| says, so that kernels skip what there is not. */
enum {
    ATTENTION_CAUSAL = 1,   /* a query sees no key behind its own: |after| is 0 */
    ATTENTION_WINDOW = 2,   /* |before| limits the keys before a query's own */
    ATTENTION_SOFT_CAP = 4, /* |soft_cap| is not 0 */
    ATTENTION_SLOPES = 8,
    ATTENTION_MASK = 16,     /* |mask| has elements of T */
    ATTENTION_MASK_F32 = 32, /* |mask| has elements of f32 */
};

/* Query t of sequence b, of those that sequence b has, is at position keys(b) - queries(b) + t
 * among the keys(b) keys; this may be negative. It sees the keys whose position differs by at most
 * |before| and |after| from its own.
 *
 *     s(key) = scale * (q . k)                   |scale| has the scale of keys in it
 *     s = soft_cap * tanh(s / soft_cap)          if ATTENTION_SOFT_CAP
 *     s = s - slope * |key - position|           if ATTENTION_SLOPES
 *     s = s + mask                               if ATTENTION_MASK or ATTENTION_MASK_F32
 *     out = v_scale * (sum of exp(s) * v) / (sum of exp(s))
 *     log_sum_exp = ln(sum of exp(s))
 *
 * A row that sees no key, or only with s = -infinity, has out 0 and log_sum_exp -infinity. */
struct attention {
    const void *q, *k, *v;
    void *out;
    /* NULL, or that of query t, head h of sequence b is at b * |log_strides|.outer + h * .head + t
     * * .token; with |query_starts| b counts as 0, and t counts all tokens. */
    float *log_sum_exp;
    /* If |splits| > 1, what each split leaves: for each query of |q| (all tokens, one after
     * another), head and split, |head_size| sums of exp2(s * log2(e) - largest) * v (without
     * |v_scale|), and behind all of these, in the same order, pairs (largest, sum of exp2()).
     * |largest| is in units of log2, and -infinity in a split without keys, whose sums are 0. */
    float *parts;
    const void *mask;    /* element (b, head, t, key), by |mask_strides| */
    const float *slopes; /* element b * |slopes_stride| + head */
    /* Sequence b has the queries |query_starts|[b] to |query_starts|[b + 1] of |q|, all in one row
     * (strides' |outer| is not used). NULL: it has |queries| of them. */
    const uint32_t *query_starts;
    /* As |query_starts|, for |k| and |v|. NULL: these are caches, of which sequence b has
     * |key_lengths|[b] tokens, or |keys| if that is NULL too. */
    const uint32_t *key_starts, *key_lengths;
    /* As in cache_append, for both |k| and |v|. */
    const uint32_t *pages;
    uint64_t pages_stride, mask_strides[4], slopes_stride;
    /* Multiples of 8 elements, as are the addresses of tensors: 16 bytes, 8 of f8. Those of |k| and
     * |v|, but for |outer| without |pages|, are below 2^32. */
    struct token_strides q_strides, k_strides, v_strides, out_strides;
    struct token_strides log_strides;
    uint32_t batches, heads, kv_heads, head_size; /* |head_size| is a multiple of 8 */
    uint32_t queries;    /* of a sequence; the most of them with |query_starts| */
    uint32_t keys;       /* of a sequence; the most of them with |key_starts| or |key_lengths| */
    uint32_t tokens;     /* all queries: batches * queries, or the tokens of |q| */
    uint32_t key_tokens; /* the tokens of |k|, with |key_starts| */
    uint32_t page_size, splits, options;
    uint32_t rows; /* of a block of attention_T_U_SIZE: ATTENTION_ROWS, or half of them */
    struct divisor32 page, group; /* |page_size| (1 without |pages|) and heads / kv_heads */
    uint32_t before, after;       /* INT32_MAX: all */
    float scale, soft_cap, v_scale;
};

/* attention_join_T joins the parts of splits. Block (x, y) makes query x of all, head y. */

#endif
