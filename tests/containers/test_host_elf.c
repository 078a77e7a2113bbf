/* ELF files for the host: which sections are read, in every class and byte order, and damage. */
#include "support.h"
#include "made.h"

#include <elf.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { SHOFF_AT = 40, SHENTSIZE_AT = 58, SHNUM_AT = 60, SHSTRNDX_AT = 62 }; /* in ELF64 */

static void assert_says(struct span bytes, enum codeobj_status status, const char *message)
{
    enum codeobj_status got;
    char *log = walk_log(bytes, &got);
    if (!strstr(log, message))
        fail_msg("'%s' does not say '%s'", log, message);
    assert_int_equal(got, status);
    free(log);
}

static void every_class_and_byte_order_is_read(void **state)
{
    (void)state;
    struct made bundle = {0};
    made_small_bundle(&bundle, "gfx90a", 0);
    const struct made_section sections[] = {
        {".text", SHT_PROGBITS, 0, {(const uint8_t *)"\xc3", 1}},
        {".hip_fatbin", SHT_PROGBITS, SHF_ALLOC, made_span(&bundle)},
        {".comment", SHT_PROGBITS, 0, {(const uint8_t *)"x", 1}},
    };
    for (int class = ELFCLASS32; class <= ELFCLASS64; class ++) {
        for (int data = ELFDATA2LSB; data <= ELFDATA2MSB; data++) {
            struct made made = {0};
            char log[400];
            made_elf(&made, class, data, sections, 3);
            snprintf(log, sizeof log,
                     " %zu\n"
                     " .hip_fatbin 272\n"
                     " .hip_fatbin bundle 1 272\n"
                     "  host-x86_64-unknown-linux-- empty 0\n"
                     "  hipv4-amdgcn-amd-amdhsa--gfx90a code object 128\n",
                     made.size);
            assert_walk(made_span(&made), CODEOBJ_OK, log);
            made_free(&made);
        }
    }
    made_free(&bundle);
}

/* Those that hold units, and those that are searched, are in the order of the file. */
static void sections_are_known_by_their_names(void **state)
{
    (void)state;
    struct made object = {0}, bundle = {0}, offload = {0}, made = {0};
    made_code_object(&object, 0);
    made_small_bundle(&bundle, "gfx90a", 0);
    made_offload_binary(&offload, 1, made_span(&object));
    const struct made_section sections[] = {
        {".hipFatBinSegment", SHT_PROGBITS, 0, made_span(&bundle)},
        {".hip_fatbinary", SHT_PROGBITS, 0, made_span(&bundle)},
        {".llvm.offloading", SHT_PROGBITS, SHF_EXCLUDE, made_span(&offload)},
        {".llvm.rodata.offloading", SHT_PROGBITS, 0, {(const uint8_t *)"name", 5}},
        {"__CLANG_OFFLOAD_BUNDLE__host-x86_64-unknown-linux-gnu",
         SHT_PROGBITS,
         0,
         {(const uint8_t *)"", 1}},
        {"__CLANG_OFFLOAD_BUNDLE__hip-amdgcn-amd-amdhsa-gfx906:xnack+", SHT_PROGBITS, 0,
         made_span(&object)},
        {".hip_fatbin.0123", SHT_PROGBITS, 0, made_span(&bundle)},
    };
    made_elf(&made, ELFCLASS64, ELFDATA2LSB, sections, 7);
    char log[2000];
    snprintf(log, sizeof log,
             " %zu\n"
             " .hipFatBinSegment 272\n"
             " .hipFatBinSegment bundle 1 272\n"
             "  host-x86_64-unknown-linux-- empty 0\n"
             "  hipv4-amdgcn-amd-amdhsa--gfx90a code object 128\n"
             " .hip_fatbinary 272\n"
             " .hip_fatbinary bundle 1 272\n"
             "  host-x86_64-unknown-linux-- empty 0\n"
             "  hipv4-amdgcn-amd-amdhsa--gfx90a code object 128\n"
             " .llvm.offloading 272\n"
             " .llvm.offloading offload binary 1 272\n"
             "  openmp-amdgcn-amd-amdhsa--gfx90a code object 128\n"
             " __CLANG_OFFLOAD_BUNDLE__host-x86_64-unknown-linux-gnu 1\n"
             "  host-x86_64-unknown-linux-gnu empty 0\n"
             " __CLANG_OFFLOAD_BUNDLE__hip-amdgcn-amd-amdhsa-gfx906:xnack+ 128\n"
             "  hip-amdgcn-amd-amdhsa-gfx906:xnack+ code object 128\n"
             " .hip_fatbin.0123 272\n"
             " .hip_fatbin.0123 bundle 1 272\n"
             "  host-x86_64-unknown-linux-- empty 0\n"
             "  hipv4-amdgcn-amd-amdhsa--gfx90a code object 128\n",
             made.size);
    assert_walk(made_span(&made), CODEOBJ_OK, log);
    made_free(&made);
    made_free(&object);
    made_free(&bundle);
    made_free(&offload);
}

static void files_without_such_sections_say_what_they_are(void **state)
{
    static const struct {
        uint16_t machine;
        const char *what;
    } machines[] = {
        {EM_X86_64, "holds no code objects: an ELF file for x86-64"},
        {EM_AARCH64, "holds no code objects: an ELF file for AArch64"},
        {0x7777, "holds no code objects: an ELF file for machine 30583"},
    };
    (void)state;
    struct made made = {0};
    made_small_elf(&made, ".text", (struct span){(const uint8_t *)"\xc3", 1});
    for (size_t i = 0; i < sizeof machines / sizeof machines[0]; i++) {
        made_put(&made, 18, machines[i].machine, 2);
        assert_says(made_span(&made), CODEOBJ_UNRECOGNISED, machines[i].what);
    }
    made_put(&made, 18, EM_X86_64, 2);
    made_put(&made, SHOFF_AT, 0, 8); /* as strip --strip-section-headers leaves it */
    made_put(&made, SHNUM_AT, 0, 2);
    assert_says(made_span(&made), CODEOBJ_UNRECOGNISED, "an ELF file for x86-64");
    made_free(&made);
    made_small_elf(&made, ".gnu.offload_lto_.decls", (struct span){(const uint8_t *)"x", 1});
    made_put(&made, 16, ET_REL, 2);
    assert_says(made_span(&made), CODEOBJ_UNRECOGNISED,
                "an ELF file for x86-64, with GCC's bytecode for GPUs: link it first");
    made_free(&made);
}

static void sections_that_cannot_be_read_say_why(void **state)
{
    (void)state;
    struct made bundle = {0}, made = {0};
    made_small_bundle(&bundle, "gfx90a", 0);
    const struct made_section debug_only[] = {{".hip_fatbin", SHT_NOBITS, 0, made_span(&bundle)}};
    made_elf(&made, ELFCLASS64, ELFDATA2LSB, debug_only, 1);
    assert_says(made_span(&made), CODEOBJ_UNSUPPORTED, "it holds debug information only");
    made_free(&made);

    const struct made_section packed[] = {
        {".hip_fatbin", SHT_PROGBITS, SHF_COMPRESSED, made_span(&bundle)}};
    made_elf(&made, ELFCLASS64, ELFDATA2LSB, packed, 1);
    assert_says(made_span(&made), CODEOBJ_UNSUPPORTED, "--decompress-debug-sections");
    made_free(&made);
    made_free(&bundle);
}

/* Sections are found through tables at the end of the file. */
static void truncated_file_is_never_walked_in_full(void **state)
{
    (void)state;
    struct made bundle = {0}, made = {0};
    made_small_bundle(&bundle, "gfx90a", 0);
    made_small_elf(&made, ".hip_fatbin", made_span(&bundle));
    struct arena arena = arena_open(made.size);
    for (size_t size = 0; size < made.size; size++) {
        enum codeobj_status status;
        char *log = walk_log(arena_place(&arena, (struct span){made.data, size}), &status);
        assert_int_equal(status, size < EI_NIDENT ? CODEOBJ_UNRECOGNISED : CODEOBJ_TRUNCATED);
        free(log);
    }
    arena_close(&arena);
    made_free(&made);
    made_free(&bundle);
}

static void tables_that_lie_are_refused(void **state)
{
    static const struct {
        size_t offset;
        unsigned size;
        uint64_t value;
        const char *message;
    } cases[] = {
        {SHOFF_AT, 8, UINT64_MAX, "table of sections, at 18446744073709551615, is not all in"},
        {SHOFF_AT, 8, UINT64_MAX - 63, "is not all in the file"},
        {SHOFF_AT, 8, 1 << 20, "is not all in the file"},
        {SHENTSIZE_AT, 2, 0, "is not all in the file"},
        {SHENTSIZE_AT, 2, 65, "is not all in the file"},
        {SHNUM_AT, 2, 0xfeff, "is not all in the file"},
        {SHSTRNDX_AT, 2, 100, "names of sections are not in the file"},
        {EI_CLASS, 1, 7, "the ELF header is damaged"},
        {EI_DATA, 1, 7, "the ELF header is damaged"},
    };
    (void)state;
    struct made bundle = {0};
    made_small_bundle(&bundle, "gfx90a", 0);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct made made = {0};
        enum codeobj_status status;
        made_small_elf(&made, ".hip_fatbin", made_span(&bundle));
        made_put(&made, cases[i].offset, cases[i].value, cases[i].size);
        char *log = walk_log(made_span(&made), &status);
        if (!strstr(log, cases[i].message))
            fail_msg("case %zu: '%s' does not say '%s'", i, log, cases[i].message);
        free(log);
        made_free(&made);
    }
    made_free(&bundle);
}

static void section_past_the_end_does_not_hide_the_next(void **state)
{
    (void)state;
    struct made bundle = {0}, made = {0};
    made_small_bundle(&bundle, "gfx90a", 0);
    const struct made_section sections[] = {{".hip_fatbin", SHT_PROGBITS, 0, made_span(&bundle)},
                                            {".hip_fatbin", SHT_PROGBITS, 0, made_span(&bundle)}};
    made_elf(&made, ELFCLASS64, ELFDATA2LSB, sections, 2);
    size_t table = sizeof(Elf64_Ehdr) + 2 * bundle.size;
    size_t first = table + sizeof(Elf64_Shdr);
    made_put(&made, first + offsetof(Elf64_Shdr, sh_size), UINT64_MAX - 63, 8);
    char log[600];
    snprintf(log, sizeof log,
             " %zu\n"
             "  ! %zu: section .hip_fatbin of 18446744073709551552 bytes ends past the end of the "
             "file\n"
             " data 336\n"
             " data bundle 1 272\n"
             "  host-x86_64-unknown-linux-- empty 0\n"
             "  hipv4-amdgcn-amd-amdhsa--gfx90a code object 128\n"
             " .hip_fatbin 272\n"
             " .hip_fatbin bundle 1 272\n"
             "  host-x86_64-unknown-linux-- empty 0\n"
             "  hipv4-amdgcn-amd-amdhsa--gfx90a code object 128\n",
             made.size, first);
    assert_walk(made_span(&made), CODEOBJ_TRUNCATED, log);
    made_free(&made);
    made_free(&bundle);
}

/* Else a small file could make a reader look at the same bytes for ever. */
static void sections_over_one_another_are_refused(void **state)
{
    enum { COUNT = 64 };
    (void)state;
    struct made bundle = {0}, made = {0};
    struct made_section sections[COUNT];
    for (int i = 0; i < 64; i++)
        made_small_bundle(&bundle, "gfx90a", 0);
    for (size_t i = 0; i < COUNT; i++)
        sections[i] = (struct made_section){".hip_fatbin", SHT_PROGBITS, 0,
                                            i ? (struct span){NULL, 0} : made_span(&bundle)};
    made_elf(&made, ELFCLASS64, ELFDATA2LSB, sections, COUNT);
    size_t table = sizeof(Elf64_Ehdr) + bundle.size;
    for (size_t i = 1; i <= COUNT; i++) {
        size_t header = table + i * sizeof(Elf64_Shdr);
        made_put(&made, header + offsetof(Elf64_Shdr, sh_offset), sizeof(Elf64_Ehdr), 8);
        made_put(&made, header + offsetof(Elf64_Shdr, sh_size), bundle.size, 8);
    }
    assert_says(made_span(&made), CODEOBJ_CORRUPT, "section .hip_fatbin overlaps others");
    made_free(&made);
    made_free(&bundle);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_class_and_byte_order_is_read),
        cmocka_unit_test(sections_are_known_by_their_names),
        cmocka_unit_test(files_without_such_sections_say_what_they_are),
        cmocka_unit_test(sections_that_cannot_be_read_say_why),
        cmocka_unit_test(truncated_file_is_never_walked_in_full),
        cmocka_unit_test(tables_that_lie_are_refused),
        cmocka_unit_test(section_past_the_end_does_not_hide_the_next),
        cmocka_unit_test(sections_over_one_another_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
