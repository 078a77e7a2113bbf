/* Images for NVIDIA GPUs: cubins, fatbins, PTX. */
#ifndef KRT_IMAGE_CUDA_H
#define KRT_IMAGE_CUDA_H

#include "image.h"

/* Checks |image->bytes|, and ends PTX with the NUL that the driver looks for. */
krt_status image_choose_cuda(const char *name, struct image *image);

/* The index of the image that runs on the device, or -1; |sentence| (TARGET_SENTENCE_MAX bytes)
 * then says why none does. */
int image_choose_cuda_embedded(const struct krt_device *device, const struct krt_module *module,
                               char *sentence);

#endif
