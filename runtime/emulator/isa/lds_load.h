/* lds_load: loads to LDS that need no register of the wave: see "Memory Buffer Load to LDS" in the
 * ISA documents of CDNA3 and CDNA4. Here such an instruction loads to spare registers, and then
 * stores the spare registers to LDS. */
#ifndef EMULATOR_ISA_LDS_LOAD_H
#define EMULATOR_ISA_LDS_LOAD_H

#include "core/op.h"
#include "core/wave.h"

#include "transfer.h"
#include "variant.h"

#define lds_load_finish ISA_NAME(lds_load_finish)

/* Returns the first spare register, into which the instruction loads. The registers after it are
 * spare, too. */
static inline struct operand lds_load_row(void)
{
    return (struct operand){.kind = OPERAND_VGPR, .type = TYPE_B32, .reg = VGPR_SPARE};
}

/* Stores the spare registers to LDS, from M0 + the instruction's offset on, one dword for each
 * lane, without gaps. An element of three or four dwords takes 16 bytes. */
void lds_load_finish(struct wave *wave, const struct op *op, enum element element);

#endif
