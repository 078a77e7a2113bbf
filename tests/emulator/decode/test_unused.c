/* VOP3 instructions of RDNA in LLVM 22's encoding, which has 128 in the fields of sources that they
 * do not have: each does what the same instruction does in the encoding of the assembler at hand.
 */
#include "harness.h"

#include <string.h>

static const struct pair {
    const char *target;
    const char *text;  /* as the assembler writes it */
    uint32_t words[3]; /* as LLVM 22 does; the last one is a literal, or 0 */
} pairs[] = {
    {"gfx1100", "v_lshlrev_b64 v[0:1], 2, v[2:3]", {0xd73c0000, 0x02020482}},
    {"gfx1100", "v_add_co_u32 v3, s2, s4, v0", {0xd7000203, 0x02020004}},
    {"gfx1100", "v_cmp_gt_i32_e64 s2, s3, v2", {0xd4440002, 0x02020403}},
    {"gfx1200", "v_ldexp_f32 v4, v4, v7", {0xd71c0004, 0x02020f04}},
    {"gfx1200", "v_cmp_nlt_f32_e64 s3, 0x42ce8ed0, v3", {0xd41e0003, 0x020206ff, 0x42ce8ed0}},
    {"gfx1100", "v_rcp_f32_e64 v1, -v2", {0xd5aa0001, 0x22010102}},
};

int main(void)
{
    static struct harness_state want, got;
    unsigned failures = 0;
    for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; i++) {
        const struct pair *pair = &pairs[i];
        struct harness *h = harness_open(pair->target, 32);
        unsigned usual = harness_add(h, "%s", pair->text);
        unsigned other =
            pair->words[2]
                ? harness_add(h, ".long 0x%x\n.long 0x%x\n.long 0x%x", pair->words[0],
                              pair->words[1], pair->words[2])
                : harness_add(h, ".long 0x%x\n.long 0x%x", pair->words[0], pair->words[1]);
        harness_assemble(h);
        random_state(&(struct harness_random){1}, h, &want);
        got = want;
        if (!harness_run(h, usual, &want) || !harness_run(h, other, &got))
            harness_fail(h, other, 0, "%s: %s", pair->text, harness_fault(h)->message);
        else if (memcmp(&want, &got, sizeof want) != 0)
            harness_fail(h, other, 0, "not what '%s' does", pair->text);
        failures += harness_failures(h);
        harness_close(h);
    }
    return failures != 0;
}
