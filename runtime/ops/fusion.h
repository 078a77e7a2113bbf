/* Inside a fusion: its kernels. */
#ifndef KRT_OPS_FUSION_H
#define KRT_OPS_FUSION_H

#include <fuse/fuse.h>
#include <krt/extend.h>
#include <krt/fused.h>

#include <pthread.h>
#include <stdatomic.h>

enum { COMPILER_ARGUMENTS = 16 };

/* What launches of one class on one device use. Entries are added to lists, and leave them only
 * with the fusion. */
struct kernel {
    struct kernel *next;
    struct fuse_class class;
    struct krt_device *device;
    struct krt_raw_module *module;       /* NULL: the functions are those of the package */
    struct krt_function *function, *end; /* |end| is NULL unless the class is split */
    bool is_general;                     /* the kernel is that of FUSE_GENERAL: plan with that */
};

/* A kernel that is being compiled: by a thread, or in the background until a thread takes it. */
struct pending {
    struct pending *next;
    struct variant *variant;
    struct fuse_class class;
    struct krt_device *device;
    struct krt_compilation *compilation; /* NULL: a thread has it */
};

/* The program with one choice of dtypes. */
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
    const struct krt_package *package; /* NULL if there is none */
    _Atomic(struct variant *) variants;
    pthread_mutex_t lock; /* of |pendings|, and of who adds to lists */
    pthread_cond_t changed;
    struct pending *pendings;
    atomic_bool is_frozen;
};

/* The program with these dtypes. */
krt_status fusion_variant(struct krt_fusion *fusion, const enum kir_type *types,
                          struct variant **out);

/* NULL if it is not there. Takes no lock. */
struct kernel *fusion_kernel(struct variant *variant, const struct fuse_class *class,
                             const struct krt_device *device);
/* Finds or compiles the kernel, or waits for who does. */
krt_status fusion_kernel_make(struct krt_fusion *fusion, struct variant *variant,
                              const struct fuse_class *class, struct krt_device *device,
                              struct kernel **out);
/* Finds it without waiting: KRT_NOT_READY until it is there. */
krt_status fusion_kernel_begin(struct krt_fusion *fusion, struct variant *variant,
                               const struct fuse_class *class, struct krt_device *device);

#endif
