/* Allocations at addresses that the caller chooses. */
#include "hip_test.h"
#include "hipemu.h"

enum { PAGE = 4096 };
#define START ((char *)0x5a5a00000000)
#define BYTES (64ull << 20)

static void a_wrong_range_is_refused(void **state)
{
    (void)state;
    assert_hip_fails(hipErrorInvalidValue, hipemuSetAddresses(NULL, BYTES));
    assert_hip_fails(hipErrorInvalidValue, hipemuSetAddresses(START + PAGE, BYTES));
    assert_hip_fails(hipErrorInvalidValue, hipemuSetAddresses(START, 1ull << 62));
}

static void allocations_are_where_they_are_wanted(void **state)
{
    void *a, *b, *c, *anywhere;
    (void)state;
    assert_hip(hipemuSetAddresses(START, BYTES));
    assert_hip(hipemuMallocAt(&a, START + 3 * PAGE, PAGE + 1, "hipMalloc"));
    assert_ptr_equal(a, START + 3 * PAGE);
    /* the next one begins behind its last page, and others end before it */
    assert_hip(hipemuMallocAt(&b, START + 5 * PAGE, 100, "hipHostMalloc"));
    assert_ptr_equal(b, START + 5 * PAGE);
    assert_hip(hipemuMallocAt(&c, START + PAGE, 2 * PAGE, "hipMallocAsync"));
    assert_ptr_equal(c, START + PAGE);
    assert_hip(hipemuMallocAt(&anywhere, NULL, 3 * PAGE, "hipMalloc"));
    assert_true((char *)anywhere > START && (char *)anywhere < START + BYTES);
    assert_hip(hipMemset(a, 1, PAGE + 1));
    assert_hip(hipMemset(c, 2, 2 * PAGE));
    assert_hip_fails(hipErrorInvalidValue, hipMemset(c, 2, 2 * PAGE + 1));

    assert_hip_fails(hipErrorInvalidValue, hipemuSetAddresses(START, BYTES));
    const char *const wrong[] = {START,
                                 START + 2 * PAGE,
                                 START + 4 * PAGE,
                                 START + 6 * PAGE + 1,
                                 START + BYTES - PAGE,
                                 START - PAGE,
                                 (char *)PAGE};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
        assert_hip_fails(hipErrorOutOfMemory,
                         hipemuMallocAt(&b, (void *)(uintptr_t)wrong[i], 2 * PAGE, "hipMalloc"));
    assert_hip_fails(hipErrorInvalidValue, hipemuMallocAt(&b, NULL, PAGE, "hipFree"));
    assert_hip_fails(hipErrorInvalidValue, hipemuMallocAt(&b, NULL, 0, "hipMalloc"));
    assert_hip_fails(hipErrorInvalidValue, hipemuMallocAt(NULL, NULL, PAGE, "hipMalloc"));
}

static void freed_allocations_give_their_pages_back_once(void **state)
{
    void *made;
    (void)state;
    /* more than are remembered, so that the first ones are forgotten */
    for (int i = 0; i < 40000; i++) {
        assert_hip(hipemuMallocAt(&made, NULL, 1, "hipMalloc"));
        assert_hip(hipFree(made));
    }
    assert_hip(hipFree(START + PAGE));
    assert_hip(hipFree(START + 3 * PAGE));
    assert_hip_fails(hipErrorInvalidValue, hipFree(START + 3 * PAGE));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_wrong_range_is_refused),
        cmocka_unit_test(allocations_are_where_they_are_wanted),
        cmocka_unit_test(freed_allocations_give_their_pages_back_once),
    };
    setenv("HIPEMU_QUIET", "1", 1);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
