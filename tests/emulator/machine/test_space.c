/* The address space, with more allocations than programs have: each is found, and nothing else;
 * freed memory is remembered, and its addresses are reused.
 */
#include "core/space.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

enum { MANY = 100000, LARGE = 2 << 20 };

static uint8_t *blocks[MANY];
static size_t sizes[MANY];

static uint8_t *allocate(size_t size, size_t alignment)
{
    return space_allocate(NULL, MEMORY_HOST, size, alignment, 0, "the test", false);
}

static size_t random_size(unsigned *seed)
{
    *seed = *seed * 1664525u + 1013904223u;
    return 1 + (*seed >> 8) % 20000;
}

/* Those that are missing. */
static void allocate_all(unsigned *seed)
{
    for (unsigned i = 0; i < MANY; i++) {
        if (blocks[i])
            continue;
        sizes[i] = random_size(seed);
        blocks[i] = allocate(sizes[i], 256);
        assert_non_null(blocks[i]);
        assert_int_equal(blocks[i][0], 0);
        assert_int_equal(blocks[i][sizes[i] - 1], 0);
        blocks[i][0] = blocks[i][sizes[i] - 1] = 0xff;
    }
}

static void free_every(unsigned step)
{
    for (unsigned i = 0; i < MANY; i += step) {
        assert_true(space_free(blocks[i]));
        assert_null(space_find(blocks[i]));
        assert_false(space_free(blocks[i]));
        blocks[i] = NULL;
    }
}

/* Every byte belongs to the block, and the one behind it to none. */
static void find_all(void)
{
    for (unsigned i = 0; i < MANY; i++) {
        const struct allocation *a = space_find(blocks[i] + sizes[i] - 1);
        assert_non_null(a);
        assert_ptr_equal(a->address, blocks[i]);
        assert_int_equal(a->size, sizes[i]);
        assert_null(space_find(blocks[i] + sizes[i]));
    }
}

static void a_hundred_thousand_allocations_live_at_once(void **state)
{
    unsigned seed = 1;
    (void)state;
    allocate_all(&seed);
    find_all();
    free_every(2);
    allocate_all(&seed);
    find_all();
    free_every(1);
}

/* More than twice what there are addresses for. */
static void addresses_are_used_again(void **state)
{
    (void)state;
    for (unsigned i = 0; i < 40; i++) {
        uint8_t *memory = allocate((size_t)16 << 30, LARGE);
        assert_non_null(memory);
        assert_int_equal((uintptr_t)memory % LARGE, 0);
        assert_int_equal(memory[0], 0);
        memory[0] = 1;
        assert_true(space_free(memory));
    }
}

static void more_than_there_is_is_refused(void **state)
{
    (void)state;
    assert_null(allocate((size_t)1 << 50, 256));
    assert_null(allocate(SIZE_MAX, 256));
    uint8_t *memory = allocate(1, 256);
    assert_non_null(memory);
    assert_true(space_free(memory));
}

static void what_was_freed_is_remembered(void **state)
{
    struct allocation near;
    (void)state;
    uint8_t *memory = allocate(5000, 256);
    assert_int_equal(space_nearest(memory + 4999, &near), MEMORY_INSIDE);
    assert_false(near.is_freed);
    assert_true(space_free(memory));
    assert_int_equal(space_nearest(memory + 4999, &near), MEMORY_INSIDE);
    assert_true(near.is_freed);
    assert_ptr_equal(near.address, memory);
    assert_int_equal(space_nearest(memory + 5000, &near), MEMORY_AFTER);
}

/* ThreadSanitizer takes 100 times as long to move the table that is sorted. */
#if defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define IS_WATCHED 1
#endif
#endif
#ifndef IS_WATCHED
#define IS_WATCHED 0
#endif

static void registered_pages_are_found(void **state)
{
    enum { PIECES = IS_WATCHED ? 2000 : 20000, BYTES = 64 };
    static uint8_t host[PIECES * BYTES];
    (void)state;
    for (unsigned i = 0; i < PIECES; i++) { /* each once, in no order: 7919 is prime */
        unsigned piece = i * 7919u % PIECES;
        assert_true(space_register(NULL, host + piece * BYTES, BYTES / 2, 0));
    }
    assert_false(space_register(NULL, host + 10, 1, 0));
    assert_false(space_register(NULL, host + BYTES / 2, BYTES, 0));
    for (unsigned i = 0; i < PIECES; i++) {
        const struct allocation *a = space_find(host + i * BYTES + BYTES / 2 - 1);
        assert_non_null(a);
        assert_ptr_equal(a->address, host + i * BYTES);
        assert_null(space_find(host + i * BYTES + BYTES / 2));
    }
    for (unsigned i = 0; i < PIECES; i++) {
        assert_true(space_free(host + i * BYTES));
        assert_null(space_find(host + i * BYTES));
    }
    assert_true(space_register(NULL, host, sizeof host, 0));
    assert_non_null(space_find(host + sizeof host - 1));
    assert_true(space_free(host));
}

/* A wave that has found memory accesses it, even if another one frees it in between. */
static void freed_memory_stays_accessible_to_those_who_were_here(void **state)
{
    (void)state;
    unsigned before = space_enter();
    uint8_t *memory = space_allocate(NULL, MEMORY_DEVICE, 8192, 256, 0, "a test", true);
    const struct allocation *a = space_find(memory);
    assert_true(space_free(memory));
    assert_null(space_find(memory));
    unsigned after = space_enter(); /* who comes now does not find it */
    for (unsigned i = 0; i < 5000; i++) {
        uint8_t *next = allocate(1, 256);
        assert_non_null(next);
        assert_ptr_not_equal(next, memory);
        assert_true(space_free(next));
        if (i % 1000 == 0) {
            space_leave(after);
            after = space_enter();
        }
    }
    memory[8191] = a->written[8191] = 1;
    assert_int_equal(space_nearest(memory, &(struct allocation){0}), MEMORY_INSIDE);
    space_leave(before);
    space_leave(after);
    assert_null(a->written);
}

/* An allocation has whole pages for any size; the bytes behind its end belong to no other. */
static void the_rest_of_a_last_page_is_found_as_such(void **state)
{
    (void)state;
    uint8_t *at = allocate(5000, 256);
    assert_non_null(at);
    assert_null(space_find_tail(at + 4992, 8));
    assert_null(space_find(at + 5000));
    assert_ptr_equal(space_find_tail(at + 5000, 8)->address, at);
    assert_ptr_equal(space_find_tail(at + 4996, 8)->address, at);
    assert_ptr_equal(space_find_tail(at + 8184, 8)->address, at);
    assert_null(space_find_tail(at + 8188, 8));
    assert_null(space_find_tail(at + 8192, 8));
    at[8191] = 1;
    assert_true(space_free(at));
    assert_null(space_find_tail(at + 5000, 8));
    at = allocate(8192, 256);
    assert_null(space_find_tail(at + 8188, 4));
    assert_null(space_find_tail(at + 8192, 4));
    assert_true(space_free(at));
}

/* The last 4 GiB; a program that allocates and frees much for hours has tables of one size. */
static void addresses_of_large_allocations_are_used_again(void **state)
{
    enum { ROUNDS = 64, BYTES = 256 << 20, KEPT = 16 };
    uint8_t *freed[ROUNDS];
    unsigned again = 0;
    (void)state;
    for (unsigned i = 0; i < ROUNDS; i++) {
        freed[i] = allocate(BYTES, 4096);
        assert_non_null(freed[i]);
        for (unsigned j = 0; j < i; j++) {
            assert_true(freed[j] != freed[i] || i - j >= KEPT - 1);
            again += freed[j] == freed[i];
        }
        assert_true(space_free(freed[i]));
    }
    assert_true(again > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(more_than_there_is_is_refused),
        cmocka_unit_test(what_was_freed_is_remembered),
        cmocka_unit_test(registered_pages_are_found),
        cmocka_unit_test(the_rest_of_a_last_page_is_found_as_such),
        cmocka_unit_test(freed_memory_stays_accessible_to_those_who_were_here),
        cmocka_unit_test(a_hundred_thousand_allocations_live_at_once),
        cmocka_unit_test(addresses_are_used_again),
        cmocka_unit_test(addresses_of_large_allocations_are_used_again),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
