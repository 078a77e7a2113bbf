/* krt_compile() with the program kbuild and clang: targets that hiprtc of Debian 12 does not know,
 * CUDA's text for AMD GPUs, and errors. Skipped (77) where kbuild has no toolchain. */
#include "lib.h"

#include "compiler.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char temporary[96], count_file[96];

/* A script in place of kbuild, which counts its runs. */
static void write_script(const char *path, const char *line)
{
    FILE *stream = fopen(path, "w");
    assert_non_null(stream);
    fprintf(stream, "#!/bin/sh\nprintf x >>'%s'\n%s\n", count_file, line);
    fclose(stream);
    assert_int_equal(chmod(path, 0700), 0);
}

static int setup(void **state)
{
    char script[96];
    if (make_directory(state))
        return -1;
    snprintf(temporary, sizeof temporary, "%s/tmp", top);
    snprintf(count_file, sizeof count_file, "%s/count", top);
    snprintf(script, sizeof script, "%s/kbuild", top);
    mkdir(temporary, 0700);
    write_script(script, "exec '" KBUILD "' \"$@\"");
    setenv("TMPDIR", temporary, 1);
    setenv("KRT_KBUILD", script, 1);
    setenv("KRT_HIPRTC", "/nowhere/libhiprtc.so", 1);
    return 0;
}

static long runs(void)
{
    struct stat status;
    return stat(count_file, &status) == 0 ? (long)status.st_size : 0;
}

/* No file is left behind, whatever happened. */
static int teardown(void **state)
{
    char modules[128];
    int left = rmdir(temporary);
    snprintf(modules, sizeof modules, "%s/cache/build/modules", top);
    left |= access(modules, F_OK) == 0 && rmdir(modules) != 0;
    return remove_directory(state) || left;
}

static const char hip_text[] = "#include \"times.h\"\n"
                               "extern \"C\" __global__ void scale(int *values, int factor)\n"
                               "{\n"
                               "    values[threadIdx.x] = TIMES(values[threadIdx.x], factor);\n"
                               "}\n";
static const char *const names[] = {"below/times.h", "times.h"};
static const char *const texts[] = {"#define TIMES(a, b) ((a) * (b) * N)\n",
                                    "#include \"below/times.h\"\n"};
static const char *const arguments[] = {"-DN=1", "-Wno-unused-value"};
static const struct krt_compile_options options = {
    sizeof options, "dir/a \"scale\".hip", arguments, 2, names, texts, 2, KRT_LANGUAGE_ANY};

/* Narrow floats, 32 lanes whatever a wave has, and __CUDA_ARCH__. */
static const char cuda_text[] =
    "#include <cuda_bf16.h>\n"
    "#include <cuda_fp8.h>\n"
    "#if __CUDA_ARCH__ >= 800\n"
    "extern \"C\" __global__ void scale(int *values, int factor)\n"
    "{\n"
    "    int mine = values[threadIdx.x];\n"
    "    int first = __shfl_sync(0xffffffffu, mine, 0);\n"
    "    __nv_bfloat16 narrow = __float2bfloat16(static_cast<float>(mine - first));\n"
    "    __nv_fp8_e4m3 narrower(static_cast<float>(factor));\n"
    "    values[threadIdx.x] = first * factor +\n"
    "        static_cast<int>(__bfloat162float(narrow) * static_cast<float>(narrower));\n"
    "}\n"
    "#endif\n";

static struct krt_raw_module *compile_for(struct krt_device *device, const char *text,
                                          const struct krt_compile_options *chosen)
{
    struct krt_raw_module *module = NULL;
    if (krt_compile(device, text, chosen, &module))
        fail_msg("%s", krt_error_message());
    return module;
}

static void every_target_of_the_emulator_is_compiled_for(void **state)
{
    static const char *const devices[] = {"emu:gfx1030", "emu:gfx1100", "emu:gfx90a"};
    struct krt_compile_options cuda = {.struct_size = sizeof cuda, .language = KRT_LANGUAGE_CUDA};
    (void)state;
    for (size_t i = 0; i < sizeof devices / sizeof devices[0]; i++) {
        struct krt_device *device = open_device(devices[i]);
        struct krt_raw_module *one = compile_for(device, hip_text, &options);
        struct krt_raw_module *other = compile_for(device, cuda_text, &cuda);
        assert_scales(device, one);
        assert_scales(device, other);
        krt_module_unload(other);
        krt_module_unload(one);
        krt_device_close(device);
    }
}

/* The usual clang of Debian 12 does not know these. */
static void a_newer_clang_compiles_for_newer_targets(void **state)
{
    static const char *const targets[] = {"gfx1100", "gfx942", "gfx1200"};
    struct process_compiler compiler;
    struct tried tried = {0};
    (void)state;
    process_find(&compiler, &tried);
    for (size_t i = 0; i < sizeof targets / sizeof targets[0]; i++) {
        const struct compile_request request = {targets[i], hip_text, options, NULL};
        struct compiled_code code;
        krt_status status = process_compile(&compiler, &request, false, &code);
        if (status == KRT_ERROR_UNSUPPORTED && strstr(krt_error_message(), "cannot compile for")) {
            puts(krt_error_message());
            continue; /* no newer clang here */
        }
        if (status)
            fail_msg("%s: %s", targets[i], krt_error_message());
        assert_true(code.size > 64);
        assert_memory_equal(code.bytes, "\177ELF", 4);
        assert_true(code.inputs.are_known);
        compiled_code_free(&code);
    }
}

static void assert_fails(struct krt_device *device, const char *text,
                         const struct krt_compile_options *chosen, krt_status wanted,
                         const char *says)
{
    struct krt_raw_module *module = NULL;
    assert_string_equal(krt_status_name(krt_compile(device, text, chosen, &module)),
                        krt_status_name(wanted));
    assert_null(module);
    if (!strstr(krt_error_message(), says))
        fail_msg("not said: \"%s\", but: %s", says, krt_error_message());
    assert_null(strstr(krt_error_message(), temporary));
}

static void errors_have_the_callers_names_and_lines(void **state)
{
    static const char *const bad[] = {"int a;\nint b = nothing;\n"}, *const name[] = {"sub/b.h"};
    struct krt_compile_options header = {.struct_size = sizeof header,
                                         .name = "my.cu",
                                         .header_names = name,
                                         .header_texts = bad,
                                         .header_count = 1};
    struct krt_device *device = open_device("emu:gfx1100");
    (void)state;
    assert_fails(device, "\n__global__ void k() { x = 1; }\n", &options, KRT_ERROR_COMPILE,
                 "dir/a \"scale\".hip:2:23: error: ");
    assert_fails(device, "#include \"sub/b.h\"\n", &header, KRT_ERROR_COMPILE,
                 "sub/b.h:2:9: error: ");
    krt_device_close(device);
}

static void a_header_stays_in_its_directory(void **state)
{
    static const char *const wrong[] = {"/etc/a.h", "../a.h", "a/../../b.h", "a/", ""};
    struct krt_compile_options header = {
        .struct_size = sizeof header, .header_texts = texts, .header_count = 1};
    struct krt_device *device = open_device("emu:gfx90a");
    (void)state;
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        header.header_names = &wrong[i];
        assert_fails(device, hip_text, &header, KRT_ERROR_INVALID_ARGUMENT, "header name");
    }
    assert_int_equal(runs(), 0);
    krt_device_close(device);
}

static void a_program_that_fails_is_quoted(void **state)
{
    static const struct {
        const char *line, *says;
        krt_status status;
    } cases[] = {
        {"echo 'kbuild: no hipcc here' >&2; exit 3", "no hipcc here", KRT_ERROR_UNSUPPORTED},
        {"exit 1", "printed nothing", KRT_ERROR_COMPILE},
        {"exit 0", "printed nothing", KRT_ERROR_COMPILE}, /* without code */
        {"kill -9 $$", "signal 9", KRT_ERROR_UNSUPPORTED},
    };
    const struct krt_compile_options hip = {.struct_size = sizeof hip,
                                            .language = KRT_LANGUAGE_HIP};
    char script[96];
    (void)state;
    snprintf(script, sizeof script, "%s/kbuild", top);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        write_script(script, cases[i].line);
        struct krt_device *device = open_device("emu:gfx90a");
        assert_fails(device, hip_text, &hip, cases[i].status, cases[i].says);
        krt_device_close(device);
    }
    assert_int_equal(runs(), 4);
}

static void without_any_compiler_the_message_lists_both(void **state)
{
    struct krt_compile_options cuda = {.struct_size = sizeof cuda, .language = KRT_LANGUAGE_CUDA};
    struct krt_device *device = open_device("emu:gfx90a");
    (void)state;
    setenv("KRT_KBUILD", "/nowhere/kbuild", 1);
    assert_fails(device, hip_text, NULL, KRT_ERROR_UNSUPPORTED, "/nowhere/libhiprtc.so");
    assert_non_null(strstr(krt_error_message(), "/nowhere/kbuild"));
    assert_int_equal(strncmp(krt_error_message(), "krt_compile: install the program kbuild", 39),
                     0);
    assert_fails(device, hip_text, &cuda, KRT_ERROR_UNSUPPORTED, "KRT_KBUILD");
    krt_device_close(device);
}

static void results_are_kept_with_the_version_of_the_program(void **state)
{
    char script[96];
    (void)state;
    for (int round = 0; round < 3; round++) {
        struct krt_device *device = open_device("emu:gfx90a");
        struct krt_raw_module *module = compile_for(device, hip_text, &options);
        assert_scales(device, module);
        krt_module_unload(module);
        krt_device_close(device);
        assert_int_equal(runs(), round < 2 ? 1 : 2);
        snprintf(script, sizeof script, "%s/kbuild", top);
        if (round == 1)
            write_script(script, "exec '" KBUILD "' \"$@\" # another version");
    }
}

static void *compile_one(void *argument)
{
    struct krt_raw_module *module = NULL;
    struct krt_device *device = argument;
    char name[32];
    struct krt_compile_options mine = options;
    snprintf(name, sizeof name, "%p", (void *)&module);
    mine.name = name; /* so that it is compiled */
    return krt_compile(device, hip_text, &mine, &module) ? NULL : module;
}

static void threads_compile_beside_each_other(void **state)
{
    enum { THREADS = 4 };
    pthread_t threads[THREADS];
    struct krt_device *device = open_device("emu:gfx1100");
    (void)state;
    for (int i = 0; i < THREADS; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, compile_one, device), 0);
    for (int i = 0; i < THREADS; i++) {
        void *module;
        pthread_join(threads[i], &module);
        assert_non_null(module);
        assert_scales(device, module);
        krt_module_unload(module);
    }
    krt_device_close(device);
}

/* ---- Arguments, files and languages: the same with every compiler ---------------------------- */

/* With kbuild alone; with hiprtc alone, where it is installed. */
static bool choose_compiler(bool is_hiprtc)
{
    char script[96];
    struct krt_device *device;
    struct krt_raw_module *module = NULL;
    snprintf(script, sizeof script, "%s/kbuild", top);
    setenv("KRT_KBUILD", is_hiprtc ? "" : script, 1);
    if (!is_hiprtc)
        return setenv("KRT_HIPRTC", "/nowhere/libhiprtc.so", 1) == 0;
    unsetenv("KRT_HIPRTC");
    device = open_device("emu:gfx90a");
    bool is_there = krt_compile(device, "__global__ void k() {}", NULL, &module) == KRT_OK;
    krt_module_unload(module);
    krt_device_close(device);
    return is_there;
}

static void write_text(const char *path, const char *text)
{
    FILE *stream = fopen(path, "w");
    assert_non_null(stream);
    fputs(text, stream);
    fclose(stream);
}

/* The header has a name of CUDA: HIP's headers are not translated. */
static void relative_arguments_are_seen_from_here(void **state)
{
    static const char *const lists[][2] = {
        {"-Iinc", "-DX"}, {"-I", "inc"}, {"-isystem", "inc"}, {"-include", "inc/v.h"}};
    static const char text[] = "#ifndef TIMES\n#include <v.h>\n#endif\n"
                               "extern \"C\" __global__ void scale(int *values, int factor)\n"
                               "{ values[threadIdx.x] = TIMES(values[threadIdx.x], factor); }\n";
    (void)state;
    assert_int_equal(chdir(top), 0);
    mkdir("inc", 0700);
    write_text("inc/v.h", "#define TIMES(a, b) ((a) * (b))\nenum { cudaSuccess = 7 };\n");
    for (int is_hiprtc = 0; is_hiprtc < 2; is_hiprtc++) {
        if (!choose_compiler(is_hiprtc))
            continue;
        struct krt_device *device = open_device("emu:gfx90a");
        for (size_t i = 0; i < sizeof lists / sizeof lists[0]; i++) {
            const struct krt_compile_options chosen = {.struct_size = sizeof chosen,
                                                       .arguments = lists[i],
                                                       .argument_count = 2,
                                                       .language = KRT_LANGUAGE_HIP};
            struct krt_raw_module *module = compile_for(device, text, &chosen);
            assert_scales(device, module);
            krt_module_unload(module);
        }
        krt_device_close(device);
    }
    assert_int_equal(chdir("/"), 0);
}

/* The value that the kernel of |text| writes to each of its 64 threads' first place. */
static int value_of(struct krt_device *device, const char *text,
                    const struct krt_compile_options *chosen)
{
    struct krt_launch_config config = {.grid = {1}, .block = {64}};
    struct krt_raw_module *module = compile_for(device, text, chosen);
    struct krt_function *function;
    void *memory;
    void *arguments_of[] = {&memory};
    int value = 0;
    if (krt_module_function(module, "k", &function) || krt_alloc(device, sizeof value, &memory) ||
        krt_function_launch(function, krt_device_stream(device), &config, arguments_of, 1) ||
        krt_copy_to_host(krt_device_stream(device), &value, memory, sizeof value))
        fail_msg("%s", krt_error_message());
    krt_free(device, memory);
    krt_module_unload(module);
    return value;
}

/* In memory, and on disk. A file that has just changed may change again at the same time, so that
 * its code is not kept; this one is old enough. */
static void a_header_that_changes_is_compiled_again(void **state)
{
    struct krt_compile_options hip = {.struct_size = sizeof hip, .language = KRT_LANGUAGE_HIP};
    char header[96], text[200];
    (void)state;
    snprintf(header, sizeof header, "%s/my value.h", top);
    snprintf(text, sizeof text,
             "#include \"%s\"\nextern \"C\" __global__ void k(int *x) { *x = V; }\n", header);
    for (int is_hiprtc = 0; is_hiprtc < 2; is_hiprtc++) {
        if (!choose_compiler(is_hiprtc))
            continue;
        write_text(header, "#define V 1\n");
        usleep(100000);
        struct krt_device *device = open_device("emu:gfx90a");
        long before = runs();
        assert_int_equal(value_of(device, text, &hip), 1);
        assert_int_equal(value_of(device, text, &hip), 1);
        assert_int_equal(runs() - before, !is_hiprtc);
        write_text(header, "#define V 2\n");
        usleep(100000);
        assert_int_equal(value_of(device, text, &hip), 2);
        krt_device_close(device);
        device = open_device("emu:gfx90a");
        assert_int_equal(value_of(device, text, &hip), 2);
        assert_int_equal(runs() - before, is_hiprtc ? 0 : 2);
        write_text(header, "#define V 3\n");
        assert_int_equal(value_of(device, text, &hip), 3);
        krt_device_close(device);
    }
}

/* The text of HIP needs no header for these, as with hiprtc. */
static void a_text_has_small_floats_and_complex_numbers(void **state)
{
    static const char text[] =
        "extern \"C\" __global__ void k(int *out)\n"
        "{\n"
        "    __half half = __float2half(2.0f);\n"
        "    hip_bfloat16 narrow(5.0f);\n"
        "    hipFloatComplex both = make_hipFloatComplex(__half2float(half), float(narrow));\n"
        "    *out = static_cast<int>(10 * hipCrealf(both) + hipCimagf(both));\n"
        "}\n";
    const struct krt_compile_options chosen = {.struct_size = sizeof chosen,
                                               .language = KRT_LANGUAGE_HIP};
    (void)state;
    if (!choose_compiler(0))
        skip();
    struct krt_device *device = open_device("emu:gfx90a");
    assert_int_equal(value_of(device, text, &chosen), 25);
    krt_device_close(device);
}

/* 2016 is the sum of 0 to 63, 496 that of 0 to 31. */
static void a_text_has_its_languages_warps(void **state)
{
    static const char text[] = "extern \"C\" __global__ void k(int *out)\n"
                               "{\n"
                               "    int value = threadIdx.x;\n"
                               "    for (int offset = warpSize / 2; offset; offset /= 2)\n"
                               "        value += __shfl_xor(value, offset);\n"
                               "    if (threadIdx.x == 0)\n"
                               "        *out = value;\n"
                               "}\n";
    static const char including[] = "#include <hip/hip_runtime.h>\n";
    char both[sizeof including + sizeof text];
    (void)state;
    snprintf(both, sizeof both, "%s%s", including, text);
    for (int is_hiprtc = 0; is_hiprtc < 2; is_hiprtc++) {
        if (!choose_compiler(is_hiprtc))
            continue;
        struct krt_device *device = open_device("emu:gfx90a");
        for (uint32_t language = KRT_LANGUAGE_ANY; language <= KRT_LANGUAGE_CUDA; language++) {
            struct krt_compile_options chosen = {.struct_size = sizeof chosen,
                                                 .language = language};
            if (is_hiprtc && language == KRT_LANGUAGE_CUDA)
                continue; /* hiprtc does not take it */
            int wanted = language == KRT_LANGUAGE_CUDA ? 496 : 2016;
            assert_int_equal(value_of(device, both, &chosen), wanted);
            if (language == KRT_LANGUAGE_ANY)
                assert_int_equal(value_of(device, text, &chosen), wanted);
        }
        krt_device_close(device);
    }
}

static void a_wrong_tmpdir_is_named(void **state)
{
    struct krt_device *device = open_device("emu:gfx1100");
    (void)state;
    unsetenv("KRT_HIPRTC");
    setenv("TMPDIR", "/nowhere", 1);
    struct krt_raw_module *module = NULL;
    assert_int_equal(krt_compile(device, hip_text, &options, &module), KRT_ERROR_IO);
    assert_non_null(strstr(krt_error_message(), "cannot create a directory in /nowhere"));
    assert_null(strstr(krt_error_message(), "hiprtc"));
    krt_device_close(device);
}

static void a_missing_kbuild_is_named(void **state)
{
    struct krt_raw_module *module = NULL;
    (void)state;
    if (!choose_compiler(true))
        skip();
    setenv("KRT_KBUILD", "/nowhere/kbuild", 1);
    struct krt_device *device = open_device("emu:gfx1100");
    if (krt_compile(device, hip_text, &options, &module) == KRT_OK)
        krt_module_unload(module); /* by a hiprtc that knows the target */
    else
        assert_non_null(strstr(krt_error_message(), "Tried:\n  kbuild: /nowhere/kbuild"));
    krt_device_close(device);
}

/* What hiprtc does not take, kbuild does; what is wrong for both has one message. */
static void after_hiprtc_kbuild_is_tried(void **state)
{
    struct krt_raw_module *module;
    struct krt_device *device = open_device("emu:gfx90a");
    (void)state;
    unsetenv("KRT_HIPRTC");
    setenv("KRT_KBUILD", "", 1);
    if (krt_compile(device, hip_text, &options, &module)) {
        puts(krt_error_message());
        krt_device_close(device);
        skip();
    }
    krt_module_unload(module);
    krt_device_close(device);
    char script[96];
    snprintf(script, sizeof script, "%s/kbuild", top);
    setenv("KRT_KBUILD", script, 1);
    device = open_device("emu:gfx90a");
    module = compile_for(device, hip_text, &options);
    krt_module_unload(module);
    assert_int_equal(runs(), 0);
    module = compile_for(device, cuda_text, NULL);
    assert_scales(device, module);
    krt_module_unload(module);
    assert_int_equal(runs(), 1);
    struct krt_compile_options hip = {.struct_size = sizeof hip, .language = KRT_LANGUAGE_HIP};
    assert_fails(device, "int a = nothing;", &hip, KRT_ERROR_COMPILE, "source:1:9: error: ");
    assert_int_equal(runs(), 1);
    krt_device_close(device);
}

/* Prints the kbuild that libkrt, which is a part of this program, finds. */
static int print_kbuild(void)
{
    struct process_compiler compiler;
    struct tried tried = {0};
    process_find(&compiler, &tried);
    puts(compiler.program[0] ? compiler.program : tried.text);
    return compiler.program[0] ? 0 : 1;
}

/* Copies of this program find the kbuild that is installed with them, unless others may write into
 * its directory. */
static void kbuild_is_found_beside_libkrt(void **state)
{
    char self[512];
    ssize_t size = readlink("/proc/self/exe", self, sizeof self - 1);
    (void)state;
    assert_true(size > 0);
    self[size] = '\0';
    setenv("SELF", self, 1);
    setenv("TOP", top, 1);
    int failed = system("set -e; unset KRT_KBUILD\n"
                        "mkdir -p \"$TOP/lib/any\" \"$TOP/bin\"\n"
                        "cp \"$TOP/kbuild\" \"$TOP/bin\"\n"
                        "for program in \"$TOP/lib/program\" \"$TOP/lib/any/program\"; do\n"
                        "    cp \"$SELF\" \"$program\"\n"
                        "    chmod 777 \"$TOP/bin\"\n"
                        "    ! PATH=/nowhere \"$program\" find | grep / || exit 1\n"
                        "    chmod 755 \"$TOP/bin\"\n"
                        "    test \"$(PATH=/nowhere \"$program\" find)\" = \"$TOP/bin/kbuild\"\n"
                        "done");
    assert_int_equal(failed, 0);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)

int main(int argc, char **argv)
{
    if (argc == 2 && strcmp(argv[1], "find") == 0)
        return print_kbuild();
    const struct CMUnitTest tests[] = {
        TEST(every_target_of_the_emulator_is_compiled_for),
        TEST(a_newer_clang_compiles_for_newer_targets),
        TEST(errors_have_the_callers_names_and_lines),
        TEST(a_header_stays_in_its_directory),
        TEST(a_program_that_fails_is_quoted),
        TEST(without_any_compiler_the_message_lists_both),
        TEST(results_are_kept_with_the_version_of_the_program),
        TEST(threads_compile_beside_each_other),
        TEST(after_hiprtc_kbuild_is_tried),
        TEST(relative_arguments_are_seen_from_here),
        TEST(a_header_that_changes_is_compiled_again),
        TEST(a_text_has_its_languages_warps),
        TEST(a_text_has_small_floats_and_complex_numbers),
        TEST(a_wrong_tmpdir_is_named),
        TEST(a_missing_kbuild_is_named),
        TEST(kbuild_is_found_beside_libkrt),
    };
    if (system("'" KBUILD "' doctor >/dev/null 2>&1") != 0) {
        puts("skipped: kbuild has no toolchain here ('kbuild doctor' describes it)");
        return 77;
    }
    return cmocka_run_group_tests(tests, NULL, NULL);
}
