/* Products of matrices by the vendor's library, and the choice between it and our kernels. */
#ifndef KRT_OPS_BLAS_H
#define KRT_OPS_BLAS_H

#include <krt/krt.h>

#include <stdbool.h>

/* An operand in memory. Its rows, or its columns if |is_transposed|, are contiguous; |pitch| is the
 * number of elements from the beginning of a row (or column) to the beginning of the next. |step|
 * is the number of elements from one matrix of the batch to the next; a step of 0 repeats the
 * matrix. */
struct blas_operand {
    const void *data;
    bool is_transposed;
    int32_t pitch;
    int64_t step;
};

/* c = alpha a x b + beta c, for each of |batches| matrices. c is dense, and its |step| is not 0. If
 * beta is 0, c is not read. */
struct blas_product {
    uint32_t dtype;     /* the dtype of a and b: KRT_F16, KRT_BF16, KRT_F32 or KRT_F64 */
    uint32_t c_dtype;   /* the dtype of c: |dtype|, or KRT_F32 if |dtype| has 16 bits */
    uint32_t precision; /* the precision of the product, a value of enum krt_precision */
    int32_t m, n, k, batches;
    double alpha, beta;
    struct blas_operand a, b;
    void *c;
};

/* The state with which the vendor's library multiplies on one stream. blas_find() finds it. It sets
 * |*out| to NULL if no library serves the stream, or if the stream is being captured into a graph,
 * because the library may free its workspace before the graph ends. All functions of this header
 * are thread-safe. */
struct blas_stream;
krt_status blas_find(struct krt_stream *stream, struct blas_stream **out);

/* Whether the library is faster than our kernel for |product|. */
bool blas_is_for(const struct blas_stream *state, const struct blas_product *product);

/* Puts the product on the stream. If the library declines, the function returns KRT_OK, sets
 * |*out_is_done| to false, and puts nothing on the stream. */
krt_status blas_multiply(struct blas_stream *state, const struct blas_product *product,
                         bool *out_is_done);

/* The most lines that a product may read if product_few_T computes it; kernels of tiles compute all
 * other products. For each matrix of the batch, the product reads all lines of the longer operand,
 * once for every four lines of the shorter operand. Tests set the variable to 0, so that tiles
 * compute all products. */
extern uint64_t product_few_most;

/* For tests: how many products of |stream| a library has taken. */
uint64_t blas_usage(struct krt_stream *stream);

#endif
