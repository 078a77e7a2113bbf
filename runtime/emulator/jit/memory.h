/* memory: what the templates of loads and stores share.
 */
#ifndef EMULATOR_JIT_MEMORY_H
#define EMULATOR_JIT_MEMORY_H

#include "block.h"

/* What an element becomes on its way between memory and a row of registers: by words, or by rdx,
 * which the first opcode loads and the second one stores. */
struct element_move {
    uint8_t bytes;
    unsigned load, store; /* 0: words */
    bool is_high;         /* of a register, the upper half */
};

/* Where an access is. A flat address: IN_MEMORY, or one of the _FLAT. Buffers that are not scratch
 * are left to the interpreter. */
enum where { IN_LDS, IN_LDS_FLAT, IN_MEMORY, IN_SCRATCH, IN_SCRATCH_BUFFER, IN_SCRATCH_FLAT };
enum { ROW_EXITS = 8, ELEMENTS_MAX = 2 };

struct atomic_code; /* only memory_atomics.c knows its contents */

struct access {
    struct block *block;
    const struct op *op;
    const struct element_move *element;
    enum where where;
    bool is_load;
    const struct atomic_code *atomic; /* NULL: a load or a store */
    const struct operand *result;     /* of an atomic; NULL: none */
    bool is_together;                 /* see atomic_put_together() */
    unsigned count; /* 2 of ds_*_2addr, and atomics with two operands, else 1, of: */
    uint32_t offsets[ELEMENTS_MAX]; /* into LDS */
    const struct operand *data[ELEMENTS_MAX];
    struct operand second;         /* data[1], where it is behind data[0] */
    const struct operand *address; /* NULL: all lanes have the same, in scratch */
    const struct operand *base;    /* may be NULL */
    const struct operand *buffer;  /* of IN_SCRATCH_BUFFER */
    unsigned slot;                 /* of the wave's allocations */
    size_t row_exits[ROW_EXITS];   /* jumps from the code for rows to that for lanes */
    unsigned row_exit_count;
    unsigned ahead;        /* lanes between rcx and the lane that is moved; */
    uint32_t displacement; /* bytes between ADDRESS and its element */
};

/* Leaves the code for rows for that for lanes. */
static inline void access_leave_if(struct access *access, enum condition_code condition)
{
    struct x86 *as = &access->block->as;
    as->is_full |= access->row_exit_count == ROW_EXITS;
    if (!as->is_full)
        access->row_exits[access->row_exit_count++] = x86_jump_if(as, condition);
}

static inline struct place slot_place(unsigned slot, size_t field)
{
    return in_wave(offsetof(struct wave, last) + slot * sizeof(struct last_allocation) + field);
}
#define SLOT_PLACE(slot, field) slot_place(slot, offsetof(struct last_allocation, field))

/* The slot of an access, among those from |first| up to |end|. Accesses from the same scalar
 * register have the same one: mostly they are to one allocation. */
unsigned choose_slot(const struct block *block, const struct operand *base, unsigned first,
                     unsigned end);
/* Calls for the allocation that has |bytes| at the address in |reg|; it becomes the slot's. Then
 * the condition "equal" means that none was found. */
void put_find(struct block *block, unsigned slot, unsigned reg, unsigned bytes, bool is_load);
/* Jumps where the slot's allocation may have been freed; returns where from. */
size_t put_stale(struct block *block, unsigned slot);
/* As put_find(), unless the slot has the bytes: returns a jump that is taken then. */
size_t put_need(struct block *block, unsigned slot, unsigned reg, unsigned bytes, bool is_load);

static inline bool is_in_lds(const struct access *access)
{
    return access->where == IN_LDS || access->where == IN_LDS_FLAT;
}

static inline bool is_in_scratch(const struct access *access)
{
    return access->where >= IN_SCRATCH;
}

/* The upper half of flat addresses that are in LDS, or in scratch. */
uint32_t flat_aperture(const struct access *access);

/* The lane that rcx and |ahead| name, of a register of |operand|. */
struct place lane_of_row(const struct access *access, const struct operand *operand, unsigned word);

/* |argument| of a row that is an atomic. NULL if no template has it. */
const struct atomic_code *atomic_find(uint32_t argument);
/* Sets the operands of |access| that an atomic has, once those of a store are set. */
void atomic_prepare(struct access *access, const struct atomic_code *atomic);
/* Updates the word at rax with the data of the lane. If it can't, the interpreter updates those of
 * the lanes that are left. */
void atomic_update(const struct access *access);

/* Whether an atomic of all lanes at one place may be one. */
bool atomic_is_one(const struct access *access);
/* The data of all lanes become one value, which the next atomic_update() takes. */
void atomic_put_together(struct access *access);

/* Elements lane after lane without gaps, as rows; jumps to |row_exits| where they are not so. */
void put_row(struct access *access);
/* Likewise for elements in one piece of memory or LDS. */
void put_inside(struct access *access);
/* Whether put_eights() can move the access, */
bool eights_fit(const struct access *access);
/* and how many lanes. */
unsigned eights_at_once(const struct access *access);
/* Moves eight lanes, or 16: from rcx on, inside of what was checked. Changes rax. */
void put_eights(struct access *access);
/* Whether put_gathers() can move the access. */
bool gathers_fit(const struct access *access);
/* Moves all lanes, inside of what was checked. Changes rax and rdx. */
void put_gathers(struct access *access);
/* The vector registers 0 to 3, of eight lanes each, become four words of lanes 0 and 4, 1 and 5,
 * and so on, or the reverse. */
void rows_turn_fours(struct x86 *as);
/* Moves the elements of all active lanes, one by one. */
void put_lanes(struct access *access);
/* Likewise in scratch, behind put_scratch(), which loads what an access there is relative to. */
void put_scratch_row(struct access *access);
void put_scratch_lanes(const struct access *access);
void put_scratch(const struct access *access);

/* ---- Lane by lane ---------------------------------------------------------------------------- */

/* The lanes that are left, the lane, and its address; where the allocation, LDS or scratch begins;
 * the number of places in it for an element; what is added to addresses. */
enum lane_register { REST = R12, LANE = RCX, ADDRESS = RAX, START = R8, PLACES = R9, ADDED = R10 };
enum { END = R11 }; /* of the offsets that put_inside() has checked: the last one that is inside */

/* REST = the active lanes. Returns the jump that is taken if no lane is; 0 if all are. */
size_t lanes_take(const struct access *access);
/* Goes to |loop| when there is another lane. */
void lanes_next(struct x86 *as, size_t loop);
/* PLACES = |size| less what an element takes but for its first byte, or 0. Changes rdx, r11. */
void lanes_count_places(struct x86 *as, bool is_64, struct place size, unsigned bytes);
/* START and PLACES of LDS. */
void lanes_load_lds(const struct access *access);
/* ADDRESS of the lane's element: its offset, which wraps with that of one element in LDS, and
 * ADDED. */
void lanes_find(const struct access *access);
static inline bool has_one_element(const struct access *access)
{
    return access->atomic || access->count == 1;
}
/* Whether the instruction's offset is added to those of lanes, in 32 bits. */
static inline bool has_wrapping_offset(const struct access *access)
{
    return is_in_lds(access) && has_one_element(access) && access->offsets[0] != 0;
}
/* ADDED of memory: the scalar base, and the offset. */
void lanes_load_added(const struct access *access);
/* Loads or stores the element at ADDRESS, or updates it. Changes rdx, r11, of atomics more. */
void lanes_move(const struct access *access, const struct operand *data);

/* The |word|-th word of the element at ADDRESS. */
static inline struct place word_place(const struct access *access, unsigned word)
{
    if (!is_in_scratch(access))
        return in_memory(ADDRESS, 4 * (size_t)word + access->displacement);
    struct place place = in_memory(ADDRESS, 4 * (size_t)word * access->block->lanes);
    place.kind = PLACE_LANE;
    return place;
}

#endif
