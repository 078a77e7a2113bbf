/* picture: memory for image instructions: arrays, and rows in linear memory. A descriptor holds the
 * address and shape of such memory; isa/image.h describes its words. */
#ifndef EMULATOR_HIP_PICTURE_H
#define EMULATOR_HIP_PICTURE_H

#include "runtime.h"

#include "core/texel.h"

/* A texture or surface object; a kernel gets its address. Twelve words describe a picture or a
 * buffer. For a texture, eight further words describe a sampler. AMD's device library reads three
 * of the twelve words: the type of a channel (word 8), the set of channels (word 9), and the width
 * (word 10). */
struct descriptor {
    uint32_t image[HIP_IMAGE_OBJECT_SIZE_DWORD], sampler[HIP_SAMPLER_OBJECT_SIZE_DWORD];
};

/* Whether the device has image instructions. */
bool picture_is_known(const struct device *device);
/* Finds the format of elements of |channels|. False when there is no such format. */
bool picture_format(const hipChannelFormatDesc *channels, enum hipTextureReadMode mode,
                    struct texel_format *out);
/* Makes the descriptor of an array, or of rows in linear memory. Fails in the name of
 * |function|. */
hipError_t picture_describe(const struct gpu *gpu, const hipResourceDesc *resource,
                            enum hipTextureReadMode mode, const char *function,
                            struct descriptor *out);
/* Makes the descriptor of a sampler. */
void picture_sampler(const hipTextureDesc *description, struct descriptor *out);

#endif
