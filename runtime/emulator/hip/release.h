/* release: HIP's header, of release 5 or 6, with the names of release 5. */
#ifndef EMULATOR_HIP_RELEASE_H
#define EMULATOR_HIP_RELEASE_H

#include <hip/hip_runtime_api.h>

#if HIP_VERSION_MAJOR < 5 || HIP_VERSION_MAJOR > 6
#error "libhipemu is compiled against the headers of HIP 5 or 6 (libamdhip64-dev)"
#endif

#if HIP_VERSION_MAJOR == 6
#undef hipDeviceProp_t /* the layout for programs compiled against this header: properties.h */
#undef hipGetDeviceProperties
#undef hipChooseDevice
#include <hip/hip_deprecated.h>
#define hipDeviceProp_t hipDeviceProp_tR0000

hipError_t hipGetDeviceProperties(hipDeviceProp_t *out, int device);
hipError_t hipChooseDevice(int *out, const hipDeviceProp_t *wanted);

/* Programs compiled against HIP 5 see into it, those against HIP 6 do not. */
typedef struct hipArray {
    void *data;
    struct hipChannelFormatDesc desc;
    unsigned type, width, height, depth;
    enum hipArray_Format Format;
    unsigned NumChannels;
    bool isDrv;
    unsigned textureType;
} hipArray;

#define memoryType type /* of hipPointerAttribute_t */
#endif

#endif
