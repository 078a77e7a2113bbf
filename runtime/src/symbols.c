/* Functions of libraries that were opened with dlopen(). */
#include "symbols.h"

#include <dlfcn.h>
#include <string.h>

const char *symbols_find(void *library, const struct symbol *symbols, size_t count, bool is_nvidia,
                         void *out)
{
    for (size_t i = 0; i < count; i++) {
        const char *name = is_nvidia ? symbols[i].nvidia : symbols[i].amd;
        void *function = name ? dlsym(library, name) : NULL;
        if (!function && name && symbols[i].need == REQUIRED)
            return name;
        memcpy((char *)out + symbols[i].offset, &function, sizeof function);
    }
    return NULL;
}
