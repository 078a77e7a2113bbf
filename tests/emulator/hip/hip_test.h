/* What the tests of HIP's functions share. */
#ifndef TESTS_EMULATOR_HIP_TEST_H
#define TESTS_EMULATOR_HIP_TEST_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define __HIP_PLATFORM_AMD__ 1
#include <hip/hip_runtime_api.h>
#if HIP_VERSION_MAJOR > 5
#define memoryType type /* of hipPointerAttribute_t */
#endif

#define assert_hip(call) assert_int_equal((call), hipSuccess)
/* It fails so, and the thread remembers it once. */
#define assert_hip_fails(error, call)                                                              \
    do {                                                                                           \
        assert_int_equal((call), (error));                                                         \
        assert_int_equal(hipGetLastError(), (error));                                              \
        assert_int_equal(hipGetLastError(), hipSuccess);                                           \
    } while (0)

/* The path of the kernels for |target|; ends the process with 77 where there was no compiler. */
static inline const char *kernels_path(const char *target)
{
    static char path[4096];
    snprintf(path, sizeof path, "%s/kernels.%s.hsaco", KERNELS, target);
    FILE *file = fopen(path, "rb");
    if (!file) {
        printf("skipped: no clang to compile the kernels with\n");
        exit(77);
    }
    fclose(file);
    return path;
}

/* The contents of a file, which the caller frees. */
static inline void *read_all(const char *path, size_t *out_size)
{
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    fseek(file, 0, SEEK_END);
    long size = ftell(file);
    rewind(file);
    void *bytes = malloc((size_t)size);
    assert_non_null(bytes);
    assert_int_equal(fread(bytes, 1, (size_t)size, file), size);
    fclose(file);
    *out_size = (size_t)size;
    return bytes;
}

#endif
