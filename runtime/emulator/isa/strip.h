/* strip: elements in memory that follow one another, lane after lane, without gaps. Most loads and
 * stores access a strip, which is found, checked and moved as a whole.
 *
 * If the elements have gaps or another order, or the workgroup is watched (core/watch.h), there is
 * no strip: address.h then gives an address for each lane.
 */
#ifndef EMULATOR_ISA_STRIP_H
#define EMULATOR_ISA_STRIP_H

#include "transfer.h"

#include "core/bounds.h"

#define strip_in_memory ISA_NAME(strip_in_memory)
#define strip_in_lds    ISA_NAME(strip_in_lds)
#define strip_load      ISA_NAME(strip_load)
#define strip_store     ISA_NAME(strip_store)

/* Returns the address of lane 0's element, which has |bytes| bytes, whether lane 0 is active or
 * not. NULL if the access is not a strip. The operands are those of address_global(). */
uint8_t *strip_in_memory(struct wave *wave, const struct op *op, const struct operand *address,
                         const struct operand *base, unsigned bytes, enum access access);
/* Like strip_in_memory(), for LDS. The operands are those of address_lds(). */
uint8_t *strip_in_lds(struct wave *wave, const struct op *op, const struct operand *address,
                      uint32_t offset, unsigned bytes);

/* The functions read or write the elements of active lanes only. */
void strip_load(struct wave *wave, enum element element, const struct operand *to,
                const uint8_t *strip);
void strip_store(struct wave *wave, enum element element, const struct operand *from,
                 uint8_t *strip);

#endif
