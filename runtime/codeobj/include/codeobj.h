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
 * A file is untrusted input: every read uses span_sub(), and no function trusts a size in the file.
 * Time and memory are proportional to the size of the file. An open code object keeps the
 * texts of its metadata; its kernels and their arguments take at most about 8 times the size of the
 * metadata. Kernels whose arguments are the same share them. No function prints or exits. A
 * function that fails writes why and where into a struct codeobj_error, which may be NULL, and
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
    ARGUMENT_OTHER,  /* samplers, images, pipes, queues */
    ARGUMENT_HIDDEN, /* supplied by the runtime: "hidden_..." */
};

/* Strings are the metadata's own words, those of version 2 spelled as in later ones ("GlobalBuffer"
 * is "global_buffer"). All but |value_kind| may be NULL. Version 2 has no offsets: they are
 * computed from sizes and alignments. */
struct kernel_argument {
    char *name, *type_name;
    char *value_kind; /* "by_value" */
    enum kernel_argument_kind kind;
    uint32_t offset, size;        /* bytes */
    uint32_t pointee_align;       /* bytes, of a dynamic LDS pointer; 0 when not stated */
    char *address_space, *access; /* "global", "read_only" */
    bool is_const, is_restrict, is_volatile;
};

/* The 64 bytes that the packet processor reads; see "Kernel Descriptor" in the usage guide. In
 * version 2 the same fields come from amd_kernel_code_t. */
struct kernel_descriptor {
    uint32_t rsrc1, rsrc2, rsrc3; /* COMPUTE_PGM_RSRC1 to 3 */
    uint16_t properties;          /* which user SGPRs are set up, wavefront size, ... */
    uint16_t kernarg_preload;
    uint64_t address;       /* virtual, of the descriptor */
    uint64_t entry_address; /* virtual, of the first instruction */
    uint64_t code_offset;   /* of the first instruction, in the file; all the code is there; of an
                               empty kernel it may be where the file ends */
};

/* A kernel, from the metadata note, its descriptor and the symbol table; see "Code Object Metadata"
 * in LLVM's AMDGPU usage guide. */
struct kernel {
    char *name;
    char *symbol; /* of the descriptor: "<name>.kd"; up to version 2 the name */
    struct kernel_argument *arguments;       /* perhaps those of other kernels, too */
    size_t argument_count;                   /* hidden ones included */
    uint32_t kernarg_size, kernarg_align;    /* bytes; every argument is inside */
    uint32_t group_segment, private_segment; /* fixed LDS of a workgroup, scratch of a work-item */
    uint32_t sgprs;        /* of a wave, with those the compiler reserves (VCC, XNACK mask, ...) */
    uint32_t vgprs, agprs; /* of a work-item; where the file is one (CDNA2), |vgprs| counts both */
    uint32_t sgpr_spills, vgpr_spills;
    uint32_t wave_size;                                /* 32 or 64 */
    uint32_t max_workgroup;                            /* work-items, all dimensions multiplied */
    uint32_t required_workgroup[3], workgroup_hint[3]; /* zeros when the source does not state it */
    uint32_t cluster[3];     /* workgroups of a cluster; zeros when the metadata do not state it */
    char *revision;          /* of gfx1250 that the code is for, "A0", "B0"; NULL when not stated */
    bool is_wgp_mode;        /* a workgroup runs on a WGP, not on one of its CUs; WGP_MODE of the
                                descriptor, on an unknown processor the metadata's word */
    uint32_t named_barriers; /* of a workgroup: NAMED_BAR_CNT of the descriptor, in whole units */
    bool uses_dynamic_stack, uniform_workgroups;
    char *language, *kind, *vector_hint; /* "OpenCL C", "init", "float4"; NULL when not stated */
    uint64_t code_size; /* bytes of the function's symbol, up to version 2 without the descriptor in
                           front of it; 0 when there is no such symbol, or it states no size */
    bool is_empty;      /* it has no instruction: a compiler leaves nothing of a body that cannot be
                           reached. What is behind it, if anything, is not its code. */
    struct kernel_descriptor descriptor;
};

enum { CODE_OBJECT_VERSION_MAX = 6 }; /* the latest known version */

struct code_object {
    struct target_id target; /* its processor, and features of it, may be unknown */
    uint8_t version;         /* code object version, from 1; perhaps an unknown one */
    uint8_t generic_version; /* of a generic target, from e_flags; else 0 */
    uint32_t elf_flags;      /* e_flags as they are */
    uint64_t size;           /* bytes of the file, by its headers */
    bool has_debug_lines;    /* .debug_line is there */
    struct kernel *kernels;  /* sorted by name */
    size_t kernel_count;
    /* "amdhsa.printf" of version 3 and later, in any bytes: "0:0:HASH,FORMAT", with the number that
     * code compiled with -mprintf-kind=buffered writes in the place of its constant format. */
    char **printf_formats;
    size_t printf_format_count;
    struct memory_block *memory; /* private: owns everything that the pointers in here lead to, but
                                    for what is in a pool */
};

/* Whether it is an ELF64 file for AMDGPU, of any OS and version. */
bool code_object_recognise(struct span bytes);
/* The size of the code object at the start of |bytes|, by its headers alone. Any OS and version,
 * linked or not. Only its header and header tables are read, so |bytes| may go on behind it, with a
 * size as large as the caller likes. CODEOBJ_TRUNCATED when a table, a segment or a section ends
 * past |bytes|. */
enum codeobj_status code_object_size(struct span bytes, uint64_t *out, struct codeobj_error *error);
/* Reads everything; |bytes| need not live on or be aligned, and may go on behind the code object.
 * CODEOBJ_UNRECOGNISED for other files; CODEOBJ_UNSUPPORTED for other operating systems than
 * amdhsa, unknown versions that do not read as the latest known one, and files that are not linked,
 * whose target the message says; CODEOBJ_TRUNCATED; CODEOBJ_CORRUPT, also for a kernel without its
 * descriptor and the reverse, metadata for another known target than the ELF header's, and a key
 * that is there twice. Unknown versions, processors, features, notes, and keys, words and targets
 * of the metadata are not errors. */
enum codeobj_status code_object_open(struct span bytes, struct code_object *out,
                                     struct codeobj_error *error);
/* May be called again, or on a struct of zeros. */
void code_object_close(struct code_object *object);
/* Texts and lists of arguments that code objects share: a library's are the same for each of its
 * targets. For one thread at a time. NULL: out of memory. */
struct metadata_pool *metadata_pool_new(void);
/* To call after closing the code objects that were opened with it. |pool| may be NULL. */
void metadata_pool_free(struct metadata_pool *pool);
/* The pool's copy of |text|, which it takes when it lacks one. NULL: out of memory. */
const char *metadata_pool_text(struct metadata_pool *pool, const char *text);
/* By name, or NULL. Borrows from |object|. */
const struct kernel *code_object_find(const struct code_object *object, const char *name);

#endif
