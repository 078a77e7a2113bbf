/* Calls what is not there, twice. */
#define __HIP_PLATFORM_AMD__ 1
#include <hip/hip_runtime_api.h>

int main(void)
{
    hipMipmappedArray_t array;
    const hipChannelFormatDesc format = {32, 0, 0, 0, hipChannelFormatKindFloat};
    const hipExtent extent = {16, 16, 0};
    for (int i = 0; i < 2; i++) {
        if (hipMallocMipmappedArray(&array, &format, extent, 2, 0) != hipErrorNotSupported ||
            hipGetLastError() != hipErrorNotSupported)
            return 1;
    }
    return 0;
}
