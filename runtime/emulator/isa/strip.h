/* strip: the memory that most instructions access: lane after lane, element after element, without
 * gaps. It is found, checked and moved as a whole.
 *
 * Where the lanes are not laid out so, or the workgroup is watched, there is no strip, and
 * address.h has a place for each lane.
 */
#ifndef EMULATOR_ISA_STRIP_H
#define EMULATOR_ISA_STRIP_H

#include "transfer.h"

#include "core/bounds.h"

#define strip_in_memory ISA_NAME(strip_in_memory)
#define strip_in_lds    ISA_NAME(strip_in_lds)
#define strip_load      ISA_NAME(strip_load)
#define strip_store     ISA_NAME(strip_store)

/* The address of lane 0's element of |bytes|, or the one that it would have if it were active;
 * NULL: there is no strip. The operands are those of address_global(). */
uint8_t *strip_in_memory(struct wave *wave, const struct op *op, const struct operand *address,
                         const struct operand *base, unsigned bytes, enum access access);
/* The rest is as for address_lds(). */
uint8_t *strip_in_lds(struct wave *wave, const struct op *op, const struct operand *address,
                      uint32_t offset, unsigned bytes);

/* Reads or writes only the active lanes' elements. */
void strip_load(struct wave *wave, enum element element, const struct operand *to,
                const uint8_t *strip);
void strip_store(struct wave *wave, enum element element, const struct operand *from,
                 uint8_t *strip);

#endif
