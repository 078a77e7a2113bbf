/* krt/models.h: what language models need besides krt/ops.h, done by the kernels of a package of
 * its own, krt_models. The functions are in libkrt_ops.
 *
 *     struct krt_models *models;
 *     krt_models_create(&krt_models_package, &models);
 *     krt_cache_append(models, stream, NULL, &keys, &key_cache, &values, &value_cache);
 *
 * Functions check shapes, choose a kernel by the dtypes, and put launches on the stream. They
 * return KRT_ERROR_INVALID_ARGUMENT for shapes and layouts that do not fit, and
 * KRT_ERROR_UNSUPPORTED if the package has no kernel for the dtypes. docs/models.md defines the
 * results. All can be captured into a graph (krt/graph.h); krt_experts_quantized_matmul() then
 * needs the driver's pool, because it takes memory from the stream.
 *
 * |options| may be NULL in each function: then all of its members are 0. Otherwise the caller sets
 * |struct_size| to the sizeof of its struct.
 *
 * Outputs share no memory with other tensors of the call, unless a function allows it. They are
 * refused if it is certain that they do: if the elements of both tensors fill their memory, or if
 * the first element of one is that of the other, or is in memory that the other fills. Views that
 * interleave are not computed.
 *
 * Sequences have one of two forms:
 * - [batch, length, heads, size]: all have the same length;
 * - [tokens, heads, size], one behind another.
 *
 * In the second form the tensor |starts|, u32 [batch + 1] in device memory, says where each
 * sequence begins, and where the last one ends. Tokens before the first one, and behind the end of
 * the last one, are left out.
 *
 * A cache is [batch, capacity, heads, size]; or [pages, page size, heads, size] with the tensor
 * |pages|, u32 [batch, pages of a sequence]: token t of sequence b is in slot t % page size of page
 * pages[b][t / page size]. Elements of a head are neighbours in memory; other strides are free.
 *
 * Kernels read starts, lengths, pages, positions and ids when they run. Each start is at least the
 * one before it, and at most the number of tokens; each page is below the number of pages. A wrong
 * number makes results of its tokens wrong, and those of a cache are dropped; nothing outside of
 * the tensors is read or written. There are two exceptions, which trust these numbers:
 * krt_attention() its pages, and products of experts a struct krt_experts_order.
 */
#ifndef KRT_MODELS_H
#define KRT_MODELS_H

#include <krt/ops.h>

#ifdef __cplusplus
extern "C" {
#endif
#ifdef __GNUC__
#pragma GCC visibility push(default)
#endif

struct krt_models;

/* Finds the kernels of |package| by their names. |package| must live longer than the result. Any
 * number of threads and devices may use the result at once. */
krt_status krt_models_create(const struct krt_package *package, struct krt_models **out);
/* Destroys |models|, before or after the devices on which it was used are closed. NULL is ignored.
 */
void krt_models_destroy(struct krt_models *models);

/* ---- Positions ------------------------------------------------------------------------------ */

struct krt_rope_options {
    size_t struct_size;  /* sizeof(struct krt_rope_options) */
    bool is_interleaved; /* pairs are (2i, 2i + 1); false: (i, i + d) of the first 2 d elements */
    const struct krt_tensor *starts; /* NULL: |queries| has rank 4 */
    /* The tokens' positions, u32 or i64 [batch, length] or [tokens], dense. NULL: token t of
     * sequence b has the position |lengths|[b] + t. */
    const struct krt_tensor *positions;
    const struct krt_tensor *lengths; /* u32 [batch]. NULL: all 0 */
};

/* Applies a rotary embedding to tokens at any positions: each pair (a, b) becomes (a cos - b sin, a
 * sin + b cos). |cos| and |sin| are f32 [positions, d], with dense rows; positions beyond the last
 * row, and negative ones, take the last row. Heads may have more than 2 d elements: the others are
 * copied. The tensors are f32, f16 or bf16. |keys| and |keys_out| may be NULL; they may have other
 * numbers of heads. An output may be its input, with the same strides. */
krt_status krt_rope_tokens(struct krt_models *models, struct krt_stream *stream,
                           const struct krt_rope_options *options, const struct krt_tensor *cos,
                           const struct krt_tensor *sin, const struct krt_tensor *queries,
                           const struct krt_tensor *queries_out, const struct krt_tensor *keys,
                           const struct krt_tensor *keys_out);

/* ---- Caches of keys and values -------------------------------------------------------------- */

struct krt_cache_options {
    size_t struct_size;               /* sizeof(struct krt_cache_options) */
    const struct krt_tensor *starts;  /* NULL: |keys| has rank 4 */
    const struct krt_tensor *lengths; /* u32 [batch]: how many tokens the cache has. NULL: none */
    const struct krt_tensor *pages;   /* NULL: caches are not in pages */
    /* A number is the scale times the element that is stored, unless the cache has the dtype of the
     * new tokens. 0 counts as 1; other scales and their inverses are finite. krt_attention() has
     * scales for caches of f8 alone. */
    float key_scale, value_scale;
};

/* Appends the keys and values of new tokens to caches, in one launch. |values| and |value_cache|
 * may be NULL: then there are only keys. New tokens are f32, f16 or bf16. A cache is f8e4m3, which
 * saturates; or it has the dtype of the tokens if these are f16 or bf16, and is f16 or bf16 if they
 * are f32. Keys and values may differ in heads and sizes, not in dtypes, pages and capacities.
 * Tokens for which a cache has no room are dropped. |lengths| stay as they are: krt_lengths_add()
 * adds the new tokens after the last layer. */
krt_status krt_cache_append(struct krt_models *models, struct krt_stream *stream,
                            const struct krt_cache_options *options, const struct krt_tensor *keys,
                            const struct krt_tensor *key_cache, const struct krt_tensor *values,
                            const struct krt_tensor *value_cache);

/* Adds the numbers of new tokens to |lengths|, u32 [batch]: |count| to each, or, with |starts|, the
 * tokens of each sequence. |starts| may be NULL. |lengths| are dense. */
krt_status krt_lengths_add(struct krt_models *models, struct krt_stream *stream,
                           const struct krt_tensor *starts, uint32_t count,
                           const struct krt_tensor *lengths);

/* ---- Mixtures of experts --------------------------------------------------------------------- */

/* A layer of experts is, for |pairs| = tokens * each:
 *
 *     krt_experts_route(models, stream, &routing, &scores, &ids, &weights);
 *     krt_experts_sort(models, stream, experts, &ids, &sorted);
 *     krt_experts_matmul(models, stream, NULL, &sorted, &x, &gate_and_up, &between);
 *     ...                   what is between the products: between, [pairs, 2 n], becomes [pairs, n]
 *     krt_experts_matmul(models, stream, &is_sorted, &sorted, &activated, &down, &made);
 *     krt_experts_sum(models, stream, &sorted, &made, &weights, &out);
 *
 * Nothing is read back by the host. Rows of |between|, |activated| and |made| are in the order of
 * experts: those of one expert are neighbours. Results do not depend on the order of blocks. */

struct krt_route_options {
    size_t struct_size;            /* sizeof(struct krt_route_options) */
    const struct krt_tensor *bias; /* f32 [experts], added to scores for the selection; or NULL */
    float scale;  /* what weights are multiplied by in the end, finite; 0 counts as 1 */
    bool sigmoid; /* scores are sigmoids; otherwise softmax over all experts */
    /* Divides the weights of a token by their sum + 1e-20. With softmax, that makes them a softmax
     * over the chosen experts. */
    bool normalize;
    /* Experts are in |groups| groups of neighbours; those of the best |groups_kept| groups are
     * chosen from. A group is as good as the sum of its two best scores. 0: without groups. */
    uint32_t groups, groups_kept;
};

/* Chooses experts of tokens, the best first: ids[t][j] is an expert of token t, and weights[t][j]
 * its score. |scores|, f32, f16 or bf16 [tokens, experts], are what the model computed; |ids| are
 * u32 and |weights| f32, both [tokens, each]. All are dense. There are up to 1024 experts, up to 32
 * for a token, and up to 32 groups. Of equal scores the one with the lowest number is better; NaN
 * is better than all numbers. */
krt_status krt_experts_route(struct krt_models *models, struct krt_stream *stream,
                             const struct krt_route_options *options,
                             const struct krt_tensor *scores, const struct krt_tensor *ids,
                             const struct krt_tensor *weights);

/* Pairs of a token and one of its |each| experts, sorted. Pair t * each + j is token t with expert
 * ids[t][j]. All are u32, dense, and the caller's. */
struct krt_experts_order {
    /* [pairs]: the pairs by experts, those of an expert by their numbers */
    struct krt_tensor pairs;
    /* [tokens, each]: the place of each pair in |pairs| */
    struct krt_tensor places;
    /* [experts + 1]: expert e has the places starts[e] to starts[e + 1] - 1 */
    struct krt_tensor starts;
};

/* Sorts pairs. |ids| is u32, dense, [tokens, each]. A pair whose id is not below the number of
 * experts has no place (UINT32_MAX), and elements of |pairs| from starts[experts] on are left as
 * they are: products leave such rows out, and sums count them as zeros. */
krt_status krt_experts_sort(struct krt_models *models, struct krt_stream *stream,
                            const struct krt_tensor *ids, const struct krt_experts_order *out);

struct krt_experts_options {
    size_t struct_size; /* sizeof(struct krt_experts_options) */
    bool sorted;        /* |x| has a row for each place; otherwise a row for each token */
};

/* Multiplies rows by the matrices of their experts: out[i] = x[i] w[e]^T, where expert e has place
 * i. |x| is [tokens, columns], and row pairs[i] / each is that of place i; or [pairs, columns], see
 * |options|. |w| is [experts, rows, columns], |out| [pairs, rows]. All are dense, and all are f16
 * or all are bf16. |x| has less than 2^31 elements. Products are summed in f32 and rounded once.
 * Places from starts[experts] on are left as they are. On NVIDIA GPUs of compute capability 9.0 the
 * stream may give memory: 2 bytes for each element of rows of places, and 256.
 */
krt_status krt_experts_matmul(struct krt_models *models, struct krt_stream *stream,
                              const struct krt_experts_options *options,
                              const struct krt_experts_order *order, const struct krt_tensor *x,
                              const struct krt_tensor *w, const struct krt_tensor *out);

/* Does what krt_experts_matmul() does with quantized matrices, of any format but Q8_K, which is for
 * activations. |x| is f32, f16 or bf16, and is rounded to 8 bits as krt_quantized_matmul() does it.
 * |out| is f32; or f16 or bf16, which the stream gives 4 bytes of memory for each element. For each
 * element of rows of places, it gives 1.125 bytes. */
krt_status krt_experts_quantized_matmul(struct krt_models *models, struct krt_stream *stream,
                                        const struct krt_experts_options *options,
                                        const struct krt_experts_order *order,
                                        const struct krt_tensor *x, const struct krt_quantized *w,
                                        const struct krt_tensor *out);

/* Adds up what experts made: out[t] = the sum over j of weights[t][j] * made[places[t][j]], in f32
 * and in the order of j, rounded once. |made| is f32, f16 or bf16 [pairs, columns]; |weights| are
 * f32 [tokens, each], or NULL, which means 1; |out| is [tokens, columns], of the dtype of |made|,
 * or f16 or bf16 if that is f32. All are dense. */
krt_status krt_experts_sum(struct krt_models *models, struct krt_stream *stream,
                           const struct krt_experts_order *order, const struct krt_tensor *made,
                           const struct krt_tensor *weights, const struct krt_tensor *out);

/* ---- Attention ------------------------------------------------------------------------------ */

struct krt_attention_options {
    size_t struct_size; /* sizeof(struct krt_attention_options) */
    float scale;        /* what q . k is multiplied by, finite. 0: 1 / sqrt(size) */
    /* s becomes soft_cap * tanh(s / soft_cap). Up to 10000, and at least 10^-30 of the scale. 0: it
     * does not. */
    float soft_cap;
    /* The last query of a sequence is at the place of its last key, and the others before it. A
     * query sees no key behind its own place if |is_causal|, and no more than |window| keys before
     * its own, and behind, unless |window| is 0. Its own key is not one of these: where a model
     * sees W keys with its own, |window| is W - 1. */
    bool is_causal;
    uint64_t window;
    /* What is added to s: f32 or q's dtype, [batch, heads, queries, keys], of which each but the
     * last may be 1 for all. Queries and keys are counted in their sequence. NULL: nothing. */
    const struct krt_tensor *mask;
    /* ALiBi: f32 [heads] or [batch, heads]: slope * (distance of key and query) is subtracted from
     * s. NULL: nothing. */
    const struct krt_tensor *slopes;
    const struct krt_tensor *query_starts; /* NULL: |q| and |out| have rank 4 */
    const struct krt_tensor *key_starts;   /* NULL: |k| and |v| have rank 4 */
    /* u32 [batch]: how many tokens the caches |k| and |v| have. NULL: all. Not with |key_starts|.
     */
    const struct krt_tensor *key_lengths;
    const struct krt_tensor *pages; /* of both |k| and |v|. NULL: they are not in pages */
    /* The most queries and keys of any sequence, if that is known: 0 stands for the most that there
     * can be. Fewer than there are give wrong results, in a graph too when lengths have grown. */
    uint64_t longest_query, longest_keys;
    /* the scales of |k| and |v| if they are f8, finite: see krt_cache_options. 0 counts as 1 */
    float k_scale, v_scale;
    /* f32 [batch, heads, queries], or [heads, tokens] with |query_starts|: receives the logarithm
     * of the sum of exp(s). NULL: it is not stored. */
    const struct krt_tensor *log_sum_exp;
};

/* For each query and head, the mean of |v| weighted by exp(s), where s = scale * (q . k). |q| is
 * f16 or bf16, |out| has its dtype and shape, and |k| and |v| have its dtype or f8e4m3. They have
 * as many heads as |q|, or a part of them: head h of |q| takes head h / (heads of q / heads of k).
 * There are up to 65535 sequences and heads. Sizes of heads are multiples of 8 from 8 to 256; data
 * and strides are multiples of 8 elements. A query that sees no key has the result 0, and -infinity
 * as the logarithm. Keys at and beyond a sequence's length are not read. Memory that it needs
 * between launches comes from |stream|. */
krt_status krt_attention(struct krt_models *models, struct krt_stream *stream,
                         const struct krt_attention_options *options, const struct krt_tensor *q,
                         const struct krt_tensor *k, const struct krt_tensor *v,
                         const struct krt_tensor *out);

/* ---- Sampling -------------------------------------------------------------------------------- */

/* How a token is chosen. docs/models.md defines the order of the steps. */
struct krt_sampling {
    float temperature; /* 0: the largest logit, of equal ones the first */
    float top_k;       /* a whole number. 0: all */
    float top_p;       /* 0, or 1 or more: all */
    float min_p;       /* 0: all; at most 1 */
    /* Penalties of tokens that |counts| has. A logit is divided by |repetition| if it is positive,
     * else multiplied by it; 0 counts as 1. |frequency| times the count, and |presence|, are
     * subtracted; 0: nothing. */
    float repetition, frequency, presence;
};

struct krt_sample_options {
    size_t struct_size;                  /* sizeof(struct krt_sample_options) */
    struct krt_sampling all;             /* for all sequences, without |parameters| */
    const struct krt_tensor *parameters; /* f32 [batch, 7], dense: a struct krt_sampling for each */
    const struct krt_tensor *bias;       /* f32 [batch, vocabulary], added to logits. NULL: none */
    /* u32 [batch, vocabulary]: how often each token was chosen, for penalties. krt_sample() counts
     * the chosen token; krt_count_tokens() counts others. NULL: no penalties. */
    const struct krt_tensor *counts;
    /* i64 [batch, 3], dense: a struct krt_random for each sequence, in device memory, so that a
     * launch in a graph has other numbers each time. krt_sample() adds 1 to its offset. */
    const struct krt_tensor *states;
    const struct krt_tensor *log_probabilities; /* f32 [batch], of the tokens. NULL: not wanted */
    /* u32 [batch, capacity]: the token of sequence b is stored in row b, too, at |lengths|[b] if
     * there is room. NULL: it is not. |lengths| is u32 [batch]. NULL: all 0. */
    const struct krt_tensor *history, *lengths;
};

/* Chooses a token of each row of |logits|, [batch, vocabulary], f32, f16 or bf16: |tokens| is u32
 * [batch], dense. Vocabularies have up to 1,048,574 tokens. Row b uses the first two words of
 * counter offset + b of |state|, and the call adds batch to the offset; with |states| it does not
 * use |state|. |state| may be NULL if no random number is needed; one thread at a time may use it.
 * The elements of rows are neighbours. The same arguments give the same tokens on every GPU. */
krt_status krt_sample(struct krt_models *models, struct krt_stream *stream,
                      const struct krt_sample_options *options, struct krt_random *state,
                      const struct krt_tensor *logits, const struct krt_tensor *tokens);

enum krt_count {
    KRT_COUNT_CHOSEN, /* adds 1 to a token's count */
    KRT_COUNT_REMOVE, /* subtracts 1, for a token that was counted */
    KRT_COUNT_PROMPT, /* marks a token as one of the prompt: |repetition| alone applies to it */
};

/* Changes |counts|, u32 [batch, vocabulary], for each of |tokens|: u32 [batch, length], or [tokens]
 * one behind another, with |starts|, which may be NULL. |tokens| is dense. Tokens that are not in
 * the vocabulary are ignored. */
krt_status krt_count_tokens(struct krt_models *models, struct krt_stream *stream,
                            enum krt_count kind, const struct krt_tensor *tokens,
                            const struct krt_tensor *starts, const struct krt_tensor *counts);

#ifdef __GNUC__
#pragma GCC visibility pop
#endif
#ifdef __cplusplus
}
#endif
#endif
