/* runtime: the shared state of the ABI side: the devices, the threads' own state, how a function
 * fails, and the only lock.
 *
 * The lock guards the lists (streams, modules, registered binaries) and the streams' queues. It is
 * never held while work runs. Nothing here is undone when the process ends: threads are detached,
 * and there is no exit handler, so that a process may end while work is queued.
 */
#ifndef EMULATOR_HIP_RUNTIME_H
#define EMULATOR_HIP_RUNTIME_H

#include "api.h"

#include "core/device.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

enum { GPUS_MAX = DEVICES_MAX, BLOCK_MAX = 1024 /* work-items, of every device */ };

/* The major version in this library's soname: 5, 6 or 7; see abi.c. */
extern const int hip_abi;

struct ihipCtx_t {
    struct gpu *gpu;
};

struct ihipMemPoolHandle_t {
    struct gpu *gpu;
    int reuse[3]; /* the three switches, kept, without effect */
    hipMemAllocationHandleType handle_type;
    bool is_destroyed;  /* and waits for its allocations to be freed */
    uint64_t threshold; /* hipMemPoolAttrReleaseThreshold: free bytes that it keeps */
    uint64_t size_most; /* bytes that it has; 0: as many as there are */
    uint64_t used, used_most, reserved, reserved_most; /* bytes; guarded by the lock */
    uint64_t claimed; /* bytes that are being allocated; likewise */
};

struct gpu { /* the ABI side's state of a device */
    struct device *device;
    int ordinal;
    struct ihipStream_t *null_stream; /* the legacy default stream; made when it is first used */
    struct ihipStream_t *streams;     /* all live ones, with this one */
    struct ihipCtx_t context;         /* the primary one, which is the only one */
    unsigned retained;                /* of the primary context */
    unsigned flags;                   /* hipSetDeviceFlags */
    uint32_t peers;                   /* a bit for each device that access was enabled to */
    struct ihipMemPoolHandle_t default_pool, *pool;
    _Atomic uint64_t used;            /* bytes of device and managed memory */
    struct hostcall *hostcall;        /* NULL until a kernel needs it */
    struct printf_messages *messages; /* of kernels, not printed yet */
    size_t limits[4];                 /* by enum hipLimit_t */
};

struct call_configuration { /* <<<grid, block, dynamic_lds, stream>>> */
    dim3 grid, block;
    size_t dynamic_lds;
    hipStream_t stream;
};

enum { CONFIGURATIONS_MAX = 16, CONTEXTS_MAX = 16, SETUP_ARGUMENTS_MAX = 4096 };

struct thread {
    int device;
    uint64_t number;       /* of thread_number(); 0 until it is asked for */
    hipError_t last_error; /* since it was asked for */
    hipError_t last_call;  /* since the last call_begin() */
    struct call_configuration configurations[CONFIGURATIONS_MAX];
    unsigned configuration_count;
    struct ihipCtx_t *contexts[CONTEXTS_MAX]; /* pushed by hipCtxPushCurrent() */
    unsigned context_count;
    struct ihipStream_t *streams[GPUS_MAX]; /* per-thread default streams */
    bool runs_work;                         /* this is the thread of a stream */
    hipStreamCaptureMode capture_mode;
    uint8_t *setup_arguments; /* of hipSetupArgument(): SETUP_ARGUMENTS_MAX bytes */
    size_t setup_bytes;
};

/* The calling thread's own. */
struct thread *thread_self(void);
/* The calling thread's number, which no other thread of the process ever has; its struct may be at
 * the address of an ended thread's. */
uint64_t thread_number(void);

void runtime_lock(void);
void runtime_unlock(void);
pthread_mutex_t *runtime_mutex(void); /* the lock itself, to wait with */
/* Waits for something to happen to a stream; called with the lock held. */
void runtime_wait(void);
/* Something happened; called with the lock held. */
void runtime_wake(void);

unsigned gpu_count(void);
/* NULL when there is none of that number. */
struct gpu *gpu_at(int ordinal);
/* The calling thread's, or NULL when there is no device at all. */
struct gpu *gpu_current(void);
struct gpu *gpu_of(const struct device *device);

/* ---- Errors --------------------------------------------------------------------------------- */

/* Prints one sentence on stderr ("hipemu: ...") unless HIPEMU_QUIET is set, makes |error| the
 * thread's last one, and returns it. */
hipError_t fail(hipError_t error, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* fail() without a sentence: for errors that callers expect, and for those that were reported
 * before. */
hipError_t fail_quietly(hipError_t error);
/* A call begins that submits, waits, allocates or frees. Until HIP 7, hipGetLastError() is the
 * result of the last call, even when that succeeded; since then, hipExtGetLastError() is. */
void call_begin(void);
/* Only the sentence. */
void say(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* No device, or a number that no device has: fails in the name of |function|. */
hipError_t fail_device(const char *function, int ordinal);

#endif
