/* The types of a program's values.
 *
 * Arithmetic is done in u32, i32, i64, f32 and f64, whatever types memory holds. An operation on
 * two types is done in the type that is later in this list; an operation on u32 and i32 is done in
 * i64. A number in the text or a scalar takes the type of the other operand, but a number with a
 * point turns an integer into f32. Comparisons give bool. */
#include "program.h"

#include <stdlib.h>
#include <string.h>

struct typed {
    kir_value value;
    enum kir_type type;
    /* whether the value is an i64 or f64 that is converted to the other operand's type */
    bool is_weak;
};

struct binding {
    const struct fuse_program *program;
    struct kir_kernel *kernel;
    struct fuse_body *body;
    struct fuse_error *error;
    struct typed values[FUSE_NODES];
};

static bool is_float(enum kir_type type)
{
    return type == KIR_F32 || type == KIR_F64;
}

/* Returns the type in which arithmetic on |type| is done. */
static enum kir_type computing(enum kir_type type)
{
    switch (type) {
    case KIR_U8: return KIR_U32;
    case KIR_I16: return KIR_I32;
    case KIR_F8E4M3:
    case KIR_F16:
    case KIR_BF16: return KIR_F32;
    default: return type;
    }
}

static enum kir_type common_strong(enum kir_type a, enum kir_type b)
{
    static const uint8_t order[KIR_TYPE_COUNT] = {
        [KIR_BOOL] = 1, [KIR_U32] = 2, [KIR_I32] = 3, [KIR_I64] = 4, [KIR_F32] = 5, [KIR_F64] = 6};
    if ((a == KIR_U32 && b == KIR_I32) || (a == KIR_I32 && b == KIR_U32))
        return KIR_I64;
    return order[a] > order[b] ? a : b;
}

/* Returns the type in which an operation on |a| and |b| is done, and whether that type is weak. */
static struct typed common(struct typed a, struct typed b)
{
    if (a.is_weak == b.is_weak)
        return (struct typed){.type = common_strong(a.type, b.type), .is_weak = a.is_weak};
    enum kir_type strong = a.is_weak ? b.type : a.type, weak = a.is_weak ? a.type : b.type;
    if (is_float(weak) && !is_float(strong))
        strong = KIR_F32;
    return (struct typed){.type = strong == KIR_BOOL ? KIR_I32 : strong};
}

/* Converts |number| to |type|. A FUSE_NUMBER has no instruction yet: the function makes one of its
 * node's |number|. */
static kir_value convert(struct binding *binding, fuse_value number, enum kir_type type)
{
    const struct fuse_node *node = &binding->program->nodes[number];
    struct typed *from = &binding->values[number];
    if (node->kind == FUSE_NUMBER) {
        if (is_float(type))
            return kir_number(binding->kernel, type,
                              type == KIR_F32 ? (double)(float)node->number : node->number);
        kir_value whole = kir_integer(binding->kernel, KIR_I64, (int64_t)node->number);
        return type == KIR_I64 ? whole : kir_cast(binding->kernel, type, whole);
    }
    return from->type == type ? from->value : kir_cast(binding->kernel, type, from->value);
}

static kir_value to_bool(struct binding *binding, fuse_value number)
{
    enum kir_type type = binding->values[number].type;
    if (type == KIR_BOOL)
        return binding->values[number].value;
    kir_value zero = is_float(type) ? kir_number(binding->kernel, type, 0)
                                    : kir_integer(binding->kernel, type, 0);
    return kir_compare(binding->kernel, KIR_NE, convert(binding, number, type), zero);
}

/* Returns |type|, but i32 for bool: arithmetic counts bools as i32. */
static enum kir_type counted(enum kir_type type)
{
    return type == KIR_BOOL ? KIR_I32 : type;
}

static enum kir_type floating(struct typed value)
{
    return is_float(value.type) ? value.type : value.is_weak ? KIR_F64 : KIR_F32;
}

static bool needs_integers(struct binding *binding, const struct fuse_node *node, const char *what,
                           enum kir_type type)
{
    return fuse_wrong(binding->error, binding->program->text, node->at,
                      "'%s' is for integers and bool; here it would be done in %s", what,
                      kir_type_name(type));
}

static bool bind_unary(struct binding *binding, const struct fuse_node *node, struct typed *out)
{
    struct typed a = binding->values[node->arguments[0]];
    enum kir_type type = a.type;
    if (node->detail == KIR_NOT && is_float(type))
        return needs_integers(binding, node, "!", type);
    if (node->detail == KIR_NOT) /* As in C, !x tells whether x is 0. */
        type = KIR_BOOL;
    else
        type = node->detail < KIR_RECIP ? counted(type) : floating(a);
    kir_value value = type == KIR_BOOL ? to_bool(binding, node->arguments[0])
                                       : convert(binding, node->arguments[0], type);
    *out = (struct typed){kir_unary(binding->kernel, node->detail, value), type, a.is_weak};
    return true;
}

static bool bind_binary(struct binding *binding, const struct fuse_node *node, struct typed *out)
{
    static const char *const bits[] = {"&", "|", "^", "<<", ">>"};
    struct typed a = binding->values[node->arguments[0]], b = binding->values[node->arguments[1]];
    *out = common(a, b);
    bool is_bits = node->detail >= KIR_AND;
    if (is_bits && is_float(out->type))
        return needs_integers(binding, node, bits[node->detail - KIR_AND], out->type);
    if (!is_bits || node->detail >= KIR_SHL)
        out->type = counted(out->type);
    if (node->detail == KIR_POW)
        out->type = floating(*out);
    kir_value first = convert(binding, node->arguments[0], out->type);
    kir_value second = convert(binding, node->arguments[1], out->type);
    out->value = kir_binary(binding->kernel, node->detail, first, second);
    return true;
}

static void bind_compare(struct binding *binding, const struct fuse_node *node, struct typed *out)
{
    struct typed a = binding->values[node->arguments[0]], b = binding->values[node->arguments[1]];
    enum kir_type type = counted(common(a, b).type);
    kir_value first = convert(binding, node->arguments[0], type);
    kir_value second = convert(binding, node->arguments[1], type);
    *out =
        (struct typed){kir_compare(binding->kernel, node->detail, first, second), KIR_BOOL, false};
}

static void bind_select(struct binding *binding, const struct fuse_node *node, struct typed *out)
{
    struct typed a = binding->values[node->arguments[1]], b = binding->values[node->arguments[2]];
    *out = common(a, b);
    kir_value condition = to_bool(binding, node->arguments[0]);
    kir_value first = convert(binding, node->arguments[1], out->type);
    kir_value second = convert(binding, node->arguments[2], out->type);
    out->value = kir_select(binding->kernel, condition, first, second);
}

static void bind_fma(struct binding *binding, const struct fuse_node *node, struct typed *out)
{
    *out = common(common(binding->values[node->arguments[0]], binding->values[node->arguments[1]]),
                  binding->values[node->arguments[2]]);
    out->type = counted(out->type);
    kir_value operands[3];
    for (int i = 0; i < 3; i++)
        operands[i] = convert(binding, node->arguments[i], out->type);
    out->value = kir_fma(binding->kernel, operands[0], operands[1], operands[2]);
}

static void bind_cast(struct binding *binding, const struct fuse_node *node, struct typed *out)
{
    enum kir_type type = node->detail, wide = computing(type);
    struct typed from = binding->values[node->arguments[0]];
    if (type == KIR_BOOL) {
        *out = (struct typed){to_bool(binding, node->arguments[0]), KIR_BOOL, false};
        return;
    }
    kir_value value = convert(binding, node->arguments[0], from.type);
    if (from.type != type)
        value = kir_cast(binding->kernel, type, value);
    if (type != wide)
        value = kir_cast(binding->kernel, wide, value);
    *out = (struct typed){value, wide, false};
}

/* Finds the type of a reduction. Sums and products of integers are done in i64. */
static void bind_reduce(struct binding *binding, const struct fuse_node *node, struct typed *out)
{
    struct typed of = binding->values[node->arguments[0]];
    enum kir_type type = counted(of.type);
    bool adds = node->detail == KIR_SUM || node->detail == KIR_PRODUCT;
    bool has_place = node->detail == KIR_ARGMIN || node->detail == KIR_ARGMAX;
    if (adds && !is_float(type))
        type = KIR_I64;
    kir_value value = convert(binding, node->arguments[0], type);
    kir_value place = has_place ? binding->body->place : KIR_NO_VALUE;
    *out = (struct typed){kir_block_reduce(binding->kernel, node->detail, value, place),
                          has_place ? KIR_I64 : type, false};
}

static bool bind_node(struct binding *binding, fuse_value number)
{
    const struct fuse_node *node = &binding->program->nodes[number];
    struct typed *out = &binding->values[number];
    enum kir_type type;
    switch (node->kind) {
    case FUSE_INPUT:
        type = binding->body->types[node->detail];
        *out = (struct typed){node->detail, computing(type), false};
        if (type != out->type)
            out->value = kir_cast(binding->kernel, out->type, node->detail);
        return true;
    case FUSE_SCALAR:
        *out = (struct typed){binding->program->input_count + node->detail, KIR_F64, true};
        return true;
    case FUSE_NUMBER:
        *out = (struct typed){KIR_NO_VALUE,
                              node->is_whole && node->number < 0x1p63 ? KIR_I64 : KIR_F64, true};
        return true;
    case FUSE_LENGTH: *out = (struct typed){binding->body->length, KIR_I64, true}; return true;
    case FUSE_UNARY: return bind_unary(binding, node, out);
    case FUSE_BINARY: return bind_binary(binding, node, out);
    case FUSE_COMPARE: bind_compare(binding, node, out); return true;
    case FUSE_SELECT: bind_select(binding, node, out); return true;
    case FUSE_FMA: bind_fma(binding, node, out); return true;
    case FUSE_CAST: bind_cast(binding, node, out); return true;
    default: bind_reduce(binding, node, out); return true;
    }
}

static void bind_parameters(struct binding *binding)
{
    struct fuse_body *body = binding->body;
    const struct fuse_program *program = binding->program;
    char name[16];
    for (uint32_t i = 0; i < program->input_count; i++) {
        snprintf(name, sizeof name, "in%u", i);
        kir_scalar(binding->kernel, name, body->types[i]);
    }
    for (uint32_t i = 0; i < program->scalar_count; i++) {
        snprintf(name, sizeof name, "s%u", i);
        kir_scalar(binding->kernel, name, KIR_F64);
    }
    body->length = kir_scalar(binding->kernel, "length", KIR_I64);
    body->place = kir_scalar(binding->kernel, "place", KIR_I64);
}

static void bind_results(struct binding *binding)
{
    const struct fuse_program *program = binding->program;
    for (uint32_t i = 0; i < program->output_count; i++) {
        fuse_value result = program->results[i];
        enum kir_type type = binding->body->types[program->input_count + i];
        enum kir_type from = binding->values[result].type;
        kir_value value = convert(binding, result, from);
        binding->body->results[i] = from == type ? value : kir_cast(binding->kernel, type, value);
    }
}

/* Finds |is_row| and |depth| of the body's instructions, and what follows from them. */
static bool find_depths(struct fuse_body *body)
{
    const struct kir_kernel *kernel = body->kernel;
    body->is_row = calloc(kernel->count, sizeof *body->is_row);
    body->depth = calloc(kernel->count, sizeof *body->depth);
    bool is_one_pass = true;
    if (!body->is_row || !body->depth)
        return false;
    for (kir_value at = 0; at < kernel->count; at++) {
        const struct kir_instruction *instruction = &kernel->instructions[at];
        body->is_row[at] = at >= body->program->input_count && at != body->place;
        for (int i = 0; i < 3 && instruction->operands[i] != KIR_NO_VALUE; i++) {
            kir_value operand = instruction->operands[i];
            body->is_row[at] = body->is_row[at] && body->is_row[operand];
            if (body->depth[operand] > body->depth[at])
                body->depth[at] = body->depth[operand];
        }
        if (instruction->op == KIR_BLOCK_REDUCE) {
            body->is_row[at] = true;
            body->depth[at]++;
            body->reduction_count++;
            is_one_pass = is_one_pass && body->depth[at] == 1;
        }
    }
    for (uint32_t i = 0; i < body->program->output_count; i++) {
        kir_value result = body->results[i];
        body->has_elements =
            body->has_elements || !body->program->has_rows || !body->is_row[result];
    }
    body->can_split = body->reduction_count > 0 && is_one_pass && !body->has_elements;
    return true;
}

static bool check_types(const struct fuse_program *program, const enum kir_type *types,
                        struct fuse_error *error)
{
    for (uint32_t i = 0; i < program->input_count + program->output_count; i++) {
        if (kir_type_size(types[i]) == 0)
            return fuse_wrong(error, NULL, 0, "'%s' has no dtype that memory holds",
                              i < program->input_count
                                  ? program->inputs[i]
                                  : program->outputs[i - program->input_count]);
    }
    return true;
}

bool fuse_bind(const struct fuse_program *program, const enum kir_type *types,
               struct fuse_body *out, struct fuse_error *error)
{
    *out = (struct fuse_body){.program = program};
    if (!fuse_check(program, error) || !check_types(program, types, error))
        return false;
    struct binding *binding = calloc(1, sizeof *binding);
    out->kernel = kir_kernel_create("fused");
    bool is_done = binding && out->kernel;
    if (is_done) {
        memcpy(out->types, types, (program->input_count + program->output_count) * sizeof *types);
        binding->program = program;
        binding->kernel = out->kernel;
        binding->body = out;
        binding->error = error;
        bind_parameters(binding);
        for (fuse_value i = 0; is_done && i < program->node_count; i++)
            is_done = bind_node(binding, i);
        if (is_done) {
            bind_results(binding);
            is_done = (!out->kernel->failed && find_depths(out)) ||
                      fuse_wrong(error, NULL, 0, "no memory");
        }
    } else {
        fuse_wrong(error, NULL, 0, "no memory");
    }
    free(binding);
    if (!is_done)
        fuse_body_free(out);
    return is_done;
}

void fuse_body_free(struct fuse_body *body)
{
    kir_kernel_free(body->kernel);
    free(body->is_row);
    free(body->depth);
    *body = (struct fuse_body){0};
}
