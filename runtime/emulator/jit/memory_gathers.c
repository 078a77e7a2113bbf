/* Loads of one word or byte for each lane, where each lane has an address of its own: one
 * instruction of AVX-512 loads 16 lanes. For a byte, it loads the aligned word that contains the
 * byte, which is always on the same page as the byte. */
#include "memory.h"
#include "vector.h"

/* The names of the host's vector registers in this file. VALUE is the name of two registers: the
 * register of this number, and the next one. */
enum { INDEX, SIGNS, SHIFT, WORDS, AHEAD, OFFSET, VALUE };
enum { BYTE_BITS = 8 };

static bool is_byte(const struct access *access)
{
    return access->element->bytes == 1;
}

bool gathers_fit(const struct access *access)
{
    const struct element_move *element = access->element;
    bool is_word = element->bytes == 4 && !element->load;
    bool extends = is_byte(access) && element->store == X86_STORE;
    return access->block->has_wide && access->is_load && !access->atomic &&
           (is_word || (extends && access->count == 1));
}

static void shift(struct x86 *as, unsigned kind, unsigned reg, unsigned count)
{
    x86_vex_number(as, VSHIFT_D, kind, reg, in_register(reg), count);
}

/* Replaces each word in VALUE by one of its bytes, zero- or sign-extended. The byte begins at bit
 * SHIFT of the word. */
static void take_byte(struct x86 *as, const struct element_move *element)
{
    x86_vex(as, VPSRLVD, VALUE, VALUE, in_register(SHIFT));
    shift(as, BY_LEFT, VALUE, 32 - BYTE_BITS);
    shift(as, element->load == X86_LOAD_SIGNED_BYTE ? BY_SIGNED : BY_RIGHT, VALUE, 32 - BYTE_BITS);
}

/* Emits INDEX and SHIFT for the bytes at |offsets|: INDEX of the words that contain the bytes, and
 * in SHIFT the number of each byte's first bit. */
static void find_bytes(struct x86 *as, struct place offsets)
{
    x86_vex(as, VPADDD, INDEX, AHEAD, offsets);
    x86_vex(as, VPANDN, SHIFT, WORDS, in_register(INDEX));
    shift(as, BY_LEFT, SHIFT, 3);
    x86_vex(as, VPAND, INDEX, INDEX, in_register(WORDS));
    x86_vex(as, VPXOR, INDEX, SIGNS, in_register(INDEX));
}

/* Emits the load of the lanes of |chunk|. If a lane has two elements, both are loaded before the
 * first one is stored, because the store may overwrite the offsets. */
static void gather_chunk(const struct access *access, unsigned chunk)
{
    struct block *block = access->block;
    struct x86 *as = &block->as;
    struct place offsets = lanes_place(block, OPERAND_VGPR, access->address->reg, chunk);
    if (has_wrapping_offset(access)) {
        x86_vex(as, VPADDD, INDEX, OFFSET, offsets);
        offsets = in_register(INDEX);
    }
    if (is_byte(access))
        find_bytes(as, offsets);
    else
        x86_vex(as, VPXOR, INDEX, SIGNS, offsets);
    for (unsigned i = 0; i < access->count; i++)
        x86_gather_wide(as, VALUE + i, ADDRESS, INDEX,
                        has_one_element(access) ? 0 : access->offsets[i]);
    if (is_byte(access))
        take_byte(as, access->element);
    for (unsigned i = 0; i < access->count; i++)
        x86_vex(as, VMOVUPS_STORE, VALUE + i, 0,
                lanes_place(block, access->data[i]->kind, access->data[i]->reg, chunk));
}

/* Emits code that rounds ADDRESS down to a multiple of 4. AHEAD = the bytes by which ADDRESS was
 * lowered, to be added to all offsets. If such a sum could wrap around, the next method of access
 * is taken. */
static void align(struct access *access)
{
    struct x86 *as = &access->block->as;
    x86_set(as, RDX, UINT32_MAX - 3);
    x86_op(as, X86_CMP, true, END, in_register(RDX));
    access_leave_if(access, IF_ABOVE);
    x86_set(as, RDX, 3);
    x86_op(as, X86_AND, true, RDX, in_register(ADDRESS));
    x86_op(as, X86_SUB, true, ADDRESS, in_register(RDX));
    x86_vex(as, VMOVD, AHEAD, 0, in_register(RDX));
    x86_vex(as, VBROADCASTSS, AHEAD, 0, in_register(AHEAD));
    x86_vex(as, VBROADCASTSS, WORDS, 0, literal(~UINT32_C(3)));
}

void put_gathers(struct access *access)
{
    struct block *block = access->block;
    struct x86 *as = &block->as;
    as->is_wide = true;
    /* Indices are signed numbers. So the code uses the offset - 2^31 as the index, and adds 2^31 to
     * the address here. */
    x86_set(as, ADDRESS, UINT32_C(1) << 31);
    x86_op(as, X86_ADD, true, ADDRESS, in_register(ADDED));
    x86_vex(as, VMOVUPS, SIGNS, 0, row_place(ROW_SIGN));
    if (has_wrapping_offset(access))
        x86_vex(as, VBROADCASTSS, OFFSET, 0, literal(access->offsets[0]));
    if (is_byte(access))
        align(access);
    for (unsigned chunk = 0; chunk < block_chunks(block); chunk += block_step(block))
        gather_chunk(access, chunk);
    as->is_wide = false;
}
