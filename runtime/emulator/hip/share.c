/* Memory that several processes share: an allocation becomes a file without a name, which another
 * process opens through /proc.
 */
#include "memory.h"

#include "stream.h"

#include <fcntl.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

enum { SHARE_MAGIC = 0x68697065 };

struct shared {
    uint64_t serial; /* the number of the allocation whose memory is the file */
    int file;
    struct shared *next;
};

static struct shared *all; /* the list of all shared allocations; guarded by the runtime's lock */
static _Atomic unsigned count;

/* Seals of the files: with them, no process can make a file shorter. An access after the end of a
 * file would end the process. */
enum { SEALS = F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL };

int share_file(size_t size)
{
    int file = memfd_create("hipemu", MFD_CLOEXEC | MFD_ALLOW_SEALING);
    if (file >= 0 && (ftruncate(file, (off_t)size) != 0 || fcntl(file, F_ADD_SEALS, SEALS) != 0)) {
        close(file);
        return -1;
    }
    return file;
}

bool share_is_whole(int file, uint64_t size)
{
    struct stat facts;
    int seals = fcntl(file, F_GET_SEALS);
    return seals >= 0 && seals & F_SEAL_SHRINK && fstat(file, &facts) == 0 &&
           (uint64_t)facts.st_size >= size && facts.st_size % 4096 == 0;
}

/* Returns the inode number: the kernel numbers all files without a name, whichever process made
 * them, in one sequence. */
uint64_t share_identity(int file)
{
    struct stat facts;
    return fstat(file, &facts) == 0 ? facts.st_ino : 0;
}

static int find_file(uint64_t serial)
{
    runtime_lock();
    const struct shared *shared = all;
    while (shared && shared->serial != serial)
        shared = shared->next;
    int file = shared ? shared->file : -1;
    runtime_unlock();
    return file;
}

/* Remembers that |file| is the memory of allocation |serial|. False when there is no memory for
 * that. */
static bool remember(uint64_t serial, int file)
{
    struct shared *shared = malloc(sizeof *shared);
    if (!shared)
        return false;
    runtime_lock();
    *shared = (struct shared){serial, file, all};
    all = shared;
    atomic_fetch_add(&count, 1);
    runtime_unlock();
    return true;
}

int share_allocation(void *address, size_t *out_size)
{
    const struct allocation *a = space_find(address);
    if (!a || a->address != address || a->kind != MEMORY_DEVICE || a->is_mapped)
        return -1;
    *out_size = a->size;
    int file = find_file(a->serial);
    if (file >= 0)
        return file;
    gpus_drain();
    file = share_file((a->size + 4095) & ~(size_t)4095);
    if (file >= 0 && space_share(address, file, true) && remember(a->serial, file))
        return file;
    if (file >= 0)
        close(file);
    return -1;
}

void share_forget(uint64_t serial)
{
    if (atomic_load(&count) == 0)
        return;
    runtime_lock();
    struct shared **at = &all;
    while (*at && (*at)->serial != serial)
        at = &(*at)->next;
    struct shared *shared = *at;
    if (shared)
        *at = shared->next;
    runtime_unlock();
    if (!shared)
        return;
    atomic_fetch_sub(&count, 1);
    close(shared->file);
    free(shared);
}

/* ---- Handles of shared memory ---------------------------------------------------------------- */

hipError_t share_export(const void *pointer, struct share_handle *out, const char *function)
{
    const struct allocation *a = space_find(pointer);
    size_t size;
    int file = a ? share_allocation(a->address, &size) : -1;
    if (file < 0)
        return fail(hipErrorInvalidValue, "%s: %p is not memory that hipMalloc gave", function,
                    pointer);
    const struct gpu *gpu = gpu_of(a->device);
    *out = (struct share_handle){.magic = SHARE_MAGIC,
                                 .process = getpid(),
                                 .file = file,
                                 .device = gpu ? gpu->ordinal : 0,
                                 .size = size,
                                 .offset = (uint64_t)((const uint8_t *)pointer - a->address),
                                 .identity = share_identity(file)};
    return hipSuccess;
}

int share_open(const struct share_handle *handle)
{
    char path[64];
    snprintf(path, sizeof path, "/proc/%d/fd/%d", handle->process, handle->file);
    int file = open(path, O_RDWR | O_CLOEXEC);
    if (file >= 0 &&
        (!share_is_whole(file, handle->size) || share_identity(file) != handle->identity)) {
        close(file);
        return -1;
    }
    return file;
}

void *share_import(struct gpu *gpu, const struct share_handle *handle, const char *function)
{
    if (handle->magic != SHARE_MAGIC || handle->size == 0 || handle->offset >= handle->size)
        return NULL;
    int file = share_open(handle);
    if (file < 0)
        return NULL;
    uint8_t *address = memory_allocate(gpu, MEMORY_DEVICE, handle->size, 0, function);
    const struct allocation *a = address ? space_find(address) : NULL;
    if (a && space_share(address, file, false) && remember(a->serial, file))
        return address + handle->offset;
    if (address)
        memory_release(address);
    close(file);
    return NULL;
}

/* ---- hipIpc --------------------------------------------------------------------------------- */

hipError_t hipIpcGetMemHandle(hipIpcMemHandle_t *out, void *pointer)
{
    struct share_handle handle;
    if (!out || !pointer)
        return fail(hipErrorInvalidValue, "hipIpcGetMemHandle: a null pointer");
    hipError_t error = share_export(pointer, &handle, "hipIpcGetMemHandle");
    if (error)
        return error;
    memset(out, 0, sizeof *out);
    memcpy(out, &handle, sizeof handle);
    return hipSuccess;
}

hipError_t hipIpcOpenMemHandle(void **out, hipIpcMemHandle_t opaque, unsigned int flags)
{
    static const char function[] = "hipIpcOpenMemHandle";
    struct gpu *gpu = gpu_current();
    struct share_handle handle;
    if (!gpu)
        return fail_device(function, thread_self()->device);
    memcpy(&handle, &opaque, sizeof handle);
    if (!out || flags != (hip_abi == 5 ? 0u : 1u) || handle.size == 0)
        return fail(hipErrorInvalidValue, "%s: %s", function,
                    !out          ? "the output pointer is null"
                    : handle.size ? "the flags are not hipIpcMemLazyEnablePeerAccess"
                                  : "the handle is not valid");
    if (handle.process == getpid())
        return fail(hipErrorInvalidContext, "%s: the memory is this process's own", function);
    void *address = share_import(gpu, &handle, function);
    if (!address)
        return fail(hipErrorInvalidDevicePointer,
                    "%s: process %d is gone, or its memory was freed, or is out of reach", function,
                    handle.process);
    *out = address;
    return hipSuccess;
}

hipError_t hipIpcCloseMemHandle(void *pointer)
{
    static const char function[] = "hipIpcCloseMemHandle";
    const struct allocation *a = pointer ? space_find(pointer) : NULL;
    if (!a || strcmp(a->made_by, "hipIpcOpenMemHandle") != 0)
        return fail(hipErrorInvalidValue, "%s: %p is not memory of another process", function,
                    pointer);
    gpus_drain();
    memory_release(a->address);
    return hipSuccess;
}
