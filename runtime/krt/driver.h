/* The functions of a vendor's driver, found with dlopen(): one table for HIP and CUDA, whose module
 * interfaces have the same shape (on 64-bit machines a CUdeviceptr is passed like a pointer, and
 * HIP's number of a device like a CUcontext).
 *
 * Every function returns 0, or an error code; HIP numbers its errors as CUDA does.
 */
#ifndef KRT_DRIVER_H
#define KRT_DRIVER_H

#include "krt/krt.h"

#include <stdbool.h>
#include <stddef.h>

/* X(member, HIP's name, CUDA's name, need, parameters). If a name is NULL, the vendor has no such
 * function. If a library lacks an OPTIONAL function, its member is NULL. A library that lacks a
 * REQUIRED function is not used, and the message names the function. */
#define DRIVER_FUNCTIONS(X)                                                                        \
    X(init, "hipInit", "cuInit", REQUIRED, (unsigned flags))                                       \
    X(driver_version, "hipDriverGetVersion", "cuDriverGetVersion", REQUIRED, (int *out))           \
    X(device_count, "hipGetDeviceCount", "cuDeviceGetCount", REQUIRED, (int *out))                 \
    X(device_get, "hipDeviceGet", "cuDeviceGet", REQUIRED, (int *out, int index))                  \
    X(device_name, "hipDeviceGetName", "cuDeviceGetName", REQUIRED,                                \
      (char *out, int size, int device))                                                           \
    X(device_memory, "hipDeviceTotalMem", "cuDeviceTotalMem_v2", REQUIRED,                         \
      (size_t * out, int device))                                                                  \
    X(device_attribute, "hipDeviceGetAttribute", "cuDeviceGetAttribute", REQUIRED,                 \
      (int *out, int attribute, int device))                                                       \
    X(device_properties, "hipGetDevicePropertiesR0600", NULL, OPTIONAL, (void *out, int index))    \
    X(device_properties_5, "hipGetDeviceProperties", NULL, OPTIONAL, (void *out, int index))       \
    X(device_set, "hipSetDevice", NULL, REQUIRED, (int index))                                     \
    X(device_current, "hipGetDevice", NULL, REQUIRED, (int *out))                                  \
    X(context_retain, NULL, "cuDevicePrimaryCtxRetain", REQUIRED, (void **out, int device))        \
    X(context_release, NULL, "cuDevicePrimaryCtxRelease_v2", REQUIRED, (int device))               \
    X(context_set, NULL, "cuCtxSetCurrent", REQUIRED, (void *context))                             \
    X(context_current, NULL, "cuCtxGetCurrent", REQUIRED, (void **out))                            \
    X(synchronize, "hipDeviceSynchronize", "cuCtxSynchronize", REQUIRED, (void))                   \
    X(memory_info, "hipMemGetInfo", "cuMemGetInfo_v2", REQUIRED,                                   \
      (size_t * out_free, size_t * out_total))                                                     \
    X(alloc, "hipMalloc", "cuMemAlloc_v2", REQUIRED, (void **out, size_t bytes))                   \
    X(free, "hipFree", "cuMemFree_v2", REQUIRED, (void *memory))                                   \
    X(host_alloc, "hipHostMalloc", "cuMemHostAlloc", REQUIRED,                                     \
      (void **out, size_t bytes, unsigned flags))                                                  \
    X(host_free, "hipHostFree", "cuMemFreeHost", REQUIRED, (void *memory))                         \
    X(alloc_async, "hipMallocAsync", "cuMemAllocAsync", OPTIONAL,                                  \
      (void **out, size_t bytes, void *stream))                                                    \
    X(free_async, "hipFreeAsync", "cuMemFreeAsync", OPTIONAL, (void *memory, void *stream))        \
    X(pool_default, "hipDeviceGetDefaultMemPool", "cuDeviceGetDefaultMemPool", OPTIONAL,           \
      (void **out, int device))                                                                    \
    X(pool_attribute, "hipMemPoolSetAttribute", "cuMemPoolSetAttribute", OPTIONAL,                 \
      (void *pool, int attribute, void *value))                                                    \
    X(pool_trim, "hipMemPoolTrimTo", "cuMemPoolTrimTo", OPTIONAL, (void *pool, size_t keep))       \
    X(copy_to_device, "hipMemcpyHtoDAsync", "cuMemcpyHtoDAsync_v2", REQUIRED,                      \
      (void *destination, const void *source, size_t bytes, void *stream))                         \
    X(copy_to_host, "hipMemcpyDtoHAsync", "cuMemcpyDtoHAsync_v2", REQUIRED,                        \
      (void *destination, const void *source, size_t bytes, void *stream))                         \
    X(copy_on_device, "hipMemcpyDtoDAsync", "cuMemcpyDtoDAsync_v2", REQUIRED,                      \
      (void *destination, const void *source, size_t bytes, void *stream))                         \
    X(peer_access, "hipDeviceCanAccessPeer", "cuDeviceCanAccessPeer", OPTIONAL,                    \
      (int *out, int device, int peer))                                                            \
    X(peer_enable, "hipDeviceEnablePeerAccess", "cuCtxEnablePeerAccess", OPTIONAL,                 \
      (void *peer, unsigned flags))                                                                \
    X(copy_peer, "hipMemcpyPeerAsync", "cuMemcpyPeerAsync", OPTIONAL,                              \
      (void *destination, void *to, const void *source, void *from, size_t bytes, void *stream))   \
    X(set8, "hipMemsetD8Async", "cuMemsetD8Async", REQUIRED,                                       \
      (void *destination, unsigned char value, size_t count, void *stream))                        \
    X(set16, "hipMemsetD16Async", "cuMemsetD16Async", REQUIRED,                                    \
      (void *destination, unsigned short value, size_t count, void *stream))                       \
    X(set32, "hipMemsetD32Async", "cuMemsetD32Async", REQUIRED,                                    \
      (void *destination, unsigned value, size_t count, void *stream))                             \
    X(stream_create, "hipStreamCreateWithFlags", "cuStreamCreate", REQUIRED,                       \
      (void **out, unsigned flags))                                                                \
    X(stream_destroy, "hipStreamDestroy", "cuStreamDestroy_v2", REQUIRED, (void *stream))          \
    X(stream_synchronize, "hipStreamSynchronize", "cuStreamSynchronize", REQUIRED, (void *stream)) \
    X(stream_query, "hipStreamQuery", "cuStreamQuery", REQUIRED, (void *stream))                   \
    X(stream_wait, "hipStreamWaitEvent", "cuStreamWaitEvent", REQUIRED,                            \
      (void *stream, void *event, unsigned flags))                                                 \
    X(stream_capturing, "hipStreamIsCapturing", "cuStreamIsCapturing", OPTIONAL,                   \
      (void *stream, int *out))                                                                    \
    X(capture_mode, "hipThreadExchangeStreamCaptureMode", "cuThreadExchangeStreamCaptureMode",     \
      OPTIONAL, (int *mode))                                                                       \
    X(capture_begin, "hipStreamBeginCapture", "cuStreamBeginCapture_v2", OPTIONAL,                 \
      (void *stream, int mode))                                                                    \
    X(capture_end, "hipStreamEndCapture", "cuStreamEndCapture", OPTIONAL,                          \
      (void *stream, void **out_graph))                                                            \
    X(graph_destroy, "hipGraphDestroy", "cuGraphDestroy", OPTIONAL, (void *graph))                 \
    X(graph_nodes, "hipGraphGetNodes", "cuGraphGetNodes", OPTIONAL,                                \
      (void *graph, void **out_nodes, size_t *count))                                              \
    X(graph_instantiate, "hipGraphInstantiateWithFlags", "cuGraphInstantiateWithFlags", OPTIONAL,  \
      (void **out_exec, void *graph, unsigned long long flags))                                    \
    X(graph_update, "hipGraphExecUpdate", "cuGraphExecUpdate", OPTIONAL,                           \
      (void *exec, void *graph, void **out_node, int *out_result))                                 \
    X(graph_launch, "hipGraphLaunch", "cuGraphLaunch", OPTIONAL, (void *exec, void *stream))       \
    X(graph_exec_destroy, "hipGraphExecDestroy", "cuGraphExecDestroy", OPTIONAL, (void *exec))     \
    X(event_create, "hipEventCreateWithFlags", "cuEventCreate", REQUIRED,                          \
      (void **out, unsigned flags))                                                                \
    X(event_destroy, "hipEventDestroy", "cuEventDestroy_v2", REQUIRED, (void *event))              \
    X(event_record, "hipEventRecord", "cuEventRecord", REQUIRED, (void *event, void *stream))      \
    X(event_synchronize, "hipEventSynchronize", "cuEventSynchronize", REQUIRED, (void *event))     \
    X(event_query, "hipEventQuery", "cuEventQuery", REQUIRED, (void *event))                       \
    X(event_elapsed, "hipEventElapsedTime", "cuEventElapsedTime", REQUIRED,                        \
      (float *out_ms, void *from, void *to))                                                       \
    X(module_load, "hipModuleLoadData", "cuModuleLoadData", REQUIRED,                              \
      (void **out, const void *image))                                                             \
    X(module_unload, "hipModuleUnload", "cuModuleUnload", REQUIRED, (void *module))                \
    X(module_function, "hipModuleGetFunction", "cuModuleGetFunction", REQUIRED,                    \
      (void **out, void *module, const char *name))                                                \
    X(module_global, "hipModuleGetGlobal", "cuModuleGetGlobal_v2", REQUIRED,                       \
      (void **out, size_t *out_bytes, void *module, const char *name))                             \
    X(function_attribute, "hipFuncGetAttribute", "cuFuncGetAttribute", REQUIRED,                   \
      (int *out, int attribute, void *function))                                                   \
    X(function_parameter, NULL, "cuFuncGetParamInfo", OPTIONAL,                                    \
      (void *function, size_t number, size_t *out_offset, size_t *out_bytes))                      \
    X(occupancy, "hipModuleOccupancyMaxActiveBlocksPerMultiprocessor",                             \
      "cuOccupancyMaxActiveBlocksPerMultiprocessor", OPTIONAL,                                     \
      (int *out, void *function, int threads, size_t shared_bytes))                                \
    X(launch, "hipModuleLaunchKernel", "cuLaunchKernel", REQUIRED,                                 \
      (void *function, unsigned grid_x, unsigned grid_y, unsigned grid_z, unsigned block_x,        \
       unsigned block_y, unsigned block_z, unsigned shared_bytes, void *stream, void **arguments,  \
       void **extra))

/* Constants whose numbers are the same in both drivers. */
enum {
    DRIVER_STREAM_NON_BLOCKING = 1,
    DRIVER_EVENT_NO_TIMING = 2,
    DRIVER_FUNCTION_MAX_THREADS = 0,
    DRIVER_FUNCTION_SHARED_BYTES = 1,
    DRIVER_FUNCTION_LOCAL_BYTES = 3,
    DRIVER_FUNCTION_REGISTERS = 4,
    /* an attribute whose value is a number of bytes, a uint64_t */
    DRIVER_POOL_RELEASE_THRESHOLD = 4,
    DRIVER_ERROR_INVALID_VALUE = 1,
    DRIVER_ERROR_OUT_OF_MEMORY = 2,
    DRIVER_ERROR_NO_DEVICE = 100,
    /* the error that hipInit() of HIP 5 returns if there is no GPU */
    DRIVER_ERROR_INVALID_DEVICE = 101,
    DRIVER_ERROR_INVALID_CONTEXT = 201,
    DRIVER_ERROR_INVALID_HANDLE = 400,
    DRIVER_ERROR_NOT_READY = 600,
    DRIVER_ERROR_CONTEXT_DESTROYED = 709,
};

/* Attributes, whose numbers differ between HIP and CUDA. */
enum driver_attribute {
    DRIVER_MAX_THREADS_PER_BLOCK,
    DRIVER_MAX_BLOCK_X,
    DRIVER_MAX_BLOCK_Y,
    DRIVER_MAX_BLOCK_Z,
    DRIVER_MAX_GRID_X,
    DRIVER_MAX_GRID_Y,
    DRIVER_MAX_GRID_Z,
    DRIVER_SHARED_BYTES,
    DRIVER_WARP_SIZE,
    DRIVER_MULTIPROCESSORS,
    DRIVER_MEMORY_POOLS,
    DRIVER_ATTRIBUTE_COUNT,
};

/* An open library. It is never closed, because drivers keep threads that run its code. */
struct driver {
    enum krt_driver kind;
    char path[256]; /* the name by which the library was opened */
    void *library;
    int version;
    /* Functions that only HIP has; NULL for CUDA. */
    const char *(*hip_error_name)(int), *(*hip_error_text)(int);
    /* Functions that only CUDA has; NULL for HIP. */
    int (*cuda_error_name)(int, const char **), (*cuda_error_text)(int, const char **);
#define DRIVER_MEMBER(member, hip, cuda, need, parameters) int(*member) parameters;
    DRIVER_FUNCTIONS(DRIVER_MEMBER)
#undef DRIVER_MEMBER
};

/* What was tried, for the message of KRT_ERROR_NO_DEVICE: lines such as "libcuda.so.1: not
 * found". */
struct tried {
    char text[1536];
    size_t length;
};
void tried_add(struct tried *tried, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Opens and initialises the driver of |kind|; returns the same driver each time. |library| is a
 * path, or NULL for the usual names. Returns NULL when there is no such driver; |tried| then has
 * the reasons. Thread-safe. */
const struct driver *driver_open(enum krt_driver kind, const char *library, struct tried *tried);

/* Returns "hip", "emu" or "cuda". */
const char *driver_prefix(enum krt_driver kind);
/* Returns the vendor's name of |member|'s function, for messages: "hipMalloc". */
#define DRIVER_NAME(of, member) driver_function_name((of), offsetof(struct driver, member))
const char *driver_function_name(const struct driver *driver, size_t offset);

/* Reads an attribute of a device. Returns 0, or an error code. */
int driver_attribute(const struct driver *driver, enum driver_attribute attribute, int device,
                     int *out);
/* Writes the device's target, "gfx90a:sramecc+:xnack-" or "sm_90". Returns 0, or an error code. */
int driver_target(const struct driver *driver, int index, int device, char out[64]);

/* Writes a text such as "out of memory (hipErrorOutOfMemory)". */
void driver_error_text(const struct driver *driver, int code, char *out, size_t size);

/* ---- Tables of a library's functions. symbols_find() finds functions by AMD's or NVIDIA's names,
 * and puts their addresses into a struct. */

enum need { REQUIRED, OPTIONAL };

struct symbol {
    size_t offset; /* the offset in the struct, in bytes, of the member that gets the function */
    /* the names of the function in HIP and in CUDA; NULL if the vendor has no such function */
    const char *amd, *nvidia;
    enum need need;
};

/* Fills the members of |out| from |library|, with NULL for missing functions. Returns NULL, or the
 * name of the first required function that is missing. */
const char *symbols_find(void *library, const struct symbol *symbols, size_t count, bool is_nvidia,
                         void *out);

#endif
