/* Matrices in any form, their product on a device, and what it should be. */
#ifndef MATMUL_TEST_H
#define MATMUL_TEST_H

#include "numbers.h"
#include "ops_test.h"

static inline struct krt_tensor dense(uint32_t dtype, uint32_t rank, const uint64_t *dims)
{
    return krt_tensor_dense(dtype, NULL, rank, dims);
}

/* ---- Operands ------------------------------------------------------------------------------- */

/* A matrix [rows, columns] whose lines, of neighbours |step| apart, end in a gap; its columns are
 * the lines when |is_transposed|. */
struct form {
    bool is_transposed;
    uint64_t gap, step;
};

/* Behind |batch_rank| dimensions, in which matrices lie one behind the other. */
static inline struct krt_tensor make_view(uint32_t dtype, uint32_t batch_rank,
                                          const uint64_t *batch, uint64_t rows, uint64_t columns,
                                          struct form form)
{
    struct krt_tensor view = {.dtype = dtype, .rank = batch_rank + 2};
    uint64_t line = (form.is_transposed ? rows : columns) * form.step + form.gap;
    uint64_t matrix = line * (form.is_transposed ? columns : rows);
    view.dims[batch_rank] = rows;
    view.dims[batch_rank + 1] = columns;
    view.strides[batch_rank] = form.is_transposed ? form.step : line;
    view.strides[batch_rank + 1] = form.is_transposed ? line : form.step;
    for (uint32_t i = batch_rank; i-- > 0;) {
        view.dims[i] = batch[i];
        view.strides[i] = matrix;
        matrix *= batch[i];
    }
    return view;
}

static inline uint64_t span_of(const struct krt_tensor *tensor)
{
    uint64_t last = 0;
    for (uint32_t i = 0; i < tensor->rank; i++)
        last += (tensor->dims[i] - 1) * tensor->strides[i];
    return last + 1;
}

static uint64_t state_of_random = 1;

static inline double random_number(void) /* [-1, 1) */
{
    state_of_random = state_of_random * 6364136223846793005u + 1442695040888963407u;
    return (double)(int32_t)(state_of_random >> 32) / 0x1p31;
}

/* Host memory of |tensor|'s span. Eighths up to 2 multiply and add exactly in f32. */
static inline void *make_numbers(const struct krt_tensor *tensor, bool is_exact)
{
    uint64_t count = span_of(tensor);
    void *memory = malloc(count * krt_dtype_size(tensor->dtype));
    assert_non_null(memory);
    for (uint64_t i = 0; i < count; i++)
        number_store(memory, tensor->dtype, i,
                     is_exact ? floor(random_number() * 16) / 8 : random_number());
    return memory;
}

/* ---- The reference -------------------------------------------------------------------------- */

/* Half a unit in the last place of 1. */
static inline double unit_of(uint32_t dtype)
{
    return dtype == KRT_F64   ? 0x1p-53
           : dtype == KRT_F32 ? 0x1p-24
           : dtype == KRT_F16 ? 0x1p-11
                              : 0x1p-8;
}

/* k products and k - 1 additions, each rounded in f32 or f64, lie within k u / (1 - k u) of the sum
 * of the products' magnitudes, in whatever order (Higham, section 3.1); a narrower dtype is rounded
 * to once more. */
static inline double tolerance(uint32_t dtype, uint64_t k, double magnitude, double sum)
{
    double unit = unit_of(dtype == KRT_F64 ? KRT_F64 : KRT_F32) * (double)k;
    double error = unit / (1 - unit) * magnitude;
    if (dtype == KRT_F16 || dtype == KRT_BF16)
        error += unit_of(dtype) * (fabs(sum) + error) + 0x1p-25;
    return error;
}

static inline uint64_t batch_offset(const struct krt_tensor *tensor, uint64_t batch)
{
    uint64_t offset = 0;
    for (uint32_t i = tensor->rank - 2; i-- > 0; batch /= tensor->dims[i])
        offset += batch % tensor->dims[i] * tensor->strides[i];
    return offset;
}

/* An element of the product; |magnitude| becomes the sum of its products' magnitudes. */
static inline double sum_of(const struct krt_tensor *a, const void *left,
                            const struct krt_tensor *b, const void *right, uint64_t batch,
                            uint64_t row, uint64_t column, double *out_magnitude)
{
    uint32_t i = a->rank - 2, j = a->rank - 1;
    uint64_t from_a = batch_offset(a, batch) + row * a->strides[i];
    uint64_t from_b = batch_offset(b, batch) + column * b->strides[j];
    long double sum = 0, magnitude = 0;
    for (uint64_t k = 0; k < a->dims[j]; k++) {
        long double product = (long double)number_load(left, a->dtype, from_a + k * a->strides[j]) *
                              number_load(right, b->dtype, from_b + k * b->strides[i]);
        sum += product;
        magnitude += fabsl(product);
    }
    *out_magnitude = (double)magnitude;
    return (double)sum;
}

static inline void check_element(const struct krt_tensor *a, const void *left,
                                 const struct krt_tensor *b, const void *right, uint64_t batch,
                                 uint64_t row, uint64_t column, double got, bool is_exact)
{
    uint32_t i = a->rank - 2, j = a->rank - 1;
    double magnitude, sum = sum_of(a, left, b, right, batch, row, column, &magnitude);
    double wanted = sum, error = tolerance(a->dtype, a->dims[j], magnitude, sum);
    if (is_exact) {
        number_store(&wanted, a->dtype, 0, sum);
        wanted = number_load(&wanted, a->dtype, 0);
        error = 0;
    }
    if (!(fabs(got - wanted) <= error))
        fail_msg("%s %llu x %llu x %llu: element (%llu: %llu, %llu) is %.17g, not %.17g",
                 krt_dtype_name(a->dtype), (unsigned long long)a->dims[i],
                 (unsigned long long)b->dims[j], (unsigned long long)a->dims[j],
                 (unsigned long long)batch, (unsigned long long)row, (unsigned long long)column,
                 got, wanted);
}

/* Multiplies numbers in the layouts of |a| and |b|, and checks every element. */
static inline void multiply_and_check(struct krt_tensor a, struct krt_tensor b, bool is_exact)
{
    uint64_t dims[KRT_MAX_RANK], count;
    uint32_t size = krt_dtype_size(a.dtype), rank = a.rank;
    memcpy(dims, a.dims, sizeof dims);
    dims[rank - 1] = b.dims[rank - 1];
    struct krt_tensor c = dense(a.dtype, rank, dims);
    assert_ok(krt_tensor_count(&c, &count));
    void *left = make_numbers(&a, is_exact), *right = make_numbers(&b, is_exact);
    char *out = malloc((count + 1) * size);
    assert_non_null(out);
    a.data = upload(left, span_of(&a) * size);
    b.data = upload(right, span_of(&b) * size);
    c.data = upload(NULL, (count + 1) * size);
    assert_ok(krt_matmul(ops, stream, &a, &b, &c));
    download(out, c.data, (count + 1) * size);
    uint64_t rows = dims[rank - 2], columns = dims[rank - 1];
    for (uint64_t i = 0; i < count; i++)
        check_element(&a, left, &b, right, i / columns / rows, i / columns % rows, i % columns,
                      number_load(out, a.dtype, i), is_exact);
    for (uint64_t i = 0; i < size; i++)
        assert_int_equal((unsigned char)out[count * size + i], 0xee); /* nothing behind |c| */
    release(a.data);
    release(b.data);
    release(c.data);
    free(left);
    free(right);
    free(out);
}

#endif
