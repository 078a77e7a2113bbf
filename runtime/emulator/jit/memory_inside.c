/* Accesses of waves with all lanes active to elements that are all in LDS, or all in one
 * allocation. The code checks the offsets of all lanes together, as vectors, and then moves the
 * lanes without further checks. If all lanes load the same element, it is loaded once.
 *
 * The offset of a lane is its address in LDS; or its address register, if the address has a scalar
 * base; or else the lower half of its address, and then the upper halves must be the same in all
 * lanes.
 */
#include "memory.h"

/* Names of the host's vector registers in this file. */
enum { LEAST, MOST, FIRST, LIMIT, PART, SAME };

static void broadcast(struct x86 *as, unsigned to, unsigned from)
{
    x86_vex(as, VMOVD, to, 0, in_register(from));
    x86_vex(as, VBROADCASTSS, to, 0, in_register(to));
}

/* ---- Checking that all lanes are in one allocation ------------------------------------------- */

/* Emits r12 = the first lane's address. */
static void load_first(const struct access *access)
{
    struct block *block = access->block;
    struct x86 *as = &block->as;
    unsigned reg = access->address->reg;
    x86_op(as, X86_LOAD, false, R12, lanes_place(block, OPERAND_VGPR, reg, 0));
    if (access->base) {
        block_load_pair(block, RAX, access->base->reg, RDX);
        x86_op(as, X86_ADD, true, R12, in_register(RAX));
    } else {
        x86_op(as, X86_LOAD, false, RAX, lanes_place(block, OPERAND_VGPR, reg + 1, 0));
        x86_shift(as, SHIFT_LEFT, RAX, 32);
        x86_op(as, X86_OR, true, R12, in_register(RAX));
    }
    if (access->op->offset)
        x86_add_number(as, true, R12, (uint32_t)access->op->offset);
}

/* Emits code that sets START and PLACES for the allocation that has the first lane's element, and
 * ADDED. */
static void load_memory(struct access *access)
{
    struct x86 *as = &access->block->as;
    unsigned bytes = access->element->bytes;
    load_first(access);
    size_t is_inside = put_need(access->block, access->slot, R12, bytes, access->is_load);
    access_leave_if(access, IF_EQUAL);
    x86_land(as, is_inside);
    x86_op(as, X86_LOAD, true, START, SLOT_PLACE(access->slot, address));
    lanes_count_places(as, true, SLOT_PLACE(access->slot, size), bytes);
    lanes_load_added(access);
}

/* Emits code that sets START, PLACES and ADDED for LDS. If a lane has two elements, PLACES counts
 * the offsets at which both fit. */
static void load_lds(const struct access *access)
{
    struct x86 *as = &access->block->as;
    uint32_t most =
        access->offsets[0] > access->offsets[1] ? access->offsets[0] : access->offsets[1];
    lanes_load_lds(access);
    if (!has_one_element(access)) {
        x86_set(as, RDX, most);
        x86_op(as, X86_SUB, true, PLACES, in_register(RDX));
    }
    x86_op(as, X86_LOAD, true, ADDED, in_register(START));
}

/* Leaves for the next method of access unless edx is the upper half of every lane's address. */
static void need_same_half(struct access *access)
{
    struct block *block = access->block;
    struct x86 *as = &block->as;
    broadcast(as, FIRST, RDX);
    for (unsigned chunk = 0; chunk < block_chunks(block); chunk += block_step(block)) {
        unsigned to = chunk ? PART : LIMIT;
        x86_vex(as, VPXOR, to, FIRST,
                lanes_place(block, OPERAND_VGPR, access->address->reg + 1u, chunk));
        if (chunk)
            x86_vex(as, VPOR, LIMIT, LIMIT, in_register(PART));
    }
    x86_vex(as, VPTEST, LIMIT, 0, in_register(LIMIT));
    access_leave_if(access, IF_NOT_EQUAL);
}

/* On entry, rax has START - ADDED. Leaves for the next method of access unless the upper half of
 * every lane's address is that of rax. Afterwards, ADDED includes this upper half, and rax has only
 * its lower half. */
static void need_upper_half(struct access *access)
{
    struct x86 *as = &access->block->as;
    x86_op(as, X86_LOAD, true, RDX, in_register(RAX));
    x86_shift(as, SHIFT_RIGHT, RDX, 32);
    need_same_half(access);
    x86_shift(as, SHIFT_LEFT, RDX, 32);
    x86_op(as, X86_ADD, true, ADDED, in_register(RDX));
    x86_op(as, X86_LOAD, false, RAX, in_register(RAX));
}

/* On entry, rax has the offset of START, a signed number of 64 bits. Afterwards, rax has the first
 * offset at which an element may begin, and END has the last such offset, as numbers of 32 bits.
 * Leaves for the next method of access if there is no such offset. */
static void find_limits(struct access *access)
{
    struct x86 *as = &access->block->as;
    x86_op(as, X86_LOAD, true, END, in_register(PLACES));
    x86_op(as, X86_TEST, true, END, in_register(END));
    /* This jump is taken if no element fits into the allocation. */
    access_leave_if(access, IF_NOT_GREATER);
    x86_op(as, X86_ADD, true, END, in_register(RAX));
    /* This jump is taken if the last possible offset is below 0. */
    access_leave_if(access, IF_NOT_GREATER);
    x86_op(as, X86_XOR, false, RDX, in_register(RDX));
    x86_op(as, X86_TEST, true, RAX, in_register(RAX));
    x86_op(as, X86_CMOV | IF_LESS, true, RAX, in_register(RDX));
    x86_set(as, RDX, UINT32_MAX);
    x86_op(as, X86_CMP, true, RAX, in_register(RDX));
    access_leave_if(access, IF_ABOVE);
    x86_add_number(as, true, END, UINT32_MAX); /* The number is -1, sign-extended to 64 bits. */
    x86_op(as, X86_CMP, true, END, in_register(RDX));
    x86_op(as, X86_CMOV | IF_ABOVE, true, END, in_register(RDX));
}

/* Emits code that sets LEAST and MOST. Among the 8 or 16 lanes of LEAST is the least of all
 * offsets; among those of MOST, the greatest. */
static void find_extremes(const struct access *access)
{
    struct block *block = access->block;
    struct x86 *as = &block->as;
    unsigned reg = access->address->reg;
    bool wraps = has_wrapping_offset(access);
    x86_vex(as, VBROADCASTSS, FIRST, 0, lanes_place(block, OPERAND_VGPR, reg, 0));
    if (wraps) {
        x86_vex(as, VBROADCASTSS, SAME, 0, literal(access->offsets[0]));
        x86_vex(as, VPADDD, FIRST, FIRST, in_register(SAME));
    }
    for (unsigned chunk = 0; chunk < block_chunks(block); chunk += block_step(block)) {
        struct place row = lanes_place(block, OPERAND_VGPR, reg, chunk);
        if (wraps) {
            x86_vex(as, VPADDD, PART, SAME, row);
            row = in_register(PART);
        }
        x86_vex(as, VPMINUD, LEAST, chunk ? LEAST : FIRST, row);
        x86_vex(as, VPMAXUD, MOST, chunk ? MOST : FIRST, row);
    }
}

/* Leaves for the next method of access unless |reg| is on the right side of |limit| in all lanes:
 * |choice|, a minimum or maximum, of |reg| and |limit| must be |reg|. */
static void need_limit(struct access *access, enum vex choice, unsigned reg, unsigned limit)
{
    struct x86 *as = &access->block->as;
    broadcast(as, LIMIT, limit);
    x86_vex(as, choice, LIMIT, LIMIT, in_register(reg));
    x86_vex(as, VPXOR, LIMIT, LIMIT, in_register(reg));
    x86_vex(as, VPTEST, LIMIT, 0, in_register(LIMIT));
    access_leave_if(access, IF_NOT_EQUAL);
}

static void need_inside(struct access *access)
{
    struct x86 *as = &access->block->as;
    if (access->where == IN_LDS_FLAT) {
        x86_set(as, RDX, flat_aperture(access));
        need_same_half(access);
    }
    if (is_in_lds(access))
        load_lds(access);
    else
        load_memory(access);
    x86_op(as, X86_LOAD, true, RAX, in_register(START));
    x86_op(as, X86_SUB, true, RAX, in_register(ADDED));
    if (access->where == IN_MEMORY && !access->base)
        need_upper_half(access);
    find_limits(access);
    find_extremes(access);
    need_limit(access, VPMAXUD, LEAST, RAX);
    need_limit(access, VPMINUD, MOST, END);
}

/* ---- One element for all lanes --------------------------------------------------------------- */

/* Emits a store of SAME to all lanes of the |word|-th register. */
static void store_same(const struct access *access, unsigned word)
{
    struct block *block = access->block;
    const struct operand *data = access->data[0];
    for (unsigned chunk = 0; chunk < block_chunks(block); chunk += block_step(block))
        x86_vex(&block->as, VMOVUPS_STORE, SAME, 0,
                lanes_place(block, data->kind, data->reg + word, chunk));
}

/* Emits a store of rdx to all lanes of the |word|-th register. */
static void put_in_all(const struct access *access, unsigned word)
{
    broadcast(&access->block->as, SAME, RDX);
    store_same(access, word);
}

/* Emits a load of the four words at ADDRESS, for all lanes. */
static void load_four_for_all(const struct access *access)
{
    /* times the number of a word: the immediate of VSHUFPS that copies this word to all four
     * lanes */
    enum { EACH = 0x55 };
    struct x86 *as = &access->block->as;
    x86_vex(as, VBROADCASTF128, FIRST, 0, in_memory(ADDRESS, 0));
    for (unsigned word = 0; word < 4; word++) {
        x86_vex_number(as, VSHUFPS, SAME, FIRST, in_register(FIRST), word * EACH);
        store_same(access, word);
    }
}

/* Emits a load of the element at ADDRESS, for all lanes. */
static void load_for_all(const struct access *access)
{
    struct x86 *as = &access->block->as;
    unsigned words = access->element->bytes / 4;
    if (access->element->load) {
        x86_op(as, access->element->load, false, RDX, in_memory(ADDRESS, 0));
        put_in_all(access, 0);
    }
    if (words == 4) {
        load_four_for_all(access);
        return;
    }
    for (unsigned word = 0; word < words; word += 2) {
        bool is_pair = word + 1 < words;
        x86_op(as, X86_LOAD, is_pair, RDX, in_memory(ADDRESS, 4 * (size_t)word));
        put_in_all(access, word);
        if (is_pair) {
            x86_shift(as, SHIFT_RIGHT, RDX, 32);
            put_in_all(access, word + 1);
        }
    }
}

/* Emits the access for the case that all lanes have the offset FIRST. Returns the jump that ends
 * this code. */
static size_t put_same(struct access *access)
{
    struct x86 *as = &access->block->as;
    x86_vex(as, VPXOR, LEAST, LEAST, in_register(FIRST));
    x86_vex(as, VPXOR, MOST, MOST, in_register(FIRST));
    x86_vex(as, VPOR, LEAST, LEAST, in_register(MOST));
    x86_vex(as, VPTEST, LEAST, 0, in_register(LEAST));
    size_t differs = x86_jump_if(as, IF_NOT_EQUAL);
    x86_op(as, X86_XOR, false, LANE, in_register(LANE));
    lanes_find(access);
    if (access->atomic) {
        as->is_wide = false;
        /* As all lanes are active, this emits no jump. It sets REST, so that the interpreter would
         * run all lanes if it takes over. */
        (void)lanes_take(access);
        atomic_put_together(access);
        atomic_update(access);
        access->is_together = false;
    } else {
        load_for_all(access);
    }
    size_t done = x86_jump(as);
    x86_land(as, differs);
    return done;
}

/* ---- Moving the elements of lanes ------------------------------------------------------------ */

/* Emits the move of the elements |first| to |last| of lane rcx + |ahead|. */
static void move_lane(struct access *access, unsigned ahead, unsigned first, unsigned last)
{
    access->ahead = ahead;
    lanes_find(access);
    for (unsigned i = first; i <= last; i++) {
        access->displacement = has_one_element(access) ? 0 : access->offsets[i];
        lanes_move(access, access->data[i]);
    }
    access->ahead = access->displacement = 0;
}

/* Emits the move of the elements |first| to |last| of all lanes. Atomics may leave for the
 * interpreter, which needs to know the lanes that are not yet done, so their code loops over
 * REST. */
static void move_lanes(struct access *access, unsigned first, unsigned last)
{
    /* the most elements, and the most words, that one pass of the loop over lanes moves */
    enum { ELEMENTS = 8, WORDS = 16 };
    struct block *block = access->block;
    struct x86 *as = &block->as;
    if (access->atomic) {
        (void)lanes_take(access); /* As all lanes are active, this emits no jump. */
        size_t loop = as->size;
        x86_op(as, X86_TZCNT, true, LANE, in_register(REST));
        move_lane(access, 0, first, last);
        lanes_next(as, loop);
        return;
    }
    unsigned words = (access->element->bytes + 3) / 4 * (last - first + 1);
    bool is_vector = eights_fit(access);
    unsigned at_once = is_vector                   ? eights_at_once(access)
                       : words <= WORDS / ELEMENTS ? ELEMENTS
                                                   : WORDS / 4;
    x86_op(as, X86_XOR, false, LANE, in_register(LANE));
    size_t loop = as->size;
    if (is_vector)
        put_eights(access);
    for (unsigned ahead = 0; ahead < at_once && !is_vector; ahead++)
        move_lane(access, ahead, first, last);
    x86_add_number(as, false, LANE, at_once);
    x86_compare_number(as, false, in_register(LANE), (int8_t)block->lanes);
    x86_aim(as, x86_jump_if(as, IF_BELOW), loop);
}

void put_inside(struct access *access)
{
    unsigned last = access->atomic ? 0 : access->count - 1;
    bool may_be_same = access->atomic
                           ? atomic_is_one(access)
                           : access->is_load && access->count == 1 &&
                                 (!access->element->load || access->element->store == X86_STORE);
    access->block->as.is_wide = access->block->has_wide;
    need_inside(access);
    size_t done = may_be_same ? put_same(access) : 0;
    access->block->as.is_wide = false;
    if (gathers_fit(access)) {
        put_gathers(access);
    } else if (access->is_load || last == 0) {
        move_lanes(access, 0, last);
        /* Stores the first elements of all lanes before the second ones, as the interpreter does.
         */
    } else {
        move_lanes(access, 0, 0);
        move_lanes(access, 1, 1);
    }
    if (done)
        x86_land(&access->block->as, done);
}
