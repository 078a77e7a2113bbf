/* Views: every element of a view is the element of its tensor that the definition names, for random
 * tensors, and for chains of views. No device is needed.
 */
#include "runtime_test.h"

#include <krt/storage.h>

#define DIMS(...)  ((const uint64_t[]){__VA_ARGS__})
#define ORDER(...) ((const uint32_t[]){__VA_ARGS__})

enum { SIZE = 4 };

static char memory[1 << 16];

static struct krt_tensor dense(uint32_t rank, const uint64_t *dims)
{
    return krt_tensor_dense(KRT_F32, memory, rank, dims);
}

/* ---- Failures ------------------------------------------------------------------------------- */

static void bad_arguments_are_refused(void **state)
{
    (void)state;
    struct krt_tensor x = dense(2, DIMS(3, 4)), bad = x, out = {.rank = 77};
    bad.rank = KRT_MAX_RANK + 1;
    const struct krt_tensor *const tensors[] = {NULL, &bad};
    for (int i = 0; i < 2; i++) {
        const struct krt_tensor *t = tensors[i];
        assert_status(krt_tensor_narrow(t, 0, 0, 1, &out), KRT_ERROR_INVALID_ARGUMENT);
        assert_status(krt_tensor_slice(t, 0, 0, 1, 1, &out), KRT_ERROR_INVALID_ARGUMENT);
        assert_status(krt_tensor_select(t, 0, 0, &out), KRT_ERROR_INVALID_ARGUMENT);
        assert_status(krt_tensor_permute(t, ORDER(0, 1), &out), KRT_ERROR_INVALID_ARGUMENT);
        assert_status(krt_tensor_transpose(t, 0, 1, &out), KRT_ERROR_INVALID_ARGUMENT);
        assert_status(krt_tensor_squeeze(t, 0, &out), KRT_ERROR_INVALID_ARGUMENT);
        assert_status(krt_tensor_unsqueeze(t, 0, &out), KRT_ERROR_INVALID_ARGUMENT);
        assert_status(krt_tensor_reshape(t, 1, DIMS(12), &out), KRT_ERROR_INVALID_ARGUMENT);
    }
    assert_fails(krt_tensor_narrow(&x, 0, 0, 1, NULL), KRT_ERROR_INVALID_ARGUMENT, "|out|");
    assert_fails(krt_tensor_permute(&x, NULL, &out), KRT_ERROR_INVALID_ARGUMENT, "|order|");
    assert_fails(krt_tensor_reshape(&x, 1, NULL, &out), KRT_ERROR_INVALID_ARGUMENT, "|dims|");
    assert_int_equal(out.rank, 77);
}

static void what_is_not_there_is_named(void **state)
{
    (void)state;
    struct krt_tensor x = dense(2, DIMS(3, 4)), full = dense(8, DIMS(1, 1, 1, 1, 1, 1, 1, 2));
    struct krt_tensor out = {.rank = 77};
    assert_fails(krt_tensor_narrow(&x, 2, 0, 1, &out), KRT_ERROR_INVALID_ARGUMENT,
                 "krt_tensor_narrow: there is no dimension 2 in [3, 4]");
    assert_fails(krt_tensor_narrow(&x, 1, 2, 3, &out), KRT_ERROR_INVALID_ARGUMENT,
                 "elements 2 up to 5");
    assert_fails(krt_tensor_narrow(&x, 1, 5, 0, &out), KRT_ERROR_INVALID_ARGUMENT, "elements 5");
    assert_fails(krt_tensor_narrow(&x, 1, 2, UINT64_MAX, &out), KRT_ERROR_INVALID_ARGUMENT,
                 "elements 2");
    assert_fails(krt_tensor_slice(&x, 1, 3, 2, 1, &out), KRT_ERROR_INVALID_ARGUMENT, "elements 3");
    assert_fails(krt_tensor_slice(&x, 1, 0, 5, 1, &out), KRT_ERROR_INVALID_ARGUMENT, "elements 0");
    assert_fails(krt_tensor_slice(&x, 1, 0, 4, 0, &out), KRT_ERROR_INVALID_ARGUMENT, "steps of 0");
    assert_fails(krt_tensor_select(&x, 0, 3, &out), KRT_ERROR_INVALID_ARGUMENT, "element 3");
    assert_fails(krt_tensor_permute(&x, ORDER(0, 0), &out), KRT_ERROR_INVALID_ARGUMENT, "twice");
    assert_fails(krt_tensor_permute(&x, ORDER(0, 2), &out), KRT_ERROR_INVALID_ARGUMENT, "twice");
    assert_fails(krt_tensor_permute(&x, ORDER(UINT32_MAX, 0), &out), KRT_ERROR_INVALID_ARGUMENT,
                 "twice");
    assert_fails(krt_tensor_transpose(&x, 0, 2, &out), KRT_ERROR_INVALID_ARGUMENT, "dimension 2");
    assert_fails(krt_tensor_squeeze(&x, 0, &out), KRT_ERROR_INVALID_ARGUMENT, "is not 1");
    assert_fails(krt_tensor_unsqueeze(&x, 3, &out), KRT_ERROR_INVALID_ARGUMENT, "dimension 3");
    assert_fails(krt_tensor_unsqueeze(&full, 0, &out), KRT_ERROR_INVALID_ARGUMENT, "rank 8");
    assert_fails(krt_tensor_reshape(&x, 2, DIMS(5, 2), &out), KRT_ERROR_INVALID_ARGUMENT,
                 "12 elements, [5, 2] has 10");
    assert_fails(krt_tensor_reshape(&x, 9, DIMS(12, 1, 1, 1, 1, 1, 1, 1, 1), &out),
                 KRT_ERROR_INVALID_ARGUMENT, "rank 9");
    assert_fails(krt_tensor_reshape(&x, 2, DIMS(1ull << 62, 8), &out), KRT_ERROR_INVALID_ARGUMENT,
                 "2^63");
    assert_int_equal(out.rank, 77);
}

/* Offsets that would wrap are refused or cannot come up. */
static void offsets_do_not_overflow(void **state)
{
    (void)state;
    struct krt_tensor far = dense(2, DIMS(2, 3)), out;
    far.strides[0] = UINT64_MAX / 2;
    assert_status(krt_tensor_select(&far, 0, 1, &out), KRT_ERROR_INVALID_ARGUMENT);
    far.strides[0] = (uint64_t)INT64_MAX / SIZE - 4; /* the last one that is accepted */
    far.data = (void *)(uintptr_t)(UINTPTR_MAX - 4096);
    assert_fails(krt_tensor_select(&far, 0, 1, &out), KRT_ERROR_INVALID_ARGUMENT,
                 "beyond the address space");
    far.data = NULL;
    assert_ok(krt_tensor_select(&far, 0, 1, &out));
    assert_int_equal((uintptr_t)out.data, far.strides[0] * SIZE);
    struct krt_tensor line = dense(1, DIMS(5));
    assert_ok(krt_tensor_slice(&line, 0, 1, 5, UINT64_MAX, &out)); /* one element */
    assert_int_equal(out.dims[0], 1);
    assert_ptr_equal(out.data, memory + SIZE);
}

static void strides_that_allow_no_view_say_copy(void **state)
{
    (void)state;
    struct krt_tensor x = dense(2, DIMS(4, 6)), turned, part, out = {.rank = 77};
    assert_ok(krt_tensor_transpose(&x, 0, 1, &turned));
    assert_fails(krt_tensor_reshape(&turned, 1, DIMS(24), &out), KRT_ERROR_UNSUPPORTED, "krt_copy");
    assert_fails(krt_tensor_reshape(&turned, 2, DIMS(4, 6), &out), KRT_ERROR_UNSUPPORTED,
                 "[6, 4] allow no view as [4, 6]");
    assert_ok(krt_tensor_narrow(&x, 1, 0, 3, &part));
    assert_fails(krt_tensor_reshape(&part, 1, DIMS(12), &out), KRT_ERROR_UNSUPPORTED, "krt_copy");
    assert_int_equal(out.rank, 77);
    assert_ok(krt_tensor_reshape(&part, 3, DIMS(2, 2, 3), &out)); /* splits what is one walk */
    assert_int_equal(out.strides[0], 12);
    assert_int_equal(out.strides[1], 6);
    assert_int_equal(out.strides[2], 1);
}

/* ---- What views are ------------------------------------------------------------------------- */

static uint64_t next(uint64_t bound)
{
    static uint64_t seed = 1;
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    return (seed >> 33) % bound;
}

static const char *address(const struct krt_tensor *tensor, const uint64_t *index)
{
    const char *at = tensor->data;
    for (uint32_t i = 0; i < tensor->rank; i++)
        at += index[i] * tensor->strides[i] * SIZE;
    return at;
}

/* The next index in row-major order; false behind the last one. */
static bool advance(const struct krt_tensor *tensor, uint64_t *index)
{
    for (uint32_t i = tensor->rank; i-- > 0;) {
        if (++index[i] < tensor->dims[i])
            return true;
        index[i] = 0;
    }
    return false;
}

/* Compares |view| with |tensor|, in which |source| finds the element of an index of |view|. */
static void compare(const struct krt_tensor *view, const struct krt_tensor *tensor,
                    void (*source)(const uint64_t *index, uint64_t *out))
{
    uint64_t index[KRT_MAX_RANK] = {0}, count;
    assert_ok(krt_tensor_count(view, &count));
    if (count == 0)
        return;
    do {
        uint64_t from[KRT_MAX_RANK] = {0};
        source(index, from);
        assert_ptr_equal(address(view, index), address(tensor, from));
    } while (advance(view, index));
}

/* What the view being compared was made with. */
static struct {
    uint32_t rank, dim, other, order[KRT_MAX_RANK];
    uint64_t start, step;
} made;

static void source_of_part(const uint64_t *index, uint64_t *out)
{
    memcpy(out, index, made.rank * sizeof *out);
    out[made.dim] = made.start + index[made.dim] * made.step;
}

static void source_of_selection(const uint64_t *index, uint64_t *out)
{
    for (uint32_t i = 0; i < made.rank; i++)
        out[i] = i == made.dim ? made.start : *index++;
}

static void source_of_permutation(const uint64_t *index, uint64_t *out)
{
    for (uint32_t i = 0; i < made.rank; i++)
        out[made.order[i]] = index[i];
}

static void source_of_longer(const uint64_t *index, uint64_t *out)
{
    for (uint32_t i = 0; i < made.rank; i++)
        out[i] = index[i < made.dim ? i : i + 1];
}

/* Both in row-major order. */
static void compare_in_order(const struct krt_tensor *view, const struct krt_tensor *tensor)
{
    uint64_t index[KRT_MAX_RANK] = {0}, other[KRT_MAX_RANK] = {0}, count;
    assert_ok(krt_tensor_count(view, &count));
    for (uint64_t i = 0; i < count; i++) {
        assert_ptr_equal(address(view, index), address(tensor, other));
        bool more = advance(view, index);
        assert_int_equal(advance(tensor, other), more);
        assert_int_equal(more, i + 1 < count);
    }
}

static void check_part(const struct krt_tensor *tensor, struct krt_tensor *out)
{
    uint64_t dim = tensor->dims[made.dim];
    made.start = next(dim + 1);
    uint64_t end = made.start + next(dim - made.start + 1);
    made.step = next(2) ? 1 : 1 + next(4);
    if (made.step == 1)
        assert_ok(krt_tensor_narrow(tensor, made.dim, made.start, end - made.start, out));
    else
        assert_ok(krt_tensor_slice(tensor, made.dim, made.start, end, made.step, out));
    assert_int_equal(out->dims[made.dim], (end - made.start + made.step - 1) / made.step);
    compare(out, tensor, source_of_part);
}

static void check_permutation(const struct krt_tensor *tensor, struct krt_tensor *out)
{
    for (uint32_t i = 0; i < made.rank; i++)
        made.order[i] = i;
    if (next(2)) { /* two alone */
        made.order[made.dim] = made.other;
        made.order[made.other] = made.dim;
        assert_ok(krt_tensor_transpose(tensor, made.dim, made.other, out));
    } else {
        for (uint32_t i = made.rank; i > 1; i--) {
            uint32_t j = (uint32_t)next(i), kept = made.order[i - 1];
            made.order[i - 1] = made.order[j];
            made.order[j] = kept;
        }
        assert_ok(krt_tensor_permute(tensor, made.order, out));
    }
    compare(out, tensor, source_of_permutation);
}

/* Splits a dimension, merges two, or adds ones: what is refused then has to be copied. */
static void check_reshape(const struct krt_tensor *tensor, struct krt_tensor *out)
{
    uint64_t dims[KRT_MAX_RANK];
    uint32_t rank = made.rank;
    memcpy(dims, tensor->dims, sizeof dims);
    if (next(2) && made.dim + 1 < rank) {
        dims[made.dim] *= dims[made.dim + 1];
        memmove(dims + made.dim + 1, dims + made.dim + 2, (rank - made.dim - 2) * sizeof *dims);
        rank--;
    } else if (rank < KRT_MAX_RANK) {
        uint64_t factor = dims[made.dim] % 2 == 0 && dims[made.dim] > 0 ? 2 : 1;
        memmove(dims + made.dim + 1, dims + made.dim, (rank - made.dim) * sizeof *dims);
        dims[made.dim] = factor;
        dims[made.dim + 1] /= factor;
        rank++;
    }
    krt_status status = krt_tensor_reshape(tensor, rank, dims, out);
    if (status) {
        assert_status(status, KRT_ERROR_UNSUPPORTED);
        assert_true(rank < tensor->rank); /* splitting always works */
        assert_int_not_equal(tensor->strides[made.dim],
                             tensor->dims[made.dim + 1] * tensor->strides[made.dim + 1]);
        *out = *tensor;
        return;
    }
    compare_in_order(out, tensor);
}

static void check_one(const struct krt_tensor *tensor, struct krt_tensor *out)
{
    made.rank = tensor->rank;
    made.dim = (uint32_t)next(tensor->rank);
    made.other = (uint32_t)next(tensor->rank);
    switch (next(5)) {
    case 0: check_part(tensor, out); return;
    case 1: check_permutation(tensor, out); return;
    case 2: check_reshape(tensor, out); return;
    case 3:
        if (tensor->dims[made.dim] == 0 || tensor->rank == 1)
            break;
        made.start = next(tensor->dims[made.dim]);
        assert_ok(krt_tensor_select(tensor, made.dim, made.start, out));
        compare(out, tensor, source_of_selection);
        return;
    default:
        if (tensor->rank == KRT_MAX_RANK)
            break;
        made.dim = (uint32_t)next(tensor->rank + 1);
        assert_ok(krt_tensor_unsqueeze(tensor, made.dim, out));
        compare(out, tensor, source_of_longer);
        struct krt_tensor back;
        assert_ok(krt_tensor_squeeze(out, made.dim, &back));
        assert_memory_equal(back.dims, tensor->dims, tensor->rank * sizeof *back.dims);
        assert_memory_equal(back.strides, tensor->strides, tensor->rank * sizeof *back.strides);
        return;
    }
    *out = *tensor;
}

static void views_are_of_the_elements_that_they_name(void **state)
{
    enum { ROUNDS = 20000, CHAIN = 6 };
    (void)state;
    const struct krt_buffer buffer = {.data = memory, .bytes = sizeof memory};
    for (int round = 0; round < ROUNDS; round++) {
        uint64_t dims[4];
        uint32_t rank = 1 + (uint32_t)next(4);
        for (uint32_t i = 0; i < rank; i++)
            dims[i] = next(12) ? 1 + next(6) : 0;
        struct krt_tensor tensor = dense(rank, dims), view;
        for (int i = 0; i < CHAIN; i++) {
            check_one(&tensor, &view);
            assert_ok(krt_buffer_contains(&buffer, &view));
            tensor = view;
        }
    }
}

static void a_view_may_replace_its_tensor(void **state)
{
    (void)state;
    struct krt_tensor x = dense(3, DIMS(2, 3, 4));
    assert_ok(krt_tensor_transpose(&x, 0, 2, &x));
    assert_ok(krt_tensor_select(&x, 1, 2, &x));
    assert_int_equal(x.rank, 2);
    assert_int_equal(x.dims[0], 4);
    assert_int_equal(x.strides[1], 12);
    assert_ptr_equal(x.data, memory + 2 * 4 * SIZE);
    struct krt_tensor one = dense(0, NULL);
    assert_ok(krt_tensor_permute(&one, NULL, &one));
    assert_ok(krt_tensor_reshape(&one, 2, DIMS(1, 1), &one));
    assert_ok(krt_tensor_reshape(&one, 0, NULL, &one));
    assert_int_equal(one.rank, 0);
    assert_ok(krt_tensor_broadcast(&x, 3, DIMS(5, 4, 2), &x));
    assert_ok(krt_tensor_reshape(&x, 4, DIMS(5, 2, 2, 2), &x)); /* stays repeated */
    assert_int_equal(x.strides[0], 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bad_arguments_are_refused),
        cmocka_unit_test(what_is_not_there_is_named),
        cmocka_unit_test(offsets_do_not_overflow),
        cmocka_unit_test(strides_that_allow_no_view_say_copy),
        cmocka_unit_test(views_are_of_the_elements_that_they_name),
        cmocka_unit_test(a_view_may_replace_its_tensor),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
