/* Properties and attributes of devices, as the drivers of real chips report them.
 * hipGetDeviceProperties() fills one of two structures, that of HIP 5 or that of HIP 6 and 7, with
 * the values that hipDeviceGetAttribute() returns one by one. */
#include "properties.h"

#include "picture.h"

#include <stddef.h>
#include <stdio.h>
#include <string.h>

/* Checks the offsets that programs compiled against HIP 6 and 7 use. */
_Static_assert(sizeof(struct properties_r0600) == 1472, "hipDeviceProp_t since HIP 6.0");
_Static_assert(offsetof(struct properties_r0600, total_global_mem) == 288, "likewise");
_Static_assert(offsetof(struct properties_r0600, major) == 360, "likewise");
_Static_assert(offsetof(struct properties_r0600, max_surface_1d) == 512, "likewise");
_Static_assert(offsetof(struct properties_r0600, pci_bus_id) == 584, "likewise");
_Static_assert(offsetof(struct properties_r0600, cooperative_launch) == 688, "likewise");
_Static_assert(offsetof(struct properties_r0600, memory_pools_supported) == 744, "likewise");
_Static_assert(offsetof(struct properties_r0600, gcn_arch_name) == 1160, "likewise");
_Static_assert(offsetof(struct properties_r0600, arch) == 1428, "likewise");
_Static_assert(offsetof(struct properties_r0600, asic_revision) == 1468, "likewise");

/* Attributes that HIP 5.2's header lacks. */
enum {
    ATTRIBUTE_VIRTUAL_MEMORY = 89,
    ATTRIBUTE_HOST_REGISTER = 90,
    ATTRIBUTE_POOL_HANDLE_TYPES = 91,
    ATTRIBUTE_HOST_NUMA_ID = 92,
    ATTRIBUTE_DMA_BUF = 93,
    ATTRIBUTE_RDMA_OF_MAPPED_MEMORY = 94,
    ATTRIBUTE_FABRIC_HANDLES = 95,
    ATTRIBUTE_WALL_CLOCK_RATE = 10017,
    ATTRIBUTE_XCCS = 10018,
    ATTRIBUTE_VGPRS_PER_THREAD = 10019,
    ATTRIBUTE_PCI_CHIP = 10020,
    ATTRIBUTE_EXPERT_SCHEDULING = 10021,
    ATTRIBUTE_PREFETCH_REGIONS = 10022,
};

enum {
    /* the size that is reported for constant memory, which is ordinary memory here */
    CONSTANT_BYTES = 2147483647,
    ALIGNMENT = 256,
    WALL_CLOCK_KHZ = 100000, /* the rate at which s_memrealtime and its successors count here */
};

void properties_version(const struct target_info *target, int *out_major, int *out_minor)
{
    const char *digits = target->processor + 3;
    size_t count = strlen(digits);
    *out_major = 0;
    *out_minor = 0;
    if (count < 3)
        return;
    for (size_t i = 0; i < count - 2; i++)
        *out_major = *out_major * 10 + (digits[i] - '0');
    *out_minor = digits[count - 2] - '0';
}

/* ---- Attributes of devices ------------------------------------------------------------------- */

static int waves_per_unit(const struct device *device)
{
    const struct target_info *target = device->target.info;
    return target->simds * target->waves;
}

/* Returns the number of 32-bit registers that the SIMDs of a compute unit have. */
static int registers(const struct device *device)
{
    const struct target_info *target = device->target.info;
    return target->simds * target->vgprs * target->wave_size;
}

static int clamp_to_int(uint64_t value)
{
    return value > 0x7fffffff ? 0x7fffffff : (int)value;
}

/* Finds the value of an attribute. False when the attribute is unknown. */
static bool attribute_of(const struct device *device, int attribute, int *out)
{
    const struct target_info *target = device->target.info;
    int major, minor;
    properties_version(target, &major, &minor);
    switch (attribute) {
    case hipDeviceAttributeEccEnabled: *out = target->has_sramecc; break;
    case hipDeviceAttributeComputeCapabilityMajor: *out = major; break;
    case hipDeviceAttributeComputeCapabilityMinor: *out = minor; break;
    case hipDeviceAttributeAsyncEngineCount: *out = 2; break;
    case hipDeviceAttributeCanMapHostMemory:
    case hipDeviceAttributeCanUseHostPointerForRegisteredMem:
    case hipDeviceAttributeConcurrentKernels:
    case hipDeviceAttributeCooperativeLaunch:
    case hipDeviceAttributeCooperativeMultiDeviceLaunch:
    case hipDeviceAttributeCooperativeMultiDeviceUnmatchedFunc:
    case hipDeviceAttributeCooperativeMultiDeviceUnmatchedGridDim:
    case hipDeviceAttributeCooperativeMultiDeviceUnmatchedBlockDim:
    case hipDeviceAttributeCooperativeMultiDeviceUnmatchedSharedMem:
    case hipDeviceAttributeDeviceOverlap:
    case hipDeviceAttributeManagedMemory:
    case hipDeviceAttributeConcurrentManagedAccess:
    case hipDeviceAttributeGlobalL1CacheSupported:
    case hipDeviceAttributeLocalL1CacheSupported:
    case hipDeviceAttributeHostNativeAtomicSupported:
    case hipDeviceAttributeStreamPrioritiesSupported:
    case hipDeviceAttributeUnifiedAddressing:
    case hipDeviceAttributeMemoryPoolsSupported:
    case ATTRIBUTE_VIRTUAL_MEMORY:
    /* The answer 1 means that handles are POSIX file descriptors. */
    case ATTRIBUTE_POOL_HANDLE_TYPES:
    case hipDeviceAttributeIsLargeBar:
    case hipDeviceAttributeCanUseStreamWaitValue:
    case hipDeviceAttributeFineGrainSupport:
    case ATTRIBUTE_HOST_REGISTER:
    case ATTRIBUTE_XCCS: *out = 1; break;
    case hipDeviceAttributeAccessPolicyMaxWindowSize:
    case hipDeviceAttributeComputeMode:
    case hipDeviceAttributeComputePreemptionSupported:
    case hipDeviceAttributeDirectManagedMemAccessFromHost:
    case hipDeviceAttributeIntegrated:
    case hipDeviceAttributeIsMultiGpuBoard:
    case hipDeviceAttributeMultiGpuBoardGroupID:
    case hipDeviceAttributeKernelExecTimeout:
    case hipDeviceAttributePageableMemoryAccess:
    case hipDeviceAttributePageableMemoryAccessUsesHostPageTables:
    case hipDeviceAttributePersistingL2CacheMaxSize:
    case hipDeviceAttributeReservedSharedMemPerBlock:
    case hipDeviceAttributeTccDriver:
    case hipDeviceAttributeLuid:
    case hipDeviceAttributeLuidDeviceNodeMask:
    case hipDeviceAttributeAsicRevision:
    case ATTRIBUTE_HOST_NUMA_ID:
    case ATTRIBUTE_DMA_BUF:
    case ATTRIBUTE_RDMA_OF_MAPPED_MEMORY:
    case ATTRIBUTE_FABRIC_HANDLES:
    case ATTRIBUTE_EXPERT_SCHEDULING:
    case ATTRIBUTE_PREFETCH_REGIONS: *out = 0; break;
    case hipDeviceAttributeImageSupport: *out = picture_is_known(device); break;
    case hipDeviceAttributeClockRate: *out = (int)device->clock_khz; break;
    case hipDeviceAttributeMemoryClockRate: *out = (int)device->memory_clock_khz; break;
    case hipDeviceAttributeClockInstructionRate:
    case ATTRIBUTE_WALL_CLOCK_RATE: *out = WALL_CLOCK_KHZ; break;
    case hipDeviceAttributeMemoryBusWidth: *out = (int)device->bus_width; break;
    case hipDeviceAttributeL2CacheSize: *out = (int)device->l2_bytes; break;
    case hipDeviceAttributeMaxBlocksPerMultiProcessor: *out = waves_per_unit(device); break;
    case hipDeviceAttributeMaxThreadsPerBlock:
    case hipDeviceAttributeMaxThreadsDim:
    case hipDeviceAttributeMaxBlockDimX:
    case hipDeviceAttributeMaxBlockDimY:
    case hipDeviceAttributeMaxBlockDimZ: *out = BLOCK_MAX; break;
    case hipDeviceAttributeMaxGridDimX: *out = 0x7fffffff; break;
    case hipDeviceAttributeMaxGridDimY:
    case hipDeviceAttributeMaxGridDimZ: *out = hip_abi == 5 ? 0x7fffffff : 65536; break;
    case hipDeviceAttributeMaxThreadsPerMultiProcessor:
        *out = waves_per_unit(device) * target->wave_size;
        break;
    case hipDeviceAttributeMaxPitch: *out = 0x7fffffff; break;
    case hipDeviceAttributeMultiprocessorCount:
    case hipDeviceAttributePhysicalMultiProcessorCount: *out = (int)device->compute_units; break;
    case hipDeviceAttributePciBusId: *out = device->ordinal + 1; break;
    case hipDeviceAttributePciDeviceId:
    case hipDeviceAttributePciDomainID: *out = 0; break;
    case hipDeviceAttributeMaxRegistersPerBlock:
    case hipDeviceAttributeMaxRegistersPerMultiprocessor: *out = registers(device); break;
    case hipDeviceAttributeMaxSharedMemoryPerBlock:
    case hipDeviceAttributeSharedMemPerBlockOptin: *out = (int)target->lds_bytes; break;
    case hipDeviceAttributeSharedMemPerMultiprocessor:
    case hipDeviceAttributeMaxSharedMemoryPerMultiprocessor:
        *out = (int)target->lds_unit_bytes;
        break;
    case hipDeviceAttributeSingleToDoublePrecisionPerfRatio:
        *out = target->wave_size == 64 ? 2 : 16;
        break;
    case hipDeviceAttributeSurfaceAlignment:
    case hipDeviceAttributeTextureAlignment:
    case hipDeviceAttributeTexturePitchAlignment: *out = ALIGNMENT; break;
    case hipDeviceAttributeTotalConstantMemory: *out = CONSTANT_BYTES; break;
    case hipDeviceAttributeTotalGlobalMem: *out = clamp_to_int(device->memory_bytes); break;
    case hipDeviceAttributeWarpSize: *out = (int)device->wave_size; break;
    case hipDeviceAttributeMaxTexture1DWidth:
    case hipDeviceAttributeMaxTexture1DLinear:
    case hipDeviceAttributeMaxTexture1DMipmap:
    case hipDeviceAttributeMaxTexture1DLayered:
    case hipDeviceAttributeMaxSurface1D:
    case hipDeviceAttributeMaxSurface1DLayered: *out = TEXTURE_1D; break;
    case hipDeviceAttributeMaxTexture2DWidth:
    case hipDeviceAttributeMaxTexture2DHeight:
    case hipDeviceAttributeMaxTexture2DGather:
    case hipDeviceAttributeMaxTexture2DLayered:
    case hipDeviceAttributeMaxTexture2DLinear:
    case hipDeviceAttributeMaxTexture2DMipmap:
    case hipDeviceAttributeMaxTextureCubemap:
    case hipDeviceAttributeMaxTextureCubemapLayered:
    case hipDeviceAttributeMaxSurface2D:
    case hipDeviceAttributeMaxSurface2DLayered:
    case hipDeviceAttributeMaxSurface3D:
    case hipDeviceAttributeMaxSurfaceCubemap:
    case hipDeviceAttributeMaxSurfaceCubemapLayered: *out = TEXTURE_2D; break;
    case hipDeviceAttributeMaxTexture3DWidth:
    case hipDeviceAttributeMaxTexture3DHeight:
    case hipDeviceAttributeMaxTexture3DAlt: *out = TEXTURE_3D_XY; break;
    case hipDeviceAttributeMaxTexture3DDepth: *out = TEXTURE_3D_Z; break;
    case ATTRIBUTE_VGPRS_PER_THREAD: *out = 256; break;
    case ATTRIBUTE_PCI_CHIP: *out = (int)device->pci_chip; break;
    default: return false;
    }
    return true;
}

hipError_t hipDeviceGetAttribute(int *out, hipDeviceAttribute_t attribute, int ordinal)
{
    const struct gpu *gpu = gpu_at(ordinal);
    if (!gpu)
        return fail_device("hipDeviceGetAttribute", ordinal);
    if (!out)
        return fail(hipErrorInvalidValue, "hipDeviceGetAttribute: the output pointer is null");
    if (attribute == hipDeviceAttributeHdpMemFlushCntl ||
        attribute == hipDeviceAttributeHdpRegFlushCntl) {
        /* The attribute is the address of a register. Devices here do not have this register: the
         * answer is NULL. */
        memset(out, 0, sizeof(void *));
        return hipSuccess;
    }
    if (!attribute_of(gpu->device, (int)attribute, out))
        return fail(hipErrorInvalidValue, "hipDeviceGetAttribute: there is no attribute %d",
                    (int)attribute);
    return hipSuccess;
}

/* ---- Properties of devices ------------------------------------------------------------------- */

static int get(const struct device *device, hipDeviceAttribute_t attribute)
{
    int value = 0;
    attribute_of(device, (int)attribute, &value);
    return value;
}

static hipDeviceArch_t features(void)
{
    return (hipDeviceArch_t){
        .hasGlobalInt32Atomics = 1,
        .hasGlobalFloatAtomicExch = 1,
        .hasSharedInt32Atomics = 1,
        .hasSharedFloatAtomicExch = 1,
        .hasFloatAtomicAdd = 1,
        .hasGlobalInt64Atomics = 1,
        .hasSharedInt64Atomics = 1,
        .hasDoubles = 1,
        .hasWarpVote = 1,
        .hasWarpBallot = 1,
        .hasWarpShuffle = 1,
        .hasThreadFenceSystem = 1,
        .has3dGrid = 1,
    };
}

static void fill_r0000(const struct device *device, hipDeviceProp_t *out)
{
    int grid = get(device, hipDeviceAttributeMaxGridDimY);
    *out = (hipDeviceProp_t){
        .totalGlobalMem = device->memory_bytes,
        .sharedMemPerBlock = device->target.info->lds_bytes,
        .regsPerBlock = get(device, hipDeviceAttributeMaxRegistersPerBlock),
        .warpSize = (int)device->wave_size,
        .maxThreadsPerBlock = BLOCK_MAX,
        .maxThreadsDim = {BLOCK_MAX, BLOCK_MAX, BLOCK_MAX},
        .maxGridSize = {0x7fffffff, grid, grid},
        .clockRate = (int)device->clock_khz,
        .memoryClockRate = (int)device->memory_clock_khz,
        .memoryBusWidth = (int)device->bus_width,
        .totalConstMem = CONSTANT_BYTES,
        .multiProcessorCount = (int)device->compute_units,
        .l2CacheSize = (int)device->l2_bytes,
        .maxThreadsPerMultiProcessor = get(device, hipDeviceAttributeMaxThreadsPerMultiProcessor),
        .clockInstructionRate = WALL_CLOCK_KHZ,
        .arch = features(),
        .concurrentKernels = 1,
        .pciBusID = get(device, hipDeviceAttributePciBusId),
        .maxSharedMemoryPerMultiProcessor = device->target.info->lds_unit_bytes,
        .canMapHostMemory = 1,
        .cooperativeLaunch = 1,
        .cooperativeMultiDeviceLaunch = 1,
        .cooperativeMultiDeviceUnmatchedFunc = 1,
        .cooperativeMultiDeviceUnmatchedGridDim = 1,
        .cooperativeMultiDeviceUnmatchedBlockDim = 1,
        .cooperativeMultiDeviceUnmatchedSharedMem = 1,
        .maxTexture1DLinear = TEXTURE_1D,
        .maxTexture1D = TEXTURE_1D,
        .maxTexture2D = {TEXTURE_2D, TEXTURE_2D},
        .maxTexture3D = {TEXTURE_3D_XY, TEXTURE_3D_XY, TEXTURE_3D_Z},
        .memPitch = 0x7fffffff,
        .textureAlignment = ALIGNMENT,
        .texturePitchAlignment = ALIGNMENT,
        .ECCEnabled = get(device, hipDeviceAttributeEccEnabled),
        .isLargeBar = 1,
        .managedMemory = 1,
        .concurrentManagedAccess = 1,
    };
    properties_version(device->target.info, &out->major, &out->minor);
    /* Computes the number of the processor: gfx90a becomes 910, because the digits have base 10 and
     * the "a" counts as 10. */
    const char *digits = device->target.info->processor + 3;
    char last = digits[strlen(digits) - 1];
    out->gcnArch = out->major * 100 + out->minor * 10 + (last > '9' ? last - 'a' + 10 : last - '0');
    snprintf(out->name, sizeof out->name, "%s", device->name);
    target_id_print(&device->target, out->gcnArchName);
}

static void fill_r0600(const struct gpu *gpu, struct properties_r0600 *out)
{
    const struct device *device = gpu->device;
    const struct target_info *target = device->target.info;
    int grid = get(device, hipDeviceAttributeMaxGridDimY);
    *out = (struct properties_r0600){
        .total_global_mem = device->memory_bytes,
        .shared_mem_per_block = target->lds_bytes,
        .regs_per_block = get(device, hipDeviceAttributeMaxRegistersPerBlock),
        .warp_size = (int)device->wave_size,
        .mem_pitch = 0x7fffffff,
        .max_threads_per_block = BLOCK_MAX,
        .max_threads_dim = {BLOCK_MAX, BLOCK_MAX, BLOCK_MAX},
        .max_grid_size = {0x7fffffff, grid, grid},
        .clock_rate = (int)device->clock_khz,
        .total_const_mem = CONSTANT_BYTES,
        .texture_alignment = ALIGNMENT,
        .texture_pitch_alignment = ALIGNMENT,
        .device_overlap = 1,
        .multi_processor_count = (int)device->compute_units,
        .can_map_host_memory = 1,
        .max_texture_1d = TEXTURE_1D,
        .max_texture_1d_mipmap = TEXTURE_1D,
        .max_texture_1d_linear = TEXTURE_1D,
        .max_texture_2d = {TEXTURE_2D, TEXTURE_2D},
        .max_texture_3d = {TEXTURE_3D_XY, TEXTURE_3D_XY, TEXTURE_3D_Z},
        .surface_alignment = ALIGNMENT,
        .concurrent_kernels = 1,
        .ecc_enabled = get(device, hipDeviceAttributeEccEnabled),
        .pci_bus_id = get(device, hipDeviceAttributePciBusId),
        .async_engine_count = get(device, hipDeviceAttributeAsyncEngineCount),
        .unified_addressing = 1,
        .memory_clock_rate = (int)device->memory_clock_khz,
        .memory_bus_width = (int)device->bus_width,
        .l2_cache_size = (int)device->l2_bytes,
        .max_threads_per_multi_processor =
            get(device, hipDeviceAttributeMaxThreadsPerMultiProcessor),
        .stream_priorities_supported = 1,
        .global_l1_cache_supported = 1,
        .local_l1_cache_supported = 1,
        .shared_mem_per_multiprocessor = target->lds_unit_bytes,
        .regs_per_multiprocessor = get(device, hipDeviceAttributeMaxRegistersPerMultiprocessor),
        .managed_memory = 1,
        .host_native_atomic_supported = 1,
        .single_to_double_precision_perf_ratio =
            get(device, hipDeviceAttributeSingleToDoublePrecisionPerfRatio),
        .concurrent_managed_access = 1,
        .can_use_host_pointer_for_registered_mem = 1,
        .cooperative_launch = 1,
        .cooperative_multi_device_launch = 1,
        .cooperative_multi_device_unmatched_func = 1,
        .cooperative_multi_device_unmatched_grid_dim = 1,
        .cooperative_multi_device_unmatched_block_dim = 1,
        .cooperative_multi_device_unmatched_shared_mem = 1,
        .shared_mem_per_block_optin = target->lds_bytes,
        .max_blocks_per_multi_processor = get(device, hipDeviceAttributeMaxBlocksPerMultiProcessor),
        .host_register_supported = 1,
        .memory_pools_supported = 1,
        .unified_function_pointers = 1,
        .max_shared_memory_per_multi_processor = target->lds_unit_bytes,
        .clock_instruction_rate = WALL_CLOCK_KHZ,
        .arch = features(),
        .is_large_bar = 1,
    };
    properties_version(target, &out->major, &out->minor);
    snprintf(out->name, sizeof out->name, "%s", device->name);
    target_id_print(&device->target, out->gcn_arch_name);
    hipDeviceGetUuid(&out->uuid, gpu->ordinal);
}

hipError_t hipGetDevicePropertiesR0000(hipDeviceProp_t *out, int ordinal)
{
    const struct gpu *gpu = gpu_at(ordinal);
    if (!gpu)
        return fail_device("hipGetDeviceProperties", ordinal);
    if (!out)
        return fail(hipErrorInvalidValue, "hipGetDeviceProperties: the output pointer is null");
    fill_r0000(gpu->device, out);
    return hipSuccess;
}

/* Programs compiled against HIP 6 or later call hipGetDevicePropertiesR0600() instead. */
hipError_t hipGetDeviceProperties(hipDeviceProp_t *out, int ordinal)
{
    return hipGetDevicePropertiesR0000(out, ordinal);
}

hipError_t hip_get_device_properties_r0600(void *out, int ordinal)
{
    const struct gpu *gpu = gpu_at(ordinal);
    if (!gpu)
        return fail_device("hipGetDeviceProperties", ordinal);
    if (!out)
        return fail(hipErrorInvalidValue, "hipGetDeviceProperties: the output pointer is null");
    fill_r0600(gpu, out);
    return hipSuccess;
}

/* ---- Choosing a device ---------------------------------------------------------------------- */

/* The properties that a program requires, from either structure; 0 means that any value will do. */
struct requirements {
    size_t memory;
    int major, minor, units, threads;
};

static int choose(const struct requirements *required)
{
    int best = 0, best_score = -1;
    for (int i = 0; (unsigned)i < gpu_count(); i++) {
        const struct device *device = gpu_at(i)->device;
        int major, minor;
        properties_version(device->target.info, &major, &minor);
        int score = (required->memory <= device->memory_bytes) + (required->major <= major) +
                    (required->minor <= minor) + (required->units <= (int)device->compute_units) +
                    (required->threads <= BLOCK_MAX);
        if (score > best_score) {
            best = i;
            best_score = score;
        }
    }
    return best;
}

static hipError_t choose_device(int *out, const struct requirements *required)
{
    if (gpu_count() == 0)
        return fail_device("hipChooseDevice", 0);
    *out = choose(required);
    return hipSuccess;
}

hipError_t hipChooseDeviceR0000(int *out, const hipDeviceProp_t *wanted)
{
    if (!out || !wanted)
        return fail(hipErrorInvalidValue, "hipChooseDevice: a null pointer");
    return choose_device(out, &(struct requirements){wanted->totalGlobalMem, wanted->major,
                                                     wanted->minor, wanted->multiProcessorCount,
                                                     wanted->maxThreadsPerBlock});
}

hipError_t hipChooseDevice(int *out, const hipDeviceProp_t *wanted)
{
    return hipChooseDeviceR0000(out, wanted);
}

hipError_t hip_choose_device_r0600(int *out, const void *properties)
{
    const struct properties_r0600 *wanted = properties;
    if (!out || !wanted)
        return fail(hipErrorInvalidValue, "hipChooseDevice: a null pointer");
    return choose_device(out, &(struct requirements){wanted->total_global_mem, wanted->major,
                                                     wanted->minor, wanted->multi_processor_count,
                                                     wanted->max_threads_per_block});
}
