/* Functions that find functions by name; and functions for profilers that return something other
 * than an error, although there is no interface for profilers here. */
#include "runtime.h"

#include <dlfcn.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* ---- Functions that return a name or a description, not an error
 * ------------------------------ */

const char *hipApiName(uint32_t id)
{
    (void)id; /* |id| comes from the interface for profilers, which does not exist here */
    return "unknown";
}

const char *hipGetCmdName(unsigned operation)
{
    (void)operation;
    return "unknown";
}

const char *amd_dbgapi_get_build_name(void)
{
    return "hipemu";
}

const char *amd_dbgapi_get_git_hash(void)
{
    return "";
}

size_t amd_dbgapi_get_build_id(void)
{
    return 0;
}

hipChannelFormatDesc hipCreateChannelDesc(int x, int y, int z, int w, hipChannelFormatKind kind)
{
    return (hipChannelFormatDesc){x, y, z, w, kind};
}

/* ---- Functions found by their names --------------------------------------------------------- */

/* the values of the parameter |flags| */
enum default_stream { AS_COMPILED = 0, LEGACY = 1, PER_THREAD = 2 };

/* FOUND and NOT_FOUND are the values that |*status| gets */
enum { FOUND = 0, NOT_FOUND = 1, NAME_MAX_BYTES = 256 };

/* Returns the name under which this library has the variant of the function |name| with the
 * structures of HIP |version| (600 is 6.0). HIP 6 gave new names to functions whose structures
 * changed. */
static const char *name_of_release(const char *name, int version)
{
    if (version < 600)
        return name;
    if (strcmp(name, "hipGetDeviceProperties") == 0)
        return "hipGetDevicePropertiesR0600";
    return strcmp(name, "hipChooseDevice") == 0 ? "hipChooseDeviceR0600" : name;
}

/* Returns the variant of |name| for the per-thread default stream, or NULL if there is none. */
static void *find_per_thread(void *library, const char *name)
{
    char longer[NAME_MAX_BYTES];
    int size = snprintf(longer, sizeof longer, "%s_spt", name);
    return size < (int)sizeof longer ? dlsym(library, longer) : NULL;
}

static hipError_t find_name(const char *name, void **out, int version, uint64_t flags, void *status,
                            const char *function)
{
    Dl_info own;
    if (!name || !name[0] || !out)
        return fail(hipErrorInvalidValue, "%s: %s", function,
                    name && !name[0] ? "the name is empty" : "a null pointer");
    if (flags > PER_THREAD)
        return fail(hipErrorInvalidValue, "%s: unknown flags 0x%" PRIx64, function, flags);
    /* opens this library, because another one that the process has loaded may come first */
    void *library = dladdr((void *)(uintptr_t)hipInit, &own)
                        ? dlopen(own.dli_fname, RTLD_LAZY | RTLD_NOLOAD)
                        : NULL;
    *out = NULL;
    if (library && flags == PER_THREAD)
        *out = find_per_thread(library, name);
    if (library && !*out)
        *out = dlsym(library, name_of_release(name, version));
    if (library)
        dlclose(library);
    if (status)
        *(int *)status = *out ? FOUND : NOT_FOUND;
    return *out ? hipSuccess : fail(hipErrorInvalidValue, "%s: there is no '%s'", function, name);
}

hipError_t hip_get_proc_address(const char *name, void **out, int version, uint64_t flags,
                                void *status)
{
    return find_name(name, out, version, flags, status, "hipGetProcAddress");
}

/* Like hipGetProcAddress(), for callers that were compiled for the per-thread default stream. */
hipError_t hipGetProcAddress_spt(const char *name, void **out, int version, uint64_t flags,
                                 void *status)
{
    return find_name(name, out, version, flags == AS_COMPILED ? PER_THREAD : flags, status,
                     "hipGetProcAddress_spt");
}

hipError_t hipGetDriverEntryPoint(const char *name, void **out, unsigned long long flags,
                                  void *status)
{
    return find_name(name, out, 0, flags, status, "hipGetDriverEntryPoint");
}

hipError_t hipGetDriverEntryPoint_spt(const char *name, void **out, unsigned long long flags,
                                      void *status)
{
    return find_name(name, out, 0, flags == AS_COMPILED ? PER_THREAD : flags, status,
                     "hipGetDriverEntryPoint_spt");
}
