/* The lines in front of a translation: the include of what nvcc includes by itself, and a #line
 * that names the source. */
#ifndef KBUILD_HIPIFY_PREFIX_H
#define KBUILD_HIPIFY_PREFIX_H

#include "hipify/hipify.h"

/* The size of the lines in front, with their newlines, that |source| has from an earlier
 * translation; 0 when it is not a translation. A byte-order mark before them counts. */
size_t prefix_find(const char *source, size_t size);

/* Appends the lines in front of a translation of |source| to |out|, with its byte-order mark and
 * its kind of newline. |ptx|: it calls functions of kbuild/ptx.h. */
void prefix_write(const struct hipify_options *options, const char *source, size_t size, bool ptx,
                  struct buf *out);

/* The size of the byte-order mark of |source|: 3 or 0. */
size_t bom_size(const char *source, size_t size);

/* How |name|, a header that kbuild ships, is included: `<cuda_fp16.h>`, `"root/cuda_fp16.h"`. The
 * caller frees it. */
char *prefix_header(const struct hipify_options *options, const char *name);

#endif
