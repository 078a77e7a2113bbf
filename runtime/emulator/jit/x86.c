/* The assembler. Memory operands always have an offset, of 8 or 32 bits, so that no base register
 * is special, except rsp and r12, which need a SIB byte. Instructions of 16 lanes, or with a
 * register above 15, have the prefix EVEX in place of VEX. Instructions that make or use masks
 * differ in more than the prefix: see enum form. */
#include "x86.h"

#include <string.h>

void x86_byte(struct x86 *as, uint8_t byte)
{
    if (as->size == as->room) {
        as->is_full = true;
        return;
    }
    as->bytes[as->size++] = byte;
}

static void put_number(struct x86 *as, uint64_t value, unsigned bytes)
{
    for (unsigned i = 0; i < bytes; i++)
        x86_byte(as, (uint8_t)(value >> 8 * i));
}

/* Appends ModRM, SIB and offset. The offset, if it has 8 bits, counts in steps of |unit| bytes. */
static void put_scaled_place(struct x86 *as, unsigned reg, struct place place, int32_t unit)
{
    unsigned middle = (reg & 7) << 3, low = place.reg & 7;
    if (place.kind == PLACE_REGISTER) {
        x86_byte(as, (uint8_t)(0xc0 | middle | low));
        return;
    }
    if (place.kind == PLACE_LITERAL) {
        if (as->literal_count == X86_LITERALS) {
            as->is_full = true;
            return;
        }
        /* A literal is addressed by its distance from the end of the instruction. */
        x86_byte(as, (uint8_t)(0x05 | middle));
        as->literals[as->literal_count].at = as->size;
        as->literals[as->literal_count++].value = place.value;
        put_number(as, 0, 4);
        return;
    }
    int32_t units = place.offset / unit;
    bool is_short = place.offset % unit == 0 && units >= -128 && units < 128;
    bool is_lane = place.kind == PLACE_LANE;
    x86_byte(as, (uint8_t)((is_short ? 0x40 : 0x80) | middle | (is_lane ? RSP : low)));
    if (is_lane)
        x86_byte(as, (uint8_t)(2 << 6 | RCX << 3 | low));
    else if (low == RSP)
        x86_byte(as, 0x24);
    put_number(as, (uint32_t)(is_short ? units : place.offset), is_short ? 1 : 4);
}

static void put_place(struct x86 *as, unsigned reg, struct place place)
{
    put_scaled_place(as, reg, place, 1);
}

/* ---- General registers ----------------------------------------------------------------------- */

void x86_op(struct x86 *as, unsigned opcode, bool is_64, unsigned reg, struct place place)
{
    unsigned rex = 0x40u | (unsigned)is_64 << 3 | (reg >> 3) << 2 | place.reg >> 3;
    if (opcode & X86_LOCK)
        x86_byte(as, 0xf0);
    if (opcode & X86_16)
        x86_byte(as, 0x66);
    if (opcode & X86_REPEAT)
        x86_byte(as, 0xf3);
    if (rex != 0x40)
        x86_byte(as, (uint8_t)rex);
    if (opcode >> 8 & 0xff)
        x86_byte(as, (uint8_t)(opcode >> 8));
    x86_byte(as, (uint8_t)opcode);
    put_place(as, reg, place);
}

void x86_set(struct x86 *as, unsigned reg, uint64_t value)
{
    bool is_64 = value > UINT32_MAX;
    if (is_64 || reg > RDI)
        x86_byte(as, (uint8_t)(0x40 | is_64 << 3 | reg >> 3));
    x86_byte(as, (uint8_t)(0xb8 | (reg & 7)));
    put_number(as, value, is_64 ? 8 : 4);
}

void x86_store_number(struct x86 *as, struct place place, uint32_t value)
{
    x86_op(as, 0xc7, false, 0, place);
    put_number(as, value, 4);
}

void x86_compare_number(struct x86 *as, bool is_64, struct place place, int8_t value)
{
    x86_op(as, 0x83, is_64, 7, place);
    x86_byte(as, (uint8_t)value);
}

void x86_add_number(struct x86 *as, bool is_64, unsigned reg, uint32_t value)
{
    x86_op(as, 0x81, is_64, 0, in_register(reg));
    put_number(as, value, 4);
}

void x86_subtract_number(struct x86 *as, struct place place, uint32_t value)
{
    x86_op(as, 0x81, false, 5, place);
    put_number(as, value, 4);
}

void x86_shift(struct x86 *as, unsigned kind, unsigned reg, uint8_t count)
{
    x86_op(as, 0xc1, true, kind, in_register(reg));
    x86_byte(as, count);
}

void x86_call(struct x86 *as, x86_function *function)
{
    as->mask_lanes = 0;
    x86_set(as, RAX, (uint64_t)(uintptr_t)function);
    x86_op(as, 0xff, false, 2, in_register(RAX));
}

void x86_push(struct x86 *as, unsigned reg)
{
    x86_op(as, 0xff, false, 6, in_register(reg));
}

void x86_pop(struct x86 *as, unsigned reg)
{
    x86_op(as, 0x8f, false, 0, in_register(reg));
}

void x86_return(struct x86 *as)
{
    x86_byte(as, 0xc3);
}

void x86_jump_to_register(struct x86 *as, unsigned reg)
{
    x86_op(as, 0xff, false, 4, in_register(reg));
}

size_t x86_jump(struct x86 *as)
{
    x86_byte(as, 0xe9);
    put_number(as, 0, 4);
    return as->size;
}

size_t x86_jump_if(struct x86 *as, enum condition_code condition)
{
    x86_byte(as, 0x0f);
    x86_byte(as, (uint8_t)(0x80 | condition));
    put_number(as, 0, 4);
    return as->size;
}

void x86_aim(struct x86 *as, size_t jump, size_t target)
{
    uint32_t distance = (uint32_t)(target - jump);
    if (!as->is_full)
        memcpy(as->bytes + jump - 4, &distance, 4);
}

void x86_land(struct x86 *as, size_t jump)
{
    as->mask_lanes = 0;
    x86_aim(as, jump, as->size);
}

/* ---- Vector registers ------------------------------------------------------------------------ */

static void put_vex(struct x86 *as, unsigned op, unsigned reg, unsigned first, struct place place)
{
    unsigned map = op >> 16, prefix = op >> 8 & 3;
    bool has_high_reg = reg > 7, has_high_place = place.reg > 7, is_wide = op & VEX_WIDE;
    unsigned last = (~first & 15) << 3 | (op & VEX_128 ? 0 : 4) | prefix;
    if (map == 1 && !has_high_place && !is_wide) {
        x86_byte(as, 0xc5);
        x86_byte(as, (uint8_t)((has_high_reg ? 0 : 0x80) | last));
    } else {
        x86_byte(as, 0xc4);
        x86_byte(as,
                 (uint8_t)((has_high_reg ? 0 : 0x80) | 0x40 | (has_high_place ? 0 : 0x20) | map));
        x86_byte(as, (uint8_t)((is_wide ? 0x80 : 0) | last));
    }
    x86_byte(as, (uint8_t)op);
    put_place(as, reg, place);
}

/* ---- AVX-512 --------------------------------------------------------------------------------- */

/* How an instruction is encoded if it has 16 lanes or a register above 15. */
enum form {
    FORM_NONE,      /* there is no encoding with EVEX */
    FORM_NARROW,    /* encoded with VEX, because the instruction has 128 bits or needs no EVEX */
    FORM_SAME,      /* encoded with EVEX in place of VEX */
    FORM_COMPARES,  /* compares to a mask, then turns the mask into lanes */
    FORM_CHOOSES,   /* turns lanes into a mask, then blends by the mask */
    FORM_BLENDS,    /* blends by a mask that is made from the immediate */
    FORM_TESTS,     /* turns the signs of lanes into a mask, then tests the mask */
    FORM_TESTS_ALL, /* makes a mask of the lanes that are not 0, then tests the mask */
    FORM_GATHERS,   /* turns the signs of lanes into a mask, then moves it to a general register */
    FORM_HALVES,    /* moves one half of the register, which is 256 bits */
};

/* The mask register that the assembler uses, and the instructions that only AVX-512 has. */
enum {
    WIDE_MASK = 1, /* the number of the mask register k1 */
    KMOV_FROM_MASK = VEX(1, 0, 0x93) | VEX_128,
    KMOV_TO_MASK = VEX(1, 3, 0x92) | VEX_128,
    KXNOR = VEX(1, 0, 0x46),
    KORTEST = VEX(1, 0, 0x98) | VEX_128,
    VPMOVM2D = VEX(2, 2, 0x38),
    VPMOVM2Q = VEX(2, 2, 0x38) | VEX_WIDE,
    VPMOVD2M = VEX(2, 2, 0x39),
    VPTESTMD = VEX(2, 1, 0x27),
    VBLENDMPS = VEX(2, 1, 0x65),
    VPBLENDMW = VEX(2, 1, 0x66) | VEX_WIDE,
    VINSERTF64X4 = VEX(3, 1, 0x1a) | VEX_WIDE,
    VEXTRACTF64X4 = VEX(3, 1, 0x1b) | VEX_WIDE,
};

static enum form form_of(enum vex op)
{
    switch (op) {
    case VCMPPS:
    case VCMPPD:
    case VPCMPGTD:
    case VPCMPEQD:
    case VPCMPEQQ:
    case VPCMPGTQ: return FORM_COMPARES;
    case VBLENDVPS: return FORM_CHOOSES;
    case VPBLENDD:
    case VPBLENDW: return FORM_BLENDS;
    case VTESTPS: return FORM_TESTS;
    case VMOVMSKPS: return FORM_GATHERS;
    case VPERMQ:
    case VINSERTF128: return FORM_HALVES;
    case VPTEST: return FORM_TESTS_ALL;
    case VEXTRACTF128:
    case VPMOVZXBD: return FORM_NONE;
    default: return op & VEX_128 ? FORM_NARROW : FORM_SAME;
    }
}

/* Whether the elements of |op| have 64 bits. EVEX encodes the size of elements, VEX does not. */
static bool has_quads(enum vex op)
{
    switch (op) {
    case VUNPCKLPD:
    case VUNPCKHPD:
    case VADDPD:
    case VSQRTPD:
    case VSUBPD:
    case VMINPD:
    case VDIVPD:
    case VMAXPD:
    case VMULPD:
    case VCVTPD2PS:
    case VCVTTPD2DQ:
    case VCMPPD:
    case VSHIFT_Q:
    case VPSUBQ:
    case VPMULUDQ:
    case VPMULDQ:
    case VPCMPEQQ:
    case VPCMPGTQ:
    case VROUNDPD: return true;
    default: return op & VEX_WIDE;
    }
}

/* Returns how many bytes |op| reads from memory. With EVEX, offsets of 8 bits count in steps of
 * this size. */
static int32_t bytes_read(const struct x86 *as, enum vex op)
{
    int32_t all = as->is_wide ? 64 : 32;
    switch (op) {
    case VBROADCASTSS: return 4;
    case VBROADCASTF128: return 16;
    case VCVTPS2PD:
    case VCVTDQ2PD:
    case VPMOVZXDQ:
    case VPMOVZXWD:
    case VCVTPH2PS: return all / 2;
    default: return all;
    }
}

/* Appends an instruction with EVEX: an enum vex, or an instruction that only AVX-512 has. |mask| is
 * the mask register; 0 means none. */
static void put_evex(struct x86 *as, unsigned op, unsigned mask, unsigned reg, unsigned first,
                     struct place place)
{
    unsigned map = op >> 16, prefix = op >> 8 & 3, wide = has_quads((enum vex)op);
    unsigned place_reg = place.kind == PLACE_LITERAL ? 0 : place.reg;
    x86_byte(as, 0x62);
    x86_byte(as, (uint8_t)((~reg & 8) << 4 | (~place_reg & 16) << 2 | (~place_reg & 8) << 2 |
                           (~reg & 16) | map));
    x86_byte(as, (uint8_t)(wide << 7 | (~first & 15) << 3 | 4 | prefix));
    x86_byte(as, (uint8_t)((as->is_wide ? 2 : 1) << 5 | (~first & 16) >> 1 | mask));
    x86_byte(as, (uint8_t)op);
    put_scaled_place(as, reg, place, bytes_read(as, (enum vex)op));
}

static void lanes_to_mask(struct x86 *as, unsigned reg)
{
    if (as->mask_lanes == reg + 1)
        return;
    as->mask_lanes = reg + 1;
    put_evex(as, VPMOVD2M, 0, WIDE_MASK, 0, in_register(reg));
}

static void test_all(struct x86 *as, struct place place)
{
    as->mask_lanes = 0;
    put_evex(as, VPTESTMD, 0, WIDE_MASK, place.reg, place);
    put_vex(as, KORTEST, WIDE_MASK, 0, in_register(WIDE_MASK));
}

static void blend(struct x86 *as, enum vex op, unsigned reg, unsigned first, struct place place,
                  unsigned number)
{
    as->mask_lanes = 0;
    /* a mask that repeats the immediate for every eight lanes */
    x86_set(as, RAX, number * 0x01010101);
    put_vex(as, KMOV_TO_MASK, WIDE_MASK, 0, in_register(RAX));
    put_evex(as, op == VPBLENDD ? VBLENDMPS : VPBLENDMW, WIDE_MASK, reg, first, place);
}

/* Appends a move of 256 bits. VPERMQ moves the upper half of |place| to the lower half of |reg|;
 * VINSERTF128 inserts |place| as the upper half of |reg|. */
static void move_half(struct x86 *as, enum vex op, unsigned reg, unsigned first, struct place place)
{
    if (op == VINSERTF128)
        put_evex(as, VINSERTF64X4, 0, reg, first, place);
    else
        put_evex(as, VEXTRACTF64X4, 0, place.reg, 0, in_register(reg));
    x86_byte(as, 1);
}

/* Returns how an instruction is encoded, which depends on its registers and on |is_wide|. */
static enum form choose_form(const struct x86 *as, enum vex op, unsigned reg, unsigned first,
                             struct place place, unsigned number)
{
    bool has_high = reg > 15 || first > 15 || (place.kind == PLACE_REGISTER && place.reg > 15) ||
                    (op == VBLENDVPS && number >> 4 > 15);
    enum form form = as->is_wide || has_high ? form_of(op) : FORM_NARROW;
    return form == FORM_HALVES && !as->is_wide ? FORM_SAME : form;
}

static void put_form(struct x86 *as, enum form form, enum vex op, unsigned reg, unsigned first,
                     struct place place, unsigned number)
{
    if (form == FORM_CHOOSES || form == FORM_TESTS || form == FORM_GATHERS)
        lanes_to_mask(as, form == FORM_CHOOSES ? number >> 4 : place.reg);
    switch (form) {
    case FORM_NONE: as->is_full = true; break;
    case FORM_NARROW: put_vex(as, op, reg, first, place); break;
    case FORM_SAME: put_evex(as, op, 0, reg, first, place); break;
    case FORM_COMPARES: put_evex(as, op, 0, WIDE_MASK, first, place); break;
    case FORM_CHOOSES: put_evex(as, VBLENDMPS, WIDE_MASK, reg, first, place); break;
    case FORM_BLENDS: blend(as, op, reg, first, place, number); break;
    case FORM_TESTS_ALL: test_all(as, place); break;
    case FORM_TESTS: put_vex(as, KORTEST, WIDE_MASK, 0, in_register(WIDE_MASK)); break;
    case FORM_GATHERS: put_vex(as, KMOV_FROM_MASK, reg, 0, in_register(WIDE_MASK)); break;
    case FORM_HALVES: move_half(as, op, reg, first, place); break;
    }
}

bool x86_has_wide(enum vex op, unsigned number)
{
    return form_of(op) > FORM_NARROW && (op != VPERMQ || number == UPPER_QUADS);
}

/* ---- VEX or EVEX
 * ------------------------------------------------------------------------------ */

static void mask_to_lanes(struct x86 *as, enum vex op, unsigned reg)
{
    as->mask_lanes = has_quads(op) ? 0 : reg + 1;
    put_evex(as, has_quads(op) ? VPMOVM2Q : VPMOVM2D, 0, reg, 0, in_register(WIDE_MASK));
}

/* Returns the vector register that an instruction writes. For a store, returns the register that is
 * stored; taking it for written does no harm. */
static unsigned written_by(enum vex op, unsigned reg, unsigned first, struct place place)
{
    return op == VSHIFT_D || op == VSHIFT_Q ? first : op == VCVTPS2PH ? place.reg : reg;
}

/* Notes that |reg| is written: k1 no longer has the sign bits of its lanes. */
static void note_write(struct x86 *as, unsigned reg)
{
    if (!as->is_wide || as->mask_lanes == reg + 1)
        as->mask_lanes = 0;
}

void x86_vex(struct x86 *as, enum vex op, unsigned reg, unsigned first, struct place place)
{
    enum form form = choose_form(as, op, reg, first, place, 0);
    put_form(as, form, op, reg, first, place, 0);
    if (op != VMOVUPS_STORE)
        note_write(as, written_by(op, reg, first, place));
    if (form == FORM_COMPARES)
        mask_to_lanes(as, op, reg);
}

void x86_vex_number(struct x86 *as, enum vex op, unsigned reg, unsigned first, struct place place,
                    unsigned number)
{
    enum form form = choose_form(as, op, reg, first, place, number);
    put_form(as, form, op, reg, first, place, number);
    if (form == FORM_SAME || form == FORM_COMPARES || form == FORM_NARROW)
        x86_byte(as, (uint8_t)number);
    note_write(as, written_by(op, reg, first, place));
    if (form == FORM_COMPARES)
        mask_to_lanes(as, op, reg);
}

void x86_gather(struct x86 *as, unsigned reg, unsigned base, unsigned index, unsigned mask)
{
    x86_byte(as, 0xc4);
    x86_byte(as,
             (uint8_t)((reg > 7 ? 0 : 0x80) | (index > 7 ? 0 : 0x40) | (base > 7 ? 0 : 0x20) | 2));
    x86_byte(as, (uint8_t)((~mask & 15) << 3 | 4 | 1));
    x86_byte(as, 0x90);
    x86_byte(as, (uint8_t)(0x80 | (reg & 7) << 3 | RSP));
    x86_byte(as, (uint8_t)(2 << 6 | (index & 7) << 3 | (base & 7)));
    put_number(as, 0, 4);
}

void x86_gather_wide(struct x86 *as, unsigned reg, unsigned base, unsigned index, uint32_t offset)
{
    as->mask_lanes = 0;
    put_vex(as, KXNOR, WIDE_MASK, WIDE_MASK, in_register(WIDE_MASK)); /* sets k1 to all lanes */
    x86_byte(as, 0x62);
    x86_byte(as,
             (uint8_t)((~reg & 8) << 4 | (~index & 8) << 3 | (~base & 8) << 2 | (~reg & 16) | 2));
    x86_byte(as, 0x7d);
    x86_byte(as, (uint8_t)(2 << 5 | (~index & 16) >> 1 | WIDE_MASK));
    x86_byte(as, 0x90);
    x86_byte(as, (uint8_t)(0x80 | (reg & 7) << 3 | RSP));
    x86_byte(as, (uint8_t)((index & 7) << 3 | (base & 7)));
    put_number(as, offset, 4);
}

void x86_clear_upper(struct x86 *as)
{
    put_number(as, 0x77f8c5, 3);
}

void x86_finish(struct x86 *as)
{
    for (unsigned i = 0; i < as->literal_count; i++) {
        x86_aim(as, as->literals[i].at + 4, as->size);
        put_number(as, as->literals[i].value, 4);
    }
}
