/* Random expressions, all of whose results every correct machine computes to the last bit. */
#ifndef RANDOM_PROGRAM_H
#define RANDOM_PROGRAM_H

#include <stddef.h>
#include <stdint.h>

#include <stdbool.h>

struct random_program {
    char text[4096];
    uint32_t input_count, output_count;
    bool is_float[8]; /* of each input: a float type, else one of integers */
    bool has_rows;    /* then inputs hold whole numbers from -8 to 8, of which sums are exact */
};

/* |is_coarse|: without operations that are not exact where all floats are of 16 bits or fewer. Rows
 * have at most |length| elements. Scalars are s and t. */
void random_program(uint64_t seed, bool has_rows, bool is_coarse, uint32_t length,
                    struct random_program *out);

/* The next random number. */
uint64_t random_next(uint64_t *state);

#endif
