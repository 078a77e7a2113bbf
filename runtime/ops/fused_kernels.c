/* The kernels of a fusion. A kernel is found in a package or compiled, once for each choice of
 * dtypes, class of layouts and device. */
#include "fusion.h"

#include <krt/extend.h>
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

/* Adds |made| to the variant's list, which then owns what |made| owned. The caller holds the
 * lock. */
static krt_status kernel_add(struct variant *variant, const struct kernel *made)
{
    struct kernel *kernel = malloc(sizeof *kernel);
    if (!kernel) {
        krt_module_unload(made->module);
        return krt_fail(KRT_ERROR_OUT_OF_MEMORY, "fusion: no memory");
    }
    *kernel = *made;
    krt_device_keep(kernel->device);
    kernel->next = atomic_load_explicit(&variant->kernels, memory_order_relaxed);
    atomic_store_explicit(&variant->kernels, kernel, memory_order_release);
    return KRT_OK;
}

/* ---- Kernels from a package ------------------------------------------------------------------ */

static krt_status from_package(const struct krt_fusion *fusion, const struct variant *variant,
                               const struct fuse_class *class, struct kernel *kernel)
{
    char name[FUSE_NAME + sizeof FUSE_END];
    if (!fusion->package || fusion->compiler_argument_count > 0)
        return KRT_ERROR_NOT_FOUND;
    if (!fuse_kernel_name(&variant->body, class, name))
        return krt_fail(KRT_ERROR_OUT_OF_MEMORY, "fusion: no memory");
    krt_status status = krt_function_find(fusion->package, name, kernel->device, &kernel->function);
    if (!status && class->is_split)
        status = krt_function_find(fusion->package, strcat(name, FUSE_END), kernel->device,
                                   &kernel->end);
    return status;
}

/* Whether |status| means that the package lacks the kernel, so that it must be compiled. */
static bool is_missing(krt_status status)
{
    return status == KRT_ERROR_NOT_FOUND || status == KRT_ERROR_NO_IMAGE;
}

/* Finds the package's kernel that serves any layout, which is used if there is no compiler. */
static krt_status general_from_package(const struct krt_fusion *fusion,
                                       const struct variant *variant, struct kernel *kernel)
{
    struct fuse_class classes[FUSE_USUAL];
    char *message = strdup(krt_error_message());
    uint32_t count = fuse_usual_classes(&variant->body, classes);
    krt_status status = from_package(fusion, variant, &classes[count - 1], kernel);
    kernel->is_general = true;
    if (is_missing(status))
        status = krt_fail(KRT_ERROR_UNSUPPORTED, "%s", message ? message : "fusion: no compiler");
    free(message);
    return status;
}

/* ---- Kernels from a compiler ----------------------------------------------------------------- */

/* Compiles a kernel. If |out_compilation| is not NULL, only begins to compile. */
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
    char *text = fuse_emit(&variant->body, class);
    if (!text)
        return krt_fail(KRT_ERROR_OUT_OF_MEMORY, "fusion: no memory for its text");
    krt_status status = out_compilation ? krt_compile_start(device, text, &options, out_compilation)
                                        : krt_compile(device, text, &options, out_module);
    free(text);
    return status ? krt_fail(status, "fusion: %s", krt_error_message()) : KRT_OK;
}

/* Finds the kernel's functions in its module. |status| is the result of finding or compiling the
 * module. */
static krt_status kernel_complete(const struct krt_fusion *fusion, const struct variant *variant,
                                  krt_status status, struct kernel *kernel)
{
    if (status == KRT_ERROR_UNSUPPORTED)
        return general_from_package(fusion, variant, kernel);
    if (status || kernel->function)
        return status;
    status = krt_module_function(kernel->module, FUSE_ENTRY, &kernel->function);
    if (!status && kernel->class.is_split)
        status = krt_module_function(kernel->module, FUSE_ENTRY FUSE_END, &kernel->end);
    if (status)
        krt_module_unload(kernel->module);
    return status;
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

/* Adds an entry for a kernel that is being compiled. Returns NULL if there is no memory. The caller
 * holds the lock. */
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

/* Compiles the kernel. If another thread is compiling it, waits for that thread. The caller holds
 * the lock, which this function releases while it compiles or waits. */
static krt_status wait_or_compile(struct krt_fusion *fusion, struct variant *variant,
                                  const struct fuse_class *class, struct krt_device *device)
{
    struct pending *pending = *pending_find(fusion, variant, class, device);
    struct kernel made = {.class = *class, .device = device};
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
    status = begun ? krt_compilation_take(begun, &made.module)
                   : from_package(fusion, variant, class, &made);
    if (!begun && is_missing(status))
        status = compile(fusion, variant, class, device, &made.module, NULL);
    krt_compilation_destroy(begun);
    status = kernel_complete(fusion, variant, status, &made);
    pthread_mutex_lock(&fusion->lock);
    if (!status)
        status = kernel_add(variant, &made);
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

/* Looks for the kernel. If the kernel is missing, begins to compile it and returns KRT_NOT_READY.
 * The caller holds the lock. */
static krt_status begin(struct krt_fusion *fusion, struct variant *variant,
                        const struct fuse_class *class, struct krt_device *device)
{
    struct krt_compilation *compilation;
    krt_status status = compile(fusion, variant, class, device, NULL, &compilation);
    struct pending *pending = status ? NULL : pending_add(fusion, variant, class, device);
    if (status)
        return status;
    if (!pending) {
        krt_compilation_destroy(compilation);
        return krt_fail(KRT_ERROR_OUT_OF_MEMORY, "fusion: no memory");
    }
    pending->compilation = compilation;
    return KRT_NOT_READY;
}

krt_status fusion_kernel_begin(struct krt_fusion *fusion, struct variant *variant,
                               const struct fuse_class *class, struct krt_device *device)
{
    struct kernel made = {.class = *class, .device = device};
    krt_status status = KRT_OK;
    pthread_mutex_lock(&fusion->lock);
    struct pending *pending = *pending_find(fusion, variant, class, device);
    if (fusion_kernel(variant, class, device)) {
        /* |kernel| was found in the variant's list */
    } else if (!pending) {
        status = from_package(fusion, variant, class, &made);
        if (is_missing(status))
            status = begin(fusion, variant, class, device);
        else if (!status)
            status = kernel_add(variant, &made);
    } else {
        status = pending->compilation ? krt_compilation_query(pending->compilation) : KRT_NOT_READY;
        if (status != KRT_NOT_READY) {
            status = krt_compilation_take(pending->compilation, &made.module);
            krt_compilation_destroy(pending->compilation);
            status = kernel_complete(fusion, variant, status, &made);
            if (!status)
                status = kernel_add(variant, &made);
            pending_remove(fusion, pending);
        }
    }
    pthread_mutex_unlock(&fusion->lock);
    return status;
}
