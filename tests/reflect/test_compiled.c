/* Reflection is held against the compiler's own word: the kernels of the code object, and the
 * offset and size of every argument in its metadata. */
#include "check.h"

#include "codeobj.h"
#include "reflect/reflect.h"
#include "toolchain/toolchain.h"
#include "util/file.h"
#include "util/process.h"

#include <jansson.h>

struct fixture {
    struct toolchain toolchain;
    char *directory;
};

static int set_up(void **state)
{
    struct fixture *fixture = mem_alloc(sizeof *fixture);
    *state = fixture;
    fixture->directory = check_directory();
    const struct toolchain_request request = {0};
    return toolchain_find(&request, NULL, &fixture->toolchain) == STATUS_OK ? 0 : -1;
}

static int tear_down(void **state)
{
    struct fixture *fixture = *state;
    toolchain_free(&fixture->toolchain);
    check_remove(fixture->directory);
    free(fixture);
    return 0;
}

static void device_arguments(const struct toolchain *toolchain, struct strings *out)
{
    const char *const fixed[] = {"-x",
                                 "hip",
                                 "--cuda-device-only",
                                 "--no-gpu-bundle-output",
                                 "--offload-arch=gfx1030",
                                 "-std=c++17",
                                 "-nogpuinc",
                                 "-nogpulib",
                                 "-D__CUDA_ARCH__=900",
                                 "-resource-dir"};
    for (size_t i = 0; i < sizeof fixed / sizeof *fixed; i++)
        strings_add(out, fixed[i]);
    strings_add(out, toolchain->resource_dir);
}

static json_t *reflect(const struct toolchain *toolchain, const char *source,
                       const struct strings *arguments)
{
    const struct reflect_request request = {
        .source = source,
        .module = "m",
        .libclang = toolchain->libclang,
        .clang = toolchain->clang,
        .arguments = arguments,
    };
    struct buf json = {0};
    assert_int_equal(reflect_source(&request, &json), STATUS_OK);
    json_t *root = json_loads(json.data, JSON_REJECT_DUPLICATES, NULL);
    assert_non_null(root);
    buf_free(&json);
    return root;
}

static void compile(const struct toolchain *toolchain, const char *source, const char *object,
                    const struct strings *arguments, struct code_object *out)
{
    struct strings command = {0};
    strings_add(&command, toolchain->clang);
    strings_add_all(&command, arguments);
    strings_add(&command, "-c");
    strings_add(&command, source);
    strings_add(&command, "-o");
    strings_add(&command, object);
    struct process_result result;
    assert_true(process_run(command.items, NULL, PROCESS_QUIET_IN, &result));
    process_result_free(&result);
    strings_free(&command);

    struct buf data = {0};
    struct codeobj_error error;
    assert_int_equal(file_read(object, &data), STATUS_OK);
    const struct span bytes = {(const uint8_t *)data.data, data.size};
    assert_int_equal(code_object_open(bytes, out, &error), CODEOBJ_OK);
    buf_free(&data);
}

static void compare_arguments(const struct kernel *kernel, const json_t *parameters)
{
    uint32_t end = 0;
    for (size_t i = 0; i < json_array_size(parameters); i++) {
        const json_t *parameter = json_array_get(parameters, i);
        uint32_t size = (uint32_t)json_integer_value(json_object_get(parameter, "size"));
        uint32_t align = (uint32_t)json_integer_value(json_object_get(parameter, "align"));
        uint32_t offset = (end + align - 1) / align * align;
        assert_true(i < kernel->argument_count);
        assert_int_not_equal(kernel->arguments[i].kind, ARGUMENT_HIDDEN);
        assert_int_equal(kernel->arguments[i].offset, offset);
        assert_int_equal(kernel->arguments[i].size, size);
        end = offset + size;
    }
    for (size_t i = json_array_size(parameters); i < kernel->argument_count; i++)
        assert_int_equal(kernel->arguments[i].kind, ARGUMENT_HIDDEN);
}

/* |instances|: kernels of the code object that come from templates. */
static void agrees(void **state, const char *name, size_t instances)
{
    struct fixture *fixture = *state;
    char *source = mem_format(CASES "/%s.hip", name);
    char *object = mem_format("%s/%s.hsaco", fixture->directory, name);
    struct strings arguments = {0};
    device_arguments(&fixture->toolchain, &arguments);
    json_t *root = reflect(&fixture->toolchain, source, &arguments);
    struct code_object compiled;
    compile(&fixture->toolchain, source, object, &arguments, &compiled);

    const json_t *kernels = json_object_get(root, "kernels");
    assert_int_equal(json_array_size(kernels) + instances, compiled.kernel_count);
    for (size_t i = 0; i < json_array_size(kernels); i++) {
        const json_t *reflected = json_array_get(kernels, i);
        const char *symbol = json_string_value(json_object_get(reflected, "symbol"));
        const struct kernel *kernel = code_object_find(&compiled, symbol);
        if (!kernel)
            fail_msg("%s: no kernel %s in the code object", name, symbol);
        compare_arguments(kernel, json_object_get(reflected, "parameters"));
    }
    code_object_close(&compiled);
    json_decref(root);
    strings_free(&arguments);
    free(object);
    free(source);
}

static void scalars_agree_with_the_code_object(void **state)
{
    agrees(state, "scalars", 0);
}

static void pointers_agree_with_the_code_object(void **state)
{
    agrees(state, "pointers", 0);
}

static void records_agree_with_the_code_object(void **state)
{
    agrees(state, "records", 0);
}

static void names_agree_with_the_code_object(void **state)
{
    agrees(state, "names", 0);
}

static void macros_agree_with_the_code_object(void **state)
{
    agrees(state, "macros", 0);
}

static void conditions_agree_with_the_code_object(void **state)
{
    agrees(state, "conditions", 0);
}

static void templates_agree_but_for_their_instances(void **state)
{
    agrees(state, "templates", 2);
}

static void bodies_agree_with_the_code_object(void **state)
{
    agrees(state, "bodies", 0);
}

static bool has_toolchain(void)
{
    const struct toolchain_request request = {0};
    struct toolchain toolchain = {0};
    bool complete = toolchain_find(&request, NULL, &toolchain) == STATUS_OK && toolchain.clang &&
                    toolchain.libclang && toolchain.lld && toolchain.resource_dir;
    toolchain_free(&toolchain);
    return complete;
}

int main(void)
{
    if (!has_toolchain()) {
        puts("skipped: no HIP toolchain here");
        return 77;
    }
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(scalars_agree_with_the_code_object),
        cmocka_unit_test(pointers_agree_with_the_code_object),
        cmocka_unit_test(records_agree_with_the_code_object),
        cmocka_unit_test(names_agree_with_the_code_object),
        cmocka_unit_test(macros_agree_with_the_code_object),
        cmocka_unit_test(conditions_agree_with_the_code_object),
        cmocka_unit_test(templates_agree_but_for_their_instances),
        cmocka_unit_test(bodies_agree_with_the_code_object),
    };
    return cmocka_run_group_tests_name("reflection agrees with the compiler", tests, set_up,
                                       tear_down);
}
