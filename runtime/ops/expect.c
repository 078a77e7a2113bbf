#include "expect.h"

#include <string.h>

static krt_status expect_tensor(const char *function, const struct expected *e)
{
    char is[SHAPE_TEXT], should[SHAPE_TEXT];
    const struct krt_tensor *tensor = e->tensor;
    uint64_t count;
    if (!tensor)
        return e->is_optional
                   ? KRT_OK
                   : krt_fail(KRT_ERROR_INVALID_ARGUMENT, "%s: |%s| is NULL", function, e->name);
    krt_status status = krt_tensor_count(tensor, &count);
    if (status)
        return status;
    if (e->dtype != ANY_DTYPE && tensor->dtype != e->dtype)
        return krt_fail(KRT_ERROR_INVALID_ARGUMENT, "%s: |%s| is %s, and must be %s", function,
                        e->name, krt_dtype_name(tensor->dtype), krt_dtype_name(e->dtype));
    if (e->rank != ANY_RANK && tensor->rank != e->rank)
        return krt_fail(KRT_ERROR_INVALID_ARGUMENT, "%s: |%s| has shape %s, and must have rank %u",
                        function, e->name, tensor_print_shape(tensor, is), e->rank);
    if (e->rank != ANY_RANK && e->dims &&
        memcmp(tensor->dims, e->dims, e->rank * sizeof e->dims[0]) != 0) {
        struct krt_tensor wanted = krt_tensor_dense(0, NULL, e->rank, e->dims);
        return krt_fail(KRT_ERROR_INVALID_ARGUMENT, "%s: |%s| has shape %s, and must have %s",
                        function, e->name, tensor_print_shape(tensor, is),
                        tensor_print_shape(&wanted, should));
    }
    if (!e->is_strided && count > 0 && !tensor_is_dense(tensor))
        return krt_fail(KRT_ERROR_INVALID_ARGUMENT,
                        "%s: |%s|, of shape %s, has gaps or repetitions: it must be dense",
                        function, e->name, tensor_print_shape(tensor, is));
    return KRT_OK;
}

krt_status expect_tensors(const char *function, const struct krt_ops *ops,
                          const struct expected *expected, unsigned count)
{
    krt_status status = KRT_OK;
    if (!ops)
        return krt_fail(KRT_ERROR_INVALID_ARGUMENT, "%s: |ops| is NULL", function);
    for (unsigned i = 0; !status && i < count; i++)
        status = expect_tensor(function, &expected[i]);
    return status;
}

krt_status expect_i32(const char *function, const char *what, uint64_t value)
{
    return value <= INT32_MAX
               ? KRT_OK
               : krt_fail(KRT_ERROR_INVALID_ARGUMENT, "%s: %llu %s; the kernels count to 2^31 - 1",
                          function, (unsigned long long)value, what);
}

uint64_t dims_product(const uint64_t *dims, uint32_t first, uint32_t end)
{
    uint64_t product = 1;
    for (uint32_t i = first; i < end; i++)
        product *= dims[i];
    return product;
}
