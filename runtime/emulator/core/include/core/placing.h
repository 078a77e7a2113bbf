/* What makes a launch of another process again: allocations at addresses that the caller chooses,
 * and a part of a grid. */
#ifndef EMULATOR_CORE_PLACING_H
#define EMULATOR_CORE_PLACING_H

#include "space.h"

/* Lets the address space have the |bytes| from |start| on, in place of a range that the system
 * chooses. |start| is a multiple of 2 MiB. Call it before the first allocation. False when there is
 * an address space already. If the system does not have these addresses, it chooses others, and
 * space_allocate_at() fails. */
bool space_set_range(uintptr_t start, uint64_t bytes);

/* Does what space_allocate() does, at |address|, a multiple of 4096. There is no guard page behind
 * the allocation, because another one may begin there. NULL when some of the pages are in use or
 * outside of the address space, or when there is no memory. */
void *space_allocate_at(void *address, struct device *device, enum memory_kind kind, size_t size,
                        const char *made_by, bool is_checked);

/* Lets each later dispatch run only |count| workgroups of its grid, from number |first| on; kernels
 * see the whole grid. |count| 0: all workgroups. Cooperative launches, and those of which a sample
 * is profiled, run as before. */
void dispatch_set_part(uint64_t first, uint64_t count);

#endif
