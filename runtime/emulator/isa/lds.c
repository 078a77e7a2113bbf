/* LDS: loads and stores, and the instructions that move values between lanes by the crossbar of
 * LDS. See "Data Share" and "DS Instructions" in the ISA documents.
 */
#include "address.h"
#include "drivers.h"
#include "memory_rows.h"
#include "strip.h"
#include "tables.h"
#include "valu.h"

#include "core/finding.h"
#include "core/program.h"

/* Loads an element for each lane, from |offset| + the lane's address. */
static void load(struct wave *wave, const struct op *op, enum element element,
                 const struct operand *to, uint32_t offset)
{
    struct lane_memory memory;
    unsigned bytes = element_bytes(element);
    const uint8_t *strip = strip_in_lds(wave, op, &op->src[0], offset, bytes);
    if (strip)
        strip_load(wave, element, to, strip);
    else if (address_lds(wave, op, &op->src[0], offset, bytes, ACCESS_READ, &memory))
        transfer_load(wave, element, to, &memory);
}

static void store(struct wave *wave, const struct op *op, enum element element,
                  const struct operand *from, uint32_t offset)
{
    struct lane_memory memory;
    unsigned bytes = element_bytes(element);
    uint8_t *strip = strip_in_lds(wave, op, &op->src[0], offset, bytes);
    if (strip)
        strip_store(wave, element, from, strip);
    else if (address_lds(wave, op, &op->src[0], offset, bytes, ACCESS_WRITE, &memory))
        transfer_store(wave, element, from, &memory);
}

static void run_load(struct wave *wave, const struct op *op)
{
    load(wave, op, (enum element)op->instruction->argument, &op->dst, (uint32_t)op->offset);
}

static void run_store(struct wave *wave, const struct op *op)
{
    store(wave, op, (enum element)op->instruction->argument, &op->src[1], (uint32_t)op->offset);
}

/* ---- Two addresses --------------------------------------------------------------------------- */

/* Returns an offset of ds_load_2addr or ds_store_2addr in bytes. These instructions have two
 * offsets, which count elements, or 64 elements with PAIR_STRIDE_64. */

static uint32_t pair_offset(const struct op *op, int32_t offset)
{
    uint32_t flags = op->instruction->argument, bytes = flags & PAIR_WIDE ? 8 : 4;
    return (uint32_t)offset * bytes * (flags & PAIR_STRIDE_64 ? 64 : 1);
}

static enum element pair_element(const struct op *op)
{
    return op->instruction->argument & PAIR_WIDE ? ELEMENT_B64 : ELEMENT_B32;
}

/* If the load of the low element would overwrite the address register, the high element is loaded
 * first. */
static void run_load_pair(struct wave *wave, const struct op *op)
{
    enum element element = pair_element(op);
    struct operand low = op->dst, high = op->dst;
    high.reg = (uint16_t)(high.reg + element_bytes(element) / 4);
    const struct operand *address = &op->src[0];
    bool is_in_low =
        address->kind == low.kind && address->reg >= low.reg && address->reg < high.reg;
    if (is_in_low)
        load(wave, op, element, &high, pair_offset(op, op->offset1));
    load(wave, op, element, &low, pair_offset(op, op->offset));
    if (!is_in_low)
        load(wave, op, element, &high, pair_offset(op, op->offset1));
}

static void run_store_pair(struct wave *wave, const struct op *op)
{
    enum element element = pair_element(op);
    store(wave, op, element, &op->src[1], pair_offset(op, op->offset));
    store(wave, op, element, &op->src[2], pair_offset(op, op->offset1));
}

/* ---- Transposed loads ------------------------------------------------------------------------ */

enum { ROW = 16 };

static void check_whole_row(struct wave *wave, unsigned first)
{
    const uint64_t active = wave_exec(wave) >> first & 0xffff;
    if (active != 0 && active != 0xffff)
        wave_fault(wave, FAULT_ILLEGAL_INSTRUCTION,
                   "transposes a matrix while some of the lanes %u to %u are inactive", first,
                   first + ROW - 1);
}

/* Sixteen lanes together load a matrix of 16 columns, row after row; then each lane gets a column.
 * The ISA document of CDNA4 names the purpose, "MFMA Transpose Load from LDS", and demands that all
 * lanes are active; here, of each sixteen lanes, all must be active or none. AMD's tests of
 * rocRoller show which element goes where. */
static void run_load_transposed(struct wave *wave, const struct op *op)
{
    enum { ROWS_MAX = 3 };
    const unsigned bits = op->instruction->argument, words = type_words((enum type)op->dst.type);
    const unsigned packed = 32 * words / bits, count = wave->lanes & ~31u;
    const struct operand spare = {.kind = OPERAND_VGPR, .type = op->dst.type, .reg = VGPR_SPARE};
    uint32_t *to = operand_lanes(wave, &op->dst), results[ROWS_MAX][LANES_MAX] = {0};
    for (unsigned i = 0; i < count; i += ROW)
        check_whole_row(wave, i);
    load(wave, op, words == 3 ? ELEMENT_B96 : ELEMENT_B64, &spare, (uint32_t)op->offset);
    for (unsigned lane = 0; lane < count; lane++) {
        for (unsigned row = 0; row < packed; row++) {
            const unsigned from = ROW * row + lane % ROW, bit = from % packed * bits;
            const unsigned other = lane / ROW * ROW + from / packed;
            const uint32_t *low = wave_vgpr(wave, VGPR_SPARE + bit / 32);
            const uint32_t *high = wave_vgpr(wave, VGPR_SPARE + (bit + bits - 1) / 32);
            const uint64_t both = (uint64_t)high[other] << 32 | low[other];
            const uint64_t element = (both >> bit % 32 & ((1u << bits) - 1)) << row * bits % 32;
            results[row * bits / 32][lane] |= (uint32_t)element;
            if (element >> 32)
                results[row * bits / 32 + 1][lane] |= (uint32_t)(element >> 32);
        }
    }
    for (unsigned i = 0; i < words; i++)
        lanes_copy(to + i * count, results[i], wave_exec(wave), count);
}

/* ---- The lane's number for an address -------------------------------------------------------- */

/* The address of a lane is M0's lower half + the instruction's offset + 4 * the lane's number. */
static bool address_by_lane(struct wave *wave, const struct op *op, enum access access,
                            struct lane_memory *out)
{
    _Alignas(64) uint32_t offsets[LANES_MAX];
    uint32_t start = (wave->sgpr[SGPR_M0] & 0xffff) + (uint32_t)op->offset;
    if (op->gds)
        not_emulated(wave, op, LACKS_GDS);
    for (unsigned i = 0; i < wave->lanes; i++)
        offsets[i] = start + 4 * i;
    out->exec = wave_exec(wave);
    if (out->exec)
        place_in_lds(wave, op, offsets, 4, access, out);
    return out->exec != 0;
}

static void run_load_by_lane(struct wave *wave, const struct op *op)
{
    struct lane_memory memory;
    if (address_by_lane(wave, op, ACCESS_READ, &memory))
        transfer_load(wave, ELEMENT_B32, &op->dst, &memory);
}

static void run_store_by_lane(struct wave *wave, const struct op *op)
{
    struct lane_memory memory;
    if (address_by_lane(wave, op, ACCESS_WRITE, &memory))
        transfer_store(wave, ELEMENT_B32, &op->src[0], &memory);
}

/* ---- Moving values between lanes ------------------------------------------------------------- */

/* Returns the size of the groups of lanes that can exchange values: since gfx10, the halves of a
 * wave64 are separate. */
static unsigned reach(const struct wave *wave)
{
    return wave->ops->program->generation >= GENERATION_GFX10 ? 32 : wave->lanes;
}

static void write_lanes(struct wave *wave, const struct op *op, const uint32_t *values)
{
    uint32_t *to = operand_lanes(wave, &op->dst);
    uint64_t exec = wave_exec(wave);
    for (unsigned i = 0; i < wave->lanes; i++)
        to[i] = exec >> i & 1 ? values[i] : to[i];
}

/* Returns the partner of lane |i| for |address|: one of the |group| lanes, 32 or 64, that lane |i|
 * can reach. */
static unsigned partner(uint32_t address, unsigned i, unsigned group)
{
    return (address >> 2 & (group - 1)) | (i & ~(group - 1));
}

/* Each lane sends its value to the lane that its address names. If several lanes send to the same
 * lane, the value of the highest of them stays. */
static void run_permute(struct wave *wave, const struct op *op)
{
    uint32_t moved[LANES_MAX] = {0};
    const uint32_t *address = operand_lanes(wave, &op->src[0]);
    const uint32_t *data = operand_lanes(wave, &op->src[1]);
    unsigned group = reach(wave);
    for (uint64_t rest = wave_exec(wave); rest; rest &= rest - 1) {
        unsigned i = (unsigned)__builtin_ctzll(rest);
        moved[partner(address[i] + (uint32_t)op->offset, i, group)] = data[i];
    }
    write_lanes(wave, op, moved);
}

/* Returns the lane of the wave that |address| names, which may be out of reach. Higher bits of the
 * address are ignored, as by the hardware, and programs rely on that. */
static unsigned named_lane(const struct wave *wave, uint32_t address)
{
    return (address >> 2) % wave->lanes;
}

/* Each lane reads the value of the lane that its address names; an inactive lane gives 0. */
static void run_bpermute(struct wave *wave, const struct op *op)
{
    uint32_t moved[LANES_MAX] = {0};
    const uint32_t *address = operand_lanes(wave, &op->src[0]);
    const uint32_t *data = operand_lanes(wave, &op->src[1]);
    uint8_t sources[LANES_MAX];
    uint64_t exec = wave_exec(wave), outside = 0;
    unsigned group = reach(wave);
    for (unsigned i = 0; i < wave->lanes; i++) {
        uint32_t place = address[i] + (uint32_t)op->offset;
        unsigned from = partner(place, i, group);
        moved[i] = exec >> from & 1 ? data[from] : 0;
        sources[i] = (uint8_t)from;
        outside |= (exec >> i & (named_lane(wave, place) != from)) << i;
    }
    if (outside) {
        unsigned lane = (unsigned)__builtin_ctzll(outside);
        uint32_t place = address[lane] + (uint32_t)op->offset;
        finding_note(wave, op, "lane %u asks for lane %u, which it cannot reach, and gets lane %u",
                     lane, named_lane(wave, place), partner(place, lane, group));
    } else {
        watch_shuffle(wave, op, sources);
    }
    write_lanes(wave, op, moved);
}

static unsigned reverse_5(unsigned v)
{
    return (v & 1) << 4 | (v & 2) << 2 | (v & 4) | (v & 8) >> 2 | (v & 16) >> 4;
}

/* Returns the lane from which lane |i|, of 32, reads. The value of |pattern| tells which of four
 * kinds of pattern it is. */
static unsigned swizzle_lane(uint32_t pattern, unsigned i)
{
    unsigned low = pattern & 31, middle = pattern >> 5 & 31, high = pattern >> 10 & 31;
    if (pattern >= 0xe000) /* FFT mode: the butterflies of a Fourier transform */
        return reverse_5(i) >> __builtin_popcount(low) | (i & low);
    /* rotate mode: rotates lanes; the bits of |i| that are set in |low| stay */
    if (pattern >= 0xc000) {
        unsigned by = pattern & 0x400 ? 32 - middle : middle;
        return (i & low) | ((i + by) & ~low & 31);
    }
    if (pattern >= 0x8000) /* quad mode: each lane reads any lane of its four */
        return (i & ~3u) | (pattern >> 2 * (i & 3) & 3);
    return ((i & low) | middle) ^ high;
}

static void run_swizzle(struct wave *wave, const struct op *op)
{
    uint32_t moved[LANES_MAX];
    const uint32_t *data = operand_lanes(wave, &op->src[0]);
    uint64_t exec = wave_exec(wave);
    for (unsigned i = 0; i < wave->lanes; i++) {
        unsigned from = swizzle_lane(op->imm & 0xffff, i & 31) | (i & 32);
        moved[i] = exec >> from & 1 ? data[from] : 0;
    }
    write_lanes(wave, op, moved);
}

#define LOADS_LDS  .class = CLASS_LDS, .flags = FLAG_LOADS
#define STORES_LDS .class = CLASS_LDS, .habit = HABIT_STORES_LDS
#define ROW_LOAD(name, type, kind)                                                                 \
    {                                                                                              \
        "ds_load_" name, "=" type " b32", run_load, .on = ON_ALL, LOADS_LDS,                       \
                                                    IS_LOAD(SPACE_LDS, kind)                       \
    }
#define ROW_STORE(name, type, kind)                                                                \
    {                                                                                              \
        "ds_store_" name, "b32 " type, run_store, .on = ON_ALL, STORES_LDS,                        \
                                                  IS_STORE(SPACE_LDS, kind)                        \
    }
#define ROW_PAIR(name, two, one, flags)                                                            \
    {"ds_load_2addr_" name,  "=" two " b32",     run_load_pair,    .on = ON_ALL, LOADS_LDS,        \
     .role = ROLE_LOAD_PAIR, .space = SPACE_LDS, .argument = flags},                               \
    {                                                                                              \
        "ds_store_2addr_" name, "b32 " one " " one, run_store_pair,                                \
            .on = ON_ALL, STORES_LDS, .role = ROLE_STORE_PAIR, .space = SPACE_LDS,                 \
            .argument = flags                                                                      \
    }
#define ROW_FAULT(name, operands)                                                                  \
    {                                                                                              \
        name, operands, run_not_emulated, .on = ON_ALL, .class = CLASS_LDS, .argument = LACKS_GDS  \
    }

#define ROW_TRANSPOSED(name, type, bits)                                                           \
    {                                                                                              \
        name, "=" type " b32", run_load_transposed, .on = ON_GFX950, .class = CLASS_LDS,           \
                                                    .flags = FLAG_LOADS, .argument = bits          \
    }

static const struct instruction rows[] = {
    ROW_TRANSPOSED("ds_read_b64_tr_b16", "b64", 16),
    ROW_TRANSPOSED("ds_read_b64_tr_b8", "b64", 8),
    ROW_TRANSPOSED("ds_read_b96_tr_b6", "b96", 6),
    ROW_TRANSPOSED("ds_read_b64_tr_b4", "b64", 4),
    ROW_LOAD("u8", "b32", ELEMENT_U8),
    ROW_LOAD("i8", "b32", ELEMENT_I8),
    ROW_LOAD("u16", "b32", ELEMENT_U16),
    ROW_LOAD("i16", "b32", ELEMENT_I16),
    ROW_LOAD("b32", "b32", ELEMENT_B32),
    ROW_LOAD("b64", "b64", ELEMENT_B64),
    ROW_LOAD("b96", "b96", ELEMENT_B96),
    ROW_LOAD("b128", "b128", ELEMENT_B128),
    ROW_LOAD("u8_d16", "b32", ELEMENT_D16_U8),
    ROW_LOAD("i8_d16", "b32", ELEMENT_D16_I8),
    ROW_LOAD("u16_d16", "b32", ELEMENT_D16_B16),
    ROW_LOAD("u8_d16_hi", "b32", ELEMENT_D16_HI_U8),
    ROW_LOAD("i8_d16_hi", "b32", ELEMENT_D16_HI_I8),
    ROW_LOAD("u16_d16_hi", "b32", ELEMENT_D16_HI_B16),
    ROW_STORE("b8", "b32", ELEMENT_U8),
    ROW_STORE("b16", "b32", ELEMENT_U16),
    ROW_STORE("b32", "b32", ELEMENT_B32),
    ROW_STORE("b64", "b64", ELEMENT_B64),
    ROW_STORE("b96", "b96", ELEMENT_B96),
    ROW_STORE("b128", "b128", ELEMENT_B128),
    ROW_STORE("b8_d16_hi", "b32", ELEMENT_D16_HI_U8),
    ROW_STORE("b16_d16_hi", "b32", ELEMENT_D16_HI_B16),
    ROW_PAIR("b32", "b64", "b32", 0),
    ROW_PAIR("b64", "b128", "b64", PAIR_WIDE),
    ROW_PAIR("stride64_b32", "b64", "b32", PAIR_STRIDE_64),
    ROW_PAIR("stride64_b64", "b128", "b64", PAIR_WIDE | PAIR_STRIDE_64),
    {"ds_load_addtid_b32", "=b32", run_load_by_lane, .on = ON_ALL, LOADS_LDS},
    {"ds_store_addtid_b32", "b32", run_store_by_lane, .on = ON_ALL, STORES_LDS},
    {"ds_permute_b32", "=b32 b32 b32", run_permute, .on = ON_ALL, .class = CLASS_LDS,
     .habit = HABIT_MAY},
    {"ds_bpermute_b32", "=b32 b32 b32", run_bpermute, .on = ON_ALL, .class = CLASS_LDS,
     .role = ROLE_BPERMUTE, .habit = HABIT_MAY},
    {"ds_swizzle_b32", "=b32 b32", run_swizzle, .on = ON_ALL, .class = CLASS_LDS,
     .role = ROLE_SWIZZLE, .habit = HABIT_MAY},
    {"ds_nop", "", NOTHING, .on = ON_ALL, .class = CLASS_LDS},
    ROW_FAULT("ds_ordered_count", "=b32 b32"),
    ROW_FAULT("ds_gws_init", "b32"),
    ROW_FAULT("ds_gws_sema_v", "imm?"),
    ROW_FAULT("ds_gws_sema_p", "imm?"),
    ROW_FAULT("ds_gws_sema_br", "b32"),
    ROW_FAULT("ds_gws_sema_release_all", "imm?"),
};

const struct instruction_table ISA_NAME(table_lds) = {rows, sizeof rows / sizeof rows[0]};
