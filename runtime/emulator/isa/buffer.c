/* Buffers: memory through a descriptor of four SGPRs. See "Buffer Resource" and "Buffer Addressing"
 * in the ISA documents of Vega, CDNA2, RDNA2 and RDNA3. The words of a descriptor:
 *
 *   0, 1  the base address in 48 bits, then the stride in 14 bits
 *   1     bit 31: swizzle; since gfx11 bits 30 and 31, which also tell the size of an element
 *   2     the number of records
 *   3     bits 21 and 22: index stride; bit 23: the lane's number is added to the index;
 *         bits 28 and 29, since gfx10: the rule for accesses out of range
 */
#include "address.h"
#include "drivers.h"
#include "lds_load.h"
#include "memory_rows.h"
#include "tables.h"

#include "core/program.h"
#include "core/texel.h"

struct resource {
    uint64_t base, records;
    uint32_t stride, element, index_stride;
    bool is_swizzled, adds_lane;
    unsigned bounds; /* how the bounds are checked, a value of enum bounds */
};

/* The rule for accesses out of range: since gfx10, the descriptor's field OOB_SELECT; on gfx9, the
 * rule depends on the stride and on IDXEN. */
enum bounds { BOUNDS_STRUCTURED, BOUNDS_INDEX, BOUNDS_NONE, BOUNDS_RAW };

static struct resource read_resource(const struct wave *wave, const struct op *op,
                                     const struct operand *operand)
{
    enum generation generation = wave->ops->program->generation;
    const uint32_t *word = &wave->sgpr[operand->reg];
    uint32_t swizzle = generation >= GENERATION_GFX11 ? word[1] >> 30 : word[1] >> 31;
    struct resource resource = {
        .base = (uint64_t)(word[1] & 0xffff) << 32 | word[0],
        .stride = word[1] >> 16 & 0x3fff,
        .records = word[2],
        .is_swizzled = swizzle != 0,
        .element = swizzle ? 2u << swizzle : 4,
        .index_stride = 8u << (word[3] >> 21 & 3),
        .adds_lane = word[3] >> 23 & 1,
        .bounds = word[3] >> 28 & 3,
    };
    if (generation < GENERATION_GFX11)
        resource.element = 4;
    if (generation < GENERATION_GFX10) {
        resource.bounds = op->idxen && resource.stride ? BOUNDS_INDEX : BOUNDS_RAW;
        /* If the descriptor adds the lane's number, the bits of the data format are the upper bits
         * of the stride. */
        if (resource.adds_lane)
            resource.stride |= (word[3] >> 15 & 15) << 14;
    } else if (resource.stride == 0 && resource.bounds != BOUNDS_NONE) {
        resource.bounds = BOUNDS_RAW;
    } else if (resource.bounds == BOUNDS_RAW && resource.is_swizzled) {
        resource.bounds = BOUNDS_STRUCTURED;
    }
    return resource;
}

/* Returns a lane's address minus the buffer's base and the scalar offset. */
static uint64_t buffer_offset(const struct resource *r, uint32_t index, uint32_t offset)
{
    if (!r->is_swizzled)
        return (uint64_t)index * r->stride + offset;
    uint64_t index_high = index / r->index_stride, index_low = index % r->index_stride;
    uint64_t offset_high = offset / r->element, offset_low = offset % r->element;
    return (index_high * r->stride + offset_high * r->element) * r->index_stride +
           index_low * r->element + offset_low;
}

static bool is_inside(const struct resource *r, uint32_t index, uint32_t offset, uint64_t at,
                      uint32_t scalar_offset, unsigned bytes)
{
    switch ((enum bounds)r->bounds) {
    case BOUNDS_STRUCTURED: return index < r->records && offset + (uint64_t)bytes <= r->stride;
    case BOUNDS_INDEX: return index < r->records;
    case BOUNDS_NONE: return r->records != 0;
    case BOUNDS_RAW: return at + scalar_offset + bytes <= r->records;
    }
    return false;
}

/* An access of a wave: the descriptor, and the index and offset of each lane. */
struct request {
    struct resource resource;
    uint32_t scalar_offset;
    uint32_t index[LANES_MAX], offset[LANES_MAX];
};

static void read_request(struct wave *wave, const struct op *op, const struct operand *address,
                         const struct operand *resource, const struct operand *scalar_offset,
                         struct request *out)
{
    out->resource = read_resource(wave, op, resource);
    out->scalar_offset = (uint32_t)scalar_read(wave, scalar_offset);
    const uint32_t *lanes = address->kind == OPERAND_OFF ? NULL : operand_lanes(wave, address);
    const uint32_t *index = op->idxen ? lanes : NULL;
    const uint32_t *offset = !op->offen ? NULL : op->idxen ? lanes + wave->lanes : lanes;
    for (unsigned i = 0; i < wave->lanes; i++) {
        out->index[i] = (index ? index[i] : 0) + (out->resource.adds_lane ? i : 0);
        out->offset[i] = (offset ? offset[i] : 0) + (uint32_t)op->offset;
    }
}

/* Whether |r| describes the wave's scratch, as the descriptor does that a kernel starts with: it
 * has the base of the wave's scratch, and adds the lane's number. With this descriptor, the scalar
 * offset counts bytes of the whole wave. */
static bool is_scratch(const struct wave *wave, const struct resource *r)
{
    return r->adds_lane && r->is_swizzled && r->stride == 0 && r->element == 4 &&
           r->index_stride == wave->lanes && r->base == wave->scratch_address;
}

static bool address_buffer(struct wave *wave, const struct op *op, const struct request *request,
                           unsigned skip, unsigned bytes, enum access access,
                           struct lane_memory *out)
{
    const struct resource *r = &request->resource;
    _Alignas(64) uint32_t offsets[LANES_MAX];
    out->exec = wave_exec(wave);
    if (op->tfe)
        not_emulated(wave, op, LACKS_TFE);
    if (is_scratch(wave, r) && !op->idxen) {
        uint32_t base = request->scalar_offset / wave->lanes + skip;
        for (unsigned i = 0; i < wave->lanes; i++)
            offsets[i] = request->offset[i] + base;
        place_in_scratch(wave, op, offsets, bytes, access, out);
        return out->exec != 0;
    }
    out->mask = 0;
    out->is_shared = true;
    /* a swizzle puts elements of other lanes between the elements of a lane */
    out->step = r->is_swizzled ? r->element * r->index_stride : 4;
    for (unsigned i = 0; i < wave->lanes; i++) {
        uint32_t offset = request->offset[i] + skip;
        uint64_t at = buffer_offset(r, request->index[i], offset);
        out->at[i] = r->base + request->scalar_offset + at;
        if ((out->exec >> i & 1) &&
            is_inside(r, request->index[i], offset, at, request->scalar_offset, bytes))
            out->mask |= 1ull << i;
    }
    check_global(wave, op, out->at, out->mask, bytes, access);
    return out->exec != 0;
}

/* Whether each dword must be accessed separately, because the buffer ends inside of a lane's
 * element or a swizzle has put the dwords of an element apart. */
static bool goes_by_dwords(const struct wave *wave, const struct request *request, unsigned bytes)
{
    const struct resource *r = &request->resource;
    bool is_partial = r->is_swizzled;
    if (bytes <= 4 || is_scratch(wave, r))
        return false;
    for (unsigned i = 0; i < wave->lanes && r->bounds == BOUNDS_RAW; i++) {
        uint64_t at = buffer_offset(r, request->index[i], request->offset[i]);
        uint64_t end = at + request->scalar_offset + bytes;
        is_partial |= end > r->records && end - bytes + 4 <= r->records;
    }
    return is_partial;
}

static void run_load(struct wave *wave, const struct op *op)
{
    struct lane_memory memory;
    struct request request;
    enum element element = (enum element)op->instruction->argument;
    struct operand to = op->lds ? lds_load_row() : op->dst;
    unsigned bytes = element_bytes(element);
    read_request(wave, op, &op->src[0], &op->src[1], &op->src[2], &request);
    if (!goes_by_dwords(wave, &request, bytes)) {
        if (address_buffer(wave, op, &request, 0, bytes, ACCESS_READ, &memory))
            transfer_load(wave, element, &to, &memory);
    } else {
        for (unsigned skip = 0; skip < bytes; skip += 4, to.reg++) {
            if (address_buffer(wave, op, &request, skip, 4, ACCESS_READ, &memory))
                transfer_load(wave, ELEMENT_B32, &to, &memory);
        }
    }
    if (op->lds)
        lds_load_finish(wave, op, element);
}

/* Runs "buffer_load_lds_*", gfx11's name for "buffer_load ... lds". */
static void run_load_to_lds(struct wave *wave, const struct op *op)
{
    struct op copy = *op;
    copy.lds = true;
    run_load(wave, &copy);
}

static void run_store(struct wave *wave, const struct op *op)
{
    struct lane_memory memory;
    struct request request;
    enum element element = (enum element)op->instruction->argument;
    struct operand from = op->src[0];
    unsigned bytes = element_bytes(element);
    read_request(wave, op, &op->src[1], &op->src[2], &op->src[3], &request);
    if (!goes_by_dwords(wave, &request, bytes)) {
        if (address_buffer(wave, op, &request, 0, bytes, ACCESS_WRITE, &memory))
            transfer_store(wave, element, &from, &memory);
        return;
    }
    for (unsigned skip = 0; skip < bytes; skip += 4, from.reg++) {
        if (address_buffer(wave, op, &request, skip, 4, ACCESS_WRITE, &memory))
            transfer_store(wave, ELEMENT_B32, &from, &memory);
    }
}

/* Loads as many components as the instruction has, from elements in the format that word 3 of the
 * descriptor names. Elements outside of the buffer read as zero. */
static void run_load_format(struct wave *wave, const struct op *op)
{
    struct lane_memory memory;
    struct request request;
    struct texel_format format;
    unsigned components = op->instruction->argument;
    uint32_t word = wave->sgpr[op->src[1].reg + 3];
    uint32_t *to = operand_lanes(wave, &op->dst);
    read_request(wave, op, &op->src[0], &op->src[1], &op->src[2], &request);
    if (!texel_read_word(wave->ops->program->generation, word, &format))
        wave_fault(wave, FAULT_ILLEGAL_INSTRUCTION,
                   "loads through a descriptor whose word 3, 0x%x, has no known format", word);
    if (!address_buffer(wave, op, &request, 0, format.bits / 8 * format.channels, ACCESS_READ,
                        &memory))
        return;
    for (unsigned lane = 0; lane < wave->lanes; lane++) {
        for (unsigned i = 0; i < components && memory.exec >> lane & 1; i++)
            to[i * wave->lanes + lane] =
                memory.mask >> lane & 1
                    ? texel_component(&format, word, (const uint8_t *)(uintptr_t)memory.at[lane], i)
                    : 0;
    }
}

/* With GLC, the data register gets the old value. */
static void run_atomic(struct wave *wave, const struct op *op)
{
    struct lane_memory memory;
    struct request request;
    uint32_t atomic = op->instruction->argument;
    read_request(wave, op, &op->src[1], &op->src[2], &op->src[3], &request);
    if (address_buffer(wave, op, &request, 0, atomic_bytes(atomic), ACCESS_ATOMIC, &memory))
        run_atomic_on(wave, op, &op->src[0], op->glc ? &op->src[0] : &op->dst, &memory);
}

#define ROW_LOAD(name, type, kind)                                                                 \
    {"buffer_load_" name, "=" type "? b64 b128 b32",  run_load, .on = ON_ALL,                      \
     LOADS_MEMORY,        IS_LOAD(SPACE_BUFFER, kind)},
#define ROW_STORE(name, type, kind)                                                                \
    {"buffer_store_" name,                                                                         \
     type " b64 b128 b32",                                                                         \
     run_store,                                                                                    \
     .on = ON_ALL,                                                                                 \
     .class = CLASS_MEMORY,                                                                        \
     .habit = HABIT_MAY,                                                                           \
     IS_STORE(SPACE_BUFFER, kind)},
#define ROW_ATOMIC(name, type, data, kind)                                                         \
    {"buffer_atomic_" name, data " b64 b128 b32",  run_atomic,                                     \
     .on = ON_ALL,          .class = CLASS_MEMORY, IS_ATOMIC(SPACE_BUFFER, kind)},
#define ROW_CACHE(name) {name, "imm?", NOTHING, .on = ON_ALL, .class = CLASS_MEMORY},
#define ROW_NO_FORMAT(name)                                                                        \
    {"buffer_store_" name,  "b128 b64 b128 b32", run_not_emulated,         .on = ON_ALL,           \
     .class = CLASS_MEMORY, .habit = HABIT_MAY,  .argument = LACKS_FORMATS},                       \
        {"tbuffer_load_" name, "b128 b64 b128 b32", run_not_emulated,                              \
         .on = ON_ALL,         LOADS_MEMORY,        .argument = LACKS_FORMATS},                    \
        {"tbuffer_store_" name, "b128 b64 b128 b32",   run_not_emulated,                           \
         .on = ON_ALL,          .class = CLASS_MEMORY, .argument = LACKS_FORMATS},
#define ROW_FORMAT(name, type, components)                                                         \
    {"buffer_load_" name, "=" type "? b64 b128 b32", run_load_format, .on = ON_ALL,                \
     LOADS_MEMORY,        .argument = components},                                                 \
        ROW_NO_FORMAT(name)
#define ROW_D16(name)                                                                              \
    {"buffer_load_" name, "b128 b64 b128 b32", run_not_emulated,                                   \
     .on = ON_ALL,        LOADS_MEMORY,        .argument = LACKS_FORMATS},                         \
        ROW_NO_FORMAT(name)
#define ROW_LDS(name, kind)                                                                        \
    {"buffer_load_lds_" name, "b64 b128 b32", run_load_to_lds, .on = ON_ALL, LOADS_MEMORY,         \
     .argument = kind},

static const struct instruction rows[] = {
    EACH_LOAD(ROW_LOAD) EACH_STORE(ROW_STORE) EACH_ATOMIC(ROW_ATOMIC) ROW_CACHE("buffer_gl0_inv")
        ROW_CACHE("buffer_gl1_inv") ROW_CACHE("buffer_wbl2") ROW_CACHE("buffer_invl2")
            ROW_CACHE("buffer_inv") ROW_CACHE("buffer_wbinvl1") ROW_CACHE("buffer_wbinvl1_vol")
                ROW_FORMAT("format_x", "b32", 1) ROW_FORMAT("format_xy", "b64", 2)
                    ROW_FORMAT("format_xyz", "b96", 3) ROW_FORMAT("format_xyzw", "b128", 4)
                        ROW_D16("d16_format_x") ROW_D16("d16_format_xy") ROW_D16("d16_format_xyz")
                            ROW_D16("d16_format_xyzw") ROW_D16("format_d16_x")
                                ROW_D16("format_d16_xy") ROW_D16("format_d16_xyz")
                                    ROW_D16("format_d16_xyzw") ROW_D16("format_d16_hi_x")
                                        ROW_D16("d16_hi_format_x") ROW_LDS("u8", ELEMENT_U8)
                                            ROW_LDS("i8", ELEMENT_I8) ROW_LDS("u16", ELEMENT_U16)
                                                ROW_LDS("i16", ELEMENT_I16)
                                                    ROW_LDS("b32", ELEMENT_B32){
                                                        "buffer_load_lds_format_x", "b64 b128 b32",
                                                        run_not_emulated, .on = ON_ALL,
                                                        LOADS_MEMORY, .argument = LACKS_LDS_LOAD},
};

const struct instruction_table ISA_NAME(table_buffer) = {rows, sizeof rows / sizeof rows[0]};
