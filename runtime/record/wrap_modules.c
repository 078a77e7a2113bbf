/* Functions that load code, and find kernels and variables: see wrap.h. */
#include "wrap.h"

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

const struct wrapped wrapped_modules[] = {
    {WRAPPED(hipModuleLoad)},
    {WRAPPED(hipModuleLoadData)},
    {WRAPPED(hipModuleLoadDataEx)},
    {WRAPPED(hipModuleLoadFatBinary)},
    {WRAPPED(hipModuleUnload)},
    {WRAPPED(hipModuleGetFunction)},
    {WRAPPED(hipLibraryLoadData)},
    {WRAPPED(hipLibraryLoadFromFile)},
    {WRAPPED(hipLibraryUnload)},
    {WRAPPED(hipLibraryGetKernel)},
    {WRAPPED(hipKernelGetFunction)},
    {WRAPPED(hipGetFuncBySymbol)},
    {WRAPPED(__hipRegisterFatBinary)},
    {WRAPPED(__hipRegisterFunction)},
    {WRAPPED(__hipRegisterVar)},
    {WRAPPED(__hipUnregisterFatBinary)},
    {NULL, NULL},
};
