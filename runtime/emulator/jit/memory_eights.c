/* Elements of eight lanes, each of which has an address, as vectors: they are put together, or
 * taken apart, in registers of the host. The next op then does not wait for many small stores.
 */
#include "memory.h"

enum { UPPER = 1 }; /* of VINSERTF128 and VEXTRACTF128 */
enum { FOUR = 4 };  /* lanes, in a half of a register */
/* Vector registers: rows, or lanes, are in those from 0 on. */
enum { HALF = 6 };

/* Where the element of the lane is that is |lane| ahead of rcx. */
static struct place find_element(struct access *access, unsigned lane)
{
    struct x86 *as = &access->block->as;
    access->ahead = lane;
    x86_op(as, X86_LOAD, false, ADDRESS, lane_of_row(access, access->address, 0));
    x86_op(as, X86_ADD, true, ADDRESS, in_register(ADDED));
    access->ahead = 0;
    return word_place(access, 0);
}

static struct place behind(struct place place, unsigned bytes)
{
    place.offset += (int32_t)bytes;
    return place;
}

/* ---- Loads ----------------------------------------------------------------------------------- */

/* Three or four words of a lane: to the lower half of |to|. */
static void load_words(struct access *access, unsigned to, unsigned lane)
{
    struct x86 *as = &access->block->as;
    struct place from = find_element(access, lane);
    if (access->element->bytes == 16) {
        x86_vex(as, VMOVUPS_128, to, 0, from);
        return;
    }
    x86_vex(as, VMOVQ, to, 0, from);
    x86_vex_number(as, VPINSRD, to, to, behind(from, 8), 2);
}

static void load_wide(struct access *access)
{
    struct x86 *as = &access->block->as;
    for (unsigned i = 0; i < FOUR; i++) {
        load_words(access, i, i);
        load_words(access, HALF, i + FOUR);
        x86_vex_number(as, VINSERTF128, i, i, in_register(HALF), UPPER);
    }
    rows_turn_fours(as);
}

/* Two words a lane. */
static void load_pairs(struct access *access)
{
    struct x86 *as = &access->block->as;
    for (unsigned i = 0; i < 2; i++) {
        for (unsigned half = 0; half < 2; half++) {
            unsigned to = half ? HALF : i, first = half * FOUR + 2 * i;
            x86_vex(as, VMOVQ, to, 0, find_element(access, first));
            x86_vex(as, VMOVHPS, to, to, find_element(access, first + 1));
        }
        x86_vex_number(as, VINSERTF128, i, i, in_register(HALF), UPPER);
    }
    x86_vex_number(as, VSHUFPS, HALF, 0, in_register(1), EVEN_WORDS);
    x86_vex_number(as, VSHUFPS, 1, 0, in_register(1), ODD_WORDS);
    x86_vex(as, VMOVUPS, 0, 0, in_register(HALF));
}

/* A word a lane. */
static void load_single(struct access *access)
{
    struct x86 *as = &access->block->as;
    for (unsigned lane = 0; lane < 2 * FOUR; lane++) {
        unsigned to = lane < FOUR ? 0 : HALF;
        struct place from = find_element(access, lane);
        if (lane % FOUR == 0)
            x86_vex(as, VMOVD, to, 0, from);
        else
            x86_vex_number(as, VPINSRD, to, to, from, lane % FOUR);
    }
    x86_vex_number(as, VINSERTF128, 0, 0, in_register(HALF), UPPER);
}

/* ---- Stores ---------------------------------------------------------------------------------- */

/* In the order of the lanes: they may store over each other. */
static void store_wide(struct access *access)
{
    struct x86 *as = &access->block->as;
    rows_turn_fours(as);
    for (unsigned lane = 0; lane < 2 * FOUR; lane++) {
        unsigned from = lane % FOUR;
        struct place to = find_element(access, lane);
        if (lane >= FOUR) {
            x86_vex_number(as, VEXTRACTF128, from, 0, in_register(HALF), UPPER);
            from = HALF;
        }
        if (access->element->bytes == 16) {
            x86_vex(as, VMOVUPS_STORE_128, from, 0, to);
            continue;
        }
        x86_vex(as, VMOVQ_STORE, from, 0, to);
        x86_vex_number(as, VPEXTRD, from, 0, behind(to, 8), 2);
    }
}

/* ---------------------------------------------------------------------------------------------- */

bool eights_fit(const struct access *access)
{
    const struct element *element = access->element;
    return !access->atomic && access->count == 1 && !element->load &&
           (access->is_load || element->bytes >= 12);
}

void put_eight(struct access *access)
{
    struct x86 *as = &access->block->as;
    const struct operand *data = access->data[0];
    unsigned words = access->element->bytes / 4;
    access->displacement = access->where == IN_MEMORY ? 0 : access->offsets[0];
    if (!access->is_load) {
        for (unsigned i = 0; i < words; i++)
            x86_vex(as, VMOVUPS, i, 0, lane_of_row(access, data, i));
        store_wide(access);
    } else if (words > 2) {
        load_wide(access);
    } else if (words == 2) {
        load_pairs(access);
    } else {
        load_single(access);
    }
    access->displacement = 0;
    for (unsigned i = 0; i < words && access->is_load; i++)
        x86_vex(as, VMOVUPS_STORE, i, 0, lane_of_row(access, data, i));
}
