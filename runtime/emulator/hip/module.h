/* module: code objects that are loaded, and their functions. */
#ifndef EMULATOR_HIP_MODULE_H
#define EMULATOR_HIP_MODULE_H

#include "core/program.h"
#include "runtime.h"

struct ihipModuleSymbol_t { /* hipFunction_t */
    struct ihipModule_t *module;
    const struct kernel *kernel;
    size_t explicit_count; /* arguments that the caller gives, ... */
    size_t explicit_bytes; /* ... and where the last one ends */
};

struct ihipModule_t {
    struct gpu *gpu;
    struct program *program;
    struct ihipModuleSymbol_t *functions; /* one for every kernel of |program|, in its order */
    size_t function_count;
    struct library *library; /* that it was loaded for, or NULL */
};

/* Finds the code object for |gpu| in |image| (an ELF file, a bundle, a compressed one; bytes behind
 * it are ignored) and loads it. Reports errors in the name of |function|. */
hipError_t module_load(struct gpu *gpu, struct span image, const char *function,
                       struct ihipModule_t **out);
/* None of its kernels may be running. */
void module_free(struct ihipModule_t *module);
/* The variable |name|: its address and size where these are wanted. */
hipError_t module_variable(const struct ihipModule_t *module, const char *name, bool is_managed,
                           const char *function, void **out, size_t *bytes);
/* By name, or NULL. */
struct ihipModuleSymbol_t *module_find(const struct ihipModule_t *module, const char *name);

/* The number of mapped bytes from |image| on, up to 1 GiB: the limit for reads where no size is
 * given.
 */
struct span image_span(const void *image);
/* The code object for |device| in |image|: |out| borrows from |image|, or from |out_unpacked|,
 * which the caller frees. hipErrorNoBinaryForGpu with a sentence that lists the images instead.
 */
hipError_t image_choose(struct span image, const struct device *device, const char *function,
                        struct span *out, uint8_t **out_unpacked);

/* kpack: the device code of a library that has it in archives. */
struct kpack_library {
    const void *wrapper, *reference; /* in the library, as it registered them */
    uint32_t index;                  /* the wrapper's number */
};
/* module_load() for these. */
hipError_t kpack_load(struct gpu *gpu, const struct kpack_library *library, const char *function,
                      struct ihipModule_t **out);

/* Whether |handle| is a function. */
hipError_t function_check(hipFunction_t handle, const char *function);
/* How many workgroups of |block| work-items, with |dynamic_lds| bytes besides the function's own, a
 * compute unit holds; 0 when none fits. Compute units are HIP's: since RDNA, each is two of the
 * hardware's. */
unsigned occupancy_groups(const struct ihipModuleSymbol_t *function, uint32_t block,
                          uint32_t dynamic_lds);

/* register: the device code of a program compiled by hipcc. */

/* The function that |symbol|, the address of a kernel's stub in the program, means on the device of
 * |stream|; or |symbol| itself when it is a function of a module. Loads the code object
 * if necessary. */
hipError_t function_find(const void *symbol, hipStream_t stream, const char *name,
                         struct ihipModuleSymbol_t **out);
/* The variable that |symbol| means on the current device. |out->name| is borrowed. */
hipError_t symbol_find(const void *symbol, const char *name, struct program_symbol *out);
/* The address of |size| bytes at |offset| of it. */
hipError_t symbol_part(const void *symbol, size_t size, size_t offset, const char *function,
                       uint8_t **out);

#endif
