/* The functions that take the place of those of HIP's runtime. Each calls the runtime's, and tells
 * the recorder what the program did. Their types are HIP's, by their shapes, so that no header of
 * HIP is needed. */
#include "parts.h"

#include <string.h>

struct dim3 {
    uint32_t x, y, z;
};
struct extent {
    size_t width, height, depth;
};
struct pitched {
    void *address;
    size_t pitch, width, height;
};
/* A struct with the layout of hipLaunchConfig_t and of HIP_LAUNCH_CONFIG. */
struct launch_config {
    struct dim3 grid, block;
    size_t dynamic_lds;
    void *stream, *attributes;
    unsigned attribute_count;
};
struct driver_config {
    unsigned grid[3], block[3], dynamic_lds;
    void *stream, *attributes;
    unsigned attribute_count;
};

/* DEFINE(name, type of the result, parameters): begins the function that takes the place of |name|.
 * In the library that is loaded before the runtime, it has this name; see CMakeLists.txt.
 * REAL(name) is the runtime's function. */
#ifdef RECORD_EXPORTS
#define EXPORT(name, result, parameters)                                                           \
    result name parameters;                                                                        \
    result name parameters __attribute__((alias("wrap_" #name), visibility("default")));
#else
#define EXPORT(name, result, parameters)
#endif
#define DEFINE(name, result, parameters)                                                           \
    typedef result name##_function parameters;                                                     \
    static name##_function *real_##name(void)                                                      \
    {                                                                                              \
        static void *_Atomic cache;                                                                \
        name##_function *function;                                                                 \
        void *found = find_real(#name, &cache);                                                    \
        memcpy(&function, &found, sizeof function);                                                \
        return function;                                                                           \
    }                                                                                              \
    result wrap_##name parameters;                                                                 \
    EXPORT(name, result, parameters)                                                               \
    result wrap_##name parameters

/* Calls the runtime's function |name| with the arguments, or returns an error if the runtime lacks
 * the function. */
#define REAL(name, ...) (real_##name() ? real_##name()(__VA_ARGS__) : HIP_NOT_INITIALISED)

/* ---- Memory ---------------------------------------------------------------------------------- */

static int added(int error, void *const *out, uint64_t size, enum record_memory kind)
{
    if (error == HIP_SUCCESS && out) {
        recorder_lock();
        memory_add(*out, size, kind);
        recorder_unlock();
    }
    return error;
}

/* Forgets an allocation before the runtime frees it: another thread may get the address then. */
static void removed(const void *address)
{
    recorder_lock();
    memory_remove(address);
    recorder_unlock();
}

DEFINE(hipMalloc, int, (void **out, size_t size))
{
    return added(REAL(hipMalloc, out, size), out, size, RECORD_MALLOC);
}

DEFINE(hipExtMallocWithFlags, int, (void **out, size_t size, unsigned flags))
{
    return added(REAL(hipExtMallocWithFlags, out, size, flags), out, size, RECORD_MALLOC);
}

DEFINE(hipMallocManaged, int, (void **out, size_t size, unsigned flags))
{
    return added(REAL(hipMallocManaged, out, size, flags), out, size, RECORD_MANAGED);
}

DEFINE(hipHostMalloc, int, (void **out, size_t size, unsigned flags))
{
    return added(REAL(hipHostMalloc, out, size, flags), out, size, RECORD_HOST);
}

DEFINE(hipHostAlloc, int, (void **out, size_t size, unsigned flags))
{
    return added(REAL(hipHostAlloc, out, size, flags), out, size, RECORD_HOST);
}

DEFINE(hipExtHostAlloc, int, (void **out, size_t size, unsigned flags))
{
    return added(REAL(hipExtHostAlloc, out, size, flags), out, size, RECORD_HOST);
}

DEFINE(hipMallocHost, int, (void **out, size_t size))
{
    return added(REAL(hipMallocHost, out, size), out, size, RECORD_HOST);
}

DEFINE(hipMemAllocHost, int, (void **out, size_t size))
{
    return added(REAL(hipMemAllocHost, out, size), out, size, RECORD_HOST);
}

DEFINE(hipMallocPitch, int, (void **out, size_t *pitch, size_t width, size_t height))
{
    int error = REAL(hipMallocPitch, out, pitch, width, height);
    return added(error, out, error ? 0 : *pitch * height, RECORD_MALLOC);
}

DEFINE(hipMemAllocPitch, int,
       (void **out, size_t *pitch, size_t width, size_t height, unsigned element))
{
    int error = REAL(hipMemAllocPitch, out, pitch, width, height, element);
    return added(error, out, error ? 0 : *pitch * height, RECORD_MALLOC);
}

DEFINE(hipMalloc3D, int, (struct pitched * out, struct extent extent))
{
    int error = REAL(hipMalloc3D, out, extent);
    return error ? error
                 : added(error, &out->address, out->pitch * extent.height * extent.depth,
                         RECORD_MALLOC);
}

DEFINE(hipMallocAsync, int, (void **out, size_t size, void *stream))
{
    return added(REAL(hipMallocAsync, out, size, stream), out, size, RECORD_POOL);
}

DEFINE(hipMallocFromPoolAsync, int, (void **out, size_t size, void *pool, void *stream))
{
    return added(REAL(hipMallocFromPoolAsync, out, size, pool, stream), out, size, RECORD_POOL);
}

DEFINE(hipHostRegister, int, (void *address, size_t size, unsigned flags))
{
    return added(REAL(hipHostRegister, address, size, flags), &address, size, RECORD_REGISTERED);
}

DEFINE(hipMemMap, int,
       (void *address, size_t size, size_t offset, void *memory, unsigned long long flags))
{
    return added(REAL(hipMemMap, address, size, offset, memory, flags), &address, size,
                 RECORD_MAPPED);
}

DEFINE(hipMemUnmap, int, (void *address, size_t size))
{
    recorder_lock();
    memory_unmap(address, size);
    recorder_unlock();
    return REAL(hipMemUnmap, address, size);
}

DEFINE(hipFree, int, (void *address))
{
    removed(address);
    return REAL(hipFree, address);
}

DEFINE(hipFreeAsync, int, (void *address, void *stream))
{
    removed(address);
    return REAL(hipFreeAsync, address, stream);
}

DEFINE(hipHostFree, int, (void *address))
{
    removed(address);
    return REAL(hipHostFree, address);
}

DEFINE(hipFreeHost, int, (void *address))
{
    removed(address);
    return REAL(hipFreeHost, address);
}

DEFINE(hipHostUnregister, int, (void *address))
{
    removed(address);
    return REAL(hipHostUnregister, address);
}

/* ---- Modules --------------------------------------------------------------------------------- */

static int loaded(int error, void *const *module, const void *image, bool is_library)
{
    if (error == HIP_SUCCESS && module) {
        recorder_lock();
        modules_load(*module, image, is_library);
        recorder_unlock();
    }
    return error;
}

static int loaded_file(int error, void *const *module, const char *path, bool is_library)
{
    if (error == HIP_SUCCESS && module) {
        recorder_lock();
        modules_load_file(*module, path, is_library);
        recorder_unlock();
    }
    return error;
}

static int found(int error, void *const *function, void *module, const char *name)
{
    if (error == HIP_SUCCESS && function) {
        recorder_lock();
        modules_function(*function, module, name);
        recorder_unlock();
    }
    return error;
}

static int found_alias(int error, void *const *alias, const void *function)
{
    if (error == HIP_SUCCESS && alias) {
        recorder_lock();
        modules_alias(*alias, function);
        recorder_unlock();
    }
    return error;
}

static void forgotten(void *module)
{
    recorder_lock();
    modules_forget(module);
    recorder_unlock();
}

DEFINE(hipModuleLoad, int, (void **module, const char *path))
{
    return loaded_file(REAL(hipModuleLoad, module, path), module, path, false);
}

DEFINE(hipModuleLoadData, int, (void **module, const void *image))
{
    return loaded(REAL(hipModuleLoadData, module, image), module, image, false);
}

DEFINE(hipModuleLoadDataEx, int,
       (void **module, const void *image, unsigned count, void *options, void **values))
{
    return loaded(REAL(hipModuleLoadDataEx, module, image, count, options, values), module, image,
                  false);
}

DEFINE(hipModuleLoadFatBinary, int, (void **module, const void *image))
{
    return loaded(REAL(hipModuleLoadFatBinary, module, image), module, image, false);
}

DEFINE(hipModuleUnload, int, (void *module))
{
    forgotten(module);
    return REAL(hipModuleUnload, module);
}

DEFINE(hipModuleGetFunction, int, (void **function, void *module, const char *name))
{
    return found(REAL(hipModuleGetFunction, function, module, name), function, module, name);
}

DEFINE(hipLibraryLoadData, int,
       (void **library, const void *image, void *options, void **values, unsigned count,
        void *library_options, void **library_values, unsigned library_count))
{
    return loaded(REAL(hipLibraryLoadData, library, image, options, values, count, library_options,
                       library_values, library_count),
                  library, image, true);
}

DEFINE(hipLibraryLoadFromFile, int,
       (void **library, const char *path, void *options, void **values, unsigned count,
        void *library_options, void **library_values, unsigned library_count))
{
    return loaded_file(REAL(hipLibraryLoadFromFile, library, path, options, values, count,
                            library_options, library_values, library_count),
                       library, path, true);
}

DEFINE(hipLibraryUnload, int, (void *library))
{
    forgotten(library);
    return REAL(hipLibraryUnload, library);
}

DEFINE(hipLibraryGetKernel, int, (void **kernel, void *library, const char *name))
{
    return found(REAL(hipLibraryGetKernel, kernel, library, name), kernel, library, name);
}

DEFINE(hipKernelGetFunction, int, (void **function, void *kernel))
{
    return found_alias(REAL(hipKernelGetFunction, function, kernel), function, kernel);
}

DEFINE(hipGetFuncBySymbol, int, (void **function, const void *symbol))
{
    return found_alias(REAL(hipGetFuncBySymbol, function, symbol), function, symbol);
}

/* The constructors of a program of hipcc call these. */
DEFINE(__hipRegisterFatBinary, void **, (const void *wrapper))
{
    __hipRegisterFatBinary_function *real = real___hipRegisterFatBinary();
    void **handle = real ? real(wrapper) : NULL;
    recorder_lock();
    modules_fat_binary(handle, wrapper);
    recorder_unlock();
    return handle;
}

DEFINE(__hipRegisterFunction, void,
       (void **handle, const void *symbol, char *device_function, const char *name,
        unsigned thread_limit, void *tid, void *bid, void *block, void *grid, int *wave))
{
    __hipRegisterFunction_function *real = real___hipRegisterFunction();
    if (real)
        real(handle, symbol, device_function, name, thread_limit, tid, bid, block, grid, wave);
    recorder_lock();
    modules_symbol(handle, symbol, name);
    recorder_unlock();
}

DEFINE(__hipRegisterVar, void,
       (void **handle, void *symbol, char *host_name, char *name, int is_extern, size_t size,
        int is_constant, int is_global))
{
    __hipRegisterVar_function *real = real___hipRegisterVar();
    if (real)
        real(handle, symbol, host_name, name, is_extern, size, is_constant, is_global);
    recorder_lock();
    modules_variable(handle, symbol, name);
    recorder_unlock();
}

DEFINE(__hipUnregisterFatBinary, void, (void **handle))
{
    __hipUnregisterFatBinary_function *real = real___hipUnregisterFatBinary();
    recorder_lock();
    modules_forget_fat_binary(handle);
    recorder_unlock();
    if (real)
        real(handle);
}

/* ---- Launches -------------------------------------------------------------------------------- */

/* Records |call|, and returns what |real|, the call of the runtime's function, returns. */
#define LAUNCH(call, real)                                                                         \
    do {                                                                                           \
        struct taken taken;                                                                        \
        take_before(&(call), &taken);                                                              \
        int error = (real);                                                                        \
        take_after(&(call), &taken, error);                                                        \
        return error;                                                                              \
    } while (0)

static struct call call_of(const void *function, struct dim3 grid, struct dim3 block,
                           uint64_t dynamic_lds, void *stream, void **parameters, void **extra,
                           bool is_cooperative)
{
    return (struct call){.function = function,
                         .grid = {grid.x, grid.y, grid.z},
                         .block = {block.x, block.y, block.z},
                         .dynamic_lds = dynamic_lds,
                         .stream = stream,
                         .parameters = parameters,
                         .extra = extra,
                         .is_cooperative = is_cooperative};
}

/* Returns the call of a launch whose grid is given in work-items. */
static struct call call_of_items(const void *function, const uint32_t items[3],
                                 const uint32_t block[3], uint64_t dynamic_lds, void *stream,
                                 void **parameters, void **extra)
{
    struct call call = {.function = function,
                        .dynamic_lds = dynamic_lds,
                        .stream = stream,
                        .parameters = parameters,
                        .extra = extra};
    for (int i = 0; i < 3; i++) {
        call.block[i] = block[i];
        call.grid[i] = block[i] ? (uint32_t)(((uint64_t)items[i] + block[i] - 1) / block[i]) : 0;
        call.last_block[i] = block[i] ? items[i] % block[i] : 0;
    }
    return call;
}

DEFINE(hipModuleLaunchKernel, int,
       (void *function, unsigned grid_x, unsigned grid_y, unsigned grid_z, unsigned block_x,
        unsigned block_y, unsigned block_z, unsigned dynamic_lds, void *stream, void **parameters,
        void **extra))
{
    struct call call = call_of(function, (struct dim3){grid_x, grid_y, grid_z},
                               (struct dim3){block_x, block_y, block_z}, dynamic_lds, stream,
                               parameters, extra, false);
    LAUNCH(call, REAL(hipModuleLaunchKernel, function, grid_x, grid_y, grid_z, block_x, block_y,
                      block_z, dynamic_lds, stream, parameters, extra));
}

DEFINE(hipModuleLaunchCooperativeKernel, int,
       (void *function, unsigned grid_x, unsigned grid_y, unsigned grid_z, unsigned block_x,
        unsigned block_y, unsigned block_z, unsigned dynamic_lds, void *stream, void **parameters))
{
    struct call call = call_of(function, (struct dim3){grid_x, grid_y, grid_z},
                               (struct dim3){block_x, block_y, block_z}, dynamic_lds, stream,
                               parameters, NULL, true);
    LAUNCH(call, REAL(hipModuleLaunchCooperativeKernel, function, grid_x, grid_y, grid_z, block_x,
                      block_y, block_z, dynamic_lds, stream, parameters));
}

DEFINE(hipExtModuleLaunchKernel, int,
       (void *function, uint32_t items_x, uint32_t items_y, uint32_t items_z, uint32_t block_x,
        uint32_t block_y, uint32_t block_z, size_t dynamic_lds, void *stream, void **parameters,
        void **extra, void *start, void *stop, uint32_t flags))
{
    const uint32_t items[3] = {items_x, items_y, items_z}, block[3] = {block_x, block_y, block_z};
    struct call call =
        call_of_items(function, items, block, dynamic_lds, stream, parameters, extra);
    LAUNCH(call,
           REAL(hipExtModuleLaunchKernel, function, items_x, items_y, items_z, block_x, block_y,
                block_z, dynamic_lds, stream, parameters, extra, start, stop, flags));
}

DEFINE(hipHccModuleLaunchKernel, int,
       (void *function, uint32_t items_x, uint32_t items_y, uint32_t items_z, uint32_t block_x,
        uint32_t block_y, uint32_t block_z, size_t dynamic_lds, void *stream, void **parameters,
        void **extra, void *start, void *stop))
{
    const uint32_t items[3] = {items_x, items_y, items_z}, block[3] = {block_x, block_y, block_z};
    struct call call =
        call_of_items(function, items, block, dynamic_lds, stream, parameters, extra);
    LAUNCH(call, REAL(hipHccModuleLaunchKernel, function, items_x, items_y, items_z, block_x,
                      block_y, block_z, dynamic_lds, stream, parameters, extra, start, stop));
}

/* HIP's header declares these two for C++, with C++'s names. */
#define EXT_MODULE_LAUNCH                                                                          \
    "_Z24hipExtModuleLaunchKernelP18ihipModuleSymbol_tjjjjjjmP12ihipStream_tPPvS4_P11ihipEvent_"   \
    "tS6_j"
#define HCC_MODULE_LAUNCH                                                                          \
    "_Z24hipHccModuleLaunchKernelP18ihipModuleSymbol_tjjjjjjmP12ihipStream_tPPvS4_P11ihipEvent_"   \
    "tS6_"
#ifdef RECORD_EXPORTS
__asm__(".globl " EXT_MODULE_LAUNCH "\n.set " EXT_MODULE_LAUNCH ", wrap_hipExtModuleLaunchKernel\n"
        ".globl " HCC_MODULE_LAUNCH "\n.set " HCC_MODULE_LAUNCH ", wrap_hipHccModuleLaunchKernel");
#endif

DEFINE(hipLaunchKernel, int,
       (const void *symbol, struct dim3 grid, struct dim3 block, void **arguments,
        size_t dynamic_lds, void *stream))
{
    struct call call = call_of(symbol, grid, block, dynamic_lds, stream, arguments, NULL, false);
    LAUNCH(call, REAL(hipLaunchKernel, symbol, grid, block, arguments, dynamic_lds, stream));
}

/* Returns the stream of a function with "_spt": if it is given none, the stream of the thread. */
static void *per_thread(void *stream)
{
    enum { PER_THREAD = 2 };
    return stream ? stream : (void *)(uintptr_t)PER_THREAD;
}

DEFINE(hipLaunchKernel_spt, int,
       (const void *symbol, struct dim3 grid, struct dim3 block, void **arguments,
        size_t dynamic_lds, void *stream))
{
    struct call call =
        call_of(symbol, grid, block, dynamic_lds, per_thread(stream), arguments, NULL, false);
    LAUNCH(call, REAL(hipLaunchKernel_spt, symbol, grid, block, arguments, dynamic_lds, stream));
}

DEFINE(hipExtLaunchKernel, int,
       (const void *symbol, struct dim3 grid, struct dim3 block, void **arguments,
        size_t dynamic_lds, void *stream, void *start, void *stop, int flags))
{
    struct call call = call_of(symbol, grid, block, dynamic_lds, stream, arguments, NULL, false);
    LAUNCH(call, REAL(hipExtLaunchKernel, symbol, grid, block, arguments, dynamic_lds, stream,
                      start, stop, flags));
}

DEFINE(hipLaunchCooperativeKernel, int,
       (const void *symbol, struct dim3 grid, struct dim3 block, void **arguments,
        unsigned dynamic_lds, void *stream))
{
    struct call call = call_of(symbol, grid, block, dynamic_lds, stream, arguments, NULL, true);
    LAUNCH(call,
           REAL(hipLaunchCooperativeKernel, symbol, grid, block, arguments, dynamic_lds, stream));
}

DEFINE(hipLaunchCooperativeKernel_spt, int,
       (const void *symbol, struct dim3 grid, struct dim3 block, void **arguments,
        uint32_t dynamic_lds, void *stream))
{
    struct call call =
        call_of(symbol, grid, block, dynamic_lds, per_thread(stream), arguments, NULL, true);
    LAUNCH(call, REAL(hipLaunchCooperativeKernel_spt, symbol, grid, block, arguments, dynamic_lds,
                      stream));
}

/* Whether a list of hipLaunchAttribute asks for a cooperative launch. Each has an ID, and at byte 8
 * a value. */
static bool is_cooperative(const void *attributes, unsigned count)
{
    enum { COOPERATIVE = 2, SIZE = 72 };
    for (unsigned i = 0; attributes && i < count; i++) {
        const uint8_t *attribute = (const uint8_t *)attributes + (size_t)i * SIZE;
        if (load_le(attribute, 4) == COOPERATIVE && load_le(attribute + 8, 4) != 0)
            return true;
    }
    return false;
}

DEFINE(hipLaunchKernelExC, int,
       (const struct launch_config *config, const void *symbol, void **arguments))
{
    if (!config)
        return REAL(hipLaunchKernelExC, config, symbol, arguments);
    struct call call =
        call_of(symbol, config->grid, config->block, config->dynamic_lds, config->stream, arguments,
                NULL, is_cooperative(config->attributes, config->attribute_count));
    LAUNCH(call, REAL(hipLaunchKernelExC, config, symbol, arguments));
}

DEFINE(hipDrvLaunchKernelEx, int,
       (const struct driver_config *config, void *function, void **parameters, void **extra))
{
    if (!config)
        return REAL(hipDrvLaunchKernelEx, config, function, parameters, extra);
    struct dim3 grid = {config->grid[0], config->grid[1], config->grid[2]};
    struct dim3 block = {config->block[0], config->block[1], config->block[2]};
    struct call call =
        call_of(function, grid, block, config->dynamic_lds, config->stream, parameters, extra,
                is_cooperative(config->attributes, config->attribute_count));
    LAUNCH(call, REAL(hipDrvLaunchKernelEx, config, function, parameters, extra));
}

/* ---- Waits ----------------------------------------------------------------------------------- */

DEFINE(hipDeviceSynchronize, int, (void))
{
    return take_pending(real_hipDeviceSynchronize() ? real_hipDeviceSynchronize()()
                                                    : HIP_NOT_INITIALISED);
}

DEFINE(hipStreamSynchronize, int, (void *stream))
{
    return take_pending(REAL(hipStreamSynchronize, stream));
}

DEFINE(hipStreamSynchronize_spt, int, (void *stream))
{
    return take_pending(REAL(hipStreamSynchronize_spt, stream));
}

DEFINE(hipEventSynchronize, int, (void *event))
{
    return take_pending(REAL(hipEventSynchronize, event));
}

DEFINE(hipMemcpy, int, (void *destination, const void *source, size_t size, int kind))
{
    return take_pending(REAL(hipMemcpy, destination, source, size, kind));
}

DEFINE(hipMemcpyDtoH, int, (void *destination, void *source, size_t size))
{
    return take_pending(REAL(hipMemcpyDtoH, destination, source, size));
}

/* ---- Captures -------------------------------------------------------------------------------- */

static int began(int error)
{
    if (error == HIP_SUCCESS)
        take_capture(1);
    return error;
}

DEFINE(hipStreamBeginCapture, int, (void *stream, int mode))
{
    return began(REAL(hipStreamBeginCapture, stream, mode));
}

DEFINE(hipStreamBeginCapture_spt, int, (void *stream, int mode))
{
    return began(REAL(hipStreamBeginCapture_spt, stream, mode));
}

DEFINE(hipStreamBeginCaptureToGraph, int,
       (void *stream, void *graph, const void *nodes, const void *data, size_t count, int mode))
{
    return began(REAL(hipStreamBeginCaptureToGraph, stream, graph, nodes, data, count, mode));
}

static int ended(int error)
{
    /* the errors with which a capture that was invalid has ended, too; after other errors it goes
     * on */
    enum { INVALIDATED = 901, UNJOINED = 904 };
    if (error == HIP_SUCCESS || error == INVALIDATED || error == UNJOINED)
        take_capture(-1);
    return error;
}

DEFINE(hipStreamEndCapture, int, (void *stream, void **graph))
{
    return ended(REAL(hipStreamEndCapture, stream, graph));
}

DEFINE(hipStreamEndCapture_spt, int, (void *stream, void **graph))
{
    return ended(REAL(hipStreamEndCapture_spt, stream, graph));
}

/* ---- Functions that find functions ----------------------------------------------------------- */

/* Puts the replacement of the function |name| into |*out|, which the runtime has set. */
static int replaced(int error, const char *name, void **out, uint64_t flags, bool is_per_thread)
{
    enum { LEGACY = 1, PER_THREAD = 2 };
    char longer[128];
    recorder_function *replacement = NULL;
    if (error != HIP_SUCCESS || !name || !out || !*out || strlen(name) > sizeof longer - 5)
        return error;
    if (flags == PER_THREAD || (is_per_thread && flags != LEGACY)) {
        strcat(strcpy(longer, name), "_spt");
        replacement = recorder_replace(longer);
    }
    if (!replacement)
        replacement = recorder_replace(name);
    if (replacement)
        memcpy(out, &replacement, sizeof replacement);
    return error;
}

DEFINE(hipGetProcAddress, int,
       (const char *name, void **out, int version, uint64_t flags, void *status))
{
    return replaced(REAL(hipGetProcAddress, name, out, version, flags, status), name, out, flags,
                    false);
}

DEFINE(hipGetProcAddress_spt, int,
       (const char *name, void **out, int version, uint64_t flags, void *status))
{
    return replaced(REAL(hipGetProcAddress_spt, name, out, version, flags, status), name, out,
                    flags, true);
}

DEFINE(hipGetDriverEntryPoint, int,
       (const char *name, void **out, unsigned long long flags, void *status))
{
    return replaced(REAL(hipGetDriverEntryPoint, name, out, flags, status), name, out, flags,
                    false);
}

DEFINE(hipGetDriverEntryPoint_spt, int,
       (const char *name, void **out, unsigned long long flags, void *status))
{
    return replaced(REAL(hipGetDriverEntryPoint_spt, name, out, flags, status), name, out, flags,
                    true);
}

/* ---- The table ------------------------------------------------------------------------------- */

#define WRAPPED(X)                                                                                 \
    X(hipMalloc)                                                                                   \
    X(hipExtMallocWithFlags)                                                                       \
    X(hipMallocManaged)                                                                            \
    X(hipHostMalloc)                                                                               \
    X(hipHostAlloc)                                                                                \
    X(hipExtHostAlloc)                                                                             \
    X(hipMallocHost)                                                                               \
    X(hipMemAllocHost)                                                                             \
    X(hipMallocPitch)                                                                              \
    X(hipMemAllocPitch)                                                                            \
    X(hipMalloc3D)                                                                                 \
    X(hipMallocAsync)                                                                              \
    X(hipMallocFromPoolAsync)                                                                      \
    X(hipHostRegister)                                                                             \
    X(hipMemMap)                                                                                   \
    X(hipMemUnmap)                                                                                 \
    X(hipFree)                                                                                     \
    X(hipFreeAsync)                                                                                \
    X(hipHostFree)                                                                                 \
    X(hipFreeHost)                                                                                 \
    X(hipHostUnregister)                                                                           \
    X(hipModuleLoad)                                                                               \
    X(hipModuleLoadData)                                                                           \
    X(hipModuleLoadDataEx)                                                                         \
    X(hipModuleLoadFatBinary)                                                                      \
    X(hipModuleUnload)                                                                             \
    X(hipModuleGetFunction)                                                                        \
    X(hipLibraryLoadData)                                                                          \
    X(hipLibraryLoadFromFile)                                                                      \
    X(hipLibraryUnload)                                                                            \
    X(hipLibraryGetKernel)                                                                         \
    X(hipKernelGetFunction)                                                                        \
    X(hipGetFuncBySymbol)                                                                          \
    X(__hipRegisterFatBinary)                                                                      \
    X(__hipRegisterFunction)                                                                       \
    X(__hipRegisterVar)                                                                            \
    X(__hipUnregisterFatBinary)                                                                    \
    X(hipModuleLaunchKernel)                                                                       \
    X(hipModuleLaunchCooperativeKernel)                                                            \
    X(hipExtModuleLaunchKernel)                                                                    \
    X(hipHccModuleLaunchKernel)                                                                    \
    X(hipLaunchKernel)                                                                             \
    X(hipLaunchKernel_spt)                                                                         \
    X(hipExtLaunchKernel)                                                                          \
    X(hipLaunchCooperativeKernel)                                                                  \
    X(hipLaunchCooperativeKernel_spt)                                                              \
    X(hipLaunchKernelExC)                                                                          \
    X(hipDrvLaunchKernelEx)                                                                        \
    X(hipDeviceSynchronize)                                                                        \
    X(hipStreamSynchronize)                                                                        \
    X(hipStreamSynchronize_spt)                                                                    \
    X(hipEventSynchronize)                                                                         \
    X(hipMemcpy)                                                                                   \
    X(hipMemcpyDtoH)                                                                               \
    X(hipStreamBeginCapture)                                                                       \
    X(hipStreamBeginCapture_spt)                                                                   \
    X(hipStreamBeginCaptureToGraph)                                                                \
    X(hipStreamEndCapture)                                                                         \
    X(hipStreamEndCapture_spt)                                                                     \
    X(hipGetProcAddress)                                                                           \
    X(hipGetProcAddress_spt)                                                                       \
    X(hipGetDriverEntryPoint)                                                                      \
    X(hipGetDriverEntryPoint_spt)

recorder_function *recorder_replace(const char *name)
{
    static const struct {
        const char *name;
        recorder_function *function;
    } table[] = {
#define ROW(name) {#name, (recorder_function *)wrap_##name},
        WRAPPED(ROW)
#undef ROW
            {EXT_MODULE_LAUNCH, (recorder_function *)wrap_hipExtModuleLaunchKernel},
        {HCC_MODULE_LAUNCH, (recorder_function *)wrap_hipHccModuleLaunchKernel},
    };
    if (strncmp(name, "hip", 3) != 0 && strncmp(name, "__hip", 5) != 0 &&
        strncmp(name, "_Z24hip", 7) != 0)
        return NULL;
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++)
        if (strcmp(table[i].name, name) == 0)
            return table[i].function;
    return NULL;
}
