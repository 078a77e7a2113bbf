/* Allocations where a program had them in another process, and parts of grids, for kbuild replay:
 * see hipemu.h. */
#include "memory.h"

#include "core/placing.h"
#include "hipemu.h"

#include <string.h>

int hipemuSetAddresses(void *start, unsigned long long size)
{
    return space_set_range((uintptr_t)start, size)
               ? hipSuccess
               : fail(hipErrorInvalidValue,
                      "hipemuSetAddresses: %llu bytes at %p: not a multiple of 2 MiB, too many, or "
                      "there are allocations already",
                      size, start);
}

int hipemuMallocAt(void **out, void *address, size_t size, const char *function)
{
    static const struct {
        const char *name;
        enum memory_kind kind;
    } functions[] = {
        {"hipMalloc", MEMORY_DEVICE},   {"hipMallocAsync", MEMORY_DEVICE},
        {"hipMemMap", MEMORY_DEVICE},   {"hipMallocManaged", MEMORY_MANAGED},
        {"hipHostMalloc", MEMORY_HOST}, {"hipHostRegister", MEMORY_HOST},
    };
    struct gpu *gpu = gpu_current();
    if (!gpu)
        return fail_device("hipemuMallocAt", thread_self()->device);
    for (size_t i = 0; out && size && function && i < sizeof functions / sizeof functions[0]; i++) {
        if (strcmp(functions[i].name, function) != 0)
            continue;
        void *made = memory_allocate_at(gpu, address, functions[i].kind, size, functions[i].name);
        if (!made)
            return fail_quietly(hipErrorOutOfMemory);
        *out = made;
        return hipSuccess;
    }
    return fail(hipErrorInvalidValue,
                "hipemuMallocAt: a pointer is null, the size is 0, or '%s' "
                "does not allocate",
                function ? function : "");
}

int hipemuSetWorkgroups(unsigned long long first, unsigned long long count)
{
    dispatch_set_part(first, count);
    return hipSuccess;
}
