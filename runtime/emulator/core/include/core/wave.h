/* wave: the state of a wave and of its workgroup, and the faults that end them.
 */
#ifndef EMULATOR_CORE_WAVE_H
#define EMULATOR_CORE_WAVE_H

#include "instruction.h"
#include "op.h"

#include <setjmp.h>
#include <stddef.h>
#include <stdint.h>

/* the most user SGPRs: no generation that libhipemu emulates has more */
enum { USER_SGPRS_MAX = 16 };

/* Rows of a wave's vector registers: 256 that an instruction can name, then 32 for temporary values
 * of the emulator, from VGPR_SPARE on, because the widest operand has 32 registers. */
enum { LANES_MAX = 64, VGPR_SPARE = 256, VGPR_ROWS = 256 + 32 };

enum wave_state {
    WAVE_READY,
    WAVE_BARRIER,  /* the wave waits for the other waves of its workgroup */
    WAVE_SLEEPING, /* the wave ended its turn early, by s_sleep or a load that waits for a value */
    WAVE_ENDED,
};

/* The fields of the MODE register that arithmetic depends on. */
enum { ROUND_NEAREST, ROUND_UP, ROUND_DOWN, ROUND_ZERO };
struct float_mode {
    /* how results are rounded, ROUND_*: those of f32, and those of f16 and f64 */
    uint8_t round32, round16_64;
    /* whether denormal numbers become 0: as inputs (in) or results (out), of f32 (32) or of f16 and
     * f64 (16_64) */
    bool flush_in32, flush_out32, flush_in16_64, flush_out16_64;
    bool dx10_clamp, ieee;
    /* whether the mode rounds to nearest and keeps denormal numbers: jit/ makes code only for such
     * modes */
    bool is_usual;
};

/* A 64-byte aligned array with room for the widest element in each lane. */
struct lane_buffer {
    _Alignas(64) uint64_t bits[LANES_MAX];
};

/* An allocation that code of blocks accessed before, and the number of frees at that time
 * (space_frees()). While the number of frees is the same, the allocation is live. The array |last|
 * of a wave has entries for scalar loads from LAST_SCALAR on, for other loads from LAST_LOADS on,
 * and for stores from LAST_STORES on. An entry for stores never has an allocation that kernels must
 * not write. */
enum { LAST_SCALAR, LAST_LOADS = 8, LAST_STORES = 32, LAST_COUNT = 40 };
struct last_allocation {
    uint64_t address, size, frees;
};

struct wave {
    _Alignas(64) uint32_t sgpr[SGPR_COUNT];
    /* the vector registers as [register][lane], 64-byte aligned; NULL before the wave's first
     * turn */
    uint32_t *vgpr;
    uint32_t *agpr;
    /* |sgpr_count| is SGPR_COUNT. It is a variable because compilers clear a constant number of
     * registers with "rep stos", which is slow. Of the |vgpr_count| VGPRs, the first |vgprs_named|
     * are cleared. */
    unsigned sgpr_count, vgpr_count, vgprs_named, agpr_count;
    unsigned lanes;       /* the number of lanes, 32 or 64 */
    uint64_t all;         /* the EXEC mask with all |lanes| on */
    uint64_t block_lanes; /* the lanes that have a work-item in a workgroup that is not cut off by
                           * the end of the grid */
    bool scc;
    enum wave_state state;
    const struct program_ops *ops;
    uint32_t next; /* the op that runs next, in dwords from the start of the program's code */
    /* how many ops the wave may still run in this turn; below 0 if a block of ops ran past the end
     * of the turn */
    int left;
    uint32_t mode; /* the MODE register as s_getreg reads it; |fp| is the decoded form */
    uint32_t trap_status;
    struct float_mode fp;
    uint8_t *scratch;       /* the scratch of all lanes, as [dword][lane] */
    uint32_t scratch_bytes; /* how many bytes of scratch each lane has */
    /* the address of |scratch|, which kernels find in buffer descriptors and in FLAT_SCRATCH */
    uint64_t scratch_address;
    struct workgroup *group;
    unsigned index; /* the index of the wave in its workgroup */
    const struct device *device;
    const struct op *current;
    /* whether the wave is at a barrier of the grid until the phase of |grid_barrier| differs from
     * |grid_phase| */
    bool waits_for_grid;
    uint32_t grid_phase;
    uint32_t user_sgprs[USER_SGPRS_MAX]; /* the values of the user SGPRs when the wave starts */
    uint32_t initial_mode;
    struct float_mode initial_fp;
    struct last_allocation last[LAST_COUNT]; /* the memory that the host code of blocks (jit/)
                                                accessed last; an entry of size 0 is unused */
    unsigned item_rows;                      /* how many rows |items| has */
    uint32_t items[3 * LANES_MAX]; /* the work-items' coordinates, [row][lane], which the kernel
                                    * finds in the first VGPRs */
    /* the operands and the result of the vector op that is running */
    struct lane_buffer fetched[OP_SOURCES], result;
    uint32_t mask_result[LANES_MAX];
    uint32_t exec_lanes[LANES_MAX]; /* EXEC for the host code of blocks (jit/), with 0 or ~0 for
                                       each lane */
};

struct dispatch;
struct fault;
struct watchers;

struct workgroup {
    const struct dispatch *dispatch;
    uint32_t id[3];
    struct wave **waves;
    uint32_t **files; /* |file_count| sets of vector registers that no wave uses now */
    unsigned wave_count, file_count;
    uint8_t *memory; /* the allocation that holds the waves, their registers and scratch, and LDS */
    uint8_t *lds;
    uint32_t lds_bytes;
    struct fault *fault; /* wave_fault() fills |fault|, then jumps to |escape| */
    jmp_buf escape;
    /* the hooks that watch this workgroup, and their state; NULL if nobody watches it: see
     * watch.h */
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
/* Returns the registers of a vector operand as [register][lane]. */
static inline uint32_t *operand_lanes(struct wave *wave, const struct operand *operand)
{
    return operand->kind == OPERAND_AGPR ? wave_agpr(wave, operand->reg)
                                         : wave_vgpr(wave, operand->reg);
}

/* Returns the value of a scalar operand: one or two registers, a constant, or a special value. */
uint64_t scalar_read(const struct wave *wave, const struct operand *operand);
/* Writes one or two registers, as many as type_words() gives for the operand's type. For a mask it
 * writes two even in wave32, so use mask_write() for masks. */
void scalar_write(struct wave *wave, const struct operand *operand, uint64_t value);
/* The functions read and write a lane mask, an operand of TYPE_MASK: one register in wave32, two in
 * wave64. */
uint64_t mask_read(const struct wave *wave, const struct operand *operand);
void mask_write(struct wave *wave, const struct operand *operand, uint64_t value);

/* Sets the MODE register, and |wave->fp| from it. */
void wave_set_mode(struct wave *wave, uint32_t mode);

enum fault_kind {
    /* the bytes at the wave's place are not an instruction, or cannot be decoded */
    FAULT_ILLEGAL_INSTRUCTION,
    FAULT_MEMORY, /* a wrong access to memory: the launch fails with hipErrorIllegalAddress */
    FAULT_TRAP,   /* the kernel executed s_trap, as abort() does */
    FAULT_TIMEOUT,
    FAULT_LIMIT, /* the kernel needs too many registers, work-items or bytes of LDS, or there is no
                  * memory */
};

/* Decodes the op at |wave->next|, unless it is decoded already. Faults when it cannot be
 * decoded. */
void wave_decode(struct wave *wave);

/* Ends the dispatch with the error "kernel 'k', workgroup (1,0,0), wave 2: MESSAGE; at 0x...". Does
 * not return. */
_Noreturn void wave_fault(struct wave *wave, enum fault_kind kind, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

#endif
