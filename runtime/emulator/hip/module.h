/* module: loaded code objects, and their functions. */
#ifndef EMULATOR_HIP_MODULE_H
#define EMULATOR_HIP_MODULE_H

#include "core/program.h"
#include "image_span.h"
#include "runtime.h"

struct ihipModuleSymbol_t { /* a function of a module, to which a hipFunction_t points */
    struct ihipModule_t *module;
    const struct kernel *kernel;
    /* the number of arguments that the caller gives; the other arguments are hidden */
    size_t explicit_count;
    size_t explicit_bytes; /* where the last explicit argument ends, in bytes */
};

struct ihipModule_t {
    struct gpu *gpu;
    struct program *program;
    /* the functions, one for each kernel of |program|, in the same order */
    struct ihipModuleSymbol_t *functions;
    size_t function_count;
    struct library *library; /* the hipLibrary_t for which the module was loaded, or NULL */
};

/* Finds the code object for |gpu| in |image| (an ELF file, a bundle or a compressed bundle; bytes
 * that follow it are ignored) and loads it. Reports errors in the name of |function|. */
hipError_t module_load(struct gpu *gpu, struct span image, const char *function,
                       struct ihipModule_t **out);
/* Unloads |module|. No kernel of |module| may be running. */
void module_free(struct ihipModule_t *module);
/* Finds the variable |name|. Writes its address and size; |out| or |bytes| may be NULL if the
 * caller does not need them. */
hipError_t module_variable(const struct ihipModule_t *module, const char *name, bool is_managed,
                           const char *function, void **out, size_t *bytes);
/* Returns the function |name|, or NULL. */
struct ihipModuleSymbol_t *module_find(const struct ihipModule_t *module, const char *name);

/* Finds the code object for |device| in |image|. |*out| points into |image|, or into
 * |*out_unpacked|, which the caller frees. If there is no such code object, returns
 * hipErrorNoBinaryForGpu and reports which images there are. */
hipError_t image_choose(struct span image, const struct device *device, const char *function,
                        struct span *out, uint8_t **out_unpacked);

/* kpack: the device code of a library whose code objects are in archives. */
struct kpack_library {
    const void *wrapper;   /* the structure that the library passed to __hipRegisterFatBinary() */
    const void *reference; /* the wrapper's image, which names the archives (kpack.c) */
    uint32_t index;        /* the number of the wrapper in the library */
};
/* Like module_load(), for code objects in archives. */
hipError_t kpack_load(struct gpu *gpu, const struct kpack_library *library, const char *function,
                      struct ihipModule_t **out);

/* Checks that |handle| is a live function. */
hipError_t function_check(hipFunction_t handle, const char *function);
/* Returns how many workgroups fit on a compute unit; 0 if none fits. A workgroup has |block|
 * work-items, and |dynamic_lds| bytes in addition to the function's own LDS. Compute units are
 * counted as HIP does: since RDNA, each is two of the hardware's. */
unsigned occupancy_groups(const struct ihipModuleSymbol_t *function, uint32_t block,
                          uint32_t dynamic_lds);

/* register: the device code of a program that hipcc compiled. */

/* Finds the function that |symbol| means on the device of |stream|. |symbol| is the address of a
 * kernel's stub in the program, or a function of a module. Loads the code object if it is not
 * loaded yet. */
hipError_t function_find(const void *symbol, hipStream_t stream, const char *name,
                         struct ihipModuleSymbol_t **out);
/* Finds the variable that |symbol| means on the current device. |out->name| must not be freed. */
hipError_t symbol_find(const void *symbol, const char *name, struct program_symbol *out);
/* Finds the address of |size| bytes at |offset| in the variable that |symbol| means. */
hipError_t symbol_part(const void *symbol, size_t size, size_t offset, const char *function,
                       uint8_t **out);

#endif
