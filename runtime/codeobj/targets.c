/* The target table: every AMDGPU processor and generic target that LLVM 15 to 21 know for amdhsa.
 *
 * Sources: LLVM's AMDGPU usage guide (sections "Processors", "Generic processors", "Target
 * Features", "Header" for EF_AMDGPU_MACH, "Code Object V2" for what version 2 can name), and the
 * register files and LDS of the ISA documents as LLVM states them: VGPRs and their allocation unit
 * follow from the occupancy that llc prints for kernels of known register counts. "Features" are
 * those that a target ID may name; processors whose XNACK is fixed have none.
 */
#include "internal.h"

#include <string.h>

#define KIB 1024u

/* |name| is the processor without "gfx", which is also what its device library is called. */
#define GFX(name) .processor = "gfx" name, .isa_version = name

#define XNACK         .has_xnack = true
#define SRAMECC_XNACK .has_sramecc = true, .has_xnack = true

/* A SIMD's vector registers, per lane of the default wave. */
#define VGPRS_GCN   .wave_size = 64, .vgprs = 256, .vgpr_granule = 4
#define VGPRS_CDNA2 .wave_size = 64, .vgprs = 512, .vgpr_granule = 8
#define VGPRS_RDNA1 .wave_size = 32, .has_wave32 = true, .vgprs = 1024, .vgpr_granule = 8
#define VGPRS_RDNA2 .wave_size = 32, .has_wave32 = true, .vgprs = 1024, .vgpr_granule = 16
#define VGPRS_1536  .wave_size = 32, .has_wave32 = true, .vgprs = 1536, .vgpr_granule = 24

#define GCN1   .family = "GCN1", VGPRS_GCN, .lds_bytes = 32 * KIB
#define GCN2   .family = "GCN2", VGPRS_GCN, .lds_bytes = 64 * KIB
#define GCN3   .family = "GCN3", VGPRS_GCN, .lds_bytes = 64 * KIB
#define GCN5   .family = "GCN5", VGPRS_GCN, .lds_bytes = 64 * KIB, .generic = "gfx9-generic"
#define CDNA1  .family = "CDNA", VGPRS_GCN, .lds_bytes = 64 * KIB
#define CDNA2  .family = "CDNA2", VGPRS_CDNA2, .lds_bytes = 64 * KIB
#define CDNA3  .family = "CDNA3", VGPRS_CDNA2, .lds_bytes = 64 * KIB, .generic = "gfx9-4-generic"
#define CDNA4  .family = "CDNA4", VGPRS_CDNA2, .lds_bytes = 160 * KIB, .generic = "gfx9-4-generic"
#define RDNA1  .family = "RDNA", VGPRS_RDNA1, .lds_bytes = 64 * KIB, .generic = "gfx10-1-generic"
#define RDNA2  .family = "RDNA2", VGPRS_RDNA2, .lds_bytes = 64 * KIB, .generic = "gfx10-3-generic"
#define RDNA3  .family = "RDNA3", .lds_bytes = 64 * KIB, .generic = "gfx11-generic"
#define RDNA35 .family = "RDNA3.5", .lds_bytes = 64 * KIB, .generic = "gfx11-generic"
#define RDNA4  .family = "RDNA4", VGPRS_1536, .lds_bytes = 64 * KIB, .generic = "gfx12-generic"
#define CDNA5  .family = "CDNA5", VGPRS_RDNA2, .lds_bytes = 320 * KIB

#define GENERIC .is_generic = true, .lds_bytes = 64 * KIB, .min_code_object = 6

#define SINCE(version) .min_code_object = (version)

/* By version number; a generic target follows the processors that it contains. */
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

    {GFX("900"), .elf_mach = 0x2c, GCN5, XNACK, SINCE(2)},
    {GFX("902"), .elf_mach = 0x2d, GCN5, XNACK, SINCE(2)},
    {GFX("904"), .elf_mach = 0x2e, GCN5, XNACK, SINCE(2)},
    {GFX("906"), .elf_mach = 0x2f, GCN5, SRAMECC_XNACK, SINCE(2)},
    {GFX("908"), .elf_mach = 0x30, CDNA1, SRAMECC_XNACK, SINCE(3)},
    {GFX("909"), .elf_mach = 0x31, GCN5, XNACK, SINCE(3)},
    {GFX("90a"), .elf_mach = 0x3f, CDNA2, SRAMECC_XNACK, SINCE(3)},
    {GFX("90c"), .elf_mach = 0x32, GCN5, XNACK, SINCE(2)},
    {GFX("9-generic"), .elf_mach = 0x51, .family = "GCN5", VGPRS_GCN, XNACK, GENERIC},
    {GFX("940"), .elf_mach = 0x40, CDNA3, SRAMECC_XNACK, SINCE(3)},
    {GFX("941"), .elf_mach = 0x4b, CDNA3, SRAMECC_XNACK, SINCE(3)},
    {GFX("942"), .elf_mach = 0x4c, CDNA3, SRAMECC_XNACK, SINCE(3)},
    {GFX("950"), .elf_mach = 0x4f, CDNA4, SRAMECC_XNACK, SINCE(3)},
    {GFX("9-4-generic"), .elf_mach = 0x5f, .family = "CDNA3", VGPRS_CDNA2, SRAMECC_XNACK, GENERIC},

    {GFX("1010"), .elf_mach = 0x33, RDNA1, XNACK, SINCE(3)},
    {GFX("1011"), .elf_mach = 0x34, RDNA1, XNACK, SINCE(3)},
    {GFX("1012"), .elf_mach = 0x35, RDNA1, XNACK, SINCE(3)},
    {GFX("1013"), .elf_mach = 0x42, RDNA1, XNACK, SINCE(3)},
    {GFX("10-1-generic"), .elf_mach = 0x52, .family = "RDNA", VGPRS_RDNA1, XNACK, GENERIC},
    {GFX("1030"), .elf_mach = 0x36, RDNA2, SINCE(3)},
    {GFX("1031"), .elf_mach = 0x37, RDNA2, SINCE(3)},
    {GFX("1032"), .elf_mach = 0x38, RDNA2, SINCE(3)},
    {GFX("1033"), .elf_mach = 0x39, RDNA2, SINCE(3)},
    {GFX("1034"), .elf_mach = 0x3e, RDNA2, SINCE(3)},
    {GFX("1035"), .elf_mach = 0x3d, RDNA2, SINCE(3)},
    {GFX("1036"), .elf_mach = 0x45, RDNA2, SINCE(3)},
    {GFX("10-3-generic"), .elf_mach = 0x53, .family = "RDNA2", VGPRS_RDNA2, GENERIC},

    {GFX("1100"), .elf_mach = 0x41, RDNA3, VGPRS_1536, SINCE(3)},
    {GFX("1101"), .elf_mach = 0x46, RDNA3, VGPRS_1536, SINCE(3)},
    {GFX("1102"), .elf_mach = 0x47, RDNA3, VGPRS_RDNA2, SINCE(3)},
    {GFX("1103"), .elf_mach = 0x44, RDNA3, VGPRS_RDNA2, SINCE(3)},
    {GFX("1150"), .elf_mach = 0x43, RDNA35, VGPRS_RDNA2, SINCE(3)},
    {GFX("1151"), .elf_mach = 0x4a, RDNA35, VGPRS_1536, SINCE(3)},
    {GFX("1152"), .elf_mach = 0x55, RDNA35, VGPRS_RDNA2, SINCE(3)},
    {GFX("1153"), .elf_mach = 0x58, RDNA35, VGPRS_RDNA2, SINCE(3)},
    {GFX("11-generic"), .elf_mach = 0x54, .family = "RDNA3", VGPRS_RDNA2, GENERIC},

    {GFX("1200"), .elf_mach = 0x48, RDNA4, SINCE(3)},
    {GFX("1201"), .elf_mach = 0x4e, RDNA4, SINCE(3)},
    {GFX("12-generic"), .elf_mach = 0x59, .family = "RDNA4", VGPRS_1536, GENERIC},
    {GFX("1250"), .elf_mach = 0x49, CDNA5, SINCE(3)},
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

const struct target_info *target_find_mach(uint32_t elf_mach)
{
    for (size_t i = 0; i < target_count(); i++) {
        if (targets[i].elf_mach == elf_mach)
            return &targets[i];
    }
    return NULL;
}
