/* A plugin that links HIP may be opened and closed: libhipemu stays, with the threads and the
 * memory that it has, and nothing runs in a library that is gone.
 */
#include <dirent.h>
#include <dlfcn.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

enum { ROUNDS = 50, BYTES = 4096 };

static int thread_count(void)
{
    DIR *tasks = opendir("/proc/self/task");
    int count = -2; /* "." and ".." */
    assert_non_null(tasks);
    while (readdir(tasks))
        count++;
    closedir(tasks);
    return count;
}

static void use_and_close(const char *path)
{
    void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    assert_non_null(library);
    int (*alloc)(void **, size_t), (*set)(void *, int, size_t, void *), (*release)(void *);
    *(void **)&alloc = dlsym(library, "hipMalloc");
    *(void **)&set = dlsym(library, "hipMemsetAsync");
    *(void **)&release = dlsym(library, "hipFree");
    void *memory;
    assert_int_equal(alloc(&memory, BYTES), 0);
    assert_int_equal(set(memory, 1, BYTES, NULL), 0); /* another thread may be at it */
    assert_int_equal(release(memory), 0);
    assert_int_equal(dlclose(library), 0);
}

static void closing_the_library_leaves_its_threads_their_code(void **state)
{
    (void)state;
    for (int abi = 5; abi <= 7; abi++) {
        char path[512];
        snprintf(path, sizeof path, "%s/libamdhip64.so.%d", LIBRARIES, abi);
        use_and_close(path);
        int threads = thread_count();
        for (int i = 0; i < ROUNDS; i++)
            use_and_close(path);
        assert_true(thread_count() <= threads + 1);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(closing_the_library_leaves_its_threads_their_code),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
