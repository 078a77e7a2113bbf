/* Modules and launches: bad images, limits, arguments, faults; and that kernels do run. */
#include "hip/api.h" /* what HIP 5.2 does not declare */
#include "hip_test.h"

#include <pthread.h>
#include <unistd.h>

static hipModule_t module;

static hipFunction_t function(const char *name)
{
    hipFunction_t found;
    assert_hip(hipModuleGetFunction(&found, module, name));
    return found;
}

static hipError_t launch(const char *name, unsigned grid, unsigned block, unsigned lds,
                         void **parameters)
{
    return hipModuleLaunchKernel(function(name), grid, 1, 1, block, 1, 1, lds, NULL, parameters,
                                 NULL);
}

static void what_is_no_code_object_is_refused(void **state)
{
    hipModule_t out;
    static const char text[] =
        "this is not a code object, though it is long enough to look like one";
    (void)state;
    assert_hip_fails(hipErrorFileNotFound, hipModuleLoad(&out, "/nowhere/at.all"));
    assert_hip_fails(hipErrorInvalidValue, hipModuleLoad(&out, NULL));
    assert_hip_fails(hipErrorInvalidValue, hipModuleLoad(&out, ""));
    assert_hip_fails(hipErrorInvalidValue, hipModuleLoadData(&out, NULL));
    assert_hip_fails(hipErrorInvalidImage, hipModuleLoadData(&out, text));
    assert_hip_fails(hipErrorInvalidHandle, hipModuleUnload(NULL));
}

static void truncated_code_objects_never_load(void **state)
{
    size_t size;
    char path[] = "/tmp/hipemu-test-XXXXXX";
    uint8_t *bytes = read_all(kernels_path("gfx1030"), &size);
    int file = mkstemp(path);
    (void)state;
    assert_true(file >= 0);
    assert_int_equal(write(file, bytes, size), size);
    for (size_t cut = size - 1; cut > 0; cut = cut * 9 / 10) {
        hipModule_t out;
        assert_int_equal(ftruncate(file, (off_t)cut), 0);
        assert_int_not_equal(hipModuleLoad(&out, path), hipSuccess);
    }
    hipGetLastError();
    close(file);
    unlink(path);
    free(bytes);
}

static void a_symbol_that_is_not_defined_is_named(void **state)
{
    char said[256] = "";
    hipModule_t out;
    FILE *file = tmpfile();
    int own = dup(STDERR_FILENO);
    (void)state;
    if (access(KERNELS "/undefined.hsaco", R_OK) != 0)
        skip(); /* it needs clang 18 or 19 */
    assert_non_null(file);
    assert_true(own >= 0 && dup2(fileno(file), STDERR_FILENO) >= 0);
    unsetenv("HIPEMU_QUIET");
    hipError_t error = hipModuleLoad(&out, KERNELS "/undefined.hsaco");
    setenv("HIPEMU_QUIET", "1", 1);
    dup2(own, STDERR_FILENO);
    assert_int_equal(error, hipErrorInvalidImage);
    rewind(file);
    assert_true(fread(said, 1, sizeof said - 1, file) > 0);
    assert_non_null(strstr(said, "the symbol 'missing'"));
    close(own);
    fclose(file);
    hipGetLastError();
}

static void an_image_for_another_chip_is_refused(void **state)
{
    hipModule_t out;
    (void)state;
    assert_hip_fails(hipErrorNoBinaryForGpu, hipModuleLoad(&out, kernels_path("gfx1100")));
}

static void unknown_names_are_not_found(void **state)
{
    hipFunction_t out;
    hipDeviceptr_t address;
    textureReference *texture;
    size_t size;
    (void)state;
    assert_hip_fails(hipErrorNotFound, hipModuleGetFunction(&out, module, "nosuch"));
    assert_hip_fails(hipErrorInvalidValue, hipModuleGetFunction(&out, module, NULL));
    assert_hip_fails(hipErrorInvalidHandle, hipModuleGetFunction(&out, NULL, "scale"));
    assert_hip_fails(hipErrorNotFound, hipModuleGetGlobal(&address, &size, module, "nosuch"));
    assert_hip_fails(hipErrorNotFound, hipModuleGetTexRef(&texture, module, "nosuch"));
    assert_hip_fails(hipErrorInvalidValue, hipModuleGetGlobal(&address, &size, module, ""));
    assert_hip_fails(hipErrorInvalidValue, hipModuleGetTexRef(&texture, module, ""));
}

static void handles_of_nothing_are_refused(void **state)
{
    hipModule_t gone;
    hipFunction_t found, of_gone;
    hipEvent_t event;
    hipDeviceptr_t address;
    size_t size;
    int value;
    (void)state;
    assert_hip(hipModuleLoad(&gone, kernels_path("gfx1030")));
    assert_hip(hipModuleGetFunction(&of_gone, gone, "scale"));
    assert_hip(hipModuleUnload(gone));
    const hipModule_t modules[] = {gone, (hipModule_t)64};
    for (int i = 0; i < 2; i++) {
        assert_hip_fails(hipErrorNotFound, hipModuleUnload(modules[i]));
        assert_hip_fails(hipErrorNotFound, hipModuleGetFunction(&found, modules[i], "scale"));
        assert_hip_fails(hipErrorNotFound,
                         hipModuleGetGlobal(&address, &size, modules[i], "table"));
    }
    const hipFunction_t functions[] = {of_gone, (hipFunction_t)64};
    for (int i = 0; i < 2; i++) {
        assert_hip_fails(hipErrorInvalidHandle, hipModuleLaunchKernel(functions[i], 1, 1, 1, 1, 1,
                                                                      1, 0, NULL, NULL, NULL));
        assert_hip_fails(hipErrorInvalidHandle,
                         hipFuncGetAttribute(&value, HIP_FUNC_ATTRIBUTE_NUM_REGS, functions[i]));
        assert_null(hipKernelNameRef(functions[i]));
    }
    assert_hip(hipEventCreate(&event));
    assert_hip(hipEventDestroy(event));
    const hipEvent_t events[] = {event, (hipEvent_t)64};
    for (int i = 0; i < 2; i++) {
        assert_int_equal(hipEventDestroy(events[i]), hipErrorContextIsDestroyed);
        assert_int_equal(hipEventRecord(events[i], NULL), hipErrorInvalidHandle);
        assert_int_equal(hipEventQuery(events[i]), hipErrorInvalidHandle);
        assert_int_equal(hipEventSynchronize(events[i]), hipErrorInvalidHandle);
        assert_int_equal(hipStreamWaitEvent(NULL, events[i], 0), hipErrorInvalidHandle);
        assert_int_equal(hip_ext_module_launch(function("trap"), 1, 1, 1, 1, 1, 1, 0, NULL, NULL,
                                               NULL, events[i], NULL, 0),
                         hipErrorInvalidValue);
    }
    assert_int_equal(hipGetLastError(), hipErrorInvalidValue);
}

/* The graph may run after the module of its kernels was unloaded. */
static void a_graph_does_not_run_kernels_that_are_gone(void **state)
{
    hipModule_t gone;
    hipFunction_t trap;
    hipGraph_t graph;
    hipGraphExec_t exec;
    hipGraphNode_t node;
    (void)state;
    assert_hip(hipModuleLoad(&gone, kernels_path("gfx1030")));
    assert_hip(hipModuleGetFunction(&trap, gone, "trap"));
    assert_hip(hipGraphCreate(&graph, 0));
    const hipKernelNodeParams parameters = {
        .func = trap, .gridDim = {1, 1, 1}, .blockDim = {1, 1, 1}};
    assert_hip(hipGraphAddKernelNode(&node, graph, NULL, 0, &parameters));
    assert_hip(hipGraphInstantiate(&exec, graph, NULL, NULL, 0));
    assert_hip(hipModuleUnload(gone));
    assert_hip_fails(hipErrorInvalidHandle, hipGraphLaunch(exec, NULL));
    assert_hip(hipGraphExecDestroy(exec));
    assert_hip(hipGraphDestroy(graph));
}

/* A code object that was linked of two object files. The compiler left nothing of the bodies of
 * last<int>, which lies behind all code, and of behind<int>, which lies where "two" does. */
static void kernels_of_all_notes_run_but_those_without_code(void **state)
{
    static const struct {
        const char *name;
        int value;
    } kernels[] = {{"one", 1}, {"two", 2}, {"_Z6sharedIiEvPT_", 3}};
    static const char *const empty[] = {"_Z6behindIiEvPT_", "_Z4lastIiEvPT_"};
    hipModule_t notes;
    hipFunction_t found;
    int *value, read;
    (void)state;
    assert_hip(hipModuleLoad(&notes, NOTES));
    assert_hip(hipMalloc((void **)&value, sizeof *value));
    void *parameters[] = {&value};
    for (size_t i = 0; i < 2; i++) {
        assert_hip(hipModuleGetFunction(&found, notes, empty[i]));
        assert_hip_fails(hipErrorLaunchFailure,
                         hipModuleLaunchKernel(found, 1, 1, 1, 1, 1, 1, 0, NULL, parameters, NULL));
    }
    for (size_t i = 0; i < sizeof kernels / sizeof kernels[0]; i++) {
        assert_hip(hipModuleGetFunction(&found, notes, kernels[i].name));
        assert_hip(hipModuleLaunchKernel(found, 1, 1, 1, 1, 1, 1, 0, NULL, parameters, NULL));
        assert_hip(hipMemcpy(&read, value, sizeof read, hipMemcpyDeviceToHost));
        assert_int_equal(read, kernels[i].value);
    }
    assert_hip(hipFree(value));
    assert_hip(hipModuleUnload(notes));
}

/* Other codes than those of hipLaunchCooperativeKernel(), as in AMD's runtime. */
static void cooperative_launches_of_modules_have_codes_of_their_own(void **state)
{
    static const struct {
        unsigned groups, block, lds;
        hipError_t error;
    } launches[] = {
        {1, 1025, 0, hipErrorInvalidValue},
        {1, 64, 65537, hipErrorInvalidValue},
        {1 << 20, 64, 0, hipErrorCooperativeLaunchTooLarge},
        {UINT32_MAX, 64, 0, hipErrorInvalidConfiguration},
    };
    int *values;
    void *parameters[] = {&values};
    (void)state;
    assert_hip(hipMalloc((void **)&values, 4096));
    for (size_t i = 0; i < sizeof launches / sizeof launches[0]; i++)
        assert_hip_fails(launches[i].error,
                         hipModuleLaunchCooperativeKernel(function("narrow"), launches[i].groups, 1,
                                                          1, launches[i].block, 1, 1,
                                                          launches[i].lds, NULL, parameters));
    assert_hip(hipFree(values));
}

static void launches_past_the_limits_are_refused(void **state)
{
    int *values;
    (void)state;
    assert_hip(hipMalloc((void **)&values, 4096));
    void *parameters[] = {&values};
    assert_hip_fails(hipErrorInvalidValue, launch("narrow", 0, 64, 0, parameters));
    assert_hip_fails(hipErrorInvalidValue, launch("narrow", 1, 0, 0, parameters));
    assert_hip_fails(hipErrorInvalidValue, launch("narrow", 1, 1025, 0, parameters));
    assert_hip_fails(hipErrorLaunchFailure, launch("narrow", 1, 128, 0, parameters));
    assert_hip_fails(hipErrorInvalidValue, launch("narrow", 1, 64, 65537, parameters));
    assert_hip_fails(hipErrorInvalidValue, launch("large", 1, 64, 40000, parameters));
    assert_hip_fails(hipErrorInvalidConfiguration, launch("narrow", UINT32_MAX, 64, 0, parameters));
    assert_hip_fails(hipErrorInvalidValue, launch("narrow", 1, 64, 0, NULL));
    assert_hip_fails(hipErrorInvalidHandle,
                     hipModuleLaunchKernel(NULL, 1, 1, 1, 1, 1, 1, 0, NULL, parameters, NULL));
    const dim3 one = {1, 1, 1};
    assert_hip_fails(hipErrorInvalidDeviceFunction,
                     hipLaunchKernel((const void *)8, one, one, parameters, 0, NULL));
    assert_hip_fails(hipErrorInvalidDeviceFunction,
                     hipLaunchKernel(&one, one, one, parameters, 0, NULL));
    assert_hip(hipDeviceSynchronize());
    assert_hip(hipFree(values));
}

/* As AMD's runtime: what one kernel needs does not keep the others from running. The metadata are
 * made to ask for workgroups that no device has. */
static void kernels_past_the_limits_are_loaded(void **state)
{
    static const uint8_t usual[] = ".max_flat_workgroup_size\xcd";
    size_t size, changed = 0;
    hipModule_t large;
    hipFunction_t scale;
    int *values, factor = 2, count = 1, grid, block;
    uint8_t *bytes = read_all(kernels_path("gfx1030"), &size);
    (void)state;
    for (size_t i = 0; i + sizeof usual < size; i++) {
        if (memcmp(bytes + i, usual, sizeof usual - 1) == 0) {
            bytes[i + sizeof usual - 1] = 0xff; /* from 256 to 65280 */
            changed++;
        }
    }
    assert_true(changed > 0);
    assert_hip(hipModuleLoadData(&large, bytes));
    assert_hip(hipModuleGetFunction(&scale, large, "scale"));
    assert_hip(hipFuncGetAttribute(&block, HIP_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK, scale));
    assert_int_equal(block, 1024);
    assert_hip(hipModuleOccupancyMaxPotentialBlockSize(&grid, &block, scale, 0, 0));
    assert_true(block > 0 && block <= 1024);
    assert_hip(hipMalloc((void **)&values, 4096));
    assert_hip(hipMemset(values, 1, 4096));
    void *parameters[] = {&values, &factor, &count};
    assert_hip_fails(hipErrorInvalidValue,
                     hipModuleLaunchKernel(scale, 1, 1, 1, 1025, 1, 1, 0, NULL, parameters, NULL));
    assert_hip(hipModuleLaunchKernel(scale, 1, 1, 1, 64, 1, 1, 0, NULL, parameters, NULL));
    assert_hip(hipMemcpy(&count, values, sizeof count, hipMemcpyDeviceToHost));
    assert_int_equal(count, 0x02020202);
    assert_hip(hipFree(values));
    assert_hip(hipModuleUnload(large));
    free(bytes);
}

static void buffers_of_arguments_that_are_too_short_are_refused(void **state)
{
    uint8_t buffer[8] = {0};
    size_t size = sizeof buffer;
    void *extra[] = {HIP_LAUNCH_PARAM_BUFFER_POINTER, buffer, HIP_LAUNCH_PARAM_BUFFER_SIZE, &size,
                     HIP_LAUNCH_PARAM_END};
    (void)state;
    assert_hip_fails(hipErrorInvalidValue, hipModuleLaunchKernel(function("scale"), 1, 1, 1, 64, 1,
                                                                 1, 0, NULL, NULL, extra));
}

/* The process goes on, the next call that waits is told once, and memory is as good as before. */
static void faults_are_told_once_where_somebody_waits(void **state)
{
    int *values, back;
    long where = 1 << 20;
    (void)state;
    assert_hip(hipMalloc((void **)&values, 4096));
    assert_hip(hipMemset(values, 0, 4096));
    void *parameters[] = {&values, &where};
    assert_hip(launch("stray", 1, 1, 0, parameters));
    assert_hip_fails(hipErrorIllegalAddress, hipDeviceSynchronize());
    assert_hip(hipDeviceSynchronize());
    assert_hip(launch("trap", 1, 1, 0, NULL));
    assert_hip_fails(hipErrorLaunchFailure, hipStreamSynchronize(NULL));
    where = 7;
    assert_hip(launch("stray", 1, 1, 0, parameters));
    assert_hip(hipMemcpy(&back, values + 7, sizeof back, hipMemcpyDeviceToHost));
    assert_int_equal(back, 1);
    assert_hip(hipFree(values));
}

static void check_scale(hipFunction_t scale, int uses_buffer)
{
    enum { COUNT = 1000 };
    int *values, host[COUNT], factor = -3, count = COUNT - 1;
    for (int i = 0; i < COUNT; i++)
        host[i] = i;
    assert_hip(hipMalloc((void **)&values, sizeof host));
    assert_hip(hipMemcpy(values, host, sizeof host, hipMemcpyHostToDevice));
    struct {
        int *values;
        int factor, count;
    } buffer = {values, factor, count};
    size_t size = sizeof buffer;
    void *parameters[] = {&values, &factor, &count};
    void *extra[] = {HIP_LAUNCH_PARAM_BUFFER_POINTER, &buffer, HIP_LAUNCH_PARAM_BUFFER_SIZE, &size,
                     HIP_LAUNCH_PARAM_END};
    assert_hip(hipModuleLaunchKernel(scale, (COUNT + 63) / 64, 1, 1, 64, 1, 1, 0, NULL,
                                     uses_buffer ? NULL : parameters, uses_buffer ? extra : NULL));
    factor = 1000; /* arguments were taken when it was launched */
    assert_hip(hipMemcpy(host, values, sizeof host, hipMemcpyDeviceToHost));
    for (int i = 0; i < COUNT; i++)
        assert_int_equal(host[i], i < COUNT - 1 ? -3 * i : i);
    assert_hip(hipFree(values));
}

static void kernels_run_with_both_kinds_of_arguments(void **state)
{
    (void)state;
    check_scale(function("scale"), 0);
    check_scale(function("scale"), 1);
}

/* Bytes behind an image without a size do not matter, and neither does its place. */
struct attribute { /* hipLaunchAttribute */
    int id, pad, values[16];
};

static void launches_of_the_driver_read_their_attributes(void **state)
{
    enum { COOPERATIVE = 2, CLUSTER = 4, PRIORITY = 8, COUNT = 64 };
    struct attribute attributes[] = {
        {PRIORITY, 0, {1}}, {COOPERATIVE, 0, {1}}, {CLUSTER, 0, {1, 1, 1}}};
    struct hip_drv_launch_config config = {{1, 1, 1}, {COUNT, 1, 1}, 0, NULL, attributes, 3};
    int values[COUNT], factor = 3, count = COUNT, *p;
    void *parameters[] = {&p, &factor, &count};
    (void)state;
    for (int i = 0; i < COUNT; i++)
        values[i] = i;
    assert_hip(hipMalloc((void **)&p, sizeof values));
    assert_hip(hipMemcpy(p, values, sizeof values, hipMemcpyHostToDevice));
    assert_hip(hip_drv_launch_kernel_ex(&config, function("scale"), parameters, NULL));
    assert_hip(hipMemcpy(values, p, sizeof values, hipMemcpyDeviceToHost));
    for (int i = 0; i < COUNT; i++)
        assert_int_equal(values[i], 3 * i);
    assert_hip_fails(hipErrorInvalidHandle,
                     hip_drv_launch_kernel_ex(&config, NULL, parameters, NULL));
    assert_hip_fails(hipErrorInvalidValue,
                     hip_drv_launch_kernel_ex(NULL, function("scale"), parameters, NULL));
    attributes[2].values[0] = 2; /* no device here has clusters */
    assert_hip_fails(hipErrorInvalidConfiguration,
                     hip_drv_launch_kernel_ex(&config, function("scale"), parameters, NULL));
    config.attribute_count = 1;
    config.grid[0] = 1 << 20;
    attributes[0].id = COOPERATIVE; /* too many for the device at once */
    assert_hip_fails(hipErrorCooperativeLaunchTooLarge,
                     hip_drv_launch_kernel_ex(&config, function("scale"), parameters, NULL));
    config.attributes = NULL;
    assert_hip_fails(hipErrorInvalidValue,
                     hip_drv_launch_kernel_ex(&config, function("scale"), parameters, NULL));
    assert_hip(hipFree(p));
}

static void images_load_from_any_address(void **state)
{
    size_t size;
    hipModule_t other;
    hipFunction_t scale;
    uint8_t *bytes = read_all(kernels_path("gfx1030"), &size);
    uint8_t *copy = malloc(size + 100);
    (void)state;
    memcpy(copy + 3, bytes, size);
    memset(copy + 3 + size, 0xff, 97);
    assert_hip(hipModuleLoadData(&other, copy + 3));
    free(copy);
    assert_hip(hipModuleGetFunction(&scale, other, "scale"));
    check_scale(scale, 0);
    assert_hip(hipModuleUnload(other));
    assert_hip_fails(hipErrorInvalidHandle,
                     hipModuleLaunchKernel(NULL, 1, 1, 1, 1, 1, 1, 0, NULL, NULL, NULL));
    free(bytes);
}

static void a_managed_variable_is_found_and_not_its_pointer(void **state)
{
    hipDeviceptr_t address = NULL;
    size_t size = 0;
    int value[2] = {0, -1};
    (void)state;
    assert_hip(launch("count_up", 1, 1, 0, NULL));
    assert_hip(hipModuleGetGlobal(&address, &size, module, "managed"));
    assert_int_equal(size, sizeof value[0]);
    assert_hip(hipMemcpyDtoH(value, address, size));
    assert_int_equal(value[0], 42);
    assert_int_equal(value[1], -1);
}

/* HIP 5 declares these functions with linkage of C++, HIP 6 with that of C. */
static void launches_of_work_items_have_names_of_c_and_c_plus_plus(void **state)
{
    enum { COUNT = 100 };
    int values[COUNT], factor = 2, count = COUNT, *p;
    (void)state;
    for (int i = 0; i < COUNT; i++)
        values[i] = i;
    assert_hip(hipMalloc((void **)&p, sizeof values));
    assert_hip(hipMemcpy(p, values, sizeof values, hipMemcpyHostToDevice));
    void *parameters[] = {&p, &factor, &count};
    const hipFunction_t scale = function("scale");
    assert_hip(hipExtModuleLaunchKernel(scale, COUNT, 1, 1, 64, 1, 1, 0, NULL, parameters, NULL,
                                        NULL, NULL, 0));
    assert_hip(hip_ext_module_launch(scale, COUNT, 1, 1, 64, 1, 1, 0, NULL, parameters, NULL, NULL,
                                     NULL, 0));
    assert_hip(hipHccModuleLaunchKernel(scale, COUNT, 1, 1, 64, 1, 1, 0, NULL, parameters, NULL,
                                        NULL, NULL));
    assert_hip(
        hip_hcc_module_launch(scale, COUNT, 1, 1, 64, 1, 1, 0, NULL, parameters, NULL, NULL, NULL));
    assert_hip(hipMemcpy(values, p, sizeof values, hipMemcpyDeviceToHost));
    for (int i = 0; i < COUNT; i++)
        assert_int_equal(values[i], 16 * i);
    assert_hip(hipFree(p));
}

static void functions_tell_what_they_need(void **state)
{
    int lds, threads, groups, grid, block;
    (void)state;
    assert_hip(hipFuncGetAttribute(&lds, HIP_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES, function("large")));
    assert_int_equal(lds, 32768);
    assert_hip(hipFuncGetAttribute(&threads, HIP_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK,
                                   function("narrow")));
    assert_int_equal(threads, 64);
    assert_hip(
        hipModuleOccupancyMaxActiveBlocksPerMultiprocessor(&groups, function("large"), 64, 0));
    assert_true(groups >= 1 && groups <= 4); /* 128 KiB of LDS in a WGP at most */
    assert_hip(hipModuleOccupancyMaxPotentialBlockSize(&grid, &block, function("narrow"), 0, 0));
    assert_true(block > 0 && block <= 64 && grid > 0);
    assert_hip(hipModuleOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
        &groups, function("large"), 1 << 20, 0, 1));
    assert_int_equal(groups, 0);
    assert_hip_fails(hipErrorInvalidValue,
                     hipModuleOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
                         &groups, function("large"), 64, 0, 2));
    assert_hip_fails(hipErrorInvalidValue, hipModuleOccupancyMaxPotentialBlockSizeWithFlags(
                                               &grid, &block, function("narrow"), 0, 0, 2));
}

/* Runs |report| of printf_buffer.ll in |lanes| lanes, and returns what it prints. */
static const char *printed(unsigned lanes, uint32_t control, uint64_t format)
{
    static char text[1024];
    hipModule_t own;
    hipFunction_t report;
    void *parameters[] = {&control, &format};
    FILE *file = tmpfile();
    fflush(stdout);
    int saved = dup(STDOUT_FILENO);
    assert_non_null(file);
    assert_hip(hipModuleLoad(&own, KERNELS "/printf_buffer.hsaco"));
    assert_hip(hipModuleGetFunction(&report, own, "report"));
    assert_true(dup2(fileno(file), STDOUT_FILENO) >= 0);
    hipError_t error =
        hipModuleLaunchKernel(report, 1, 1, 1, lanes, 1, 1, 0, NULL, parameters, NULL);
    error = error ? error : hipDeviceSynchronize();
    fflush(stdout);
    dup2(saved, STDOUT_FILENO);
    close(saved);
    assert_hip(error);
    rewind(file);
    text[fread(text, 1, sizeof text - 1, file)] = 0;
    fclose(file);
    assert_hip(hipModuleUnload(own));
    return text;
}

/* The kernel that writes it may be wrong, or from another compiler. */
static void the_buffer_of_printf_is_not_believed(void **state)
{
    enum { CONSTANT = 2, BYTES = 28 << 2 };
    const uint64_t known = 0x1122334455667788;
    (void)state;
    if (access(KERNELS "/printf_buffer.hsaco", R_OK) != 0)
        skip(); /* it needs clang 18 or 19 */
    assert_string_equal(
        printed(2, BYTES | CONSTANT, known), /* "%d of %s: 1" with 0, 1 and "four" */
        "lane 0 of four: 1\nlane 1 of four: 1\n");
    uint64_t own;
    memcpy(&own, "%d %s;", 7);
    own &= 0xffffffffffff;
    assert_string_equal(printed(3, BYTES, own), "0 four;1 four;2 four;");
    assert_string_equal(printed(2, BYTES | CONSTANT, known + 1), ""); /* not in the table */
    assert_string_equal(printed(2, CONSTANT, known), "");             /* records of no bytes, */
    assert_string_equal(printed(2, 8 << 2 | CONSTANT, known), "");    /* of too few, */
    assert_string_equal(printed(2, 57 << 2 | CONSTANT, known), "");   /* of more than there are */
    assert_string_equal(printed(2, ~0u, known), "");
    size_t size;
    assert_hip(hipDeviceGetLimit(&size, hipLimitPrintfFifoSize));
    assert_int_equal(size, 4 << 20);
    assert_hip(hipDeviceSetLimit(hipLimitPrintfFifoSize, 40)); /* the second record is past it */
    assert_string_equal(printed(1, BYTES, own), "0 four;");
    assert_hip(hipDeviceSetLimit(hipLimitPrintfFifoSize, size));
    assert_hip_fails(hipErrorInvalidValue, hipDeviceSetLimit((enum hipLimit_t)0xffff, size));
}

static int load(void **state)
{
    (void)state;
    return hipModuleLoad(&module, kernels_path("gfx1030")) != hipSuccess;
}

/* ---- Unloading while a kernel runs ----------------------------------------------------------- */

static _Atomic int *flag; /* that kernel "spin" waits for */

static void *raise_flag(void *unused)
{
    usleep(30000);
    *flag = 1;
    return unused;
}

/* Runs |unload| while a kernel of |spin|'s runs that soon ends. */
static void unload_during(hipError_t launched, void (*unload)(void *), void *what)
{
    pthread_t thread;
    assert_hip(launched);
    assert_int_equal(pthread_create(&thread, NULL, raise_flag, NULL), 0);
    unload(what);
    assert_int_equal(*flag, 1); /* it waited */
    pthread_join(thread, NULL);
    assert_hip(hipDeviceSynchronize());
    *flag = 0;
}

static void unload_module(void *loaded)
{
    assert_hip(hipModuleUnload(loaded));
}

static void unload_library(void *modules)
{
    void __hipUnregisterFatBinary(void **modules);
    __hipUnregisterFatBinary(modules);
}

static void unloading_waits_for_kernels_that_run(void **state)
{
    void **__hipRegisterFatBinary(const void *wrapper);
    void __hipRegisterFunction(void **modules, const void *host, char *device_function,
                               const char *name, unsigned thread_limit, void *tid, void *bid,
                               void *block, void *grid, int *warp_size);
    size_t size;
    void *bytes = read_all(kernels_path("gfx1030"), &size);
    const struct {
        uint32_t magic, version;
        const void *image;
        void *unused;
    } wrapper = {0x48495046, 1, bytes, NULL};
    static char host[] = "spin";
    hipModule_t loaded;
    hipFunction_t spin;
    (void)state;
    assert_hip(hipHostMalloc((void **)&flag, sizeof *flag, 0));
    *flag = 0;
    void *parameters[] = {&flag};
    assert_hip(hipModuleLoadData(&loaded, bytes));
    assert_hip(hipModuleGetFunction(&spin, loaded, host));
    unload_during(hipModuleLaunchKernel(spin, 1, 1, 1, 1, 1, 1, 0, NULL, parameters, NULL),
                  unload_module, loaded);
    void **modules = __hipRegisterFatBinary(&wrapper);
    __hipRegisterFunction(modules, host, host, host, 0, NULL, NULL, NULL, NULL, NULL);
    unload_during(hipLaunchKernel(host, (dim3){1, 1, 1}, (dim3){1, 1, 1}, parameters, 0, NULL),
                  unload_library, modules);
    free(bytes);
    assert_hip(hipHostFree((void *)(uintptr_t)flag));
}

/* Programs change arguments of what they captured: they ask for them, write there and set them. */
static void parameters_of_captured_and_cloned_kernels_can_be_set_again(void **state)
{
    hipStream_t stream;
    hipGraph_t graph, clone;
    hipGraphNode_t node;
    hipGraphExec_t exec;
    hipKernelNodeParams got = {0};
    size_t one = 1;
    int *values, factor = 3, count = 1, host = 2;
    void *parameters[] = {&values, &factor, &count};
    (void)state;
    assert_hip(hipMalloc((void **)&values, sizeof host));
    assert_hip(hipMemcpy(values, &host, sizeof host, hipMemcpyHostToDevice));
    assert_hip(hipStreamCreate(&stream));
    assert_hip(hipStreamBeginCapture(stream, hipStreamCaptureModeGlobal));
    assert_hip(
        hipModuleLaunchKernel(function("scale"), 1, 1, 1, 64, 1, 1, 0, stream, parameters, NULL));
    assert_hip(hipStreamEndCapture(stream, &graph));
    for (int i = 0; i < 2; i++) { /* the captured one, then a clone of what was set */
        assert_hip(hipGraphGetNodes(graph, &node, &one));
        assert_hip(hipGraphKernelNodeGetParams(node, &got));
        assert_ptr_equal(got.func, function("scale"));
        assert_int_equal(*(int *)got.kernelParams[1], i ? 5 : 3);
        for (factor = 4; factor <= 5; factor++) { /* the list stays where it is */
            got.kernelParams[1] = &factor;
            assert_hip(hipGraphKernelNodeSetParams(node, &got));
        }
        assert_hip(hipGraphClone(&clone, graph));
        assert_hip(hipGraphDestroy(graph));
        graph = clone;
    }
    assert_hip(hipGraphInstantiate(&exec, graph, NULL, NULL, 0));
    assert_hip(hipGraphLaunch(exec, stream));
    assert_hip(hipStreamSynchronize(stream));
    assert_hip(hipMemcpy(&host, values, sizeof host, hipMemcpyDeviceToHost));
    assert_int_equal(host, 10);
    assert_hip(hipGraphExecDestroy(exec));
    assert_hip(hipGraphDestroy(graph));
    assert_hip(hipStreamDestroy(stream));
    assert_hip(hipFree(values));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_no_code_object_is_refused),
        cmocka_unit_test(truncated_code_objects_never_load),
        cmocka_unit_test(a_symbol_that_is_not_defined_is_named),
        cmocka_unit_test(an_image_for_another_chip_is_refused),
        cmocka_unit_test(unknown_names_are_not_found),
        cmocka_unit_test(handles_of_nothing_are_refused),
        cmocka_unit_test(a_graph_does_not_run_kernels_that_are_gone),
        cmocka_unit_test(kernels_of_all_notes_run_but_those_without_code),
        cmocka_unit_test(launches_past_the_limits_are_refused),
        cmocka_unit_test(cooperative_launches_of_modules_have_codes_of_their_own),
        cmocka_unit_test(kernels_past_the_limits_are_loaded),
        cmocka_unit_test(buffers_of_arguments_that_are_too_short_are_refused),
        cmocka_unit_test(faults_are_told_once_where_somebody_waits),
        cmocka_unit_test(kernels_run_with_both_kinds_of_arguments),
        cmocka_unit_test(launches_of_the_driver_read_their_attributes),
        cmocka_unit_test(images_load_from_any_address),
        cmocka_unit_test(functions_tell_what_they_need),
        cmocka_unit_test(a_managed_variable_is_found_and_not_its_pointer),
        cmocka_unit_test(launches_of_work_items_have_names_of_c_and_c_plus_plus),
        cmocka_unit_test(unloading_waits_for_kernels_that_run),
        cmocka_unit_test(the_buffer_of_printf_is_not_believed),
        cmocka_unit_test(parameters_of_captured_and_cloned_kernels_can_be_set_again),
    };
    setenv("HIPEMU_QUIET", "1", 1);
    setenv("HIPEMU_DEVICES", "gfx1030", 1);
    return cmocka_run_group_tests(tests, load, NULL);
}
