/* Code object version 2: a real one against what llvm-readelf prints of it, and damaged ones. */
#include "code_object_reader.h"
#include "container.h"
#include "walk.h"
#include "support.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const char object_name[] = "gfx906-v2.hsaco";

/* The next line of |*text| that holds "|key|:" before |end|; its value goes into |value|. */
static bool next_value(const char **text, const char *end, const char *key, char value[64])
{
    char wanted[64];
    snprintf(wanted, sizeof wanted, " %s:", key);
    const char *at = strstr(*text, wanted);
    if (!at || at >= end)
        return false;
    *text = at + strlen(wanted);
    assert_int_equal(sscanf(*text, "%63s", value), 1);
    return true;
}

/* The number at |key| in the text between |text| and |end|; 0 when it is left out. */
static uint32_t number_at(const char *text, const char *end, const char *key)
{
    char value[64];
    return next_value(&text, end, key, value) ? (uint32_t)atoi(value) : 0;
}

static void compare_arguments(const struct kernel *kernel, const char *text, const char *end)
{
    static const char *const kinds[][2] = {
        {"ByValue", "by_value"},
        {"GlobalBuffer", "global_buffer"},
        {"HiddenGlobalOffsetX", "hidden_global_offset_x"},
        {"HiddenGlobalOffsetY", "hidden_global_offset_y"},
        {"HiddenGlobalOffsetZ", "hidden_global_offset_z"},
        {"HiddenNone", "hidden_none"},
    };
    char value[64];
    size_t count = 0;
    uint32_t last = 0;
    for (; next_value(&text, end, "- Size", value); count++) {
        assert_true(count < kernel->argument_count);
        const struct kernel_argument *argument = &kernel->arguments[count];
        assert_int_equal(argument->size, atoi(value));
        assert_true(next_value(&text, end, "Align", value));
        assert_int_equal(argument->offset % (unsigned)atoi(value), 0);
        assert_in_range(argument->offset, last, last + (unsigned)atoi(value) - 1);
        last = argument->offset + argument->size;
        assert_true(next_value(&text, end, "ValueKind", value));
        const char *word = NULL;
        for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++)
            word = strcmp(kinds[i][0], value) == 0 ? kinds[i][1] : word;
        assert_non_null(word);
        assert_string_equal(argument->value_kind, word);
        assert_int_equal(argument->kind, argument_kind(word));
    }
    assert_int_equal(kernel->argument_count, count);
}

/* Symbols are in front of the notes: number, value, size, type, binding, visibility, section. */
static void compare_symbol(const struct kernel *kernel, const char *text)
{
    for (const char *line = text; (line = strstr(line, "AMDGPU_HSA_KERNEL")); line++) {
        const char *start = line;
        unsigned long value, size;
        char name[64];
        while (start[-1] != '\n')
            start--;
        assert_int_equal(sscanf(start, "%*u: %lx %lu %*s %*s %*s %*s %63s", &value, &size, name),
                         3);
        if (strcmp(name, kernel->name) != 0)
            continue;
        assert_int_equal(kernel->descriptor.address, value);
        assert_int_equal(kernel->descriptor.entry_address, value + 256);
        assert_int_equal(kernel->code_size, size - 256);
        return;
    }
    fail_msg("no symbol %s", kernel->name);
}

static void kernels_agree_with_readelf(void **state)
{
    struct span file = file_read(object_name);
    char *golden = readelf_of(object_name);
    struct code_object object;
    const char *text = golden, *end;
    size_t count = 0, size = file.size;
    char name[TARGET_ID_MAX];
    (void)state;
    assert_int_equal(code_object_open_any(file, &object, NULL), CODEOBJ_OK);
    while (next_value(&text, text + strlen(text), "- Name", name)) {
        const struct kernel *kernel = code_object_find(&object, name);
        end = strstr(text, "  - Name:");
        end = end ? end : text + strlen(text);
        if (!kernel)
            fail_msg("kernel %s was not read", name);
        count++;
        assert_string_equal(kernel->symbol, name);
        const struct {
            const char *key;
            uint32_t number;
        } numbers[] = {
            {"KernargSegmentSize", kernel->kernarg_size},
            {"KernargSegmentAlign", kernel->kernarg_align},
            {"GroupSegmentFixedSize", kernel->group_segment},
            {"PrivateSegmentFixedSize", kernel->private_segment},
            {"WavefrontSize", kernel->wave_size},
            {"NumSGPRs", kernel->sgprs},
            {"NumVGPRs", kernel->vgprs},
            {"MaxFlatWorkGroupSize", kernel->max_workgroup},
        };
        for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++)
            assert_int_equal(numbers[i].number, number_at(text, end, numbers[i].key));
        compare_arguments(kernel, text, end);
        compare_symbol(kernel, golden);
    }
    assert_int_equal(object.kernel_count, 7);
    assert_int_equal(count, 7);
    assert_int_equal(object.version, 2);
    assert_int_equal(object.elf_flags, 0x32f);
    assert_int_equal(object.size, size);
    assert_false(object.has_debug_lines);
    assert_string_equal(target_id_print(&object.target, name), "gfx906:sramecc-:xnack+");
    code_object_close(&object);
    free((void *)(uintptr_t)file.data);
    free(golden);
}

/* The code of a kernel, found through the program headers, ends with s_endpgm, as ISA manuals have
 * it. The smallest kernel is nothing else. */
static void code_is_found_in_the_file(void **state)
{
    static const uint8_t end_program[] = {0x00, 0x00, 0x81, 0xbf};
    struct span file = file_read(object_name), code;
    struct code_object object;
    (void)state;
    assert_int_equal(code_object_open_any(file, &object, NULL), CODEOBJ_OK);
    const struct kernel *kernel = code_object_find(&object, "nothing");
    assert_int_equal(kernel->code_size, sizeof end_program);
    assert_true(span_sub(file, kernel->descriptor.code_offset, kernel->code_size, &code));
    assert_memory_equal(code.data, end_program, sizeof end_program);
    code_object_close(&object);
    free((void *)(uintptr_t)file.data);
}

/* ---- Notes ----------------------------------------------------------------------------------- */

/* What the stepping in the note says of processor and XNACK. */
static void isa_versions_name_targets(void **state)
{
    static const struct {
        uint32_t major, minor, stepping;
        uint8_t mach; /* 0: as before that field was there */
        const char *target;
    } isas[] = {
        {7, 0, 1, 0, "gfx701"},
        {8, 0, 1, 0, "gfx801:xnack+"},
        {8, 0, 4, 0, "gfx803"},
        {9, 0, 0, 0, "gfx900:xnack-"},
        {9, 0, 1, 0, "gfx900:xnack+"},
        {9, 0, 0, 0x2c, "gfx900:xnack-"},
        {9, 0, 6, 0x2f, "gfx906:sramecc-:xnack-"},
        {9, 0, 7, 0, "gfx906:sramecc-:xnack+"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof isas / sizeof isas[0]; i++) {
        struct span file = file_read(object_name);
        uint8_t *data = (uint8_t *)(uintptr_t)file.data;
        const uint32_t isa[] = {isas[i].major, isas[i].minor, isas[i].stepping};
        struct code_object object;
        char target[TARGET_ID_MAX];
        memcpy(data + span_find(file, "AMDGPU", 0) - 4 - sizeof isa, isa, sizeof isa);
        data[48] = isas[i].mach;
        assert_int_equal(code_object_open_any(file, &object, NULL), CODEOBJ_OK);
        assert_string_equal(target_id_print(&object.target, target), isas[i].target);
        code_object_close(&object);
        free(data);
    }
}

static void expect_refusal(struct span file, enum codeobj_status status, const char *message)
{
    struct codeobj_error error;
    assert_int_equal(check_code_object(file, &error), status);
    if (!strstr(error.message, message))
        fail_msg("'%s' does not say '%s'", error.message, message);
    free((void *)(uintptr_t)file.data);
}

static void contradictions_are_refused(void **state)
{
    static const struct {
        const char *from, *to; /* of one length */
        enum codeobj_status status;
        const char *message;
    } patches[] = {
        {"SymbolName:      'hidden@kd'", "SymbolName:      'hidden@kx'", CODEOBJ_CORRUPT,
         "not its name with '@kd'"},
        {"- Name:            nothing\n    SymbolName:      'nothing@kd'",
         "- Name:            nothinx\n    SymbolName:      'nothinx@kd'", CODEOBJ_CORRUPT,
         "kernel 'nothing' is not in the metadata"},
        {"KernargSegmentSize: 36", "KernargSegmentSize: 32", CODEOBJ_CORRUPT,
         "argument at 32 ends past the 32 bytes"},
        {"WavefrontSize:   64", "WavefrontSize:   63", CODEOBJ_CORRUPT, "is 63, not 32 or 64"},
        {"WavefrontSize:   64", "WavefrontSizE:   64", CODEOBJ_CORRUPT, "has no 'WavefrontSize'"},
        {"WavefrontSize:   64", "WavefrontSize:   -4", CODEOBJ_CORRUPT,
         "is not an unsigned 32-bit"},
        {"WavefrontSize:   64", "WavefrontSize:  [6]", CODEOBJ_CORRUPT,
         "is not an unsigned 32-bit"},
        {"WavefrontSize:   64", "NumVGPRs:       641", CODEOBJ_CORRUPT, "'NumVGPRs' is twice"},
        {"Align:           8", "Align:           7", CODEOBJ_CORRUPT, "not a power of two"},
        {"Align:           8", "Align:           0", CODEOBJ_CORRUPT, "not a power of two"},
        {"ValueKind:       GlobalBuffer", "ValueKind:       *lobalBuffer", CODEOBJ_CORRUPT, ""},
        {"ValueKind:       GlobalBuffer", "ValueKind:       [lobalBuffer", CODEOBJ_CORRUPT, ""},
        {"Kernels:\n", "Kernels: ", CODEOBJ_CORRUPT, ""},
        {"Version:         [ 1, 0 ]", "Version:         [ 1, 0  ", CODEOBJ_CORRUPT,
         "metadata is not YAML"},
        {"Kernels:", "KernelS:", CODEOBJ_CORRUPT, "is not in the metadata"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof patches / sizeof patches[0]; i++) {
        struct span file = file_read(object_name);
        assert_int_equal(strlen(patches[i].from), strlen(patches[i].to));
        memcpy((uint8_t *)(uintptr_t)file.data + span_find(file, patches[i].from, 0), patches[i].to,
               strlen(patches[i].to));
        expect_refusal(file, patches[i].status, patches[i].message);
    }
    struct span unknown = file_read(object_name);
    ((uint8_t *)(uintptr_t)unknown.data)[span_find(unknown, "AMDGPU", 0) - 4 - 4] = 8;
    expect_refusal(unknown, CODEOBJ_UNSUPPORTED, "unknown ISA, 9.0.8");
    struct span other = file_read(object_name);
    ((uint8_t *)(uintptr_t)other.data)[48] = 0x2c;
    expect_refusal(other, CODEOBJ_CORRUPT, "contradict");
    struct span later = file_read("gfx1030-v4.hsaco");
    ((uint8_t *)(uintptr_t)later.data)[8] = 0;
    expect_refusal(later, CODEOBJ_CORRUPT, "version 2 has no note of its ISA");
}

/* ---- Documents made up ----------------------------------------------------------------------- */

#define CODE_PROPERTIES                                                                            \
    "CodeProps: {KernargSegmentSize: 64, GroupSegmentFixedSize: 1, PrivateSegmentFixedSize: 2, "   \
    "KernargSegmentAlign: 8, WavefrontSize: 64, NumSGPRs: 3, NumVGPRs: 4, NumSpilledSGPRs: 5, "    \
    "NumSpilledVGPRs: 6, IsDynamicCallStack: true}"

static enum codeobj_status read_document(const char *text, struct code_object *object,
                                         struct codeobj_error *error)
{
    *object = (struct code_object){.version = 2};
    struct note note = {{(const uint8_t *)text, strlen(text)}, 0};
    return metadata_v2_read(&(struct notes){.metadata = &note, .metadata_count = 1}, object, error);
}

#define KERNEL_OF(name) "Kernels: [{Name: " name ", SymbolName: " name "@kd, " CODE_PROPERTIES "}]"

/* Object files that were linked leave a note each. */
static void kernels_of_all_notes_are_read(void **state)
{
    static const struct {
        const char *texts[3];
        enum codeobj_status status;
    } cases[] = {
        {{KERNEL_OF("b"), KERNEL_OF("c"), KERNEL_OF("a")}, CODEOBJ_OK},
        {{KERNEL_OF("b"), KERNEL_OF("c"), KERNEL_OF("b")}, CODEOBJ_CORRUPT},
        {{KERNEL_OF("b"), "Kernels: 3", KERNEL_OF("a")}, CODEOBJ_CORRUPT},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct code_object object = {.version = 2};
        struct codeobj_error error = {.message = ""};
        struct note notes[3];
        for (size_t j = 0; j < 3; j++)
            notes[j] = (struct note){
                {(const uint8_t *)cases[i].texts[j], strlen(cases[i].texts[j])}, 100 * j};
        assert_int_equal(metadata_v2_read(&(struct notes){.metadata = notes, .metadata_count = 3},
                                          &object, &error),
                         cases[i].status);
        for (size_t j = 0; j < 3 && !cases[i].status; j++)
            assert_string_equal(object.kernels[j].name, j == 0 ? "a" : j == 1 ? "b" : "c");
        code_object_close(&object);
    }
}

static void every_field_is_read(void **state)
{
    static const char document[] =
        "Kernels: [{Name: k, SymbolName: k@kd, Language: OpenCL C, LanguageVersion: [2, 0],\n"
        "Attrs: {ReqdWorkGroupSize: [1, 2, 3], WorkGroupSizeHint: [4, 5, 6], VecTypeHint: int4},\n"
        "Args: [{Name: a, TypeName: 'int*', Size: 4, Align: 4, ValueKind: DynamicSharedPointer,\n"
        "  PointeeAlign: 16, AddrSpaceQual: Local, AccQual: ReadOnly, IsConst: true,\n"
        "  IsRestrict: true, IsVolatile: true, IsPipe: false},\n"
        "  {Size: 8, Align: 8, ValueKind: HiddenMultiGridSyncArg}], " CODE_PROPERTIES "}]\n";
    struct code_object object;
    struct codeobj_error error = {.message = ""};
    (void)state;
    if (read_document(document, &object, &error))
        fail_msg("%s", error.message);
    assert_int_equal(object.kernel_count, 1);
    const struct kernel *kernel = &object.kernels[0];
    assert_string_equal(kernel->language, "OpenCL C");
    assert_string_equal(kernel->vector_hint, "int4");
    for (uint32_t axis = 0; axis < 3; axis++) {
        assert_int_equal(kernel->required_workgroup[axis], axis + 1);
        assert_int_equal(kernel->workgroup_hint[axis], axis + 4);
    }
    const uint32_t numbers[] = {kernel->group_segment, kernel->private_segment,
                                kernel->sgprs,         kernel->vgprs,
                                kernel->sgpr_spills,   kernel->vgpr_spills};
    for (uint32_t i = 0; i < 6; i++)
        assert_int_equal(numbers[i], i + 1);
    assert_true(kernel->uses_dynamic_stack);
    assert_int_equal(kernel->argument_count, 2);
    const struct kernel_argument *argument = kernel->arguments;
    assert_string_equal(argument->name, "a");
    assert_string_equal(argument->type_name, "int*");
    assert_string_equal(argument->value_kind, "dynamic_shared_pointer");
    assert_string_equal(argument->address_space, "local");
    assert_string_equal(argument->access, "read_only");
    assert_int_equal(argument->pointee_align, 16);
    assert_true(argument->is_const && argument->is_restrict && argument->is_volatile);
    assert_int_equal(argument->kind, ARGUMENT_DYNAMIC_SHARED_POINTER);
    assert_int_equal(argument[1].offset, 8);
    assert_string_equal(argument[1].value_kind, "hidden_multigrid_sync_arg");
    code_object_close(&object);
}

static void absurd_documents_are_refused(void **state)
{
    static const struct {
        const char *text, *message;
    } documents[] = {
        {"", "is not a map"},
        {"Kernels", "is not a map"},
        {"[]", "is not a map"},
        {"Kernels: {}", "'Kernels' in the metadata is no list"},
        {"Kernels: [1]", "metadata of a kernel is not a map"},
        {"Kernels: [{Name: k}]", "has no 'SymbolName'"},
        {"Kernels: []\nKernels: []", "'Kernels' is twice"},
        {"Kernels: [{Attrs: {Attrs: {}}}]", "'Attrs' is twice"},
        {"Kernels: [{Attrs: 1}]", "metadata of Attrs is not a map"},
        {"Kernels: [{Attrs: {ReqdWorkGroupSize: [1, 2]}}]", "not an unsigned 32-bit number"},
        {"Kernels: [{Attrs: {ReqdWorkGroupSize: [1, 2, 3, 4]}}]", "not a list of 3 numbers"},
        {"Kernels: [{CodeProps: {NumVGPRs: 4294967296}}]", "not an unsigned 32-bit number"},
        {"Kernels: [{CodeProps: {NumVGPRs: 99999999999999999999}}]",
         "not an unsigned 32-bit number"},
        {"Kernels: [{CodeProps: {NumVGPRs: ''}}]", "not an unsigned 32-bit number"},
        {"Kernels: [{CodeProps: {IsDynamicCallStack: 1}}]", "neither true nor false"},
        {"Kernels: [{Name: \"a\\0b\"}]", "is not text"},
        {"Kernels: [{Name: \"a\\nb\"}]", "is not text"},
        {"Kernels: [{Name: *a}]", "is not text"},
        {"Kernels: [{Name: k, SymbolName: k@kd, " CODE_PROPERTIES ", Args: "
         "[{Size: 4294967295, Align: 4, ValueKind: X}, {Size: 1, Align: 4, ValueKind: X}]}]",
         "larger than 4 GiB"},
        {"Kernels: [{Name: k, SymbolName: k@kd, " CODE_PROPERTIES "}, "
         "{Name: k, SymbolName: k@kd, " CODE_PROPERTIES "}]",
         "two kernels 'k'"},
        {"a: &a [1]\nb: {c: [*a, *a]}\nKernels: [{", "metadata is not YAML"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof documents / sizeof documents[0]; i++) {
        struct code_object object;
        struct codeobj_error error;
        assert_int_equal(read_document(documents[i].text, &object, &error), CODEOBJ_CORRUPT);
        if (!strstr(error.message, documents[i].message))
            fail_msg("'%s' does not say '%s'", error.message, documents[i].message);
        assert_true(error.offset <= strlen(documents[i].text));
        code_object_close(&object);
    }
}

/* Nesting, which libyaml takes time for that grows with its square, is bounded where it is skipped;
 * where the metadata is used it has its shape. */
static void deep_documents_are_refused(void **state)
{
    enum { SIZE = 2000000 };
    static const struct {
        const char *start, *again, *message;
    } documents[] = {
        {"deep: ", "[", "nests deeper than 64"},
        {"deep: ", "{", "nests deeper than 64"},
        {"", "{? ", "nests deeper than 64"},
        {"deep:\n  ", "- ", "nests deeper than 64"},
        {"Kernels: [", "[", "is not a map"},
        {"Kernels: [{Args: [", "{", "nests deeper than 64"},
    };
    char *text = malloc(SIZE + 64);
    (void)state;
    assert_non_null(text);
    for (size_t i = 0; i < sizeof documents / sizeof documents[0]; i++) {
        struct code_object object;
        struct codeobj_error error;
        char *end = stpcpy(text, documents[i].start);
        while (end - text < SIZE)
            end = stpcpy(end, documents[i].again);
        assert_int_equal(read_document(text, &object, &error), CODEOBJ_CORRUPT);
        if (!strstr(error.message, documents[i].message))
            fail_msg("'%s' does not say '%s'", error.message, documents[i].message);
        code_object_close(&object);
    }
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(kernels_agree_with_readelf),
        cmocka_unit_test(code_is_found_in_the_file),
        cmocka_unit_test(isa_versions_name_targets),
        cmocka_unit_test(contradictions_are_refused),
        cmocka_unit_test(kernels_of_all_notes_are_read),
        cmocka_unit_test(every_field_is_read),
        cmocka_unit_test(absurd_documents_are_refused),
        cmocka_unit_test(deep_documents_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
