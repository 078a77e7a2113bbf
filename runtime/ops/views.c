/* Views: tensors that describe the memory of another tensor. A view without elements points to the
 * beginning of its tensor, so no view points outside of the memory. */
#include "tensor.h"

#include <krt/storage.h>

#include <string.h>

/* Checks the arguments that all functions of views have, and that the tensor has dimension
 * |dim|. */
static krt_status check(const char *function, const struct krt_tensor *tensor, uint32_t dim,
                        const struct krt_tensor *out)
{
    char shape[SHAPE_TEXT];
    uint64_t count;
    if (!tensor || !out)
        return krt_fail(KRT_ERROR_INVALID_ARGUMENT, "%s: |%s| is NULL", function,
                        tensor ? "out" : "tensor");
    krt_status status = krt_tensor_count(tensor, &count);
    if (!status && dim >= tensor->rank)
        status = krt_fail(KRT_ERROR_INVALID_ARGUMENT, "%s: there is no dimension %u in %s",
                          function, dim, tensor_print_shape(tensor, shape));
    return status;
}

/* Moves |view| by |elements| elements, and stores it in |out|. The view stays inside of its
 * tensor. */
static krt_status finish(const char *function, struct krt_tensor *view, uint64_t elements,
                         struct krt_tensor *out)
{
    uint64_t count;
    krt_status status = krt_tensor_count(view, &count);
    if (status)
        return status;
    uint64_t bytes = count ? elements * krt_dtype_size(view->dtype) : 0;
    if (bytes > UINTPTR_MAX - (uintptr_t)view->data)
        return krt_fail(KRT_ERROR_INVALID_ARGUMENT, "%s: the view is beyond the address space",
                        function);
    view->data = (void *)((uintptr_t)view->data + bytes);
    *out = *view;
    return KRT_OK;
}

static void remove_dim(struct krt_tensor *tensor, uint32_t dim)
{
    for (uint32_t i = dim; i + 1 < tensor->rank; i++) {
        tensor->dims[i] = tensor->dims[i + 1];
        tensor->strides[i] = tensor->strides[i + 1];
    }
    tensor->rank--;
    tensor->dims[tensor->rank] = tensor->strides[tensor->rank] = 0;
}

/* ---- Views of a part of a tensor ------------------------------------------------------------- */

static krt_status take_part(const char *function, const struct krt_tensor *tensor, uint32_t dim,
                            uint64_t start, uint64_t end, uint64_t step, struct krt_tensor *out)
{
    char shape[SHAPE_TEXT];
    krt_status status = check(function, tensor, dim, out);
    if (status)
        return status;
    if (start > end || end > tensor->dims[dim] || step == 0)
        return krt_fail(KRT_ERROR_INVALID_ARGUMENT,
                        "%s: elements %llu up to %llu in steps of %llu, of dimension %u of %s",
                        function, (unsigned long long)start, (unsigned long long)end,
                        (unsigned long long)step, dim, tensor_print_shape(tensor, shape));
    struct krt_tensor view = *tensor;
    view.dims[dim] = end == start ? 0 : (end - start - 1) / step + 1;
    /* This does not overflow, because |step| is less than the size of the dimension. */
    if (view.dims[dim] > 1)
        view.strides[dim] *= step;
    return finish(function, &view, start * tensor->strides[dim], out);
}

krt_status krt_tensor_narrow(const struct krt_tensor *tensor, uint32_t dim, uint64_t start,
                             uint64_t length, struct krt_tensor *out)
{
    uint64_t end = length > UINT64_MAX - start ? UINT64_MAX : start + length;
    return take_part("krt_tensor_narrow", tensor, dim, start, end, 1, out);
}

krt_status krt_tensor_slice(const struct krt_tensor *tensor, uint32_t dim, uint64_t start,
                            uint64_t end, uint64_t step, struct krt_tensor *out)
{
    return take_part("krt_tensor_slice", tensor, dim, start, end, step, out);
}

krt_status krt_tensor_select(const struct krt_tensor *tensor, uint32_t dim, uint64_t index,
                             struct krt_tensor *out)
{
    static const char function[] = "krt_tensor_select";
    char shape[SHAPE_TEXT];
    krt_status status = check(function, tensor, dim, out);
    if (status)
        return status;
    if (index >= tensor->dims[dim])
        return krt_fail(KRT_ERROR_INVALID_ARGUMENT, "%s: element %llu of dimension %u of %s",
                        function, (unsigned long long)index, dim,
                        tensor_print_shape(tensor, shape));
    struct krt_tensor view = *tensor;
    remove_dim(&view, dim);
    return finish(function, &view, index * tensor->strides[dim], out);
}

/* ---- Views with another order of dimensions -------------------------------------------------- */

krt_status krt_tensor_permute(const struct krt_tensor *tensor, const uint32_t *order,
                              struct krt_tensor *out)
{
    static const char function[] = "krt_tensor_permute";
    uint32_t seen = 0;
    uint64_t count;
    if (!tensor || !out || (!order && tensor->rank > 0))
        return krt_fail(KRT_ERROR_INVALID_ARGUMENT, "%s: |%s| is NULL", function,
                        !tensor ? "tensor"
                        : !out  ? "out"
                                : "order");
    krt_status status = krt_tensor_count(tensor, &count);
    if (status)
        return status;
    struct krt_tensor view = *tensor;
    for (uint32_t i = 0; i < tensor->rank; i++) {
        if (order[i] >= tensor->rank || (seen >> order[i] & 1))
            return krt_fail(KRT_ERROR_INVALID_ARGUMENT,
                            "%s: dimension %u of rank %u is not there, or is there twice", function,
                            order[i], tensor->rank);
        seen |= 1u << order[i];
        view.dims[i] = tensor->dims[order[i]];
        view.strides[i] = tensor->strides[order[i]];
    }
    *out = view;
    return KRT_OK;
}

krt_status krt_tensor_transpose(const struct krt_tensor *tensor, uint32_t first, uint32_t second,
                                struct krt_tensor *out)
{
    static const char function[] = "krt_tensor_transpose";
    krt_status status = check(function, tensor, first, out);
    if (!status)
        status = check(function, tensor, second, out);
    if (status)
        return status;
    struct krt_tensor view = *tensor;
    view.dims[first] = tensor->dims[second];
    view.strides[first] = tensor->strides[second];
    view.dims[second] = tensor->dims[first];
    view.strides[second] = tensor->strides[first];
    *out = view;
    return KRT_OK;
}

/* ---- Views with another shape ---------------------------------------------------------------- */

krt_status krt_tensor_squeeze(const struct krt_tensor *tensor, uint32_t dim, struct krt_tensor *out)
{
    static const char function[] = "krt_tensor_squeeze";
    char shape[SHAPE_TEXT];
    krt_status status = check(function, tensor, dim, out);
    if (status)
        return status;
    if (tensor->dims[dim] != 1)
        return krt_fail(KRT_ERROR_INVALID_ARGUMENT, "%s: dimension %u of %s is not 1", function,
                        dim, tensor_print_shape(tensor, shape));
    struct krt_tensor view = *tensor;
    remove_dim(&view, dim);
    *out = view;
    return KRT_OK;
}

krt_status krt_tensor_unsqueeze(const struct krt_tensor *tensor, uint32_t dim,
                                struct krt_tensor *out)
{
    static const char function[] = "krt_tensor_unsqueeze";
    uint64_t count;
    if (!tensor || !out)
        return krt_fail(KRT_ERROR_INVALID_ARGUMENT, "%s: |%s| is NULL", function,
                        tensor ? "out" : "tensor");
    krt_status status = krt_tensor_count(tensor, &count);
    if (status)
        return status;
    if (dim > tensor->rank || tensor->rank == KRT_MAX_RANK)
        return krt_fail(KRT_ERROR_INVALID_ARGUMENT,
                        "%s: a dimension before dimension %u of rank %u; at most rank %d", function,
                        dim, tensor->rank, KRT_MAX_RANK);
    struct krt_tensor view = *tensor;
    for (uint32_t i = tensor->rank; i > dim; i--) {
        view.dims[i] = tensor->dims[i - 1];
        view.strides[i] = tensor->strides[i - 1];
    }
    view.rank++;
    /* The stride of a dimension of one element is never used. This one keeps a dense tensor
     * dense. */
    view.dims[dim] = 1;
    view.strides[dim] = dim < tensor->rank ? tensor->dims[dim] * tensor->strides[dim] : 1;
    *out = view;
    return KRT_OK;
}

/* Neighbouring dimensions that can be walked together by one stride. */
struct group {
    uint32_t first, end;
    uint64_t count;
};

static void group_extend(struct group *group, const uint64_t *dims)
{
    group->count *= dims[group->end++];
}

/* Sets the strides of |view|, whose dims are set, so that it walks the elements of |dims| and
 * |strides| in the same order; none of |rank| dims is 1. The function divides both shapes into
 * groups of dimensions; a group of one shape has as many elements as its group of the other.
 * Returns false if one stride cannot walk a group of |dims|. */
static bool set_strides(const uint64_t *dims, const uint64_t *strides, uint32_t rank,
                        struct krt_tensor *view)
{
    struct group old = {.count = 1}, new = {.count = 1};
    while (old.end < rank) {
        old = (struct group){old.end, old.end, 1};
        new = (struct group){new.end, new.end, 1};
        group_extend(&old, dims);
        while (old.count != new.count) {
            if (new.count < old.count)
                group_extend(&new, view->dims);
            else
                group_extend(&old, dims);
        }
        for (uint32_t i = old.first; i + 1 < old.end; i++) {
            if (strides[i] != strides[i + 1] * dims[i + 1])
                return false;
        }
        uint64_t stride = strides[old.end - 1];
        for (uint32_t i = new.end; i-- > new.first;) {
            view->strides[i] = stride;
            stride *= view->dims[i];
        }
    }
    return true;
}

krt_status krt_tensor_reshape(const struct krt_tensor *tensor, uint32_t rank, const uint64_t *dims,
                              struct krt_tensor *out)
{
    static const char function[] = "krt_tensor_reshape";
    char from[SHAPE_TEXT], to[SHAPE_TEXT];
    uint64_t count, wanted, old_dims[KRT_MAX_RANK], old_strides[KRT_MAX_RANK];
    uint32_t old_rank = 0;
    if (!tensor || !out || (!dims && rank > 0))
        return krt_fail(KRT_ERROR_INVALID_ARGUMENT, "%s: |%s| is NULL", function,
                        !tensor ? "tensor"
                        : !out  ? "out"
                                : "dims");
    krt_status status = krt_tensor_count(tensor, &count);
    if (status)
        return status;
    struct krt_tensor view = krt_tensor_dense(tensor->dtype, tensor->data, rank, dims);
    status = krt_tensor_count(&view, &wanted);
    if (status)
        return status;
    if (count != wanted)
        return krt_fail(KRT_ERROR_INVALID_ARGUMENT, "%s: %s has %llu elements, %s has %llu",
                        function, tensor_print_shape(tensor, from), (unsigned long long)count,
                        tensor_print_shape(&view, to), (unsigned long long)wanted);
    for (uint32_t i = 0; i < tensor->rank; i++) {
        if (tensor->dims[i] == 1)
            continue;
        old_dims[old_rank] = tensor->dims[i];
        old_strides[old_rank++] = tensor->strides[i];
    }
    if (count > 0 && !set_strides(old_dims, old_strides, old_rank, &view))
        return krt_fail(KRT_ERROR_UNSUPPORTED,
                        "%s: the strides of %s allow no view as %s: copy it with krt_copy() first",
                        function, tensor_print_shape(tensor, from), tensor_print_shape(&view, to));
    *out = view;
    return KRT_OK;
}
