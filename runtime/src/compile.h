/* What krt_compile() keeps for a device. */
#ifndef KRT_COMPILE_H
#define KRT_COMPILE_H

struct krt_device;

/* Made when the device first compiles, gone with the device. */
void compiled_destroy(struct krt_device *device);

#endif
