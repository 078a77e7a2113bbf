/* Finds an instruction's row by its name: in a hash table of all rows, which is made once. Names
 * that instructions have on older generations are aliases: see "Instruction Set Changes" in the ISA
 * documents.
 */
#include "isa/index.h"

#ifdef EMULATOR_HAS_V3
#include <cpuid.h>
#endif
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* isa/ is compiled twice; see isa/variant.h. */
extern const struct instruction_table *const instruction_tables_base[];
#ifdef EMULATOR_HAS_V3
extern const struct instruction_table *const instruction_tables_v3[];
#endif

/* ---- Names of older generations -------------------------------------------------------------- */

/* Loads and stores of the global, flat, scratch and buffer instructions before gfx11. */
#define ALIASES_MEMORY(prefix)                                                                     \
    {prefix "_load_ubyte", prefix "_load_u8", ON_ALL},                                             \
        {prefix "_load_sbyte", prefix "_load_i8", ON_ALL},                                         \
        {prefix "_load_ushort", prefix "_load_u16", ON_ALL},                                       \
        {prefix "_load_sshort", prefix "_load_i16", ON_ALL},                                       \
        {prefix "_load_dword", prefix "_load_b32", ON_ALL},                                        \
        {prefix "_load_dwordx2", prefix "_load_b64", ON_ALL},                                      \
        {prefix "_load_dwordx3", prefix "_load_b96", ON_ALL},                                      \
        {prefix "_load_dwordx4", prefix "_load_b128", ON_ALL},                                     \
        {prefix "_load_ubyte_d16", prefix "_load_d16_u8", ON_ALL},                                 \
        {prefix "_load_ubyte_d16_hi", prefix "_load_d16_hi_u8", ON_ALL},                           \
        {prefix "_load_sbyte_d16", prefix "_load_d16_i8", ON_ALL},                                 \
        {prefix "_load_sbyte_d16_hi", prefix "_load_d16_hi_i8", ON_ALL},                           \
        {prefix "_load_short_d16", prefix "_load_d16_b16", ON_ALL},                                \
        {prefix "_load_short_d16_hi", prefix "_load_d16_hi_b16", ON_ALL},                          \
        {prefix "_store_byte", prefix "_store_b8", ON_ALL},                                        \
        {prefix "_store_byte_d16_hi", prefix "_store_d16_hi_b8", ON_ALL},                          \
        {prefix "_store_short", prefix "_store_b16", ON_ALL},                                      \
        {prefix "_store_short_d16_hi", prefix "_store_d16_hi_b16", ON_ALL},                        \
        {prefix "_store_dword", prefix "_store_b32", ON_ALL},                                      \
        {prefix "_store_dwordx2", prefix "_store_b64", ON_ALL},                                    \
        {prefix "_store_dwordx3", prefix "_store_b96", ON_ALL},                                    \
    {                                                                                              \
        prefix "_store_dwordx4", prefix "_store_b128", ON_ALL                                      \
    }

/* Atomics of the global, flat and buffer instructions before gfx11. */
#define ALIASES_ATOMIC(prefix)                                                                     \
    {prefix "_atomic_swap", prefix "_atomic_swap_b32", ON_ALL},                                    \
        {prefix "_atomic_swap_x2", prefix "_atomic_swap_b64", ON_ALL},                             \
        {prefix "_atomic_cmpswap", prefix "_atomic_cmpswap_b32", ON_ALL},                          \
        {prefix "_atomic_cmpswap_x2", prefix "_atomic_cmpswap_b64", ON_ALL},                       \
        {prefix "_atomic_add", prefix "_atomic_add_u32", ON_ALL},                                  \
        {prefix "_atomic_add_x2", prefix "_atomic_add_u64", ON_ALL},                               \
        {prefix "_atomic_sub", prefix "_atomic_sub_u32", ON_ALL},                                  \
        {prefix "_atomic_sub_x2", prefix "_atomic_sub_u64", ON_ALL},                               \
        {prefix "_atomic_smin", prefix "_atomic_min_i32", ON_ALL},                                 \
        {prefix "_atomic_smin_x2", prefix "_atomic_min_i64", ON_ALL},                              \
        {prefix "_atomic_umin", prefix "_atomic_min_u32", ON_ALL},                                 \
        {prefix "_atomic_umin_x2", prefix "_atomic_min_u64", ON_ALL},                              \
        {prefix "_atomic_smax", prefix "_atomic_max_i32", ON_ALL},                                 \
        {prefix "_atomic_smax_x2", prefix "_atomic_max_i64", ON_ALL},                              \
        {prefix "_atomic_umax", prefix "_atomic_max_u32", ON_ALL},                                 \
        {prefix "_atomic_umax_x2", prefix "_atomic_max_u64", ON_ALL},                              \
        {prefix "_atomic_and", prefix "_atomic_and_b32", ON_ALL},                                  \
        {prefix "_atomic_and_x2", prefix "_atomic_and_b64", ON_ALL},                               \
        {prefix "_atomic_or", prefix "_atomic_or_b32", ON_ALL},                                    \
        {prefix "_atomic_or_x2", prefix "_atomic_or_b64", ON_ALL},                                 \
        {prefix "_atomic_xor", prefix "_atomic_xor_b32", ON_ALL},                                  \
        {prefix "_atomic_xor_x2", prefix "_atomic_xor_b64", ON_ALL},                               \
        {prefix "_atomic_inc", prefix "_atomic_inc_u32", ON_ALL},                                  \
        {prefix "_atomic_inc_x2", prefix "_atomic_inc_u64", ON_ALL},                               \
        {prefix "_atomic_dec", prefix "_atomic_dec_u32", ON_ALL},                                  \
        {prefix "_atomic_dec_x2", prefix "_atomic_dec_u64", ON_ALL},                               \
        {prefix "_atomic_csub", prefix "_atomic_sub_clamp_u32", ON_ALL},                           \
        {prefix "_atomic_csub_u32", prefix "_atomic_sub_clamp_u32", ON_ALL},                       \
        {prefix "_atomic_fcmpswap", prefix "_atomic_cmpswap_f32", ON_ALL},                         \
        {prefix "_atomic_fcmpswap_x2", prefix "_atomic_cmpswap_f64", ON_ALL},                      \
        {prefix "_atomic_fmin", prefix "_atomic_min_num_f32", ON_ALL},                             \
        {prefix "_atomic_fmin_x2", prefix "_atomic_min_f64", ON_ALL},                              \
        {prefix "_atomic_fmax", prefix "_atomic_max_num_f32", ON_ALL},                             \
        {prefix "_atomic_fmax_x2", prefix "_atomic_max_f64", ON_ALL},                              \
        {prefix "_atomic_min_f32", prefix "_atomic_min_num_f32", ON_ALL},                          \
    {                                                                                              \
        prefix "_atomic_max_f32", prefix "_atomic_max_num_f32", ON_ALL                             \
    }

/* Aliases only: if a name means something else on an older generation, that meaning has a row of
 * its own. */
static const struct {
    const char *name, *newest;
    unsigned on;
} aliases[] = {
    /* older names of scalar instructions */
    {"s_andn2_b32", "s_and_not1_b32", ON_ALL},
    {"s_andn2_b64", "s_and_not1_b64", ON_ALL},
    {"s_orn2_b32", "s_or_not1_b32", ON_ALL},
    {"s_orn2_b64", "s_or_not1_b64", ON_ALL},
    {"s_ff1_i32_b32", "s_ctz_i32_b32", ON_ALL},
    {"s_ff1_i32_b64", "s_ctz_i32_b64", ON_ALL},
    {"s_flbit_i32_b32", "s_clz_i32_u32", ON_ALL},
    {"s_flbit_i32_b64", "s_clz_i32_u64", ON_ALL},
    {"s_flbit_i32", "s_cls_i32", ON_ALL},
    {"s_flbit_i32_i64", "s_cls_i32_i64", ON_ALL},
    {"s_andn2_saveexec_b32", "s_and_not1_saveexec_b32", ON_ALL},
    {"s_andn2_saveexec_b64", "s_and_not1_saveexec_b64", ON_ALL},
    {"s_andn1_saveexec_b32", "s_and_not0_saveexec_b32", ON_ALL},
    {"s_andn1_saveexec_b64", "s_and_not0_saveexec_b64", ON_ALL},
    {"s_orn2_saveexec_b32", "s_or_not1_saveexec_b32", ON_ALL},
    {"s_orn2_saveexec_b64", "s_or_not1_saveexec_b64", ON_ALL},
    {"s_orn1_saveexec_b32", "s_or_not0_saveexec_b32", ON_ALL},
    {"s_orn1_saveexec_b64", "s_or_not0_saveexec_b64", ON_ALL},
    {"s_andn1_wrexec_b32", "s_and_not0_wrexec_b32", ON_ALL},
    {"s_andn1_wrexec_b64", "s_and_not0_wrexec_b64", ON_ALL},
    {"s_andn2_wrexec_b32", "s_and_not1_wrexec_b32", ON_ALL},
    {"s_andn2_wrexec_b64", "s_and_not1_wrexec_b64", ON_ALL},
    {"s_add_co_u32", "s_add_u32", ON_GFX12},
    {"s_sub_co_u32", "s_sub_u32", ON_GFX12},
    {"s_add_co_i32", "s_add_i32", ON_GFX12},
    {"s_sub_co_i32", "s_sub_i32", ON_GFX12},
    {"s_add_co_ci_u32", "s_addc_u32", ON_GFX12},
    {"s_sub_co_ci_u32", "s_subb_u32", ON_GFX12},
    {"s_addk_co_i32", "s_addk_i32", ON_GFX12},
    /* older names of vector instructions on integers */
    {"v_add_u32", "v_add_nc_u32", ON_ALL},
    {"v_sub_u32", "v_sub_nc_u32", ON_ALL},
    {"v_subrev_u32", "v_subrev_nc_u32", ON_ALL},
    {"v_add_i32", "v_add_nc_i32", ON_ALL},
    {"v_sub_i32", "v_sub_nc_i32", ON_ALL},
    {"v_add_u16", "v_add_nc_u16", ON_ALL},
    {"v_sub_u16", "v_sub_nc_u16", ON_ALL},
    {"v_add_i16", "v_add_nc_i16", ON_ALL},
    {"v_sub_i16", "v_sub_nc_i16", ON_ALL},
    {"v_addc_co_u32", "v_add_co_ci_u32", ON_CDNA},
    {"v_subb_co_u32", "v_sub_co_ci_u32", ON_CDNA},
    {"v_subbrev_co_u32", "v_subrev_co_ci_u32", ON_CDNA},
    {"v_mul_lo_i32", "v_mul_lo_u32", ON_ALL},
    {"v_mad_u64_u32", "v_mad_co_u64_u32", ON_ALL},
    {"v_mad_i64_i32", "v_mad_co_i64_i32", ON_ALL},
    {"v_ffbh_u32", "v_clz_i32_u32", ON_ALL},
    {"v_ffbl_b32", "v_ctz_i32_b32", ON_ALL},
    {"v_ffbh_i32", "v_cls_i32", ON_ALL},
    {"v_accvgpr_read", "v_accvgpr_read_b32", ON_CDNA},
    {"v_accvgpr_write", "v_accvgpr_write_b32", ON_CDNA},
    {"s_min_f32", "s_min_num_f32", ON_GFX11},
    {"s_max_f32", "s_max_num_f32", ON_GFX11},
    {"s_min_f16", "s_min_num_f16", ON_GFX11},
    {"s_max_f16", "s_max_num_f16", ON_GFX11},
    /* older names of scalar memory instructions */
    {"s_load_dword", "s_load_b32", ON_ALL},
    {"s_load_dwordx2", "s_load_b64", ON_ALL},
    {"s_load_dwordx4", "s_load_b128", ON_ALL},
    {"s_load_dwordx8", "s_load_b256", ON_ALL},
    {"s_load_dwordx16", "s_load_b512", ON_ALL},
    {"s_buffer_load_dword", "s_buffer_load_b32", ON_ALL},
    {"s_buffer_load_dwordx2", "s_buffer_load_b64", ON_ALL},
    {"s_buffer_load_dwordx4", "s_buffer_load_b128", ON_ALL},
    {"s_buffer_load_dwordx8", "s_buffer_load_b256", ON_ALL},
    {"s_buffer_load_dwordx16", "s_buffer_load_b512", ON_ALL},
    {"s_set_inst_prefetch_distance", "s_inst_prefetch", ON_GFX11},
    /* older names of vector memory instructions */
    ALIASES_MEMORY("global"),
    ALIASES_MEMORY("flat"),
    ALIASES_MEMORY("scratch"),
    ALIASES_MEMORY("buffer"),
    ALIASES_ATOMIC("global"),
    ALIASES_ATOMIC("flat"),
    ALIASES_ATOMIC("buffer"),
    {"global_load_dword_addtid", "global_load_addtid_b32", ON_ALL},
    {"global_store_dword_addtid", "global_store_addtid_b32", ON_ALL},
    {"ds_read_u8", "ds_load_u8", ON_ALL},
    {"ds_read_i8", "ds_load_i8", ON_ALL},
    {"ds_read_u16", "ds_load_u16", ON_ALL},
    {"ds_read_i16", "ds_load_i16", ON_ALL},
    {"ds_read_b32", "ds_load_b32", ON_ALL},
    {"ds_read_b64", "ds_load_b64", ON_ALL},
    {"ds_read_b96", "ds_load_b96", ON_ALL},
    {"ds_read_b128", "ds_load_b128", ON_ALL},
    {"ds_read_u8_d16", "ds_load_u8_d16", ON_ALL},
    {"ds_read_i8_d16", "ds_load_i8_d16", ON_ALL},
    {"ds_read_u16_d16", "ds_load_u16_d16", ON_ALL},
    {"ds_read_u8_d16_hi", "ds_load_u8_d16_hi", ON_ALL},
    {"ds_read_i8_d16_hi", "ds_load_i8_d16_hi", ON_ALL},
    {"ds_read_u16_d16_hi", "ds_load_u16_d16_hi", ON_ALL},
    {"ds_read_addtid_b32", "ds_load_addtid_b32", ON_ALL},
    {"ds_write_b8", "ds_store_b8", ON_ALL},
    {"ds_write_b16", "ds_store_b16", ON_ALL},
    {"ds_write_b32", "ds_store_b32", ON_ALL},
    {"ds_write_b64", "ds_store_b64", ON_ALL},
    {"ds_write_b96", "ds_store_b96", ON_ALL},
    {"ds_write_b128", "ds_store_b128", ON_ALL},
    {"ds_write_b8_d16_hi", "ds_store_b8_d16_hi", ON_ALL},
    {"ds_write_b16_d16_hi", "ds_store_b16_d16_hi", ON_ALL},
    {"ds_write_addtid_b32", "ds_store_addtid_b32", ON_ALL},
    {"ds_read2_b32", "ds_load_2addr_b32", ON_ALL},
    {"ds_read2st64_b32", "ds_load_2addr_stride64_b32", ON_ALL},
    {"ds_write2_b32", "ds_store_2addr_b32", ON_ALL},
    {"ds_write2st64_b32", "ds_store_2addr_stride64_b32", ON_ALL},
    {"ds_wrxchg_rtn_b32", "ds_storexchg_rtn_b32", ON_ALL},
    {"ds_wrxchg2_rtn_b32", "ds_storexchg_2addr_rtn_b32", ON_ALL},
    {"ds_wrxchg2st64_rtn_b32", "ds_storexchg_2addr_stride64_rtn_b32", ON_ALL},
    {"ds_read2_b64", "ds_load_2addr_b64", ON_ALL},
    {"ds_read2st64_b64", "ds_load_2addr_stride64_b64", ON_ALL},
    {"ds_write2_b64", "ds_store_2addr_b64", ON_ALL},
    {"ds_write2st64_b64", "ds_store_2addr_stride64_b64", ON_ALL},
    {"ds_wrxchg_rtn_b64", "ds_storexchg_rtn_b64", ON_ALL},
    {"ds_wrxchg2_rtn_b64", "ds_storexchg_2addr_rtn_b64", ON_ALL},
    {"ds_wrxchg2st64_rtn_b64", "ds_storexchg_2addr_stride64_rtn_b64", ON_ALL},
    {"ds_min_f32", "ds_min_num_f32", ON_ALL},
    {"ds_min_rtn_f32", "ds_min_num_rtn_f32", ON_ALL},
    {"ds_min_f64", "ds_min_num_f64", ON_ALL},
    {"ds_min_rtn_f64", "ds_min_num_rtn_f64", ON_ALL},
    {"ds_max_f32", "ds_max_num_f32", ON_ALL},
    {"ds_max_rtn_f32", "ds_max_num_rtn_f32", ON_ALL},
    {"ds_max_f64", "ds_max_num_f64", ON_ALL},
    {"ds_max_rtn_f64", "ds_max_num_rtn_f64", ON_ALL},
    /* older names of vector instructions on floats */
    {"v_min_f16", "v_min_num_f16", ON_CDNA | ON_GFX10 | ON_GFX11},
    {"v_max_f16", "v_max_num_f16", ON_CDNA | ON_GFX10 | ON_GFX11},
    {"v_min_f32", "v_min_num_f32", ON_CDNA | ON_GFX10 | ON_GFX11},
    {"v_max_f32", "v_max_num_f32", ON_CDNA | ON_GFX10 | ON_GFX11},
    {"v_min_f64", "v_min_num_f64", ON_CDNA | ON_GFX10 | ON_GFX11},
    {"v_max_f64", "v_max_num_f64", ON_CDNA | ON_GFX10 | ON_GFX11},
    {"v_min3_f16", "v_min3_num_f16", ON_CDNA | ON_GFX10 | ON_GFX11},
    {"v_max3_f16", "v_max3_num_f16", ON_CDNA | ON_GFX10 | ON_GFX11},
    {"v_med3_f16", "v_med3_num_f16", ON_CDNA | ON_GFX10 | ON_GFX11},
    {"v_minmax_f16", "v_minmax_num_f16", ON_CDNA | ON_GFX10 | ON_GFX11},
    {"v_maxmin_f16", "v_maxmin_num_f16", ON_CDNA | ON_GFX10 | ON_GFX11},
    {"v_min3_f32", "v_min3_num_f32", ON_CDNA | ON_GFX10 | ON_GFX11},
    {"v_max3_f32", "v_max3_num_f32", ON_CDNA | ON_GFX10 | ON_GFX11},
    {"v_med3_f32", "v_med3_num_f32", ON_CDNA | ON_GFX10 | ON_GFX11},
    {"v_minmax_f32", "v_minmax_num_f32", ON_CDNA | ON_GFX10 | ON_GFX11},
    {"v_maxmin_f32", "v_maxmin_num_f32", ON_CDNA | ON_GFX10 | ON_GFX11},
    {"v_pk_min_f16", "v_pk_min_num_f16", ON_CDNA | ON_GFX10 | ON_GFX11},
    {"v_pk_max_f16", "v_pk_max_num_f16", ON_CDNA | ON_GFX10 | ON_GFX11},
    {"v_mul_legacy_f32", "v_mul_dx9_zero_f32", ON_CDNA | ON_GFX10},
    {"v_fma_legacy_f32", "v_fma_dx9_zero_f32", ON_CDNA | ON_GFX10},
    {"v_fmac_legacy_f32", "v_fmac_dx9_zero_f32", ON_CDNA | ON_GFX10},
    {"v_cvt_rpi_i32_f32", "v_cvt_nearest_i32_f32", ON_CDNA | ON_GFX10},
    {"v_cvt_flr_i32_f32", "v_cvt_floor_i32_f32", ON_CDNA | ON_GFX10},
    {"v_cvt_pkrtz_f16_f32", "v_cvt_pk_rtz_f16_f32", ON_ALL},
    {"v_cvt_pknorm_i16_f32", "v_cvt_pk_norm_i16_f32", ON_ALL},
    {"v_cvt_pknorm_i16_f16", "v_cvt_pk_norm_i16_f16", ON_ALL},
    {"v_cvt_pknorm_u16_f32", "v_cvt_pk_norm_u16_f32", ON_ALL},
    {"v_cvt_pknorm_u16_f16", "v_cvt_pk_norm_u16_f16", ON_ALL},
    {"v_dot2c_f32_f16", "v_dot2acc_f32_f16", ON_ALL},
    {"v_dot2c_f32_bf16", "v_dot2acc_f32_bf16", ON_ALL},
};

/* ---- The index ------------------------------------------------------------------------------- */

enum { SLOTS = 8192 };

static struct {
    pthread_once_t once;
    /* whether the host's processor can run the second variant of isa/: see isa/variant.h */
    bool is_v3;
    const struct instruction *slots[SLOTS];
} rows = {.once = PTHREAD_ONCE_INIT};

static unsigned hash(const char *name)
{
    uint32_t h = 2166136261u; /* the hash is FNV-1a */
    for (; *name; name++)
        h = (h ^ (uint8_t)*name) * 16777619u;
    return h % SLOTS;
}

op_run run_valu_dual_base;
#ifdef EMULATOR_HAS_V3
op_run run_valu_dual_v3;
#endif

#ifdef EMULATOR_HAS_V3
/* Whether the host's processor has the features that the second variant of isa/ is compiled for;
 * see CMakeLists.txt. */
static bool has_v3(void)
{
    unsigned eax, ebx, ecx, edx;
    const char *refused = secure_getenv("HIPEMU_NO_AVX2");
    bool has_f16c = __get_cpuid(1, &eax, &ebx, &ecx, &edx) && (ecx & bit_F16C);
    bool has_lzcnt = __get_cpuid(0x80000001, &eax, &ebx, &ecx, &edx) && (ecx & bit_LZCNT);
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") &&
           __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2") && has_f16c &&
           has_lzcnt && !(refused && *refused);
}
#endif

static const struct instruction_table *const *tables(void)
{
#ifdef EMULATOR_HAS_V3
    if (rows.is_v3)
        return instruction_tables_v3;
#endif
    return instruction_tables_base;
}

op_run *dual_driver(void)
{
#ifdef EMULATOR_HAS_V3
    if (rows.is_v3)
        return run_valu_dual_v3;
#endif
    return run_valu_dual_base;
}

static void fill_index(void)
{
#ifdef EMULATOR_HAS_V3
    rows.is_v3 = has_v3();
#endif
    for (const struct instruction_table *const *table = tables(); *table; table++) {
        for (size_t i = 0; i < (*table)->count; i++) {
            const struct instruction *row = &(*table)->rows[i];
            unsigned slot = hash(row->name);
            while (rows.slots[slot])
                slot = (slot + 1) % SLOTS;
            rows.slots[slot] = row;
        }
    }
}

static const struct instruction *find_row(const char *name, enum generation generation)
{
    for (unsigned slot = hash(name); rows.slots[slot]; slot = (slot + 1) % SLOTS) {
        const struct instruction *row = rows.slots[slot];
        if ((row->on >> generation & 1) && strcmp(row->name, name) == 0)
            return row;
    }
    return NULL;
}

/* Returns the name of one instruction of a VOPD pair as an instruction of its own: "v_mov_b32" for
 * "v_dual_mov_b32". Returns other names unchanged. */
static const char *name_of_half(const char *name, char *buffer, size_t size)
{
    static const char prefix[] = "v_dual_";
    if (!name_starts(name, prefix))
        return name;
    snprintf(buffer, size, "v_%s", name + strlen(prefix));
    return buffer;
}

const struct instruction *instruction_find(const char *name, enum generation generation)
{
    char single[64];
    pthread_once(&rows.once, fill_index);
    name = name_of_half(name, single, sizeof single);
    const struct instruction *row = find_row(name, generation);
    for (size_t i = 0; i < sizeof aliases / sizeof aliases[0] && !row; i++) {
        if ((aliases[i].on >> generation & 1) && strcmp(aliases[i].name, name) == 0)
            row = find_row(aliases[i].newest, generation);
    }
    return row;
}
