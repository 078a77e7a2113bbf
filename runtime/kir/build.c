#include "kir/kir.h"

#include "parts.h"

#include <stdlib.h>
#include <string.h>

struct kir_kernel *kir_kernel_create(const char *name)
{
    struct kir_kernel *kernel = calloc(1, sizeof *kernel);
    char *copy = strdup(name);
    if (!kernel || !copy) {
        free(kernel);
        free(copy);
        return NULL;
    }
    kernel->name = copy;
    return kernel;
}

void kir_kernel_free(struct kir_kernel *kernel)
{
    if (!kernel)
        return;
    free(kernel->instructions);
    free(kernel->names);
    free(kernel->name);
    free(kernel);
}

void kir_block(struct kir_kernel *kernel, uint32_t x, uint32_t y, uint32_t z)
{
    kernel->block[0] = x;
    kernel->block[1] = y;
    kernel->block[2] = z;
}

static bool reserve(struct kir_kernel *kernel)
{
    if (kernel->count < kernel->capacity)
        return true;
    uint32_t capacity = kernel->capacity ? kernel->capacity * 2 : 64;
    struct kir_instruction *grown = kernel->count < KIR_INSTRUCTIONS
                                        ? realloc(kernel->instructions, capacity * sizeof *grown)
                                        : NULL;
    if (!grown)
        return false;
    kernel->instructions = grown;
    kernel->capacity = capacity;
    return true;
}

static kir_value append(struct kir_kernel *kernel, struct kir_instruction instruction)
{
    if (kernel->failed || !reserve(kernel)) {
        kernel->failed = true;
        return KIR_NO_VALUE;
    }
    kernel->instructions[kernel->count] = instruction;
    return kernel->count++;
}

static enum kir_type type_of(const struct kir_kernel *kernel, kir_value value)
{
    return value < kernel->count ? kernel->instructions[value].type : KIR_NONE;
}

#define NONE KIR_NO_VALUE

/* ---- Parameters and constants --------------------------------------------------------------- */

static kir_value parameter(struct kir_kernel *kernel, enum kir_op op, const char *name,
                           enum kir_type type)
{
    size_t length = strlen(name) + 1;
    char *names = length < 4096 ? realloc(kernel->names, kernel->names_size + length) : NULL;
    if (!names) {
        kernel->failed = true;
        return NONE;
    }
    kernel->names = names;
    memcpy(names + kernel->names_size, name, length);
    uint32_t offset = kernel->names_size;
    kernel->names_size += (uint32_t)length;
    return append(kernel,
                  (struct kir_instruction){
                      .op = op, .type = type, .operands = {NONE, NONE, NONE}, .name = offset});
}

kir_value kir_global(struct kir_kernel *kernel, const char *name, enum kir_type type)
{
    return parameter(kernel, KIR_GLOBAL, name, type);
}

kir_value kir_scalar(struct kir_kernel *kernel, const char *name, enum kir_type type)
{
    return parameter(kernel, KIR_SCALAR, name, type);
}

kir_value kir_lds(struct kir_kernel *kernel, enum kir_type type, int64_t count)
{
    return append(
        kernel, (struct kir_instruction){
                    .op = KIR_LDS, .type = type, .operands = {NONE, NONE, NONE}, .integer = count});
}

kir_value kir_index(struct kir_kernel *kernel, enum kir_place place, unsigned dimension)
{
    return append(kernel, (struct kir_instruction){.op = KIR_INDEX,
                                                   .type = KIR_I64,
                                                   .detail = place,
                                                   .extra = (uint8_t)dimension,
                                                   .operands = {NONE, NONE, NONE}});
}

kir_value kir_integer(struct kir_kernel *kernel, enum kir_type type, int64_t value)
{
    struct kir_instruction instruction = {
        .op = KIR_CONSTANT, .type = type, .operands = {NONE, NONE, NONE}, .integer = value};
    if (type_is_float(type))
        instruction.number = (double)value;
    return append(kernel, instruction);
}

kir_value kir_number(struct kir_kernel *kernel, enum kir_type type, double value)
{
    struct kir_instruction instruction = {
        .op = KIR_CONSTANT, .type = type, .operands = {NONE, NONE, NONE}, .number = value};
    if (!type_is_float(type))
        instruction.integer = (int64_t)value;
    return append(kernel, instruction);
}

/* ---- Computing values ------------------------------------------------------------------------ */

static kir_value compute(struct kir_kernel *kernel, enum kir_op op, unsigned detail,
                         enum kir_type type, kir_value a, kir_value b, kir_value c)
{
    return append(kernel,
                  (struct kir_instruction){
                      .op = op, .type = type, .detail = (uint8_t)detail, .operands = {a, b, c}});
}

kir_value kir_unary(struct kir_kernel *kernel, enum kir_unary op, kir_value a)
{
    return compute(kernel, KIR_UNARY, op, type_of(kernel, a), a, NONE, NONE);
}

kir_value kir_binary(struct kir_kernel *kernel, enum kir_binary op, kir_value a, kir_value b)
{
    return compute(kernel, KIR_BINARY, op, type_of(kernel, a), a, b, NONE);
}

kir_value kir_compare(struct kir_kernel *kernel, enum kir_compare op, kir_value a, kir_value b)
{
    return compute(kernel, KIR_COMPARE, op, KIR_BOOL, a, b, NONE);
}

kir_value kir_select(struct kir_kernel *kernel, kir_value condition, kir_value a, kir_value b)
{
    return compute(kernel, KIR_SELECT, 0, type_of(kernel, a), condition, a, b);
}

kir_value kir_fma(struct kir_kernel *kernel, kir_value a, kir_value b, kir_value c)
{
    return compute(kernel, KIR_FMA, 0, type_of(kernel, a), a, b, c);
}

kir_value kir_cast(struct kir_kernel *kernel, enum kir_type type, kir_value a)
{
    return compute(kernel, KIR_CAST, 0, type, a, NONE, NONE);
}

kir_value kir_variable(struct kir_kernel *kernel, kir_value initial)
{
    return compute(kernel, KIR_VARIABLE, 0, type_of(kernel, initial), initial, NONE, NONE);
}

kir_value kir_get(struct kir_kernel *kernel, kir_value variable)
{
    return compute(kernel, KIR_GET, 0, type_of(kernel, variable), variable, NONE, NONE);
}

void kir_set(struct kir_kernel *kernel, kir_value variable, kir_value value)
{
    compute(kernel, KIR_SET, 0, KIR_NONE, variable, value, NONE);
}

/* ---- Loads, stores and atomics --------------------------------------------------------------- */

kir_value kir_load(struct kir_kernel *kernel, kir_value memory, kir_value index, unsigned width)
{
    return append(kernel, (struct kir_instruction){.op = KIR_LOAD,
                                                   .type = type_of(kernel, memory),
                                                   .extra = (uint8_t)width,
                                                   .operands = {memory, index, NONE}});
}

void kir_store(struct kir_kernel *kernel, kir_value memory, kir_value index, kir_value value,
               unsigned width)
{
    append(kernel, (struct kir_instruction){.op = KIR_STORE,
                                            .extra = (uint8_t)width,
                                            .operands = {memory, index, value}});
}

void kir_atomic(struct kir_kernel *kernel, enum kir_atomic op, kir_value memory, kir_value index,
                kir_value value)
{
    compute(kernel, KIR_ATOMIC, op, KIR_NONE, memory, index, value);
}

/* ---- Control flow --------------------------------------------------------------------------- */

kir_value kir_range(struct kir_kernel *kernel, kir_value low, kir_value high, kir_value step)
{
    return compute(kernel, KIR_RANGE, 0, KIR_I64, low, high, step);
}

void kir_if(struct kir_kernel *kernel, kir_value condition)
{
    compute(kernel, KIR_IF, 0, KIR_NONE, condition, NONE, NONE);
}

void kir_else(struct kir_kernel *kernel)
{
    compute(kernel, KIR_ELSE, 0, KIR_NONE, NONE, NONE, NONE);
}

void kir_end(struct kir_kernel *kernel)
{
    compute(kernel, KIR_END, 0, KIR_NONE, NONE, NONE, NONE);
}

void kir_barrier(struct kir_kernel *kernel)
{
    compute(kernel, KIR_BARRIER, 0, KIR_NONE, NONE, NONE, NONE);
}

static kir_value reduce(struct kir_kernel *kernel, enum kir_op op, enum kir_reduce how,
                        kir_value value, kir_value index)
{
    bool has_index = how == KIR_ARGMIN || how == KIR_ARGMAX;
    return append(kernel,
                  (struct kir_instruction){.op = op,
                                           .type = has_index ? KIR_I64 : type_of(kernel, value),
                                           .detail = how,
                                           .extra = has_index,
                                           .operands = {value, index, NONE}});
}

kir_value kir_warp_reduce(struct kir_kernel *kernel, enum kir_reduce op, kir_value value,
                          kir_value index)
{
    return reduce(kernel, KIR_WARP_REDUCE, op, value, index);
}

kir_value kir_block_reduce(struct kir_kernel *kernel, enum kir_reduce op, kir_value value,
                           kir_value index)
{
    return reduce(kernel, KIR_BLOCK_REDUCE, op, value, index);
}
