/* harness: runs single instructions, or a few, on a prepared wave.
 *
 *     struct harness *h = harness_open("gfx1100", 32);
 *     unsigned id = harness_add(h, "v_add_nc_u32_e32 v0, v1, v2");
 *     harness_assemble(h);
 *     struct harness_state state = {...};
 *     harness_run(h, id, &state);
 *
 * The texts of a harness become one code object, in one run of the assembler; each is followed by
 * s_endpgm. It is loaded and run as a launch of one workgroup of one wave is, so that decoding and
 * the turns of a wave are what they are in earnest. Not thread-safe.
 */
#ifndef TESTS_EMULATOR_HARNESS_H
#define TESTS_EMULATOR_HARNESS_H

#include "core/device.h"
#include "core/dispatch.h"
#include "core/wave.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

enum {
    HARNESS_SKIPPED = 77,    /* exit code: the assembler is missing */
    HARNESS_VGPRS = 128,     /* that a text may name; and as many AGPRs on gfx90a */
    HARNESS_SGPRS = 96,      /* s0 to s95 */
    HARNESS_LDS = 64 * 1024, /* bytes of the workgroup */
    HARNESS_SCRATCH = 1024,  /* bytes of a lane */
};

/* What a wave starts from, and where it ends. VCC, EXEC and M0 are in |sgpr|: see enum
 * scalar_register. */
struct harness_state {
    uint32_t sgpr[SGPR_COUNT];
    uint32_t vgpr[HARNESS_VGPRS][LANES_MAX];
    uint32_t agpr[HARNESS_VGPRS][LANES_MAX]; /* where the target has them */
    bool scc;
    uint32_t mode; /* the MODE register: HARNESS_MODE unless the test is about it */
};

/* MODE as hipcc's kernels have it: to nearest, denormals kept, DX10_CLAMP, IEEE. */
enum { HARNESS_MODE = 0x3f0 };

static inline uint64_t state_mask(const struct harness_state *state, unsigned reg)
{
    return (uint64_t)state->sgpr[reg + 1] << 32 | state->sgpr[reg];
}
static inline void state_set_mask(struct harness_state *state, unsigned reg, uint64_t mask)
{
    state->sgpr[reg] = (uint32_t)mask;
    state->sgpr[reg + 1] = (uint32_t)(mask >> 32);
}
/* A pair of VGPRs as one number. */
static inline uint64_t state_pair(const struct harness_state *state, unsigned reg, unsigned lane)
{
    return (uint64_t)state->vgpr[reg + 1][lane] << 32 | state->vgpr[reg][lane];
}

/* The bits of a float as the number that they are, and back. */
static inline float harness_float(uint32_t bits)
{
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}
static inline uint32_t harness_bits(float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

/* Whether a test with HIPEMU_JIT=avx2, the |setting|, would repeat the one without; says so then.
 */
bool harness_lacks_avx512(const char *setting);

/* For waves of |lanes| on |target|. Ends the process with HARNESS_SKIPPED, saying why, if the
 * assembler is missing, or an LLVM that decodes the target's code; with 1 when anything else fails.
 * The assembler takes texts for gfx950 as if they were for gfx942: give it ".long" for what is new.
 */
struct harness *harness_open(const char *target, unsigned lanes);
void harness_close(struct harness *harness);
/* One instruction, or several lines of them; all before harness_assemble(). Returns its id: they
 * count from 0. */
unsigned harness_add(struct harness *harness, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* Ends the process with 1, and the assembler's own words, when it refuses one of the texts. */
void harness_assemble(struct harness *harness);

/* Runs text |id| from |state| to its end, which goes to |state|. False when it faulted: then
 * harness_fault() says how, and |state| is left as it was. */
bool harness_run(struct harness *harness, unsigned id, struct harness_state *state);
const struct fault *harness_fault(const struct harness *harness);

/* Whether text |id| begins with generated code: it ran often enough, and the host can. */
bool harness_has_code(const struct harness *harness, unsigned id);

/* Where the code of its first block is for waves whose lanes are all active; or NULL. Codes of
 * later texts follow, in the order in which they are made. */
const uint8_t *harness_code(const struct harness *harness, unsigned id);

const char *harness_text(const struct harness *harness, unsigned id);
struct device *harness_device(struct harness *harness); /* to allocate memory on */
uint8_t *harness_lds(struct harness *harness);          /* HARNESS_LDS bytes; they keep */
uint8_t *harness_scratch(struct harness *harness);      /* of the wave: HARNESS_SCRATCH a lane */

/* Notes a failure and prints it: the instruction, the lane, and the rest. After a few of the same
 * instruction it only counts. */
void harness_fail(struct harness *harness, unsigned id, unsigned lane, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
unsigned harness_failures(const struct harness *harness);

/* ---- Operands: random ones from a fixed seed, with the edges of every type among them -------- */

struct harness_random {
    uint64_t seed;
};
uint64_t random_bits(struct harness_random *random); /* every bit is random */
/* Often an edge, as an integer, a float, two halves or small numbers; else every bit is random. */
uint32_t random_32(struct harness_random *random);
uint64_t
random_64(struct harness_random *random); /* likewise, of 64 bits: also pairs of random_32 */
/* How often to draw operands: |runs|, or many times as often where KBUILD_TEST_LONG=1 asks for it.
 */
unsigned harness_runs(unsigned runs);
/* Fills every register and mask of |state|, but MODE and EXEC, which is all lanes. */
void random_state(struct harness_random *random, const struct harness *harness,
                  struct harness_state *state);
/* All lanes, none, one, or random ones: |kind| counts through them. */
uint64_t random_exec(struct harness_random *random, const struct harness *harness, unsigned kind);

#endif
