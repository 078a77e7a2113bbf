/* Packages: images chosen, modules loaded, unloaded and overridden, functions found. */
#include "runtime_test.h"
#include "samples.h"

#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zstd.h>

/* A copy of the package with a state of its own, some of whose parts a test may spoil: without a
 * build ID, which would tell. */
struct copy {
    struct krt_package package;
    struct krt_module modules[8];
    struct krt_kernel kernels[SAMPLES_KERNEL_COUNT];
    struct krt_image images[8];
    struct krt_package_state *state;
};

static void copy_package(struct copy *copy)
{
    copy->package = samples_package;
    copy->package.build = 0;
    memcpy(copy->modules, samples_package.modules,
           samples_package.module_count * sizeof copy->modules[0]);
    memcpy(copy->kernels, samples_package.kernels,
           samples_package.kernel_count * sizeof copy->kernels[0]);
    memcpy(copy->images, copy->modules[0].images,
           copy->modules[0].image_count * sizeof copy->images[0]);
    copy->modules[0].images = copy->images;
    copy->package.modules = copy->modules;
    copy->package.kernels = copy->kernels;
    copy->package.state = &copy->state;
}

/* ---- Failures ------------------------------------------------------------------------------- */

static void a_module_without_an_image_for_the_device_says_the_remedy(void **state)
{
    (void)state;
    struct krt_device *device = open_device("emu:gfx1030");
    struct krt_function *function;
    assert_fails(krt_function_get(&samples_package, SAMPLES_ONLY_GFX90A, device, &function),
                 KRT_ERROR_NO_IMAGE, "gfx90a");
    assert_non_null(strstr(krt_error_message(), "device is gfx1030"));
    assert_fails(krt_preload(&samples_package, device, NULL), KRT_ERROR_NO_IMAGE, "partial");
    krt_device_close(device);
}

static void names_and_numbers_that_are_not_there_are_not_found(void **state)
{
    (void)state;
    struct krt_device *device = open_device("emu:gfx1030");
    struct krt_function *function;
    uint32_t ordinal = 77;
    assert_fails(krt_function_get(&samples_package, SAMPLES_KERNEL_COUNT, device, &function),
                 KRT_ERROR_NOT_FOUND, "and no number");
    assert_fails(krt_function_get(&samples_package, UINT32_MAX, device, &function),
                 KRT_ERROR_NOT_FOUND, "4294967295");
    assert_fails(krt_ordinal_find(&samples_package, "add_u64", &ordinal), KRT_ERROR_NOT_FOUND,
                 "add_u64");
    assert_int_equal(ordinal, 77);
    assert_fails(krt_preload(&samples_package, device, "adds"), KRT_ERROR_NOT_FOUND, "adds");
    assert_fails(krt_unload(&samples_package, device, ""), KRT_ERROR_NOT_FOUND, "no module");
    assert_fails(krt_preload(NULL, device, NULL), KRT_ERROR_INVALID_ARGUMENT, "NULL");
    assert_fails(krt_preload(&samples_package, NULL, NULL), KRT_ERROR_INVALID_ARGUMENT, "device");
    krt_device_close(device);
}

static void a_package_of_another_version_is_refused(void **state)
{
    (void)state;
    static struct copy copy;
    struct krt_device *device = open_device("emu:gfx1030");
    copy_package(&copy);
    copy.package.struct_size = 16;
    assert_fails(krt_preload(&copy.package, device, NULL), KRT_ERROR_INVALID_ARGUMENT, "version");
    krt_device_close(device);
}

/* Each way an image may be damaged: none reaches the driver, whose loader knows no length. */
static void a_damaged_image_is_a_bad_image(void **state)
{
    (void)state;
    static struct copy copy;
    struct krt_device *device = open_device("emu:gfx1030");
    static unsigned char bytes[1 << 20];
    copy_package(&copy);
    const struct krt_module *good = &samples_package.modules[0];
    assert_true(good->size <= sizeof bytes);
    copy.modules[0].data = bytes;
    for (int kind = 0; kind < 6; kind++) {
        memcpy(bytes, good->data, good->size);
        memcpy(copy.images, good->images, good->image_count * sizeof copy.images[0]);
        for (uint32_t i = 0; i < good->image_count; i++) {
            struct krt_image *image = &copy.images[i];
            switch (kind) {
            case 0: image->offset = good->size; break;
            case 1: image->size = UINT64_MAX; break;
            case 2: image->codec = 7; break;
            case 3: image->raw_size -= 1; break;
            case 4: image->raw_size = (uint64_t)1 << 62; break;
            case 5: memset(bytes + image->offset + image->size / 2, 0xa5, 64); break;
            }
        }
        assert_fails(krt_preload(&copy.package, device, "add"), KRT_ERROR_BAD_IMAGE, "module add");
    }
    krt_device_close(device);
}

/* The first module of a copy with one image, for gfx1030, whose bytes a test may change. */
static struct krt_image *own_image(struct copy *copy, unsigned char *bytes, size_t room)
{
    copy_package(copy);
    struct krt_image *image = copy->images;
    while (strcmp(image->target, "gfx1030") != 0)
        image++;
    assert_int_equal(image->codec, KRT_CODEC_ZSTD);
    assert_true(image->size <= room && image->raw_size <= room);
    memcpy(bytes, copy->modules[0].data + image->offset, image->size);
    copy->modules[0].data = bytes;
    copy->modules[0].size = room;
    image->offset = 0;
    return image;
}

static void flip(unsigned char *bytes, size_t size, size_t i)
{
    size_t bit = i * 2654435761u % (size * 8);
    bytes[bit / 8] ^= (unsigned char)(1u << bit % 8);
}

static void a_code_object_with_a_flipped_bit_never_loads(void **state)
{
    (void)state;
    static struct copy copy;
    static unsigned char packed[1 << 20], raw[1 << 20];
    struct krt_device *device = open_device("emu:gfx1030");
    struct krt_image *image = own_image(&copy, packed, sizeof packed);
    assert_int_equal(ZSTD_decompress(raw, sizeof raw, packed, image->size), image->raw_size);
    copy.modules[0].data = raw;
    image->size = image->raw_size;
    image->codec = KRT_CODEC_NONE;
    for (size_t i = 0; i < 800; i++) {
        flip(raw, image->size, i);
        assert_fails(krt_preload(&copy.package, device, "add"), KRT_ERROR_BAD_IMAGE,
                     "module add, image gfx1030: its checksum is");
        flip(raw, image->size, i);
    }
    assert_non_null(strstr(krt_error_message(), "build or install the package"));
    assert_ok(krt_preload(&copy.package, device, "add"));
    assert_ok(krt_unload(&copy.package, device, "add"));

    raw[image->size - 1] ^= 1; /* in the table of sections, which is not needed */
    image->checksum = 0;       /* as a header of an older version has it */
    assert_ok(krt_preload(&copy.package, device, "add"));
    krt_device_close(device);
}

static void a_frame_that_unpacks_to_too_much_for_its_size_is_refused(void **state)
{
    (void)state;
    static struct copy copy;
    static unsigned char packed[1 << 20];
    struct krt_device *device = open_device("emu:gfx1030");
    struct krt_image *image = own_image(&copy, packed, sizeof packed);
    const uint64_t honest = image->raw_size;
    image->raw_size = ((uint64_t)64 << 20) + 1; /* of less than 64 KiB */
    assert_true(image->size < 1 << 16);
    assert_fails(krt_preload(&copy.package, device, "add"), KRT_ERROR_BAD_IMAGE,
                 "bytes claim to unpack to 67108865; the limit is 67108864");
    image->raw_size = honest;
    assert_ok(krt_preload(&copy.package, device, "add"));
    krt_device_close(device);
}

/* Some bits of a frame mean nothing: it still unpacks to what was packed. */
static void a_frame_with_a_flipped_bit_loads_only_what_was_packed(void **state)
{
    (void)state;
    static struct copy copy;
    static unsigned char packed[1 << 20], raw[1 << 20], now[1 << 20];
    struct krt_device *device = open_device("emu:gfx1030");
    struct krt_image *image = own_image(&copy, packed, sizeof packed);
    size_t size = ZSTD_decompress(raw, sizeof raw, packed, image->size);
    assert_int_equal(size, image->raw_size);
    for (size_t i = 0; i < 800; i++) {
        flip(packed, image->size, i);
        bool is_same = ZSTD_decompress(now, sizeof now, packed, image->size) == size &&
                       memcmp(now, raw, size) == 0;
        if (is_same)
            assert_ok(krt_preload(&copy.package, device, "add"));
        else
            assert_fails(krt_preload(&copy.package, device, "add"), KRT_ERROR_BAD_IMAGE,
                         "module add, image gfx1030");
        assert_ok(krt_unload(&copy.package, device, "add"));
        flip(packed, image->size, i);
    }
    krt_device_close(device);
}

static void tables_and_images_of_different_builds_are_refused(void **state)
{
    (void)state;
    static struct copy copy;
    struct krt_device *device = open_device("emu:gfx1030");
    for (int kind = 0; kind < 7; kind++) {
        copy_package(&copy);
        copy.package.build = samples_package.build;
        assert_true(copy.package.build != 0);
        switch (kind) {
        case 0: copy.images[1].checksum ^= 1; break;
        case 1: copy.images[0].checksum = 0; break;
        case 2: copy.images[0].target = "gfx1201"; break;
        case 3: copy.modules[0].image_count--; break;
        case 4: copy.modules[0].name = "sum"; break;
        case 5: copy.package.interface++; break;
        case 6: copy.package.build++; break;
        }
        assert_fails(krt_preload(&copy.package, device, NULL), KRT_ERROR_BAD_IMAGE,
                     "package samples: its tables are of build");
    }
    krt_device_close(device);
}

static void a_package_of_an_older_header_loads(void **state)
{
    (void)state;
    static struct copy copy;
    struct krt_device *device = open_device("emu:gfx90a");
    copy_package(&copy);
    copy.package.struct_size = offsetof(struct krt_package, interface);
    copy.package.build = 1; /* what is behind its end */
    assert_ok(krt_preload(&copy.package, device, "add"));
    krt_device_close(device);
}

/* ---- Loading -------------------------------------------------------------------------------- */

/* From another maker, for a future processor, without a name: at any place. */
static void images_for_targets_that_are_not_known_are_passed_over(void **state)
{
    (void)state;
    static struct copy copy;
    static const char *const strangers[] = {"compute_90", "gfx9999", "", "gfx90a:unheard+"};
    const struct krt_module *good = &samples_package.modules[0];
    copy_package(&copy);
    assert_true(good->image_count < 8);
    copy.modules[0].image_count = good->image_count + 1;
    for (int d = 0; d < 3; d++) {
        struct krt_device *device = open_device(all_devices[d]);
        for (unsigned place = 0; place <= good->image_count; place++) {
            for (unsigned i = 0; i <= good->image_count; i++) {
                copy.images[i] = good->images[i < place ? i : i > place ? i - 1 : 0];
                if (i == place)
                    copy.images[i].target = strangers[place % 4];
            }
            assert_ok(krt_preload(&copy.package, device, "add"));
            assert_ok(krt_unload(&copy.package, device, "add"));
        }
        krt_device_close(device);
    }
}

static void a_load_that_failed_can_be_tried_again(void **state)
{
    (void)state;
    static struct copy copy;
    struct krt_device *device = open_device("emu:gfx1100");
    copy_package(&copy);
    for (int i = 0; i < 3; i++)
        copy.images[i].codec = 7;
    assert_fails(krt_preload(&copy.package, device, "add"), KRT_ERROR_BAD_IMAGE, "codec 7");
    for (int i = 0; i < 3; i++)
        copy.images[i].codec = KRT_CODEC_ZSTD;
    assert_ok(krt_preload(&copy.package, device, "add"));
    krt_device_close(device);
}

static void functions_are_there_until_their_module_is_unloaded(void **state)
{
    (void)state;
    for (int i = 0; i < 3; i++) {
        struct krt_device *device = open_device(all_devices[i]);
        struct krt_function *first, *second;
        assert_ok(krt_function_get(&samples_package, SAMPLES_ADD_U32, device, &first));
        assert_ok(krt_function_find(&samples_package, "add_u32", device, &second));
        assert_ptr_equal(first, second);
        assert_ok(krt_unload(&samples_package, device, "add"));
        assert_ok(krt_unload(&samples_package, device, "add")); /* is not there: nothing to do */
        assert_ok(krt_function_get(&samples_package, SAMPLES_ADD_U32, device, &first));
        assert_ok(krt_unload(&samples_package, device, NULL));
        krt_device_close(device);
    }
}

static void a_function_says_what_it_takes(void **state)
{
    (void)state;
    struct krt_device *device = open_device("emu:gfx90a");
    struct krt_function *function;
    struct krt_function_info info = {.struct_size = sizeof info};
    uint32_t blocks = 0;
    assert_ok(krt_function_get(&samples_package, SAMPLES_SPREAD, device, &function));
    assert_ok(krt_function_describe(function, &info));
    assert_string_equal(info.name, "spread");
    assert_int_equal(info.parameter_count, 8);
    assert_int_equal(info.parameter_bytes, 41);
    assert_int_equal(info.wave_size, 64);
    assert_int_equal(info.local_bytes, 0);
    assert_true(info.registers > 0 && info.scalar_registers > 0);
    const struct krt_parameter *places = samples_package.kernels[SAMPLES_SPREAD].parameters;
    struct krt_parameter place;
    for (uint32_t i = 0; i < 8; i++) {
        assert_ok(krt_function_parameter(function, i, &place));
        assert_memory_equal(&place, &places[i], sizeof place);
    }
    assert_fails(krt_function_parameter(function, 8, &place), KRT_ERROR_NOT_FOUND,
                 "spread has no parameter 8");
    assert_status(krt_function_parameter(function, UINT32_MAX, &place), KRT_ERROR_NOT_FOUND);
    assert_fails(krt_function_parameter(function, 0, NULL), KRT_ERROR_INVALID_ARGUMENT, "out");
    assert_ok(krt_function_get(&samples_package, SAMPLES_BLOCK_SUM, device, &function));
    assert_ok(krt_function_describe(function, &info));
    assert_int_equal(info.max_threads_per_block, 256);
    assert_ok(krt_function_occupancy(function, 256, 1024, &blocks));
    assert_true(blocks > 0);
    krt_device_close(device);
}

static void one_package_is_loaded_on_several_devices(void **state)
{
    (void)state;
    struct krt_function *functions[3];
    struct krt_device *devices[3];
    for (int i = 0; i < 3; i++) {
        devices[i] = open_device(all_devices[i]);
        assert_ok(krt_function_get(&samples_package, SAMPLES_WHERE, devices[i], &functions[i]));
    }
    assert_ptr_not_equal(functions[0], functions[1]);
    assert_ptr_not_equal(functions[1], functions[2]);
    for (int i = 0; i < 3; i++)
        krt_device_close(devices[i]);
}

/* ---- Files in the place of images ------------------------------------------------------------ */

static char directory[] = "/tmp/krt-override-XXXXXX";

static void write_file(const char *name, const void *data, size_t size)
{
    char path[256];
    snprintf(path, sizeof path, "%s/%s", directory, name);
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(data, 1, size, file), size);
    assert_int_equal(fclose(file), 0);
}

static void remove_file(const char *name)
{
    char path[256];
    snprintf(path, sizeof path, "%s/%s", directory, name);
    assert_int_equal(unlink(path), 0);
}

static void files_of_the_override_directory_come_first(void **state)
{
    (void)state;
    struct krt_device_options options = {
        .struct_size = sizeof options, .device = "emu:gfx90a", .override_dir = directory};
    struct krt_device *device;
    static char module[1 << 20], path[512];
    snprintf(path, sizeof path, "%s/partial.hsaco", getenv("SAMPLES")); /* a bundle */
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    size_t size = fread(module, 1, sizeof module, file);
    fclose(file);
    assert_ok(krt_device_open(&options, &device));

    /* the wrong kernels: their names are not found, and the file is named when it is damaged */
    write_file("add.gfx90a.hsaco", module, size);
    struct krt_function *function;
    assert_fails(krt_function_get(&samples_package, SAMPLES_ADD_U32, device, &function),
                 KRT_ERROR_NOT_FOUND, "add_u32");
    assert_ok(krt_unload(&samples_package, device, "add"));
    write_file("add.gfx90a.hsaco", module, size / 2);
    assert_fails(krt_preload(&samples_package, device, "add"), KRT_ERROR_BAD_IMAGE,
                 "/add.gfx90a.hsaco");
    remove_file("add.gfx90a.hsaco");
    char pipe[256];
    snprintf(pipe, sizeof pipe, "%s/add.gfx90a.hsaco", directory);
    assert_int_equal(mkfifo(pipe, 0600), 0);
    alarm(10); /* a pipe has no writer yet */
    assert_fails(krt_preload(&samples_package, device, "add"), KRT_ERROR_BAD_IMAGE, "but a pipe");
    alarm(0);
    remove_file("add.gfx90a.hsaco");
    assert_ok(krt_preload(&samples_package, device, "add")); /* no file: what is embedded */
    assert_ok(krt_unload(&samples_package, device, "add"));

    /* the whole target ID comes before the processor's name */
    write_file("partial.gfx90a.hsaco", "nonsense", 8);
    write_file("partial.gfx90a:sramecc+:xnack-.hsaco", module, size);
    assert_ok(krt_function_get(&samples_package, SAMPLES_ONLY_GFX90A, device, &function));
    remove_file("partial.gfx90a.hsaco");
    remove_file("partial.gfx90a:sramecc+:xnack-.hsaco");
    krt_device_close(device);
}

/* It is as trustworthy as the key, which is in the program too. */
static void embedded_code_needs_no_signature(void **state)
{
    (void)state;
    static struct krt_package_state *own;
    struct krt_device *device = open_device("emu:gfx1100");
    struct krt_package package = samples_package;
    package.state = &own;
    assert_ok(krt_package_open(&package, NULL, "key"));
    assert_ok(krt_preload(&package, device, "add"));
    krt_device_close(device);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_module_without_an_image_for_the_device_says_the_remedy),
        cmocka_unit_test(names_and_numbers_that_are_not_there_are_not_found),
        cmocka_unit_test(a_package_of_another_version_is_refused),
        cmocka_unit_test(a_damaged_image_is_a_bad_image),
        cmocka_unit_test(a_code_object_with_a_flipped_bit_never_loads),
        cmocka_unit_test(a_frame_that_unpacks_to_too_much_for_its_size_is_refused),
        cmocka_unit_test(a_frame_with_a_flipped_bit_loads_only_what_was_packed),
        cmocka_unit_test(tables_and_images_of_different_builds_are_refused),
        cmocka_unit_test(a_package_of_an_older_header_loads),
        cmocka_unit_test(images_for_targets_that_are_not_known_are_passed_over),
        cmocka_unit_test(a_load_that_failed_can_be_tried_again),
        cmocka_unit_test(functions_are_there_until_their_module_is_unloaded),
        cmocka_unit_test(a_function_says_what_it_takes),
        cmocka_unit_test(one_package_is_loaded_on_several_devices),
        cmocka_unit_test(files_of_the_override_directory_come_first),
        cmocka_unit_test(embedded_code_needs_no_signature),
    };
    if (!mkdtemp(directory))
        return 1;
    int result = cmocka_run_group_tests(tests, NULL, NULL);
    rmdir(directory);
    return result;
}
