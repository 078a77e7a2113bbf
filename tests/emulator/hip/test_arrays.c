/* Arrays: their shapes, and that copies write what they should and nothing beside it. */
#include "hip_test.h"

#include <stdbool.h>

static const hipChannelFormatDesc of_floats = {32, 0, 0, 0, hipChannelFormatKindFloat};
static const hipChannelFormatDesc of_short4 = {16, 16, 16, 16, hipChannelFormatKindSigned};

static void shapes_that_cannot_be_are_refused(void **state)
{
    const hipChannelFormatDesc three = {8, 8, 8, 0, hipChannelFormatKindUnsigned};
    const hipChannelFormatDesc mixed = {8, 16, 0, 0, hipChannelFormatKindUnsigned};
    const hipChannelFormatDesc hole = {8, 0, 8, 0, hipChannelFormatKindUnsigned};
    const hipChannelFormatDesc tiny = {8, 0, 0, 0, hipChannelFormatKindFloat};
    hipArray_t array = NULL;
    (void)state;
    assert_hip_fails(hipErrorInvalidValue, hipMallocArray(NULL, &of_floats, 4, 4, 0));
    assert_hip_fails(hipErrorInvalidValue, hipMallocArray(&array, NULL, 4, 4, 0));
    assert_hip_fails(hipErrorInvalidValue, hipMallocArray(&array, &three, 4, 4, 0));
    assert_hip_fails(hipErrorInvalidValue, hipMallocArray(&array, &mixed, 4, 4, 0));
    assert_hip_fails(hipErrorInvalidValue, hipMallocArray(&array, &hole, 4, 4, 0));
    assert_hip_fails(hipErrorInvalidValue, hipMallocArray(&array, &tiny, 4, 4, 0));
    assert_hip_fails(hipErrorInvalidValue, hipMallocArray(&array, &of_floats, 0, 4, 0));
    assert_hip_fails(hipErrorInvalidValue, hipMallocArray(&array, &of_floats, 4, 4, 0x80));
    assert_hip_fails(hipErrorInvalidValue,
                     hipMallocArray(&array, &of_floats, 4, 4, hipArrayCubemap));
    assert_hip_fails(hipErrorInvalidValue,
                     hipMallocArray(&array, &of_floats, 4, 0, hipArrayTextureGather));
    assert_hip_fails(hipErrorOutOfMemory,
                     hipMalloc3DArray(&array, &of_floats, (hipExtent){16384, 16384, 8192}, 0));
    assert_null(array);
    assert_hip_fails(hipErrorInvalidValue, hipFreeArray(NULL));
    assert_hip(hipMallocArray(&array, &of_floats, 4, 4, 0));
    assert_hip(hipFreeArray(array));
    assert_hip_fails(hipErrorContextIsDestroyed, hipFreeArray(array));
}

static void memory_of_arrays_is_counted(void **state)
{
    size_t before, between, after, total;
    hipArray_t array;
    (void)state;
    assert_hip(hipMemGetInfo(&before, &total));
    assert_hip(hipMallocArray(&array, &of_short4, 100, 50, 0));
    assert_hip(hipMemGetInfo(&between, &total));
    assert_true(before - between >= 100 * 50 * 8);
    assert_hip(hipFreeArray(array));
    assert_hip(hipMemGetInfo(&after, &total));
    assert_int_equal(before, after);
}

static void boxes_outside_are_refused(void **state)
{
    uint8_t host[1024] = {0};
    hipArray_t array;
    (void)state;
    assert_hip(hipMallocArray(&array, &of_floats, 8, 4, 0));
    assert_hip_fails(hipErrorInvalidHandle,
                     hipMemcpy2DToArray(NULL, 0, 0, host, 32, 32, 4, hipMemcpyHostToDevice));
    assert_hip_fails(hipErrorInvalidValue,
                     hipMemcpy2DToArray(array, 0, 0, NULL, 32, 32, 4, hipMemcpyHostToDevice));
    assert_hip_fails(hipErrorInvalidPitchValue,
                     hipMemcpy2DToArray(array, 0, 0, host, 31, 32, 4, hipMemcpyHostToDevice));
    assert_hip_fails(hipErrorInvalidValue,
                     hipMemcpy2DToArray(array, 4, 0, host, 32, 32, 4, hipMemcpyHostToDevice));
    assert_hip_fails(hipErrorInvalidValue,
                     hipMemcpy2DToArray(array, 0, 1, host, 32, 32, 4, hipMemcpyHostToDevice));
    assert_hip_fails(hipErrorInvalidMemcpyDirection,
                     hipMemcpy2DToArray(array, 0, 0, host, 32, 32, 4, (hipMemcpyKind)77));
    assert_hip_fails(hipErrorInvalidValue,
                     hipMemcpyFromArray(host, array, 0, 0, 32 * 4 + 1, hipMemcpyDeviceToHost));
    assert_hip_fails(hipErrorInvalidValue, hipMemcpyAtoH(host, array, 1, 32 * 4));
    assert_hip(hipFreeArray(array));
    assert_hip_fails(hipErrorInvalidHandle,
                     hipMemcpy2DToArray(array, 0, 0, host, 32, 32, 4, hipMemcpyHostToDevice));
}

/* A box is written into an array of zeros: it is there, and all around it is zero. */
static void a_box_is_written_and_nothing_else(void **state)
{
    enum { W = 13, H = 9 };
    float zero[H][W] = {{0}}, box[3][4], back[H][W];
    hipArray_t array;
    (void)state;
    for (int y = 0; y < 3; y++) {
        for (int x = 0; x < 4; x++)
            box[y][x] = (float)(1 + y * 4 + x);
    }
    assert_hip(hipMallocArray(&array, &of_floats, W, H, 0));
    assert_hip(hipMemcpyToArray(array, 0, 0, zero, sizeof zero, hipMemcpyHostToDevice));
    assert_hip(hipMemcpy2DToArray(array, 5 * 4, 2, box, sizeof box[0], sizeof box[0], 3,
                                  hipMemcpyHostToDevice));
    assert_hip(hipMemcpy2DFromArray(back, sizeof back[0], array, 0, 0, sizeof back[0], H,
                                    hipMemcpyDeviceToHost));
    for (int y = 0; y < H; y++) {
        for (int x = 0; x < W; x++) {
            bool is_in = x >= 5 && x < 9 && y >= 2 && y < 5;
            assert_true(back[y][x] == (is_in ? box[y - 2][x - 5] : 0));
        }
    }
    assert_hip(hipFreeArray(array));
}

/* Bytes that begin and end within rows. */
static void bytes_go_on_in_the_next_row(void **state)
{
    enum { W = 8, H = 6 };
    uint8_t bytes[W * H], back[W * H] = {0};
    const hipChannelFormatDesc of_bytes = {8, 0, 0, 0, hipChannelFormatKindUnsigned};
    hipArray_t array;
    (void)state;
    for (int i = 0; i < W * H; i++)
        bytes[i] = (uint8_t)(i + 1);
    assert_hip(hipMallocArray(&array, &of_bytes, W, H, 0));
    assert_hip(hipMemcpyToArray(array, 3, 1, bytes, 21, hipMemcpyHostToDevice));
    assert_hip(hipMemcpyFromArray(back, array, 3, 1, 21, hipMemcpyDeviceToHost));
    assert_memory_equal(back, bytes, 21);
    assert_hip(hipMemcpyAtoH(back, array, 0, W * H));
    for (int i = 0; i < W * H; i++)
        assert_int_equal(back[i], i >= 11 && i < 32 ? bytes[i - 11] : 0);
    assert_hip(hipFreeArray(array));
}

static void arrays_of_three_dimensions_are_copied(void **state)
{
    enum { W = 5, H = 4, D = 3 };
    int16_t in[D][H][W][4], out[D][H][W][4] = {{{{0}}}};
    hipArray_t array, other;
    (void)state;
    for (int i = 0; i < D * H * W * 4; i++)
        ((int16_t *)in)[i] = (int16_t)(i * 31);
    assert_hip(hipMalloc3DArray(&array, &of_short4, (hipExtent){W, H, D}, 0));
    assert_hip(hipMalloc3DArray(&other, &of_short4, (hipExtent){W, H, D}, 0));
    hipMemcpy3DParms to = {.srcPtr = {in, sizeof in[0][0], W, H},
                           .dstArray = array,
                           .extent = {W, H, D},
                           .kind = hipMemcpyHostToDevice};
    assert_hip(hipMemcpy3D(&to));
    hipMemcpy3DParms across = {
        .srcArray = array, .dstArray = other, .extent = {W, H, D}, .kind = hipMemcpyDeviceToDevice};
    assert_hip(hipMemcpy3D(&across));
    /* all but the first element, row and slice; positions in elements */
    hipMemcpy3DParms from = {.srcArray = other,
                             .srcPos = {1, 1, 1},
                             .dstPtr = {out[1][1][1], sizeof out[0][0], W, H},
                             .extent = {W - 1, H - 1, D - 1},
                             .kind = hipMemcpyDeviceToHost};
    assert_hip(hipMemcpy3D(&from));
    for (int z = 0; z < D; z++) {
        for (int y = 0; y < H; y++) {
            for (int x = 0; x < W; x++)
                assert_int_equal(out[z][y][x][2], x && y && z ? in[z][y][x][2] : 0);
        }
    }
    from.srcPos.x = 2;
    assert_hip_fails(hipErrorInvalidValue, hipMemcpy3D(&from));
    to.dstPtr = to.srcPtr;
    assert_hip_fails(hipErrorInvalidValue, hipMemcpy3D(&to)); /* two destinations */
    to.dstPtr.ptr = NULL;
    to.srcPtr.pitch = 3;
    assert_hip_fails(hipErrorInvalidPitchValue, hipMemcpy3D(&to));
    assert_hip(hipFreeArray(array));
    assert_hip(hipFreeArray(other));
}

static void structures_name_arrays_too(void **state)
{
    float in[6][7], out[6][7] = {{0}};
    hipArray_t array;
    (void)state;
    for (int i = 0; i < 6 * 7; i++)
        ((float *)in)[i] = (float)i;
    const HIP_ARRAY_DESCRIPTOR shape = {7, 6, HIP_AD_FORMAT_FLOAT, 1};
    assert_hip(hipArrayCreate(&array, &shape));
    hip_Memcpy2D to = {.srcMemoryType = hipMemoryTypeHost,
                       .srcHost = in,
                       .srcPitch = sizeof in[0],
                       .dstMemoryType = hipMemoryTypeArray,
                       .dstArray = array,
                       .WidthInBytes = sizeof in[0],
                       .Height = 6};
    assert_hip(hipMemcpyParam2D(&to));
    HIP_MEMCPY3D from = {.srcMemoryType = hipMemoryTypeArray,
                         .srcArray = array,
                         .srcY = 2,
                         .dstMemoryType = hipMemoryTypeHost,
                         .dstHost = out,
                         .dstY = 1,
                         .dstPitch = sizeof out[0],
                         .WidthInBytes = sizeof out[0],
                         .Height = 4,
                         .Depth = 1};
    assert_hip(hipDrvMemcpy3D(&from));
    for (int y = 0; y < 6; y++) {
        for (int x = 0; x < 7; x++)
            assert_true(out[y][x] == (y >= 1 && y < 5 ? in[y + 1][x] : 0));
    }
    to.dstArray = NULL;
    assert_hip_fails(hipErrorInvalidValue, hipMemcpyParam2D(&to));
    hipChannelFormatDesc description;
    assert_hip_fails(hipErrorInvalidHandle, hipGetChannelDesc(&description, NULL));
    assert_hip(hipGetChannelDesc(&description, array));
    assert_memory_equal(&description, &of_floats, sizeof description);
    assert_hip(hipArrayDestroy(array));
}

static void arrays_have_the_most_elements_of_textures(void **state)
{
    int width, height;
    hipArray_t array;
    (void)state;
    assert_hip(hipDeviceGetAttribute(&width, hipDeviceAttributeMaxTexture2DWidth, 0));
    assert_hip(hipDeviceGetAttribute(&height, hipDeviceAttributeMaxTexture2DHeight, 0));
    assert_hip(hipMallocArray(&array, &of_floats, (size_t)width, 1, 0));
    unsigned type = 99;
    assert_hip(hipPointerGetAttribute(&type, HIP_POINTER_ATTRIBUTE_MEMORY_TYPE, array));
    assert_int_equal(type, hipMemoryTypeArray);
    assert_hip(hipFreeArray(array));
    assert_hip_fails(hipErrorInvalidValue,
                     hipMallocArray(&array, &of_floats, (size_t)width + 1, 0, 0));
    assert_hip_fails(hipErrorInvalidValue,
                     hipMallocArray(&array, &of_floats, 1, (size_t)height + 1, 0));
}

static void the_driver_describes_textures(void **state)
{
    hipTextureObject_t texture;
    hipArray_t array;
    uint8_t *bytes;
    HIP_RESOURCE_DESC got;
    HIP_TEXTURE_DESC got_how;
    hipTextureDesc read;
    (void)state;
    assert_hip(hipMallocArray(&array, &of_floats, 8, 4, 0));
    assert_hip(hipMalloc((void **)&bytes, 256));
    HIP_RESOURCE_DESC of_array = {.resType = HIP_RESOURCE_TYPE_ARRAY, .res.array = {array}};
    HIP_TEXTURE_DESC how = {.addressMode = {HIP_TR_ADDRESS_MODE_CLAMP, HIP_TR_ADDRESS_MODE_BORDER},
                            .filterMode = HIP_TR_FILTER_MODE_LINEAR,
                            .flags = HIP_TRSF_NORMALIZED_COORDINATES,
                            .borderColor = {1, 2, 3, 4}};
    assert_hip(hipTexObjectCreate(&texture, &of_array, &how, NULL));
    assert_hip(hipTexObjectGetResourceDesc(&got, texture));
    assert_int_equal(got.resType, HIP_RESOURCE_TYPE_ARRAY);
    assert_ptr_equal(got.res.array.hArray, array);
    assert_hip(hipTexObjectGetTextureDesc(&got_how, texture));
    assert_int_equal(got_how.addressMode[1], HIP_TR_ADDRESS_MODE_BORDER);
    assert_int_equal(got_how.filterMode, HIP_TR_FILTER_MODE_LINEAR);
    assert_int_equal(got_how.flags, how.flags);
    assert_true(got_how.borderColor[3] == 4);
    assert_hip(hipTexObjectDestroy(texture));
    assert_hip_fails(hipErrorInvalidValue, hipTexObjectGetTextureDesc(&got_how, texture));

    HIP_RESOURCE_DESC linear = {.resType = HIP_RESOURCE_TYPE_LINEAR,
                                .res.linear = {bytes, HIP_AD_FORMAT_UNSIGNED_INT8, 2, 256}};
    how = (HIP_TEXTURE_DESC){0};
    for (int as_integer = 0; as_integer < 2; as_integer++) {
        how.flags = as_integer ? HIP_TRSF_READ_AS_INTEGER : 0;
        assert_hip(hipTexObjectCreate(&texture, &linear, &how, NULL));
        assert_hip(hipGetTextureObjectTextureDesc(&read, texture));
        assert_int_equal(read.readMode,
                         as_integer ? hipReadModeElementType : hipReadModeNormalizedFloat);
        assert_hip(hipTexObjectGetTextureDesc(&got_how, texture));
        assert_int_equal(got_how.flags, how.flags);
        assert_hip(hipTexObjectGetResourceDesc(&got, texture));
        assert_int_equal(got.res.linear.format, HIP_AD_FORMAT_UNSIGNED_INT8);
        assert_int_equal(got.res.linear.numChannels, 2);
        assert_hip(hipTexObjectDestroy(texture));
    }
    how.flags = HIP_TRSF_SRGB;
    assert_hip(
        hipTexObjectCreate(&texture, &linear, &how, NULL)); /* of two bytes, it means nothing */
    assert_hip(hipTexObjectDestroy(texture));
    linear.res.linear.numChannels = 4;
    assert_hip_fails(hipErrorNotSupported, hipTexObjectCreate(&texture, &linear, &how, NULL));
    linear.res.linear.numChannels = 9;
    assert_hip_fails(hipErrorInvalidValue, hipTexObjectCreate(&texture, &linear, &how, NULL));
    linear.resType = HIP_RESOURCE_TYPE_MIPMAPPED_ARRAY;
    assert_hip_fails(hipErrorInvalidValue, hipTexObjectCreate(&texture, &linear, &how, NULL));
    assert_hip_fails(hipErrorInvalidValue, hipTexObjectCreate(&texture, NULL, &how, NULL));
    assert_hip(hipFree(bytes));
    assert_hip(hipFreeArray(array));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(shapes_that_cannot_be_are_refused),
        cmocka_unit_test(memory_of_arrays_is_counted),
        cmocka_unit_test(boxes_outside_are_refused),
        cmocka_unit_test(a_box_is_written_and_nothing_else),
        cmocka_unit_test(bytes_go_on_in_the_next_row),
        cmocka_unit_test(arrays_of_three_dimensions_are_copied),
        cmocka_unit_test(structures_name_arrays_too),
        cmocka_unit_test(arrays_have_the_most_elements_of_textures),
        cmocka_unit_test(the_driver_describes_textures),
    };
    setenv("HIPEMU_DEVICES", "gfx1030", 1);
    setenv("HIPEMU_QUIET", "1", 1);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
