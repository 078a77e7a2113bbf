/* The vector drivers. A driver makes an array of lanes from each source, runs the core (the lane
 * loop of the op's row), and stores the core's result to registers.
 *
 * See the ISA documents of RDNA2, RDNA3 and CDNA2: "Vector ALU Operations". There is a fast path
 * for an op without modifiers, in a wave with the usual float mode: if all lanes are active, its
 * core works on the registers themselves.
 */
#include "valu.h"

#include <string.h>
#ifdef __SSE2__
#include <emmintrin.h>
#endif

static uint64_t mask_gather(const uint32_t *mask, unsigned lanes)
{
    uint64_t bits = 0;
#ifdef __SSE2__
    for (unsigned i = 0; i < lanes; i += 4) {
        __m128 four = _mm_castsi128_ps(_mm_load_si128((const __m128i *)(const void *)(mask + i)));
        bits |= (uint64_t)(unsigned)_mm_movemask_ps(four) << i;
    }
#else
    for (unsigned i = 0; i < lanes; i++)
        bits |= (uint64_t)(mask[i] >> 31) << i;
#endif
    return bits;
}

/* Whether the driver only has to run the core: the op has no modifiers, and the wave has the usual
 * float mode. */
static bool is_short_way(const struct wave *wave, const struct op *op)
{
    return op->is_direct && wave->fp.is_usual;
}

/* Fetches a source. Not inlined, so that prepare() stays short in the usual case, in which
 * registers are used in place. */
static __attribute__((noinline)) const void *
fetch_plain(struct wave *wave, const struct operand *operand, struct lane_buffer *buffer)
{
    return lanes_fetch_plain(wave, operand, buffer);
}

/* Sets |args| for the op's lane loop (its core). Each source is fetched to one of |buffers|, unless
 * its registers are used in place. The result goes to the wave's buffer. */
static inline void prepare(struct wave *wave, const struct op *op, bool is_short,
                           struct lane_buffer *buffers, struct lane_args *args)
{
    args->lanes = wave_exec(wave) >> FEW_LANES ? wave->lanes : FEW_LANES;
    args->dst = wave->result.bits;
    args->mask_out = wave->mask_result;
    args->op = op;
    args->wave = wave;
    for (unsigned i = 0; i < op->source_count; i++) {
        const struct operand *operand = &op->src[i];
        args->src[i] = !is_short           ? lanes_fetch(wave, op, operand, &buffers[i])
                       : operand->is_lanes ? wave_vgpr(wave, operand->reg)
                                           : fetch_plain(wave, operand, &buffers[i]);
    }
}

/* Returns the rounding mode for |op|: MODE has one for single precision, and another for half and
 * double precision. */
static unsigned rounding_mode(const struct wave *wave, const struct op *op)
{
    enum type type = op->dst.type;
    bool is_single = type == TYPE_F32 || type == TYPE_PKF32;
    for (unsigned i = 0; i < op->source_count; i++)
        is_single = is_single && op->src[i].type != TYPE_F64;
    return is_single ? wave->fp.round32 : wave->fp.round16_64;
}

/* Runs the core in the wave's rounding mode, which is nearly always to nearest. */
static void run_core(struct wave *wave, const struct op *op, const struct lane_args *args)
{
    if ((wave->fp.round32 | wave->fp.round16_64) == ROUND_NEAREST) {
        op->instruction->core(args);
        return;
    }
    fesetround(rounding_direction(rounding_mode(wave, op)));
    op->instruction->core(args);
    fesetround(FE_TONEAREST);
}

/* Runs the core, and applies the modifiers of the result. */
static void compute(struct wave *wave, const struct op *op, const struct lane_args *args)
{
    if (is_short_way(wave, op)) {
        op->instruction->core(args);
        return;
    }
    run_core(wave, op, args);
    lanes_finish(wave, op, op->dst.type, args->dst);
}

static uint64_t written_lanes(const struct wave *wave, const struct op *op)
{
    return op->dpp ? dpp_writes(wave, op) : wave_exec(wave);
}

/* Runs an op whose core can write directly to the registers of the result. The core does so if all
 * lanes are active. */
static inline void run_in_place(struct wave *wave, const struct op *op, uint64_t exec)
{
    struct lane_args args;
    uint32_t *registers = wave_vgpr(wave, op->dst.reg);
    prepare(wave, op, true, wave->fetched, &args);
    if (exec == wave->all) {
        args.dst = registers;
        op->instruction->core(&args);
    } else {
        op->instruction->core(&args);
        lanes_copy(registers, args.dst, exec, wave->lanes & ~31u);
    }
}

static void run_modified(struct wave *wave, const struct op *op, uint64_t exec)
{
    struct lane_args args;
    prepare(wave, op, is_short_way(wave, op), wave->fetched, &args);
    compute(wave, op, &args);
    lanes_store(wave, op, &op->dst, args.dst, exec);
}

void run_valu(struct wave *wave, const struct op *op)
{
    uint64_t exec = written_lanes(wave, op);
    if (op->is_in_place && wave->fp.is_usual)
        run_in_place(wave, op, exec);
    else
        run_modified(wave, op, exec);
    if (op->dst2.kind != OPERAND_NONE)
        mask_write(wave, &op->dst2, mask_gather(wave->mask_result, wave->lanes) & exec);
}

void run_valu_compare(struct wave *wave, const struct op *op)
{
    uint64_t exec = written_lanes(wave, op);
    struct lane_args args;
    prepare(wave, op, is_short_way(wave, op), wave->fetched, &args);
    op->instruction->core(&args);
    uint64_t result = mask_gather(args.mask_out, wave->lanes) & exec;
    if (op->dst.kind != OPERAND_NONE)
        mask_write(wave, &op->dst, result);
    if (op->instruction->flags & FLAG_CMPX) {
        wave->sgpr[SGPR_EXEC] = (uint32_t)result;
        if (wave->lanes == 64)
            wave->sgpr[SGPR_EXEC + 1] = (uint32_t)(result >> 32);
    }
}

static bool reads(const struct lane_args *args, const void *registers)
{
    for (unsigned i = 0; i < args->op->source_count; i++) {
        if (args->src[i] == registers)
            return true;
    }
    return false;
}

/* Runs both instructions of a VOPD pair. Both read their sources before either writes. */
void run_valu_dual(struct wave *wave, const struct op *op)
{
    const struct op *dual = op->dual;
    uint64_t exec = wave_exec(wave);
    struct lane_buffer result;
    struct lane_args first, second;
    prepare(wave, op, is_short_way(wave, op), wave->fetched, &first);
    prepare(wave, dual, is_short_way(wave, dual), wave->fetched + OP_SOURCES / 2, &second);
    uint32_t *registers = wave_vgpr(wave, op->dst.reg);
    if (op->is_in_place && dual->is_in_place && wave->fp.is_usual && exec == wave->all &&
        !reads(&second, registers)) {
        first.dst = registers;
        second.dst = wave_vgpr(wave, dual->dst.reg);
        op->instruction->core(&first);
        dual->instruction->core(&second);
        return;
    }
    second.dst = result.bits;
    compute(wave, op, &first);
    compute(wave, dual, &second);
    lanes_store(wave, op, &op->dst, first.dst, exec);
    lanes_store(wave, dual, &dual->dst, second.dst, exec);
}
