#line 1 "strings.cu"
#include <cuda_runtime.h>
#include <cstdio>
// cudaMalloc in a comment, also cudaFree<<<1, 2>>>(x)
/* cudaMemcpy /* cudaMemcpyAsync
   cudaDeviceSynchronize() */
// a comment that goes on \
   cudaMalloc(&p, n);
const char *a = "cudaMalloc", *b = "say \"cudaFree\"", *c = "k<<<1, 2>>>(x)";
const char *d = "two \
lines of cudaMalloc";
const char *e = R"(cudaMalloc " cudaFree)" "cudaStream_t";
const wchar_t *f = LR"x(cudaMalloc )" )y" // cudaFree
)x";
const char *g = u8"cudaMalloc", *h = u8R"()cudaMalloc)";
char apostrophe = '\'', quote = '"';
int million = 1'000'000, hex = 0xc'da'00;
const char *both = "cudaError: " /* cudaError_t */ "cudaSuccess";
constexpr int operator""_cudaMalloc(const char *, decltype(sizeof 0)) { return 1; }
auto suffixed = "cudaMalloc"_cudaMalloc;
void report(hipError_t e) { printf("%s: cudaError_t %d\n", hipGetErrorString(e), (int)e); }
