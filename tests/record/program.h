/* A program whose launches tests record: program KERNELS MODE [NUMBER]. It opens HIP's runtime
 * itself and asks dlsym() for its functions, as libkrt and Python's packages do. */
#ifndef TESTS_RECORD_PROGRAM_H
#define TESTS_RECORD_PROGRAM_H

#include <stddef.h>
#include <stdint.h>

/* A struct with the layout of hipKernelNodeParams. */
struct node_params {
    unsigned block[3];
    void **extra, *function;
    unsigned grid[3];
    void **parameters;
    unsigned dynamic_lds;
};

#define FUNCTIONS(X)                                                                               \
    X(hipMalloc, (void **out, size_t size))                                                        \
    X(hipFree, (void *memory))                                                                     \
    X(hipHostMalloc, (void **out, size_t size, unsigned flags))                                    \
    X(hipMallocAsync, (void **out, size_t size, void *stream))                                     \
    X(hipMemcpy, (void *destination, const void *source, size_t size, int kind))                   \
    X(hipMemset, (void *destination, int value, size_t size))                                      \
    X(hipModuleLoad, (void **out, const char *path))                                               \
    X(hipModuleLoadData, (void **out, const void *image))                                          \
    X(hipModuleGetGlobal, (void **out, size_t *out_size, void *module, const char *name))          \
    X(hipModuleGetFunction, (void **out, void *module, const char *name))                          \
    X(hipModuleLaunchKernel,                                                                       \
      (void *function, unsigned grid_x, unsigned grid_y, unsigned grid_z, unsigned block_x,        \
       unsigned block_y, unsigned block_z, unsigned dynamic_lds, void *stream, void **parameters,  \
       void **extra))                                                                              \
    X(hipExtModuleLaunchKernel,                                                                    \
      (void *function, uint32_t items_x, uint32_t items_y, uint32_t items_z, uint32_t block_x,     \
       uint32_t block_y, uint32_t block_z, size_t dynamic_lds, void *stream, void **parameters,    \
       void **extra, void *start, void *stop, uint32_t flags))                                     \
    X(hipStreamCreateWithFlags, (void **out, unsigned flags))                                      \
    X(hipStreamCreate, (void **out))                                                               \
    X(hipHostRegister, (void *memory, size_t size, unsigned flags))                                \
    X(hipHostUnregister, (void *memory))                                                           \
    X(hipSetDevice, (int device))                                                                  \
    X(hipModuleUnload, (void *module))                                                             \
    X(hipFreeAsync, (void *memory, void *stream))                                                  \
    X(hipStreamSynchronize, (void *stream))                                                        \
    X(hipStreamDestroy, (void *stream))                                                            \
    X(hipStreamQuery, (void *stream))                                                              \
    X(hipGetLastError, (void))                                                                     \
    X(hipMemcpy2D, (void *to, size_t to_pitch, const void *from, size_t from_pitch, size_t width,  \
                    size_t height, int kind))                                                      \
    X(hipStreamBeginCapture, (void *stream, int mode))                                             \
    X(hipStreamEndCapture, (void *stream, void **out))                                             \
    X(hipGraphInstantiate, (void **out, void *graph, void **node, char *log, size_t log_size))     \
    X(hipGraphLaunch, (void *exec, void *stream))                                                  \
    X(hipGraphCreate, (void **out, unsigned flags))                                                \
    X(hipGraphDestroy, (void *graph))                                                              \
    X(hipGraphExecDestroy, (void *exec))                                                           \
    X(hipGraphExecUpdate, (void *exec, void *graph, void **node, int *result))                     \
    X(hipGraphAddKernelNode,                                                                       \
      (void **out, void *graph, void *const *before, size_t count, const struct node_params *p))   \
    X(hipGraphAddChildGraphNode,                                                                   \
      (void **out, void *graph, void *const *before, size_t count, void *child))                   \
    X(hipGraphExecKernelNodeSetParams, (void *exec, void *node, const struct node_params *p))      \
    X(hipMemcpyAsync,                                                                              \
      (void *destination, const void *source, size_t size, int kind, void *stream))                \
    X(hipMemsetAsync, (void *destination, int value, size_t size, void *stream))                   \
    X(hipDeviceSynchronize, (void))                                                                \
    X(hipGetProcAddress, (const char *name, void **out, int version, uint64_t flags, void *status))

extern struct hip {
#define MEMBER(name, parameters) int(*name) parameters;
    FUNCTIONS(MEMBER)
#undef MEMBER
} hip;

enum { COUNT = 1000, BLOCK = 64, GROUPS = (COUNT + BLOCK - 1) / BLOCK };

/* the kernels, and two allocations of COUNT numbers: 0, 1, 2 ... and zeros */
extern const char *kernels_path;
extern void *module, *scale;
extern int *in, *out;

/* Ends the program if |error| is one. */
int must(int error, const char *what);
#define MUST(name, ...) must(hip.name(__VA_ARGS__), #name)
/* Launches |scale|, which doubles numbers. */
void launch(int *to, int *from, int count);
/* Waits, and ends the program unless |memory| has the numbers of |in|, times |factor|. */
void check_memory(const int *memory, int factor);
void check(void); /* that |out| has been scaled */

struct mode {
    const char *name;
    int (*run)(int number); /* returns the program's exit code */
};
/* Tables with an empty row at the end. */
extern const struct mode modes_memory[], modes_errors[], modes_processes[], modes_streams[],
    modes_graphs[], modes_devices[];

#endif
