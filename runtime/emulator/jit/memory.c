/* Templates of vector loads and stores. Code for waves with all lanes active tries three methods in
 * turn: to move the elements as a row, lane after lane without gaps; to move elements at any places
 * in one allocation; and to move lane by lane. Each method leaves for the next one if it cannot
 * move the access. */
#include "memory.h"
#include "vector.h"

#include "core/device.h"
#include "core/space.h"

/* ---- The wave's allocations ------------------------------------------------------------------ */

/* Whether a wave may access |bytes| at |address|. If so, notes the allocation in |slot| of the
 * wave's |last| allocations. */
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

/* ---- Which instructions are compiled --------------------------------------------------------- */

/* The instructions with templates. |address|, |data|, |base| and |buffer| are the numbers of the
 * sources with these roles; -1 means that the instruction has no such source. */
static const struct kind {
    enum space space;
    enum role role;
    enum where where;
    int8_t address, data, base, buffer;
} kinds[] = {
    {SPACE_LDS, ROLE_LOAD, IN_LDS, 0, -1, -1, -1},
    {SPACE_LDS, ROLE_STORE, IN_LDS, 0, 1, -1, -1},
    {SPACE_LDS, ROLE_LOAD_PAIR, IN_LDS, 0, -1, -1, -1},
    {SPACE_LDS, ROLE_STORE_PAIR, IN_LDS, 0, 1, -1, -1},
    {SPACE_LDS, ROLE_ATOMIC, IN_LDS, 0, 1, -1, -1},
    {SPACE_GLOBAL, ROLE_LOAD, IN_MEMORY, 0, -1, 1, -1},
    {SPACE_GLOBAL, ROLE_STORE, IN_MEMORY, 0, 1, 2, -1},
    {SPACE_GLOBAL, ROLE_ATOMIC, IN_MEMORY, 0, 1, 2, -1},
    {SPACE_FLAT, ROLE_LOAD, IN_MEMORY, 0, -1, -1, -1},
    {SPACE_FLAT, ROLE_STORE, IN_MEMORY, 0, 1, -1, -1},
    {SPACE_FLAT, ROLE_ATOMIC, IN_MEMORY, 0, 1, -1, -1},
    {SPACE_SCRATCH, ROLE_LOAD, IN_SCRATCH, 0, -1, 1, -1},
    {SPACE_SCRATCH, ROLE_STORE, IN_SCRATCH, 0, 1, 2, -1},
    {SPACE_BUFFER, ROLE_LOAD, IN_SCRATCH_BUFFER, 0, -1, 2, 1},
    {SPACE_BUFFER, ROLE_STORE, IN_SCRATCH_BUFFER, 1, 0, 3, 2},
};

static const struct element_move loaded[ELEMENT_KINDS] = {
    [ELEMENT_U8] = {1, X86_LOAD_BYTE, X86_STORE, false},
    [ELEMENT_I8] = {1, X86_LOAD_SIGNED_BYTE, X86_STORE, false},
    [ELEMENT_U16] = {2, X86_LOAD_16, X86_STORE, false},
    [ELEMENT_I16] = {2, X86_LOAD_SIGNED_16, X86_STORE, false},
    [ELEMENT_B32] = {4, 0, 0, false},
    [ELEMENT_B64] = {8, 0, 0, false},
    [ELEMENT_B96] = {12, 0, 0, false},
    [ELEMENT_B128] = {16, 0, 0, false},
    [ELEMENT_D16_U8] = {1, X86_LOAD_BYTE, X86_STORE_16, false},
    [ELEMENT_D16_I8] = {1, X86_LOAD_SIGNED_BYTE, X86_STORE_16, false},
    [ELEMENT_D16_B16] = {2, X86_LOAD_16, X86_STORE_16, false},
    [ELEMENT_D16_HI_U8] = {1, X86_LOAD_BYTE, X86_STORE_16, true},
    [ELEMENT_D16_HI_I8] = {1, X86_LOAD_SIGNED_BYTE, X86_STORE_16, true},
    [ELEMENT_D16_HI_B16] = {2, X86_LOAD_16, X86_STORE_16, true},
};
/* How elements are stored. Kinds of elements that are not listed are only loaded. */
static const struct element_move stored[ELEMENT_KINDS] = {
    [ELEMENT_U8] = {1, X86_LOAD_16, X86_STORE_BYTE, false},
    [ELEMENT_U16] = {2, X86_LOAD_16, X86_STORE_16, false},
    [ELEMENT_B32] = {4, 0, 0, false},
    [ELEMENT_B64] = {8, 0, 0, false},
    [ELEMENT_B96] = {12, 0, 0, false},
    [ELEMENT_B128] = {16, 0, 0, false},
    [ELEMENT_D16_HI_U8] = {1, X86_LOAD_16, X86_STORE_BYTE, true},
    [ELEMENT_D16_HI_B16] = {2, X86_LOAD_16, X86_STORE_16, true},
};

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

static const struct kind *find_kind(const struct instruction *row)
{
    for (size_t i = 0; i < COUNT(kinds); i++) {
        if (kinds[i].space == row->space && kinds[i].role == row->role)
            return &kinds[i];
    }
    return NULL;
}

static const struct element_move *find_element(const struct instruction *row)
{
    switch ((enum role)row->role) {
    case ROLE_LOAD: return &loaded[row->argument];
    case ROLE_STORE: return &stored[row->argument];
    case ROLE_ATOMIC: return &loaded[row->argument & ATOMIC_WIDE ? ELEMENT_B64 : ELEMENT_B32];
    default: return &loaded[row->argument & PAIR_WIDE ? ELEMENT_B64 : ELEMENT_B32];
    }
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

/* Sets |access->data|: the registers that |access| loads or stores. */
static void set_data(struct access *access, const struct kind *kind)
{
    const struct op *op = access->op;
    if (access->is_load) {
        access->second = op->dst;
        access->second.reg = (uint16_t)(op->dst.reg + access->element->bytes / 4);
        access->data[0] = &op->dst;
        access->data[1] = &access->second;
    } else {
        access->data[0] = &op->src[kind->data];
        access->data[1] = &op->src[kind->data + 1];
    }
}

static void set_address(struct access *access, const struct kind *kind)
{
    const struct op *op = access->op;
    access->address = &op->src[kind->address];
    access->base = kind->base >= 0 ? &op->src[kind->base] : NULL;
    if (access->where == IN_SCRATCH_BUFFER)
        access->buffer = &op->src[kind->buffer];
    if (access->base && (access->base->kind == OPERAND_OFF || is_null(access->base)))
        access->base = NULL;
    if (access->address->kind == OPERAND_OFF || (access->buffer && !op->offen))
        access->address = NULL;
}

/* Fills |out| for |op|. Returns false if |op| has no template. */
static bool prepare(struct block *block, const struct op *op, struct access *out)
{
    const struct instruction *row = op->instruction;
    const struct kind *kind = find_kind(row);
    const struct atomic_code *atomic =
        kind && kind->role == ROLE_ATOMIC ? atomic_find(row->argument) : NULL;
    if (!kind || (kind->role == ROLE_ATOMIC && !atomic))
        return false;
    bool is_load = kind->role == ROLE_LOAD || kind->role == ROLE_LOAD_PAIR;
    bool is_pair = kind->role == ROLE_LOAD_PAIR || kind->role == ROLE_STORE_PAIR;
    const struct element_move *element = find_element(row);
    unsigned scale = !is_pair                         ? 1
                     : row->argument & PAIR_STRIDE_64 ? element->bytes * 64
                                                      : element->bytes;
    *out = (struct access){
        .block = block,
        .op = op,
        .element = element,
        .where = kind->where,
        .is_load = is_load,
        .count = is_pair ? 2 : 1,
        .offsets = {(uint32_t)op->offset * scale, (uint32_t)op->offset1 * scale},
    };
    set_data(out, kind);
    set_address(out, kind);
    if (atomic)
        atomic_prepare(out, atomic);
    out->slot = is_load ? choose_slot(block, out->base, LAST_LOADS, LAST_STORES)
                        : choose_slot(block, out->base, LAST_STORES, LAST_COUNT);
    return fits(out);
}

uint32_t flat_aperture(const struct access *access)
{
    const struct device *device = access->block->ops->program->device;
    bool is_lds = access->where == IN_LDS_FLAT;
    return (uint32_t)((is_lds ? device->shared_aperture : device->private_aperture) >> 32);
}

/* Whether there is code that moves this access as a row, if its elements turn out to be one. */
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

/* Whether there is code that moves this access as elements in one allocation or LDS, if its
 * elements turn out to be there. */
static bool may_be_inside(const struct access *access)
{
    return access->block->active == ACTIVE_ALL &&
           (access->where == IN_LDS || access->where == IN_LDS_FLAT || access->where == IN_MEMORY);
}

/* Ends the code of one method of access: emits a jump over all other methods, and returns this
 * jump. The next method begins here, so the jumps that left the first method land here. */
static size_t put_next_way(struct access *access)
{
    struct x86 *as = &access->block->as;
    size_t done = x86_jump(as);
    for (unsigned i = 0; i < access->row_exit_count; i++)
        x86_land(as, access->row_exits[i]);
    access->row_exit_count = 0;
    return done;
}

/* Emits the methods of access: as a row, as elements in one allocation, and lane by lane. The code
 * tries each method in turn. */
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

/* Emits a jump that is taken if the flat address of the first active lane is not in LDS, or in
 * scratch, as |access->where| says. Returns the jump. */
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

/* Emits a flat access as three accesses: one to LDS, one to scratch and one to memory. At run time
 * the address of the first active lane chooses among them. Atomics in scratch are left to the
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
    bool is_flat = op->instruction->space == SPACE_FLAT;
    if (is_flat || is_in_scratch(&access))
        vector_need_masks(block);
    if (is_flat)
        put_flat(&access);
    else
        put_access(&access);
    block_resume(block);
    return true;
}
