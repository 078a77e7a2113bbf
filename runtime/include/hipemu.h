/* hipemu: the functions of libhipemu that HIP does not have. */
#ifndef HIPEMU_H
#define HIPEMU_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif
#ifdef __GNUC__
#pragma GCC visibility push(default)
#endif

/* Sets the devices of this process: "gfx1030,gfx90a:xnack+". If HIPEMU_DEVICES is in the
 * environment, it overrides |list|. Call hipemuSetDevices() before any other function of the
 * library; a later call returns hipErrorInvalidContext (201) and changes nothing. Returns 0 if the
 * list was stored. The first use of HIP reads the list and reports its errors. Thread-safe. */
int hipemuSetDevices(const char *list);

/* Lets libhipemu's addresses be the |size| bytes from |start|, a multiple of 2 MiB, on. Code
 * objects, arguments and scratch need some of them. Call it before the first allocation; returns
 * hipErrorInvalidValue (1) otherwise. If the process uses a part of these addresses, libhipemu has
 * others, and hipemuMallocAt() fails. */
int hipemuSetAddresses(void *start, unsigned long long size);

/* Allocates |size| bytes at |address|, a multiple of 4096, or anywhere if |address| is NULL, as the
 * HIP function |function| does ("hipMalloc", "hipMallocAsync", "hipMemMap", "hipMallocManaged",
 * "hipHostMalloc", "hipHostRegister"); reports name this function. hipFree() or hipHostFree() frees
 * the memory. Returns hipErrorOutOfMemory (2) if the addresses are in use or not libhipemu's, or if
 * there is no memory. Thread-safe. */
int hipemuMallocAt(void **out, void *address, size_t size, const char *function);

/* From now on, each store of a kernel to one of the |bytes| bytes of device memory at |address|
 * writes into |text|, of |size| bytes, which instruction stores, with the source line if it is
 * known: "workgroup (0,0,0), wave 0, lane 5 writes it, at 0x1850: global_store_dword ...". The last
 * store stays; "" means none. Only one place is watched at a time, and kernels are slower
 * meanwhile. A NULL |address| ends it; |text| is borrowed until then. Call it while no kernel runs.
 * Returns 0, or hipErrorInvalidValue (1) if |text| is NULL or |size| is 0. Thread-safe. */
int hipemuWatchStores(const void *address, size_t bytes, char *text, size_t size);

/* Lets each later launch run only |count| workgroups of its grid, from number |first| on (x counts
 * fastest); kernels see the whole grid. |count| 0: all workgroups. Cooperative launches run all. A
 * workgroup that waits for one that does not run never ends, unless HIPEMU_TIMEOUT is set. Returns
 * 0. Call it while no kernel runs. */
int hipemuSetWorkgroups(unsigned long long first, unsigned long long count);

#ifdef __GNUC__
#pragma GCC visibility pop
#endif
#ifdef __cplusplus
}
#endif

#endif
