/* memory: declarations that the templates of loads and stores share. */
#ifndef EMULATOR_JIT_MEMORY_H
#define EMULATOR_JIT_MEMORY_H

#include "block.h"

/* How an element moves between memory and registers: in whole words, or through rdx with the
 * opcodes |load| and |store|. */
struct element_move {
    uint8_t bytes;
    /* the host's opcodes that load and store the element; 0 if it moves in whole words */
    unsigned load, store;
    bool is_high; /* whether the upper half of the register is loaded or stored */
};

/* The memory that an access is in. A flat address is in IN_LDS_FLAT, IN_SCRATCH_FLAT or IN_MEMORY.
 * The interpreter runs accesses to buffers that are not scratch. */
enum where { IN_LDS, IN_LDS_FLAT, IN_MEMORY, IN_SCRATCH, IN_SCRATCH_BUFFER, IN_SCRATCH_FLAT };
enum { ROW_EXITS = 8, ELEMENTS_MAX = 2 };

struct atomic_code; /* defined in memory_atomics.c, which alone uses the members */

struct access {
    struct block *block;
    const struct op *op;
    const struct element_move *element;
    enum where where;
    bool is_load;
    /* how to run the atomic; NULL if the access is a load or a store */
    const struct atomic_code *atomic;
    /* where an atomic stores the old value; NULL if the atomic does not return that value */
    const struct operand *result;
    /* whether atomic_put_together() has combined the data of all lanes */
    bool is_together;
    /* how many elements of |data| are used: 2 for ds_*_2addr and for atomics with two operands,
     * else 1 */
    unsigned count;
    /* byte offsets of the elements in LDS */
    uint32_t offsets[ELEMENTS_MAX];
    const struct operand *data[ELEMENTS_MAX];
    struct operand second; /* what data[1] points to, if the registers of the second operand follow
                              those of the first */
    /* the addresses or offsets of the lanes; NULL if all lanes have the same address in scratch */
    const struct operand *address;
    const struct operand *base; /* the scalar base that is added to them; NULL if there is none */
    /* the descriptor of the buffer, if |where| is IN_SCRATCH_BUFFER */
    const struct operand *buffer;
    unsigned slot; /* the index in the wave's |last| of the allocation that the access expects */
    size_t row_exits[ROW_EXITS]; /* jumps from one method of access to the next */
    unsigned row_exit_count;
    unsigned ahead; /* the code that is emitted next moves the element of lane rcx + |ahead| */
    uint32_t displacement; /* how many bytes after ADDRESS the element begins */
};

/* Emits a jump to the next method of access, which is taken if |condition|. */
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

/* Returns a slot of |last| for an access, from |first| up to |end|. Accesses with the same scalar
 * register as base share a slot, because mostly they are to the same allocation. */
unsigned choose_slot(const struct block *block, const struct operand *base, unsigned first,
                     unsigned end);
/* Emits a call that finds the allocation that holds the |bytes| at the address in |reg|, and notes
 * it in |slot|. After the call, IF_EQUAL is true if there is no such allocation. */
void put_find(struct block *block, unsigned slot, unsigned reg, unsigned bytes, bool is_load);
/* Emits a jump that is taken if the slot's allocation may have been freed. Returns the jump. */
size_t put_stale(struct block *block, unsigned slot);
/* Like put_find(), but first emits a jump that is taken if the slot's allocation holds the bytes,
 * so that the call is skipped. Returns the jump. */
size_t put_need(struct block *block, unsigned slot, unsigned reg, unsigned bytes, bool is_load);

static inline bool is_in_lds(const struct access *access)
{
    return access->where == IN_LDS || access->where == IN_LDS_FLAT;
}

static inline bool is_in_scratch(const struct access *access)
{
    return access->where >= IN_SCRATCH;
}

/* Returns the upper half of the flat addresses in LDS, if |access| is in LDS, or else of those in
 * scratch. */
uint32_t flat_aperture(const struct access *access);

/* Returns the place of lane rcx + |ahead| of the |word|-th register of |operand|. */
struct place lane_of_row(const struct access *access, const struct operand *operand, unsigned word);

/* Returns how to run the atomic whose row in isa/ has |argument|; NULL if there is no template. */
const struct atomic_code *atomic_find(uint32_t argument);
/* Sets the operands of |access| that only atomics have. Call this after the operands of a store are
 * set. */
void atomic_prepare(struct access *access, const struct atomic_code *atomic);
/* Emits the update of the element at rax with the lane's data. If the code cannot compute the new
 * value, the interpreter runs the op for the lanes that are not yet done. */
void atomic_update(const struct access *access);

/* Whether one atomic with the combined data of all lanes may replace the atomics of the lanes. */
bool atomic_is_one(const struct access *access);
/* Emits code that combines the data of all lanes into one value, for the next atomic_update(). */
void atomic_put_together(struct access *access);

/* Emits an access to elements that follow one another, lane after lane, without gaps. Jumps in
 * |row_exits| are taken if the elements are not such a row. */
void put_row(struct access *access);
/* Emits an access to elements at any places in one allocation or in LDS. Jumps in |row_exits| are
 * taken if the elements are elsewhere. */
void put_inside(struct access *access);
/* Whether put_eights() can move the access. */
bool eights_fit(const struct access *access);
/* Returns how many lanes put_eights() moves at a time. */
unsigned eights_at_once(const struct access *access);
/* Emits the move of eights_at_once() lanes, from lane rcx on, whose addresses the code has checked.
 * Changes rax. */
void put_eights(struct access *access);
/* Whether put_gathers() can move the access. */
bool gathers_fit(const struct access *access);
/* Emits the move of all lanes, whose addresses the code has checked. Changes rax and rdx. */
void put_gathers(struct access *access);
/* Emits a transposition of the vector registers 0 to 3. Before, register i has word i of eight
 * lanes. Afterwards, register i has the four words of lane i in its lower half and those of lane i
 * + 4 in its upper half. The same code also does the reverse. */
void rows_turn_fours(struct x86 *as);
/* Emits code that moves the elements of all active lanes, one by one. */
void put_lanes(struct access *access);
/* Like put_row() and put_lanes(), for scratch. The code of put_scratch() must come before, because
 * it sets START, PLACES and ADDED. */
void put_scratch_row(struct access *access);
void put_scratch_lanes(const struct access *access);
void put_scratch(const struct access *access);

/* ---- Lane by lane ---------------------------------------------------------------------------- */

/* General registers of the host. REST: a mask of the lanes that are not yet done; LANE: the current
 * lane; ADDRESS: the address of the lane's element; START: where the allocation, LDS or scratch
 * begins; PLACES: the number of offsets from START at which an element may begin; ADDED: a number
 * that is added to the lanes' addresses. */
enum lane_register { REST = R12, LANE = RCX, ADDRESS = RAX, START = R8, PLACES = R9, ADDED = R10 };
/* after put_inside() has checked the offsets: the last offset at which an element may begin */
enum { END = R11 };

/* Emits REST = the active lanes. Returns a jump that is taken if no lane is active. If all lanes
 * are active, emits no jump and returns 0. */
size_t lanes_take(const struct access *access);
/* Emits the removal of the first lane from REST, and a jump to |loop| that is taken if REST still
 * has a lane. */
void lanes_next(struct x86 *as, size_t loop);
/* Emits PLACES = |size| - |bytes| + 1, or 0 if that is negative: the number of places for an
 * element of |bytes|. Changes rdx and r11. */
void lanes_count_places(struct x86 *as, bool is_64, struct place size, unsigned bytes);
/* Emits code that sets START and PLACES for LDS. */
void lanes_load_lds(const struct access *access);
/* Emits ADDRESS = the address of the lane's element: ADDED plus the lane's offset. In LDS, if the
 * lane has one element, the instruction's offset is first added to the lane's offset, with a sum of
 * 32 bits. */
void lanes_find(const struct access *access);
static inline bool has_one_element(const struct access *access)
{
    return access->atomic || access->count == 1;
}
/* Whether the instruction's offset is added to the offsets of lanes, with sums that wrap around at
 * 32 bits. */
static inline bool has_wrapping_offset(const struct access *access)
{
    return is_in_lds(access) && has_one_element(access) && access->offsets[0] != 0;
}
/* Emits ADDED for an access to memory: the scalar base, if there is one, plus the instruction's
 * offset. */
void lanes_load_added(const struct access *access);
/* Emits the load, store or atomic of the element at ADDRESS. Changes rdx and r11; atomics change
 * more registers. */
void lanes_move(const struct access *access, const struct operand *data);

/* Returns the place of the |word|-th word of the element at ADDRESS. */
static inline struct place word_place(const struct access *access, unsigned word)
{
    if (!is_in_scratch(access))
        return in_memory(ADDRESS, 4 * (size_t)word + access->displacement);
    struct place place = in_memory(ADDRESS, 4 * (size_t)word * access->block->lanes);
    place.kind = PLACE_LANE;
    return place;
}

#endif
