/* Batches of copies and of prefetches: the functions of HIP 7.1 and 7.2. */
#include "hip/api.h" /* what HIP 5.2 does not declare */
#include "hip_test.h"

#include <sched.h>

enum { ORDER_OF_STREAM = 1, ORDER_DURING_CALL, ORDER_ANY };
enum { POINTER = 1, ARRAY };
enum { BYTES = 64 };

static void wait_at(void *gate)
{
    while (!__atomic_load_n((int *)gate, __ATOMIC_ACQUIRE))
        sched_yield();
}

/* Each copy has the attributes of its group; a source that the program may change when the call
 * returns has been read then, and others have not. */
static void copies_of_a_batch_are_made_in_order(void **state)
{
    uint8_t *device, *pinned, pageable[BYTES], out[3 * BYTES];
    hipStream_t stream;
    size_t failed = 9;
    (void)state;
    assert_hip(hipMalloc((void **)&device, 3 * BYTES));
    assert_hip(hipHostMalloc((void **)&pinned, BYTES, 0));
    assert_hip(hipStreamCreate(&stream));
    memset(pinned, 1, BYTES);
    memset(pageable, 2, BYTES);
    void *dsts[] = {device, device + BYTES, device + 2 * BYTES};
    void *srcs[] = {pinned, pageable, device + BYTES};
    size_t sizes[] = {BYTES, BYTES, BYTES - 1}, begins[] = {0, 1};
    struct hip_batch_attributes ways[] = {{.order = ORDER_DURING_CALL}, {.order = ORDER_ANY}};
    assert_hip(hipMemset(device, 7, 3 * BYTES));
    assert_hip(hip_memcpy_batch_async(dsts, srcs, sizes, 3, ways, begins, 2, &failed, stream));
    memset(pinned, 3, BYTES);
    assert_int_equal(failed, SIZE_MAX);
    assert_hip(hipStreamSynchronize(stream));
    assert_hip(hipMemcpy(out, device, sizeof out, hipMemcpyDeviceToHost));
    for (int i = 0; i < 3 * BYTES; i++)
        assert_int_equal(out[i], i < BYTES ? 1 : i < 3 * BYTES - 1 ? 2 : 7);

    int gate = 0; /* in the order of the stream, the copy reads what is there when it runs */
    ways[0].order = ORDER_OF_STREAM;
    assert_hip(hipLaunchHostFunc(stream, wait_at, &gate));
    assert_hip(hip_memcpy_batch_async(dsts, srcs, sizes, 1, ways, begins, 1, NULL, stream));
    memset(pinned, 4, BYTES);
    __atomic_store_n(&gate, 1, __ATOMIC_RELEASE);
    assert_hip(hipStreamSynchronize(stream));
    assert_hip(hipMemcpy(out, device, BYTES, hipMemcpyDeviceToHost));
    assert_int_equal(out[BYTES - 1], 4);
    assert_hip(hipStreamDestroy(stream));
    assert_hip(hipHostFree(pinned));
    assert_hip(hipFree(device));
}

static void batches_that_are_wrong_copy_nothing(void **state)
{
    uint8_t *device, out[2];
    hipStream_t stream, gone;
    hipGraph_t graph;
    (void)state;
    assert_hip(hipMalloc((void **)&device, BYTES));
    assert_hip(hipMemset(device, 7, BYTES));
    assert_hip(hipStreamCreate(&stream));
    assert_hip(hipStreamCreate(&gone));
    assert_hip(hipStreamDestroy(gone));
    void *dsts[] = {device, device + 1}, *srcs[] = {device + 8, device + 9};
    assert_hip(hipMemset(device + 8, 1, 2));
    size_t sizes[] = {1, 1}, begins[] = {0, 1}, failed = 9;
    struct hip_batch_attributes ways[] = {{.order = 1}, {.order = 1}};
#define CALL(to, from, bytes, count, groups, in)                                                   \
    hip_memcpy_batch_async(to, from, bytes, count, ways, begins, groups, &failed, in)
    assert_hip_fails(hipErrorInvalidResourceHandle, CALL(dsts, srcs, sizes, 2, 2, gone));
    assert_hip_fails(hipErrorInvalidValue, CALL(NULL, srcs, sizes, 2, 2, stream));
    assert_hip_fails(hipErrorInvalidValue, CALL(dsts, NULL, sizes, 2, 2, stream));
    assert_hip_fails(hipErrorInvalidValue, CALL(dsts, srcs, NULL, 2, 2, stream));
    assert_hip_fails(hipErrorInvalidValue, CALL(dsts, srcs, sizes, 0, 0, stream));
    assert_hip_fails(hipErrorInvalidValue, CALL(dsts, srcs, sizes, 1, 2, stream));
    assert_int_equal(failed, 9);
    const size_t bad_begins[][2] = {{1, 1}, {0, 0}, {0, 2}};
    for (int i = 0; i < 3; i++) {
        memcpy(begins, bad_begins[i], sizeof begins);
        assert_hip_fails(hipErrorInvalidValue, CALL(dsts, srcs, sizes, 2, 2, stream));
    }
    begins[0] = 0, begins[1] = 1;
    ways[1].order = 4;
    assert_hip_fails(hipErrorInvalidValue, CALL(dsts, srcs, sizes, 2, 2, stream));
    ways[1].order = 0;
    assert_hip_fails(hipErrorInvalidValue, CALL(dsts, srcs, sizes, 2, 2, stream));
    ways[1] = (struct hip_batch_attributes){.order = 1, .flags = 2};
    assert_hip_fails(hipErrorNotSupported, CALL(dsts, srcs, sizes, 2, 2, stream));
    sizes[1] = 0;
    assert_hip_fails(hipErrorInvalidValue, CALL(dsts, srcs, sizes, 2, 0, stream));
    assert_int_equal(failed, 1);
    sizes[1] = BYTES;
    assert_hip_fails(hipErrorInvalidValue, CALL(dsts, srcs, sizes, 2, 0, stream));
    assert_int_equal(failed, SIZE_MAX);
    sizes[1] = 1;
    assert_hip(hipStreamBeginCapture(stream, hipStreamCaptureModeGlobal));
    assert_hip_fails(hipErrorStreamCaptureUnsupported, CALL(dsts, srcs, sizes, 2, 0, stream));
    assert_hip(hipStreamEndCapture(stream, &graph));
    assert_hip(hipGraphDestroy(graph));
    assert_hip(hipMemcpy(out, device, 2, hipMemcpyDeviceToHost));
    assert_int_equal(out[0], 7);
    assert_int_equal(out[1], 7);
    assert_hip(CALL(dsts, srcs, sizes, 2, 0, stream));
#undef CALL
    assert_hip(hipStreamSynchronize(stream));
    assert_hip(hipMemcpy(out, device, 2, hipMemcpyDeviceToHost));
    assert_int_equal(out[1], 1);
    assert_hip(hipStreamDestroy(stream));
    assert_hip(hipFree(device));
}

/* ---- Boxes ---------------------------------------------------------------------------------- */

enum { W = 4, H = 3, D = 2 };

static struct hip_batch_operand at(void *address, size_t row, size_t height)
{
    return (struct hip_batch_operand){.type = POINTER, .pointer = {address, row, height, {0, 0}}};
}

static struct hip_batch_operand in(hipArray *array, size_t x)
{
    return (struct hip_batch_operand){.type = ARRAY, .array = {array, x, 0, 0}};
}

/* In bytes between addresses; in elements where an array is one side. Lengths of 0 mean no gap. */
static void boxes_are_copied(void **state)
{
    const hipChannelFormatDesc of_words = {32, 0, 0, 0, hipChannelFormatKindUnsigned};
    uint32_t from[W * H * D], wide[6 * 5 * D], back[W * H * D] = {0};
    uint8_t bytes[H * 8];
    hipArray *array;
    size_t failed = 9;
    (void)state;
    for (uint32_t i = 0; i < W * H * D; i++)
        from[i] = 1000 + i;
    memset(wide, 0, sizeof wide);
    assert_hip(hipMalloc3DArray(&array, &of_words, (hipExtent){W, H, D}, 0));
    struct hip_batch_copy all[] = {
        {at(from, 0, 0), in(array, 0), {W, H, D}, ORDER_OF_STREAM, 0},
        {in(array, 0), at(wide, 6, 5), {W, H, D}, ORDER_OF_STREAM, 0},
        {in(array, 1), at(back, 0, 0), {W - 1, H, D}, ORDER_ANY, 1},
        {at(wide, 24, 5), at(bytes, 8, 0), {8, H, 1}, ORDER_DURING_CALL, 0},
    };
    assert_hip(hip_memcpy_3d_batch_async(4, all, &failed, 0, NULL));
    assert_int_equal(failed, SIZE_MAX);
    assert_hip(hipDeviceSynchronize());
    for (uint32_t z = 0; z < D; z++) {
        for (uint32_t y = 0; y < 5; y++) {
            for (uint32_t x = 0; x < 6; x++)
                assert_int_equal(wide[(z * 5 + y) * 6 + x],
                                 x < W && y < H ? 1000 + (z * H + y) * W + x : 0);
        }
    }
    for (uint32_t i = 0; i < (W - 1) * H * D; i++)
        assert_int_equal(back[i], 1000 + i / (W - 1) * W + i % (W - 1) + 1);
    for (uint32_t y = 0; y < H; y++)
        assert_memory_equal(bytes + y * 8, from + y * W, 8);

    struct hip_batch_copy wrong[] = {all[0], all[0], all[0], all[0], all[0], all[0]};
    wrong[0].order = 0;
    wrong[1].src.type = 3;
    wrong[2].src = at(from, W - 1, 0);
    wrong[3].src = at(from, 0, H - 1);
    wrong[4].extent.width = W + 1;
    wrong[5].dst = in(NULL, 0);
    for (int i = 0; i < 6; i++) {
        struct hip_batch_copy pair[] = {all[1], wrong[i]};
        hipError_t error = hip_memcpy_3d_batch_async(2, pair, &failed, 0, NULL);
        assert_int_not_equal(error, hipSuccess);
        assert_int_equal(hipGetLastError(), error);
        assert_int_equal(failed, 1);
    }
    wrong[0] = all[0];
    wrong[0].flags = 2;
    assert_hip_fails(hipErrorNotSupported, hip_memcpy_3d_batch_async(1, wrong, NULL, 0, NULL));
    assert_hip_fails(hipErrorInvalidValue, hip_memcpy_3d_batch_async(1, all, &failed, 1, NULL));
    assert_hip_fails(hipErrorInvalidValue, hip_memcpy_3d_batch_async(0, all, &failed, 0, NULL));
    assert_hip_fails(hipErrorInvalidValue, hip_memcpy_3d_batch_async(1, NULL, &failed, 0, NULL));
    assert_hip(hipDeviceSynchronize());
    assert_hip(hipFreeArray(array));
}

/* ---- Prefetches ----------------------------------------------------------------------------- */

static int prefetched_to(void *address)
{
    int device = -9;
    assert_hip(hipMemRangeGetAttribute(&device, sizeof device,
                                       hipMemRangeAttributeLastPrefetchLocation, address, 4096));
    return device;
}

static void prefetches_go_where_their_group_says(void **state)
{
    enum { TO_DEVICE = 1, TO_HOST };
    uint8_t *memory;
    hipStream_t stream;
    (void)state;
    assert_hip(hipMallocManaged((void **)&memory, 3 * 4096, hipMemAttachGlobal));
    assert_hip(hipStreamCreate(&stream));
    void *all[] = {memory, memory + 4096, memory + 8192};
    size_t sizes[] = {4096, 4096, 4096}, begins[] = {0, 1};
    struct hip_place places[] = {{TO_HOST, 0}, {TO_DEVICE, 0}};
    assert_hip(hip_mem_prefetch_batch_async(all, sizes, 3, places, begins, 2, 0, stream));
    assert_int_equal(prefetched_to(memory), hipCpuDeviceId);
    assert_int_equal(prefetched_to(memory + 4096), 0);
    assert_int_equal(prefetched_to(memory + 8192), 0);
    assert_hip_fails(hipErrorInvalidValue,
                     hip_mem_prefetch_batch_async(all, sizes, 3, places, begins, 2, 0, NULL));
    /* Nothing is done if anything is wrong. */
    struct hip_place wrong[] = {{TO_DEVICE, 0}, {TO_DEVICE, 99}};
    assert_hip_fails(hipErrorInvalidValue,
                     hip_mem_prefetch_batch_async(all, sizes, 3, wrong, begins, 2, 0, stream));
    void *stray[] = {memory, &wrong, NULL};
    assert_hip_fails(hipErrorInvalidValue,
                     hip_mem_prefetch_batch_async(stray, sizes, 2, wrong, begins, 1, 0, stream));
    assert_hip_fails(hipErrorInvalidValue, hip_mem_prefetch_batch_async(stray + 1, sizes, 1, wrong,
                                                                        begins, 1, 0, stream));
    assert_int_equal(prefetched_to(memory), hipCpuDeviceId);
    assert_hip_fails(hipErrorInvalidValue,
                     hip_mem_prefetch_batch_async(all, sizes, 3, places, begins, 2, 1, stream));
    assert_hip_fails(hipErrorInvalidValue,
                     hip_mem_prefetch_batch_async(all, sizes, 0, places, begins, 2, 0, stream));
    assert_hip_fails(hipErrorInvalidValue,
                     hip_mem_prefetch_batch_async(all, sizes, 3, places, begins, 0, 0, stream));
    assert_hip_fails(hipErrorInvalidValue,
                     hip_mem_prefetch_batch_async(all, sizes, 1, places, begins, 2, 0, stream));
    begins[0] = 1;
    assert_hip_fails(hipErrorInvalidValue,
                     hip_mem_prefetch_batch_async(all, sizes, 3, places, begins, 1, 0, stream));
    assert_hip(hipStreamDestroy(stream));
    assert_hip(hipFree(memory));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(copies_of_a_batch_are_made_in_order),
        cmocka_unit_test(batches_that_are_wrong_copy_nothing),
        cmocka_unit_test(boxes_are_copied),
        cmocka_unit_test(prefetches_go_where_their_group_says),
    };
    setenv("HIPEMU_QUIET", "1", 1);
    setenv("HIPEMU_DEVICES", "gfx1100", 1);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
