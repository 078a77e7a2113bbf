/* model: memory as the tests expect it, byte for byte, beside the one that the emulator has.
 */
#ifndef TESTS_EMULATOR_ISA_MEMORY_MODEL_H
#define TESTS_EMULATOR_ISA_MEMORY_MODEL_H

#include "../harness.h"

enum place { PLACE_GLOBAL, PLACE_LDS, PLACE_SCRATCH, PLACES };

enum { REGION = 1024 }; /* bytes of each place; of scratch, a lane's */

struct model {
    struct harness *harness;
    unsigned lanes;
    bool is_gfx11; /* names of gfx11 and later */
    struct harness_random random;
    uint8_t *global;
    uint8_t expected[2][REGION];
    uint8_t expected_scratch[LANES_MAX][REGION];
};

void model_open(struct model *model, const char *target, unsigned lanes);
/* The exit code of a test: how many failed. */
int model_close(struct model *model);

/* Random bytes in every place, and the same ones expected. */
void model_fill(struct model *model);
/* Expected bytes, little-endian, and their change; |lane| matters for scratch only. */
uint64_t model_read(const struct model *model, enum place place, unsigned lane, uint32_t offset,
                    unsigned bytes);
void model_write(struct model *model, enum place place, unsigned lane, uint32_t offset,
                 unsigned bytes, uint64_t value);
/* A byte as the emulator has it. */
uint8_t *model_actual(const struct model *model, enum place place, unsigned lane, uint32_t offset);
/* Compares memory with what is expected, and reports the first byte that differs. */
void model_compare(struct model *model, unsigned id);

/* The flat address of a byte; of LDS and scratch, behind their apertures. */
uint64_t model_flat(const struct model *model, enum place place, uint32_t offset);

/* Fails for every VGPR of |state| that differs from |expected|. */
void model_compare_registers(struct model *model, unsigned id, const struct harness_state *state,
                             const struct harness_state *expected);

/* access: the ways in which the tests' instructions address memory: the assembly,
 * and the registers that make lane i access byte |offset[i]| of a place.
 *
 * v[2:3] hold addresses, s[4:5] and s6 bases, s[8:11] a buffer's descriptor.
 */

struct access_form {
    const char *prefix; /* "global", "ds" */
    const char *before; /* the address, where it comes before the data */
    const char *behind; /* the text behind the data */
    void (*prepare)(struct model *model, int32_t immediate, struct harness_state *state,
                    enum place *places, uint32_t *offsets);
    int32_t least, most; /* immediate offsets that every target has */
    bool no_gfx9, no_gfx10, no_gfx11;
    bool no_atomics;
};

extern const struct access_form access_forms[];
extern const unsigned access_form_count;
bool access_has(const struct access_form *form, const char *target);

#endif
