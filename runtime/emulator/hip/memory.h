/* memory: allocations as HIP's functions see them. */
#ifndef EMULATOR_HIP_MEMORY_H
#define EMULATOR_HIP_MEMORY_H

#include "runtime.h"

#include "core/space.h"

/* Device memory; NULL when the device has too little left. |made_by| must never be freed. */
void *memory_allocate(struct gpu *gpu, enum memory_kind kind, size_t size, unsigned flags,
                      const char *made_by);
/* Frees memory of hipMalloc() and similar functions. False when it is not such memory. */
bool memory_release(void *address);

/* Called when memory is freed: if it belongs to a pool, the pool's numbers go down. */
void pool_forget(const void *address);

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

#endif
