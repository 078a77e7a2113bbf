/* Every allocation of codeobj is made to fail once: each time the answer is CODEOBJ_NO_MEMORY, the
 * outputs are untouched and, as a leak checker sees, nothing is lost.
 *
 * The linker's --wrap sends codeobj's calls of malloc and calloc here. */
#include "support.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);

static long allowed = -1; /* allocations before one fails; none does when negative */

static bool is_allowed(void)
{
    if (allowed < 0)
        return true;
    return allowed-- > 0;
}

void *__wrap_malloc(size_t size)
{
    return is_allowed() ? __real_malloc(size) : NULL;
}

void *__wrap_calloc(size_t count, size_t size)
{
    return is_allowed() ? __real_calloc(count, size) : NULL;
}

/* Runs |check| with the 1st, 2nd, ... allocation failing until none does; returns how many did. */
static long fail_each(enum codeobj_status (*check)(struct span, struct codeobj_error *),
                      struct span file)
{
    for (long n = 0;; n++) {
        assert_true(n < 100000);
        allowed = n;
        enum codeobj_status status = check(file, NULL);
        bool spent = allowed < 0;
        allowed = -1;
        if (!spent) {
            assert_int_equal(status, CODEOBJ_OK);
            return n;
        }
        assert_int_equal(status, CODEOBJ_NO_MEMORY);
    }
}

static void no_memory_is_an_answer(void **state)
{
    (void)state;
    for (size_t i = 0; test_objects[i]; i++) {
        struct span file = file_read(test_objects[i]);
        /* Blocks of memory: they start small, and the kernels do not fit into the first. */
        assert_true(fail_each(check_code_object, file) >= 2);
        free((void *)(uintptr_t)file.data);
    }
    struct span file = file_read("three.hipfb");
    assert_int_equal(fail_each(check_bundle, file), 1 + 4 + 1); /* entries, ids, the sorted list */
    free((void *)(uintptr_t)file.data);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_memory_is_an_answer),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
