/* Tensors on a device, and what they should hold. */
#ifndef OPS_TEST_H
#define OPS_TEST_H

#include "krt_kernels.h"
#include "on_devices.h"

#include <krt/ops.h>
#include <stdlib.h>

static struct krt_ops *ops;

static inline void open_all(const char *name)
{
    open_stream(name);
    assert_ok(krt_ops_create(&krt_kernels_package, &ops));
}

static inline void close_all(void)
{
    krt_ops_destroy(ops);
    close_stream();
}

/* Device memory of |bytes|, holding |host| (or 0xee, for NULL). */
static inline void *upload(const void *host, size_t bytes)
{
    void *memory;
    assert_ok(krt_alloc(device, bytes, &memory));
    assert_ok(host ? krt_copy_to_device(stream, memory, host, bytes)
                   : krt_set(stream, memory, 0xee, 1, bytes));
    return memory;
}

static inline void download(void *host, void *memory, size_t bytes)
{
    assert_ok(krt_copy_to_host(stream, host, memory, bytes));
}

static inline void release(void *memory)
{
    assert_ok(krt_stream_synchronize(stream));
    assert_ok(krt_free(device, memory));
}

/* Operations of the package without the kernel |missing|. Devices remember the package from which
 * they loaded a module, so it stays. */
static inline struct krt_ops *ops_without(const char *missing)
{
    static struct krt_kernel *kernels;
    static struct krt_package package;
    const struct krt_package *all = &krt_kernels_package;
    struct krt_ops *made;
    if (!kernels)
        kernels = malloc(all->kernel_count * sizeof *kernels);
    assert_non_null(kernels);
    memcpy(kernels, all->kernels, all->kernel_count * sizeof *kernels);
    package = *all;
    package.kernels = kernels;
    for (uint32_t i = 0; i < all->kernel_count; i++) {
        if (strcmp(kernels[i].name, missing) == 0)
            kernels[i].name = "missing";
    }
    assert_ok(krt_ops_create(&package, &made));
    return made;
}

#endif
