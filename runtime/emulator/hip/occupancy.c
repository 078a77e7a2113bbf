/* Queries of occupancy, and of the resources that a function needs. */
#include "occupancy.h"

#include "module.h"
#include "properties.h"

#include <string.h>

unsigned occupancy_groups(const struct ihipModuleSymbol_t *function, uint32_t block,
                          uint32_t dynamic_lds)
{
    const struct kernel *kernel = function->kernel;
    const struct target_info *target = function->module->gpu->device->target.info;
    if (block == 0 || block > kernel->max_workgroup)
        return 0;
    struct occupancy occupancy = occupancy_of(kernel, target, block, dynamic_lds);
    unsigned waves = (block + kernel->wave_size - 1) / kernel->wave_size;
    unsigned groups = occupancy.waves * target->simds / waves;
    /* the waves of a workgroup are spread over the SIMDs, so one workgroup may fit even if |groups|
     * rounds to 0 */
    return groups == 0 && occupancy.waves > 0 ? 1 : groups;
}

/* Returns the size of the largest block for |kernel|. A kernel may be compiled for larger blocks
 * than any device supports. */
static uint32_t largest_block(const struct kernel *kernel)
{
    return kernel->max_workgroup < BLOCK_MAX ? kernel->max_workgroup : BLOCK_MAX;
}

/* Checks the flags. hipOccupancyDefault and hipOccupancyDisableCachingOverride have the same effect
 * here. */
static hipError_t check_flags(unsigned flags, const char *name)
{
    return flags <= 1 ? hipSuccess : fail(hipErrorInvalidValue, "%s: flags 0x%x", name, flags);
}

/* ---- Queries -------------------------------------------------------------------------------- */

static hipError_t active(int *out, const struct ihipModuleSymbol_t *function, int block,
                         size_t dynamic_lds, const char *name)
{
    if (!out || block <= 0)
        return fail(hipErrorInvalidValue, "%s: %s", name,
                    out ? "a block has work-items" : "the output pointer is null");
    *out = dynamic_lds > UINT32_MAX || block > BLOCK_MAX
               ? 0
               : (int)occupancy_groups(function, (uint32_t)block, (uint32_t)dynamic_lds);
    return hipSuccess;
}

/* Finds the block size, a multiple of the wave size, that keeps the most work-items on a compute
 * unit. Of several such sizes, chooses the largest. */
static hipError_t best(int *out_grid, int *out_block, const struct ihipModuleSymbol_t *function,
                       size_t dynamic_lds, int limit, const char *name)
{
    if (!out_grid || !out_block || limit < 0)
        return fail(hipErrorInvalidValue, "%s: %s", name,
                    limit < 0 ? "the limit is negative" : "the output pointer is null");
    const struct kernel *kernel = function->kernel;
    uint32_t largest = largest_block(kernel), best_block = 0, best_items = 0;
    if (limit > 0 && (uint32_t)limit < largest)
        largest = (uint32_t)limit;
    uint32_t first =
        largest < kernel->wave_size ? largest : largest / kernel->wave_size * kernel->wave_size;
    for (uint32_t block = first; block > 0 && dynamic_lds <= UINT32_MAX;
         block = block > kernel->wave_size ? block - kernel->wave_size : 0) {
        uint32_t items = block * occupancy_groups(function, block, (uint32_t)dynamic_lds);
        if (items > best_items) {
            best_items = items;
            best_block = block;
        }
    }
    *out_block = (int)best_block;
    *out_grid = best_block
                    ? (int)(best_items / best_block * function->module->gpu->device->compute_units)
                    : 0;
    return hipSuccess;
}

hipError_t hipModuleOccupancyMaxActiveBlocksPerMultiprocessor(int *out, hipFunction_t function,
                                                              int block, size_t dynamic_lds)
{
    static const char name[] = "hipModuleOccupancyMaxActiveBlocksPerMultiprocessor";
    hipError_t error = function_check(function, name);
    return error ? error : active(out, function, block, dynamic_lds, name);
}

hipError_t hipModuleOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
    int *out, hipFunction_t function, int block, size_t dynamic_lds, unsigned int flags)
{
    hipError_t error =
        check_flags(flags, "hipModuleOccupancyMaxActiveBlocksPerMultiprocessorWithFlags");
    return error ? error
                 : hipModuleOccupancyMaxActiveBlocksPerMultiprocessor(out, function, block,
                                                                      dynamic_lds);
}

hipError_t hipModuleOccupancyMaxPotentialBlockSize(int *grid, int *block, hipFunction_t function,
                                                   size_t dynamic_lds, int limit)
{
    static const char name[] = "hipModuleOccupancyMaxPotentialBlockSize";
    hipError_t error = function_check(function, name);
    return error ? error : best(grid, block, function, dynamic_lds, limit, name);
}

hipError_t hipModuleOccupancyMaxPotentialBlockSizeWithFlags(int *grid, int *block,
                                                            hipFunction_t function,
                                                            size_t dynamic_lds, int limit,
                                                            unsigned int flags)
{
    hipError_t error = check_flags(flags, "hipModuleOccupancyMaxPotentialBlockSizeWithFlags");
    return error
               ? error
               : hipModuleOccupancyMaxPotentialBlockSize(grid, block, function, dynamic_lds, limit);
}

hipError_t hipOccupancyMaxActiveBlocksPerMultiprocessor(int *out, const void *symbol, int block,
                                                        size_t dynamic_lds)
{
    static const char name[] = "hipOccupancyMaxActiveBlocksPerMultiprocessor";
    struct ihipModuleSymbol_t *function;
    hipError_t error = function_find(symbol, NULL, name, &function);
    return error ? error : active(out, function, block, dynamic_lds, name);
}

hipError_t hipOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int *out, const void *symbol,
                                                                 int block, size_t dynamic_lds,
                                                                 unsigned int flags)
{
    hipError_t error = check_flags(flags, "hipOccupancyMaxActiveBlocksPerMultiprocessorWithFlags");
    return error ? error
                 : hipOccupancyMaxActiveBlocksPerMultiprocessor(out, symbol, block, dynamic_lds);
}

hipError_t hipOccupancyMaxPotentialBlockSize(int *grid, int *block, const void *symbol,
                                             size_t dynamic_lds, int limit)
{
    static const char name[] = "hipOccupancyMaxPotentialBlockSize";
    struct ihipModuleSymbol_t *function;
    hipError_t error = function_find(symbol, NULL, name, &function);
    return error ? error : best(grid, block, function, dynamic_lds, limit, name);
}

hipError_t hipOccupancyAvailableDynamicSMemPerBlock(size_t *out, const void *symbol, int blocks,
                                                    int block)
{
    static const char name[] = "hipOccupancyAvailableDynamicSMemPerBlock";
    struct ihipModuleSymbol_t *function;
    hipError_t error = function_find(symbol, NULL, name, &function);
    if (error)
        return error;
    if (!out || blocks <= 0 || block <= 0)
        return fail(hipErrorInvalidValue, "%s: there are no such blocks", name);
    const struct target_info *target = function->module->gpu->device->target.info;
    uint32_t each = target->lds_unit_bytes / (uint32_t)blocks;
    if (each > target->lds_bytes)
        each = target->lds_bytes;
    *out = each > function->kernel->group_segment ? each - function->kernel->group_segment : 0;
    return hipSuccess;
}

/* ---- The resources of a function ------------------------------------------------------------- */

/* Returns the bytes of LDS that a launch may add to the kernel's own; 0 if the kernel's own already
 * exceed the limit. */
static uint32_t most_dynamic_lds(const struct ihipModuleSymbol_t *function)
{
    const uint32_t all = function->module->gpu->device->target.info->lds_bytes,
                   own = function->kernel->group_segment;
    return all > own ? all - own : 0;
}

static void describe(const struct ihipModuleSymbol_t *function, struct hipFuncAttributes *out)
{
    const struct kernel *kernel = function->kernel;
    const struct target_info *target = function->module->gpu->device->target.info;
    int major, minor;
    properties_version(target, &major, &minor);
    *out = (struct hipFuncAttributes){
        .binaryVersion = major * 10 + minor,
        .localSizeBytes = kernel->private_segment,
        .maxDynamicSharedSizeBytes = (int)most_dynamic_lds(function),
        .maxThreadsPerBlock = (int)largest_block(kernel),
        .numRegs = (int)kernel->vgprs,
        .ptxVersion = major * 10 + minor,
        .sharedSizeBytes = kernel->group_segment,
    };
}

hipError_t hipFuncGetAttributes(struct hipFuncAttributes *out, const void *symbol)
{
    struct ihipModuleSymbol_t *function;
    if (!out)
        return fail(hipErrorInvalidValue, "hipFuncGetAttributes: the output pointer is null");
    hipError_t error = function_find(symbol, NULL, "hipFuncGetAttributes", &function);
    if (!error)
        describe(function, out);
    return error;
}

hipError_t hipFuncGetAttribute(int *out, hipFunction_attribute attribute, hipFunction_t function)
{
    struct hipFuncAttributes all;
    hipError_t error = function_check(function, "hipFuncGetAttribute");
    if (error)
        return error;
    if (!out)
        return fail(hipErrorInvalidValue, "hipFuncGetAttribute: the output pointer is null");
    describe(function, &all);
    switch (attribute) {
    case HIP_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK: *out = all.maxThreadsPerBlock; break;
    case HIP_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES: *out = (int)all.sharedSizeBytes; break;
    case HIP_FUNC_ATTRIBUTE_CONST_SIZE_BYTES: *out = 0; break;
    case HIP_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES: *out = (int)all.localSizeBytes; break;
    case HIP_FUNC_ATTRIBUTE_NUM_REGS: *out = all.numRegs; break;
    case HIP_FUNC_ATTRIBUTE_PTX_VERSION: *out = all.ptxVersion; break;
    case HIP_FUNC_ATTRIBUTE_BINARY_VERSION: *out = all.binaryVersion; break;
    case HIP_FUNC_ATTRIBUTE_CACHE_MODE_CA: *out = 0; break;
    case HIP_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES:
        *out = all.maxDynamicSharedSizeBytes;
        break;
    case HIP_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT: *out = 0; break;
    default:
        return fail(hipErrorInvalidValue, "hipFuncGetAttribute: there is no attribute %d",
                    (int)attribute);
    }
    return hipSuccess;
}

/* Only checks the values: the attributes have no effect, because LDS and caches are separate. */
hipError_t hipFuncSetAttribute(const void *symbol, hipFuncAttribute attribute, int value)
{
    struct ihipModuleSymbol_t *function;
    hipError_t error = function_find(symbol, NULL, "hipFuncSetAttribute", &function);
    if (error)
        return error;
    if (attribute != hipFuncAttributeMaxDynamicSharedMemorySize &&
        attribute != hipFuncAttributePreferredSharedMemoryCarveout)
        return fail(hipErrorInvalidValue, "hipFuncSetAttribute: there is no attribute %d",
                    (int)attribute);
    if (attribute == hipFuncAttributeMaxDynamicSharedMemorySize &&
        (value < 0 || (uint32_t)value > most_dynamic_lds(function)))
        return fail(hipErrorInvalidValue,
                    "hipFuncSetAttribute: %d bytes of dynamic LDS, and kernel '%s' can have %u",
                    value, function->kernel->name, most_dynamic_lds(function));
    return hipSuccess;
}

hipError_t hipFuncSetCacheConfig(const void *symbol, hipFuncCache_t config)
{
    struct ihipModuleSymbol_t *function;
    (void)config;
    return function_find(symbol, NULL, "hipFuncSetCacheConfig", &function);
}

hipError_t hipFuncSetSharedMemConfig(const void *symbol, hipSharedMemConfig config)
{
    struct ihipModuleSymbol_t *function;
    (void)config;
    return function_find(symbol, NULL, "hipFuncSetSharedMemConfig", &function);
}
