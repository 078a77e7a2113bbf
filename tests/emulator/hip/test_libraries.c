/* Libraries and the handles of their kernels: the functions of HIP 7.2. */
#include "hip/api.h" /* what HIP 5.2 does not declare */
#include "hip_test.h"

static void *image;
static const char *path;

static struct library *open_image(void)
{
    struct library *library;
    assert_hip(hipLibraryLoadData(&library, image, NULL, NULL, 0, NULL, NULL, 0));
    return library;
}

static hipFunction_t kernel_of(struct library *library, const char *name)
{
    hipFunction_t kernel;
    assert_hip(hipLibraryGetKernel(&kernel, library, name));
    return kernel;
}

static void bad_requests_are_refused(void **state)
{
    struct library *library;
    hipFunction_t kernel;
    unsigned count;
    size_t size;
    (void)state;
    assert_hip_fails(hipErrorInvalidValue,
                     hipLibraryLoadData(NULL, image, NULL, NULL, 0, NULL, NULL, 0));
    assert_hip_fails(hipErrorInvalidValue,
                     hipLibraryLoadData(&library, NULL, NULL, NULL, 0, NULL, NULL, 0));
    assert_hip_fails(hipErrorInvalidValue,
                     hipLibraryLoadData(&library, image, NULL, NULL, 1, NULL, NULL, 0));
    assert_hip_fails(hipErrorInvalidValue,
                     hipLibraryLoadFromFile(&library, NULL, NULL, NULL, 0, NULL, NULL, 0));
    assert_hip_fails(hipErrorInvalidValue, hipLibraryLoadFromFile(&library, "/nowhere/at.all", NULL,
                                                                  NULL, 0, NULL, NULL, 0));
    assert_hip_fails(hipErrorInvalidValue,
                     hipLibraryLoadFromFile(&library, path, NULL, NULL, 1, NULL, NULL, 0));
    assert_hip_fails(hipErrorInvalidResourceHandle, hipLibraryUnload(NULL));
    assert_hip_fails(hipErrorInvalidValue, hipLibraryGetKernelCount(&count, NULL));
    assert_hip_fails(hipErrorInvalidValue, hipLibraryGetKernel(&kernel, NULL, "scale"));
    assert_hip_fails(hipErrorInvalidValue, hipLibraryEnumerateKernels(&kernel, 1, NULL));
    assert_hip_fails(hipErrorInvalidResourceHandle, hipLibraryGetGlobal(NULL, &size, NULL, "x"));
    assert_hip_fails(hipErrorInvalidResourceHandle, hipLibraryGetManaged(NULL, &size, NULL, "x"));

    library = open_image();
    assert_hip_fails(hipErrorInvalidValue, hipLibraryGetKernelCount(NULL, library));
    assert_hip_fails(hipErrorInvalidValue, hipLibraryGetKernel(&kernel, library, NULL));
    assert_hip_fails(hipErrorInvalidValue, hipLibraryEnumerateKernels(NULL, 0, library));
    assert_hip_fails(hipErrorInvalidValue, hipLibraryGetGlobal(NULL, NULL, library, "variable"));
    assert_hip_fails(hipErrorInvalidValue, hipLibraryGetGlobal(NULL, &size, library, ""));
    assert_hip_fails(hipErrorNotFound, hipLibraryGetKernel(&kernel, library, "nowhere"));
    assert_hip_fails(hipErrorNotFound, hipLibraryGetGlobal(NULL, &size, library, "nowhere"));
    assert_hip_fails(hipErrorNotFound, hipLibraryGetManaged(NULL, &size, library, "nowhere"));
    assert_hip(hipLibraryUnload(library));
    assert_hip_fails(hipErrorInvalidResourceHandle, hipLibraryUnload(library));
    assert_hip_fails(hipErrorInvalidResourceHandle, hipLibraryGetKernelCount(&count, library));
}

/* As in AMD's runtime: what is not a code object is found out by the first question. */
static void an_image_is_read_when_it_is_asked_for(void **state)
{
    static const char text[] = "this is not a code object, though it is long enough";
    struct library *library;
    unsigned count;
    (void)state;
    assert_hip(hipLibraryLoadData(&library, text, NULL, NULL, 0, NULL, NULL, 0));
    for (int i = 0; i < 2; i++)
        assert_hip_fails(hipErrorInvalidImage, hipLibraryGetKernelCount(&count, library));
    assert_hip(hipLibraryUnload(library));
}

static void kernels_of_a_library_run(void **state)
{
    struct library *library, *same;
    const char *name;
    int *values, factor = 3, count = 64, host[64];
    (void)state;
    assert_hip(hipLibraryLoadFromFile(&library, path, NULL, NULL, 0, NULL, NULL, 0));
    hipFunction_t scale = kernel_of(library, "scale"), function;
    assert_ptr_equal(kernel_of(library, "scale"), scale);
    assert_hip(hipKernelGetName(&name, scale));
    assert_string_equal(name, "scale");
    assert_hip(hipKernelGetLibrary(&same, scale));
    assert_ptr_equal(same, library);
    assert_hip(hipKernelGetFunction(&function, scale));
    for (int i = 0; i < 64; i++)
        host[i] = i;
    assert_hip(hipMalloc((void **)&values, sizeof host));
    assert_hip(hipMemcpy(values, host, sizeof host, hipMemcpyHostToDevice));
    void *parameters[] = {&values, &factor, &count};
    assert_hip(hipModuleLaunchKernel(function, 1, 1, 1, 64, 1, 1, 0, NULL, parameters, NULL));
    assert_hip(hipLibraryUnload(library)); /* waits for it */
    assert_hip_fails(hipErrorInvalidHandle, hipKernelGetName(&name, scale));
    assert_hip(hipMemcpy(host, values, sizeof host, hipMemcpyDeviceToHost));
    for (int i = 0; i < 64; i++)
        assert_int_equal(host[i], 3 * i);
    assert_hip(hipFree(values));
}

static void all_kernels_are_listed_once(void **state)
{
    struct library *library = open_image();
    hipFunction_t list[65];
    unsigned count;
    const char *name;
    (void)state;
    assert_hip(hipLibraryGetKernelCount(&count, library));
    assert_in_range(count, 10, 64);
    for (unsigned most = 0; most <= count + 1; most++) {
        memset(list, 0, sizeof list);
        assert_hip(hipLibraryEnumerateKernels(list, most, library));
        for (unsigned i = 0; i <= count; i++)
            assert_int_equal(list[i] != NULL, i < most && i < count);
    }
    for (unsigned i = 0; i < count; i++) {
        assert_hip(hipKernelGetName(&name, list[i]));
        assert_ptr_equal(kernel_of(library, name), list[i]);
    }
    assert_hip(hipLibraryUnload(library));
}

/* A managed variable is found by both functions, and not its pointer; others only by one. */
static void variables_of_a_library_are_found(void **state)
{
    struct library *library = open_image();
    void *variable, *managed, *global;
    size_t bytes;
    int value;
    (void)state;
    assert_hip(hipLibraryGetManaged(&managed, &bytes, library, "managed"));
    assert_int_equal(bytes, sizeof value);
    assert_hip(hipLibraryGetGlobal(&global, NULL, library, "managed"));
    assert_ptr_equal(global, managed);
    assert_hip(hipMemcpy(&value, managed, sizeof value, hipMemcpyDeviceToHost));
    assert_int_equal(value, 41);
    assert_hip(hipLibraryGetGlobal(&variable, NULL, library, "managed.managed"));
    assert_ptr_equal(variable, managed);
    assert_hip_fails(hipErrorNotFound,
                     hipLibraryGetManaged(&variable, NULL, library, "managed.managed"));
    assert_hip(hipLibraryUnload(library));
}

static void kernels_tell_their_arguments_and_needs(void **state)
{
    struct library *library = open_image();
    hipFunction_t scale = kernel_of(library, "scale"), large = kernel_of(library, "large");
    static const size_t offsets[] = {0, 8, 12}, sizes[] = {8, 4, 4};
    size_t offset, size;
    int value, other;
    (void)state;
    for (size_t i = 0; i < 3; i++) {
        assert_hip(hipKernelGetParamInfo(scale, i, &offset, &size));
        assert_int_equal(offset, offsets[i]);
        assert_int_equal(size, sizes[i]);
    }
    assert_hip(hipKernelGetParamInfo(scale, 1, &offset, NULL));
    assert_hip_fails(hipErrorInvalidValue, hipKernelGetParamInfo(scale, 3, &offset, &size));
    assert_hip_fails(hipErrorInvalidValue, hipKernelGetParamInfo(scale, 0, NULL, &size));
    assert_hip_fails(hipErrorInvalidValue, hipKernelGetParamInfo(NULL, 0, &offset, &size));

    const hipFunction_attribute lds = HIP_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES,
                                dynamic = HIP_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES;
    assert_hip(hipKernelGetAttribute(&value, lds, large, 0));
    assert_int_equal(value, 32768);
    assert_hip(hipKernelGetAttribute(&value, dynamic, large, 0));
    assert_hip(hipFuncGetAttribute(&other, dynamic, large));
    assert_int_equal(value, other);
    assert_hip_fails(hipErrorInvalidValue, hipKernelGetAttribute(NULL, lds, large, 0));
    assert_hip_fails(hipErrorInvalidHandle, hipKernelGetAttribute(&value, lds, NULL, 0));
    assert_hip_fails(hipErrorInvalidDevice, hipKernelGetAttribute(&value, lds, large, 1));
    assert_hip(hipKernelSetAttribute(dynamic, value, large, 0));
    assert_hip_fails(hipErrorInvalidValue, hipKernelSetAttribute(dynamic, value + 1, large, 0));
    assert_hip_fails(hipErrorInvalidValue, hipKernelSetAttribute(dynamic, -1, large, 0));
    assert_hip_fails(hipErrorInvalidValue, hipKernelSetAttribute(lds, 1, large, 0));
    assert_hip_fails(hipErrorInvalidValue, hipKernelSetAttribute(dynamic, 1, NULL, 0));
    assert_hip(hipLibraryUnload(library));
}

static void functions_of_modules_have_no_library(void **state)
{
    struct library *library;
    hipModule_t module;
    hipFunction_t scale;
    const char *name;
    (void)state;
    assert_hip(hipModuleLoad(&module, path));
    assert_hip(hipModuleGetFunction(&scale, module, "scale"));
    assert_hip_fails(hipErrorInvalidHandle, hipKernelGetLibrary(&library, scale));
    assert_hip_fails(hipErrorInvalidHandle, hipKernelGetName(&name, scale));
    assert_hip_fails(hipErrorInvalidValue, hipKernelGetLibrary(NULL, scale));
    assert_hip_fails(hipErrorInvalidValue, hipKernelGetName(&name, NULL));
    assert_hip_fails(hipErrorInvalidValue, hipKernelGetFunction(NULL, scale));
    assert_hip(hipModuleUnload(module));
}

static int read_image(void **state)
{
    size_t size;
    (void)state;
    path = kernels_path("gfx1030");
    image = read_all(path, &size);
    return 0;
}

static int free_image(void **state)
{
    (void)state;
    free(image);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bad_requests_are_refused),
        cmocka_unit_test(an_image_is_read_when_it_is_asked_for),
        cmocka_unit_test(kernels_of_a_library_run),
        cmocka_unit_test(all_kernels_are_listed_once),
        cmocka_unit_test(variables_of_a_library_are_found),
        cmocka_unit_test(kernels_tell_their_arguments_and_needs),
        cmocka_unit_test(functions_of_modules_have_no_library),
    };
    setenv("HIPEMU_QUIET", "1", 1);
    setenv("HIPEMU_DEVICES", "gfx1030", 1);
    return cmocka_run_group_tests(tests, read_image, free_image);
}
