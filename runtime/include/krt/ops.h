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
