/* The size of a code object, by its headers, with anything behind it. */
#include "support.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static uint64_t size_of(struct span bytes)
{
    uint64_t size = 0;
    struct codeobj_error error;
    if (code_object_size(bytes, &size, &error))
        fail_msg("%s", error.message);
    return size;
}

static void size_is_that_of_the_file(void **state)
{
    (void)state;
    for (size_t i = 0; test_objects[i]; i++) {
        struct span file = file_read(test_objects[i]);
        assert_int_equal(size_of(file), file.size);
        free((void *)(uintptr_t)file.data);
    }
}

/* As a loader has it that is given an address and no length. */
static void what_stands_behind_does_not_count(void **state)
{
    (void)state;
    for (size_t i = 0; test_objects[i]; i++) {
        struct span file = file_read(test_objects[i]);
        struct code_object object;
        struct arena arena = arena_open(file.size);
        struct span endless = arena_place(&arena, file);
        endless.size = SIZE_MAX - (uintptr_t)endless.data; /* the guard page says what is read */
        assert_int_equal(size_of(endless), file.size);
        assert_int_equal(test_open(endless, &object, NULL), CODEOBJ_OK);
        assert_int_equal(object.size, file.size);
        code_object_close(&object);
        arena_close(&arena);
        free((void *)(uintptr_t)file.data);
    }
}

static void cut_files_are_truncated_and_leave_the_output_alone(void **state)
{
    (void)state;
    for (size_t i = 0; test_objects[i]; i++) {
        struct span file = file_read(test_objects[i]);
        for (size_t size = 0; size < file.size; size++) {
            uint64_t out = 42;
            struct codeobj_error error;
            enum codeobj_status status =
                code_object_size((struct span){file.data, size}, &out, &error);
            assert_int_equal(status, size < 4 ? CODEOBJ_UNRECOGNISED : CODEOBJ_TRUNCATED);
            assert_int_equal(out, 42);
            assert_true(error.offset <= file.size);
        }
        free((void *)(uintptr_t)file.data);
    }
}

/* Tables, segments and sections whose ends overflow: none of them gives a size. */
static void sizes_that_overflow_are_refused(void **state)
{
    static const uint64_t values[] = {UINT64_MAX, UINT64_MAX - 63, UINT64_C(1) << 63, 1 << 30};
    /* e_phoff, e_shoff; p_offset and p_filesz of the first segment */
    static const size_t fields[] = {32, 40, 64 + 8, 64 + 32};
    (void)state;
    for (size_t i = 0; i < sizeof fields / sizeof fields[0]; i++) {
        for (size_t j = 0; j < sizeof values / sizeof values[0]; j++) {
            struct span file = file_read("gfx1030-v4.hsaco");
            uint64_t out;
            memcpy((uint8_t *)(uintptr_t)file.data + fields[i], &values[j], sizeof values[j]);
            assert_int_equal(code_object_size(file, &out, NULL), CODEOBJ_TRUNCATED);
            free((void *)(uintptr_t)file.data);
        }
    }
}

/* It needs only headers, so it reads what code_object_open() does not support. */
static void unsupported_ones_have_a_size(void **state)
{
    static const struct {
        size_t offset;
        uint8_t value;
    } patches[] = {{7, 0}, {8, 254}, {16, 1}};
    (void)state;
    for (size_t i = 0; i < sizeof patches / sizeof patches[0]; i++) {
        struct span file = file_read("gfx1030-v4.hsaco");
        ((uint8_t *)(uintptr_t)file.data)[patches[i].offset] = patches[i].value;
        assert_int_equal(check_code_object(file, NULL), CODEOBJ_UNSUPPORTED);
        assert_int_equal(size_of(file), file.size);
        free((void *)(uintptr_t)file.data);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(size_is_that_of_the_file),
        cmocka_unit_test(what_stands_behind_does_not_count),
        cmocka_unit_test(cut_files_are_truncated_and_leave_the_output_alone),
        cmocka_unit_test(sizes_that_overflow_are_refused),
        cmocka_unit_test(unsupported_ones_have_a_size),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
