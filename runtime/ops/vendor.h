/* What libkrt_ops asks of a library of a GPU's vendor, which it finds at run time. */
#ifndef KRT_OPS_VENDOR_H
#define KRT_OPS_VENDOR_H

#include <stdbool.h>

/* Whether |library|, from dlopen(), uses our HIP. A library of AMD loads the HIP that it was linked
 * with: if libkrt uses another HIP, the library does not know our streams. |driver| is the name
 * under which libkrt opened its driver. A library that is linked with no HIP uses ours. */
bool vendor_is_of_driver(void *library, const char *driver);

#endif
