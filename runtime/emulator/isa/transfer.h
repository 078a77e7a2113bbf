/* transfer: values between registers and memory, once the places of the lanes are known.
 */
#ifndef EMULATOR_ISA_TRANSFER_H
#define EMULATOR_ISA_TRANSFER_H

#include "variant.h"

#include "core/wave.h"

#define transfer_load  ISA_NAME(transfer_load)
#define transfer_store ISA_NAME(transfer_store)
#define element_bytes  ISA_NAME(element_bytes)

unsigned element_bytes(enum element element);

/* |body| for every lane |i| of |mask|, of the |lanes| of |wave|; a whole wave in vectors. */
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

/* The places of one access: addresses of the process, 0 to 63. Lanes of |exec| that are not in
 * |mask| have none: they read 0, and their writes are lost. */
struct lane_memory {
    _Alignas(64) uint64_t at[LANES_MAX];
    uint64_t exec, mask;
    unsigned step;  /* bytes from a dword to the next one: 4, in scratch 4 * lanes */
    bool is_shared; /* with other threads of the process: true for neither LDS nor scratch */
};

void transfer_load(struct wave *wave, enum element element, const struct operand *to,
                   const struct lane_memory *memory);
void transfer_store(struct wave *wave, enum element element, const struct operand *from,
                    const struct lane_memory *memory);

#endif
