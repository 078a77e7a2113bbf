/* Images: finds the code object for a device in the bytes that a program passes. */
#include "module.h"

#include <stdlib.h>
#include <string.h>

#define UNPACKED_MAX (4ull << 30)

/* ---- Choosing an image of a bundle ----------------------------------------------------------- */

static hipError_t fail_image(const char *function, const struct codeobj_error *error)
{
    return fail(error->status == CODEOBJ_NO_MEMORY ? hipErrorOutOfMemory : hipErrorInvalidImage,
                "%s: %s", function, error->message);
}

static hipError_t choose_entry(const struct bundle *bundle, const struct device *device,
                               const char *function, struct span *out)
{
    char sentence[TARGET_SENTENCE_MAX], own[TARGET_ID_MAX];
    enum codeobj_status status = bundle_choose(bundle, &device->target, out, sentence);
    if (status == CODEOBJ_OK)
        return hipSuccess;
    if (status == CODEOBJ_NO_MEMORY)
        return fail(hipErrorOutOfMemory, "%s: no memory to read the bundle", function);
    if (!*sentence)
        return fail(hipErrorNoBinaryForGpu,
                    "%s: the bundle has no code object for a known GPU; the device is %s", function,
                    target_id_print(&device->target, own));
    return fail(hipErrorNoBinaryForGpu, "%s: %s", function, sentence);
}

static hipError_t open_bundle(struct span bytes, const struct device *device, const char *function,
                              struct span *out)
{
    struct bundle bundle;
    struct codeobj_error error;
    uint64_t size;
    if (bundle_size(bytes, &size, &error) != CODEOBJ_OK)
        return fail_image(function, &error);
    bytes.size = (size_t)size;
    if (bundle_open(bytes, &bundle, &error) != CODEOBJ_OK)
        return fail_image(function, &error);
    hipError_t status = choose_entry(&bundle, device, function, out);
    bundle_close(&bundle);
    return status;
}

hipError_t image_choose(struct span image, const struct device *device, const char *function,
                        struct span *out, uint8_t **out_unpacked)
{
    struct codeobj_error error;
    struct compressed_bundle compressed;
    uint64_t size;
    *out_unpacked = NULL;
    if (code_object_recognise(image)) {
        if (code_object_size(image, &size, &error) != CODEOBJ_OK)
            return fail_image(function, &error);
        *out = (struct span){image.data, (size_t)size};
        return hipSuccess;
    }
    if (bundle_recognise(image))
        return open_bundle(image, device, function, out);
    if (!compressed_bundle_recognise(image))
        return fail(hipErrorInvalidImage,
                    "%s: the image is neither a code object nor an offload bundle", function);
    if (compressed_bundle_open(image, UNPACKED_MAX, &compressed, &error) != CODEOBJ_OK ||
        compressed_bundle_unpack(&compressed, UNPACKED_MAX, out_unpacked, &error) != CODEOBJ_OK)
        return fail_image(function, &error);
    struct span unpacked = {*out_unpacked, (size_t)compressed.unpacked_size};
    hipError_t status = open_bundle(unpacked, device, function, out);
    if (status) {
        free(*out_unpacked);
        *out_unpacked = NULL;
    }
    return status;
}
