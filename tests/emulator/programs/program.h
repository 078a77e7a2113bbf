/* program: what the programs share: calls that must succeed, checks that count, arrays on the
 * device. A program returns report(). */
#ifndef TESTS_EMULATOR_PROGRAM_H
#define TESTS_EMULATOR_PROGRAM_H

#include <hip/hip_runtime.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

static int failures;

#define HIP(call)                                                                                  \
    do {                                                                                           \
        hipError_t status_ = (call);                                                               \
        if (status_ != hipSuccess) {                                                               \
            fprintf(stderr, "%s:%d: %s: %s\n", __FILE__, __LINE__, #call,                          \
                    hipGetErrorName(status_));                                                     \
            exit(1);                                                                               \
        }                                                                                          \
    } while (0)

/* Counts a failure; the first few are shown. */
#define CHECK(condition, ...)                                                                      \
    do {                                                                                           \
        if (!(condition) && failures++ < 8) {                                                      \
            fprintf(stderr, "%s:%d: not %s: ", __FILE__, __LINE__, #condition);                    \
            fprintf(stderr, __VA_ARGS__);                                                          \
            fputc('\n', stderr);                                                                   \
        }                                                                                          \
    } while (0)

static inline int report()
{
    HIP(hipDeviceSynchronize());
    if (failures)
        fprintf(stderr, "%d failures\n", failures);
    return failures > 0;
}

/* An array on the device, filled from the host's and read back. */
template <typename T> struct array {
    T *data = nullptr;
    size_t count;

    explicit array(size_t n) : count(n)
    {
        HIP(hipMalloc(reinterpret_cast<void **>(&data), n * sizeof(T)));
    }
    explicit array(const std::vector<T> &from) : array(from.size())
    {
        HIP(hipMemcpy(data, from.data(), count * sizeof(T), hipMemcpyHostToDevice));
    }
    array(const array &) = delete;
    array &operator=(const array &) = delete;
    ~array() { (void)hipFree(data); }

    std::vector<T> get() const
    {
        std::vector<T> to(count);
        HIP(hipMemcpy(to.data(), data, count * sizeof(T), hipMemcpyDeviceToHost));
        return to;
    }
};

/* The same numbers every time, on the host and on the device. */
struct lcg {
    unsigned state;
    __host__ __device__ unsigned next()
    {
        state = state * 1664525u + 1013904223u;
        return state >> 8;
    }
    __host__ __device__ float unit() { return next() * (1.0f / 16777216.0f); }
};

#endif
