/* share: memory that is a file, so that it can be mapped twice, in one process or in several. */
#ifndef EMULATOR_HIP_SHARE_H
#define EMULATOR_HIP_SHARE_H

#include "runtime.h"

/* A new file without a name, of |size| bytes, all zero; -1 when there is none. */
int share_file(size_t size);
/* Makes |address|, the start of an allocation, a file, and returns it with its size; -1 on failure.
 * The file stays open as long as the allocation lives, and the caller must not close it. Waits
 * until the memory is not in use. */
int share_allocation(void *address, size_t *out_size);
/* The allocation of that number is freed. */
void share_forget(uint64_t serial);

/* The description of memory that one process sends to another. */
struct share_handle {
    uint64_t magic;
    int32_t process, file, device;
    uint64_t size, offset; /* of the allocation, and of the pointer in it */
};
_Static_assert(sizeof(struct share_handle) <= HIP_IPC_HANDLE_SIZE, "it fits into HIP's handle");

/* Fails in the name of |function|. */
hipError_t share_export(const void *pointer, struct share_handle *out, const char *function);
/* NULL when the other process, or its memory, is gone. */
void *share_import(struct gpu *gpu, const struct share_handle *handle, const char *function);

#endif
