#line 1 "pasting.cu"
#include <cuda_runtime.h>
#define CALL(name) cuda##name
#define COPY(kind) cudaMemcpy##kind
#define MIXED(x, y) x##cudaFree + y ## _t
#define NAME(x) #x
hipError_t (*call)(void) = CALL(GetLastError);
int kind = COPY(HostToDevice);
