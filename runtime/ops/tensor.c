/* Tensors: counting and broadcasting them, their layouts, and the checks of operations. */
#include "tensor.h"

#include "dtype.h"

#include <stdio.h>
#include <string.h>

struct krt_tensor krt_tensor_dense(uint32_t dtype, void *data, uint32_t rank, const uint64_t *dims)
{
    struct krt_tensor tensor = {.data = data, .dtype = dtype, .rank = rank};
    uint64_t stride = 1;
    for (uint32_t i = rank < KRT_MAX_RANK ? rank : KRT_MAX_RANK; i-- > 0;) {
        tensor.dims[i] = dims[i];
        tensor.strides[i] = stride;
        stride *= dims[i]; /* The product may overflow; whoever uses this stride checks for it. */
    }
    return tensor;
}

char *tensor_print_shape(const struct krt_tensor *tensor, char out[SHAPE_TEXT])
{
    size_t length = (size_t)snprintf(out, SHAPE_TEXT, "[");
    for (uint32_t i = 0; i < tensor->rank && i < KRT_MAX_RANK; i++)
        length += (size_t)snprintf(out + length, SHAPE_TEXT - length, "%s%llu", i ? ", " : "",
                                   (unsigned long long)tensor->dims[i]);
    snprintf(out + length, SHAPE_TEXT - length, "]");
    return out;
}

krt_status krt_tensor_count(const struct krt_tensor *tensor, uint64_t *out)
{
    char shape[SHAPE_TEXT];
    if (!tensor || !out)
        return krt_fail(KRT_ERROR_INVALID_ARGUMENT, "krt_tensor_count: |%s| is NULL",
                        tensor ? "out" : "tensor");
    if (tensor->rank > KRT_MAX_RANK || tensor->dtype >= KRT_DTYPE_COUNT)
        return krt_fail(KRT_ERROR_INVALID_ARGUMENT,
                        "a tensor of rank %u and dtype %u: at most rank %d, "
                        "and dtypes below %d",
                        tensor->rank, tensor->dtype, KRT_MAX_RANK, KRT_DTYPE_COUNT);
    /* |count|: the number of elements; |last|: the offset of the last element */
    uint64_t count = 1, last = 0;
    bool overflows = false;
    for (uint32_t i = 0; i < tensor->rank; i++) {
        uint64_t span;
        if (tensor->dims[i] == 0) {
            *out = 0;
            return KRT_OK;
        }
        overflows |= __builtin_mul_overflow(count, tensor->dims[i], &count);
        overflows |= __builtin_mul_overflow(tensor->dims[i] - 1, tensor->strides[i], &span);
        overflows |= __builtin_add_overflow(last, span, &last);
    }
    uint64_t limit = (uint64_t)INT64_MAX / krt_dtype_size(tensor->dtype);
    if (overflows || count > limit || last >= limit)
        return krt_fail(KRT_ERROR_INVALID_ARGUMENT,
                        "a tensor of shape %s is larger than 2^63 bytes",
                        tensor_print_shape(tensor, shape));
    *out = count;
    return KRT_OK;
}

bool tensor_is_dense(const struct krt_tensor *tensor)
{
    uint64_t stride = 1;
    for (uint32_t i = tensor->rank; i-- > 0;) {
        if (tensor->dims[i] > 1 && tensor->strides[i] != stride)
            return false;
        stride *= tensor->dims[i];
    }
    return true;
}

bool tensor_repeats(const struct krt_tensor *tensor)
{
    bool is_done[KRT_MAX_RANK] = {false};
    uint64_t end = 1; /* one past the last element of the dimensions in |is_done| */
    for (uint32_t n = 0; n < tensor->rank; n++) {
        uint32_t next = tensor->rank; /* the dimension with the smallest stride */
        for (uint32_t i = 0; i < tensor->rank; i++) {
            if (tensor->dims[i] == 0)
                return false;
            if (!is_done[i] && tensor->dims[i] > 1 &&
                (next == tensor->rank || tensor->strides[i] < tensor->strides[next]))
                next = i;
        }
        if (next == tensor->rank)
            return false;
        if (tensor->strides[next] < end)
            return true;
        is_done[next] = true;
        end += (tensor->dims[next] - 1) * tensor->strides[next];
    }
    return false;
}

bool tensor_has_shape_of(const struct krt_tensor *tensor, const struct krt_tensor *other)
{
    return tensor->rank == other->rank &&
           memcmp(tensor->dims, other->dims, tensor->rank * sizeof tensor->dims[0]) == 0;
}

krt_status krt_tensor_broadcast(const struct krt_tensor *tensor, uint32_t rank,
                                const uint64_t *dims, struct krt_tensor *out)
{
    char from[SHAPE_TEXT], to[SHAPE_TEXT];
    if (!tensor || (!dims && rank > 0) || !out)
        return krt_fail(KRT_ERROR_INVALID_ARGUMENT, "krt_tensor_broadcast: |%s| is NULL",
                        !tensor ? "tensor"
                        : !dims ? "dims"
                                : "out");
    if (rank > KRT_MAX_RANK || tensor->rank > rank)
        return krt_fail(KRT_ERROR_INVALID_ARGUMENT, "krt_tensor_broadcast: from rank %u to rank %u",
                        tensor->rank, rank);
    struct krt_tensor result = krt_tensor_dense(tensor->dtype, tensor->data, rank, dims);
    uint32_t added = rank - tensor->rank;
    for (uint32_t i = 0; i < rank; i++) {
        bool is_added = i < added;
        if (!is_added && tensor->dims[i - added] != dims[i] && tensor->dims[i - added] != 1)
            return krt_fail(KRT_ERROR_INVALID_ARGUMENT, "shape %s cannot be broadcast to %s",
                            tensor_print_shape(tensor, from), tensor_print_shape(&result, to));
        bool is_repeated = is_added || (tensor->dims[i - added] == 1 && dims[i] != 1);
        result.strides[i] = is_repeated ? 0 : tensor->strides[i - added];
    }
    *out = result;
    return KRT_OK;
}

/* ---- Layouts of tensors ---------------------------------------------------------------------- */

/* Whether dimension |i| can be merged into the dimension before it, which is the last one of |out|:
 * each tensor's stride in the outer dimension must be its stride in |i| times the size of |i|. */
static bool merges(const struct krt_tensor *const *tensors, unsigned count, uint32_t i,
                   const uint64_t outer[OPERANDS_MAX])
{
    for (unsigned t = 0; t < count; t++) {
        if (outer[t] != tensors[t]->strides[i] * tensors[t]->dims[i])
            return false;
    }
    return true;
}

void layout_of(const struct krt_tensor *const *tensors, unsigned count, struct layout *out)
{
    uint64_t dims[KRT_MAX_RANK], strides[OPERANDS_MAX][KRT_MAX_RANK], last[OPERANDS_MAX] = {0};
    uint32_t rank = 0;
    bool is_dense = true;
    for (unsigned t = 0; t < count; t++)
        is_dense &= tensor_is_dense(tensors[t]);
    for (uint32_t i = 0; !is_dense && i < tensors[0]->rank; i++) {
        if (tensors[0]->dims[i] == 1)
            continue;
        if (rank > 0 && merges(tensors, count, i, last))
            dims[rank - 1] *= tensors[0]->dims[i];
        else
            dims[rank++] = tensors[0]->dims[i];
        for (unsigned t = 0; t < count; t++)
            strides[t][rank - 1] = last[t] = tensors[t]->strides[i];
    }
    out->rank = rank;
    memcpy(out->words, dims, rank * sizeof dims[0]);
    for (unsigned t = 0; t < count; t++)
        memcpy(out->words + (1 + t) * rank, strides[t], rank * sizeof dims[0]);
}

/* ---- Checks of operations ------------------------------------------------------------------- */

krt_status check_tensor(const char *function, const char *name, const struct krt_tensor *tensor,
                        uint32_t dtype, uint32_t rank, const uint64_t *dims, unsigned how)
{
    char is[SHAPE_TEXT], should[SHAPE_TEXT];
    uint64_t count;
    if (!tensor)
        return how & OPTIONAL
                   ? KRT_OK
                   : krt_fail(KRT_ERROR_INVALID_ARGUMENT, "%s: |%s| is NULL", function, name);
    krt_status status = krt_tensor_count(tensor, &count);
    if (status)
        return status;
    if (dtype != ANY_DTYPE && tensor->dtype != dtype)
        return krt_fail(KRT_ERROR_INVALID_ARGUMENT, "%s: |%s| is %s, and must be %s", function,
                        name, krt_dtype_name(tensor->dtype), krt_dtype_name(dtype));
    if (rank != ANY_RANK && tensor->rank != rank)
        return krt_fail(KRT_ERROR_INVALID_ARGUMENT, "%s: |%s| has shape %s, and must have rank %u",
                        function, name, tensor_print_shape(tensor, is), rank);
    if (rank != ANY_RANK && dims && memcmp(tensor->dims, dims, rank * sizeof *dims) != 0) {
        struct krt_tensor wanted = krt_tensor_dense(0, NULL, rank, dims);
        return krt_fail(KRT_ERROR_INVALID_ARGUMENT, "%s: |%s| has shape %s, and must have %s",
                        function, name, tensor_print_shape(tensor, is),
                        tensor_print_shape(&wanted, should));
    }
    if (count > 0 && !tensor->data)
        return krt_fail(KRT_ERROR_INVALID_ARGUMENT, "%s: the data of |%s| are NULL", function,
                        name);
    if (!(how & STRIDED) && count > 0 && !tensor_is_dense(tensor))
        return krt_fail(KRT_ERROR_INVALID_ARGUMENT,
                        "%s: |%s|, of shape %s, must be dense: row-major, without gaps", function,
                        name, tensor_print_shape(tensor, is));
    return KRT_OK;
}

krt_status expect_tensor(const char *function, const void *ops, const char *name,
                         const struct krt_tensor *tensor, uint32_t dtype, uint32_t rank,
                         const uint64_t *dims, unsigned how)
{
    return ops ? check_tensor(function, name, tensor, dtype, rank, dims, how)
               : krt_fail(KRT_ERROR_INVALID_ARGUMENT, "%s: |ops| is NULL", function);
}

/* The addresses of a tensor's elements. */
struct range {
    uintptr_t begin, end;
    bool is_filled; /* elements have all of it */
};

static struct range range_of(const struct krt_tensor *tensor)
{
    const uintptr_t begin = (uintptr_t)tensor->data, size = krt_dtype_size(tensor->dtype);
    uint64_t count = 1, last = 0;
    for (uint32_t i = 0; i < tensor->rank; i++) {
        if (tensor->dims[i] == 0)
            return (struct range){begin, begin, false};
        count *= tensor->dims[i];
        last += (tensor->dims[i] - 1) * tensor->strides[i];
    }
    return (struct range){begin, begin + (last + 1) * size,
                          last + 1 == count && !tensor_repeats(tensor)};
}

static bool has(const struct range *range, uintptr_t address)
{
    return address == range->begin ||
           (range->is_filled && address > range->begin && address < range->end);
}

static bool are_apart(const struct krt_tensor *a, const struct krt_tensor *b)
{
    const struct range x = range_of(a), y = range_of(b);
    /* If filled ranges meet, one has the beginning of the other. */
    return x.begin == x.end || y.begin == y.end || !(has(&x, y.begin) || has(&y, x.begin));
}

static bool is_same_view(const struct krt_tensor *a, const struct krt_tensor *b)
{
    bool is_same = a->data == b->data && a->dtype == b->dtype && tensor_has_shape_of(a, b);
    for (uint32_t i = 0; is_same && i < a->rank; i++)
        is_same = a->dims[i] <= 1 || a->strides[i] == b->strides[i];
    return is_same;
}

krt_status expect_apart(const char *function, const struct operand *operands, unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        const struct operand *out = &operands[i];
        for (unsigned j = 0; out->tensor && out->is_written && j < count; j++) {
            const struct operand *other = &operands[j];
            if (i == j || !other->tensor ||
                (out->may_be == other->tensor && is_same_view(out->tensor, other->tensor)))
                continue;
            if (!are_apart(out->tensor, other->tensor))
                return krt_fail(KRT_ERROR_INVALID_ARGUMENT, "%s: |%s| shares memory with |%s|",
                                function, out->name, other->name);
        }
    }
    return KRT_OK;
}

krt_status expect_i32(const char *function, const char *what, uint64_t value)
{
    return value <= INT32_MAX
               ? KRT_OK
               : krt_fail(KRT_ERROR_INVALID_ARGUMENT, "%s: %llu %s; the kernels count to 2^31 - 1",
                          function, (unsigned long long)value, what);
}

krt_status expect_blocks(const char *function, uint64_t blocks, uint32_t threads)
{
    return blocks <= UINT32_MAX / threads
               ? KRT_OK
               : krt_fail(KRT_ERROR_INVALID_ARGUMENT,
                          "%s: %llu workgroups of %u threads are more than a launch may have: "
                          "split the call",
                          function, (unsigned long long)blocks, threads);
}

uint64_t dims_product(const uint64_t *dims, uint32_t first, uint32_t end)
{
    uint64_t product = 1;
    for (uint32_t i = first; i < end; i++)
        product *= dims[i];
    return product;
}
