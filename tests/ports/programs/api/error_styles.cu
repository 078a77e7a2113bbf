// Error handling as projects write it: exceptions, error codes, strings, last errors.
#include <cuda_runtime.h>
#include <exception>
#include <iostream>
#include <sstream>
#include <string>
#include <system_error>

#ifdef __DRIVER_TYPES_H__
static const char *name_of(cudaError_t error) { return cudaGetErrorName(error); }
#else
static const char *name_of(int) { return "no CUDA"; }
#endif
#ifndef __CUDA_RUNTIME_H__
#error "the runtime's header says nothing of itself"
#endif
#if !defined(__CUDACC__) || !defined(CUDART_VERSION) || CUDART_VERSION < 11000
#error "a toolkit from 11 on is needed"
#endif

class cuda_error : public std::runtime_error
{
  public:
    cuda_error(cudaError_t code, const char *file, int line)
        : std::runtime_error(text(code, file, line)), code_(code)
    {
    }
    cudaError_t code() const noexcept { return code_; }

  private:
    static std::string text(cudaError_t code, const char *file, int line)
    {
        std::ostringstream out;
        out << file << '(' << line << "): " << name_of(code) << ": " << cudaGetErrorString(code);
        return out.str();
    }
    cudaError_t code_;
};

struct category : std::error_category {
    const char *name() const noexcept override { return "cuda"; }
    std::string message(int code) const override
    {
        return cudaGetErrorString(static_cast<cudaError_t>(code));
    }
};

inline void throw_on_error(cudaError_t code, const char *file, int line)
{
    if (code != cudaSuccess) {
        cudaGetLastError();
        throw cuda_error(code, file, line);
    }
}
#define THROW_ON_ERROR(code) throw_on_error(code, __FILE__, __LINE__)
#define CudaSafeCall(err) __cudaSafeCall(err, __FILE__, __LINE__)
#define CudaCheckError() __cudaCheckError(__FILE__, __LINE__)
inline void __cudaSafeCall(cudaError err, const char *file, const int line)
{
    if (cudaSuccess != err) {
        fprintf(stderr, "cudaSafeCall() failed at %s:%i : %s\n", file, line, cudaGetErrorString(err));
        exit(-1);
    }
}
inline void __cudaCheckError(const char *file, const int line)
{
    cudaError err = cudaGetLastError();
    if (cudaSuccess != err) exit(-1);
    err = cudaDeviceSynchronize();
    if (cudaSuccess != err) exit(-1);
    (void)file; (void)line;
}

__global__ void nothing() {}

int main()
{
    try {
        int *p = nullptr;
        CudaSafeCall(cudaMalloc(&p, 16));
        nothing<<<1, 1>>>();
        CudaCheckError();
        THROW_ON_ERROR(cudaFree(p));
        THROW_ON_ERROR(cudaMemcpy(p, p, 16, static_cast<cudaMemcpyKind>(99)));
    } catch (const cuda_error &error) {
        std::cout << error.what() << "\n";
        std::cout << std::error_code(error.code(), category()).message() << "\n";
        switch (error.code()) {
        case cudaErrorInvalidMemcpyDirection:
        case cudaErrorInvalidValue:
        case cudaErrorIllegalAddress:
            return 0;
        case cudaErrorMemoryAllocation:
        case cudaErrorInitializationError:
        case cudaErrorLaunchFailure:
        case cudaErrorLaunchTimeout:
        case cudaErrorLaunchOutOfResources:
        case cudaErrorInvalidDeviceFunction:
        case cudaErrorInvalidConfiguration:
        case cudaErrorInvalidDevice:
        case cudaErrorInvalidPitchValue:
        case cudaErrorInvalidSymbol:
        case cudaErrorInvalidTexture:
        case cudaErrorInvalidChannelDescriptor:
        case cudaErrorInvalidResourceHandle:
        case cudaErrorNotReady:
        case cudaErrorInsufficientDriver:
        case cudaErrorNoDevice:
        case cudaErrorECCUncorrectable:
        case cudaErrorInvalidKernelImage:
        case cudaErrorNoKernelImageForDevice:
        case cudaErrorIncompatibleDriverContext:
        case cudaErrorPeerAccessAlreadyEnabled:
        case cudaErrorMisalignedAddress:
        case cudaErrorHardwareStackError:
        case cudaErrorIllegalInstruction:
        case cudaErrorInvalidAddressSpace:
        case cudaErrorInvalidPc:
        case cudaErrorAssert:
        case cudaErrorCudartUnloading:
        case cudaErrorUnsupportedPtxVersion:
        case cudaErrorJitCompilerNotFound:
        case cudaErrorDevicesUnavailable:
        case cudaErrorStartupFailure:
        case cudaErrorApiFailureBase:
        case cudaErrorSystemDriverMismatch:
        case cudaErrorCompatNotSupportedOnDevice:
        case cudaErrorStreamCaptureUnsupported:
        case cudaErrorTimeout:
        case cudaErrorUnknown:
        default:
            return 1;
        }
    }
    return 1;
}
