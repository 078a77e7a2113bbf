/* wave: the state of a wavefront, of its workgroup, and how it ends.
 */
#ifndef EMULATOR_CORE_WAVE_H
#define EMULATOR_CORE_WAVE_H

#include "instruction.h"
#include "op.h"

#include <setjmp.h>
#include <stddef.h>
#include <stdint.h>

enum { USER_SGPRS_MAX = 16 }; /* of every generation here */

/* Rows of a wave's registers: all that an instruction can name, one spare, and enough more that the
 * widest operand may begin at the last. */
enum { LANES_MAX = 64, VGPR_SPARE = 256, VGPR_ROWS = 256 + 32 };

enum wave_state {
    WAVE_READY,
    WAVE_BARRIER,  /* waits for the others of its workgroup */
    WAVE_SLEEPING, /* gave up its turn: s_sleep, a spinning load */
    WAVE_ENDED,
};

/* MODE: the bits that arithmetic depends on. */
enum { ROUND_NEAREST, ROUND_UP, ROUND_DOWN, ROUND_ZERO };
struct float_mode {
    uint8_t round32, round16_64;                                 /* ROUND_* */
    bool flush_in32, flush_out32, flush_in16_64, flush_out16_64; /* denormals become 0 */
    bool dx10_clamp, ieee;
    bool is_usual; /* rounds to nearest and keeps denormals */
};

/* A 64-byte aligned array with an element a lane, as wide as the widest. */
struct lane_buffer {
    _Alignas(64) uint64_t bits[LANES_MAX];
};

/* An allocation, as it was when |frees| allocations had been freed. Scalar loads have a wave's
 * first ones, other loads and stores the next ones; what may not be written is not among the last.
 */
enum { LAST_SCALAR, LAST_LOADS = 8, LAST_STORES = 32, LAST_COUNT = 40 };
struct last_allocation {
    uint64_t address, size, frees;
};

struct wave {
    _Alignas(64) uint32_t sgpr[SGPR_COUNT];
    uint32_t *vgpr; /* [register][lane], 64-byte aligned; NULL before the wave's first turn */
    uint32_t *agpr;
    /* The first is SGPR_COUNT: compilers clear as many with "rep stos", which is slow, where they
     * know the number. Of the VGPRs, |vgprs_named| are cleared. */
    unsigned sgpr_count, vgpr_count, vgprs_named, agpr_count;
    unsigned lanes;       /* 32 or 64 */
    uint64_t all;         /* the EXEC mask of a whole wave */
    uint64_t block_lanes; /* those with a work-item, in blocks that are whole */
    bool scc;
    enum wave_state state;
    const struct program_ops *ops;
    uint32_t next; /* the op that runs next: dwords from the start of the program's code */
    int left;      /* ops until the wave's turn ends; blocks of them may go below 0 */
    uint32_t mode; /* the MODE register as s_getreg reads it; |fp| is its decoded form */
    uint32_t trap_status;
    struct float_mode fp;
    uint8_t *scratch;         /* of the wave: [dword][lane] */
    uint32_t scratch_bytes;   /* of a lane */
    uint64_t scratch_address; /* its address in a buffer resource or FLAT_SCRATCH */
    struct workgroup *group;
    unsigned index; /* in the workgroup */
    const struct device *device;
    const struct op *current;
    bool waits_for_grid; /* at a barrier of the whole grid, since its phase was |grid_phase| */
    uint32_t grid_phase;
    uint32_t user_sgprs[USER_SGPRS_MAX]; /* what the wave begins with */
    uint32_t initial_mode;
    struct float_mode initial_fp;
    struct last_allocation last[LAST_COUNT];        /* that code of blocks accessed; size 0: none */
    unsigned item_rows;                             /* the registers that a wave begins with: */
    uint32_t items[3 * LANES_MAX];                  /* its work-items' numbers, as vgpr */
    struct lane_buffer fetched[OP_SOURCES], result; /* the VALU driver's */
    uint32_t mask_result[LANES_MAX];
    uint32_t exec_lanes[LANES_MAX]; /* of code of blocks: EXEC, 0 or ~0 a lane */
};

struct dispatch;
struct fault;
struct watchers;

struct workgroup {
    const struct dispatch *dispatch;
    uint32_t id[3];
    struct wave **waves;
    uint32_t **files; /* vector registers that no wave has, |file_count| of them */
    unsigned wave_count, file_count;
    uint8_t *memory; /* of waves, scratch and LDS */
    uint8_t *lds;
    uint32_t lds_bytes;
    struct fault *fault; /* wave_fault() writes it and goes to |escape| */
    jmp_buf escape;
    /* Who watches it, and their state of it; NULL: nobody does. See watch.h. */
    const struct watchers *watchers;
    void *watch;
};

static inline uint64_t wave_exec(const struct wave *wave)
{
    uint64_t exec = (uint64_t)wave->sgpr[SGPR_EXEC + 1] << 32 | wave->sgpr[SGPR_EXEC];
    return exec & wave->all;
}
static inline uint64_t wave_vcc(const struct wave *wave)
{
    uint64_t vcc = (uint64_t)wave->sgpr[SGPR_VCC + 1] << 32 | wave->sgpr[SGPR_VCC];
    return vcc & wave->all;
}
static inline uint32_t *wave_vgpr(struct wave *wave, unsigned reg)
{
    return wave->vgpr + (size_t)reg * wave->lanes;
}
static inline uint32_t *wave_agpr(struct wave *wave, unsigned reg)
{
    return wave->agpr + (size_t)reg * wave->lanes;
}
/* The registers of a vector operand: [word][lane]. */
static inline uint32_t *operand_lanes(struct wave *wave, const struct operand *operand)
{
    return operand->kind == OPERAND_AGPR ? wave_agpr(wave, operand->reg)
                                         : wave_vgpr(wave, operand->reg);
}

/* One or two scalar registers, a constant, or a special value. */
uint64_t scalar_read(const struct wave *wave, const struct operand *operand);
/* Writes type_words() registers; a mask in wave32 writes one. */
void scalar_write(struct wave *wave, const struct operand *operand, uint64_t value);
/* A lane mask: an operand of TYPE_MASK. */
uint64_t mask_read(const struct wave *wave, const struct operand *operand);
void mask_write(struct wave *wave, const struct operand *operand, uint64_t value);

/* Sets MODE and what follows from it. */
void wave_set_mode(struct wave *wave, uint32_t mode);

enum fault_kind {
    FAULT_ILLEGAL_INSTRUCTION, /* unknown, or not to be decoded */
    FAULT_MEMORY,              /* hipErrorIllegalAddress */
    FAULT_TRAP,                /* s_trap, abort() */
    FAULT_TIMEOUT,
    FAULT_LIMIT, /* a register that the kernel lacks */
};

/* Decodes the op that |wave| comes to next, unless that is done. Faults when it cannot be decoded.
 */
void wave_decode(struct wave *wave);

/* Ends the dispatch: the message, with kernel, workgroup, wave and instruction put before it,
 * becomes its error. Does not return. */
_Noreturn void wave_fault(struct wave *wave, enum fault_kind kind, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

#endif
