/* codeobj: reading AMD GPU code objects and the containers they travel in.
 *
 * A file is untrusted input: every read goes through span_sub(), and no function here trusts a size
 * it finds. Time and memory grow no faster than the file does (opening a code object takes about 30
 * times the memory of its metadata note for a while). Nothing prints, nothing exits; a function
 * that fails says why in a struct codeobj_error, which may be NULL, and leaves its outputs
 * untouched. No global state: functions may be called from any thread as long as no two use one
 * object at a time while it is being opened or closed.
 */
#ifndef CODEOBJ_CODEOBJ_H
#define CODEOBJ_CODEOBJ_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum codeobj_status {
    CODEOBJ_OK = 0,
    CODEOBJ_UNRECOGNISED, /* not a format this library knows */
    CODEOBJ_TRUNCATED,    /* a size or offset points past the end */
    CODEOBJ_CORRUPT,      /* contradicts itself or its specification */
    CODEOBJ_UNSUPPORTED,  /* a version or feature this library does not read */
    CODEOBJ_NO_MEMORY,
};

struct codeobj_error {
    enum codeobj_status status;
    char message[160]; /* one sentence, no newline: "kernel descriptor of 'k' lies outside .rodata"
                        */
};

/* A range of bytes, borrowed. */
struct span {
    const uint8_t *data;
    size_t size;
};

/* The one accessor: the |size| bytes at |offset|, or false when they are not all inside |span|. */
bool span_sub(struct span span, uint64_t offset, uint64_t size, struct span *out);

/* ---- Targets ------------------------------------------------------------------------------- */

/* A processor, as LLVM's AMDGPU usage guide and the ISA documents describe it; see targets.c. */
struct target_info {
    const char *processor; /* "gfx90a", "gfx11-generic" */
    const char *family;    /* "CDNA2", "RDNA3" */
    uint32_t elf_mach;     /* EF_AMDGPU_MACH of e_flags */
    const char *generic;   /* the generic target that contains it, or NULL */
    bool is_generic;
    bool has_sramecc, has_xnack; /* features that a target ID may name */
    uint8_t wave_size;           /* default wavefront, lanes */
    bool has_wave32;
    uint16_t vgprs;          /* VGPRs of a SIMD per lane, at the default wave size */
    uint8_t vgpr_granule;    /* allocation unit, registers, at the default wave size */
    uint32_t lds_bytes;      /* LDS that one workgroup can have */
    uint8_t min_code_object; /* lowest code object version that can name it */
    const char *isa_version; /* of the device libraries: "1100" in oclc_isa_version_1100.bc */
};

size_t target_count(void);
const struct target_info *target_at(size_t index);            /* in a fixed, sensible order */
const struct target_info *target_find(const char *processor); /* NULL when unknown */

enum target_feature { TARGET_FEATURE_ANY = 0, TARGET_FEATURE_OFF, TARGET_FEATURE_ON };

/* A target ID: "gfx90a:sramecc+:xnack-". */
struct target_id {
    const struct target_info *info;
    enum target_feature sramecc, xnack;
};

/* CODEOBJ_UNRECOGNISED for an unknown processor, CODEOBJ_CORRUPT for a bad or repeated feature or
 * one that the processor does not have. */
enum codeobj_status target_id_parse(const char *text, struct target_id *out,
                                    struct codeobj_error *error);
enum { TARGET_ID_MAX = 64 }; /* bytes of the longest target ID, its NUL included */
/* The canonical spelling (features in alphabetical order) into |out|. Returns |out|. */
char *target_id_print(const struct target_id *id, char out[TARGET_ID_MAX]);
bool target_id_equal(const struct target_id *a, const struct target_id *b);

/* ---- Offload bundles: __CLANG_OFFLOAD_BUNDLE__ ---------------------------------------------- */

struct bundle_entry {
    char *id;           /* "hipv4-amdgcn-amd-amdhsa--gfx90a:xnack-", owned by the bundle */
    const char *target; /* "gfx90a:xnack-" inside |id|; "" for a host entry */
    uint64_t offset;    /* of the image, from the start of the bundle */
    struct span image;  /* borrows from the bytes given to bundle_open() */
};

struct bundle {
    struct bundle_entry *entries;
    size_t count;
};

/* Does it start with the magic? A compressed bundle does not. */
bool bundle_recognise(struct span bytes);
/* Borrows from |bytes|, which may go on behind the bundle. bundle_close() frees what |out| owns.
 * CODEOBJ_TRUNCATED when the header, an id or an image is not all there; CODEOBJ_CORRUPT when there
 * are no entries, an id is empty, longer than 256 bytes, not text or there twice, or an image lies
 * over another or over the header. */
enum codeobj_status bundle_open(struct span bytes, struct bundle *out, struct codeobj_error *error);
/* May be called again, or on a struct of zeros. */
void bundle_close(struct bundle *bundle);

/* ---- Code objects: ELF64 for AMDGPU ---------------------------------------------------------- */

enum kernel_argument_kind {
    ARGUMENT_BY_VALUE,
    ARGUMENT_GLOBAL_BUFFER,
    ARGUMENT_DYNAMIC_SHARED_POINTER,
    ARGUMENT_OTHER,  /* samplers, images, pipes, queues */
    ARGUMENT_HIDDEN, /* supplied by the runtime: "hidden_..." */
};

struct kernel_argument {
    char *name;       /* may be NULL */
    char *value_kind; /* as in the metadata: "by_value" */
    enum kernel_argument_kind kind;
    uint32_t offset, size; /* bytes */
};

/* A kernel, from the metadata note and the symbol table; see "Code Object Metadata" and "Kernel
 * Descriptor" in LLVM's AMDGPU usage guide. */
struct kernel {
    char *name;
    char *symbol; /* of the descriptor: "<name>.kd" */
    struct kernel_argument *arguments;
    size_t argument_count;                   /* hidden ones included */
    uint32_t kernarg_size, kernarg_align;    /* bytes; every argument lies inside */
    uint32_t group_segment, private_segment; /* fixed LDS of a workgroup, scratch of a work-item */
    uint32_t sgprs, vgprs, agprs;
    uint32_t sgpr_spills, vgpr_spills;
    uint32_t wave_size;     /* 32 or 64 */
    uint32_t max_workgroup; /* work-items, all dimensions multiplied */
    uint64_t code_size;     /* bytes of the function's symbol; 0 when there is no such symbol */
};

struct code_object {
    struct target_id target;
    uint8_t version;        /* code object version, 3 to 6 */
    struct kernel *kernels; /* sorted by name */
    size_t kernel_count;
};

/* Is it an ELF64 file for AMDGPU, of whatever OS and version? */
bool code_object_recognise(struct span bytes);
/* Reads everything; |bytes| need not live on, nor be aligned. CODEOBJ_UNRECOGNISED for other files;
 * CODEOBJ_UNSUPPORTED for code object version 2, versions after 6, processors that the target table
 * lacks, other operating systems than amdhsa, and files that are not linked; CODEOBJ_TRUNCATED and
 * CODEOBJ_CORRUPT as those say: among the latter are a kernel without its descriptor and the
 * reverse, and metadata for another target than the ELF header's. */
enum codeobj_status code_object_open(struct span bytes, struct code_object *out,
                                     struct codeobj_error *error);
/* May be called again, or on a struct of zeros. */
void code_object_close(struct code_object *object);
/* By name, or NULL. Borrows from |object|. */
const struct kernel *code_object_find(const struct code_object *object, const char *name);

#endif
