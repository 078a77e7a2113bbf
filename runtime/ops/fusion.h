/* The members of a fusion, and the lists of its kernels. */
#ifndef KRT_OPS_FUSION_H
#define KRT_OPS_FUSION_H

#include <fuse/fuse.h>
#include <krt/extend.h>
#include <krt/fused.h>

#include <pthread.h>
#include <stdatomic.h>

enum { COMPILER_ARGUMENTS = 16 };

/* The kernel for launches of one class of layouts on one device. Entries of the lists stay until
 * the fusion is destroyed. */
struct kernel {
    struct kernel *next;
    struct fuse_class class;
    struct krt_device *device;
    /* the compiled module; NULL if the functions are in the package */
    struct krt_raw_module *module;
    /* |end| is the second kernel of a split class; NULL for other classes */
    struct krt_function *function, *end;
    bool is_general; /* whether the kernel serves launches of any class (FUSE_GENERAL) */
};

/* A kernel that is being compiled: by a thread, or in the background until a thread takes it. */
struct pending {
    struct pending *next;
    struct variant *variant;
    struct fuse_class class;
    struct krt_device *device;
    /* the compilation in the background; NULL if a thread compiles the kernel */
    struct krt_compilation *compilation;
};

/* The program of a fusion with one choice of dtypes. */
struct variant {
    struct variant *next;
    enum kir_type types[FUSE_OPERANDS];
    struct fuse_body body;
    _Atomic(struct kernel *) kernels;
};

struct krt_fusion {
    struct fuse_program *program;
    char *compiler_arguments[COMPILER_ARGUMENTS];
    uint32_t compiler_argument_count;
    const struct krt_package *package; /* the package with the fusion's kernels, or NULL */
    _Atomic(struct variant *) variants;
    /* held while |pendings| is read or changed, and while an entry is added to another list */
    pthread_mutex_t lock;
    pthread_cond_t changed;
    struct pending *pendings;
    atomic_bool is_frozen;
};

/* Finds or adds the variant with these dtypes. */
krt_status fusion_variant(struct krt_fusion *fusion, const enum kir_type *types,
                          struct variant **out);

/* Returns the kernel, or NULL if the list of |variant| does not have it. Takes no lock. */
struct kernel *fusion_kernel(struct variant *variant, const struct fuse_class *class,
                             const struct krt_device *device);
/* Finds or compiles the kernel. If another thread is compiling it, waits for that thread. */
krt_status fusion_kernel_make(struct krt_fusion *fusion, struct variant *variant,
                              const struct fuse_class *class, struct krt_device *device,
                              struct kernel **out);
/* Begins to make the kernel, and does not wait. Returns KRT_NOT_READY until the kernel exists. */
krt_status fusion_kernel_begin(struct krt_fusion *fusion, struct variant *variant,
                               const struct fuse_class *class, struct krt_device *device);

#endif
