/* The recorder between a program and a runtime that is made for this test: what HIP's runtimes may
 * do, and libhipemu does not. */
#include "mapped_file.h"
#include "record.h"
#include "recorder.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

/* ---- A runtime, which gives each module and each function the same handle -------------------- */

static char module_handle, function_handle, memory[64];
static unsigned launches;

static int load_module(void **out, const void *image)
{
    (void)image;
    *out = &module_handle;
    return 0;
}

static int unload_module(void *module)
{
    assert_ptr_equal(module, &module_handle);
    return 0;
}

static int get_function(void **out, void *module, const char *name)
{
    (void)module;
    (void)name;
    *out = &function_handle;
    return 0;
}

static int launch(void *function, unsigned grid_x, unsigned grid_y, unsigned grid_z,
                  unsigned block_x, unsigned block_y, unsigned block_z, unsigned dynamic_lds,
                  void *stream, void **parameters, void **extra)
{
    (void)grid_x, (void)grid_y, (void)grid_z, (void)block_x, (void)block_y, (void)block_z;
    (void)dynamic_lds, (void)stream, (void)parameters, (void)extra;
    assert_ptr_equal(function, &function_handle);
    launches++;
    return 0;
}

static int allocate(void **out, size_t size)
{
    assert_true(size <= sizeof memory);
    *out = memory;
    return 0;
}

static int copy(void *to, const void *from, size_t size, int kind, void *stream)
{
    (void)kind, (void)stream;
    memcpy(to, from, size);
    return 0;
}

static int create_stream(void **out, unsigned flags)
{
    (void)flags;
    *out = &memory[1];
    return 0;
}

static int synchronise(void *stream)
{
    (void)stream;
    return 0;
}

static int get_properties(void *out, int device)
{
    enum { ARCH = 1160 };
    (void)device;
    strcpy(out, "a GPU");
    strcpy((char *)out + ARCH, "gfx1100");
    return 0;
}

static void *find(const char *name)
{
    static const struct {
        const char *name;
        recorder_function *function;
    } functions[] = {
        {"hipModuleLoadData", (recorder_function *)load_module},
        {"hipModuleUnload", (recorder_function *)unload_module},
        {"hipModuleGetFunction", (recorder_function *)get_function},
        {"hipModuleLaunchKernel", (recorder_function *)launch},
        {"hipMalloc", (recorder_function *)allocate},
        {"hipMemcpyAsync", (recorder_function *)copy},
        {"hipStreamCreateWithFlags", (recorder_function *)create_stream},
        {"hipStreamSynchronize", (recorder_function *)synchronise},
        {"hipGetDevicePropertiesR0600", (recorder_function *)get_properties},
    };
    void *found = NULL;
    for (size_t i = 0; i < sizeof functions / sizeof functions[0]; i++)
        if (strcmp(functions[i].name, name) == 0)
            memcpy(&found, &functions[i].function, sizeof found);
    return found;
}

/* Sets |function| to what takes the place of the runtime's function |name|. */
#define REPLACE(name, function)                                                                    \
    do {                                                                                           \
        recorder_function *replacement = recorder_replace(name);                                   \
        assert_non_null(replacement);                                                              \
        memcpy(&(function), &replacement, sizeof replacement);                                     \
    } while (0)

/* ---- The test -------------------------------------------------------------------------------- */

static int (*load)(void **, const void *), (*unload)(void *);
static int (*get)(void **, void *, const char *);
static int (*start)(void *, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned,
                    void *, void **, void **);

/* Launches the kernel |name| of a module that is made of the file. */
static void use_module(const char *path, const char *name, struct mapped_file *out)
{
    void *module, *function, *arguments[8], *pointer = memory;
    assert_int_equal(mapped_file_open(path, out, NULL), CODEOBJ_OK);
    for (size_t i = 0; i < sizeof arguments / sizeof arguments[0]; i++)
        arguments[i] = &pointer;
    assert_int_equal(load(&module, out->bytes.data), 0);
    assert_int_equal(get(&function, module, name), 0);
    assert_int_equal(start(function, 1, 1, 1, 64, 1, 1, 0, NULL, arguments, NULL), 0);
    assert_int_equal(unload(module), 0);
}

/* Checks that the launch has the code object and the kernel. */
static void check_launch(const struct record *record, uint64_t number, const char *name,
                         struct span code)
{
    struct record_launch read;
    uint8_t *bytes;
    const struct record_section *section = record_find(record, RECORD_LAUNCH, number);
    assert_non_null(section);
    assert_int_equal(record_read_launch(record, section, &read, NULL), CODEOBJ_OK);
    assert_string_equal(read.kernel, name);
    section = record_find(record, RECORD_CODE, read.code);
    assert_int_equal(record_unpack(section, &bytes, NULL), CODEOBJ_OK);
    assert_int_equal(section->raw_size, code.size);
    assert_memory_equal(bytes, code.data, code.size);
    free(bytes);
    record_launch_free(&read);
}

static void a_new_module_at_a_handle_has_its_own_kernels(void **state)
{
    static const char *const paths[] = {TEST_DATA "/gfx1100-v5.hsaco",
                                        TEST_DATA "/gfx1030-v4.hsaco"};
    static const char *const names[] = {"hidden", "fixed_lds", "pointers"};
    static char folder[] = "/tmp/recorder-XXXXXX", path[64];
    static struct recorder_settings settings = {.limit = UINT64_MAX, .has_contents = true};
    struct mapped_file files[3], file;
    struct record record;
    int (*malloc_memory)(void **, size_t);
    void *allocated;
    (void)state;
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/file", folder);
    settings.path = path;
    recorder_start(&settings, find);
    REPLACE("hipModuleLoadData", load);
    REPLACE("hipModuleUnload", unload);
    REPLACE("hipModuleGetFunction", get);
    REPLACE("hipModuleLaunchKernel", start);
    REPLACE("hipMalloc", malloc_memory);
    assert_int_equal(malloc_memory(&allocated, sizeof memory), 0);
    for (unsigned i = 0; i < 3; i++)
        use_module(paths[i % 2], names[i], &files[i]);
    assert_int_equal(launches, 3);
    recorder_stop();

    assert_int_equal(mapped_file_open(path, &file, NULL), CODEOBJ_OK);
    assert_int_equal(record_open(file.bytes, &record, NULL), CODEOBJ_OK);
    for (unsigned i = 0; i < 3; i++) {
        check_launch(&record, i + 1, names[i], files[i].bytes);
        mapped_file_close(&files[i]);
    }
    record_close(&record);
    mapped_file_close(&file);
    assert_int_equal(unlink(path), 0);
    assert_int_equal(rmdir(folder), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_new_module_at_a_handle_has_its_own_kernels)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
