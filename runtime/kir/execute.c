/* Execution of a kernel on the host: the threads of a block go through the instructions together,
 * under a mask. The results are the reference for what GPUs compute.
 */
#include "parts.h"

#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WARP = 32 };

/* An array in the memory that the threads of a block share. */
struct lds {
    unsigned char *data;
    bool *is_stored; /* whether some thread has stored an element, by the element's number */
};

struct machine {
    const struct kir_kernel *kernel;
    const struct kir_argument *arguments;
    struct kir_error *error;
    struct kir_counts counts;
    /* the sizes of the grid and of a block, and the place in the grid of the block that runs now */
    uint32_t grid[3], block[3], place[3];
    uint32_t threads;    /* how many threads a block has */
    union cell **values; /* the values, as values[instruction][thread] */
    uint32_t *closing; /* for each range, if or else, the index of the else or end that closes it */
    struct lds *lds;   /* the arrays of KIR_LDS, by instruction */
    uint64_t steps, most_steps;
    /* whether kir_estimate() is running, which neither reads nor writes globals */
    bool is_estimate;
};

__attribute__((format(printf, 3, 4))) static bool wrong(struct machine *machine, kir_value at,
                                                        const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    instruction_wrong(machine->kernel, at, machine->error, format, arguments);
    va_end(arguments);
    return false;
}

/* ---- Accesses to memory ---------------------------------------------------------------------- */

/* Finds the address of an element. Returns false with a message if the element does not exist. */
static bool locate(struct machine *machine, kir_value at, uint32_t thread, void **out)
{
    const struct kir_instruction *access = &machine->kernel->instructions[at];
    kir_value memory = access->operands[0];
    const struct kir_instruction *target = &machine->kernel->instructions[memory];
    int64_t index = machine->values[access->operands[1]][thread].integer;
    bool is_global = target->op == KIR_GLOBAL;
    uint64_t count = is_global ? machine->arguments[memory].count : (uint64_t)target->integer;
    uint32_t size = kir_type_size(target->type);
    if (index < 0 || (uint64_t)index >= count)
        return wrong(machine, at, "thread %u of block %u %u %u: index %" PRId64 " of %" PRIu64,
                     thread, machine->place[0], machine->place[1], machine->place[2], index, count);
    unsigned char *data = is_global ? machine->arguments[memory].data : machine->lds[memory].data;
    *out = data + (uint64_t)index * size;
    if (access->op != KIR_ATOMIC && access->extra > 1 &&
        (is_global ? (uintptr_t)*out : (uint64_t)index * size) % (size * access->extra) != 0)
        return wrong(machine, at, "thread %u: index %" PRId64 " is not at a multiple of its width",
                     thread, index);
    if (is_global)
        return true;
    bool *is_stored = &machine->lds[memory].is_stored[index];
    if (access->op != KIR_STORE && !*is_stored)
        return wrong(machine, at, "thread %u: element %" PRId64 " of lds was not stored to", thread,
                     index);
    *is_stored = true;
    return true;
}

static void count_access(struct machine *machine, const struct kir_instruction *access)
{
    const struct kir_instruction *target = &machine->kernel->instructions[access->operands[0]];
    if (target->op != KIR_GLOBAL)
        return;
    if (access->op != KIR_STORE)
        machine->counts.loaded += kir_type_size(target->type);
    if (access->op != KIR_LOAD)
        machine->counts.stored += kir_type_size(target->type);
}

static bool access_memory(struct machine *machine, kir_value at, uint32_t thread)
{
    const struct kir_instruction *access = &machine->kernel->instructions[at];
    const struct kir_instruction *target = &machine->kernel->instructions[access->operands[0]];
    void *element = NULL;
    count_access(machine, access);
    if (machine->is_estimate && target->op == KIR_GLOBAL) {
        if (access->op == KIR_LOAD)
            machine->values[at][thread] = (union cell){.integer = 0};
        return true;
    }
    if (!locate(machine, at, thread, &element))
        return false;
    if (access->op == KIR_LOAD) {
        machine->values[at][thread] = cell_read(target->type, element);
        return true;
    }
    union cell value = machine->values[access->operands[2]][thread];
    if (access->op == KIR_ATOMIC) {
        static const enum kir_binary ops[] = {KIR_ADD, KIR_MIN, KIR_MAX};
        value =
            cell_binary(target->type, ops[access->detail], cell_read(target->type, element), value);
    }
    cell_write(target->type, element, value);
    return true;
}

/* ---- Reductions ----------------------------------------------------------------------------- */

struct pair {
    union cell value, index;
};

static bool is_better(enum kir_type type, enum kir_reduce how, struct pair a, struct pair b)
{
    if (type_is_float(type) && isnan(a.value.number) != isnan(b.value.number))
        return isnan(a.value.number);
    enum kir_compare order = how == KIR_ARGMIN ? KIR_LT : KIR_GT;
    if (cell_compare(type, order, b.value, a.value))
        return true;
    return !cell_compare(type, order, a.value, b.value) && b.index.integer < a.index.integer;
}

static struct pair combine(enum kir_type type, enum kir_reduce how, struct pair a, struct pair b)
{
    static const enum kir_binary ops[] = {KIR_ADD, KIR_MUL, KIR_MIN, KIR_MAX};
    if (how >= KIR_ARGMIN)
        return is_better(type, how, a, b) ? b : a;
    a.value = cell_binary(type, ops[how], a.value, b.value);
    return a;
}

/* Reduces the lanes of a warp, in the order of the emitted code: a tree of steps 16, 8, 4, 2, 1.
 * The warps then follow one after another. */
static struct pair reduce_warp(enum kir_type type, enum kir_reduce how, struct pair *lanes,
                               uint32_t count)
{
    for (uint32_t step = WARP / 2; step > 0; step /= 2) {
        for (uint32_t lane = 0; lane + step < count; lane++)
            lanes[lane] = combine(type, how, lanes[lane], lanes[lane + step]);
    }
    return lanes[0];
}

static void reduce(struct machine *machine, kir_value at)
{
    const struct kir_instruction *instruction = &machine->kernel->instructions[at];
    enum kir_type type = machine->kernel->instructions[instruction->operands[0]].type;
    enum kir_reduce how = instruction->detail;
    struct pair total = {{0}, {0}};
    for (uint32_t first = 0; first < machine->threads; first += WARP) {
        struct pair lanes[WARP];
        uint32_t count = machine->threads - first < WARP ? machine->threads - first : WARP;
        for (uint32_t lane = 0; lane < count; lane++) {
            lanes[lane].value = machine->values[instruction->operands[0]][first + lane];
            lanes[lane].index.integer = 0;
            if (instruction->extra)
                lanes[lane].index = machine->values[instruction->operands[1]][first + lane];
        }
        struct pair warp = reduce_warp(type, how, lanes, count);
        total = first == 0 ? warp : combine(type, how, total, warp);
        if (instruction->op == KIR_WARP_REDUCE) {
            for (uint32_t lane = 0; lane < count; lane++)
                machine->values[at][first + lane] = instruction->extra ? warp.index : warp.value;
        }
    }
    for (uint32_t i = 0; instruction->op == KIR_BLOCK_REDUCE && i < machine->threads; i++)
        machine->values[at][i] = instruction->extra ? total.index : total.value;
    if (type_is_float(type))
        machine->counts.operations += machine->threads;
}

/* ---- One instruction of one thread ---------------------------------------------------------- */

static int64_t index_of(const struct machine *machine, const struct kir_instruction *index,
                        uint32_t thread)
{
    unsigned d = index->extra;
    const uint32_t *block = machine->block;
    const uint32_t own[] = {thread % block[0], thread / block[0] % block[1],
                            thread / block[0] / block[1]};
    switch (index->detail) {
    case KIR_THREAD: return own[d];
    case KIR_BLOCK: return machine->place[d];
    case KIR_BLOCK_SIZE: return block[d];
    case KIR_GRID_SIZE: return machine->grid[d];
    default: return (int64_t)machine->place[d] * block[d] + own[d];
    }
}

static void count_operation(struct machine *machine, const struct kir_instruction *instruction)
{
    if (type_is_float(instruction->type))
        machine->counts.operations += instruction->op == KIR_FMA ? 2 : 1;
}

static bool step(struct machine *machine, kir_value at, uint32_t thread)
{
    const struct kir_instruction *instruction = &machine->kernel->instructions[at];
    union cell operand[3] = {{0}, {0}, {0}}, *out = machine->values[at];
    enum kir_type first = KIR_NONE;
    for (int i = 0; i < 3 && instruction->operands[i] != KIR_NO_VALUE; i++) {
        if (machine->values[instruction->operands[i]])
            operand[i] = machine->values[instruction->operands[i]][thread];
    }
    if (instruction->operands[0] != KIR_NO_VALUE)
        first = machine->kernel->instructions[instruction->operands[0]].type;
    switch (instruction->op) {
    case KIR_INDEX: out[thread].integer = index_of(machine, instruction, thread); break;
    case KIR_CONSTANT:
        if (type_is_float(instruction->type))
            out[thread] =
                cell_cast(KIR_F64, instruction->type, (union cell){.number = instruction->number});
        else
            out[thread].integer = instruction->integer;
        break;
    case KIR_UNARY:
        out[thread] = cell_unary(first, instruction->detail, operand[0]);
        if (first == KIR_BOOL)
            out[thread].integer = !operand[0].integer;
        count_operation(machine, instruction);
        break;
    case KIR_BINARY:
        out[thread] = cell_binary(first, instruction->detail, operand[0], operand[1]);
        count_operation(machine, instruction);
        break;
    case KIR_COMPARE:
        out[thread].integer = cell_compare(first, instruction->detail, operand[0], operand[1]);
        break;
    case KIR_SELECT: out[thread] = operand[0].integer ? operand[1] : operand[2]; break;
    case KIR_FMA:
        out[thread] = cell_fma(first, operand[0], operand[1], operand[2]);
        count_operation(machine, instruction);
        break;
    case KIR_CAST: out[thread] = cell_cast(first, instruction->type, operand[0]); break;
    case KIR_VARIABLE:
    case KIR_GET: out[thread] = operand[0]; break;
    case KIR_SET: machine->values[instruction->operands[0]][thread] = operand[1]; break;
    case KIR_LOAD:
    case KIR_STORE:
    case KIR_ATOMIC: return access_memory(machine, at, thread);
    default: break;
    }
    return true;
}

/* ---- Control flow --------------------------------------------------------------------------- */

static bool execute(struct machine *machine, kir_value from, kir_value to, const bool *mask);

static bool count_step(struct machine *machine, kir_value at)
{
    machine->steps += machine->threads;
    return !machine->most_steps || machine->steps <= machine->most_steps ||
           wrong(machine, at, "the limit of %" PRIu64 " steps is reached", machine->most_steps);
}

static bool any(const bool *mask, uint32_t count)
{
    return memchr(mask, true, count) != NULL;
}

static bool execute_if(struct machine *machine, kir_value at, const bool *mask)
{
    kir_value condition = machine->kernel->instructions[at].operands[0];
    kir_value closing = machine->closing[at], end = closing;
    bool inner[1024];
    bool has_else = machine->kernel->instructions[closing].op == KIR_ELSE;
    if (has_else)
        end = machine->closing[closing];
    for (uint32_t i = 0; i < machine->threads; i++)
        inner[i] = mask[i] && machine->values[condition][i].integer;
    if (any(inner, machine->threads) && !execute(machine, at + 1, closing, inner))
        return false;
    for (uint32_t i = 0; i < machine->threads; i++)
        inner[i] = mask[i] && !machine->values[condition][i].integer;
    return !has_else || !any(inner, machine->threads) || execute(machine, closing + 1, end, inner);
}

static bool execute_range(struct machine *machine, kir_value at, const bool *mask)
{
    const struct kir_instruction *range = &machine->kernel->instructions[at];
    const union cell *low = machine->values[range->operands[0]];
    const union cell *high = machine->values[range->operands[1]];
    const union cell *steps = machine->values[range->operands[2]];
    union cell *out = machine->values[at];
    int64_t next[1024], last[1024], by[1024];
    bool inner[1024];
    for (uint32_t i = 0; i < machine->threads; i++) {
        next[i] = mask[i] ? low[i].integer : 0;
        last[i] = mask[i] ? high[i].integer : 0;
        by[i] = mask[i] ? steps[i].integer : 1;
        if (by[i] < 1)
            return wrong(machine, at, "thread %u: the step is %" PRId64, i, by[i]);
    }
    for (;;) {
        for (uint32_t i = 0; i < machine->threads; i++) {
            inner[i] = mask[i] && next[i] < last[i];
            if (!inner[i])
                continue;
            out[i].integer = next[i];
            next[i] = next[i] > INT64_MAX - by[i] ? INT64_MAX : next[i] + by[i];
        }
        if (!any(inner, machine->threads))
            return true;
        if (!count_step(machine, at))
            return false;
        if (!execute(machine, at + 1, machine->closing[at], inner))
            return false;
    }
}

static bool execute(struct machine *machine, kir_value from, kir_value to, const bool *mask)
{
    for (kir_value at = from; at < to; at++) {
        enum kir_op op = machine->kernel->instructions[at].op;
        if (!count_step(machine, at))
            return false;
        if (op == KIR_IF || op == KIR_RANGE) {
            if (!(op == KIR_IF ? execute_if : execute_range)(machine, at, mask))
                return false;
            at = machine->closing[at];
            if (machine->kernel->instructions[at].op == KIR_ELSE)
                at = machine->closing[at];
        } else if (op == KIR_WARP_REDUCE || op == KIR_BLOCK_REDUCE) {
            reduce(machine, at);
        } else if (op > KIR_SCALAR && op != KIR_LDS && op != KIR_BARRIER) {
            for (uint32_t i = 0; i < machine->threads; i++) {
                if (mask[i] && !step(machine, at, i))
                    return false;
            }
        }
    }
    return true;
}

/* ---- Executing a launch ---------------------------------------------------------------------- */

static void machine_free(struct machine *machine)
{
    for (uint32_t i = 0; i < machine->kernel->count; i++) {
        if (machine->values)
            free(machine->values[i]);
        if (machine->lds) {
            free(machine->lds[i].data);
            free(machine->lds[i].is_stored);
        }
    }
    free(machine->values);
    free(machine->lds);
    free(machine->closing);
}

static void find_closings(struct machine *machine)
{
    uint32_t open[KIR_DEPTH], depth = 0;
    for (kir_value at = 0; at < machine->kernel->count; at++) {
        enum kir_op op = machine->kernel->instructions[at].op;
        if (op == KIR_ELSE || op == KIR_END)
            machine->closing[open[--depth]] = at;
        if (op == KIR_IF || op == KIR_RANGE || op == KIR_ELSE)
            open[depth++] = at;
    }
}

static bool machine_make(struct machine *machine)
{
    uint32_t count = machine->kernel->count;
    machine->values = calloc(count + 1, sizeof *machine->values);
    machine->lds = calloc(count + 1, sizeof *machine->lds);
    machine->closing = calloc(count + 1, sizeof *machine->closing);
    bool ok = machine->values && machine->lds && machine->closing;
    for (uint32_t i = 0; ok && i < count; i++) {
        const struct kir_instruction *instruction = &machine->kernel->instructions[i];
        if (instruction->op == KIR_LDS) {
            size_t elements = (size_t)instruction->integer;
            machine->lds[i].data = calloc(elements, kir_type_size(instruction->type));
            machine->lds[i].is_stored = calloc(elements, 1);
            ok = machine->lds[i].data && machine->lds[i].is_stored;
        } else if (instruction->type != KIR_NONE && instruction->op != KIR_GLOBAL) {
            machine->values[i] = calloc(machine->threads, sizeof **machine->values);
            ok = machine->values[i];
        }
    }
    if (!ok)
        return wrong(machine, KIR_NO_VALUE, "there is no memory left");
    find_closings(machine);
    return true;
}

static void set_scalars(struct machine *machine)
{
    for (kir_value at = 0; at < machine->kernel->count; at++) {
        const struct kir_instruction *scalar = &machine->kernel->instructions[at];
        if (scalar->op != KIR_SCALAR)
            continue;
        const struct kir_argument *argument = &machine->arguments[at];
        union cell cell =
            type_is_float(scalar->type)
                ? cell_cast(KIR_F64, scalar->type, (union cell){.number = argument->number})
                : cell_cast(KIR_I64, scalar->type, (union cell){.integer = argument->integer});
        for (uint32_t i = 0; i < machine->threads; i++)
            machine->values[at][i] = cell;
    }
}

static bool execute_block(struct machine *machine, uint32_t x, uint32_t y, uint32_t z)
{
    bool mask[1024];
    memset(mask, true, sizeof mask);
    machine->place[0] = x;
    machine->place[1] = y;
    machine->place[2] = z;
    for (uint32_t i = 0; i < machine->kernel->count; i++) {
        if (machine->lds[i].is_stored)
            memset(machine->lds[i].is_stored, 0, (size_t)machine->kernel->instructions[i].integer);
    }
    return execute(machine, 0, machine->kernel->count, mask);
}

static bool machine_start(struct machine *machine, const struct kir_launch *launch)
{
    uint64_t threads = 1;
    if (!kir_verify(machine->kernel, machine->error))
        return false;
    for (int i = 0; i < 3; i++) {
        uint32_t wanted = machine->kernel->block[i];
        machine->grid[i] = launch->grid[i] ? launch->grid[i] : 1;
        machine->block[i] = launch->block[i] ? launch->block[i] : 1;
        threads *= machine->block[i];
        if (threads > 1024)
            return wrong(machine, KIR_NO_VALUE, "a block has at most 1024 threads");
        if (wanted && wanted != machine->block[i])
            return wrong(machine, KIR_NO_VALUE, "the kernel is for blocks of %u %u %u threads",
                         machine->kernel->block[0], machine->kernel->block[1],
                         machine->kernel->block[2]);
    }
    machine->threads = (uint32_t)threads;
    machine->most_steps = launch->steps;
    if (!machine_make(machine))
        return false;
    set_scalars(machine);
    return true;
}

bool kir_execute(const struct kir_kernel *kernel, const struct kir_launch *launch,
                 const struct kir_argument *arguments, struct kir_counts *counts,
                 struct kir_error *error)
{
    struct kir_error own;
    struct machine machine = {
        .kernel = kernel, .arguments = arguments, .error = error ? error : &own};
    bool ok = machine_start(&machine, launch);
    for (uint32_t z = 0; ok && z < machine.grid[2]; z++) {
        for (uint32_t y = 0; ok && y < machine.grid[1]; y++) {
            for (uint32_t x = 0; ok && x < machine.grid[0]; x++)
                ok = execute_block(&machine, x, y, z);
        }
    }
    if (ok && counts)
        *counts = machine.counts;
    machine_free(&machine);
    return ok;
}

bool kir_estimate(const struct kir_kernel *kernel, const struct kir_launch *launch,
                  const struct kir_argument *arguments, struct kir_counts *out,
                  struct kir_error *error)
{
    struct kir_error own;
    struct machine machine = {.kernel = kernel,
                              .arguments = arguments,
                              .error = error ? error : &own,
                              .is_estimate = true};
    bool ok =
        machine_start(&machine, launch) &&
        execute_block(&machine, machine.grid[0] / 2, machine.grid[1] / 2, machine.grid[2] / 2);
    if (ok) {
        uint64_t blocks = (uint64_t)machine.grid[0] * machine.grid[1] * machine.grid[2];
        out->operations = machine.counts.operations * blocks;
        out->loaded = machine.counts.loaded * blocks;
        out->stored = machine.counts.stored * blocks;
    }
    machine_free(&machine);
    return ok;
}
