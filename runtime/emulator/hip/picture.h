/* picture: what kernels read and write by image instructions: arrays, and linear memory that is
 * given rows. A descriptor says where it is; isa/image.h knows its words.
 */
#ifndef EMULATOR_HIP_PICTURE_H
#define EMULATOR_HIP_PICTURE_H

#include "runtime.h"

#include "core/texel.h"

/* What a kernel gets the address of: twelve words that describe a picture or a buffer, and of a
 * texture eight of a sampler. AMD's device library reads words of its own in it: a channel's type
 * (8), which channels there are (9), and the width (10). */
struct descriptor {
    uint32_t image[HIP_IMAGE_OBJECT_SIZE_DWORD], sampler[HIP_SAMPLER_OBJECT_SIZE_DWORD];
};

/* Does the device have the instructions for it? */
bool picture_is_known(const struct device *device);
/* The format of elements of |channels|. False when there is none such. */
bool picture_format(const hipChannelFormatDesc *channels, enum hipTextureReadMode mode,
                    struct texel_format *out);
/* Describes an array or rows of linear memory. Fails in the name of |function|. */
hipError_t picture_describe(const struct gpu *gpu, const hipResourceDesc *resource,
                            enum hipTextureReadMode mode, const char *function,
                            struct descriptor *out);
/* How it is sampled. */
void picture_sampler(const hipTextureDesc *description, struct descriptor *out);

#endif
