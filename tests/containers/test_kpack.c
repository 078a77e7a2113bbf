/* AMD's kpack archives, and the libraries that have their code objects in them. */
#include "made_kpack.h"
#include "properties.h"
#include "support.h"

#include "kpack.h"

#include <elf.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { VERSION_AT = 4, TABLE_AT = 8 };

static struct made objects[4];

static int make_objects(void **state)
{
    (void)state;
    for (size_t i = 0; i < 4; i++)
        made_code_object(&objects[i], (uint8_t)i);
    return 0;
}

static int free_objects(void **state)
{
    (void)state;
    for (size_t i = 0; i < 4; i++)
        made_free(&objects[i]);
    return 0;
}

static struct made make_archive(bool is_compressed)
{
    struct made made = {0};
    const struct made_kpack_image images[] = {
        {"lib/a.so#0", "gfx90a:xnack-", made_span(&objects[0])},
        {"lib/a.so#0", "gfx942", made_span(&objects[1])},
        {"lib/a.so#1", "gfx942", made_span(&objects[2])},
        {"bin/tool#0", "gfx942", made_span(&objects[3])},
    };
    made_kpack(&made, is_compressed, images, 4);
    return made;
}

/* Walks a copy that ends where the memory ends. */
static void assert_says(const struct made *made, enum codeobj_status status, const char *message)
{
    enum codeobj_status got;
    struct arena arena = arena_open(made->size);
    char *log = walk_log(arena_place(&arena, made_span(made)), &got);
    arena_close(&arena);
    if (!strstr(log, message) || got != status)
        fail_msg("'%s' (%d) does not say '%s' (%d)", log, got, message, status);
    free(log);
}

/* ---- Archives ------------------------------------------------------------------------------- */

static void every_prefix_of_an_archive_is_refused(void **state)
{
    (void)state;
    for (int compressed = 0; compressed < 2; compressed++) {
        struct made made = make_archive(compressed);
        for (size_t size = 4; size < made.size; size++) {
            struct kpack_archive archive;
            struct codeobj_error error;
            struct arena arena = arena_open(size);
            struct span prefix = arena_place(&arena, (struct span){made.data, size});
            enum codeobj_status status = kpack_open(prefix, &archive, &error);
            if (status != CODEOBJ_TRUNCATED)
                fail_msg("%zu of %zu bytes: %d", size, made.size, status);
            arena_close(&arena);
        }
        made_free(&made);
    }
}

static void a_flipped_bit_never_does_harm(void **state)
{
    (void)state;
    for (int compressed = 0; compressed < 2; compressed++) {
        struct made made = make_archive(compressed);
        struct arena arena = arena_open(made.size);
        for (size_t bit = 0; bit < 8 * made.size; bit++) {
            made.data[bit / 8] ^= (uint8_t)(1 << bit % 8);
            properties_check(arena_place(&arena, made_span(&made)));
            made.data[bit / 8] ^= (uint8_t)(1 << bit % 8);
        }
        arena_close(&arena);
        made_free(&made);
    }
}

static void damage_is_named(void **state)
{
    (void)state;
    static const struct {
        const char *before; /* the bytes in front of those that are changed */
        int skip;           /* bytes behind it */
        const char *new;
        size_t size;
        enum codeobj_status status;
        const char *message;
        bool is_compressed;
    } cases[] = {
        {"KPAK", 0, "\2", 1, CODEOBJ_UNSUPPORTED, "of unknown version 2", true},
        {"KPAK", 4, "\0\0", 2, CODEOBJ_TRUNCATED, "was not written to its end", true},
        {"KPAK", 4, "\xff\xff\xff\x7f", 4, CODEOBJ_TRUNCATED, "ends before its table", true},
        {"compression_scheme", 2, "lzma", 4, CODEOBJ_UNSUPPORTED,
         "by the unknown scheme 'lzma-per-kernel'", true},
        {"compression_scheme", 0, "\xc0", 1, CODEOBJ_CORRUPT, "a name that is not text", true},
        {"ordinal", 8, "\x9", 1, CODEOBJ_CORRUPT,
         "'lib/a.so#0' for gfx90a:xnack- is not among the 4", true},
        {"ordinal", 0, "\xd3\xff", 2, CODEOBJ_CORRUPT, "has no number where it needs one", true},
        {"original_size", 7, "\xff", 1, CODEOBJ_CORRUPT, "frame unpacks to 128 bytes, not to",
         true},
        {"original_size", 7, "\xff", 1, CODEOBJ_CORRUPT, "has two different sizes", false},
        {"zstd_size", 1, "\xff", 1, CODEOBJ_CORRUPT, "are not inside it", true},
        {"offset", 1, "\xff", 1, CODEOBJ_CORRUPT, "is not inside the kpack archive", false},
        {"a.so#0", 2, "gfx942\0\0\0\0\0\0", 13, CODEOBJ_CORRUPT, "a name that is not text", true},
        {"a.so#0", 0, "\xc0", 1, CODEOBJ_CORRUPT, "without a map of its targets", true},
        {"toc", 0, "\x94", 1, CODEOBJ_CORRUPT, "lacks a map of names", true},
        {"toc", 0, "\xdf\xff\xff\xff\xff", 5, CODEOBJ_TRUNCATED, "declares 4294967295", true},
        {"lib/a.so#", 0, "0", 1, CODEOBJ_OK, "bin/tool#0", true},
        {"bin/", -6, "\xc1", 1, CODEOBJ_CORRUPT, "is not MessagePack", true},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct made made = make_archive(cases[i].is_compressed);
        uint8_t *found = memmem(made.data, made.size, cases[i].before, strlen(cases[i].before));
        assert_non_null(found);
        memcpy(found + (ptrdiff_t)strlen(cases[i].before) + cases[i].skip, cases[i].new,
               cases[i].size);
        assert_says(&made, cases[i].status, cases[i].message);
        made_free(&made);
    }
}

static void two_images_of_one_name_and_target_are_refused(void **state)
{
    (void)state;
    struct made made = {0};
    const struct made_kpack_image images[] = {
        {"a", "gfx942", made_span(&objects[0])},
        {"b", "gfx942", made_span(&objects[1])},
        {"a", "gfx942", made_span(&objects[2])},
    };
    made_kpack(&made, true, images, 3);
    assert_says(&made, CODEOBJ_CORRUPT, "two images of 'a' for gfx942");
    made_free(&made);
}

/* A frame for 64 MiB and 1 byte of zeros, which are packed into a few kilobytes. */
static void bombs_are_refused(void **state)
{
    (void)state;
    size_t size = (64 << 20) + 1;
    uint8_t *zeros = calloc(1, size);
    assert_non_null(zeros);
    struct made made = {0};
    const struct made_kpack_image image = {"a#0", "gfx942", {zeros, size}};
    struct kpack_archive archive;
    struct codeobj_error error;
    struct span out;
    uint8_t *unpacked;
    made_kpack(&made, true, &image, 1);
    assert_says(&made, CODEOBJ_LIMIT, "the limit for their size");
    assert_int_equal(kpack_open(made_span(&made), &archive, &error), CODEOBJ_OK);
    assert_int_equal(kpack_unpack(&archive, archive.images, UINT64_MAX, &out, &unpacked, &error),
                     CODEOBJ_LIMIT);
    kpack_close(&archive);
    made_free(&made);
    free(zeros);
}

static void images_are_shown_by_name_and_target(void **state)
{
    (void)state;
    static const char plain[] = " %zu\n"
                                " lib/a.so#0 256\n"
                                "  gfx90a:xnack- code object 128\n"
                                "  gfx942 code object 128\n"
                                " lib/a.so#1 128\n"
                                "  gfx942 code object 128\n"
                                " bin/tool#0 128\n"
                                "  gfx942 code object 128\n";
    char log[400];
    struct made made = make_archive(false);
    snprintf(log, sizeof log, plain, made.size);
    assert_walk(made_span(&made), CODEOBJ_OK, log);
    made_free(&made);
    made = make_archive(true);
    assert_says(&made, CODEOBJ_OK,
                " lib/a.so#0 frame 1 128\n"
                "  gfx90a:xnack- code object 128\n"
                " lib/a.so#0 frame 2 128\n"
                "  gfx942 code object 128\n"
                " lib/a.so#1 ");
    made_free(&made);
}

static void code_objects_unpack_to_their_bytes(void **state)
{
    (void)state;
    for (int compressed = 0; compressed < 2; compressed++) {
        struct made made = make_archive(compressed);
        struct kpack_archive archive;
        struct codeobj_error error;
        assert_int_equal(kpack_open(made_span(&made), &archive, &error), CODEOBJ_OK);
        assert_int_equal(archive.count, 4);
        for (size_t i = 0; i < 4; i++) {
            struct span out;
            uint8_t *unpacked;
            assert_int_equal(
                kpack_unpack(&archive, &archive.images[i], UINT64_MAX, &out, &unpacked, &error),
                CODEOBJ_OK);
            assert_int_equal(out.size, objects[i].size);
            assert_memory_equal(out.data, objects[i].data, out.size);
            free(unpacked);
        }
        kpack_close(&archive);
        made_free(&made);
    }
}

static void what_is_neither_is_shown_as_such(void **state)
{
    (void)state;
    struct made made = {0}, bundle = {0};
    made_small_bundle(&bundle, "gfx942", 0);
    const struct made_kpack_image images[] = {
        {"a#0", "amdgcnspirv", {(const uint8_t *)"\3\2\43\7", 4}},
    };
    made_kpack(&made, true, images, 1);
    assert_says(&made, CODEOBJ_OK, "  amdgcnspirv other 4\n");
    made_free(&made);
    made_free(&bundle);
}

static void names_have_the_number_of_a_wrapper(void **state)
{
    (void)state;
    static const struct {
        const char *name, *library;
        uint32_t index;
        bool is_it, is_any;
    } cases[] = {
        {"a.so#0", "a.so", 0, true, true},     {"a.so#12", "a.so", 12, true, true},
        {"a.so#1", "a.so", 12, false, true},   {"a.so#12", "a.so", 1, false, true},
        {"a.so", "a.so", 0, true, true},       {"a.so", "a.so", 1, false, true},
        {"a.so.1#0", "a.so", 0, false, false}, {"ba.so#0", "a.so", 0, false, false},
        {"a.so#", "a.so", 0, false, false},    {"a.so#x", "a.so", 0, false, false},
        {"a.so#-0", "a.so", 0, false, false},  {"a.so#1x", "a.so", 1, false, false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const struct kpack_image image = {.name = cases[i].name};
        if (kpack_image_is_of(&image, cases[i].library, cases[i].index) != cases[i].is_it ||
            kpack_image_is_of_any(&image, cases[i].library) != cases[i].is_any)
            fail_msg("'%s' of '%s', %u", cases[i].name, cases[i].library, cases[i].index);
    }
}

/* ---- Libraries ------------------------------------------------------------------------------ */

static const char path[] = "../.kpack/t_" KPACK_TARGET ".kpack";

/* A library of |name| with what rocm-kpack leaves: .hip_fatbin has a type and no bytes. */
static struct made make_library(const char *name, const char *const *paths, size_t count)
{
    struct made made = {0}, reference = {0};
    made_kpack_reference(&reference, name, paths, count);
    const struct made_section sections[] = {
        {".hip_fatbin", SHT_NOBITS, SHF_ALLOC, {(const uint8_t *)"", 0}},
        {KPACK_SECTION, SHT_PROGBITS, SHF_ALLOC, made_span(&reference)},
    };
    made_elf(&made, ELFCLASS64, ELFDATA2LSB, sections, 2);
    made_free(&reference);
    return made;
}

static void library_without_its_archives_names_them(void **state)
{
    (void)state;
    struct made made = make_library("lib/a.so", (const char *const[]){path}, 1);
    made_files = NULL;
    assert_says(&made, CODEOBJ_IO,
                " .rocm_kpack_ref ../.kpack/t_@GFXARCH@.kpack 0\n"
                "  ! 0: the code objects are in kpack archives, and none of these is there: "
                "../.kpack/t_@GFXARCH@.kpack; install those for your GPUs\n");
    made_free(&made);
}

static void library_shows_its_own_images_in_each_archive(void **state)
{
    (void)state;
    struct made first = make_archive(true), second = {0};
    const struct made_kpack_image image = {"lib/a.so#0", "gfx1100", made_span(&objects[3])};
    made_kpack(&second, false, &image, 1);
    const struct made_file files[] = {
        {"../.kpack/t_gfx1100.kpack", made_span(&second)},
        {"../.kpack/t_gfx9.kpack", made_span(&first)},
        {"../.kpack/other.kpack", made_span(&first)},
        {NULL, {NULL, 0}},
    };
    made_files = files;
    char log[800];
    const char *const paths[] = {path, "missing.kpack"};
    struct made made = make_library("lib/a.so", paths, 2);
    snprintf(log, sizeof log,
             " .rocm_kpack_ref ../.kpack/t_gfx1100.kpack %zu\n"
             " .rocm_kpack_ref ../.kpack/t_gfx1100.kpack lib/a.so#0 128\n"
             "  gfx1100 code object 128\n"
             " .rocm_kpack_ref ../.kpack/t_gfx9.kpack %zu\n",
             second.size, first.size);
    assert_says(&made, CODEOBJ_OK, log);
    assert_says(&made, CODEOBJ_OK,
                "lib/a.so#1 frame 1 128\n"
                "  gfx942 code object 128\n"
                " .rocm_kpack_ref missing.kpack 0\n");
    made_free(&made);

    /* another library, the same archives */
    made = make_library("bin/tool", paths, 1);
    assert_says(&made, CODEOBJ_OK,
                "t_gfx9.kpack bin/tool#0 frame 1 128\n  gfx942 code object 128\n");
    made_free(&made);
    made = make_library("lib/a", paths, 1);
    assert_says(&made, CODEOBJ_IO, "that are there have nothing for 'lib/a'");
    made_free(&made);
    made_files = NULL;
    made_free(&first);
    made_free(&second);
}

static void damaged_archive_of_a_library_is_reported_and_the_others_are_read(void **state)
{
    (void)state;
    struct made good = make_archive(true);
    const struct made_file files[] = {
        {"../.kpack/t_a.kpack", {(const uint8_t *)"#!/bin/sh", 9}},
        {"../.kpack/t_b.kpack", {good.data, good.size / 3}},
        {"../.kpack/t_c.kpack", made_span(&good)},
        {NULL, {NULL, 0}},
    };
    made_files = files;
    struct made made = make_library("lib/a.so", (const char *const[]){path}, 1);
    assert_says(&made, CODEOBJ_CORRUPT, "t_a.kpack 9\n  ! 0: not a kpack archive\n");
    assert_says(&made, CODEOBJ_CORRUPT, "ends before its table of contents");
    assert_says(&made, CODEOBJ_CORRUPT, "t_c.kpack lib/a.so#0 frame 1 128\n");
    made_files = NULL;
    made_free(&made);
    made_free(&good);
}

/* There, the archives are members as well. */
static void library_in_an_archive_does_not_look_beside_it(void **state)
{
    (void)state;
    struct made library = make_library("lib/a.so", (const char *const[]){path}, 1);
    struct made kpack = make_archive(false), made = {0};
    const struct made_file files[] = {
        {"../.kpack/t_c.kpack", made_span(&kpack)},
        {NULL, {NULL, 0}},
    };
    made_files = files;
    made_archive(&made);
    made_member(&made, "a.so/", made_span(&library));
    assert_says(&made, CODEOBJ_UNRECOGNISED,
                "(a.so) .rocm_kpack_ref ../.kpack/t_@GFXARCH@.kpack 0\n"
                "holds no code objects: those of its libraries are in kpack archives");
    made_member(&made, "t_c.kpack/", made_span(&kpack));
    assert_says(&made, CODEOBJ_OK, "(t_c.kpack) lib/a.so#1 128\n  gfx942 code object 128\n");
    made_files = NULL;
    made_free(&made);
    made_free(&kpack);
    made_free(&library);
}

static void damaged_reference_is_reported(void **state)
{
    (void)state;
    static const struct {
        const char *before, *new;
        size_t size;
        enum codeobj_status status;
        const char *message;
    } cases[] = {
        {"kernel_name", "\x91", 1, CODEOBJ_CORRUPT, "a name that is not text"},
        {"kernel_nam", "x", 1, CODEOBJ_CORRUPT, "does not name a library and its archives"},
        {"kpack_search_paths", "\x90", 1, CODEOBJ_CORRUPT, "reference to kpack archives"},
        {"kpack_search_paths", "\x9f", 1, CODEOBJ_CORRUPT, "reference to kpack archives"},
        {"kpack_search_paths\x91", "\xd9\xff", 2, CODEOBJ_TRUNCATED, "ends before them"},
        {"t_", "\n", 1, CODEOBJ_CORRUPT, "a name that is not text"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct made made = make_library("lib/a.so", (const char *const[]){path}, 1);
        uint8_t *found = memmem(made.data, made.size, cases[i].before, strlen(cases[i].before));
        assert_non_null(found);
        memcpy(found + strlen(cases[i].before), cases[i].new, cases[i].size);
        assert_says(&made, cases[i].status, cases[i].message);
        made_free(&made);
    }
}

static void number_of_paths_is_limited(void **state)
{
    (void)state;
    const char *paths[65];
    for (size_t i = 0; i < 65; i++)
        paths[i] = "missing";
    struct made made = make_library("lib/a.so", paths, 65);
    assert_says(&made, CODEOBJ_IO, "more than 64 paths");
    made_free(&made);
}

/* Code objects of less than a page stay in the file; of larger ones there may be zeros. */
static void what_is_left_of_code_objects_is_no_fault(void **state)
{
    (void)state;
    struct made reference = {0}, archive = make_archive(true), bundle = {0}, made = {0};
    static const uint8_t zeros[8192];
    const struct made_file files[] = {
        {"../.kpack/t_c.kpack", made_span(&archive)},
        {NULL, {NULL, 0}},
    };
    made_files = files;
    made_small_bundle(&bundle, "gfx90a", 0);
    made_kpack_reference(&reference, "lib/a.so", (const char *const[]){path}, 1);
    struct made_section sections[] = {
        {".hip_fatbin", SHT_PROGBITS, SHF_ALLOC, {zeros, sizeof zeros}},
        {KPACK_SECTION, SHT_PROGBITS, SHF_ALLOC, made_span(&reference)},
    };
    made_elf(&made, ELFCLASS64, ELFDATA2LSB, sections, 2);
    assert_says(&made, CODEOBJ_OK, " .rocm_kpack_ref ../.kpack/t_c.kpack lib/a.so#0 frame 1 128\n");
    made_free(&made);
    sections[0].contents = made_span(&bundle);
    made = (struct made){0};
    made_elf(&made, ELFCLASS64, ELFDATA2LSB, sections, 2);
    assert_says(&made, CODEOBJ_OK, " .hip_fatbin bundle 1 ");
    made_files = NULL;
    made_free(&made);
    made_free(&bundle);
    made_free(&archive);
    made_free(&reference);
}

/* Each byte of what is left is looked at once, however many sections claim it. */
static void sections_over_one_another_are_reported(void **state)
{
    (void)state;
    const size_t size = sizeof(Elf64_Shdr), field = offsetof(Elf64_Shdr, sh_offset);
    struct made reference = {0}, made = {0};
    static const uint8_t zeros[8192];
    made_kpack_reference(&reference, "lib/a.so", (const char *const[]){path}, 1);
    const struct made_section sections[] = {
        {".hip_fatbin", SHT_PROGBITS, SHF_ALLOC, {zeros, sizeof zeros}},
        {".hip_fatbin", SHT_PROGBITS, SHF_ALLOC, {zeros, sizeof zeros}},
        {KPACK_SECTION, SHT_PROGBITS, SHF_ALLOC, made_span(&reference)},
    };
    made_elf(&made, ELFCLASS64, ELFDATA2LSB, sections, 3);
    uint8_t *headers = made.data + load_le(made.data + offsetof(Elf64_Ehdr, e_shoff), 8);
    memcpy(headers + 2 * size + field, headers + size + field, 8);
    assert_says(&made, CODEOBJ_CORRUPT, "section .hip_fatbin overlaps others");
    made_free(&made);
    made_free(&reference);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_prefix_of_an_archive_is_refused),
        cmocka_unit_test(a_flipped_bit_never_does_harm),
        cmocka_unit_test(damage_is_named),
        cmocka_unit_test(two_images_of_one_name_and_target_are_refused),
        cmocka_unit_test(bombs_are_refused),
        cmocka_unit_test(images_are_shown_by_name_and_target),
        cmocka_unit_test(code_objects_unpack_to_their_bytes),
        cmocka_unit_test(what_is_neither_is_shown_as_such),
        cmocka_unit_test(names_have_the_number_of_a_wrapper),
        cmocka_unit_test(library_without_its_archives_names_them),
        cmocka_unit_test(library_shows_its_own_images_in_each_archive),
        cmocka_unit_test(damaged_archive_of_a_library_is_reported_and_the_others_are_read),
        cmocka_unit_test(library_in_an_archive_does_not_look_beside_it),
        cmocka_unit_test(damaged_reference_is_reported),
        cmocka_unit_test(number_of_paths_is_limited),
        cmocka_unit_test(what_is_left_of_code_objects_is_no_fault),
        cmocka_unit_test(sections_over_one_another_are_reported),
    };
    return cmocka_run_group_tests(tests, make_objects, free_objects);
}
