/* Functions found by name, and those that return something other than an error for missing
 * features: profilers and a compiler. */
#include "runtime.h"

#include <dlfcn.h>

/* ---- Names that return something else ------------------------------------------------------- */

const char *hipApiName(uint32_t id)
{
    (void)id; /* of the interface for profilers, which is missing */
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

const char *hiprtcGetErrorString(int result)
{
    return result == 0 ? "HIPRTC_SUCCESS" : "HIPRTC_ERROR: there is no compiler in hipemu";
}

hipChannelFormatDesc hipCreateChannelDesc(int x, int y, int z, int w, hipChannelFormatKind kind)
{
    return (hipChannelFormatDesc){x, y, z, w, kind};
}

/* ---- Names by name -------------------------------------------------------------------------- */

static hipError_t find_name(const char *name, void **out, const char *function)
{
    Dl_info own;
    if (!name || !out)
        return fail(hipErrorInvalidValue, "%s: a null pointer", function);
    /* in this library, whatever other libraries the process has loaded */
    void *library = dladdr((void *)(uintptr_t)hipInit, &own)
                        ? dlopen(own.dli_fname, RTLD_LAZY | RTLD_NOLOAD)
                        : NULL;
    *out = library ? dlsym(library, name) : NULL;
    if (library)
        dlclose(library);
    return *out ? hipSuccess : fail(hipErrorNotFound, "%s: there is no '%s'", function, name);
}

hipError_t hip_get_proc_address(const char *name, void **out, int version, uint64_t flags,
                                void *status)
{
    (void)version, (void)flags;
    hipError_t error = find_name(name, out, "hipGetProcAddress");
    if (status)
        *(int *)status = error ? 1 : 0;
    return error;
}

hipError_t hipGetDriverEntryPoint(const char *name, void **out, unsigned long long flags,
                                  void *status)
{
    (void)flags;
    hipError_t error = find_name(name, out, "hipGetDriverEntryPoint");
    if (status)
        *(int *)status = error ? 1 : 0;
    return error;
}
