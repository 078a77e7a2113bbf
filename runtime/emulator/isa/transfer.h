/* transfer: moves values between registers and memory, once the lanes' addresses are known.
 */
#ifndef EMULATOR_ISA_TRANSFER_H
#define EMULATOR_ISA_TRANSFER_H

#include "variant.h"

#include "core/wave.h"

#define transfer_load  ISA_NAME(transfer_load)
#define transfer_store ISA_NAME(transfer_store)
#define element_bytes  ISA_NAME(element_bytes)

unsigned element_bytes(enum element element);

/* Runs |body| for every lane |i| of |mask|. |lanes| is the wave's size. If all lanes are in |mask|,
 * the compiler can vectorise the loop. */
#define FOR_LANES(i, mask, lanes, body)                                                            \
    do {                                                                                           \
        if ((mask) == wave->all) {                                                                 \
            for (unsigned i = 0; i < (lanes); i++) {                                               \
                body;                                                                              \
            }                                                                                      \
        } else {                                                                                   \
            for (uint64_t rest = (mask); rest; rest &= rest - 1) {                                 \
                unsigned i = (unsigned)__builtin_ctzll(rest);                                      \
                body;                                                                              \
            }                                                                                      \
        }                                                                                          \
    } while (0)

/* The memory that one instruction accesses: |at| has an address of the process for each lane of
 * |mask|. Lanes of |exec| that are not in |mask| have no address: they read 0, and their writes are
 * lost. */
struct lane_memory {
    _Alignas(64) uint64_t at[LANES_MAX];
    uint64_t exec, mask;
    /* how many bytes there are from one dword of a lane's element to the next: 4; in scratch, 4 *
     * lanes */
    unsigned step;
    /* whether other threads of the process may access the memory; false for LDS and scratch */
    bool is_shared;
};

void transfer_load(struct wave *wave, enum element element, const struct operand *to,
                   const struct lane_memory *memory);
void transfer_store(struct wave *wave, enum element element, const struct operand *from,
                    const struct lane_memory *memory);

#endif
