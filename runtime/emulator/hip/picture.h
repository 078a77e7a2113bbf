/* picture: memory for image instructions: arrays, and linear memory in rows. A descriptor has its
 * address; isa/image.h describes its words.
 */
#ifndef EMULATOR_HIP_PICTURE_H
#define EMULATOR_HIP_PICTURE_H

#include "runtime.h"

#include "core/texel.h"

/* A kernel gets the address of this: twelve words that describe a picture or a buffer, and for a
 * texture eight of a sampler. AMD's device library reads three more words in it: a channel's type
 * (8), the set of channels (9), and the width (10). */
struct descriptor {
    uint32_t image[HIP_IMAGE_OBJECT_SIZE_DWORD], sampler[HIP_SAMPLER_OBJECT_SIZE_DWORD];
};

/* Whether the device has the instructions for it. */
bool picture_is_known(const struct device *device);
/* The format of elements of |channels|. False when there is no such format. */
bool picture_format(const hipChannelFormatDesc *channels, enum hipTextureReadMode mode,
                    struct texel_format *out);
/* Describes an array or rows of linear memory. Fails in the name of |function|. */
hipError_t picture_describe(const struct gpu *gpu, const hipResourceDesc *resource,
                            enum hipTextureReadMode mode, const char *function,
                            struct descriptor *out);
/* How it is sampled. */
void picture_sampler(const hipTextureDesc *description, struct descriptor *out);

#endif
