/* memory_form: a memory instruction with its address written in one of the ways that its encoding
 * has.
 *
 * The plain form has the whole address in vector registers (of scalar loads, in the base), no
 * offset and no hint for caches. Any other form does what the plain one does with the sum of its
 * parts. Written from the chapters "Microcode Formats" and on memory of AMD's ISA documents, and
 * shares nothing with the decoder and the drivers.
 */
#ifndef TESTS_EMULATOR_MEMORY_FORM_H
#define TESTS_EMULATOR_MEMORY_FORM_H

#include "harness.h"

enum memory_format {
    MEMORY_FLAT,
    MEMORY_GLOBAL,
    MEMORY_SCRATCH,
    MEMORY_LDS,
    MEMORY_BUFFER,
    MEMORY_SCALAR,
    MEMORY_FORMATS
};

/* Where the operands are: a pair of registers, or with idxen two numbers, has the address. */
enum {
    MEMORY_ADDRESS = 16,
    MEMORY_DATA = 32,
    MEMORY_SECOND = 40, /* of instructions of LDS */
    MEMORY_RESULT = 80,
    MEMORY_ROWS = 8,       /* no result has more registers */
    MEMORY_BASE = 8,       /* s[8:9], or the descriptor in s[8:11] */
    MEMORY_OFFSET = 20,    /* the scalar part of an address */
    MEMORY_TO_SCALAR = 32, /* of scalar loads */
    MEMORY_WORDS = 3,
};

enum { CODE_OFF = 0xff }; /* no scalar part */

struct memory_form {
    int32_t offset; /* of LDS, 16 bits or two numbers */
    bool has_vector, has_index;
    bool has_base;     /* a pair of scalars, and the vector has 32 bits */
    uint8_t scalar;    /* the encoding's code of the scalar part */
    uint8_t hints;     /* for caches; bit 0 means of atomics that they return */
    bool accumulators; /* data and result are in them */
    bool in_place;     /* the result takes the address's registers */
    bool to_lds;       /* to LDS, at M0, in place of the result */
};

struct memory_plain {
    enum memory_format format;
    unsigned opcode;
    enum generation generation;
    bool is_atomic, is_load, has_two; /* |has_two|: offsets, of LDS */
    bool by_lane;        /* the lane's number is a part of the address, and of LDS M0 */
    unsigned lds_fields; /* bits: address, data, second data, result; else 0 */
    struct memory_form form;
    char text[128];
    unsigned id;
};

enum {
    MEMORY_LDS_START =
        60 * 1024,    /* where LDS's part that is compared begins: before it is room for offsets */
    MEMORY_SLOT = 16, /* no element is larger */
};

/* What addresses are of: the start of memory. */
struct memory_ground {
    uint8_t *memory;
    unsigned lanes;
    enum generation generation;
};

/* Puts the parts of the addresses of |places|, a place a lane, where |form| has them. A place is a
 * number of bytes from the start of memory, of the part of LDS, or of scratch. */
void memory_set_address(const struct memory_ground *ground, const struct memory_plain *plain,
                        const struct memory_form *form, const uint32_t *places,
                        struct harness_state *state);
/* The second address of the plain form of an instruction with two, which is two instructions. */
void memory_set_second(const struct memory_plain *plain, const struct memory_form *form,
                       struct harness_state *state);

/* Returns the number of words. */
unsigned memory_encode(const struct memory_plain *plain, const struct memory_form *form,
                       uint32_t out[MEMORY_WORDS]);
/* The number of opcodes. */
unsigned memory_opcodes(enum memory_format format, enum generation generation);
/* Null as a scalar part. */
uint8_t memory_null(enum generation generation);

#endif
