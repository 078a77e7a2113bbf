/* Textures are not emulated, and that is said: an error, and no wrong picture. */
#include "program.h"

int main()
{
    hipDeviceProp_t properties;
    HIP(hipGetDeviceProperties(&properties, 0));
    hipArray_t picture = nullptr;
    hipChannelFormatDesc format = hipCreateChannelDesc(32, 0, 0, 0, hipChannelFormatKindFloat);
    hipError_t status = hipMallocArray(&picture, &format, 16, 16, 0);
    if (status == hipSuccess) {
        hipResourceDesc resource;
        hipTextureDesc description;
        hipTextureObject_t texture;
        memset(&resource, 0, sizeof resource);
        memset(&description, 0, sizeof description);
        resource.resType = hipResourceTypeArray;
        resource.res.array.array = picture;
        status = hipCreateTextureObject(&texture, &resource, &description, nullptr);
    }
    CHECK(status == hipErrorNotSupported, "%s", hipGetErrorName(status));
    (void)hipGetLastError();
    return report();
}
