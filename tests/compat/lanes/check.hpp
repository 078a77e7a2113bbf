// Checks of the simulation tests: a failure says where and what, and the program goes on.
#pragma once

#include "wave_sim.hpp"

#include <cstdio>
#include <cstdlib>
#include <functional>
#include <random>
#include <vector>

inline int failures;

#define CHECK(CONDITION, ...)                                                                      \
    do {                                                                                           \
        if (!(CONDITION)) {                                                                        \
            if (++failures <= 20) {                                                                \
                fprintf(stderr, "%s:%d: %s: ", __FILE__, __LINE__, #CONDITION);                    \
                fprintf(stderr, __VA_ARGS__);                                                      \
                fprintf(stderr, "\n");                                                             \
            }                                                                                      \
        }                                                                                          \
    } while (0)

inline unsigned thread_number()
{
    return threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
}

inline void must_run(int lanes, dim3 block, const std::function<void()> &thread)
{
    if (!wave_sim::run(lanes, block, thread)) {
        fprintf(stderr, "threads wait for each other for ever\n");
        exit(1);
    }
}

// What |thread| returns for each of |count| threads.
template <class T>
std::vector<T> collect(int lanes, unsigned count, const std::function<T()> &thread)
{
    std::vector<T> all(count);
    must_run(lanes, dim3(count), [&] { all[thread_number()] = thread(); });
    return all;
}

// Tests by name, or all.
struct named_test {
    const char *name;
    void (*run)(int lanes);
};

template <size_t count> int run_tests(const named_test (&tests)[count], int argc, char **argv)
{
    for (const named_test &test : tests) {
        bool wanted = argc < 2;
        for (int i = 1; i < argc; ++i) {
            wanted = wanted || std::string(argv[i]) == test.name;
        }
        if (!wanted) {
            continue;
        }
        for (int lanes = 32; lanes <= 64; lanes += 32) {
            const int before = failures;
            test.run(lanes);
            printf("%s %s, waves of %d\n", failures == before ? "ok  " : "FAIL", test.name, lanes);
        }
    }
    return failures ? 1 : 0;
}
