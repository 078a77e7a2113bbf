/* The state of krt_compile() for a device. */
#ifndef KRT_COMPILE_H
#define KRT_COMPILE_H

struct krt_device;

/* Made when the device first compiles, freed with the device. */
void compiled_destroy(struct krt_device *device);

#endif
