/* NCCL and RCCL: finding the library, communicators of one process, and calls for all devices.
 *
 * The numbers of types and operations are those of nccl.h since NCCL 2.10, which added bf16; RCCL's
 * are the same. Older versions are not used. Both libraries also have types of 8 bits, but not for
 * all devices, and RCCL's are not OCP's on gfx942: krt_reduce() sums them.
 */
#include "nccl.h"

#include "vendor.h"

#include <dlfcn.h>
#include <krt/extend.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The functions of both libraries: X(member of struct functions, name, whether the function is
 * required, result, parameters). A result of int is an ncclResult_t. */
#define NCCL_FUNCTIONS(X)                                                                          \
    X(get_version, "ncclGetVersion", true, int, (int *out))                                        \
    X(error_text, "ncclGetErrorString", true, const char *, (int code))                            \
    X(last_error, "ncclGetLastError", false, const char *, (void *communicator))                   \
    X(init_all, "ncclCommInitAll", true, int, (void **out, int count, const int *devices))         \
    X(destroy, "ncclCommDestroy", true, int, (void *communicator))                                 \
    X(abort, "ncclCommAbort", true, int, (void *communicator))                                     \
    X(async_error, "ncclCommGetAsyncError", true, int, (void *communicator, int *out))             \
    X(start, "ncclGroupStart", true, int, (void))                                                  \
    X(end, "ncclGroupEnd", true, int, (void))                                                      \
    X(all_reduce, "ncclAllReduce", true, int,                                                      \
      (const void *in, void *out, size_t count, int type, int operation, void *communicator,       \
       void *stream))                                                                              \
    X(all_gather, "ncclAllGather", true, int,                                                      \
      (const void *in, void *out, size_t count, int type, void *communicator, void *stream))       \
    X(broadcast, "ncclBroadcast", true, int,                                                       \
      (const void *in, void *out, size_t count, int type, int root, void *communicator,            \
       void *stream))

struct functions {
#define NCCL_MEMBER(member, name, need, result, parameters) result(*member) parameters;
    NCCL_FUNCTIONS(NCCL_MEMBER)
#undef NCCL_MEMBER
};

static const struct {
    size_t offset; /* the offset in struct functions of the member that gets the function */
    const char *name;
    bool is_required;
} symbols[] = {
#define NCCL_ROW(member, name, need, result, parameters)                                           \
    {offsetof(struct functions, member), name, need},
    NCCL_FUNCTIONS(NCCL_ROW)
#undef NCCL_ROW
};

enum { OLDEST_VERSION = 21000, NCCL_BYTE = 1 /* ncclUint8 */, NCCL_IN_PROGRESS = 7 };

struct nccl {
    struct functions call;
    char name[256];
    int version;
    bool has_failed; /* destroying a communicator that failed may wait for ever */
    uint32_t count;
    void **communicators;
    struct krt_device **devices; /* the group keeps them */
};

const char *nccl_name(const struct nccl *nccl)
{
    return nccl->name;
}

uint32_t nccl_version(const struct nccl *nccl)
{
    return (uint32_t)nccl->version;
}

/* ---- Errors ---------------------------------------------------------------------------------- */

static krt_status fail(struct nccl *nccl, const char *function, int code)
{
    const char *detail = nccl->call.last_error ? nccl->call.last_error(NULL) : NULL;
    nccl->has_failed = true;
    return krt_fail(KRT_ERROR_DRIVER,
                    "%s of %s fails: %s (%d)%s%s; NCCL_DEBUG=WARN prints more, and KRT_NCCL=none "
                    "does without the library",
                    function, nccl->name, nccl->call.error_text(code), code,
                    detail && *detail ? ": " : "", detail ? detail : "");
}

/* Checks that no earlier call has failed: errors on a GPU or between GPUs appear later. */
static krt_status check(struct nccl *nccl)
{
    if (nccl->has_failed)
        return krt_fail(KRT_ERROR_DRIVER,
                        "a call of %s has failed before: destroy the group, and make another",
                        nccl->name);
    for (uint32_t i = 0; i < nccl->count; i++) {
        int error = 0, code = nccl->call.async_error(nccl->communicators[i], &error);
        if (code || (error && error != NCCL_IN_PROGRESS))
            return fail(nccl, "an earlier call", code ? code : error);
    }
    return KRT_OK;
}

/* ---- Finding the library --------------------------------------------------------------------- */

/* Finds the functions of |library|. Returns the name of one that it lacks, or NULL. */
static const char *find_functions(void *library, struct functions *out)
{
    for (size_t i = 0; i < sizeof symbols / sizeof symbols[0]; i++) {
        void *function = dlsym(library, symbols[i].name);
        if (!function && symbols[i].is_required)
            return symbols[i].name;
        memcpy((char *)out + symbols[i].offset, &function, sizeof function);
    }
    return NULL;
}

/* Opens the library |name|. A library that cannot be used stays open, because a driver that it
 * loaded cannot be closed safely. The message of an error is also a reason to do without. */
static krt_status open_library(struct nccl *nccl, const char *name,
                               const struct krt_device_info *info)
{
    void *library = dlopen(name, RTLD_NOW | RTLD_LOCAL);
    if (!library)
        return krt_fail(KRT_ERROR_IO, "%s", dlerror());
    if (!vendor_is_of_driver(library, info->library))
        return krt_fail(KRT_ERROR_UNSUPPORTED, "%s uses another HIP than %s", name, info->library);
    const char *missing = find_functions(library, &nccl->call);
    if (missing)
        return krt_fail(KRT_ERROR_UNSUPPORTED, "%s lacks %s", name, missing);
    if (nccl->call.get_version(&nccl->version) != 0 || nccl->version < OLDEST_VERSION)
        return krt_fail(KRT_ERROR_UNSUPPORTED, "%s is older than 2.10", name);
    snprintf(nccl->name, sizeof nccl->name, "%s", name);
    return KRT_OK;
}

/* Opens the library that KRT_NCCL names, or the vendor's. Without one, |nccl->version| stays 0. */
static krt_status find_library(struct nccl *nccl, const struct krt_device_info *info, char *reason,
                               size_t room)
{
    static const char *const names[] = {
        [KRT_DRIVER_HIP] = "librccl.so.1", [KRT_DRIVER_CUDA] = "libnccl.so.2"};
    const char *chosen = secure_getenv("KRT_NCCL");
    const char *why = NULL;
    if (chosen && strcmp(chosen, "none") == 0)
        why = "KRT_NCCL is none";
    else if (chosen && *chosen) {
        krt_status status = open_library(nccl, chosen, info);
        return status ? krt_fail(status, "krt_group_create: KRT_NCCL: %s", krt_error_message())
                      : KRT_OK;
    } else if (info->driver == KRT_DRIVER_EMULATOR)
        why = "devices are emulated, and KRT_NCCL does not name a library";
    else if (nccl->count == 1)
        why = "a group of one device copies";
    else if (open_library(nccl, names[info->driver], info) == KRT_OK)
        return KRT_OK;
    nccl->version = 0;
    snprintf(reason, room, "%s", why ? why : krt_error_message());
    return KRT_OK;
}

/* ---- Communicators --------------------------------------------------------------------------- */

/* Makes the communicators, even while a stream is being captured. */
static krt_status connect(struct nccl *nccl, const int *numbers)
{
    krt_status status = krt_device_enter(nccl->devices[0]);
    if (status)
        return status;
    int mode = krt_capture_relax(nccl->devices[0]);
    int code = nccl->call.init_all(nccl->communicators, (int)nccl->count, numbers);
    krt_capture_restore(nccl->devices[0], mode);
    if (!code)
        return KRT_OK;
    memset(nccl->communicators, 0, nccl->count * sizeof *nccl->communicators);
    return fail(nccl, "ncclCommInitAll", code);
}

static krt_status find_and_connect(struct nccl *nccl, char *reason, size_t room)
{
    int *numbers = calloc(nccl->count, sizeof *numbers);
    struct krt_device_info info = {.struct_size = sizeof info};
    krt_status status = numbers ? KRT_OK : krt_fail(KRT_ERROR_OUT_OF_MEMORY, "no memory");
    for (uint32_t i = 0; i < nccl->count && !status; i++) {
        status = krt_device_describe(nccl->devices[i], &info);
        if (!status)
            numbers[i] = info.index;
    }
    if (!status)
        status = find_library(nccl, &info, reason, room);
    if (!status && nccl->version)
        status = connect(nccl, numbers);
    free(numbers);
    return status;
}

krt_status nccl_create(struct krt_device *const *devices, uint32_t count, char *reason, size_t room,
                       struct nccl **out)
{
    struct nccl *nccl = calloc(1, sizeof *nccl);
    *out = NULL;
    if (nccl) {
        nccl->communicators = calloc(count, sizeof *nccl->communicators);
        nccl->devices = calloc(count, sizeof(struct krt_device *));
    }
    if (!nccl || !nccl->communicators || !nccl->devices) {
        nccl_destroy(nccl);
        return krt_fail(KRT_ERROR_OUT_OF_MEMORY, "krt_group_create: no memory");
    }
    nccl->count = count;
    memcpy(nccl->devices, devices, count * sizeof *devices);
    krt_status status = find_and_connect(nccl, reason, room);
    if (status || !nccl->version)
        nccl_destroy(nccl);
    else
        *out = nccl;
    return status;
}

/* Whether a device is lost. Kernels of the library on other devices may then wait for it for ever,
 * which only aborting ends. */
static bool has_lost_device(const struct nccl *nccl)
{
    for (uint32_t i = 0; i < nccl->count; i++) {
        krt_status status = krt_stream_query(krt_device_stream(nccl->devices[i]));
        if (status && status != KRT_NOT_READY)
            return true;
    }
    return false;
}

void nccl_destroy(struct nccl *nccl)
{
    if (!nccl)
        return;
    if (nccl->version)
        nccl->has_failed |= has_lost_device(nccl);
    for (uint32_t i = 0; i < nccl->count; i++) {
        if (!nccl->communicators[i] || krt_device_enter(nccl->devices[i]) != KRT_OK)
            continue;
        int mode = krt_capture_relax(nccl->devices[i]);
        if (nccl->has_failed)
            nccl->call.abort(nccl->communicators[i]);
        else
            nccl->call.destroy(nccl->communicators[i]);
        krt_capture_restore(nccl->devices[i], mode);
    }
    free(nccl->communicators);
    free(nccl->devices);
    free(nccl);
}

/* ---- Calls ----------------------------------------------------------------------------------- */

static const struct {
    bool is_known;
    int type; /* the value of ncclDataType_t */
} types[KRT_DTYPE_COUNT] = {
    [KRT_U8] = {true, 1},  [KRT_I32] = {true, 2}, [KRT_U32] = {true, 3}, [KRT_I64] = {true, 4},
    [KRT_F16] = {true, 6}, [KRT_F32] = {true, 7}, [KRT_F64] = {true, 8}, [KRT_BF16] = {true, 9}};

bool nccl_reduces(uint32_t dtype)
{
    return types[dtype].is_known;
}

/* Ends the calls of all devices, which the library then starts. |code| is the first error of
 * them. */
static krt_status finish(struct nccl *nccl, const char *function, int code)
{
    int end = nccl->call.end();
    return code || end ? fail(nccl, code ? function : "ncclGroupEnd", code ? code : end) : KRT_OK;
}

static krt_status begin(struct nccl *nccl)
{
    krt_status status = check(nccl);
    int code = status ? 0 : nccl->call.start();
    return code ? fail(nccl, "ncclGroupStart", code) : status;
}

krt_status nccl_all_reduce(struct nccl *nccl, const struct nccl_call *call,
                           enum krt_reduction reduction, uint64_t elements)
{
    /* the values of ncclRedOp_t */
    static const int operations[] = {
        [KRT_REDUCE_SUM] = 0, [KRT_REDUCE_MAX] = 2, [KRT_REDUCE_MIN] = 3};
    krt_status status = begin(nccl);
    int code = 0;
    for (uint32_t i = 0; i < nccl->count && !status && !code; i++)
        code = nccl->call.all_reduce(call->in[i].data, call->out[i].data, elements,
                                     types[call->in[i].dtype].type, operations[reduction],
                                     nccl->communicators[i], krt_stream_native(call->streams[i]));
    return status ? status : finish(nccl, "ncclAllReduce", code);
}

krt_status nccl_all_gather(struct nccl *nccl, const struct nccl_call *call, uint64_t bytes)
{
    krt_status status = begin(nccl);
    int code = 0;
    for (uint32_t i = 0; i < nccl->count && !status && !code; i++)
        code = nccl->call.all_gather(call->in[i].data, call->out[i].data, bytes, NCCL_BYTE,
                                     nccl->communicators[i], krt_stream_native(call->streams[i]));
    return status ? status : finish(nccl, "ncclAllGather", code);
}

krt_status nccl_broadcast(struct nccl *nccl, const struct nccl_call *call, uint32_t root,
                          uint64_t bytes)
{
    krt_status status = begin(nccl);
    int code = 0;
    for (uint32_t i = 0; i < nccl->count && !status && !code; i++)
        code = nccl->call.broadcast(i == root ? call->in->data : call->out[i].data,
                                    call->out[i].data, bytes, NCCL_BYTE, (int)root,
                                    nccl->communicators[i], krt_stream_native(call->streams[i]));
    return status ? status : finish(nccl, "ncclBroadcast", code);
}
