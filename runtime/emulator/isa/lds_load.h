/* lds_load: loads that go to LDS without a register: see "Memory Buffer Load to LDS" in the ISA
 * documents of CDNA3 and CDNA4. The load is made into a row behind all registers; then it goes on
 * to LDS.
 */
#ifndef EMULATOR_ISA_LDS_LOAD_H
#define EMULATOR_ISA_LDS_LOAD_H

#include "core/op.h"
#include "core/wave.h"

#include "transfer.h"
#include "variant.h"

#define lds_load_finish ISA_NAME(lds_load_finish)

/* Where to load to first; the rows behind it are spare, too. */
static inline struct operand lds_load_row(void)
{
    return (struct operand){.kind = OPERAND_VGPR, .type = TYPE_B32, .reg = VGPR_SPARE};
}

/* Stores that row from the address in M0 and the offset on: a dword a lane, without gaps; of three
 * or four dwords, 16 bytes a lane. */
void lds_load_finish(struct wave *wave, const struct op *op, enum element element);

#endif
