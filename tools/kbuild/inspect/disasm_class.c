/* Kinds of instructions, by how their mnemonics begin; see the ISA documents' chapters of
 * instructions. The first row that fits counts. */
#include "inspect/disasm.h"

#include <string.h>

const char *const instruction_class_names[CLASS_COUNT] = {
    [CLASS_VALU] = "VALU",   [CLASS_MATRIX] = "matrix", [CLASS_SALU] = "SALU",
    [CLASS_SMEM] = "SMEM",   [CLASS_VMEM] = "VMEM",     [CLASS_FLAT] = "flat",
    [CLASS_LDS] = "LDS",     [CLASS_BRANCH] = "branch", [CLASS_WAIT] = "wait",
    [CLASS_OTHER] = "other",
};

static const struct {
    const char *prefix;
    enum instruction_class class;
} rows[] = {
    {"v_mfma_", CLASS_MATRIX},
    {"v_smfmac_", CLASS_MATRIX},
    {"v_wmma_", CLASS_MATRIX},
    {"v_swmmac_", CLASS_MATRIX},
    {"v_dot", CLASS_MATRIX},
    {"v_", CLASS_VALU},

    {"s_load_", CLASS_SMEM},
    {"s_store_", CLASS_SMEM},
    {"s_buffer_", CLASS_SMEM},
    {"s_scratch_", CLASS_SMEM},
    {"s_atomic_", CLASS_SMEM},
    {"s_dcache_", CLASS_SMEM},
    {"s_gl1_inv", CLASS_SMEM},
    {"s_memtime", CLASS_SMEM},
    {"s_memrealtime", CLASS_SMEM},
    {"s_get_waveid_in_workgroup", CLASS_SMEM},
    {"s_atc_probe", CLASS_SMEM},
    {"s_prefetch_", CLASS_SMEM},

    {"s_branch", CLASS_BRANCH},
    {"s_cbranch_", CLASS_BRANCH},
    {"s_call_", CLASS_BRANCH},
    {"s_setpc_", CLASS_BRANCH},
    {"s_swappc_", CLASS_BRANCH},
    {"s_rfe_", CLASS_BRANCH},
    {"s_subvector_loop_", CLASS_BRANCH},
    {"s_endpgm", CLASS_BRANCH},
    {"s_trap", CLASS_BRANCH},

    {"s_wait", CLASS_WAIT},
    {"s_barrier", CLASS_WAIT},
    {"s_wakeup", CLASS_WAIT},
    {"s_sleep", CLASS_WAIT},
    {"s_nop", CLASS_WAIT},
    {"s_delay_alu", CLASS_WAIT},
    {"s_clause", CLASS_WAIT},
    {"s_inst_prefetch", CLASS_WAIT},
    {"s_set_inst_prefetch_distance", CLASS_WAIT},
    {"s_setprio", CLASS_WAIT},
    {"s_set_gpr_idx_", CLASS_SALU},
    {"s_sendmsg", CLASS_OTHER},
    {"s_code_end", CLASS_OTHER},
    {"s_icache_inv", CLASS_OTHER},
    {"s_", CLASS_SALU},

    {"buffer_", CLASS_VMEM},
    {"tbuffer_", CLASS_VMEM},
    {"image_", CLASS_VMEM},
    {"global_", CLASS_VMEM},
    {"flat_", CLASS_FLAT},
    {"scratch_", CLASS_FLAT},
    {"ds_", CLASS_LDS},
    {"lds_", CLASS_LDS},
};

static bool begins(const char *text, const char *prefix)
{
    return strncmp(text, prefix, strlen(prefix)) == 0;
}

enum instruction_class instruction_classify(const char *text)
{
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (begins(text, rows[i].prefix))
            return rows[i].class;
    return CLASS_OTHER;
}

bool instruction_branches(const char *text)
{
    if (begins(text, "s_cbranch_"))
        return !begins(text, "s_cbranch_join") && !begins(text, "s_cbranch_g_fork");
    return begins(text, "s_branch") || begins(text, "s_call_b64") ||
           begins(text, "s_subvector_loop_");
}

bool instruction_ends(const char *text)
{
    return begins(text, "s_endpgm") || begins(text, "s_branch") || begins(text, "s_setpc_");
}
