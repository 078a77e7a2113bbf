/* Loading: this project's own code objects load on the devices they are for, and pieces of them on
 * none. */
#include "core/device.h"
#include "core/program.h"
#include "decode/decoder.h"

#include <dirent.h>
#include <elf.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static uint8_t bytes[16 << 20];

static size_t read_file(const char *path)
{
    FILE *file = fopen(path, "rb");
    size_t size = file ? fread(bytes, 1, sizeof bytes, file) : 0;
    if (file)
        fclose(file);
    return size;
}

static void pieces_of_a_code_object_never_load(void **state)
{
    char path[4096];
    struct codeobj_error error;
    struct program *program;
    (void)state;
    snprintf(path, sizeof path, "%s/machine.gfx1030.hsaco", KERNELS);
    size_t size = read_file(path);
    for (size_t cut = 0; cut < size; cut += 1 + size / 200) {
        uint8_t *exact = malloc(cut ? cut : 1); /* so that reading past it is seen */
        memcpy(exact, bytes, cut);
        assert_int_not_equal(
            program_load((struct span){exact, cut}, device_at(0), &llvm_decoder, &program, &error),
            CODEOBJ_OK);
        free(exact);
    }
}

/* Whatever a damaged byte makes of the file: it loads or it does not. */
static void damaged_code_objects_do_no_harm(void **state)
{
    char path[4096];
    struct codeobj_error error;
    (void)state;
    snprintf(path, sizeof path, "%s/machine.gfx1030.hsaco", KERNELS);
    size_t size = read_file(path);
    for (size_t at = 0; at < size; at += 1 + at / 16) {
        struct program *program;
        uint8_t before = bytes[at];
        bytes[at] ^= (uint8_t)(1u << at % 8 | 0x80);
        if (program_load((struct span){bytes, size}, device_at(0), &llvm_decoder, &program,
                         &error) == CODEOBJ_OK)
            program_unload(program);
        bytes[at] = before;
    }
}

/* What runs must be understood; what is looked at need not be. */
static void unknown_versions_do_not_load(void **state)
{
    char path[4096];
    struct codeobj_error error;
    struct program *program;
    (void)state;
    snprintf(path, sizeof path, "%s/machine.gfx1030.hsaco", KERNELS);
    size_t size = read_file(path);
    assert_true(size > EI_ABIVERSION);
    bytes[EI_ABIVERSION] = CODE_OBJECT_VERSION_MAX - 1; /* one more: version 2 is 0 */
    assert_int_equal(
        program_load((struct span){bytes, size}, device_at(0), &llvm_decoder, &program, &error),
        CODEOBJ_UNSUPPORTED);
    assert_non_null(strstr(error.message, "version of the code object is unknown"));
}

static struct device *device_for(const char *name)
{
    for (unsigned i = 0; i < device_count(); i++) {
        char part[64];
        snprintf(part, sizeof part, ".%s.hsaco", device_at(i)->target.info->processor);
        if (strstr(name, part))
            return device_at(i);
    }
    return NULL;
}

static void the_kernel_library_loads(void **state)
{
    DIR *directory = opendir(GENERATED);
    unsigned loaded = 0;
    (void)state;
    for (struct dirent *entry; directory && (entry = readdir(directory)) != NULL;) {
        char path[4096];
        struct codeobj_error error;
        struct program *program;
        struct device *device = device_for(entry->d_name);
        if (!device)
            continue;
        snprintf(path, sizeof path, "%s/%s", GENERATED, entry->d_name);
        size_t size = read_file(path);
        if (program_load((struct span){bytes, size}, device, &llvm_decoder, &program, &error) !=
            CODEOBJ_OK)
            fail_msg("%s: %s", path, error.message);
        assert_true(program->object.kernel_count > 0);
        for (size_t i = 0; i < program->object.kernel_count; i++) {
            const struct kernel_descriptor *descriptor = &program->object.kernels[i].descriptor;
            assert_in_range(descriptor->entry_address, program->code_address,
                            program->code_address + program->code_size - 4);
        }
        program_unload(program);
        loaded++;
    }
    if (directory)
        closedir(directory);
    if (loaded == 0)
        print_message("no code objects in %s: they are built by kbuild\n", GENERATED);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pieces_of_a_code_object_never_load),
        cmocka_unit_test(damaged_code_objects_do_no_harm),
        cmocka_unit_test(unknown_versions_do_not_load),
        cmocka_unit_test(the_kernel_library_loads),
    };
    setenv("HIPEMU_DEVICES", "gfx1030,gfx1100,gfx90a", 1);
    if (read_file(KERNELS "/machine.gfx1030.hsaco") == 0) {
        printf("skipped: no clang to compile the kernels with\n");
        return 77;
    }
    return cmocka_run_group_tests(tests, NULL, NULL);
}
