/* The translation: the properties of any text hold for any bytes. */
#include "guarded.h"
#include "properties.h"

#include <stdio.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size > GUARDED_MAX)
        return 0;
    const char *problem = text_broken((const char *)guarded(data, size), size);
    if (problem) {
        fprintf(stderr, "%s\n", problem);
        abort();
    }
    return 0;
}
