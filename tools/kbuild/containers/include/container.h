/* Walks everything that code objects, cubins and PTX travel in: bundles (also compressed, or
 * several in a row), offload binaries, sections of executables, libraries and objects for the host,
 * archives, headers and kernel archives that kbuild wrote, AMD's kpack archives, and libraries that
 * name kpack archives.
 *
 * Where a format has headers, these say where its contents are. All other bytes are searched, and a
 * match must have plausible headers (search.c). Bytes that were walked are not searched again. The
 * walk reports damage, and goes on after the damaged part if its end is known. It shows the
 * complete images of a bundle that is cut off. It does not open code objects: a code object that is
 * cut off at the end of its file is shown as it is, and opening it reports what is missing. Work
 * and memory are linear in the size of the file and of its unpacked contents, which have limits.
 */
#ifndef KBUILD_CONTAINERS_CONTAINER_H
#define KBUILD_CONTAINERS_CONTAINER_H

#include "codeobj.h"

enum container_kind {
    CONTAINER_FILE, /* the file that is walked */
    CONTAINER_ARCHIVE_MEMBER,
    CONTAINER_SECTION,           /* of an ELF or PE file for the host: ".hip_fatbin" */
    CONTAINER_BUNDLE,            /* magic __CLANG_OFFLOAD_BUNDLE__ */
    CONTAINER_COMPRESSED_BUNDLE, /* magic CCOB */
    CONTAINER_HEADER,            /* a C header by kbuild */
    CONTAINER_FRAME,             /* a compressed file, or image of a header, module or fat binary */
    CONTAINER_OFFLOAD_BINARY,    /* magic 10 ff 10 ad: OpenMP, and clang's newer driver */
    CONTAINER_FATBIN,            /* nvcc's fat binary: cubins and PTX, each perhaps compressed */
    CONTAINER_MODULE,   /* a module of a kernel archive, or a library's part of a kpack archive */
    CONTAINER_KPACK,    /* a kpack archive that a library names; without bytes if it is missing */
    CONTAINER_SEARCHED, /* searched bytes of unknown structure; the name is a section's, or "" */
};

struct container {
    const struct container *parent; /* NULL for the file */
    enum container_kind kind;
    const char *name;     /* of the member, section, variable or module; a frame's target; a kpack
                             archive's path; or "" */
    unsigned index;       /* number among the containers of its kind in |parent|, from 0 */
    size_t number;        /* number of the container in the order of the walk, from 0 */
    uint64_t offset;      /* where the container starts in the bytes of |parent| */
    uint64_t stored_size; /* bytes that the container takes in |parent|; 0 if they are in another
                             file: the data of a header, a kpack archive */
    struct span bytes;    /* the contents, unpacked and decoded */
    enum bundle_codec codec;
    unsigned version; /* format of a compressed bundle or offload binary, else 0 */
};

enum image_kind {
    IMAGE_CODE_OBJECT, /* an ELF file for AMDGPU or NVIDIA's GPUs, or PTX; whole or not */
    IMAGE_EMPTY,       /* no bytes, as the entry for the host */
    IMAGE_OTHER,       /* host code, bitcode, SPIR-V, text */
};

struct container_image {
    const struct container *container; /* the innermost container that the image is in */
    const char *entry;                 /* a bundle entry's id, or "" */
    const char *target;                /* as the container states it: "gfx90a:xnack-", or "" */
    enum image_kind kind;
    uint64_t offset; /* where the image starts in |container->bytes| */
    struct span bytes;
};

/* Functions that the walk calls, in the order of the file: |container| first for the file itself,
 * and for each container before its contents. The arguments are valid until the function returns.
 * Each function may be NULL. Archive members without images or problems are not shown. */
struct container_visitor {
    void *context;
    void (*container)(void *context, const struct container *container);
    void (*image)(void *context, const struct container_image *image);
    /* Reports a problem at |error->offset| in |where->bytes|. */
    void (*problem)(void *context, const struct container *where,
                    const struct codeobj_error *error);
    /* Maps the file |name|, which a header names (".incbin"), until the walk ends. Returns false
     * when the file cannot be read. */
    bool (*beside)(void *context, const char *name, struct span *out);
    /* Maps a kpack archive until the walk ends: number |index|, from 0, of the files that match
     * |path|, in the order of their names. |path| begins at the walked file's directory, unless it
     * is absolute, and KPACK_TARGET in it matches any text. |*out| is empty if the file cannot be
     * read; |*name| is its path, valid as long as |*out|. Returns false when there are no more
     * files. */
    bool (*archive)(void *context, const char *path, size_t index, const char **name,
                    struct span *out);
};

struct container_limits {
    /* Bytes that one compressed container may unpack to; 0: 4 GiB. */
    uint64_t unpacked;
    /* Bytes that all compressed containers together may unpack to, which bounds the time; 0: 64
     * GiB. The walk never unpacks more than unpack_limit() of the sizes of the walked files. */
    uint64_t unpacked_all;
};

/* Walks |file|. Returns CODEOBJ_OK when there was no problem, and an image that is not empty; else
 * the status of the first problem, which |error| describes; or CODEOBJ_UNRECOGNISED when there was
 * neither a problem nor an image (|error| says what the file is). |limits| may be NULL. Several
 * threads may call this at the same time. */
enum codeobj_status container_walk(struct span file, const struct container_limits *limits,
                                   const struct container_visitor *visitor,
                                   struct codeobj_error *error);

/* Writes where |container| is, as "(member.o) .hip_fatbin bundle 2", to |out|, cut to fit |size|.
 * The text can be appended to the file's name: it starts with a blank or a parenthesis, and is ""
 * for the file itself. Numbers start from 1. Returns |out|. */
char *container_print(const struct container *container, char *out, size_t size);

/* Whether |bytes| start with an image, perhaps cut off, that code_object_open_any() reads. */
bool code_object_recognise_any(struct span bytes);
/* Finds the size of an image, as code_object_size() does, for all images that
 * code_object_open_any() reads. PTX has no headers, so its size is that of |bytes|. */
enum codeobj_status code_object_size_any(struct span bytes, uint64_t *out,
                                         struct codeobj_error *error);
/* Opens a code object of any known version. code_object_open() reads versions 3 and later; this
 * function also reads version 1, which has no metadata, version 2, whose metadata are YAML, and
 * NVIDIA's images, cubins and PTX, which get the version 0. NVIDIA's images have no kinds of
 * arguments (ARGUMENT_OTHER), no SGPRs and no descriptors; |vgprs| is their number of registers of
 * a thread, 0 in PTX, and |group_segment| their shared memory, with what CUDA reserves of it. */
enum codeobj_status code_object_open_any(struct span bytes, struct code_object *out,
                                         struct codeobj_error *error);
/* Opens as code_object_open_any() does. |pool| holds metadata that kernels of AMD's code objects
 * share with other code objects; NULL: nothing is shared. */
enum codeobj_status code_object_open_pooled(struct span bytes, struct metadata_pool *pool,
                                            struct code_object *out, struct codeobj_error *error);
/* Whether |object| is for the target |named|, which its container states. A cubin does not know
 * whether it is for "sm_90" or "sm_90a", so it gets the variant of |named|. */
bool code_object_is_for(struct code_object *object, const struct target_id *named);

typedef void variable_visitor(void *context, struct span name, uint64_t size, bool is_managed);
/* Calls |visit| for each variable in device memory of a cubin or PTX. Visits nothing in other
 * bytes; of damaged ones, it may visit some. */
void nvidia_variables(struct span bytes, void *context, variable_visitor *visit);

#endif
