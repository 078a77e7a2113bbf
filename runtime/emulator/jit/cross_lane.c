/* What moves between lanes. Rows are read by gathers. */
#include "vector.h"

#include <string.h>

/* Vector registers; from RESULTS on, those of all chunks. */
enum { MOVED, INDEX, MASK, SERVED, OFFSET = SERVED, RESULTS };

/* to = the lanes, of the row at rax, that INDEX names. */
static void gather_row(struct block *block, unsigned to)
{
    x86_vex(&block->as, VPCMPEQD, MASK, MASK, in_register(MASK));
    x86_gather(&block->as, to, RAX, INDEX, MASK);
}

/* ---- DPP ------------------------------------------------------------------------------------- */

/* The interpreter, which takes over for NaNs, runs all of an op: nothing is stored before. */
bool dpp_fits(const struct block *block, const struct op *op, enum shape shape)
{
    bool is_simple = shape == PLAIN ||
                     ((shape == TESTED || shape == ORDERED || shape == (TESTED | ACCUMULATES)) &&
                      block->lanes == 32);
    return is_simple && op->src[0].kind == OPERAND_VGPR && op == &block->ops->all[op->pc];
}

uint64_t dpp_writes(const struct block *block, const struct op *op)
{
    bool writes_zeros = op->bound_control || op->dpp == DPP8;
    return (writes_zeros ? block_all_lanes(block) : op->dpp_has) & op->dpp_chosen;
}

bool dpp_is_served(const struct block *block, const struct op *op)
{
    return block->active != ACTIVE_ALL && !op->fetch_inactive;
}

/* Lanes whose source is active. Of the first eight's, none is beyond them. */
static void gather_served(struct block *block, unsigned chunk)
{
    struct x86 *as = &block->as;
    x86_op(as, X86_LEA, true, RCX, mask_place(0));
    x86_vex(as, VPCMPEQD, MASK, MASK, in_register(MASK));
    x86_gather(as, SERVED, RCX, INDEX, MASK);
    x86_vex(as, VMOVUPS_STORE, SERVED, 0, dpp_served_place(chunk));
}

void dpp_move(struct block *block, const struct op *op)
{
    struct x86 *as = &block->as;
    x86_op(as, X86_LEA, true, RAX, operand_place(block, &op->src[0], 0));
    for (unsigned chunk = 0; chunk < block_chunks(block); chunk++) {
        size_t lanes = op->pc * sizeof(struct op) + offsetof(struct op, dpp_lanes) + chunk * CHUNK;
        uint8_t has = (uint8_t)(op->dpp_has >> chunk * CHUNK);
        x86_vex(as, VPMOVZXBD, INDEX, 0, in_memory(OPS, lanes));
        gather_row(block, MOVED);
        if (dpp_is_served(block, op)) {
            gather_served(block, chunk);
            x86_vex(as, VPAND, MOVED, MOVED, in_register(SERVED));
        }
        if (has != 0xff) {
            x86_vex(as, VPXOR, INDEX, INDEX, in_register(INDEX));
            x86_vex_number(as, VPBLENDD, MOVED, INDEX, in_register(MOVED), has);
        }
        x86_vex(as, VMOVUPS_STORE, MOVED, 0, lanes_place(block, OPERAND_VGPR, VGPR_SPARE, chunk));
    }
}

/* ---- Instructions ---------------------------------------------------------------------------- */

static bool moves_rows(const struct block *block, const struct op *op)
{
    return block->active == ACTIVE_ALL && op->src[0].kind == OPERAND_VGPR &&
           op->dst.kind == OPERAND_VGPR;
}

/* After all lanes were read. */
static void store_results(struct block *block, const struct op *op)
{
    for (unsigned chunk = 0; chunk < block_chunks(block); chunk++) {
        unsigned result = RESULTS + chunk;
        struct place to = operand_place(block, &op->dst, chunk);
        if (block->active != ACTIVE_ALL) {
            x86_vex(&block->as, VMOVUPS, MASK, 0, mask_place(chunk));
            x86_vex(&block->as, VMOVUPS, MOVED, 0, to);
            x86_vex_number(&block->as, VBLENDVPS, result, MOVED, in_register(result), MASK << 4);
        }
        x86_vex(&block->as, VMOVUPS_STORE, result, 0, to);
    }
}

/* Makes zeros of lanes that were moved from inactive ones. No lane beyond the first eight has a
 * mask when only those are active. */
static void clear_unserved(struct block *block, unsigned reg, unsigned half)
{
    struct x86 *as = &block->as;
    if (block->active == ACTIVE_ALL)
        return;
    x86_op(as, X86_LEA, true, RAX, mask_place(half));
    gather_row(block, MOVED);
    x86_vex(as, VPAND, reg, reg, in_register(MOVED));
    if (block->active == ACTIVE_FEW) {
        x86_vex(as, VPCMPGTD, MOVED, INDEX, row_place(ROW_7));
        x86_vex(as, VPANDN, reg, MOVED, in_register(reg));
    }
}

/* Each lane takes the value of the one whose number, times 4, is its address. */
static bool emit_bpermute(struct block *block, const struct op *op)
{
    struct x86 *as = &block->as;
    bool is_halved = block->ops->program->generation >= GENERATION_GFX10;
    if (op->src[0].kind != OPERAND_VGPR || op->src[1].kind != OPERAND_VGPR ||
        op->dst.kind != OPERAND_VGPR || op->gds)
        return false;
    vector_need_masks(block);
    x86_vex(as, VBROADCASTSS, OFFSET, 0, literal((uint32_t)op->offset));
    for (unsigned chunk = 0; chunk < block_chunks(block); chunk++) {
        unsigned half = is_halved ? chunk / 4 * 4 : 0;
        x86_op(as, X86_LEA, true, RAX, operand_place(block, &op->src[1], half));
        x86_vex(as, VPADDD, INDEX, OFFSET, operand_place(block, &op->src[0], chunk));
        x86_vex_number(as, VSHIFT_D, BY_RIGHT, INDEX, in_register(INDEX), 2);
        x86_vex(as, VPAND, INDEX, INDEX,
                row_place(is_halved || block->lanes == 32 ? ROW_31 : ROW_63));
        gather_row(block, RESULTS + chunk);
        clear_unserved(block, RESULTS + chunk, half);
    }
    store_results(block, op);
    return true;
}

/* Each lane takes the value of the one that |lanes| names. */
static void put_pattern(struct block *block, const struct op *op, const uint8_t lanes[LANES_MAX])
{
    struct x86 *as = &block->as;
    x86_op(as, X86_LEA, true, RAX, operand_place(block, &op->src[0], 0));
    for (unsigned chunk = 0; chunk < block->lanes / CHUNK; chunk++) {
        uint64_t eight;
        memcpy(&eight, lanes + chunk * CHUNK, sizeof eight);
        x86_set(as, RCX, eight);
        x86_vex(as, VMOVQ, INDEX, 0, in_register(RCX));
        x86_vex(as, VPMOVZXBD, INDEX, 0, in_register(INDEX));
        gather_row(block, RESULTS + chunk);
    }
    store_results(block, op);
}

/* A pattern makes the number of the lane to read of a lane's own: |kept| bits of it, with |ones|
 * set and |turned| ones turned over. */
static bool emit_swizzle(struct block *block, const struct op *op)
{
    enum { OTHERS = 0x8000 };
    unsigned kept = op->imm & 31, ones = op->imm >> 5 & 31, turned = op->imm >> 10 & 31;
    uint8_t lanes[LANES_MAX];
    if (!moves_rows(block, op) || op->gds || op->imm & OTHERS)
        return false;
    for (unsigned i = 0; i < LANES_MAX; i++)
        lanes[i] = (uint8_t)((((i & kept) | ones) ^ turned) | (i & 32));
    put_pattern(block, op, lanes);
    return true;
}

/* Four bits for each lane of a row of 16, in two scalars; |other|: 16, for the other row of two. */
static bool emit_permlane(struct block *block, const struct op *op, unsigned other)
{
    enum { ROW_LANES = 16 };
    struct x86 *as = &block->as;
    if (!moves_rows(block, op) || !is_uniform(&op->src[1]) || !is_uniform(&op->src[2]))
        return false;
    for (unsigned chunk = 0; chunk < block->lanes / CHUNK; chunk++) {
        unsigned row = (chunk * CHUNK / ROW_LANES * ROW_LANES) ^ other;
        x86_op(as, X86_LEA, true, RAX, operand_place(block, &op->src[0], row / CHUNK));
        x86_vex(as, VBROADCASTSS, INDEX, 0, uniform_place(&op->src[1 + chunk % 2], 0));
        x86_vex(as, VPSRLVD, INDEX, INDEX, row_place(ROW_STEPS));
        x86_vex(as, VPAND, INDEX, INDEX, row_place(ROW_15));
        gather_row(block, RESULTS + chunk);
    }
    store_results(block, op);
    return true;
}

/* The first active lane's value, or lane 0's. */
static bool emit_first_lane(struct block *block, const struct op *op)
{
    const struct operand *from = &op->src[0];
    if (from->kind != OPERAND_VGPR || from->neg || from->abs || from->high || from->select ||
        !is_scalar(&op->dst))
        return false;
    struct x86 *as = &block->as;
    struct place lanes = operand_place(block, from, 0);
    if (block->active != ACTIVE_ALL) {
        block_first_lane(block);
        lanes.kind = PLACE_LANE;
    }
    x86_op(as, X86_LOAD, false, RAX, lanes);
    x86_op(as, X86_STORE, false, RAX, scalar_place(op->dst.reg));
    return true;
}

bool cross_lane_emit(struct block *block, const struct op *op)
{
    switch ((enum role)op->instruction->role) {
    case ROLE_READ_FIRST_LANE: return emit_first_lane(block, op);
    case ROLE_SWIZZLE: return emit_swizzle(block, op);
    case ROLE_PERMLANE16: return emit_permlane(block, op, 0);
    case ROLE_PERMLANEX16: return emit_permlane(block, op, 16);
    case ROLE_BPERMUTE: return emit_bpermute(block, op);
    default: return false;
    }
}
