/* Code objects cut short, damaged and made up: nothing crashes, nothing is read out of bounds, and
 * every failure is a clean one. check_code_object() says what clean means. */
#include "support.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* How many of each byte are flipped, one at a time: all, or another one from byte to byte. */
#ifndef BITS
#define BITS 8
#endif

static void truncated_prefixes_never_open(void **state)
{
    (void)state;
    for (size_t i = 0; test_objects[i]; i++) {
        struct span file = file_read(test_objects[i]);
        struct arena arena = arena_open(file.size);
        for (size_t size = 0; size < file.size; size++) {
            struct span prefix = arena_place(&arena, (struct span){file.data, size});
            assert_int_equal(check_code_object(prefix, NULL),
                             size < 4 ? CODEOBJ_UNRECOGNISED : CODEOBJ_TRUNCATED);
        }
        assert_int_equal(check_code_object(arena_place(&arena, file), NULL), CODEOBJ_OK);
        arena_close(&arena);
        free((void *)(uintptr_t)file.data);
    }
}

struct tally {
    size_t opened, refused;
};

static void try_byte(struct span copy, size_t offset, uint8_t value, struct tally *tally)
{
    uint8_t *byte = (uint8_t *)(uintptr_t)copy.data + offset;
    uint8_t kept = *byte;
    *byte = value;
    if (check_code_object(copy, NULL))
        tally->refused++;
    else
        tally->opened++;
    *byte = kept;
}

/* All values of every byte of the ELF header, two of every other byte. */
static void damaged_bytes_open_or_fail_cleanly(void **state)
{
    (void)state;
    for (size_t i = 0; i < 2 && test_objects[i]; i++) {
        struct span file = file_read(test_objects[i]);
        struct arena arena = arena_open(file.size);
        struct span copy = arena_place(&arena, file);
        struct tally tally = {0};
        for (size_t offset = 0; offset < 64; offset++) {
            for (int value = 0; value < 256; value++)
                try_byte(copy, offset, (uint8_t)value, &tally);
        }
        for (size_t offset = 64; offset < file.size; offset++) {
            try_byte(copy, offset, file.data[offset] ^ 0x01, &tally);
            try_byte(copy, offset, file.data[offset] ^ 0xff, &tally);
        }
        assert_true(tally.opened > 0 && tally.refused > 0);
        arena_close(&arena);
        free((void *)(uintptr_t)file.data);
    }
}

static void flipped_bits_open_or_fail_cleanly(void **state)
{
    (void)state;
    for (size_t i = 0; test_objects[i]; i++) {
        struct span file = file_read(test_objects[i]);
        struct arena arena = arena_open(file.size);
        struct span copy = arena_place(&arena, file);
        struct tally tally = {0};
        for (size_t offset = 0; offset < file.size; offset++) {
            for (unsigned n = 0; n < BITS; n++)
                try_byte(copy, offset, (uint8_t)(file.data[offset] ^ 1 << (offset + n) % 8),
                         &tally);
        }
        assert_true(tally.opened > 0 && tally.refused > 0);
        arena_close(&arena);
        free((void *)(uintptr_t)file.data);
    }
}

/* Several bytes at once: what passes one check must not break the next. */
static void random_damage_opens_or_fails_cleanly(void **state)
{
    uint64_t seed = 42;
    struct tally tally = {0};
    (void)state;
    for (size_t i = 0; test_objects[i]; i++) {
        struct span file = file_read(test_objects[i]);
        struct arena arena = arena_open(file.size);
        for (int round = 0; round < 4000; round++) {
            struct span copy = arena_place(&arena, file);
            uint8_t *bytes = (uint8_t *)(uintptr_t)copy.data;
            for (uint64_t n = 1 + random_next(&seed) % 6; n > 0; n--)
                bytes[9 + random_next(&seed) % (file.size - 9)] = (uint8_t)random_next(&seed);
            if (check_code_object(copy, NULL))
                tally.refused++;
            else
                tally.opened++;
        }
        arena_close(&arena);
        free((void *)(uintptr_t)file.data);
    }
    assert_true(tally.opened > 0 && tally.refused > 0);
}

static void garbage_never_opens(void **state)
{
    enum { SIZE = 4096 };
    struct arena arena = arena_open(SIZE);
    uint64_t seed = 7;
    (void)state;
    for (int round = 0; round < 20000; round++) {
        size_t size = random_next(&seed) % SIZE;
        uint8_t *data = arena.start + arena.size - size;
        for (size_t i = 0; i + 8 <= size; i += 8) {
            uint64_t value = random_next(&seed);
            memcpy(data + i, &value, 8);
        }
        if (round % 2 && size > 20) { /* behind a start that gets past the first check */
            memcpy(data,
                   "\x7f"
                   "ELF\x02\x01\x01\x40\x02",
                   9);
            memcpy(data + 16, "\x03\x00\xe0\x00\x01\x00\x00\x00", size > 24 ? 8 : 4);
        }
        assert_int_not_equal(check_code_object((struct span){data, size}, NULL), CODEOBJ_OK);
        assert_int_not_equal(check_bundle((struct span){data, size}, NULL), CODEOBJ_OK);
    }
    assert_int_equal(check_code_object((struct span){NULL, 0}, NULL), CODEOBJ_UNRECOGNISED);
    arena_close(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(truncated_prefixes_never_open),
        cmocka_unit_test(damaged_bytes_open_or_fail_cleanly),
        cmocka_unit_test(flipped_bits_open_or_fail_cleanly),
        cmocka_unit_test(random_damage_opens_or_fails_cleanly),
        cmocka_unit_test(garbage_never_opens),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
