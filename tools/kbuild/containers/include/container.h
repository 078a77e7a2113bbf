/* Walks everything that code objects, cubins and PTX travel in: bundles, in a row and compressed,
 * offload binaries, the sections of a host's executables, libraries and objects, archives, headers
 * and kernel archives that kbuild wrote, AMD's kpack archives and libraries that name them.
 *
 * Where a format says what lies where, sizes come from its headers. All other bytes are searched,
 * and a find must have headers that make sense (search.c); bytes that were walked are not searched
 * again. Damaged parts are reported and skipped, and the walk goes on behind them where their end
 * is known; the complete images of a bundle that is cut off are shown. Code objects are not opened:
 * one that is cut off in a file of its own is shown as it is, and opening it reports what is
 * missing. Work and memory are linear in the size of the file and of its unpacked contents, which
 * have limits.
 */
#ifndef KBUILD_CONTAINERS_CONTAINER_H
#define KBUILD_CONTAINERS_CONTAINER_H

#include "codeobj.h"

enum container_kind {
    CONTAINER_FILE, /* the bytes given */
    CONTAINER_ARCHIVE_MEMBER,
    CONTAINER_SECTION,           /* of an ELF file for the host: ".hip_fatbin" */
    CONTAINER_BUNDLE,            /* __CLANG_OFFLOAD_BUNDLE__ */
    CONTAINER_COMPRESSED_BUNDLE, /* CCOB */
    CONTAINER_HEADER,            /* a C header by kbuild */
    CONTAINER_FRAME,          /* a compressed image of such a header, a module, or a fat binary */
    CONTAINER_OFFLOAD_BINARY, /* magic 10 ff 10 ad: OpenMP, and clang's newer driver */
    CONTAINER_FATBIN,         /* of nvcc: cubins and PTX, each perhaps compressed in a frame */
    CONTAINER_MODULE, /* of a kernel archive (kernel_archive.h); a library's part of a kpack archive
                       */
    CONTAINER_KPACK,  /* a kpack archive that a library names; no bytes if it is not there */
    CONTAINER_SEARCHED, /* bytes without a known structure, which were searched: a section, or "" */
};

struct container {
    const struct container *parent; /* NULL for the file */
    enum container_kind kind;
    const char *name;     /* of the member, section, variable, module; a frame's target; a kpack
                           * archive's path; "" */
    unsigned index;       /* among those of its kind in |parent|, from 0 */
    size_t number;        /* in the order of the walk, from 0 */
    uint64_t offset;      /* of its first byte in the bytes of |parent|; in a header, in its text */
    uint64_t stored_size; /* bytes it takes there; 0 of what is in another file: the data of a
                           * header, a kpack archive */
    struct span bytes;    /* the contents: unpacked, decoded */
    enum bundle_codec codec;
    unsigned version; /* of a compressed bundle's format, else 0 */
};

enum image_kind {
    IMAGE_CODE_OBJECT, /* an ELF file for AMDGPU or NVIDIA's GPUs, or PTX; whole or not */
    IMAGE_EMPTY,       /* the entry of the host */
    IMAGE_OTHER,       /* host code, bitcode, SPIR-V, text */
};

struct container_image {
    const struct container *container; /* the innermost one */
    const char *entry;                 /* a bundle entry's id, or "" */
    const char *target;                /* as it is in the container: "gfx90a:xnack-", or "" */
    enum image_kind kind;
    uint64_t offset; /* in the container's bytes */
    struct span bytes;
};

/* The walk calls these in the order of the file, first with the file itself, and with a container
 * before its contents. The arguments of a callback are valid until it returns. Each may be NULL.
 * Members of an archive without images are not shown. */
struct container_visitor {
    void *context;
    void (*container)(void *context, const struct container *container);
    void (*image)(void *context, const struct container_image *image);
    /* |error->offset| counts in the bytes of |where|. */
    void (*problem)(void *context, const struct container *where,
                    const struct codeobj_error *error);
    /* The bytes of the file that a header names (".incbin"), mapped by the visitor until the walk
     * ends; false when it cannot be read. */
    bool (*beside)(void *context, const char *name, struct span *out);
    /* Of the files at |path|, number |index| from 0 on, in the order of their names: |path| begins
     * at the file's directory, unless it is absolute, and any text may be in the place of
     * KPACK_TARGET. |*out| is mapped by the visitor until the walk ends, and empty if the file
     * cannot be read; |*name| is its path, valid as long. False when there are no more. */
    bool (*archive)(void *context, const char *path, size_t index, const char **name,
                    struct span *out);
};

struct container_limits {
    uint64_t unpacked;     /* bytes that one compressed container may unpack to; 0 is 4 GiB */
    uint64_t unpacked_all; /* and all of them together, which bounds the time; 0 is 64 GiB. Never
                            * more than unpack_limit() of the file */
};

/* Walks |file|. CODEOBJ_OK when all was read and there was an image that is not empty; the status
 * of the first problem, which |error| describes; CODEOBJ_UNRECOGNISED when there was neither
 * (|error| says what the file is). |limits| may be NULL. May run in any number of threads. */
enum codeobj_status container_walk(struct span file, const struct container_limits *limits,
                                   const struct container_visitor *visitor,
                                   struct codeobj_error *error);

/* "(member.o) .hip_fatbin bundle 2", to append to the file's name: it starts with a blank
 * or a parenthesis, and is "" for the file itself. Numbers start from 1. Cut to fit. Returns |out|.
 */
char *container_print(const struct container *container, char *out, size_t size);

/* Whether it is an image that code_object_open_any() reads, or a part of one. */
bool code_object_recognise_any(struct span bytes);
/* code_object_size() for all of these. PTX has no headers, and takes all of |bytes|. */
enum codeobj_status code_object_size_any(struct span bytes, uint64_t *out,
                                         struct codeobj_error *error);
/* Opens a code object of any known version: code_object_open() reads versions 3 and later; this one
 * also reads version 1, which has no metadata, version 2, whose metadata are YAML, and NVIDIA's
 * images, which are of version 0: cubins and PTX. These have no kinds of arguments
 * (ARGUMENT_OTHER), no SGPRs and no descriptors. |vgprs| are the registers of a thread, 0 in PTX;
 * |group_segment| is the shared memory with what CUDA reserves of it. */
enum codeobj_status code_object_open_any(struct span bytes, struct code_object *out,
                                         struct codeobj_error *error);
/* The same, with |pool| for what the kernels of AMD's share with other code objects; NULL: none. */
enum codeobj_status code_object_open_pooled(struct span bytes, struct metadata_pool *pool,
                                            struct code_object *out, struct codeobj_error *error);
/* Whether |object| is for the target that its container names. A cubin does not know whether it is
 * for "sm_90" or "sm_90a": it takes the container's word. */
bool code_object_is_for(struct code_object *object, const struct target_id *named);

typedef void variable_visitor(void *context, struct span name, uint64_t size, bool is_managed);
/* Visits the variables in device memory of a cubin or PTX. None if it is neither, or damaged. */
void nvidia_variables(struct span bytes, void *context, variable_visitor *visit);

#endif
