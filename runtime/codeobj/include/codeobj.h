/* codeobj reads AMD GPU code objects and offload bundles.
 *
 * span.h       bytes, and how functions here fail
 * target.h     processors, target IDs, which image runs on which device
 * bundle.h     offload bundles, plain and compressed
 * occupancy.h  how many waves of a kernel a SIMD holds
 * kernel_archive.h  archives of a package's code objects
 * elf_image.h  segments, sections, symbols and relocations of a code object
 * this file    the code objects themselves
 * hash.h, mapped_file.h, unpack.h  checksums, files in memory, decompression
 *
 * Files are untrusted input: every read uses span_sub(), and no function trusts a size in a file.
 * Time and memory are proportional to the size of the file. An open code object keeps the texts of
 * its metadata; its kernels and their arguments take at most about 8 times the size of the
 * metadata. Kernels with equal arguments share one list of arguments. No function prints or exits.
 * A function that fails writes why and where into a struct codeobj_error, which may be NULL, and
 * leaves its outputs unchanged.
 *
 * Any thread may call these functions. Two threads must not use one object while one of them opens
 * or closes it. The only global state is libz, which is loaded once when a bundle needs it.
 */
#ifndef CODEOBJ_CODEOBJ_H
#define CODEOBJ_CODEOBJ_H

#include "bundle.h"
#include "span.h"
#include "target.h"

enum kernel_argument_kind {
    ARGUMENT_BY_VALUE,
    ARGUMENT_GLOBAL_BUFFER,
    ARGUMENT_DYNAMIC_SHARED_POINTER,
    ARGUMENT_OTHER,  /* an argument of another kind: sampler, image, pipe, queue */
    ARGUMENT_HIDDEN, /* an argument "hidden_...", which the runtime supplies */
};

/* An argument of a kernel. Strings are the metadata's own words; those of version 2 are converted
 * to the spelling of later versions ("GlobalBuffer" becomes "global_buffer"). All strings but
 * |value_kind| may be NULL. Version 2 has no offsets: they are computed from sizes and
 * alignments. */
struct kernel_argument {
    char *name, *type_name;
    char *value_kind; /* the kind as the metadata spells it, such as "by_value" */
    enum kernel_argument_kind kind;
    uint32_t offset, size; /* where the argument is among the arguments, and its size, in bytes */
    /* of a pointer to dynamic LDS: the alignment in bytes that the LDS needs; 0 if not stated */
    uint32_t pointee_align;
    /* the words for the address space and for the access, such as "global" and "read_only" */
    char *address_space, *access;
    bool is_const, is_restrict, is_volatile;
};

/* The 64 bytes of a kernel that the GPU's packet processor reads; see "Kernel Descriptor" in the
 * usage guide. In version 2 these fields come from amd_kernel_code_t. */
struct kernel_descriptor {
    uint32_t rsrc1, rsrc2, rsrc3; /* the registers COMPUTE_PGM_RSRC1 to COMPUTE_PGM_RSRC3 */
    uint16_t properties;          /* which user SGPRs are set up, the wave size, and others */
    uint16_t kernarg_preload;
    uint64_t address;       /* the virtual address of the descriptor */
    uint64_t entry_address; /* the virtual address of the first instruction */
    /* the offset in the file of the first instruction; for an empty kernel it may be the end of the
     * file */
    uint64_t code_offset;
};

/* A kernel, read from the metadata note, the descriptor and the symbol table; see "Code Object
 * Metadata" in LLVM's AMDGPU usage guide. */
struct kernel {
    char *name;
    char *symbol; /* the symbol of the descriptor, "<name>.kd"; up to code object version 2, the
                     kernel's name */
    struct kernel_argument *arguments; /* kernels with equal arguments share the list */
    size_t argument_count;             /* the number of arguments, with the hidden ones */
    /* the size and the alignment, in bytes, of the block of arguments; every argument is inside the
     * block */
    uint32_t kernarg_size, kernarg_align;
    /* the fixed LDS of a workgroup, and the scratch of a work-item, in bytes */
    uint32_t group_segment, private_segment;
    /* SGPRs of a wave, including those that the compiler reserves (VCC, XNACK mask, ...) */
    uint32_t sgprs;
    /* VGPRs and AGPRs of a work-item; if they are in one register file (CDNA2), |vgprs| counts both
     * kinds */
    uint32_t vgprs, agprs;
    uint32_t sgpr_spills, vgpr_spills;
    uint32_t wave_size; /* how many lanes a wave has: 32 or 64 */
    /* how many work-items the largest workgroup may have, all dimensions multiplied */
    uint32_t max_workgroup;
    /* the sizes of a workgroup, in work-items, that are required, or a hint; zeros if not stated */
    uint32_t required_workgroup[3], workgroup_hint[3];
    /* how many workgroups a cluster has in each dimension; zeros if not stated */
    uint32_t cluster[3];
    char *revision; /* the revision of gfx1250 that runs this code: "A0" or "B0"; NULL when not
                       stated */
    /* whether a workgroup runs on a WGP, not on one of its CUs; from WGP_MODE of the descriptor, or
     * for an unknown processor from the metadata */
    bool is_wgp_mode;
    /* how many named barriers a workgroup has, rounded up to the allocation unit: NAMED_BAR_CNT of
     * the descriptor */
    uint32_t named_barriers;
    bool uses_dynamic_stack, uniform_workgroups;
    /* the source's language, the kind of kernel and a hint, such as "OpenCL C", "init" and
     * "float4"; NULL if not stated */
    char *language, *kind, *vector_hint;
    /* the size of the function's symbol in bytes, up to version 2 without the descriptor before it;
     * 0 if there is no such symbol, or if the symbol states no size */
    uint64_t code_size;
    /* whether the kernel has no instructions, because the compiler found that its body cannot be
     * reached. Bytes that follow do not belong to the kernel. */
    bool is_empty;
    struct kernel_descriptor descriptor;
};

enum { CODE_OBJECT_VERSION_MAX = 6 }; /* the latest version that codeobj knows */

struct code_object {
    struct target_id target; /* the target, whose processor and features may be unknown */
    /* the code object version, 1 or later; it may be later than the latest that codeobj knows */
    uint8_t version;
    /* the version of a generic target, from e_flags; 0 for other targets */
    uint8_t generic_version;
    uint32_t elf_flags;     /* the ELF header's e_flags, unchanged */
    uint64_t size;          /* the bytes of the file, according to its headers */
    bool has_debug_lines;   /* whether the file has a section .debug_line */
    struct kernel *kernels; /* the kernels, sorted by name */
    size_t kernel_count;
    /* "amdhsa.printf" of version 3 and later, in any encoding: "0:0:HASH,FORMAT". Code that was
     * compiled with -mprintf-kind=buffered writes HASH in place of its constant format. */
    char **printf_formats;
    size_t printf_format_count;
    struct memory_block *memory; /* private: the memory of everything that the pointers here lead
                                    to, except for what a pool owns */
};

/* Whether |bytes| are an ELF64 file for AMDGPU, of any OS and version. */
bool code_object_recognise(struct span bytes);
/* Returns the size of the code object at the start of |bytes|. Reads only its header and header
 * tables. Any number of other bytes may follow the code object. The code object may have any OS
 * and version, linked or not. CODEOBJ_TRUNCATED when a table, a segment or a section ends past
 * |bytes|. */
enum codeobj_status code_object_size(struct span bytes, uint64_t *out, struct codeobj_error *error);
/* Reads a code object. |bytes| need not be aligned, the caller need not keep them, and other bytes
 * may follow the code object. CODEOBJ_UNRECOGNISED for other files; CODEOBJ_UNSUPPORTED for another
 * operating system than amdhsa, for an unknown version that cannot be read as if it were the latest
 * known version, and for a file that is not linked (the message has its target); CODEOBJ_TRUNCATED;
 * CODEOBJ_CORRUPT, also for a kernel without a descriptor, a descriptor without a kernel, metadata
 * for another known target than the ELF header's, and a repeated key. An unknown version,
 * processor, feature or note is not an error, nor is an unknown key, word or target in the
 * metadata. */
enum codeobj_status code_object_open(struct span bytes, struct code_object *out,
                                     struct codeobj_error *error);
/* Closes a code object. A second call does nothing. A struct of zeros is also accepted. */
void code_object_close(struct code_object *object);
/* Makes a pool of texts and lists of arguments that code objects share: the code objects of a
 * library for several targets have the same ones. One thread at a time may use a pool. NULL: out of
 * memory. */
struct metadata_pool *metadata_pool_new(void);
/* Frees a pool, after the code objects that were opened with it are closed. |pool| may be NULL. */
void metadata_pool_free(struct metadata_pool *pool);
/* Returns the pool's copy of |text|. If the pool has no copy, the function makes one. NULL: out of
 * memory. */
const char *metadata_pool_text(struct metadata_pool *pool, const char *text);
/* Finds a kernel by its name. NULL if no kernel has it. Borrowed from |object|. */
const struct kernel *code_object_find(const struct code_object *object, const char *name);

#endif
