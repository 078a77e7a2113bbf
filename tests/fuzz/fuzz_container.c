/* Everything that holds code objects; compiled once for each kind of it, which FUZZ_RECOGNISE
 * recognises. */
#include "codeobj.h"
#include "guarded.h"
#include "properties.h"
#include "walk.h"

#include <stdlib.h>
#include <string.h>

#define search_recognise(...) true /* anything may be searched */

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size > GUARDED_MAX || !FUZZ_RECOGNISE((struct span){data, size}))
        return -1; /* not for the corpus */
    struct span bytes = {guarded(data, size), size};
    properties_beside = bytes.size % 2 ? (struct span){NULL, 0} : bytes;
    properties_check(bytes);
    return 0;
}
