/* Calls of groups without a library: on one device and more, of several targets, what they give is
 * what the host computes. */
#include "group_test.h"

#include "device.h"
#include "group.h"

enum { GROUP_SIZES = 3 }; /* groups of one, two and three devices: each of another target */

static void with_each_group(void (*test)(void))
{
    for (uint32_t count = 1; count <= GROUP_SIZES; count++) {
        group_open(count);
        test();
        group_close();
    }
}

/* ---- Refusals -------------------------------------------------------------------------------- */

static const krt_status bad = KRT_ERROR_INVALID_ARGUMENT;

static void groups_that_cannot_be_are_refused(void **state)
{
    (void)state;
    struct krt_group *made;
    open_devices(2);
    struct krt_device *twice[] = {devices[0], devices[1], devices[0]}, *none[] = {devices[0], NULL};
    assert_fails(krt_group_create(NULL, devices, 2, &made), bad, "|ops| is NULL");
    assert_fails(krt_group_create(ops, NULL, 2, &made), bad, "|devices| is NULL");
    assert_fails(krt_group_create(ops, devices, 2, NULL), bad, "|out| is NULL");
    assert_fails(krt_group_create(ops, devices, 0, &made), bad, "|count| is 0");
    assert_fails(krt_group_create(ops, twice, 3, &made), bad, "devices 0 and 2 are one device");
    assert_fails(krt_group_create(ops, none, 2, &made), bad, "device 1 is NULL");
    krt_group_destroy(NULL);
    close_devices();
}

/* The emulator is opened as if it were AMD's driver. */
static void devices_of_two_drivers_are_refused(void **state)
{
    (void)state;
    struct krt_group *made;
    open_devices(1);
    struct krt_device *mixed[] = {devices[0], open_device("hip:1")};
    assert_fails(krt_group_create(ops, mixed, 2, &made), bad, "devices of one driver");
    krt_device_close(mixed[1]);
    close_devices();
}

static void what_does_not_fit_is_refused(void **state)
{
    (void)state;
    group_open(2);
    struct parts in = parts_make(KRT_F32, 2, DIMS(4, 6)), out = parts_make(KRT_F32, 2, DIMS(4, 6));
    struct parts joined = parts_make(KRT_F32, 2, DIMS(8, 6));
    struct krt_tensor odd[2];
    struct krt_stream *swapped[] = {streams[1], streams[0]};
    const enum krt_reduction sum = KRT_REDUCE_SUM;
    assert_fails(krt_all_reduce(NULL, streams, sum, in.tensors, out.tensors), bad, "|group|");
    assert_fails(krt_all_reduce(group, NULL, sum, in.tensors, out.tensors), bad, "|streams|");
    assert_fails(krt_all_reduce(group, streams, sum, NULL, out.tensors), bad, "|in| is NULL");
    assert_fails(krt_all_gather(group, streams, in.tensors, NULL), bad, "|out| is NULL");
    assert_fails(krt_all_reduce(group, swapped, sum, in.tensors, out.tensors), bad,
                 "stream 0 is not a stream of the group's device 0");
    assert_fails(krt_all_reduce(group, streams, KRT_REDUCE_ARGMAX, in.tensors, out.tensors), bad,
                 "reduction 4");
    assert_fails(krt_all_reduce(group, streams, sum, in.tensors, joined.tensors), bad,
                 "|out[0]| has shape [8, 6], and must have [4, 6]");
    assert_fails(krt_all_gather(group, streams, in.tensors, out.tensors), bad,
                 "|out[0]| has shape [4, 6], and must have [8, 6]");
    assert_fails(krt_broadcast(group, streams, 2, in.tensors, out.tensors), bad, "|root| is 2");
    memcpy(odd, in.tensors, sizeof odd);
    odd[1].dtype = KRT_F16;
    assert_fails(krt_all_reduce(group, streams, sum, odd, out.tensors), bad,
                 "|in[1]| is f16, and must be f32");
    odd[1] = in.tensors[1];
    odd[1].strides[0] = 7;
    assert_fails(krt_all_reduce(group, streams, sum, in.tensors, odd), bad, "must be dense");
    odd[1] = in.tensors[1];
    odd[1].data = NULL;
    assert_fails(krt_broadcast(group, streams, 0, in.tensors, odd), bad, "|out[1]| are NULL");
    odd[0] = in.tensors[0];
    odd[1] = in.tensors[1];
    odd[1].data = (char *)odd[1].data + sizeof(float);
    assert_fails(krt_all_reduce(group, streams, sum, in.tensors, odd), bad,
                 "|out[1]| shares memory with |in[1]|");
    assert_fails(krt_broadcast(group, streams, 1, &in.tensors[1], odd), bad,
                 "|out[1]| shares memory with |in[0]|");
    odd[0] = joined.tensors[0];
    odd[0].data = in.tensors[0].data;
    odd[1] = joined.tensors[1];
    odd[1].data = in.tensors[1].data;
    assert_fails(krt_all_gather(group, streams, in.tensors, odd), bad,
                 "|out[1]| shares memory with |in[1]|");
    odd[0].rank = odd[1].rank = 0;
    assert_fails(krt_all_gather(group, streams, odd, joined.tensors), bad, "rank 0");
    assert_fails(krt_group_describe(group, &(struct krt_group_info){0}), bad, "struct_size");
    assert_fails(krt_group_describe(NULL, &(struct krt_group_info){0}), bad, "|group|");
    assert_int_equal(group_info().copied_calls, 0);
    parts_free(&in);
    parts_free(&out);
    parts_free(&joined);
    group_close();
}

/* ---- Numbers --------------------------------------------------------------------------------- */

static void expect_reduce(uint32_t dtype, enum krt_reduction reduction, uint64_t count,
                          bool is_in_place)
{
    uint64_t seed = count * 16 + dtype;
    struct parts in = parts_random(dtype, 1, DIMS(count), dtype == KRT_F64 ? 1e15 : 40, &seed);
    struct parts out = parts_make(dtype, 1, DIMS(count));
    assert_ok(krt_all_reduce(group, streams, reduction, in.tensors,
                             is_in_place ? in.tensors : out.tensors));
    if (is_in_place) {
        struct parts result = in;
        memcpy(result.host, out.host, sizeof result.host);
        assert_reduced(&in, reduction, &result);
    } else {
        assert_reduced(&in, reduction, &out);
    }
    parts_free(&in);
    parts_free(&out);
}

static const uint64_t sizes[] = {0, 1, 2, 3, 4, 5, 8, 13, 64, 97, 1009};
enum { SIZES = sizeof sizes / sizeof *sizes };

static void reduce_all(void)
{
    static const uint32_t dtypes[] = {KRT_U8,  KRT_U32,  KRT_I32, KRT_I64,
                                      KRT_F16, KRT_BF16, KRT_F32, KRT_F64};
    for (unsigned d = 0; d < sizeof dtypes / sizeof *dtypes; d++) {
        for (unsigned s = 0; s < SIZES; s++) {
            expect_reduce(dtypes[d], KRT_REDUCE_SUM, sizes[s], s % 2);
            if (dtypes[d] != KRT_I32) /* for which there is no kernel */
                expect_reduce(dtypes[d], s % 2 ? KRT_REDUCE_MIN : KRT_REDUCE_MAX, sizes[s],
                              s % 4 < 2);
        }
    }
}

static void devices_get_what_the_host_computes(void **state)
{
    (void)state;
    with_each_group(reduce_all);
}

/* What the package lacks is compiled: no library reduces these. */
static void i16_and_f8_are_reduced_too(void **state)
{
    (void)state;
    group_open(2);
    for (enum krt_reduction reduction = KRT_REDUCE_SUM; reduction <= KRT_REDUCE_MAX; reduction++) {
        expect_reduce(KRT_I16, reduction, 61, true);
        expect_reduce(KRT_F8E4M3, reduction, 61, false);
    }
    group_close();
}

static void reduce_many(void)
{
    const uint64_t counts[] = {1 << 20, 1000003};
    for (unsigned i = 0; i < 2; i++)
        expect_reduce(i ? KRT_BF16 : KRT_F32, KRT_REDUCE_SUM, counts[i], i);
}

static void large_tensors_are_divided(void **state)
{
    (void)state;
    with_each_group(reduce_many);
}

static void reduce_pieces(void)
{
    const uint64_t usual = group_piece_most;
    for (uint64_t bytes = 16; bytes <= 64; bytes += 48) {
        group_piece_most = bytes;
        for (unsigned s = 0; s < SIZES; s++) {
            expect_reduce(KRT_F32, KRT_REDUCE_SUM, sizes[s] % 500, s % 2);
            expect_reduce(KRT_F16, KRT_REDUCE_MAX, sizes[s] % 500, s % 2);
        }
    }
    group_piece_most = usual;
}

static void shares_are_divided_into_pieces(void **state)
{
    (void)state;
    with_each_group(reduce_pieces);
}

/* Also a share of one element, which each of these counts has. */
static void up_to_seven_devices_are_summed_in_order(void **state)
{
    (void)state;
    for (uint32_t number = 5; number <= 7; number++) {
        group_open(number);
        for (uint64_t count = 1; count < 80; count += 4) {
            expect_reduce(KRT_F32, KRT_REDUCE_SUM, count, false);
            expect_reduce(KRT_F64, KRT_REDUCE_SUM, count, true);
        }
        group_close();
    }
}

/* With eight, the order is another one; devices agree, and so do calls. */
static void eight_devices_agree(void **state)
{
    (void)state;
    uint64_t seed = 8;
    group_open(8);
    struct parts in = parts_random(KRT_F32, 1, DIMS(301), 40, &seed);
    struct parts out = parts_make(KRT_F32, 1, DIMS(301)), again = parts_make(KRT_F32, 1, DIMS(301));
    assert_ok(krt_all_reduce(group, streams, KRT_REDUCE_SUM, in.tensors, out.tensors));
    assert_ok(krt_all_reduce(group, streams, KRT_REDUCE_SUM, in.tensors, again.tensors));
    parts_download(&out);
    parts_download(&again);
    for (uint32_t i = 0; i < device_count; i++) {
        assert_memory_equal(out.host[i], out.host[0], out.bytes);
        assert_memory_equal(again.host[i], out.host[0], out.bytes);
    }
    for (uint64_t at = 0; at < in.count; at++)
        assert_true(fabs(number_load(out.host[0], KRT_F32, at) - reduced(&in, KRT_REDUCE_SUM, at)) <
                    1e-4);
    parts_free(&in);
    parts_free(&out);
    parts_free(&again);
    group_close();
}

static void gather(void)
{
    static const uint64_t shapes[][3] = {{0, 3, 2}, {1, 1, 1}, {2, 1, 7}, {3, 5, 4}, {97, 2, 31}};
    uint64_t seed = device_count;
    for (unsigned s = 0; s < sizeof shapes / sizeof *shapes; s++) {
        uint64_t rows = shapes[s][0] * device_count;
        uint32_t dtype = (s * 3 + device_count) % KRT_DTYPE_COUNT;
        struct parts in = parts_random(dtype, 3, shapes[s], 100, &seed);
        struct parts out = parts_make(dtype, 3, DIMS(rows, shapes[s][1], shapes[s][2]));
        assert_ok(krt_all_gather(group, streams, in.tensors, out.tensors));
        assert_gathered(&in, &out);
        struct krt_tensor places[GROUP_MOST];
        for (uint32_t i = 0; i < device_count; i++) {
            assert_ok(krt_set(streams[i], out.tensors[i].data, 0xee, 1, out.bytes));
            places[i] = in.tensors[i];
            places[i].data = (char *)out.tensors[i].data + i * in.bytes;
            assert_ok(krt_copy_on_device(streams[i], places[i].data, in.tensors[i].data, in.bytes));
        }
        assert_ok(krt_all_gather(group, streams, places, out.tensors));
        assert_gathered(&in, &out);
        parts_free(&in);
        parts_free(&out);
    }
}

static void tensors_are_joined_in_the_order_of_devices(void **state)
{
    (void)state;
    with_each_group(gather);
}

static void broadcast(void)
{
    uint64_t seed = device_count;
    for (uint32_t root = 0; root < device_count; root++) {
        for (unsigned s = 0; s < SIZES; s++) {
            uint32_t dtype = (s + root) % KRT_DTYPE_COUNT;
            bool is_in_place = s % 2;
            struct parts in = parts_random(dtype, 1, &sizes[s], 100, &seed);
            struct parts out = parts_make(dtype, 1, &sizes[s]);
            assert_ok(krt_broadcast(group, streams, root, &in.tensors[root],
                                    is_in_place ? in.tensors : out.tensors));
            memcpy(out.host[0], in.host[root], in.bytes);
            for (uint32_t i = 0; i < device_count; i++) {
                assert_ok(krt_copy_to_host(streams[i], in.host[i],
                                           (is_in_place ? &in : &out)->tensors[i].data, in.bytes));
                assert_memory_equal(in.host[i], out.host[0], in.bytes);
            }
            parts_free(&in);
            parts_free(&out);
        }
    }
}

static void each_device_can_give_its_tensor_to_all(void **state)
{
    (void)state;
    with_each_group(broadcast);
}

/* The same where the driver cannot copy between devices. */
static void copies_may_go_through_the_host(void **state)
{
    (void)state;
    group_open(3);
    struct driver *table = (struct driver *)(uintptr_t)devices[0]->driver, kept = *table;
    table->copy_peer = NULL;
    reduce_pieces();
    gather();
    broadcast();
    *table = kept;
    group_close();
}

/* ---- Messages -------------------------------------------------------------------------------- */

static void a_group_says_why_it_copies(void **state)
{
    (void)state;
    group_open(2);
    assert_int_equal(group_info().count, 2);
    assert_int_equal(group_info().version, 0);
    assert_string_equal(group_info().library, "");
    assert_string_equal(group_info().reason,
                        "devices are emulated, and KRT_NCCL does not name a library");
    krt_group_destroy(group);
    setenv("KRT_NCCL", "none", 1);
    assert_ok(krt_group_create(ops, devices, 2, &group));
    assert_string_equal(group_info().reason, "KRT_NCCL is none");
    unsetenv("KRT_NCCL");
    group_close();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(groups_that_cannot_be_are_refused),
        cmocka_unit_test(devices_of_two_drivers_are_refused),
        cmocka_unit_test(what_does_not_fit_is_refused),
        cmocka_unit_test(devices_get_what_the_host_computes),
        cmocka_unit_test(i16_and_f8_are_reduced_too),
        cmocka_unit_test(large_tensors_are_divided),
        cmocka_unit_test(shares_are_divided_into_pieces),
        cmocka_unit_test(up_to_seven_devices_are_summed_in_order),
        cmocka_unit_test(eight_devices_agree),
        cmocka_unit_test(tensors_are_joined_in_the_order_of_devices),
        cmocka_unit_test(each_device_can_give_its_tensor_to_all),
        cmocka_unit_test(copies_may_go_through_the_host),
        cmocka_unit_test(a_group_says_why_it_copies),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
