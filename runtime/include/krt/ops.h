/* krt/ops.h: operations on tensors, by the kernels of a package.
 *
 *     struct krt_ops *ops;
 *     krt_ops_create(&kernels_package, &ops);
 *     struct krt_tensor x = krt_tensor_dense(KRT_F32, memory, 2, (uint64_t[]){rows, columns});
 *     krt_unary(ops, stream, KRT_UNARY_EXP, &x, &x);
 *
 * An operation chooses the kernel by its dtypes, checks shapes, chooses grid and block, and puts
 * one launch on the stream. Every function here returns KRT_ERROR_INVALID_ARGUMENT for shapes and
 * layouts that do not fit, and KRT_ERROR_UNSUPPORTED where the package has no kernel for the
 * dtypes: the message says which there are. Tensors without elements are let pass: nothing is
 * launched. What operations compute, at the edges too, is in docs/kernels.md.
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

const char *krt_dtype_name(uint32_t dtype); /* "f32"; "unknown dtype" */
uint32_t krt_dtype_size(uint32_t dtype);    /* bytes; 0 of an unknown one */

#define KRT_MAX_RANK 8

/* A view of device memory. Element (i0, i1, ...) is at |data| + i0 * strides[0] + i1 * strides[1]
 * ...: strides are in elements, and 0 repeats. Rank 0 is one element. */
struct krt_tensor {
    void *data;
    uint32_t dtype; /* enum krt_dtype */
    uint32_t rank;
    uint64_t dims[KRT_MAX_RANK];
    uint64_t strides[KRT_MAX_RANK];
};

/* Row-major, without gaps: the last dimension's stride is 1. |rank| is at most KRT_MAX_RANK. */
struct krt_tensor krt_tensor_dense(uint32_t dtype, void *data, uint32_t rank, const uint64_t *dims);

/* Elements. KRT_ERROR_INVALID_ARGUMENT when there are 2^63 or more, or its last byte is beyond
 * 2^63, or the tensor is none. */
krt_status krt_tensor_count(const struct krt_tensor *tensor, uint64_t *out);

/* |tensor| with |dims|, by strides of 0: dimensions are matched from the last one, and each is
 * equal or 1 in |tensor|. */
krt_status krt_tensor_broadcast(const struct krt_tensor *tensor, uint32_t rank,
                                const uint64_t *dims, struct krt_tensor *out);

/* ---- A package's operations ----------------------------------------------------------------- */

struct krt_ops;

/* Finds the kernels by their names. |package| must live longer. Any number of threads and devices
 * may use the result at once. */
krt_status krt_ops_create(const struct krt_package *package, struct krt_ops **out);
void krt_ops_destroy(struct krt_ops *ops); /* NULL is let pass */

/* ---- Element by element --------------------------------------------------------------------- */

/* Inputs may be strided or broadcast, all of one shape; |out| must be dense (row-major, without
 * gaps) and of that shape. |out| may be an input itself, if that is dense; else they must not
 * overlap. */

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

/* out = operation(in), of one dtype. */
krt_status krt_unary(struct krt_ops *ops, struct krt_stream *stream, enum krt_unary operation,
                     const struct krt_tensor *in, const struct krt_tensor *out);
/* out = in > 0 ? in : alpha * (exp(in) - 1) */
krt_status krt_elu(struct krt_ops *ops, struct krt_stream *stream, const struct krt_tensor *in,
                   double alpha, const struct krt_tensor *out);
/* out = pow(in, exponent) */
krt_status krt_powf(struct krt_ops *ops, struct krt_stream *stream, const struct krt_tensor *in,
                    double exponent, const struct krt_tensor *out);
/* out = in * mul + add. The factors are converted to the dtype first: rounded to nearest even, to
 * integers truncated and clamped to their range (NaN is 0). */
krt_status krt_affine(struct krt_ops *ops, struct krt_stream *stream, const struct krt_tensor *in,
                      double mul, double add, const struct krt_tensor *out);
/* out = in, as |out|'s dtype. */
krt_status krt_cast(struct krt_ops *ops, struct krt_stream *stream, const struct krt_tensor *in,
                    const struct krt_tensor *out);
/* out = condition ? yes : no, where |condition| is of an integer dtype. */
krt_status krt_where(struct krt_ops *ops, struct krt_stream *stream,
                     const struct krt_tensor *condition, const struct krt_tensor *yes,
                     const struct krt_tensor *no, const struct krt_tensor *out);

enum krt_binary {
    KRT_BINARY_ADD,
    KRT_BINARY_SUB,
    KRT_BINARY_MUL,
    KRT_BINARY_DIV,     /* integers: toward zero; by zero every bit is 1 */
    KRT_BINARY_MAXIMUM, /* a NaN is ignored in f8, f32 and f64, and stays in f16 and bf16 */
    KRT_BINARY_MINIMUM,
};
#define KRT_BINARY_COUNT 6

/* out = a operation b, of one dtype. */
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

/* out = a comparison b, 1 or 0: |a| and |b| of one dtype, |out| u8. A NaN is not equal to anything,
 * and neither less nor greater. */
krt_status krt_compare(struct krt_ops *ops, struct krt_stream *stream,
                       enum krt_comparison comparison, const struct krt_tensor *a,
                       const struct krt_tensor *b, const struct krt_tensor *out);

/* ---- Reductions and rows -------------------------------------------------------------------- */

enum krt_reduction {
    KRT_REDUCE_SUM, /* floats of 8 and 16 bits in f32; integers wrap */
    KRT_REDUCE_MIN, /* NaN: as krt_binary() */
    KRT_REDUCE_MAX,
    KRT_REDUCE_ARGMIN, /* the index of the first least one, u32 */
    KRT_REDUCE_ARGMAX,
};
#define KRT_REDUCTION_COUNT 5

/* Reduces the dimensions whose bits are in |dims| (1 << d), at least one of them, and for ARGMIN
 * and ARGMAX exactly one. |in| may be strided. |out| is dense, of |in|'s dtype or u32; the reduced
 * dimensions are gone in it, or 1. The sum of no element is 0; of nothing there is no minimum. */
krt_status krt_reduce(struct krt_ops *ops, struct krt_stream *stream, enum krt_reduction reduction,
                      const struct krt_tensor *in, uint32_t dims, const struct krt_tensor *out);

/* Along the last dimension, of f16, bf16, f32 or f64. All tensors are dense, of one dtype, and do
 * not overlap; |in| and |out| have one shape, |alpha| and |beta| one element for each column. */

/* out = exp(in - max) / sum(exp(in - max)) */
krt_status krt_softmax(struct krt_ops *ops, struct krt_stream *stream, const struct krt_tensor *in,
                       const struct krt_tensor *out);
/* out = in / sqrt(mean(in^2) + epsilon) * alpha; |alpha| may be NULL: 1. */
krt_status krt_rms_norm(struct krt_ops *ops, struct krt_stream *stream, const struct krt_tensor *in,
                        const struct krt_tensor *alpha, float epsilon,
                        const struct krt_tensor *out);
/* out = (in - mean) / sqrt(variance + epsilon) * alpha + beta, by the variance of the whole row
 * (not an estimate). |alpha| and |beta| may each be NULL: 1 and 0. */
krt_status krt_layer_norm(struct krt_ops *ops, struct krt_stream *stream,
                          const struct krt_tensor *in, const struct krt_tensor *alpha,
                          const struct krt_tensor *beta, float epsilon,
                          const struct krt_tensor *out);

enum krt_rope {
    KRT_ROPE_INTERLEAVED, /* in [batch, heads, time, d]; pairs (2i, 2i + 1) */
    KRT_ROPE_HALVES,      /* in [batch, heads, time, d]; pairs (i, i + d/2) */
    KRT_ROPE_HALVES_THD,  /* in [batch, time, heads, d]; pairs (i, i + d/2) */
};
#define KRT_ROPE_COUNT 3

/* Rotary embedding: each pair (a, b) becomes (a cos - b sin, a sin + b cos). |cos| and |sin| are
 * dense, of |in|'s dtype, [time, d/2] for the whole batch or [batch, time, d/2]; one for the whole
 * batch may have more rows than there are times. |in| and |out| are dense, of one shape, and do not
 * overlap. */
krt_status krt_rope(struct krt_ops *ops, struct krt_stream *stream, enum krt_rope kind,
                    const struct krt_tensor *in, const struct krt_tensor *cos,
                    const struct krt_tensor *sin, const struct krt_tensor *out);

/* The order of each row of the last dimension: |out|, u32, has |in|'s shape, and its row holds the
 * columns of the row by ascending or descending value, equal ones by column; NaN counts as greater
 * than all numbers. Both dense. A row is sorted by one workgroup: KRT_ERROR_UNSUPPORTED for rows
 * that do not fit in the LDS of a launch (16384 columns in 64 KiB, 8192 in 48). */
krt_status krt_argsort(struct krt_ops *ops, struct krt_stream *stream, const struct krt_tensor *in,
                       bool is_descending, const struct krt_tensor *out);

/* ---- By index ------------------------------------------------------------------------------- */

/* |dim| is the dimension that indices count along. Every tensor is dense and none overlaps another;
 * |ids| is of u8, u32 or i64 (with f8 also of i16 or i32). An index beyond the dimension, a
 * negative one and the greatest one of its dtype stand for nothing: what would be read is 0, and
 * what would be written is left out. */

/* out[.., i, ..] = in[.., ids[i], ..]: |ids| has rank 1, |out| as many along |dim| as |ids|. */
krt_status krt_index_select(struct krt_ops *ops, struct krt_stream *stream,
                            const struct krt_tensor *in, uint32_t dim, const struct krt_tensor *ids,
                            const struct krt_tensor *out);
/* out[.., i, ..] = in[.., ids[.., i, ..], ..]: |ids| and |out| have one shape, which is |in|'s in
 * all dimensions but |dim|. */
krt_status krt_gather(struct krt_ops *ops, struct krt_stream *stream, const struct krt_tensor *in,
                      uint32_t dim, const struct krt_tensor *ids, const struct krt_tensor *out);
/* out[.., ids[i], ..] += in[.., i, ..], in the order of i: |ids| has rank 1. */
krt_status krt_index_add(struct krt_ops *ops, struct krt_stream *stream,
                         const struct krt_tensor *in, uint32_t dim, const struct krt_tensor *ids,
                         const struct krt_tensor *out);
/* out[.., ids[.., i, ..], ..] += in[.., i, ..], in the order of i: |ids| and |in| have one shape,
 * which is |out|'s in all dimensions but |dim|. */
krt_status krt_scatter_add(struct krt_ops *ops, struct krt_stream *stream,
                           const struct krt_tensor *in, uint32_t dim, const struct krt_tensor *ids,
                           const struct krt_tensor *out);
/* Likewise, by assignment: of several for one place the last i stays. */
krt_status krt_scatter(struct krt_ops *ops, struct krt_stream *stream, const struct krt_tensor *in,
                       uint32_t dim, const struct krt_tensor *ids, const struct krt_tensor *out);

/* ---- Convolutions, pools, images ------------------------------------------------------------ */

/* Of f16, bf16, f32, f64, u8 or u32; inputs may be strided, |out| is dense, and nothing overlaps.
 * Sums are of f32, f64 for f64, and wrap for integers. Tensors are [batch, channels, length] or
 * [batch, channels, height, width]. */

struct krt_convolution {
    uint32_t stride;         /* 0 is 1 */
    uint32_t padding;        /* zeros on each side */
    uint32_t dilation;       /* 0 is 1 */
    uint32_t output_padding; /* of a transposed one: behind its end */
    bool is_transposed;
};

/* Rank 3 or 4; |kernel| is [channels out, channels in, ...], for a transposed one [channels in,
 * channels out, ...]. |out| has (in + 2 padding - dilation (k - 1) - 1) / stride + 1 along each
 * further dimension, transposed (in - 1) stride - 2 padding + dilation (k - 1) + output_padding +
 * 1. */
krt_status krt_convolve(struct krt_ops *ops, struct krt_stream *stream,
                        const struct krt_convolution *convolution, const struct krt_tensor *in,
                        const struct krt_tensor *kernel, const struct krt_tensor *out);

/* The patches that a convolution (not transposed) by a kernel of |kernel| elements along each
 * further dimension multiplies: |out| is [batch, length out, channels, k], or [batch, height out,
 * width out, channels, kh, kw]. */
krt_status krt_im2col(struct krt_ops *ops, struct krt_stream *stream,
                      const struct krt_convolution *convolution, const uint32_t *kernel,
                      const struct krt_tensor *in, const struct krt_tensor *out);

/* The sum of patches where they overlap: |in| is dense, [batch, length in, channels, k], |out|
 * [batch, channels, (length in - 1) stride + k]. */
krt_status krt_col2im1d(struct krt_ops *ops, struct krt_stream *stream, uint32_t stride,
                        const struct krt_tensor *in, const struct krt_tensor *out);

enum krt_pool {
    KRT_POOL_MAX,
    KRT_POOL_AVERAGE,
};

/* |window| and |strides| are by height and width; windows that do not fit are left out. */
krt_status krt_pool2d(struct krt_ops *ops, struct krt_stream *stream, enum krt_pool kind,
                      const uint32_t window[2], const uint32_t strides[2],
                      const struct krt_tensor *in, const struct krt_tensor *out);

/* |out|'s height and width may be anything: element o is the input's trunc(o in / out). */
krt_status krt_upsample_nearest2d(struct krt_ops *ops, struct krt_stream *stream,
                                  const struct krt_tensor *in, const struct krt_tensor *out);
/* Between the four neighbours, of f64 positions: with |align_corners| the corners of both images
 * coincide, else their outer edges. */
krt_status krt_upsample_bilinear2d(struct krt_ops *ops, struct krt_stream *stream,
                                   const struct krt_tensor *in, bool align_corners,
                                   const struct krt_tensor *out);

/* ---- Quantized weights ---------------------------------------------------------------------- */

/* The public GGUF block formats; docs/kernels.md has their bytes. */
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
};
#define KRT_BLOCK_FORMAT_COUNT 11

const char *krt_block_format_name(uint32_t format);  /* "q4_K"; "unknown format" */
uint32_t krt_block_format_elements(uint32_t format); /* of a block: 32 or 256; 0 of no format */
uint32_t krt_block_format_bytes(uint32_t format);    /* of a block */

/* Matrices, one behind the other: rows of |columns| / elements blocks, without gaps. */
struct krt_quantized {
    const void *data; /* aligned to 256 */
    uint32_t format;  /* enum krt_block_format */
    uint32_t rows;
    uint32_t columns; /* whole blocks */
    uint32_t experts; /* matrices; 0 is 1 */
};

/* out, dense, f32 or f16, [rows, columns] or any shape of as many elements. */
krt_status krt_dequantize(struct krt_ops *ops, struct krt_stream *stream,
                          const struct krt_quantized *in, const struct krt_tensor *out);
/* out[i] = row ids[i] of |in|: |ids| u32, dense, of rank 1; |out| f32, dense, [ids, columns]. The
 * ids are not checked: each must be below |rows|. */
krt_status krt_dequantize_rows(struct krt_ops *ops, struct krt_stream *stream,
                               const struct krt_quantized *in, const struct krt_tensor *ids,
                               const struct krt_tensor *out);

/* out = x weights^T: |x| f32, dense, [..., columns]; |out| f32, dense, [..., rows]. |x| is rounded
 * to 8 bits in groups of 32 first, into |workspace|, device memory of at least
 * krt_quantized_workspace() bytes, aligned to 256, that nothing else uses until the stream has come
 * past. Without one (NULL, and |x| a single row) weights are widened and |x| is not rounded. */
krt_status krt_quantized_matmul(struct krt_ops *ops, struct krt_stream *stream,
                                const struct krt_quantized *weights, const struct krt_tensor *x,
                                void *workspace, const struct krt_tensor *out);
uint64_t krt_quantized_workspace(uint64_t x_rows, uint32_t columns);

/* A mixture of experts: out[t][j] = x[t] weights[ids[t][j]]^T for |ids| u32 [tokens, k], dense; |x|
 * f32, dense, [tokens, columns], or [tokens, k, columns] for an x of each; |out| f32, dense,
 * [tokens, k, rows]. The ids are not checked: each must be below |experts|. |workspace| as above,
 * for as many rows as |x| has. Of the formats Q8_0 and Q2_K to Q6_K. */
krt_status krt_quantized_moe(struct krt_ops *ops, struct krt_stream *stream,
                             const struct krt_quantized *weights, const struct krt_tensor *x,
                             const struct krt_tensor *ids, void *workspace,
                             const struct krt_tensor *out);

/* ---- Matrices ------------------------------------------------------------------------------- */

/* c = a x b, for |a| [..., m, k], |b| [..., k, n], |c| [..., m, n] of one dtype: f32, f64, f16 or
 * bf16. What stands in front is the same in all three: a batch of products. |a| and |b| may have
 * any strides (a transposed view is not copied, and a stride of 0 uses one matrix many times); |c|
 * must be dense, and overlap neither. Products are summed in f32, those of f64 in f64, and rounded
 * once; where k is 0, |c| becomes 0.
 *
 * On AMD GPUs rocBLAS multiplies, on NVIDIA's cuBLAS (never in TF32), when the library is there and
 * can: |a| and |b| have rows or columns of neighbours, batches are a single step apart, and the
 * stream is not being captured into a graph. Else the package's kernel does, and always
 * with KRT_BLAS=own in the environment when the stream first multiplies. A library's workspace
 * belongs to the stream, whose destruction then waits for the device. */
krt_status krt_matmul(struct krt_ops *ops, struct krt_stream *stream, const struct krt_tensor *a,
                      const struct krt_tensor *b, const struct krt_tensor *c);

/* ---- Filling and copying -------------------------------------------------------------------- */

/* Every element becomes |value|, converted as krt_affine() does. |out| may be strided: what lies
 * between its elements stays. */
krt_status krt_fill(struct krt_ops *ops, struct krt_stream *stream, double value,
                    const struct krt_tensor *out);

/* Copies the bits. Of any dtype. |in| may be strided; |out| dense, or rows of dense elements at a
 * pitch, when |in| is such too. */
krt_status krt_copy(struct krt_ops *ops, struct krt_stream *stream, const struct krt_tensor *in,
                    const struct krt_tensor *out);

/* |rows| rows of |columns| elements; pitches are in elements, at least |columns|. */
krt_status krt_copy2d(struct krt_ops *ops, struct krt_stream *stream, uint32_t dtype,
                      const void *source, uint32_t source_pitch, void *destination,
                      uint32_t destination_pitch, uint32_t rows, uint32_t columns);

#ifdef __GNUC__
#pragma GCC visibility pop
#endif
#ifdef __cplusplus
}
#endif

#endif
