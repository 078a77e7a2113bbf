/* libFuzzer's entry to the translation: what must hold for any text is held against any bytes. The
 * input is put where nothing may be read behind it. */
#include "properties.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = malloc(size ? size : 1); /* AddressSanitizer watches its end */
    if (!text)
        return 0;
    if (size)
        memcpy(text, data, size);
    const char *problem = text_broken(text, size);
    if (problem) {
        fprintf(stderr, "fuzz_hipify: %s\n", problem);
        abort();
    }
    free(text);
    return 0;
}
