/* Loaded packages, with their modules and functions on each device. */
#ifndef KRT_PACKAGE_H
#define KRT_PACKAGE_H

#include "archive.h"
#include "codeobj.h"
#include "device.h"

#include <stdatomic.h>

struct loaded_module;

/* A kernel on a device. |handle| is set last, with release order: a thread that sees a |handle|
 * other than NULL sees the other members too. */
struct krt_function {
    _Atomic(void *) handle; /* the driver's function; NULL until the kernel is loaded */
    struct loaded_module *module;
    /* the kernel's name in the source, and its name in the code object */
    const char *name, *symbol;
    uint32_t parameter_count, parameter_bytes;
    uint32_t registers, scalar_registers, shared_bytes, local_bytes, max_threads, wave_size;
    /* the block size that the kernel requires; zeros if it accepts any */
    uint32_t required_block[3];
};

/* A module on a device: one of a package, or a raw one. */
struct loaded_module {
    struct krt_device *device;
    const struct krt_package *package; /* the package; NULL for a raw module */
    const struct krt_module *source; /* the module's table in the package; NULL for a raw module */
    const struct krt_source *text;   /* the source that is compiled if there is no image, or NULL */
    /* held while the module is being loaded, and while the members below are read or changed */
    pthread_mutex_t lock;
    _Atomic(void *) handle;    /* the driver's module; NULL until it is loaded */
    struct code_object object; /* the code object, opened for its metadata; zeros on CUDA */
    /* whether the code is from an archive or the override directory, not the program's own */
    bool is_of_file;
    unsigned demand; /* the number of the demand (struct demand) that the module's file meets */
    /* how many loads have failed; |status| and |message| are of the last one */
    _Atomic unsigned failures;
    krt_status status;
    /* the message of the last load that failed; NULL if none did, or there was no memory for it */
    char *message;
};

/* A package on a device. It is made when the package is first used on the device, and gets modules
 * and functions as they are used. */
struct loaded_package {
    const struct krt_package *package;
    struct loaded_package *next; /* the next package on the same device */
    struct loaded_module *modules;
    struct krt_function functions[]; /* the functions of the package's kernels, by ordinal */
};

/* What |state| of struct krt_package points to. The struct is made once and never freed. */
struct krt_package_state {
    /* The package on each device, indexed by the device's slot. */
    _Atomic(struct loaded_package *) on[DEVICES_MAX];
    struct archives archives;
};

/* Returns the function if it is loaded already, else NULL. This takes three loads from memory. */
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

/* Returns the state of the package, which is made at the first call. */
krt_status package_state(const struct krt_package *package, struct krt_package_state **out);
/* Returns the package on the device; borrowed from the device. */
krt_status package_on(const struct krt_package *package, struct krt_device *device,
                      struct loaded_package **out);
/* Forgets the package on every device: the next use loads it again. Loaded modules stay until their
 * device is closed, for threads that are using them. */
void package_forget(struct krt_package_state *state);
/* Frees all packages on the device, which must not be in use. */
void packages_unload(struct krt_device *device);

/* Loads the module if it is not loaded. One thread loads it, and the others wait; if loading fails,
 * the waiting threads fail too. */
krt_status module_load(struct loaded_module *module);
/* Makes |image| the module's loaded image. Called with the lock held, or before other threads know
 * the module. */
struct image;
krt_status module_take(struct loaded_module *module, const char *name, struct image *image);
/* Unloads the module, which nobody may be using. A later call can load it again. */
void module_unload(struct loaded_module *module);
void module_destroy(struct loaded_module *module);

/* Fills |function| from its module, which must be loaded. |symbol| is the function's name in the
 * code object; |kernel| is its description in a package, or NULL. Called with the module's lock
 * held. */
krt_status function_load(struct krt_function *function, const char *symbol,
                         const struct krt_kernel *kernel);

#endif
