/* Which image of a package CUDA's driver is given, on devices of several compute capabilities of a
 * double of libcuda ($CUDA_DOUBLE). The images are a cubin and PTX of $DATA.
 */
#include "runtime_test.h"

#include <dlfcn.h>

enum { CUBIN_8, CUBIN_9, PTX, AMD, IMAGE_COUNT, ROOM = 8192 };

static struct krt_image images[IMAGE_COUNT] = {
    [CUBIN_8] = {.target = "sm_80"},
    [CUBIN_9] = {.target = "sm_90a"},
    [PTX] = {.target = "compute_80"},
    [AMD] = {.target = "gfx90a"},
};
static unsigned char data[IMAGE_COUNT * ROOM];
static struct krt_package_state *package_state;
static struct krt_module module = {"images", data, sizeof data, images, IMAGE_COUNT};
static struct krt_kernel kernels[] = {
    {.name = "plain", .symbol = "plain"},
    {.name = "vectors", .symbol = "_Z7vectorsP15HIP_vector_typeIfLj4EES1_"},
};
static struct krt_package package = {.struct_size = sizeof package,
                                     .name = "images",
                                     .modules = &module,
                                     .module_count = 1,
                                     .kernels = kernels,
                                     .kernel_count = 2,
                                     .state = &package_state};

static size_t read_data(const char *name, unsigned char *out)
{
    char path[1024];
    snprintf(path, sizeof path, "%s/%s", getenv("DATA"), name);
    FILE *file = fopen(path, "rb");
    if (!file)
        fail_msg("cannot read %s", path);
    size_t size = fread(out, 1, ROOM, file);
    fclose(file);
    return size;
}

/* The images as they are in the files; the cubins differ in a byte that nobody reads. */
static int fill(void **state)
{
    (void)state;
    for (unsigned i = 0; i < IMAGE_COUNT; i++) {
        images[i].offset = i * ROOM;
        images[i].size = images[i].raw_size =
            read_data(i == PTX ? "nvidia.ptx" : "nvidia.cubin", data + i * ROOM);
        data[i * ROOM + 15] = i == PTX ? data[i * ROOM + 15] : (unsigned char)i;
    }
    module.image_count = IMAGE_COUNT;
    return 0;
}

static struct krt_device *open_capability(const char *name)
{
    struct krt_device_options options = {
        .struct_size = sizeof options, .device = name, .library = getenv("CUDA_DOUBLE")};
    struct krt_device *device = NULL;
    assert_ok(krt_device_open(&options, &device));
    return device;
}

static const unsigned char *last_loaded(void)
{
    const void *(*loaded)(void);
    void *library = dlopen(getenv("CUDA_DOUBLE"), RTLD_NOW);
    void *function = library ? dlsym(library, "double_loaded") : NULL;
    assert_non_null(function);
    memcpy(&loaded, &function, sizeof loaded);
    dlclose(library);
    return loaded();
}

/* In the order of $DOUBLE_CAPABILITIES. */
#define SM_75  "cuda:0"
#define SM_86  "cuda:1"
#define SM_90  "cuda:2"
#define SM_120 "cuda:3"

static void a_device_that_is_older_than_all_images_says_which_there_are(void **state)
{
    (void)state;
    struct krt_device *device = open_capability(SM_75);
    assert_fails(krt_preload(&package, device, NULL), KRT_ERROR_NO_IMAGE,
                 "module images: device is sm_75; here are sm_80 (another family), sm_90a (another "
                 "family), compute_80 (for later GPUs), gfx90a (for AMD GPUs); rebuild with "
                 "--targets sm_80,sm_90a,compute_80,gfx90a,sm_75");
    krt_device_close(device);
}

static void a_damaged_cubin_does_not_reach_the_driver(void **state)
{
    (void)state;
    struct krt_device *device = open_capability(SM_90);
    images[CUBIN_9].size = images[CUBIN_9].raw_size -= 1;
    assert_fails(krt_preload(&package, device, NULL), KRT_ERROR_BAD_IMAGE, "image sm_90a: at byte");
    data[CUBIN_9 * ROOM + 18] = 62; /* a program for x86-64 */
    assert_fails(krt_preload(&package, device, NULL), KRT_ERROR_BAD_IMAGE, "not a cubin");
    krt_device_close(device);
}

static void ptx_with_a_nul_inside_does_not_reach_the_driver(void **state)
{
    (void)state;
    struct krt_device *device = open_capability(SM_120);
    data[PTX * ROOM + 100] = 0;
    assert_fails(krt_preload(&package, device, NULL), KRT_ERROR_BAD_IMAGE, "a NUL at byte 100");
    krt_device_close(device);
}

static void each_device_gets_the_image_that_is_nearest(void **state)
{
    static const struct {
        const char *device;
        unsigned image;
    } cases[] = {{SM_86, CUBIN_8}, {SM_90, CUBIN_9}, {SM_120, PTX}};
    (void)state;
    for (size_t i = 0; i < 3; i++) {
        struct krt_device *device = open_capability(cases[i].device);
        struct krt_function *function;
        const unsigned char *wanted = data + cases[i].image * ROOM;
        assert_ok(krt_function_get(&package, 0, device, &function));
        if (cases[i].image == PTX)
            assert_string_equal((const char *)last_loaded(), (const char *)wanted);
        else
            assert_memory_equal(last_loaded(), wanted, 64);
        krt_device_close(device);
    }
}

static void without_its_cubin_a_device_gets_ptx(void **state)
{
    (void)state;
    struct krt_device *device = open_capability(SM_86);
    images[CUBIN_8].target = "sm_89"; /* later than the device */
    assert_ok(krt_preload(&package, device, NULL));
    assert_string_equal((const char *)last_loaded(), (const char *)data + PTX * ROOM);
    images[CUBIN_8].target = "sm_80";
    krt_device_close(device);
}

static void a_bundle_is_loaded_as_well(void **state)
{
    static unsigned char bundle[2 * ROOM];
    static const char id[] = "cuda-nvptx64-nvidia-cuda--compute_80";
    const uint64_t numbers[] = {1, ROOM, images[PTX].size, sizeof id - 1};
    (void)state;
    memcpy(bundle, "__CLANG_OFFLOAD_BUNDLE__", 24);
    memcpy(bundle + 24, numbers, sizeof numbers);
    memcpy(bundle + 24 + sizeof numbers, id, sizeof id - 1);
    memcpy(bundle + ROOM, data + PTX * ROOM, images[PTX].size);
    struct krt_device *old = open_capability(SM_75), *new = open_capability(SM_120);
    struct krt_raw_module *raw;
    assert_fails(krt_module_load_raw(old, bundle, ROOM + images[PTX].size, &raw),
                 KRT_ERROR_NO_IMAGE, "compute_80 (for later GPUs)");
    assert_ok(krt_module_load_raw(new, bundle, ROOM + images[PTX].size, &raw));
    assert_string_equal((const char *)last_loaded(), (const char *)data + PTX * ROOM);
    struct krt_function *function;
    struct krt_parameter place;
    assert_ok(krt_module_function(raw, "plain", &function));
    assert_ok(krt_function_parameter(function, 1, &place));
    assert_int_equal(place.offset, 8);
    assert_int_equal(place.size, 1);
    assert_fails(krt_function_parameter(function, 2, &place), KRT_ERROR_NOT_FOUND,
                 "plain has no parameter 2");
    krt_module_unload(raw);
    krt_device_close(old);
    krt_device_close(new);
}

static void a_kernel_with_vectors_has_the_symbol_that_nvcc_gave_it(void **state)
{
    struct krt_device *device = open_capability(SM_90);
    struct krt_function *function;
    (void)state;
    assert_ok(krt_function_get(&package, 1, device, &function));
    krt_device_close(device);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup(name, fill)
    const struct CMUnitTest tests[] = {
        TEST(a_device_that_is_older_than_all_images_says_which_there_are),
        TEST(a_damaged_cubin_does_not_reach_the_driver),
        TEST(ptx_with_a_nul_inside_does_not_reach_the_driver),
        TEST(each_device_gets_the_image_that_is_nearest),
        TEST(without_its_cubin_a_device_gets_ptx),
        TEST(a_bundle_is_loaded_as_well),
        TEST(a_kernel_with_vectors_has_the_symbol_that_nvcc_gave_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
