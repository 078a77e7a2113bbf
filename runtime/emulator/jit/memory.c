/* Templates of vector loads and stores. Waves with all lanes active have code for rows, which finds
 * out whether the elements are one, and code for lanes one by one.
 */
#include "memory.h"
#include "vector.h"

#include "core/device.h"
#include "core/space.h"

#include <string.h>

/* ---- The wave's allocations ------------------------------------------------------------------ */

/* Whether a wave may access |bytes| at |address|; makes the allocation the slot's. */
static bool find(struct wave *wave, uintptr_t address, unsigned bytes, unsigned slot, bool is_load)
{
    uint64_t frees = space_frees();
    const struct allocation *a = space_find((const void *)address);
    if (!a || !allocation_holds(a, address, bytes) ||
        (!is_load && !allocation_lets_write(a, address, bytes)))
        return false;
    bool is_image = a->kind == MEMORY_CODE && !is_load;
    wave->last[slot] =
        is_image ? (struct last_allocation){(uintptr_t)a->variables, a->variables_bytes, frees}
                 : (struct last_allocation){(uintptr_t)a->address, a->size, frees};
    return true;
}

unsigned choose_slot(const struct block *block, const struct operand *base, unsigned first,
                     unsigned end)
{
    return first + (base && is_scalar(base) ? base->reg / 2u : block->accesses) % (end - first);
}

void put_find(struct block *block, unsigned slot, unsigned reg, unsigned bytes, bool is_load)
{
    struct x86 *as = &block->as;
    x86_op(as, X86_LOAD, true, RDI, in_register(WAVE));
    x86_op(as, X86_LOAD, true, RSI, in_register(reg));
    x86_set(as, RDX, bytes);
    x86_set(as, RCX, slot);
    x86_set(as, R8, is_load);
    x86_clear_upper(as);
    x86_call(as, (x86_function *)find);
    x86_set(as, RCX, 0xff);
    x86_op(as, X86_TEST, false, RAX, in_register(RCX));
}

size_t put_stale(struct block *block, unsigned slot)
{
    struct x86 *as = &block->as;
    x86_set(as, RCX, (uint64_t)(uintptr_t)space_frees_at());
    x86_op(as, X86_LOAD, true, RCX, in_memory(RCX, 0));
    x86_op(as, X86_CMP, true, RCX, SLOT_PLACE(slot, frees));
    return x86_jump_if(as, IF_NOT_EQUAL);
}

size_t put_need(struct block *block, unsigned slot, unsigned reg, unsigned bytes, bool is_load)
{
    struct x86 *as = &block->as;
    size_t is_stale = put_stale(block, slot);
    x86_op(as, X86_LOAD, true, RDX, SLOT_PLACE(slot, size));
    x86_set(as, RCX, bytes);
    x86_op(as, X86_SUB, true, RDX, in_register(RCX));
    size_t is_small = x86_jump_if(as, IF_BELOW);
    x86_op(as, X86_LOAD, true, RCX, in_register(reg));
    x86_op(as, X86_SUB, true, RCX, SLOT_PLACE(slot, address));
    x86_op(as, X86_CMP, true, RCX, in_register(RDX));
    size_t is_inside = x86_jump_if(as, IF_NOT_ABOVE);
    x86_land(as, is_stale);
    x86_land(as, is_small);
    put_find(block, slot, reg, bytes, is_load);
    return is_inside;
}

/* ---- Instructions ---------------------------------------------------------------------------- */

/* The name of an instruction is one of these and one of an element, or of an atomic. */
static const struct kind {
    const char *name;
    enum where where;
    bool is_load;
    int8_t address, data, base; /* their sources; -1 if it has no such source */
    uint8_t count, stride;      /* count 0: an atomic */
} kinds[] = {
    {"ds_load_2addr_stride64_", IN_LDS, true, 0, -1, -1, 2, 64},
    {"ds_load_2addr_", IN_LDS, true, 0, -1, -1, 2, 1},
    {"ds_load_", IN_LDS, true, 0, -1, -1, 1, 0},
    {"ds_store_2addr_stride64_", IN_LDS, false, 0, 1, -1, 2, 64},
    {"ds_store_2addr_", IN_LDS, false, 0, 1, -1, 2, 1},
    {"ds_store_", IN_LDS, false, 0, 1, -1, 1, 0},
    {"global_load_", IN_MEMORY, true, 0, -1, 1, 1, 0},
    {"global_store_", IN_MEMORY, false, 0, 1, 2, 1, 0},
    {"flat_load_", IN_MEMORY, true, 0, -1, -1, 1, 0},
    {"flat_store_", IN_MEMORY, false, 0, 1, -1, 1, 0},
    {"scratch_load_", IN_SCRATCH, true, 0, -1, 1, 1, 0},
    {"scratch_store_", IN_SCRATCH, false, 0, 1, 2, 1, 0},
    {"buffer_load_", IN_SCRATCH_BUFFER, true, 0, -1, 2, 1, 0},
    {"buffer_store_", IN_SCRATCH_BUFFER, false, 1, 0, 3, 1, 0},
    {"global_atomic_", IN_MEMORY, false, 0, 1, 2, 0, 0},
    {"flat_atomic_", IN_MEMORY, false, 0, 1, -1, 0, 0},
    {"ds_", IN_LDS, false, 0, 1, -1, 0, 0},
};

static const struct element words[] = {
    {"b32", 4, 0, 0, false},
    {"b64", 8, 0, 0, false},
    {"b96", 12, 0, 0, false},
    {"b128", 16, 0, 0, false},
};
static const struct element loaded[] = {
    {"u8", 1, X86_LOAD_BYTE, X86_STORE, false},
    {"i8", 1, X86_LOAD_SIGNED_BYTE, X86_STORE, false},
    {"u16", 2, X86_LOAD_16, X86_STORE, false},
    {"i16", 2, X86_LOAD_SIGNED_16, X86_STORE, false},
    {"d16_u8", 1, X86_LOAD_BYTE, X86_STORE_16, false},
    {"d16_i8", 1, X86_LOAD_SIGNED_BYTE, X86_STORE_16, false},
    {"d16_b16", 2, X86_LOAD_16, X86_STORE_16, false},
    {"d16_hi_u8", 1, X86_LOAD_BYTE, X86_STORE_16, true},
    {"d16_hi_i8", 1, X86_LOAD_SIGNED_BYTE, X86_STORE_16, true},
    {"d16_hi_b16", 2, X86_LOAD_16, X86_STORE_16, true},
    {"u8_d16", 1, X86_LOAD_BYTE, X86_STORE_16, false},
    {"i8_d16", 1, X86_LOAD_SIGNED_BYTE, X86_STORE_16, false},
    {"u16_d16", 2, X86_LOAD_16, X86_STORE_16, false},
    {"u8_d16_hi", 1, X86_LOAD_BYTE, X86_STORE_16, true},
    {"i8_d16_hi", 1, X86_LOAD_SIGNED_BYTE, X86_STORE_16, true},
    {"u16_d16_hi", 2, X86_LOAD_16, X86_STORE_16, true},
};
static const struct element stored[] = {
    {"b8", 1, X86_LOAD_16, X86_STORE_BYTE, false},
    {"b16", 2, X86_LOAD_16, X86_STORE_16, false},
    {"d16_hi_b8", 1, X86_LOAD_16, X86_STORE_BYTE, true},
    {"d16_hi_b16", 2, X86_LOAD_16, X86_STORE_16, true},
    {"b8_d16_hi", 1, X86_LOAD_16, X86_STORE_BYTE, true},
    {"b16_d16_hi", 2, X86_LOAD_16, X86_STORE_16, true},
};

static const struct element *find_element(const char *name, const struct element *all, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (strcmp(all[i].name, name) == 0)
            return &all[i];
    }
    return NULL;
}

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

/* A word of 32 or 64 bits. */
static const struct atomic *find_atomic(const char *name, const struct element **element)
{
    for (unsigned i = 0; i < 2; i++) {
        const struct atomic *atomic = atomic_find(name, words[i].name + 1);
        *element = &words[i];
        if (atomic)
            return atomic;
    }
    return NULL;
}

static const struct kind *find_kind(const char *name, const struct element **element,
                                    const struct atomic **atomic)
{
    *atomic = NULL;
    for (size_t i = 0; i < COUNT(kinds); i++) {
        const struct kind *kind = &kinds[i];
        if (!name_starts(name, kind->name))
            continue;
        name += strlen(kind->name);
        if (kind->count == 0) {
            *atomic = find_atomic(name, element);
            return *atomic ? kind : NULL;
        }
        *element = find_element(name, words, COUNT(words));
        if (!*element)
            *element = kind->is_load ? find_element(name, loaded, COUNT(loaded))
                                     : find_element(name, stored, COUNT(stored));
        return *element ? kind : NULL;
    }
    return NULL;
}

static bool is_row(const struct operand *operand)
{
    return is_vector(operand) && !operand->high && !operand->is_list;
}

static bool fits(const struct access *access)
{
    const struct op *op = access->op;
    const struct operand *base = access->base;
    for (unsigned i = 0; i < access->count; i++) {
        if (!is_row(access->data[i]))
            return false;
    }
    if (access->result && !is_row(access->result))
        return false;
    if (access->buffer && !is_scalar(access->buffer))
        return false;
    if (access->address ? access->address->kind != OPERAND_VGPR : !is_in_scratch(access))
        return false;
    return !op->gds && !op->lds && !op->idxen && !op->tfe &&
           (!base || (is_in_scratch(access) ? is_uniform(base) : is_scalar(base)));
}

static bool is_null(const struct operand *operand)
{
    return operand->kind == OPERAND_SGPR && operand->reg == SGPR_NULL;
}

/* Returns false if there is no template. */
static bool prepare(struct block *block, const struct op *op, struct access *out)
{
    const struct element *element;
    const struct atomic *atomic;
    const struct kind *kind = find_kind(op->instruction->name, &element, &atomic);
    if (!kind)
        return false;
    unsigned scale = kind->count == 2 ? element->bytes * kind->stride : 1;
    *out = (struct access){
        .block = block,
        .op = op,
        .element = element,
        .where = kind->where,
        .is_load = kind->is_load,
        .count = kind->count,
        .offsets = {(uint32_t)op->offset * scale, (uint32_t)op->offset1 * scale},
        .address = &op->src[kind->address],
        .base = kind->base >= 0 ? &op->src[kind->base] : NULL,
    };
    if (kind->is_load) {
        out->second = op->dst;
        out->second.reg = (uint16_t)(op->dst.reg + element->bytes / 4);
        out->data[0] = &op->dst;
        out->data[1] = &out->second;
    } else {
        out->data[0] = &op->src[kind->data];
        out->data[1] = &op->src[kind->data + 1];
    }
    if (out->where == IN_SCRATCH_BUFFER)
        out->buffer = &op->src[kind->base - 1];
    if (out->base && (out->base->kind == OPERAND_OFF || is_null(out->base)))
        out->base = NULL;
    if (out->address->kind == OPERAND_OFF || (out->buffer && !op->offen))
        out->address = NULL;
    if (atomic)
        atomic_prepare(out, atomic);
    out->slot = kind->is_load ? choose_slot(block, out->base, LAST_LOADS, LAST_STORES)
                              : choose_slot(block, out->base, LAST_STORES, LAST_COUNT);
    return fits(out);
}

uint32_t flat_aperture(const struct access *access)
{
    const struct device *device = access->block->ops->program->device;
    bool is_lds = access->where == IN_LDS_FLAT;
    return (uint32_t)((is_lds ? device->shared_aperture : device->private_aperture) >> 32);
}

/* Whether an access may be as a row. */
static bool may_be_row(const struct access *access)
{
    unsigned size = access->element->bytes;
    if (access->atomic || access->count > 1)
        return false;
    if (is_in_scratch(access))
        return size >= 4;
    return access->block->active == ACTIVE_ALL && (size == 4 || size == 8 || size == 16) &&
           (access->where != IN_LDS_FLAT || access->is_load);
}

/* Whether the elements of all lanes may be in one piece. */
static bool may_be_inside(const struct access *access)
{
    return access->block->active == ACTIVE_ALL &&
           (access->where == IN_LDS || access->where == IN_LDS_FLAT || access->where == IN_MEMORY);
}

/* Returns the jump behind all ways to access; the next way begins here. */
static size_t put_next_way(struct access *access)
{
    struct x86 *as = &access->block->as;
    size_t done = x86_jump(as);
    for (unsigned i = 0; i < access->row_exit_count; i++)
        x86_land(as, access->row_exits[i]);
    access->row_exit_count = 0;
    return done;
}

/* As a row, if it is one, as elements in one piece, or lane by lane. */
static void put_access(struct access *access)
{
    struct x86 *as = &access->block->as;
    bool is_always_row = is_in_scratch(access) && !access->address;
    size_t done[2];
    unsigned ways = 0;
    if (is_in_scratch(access))
        put_scratch(access);
    if (may_be_row(access)) {
        if (is_in_scratch(access))
            put_scratch_row(access);
        else
            put_row(access);
        if (is_always_row)
            return;
        done[ways++] = put_next_way(access);
    }
    if (may_be_inside(access)) {
        put_inside(access);
        done[ways++] = put_next_way(access);
    }
    put_lanes(access);
    while (ways > 0)
        x86_land(as, done[--ways]);
}

/* Jumps if the first lane's flat address is not in LDS, or in scratch; returns where from. */
static size_t put_is_elsewhere(const struct access *access)
{
    struct block *block = access->block;
    struct x86 *as = &block->as;
    struct place high = lane_of_row(access, access->address, 1);
    if (block->active != ACTIVE_ALL)
        block_first_lane(block);
    else
        high.kind = PLACE_MEMORY;
    x86_set(as, RAX, flat_aperture(access));
    x86_op(as, X86_CMP, false, RAX, high);
    return x86_jump_if(as, IF_NOT_EQUAL);
}

/* By where the first lane's address is: memory is the last. Atomics in scratch are left to the
 * interpreter. */
static void put_flat(struct access *access)
{
    static const enum where places[] = {IN_LDS_FLAT, IN_SCRATCH_FLAT};
    struct x86 *as = &access->block->as;
    unsigned count = access->atomic ? 1 : 2;
    size_t done[2];
    for (unsigned i = 0; i < count; i++) {
        access->where = places[i];
        size_t is_elsewhere = put_is_elsewhere(access);
        put_access(access);
        done[i] = x86_jump(as);
        x86_land(as, is_elsewhere);
    }
    access->where = IN_MEMORY;
    put_access(access);
    for (unsigned i = 0; i < count; i++)
        x86_land(as, done[i]);
}

bool memory_emit(struct block *block, const struct op *op)
{
    struct access access;
    if (!prepare(block, op, &access))
        return false;
    block->accesses++;
    bool is_flat = name_starts(op->instruction->name, "flat_");
    if (is_flat || is_in_scratch(&access))
        vector_need_masks(block);
    if (is_flat)
        put_flat(&access);
    else
        put_access(&access);
    block_resume(block);
    return true;
}
