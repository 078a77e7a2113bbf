// NVTX, with which programs mark moments and ranges for NVIDIA's profilers. Here the marks do
// nothing. With -DKBUILD_ROCTX, if roctx is installed, the marks go to AMD's profilers; then link
// with -lroctx64.
#ifndef NVTOOLSEXT_H_
#define NVTOOLSEXT_H_
#pragma GCC system_header

#include <stddef.h>
#include <stdint.h>
#include <wchar.h>

#if defined(__has_include) && !defined(NVTX_DISABLE) && defined(KBUILD_ROCTX)
#if __has_include(<roctracer/roctx.h>)
#include <roctracer/roctx.h>
#define KBUILD_HAS_ROCTX 1
#endif
#endif

#define NVTX_VERSION 3

typedef uint64_t nvtxRangeId_t;
typedef struct nvtxDomainRegistration_st *nvtxDomainHandle_t;
typedef struct nvtxStringRegistration_st *nvtxStringHandle_t;
typedef struct nvtxResourceHandle *nvtxResourceHandle_t;

typedef enum nvtxColorType_t { NVTX_COLOR_UNKNOWN = 0, NVTX_COLOR_ARGB = 1 } nvtxColorType_t;
typedef enum nvtxMessageType_t {
    NVTX_MESSAGE_UNKNOWN = 0,
    NVTX_MESSAGE_TYPE_ASCII = 1,
    NVTX_MESSAGE_TYPE_UNICODE = 2,
    NVTX_MESSAGE_TYPE_REGISTERED = 3
} nvtxMessageType_t;
typedef enum nvtxPayloadType_t {
    NVTX_PAYLOAD_UNKNOWN = 0,
    NVTX_PAYLOAD_TYPE_UNSIGNED_INT64 = 1,
    NVTX_PAYLOAD_TYPE_INT64 = 2,
    NVTX_PAYLOAD_TYPE_DOUBLE = 3,
    NVTX_PAYLOAD_TYPE_UNSIGNED_INT32 = 4,
    NVTX_PAYLOAD_TYPE_INT32 = 5,
    NVTX_PAYLOAD_TYPE_FLOAT = 6
} nvtxPayloadType_t;

typedef union nvtxMessageValue_t {
    const char *ascii;
    const wchar_t *unicode;
    nvtxStringHandle_t registered;
} nvtxMessageValue_t;

typedef struct nvtxEventAttributes_v2 {
    uint16_t version, size;
    uint32_t category;
    int32_t colorType;
    uint32_t color;
    int32_t payloadType;
    int32_t reserved0;
    union payload_t {
        uint64_t ullValue;
        int64_t llValue;
        double dValue;
        uint32_t uiValue;
        int32_t iValue;
        float fValue;
    } payload;
    int32_t messageType;
    nvtxMessageValue_t message;
} nvtxEventAttributes_v2;
typedef struct nvtxEventAttributes_v2 nvtxEventAttributes_t;

#define NVTX_EVENT_ATTRIB_STRUCT_SIZE ((uint16_t)sizeof(nvtxEventAttributes_t))
#define NVTX_NO_PUSH_POP_TRACKING     ((int)-2)

#ifdef KBUILD_HAS_ROCTX
#define KBUILD_ROCTX_MARK(text)  roctxMarkA(text)
#define KBUILD_ROCTX_PUSH(text)  roctxRangePushA(text)
#define KBUILD_ROCTX_POP()       roctxRangePop()
#define KBUILD_ROCTX_START(text) roctxRangeStartA(text)
#define KBUILD_ROCTX_STOP(id)    roctxRangeStop(id)
#else
#define KBUILD_ROCTX_MARK(text)  ((void)(text))
#define KBUILD_ROCTX_PUSH(text)  ((void)(text), 0)
#define KBUILD_ROCTX_POP()       0
#define KBUILD_ROCTX_START(text) ((void)(text), 0)
#define KBUILD_ROCTX_STOP(id)    ((void)(id))
#endif

static inline const char *kbuild_nvtx_text(const nvtxEventAttributes_t *event)
{
    const int ascii = event && event->messageType == NVTX_MESSAGE_TYPE_ASCII;
    return ascii && event->message.ascii ? event->message.ascii : "";
}

static inline void nvtxInitialize(const void *reserved)
{
    (void)reserved;
}
static inline void nvtxMarkA(const char *message)
{
    KBUILD_ROCTX_MARK(message);
}
static inline void nvtxMarkW(const wchar_t *message)
{
    (void)message;
}
static inline void nvtxMarkEx(const nvtxEventAttributes_t *event)
{
    KBUILD_ROCTX_MARK(kbuild_nvtx_text(event));
}
static inline nvtxRangeId_t nvtxRangeStartA(const char *message)
{
    return (nvtxRangeId_t)KBUILD_ROCTX_START(message);
}
static inline nvtxRangeId_t nvtxRangeStartW(const wchar_t *message)
{
    (void)message;
    return 0;
}
static inline nvtxRangeId_t nvtxRangeStartEx(const nvtxEventAttributes_t *event)
{
    return nvtxRangeStartA(kbuild_nvtx_text(event));
}
static inline void nvtxRangeEnd(nvtxRangeId_t id)
{
    KBUILD_ROCTX_STOP(id);
}
static inline int nvtxRangePushA(const char *message)
{
    return KBUILD_ROCTX_PUSH(message);
}
static inline int nvtxRangePushW(const wchar_t *message)
{
    (void)message;
    return KBUILD_ROCTX_PUSH("");
}
static inline int nvtxRangePushEx(const nvtxEventAttributes_t *event)
{
    return KBUILD_ROCTX_PUSH(kbuild_nvtx_text(event));
}
static inline int nvtxRangePop(void)
{
    return KBUILD_ROCTX_POP();
}
static inline void nvtxNameCategoryA(uint32_t category, const char *name)
{
    (void)category, (void)name;
}
static inline void nvtxNameCategoryW(uint32_t category, const wchar_t *name)
{
    (void)category, (void)name;
}
static inline void nvtxNameOsThreadA(uint32_t thread, const char *name)
{
    (void)thread, (void)name;
}
static inline void nvtxNameOsThreadW(uint32_t thread, const wchar_t *name)
{
    (void)thread, (void)name;
}

// Domains are not told apart: every handle is null.
static inline nvtxDomainHandle_t nvtxDomainCreateA(const char *name)
{
    (void)name;
    return NULL;
}
static inline nvtxDomainHandle_t nvtxDomainCreateW(const wchar_t *name)
{
    (void)name;
    return NULL;
}
static inline void nvtxDomainDestroy(nvtxDomainHandle_t domain)
{
    (void)domain;
}
static inline void nvtxDomainMarkEx(nvtxDomainHandle_t domain, const nvtxEventAttributes_t *event)
{
    (void)domain;
    nvtxMarkEx(event);
}
static inline nvtxRangeId_t nvtxDomainRangeStartEx(nvtxDomainHandle_t domain,
                                                   const nvtxEventAttributes_t *event)
{
    (void)domain;
    return nvtxRangeStartEx(event);
}
static inline void nvtxDomainRangeEnd(nvtxDomainHandle_t domain, nvtxRangeId_t id)
{
    (void)domain;
    nvtxRangeEnd(id);
}
static inline int nvtxDomainRangePushEx(nvtxDomainHandle_t domain,
                                        const nvtxEventAttributes_t *event)
{
    (void)domain;
    return nvtxRangePushEx(event);
}
static inline int nvtxDomainRangePop(nvtxDomainHandle_t domain)
{
    (void)domain;
    return nvtxRangePop();
}
static inline nvtxStringHandle_t nvtxDomainRegisterStringA(nvtxDomainHandle_t domain,
                                                           const char *text)
{
    (void)domain, (void)text;
    return NULL;
}
static inline nvtxStringHandle_t nvtxDomainRegisterStringW(nvtxDomainHandle_t domain,
                                                           const wchar_t *text)
{
    (void)domain, (void)text;
    return NULL;
}
static inline void nvtxDomainNameCategoryA(nvtxDomainHandle_t domain, uint32_t category,
                                           const char *name)
{
    (void)domain, (void)category, (void)name;
}
static inline void nvtxDomainNameCategoryW(nvtxDomainHandle_t domain, uint32_t category,
                                           const wchar_t *name)
{
    (void)domain, (void)category, (void)name;
}

#define nvtxMark         nvtxMarkA
#define nvtxRangeStart   nvtxRangeStartA
#define nvtxRangePush    nvtxRangePushA
#define nvtxNameCategory nvtxNameCategoryA
#define nvtxNameOsThread nvtxNameOsThreadA
#define nvtxDomainCreate nvtxDomainCreateA

// Names for objects of CUDA: only NVIDIA's profilers show them, so that they are ignored here.
#define nvtxNameCuDeviceA(object, name)   ((void)(object), (void)(name))
#define nvtxNameCuDeviceW(object, name)   ((void)(object), (void)(name))
#define nvtxNameCuContextA(object, name)  ((void)(object), (void)(name))
#define nvtxNameCuContextW(object, name)  ((void)(object), (void)(name))
#define nvtxNameCuStreamA(object, name)   ((void)(object), (void)(name))
#define nvtxNameCuStreamW(object, name)   ((void)(object), (void)(name))
#define nvtxNameCuEventA(object, name)    ((void)(object), (void)(name))
#define nvtxNameCuEventW(object, name)    ((void)(object), (void)(name))
#define nvtxNameCudaDeviceA(object, name) ((void)(object), (void)(name))
#define nvtxNameCudaDeviceW(object, name) ((void)(object), (void)(name))
#define nvtxNameCudaStreamA(object, name) ((void)(object), (void)(name))
#define nvtxNameCudaStreamW(object, name) ((void)(object), (void)(name))
#define nvtxNameCudaEventA(object, name)  ((void)(object), (void)(name))
#define nvtxNameCudaEventW(object, name)  ((void)(object), (void)(name))
#define nvtxNameCuDevice                  nvtxNameCuDeviceA
#define nvtxNameCuContext                 nvtxNameCuContextA
#define nvtxNameCuStream                  nvtxNameCuStreamA
#define nvtxNameCuEvent                   nvtxNameCuEventA
#define nvtxNameCudaDevice                nvtxNameCudaDeviceA
#define nvtxNameCudaStream                nvtxNameCudaStreamA
#define nvtxNameCudaEvent                 nvtxNameCudaEventA

#define nvtxDomainRegisterString nvtxDomainRegisterStringA
#define nvtxDomainNameCategory   nvtxDomainNameCategoryA

// A translation may have replaced the names of NVTX's functions by roctx's. Without roctx, these
// macros lead back to NVTX's functions.
#ifndef KBUILD_HAS_ROCTX
#define roctxMarkA       nvtxMarkA
#define roctxMark        nvtxMarkA
#define roctxRangePushA  nvtxRangePushA
#define roctxRangePush   nvtxRangePushA
#define roctxRangePop    nvtxRangePop
#define roctxRangeStartA nvtxRangeStartA
#define roctxRangeStart  nvtxRangeStartA
#define roctxRangeStop   nvtxRangeEnd
#endif

#endif
