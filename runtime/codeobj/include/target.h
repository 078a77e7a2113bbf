/* Processors, target IDs, and which image runs on which device. */
#ifndef CODEOBJ_TARGET_H
#define CODEOBJ_TARGET_H

#include "span.h"

/* A processor, as LLVM's AMDGPU usage guide and the ISA documents describe it; see targets.c. For a
 * processor that the table lacks, only |processor| ("unknown-0x57"), |family| ("unknown") and
 * |elf_mach| are set: codeobj reads code objects for such a processor, but no device runs them.
 * NVIDIA's targets are numbers; two structs are enough for all of them, see target_is_nvidia(). */
struct target_info {
    const char *processor; /* the processor's name, such as "gfx90a" or "gfx11-generic" */
    const char *family;    /* the name of its family, such as "CDNA2" or "RDNA3" */
    uint32_t elf_mach;     /* the field EF_AMDGPU_MACH of e_flags */
    const char *generic;   /* the generic target that contains this processor, or NULL */
    bool is_generic;
    bool has_sramecc, has_xnack; /* whether a target ID of this processor may name these features */
    /* whether sramecc and xnack are on, even if the device's target ID does not say so */
    bool features_are_on;
    uint8_t wave_size;           /* the default number of lanes of a wave */
    bool has_wave32, has_wave64; /* whether the processor has waves of 32, and of 64 lanes */

    /* The resources of a SIMD. On a processor whose default is wave32, a wave64 has half as many
     * VGPRs per lane, and its allocation unit is half as large. */
    uint16_t vgprs; /* how many VGPRs a SIMD has for each lane, at the default wave size */
    /* the number in whose multiples VGPRs are allocated, at the default wave size */
    uint8_t vgpr_granule;
    /* the number in whose multiples the kernel descriptor counts VGPRs, at the default wave size */
    uint8_t vgpr_block;
    /* whether a SIMD has as many accumulation registers as VGPRs, in a register file of their own
     * unless |has_unified_vgprs| */
    bool has_agprs;
    /* whether accumulation registers are in the register file of the VGPRs, so that |vgprs| counts
     * both */
    bool has_unified_vgprs;
    /* how many SGPRs a SIMD has; 0 if every wave has its own SGPRs, so that they are not a limit */
    uint16_t sgprs;
    uint8_t sgpr_granule; /* the number in whose multiples SGPRs are allocated; 0 if |sgprs| is 0 */
    uint8_t waves;        /* the most waves of a SIMD */

    /* The resources of the unit on which a workgroup runs: a CU, or a WGP (two CUs) if there is a
     * WGP mode. In CU mode a workgroup has half of the WGP's resources. */
    bool has_wgp_mode; /* whether the kernel descriptor may choose WGP mode (WGP_MODE) */
    /* whether the kernel descriptor has the number of named barriers (NAMED_BAR_CNT) */
    bool has_named_barriers;
    /* how many SIMDs the CU or WGP has; the waves of a workgroup may run on any of them */
    uint8_t simds;
    /* the most workgroups of several waves on the CU or WGP; workgroups of one wave are not
     * limited, because they need no barrier */
    uint8_t workgroups;
    uint32_t lds_unit_bytes; /* how many bytes of LDS the CU or WGP has */
    uint16_t lds_granule;    /* the number of bytes in whose multiples LDS is allocated */

    uint32_t lds_bytes;      /* the most bytes of LDS of one workgroup */
    uint8_t min_code_object; /* the lowest code object version that can name the processor */
    /* the processor as names of device libraries spell it: "1100" in oclc_isa_version_1100.bc */
    const char *isa_version;
};

size_t target_count(void);
/* Returns processor |index| in a fixed order, by version number; NULL beyond the last one. */
const struct target_info *target_at(size_t index);
/* Returns the row of |processor| in the table; NULL if the table lacks it. */
const struct target_info *target_find(const char *processor);
bool target_is_known(const struct target_info *info);

enum target_feature { TARGET_FEATURE_ANY = 0, TARGET_FEATURE_OFF, TARGET_FEATURE_ON };

/* A target ID: "gfx90a:sramecc+:xnack-", or a target of NVIDIA: "sm_90a" is machine code (a cubin),
 * "compute_80" is PTX, which the driver compiles. */
struct target_id {
    const struct target_info *info;
    enum target_feature sramecc, xnack;
    /* the capability of a target of NVIDIA, where 90 is compute capability 9.0; 0 for other
     * targets */
    uint16_t capability;
    char variant; /* the 'a' or 'f' after the capability of a target of NVIDIA, or NUL */
};

/* These functions tell whether |id| is any target of NVIDIA, and whether |id| is PTX. */
bool target_is_nvidia(const struct target_id *id);
bool target_is_ptx(const struct target_id *id);

/* Reads a target ID. CODEOBJ_UNRECOGNISED for an unknown processor, CODEOBJ_CORRUPT for a feature
 * that is misspelled or repeated, or that the processor does not have. */
enum codeobj_status target_id_parse(const char *text, struct target_id *out,
                                    struct codeobj_error *error);
/* Does what target_id_parse() does, for the target that a code object prints: the processor may be
 * unknown, and may have features that the table does not list for it. */
enum codeobj_status target_id_parse_printed(const char *text, struct target_id *out,
                                            struct codeobj_error *error);
enum { TARGET_ID_MAX = 64 }; /* the most bytes of a target ID, with its NUL */
/* Returns the target ID after a triple: "gfx90a:xnack-" from "amdgcn-amd-amdhsa--gfx90a:xnack-" and
 * from "amdgpu9.0a-amd-amdhsa-unknown-gfx90a:xnack-", LLVM 22's spelling. "amdgpu9.0a-amd-amdhsa--"
 * has the processor only at its start: for such a triple, the target ID is written to |out|.
 * Otherwise the result is part of |text|. "" when |text| is not a triple. */
const char *target_id_of_triple(const char *text, char out[TARGET_ID_MAX]);
/* Writes the canonical spelling (features in alphabetical order) to |out|. Returns |out|. */
char *target_id_print(const struct target_id *id, char out[TARGET_ID_MAX]);
bool target_id_equal(const struct target_id *a, const struct target_id *b);
/* Whether images for |a| and |b| cannot be in one bundle: either all images for one processor must
 * name a feature, or none of them (Clang's "ClangOffloadBundler", "Target ID"). */
bool target_id_conflicts(const struct target_id *a, const struct target_id *b);

/* ---- Which image runs on which device ------------------------------------------------------- */

/* Bits that say why an image does not run on a device. If the image runs, no bit is set. */
enum target_mismatch {
    /* the image is for another processor, which is in the same family or the same generic target */
    TARGET_OTHER_PROCESSOR = 1,
    TARGET_OTHER_FAMILY = 2,
    TARGET_OTHER_GENERIC = 4, /* the image is for a generic target that does not contain the
                                 device's processor; set with one of the two bits above */
    /* the image needs sramecc or xnack on (or off), and the device has the feature off (or on), or
       lacks it */
    TARGET_SRAMECC = 8,
    TARGET_XNACK = 16,
    TARGET_OTHER_VENDOR = 32,
    TARGET_LATER = 64, /* the image, for NVIDIA GPUs, needs a device of a later capability */
    /* the image, for NVIDIA GPUs, is for one capability: "sm_90a" runs only on 9.0, PTX for
     * "compute_100f" only on 10.x */
    TARGET_SPECIFIC = 128,
};

struct target_match {
    unsigned mismatch; /* why the image does not run, bits of enum target_mismatch; 0 if it runs */
    /* how exactly the image fits; 0 if it does not run; an exact processor beats a generic one, and
     * then each named feature counts */
    unsigned rank;
};

/* Returns whether an image for |image| runs on |device|, and how exact it is. The processors must
 * be equal, or |image| must be a generic target that contains the device's processor. A feature
 * that |image| names must have the device's setting. TARGET_FEATURE_ANY in |device| means that the
 * device lacks the feature or does not report it; images that do not name the feature match. See
 * the usage guide, "Target ID", and "Generic processors"; for the order of ranks, target_match.c.
 * Features are compared only if the processor fits. For NVIDIA's targets, see target_nvidia.c. */
struct target_match target_id_match(const struct target_id *image, const struct target_id *device);

/* Returns the index of the best of |count| images for |device|, or -1 when no image runs on it. If
 * several are equally good, the first one wins. */
int target_id_choose(const struct target_id *images, size_t count, const struct target_id *device);

enum { TARGET_SENTENCE_MAX = 512 };
/* Writes to |out| why none of the images runs, and the remedy: "device is gfx1152; here are gfx1100
 * (another processor), gfx12-generic (another family); gfx11-generic would cover it: rebuild with
 * --targets gfx1100,gfx12-generic,gfx11-generic". If an image does run, the text says so. Each
 * target is named once; long lists are shortened. Takes time in proportion to |count|. Returns
 * |out|. */
char *target_id_explain(const struct target_id *images, size_t count,
                        const struct target_id *device, char out[TARGET_SENTENCE_MAX]);

#endif
