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
                 "|ids| are f32; indices are u8, u32, i16, i32 or i64");
    assert_fails(krt_gather(ops, stream, &in, 1, &ids, &out), KRT_ERROR_INVALID_ARGUMENT, "rank 2");
    assert_fails(krt_gather(ops, stream, NULL, 1, &ids, &out), KRT_ERROR_INVALID_ARGUMENT,
                 "|in| is NULL");
    assert_fails(krt_index_select(ops, stream, NULL, 1, &ids, &out), KRT_ERROR_INVALID_ARGUMENT,
                 "|in| is NULL");
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

/* Where elements are many, a thread reads several: neighbours, or, of 8 bytes or in long rows, some
 * that are apart. */
static void many_elements_are_gathered_by_few_threads(void **state)
{
    (void)state;
    enum { ROWS = 2051, COLUMNS = 341, RIGHT = 3, MANY = ROWS * COLUMNS * RIGHT, LENGTH_IN = 199 };
    static const uint32_t dtypes[] = {KRT_U8, KRT_I64};
    static unsigned char in[(size_t)ROWS * LENGTH_IN * RIGHT * 8], got[(size_t)MANY * 8];
    static uint8_t ids[MANY]; /* some are beyond the dimension */
    for (size_t i = 0; i < sizeof in; i++)
        in[i] = (unsigned char)(i * 29 + i / 256 * 3 + 7);
    for (unsigned i = 0; i < MANY; i++)
        ids[i] = (uint8_t)(i * 7 + i / 251);
    for (unsigned turn = 0; turn < 2; turn++) {
        const uint32_t size = krt_dtype_size(dtypes[turn]);
        struct krt_tensor from = tensor_of(dtypes[turn], in, 3, DIMS(ROWS, LENGTH_IN, RIGHT));
        struct krt_tensor index = tensor_of(KRT_U8, ids, 3, DIMS(ROWS, COLUMNS, RIGHT));
        struct krt_tensor to = tensor_of(dtypes[turn], NULL, 3, DIMS(ROWS, COLUMNS, RIGHT));
        assert_ok(krt_gather(ops, stream, &from, 1, &index, &to));
        download(got, to.data, (size_t)MANY * size);
        for (size_t i = 0; i < MANY; i++) {
            static const unsigned char zeros[8];
            size_t at = (i / (COLUMNS * RIGHT) * LENGTH_IN + ids[i]) * RIGHT + i % RIGHT;
            if (memcmp(got + i * size, ids[i] < LENGTH_IN ? in + at * size : zeros, size) != 0)
                fail_msg("%s: element %zu", krt_dtype_name(dtypes[turn]), i);
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

/* ---- Strided indices, rows, masks ----------------------------------------------------------- */

static void indices_may_be_strided(void **state)
{
    (void)state;
    enum { ROWS = 4, LENGTH_IN = 10 };
    uint32_t ids[ROWS * 2], got[ROWS * 3];
    float in[LENGTH_IN];
    for (unsigned i = 0; i < LENGTH_IN; i++)
        in[i] = (float)i * 1.5f;
    for (unsigned i = 0; i < ROWS * 2; i++)
        ids[i] = i * 3 % LENGTH_IN;
    /* every second index; one index many times; a transposed matrix of them */
    struct krt_tensor x = tensor_of(KRT_F32, in, 1, DIMS(LENGTH_IN)),
                      i = tensor_of(KRT_U32, ids, 1, DIMS(ROWS * 2)),
                      y = tensor_of(KRT_F32, NULL, 1, DIMS(ROWS));
    i.dims[0] = ROWS;
    for (unsigned stride = 0; stride < 3; stride++) {
        i.strides[0] = stride;
        assert_ok(krt_index_select(ops, stream, &x, 0, &i, &y));
        for (unsigned k = 0; k < ROWS; k++)
            expected[k] = (double)in[ids[k * stride]];
        expect_floats(&y, expected, ROWS, 0);
    }
    struct krt_tensor table = tensor_of(KRT_U32, ids, 2, DIMS(2, ROWS)), out = table;
    uint32_t zeros[ROWS * 3] = {0};
    struct krt_tensor sums = tensor_of(KRT_U32, zeros, 2, DIMS(ROWS, 3)), ones = table;
    table.dims[0] = out.dims[0] = ones.dims[0] = ROWS; /* ids[r][c] is element r + 4 c */
    table.dims[1] = out.dims[1] = ones.dims[1] = 2;
    table.strides[0] = 1;
    table.strides[1] = ROWS;
    out.strides[0] = ones.strides[0] = 2;
    ones.data = array_keep(upload(ids, sizeof ids));
    assert_ok(krt_scatter_add(ops, stream, &ones, 1, &table, &sums));
    for (unsigned r = 0; r < ROWS; r++) {
        for (unsigned c = 0; c < 2; c++) {
            if (ids[r + ROWS * c] < 3)
                zeros[r * 3 + ids[r + ROWS * c]] += ids[r * 2 + c];
        }
    }
    download(got, sums.data, sizeof got);
    assert_memory_equal(got, zeros, sizeof got);
    arrays_release();
}

static void rows_become_floats(void **state)
{
    (void)state;
    enum { ROWS = 5, COLUMNS = 700, WANTED = 3 };
    static uint16_t halves[ROWS * COLUMNS];
    static double rows[WANTED * COLUMNS];
    static const uint32_t ids[WANTED] = {4, 0, 4};
    for (unsigned i = 0; i < ROWS * COLUMNS; i++)
        halves[i] = (uint16_t)(0x3c00 | i % 1024); /* 1 + n / 1024 */
    struct krt_tensor x = tensor_of(KRT_F16, halves, 2, DIMS(ROWS, COLUMNS)),
                      i = tensor_of(KRT_U32, ids, 1, DIMS(WANTED)),
                      y = tensor_of(KRT_F32, NULL, 2, DIMS(WANTED, COLUMNS));
    assert_ok(krt_get_rows(ops, stream, &x, &i, &y));
    for (unsigned k = 0; k < WANTED * COLUMNS; k++)
        rows[k] = 1 + (ids[k / COLUMNS] * COLUMNS + k % COLUMNS) % 1024 / 1024.0;
    expect_floats(&y, rows, WANTED * COLUMNS, 0);
    x.dtype = KRT_F64;
    assert_fails(krt_get_rows(ops, stream, &x, &i, &y), KRT_ERROR_UNSUPPORTED, "f16");
    arrays_release();
}

static void masks_choose_what_is_filled(void **state)
{
    (void)state;
    enum { ROWS = 3, COLUMNS = 4 };
    static const uint8_t mask[COLUMNS] = {0, 1, 0, 255};
    static const int64_t in[ROWS * COLUMNS] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12};
    const int64_t value = (1ll << 62) + 1;
    int64_t got[ROWS * COLUMNS];
    struct krt_tensor x = tensor_of(KRT_I64, in, 2, DIMS(ROWS, COLUMNS)),
                      m = tensor_of(KRT_U8, mask, 1, DIMS(COLUMNS)), all;
    assert_ok(krt_tensor_broadcast(&m, 2, x.dims, &all));
    assert_ok(krt_masked_fill(ops, stream, &x, &all, krt_scalar_i64(value), &x));
    download(got, x.data, sizeof got);
    for (unsigned i = 0; i < ROWS * COLUMNS; i++)
        assert_true(got[i] == (mask[i % COLUMNS] ? value : in[i]));
    arrays_release();
}

static void sums_are_added_to_what_is_there(void **state)
{
    (void)state;
    enum { D0 = 3, D1 = 4, D2 = 5 };
    int32_t in[D0 * D1 * D2], before[D1], got[D1], wanted[D1];
    for (int i = 0; i < D0 * D1 * D2; i++)
        in[i] = i * 37 % 101 - 50;
    for (int i = 0; i < D1; i++)
        before[i] = wanted[i] = 1000 * i;
    struct krt_tensor x = tensor_of(KRT_I32, in, 3, DIMS(D0, D1, D2)),
                      y = tensor_of(KRT_I32, before, 1, DIMS(D1)), z = x;
    assert_ok(krt_sum_into(ops, stream, &x, 1 << 0 | 1 << 2, &y));
    for (int i = 0; i < D0 * D1 * D2; i++)
        wanted[i / D2 % D1] += in[i];
    download(got, y.data, sizeof got);
    assert_memory_equal(got, wanted, sizeof got);
    /* the same elements through a view with its dimensions reversed */
    for (int d = 0; d < 3; d++) {
        z.dims[d] = x.dims[2 - d];
        z.strides[d] = x.strides[2 - d];
    }
    assert_ok(krt_sum_into(ops, stream, &z, 1 << 0 | 1 << 2, &y));
    for (int i = 0; i < D0 * D1 * D2; i++)
        wanted[i / D2 % D1] += in[i];
    download(got, y.data, sizeof got);
    assert_memory_equal(got, wanted, sizeof got);
    assert_fails(krt_sum_into(ops, stream, &x, 0, &y), KRT_ERROR_INVALID_ARGUMENT,
                 "krt_sum_into: |dims|");
    x.dtype = y.dtype = KRT_U8;
    assert_fails(krt_sum_into(ops, stream, &x, 5, &y), KRT_ERROR_UNSUPPORTED, "u32");
    arrays_release();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_does_not_fit_is_refused),
        cmocka_unit_test(elements_are_read_by_index),
        cmocka_unit_test(many_elements_are_gathered_by_few_threads),
        cmocka_unit_test(elements_are_written_by_index),
        cmocka_unit_test(indices_may_be_strided),
        cmocka_unit_test(rows_become_floats),
        cmocka_unit_test(masks_choose_what_is_filled),
        cmocka_unit_test(sums_are_added_to_what_is_there),
    };
    run_on_all_devices(tests);
}
