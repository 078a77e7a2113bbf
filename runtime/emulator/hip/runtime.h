/* runtime: the shared state of the HIP layer: the devices, each thread's own state, how functions
 * fail, and the lock.
 *
 * The lock guards the lists (streams, modules, registered binaries) and the streams' queues. It is
 * never held while work runs. Nothing here is undone when the process ends: threads are detached,
 * and there is no exit handler, so a process may end while work is queued.
 */
#ifndef EMULATOR_HIP_RUNTIME_H
#define EMULATOR_HIP_RUNTIME_H

#include "api.h"

#include "core/device.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

enum {
    GPUS_MAX = DEVICES_MAX,
    BLOCK_MAX = 1024 /* the most work-items of a block, on every device */
};

/* The major version in this library's soname: 5, 6 or 7; see abi.c. */
extern const int hip_abi;

struct ihipCtx_t {
    struct gpu *gpu;
};

struct ihipMemPoolHandle_t {
    struct gpu *gpu;
    int reuse[3]; /* the values of the attributes hipMemPoolReuse...; only reuse[1] has an effect */
    hipMemAllocationHandleType handle_type;
    bool is_destroyed;  /* whether the program has destroyed the pool; the pool still exists until
                           all its allocations are freed */
    uint64_t threshold; /* hipMemPoolAttrReleaseThreshold: free bytes that the pool may keep */
    uint64_t size_most; /* the most bytes that the pool may have; 0 means no limit */
    /* bytes that are used and reserved, and the most of each so far; guarded by the runtime's
     * lock */
    uint64_t used, used_most, reserved, reserved_most;
    /* how many bytes threads are allocating for the pool at the moment; guarded by the runtime's
     * lock */
    uint64_t claimed;
};

struct gpu { /* state of a device in the HIP layer */
    struct device *device;
    int ordinal;
    struct ihipStream_t *null_stream; /* the legacy default stream; made when it is first used */
    /* list of all live streams of the device, including |null_stream| */
    struct ihipStream_t *streams;
    struct ihipCtx_t context; /* the primary context, which is the only one */
    unsigned retained;        /* the number of references to the primary context */
    unsigned flags;           /* the flags that hipSetDeviceFlags() has set */
    uint32_t peers; /* a bit for each device to whose memory the program has enabled access */
    struct ihipMemPoolHandle_t default_pool, *pool;
    _Atomic uint64_t used;     /* how many bytes of device memory and managed memory are in use */
    struct hostcall *hostcall; /* the state of hostcall; NULL until a kernel needs it */
    struct printf_messages *messages; /* messages of printf() that are not complete yet */
    size_t limits[4];                 /* the limits of hipDeviceSetLimit(), by enum hipLimit_t */
};

struct call_configuration { /* the values in <<<grid, block, dynamic_lds, stream>>> */
    dim3 grid, block;
    size_t dynamic_lds;
    hipStream_t stream;
};

enum { CONFIGURATIONS_MAX = 16, CONTEXTS_MAX = 16, SETUP_ARGUMENTS_MAX = 4096 };

struct thread {
    int device;
    uint64_t number;       /* the thread's number, which thread_number() gives it; 0 until then */
    hipError_t last_error; /* the last error of the thread since hipGetLastError() was called */
    hipError_t last_call;  /* the error of the last API call that called call_begin() */
    struct call_configuration configurations[CONFIGURATIONS_MAX];
    unsigned configuration_count;
    /* the stack of the contexts that hipCtxPushCurrent() pushed */
    struct ihipCtx_t *contexts[CONTEXTS_MAX];
    unsigned context_count;
    struct ihipStream_t *streams[GPUS_MAX]; /* the thread's default streams, one for each device */
    bool runs_work;                         /* whether the thread is the worker of a stream */
    hipStreamCaptureMode capture_mode;
    /* the arguments that hipSetupArgument() has set: SETUP_ARGUMENTS_MAX bytes */
    uint8_t *setup_arguments;
    size_t setup_bytes;
};

/* Returns the calling thread's state. */
struct thread *thread_self(void);
/* Returns the calling thread's number, which no other thread of the process ever has. The address
 * of its struct thread would not do, because a later thread may get the same address. */
uint64_t thread_number(void);

void runtime_lock(void);
void runtime_unlock(void);
pthread_mutex_t *runtime_mutex(void); /* Returns the runtime's lock, for pthread_cond_wait(). */
/* Waits until runtime_wake() is called. Called with the runtime's lock held, which it releases
 * while it waits. */
void runtime_wait(void);
/* Wakes all threads in runtime_wait(). Called when a stream has made progress. */
void runtime_wake(void);

unsigned gpu_count(void);
/* Returns the device |ordinal|, or NULL when there is none. */
struct gpu *gpu_at(int ordinal);
/* Returns the calling thread's current device, or NULL when there are no devices. */
struct gpu *gpu_current(void);
struct gpu *gpu_of(const struct device *device);

/* ---- Errors --------------------------------------------------------------------------------- */

/* Prints one sentence on stderr ("hipemu: ...") unless HIPEMU_QUIET is set. Makes |error| the
 * thread's last error, and returns |error|. */
hipError_t fail(hipError_t error, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Does what fail() does, but prints nothing: for errors that callers expect, and for errors that
 * were reported before. */
hipError_t fail_quietly(hipError_t error);
/* Called at the start of an API call that submits, waits, allocates or frees. Before HIP 7,
 * hipGetLastError() returns the error of the last such call, or hipSuccess if that call succeeded.
 * Since HIP 7, only hipExtGetLastError() does so. */
void call_begin(void);
/* Prints one sentence on stderr unless HIPEMU_QUIET is set. */
void say(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* Fails in the name of |function|, because there are no devices at all, or no device |ordinal|. */
hipError_t fail_device(const char *function, int ordinal);

#endif
