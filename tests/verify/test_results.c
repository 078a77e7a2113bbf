/* Files of results: what was written is read, and nothing else. */
#include "util/file.h"
#include "verify/results.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <unistd.h>

#include <cmocka.h>

static const struct signature kernel = {.name = "saxpy", .symbol = "saxpy", .module = "saxpy"};

static void add(struct results *results, const char *label, enum outcome_kind kind, uint64_t hash,
                const char *outputs)
{
    const struct trial trial = {.kernel = &kernel, .label = (char *)(uintptr_t)label};
    struct outcome outcome = {.kind = kind,
                              .message = mem_dup(kind == OUTCOME_DONE ? "" : "it failed"),
                              .hash = hash,
                              .outputs = mem_dup(outputs),
                              .output_bytes = strlen(outputs)};
    assert_int_equal(results_add(results, &trial, &outcome), STATUS_OK);
    assert_null(outcome.outputs);
}

static void make(struct results *out)
{
    *out = (struct results){.place = mem_dup("cuda")};
    add(out, "n=1 seed 1", OUTCOME_DONE, 11, "abcd");
    add(out, "n=0 seed 1", OUTCOME_DONE, 12, "");
    add(out, "n=1 seed 1", OUTCOME_DONE, 13, "efgh");
    add(out, "n=2 seed 1", OUTCOME_FAULT, 14, "");
}

static const struct outcome *find(struct results *results, const char *label, uint64_t hash)
{
    const struct trial trial = {.kernel = &kernel, .label = (char *)(uintptr_t)label};
    const struct result *result = results_find(results, &trial, hash);
    return result ? &result->outcome : NULL;
}

static char path[] = "/tmp/kbuild-results-XXXXXX";

static int make_file(void **state)
{
    struct results results;
    (void)state;
    const int fd = mkstemp(path);
    close(fd);
    make(&results);
    const enum status status = results_write(&results, path);
    results_free(&results);
    return fd < 0 || status != STATUS_OK;
}

static int remove_file(void **state)
{
    (void)state;
    return unlink(path);
}

static void test_round_trip(void **state)
{
    OWNED_BY(results_free) struct results results = {0};
    (void)state;
    assert_int_equal(results_read(path, &results), STATUS_OK);
    assert_string_equal(results.place, "cuda");
    assert_int_equal(results.count, 4);
    assert_memory_equal(find(&results, "n=1 seed 1", 11)->outputs, "abcd", 4);
    assert_memory_equal(find(&results, "n=1 seed 1", 13)->outputs, "efgh", 4);
    assert_int_equal(find(&results, "n=1 seed 1", 99)->output_bytes, 4); /* of other inputs */
    assert_int_equal(find(&results, "n=2 seed 1", 14)->kind, OUTCOME_FAULT);
    assert_string_equal(find(&results, "n=2 seed 1", 14)->message, "it failed");
    assert_null(find(&results, "n=3 seed 1", 11));
}

/* Instances of one template have one name in several modules. */
static void test_other_module(void **state)
{
    static const struct signature other = {.name = "saxpy", .symbol = "saxpy", .module = "blas"};
    const struct trial trial = {.kernel = &other, .label = (char *)"n=1 seed 1"};
    OWNED_BY(results_free) struct results results = {0};
    (void)state;
    assert_int_equal(results_read(path, &results), STATUS_OK);
    assert_null(results_find(&results, &trial, 11));
}

/* A file that was cut off, or of which one byte was changed, is refused. */
static void test_damage(void **state)
{
    OWNED_BY(buf_free) struct buf file = {0};
    (void)state;
    assert_int_equal(file_read(path, &file), STATUS_OK);
    OWNED char *damaged = mem_format("%s.damaged", path);
    for (size_t i = 0; i < file.size; i++) {
        OWNED_BY(results_free) struct results results = {0}, other = {0};
        assert_int_equal(file_write(damaged, file.data, i), STATUS_OK);
        assert_int_equal(results_read(damaged, &results), STATUS_INPUT);
        file.data[i] ^= 1;
        assert_int_equal(file_write(damaged, file.data, file.size), STATUS_OK);
        const enum status status = results_read(damaged, &other);
        file.data[i] ^= 1;
        if (status == STATUS_OK) /* a bit of the frame's header that means nothing */
            assert_int_equal(other.count, 4);
    }
    unlink(damaged);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_round_trip),
        cmocka_unit_test(test_other_module),
        cmocka_unit_test(test_damage),
    };
    return cmocka_run_group_tests(tests, make_file, remove_file);
}
