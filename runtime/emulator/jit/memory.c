/* Templates of vector loads and stores. Waves with all lanes active have code for rows, which finds
 * out whether the elements are one, and code for lanes one by one.
 */
#include "memory.h"

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
    int8_t data, base;     /* their sources; -1: there is none */
    uint8_t count, stride; /* count 0: an atomic */
} kinds[] = {
    {"ds_load_2addr_stride64_", IN_LDS, true, -1, -1, 2, 64},
    {"ds_load_2addr_", IN_LDS, true, -1, -1, 2, 1},
    {"ds_load_", IN_LDS, true, -1, -1, 1, 0},
    {"ds_store_2addr_stride64_", IN_LDS, false, 1, -1, 2, 64},
    {"ds_store_2addr_", IN_LDS, false, 1, -1, 2, 1},
    {"ds_store_", IN_LDS, false, 1, -1, 1, 0},
    {"global_load_", IN_MEMORY, true, -1, 1, 1, 0},
    {"global_store_", IN_MEMORY, false, 1, 2, 1, 0},
    {"flat_load_", IN_MEMORY, true, -1, -1, 1, 0},
    {"flat_store_", IN_MEMORY, false, 1, -1, 1, 0},
    {"global_atomic_", IN_MEMORY, false, 1, 2, 0, 0},
    {"flat_atomic_", IN_MEMORY, false, 1, -1, 0, 0},
    {"ds_", IN_LDS, false, 1, -1, 0, 0},
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
    return !op->gds && !op->lds && op->src[0].kind == OPERAND_VGPR && (!base || is_scalar(base));
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
        .base = kind->base >= 0 && op->src[kind->base].kind != OPERAND_OFF ? &op->src[kind->base]
                                                                           : NULL,
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
    if (atomic)
        atomic_prepare(out, atomic);
    unsigned loads = LAST_STORES - LAST_LOADS, stores = LAST_COUNT - LAST_STORES;
    out->slot = kind->is_load ? LAST_LOADS + block->accesses % loads
                              : LAST_STORES + block->accesses % stores;
    return fits(out);
}

uint32_t lds_aperture(const struct block *block)
{
    return (uint32_t)(block->ops->program->device->shared_aperture >> 32);
}

/* As a row, if it may be one, or lane by lane. */
static void put_access(struct access *access)
{
    struct x86 *as = &access->block->as;
    unsigned size = access->element->bytes;
    bool is_of_words = size == 4 || size == 8 || size == 16;
    size_t done = 0;
    bool may_be_row = is_of_words && (access->where != IN_LDS_FLAT || access->is_load);
    if (access->block->active == ACTIVE_ALL && access->count == 1 && !access->atomic &&
        may_be_row) {
        put_row(access);
        done = x86_jump(as);
        for (unsigned i = 0; i < access->row_exit_count; i++)
            x86_land(as, access->row_exits[i]);
        access->row_exit_count = 0;
    }
    put_lanes(access);
    if (done)
        x86_land(as, done);
}

/* Jumps if the first lane's flat address is not in LDS; returns where from. */
static size_t put_is_elsewhere(const struct access *access)
{
    struct block *block = access->block;
    struct x86 *as = &block->as;
    struct place high = lanes_place(block, OPERAND_VGPR, access->op->src[0].reg + 1u, 0);
    if (block->active != ACTIVE_ALL) {
        block_first_lane(block);
        high.kind = PLACE_LANE;
    }
    x86_set(as, RAX, lds_aperture(block));
    x86_op(as, X86_CMP, false, RAX, high);
    return x86_jump_if(as, IF_NOT_EQUAL);
}

bool memory_emit(struct block *block, const struct op *op)
{
    struct access access;
    bool is_flat = name_starts(op->instruction->name, "flat_");
    if (!prepare(block, op, &access))
        return false;
    block->accesses++;
    if (is_flat) {
        size_t is_elsewhere = put_is_elsewhere(&access);
        access.where = IN_LDS_FLAT;
        put_access(&access);
        size_t done = x86_jump(&block->as);
        x86_land(&block->as, is_elsewhere);
        access.where = IN_MEMORY;
        put_access(&access);
        x86_land(&block->as, done);
    } else {
        put_access(&access);
    }
    block_resume(block);
    return true;
}
