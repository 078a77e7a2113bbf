/* Images of which only the address is known. */
#ifndef CODEOBJ_IMAGE_SPAN_H
#define CODEOBJ_IMAGE_SPAN_H

#include "span.h"

/* Returns the mapped bytes from |image| on, at most 1 GiB. hipModuleLoadData() gets an address, but
 * no size: the image's headers state its size, and no byte may be read that is not mapped. */
struct span image_span(const void *image);

#endif
