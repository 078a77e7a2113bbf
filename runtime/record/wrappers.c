/* All functions of the runtime that the recorder replaces; and those that find functions by name.
 */
#include "wrap.h"

/* Puts the replacement of the function |name| into |*out|, which the runtime has set. */
static int replaced(int error, const char *name, void **out, uint64_t flags, bool is_per_thread)
{
    enum { LEGACY = 1, PER_THREAD = 2 };
    char longer[128];
    recorder_function *replacement = NULL;
    if (error != HIP_SUCCESS || !name || !out || !*out || strlen(name) > sizeof longer - 5)
        return error;
    if (flags == PER_THREAD || (is_per_thread && flags != LEGACY)) {
        strcat(strcpy(longer, name), "_spt");
        replacement = recorder_replace(longer);
    }
    if (!replacement)
        replacement = recorder_replace(name);
    if (replacement)
        memcpy(out, &replacement, sizeof replacement);
    return error;
}

DEFINE(hipGetProcAddress, int,
       (const char *name, void **out, int version, uint64_t flags, void *status))
{
    return replaced(REAL(hipGetProcAddress, name, out, version, flags, status), name, out, flags,
                    false);
}

DEFINE(hipGetProcAddress_spt, int,
       (const char *name, void **out, int version, uint64_t flags, void *status))
{
    return replaced(REAL(hipGetProcAddress_spt, name, out, version, flags, status), name, out,
                    flags, true);
}

DEFINE(hipGetDriverEntryPoint, int,
       (const char *name, void **out, unsigned long long flags, void *status))
{
    return replaced(REAL(hipGetDriverEntryPoint, name, out, flags, status), name, out, flags,
                    false);
}

DEFINE(hipGetDriverEntryPoint_spt, int,
       (const char *name, void **out, unsigned long long flags, void *status))
{
    return replaced(REAL(hipGetDriverEntryPoint_spt, name, out, flags, status), name, out, flags,
                    true);
}

static const struct wrapped wrapped_lookups[] = {
    {WRAPPED(hipGetProcAddress)},
    {WRAPPED(hipGetProcAddress_spt)},
    {WRAPPED(hipGetDriverEntryPoint)},
    {WRAPPED(hipGetDriverEntryPoint_spt)},
    {NULL, NULL},
};

recorder_function *recorder_replace(const char *name)
{
    static const struct wrapped *const tables[] = {wrapped_memory,   wrapped_modules,
                                                   wrapped_launches, wrapped_waits,
                                                   wrapped_graphs,   wrapped_lookups};
    if (strncmp(name, "hip", 3) != 0 && strncmp(name, "__hip", 5) != 0 &&
        strncmp(name, "_Z24hip", 7) != 0)
        return NULL;
    for (size_t i = 0; i < sizeof tables / sizeof tables[0]; i++)
        for (const struct wrapped *at = tables[i]; at->name; at++)
            if (strcmp(at->name, name) == 0)
                return at->function;
    return NULL;
}
