/* The bytes of a code object for a device, chosen, unpacked and checked. */
#ifndef KRT_IMAGE_H
#define KRT_IMAGE_H

#include "codeobj.h"
#include "device.h"
#include "mapped_file.h"

struct image {
    struct span bytes;         /* the bytes for a driver */
    uint8_t *owned;            /* where they were unpacked to, or NULL */
    struct mapped_file file;   /* where they were read from, or zeros */
    bool is_of_file;           /* of an archive or the override directory: not the program's own */
    unsigned demand;           /* the number of the demand that this file meets */
    uint32_t checksum;         /* the expected checksum, from krt_image; 0: any */
    struct code_object object; /* opened, of AMD GPUs; zeros on CUDA */
};

/* From a package's module: a file of the override directory, or the image that fits best, which is
 * embedded or in an archive. */
krt_status image_find(struct krt_device *device, const struct krt_package *package,
                      const struct krt_module *module, struct image *out);
/* From bytes of any origin, which |out| borrows; |name| is their name in messages. */
krt_status image_choose(struct krt_device *device, const char *name, struct span bytes,
                        struct image *out);
/* May be called again, or on a struct of zeros. */
void image_release(struct image *image);

#endif
