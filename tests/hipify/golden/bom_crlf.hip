#line 1 "bom_crlf.cu"
#include <cuda_runtime.h>
// with a mark and two-byte line ends
int a = hipSuccess;
int c = h\
ipSuccess, été = 2;
int b = hipErrorUnknown;