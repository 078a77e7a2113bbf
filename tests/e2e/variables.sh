# Variables in device memory have typed functions, in C and in the index; each module and device has its own. So have
# instances of templates, and a kernel without parameters. $KRT and $HIPEMU are the libraries, where there are any.
. "$(dirname "$0")/lib.sh"
mkdir src
cat >src/shared.cuh <<'EOF2'
__constant__ float factors[2][2];
__device__ int calls;
EOF2
cat >src/one.cu <<'EOF2'
#include "shared.cuh"
struct limits { float low, high; };
__constant__ limits range;
__managed__ int largest, one = 1, two = 2, four = 4, eight = 8;
static __device__ int hidden;
namespace ns { __device__ unsigned char flags[3] = {1, 2, 3}; }
extern "C" __global__ void count() { atomicAdd(&calls, 1); hidden++; ns::flags[1]++; largest = 25 + calls + one + two + four + eight; }
template <typename T, int N> __global__ void scale(T *out, limits more)
{
    out[0] = (T)(factors[1][0] * N + range.high + more.low);
}
template __global__ void scale<float, 2>(float *, limits);
EOF2
cat >src/two.cu <<'EOF2'
#include "shared.cuh"
extern "C" __global__ void read_calls(int *out) { *out = calls + (int)factors[0][1]; }
EOF2
run 0 kbuild build src --targets gfx1030 -o out --quiet
grep -q '"name": "one/calls", "symbol": "calls", "module": "one", "file": "shared.cuh"' out/kernels.json || fail "no calls"
grep -q '"wrapper": "kernels_variable_largest", "size": 4, "element": "i32", "managed": true' out/kernels.json ||
    fail "largest is not managed"
grep -q variable_hidden out/kernels.h && fail "a static variable, which no driver finds"

# A variable that one target lacks; but nobody misses one that none has.
mkdir lost
echo 'inline __device__ int unused;
#ifndef __gfx90a__
__device__ int some = 1;
#endif
extern "C" __global__ void k(int *out) { *out = 1; }' >lost/lost.cu
run 1 kbuild build lost --targets gfx1030,gfx90a -o lost-out --quiet
says "lost.cu:3: variable 'some' is missing from the code object for gfx90a"

[ -n "${HIPEMU-}" ] || exit 0
cat >main.c <<'EOF2'
#include "kernels.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#define MUST(call) \
    if ((call) != KRT_OK) \
        exit((fprintf(stderr, "%s: %s\n", #call, krt_error_message()), 1))
int main(void)
{
    struct krt_launch_config config = {{2, 1, 1}, {4, 1, 1}, 0};
    struct krt_device *device;
    MUST(krt_device_default(&device));
    struct krt_stream *stream = krt_device_stream(device);
    float *factors, host[4] = {0, 7, 10, 0}, range_host[2] = {0, 100}, *out, result;
    void *range, *out_memory;
    int32_t *one, *two, *largest, calls, *read;
    uint8_t *flags, flag[3];
    uint64_t bytes;
    MUST(krt_alloc(device, 8, &out_memory));
    out = (float *)out_memory, read = (int32_t *)out_memory;
    MUST(kernels_variable_one_factors(device, &factors, &bytes));
    MUST(krt_copy_to_device(stream, factors, host, bytes));
    MUST(kernels_variable_range(device, &range, &bytes));
    MUST(krt_copy_to_device(stream, range, range_host, bytes));
    struct kernels_limits more = {0.5f, 0};
    MUST(kernels_launch_scale_float_2(stream, &config, out, more));
    MUST(krt_copy_to_host(stream, &result, out, sizeof result));
    MUST(kernels_launch_count(stream, &config));
    MUST(kernels_variable_one_calls(device, &one, &bytes));
    MUST(krt_copy_to_host(stream, &calls, one, bytes));
    MUST(kernels_variable_ns_flags(device, &flags, &bytes));
    MUST(krt_copy_to_host(stream, flag, flags, bytes));
    MUST(kernels_variable_largest(device, &largest, NULL));
    printf("%g %d %d %d", (double)result, calls, flag[0], flag[2]);
    MUST(krt_stream_synchronize(stream));
    printf(" %d", *largest > 40 && *largest <= 48);
    /* The other module's variables are others. */
    MUST(kernels_launch_read_calls(stream, &config, read));
    MUST(kernels_variable_two_calls(device, &two, NULL));
    MUST(krt_copy_to_host(stream, &calls, read, sizeof calls));
    printf(" %d %d %d\n", calls, one != two, KERNELS_VARIABLE_COUNT);
    struct krt_variable wrong = kernels_variables[0];
    wrong.size++;
    krt_status status = krt_variable_get(&kernels_package, &wrong, device, NULL, NULL);
    printf("%s\n", krt_status_name(status));
    wrong.module = 9;
    status = krt_variable_get(&kernels_package, &wrong, device, NULL, NULL);
    printf("%s %s\n", krt_status_name(status), krt_launch(&kernels_package, KERNELS_READ_CALLS, stream,
        &config, NULL) == KRT_ERROR_INVALID_ARGUMENT ? "refused" : "launched");
}
EOF2
run 0 cc -std=c11 -Wall -Wextra -Wpedantic -Werror -Iout "-I$INCLUDE" main.c out/kernels.c "$KRT" \
    -Wl,-rpath,"$(dirname "$KRT")" -o main
run 0 env KRT_DEVICE=emu:gfx1030 KRT_LIBRARY="$HIPEMU" ./main
says "120.5 8 1 3 1 0 1 11"
says "KRT_ERROR_BAD_IMAGE"
says "KRT_ERROR_NOT_FOUND refused"
