/* Occupancy: how many waves of a kernel a SIMD holds at a time.
 *
 * A workgroup of n waves runs on a unit (a CU; in WGP mode a WGP) of s SIMDs. The following limits
 * bound the waves or the workgroups:
 *
 * - hardware: the wave slots of a SIMD, and the unit's barriers: one for each workgroup of two or
 *   more waves;
 * - VGPRs: the registers of a SIMD, divided by those of a wave rounded up to the allocation unit;
 * - SGPRs: likewise, where waves share them (before RDNA);
 * - LDS: that of the unit, divided by that of a workgroup rounded up to the allocation unit;
 * - workgroup: the n waves of a workgroup start and end together.
 *
 * So workgroups = s * slots / n, where slots is the least number of waves that hardware, VGPRs and
 * SGPRs allow a SIMD; but not more workgroups than there are barriers and LDS for. The occupancy is
 * workgroups * n / s, rounded up. Not considered are scratch, the registers of a trap handler, and
 * modes that only the runtime can choose (CDNA's workgroups split over CUs, dynamic VGPRs).
 *
 * A wave gets the registers that the kernel descriptor asks for. These may be more than the kernel
 * uses: a compiler that knows that few waves fit (amdgpu_waves_per_eu, LDS) asks for all registers
 * that these waves can have. The metadata say how many registers the kernel uses; the greater of
 * the two numbers counts. If VGPRs and AGPRs share a register file (CDNA2 and later), .vgpr_count
 * and the descriptor include the AGPRs. If VGPRs and AGPRs have a register file each (CDNA), a wave
 * gets as many AGPRs as VGPRs.
 *
 * Sources: the usage guide, "compute_pgm_rsrc1" and "Code Object Metadata", for what the counts
 * mean; LLVM's AMDGPUBaseInfo and AMDGPUSubtarget for the formula; targets.c for the numbers. The
 * result here is less than the compiler's "; Occupancy:" where the compiler
 * - takes the least of the limits without asking whether whole workgroups fill it;
 * - divides 800 SGPRs by those used, not by those allocated, 16 at a time (81 to 88, 97 to 100);
 * - divides the LDS by the bytes used, not by those allocated;
 * - prints 1 for a kernel that cannot run.
 * ROCm's runtime rounds SGPRs in the same way (hipOccupancyMaxActiveBlocksPerMultiprocessor).
 */
#include "occupancy.h"

enum {
    /* the most work-items of a workgroup: see ".max_flat_workgroup_size" in the usage guide */
    MAX_WORKGROUP = 1024,

    /* Fields of compute_pgm_rsrc1. Each field is a number of allocation blocks of registers, minus
     * 1. */
    /* the mask of the field GRANULATED_WORKITEM_VGPR_COUNT; see |vgpr_block| of the target */
    VGPR_BLOCKS = 0x3f,
    SGPR_BLOCKS_SHIFT = 6,
    SGPR_BLOCKS = 0xf, /* the mask of the field GRANULATED_WAVEFRONT_SGPR_COUNT */
    SGPR_BLOCK = 8,
    WGP_MODE = 1 << 29,
};

static uint64_t min(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

static uint64_t max(uint64_t a, uint64_t b)
{
    return a > b ? a : b;
}

static uint64_t divide_up(uint64_t a, uint64_t b)
{
    return a / b + (a % b != 0);
}

/* Returns how many pieces of |size| fit into |total|, if each piece is rounded up to |granule|. */
static uint64_t fit(uint64_t total, uint64_t size, uint64_t granule)
{
    return size ? total / (divide_up(size, granule) * granule) : UINT64_MAX;
}

/* ---- Waves of a SIMD that its registers allow ----------------------------------------------- */

static uint64_t vgpr_waves(const struct kernel *kernel, const struct target_info *target,
                           uint32_t wave_size)
{
    const uint32_t ratio = wave_size / target->wave_size;
    uint64_t blocks = (kernel->descriptor.rsrc1 & VGPR_BLOCKS) + 1;
    uint64_t count = max(max(kernel->vgprs, kernel->agprs), blocks * target->vgpr_block / ratio);
    return fit(target->vgprs / ratio, count, target->vgpr_granule / ratio);
}

static uint64_t sgpr_waves(const struct kernel *kernel, const struct target_info *target)
{
    if (!target->sgprs)
        return UINT64_MAX;
    uint64_t blocks = (kernel->descriptor.rsrc1 >> SGPR_BLOCKS_SHIFT & SGPR_BLOCKS) + 1;
    uint64_t count = max(kernel->sgprs, blocks * SGPR_BLOCK);
    return fit(target->sgprs, count, target->sgpr_granule);
}

/* ---- Workgroups of a unit ------------------------------------------------------------------- */

/* Returns the work-items that the kernel requires a workgroup to have, or 0. */
static uint32_t required_workgroup(const struct kernel *kernel)
{
    const uint32_t *sides = kernel->required_workgroup;
    uint64_t area = min((uint64_t)sides[0] * sides[1], UINT32_MAX);
    return (uint32_t)min(area * sides[2], UINT32_MAX);
}

static uint32_t largest_workgroup(const struct kernel *kernel)
{
    return kernel->max_workgroup ? (uint32_t)min(kernel->max_workgroup, MAX_WORKGROUP)
                                 : MAX_WORKGROUP;
}

static bool workgroup_is_allowed(const struct kernel *kernel, uint32_t workgroup)
{
    uint32_t required = required_workgroup(kernel);
    return workgroup <= largest_workgroup(kernel) && (!required || workgroup == required);
}

static bool has_wave_size(const struct target_info *target, uint32_t wave_size)
{
    return (wave_size == 32 && target->has_wave32) || (wave_size == 64 && target->has_wave64);
}

/* The resources of a unit, and those that a workgroup takes. */
struct launch {
    /* how many slots for waves each SIMD has, and how many SIMDs the unit has */
    uint64_t slots, simds;
    uint64_t waves; /* how many waves a workgroup has */
    /* how many workgroups the barriers allow, and how many LDS allows */
    uint64_t barrier_workgroups, lds_workgroups;
};

static struct launch plan_launch(const struct kernel *kernel, const struct target_info *target,
                                 uint32_t waves, uint32_t dynamic_lds)
{
    /* In CU mode a workgroup can use only half of a WGP. */
    const bool is_half = target->has_wgp_mode && !(kernel->descriptor.rsrc1 & WGP_MODE);
    const uint32_t share = is_half ? 2 : 1;
    const uint64_t lds = (uint64_t)kernel->group_segment + dynamic_lds;
    return (struct launch){
        .slots = target->waves,
        .simds = target->simds / share,
        .waves = waves,
        .barrier_workgroups = waves > 1 ? target->workgroups / share : UINT64_MAX,
        .lds_workgroups = lds > target->lds_bytes
                              ? 0
                              : fit(target->lds_unit_bytes / share, lds, target->lds_granule),
    };
}

/* Returns how many waves the fullest SIMD has with this many workgroups, if there are enough
 * slots. */
static uint64_t waves_of(const struct launch *launch, uint64_t workgroups)
{
    /* Products here do not overflow. */
    workgroups = min(workgroups, launch->slots * launch->simds);
    return min(launch->slots, divide_up(workgroups * launch->waves, launch->simds));
}

struct occupancy occupancy_of(const struct kernel *kernel, const struct target_info *target,
                              uint32_t workgroup, uint32_t dynamic_lds)
{
    struct occupancy result = {0};
    const uint32_t wave_size = kernel->wave_size ? kernel->wave_size : target->wave_size;
    if (!has_wave_size(target, wave_size))
        return result;
    if (!workgroup)
        workgroup = required_workgroup(kernel);
    if (!workgroup)
        workgroup = largest_workgroup(kernel);

    const struct launch launch =
        plan_launch(kernel, target, (uint32_t)divide_up(workgroup, wave_size), dynamic_lds);
    uint64_t waves[OCCUPANCY_LIMITS] = {
        [OCCUPANCY_BY_HARDWARE] = waves_of(&launch, launch.barrier_workgroups),
        [OCCUPANCY_BY_VGPRS] = min(launch.slots, vgpr_waves(kernel, target, wave_size)),
        [OCCUPANCY_BY_SGPRS] = min(launch.slots, sgpr_waves(kernel, target)),
        [OCCUPANCY_BY_LDS] = waves_of(&launch, launch.lds_workgroups),
    };
    if (workgroup_is_allowed(kernel, workgroup)) {
        uint64_t slots = min(waves[OCCUPANCY_BY_VGPRS], waves[OCCUPANCY_BY_SGPRS]);
        uint64_t whole = slots * launch.simds / launch.waves;
        waves[OCCUPANCY_BY_WORKGROUP] =
            waves_of(&launch, min(whole, min(launch.barrier_workgroups, launch.lds_workgroups)));
    }

    result.waves = (unsigned)waves[OCCUPANCY_BY_WORKGROUP];
    for (int i = OCCUPANCY_LIMITS; i-- > 0;) {
        result.limit_waves[i] = (unsigned)waves[i];
        if (waves[i] <= result.waves)
            result.limit = (enum occupancy_limit)i;
    }
    return result;
}

const char *occupancy_limit_name(enum occupancy_limit limit)
{
    static const char *const names[OCCUPANCY_LIMITS] = {
        [OCCUPANCY_BY_HARDWARE] = "hardware",
        [OCCUPANCY_BY_VGPRS] = "VGPRs",
        [OCCUPANCY_BY_SGPRS] = "SGPRs",
        [OCCUPANCY_BY_LDS] = "LDS",
        [OCCUPANCY_BY_WORKGROUP] = "workgroup size",
    };
    return names[limit];
}
