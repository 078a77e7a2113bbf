/* krt_reduce: any dimensions of any layout, into a shape with them or without. */
#include "arrays.h"
#include "numbers.h"

#include <krt/graph.h>

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

/* ---- Few outputs of many elements, by parts of these ----------------------------------------- */

enum { MANY = 1 << 19, SOME = 64 };

static float many[MANY];

/* Integers, so that f32 has their sums whatever the order, and 16 bits have them after one
 * rounding; and a NaN for extremes. */
static void fill_many(enum krt_reduction reduction)
{
    for (unsigned i = 0; i < MANY; i++)
        many[i] = i % 19 == 0 ? 1 : (float)(i * 37 % 11) - 5;
    if (reduction != KRT_REDUCE_SUM)
        many[MANY / 2 + 3] = NAN;
}

static double combine(uint32_t dtype, enum krt_reduction reduction, double a, double b)
{
    if (reduction == KRT_REDUCE_SUM)
        return a + b;
    if (krt_dtype_size(dtype) == 2 && (isnan(a) || isnan(b)))
        return NAN;
    return reduction == KRT_REDUCE_MIN ? fmin(a, b) : fmax(a, b);
}

struct many_case {
    uint64_t dims[3], strides[3];
    uint32_t reduced;
};

/* Of the elements of |many|. Returns how many outputs there are. */
static unsigned reduce_many(uint32_t dtype, enum krt_reduction reduction, const struct many_case *c,
                            double results[SOME])
{
    unsigned outputs = 0;
    bool is_new[SOME];
    memset(is_new, true, sizeof is_new);
    for (uint64_t i = 0; i < c->dims[0] * c->dims[1] * c->dims[2]; i++) {
        const uint64_t at[] = {i / (c->dims[1] * c->dims[2]), i / c->dims[2] % c->dims[1],
                               i % c->dims[2]};
        uint64_t offset = 0, output = 0;
        for (unsigned d = 0; d < 3; d++) {
            offset += at[d] * c->strides[d];
            output = c->reduced >> d & 1 ? output : output * c->dims[d] + at[d];
        }
        assert_true(output < SOME && offset < MANY);
        double x = many[offset];
        results[output] = is_new[output] ? x : combine(dtype, reduction, results[output], x);
        is_new[output] = false;
        outputs = output >= outputs ? (unsigned)output + 1 : outputs;
    }
    return outputs;
}

static void check_many(uint32_t dtype, enum krt_reduction reduction, const struct many_case *c)
{
    static double memory[MANY];
    double results[SOME], got[SOME], rounded;
    const uint32_t size = krt_dtype_size(dtype);
    for (unsigned i = 0; i < MANY; i++)
        number_store(memory, dtype, i, many[i]);
    struct krt_tensor in = tensor_of(dtype, memory, 1, DIMS(MANY));
    in.rank = 3;
    memcpy(in.dims, c->dims, sizeof c->dims);
    memcpy(in.strides, c->strides, sizeof c->strides);
    uint64_t shape[3];
    for (unsigned d = 0; d < 3; d++)
        shape[d] = c->reduced >> d & 1 ? 1 : c->dims[d];
    struct krt_tensor out = tensor_of(dtype, NULL, 3, shape);
    unsigned outputs = reduce_many(dtype, reduction, c, results);
    assert_ok(krt_reduce(ops, stream, reduction, &in, c->reduced, &out));
    download(got, out.data, outputs * size);
    for (unsigned i = 0; i < outputs; i++) {
        number_store(&rounded, dtype, 0, results[i]);
        double x = number_load(got, dtype, i), wanted = number_load(&rounded, dtype, 0);
        if (!(x == wanted || (isnan(x) && isnan(wanted))))
            fail_msg("reduction %d in %s of bits %u: element %u is not %g", (int)reduction,
                     krt_dtype_name(dtype), c->reduced, i, results[i]);
    }
    arrays_release();
}

static void few_outputs_of_many_elements_are_rounded_once(void **state)
{
    (void)state;
    static const struct many_case cases[] = {
        {{1, 1024, 512}, {MANY, 512, 1}, 7},    /* all */
        {{1, MANY, 1}, {MANY, 1, 1}, 2},        /* the same, beside a dimension of one */
        {{2, 512, 512}, {MANY / 2, 512, 1}, 6}, /* rows */
        {{1, 1 << 18, 2}, {MANY, 2, 1}, 2},     /* columns */
        {{1, 1 << 14, 32}, {MANY, 32, 1}, 2},   /* more of them */
        {{2, 4096, 64}, {MANY / 2, 64, 1}, 3},  /* as vectors */
        {{2, 4096, 32}, {MANY / 2, 32, 1}, 2},  /* likewise, and outputs behind them */
        {{1, 8128, 63}, {MANY, 63, 1}, 2},      /* one by one */
        {{1, 8191, 64}, {MANY, 64, 1}, 2},      /* parts of different lengths */
        {{1, 8192, 40}, {MANY, 64, 1}, 2},      /* with gaps */
        {{256, 2, 1024}, {2048, 1024, 1}, 5},   /* channels */
        {{512, 2, 512}, {512, MANY / 2, 1}, 5}, /* the same, outermost in memory */
        {{1, 1, MANY - 1}, {MANY, MANY, 1}, 4}, /* a prime number */
    };
    static const uint32_t dtypes[] = {KRT_F32, KRT_F16, KRT_BF16, KRT_F64};
    for (int reduction = KRT_REDUCE_SUM; reduction <= KRT_REDUCE_MAX; reduction++) {
        fill_many((enum krt_reduction)reduction);
        for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++)
            for (unsigned d = 0; d < (reduction == KRT_REDUCE_SUM ? 4 : 2); d++)
                check_many(dtypes[d], (enum krt_reduction)reduction, &cases[i]);
    }
}

/* ---- Many outputs of few elements ------------------------------------------------------------ */

/* Of [outer, count, inner]: what |count| elements of an output make. Small integers, which all
 * dtypes have, with one NaN among those of the second output, where there is one. */
static void check_few(uint32_t dtype, enum krt_reduction reduction, const uint64_t dims[3],
                      uint32_t reduced)
{
    enum { MOST = 1 << 14 };
    static double memory[MOST], got[MOST];
    const unsigned d = (unsigned)__builtin_ctz(reduced);
    const uint64_t all = dims[0] * dims[1] * dims[2], count = dims[d],
                   inner = d == 0   ? dims[1] * dims[2]
                           : d == 1 ? dims[2]
                                    : 1;
    const bool is_place = reduction >= KRT_REDUCE_ARGMIN, has_nan = !dtype_is_integer(dtype);
    assert_true(all <= MOST);
    for (uint64_t i = 0; i < all; i++)
        number_store(memory, dtype, i, (double)(i * 37 % 11));
    if (has_nan)
        number_store(memory, dtype, 1 % inner + (count - 1) * inner, NAN);
    uint64_t shape[] = {dims[0], dims[1], dims[2]};
    shape[d] = 1;
    const uint32_t made = is_place ? KRT_U32 : dtype;
    struct krt_tensor in = tensor_of(dtype, memory, 3, dims), out = tensor_of(made, NULL, 3, shape);
    assert_ok(krt_reduce(ops, stream, reduction, &in, reduced, &out));
    download(got, out.data, all / count * krt_dtype_size(made));
    for (uint64_t o = 0; o < all / count; o++) {
        const uint64_t first = o / inner * count * inner + o % inner;
        double wanted = number_load(memory, dtype, first);
        uint64_t place = 0;
        for (uint64_t k = 1; k < count; k++) {
            const double x = number_load(memory, dtype, first + k * inner);
            const bool is_further = reduction == KRT_REDUCE_ARGMIN ? x < wanted : x > wanted;
            if (!is_place) {
                wanted = combine(dtype, reduction, wanted, x);
            } else if (is_further) {
                wanted = x;
                place = k;
            }
        }
        const double is = number_load(got, made, o);
        const double should = is_place ? (double)place : wanted;
        if (!(is == should || (isnan(is) && isnan(should))))
            fail_msg("reduction %d in %s, dimension %u of %llu: output %llu is %g, not %g",
                     (int)reduction, krt_dtype_name(dtype), d, (unsigned long long)count,
                     (unsigned long long)o, is, should);
    }
    arrays_release();
}

/* Neighbours are not in one vector, or are; rows; the dimension is the first, or a middle one. */
static void many_outputs_of_few_elements_are_those_of_each_dtype(void **state)
{
    (void)state;
    static const struct {
        uint64_t dims[3];
        uint32_t reduced;
    } cases[] = {
        {{3, 5, 600}, 1},  /* 3000 outputs, of whole vectors */
        {{40, 4, 64}, 2},  /* the same, in a middle dimension */
        {{40, 4, 33}, 2},  /* one by one */
        {{1, 25, 600}, 2}, /* of more, shared by threads */
        {{2, 25, 33}, 2},  /* the same, one by one */
        {{1000, 3, 1}, 2}, /* rows */
        {{1, 1000, 3}, 4}, /* the same */
        {{1, 150, 41}, 4}, /* too few: a block for each */
    };
    static const uint32_t dtypes[] = {KRT_F32, KRT_F16, KRT_BF16, KRT_F64,
                                      KRT_U8,  KRT_U32, KRT_I64};
    for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++)
        for (unsigned d = 0; d < sizeof dtypes / sizeof *dtypes; d++)
            for (int reduction = 0; reduction < KRT_REDUCTION_COUNT; reduction++)
                check_few(dtypes[d], (enum krt_reduction)reduction, cases[i].dims,
                          cases[i].reduced);
}

/* Which has no memory for parts. */
static void a_captured_reduction_is_one_kernel(void **state)
{
    (void)state;
    for (int columns = 0; columns < 2; columns++) {
        struct krt_graph *graph;
        uint64_t count;
        struct krt_tensor in = tensor_of(KRT_F32, NULL, 2, DIMS(MANY / 64, 64));
        struct krt_tensor out = tensor_of(KRT_F32, NULL, 2, DIMS(1, columns ? 64 : 1));
        assert_ok(krt_stream_synchronize(stream));
        assert_ok(krt_capture_begin(stream));
        krt_status status = krt_reduce(ops, stream, KRT_REDUCE_SUM, &in, columns ? 1 : 3, &out);
        assert_ok(krt_capture_end(stream, &graph));
        assert_ok(status);
        assert_ok(krt_graph_count(graph, &count));
        assert_in_range(count, 1, 2); /* with the upload of the dimensions */
        krt_graph_destroy(graph);
        arrays_release();
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_does_not_fit_is_refused),
        cmocka_unit_test(every_choice_of_dimensions_is_reduced),
        cmocka_unit_test(a_sum_of_nothing_is_0),
        cmocka_unit_test(few_outputs_of_many_elements_are_rounded_once),
        cmocka_unit_test(many_outputs_of_few_elements_are_those_of_each_dtype),
        cmocka_unit_test(a_captured_reduction_is_one_kernel),
    };
    run_on_all_devices(tests);
}
