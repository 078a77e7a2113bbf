/* A double of NCCL: as much of its interface as krt uses, computed on the processor, which shares
 * the emulator's memory. ncclGroupEnd() checks that each communicator has the same call, waits for
 * the streams, and computes. */
#include "nccl_double.h"

#include "numbers.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>

enum { UNHANDLED = 1, SYSTEM = 2, INVALID_ARGUMENT = 4, INVALID_USAGE = 5 };
enum { ALL_REDUCE, ALL_GATHER, BROADCAST };

struct communicator {
    int rank, ranks;
};

static struct pending {
    struct communicator *communicator; /* NULL: its rank has not called */
    const void *in;
    void *out, *stream;
    unsigned long count;
    int kind, type, detail; /* |detail|: the operation or the root */
} pending[NCCL_DOUBLE_RANKS];

static int depth;

extern struct nccl_double nccl_double_state;
struct nccl_double nccl_double_state = {.version = 22703};

int ncclGetVersion(int *out);
const char *ncclGetErrorString(int code);
const char *ncclGetLastError(void *communicator);
int ncclCommInitAll(struct communicator **out, int count, const int *devices);
int ncclCommDestroy(struct communicator *communicator);
int ncclCommAbort(struct communicator *communicator);
int ncclCommGetAsyncError(struct communicator *communicator, int *out);
int ncclGroupStart(void);
int ncclGroupEnd(void);
int ncclAllReduce(const void *in, void *out, size_t count, int type, int operation,
                  struct communicator *communicator, void *stream);
int ncclAllGather(const void *in, void *out, size_t count, int type,
                  struct communicator *communicator, void *stream);
int ncclBroadcast(const void *in, void *out, size_t count, int type, int root,
                  struct communicator *communicator, void *stream);

static int refuse(int status, const char *why)
{
    snprintf(nccl_double_state.refusal, sizeof nccl_double_state.refusal, "%s", why);
    return status;
}

int ncclGetVersion(int *out)
{
    *out = nccl_double_state.version;
    return 0;
}

const char *ncclGetErrorString(int code)
{
    return code == SYSTEM ? "unhandled system error" : "an error of the double";
}

const char *ncclGetLastError(void *communicator)
{
    (void)communicator;
    return nccl_double_state.refusal[0] ? nccl_double_state.refusal : "the double was told to fail";
}

int ncclCommInitAll(struct communicator **out, int count, const int *devices)
{
    if (nccl_double_state.init_status)
        return nccl_double_state.init_status;
    if (count < 1 || count > NCCL_DOUBLE_RANKS)
        return refuse(INVALID_ARGUMENT, "the number of devices");
    for (int i = 0; i < count; i++) {
        out[i] = calloc(1, sizeof **out);
        *out[i] = (struct communicator){i, count};
        nccl_double_state.devices[i] = devices[i];
        nccl_double_state.communicators++;
    }
    return 0;
}

int ncclCommDestroy(struct communicator *communicator)
{
    free(communicator);
    nccl_double_state.communicators--;
    nccl_double_state.destroyed++;
    return 0;
}

int ncclCommAbort(struct communicator *communicator)
{
    free(communicator);
    nccl_double_state.communicators--;
    nccl_double_state.aborted++;
    return 0;
}

int ncclCommGetAsyncError(struct communicator *communicator, int *out)
{
    (void)communicator;
    *out = nccl_double_state.async_status;
    return 0;
}

int ncclGroupStart(void)
{
    depth++;
    return 0;
}

/* ---- Computing ------------------------------------------------------------------------------- */

static void *hip_function(const char *name)
{
    const char *path = getenv("KRT_LIBRARY");
    void *library = path ? dlopen(path, RTLD_NOW | RTLD_NOLOAD) : NULL;
    return library ? dlsym(library, name) : NULL;
}

static int wait_for(void *stream)
{
    void *function = hip_function("hipStreamSynchronize");
    int (*synchronize)(void *);
    memcpy(&synchronize, &function, sizeof synchronize);
    return function && synchronize(stream) == 0;
}

/* A copy by HIP, so that the emulator's checker knows that the memory is written. */
static int write_memory(void *to, const void *from, size_t bytes)
{
    enum { HOST_TO_DEVICE = 1 };
    void *function = hip_function("hipMemcpy");
    int (*copy)(void *, const void *, size_t, int);
    memcpy(&copy, &function, sizeof copy);
    return function && copy(to, from, bytes, HOST_TO_DEVICE) == 0;
}

static const uint32_t dtypes[] = {[1] = KRT_U8,  [2] = KRT_I32, [3] = KRT_U32, [4] = KRT_I64,
                                  [6] = KRT_F16, [7] = KRT_F32, [8] = KRT_F64, [9] = KRT_BF16};

/* Reduces into |out|, which has |count| elements, in the order of ranks. */
static void reduce(void *out, const struct pending *first, int ranks, uint32_t dtype)
{
    enum { SUM = 0, MAX = 2, MIN = 3 };
    for (unsigned long at = 0; at < first->count; at++) {
        double result = number_load(first->in, dtype, at);
        for (int i = 1; i < ranks; i++) {
            double next = number_load(first[i].in, dtype, at);
            if (first->detail == SUM)
                result += next;
            else if (first->detail == MAX ? next > result : next < result)
                result = next;
        }
        number_store(out, dtype, at, result);
    }
}

/* Whether all ranks have the same call. */
static int is_complete(int ranks)
{
    for (int i = 0; i < ranks; i++) {
        const struct pending *one = &pending[i];
        if (!one->communicator || one->communicator->ranks != ranks || one->kind != pending->kind ||
            one->count != pending->count || one->type != pending->type ||
            one->detail != pending->detail || !wait_for(one->stream))
            return 0;
    }
    return 1;
}

static int compute(int ranks)
{
    const struct pending *root = &pending[pending->kind == BROADCAST ? pending->detail : 0];
    const uint32_t dtype = dtypes[pending->type];
    const size_t bytes = pending->count * krt_dtype_size(dtype);
    const size_t all = pending->kind == ALL_GATHER ? bytes * (size_t)ranks : bytes;
    char *result = malloc(all);
    int is_written = 1;
    if (pending->kind == ALL_REDUCE)
        reduce(result, pending, ranks, dtype);
    else
        memcpy(result, root->in, bytes);
    for (int i = 0; pending->kind == ALL_GATHER && i < ranks; i++)
        memcpy(result + (size_t)i * bytes, pending[i].in, bytes);
    for (int i = 0; i < ranks; i++)
        is_written &= write_memory(pending[i].out, result, all);
    free(result);
    nccl_double_state.reductions += pending->kind == ALL_REDUCE;
    nccl_double_state.gathers += pending->kind == ALL_GATHER;
    nccl_double_state.broadcasts += pending->kind == BROADCAST;
    return is_written ? 0 : refuse(UNHANDLED, "a copy");
}

int ncclGroupEnd(void)
{
    int status = nccl_double_state.end_status, ranks = 0;
    nccl_double_state.end_status = 0;
    if (--depth != 0)
        return refuse(INVALID_USAGE, "groups do not nest here");
    for (int i = 0; i < NCCL_DOUBLE_RANKS; i++)
        ranks += pending[i].communicator != NULL;
    if (!status && ranks > 0)
        status = is_complete(ranks) ? compute(ranks)
                                    : refuse(INVALID_USAGE, "the calls of devices differ");
    memset(pending, 0, sizeof pending);
    return status;
}

/* ---- Calls ----------------------------------------------------------------------------------- */

static int put(const struct pending *call)
{
    int status = nccl_double_state.next_status;
    nccl_double_state.next_status = 0;
    if (status)
        return status;
    if (depth != 1 || pending[call->communicator->rank].communicator)
        return refuse(INVALID_USAGE, "a call outside of a group, or a second one");
    if (!call->in || !call->out || call->count == 0 || call->type < 0 || call->type > 9 ||
        call->type == 5 || call->type == 0)
        return refuse(INVALID_ARGUMENT, "pointers, count or type");
    pending[call->communicator->rank] = *call;
    nccl_double_state.type = call->type;
    nccl_double_state.count = call->count;
    return 0;
}

int ncclAllReduce(const void *in, void *out, size_t count, int type, int operation,
                  struct communicator *communicator, void *stream)
{
    nccl_double_state.operation = operation;
    if (operation != 0 && operation != 2 && operation != 3)
        return refuse(INVALID_ARGUMENT, "operation");
    return put(
        &(struct pending){communicator, in, out, stream, count, ALL_REDUCE, type, operation});
}

int ncclAllGather(const void *in, void *out, size_t count, int type,
                  struct communicator *communicator, void *stream)
{
    return put(&(struct pending){communicator, in, out, stream, count, ALL_GATHER, type, 0});
}

int ncclBroadcast(const void *in, void *out, size_t count, int type, int root,
                  struct communicator *communicator, void *stream)
{
    nccl_double_state.root = root;
    if (root < 0 || root >= communicator->ranks)
        return refuse(INVALID_ARGUMENT, "root");
    return put(&(struct pending){communicator, in, out, stream, count, BROADCAST, type, root});
}
