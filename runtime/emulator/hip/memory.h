/* memory: allocations as HIP's functions see them. */
#ifndef EMULATOR_HIP_MEMORY_H
#define EMULATOR_HIP_MEMORY_H

#include "core/space.h"
#include "runtime.h"

/* Device memory; NULL when the device has too little left. |made_by| must never be freed. */
void *memory_allocate(struct gpu *gpu, enum memory_kind kind, size_t size, unsigned flags,
                      const char *made_by);
/* Frees memory of hipMalloc() and similar functions. False when it is not such memory. */
bool memory_release(void *address);

/* mempool: */

/* Called when memory is freed: if it belongs to a pool, the pool's numbers go down. */
void pool_forget(const void *address);
/* Whether hipFreeAsync() freed it, and its pool keeps it. */
bool pool_has_freed(const void *address);
/* A stream has come to hipFreeAsync(), which gave the freeing this number. */
void pool_reach(void *address, uint64_t freeing);
/* The program has waited for work: pools give back what they need not keep. */
void pools_settle(void);
/* Memory is short: they give back all that is free. False when there is none. */
bool pools_empty(void);

/* The kind of memory at |address| for a copy of |size| bytes. */
enum memory_place {
    PLACE_PAGEABLE, /* unknown to HIP: the program's own memory */
    PLACE_HOST,     /* hipHostMalloc, hipHostRegister */
    PLACE_DEVICE,   /* of any device */
    PLACE_MANAGED,
    PLACE_BAD, /* not all inside an allocation, or freed */
};
enum memory_place memory_place(const void *address, size_t size);
/* The sentence for PLACE_BAD: "hipMemcpy: the source, 0x...: 4 bytes past the end of ...". */
hipError_t memory_complain(const char *function, const char *what, const void *address,
                           size_t size);

/* share: memory that is a file, so that it can be mapped twice, in one process or in several. */

/* A new file without a name, of |size| bytes, all zero; -1 when there is none. */
int share_file(size_t size);
/* Whether |file|, which somebody else made, is such a file with |size| bytes or more. */
bool share_is_whole(int file, uint64_t size);
/* Makes |address|, the start of an allocation, a file, and returns it with its size; -1 on failure.
 * The file stays open as long as the allocation lives, and the caller must not close it. Waits
 * until the memory is not in use. */
int share_allocation(void *address, size_t *out_size);
/* The allocation of that number is freed. */
void share_forget(uint64_t serial);
/* Likewise, for its advice. */
void advice_forget(uint64_t serial);

/* The description of memory, or of an event, that one process sends to another. */
struct share_handle {
    uint64_t magic;
    int32_t process, file, device;
    uint64_t size, offset; /* of the allocation, and of the pointer in it */
    uint64_t identity;     /* of the file: its descriptor may be another file's by then */
};
_Static_assert(sizeof(struct share_handle) <= HIP_IPC_HANDLE_SIZE, "it fits into HIP's handle");

/* What no other file without a name has. */
uint64_t share_identity(int file);
/* The file of |handle|, which the caller closes; -1 when that file, or its process, is gone. */
int share_open(const struct share_handle *handle);
/* Fails in the name of |function|. */
hipError_t share_export(const void *pointer, struct share_handle *out, const char *function);
/* NULL when the other process, or its memory, is gone. */
void *share_import(struct gpu *gpu, const struct share_handle *handle, const char *function);

/* Whether managed memory may be prefetched to |place| (managed.c): hipErrorInvalidValue if not. */
struct hip_place;
hipError_t prefetch_check(const void *pointer, size_t size, struct hip_place place,
                          const char *function);

#endif
