/* variant: isa/ is compiled twice, for processors with and without AVX2. This header gives the
 * functions and tables of each variant different names. index.c chooses a variant when it first
 * finds an instruction. */
#ifndef EMULATOR_ISA_VARIANT_H
#define EMULATOR_ISA_VARIANT_H

#ifdef ISA_VARIANT
#define ISA_PASTE_2(name, variant) name##_##variant
#define ISA_PASTE(name, variant)   ISA_PASTE_2(name, variant)
#define ISA_NAME(name)             ISA_PASTE(name, ISA_VARIANT)
#define instruction_tables         ISA_NAME(instruction_tables)
#define run_valu                   ISA_NAME(run_valu)
#define run_valu_compare           ISA_NAME(run_valu_compare)
#define run_valu_dual              ISA_NAME(run_valu_dual)
#define lanes_fetch                ISA_NAME(lanes_fetch)
#define lanes_store                ISA_NAME(lanes_store)
#endif

#endif
