/* share: memory that is a file, so that it can be in two places: of one process, or of several. */
#ifndef EMULATOR_HIP_SHARE_H
#define EMULATOR_HIP_SHARE_H

#include "runtime.h"

/* A new file without a name, of |size| bytes, all zero; -1 when there is none. */
int share_file(size_t size);
/* The file that |address|, the start of an allocation, is from now on, and how many bytes it has;
 * -1 when that fails. It is open as long as the allocation lives, and is not to be closed. Waits
 * until nobody uses the memory. */
int share_allocation(void *address, size_t *out_size);
/* The allocation of that number is freed. */
void share_forget(uint64_t serial);

/* What one process tells another of its memory. */
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
