/* Offload bundles, and the one accessor under everything. */
#include "support.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { BUNDLE_SIZE = 1024 };

/* A bundle under construction: the test writes exactly what it reads back. */
struct draft {
    uint8_t bytes[BUNDLE_SIZE];
    size_t size; /* of the header so far */
};

static void put_u64(struct draft *draft, uint64_t value)
{
    for (int i = 0; i < 8; i++)
        draft->bytes[draft->size++] = (uint8_t)(value >> (8 * i));
}

static struct draft draft_start(uint64_t count)
{
    struct draft draft = {.bytes = "__CLANG_OFFLOAD_BUNDLE__", .size = 24};
    put_u64(&draft, count);
    return draft;
}

static void draft_entry(struct draft *draft, uint64_t offset, uint64_t size, const char *id)
{
    put_u64(draft, offset);
    put_u64(draft, size);
    put_u64(draft, strlen(id));
    memcpy(draft->bytes + draft->size, id, strlen(id));
    draft->size += strlen(id);
}

static struct span draft_span(const struct draft *draft)
{
    return (struct span){draft->bytes, sizeof draft->bytes};
}

static struct codeobj_error assert_refused(const struct draft *draft, enum codeobj_status status,
                                           const char *message)
{
    struct codeobj_error error;
    assert_int_equal(check_bundle(draft_span(draft), &error), status);
    if (!strstr(error.message, message))
        fail_msg("'%s' does not say '%s'", error.message, message);
    assert_true(error.offset <= sizeof draft->bytes);
    return error;
}

#define DEVICE "hipv4-amdgcn-amd-amdhsa--gfx1030"

static void sub_spans_never_leave_their_span(void **state)
{
    static const uint8_t data[16];
    static const uint64_t values[] = {0,
                                      1,
                                      8,
                                      15,
                                      16,
                                      17,
                                      UINT32_MAX,
                                      (uint64_t)1 << 32,
                                      INT64_MAX,
                                      1 + (uint64_t)INT64_MAX,
                                      UINT64_MAX - 15,
                                      UINT64_MAX};
    const struct span span = {data, sizeof data};
    (void)state;
    for (size_t i = 0; i < sizeof values / sizeof values[0]; i++) {
        for (size_t j = 0; j < sizeof values / sizeof values[0]; j++) {
            const struct span before = {NULL, 77};
            struct span out = before;
            bool fits = values[i] <= 16 && values[j] <= 16 && values[i] + values[j] <= 16;
            assert_int_equal(span_sub(span, values[i], values[j], &out), fits);
            assert_ptr_equal(out.data, fits ? data + values[i] : before.data);
            assert_int_equal(out.size, fits ? values[j] : before.size);
        }
    }
    struct span empty = {NULL, 0};
    assert_true(span_sub(empty, 0, 0, &empty));
    assert_false(span_sub(empty, 0, 1, &empty));
    assert_false(span_sub(empty, 1, 0, &empty));
}

static void truncated_bundle_never_opens(void **state)
{
    struct span file = file_read("three.hipfb");
    struct arena arena = arena_open(file.size);
    (void)state;
    for (size_t size = 0; size < file.size; size++) {
        struct span prefix = arena_place(&arena, (struct span){file.data, size});
        enum codeobj_status status = check_bundle(prefix, NULL);
        assert_int_equal(status, size < 24 ? CODEOBJ_UNRECOGNISED : CODEOBJ_TRUNCATED);
    }
    assert_int_equal(check_bundle(arena_place(&arena, file), NULL), CODEOBJ_OK);
    arena_close(&arena);
    free((void *)(uintptr_t)file.data);
}

static void other_files_are_not_recognised(void **state)
{
    static const uint8_t compressed[64] = "CCOB";
    (void)state;
    assert_false(bundle_recognise((struct span){compressed, sizeof compressed}));
    assert_int_equal(check_bundle((struct span){compressed, sizeof compressed}, NULL),
                     CODEOBJ_UNRECOGNISED);
    assert_int_equal(check_bundle((struct span){NULL, 0}, NULL), CODEOBJ_UNRECOGNISED);
}

static void impossible_counts_are_refused(void **state)
{
    static const uint64_t counts[] = {
        42, 1000, UINT32_MAX, (uint64_t)1 << 32, UINT64_MAX / 24, UINT64_MAX / 24 + 1, UINT64_MAX};
    (void)state;
    for (size_t i = 0; i < sizeof counts / sizeof counts[0]; i++) {
        struct draft draft = draft_start(counts[i]);
        assert_refused(&draft, CODEOBJ_TRUNCATED, "do not fit");
    }
    struct draft none = draft_start(0);
    assert_refused(&none, CODEOBJ_CORRUPT, "no entries");
}

static void bad_ids_are_refused(void **state)
{
    static const uint64_t sizes[] = {0, 257, 1024, UINT32_MAX, UINT64_MAX};
    static const char *const ids[] = {
        "hip-\xff\xfe-amd", "hip-\xc0\xaf", "hip-\xed\xa0\x80", "hip-\xf4\x90\x80\x80",
        "hip-\xe2\x82",     "hip-a\nb",     "hip-\x7f",         "hip-\xe0\x80\xaf",
    };
    (void)state;
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        struct draft draft = draft_start(1);
        put_u64(&draft, 512);
        put_u64(&draft, 1);
        put_u64(&draft, sizes[i]);
        assert_refused(&draft, CODEOBJ_CORRUPT, "id of bundle entry 0 is ");
    }
    for (size_t i = 0; i < sizeof ids / sizeof ids[0]; i++) {
        struct draft draft = draft_start(1);
        draft_entry(&draft, 512, 1, ids[i]);
        assert_refused(&draft, CODEOBJ_CORRUPT, "is not text");
    }
    struct draft nul = draft_start(1);
    draft_entry(&nul, 512, 1, DEVICE);
    nul.bytes[nul.size - 3] = '\0';
    assert_refused(&nul, CODEOBJ_CORRUPT, "is not text");

    struct draft twice = draft_start(3);
    draft_entry(&twice, 512, 1, DEVICE);
    draft_entry(&twice, 600, 1, "hipv4-amdgcn-amd-amdhsa--gfx1100");
    draft_entry(&twice, 700, 1, DEVICE);
    assert_refused(&twice, CODEOBJ_CORRUPT, "two entries '" DEVICE "'");
}

static void images_outside_are_refused(void **state)
{
    static const uint64_t ranges[][2] = {
        {BUNDLE_SIZE, 1},         {BUNDLE_SIZE - 1, 2},     {BUNDLE_SIZE + 1, 0},
        {512, BUNDLE_SIZE - 511}, {512, UINT64_MAX},        {UINT64_MAX, 1},
        {UINT64_MAX - 511, 512},  {UINT64_MAX, UINT64_MAX}, {512, UINT64_MAX - 511},
    };
    (void)state;
    for (size_t i = 0; i < sizeof ranges / sizeof ranges[0]; i++) {
        struct draft draft = draft_start(1);
        draft_entry(&draft, ranges[i][0], ranges[i][1], DEVICE);
        assert_refused(&draft, CODEOBJ_TRUNCATED, "past the end");
    }
}

static void overlapping_images_are_refused(void **state)
{
    (void)state;
    struct draft header = draft_start(1);
    draft_entry(&header, 0, 64, DEVICE);
    assert_refused(&header, CODEOBJ_CORRUPT, "overlaps 'header'");

    struct draft last_byte = draft_start(1);
    draft_entry(&last_byte, 32 + 24 + strlen(DEVICE) - 1, 8, DEVICE);
    assert_refused(&last_byte, CODEOBJ_CORRUPT, "overlaps 'header'");

    struct draft touching = draft_start(1);
    draft_entry(&touching, 32 + 24 + strlen(DEVICE), 8, DEVICE);
    assert_int_equal(check_bundle(draft_span(&touching), NULL), CODEOBJ_OK);

    struct draft each_other = draft_start(2);
    draft_entry(&each_other, 600, 100, "hipv4-amdgcn-amd-amdhsa--gfx1100");
    draft_entry(&each_other, 512, 89, DEVICE);
    assert_refused(&each_other, CODEOBJ_CORRUPT, "gfx1100' overlaps '" DEVICE "'");

    struct draft inside = draft_start(3);
    draft_entry(&inside, 512, 200, DEVICE);
    draft_entry(&inside, 600, 0, "host-x86_64-unknown-linux--"); /* empty: has no place */
    draft_entry(&inside, 610, 1, "hipv4-amdgcn-amd-amdhsa--gfx1100");
    assert_refused(&inside, CODEOBJ_CORRUPT, "gfx1100' overlaps '" DEVICE "'");
}

/* A bundle may be in front of others, so its size must come from its header. */
static void bundle_ends_with_its_last_image(void **state)
{
    static const struct {
        uint64_t ranges[2][2]; /* offset and size of two images */
        uint64_t size;
    } cases[] = {
        {{{512, 16}, {600, 8}}, 608},
        {{{600, 8}, {512, 16}}, 608},
        {{{512, 16}, {1024, 0}}, 528}, /* an empty image has no place */
        {{{512, BUNDLE_SIZE - 512}, {0, 0}}, BUNDLE_SIZE},
        {{{0, 0}, {0, 0}}, 32 + 2 * 24 + 2 * (sizeof DEVICE - 1)}, /* the header */
        {{{512, 100}, {520, 8}}, 612}, /* damaged, but as long as that */
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct draft draft = draft_start(2);
        uint64_t size = 77;
        draft_entry(&draft, cases[i].ranges[0][0], cases[i].ranges[0][1], DEVICE);
        draft_entry(&draft, cases[i].ranges[1][0], cases[i].ranges[1][1], DEVICE);
        assert_int_equal(bundle_size(draft_span(&draft), &size, NULL), CODEOBJ_OK);
        assert_int_equal(size, cases[i].size);
    }
    struct span file = file_read("three.hipfb");
    uint64_t size = 0;
    assert_int_equal(bundle_size(file, &size, NULL), CODEOBJ_OK);
    assert_int_equal(size, file.size);
    free((void *)(uintptr_t)file.data);
}

static void bundle_that_does_not_say_its_size_has_none(void **state)
{
    (void)state;
    struct span file = file_read("three.hipfb");
    struct arena arena = arena_open(file.size);
    for (size_t size = 0; size < file.size; size += size < 400 ? 1 : 97) {
        struct codeobj_error error;
        uint64_t out = 77;
        struct span prefix = arena_place(&arena, (struct span){file.data, size});
        assert_int_equal(bundle_size(prefix, &out, &error),
                         size < 24 ? CODEOBJ_UNRECOGNISED : CODEOBJ_TRUNCATED);
        assert_true(out == 77 && error.message[0] && error.offset <= size);
    }
    arena_close(&arena);
    free((void *)(uintptr_t)file.data);
}

static void errors_say_where(void **state)
{
    enum { FIRST = 32, ID = FIRST + 24 };
    (void)state;
    struct draft none = draft_start(0);
    assert_int_equal(assert_refused(&none, CODEOBJ_CORRUPT, "no entries").offset, 24);

    struct draft outside = draft_start(1);
    draft_entry(&outside, BUNDLE_SIZE, 1, DEVICE);
    assert_int_equal(assert_refused(&outside, CODEOBJ_TRUNCATED, "past the end").offset, FIRST);

    struct draft id = draft_start(1);
    draft_entry(&id, 512, 1, "hip-\xff");
    assert_int_equal(assert_refused(&id, CODEOBJ_CORRUPT, "is not text").offset, ID);

    struct draft overlap = draft_start(2);
    draft_entry(&overlap, 512, 100, DEVICE);
    draft_entry(&overlap, 520, 8, "hip-amdgcn-amd-amdhsa--gfx906");
    assert_int_equal(assert_refused(&overlap, CODEOBJ_CORRUPT, "overlaps").offset, 520);
}

static void targets_are_found_in_ids(void **state)
{
    static const char *const ids[][2] = {
        {"hip-amdgcn-amd-amdhsa-gfx906", "gfx906"},
        {"hip-amdgcn-amd-amdhsa--gfx906", "gfx906"},
        {"hipv4-amdgcn-amd-amdhsa--gfx90a:xnack-", "gfx90a:xnack-"},
        {"hipv4-amdgcn-amd-amdhsa--gfx90a:sramecc+:xnack-", "gfx90a:sramecc+:xnack-"},
        {"hipv4-amdgcn-amd-amdhsa--gfx9-4-generic", "gfx9-4-generic"},
        {"hip-amdgcn-amd-amdhsa-gfx9-4-generic:xnack+", "gfx9-4-generic:xnack+"},
        {"hipv4-amdgcn-amd-amdhsa-unknown-gfx1100", "gfx1100"},
        {"openmp-amdgcn-amd-amdhsa--gfx90a", "gfx90a"},
        /* LLVM 22 has the processor in front, and perhaps only there. */
        {"hipv4-amdgpu-amd-amdhsa--gfx942", "gfx942"},
        {"hipv4-amdgpu9.42-amd-amdhsa--gfx942", "gfx942"},
        {"hipv4-amdgpu9.0a-amd-amdhsa-unknown-gfx90a:xnack-", "gfx90a:xnack-"},
        {"hipv4-amdgpu9.42-amd-amdhsa--", "gfx942"},
        {"hipv4-amdgpu9.0a-amd-amdhsa--:xnack-", "gfx90a:xnack-"},
        {"hipv4-amdgpu11.00-amd-amdhsa-unknown", "gfx1100"},
        {"hip-amdgpu12.50-amd-amdhsa", "gfx1250"},
        {"hipv4-amdgpu9.4-amd-amdhsa--", "gfx9-4-generic"},
        {"hipv4-amdgpu10.3-amd-amdhsa--", "gfx10-3-generic"},
        {"hipv4-amdgpu11-amd-amdhsa--", "gfx11-generic"},
        {"hipv4-amdgpu-amd-amdhsa--", ""},
        {"hip-spirv64-amd-amdhsa--amdgcnspirv", "amdgcnspirv"},
        {"host-x86_64-unknown-linux--", ""},
        {"host-x86_64-unknown-linux", ""},
        {"host-x86_64-unknown-linux-gnu", ""},
        {"host-x86_64-unknown-linux-gnu-", ""},
        {"hipv4-amdgcn-amd-amdhsa--", ""},
        {"hip-amdgcn-amd-amdhsa-", ""},
        {"hip-amdgcn", ""},
        {"-", ""},
    };
    (void)state;
    for (size_t i = 0; i < sizeof ids / sizeof ids[0]; i++) {
        struct draft draft = draft_start(1);
        struct bundle bundle;
        draft_entry(&draft, 512, 7, ids[i][0]);
        assert_int_equal(bundle_open(draft_span(&draft), &bundle, NULL), CODEOBJ_OK);
        assert_string_equal(bundle.entries[0].id, ids[i][0]);
        assert_string_equal(bundle.entries[0].target, ids[i][1]);
        bundle_close(&bundle);
    }
}

static void bundler_output_holds_the_files_put_in(void **state)
{
    static const char *const files[] = {NULL, "gfx1030-v4.hsaco", "gfx1100-v5.hsaco",
                                        "gfx90a-v4.hsaco"};
    static const char *const targets[] = {"", "gfx1030", "gfx1100", "gfx90a:xnack-"};
    struct span file = file_read("three.hipfb");
    struct bundle bundle;
    (void)state;
    assert_true(bundle_recognise(file));
    assert_int_equal(bundle_open(file, &bundle, NULL), CODEOBJ_OK);
    assert_int_equal(bundle.count, 4);
    for (size_t i = 0; i < bundle.count; i++) {
        assert_string_equal(bundle.entries[i].target, targets[i]);
        if (!files[i]) {
            assert_string_equal(bundle.entries[i].id, "host-x86_64-unknown-linux--");
            assert_int_equal(bundle.entries[i].image.size, 0);
            continue;
        }
        struct span object = file_read(files[i]);
        assert_int_equal(bundle.entries[i].image.size, object.size);
        assert_memory_equal(bundle.entries[i].image.data, object.data, object.size);
        assert_int_equal(bundle.entries[i].offset % 4096, 0);
        free((void *)(uintptr_t)object.data);
    }
    bundle_close(&bundle);
    free((void *)(uintptr_t)file.data);
}

static void damaged_header_opens_or_fails_cleanly(void **state)
{
    struct span file = file_read("three.hipfb");
    struct arena arena = arena_open(file.size);
    struct span copy = arena_place(&arena, file);
    uint64_t seed = 1, opened = 0, refused = 0;
    (void)state;
    for (int i = 0; i < 20000; i++) {
        uint8_t *byte = (uint8_t *)(uintptr_t)copy.data + random_next(&seed) % 260;
        uint8_t kept = *byte;
        *byte = (uint8_t)random_next(&seed);
        if (check_bundle(copy, NULL))
            refused++;
        else
            opened++;
        *byte = kept;
    }
    assert_true(opened > 0 && refused > 0);
    arena_close(&arena);
    free((void *)(uintptr_t)file.data);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sub_spans_never_leave_their_span),
        cmocka_unit_test(truncated_bundle_never_opens),
        cmocka_unit_test(other_files_are_not_recognised),
        cmocka_unit_test(impossible_counts_are_refused),
        cmocka_unit_test(bad_ids_are_refused),
        cmocka_unit_test(images_outside_are_refused),
        cmocka_unit_test(overlapping_images_are_refused),
        cmocka_unit_test(bundle_ends_with_its_last_image),
        cmocka_unit_test(bundle_that_does_not_say_its_size_has_none),
        cmocka_unit_test(errors_say_where),
        cmocka_unit_test(targets_are_found_in_ids),
        cmocka_unit_test(bundler_output_holds_the_files_put_in),
        cmocka_unit_test(damaged_header_opens_or_fails_cleanly),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
