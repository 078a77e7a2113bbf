/* Code of compilers that are newer than the LLVM that decodes it does what its own assembler says:
 * halves of registers as operands (true16), 128 in the fields of sources that an instruction lacks,
 * constants of mixed instructions.
 *
 * Each row is an encoding and what it makes of the registers below, worked out by hand from AMD's
 * ISA documents.
 */
#include "harness.h"

#include <stdio.h>
#include <string.h>

/* v0 to v7 in every lane; of halves: v1 is 2.0 and 1.0, v2 is 3.0 and 2.0 (high, low). */
static const uint32_t registers[] = {0x12345678, 0x40003c00, 0x42004000, 0x80017fff,
                                     0x00000005, 0xbc00c500, 0x3f800000, 0xffff0003};
enum { REGISTERS = sizeof registers / sizeof registers[0] };

static const struct row {
    const char *target, *text;
    uint32_t words[3]; /* the last ones may be 0, if they are not there */
    unsigned result;   /* the register */
    uint32_t value;
} rows[] = {
    {"gfx1100", "v_cvt_f32_f16_e32 v7, v1.h", {0x7e0e1781}, 7, 0x40000000},
    {"gfx1100", "v_cvt_f32_f16_e32 v7, v1.l", {0x7e0e1701}, 7, 0x3f800000},
    {"gfx1100", "v_mov_b16_e32 v7.h, v0.l", {0x7f0e3900}, 7, 0x56780003},
    {"gfx1100", "v_mov_b16_e32 v7.l, v0.h", {0x7e0e3980}, 7, 0xffff1234},
    {"gfx1100", "v_swap_b16 v7.h, v0.l", {0x7f0ecd00}, 7, 0x56780003},
    {"gfx1100", "v_swap_b16 v7.h, v0.l, the other one", {0x7f0ecd00}, 0, 0x1234ffff},
    {"gfx1100", "v_swap_b16 v0.l, v0.h", {0x7e00cd80}, 0, 0x56781234},
    {"gfx1100", "v_add_f16_e32 v7.h, v1.h, v2.l", {0x650e0581}, 7, 0x44000003},
    {"gfx1100", "v_add_f16_e32 v7.l, v1.l, v2.h", {0x640f0501}, 7, 0xffff4400},
    {"gfx1100", "v_fmac_f16_e64 v2.h, v1.l, v2.l", {0xd5364002, 0x00020501}, 2, 0x45004000},
    {"gfx1100", "v_and_b16 v7.l, v0.h, -1", {0xd7620807, 0x00018300}, 7, 0xffff1234},
    {"gfx1100", "v_lshlrev_b16 v7.h, 0, v0.l", {0xd7384007, 0x00020080}, 7, 0x56780003},
    {"gfx1100", "v_cvt_u32_u16_e64 v7, v0.h", {0xd5eb0807, 0x00000100}, 7, 0x00001234},
    {"gfx1100", "v_cvt_u32_u16_e64 v7, v0.h (128)", {0xd5eb0807, 0x02010100}, 7, 0x00001234},
    {"gfx1100", "v_alignbit_b32 v7, v0, v0, v4.l", {0xd6160007, 0x04120100}, 7, 0xc091a2b3},
    {"gfx1100", "v_pack_b32_f16 v7, v1.h, v2.h", {0xd7111807, 0x00020501}, 7, 0x42004000},
    {"gfx1100", "v_mad_u16 v7.l, v4.l, v4.l, v0.h", {0xd6412007, 0x04020904}, 7, 0xffff124d},
    {"gfx1100", "v_fmaak_f16 v7.h, v1.h, v2.l, 2.0", {0x710e0581, 0x4000}, 7, 0x46000003},
    {"gfx1100", "v_pk_mul_f16 v7, v1, v2 (128)", {0xcc104007, 0x1a020501}, 7, 0x46004000},
    {"gfx1100", "v_fma_mix_f32 v7, v1, -1.0, 0", {0xcc200007, 0x1a01e701}, 7, 0xbf800000},
    {"gfx1100", "v_pk_add_u16 v7, v4, 0.5", {0xcc0a4007, 0x1801e104}, 7, 0x3f000005},
    {"gfx1100", "v_pk_fmac_f16 v1, 1.0, v1", {0x780202f2}, 1, 0x44004000},
    {"gfx1100",
     "v_dual_dot2acc_f32_f16 v4, 1.0, v1 :: v_dual_mov_b32 v7, v0",
     {0xcb1002f2, 0x04060100},
     4,
     0x40400000},
    {"gfx1030", "v_pk_add_u16 v7, v4, 0.5", {0xcc0a4007, 0x1801e104}, 7, 0x3f000005},
    {"gfx1030", "v_pk_fmac_f16 v1, 1.0, v1", {0x780202f2}, 1, 0x40004000},
    {"gfx90a", "v_pk_add_u16 v7, v4, 0.5", {0xd38a4007, 0x1801e104}, 7, 0x3f000005},
    {"gfx1030", "v_fma_mix_f32 v7, v1, -1.0, 0", {0xcc200007, 0x1a01e701}, 7, 0xbf800000},
    {"gfx1030", "v_max_u16 v7.l, v0.h, v4.l", {0xd7090807, 0x00020900}, 7, 0xffff1234},
    {"gfx1030", "v_lshlrev_b16 v7.h, 0, v0.l", {0xd7144007, 0x00020080}, 7, 0x56780003},
    {"gfx1030", "v_pk_mul_f16 v7, v1, v2 (128)", {0xcc104007, 0x1a020501}, 7, 0x46004000},
    {"gfx90a", "v_fma_mix_f32 v7, v1, -1.0, 0", {0xd3a00007, 0x1a01e701}, 7, 0xbf800000},
    {"gfx90a", "v_fma_mix_f32 v7, v1, -1.0, 0 (float)", {0xd3a00007, 0x0a01e701}, 7, 0xbf800000},
    {"gfx90a", "v_pk_mul_f16 v7, v1, v2 (128)", {0xd3904007, 0x1a020501}, 7, 0x46004000},
    {"gfx90a", "v_pk_fmac_f16 v1, literal, v1", {0x780202ff, 0x40003c00}, 1, 0x46004000},
    {"gfx1200", "v_cvt_f32_f16_e32 v7, v1.h", {0x7e0e1781}, 7, 0x40000000},
    {"gfx1200", "v_add_f16_e32 v7.h, v1.h, v2.l", {0x650e0581}, 7, 0x44000003},
    {"gfx1200", "v_and_b16 v7.l, v0.h, -1", {0xd7620807, 0x00018300}, 7, 0xffff1234},
    {"gfx1200", "v_swap_b16 v0.l, v0.h", {0x7e00cd80}, 0, 0x56781234},
};

enum { ROWS = sizeof rows / sizeof rows[0] };

/* Not instructions: a mask is not a constant, although old versions of LLVM decode the encoding
 * with s0 there. A result is not a literal, an accumulator is not a scalar, and DPP has no
 * constants on gfx11. The half of a constant is not printed. */
static const struct row refused[] = {
    {.target = "gfx90a", .text = "v_cndmask_b32_e64 v7, v1, v2, 0", {0xd1000007, 0x02020501}},
    {.target = "gfx1030", .text = "v_cndmask_b32_e64 v7, v1, v2, 0", {0xd5010007, 0x02020501}},
    {.target = "gfx1100", .text = "v_cndmask_b32_e64 v7, v1, v2, 0", {0xd5010007, 0x02020501}},
    {.target = "gfx1100",
     .text = "v_add_co_ci_u32_e64 v7, s2, v1, v2, 0",
     {0xd5200207, 0x02020501}},
    {.target = "gfx1200", .text = "v_cndmask_b32_e64 v7, v1, v2, 0", {0xd5010007, 0x02020501}},
    {.target = "gfx90a", .text = "v_mfma_f32_32x32x1f32, scalar", {0xd3c0002c, 0x01ca05fa}},
    {.target = "gfx90a", .text = "v_cmp_eq_i32_e64 literal, v1, v2", {0xd0c200ff, 0x00020501}},
    {.target = "gfx1100", .text = "v_cmp_eq_i32_e64 literal, v1, v2", {0xd44200ff, 0x00020501}},
    {.target = "gfx1100", .text = "v_fmac_f32_e64_dpp v7, v1, 0", {0xd52b0007, 0x020100e9}},
    {.target = "gfx1100", .text = "v_swap_b16 v7.l, s0", {0x7e0ecc00}},
    {.target = "gfx1100", .text = "v_cndmask_b16 v7.l, v1.l, 1.0 >> 16, s0", {0xd65d1007, 0x1e501}},
};
enum { REFUSED = sizeof refused / sizeof refused[0] };

static unsigned add_row(struct harness *h, const struct row *row)
{
    if (row->words[1] == 0)
        return harness_add(h, ".long 0x%x", row->words[0]);
    return harness_add(h, ".long 0x%x\n.long 0x%x", row->words[0], row->words[1]);
}

static void check_refused(struct harness *h, unsigned id, const struct row *row)
{
    static struct harness_state state;
    random_state(&(struct harness_random){1}, h, &state);
    if (harness_run(h, id, &state))
        harness_fail(h, id, 0, "%s: is not an instruction, and runs as %s", row->text,
                     harness_text(h, id));
}

static void check_row(struct harness *h, unsigned id, const struct row *row)
{
    static struct harness_state state;
    random_state(&(struct harness_random){1}, h, &state);
    state_set_mask(&state, SGPR_EXEC, 1);
    for (unsigned i = 0; i < REGISTERS; i++)
        state.vgpr[i][0] = registers[i];
    if (!harness_run(h, id, &state))
        harness_fail(h, id, 0, "%s: %s", row->text, harness_fault(h)->message);
    else if (state.vgpr[row->result][0] != row->value)
        harness_fail(h, id, 0, "%s: v%u is 0x%08x, not 0x%08x", row->text, row->result,
                     state.vgpr[row->result][0], row->value);
}

/* Argument: a target. Skipped, in the words of libhipemu, where the LLVM is too old for it. */
int main(int argc, char **argv)
{
    unsigned ids[ROWS], refused_ids[REFUSED],
        lanes = argc == 2 && strcmp(argv[1], "gfx90a") == 0 ? 64 : 32;
    if (argc != 2)
        return 2;
    struct harness *h = harness_open(argv[1], lanes);
    for (unsigned i = 0; i < ROWS; i++) {
        if (strcmp(rows[i].target, argv[1]) == 0)
            ids[i] = add_row(h, &rows[i]);
    }
    for (unsigned i = 0; i < REFUSED; i++) {
        if (strcmp(refused[i].target, argv[1]) == 0)
            refused_ids[i] = add_row(h, &refused[i]);
    }
    harness_assemble(h);
    for (unsigned i = 0; i < ROWS; i++) {
        if (strcmp(rows[i].target, argv[1]) == 0)
            check_row(h, ids[i], &rows[i]);
    }
    for (unsigned i = 0; i < REFUSED; i++) {
        if (strcmp(refused[i].target, argv[1]) == 0)
            check_refused(h, refused_ids[i], &refused[i]);
    }
    unsigned failures = harness_failures(h);
    harness_close(h);
    return failures != 0;
}
