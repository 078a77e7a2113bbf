/* Accesses to scratch, which is stored as [dword][lane]. If all lanes access the same offset,
 * the accessed words of all lanes are neighbours, as in a register. Waves access scratch by
 * scratch instructions, by the buffer descriptor that a kernel gets for its scratch, or by flat
 * addresses. */
#include "memory.h"
#include "vector.h"

/* Names of the host's vector registers in this file. */
enum { VALUE, OLD, FIRST, DIFFERS, DIFFERENCE, LANES };

static unsigned lane_bits(const struct block *block)
{
    return block->lanes == 64 ? 6 : 5;
}

/* ---- Values that are the same for all lanes
 * ----------------------------------------------------- */

/* Leaves the op to the interpreter unless the buffer's descriptor is that of the wave's scratch, as
 * put_scratch_resource() in core/setup.c makes it. */
static void need_buffer(const struct access *access)
{
    struct block *block = access->block;
    struct x86 *as = &block->as;
    unsigned reg = access->buffer->reg;
    enum generation generation = block->ops->program->generation;
    uint64_t swizzle = generation >= GENERATION_GFX11 ? 1ull << 62 : 1ull << 63;
    uint32_t adds_lane = 1 << 23, index_stride = 3 << 21;
    /* On gfx9 the field of the data format has the upper bits of the stride. */
    uint32_t stride = generation < GENERATION_GFX10 ? 15 << 15 : 0;
    x86_op(as, X86_LOAD, true, RAX, scalar_place(reg));
    x86_op(as, X86_XOR, true, RAX, in_wave(offsetof(struct wave, scratch_address)));
    x86_set(as, RCX, swizzle);
    x86_op(as, X86_CMP, true, RAX, in_register(RCX));
    block_slow_if(block, IF_NOT_EQUAL, access->op, SLOW_ALL);
    x86_op(as, X86_LOAD, false, RAX, scalar_place(reg + 3));
    x86_set(as, RCX, adds_lane | index_stride | stride);
    x86_op(as, X86_AND, false, RAX, in_register(RCX));
    x86_set(as, RCX, adds_lane | (lane_bits(block) - 3) << 21);
    x86_op(as, X86_CMP, false, RAX, in_register(RCX));
    block_slow_if(block, IF_NOT_EQUAL, access->op, SLOW_ALL);
}

/* Emits START, PLACES and ADDED of scratch. A buffer's scalar offset counts bytes of the whole
 * wave, so it is divided by the number of lanes. */
void put_scratch(const struct access *access)
{
    struct block *block = access->block;
    struct x86 *as = &block->as;
    if (access->where == IN_SCRATCH_BUFFER)
        need_buffer(access);
    x86_op(as, X86_LOAD, true, START, in_wave(offsetof(struct wave, scratch)));
    lanes_count_places(as, false, in_wave(offsetof(struct wave, scratch_bytes)),
                       access->element->bytes);
    if (access->base)
        x86_op(as, X86_LOAD, false, ADDED, uniform_place(access->base, 0));
    else
        x86_op(as, X86_XOR, false, ADDED, in_register(ADDED));
    if (access->base && access->where == IN_SCRATCH_BUFFER)
        x86_shift(as, SHIFT_RIGHT, ADDED, (uint8_t)lane_bits(block));
    if (access->op->offset)
        x86_add_number(as, false, ADDED, (uint32_t)access->op->offset);
}

/* Emits code that turns ADDRESS, a lane's offset in scratch, into the address of lane 0's element
 * at that offset. If the offset is outside of scratch or not aligned, the interpreter runs the op
 * for the lanes from |first| on, or for SLOW_REST. */
static void find_place(const struct access *access, int first)
{
    struct x86 *as = &access->block->as;
    unsigned bytes = access->element->bytes, bits = lane_bits(access->block);
    x86_op(as, X86_CMP, true, ADDRESS, in_register(PLACES));
    block_slow_if(access->block, IF_NOT_BELOW, access->op, first);
    if (bytes > 1) {
        x86_set(as, RDX, bytes > 2 ? 3 : 1);
        x86_op(as, X86_TEST, false, RDX, in_register(ADDRESS));
        block_slow_if(access->block, IF_NOT_EQUAL, access->op, first);
    }
    if (bytes < 4) {
        x86_set(as, RDX, 3);
        x86_op(as, X86_AND, false, RDX, in_register(ADDRESS));
        x86_shift(as, SHIFT_RIGHT, ADDRESS, 2);
        bits += 2;
    }
    x86_shift(as, SHIFT_LEFT, ADDRESS, (uint8_t)bits);
    x86_op(as, X86_ADD, true, ADDRESS, in_register(START));
    if (bytes < 4)
        x86_op(as, X86_ADD, true, ADDRESS, in_register(RDX));
}

/* ---- Scratch accesses as rows ---------------------------------------------------------------- */

static bool is_whole(const struct access *access)
{
    return access->block->active == ACTIVE_ALL;
}

/* Returns the place of a word of the first active lane's address. That lane is rcx, or lane 0 if
 * all lanes are active. */
static struct place first_of_row(const struct access *access, unsigned word)
{
    struct place first = lane_of_row(access, access->address, word);
    if (is_whole(access))
        first.kind = PLACE_MEMORY;
    return first;
}

/* Leaves for the next method of access unless the |word|-th word of the address is the same in all
 * active lanes. */
static void need_same(struct access *access, unsigned word)
{
    struct block *block = access->block;
    struct x86 *as = &block->as;
    x86_vex(as, VBROADCASTSS, FIRST, 0, first_of_row(access, word));
    for (unsigned chunk = 0; chunk < block_chunks(block); chunk += block_step(block)) {
        unsigned to = chunk ? DIFFERENCE : DIFFERS;
        x86_vex(as, VPXOR, to, FIRST,
                lanes_place(block, OPERAND_VGPR, access->address->reg + word, chunk));
        if (!is_whole(access))
            x86_vex(as, VPAND, to, to, mask_place(chunk));
        if (chunk)
            x86_vex(as, VPOR, DIFFERS, DIFFERS, in_register(DIFFERENCE));
    }
    x86_vex(as, VPTEST, DIFFERS, 0, in_register(DIFFERS));
    access_leave_if(access, IF_NOT_EQUAL);
}

/* Emits the move of a word of eight lanes, or of 16; inactive lanes keep their values. */
static void move_chunk(const struct access *access, unsigned word, unsigned chunk)
{
    struct block *block = access->block;
    struct x86 *as = &block->as;
    const struct operand *data = access->data[0];
    struct place row = lanes_place(block, data->kind, data->reg + word, chunk);
    struct place memory =
        in_memory(ADDRESS, 4 * (size_t)word * block->lanes + (size_t)chunk * CHUNK_BYTES);
    struct place to = access->is_load ? row : memory;
    x86_vex(as, VMOVUPS, VALUE, 0, access->is_load ? memory : row);
    if (!is_whole(access)) {
        x86_vex(as, VMOVUPS, LANES, 0, mask_place(chunk));
        x86_vex(as, VMOVUPS, OLD, 0, to);
        x86_vex_number(as, VBLENDVPS, VALUE, OLD, in_register(VALUE), LANES << 4);
    }
    x86_vex(as, VMOVUPS_STORE, VALUE, 0, to);
}

void put_scratch_row(struct access *access)
{
    struct block *block = access->block;
    struct x86 *as = &block->as;
    as->is_wide = block->has_wide;
    if (access->address) {
        if (!is_whole(access))
            block_first_lane(block);
        for (unsigned word = 0; word < (access->where == IN_SCRATCH_FLAT ? 2 : 1); word++)
            need_same(access, word);
        x86_op(as, X86_LOAD, false, ADDRESS, first_of_row(access, 0));
        x86_op(as, X86_ADD, false, ADDRESS, in_register(ADDED));
    } else {
        x86_op(as, X86_LOAD, false, ADDRESS, in_register(ADDED));
    }
    find_place(access, SLOW_ALL);
    for (unsigned word = 0; word < access->element->bytes / 4; word++) {
        for (unsigned chunk = 0; chunk < block_chunks(block); chunk += block_step(block))
            move_chunk(access, word, chunk);
    }
    as->is_wide = false;
}

/* ---- Scratch accesses lane by lane ----------------------------------------------------------- */

void put_scratch_lanes(const struct access *access)
{
    struct x86 *as = &access->block->as;
    size_t none = lanes_take(access), loop = as->size;
    x86_op(as, X86_TZCNT, true, LANE, in_register(REST));
    if (access->where == IN_SCRATCH_FLAT) {
        x86_set(as, ADDRESS, flat_aperture(access));
        x86_op(as, X86_CMP, false, ADDRESS, lane_of_row(access, access->address, 1));
        block_slow_if(access->block, IF_NOT_EQUAL, access->op, SLOW_REST);
    }
    x86_op(as, X86_LOAD, false, ADDRESS, in_register(ADDED));
    if (access->address)
        x86_op(as, X86_ADD, false, ADDRESS, lane_of_row(access, access->address, 0));
    find_place(access, SLOW_REST);
    lanes_move(access, access->data[0]);
    lanes_next(as, loop);
    if (none)
        x86_land(as, none);
}
