/* Memory: wrong calls are refused, right ones work. */
#include "hip/api.h" /* what HIP 5.2 does not declare */
#include "hip_test.h"

#include <malloc.h>
#include <unistd.h>

static void null_places_are_refused(void **state)
{
    (void)state;
    assert_hip_fails(hipErrorInvalidValue, hipMalloc(NULL, 16));
    assert_hip_fails(hipErrorInvalidValue, hipHostMalloc(NULL, 16, 0));
    assert_hip_fails(hipErrorInvalidValue, hipMallocManaged(NULL, 16, hipMemAttachGlobal));
    assert_hip_fails(hipErrorInvalidValue, hipMallocPitch(NULL, NULL, 16, 16));
    assert_hip_fails(hipErrorInvalidValue, hipGetDeviceCount(NULL));
    assert_hip_fails(hipErrorInvalidValue, hipMallocArray(NULL, NULL, 16, 16, 0));
    assert_hip_fails(hipErrorInvalidValue, hipFreeArray(NULL));
    assert_hip(hipMemGetInfo(NULL, NULL));
}

static void more_than_the_device_has_is_refused(void **state)
{
    void *p = (void *)1;
    size_t available, total;
    (void)state;
    assert_hip(hipMemGetInfo(&available, &total));
    assert_int_equal(available, total);
    assert_hip_fails(hipErrorOutOfMemory, hipMalloc(&p, total + 1));
    assert_hip_fails(hipErrorOutOfMemory, hipMalloc(&p, SIZE_MAX));
    assert_ptr_equal(p, (void *)1);
    assert_hip(hipMemGetInfo(&available, &total));
    assert_int_equal(available, total);
}

static void freeing_what_was_not_allocated_fails(void **state)
{
    int local;
    char *p;
    (void)state;
    assert_hip_fails(hipErrorInvalidValue, hipFree(&local));
    assert_hip_fails(hipErrorInvalidValue, hipHostFree(&local));
    assert_hip(hipMalloc((void **)&p, 4096));
    assert_hip_fails(hipErrorInvalidValue, hipFree(p + 1));
    assert_hip(hipFree(p));
    assert_hip_fails(hipErrorInvalidValue, hipFree(p));
    assert_hip(hipHostRegister(&local, sizeof local, 0));
    assert_hip_fails(hipErrorInvalidValue, hipFree(&local));
    assert_hip(hipHostUnregister(&local));
    assert_hip(hipFree(NULL));
    assert_hip(hipHostFree(NULL));
}

/* AMD's runtime has one function for both. */
static void either_function_frees_host_and_device_memory(void **state)
{
    void *device, *host;
    (void)state;
    assert_hip(hipMalloc(&device, 16));
    assert_hip(hipHostMalloc(&host, 16, 0));
    assert_hip(hipHostFree(device));
    assert_hip(hipFree(host));
    assert_hip_fails(hipErrorInvalidValue, hipFree(device));
    assert_hip_fails(hipErrorInvalidValue, hipHostFree(host));
}

static void pitches_that_cannot_be_are_refused(void **state)
{
    void *p;
    size_t pitch;
    (void)state;
    assert_hip_fails(hipErrorInvalidValue, hipMallocPitch(&p, &pitch, SIZE_MAX, 1));
    assert_hip_fails(hipErrorOutOfMemory, hipMallocPitch(&p, &pitch, 1, SIZE_MAX));
    assert_hip_fails(hipErrorInvalidValue, hipMemAllocPitch(&p, &pitch, 0, 1, 4));
    assert_hip_fails(hipErrorInvalidValue, hipMemAllocPitch(&p, &pitch, 16, 1, 3));
    assert_hip_fails(hipErrorInvalidValue, hipExtMallocWithFlags(&p, 16, hipMallocSignalMemory));
    assert_hip(hipMallocPitch(&p, &pitch, 0, 1));
    assert_null(p);
}

static void advice_is_remembered(void **state)
{
    int *p, answer[3], local;
    (void)state;
    assert_hip(hipMallocManaged((void **)&p, 8192, hipMemAttachGlobal));
    assert_hip_fails(hipErrorInvalidValue,
                     hipMemAdvise(&local, sizeof local, hipMemAdviseSetReadMostly, 0));
    assert_hip_fails(hipErrorInvalidDevice,
                     hipMemAdvise(p, 8192, hipMemAdviseSetPreferredLocation, 77));
    assert_hip_fails(hipErrorInvalidValue, hipMemAdvise(p, 8193, hipMemAdviseSetReadMostly, 0));
    assert_hip_fails(hipErrorNotSupported, hipMemPrefetchAsync(&local, sizeof local, 0, NULL));
    assert_hip(hipMemRangeGetAttribute(answer, 4, hipMemRangeAttributePreferredLocation, p, 8192));
    assert_int_equal(answer[0], -2);
    assert_hip(hipMemAdvise(p, 8192, hipMemAdviseSetPreferredLocation, 0));
    assert_hip(hipMemAdvise(p, 8192, hipMemAdviseSetReadMostly, 0));
    assert_hip(hipMemAdvise(p, 8192, hipMemAdviseSetAccessedBy, 0));
    assert_hip(hipMemAdvise(p, 8192, hipMemAdviseSetAccessedBy, -1));
    assert_hip(hipMemPrefetchAsync(p, 8192, -1, NULL));
    assert_hip(hipMemRangeGetAttribute(answer, 4, hipMemRangeAttributePreferredLocation, p, 8192));
    assert_int_equal(answer[0], 0);
    assert_hip(hipMemRangeGetAttribute(answer, 4, hipMemRangeAttributeReadMostly, p, 8192));
    assert_int_equal(answer[0], 1);
    assert_hip(
        hipMemRangeGetAttribute(answer, 4, hipMemRangeAttributeLastPrefetchLocation, p, 8192));
    assert_int_equal(answer[0], -1);
    assert_hip(hipMemRangeGetAttribute(answer, 12, hipMemRangeAttributeAccessedBy, p, 8192));
    assert_int_equal(answer[0], 0);
    assert_int_equal(answer[1], -1);
    assert_int_equal(answer[2], -2);
    assert_hip(hipMemAdvise(p, 8192, hipMemAdviseUnsetAccessedBy, 0));
    assert_hip(hipMemRangeGetAttribute(answer, 4, hipMemRangeAttributeAccessedBy, p, 8192));
    assert_int_equal(answer[0], -1);
    assert_hip(hipFree(p));
}

static int range_attribute(hipMemRangeAttribute attribute, const void *at, size_t size)
{
    int answer = 99;
    assert_hip(hipMemRangeGetAttribute(&answer, sizeof answer, attribute, at, size));
    return answer;
}

/* As AMD's runtime does: all pages that a range touches have the advice, and a range has what all
 * of its pages have. */
static void advice_is_for_pages(void **state)
{
    enum { PAGE = 4096 };
    static const hipMemRangeAttribute preferred = hipMemRangeAttributePreferredLocation;
    char *p;
    (void)state;
    assert_hip(hipMallocManaged((void **)&p, 8 * PAGE, hipMemAttachGlobal));
    assert_hip(hipMemAdvise(p + PAGE / 2, PAGE, hipMemAdviseSetReadMostly, 0));
    assert_int_equal(range_attribute(hipMemRangeAttributeReadMostly, p, 2 * PAGE), 1);
    assert_int_equal(range_attribute(hipMemRangeAttributeReadMostly, p, 2 * PAGE + 1), 0);
    assert_int_equal(range_attribute(hipMemRangeAttributeReadMostly, p + 2 * PAGE, PAGE), 0);
    assert_hip(hipMemAdvise(p + 5 * PAGE, PAGE, hipMemAdviseSetPreferredLocation, 0));
    assert_hip(hipMemAdvise(p, 8 * PAGE, hipMemAdviseSetAccessedBy, 0));
    assert_int_equal(range_attribute(preferred, p + 5 * PAGE, PAGE), 0);
    assert_int_equal(range_attribute(preferred, p + 4 * PAGE, 2 * PAGE), -2);
    assert_int_equal(range_attribute(hipMemRangeAttributeAccessedBy, p, 8 * PAGE), 0);
    assert_hip(hipMemAdvise(p + PAGE, 1, hipMemAdviseUnsetReadMostly, 0));
    assert_int_equal(range_attribute(hipMemRangeAttributeReadMostly, p, 1), 1);
    assert_int_equal(range_attribute(hipMemRangeAttributeReadMostly, p + PAGE, 1), 0);
    assert_int_equal(range_attribute(hipMemRangeAttributeAccessedBy, p, 8 * PAGE), 0);
    assert_hip(hipMemPrefetchAsync(p + PAGE, 3 * PAGE, -1, NULL));
    assert_int_equal(range_attribute(hipMemRangeAttributeLastPrefetchLocation, p + PAGE, 3 * PAGE),
                     -1);
    assert_int_equal(range_attribute(hipMemRangeAttributeLastPrefetchLocation, p, 4 * PAGE), -2);
    assert_hip(hipFree(p));
}

static void memory_of_devices_is_coarse(void **state)
{
    static const hipMemRangeAttribute coherency = hipMemRangeAttributeCoherencyMode;
    void *device, *host, *managed;
    (void)state;
    assert_hip(hipMalloc(&device, 64));
    assert_hip(hipHostMalloc(&host, 64, hipHostMallocDefault));
    assert_hip(hipMallocManaged(&managed, 64, hipMemAttachGlobal));
    assert_int_equal(range_attribute(coherency, device, 64), 1);
    assert_int_equal(range_attribute(coherency, host, 64), 0);
    assert_int_equal(range_attribute(coherency, managed, 64), 0);
    assert_hip(hipMemAdvise(managed, 64, hipMemAdviseSetCoarseGrain, 0));
    assert_int_equal(range_attribute(coherency, managed, 64), 1);
    assert_hip(hipFree(device));
    assert_hip(hipFree(managed));
    assert_hip(hipHostFree(host));
}

static void copies_outside_of_allocations_fail(void **state)
{
    char *p, host[256] = {0};
    (void)state;
    assert_hip(hipMalloc((void **)&p, 100));
    assert_hip_fails(hipErrorInvalidValue, hipMemcpy(p, host, 101, hipMemcpyHostToDevice));
    assert_hip_fails(hipErrorInvalidValue, hipMemcpy(host, p + 60, 41, hipMemcpyDeviceToHost));
    assert_hip_fails(hipErrorInvalidValue, hipMemcpy(NULL, p, 1, hipMemcpyDefault));
    assert_hip_fails(hipErrorInvalidValue, hipMemcpy(p, NULL, 1, hipMemcpyDefault));
    assert_hip_fails(hipErrorInvalidValue, hipMemcpy(host, host + 1, 1, hipMemcpyHostToDevice));
    assert_hip_fails(hipErrorInvalidMemcpyDirection, hipMemcpy(p, host, 1, (hipMemcpyKind)77));
    assert_hip_fails(hipErrorInvalidValue, hipMemset(p, 0, 101));
    assert_hip_fails(hipErrorInvalidValue, hipMemset(host, 0, 1));
    assert_hip_fails(hipErrorInvalidValue, hipMemsetD32(p + 1, 0, 1));
    assert_hip_fails(hipErrorInvalidPitchValue,
                     hipMemcpy2D(p, 4, host, 16, 8, 2, hipMemcpyHostToDevice));
    assert_hip(hipFree(p));
    assert_hip_fails(hipErrorInvalidValue, hipMemcpy(host, p, 1, hipMemcpyDeviceToHost));
    assert_hip_fails(hipErrorInvalidValue, hipMemset(p, 0, 1));
}

/* An address that HIP does not know, and that is not the program's memory either. */
static char *const nowhere = (char *)(uintptr_t)0x5000;

static void copies_from_and_to_nowhere_fail(void **state)
{
    char *p, host[256] = {0};
    hipStream_t stream;
    (void)state;
    assert_hip(hipMalloc((void **)&p, 100));
    assert_hip(hipStreamCreate(&stream));
#define assert_refused(call) assert_hip_fails(hipErrorInvalidValue, call)
    assert_refused(hipMemcpy(host, nowhere, 1, hipMemcpyDeviceToHost));
    assert_refused(hipMemcpy(nowhere, host, 1, hipMemcpyHostToDevice));
    assert_refused(hipMemcpy(p, nowhere, 1, hipMemcpyDeviceToDevice));
    assert_refused(hipMemcpy(p, host, 1, hipMemcpyDeviceToHost));
    assert_refused(hipMemcpyWithStream(host, nowhere, 1, hipMemcpyDeviceToHost, stream));
    assert_refused(hipMemcpyAsync(nowhere, host, 1, hipMemcpyHostToDevice, stream));
    assert_refused(hipMemcpyDtoH(host, nowhere, 1));
    assert_refused(hipMemcpyHtoD(nowhere, host, 1));
    assert_refused(hipMemcpyDtoD(p, nowhere, 1));
    assert_refused(hipMemcpyDtoD(nowhere, p, 1));
    assert_refused(hipMemcpyDtoHAsync(host, nowhere, 1, stream));
    assert_refused(hipMemcpyHtoDAsync(nowhere, host, 1, stream));
    assert_refused(hipMemcpyDtoDAsync(nowhere, p, 1, stream));
    assert_refused(hipMemcpyPeer(p, 0, nowhere, 0, 1));
    assert_refused(hipMemcpyPeerAsync(nowhere, 0, p, 0, 1, stream));
    assert_refused(hipMemcpy2D(host, 8, nowhere, 8, 8, 2, hipMemcpyDeviceToHost));
    assert_refused(hipMemcpy2DAsync(nowhere, 8, host, 8, 8, 2, hipMemcpyHostToDevice, stream));
    assert_refused(hipMemset(nowhere, 0, 1));
    assert_refused(hipMemset2D(nowhere, 8, 0, 8, 2));
    assert_refused(hipMemsetD32Async(nowhere, 0, 1, stream));
    assert_refused(hipStreamWriteValue32(stream, nowhere, 1, 0));
    assert_refused(hipStreamWaitValue64(stream, nowhere, 0, hipStreamWaitValueEq, 1));
#undef assert_refused
    assert_hip(hipStreamDestroy(stream));
    assert_hip(hipFree(p));
}

static void described_copies_from_and_to_nowhere_fail(void **state)
{
    char *p, host[256] = {0};
    (void)state;
    assert_hip(hipMalloc((void **)&p, 100));
    hip_Memcpy2D plane = {.srcMemoryType = hipMemoryTypeDevice,
                          .srcDevice = nowhere,
                          .dstMemoryType = hipMemoryTypeHost,
                          .dstHost = host,
                          .WidthInBytes = 8,
                          .Height = 2};
    assert_hip_fails(hipErrorInvalidValue, hipMemcpyParam2D(&plane));
    HIP_MEMCPY3D box = {.srcMemoryType = hipMemoryTypeHost,
                        .srcHost = host,
                        .dstMemoryType = hipMemoryTypeDevice,
                        .dstDevice = nowhere,
                        .WidthInBytes = 8,
                        .Height = 2,
                        .Depth = 2};
    assert_hip_fails(hipErrorInvalidValue, hipDrvMemcpy3D(&box));
    hipMemcpy3DParms parameters = {.srcPtr = {nowhere, 8, 8, 2},
                                   .dstPtr = {host, 8, 8, 2},
                                   .extent = {8, 2, 2},
                                   .kind = hipMemcpyDeviceToHost};
    assert_hip_fails(hipErrorInvalidValue, hipMemcpy3D(&parameters));
    assert_hip_fails(hipErrorInvalidValue,
                     hipMemset3D((hipPitchedPtr){nowhere, 8, 8, 2}, 0, (hipExtent){8, 2, 2}));
    assert_hip(hipFree(p));
}

/* A graph's copy was good when the graph was made. */
static void a_graph_does_not_copy_from_freed_memory(void **state)
{
    char *p, host[16];
    hipGraph_t graph;
    hipGraphNode_t copy, fill;
    hipGraphExec_t exec;
    hipStream_t stream;
    (void)state;
    assert_hip(hipMalloc((void **)&p, 16));
    assert_hip(hipGraphCreate(&graph, 0));
    assert_hip(hipGraphAddMemcpyNode1D(&copy, graph, NULL, 0, host, p, 16, hipMemcpyDeviceToHost));
    hipMemsetParams zeros = {.dst = p, .elementSize = 1, .width = 16, .height = 1};
    assert_hip(hipGraphAddMemsetNode(&fill, graph, &copy, 1, &zeros));
    assert_hip(hipGraphInstantiate(&exec, graph, NULL, NULL, 0));
    assert_hip(hipStreamCreate(&stream));
    assert_hip(hipGraphLaunch(exec, stream));
    assert_hip(hipStreamSynchronize(stream));
    assert_hip(hipFree(p));
    assert_hip(hipGraphLaunch(exec, stream));
    assert_hip_fails(hipErrorIllegalAddress, hipStreamSynchronize(stream));
    hipStreamDestroy(stream);
    assert_hip(hipGraphExecDestroy(exec));
    assert_hip(hipGraphDestroy(graph));
}

static void no_bytes_are_copied_to_anywhere(void **state)
{
    (void)state;
    assert_hip(hipMemcpy(NULL, NULL, 0, hipMemcpyDefault));
    assert_hip(hipMemset(NULL, 0, 0));
}

static void registering_twice_fails(void **state)
{
    static char page[8192];
    void *device;
    (void)state;
    assert_hip_fails(hipErrorHostMemoryNotRegistered, hipHostUnregister(page));
    assert_hip(hipHostRegister(page, sizeof page, hipHostRegisterDefault));
    assert_hip_fails(hipErrorHostMemoryAlreadyRegistered,
                     hipHostRegister(page, sizeof page, hipHostRegisterDefault));
    assert_hip(hipHostGetDevicePointer(&device, page, 0));
    assert_ptr_equal(device, page);
    assert_hip(hipHostUnregister(page));
    assert_hip(hipHostRegister(page, sizeof page, hipHostRegisterDefault));
    assert_hip(hipHostUnregister(page));
    assert_hip_fails(hipErrorInvalidValue, hipHostRegister(page, SIZE_MAX / 2, 0));
    assert_hip_fails(hipErrorInvalidValue, hipHostRegister((void *)4096, 4096, 0));
}

static long resident_pages(void)
{
    long all, resident = 0;
    FILE *file = fopen("/proc/self/statm", "r");
    assert_non_null(file);
    assert_int_equal(fscanf(file, "%ld %ld", &all, &resident), 2);
    fclose(file);
    return resident;
}

/* Programs reserve most of a device's memory, and use parts of it. */
static void a_large_allocation_takes_memory_where_it_is_used(void **state)
{
    enum { PLACES = 64, MOST = 4096 }; /* pages of 4 KiB */
    const size_t size = (size_t)1 << 30;
    char *p;
    (void)state;
    assert_hip(hipMalloc((void **)&p, size));
    long before = resident_pages();
    for (size_t i = 0; i < PLACES; i++)
        p[size / PLACES * i] = 1;
    assert_in_range(resident_pages() - before, PLACES, MOST);
    assert_hip(hipFree(p));
}

static void take_a_while(void *unused)
{
    (void)unused;
    usleep(50000);
}

static void copies_are_waited_for_where_the_program_asks(void **state)
{
    const unsigned yes = 1, no = 0, wrong = 2;
    const hipPointer_attribute attribute = HIP_POINTER_ATTRIBUTE_SYNC_MEMOPS;
    char *from, *to, local;
    bool is_set = false;
    (void)state;
    assert_hip(hipMalloc((void **)&from, 64));
    assert_hip(hipMalloc((void **)&to, 64));
    assert_hip_fails(hipErrorInvalidValue, hipPointerSetAttribute(NULL, attribute, from));
    assert_hip_fails(hipErrorInvalidValue, hipPointerSetAttribute(&wrong, attribute, from));
    assert_hip_fails(hipErrorInvalidValue,
                     hipPointerSetAttribute(&yes, HIP_POINTER_ATTRIBUTE_BUFFER_ID, from));
    assert_hip_fails(hipErrorInvalidDevicePointer, hipPointerSetAttribute(&yes, attribute, &local));
    assert_hip(hipPointerSetAttribute(&yes, attribute, from));
    assert_hip(hipPointerSetAttribute(&yes, attribute, to));
    assert_hip(hipPointerGetAttribute(&is_set, attribute, to));
    assert_true(is_set);
    assert_hip(hipLaunchHostFunc(NULL, take_a_while, NULL));
    assert_hip(hipMemcpy(to, from, 64, hipMemcpyDeviceToDevice));
    assert_hip(hipStreamQuery(NULL));
    assert_hip(hipPointerSetAttribute(&no, attribute, to));
    assert_hip(hipPointerGetAttribute(&is_set, attribute, to));
    assert_false(is_set);
    assert_hip(hipFree(from));
    assert_hip(hipFree(to));
}

static void what_is_known_of_memory_goes_with_it(void **state)
{
    enum { TIMES = 1000, MOST = 4096 };
    static char own[64];
    const unsigned yes = 1;
    void *p;
    (void)state;
    assert_hip(hipMalloc(&p, 64));
    assert_hip(hipFree(p));
    assert_hip(hipMemPrefetchAsync(own, sizeof own, hipCpuDeviceId, NULL));
    size_t before = mallinfo2().uordblks;
    for (unsigned i = 0; i < TIMES; i++) {
        assert_hip(hipMallocManaged(&p, 64, hipMemAttachGlobal));
        assert_hip(hipPointerSetAttribute(&yes, HIP_POINTER_ATTRIBUTE_SYNC_MEMOPS, p));
        assert_hip(hipMemAdvise(p, 64, hipMemAdviseSetReadMostly, 0));
        assert_hip(hipFree(p));
        assert_hip(hipHostRegister(own, sizeof own, 0));
        assert_hip(hipMemPrefetchAsync(own, sizeof own, 0, NULL));
        assert_hip(hipHostUnregister(own));
    }
    assert_true(mallinfo2().uordblks < before + MOST);
}

static void attributes_that_memory_lacks_have_their_defaults(void **state)
{
    hipPointer_attribute attributes[] = {HIP_POINTER_ATTRIBUTE_HOST_POINTER,
                                         HIP_POINTER_ATTRIBUTE_DEVICE_ORDINAL,
                                         HIP_POINTER_ATTRIBUTE_RANGE_SIZE};
    void *host = &attributes, *device;
    int ordinal = 5;
    unsigned size = 5;
    void *out[] = {&host, &ordinal, &size};
    (void)state;
    assert_hip(hipMalloc(&device, 64));
    assert_hip(hipDrvPointerGetAttributes(3, attributes, out, device));
    assert_null(host);
    assert_int_equal(ordinal, 0);
    assert_int_equal(size, 64);
    host = &attributes;
    assert_hip(hipDrvPointerGetAttributes(3, attributes, out, &host));
    assert_null(host);
    assert_int_equal(ordinal, -2);
    assert_int_equal(size, 0);
    (void)hipGetLastError();
    assert_hip_fails(hipErrorInvalidValue, hipDrvPointerGetAttributes(3, attributes, out, NULL));
    assert_hip(hipFree(device));
}

static void pointers_say_what_they_are(void **state)
{
    hipPointerAttribute_t attributes;
    char *device, *host, *managed, local = 0;
    (void)state;
    if (HIP_VERSION_MAJOR > 5) { /* an answer, too */
        assert_hip(hipPointerGetAttributes(&attributes, &local));
        assert_int_equal(attributes.memoryType, 0);
    } else {
        assert_hip_fails(hipErrorInvalidValue, hipPointerGetAttributes(&attributes, &local));
    }
    assert_hip(hipMalloc((void **)&device, 64));
    assert_hip(hipHostMalloc((void **)&host, 64, hipHostMallocMapped));
    assert_hip(hipMallocManaged((void **)&managed, 64, hipMemAttachGlobal));
    assert_hip(hipPointerGetAttributes(&attributes, device + 5));
    assert_int_equal(attributes.memoryType, hipMemoryTypeDevice);
    assert_ptr_equal(attributes.devicePointer, device + 5);
    assert_null(attributes.hostPointer);
    assert_hip(hipPointerGetAttributes(&attributes, host));
    assert_int_equal(attributes.memoryType, hipMemoryTypeHost);
    assert_ptr_equal(attributes.hostPointer, host);
    assert_int_equal(attributes.allocationFlags, hipHostMallocMapped);
    assert_hip(hipPointerGetAttributes(&attributes, managed));
    assert_true(attributes.isManaged);
    hipDeviceptr_t base;
    size_t size;
    assert_hip(hipMemGetAddressRange(&base, &size, device + 63));
    assert_ptr_equal(base, device);
    assert_int_equal(size, 64);
    assert_hip(hipFree(device));
    assert_hip(hipHostFree(host));
    assert_hip(hipFree(managed));
}

/* Every byte of a box in a larger box, and none beside it. */
static void boxes_are_copied_and_filled_exactly(void **state)
{
    enum { W = 37, H = 11, D = 5, BOX = W * H * D };
    static uint8_t host[BOX], back[BOX];
    hipPitchedPtr box;
    (void)state;
    for (int i = 0; i < BOX; i++)
        host[i] = (uint8_t)(i * 7 + 1);
    assert_hip(hipMalloc3D(&box, (hipExtent){W, H, D}));
    assert_true(box.pitch >= W);
    hipMemcpy3DParms to = {.srcPtr = {host, W, W, H},
                           .dstPtr = box,
                           .extent = {W, H, D},
                           .kind = hipMemcpyHostToDevice};
    assert_hip(hipMemcpy3D(&to));
    hipPitchedPtr inner = box;
    inner.ptr = (uint8_t *)box.ptr + box.pitch * H * 1 + box.pitch * 2 + 3;
    assert_hip(hipMemset3D(inner, 0xee, (hipExtent){10, 4, 3}));
    hipMemcpy3DParms from = {.srcPtr = box,
                             .dstPtr = {back, W, W, H},
                             .extent = {W, H, D},
                             .kind = hipMemcpyDeviceToHost};
    assert_hip(hipMemcpy3D(&from));
    for (int z = 0; z < D; z++) {
        for (int y = 0; y < H; y++) {
            for (int x = 0; x < W; x++) {
                int i = (z * H + y) * W + x;
                int is_in = z >= 1 && z < 4 && y >= 2 && y < 6 && x >= 3 && x < 13;
                assert_int_equal(back[i], is_in ? 0xee : host[i]);
            }
        }
    }
    assert_hip(hipFree(box.ptr));
}

static void fills_repeat_their_element(void **state)
{
    uint32_t *p, host[64];
    (void)state;
    assert_hip(hipMalloc((void **)&p, sizeof host));
    assert_hip(hipMemset(p, 0x1ff, sizeof host));
    assert_hip(hipMemsetD16(p + 16, 0xabcd, 32));
    assert_hip(hipMemsetD32(p + 32, (int)0x89abcdef, 16));
    assert_hip(hipMemcpy(host, p, sizeof host, hipMemcpyDeviceToHost));
    for (int i = 0; i < 64; i++)
        assert_int_equal(host[i], i < 16   ? 0xffffffff
                                  : i < 32 ? 0xabcdabcd
                                  : i < 48 ? 0x89abcdef
                                           : 0xffffffff);
    assert_hip(hipFree(p));
}

/* HIP 7's hipMemLocation: 1 is a device, 2 and more the host. */
static void advice_and_prefetches_take_places(void **state)
{
    const struct hip_place device = {1, 0}, host = {2, 0}, node = {3, 1};
    int last = -3;
    char *p;
    (void)state;
    assert_hip(hipMallocManaged((void **)&p, 8192, hipMemAttachGlobal));
    assert_hip(hip_mem_prefetch_async_v2(p, 8192, device, 0, NULL));
    assert_hip(hipMemRangeGetAttribute(&last, sizeof last, hipMemRangeAttributeLastPrefetchLocation,
                                       p, 8192));
    assert_int_equal(last, 0);
    assert_hip(hip_mem_prefetch_async_v2(p, 8192, node, 0, NULL));
    assert_hip(hipMemRangeGetAttribute(&last, sizeof last, hipMemRangeAttributeLastPrefetchLocation,
                                       p, 8192));
    assert_int_equal(last, hipCpuDeviceId);
    assert_hip(hip_mem_advise_v2(p, 8192, hipMemAdviseSetPreferredLocation, host));
    assert_hip(hipMemRangeGetAttribute(&last, sizeof last, hipMemRangeAttributePreferredLocation, p,
                                       8192));
    assert_int_equal(last, hipCpuDeviceId);
    assert_hip_fails(hipErrorInvalidValue,
                     hip_mem_prefetch_async_v2(p, 8192, (struct hip_place){0, 0}, 0, NULL));
    assert_hip_fails(hipErrorInvalidValue, hip_mem_prefetch_async_v2(p, 8192, device, 1, NULL));
    assert_hip_fails(hipErrorInvalidDevice,
                     hip_mem_prefetch_async_v2(p, 8192, (struct hip_place){1, 77}, 0, NULL));
    assert_hip(hipFree(p));
}

static void a_box_is_copied_between_devices(void **state)
{
    enum { WIDTH = 8, HEIGHT = 3, DEPTH = 2, SIZE = WIDTH * HEIGHT * DEPTH };
    uint8_t from[SIZE], to[SIZE] = {0};
    uint8_t *a, *b;
    (void)state;
    for (int i = 0; i < SIZE; i++)
        from[i] = (uint8_t)(i + 1);
    assert_hip(hipMalloc((void **)&a, SIZE));
    assert_hip(hipMalloc((void **)&b, SIZE));
    assert_hip(hipMemcpy(a, from, SIZE, hipMemcpyHostToDevice));
    assert_hip(hipMemset(b, 0, SIZE));
    struct hip_peer_copy copy = {.source = {a, WIDTH, WIDTH, HEIGHT},
                                 .source_position = {2, 1, 0},
                                 .destination = {b, WIDTH, WIDTH, HEIGHT},
                                 .extent = {4, 2, 2}};
    assert_hip(hip_memcpy_3d_peer_async(&copy, NULL));
    assert_hip(hipMemcpy(to, b, SIZE, hipMemcpyDeviceToHost));
    for (int i = 0; i < SIZE; i++) {
        int x = i % WIDTH, y = i / WIDTH % HEIGHT, z = i / WIDTH / HEIGHT;
        bool is_copied = x < 4 && y < 2;
        assert_int_equal(to[i], is_copied ? from[(z * HEIGHT + y + 1) * WIDTH + x + 2] : 0);
    }
    copy.device = 77;
    assert_hip_fails(hipErrorInvalidDevice, hip_memcpy_3d_peer(&copy));
    assert_hip_fails(hipErrorInvalidValue, hip_memcpy_3d_peer(NULL));
    assert_hip(hipFree(a));
    assert_hip(hipFree(b));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(more_than_the_device_has_is_refused),
        cmocka_unit_test(null_places_are_refused),
        cmocka_unit_test(freeing_what_was_not_allocated_fails),
        cmocka_unit_test(either_function_frees_host_and_device_memory),
        cmocka_unit_test(pitches_that_cannot_be_are_refused),
        cmocka_unit_test(advice_and_prefetches_take_places),
        cmocka_unit_test(a_box_is_copied_between_devices),
        cmocka_unit_test(advice_is_remembered),
        cmocka_unit_test(advice_is_for_pages),
        cmocka_unit_test(memory_of_devices_is_coarse),
        cmocka_unit_test(copies_outside_of_allocations_fail),
        cmocka_unit_test(copies_from_and_to_nowhere_fail),
        cmocka_unit_test(described_copies_from_and_to_nowhere_fail),
        cmocka_unit_test(a_graph_does_not_copy_from_freed_memory),
        cmocka_unit_test(no_bytes_are_copied_to_anywhere),
        cmocka_unit_test(registering_twice_fails),
        cmocka_unit_test(pointers_say_what_they_are),
        cmocka_unit_test(what_is_known_of_memory_goes_with_it),
        cmocka_unit_test(attributes_that_memory_lacks_have_their_defaults),
        cmocka_unit_test(copies_are_waited_for_where_the_program_asks),
        cmocka_unit_test(a_large_allocation_takes_memory_where_it_is_used),
        cmocka_unit_test(boxes_are_copied_and_filled_exactly),
        cmocka_unit_test(fills_repeat_their_element),
    };
    setenv("HIPEMU_QUIET", "1", 1);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
