/* Code objects: what is read from real ones, held against llvm-readelf's words for them. */
#include "support.h"

#include <elf.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* The output of llvm-readelf is in data/NAME.txt, which data/make-data.sh writes. */

enum { KERNELS_MAX = 16, ARGUMENTS_MAX = 32, NUMBERS = 11 };

static const char *const number_keys[NUMBERS] = {
    ".kernarg_segment_size",
    ".kernarg_segment_align",
    ".group_segment_fixed_size",
    ".private_segment_fixed_size",
    ".sgpr_count",
    ".vgpr_count",
    ".agpr_count",
    ".sgpr_spill_count",
    ".vgpr_spill_count",
    ".wavefront_size",
    ".max_flat_workgroup_size",
};

struct golden_argument {
    unsigned offset, size;
    char kind[64];
};

struct golden_kernel {
    char name[64], symbol[64];
    unsigned numbers[NUMBERS]; /* as in |number_keys|; 0 when absent */
    struct golden_argument arguments[ARGUMENTS_MAX];
    size_t argument_count;
    unsigned long code_size;
};

struct golden {
    struct golden_kernel kernels[KERNELS_MAX];
    size_t kernel_count;
    char target[64]; /* "" in version 3 */
};

static void golden_argument_line(struct golden_argument *argument, const char *key,
                                 const char *value)
{
    if (strcmp(key, ".offset") == 0)
        argument->offset = (unsigned)atoi(value);
    else if (strcmp(key, ".size") == 0)
        argument->size = (unsigned)atoi(value);
    else if (strcmp(key, ".value_kind") == 0)
        snprintf(argument->kind, sizeof argument->kind, "%s", value);
}

static void golden_kernel_line(struct golden_kernel *kernel, const char *key, const char *value)
{
    if (strcmp(key, ".name") == 0)
        snprintf(kernel->name, sizeof kernel->name, "%s", value);
    else if (strcmp(key, ".symbol") == 0)
        snprintf(kernel->symbol, sizeof kernel->symbol, "%s", value);
    for (size_t i = 0; i < NUMBERS; i++) {
        if (strcmp(key, number_keys[i]) == 0)
            kernel->numbers[i] = (unsigned)atoi(value);
    }
}

static void golden_code_size(struct golden *golden, const char *symbol, unsigned long size)
{
    for (size_t i = 0; i < golden->kernel_count; i++) {
        if (strcmp(golden->kernels[i].name, symbol) == 0)
            golden->kernels[i].code_size = size;
    }
}

/* Object files that were linked may all have a kernel. */
static void golden_drop_repeated(struct golden *golden)
{
    size_t kept = 0;
    for (size_t i = 0; i < golden->kernel_count; i++) {
        size_t before = 0;
        while (before < kept && strcmp(golden->kernels[before].name, golden->kernels[i].name) != 0)
            before++;
        if (before == kept)
            golden->kernels[kept++] = golden->kernels[i];
    }
    golden->kernel_count = kept;
}

/* A list item starts with "- " in front of its first key; kernels are indented by 2 and their
 * arguments by 6. Symbols come first in the file, so it is walked twice. */
static void golden_read(const char *object, struct golden *golden)
{
    char *golden_text = readelf_of(object);
    memset(golden, 0, sizeof *golden);
    for (int pass = 0; pass < 2; pass++) {
        const char *line = golden_text;
        for (const char *end; (end = strchr(line, '\n')); line = end + 1) {
            char text[256], key[64], value[128] = "", type[16];
            unsigned long size;
            snprintf(text, sizeof text, "%.*s", (int)(end - line), line);
            if (pass == 1) {
                if (sscanf(text, "%*u: %*x %lu %15s %*s %*s %*s %63s", &size, type, key) == 3 &&
                    strcmp(type, "FUNC") == 0)
                    golden_code_size(golden, key, size);
                continue;
            }
            if (sscanf(text, "amdhsa.target: amdgcn-amd-amdhsa--%63s", golden->target) == 1)
                continue;
            if (sscanf(text, "%*[ -]%63[^:]: %127s", key, value) < 1 || key[0] != '.')
                continue;
            if (strncmp(text, "  - ", 4) == 0)
                golden->kernel_count++;
            assert_in_range(golden->kernel_count, 1, KERNELS_MAX);
            struct golden_kernel *kernel = &golden->kernels[golden->kernel_count - 1];
            if (strncmp(text, "      - ", 8) == 0)
                kernel->argument_count++;
            if (strncmp(text, "      ", 6) != 0) {
                golden_kernel_line(kernel, key, value);
                continue;
            }
            assert_in_range(kernel->argument_count, 1, ARGUMENTS_MAX);
            golden_argument_line(&kernel->arguments[kernel->argument_count - 1], key, value);
        }
    }
    golden_drop_repeated(golden);
    free(golden_text);
}

static void compare_kernel(const struct kernel *kernel, const struct golden_kernel *golden)
{
    const uint32_t numbers[NUMBERS] = {
        kernel->kernarg_size, kernel->kernarg_align, kernel->group_segment, kernel->private_segment,
        kernel->sgprs,        kernel->vgprs,         kernel->agprs,         kernel->sgpr_spills,
        kernel->vgpr_spills,  kernel->wave_size,     kernel->max_workgroup,
    };
    for (size_t i = 0; i < NUMBERS; i++) {
        if (numbers[i] != golden->numbers[i])
            fail_msg("%s of %s is %u, not %u", number_keys[i], kernel->name, numbers[i],
                     golden->numbers[i]);
    }
    assert_string_equal(kernel->symbol, golden->symbol);
    assert_int_equal(kernel->code_size, golden->code_size);
    assert_int_equal(kernel->is_empty, kernel->code_size == 0);
    assert_int_equal(kernel->argument_count, golden->argument_count);
    for (size_t i = 0; i < kernel->argument_count; i++) {
        assert_int_equal(kernel->arguments[i].offset, golden->arguments[i].offset);
        assert_int_equal(kernel->arguments[i].size, golden->arguments[i].size);
        assert_string_equal(kernel->arguments[i].value_kind, golden->arguments[i].kind);
    }
}

static void kernels_agree_with_readelf(void **state)
{
    (void)state;
    for (size_t i = 0; test_objects[i]; i++) {
        struct golden *golden = malloc(sizeof *golden);
        struct span file = file_read(test_objects[i]);
        struct code_object object;
        char target[TARGET_ID_MAX];
        assert_non_null(golden);
        golden_read(test_objects[i], golden);
        assert_true(golden->kernel_count >= 5);
        assert_int_equal(code_object_open(file, &object, NULL), CODEOBJ_OK);
        free((void *)(uintptr_t)file.data); /* need not live on */
        assert_int_equal(object.kernel_count, golden->kernel_count);
        for (size_t j = 0; j < golden->kernel_count; j++) {
            const struct kernel *kernel = code_object_find(&object, golden->kernels[j].name);
            assert_non_null(kernel);
            compare_kernel(kernel, &golden->kernels[j]);
        }
        if (golden->target[0])
            assert_string_equal(target_id_print(&object.target, target), golden->target);
        code_object_close(&object);
        free(golden);
    }
}

/* ---- Real objects ---------------------------------------------------------------------------- */

static void headers_tell_target_and_version(void **state)
{
    static const struct {
        const char *file, *target;
        int version, generic_version;
        uint32_t flags;
    } expected[] = {
        {"gfx1030-v4.hsaco", "gfx1030", 4, 0, 0x36},
        {"gfx1030-lines.hsaco", "gfx1030", 4, 0, 0x36},
        {"gfx90a-v4.hsaco", "gfx90a:xnack-", 4, 0, 0x63f},
        {"gfx90a-v3.hsaco", "gfx90a:sramecc+:xnack+", 3, 0, 0x33f}, /* no "any" in version 3 */
        {"gfx1100-v5.hsaco", "gfx1100", 5, 0, 0x41},
        {"gfx11-generic-v6.hsaco", "gfx11-generic", 6, 1, 0x1000054},
    };
    (void)state;
    for (size_t i = 0; i < sizeof expected / sizeof expected[0]; i++) {
        struct span file = file_read(expected[i].file);
        struct code_object object;
        char target[TARGET_ID_MAX];
        assert_true(code_object_recognise(file));
        assert_int_equal(code_object_open(file, &object, NULL), CODEOBJ_OK);
        assert_string_equal(target_id_print(&object.target, target), expected[i].target);
        assert_int_equal(object.version, expected[i].version);
        assert_int_equal(object.generic_version, expected[i].generic_version);
        assert_int_equal(object.elf_flags, expected[i].flags);
        assert_int_equal(object.size, file.size);
        assert_int_equal(object.has_debug_lines, strstr(expected[i].file, "lines") != NULL);
        code_object_close(&object);
        free((void *)(uintptr_t)file.data);
    }
}

static void arguments_have_kinds(void **state)
{
    struct span file = file_read("gfx1100-v5.hsaco");
    struct code_object object;
    (void)state;
    assert_int_equal(code_object_open(file, &object, NULL), CODEOBJ_OK);
    const struct kernel *kernel = code_object_find(&object, "pointers");
    assert_int_equal(kernel->arguments[0].kind, ARGUMENT_GLOBAL_BUFFER);
    assert_int_equal(kernel->arguments[2].kind, ARGUMENT_BY_VALUE);
    kernel = code_object_find(&object, "by_value");
    assert_int_equal(kernel->arguments[0].size, 32); /* three u64, a float and its padding */
    kernel = code_object_find(&object, "hidden");
    assert_int_equal(kernel->arguments[1].kind, ARGUMENT_HIDDEN);
    assert_string_equal(kernel->arguments[1].value_kind, "hidden_block_count_x");
    assert_int_equal(code_object_find(&object, "fixed_lds")->group_segment, 256);
    assert_int_equal(code_object_find(&object, "dynamic_lds")->group_segment, 0);
    assert_true(code_object_find(&object, "scratch")->private_segment >= 256);
    assert_int_equal(code_object_find(&object, "nothing")->max_workgroup, 128);
    assert_int_equal(code_object_find(&object, "nothing")->argument_count, 0);
    assert_null(code_object_find(&object, "nothin"));
    assert_null(code_object_find(&object, "nothings"));
    assert_null(code_object_find(&object, ""));
    assert_null(code_object_find(&object, "nothing.kd"));
    code_object_close(&object);
    free((void *)(uintptr_t)file.data);
}

/* The header of the first section of |type|, in |bytes|. */
static uint8_t *section_at(uint8_t *bytes, uint32_t type, Elf64_Shdr *out)
{
    Elf64_Ehdr header;
    memcpy(&header, bytes, sizeof header);
    for (unsigned i = 0; i < header.e_shnum; i++) {
        uint8_t *at = bytes + header.e_shoff + i * sizeof *out;
        memcpy(out, at, sizeof *out);
        if (out->sh_type == type)
            return at;
    }
    fail_msg("no section of type %u", type);
    return NULL;
}

/* As those of kernels from GCC's offloading are: only .symtab has them, which no loader needs. */
static void functions_that_are_local_have_sizes(void **state)
{
    struct span file = file_read("gfx90a-v4.hsaco");
    uint8_t *bytes = (uint8_t *)(uintptr_t)file.data;
    struct code_object whole, object;
    Elf64_Shdr dynamic, other;
    (void)state;
    assert_int_equal(code_object_open(file, &whole, NULL), CODEOBJ_OK);
    section_at(bytes, SHT_DYNSYM, &dynamic);
    for (size_t at = 0; at < dynamic.sh_size; at += sizeof(Elf64_Sym)) {
        uint8_t *info = bytes + dynamic.sh_offset + at + offsetof(Elf64_Sym, st_info);
        if (ELF64_ST_TYPE(*info) == STT_FUNC)
            *info = ELF64_ST_INFO(STB_GLOBAL, STT_NOTYPE);
    }
    uint8_t *header = section_at(bytes, SHT_SYMTAB, &other);
    for (int is_damaged = 0; is_damaged <= 1; is_damaged++) {
        if (is_damaged)
            header[offsetof(Elf64_Shdr, sh_link)] = 0xff;
        assert_int_equal(code_object_open(file, &object, NULL), CODEOBJ_OK);
        assert_int_equal(object.kernel_count, whole.kernel_count);
        for (size_t i = 0; i < object.kernel_count; i++) {
            assert_true(whole.kernels[i].code_size > 0);
            assert_int_equal(object.kernels[i].code_size,
                             is_damaged ? 0 : whole.kernels[i].code_size);
        }
        code_object_close(&object);
    }
    code_object_close(&whole);
    free(bytes);
}

static void what_is_not_read_says_what_it_is(void **state)
{
    static const char *const files[][2] = {
        {"gfx90a-relocatable.o", "code object for gfx90a:xnack- is relocatable; link it"},
        {"gfx906-v2.hsaco", "is of version 2, which is not supported here; compile"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
        struct span file = file_read(files[i][0]);
        struct codeobj_error error;
        assert_true(code_object_recognise(file));
        assert_int_equal(check_code_object(file, &error), CODEOBJ_UNSUPPORTED);
        assert_non_null(strstr(error.message, files[i][1]));
        free((void *)(uintptr_t)file.data);
    }
}

static void any_address_will_do_and_is_only_read(void **state)
{
    struct span file = file_read("gfx90a-v4.hsaco");
    (void)state;
    for (size_t shift = 0; shift < 16; shift++) {
        struct arena arena = arena_open(file.size + 16);
        struct span copy = {arena.start + shift, file.size};
        memcpy(arena.start + shift, file.data, file.size);
        arena_protect(&arena);
        assert_int_equal(check_code_object(copy, NULL), CODEOBJ_OK);
        arena_close(&arena);
    }
    free((void *)(uintptr_t)file.data);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(kernels_agree_with_readelf),
        cmocka_unit_test(headers_tell_target_and_version),
        cmocka_unit_test(arguments_have_kinds),
        cmocka_unit_test(functions_that_are_local_have_sizes),
        cmocka_unit_test(what_is_not_read_says_what_it_is),
        cmocka_unit_test(any_address_will_do_and_is_only_read),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
