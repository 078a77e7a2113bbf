/* Accesses to rows: elements of one, two or four words that follow one another, lane after lane,
 * without gaps. Most loads and stores of waves with all lanes active access a row. The interpreter
 * calls a row a strip: see isa/strip.h. */
#include "memory.h"

enum { WORD = 4 };    /* how many bytes a word has */
enum { PLACE = R12 }; /* the register for the address of the first lane's element */
/* Names of the host's vector registers in this file. */
enum { EXPECTED, DIFFERS, STEP, INCREMENT };

static unsigned wave_bytes(const struct access *access)
{
    return access->block->lanes * access->element->bytes;
}

/* ---- Checking the addresses of a row --------------------------------------------------------- */

/* Leaves for the next method of access unless the numbers in VGPR |reg| rise by |step| from each
 * lane to the next. |step| is 0, or the bytes of an element. */
static void need_steps(struct access *access, unsigned reg, unsigned step)
{
    struct block *block = access->block;
    struct x86 *as = &block->as;
    x86_vex(as, VBROADCASTSS, EXPECTED, 0, lanes_place(block, OPERAND_VGPR, reg, 0));
    if (step) {
        x86_vex(as, VMOVUPS, STEP, 0, row_place(ROW_STEPS));
        for (unsigned bytes = step; bytes > WORD; bytes /= 2)
            x86_vex(as, VPADDD, STEP, STEP, in_register(STEP));
        x86_vex(as, VPADDD, EXPECTED, EXPECTED, in_register(STEP));
        x86_vex(as, VBROADCASTSS, INCREMENT, 0, literal(CHUNK * block_step(block) * step));
    }
    for (unsigned chunk = 0; chunk < block->lanes / CHUNK; chunk += block_step(block)) {
        if (step && chunk > 0)
            x86_vex(as, VPADDD, EXPECTED, EXPECTED, in_register(INCREMENT));
        x86_vex(as, VPXOR, chunk ? STEP : DIFFERS, EXPECTED,
                lanes_place(block, OPERAND_VGPR, reg, chunk));
        if (chunk)
            x86_vex(as, VPOR, DIFFERS, DIFFERS, in_register(STEP));
    }
    x86_vex(as, VPTEST, DIFFERS, 0, in_register(DIFFERS));
    access_leave_if(access, IF_NOT_EQUAL);
}

/* Leaves for the next method of access unless rax is a multiple of 4. */
static void need_alignment(struct access *access)
{
    x86_set(&access->block->as, RCX, WORD - 1);
    x86_op(&access->block->as, X86_TEST, false, RCX, in_register(RAX));
    access_leave_if(access, IF_NOT_EQUAL);
}

/* Leaves for the next method of access unless the |bytes| from the first lane's element on are in
 * LDS. PLACE = the address of that element. */
static void need_lds(struct access *access, unsigned bytes)
{
    struct block *block = access->block;
    struct x86 *as = &block->as;
    x86_op(as, X86_LOAD, false, RAX, lanes_place(block, OPERAND_VGPR, access->address->reg, 0));
    x86_set(as, RCX, access->offsets[0]);
    x86_op(as, X86_ADD, false, RAX, in_register(RCX));
    need_alignment(access);
    x86_op(as, X86_LOAD, true, PLACE, in_wave(offsetof(struct wave, group)));
    x86_op(as, X86_LOAD, false, RDX, in_memory(PLACE, offsetof(struct workgroup, lds_bytes)));
    x86_set(as, RCX, bytes);
    x86_op(as, X86_SUB, false, RDX, in_register(RCX));
    access_leave_if(access, IF_BELOW);
    x86_op(as, X86_CMP, false, RAX, in_register(RDX));
    access_leave_if(access, IF_ABOVE);
    x86_op(as, X86_LOAD, true, PLACE, in_memory(PLACE, offsetof(struct workgroup, lds)));
    x86_op(as, X86_ADD, true, PLACE, in_register(RAX));
}

/* Leaves for the next method of access unless all elements are in one allocation. The slot's
 * allocation is tried first. */
static void need_access(struct access *access)
{
    size_t is_inside =
        put_need(access->block, access->slot, PLACE, wave_bytes(access), access->is_load);
    access_leave_if(access, IF_EQUAL);
    x86_land(&access->block->as, is_inside);
}

static void find_in_memory(struct access *access)
{
    struct block *block = access->block;
    struct x86 *as = &block->as;
    const struct operand *base = access->base;
    unsigned reg = access->address->reg;
    /* the lower halves of the addresses must not wrap around */
    x86_op(as, X86_LOAD, false, RAX, lanes_place(block, OPERAND_VGPR, reg, 0));
    x86_set(as, RCX, UINT32_MAX - wave_bytes(access));
    x86_op(as, X86_CMP, false, RAX, in_register(RCX));
    access_leave_if(access, IF_ABOVE);
    if (base) {
        block_load_pair(block, RCX, base->reg, RDX);
        x86_op(as, X86_ADD, true, RAX, in_register(RCX));
    } else {
        need_steps(access, reg + 1, 0);
        x86_op(as, X86_LOAD, false, RCX, lanes_place(block, OPERAND_VGPR, reg + 1, 0));
        x86_shift(as, SHIFT_LEFT, RCX, 32);
        x86_op(as, X86_ADD, true, RAX, in_register(RCX));
    }
    x86_set(as, PLACE, (uint64_t)(int64_t)access->op->offset);
    x86_op(as, X86_ADD, true, PLACE, in_register(RAX));
    x86_op(as, X86_LOAD, true, RAX, in_register(PLACE));
    need_alignment(access);
    need_access(access);
}

/* ---- Moving the elements of a row ------------------------------------------------------------ */

/* The wave's registers are [word][lane], memory is [lane][word]. The functions below emit
 * transpositions of words and lanes in vector registers of the host, four lanes at a time. */

/* the immediate by which VPERMQ swaps the middle two quadwords of a register */
enum { ORDER = 0xd8 };

static void put_with(struct x86 *as, enum vex op, unsigned to, unsigned first, unsigned second)
{
    x86_vex(as, op, to, first, in_register(second));
}

static void put_order(struct x86 *as, unsigned reg)
{
    x86_vex_number(as, VPERMQ, reg, 0, in_register(reg), ORDER);
}

/* See memory.h. The code uses the vector registers 4 to 7 as temporaries. */
void rows_turn_fours(struct x86 *as)
{
    put_with(as, VUNPCKLPS, 4, 0, 1);
    put_with(as, VUNPCKHPS, 5, 0, 1);
    put_with(as, VUNPCKLPS, 6, 2, 3);
    put_with(as, VUNPCKHPS, 7, 2, 3);
    put_with(as, VUNPCKLPD, 0, 4, 6);
    put_with(as, VUNPCKHPD, 1, 4, 6);
    put_with(as, VUNPCKLPD, 2, 5, 7);
    put_with(as, VUNPCKHPD, 3, 5, 7);
}

/* Emits a transposition of registers 0 and 1, which have the elements of eight lanes, two words
 * each. With |is_load|, register 0 gets the first words and register 1 the second words of these
 * lanes; else the reverse. */
static void turn_twos(struct x86 *as, bool is_load)
{
    if (is_load) {
        x86_vex_number(as, VSHUFPS, 2, 0, in_register(1), EVEN_WORDS);
        x86_vex_number(as, VSHUFPS, 1, 0, in_register(1), ODD_WORDS);
        put_with(as, VMOVUPS, 0, 0, 2);
    }
    put_order(as, 0);
    put_order(as, 1);
    if (!is_load) {
        put_with(as, VUNPCKLPS, 2, 0, 1);
        put_with(as, VUNPCKHPS, 1, 0, 1);
        put_with(as, VMOVUPS, 0, 0, 2);
    }
}

/* Does what turn_twos() does, for 16 lanes. */
static void turn_wide_twos(struct x86 *as, bool is_load)
{
    x86_vex(as, VMOVUPS, 2, 0, row_place(is_load ? ROW_EVEN : ROW_LOWER));
    x86_vex(as, VMOVUPS, 3, 0, row_place(is_load ? ROW_ODD : ROW_UPPER));
    put_with(as, VPERMI2D, 2, 0, 1);
    put_with(as, VPERMI2D, 3, 0, 1);
    put_with(as, VMOVUPS, 0, 0, 2);
    put_with(as, VMOVUPS, 1, 0, 3);
}

/* Emits the moves of elements between memory and the host's vector registers, from register 0 on:
 * those of the eight lanes of |chunk|, or of 16 lanes with AVX-512. Elements of four words are
 * moved eight lanes at a time: register i has those of lanes i and i + 4. */
static void move_memory(const struct access *access, unsigned chunk)
{
    struct x86 *as = &access->block->as;
    unsigned words = access->element->bytes / WORD;
    bool is_load = access->is_load;
    for (unsigned i = 0; i < words; i++) {
        struct place at =
            in_memory(PLACE, (chunk * words + i * block_step(access->block)) * CHUNK_BYTES);
        if (words < 4) {
            x86_vex(as, is_load ? VMOVUPS : VMOVUPS_STORE, i, 0, at);
            continue;
        }
        at = in_memory(PLACE, (chunk * CHUNK + i) * 16);
        x86_vex(as, is_load ? VMOVUPS_128 : VMOVUPS_STORE_128, i, 0, at);
        at = in_memory(PLACE, (chunk * CHUNK + i + 4) * 16);
        x86_vex_number(as, is_load ? VINSERTF128 : VEXTRACTF128, i, is_load ? i : 0, at, 1);
    }
}

static void move_registers(const struct access *access, unsigned chunk)
{
    const struct operand *data = access->data[0];
    unsigned words = access->element->bytes / WORD;
    for (unsigned i = 0; i < words; i++)
        x86_vex(&access->block->as, access->is_load ? VMOVUPS_STORE : VMOVUPS, i, 0,
                lanes_place(access->block, data->kind, data->reg + i, chunk));
}

static void turn(const struct access *access)
{
    unsigned words = access->element->bytes / WORD;
    if (words == 2 && access->block->as.is_wide)
        turn_wide_twos(&access->block->as, access->is_load);
    else if (words == 2)
        turn_twos(&access->block->as, access->is_load);
    else if (words == 4)
        rows_turn_fours(&access->block->as);
}

/* Emits a load from LDS by flat addresses, for the case that the address is the same in all
 * lanes. */
static void put_same(struct access *access)
{
    struct block *block = access->block;
    struct x86 *as = &block->as;
    unsigned reg = access->address->reg, words = access->element->bytes / WORD;
    need_steps(access, reg, 0);
    need_steps(access, reg + 1, 0);
    need_lds(access, access->element->bytes);
    for (unsigned word = 0; word < words; word++) {
        x86_vex(as, VBROADCASTSS, 0, 0, in_memory(PLACE, (size_t)word * WORD));
        for (unsigned chunk = 0; chunk < block->lanes / CHUNK; chunk += block_step(block))
            x86_vex(as, VMOVUPS_STORE, 0, 0,
                    lanes_place(block, access->data[0]->kind, access->data[0]->reg + word, chunk));
    }
}

static void find_row(struct access *access)
{
    need_steps(access, access->address->reg, access->element->bytes);
    if (access->where == IN_LDS)
        need_lds(access, wave_bytes(access));
    else
        find_in_memory(access);
}

static void move_row(struct access *access)
{
    struct block *block = access->block;
    for (unsigned chunk = 0; chunk < block->lanes / CHUNK; chunk += block_step(block)) {
        if (access->is_load)
            move_memory(access, chunk);
        else
            move_registers(access, chunk);
        turn(access);
        if (access->is_load)
            move_registers(access, chunk);
        else
            move_memory(access, chunk);
    }
}

void put_row(struct access *access)
{
    struct block *block = access->block;
    block->as.is_wide = block->has_wide;
    if (access->where == IN_LDS_FLAT) {
        put_same(access);
    } else {
        find_row(access);
        /* Elements of four words are moved eight lanes at a time, because their code has only
         * instructions for eight lanes. */
        block->as.is_wide = block->has_wide && access->element->bytes < 4 * WORD;
        move_row(access);
    }
    block->as.is_wide = false;
}
