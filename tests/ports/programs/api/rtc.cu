// A kernel compiled while the program runs.
#include <cuda.h>
#include <nvrtc.h>
#include <iostream>
#include <string>
#include <vector>

#define NVRTC_SAFE_CALL(x)                                        \
  do {                                                            \
    nvrtcResult result = x;                                       \
    if (result != NVRTC_SUCCESS) {                                \
      std::cerr << "\nerror: " #x " failed with error "           \
                << nvrtcGetErrorString(result) << '\n';           \
      exit(1);                                                    \
    }                                                             \
  } while(0)
#define CUDA_SAFE_CALL(x)                                         \
  do {                                                            \
    CUresult result = x;                                          \
    if (result != CUDA_SUCCESS) {                                 \
      const char *msg;                                            \
      cuGetErrorName(result, &msg);                               \
      std::cerr << "\nerror: " #x " failed with error "           \
                << msg << '\n';                                   \
      exit(1);                                                    \
    }                                                             \
  } while(0)

const char *source = "                                          \n\
template <typename T> __global__                                \n\
void axpy(T a, T *x, T *y, T *out, size_t n)                    \n\
{                                                               \n\
  size_t tid = blockIdx.x * blockDim.x + threadIdx.x;           \n\
  if (tid < n) {                                                \n\
    out[tid] = a * x[tid] + y[tid];                             \n\
  }                                                             \n\
}                                                               \n";

int main()
{
  int major = 0, minor = 0;
  NVRTC_SAFE_CALL(nvrtcVersion(&major, &minor));
  nvrtcProgram prog;
  NVRTC_SAFE_CALL(nvrtcCreateProgram(&prog, source, "axpy.cu", 0, NULL, NULL));
  NVRTC_SAFE_CALL(nvrtcAddNameExpression(prog, "axpy<float>"));
  const char *opts[] = {"-DUNUSED=1"};
  nvrtcResult compiled = nvrtcCompileProgram(prog, 1, opts);
  size_t logSize;
  NVRTC_SAFE_CALL(nvrtcGetProgramLogSize(prog, &logSize));
  std::string log(logSize, '\0');
  NVRTC_SAFE_CALL(nvrtcGetProgramLog(prog, &log[0]));
  std::cout << log << '\n';
  if (compiled != NVRTC_SUCCESS) {
    return 1;
  }
  const char *lowered = nullptr;
  NVRTC_SAFE_CALL(nvrtcGetLoweredName(prog, "axpy<float>", &lowered));
  std::string name = lowered;
  size_t ptxSize;
  NVRTC_SAFE_CALL(nvrtcGetPTXSize(prog, &ptxSize));
  std::vector<char> ptx(ptxSize);
  NVRTC_SAFE_CALL(nvrtcGetPTX(prog, ptx.data()));
  NVRTC_SAFE_CALL(nvrtcDestroyProgram(&prog));

  CUdevice cuDevice;
  CUcontext context;
  CUmodule module;
  CUfunction kernel;
  CUDA_SAFE_CALL(cuInit(0));
  CUDA_SAFE_CALL(cuDeviceGet(&cuDevice, 0));
  CUDA_SAFE_CALL(cuDevicePrimaryCtxRetain(&context, cuDevice));
  CUDA_SAFE_CALL(cuCtxPushCurrent(context));
  CUDA_SAFE_CALL(cuModuleLoadDataEx(&module, ptx.data(), 0, 0, 0));
  CUDA_SAFE_CALL(cuModuleGetFunction(&kernel, module, name.c_str()));
  size_t n = 128 * 32, bufferSize = n * sizeof(float);
  float a = 5.1f;
  std::vector<float> hX(n, 1.0f), hY(n, 2.0f), hOut(n);
  CUdeviceptr dX, dY, dOut;
  CUDA_SAFE_CALL(cuMemAlloc(&dX, bufferSize));
  CUDA_SAFE_CALL(cuMemAlloc(&dY, bufferSize));
  CUDA_SAFE_CALL(cuMemAlloc(&dOut, bufferSize));
  CUDA_SAFE_CALL(cuMemcpyHtoD(dX, hX.data(), bufferSize));
  CUDA_SAFE_CALL(cuMemcpyHtoD(dY, hY.data(), bufferSize));
  void *args[] = { &a, &dX, &dY, &dOut, &n };
  CUDA_SAFE_CALL(cuLaunchKernel(kernel, 32, 1, 1, 128, 1, 1, 0, NULL, args, 0));
  CUDA_SAFE_CALL(cuCtxSynchronize());
  CUDA_SAFE_CALL(cuMemcpyDtoH(hOut.data(), dOut, bufferSize));
  CUDA_SAFE_CALL(cuMemFree(dX));
  CUDA_SAFE_CALL(cuMemFree(dY));
  CUDA_SAFE_CALL(cuMemFree(dOut));
  CUDA_SAFE_CALL(cuModuleUnload(module));
  CUcontext popped;
  CUDA_SAFE_CALL(cuCtxPopCurrent(&popped));
  CUDA_SAFE_CALL(cuDevicePrimaryCtxRelease(cuDevice));
  return hOut[7] == a * 1.0f + 2.0f ? 0 : 1;
}
