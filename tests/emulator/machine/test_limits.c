/* Kernels that contradict themselves are refused when they are loaded, and those that ask for what
 * no device has when they are launched, so that no wave is set up outside of its registers,
 * whatever a file says. */
#include "core/dispatch.h"
#include "core/program.h"
#include "decode/decoder.h"

#include <elf.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { DESCRIPTOR_BYTES = 64, PROPERTIES = 56, PRELOAD = 58 };

static const char *const targets[] = {"gfx1030", "gfx1100", "gfx90a"};
enum { TARGETS = 3, CDNA2 = 2 };

static uint8_t bytes[1 << 20];

static struct span read_object(const char *target)
{
    char path[4096];
    snprintf(path, sizeof path, "%s/machine.%s.hsaco", KERNELS, target);
    FILE *file = fopen(path, "rb");
    size_t size = file ? fread(bytes, 1, sizeof bytes, file) : 0;
    if (file)
        fclose(file);
    return (struct span){bytes, size};
}

/* Of the virtual |address|, in the file. */
static uint8_t *place_of(struct span object, uint64_t address)
{
    Elf64_Ehdr header;
    memcpy(&header, object.data, sizeof header);
    for (unsigned i = 0; i < header.e_phnum; i++) {
        Elf64_Phdr segment;
        memcpy(&segment, object.data + header.e_phoff + i * sizeof segment, sizeof segment);
        if (segment.p_type == PT_LOAD && address - segment.p_vaddr < segment.p_filesz)
            return bytes + segment.p_offset + (address - segment.p_vaddr);
    }
    fail_msg("0x%llx is in no segment", (unsigned long long)address);
    return NULL;
}

static struct program *load(struct span object, unsigned device, struct codeobj_error *error)
{
    struct program *program = NULL;
    return program_load(object, device_at(device), &llvm_decoder, &program, error) ? NULL : program;
}

/* Launches "coordinates" in two workgroups of |items|; it may fault. */
static struct fault launch(struct program *program, uint32_t items)
{
    uint8_t *out = space_allocate(program->device, MEMORY_DEVICE, 4096, 256, 0, "the test", false);
    struct {
        uint8_t *out;
        uint32_t width, height;
    } arguments = {out, 10, 3};
    struct launch launch = {.program = program,
                            .kernel = code_object_find(&program->object, "coordinates"),
                            .grid = {2, 1, 1},
                            .block = {items, 1, 1},
                            .arguments = &arguments,
                            .argument_bytes = sizeof arguments};
    struct fault fault = {0};
    assert_non_null(launch.kernel);
    dispatch_run(program->device, &launch, &fault);
    assert_true(space_free(out));
    return fault;
}

/* ---- Descriptors ---------------------------------------------------------------------------- */

/* Where the descriptor of "coordinates" is, in |bytes|. */
static uint8_t *find_descriptor(struct span object, unsigned device)
{
    struct codeobj_error error;
    struct program *program = load(object, device, &error);
    assert_non_null(program);
    uint64_t address = code_object_find(&program->object, "coordinates")->descriptor.address;
    program_unload(program);
    return place_of(object, address);
}

static bool load_and_launch(struct span object, unsigned device)
{
    struct codeobj_error error;
    struct program *program = load(object, device, &error);
    if (program)
        launch(program, 30);
    program_unload(program);
    return program != NULL;
}

/* Every bit, and every byte at its most. Sanitizers see what is written outside. */
static void no_damaged_descriptor_does_harm(void **state)
{
    (void)state;
    for (unsigned device = 0; device < TARGETS; device++) {
        struct span object = read_object(targets[device]);
        uint8_t *descriptor = find_descriptor(object, device);
        unsigned loaded = 0;
        for (unsigned i = 0; i < DESCRIPTOR_BYTES * 9; i++) {
            uint8_t before = descriptor[i / 9];
            descriptor[i / 9] = i % 9 == 8 ? 0xff : before ^ (uint8_t)(1u << i % 9);
            loaded += load_and_launch(object, device);
            descriptor[i / 9] = before;
        }
        assert_true(loaded > 0); /* or nothing was tried */
    }
}

static void set_preload(uint8_t *descriptor, unsigned first, unsigned count)
{
    uint16_t field = (uint16_t)(first << 7 | count);
    memcpy(descriptor + PRELOAD, &field, sizeof field);
}

static void preloaded_arguments_must_fit_behind_the_user_sgprs(void **state)
{
    struct span object = read_object(targets[CDNA2]);
    uint8_t *descriptor = find_descriptor(object, CDNA2);
    (void)state;
    for (unsigned properties = 0; properties < 0x80; properties += 0x7f) {
        descriptor[PROPERTIES] = (uint8_t)properties;
        for (unsigned count = 0; count < 128; count++) {
            set_preload(descriptor, count % 8 * 64, count);
            bool is_loaded = load_and_launch(object, CDNA2);
            if (count > 16 || properties) /* 15 SGPRs are more than the kernel has */
                assert_false(is_loaded);
        }
    }
}

static void only_cdna2_and_cdna3_preload_arguments(void **state)
{
    (void)state;
    for (unsigned device = 0; device < TARGETS; device++) {
        struct codeobj_error error = {.status = CODEOBJ_OK};
        struct span object = read_object(targets[device]);
        uint8_t *descriptor = find_descriptor(object, device);
        descriptor[PROPERTIES] = 0; /* room for two dwords */
        set_preload(descriptor, 0, 1);
        struct program *program = load(object, device, &error);
        assert_int_equal(program != NULL, device == CDNA2);
        if (!program)
            assert_non_null(strstr(error.message, "preloaded arguments"));
        program_unload(program);
    }
}

/* ---- Limits --------------------------------------------------------------------------------- */

/* What a kernel may not ask for, on gfx1030. */
static void set_entry(struct kernel *k)
{
    k->descriptor.entry_address += 4;
}
static void set_entry_outside(struct kernel *k)
{
    k->descriptor.entry_address = 0;
}
static void set_entry_behind(struct kernel *k)
{
    k->descriptor.entry_address += 1 << 20;
}
static void set_user_sgprs(struct kernel *k)
{
    k->descriptor.rsrc2 |= 0x1f << 1;
}
static void set_properties(struct kernel *k)
{
    k->descriptor.properties |= 0x7f;
}
static void set_scratch(struct kernel *k)
{
    k->private_segment = UINT32_MAX;
}
static void set_lds(struct kernel *k)
{
    k->group_segment = 64 * 1024 + 1;
}
static void set_waves(struct kernel *k)
{
    k->wave_size = 32;
}
static void set_arguments(struct kernel *k)
{
    k->kernarg_size = UINT32_MAX;
}
static void set_workgroup(struct kernel *k)
{
    k->max_workgroup = 1025;
}

static void no_kernel_starts_where_it_cannot(void **state)
{
    static const struct {
        void (*set)(struct kernel *kernel);
        const char *message;
    } cases[] = {
        {set_entry, "not a multiple of 256"},
        {set_entry_outside, "outside of the code"},
        {set_entry_behind, "outside of the code"},
        {set_user_sgprs, "31 user SGPRs"},
        {set_properties, "enables 15"},
    };
    struct codeobj_error error;
    struct program *program = load(read_object(targets[0]), 0, &error);
    (void)state;
    assert_non_null(program);
    const struct kernel *good = code_object_find(&program->object, "coordinates");
    assert_int_equal(kernel_check_start(program, good, &error), CODEOBJ_OK);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct kernel bad = *good;
        cases[i].set(&bad);
        assert_int_equal(kernel_check_start(program, &bad, &error), CODEOBJ_CORRUPT);
        assert_non_null(strstr(error.message, "kernel 'coordinates' "));
        if (!strstr(error.message, cases[i].message))
            fail_msg("%s: lacks '%s'", error.message, cases[i].message);
    }
    program_unload(program);
}

/* Whatever one kernel needs, the launch of it is refused, and the others of its module run. */
static void a_launch_past_a_limit_of_the_device_is_refused(void **state)
{
    static const struct {
        unsigned device;
        void (*set)(struct kernel *kernel);
        uint32_t block;
        const char *message;
    } cases[] = {
        {0, set_scratch, 30, "needs 4294967295 bytes of scratch"},
        {0, set_lds, 30, "bytes of LDS: 65537"},
        {0, set_arguments, 30, "has 4294967295 bytes of arguments"},
        {0, set_workgroup, 1025, "work-items of a workgroup: 1025"},
        {0, set_workgroup, 30, NULL},
        {CDNA2, set_waves, 30, "is for waves of 32 lanes, which gfx90a does not have"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct codeobj_error error;
        unsigned device = cases[i].device;
        struct program *program = load(read_object(targets[device]), device, &error);
        assert_non_null(program);
        struct kernel *kernel =
            (struct kernel *)(uintptr_t)code_object_find(&program->object, "coordinates");
        const struct kernel good = *kernel;
        cases[i].set(kernel);
        struct fault fault = launch(program, cases[i].block);
        if (cases[i].message &&
            (fault.kind != FAULT_LIMIT || !strstr(fault.message, "'coordinates'") ||
             !strstr(fault.message, cases[i].message)))
            fail_msg("%s: lacks '%s'", fault.message, cases[i].message);
        if (!cases[i].message)
            assert_string_equal(fault.message, "");
        *kernel = good;
        assert_string_equal(launch(program, 30).message, "");
        program_unload(program);
    }
}

/* A count of registers only decides how many are cleared: any count is accepted. */
static void any_number_of_registers_is_harmless(void **state)
{
    static const uint32_t counts[] = {0, 1, 255, 256, 287, 288, 512, UINT32_MAX - 7, UINT32_MAX};
    (void)state;
    for (unsigned device = 0; device < TARGETS; device++) {
        struct codeobj_error error;
        struct program *program = load(read_object(targets[device]), device, &error);
        assert_non_null(program);
        for (size_t i = 0; i < sizeof counts / sizeof counts[0]; i++) {
            for (size_t k = 0; k < program->object.kernel_count; k++) {
                struct kernel *kernel = &program->object.kernels[k];
                kernel->vgprs = kernel->agprs = kernel->sgprs = counts[i];
            }
            launch(program, 30);
        }
        program_unload(program);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_damaged_descriptor_does_harm),
        cmocka_unit_test(preloaded_arguments_must_fit_behind_the_user_sgprs),
        cmocka_unit_test(only_cdna2_and_cdna3_preload_arguments),
        cmocka_unit_test(no_kernel_starts_where_it_cannot),
        cmocka_unit_test(a_launch_past_a_limit_of_the_device_is_refused),
        cmocka_unit_test(any_number_of_registers_is_harmless),
    };
    setenv("HIPEMU_DEVICES", "gfx1030,gfx1100,gfx90a", 1);
    setenv("HIPEMU_TIMEOUT", "5", 1);
    if (read_object(targets[0]).size == 0) {
        printf("skipped: no clang to compile the kernels with\n");
        return 77;
    }
    return cmocka_run_group_tests(tests, NULL, NULL);
}
