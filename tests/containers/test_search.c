/* Code objects in bytes whose structure is not known: all are found, at any offset, and nothing
 * else is. */
#include "support.h"
#include "made.h"

#include <elf.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const char bundle_log[] = "  host-x86_64-unknown-linux-- empty 0\n"
                                 "  hipv4-amdgcn-amd-amdhsa--gfx90a code object 128\n";

static void assert_nothing(struct span bytes)
{
    enum codeobj_status status;
    char *log = walk_log(bytes, &status);
    if (status != CODEOBJ_UNRECOGNISED)
        fail_msg("found what is not there: %s", log);
    free(log);
}

#define BYTES(text) text, sizeof(text) /* with its NUL */

/* What compilers and tools have as constants. */
static void magic_without_an_object_behind_it_is_not_a_find(void **state)
{
    static const struct {
        const char *bytes;
        size_t size;
    } starts[] = {
        {BYTES("__CLANG_OFFLOAD_BUNDLE__")},
        {BYTES("__CLANG_OFFLOAD_BUNDLE____START__ ")},
        {BYTES("__CLANG_OFFLOAD_BUNDLE__"
               "\2\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\4\0\0\0\0\0\0\0text")},
        {BYTES("CCOB")},
        {BYTES("CCOB\2\0\1\0\0\1\0\0\0\1\0\0\0\0\0\0\0\0\0\0text")},
        {BYTES("\177ELF")},
        {BYTES("\177ELF\2\1\1\0\0\0\0\0\0\0\0\0\3\0\340\0\1\0\0\0")}, /* a header's beginning */
        {BYTES(".version 8.0\n.target sm_80\n.global .u32 x;")},
        {BYTES(".version 8.0\n.target sm_80\n.entry k() {")},
        {BYTES(".version 8.0\n.target %s\n.entry k() { ret; }")},
        {BYTES(".version 8.0\n.entry k() { ret; }")},
        {BYTES("\x10\xff\x10\xad\1\0\0\0")}, /* a constant of LLVM's code */
        {BYTES("\x10\xff\x10\xad\1\0\0\0\x48\x89\x07\x48\x8b\x47\x08\x48\x20\0\0\0\0\0\0\0")},
    };
    (void)state;
    for (size_t i = 0; i < sizeof starts / sizeof starts[0]; i++) {
        struct made made = {0}, elf = {0};
        made_text(&made, "constants: ");
        made_bytes(&made, starts[i].bytes, starts[i].size);
        assert_nothing(made_span(&made)); /* and cut off */
        made_text(&made, "; followed by what other data there may be, as long as any header is");
        for (int n = 0; n < 64; n++)
            made_number(&made, 0x0102030405060708, 8);
        assert_nothing(made_span(&made));
        made_small_elf(&elf, ".rodata", made_span(&made));
        assert_nothing(made_span(&elf));
        made_free(&made);
        made_free(&elf);
    }
}

static void elf_headers_must_make_sense(void **state)
{
    static const struct {
        size_t offset;
        unsigned size;
        uint64_t value;
    } cases[] = {
        {EI_CLASS, 1, ELFCLASS32},   {EI_DATA, 1, ELFDATA2MSB},
        {EI_VERSION, 1, 0},          {16, 2, ET_CORE},
        {18, 2, EM_X86_64},          {52, 2, 0} /* ehsize */,
        {58, 2, 40} /* shentsize */, {60, 2, 0} /* shnum */,
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct made made = {0};
        made_text(&made, "x");
        made_code_object(&made, 0);
        made_put(&made, 1 + cases[i].offset, cases[i].value, cases[i].size);
        assert_nothing(made_span(&made));
        made_free(&made);
    }
}

static void code_objects_are_found_at_every_offset(void **state)
{
    (void)state;
    struct span real = file_read("gfx1030-v4.hsaco");
    for (size_t offset = 1; offset < 200; offset++) {
        struct made made = {0};
        char log[200];
        for (size_t i = 0; i < offset; i++)
            made_bytes(&made, "\x7f", 1);
        made_bytes(&made, real.data, real.size);
        snprintf(log, sizeof log,
                 " %zu\n"
                 " data %zu\n"
                 "   code object %zu\n",
                 made.size, made.size, real.size);
        assert_walk(made_span(&made), CODEOBJ_OK, log);
        made_zeros(&made, offset % 70); /* its end is its own */
        snprintf(log, sizeof log,
                 " %zu\n"
                 " data %zu\n"
                 "   code object %zu\n",
                 made.size, made.size, real.size);
        assert_walk(made_span(&made), CODEOBJ_OK, log);
        made_free(&made);
    }
    free((void *)(uintptr_t)real.data);
}

static void sections_of_data_are_searched(void **state)
{
    (void)state;
    struct made bundle = {0}, object = {0}, data = {0}, packed = {0}, made = {0};
    made_small_bundle(&bundle, "gfx90a", 0);
    made_code_object(&object, 0);
    made_text(&data, "odd");
    made_bytes(&data, object.data, object.size);
    made_bytes(&data, bundle.data, bundle.size);
    made_offload_binary(&data, 2, made_span(&object));
    made_text(&data, "CCOB");
    made_bytes(&data, object.data, object.size);
    made_compressed(&packed, 3, 1, made_span(&bundle));
    const struct made_section sections[] = {
        {".text", SHT_PROGBITS, 0, {(const uint8_t *)"\xc3", 1}},
        {".rodata", SHT_PROGBITS, SHF_ALLOC, made_span(&data)},
        {".hip_fatbin", SHT_PROGBITS, SHF_ALLOC, made_span(&bundle)},
        {".data", SHT_PROGBITS, SHF_ALLOC, made_span(&packed)},
        {".bss", SHT_NOBITS, SHF_ALLOC, {(const uint8_t *)"\0\0", 2}},
    };
    for (int class = ELFCLASS32; class <= ELFCLASS64; class ++) {
        made_elf(&made, class, ELFDATA2LSB, sections, 5);
        char log[1500];
        snprintf(log, sizeof log,
                 " %zu\n"
                 " .rodata %zu\n"
                 "   code object 128\n"
                 " .rodata bundle 1 272\n%s"
                 " .rodata offload binary 1 288\n"
                 "  openmp-amdgcn-amd-amdhsa--gfx90a code object 128\n"
                 "   code object 128\n"
                 " .hip_fatbin 272\n"
                 " .hip_fatbin bundle 1 272\n%s"
                 " .data %zu\n"
                 " .data compressed bundle 1 272\n"
                 " .data compressed bundle 1 272\n%s",
                 made.size, data.size, bundle_log, bundle_log, packed.size, bundle_log);
        assert_walk(made_span(&made), CODEOBJ_OK, log);
        made_free(&made);
    }
    made_free(&bundle);
    made_free(&object);
    made_free(&data);
    made_free(&packed);
}

static void what_is_outside_of_every_section_is_searched(void **state)
{
    (void)state;
    struct made object = {0}, made = {0};
    char log[200];
    made_code_object(&object, 0);
    made_small_elf(&made, ".text", (struct span){(const uint8_t *)"\xc3", 1});
    size_t size = made.size;
    made_text(&made, "behind it ");
    made_bytes(&made, object.data, object.size);
    snprintf(log, sizeof log, " %zu\n data %zu\n   code object 128\n", made.size,
             made.size - size + 3 * sizeof(Elf64_Shdr));
    enum codeobj_status status;
    char *got = walk_log(made_span(&made), &status);
    assert_int_equal(status, CODEOBJ_OK);
    assert_non_null(strstr(got, " data "));
    assert_non_null(strstr(got, "   code object 128\n"));
    free(got);
    made_free(&object);
    made_free(&made);
}

static void many_in_one_section_are_all_found(void **state)
{
    enum { COUNT = 2000 };
    (void)state;
    struct made data = {0}, made = {0};
    for (size_t i = 0; i < COUNT; i++) {
        made_code_object(&data, (uint8_t)i);
        made_text(&data, i % 2 ? "x" : "\177");
    }
    made_small_elf(&made, ".rodata", made_span(&data));
    enum codeobj_status status;
    char *log = walk_log(made_span(&made), &status);
    size_t count = 0;
    for (const char *at = log; (at = strstr(at, "   code object 128\n")); at++)
        count++;
    assert_int_equal(count, COUNT);
    assert_int_equal(status, CODEOBJ_OK);
    free(log);
    made_free(&data);
    made_free(&made);
}

/* Nothing that was walked is searched: an image may have anything in it. */
static void nothing_is_found_twice(void **state)
{
    (void)state;
    struct made inner = {0}, bundle = {0}, made = {0};
    char log[300];
    made_small_bundle(&inner, "gfx90a", 0);
    const struct made_entry entries[] = {{"hip-amdgcn-amd-amdhsa--gfx906", made_span(&inner)}};
    made_bundle(&bundle, entries, 1);
    made_text(&made, "x");
    made_bytes(&made, bundle.data, bundle.size);
    snprintf(log, sizeof log,
             " %zu\n"
             " data %zu\n"
             " data bundle 1 360\n"
             "  hip-amdgcn-amd-amdhsa--gfx906 other 272\n",
             made.size, made.size);
    assert_walk(made_span(&made), CODEOBJ_OK, log);
    made_free(&inner);
    made_free(&bundle);
    made_free(&made);
}

/* Cut off at every byte, the first object is whole or reported, and never more than was there. */
static void what_is_cut_off_is_reported(void **state)
{
    (void)state;
    struct span real = file_read("gfx1030-v4.hsaco");
    for (size_t size = 64; size < real.size; size += 97) {
        struct made made = {0};
        enum codeobj_status status;
        made_text(&made, "x");
        made_bytes(&made, real.data, size);
        char *log = walk_log(made_span(&made), &status);
        assert_int_equal(status, CODEOBJ_TRUNCATED);
        assert_null(strstr(log, "code object 1"));
        free(log);
        made_free(&made);
    }
    free((void *)(uintptr_t)real.data);
}

static void cut_off_bundle_does_not_hide_the_next(void **state)
{
    (void)state;
    struct made made = {0};
    char log[400];
    made_text(&made, "x");
    made_small_bundle(&made, "gfx90a", 0);
    made_put(&made, 1 + 32 + 24 + 27 + 8, 1 << 20, 8); /* the size of its image */
    made_small_bundle(&made, "gfx1030", 0);
    snprintf(log, sizeof log,
             " %zu\n"
             " data %zu\n"
             " data bundle 1 %zu\n"
             "  host-x86_64-unknown-linux-- empty 0\n"
             "  ! %zu: bundle ends here, after %zu bytes of the image of entry "
             "'hipv4-amdgcn-amd-amdhsa--gfx90a'\n",
             made.size, made.size, made.size - 1, made.size - 1, made.size - 1 - 144);
    enum codeobj_status status;
    char *got = walk_log(made_span(&made), &status);
    assert_memory_equal(got, log, strlen(log));
    assert_int_equal(status, CODEOBJ_TRUNCATED);
    assert_non_null(strstr(got, "  hipv4-amdgcn-amd-amdhsa--gfx1030 code object 128\n"));
    free(got);
    made_free(&made);
}

/* What is behind damage in a row of units is searched. */
static void damage_in_a_row_of_units_does_not_hide_the_rest(void **state)
{
    (void)state;
    struct made bundle = {0}, row = {0}, made = {0};
    char log[500];
    made_small_bundle(&bundle, "gfx90a", 0);
    made_text(&row, "damage");
    made_bytes(&row, bundle.data, bundle.size);
    made_small_elf(&made, ".hip_fatbin", made_span(&row));
    snprintf(log, sizeof log,
             " %zu\n"
             " .hip_fatbin 278\n"
             "  ! 0: 278 bytes that are neither a bundle nor a code object\n"
             " .hip_fatbin bundle 1 272\n%s",
             made.size, bundle_log);
    assert_walk(made_span(&made), CODEOBJ_CORRUPT, log);
    made_free(&bundle);
    made_free(&row);
    made_free(&made);
}

/* Headers over one table that is damaged at its end: each would cost the whole table. */
static void the_search_ends_where_too_much_only_looks_like_code_objects(void **state)
{
    enum { COUNT = 20000, TABLE = 65535 };
    (void)state;
    struct made made = {0};
    enum codeobj_status status;
    size_t table = 1 + COUNT * sizeof(Elf64_Ehdr);
    made_text(&made, "x");
    made_zeros(&made, table - 1 + TABLE * sizeof(Elf64_Shdr));
    Elf64_Shdr past = {.sh_type = SHT_PROGBITS, .sh_offset = UINT64_MAX / 2, .sh_size = 1};
    memcpy(made.data + made.size - sizeof past, &past, sizeof past);
    for (size_t i = 0; i < COUNT; i++) {
        struct made object = {0};
        size_t at = 1 + i * sizeof(Elf64_Ehdr);
        made_code_object(&object, 0);
        memcpy(made.data + at, object.data, sizeof(Elf64_Ehdr));
        made_put(&made, at + 40, table - at, 8);
        made_put(&made, at + 60, TABLE, 2);
        made_free(&object);
    }
    char *log = walk_log(made_span(&made), &status);
    assert_non_null(strstr(log, "looks like code objects and is not"));
    free(log);
    made_free(&made);
}

/* Headers that claim to go on past the end, one behind the other. */
static void many_problems_are_counted(void **state)
{
    enum { COUNT = 3000 };
    (void)state;
    struct made made = {0};
    enum codeobj_status status;
    size_t lines = 0;
    made_text(&made, "x");
    for (size_t i = 0; i < COUNT; i++) {
        made_bytes(&made, BYTES("CCOB\2\0\1"));
        made_number(&made, UINT32_MAX, 4);
        made_number(&made, 0, 12);
        made_number(&made, 0xfd2fb528, 4);
    }
    char *log = walk_log(made_span(&made), &status);
    assert_int_equal(status, CODEOBJ_TRUNCATED);
    assert_non_null(strstr(log, "2000 more problems, which are not listed"));
    for (const char *at = log; (at = strchr(at, '!')); at++)
        lines++;
    assert_int_equal(lines, 1001);
    free(log);
    made_free(&made);
}

/* PTX ends at a NUL, and in programs of Rust also where its last function does. */
static void ptx_is_found_among_other_text(void **state)
{
    static const char text[] =
        "constants\n// by a compiler\n.version 8.0\n.target sm_80\n.global .b8 "
        "x[2] = {1, 2};\n.entry k(.param .u64 p) { ret; } // no more",
                      other[] = ".version 8.4\n.target sm_90a\n.entry k() { ret; }",
                      rest[] = ".rs: {a path}; .version";
    struct made made = {0};
    char log[300];
    enum codeobj_status status;
    (void)state;
    made_bytes(&made, BYTES(text));
    made_text(&made, other);
    made_text(&made, other);
    made_text(&made, rest);
    snprintf(log, sizeof log,
             " %zu\n data %zu\n   code object %zu\n   code object %zu\n   code object %zu\n",
             made.size, made.size, strlen(strstr(text, ".version")) - strlen("// no more"),
             strlen(other), strlen(other));
    char *got = walk_log(made_span(&made), &status);
    assert_string_equal(got, log);
    assert_int_equal(status, CODEOBJ_OK);
    free(got);
    made_free(&made);
}

/* A script is one long line. */
static void scripts_are_searched_to_their_end(void **state)
{
    struct made made = {0};
    (void)state;
    made_text(&made, "x");
    for (int i = 0; i < 20000; i++)
        made_text(&made, "a.version=b.version||1.0;");
    assert_nothing(made_span(&made));
    made_free(&made);
}

/* Each start would read all of a comment without an end. */
static void the_search_of_text_ends(void **state)
{
    struct made made = {0};
    enum codeobj_status status;
    (void)state;
    made_text(&made, "x");
    for (int i = 0; i < 20000; i++)
        made_text(&made, ".version 8.0\n.global/*");
    char *log = walk_log(made_span(&made), &status);
    assert_non_null(strstr(log, "looks like code objects and is not"));
    free(log);
    made_free(&made);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(magic_without_an_object_behind_it_is_not_a_find),
        cmocka_unit_test(elf_headers_must_make_sense),
        cmocka_unit_test(what_is_cut_off_is_reported),
        cmocka_unit_test(cut_off_bundle_does_not_hide_the_next),
        cmocka_unit_test(damage_in_a_row_of_units_does_not_hide_the_rest),
        cmocka_unit_test(the_search_ends_where_too_much_only_looks_like_code_objects),
        cmocka_unit_test(many_problems_are_counted),
        cmocka_unit_test(ptx_is_found_among_other_text),
        cmocka_unit_test(scripts_are_searched_to_their_end),
        cmocka_unit_test(the_search_of_text_ends),
        cmocka_unit_test(nothing_is_found_twice),
        cmocka_unit_test(code_objects_are_found_at_every_offset),
        cmocka_unit_test(sections_of_data_are_searched),
        cmocka_unit_test(what_is_outside_of_every_section_is_searched),
        cmocka_unit_test(many_in_one_section_are_all_found),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
