/* NVIDIA's fat binaries: their images are those that were put in, however they are packed, and no
 * size that lies is believed. */
#include "support.h"
#include "container.h"
#include "made.h"

#include <dlfcn.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const char ptx_text[] = ".version 9.0\n.target sm_90\n.address_size 64\n"
                               ".visible .entry k()\n{\n\tret;\n}\n";
static const struct span ptx = {(const uint8_t *)ptx_text, sizeof ptx_text - 1};

static struct span read_cubin(void)
{
    static uint8_t bytes[1 << 16];
    FILE *file = fopen(CONTAINER_DATA "/nvidia.cubin", "rb");
    assert_non_null(file);
    const size_t size = fread(bytes, 1, sizeof bytes, file);
    fclose(file);
    return (struct span){bytes, size};
}

/* What a walk showed. */
struct shown {
    char log[1024];       /* "sm_80", with '!' in front of what is no code object, '+' behind what
                             was packed */
    struct span expected; /* of all images that are code objects, if set */
    unsigned problems;
    struct codeobj_error error;
};

static void show_image(void *context, const struct container_image *image)
{
    struct shown *shown = context;
    const size_t used = strlen(shown->log);
    snprintf(shown->log + used, sizeof shown->log - used, "%s%s%s ",
             image->kind == IMAGE_CODE_OBJECT ? "" : "!",
             *image->target ? image->target : image->entry,
             image->container->kind == CONTAINER_FRAME ? "+" : "");
    if (image->kind == IMAGE_CODE_OBJECT && shown->expected.data) {
        assert_int_equal(image->bytes.size, shown->expected.size);
        assert_memory_equal(image->bytes.data, shown->expected.data, shown->expected.size);
    }
}

static void show_problem(void *context, const struct container *where,
                         const struct codeobj_error *error)
{
    struct shown *shown = context;
    (void)where;
    if (shown->problems++ == 0)
        shown->error = *error;
}

static struct shown walk(struct span bytes, struct span expected)
{
    struct shown shown = {.expected = expected};
    const struct container_visitor visitor = {
        .context = &shown, .image = show_image, .problem = show_problem};
    struct codeobj_error error;
    container_walk(bytes, NULL, &visitor, &error);
    return shown;
}

static bool has_lz4(void)
{
    void *library = dlopen("liblz4.so.1", RTLD_NOW | RTLD_LOCAL);
    return library != NULL;
}

/* Returns how often all of |ptx| but the newline at its end is in |bytes|. */
static size_t count_of_texts(struct span bytes)
{
    size_t count = 0;
    for (size_t at = 0; at + ptx.size - 1 <= bytes.size; at++)
        count += memcmp(bytes.data + at, ptx.data, ptx.size - 1) == 0;
    return count;
}

static void a_truncated_one_shows_no_image_that_is_cut(void **state)
{
    const struct made_payload payloads[] = {{1, 90, 0x11, ptx}, {1, 80, MADE_ZSTD, ptx}};
    struct made made = {0};
    (void)state;
    made_fatbin(&made, payloads, 2);
    struct arena arena = arena_open(made.size);
    for (size_t size = 16; size < made.size; size++) {
        struct shown shown =
            walk(arena_place(&arena, (struct span){made.data, size}), (struct span){0});
        /* What is cut off is searched, also for PTX that zstd did not make smaller. */
        assert_int_equal(strlen(shown.log), count_of_texts((struct span){made.data, size}));
        assert_int_equal(shown.problems, 1);
        assert_int_equal(shown.error.status, CODEOBJ_TRUNCATED);
    }
    assert_string_equal(walk(arena_place(&arena, made_span(&made)), ptx).log,
                        "compute_90 compute_80+ ");
    arena_close(&arena);
    made_free(&made);
}

static void sizes_that_lie_are_refused(void **state)
{
    enum { ENTRY = 16 };
    const struct made_payload payload = {1, 90, MADE_ZSTD, ptx};
    static const struct {
        size_t at;
        unsigned bytes;
        uint64_t value;
        enum codeobj_status status;
        const char *message;
    } lies[] = {
        {8, 8, UINT64_MAX, CODEOBJ_TRUNCATED, "cut off"},
        {8, 8, UINT64_MAX - 15, CODEOBJ_TRUNCATED, "cut off"},
        {8, 8, 63, CODEOBJ_CORRUPT, "entry of a fat binary is not inside it"},
        {ENTRY + 4, 4, 63, CODEOBJ_CORRUPT, "payload of an entry"},
        {ENTRY + 4, 4, UINT32_MAX, CODEOBJ_CORRUPT, "payload of an entry"},
        {ENTRY + 8, 8, UINT64_MAX, CODEOBJ_CORRUPT, "payload of an entry"},
        {ENTRY + 8, 8, UINT64_MAX - 63, CODEOBJ_CORRUPT, "payload of an entry"},
        {ENTRY + 16, 4, UINT32_MAX, CODEOBJ_CORRUPT, "larger than its place"},
        {ENTRY + 16, 4, 9, CODEOBJ_TRUNCATED, "compressed data"},
        {ENTRY + 56, 8, 1, CODEOBJ_LIMIT, "more than 1 bytes"},
        {ENTRY + 56, 8, 1000, CODEOBJ_CORRUPT, "not to 1000"},
        {ENTRY + 56, 8, UINT64_C(1) << 40, CODEOBJ_LIMIT, "the limit is"},
        {ENTRY + 56, 8, UINT64_MAX, CODEOBJ_LIMIT, "the limit is"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof lies / sizeof lies[0]; i++) {
        struct made made = {0};
        made_fatbin(&made, &payload, 1);
        made_put(&made, lies[i].at, lies[i].value, lies[i].bytes);
        struct shown shown = walk(made_span(&made), ptx);
        if (lies[i].at != 8) /* else the payload is behind the fat binary: a frame of its own */
            assert_string_equal(shown.log, "");
        assert_true(shown.problems > 0);
        if (shown.error.status != lies[i].status || !strstr(shown.error.message, lies[i].message))
            fail_msg("%zu: '%s' does not say '%s'", i, shown.error.message, lies[i].message);
        made_free(&made);
    }
}

static void a_size_that_lies_is_refused_of_lz4(void **state)
{
    const struct made_payload payload = {1, 90, MADE_LZ4, ptx};
    (void)state;
    if (!has_lz4())
        skip();
    for (uint64_t size = 0; size < 2 * ptx.size; size++) {
        struct made made = {0};
        made_fatbin(&made, &payload, 1);
        made_put(&made, 16 + 56, size, 8);
        struct shown shown = walk(made_span(&made), ptx);
        assert_string_equal(shown.log, size == ptx.size ? "compute_90+ " : "");
        assert_int_equal(shown.problems, size != ptx.size);
        made_free(&made);
    }
}

static void images_are_the_same_however_they_are_packed(void **state)
{
    static const uint64_t packings[] = {0, MADE_ZSTD, MADE_LZ4};
    const struct span images[] = {ptx, read_cubin()};
    (void)state;
    for (size_t i = 0; i < (has_lz4() ? 3 : 2); i++) {
        for (unsigned kind = 1; kind <= 2; kind++) {
            const struct made_payload payload = {kind, 80, packings[i] | 0x11, images[kind - 1]};
            struct made made = {0};
            made_fatbin(&made, &payload, 1);
            struct shown shown = walk(made_span(&made), images[kind - 1]);
            char expected[32];
            snprintf(expected, sizeof expected, "%s_80%s ", kind == 1 ? "compute" : "sm",
                     i ? "+" : "");
            assert_int_equal(shown.problems, 0);
            assert_string_equal(shown.log, expected);
            made_free(&made);
        }
    }
}

static void entries_have_the_names_of_their_targets(void **state)
{
    const struct span cubin = read_cubin();
    struct made relocatable = {0}, made = {0};
    (void)state;
    made_bytes(&relocatable, cubin.data, cubin.size);
    made_put(&relocatable, 16, 1, 2); /* e_type */
    const struct made_payload payloads[] = {
        {2, 90, 1 << 20, cubin},    {2, 100, 1 << 21, cubin},
        {1, 120, 1 << 20, ptx},     {1, 121, MADE_ZSTD | 1 << 21, ptx},
        {8, 80, MADE_ZSTD, ptx},    {64, 75, 0, ptx},
        {128, 100, MADE_ZSTD, ptx}, {2, 80, MADE_ZSTD, made_span(&relocatable)}};
    made_fatbin(&made, payloads, sizeof payloads / sizeof payloads[0]);
    struct shown shown = walk(made_span(&made), (struct span){NULL, 0});
    assert_int_equal(shown.problems, 0);
    assert_string_equal(shown.log, "sm_90a sm_100f compute_120a compute_121f+ !lto_80 !kind-64_75 "
                                   "!tile_100 !relocatable-sm_80+ ");
    made_free(&relocatable);
    made_free(&made);
}

/* The header of an image of |size| bytes at |start| of an entry's payload, with a name of 4 bytes
 * and options of |options| bytes unless these are 0. */
static void made_image_header(struct made *made, unsigned kind, unsigned capability, uint64_t start,
                              uint64_t size, unsigned options)
{
    const size_t at = made->size;
    made_zeros(made, 64);
    made_put(made, at, kind, 2);
    made_put(made, at + 4, start, 4);
    made_put(made, at + 8, size, 8);
    made_put(made, at + 28, capability, 4);
    if (options == 0)
        return;
    made_put(made, at + 20, 72, 4);
    made_put(made, at + 32, 64, 4);
    made_put(made, at + 36, 4, 4);
    made_bytes(made, "k.cu\0\0\0", 8);
    made_number(made, 80, 4);
    made_number(made, options, 4);
    made_zeros(made, (options + 8) / 8 * 8);
}

enum { TABLE = 16 + 64, HEADERS = 64 + (80 + 48) + (80 + 32) };

/* A fat binary of one entry with three images: PTX without options, and cubins with options of 40
 * and 26 bytes, which need 48 and 32. */
static struct made make_concatenated(unsigned packing)
{
    const struct span cubin = read_cubin();
    struct made images = {0}, made = {0};
    made_bytes(&images, ptx.data, ptx.size);
    made_align(&images, 8);
    const size_t first = images.size;
    made_bytes(&images, cubin.data, cubin.size);
    made_align(&images, 8);
    const size_t second = images.size;
    made_bytes(&images, cubin.data, cubin.size);
    const struct made_payload payload = {256, 0, packing, made_span(&images)};
    struct made whole = {0};
    made_fatbin(&whole, &payload, 1);
    made_bytes(&made, whole.data, TABLE);
    made_put(&made, 8, whole.size - 16 + 8 + HEADERS, 8);
    made_put(&made, 16 + 4, TABLE - 16 + 8 + HEADERS, 4);
    made_put(&made, 16 + 20, TABLE - 16, 4);
    made_number(&made, 3, 4);
    made_number(&made, 8 + HEADERS, 4);
    made_image_header(&made, 1, 90, 0, ptx.size, 0);
    made_image_header(&made, 2, 80, first, cubin.size, 40);
    made_image_header(&made, 2, 86, second, cubin.size, 26);
    made_bytes(&made, whole.data + TABLE, whole.size - TABLE);
    made_free(&whole);
    made_free(&images);
    return made;
}

static void concatenated_images_are_shown(void **state)
{
    static const unsigned packings[] = {0, MADE_ZSTD, MADE_LZ4};
    (void)state;
    for (size_t i = 0; i < (has_lz4() ? 3 : 2); i++) {
        struct made made = make_concatenated(packings[i]);
        struct shown shown = walk(made_span(&made), (struct span){0});
        assert_int_equal(shown.problems, 0);
        assert_string_equal(shown.log,
                            i ? "compute_90+ sm_80+ sm_86+ " : "compute_90 sm_80 sm_86 ");
        made_free(&made);
    }
}

static void lies_about_concatenated_images_are_refused(void **state)
{
    static const struct {
        size_t at;
        uint64_t value;
        const char *log;
    } lies[] = {
        {16 + 20, 0, ""},
        {16 + 20, UINT32_MAX, ""},
        {TABLE, 4, "compute_90+ sm_80+ sm_86+ "},
        {TABLE, UINT32_MAX, "compute_90+ sm_80+ sm_86+ "},
        {TABLE + 4, 7, ""},
        {TABLE + 4, UINT32_MAX, ""},
        {TABLE + 4, 8 + HEADERS - 8, "compute_90+ sm_80+ "},
        {TABLE + 8 + 4, 1 << 30, ""},
        {TABLE + 8 + 8, UINT32_MAX, ""},
        {TABLE + 8 + 64 + 4, 8, "compute_90+ "}, /* it would begin in the first image */
        {TABLE + 8 + 64 + 20, UINT32_MAX, "compute_90+ "},
        {TABLE + 8 + 64 + 72, 0, "compute_90+ "},
        {TABLE + 8 + 64 + 76, UINT32_MAX, "compute_90+ "},
    };
    (void)state;
    for (size_t i = 0; i < sizeof lies / sizeof lies[0]; i++) {
        struct made made = make_concatenated(MADE_ZSTD);
        made_put(&made, lies[i].at, lies[i].value, 4);
        struct arena arena = arena_open(made.size);
        struct shown shown = walk(arena_place(&arena, made_span(&made)), (struct span){0});
        if (strcmp(shown.log, lies[i].log) != 0 || shown.problems != 1)
            fail_msg("%zu: '%s', %u problems", i, shown.log, shown.problems);
        assert_int_equal(shown.error.status, CODEOBJ_CORRUPT);
        assert_non_null(strstr(shown.error.message, "concatenated images"));
        arena_close(&arena);
        made_free(&made);
    }
}

/* In sections that are known, and wherever else they are. */
static void they_are_found_in_any_section(void **state)
{
    static const char *const sections[] = {".nv_fatbin", "__nv_relfatbin", ".rodata", ".data"};
    const struct made_payload payloads[] = {{1, 90, 0x11, ptx}, {1, 80, MADE_ZSTD, ptx}};
    (void)state;
    for (size_t i = 0; i < sizeof sections / sizeof sections[0]; i++) {
        struct made fatbin = {0}, elf = {0};
        made_fatbin(&fatbin, payloads, 2);
        made_align(&fatbin, 8);
        made_fatbin(&fatbin, payloads, 1);
        made_small_elf(&elf, sections[i], made_span(&fatbin));
        struct shown shown = walk(made_span(&elf), ptx);
        assert_int_equal(shown.problems, 0);
        assert_string_equal(shown.log, "compute_90 compute_80+ compute_90 ");
        made_free(&fatbin);
        made_free(&elf);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_truncated_one_shows_no_image_that_is_cut),
        cmocka_unit_test(sizes_that_lie_are_refused),
        cmocka_unit_test(a_size_that_lies_is_refused_of_lz4),
        cmocka_unit_test(images_are_the_same_however_they_are_packed),
        cmocka_unit_test(entries_have_the_names_of_their_targets),
        cmocka_unit_test(concatenated_images_are_shown),
        cmocka_unit_test(lies_about_concatenated_images_are_refused),
        cmocka_unit_test(they_are_found_in_any_section),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
