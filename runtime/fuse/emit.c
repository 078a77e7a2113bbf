/* Writes a program as C++ for one layout class. */
#include "program.h"

#include "hash.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

__asm__(".pushsection .rodata\n"
        "fuse_device_text: .incbin \"" FUSE_DEVICE_TEXT "\"\n"
        ".byte 0\n"
        ".popsection\n");
extern const char fuse_device_text[];

struct emitter {
    FILE *out;
    const struct fuse_body *body;
    const struct fuse_class *class;
    const struct kir_kernel *kernel;
    uint32_t input_count, output_count;
    /* whether the kernel needs the value of an instruction, by the instruction's number */
    bool *is_needed;
};

static const char *type_name(const struct emitter *emitter, uint32_t operand)
{
    return kir_type_name(emitter->body->types[operand]);
}

static const char *index_type(const struct emitter *emitter)
{
    return emitter->class->is_wide ? "u64" : "u32";
}

static bool is_element_output(const struct emitter *emitter, uint32_t output)
{
    const struct fuse_body *body = emitter->body;
    return !body->program->has_rows || !body->is_row[body->results[output]];
}

/* ---- Writing values -------------------------------------------------------------------------- */

/* Writes the instructions that have one value for each row and depend on |depth| reductions, one
 * nested in another. */
static void put_row_values(const struct emitter *emitter, uint32_t depth)
{
    for (kir_value at = 0; at < emitter->kernel->count; at++) {
        uint8_t op = emitter->kernel->instructions[at].op;
        if (op > KIR_SCALAR && op != KIR_BLOCK_REDUCE && emitter->body->is_row[at] &&
            emitter->body->depth[at] == depth)
            kir_emit_instruction(emitter->out, emitter->kernel, at);
    }
}

static void need(struct emitter *emitter, kir_value value)
{
    if (value != KIR_NO_VALUE && !emitter->body->is_row[value])
        emitter->is_needed[value] = true;
}

/* Writes the instructions for the needed values of each element, and for the values that these
 * depend on. */
static void put_element_values(struct emitter *emitter)
{
    for (kir_value at = emitter->kernel->count; at-- > 0;) {
        for (int i = 0; i < 3 && emitter->is_needed[at]; i++)
            need(emitter, emitter->kernel->instructions[at].operands[i]);
    }
    for (kir_value at = 0; at < emitter->kernel->count; at++) {
        if (emitter->is_needed[at] && emitter->kernel->instructions[at].op > KIR_SCALAR)
            kir_emit_instruction(emitter->out, emitter->kernel, at);
        emitter->is_needed[at] = false;
    }
}

static void put_value(const struct emitter *emitter, kir_value value)
{
    if (value < emitter->input_count)
        fprintf(emitter->out, "p_in%u", value);
    else
        fprintf(emitter->out, value == emitter->body->length ? "p_length" : "v%u", value);
}

/* Begins the loop over the elements of a pack, and writes the code that takes the inputs'
 * elements. */
static void put_elements_begin(const struct emitter *emitter, const char *pack)
{
    fprintf(emitter->out, "#pragma unroll\nfor (int k = 0; k < %u; ++k) {\n", emitter->class->pack);
    for (uint32_t i = 0; i < emitter->input_count; i++)
        fprintf(emitter->out, "const %s p_in%u = %sx%u[k];\n", type_name(emitter, i), i, pack, i);
}

/* ---- Writing loads and stores ---------------------------------------------------------------- */

static void put_load(const struct emitter *emitter, uint32_t i, const char *base, const char *have)
{
    static const char *const functions[] = {"load_vector", "load_same", "load_apart"};
    enum fuse_access access = emitter->class->access[i];
    fprintf(emitter->out, "fuse::%s<%u>(in%u + %sat[%u]", functions[access], emitter->class->pack,
            i, base, i);
    if (access == FUSE_VECTOR)
        fprintf(emitter->out, ", %s", have);
    else if (access == FUSE_APART)
        fprintf(emitter->out, ", layout.step[%u]", i);
    fputs(");\n", emitter->out);
}

static void put_packs_to_store(const struct emitter *emitter)
{
    for (uint32_t i = 0; i < emitter->output_count; i++) {
        if (is_element_output(emitter, i))
            fprintf(emitter->out, "fuse::Pack<%s, %u> y%u = {};\n",
                    type_name(emitter, emitter->input_count + i), emitter->class->pack, i);
    }
}

static void put_results(struct emitter *emitter)
{
    for (uint32_t i = 0; i < emitter->output_count; i++) {
        if (is_element_output(emitter, i))
            need(emitter, emitter->body->results[i]);
    }
    put_element_values(emitter);
    for (uint32_t i = 0; i < emitter->output_count; i++) {
        if (!is_element_output(emitter, i))
            continue;
        fprintf(emitter->out, "y%u.set(k, ", i);
        put_value(emitter, emitter->body->results[i]);
        fputs(");\n", emitter->out);
    }
    fputs("}\n", emitter->out);
}

static void put_stores(const struct emitter *emitter, const char *base, const char *have)
{
    for (uint32_t i = 0; i < emitter->output_count; i++) {
        if (is_element_output(emitter, i))
            fprintf(emitter->out, "fuse::store_vector(out%u + %sat[%u], y%u, %s);\n", i, base,
                    emitter->input_count + i, i, have);
    }
}

/* ---- Element-wise kernels ------------------------------------------------------------------- */

static void put_parameters(const struct emitter *emitter)
{
    for (uint32_t i = 0; i < emitter->input_count; i++)
        fprintf(emitter->out, ", const %s *in%u", type_name(emitter, i), i);
    for (uint32_t i = 0; i < emitter->output_count; i++)
        fprintf(emitter->out, ", %s *out%u", type_name(emitter, emitter->input_count + i), i);
    for (uint32_t i = 0; i < emitter->body->program->scalar_count; i++)
        fprintf(emitter->out, ", const f64 p_s%u", i);
    fprintf(emitter->out, "%s)\n{\n", emitter->class->is_split ? ", char *parts" : "");
}

static void put_map(struct emitter *emitter, const char *name)
{
    const char *index = index_type(emitter), *have = emitter->class->is_flat ? "have" : "V";
    uint32_t operands = emitter->input_count + emitter->output_count;
    fprintf(
        emitter->out,
        "extern \"C\" __global__ void __launch_bounds__(256) %s(const fuse::Map<%s, %u, %u> layout",
        name, index, emitter->class->outer_rank, operands);
    put_parameters(emitter);
    fprintf(emitter->out, "constexpr int V = %u;\n", emitter->class->pack);
    put_row_values(emitter, 0);
    fprintf(emitter->out,
            "const %s step = gridDim.x * 256;\n"
            "for (%s unit = static_cast<%s>(blockIdx.x) * 256 + threadIdx.x; unit < layout.units; "
            "unit += "
            "step) {\ni64 at[%u];\nlayout.walk.find(unit, at);\n",
            index, index, index, operands);
    if (emitter->class->is_flat)
        fputs("const int have = layout.have<V>(unit);\n", emitter->out);
    for (uint32_t i = 0; i < emitter->input_count; i++) {
        fprintf(emitter->out, "const fuse::Pack<%s, V> x%u = ", type_name(emitter, i), i);
        put_load(emitter, i, "", have);
    }
    put_packs_to_store(emitter);
    put_elements_begin(emitter, "");
    put_results(emitter);
    put_stores(emitter, "", have);
    fputs("}\n}\n", emitter->out);
}

/* ---- Kernels with rows ---------------------------------------------------------------------- */

/* Returns the value with which a reduction of |type| begins: for MIN and MAX of floats a NaN, which
 * gives way to every number. */
static const char *identity(enum kir_reduce op, enum kir_type type)
{
    bool is_max = op == KIR_MAXIMUM || op == KIR_ARGMAX;
    if (op == KIR_SUM || op == KIR_PRODUCT)
        return op == KIR_SUM ? "0" : "1";
    switch (type) {
    case KIR_F32: return "kir::bits_as<f32>(0x7fc00000u)";
    case KIR_F64: return "kir::bits_as<f64>(0x7ff8000000000000ull)";
    case KIR_U32: return is_max ? "0" : "0xffffffffu";
    case KIR_I32: return is_max ? "-0x7fffffff - 1" : "0x7fffffff";
    default: return is_max ? "-0x7fffffffffffffffll - 1" : "0x7fffffffffffffffll";
    }
}

static const char *operation(enum kir_reduce op)
{
    static const char *const names[KIR_REDUCE_COUNT] = {
        [KIR_SUM] = "Sum",         [KIR_PRODUCT] = "Product", [KIR_MINIMUM] = "Minimum",
        [KIR_MAXIMUM] = "Maximum", [KIR_ARGMIN] = "Extreme",  [KIR_ARGMAX] = "Extreme"};
    return names[op];
}

static bool has_place(const struct kir_instruction *reduction)
{
    return reduction->detail == KIR_ARGMIN || reduction->detail == KIR_ARGMAX;
}

/* Writes the type of a reduction's operation: "kir::Sum<f32>()". */
static void put_operation(const struct emitter *emitter, const struct kir_instruction *reduction)
{
    const char *type = kir_type_name(emitter->kernel->instructions[reduction->operands[0]].type);
    fprintf(emitter->out, "kir::%s<%s%s>()", operation(reduction->detail), type,
            !has_place(reduction)             ? ""
            : reduction->detail == KIR_ARGMAX ? ", true"
                                              : ", false");
}

/* Writes the type in which a reduction is done. */
static void put_state_type(const struct emitter *emitter, kir_value at)
{
    const struct kir_instruction *reduction = &emitter->kernel->instructions[at];
    const char *type = kir_type_name(emitter->kernel->instructions[reduction->operands[0]].type);
    fprintf(emitter->out, has_place(reduction) ? "kir::Indexed<%s>" : "%s", type);
}

static void put_accumulator(const struct emitter *emitter, kir_value at)
{
    const struct kir_instruction *reduction = &emitter->kernel->instructions[at];
    enum kir_type type = emitter->kernel->instructions[reduction->operands[0]].type;
    const char *first = identity(reduction->detail, type);
    put_state_type(emitter, at);
    fprintf(emitter->out,
            has_place(reduction) ? " r%u = {%s, 0x7fffffffffffffffll};\n" : " r%u = %s;\n", at,
            first);
}

static void put_taken(const struct emitter *emitter, kir_value at)
{
    const struct kir_instruction *reduction = &emitter->kernel->instructions[at];
    fprintf(emitter->out, "r%u = ", at);
    put_operation(emitter, reduction);
    if (has_place(reduction)) {
        const char *type =
            kir_type_name(emitter->kernel->instructions[reduction->operands[0]].type);
        fprintf(emitter->out, "(r%u, kir::Indexed<%s>{", at, type);
        put_value(emitter, reduction->operands[0]);
        fputs(", p_place});\n", emitter->out);
    } else {
        fprintf(emitter->out, "(r%u, ", at);
        put_value(emitter, reduction->operands[0]);
        fputs(");\n", emitter->out);
    }
}

static void put_reduced(const struct emitter *emitter, kir_value at)
{
    const struct kir_instruction *reduction = &emitter->kernel->instructions[at];
    fprintf(emitter->out, "const %s v%u = team.reduce(r%u, ", kir_type_name(reduction->type), at,
            at);
    put_operation(emitter, reduction);
    fprintf(emitter->out, ")%s;\n", has_place(reduction) ? ".index" : "");
}

/* Returns the index of the reduction |at|: reductions are counted from 0 in the order of the
 * instructions. */
static uint32_t reduction_number(const struct emitter *emitter, kir_value at)
{
    uint32_t number = 0;
    for (kir_value before = 0; before < at; before++)
        number += emitter->kernel->instructions[before].op == KIR_BLOCK_REDUCE;
    return number;
}

/* Does what put_reduced() does, for a part of a row: writes the code that stores the part's value
 * in memory. */
static void put_part(const struct emitter *emitter, kir_value at)
{
    fprintf(emitter->out, "r%u = team.reduce(r%u, ", at, at);
    put_operation(emitter, &emitter->kernel->instructions[at]);
    fputs(");\nif (exists && team.lane == 0) {\n*fuse::part_of<", emitter->out);
    put_state_type(emitter, at);
    fprintf(emitter->out, ">(parts, layout, %u, first + team.row, blockIdx.y) = r%u;\n}\n",
            reduction_number(emitter, at), at);
}

/* Begins the code that a thread executes for each of the packs of inputs that it takes. */
static void put_take_begin(const struct emitter *emitter)
{
    fprintf(emitter->out,
            "fuse::each_unit(team, units, held, load, [&](const Held &pack, %s unit) {\n",
            index_type(emitter));
}

static void put_place(const struct emitter *emitter)
{
    fputs("const i64 p_place = static_cast<i64>(begin + unit) * V + k;\n(void)p_place;\n",
          emitter->out);
}

/* Writes one pass over a row: the reductions at |depth|, which depend on |depth| - 1 others.
 * Returns false if no reduction is at |depth|. */
static bool put_pass(struct emitter *emitter, uint32_t depth)
{
    const struct kir_kernel *kernel = emitter->kernel;
    bool is_any = false;
    for (int step = 0; step < 4; step++) {
        for (kir_value at = 0; at < kernel->count; at++) {
            const struct kir_instruction *reduction = &kernel->instructions[at];
            if (reduction->op != KIR_BLOCK_REDUCE || emitter->body->depth[at] != depth)
                continue;
            is_any = true;
            switch (step) {
            case 0: put_accumulator(emitter, at); break;
            case 1: need(emitter, reduction->operands[0]); break;
            case 2: put_taken(emitter, at); break;
            default: (emitter->class->is_split ? put_part : put_reduced)(emitter, at); break;
            }
        }
        if (!is_any)
            return false;
        if (step == 1) {
            put_take_begin(emitter);
            put_elements_begin(emitter, "pack.");
            put_place(emitter);
            put_element_values(emitter);
        } else if (step == 2) {
            fputs("}\n});\n", emitter->out);
        }
    }
    return true;
}

static void put_row_results(const struct emitter *emitter)
{
    for (uint32_t i = 0; i < emitter->output_count; i++) {
        if (is_element_output(emitter, i))
            continue;
        fprintf(emitter->out, "if (exists && team.lane == 0) {\nout%u[base[%u]] = ", i,
                emitter->input_count + i);
        put_value(emitter, emitter->body->results[i]);
        fputs(";\n}\n", emitter->out);
    }
}

/* Writes the packs that a thread keeps in registers, and the code that loads them. Each of them is
 * a pack of every input. */
static void put_held(const struct emitter *emitter)
{
    uint32_t operands = emitter->input_count + emitter->output_count;
    /* The numbers are the fastest on an H200. Threads of large blocks have few registers. */
    uint32_t share = emitter->class->pack == 1 ? 8 : emitter->class->has_large_blocks ? 2 : 4;
    uint32_t held = share / (emitter->input_count < 2 ? 1 : emitter->input_count);
    fputs("struct Held {\n", emitter->out);
    for (uint32_t i = 0; i < emitter->input_count; i++)
        fprintf(emitter->out, "fuse::Pack<%s, %u> x%u;\n", type_name(emitter, i),
                emitter->class->pack, i);
    fprintf(emitter->out,
            "};\nconst auto load = [&](%s unit) {\ni64 at[%u];\nlayout.inner.find(begin + unit, "
            "at);\nHeld "
            "held;\n",
            index_type(emitter), operands);
    for (uint32_t i = 0; i < emitter->input_count; i++) {
        char base[24];
        snprintf(base, sizeof base, "base[%u] + ", i);
        fprintf(emitter->out, "held.x%u = ", i);
        put_load(emitter, i, base, "V");
    }
    fprintf(emitter->out,
            "return held;\n};\nconstexpr int H = %u;\nHeld held[H] = {};\n#pragma unroll\n"
            "for (int h = 0; h < H; ++h) {\nif (team.lane + h * team.lanes < units) {\n"
            "held[h] = load(team.lane + h * team.lanes);\n}\n}\n",
            held > 0 ? held : 1);
}

static void put_element_results(struct emitter *emitter)
{
    uint32_t operands = emitter->input_count + emitter->output_count;
    put_take_begin(emitter);
    fprintf(emitter->out, "i64 at[%u];\nlayout.inner.find(unit, at);\n", operands);
    put_packs_to_store(emitter);
    put_elements_begin(emitter, "pack.");
    put_place(emitter);
    put_results(emitter);
    for (uint32_t i = 0; i < emitter->output_count; i++) {
        if (is_element_output(emitter, i))
            fprintf(emitter->out, "fuse::store_vector(out%u + base[%u] + at[%u], y%u, V);\n", i,
                    emitter->input_count + i, emitter->input_count + i, i);
    }
    fputs("});\n", emitter->out);
}

static void put_rows(struct emitter *emitter, const char *name)
{
    const struct fuse_class *class = emitter->class;
    const char *index = index_type(emitter);
    uint32_t operands = emitter->input_count + emitter->output_count;
    uint32_t threads = class->has_large_blocks ? 1024 : 256;
    fprintf(
        emitter->out,
        "extern \"C\" __global__ void __launch_bounds__(%u) %s(const fuse::Rows<%s, %u, %u, %u> "
        "layout",
        threads, name, index, class->outer_rank, class->inner_rank, operands);
    put_parameters(emitter);
    fprintf(emitter->out,
            "constexpr int V = %u;\nconst fuse::Team<%u, %s> team(layout.lanes);\n"
            "const i64 p_length = static_cast<i64>(layout.length);\n(void)p_length;\n",
            class->pack, threads, class->is_across ? "true" : "false");
    put_row_values(emitter, 0);
    fprintf(emitter->out, "const %s begin = %s;\n", index,
            class->is_split ? "blockIdx.y * layout.share" : "0");
    fprintf(emitter->out,
            "for (u64 first = static_cast<u64>(blockIdx.x) * team.together; first < layout.rows;\n"
            "first += static_cast<u64>(gridDim.x) * team.together) {\n"
            "const bool exists = first + team.row < layout.rows;\n"
            "const %s units = exists ? static_cast<%s>(%s) : 0;\ni64 base[%u];\n"
            "layout.outer.find(static_cast<%s>(exists ? first + team.row : 0), base);\n",
            index, index,
            class->is_split
                ? "layout.units < begin + layout.share ? layout.units - begin : layout.share"
                : "layout.units",
            operands, index);
    put_held(emitter);
    for (uint32_t depth = 1; put_pass(emitter, depth) && !class->is_split; depth++)
        put_row_values(emitter, depth);
    if (!class->is_split)
        put_row_results(emitter);
    if (emitter->body->has_elements)
        put_element_results(emitter);
    fputs("}\n}\n", emitter->out);
}

/* Writes the second kernel of a split class, which has a block for each row. */
static void put_end(const struct emitter *emitter, const char *name)
{
    const struct fuse_class *class = emitter->class;
    const struct kir_kernel *kernel = emitter->kernel;
    const char *index = index_type(emitter);
    uint32_t operands = emitter->input_count + emitter->output_count;
    fprintf(emitter->out,
            "extern \"C\" __global__ void __launch_bounds__(%d) %s" FUSE_END
            "(const fuse::Rows<%s, %u, "
            "%u, %u> "
            "layout",
            FUSE_END_THREADS, name, index, class->outer_rank, class->inner_rank, operands);
    put_parameters(emitter);
    fprintf(emitter->out,
            "const fuse::Team<%d, false> team(%d);\nconst bool exists = true;\n"
            "const i64 p_length = static_cast<i64>(layout.length);\n(void)p_length;\n",
            FUSE_END_THREADS, FUSE_END_THREADS);
    put_row_values(emitter, 0);
    fprintf(emitter->out,
            "for (u64 row = blockIdx.x; row < layout.rows; row += gridDim.x) {\ni64 base[%u];\n"
            "layout.outer.find(static_cast<%s>(row), base);\n",
            operands, index);
    for (kir_value at = 0; at < kernel->count; at++) {
        if (kernel->instructions[at].op != KIR_BLOCK_REDUCE)
            continue;
        put_accumulator(emitter, at);
        fprintf(emitter->out,
                "for (u64 part = team.lane; part < layout.parts; part += %d) {\nr%u = ",
                FUSE_END_THREADS, at);
        put_operation(emitter, &kernel->instructions[at]);
        fprintf(emitter->out, "(r%u, *fuse::part_of<", at);
        put_state_type(emitter, at);
        fprintf(emitter->out, ">(parts, layout, %u, row, part));\n}\n",
                reduction_number(emitter, at));
        put_reduced(emitter, at);
    }
    put_row_values(emitter, 1);
    put_row_results(emitter);
    fputs("}\n}\n", emitter->out);
}

/* ---- Writing the whole text ------------------------------------------------------------------ */

static bool is_narrow_float(enum kir_type type)
{
    return type == KIR_F8E4M3 || type == KIR_F16 || type == KIR_BF16;
}

/* Defines KIR_COARSE if no input is f32 or f64 and every output is a float of at most 16 bits:
 * kir.h says what follows. */
static void put_coarseness(const struct emitter *emitter)
{
    bool has_bf16 = false;
    for (uint32_t i = 0; i < emitter->input_count + emitter->output_count; i++) {
        enum kir_type type = emitter->body->types[i];
        bool is_wide = type == KIR_F32 || type == KIR_F64;
        if (i < emitter->input_count ? is_wide : !is_narrow_float(type))
            return;
        has_bf16 = has_bf16 || type == KIR_BF16;
    }
    fprintf(emitter->out, "#define KIR_COARSE %s\n", has_bf16 ? "1" : "16");
}

/* Returns the C++ of the kernels of |count| classes (struct fuse_class), named |names|, after the
 * helpers that they need. The caller frees the text; NULL if there is no memory. */
static char *emit(const struct fuse_body *body, const struct fuse_class *classes, uint32_t count,
                  const char (*names)[FUSE_NAME])
{
    char *text = NULL;
    size_t size;
    struct emitter emitter = {.out = open_memstream(&text, &size),
                              .body = body,
                              .kernel = body->kernel,
                              .input_count = body->program->input_count,
                              .output_count = body->program->output_count,
                              .is_needed = calloc(body->kernel->count, sizeof(bool))};
    bool is_whole = emitter.out && emitter.is_needed;
    if (is_whole) {
        put_coarseness(&emitter);
        fputs(kir_prelude(), emitter.out);
        fputs(fuse_device_text, emitter.out);
        for (uint32_t i = 0; i < count; i++) {
            emitter.class = &classes[i];
            if (body->program->has_rows)
                put_rows(&emitter, names[i]);
            else
                put_map(&emitter, names[i]);
            if (classes[i].is_split)
                put_end(&emitter, names[i]);
        }
        is_whole = !ferror(emitter.out);
    }
    if (emitter.out && fclose(emitter.out) != 0)
        is_whole = false;
    free(emitter.is_needed);
    if (!is_whole) {
        free(text);
        text = NULL;
    }
    return text;
}

char *fuse_emit(const struct fuse_body *body, const struct fuse_class *class)
{
    return emit(body, class, 1, &(const char[FUSE_NAME]){FUSE_ENTRY});
}

bool fuse_kernel_name(const struct fuse_body *body, const struct fuse_class *class,
                      char name[FUSE_NAME])
{
    char *text = fuse_emit(body, class);
    if (text)
        snprintf(name, FUSE_NAME, FUSE_ENTRY "_%016" PRIx64, hash_64(text, strlen(text)));
    free(text);
    return text != NULL;
}

char *fuse_emit_all(const struct fuse_body *body, const struct fuse_class *classes, uint32_t count)
{
    char(*names)[FUSE_NAME] = calloc(count, sizeof *names);
    bool is_whole = names != NULL;
    for (uint32_t i = 0; is_whole && i < count; i++)
        is_whole = fuse_kernel_name(body, &classes[i], names[i]);
    char *text = is_whole ? emit(body, classes, count, (const char(*)[FUSE_NAME])names) : NULL;
    free(names);
    return text;
}
