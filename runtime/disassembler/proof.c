#include "proof.h"

#include "disassembler.h"

#include <string.h>

/* Returns the family of a processor, from its name: gfx90a, gfx942, gfx1030, gfx11-generic. Later
 * processors of gfx11 and gfx12 have other encodings. LLVM decodes these only since 23 or 21, and
 * needs no repairs for them. */
enum family family_of(const char *processor)
{
    static const struct {
        const char *prefix;
        enum family family;
    } prefixes[] = {
        {"gfx117", FAMILY_NEW},  {"gfx11-7", FAMILY_NEW}, {"gfx125", FAMILY_NEW},
        {"gfx12-5", FAMILY_NEW}, {"gfx13", FAMILY_NEW},   {"gfx10", FAMILY_GFX10},
        {"gfx11", FAMILY_GFX11}, {"gfx12", FAMILY_GFX12}, {"gfx9", FAMILY_GFX9},
    };
    for (size_t i = 0; i < sizeof prefixes / sizeof prefixes[0]; i++) {
        if (strncmp(processor, prefixes[i].prefix, strlen(prefixes[i].prefix)) == 0)
            return prefixes[i].family;
    }
    return FAMILY_OLD;
}

/* Instructions that came with a family, in the text of every LLVM that knows them. If an LLVM fails
 * at an instruction whose |repair| is not 0, its results are repaired; if |repair| is 0, that
 * LLVM is not used. |processors| is the beginning of the names of the processors that have the
 * instruction. */
static const struct proof {
    const char *processors;
    unsigned repair;
    const char *text;
    uint32_t words[3];
} proofs[] = {
    {"gfx9", 0, "global_load_dword v0, v[2:3], off", {0xdc508000, 0x007f0002}},
    {"gfx9", 0, "s_load_dword s4, s[36:37], s56 offset:0xda706", {0xc002e112, 0x716da706}},
    {"gfx90a", 0, "v_pk_fma_f32 v[0:1], v[2:3], v[4:5], v[6:7]", {0xd3b04000, 0x1c1a0902}},
    {"gfx942",
     0,
     "v_mfma_f32_16x16x32_fp8_fp8 v[0:3], v[4:5], v[6:7], v[0:3]",
     {0xd3f30000, 0x04020d04}},
    {"gfx942", 0, "global_load_dword v0, v[2:3], off sc1", {0xde508000, 0x007f0002}},
    {"gfx950",
     0,
     "v_mfma_f32_16x16x32_f16 v[0:3], v[4:7], v[8:11], v[0:3]",
     {0xd3d40000, 0x04021104}},
    {"gfx10", 0, "global_load_dword v0, v1, s[2:3]", {0xdc308000, 0x00020001}},
    {"gfx103", 0, "v_dot2_f32_f16 v0, v1, v2, v3", {0xcc134000, 0x1c0e0501}},
    {"gfx11", 0, "global_load_b32 v0, v1, s[2:3]", {0xdc520000, 0x00020001}},
    {"gfx115", 0, "s_fmac_f32 s0, s1, s2", {0xa3800201}},
    {"gfx12", 0, "global_load_b32 v0, v1, s[2:3] offset:64", {0xee050002, 0, 0x00004001}},
    {"gfx12", 0, "v_max_num_f32_e32 v0, v1, v2", {0x2c000501}},
    {"gfx125", 0, "v_add_nc_u64_e32 v[0:1], v[2:3], v[4:5]", {0x50000902}},

    {"gfx11", REPAIRS_HALVES, "v_cvt_f32_f16_e32 v1, v0.h", {0x7e021780}},
    {"gfx11", REPAIRS_HALVES, "v_and_b16 v1.l, v0.h, -1 op_sel:[1,0,0]", {0xd7620801, 0x00018300}},
    {"gfx12", REPAIRS_HALVES, "v_cvt_f32_f16_e32 v1, v0.h", {0x7e021780}},
    {"gfx12", REPAIRS_HALVES, "v_and_b16 v1.l, v0.h, -1 op_sel:[1,0,0]", {0xd7620801, 0x00018300}},
    {"gfx9", REPAIRS_UNUSED, "v_pk_mul_f16 v0, v1, v2", {0xd3904000, 0x1a020501}},
    {"gfx10", REPAIRS_UNUSED, "v_pk_mul_f16 v0, v1, v2", {0xcc104000, 0x1a020501}},
    {"gfx11", REPAIRS_UNUSED, "v_pk_mul_f16 v0, v1, v2", {0xcc104000, 0x1a020501}},
    {"gfx12", REPAIRS_UNUSED, "v_pk_mul_f16 v0, v1, v2", {0xcc104000, 0x1a020501}},
    {"gfx908", REPAIRS_LITERALS, "v_pk_fmac_f16_e32 v8, 0x945a3f5f, v39", {0x78104eff, 0x945a3f5f}},
    {"gfx90a", REPAIRS_LITERALS, "v_pk_fmac_f16_e32 v8, 0x945a3f5f, v39", {0x78104eff, 0x945a3f5f}},
    {"gfx94", REPAIRS_LITERALS, "v_pk_fmac_f16_e32 v8, 0x945a3f5f, v39", {0x78104eff, 0x945a3f5f}},
    {"gfx90a", REPAIRS_GDS, "ds_cmpst_rtn_b32 v0, v1, v2, v3", {0xd8610000, 0x00030201}},
    {"gfx94", REPAIRS_GDS, "ds_cmpst_rtn_b32 v0, v1, v2, v3", {0xd8610000, 0x00030201}},
};

/* The first versions of LLVM that are right about halves and signs for all opcodes and both wave
 * sizes: measured, see docs/emulator.md. */
enum { HALVES_SINCE = 21, SIGNS_SINCE = 16 };

/* Whether |text| and |expected| have the same words; the blanks between words do not matter. */
static bool same_text(const char *text, const char *expected)
{
    for (;;) {
        size_t blanks = strspn(text, " \t"), expected_blanks = strspn(expected, " \t");
        text += blanks;
        expected += expected_blanks;
        if (!*text || !*expected)
            return !*text && !*expected;
        if (*text++ != *expected++)
            return false;
    }
}

static bool is_for(const struct proof *proof, const char *processor)
{
    return strncmp(processor, proof->processors, strlen(proof->processors)) == 0;
}

static size_t count_words(const struct proof *proof)
{
    return proof->words[2] ? 3 : proof->words[1] ? 2 : 1;
}

bool proof_run(const char *processor, unsigned major, proof_reader *read, void *context,
               unsigned *out_repairs, const char **out_failed)
{
    char text[DISASSEMBLY_MAX];
    *out_repairs = 0;
    for (size_t i = 0; i < sizeof proofs / sizeof proofs[0]; i++) {
        const struct proof *proof = &proofs[i];
        if (!is_for(proof, processor))
            continue;
        size_t bytes = read(context, proof->words, 3, text, sizeof text);
        if (bytes == 4 * count_words(proof) && same_text(text, proof->text))
            continue;
        if (!proof->repair) {
            *out_failed = proof->text;
            return false;
        }
        *out_repairs |= proof->repair;
    }
    enum family family = family_of(processor);
    if (major < HALVES_SINCE && family >= FAMILY_GFX9 && family <= FAMILY_GFX12)
        *out_repairs |= REPAIRS_HALVES;
    if (major < SIGNS_SINCE)
        *out_repairs |= REPAIRS_SIGNS;
    return true;
}
