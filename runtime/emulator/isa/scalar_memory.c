/* Scalar memory: loads and stores through the constant cache, which here is memory itself. See
 * "Scalar Memory Operations" in the ISA documents.
 */
#include "drivers.h"
#include "tables.h"

#include "core/bounds.h"
#include "core/finding.h"
#include "core/wave.h"

#include <time.h>

enum { WORDS_MAX = 16 };

static void write_words(struct wave *wave, const struct op *op, const uint32_t *words)
{
    struct operand to = op->dst;
    to.type = TYPE_B32;
    if (to.reg == SGPR_NULL) /* with the null register as destination, all words are lost */
        return;
    for (unsigned i = 0; i < op->instruction->argument; i++, to.reg++)
        scalar_write(wave, &to, words[i]);
}

/* Returns the instruction's offset + the sources from |first| on, each of which is an SGPR or a
 * number. */
static uint64_t read_offset(const struct wave *wave, const struct op *op, unsigned first)
{
    uint64_t offset = (uint64_t)(int64_t)op->offset;
    for (unsigned i = first; i < op->source_count; i++) {
        if (op->src[i].kind != OPERAND_OFF)
            offset += op->src[i].kind == OPERAND_CONST
                          ? (uint64_t)(int64_t)(int32_t)(uint32_t)op->src[i].value
                          : scalar_read(wave, &op->src[i]);
    }
    return offset;
}

/* Returns a pointer to |count| dwords at |address|, a multiple of 4, after a check. Other threads
 * may write these dwords. Callers access each dword as a whole: a kernel that spins on one sees a
 * new value at some time, and never a part of it. */
static uint32_t *dwords_at(struct wave *wave, const struct op *op, uint64_t address, unsigned count,
                           enum access access)
{
    check_global(wave, op, &address, 1, 4 * count, access);
    return (uint32_t *)(uintptr_t)address;
}

static void load_dwords(uint32_t *to, const uint32_t *from, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        to[i] = __atomic_load_n(&from[i], __ATOMIC_RELAXED);
}

static void store_dwords(uint32_t *to, const uint32_t *from, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        __atomic_store_n(&to[i], from[i], __ATOMIC_RELAXED);
}

static uint64_t global_address(const struct wave *wave, const struct op *op, unsigned base)
{
    return scalar_read(wave, &op->src[base]) + read_offset(wave, op, base + 1);
}

/* Clears the low two bits of |address|, as the hardware does. Programs do not want that, so a
 * misaligned address is reported. */
static uint64_t aligned(struct wave *wave, const struct op *op, uint64_t address)
{
    if (address & 3)
        finding_note(wave, op, "accesses dwords at 0x%llx, but scalar memory must be aligned",
                     (unsigned long long)address);
    return address & ~3ull;
}

static void run_load(struct wave *wave, const struct op *op)
{
    unsigned count = op->instruction->argument;
    uint64_t address = aligned(wave, op, global_address(wave, op, 0));
    const uint32_t *from = dwords_at(wave, op, address, count, ACCESS_READ);
    if (op->dst.reg != SGPR_NULL)
        load_dwords(&wave->sgpr[op->dst.reg], from, count);
}

static void run_store(struct wave *wave, const struct op *op)
{
    unsigned count = op->instruction->argument;
    uint64_t address = aligned(wave, op, global_address(wave, op, 1));
    store_dwords(dwords_at(wave, op, address, count, ACCESS_WRITE), &wave->sgpr[op->src[0].reg],
                 count);
}

/* The buffer that a descriptor gives: the base in 48 bits, the stride in 14, and the number of
 * records. */
struct buffer {
    uint64_t base, bytes;
};

static struct buffer read_buffer(const struct wave *wave, const struct operand *operand)
{
    const uint32_t *resource = &wave->sgpr[operand->reg];
    uint64_t stride = resource[1] >> 16 & 0x3fff, records = resource[2];
    return (struct buffer){
        .base = ((uint64_t)(resource[1] & 0xffff) << 32 | resource[0]) & ~3ull,
        .bytes = stride ? records * stride : records,
    };
}

static bool buffer_holds(const struct buffer *buffer, uint64_t offset, unsigned size)
{
    return size <= buffer->bytes && offset <= buffer->bytes - size;
}

/* Loads from a buffer; words past its end read as 0. */
static void run_buffer_load(struct wave *wave, const struct op *op)
{
    uint32_t words[WORDS_MAX] = {0};
    struct buffer buffer = read_buffer(wave, &op->src[0]);
    uint64_t offset = read_offset(wave, op, 1) & ~3ull;
    for (unsigned i = 0; i < op->instruction->argument; i++, offset += 4) {
        if (buffer_holds(&buffer, offset, 4))
            load_dwords(&words[i], dwords_at(wave, op, buffer.base + offset, 1, ACCESS_READ), 1);
    }
    write_words(wave, op, words);
}

/* Stores to a buffer; words past its end are not written. */
static void run_buffer_store(struct wave *wave, const struct op *op)
{
    struct buffer buffer = read_buffer(wave, &op->src[1]);
    uint64_t offset = read_offset(wave, op, 2) & ~3ull;
    for (unsigned i = 0; i < op->instruction->argument; i++, offset += 4) {
        if (buffer_holds(&buffer, offset, 4))
            store_dwords(dwords_at(wave, op, buffer.base + offset, 1, ACCESS_WRITE),
                         &wave->sgpr[op->src[0].reg + i], 1);
    }
}

/* gfx12's loads of bytes and of 16 bits. */
enum narrow { LOAD_U8, LOAD_I8, LOAD_U16, LOAD_I16 };

static unsigned narrow_size(const struct op *op)
{
    return op->instruction->argument >= LOAD_U16 ? 2 : 1;
}

/* Loads a 16-bit value, in one access if the value is aligned. */
static uint32_t load_narrow(struct wave *wave, const struct op *op, uint64_t address)
{
    check_global(wave, op, &address, 1, narrow_size(op), ACCESS_READ);
    const uint8_t *at = (const uint8_t *)(uintptr_t)address;
    uint32_t value = __atomic_load_n(at, __ATOMIC_RELAXED);
    if (narrow_size(op) == 2 && !(address & 1))
        value = __atomic_load_n((const uint16_t *)(const void *)at, __ATOMIC_RELAXED);
    else if (narrow_size(op) == 2)
        value |= (uint32_t)__atomic_load_n(at + 1, __ATOMIC_RELAXED) << 8;
    switch ((enum narrow)op->instruction->argument) {
    case LOAD_U8:
    case LOAD_U16: break;
    case LOAD_I8: return (uint32_t)(int32_t)(int8_t)value;
    case LOAD_I16: return (uint32_t)(int32_t)(int16_t)value;
    }
    return value;
}

static void run_load_narrow(struct wave *wave, const struct op *op)
{
    scalar_write(wave, &op->dst, load_narrow(wave, op, global_address(wave, op, 0)));
}

/* Loads a byte or 16 bits from a buffer; past its end they read as 0. */
static void run_buffer_load_narrow(struct wave *wave, const struct op *op)
{
    struct buffer buffer = read_buffer(wave, &op->src[0]);
    uint64_t offset = read_offset(wave, op, 1);
    bool is_inside = buffer_holds(&buffer, offset, narrow_size(op));
    scalar_write(wave, &op->dst, is_inside ? load_narrow(wave, op, buffer.base + offset) : 0);
}

static void run_time(struct wave *wave, const struct op *op)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    uint64_t nanoseconds = (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
    /* s_memrealtime counts at 100 MHz; s_memtime counts at the core's clock, which is 1 GHz here */
    scalar_write(wave, &op->dst, nanoseconds / op->instruction->argument);
}

#define ROW(name, operands, driver, ...)                                                           \
    {                                                                                              \
        name, operands, driver, .on = ON_ALL, .argument = __VA_ARGS__                              \
    }
#define ROW_LOAD(bits, words)                                                                      \
    ROW("s_load_b" #bits, "=b" #bits " b64 b32 b32?", run_load, words,                             \
        .class = CLASS_SCALAR_MEMORY, .role = ROLE_LOAD_SCALAR),                                   \
        ROW("s_buffer_load_b" #bits, "=b" #bits " b128 b32 b32?", run_buffer_load, words,          \
            .class = CLASS_SCALAR_MEMORY)
#define ROW_NARROW(kind, number)                                                                   \
    ROW("s_load_" kind, "=b32 b64 b32 b32?", run_load_narrow, number,                              \
        .class = CLASS_SCALAR_MEMORY),                                                             \
        ROW("s_buffer_load_" kind, "=b32 b128 b32 b32?", run_buffer_load_narrow, number,           \
            .class = CLASS_SCALAR_MEMORY)
#define ROW_STORE(suffix, bits, words)                                                             \
    ROW("s_store_dword" suffix, "b" #bits " b64 b32 b32?", run_store, words),                      \
        ROW("s_buffer_store_dword" suffix, "b" #bits " b128 b32 b32?", run_buffer_store, words)

static const struct instruction rows[] = {
    ROW_LOAD(32, 1),
    ROW_LOAD(64, 2),
    ROW_LOAD(96, 3),
    ROW_LOAD(128, 4),
    ROW_LOAD(256, 8),
    ROW_LOAD(512, 16),
    ROW_NARROW("u8", LOAD_U8),
    ROW_NARROW("i8", LOAD_I8),
    ROW_NARROW("u16", LOAD_U16),
    ROW_NARROW("i16", LOAD_I16),
    ROW_STORE("", 32, 1),
    ROW_STORE("x2", 64, 2),
    ROW_STORE("x4", 128, 4),
    ROW("s_memtime", "=b64", run_time, 1, .doubt = DOUBT_MACHINE),
    ROW("s_memrealtime", "=b64", run_time, 10, .doubt = DOUBT_MACHINE),
    ROW("s_dcache_inv", "", NOTHING, 0),
    ROW("s_dcache_wb", "", NOTHING, 0),
    ROW("s_dcache_inv_vol", "", NOTHING, 0),
    ROW("s_dcache_wb_vol", "", NOTHING, 0),
    ROW("s_gl1_inv", "", NOTHING, 0),
    ROW("s_atc_probe", "imm b64 b32", NOTHING, 0),
    ROW("s_atc_probe_buffer", "imm b128 b32", NOTHING, 0),
    ROW("s_prefetch_inst", "b64 imm b32 imm", NOTHING, 0),
    ROW("s_prefetch_inst_pc_rel", "imm b32 imm", NOTHING, 0),
    ROW("s_prefetch_data", "b64 imm b32 imm", NOTHING, 0),
    ROW("s_prefetch_data_pc_rel", "imm b32 imm", NOTHING, 0),
    ROW("s_buffer_prefetch_data", "b128 imm b32 imm", NOTHING, 0),
};

const struct instruction_table ISA_NAME(table_scalar_memory) = {rows, sizeof rows / sizeof rows[0]};
