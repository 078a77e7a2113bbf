/* Registration: the constructors of a program that hipcc compiled register its device code, kernels
 * and variables here. Nothing is loaded before a device needs it.
 *
 * The constructors call these functions as clang's CGCUDANV.cpp emits the calls:
 * "__hipRegisterFatBinary" and its like.
 */
#include "module.h"

#include "handle.h"
#include "kpack.h"
#include "memory.h"
#include "stream.h"

#include <search.h>
#include <stdlib.h>
#include <string.h>

enum { WRAPPER_MAGIC = 0x48495046 /* the bytes "HIPF" as a number */ };

/* laid out as the structure that clang calls __CudaFatBinaryWrapper */
struct fat_binary_wrapper {
    uint32_t magic, version;
    const void *image; /* the images; if |magic| is KPACK_WRAPPER, a reference to archives */
    /* the number of the wrapper in the library if |magic| is KPACK_WRAPPER; else unused */
    uintptr_t index;
};

struct fat_binary {
    /* the images; NULL if the wrapper is unknown, or if the code is in archives */
    const void *image;
    /* names the archives if the code is in archives; else its |wrapper| is NULL */
    struct kpack_library kpack;
    /* a lock that is taken before the runtime's lock, never after it */
    pthread_mutex_t loading;
    struct ihipModule_t *modules[GPUS_MAX];
    hipError_t errors[GPUS_MAX]; /* for each device: the error of a load that failed, which is not
                                  * tried again */
    struct managed *managed;
};

/* The kernel or variable that a host address means. */
struct registration {
    const void *host;
    struct fat_binary *binary;
    char *name;
    bool is_function;
};

struct managed { /* a __managed__ variable */
    struct managed *next;
    char *name; /* the name, in the device code, of the pointer to the variable */
    void **host;
    const void *initial;
    size_t size;
    void *address; /* the variable's memory; NULL until a device can allocate it */
};

static struct {
    pthread_rwlock_t lock; /* held for reading or writing while |entries| is read or changed */
    void *entries;         /* a tree of struct registration, by host address */
} registry = {PTHREAD_RWLOCK_INITIALIZER, NULL};

static int compare_entries(const void *a, const void *b)
{
    uintptr_t left = (uintptr_t)((const struct registration *)a)->host;
    uintptr_t right = (uintptr_t)((const struct registration *)b)->host;
    return (left > right) - (left < right);
}

static void add_entry(struct fat_binary *binary, const void *host, const char *name,
                      bool is_function)
{
    struct registration *entry = calloc(1, sizeof *entry), **at = NULL;
    if (entry)
        *entry = (struct registration){host, binary, strdup(name), is_function};
    pthread_rwlock_wrlock(&registry.lock);
    if (entry && entry->name)
        at = tsearch(entry, &registry.entries, compare_entries);
    if (!at) {
        say("there is no memory for the name of '%s'", name);
        if (entry)
            free(entry->name);
        free(entry);
    }
    /* a library that was unloaded may have left an entry for the same host address */
    if (at && *at != entry) {
        struct registration *old = *at;
        *at = entry;
        free(old->name);
        free(old);
    }
    pthread_rwlock_unlock(&registry.lock);
}

/* Finds the entry of a host address. |out->name| belongs to the entry, which lives as long as the
 * library that registered it. */
static bool find_entry(const void *host, struct registration *out)
{
    struct registration key = {.host = host};
    pthread_rwlock_rdlock(&registry.lock);
    struct registration **at = tfind(&key, &registry.entries, compare_entries);
    if (at)
        *out = **at;
    pthread_rwlock_unlock(&registry.lock);
    return at != NULL;
}

/* ---- Registration --------------------------------------------------------------------------- */

void **__hipRegisterFatBinary(const void *data)
{
    const struct fat_binary_wrapper *wrapper = data;
    struct fat_binary *binary = calloc(1, sizeof *binary);
    bool is_kpack = wrapper && wrapper->magic == KPACK_WRAPPER;
    if (!wrapper || (wrapper->magic != WRAPPER_MAGIC && !is_kpack) || wrapper->version != 1)
        say("__hipRegisterFatBinary: the program's device code is in a wrapper of an unknown kind");
    else if (binary && is_kpack)
        binary->kpack = (struct kpack_library){wrapper, wrapper->image, (uint32_t)wrapper->index};
    else if (binary)
        binary->image = wrapper->image;
    if (binary)
        pthread_mutex_init(&binary->loading, NULL);
    return (void **)binary;
}

void __hipRegisterFunction(void **modules, const void *host, char *device_function,
                           const char *name, unsigned thread_limit, void *tid, void *bid,
                           void *block, void *grid, int *warp_size)
{
    (void)device_function, (void)thread_limit, (void)tid, (void)bid;
    (void)block, (void)grid, (void)warp_size;
    if (modules)
        add_entry((struct fat_binary *)modules, host, name, true);
}

void __hipRegisterVar(void **modules, void *host, char *host_name, char *name, int is_extern,
                      size_t size, int is_constant, int is_global)
{
    (void)host_name, (void)is_extern, (void)size, (void)is_constant, (void)is_global;
    if (modules)
        add_entry((struct fat_binary *)modules, host, name, false);
}

static void place_managed(struct managed *variable)
{
    struct gpu *gpu = gpu_at(0);
    if (!gpu || variable->address)
        return;
    variable->address = memory_allocate(gpu, MEMORY_MANAGED, variable->size, hipMemAttachGlobal,
                                        "a __managed__ variable");
    if (!variable->address)
        return;
    memcpy(variable->address, variable->initial, variable->size);
    const struct allocation *memory = space_find(variable->address);
    space_mark_written(memory, (uintptr_t)variable->address, variable->size);
    *variable->host = variable->address;
}

/* Registers a managed variable. The program uses it through a pointer, which is set before the
 * program starts; the device code uses it through a pointer of its own. */
void __hipRegisterManagedVar(void *modules, void **pointer, void *initial, const char *name,
                             size_t size, unsigned alignment)
{
    struct fat_binary *binary = modules;
    struct managed *variable = binary ? calloc(1, sizeof *variable) : NULL;
    (void)alignment;
    if (!variable)
        return;
    *variable = (struct managed){binary->managed, strdup(name), pointer, initial, size, NULL};
    if (!variable->name) {
        say("there is no memory for the __managed__ variable '%s'", name);
        free(variable);
        return;
    }
    binary->managed = variable;
    place_managed(variable);
    if (!variable->address)
        say("there is no memory for the __managed__ variable '%s'", name);
    add_entry(binary, pointer, name, false);
}

void __hipRegisterTexture(void **modules, void *host, char *host_name, char *name, int type,
                          int is_normalized, int is_extern)
{
    (void)host_name, (void)type, (void)is_normalized, (void)is_extern;
    if (modules) /* registers the device's variable, because hipBindTexture() writes to it whatever
                  * it writes to |host| */
        add_entry((struct fat_binary *)modules, host, name, false);
}

void __hipRegisterSurface(void **modules, void *host, char *host_name, char *name, int type,
                          int is_extern)
{
    (void)modules, (void)host, (void)host_name, (void)type, (void)is_extern;
    say("the program has a surface reference, '%s': surfaces are not emulated", name);
}

struct forget {
    struct fat_binary *binary;
    struct registration *found[64];
    unsigned count;
};

static void collect(const void *node, VISIT visit, void *context)
{
    struct forget *forget = context;
    struct registration *entry = *(struct registration *const *)node;
    if ((visit == postorder || visit == leaf) && entry->binary == forget->binary &&
        forget->count < sizeof forget->found / sizeof forget->found[0])
        forget->found[forget->count++] = entry;
}

static void forget_entries(struct fat_binary *binary)
{
    struct forget forget = {.binary = binary};
    pthread_rwlock_wrlock(&registry.lock);
    do {
        forget.count = 0;
        twalk_r(registry.entries, collect, &forget);
        for (unsigned i = 0; i < forget.count; i++) {
            tdelete(forget.found[i], &registry.entries, compare_entries);
            free(forget.found[i]->name);
            free(forget.found[i]);
        }
    } while (forget.count > 0);
    pthread_rwlock_unlock(&registry.lock);
}

/* Called when a library is unloaded, and when the process ends. Waits for the work that may use the
 * library, unless the process is ending, because work may then never end. */
void __hipUnregisterFatBinary(void **modules)
{
    struct fat_binary *binary = (struct fat_binary *)modules;
    if (!binary)
        return;
    forget_entries(binary);
    bool is_over = program_is_over();
    for (int i = 0; i < GPUS_MAX; i++) {
        if (!binary->modules[i])
            continue;
        if (!is_over && !stream_is_worker())
            gpu_drain(binary->modules[i]->gpu);
        module_free(binary->modules[i]);
    }
    while (binary->managed) {
        struct managed *next = binary->managed->next;
        if (!is_over && binary->managed->address)
            memory_release(binary->managed->address);
        free(binary->managed->name);
        free(binary->managed);
        binary->managed = next;
    }
    pthread_mutex_destroy(&binary->loading);
    free(binary);
}

/* ---- Loading when it is needed -------------------------------------------------------------- */

/* Sets the pointers in the device code to the managed variables. */
static void connect_managed(const struct fat_binary *binary, const struct ihipModule_t *module)
{
    for (struct managed *at = binary->managed; at; at = at->next) {
        const struct program_symbol *symbol = program_find_symbol(module->program, at->name);
        place_managed(at);
        if (symbol && symbol->size >= sizeof at->address)
            memcpy(symbol->address, &at->address, sizeof at->address);
    }
}

static hipError_t binary_module(struct fat_binary *binary, struct gpu *gpu, const char *name,
                                struct ihipModule_t **out)
{
    pthread_mutex_lock(&binary->loading);
    struct ihipModule_t **module = &binary->modules[gpu->ordinal];
    hipError_t *error = &binary->errors[gpu->ordinal];
    if (!*module && !*error) {
        *error = binary->image           ? module_load(gpu, image_span(binary->image), name, module)
                 : binary->kpack.wrapper ? kpack_load(gpu, &binary->kpack, name, module)
                                         : hipErrorNoBinaryForGpu;
        if (!*error)
            connect_managed(binary, *module);
    }
    *out = *module;
    hipError_t status = *module ? hipSuccess : *error;
    pthread_mutex_unlock(&binary->loading);
    return fail_quietly(status);
}

hipError_t function_find(const void *symbol, hipStream_t handle, const char *name,
                         struct ihipModuleSymbol_t **out)
{
    hipError_t error;
    struct registration entry;
    struct ihipModule_t *module;
    if (!symbol)
        return fail(hipErrorInvalidDeviceFunction, "%s: the kernel is null", name);
    struct ihipStream_t *stream = stream_find(handle, name, &error);
    if (!stream)
        return error;
    if (!find_entry(symbol, &entry) || !entry.is_function) {
        if (!handle_is(symbol, HANDLE_FUNCTION))
            return fail(hipErrorInvalidDeviceFunction, "%s: %p is not a kernel of this program",
                        name, symbol);
        *out = (struct ihipModuleSymbol_t *)(uintptr_t)symbol;
        return hipSuccess;
    }
    error = binary_module(entry.binary, stream->gpu, name, &module);
    if (error)
        return error;
    *out = module_find(module, entry.name);
    return *out ? hipSuccess
                : fail(hipErrorInvalidDeviceFunction,
                       "%s: the code object for device %d has no kernel '%s'", name,
                       stream->gpu->ordinal, entry.name);
}

hipError_t symbol_find(const void *symbol, const char *name, struct program_symbol *out)
{
    struct registration entry;
    struct ihipModule_t *module;
    struct gpu *gpu = gpu_current();
    if (!gpu)
        return fail_device(name, thread_self()->device);
    if (!symbol || !find_entry(symbol, &entry) || entry.is_function)
        return fail(hipErrorInvalidSymbol, "%s: %p is not a variable of the device code", name,
                    symbol);
    hipError_t error = binary_module(entry.binary, gpu, name, &module);
    if (error)
        return error;
    for (const struct managed *at = entry.binary->managed; at; at = at->next) {
        if (at->host == symbol) {
            *out = (struct program_symbol){at->name, at->address, at->size};
            return hipSuccess;
        }
    }
    const struct program_symbol *found = program_find_symbol(module->program, entry.name);
    if (!found)
        return fail(hipErrorInvalidSymbol, "%s: the device code has no variable '%s'", name,
                    entry.name);
    *out = *found;
    return hipSuccess;
}

hipError_t symbol_part(const void *symbol, size_t size, size_t offset, const char *function,
                       uint8_t **out)
{
    struct program_symbol found = {0};
    hipError_t error = symbol_find(symbol, function, &found);
    if (error)
        return error;
    if (offset > found.size || size > found.size - offset)
        return fail(hipErrorInvalidValue, "%s: %zu bytes at %zu of '%s', which has %zu", function,
                    size, offset, found.name, found.size);
    *out = (uint8_t *)found.address + offset;
    return hipSuccess;
}

/* ---- The API -------------------------------------------------------------------------------- */

hipError_t hipGetSymbolAddress(void **out, const void *symbol)
{
    struct program_symbol found = {0};
    if (!out)
        return fail(hipErrorInvalidValue, "hipGetSymbolAddress: the output pointer is null");
    hipError_t error = symbol_find(symbol, "hipGetSymbolAddress", &found);
    if (!error)
        *out = found.address;
    return error;
}

hipError_t hipGetSymbolSize(size_t *out, const void *symbol)
{
    struct program_symbol found = {0};
    if (!out)
        return fail(hipErrorInvalidValue, "hipGetSymbolSize: the output pointer is null");
    hipError_t error = symbol_find(symbol, "hipGetSymbolSize", &found);
    if (!error)
        *out = found.size;
    return error;
}

hipError_t hipGetFuncBySymbol(hipFunction_t *out, const void *symbol)
{
    if (!out)
        return fail(hipErrorInvalidValue, "hipGetFuncBySymbol: the output pointer is null");
    return function_find(symbol, NULL, "hipGetFuncBySymbol", out);
}

const char *hipKernelNameRef(const hipFunction_t function)
{
    return handle_is(function, HANDLE_FUNCTION) ? function->kernel->name : NULL;
}

const char *hipKernelNameRefByPtr(const void *symbol, hipStream_t stream)
{
    struct ihipModuleSymbol_t *function;
    if (function_find(symbol, stream, "hipKernelNameRefByPtr", &function))
        return NULL;
    return function->kernel->name;
}

/* ---- <<<...>>> ------------------------------------------------------------------------------ */

hipError_t __hipPushCallConfiguration(dim3 grid, dim3 block, size_t dynamic_lds, hipStream_t stream)
{
    struct thread *self = thread_self();
    if (self->configuration_count == CONFIGURATIONS_MAX)
        return fail(hipErrorInvalidConfiguration, "%d launches are begun and none is done",
                    CONFIGURATIONS_MAX);
    self->configurations[self->configuration_count++] =
        (struct call_configuration){grid, block, dynamic_lds, stream};
    return hipSuccess;
}

hipError_t __hipPopCallConfiguration(dim3 *grid, dim3 *block, size_t *dynamic_lds,
                                     hipStream_t *stream)
{
    struct thread *self = thread_self();
    if (self->configuration_count == 0)
        return fail(hipErrorMissingConfiguration, "a kernel is called without <<<...>>>");
    const struct call_configuration *top = &self->configurations[--self->configuration_count];
    *grid = top->grid;
    *block = top->block;
    *dynamic_lds = top->dynamic_lds;
    *stream = top->stream;
    return hipSuccess;
}
