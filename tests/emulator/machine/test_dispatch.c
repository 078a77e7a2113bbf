/* Dispatches: which work-items run, that they meet, and how a dispatch ends that cannot go well. */
#include "core/dispatch.h"
#include "decode/decoder.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

static const char *const targets[] = {"gfx1030", "gfx1100", "gfx90a"};
enum { TARGETS = 3 };
static struct program *programs[TARGETS];

static struct program *load(const char *target, struct device *device)
{
    char path[4096];
    struct codeobj_error error;
    struct program *program = NULL;
    snprintf(path, sizeof path, "%s/machine.%s.hsaco", KERNELS, target);
    FILE *file = fopen(path, "rb");
    if (!file) {
        printf("skipped: no clang to compile the kernels with\n");
        exit(77);
    }
    static uint8_t bytes[1 << 20];
    size_t size = fread(bytes, 1, sizeof bytes, file);
    fclose(file);
    assert_int_equal(
        program_load((struct span){bytes, size}, device, &llvm_decoder, &program, &error),
        CODEOBJ_OK);
    return program;
}

static struct launch launch_of(struct program *program, const char *name, const void *arguments,
                               size_t bytes)
{
    const struct kernel *kernel = code_object_find(&program->object, name);
    assert_non_null(kernel);
    return (struct launch){.program = program,
                           .kernel = kernel,
                           .grid = {1, 1, 1},
                           .block = {1, 1, 1},
                           .arguments = arguments,
                           .argument_bytes = bytes};
}

static void run(const struct launch *launch)
{
    struct fault fault = {0};
    if (!dispatch_run(launch->program->device, launch, &fault))
        fail_msg("%s", fault.message);
}

static void *memory(struct program *program, size_t bytes)
{
    void *p = space_allocate(program->device, MEMORY_DEVICE, bytes, 256, 0, "the test", false);
    assert_non_null(p);
    memset(p, 0xff, bytes);
    return p;
}

/* ---- Tests ---------------------------------------------------------------------------------- */

static void a_store_outside_of_memory_is_a_fault_that_says_where(void **state)
{
    (void)state;
    for (int t = 0; t < TARGETS; t++) {
        uint32_t *out = memory(programs[t], 64);
        struct {
            uint32_t *out;
            uint64_t offset;
        } arguments = {out, 4096 / sizeof *out}; /* behind its page */
        struct launch launch = launch_of(programs[t], "stray", &arguments, sizeof arguments);
        struct fault fault = {0};
        assert_false(dispatch_run(programs[t]->device, &launch, &fault));
        assert_int_equal(fault.kind, FAULT_MEMORY);
        assert_non_null(strstr(fault.message, "kernel 'stray'"));
        assert_non_null(strstr(fault.message, "the test"));
        assert_true(space_free(out));
    }
}

/* Runs a kernel that is reported, because it writes behind an allocation on its page. Returns what
 * was printed. */
static char *report_of(const struct launch *launch)
{
    static char text[4096];
    FILE *file = tmpfile();
    int before = dup(STDERR_FILENO);
    assert_true(file && before >= 0 && dup2(fileno(file), STDERR_FILENO) >= 0);
    run(launch);
    dup2(before, STDERR_FILENO);
    close(before);
    rewind(file);
    text[fread(text, 1, sizeof text - 1, file)] = '\0';
    fclose(file);
    return text;
}

static void reports_have_no_control_characters_and_are_not_made_if_unwanted(void **state)
{
    (void)state;
    uint32_t *out = memory(programs[0], 64);
    struct {
        uint32_t *out;
        uint64_t offset;
    } arguments = {out, 64 / sizeof *out};
    struct launch launch = launch_of(programs[0], "stray", &arguments, sizeof arguments);
    struct kernel named = *launch.kernel;
    char name[] = "stray\033[2J\n";
    named.name = name;
    launch.kernel = &named;
    const char *text = report_of(&launch);
    assert_non_null(strstr(text, "kernel 'stray?[2J?', workgroup"));
    assert_null(strchr(text, 033));
    name[0]++; /* what was said once is not said again */
    setenv("HIPEMU_QUIET", "1", 1);
    assert_string_equal(report_of(&launch), "");
    unsetenv("HIPEMU_QUIET");
    assert_true(space_free(out));
}

static void limits_are_kept(void **state)
{
    struct fault fault = {0};
    struct launch launch = launch_of(programs[0], "endless", NULL, 0);
    (void)state;
    launch.block[0] = 2048;
    assert_false(dispatch_run(programs[0]->device, &launch, &fault));
    assert_int_equal(fault.kind, FAULT_LIMIT);
    launch.block[0] = 0;
    assert_false(dispatch_run(programs[0]->device, &launch, &fault));
    launch.block[0] = 1;
    launch.dynamic_lds = 1 << 20;
    assert_false(dispatch_run(programs[0]->device, &launch, &fault));
}

static void an_endless_kernel_ends_with_its_time(void **state)
{
    (void)state;
    setenv("HIPEMU_TIMEOUT", "0.2", 1);
    for (int t = 0; t < TARGETS; t++) {
        struct fault fault = {0};
        struct launch launch = launch_of(programs[t], "endless", NULL, 0);
        launch.grid[0] = 5;
        assert_false(dispatch_run(programs[t]->device, &launch, &fault));
        assert_int_equal(fault.kind, FAULT_TIMEOUT);
    }
    unsetenv("HIPEMU_TIMEOUT");
}

/* In three dimensions, with blocks that do not fill waves and a grid that does not fill blocks. */
static void every_work_item_runs_once_with_its_own_coordinates(void **state)
{
    enum { W = 13, H = 7, D = 3, ROOM = 15 * 9 * 4 };
    (void)state;
    for (int t = 0; t < TARGETS; t++) {
        uint32_t *out = memory(programs[t], ROOM * sizeof out[0]);
        struct {
            uint32_t *out;
            uint32_t width, height;
        } arguments = {out, W, H};
        struct launch launch = launch_of(programs[t], "coordinates", &arguments, sizeof arguments);
        memcpy(launch.grid, (uint32_t[]){3, 3, 2}, sizeof launch.grid);
        memcpy(launch.block, (uint32_t[]){5, 3, 2}, sizeof launch.block);
        memcpy(launch.last_block, (uint32_t[]){W - 10, H - 6, D - 2}, sizeof launch.last_block);
        run(&launch);
        for (uint32_t i = 0; i < ROOM; i++) {
            uint32_t x = i % W, y = i / W % H, z = i / W / H;
            assert_int_equal(out[i], i < W * H * D ? (x | y << 10 | z << 20) : UINT32_MAX);
        }
        assert_true(space_free(out));
    }
}

static void workgroups_that_wait_for_each_other_meet(void **state)
{
    (void)state;
    for (int t = 0; t < TARGETS; t++) {
        uint32_t *arrived = memory(programs[t], 4);
        *arrived = 0;
        struct {
            uint32_t *arrived;
            uint32_t count;
        } arguments = {arrived, 40};
        struct launch launch = launch_of(programs[t], "meet", &arguments, sizeof arguments);
        launch.grid[0] = 40;
        launch.block[0] = 64;
        run(&launch);
        assert_int_equal(*arrived, 40);
        assert_true(space_free(arrived));
    }
}

static void waves_of_a_workgroup_meet_at_barriers(void **state)
{
    (void)state;
    for (int t = 0; t < TARGETS; t++) {
        uint32_t *out = memory(programs[t], 256 * sizeof out[0]);
        struct launch launch = launch_of(programs[t], "relay", &out, sizeof out);
        launch.block[0] = 256;
        run(&launch);
        for (uint32_t i = 0; i < 256; i++)
            assert_int_equal(out[i], (i + 16 * 67) & 255);
        assert_true(space_free(out));
    }
}

static int load_all(void **state)
{
    (void)state;
    for (int t = 0; t < TARGETS; t++)
        programs[t] = load(targets[t], device_at((unsigned)t));
    return 0;
}

static int unload_all(void **state)
{
    (void)state;
    for (int t = 0; t < TARGETS; t++)
        program_unload(programs[t]);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_store_outside_of_memory_is_a_fault_that_says_where),
        cmocka_unit_test(reports_have_no_control_characters_and_are_not_made_if_unwanted),
        cmocka_unit_test(limits_are_kept),
        cmocka_unit_test(an_endless_kernel_ends_with_its_time),
        cmocka_unit_test(every_work_item_runs_once_with_its_own_coordinates),
        cmocka_unit_test(workgroups_that_wait_for_each_other_meet),
        cmocka_unit_test(waves_of_a_workgroup_meet_at_barriers),
    };
    setenv("HIPEMU_DEVICES", "gfx1030,gfx1100,gfx90a", 1);
    return cmocka_run_group_tests(tests, load_all, unload_all);
}
