/* The rules of kir: types, where values may be used, and that all threads of a block meet at
 * barriers.
 */
#include "parts.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A range, if or else that has not ended yet. */
struct region {
    uint32_t id;
    kir_value start;
    bool is_divergent; /* whether threads may execute the region a different number of times */
};

struct verifier {
    const struct kir_kernel *kernel;
    struct kir_error *error;
    uint32_t *home;     /* for each value, the region that defines it */
    bool *is_divergent; /* for each value, whether threads of a block may have different ones */
    bool *is_written;   /* for each memory, whether the kernel stores to it */
    struct region stack[KIR_DEPTH + 1];
    unsigned depth;
    uint32_t regions; /* how many IDs were given to regions */
    bool has_changed; /* whether another value became divergent in this walk */
};

__attribute__((format(printf, 3, 4))) static bool wrong(struct verifier *verifier, kir_value at,
                                                        const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    instruction_wrong(verifier->kernel, at, verifier->error, format, arguments);
    va_end(arguments);
    return false;
}

static const struct kir_instruction *get(const struct verifier *verifier, kir_value value)
{
    return &verifier->kernel->instructions[value];
}

enum { NAME = 63 }; /* the longest name of a kernel or parameter */

static bool is_identifier(const char *name)
{
    if ((!isalpha((unsigned char)*name) && *name != '_') || strlen(name) > NAME)
        return false;
    for (; *name; name++) {
        if (!isalnum((unsigned char)*name) && *name != '_')
            return false;
    }
    return true;
}

/* ---- Where values may be used --------------------------------------------------------------- */

static bool is_visible(const struct verifier *verifier, kir_value value)
{
    for (unsigned i = 0; i <= verifier->depth; i++) {
        if (verifier->stack[i].id == verifier->home[value])
            return true;
    }
    return false;
}

static bool has_value(const struct kir_instruction *instruction)
{
    return instruction->type != KIR_NONE && instruction->op != KIR_GLOBAL &&
           instruction->op != KIR_LDS && instruction->op != KIR_VARIABLE;
}

enum want { MEMORY, VARIABLE, VALUE, ABSENT };

static bool check_operand(struct verifier *verifier, kir_value at, unsigned number, enum want want)
{
    kir_value value = get(verifier, at)->operands[number];
    if (want == ABSENT)
        return value == KIR_NO_VALUE || wrong(verifier, at, "operand %u is one too many", number);
    if (value >= at)
        return wrong(verifier, at, "operand %u is not an earlier instruction", number);
    if (!is_visible(verifier, value))
        return wrong(verifier, at, "operand %u is instruction %u, in a range or if that has ended",
                     number, value);
    const struct kir_instruction *operand = get(verifier, value);
    bool fits = want == MEMORY     ? operand->op == KIR_GLOBAL || operand->op == KIR_LDS
                : want == VARIABLE ? operand->op == KIR_VARIABLE
                                   : has_value(operand);
    static const char *const wanted[] = {"a global or lds", "a variable", "a value"};
    return fits || wrong(verifier, at, "operand %u is not %s", number, wanted[want]);
}

static bool check_operands(struct verifier *verifier, kir_value at, enum want a, enum want b,
                           enum want c)
{
    return check_operand(verifier, at, 0, a) && check_operand(verifier, at, 1, b) &&
           check_operand(verifier, at, 2, c);
}

static enum kir_type operand_type(const struct verifier *verifier, kir_value at, unsigned number)
{
    return get(verifier, get(verifier, at)->operands[number])->type;
}

static bool check_type(struct verifier *verifier, kir_value at, unsigned number, enum kir_type type)
{
    enum kir_type found = operand_type(verifier, at, number);
    return found == type || wrong(verifier, at, "operand %u is %s, where %s is expected", number,
                                  kir_type_name(found), kir_type_name(type));
}

static bool check_result(struct verifier *verifier, kir_value at, enum kir_type type)
{
    enum kir_type found = get(verifier, at)->type;
    return found == type || wrong(verifier, at, "the result is %s, where %s is expected",
                                  kir_type_name(found), kir_type_name(type));
}

/* ---- Each kind of instruction --------------------------------------------------------------- */

static bool check_parameter(struct verifier *verifier, kir_value at)
{
    const struct kir_kernel *kernel = verifier->kernel;
    const struct kir_instruction *instruction = get(verifier, at);
    if (at > 0 && get(verifier, at - 1)->op != KIR_GLOBAL &&
        get(verifier, at - 1)->op != KIR_SCALAR)
        return wrong(verifier, at, "parameters come before all other instructions");
    if (at >= KIR_PARAMETERS)
        return wrong(verifier, at, "a kernel has at most %d parameters", KIR_PARAMETERS);
    if (instruction->name >= kernel->names_size)
        return wrong(verifier, at, "the parameter has no name");
    const char *name = parameter_name(kernel, at);
    if (!is_identifier(name))
        return wrong(verifier, at, "\"%.64s\" is not an identifier of at most %d characters", name,
                     NAME);
    for (kir_value other = 0; other < at; other++) {
        if (strcmp(parameter_name(kernel, other), name) == 0)
            return wrong(verifier, at, "\"%.64s\" names two parameters", name);
    }
    if (!kir_type_size(instruction->type))
        return wrong(verifier, at, "a parameter cannot be %s", kir_type_name(instruction->type));
    return check_operands(verifier, at, ABSENT, ABSENT, ABSENT);
}

static bool check_lds(struct verifier *verifier, kir_value at)
{
    const struct kir_kernel *kernel = verifier->kernel;
    int64_t bytes = 0;
    if (verifier->depth > 0)
        return wrong(verifier, at, "lds is declared outside ranges and ifs");
    for (kir_value i = 0; i <= at; i++) {
        const struct kir_instruction *lds = get(verifier, i);
        if (kernel->instructions[i].op != KIR_LDS)
            continue;
        if (!kir_type_size(lds->type) || lds->integer < 1 || lds->integer > KIR_LDS_BYTES)
            return wrong(verifier, i, "lds has 1 to %d elements of a type of memory",
                         KIR_LDS_BYTES);
        bytes += lds->integer * kir_type_size(lds->type);
    }
    if (bytes > KIR_LDS_BYTES)
        return wrong(verifier, at, "the kernel has %lld bytes of lds; a block has %d",
                     (long long)bytes, KIR_LDS_BYTES);
    return check_operands(verifier, at, ABSENT, ABSENT, ABSENT);
}

static bool check_constant(struct verifier *verifier, kir_value at)
{
    const struct kir_instruction *constant = get(verifier, at);
    union cell cell = {.integer = constant->integer};
    if (constant->type != KIR_BOOL && !type_computes(constant->type))
        return wrong(verifier, at, "a constant cannot be %s; cast it",
                     kir_type_name(constant->type));
    if (!type_is_float(constant->type) &&
        cell_cast(KIR_I64, constant->type, cell).integer != constant->integer)
        return wrong(verifier, at, "%lld is beyond %s", (long long)constant->integer,
                     kir_type_name(constant->type));
    return check_operands(verifier, at, ABSENT, ABSENT, ABSENT);
}

static bool check_unary(struct verifier *verifier, kir_value at)
{
    const struct kir_instruction *instruction = get(verifier, at);
    if (!check_operands(verifier, at, VALUE, ABSENT, ABSENT))
        return false;
    enum kir_type type = operand_type(verifier, at, 0);
    if (instruction->detail >= KIR_UNARY_COUNT)
        return wrong(verifier, at, "%u is an unknown operation", instruction->detail);
    bool fits = instruction->detail == KIR_NOT
                    ? type == KIR_BOOL || (type_computes(type) && !type_is_float(type))
                : instruction->detail < KIR_RECIP ? type_computes(type)
                                                  : type == KIR_F32 || type == KIR_F64;
    if (!fits)
        return wrong(verifier, at, "it cannot be done in %s; cast the operand",
                     kir_type_name(type));
    return check_result(verifier, at, type);
}

static bool check_binary(struct verifier *verifier, kir_value at)
{
    const struct kir_instruction *instruction = get(verifier, at);
    if (!check_operands(verifier, at, VALUE, VALUE, ABSENT))
        return false;
    enum kir_type type = operand_type(verifier, at, 0);
    unsigned op = instruction->detail;
    if (op >= KIR_BINARY_COUNT)
        return wrong(verifier, at, "%u is an unknown operation", op);
    bool fits = type == KIR_BOOL
                    ? op == KIR_AND || op == KIR_OR || op == KIR_XOR
                    : type_computes(type) && (type_is_float(type) ? op <= KIR_POW : op != KIR_POW);
    if (!fits)
        return wrong(verifier, at, "it cannot be done in %s; cast the operands",
                     kir_type_name(type));
    return check_type(verifier, at, 1, type) && check_result(verifier, at, type);
}

static bool check_compare(struct verifier *verifier, kir_value at)
{
    const struct kir_instruction *instruction = get(verifier, at);
    if (!check_operands(verifier, at, VALUE, VALUE, ABSENT))
        return false;
    enum kir_type type = operand_type(verifier, at, 0);
    if (instruction->detail >= KIR_COMPARE_COUNT)
        return wrong(verifier, at, "%u is an unknown comparison", instruction->detail);
    if (!type_computes(type) && !(type == KIR_BOOL && instruction->detail <= KIR_NE))
        return wrong(verifier, at, "it cannot be done in %s; cast the operands",
                     kir_type_name(type));
    return check_type(verifier, at, 1, type) && check_result(verifier, at, KIR_BOOL);
}

static bool check_select(struct verifier *verifier, kir_value at)
{
    if (!check_operands(verifier, at, VALUE, VALUE, VALUE))
        return false;
    enum kir_type type = operand_type(verifier, at, 1);
    return check_type(verifier, at, 0, KIR_BOOL) && check_type(verifier, at, 2, type) &&
           check_result(verifier, at, type);
}

static bool check_fma(struct verifier *verifier, kir_value at)
{
    if (!check_operands(verifier, at, VALUE, VALUE, VALUE))
        return false;
    enum kir_type type = operand_type(verifier, at, 0);
    if (!type_computes(type))
        return wrong(verifier, at, "it cannot be done in %s; cast the operands",
                     kir_type_name(type));
    return check_type(verifier, at, 1, type) && check_type(verifier, at, 2, type) &&
           check_result(verifier, at, type);
}

static bool check_cast(struct verifier *verifier, kir_value at)
{
    if (!check_operands(verifier, at, VALUE, ABSENT, ABSENT))
        return false;
    enum kir_type type = get(verifier, at)->type;
    return kir_type_size(type) ||
           wrong(verifier, at, "nothing can be cast to %s; compare it", kir_type_name(type));
}

static bool check_width(struct verifier *verifier, kir_value at)
{
    unsigned width = get(verifier, at)->extra;
    return (width > 0 && width <= 16 && (width & (width - 1)) == 0) ||
           wrong(verifier, at, "the width is %u; 1, 2, 4, 8 or 16 is expected", width);
}

static bool check_load(struct verifier *verifier, kir_value at)
{
    return check_operands(verifier, at, MEMORY, VALUE, ABSENT) &&
           check_type(verifier, at, 1, KIR_I64) && check_width(verifier, at) &&
           check_result(verifier, at, operand_type(verifier, at, 0));
}

static bool check_store(struct verifier *verifier, kir_value at)
{
    return check_operands(verifier, at, MEMORY, VALUE, VALUE) &&
           check_type(verifier, at, 1, KIR_I64) &&
           check_type(verifier, at, 2, operand_type(verifier, at, 0)) &&
           check_width(verifier, at) && check_result(verifier, at, KIR_NONE);
}

static bool check_atomic(struct verifier *verifier, kir_value at)
{
    unsigned op = get(verifier, at)->detail;
    if (!check_operands(verifier, at, MEMORY, VALUE, VALUE) ||
        !check_type(verifier, at, 1, KIR_I64))
        return false;
    enum kir_type type = operand_type(verifier, at, 0);
    if (op >= KIR_ATOMIC_COUNT)
        return wrong(verifier, at, "%u is an unknown operation", op);
    if (!type_computes(type) || (op != KIR_ATOMIC_ADD && type_is_float(type)))
        return wrong(verifier, at, "it cannot be done on %s in memory", kir_type_name(type));
    return check_type(verifier, at, 2, type) && check_result(verifier, at, KIR_NONE);
}

static bool check_variable(struct verifier *verifier, kir_value at)
{
    switch (get(verifier, at)->op) {
    case KIR_VARIABLE:
        return check_operands(verifier, at, VALUE, ABSENT, ABSENT) &&
               check_result(verifier, at, operand_type(verifier, at, 0));
    case KIR_GET:
        return check_operands(verifier, at, VARIABLE, ABSENT, ABSENT) &&
               check_result(verifier, at, operand_type(verifier, at, 0));
    default:
        return check_operands(verifier, at, VARIABLE, VALUE, ABSENT) &&
               check_type(verifier, at, 1, operand_type(verifier, at, 0)) &&
               check_result(verifier, at, KIR_NONE);
    }
}

static bool check_meeting(struct verifier *verifier, kir_value at)
{
    for (unsigned i = 1; i <= verifier->depth; i++) {
        if (verifier->stack[i].is_divergent)
            return wrong(
                verifier, at,
                "threads of a block may disagree about instruction %u, which it is in; all "
                "must come here",
                verifier->stack[i].start);
    }
    return true;
}

static bool check_reduction(struct verifier *verifier, kir_value at)
{
    const struct kir_instruction *instruction = get(verifier, at);
    bool has_index = instruction->detail >= KIR_ARGMIN;
    if (instruction->detail >= KIR_REDUCE_COUNT || instruction->extra != has_index)
        return wrong(verifier, at, "%u is an unknown reduction", instruction->detail);
    if (!check_operands(verifier, at, VALUE, has_index ? VALUE : ABSENT, ABSENT))
        return false;
    enum kir_type type = operand_type(verifier, at, 0);
    if (!type_computes(type))
        return wrong(verifier, at, "it cannot be done in %s; cast the operand",
                     kir_type_name(type));
    if (has_index && !check_type(verifier, at, 1, KIR_I64))
        return false;
    return check_result(verifier, at, has_index ? KIR_I64 : type) && check_meeting(verifier, at);
}

/* ---- Divergence ----------------------------------------------------------------------------- */

static bool in_divergent(const struct verifier *verifier)
{
    for (unsigned i = 1; i <= verifier->depth; i++) {
        if (verifier->stack[i].is_divergent)
            return true;
    }
    return false;
}

static void diverge(struct verifier *verifier, kir_value value)
{
    verifier->has_changed |= !verifier->is_divergent[value];
    verifier->is_divergent[value] = true;
}

static void follow_divergence(struct verifier *verifier, kir_value at)
{
    const struct kir_instruction *instruction = get(verifier, at);
    bool any = false;
    for (unsigned i = 0; i < 3; i++) {
        kir_value operand = instruction->operands[i];
        any |= operand != KIR_NO_VALUE && verifier->is_divergent[operand];
    }
    switch (instruction->op) {
    case KIR_INDEX:
        any = instruction->detail == KIR_THREAD || instruction->detail == KIR_GLOBAL_THREAD;
        break;
    case KIR_LOAD: any |= verifier->is_written[instruction->operands[0]]; break;
    case KIR_WARP_REDUCE: any = true; break;
    case KIR_BLOCK_REDUCE: any = false; break;
    case KIR_SET:
        if (any || in_divergent(verifier))
            diverge(verifier, instruction->operands[0]);
        return;
    default: break;
    }
    if (any)
        diverge(verifier, at);
}

/* ---- Checking a whole kernel ----------------------------------------------------------------- */

static bool open_region(struct verifier *verifier, kir_value at)
{
    if (verifier->depth == KIR_DEPTH)
        return wrong(verifier, at, "ranges and ifs are nested deeper than %d", KIR_DEPTH);
    verifier->stack[++verifier->depth] = (struct region){
        .id = ++verifier->regions, .start = at, .is_divergent = verifier->is_divergent[at]};
    return true;
}

static bool check_control(struct verifier *verifier, kir_value at)
{
    const struct kir_instruction *instruction = get(verifier, at);
    struct region *top = &verifier->stack[verifier->depth];
    switch (instruction->op) {
    case KIR_RANGE:
        if (!check_operands(verifier, at, VALUE, VALUE, VALUE) ||
            !check_type(verifier, at, 0, KIR_I64) || !check_type(verifier, at, 1, KIR_I64) ||
            !check_type(verifier, at, 2, KIR_I64) || !check_result(verifier, at, KIR_I64))
            return false;
        if (get(verifier, instruction->operands[2])->op == KIR_CONSTANT &&
            get(verifier, instruction->operands[2])->integer < 1)
            return wrong(verifier, at, "the step of a range is above 0");
        return true;
    case KIR_IF:
        return check_operands(verifier, at, VALUE, ABSENT, ABSENT) &&
               check_type(verifier, at, 0, KIR_BOOL) && check_result(verifier, at, KIR_NONE);
    case KIR_ELSE:
        if (verifier->depth == 0 || get(verifier, top->start)->op != KIR_IF)
            return wrong(verifier, at, "it is not in an if, or in one that has an else");
        top->id = ++verifier->regions;
        top->start = at;
        break;
    default:
        if (verifier->depth == 0)
            return wrong(verifier, at, "no range or if is open");
        verifier->depth--;
        break;
    }
    return check_operands(verifier, at, ABSENT, ABSENT, ABSENT) &&
           check_result(verifier, at, KIR_NONE);
}

static bool check_index(struct verifier *verifier, kir_value at)
{
    const struct kir_instruction *instruction = get(verifier, at);
    if (instruction->detail >= PLACE_COUNT || instruction->extra > 2)
        return wrong(verifier, at, "the place or the dimension (0 to 2) is unknown");
    return check_operands(verifier, at, ABSENT, ABSENT, ABSENT) &&
           check_result(verifier, at, KIR_I64);
}

static bool check_instruction(struct verifier *verifier, kir_value at)
{
    switch (get(verifier, at)->op) {
    case KIR_GLOBAL:
    case KIR_SCALAR: return check_parameter(verifier, at);
    case KIR_LDS: return check_lds(verifier, at);
    case KIR_INDEX: return check_index(verifier, at);
    case KIR_CONSTANT: return check_constant(verifier, at);
    case KIR_UNARY: return check_unary(verifier, at);
    case KIR_BINARY: return check_binary(verifier, at);
    case KIR_COMPARE: return check_compare(verifier, at);
    case KIR_SELECT: return check_select(verifier, at);
    case KIR_FMA: return check_fma(verifier, at);
    case KIR_CAST: return check_cast(verifier, at);
    case KIR_LOAD: return check_load(verifier, at);
    case KIR_STORE: return check_store(verifier, at);
    case KIR_ATOMIC: return check_atomic(verifier, at);
    case KIR_VARIABLE:
    case KIR_GET:
    case KIR_SET: return check_variable(verifier, at);
    case KIR_RANGE:
    case KIR_IF:
    case KIR_ELSE:
    case KIR_END: return check_control(verifier, at);
    case KIR_BARRIER:
        return check_operands(verifier, at, ABSENT, ABSENT, ABSENT) &&
               check_result(verifier, at, KIR_NONE) && check_meeting(verifier, at);
    case KIR_WARP_REDUCE:
    case KIR_BLOCK_REDUCE: return check_reduction(verifier, at);
    default: return wrong(verifier, at, "%u is an unknown instruction", get(verifier, at)->op);
    }
}

/* Checks all instructions once. */
static bool walk(struct verifier *verifier)
{
    verifier->depth = 0;
    verifier->regions = 0;
    for (kir_value at = 0; at < verifier->kernel->count; at++) {
        enum kir_op op = get(verifier, at)->op;
        if (!check_instruction(verifier, at))
            return false;
        verifier->home[at] = verifier->stack[verifier->depth].id;
        follow_divergence(verifier, at);
        if (op == KIR_STORE || op == KIR_ATOMIC) {
            bool *is_written = &verifier->is_written[get(verifier, at)->operands[0]];
            verifier->has_changed |= !*is_written;
            *is_written = true;
        }
        if ((op == KIR_RANGE || op == KIR_IF) && !open_region(verifier, at))
            return false;
        if (op == KIR_RANGE)
            verifier->home[at] = verifier->stack[verifier->depth].id;
    }
    if (verifier->depth > 0)
        return wrong(verifier, verifier->stack[verifier->depth].start, "it has no end");
    return true;
}

bool kir_verify(const struct kir_kernel *kernel, struct kir_error *error)
{
    struct kir_error own;
    struct verifier verifier = {.kernel = kernel, .error = error ? error : &own};
    if (kernel->failed)
        return wrong(&verifier, KIR_NO_VALUE,
                     "there was no memory to build the kernel, or it has more than %d instructions",
                     KIR_INSTRUCTIONS);
    if (!is_identifier(kernel->name))
        return wrong(&verifier, KIR_NO_VALUE,
                     "the kernel's name is not an identifier of at most %d characters", NAME);
    uint64_t threads = 1;
    for (int i = 0; i < 3; i++)
        threads *= kernel->block[i] ? kernel->block[i] : 1;
    if (kernel->block[0] > 1024 || kernel->block[1] > 1024 || kernel->block[2] > 1024 ||
        threads > 1024)
        return wrong(&verifier, KIR_NO_VALUE, "a block has at most 1024 threads");
    verifier.home = calloc(kernel->count + 1, sizeof *verifier.home);
    verifier.is_divergent = calloc(kernel->count + 1, 1);
    verifier.is_written = calloc(kernel->count + 1, 1);
    bool ok = verifier.home && verifier.is_divergent && verifier.is_written;
    if (!ok)
        wrong(&verifier, KIR_NO_VALUE, "there is no memory left");
    /* Walks again until nothing changes: a variable may be set after its use, so that a walk can
     * make further values divergent. */
    do {
        verifier.has_changed = false;
        ok = ok && walk(&verifier);
    } while (ok && verifier.has_changed);
    free(verifier.home);
    free(verifier.is_divergent);
    free(verifier.is_written);
    return ok;
}
