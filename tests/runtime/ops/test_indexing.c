/* Operations by index, along each dimension of a tensor. */
#include "arrays.h"

enum { A = 3, B = 4, C = 5, COUNT = A * B * C, LENGTH = 6, RANK = 3 };

static const uint64_t shape[RANK] = {A, B, C};
static float numbers[COUNT * LENGTH];
static double expected[COUNT * LENGTH];

/* Indices into a dimension of |length|: one of them is of no element, and some repeat. */
static void fill_ids(uint32_t *ids, unsigned count, unsigned length)
{
    for (unsigned i = 0; i < count; i++)
        ids[i] = i * 7 % (length + 1); /* |length| is one too far */
    ids[count / 2] = UINT32_MAX;
}

/* |shape| with |length| along |dim|. */
static unsigned shape_with(unsigned dim, uint64_t length, uint64_t *out)
{
    unsigned count = 1;
    for (unsigned d = 0; d < RANK; d++) {
        out[d] = d == dim ? length : shape[d];
        count *= (unsigned)out[d];
    }
    return count;
}

/* Where element |index| of a tensor of |dims| lies in another that differs along |dim|, where its
 * coordinate is |at|; the one it has is given in |*out_coordinate|. */
static unsigned move(const uint64_t *dims, unsigned dim, const uint64_t *other, unsigned index,
                     uint64_t at, unsigned *out_coordinate)
{
    uint64_t coordinates[RANK], place = 0;
    for (unsigned d = RANK; d-- > 0; index /= (unsigned)dims[d])
        coordinates[d] = index % dims[d];
    *out_coordinate = (unsigned)coordinates[dim];
    coordinates[dim] = at;
    for (unsigned d = 0; d < RANK; d++)
        place = place * other[d] + coordinates[d];
    return (unsigned)place;
}

/* ---- Failures ------------------------------------------------------------------------------- */

static void what_does_not_fit_is_refused(void **state)
{
    (void)state;
    struct krt_tensor in = tensor_of(KRT_F32, NULL, 2, DIMS(2, 6)), out = in;
    struct krt_tensor ids = tensor_of(KRT_U32, NULL, 1, DIMS(4)), floats = ids;
    floats.dtype = KRT_F32;
    assert_fails(krt_index_select(ops, stream, &in, 2, &ids, &out), KRT_ERROR_INVALID_ARGUMENT,
                 "no dimension 2");
    assert_fails(krt_index_select(ops, stream, &in, 1, &ids, &out), KRT_ERROR_INVALID_ARGUMENT,
                 "must have [2, 4]");
    assert_fails(krt_index_select(ops, stream, &in, 1, &in, &out), KRT_ERROR_INVALID_ARGUMENT,
                 "|ids| has shape [2, 6], and must have rank 1");
    out.dims[1] = 4;
    out.strides[0] = 4;
    assert_fails(krt_index_select(ops, stream, &in, 1, &floats, &out), KRT_ERROR_UNSUPPORTED,
                 "u32,f32");
    assert_fails(krt_gather(ops, stream, &in, 1, &ids, &out), KRT_ERROR_INVALID_ARGUMENT, "rank 2");
    assert_fails(krt_scatter(ops, stream, &in, 0, NULL, &out), KRT_ERROR_INVALID_ARGUMENT,
                 "|ids| is NULL");
    arrays_release();
}

/* ---- Values --------------------------------------------------------------------------------- */

static void elements_are_read_by_index(void **state)
{
    (void)state;
    fill_numbers(numbers, COUNT);
    for (unsigned dim = 0; dim < RANK; dim++) {
        uint64_t dims[RANK];
        unsigned count = shape_with(dim, LENGTH, dims), at;
        uint32_t ids[COUNT * LENGTH];
        struct krt_tensor in = tensor_of(KRT_F32, numbers, RANK, shape);
        struct krt_tensor out = tensor_of(KRT_F32, NULL, RANK, dims);
        fill_ids(ids, count, (unsigned)shape[dim]);
        for (int is_gather = 0; is_gather < 2; is_gather++) {
            struct krt_tensor index =
                tensor_of(KRT_U32, ids, is_gather ? RANK : 1, is_gather ? dims : DIMS(LENGTH));
            for (unsigned i = 0; i < count; i++) {
                move(dims, dim, shape, i, 0, &at);
                uint32_t id = ids[is_gather ? i : at];
                expected[i] =
                    id < shape[dim] ? (double)numbers[move(dims, dim, shape, i, id, &at)] : 0;
            }
            if (is_gather)
                assert_ok(krt_gather(ops, stream, &in, dim, &index, &out));
            else
                assert_ok(krt_index_select(ops, stream, &in, dim, &index, &out));
            expect_floats(&out, expected, count, 0);
        }
        arrays_release();
    }
}

enum writer { INDEX_ADD, SCATTER_ADD, SCATTER };

static void elements_are_written_by_index(void **state)
{
    (void)state;
    for (unsigned turn = 0; turn < 3 * RANK; turn++) {
        enum writer writer = (enum writer)(turn / RANK);
        unsigned dim = turn % RANK, at;
        uint64_t dims[RANK];
        unsigned count = shape_with(dim, LENGTH, dims);
        uint32_t ids[COUNT * LENGTH];
        float before[COUNT];
        bool is_vector = writer == INDEX_ADD;
        fill_numbers(numbers, count);
        fill_ids(ids, count, (unsigned)shape[dim]);
        for (unsigned i = 0; i < COUNT; i++)
            expected[i] = before[i] = (float)i / 8;
        struct krt_tensor in = tensor_of(KRT_F32, numbers, RANK, dims);
        struct krt_tensor out = tensor_of(KRT_F32, before, RANK, shape);
        struct krt_tensor index =
            tensor_of(KRT_U32, ids, is_vector ? 1 : RANK, is_vector ? DIMS(LENGTH) : dims);
        for (unsigned i = 0; i < count; i++) {
            move(dims, dim, shape, i, 0, &at);
            uint32_t id = ids[is_vector ? at : i];
            if (id >= shape[dim])
                continue;
            double *place = &expected[move(dims, dim, shape, i, id, &at)];
            *place = (writer == SCATTER ? 0 : *place) + numbers[i];
        }
        if (writer == INDEX_ADD)
            assert_ok(krt_index_add(ops, stream, &in, dim, &index, &out));
        else if (writer == SCATTER_ADD)
            assert_ok(krt_scatter_add(ops, stream, &in, dim, &index, &out));
        else
            assert_ok(krt_scatter(ops, stream, &in, dim, &index, &out));
        expect_floats(&out, expected, COUNT, 1e-6);
        arrays_release();
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_does_not_fit_is_refused),
        cmocka_unit_test(elements_are_read_by_index),
        cmocka_unit_test(elements_are_written_by_index),
    };
    run_on_all_devices(tests);
}
