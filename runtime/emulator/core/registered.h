/* registered: the program's own pages that devices know, by their addresses.
 *
 * Kernels look here whenever an address is in no allocation of the address space: without a lock,
 * in a sorted table. Changes are the caller's to put one behind another; space.c holds its lock.
 */
#ifndef EMULATOR_CORE_REGISTERED_H
#define EMULATOR_CORE_REGISTERED_H

#include <stdbool.h>
#include <stdint.h>

/* |record| > 0 stands for what begins at |start|. False when there are too many. */
bool registered_add(uintptr_t start, uint32_t record);
void registered_remove(uintptr_t start);
/* The record of what begins last at or before |address|, or 0. Thread-safe. */
uint32_t registered_find(uintptr_t address);

#endif
