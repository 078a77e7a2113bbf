/* Loaded packages, with their modules and functions on each device. */
#ifndef KRT_PACKAGE_H
#define KRT_PACKAGE_H

#include "archive.h"
#include "codeobj.h"
#include "device.h"

#include <stdatomic.h>

struct loaded_module;

/* A kernel on a device. |handle| is set last, with release: a thread that sees it sees the rest. */
struct krt_function {
    _Atomic(void *) handle; /* the driver's; NULL until it is loaded */
    struct loaded_module *module;
    const char *name, *symbol; /* as in the source, as in the code object */
    uint32_t parameter_count, parameter_bytes;
    uint32_t registers, scalar_registers, shared_bytes, local_bytes, max_threads, wave_size;
    uint32_t required_block[3]; /* zeros when any size is accepted */
};

/* A module on a device: of a package, or raw. */
struct loaded_module {
    struct krt_device *device;
    const struct krt_package *package; /* NULL of a raw one */
    const struct krt_module *source;   /* likewise */
    const struct krt_source *text;     /* to compile where there is no image, or NULL */
    pthread_mutex_t lock;              /* held while it is being loaded; guards what follows */
    _Atomic(void *) handle;            /* the driver's; NULL until it is loaded */
    struct code_object object;         /* from its metadata; zeros on CUDA */
    bool is_of_file;                   /* its code is not the program's own */
    unsigned demand;                   /* the number of the one that this file meets */
    _Atomic unsigned failures;         /* failed loads, and the status of the last one */
    krt_status status;
    char *message; /* NULL when there was no memory for it */
};

/* A package on a device: allocated when it is first asked for there, filled as it is used. */
struct loaded_package {
    const struct krt_package *package;
    struct loaded_package *next; /* of the same device */
    struct loaded_module *modules;
    struct krt_function functions[]; /* by ordinal */
};

/* The target of krt_package's |state|; made once, and never freed. */
struct krt_package_state {
    _Atomic(struct loaded_package *) on[DEVICES_MAX]; /* by the devices' slots */
    struct archives archives;
};

/* The function if it is loaded already, else NULL: three loads. */
static inline struct krt_function *function_cached(const struct krt_package *package,
                                                   uint32_t ordinal,
                                                   const struct krt_device *device)
{
    struct krt_package_state *state = __atomic_load_n(package->state, __ATOMIC_ACQUIRE);
    if (!state || ordinal >= package->kernel_count)
        return NULL;
    struct loaded_package *loaded =
        atomic_load_explicit(&state->on[device->slot], memory_order_acquire);
    if (!loaded)
        return NULL;
    struct krt_function *function = &loaded->functions[ordinal];
    return atomic_load_explicit(&function->handle, memory_order_acquire) ? function : NULL;
}

/* Whether a key was demanded for the package after the module's code was read from a file. */
static inline bool module_is_outdated(const struct loaded_module *module)
{
    return module->is_of_file &&
           module->demand != archives_demand_number(&(*module->package->state)->archives);
}

/* The state of the package, which is made at the first call. */
krt_status package_state(const struct krt_package *package, struct krt_package_state **out);
/* The package on the device; borrowed from the device. */
krt_status package_on(const struct krt_package *package, struct krt_device *device,
                      struct loaded_package **out);
/* The next use on each device loads the package anew. What is loaded stays until its device is
 * closed, for threads that are using it. */
void package_forget(struct krt_package_state *state);
/* Frees all of them; the device must not be in use. */
void packages_unload(struct krt_device *device);

/* Loads the module if it is not loaded: one thread does, and the others wait for it; when that load
 * fails, the waiting threads fail too. */
krt_status module_load(struct loaded_module *module);
/* Makes |image| the loaded one. Called with the lock held, or before others know the module. */
struct image;
krt_status module_take(struct loaded_module *module, const char *name, struct image *image);
/* It must not be in use. It can be loaded again. */
void module_unload(struct loaded_module *module);
void module_destroy(struct loaded_module *module);

/* Fills |function| from its module, which must be loaded. |symbol| is its name in the code object;
 * |kernel| is its description in a package, or NULL. Called with the module's lock held. */
krt_status function_load(struct krt_function *function, const char *symbol,
                         const struct krt_kernel *kernel);

#endif
