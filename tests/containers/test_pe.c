/* Programs and libraries for Windows: which sections are read, their names, and damage. */
#include "support.h"
#include "made_kpack.h"

#include "kpack.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { HEADER = 128, OPTIONAL = 16, TABLE = HEADER + 24 + OPTIONAL, BLOCK = 512 };

struct pe_section {
    const char *name;
    struct span contents;
};

/* Sections start at blocks and are padded to them. Long names are in strings behind them. */
static void made_pe(struct made *made, const struct pe_section *sections, size_t count)
{
    struct made strings = {0};
    made_text(made, "MZ");
    made_zeros(made, 58);
    made_number(made, HEADER, 4);
    made_zeros(made, HEADER - made->size);
    made_bytes(made, "PE\0\0", 4);
    made_number(made, 0x8664, 2);
    made_number(made, count, 2);
    made_zeros(made, 12);
    made_number(made, OPTIONAL, 2);
    made_zeros(made, 2 + OPTIONAL);
    made_zeros(made, count * 40);
    made_zeros(&strings, 4);
    for (size_t i = 0; i < count; i++) {
        size_t at = TABLE + i * 40;
        char name[9] = {0};
        snprintf(name, sizeof name, "/%zu", strings.size);
        if (strlen(sections[i].name) <= 8)
            snprintf(name, sizeof name, "%s", sections[i].name);
        else
            made_bytes(&strings, sections[i].name, strlen(sections[i].name) + 1);
        memcpy(made->data + at, name, 8);
        made_align(made, BLOCK);
        made_put(made, at + 8, sections[i].contents.size, 4);
        made_put(made, at + 20, made->size, 4);
        made_bytes(made, sections[i].contents.data, sections[i].contents.size);
        made_align(made, BLOCK);
        made_put(made, at + 16, made->size - load_le(made->data + at + 20, 4), 4);
    }
    made_put(made, HEADER + 12, made->size, 4);
    made_bytes(made, strings.data, strings.size);
    made_free(&strings);
}

static void assert_says(struct span bytes, enum codeobj_status status, const char *message)
{
    enum codeobj_status got;
    char *log = walk_log(bytes, &got);
    if (!strstr(log, message))
        fail_msg("'%s' does not say '%s'", log, message);
    assert_int_equal(got, status);
    free(log);
}

static void files_without_code_objects_say_what_they_are(void **state)
{
    const struct pe_section section = {".text", {(const uint8_t *)"\xc3", 1}};
    (void)state;
    struct made made = {0};
    made_pe(&made, &section, 1);
    assert_says(made_span(&made), CODEOBJ_UNRECOGNISED,
                "holds no code objects: a program or library for Windows");
    made_free(&made);
}

static void library_with_its_code_in_kpack_archives_names_them(void **state)
{
    static const uint8_t zeros[8192];
    static const char *const paths[] = {"../.kpack/t_@GFXARCH@.kpack"};
    (void)state;
    struct made made = {0}, reference = {0};
    made_kpack_reference(&reference, "bin/a.dll", paths, 1);
    const struct pe_section sections[] = {
        {".hip_fat", {zeros, sizeof zeros}},
        {KPACK_SECTION_WINDOWS, made_span(&reference)},
    };
    made_pe(&made, sections, 2);
    assert_says(made_span(&made), CODEOBJ_IO,
                "none of these is there: ../.kpack/t_@GFXARCH@.kpack");
    made_free(&made);
    made_free(&reference);
}

static void sections_that_lie_are_reported_and_searched(void **state)
{
    static const struct {
        size_t offset;
        uint64_t value;
        unsigned size;
        const char *message;
    } cases[] = {
        {TABLE + 20, UINT32_MAX, 4, "section .hip_fat of 272 bytes ends past the end of the file"},
        {HEADER + 6, 65535, 2, "the table of sections, at 168, is not all in the file"},
        {HEADER + 20, 65535, 2, "the table of sections, at 65687, is not all in the file"},
    };
    (void)state;
    struct made bundle = {0};
    made_small_bundle(&bundle, "gfx90a", 0);
    const struct pe_section section = {".hip_fat", made_span(&bundle)};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct made made = {0};
        made_pe(&made, &section, 1);
        made_put(&made, cases[i].offset, cases[i].value, cases[i].size);
        assert_says(made_span(&made), CODEOBJ_TRUNCATED, cases[i].message);
        assert_says(made_span(&made), CODEOBJ_TRUNCATED,
                    "bundle 1 272\n"
                    "  host-x86_64-unknown-linux-- empty 0\n"
                    "  hipv4-amdgcn-amd-amdhsa--gfx90a code object 128\n");
        made_free(&made);
    }
    made_free(&bundle);
}

static void truncated_file_has_no_more_than_was_there(void **state)
{
    (void)state;
    struct made bundle = {0}, made = {0};
    made_small_bundle(&bundle, "gfx90a", 0);
    const struct pe_section section = {".hip_fat", made_span(&bundle)};
    made_pe(&made, &section, 1);
    struct arena arena = arena_open(made.size);
    for (size_t size = 0; size < BLOCK + bundle.size; size++) {
        enum codeobj_status status;
        char *log = walk_log(arena_place(&arena, (struct span){made.data, size}), &status);
        assert_int_not_equal(status, CODEOBJ_OK);
        assert_null(strstr(log, "code object 128"));
        free(log);
    }
    arena_close(&arena);
    made_free(&made);
    made_free(&bundle);
}

/* The linker cuts names to 8 bytes, or keeps them elsewhere; other sections are searched. */
static void sections_are_known_by_their_names(void **state)
{
    (void)state;
    struct made bundle = {0}, object = {0}, data = {0}, made = {0};
    made_small_bundle(&bundle, "gfx90a", 0);
    made_code_object(&object, 0);
    made_text(&data, "odd");
    made_bytes(&data, object.data, object.size);
    const struct pe_section sections[] = {
        {".text", {(const uint8_t *)"\xc3", 1}},
        {".hip_fat", made_span(&bundle)},
        {".hipFatB", made_span(&data)},
        {".hip_fatbin", made_span(&bundle)},
        {".rdata", made_span(&data)},
    };
    made_pe(&made, sections, 5);
    char log[1000];
    snprintf(log, sizeof log,
             " %zu\n"
             " .hip_fat 272\n"
             " .hip_fat bundle 1 272\n"
             "  host-x86_64-unknown-linux-- empty 0\n"
             "  hipv4-amdgcn-amd-amdhsa--gfx90a code object 128\n"
             " .hipFatB 131\n"
             "   code object 128\n"
             " .hip_fatbin 272\n"
             " .hip_fatbin bundle 1 272\n"
             "  host-x86_64-unknown-linux-- empty 0\n"
             "  hipv4-amdgcn-amd-amdhsa--gfx90a code object 128\n"
             " .rdata 131\n"
             "   code object 128\n",
             made.size);
    assert_walk(made_span(&made), CODEOBJ_OK, log);
    made_free(&made);
    made_free(&bundle);
    made_free(&object);
    made_free(&data);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(files_without_code_objects_say_what_they_are),
        cmocka_unit_test(library_with_its_code_in_kpack_archives_names_them),
        cmocka_unit_test(sections_that_lie_are_reported_and_searched),
        cmocka_unit_test(truncated_file_has_no_more_than_was_there),
        cmocka_unit_test(sections_are_known_by_their_names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
