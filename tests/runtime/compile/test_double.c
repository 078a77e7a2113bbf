/* krt_compile() with a double of the compiler, which counts: what is compiled when, what fails and
 * how it says so, and the results on the emulator. */
#include "lib.h"

#include "disk_cache.h"

#include <pthread.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

static const char good[] = "extern \"C\" __global__ void scale(int *values, int factor);\n";

static struct krt_device *device;

static int setup_on(void **state, const char *name)
{
    char count[96];
    if (make_directory(state))
        return -1;
    snprintf(count, sizeof count, "%s/count", top);
    setenv("DOUBLE_COUNT", count, 1);
    setenv("DOUBLE_CODE", CODE, 1);
    setenv("KRT_HIPRTC", DOUBLE, 1);
    unsetenv("DOUBLE_VERSION");
    device = open_device(name);
    return 0;
}

static int setup(void **state)
{
    return setup_on(state, "emu:gfx90a");
}

static int setup_gfx1030(void **state)
{
    return setup_on(state, "emu:gfx1030");
}

static int setup_gfx1100(void **state)
{
    return setup_on(state, "emu:gfx1100");
}

static int teardown(void **state)
{
    krt_device_close(device);
    return remove_directory(state);
}

/* A new process, as far as what is in memory goes. */
static void reopen(void)
{
    struct krt_device_info info = {.struct_size = sizeof info};
    char name[96];
    assert_int_equal(krt_device_describe(device, &info), KRT_OK);
    snprintf(name, sizeof name, "emu:%s", info.target);
    krt_device_close(device);
    device = open_device(name);
}

static long compilations(void)
{
    struct stat status;
    return stat(getenv("DOUBLE_COUNT"), &status) == 0 ? (long)status.st_size : 0;
}

static void assert_compiles(const char *source, const struct krt_compile_options *options)
{
    struct krt_raw_module *module = NULL;
    if (krt_compile(device, source, options, &module))
        fail_msg("%s", krt_error_message());
    assert_scales(device, module);
    krt_module_unload(module);
}

static void assert_fails(krt_status wanted, const char *source,
                         const struct krt_compile_options *options, const char *says)
{
    struct krt_raw_module *untouched = (struct krt_raw_module *)&wanted, *module = untouched;
    krt_status status = krt_compile(device, source, options, &module);
    assert_string_equal(krt_status_name(status), krt_status_name(wanted));
    assert_ptr_equal(module, untouched);
    if (!strstr(krt_error_message(), says))
        fail_msg("not said: \"%s\", but: %s", says, krt_error_message());
}

/* ---- Wrong arguments ------------------------------------------------------------------------ */

static void what_is_missing_is_named(void **state)
{
    const char *null = NULL, *text = "x";
    struct krt_compile_options options = {.struct_size = sizeof options};
    struct krt_raw_module *module;
    (void)state;
    assert_int_equal(krt_compile(NULL, good, NULL, &module), KRT_ERROR_INVALID_ARGUMENT);
    assert_non_null(strstr(krt_error_message(), "|device|"));
    assert_int_equal(krt_compile(device, good, NULL, NULL), KRT_ERROR_INVALID_ARGUMENT);
    assert_non_null(strstr(krt_error_message(), "|out|"));
    assert_fails(KRT_ERROR_INVALID_ARGUMENT, NULL, NULL, "|source|");
    options.argument_count = 1;
    assert_fails(KRT_ERROR_INVALID_ARGUMENT, good, &options, "arguments");
    options.arguments = &null;
    assert_fails(KRT_ERROR_INVALID_ARGUMENT, good, &options, "arguments[0]");
    options.argument_count = 0;
    options.header_count = 1;
    assert_fails(KRT_ERROR_INVALID_ARGUMENT, good, &options, "header_names");
    options.header_names = &text;
    assert_fails(KRT_ERROR_INVALID_ARGUMENT, good, &options, "header_texts");
    options.header_texts = &null;
    assert_fails(KRT_ERROR_INVALID_ARGUMENT, good, &options, "header_texts[0]");
    options.header_count = UINT32_MAX;
    assert_fails(KRT_ERROR_INVALID_ARGUMENT, good, &options, "too many");
    options.struct_size = 0;
    assert_fails(KRT_ERROR_INVALID_ARGUMENT, good, &options, "struct_size");
    assert_int_equal(compilations(), 0);
}

static void another_target_or_a_part_is_refused(void **state)
{
    static const char *const wrong[] = {"--offload-arch=gfx1030", "--gpu-architecture=sm_90",
                                        "-arch=sm_90", "-fgpu-rdc", "-rdc=true"};
    struct krt_compile_options options = {.struct_size = sizeof options, .argument_count = 1};
    (void)state;
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        options.arguments = &wrong[i];
        assert_fails(KRT_ERROR_INVALID_ARGUMENT, good, &options, wrong[i]);
    }
}

static void a_name_of_two_lines_is_refused(void **state)
{
    struct krt_compile_options options = {.struct_size = sizeof options, .name = "a\nb"};
    (void)state;
    assert_fails(KRT_ERROR_INVALID_ARGUMENT, good, &options, "control character");
}

static void a_limit_that_is_no_number_is_said(void **state)
{
    (void)state;
    setenv("KRT_CACHE_SIZE", "1G", 1);
    assert_fails(KRT_ERROR_INVALID_ARGUMENT, good, NULL, "KRT_CACHE_SIZE");
    unsetenv("KRT_CACHE_SIZE");
    assert_compiles(good, NULL);
}

/* ---- No compiler ---------------------------------------------------------------------------- */

static void without_a_compiler_it_says_what_was_tried(void **state)
{
    (void)state;
    setenv("KRT_HIPRTC", "/nowhere/libhiprtc.so.6", 1);
    assert_fails(KRT_ERROR_UNSUPPORTED, good, NULL, "/nowhere/libhiprtc.so.6");
    assert_non_null(strstr(krt_error_message(), "KRT_HIPRTC"));
    setenv("KRT_HIPRTC", "libm.so.6", 1);
    assert_fails(KRT_ERROR_UNSUPPORTED, good, NULL, "libm.so.6: lacks hiprtcVersion");
    setenv("KRT_HIPRTC", DOUBLE, 1);
    assert_compiles(good, NULL); /* once there is one */
}

static void a_target_that_the_compiler_does_not_know_never_gets_there(void **state)
{
    (void)state;
    assert_fails(KRT_ERROR_UNSUPPORTED, good, NULL, "gfx1100");
    assert_non_null(strstr(krt_error_message(), "gfx900, gfx90a, gfx1030"));
    assert_non_null(strstr(krt_error_message(), "KRT_HIPRTC"));
    assert_int_equal(compilations(), 0);
}

/* ---- Errors in the source ------------------------------------------------------------------- */

static void an_error_is_the_log_with_name_and_line(void **state)
{
    struct krt_compile_options options = {.struct_size = sizeof options, .name = "dir/my.hip"};
    (void)state;
    assert_fails(KRT_ERROR_COMPILE, "int a;\n#error no such thing\n", &options,
                 "dir/my.hip:2:1: error: no such thing");
    assert_fails(KRT_ERROR_COMPILE, "#error first\n", NULL, "source:1:1: error: first");
    assert_int_equal(krt_error_message()[strlen(krt_error_message()) - 1], 't'); /* no newline */
    assert_int_equal(compilations(), 2);
}

static void an_error_in_a_header_has_its_name(void **state)
{
    static const char *const names[] = {"sub/one.h", "two.h"};
    static const char *const texts[] = {"int a;\n", "int b;\n\n#error not here\n"};
    struct krt_compile_options options = {.struct_size = sizeof options,
                                          .header_names = names,
                                          .header_texts = texts,
                                          .header_count = 2};
    (void)state;
    assert_fails(KRT_ERROR_COMPILE, good, &options, "two.h:3:1: error: not here");
}

static void the_whole_log_is_there(void **state)
{
    const char *line;
    int count = 0;
    (void)state;
    assert_fails(KRT_ERROR_COMPILE, "#error many many\n", NULL, "source:1:1");
    for (line = krt_error_message(); (line = strstr(line, "source:1:1: error")); line++)
        count++;
    assert_int_equal(count, 400);
}

static void what_failed_is_tried_again(void **state)
{
    (void)state;
    assert_fails(KRT_ERROR_COMPILE, "#error no\n", NULL, "error: no");
    assert_fails(KRT_ERROR_COMPILE, "#error no\n", NULL, "error: no");
    assert_int_equal(compilations(), 2);
    assert_compiles(good, NULL);
}

static void a_compiler_that_says_nothing_is_quoted(void **state)
{
    (void)state;
    assert_fails(KRT_ERROR_COMPILE, "// double: no log", NULL, "HIPRTC_ERROR_COMPILATION");
    assert_fails(KRT_ERROR_COMPILE, "// double: no code", NULL, "no code");
}

/* The errors are those of clang and of NVRTC. */
static void a_type_of_a_header_that_is_not_included_gets_a_hint(void **state)
{
    static const char hint[] = "\nhint: #include <kir/device.cuh>";
    static const struct {
        const char *source;
        bool has_hint;
    } sources[] = {
        {"#error use of undeclared identifier 'kir'\n", true},
        {"#error name followed by \"::\" must be a class or namespace name // kir::f16\n", true},
        {"#error unknown type name 'bf16'\n", true},
        {"#error identifier \"__half\" is undefined\n", true},
        {"#error name followed by \"::\" must be a class or namespace name\n", false},
        {"#error unknown type name 'bf161'; did you mean 'sbf16'?\n", false},
        {"#include <kir/device.cuh>\n#error unknown type name 'bf16'\n", false},
    };
    (void)state;
    for (size_t i = 0; i < sizeof sources / sizeof sources[0]; i++) {
        assert_fails(KRT_ERROR_COMPILE, sources[i].source, NULL, "error: ");
        if (!strstr(krt_error_message(), hint) != !sources[i].has_hint)
            fail_msg("%s", krt_error_message());
    }
}

/* ---- What is compiled, and what is not ------------------------------------------------------ */

static void the_same_texts_are_compiled_once(void **state)
{
    (void)state;
    assert_compiles(good, NULL);
    assert_compiles(good, NULL);
    assert_int_equal(compilations(), 1);
    reopen();
    assert_compiles(good, NULL); /* from disk */
    assert_compiles(good, NULL);
    assert_int_equal(compilations(), 1);
}

static void without_a_directory_memory_serves(void **state)
{
    (void)state;
    setenv("KRT_CACHE_DIR", "", 1);
    assert_compiles(good, NULL);
    assert_compiles(good, NULL);
    assert_int_equal(compilations(), 1);
    reopen();
    assert_compiles(good, NULL);
    assert_int_equal(compilations(), 2);
}

static void a_directory_that_cannot_be_is_no_error(void **state)
{
    (void)state;
    setenv("KRT_CACHE_DIR", "/proc/krt/cache", 1);
    assert_compiles(good, NULL);
    assert_int_equal(compilations(), 1);
}

static void whatever_is_different_is_compiled(void **state)
{
    static const char *const arguments[] = {"-DN=1", "-DM=1", "-DN=1-DM=1"};
    static const char *const split[] = {"-D", "N=1-DM=1"};
    static const char *const names[] = {"a.h", "b.h"}, *const texts[] = {"int a;", "int b;"};
    static const char *const texts_swapped[] = {"int b;", "int a;"};
    const struct krt_compile_options options[] = {
        {.struct_size = sizeof *options},
        {.struct_size = sizeof *options, .name = "another"},
        {.struct_size = sizeof *options, .arguments = arguments, .argument_count = 1},
        {.struct_size = sizeof *options, .arguments = arguments, .argument_count = 2},
        {.struct_size = sizeof *options, .arguments = arguments + 1, .argument_count = 1},
        {.struct_size = sizeof *options, .arguments = arguments + 2, .argument_count = 1},
        {.struct_size = sizeof *options, .arguments = split, .argument_count = 2},
        {sizeof *options, NULL, NULL, 0, names, texts, 1, KRT_LANGUAGE_ANY},
        {sizeof *options, NULL, NULL, 0, names, texts, 2, KRT_LANGUAGE_ANY},
        {sizeof *options, NULL, NULL, 0, names, texts_swapped, 2, KRT_LANGUAGE_ANY},
        {sizeof *options, NULL, NULL, 0, names + 1, texts, 1, KRT_LANGUAGE_ANY},
        {.struct_size = sizeof *options, .language = KRT_LANGUAGE_HIP},
    };
    enum { COUNT = sizeof options / sizeof options[0] };
    (void)state;
    for (int round = 0; round < 2; round++) {
        for (size_t i = 0; i < COUNT; i++)
            assert_compiles(good, &options[i]);
        assert_int_equal(compilations(), COUNT);
    }
    assert_compiles("// another\n", NULL);
    assert_int_equal(compilations(), COUNT + 1);
}

static void another_version_of_the_compiler_compiles_again(void **state)
{
    (void)state;
    assert_compiles(good, NULL);
    setenv("DOUBLE_VERSION", "2", 1);
    reopen();
    assert_compiles(good, NULL);
    assert_int_equal(compilations(), 2);
}

static void each_device_has_code_of_its_own(void **state)
{
    (void)state;
    assert_compiles(good, NULL);
    krt_device_close(device);
    device = open_device("emu:gfx1030");
    assert_compiles(good, NULL);
    assert_int_equal(compilations(), 2);
}

static void what_reads_files_is_not_kept(void **state)
{
    static const char *const readers[] = {
        "-I/usr/include",   "-include", "-isystem",     "--include-path=x", "-fplugin=x.so",
        "-Wp,-include,x.h", "-Xclang",  "--sysroot=/x", "@arguments",       "x.h"};
    struct krt_compile_options options = {.struct_size = sizeof options, .argument_count = 1};
    (void)state;
    for (size_t i = 0; i < sizeof readers / sizeof readers[0]; i++) {
        options.arguments = &readers[i];
        assert_compiles(good, &options);
        assert_compiles(good, &options);
        assert_int_equal(compilations(), 2 * (i + 1));
    }
}

static void a_damaged_entry_is_compiled_again(void **state)
{
    char command[160];
    (void)state;
    assert_compiles(good, NULL);
    reopen();
    snprintf(command, sizeof command, "for e in '%s'/cache/*.krt; do echo more >>$e; done", top);
    assert_int_equal(system(command), 0);
    assert_compiles(good, NULL);
    assert_int_equal(compilations(), 2);
    reopen();
    assert_compiles(good, NULL);
    assert_int_equal(compilations(), 2);
}

/* What a compiler gives is looked at before it is kept. */
static void code_of_no_use_is_not_kept(void **state)
{
    struct krt_raw_module *module = NULL;
    (void)state;
    setenv("DOUBLE_CODE", CODE ".bad", 1);
    assert_fails(KRT_ERROR_BAD_IMAGE, good, NULL, "source: ");
    setenv("DOUBLE_CODE", CODE ".none", 1);
    assert_int_equal(krt_compile(device, good, NULL, &module), KRT_OK);
    krt_module_unload(module);
    assert_int_equal(compilations(), 2);
    setenv("DOUBLE_CODE", CODE, 1);
    assert_compiles(good, NULL);
    assert_int_equal(compilations(), 3);
    reopen();
    assert_compiles(good, NULL);
    assert_int_equal(compilations(), 3);
}

/* The key of the cache's only entry. */
static struct cache_key only_key(void)
{
    struct cache_key key;
    char command[160], line[64] = "";
    snprintf(command, sizeof command, "cd '%s/cache' && ls | grep 'krt$'", top);
    FILE *list = popen(command, "r");
    assert_non_null(fgets(line, sizeof line, list));
    pclose(list);
    for (size_t i = 0; i < sizeof key.bytes; i++)
        assert_int_equal(sscanf(line + 2 * i, "%2hhx", &key.bytes[i]), 1);
    return key;
}

static void an_entry_of_no_use_is_compiled_again(void **state)
{
    static const char text[] = "not a code object";
    const uint64_t size = sizeof text;
    char packed[sizeof size + sizeof text];
    struct disk_cache cache;
    (void)state;
    memcpy(packed, &size, sizeof size);
    memcpy(packed + sizeof size, text, sizeof text);
    assert_compiles(good, NULL);
    struct cache_key key = only_key();
    assert_int_equal(disk_cache_open(&cache), KRT_OK);
    disk_cache_store(&cache, &key, packed, sizeof packed);
    disk_cache_close(&cache);
    for (int round = 0; round < 2; round++) {
        reopen();
        assert_compiles(good, NULL);
        assert_int_equal(compilations(), 2);
    }
}

/* Of a checkout, an archive or a backup. */
static void a_copied_cache_is_not_used(void **state)
{
    char command[200], path[96];
    (void)state;
    assert_compiles(good, NULL);
    snprintf(command, sizeof command, "cp -a '%s/cache' '%s/copy'", top, top);
    assert_int_equal(system(command), 0);
    snprintf(path, sizeof path, "%s/copy", top);
    setenv("KRT_CACHE_DIR", path, 1);
    for (int round = 0; round < 2; round++) {
        reopen();
        assert_compiles(good, NULL);
        assert_int_equal(compilations(), 2);
    }
}

/* The double, like NVRTC, does not list the files that it reads. */
static void a_text_that_may_read_files_is_not_kept(void **state)
{
    static const char *const texts[] = {"#include \"/etc/passwd\"\n", "#  include <a.h>\n",
                                        "#include NAME\n", "#embed \"x\"\n",
                                        "#if __has_include(\"x.h\")\n#endif\n"};
    static const char *const names[] = {"below/a.h"}, *const headers[] = {"int a;"};
    struct krt_compile_options options = {.struct_size = sizeof options,
                                          .header_names = names,
                                          .header_texts = headers,
                                          .header_count = 1};
    (void)state;
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        assert_compiles(texts[i], &options);
        assert_compiles(texts[i], &options);
        assert_int_equal(compilations(), 2 * (i + 1));
    }
    assert_compiles("#include <below/a.h>\n", &options);
    assert_compiles("#include <below/a.h>\n", &options);
    assert_int_equal(compilations(), 11);
}

static void every_caller_has_a_module_of_its_own(void **state)
{
    struct krt_raw_module *first, *second;
    (void)state;
    assert_int_equal(krt_compile(device, good, NULL, &first), KRT_OK);
    assert_int_equal(krt_compile(device, good, NULL, &second), KRT_OK);
    assert_ptr_not_equal(first, second);
    krt_module_unload(first);
    assert_scales(device, second);
    krt_module_unload(second);
}

/* ---- In the background ---------------------------------------------------------------------- */

static void wrong_arguments_are_reported_before_anything_begins(void **state)
{
    struct krt_compilation *compilation = NULL;
    (void)state;
    assert_int_equal(krt_compile_start(NULL, good, NULL, &compilation), KRT_ERROR_INVALID_ARGUMENT);
    assert_int_equal(krt_compile_start(device, good, NULL, NULL), KRT_ERROR_INVALID_ARGUMENT);
    assert_null(compilation);
    assert_int_equal(krt_compilation_query(NULL), KRT_ERROR_INVALID_ARGUMENT);
    assert_int_equal(krt_compilation_take(NULL, NULL), KRT_ERROR_INVALID_ARGUMENT);
    krt_compilation_destroy(NULL);
}

static void the_callers_texts_may_change_at_once(void **state)
{
    char source[] = "// double: slow\n#error mine\n", name[] = "mine.hip";
    struct krt_compile_options options = {.struct_size = sizeof options, .name = name};
    struct krt_compilation *compilation;
    struct krt_raw_module *module = NULL;
    krt_status status;
    (void)state;
    assert_int_equal(krt_compile_start(device, source, &options, &compilation), KRT_OK);
    memset(source, '?', sizeof source - 1);
    memset(name, '?', sizeof name - 1);
    while ((status = krt_compilation_query(compilation)) == KRT_NOT_READY)
        usleep(1000);
    assert_int_equal(status, KRT_ERROR_COMPILE);
    assert_int_equal(krt_compilation_take(compilation, &module), KRT_ERROR_COMPILE);
    assert_string_equal(krt_error_message(), "mine.hip:2:1: error: mine");
    assert_null(module);
    krt_compilation_destroy(compilation);
}

static void a_module_is_taken_once_and_outlives_its_compilation(void **state)
{
    struct krt_compilation *compilation, *forgotten;
    struct krt_raw_module *module, *again;
    (void)state;
    assert_int_equal(krt_compile_start(device, good, NULL, &forgotten), KRT_OK);
    assert_int_equal(krt_compile_start(device, good, NULL, &compilation), KRT_OK);
    assert_int_equal(krt_compilation_take(compilation, &module), KRT_OK);
    assert_int_equal(krt_compilation_query(compilation), KRT_OK);
    assert_int_equal(krt_compilation_take(compilation, &again), KRT_ERROR_INVALID_ARGUMENT);
    krt_compilation_destroy(compilation);
    krt_compilation_destroy(forgotten);
    assert_scales(device, module);
    krt_module_unload(module);
    assert_int_equal(compilations(), 1);
}

/* ---- Many at once --------------------------------------------------------------------------- */

enum { THREADS = 16 };

struct worker {
    const char *source;
    pthread_barrier_t *start;
    krt_status status;
    char message[128];
    struct krt_raw_module *module;
};

static void *work(void *argument)
{
    struct worker *worker = argument;
    pthread_barrier_wait(worker->start);
    worker->status = krt_compile(device, worker->source, NULL, &worker->module);
    if (worker->status)
        snprintf(worker->message, sizeof worker->message, "%s", krt_error_message());
    return NULL;
}

/* Every worker's source is one of |count|. */
static void work_together(struct worker workers[THREADS], const char *const *sources, int count)
{
    pthread_t threads[THREADS];
    pthread_barrier_t start;
    pthread_barrier_init(&start, NULL, THREADS);
    for (int i = 0; i < THREADS; i++) {
        workers[i] = (struct worker){.source = sources[i % count], .start = &start};
        assert_int_equal(pthread_create(&threads[i], NULL, work, &workers[i]), 0);
    }
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    pthread_barrier_destroy(&start);
}

static void threads_that_want_the_same_wait_for_one(void **state)
{
    static const char *const sources[] = {"// double: slow 1", "// double: slow 2",
                                          "// double: slow 3"};
    struct worker workers[THREADS];
    (void)state;
    work_together(workers, sources, 3);
    assert_int_equal(compilations(), 3);
    for (int i = 0; i < THREADS; i++) {
        assert_int_equal(workers[i].status, KRT_OK);
        assert_scales(device, workers[i].module);
        krt_module_unload(workers[i].module);
    }
}

static void a_failure_is_told_to_all_that_waited(void **state)
{
    static const char *const sources[] = {"// double: slow\n#error shared\n"};
    struct worker workers[THREADS];
    (void)state;
    work_together(workers, sources, 1);
    assert_in_range(compilations(), 1, THREADS / 2); /* a late one tries again */
    for (int i = 0; i < THREADS; i++) {
        assert_int_equal(workers[i].status, KRT_ERROR_COMPILE);
        assert_string_equal(workers[i].message, "source:2:1: error: shared");
    }
}

/* What a child does: 0 when all its results were right. */
static int be_a_child(void)
{
    device = open_device("emu:gfx90a");
    for (int i = 0; i < 8; i++) {
        char source[64];
        struct krt_raw_module *module;
        snprintf(source, sizeof source, "// double: slow %d", i);
        if (krt_compile(device, source, NULL, &module))
            return 1;
        assert_scales(device, module);
        krt_module_unload(module);
    }
    krt_device_close(device);
    return 0;
}

static void processes_that_want_the_same_wait_for_one(void **state)
{
    enum { COUNT = 4 };
    char program[] = "/proc/self/exe", argument[] = "child";
    char *const arguments[] = {program, argument, NULL};
    pid_t children[COUNT];
    (void)state;
    for (int i = 0; i < COUNT; i++)
        assert_int_equal(posix_spawn(&children[i], program, NULL, NULL, arguments, environ), 0);
    for (int i = 0; i < COUNT; i++) {
        int status = -1;
        assert_int_equal(waitpid(children[i], &status, 0), children[i]);
        assert_true(WIFEXITED(status));
        assert_int_equal(WEXITSTATUS(status), 0);
    }
    assert_int_equal(compilations(), 8);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        TEST(what_is_missing_is_named),
        TEST(another_target_or_a_part_is_refused),
        TEST(a_name_of_two_lines_is_refused),
        TEST(a_limit_that_is_no_number_is_said),
        TEST(without_a_compiler_it_says_what_was_tried),
        TEST(a_type_of_a_header_that_is_not_included_gets_a_hint),
        cmocka_unit_test_setup_teardown(a_target_that_the_compiler_does_not_know_never_gets_there,
                                        setup_gfx1100, teardown),
        TEST(an_error_is_the_log_with_name_and_line),
        TEST(an_error_in_a_header_has_its_name),
        TEST(the_whole_log_is_there),
        TEST(what_failed_is_tried_again),
        TEST(a_compiler_that_says_nothing_is_quoted),
        TEST(the_same_texts_are_compiled_once),
        cmocka_unit_test_setup_teardown(the_same_texts_are_compiled_once, setup_gfx1030, teardown),
        TEST(without_a_directory_memory_serves),
        TEST(a_directory_that_cannot_be_is_no_error),
        TEST(whatever_is_different_is_compiled),
        TEST(another_version_of_the_compiler_compiles_again),
        TEST(each_device_has_code_of_its_own),
        TEST(what_reads_files_is_not_kept),
        TEST(code_of_no_use_is_not_kept),
        TEST(an_entry_of_no_use_is_compiled_again),
        TEST(a_copied_cache_is_not_used),
        TEST(a_text_that_may_read_files_is_not_kept),
        TEST(a_damaged_entry_is_compiled_again),
        TEST(every_caller_has_a_module_of_its_own),
        TEST(wrong_arguments_are_reported_before_anything_begins),
        TEST(the_callers_texts_may_change_at_once),
        TEST(a_module_is_taken_once_and_outlives_its_compilation),
        TEST(threads_that_want_the_same_wait_for_one),
        TEST(a_failure_is_told_to_all_that_waited),
        TEST(processes_that_want_the_same_wait_for_one),
    };
    if (argc > 1 && strcmp(argv[1], "child") == 0)
        return be_a_child();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
