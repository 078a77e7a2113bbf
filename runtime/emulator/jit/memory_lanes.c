/* Loads and stores lane by lane, for any active lanes and any addresses. If a lane's address is not
 * allowed, the interpreter takes over at this lane. If the interpreter then reports a fault, the
 * earlier lanes have already been moved. */
#include "memory.h"

struct place lane_of_row(const struct access *access, const struct operand *operand, unsigned word)
{
    struct place place = lanes_place(access->block, operand->kind, operand->reg + word, 0);
    place.kind = PLACE_LANE;
    place.offset += (int32_t)(4 * access->ahead);
    return place;
}

/* ---- Moving one element ---------------------------------------------------------------------- */

/* Emits the move of one word. In scratch, the words of a lane are not neighbours: see
 * memory_scratch.c. */
static void move_word(const struct access *access, const struct operand *data, unsigned word)
{
    struct x86 *as = &access->block->as;
    struct place row = lane_of_row(access, data, word), memory = word_place(access, word);
    x86_op(as, X86_LOAD, false, RDX, access->is_load ? memory : row);
    x86_op(as, X86_STORE, false, RDX, access->is_load ? row : memory);
}

static void move_pair(const struct access *access, const struct operand *data, unsigned word)
{
    struct x86 *as = &access->block->as;
    struct place low = lane_of_row(access, data, word), high = lane_of_row(access, data, word + 1);
    struct place memory = word_place(access, word);
    if (access->is_load) {
        x86_op(as, X86_LOAD, true, RDX, memory);
        x86_op(as, X86_STORE, false, RDX, low);
        x86_shift(as, SHIFT_RIGHT, RDX, 32);
        x86_op(as, X86_STORE, false, RDX, high);
    } else {
        x86_op(as, X86_LOAD, false, R11, high);
        x86_op(as, X86_LOAD, false, RDX, low);
        x86_shift(as, SHIFT_LEFT, R11, 32);
        x86_op(as, X86_OR, true, RDX, in_register(R11));
        x86_op(as, X86_STORE, true, RDX, memory);
    }
}

/* Emits the move of an element. Pairs of words are moved in one access, as in the interpreter. */
void lanes_move(const struct access *access, const struct operand *data)
{
    struct x86 *as = &access->block->as;
    const struct element_move *element = access->element;
    if (access->atomic) {
        atomic_update(access);
        return;
    }
    struct place row = lane_of_row(access, data, 0), memory = word_place(access, 0);
    if (element->load) {
        row.offset += element->is_high ? 2 : 0;
        x86_op(as, element->load, false, RDX, access->is_load ? memory : row);
        x86_op(as, element->store, false, RDX, access->is_load ? row : memory);
        return;
    }
    unsigned words = element->bytes / 4, word = 0;
    for (; word + 1 < words && !is_in_scratch(access); word += 2)
        move_pair(access, data, word);
    for (; word < words; word++)
        move_word(access, data, word);
}

/* ---- Loops over lanes ------------------------------------------------------------------------ */

size_t lanes_take(const struct access *access)
{
    struct block *block = access->block;
    struct x86 *as = &block->as;
    if (block->active == ACTIVE_ALL) {
        x86_set(as, REST, block_all_lanes(block));
        return 0;
    }
    x86_op(as, X86_LOAD, block->lanes == 64, REST, scalar_place(SGPR_EXEC));
    x86_op(as, X86_TEST, true, REST, in_register(REST));
    return x86_jump_if(as, IF_EQUAL);
}

void lanes_next(struct x86 *as, size_t loop)
{
    x86_op(as, X86_LEA, true, RDX, (struct place){PLACE_MEMORY, REST, -1, 0});
    x86_op(as, X86_AND, true, REST, in_register(RDX));
    x86_aim(as, x86_jump_if(as, IF_NOT_EQUAL), loop);
}

void lanes_count_places(struct x86 *as, bool is_64, struct place size, unsigned bytes)
{
    x86_op(as, X86_XOR, false, R11, in_register(R11));
    x86_op(as, X86_LOAD, is_64, PLACES, size);
    x86_set(as, RDX, bytes - 1);
    x86_op(as, X86_SUB, true, PLACES, in_register(RDX));
    x86_op(as, X86_CMOV | IF_BELOW, true, PLACES, in_register(R11));
}

void lanes_find(const struct access *access)
{
    struct x86 *as = &access->block->as;
    x86_op(as, X86_LOAD, false, ADDRESS, lane_of_row(access, access->address, 0));
    if (has_wrapping_offset(access))
        x86_add_number(as, false, ADDRESS, access->offsets[0]);
    x86_op(as, X86_ADD, true, ADDRESS, in_register(ADDED));
}

/* ---- LDS ------------------------------------------------------------------------------------- */

void lanes_load_lds(const struct access *access)
{
    struct x86 *as = &access->block->as;
    x86_op(as, X86_LOAD, true, START, in_wave(offsetof(struct wave, group)));
    lanes_count_places(as, false, in_memory(START, offsetof(struct workgroup, lds_bytes)),
                       access->element->bytes);
    x86_op(as, X86_LOAD, true, START, in_memory(START, offsetof(struct workgroup, lds)));
}

/* Emits ADDRESS = the lane's offset of |element| in LDS. If the offset is outside of LDS, the
 * interpreter runs the op: with |is_all| for all lanes, else for the lanes that are not yet
 * done. */
static void lds_address(const struct access *access, unsigned element, bool is_all)
{
    struct x86 *as = &access->block->as;
    x86_op(as, X86_LOAD, false, ADDRESS, lane_of_row(access, access->address, 0));
    if (access->offsets[element])
        x86_add_number(as, false, ADDRESS, access->offsets[element]);
    x86_op(as, X86_CMP, true, ADDRESS, in_register(PLACES));
    block_slow_if(access->block, IF_NOT_BELOW, access->op, is_all ? SLOW_ALL : SLOW_REST);
}

/* Emits the move of the elements |first| to |last| of each lane, in LDS. If a lane has two
 * elements, both are checked before the first is loaded, because the load may overwrite the
 * address. */
static void put_lds(const struct access *access, unsigned first, unsigned last, bool is_all)
{
    struct x86 *as = &access->block->as;
    size_t none = lanes_take(access);
    lanes_load_lds(access);
    size_t loop = as->size;
    x86_op(as, X86_TZCNT, true, LANE, in_register(REST));
    if (access->where == IN_LDS_FLAT) {
        x86_set(as, ADDRESS, flat_aperture(access));
        x86_op(as, X86_CMP, false, ADDRESS, lane_of_row(access, access->address, 1));
        block_slow_if(access->block, IF_NOT_EQUAL, access->op, SLOW_REST);
    }
    for (unsigned i = last + 1; i-- > first;)
        lds_address(access, i, is_all);
    /* ADDED keeps the lane's address, because the load of the first element may overwrite the
     * address register. */
    if (last > first)
        x86_op(as, X86_LOAD, false, ADDED, lane_of_row(access, access->address, 0));
    for (unsigned i = first; i <= last; i++) {
        if (i > first) {
            x86_op(as, X86_LOAD, false, ADDRESS, in_register(ADDED));
            if (access->offsets[i])
                x86_add_number(as, false, ADDRESS, access->offsets[i]);
        }
        x86_op(as, X86_ADD, true, ADDRESS, in_register(START));
        lanes_move(access, access->data[i]);
    }
    lanes_next(as, loop);
    if (none)
        x86_land(as, none);
}

/* ---- Accesses to memory lane by lane --------------------------------------------------------- */

void lanes_load_added(const struct access *access)
{
    struct x86 *as = &access->block->as;
    if (access->base)
        block_load_pair(access->block, ADDED, access->base->reg, RDX);
    else
        x86_op(as, X86_XOR, false, ADDED, in_register(ADDED));
    if (access->op->offset)
        x86_add_number(as, true, ADDED, (uint32_t)access->op->offset);
}

/* Emits the values that are the same for all lanes: START and PLACES of the slot's allocation, and
 * ADDED. PLACES is 0 if the allocation may have been freed. */
static void prepare_memory(const struct access *access)
{
    struct x86 *as = &access->block->as;
    x86_op(as, X86_XOR, false, PLACES, in_register(PLACES));
    size_t is_stale = put_stale(access->block, access->slot);
    x86_op(as, X86_LOAD, true, START, SLOT_PLACE(access->slot, address));
    lanes_count_places(as, true, SLOT_PLACE(access->slot, size), access->element->bytes);
    x86_land(as, is_stale);
    lanes_load_added(access);
}

static void memory_address(const struct access *access)
{
    struct x86 *as = &access->block->as;
    x86_op(as, X86_LOAD, false, ADDRESS, lane_of_row(access, access->address, 0));
    if (!access->base) {
        x86_op(as, X86_LOAD, false, RDX, lane_of_row(access, access->address, 1));
        x86_shift(as, SHIFT_LEFT, RDX, 32);
        x86_op(as, X86_OR, true, ADDRESS, in_register(RDX));
    }
    if (access->base || access->op->offset)
        x86_op(as, X86_ADD, true, ADDRESS, in_register(ADDED));
}

static void put_memory(const struct access *access)
{
    struct block *block = access->block;
    struct x86 *as = &block->as;
    size_t none = lanes_take(access), prepare = as->size;
    prepare_memory(access);
    size_t loop = as->size;
    x86_op(as, X86_TZCNT, true, LANE, in_register(REST));
    memory_address(access);
    x86_op(as, X86_LOAD, true, RDX, in_register(ADDRESS));
    x86_op(as, X86_SUB, true, RDX, in_register(START));
    x86_op(as, X86_CMP, true, RDX, in_register(PLACES));
    size_t is_outside = x86_jump_if(as, IF_NOT_BELOW);
    lanes_move(access, access->data[0]);
    lanes_next(as, loop);
    size_t done = x86_jump(as);
    x86_land(as, is_outside);
    put_find(block, access->slot, ADDRESS, access->element->bytes, access->is_load);
    block_slow_if(block, IF_EQUAL, access->op, SLOW_REST);
    x86_aim(as, x86_jump(as), prepare);
    x86_land(as, done);
    if (none)
        x86_land(as, none);
}

/* Emits an access lane by lane. A store of two elements for each lane stores the first elements of
 * all lanes before the second ones, as the interpreter does, in case elements overlap. If the
 * interpreter must take over such a store, it runs all lanes, for the same reason. */
void put_lanes(struct access *access)
{
    if (is_in_scratch(access)) {
        put_scratch_lanes(access);
    } else if (access->where == IN_MEMORY) {
        put_memory(access);
    } else if (access->atomic) {
        put_lds(access, 0, 0, false);
    } else if (access->is_load) {
        put_lds(access, 0, access->count - 1, false);
    } else {
        for (unsigned i = 0; i < access->count; i++)
            put_lds(access, i, i, access->count > 1);
    }
}
