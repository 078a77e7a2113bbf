/* What texture references are told, they tell. */
#include "hip/api.h" /* what HIP 5.2 does not declare */
#include "hip_test.h"

static void references_tell_what_was_set(void **state)
{
    textureReference r = {0};
    enum hipTextureAddressMode mode;
    enum hipTextureFilterMode filter;
    hipArray_Format format;
    unsigned flags;
    int channels, most;
    float least, greatest, bias;
    (void)state;
    assert_hip(hipTexRefSetAddressMode(&r, 1, hipAddressModeMirror));
    assert_hip(hipTexRefGetAddressMode(&mode, &r, 1));
    assert_int_equal(mode, hipAddressModeMirror);
    assert_hip_fails(hipErrorInvalidValue, hipTexRefGetAddressMode(&mode, &r, 2));
    assert_hip_fails(hipErrorInvalidValue, hipTexRefGetAddressMode(&mode, &r, -1));
    assert_hip(hipTexRefSetFilterMode(&r, hipFilterModeLinear));
    assert_hip(hipTexRefGetFilterMode(&filter, &r));
    assert_int_equal(filter, hipFilterModeLinear);
    for (unsigned i = 0; i < 8; i++) {
        const unsigned wanted = (i & 1 ? HIP_TRSF_READ_AS_INTEGER : 0u) |
                                (i & 2 ? HIP_TRSF_NORMALIZED_COORDINATES : 0u) |
                                (i & 4 ? HIP_TRSF_SRGB : 0u);
        assert_hip(hipTexRefSetFlags(&r, wanted));
        assert_hip(hipTexRefGetFlags(&flags, &r));
        assert_int_equal(flags, wanted);
    }
    assert_hip(hipTexRefSetFormat(&r, HIP_AD_FORMAT_HALF, 4));
    assert_hip(hipTexRefGetFormat(&format, &channels, &r));
    assert_int_equal(format, HIP_AD_FORMAT_HALF);
    assert_int_equal(channels, 4);
    assert_hip(hipTexRefSetMaxAnisotropy(&r, 9));
    assert_hip(hipTexRefGetMaxAnisotropy(&most, &r));
    assert_int_equal(most, 9);

    /* those of levels fail, and give their value */
    assert_hip(hipTexRefSetMipmapFilterMode(&r, hipFilterModeLinear));
    filter = hipFilterModePoint;
    assert_hip_fails(hipErrorInvalidValue, hipTexRefGetMipmapFilterMode(&filter, &r));
    assert_int_equal(filter, hipFilterModeLinear);
    assert_hip(hipTexRefSetMipmapLevelBias(&r, 0.5f));
    assert_hip_fails(hipErrorInvalidValue, hipTexRefGetMipmapLevelBias(&bias, &r));
    assert_true(bias == 0.5f);
    assert_hip(hipTexRefSetMipmapLevelClamp(&r, 1.0f, 2.0f));
    assert_hip_fails(hipErrorInvalidValue, hipTexRefGetMipmapLevelClamp(&least, &greatest, &r));
    assert_true(least == 1.0f && greatest == 2.0f);
    float color[4] = {0};
    assert_hip(hipTexRefSetBorderColor(&r, color));
    assert_hip(hipTexRefGetBorderColor(color, &r));
}

static void references_tell_what_is_bound(void **state)
{
    const hipChannelFormatDesc of_floats = {32, 0, 0, 0, hipChannelFormatKindFloat};
    const hipTextureDesc description = {.readMode = hipReadModeElementType};
    hipResourceDesc resource = {.resType = hipResourceTypeArray};
    textureReference r = {0};
    const textureReference *same;
    hipMipmappedArray_t levels;
    hipArray_t array, got;
    void *memory, *address;
    (void)state;
    assert_hip(hipMalloc(&memory, 1024));
    assert_hip(hipMallocArray(&array, &of_floats, 8, 4, 0));
    resource.res.array.array = array;
    assert_hip(hipCreateTextureObject(&r.textureObject, &resource, &description, NULL));
    assert_hip(hipTexRefGetArray(&got, &r));
    assert_ptr_equal(got, array);
    assert_hip_fails(hipErrorInvalidValue, hipTexRefGetAddress(&address, &r));
    assert_hip_fails(hipErrorInvalidValue, hipTexRefGetMipMappedArray(&levels, &r));
    assert_hip(hipDestroyTextureObject(r.textureObject));
    const hipResourceDesc linear = {.resType = hipResourceTypeLinear,
                                    .res.linear = {memory, of_floats, 1024}};
    const hipResourceDesc rows = {.resType = hipResourceTypePitch2D,
                                  .res.pitch2D = {memory, of_floats, 4, 4, 256}};
    for (int i = 0; i < 2; i++) {
        assert_hip(
            hipCreateTextureObject(&r.textureObject, i ? &rows : &linear, &description, NULL));
        assert_hip(hipTexRefGetAddress(&address, &r));
        assert_ptr_equal(address, memory);
        assert_hip_fails(hipErrorInvalidValue, hipTexRefGetArray(&got, &r));
        assert_hip(hipDestroyTextureObject(r.textureObject));
    }
    r.textureObject = NULL;
    assert_hip_fails(hipErrorInvalidValue, hipTexRefGetAddress(&address, &r));
    assert_hip(hipGetTextureReference(&same, &r));
    assert_ptr_equal(same, &r);
    assert_hip(hipFreeArray(array));
    assert_hip(hipFree(memory));
}

static void the_width_of_linear_textures_depends_on_the_element(void **state)
{
    const hipChannelFormatDesc bytes = {8, 0, 0, 0, hipChannelFormatKindUnsigned},
                               floats = {32, 32, 32, 32, hipChannelFormatKindFloat}, none = {0};
    size_t of_bytes, of_floats;
    int most;
    (void)state;
    assert_hip(hipDeviceGetAttribute(&most, hipDeviceAttributeMaxTexture1DLinear, 0));
    assert_hip(hipDeviceGetTexture1DLinearMaxWidth(&of_bytes, &bytes, 0));
    assert_hip(hipDeviceGetTexture1DLinearMaxWidth(&of_floats, &floats, 0));
    assert_int_equal(of_bytes, most);
    assert_int_equal(of_floats, most / 16);
    assert_hip_fails(hipErrorInvalidValue,
                     hipDeviceGetTexture1DLinearMaxWidth(&of_bytes, &none, 0));
    assert_hip_fails(hipErrorInvalidValue, hipDeviceGetTexture1DLinearMaxWidth(NULL, &bytes, 0));
    assert_hip_fails(hipErrorInvalidDevice,
                     hipDeviceGetTexture1DLinearMaxWidth(&of_bytes, &bytes, 2));
}

static void null_pointers_are_refused(void **state)
{
    textureReference r = {0};
    float value;
    int channels;
    hipArray_Format format;
    (void)state;
    assert_hip_fails(hipErrorInvalidValue, hipTexRefGetFlags(NULL, &r));
    assert_hip_fails(hipErrorInvalidValue, hipTexRefGetFlags((unsigned *)&channels, NULL));
    assert_hip_fails(hipErrorInvalidValue, hipTexRefGetFormat(&format, NULL, &r));
    assert_hip_fails(hipErrorInvalidValue, hipTexRefGetFormat(NULL, &channels, &r));
    assert_hip_fails(hipErrorInvalidValue, hipTexRefGetMipmapLevelClamp(&value, NULL, &r));
    assert_hip_fails(hipErrorInvalidValue, hipTexRefGetMipmapLevelClamp(NULL, &value, &r));
    assert_hip_fails(hipErrorInvalidValue, hipTexRefGetArray(NULL, &r));
    assert_hip_fails(hipErrorInvalidValue, hipTexRefGetAddress(NULL, &r));
    assert_hip_fails(hipErrorInvalidValue, hipTexRefSetMaxAnisotropy(NULL, 1));
    assert_hip_fails(hipErrorInvalidValue, hipTexRefSetBorderColor(&r, NULL));
    assert_hip_fails(hipErrorInvalidValue, hipGetTextureReference(NULL, &r));
}

static void devices_without_images_do_not_tell(void **state)
{
    textureReference r = {0};
    enum hipTextureFilterMode filter;
    (void)state;
    assert_hip(hipSetDevice(1));
    assert_hip_fails(hipErrorNotSupported, hipTexRefGetFilterMode(&filter, &r));
    assert_hip_fails(hipErrorNotSupported, hipTexRefSetMipmapLevelBias(&r, 1));
    assert_hip(hipSetDevice(0));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(references_tell_what_was_set),
        cmocka_unit_test(references_tell_what_is_bound),
        cmocka_unit_test(the_width_of_linear_textures_depends_on_the_element),
        cmocka_unit_test(null_pointers_are_refused),
        cmocka_unit_test(devices_without_images_do_not_tell),
    };
    setenv("HIPEMU_QUIET", "1", 1);
    setenv("HIPEMU_DEVICES", "gfx1100,gfx90a", 1);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
