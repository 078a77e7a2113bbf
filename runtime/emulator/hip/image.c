/* Images: finds the code object for a device in the bytes that a program passes.
 *
 * hipModuleLoadData() gets an address, but no size. So the size comes from the headers of the
 * image, and only mapped pages are read.
 */
#include "module.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { IMAGE_SPAN_MAX = 1 << 30 };
#define UNPACKED_MAX (4ull << 30)

/* Whether |count| pages from |start| are all mapped. */
static bool is_mapped(uintptr_t start, size_t count, uintptr_t page, unsigned char *residence)
{
    return mincore((void *)start, count * page, residence) == 0;
}

struct span image_span(const void *image)
{
    uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE), start = (uintptr_t)image & ~(page - 1);
    /* bisection: |low| pages are known to be mapped; |high| bounds the search */
    size_t low = 0, high = IMAGE_SPAN_MAX / page;
    unsigned char *residence = malloc(high);
    if (!residence)
        return (struct span){image, 0};
    /* most images are small, so |step| doubles until the pages are not mapped; then the interval is
     * halved */
    size_t step = 1;
    while (step <= high && is_mapped(start, step, page, residence)) {
        low = step;
        step *= 2;
    }
    if (step < high)
        high = step;
    while (low + 1 < high) {
        size_t middle = low + (high - low) / 2;
        if (is_mapped(start, middle, page, residence))
            low = middle;
        else
            high = middle;
    }
    free(residence);
    size_t before = (uintptr_t)image - start;
    return (struct span){image, low ? low * page - before : 0};
}

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
