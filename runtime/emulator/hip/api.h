/* api: HIP's declarations, with default visibility: a definition with one of these names is
 * exported.
 *
 * Prototypes are those of HIP 5's header, and the compiler checks the definitions against them.
 * Structures and functions that later releases added or changed are declared here; the sources are
 * cited where the declarations are used. If a release declares a function with other
 * parameters than HIP 5, its definition for that release has another name in C and is exported by
 * the name that the release has.
 */
#ifndef EMULATOR_HIP_API_H
#define EMULATOR_HIP_API_H

#pragma GCC visibility push(default)
#define __HIP_PLATFORM_AMD__ 1

/* The header of HIP 5 or 6, with the names of HIP 5. */
#include <hip/hip_runtime_api.h>
#include <stddef.h>

#if HIP_VERSION_MAJOR < 5 || HIP_VERSION_MAJOR > 6
#error "libhipemu is compiled against the headers of HIP 5 or 6 (libamdhip64-dev)"
#endif

#if HIP_VERSION_MAJOR == 6
/* properties.h has the structure for programs that are compiled against HIP 5's header */
#undef hipDeviceProp_t
#undef hipGetDeviceProperties
#undef hipChooseDevice
#include <hip/hip_deprecated.h>
#define hipDeviceProp_t hipDeviceProp_tR0000

hipError_t hipGetDeviceProperties(hipDeviceProp_t *out, int device);
hipError_t hipChooseDevice(int *out, const hipDeviceProp_t *wanted);

/* An array as programs see it. Programs compiled against HIP 5 read its members; for those compiled
 * against HIP 6, the structure is opaque. */
typedef struct hipArray {
    void *data;
    struct hipChannelFormatDesc desc;
    unsigned type, width, height, depth;
    enum hipArray_Format Format;
    unsigned NumChannels;
    bool isDrv;
    unsigned textureType;
} hipArray;

#define memoryType type /* HIP 6 renamed this member of hipPointerAttribute_t */
#endif

/* ---- Functions that hipcc's output calls ---------------------------------------------------- */

void **__hipRegisterFatBinary(const void *wrapper);
void __hipUnregisterFatBinary(void **modules);
void __hipRegisterFunction(void **modules, const void *host, char *device_function,
                           const char *name, unsigned thread_limit, void *tid, void *bid,
                           void *block, void *grid, int *warp_size);
void __hipRegisterVar(void **modules, void *host, char *host_name, char *name, int is_extern,
                      size_t size, int is_constant, int is_global);
void __hipRegisterManagedVar(void *modules, void **pointer, void *initial, const char *name,
                             size_t size, unsigned alignment);
void __hipRegisterTexture(void **modules, void *host, char *host_name, char *name, int type,
                          int is_normalized, int is_extern);
void __hipRegisterSurface(void **modules, void *host, char *host_name, char *name, int type,
                          int is_extern);

/* ---- C++ linkage in HIP's headers ----------------------------------------------------------- */

/* HIP 5.2 also exports the C names of these functions, but its header declares only the C++
 * names */
hipError_t hipCreateSurfaceObject(hipSurfaceObject_t *out, const hipResourceDesc *resource);
hipError_t hipDestroySurfaceObject(hipSurfaceObject_t object);
hipError_t hip_create_surface(hipSurfaceObject_t *out, const hipResourceDesc *resource) __asm__(
    "_Z22hipCreateSurfaceObjectPP13__hip_surfacePK15hipResourceDesc");
hipError_t hip_destroy_surface(hipSurfaceObject_t object) __asm__(
    "_Z23hipDestroySurfaceObjectP13__hip_surface");

hipError_t hip_ext_module_launch(
    hipFunction_t function, uint32_t global_x, uint32_t global_y, uint32_t global_z,
    uint32_t local_x, uint32_t local_y, uint32_t local_z, size_t dynamic_lds, hipStream_t stream,
    void **parameters, void **extra, hipEvent_t start, hipEvent_t stop,
    uint32_t
        flags) __asm__("_Z24hipExtModuleLaunchKernelP18ihipModuleSymbol_tjjjjjjmP12ihipStream_t"
                       "PPvS4_P11ihipEvent_tS6_j");
/* since HIP 6, programs call these functions by their names in C */
hipError_t hipExtModuleLaunchKernel(hipFunction_t function, uint32_t global_x, uint32_t global_y,
                                    uint32_t global_z, uint32_t local_x, uint32_t local_y,
                                    uint32_t local_z, size_t dynamic_lds, hipStream_t stream,
                                    void **parameters, void **extra, hipEvent_t start,
                                    hipEvent_t stop, uint32_t flags);
hipError_t hipHccModuleLaunchKernel(hipFunction_t function, uint32_t global_x, uint32_t global_y,
                                    uint32_t global_z, uint32_t local_x, uint32_t local_y,
                                    uint32_t local_z, size_t dynamic_lds, hipStream_t stream,
                                    void **parameters, void **extra, hipEvent_t start,
                                    hipEvent_t stop);
hipError_t hip_hcc_module_launch(
    hipFunction_t function, uint32_t global_x, uint32_t global_y, uint32_t global_z,
    uint32_t local_x, uint32_t local_y, uint32_t local_z, size_t dynamic_lds, hipStream_t stream,
    void **parameters, void **extra, hipEvent_t start,
    hipEvent_t
        stop) __asm__("_Z24hipHccModuleLaunchKernelP18ihipModuleSymbol_tjjjjjjmP12ihipStream_t"
                      "PPvS4_P11ihipEvent_tS6_");

/* ---- Per-thread default stream -------------------------------------------------------------- */

hipError_t hipMemcpy_spt(void *dst, const void *src, size_t size, hipMemcpyKind kind);
hipError_t hipMemcpyAsync_spt(void *dst, const void *src, size_t size, hipMemcpyKind kind,
                              hipStream_t stream);
hipError_t hipMemcpy2D_spt(void *dst, size_t dst_pitch, const void *src, size_t src_pitch,
                           size_t width, size_t height, hipMemcpyKind kind);
hipError_t hipMemcpy2DAsync_spt(void *dst, size_t dst_pitch, const void *src, size_t src_pitch,
                                size_t width, size_t height, hipMemcpyKind kind,
                                hipStream_t stream);
hipError_t hipMemcpy3D_spt(const struct hipMemcpy3DParms *parameters);
hipError_t hipMemcpy3DAsync_spt(const struct hipMemcpy3DParms *parameters, hipStream_t stream);
hipError_t hipMemcpyToSymbol_spt(const void *symbol, const void *src, size_t size, size_t offset,
                                 hipMemcpyKind kind);
hipError_t hipMemcpyToSymbolAsync_spt(const void *symbol, const void *src, size_t size,
                                      size_t offset, hipMemcpyKind kind, hipStream_t stream);
hipError_t hipMemcpyFromSymbol_spt(void *dst, const void *symbol, size_t size, size_t offset,
                                   hipMemcpyKind kind);
hipError_t hipMemcpyFromSymbolAsync_spt(void *dst, const void *symbol, size_t size, size_t offset,
                                        hipMemcpyKind kind, hipStream_t stream);
hipError_t hipMemset_spt(void *dst, int value, size_t size);
hipError_t hipMemsetAsync_spt(void *dst, int value, size_t size, hipStream_t stream);
hipError_t hipMemset2D_spt(void *dst, size_t pitch, int value, size_t width, size_t height);
hipError_t hipMemset2DAsync_spt(void *dst, size_t pitch, int value, size_t width, size_t height,
                                hipStream_t stream);
hipError_t hipMemset3D_spt(hipPitchedPtr dst, int value, hipExtent extent);
hipError_t hipMemset3DAsync_spt(hipPitchedPtr dst, int value, hipExtent extent, hipStream_t stream);
hipError_t hipStreamQuery_spt(hipStream_t stream);
hipError_t hipStreamSynchronize_spt(hipStream_t stream);
hipError_t hipStreamGetFlags_spt(hipStream_t stream, unsigned *flags);
hipError_t hipStreamGetPriority_spt(hipStream_t stream, int *priority);
hipError_t hipStreamWaitEvent_spt(hipStream_t stream, hipEvent_t event, unsigned flags);
hipError_t hipStreamAddCallback_spt(hipStream_t stream, hipStreamCallback_t callback, void *context,
                                    unsigned flags);
hipError_t hipLaunchHostFunc_spt(hipStream_t stream, hipHostFn_t function, void *context);
hipError_t hipEventRecord_spt(hipEvent_t event, hipStream_t stream);
hipError_t hipLaunchKernel_spt(const void *function, dim3 grid, dim3 block, void **arguments,
                               size_t dynamic_lds, hipStream_t stream);
hipError_t hipLaunchCooperativeKernel_spt(const void *function, dim3 grid, dim3 block,
                                          void **arguments, uint32_t dynamic_lds,
                                          hipStream_t stream);
hipError_t hipGraphLaunch_spt(hipGraphExec_t graph, hipStream_t stream);
hipError_t hipStreamBeginCapture_spt(hipStream_t stream, hipStreamCaptureMode mode);
hipError_t hipStreamEndCapture_spt(hipStream_t stream, hipGraph_t *out);
hipError_t hipStreamIsCapturing_spt(hipStream_t stream, hipStreamCaptureStatus *out);

hipError_t hipMemcpy2DToArray_spt(hipArray *dst, size_t x, size_t y, const void *src, size_t pitch,
                                  size_t width, size_t height, hipMemcpyKind kind);
hipError_t hipMemcpy2DToArrayAsync_spt(hipArray *dst, size_t x, size_t y, const void *src,
                                       size_t pitch, size_t width, size_t height,
                                       hipMemcpyKind kind, hipStream_t stream);
hipError_t hipMemcpy2DFromArray_spt(void *dst, size_t pitch, hipArray_const_t src, size_t x,
                                    size_t y, size_t width, size_t height, hipMemcpyKind kind);
hipError_t hipMemcpy2DFromArrayAsync_spt(void *dst, size_t pitch, hipArray_const_t src, size_t x,
                                         size_t y, size_t width, size_t height, hipMemcpyKind kind,
                                         hipStream_t stream);
hipError_t hipMemcpyFromArray_spt(void *dst, hipArray_const_t src, size_t x, size_t y, size_t count,
                                  hipMemcpyKind kind);

/* ---- Functions since HIP 5.3 ----------------------------------------------------------------- */

struct hip_launch_config { /* laid out as HIP's hipLaunchConfig_t */
    dim3 grid, block;
    size_t dynamic_lds;
    hipStream_t stream;
    void *attributes;
    unsigned attribute_count;
};
_Static_assert(sizeof(struct hip_launch_config) == 56, "hipLaunchConfig_t");
_Static_assert(offsetof(struct hip_launch_config, stream) == 32, "likewise");

struct hip_drv_launch_config { /* laid out as HIP's HIP_LAUNCH_CONFIG */
    unsigned grid[3], block[3], dynamic_lds;
    hipStream_t stream;
    void *attributes;
    unsigned attribute_count;
};
_Static_assert(sizeof(struct hip_drv_launch_config) == 56, "HIP_LAUNCH_CONFIG");
_Static_assert(offsetof(struct hip_drv_launch_config, stream) == 32, "likewise");

hipError_t hip_get_device_properties_r0600(void *out,
                                           int device) __asm__("hipGetDevicePropertiesR0600");
hipError_t hipGetDevicePropertiesR0000(hipDeviceProp_t *out, int device);
hipError_t hip_choose_device_r0600(int *out, const void *wanted) __asm__("hipChooseDeviceR0600");
hipError_t hipChooseDeviceR0000(int *out, const hipDeviceProp_t *wanted);
hipError_t hipDeviceSetLimit(enum hipLimit_t limit, size_t value);
hipError_t hipExtHostAlloc(void **out, size_t size, unsigned flags);
hipError_t hipSetValidDevices(int *devices, int count);
hipError_t hipDrvGetErrorName(hipError_t error, const char **out);
hipError_t hipDrvGetErrorString(hipError_t error, const char **out);
hipError_t hipExtGetLastError(void);
hipError_t hipEventRecordWithFlags(hipEvent_t event, hipStream_t stream, unsigned flags);
hipError_t hipStreamGetDevice(hipStream_t stream, hipDevice_t *out);
hipError_t hipStreamGetId(hipStream_t stream, unsigned long long *out);
hipError_t hipGetFuncBySymbol(hipFunction_t *out, const void *symbol);
hipError_t hip_get_proc_address(const char *name, void **out, int version, uint64_t flags,
                                void *status) __asm__("hipGetProcAddress");
hipError_t hipGetProcAddress_spt(const char *name, void **out, int version, uint64_t flags,
                                 void *status);
hipError_t hipGetDriverEntryPoint(const char *name, void **out, unsigned long long flags,
                                  void *status);
hipError_t hipGetDriverEntryPoint_spt(const char *name, void **out, unsigned long long flags,
                                      void *status);
hipError_t hip_drv_launch_kernel_ex(const struct hip_drv_launch_config *config,
                                    hipFunction_t function, void **parameters,
                                    void **extra) __asm__("hipDrvLaunchKernelEx");
hipError_t hipLaunchKernelExC(const struct hip_launch_config *config, const void *function,
                              void **arguments);
hipError_t hipModuleLaunchCooperativeKernel(hipFunction_t function, unsigned grid_x,
                                            unsigned grid_y, unsigned grid_z, unsigned block_x,
                                            unsigned block_y, unsigned block_z,
                                            unsigned dynamic_lds, hipStream_t stream,
                                            void **parameters);
hipError_t hipModuleGetFunctionCount(unsigned *out, hipModule_t module);
hipError_t hipModuleLoadFatBinary(hipModule_t *out, const void *image);
hipError_t hipOccupancyAvailableDynamicSMemPerBlock(size_t *out, const void *function, int blocks,
                                                    int block_size);
hipError_t hipPointerSetAttribute(const void *value, hipPointer_attribute attribute,
                                  hipDeviceptr_t pointer);
hipError_t hipArrayGetInfo(hipChannelFormatDesc *out_description, hipExtent *out_extent,
                           unsigned *out_flags, hipArray *array);
hipError_t hipArray3DGetDescriptor(HIP_ARRAY3D_DESCRIPTOR *out, hipArray *array);
hipError_t hipArrayGetDescriptor(HIP_ARRAY_DESCRIPTOR *out, hipArray *array);
hipError_t hipMemcpy2DArrayToArray(hipArray *dst, size_t dst_x, size_t dst_y, hipArray_const_t src,
                                   size_t src_x, size_t src_y, size_t width, size_t height,
                                   hipMemcpyKind kind);
hipError_t hipMemcpyHtoAAsync(hipArray *dst, size_t offset, const void *src, size_t count,
                              hipStream_t stream);
hipError_t hipMemcpyAtoHAsync(void *dst, hipArray *src, size_t offset, size_t count,
                              hipStream_t stream);
hipError_t hipMemcpyDtoA(hipArray *dst, size_t offset, hipDeviceptr_t src, size_t count);
hipError_t hipMemcpyAtoD(hipDeviceptr_t dst, hipArray *src, size_t offset, size_t count);
hipError_t hipMemcpyAtoA(hipArray *dst, size_t dst_offset, hipArray *src, size_t src_offset,
                         size_t count);
hipError_t hipMemsetD2D8(hipDeviceptr_t dst, size_t pitch, unsigned char value, size_t width,
                         size_t height);
hipError_t hipMemsetD2D8Async(hipDeviceptr_t dst, size_t pitch, unsigned char value, size_t width,
                              size_t height, hipStream_t stream);
hipError_t hipMemsetD2D16(hipDeviceptr_t dst, size_t pitch, unsigned short value, size_t width,
                          size_t height);
hipError_t hipMemsetD2D16Async(hipDeviceptr_t dst, size_t pitch, unsigned short value, size_t width,
                               size_t height, hipStream_t stream);
hipError_t hipMemsetD2D32(hipDeviceptr_t dst, size_t pitch, unsigned value, size_t width,
                          size_t height);
hipError_t hipMemsetD2D32Async(hipDeviceptr_t dst, size_t pitch, unsigned value, size_t width,
                               size_t height, hipStream_t stream);
hipError_t hipGraphUpload(hipGraphExec_t graph, hipStream_t stream);
hipError_t
hip_graph_instantiate_with_params(hipGraphExec_t *out, hipGraph_t graph,
                                  void *parameters) __asm__("hipGraphInstantiateWithParams");

struct hip_function_launch { /* laid out as HIP's hipFunctionLaunchParams */
    hipFunction_t function;
    unsigned grid[3], block[3], dynamic_lds;
    hipStream_t stream;
    void **parameters;
};
_Static_assert(sizeof(struct hip_function_launch) == 56, "hipFunctionLaunchParams");
_Static_assert(offsetof(struct hip_function_launch, stream) == 40, "likewise");
hipError_t hip_module_launch_cooperative_kernel_multi_device(
    struct hip_function_launch *list, unsigned count,
    unsigned flags) __asm__("hipModuleLaunchCooperativeKernelMultiDevice");

/* ---- Functions since HIP 7.1 ----------------------------------------------------------------- */

struct hip_peer_copy { /* laid out as HIP's hipMemcpy3DPeerParms */
    hipArray_t source_array;
    hipPos source_position;
    hipPitchedPtr source;
    int source_device;
    hipArray_t array;
    hipPos position;
    hipPitchedPtr destination;
    int device;
    hipExtent extent;
};
_Static_assert(sizeof(struct hip_peer_copy) == 168, "hipMemcpy3DPeerParms");
_Static_assert(offsetof(struct hip_peer_copy, source_device) == 64, "likewise");
_Static_assert(offsetof(struct hip_peer_copy, array) == 72, "likewise");
hipError_t hip_memcpy_3d_peer(const struct hip_peer_copy *parameters) __asm__("hipMemcpy3DPeer");
hipError_t hip_memcpy_3d_peer_async(const struct hip_peer_copy *parameters,
                                    hipStream_t stream) __asm__("hipMemcpy3DPeerAsync");

struct hip_place { /* laid out as HIP's hipMemLocation; since HIP 7, |type| has more values */
    int type, id;
};
hipError_t hip_mem_advise_v2(const void *pointer, size_t size, hipMemoryAdvise advice,
                             struct hip_place place) __asm__("hipMemAdvise_v2");
hipError_t hip_mem_prefetch_async_v2(const void *pointer, size_t size, struct hip_place place,
                                     unsigned flags,
                                     hipStream_t stream) __asm__("hipMemPrefetchAsync_v2");

hipError_t hipStreamGetAttribute(hipStream_t stream, unsigned attribute, void *out);
hipError_t hipStreamSetAttribute(hipStream_t stream, unsigned attribute, const void *value);

struct hip_batch_attributes { /* laid out as HIP's hipMemcpyAttributes */
    unsigned order;
    struct hip_place source, destination; /* hints, which are ignored */
    unsigned flags;
};
_Static_assert(sizeof(struct hip_batch_attributes) == 24, "hipMemcpyAttributes");

struct hip_batch_operand { /* laid out as HIP's hipMemcpy3DOperand */
    unsigned type;
    union {
        struct {
            void *address;
            size_t row_length, layer_height;
            struct hip_place place;
        } pointer;
        struct {
            hipArray *array;
            size_t x, y, z;
        } array;
    };
};
_Static_assert(sizeof(struct hip_batch_operand) == 40, "hipMemcpy3DOperand");

struct hip_batch_copy { /* laid out as HIP's hipMemcpy3DBatchOp */
    struct hip_batch_operand src, dst;
    hipExtent extent;
    unsigned order, flags;
};
_Static_assert(sizeof(struct hip_batch_copy) == 112, "hipMemcpy3DBatchOp");

hipError_t hip_memcpy_batch_async(void **dsts, void **srcs, size_t *sizes, size_t count,
                                  struct hip_batch_attributes *attributes, size_t *begins,
                                  size_t groups, size_t *out_failed,
                                  hipStream_t stream) __asm__("hipMemcpyBatchAsync");
hipError_t hip_memcpy_3d_batch_async(size_t count, struct hip_batch_copy *all, size_t *out_failed,
                                     unsigned long long flags,
                                     hipStream_t stream) __asm__("hipMemcpy3DBatchAsync");

/* ---- Functions since HIP 7.2 ----------------------------------------------------------------- */

struct library; /* what HIP's hipLibrary_t points to; HIP's hipKernel_t is a hipFunction_t here */
hipError_t hipLibraryLoadData(struct library **out, const void *image, void *options, void **values,
                              unsigned count, void *library_options, void **library_values,
                              unsigned library_count);
hipError_t hipLibraryLoadFromFile(struct library **out, const char *path, void *options,
                                  void **values, unsigned count, void *library_options,
                                  void **library_values, unsigned library_count);
hipError_t hipLibraryUnload(struct library *library);
hipError_t hipLibraryGetKernelCount(unsigned *out, struct library *library);
hipError_t hipLibraryGetKernel(hipFunction_t *out, struct library *library, const char *name);
hipError_t hipLibraryEnumerateKernels(hipFunction_t *out, unsigned most, struct library *library);
hipError_t hipLibraryGetGlobal(void **out, size_t *bytes, struct library *library,
                               const char *name);
hipError_t hipLibraryGetManaged(void **out, size_t *bytes, struct library *library,
                                const char *name);
hipError_t hipKernelGetLibrary(struct library **out, hipFunction_t kernel);
hipError_t hipKernelGetName(const char **out, hipFunction_t kernel);
hipError_t hipKernelGetFunction(hipFunction_t *out, hipFunction_t kernel);
hipError_t hipKernelGetParamInfo(hipFunction_t kernel, size_t index, size_t *offset, size_t *size);
hipError_t hipKernelGetAttribute(int *out, hipFunction_attribute attribute, hipFunction_t kernel,
                                 int device);
hipError_t hipKernelSetAttribute(hipFunction_attribute attribute, int value, hipFunction_t kernel,
                                 int device);

hipError_t hipStreamCopyAttributes(hipStream_t to, hipStream_t from);
hipError_t hip_mem_prefetch_batch_async(void **addresses, size_t *sizes, size_t count,
                                        struct hip_place *places, size_t *begins, size_t groups,
                                        unsigned long long flags,
                                        hipStream_t stream) __asm__("hipMemPrefetchBatchAsync");
hipError_t hip_mem_get_mem_pool(hipMemPool_t *out, const struct hip_place *place,
                                unsigned type) __asm__("hipMemGetMemPool");
hipError_t hip_mem_set_mem_pool(const struct hip_place *place, unsigned type,
                                hipMemPool_t pool) __asm__("hipMemSetMemPool");
hipError_t hipExtEnableLogging(void);
hipError_t hipExtDisableLogging(void);
hipError_t hipExtSetLoggingParams(size_t level, size_t size, size_t mask);

hipError_t hipStreamGetCaptureInfo_spt(hipStream_t stream, hipStreamCaptureStatus *out,
                                       unsigned long long *id);
hipError_t hipStreamGetCaptureInfo_v2_spt(hipStream_t stream, hipStreamCaptureStatus *out,
                                          unsigned long long *id, hipGraph_t *graph,
                                          const hipGraphNode_t **dependencies, size_t *count);

/* ---- Graphs, since HIP 5.2 ------------------------------------------------------------------ */

struct user_object;
struct hip_allocation_node { /* laid out as HIP's hipMemAllocNodeParams */
    hipMemPoolProps pool;
    const hipMemAccessDesc *access;
    size_t access_count, bytes;
    void *address;
};
_Static_assert(sizeof(struct hip_allocation_node) == 120, "hipMemAllocNodeParams");
_Static_assert(offsetof(struct hip_allocation_node, address) == 112, "likewise");

hipError_t hipGraphMemcpyNodeSetParamsToSymbol(hipGraphNode_t node, const void *symbol,
                                               const void *src, size_t size, size_t offset,
                                               hipMemcpyKind kind);
struct hip_driver_fill { /* laid out as HIP's HIP_MEMSET_NODE_PARAMS */
    void *dst;
    size_t pitch;
    unsigned value, element;
    size_t width, height;
};
_Static_assert(sizeof(struct hip_driver_fill) == 40, "HIP_MEMSET_NODE_PARAMS");

struct hip_node_parameters { /* laid out as HIP's hipGraphNodeParams */
    int type, reserved[3];
    union {
        hipKernelNodeParams kernel;
        struct {
            int flags, reserved[3];
            hipMemcpy3DParms parameters;
        } copy;
        hipMemsetParams fill;
        hipHostNodeParams host;
        hipGraph_t graph;
        hipEvent_t event;
        struct hip_allocation_node allocation;
        void *freed;
        long long size[29];
    };
    long long reserved_2;
};
_Static_assert(sizeof(struct hip_node_parameters) == 256, "hipGraphNodeParams");
_Static_assert(offsetof(struct hip_node_parameters, kernel) == 16, "likewise");
_Static_assert(offsetof(struct hip_node_parameters, copy.parameters) == 32, "likewise");
_Static_assert(offsetof(struct hip_node_parameters, reserved_2) == 248, "likewise");

hipError_t hip_graph_add_node(hipGraphNode_t *out, hipGraph_t graph, const hipGraphNode_t *before,
                              size_t count,
                              struct hip_node_parameters *parameters) __asm__("hipGraphAddNode");
hipError_t
hip_graph_node_set_params(hipGraphNode_t node,
                          struct hip_node_parameters *parameters) __asm__("hipGraphNodeSetParams");
hipError_t hip_graph_exec_node_set_params(
    hipGraphExec_t exec, hipGraphNode_t node,
    struct hip_node_parameters *parameters) __asm__("hipGraphExecNodeSetParams");
hipError_t hipDrvGraphAddMemcpyNode(hipGraphNode_t *out, hipGraph_t graph,
                                    const hipGraphNode_t *before, size_t count,
                                    const HIP_MEMCPY3D *parameters, hipCtx_t context);
hipError_t hipDrvGraphMemcpyNodeGetParams(hipGraphNode_t node, HIP_MEMCPY3D *out);
hipError_t hipDrvGraphMemcpyNodeSetParams(hipGraphNode_t node, const HIP_MEMCPY3D *parameters);
hipError_t hipDrvGraphExecMemcpyNodeSetParams(hipGraphExec_t exec, hipGraphNode_t node,
                                              const HIP_MEMCPY3D *parameters, hipCtx_t context);
hipError_t hip_drv_graph_add_memset_node(hipGraphNode_t *out, hipGraph_t graph,
                                         const hipGraphNode_t *before, size_t count,
                                         const struct hip_driver_fill *parameters,
                                         hipCtx_t context) __asm__("hipDrvGraphAddMemsetNode");
hipError_t hip_drv_graph_exec_memset_node_set_params(
    hipGraphExec_t exec, hipGraphNode_t node, const struct hip_driver_fill *parameters,
    hipCtx_t context) __asm__("hipDrvGraphExecMemsetNodeSetParams");
hipError_t hipDrvGraphAddMemFreeNode(hipGraphNode_t *out, hipGraph_t graph,
                                     const hipGraphNode_t *before, size_t count,
                                     hipDeviceptr_t address);
hipError_t hipGraphExecGetFlags(hipGraphExec_t exec, unsigned long long *out);
hipError_t hipGraphDebugDotPrint(hipGraph_t graph, const char *path, unsigned flags);
hipError_t hip_stream_begin_capture_to_graph(
    hipStream_t stream, hipGraph_t graph, const hipGraphNode_t *before, const void *edges,
    size_t count, hipStreamCaptureMode mode) __asm__("hipStreamBeginCaptureToGraph");
hipError_t hipGraphKernelNodeCopyAttributes(hipGraphNode_t from, hipGraphNode_t to);
hipError_t hipGraphNodeSetEnabled(hipGraphExec_t exec, hipGraphNode_t node, unsigned is_enabled);
hipError_t hipGraphNodeGetEnabled(hipGraphExec_t exec, hipGraphNode_t node, unsigned *out);
hipError_t hip_user_object_create(struct user_object **out, void *context, hipHostFn_t destroy,
                                  unsigned references,
                                  unsigned flags) __asm__("hipUserObjectCreate");
hipError_t hip_user_object_retain(struct user_object *object,
                                  unsigned count) __asm__("hipUserObjectRetain");
hipError_t hip_user_object_release(struct user_object *object,
                                   unsigned count) __asm__("hipUserObjectRelease");
hipError_t hip_graph_retain_user_object(hipGraph_t graph, struct user_object *object,
                                        unsigned count,
                                        unsigned flags) __asm__("hipGraphRetainUserObject");
hipError_t hip_graph_release_user_object(hipGraph_t graph, struct user_object *object,
                                         unsigned count) __asm__("hipGraphReleaseUserObject");
hipError_t hip_graph_add_mem_alloc_node(
    hipGraphNode_t *out, hipGraph_t graph, const hipGraphNode_t *before, size_t count,
    struct hip_allocation_node *parameters) __asm__("hipGraphAddMemAllocNode");
hipError_t hip_graph_mem_alloc_node_get_params(
    hipGraphNode_t node, struct hip_allocation_node *out) __asm__("hipGraphMemAllocNodeGetParams");
hipError_t hipGraphAddMemFreeNode(hipGraphNode_t *out, hipGraph_t graph,
                                  const hipGraphNode_t *before, size_t count, void *address);
hipError_t hipGraphMemFreeNodeGetParams(hipGraphNode_t node, void *out);
hipError_t hipDeviceGraphMemTrim(int device);
hipError_t hip_device_get_graph_mem_attribute(int device, unsigned attribute,
                                              void *out) __asm__("hipDeviceGetGraphMemAttribute");
hipError_t hip_device_set_graph_mem_attribute(int device, unsigned attribute,
                                              void *value) __asm__("hipDeviceSetGraphMemAttribute");

/* laid out as HIP's hipStreamBatchMemOpParams, a union whose structures all have this layout */
struct hip_memory_operation {
    unsigned type;
    void *address;
    /* the value to write or to compare with; of a 32-bit operation, only the lower half counts */
    uint64_t value;
    unsigned flags; /* the condition of a wait: hipStreamWaitValueGte, ... */
    void *alias;    /* libhipemu does not read this member */
    uint64_t padding;
};
_Static_assert(sizeof(struct hip_memory_operation) == 48, "hipStreamBatchMemOpParams");
_Static_assert(offsetof(struct hip_memory_operation, flags) == 24, "likewise");

struct hip_batch_node { /* laid out as HIP's hipBatchMemOpNodeParams */
    hipCtx_t context;
    unsigned count;
    struct hip_memory_operation *all;
    unsigned flags;
};
_Static_assert(sizeof(struct hip_batch_node) == 32, "hipBatchMemOpNodeParams");
_Static_assert(offsetof(struct hip_batch_node, all) == 16, "likewise");

hipError_t hip_stream_batch_mem_op(hipStream_t stream, unsigned count,
                                   struct hip_memory_operation *all,
                                   unsigned flags) __asm__("hipStreamBatchMemOp");
hipError_t hip_graph_add_batch_mem_op_node(
    hipGraphNode_t *out, hipGraph_t graph, const hipGraphNode_t *before, size_t count,
    const struct hip_batch_node *parameters) __asm__("hipGraphAddBatchMemOpNode");
hipError_t hip_graph_batch_mem_op_node_get_params(
    hipGraphNode_t node, struct hip_batch_node *out) __asm__("hipGraphBatchMemOpNodeGetParams");
hipError_t hip_graph_batch_mem_op_node_set_params(
    hipGraphNode_t node,
    struct hip_batch_node *parameters) __asm__("hipGraphBatchMemOpNodeSetParams");
hipError_t hip_graph_exec_batch_mem_op_node_set_params(
    hipGraphExec_t exec, hipGraphNode_t node,
    const struct hip_batch_node *parameters) __asm__("hipGraphExecBatchMemOpNodeSetParams");

hipError_t hipDeviceGetTexture1DLinearMaxWidth(size_t *out, const hipChannelFormatDesc *channels,
                                               int device);
hipError_t hipTexRefGetArray(hipArray_t *out, const textureReference *reference);
hipError_t hipTexRefGetBorderColor(float *out, const textureReference *reference);

/* ---- Functions that are in no header --------------------------------------------------------- */

hipError_t hipProfilerStart(void);
hipError_t hipProfilerStop(void);
const char *hipApiName(uint32_t id);
const char *hipGetCmdName(unsigned operation);
const char *amd_dbgapi_get_build_name(void);
const char *amd_dbgapi_get_git_hash(void);
size_t amd_dbgapi_get_build_id(void);
const char *hiprtcGetErrorString(int result);
#pragma GCC visibility pop

#endif
