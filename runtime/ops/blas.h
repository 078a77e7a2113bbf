/* Products of matrices by the vendor's library. */
#ifndef KRT_OPS_BLAS_H
#define KRT_OPS_BLAS_H

#include <krt/krt.h>

#include <stdbool.h>

/* An operand in memory: its rows, or its columns when |is_transposed|, are contiguous and |pitch|
 * elements apart. The next of the batch is |step| elements on, which may be 0. */
struct blas_operand {
    const void *data;
    bool is_transposed;
    int32_t pitch;
    int64_t step;
};

/* c = a x b, |batches| times; c is dense. Only a |step| may be 0. */
struct blas_product {
    uint32_t dtype; /* KRT_F16, KRT_BF16, KRT_F32 or KRT_F64 */
    int32_t m, n, k, batches;
    struct blas_operand a, b;
    void *c;
};

/* Puts the product on |stream|. When there is no library for it, or the library declines, the
 * result is KRT_OK, |*out_is_done| is false, and nothing was put there. Libraries do not get a
 * stream that is being captured into a graph, because their workspace may go away before the graph.
 * Thread-safe. */
krt_status blas_multiply(struct krt_stream *stream, const struct blas_product *product,
                         bool *out_is_done);

/* For tests: how many products of |stream| a library has taken. */
uint64_t blas_usage(struct krt_stream *stream);

#endif
