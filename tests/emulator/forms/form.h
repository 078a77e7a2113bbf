/* form: an instruction with its operands written in one of the ways that its encoding has.
 *
 * The plain form has each source in vector registers (in scalar ones, if it is a scalar
 * instruction) and no modifier. Any other form does what the plain form does with the sources that
 * the modifiers make: encode.c writes the encodings, model.c says what the modifiers do. Both are
 * written from AMD's ISA documents, and share nothing with the decoder and the drivers.
 */
#ifndef TESTS_EMULATOR_FORM_H
#define TESTS_EMULATOR_FORM_H

#include "harness.h"

enum format {
    FORMAT_VOP1,
    FORMAT_VOP2,
    FORMAT_VOPC,
    FORMAT_VOP3,
    FORMAT_VOP3P,
    FORMAT_SOP1,
    FORMAT_SOP2,
    FORMAT_SOPC,
    FORMAT_COUNT
};

/* Where the operands are. A source has up to 32 registers, the second one 16. */
enum {
    SOURCE_VGPR = 16, /* the first; see form_vgpr() */
    RESULT_VGPR = 96,
    SOURCE_SGPR = 16, /* of a scalar instruction; and every 16 from there */
    RESULT_SGPR = 80,
    SCALAR = 56, /* a scalar source of a vector instruction; and every 4 from there */
    MASK = 40,   /* a mask, or another source that is always scalar; likewise */
    FIELDS = 3,
    WORDS = 3, /* of an encoding */
};

static inline unsigned form_vgpr(unsigned field)
{
    static const unsigned registers[FIELDS] = {SOURCE_VGPR, 48, 64};
    return registers[field];
}

enum source_kind {
    SOURCE_REGISTER,
    SOURCE_HIGH_HALF, /* since gfx11: "v1.h" of VOP1, VOP2 and VOPC */
    SOURCE_SCALAR,
    SOURCE_CONSTANT, /* |code|: 128 to 208 and 240 to 248 */
    SOURCE_LITERAL
};

struct source {
    uint8_t kind, code;
    bool high, high_of_high; /* op_sel, op_sel_hi */
    bool neg, abs;           /* abs is neg_hi in VOP3P */
    uint8_t select;          /* SDWA: 0 to 3 a byte, 4 and 5 a word, 6 all */
    bool sext;
};

/* Which operands are in accumulators: the first, the second, or the result and what is added. */
enum { ACCUMULATOR_A = 1, ACCUMULATOR_B = 2, ACCUMULATOR_RESULT = 4 };

enum extension { EXTENSION_NONE, EXTENSION_DPP, EXTENSION_DPP8, EXTENSION_SDWA };
enum { SELECT_ALL = 6 };

struct form {
    struct source src[FIELDS];
    bool dst_high, in_place; /* the result's register is the first source's */
    bool clamp, pads;        /* pads: fields without a source hold 128 */
    uint8_t omod;
    uint8_t accumulators; /* products of matrices: a set of ACCUMULATOR_* */
    uint8_t extension;
    uint16_t control; /* DPP */
    bool bound, fetch_inactive;
    uint8_t row_mask, bank_mask;
    uint32_t lanes;                 /* DPP8: 3 bits a lane */
    uint8_t dst_select, dst_unused; /* SDWA */
};

/* The plain form of an opcode, decoded. */
struct plain {
    enum format format;
    unsigned opcode;
    enum generation generation;
    unsigned scalar_fields; /* a bit each: not a vector register even in the plain form */
    unsigned used_fields;
    unsigned result;       /* the field of the result, if the op writes a scalar register or none */
    int source_of[FIELDS]; /* op.src[] of a field; -1: the op has none there */
    struct op op;
    char text[128];
};

enum { LITERAL = 0x4640b3cd };

struct form form_plain(const struct plain *plain);
/* The encoding: WORDS of it, of which the last may not belong to the instruction. */
void form_encode(const struct plain *plain, const struct form *form, uint32_t out[WORDS]);

/* The modifiers of a source that mean something for its type: a set of MODIFIER_*. */
enum { MODIFIER_HIGH = 1, MODIFIER_ABS = 2, MODIFIER_NEG = 4, MODIFIER_HIGH_OF_HIGH = 8 };
unsigned form_modifiers(const struct plain *plain, unsigned field);
bool form_has_signs(const struct plain *plain, unsigned field);
bool form_has_half(const struct plain *plain); /* the result has 16 bits */
/* Why the model does not know what |form| does; NULL if it does. */
const char *form_unknown(const struct plain *plain, const struct form *form);
/* The state in which the plain form does what |form| does in |state|, */
void form_sources(const struct plain *plain, const struct form *form, unsigned lanes,
                  const struct harness_state *state, struct harness_state *out);
/* and where |form| ends, by where the plain form ended: |state| is changed from the one before to
 * the one behind. */
void form_results(const struct plain *plain, const struct form *form, unsigned lanes,
                  const struct harness_state *ended, struct harness_state *state);

#endif
