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
    CONTAINER_SECTION,           /* a section of an ELF or PE file for the host: ".hip_fatbin" */
    CONTAINER_BUNDLE,            /* a bundle; it begins with __CLANG_OFFLOAD_BUNDLE__ */
    CONTAINER_COMPRESSED_BUNDLE, /* a compressed bundle; it begins with CCOB */
    CONTAINER_HEADER,            /* a C header that kbuild wrote */
    /* the unpacked contents of a compressed file or image */
    CONTAINER_FRAME,
    /* an offload binary of OpenMP or clang's newer driver; it begins with 10 ff 10 ad */
    CONTAINER_OFFLOAD_BINARY,
    CONTAINER_FATBIN, /* nvcc's fat binary: cubins and PTX, each perhaps compressed */
    CONTAINER_MODULE, /* a module of a kernel archive, or a library's part of a kpack archive */
    CONTAINER_KPACK,  /* a kpack archive that a library names; the container has no bytes if the
                         archive is missing */
    /* bytes of unknown structure, which were searched; |name| is the section's name, or "" */
    CONTAINER_SEARCHED,
};

struct container {
    const struct container *parent; /* the container around this one; NULL for the file */
    enum container_kind kind;
    /* the name of the member, section, variable or module, the target of a frame, the path of a
     * kpack archive, or "" */
    const char *name;
    unsigned index;  /* the container's number, from 0, among those of the same kind in |parent| */
    size_t number;   /* the container's number, from 0, in the order of the walk */
    uint64_t offset; /* offset of the container in the bytes of |parent| */
    /* how many bytes the container takes in |parent|; 0 if its bytes are in another file, as the
     * data that a header names, or a kpack archive */
    uint64_t stored_size;
    struct span bytes; /* the contents of the container, unpacked and decoded */
    enum bundle_codec codec;
    unsigned version; /* version of the format of a compressed bundle or offload binary, else 0 */
};

enum image_kind {
    IMAGE_CODE_OBJECT, /* an ELF file for AMD or NVIDIA GPUs, or PTX; it may be cut off */
    IMAGE_EMPTY,       /* an image without bytes, as the entry for the host */
    IMAGE_OTHER,       /* host code, bitcode, SPIR-V, text and all other images */
};

struct container_image {
    const struct container *container; /* the innermost container around the image */
    const char *entry;                 /* the id of the image's entry in a bundle, or "" */
    /* the target that the container states: "gfx90a:xnack-", or "" */
    const char *target;
    enum image_kind kind;
    uint64_t offset; /* offset of the image in |container->bytes| */
    struct span bytes;
};

/* Functions that the walk calls, in the order of the file. |container| is called first for the file
 * itself, and for each container before its contents. The arguments are valid until the function
 * returns. Each function may be NULL. Archive members without images or problems are not reported.
 */
struct container_visitor {
    void *context;
    void (*container)(void *context, const struct container *container);
    void (*image)(void *context, const struct container_image *image);
    /* Called for each problem, which is at the offset |error->offset| of |where->bytes|. */
    void (*problem)(void *context, const struct container *where,
                    const struct codeobj_error *error);
    /* Maps the file |name|, whose name is in a header (".incbin"), until the walk ends. Returns
     * false when the file cannot be read. */
    bool (*beside)(void *context, const char *name, struct span *out);
    /* Maps one of the kpack archives that match |path| until the walk ends: number |index|, from 0,
     * in the order of their names. |path| begins at the directory of the walked file, unless |path|
     * is absolute; KPACK_TARGET in |path| matches any text. |*name| becomes the archive's path, and
     * |*out| its bytes, no bytes if the archive cannot be read. Path and bytes are valid until the
     * walk ends. Returns false when no more archives match. */
    bool (*archive)(void *context, const char *path, size_t index, const char **name,
                    struct span *out);
};

struct container_limits {
    /* The most bytes to which one compressed container may unpack; 0 means 4 GiB. */
    uint64_t unpacked;
    /* The most bytes to which all compressed containers together may unpack, which limits the time;
     * 0: 64 GiB. If unpack_limit() of the sizes of all walked files is less, that is the limit. */
    uint64_t unpacked_all;
};

/* Walks |file|. Returns CODEOBJ_OK when there was no problem, and at least one image that is not
 * empty. Otherwise returns the status of the first problem, which |error| describes. Without a
 * problem or an image, returns CODEOBJ_UNRECOGNISED, and |error| says what the file is. |limits|
 * may be NULL. Several threads may call this function at the same time. */
enum codeobj_status container_walk(struct span file, const struct container_limits *limits,
                                   const struct container_visitor *visitor,
                                   struct codeobj_error *error);

/* Writes where in its file |container| is, as "(member.o) .hip_fatbin bundle 2", to |out|, cut to
 * fit |size|. The text can be appended to the file's name: it starts with a blank or a parenthesis,
 * and is "" for the file itself. Numbers in it start from 1. Returns |out|. */
char *container_print(const struct container *container, char *out, size_t size);

/* Whether |bytes| start with an image that code_object_open_any() reads. The image may be cut off.
 */
bool code_object_recognise_any(struct span bytes);
/* Finds the size of an image, as code_object_size() does, but for each image that
 * code_object_open_any() reads. PTX has no headers, so its size is that of |bytes|. */
enum codeobj_status code_object_size_any(struct span bytes, uint64_t *out,
                                         struct codeobj_error *error);
/* Opens a code object of any known version, or an image for NVIDIA GPUs. code_object_open() reads
 * versions 3 and later. This function also reads version 1, which has no metadata, version 2, whose
 * metadata are YAML, and cubins and PTX, which get the version 0.
 *
 * Kernels in cubins and PTX have no kinds of arguments (ARGUMENT_OTHER), no SGPRs and no
 * descriptors. Their |vgprs| is the number of registers of a thread, 0 in PTX. Their
 * |group_segment| is the shared memory, with the part that CUDA reserves. */
enum codeobj_status code_object_open_any(struct span bytes, struct code_object *out,
                                         struct codeobj_error *error);
/* Does what code_object_open_any() does, but keeps metadata in |pool|, where several code objects
 * for AMD GPUs can share it. If |pool| is NULL, nothing is shared. */
enum codeobj_status code_object_open_pooled(struct span bytes, struct metadata_pool *pool,
                                            struct code_object *out, struct codeobj_error *error);
/* Whether |object| is for the target |named|, which the object's container states. A cubin does not
 * say whether it is for "sm_90" or "sm_90a", so |object| gets the variant of |named|. */
bool code_object_is_for(struct code_object *object, const struct target_id *named);

typedef void variable_visitor(void *context, struct span name, uint64_t size, bool is_managed);
/* Calls |visit| for each variable of a cubin or PTX that is in device memory. Does not call |visit|
 * for other images. May visit only some variables of a damaged image. */
void nvidia_variables(struct span bytes, void *context, variable_visitor *visit);

#endif
