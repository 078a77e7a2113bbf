/* Libraries, since HIP 7.2: code objects whose kernels have handles of their own. As in AMD's
 * runtime, a library is loaded when the program first asks for a kernel or variable in it, for the
 * device that is current then. The program must keep the image until then. The handle of a kernel
 * is the handle of the function in the library's module. */
#include "module.h"

#include "handle.h"
#include "stream.h"

#include "mapped_file.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct library {
    const void *image; /* the image that the program gave, or NULL */
    char *path;        /* the path of the file that the program gave, or NULL */
    pthread_mutex_t lock;
    /* the library's module, which is loaded when the program first asks for a kernel or variable;
     * NULL until then; guarded by the runtime's lock */
    struct ihipModule_t *module;
};

static void library_free(struct library *library)
{
    handle_remove(library);
    if (library->module)
        module_free(library->module);
    pthread_mutex_destroy(&library->lock);
    free(library->path);
    free(library);
}

static hipError_t library_new(struct library **out, const void *image, const char *path,
                              const char *function)
{
    struct library *library = calloc(1, sizeof *library);
    if (!library || pthread_mutex_init(&library->lock, NULL) != 0) {
        free(library);
        return fail(hipErrorOutOfMemory, "%s: out of memory", function);
    }
    library->image = image;
    library->path = path ? strdup(path) : NULL;
    if ((path && !library->path) || !handle_add(library, HANDLE_LIBRARY)) {
        library_free(library);
        return fail(hipErrorOutOfMemory, "%s: out of memory", function);
    }
    *out = library;
    return hipSuccess;
}

static hipError_t load(struct library *library, struct gpu *gpu, const char *function)
{
    struct mapped_file file;
    struct codeobj_error error;
    hipError_t status;
    if (!library->path) {
        status = module_load(gpu, image_span(library->image), function, &library->module);
    } else {
        if (mapped_file_open(library->path, &file, &error) != CODEOBJ_OK)
            return fail(hipErrorFileNotFound, "%s: %s: %s", function, library->path, error.message);
        status = module_load(gpu, file.bytes, function, &library->module);
        mapped_file_close(&file);
    }
    if (!status)
        library->module->library = library;
    return status;
}

/* Refuses a pointer that is not a library, or a library that was unloaded. AMD's runtime would read
 * freed memory. */
static hipError_t library_check(struct library *library, const char *function)
{
    if (handle_is(library, HANDLE_LIBRARY))
        return hipSuccess;
    return fail(hipErrorInvalidResourceHandle, "%s: %p is not a library, or was unloaded", function,
                (void *)library);
}

/* Returns the module of |library|; the first call loads it. */
static hipError_t library_open(struct library *library, const char *function,
                               struct ihipModule_t **out)
{
    struct gpu *gpu = gpu_current();
    if (!gpu)
        return fail_device(function, thread_self()->device);
    hipError_t error = library_check(library, function);
    if (error)
        return error;
    pthread_mutex_lock(&library->lock);
    if (!library->module)
        error = load(library, gpu, function);
    *out = library->module;
    pthread_mutex_unlock(&library->lock);
    return error;
}

static hipError_t fail_null(const char *function)
{
    return fail(hipErrorInvalidValue, "%s: a null pointer", function);
}

/* ---- The API: libraries --------------------------------------------------------------------- */

/* Options for a compiler are refused, as in AMD's runtime; options for the library have no
 * effect. */
hipError_t hipLibraryLoadData(struct library **out, const void *image, void *options, void **values,
                              unsigned count, void *library_options, void **library_values,
                              unsigned library_count)
{
    static const char function[] = "hipLibraryLoadData";
    (void)options, (void)values, (void)library_options, (void)library_values, (void)library_count;
    if (!out || !image)
        return fail_null(function);
    if (count > 0)
        return fail(hipErrorInvalidValue, "%s: options for a compiler", function);
    return library_new(out, image, NULL, function);
}

hipError_t hipLibraryLoadFromFile(struct library **out, const char *path, void *options,
                                  void **values, unsigned count, void *library_options,
                                  void **library_values, unsigned library_count)
{
    static const char function[] = "hipLibraryLoadFromFile";
    (void)options, (void)values, (void)library_options, (void)library_values, (void)library_count;
    if (!out || !path)
        return fail_null(function);
    if (count > 0 || access(path, F_OK) != 0)
        return fail(hipErrorInvalidValue, "%s: %s", function,
                    count > 0 ? "options for a compiler" : "there is no such file");
    return library_new(out, NULL, path, function);
}

hipError_t hipLibraryUnload(struct library *library)
{
    static const char function[] = "hipLibraryUnload";
    hipError_t error = library_check(library, function);
    if (error)
        return error;
    error = library->module ? gpu_drain(library->module->gpu) : hipSuccess;
    if (error)
        return fail(error, "%s: out of memory", function);
    library_free(library);
    return hipSuccess;
}

hipError_t hipLibraryGetKernelCount(unsigned *out, struct library *library)
{
    struct ihipModule_t *module = NULL;
    hipError_t error = out && library ? library_open(library, "hipLibraryGetKernelCount", &module)
                                      : fail_null("hipLibraryGetKernelCount");
    if (!error)
        *out = (unsigned)module->function_count;
    return error;
}

hipError_t hipLibraryGetKernel(hipFunction_t *out, struct library *library, const char *name)
{
    static const char function[] = "hipLibraryGetKernel";
    struct ihipModule_t *module = NULL;
    hipError_t error =
        out && library && name ? library_open(library, function, &module) : fail_null(function);
    struct ihipModuleSymbol_t *kernel = error ? NULL : module_find(module, name);
    if (!error && !kernel)
        return fail(hipErrorNotFound, "%s: the library has no kernel '%s'", function, name);
    if (!error)
        *out = kernel;
    return error;
}

hipError_t hipLibraryEnumerateKernels(hipFunction_t *out, unsigned most, struct library *library)
{
    static const char function[] = "hipLibraryEnumerateKernels";
    struct ihipModule_t *module = NULL;
    hipError_t error =
        out && library ? library_open(library, function, &module) : fail_null(function);
    for (unsigned i = 0; !error && i < most && i < module->function_count; i++)
        out[i] = &module->functions[i];
    return error;
}

/* Checks the arguments of a query for a variable, in the same order as queries of modules do, and
 * finds the module of |library|. */
static hipError_t open_for(void **out, const size_t *bytes, struct library *library,
                           const char *name, const char *function, struct ihipModule_t **module)
{
    if ((!out && !bytes) || !name || !*name)
        return fail(hipErrorInvalidValue, "%s: %s", function,
                    name && *name ? "where to write is null" : "the variable has no name");
    return library_open(library, function, module);
}

hipError_t hipLibraryGetGlobal(void **out, size_t *bytes, struct library *library, const char *name)
{
    static const char function[] = "hipLibraryGetGlobal";
    struct ihipModule_t *module = NULL;
    hipError_t error = open_for(out, bytes, library, name, function, &module);
    return error ? error : module_variable(module, name, false, function, out, bytes);
}

hipError_t hipLibraryGetManaged(void **out, size_t *bytes, struct library *library,
                                const char *name)
{
    static const char function[] = "hipLibraryGetManaged";
    struct ihipModule_t *module = NULL;
    hipError_t error = open_for(out, bytes, library, name, function, &module);
    return error ? error : module_variable(module, name, true, function, out, bytes);
}

/* ---- The API: kernels ----------------------------------------------------------------------- */

/* Checks that |kernel| belongs to a library; a function of a module does not. */
static hipError_t check_kernel(hipFunction_t kernel, const void *out, const char *function)
{
    if (!kernel || !out)
        return fail_null(function);
    hipError_t error = function_check(kernel, function);
    if (!error && !kernel->module->library)
        error = fail(hipErrorInvalidHandle, "%s: the kernel is of a module", function);
    return error;
}

hipError_t hipKernelGetLibrary(struct library **out, hipFunction_t kernel)
{
    hipError_t error = check_kernel(kernel, out, "hipKernelGetLibrary");
    if (!error)
        *out = kernel->module->library;
    return error;
}

hipError_t hipKernelGetName(const char **out, hipFunction_t kernel)
{
    hipError_t error = check_kernel(kernel, out, "hipKernelGetName");
    if (!error)
        *out = kernel->kernel->name;
    return error;
}

hipError_t hipKernelGetFunction(hipFunction_t *out, hipFunction_t kernel)
{
    if (!out || !kernel)
        return fail_null("hipKernelGetFunction");
    *out = kernel;
    return hipSuccess;
}

hipError_t hipKernelGetParamInfo(hipFunction_t kernel, size_t index, size_t *offset, size_t *size)
{
    static const char function[] = "hipKernelGetParamInfo";
    hipError_t error = kernel && offset ? function_check(kernel, function) : fail_null(function);
    if (error)
        return error;
    size_t seen = 0;
    for (size_t i = 0; i < kernel->kernel->argument_count; i++) {
        const struct kernel_argument *argument = &kernel->kernel->arguments[i];
        if (argument->kind == ARGUMENT_HIDDEN || seen++ != index)
            continue;
        *offset = argument->offset;
        if (size)
            *size = argument->size;
        return hipSuccess;
    }
    return fail(hipErrorInvalidValue, "%s: kernel '%s' has %zu arguments", function,
                kernel->kernel->name, seen);
}

/* Checks the number of a device. As in AMD's runtime, only 0 is accepted, which here means the
 * current device. */
static hipError_t check_device(int device, const char *function)
{
    if (device == 0)
        return hipSuccess;
    return fail(hipErrorInvalidDevice, "%s: device %d; only 0, the current one, is known here",
                function, device);
}

hipError_t hipKernelGetAttribute(int *out, hipFunction_attribute attribute, hipFunction_t kernel,
                                 int device)
{
    static const char function[] = "hipKernelGetAttribute";
    hipError_t error = out ? function_check(kernel, function) : fail_null(function);
    if (!error)
        error = check_device(device, function);
    return error ? error : hipFuncGetAttribute(out, attribute, kernel);
}

/* Sets an attribute. No attribute has an effect, because LDS and caches are separate, but values
 * are checked. */
hipError_t hipKernelSetAttribute(hipFunction_attribute attribute, int value, hipFunction_t kernel,
                                 int device)
{
    static const char function[] = "hipKernelSetAttribute";
    hipError_t error = kernel ? function_check(kernel, function) : fail_null(function);
    if (!error)
        error = check_device(device, function);
    if (error)
        return error;
    if (attribute == HIP_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES)
        return hipFuncSetAttribute(kernel, hipFuncAttributeMaxDynamicSharedMemorySize, value);
    if (attribute == HIP_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT)
        return hipSuccess;
    return fail(hipErrorInvalidValue, "%s: attribute %d cannot be set", function, (int)attribute);
}
