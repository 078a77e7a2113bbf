/* Cubins and PTX: what is damaged never does harm, and kernels, parameters and variables are those
 * of the source, data/nvidia.cu.
 */
#include "container.h"
#include "support.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static struct span read_data(const char *name)
{
    char path[512];
    snprintf(path, sizeof path, "%s/%s", CONTAINER_DATA, name);
    FILE *file = fopen(path, "rb");
    uint8_t *bytes = malloc(1 << 16);
    if (!file || !bytes)
        fail_msg("cannot read %s", path);
    struct span span = {bytes, fread(bytes, 1, 1 << 16, file)};
    fclose(file);
    return span;
}

static void free_data(struct span span)
{
    free((void *)(uintptr_t)span.data);
}

static void count_variable(void *context, struct span name, uint64_t size, bool is_managed)
{
    (void)is_managed;
    *(uint64_t *)context += name.size + size;
}

/* Opens it, and reads all that it leads to. */
static enum codeobj_status try_open(struct span bytes, struct codeobj_error *error)
{
    struct code_object object = {0};
    enum codeobj_status status = code_object_open_any(bytes, &object, error);
    uint64_t sum = 0;
    for (size_t i = 0; i < object.kernel_count; i++) {
        const struct kernel *kernel = &object.kernels[i];
        sum += strlen(kernel->name) + strlen(kernel->symbol) + kernel->kernarg_size;
        for (size_t j = 0; j < kernel->argument_count; j++)
            sum += strlen(kernel->arguments[j].value_kind) + kernel->arguments[j].size;
    }
    nvidia_variables(bytes, &sum, count_variable);
    assert_true(status == CODEOBJ_OK || object.memory == NULL);
    code_object_close(&object);
    return status;
}

static void a_truncated_cubin_never_opens(void **state)
{
    struct span file = read_data("nvidia.cubin");
    struct arena arena = arena_open(file.size);
    (void)state;
    for (size_t size = 0; size < file.size; size++)
        assert_int_equal(try_open(arena_place(&arena, (struct span){file.data, size}), NULL),
                         size < 4 ? CODEOBJ_UNRECOGNISED : CODEOBJ_TRUNCATED);
    assert_int_equal(try_open(arena_place(&arena, file), NULL), CODEOBJ_OK);
    arena_close(&arena);
    free_data(file);
}

/* Text may end between two kernels; what opens then has fewer of them. */
static void truncated_ptx_has_no_half_a_kernel(void **state)
{
    struct span file = read_data("nvidia.ptx");
    struct arena arena = arena_open(file.size);
    size_t refused = 0;
    (void)state;
    for (size_t size = 0; size < file.size; size++) {
        struct span part = arena_place(&arena, (struct span){file.data, size});
        struct code_object object;
        if (code_object_open_any(part, &object, NULL) != CODEOBJ_OK) {
            refused++;
            continue;
        }
        for (size_t i = 0; i < object.kernel_count; i++)
            assert_true(object.kernels[i].kernarg_size > 16);
        code_object_close(&object);
    }
    assert_true(refused > file.size / 2);
    arena_close(&arena);
    free_data(file);
}

static void damaged_bytes_open_or_fail_cleanly(void **state)
{
    static const char *const names[] = {"nvidia.cubin", "nvidia.ptx"};
    (void)state;
    for (size_t i = 0; i < 2; i++) {
        struct span file = read_data(names[i]);
        struct arena arena = arena_open(file.size);
        struct span copy = arena_place(&arena, file);
        uint8_t *bytes = (uint8_t *)(uintptr_t)copy.data;
        size_t refused = 0;
        for (size_t at = 0; at < file.size; at++) {
            static const uint8_t flips[] = {0x01, 0x80, 0xff};
            for (size_t j = 0; j < sizeof flips; j++) {
                bytes[at] ^= flips[j];
                refused += try_open(copy, NULL) != CODEOBJ_OK;
                bytes[at] ^= flips[j];
            }
        }
        assert_true(refused > 100);
        arena_close(&arena);
        free_data(file);
    }
}

static void what_is_wrong_is_said(void **state)
{
    static const struct {
        const char *text, *message;
    } cases[] = {
        {".version 8.0\n.target sm_80\n.visible .entry k(.param .u64 p)\n{ ret;", "ends inside"},
        {".version 8.0\n.target sm_80\n.visible .entry k(.param .u64 p)", "before the body"},
        {".version 8.0\n.target sm_80\n.entry k(.param .b7 p) { ret; }", "no known size"},
        {".version 8.0\n.target sm_80\n.entry k(.param .align 3 .b8 p[8]) {}", "no known size"},
        {".version 8.0\n.target sm_80\n.entry k(.param .b8 p[70000]) {}", "no known size"},
        {".version 8.0\n.target sm_80\n.entry k(.param .b8 p[]) {}", "no known size"},
        {".version 8.0\n.target sm_80\n.entry (.param .u64 p) {}", "has no name"},
        {".version 8.0\n.target sm_80\n.entry k() {} .entry k() {}", "two kernels 'k'"},
        {".version 8.0\n.entry k() {}", "no .target"},
        {".version 8.0\n.target sm_8\n", "not for a known target"},
        {".version 8.0\n.target nothing\n", "not for a known target"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct codeobj_error error;
        struct span bytes = {(const uint8_t *)cases[i].text, strlen(cases[i].text)};
        assert_true(code_object_recognise_any(bytes));
        assert_int_not_equal(try_open(bytes, &error), CODEOBJ_OK);
        if (!strstr(error.message, cases[i].message))
            fail_msg("%s: %s", cases[i].text, error.message);
    }
    struct codeobj_error error;
    struct span nul = {(const uint8_t *)".version 8.0\0.target sm_80", 26};
    assert_int_equal(try_open(nul, &error), CODEOBJ_CORRUPT);
    assert_int_equal(error.offset, 12);
}

static void a_cubin_that_is_not_linked_is_refused(void **state)
{
    struct span file = read_data("nvidia.cubin");
    struct codeobj_error error;
    (void)state;
    ((uint8_t *)(uintptr_t)file.data)[16] = 1; /* e_type: ET_REL */
    assert_int_equal(try_open(file, &error), CODEOBJ_UNSUPPORTED);
    assert_non_null(strstr(error.message, "-rdc=true"));
    free_data(file);
}

static void assert_argument(const struct kernel *kernel, size_t i, uint32_t offset, uint32_t size)
{
    assert_int_equal(kernel->arguments[i].offset, offset);
    assert_int_equal(kernel->arguments[i].size, size);
}

static void kernels_are_those_of_the_source(void **state)
{
    static const char *const names[] = {"nvidia.cubin", "nvidia.ptx"};
    (void)state;
    for (size_t i = 0; i < 2; i++) {
        struct span file = read_data(names[i]);
        struct code_object object;
        char target[TARGET_ID_MAX];
        assert_int_equal(code_object_open_any(file, &object, NULL), CODEOBJ_OK);
        target_id_print(&object.target, target);
        assert_string_equal(target, i == 0 ? "sm_90" : "compute_80");
        assert_int_equal(object.kernel_count, 2);
        const struct kernel *plain = code_object_find(&object, "plain");
        const struct kernel *twice = code_object_find(&object, "_ZN2ns5twiceIiEEvPT_PKS1_h");
        assert_non_null(plain);
        assert_non_null(twice);
        assert_int_equal(plain->argument_count, 4);
        assert_argument(plain, 0, 0, 8);
        assert_argument(plain, 1, 8, 4);
        assert_argument(plain, 2, 12, 12);
        assert_argument(plain, 3, 24, 2);
        assert_int_equal(plain->kernarg_size, 26);
        assert_int_equal(plain->max_workgroup, 128);
        assert_int_equal(twice->argument_count, 3);
        assert_argument(twice, 2, 16, 1);
        assert_int_equal(plain->vgprs > 0, i == 0);
        assert_int_equal(plain->code_size > 0, i == 0);
        code_object_close(&object);
        free_data(file);
    }
}

static void ptx_of_other_compilers_is_read(void **state)
{
    static const char text[] =
        "// by hand\n/* .entry not(this) */ .version 8.4\n.target sm_90a, debug\n"
        ".address_size 64\n.extern .func (.param .b32 r) f (.param .b64 x);\n"
        ".visible .entry k(\n .param .u64 .ptr .global .align 1 k_param_0,\n .param .b8 "
        "k_param_1,\n"
        " .param .align 16 .b8 k_param_2[20], .param .f16x2 k_param_3)\n.reqntid 32, "
        "4\n.minnctapersm 1\n"
        "{ .reg .b32 %r<2>; // }\n { ret; } }\n.visible .entry none() { ret; }\n\0\0";
    struct code_object object;
    (void)state;
    assert_int_equal(
        code_object_open_any((struct span){(const uint8_t *)text, sizeof text}, &object, NULL),
        CODEOBJ_OK);
    assert_int_equal(object.kernel_count, 2);
    const struct kernel *kernel = code_object_find(&object, "k");
    assert_int_equal(kernel->argument_count, 4);
    assert_argument(kernel, 0, 0, 8);
    assert_argument(kernel, 1, 8, 1);
    assert_argument(kernel, 2, 16, 20);
    assert_argument(kernel, 3, 36, 4);
    assert_int_equal(kernel->max_workgroup, 128);
    assert_int_equal(kernel->required_workgroup[1], 4);
    code_object_close(&object);
}

/* ptxas 13.5 makes these sizes of the same text. */
static void ptx_may_be_written_in_many_ways(void **state)
{
    static const char text[] =
        "\n\n.version 8.4\n.target sm_90\n.entry later(.param .b32 a);\n"
        ".extern .entry elsewhere(.param .align 8 .b8 a[16])\n;\n"
        ".visible.entry later(.param.b32 a){ret;}\n.entry k(.param .align 0x10 .b8 a[0x20],"
        ".param .b8 b[010],.param.b8 c[0b11000],.param.u8 d){ret;}";
    struct code_object object;
    (void)state;
    assert_int_equal(
        code_object_open_any((struct span){(const uint8_t *)text, sizeof text}, &object, NULL),
        CODEOBJ_OK);
    assert_int_equal(object.kernel_count, 2);
    assert_argument(code_object_find(&object, "later"), 0, 0, 4);
    const struct kernel *kernel = code_object_find(&object, "k");
    assert_int_equal(kernel->argument_count, 4);
    assert_argument(kernel, 0, 0, 32);
    assert_argument(kernel, 1, 32, 8);
    assert_argument(kernel, 2, 40, 24);
    assert_argument(kernel, 3, 64, 1);
    code_object_close(&object);
}

static void a_cubin_takes_the_word_of_its_container(void **state)
{
    struct span file = read_data("nvidia.cubin");
    struct target_id id;
    struct code_object object;
    (void)state;
    assert_int_equal(code_object_open_any(file, &object, NULL), CODEOBJ_OK);
    for (size_t i = 0; i < 4; i++) {
        static const char *const names[] = {"sm_80", "compute_90", "sm_90", "sm_90a"};
        assert_int_equal(target_id_parse(names[i], &id, NULL), CODEOBJ_OK);
        assert_int_equal(code_object_is_for(&object, &id), i >= 2);
    }
    assert_int_equal(object.target.variant, 'a');
    code_object_close(&object);
    free_data(file);
}

struct variables {
    uint64_t table, counter;
    bool is_managed;
};

static void see_variable(void *context, struct span name, uint64_t size, bool is_managed)
{
    struct variables *variables = context;
    if (name.size == 5 && memcmp(name.data, "table", 5) == 0)
        variables->table = size;
    if (name.size != 7 || memcmp(name.data, "counter", 7) != 0)
        return;
    variables->counter = size;
    variables->is_managed = is_managed;
}

static void variables_have_their_sizes(void **state)
{
    static const char *const names[] = {"nvidia.cubin", "nvidia.ptx"};
    (void)state;
    for (size_t i = 0; i < 2; i++) {
        struct span file = read_data(names[i]);
        struct variables variables = {0};
        nvidia_variables(file, &variables, see_variable);
        assert_int_equal(variables.table, 400);
        assert_int_equal(variables.counter, 4);
        assert_true(variables.is_managed);
        free_data(file);
    }
}

static void print_variable(void *context, struct span name, uint64_t size, bool is_managed)
{
    char *log = context;
    snprintf(log + strlen(log), 200 - strlen(log), "%.*s %d%s;", (int)name.size,
             (const char *)name.data, (int)size, is_managed ? " managed" : "");
}

/* ptxas 13.5 makes these sizes of the same text. */
static void variables_of_ptx_may_be_written_in_many_ways(void **state)
{
    static const char text[] =
        ".version 8.4\n.target sm_90\n.global .v4 .f32 a;.global.v2.u16 b[3];\n"
        ".global .b8 c[3][5];.global .u32 d,e,f[2];.const .u32 g[] = {1,2,3};\n"
        ".global .f32 h = 0f3f800000, i = 0f3f800000;.global .u32 j[2][2] = {{1,2},{3,4}};\n"
        ".global .u32 l[][2] = {{1,2},{3,4}}, m;\n"
        ".global .attribute(.managed) .align 8 .b8 n[0x18];";
    char log[200] = "";
    (void)state;
    nvidia_variables((struct span){(const uint8_t *)text, sizeof text}, log, print_variable);
    assert_string_equal(log, "a 16;b 12;c 15;d 4;e 4;f 8;g 12;h 4;i 4;j 16;l 16;m 4;n 24 managed;");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_truncated_cubin_never_opens),
        cmocka_unit_test(truncated_ptx_has_no_half_a_kernel),
        cmocka_unit_test(damaged_bytes_open_or_fail_cleanly),
        cmocka_unit_test(what_is_wrong_is_said),
        cmocka_unit_test(a_cubin_that_is_not_linked_is_refused),
        cmocka_unit_test(kernels_are_those_of_the_source),
        cmocka_unit_test(ptx_of_other_compilers_is_read),
        cmocka_unit_test(ptx_may_be_written_in_many_ways),
        cmocka_unit_test(a_cubin_takes_the_word_of_its_container),
        cmocka_unit_test(variables_have_their_sizes),
        cmocka_unit_test(variables_of_ptx_may_be_written_in_many_ways),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
