/* The shared state: devices, threads, the runtime's lock; hipInit() and the versions. */
#include "runtime.h"

#include "handle.h"
#include "hipemu.h"
#include "stream.h"
#include "watch/stores.h"

static struct {
    pthread_mutex_t lock;
    pthread_cond_t progress;
    struct gpu gpus[GPUS_MAX];
    unsigned count;
} runtime = {.lock = PTHREAD_MUTEX_INITIALIZER, .progress = PTHREAD_COND_INITIALIZER};

static pthread_once_t once = PTHREAD_ONCE_INIT;
static _Thread_local struct thread self;

struct thread *thread_self(void)
{
    return &self;
}

uint64_t thread_number(void)
{
    static uint64_t numbers;
    if (self.number == 0)
        self.number = __atomic_add_fetch(&numbers, 1, __ATOMIC_RELAXED);
    return self.number;
}

void runtime_lock(void)
{
    pthread_mutex_lock(&runtime.lock);
}

void runtime_unlock(void)
{
    pthread_mutex_unlock(&runtime.lock);
}

pthread_mutex_t *runtime_mutex(void)
{
    return &runtime.lock;
}

void runtime_wait(void)
{
    pthread_cond_wait(&runtime.progress, &runtime.lock);
}

void runtime_wake(void)
{
    pthread_cond_broadcast(&runtime.progress);
}

/* Takes all locks, in the order in which other threads take them. */
static void before_fork(void)
{
    runtime_lock();
    handles_lock();
    space_lock();
}

static void after_fork_in_parent(void)
{
    space_unlock();
    handles_unlock();
    runtime_unlock();
}

/* Called in the child of a fork(), which has none of the threads that run streams. So the child
 * forgets queued work, and its streams start new threads when they are used again. */
static void after_fork(void)
{
    space_unlock_in_child();
    handles_unlock();
    pthread_mutex_unlock(&runtime.lock);
    pthread_cond_init(&runtime.progress, NULL);
    for (unsigned i = 0; i < runtime.count; i++) {
        for (struct ihipStream_t *stream = runtime.gpus[i].streams; stream; stream = stream->next)
            stream_forget(stream);
    }
    streams_forget_spare();
}

static void start(void)
{
    runtime.count = device_count() < GPUS_MAX ? device_count() : GPUS_MAX;
    for (unsigned i = 0; i < runtime.count; i++) {
        struct gpu *gpu = &runtime.gpus[i];
        gpu->device = device_at(i);
        gpu->device->hip = gpu;
        gpu->ordinal = (int)i;
        gpu->context.gpu = gpu;
        gpu->default_pool = (struct ihipMemPoolHandle_t){.gpu = gpu, .reuse = {1, 1, 1}};
        gpu->pool = &gpu->default_pool;
        /* as many bytes as the buffer of printf() has in AMD's runtime */
        gpu->limits[hipLimitPrintfFifoSize] = 4 << 20;
        gpu->limits[hipLimitMallocHeapSize] = 8 << 20;
        gpu->limits[0] = 16 << 10; /* the limit hipLimitStackSize, which HIP 6 added, in bytes */
    }
    pthread_atfork(before_fork, after_fork_in_parent, after_fork);
}

unsigned gpu_count(void)
{
    pthread_once(&once, start);
    return runtime.count;
}

struct gpu *gpu_at(int ordinal)
{
    return ordinal >= 0 && (unsigned)ordinal < gpu_count() ? &runtime.gpus[ordinal] : NULL;
}

struct gpu *gpu_current(void)
{
    return gpu_at(self.device);
}

struct gpu *gpu_of(const struct device *device)
{
    return device ? device->hip : NULL;
}

/* ---- The API -------------------------------------------------------------------------------- */

hipError_t hipInit(unsigned int flags)
{
    if (flags != 0)
        return fail(hipErrorInvalidValue, "hipInit: the flags are 0x%x, and only 0 is allowed",
                    flags);
    return gpu_count() > 0 ? hipSuccess : fail_device("hipInit", 0);
}

int hipemuSetDevices(const char *list)
{
    if (!list || !*list)
        return fail(hipErrorInvalidValue, "hipemuSetDevices: the list is empty");
    return devices_preset(list) ? hipSuccess
                                : fail(hipErrorInvalidContext, "hipemuSetDevices: the devices "
                                                               "are in use already");
}

int hipemuWatchStores(const void *address, size_t bytes, char *text, size_t size)
{
    if (address && (!text || !size))
        return fail(hipErrorInvalidValue, "hipemuWatchStores: there is no room for the text");
    stores_watch(address, bytes, text, size);
    return hipSuccess;
}

/* Returns the HIP_VERSION of the release whose behaviour this library has. */
static int version(void)
{
    return hip_abi == 5 ? 50221153 : hip_abi == 6 ? 60443484 : 70253211;
}

hipError_t hipDriverGetVersion(int *out)
{
    if (!out)
        return fail(hipErrorInvalidValue, "hipDriverGetVersion: the output pointer is null");
    *out = version();
    return hipSuccess;
}

hipError_t hipRuntimeGetVersion(int *out)
{
    if (!out)
        return fail(hipErrorInvalidValue, "hipRuntimeGetVersion: the output pointer is null");
    *out = version();
    return hipSuccess;
}

/* Does nothing: the log of AMD's runtime does not exist here. */

hipError_t hipExtEnableLogging(void)
{
    return hipSuccess;
}

hipError_t hipExtDisableLogging(void)
{
    return hipSuccess;
}

hipError_t hipExtSetLoggingParams(size_t level, size_t size, size_t mask)
{
    (void)level, (void)size, (void)mask;
    return hipSuccess;
}

hipError_t hipProfilerStart(void)
{
    return hipSuccess;
}

hipError_t hipProfilerStop(void)
{
    return hipSuccess;
}
