/* Groups with a library: a double of NCCL, which KRT_NCCL names. Each call reaches it with the
 * right numbers, and its failure is an error with its text. */
#include "group_test.h"
#include "nccl_double.h"

#include "device.h"

#include <dlfcn.h>

static struct nccl_double *theirs;
static const char *path;

static void join(uint32_t count)
{
    *theirs = (struct nccl_double){.version = 22703};
    setenv("KRT_NCCL", path, 1);
    group_open(count);
}

/* Closes the group, all communicators of which must be |destroyed|, or aborted. */
static void leave(bool destroyed)
{
    int count = (int)device_count;
    group_close();
    assert_int_equal(theirs->communicators, 0);
    assert_int_equal(theirs->destroyed, destroyed ? count : 0);
    assert_int_equal(theirs->aborted, destroyed ? 0 : count);
}

static void expect_reduce(uint32_t dtype, enum krt_reduction reduction, int type, int operation)
{
    uint64_t seed = dtype;
    struct parts in = parts_random(dtype, 1, DIMS(77), 9, &seed);
    struct parts out = parts_make(dtype, 1, DIMS(77));
    for (uint32_t i = 0; i < device_count; i++) { /* no sum is rounded */
        for (uint64_t at = 0; at < in.count; at++)
            number_store(in.host[i], dtype, at, floor(number_load(in.host[i], dtype, at)));
    }
    parts_upload(&in);
    uint64_t before = group_info().library_calls;
    assert_ok(krt_all_reduce(group, streams, reduction, in.tensors, out.tensors));
    assert_reduced(&in, reduction, &out);
    assert_int_equal(group_info().library_calls - before, type >= 0);
    if (type >= 0) {
        assert_int_equal(theirs->type, type);
        assert_int_equal(theirs->operation, operation);
        assert_int_equal(theirs->count, 77);
    }
    parts_free(&in);
    parts_free(&out);
}

static void reductions_reach_the_library(void **state)
{
    static const struct {
        uint32_t dtype;
        int type;
    } cases[] = {{KRT_U8, 1},  {KRT_I32, 2}, {KRT_U32, 3}, {KRT_I64, 4},
                 {KRT_F16, 6}, {KRT_F32, 7}, {KRT_F64, 8}, {KRT_BF16, 9}};
    (void)state;
    for (uint32_t count = 1; count <= 3; count++) {
        join(count);
        for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
            expect_reduce(cases[i].dtype, KRT_REDUCE_SUM, cases[i].type, 0);
            expect_reduce(cases[i].dtype, KRT_REDUCE_MAX, cases[i].type, 2);
            expect_reduce(cases[i].dtype, KRT_REDUCE_MIN, cases[i].type, 3);
        }
        assert_int_equal(theirs->reductions, 3 * 8);
        for (uint32_t i = 0; i < count; i++)
            assert_int_equal(theirs->devices[i], i);
        assert_string_equal(theirs->refusal, "");
        leave(true);
    }
}

static void what_it_does_not_reduce_is_copied(void **state)
{
    (void)state;
    join(2);
    expect_reduce(KRT_I16, KRT_REDUCE_SUM, -1, 0);
    expect_reduce(KRT_F8E4M3, KRT_REDUCE_MAX, -1, 0);
    assert_int_equal(theirs->reductions, 0);
    assert_int_equal(group_info().copied_calls, 2);
    leave(true);
}

static void copies_reach_the_library_as_bytes(void **state)
{
    (void)state;
    uint64_t seed = 1;
    join(3);
    struct parts in = parts_random(KRT_F8E4M3, 2, DIMS(5, 7), 9, &seed);
    struct parts all = parts_make(KRT_F8E4M3, 2, DIMS(15, 7));
    struct parts wide = parts_random(KRT_I16, 1, DIMS(9), 900, &seed);
    assert_ok(krt_all_gather(group, streams, in.tensors, all.tensors));
    assert_gathered(&in, &all);
    assert_int_equal(theirs->count, 35);
    assert_ok(krt_broadcast(group, streams, 2, &wide.tensors[2], wide.tensors));
    assert_int_equal(theirs->count, 18);
    assert_int_equal(theirs->root, 2);
    memcpy(all.host[0], wide.host[2], wide.bytes);
    parts_download(&wide);
    for (uint32_t i = 0; i < 3; i++)
        assert_memory_equal(wide.host[i], all.host[0], wide.bytes);
    assert_int_equal(theirs->gathers, 1);
    assert_int_equal(theirs->broadcasts, 1);
    struct krt_tensor none[] = {in.tensors[0], in.tensors[1], in.tensors[2]};
    for (uint32_t i = 0; i < 3; i++)
        none[i].dims[0] = 0;
    assert_ok(krt_all_gather(group, streams, none, none));
    assert_int_equal(theirs->gathers, 1);
    assert_int_equal(group_info().version, 22703);
    assert_string_equal(group_info().library, path);
    assert_string_equal(group_info().reason, "");
    parts_free(&in);
    parts_free(&all);
    parts_free(&wide);
    leave(true);
}

/* ---- Failures -------------------------------------------------------------------------------- */

/* What |fault| makes a call return; and the next one, because the library cannot be used then. */
static void expect_failure(int *fault, const char *text)
{
    join(2);
    struct parts in = parts_make(KRT_F32, 1, DIMS(6)), all = parts_make(KRT_F32, 1, DIMS(12));
    *fault = 2;
    assert_fails(krt_all_reduce(group, streams, KRT_REDUCE_SUM, in.tensors, in.tensors),
                 KRT_ERROR_DRIVER, text);
    assert_non_null(strstr(krt_error_message(), "unhandled system error (2): the double was told"));
    assert_non_null(strstr(krt_error_message(), "KRT_NCCL=none"));
    *fault = 0;
    assert_fails(krt_all_gather(group, streams, in.tensors, all.tensors), KRT_ERROR_DRIVER,
                 "has failed before: destroy the group");
    assert_int_equal(group_info().library_calls, 0);
    parts_free(&in);
    parts_free(&all);
    leave(false);
}

static void a_call_that_fails_is_an_error_with_its_text(void **state)
{
    (void)state;
    expect_failure(&theirs->next_status, "ncclAllReduce of ");
    expect_failure(&theirs->end_status, "ncclGroupEnd of ");
    expect_failure(&theirs->async_status, "an earlier call of ");
}

static int fail_query(void *stream)
{
    (void)stream;
    return 719;
}

static void a_group_with_a_lost_device_is_aborted(void **state)
{
    (void)state;
    join(3);
    struct driver *table = (struct driver *)(uintptr_t)devices[0]->driver, kept = *table;
    table->stream_query = fail_query;
    krt_group_destroy(group);
    *table = kept;
    assert_int_equal(theirs->aborted, 3);
    assert_int_equal(theirs->communicators, 0);
    close_devices();
}

static void a_group_that_cannot_be_connected_is_an_error(void **state)
{
    (void)state;
    open_devices(2);
    *theirs = (struct nccl_double){.version = 22703, .init_status = 2};
    setenv("KRT_NCCL", path, 1);
    assert_fails(krt_group_create(ops, devices, 2, &group), KRT_ERROR_DRIVER,
                 "ncclCommInitAll of ");
    assert_int_equal(theirs->aborted + theirs->destroyed, 0);
    *theirs = (struct nccl_double){.version = 2804};
    assert_fails(krt_group_create(ops, devices, 2, &group), KRT_ERROR_UNSUPPORTED,
                 "older than 2.10");
    setenv("KRT_NCCL", "/nowhere/libnccl.so.2", 1);
    assert_fails(krt_group_create(ops, devices, 2, &group), KRT_ERROR_IO,
                 "KRT_NCCL: /nowhere/libnccl.so.2: cannot open");
    setenv("KRT_NCCL", "libm.so.6", 1);
    assert_fails(krt_group_create(ops, devices, 2, &group), KRT_ERROR_UNSUPPORTED,
                 "libm.so.6 lacks ncclGetVersion");
    close_devices();
}

/* The emulator is opened as if it were AMD's driver: without KRT_NCCL the loader is asked. */
static void without_a_library_devices_copy(void **state)
{
    (void)state;
    unsetenv("KRT_NCCL");
    open_devices(0);
    struct krt_device *two[] = {open_device("hip:0"), open_device("hip:1")};
    assert_ok(krt_group_create(ops, two, 1, &group));
    assert_string_equal(group_info().reason, "a group of one device copies");
    krt_group_destroy(group);
    assert_ok(krt_group_create(ops, two, 2, &group));
    assert_int_equal(group_info().version, 0);
    assert_non_null(strstr(group_info().reason, "librccl.so.1"));
    krt_group_destroy(group);
    krt_device_close(two[0]);
    krt_device_close(two[1]);
    close_devices();
}

static int find_double(void **state)
{
    (void)state;
    path = getenv("NCCL_DOUBLE");
    void *library = dlopen(path, RTLD_NOW);
    theirs = library ? dlsym(library, NCCL_DOUBLE_STATE) : NULL;
    return theirs ? 0 : -1;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reductions_reach_the_library),
        cmocka_unit_test(what_it_does_not_reduce_is_copied),
        cmocka_unit_test(copies_reach_the_library_as_bytes),
        cmocka_unit_test(a_call_that_fails_is_an_error_with_its_text),
        cmocka_unit_test(a_group_with_a_lost_device_is_aborted),
        cmocka_unit_test(a_group_that_cannot_be_connected_is_an_error),
        cmocka_unit_test(without_a_library_devices_copy),
    };
    return cmocka_run_group_tests(tests, find_double, NULL);
}
