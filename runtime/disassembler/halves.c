#include "halves.h"

#include "edit.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Which bits select halves ---------------------------------------------------------------- */

enum { OP_SEL = 11, VGPR = 1 << 8, HIGH = 1 << 7 };

static bool is_dpp(uint32_t source)
{
    return source == 0xfa || source == 0xe9 || source == 0xea;
}

static bool find_long(const uint32_t words[2], enum family family, struct halves *out)
{
    if (words[0] >> 26 != (family >= FAMILY_GFX10 ? 0x35 : 0x34))
        return false;
    *out = (struct halves){.slot = 256 + 64 + 256 + (words[0] >> 16 & 0x3ff),
                           .set = words[0] >> OP_SEL & 0xf,
                           .is_long = true};
    return true;
}

static bool find_short(const uint32_t words[2], struct halves *out)
{
    uint32_t word = words[0], kind = word >> 25, source = word & 0x1ff;
    bool is_compare = kind == 0x3e, is_one = kind == 0x3f;
    if (word >> 31)
        return false;
    out->is_long = false;
    out->has_extra = is_dpp(source);
    out->set = source & VGPR && source & HIGH ? HALF_SOURCE_0 : 0;
    if (out->has_extra && words[1] & HIGH)
        out->set |= HALF_SOURCE_0;
    if (!is_one && word >> 9 & HIGH)
        out->set |= HALF_SOURCE_1;
    if (!is_compare && word >> 17 & HIGH)
        out->set |= HALF_RESULT;
    out->slot = is_one       ? word >> 9 & 0xff
                : is_compare ? 256 + 64 + (word >> 17 & 0xff)
                             : 256 + (word >> 25 & 0x3f);
    return true;
}

static bool has_names(enum family family)
{
    return family == FAMILY_GFX11 || family == FAMILY_GFX12;
}

bool halves_find(const uint32_t words[2], enum family family, struct halves *out)
{
    if (family != FAMILY_GFX9 && family != FAMILY_GFX10 && !has_names(family))
        return false;
    return (find_long(words, family, out) || (has_names(family) && find_short(words, out))) &&
           out->set;
}

void halves_clear(uint32_t words[2], const struct halves *halves, unsigned operands)
{
    if (halves->is_long) {
        words[0] &= ~((uint32_t)operands << OP_SEL);
        return;
    }
    if (operands & halves->set & HALF_SOURCE_0)
        words[halves->has_extra] &= ~(uint32_t)HIGH;
    if (operands & HALF_SOURCE_1)
        words[0] &= ~((uint32_t)HIGH << 9);
    if (operands & HALF_RESULT)
        words[0] &= ~((uint32_t)HIGH << 17);
}

/* ---- The table -------------------------------------------------------------------------------
 *
 * Mnemonics without the suffix of their encoding, sorted, and the operands in their text, with one
 * character for each: d for the result and 0, 1, 2 for the sources if they are halves; a point for
 * every other operand. Compares have a rule of their own, compare_operands(). |older| has the
 * families before gfx11 for which LLVM up to 19 drops the halves of the instruction; for other
 * families LLVM prints the halves.
 */
enum { ON_GFX9 = 1 << FAMILY_GFX9, ON_GFX10 = 1 << FAMILY_GFX10 };

static const struct row {
    const char *name, *operands;
    unsigned older;
} rows[] = {
    {"v_add_f16", "d01", 0},
    {"v_add_nc_i16", "d01", 0},
    {"v_add_nc_u16", "d01", 0},
    {"v_alignbit_b32", "...2", ON_GFX9 | ON_GFX10},
    {"v_alignbyte_b32", "...2", ON_GFX9 | ON_GFX10},
    {"v_and_b16", "d01", 0},
    {"v_ashrrev_i16", "d01", ON_GFX10},
    {"v_ceil_f16", "d0", 0},
    {"v_cndmask_b16", "d01.", 0},
    {"v_cos_f16", "d0", 0},
    {"v_cvt_f16_f32", "d.", 0},
    {"v_cvt_f16_i16", "d0", 0},
    {"v_cvt_f16_u16", "d0", 0},
    {"v_cvt_f32_f16", ".0", 0},
    {"v_cvt_i16_f16", "d0", 0},
    {"v_cvt_i32_i16", ".0", 0},
    {"v_cvt_norm_i16_f16", "d0", 0},
    {"v_cvt_norm_u16_f16", "d0", 0},
    {"v_cvt_pk_bf8_f32", "d..", 0},
    {"v_cvt_pk_f32_bf8", ".0", 0},
    {"v_cvt_pk_f32_fp8", ".0", 0},
    {"v_cvt_pk_fp8_f32", "d..", 0},
    {"v_cvt_pk_norm_i16_f16", ".01", 0},
    {"v_cvt_pk_norm_u16_f16", ".01", 0},
    {"v_cvt_u16_f16", "d0", 0},
    {"v_cvt_u32_u16", ".0", 0},
    {"v_div_fixup_f16", "d012", 0},
    {"v_dot2_bf16_bf16", "d..2", 0},
    {"v_dot2_f16_f16", "d..2", 0},
    {"v_exp_f16", "d0", 0},
    {"v_floor_f16", "d0", 0},
    {"v_fma_f16", "d012", 0},
    {"v_fmaak_f16", "d01.", 0},
    {"v_fmac_f16", "d01", 0},
    {"v_fmamk_f16", "d0.1", 0},
    {"v_fract_f16", "d0", 0},
    {"v_frexp_exp_i16_f16", "d0", 0},
    {"v_frexp_mant_f16", "d0", 0},
    {"v_ldexp_f16", "d01", 0},
    {"v_log_f16", "d0", 0},
    {"v_lshlrev_b16", "d01", ON_GFX10},
    {"v_lshrrev_b16", "d01", ON_GFX10},
    {"v_mad_i16", "d012", 0},
    {"v_mad_i32_i16", ".01.", 0},
    {"v_mad_u16", "d012", 0},
    {"v_mad_u32_u16", ".01.", 0},
    {"v_max3_f16", "d012", 0},
    {"v_max3_i16", "d012", 0},
    {"v_max3_num_f16", "d012", 0},
    {"v_max3_u16", "d012", 0},
    {"v_max_f16", "d01", 0},
    {"v_max_i16", "d01", ON_GFX10},
    {"v_max_num_f16", "d01", 0},
    {"v_max_u16", "d01", ON_GFX10},
    {"v_maximum3_f16", "d012", 0},
    {"v_maximum_f16", "d01", 0},
    {"v_maximumminimum_f16", "d012", 0},
    {"v_maxmin_f16", "d012", 0},
    {"v_maxmin_num_f16", "d012", 0},
    {"v_med3_f16", "d012", 0},
    {"v_med3_i16", "d012", 0},
    {"v_med3_num_f16", "d012", 0},
    {"v_med3_u16", "d012", 0},
    {"v_min3_f16", "d012", 0},
    {"v_min3_i16", "d012", 0},
    {"v_min3_num_f16", "d012", 0},
    {"v_min3_u16", "d012", 0},
    {"v_min_f16", "d01", 0},
    {"v_min_i16", "d01", ON_GFX10},
    {"v_min_num_f16", "d01", 0},
    {"v_min_u16", "d01", ON_GFX10},
    {"v_minimum3_f16", "d012", 0},
    {"v_minimum_f16", "d01", 0},
    {"v_minimummaximum_f16", "d012", 0},
    {"v_minmax_f16", "d012", 0},
    {"v_minmax_num_f16", "d012", 0},
    {"v_mov_b16", "d0", 0},
    {"v_mul_f16", "d01", 0},
    {"v_mul_lo_u16", "d01", ON_GFX10},
    {"v_not_b16", "d0", 0},
    {"v_or_b16", "d01", 0},
    {"v_pack_b32_f16", ".01", 0},
    {"v_rcp_f16", "d0", 0},
    {"v_rndne_f16", "d0", 0},
    {"v_rsq_f16", "d0", 0},
    {"v_sat_pk_u8_i16", "d.", 0},
    {"v_sin_f16", "d0", 0},
    {"v_sqrt_f16", "d0", 0},
    {"v_sub_f16", "d01", 0},
    {"v_sub_nc_i16", "d01", 0},
    {"v_sub_nc_u16", "d01", 0},
    {"v_subrev_f16", "d01", 0},
    {"v_swap_b16", "d0", 0},
    {"v_trunc_f16", "d0", 0},
    {"v_xor_b16", "d01", 0},
};

enum { NAME_MAX_SIZE = 48 };

/* Writes the mnemonic of |text|, without the suffix of its encoding, to |out|. */
static void base_name(const char *text, char out[NAME_MAX_SIZE])
{
    static const char *const suffixes[] = {"_e64_dpp", "_e32", "_e64", "_dpp"};
    size_t length = strcspn(text, " ");
    for (size_t i = 0; i < sizeof suffixes / sizeof suffixes[0]; i++) {
        size_t n = strlen(suffixes[i]);
        if (length > n && memcmp(text + length - n, suffixes[i], n) == 0) {
            length -= n;
            break;
        }
    }
    length = length < NAME_MAX_SIZE ? length : 0;
    memcpy(out, text, length);
    out[length] = '\0';
}

static int compare_names(const void *name, const void *row)
{
    return strcmp(name, ((const struct row *)row)->name);
}

/* Returns the operands of a compare whose sources have 16 bits; NULL for other instructions. The
 * sources are the last two operands: "v_cmp_lt_u16 vcc_lo, v0, v1", "v_cmpx_class_f16 v0, v1". */
static const char *compare_operands(const char *name)
{
    size_t length = strlen(name);
    const char *type = length > 4 ? name + length - 4 : "";
    if (strcmp(type, "_f16") != 0 && strcmp(type, "_i16") != 0 && strcmp(type, "_u16") != 0)
        return NULL;
    return strncmp(name, "v_cmp_", 6) == 0 ? ".01" : strncmp(name, "v_cmpx_", 7) == 0 ? "01" : NULL;
}

static const char *find_operands(const char *text, enum family family)
{
    char name[NAME_MAX_SIZE];
    text += strspn(text, " \t");
    base_name(text, name);
    const struct row *row =
        bsearch(name, rows, sizeof rows / sizeof rows[0], sizeof rows[0], compare_names);
    if (!has_names(family))
        return row && row->older >> family & 1 ? row->operands : NULL;
    return row ? row->operands : compare_operands(name);
}

static unsigned operand_of(char letter)
{
    return letter == 'd' ? (unsigned)HALF_RESULT : letter == '.' ? 0 : 1u << (letter - '0');
}

unsigned halves_of(const char *text, enum family family)
{
    unsigned operands = 0;
    for (const char *at = find_operands(text, family); at && *at; at++)
        operands |= operand_of(*at);
    return operands;
}

/* ---- Names of halves of registers ------------------------------------------------------------ */

/* Returns the end of the register's number in an operand such as "-|v12|"; NULL if the operand is
 * not a vector register. */
static char *register_end(char *at)
{
    static const char *const wraps[] = {"-", "|", "neg(", "abs("};
    for (size_t i = 0; i < sizeof wraps / sizeof wraps[0]; i++) {
        if (strncmp(at, wraps[i], strlen(wraps[i])) == 0)
            at += strlen(wraps[i]);
    }
    if (*at != 'v' || !isdigit((unsigned char)at[1]))
        return NULL;
    for (at++; isdigit((unsigned char)*at); at++)
        ;
    return at;
}

/* Adds or corrects the name of the half, ".h" or ".l", of the operand at |at|. A scalar or a
 * constant does not have such names: only op_sel can choose its high half, so without op_sel a high
 * half is an error. */
static bool name_half(char *text, size_t size, char *at, bool is_high, bool has_op_sel)
{
    char *end = register_end(at);
    size_t named = end && *end == '.' ? 2 : 0;
    if (!end)
        return !is_high || has_op_sel;
    return edit_insert(text, size, end, is_high ? ".h" : ".l", named);
}

/* Inserts a list such as "op_sel:[0,1,0]" at |at|: a bit for each source, then one for the result
 * if |has_result|. */
static bool put_op_sel(char *text, size_t size, char *at, unsigned sources, bool has_result,
                       unsigned high)
{
    char list[32] = " op_sel:[";
    size_t used = strlen(list);
    for (unsigned i = 0; i < sources; i++)
        used +=
            (size_t)snprintf(list + used, sizeof list - used, "%s%u", i ? "," : "", high >> i & 1);
    if (has_result)
        used += (size_t)snprintf(list + used, sizeof list - used, ",%u", (high & HALF_RESULT) != 0);
    snprintf(list + used, sizeof list - used, "]");
    return edit_insert(text, size, at, list, 0);
}

bool halves_name(char *text, size_t size, enum family family, const struct halves *halves,
                 unsigned high)
{
    const char *operands = find_operands(text, family);
    if (!operands)
        return false;
    bool compares = strncmp(text + strspn(text, " \t"), "v_cmp", 5) == 0;
    unsigned count = 0;
    char *at = NULL;
    for (const char *letter = operands; *letter; letter++, count++) {
        at = edit_operand(text, count);
        if (!at || (has_names(family) && *letter != '.' &&
                    !name_half(text, size, at, high & operand_of(*letter), halves->is_long)))
            return false;
    }
    if (!halves->is_long || !high)
        return true;
    /* whether the result is also a source, as in v_fmac */
    bool accumulates = strstr(text, "_fmac_") != NULL;
    unsigned sources = compares ? 2 : count - 1 + accumulates;
    return put_op_sel(text, size, edit_operand_end(at), sources, !compares, high);
}
