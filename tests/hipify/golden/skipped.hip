#line 1 "skipped.cu"
#include <cuda_runtime.h>
#if 0
don't touch cudaMalloc here, nor "this
#include <cuda.h>
# if 1
cudaMalloc
# else
cudaMalloc
# endif
#elif defined(USE_IT)
void *a = (void *)hipMalloc;
#else
void *b = (void *)hipFree;
#endif
#if 1
int c = hipSuccess;
#else
int c = cudaSuccess; it's gone
#endif
#if 0 // cudaMalloc
/* a comment that hides
#endif
cudaMalloc */
cudaMalloc
#endif
#if (0)
cudaMalloc
#endif
#if false
cudaMalloc
#else
int d = hipSuccess;
#endif
#error cudaMalloc isn't here
#ifdef NEVER
it's cudaMalloc
hipFree
#endif
