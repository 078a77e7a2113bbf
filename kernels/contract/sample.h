/* The interface of sample_T and count_tokens. Valid as C11 and as CUDA C++. */
#ifndef CONTRACT_SAMPLE_H
#define CONTRACT_SAMPLE_H

#include <stdint.h>

enum {
    SAMPLE_THREADS = 1024,         /* the most threads of a block of sample_T: a multiple of 64 */
    SAMPLE_INDEX_BITS = 20,        /* columns are below 2^20 - 1 */
    COUNT_THREADS = 256,           /* threads of a block of count_tokens: one for each token */
    COUNT_PROMPT_BIT = 0x40000000, /* in a count: the token is part of the prompt */
};

/* How a sequence's token is chosen: struct krt_sampling. */
struct sample_parameters {
    float temperature, top_k, top_p, min_p, repetition, frequency, presence;
};

/* What sample_T does: block b chooses a column of row b. Strides are from row to row, in elements;
 * the elements of rows are neighbours. */
struct sample {
    const void *logits;
    uint64_t logits_stride;
    uint32_t *tokens;         /* the columns that were chosen */
    float *log_probabilities; /* of |tokens|. NULL: not wanted */
    const float *bias;        /* added to logits. NULL: none */
    uint64_t bias_stride;
    uint32_t *counts; /* how often each column was chosen, | COUNT_PROMPT_BIT. NULL: never */
    uint64_t counts_stride;
    const struct sample_parameters *parameters; /* of each row. NULL: |all| are for all rows */
    uint64_t *states; /* seed, sequence and offset of each row; the kernel adds 1 to the offset */
    /* Row b's token also becomes element |lengths|[b] of row b, if that is below |capacity|. NULL:
     * it does not. */
    uint32_t *history;
    uint64_t history_stride;
    const uint32_t *lengths;         /* NULL: all 0 */
    uint64_t seed, sequence, offset; /* without |states|: row b has the offset |offset| + b */
    struct sample_parameters all;
    uint32_t vocabulary, capacity;
};

/* What count_tokens does: changes the counts of a sequence's tokens, which are as those of struct
 * cache_append. Tokens that are not below |vocabulary| are ignored. */
struct count_tokens {
    const uint32_t *tokens, *starts;
    uint32_t *counts;
    uint64_t counts_stride;
    uint32_t count, batches, length, vocabulary;
    uint32_t is_prompt; /* sets COUNT_PROMPT_BIT, and does not add */
    int32_t added;
};

#endif
