/* Groups of devices: the time of all-reduce, all-gather and broadcast by copies, and by NCCL or
 * RCCL.
 *
 *   bench_group MIB DEVICE...      tensors of up to MIB MiB; devices such as cuda:0 cuda:1
 *
 * First the results are checked, for all dtypes that a library reduces. A line then is a call and
 * the bytes of a device's larger tensor: for each way the microseconds of a call, and the bandwidth
 * as nccl-tests defines it ("busbw"): what a device must receive at least, by the time. The least
 * time of several rounds counts; a round waits once for all its calls. */
#include "krt_kernels.h"

#include <krt/graph.h>
#include <krt/group.h>

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { DEVICES_MAX = 8, ROUNDS = 7, CHECKED = 1000, WAYS = 2 };

static struct krt_ops *ops;
static struct krt_device *devices[DEVICES_MAX];
static struct krt_stream *streams[DEVICES_MAX];
static uint32_t count;

static void check(krt_status status)
{
    if (status) {
        fprintf(stderr, "bench_group: %s\n", krt_error_message());
        exit(1);
    }
}

static void wait_for_all(void)
{
    for (uint32_t i = 0; i < count; i++)
        check(krt_stream_synchronize(streams[i]));
}

/* ---- Checks ---------------------------------------------------------------------------------- */

/* Writes a number from 0 to 2^8 as element |at|. */
static void store(uint32_t dtype, void *memory, uint64_t at, uint32_t number)
{
    const float f32 = (float)number;
    const double f64 = number;
    const uint64_t integer = number;
    uint32_t bits;
    memcpy(&bits, &f32, sizeof bits);
    const uint16_t bf16 = (uint16_t)(bits >> 16);
    const uint16_t f16 = (uint16_t)(number ? (bits >> 13) - (112 << 10) : 0);
    const void *from = dtype == KRT_F32    ? (const void *)&f32
                       : dtype == KRT_F64  ? (const void *)&f64
                       : dtype == KRT_BF16 ? (const void *)&bf16
                       : dtype == KRT_F16  ? (const void *)&f16
                                           : &integer;
    memcpy((char *)memory + at * krt_dtype_size(dtype), from, krt_dtype_size(dtype));
}

static uint32_t number_of(uint32_t device, uint64_t at)
{
    return (uint32_t)((at * 7 + device * 3) % 5);
}

static uint32_t reduced(enum krt_reduction reduction, uint64_t at)
{
    uint32_t result = number_of(0, at);
    for (uint32_t i = 1; i < count; i++) {
        const uint32_t next = number_of(i, at);
        if (reduction == KRT_REDUCE_SUM)
            result += next;
        else if (reduction == KRT_REDUCE_MAX ? next > result : next < result)
            result = next;
    }
    return result;
}

static void expect(const char *what, uint32_t dtype, const struct krt_tensor *tensors,
                   const void *wanted, uint64_t bytes)
{
    char *host = malloc(bytes);
    for (uint32_t i = 0; i < count; i++) {
        check(krt_copy_to_host(streams[i], host, tensors[i].data, bytes));
        if (memcmp(host, wanted, bytes) != 0) {
            fprintf(stderr, "bench_group: device %u: %s of %s is wrong\n", i, what,
                    krt_dtype_name(dtype));
            exit(1);
        }
    }
    free(host);
}

static void check_dtype(struct krt_group *group, uint32_t dtype)
{
    static const char *const names[] = {"a sum", "a minimum", "a maximum"};
    const uint64_t bytes = CHECKED * krt_dtype_size(dtype), all = bytes * count;
    struct krt_tensor in[DEVICES_MAX], out[DEVICES_MAX], joined[DEVICES_MAX];
    char *host = malloc(all);
    for (uint32_t i = 0; i < count; i++) {
        void *memory;
        check(krt_alloc(devices[i], 2 * bytes + all, &memory));
        in[i] = krt_tensor_dense(dtype, memory, 1, (uint64_t[]){CHECKED});
        out[i] = krt_tensor_dense(dtype, (char *)memory + bytes, 1, (uint64_t[]){CHECKED});
        joined[i] = krt_tensor_dense(dtype, (char *)memory + 2 * bytes, 1,
                                     (uint64_t[]){(uint64_t)CHECKED * count});
        for (uint64_t at = 0; at < CHECKED; at++)
            store(dtype, host + i * bytes, at, number_of(i, at));
        check(krt_copy_to_device(streams[i], memory, host + i * bytes, bytes));
    }
    check(krt_all_gather(group, streams, in, joined));
    expect("an all-gather", dtype, joined, host, all);
    for (uint32_t root = 0; root < count; root++) {
        check(krt_broadcast(group, streams, root, &in[root], out));
        expect("a broadcast", dtype, out, host + root * bytes, bytes);
    }
    for (enum krt_reduction reduction = KRT_REDUCE_SUM; reduction <= KRT_REDUCE_MAX; reduction++) {
        check(krt_all_reduce(group, streams, reduction, in, out));
        for (uint64_t at = 0; at < CHECKED; at++)
            store(dtype, host, at, reduced(reduction, at));
        expect(names[reduction], dtype, out, host, bytes);
    }
    for (uint32_t i = 0; i < count; i++)
        check(krt_free(devices[i], in[i].data));
    free(host);
}

/* Makes the other streams part of the capture of the first, or joins them to it. */
static void fork_or_join(bool joins)
{
    struct krt_event *event;
    for (uint32_t i = 1; i < count; i++) {
        check(krt_event_create(devices[joins ? i : 0], KRT_EVENT_NO_TIMING, &event));
        check(krt_event_record(event, streams[joins ? i : 0]));
        check(krt_stream_wait(streams[joins ? 0 : i], event));
        krt_event_destroy(event);
    }
}

/* Launches a graph of an all-reduce twice: each sum is |count| times the one before. */
static void check_graph(struct krt_group *group)
{
    struct krt_graph *graph;
    struct krt_graph_exec *exec;
    struct krt_tensor sums[DEVICES_MAX];
    uint32_t wanted[CHECKED];
    for (uint32_t i = 0; i < count; i++) {
        sums[i] = krt_tensor_dense(KRT_I32, NULL, 1, (uint64_t[]){CHECKED});
        check(krt_alloc(devices[i], sizeof wanted, &sums[i].data));
        check(krt_set(streams[i], sums[i].data, 3, 4, CHECKED));
    }
    wait_for_all();
    check(krt_capture_begin(streams[0]));
    fork_or_join(false);
    check(krt_all_reduce(group, streams, KRT_REDUCE_SUM, sums, sums));
    fork_or_join(true);
    check(krt_capture_end(streams[0], &graph));
    check(krt_graph_instantiate(graph, &exec));
    krt_graph_destroy(graph);
    check(krt_graph_launch(exec, streams[0]));
    check(krt_graph_launch(exec, streams[0]));
    wait_for_all();
    for (uint32_t at = 0; at < CHECKED; at++)
        wanted[at] = 3 * count * count;
    expect("a captured sum", KRT_I32, sums, wanted, sizeof wanted);
    krt_graph_exec_destroy(exec);
    for (uint32_t i = 0; i < count; i++)
        check(krt_free(devices[i], sums[i].data));
}

/* ---- Times ----------------------------------------------------------------------------------- */

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

enum { ALL_REDUCE, ALL_GATHER, BROADCAST, CALLS };

/* Calls once, with tensors of |bytes| bytes in |memory|. */
static void call(struct krt_group *group, int which, void *const *memory, uint64_t bytes)
{
    struct krt_tensor in[DEVICES_MAX], out[DEVICES_MAX];
    const uint64_t elements = bytes / 4;
    for (uint32_t i = 0; i < count; i++) {
        in[i] = out[i] = krt_tensor_dense(KRT_F32, memory[i], 1, &elements);
        if (which == ALL_GATHER) {
            out[i].dims[0] = elements / count * count;
            in[i].dims[0] = elements / count;
            in[i].data = (char *)memory[i] + i * in[i].dims[0] * 4;
        }
    }
    check(which == ALL_REDUCE   ? krt_all_reduce(group, streams, KRT_REDUCE_SUM, in, out)
          : which == ALL_GATHER ? krt_all_gather(group, streams, in, out)
                                : krt_broadcast(group, streams, 0, in, out));
}

/* Seconds of a call. */
static double time_of(struct krt_group *group, int which, void *const *memory, uint64_t bytes)
{
    const int calls = bytes < 1 << 20 ? 50 : 5;
    double least = 1e9;
    for (int round = 0; round < ROUNDS; round++) {
        wait_for_all();
        const double start = now();
        for (int i = 0; i < calls; i++)
            call(group, which, memory, bytes);
        wait_for_all();
        const double time = (now() - start) / calls;
        least = time < least ? time : least;
    }
    return least;
}

static double busy_bytes(int which, uint64_t bytes)
{
    const double share = (double)(count - 1) / count;
    return (double)bytes * (which == ALL_REDUCE ? 2 * share : which == ALL_GATHER ? share : 1);
}

static void compare(struct krt_group *const *groups, uint64_t most)
{
    static const char *const names[] = {"all-reduce", "all-gather", "broadcast"};
    void *memory[DEVICES_MAX];
    for (uint32_t i = 0; i < count; i++) {
        check(krt_alloc(devices[i], most, &memory[i]));
        check(krt_set(streams[i], memory[i], 0, 4, most / 4));
    }
    printf("%-10s %12s %12s %8s %12s %8s\n", "f32", "bytes", "copies, us", "GB/s", "library, us",
           "GB/s");
    for (int which = 0; which < CALLS; which++) {
        for (uint64_t bytes = 4 << 10; bytes <= most; bytes *= 4) {
            printf("%-10s %12llu", names[which], (unsigned long long)bytes);
            for (int way = 0; way < WAYS; way++) {
                if (!groups[way])
                    continue;
                const double time = time_of(groups[way], which, memory, bytes);
                printf(" %12.1f %8.1f", time * 1e6, busy_bytes(which, bytes) / time * 1e-9);
            }
            printf("\n");
        }
    }
    for (uint32_t i = 0; i < count; i++)
        check(krt_free(devices[i], memory[i]));
}

/* Makes the group by copies, and the one with a library if there is one. */
static void make_groups(struct krt_group **groups)
{
    struct krt_group_info info = {.struct_size = sizeof info};
    const char *chosen = getenv("KRT_NCCL");
    char *kept = chosen ? strdup(chosen) : NULL;
    setenv("KRT_NCCL", "none", 1);
    check(krt_group_create(ops, devices, count, &groups[0]));
    if (kept)
        setenv("KRT_NCCL", kept, 1);
    else
        unsetenv("KRT_NCCL");
    free(kept);
    const double start = now();
    check(krt_group_create(ops, devices, count, &groups[1]));
    check(krt_group_describe(groups[1], &info));
    if (info.version) {
        printf("%s, version %u, connected in %.2f s\n", info.library, info.version, now() - start);
        return;
    }
    printf("no library: %s\n", info.reason);
    krt_group_destroy(groups[1]);
    groups[1] = NULL;
}

int main(int arguments, char **names)
{
    static const uint32_t dtypes[] = {KRT_U8,  KRT_U32,  KRT_I32, KRT_I64,
                                      KRT_F16, KRT_BF16, KRT_F32, KRT_F64};
    struct krt_group *groups[WAYS] = {NULL};
    uint64_t most = arguments > 2 ? strtoull(names[1], NULL, 10) << 20 : 0;
    if (most == 0 || arguments > 2 + DEVICES_MAX) {
        fprintf(stderr, "usage: bench_group MIB DEVICE...\n");
        return 2;
    }
    count = (uint32_t)arguments - 2;
    for (uint32_t i = 0; i < count; i++) {
        struct krt_device_options options = {.struct_size = sizeof options, .device = names[2 + i]};
        struct krt_device_info info = {.struct_size = sizeof info};
        check(krt_device_open(&options, &devices[i]));
        check(krt_device_describe(devices[i], &info));
        check(krt_stream_create(devices[i], &streams[i]));
        printf("device %u: %s, %s\n", i, info.name, info.target);
    }
    check(krt_ops_create(&krt_kernels_package, &ops));
    make_groups(groups);
    for (int way = 0; way < WAYS && groups[way]; way++) {
        for (unsigned i = 0; i < sizeof dtypes / sizeof *dtypes; i++)
            check_dtype(groups[way], dtypes[i]);
        printf("%s: the results are right\n", way ? "the library" : "copies");
        check_graph(groups[way]);
        printf("%s: so are those of a graph\n", way ? "the library" : "copies");
    }
    compare(groups, most);
    for (int way = 0; way < WAYS; way++)
        krt_group_destroy(groups[way]);
    krt_ops_destroy(ops);
    for (uint32_t i = 0; i < count; i++) {
        krt_stream_destroy(streams[i]);
        krt_device_close(devices[i]);
    }
    return 0;
}
