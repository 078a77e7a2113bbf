/* address: computes the addresses of a memory instruction's lanes, and checks them before the
 * access.
 * Each function returns false if no lane is active. If a lane's address is not allowed,
 * functions for memory of the process fault, and functions for LDS and scratch remove the lane
 * from |mask|. */
#ifndef EMULATOR_ISA_ADDRESS_H
#define EMULATOR_ISA_ADDRESS_H

#include "transfer.h"

#include "core/bounds.h"

#define address_global   ISA_NAME(address_global)
#define address_scratch  ISA_NAME(address_scratch)
#define address_lds      ISA_NAME(address_lds)
#define address_flat     ISA_NAME(address_flat)
#define place_in_lds     ISA_NAME(place_in_lds)
#define place_in_scratch ISA_NAME(place_in_scratch)
#define not_emulated     ISA_NAME(not_emulated)
#define run_not_emulated ISA_NAME(run_not_emulated)

/* Fields for the rows of instructions that load from memory. */
#define LOADS_MEMORY .class = CLASS_MEMORY, .flags = FLAG_LOADS

/* Addresses in global memory: |base| is "off" and |address| a pair of VGPRs, or |base| is a pair of
 * SGPRs and |address| a VGPR with an offset. */
bool address_global(struct wave *wave, const struct op *op, const struct operand *address,
                    const struct operand *base, unsigned bytes, enum access access,
                    struct lane_memory *out);
/* Addresses in scratch: |address| and |base| may be "off". */
bool address_scratch(struct wave *wave, const struct op *op, const struct operand *address,
                     const struct operand *base, unsigned bytes, enum access access,
                     struct lane_memory *out);
/* Addresses in LDS: |offset| is added to each lane's address. */
bool address_lds(struct wave *wave, const struct op *op, const struct operand *address,
                 uint32_t offset, unsigned bytes, enum access access, struct lane_memory *out);

/* Flat addresses: the address of each lane is in global memory, in LDS or in scratch. |parts| has
 * an entry for each of these memories; |exec| of an entry has the lanes whose addresses are in that
 * memory. */
struct flat_memory {
    struct lane_memory parts[3];
};
bool address_flat(struct wave *wave, const struct op *op, const struct operand *address,
                  unsigned bytes, enum access access, struct flat_memory *out);

/* The functions convert offsets in LDS, or in each lane's scratch, to addresses of the process, for
 * the lanes of |out->exec|. */
void place_in_lds(struct wave *wave, const struct op *op, const uint32_t *offsets, unsigned bytes,
                  enum access access, struct lane_memory *out);
void place_in_scratch(struct wave *wave, const struct op *op, const uint32_t *offsets,
                      unsigned bytes, enum access access, struct lane_memory *out);

/* Features that an instruction needs and that compute devices lack, or that libhipemu does not
 * support. */
enum lacks { LACKS_GDS, LACKS_LDS_LOAD, LACKS_TFE, LACKS_FORMATS };
_Noreturn void not_emulated(struct wave *wave, const struct op *op, enum lacks what);
op_run run_not_emulated; /* faults, because libhipemu lacks the instruction; |argument| of the row
                            is an enum lacks */

#endif
