#include "reference.h"

#include <stdlib.h>

struct maker {
    const struct fuse_body *body;
    struct kir_kernel *kernel;
    uint32_t input_count, operand_count;
    kir_value offsets[FUSE_OPERANDS];
};

static kir_value integer(struct maker *maker, uint64_t value)
{
    return kir_integer(maker->kernel, KIR_I64, (int64_t)value);
}

/* Adds to the offsets what |index|, counted over the dimensions |chosen|, is in each operand. */
static void walk(struct maker *maker, kir_value index, uint32_t chosen, uint32_t rank,
                 const uint64_t *dims, const struct fuse_operand *operands)
{
    for (uint32_t d = rank; d-- > 0;) {
        if (!(chosen >> d & 1))
            continue;
        kir_value size = integer(maker, dims[d]);
        kir_value at = kir_binary(maker->kernel, KIR_REM, index, size);
        index = kir_binary(maker->kernel, KIR_DIV, index, size);
        for (uint32_t n = 0; n < maker->operand_count; n++) {
            kir_value step =
                kir_binary(maker->kernel, KIR_MUL, at, integer(maker, operands[n].strides[d]));
            maker->offsets[n] = kir_binary(maker->kernel, KIR_ADD, maker->offsets[n], step);
        }
    }
}

/* The program's own instructions, with their operands' new numbers. */
static void copy_body(struct maker *maker, kir_value *numbers)
{
    const struct kir_kernel *from = maker->body->kernel;
    for (kir_value at = 0; at < from->count; at++) {
        struct kir_instruction instruction = from->instructions[at];
        if (instruction.op <= KIR_SCALAR)
            continue;
        for (int i = 0; i < 3 && instruction.operands[i] != KIR_NO_VALUE; i++)
            instruction.operands[i] = numbers[instruction.operands[i]];
        /* Any instruction makes room for this one. */
        numbers[at] = kir_index(maker->kernel, KIR_THREAD, 0);
        if (numbers[at] != KIR_NO_VALUE)
            maker->kernel->instructions[numbers[at]] = instruction;
    }
}

static void store_results(struct maker *maker, const kir_value *numbers, kir_value is_first)
{
    const struct fuse_body *body = maker->body;
    for (uint32_t i = 0; i < body->program->output_count; i++) {
        kir_value operand = maker->input_count + i, result = body->results[i];
        bool is_row = body->program->has_rows && body->is_row[result];
        if (is_row)
            kir_if(maker->kernel, is_first);
        kir_store(maker->kernel, operand, maker->offsets[operand], numbers[result], 1);
        if (is_row)
            kir_end(maker->kernel);
    }
}

struct kir_kernel *reference_kernel(const struct fuse_body *body, uint32_t rank,
                                    const uint64_t *dims, uint32_t row,
                                    const struct fuse_operand *operands, struct kir_launch *launch)
{
    const struct fuse_program *program = body->program;
    struct maker maker = {.body = body,
                          .kernel = kir_kernel_create("reference"),
                          .input_count = program->input_count,
                          .operand_count = program->input_count + program->output_count};
    kir_value *numbers = calloc(body->kernel->count, sizeof *numbers);
    uint64_t rows = 1, length = 1;
    char name[32];
    row = program->has_rows ? row : 0;
    for (uint32_t d = 0; d < rank; d++)
        *(row >> d & 1 ? &length : &rows) *= dims[d];
    for (uint32_t n = 0; n < maker.operand_count; n++) {
        snprintf(name, sizeof name, "operand%u", n);
        kir_global(maker.kernel, name, body->types[n]);
    }
    for (uint32_t i = 0; i < program->scalar_count; i++) {
        snprintf(name, sizeof name, "scalar%u", i);
        numbers[maker.input_count + i] = kir_scalar(maker.kernel, name, KIR_F64);
    }
    for (uint32_t n = 0; n < maker.operand_count; n++)
        maker.offsets[n] = integer(&maker, 0);
    kir_value thread = kir_index(maker.kernel, KIR_THREAD, 0);
    walk(&maker, kir_index(maker.kernel, KIR_BLOCK, 0), ~row, rank, dims, operands);
    walk(&maker, thread, row, rank, dims, operands);
    for (uint32_t i = 0; i < maker.input_count; i++)
        numbers[i] = kir_load(maker.kernel, i, maker.offsets[i], 1);
    numbers[body->length] = integer(&maker, length);
    numbers[body->place] = thread;
    kir_value is_first = kir_compare(maker.kernel, KIR_EQ, thread, integer(&maker, 0));
    copy_body(&maker, numbers);
    store_results(&maker, numbers, is_first);
    free(numbers);
    *launch = (struct kir_launch){.grid = {(uint32_t)rows}, .block = {(uint32_t)length}};
    return maker.kernel;
}
