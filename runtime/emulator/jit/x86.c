/* The assembler. Memory operands always have an offset, of 8 or 32 bits: no base is special then,
 * but for rsp and r12, which need the SIB byte. */
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

/* ModRM, and what follows it. */
static void put_place(struct x86 *as, unsigned reg, struct place place)
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
        x86_byte(as, (uint8_t)(0x05 | middle)); /* relative to the next instruction */
        as->literals[as->literal_count].at = as->size;
        as->literals[as->literal_count++].value = place.value;
        put_number(as, 0, 4);
        return;
    }
    bool is_short = place.offset >= -128 && place.offset < 128;
    bool is_lane = place.kind == PLACE_LANE;
    x86_byte(as, (uint8_t)((is_short ? 0x40 : 0x80) | middle | (is_lane ? RSP : low)));
    if (is_lane)
        x86_byte(as, (uint8_t)(2 << 6 | RCX << 3 | low));
    else if (low == RSP)
        x86_byte(as, 0x24);
    put_number(as, (uint32_t)place.offset, is_short ? 1 : 4);
}

/* ---- General registers ----------------------------------------------------------------------- */

void x86_op(struct x86 *as, unsigned opcode, bool is_64, unsigned reg, struct place place)
{
    unsigned rex = 0x40u | (unsigned)is_64 << 3 | (reg >> 3) << 2 | place.reg >> 3;
    if (opcode & X86_LOCK)
        x86_byte(as, 0xf0);
    if (opcode & X86_16)
        x86_byte(as, 0x66);
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
    x86_aim(as, jump, as->size);
}

/* ---- Vector registers ------------------------------------------------------------------------ */

void x86_vex(struct x86 *as, enum vex op, unsigned reg, unsigned first, struct place place)
{
    unsigned map = (unsigned)op >> 16, prefix = (unsigned)op >> 8 & 3;
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

void x86_vex_number(struct x86 *as, enum vex op, unsigned reg, unsigned first, struct place place,
                    unsigned number)
{
    x86_vex(as, op, reg, first, place);
    x86_byte(as, (uint8_t)number);
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
