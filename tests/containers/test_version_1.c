/* Code object version 1: one made here as HSAIL's finalizer laid them out, and damaged ones. */
#include "container.h"
#include "made.h"
#include "support.h"

#include <elf.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum {
    /* Where the parts are in the file; the code is not loaded at 0. */
    STRINGS = 0x80,
    STRINGS_SIZE = 0x40,
    NOTES = 0xc0,
    NOTES_SIZE = 0x44,
    CODE = 0x200,
    CODE_SIZE = 0x300,
    CODE_ADDRESS = 0xb00,
    SYMBOLS = 0x500,
    SYMBOLS_SIZE = 3 * sizeof(Elf64_Sym),
    SECTIONS = 0x600,
    SECTION_COUNT = 5,
    FILE_SIZE = SECTIONS + SECTION_COUNT * sizeof(Elf64_Shdr),

    SYMBOL_KERNEL = 10,
    NAME_A = 1,
    NAME_B = 4,
};

static void section(struct made *file, size_t index, uint32_t type, uint64_t address,
                    uint64_t offset, uint64_t size)
{
    const Elf64_Shdr header = {
        .sh_type = type,
        .sh_addr = address,
        .sh_offset = offset,
        .sh_size = size,
        .sh_link = 1,
        .sh_entsize = type == SHT_SYMTAB ? sizeof(Elf64_Sym) : 0,
    };
    memcpy(file->data + SECTIONS + index * sizeof header, &header, sizeof header);
}

/* A kernel of 0x20 bytes of code, |at| bytes behind the start of its section. */
static void kernel(struct made *file, size_t index, uint32_t name, size_t at)
{
    const Elf64_Sym symbol = {
        .st_name = name,
        .st_info = ELF64_ST_INFO(STB_GLOBAL, SYMBOL_KERNEL),
        .st_shndx = 3,
        .st_value = at,
        .st_size = 256 + 0x20,
    };
    memcpy(file->data + SYMBOLS + index * sizeof symbol, &symbol, sizeof symbol);
    const size_t code = CODE + at;
    made_put(file, code + 16, 256, 8);       /* kernel_code_entry_byte_offset */
    made_put(file, code + 48, 0xac00c2, 4);  /* compute_pgm_rsrc1 */
    made_put(file, code + 52, 0x1390, 4);    /* compute_pgm_rsrc2 */
    made_put(file, code + 56, 0xa000b, 4);   /* code_properties */
    made_put(file, code + 60, 16, 4);        /* workitem_private_segment_byte_size */
    made_put(file, code + 64, 512, 4);       /* workgroup_group_segment_byte_size */
    made_put(file, code + 72, 0xb0 + at, 8); /* kernarg_segment_byte_size */
    made_put(file, code + 84, 26, 2);        /* wavefront_sgpr_count */
    made_put(file, code + 86, 11, 2);        /* workitem_vgpr_count */
    made_put(file, code + 100, 4, 1);        /* kernarg_segment_alignment */
    made_put(file, code + 103, 6, 1);        /* wavefront_size */
}

static void notes(struct made *file)
{
    static const uint8_t bytes[NOTES_SIZE] = {
        4, 0, 0, 0, 8,    0, 0, 0, 1, 0, 0,   0,   'A', 'M', 'D', 0,   1,   0,   0,   0,   0, 0,
        0, 0, /* 1.0 */
        4, 0, 0, 0, 0x1b, 0, 0, 0, 3, 0, 0,   0,   'A', 'M', 'D', 0,   4,   0,   7,   0,   7, 0,
        0, 0, 0, 0, 0,    0, 1, 0, 0, 0, 'A', 'M', 'D', 0,   'A', 'M', 'D', 'G', 'P', 'U', 0};
    memcpy(file->data + NOTES, bytes, sizeof bytes);
}

static struct made make(void)
{
    struct made file = {0};
    made_zeros(&file, FILE_SIZE);
    const Elf64_Ehdr header = {
        .e_ident = {ELFMAG0, ELFMAG1, ELFMAG2, ELFMAG3, ELFCLASS64, ELFDATA2LSB, EV_CURRENT, 64},
        .e_type = ET_REL,
        .e_machine = 224,
        .e_version = EV_CURRENT,
        .e_phoff = sizeof header,
        .e_shoff = SECTIONS,
        .e_ehsize = sizeof header,
        .e_phentsize = sizeof(Elf64_Phdr),
        .e_phnum = 1,
        .e_shentsize = sizeof(Elf64_Shdr),
        .e_shnum = SECTION_COUNT,
        .e_shstrndx = 1,
    };
    const Elf64_Phdr segment = {
        .p_type = 0x60000003, /* PT_AMDGPU_HSA_LOAD_CODE_AGENT */
        .p_offset = CODE,
        .p_vaddr = CODE_ADDRESS,
        .p_filesz = CODE_SIZE,
        .p_memsz = CODE_SIZE,
    };
    memcpy(file.data, &header, sizeof header);
    memcpy(file.data + sizeof header, &segment, sizeof segment);
    memcpy(file.data + STRINGS + NAME_A, "&b", 3);
    memcpy(file.data + STRINGS + NAME_B, "&a", 3);
    notes(&file);
    section(&file, 1, SHT_STRTAB, 0, STRINGS, STRINGS_SIZE);
    section(&file, 2, SHT_NOTE, 0, NOTES, NOTES_SIZE);
    section(&file, 3, SHT_PROGBITS, CODE_ADDRESS, CODE, CODE_SIZE);
    section(&file, 4, SHT_SYMTAB, 0, SYMBOLS, SYMBOLS_SIZE);
    kernel(&file, 1, NAME_A, 0);
    kernel(&file, 2, NAME_B, 0x180);
    return file;
}

static void numbers_are_those_in_front_of_the_code(void **state)
{
    struct made file = make();
    struct code_object object;
    struct codeobj_error error = {.message = ""};
    char target[TARGET_ID_MAX];
    (void)state;
    if (code_object_open_any(made_span(&file), &object, &error))
        fail_msg("%s", error.message);
    assert_int_equal(object.version, 1);
    assert_int_equal(object.size, FILE_SIZE);
    assert_string_equal(target_id_print(&object.target, target), "gfx701");
    assert_int_equal(object.kernel_count, 2);
    const struct kernel *a = &object.kernels[0], *b = &object.kernels[1];
    assert_string_equal(a->name, "&a");
    assert_string_equal(a->symbol, "&a");
    assert_string_equal(b->name, "&b");
    assert_int_equal(a->kernarg_size, 0x230);
    assert_int_equal(b->kernarg_size, 0xb0);
    assert_int_equal(b->kernarg_align, 16);
    assert_int_equal(b->private_segment, 16);
    assert_int_equal(b->group_segment, 512);
    assert_int_equal(b->sgprs, 26);
    assert_int_equal(b->vgprs, 11);
    assert_int_equal(b->wave_size, 64);
    assert_int_equal(b->argument_count, 0);
    assert_int_equal(b->code_size, 0x20);
    assert_int_equal(b->descriptor.rsrc1, 0xac00c2);
    assert_int_equal(b->descriptor.rsrc2, 0x1390);
    assert_int_equal(b->descriptor.properties, 0xb);
    assert_int_equal(b->descriptor.address, CODE_ADDRESS);
    assert_int_equal(b->descriptor.code_offset, CODE + 256);
    assert_int_equal(a->descriptor.address, CODE_ADDRESS + 0x180);
    assert_int_equal(a->descriptor.entry_address, CODE_ADDRESS + 0x280);
    assert_int_equal(a->descriptor.code_offset, CODE + 0x280);
    code_object_close(&object);
    made_free(&file);
}

static void contradictions_are_refused(void **state)
{
    static const struct {
        size_t offset;
        uint64_t value;
        unsigned size;
        enum codeobj_status status;
        const char *message;
    } changes[] = {
        {NOTES + 16, 2, 4, CODEOBJ_UNSUPPORTED, "is relocatable; link it"},
        {NOTES + 8, 9, 4, CODEOBJ_UNSUPPORTED, "is relocatable; link it"}, /* not of the version */
        {NOTES + 32, 9, 4, CODEOBJ_CORRUPT, "version 1 has no note of its ISA"},
        {NOTES + 44, 99, 4, CODEOBJ_UNSUPPORTED, "version 1 is for an unknown ISA, 99.0.1"},
        {CODE + 72, UINT64_C(1) << 32, 8, CODEOBJ_CORRUPT, "impossible sizes"},
        {CODE + 100, 32, 1, CODEOBJ_CORRUPT, "impossible sizes"},
        {CODE + 103, 32, 1, CODEOBJ_CORRUPT, "impossible sizes"},
        {CODE + 103, 4, 1, CODEOBJ_CORRUPT, "wavefront size of kernel '&b' is 16"},
        {CODE + 16, 0x400, 8, CODEOBJ_CORRUPT, "'&b'"}, /* starts behind the segment */
        {SYMBOLS + sizeof(Elf64_Sym), NAME_B, 4, CODEOBJ_CORRUPT, "two kernels '&a'"},
        {SYMBOLS + sizeof(Elf64_Sym), 0, 4, CODEOBJ_CORRUPT, "name of a kernel is 0 bytes"},
        {STRINGS + NAME_A, 0xff, 1, CODEOBJ_CORRUPT, "name of a kernel is not text"},
        {SYMBOLS + sizeof(Elf64_Sym) + 6, 9, 2, CODEOBJ_CORRUPT, "is in no section"},
        {SYMBOLS + sizeof(Elf64_Sym) + 8, CODE_SIZE - 255, 8, CODEOBJ_CORRUPT, "is in no section"},
        {SYMBOLS + sizeof(Elf64_Sym) + 16, 255, 8, CODEOBJ_CORRUPT, "shorter than its descriptor"},
        {SYMBOLS + sizeof(Elf64_Sym) + 16, CODE_SIZE + 1, 8, CODEOBJ_CORRUPT, "is in no section"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof changes / sizeof changes[0]; i++) {
        struct made file = make();
        struct codeobj_error error = {.message = ""};
        made_put(&file, changes[i].offset, changes[i].value, changes[i].size);
        if (check_code_object(made_span(&file), &error) != changes[i].status ||
            !strstr(error.message, changes[i].message))
            fail_msg("%zu: '%s' does not say '%s'", i, error.message, changes[i].message);
        made_free(&file);
    }
}

/* What it promises holds for every length, and for every byte that is damaged. */
static void damage_is_survived(void **state)
{
    struct arena arena = arena_open(FILE_SIZE);
    struct made file = make();
    (void)state;
    for (size_t size = 0; size < FILE_SIZE; size++)
        assert_int_not_equal(
            check_code_object(arena_place(&arena, (struct span){file.data, size}), NULL),
            CODEOBJ_OK);
    for (size_t i = 0; i < FILE_SIZE; i++) {
        static const uint8_t flips[] = {0x01, 0x80, 0xff};
        for (size_t j = 0; j < sizeof flips; j++) {
            file.data[i] ^= flips[j];
            check_code_object(arena_place(&arena, made_span(&file)), NULL);
            file.data[i] ^= flips[j];
        }
    }
    made_free(&file);
    arena_close(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(contradictions_are_refused),
        cmocka_unit_test(damage_is_survived),
        cmocka_unit_test(numbers_are_those_in_front_of_the_code),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
