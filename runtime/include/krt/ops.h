/* krt/ops.h: operations on tensors, done by the kernels of a package. The library is libkrt_ops.
 *
 *     struct krt_ops *ops;
 *     krt_ops_create(&kernels_package, &ops);
 *     struct krt_tensor x = krt_tensor_dense(KRT_F32, memory, 2, (uint64_t[]){rows, columns});
 *     krt_unary(ops, stream, KRT_UNARY_EXP, &x, &x);
 *
 * An operation checks shapes, chooses the kernel by the dtypes, chooses grid and block, and puts
 * one launch on the stream. Every function returns KRT_ERROR_INVALID_ARGUMENT for shapes and
 * layouts that do not fit, and KRT_ERROR_UNSUPPORTED if the package has no kernel for the dtypes;
 * the message then lists the dtypes that have kernels. Casts, arithmetic, comparisons, choices and
 * reductions exist for every dtype, though: libkrt_ops compiles a missing kernel at its first use,
 * as krt_fusion_launch() does (krt/fused.h). Convolutions, pools, changes of resolution and
 * operations by index also have every dtype: they cast tensors to a wider dtype, in memory of the
 * stream, if there is no kernel. docs/operations.md has a table. For tensors without
 * elements, functions launch nothing and return KRT_OK. docs/kernels.md defines the results, also
 * for special values. All operations can be captured into a graph (krt/graph.h); an operation that
 * takes memory from the stream then needs the driver's pool.
 */
#ifndef KRT_OPS_H
#define KRT_OPS_H

#include <krt/krt.h>

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif
#ifdef __GNUC__
#pragma GCC visibility push(default)
#endif

/* ---- Tensors -------------------------------------------------------------------------------- */

enum krt_dtype {
    KRT_U8 = 0,
    KRT_U32 = 1,
    KRT_I16 = 2,
    KRT_I32 = 3,
    KRT_I64 = 4,
    KRT_F8E4M3 = 5,
    KRT_F16 = 6,
    KRT_BF16 = 7,
    KRT_F32 = 8,
    KRT_F64 = 9,
};
#define KRT_DTYPE_COUNT 10

/* Returns "f32" and the like; "unknown dtype" for other numbers. */
const char *krt_dtype_name(uint32_t dtype);
/* Returns how many bytes an element has; 0 for an unknown dtype. */
uint32_t krt_dtype_size(uint32_t dtype);

#define KRT_MAX_RANK 8

/* A view of device memory. Element (i0, i1, ...) is at |data| + i0 * strides[0] + i1 * strides[1]
 * + .... Strides are in elements; a stride of 0 repeats one element. A tensor of rank 0 has one
 * element. */
struct krt_tensor {
    void *data;
    uint32_t dtype; /* the type of the elements, a value of enum krt_dtype */
    uint32_t rank;
    uint64_t dims[KRT_MAX_RANK];
    uint64_t strides[KRT_MAX_RANK];
};

/* Describes a dense tensor: row-major and without gaps, so that the last dimension's stride is 1.
 * |rank| is at most KRT_MAX_RANK. */
struct krt_tensor krt_tensor_dense(uint32_t dtype, void *data, uint32_t rank, const uint64_t *dims);

/* Returns the number of elements. KRT_ERROR_INVALID_ARGUMENT if there are 2^63 or more, if the last
 * byte is beyond 2^63, or if the tensor is invalid. */
krt_status krt_tensor_count(const struct krt_tensor *tensor, uint64_t *out);

/* Broadcasts |tensor| to |dims|: repeated dimensions get a stride of 0. Dimensions correspond from
 * the last one on. Each dimension of |tensor| must be 1, or equal to its dimension of |dims|. */
krt_status krt_tensor_broadcast(const struct krt_tensor *tensor, uint32_t rank,
                                const uint64_t *dims, struct krt_tensor *out);

/* ---- Numbers -------------------------------------------------------------------------------- */

/* A number, exact up to 64 bits. Operations convert the number to the dtype of the tensor: to
 * floats by one rounding to nearest even; to integers by truncation, clamped (NaN becomes 0). */
struct krt_scalar {
    uint32_t dtype; /* which member has the number: KRT_I64 or KRT_F64 */
    union {
        int64_t i64;
        double f64;
    } as;
};

static inline struct krt_scalar krt_scalar_i64(int64_t value)
{
    struct krt_scalar scalar;
    scalar.dtype = KRT_I64;
    scalar.as.i64 = value;
    return scalar;
}

static inline struct krt_scalar krt_scalar_f64(double value)
{
    struct krt_scalar scalar;
    scalar.dtype = KRT_F64;
    scalar.as.f64 = value;
    return scalar;
}

/* ---- A package's operations ----------------------------------------------------------------- */

struct krt_ops;

/* Finds the kernels of |package| by their names. |package| must live longer than the result. Any
 * number of threads and devices may use the result at once. */
krt_status krt_ops_create(const struct krt_package *package, struct krt_ops **out);
/* Destroys |ops|, before or after the devices on which it was used are closed. NULL is ignored. */
void krt_ops_destroy(struct krt_ops *ops);

/* ---- Element by element --------------------------------------------------------------------- */

/* All inputs have one shape and may be strided or broadcast; |out| has the same shape and must be
 * dense (row-major, without gaps). |out| may be one of the inputs, if that input is dense;
 * otherwise |out| must not overlap an input. */

enum krt_unary {
    KRT_UNARY_COPY,
    KRT_UNARY_NEG,
    KRT_UNARY_ABS,
    KRT_UNARY_RECIP,
    KRT_UNARY_EXP,
    KRT_UNARY_LOG,
    KRT_UNARY_SIN,
    KRT_UNARY_COS,
    KRT_UNARY_TANH,
    KRT_UNARY_ERF,
    KRT_UNARY_NORMCDF,
    KRT_UNARY_CEIL,
    KRT_UNARY_FLOOR,
    KRT_UNARY_ROUND,
    KRT_UNARY_SQR,
    KRT_UNARY_SQRT,
    KRT_UNARY_RELU,
    KRT_UNARY_GELU,
    KRT_UNARY_GELU_ERF,
    KRT_UNARY_SILU,
    KRT_UNARY_SIGMOID,
    KRT_UNARY_SIGN,
};
#define KRT_UNARY_COUNT 22

/* Computes out = operation(in); both tensors have the same dtype. Integers have COPY, NEG, ABS,
 * CEIL, FLOOR, ROUND, SQR, RELU and SIGN; results of integers wrap. */
krt_status krt_unary(struct krt_ops *ops, struct krt_stream *stream, enum krt_unary operation,
                     const struct krt_tensor *in, const struct krt_tensor *out);
/* Computes out = in > 0 ? in : alpha * (exp(in) - 1) */
krt_status krt_elu(struct krt_ops *ops, struct krt_stream *stream, const struct krt_tensor *in,
                   double alpha, const struct krt_tensor *out);
/* Computes out = pow(in, exponent) */
krt_status krt_powf(struct krt_ops *ops, struct krt_stream *stream, const struct krt_tensor *in,
                    double exponent, const struct krt_tensor *out);
/* Computes out = in * mul + add. |mul| and |add| are first converted to the dtype: to floats by
 * rounding to nearest even; to integers by truncation, clamped to their range (NaN becomes 0). */
krt_status krt_affine(struct krt_ops *ops, struct krt_stream *stream, const struct krt_tensor *in,
                      double mul, double add, const struct krt_tensor *out);
/* Computes out = in, converted to |out|'s dtype. */
krt_status krt_cast(struct krt_ops *ops, struct krt_stream *stream, const struct krt_tensor *in,
                    const struct krt_tensor *out);
/* Computes out = condition ? yes : no; |condition| has an integer dtype. */
krt_status krt_where(struct krt_ops *ops, struct krt_stream *stream,
                     const struct krt_tensor *condition, const struct krt_tensor *yes,
                     const struct krt_tensor *no, const struct krt_tensor *out);

/* Computes out = mask ? value : in; |mask| has an integer dtype. Takes memory from the stream. */
krt_status krt_masked_fill(struct krt_ops *ops, struct krt_stream *stream,
                           const struct krt_tensor *in, const struct krt_tensor *mask,
                           struct krt_scalar value, const struct krt_tensor *out);

enum krt_binary {
    KRT_BINARY_ADD,
    KRT_BINARY_SUB,
    KRT_BINARY_MUL,
    /* the quotient; of integers, rounded toward zero, where x / 0 has every bit set */
    KRT_BINARY_DIV,
    /* the maximum; as for the minimum, a NaN of f8, f32 or f64 is ignored, and a NaN of f16 or bf16
     * gives NaN */
    KRT_BINARY_MAXIMUM,
    KRT_BINARY_MINIMUM,
};
#define KRT_BINARY_COUNT 6

/* Computes out = a operation b; all three tensors have the same dtype. */
krt_status krt_binary(struct krt_ops *ops, struct krt_stream *stream, enum krt_binary operation,
                      const struct krt_tensor *a, const struct krt_tensor *b,
                      const struct krt_tensor *out);

enum krt_comparison {
    KRT_EQUAL,
    KRT_NOT_EQUAL,
    KRT_LESS,
    KRT_LESS_EQUAL,
    KRT_GREATER,
    KRT_GREATER_EQUAL,
};
#define KRT_COMPARISON_COUNT 6

/* Computes out = a comparison b, 1 or 0. |a| and |b| have one dtype; |out| is u8. With a NaN,
 * KRT_NOT_EQUAL gives 1 and all other comparisons give 0. */
krt_status krt_compare(struct krt_ops *ops, struct krt_stream *stream,
                       enum krt_comparison comparison, const struct krt_tensor *a,
                       const struct krt_tensor *b, const struct krt_tensor *out);

/* ---- Reductions and rows -------------------------------------------------------------------- */

enum krt_reduction {
    /* the sum; for floats of 8 and 16 bits it is computed in f32; for integers it wraps */
    KRT_REDUCE_SUM,
    KRT_REDUCE_MIN, /* the minimum, for which a NaN counts as in KRT_BINARY_MINIMUM */
    KRT_REDUCE_MAX,
    KRT_REDUCE_ARGMIN, /* the index of the first minimum, u32 */
    KRT_REDUCE_ARGMAX,
};
#define KRT_REDUCTION_COUNT 5

/* Reduces the dimensions d whose bits 1 << d are set in |dims|: one or more, for ARGMIN and
 * ARGMAX exactly one. |in| may be strided. |out| is dense and has |in|'s dtype, for ARGMIN and
 * ARGMAX u32, which counts a dimension of up to 2^32 - 1 elements; |out| leaves the reduced
 * dimensions out, or has 1 there. The sum of no elements is 0; the other reductions of no elements
 * fail. Up to 32 sums, minima or maxima of many elements each, or up to 4096 side by side, are
 * reduced by parts, with memory of the stream for the partial results; in a capture they are
 * reduced without parts. */
krt_status krt_reduce(struct krt_ops *ops, struct krt_stream *stream, enum krt_reduction reduction,
                      const struct krt_tensor *in, uint32_t dims, const struct krt_tensor *out);

/* Adds to |out| the sums of |in| over the dimensions of |dims|, which are as in krt_reduce(). The
 * dtype is f16, bf16, f32, f64, u32 or i32. The elements are added atomically: their order differs
 * from run to run, and so does the rounding of floats. Sums of f16 and bf16 are rounded at each
 * addition. */
krt_status krt_sum_into(struct krt_ops *ops, struct krt_stream *stream, const struct krt_tensor *in,
                        uint32_t dims, const struct krt_tensor *out);

enum krt_scan {
    KRT_SCAN_SUM,
    KRT_SCAN_PRODUCT,
};
#define KRT_SCAN_COUNT 2

/* Computes sums or products along the dimension |dim|: element j of |out| is the sum or product of
 * the elements 0 to j of |in|. Floats of 8 and 16 bits are accumulated in f32; integers wrap. The
 * order of operations is fixed for a shape. Both tensors are dense and have the same dtype and
 * shape; |out| may be |in|. Up to 128 rows of 2^15 elements and more are scanned by parts, with
 * memory of the stream for the partial results; a capture scans whole rows without this memory. */
krt_status krt_scan(struct krt_ops *ops, struct krt_stream *stream, enum krt_scan kind,
                    const struct krt_tensor *in, uint32_t dim, const struct krt_tensor *out);

/* The following functions work on each row, along the last dimension, in f16, bf16, f32 or f64. All
 * tensors are dense, have the same dtype and do not overlap. |in| and |out| have the same shape;
 * |alpha| and |beta| have one element for each column. */

/* Computes out = exp(in - max) / sum(exp(in - max)) */
krt_status krt_softmax(struct krt_ops *ops, struct krt_stream *stream, const struct krt_tensor *in,
                       const struct krt_tensor *out);
/* Computes out = in / sqrt(mean(in^2) + epsilon) * alpha. |alpha| may be NULL, which means 1. */
krt_status krt_rms_norm(struct krt_ops *ops, struct krt_stream *stream, const struct krt_tensor *in,
                        const struct krt_tensor *alpha, float epsilon,
                        const struct krt_tensor *out);
/* Computes out = (in - mean) / sqrt(variance + epsilon) * alpha + beta. The variance is the mean
 * square of in - mean over the row. |alpha| may be NULL, which means 1; |beta| may be NULL, which
 * means 0. */
krt_status krt_layer_norm(struct krt_ops *ops, struct krt_stream *stream,
                          const struct krt_tensor *in, const struct krt_tensor *alpha,
                          const struct krt_tensor *beta, float epsilon,
                          const struct krt_tensor *out);

enum krt_rope {
    KRT_ROPE_INTERLEAVED, /* |in| is [batch, heads, time, d]; pairs are (2i, 2i + 1) */
    KRT_ROPE_HALVES,      /* |in| is [batch, heads, time, d]; pairs are (i, i + d/2) */
    KRT_ROPE_HALVES_THD,  /* |in| is [batch, time, heads, d]; pairs are (i, i + d/2) */
};
#define KRT_ROPE_COUNT 3

/* Applies a rotary embedding: each pair (a, b) becomes (a cos - b sin, a sin + b cos). |cos| and
 * |sin| are dense and have |in|'s dtype. The shape of both is [time, d/2], for the whole batch, or
 * [batch, time, d/2]; tables for the whole batch may have more rows than |in| has times. |in| and
 * |out| are dense, have the same shape and do not overlap. */
krt_status krt_rope(struct krt_ops *ops, struct krt_stream *stream, enum krt_rope kind,
                    const struct krt_tensor *in, const struct krt_tensor *cos,
                    const struct krt_tensor *sin, const struct krt_tensor *out);

/* The following functions sort each row of the last dimension, in every dtype. Equal values are in
 * the order of their columns; NaN counts as greater than all numbers. All tensors are dense and do
 * not overlap. A workgroup sorts a row of up to 8192 columns in LDS. Longer rows, and rows of i16,
 * i32 and f8, are sorted digit by digit, with up to 21 bytes of memory from the stream for each
 * element; krt_sort() and krt_top_k() take memory for the indices too if |indices| is NULL. */

/* Writes to each row of |out| the row's column numbers in the order of ascending or descending
 * values. |out| is u32 and has |in|'s shape. */
krt_status krt_argsort(struct krt_ops *ops, struct krt_stream *stream, const struct krt_tensor *in,
                       bool is_descending, const struct krt_tensor *out);
/* Does what krt_argsort() does, and writes the sorted values to |values|, which has |in|'s dtype
 * and shape. |indices| is like |out| of krt_argsort(), or NULL. */
krt_status krt_sort(struct krt_ops *ops, struct krt_stream *stream, const struct krt_tensor *in,
                    bool is_descending, const struct krt_tensor *values,
                    const struct krt_tensor *indices);
/* Writes the first k values of each row in the order of krt_sort(), and their column numbers. k is
 * the length of the last dimension of |values| and |indices|; the other dimensions are |in|'s.
 * |values| has |in|'s dtype; |indices| is u32, or NULL. The cost does not depend on k: the whole
 * row is sorted. */
krt_status krt_top_k(struct krt_ops *ops, struct krt_stream *stream, const struct krt_tensor *in,
                     bool is_descending, const struct krt_tensor *values,
                     const struct krt_tensor *indices);

/* ---- By index ------------------------------------------------------------------------------- */

/* |ids| are indices along the dimension |dim|. |ids| may be strided; all other tensors are dense,
 * and no tensors overlap. Strided |ids| are first copied to memory of the stream. |ids| is u8, u32,
 * i16, i32 or i64. An index is skipped if it is beyond the dimension, negative, or the greatest
 * number of its dtype: operations that read give 0 for it, and operations that write leave it out.
 *
 * If the package has no kernel for |ids| of i16, they are cast to i32; |dim| then has at most 32767
 * elements. krt_index_add() and krt_scatter_add() of i16 cast |in| and |out| to i32, and |out|
 * back. The copies are in memory of the stream. */

/* Computes out[.., i, ..] = in[.., ids[i], ..]. |ids| has rank 1, and dimension |dim| of |out| is
 * as long as |ids|. */
krt_status krt_index_select(struct krt_ops *ops, struct krt_stream *stream,
                            const struct krt_tensor *in, uint32_t dim, const struct krt_tensor *ids,
                            const struct krt_tensor *out);
/* Computes out[.., i, ..] = in[.., ids[.., i, ..], ..]: |ids| and |out| have the same shape, which
 * differs from |in|'s at most in dimension |dim|. */
krt_status krt_gather(struct krt_ops *ops, struct krt_stream *stream, const struct krt_tensor *in,
                      uint32_t dim, const struct krt_tensor *ids, const struct krt_tensor *out);
/* Computes out[.., ids[i], ..] += in[.., i, ..], in the order of i: |ids| has rank 1. */
krt_status krt_index_add(struct krt_ops *ops, struct krt_stream *stream,
                         const struct krt_tensor *in, uint32_t dim, const struct krt_tensor *ids,
                         const struct krt_tensor *out);
/* Computes out[.., ids[.., i, ..], ..] += in[.., i, ..], in the order of i: |ids| and |in| have the
 * same shape, which differs from |out|'s at most in dimension |dim|. */
krt_status krt_scatter_add(struct krt_ops *ops, struct krt_stream *stream,
                           const struct krt_tensor *in, uint32_t dim, const struct krt_tensor *ids,
                           const struct krt_tensor *out);
/* Does what krt_scatter_add() does, with = instead of +=. If several i have the same place in
 * |out|, the last i wins. */
krt_status krt_scatter(struct krt_ops *ops, struct krt_stream *stream, const struct krt_tensor *in,
                       uint32_t dim, const struct krt_tensor *ids, const struct krt_tensor *out);

/* Computes out[i] = row ids[i] of |in|, as f32: |in| is f16, bf16 or f32, [rows, columns]; |ids| is
 * u32, of rank 1; |out| is f32, [ids, columns]. All tensors are dense. Each id must be below |in|'s
 * number of rows: ids are not checked. */
krt_status krt_get_rows(struct krt_ops *ops, struct krt_stream *stream, const struct krt_tensor *in,
                        const struct krt_tensor *ids, const struct krt_tensor *out);

/* ---- Convolutions, pools, images ------------------------------------------------------------ */

/* Inputs may be strided; |out| is dense; tensors do not overlap. Sums of floats are computed in
 * f32, sums of f64 in f64; sums of integers wrap. Tensors are [batch, channels, length] or [batch,
 * channels, height, width]; krt_pad() alone takes any rank. Every dtype works. These cast their
 * tensors to a wider dtype and the result back, by kernels that libkrt_ops may have to compile:
 *
 *     f8     to f32; not krt_im2col(), krt_upsample_nearest2d() and krt_pad(), which move bits
 *     i16    to i32 in krt_convolve() and krt_col2im1d(), to i64 in pools and
 *            krt_upsample_bilinear2d()
 *     i32    to i64 in pools and krt_upsample_bilinear2d()
 *
 * The copies are in memory of the stream. */

/* What is in the margins beyond an edge. The comments show a row a b c d with margins of 2. */
enum krt_padding {
    /* constants: 0 0 a b c d 0 0; the constant is an argument of krt_pad(), and 0 for
     * convolutions */
    KRT_PADDING_CONSTANT,
    /* the row reversed: c b a b c d c b; a margin must be shorter than the row */
    KRT_PADDING_REFLECT,
    KRT_PADDING_REPLICATE, /* copies of the edge: a a a b c d d d */
    /* the row again: c d a b c d a b; a margin must be at most as long as the row */
    KRT_PADDING_CIRCULAR,
};
#define KRT_PADDING_COUNT 4

/* Options of a convolution. Pairs are height and width; for tensors of rank 3 only the first number
 * of a pair is used. */
struct krt_convolution {
    uint32_t strides[2];   /* the strides; 0 means 1 */
    uint32_t paddings[2];  /* how many elements are added on each side of the input */
    uint32_t dilations[2]; /* the dilations; 0 means 1 */
    /* how many elements are added at the end of the output; only for a transposed convolution */
    uint32_t output_paddings[2];
    /* the number of groups, by which both numbers of channels are divisible; 0 means 1 */
    uint32_t groups;
    /* a value of enum krt_padding; for a transposed convolution, KRT_PADDING_CONSTANT */
    uint32_t padding;
    bool is_transposed;
};

/* Tensors have rank 3 or 4. |kernel| is [channels out, channels in / groups, ...], for a transposed
 * convolution [channels in, channels out / groups, ...]. The channels of a group are neighbours:
 * group g of the output depends on group g of the input alone. The size of |out| along each further
 * dimension is
 *     (in + 2 padding - dilation (k - 1) - 1) / stride + 1
 * and for a transposed convolution
 *     (in - 1) stride - 2 padding + dilation (k - 1) + output_padding + 1.
 * For padding other than zeros, libkrt_ops copies |in| with its margins into memory of the stream
 * (krt_alloc_async()). In a capture this needs the driver's pool; without a pool, make the margins
 * with krt_pad() into memory of your own, and convolve without padding. With groups, i64, or
 * numbers that differ for height and width, sizes must be below 2^28, strides of lines and columns
 * below 2^31, and a channel of |out| must have fewer than 2^32 elements.
 *
 * With one group and many channels out, the vendor's library multiplies (see krt_matmul()): 1 x 1
 * kernels of 16 channels out or more without a copy; other kernels of 128 (f16, bf16) or 384 (f32,
 * f64) channels out after copying patches into memory of the stream: 32 MiB, or the patches of one
 * image, at most 256 MiB.
 *
 * On NVIDIA GPUs of compute capability 8.0 and later, f16, bf16 and f32 of one group and 32 or more
 * channels out, except for 1 x 1 kernels, are convolved with channels last. |in| and |kernel| are
 * first copied into memory of the stream with channels last, unless their channels are last
 * already: each copy has as many bytes as the tensor, with channels filled up to 16 bytes, at most
 * 1 GiB. The sums of few outputs need up to 96 KiB for each multiprocessor. */
krt_status krt_convolve(struct krt_ops *ops, struct krt_stream *stream,
                        const struct krt_convolution *convolution, const struct krt_tensor *in,
                        const struct krt_tensor *kernel, const struct krt_tensor *out);

/* Collects the patches of |in| that a convolution (not transposed) multiplies by its kernel, whose
 * size is |kernel|: k, or kh and kw. |out| is [batch, length out, channels, k], or [batch, height
 * out, width out, channels, kh, kw]. The number of groups makes no difference. If |in| gets
 * margins, the operation copies |in| with its margins into memory of the stream, as krt_convolve()
 * does, in two cases: for padding other than zeros, and for strides, paddings or dilations that
 * differ for height and width. */
krt_status krt_im2col(struct krt_ops *ops, struct krt_stream *stream,
                      const struct krt_convolution *convolution, const uint32_t *kernel,
                      const struct krt_tensor *in, const struct krt_tensor *out);

/* Adds up patches that begin |stride| elements apart; a |stride| of 0 means 1. |in| is dense,
 * [batch, length in, channels, k]; |out| is [batch, channels, (length in - 1) stride + k]. */
krt_status krt_col2im1d(struct krt_ops *ops, struct krt_stream *stream, uint32_t stride,
                        const struct krt_tensor *in, const struct krt_tensor *out);

enum krt_pool {
    KRT_POOL_MAX,
    KRT_POOL_AVERAGE,
};

/* Computes the maximum or the average of each window. |window| and |strides| are height and width.
 * There is no output for windows that would reach beyond the edge. Averages of integers are
 * truncated, and the sums that are divided wrap only in i64. */
krt_status krt_pool2d(struct krt_ops *ops, struct krt_stream *stream, enum krt_pool kind,
                      const uint32_t window[2], const uint32_t strides[2],
                      const struct krt_tensor *in, const struct krt_tensor *out);
/* Does what krt_pool2d() does, along the length of [batch, channels, length]. */
krt_status krt_pool1d(struct krt_ops *ops, struct krt_stream *stream, enum krt_pool kind,
                      uint32_t window, uint32_t stride, const struct krt_tensor *in,
                      const struct krt_tensor *out);

/* Resizes |in| to |out|, which may have any height and width: output element o is input element
 * trunc(o in / out). */
krt_status krt_upsample_nearest2d(struct krt_ops *ops, struct krt_stream *stream,
                                  const struct krt_tensor *in, const struct krt_tensor *out);
/* Does what krt_upsample_nearest2d() does, along the length of [batch, channels, length]. */
krt_status krt_upsample_nearest1d(struct krt_ops *ops, struct krt_stream *stream,
                                  const struct krt_tensor *in, const struct krt_tensor *out);
/* Resizes |in| to |out| by interpolating between the four neighbours; positions are computed in
 * f64. With |align_corners| the centres of the corner pixels of both images coincide; without
 * |align_corners| the outer edges of the images do. |scales| is only used without |align_corners|:
 * NULL, or factors for height and width, by which an output position is divided. NULL means the
 * factors out / in. Integers are computed in f64, which has 53 bits of an i64, and rounded; halves
 * go up. */
krt_status krt_upsample_bilinear2d(struct krt_ops *ops, struct krt_stream *stream,
                                   const struct krt_tensor *in, bool align_corners,
                                   const double *scales, const struct krt_tensor *out);

/* Adds margins to |in|, of any rank and dtype: element i of |out| along a dimension is element i -
 * before of |in|; |padding| decides what is beyond the edges of |in|. |before| and |after| have a
 * number for each dimension; negative ones remove elements of |in|. A dimension of |out| is before
 * + in + after long. |in| may be strided; |out| is dense. Only KRT_PADDING_CONSTANT uses |value|.
 * Other kinds of padding require that |in| has elements for the margins, as enum krt_padding
 * says. */
krt_status krt_pad(struct krt_ops *ops, struct krt_stream *stream, enum krt_padding padding,
                   const int64_t *before, const int64_t *after, struct krt_scalar value,
                   const struct krt_tensor *in, const struct krt_tensor *out);

/* ---- Options of products -------------------------------------------------------------------- */

/* How exactly a library may multiply. These are permissions: if the device, the library or the
 * package's kernel cannot multiply less exactly, the product is as exact as with
 * KRT_PRECISION_FULL. */
enum krt_precision {
    KRT_PRECISION_FULL,
    KRT_PRECISION_TF32, /* for f32, only 11 significant bits of the operands count */
    /* for f16, sums are kept in f16, and alpha and beta are rounded to f16 */
    KRT_PRECISION_F16_ACCUMULATE,
};

/* Options of a product: out = activation(alpha product + beta out + bias), computed in f32 (for f64
 * in f64) and rounded to |out|'s dtype once. If |beta| is 0, |out| is not read; if |alpha| is 0,
 * the operands are not read. */
struct krt_product_options {
    size_t struct_size; /* sizeof(struct krt_product_options), which the caller sets */
    /* the factors of the product and of |out|, rounded to f32 unless the dtype is f64; 1 and 0
     * leave the product as it is */
    double alpha, beta;
    /* the bias, or NULL: dense and of rank 1, with an element for each column of |out|, in |out|'s
     * dtype or f32 */
    const struct krt_tensor *bias;
    /* the activation: KRT_UNARY_COPY (0, none), RELU, GELU, GELU_ERF, SILU, SIGMOID or TANH of enum
     * krt_unary */
    uint32_t activation;
    uint32_t precision; /* a value of enum krt_precision; ignored for quantized weights */
};

/* ---- Quantized weights ---------------------------------------------------------------------- */

/* The public GGUF block formats. docs/kernels.md describes the bytes of Q4_0 to Q8_K, docs/gguf.md
 * those of the other formats. */
enum krt_block_format {
    KRT_Q4_0,
    KRT_Q4_1,
    KRT_Q5_0,
    KRT_Q5_1,
    KRT_Q8_0,
    KRT_Q2_K,
    KRT_Q3_K,
    KRT_Q4_K,
    KRT_Q5_K,
    KRT_Q6_K,
    KRT_Q8_K,
    KRT_IQ4_NL,
    KRT_IQ4_XS,
    KRT_TQ1_0,
    KRT_TQ2_0,
    KRT_MXFP4,
    KRT_NVFP4,
};
#define KRT_BLOCK_FORMAT_COUNT 17

/* Returns "q4_K" and the like; "unknown format" for other numbers. */
const char *krt_block_format_name(uint32_t format);
/* Returns the number of elements of a block: 32, 64 or 256; 0 for an unknown format. */
uint32_t krt_block_format_elements(uint32_t format);
/* Returns the bytes of a block; 0 for an unknown format. */
uint32_t krt_block_format_bytes(uint32_t format);

/* Matrices of the same size, one after the other. A row is a sequence of quantized blocks, without
 * gaps. */
struct krt_quantized {
    const void *data; /* the blocks in device memory, aligned to 256 bytes */
    uint32_t format;  /* the format of the blocks, a value of enum krt_block_format */
    uint32_t rows;
    uint32_t columns; /* how many elements a row has: a multiple of the elements of a block */
    uint32_t experts; /* the number of matrices; 0 means 1 */
};

/* Quantizes |in|, which is f32, f16 or bf16 and may be strided or broadcast. Its last dimension is
 * the columns, a multiple of the elements of a block. |out| is device memory for all blocks, in
 * row-major order; it must be aligned to 256 bytes, like |data| of struct krt_quantized.
 *
 * For each block, the operation tries a few scales and offsets, and takes those with the least
 * weighted squared error: docs/kernels.md, "quantize", lists them, and the errors to expect.
 * |importance| has the weight of each column: f32, [columns]; NULL means equal weights. If the
 * weight of a column is the mean square of the numbers by which the column is multiplied, the error
 * is the error of the products. Weights that are negative or NaN count as 0. NaN becomes 0, an
 * infinity the greatest number that a block can have. The bytes are the same on all devices, and
 * the same as those of krt_quantize_host(). Q8_K tries one scale only, and ignores |importance|.
 *
 * KRT_ERROR_UNSUPPORTED: |format| is one of those after Q8_K, which are only read. */
krt_status krt_quantize(struct krt_ops *ops, struct krt_stream *stream, uint32_t format,
                        const struct krt_tensor *in, const struct krt_tensor *importance,
                        void *out);

/* Quantizes as krt_quantize() does, but on the host, without a device. |in| is a dense matrix of
 * |dtype|, |importance| is NULL or has |columns| weights, and |out| has room for all blocks, at any
 * alignment. Several threads may quantize rows of one matrix at once if each thread has rows of its
 * own. */
krt_status krt_quantize_host(uint32_t format, uint32_t dtype, const void *in, uint64_t rows,
                             uint32_t columns, const float *importance, void *out);
/* Converts |count| elements, which must fill whole blocks, to floats, as krt_dequantize() does.
 * |in| may have any alignment. */
krt_status krt_dequantize_host(uint32_t format, const void *in, uint64_t count, float *out);

/* Converts |in| to floats. |out| is dense, f32 or f16, and has the shape [rows, columns] or any
 * other with the same number of elements. */
krt_status krt_dequantize(struct krt_ops *ops, struct krt_stream *stream,
                          const struct krt_quantized *in, const struct krt_tensor *out);
/* Computes out[i] = row ids[i] of |in|. |ids| is u32, dense, of rank 1; |out| is f32, dense, [ids,
 * columns]. Each id must be below |in|'s number of rows: ids are not checked. */
krt_status krt_dequantize_rows(struct krt_ops *ops, struct krt_stream *stream,
                               const struct krt_quantized *in, const struct krt_tensor *ids,
                               const struct krt_tensor *out);

/* Computes out = x weights^T. |x| is dense, [..., columns]; |out| is dense, [..., rows]; each of
 * the two is f32, f16 or bf16. |x| and |out| do not overlap. |x| is first rounded to 8 bits in
 * groups of 32 elements: to multiples of 1/127 of the group's greatest magnitude. A NaN makes a row
 * of |out| NaN; an infinity counts as 127 times the greatest float. The products are summed in f32
 * and rounded to |out|'s dtype once.
 *
 * |workspace| is device memory, aligned to 256 bytes. If |out| is f32, |workspace| has
 * krt_quantized_workspace() bytes, else krt_quantized_workspace_with() bytes. No other work may use
 * the workspace until the stream has finished the product. If |x| is a single row, |workspace| may
 * be NULL: the weights are then converted to floats and |x| is not rounded. With an |x| or |out| of
 * 16 bits, such a product takes memory from the stream. */
krt_status krt_quantized_matmul(struct krt_ops *ops, struct krt_stream *stream,
                                const struct krt_quantized *weights, const struct krt_tensor *x,
                                void *workspace, const struct krt_tensor *out);
/* Returns the bytes of the workspace: 1.125 bytes for each element of |x|. */
uint64_t krt_quantized_workspace(uint64_t x_rows, uint32_t columns);
/* Does what krt_quantized_matmul() does, and then what |options| ask for; |options| may be NULL.
 * The workspace always has the bytes of krt_quantized_workspace_with(). If |workspace| is NULL, a
 * beta other than 0 takes memory from the stream. */
krt_status krt_quantized_matmul_with(struct krt_ops *ops, struct krt_stream *stream,
                                     const struct krt_product_options *options,
                                     const struct krt_quantized *weights,
                                     const struct krt_tensor *x, void *workspace,
                                     const struct krt_tensor *out);
/* Returns the bytes of the workspace for products of |x| into |out|, also by krt_quantized_moe():
 * the bytes of krt_quantized_workspace(), and 4 bytes more for each element of |out| if |out| is
 * not f32 or |options| have a beta other than 0. |options| may be NULL. */
uint64_t krt_quantized_workspace_with(const struct krt_product_options *options,
                                      const struct krt_tensor *x, const struct krt_tensor *out);

/* Computes a mixture of experts: out[t][j] = x[t] weights[ids[t][j]]^T. |ids| is u32, dense,
 * [tokens, k]. |x| is dense, [tokens, columns]; or [tokens, k, columns], with x[t][j] instead of
 * x[t]. |out| is dense, [tokens, k, rows]. The dtypes of |x| and |out|, and |workspace|, are as for
 * krt_quantized_matmul(). Each id must be below |experts|: ids are not checked. The formats are
 * Q8_0, Q2_K to Q6_K, and those after Q8_K. */
krt_status krt_quantized_moe(struct krt_ops *ops, struct krt_stream *stream,
                             const struct krt_quantized *weights, const struct krt_tensor *x,
                             const struct krt_tensor *ids, void *workspace,
                             const struct krt_tensor *out);

/* ---- Matrices ------------------------------------------------------------------------------- */

/* Computes c = a x b. |a| is [..., m, k], |b| [..., k, n] and |c| [..., m, n], all of the same
 * dtype: f32, f64, f16 or bf16. The leading dimensions are equal in all three: a batch of products.
 * |a| and |b| may have any strides: a transposed view is not copied, and a stride of 0 uses one
 * matrix many times. |c| must be dense and must not overlap |a| or |b|. Products are summed in f32
 * (f64 in f64) and rounded once. If k is 0, |c| becomes 0.
 *
 * On AMD GPUs rocBLAS multiplies, on NVIDIA GPUs cuBLAS (in TF32 only by krt_matmul_with()). The
 * package's kernel multiplies instead
 * - if the library is missing;
 * - if neither the rows nor the columns of |a| or of |b| are contiguous;
 * - if the batches are not a single step apart;
 * - while the stream is captured into a graph;
 * - if the product is so small that the package's kernel is known to be faster on this GPU;
 * - if KRT_BLAS=own is in the environment when the stream first multiplies. With KRT_BLAS=library,
 * the library does small products too. If KRT_BLAS is a number, products of up to that many
 * multiplications are small. The library's workspace belongs to the stream; destroying the stream
 * then waits for the device. */
krt_status krt_matmul(struct krt_ops *ops, struct krt_stream *stream, const struct krt_tensor *a,
                      const struct krt_tensor *b, const struct krt_tensor *c);
/* Does what krt_matmul() does, and then what |options| ask for; |options| may be NULL. |c| must not
 * overlap the bias. The package's kernel does everything in one launch; on NVIDIA GPUs of compute
 * capability 9.0 it is used for f16 and bf16 where it is faster than the library (docs/runtime.md).
 * A library applies alpha and beta, and a second launch applies the bias and the activation, if
 * there are any. If |c| is f16 or bf16, the library then writes f32 into memory of the stream: 4
 * bytes for each element of |c|. With KRT_PRECISION_F16_ACCUMULATE the library writes f16, and the
 * second launch rounds again. */
krt_status krt_matmul_with(struct krt_ops *ops, struct krt_stream *stream,
                           const struct krt_product_options *options, const struct krt_tensor *a,
                           const struct krt_tensor *b, const struct krt_tensor *c);

/* ---- Filling and copying -------------------------------------------------------------------- */

/* Sets every element of |out| to |value|. |out| may be strided: bytes between its elements do not
 * change. */
krt_status krt_fill(struct krt_ops *ops, struct krt_stream *stream, struct krt_scalar value,
                    const struct krt_tensor *out);

/* The following functions make dense tensors of any shape. The elements are numbered in row-major
 * order. */

/* Writes start + i * step to each element i. Integers wrap. For floats, |start| and |step| are
 * converted to f64; the result is rounded once in f64 and once to the dtype. */
krt_status krt_arange(struct krt_ops *ops, struct krt_stream *stream, struct krt_scalar start,
                      struct krt_scalar step, const struct krt_tensor *out);
/* Makes n elements from |start| to |end| at equal distances; n is the number of elements of |out|.
 * The first element is |start|; if there are two or more, the last element is |end|. |out| must
 * have a float dtype. */
krt_status krt_linspace(struct krt_ops *ops, struct krt_stream *stream, double start, double end,
                        const struct krt_tensor *out);
/* Writes |inside| to each element (.., r, c) with low <= c - r <= high, and |outside| to all other
 * elements. For the identity, |low| and |high| are 0, |inside| is 1 and |outside| is 0. For a lower
 * triangle, |low| is INT64_MIN and |high| is 0; with 0 inside and -INFINITY outside it is the mask
 * of causal attention. The last two dimensions are rows and columns, fewer than 2^32. */
krt_status krt_band(struct krt_ops *ops, struct krt_stream *stream, int64_t low, int64_t high,
                    struct krt_scalar inside, struct krt_scalar outside,
                    const struct krt_tensor *out);

/* Copies the bits of |in|, of any dtype. |in| may be strided. |out| has no gaps and no repetitions:
 * it is dense, perhaps with its dimensions in another order. |out| may also have dense rows at a
 * pitch, if |in| has dense rows at a pitch too or repeats one row. */
krt_status krt_copy(struct krt_ops *ops, struct krt_stream *stream, const struct krt_tensor *in,
                    const struct krt_tensor *out);

/* Copies |rows| rows of |columns| elements. Pitches are in elements. The destination's pitch is at
 * least |columns|. Rows of the source may overlap, and a source pitch of 0 repeats one row. */
krt_status krt_copy2d(struct krt_ops *ops, struct krt_stream *stream, uint32_t dtype,
                      const void *source, uint32_t source_pitch, void *destination,
                      uint32_t destination_pitch, uint32_t rows, uint32_t columns);

/* ---- Random numbers ------------------------------------------------------------------------- */

/* Philox 4x32-10 (Salmon, Moraes, Dror and Shaw, "Parallel Random Numbers: As Easy as 1, 2, 3",
 * 2011). |seed|, |sequence| and |offset| are the generator's key and counter: group g of a tensor's
 * elements gets the four words of counter offset + g. So an element depends only on the state and
 * on the element's number, and has the same bits on all devices. A call that succeeds adds the
 * number of counters that it used to |offset|, so that the next call makes other numbers. Equal
 * states give equal numbers. States that differ in |seed| or |sequence| are independent. One thread
 * at a time may use a state. |out| is dense, of any shape. */
struct krt_random {
    uint64_t seed, sequence, offset;
};

/* Makes random words: |out| is u32 or i32. A counter gives four elements. */
krt_status krt_random_bits(struct krt_ops *ops, struct krt_stream *stream, struct krt_random *state,
                           const struct krt_tensor *out);
/* Makes floats from [low, high): low + u (high - low), where u has 24 bits (f64: 53). The result is
 * rounded once, and may then be |high|. A counter gives four elements, for f64 two. */
krt_status krt_random_uniform(struct krt_ops *ops, struct krt_stream *stream,
                              struct krt_random *state, double low, double high,
                              const struct krt_tensor *out);
/* Makes floats of a normal distribution (Box and Muller), computed in f32, for f64 in f64. The
 * numbers are at most 6.8 deviations from the mean, for f64 at most 8.6. A counter gives four
 * elements, for f64 two. */
krt_status krt_random_normal(struct krt_ops *ops, struct krt_stream *stream,
                             struct krt_random *state, double mean, double deviation,
                             const struct krt_tensor *out);
/* Makes integers from |low| to |high|, both included; a counter gives two elements. |low| and
 * |high| must be numbers of the dtype. An integer's probability is off by at most 2^-64. */
krt_status krt_random_integer(struct krt_ops *ops, struct krt_stream *stream,
                              struct krt_random *state, int64_t low, int64_t high,
                              const struct krt_tensor *out);
/* Writes 1 with |probability|, else 0, in any dtype. A counter gives four elements. The probability
 * is rounded to a multiple of 2^-32. */
krt_status krt_random_bernoulli(struct krt_ops *ops, struct krt_stream *stream,
                                struct krt_random *state, double probability,
                                const struct krt_tensor *out);
/* Computes out = 0 with |probability|, else in / (1 - probability). From the same state,
 * krt_random_bernoulli() gives 1 for each element that becomes 0 here. Both tensors are dense, with
 * the same float dtype and the same shape; |out| may be |in|. With a probability of 1 all of |out|
 * is 0. */
krt_status krt_dropout(struct krt_ops *ops, struct krt_stream *stream, struct krt_random *state,
                       const struct krt_tensor *in, double probability,
                       const struct krt_tensor *out);
/* Writes the numbers from 0 to n - 1 in random order; |out| is u32, i32 or i64 and has n elements.
 * Every element is computed independently, by a Feistel network. A call uses eight counters,
 * whatever n is. */
krt_status krt_random_permutation(struct krt_ops *ops, struct krt_stream *stream,
                                  struct krt_random *state, const struct krt_tensor *out);

#ifdef __GNUC__
#pragma GCC visibility pop
#endif
#ifdef __cplusplus
}
#endif

#endif
