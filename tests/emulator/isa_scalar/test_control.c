/* Branches, calls, MODE and the other hardware registers, messages, traps: texts of a few
 * instructions, each with the registers that it must leave. */
#include "scalar_test.h"

#include "core/dispatch.h"

enum { NOWHERE = 999 };

static const struct text {
    const char *text;
    unsigned reg;   /* that is looked at; NOWHERE: the text must fault */
    uint32_t value; /* what it holds then */
    unsigned on;    /* 0: all */
} texts[] = {
    /* branches: s20 is 1 when one is taken; s4 = 1, s5 = 0, VCC = s[6:7] = 0 at the start */
    {"s_branch 1f\ns_mov_b32 s20, 7\n1: s_nop 0", 20, 0, 0},
    {"s_mov_b32 s20, 0\n1: s_add_u32 s20, s20, 1\ns_cmp_lt_u32 s20, 9\ns_cbranch_scc1 1b", 20, 9,
     0},
    {"s_cmp_eq_u32 s4, 1\ns_cbranch_scc1 1f\ns_mov_b32 s20, 7\n1: s_nop 0", 20, 0, 0},
    {"s_cmp_eq_u32 s4, 1\ns_cbranch_scc0 1f\ns_mov_b32 s20, 7\n1: s_nop 0", 20, 7, 0},
    {"s_cmp_eq_u32 s4, 2\ns_cbranch_scc0 1f\ns_mov_b32 s20, 7\n1: s_nop 0", 20, 0, 0},
    {"s_cbranch_vccz 1f\ns_mov_b32 s20, 7\n1: s_nop 0", 20, 0, 0},
    {"s_cbranch_vccnz 1f\ns_mov_b32 s20, 7\n1: s_nop 0", 20, 7, 0},
    {"s_mov_b32 vcc_lo, 4\ns_cbranch_vccnz 1f\ns_mov_b32 s20, 7\n1: s_nop 0", 20, 0, 0},
    {"s_mov_b32 exec_lo, 0\ns_mov_b32 exec_hi, 0\ns_cbranch_execz 1f\ns_mov_b32 s20, 7\n1: s_nop 0",
     20, 0, 0},
    {"s_cbranch_execz 1f\ns_mov_b32 s20, 7\n1: s_nop 0", 20, 7, 0},
    {"s_cbranch_execnz 1f\ns_mov_b32 s20, 7\n1: s_nop 0", 20, 0, 0},
    {"s_cbranch_cdbgsys 1f\ns_mov_b32 s20, 7\n1: s_nop 0", 20, 7, ON_GFX90A | ON_GFX10 | ON_GFX11},
    /* calls */
    {"s_getpc_b64 s[8:9]\n1: s_add_u32 s8, s8, 2f-1b\ns_addc_u32 s9, s9, 0\ns_setpc_b64 s[8:9]\n"
     "s_mov_b32 s20, 7\n2: s_add_u32 s20, s20, 1",
     20, 1, 0},
    {"s_getpc_b64 s[8:9]\n1: s_add_u32 s8, s8, 2f-1b\ns_addc_u32 s9, s9, 0\n"
     "s_swappc_b64 s[10:11], s[8:9]\ns_add_u32 s20, s20, 1\ns_branch 3f\n"
     "2: s_mov_b32 s20, 30\ns_setpc_b64 s[10:11]\n3: s_nop 0",
     20, 31, 0},
    {"s_getpc_b64 s[8:9]\n1: s_add_u32 s8, s8, 2f-1b\ns_addc_u32 s9, s9, 0\n"
     "s_swappc_b64 s[8:9], s[8:9]\ns_add_u32 s20, s20, 1\ns_branch 3f\n"
     "2: s_mov_b32 s20, 40\ns_setpc_b64 s[8:9]\n3: s_nop 0",
     20, 41, 0},
    {"s_call_b64 s[10:11], 2f\ns_add_u32 s20, s20, 1\ns_branch 3f\n"
     "2: s_mov_b32 s20, 50\ns_setpc_b64 s[10:11]\n3: s_nop 0",
     20, 51, 0},
    {"s_mov_b64 s[8:9], 0\ns_setpc_b64 s[8:9]", NOWHERE, 0, 0},
    {"s_getpc_b64 s[8:9]\ns_add_u32 s8, s8, 2\ns_setpc_b64 s[8:9]", NOWHERE, 0, 0},
    /* hardware registers: MODE is 0x3f0 at the start */
    {"s_getreg_b32 s20, hwreg(HW_REG_MODE, 0, 8)", 20, 0xf0, 0},
    {"s_getreg_b32 s20, hwreg(HW_REG_MODE, 4, 3)", 20, 7, 0},
    {"s_setreg_imm32_b32 hwreg(HW_REG_MODE, 0, 4), 0x5\ns_getreg_b32 s20, hwreg(HW_REG_MODE, 0, 8)",
     20, 0xf5, 0},
    {"s_mov_b32 s8, -1\ns_setreg_b32 hwreg(HW_REG_MODE, 2, 2), s8\n"
     "s_getreg_b32 s20, hwreg(HW_REG_MODE, 0, 8)",
     20, 0xfc, 0},
    {"s_round_mode 0xa\ns_getreg_b32 s20, hwreg(HW_REG_MODE, 0, 8)", 20, 0xfa, ON_RDNA},
    {"s_denorm_mode 0x2\ns_getreg_b32 s20, hwreg(HW_REG_MODE, 0, 8)", 20, 0x20, ON_RDNA},
    {"s_cmp_eq_u32 s4, 1\ns_getreg_b32 s20, hwreg(HW_REG_STATUS, 0, 1)", 20, 1,
     ON_GFX90A | ON_GFX10 | ON_GFX11},
    {"s_getreg_b32 s20, hwreg(HW_REG_STATUS, 9, 2)", 20, 2, ON_GFX90A | ON_GFX10 | ON_GFX11},
    {"s_getreg_b32 s20, hwreg(HW_REG_SH_MEM_BASES, 16, 16)", 20, 1,
     ON_GFX90A | ON_GFX10 | ON_GFX11},
    {"s_getreg_b32 s20, hwreg(HW_REG_SH_MEM_BASES, 0, 16)", 20, 2, ON_GFX90A | ON_GFX10 | ON_GFX11},
    {"s_mov_b32 s8, 0x1234\ns_setreg_b32 hwreg(HW_REG_FLAT_SCR_LO), s8\n"
     "s_getreg_b32 s20, hwreg(HW_REG_FLAT_SCR_LO)",
     20, 0x1234, ON_GFX10},
    {"s_getreg_b32 s20, hwreg(60)", NOWHERE, 0, 0},
    {"s_setreg_imm32_b32 hwreg(2), 1", NOWHERE, 0, 0},
    /* rounding: 1 and a quarter of its unit in the last place, up and to zero */
    {"v_mov_b32 v0, 1.0\ns_setreg_imm32_b32 hwreg(HW_REG_MODE, 0, 2), 1\n"
     "v_fma_f32 v0, v0, 1.0, 0x33000000\nv_readfirstlane_b32 s20, v0",
     20, 0x3f800001, ON_RDNA},
    {"v_mov_b32 v0, 1.0\nv_mov_b32 v1, 0x33000000\ns_setreg_imm32_b32 hwreg(HW_REG_MODE, 0, 2), 1\n"
     "v_add_f32 v0, v0, v1\nv_readfirstlane_b32 s20, v0",
     20, 0x3f800001, 0},
    {"v_mov_b32 v0, 1.0\nv_mov_b32 v1, 0xb3000000\ns_setreg_imm32_b32 hwreg(HW_REG_MODE, 0, 2), 3\n"
     "v_add_f32 v0, v0, v1\nv_readfirstlane_b32 s20, v0",
     20, 0x3f7fffff, 0},
    {"v_mov_b32 v0, 1.0\nv_mov_b32 v1, 0x33000000\nv_add_f32 v0, v0, v1\n"
     "v_readfirstlane_b32 s20, v0",
     20, 0x3f800000, 0},
    /* denormals */
    {"v_mov_b32 v0, 0x00000100\nv_add_f32 v0, v0, v0\nv_readfirstlane_b32 s20, v0", 20, 0x200, 0},
    {"v_mov_b32 v0, 0x00000100\ns_setreg_imm32_b32 hwreg(HW_REG_MODE, 4, 2), 0\n"
     "v_add_f32 v0, v0, v0\nv_readfirstlane_b32 s20, v0",
     20, 0, 0},
    {"v_mov_b32 v0, 0x00800000\ns_setreg_imm32_b32 hwreg(HW_REG_MODE, 4, 2), 0\n"
     "v_mul_f32 v0, 0.5, v0\nv_readfirstlane_b32 s20, v0",
     20, 0, 0},
    /* messages, traps, and what does nothing */
    {"s_sendmsg sendmsg(MSG_DEALLOC_VGPRS)\ns_mov_b32 s20, 3", 20, 3, ON_GFX11 | ON_GFX12},
    {"s_sendmsg sendmsg(MSG_INTERRUPT)\ns_mov_b32 s20, 3", 20, 3, 0},
    {"s_sendmsg_rtn_b32 s20, sendmsg(MSG_RTN_GET_DOORBELL)", 20, 0, ON_GFX11 | ON_GFX12},
    {"s_trap 2", NOWHERE, 0, 0},
    {"s_trap 3\ns_mov_b32 s20, 3", 20, 3, 0},
    {"s_sethalt 1", NOWHERE, 0, 0},
    {"s_sethalt 0\ns_mov_b32 s20, 3", 20, 3, 0},
    {"s_code_end", NOWHERE, 0, ON_GFX10 | ON_GFX11},
    {"s_barrier\ns_mov_b32 s20, 3", 20, 3, ON_GFX90A | ON_GFX10 | ON_GFX11},
    {"s_barrier_signal -1\ns_barrier_wait -1\ns_mov_b32 s20, 3", 20, 3, ON_GFX12},
    {"s_sleep 1\ns_nop 3\ns_setprio 1\ns_mov_b32 s20, 3", 20, 3, 0},
    {"s_waitcnt vmcnt(0) lgkmcnt(0)\ns_icache_inv\ns_mov_b32 s20, 3", 20, 3,
     ON_GFX90A | ON_GFX10 | ON_GFX11},
    {"s_waitcnt_vscnt null, 0x0\ns_waitcnt_depctr 0xfff\ns_clause 0x1\ns_mov_b32 s20, 3", 20, 3,
     ON_GFX10},
    {"s_inst_prefetch 0x1\ns_version 0x1\ns_mov_b32 s20, 3", 20, 3, ON_GFX10},
    {"s_delay_alu instid0(VALU_DEP_1) | instskip(NEXT) | instid1(SALU_CYCLE_1)\n"
     "s_set_inst_prefetch_distance 0x1\ns_mov_b32 s20, 3",
     20, 3, ON_GFX11},
    {"s_wait_loadcnt 0x0\ns_wait_storecnt 0x0\ns_wait_kmcnt 0x0\ns_wait_dscnt 0x0\n"
     "s_wait_loadcnt_dscnt 0x0\ns_mov_b32 s20, 3",
     20, 3, ON_GFX12},
    /* constants that are not numbers */
    {"s_cmp_eq_u32 s4, 1\ns_mov_b32 s20, src_scc", 20, 1, ON_GFX90A | ON_GFX10 | ON_GFX11},
    {"s_mov_b32 s20, src_vccz", 20, 1, ON_GFX90A | ON_GFX10},
    {"s_mov_b32 s20, src_execz", 20, 0, ON_GFX90A | ON_GFX10},
    {"s_mov_b64 s[20:21], src_shared_base", 21, 0x10000, 0},
    {"s_mov_b64 s[20:21], src_private_base", 21, 0x20000, 0},
    {"s_mov_b64 s[20:21], 0.5", 21, 0x3fe00000, 0},
    {"s_mov_b32 s20, 0.5", 20, 0x3f000000, 0},
    {"s_mov_b64 s[20:21], -5", 21, 0xffffffff, 0},
    {"s_mov_b32 s20, 5\ns_mov_b32 null, s4\ns_add_u32 s20, s20, null", 20, 5, ON_RDNA},
};
enum { TEXTS = sizeof texts / sizeof texts[0] };

static unsigned test_texts(const struct scalar_target *target)
{
    struct harness *harness = harness_open(target->name, target->lanes);
    static struct harness_state state;
    unsigned ids[TEXTS];
    for (unsigned i = 0; i < TEXTS; i++) {
        if (!texts[i].on || texts[i].on & target->on)
            ids[i] = harness_add(harness, "%s", texts[i].text);
    }
    harness_assemble(harness);
    for (unsigned i = 0; i < TEXTS; i++) {
        if (texts[i].on && !(texts[i].on & target->on))
            continue;
        memset(&state, 0, sizeof state);
        state.mode = HARNESS_MODE;
        state.sgpr[4] = 1;
        state_set_mask(&state, SGPR_EXEC, target->lanes == 64 ? ~0ull : UINT32_MAX);
        bool ran = harness_run(harness, ids[i], &state);
        if (ran != (texts[i].reg != NOWHERE))
            harness_fail(harness, ids[i], 0, "%s",
                         ran ? "no fault" : harness_fault(harness)->message);
        else if (ran && state.sgpr[texts[i].reg] != texts[i].value)
            harness_fail(harness, ids[i], 0, "%#x, not %#x", state.sgpr[texts[i].reg],
                         texts[i].value);
    }
    unsigned failures = harness_failures(harness);
    harness_close(harness);
    return failures;
}

int main(void)
{
    unsigned failures = 0;
    for (unsigned i = 0; i < SCALAR_TARGETS; i++)
        failures += test_texts(&scalar_targets[i]);
    return failures > 0;
}
