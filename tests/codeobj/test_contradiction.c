/* Code objects that contradict themselves or the format: real ones with a few bytes changed. Each
 * is refused, and says why. */
#include "support.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

struct patched {
    struct span file; /* owned */
};

static struct patched patch_start(const char *name)
{
    return (struct patched){file_read(name)};
}

static uint8_t *patch_at(const struct patched *patched, size_t offset)
{
    assert_true(offset < patched->file.size);
    return (uint8_t *)(uintptr_t)patched->file.data + offset;
}

static void patch_u8(const struct patched *patched, size_t offset, uint8_t value)
{
    *patch_at(patched, offset) = value;
}

static void patch_u64(const struct patched *patched, size_t offset, uint64_t value)
{
    assert_true(offset + 8 <= patched->file.size);
    memcpy(patch_at(patched, offset), &value, 8);
}

static void patch_text(const struct patched *patched, const char *from, unsigned nth,
                       const char *to)
{
    memcpy(patch_at(patched, span_find(patched->file, from, nth)), to, strlen(to));
}

/* Compares the outcome with the expected one, and frees. */
static void patch_end(struct patched *patched, enum codeobj_status status, const char *message)
{
    struct codeobj_error error;
    assert_int_equal(check_code_object(patched->file, &error), status);
    if (status && !strstr(error.message, message))
        fail_msg("'%s' does not say '%s'", error.message, message);
    free((void *)(uintptr_t)patched->file.data);
}

static uint64_t read_u64(const struct patched *patched, size_t offset)
{
    uint64_t value;
    assert_true(offset + 8 <= patched->file.size);
    memcpy(&value, patched->file.data + offset, 8);
    return value;
}

/* Offset of the |nth| program header counted from the last, which is the note's (PT_NOTE). */
static size_t program_header(const struct patched *patched, size_t nth)
{
    size_t count = *patch_at(patched, 56);
    assert_true(nth < count);
    return read_u64(patched, 0x20) + (count - 1 - nth) * 56;
}

/* Appends a note with the metadata |document|, to which the note segment then points. */
static void patch_document(struct patched *patched, const void *document, uint32_t size)
{
    const uint32_t header[] = {7, size, 32};
    size_t old = (patched->file.size + 3) / 4 * 4;
    size_t length = sizeof header + 8 + (size + 3) / 4 * 4;
    uint8_t *grown = calloc(1, old + length);
    assert_non_null(grown);
    memcpy(grown, patched->file.data, patched->file.size);
    memcpy(grown + old, header, sizeof header);
    memcpy(grown + old + sizeof header, "AMDGPU", 6);
    memcpy(grown + old + sizeof header + 8, document, size);
    free((void *)(uintptr_t)patched->file.data);
    patched->file = (struct span){grown, old + length};
    patch_u64(patched, program_header(patched, 0) + 8, old);
    patch_u64(patched, program_header(patched, 0) + 32, length);
}

/* Offset of the header of the first section of |type| (SHT_SYMTAB 2, SHT_DYNSYM 11). */
static size_t section_header(const struct patched *patched, uint32_t type)
{
    size_t at = read_u64(patched, 0x28);
    for (;; at += 64) {
        uint32_t found;
        memcpy(&found, patch_at(patched, at + 4), 4);
        if (found == type)
            return at;
    }
}

/* Offset of the |nth| symbol whose type is |type| (STT_OBJECT 1, STT_FUNC 2) in the section of type
 * |table|. */
static size_t find_symbol(const struct patched *patched, uint32_t table, int type, int nth)
{
    size_t at = read_u64(patched, section_header(patched, table) + 24);
    for (;; at += 24) {
        if ((*patch_at(patched, at + 4) & 15) == type && nth-- == 0)
            return at;
    }
}

static size_t dynamic_symbol(const struct patched *patched, int type, int nth)
{
    return find_symbol(patched, 11, type, nth);
}

static void wrong_headers_are_refused(void **state)
{
    static const struct {
        size_t offset;
        uint8_t value;
        enum codeobj_status status;
        const char *message;
    } patches[] = {
        {0, 'E', CODEOBJ_UNRECOGNISED, "not an ELF"},
        {4, 1, CODEOBJ_UNRECOGNISED, "another kind of ELF"},   /* 32 bits */
        {5, 2, CODEOBJ_UNRECOGNISED, "another kind of ELF"},   /* big-endian */
        {18, 62, CODEOBJ_UNRECOGNISED, "another kind of ELF"}, /* x86-64 */
        {6, 2, CODEOBJ_UNSUPPORTED, "ELF version is unknown"},
        {7, 0, CODEOBJ_UNSUPPORTED, "not for amdhsa"},
        {7, 65, CODEOBJ_UNSUPPORTED, "OS ABI 65"}, /* amdpal */
        {8, 0, CODEOBJ_UNSUPPORTED, "is of version 2"},
        {8, 254, CODEOBJ_UNSUPPORTED, "ABI version 254 is unknown"},
        {16, 1, CODEOBJ_UNSUPPORTED, "code object for gfx1030 is relocatable; link it"},
        {16, 2, CODEOBJ_UNSUPPORTED, "not a shared object"},
        {20, 0, CODEOBJ_UNSUPPORTED, "ELF version is unknown"},
        {48, 0x54, CODEOBJ_CORRUPT, "gfx11-generic, which needs version 6"},
        {48, 0x37, CODEOBJ_CORRUPT, "gfx1031 in the ELF header"}, /* the metadata says gfx1030 */
        {49, 3, CODEOBJ_CORRUPT, "gfx1030:xnack+ in the ELF header"},
        {49, 8, CODEOBJ_CORRUPT, "gfx1030:sramecc- in the ELF header"},
        {52, 63, CODEOBJ_CORRUPT, "wrong sizes"},
        {54, 55, CODEOBJ_CORRUPT, "wrong sizes"},
        {58, 65, CODEOBJ_CORRUPT, "wrong sizes"},
        {39, 0x80, CODEOBJ_TRUNCATED, "header tables"}, /* e_phoff */
        {47, 0x80, CODEOBJ_TRUNCATED, "header tables"}, /* e_shoff */
        {61, 0x01, CODEOBJ_TRUNCATED, "header tables"}, /* e_shnum */
    };
    (void)state;
    for (size_t i = 0; i < sizeof patches / sizeof patches[0]; i++) {
        struct patched patched = patch_start("gfx1030-v4.hsaco");
        patch_u8(&patched, patches[i].offset, patches[i].value);
        patch_end(&patched, patches[i].status, patches[i].message);
    }
    struct patched no_sections = patch_start("gfx1030-v4.hsaco");
    patch_u8(&no_sections, 60, 0);
    patch_end(&no_sections, CODEOBJ_UNSUPPORTED, "no section headers");
}

static void flags_choose_features(void **state)
{
    /* xnack in bits 8 and 9, sramecc in 10 and 11: unsupported, any, off, on */
    static const char *const sramecc[] = {"", "", ":sramecc-", ":sramecc+"};
    static const char *const xnack[] = {"", "", ":xnack-", ":xnack+"};
    (void)state;
    for (uint8_t bits = 0; bits < 16; bits++) {
        struct patched patched = patch_start("gfx90a-v4.hsaco");
        struct code_object object;
        char expected[TARGET_ID_MAX], target[TARGET_ID_MAX];
        snprintf(expected, sizeof expected, "gfx90a%s%s", sramecc[bits >> 2], xnack[bits & 3]);
        patch_u8(&patched, 49, bits);
        patch_text(&patched, "amdhsa.target", 0, "amdhsa.tarGet"); /* it would contradict */
        assert_int_equal(code_object_open(patched.file, &object, NULL), CODEOBJ_OK);
        assert_string_equal(target_id_print(&object.target, target), expected);
        code_object_close(&object);
        patch_end(&patched, CODEOBJ_OK, "");
    }
    for (uint8_t bits = 0; bits < 4; bits++) { /* version 3: a bit each */
        struct patched patched = patch_start("gfx90a-v3.hsaco");
        struct code_object object;
        patch_u8(&patched, 49, bits);
        assert_int_equal(code_object_open(patched.file, &object, NULL), CODEOBJ_OK);
        assert_int_equal(object.target.xnack, bits & 1 ? TARGET_FEATURE_ON : TARGET_FEATURE_OFF);
        assert_int_equal(object.target.sramecc, bits & 2 ? TARGET_FEATURE_ON : TARGET_FEATURE_OFF);
        code_object_close(&object);
        patch_end(&patched, CODEOBJ_OK, "");
    }
}

/* A later compiler knows processors, features and versions that this reader does not: it reads what
 * there is. */
static void what_is_unknown_is_read(void **state)
{
    static const struct {
        size_t offset;
        uint8_t value;
        unsigned version;
        const char *target;
    } patches[] = {
        {48, 0x00, 4, "unknown-0x00"},  {48, 0x64, 4, "unknown-0x64"},
        {48, 0xff, 4, "unknown-0xff"},  {49, 3, 4, "gfx1030:xnack+"},
        {49, 8, 4, "gfx1030:sramecc-"}, {49, 15, 4, "gfx1030:sramecc+:xnack+"},
        {8, 5, 7, "gfx1030"},           {8, 253, 255, "gfx1030"},
        {50, 0xff, 4, "gfx1030"}, /* e_flags that no version has */
    };
    (void)state;
    for (size_t i = 0; i < sizeof patches / sizeof patches[0]; i++) {
        struct patched patched = patch_start("gfx1030-v4.hsaco");
        struct code_object object;
        struct target_id again;
        char target[TARGET_ID_MAX];
        patch_u8(&patched, patches[i].offset, patches[i].value);
        patch_text(&patched, "amdhsa.target", 0, "amdhsa.tarGet"); /* it would contradict */
        assert_int_equal(code_object_open(patched.file, &object, NULL), CODEOBJ_OK);
        assert_int_equal(object.kernel_count, 7);
        assert_int_equal(object.version, patches[i].version);
        assert_string_equal(target_id_print(&object.target, target), patches[i].target);
        assert_int_equal(target_id_parse_printed(target, &again, NULL), CODEOBJ_OK);
        assert_true(target_id_equal(&again, &object.target));
        assert_int_equal(target_is_known(object.target.info), patches[i].offset != 48);
        code_object_close(&object);
        patch_end(&patched, CODEOBJ_OK, "");
    }
}

/* The descriptor has the number of named barriers, in units of 4, where the processor has them, and
 * the mode of a workgroup, where it has a choice. */
static void descriptor_decides_about_modes(void **state)
{
    static const struct {
        uint8_t mach, barriers;
        bool has_mode;
    } processors[] = {{0x36, 0, true}, {0x49, 12, false}, {0x50, 12, true}, {0x64, 0, false}};
    (void)state;
    for (size_t i = 0; i < sizeof processors / sizeof processors[0]; i++) {
        for (uint8_t mode = 0; mode < 2; mode++) {
            struct patched patched = patch_start("gfx1030-v4.hsaco");
            struct code_object object;
            patch_text(&patched, "amdhsa.target", 0, "amdhsa.tarGet"); /* it would contradict */
            assert_int_equal(code_object_open(patched.file, &object, NULL), CODEOBJ_OK);
            const struct kernel_descriptor *descriptor = &object.kernels[0].descriptor;
            const size_t at = (size_t)descriptor->address; /* the first segment begins at 0 */
            const uint8_t rsrc1 = (uint8_t)(descriptor->rsrc1 >> 24 & 0xdf);
            code_object_close(&object);
            patch_u8(&patched, 48, processors[i].mach);
            patch_u8(&patched, at + 51, (uint8_t)(rsrc1 | mode << 5));
            patch_u8(&patched, at + 45, 0xc0); /* bits 14 to 16 of rsrc3 */
            patch_u8(&patched, at + 46, 0x00);
            assert_int_equal(code_object_open(patched.file, &object, NULL), CODEOBJ_OK);
            assert_int_equal(object.kernels[0].named_barriers, processors[i].barriers);
            assert_int_equal(object.kernels[0].is_wgp_mode, processors[i].has_mode && mode);
            code_object_close(&object);
            patch_end(&patched, CODEOBJ_OK, "");
        }
    }
}

/* What an unknown version does otherwise than version 6 is not damage. */
static void unknown_versions_may_differ(void **state)
{
    struct patched patched = patch_start("gfx1030-v4.hsaco");
    (void)state;
    patch_u8(&patched, 8, 5);
    patch_u64(&patched, dynamic_symbol(&patched, 1, 0) + 16, 128);
    patch_end(&patched, CODEOBJ_UNSUPPORTED,
              "code object of unknown version 7; as one of version 6: descriptor of kernel");
}

static void kernel_without_descriptor_is_refused(void **state)
{
    struct patched patched = patch_start("gfx1030-v4.hsaco");
    (void)state;
    /* The name is in the note, in .dynstr and in .strtab. */
    patch_text(&patched, "hidden.kd", 1, "hidden.kx");
    patch_text(&patched, "hidden.kd", 1, "hidden.kx");
    patch_end(&patched, CODEOBJ_CORRUPT, "kernel 'hidden' has no descriptor");
}

static void descriptor_without_kernel_is_refused(void **state)
{
    struct patched patched = patch_start("gfx1030-v4.hsaco");
    (void)state;
    patch_text(&patched, "by_value.kd", 1, "bx_value.kd");
    patch_end(&patched, CODEOBJ_CORRUPT, "'bx_value.kd' has no kernel");
}

static void symbol_other_than_name_is_refused(void **state)
{
    struct patched patched = patch_start("gfx1030-v4.hsaco");
    (void)state;
    patch_text(&patched, "hidden.kd", 0, "hidden.kx");
    patch_end(&patched, CODEOBJ_CORRUPT, "not its name with '.kd'");
}

static void a_name_twice_leaves_a_descriptor_without_kernel(void **state)
{
    struct patched patched = patch_start("gfx1030-v4.hsaco");
    (void)state;
    /* "nothing" becomes "scratch": same length, so the note's framing stays right. */
    size_t symbol = span_find(patched.file, "nothing.kd", 0);
    size_t name = span_find(patched.file, "nothing", 0);
    assert_true(name < symbol);
    memcpy(patch_at(&patched, symbol), "scratch", 7);
    memcpy(patch_at(&patched, name), "scratch", 7);
    patch_end(&patched, CODEOBJ_CORRUPT, "'nothing.kd' has no kernel");
}

static void descriptor_of_wrong_size_or_place_is_refused(void **state)
{
    static const uint64_t addresses[] = {0, 0x200, UINT64_MAX, UINT64_MAX - 63, 1 << 30};
    (void)state;
    struct patched size = patch_start("gfx1030-v4.hsaco");
    patch_u64(&size, dynamic_symbol(&size, 1, 0) + 16, 63);
    patch_end(&size, CODEOBJ_CORRUPT, "is 63 bytes, not 64");
    for (size_t i = 0; i < sizeof addresses / sizeof addresses[0]; i++) {
        struct patched patched = patch_start("gfx1030-v4.hsaco");
        patch_u64(&patched, dynamic_symbol(&patched, 1, 0) + 8, addresses[i]);
        patch_end(&patched, CODEOBJ_CORRUPT, "in no section");
    }
    struct patched section = patch_start("gfx1030-v4.hsaco");
    patch_u8(&section, dynamic_symbol(&section, 1, 0) + 6, 0xf1);
    patch_u8(&section, dynamic_symbol(&section, 1, 0) + 7, 0xff); /* SHN_ABS */
    patch_end(&section, CODEOBJ_CORRUPT, "in no section");
}

/* An offset of 0 means that no symbol has led to a descriptor: taken for one, each symbol would
 * look at all records of its kernel again. */
static void descriptor_in_the_elf_header_is_refused(void **state)
{
    (void)state;
    struct patched patched = patch_start("gfx1030-v4.hsaco");
    const size_t symbol = dynamic_symbol(&patched, 1, 0);
    uint16_t index;
    memcpy(&index, patch_at(&patched, symbol + 6), 2);
    const size_t section = read_u64(&patched, 0x28) + index * 64u;
    patch_u64(&patched, section + 16, read_u64(&patched, symbol + 8)); /* sh_addr */
    patch_u64(&patched, section + 24, 0);                              /* sh_offset */
    patch_end(&patched, CODEOBJ_CORRUPT, "is in the ELF header");
}

/* A section so high that addresses behind it wrap around to 0. */
static void address_that_wraps_is_refused(void **state)
{
    static const uint32_t tables[] = {2, 11};
    struct patched patched = patch_start("gfx1030-v4.hsaco");
    (void)state;
    uint16_t section;
    memcpy(&section, patch_at(&patched, dynamic_symbol(&patched, 1, 0) + 6), 2);
    patch_u64(&patched, read_u64(&patched, 0x28) + section * 64u + 16, UINT64_MAX);
    for (size_t i = 0; i < 2; i++) {
        for (int nth = 0; nth < 7; nth++)
            patch_u64(&patched, find_symbol(&patched, tables[i], 1, nth) + 8, 0);
    }
    patch_end(&patched, CODEOBJ_CORRUPT, "in no section");
}

static void code_outside_its_section_is_refused(void **state)
{
    static const uint64_t sizes[] = {1 << 20, UINT64_MAX, UINT64_MAX / 2};
    (void)state;
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        struct patched patched = patch_start("gfx1030-v4.hsaco");
        patch_u64(&patched, dynamic_symbol(&patched, 2, 0) + 16, sizes[i]);
        patch_end(&patched, CODEOBJ_CORRUPT, "code of kernel");
    }
}

static void bad_symbol_tables_are_refused(void **state)
{
    (void)state;
    struct patched entry = patch_start("gfx1030-v4.hsaco");
    patch_u64(&entry, section_header(&entry, 11) + 56, 16);
    patch_end(&entry, CODEOBJ_CORRUPT, "wrong entry size");

    struct patched no_link = patch_start("gfx1030-v4.hsaco");
    patch_u8(&no_link, section_header(&no_link, 11) + 40, 1);
    patch_end(&no_link, CODEOBJ_CORRUPT, "no string table");

    struct patched far_link = patch_start("gfx1030-v4.hsaco");
    patch_u8(&far_link, section_header(&far_link, 11) + 42, 0x7f);
    patch_end(&far_link, CODEOBJ_CORRUPT, "no string table");

    struct patched long_table = patch_start("gfx1030-v4.hsaco");
    patch_u64(&long_table, section_header(&long_table, 11) + 32, UINT64_MAX);
    patch_end(&long_table, CODEOBJ_TRUNCATED, "section 2 ends past");

    struct patched twice = patch_start("gfx1030-v4.hsaco");
    patch_u8(&twice, section_header(&twice, 2) + 4, 11);
    patch_end(&twice, CODEOBJ_CORRUPT, "two symbol tables");

    struct patched name = patch_start("gfx1030-v4.hsaco");
    patch_u8(&name, dynamic_symbol(&name, 1, 0) + 3, 0x7f);
    patch_end(&name, CODEOBJ_CORRUPT, "in no string table");

    struct patched endless = patch_start("gfx1030-v4.hsaco");
    size_t link = section_header(&endless, 11) + 40;
    size_t strings = read_u64(&endless, 0x28) + *patch_at(&endless, link) * 64u;
    uint64_t end = read_u64(&endless, strings + 24) + read_u64(&endless, strings + 32);
    assert_int_equal(*patch_at(&endless, end - 1), 0);
    patch_u8(&endless, end - 1, 'x');
    patch_end(&endless, CODEOBJ_CORRUPT, "name does not end");
}

static void hostile_metadata_is_refused(void **state)
{
    static const struct {
        const char *bytes;
        size_t size;
        enum codeobj_status status;
        const char *message;
    } starts[] = {
        {"\xdd\xff\xff\xff\xff", 5, CODEOBJ_TRUNCATED, "4294967295 elements"}, /* array32 */
        {"\xdf\xff\xff\xff\xff", 5, CODEOBJ_TRUNCATED, "4294967295 elements"}, /* map32 */
        {"\xdc\xff\xff", 3, CODEOBJ_TRUNCATED, "65535 elements"},
        {"\xdb\xff\xff\xff\xff", 5, CODEOBJ_TRUNCATED, "4294967295 elements"}, /* str32 */
        {"\xc9\xff\xff\xff\xff", 5, CODEOBJ_TRUNCATED, "elements"},            /* ext32 */
        {"\xc1", 1, CODEOBJ_CORRUPT, "not MessagePack"},
        {"\x81\xc1", 2, CODEOBJ_CORRUPT, "not MessagePack"},
        {"\x80", 1, CODEOBJ_CORRUPT, "behind its document"},
        {"\x2a", 1, CODEOBJ_CORRUPT, "metadata of the object is not a map"},
        {"\x91\x91\x91\x91\x91\x91", 6, CODEOBJ_CORRUPT, "metadata of the object is not a map"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof starts / sizeof starts[0]; i++) {
        struct patched patched = patch_start("gfx1030-v4.hsaco");
        /* The note's owner is 8 bytes with its padding, the document follows. */
        size_t document = span_find(patched.file, "AMDGPU", 0) + 8;
        memcpy(patch_at(&patched, document), starts[i].bytes, starts[i].size);
        patch_end(&patched, starts[i].status, starts[i].message);
    }
}

/* {"amdhsa.kernels": [nil, nil, ...]}: elements that are not kernels. */
static void more_kernels_than_fit_are_refused(void **state)
{
    enum { COUNT = 60000 };
    static const char start[] = "\x81\xae"
                                "amdhsa.kernels\xdc\xea\x60";
    static uint8_t document[sizeof start - 1 + COUNT];
    struct patched patched = patch_start("gfx1030-v4.hsaco");
    (void)state;
    memset(document, 0xc0, sizeof document);
    memcpy(document, start, sizeof start - 1);
    patch_document(&patched, document, sizeof document);
    patch_end(&patched, CODEOBJ_CORRUPT, "more elements than fit");
}

/* Without the note there is no kernel, so the descriptors are too many. */
static void missing_metadata_is_refused(void **state)
{
    struct patched patched = patch_start("gfx1030-v4.hsaco");
    (void)state;
    patch_u8(&patched, program_header(&patched, 0), 0);     /* PT_NULL */
    patch_u8(&patched, section_header(&patched, 7) + 4, 1); /* SHT_PROGBITS */
    patch_end(&patched, CODEOBJ_CORRUPT, "has no kernel in the metadata");
}

/* A linker's script may leave out the segment. */
static void notes_may_be_in_a_section_alone(void **state)
{
    struct patched patched = patch_start("gfx1030-v4.hsaco");
    struct code_object object;
    (void)state;
    patch_u8(&patched, program_header(&patched, 0), 0); /* PT_NULL */
    assert_int_equal(code_object_open(patched.file, &object, NULL), CODEOBJ_OK);
    assert_int_equal(object.kernel_count, 7);
    code_object_close(&object);
    patch_end(&patched, CODEOBJ_OK, "");
}

static void notes_outside_are_refused(void **state)
{
    (void)state;
    struct patched far = patch_start("gfx1030-v4.hsaco");
    patch_u64(&far, program_header(&far, 0) + 8, UINT64_MAX - 8);
    patch_end(&far, CODEOBJ_TRUNCATED, "segment 7 ends past");

    struct patched cut = patch_start("gfx1030-v4.hsaco");
    patch_u64(&cut, program_header(&cut, 0) + 32, 40);
    patch_end(&cut, CODEOBJ_CORRUPT, "a note ends past its segment");

    struct patched header = patch_start("gfx1030-v4.hsaco");
    patch_u64(&header, program_header(&header, 0) + 32, 11);
    patch_end(&header, CODEOBJ_CORRUPT, "inside a note's header");
}

/* Segments that all show the same notes would make a small file a lot of work. */
static void overlapping_notes_are_refused(void **state)
{
    enum { ZEROS = 2400 }; /* 200 empty notes */
    struct patched patched = patch_start("gfx1030-v4.hsaco");
    (void)state;
    size_t code = read_u64(&patched, program_header(&patched, 5) + 8);
    assert_int_equal(code % 256, 0);
    memset(patch_at(&patched, code), 0, ZEROS);
    for (size_t i = 0; i < 7; i++) {
        patch_u8(&patched, program_header(&patched, i), 4); /* PT_NOTE, */
        memset(patch_at(&patched, program_header(&patched, i) + 1), 0, 3);
        patch_u64(&patched, program_header(&patched, i) + 8, code);
        patch_u64(&patched, program_header(&patched, i) + 32, ZEROS);
    }
    patch_end(&patched, CODEOBJ_CORRUPT, "note segments overlap");
}

static void wrong_values_in_metadata_are_refused(void **state)
{
    static const struct {
        const char *key; /* first of its name in the note; the value follows */
        size_t behind;   /* bytes between the key and what is changed */
        uint8_t value;
        const char *message;
    } patches[] = {
        {".wavefront_size", 0, 48, "wavefront size of kernel 'pointers' is 48"},
        {".kernarg_segment_align", 0, 3, "not a power of two"},
        {".kernarg_segment_size", 0, 8, "ends past the 8 bytes"},
        {".kernarg_segment_size", 0, 0xc0, "not an unsigned 32-bit number"}, /* nil */
        {".kernarg_segment_size", 0, 0xff, "not an unsigned 32-bit number"}, /* -1 */
        {".vgpr_count", 0, 0xc3, "'.vgpr_count' in the metadata is no"},
        {".name", 0, 0xc0 + 8, "metadata"}, /* no string any more, and the framing is off */
        {".name", 1, 0xff, "is not text"},
        {".name", 1, '\0', "is not text"},
        {".name", 1, '\n', "is not text"},
        {".value_kind", 1, 0xff, "is not text"},
    };
    static const char *const required[] = {
        ".name",
        ".symbol",
        ".kernarg_segment_size",
        ".kernarg_segment_align",
        ".sgpr_count",
        ".group_segment_fixed_size",
        ".private_segment_fixed_size",
        ".wavefront_size",
        ".max_flat_workgroup_size",
        ".vgpr_count",
        ".offset",
        ".size",
        ".value_kind",
    };
    (void)state;
    for (size_t i = 0; i < sizeof patches / sizeof patches[0]; i++) {
        struct patched patched = patch_start("gfx1030-v4.hsaco");
        struct codeobj_error error;
        size_t at = span_find(patched.file, patches[i].key, 0) + strlen(patches[i].key);
        patch_u8(&patched, at + patches[i].behind, patches[i].value);
        assert_int_not_equal(check_code_object(patched.file, &error), CODEOBJ_OK);
        patch_end(&patched, error.status, patches[i].message);
    }
    for (size_t i = 0; i < sizeof required / sizeof required[0]; i++) {
        struct patched patched = patch_start("gfx1030-v4.hsaco");
        char has_no[64];
        snprintf(has_no, sizeof has_no, "has no '%s'", required[i]);
        patch_u8(&patched, span_find(patched.file, required[i], 0) + 1, '_');
        patch_end(&patched, CODEOBJ_CORRUPT, has_no);
    }
}

/* Two segments over the same notes: each kernel has two records, which are the same. */
static void notes_that_repeat_a_kernel_are_read_once(void **state)
{
    struct patched patched = patch_start("gfx1030-v4.hsaco");
    struct code_object object;
    (void)state;
    /* The GNU_STACK segment, which is empty, becomes a second note segment; its header is the last
     * but one. */
    memcpy(patch_at(&patched, program_header(&patched, 1)),
           patch_at(&patched, program_header(&patched, 0)), 56);
    assert_int_equal(code_object_open(patched.file, &object, NULL), CODEOBJ_OK);
    assert_int_equal(object.kernel_count, 7);
    code_object_close(&object);
    patch_end(&patched, CODEOBJ_OK, "");
}

/* Of records that differ, the one counts whose sizes are those of the descriptor that the linker
 * kept; without one, the last, as for AMD's runtime. */
static void the_record_that_agrees_with_the_descriptor_counts(void **state)
{
    static const struct {
        bool first_changes, second_changes;
        uint32_t lds;
    } cases[] = {{false, false, 0}, {true, false, 0}, {false, true, 0}, {true, true, 2}};
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct patched patched = patch_start("gfx1030-notes-v4.hsaco");
        struct code_object object;
        const size_t first = span_find(patched.file, ".group_segment_fixed_size", 0);
        static const char key[] = ".group_segment_fixed_size";
        size_t at[2], found = 0;
        /* The two records of shared<int> are the first of their notes, */
        size_t second = span_find(patched.file, "amdhsa.kernels", 1);
        at[found++] = first + sizeof key - 1;
        at[found++] =
            second +
            span_find((struct span){patched.file.data + second, patched.file.size - second}, key,
                      0) +
            sizeof key - 1;
        if (cases[i].first_changes)
            patch_u8(&patched, at[0], 1);
        if (cases[i].second_changes)
            patch_u8(&patched, at[1], 2);
        assert_int_equal(code_object_open(patched.file, &object, NULL), CODEOBJ_OK);
        const struct kernel *shared = code_object_find(&object, "_Z6sharedIiEvPT_");
        assert_int_equal(object.kernel_count, 5);
        assert_int_equal(shared->group_segment, cases[i].lds);
        assert_int_equal(shared->code_size, 32);
        code_object_close(&object);
        patch_end(&patched, CODEOBJ_OK, "");
    }
}

static void an_alignment_of_0_is_1(void **state)
{
    struct patched patched = patch_start("gfx1030-v4.hsaco");
    struct code_object object;
    static const char key[] = ".kernarg_segment_align";
    (void)state;
    patch_u8(&patched, span_find(patched.file, key, 0) + sizeof key - 1, 0);
    assert_int_equal(code_object_open(patched.file, &object, NULL), CODEOBJ_OK);
    assert_int_equal(code_object_find(&object, "pointers")->kernarg_align, 1);
    code_object_close(&object);
    patch_end(&patched, CODEOBJ_OK, "");
}

/* Whether |name| has no code after the |nth| function's size became |size|. */
static bool is_empty_after(const char *name, int nth, uint64_t size)
{
    struct patched patched = patch_start("gfx1030-notes-v4.hsaco");
    struct code_object object;
    if (nth >= 0)
        patch_u64(&patched, dynamic_symbol(&patched, 2, nth) + 16, size);
    assert_int_equal(code_object_open(patched.file, &object, NULL), CODEOBJ_OK);
    const struct kernel *kernel = code_object_find(&object, name);
    assert_non_null(kernel);
    bool is_empty = kernel->is_empty;
    if (is_empty)
        assert_int_equal(kernel->code_size, 0);
    code_object_close(&object);
    patch_end(&patched, CODEOBJ_OK, "");
    return is_empty;
}

/* Functions of the dynamic symbols: 0 behind<int>, 1 last<int>, 2 shared<int>, 3 one, 4 two. */
static void kernels_without_code_are_read(void **state)
{
    (void)state;
    assert_true(is_empty_after("_Z6behindIiEvPT_", -1, 0));
    assert_true(is_empty_after("_Z4lastIiEvPT_", -1, 0));
    assert_false(is_empty_after("one", -1, 0));
    /* Assembly without ".size": code whose end is unknown. */
    assert_false(is_empty_after("one", 3, 0));
    assert_false(is_empty_after("_Z6behindIiEvPT_", 4, 0));
    /* Code behind the end of all code. */
    struct patched patched = patch_start("gfx1030-notes-v4.hsaco");
    patch_u64(&patched, dynamic_symbol(&patched, 2, 1) + 16, 4);
    patch_end(&patched, CODEOBJ_CORRUPT, "code of kernel '_Z4lastIiEvPT_'");
}

/* Errors give the place of the fault in bytes from the start of the file. */
static void errors_say_where(void **state)
{
    static const struct {
        size_t offset;
        uint8_t value;
    } headers[] = {{7, 0}, {8, 254}, {16, 2}, {20, 0}, {52, 63}};
    struct codeobj_error error;
    (void)state;
    for (size_t i = 0; i < sizeof headers / sizeof headers[0]; i++) {
        struct patched patched = patch_start("gfx1030-v4.hsaco");
        patch_u8(&patched, headers[i].offset, headers[i].value);
        assert_int_not_equal(check_code_object(patched.file, &error), CODEOBJ_OK);
        assert_int_equal(error.offset, headers[i].offset);
        free((void *)(uintptr_t)patched.file.data);
    }
    struct patched number = patch_start("gfx1030-v4.hsaco");
    size_t value = span_find(number.file, ".vgpr_count", 3) + strlen(".vgpr_count");
    patch_u8(&number, value, 0xc3);
    assert_int_equal(check_code_object(number.file, &error), CODEOBJ_CORRUPT);
    assert_int_equal(error.offset, value);
    free((void *)(uintptr_t)number.file.data);

    struct patched symbol = patch_start("gfx1030-v4.hsaco");
    size_t entry = dynamic_symbol(&symbol, 1, 2);
    patch_u64(&symbol, entry + 16, 63);
    assert_int_equal(check_code_object(symbol.file, &error), CODEOBJ_CORRUPT);
    assert_int_equal(error.offset, entry);
    free((void *)(uintptr_t)symbol.file.data);

    struct patched segment = patch_start("gfx1030-v4.hsaco");
    size_t header = program_header(&segment, 1);
    patch_u64(&segment, header + 8, segment.file.size);
    patch_u64(&segment, header + 32, 1);
    assert_int_equal(check_code_object(segment.file, &error), CODEOBJ_TRUNCATED);
    assert_int_equal(error.offset, header);
    free((void *)(uintptr_t)segment.file.data);
}

static void code_that_starts_outside_is_refused(void **state)
{
    static const uint64_t distances[] = {0, UINT64_MAX, 1 << 30, UINT64_MAX / 2};
    (void)state;
    for (size_t i = 0; i < sizeof distances / sizeof distances[0]; i++) {
        struct patched patched = patch_start("gfx1030-v4.hsaco");
        struct code_object object;
        uint16_t index;
        size_t symbol = dynamic_symbol(&patched, 1, 0);
        memcpy(&index, patch_at(&patched, symbol + 6), 2);
        size_t section = read_u64(&patched, 0x28) + index * 64u;
        size_t descriptor = read_u64(&patched, symbol + 8) - read_u64(&patched, section + 16) +
                            read_u64(&patched, section + 24);
        patch_u64(&patched, descriptor + 16, distances[i]);
        if (distances[i] + 1 > 1) { /* 0 and -1 lead into the segment that the descriptor is in */
            patch_end(&patched, CODEOBJ_CORRUPT, "starts in no segment");
            continue;
        }
        assert_int_equal(code_object_open(patched.file, &object, NULL), CODEOBJ_OK);
        code_object_close(&object);
        patch_end(&patched, CODEOBJ_OK, "");
    }
}

static void too_many_segments_are_refused(void **state)
{
    enum { COUNT = 70, SIZE = 56 };
    struct patched patched = patch_start("gfx1030-v4.hsaco");
    (void)state;
    size_t old = (patched.file.size + 7) / 8 * 8;
    uint8_t *grown = calloc(1, old + COUNT * SIZE);
    assert_non_null(grown);
    memcpy(grown, patched.file.data, patched.file.size);
    for (size_t i = 0; i < COUNT; i++)
        memcpy(grown + old + i * SIZE, patch_at(&patched, read_u64(&patched, 0x20) + SIZE), SIZE);
    assert_int_equal(grown[old], 1); /* PT_LOAD */
    memcpy(grown + old, patch_at(&patched, program_header(&patched, 0)), SIZE);
    free((void *)(uintptr_t)patched.file.data);
    patched.file = (struct span){grown, old + COUNT * SIZE};
    patch_u64(&patched, 0x20, old);
    patch_u8(&patched, 56, COUNT);
    patch_end(&patched, CODEOBJ_UNSUPPORTED, "more than 64 segments");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wrong_headers_are_refused),
        cmocka_unit_test(what_is_unknown_is_read),
        cmocka_unit_test(unknown_versions_may_differ),
        cmocka_unit_test(descriptor_decides_about_modes),
        cmocka_unit_test(kernel_without_descriptor_is_refused),
        cmocka_unit_test(descriptor_without_kernel_is_refused),
        cmocka_unit_test(symbol_other_than_name_is_refused),
        cmocka_unit_test(a_name_twice_leaves_a_descriptor_without_kernel),
        cmocka_unit_test(descriptor_of_wrong_size_or_place_is_refused),
        cmocka_unit_test(descriptor_in_the_elf_header_is_refused),
        cmocka_unit_test(address_that_wraps_is_refused),
        cmocka_unit_test(code_outside_its_section_is_refused),
        cmocka_unit_test(bad_symbol_tables_are_refused),
        cmocka_unit_test(hostile_metadata_is_refused),
        cmocka_unit_test(more_kernels_than_fit_are_refused),
        cmocka_unit_test(missing_metadata_is_refused),
        cmocka_unit_test(notes_outside_are_refused),
        cmocka_unit_test(overlapping_notes_are_refused),
        cmocka_unit_test(wrong_values_in_metadata_are_refused),
        cmocka_unit_test(notes_may_be_in_a_section_alone),
        cmocka_unit_test(notes_that_repeat_a_kernel_are_read_once),
        cmocka_unit_test(the_record_that_agrees_with_the_descriptor_counts),
        cmocka_unit_test(an_alignment_of_0_is_1),
        cmocka_unit_test(kernels_without_code_are_read),
        cmocka_unit_test(flags_choose_features),
        cmocka_unit_test(errors_say_where),
        cmocka_unit_test(code_that_starts_outside_is_refused),
        cmocka_unit_test(too_many_segments_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
