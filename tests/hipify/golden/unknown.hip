#line 1 "unknown.cu"
#include <cuda_runtime.h>
#define CUDA_CHECK(x) do { if ((x) != hipSuccess) return x; } while (0)
template <typename cudaElement> cudaElement cudaSum(cudaElement a, cudaElement b) { return a + b; }
struct cudaThing { int cudaCount; };
using cudaAlias = int;
enum cudaChoice { cudaFirst, cudaSecond = 2 };
typedef struct { int x; } cudaPlain;
int work(cudaThing *cudaArgument)
{
    int cudaLocal = 1;
    CUDA_CHECK(hipDeviceReset());
    CUDA_UNKNOWN(cudaLocal);
    cudaFrobnicate(cudaArgument->cudaCount);
    cudaFrobnicate(cudaFirst + cudaSecond);
    cuFrobnicate();
    __nv_frobnicate();
    cudaAlias a = cudaSum(1, 2);
    cudaPlain plain = {a};
    int cumulative = plain.x, current = 1, CUBE = 2, cutoff = 3;
    return CU_FROB + cumulative + current + CUBE + cutoff;
}
