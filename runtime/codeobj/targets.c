/* The target table: every AMDGPU processor and generic target that LLVM 15 to 24 know for amdhsa.
 *
 * Sources of names, EF_AMDGPU_MACH, generic targets, and what version 2 can name: LLVM's AMDGPU
 * usage guide, sections "Processors", "Generic processors", "Header" and "Code Object V2". The
 * features here are those that a target ID may name; a processor with a fixed XNACK lacks that
 * feature. The features of gfx125* are always on, but compilers still accept their names in a
 * target ID: clang 23 accepts sramecc, and the snapshot of clang 24 accepts xnack.
 *
 * Registers, waves, SIMDs, workgroups: LLVM's AMDGPUBaseInfo (getVGPRAllocGranule,
 * getTotalNumVGPRs, getSGPRAllocGranule, getTotalNumSGPRs, getMaxWavesPerEU, getEUsPerCU,
 * getMaxWorkGroupsPerCU), checked against the occupancy that clang prints for kernels of known size
 * (clang 24 for gfx1154, gfx117* and gfx1310).
 *
 * LDS: getAddressableLocalMemorySize and getLocalMemorySize, except that a CU of GCN1 has 64 KiB,
 * of which a workgroup may have half (Mesa's ac_gpu_info; LLVM counts only this half). The granule
 * is the hardware's allocation unit, which from RDNA2 on is coarser than the unit of the kernel
 * descriptor: 1024 bytes against 512 (Mesa, lds_alloc_granularity). CDNA4 has 1280, CDNA5 2048
 * (usage guide, GRANULATED_LDS_SIZE). Up to RDNA4, a workgroup has at most the LDS of a CU. On
 * RDNA5 a workgroup can have the LDS of a WGP: clang 24 allows 192 KiB, and 96 KiB in CU mode. The
 * allocation unit of RDNA5 is not published; RDNA2's is assumed.
 *
 * A generic target has the least resources of all its processors, and the coarsest allocation unit.
 */
#include "internal.h"

#include <string.h>

#define KIB 1024u

/* |name| is the processor's name without "gfx", and also the version of the processor's device
 * library. */
#define GFX(name) .processor = "gfx" name, .isa_version = name

#define XNACK         .has_xnack = true
#define SRAMECC_XNACK .has_sramecc = true, .has_xnack = true
#define ALWAYS_ON     SRAMECC_XNACK, .features_are_on = true

#define WAVE64       .wave_size = 64, .has_wave64 = true
#define WAVE32       .wave_size = 32, .has_wave32 = true
#define WAVE32_OR_64 WAVE32, .has_wave64 = true

/* The registers of a SIMD, their allocation unit, and the unit in the kernel descriptor. */
#define VGPRS(count, unit, block) .vgprs = (count), .vgpr_granule = (unit), .vgpr_block = (block)
#define SGPRS(count, unit)        .sgprs = (count), .sgpr_granule = (unit)

/* The waves of a SIMD, and whether a workgroup runs on a CU or a WGP. */
#define CU(wave_count)  .waves = (wave_count), .simds = 4, .workgroups = 16
#define WGP(wave_count) .waves = (wave_count), .has_wgp_mode = true, .simds = 4, .workgroups = 32

/* LDS: KiB that a workgroup may have, KiB of the CU or WGP, bytes of the allocation unit. */
#define LDS(workgroup, unit, granule)                                                              \
    .lds_bytes = (workgroup)*KIB, .lds_unit_bytes = (unit)*KIB, .lds_granule = (granule)

#define NAMED_BARRIERS .has_named_barriers = true

/* Resources that all processors of a family have. */
#define GCN   WAVE64, VGPRS(256, 4, 4), CU(10)
#define GCN1  .family = "GCN1", GCN, SGPRS(512, 8), LDS(32, 64, 256)
#define GCN2  .family = "GCN2", GCN, SGPRS(512, 8), LDS(64, 64, 512)
#define GCN3  .family = "GCN3", GCN, SGPRS(800, 16), LDS(64, 64, 512)
#define GCN5  .family = "GCN5", GCN, SGPRS(800, 16), LDS(64, 64, 512)
#define CDNA1 .family = "CDNA", GCN, SGPRS(800, 16), LDS(64, 64, 512), .has_agprs = true

#define UNIFIED .has_agprs = true, .has_unified_vgprs = true
#define CDNA    WAVE64, VGPRS(512, 8, 8), UNIFIED, CU(8), SGPRS(800, 16)
#define CDNA2   .family = "CDNA2", CDNA, LDS(64, 64, 512)
#define CDNA3   .family = "CDNA3", CDNA, LDS(64, 64, 512)
/* what gfx942 and gfx950 have in common */
#define CDNA34 .family = "CDNA3", CDNA, LDS(64, 64, 1280)
#define CDNA4  .family = "CDNA4", CDNA, LDS(160, 160, 1280)
#define CDNA5                                                                                      \
    .family = "CDNA5", WAVE32, VGPRS(1024, 16, 16), CU(16), LDS(320, 320, 2048), NAMED_BARRIERS

#define VGPRS_1024 VGPRS(1024, 16, 8)
#define VGPRS_1536 VGPRS(1536, 24, 8)

#define RDNA1 .family = "RDNA", WAVE32_OR_64, VGPRS(1024, 8, 8), WGP(20), LDS(64, 128, 512)
#define RDNA2 .family = "RDNA2", WAVE32_OR_64, VGPRS_1024, WGP(16), LDS(64, 128, 1024)
#define RDNA4 .family = "RDNA4", WAVE32_OR_64, VGPRS_1536, WGP(16), LDS(64, 128, 1024)
/* RDNA3 and RDNA3.5 have no VGPRS here, because their processors differ: each processor adds
 * VGPRS_1024 or VGPRS_1536. */
#define RDNA3  .family = "RDNA3", WAVE32_OR_64, WGP(16), LDS(64, 128, 1024)
#define RDNA35 .family = "RDNA3.5", WAVE32_OR_64, WGP(16), LDS(64, 128, 1024)
#define RDNA4M .family = "RDNA4m", WAVE32_OR_64, VGPRS_1024, WGP(16), LDS(64, 128, 1024)
#define RDNA5                                                                                      \
    .family = "RDNA5", WAVE32_OR_64, VGPRS_1024, WGP(16), LDS(192, 192, 1024), NAMED_BARRIERS

#define SINCE(version)     .min_code_object = (version)
#define IN(generic_target) .generic = generic_target
#define GENERIC            .is_generic = true, SINCE(6)

/* The processors by version number; a generic target follows the processors that it contains. */
static const struct target_info targets[] = {
    {GFX("600"), .elf_mach = 0x20, GCN1, SINCE(2)},
    {GFX("601"), .elf_mach = 0x21, GCN1, SINCE(2)},
    {GFX("602"), .elf_mach = 0x3a, GCN1, SINCE(2)},

    {GFX("700"), .elf_mach = 0x22, GCN2, SINCE(2)},
    {GFX("701"), .elf_mach = 0x23, GCN2, SINCE(2)},
    {GFX("702"), .elf_mach = 0x24, GCN2, SINCE(2)},
    {GFX("703"), .elf_mach = 0x25, GCN2, SINCE(2)},
    {GFX("704"), .elf_mach = 0x26, GCN2, SINCE(2)},
    {GFX("705"), .elf_mach = 0x3b, GCN2, SINCE(2)},

    {GFX("801"), .elf_mach = 0x28, GCN3, XNACK, SINCE(2)},
    {GFX("802"), .elf_mach = 0x29, GCN3, SINCE(2)},
    {GFX("803"), .elf_mach = 0x2a, GCN3, SINCE(2)},
    {GFX("805"), .elf_mach = 0x3c, GCN3, SINCE(2)},
    {GFX("810"), .elf_mach = 0x2b, GCN3, XNACK, SINCE(2)},

    {GFX("900"), .elf_mach = 0x2c, GCN5, XNACK, IN("gfx9-generic"), SINCE(2)},
    {GFX("902"), .elf_mach = 0x2d, GCN5, XNACK, IN("gfx9-generic"), SINCE(2)},
    {GFX("904"), .elf_mach = 0x2e, GCN5, XNACK, IN("gfx9-generic"), SINCE(2)},
    {GFX("906"), .elf_mach = 0x2f, GCN5, SRAMECC_XNACK, IN("gfx9-generic"), SINCE(2)},
    {GFX("908"), .elf_mach = 0x30, CDNA1, SRAMECC_XNACK, SINCE(3)},
    {GFX("909"), .elf_mach = 0x31, GCN5, XNACK, IN("gfx9-generic"), SINCE(3)},
    {GFX("90a"), .elf_mach = 0x3f, CDNA2, SRAMECC_XNACK, SINCE(3)},
    {GFX("90c"), .elf_mach = 0x32, GCN5, XNACK, IN("gfx9-generic"), SINCE(2)},
    {GFX("9-generic"), .elf_mach = 0x51, GCN5, XNACK, GENERIC},
    {GFX("940"), .elf_mach = 0x40, CDNA3, SRAMECC_XNACK, IN("gfx9-4-generic"), SINCE(3)},
    {GFX("941"), .elf_mach = 0x4b, CDNA3, SRAMECC_XNACK, IN("gfx9-4-generic"), SINCE(3)},
    {GFX("942"), .elf_mach = 0x4c, CDNA3, SRAMECC_XNACK, IN("gfx9-4-generic"), SINCE(3)},
    {GFX("950"), .elf_mach = 0x4f, CDNA4, SRAMECC_XNACK, IN("gfx9-4-generic"), SINCE(3)},
    {GFX("9-4-generic"), .elf_mach = 0x5f, CDNA34, SRAMECC_XNACK, GENERIC},

    {GFX("1010"), .elf_mach = 0x33, RDNA1, XNACK, IN("gfx10-1-generic"), SINCE(3)},
    {GFX("1011"), .elf_mach = 0x34, RDNA1, XNACK, IN("gfx10-1-generic"), SINCE(3)},
    {GFX("1012"), .elf_mach = 0x35, RDNA1, XNACK, IN("gfx10-1-generic"), SINCE(3)},
    {GFX("1013"), .elf_mach = 0x42, RDNA1, XNACK, IN("gfx10-1-generic"), SINCE(3)},
    {GFX("10-1-generic"), .elf_mach = 0x52, RDNA1, XNACK, GENERIC},
    {GFX("1030"), .elf_mach = 0x36, RDNA2, IN("gfx10-3-generic"), SINCE(3)},
    {GFX("1031"), .elf_mach = 0x37, RDNA2, IN("gfx10-3-generic"), SINCE(3)},
    {GFX("1032"), .elf_mach = 0x38, RDNA2, IN("gfx10-3-generic"), SINCE(3)},
    {GFX("1033"), .elf_mach = 0x39, RDNA2, IN("gfx10-3-generic"), SINCE(3)},
    {GFX("1034"), .elf_mach = 0x3e, RDNA2, IN("gfx10-3-generic"), SINCE(3)},
    {GFX("1035"), .elf_mach = 0x3d, RDNA2, IN("gfx10-3-generic"), SINCE(3)},
    {GFX("1036"), .elf_mach = 0x45, RDNA2, IN("gfx10-3-generic"), SINCE(3)},
    {GFX("10-3-generic"), .elf_mach = 0x53, RDNA2, GENERIC},

    {GFX("1100"), .elf_mach = 0x41, RDNA3, VGPRS_1536, IN("gfx11-generic"), SINCE(3)},
    {GFX("1101"), .elf_mach = 0x46, RDNA3, VGPRS_1536, IN("gfx11-generic"), SINCE(3)},
    {GFX("1102"), .elf_mach = 0x47, RDNA3, VGPRS_1024, IN("gfx11-generic"), SINCE(3)},
    {GFX("1103"), .elf_mach = 0x44, RDNA3, VGPRS_1024, IN("gfx11-generic"), SINCE(3)},
    {GFX("1150"), .elf_mach = 0x43, RDNA35, VGPRS_1024, IN("gfx11-generic"), SINCE(3)},
    {GFX("1151"), .elf_mach = 0x4a, RDNA35, VGPRS_1536, IN("gfx11-generic"), SINCE(3)},
    {GFX("1152"), .elf_mach = 0x55, RDNA35, VGPRS_1024, IN("gfx11-generic"), SINCE(3)},
    {GFX("1153"), .elf_mach = 0x58, RDNA35, VGPRS_1024, IN("gfx11-generic"), SINCE(3)},
    {GFX("1154"), .elf_mach = 0x57, RDNA35, VGPRS_1024, IN("gfx11-generic"), SINCE(3)},
    {GFX("11-generic"), .elf_mach = 0x54, RDNA3, VGPRS_1024, GENERIC},
    {GFX("1170"), .elf_mach = 0x5d, RDNA4M, IN("gfx11-7-generic"), SINCE(3)},
    {GFX("1171"), .elf_mach = 0x5e, RDNA4M, IN("gfx11-7-generic"), SINCE(3)},
    {GFX("1172"), .elf_mach = 0x5c, RDNA4M, IN("gfx11-7-generic"), SINCE(3)},
    {GFX("11-7-generic"), .elf_mach = 0x62, RDNA4M, GENERIC},

    {GFX("1200"), .elf_mach = 0x48, RDNA4, IN("gfx12-generic"), SINCE(3)},
    {GFX("1201"), .elf_mach = 0x4e, RDNA4, IN("gfx12-generic"), SINCE(3)},
    {GFX("12-generic"), .elf_mach = 0x59, RDNA4, GENERIC},
    {GFX("1250"), .elf_mach = 0x49, CDNA5, ALWAYS_ON, IN("gfx12-5-generic"), SINCE(3)},
    {GFX("1250-strict"), .elf_mach = 0xeb, CDNA5, ALWAYS_ON, SINCE(3)}, /* revision A0 of gfx1250 */
    {GFX("1251"), .elf_mach = 0x5a, CDNA5, ALWAYS_ON, IN("gfx12-5-generic"), SINCE(3)},
    {GFX("12-5-generic"), .elf_mach = 0x5b, CDNA5, GENERIC},

    {GFX("1310"), .elf_mach = 0x50, RDNA5, IN("gfx13-generic"), SINCE(3)},
    {GFX("13-generic"), .elf_mach = 0x63, RDNA5, GENERIC},
};

/* A processor that has only a number in LLVM's table. */
#define UNKNOWN(mach)                                                                              \
    {                                                                                              \
        .processor = "unknown-0x" #mach, .family = "unknown", .elf_mach = 0x##mach                 \
    }
#define UNKNOWN_4(high, a, b, c, d)                                                                \
    UNKNOWN(high##a), UNKNOWN(high##b), UNKNOWN(high##c), UNKNOWN(high##d)
#define UNKNOWN_16(high)                                                                           \
    UNKNOWN_4(high, 0, 1, 2, 3), UNKNOWN_4(high, 4, 5, 6, 7), UNKNOWN_4(high, 8, 9, a, b),         \
        UNKNOWN_4(high, c, d, e, f)

static const struct target_info unknown[] = {
    UNKNOWN_16(0), UNKNOWN_16(1), UNKNOWN_16(2), UNKNOWN_16(3), UNKNOWN_16(4), UNKNOWN_16(5),
    UNKNOWN_16(6), UNKNOWN_16(7), UNKNOWN_16(8), UNKNOWN_16(9), UNKNOWN_16(a), UNKNOWN_16(b),
    UNKNOWN_16(c), UNKNOWN_16(d), UNKNOWN_16(e), UNKNOWN_16(f),
};

size_t target_count(void)
{
    return sizeof targets / sizeof targets[0];
}

const struct target_info *target_at(size_t index)
{
    return index < target_count() ? &targets[index] : NULL;
}

const struct target_info *target_find(const char *processor)
{
    for (size_t i = 0; i < target_count(); i++) {
        if (strcmp(targets[i].processor, processor) == 0)
            return &targets[i];
    }
    return NULL;
}

bool target_is_known(const struct target_info *info)
{
    return info->wave_size > 0;
}

const struct target_info *target_find_mach(uint8_t elf_mach)
{
    for (size_t i = 0; i < target_count(); i++) {
        if (targets[i].elf_mach == elf_mach)
            return &targets[i];
    }
    return &unknown[elf_mach];
}

const struct target_info *target_find_unknown(const char *processor)
{
    for (size_t i = 0; i < sizeof unknown / sizeof unknown[0]; i++) {
        if (strcmp(unknown[i].processor, processor) == 0)
            return target_find_mach((uint8_t)i);
    }
    return NULL;
}
