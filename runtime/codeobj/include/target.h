/* Processors, target IDs, and which image runs on which device. */
#ifndef CODEOBJ_TARGET_H
#define CODEOBJ_TARGET_H

#include "span.h"

/* A processor, as LLVM's AMDGPU usage guide and the ISA documents describe it; see targets.c. For a
 * processor that the table lacks, only |processor| ("unknown-0x57"), |family| ("unknown") and
 * |elf_mach| are set: code objects for it are read, but no device runs them. For NVIDIA's targets,
 * which are numbers, there are two: target_is_nvidia(). */
struct target_info {
    const char *processor; /* "gfx90a", "gfx11-generic" */
    const char *family;    /* "CDNA2", "RDNA3" */
    uint32_t elf_mach;     /* EF_AMDGPU_MACH of e_flags */
    const char *generic;   /* the generic target that contains it, or NULL */
    bool is_generic;
    bool has_sramecc, has_xnack; /* features that a target ID may name */
    bool features_are_on;        /* they are on, also if the device's target ID does not say so */
    uint8_t wave_size;           /* default wavefront, lanes */
    bool has_wave32, has_wave64; /* the sizes that it has; the default is one of them */

    /* The resources of a SIMD. On a processor whose default is wave32, a wave64 has half as many
     * VGPRs per lane, in units of half the size. */
    uint16_t vgprs;         /* per lane, at the default wave size */
    uint8_t vgpr_granule;   /* allocation unit, registers, at the default wave size */
    uint8_t vgpr_block;     /* the unit of the kernel descriptor, likewise */
    bool has_agprs;         /* accumulation registers: as many again, in a file of their own ... */
    bool has_unified_vgprs; /* ... unless they come out of the same file: |vgprs| counts both */
    uint16_t sgprs;         /* 0 where every wave has its own, so that they limit nothing */
    uint8_t sgpr_granule;   /* allocation unit, registers; 0 as above */
    uint8_t waves;          /* at most */

    /* The resources of the unit that a workgroup runs on: a CU, or, where there is a WGP mode, a
     * WGP (two CUs). In CU mode a workgroup has half of each. */
    bool has_wgp_mode;       /* the kernel descriptor chooses (WGP_MODE) */
    bool has_named_barriers; /* the kernel descriptor has their number (NAMED_BAR_CNT) */
    uint8_t simds;           /* the waves of a workgroup may run on any of them */
    uint8_t workgroups; /* of more than one wave, at most; workgroups of one wave take no barrier */
    uint32_t lds_unit_bytes; /* LDS */
    uint16_t lds_granule;    /* allocation unit of LDS, bytes */

    uint32_t lds_bytes;      /* LDS that one workgroup can have */
    uint8_t min_code_object; /* lowest code object version that can name it */
    const char *isa_version; /* of the device libraries: "1100" in oclc_isa_version_1100.bc */
};

size_t target_count(void);
const struct target_info *target_at(size_t index);            /* in a fixed, sensible order */
const struct target_info *target_find(const char *processor); /* NULL when unknown */
bool target_is_known(const struct target_info *info);

enum target_feature { TARGET_FEATURE_ANY = 0, TARGET_FEATURE_OFF, TARGET_FEATURE_ON };

/* A target ID: "gfx90a:sramecc+:xnack-", or one of NVIDIA's: "sm_90a" is machine code (a cubin),
 * "compute_80" is PTX, which the driver compiles. */
struct target_id {
    const struct target_info *info;
    enum target_feature sramecc, xnack;
    uint16_t capability; /* of NVIDIA's: 90 for compute capability 9.0; else 0 */
    char variant;        /* 'a' or 'f' behind it, or NUL */
};

/* Whether it is one of NVIDIA's targets, and whether it is PTX. */
bool target_is_nvidia(const struct target_id *id);
bool target_is_ptx(const struct target_id *id);

/* CODEOBJ_UNRECOGNISED for an unknown processor, CODEOBJ_CORRUPT for a bad or repeated feature or
 * one that the processor does not have. */
enum codeobj_status target_id_parse(const char *text, struct target_id *out,
                                    struct codeobj_error *error);
/* The same for the printed target of a code object: the processor may be unknown, and may have
 * features that the table does not list for it. */
enum codeobj_status target_id_parse_printed(const char *text, struct target_id *out,
                                            struct codeobj_error *error);
enum { TARGET_ID_MAX = 64 }; /* bytes of the longest target ID, its NUL included */
/* The target ID behind a triple: "gfx90a:xnack-" of "amdgcn-amd-amdhsa--gfx90a:xnack-" and of
 * "amdgpu9.0a-amd-amdhsa-unknown-gfx90a:xnack-", as LLVM 22 spells it. "amdgpu9.0a-amd-amdhsa--"
 * has the processor only in front: its target ID is written to |out|. Else the result is in |text|;
 * "" when |text| is not a triple. */
const char *target_id_of_triple(const char *text, char out[TARGET_ID_MAX]);
/* The canonical spelling (features in alphabetical order) into |out|. Returns |out|. */
char *target_id_print(const struct target_id *id, char out[TARGET_ID_MAX]);
bool target_id_equal(const struct target_id *a, const struct target_id *b);
/* Whether images for |a| and |b| cannot be in one bundle: for one processor, either all name a
 * feature or none does (Clang's "ClangOffloadBundler", "Target ID"). */
bool target_id_conflicts(const struct target_id *a, const struct target_id *b);

/* ---- Which image runs on which device ------------------------------------------------------- */

/* Why an image does not run on a device: none of these bits is set when it does. */
enum target_mismatch {
    TARGET_OTHER_PROCESSOR = 1, /* a relative: of the same family, or of the same generic target */
    TARGET_OTHER_FAMILY = 2,
    TARGET_OTHER_GENERIC = 4, /* a generic target that does not contain the device's processor, with
                                 one of the two above */
    TARGET_SRAMECC = 8,       /* the image needs it on (off), the device has it off (on) or not */
    TARGET_XNACK = 16,
    TARGET_OTHER_VENDOR = 32,
    TARGET_LATER = 64,     /* NVIDIA: the image needs a later device */
    TARGET_SPECIFIC = 128, /* NVIDIA: "sm_90a" runs on 9.0 alone, PTX for "compute_100f" on 10.x */
};

struct target_match {
    unsigned mismatch; /* enum target_mismatch; 0 when the image runs */
    unsigned rank; /* 0 when it does not run; else how exact it is, higher being better: an exact
                      processor beats a generic one, then each named feature counts */
};

/* Whether an image for |image| runs on |device|. The processor must be equal, or |image| must be a
 * generic target that contains it; a feature that |image| names must be set as on the device
 * (TARGET_FEATURE_ANY in |device| means that it lacks the feature or does not report it, and
 * matches images that do not name it). See the usage guide, "Target ID", and "Generic processors";
 * for the order of ranks, target_match.c. Features are compared where the processor is right. For
 * NVIDIA's targets, see target_nvidia.c. */
struct target_match target_id_match(const struct target_id *image, const struct target_id *device);

/* The best of |count| images for |device|: its index, or -1 when none runs there. The first one
 * wins among equals. */
int target_id_choose(const struct target_id *images, size_t count, const struct target_id *device);

enum { TARGET_SENTENCE_MAX = 512 };
/* Says why none of the images runs, and the remedy: "device is gfx1152; here are gfx1100 (another
 * processor), gfx12-generic (another family); gfx11-generic would cover it: rebuild with --targets
 * gfx1100,gfx12-generic,gfx11-generic". For an image that does run it says so. Each target is named
 * once; long lists are shortened. Takes time in proportion to |count|. Returns |out|. */
char *target_id_explain(const struct target_id *images, size_t count,
                        const struct target_id *device, char out[TARGET_SENTENCE_MAX]);

#endif
