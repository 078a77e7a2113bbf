#include "hipify/library.h"

#include <string.h>

const struct library libraries[] = {
    {"hipBLAS", "hipblas/hipblas.h", "libhipblas-dev", 13, "hipblas-dev"},
    {"hipBLASLt", "hipblaslt/hipblaslt.h", "libhipblaslt-dev", 14, "hipblaslt-dev"},
    {"hipCUB", "hipcub/hipcub.hpp", "libhipcub-dev", 13, "hipcub-dev"},
    {"hipFFT", "hipfft/hipfft.h", "libhipfft-dev", 13, "hipfft-dev"},
    {"hipRAND", "hiprand/hiprand.h", "libhiprand-dev", 12, "hiprand-dev"},
    {"hipSOLVER", "hipsolver/hipsolver.h", "libhipsolver-dev", 13, "hipsolver-dev"},
    {"hipSPARSE", "hipsparse/hipsparse.h", "libhipsparse-dev", 12, "hipsparse-dev"},
    {"MIOpen", "miopen/miopen.h", "libmiopen-dev", 14, "miopen-hip-dev"},
    {"RCCL", "rccl/rccl.h", "librccl-dev", 13, "rccl-dev"},
    {"rocThrust", "thrust/version.h", "librocthrust-dev", 13, "rocthrust-dev"},
};
const size_t library_count = sizeof libraries / sizeof *libraries;

unsigned library_of_header(const char *header)
{
    for (size_t i = 0; i < library_count; i++) {
        size_t folder = (size_t)(strchr(libraries[i].header, '/') + 1 - libraries[i].header);
        if (strncmp(header, libraries[i].header, folder) == 0)
            return 1u << i;
    }
    return 0;
}
