/* Modules: loads them, and finds their functions and variables. */
#include "module.h"

#include "capture.h"
#include "decode/decoder.h"
#include "handle.h"
#include "watch/watchers.h"

#include "mapped_file.h"

#include <stdlib.h>
#include <string.h>

/* ---- Loading modules ------------------------------------------------------------------------- */

static bool list_functions(struct ihipModule_t *module)
{
    const struct code_object *object = &module->program->object;
    module->functions = calloc(object->kernel_count + 1, sizeof module->functions[0]);
    if (!module->functions)
        return false;
    module->function_count = object->kernel_count;
    for (size_t i = 0; i < object->kernel_count; i++) {
        struct ihipModuleSymbol_t *function = &module->functions[i];
        const struct kernel *kernel = &object->kernels[i];
        *function = (struct ihipModuleSymbol_t){.module = module, .kernel = kernel};
        if (!handle_add(function, HANDLE_FUNCTION))
            return false;
        for (size_t j = 0; j < kernel->argument_count; j++) {
            const struct kernel_argument *argument = &kernel->arguments[j];
            if (argument->kind == ARGUMENT_HIDDEN)
                continue;
            function->explicit_count++;
            if (argument->offset + argument->size > function->explicit_bytes)
                function->explicit_bytes = argument->offset + argument->size;
        }
    }
    return true;
}

static hipError_t load_object(struct gpu *gpu, struct span object, const char *function,
                              struct program **out)
{
    struct codeobj_error error;
    char sentence[TARGET_SENTENCE_MAX];
    enum codeobj_status status = program_load(object, gpu->device, &llvm_decoder, out, &error);
    if (status == CODEOBJ_NO_MEMORY)
        return fail(hipErrorOutOfMemory, "%s: out of memory", function);
    if (status)
        return fail(hipErrorInvalidImage, "%s: %s", function, error.message);
    (*out)->watchers = &all_watchers;
    const struct target_id *target = &(*out)->object.target;
    if (target_id_match(target, &gpu->device->target).mismatch == 0)
        return hipSuccess;
    target_id_explain(target, 1, &gpu->device->target, sentence);
    program_unload(*out);
    return fail(hipErrorNoBinaryForGpu, "%s: %s", function, sentence);
}

/* A code object has two symbols for a managed variable "x": the pointer "x", and the variable
 * itself as "x.managed". In programs of hipcc, managed variables are not in code objects: see
 * register.c. */

/* Sets the pointers to managed variables. False when there is no memory. */
static bool connect_managed(const struct program *program)
{
    static const char suffix[] = ".managed";
    for (size_t i = 0; i < program->symbol_count; i++) {
        const struct program_symbol *managed = &program->symbols[i];
        const char *end = strrchr(managed->name, '.');
        if (!end || strcmp(end, suffix) != 0)
            continue;
        char *name = strndup(managed->name, (size_t)(end - managed->name));
        if (!name)
            return false;
        const struct program_symbol *pointer = program_find_symbol(program, name);
        free(name);
        if (pointer && pointer->size == sizeof pointer->address)
            memcpy(pointer->address, &managed->address, sizeof managed->address);
    }
    return true;
}

/* Whether |pointer| is the pointer of a managed variable that connect_managed() has set. |*out| is
 * then the variable. */
static bool find_managed(const struct program *program, const struct program_symbol *pointer,
                         const struct program_symbol **out)
{
    const size_t length = strlen(pointer->name);
    for (size_t i = 0; i < program->symbol_count; i++) {
        const struct program_symbol *at = &program->symbols[i];
        if (strncmp(at->name, pointer->name, length) == 0 &&
            strcmp(at->name + length, ".managed") == 0 &&
            pointer->size == sizeof pointer->address) {
            *out = at;
            return true;
        }
    }
    return false;
}

hipError_t module_load(struct gpu *gpu, struct span image, const char *function,
                       struct ihipModule_t **out)
{
    struct span object;
    uint8_t *unpacked;
    hipError_t error = image_choose(image, gpu->device, function, &object, &unpacked);
    if (error)
        return error;
    struct ihipModule_t *module = calloc(1, sizeof *module);
    if (module)
        error = load_object(gpu, object, function, &module->program);
    free(unpacked);
    if (!module || error) {
        free(module);
        return error ? error : fail(hipErrorOutOfMemory, "%s: out of memory", function);
    }
    module->gpu = gpu;
    if (!handle_add(module, HANDLE_MODULE) || !connect_managed(module->program) ||
        !list_functions(module)) {
        module_free(module);
        return fail(hipErrorOutOfMemory, "%s: out of memory", function);
    }
    *out = module;
    return hipSuccess;
}

void module_free(struct ihipModule_t *module)
{
    for (size_t i = 0; i < module->function_count; i++)
        handle_remove(&module->functions[i]);
    handle_remove(module);
    program_unload(module->program);
    free(module->functions);
    free(module);
}

struct ihipModuleSymbol_t *module_find(const struct ihipModule_t *module, const char *name)
{
    const struct kernel *kernel = code_object_find(&module->program->object, name);
    return kernel ? &module->functions[kernel - module->program->object.kernels] : NULL;
}

hipError_t module_variable(const struct ihipModule_t *module, const char *name, bool is_managed,
                           const char *function, void **out, size_t *bytes)
{
    const struct program_symbol *symbol = program_find_symbol(module->program, name);
    bool has_memory = symbol && find_managed(module->program, symbol, &symbol);
    if (!symbol || (is_managed && !has_memory))
        return fail(hipErrorNotFound, "%s: there is no %svariable '%s'", function,
                    is_managed ? "managed " : "", name);
    if (out)
        *out = symbol->address;
    if (bytes)
        *bytes = symbol->size;
    return hipSuccess;
}

static hipError_t check_module(hipModule_t module, const char *function)
{
    if (handle_is(module, HANDLE_MODULE))
        return hipSuccess;
    return fail(module ? hipErrorNotFound : hipErrorInvalidHandle,
                "%s: %p is not a module, or is one that was unloaded", function, (void *)module);
}

hipError_t function_check(hipFunction_t handle, const char *function)
{
    if (handle_is(handle, HANDLE_FUNCTION))
        return hipSuccess;
    return fail(hipErrorInvalidHandle, "%s: %p is not a function of a module", function,
                (void *)handle);
}

/* ---- The API -------------------------------------------------------------------------------- */

hipError_t hipModuleLoad(hipModule_t *out, const char *path)
{
    struct gpu *gpu = gpu_current();
    struct mapped_file file;
    struct codeobj_error error;
    if (!gpu)
        return fail_device("hipModuleLoad", thread_self()->device);
    if (!out || !path || !*path)
        return fail(hipErrorInvalidValue, "hipModuleLoad: %s",
                    out ? "the file has no name" : "where to write is null");
    if (mapped_file_open(path, &file, &error) != CODEOBJ_OK)
        return fail(hipErrorFileNotFound, "hipModuleLoad: %s: %s", path, error.message);
    hipError_t status = module_load(gpu, file.bytes, "hipModuleLoad", out);
    mapped_file_close(&file);
    return status;
}

static hipError_t load_data(hipModule_t *out, const void *image, const char *function)
{
    struct gpu *gpu = gpu_current();
    if (!gpu)
        return fail_device(function, thread_self()->device);
    if (!out || !image)
        return fail(hipErrorInvalidValue, "%s: %s is null", function,
                    out ? "the image" : "where to write");
    return module_load(gpu, image_span(image), function, out);
}

hipError_t hipModuleLoadData(hipModule_t *out, const void *image)
{
    return load_data(out, image, "hipModuleLoadData");
}

/* Ignores the options, which are for a compiler, because code objects are already compiled. */
hipError_t hipModuleLoadDataEx(hipModule_t *out, const void *image, unsigned int count,
                               hipJitOption *options, void **values)
{
    (void)count, (void)options, (void)values;
    return load_data(out, image, "hipModuleLoadDataEx");
}

hipError_t hipModuleLoadFatBinary(hipModule_t *out, const void *image)
{
    return load_data(out, image, "hipModuleLoadFatBinary");
}

hipError_t hipModuleUnload(hipModule_t module)
{
    hipError_t error = check_module(module, "hipModuleUnload");
    if (!error)
        error = capture_check(CAPTURE_UNSAFE, "hipModuleUnload");
    if (error)
        return error;
    /* Waits for the device, because kernels of the module may be queued. */
    error = gpu_drain(module->gpu);
    if (error)
        return fail(error, "hipModuleUnload: out of memory");
    module_free(module);
    return hipSuccess;
}

hipError_t hipModuleGetFunction(hipFunction_t *out, hipModule_t module, const char *name)
{
    hipError_t error = check_module(module, "hipModuleGetFunction");
    if (error)
        return error;
    if (!out || !name)
        return fail(hipErrorInvalidValue, "hipModuleGetFunction: %s is null",
                    out ? "the name" : "where to write");
    struct ihipModuleSymbol_t *function = module_find(module, name);
    if (!function)
        return fail(hipErrorNotFound, "hipModuleGetFunction: the module has no kernel '%s'", name);
    *out = function;
    return hipSuccess;
}

hipError_t hipModuleGetFunctionCount(unsigned *out, hipModule_t module)
{
    hipError_t error = check_module(module, "hipModuleGetFunctionCount");
    if (error)
        return error;
    if (!out)
        return fail(hipErrorInvalidValue, "hipModuleGetFunctionCount: the output pointer is null");
    *out = (unsigned)module->function_count;
    return hipSuccess;
}

hipError_t hipModuleGetGlobal(hipDeviceptr_t *out, size_t *bytes, hipModule_t module,
                              const char *name)
{
    static const char function[] = "hipModuleGetGlobal";
    hipError_t error = check_module(module, function);
    if (error)
        return error;
    if (!name || !*name || (!out && !bytes))
        return fail(hipErrorInvalidValue, "%s: %s", function,
                    name && *name ? "where to write is null" : "the variable has no name");
    return module_variable(module, name, false, function, out, bytes);
}

/* Returns the variable in the device's memory, so that kernels see values that the program sets. */
hipError_t hipModuleGetTexRef(textureReference **out, hipModule_t module, const char *name)
{
    hipError_t error = check_module(module, "hipModuleGetTexRef");
    if (error)
        return error;
    if (!name || !*name || !out)
        return fail(hipErrorInvalidValue, "hipModuleGetTexRef: %s",
                    name && *name ? "where to write is null" : "the texture has no name");
    const struct program_symbol *symbol = program_find_symbol(module->program, name);
    if (!symbol || symbol->size < sizeof **out)
        return fail(hipErrorNotFound, "hipModuleGetTexRef: the module has no texture '%s'", name);
    *out = (textureReference *)(void *)symbol->address;
    return hipSuccess;
}
