/* Shapes: counted without overflow, broadcast, refused when they do not fit. No device is needed,
 * because a wrong shape is refused before one is asked for. */
#include "krt_kernels.h"
#include "tensor.h"
#include "runtime_test.h"

#include <krt/ops.h>

static struct krt_ops *ops;

#define DIMS(...) ((const uint64_t[]){__VA_ARGS__})

static struct krt_tensor dense(uint32_t dtype, uint32_t rank, const uint64_t *dims)
{
    return krt_tensor_dense(dtype, NULL, rank, dims);
}

/* ---- Failures ------------------------------------------------------------------------------- */

static void a_shape_that_overflows_is_refused(void **state)
{
    (void)state;
    uint64_t count = 5;
    struct krt_tensor huge = dense(KRT_F32, 2, DIMS(1ull << 40, 1ull << 40));
    assert_fails(krt_tensor_count(&huge, &count), KRT_ERROR_INVALID_ARGUMENT, "1099511627776");
    huge = dense(KRT_F64, 1, DIMS(1ull << 60));
    assert_fails(krt_tensor_count(&huge, &count), KRT_ERROR_INVALID_ARGUMENT, "2^63");
    struct krt_tensor far = dense(KRT_U8, 2, DIMS(2, 2));
    far.strides[0] = UINT64_MAX;
    assert_fails(krt_tensor_count(&far, &count), KRT_ERROR_INVALID_ARGUMENT, "2^63");
    far.rank = KRT_MAX_RANK + 1;
    assert_fails(krt_tensor_count(&far, &count), KRT_ERROR_INVALID_ARGUMENT, "rank 9");
    far.rank = 1;
    far.dtype = KRT_DTYPE_COUNT;
    assert_fails(krt_tensor_count(&far, &count), KRT_ERROR_INVALID_ARGUMENT, "dtype 10");
    assert_fails(krt_tensor_count(NULL, &count), KRT_ERROR_INVALID_ARGUMENT, "tensor");
    assert_int_equal(count, 5);
}

static void shapes_that_differ_are_refused_and_named(void **state)
{
    (void)state;
    struct krt_tensor a = dense(KRT_F32, 2, DIMS(2, 3)), b = dense(KRT_F32, 2, DIMS(3, 2));
    struct krt_tensor flags = dense(KRT_U8, 2, DIMS(2, 3)), flat = dense(KRT_F32, 1, DIMS(6));
    assert_fails(krt_unary(ops, NULL, KRT_UNARY_EXP, &a, &b), KRT_ERROR_INVALID_ARGUMENT,
                 "[2, 3] goes in, and [3, 2] comes out");
    assert_fails(krt_unary(ops, NULL, KRT_UNARY_EXP, &a, &flat), KRT_ERROR_INVALID_ARGUMENT, "[6]");
    assert_fails(krt_where(ops, NULL, &flags, &a, &b, &a), KRT_ERROR_INVALID_ARGUMENT, "[3, 2]");
    assert_fails(krt_copy(ops, NULL, &a, &b), KRT_ERROR_INVALID_ARGUMENT, "[3, 2]");
}

static void an_output_with_gaps_is_refused(void **state)
{
    (void)state;
    struct krt_tensor in = dense(KRT_F32, 2, DIMS(2, 3)), out = in;
    out.strides[0] = 4;
    assert_fails(krt_unary(ops, NULL, KRT_UNARY_EXP, &in, &out), KRT_ERROR_INVALID_ARGUMENT,
                 "dense");
    out.strides[0] = 0;
    assert_fails(krt_affine(ops, NULL, &in, 1, 2, &out), KRT_ERROR_INVALID_ARGUMENT, "dense");
}

static void dtypes_without_a_kernel_name_those_that_have_one(void **state)
{
    (void)state;
    struct krt_tensor numbers = dense(KRT_I64, 1, DIMS(4)), floats = dense(KRT_F32, 1, DIMS(4));
    assert_fails(krt_unary(ops, NULL, KRT_UNARY_EXP, &numbers, &numbers), KRT_ERROR_UNSUPPORTED,
                 "no uexp for i64; it has: f8e4m3 f16 bf16 f32 f64");
    assert_fails(krt_where(ops, NULL, &floats, &floats, &floats, &floats), KRT_ERROR_UNSUPPORTED,
                 "u8,f32");
    assert_fails(krt_unary(ops, NULL, KRT_UNARY_EXP, &floats, &numbers), KRT_ERROR_INVALID_ARGUMENT,
                 "krt_cast");
    assert_fails(krt_unary(ops, NULL, (enum krt_unary)77, &floats, &floats),
                 KRT_ERROR_INVALID_ARGUMENT, "77");
}

static void arguments_of_null_are_refused(void **state)
{
    (void)state;
    struct krt_tensor x = dense(KRT_F32, 1, DIMS(4));
    struct krt_ops *made;
    assert_fails(krt_ops_create(NULL, &made), KRT_ERROR_INVALID_ARGUMENT, "package");
    assert_fails(krt_ops_create(&krt_kernels_package, NULL), KRT_ERROR_INVALID_ARGUMENT, "out");
    assert_fails(krt_unary(NULL, NULL, KRT_UNARY_NEG, &x, &x), KRT_ERROR_INVALID_ARGUMENT, "ops");
    assert_fails(krt_cast(ops, NULL, NULL, &x), KRT_ERROR_INVALID_ARGUMENT, "in");
    assert_fails(krt_fill(ops, NULL, krt_scalar_f64(1), NULL), KRT_ERROR_INVALID_ARGUMENT, "out");
    assert_fails(krt_copy(ops, NULL, &x, NULL), KRT_ERROR_INVALID_ARGUMENT, "out");
    krt_ops_destroy(NULL);
}

/* This test has no device, and does not ask for one. */
static void tensors_without_elements_are_let_pass(void **state)
{
    (void)state;
    struct krt_tensor x = dense(KRT_F32, 3, DIMS(4, 0, 5)), flags = dense(KRT_U8, 3, DIMS(4, 0, 5));
    assert_ok(krt_unary(ops, NULL, KRT_UNARY_EXP, &x, &x));
    assert_ok(krt_affine(ops, NULL, &x, 2, 1, &x));
    assert_ok(krt_cast(ops, NULL, &x, &flags));
    assert_ok(krt_where(ops, NULL, &flags, &x, &x, &x));
    assert_ok(krt_fill(ops, NULL, krt_scalar_f64(3), &x));
    assert_ok(krt_copy(ops, NULL, &x, &x));
    assert_ok(krt_copy2d(ops, NULL, KRT_F32, NULL, 8, NULL, 8, 0, 7));
}

/* ---- Shapes --------------------------------------------------------------------------------- */

static void broadcasting_repeats_what_is_one(void **state)
{
    (void)state;
    struct krt_tensor row = dense(KRT_F32, 2, DIMS(1, 3)), wide;
    assert_ok(krt_tensor_broadcast(&row, 3, DIMS(4, 2, 3), &wide));
    assert_int_equal(wide.rank, 3);
    assert_int_equal(wide.strides[0], 0);
    assert_int_equal(wide.strides[1], 0);
    assert_int_equal(wide.strides[2], 1);
    assert_fails(krt_tensor_broadcast(&row, 2, DIMS(2, 4), &wide), KRT_ERROR_INVALID_ARGUMENT,
                 "[1, 3] cannot be broadcast to [2, 4]");
    assert_fails(krt_tensor_broadcast(&row, 1, DIMS(3), &wide), KRT_ERROR_INVALID_ARGUMENT,
                 "rank 2 to rank 1");
}

static void dense_tensors_have_no_layout(void **state)
{
    (void)state;
    struct krt_tensor a = dense(KRT_F32, 3, DIMS(2, 1, 3)), b = a;
    const struct krt_tensor *both[] = {&a, &b};
    struct layout layout;
    b.strides[1] = 77; /* of a dimension of one element: means nothing */
    assert_true(tensor_is_dense(&b));
    layout_of(both, 2, &layout);
    assert_int_equal(layout.rank, 0);
}

/* Dimensions go together where every operand walks them as one, and only there. */
static void dimensions_are_merged_where_all_operands_allow_it(void **state)
{
    (void)state;
    struct krt_tensor a = dense(KRT_F32, 4, DIMS(2, 3, 1, 4)), b = a;
    const struct krt_tensor *both[] = {&a, &b};
    struct layout layout;
    b.strides[0] = 100; /* rows of 12 at a pitch of 100 */
    layout_of(both, 2, &layout);
    static const uint64_t pitched[] = {2, 12, 12, 1, 100, 1};
    assert_int_equal(layout.rank, 2);
    assert_memory_equal(layout.words, pitched, sizeof pitched);

    b = a;
    b.strides[1] = 1; /* transposed within each of the two */
    b.strides[3] = 3;
    layout_of(both, 2, &layout);
    static const uint64_t transposed[] = {2, 3, 4, 12, 4, 1, 12, 1, 3};
    assert_int_equal(layout.rank, 3);
    assert_memory_equal(layout.words, transposed, sizeof transposed);
}

static int set_up(void **state)
{
    (void)state;
    return krt_ops_create(&krt_kernels_package, &ops) != KRT_OK;
}

static int tear_down(void **state)
{
    (void)state;
    krt_ops_destroy(ops);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_shape_that_overflows_is_refused),
        cmocka_unit_test(shapes_that_differ_are_refused_and_named),
        cmocka_unit_test(an_output_with_gaps_is_refused),
        cmocka_unit_test(dtypes_without_a_kernel_name_those_that_have_one),
        cmocka_unit_test(arguments_of_null_are_refused),
        cmocka_unit_test(tensors_without_elements_are_let_pass),
        cmocka_unit_test(broadcasting_repeats_what_is_one),
        cmocka_unit_test(dense_tensors_have_no_layout),
        cmocka_unit_test(dimensions_are_merged_where_all_operands_allow_it),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
