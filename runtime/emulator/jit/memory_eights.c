/* Loads and stores of eight lanes at a time, where each lane has an address of its own. A load puts
 * the elements together in vector registers and stores whole vectors to the wave's registers, so
 * that the next op does not wait for many small stores. A store takes vectors apart. */
#include "memory.h"

/* the immediate by which VINSERTF128 and VEXTRACTF128 move the upper half of a register */
enum { UPPER = 1 };
enum { FOUR = 4 }; /* how many lanes a half of a vector register has */
/* Names of the host's vector registers in this file. The registers from 0 on hold a word of eight
 * lanes each, or the words of a lane. */
enum { HALF = 6, FIRST_EIGHT = 8 };

/* Emits ADDRESS of lane rcx + |ahead| + |lane|, and returns the place of this lane's element. */
static struct place find_element(struct access *access, unsigned lane)
{
    access->ahead += lane;
    lanes_find(access);
    access->ahead -= lane;
    return word_place(access, 0);
}

static struct place behind(struct place place, unsigned bytes)
{
    place.offset += (int32_t)bytes;
    return place;
}

/* ---- Loads ----------------------------------------------------------------------------------- */

/* Emits a load of the three or four words of a lane to the lower half of |to|. */
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

/* Emits loads of the elements of eight lanes, two words each. */
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

/* Emits loads of the elements of eight lanes, one word each. */
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

/* Emits stores of the elements of eight lanes, three or four words each, in the order of the lanes,
 * because several lanes may store to the same place. */
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
    const struct element_move *element = access->element;
    return !access->atomic && access->count == 1 && !element->load &&
           (access->is_load || element->bytes >= 12);
}

unsigned eights_at_once(const struct access *access)
{
    return access->is_load && access->block->has_wide ? WIDE_LANES : CHUNK;
}

static void load_eight(struct access *access)
{
    unsigned words = access->element->bytes / 4;
    if (words > 2)
        load_wide(access);
    else if (words == 2)
        load_pairs(access);
    else
        load_single(access);
}

/* Emits loads. With AVX-512, 16 lanes are put together before they are stored, because later ops
 * read 16 lanes at once. */
static void put_loads(struct access *access)
{
    struct x86 *as = &access->block->as;
    const struct operand *data = access->data[0];
    unsigned words = access->element->bytes / 4;
    load_eight(access);
    if (access->block->has_wide) {
        for (unsigned i = 0; i < words; i++)
            x86_vex(as, VMOVUPS, FIRST_EIGHT + i, 0, in_register(i));
        access->ahead = CHUNK;
        load_eight(access);
        access->ahead = 0;
        as->is_wide = true;
        for (unsigned i = 0; i < words; i++)
            x86_vex_number(as, VINSERTF128, i, FIRST_EIGHT + i, in_register(i), UPPER);
    }
    for (unsigned i = 0; i < words; i++)
        x86_vex(as, VMOVUPS_STORE, i, 0, lane_of_row(access, data, i));
    as->is_wide = false;
}

static void put_stores(struct access *access)
{
    for (unsigned i = 0; i < access->element->bytes / 4; i++)
        x86_vex(&access->block->as, VMOVUPS, i, 0, lane_of_row(access, access->data[0], i));
    store_wide(access);
}

void put_eights(struct access *access)
{
    if (access->is_load)
        put_loads(access);
    else
        put_stores(access);
}
