/* What libkrt_ops asks of the libraries and the driver of a GPU's vendor, which it finds at run
 * time.
 */
#ifndef KRT_OPS_VENDOR_H
#define KRT_OPS_VENDOR_H

#include <krt/krt.h>
#include <stdbool.h>

/* Finds a function of the driver, whose library libkrt opened as |driver|. NULL: it has none of
 * this name. */
void *vendor_driver_function(const char *driver, const char *name);

/* Whether |library|, from dlopen(), uses our HIP. A library of AMD loads the HIP that it was linked
 * with: if libkrt uses another HIP, the library does not know our streams. |driver| is the name
 * under which libkrt opened its driver. A library that is linked with no HIP uses ours. */
bool vendor_is_of_driver(void *library, const char *driver);

/* Allows |function|, of the device that |info| describes, to be launched with |bytes| bytes of
 * dynamic shared memory: NVIDIA's driver wants to be asked for more than 48 KiB. Any number of
 * threads may do so at once, if they ask for the same number. */
krt_status vendor_allow_shared(struct krt_device *device, const struct krt_device_info *info,
                               struct krt_function *function, uint32_t bytes);

#endif
