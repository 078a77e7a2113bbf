/* Values of jansson's. */
#ifndef KBUILD_UTIL_JSON_H
#define KBUILD_UTIL_JSON_H

#include "buf.h"

#include <jansson.h>

/* Returns a list of |strings|, owned by the caller. Texts that are not UTF-8 make json_dumps()
 * fail later. */
json_t *json_of_strings(const struct strings *strings);

#endif
