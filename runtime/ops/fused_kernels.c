/* A fusion's kernels: compiled once for each choice of dtypes, class of layouts and device. */
#include "fusion.h"

#include <stdlib.h>
#include <string.h>

static struct variant *variant_find(struct krt_fusion *fusion, const enum kir_type *types)
{
    struct variant *variant = atomic_load_explicit(&fusion->variants, memory_order_acquire);
    while (variant && memcmp(variant->types, types, sizeof variant->types) != 0)
        variant = variant->next;
    return variant;
}

krt_status fusion_variant(struct krt_fusion *fusion, const enum kir_type *types,
                          struct variant **out)
{
    struct fuse_error error;
    *out = variant_find(fusion, types);
    if (*out)
        return KRT_OK;
    pthread_mutex_lock(&fusion->lock);
    krt_status status = KRT_OK;
    *out = variant_find(fusion, types);
    if (!*out) {
        struct variant *variant = calloc(1, sizeof *variant);
        if (!variant) {
            status = krt_fail(KRT_ERROR_OUT_OF_MEMORY, "fusion: no memory");
        } else if (!fuse_bind(fusion->program, types, &variant->body, &error)) {
            free(variant);
            status = krt_fail(KRT_ERROR_INVALID_ARGUMENT, "fusion: %s", error.message);
        } else {
            memcpy(variant->types, types, sizeof variant->types);
            variant->next = atomic_load_explicit(&fusion->variants, memory_order_relaxed);
            atomic_store_explicit(&fusion->variants, variant, memory_order_release);
            *out = variant;
        }
    }
    pthread_mutex_unlock(&fusion->lock);
    return status;
}

struct kernel *fusion_kernel(struct variant *variant, const struct fuse_class *class,
                             const struct krt_device *device)
{
    struct kernel *kernel = atomic_load_explicit(&variant->kernels, memory_order_acquire);
    while (kernel &&
           (kernel->device != device || memcmp(&kernel->class, class, sizeof *class) != 0))
        kernel = kernel->next;
    return kernel;
}

/* With the lock held; takes |module|. */
static krt_status kernel_add(struct variant *variant, const struct fuse_class *class,
                             struct krt_device *device, struct krt_raw_module *module)
{
    struct kernel *kernel = malloc(sizeof *kernel);
    struct krt_function *function = NULL, *end = NULL;
    krt_status status = kernel ? krt_module_function(module, "fused", &function)
                               : krt_fail(KRT_ERROR_OUT_OF_MEMORY, "fusion: no memory");
    if (!status && class->is_split)
        status = krt_module_function(module, "fused_end", &end);
    if (status) {
        krt_module_unload(module);
        free(kernel);
        return status;
    }
    *kernel = (struct kernel){
        .class = *class, .device = device, .module = module, .function = function, .end = end};
    kernel->next = atomic_load_explicit(&variant->kernels, memory_order_relaxed);
    atomic_store_explicit(&variant->kernels, kernel, memory_order_release);
    return KRT_OK;
}

/* Compiles, or begins to if |out_compilation| is not NULL. */
static krt_status compile(const struct krt_fusion *fusion, const struct variant *variant,
                          const struct fuse_class *class, struct krt_device *device,
                          struct krt_raw_module **out_module,
                          struct krt_compilation **out_compilation)
{
    const char *arguments[1 + COMPILER_ARGUMENTS] = {"-std=c++17"};
    memcpy(arguments + 1, fusion->compiler_arguments, sizeof fusion->compiler_arguments);
    struct krt_compile_options options = {.struct_size = sizeof options,
                                          .name = "fused.hip",
                                          .arguments = arguments,
                                          .argument_count = 1 + fusion->compiler_argument_count};
    char *text = fuse_emit(&variant->body, class, "fused");
    if (!text)
        return krt_fail(KRT_ERROR_OUT_OF_MEMORY, "fusion: no memory for its text");
    krt_status status = out_compilation ? krt_compile_start(device, text, &options, out_compilation)
                                        : krt_compile(device, text, &options, out_module);
    free(text);
    return status ? krt_fail(status, "fusion: %s", krt_error_message()) : KRT_OK;
}

static struct pending **pending_find(struct krt_fusion *fusion, const struct variant *variant,
                                     const struct fuse_class *class,
                                     const struct krt_device *device)
{
    struct pending **at = &fusion->pendings;
    while (*at && ((*at)->variant != variant || (*at)->device != device ||
                   memcmp(&(*at)->class, class, sizeof *class) != 0))
        at = &(*at)->next;
    return at;
}

/* With the lock held. NULL if there is no memory. */
static struct pending *pending_add(struct krt_fusion *fusion, struct variant *variant,
                                   const struct fuse_class *class, struct krt_device *device)
{
    struct pending *pending = malloc(sizeof *pending);
    if (!pending)
        return NULL;
    *pending = (struct pending){
        .next = fusion->pendings, .variant = variant, .class = *class, .device = device};
    fusion->pendings = pending;
    return pending;
}

static void pending_remove(struct krt_fusion *fusion, const struct pending *pending)
{
    struct pending **at = &fusion->pendings;
    while (*at != pending)
        at = &(*at)->next;
    *at = pending->next;
    free((void *)pending);
    pthread_cond_broadcast(&fusion->changed);
}

/* Compiles what nobody else does, or waits for who does. The lock is held, and released meanwhile.
 */
static krt_status wait_or_compile(struct krt_fusion *fusion, struct variant *variant,
                                  const struct fuse_class *class, struct krt_device *device)
{
    struct pending *pending = *pending_find(fusion, variant, class, device);
    struct krt_raw_module *module = NULL;
    krt_status status;
    if (pending && !pending->compilation) {
        pthread_cond_wait(&fusion->changed, &fusion->lock);
        return KRT_OK;
    }
    struct krt_compilation *begun = pending ? pending->compilation : NULL;
    if (!pending)
        pending = pending_add(fusion, variant, class, device);
    if (!pending)
        return krt_fail(KRT_ERROR_OUT_OF_MEMORY, "fusion: no memory");
    pending->compilation = NULL;
    pthread_mutex_unlock(&fusion->lock);
    status = begun ? krt_compilation_take(begun, &module)
                   : compile(fusion, variant, class, device, &module, NULL);
    krt_compilation_destroy(begun);
    pthread_mutex_lock(&fusion->lock);
    if (!status)
        status = kernel_add(variant, class, device, module);
    pending_remove(fusion, pending);
    return status;
}

krt_status fusion_kernel_make(struct krt_fusion *fusion, struct variant *variant,
                              const struct fuse_class *class, struct krt_device *device,
                              struct kernel **out)
{
    krt_status status = KRT_OK;
    pthread_mutex_lock(&fusion->lock);
    while (!status && !(*out = fusion_kernel(variant, class, device)))
        status = wait_or_compile(fusion, variant, class, device);
    pthread_mutex_unlock(&fusion->lock);
    return status;
}

krt_status fusion_kernel_begin(struct krt_fusion *fusion, struct variant *variant,
                               const struct fuse_class *class, struct krt_device *device)
{
    struct krt_compilation *compilation = NULL;
    struct krt_raw_module *module = NULL;
    krt_status status = KRT_NOT_READY;
    pthread_mutex_lock(&fusion->lock);
    struct pending *pending = *pending_find(fusion, variant, class, device);
    if (fusion_kernel(variant, class, device)) {
        status = KRT_OK;
    } else if (!pending) {
        krt_status begun = compile(fusion, variant, class, device, NULL, &compilation);
        pending = begun ? NULL : pending_add(fusion, variant, class, device);
        if (pending)
            pending->compilation = compilation;
        else
            krt_compilation_destroy(compilation);
        if (!pending)
            status = begun ? begun : krt_fail(KRT_ERROR_OUT_OF_MEMORY, "fusion: no memory");
    } else if (pending->compilation) {
        status = krt_compilation_query(pending->compilation);
        if (status != KRT_NOT_READY) {
            status = krt_compilation_take(pending->compilation, &module);
            krt_compilation_destroy(pending->compilation);
            if (!status)
                status = kernel_add(variant, class, device, module);
            pending_remove(fusion, pending);
        }
    }
    pthread_mutex_unlock(&fusion->lock);
    return status;
}
