/* krt_reduce: any dimensions of any layout, into a shape with them or without. */
#include "arrays.h"

enum { A = 3, B = 4, C = 5, COUNT = A * B * C };

static float numbers[COUNT];

static struct krt_tensor make_input(void)
{
    fill_numbers(numbers, COUNT);
    return tensor_of(KRT_F32, numbers, 3, DIMS(A, B, C));
}

/* ---- Failures ------------------------------------------------------------------------------- */

static void what_does_not_fit_is_refused(void **state)
{
    (void)state;
    struct krt_tensor in = make_input(), out = tensor_of(KRT_F32, NULL, 2, DIMS(A, B));
    struct krt_tensor none = krt_tensor_dense(KRT_F32, NULL, 2, DIMS(3, 0));
    struct krt_tensor three = tensor_of(KRT_F32, NULL, 1, DIMS(3));
    assert_fails(krt_reduce(ops, stream, KRT_REDUCE_SUM, &in, 0, &out), KRT_ERROR_INVALID_ARGUMENT,
                 "one at least");
    assert_fails(krt_reduce(ops, stream, KRT_REDUCE_SUM, &in, 8, &out), KRT_ERROR_INVALID_ARGUMENT,
                 "[3, 4, 5]");
    assert_fails(krt_reduce(ops, stream, KRT_REDUCE_SUM, &in, 2, &out), KRT_ERROR_INVALID_ARGUMENT,
                 "must have [3, 5]");
    assert_fails(krt_reduce(ops, stream, KRT_REDUCE_ARGMAX, &in, 6, &out),
                 KRT_ERROR_INVALID_ARGUMENT, "reduce one");
    assert_fails(krt_reduce(ops, stream, KRT_REDUCE_ARGMAX, &in, 4, &out),
                 KRT_ERROR_INVALID_ARGUMENT, "must be u32");
    assert_fails(krt_reduce(ops, stream, KRT_REDUCE_SUM, &in, 4, NULL), KRT_ERROR_INVALID_ARGUMENT,
                 "|out| is NULL");
    assert_fails(krt_reduce(ops, stream, KRT_REDUCE_MIN, &none, 2, &three),
                 KRT_ERROR_INVALID_ARGUMENT, "no elements");
    assert_fails(krt_reduce(ops, stream, (enum krt_reduction)5, &in, 4, &out),
                 KRT_ERROR_INVALID_ARGUMENT, "no reduction 5");
    arrays_release();
}

/* ---- Values --------------------------------------------------------------------------------- */

/* The reduction of the elements whose kept coordinates are |kept|'s. */
static double reduce_one(enum krt_reduction reduction, const uint64_t strides[3], uint32_t dims,
                         const unsigned kept[3])
{
    static const unsigned lengths[3] = {A, B, C};
    double result = reduction == KRT_REDUCE_SUM ? 0 : NAN;
    unsigned at[3], best = 0, index = 0, end[3];
    for (unsigned d = 0; d < 3; d++)
        end[d] = dims >> d & 1 ? lengths[d] : kept[d] + 1;
    for (at[0] = dims & 1 ? 0 : kept[0]; at[0] < end[0]; at[0]++) {
        for (at[1] = dims & 2 ? 0 : kept[1]; at[1] < end[1]; at[1]++) {
            for (at[2] = dims & 4 ? 0 : kept[2]; at[2] < end[2]; at[2]++, index++) {
                double x = numbers[at[0] * strides[0] + at[1] * strides[1] + at[2] * strides[2]];
                bool is_min = reduction == KRT_REDUCE_MIN || reduction == KRT_REDUCE_ARGMIN;
                if (reduction == KRT_REDUCE_SUM) {
                    result += x;
                } else if (isnan(result) || (is_min ? x < result : x > result)) {
                    result = x;
                    best = index;
                }
            }
        }
    }
    return reduction >= KRT_REDUCE_ARGMIN ? best : result;
}

static void check(enum krt_reduction reduction, const struct krt_tensor *in, uint32_t dims,
                  bool keeps)
{
    static const unsigned lengths[3] = {A, B, C};
    uint64_t shape[3];
    uint32_t rank = 0;
    for (unsigned d = 0; d < 3; d++) {
        if (!(dims >> d & 1))
            shape[rank++] = lengths[d];
        else if (keeps)
            shape[rank++] = 1;
    }
    bool gives_index = reduction >= KRT_REDUCE_ARGMIN;
    struct krt_tensor out = tensor_of(gives_index ? KRT_U32 : KRT_F32, NULL, rank, shape);
    assert_ok(krt_reduce(ops, stream, reduction, in, dims, &out));
    double expected[COUNT];
    uint32_t indices[COUNT];
    unsigned count = 0, kept[3];
    for (kept[0] = 0; kept[0] < (dims & 1 ? 1 : A); kept[0]++) {
        for (kept[1] = 0; kept[1] < (dims & 2 ? 1 : B); kept[1]++) {
            for (kept[2] = 0; kept[2] < (dims & 4 ? 1 : C); kept[2]++, count++) {
                expected[count] = reduce_one(reduction, in->strides, dims, kept);
                if (gives_index)
                    indices[count] = (uint32_t)expected[count];
            }
        }
    }
    if (gives_index)
        expect_indices(&out, indices, count);
    else
        expect_floats(&out, expected, count, 1e-5);
}

static void every_choice_of_dimensions_is_reduced(void **state)
{
    (void)state;
    for (int reduction = 0; reduction < KRT_REDUCTION_COUNT; reduction++) {
        for (uint32_t dims = 1; dims < 8; dims++) {
            if (reduction >= KRT_REDUCE_ARGMIN && __builtin_popcount(dims) != 1)
                continue;
            struct krt_tensor in = make_input();
            check((enum krt_reduction)reduction, &in, dims, false);
            check((enum krt_reduction)reduction, &in, dims, true);
            in.strides[0] = 1; /* the last dimension outermost */
            in.strides[1] = A;
            in.strides[2] = A * B;
            check((enum krt_reduction)reduction, &in, dims, false);
            arrays_release();
        }
    }
}

static void a_sum_of_nothing_is_0(void **state)
{
    (void)state;
    const double zeros[3] = {0};
    struct krt_tensor in = krt_tensor_dense(KRT_F32, NULL, 2, DIMS(3, 0));
    struct krt_tensor out = tensor_of(KRT_F32, NULL, 1, DIMS(3));
    in.data = out.data; /* not read */
    assert_ok(krt_reduce(ops, stream, KRT_REDUCE_SUM, &in, 2, &out));
    expect_floats(&out, zeros, 3, 0);
    arrays_release();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_does_not_fit_is_refused),
        cmocka_unit_test(every_choice_of_dimensions_is_reduced),
        cmocka_unit_test(a_sum_of_nothing_is_0),
    };
    run_on_all_devices(tests);
}
