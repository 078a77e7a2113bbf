/* Hashes are those of xxHash without vectors, whatever the processor has and however long the input
 * is. */
#include "hash.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>
#ifdef __x86_64__
#include <cpuid.h>
#endif

#define XXH_INLINE_ALL
#define XXH_VECTOR XXH_SCALAR
#include <xxhash.h>

#include <cmocka.h>

static uint8_t bytes[40000];

static void check(size_t size, size_t offset)
{
    uint64_t sum;
    struct hash_128 both, hash = hash_128(bytes + offset, size);
    XXH128_canonical_t expected;
    XXH128_canonicalFromHash(&expected, XXH3_128bits(bytes + offset, size));
    assert_memory_equal(hash.bytes, expected.digest, sizeof hash.bytes);
    assert_int_equal(hash_64(bytes + offset, size), XXH3_64bits(bytes + offset, size));
    hash_both(bytes + offset, size, &sum, &both);
    assert_int_equal(sum, XXH3_64bits(bytes + offset, size));
    assert_memory_equal(both.bytes, expected.digest, sizeof both.bytes);
}

static void hashes_are_those_of_xxhash(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof bytes; i++)
        bytes[i] = (uint8_t)(i * 2654435761u >> 13);
    for (size_t size = 0; size < sizeof bytes - 64; size += size < 1200 ? 1 : 61)
        check(size, size % 64);
}

/* Whether the upper halves of vector registers are in use, which makes SSE code slow; see Intel's
 * manual, XGETBV with ECX = 1. */
static bool has_upper_halves(void)
{
    enum { AVX_STATE = 1 << 2 };
    unsigned low = 0;
#ifdef __x86_64__
    unsigned a, b, c, d;
    if (__builtin_cpu_supports("avx") && __get_cpuid_count(0xd, 1, &a, &b, &c, &d) && (a & 4))
        __asm__ volatile("xgetbv" : "=a"(low), "=d"(d) : "c"(1));
#endif
    return low & AVX_STATE;
}

static void vector_registers_are_left_clean(void **state)
{
    uint64_t sum;
    struct hash_128 both;
    (void)state;
    if (has_upper_halves())
        skip(); /* something else has used them */
    (void)hash_64(bytes, sizeof bytes);
    assert_false(has_upper_halves());
    hash_both(bytes, sizeof bytes, &sum, &both);
    assert_false(has_upper_halves());
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(vector_registers_are_left_clean),
                                       cmocka_unit_test(hashes_are_those_of_xxhash)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
