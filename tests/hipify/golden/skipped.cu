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
void *a = (void *)cudaMalloc;
#else
void *b = (void *)cudaFree;
#endif
#if 1
int c = cudaSuccess;
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
int d = cudaSuccess;
#endif
#error cudaMalloc isn't here
#ifdef NEVER
it's cudaMalloc
cudaFree
#endif
