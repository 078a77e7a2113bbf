/* memory: allocations, as HIP's functions see them. */
#ifndef EMULATOR_HIP_MEMORY_H
#define EMULATOR_HIP_MEMORY_H

#include "core/space.h"
#include "runtime.h"

/* Allocates memory. NULL when the device has too little memory left. |made_by| is kept, not copied,
 * so it must never be freed. */
void *memory_allocate(struct gpu *gpu, enum memory_kind kind, size_t size, unsigned flags,
                      const char *made_by);
/* Does what memory_allocate() does, at |address|, or anywhere if |address| is NULL. NULL when the
 * addresses are in use. */
void *memory_allocate_at(struct gpu *gpu, void *address, enum memory_kind kind, size_t size,
                         const char *made_by);
/* Frees memory of hipMalloc() and similar functions. False when |address| is not the start of such
 * memory. */
bool memory_release(void *address);

/* ---- mempool */

struct mark;

/* Called when memory is freed: if the memory belongs to a pool, reduces the pool's counts. */
void pool_forget(const void *address);
/* Whether hipFreeAsync() has freed the memory at |address|, but its pool keeps it for reuse. */
bool pool_has_freed(const void *address);
/* Called when a stream comes to hipFreeAsync() of |address|. |freeing| is the number that keep()
 * gave to the freeing; if it is 0, no pool keeps the memory, and it is freed now. */
void pool_reach(void *address, uint64_t freeing);
/* Returns the time of the pools' clock, which counts freeings and waits for them; marks keep it. */
uint64_t pool_time(void);
/* Notes that later work of |stream| waits for |mark|, and so for the freeings before |mark|. Called
 * with the runtime's lock held. */
void pool_follow(const struct ihipStream_t *stream, const struct mark *mark);
/* Called when the program has waited for work: each pool gives back the free memory that is above
 * its threshold. */
void pools_settle(void);
/* Called when memory is short: pools give back all free memory. False when they had none. */
bool pools_empty(void);

/* The kind of memory that a copy of |size| bytes at |address| accesses. */
enum memory_place {
    PLACE_PAGEABLE, /* memory of the program that HIP does not know */
    PLACE_HOST,     /* memory of hipHostMalloc() or hipHostRegister() */
    PLACE_DEVICE,   /* memory of any device */
    PLACE_MANAGED,
    /* a range that is not completely inside one allocation, or is in memory that was freed */
    PLACE_BAD,
};
enum memory_place memory_place(const void *address, size_t size);
/* Reports PLACE_BAD: "hipMemcpy: the source, 0x...: 4 bytes past the end of ...". */
hipError_t memory_complain(const char *function, const char *what, const void *address,
                           size_t size);

/* ---- share: memory that is a file, so that it can be mapped twice, in one process or in several
 */

/* Makes a file without a name, of |size| bytes, filled with zeros. Returns its descriptor, or -1
 * when this fails. */
int share_file(size_t size);
/* Whether |file|, which another process may have made, is like the files of share_file() and has
 * |size| bytes or more. */
bool share_is_whole(int file, uint64_t size);
/* After all work has ended, makes a file the memory of the allocation that starts at |address|.
 * Returns the file's descriptor and its size, or -1. The file stays open as long as the allocation
 * lives, and the caller must not close it. */
int share_allocation(void *address, size_t *out_size);
/* Called when the allocation with number |serial| is freed: closes the allocation's file. */
void share_forget(uint64_t serial);
/* Called when the allocation with number |serial| is freed: forgets the advice that the program
 * gave for it. */
void advice_forget(uint64_t serial);

/* Describes memory, or an event, to another process. */
struct share_handle {
    uint64_t magic;
    int32_t process, file, device;
    /* the size of the allocation, and the offset in it of the pointer that is shared */
    uint64_t size, offset;
    /* the result of share_identity() for |file|; it shows whether the descriptor means another file
     * by the time the handle is used */
    uint64_t identity;
};
_Static_assert(sizeof(struct share_handle) <= HIP_IPC_HANDLE_SIZE, "it fits into HIP's handle");

/* Returns a number that no other file without a name has. */
uint64_t share_identity(int file);
/* Opens the file that |handle| names; the caller closes it. Returns -1 when that file, or its
 * process, is gone. */
int share_open(const struct share_handle *handle);
/* Describes the memory at |pointer| to other processes. Fails in the name of |function|. */
hipError_t share_export(const void *pointer, struct share_handle *out, const char *function);
/* Maps the memory that |handle| describes. NULL when the other process, or its memory, is gone. */
void *share_import(struct gpu *gpu, const struct share_handle *handle, const char *function);

/* Checks that managed memory may be prefetched to |place|; returns hipErrorInvalidValue if not. It
 * is in managed.c. */
struct hip_place;
hipError_t prefetch_check(const void *pointer, size_t size, struct hip_place place,
                          const char *function);

#endif
