/* Sizes that kernels have no numbers for are refused before anything is launched: the tensors of
 * these tests have shapes and no memory. */
#include "ops_test.h"

#define TWO_32 (UINT64_C(1) << 32)

static char nowhere[16];

static struct krt_tensor shape_of(uint32_t dtype, uint32_t rank, const uint64_t *dims)
{
    return krt_tensor_dense(dtype, nowhere, rank, dims);
}

/* The last dimension of |tensor| has |dim| elements, as if each row had further ones. */
static struct krt_tensor cut(struct krt_tensor tensor, uint64_t dim)
{
    tensor.dims[tensor.rank - 1] = dim;
    return tensor;
}

static void rows_that_an_index_does_not_count(void **state)
{
    (void)state;
    static const uint32_t dtypes[] = {KRT_F32, KRT_I16}; /* a kernel, and a formula */
    for (unsigned i = 0; i < 2; i++) {
        struct krt_tensor row = shape_of(dtypes[i], 1, DIMS(TWO_32)), one = row;
        struct krt_tensor out = shape_of(KRT_U32, 0, NULL), columns = shape_of(KRT_U32, 1, DIMS(3));
        struct krt_tensor column = shape_of(dtypes[i], 2, DIMS(TWO_32, 3));
        one.strides[0] = 0; /* one element, again and again */
        assert_fails(krt_reduce(ops, stream, KRT_REDUCE_ARGMAX, &row, 1, &out),
                     KRT_ERROR_UNSUPPORTED, "4294967296 elements: ARGMIN and ARGMAX count to 2^32");
        assert_fails(krt_reduce(ops, stream, KRT_REDUCE_ARGMIN, &one, 1, &out),
                     KRT_ERROR_UNSUPPORTED, "ARGMIN and ARGMAX count to 2^32 - 1");
        assert_fails(krt_reduce(ops, stream, KRT_REDUCE_ARGMAX, &column, 1, &columns),
                     KRT_ERROR_UNSUPPORTED, "ARGMIN and ARGMAX count to 2^32 - 1");
    }
    struct krt_tensor row = shape_of(KRT_F32, 1, DIMS(TWO_32)), order = row, first = row;
    order.dtype = KRT_U32;
    first.dims[0] = 4;
    assert_fails(krt_argsort(ops, stream, &row, false, &order), KRT_ERROR_UNSUPPORTED,
                 "rows of 4294967296 columns");
    assert_fails(krt_sort(ops, stream, &row, false, &row, NULL), KRT_ERROR_UNSUPPORTED,
                 "rows of 4294967296 columns");
    assert_fails(krt_top_k(ops, stream, &row, false, &first, NULL), KRT_ERROR_UNSUPPORTED,
                 "rows of 4294967296 columns");
    struct krt_tensor ids = shape_of(KRT_I32, 1, DIMS(4));
    assert_fails(krt_gather(ops, stream, &row, 0, &ids, &first), KRT_ERROR_UNSUPPORTED,
                 "2^31 - 1 elements");
}

static void rows_that_kernels_do_not_count(void **state)
{
    (void)state;
    struct krt_tensor row = shape_of(KRT_F32, 2, DIMS(1, TWO_32 / 2));
    assert_fails(krt_softmax(ops, stream, &row, &row), KRT_ERROR_INVALID_ARGUMENT, "2^31 - 1");
    assert_fails(krt_rms_norm(ops, stream, &row, NULL, 1, &row), KRT_ERROR_INVALID_ARGUMENT,
                 "2^31 - 1");
    assert_fails(krt_layer_norm(ops, stream, &row, NULL, NULL, 1, &row), KRT_ERROR_INVALID_ARGUMENT,
                 "2^31 - 1");
    struct krt_tensor wide = shape_of(KRT_F32, 2, DIMS(1, TWO_32));
    struct krt_tensor high = shape_of(KRT_F32, 2, DIMS(TWO_32, 1));
    assert_fails(krt_band(ops, stream, 0, 0, krt_scalar_f64(1), krt_scalar_f64(0), &wide),
                 KRT_ERROR_UNSUPPORTED, "2^32");
    assert_fails(krt_band(ops, stream, 0, 0, krt_scalar_f64(1), krt_scalar_f64(0), &high),
                 KRT_ERROR_UNSUPPORTED, "2^32");
    struct krt_tensor turned = shape_of(KRT_F32, 4, DIMS(1, 2, TWO_32 / 8, 4));
    struct krt_tensor table = shape_of(KRT_F32, 2, DIMS(TWO_32 / 8, 2));
    assert_fails(krt_rope(ops, stream, KRT_ROPE_HALVES, &turned, &table, &table, &turned),
                 KRT_ERROR_INVALID_ARGUMENT, "2^32 - 1");
}

/* Rows with gaps. A whole matrix is a single row that is cut into |out|'s. */
static void copies_name_the_limit(void **state)
{
    (void)state;
    struct krt_tensor matrix = shape_of(KRT_F32, 2, DIMS(2, TWO_32));
    struct krt_tensor out = cut(shape_of(KRT_F32, 2, DIMS(2, TWO_32 + 1)), TWO_32);
    assert_fails(
        krt_copy(ops, stream, &matrix, &out), KRT_ERROR_UNSUPPORTED,
        "2 rows of 4294967296 elements, at pitches of 4294967296 and 4294967297; the kernel "
        "counts each to 2^32 - 1");
    matrix = shape_of(KRT_F32, 2, DIMS(1 << 20, 1 << 13)); /* more than 2^32 in all */
    out = cut(shape_of(KRT_F32, 2, DIMS(1 << 20, 1 << 14)), 1 << 13);
    assert_fails(krt_copy(ops, stream, &matrix, &out), KRT_ERROR_INVALID_ARGUMENT,
                 "1048576 rows of 8192 elements are more than one launch copies");
}

static void numbers_that_a_dtype_does_not_have(void **state)
{
    (void)state;
    struct krt_random random = {.seed = 1};
    struct krt_tensor words = shape_of(KRT_U32, 1, DIMS(TWO_32 + 1));
    struct krt_tensor ints = shape_of(KRT_I32, 1, DIMS(TWO_32 / 2 + 1));
    assert_fails(krt_random_permutation(ops, stream, &random, &words), KRT_ERROR_UNSUPPORTED,
                 "4294967297 numbers in u32");
    assert_fails(krt_random_permutation(ops, stream, &random, &ints), KRT_ERROR_UNSUPPORTED,
                 "2147483649 numbers in i32");
}

static void quantized_matrices_that_kernels_do_not_count(void **state)
{
    (void)state;
    struct krt_quantized weights = {
        .data = nowhere, .format = KRT_Q8_0, .rows = 32, .columns = 32, .experts = 1};
    struct krt_tensor x = shape_of(KRT_F32, 2, DIMS(TWO_32 / 2, 32));
    struct krt_tensor out = shape_of(KRT_F32, 2, DIMS(TWO_32 / 2, 32));
    assert_fails(krt_quantized_matmul(ops, stream, &weights, &x, nowhere, &out),
                 KRT_ERROR_INVALID_ARGUMENT, "rows of |x|");
    assert_int_equal(krt_quantized_workspace_with(NULL, &x, &out), TWO_32 / 2 * 36);
    x = shape_of(KRT_F32, 2, DIMS(1, TWO_32 + 32)); /* in 32 bits they would be 32 */
    assert_int_equal(krt_quantized_workspace_with(NULL, &x, &out), (TWO_32 + 32) / 32 * 36);
    assert_fails(krt_quantized_matmul(ops, stream, &weights, &x, nowhere, &out),
                 KRT_ERROR_INVALID_ARGUMENT, "the weights have 32 columns");
    struct krt_quantized huge = weights;
    huge.rows = huge.columns = 1u << 30; /* with the experts 2^64 elements: 0 in 64 bits */
    huge.experts = 16;
    struct krt_tensor none = shape_of(KRT_F32, 1, DIMS(0));
    assert_fails(krt_dequantize(ops, stream, &huge, &none), KRT_ERROR_INVALID_ARGUMENT,
                 "|out| has 0 elements");
    huge.rows = 1u << 31;
    assert_fails(krt_dequantize(ops, stream, &huge, &none), KRT_ERROR_INVALID_ARGUMENT, "rows");
    x = shape_of(KRT_F32, 2, DIMS(65536, 32));
    out = shape_of(KRT_F32, 3, DIMS(65536, 1, 32));
    struct krt_tensor ids = shape_of(KRT_U32, 2, DIMS(65536, 1));
    assert_fails(krt_quantized_moe(ops, stream, &weights, &x, &ids, nowhere, &out),
                 KRT_ERROR_INVALID_ARGUMENT, "more than 65535 tokens");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_that_an_index_does_not_count),
        cmocka_unit_test(rows_that_kernels_do_not_count),
        cmocka_unit_test(copies_name_the_limit),
        cmocka_unit_test(numbers_that_a_dtype_does_not_have),
        cmocka_unit_test(quantized_matrices_that_kernels_do_not_count),
    };
    run_on_all_devices(tests);
}
