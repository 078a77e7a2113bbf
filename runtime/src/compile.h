/* The state of krt_compile() for a device. */
#ifndef KRT_COMPILE_H
#define KRT_COMPILE_H

#include <krt/krt.h>

/* krt_compile(), of which the caller frees the code, and loads it if he wants. */
krt_status compile_code(struct krt_device *device, const char *source,
                        const struct krt_compile_options *options, void **out_code,
                        size_t *out_size);

/* Made when the device first compiles, freed with the device. */
void compiled_destroy(struct krt_device *device);

#endif
