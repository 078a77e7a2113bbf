/* memory: allocations as HIP's functions see them. */
#ifndef EMULATOR_HIP_MEMORY_H
#define EMULATOR_HIP_MEMORY_H

#include "runtime.h"

#include "core/space.h"

/* Device memory; NULL when the device has not so much left. |made_by| lives for ever. */
void *memory_allocate(struct gpu *gpu, enum memory_kind kind, size_t size, unsigned flags,
                      const char *made_by);
/* Frees what hipMalloc() and its like gave. False when it is nothing like that. */
bool memory_release(void *address);

/* Memory of a pool, or not, is freed: the pool's numbers go down. */
void pool_forget(const void *address);

/* What |address| is for a copy of |size| bytes. */
enum memory_place {
    PLACE_PAGEABLE, /* nothing that HIP knows of: the program's own memory */
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
