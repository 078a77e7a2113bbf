/* Units in a row: the order of a walk, padding, and that damage in one unit does
 * not hide the next. */
#include "support.h"
#include "walk.h"
#include "made.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { SMALL = 272 }; /* bytes of a small bundle */

static void files_without_code_objects_say_what_they_are(void **state)
{
    static const struct {
        const char *bytes;
        size_t size;
        const char *what;
    } files[] = {
        {"", 0, "holds no code objects: an empty file"},
        {"hello", 5, "holds no code objects: not a known format"},
        {"\0\0\0\0\0\0\0\0", 8, "holds no code objects: not a known format"},
        {"BZh91AY&SY", 10, "was not searched: compressed by bzip2; unpack it first"},
        {"BC\xc0\xde", 4, "holds no code objects: LLVM bitcode, not linked yet"},
        {"!<arch>\n", 8, "holds no code objects: an archive of other members"},
        {"version https://git-lfs.github.com/spec/v1\n", 43,
         "holds no code objects: a pointer of git-lfs, in place of the file; 'git lfs pull' "
         "fetches it"},
        {"__CLANG_OFFLOAD_BUNDLE_", 23, "holds no code objects: not a known format"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
        char log[200];
        snprintf(log, sizeof log, " %zu\n%s\n", files[i].size, files[i].what);
        assert_walk((struct span){(const uint8_t *)files[i].bytes, files[i].size},
                    CODEOBJ_UNRECOGNISED, log);
    }
}

static void units_are_walked_in_their_order(void **state)
{
    (void)state;
    struct made made = {0}, object = {0}, bundle = {0};
    made_code_object(&object, 1);
    made_small_bundle(&bundle, "gfx90a", 2);
    made_bytes(&made, bundle.data, bundle.size);
    made_compressed(&made, 1, 0, made_span(&bundle));
    made_compressed(&made, 2, 1, made_span(&bundle));
    made_small_bundle(&made, "gfx1030", 3);
    made_bytes(&made, object.data, object.size);
    made_offload_binary(&made, 1, made_span(&object));
    made_packed(&made, 1, made_span(&object));
    made_offload_binary(&made, 2, made_span(&object));
    made_compressed(&made, 3, 1, made_span(&bundle));
    assert_int_equal(bundle.size, SMALL);
    char log[2000];
    snprintf(log, sizeof log,
             " %zu\n"
             " bundle 1 272\n"
             "  host-x86_64-unknown-linux-- empty 0\n"
             "  hipv4-amdgcn-amd-amdhsa--gfx90a code object 128\n"
             " compressed bundle 1 272\n"
             " compressed bundle 1 272\n"
             "  host-x86_64-unknown-linux-- empty 0\n"
             "  hipv4-amdgcn-amd-amdhsa--gfx90a code object 128\n"
             " compressed bundle 2 272\n"
             " compressed bundle 2 272\n"
             "  host-x86_64-unknown-linux-- empty 0\n"
             "  hipv4-amdgcn-amd-amdhsa--gfx90a code object 128\n"
             " bundle 2 272\n"
             "  host-x86_64-unknown-linux-- empty 0\n"
             "  hipv4-amdgcn-amd-amdhsa--gfx1030 code object 128\n"
             "   code object 128\n"
             " offload binary 1 272\n"
             "  openmp-amdgcn-amd-amdhsa--gfx90a code object 128\n"
             " frame 1 128\n"
             "   code object 128\n"
             " offload binary 2 288\n"
             "  openmp-amdgcn-amd-amdhsa--gfx90a code object 128\n"
             " compressed bundle 3 272\n"
             " compressed bundle 3 272\n"
             "  host-x86_64-unknown-linux-- empty 0\n"
             "  hipv4-amdgcn-amd-amdhsa--gfx90a code object 128\n",
             made.size);
    assert_walk(made_span(&made), CODEOBJ_OK, log);
    made_free(&made);
    made_free(&object);
    made_free(&bundle);
}

static void padding_is_skipped(void **state)
{
    static const size_t zeros[] = {1, 7, 8, 4095};
    (void)state;
    for (size_t i = 0; i < sizeof zeros / sizeof zeros[0]; i++) {
        struct made made = {0};
        char log[600];
        made_small_bundle(&made, "gfx90a", 0);
        made_zeros(&made, zeros[i]);
        made_small_bundle(&made, "gfx1030", 0);
        made_zeros(&made, zeros[i]);
        snprintf(log, sizeof log,
                 " %zu\n"
                 " bundle 1 272\n"
                 "  host-x86_64-unknown-linux-- empty 0\n"
                 "  hipv4-amdgcn-amd-amdhsa--gfx90a code object 128\n"
                 " bundle 2 272\n"
                 "  host-x86_64-unknown-linux-- empty 0\n"
                 "  hipv4-amdgcn-amd-amdhsa--gfx1030 code object 128\n",
                 made.size);
        assert_walk(made_span(&made), CODEOBJ_OK, log);
        made_free(&made);
    }
}

/* A download that was never finished ends in zeros. */
static void more_zeros_than_padding_are_a_problem(void **state)
{
    (void)state;
    struct made made = {0};
    made_small_bundle(&made, "gfx90a", 0);
    made_zeros(&made, 4096);
    assert_walk(made_span(&made), CODEOBJ_CORRUPT,
                " 4368\n"
                " bundle 1 272\n"
                "  host-x86_64-unknown-linux-- empty 0\n"
                "  hipv4-amdgcn-amd-amdhsa--gfx90a code object 128\n"
                "  ! 272: 4096 zero bytes, which is more than padding takes\n");
    made_free(&made);
}

static void what_is_not_padding_is_a_problem(void **state)
{
    (void)state;
    struct made made = {0};
    made_small_bundle(&made, "gfx90a", 0);
    made_zeros(&made, 3);
    made_text(&made, "rest");
    assert_walk(made_span(&made), CODEOBJ_CORRUPT,
                " 279\n"
                " bundle 1 272\n"
                "  host-x86_64-unknown-linux-- empty 0\n"
                "  hipv4-amdgcn-amd-amdhsa--gfx90a code object 128\n"
                "  ! 275: 4 bytes that are neither a bundle nor a code object\n");
    made_free(&made);
}

/* The magic of a bundle inside an image is not a bundle: sizes give the end of a unit. */
static void magic_inside_an_image_is_not_looked_for(void **state)
{
    (void)state;
    struct made inner = {0}, made = {0};
    made_small_bundle(&inner, "gfx90a", 0);
    const struct made_entry entries[] = {{"hip-amdgcn-amd-amdhsa--gfx906", made_span(&inner)}};
    made_bundle(&made, entries, 1);
    assert_walk(made_span(&made), CODEOBJ_OK,
                " 360\n"
                " bundle 1 360\n"
                "  hip-amdgcn-amd-amdhsa--gfx906 other 272\n");
    made_free(&made);
    made_free(&inner);
}

static void damaged_bundle_does_not_hide_the_next(void **state)
{
    (void)state;
    struct made made = {0};
    made_small_bundle(&made, "gfx90a", 0);
    memset(made.data + 32 + 24, 0xff, 4); /* the first id */
    made_small_bundle(&made, "gfx1030", 0);
    assert_walk(made_span(&made), CODEOBJ_CORRUPT,
                " 544\n"
                " bundle 1 272\n"
                "  ! 56: id of bundle entry 0 is not text\n"
                " bundle 2 272\n"
                "  host-x86_64-unknown-linux-- empty 0\n"
                "  hipv4-amdgcn-amd-amdhsa--gfx1030 code object 128\n");
    made_free(&made);
}

/* What a walk saw of a bundle that ends after |size| bytes. */
struct seen {
    size_t size, header; /* bytes of the file, of the bundle's header */
    unsigned images, problems;
};

static void see_image(void *context, const struct container_image *image)
{
    struct seen *seen = context;
    assert_true(image->offset + image->bytes.size <= seen->size);
    assert_true(image->bytes.size == 0 || image->bytes.data[image->bytes.size - 1] == 0xee);
    seen->images++;
}

static void see_problem(void *context, const struct container *where,
                        const struct codeobj_error *error)
{
    struct seen *seen = context;
    assert_int_equal(error->status, CODEOBJ_TRUNCATED);
    assert_true(seen->size < seen->header || where->kind == CONTAINER_BUNDLE);
    seen->problems++;
}

/* Four images of different sizes, one of them empty, each of which ends with the byte 0xee. */
static void make_four(struct made *out, size_t ends[4], size_t *header)
{
    static const char *const ids[] = {"host-x86_64-unknown-linux--",
                                      "hipv4-amdgcn-amd-amdhsa--gfx90a",
                                      "hipv4-amdgcn-amd-amdhsa--gfx1030", "hip-spirv64-x-y--z"};
    static const uint8_t bytes[] = {[39] = 0xee, [63] = 0xee, [4] = 0xee};
    struct made object = {0};
    made_code_object(&object, 9);
    made_bytes(&object, bytes + 24, 40);
    const struct made_entry entries[] = {
        {ids[0], {NULL, 0}},
        {ids[1], made_span(&object)},
        {ids[2], {bytes, 40}},
        {ids[3], {bytes, 5}},
    };
    made_bundle(out, entries, 4);
    *header = 32;
    for (size_t i = 0; i < 4; i++) {
        const uint8_t *entry = out->data + *header;
        ends[i] = (size_t)(load_le(entry, 8) + load_le(entry + 8, 8));
        *header += 24 + strlen(ids[i]);
    }
    made_free(&object);
}

static void cut_off_bundle_shows_what_is_whole(void **state)
{
    (void)state;
    struct made made = {0};
    size_t ends[4], header;
    make_four(&made, ends, &header);
    for (size_t size = 24; size <= made.size; size++) {
        struct seen seen = {.size = size, .header = header};
        const struct container_visitor visitor = {
            .context = &seen, .image = see_image, .problem = see_problem};
        struct arena arena = arena_open(size);
        struct span prefix = arena_place(&arena, (struct span){made.data, size});
        enum codeobj_status status = container_walk(prefix, NULL, &visitor, NULL);
        unsigned whole = 0;
        for (size_t i = 0; i < 4; i++)
            whole += ends[i] <= size;
        assert_int_equal(seen.images, whole);
        if (size < header)
            assert_int_equal(seen.problems, 1);
        else
            assert_int_equal(seen.problems, 4 - whole);
        assert_int_equal(status, whole == 4 ? CODEOBJ_OK : CODEOBJ_TRUNCATED);
        arena_close(&arena);
    }
    made_free(&made);
}

static void cut_off_bundle_is_told_in_full(void **state)
{
    (void)state;
    struct made made = {0};
    made_small_bundle(&made, "gfx90a", 0);
    made_small_bundle(&made, "gfx1030", 0);
    assert_walk((struct span){made.data, made.size - 1}, CODEOBJ_TRUNCATED,
                " 543\n"
                " bundle 1 272\n"
                "  host-x86_64-unknown-linux-- empty 0\n"
                "  hipv4-amdgcn-amd-amdhsa--gfx90a code object 128\n"
                " bundle 2 271\n"
                "  host-x86_64-unknown-linux-- empty 0\n"
                "  ! 271: bundle ends here, after 127 bytes of the image of entry "
                "'hipv4-amdgcn-amd-amdhsa--gfx1030'\n");
    made_free(&made);
}

static void damaged_compressed_bundle_does_not_hide_the_next(void **state)
{
    static const size_t headers[] = {[2] = 24, [3] = 32};
    (void)state;
    for (unsigned version = 2; version <= 3; version++) {
        struct made bundle = {0}, made = {0};
        made_small_bundle(&bundle, "gfx90a", 0);
        made_compressed(&made, version, 0, made_span(&bundle));
        made_bytes(&made, bundle.data, bundle.size);
        made.data[headers[version] + 2] ^= 0xff;
        enum codeobj_status status;
        char *log = walk_log(made_span(&made), &status);
        assert_int_equal(status, CODEOBJ_CORRUPT);
        assert_non_null(strstr(log, "compressed data: zlib"));
        assert_non_null(strstr(log, " bundle 1 272\n"
                                    "  host-x86_64-unknown-linux-- empty 0\n"
                                    "  hipv4-amdgcn-amd-amdhsa--gfx90a code object 128\n"));
        free(log);
        made_free(&made);
        made_free(&bundle);
    }
}

static void nothing_is_compressed_twice(void **state)
{
    (void)state;
    struct made bundle = {0}, once = {0}, twice = {0}, frame = {0};
    made_small_bundle(&bundle, "gfx90a", 0);
    made_compressed(&once, 2, 1, made_span(&bundle));
    made_compressed(&twice, 2, 1, made_span(&once));
    made_packed(&frame, 1, made_span(&once));
    enum codeobj_status status;
    char *log = walk_log(made_span(&twice), &status);
    assert_int_equal(status, CODEOBJ_CORRUPT);
    assert_non_null(strstr(log, "  ! 0: compressed twice\n"));
    free(log);
    log = walk_log(made_span(&frame), &status);
    assert_int_equal(status, CODEOBJ_CORRUPT);
    assert_non_null(strstr(log, "  ! 0: compressed twice\n"));
    free(log);
    made_free(&bundle);
    made_free(&once);
    made_free(&twice);
    made_free(&frame);
}

static void unpacking_is_limited_for_each_and_for_all(void **state)
{
    (void)state;
    struct made bundle = {0}, made = {0};
    made_small_bundle(&bundle, "gfx90a", 0);
    for (int i = 0; i < 3; i++)
        made_compressed(&made, 2, 1, made_span(&bundle));
    const struct container_visitor nobody = {0};
    struct codeobj_error error;
    const struct {
        struct container_limits limits;
        enum codeobj_status status;
    } cases[] = {
        {{0, 0}, CODEOBJ_OK},
        {{SMALL, 3 * SMALL}, CODEOBJ_OK},
        {{SMALL - 1, 0}, CODEOBJ_LIMIT},
        {{0, 3 * SMALL - 1}, CODEOBJ_LIMIT},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        assert_int_equal(container_walk(made_span(&made), &cases[i].limits, &nobody, &error),
                         cases[i].status);
    made_free(&bundle);
    made_free(&made);
}

static void add_frame(void *context, const struct container *container)
{
    if (container->kind == CONTAINER_FRAME)
        *(uint64_t *)context += container->bytes.size;
}

/* 100 frames of 4 MiB of zeros, which are less than 64 kB: a reader stops after 64 MiB. */
static void many_small_bombs_are_one(void **state)
{
    (void)state;
    struct made zeros = {0}, made = {0};
    uint64_t unpacked = 0;
    const struct container_visitor counter = {.context = &unpacked, .container = add_frame};
    struct codeobj_error error;
    made_zeros(&zeros, 4 << 20);
    for (int i = 0; i < 100; i++)
        made_packed(&made, 1, made_span(&zeros));
    assert_true(made.size < 1 << 16);
    assert_int_not_equal(container_walk(made_span(&made), NULL, &counter, &error), CODEOBJ_OK);
    assert_int_equal(unpacked, 64 << 20);
    made_free(&zeros);
    made_free(&made);
}

static void cut_off_code_object_is_shown_as_it_is(void **state)
{
    (void)state;
    struct span file = file_read("gfx1030-v4.hsaco");
    struct span half = {file.data, file.size / 2};
    assert_walk(half, CODEOBJ_OK,
                " 5556\n"
                "   code object 5556\n");
    free((void *)(uintptr_t)file.data);
}

static void real_code_objects_end_where_their_headers_say(void **state)
{
    (void)state;
    struct made made = {0};
    struct span first = file_read("gfx1030-v4.hsaco"), second = file_read("gfx90a-v4.hsaco");
    made_bytes(&made, first.data, first.size);
    made_bytes(&made, second.data, second.size);
    assert_walk(made_span(&made), CODEOBJ_OK,
                " 23056\n"
                "   code object 11112\n"
                "   code object 11944\n");
    made_free(&made);
    free((void *)(uintptr_t)first.data);
    free((void *)(uintptr_t)second.data);
}

/* LLVM 24 can compress all that is behind the header, whose last field is the size of both. */
static void compressed_offload_binaries_are_the_same(void **state)
{
    (void)state;
    struct made object = {0}, plain = {0};
    enum codeobj_status status;
    made_code_object(&object, 0);
    made_offload_binary(&plain, 3, made_span(&object));
    char *wanted = walk_log(made_span(&plain), &status);
    assert_int_equal(status, CODEOBJ_OK);
    for (unsigned method = 0; method <= 1; method++) {
        static const int64_t lies[] = {0, 1, -1, -(1 << 8), 1 << 30};
        for (size_t i = 0; i < sizeof lies / sizeof lies[0]; i++) {
            struct made packed = {0};
            made_compressed_offload_binary(&packed, method, made_span(&object));
            made_put(&packed, 32, plain.size + (uint64_t)lies[i], 8);
            char *log = walk_log(made_span(&packed), &status);
            assert_int_equal(status == CODEOBJ_OK, lies[i] == 0);
            if (lies[i] == 0) /* but for the size of the file */
                assert_string_equal(strchr(log, '\n'), strchr(wanted, '\n'));
            else
                assert_non_null(strstr(log, lies[i] > 1 ? "the limit is" : "unpack"));
            free(log);
            made_free(&packed);
        }
    }
    free(wanted);
    made_free(&plain);
    made_free(&object);
}

static void offload_binaries_that_lie_are_refused(void **state)
{
    static const struct {
        size_t offset;
        uint64_t value;
        const char *message;
    } cases[] = {
        {4, 4, "unknown version 4"},
        {8, 31, "less than its header"},
        {8, 1 << 20, "is cut off after"},
        {16, UINT64_MAX, "do not fit in it"},
        {16, 1 << 20, "do not fit in it"},
        {24, 1 << 20, "do not fit in it"},
        {24, UINT64_MAX, "do not fit in it"},
        {24, 2,
         "images of an offload binary overlap"}, /* a row of strings and text, taken for an entry */
        {40, UINT64_MAX, "strings of an offload binary are damaged"},
        {48, UINT64_MAX, "strings of an offload binary are damaged"},
        {48, 65, "strings of an offload binary are damaged"},
        {56, UINT64_MAX, "image of an offload binary is not inside it"},
        {64, UINT64_MAX, "image of an offload binary is not inside it"},
        {72, UINT64_MAX, "strings of an offload binary are damaged"},
    };
    (void)state;
    struct made object = {0};
    made_code_object(&object, 0);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct made made = {0};
        enum codeobj_status status;
        made_offload_binary(&made, 2, made_span(&object));
        made_put(&made, cases[i].offset, cases[i].value, cases[i].offset == 4 ? 4 : 8);
        char *log = walk_log(made_span(&made), &status);
        assert_int_not_equal(status, CODEOBJ_OK);
        if (!strstr(log, cases[i].message) && i != 7)
            fail_msg("'%s' does not say '%s'", log, cases[i].message);
        free(log);
        made_free(&made);
    }
    made_free(&object);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(files_without_code_objects_say_what_they_are),
        cmocka_unit_test(units_are_walked_in_their_order),
        cmocka_unit_test(padding_is_skipped),
        cmocka_unit_test(more_zeros_than_padding_are_a_problem),
        cmocka_unit_test(what_is_not_padding_is_a_problem),
        cmocka_unit_test(magic_inside_an_image_is_not_looked_for),
        cmocka_unit_test(damaged_bundle_does_not_hide_the_next),
        cmocka_unit_test(cut_off_bundle_shows_what_is_whole),
        cmocka_unit_test(cut_off_bundle_is_told_in_full),
        cmocka_unit_test(damaged_compressed_bundle_does_not_hide_the_next),
        cmocka_unit_test(nothing_is_compressed_twice),
        cmocka_unit_test(unpacking_is_limited_for_each_and_for_all),
        cmocka_unit_test(many_small_bombs_are_one),
        cmocka_unit_test(cut_off_code_object_is_shown_as_it_is),
        cmocka_unit_test(real_code_objects_end_where_their_headers_say),
        cmocka_unit_test(compressed_offload_binaries_are_the_same),
        cmocka_unit_test(offload_binaries_that_lie_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
