/* Every allocation fails once, one after another: nothing leaks, nothing breaks, and the walk says
 * what happened. The sanitizers watch. */
#include "made.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *old, size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *old, size_t size);

static bool is_armed, has_failed;
static unsigned until_failure; /* allocations that are let through first */

static bool fails(void)
{
    if (!is_armed || has_failed)
        return false;
    has_failed = until_failure-- == 0;
    return has_failed;
}

void *__wrap_malloc(size_t size)
{
    return fails() ? NULL : __real_malloc(size);
}

void *__wrap_calloc(size_t count, size_t size)
{
    return fails() ? NULL : __real_calloc(count, size);
}

void *__wrap_realloc(void *old, size_t size)
{
    return fails() ? NULL : __real_realloc(old, size);
}

static const char header[] =
    "/* a.hsaco: AMD GPU code objects as C data. Written by kbuild 1; do not edit.\n */\n"
    "#define A_HSACO_SIZE 4u\nx a_hsaco[A_HSACO_SIZE + 1] =\n\"\\0\\0\\0\\0\";\n"
    "#define A_HSACO_IMAGE_COUNT 0u\nx a_hsaco_images[A_HSACO_IMAGE_COUNT] = {\n};\n";

static void failed_allocation_is_reported(void **state)
{
    struct made bundle = {0}, elf = {0}, samples[6] = {{0}};
    (void)state;
    made_small_bundle(&bundle, "gfx90a", 0);
    made_small_elf(&elf, ".hip_fatbin", made_span(&bundle));
    made_bytes(&samples[0], bundle.data, bundle.size);
    made_compressed(&samples[1], 1, 0, made_span(&bundle));
    made_compressed(&samples[2], 2, 1, made_span(&bundle));
    made_packed(&samples[3], 1, made_span(&bundle));
    made_archive(&samples[4]);
    made_member(&samples[4], "a.o/", made_span(&elf));
    made_text(&samples[5], header);
    for (size_t i = 0; i < sizeof samples / sizeof samples[0]; i++) {
        const struct container_visitor nobody = {0};
        unsigned refused = 0;
        unsigned n = 0;
        do {
            struct codeobj_error error = {.status = CODEOBJ_OK};
            until_failure = n++;
            has_failed = false;
            is_armed = true;
            enum codeobj_status status =
                container_walk(made_span(&samples[i]), NULL, &nobody, &error);
            is_armed = false;
            refused += status == CODEOBJ_NO_MEMORY;
            if (status == CODEOBJ_NO_MEMORY)
                assert_string_equal(error.message, "out of memory");
            else if (has_failed) /* only giving back what is too much may fail unnoticed */
                assert_true(i >= 1 && i <= 3 && status == CODEOBJ_OK);
        } while (has_failed);
        assert_true(refused > 0);
        made_free(&samples[i]);
    }
    made_free(&bundle);
    made_free(&elf);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(failed_allocation_is_reported)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
