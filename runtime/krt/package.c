/* Packages on devices: each is made when the package is first used on the device. */
#include "package.h"

#include "error.h"
#include "hash.h"

#include <stdlib.h>

/* Returns the package's state, which the first call makes. The state is never freed: it takes a few
 * hundred bytes for each package of the process. */
static struct krt_package_state *state_of(const struct krt_package *package)
{
    struct krt_package_state *state = __atomic_load_n(package->state, __ATOMIC_ACQUIRE);
    if (state)
        return state;
    struct krt_package_state *made = calloc(1, sizeof *made), *none = NULL;
    if (!made)
        return NULL;
    pthread_rwlock_init(&made->archives.lock, NULL);
    if (__atomic_compare_exchange_n(package->state, &none, made, false, __ATOMIC_ACQ_REL,
                                    __ATOMIC_ACQUIRE))
        return made;
    pthread_rwlock_destroy(&made->archives.lock);
    free(made);
    return none;
}

static krt_status package_check(const struct krt_package *package)
{
    if (!package || package->struct_size < offsetof(struct krt_package, interface) ||
        !package->state)
        return fail(KRT_ERROR_INVALID_ARGUMENT,
                    "the package is %s: pass the struct that kbuild wrote",
                    package ? "of another version of krt.h" : "NULL");
    return KRT_OK;
}

krt_status package_state(const struct krt_package *package, struct krt_package_state **out)
{
    krt_status status = package_check(package);
    if (!status && !(*out = state_of(package)))
        status = fail(KRT_ERROR_OUT_OF_MEMORY, "no memory for package %s", package->name);
    return status;
}

static uint64_t module_id(const struct krt_module *module)
{
    uint64_t id = build_id_add(0, module->name, module->image_count);
    for (uint32_t i = 0; i < module->image_count; i++)
        id = build_id_add(id, module->images[i].target, module->images[i].checksum);
    return id;
}

/* Checks that the tables and the images are from the same build. */
static krt_status package_verify(const struct krt_package *package)
{
    if (package->struct_size < offsetof(struct krt_package, sources) || !package->build)
        return KRT_OK;
    uint64_t build = package->interface;
    for (uint32_t i = 0; i < package->module_count; i++)
        build += module_id(&package->modules[i]);
    if (build == package->build)
        return KRT_OK;
    return fail(
        KRT_ERROR_BAD_IMAGE,
        "package %s: its tables are of build %016llx, its images are not; build the package "
        "and the program again",
        package->name, (unsigned long long)package->build);
}

static void loaded_free(struct loaded_package *loaded)
{
    for (uint32_t i = 0; loaded->modules && i < loaded->package->module_count; i++)
        module_destroy(&loaded->modules[i]);
    free(loaded->modules);
    free(loaded);
}

static struct loaded_package *loaded_make(const struct krt_package *package,
                                          struct krt_device *device)
{
    struct loaded_package *loaded =
        calloc(1, sizeof *loaded + package->kernel_count * sizeof loaded->functions[0]);
    if (!loaded)
        return NULL;
    loaded->package = package;
    loaded->modules = calloc(package->module_count, sizeof loaded->modules[0]);
    if (!loaded->modules) {
        free(loaded);
        return NULL;
    }
    for (uint32_t i = 0; i < package->module_count; i++) {
        loaded->modules[i].device = device;
        loaded->modules[i].package = package;
        loaded->modules[i].source = &package->modules[i];
        if (package->struct_size > offsetof(struct krt_package, sources) && package->sources &&
            package->sources[i].name)
            loaded->modules[i].text = &package->sources[i];
        pthread_mutex_init(&loaded->modules[i].lock, NULL);
    }
    for (uint32_t i = 0; i < package->kernel_count; i++) {
        loaded->functions[i].name = package->kernels[i].name;
        loaded->functions[i].module = &loaded->modules[package->kernels[i].module];
    }
    return loaded;
}

krt_status package_on(const struct krt_package *package, struct krt_device *device,
                      struct loaded_package **out)
{
    struct krt_package_state *state;
    krt_status status = package_state(package, &state);
    if (status)
        return status;
    _Atomic(struct loaded_package *) *place = &state->on[device->slot];
    struct loaded_package *loaded = atomic_load_explicit(place, memory_order_acquire);
    if (!loaded) {
        pthread_mutex_lock(&device->packages_lock);
        loaded = atomic_load_explicit(place, memory_order_relaxed);
        status = loaded ? KRT_OK : package_verify(package);
        if (!status && !loaded && (loaded = loaded_make(package, device)) != NULL) {
            loaded->next = device->packages;
            device->packages = loaded;
            atomic_store_explicit(place, loaded, memory_order_release);
        }
        pthread_mutex_unlock(&device->packages_lock);
    }
    if (status)
        return status;
    if (!loaded)
        return fail(KRT_ERROR_OUT_OF_MEMORY, "no memory for package %s", package->name);
    *out = loaded;
    return KRT_OK;
}

void package_forget(struct krt_package_state *state)
{
    for (size_t i = 0; i < DEVICES_MAX; i++)
        atomic_store(&state->on[i], NULL);
}

void packages_unload(struct krt_device *device)
{
    while (device->packages) {
        struct loaded_package *loaded = device->packages;
        device->packages = loaded->next;
        atomic_store(&(*loaded->package->state)->on[device->slot], NULL);
        loaded_free(loaded);
    }
}
