/* Calls what is not there, twice. */
#define __HIP_PLATFORM_AMD__ 1
#include <hip/hip_runtime_api.h>

int main(void)
{
    hipArray *array;
    hipChannelFormatDesc format = {32, 0, 0, 0, hipChannelFormatKindFloat};
    for (int i = 0; i < 2; i++) {
        if (hipMallocArray(&array, &format, 16, 16, 0) != hipErrorNotSupported ||
            hipGetLastError() != hipErrorNotSupported)
            return 1;
    }
    return 0;
}
