/* registered: the program's own pages that devices know, by their addresses.
 *
 * Kernels look here, without a lock, whenever an address is not in an allocation of the address
 * space. The caller must serialise changes; space.c holds its lock.
 */
#ifndef EMULATOR_CORE_REGISTERED_H
#define EMULATOR_CORE_REGISTERED_H

#include <stdbool.h>
#include <stdint.h>

/* |record| > 0 identifies the pages that begin at |start|. False when there are too many. */
bool registered_add(uintptr_t start, uint32_t record);
void registered_remove(uintptr_t start);
/* The record of the last pages that begin at or before |address|, or 0. Thread-safe. */
uint32_t registered_find(uintptr_t address);

#endif
