/* Products of matrices by the vendor's library, and where our kernels multiply instead. */
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

/* c = alpha a x b + beta c, |batches| times; c is dense. Only a |step| may be 0. With a beta of 0,
 * c is not read. */
struct blas_product {
    uint32_t dtype;     /* KRT_F16, KRT_BF16, KRT_F32 or KRT_F64 */
    uint32_t c_dtype;   /* the same, or KRT_F32 for those of 16 bits */
    uint32_t precision; /* enum krt_precision */
    int32_t m, n, k, batches;
    double alpha, beta;
    struct blas_operand a, b;
    void *c;
};

/* What multiplies on |stream|; NULL when there is no library for it. Libraries do not get a stream
 * that is being captured into a graph, because their workspace may go away before the graph.
 * Thread-safe, as are the next functions. */
struct blas_stream;
krt_status blas_find(struct krt_stream *stream, struct blas_stream **out);

/* Whether the library is to multiply: not where our kernel is the faster one. */
bool blas_is_for(const struct blas_stream *state, const struct blas_product *product);

/* Puts the product on the stream. When the library declines, the result is KRT_OK, |*out_is_done|
 * is false, and nothing was put there. */
krt_status blas_multiply(struct blas_stream *state, const struct blas_product *product,
                         bool *out_is_done);

/* Products that read at most so many lines (for each batch, those of the longer operand once for
 * every four of the shorter) are computed by product_few_T, others by tiles. Tests set it to 0: all
 * are tiles. */
extern uint64_t product_few_most;

/* For tests: how many products of |stream| a library has taken. */
uint64_t blas_usage(struct krt_stream *stream);

#endif
