/* Images: the bytes of a code object, chosen for a device, unpacked and checked. */
#ifndef KRT_IMAGE_H
#define KRT_IMAGE_H

#include "codeobj.h"
#include "device.h"
#include "mapped_file.h"

struct image {
    struct span bytes;       /* the bytes that the driver gets */
    uint8_t *owned;          /* the memory of |bytes| if they were unpacked, else NULL */
    struct mapped_file file; /* the file that |bytes| are from, or zeros */
    /* whether the bytes are from an archive or the override directory, not the program's own */
    bool is_of_file;
    unsigned demand;   /* the number of the demand (struct demand) that the file meets */
    uint32_t checksum; /* the checksum that struct krt_image gives; 0 if it is not verified */
    struct code_object object; /* the code object, opened, if it is for an AMD GPU; zeros on CUDA */
};

/* Finds the image of a package's module: a file of the override directory, or the image that fits
 * best, which is embedded or in an archive. */
krt_status image_find(struct krt_device *device, const struct krt_package *package,
                      const struct krt_module *module, struct image *out);
/* Chooses the image from |bytes|, which may come from anywhere. |out| borrows |bytes|; messages
 * call them |name|. */
krt_status image_choose(struct krt_device *device, const char *name, struct span bytes,
                        struct image *out);
/* Releases an image. A second call does nothing. A struct of zeros is also accepted. */
void image_release(struct image *image);

#endif
