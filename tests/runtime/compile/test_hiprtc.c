/* libhiprtc over the program kbuild: wrong arguments, errors of the compiler, names of instances,
 * and a kernel that runs on libhipemu. Skipped (77) where kbuild has no toolchain. */
#include <dlfcn.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum result {
    SUCCESS = 0,
    INVALID_INPUT = 3,
    INVALID_PROGRAM = 4,
    INVALID_OPTION = 5,
    COMPILATION = 6,
    NO_NAME_EXPRESSIONS_AFTER_COMPILATION = 8,
    NO_LOWERED_NAMES_BEFORE_COMPILATION = 9,
    NAME_EXPRESSION_NOT_VALID = 10,
};

static struct {
    int (*create)(void **, const char *, const char *, int, const char **, const char **);
    int (*destroy)(void **);
    int (*add)(void *, const char *);
    int (*compile)(void *, int, const char **);
    int (*lowered)(void *, const char *, const char **);
    int (*log_size)(void *, size_t *);
    int (*log)(void *, char *);
    int (*code_size)(void *, size_t *);
    int (*code)(void *, char *);
    const char *(*error)(int);
} rtc;

static void find(void *library, const char *name, void *function)
{
    void *address = dlsym(library, name);
    if (!address)
        fail_msg("there is no %s", name);
    memcpy(function, &address, sizeof address);
}

static int open_library(void **state)
{
    void *library = dlopen(HIPRTC "/libhiprtc.so.7", RTLD_NOW | RTLD_LOCAL);
    (void)state;
    if (!library)
        return -1;
    find(library, "hiprtcCreateProgram", &rtc.create);
    find(library, "hiprtcDestroyProgram", &rtc.destroy);
    find(library, "hiprtcAddNameExpression", &rtc.add);
    find(library, "hiprtcCompileProgram", &rtc.compile);
    find(library, "hiprtcGetLoweredName", &rtc.lowered);
    find(library, "hiprtcGetProgramLogSize", &rtc.log_size);
    find(library, "hiprtcGetProgramLog", &rtc.log);
    find(library, "hiprtcGetCodeSize", &rtc.code_size);
    find(library, "hiprtcGetCode", &rtc.code);
    find(library, "hiprtcGetErrorString", &rtc.error);
    return 0;
}

static const char text[] = "#include \"half.h\"\n"
                           "__constant__ int offset = 1;\n"
                           "namespace own {\n"
                           "template <class T, int N> __global__ void scale(T *values)\n"
                           "{\n"
                           "    values[threadIdx.x] = HALF(values[threadIdx.x] * N) + offset;\n"
                           "}\n"
                           "}\n";
static const char *header_names[] = {"half.h"}, *headers[] = {"#define HALF(a) ((a) / 2)\n"};
static const char instance[] = "own::scale<float, 3 * 2>";

static void *make(const char *source)
{
    void *program;
    assert_int_equal(rtc.create(&program, source, "scale.hip", 1, headers, header_names), SUCCESS);
    return program;
}

static char *log_of(void *program)
{
    static char log[4096];
    size_t size;
    assert_int_equal(rtc.log_size(program, &size), SUCCESS);
    assert_true(size > 0 && size <= sizeof log);
    assert_int_equal(rtc.log(program, log), SUCCESS);
    assert_int_equal(strlen(log) + 1, size);
    return log;
}

static void wrong_arguments_are_refused(void **state)
{
    const char *two[] = {"--offload-arch=gfx1030", "--offload-arch=gfx1100"};
    const char *name;
    size_t size;
    (void)state;
    assert_int_equal(rtc.create(NULL, text, NULL, 0, NULL, NULL), INVALID_PROGRAM);
    void *program = NULL;
    assert_int_equal(rtc.create(&program, NULL, NULL, 0, NULL, NULL), INVALID_INPUT);
    assert_int_equal(rtc.create(&program, text, NULL, -1, NULL, NULL), INVALID_INPUT);
    assert_int_equal(rtc.create(&program, text, NULL, 1, NULL, NULL), INVALID_INPUT);
    program = make(text);
    assert_int_equal(rtc.add(program, NULL), INVALID_INPUT);
    assert_int_equal(rtc.add(NULL, instance), INVALID_INPUT);
    assert_int_equal(rtc.lowered(program, instance, &name), NO_LOWERED_NAMES_BEFORE_COMPILATION);
    assert_int_equal(rtc.compile(program, 2, two), INVALID_OPTION);
    assert_non_null(strstr(log_of(program), "one target"));
    assert_int_equal(rtc.compile(program, 1, NULL), INVALID_INPUT);
    assert_int_equal(rtc.compile(program, 0, NULL), INVALID_OPTION); /* no device, no target */
    assert_int_equal(rtc.code_size(program, &size), SUCCESS);
    assert_int_equal(size, 0);
    assert_int_equal(rtc.code_size(program, NULL), INVALID_INPUT);
    assert_int_equal(rtc.destroy(&program), SUCCESS);
    assert_null(program);
    assert_int_equal(rtc.destroy(NULL), INVALID_INPUT);
    assert_string_equal(rtc.error(COMPILATION), "HIPRTC_ERROR_COMPILATION");
    assert_null(rtc.error(4711));
}

/* Skips the test where there is no toolchain for |target|. */
static void skip_without_toolchain(void *program)
{
    const char *log = log_of(program);
    if (strstr(log, "apt-get") || strstr(log, "hipcc")) {
        printf("skipped: %s\n", log);
        skip();
    }
}

static void errors_of_the_source_are_in_the_log(void **state)
{
    const char *options[] = {"--offload-arch=gfx1030", "-O0"};
    void *program = make("#include \"half.h\"\n\nint wrong = HALF(unknown);\n");
    (void)state;
    assert_int_equal(rtc.compile(program, 2, options), COMPILATION);
    skip_without_toolchain(program);
    if (!strstr(log_of(program), "scale.hip:3"))
        fail_msg("the log is: %s", log_of(program));
    assert_int_equal(rtc.destroy(&program), SUCCESS);
    program = make(text);
    assert_int_equal(rtc.add(program, "own::nothing<1>"), SUCCESS);
    assert_int_equal(rtc.compile(program, 1, options), COMPILATION);
    assert_non_null(strstr(log_of(program), "nothing"));
    assert_int_equal(rtc.destroy(&program), SUCCESS);
}

static void run(const void *code, const char *kernel, const char *variable)
{
    int (*load)(void **, const void *), (*get)(void **, void *, const char *);
    int (*global)(void **, size_t *, void *, const char *), (*sync)(void);
    int (*launch)(void *, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned,
                  void *, void **, void **);
    int (*managed)(void **, size_t, unsigned);
    void *library = dlopen(HIPEMU "/libamdhip64.so.7", RTLD_NOW | RTLD_LOCAL), *module, *function;
    void *address;
    float *values;
    size_t size;
    assert_non_null(library);
    find(library, "hipModuleLoadData", &load);
    find(library, "hipModuleGetFunction", &get);
    find(library, "hipModuleGetGlobal", &global);
    find(library, "hipModuleLaunchKernel", &launch);
    find(library, "hipMallocManaged", &managed);
    find(library, "hipDeviceSynchronize", &sync);
    assert_int_equal(load(&module, code), 0);
    assert_int_equal(get(&function, module, kernel), 0);
    assert_int_equal(global(&address, &size, module, variable), 0);
    assert_int_equal(size, sizeof(int));
    assert_int_equal(managed((void **)&values, 64 * sizeof *values, 1), 0);
    for (int i = 0; i < 64; i++)
        values[i] = (float)i;
    void *parameters[] = {&values};
    assert_int_equal(launch(function, 1, 1, 1, 64, 1, 1, 0, NULL, parameters, NULL), 0);
    assert_int_equal(sync(), 0);
    for (int i = 0; i < 64; i++)
        assert_true(values[i] == (float)i * 3 + 1);
}

/* The target is that of the current device, because no option names one. */
static void an_instance_runs_under_its_lowered_name(void **state)
{
    const char *kernel, *variable;
    size_t size;
    void *program = make(text), *library = dlopen(HIPEMU "/libamdhip64.so.7", RTLD_NOW);
    const char *options[] = {"-O1", "--hiprtc-no-builtin-header"};
    (void)state;
    assert_non_null(library);
    assert_int_equal(rtc.add(program, instance), SUCCESS);
    assert_int_equal(rtc.add(program, "&offset"), SUCCESS);
    int result = rtc.compile(program, 2, options);
    if (result == COMPILATION)
        skip_without_toolchain(program);
    if (result)
        fail_msg("%s: %s", rtc.error(result), log_of(program));
    assert_int_equal(rtc.compile(program, 2, options), SUCCESS); /* again, with the same names */
    assert_int_equal(rtc.add(program, instance), NO_NAME_EXPRESSIONS_AFTER_COMPILATION);
    assert_int_equal(rtc.lowered(program, "own::scale<int, 1>", &kernel),
                     NAME_EXPRESSION_NOT_VALID);
    assert_int_equal(rtc.lowered(program, instance, &kernel), SUCCESS);
    assert_string_equal(kernel, "_ZN3own5scaleIfLi6EEEvPT_");
    assert_int_equal(rtc.lowered(program, "&offset", &variable), SUCCESS);
    assert_string_equal(variable, "offset");
    assert_int_equal(rtc.code_size(program, &size), SUCCESS);
    char *code = malloc(size);
    assert_non_null(code);
    assert_int_equal(rtc.code(program, code), SUCCESS);
    run(code, kernel, variable);
    free(code);
    assert_int_equal(rtc.destroy(&program), SUCCESS);
    dlclose(library);
}

/* The libraries of HIP 5 and 6 have these names too: they do not hide libhiprtc. */
static void the_older_runtimes_pass_on_what_they_are_asked(void **state)
{
    int (*version)(int *, int *), major, minor;
    const char *(*error)(int);
    (void)state;
    for (int abi = 5; abi <= 6; abi++) {
        char path[512];
        snprintf(path, sizeof path, "%s/libamdhip64.so.%d", HIPEMU, abi);
        void *runtime = dlopen(path, RTLD_NOW | RTLD_LOCAL);
        assert_non_null(runtime);
        snprintf(path, sizeof path, "%s/libhiprtc.so.%d", HIPRTC, abi);
        void *compiler = dlopen(path, RTLD_NOW | RTLD_LOCAL);
        assert_non_null(compiler);
        find(runtime, "hiprtcVersion", &version);
        assert_int_equal(version(&major, &minor), SUCCESS);
        assert_int_equal(major, 9);
        assert_int_equal(version(NULL, &minor), INVALID_INPUT);
        find(runtime, "hiprtcGetErrorString", &error);
        assert_string_equal(error(COMPILATION), "HIPRTC_ERROR_COMPILATION");
        dlclose(compiler);
        dlclose(runtime);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wrong_arguments_are_refused),
        cmocka_unit_test(the_older_runtimes_pass_on_what_they_are_asked),
        cmocka_unit_test(errors_of_the_source_are_in_the_log),
        cmocka_unit_test(an_instance_runs_under_its_lowered_name),
    };
    setenv("HIPEMU_DEVICES", "gfx1030", 1);
    return cmocka_run_group_tests(tests, open_library, NULL);
}
