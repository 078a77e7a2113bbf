/* Templates of instructions that move values between lanes. They use gathers: a gather is a host
 * instruction that reads, for each lane, the lane of a register of the wave that an index names. */
#include "vector.h"

#include <string.h>

/* Names of the host's vector registers in this file. RESULTS and the registers after it hold the
 * result, one chunk each. */
enum { MOVED, INDEX, MASK, SERVED, OFFSET = SERVED, RESULTS };

/* Emits code that fills |to| from a register of the wave, whose address is in rax: each lane gets
 * the lane that INDEX names. */
static void gather_row(struct block *block, unsigned to)
{
    x86_vex(&block->as, VPCMPEQD, MASK, MASK, in_register(MASK));
    x86_gather(&block->as, to, RAX, INDEX, MASK);
}

/* ---- DPP ------------------------------------------------------------------------------------- */

/* Whether there is code for the DPP of |op|. If there is a NaN, the interpreter runs all lanes of a
 * DPP op, so no result may be stored before all results are tested. emit_tested() can test at most
 * 32 lanes at once. */
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

/* Clears the lanes of |reg| whose INDEX is above 7, if only the first eight lanes may be active:
 * |exec_lanes| is then not computed for lanes above 7. Uses MASK. */
static void clear_beyond_eight(struct block *block, unsigned reg)
{
    if (block->active != ACTIVE_FEW)
        return;
    x86_vex(&block->as, VPCMPGTD, MASK, INDEX, row_place(ROW_7));
    x86_vex(&block->as, VPANDN, reg, MASK, in_register(reg));
}

/* Sets SERVED, and dpp_served_place() of the chunk, to ~0 for each lane whose source lane is
 * active, else to 0. */
static void gather_served(struct block *block, unsigned chunk)
{
    struct x86 *as = &block->as;
    x86_op(as, X86_LEA, true, RCX, mask_place(0));
    x86_vex(as, VPCMPEQD, MASK, MASK, in_register(MASK));
    x86_gather(as, SERVED, RCX, INDEX, MASK);
    clear_beyond_eight(block, SERVED);
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

/* ---- Code for instructions ------------------------------------------------------------------- */

static bool moves_rows(const struct block *block, const struct op *op)
{
    return block->active == ACTIVE_ALL && op->src[0].kind == OPERAND_VGPR &&
           op->dst.kind == OPERAND_VGPR;
}

/* Stores the results of all chunks, in active lanes. Call this only after all sources are read,
 * because the result may have the same register as a source. */
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

/* Clears the lanes of |reg| whose source lane is inactive. |half| is the chunk from which INDEX
 * counts lanes. */
static void clear_unserved(struct block *block, unsigned reg, unsigned half)
{
    struct x86 *as = &block->as;
    if (block->active == ACTIVE_ALL)
        return;
    x86_op(as, X86_LEA, true, RAX, mask_place(half));
    gather_row(block, MOVED);
    x86_vex(as, VPAND, reg, reg, in_register(MOVED));
    clear_beyond_eight(block, reg);
}

/* Emits ds_bpermute_b32: each lane takes the value of the lane whose number is its address / 4. */
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

/* Emits code that gives each lane i of the op's result the value of lane |lanes|[i] of its
 * source. */
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

/* Emits ds_swizzle_b32 for patterns in which lane i reads lane ((i & kept) | ones) ^ turned of its
 * half of the wave. Other patterns have no template. */
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

/* Emits v_permlane16_b32, in which each lane reads a lane of its row of 16 lanes; or, if |other| is
 * 16, v_permlanex16_b32, in which it reads a lane of the other row in its pair of rows. Two scalars
 * hold the source lanes, four bits for each lane of a row. */
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

/* Emits v_readfirstlane_b32, which reads the first active lane, or lane 0 if no lane is active. */
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
