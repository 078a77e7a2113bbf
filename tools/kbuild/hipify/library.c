#include "library.h"

#include <string.h>

const struct library libraries[] = {
    {"hipBLAS", "hipblas/hipblas.h", "libhipblas-dev", "hipblas-dev"},
    {"hipBLASLt", "hipblaslt/hipblaslt.h", NULL, "hipblaslt-dev"},
    {"hipCUB", "hipcub/hipcub.hpp", "libhipcub-dev", "hipcub-dev"},
    {"hipFFT", "hipfft/hipfft.h", "libhipfft-dev", "hipfft-dev"},
    {"hipRAND", "hiprand/hiprand.h", "libhiprand-dev", "hiprand-dev"},
    {"hipSOLVER", "hipsolver/hipsolver.h", "libhipsolver-dev", "hipsolver-dev"},
    {"hipSPARSE", "hipsparse/hipsparse.h", "libhipsparse-dev", "hipsparse-dev"},
    {"MIOpen", "miopen/miopen.h", "libmiopen-dev", "miopen-hip-dev"},
    {"RCCL", "rccl/rccl.h", "librccl-dev", "rccl-dev"},
    {"rocThrust", "thrust/version.h", "librocthrust-dev", "rocthrust-dev"},
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
