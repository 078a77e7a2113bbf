/* Tables of a library's functions, found by name: AMD's or NVIDIA's, into a struct of pointers. */
#ifndef KRT_SYMBOLS_H
#define KRT_SYMBOLS_H

#include <stdbool.h>
#include <stddef.h>

enum need { REQUIRED, OPTIONAL };

struct symbol {
    size_t offset;            /* of the member in the struct */
    const char *amd, *nvidia; /* NULL: the vendor has no such function */
    enum need need;
};

/* Fills the members of |out| from |library|, with NULL for missing functions. Returns NULL, or the
 * name of the first required function that is missing. */
const char *symbols_find(void *library, const struct symbol *symbols, size_t count, bool is_nvidia,
                         void *out);

#endif
