// Every property of every device, as a device query prints them.
#include <cstdio>
#include <cuda_runtime.h>

#define CHECK(call)                                                                                \
    do {                                                                                           \
        const cudaError_t error_ = (call);                                                         \
        if (error_ != cudaSuccess) {                                                               \
            fprintf(stderr, "%s:%d: %s (%s)\n", __FILE__, __LINE__, cudaGetErrorString(error_),    \
                    cudaGetErrorName(error_));                                                     \
            return 1;                                                                              \
        }                                                                                          \
    } while (0)

static const char *yes(int flag)
{
    return flag ? "Yes" : "No";
}

static void print_limits(const cudaDeviceProp &p)
{
    printf("  shared memory per block    %zu (opt-in %zu, reserved %zu)\n", p.sharedMemPerBlock,
           p.sharedMemPerBlockOptin, p.reservedSharedMemPerBlock);
    printf("  shared memory per SM       %zu\n", p.sharedMemPerMultiprocessor);
    printf("  registers per block, SM    %d %d\n", p.regsPerBlock, p.regsPerMultiprocessor);
    printf("  threads per block, SM      %d %d\n", p.maxThreadsPerBlock,
           p.maxThreadsPerMultiProcessor);
    printf("  blocks per SM              %d\n", p.maxBlocksPerMultiProcessor);
    printf("  block                      %d x %d x %d\n", p.maxThreadsDim[0], p.maxThreadsDim[1],
           p.maxThreadsDim[2]);
    printf("  grid                       %d x %d x %d\n", p.maxGridSize[0], p.maxGridSize[1],
           p.maxGridSize[2]);
    printf("  pitch, texture alignment   %zu %zu %zu\n", p.memPitch, p.textureAlignment,
           p.texturePitchAlignment);
    printf("  surface alignment          %zu\n", p.surfaceAlignment);
}

static void print_textures(const cudaDeviceProp &p)
{
    printf("  1D texture                 %d, layered %d x %d, mipmapped %d\n", p.maxTexture1D,
           p.maxTexture1DLayered[0], p.maxTexture1DLayered[1], p.maxTexture1DMipmap);
    printf("  2D texture                 %d x %d, layered %d x %d x %d, linear %d x %d x %d\n",
           p.maxTexture2D[0], p.maxTexture2D[1], p.maxTexture2DLayered[0], p.maxTexture2DLayered[1],
           p.maxTexture2DLayered[2], p.maxTexture2DLinear[0], p.maxTexture2DLinear[1],
           p.maxTexture2DLinear[2]);
    printf("  2D gather, mipmap          %d x %d, %d x %d\n", p.maxTexture2DGather[0],
           p.maxTexture2DGather[1], p.maxTexture2DMipmap[0], p.maxTexture2DMipmap[1]);
    printf("  3D texture                 %d x %d x %d (alternate %d)\n", p.maxTexture3D[0],
           p.maxTexture3D[1], p.maxTexture3D[2], p.maxTexture3DAlt[0]);
    printf("  cubemap                    %d, layered %d x %d\n", p.maxTextureCubemap,
           p.maxTextureCubemapLayered[0], p.maxTextureCubemapLayered[1]);
    printf("  surfaces                   %d, %d x %d, %d x %d x %d\n", p.maxSurface1D,
           p.maxSurface2D[0], p.maxSurface2D[1], p.maxSurface3D[0], p.maxSurface3D[1],
           p.maxSurface3D[2]);
    printf("  layered surfaces           %d x %d, %d\n", p.maxSurface1DLayered[0],
           p.maxSurface1DLayered[1], p.maxSurfaceCubemap);
}

static void print_features(const cudaDeviceProp &p)
{
    printf("  concurrent copy engines    %d\n", p.asyncEngineCount);
    printf("  concurrent kernels         %s\n", yes(p.concurrentKernels));
    printf("  integrated                 %s\n", yes(p.integrated));
    printf("  maps host memory           %s\n", yes(p.canMapHostMemory));
    printf("  ECC                        %s\n", p.ECCEnabled ? "Enabled" : "Disabled");
    printf("  unified addressing         %s\n", yes(p.unifiedAddressing));
    printf("  managed memory             %s, concurrent %s, direct %s\n", yes(p.managedMemory),
           yes(p.concurrentManagedAccess), yes(p.directManagedMemAccessFromHost));
    printf("  pageable memory            %s, host's tables %s\n", yes(p.pageableMemoryAccess),
           yes(p.pageableMemoryAccessUsesHostPageTables));
    printf("  preemption                 %s\n", yes(p.computePreemptionSupported));
    printf("  cooperative launch         %s\n", yes(p.cooperativeLaunch));
    printf("  stream priorities          %s\n", yes(p.streamPrioritiesSupported));
    printf("  caches in L1               global %s, local %s\n", yes(p.globalL1CacheSupported),
           yes(p.localL1CacheSupported));
    printf("  host native atomics        %s\n", yes(p.hostNativeAtomicSupported));
    printf("  memory pools               %s\n", yes(p.memoryPoolsSupported));
    printf("  host register              %s, read-only %s\n", yes(p.hostRegisterSupported),
           yes(p.hostRegisterReadOnlySupported));
    printf("  sparse, deferred arrays    %s %s\n", yes(p.sparseCudaArraySupported),
           yes(p.deferredMappingCudaArraySupported));
    printf("  persisting L2, window      %d %d\n", p.persistingL2CacheMaxSize,
           p.accessPolicyMaxWindowSize);
    printf("  GPUDirect RDMA             %s\n", yes(p.gpuDirectRDMASupported));
    printf("  board                      %s, group %d\n", yes(p.isMultiGpuBoard),
           p.multiGpuBoardGroupID);
    printf("  TCC driver                 %s\n", yes(p.tccDriver));
}

int main()
{
    int devices = 0;
    CHECK(cudaGetDeviceCount(&devices));
    int driver = 0, runtime = 0;
    CHECK(cudaDriverGetVersion(&driver));
    CHECK(cudaRuntimeGetVersion(&runtime));
    printf("%d devices, driver %d.%d, runtime %d.%d\n", devices, driver / 1000, driver % 100 / 10,
           runtime / 1000, runtime % 100 / 10);
    for (int device = 0; device < devices; ++device) {
        CHECK(cudaSetDevice(device));
        cudaDeviceProp p;
        CHECK(cudaGetDeviceProperties(&p, device));
        printf("%d: \"%s\", capability %d.%d, %d multiprocessors, %.0f MB\n", device, p.name,
               p.major, p.minor, p.multiProcessorCount, p.totalGlobalMem / 1048576.0);
        printf("  PCI %04x:%02x:%02x, warp %d, bus %d bits, L2 %d bytes, constants %zu\n",
               p.pciDomainID, p.pciBusID, p.pciDeviceID, p.warpSize, p.memoryBusWidth,
               p.l2CacheSize, p.totalConstMem);
        printf("  UUID ");
        for (int i = 0; i < 16; ++i) {
            printf("%02x", static_cast<unsigned char>(p.uuid.bytes[i]));
        }
        printf("\n");
        print_limits(p);
        print_textures(p);
        print_features(p);
        int clock = 0, memory_clock = 0, mode = 0, timeout = 0;
        CHECK(cudaDeviceGetAttribute(&clock, cudaDevAttrClockRate, device));
        CHECK(cudaDeviceGetAttribute(&memory_clock, cudaDevAttrMemoryClockRate, device));
        CHECK(cudaDeviceGetAttribute(&mode, cudaDevAttrComputeMode, device));
        CHECK(cudaDeviceGetAttribute(&timeout, cudaDevAttrKernelExecTimeout, device));
        printf("  %.0f MHz, memory %.0f MHz, mode %d, run time limit %s\n", clock * 1e-3,
               memory_clock * 1e-3, mode, yes(timeout));
        char bus[32];
        CHECK(cudaDeviceGetPCIBusId(bus, sizeof bus, device));
        int found = -1;
        CHECK(cudaDeviceGetByPCIBusId(&found, bus));
        if (found != device) {
            printf("bus id %s leads to device %d\n", bus, found);
            return 1;
        }
    }
    for (int a = 0; a < devices; ++a) {
        for (int b = 0; b < devices; ++b) {
            int can = 0;
            if (a != b) {
                CHECK(cudaDeviceCanAccessPeer(&can, a, b));
                printf("peer access %d -> %d: %s\n", a, b, yes(can));
            }
        }
    }
    return 0;
}
