/* Operations element by element. */
#include "launches.h"
#include "layouts.h"
#include "ops.h"

#include <string.h>

enum { BLOCK = 256, ARGUMENTS_MAX = 8 };

/* ---- Shared by launches of all operations --------------------------------------------------- */

krt_status stream_describe(struct krt_stream *stream, struct krt_device_info *info)
{
    struct krt_device *device;
    krt_status status = krt_stream_device(stream, &device);
    return status ? status : krt_device_describe(device, info);
}

struct krt_launch_config grid_up_to(uint64_t blocks, uint32_t block)
{
    /* a grid of AMD or CUDA has at most 2^32 - 1 threads along x */
    uint64_t most = UINT32_MAX / block;
    return (struct krt_launch_config){.grid = {(uint32_t)(blocks < most ? blocks : most)},
                                      .block = {block}};
}

struct krt_launch_config grid_by(uint64_t threads, uint32_t block)
{
    return grid_up_to(ceil_div(threads, block), block);
}

struct krt_launch_config grid_for(uint64_t threads)
{
    return grid_by(threads, BLOCK);
}

static struct krt_launch_config grid_along_y(uint64_t blocks, uint32_t block)
{
    uint64_t most = 65535; /* the most blocks that CUDA allows along y */
    return (struct krt_launch_config){.grid = {1, (uint32_t)(blocks < most ? blocks : most)},
                                      .block = {block}};
}

struct krt_launch_config grid_of_workers(uint64_t threads)
{
    return grid_along_y(ceil_div(threads, BLOCK), BLOCK);
}

struct krt_launch_config grid_of_movers(uint64_t outputs)
{
    uint64_t blocks = ceil_div(outputs, MOVER_THREADS), each = 1 << MOVER_BITS;
    while (each > 1 && blocks < MOVER_BLOCKS * each)
        each /= 2;
    if (each == 1)
        return grid_by(outputs, MOVER_THREADS);
    return grid_along_y(ceil_div(blocks, each), MOVER_THREADS);
}

krt_status grid_of(const char *function, uint64_t blocks, uint32_t threads,
                   struct krt_launch_config *out)
{
    if (blocks > UINT32_MAX / threads)
        return krt_fail(KRT_ERROR_UNSUPPORTED,
                        "%s: %llu workgroups of %u are more than one launch has: split the tensor",
                        function, (unsigned long long)blocks, threads);
    *out = (struct krt_launch_config){.grid = {(uint32_t)blocks}, .block = {threads}};
    return KRT_OK;
}

bool teams_for(uint64_t rows, uint64_t row_bytes, struct teams teams, const void *in,
               const void *out, struct krt_launch_config *config)
{
    enum { BLOCKS_MIN = 512 };
    const uint64_t packs = ceil_div(row_bytes, 16);
    const bool are_whole = row_bytes % 16 == 0 && ((uintptr_t)in | (uintptr_t)out) % 16 == 0;
    uint32_t lanes = are_whole ? 4 : teams.lanes_of_parts;
    if (lanes == 0 || packs > teams.longest)
        return false;
    while (lanes < teams.lanes && lanes * teams.packs < packs)
        lanes *= 2;
    uint32_t of_block = teams.threads / lanes;
    while (of_block > 1 && (rows % of_block != 0 || rows / of_block < BLOCKS_MIN))
        of_block /= 2;
    if (of_block == 1 || rows / of_block > UINT32_MAX / teams.threads)
        return false;
    *config = (struct krt_launch_config){.grid = {(uint32_t)(rows / of_block)},
                                         .block = {lanes, of_block}};
    return true;
}

krt_status dense_make(struct krt_stream *stream, const struct krt_tensor *tensor, uint32_t dtype,
                      struct krt_tensor *out)
{
    char shape[SHAPE_TEXT];
    uint64_t count = dims_product(tensor->dims, 0, tensor->rank), bytes;
    *out = krt_tensor_dense(dtype, NULL, tensor->rank, tensor->dims);
    if (__builtin_mul_overflow(count ? count : 1, krt_dtype_size(dtype), &bytes))
        return krt_fail(KRT_ERROR_OUT_OF_MEMORY, "no memory for %s %s", krt_dtype_name(dtype),
                        tensor_print_shape(tensor, shape));
    return krt_alloc_async(stream, bytes, &out->data);
}

krt_status dense_take(struct krt_ops *ops, struct krt_stream *stream,
                      const struct krt_tensor *tensor, uint32_t dtype, struct krt_tensor *out)
{
    *out = *tensor;
    if (tensor->dtype == dtype && tensor_is_dense(tensor))
        return KRT_OK;
    krt_status status = dense_make(stream, tensor, dtype, out);
    if (status)
        return status;
    status = krt_cast(ops, stream, tensor, out);
    if (status) {
        krt_free_async(stream, out->data);
        out->data = NULL;
    }
    return status;
}

krt_status dense_give(struct krt_stream *stream, const struct krt_tensor *tensor,
                      const struct krt_tensor *taken, krt_status status)
{
    return taken->data == tensor->data ? status : memory_give(stream, taken->data, status);
}

krt_status memory_give(struct krt_stream *stream, void *memory, krt_status status)
{
    krt_status freed = krt_free_async(stream, memory);
    if (freed) /* Nobody else knows the memory. */
        freed = krt_free_async(stream, memory);
    return status ? status : freed;
}

krt_status wide_begin(struct krt_ops *ops, struct krt_stream *stream, uint32_t dtype,
                      const struct krt_tensor *in, const struct krt_tensor *kernel,
                      const struct krt_tensor *out, bool out_is_read, struct wide *wide)
{
    *wide = (struct wide){0};
    krt_status status = dense_take(ops, stream, in, dtype, &wide->in);
    if (!status && kernel)
        status = dense_take(ops, stream, kernel, dtype, &wide->kernel);
    if (status)
        return status;
    return out_is_read ? dense_take(ops, stream, out, dtype, &wide->out)
                       : dense_make(stream, out, dtype, &wide->out);
}

krt_status wide_end(struct krt_ops *ops, struct krt_stream *stream, const struct wide *wide,
                    const struct krt_tensor *out, krt_status status)
{
    if (!status)
        status = krt_cast(ops, stream, &wide->out, out);
    status = memory_give(stream, wide->out.data, status);
    status = memory_give(stream, wide->kernel.data, status);
    return memory_give(stream, wide->in.data, status);
}

/* ---- Checking and launching element-wise operations ------------------------------------------ */

krt_status elementwise_check(struct elementwise *work)
{
    char one[SHAPE_TEXT], other[SHAPE_TEXT];
    const struct krt_tensor *first = work->operands[0];
    for (unsigned i = 0; i < work->operand_count; i++) {
        krt_status status = krt_tensor_count(work->operands[i], &work->count);
        if (status)
            return status;
    }
    for (unsigned i = 1; i < work->operand_count; i++) {
        if (!tensor_has_shape_of(work->operands[i], first))
            return krt_fail(
                KRT_ERROR_INVALID_ARGUMENT,
                "%s: inputs of shapes %s and %s (krt_tensor_broadcast() makes them one)",
                work->function, tensor_print_shape(first, one),
                tensor_print_shape(work->operands[i], other));
    }
    if (work->out) {
        krt_status status = krt_tensor_count(work->out, &work->count);
        if (status)
            return status;
        if (!tensor_has_shape_of(work->out, first))
            return krt_fail(KRT_ERROR_INVALID_ARGUMENT, "%s: shape %s goes in, and %s comes out",
                            work->function, tensor_print_shape(first, one),
                            tensor_print_shape(work->out, other));
        if (work->count > 0 && !tensor_is_dense(work->out))
            return krt_fail(KRT_ERROR_INVALID_ARGUMENT,
                            "%s: |out|, of shape %s, must be dense: row-major, without gaps",
                            work->function, tensor_print_shape(work->out, other));
    }
    if (work->count > 0)
        layout_of(work->operands, work->operand_count, &work->layout);
    return KRT_OK;
}

/* The grid for elements: if there are few elements, each thread computes one. With more elements, a
 * thread computes 32 bytes of elements, or 64 bytes if operands are strided or a slow function has
 * many elements. */
static struct krt_launch_config grid_for_elements(const struct elementwise *work)
{
    bool is_dense = work->layout.rank == 0;
    if (work->count <= (is_dense ? SHORT_BLOCKS : SHORT_BLOCKS_STRIDED) * BLOCK)
        return grid_for(work->count);
    uint32_t widest = work->out ? krt_dtype_size(work->out->dtype) : 1;
    for (unsigned i = 0; i < work->operand_count; i++) {
        uint32_t size = krt_dtype_size(work->operands[i]->dtype);
        if (size > widest)
            widest = size;
    }
    /* whether threads of 64 bytes each fill even the largest GPU */
    bool fills_all = work->count * widest / 64 >= 1024 * BLOCK;
    uint32_t bytes = !is_dense || (work->is_slow && fills_all) ? 64 : 32;
    return grid_of_workers(ceil_div(work->count, bytes / widest));
}

krt_status elementwise_launch(const struct krt_ops *ops, uint32_t ordinal,
                              struct krt_stream *stream, const struct elementwise *work,
                              void *const *arguments, unsigned count)
{
    uint64_t numel = work->count, rank = work->layout.rank;
    struct layout_info info = {.words = work->layout.words,
                               .count = (uint32_t)rank * (1 + work->operand_count)};
    void *all[3 + ARGUMENTS_MAX] = {&numel, &rank, &info.device};
    memcpy(all + 3, arguments, count * sizeof *arguments);
    struct krt_launch_config config = grid_for_elements(work);
    return layout_launch(ops->package, ordinal, stream, &config, all, &info);
}

/* Launches the package's kernel for these dtypes, or the formula that replaces a missing kernel.
 * elementwise_check() accepted |work|. */
static krt_status compute(struct krt_ops *ops, struct krt_stream *stream, unsigned operation,
                          uint32_t first, uint32_t second, const struct elementwise *work,
                          void *const *arguments, unsigned count)
{
    if (!ops_has(ops, operation, first, second))
        return formula_launch(ops, operation, first, second, stream, work->operands,
                              work->operand_count, work->out, 0);
    return work->count == 0 ? KRT_OK
                            : elementwise_launch(ops, ops->ordinals[operation][first][second],
                                                 stream, work, arguments, count);
}

static krt_status missing(const char *function, const char *parameter)
{
    return krt_fail(KRT_ERROR_INVALID_ARGUMENT, "%s: |%s| is NULL", function, parameter);
}

/* ---- One input ------------------------------------------------------------------------------ */

/* Whether the function is limited by arithmetic and not by memory: with fewer threads, its
 * constants are then loaded less often. */
static bool is_slow(unsigned operation, uint32_t dtype)
{
    enum {
        ERFS = 1 << KRT_UNARY_ERF | 1 << KRT_UNARY_NORMCDF | 1 << KRT_UNARY_GELU_ERF,
        OF_NARROW = ERFS | 1 << KRT_UNARY_LOG | 1 << KRT_UNARY_SIN | 1 << KRT_UNARY_COS,
        OF_F64 = ERFS | 1 << KRT_UNARY_TANH | 1 << KRT_UNARY_GELU | 1 << KRT_UNARY_SILU
    };
    const unsigned number = operation - OPERATION_UNARY, size = krt_dtype_size(dtype);
    const unsigned slow = size == 8 ? OF_F64 : size < 4 ? OF_NARROW : 0;
    return number < KRT_UNARY_COUNT && (slow >> number & 1) != 0;
}

/* Launches a kernel of one input. The parameters |scalars| are between info and the input, or after
 * the output if |is_last|. */
static krt_status run(const char *function, struct krt_ops *ops, struct krt_stream *stream,
                      unsigned operation, const struct krt_tensor *in, const struct krt_tensor *out,
                      const double *scalars, unsigned scalar_count, bool is_last)
{
    struct elementwise work = {
        .function = function, .operands = {in}, .operand_count = 1, .out = out};
    union scalar converted[2];
    void *arguments[ARGUMENTS_MAX];
    unsigned count = 0;
    if (!ops || !in || !out)
        return missing(function, !ops ? "ops" : !in ? "in" : "out");
    krt_status status = elementwise_check(&work);
    if (!status && in->dtype != out->dtype)
        status =
            krt_fail(KRT_ERROR_INVALID_ARGUMENT, "%s: %s goes in, and %s comes out: krt_cast()",
                     function, krt_dtype_name(in->dtype), krt_dtype_name(out->dtype));
    if (status)
        return status;
    work.is_slow = is_slow(operation, in->dtype);
    const void *from = in->data;
    void *to = out->data;
    for (unsigned i = 0; i < scalar_count; i++)
        converted[i] = scalar_from(scalars[i], in->dtype);
    for (unsigned i = 0; !is_last && i < scalar_count; i++)
        arguments[count++] = &converted[i];
    arguments[count++] = &from;
    arguments[count++] = &to;
    for (unsigned i = 0; is_last && i < scalar_count; i++)
        arguments[count++] = &converted[i];
    return compute(ops, stream, operation, in->dtype, 0, &work, arguments, count);
}

krt_status krt_unary(struct krt_ops *ops, struct krt_stream *stream, enum krt_unary operation,
                     const struct krt_tensor *in, const struct krt_tensor *out)
{
    if ((unsigned)operation >= KRT_UNARY_COUNT)
        return krt_fail(KRT_ERROR_INVALID_ARGUMENT, "krt_unary: there is no operation %d",
                        (int)operation);
    return run("krt_unary", ops, stream, OPERATION_UNARY + (unsigned)operation, in, out, NULL, 0,
               false);
}

krt_status krt_elu(struct krt_ops *ops, struct krt_stream *stream, const struct krt_tensor *in,
                   double alpha, const struct krt_tensor *out)
{
    return run("krt_elu", ops, stream, OPERATION_ELU, in, out, &alpha, 1, false);
}

krt_status krt_powf(struct krt_ops *ops, struct krt_stream *stream, const struct krt_tensor *in,
                    double exponent, const struct krt_tensor *out)
{
    return run("krt_powf", ops, stream, OPERATION_POWF, in, out, &exponent, 1, false);
}

krt_status krt_affine(struct krt_ops *ops, struct krt_stream *stream, const struct krt_tensor *in,
                      double mul, double add, const struct krt_tensor *out)
{
    const double factors[] = {mul, add};
    return run("krt_affine", ops, stream, OPERATION_AFFINE, in, out, factors, 2, true);
}

krt_status krt_cast(struct krt_ops *ops, struct krt_stream *stream, const struct krt_tensor *in,
                    const struct krt_tensor *out)
{
    struct elementwise work = {
        .function = "krt_cast", .operands = {in}, .operand_count = 1, .out = out};
    if (!ops || !in || !out)
        return missing("krt_cast", !ops ? "ops" : !in ? "in" : "out");
    krt_status status = elementwise_check(&work);
    if (status)
        return status;
    const void *from = in->data;
    void *to = out->data, *arguments[] = {&from, &to};
    return compute(ops, stream, OPERATION_CAST, in->dtype, out->dtype, &work, arguments, 2);
}

/* ---- Several inputs ------------------------------------------------------------------------- */

static krt_status run_two(const char *function, struct krt_ops *ops, struct krt_stream *stream,
                          unsigned operation, const struct krt_tensor *a,
                          const struct krt_tensor *b, const struct krt_tensor *out, bool gives_u8)
{
    struct elementwise work = {
        .function = function, .operands = {a, b}, .operand_count = 2, .out = out};
    if (!ops || !a || !b || !out)
        return missing(function, !ops ? "ops" : !a ? "a" : !b ? "b" : "out");
    uint32_t result = gives_u8 ? KRT_U8 : a->dtype;
    krt_status status = elementwise_check(&work);
    if (!status && (a->dtype != b->dtype || out->dtype != result))
        status =
            krt_fail(KRT_ERROR_INVALID_ARGUMENT,
                     "%s: %s and %s go in, and %s comes out: the inputs are of one dtype, and the "
                     "output is %s",
                     function, krt_dtype_name(a->dtype), krt_dtype_name(b->dtype),
                     krt_dtype_name(out->dtype), krt_dtype_name(result));
    if (status)
        return status;
    const void *first = a->data, *second = b->data;
    void *to = out->data, *arguments[] = {&first, &second, &to};
    return compute(ops, stream, operation, a->dtype, 0, &work, arguments, 3);
}

krt_status krt_binary(struct krt_ops *ops, struct krt_stream *stream, enum krt_binary operation,
                      const struct krt_tensor *a, const struct krt_tensor *b,
                      const struct krt_tensor *out)
{
    if ((unsigned)operation >= KRT_BINARY_COUNT)
        return krt_fail(KRT_ERROR_INVALID_ARGUMENT, "krt_binary: there is no operation %d",
                        (int)operation);
    return run_two("krt_binary", ops, stream, OPERATION_BINARY + (unsigned)operation, a, b, out,
                   false);
}

krt_status krt_compare(struct krt_ops *ops, struct krt_stream *stream,
                       enum krt_comparison comparison, const struct krt_tensor *a,
                       const struct krt_tensor *b, const struct krt_tensor *out)
{
    if ((unsigned)comparison >= KRT_COMPARISON_COUNT)
        return krt_fail(KRT_ERROR_INVALID_ARGUMENT, "krt_compare: there is no comparison %d",
                        (int)comparison);
    return run_two("krt_compare", ops, stream, OPERATION_COMPARE + (unsigned)comparison, a, b, out,
                   true);
}

krt_status krt_where(struct krt_ops *ops, struct krt_stream *stream,
                     const struct krt_tensor *condition, const struct krt_tensor *yes,
                     const struct krt_tensor *no, const struct krt_tensor *out)
{
    struct elementwise work = {
        .function = "krt_where", .operands = {condition, yes, no}, .operand_count = 3, .out = out};
    if (!ops || !condition || !yes || !no || !out)
        return missing("krt_where", !ops         ? "ops"
                                    : !condition ? "condition"
                                    : !yes       ? "yes"
                                    : !no        ? "no"
                                                 : "out");
    krt_status status = elementwise_check(&work);
    if (!status && (yes->dtype != out->dtype || no->dtype != out->dtype))
        status = krt_fail(
            KRT_ERROR_INVALID_ARGUMENT, "krt_where: %s and %s go in, and %s comes out",
            krt_dtype_name(yes->dtype), krt_dtype_name(no->dtype), krt_dtype_name(out->dtype));
    if (status)
        return status;
    const void *conditions = condition->data, *first = yes->data, *second = no->data;
    void *to = out->data, *arguments[] = {&conditions, &first, &second, &to};
    return compute(ops, stream, OPERATION_WHERE, condition->dtype, out->dtype, &work, arguments, 4);
}

krt_status krt_masked_fill(struct krt_ops *ops, struct krt_stream *stream,
                           const struct krt_tensor *in, const struct krt_tensor *mask,
                           struct krt_scalar value, const struct krt_tensor *out)
{
    if (!ops || !in || !mask || !out)
        return missing("krt_masked_fill", !ops ? "ops" : !in ? "in" : !mask ? "mask" : "out");
    uint64_t count;
    krt_status status = krt_tensor_count(in, &count);
    if (status || count == 0)
        return status;
    struct krt_tensor one = krt_tensor_dense(in->dtype, NULL, 0, NULL), everywhere;
    status = krt_alloc_async(stream, krt_dtype_size(in->dtype), &one.data);
    if (status)
        return status;
    status = krt_fill(ops, stream, value, &one);
    if (!status)
        status = krt_tensor_broadcast(&one, in->rank, in->dims, &everywhere);
    if (!status)
        status = krt_where(ops, stream, mask, &everywhere, in, out);
    return memory_give(stream, one.data, status);
}
