/* A sample's own header of helpers, which look at what else was included. */
#ifndef COMMON_HELPER_CUDA_H_
#define COMMON_HELPER_CUDA_H_
#pragma once
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifndef EXIT_WAIVED
#define EXIT_WAIVED 2
#endif

#ifdef __DRIVER_TYPES_H__
static const char *_cudaGetErrorEnum(cudaError_t error) { return cudaGetErrorName(error); }
#endif
#ifdef CUDA_DRIVER_API
static const char *_cudaGetErrorEnum(CUresult error)
{
    static char unknown[] = "<unknown>";
    const char *ret = NULL;
    cuGetErrorName(error, &ret);
    return ret ? ret : unknown;
}
#endif
#ifdef CUBLAS_API_H_
static const char *_cudaGetErrorEnum(cublasStatus_t error)
{
    switch (error) {
    case CUBLAS_STATUS_SUCCESS: return "CUBLAS_STATUS_SUCCESS";
    case CUBLAS_STATUS_NOT_INITIALIZED: return "CUBLAS_STATUS_NOT_INITIALIZED";
    default: return "<unknown>";
    }
}
#endif
#ifdef _CUFFT_H_
static const char *_cudaGetErrorEnum(cufftResult error) { return error == CUFFT_SUCCESS ? "CUFFT_SUCCESS" : "<unknown>"; }
#endif
#ifdef CURAND_H_
static const char *_cudaGetErrorEnum(curandStatus_t error) { return error == CURAND_STATUS_SUCCESS ? "CURAND_STATUS_SUCCESS" : "<unknown>"; }
#endif

template <typename T>
void check(T result, char const *const func, const char *const file, int const line)
{
    if (result) {
        fprintf(stderr, "CUDA error at %s:%d code=%d(%s) \"%s\" \n", file, line,
                static_cast<unsigned int>(result), _cudaGetErrorEnum(result), func);
        exit(EXIT_FAILURE);
    }
}

#ifdef __DRIVER_TYPES_H__
#define checkCudaErrors(val) check((val), #val, __FILE__, __LINE__)
#define getLastCudaError(msg) __getLastCudaError(msg, __FILE__, __LINE__)
inline void __getLastCudaError(const char *errorMessage, const char *file, const int line)
{
    cudaError_t err = cudaGetLastError();
    if (cudaSuccess != err) {
        fprintf(stderr, "%s(%i) : getLastCudaError() CUDA error : %s : (%d) %s.\n", file, line,
                errorMessage, static_cast<int>(err), cudaGetErrorString(err));
        exit(EXIT_FAILURE);
    }
}
#endif

#ifndef MAX
#define MAX(a, b) (a > b ? a : b)
#endif

inline int _ConvertSMVer2Cores(int major, int minor)
{
    typedef struct { int SM; int Cores; } sSMtoCores;
    sSMtoCores nGpuArchCoresPerSM[] = {{0x60, 64}, {0x70, 64}, {0x80, 64}, {0x86, 128}, {0x90, 128}, {-1, -1}};
    int index = 0;
    while (nGpuArchCoresPerSM[index].SM != -1) {
        if (nGpuArchCoresPerSM[index].SM == ((major << 4) + minor)) return nGpuArchCoresPerSM[index].Cores;
        index++;
    }
    return nGpuArchCoresPerSM[index - 1].Cores;
}

#ifdef __CUDA_RUNTIME_H__
inline int gpuGetMaxGflopsDeviceId()
{
    int current_device = 0, max_perf_device = 0, device_count = 0, devices_prohibited = 0;
    uint64_t max_compute_perf = 0;
    checkCudaErrors(cudaGetDeviceCount(&device_count));
    if (device_count == 0) {
        fprintf(stderr, "gpuGetMaxGflopsDeviceId() CUDA error: no devices supporting CUDA.\n");
        exit(EXIT_FAILURE);
    }
    while (current_device < device_count) {
        int computeMode = -1, major = 0, minor = 0;
        checkCudaErrors(cudaDeviceGetAttribute(&computeMode, cudaDevAttrComputeMode, current_device));
        checkCudaErrors(cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, current_device));
        checkCudaErrors(cudaDeviceGetAttribute(&minor, cudaDevAttrComputeCapabilityMinor, current_device));
        if (computeMode != cudaComputeModeProhibited) {
            int multiProcessorCount = 0, clockRate = 0;
            checkCudaErrors(cudaDeviceGetAttribute(&multiProcessorCount, cudaDevAttrMultiProcessorCount, current_device));
            cudaError_t result = cudaDeviceGetAttribute(&clockRate, cudaDevAttrClockRate, current_device);
            if (result != cudaSuccess) {
                if (result == cudaErrorInvalidValue) clockRate = 1;
                else exit(EXIT_FAILURE);
            }
            uint64_t perf = (uint64_t)multiProcessorCount * _ConvertSMVer2Cores(major, minor) * clockRate;
            if (perf > max_compute_perf) {
                max_compute_perf = perf;
                max_perf_device = current_device;
            }
        } else {
            devices_prohibited++;
        }
        ++current_device;
    }
    if (devices_prohibited == device_count) exit(EXIT_FAILURE);
    return max_perf_device;
}

inline int findCudaDevice(int argc, const char **argv)
{
    int devID = argc > 1 ? atoi(argv[1]) : gpuGetMaxGflopsDeviceId();
    checkCudaErrors(cudaSetDevice(devID));
    return devID;
}
#endif
#endif
