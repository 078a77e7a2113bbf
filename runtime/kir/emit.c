/* Writes a kernel as C++: a line for each instruction, with helpers of kir/device.cuh. */
#include "parts.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

__asm__(
    ".pushsection .rodata\n"
    "kir_prelude_text: .incbin \"" KIR_DEVICE_HEADER "\"\n"
    /* nvcc: no warnings about values that nothing uses. */
    ".ascii \"#ifndef KIR_AMD\\n#pragma nv_diag_suppress 177\\n#endif\\n\"\n"
    ".ascii \"using kir::u8; using kir::u32; using kir::u64; using kir::i16; using kir::i32;\\n\"\n"
    ".ascii \"using kir::i64; using kir::f8e4m3; using kir::f16; using kir::bf16;\\n\"\n"
    ".asciz \"using kir::f32; using kir::f64;\\n\"\n"
    ".popsection\n");
extern const char kir_prelude_text[];

const char *kir_prelude(void)
{
    return kir_prelude_text;
}

static void put_value(FILE *out, const struct kir_kernel *kernel, kir_value value)
{
    const struct kir_instruction *instruction = &kernel->instructions[value];
    if (instruction->op <= KIR_SCALAR)
        fprintf(out, "p_%s", parameter_name(kernel, value));
    else
        fprintf(out, "v%" PRIu32, value);
}

/* Writes a call of |name| with the instruction's operands. */
static void put_call(FILE *out, const struct kir_kernel *kernel, const char *name,
                     const struct kir_instruction *instruction)
{
    fprintf(out, "kir::%s(", name);
    for (int i = 0; i < 3 && instruction->operands[i] != KIR_NO_VALUE; i++) {
        fputs(i ? ", " : "", out);
        put_value(out, kernel, instruction->operands[i]);
    }
    fputc(')', out);
}

static void put_infix(FILE *out, const struct kir_kernel *kernel, const char *op,
                      const struct kir_instruction *instruction)
{
    put_value(out, kernel, instruction->operands[0]);
    fprintf(out, " %s ", op);
    put_value(out, kernel, instruction->operands[1]);
}

static void put_constant(FILE *out, const struct kir_instruction *constant)
{
    const char *type = kir_type_name(constant->type);
    uint32_t single_bits;
    uint64_t bits;
    float single = (float)constant->number;
    if (constant->type == KIR_F32) {
        memcpy(&single_bits, &single, sizeof single_bits);
        fprintf(out, "kir::bits_as<f32>(0x%" PRIx32 "u)", single_bits);
    } else if (constant->type == KIR_F64) {
        memcpy(&bits, &constant->number, sizeof bits);
        fprintf(out, "kir::bits_as<f64>(0x%" PRIx64 "ull)", bits);
    } else {
        fprintf(out, "static_cast<%s>(0x%" PRIx64 "ull)", type, (uint64_t)constant->integer);
    }
}

static void put_index(FILE *out, const struct kir_instruction *index)
{
    static const char *const formats[PLACE_COUNT] = {
        [KIR_THREAD] = "threadIdx.%c",       [KIR_BLOCK] = "blockIdx.%c",
        [KIR_BLOCK_SIZE] = "blockDim.%c",    [KIR_GRID_SIZE] = "gridDim.%c",
        [KIR_GLOBAL_THREAD] = "blockIdx.%c",
    };
    char d = "xyz"[index->extra];
    fputs("static_cast<i64>(", out);
    fprintf(out, formats[index->detail], d);
    fputc(')', out);
    if (index->detail == KIR_GLOBAL_THREAD)
        fprintf(out, " * blockDim.%c + threadIdx.%c", d, d);
}

static void put_binary(FILE *out, const struct kir_kernel *kernel,
                       const struct kir_instruction *instruction)
{
    switch (instruction->detail) {
    case KIR_AND: put_infix(out, kernel, "&", instruction); break;
    case KIR_OR: put_infix(out, kernel, "|", instruction); break;
    case KIR_XOR: put_infix(out, kernel, "^", instruction); break;
    default: put_call(out, kernel, binary_names[instruction->detail], instruction); break;
    }
}

static void put_reduction(FILE *out, const struct kir_kernel *kernel,
                          const struct kir_instruction *instruction)
{
    static const char *const ops[] = {"Sum", "Product", "Minimum", "Maximum"};
    const char *where = instruction->op == KIR_WARP_REDUCE ? "warp" : "block";
    const char *type = kir_type_name(kernel->instructions[instruction->operands[0]].type);
    char name[64];
    if (instruction->extra) {
        snprintf(name, sizeof name, "%s_arg<%s, %s>", where, type,
                 instruction->detail == KIR_ARGMAX ? "true" : "false");
        put_call(out, kernel, name, instruction);
        return;
    }
    fprintf(out, "kir::%s_reduce(", where);
    put_value(out, kernel, instruction->operands[0]);
    fprintf(out, ", kir::%s<%s>())", ops[instruction->detail], type);
}

/* Writes the expression of an instruction that has a result. */
static void put_expression(FILE *out, const struct kir_kernel *kernel,
                           const struct kir_instruction *instruction)
{
    static const char *const compares[] = {"==", "!=", "<", "<=", ">", ">="};
    char name[32];
    switch (instruction->op) {
    case KIR_INDEX: put_index(out, instruction); break;
    case KIR_CONSTANT: put_constant(out, instruction); break;
    case KIR_UNARY:
        if (instruction->detail == KIR_NOT) {
            fputc(instruction->type == KIR_BOOL ? '!' : '~', out);
            put_value(out, kernel, instruction->operands[0]);
        } else {
            put_call(out, kernel, unary_names[instruction->detail], instruction);
        }
        break;
    case KIR_BINARY: put_binary(out, kernel, instruction); break;
    case KIR_COMPARE: put_infix(out, kernel, compares[instruction->detail], instruction); break;
    case KIR_SELECT:
        put_value(out, kernel, instruction->operands[0]);
        fputs(" ? ", out);
        put_value(out, kernel, instruction->operands[1]);
        fputs(" : ", out);
        put_value(out, kernel, instruction->operands[2]);
        break;
    case KIR_FMA: put_call(out, kernel, "fma", instruction); break;
    case KIR_CAST:
        snprintf(name, sizeof name, "cast<%s>", kir_type_name(instruction->type));
        put_call(out, kernel, name, instruction);
        break;
    case KIR_LOAD:
        snprintf(name, sizeof name, "load<%u>", instruction->extra);
        put_call(out, kernel, name, instruction);
        break;
    case KIR_VARIABLE:
    case KIR_GET: put_value(out, kernel, instruction->operands[0]); break;
    default: put_reduction(out, kernel, instruction); break;
    }
}

static void put_range(FILE *out, const struct kir_kernel *kernel, kir_value at)
{
    const struct kir_instruction *range = &kernel->instructions[at];
    fprintf(out, "for (i64 v%" PRIu32 " = ", at);
    put_value(out, kernel, range->operands[0]);
    fprintf(out, "; v%" PRIu32 " < ", at);
    put_value(out, kernel, range->operands[1]);
    fprintf(out, "; v%" PRIu32 " += ", at);
    put_value(out, kernel, range->operands[2]);
    fputs(") {\n", out);
}

static void put_atomic(FILE *out, const struct kir_kernel *kernel,
                       const struct kir_instruction *atomic)
{
    fprintf(out, "kir::atomic_%s(", atomic_names[atomic->detail]);
    put_value(out, kernel, atomic->operands[0]);
    fputs(" + ", out);
    put_value(out, kernel, atomic->operands[1]);
    fputs(", ", out);
    put_value(out, kernel, atomic->operands[2]);
    fputs(");\n", out);
}

/* Writes an instruction that has no result. */
static void put_statement(FILE *out, const struct kir_kernel *kernel,
                          const struct kir_instruction *instruction)
{
    char name[32];
    switch (instruction->op) {
    case KIR_STORE:
        snprintf(name, sizeof name, "store<%u>", instruction->extra);
        put_call(out, kernel, name, instruction);
        fputs(";\n", out);
        break;
    case KIR_ATOMIC: put_atomic(out, kernel, instruction); break;
    case KIR_SET:
        put_infix(out, kernel, "=", instruction);
        fputs(";\n", out);
        break;
    case KIR_IF:
        fputs("if (", out);
        put_value(out, kernel, instruction->operands[0]);
        fputs(") {\n", out);
        break;
    case KIR_ELSE: fputs("} else {\n", out); break;
    case KIR_END: fputs("}\n", out); break;
    default: fputs("__syncthreads();\n", out); break;
    }
}

void kir_emit_instruction(FILE *out, const struct kir_kernel *kernel, kir_value at)
{
    const struct kir_instruction *instruction = &kernel->instructions[at];
    const char *type = kir_type_name(instruction->type);
    if (instruction->op == KIR_RANGE) {
        put_range(out, kernel, at);
    } else if (instruction->op == KIR_LDS) {
        fprintf(out, "__shared__ %s v%" PRIu32 "[%" PRId64 "];\n", type, at, instruction->integer);
    } else if (instruction->type == KIR_NONE) {
        put_statement(out, kernel, instruction);
    } else {
        const char *constant = instruction->op == KIR_VARIABLE ? "" : "const ";
        fprintf(out, "%s%s v%" PRIu32 " = ", constant, type, at);
        put_expression(out, kernel, instruction);
        fputs(";\n", out);
    }
}

static void put_head(FILE *out, const struct kir_kernel *kernel)
{
    unsigned threads = 1;
    for (int i = 0; i < 3; i++)
        threads *= kernel->block[i] ? kernel->block[i] : 1;
    bool is_known = kernel->block[0] || kernel->block[1] || kernel->block[2];
    fprintf(out, "extern \"C\" __global__ void __launch_bounds__(%u) kir_%s(",
            is_known ? threads : 1024, kernel->name);
    for (kir_value at = 0; at < kernel->count && kernel->instructions[at].op <= KIR_SCALAR; at++) {
        const struct kir_instruction *parameter = &kernel->instructions[at];
        fprintf(out, "%s%s %sp_%s", at ? ", " : "", kir_type_name(parameter->type),
                parameter->op == KIR_GLOBAL ? "*" : "", parameter_name(kernel, at));
    }
    fputs(")\n{\n", out);
}

static void put_kernel(FILE *out, const struct kir_kernel *kernel)
{
    put_head(out, kernel);
    for (kir_value at = 0; at < kernel->count; at++) {
        if (kernel->instructions[at].op > KIR_SCALAR)
            kir_emit_instruction(out, kernel, at);
    }
    fputs("}\n", out);
}

char *kir_emit(const struct kir_kernel *const *kernels, size_t count)
{
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    if (!out)
        return NULL;
    fputs(kir_prelude_text, out);
    for (size_t i = 0; i < count; i++) {
        fputc('\n', out);
        put_kernel(out, kernels[i]);
    }
    bool is_whole = !ferror(out);
    if (fclose(out) != 0 || !is_whole) {
        free(text);
        return NULL;
    }
    return text;
}
