#!/usr/bin/env python3
"""Writes kernels that are wrong in every way that a kernel can be.

   kernels.py TARGET SEED COUNT CLANG OUT.hsaco

They store, load and do atomics at any address, among them the host's (program.c hands some in); use
scratch, LDS and descriptors past their ends; jump anywhere; wait at barriers that others do not
reach; index registers that they lack; never end; and contain words that are no instructions.
An instruction that the target lacks is left out.
"""
import random
import re
import subprocess
import sys

ARGUMENTS = 32  # of 8 bytes each, in s[8:39] and s[40:71]
FORMS = """
global_load_dword V, V2, off O
global_load_dwordx2 V2, V2, off O
global_load_dwordx3 V3, V2, off O
global_load_dwordx4 V4, V2, off O
global_load_ubyte V, V2, off O
global_load_short_d16_hi V, V2, off O
global_load_dword V, V, S2 O
global_store_dword V2, V, off O
global_store_dword V2, V, off O
global_store_dwordx2 V2, V2, off O
global_store_dwordx3 V2, V3, off O
global_store_dwordx4 V2, V4, off O
global_store_byte V2, V, off O
global_store_short_d16_hi V2, V, off O
global_store_dword V, V, S2 O
global_store_dwordx4 V, V4, S2 O
global_atomic_add V2, V, off O
global_atomic_add V, V2, V, off O glc
global_atomic_add_u32 V2, V, off O
global_atomic_cmpswap V2, V2, off O
global_atomic_swap_x2 V2, V2, off O
global_atomic_cmpswap_x2 V2, V4, off O
global_atomic_cmpswap_b64 V2, V4, off O
global_atomic_fcmpswap V2, V2, off
global_atomic_add_f32 V2, V, off O
global_atomic_pk_add_f16 V2, V, off O
global_atomic_add_f64 V2, V2, off O
global_load_dword_addtid V, S2
global_store_dword_addtid V, S2
global_load_lds_dword V2, off
flat_load_dword V, V2
flat_load_dwordx4 V4, V2
flat_store_dword V2, V
flat_store_dwordx3 V2, V3
flat_store_dwordx4 V2, V4
flat_store_byte V2, V
flat_atomic_add V2, V
flat_atomic_swap_x2 V2, V2
flat_atomic_cmpswap_x2 V2, V4
flat_atomic_cmpswap_b64 V2, V4
scratch_load_dword V, V, off O
scratch_load_dwordx4 V4, V, off O
scratch_load_dword V, off, S O
scratch_load_ubyte V, off, off O
scratch_store_dword V, V, off O
scratch_store_dwordx4 V, V4, off O
scratch_store_dwordx4 off, V4, S O
scratch_store_short off, V, off O
scratch_store_byte V, V, S O
ds_read_b32 V, V L
ds_read_b64 V2, V L
ds_read_b96 V3, V L
ds_read_b128 V4, V L
ds_read_u8_d16_hi V, V L
ds_read2_b64 V4, V offset0:255 offset1:1
ds_read2st64_b32 V2, V offset0:7 offset1:255
ds_write_b8 V, V L
ds_write_b16 V, V L
ds_write_b32 V, V L
ds_write_b64 V, V2 L
ds_write_b96 V, V3 L
ds_write_b128 V, V4 L
ds_write2_b32 V, V, V offset0:255 offset1:3
ds_write2st64_b64 V, V2, V2 offset0:255 offset1:3
ds_add_u32 V, V L
ds_add_rtn_u32 V, V, V L
ds_add_u64 V, V2 L
ds_cmpst_b32 V, V, V L
ds_cmpstore_b64 V, V2, V2 L
ds_add_f32 V, V L
ds_wrxchg_rtn_b64 V2, V, V2 L
ds_wrap_rtn_b32 V, V, V, V L
ds_append V L
ds_consume V L
ds_append V gds
ds_read_addtid_b32 V L
ds_write_addtid_b32 V L
ds_bpermute_b32 V, V, V L
ds_permute_b32 V, V, V L
ds_swizzle_b32 V, V L
ds_gws_init V
buffer_load_dword V, V, S4, S offen O
buffer_load_dword V, V, S4, S idxen O
buffer_load_dwordx4 V4, V2, S4, S idxen offen O
buffer_load_dwordx4 V4, off, S4, S O
buffer_load_format_xyzw V4, V, S4, S idxen
buffer_load_dword V, S4, S offen lds
buffer_store_dword V, V, S4, S offen O
buffer_store_dwordx4 V4, V, S4, S offen O
buffer_store_dwordx4 V4, V2, S4, S idxen offen O
buffer_store_byte V, off, S4, S O
buffer_store_format_xyzw V4, V, S4, S idxen
buffer_atomic_add V, V, S4, S offen
buffer_atomic_cmpswap_x2 V4, V, S4, S idxen glc
tbuffer_load_format_xyzw V4, V, S4, S idxen format:63
image_load V4, V4, S8 dmask:0xf dim:SQ_RSRC_IMG_3D
image_load V4, V2, S8 dmask:0xf dim:SQ_RSRC_IMG_2D
image_store V4, V2, S8 dmask:0xf dim:SQ_RSRC_IMG_2D unorm
image_store V, V3, S8 dmask:0x1 dim:SQ_RSRC_IMG_2D_ARRAY unorm
image_sample_lz V4, V2, S8, S4 dmask:0xf dim:SQ_RSRC_IMG_2D
image_sample_l V4, V3, S8, S4 dmask:0xf dim:SQ_RSRC_IMG_2D
image_gather4_lz V4, V2, S8, S4 dmask:0x1 dim:SQ_RSRC_IMG_2D
s_load_dword S, S2, 0x0
s_load_dwordx2 S2, S2, N
s_load_dwordx4 S4, S2, N
s_load_dwordx8 S8, S2, N
s_load_dwordx16 S16, S2, N
s_load_dwordx4 S4, S2, S
s_load_dwordx2 vcc, S2, N
s_buffer_load_dword S, S4, N
s_buffer_load_dwordx16 S16, S4, S
s_store_dword S, S2, N
s_store_dwordx4 S4, S2, N
s_buffer_store_dwordx2 S2, S4, N
s_scratch_load_dword S, S2, N
s_scratch_store_dword S, S2, N
s_atomic_add S, S2, N
s_dcache_wb
s_setpc_b64 S2
s_swappc_b64 S2, S2
s_getpc_b64 S2
s_call_b64 S2, .LT
s_branch .LT
s_cbranch_scc0 .LT
s_cbranch_vccnz .LT
s_cbranch_execz .LT
s_cbranch_execnz .LT
s_subvector_loop_begin S, .LT
s_subvector_loop_end S, .LT
s_cbranch_join S2
s_cbranch_g_fork S2, .LT
s_rfe_b64 S2
s_branch R
s_cbranch_scc1 R
s_mov_b64 exec, S2
s_mov_b64 exec, I
s_mov_b64 exec, -1
s_mov_b32 exec_lo, S
s_and_saveexec_b64 S2, S2
s_mov_b32 m0, S
s_mov_b32 m0, I
s_mov_b64 vcc, S2
s_movrels_b32 S, S
s_movrels_b64 S2, S2
s_movreld_b32 S, S
s_movreld_b64 S2, S2
s_movrelsd_2_b32 S, S
v_movrels_b32 V, V
v_movreld_b32 V, V
v_movrelsd_b32 V, V
v_movrelsd_2_b32 V, V
v_swaprel_b32 V, V
s_set_gpr_idx_on S, gpr_idx(SRC0,DST)
s_set_gpr_idx_idx S
s_set_gpr_idx_off
v_readlane_b32 S, V, S
v_readlane_b32 S, V, m0
v_writelane_b32 V, S, S
v_readfirstlane_b32 S, V
v_permlane16_b32 V, V, S, S
v_permlanex16_b32 V, V, S, S
v_permlane64_b32 V, V
v_mov_b32_dpp V, V row_shr:15 row_mask:0xf bank_mask:0xf
v_mov_b32_dpp V, V wave_ror:1
v_mov_b32_dpp V, V dpp8:[7,6,5,4,3,2,1,0]
v_accvgpr_write_b32 A, V
v_accvgpr_read_b32 V, A
v_mfma_f32_32x32x1f32 a[0:31], V, V, a[0:31]
v_mfma_f64_16x16x4f64 V8, V2, V2, V8
v_wmma_f32_16x16x16_f16 V8, V8, V8, V8
s_barrier
s_barrier
s_cbranch_scc1 .LT
s_sendmsg sendmsg(MSG_INTERRUPT)
s_sendmsg sendmsg(MSG_DEALLOC_VGPRS)
s_sendmsghalt 1
s_sendmsg_rtn_b64 S2, sendmsg(MSG_RTN_GET_REALTIME)
s_sleep 1
s_sethalt 1
s_trap 2
s_trap 255
s_endpgm
s_setreg_b32 hwreg(HW_REG_MODE), S
s_setreg_b32 hwreg(HW_REG_MODE, 0, 8), S
s_setreg_b32 hwreg(HW_REG_FLAT_SCR_LO), S
s_setreg_imm32_b32 hwreg(HW_REG_TRAPSTS), I
s_getreg_b32 S, hwreg(HW_REG_SH_MEM_BASES)
s_getreg_b32 S, hwreg(HW_REG_HW_ID)
s_denorm_mode 0xf
s_round_mode 0xf
s_setprio 3
s_mov_b32 flat_scratch_lo, S
s_mov_b64 flat_scratch, S2
s_inst_prefetch 3
s_code_end
s_ttracedata
s_icache_inv
s_decperflevel 1
exp mrt0 V, V, V, V done vm
v_interp_p1_f32 V, V, attr0.x
v_add_co_u32 V, vcc, V, V
v_add_u32 V, V, V
v_add_nc_u32_e32 V, V, V
v_lshlrev_b32 V, 4, V
v_lshlrev_b32 V, 12, V
v_lshl_add_u32 V, V, 2, V
v_xor_b32 V, V, V
v_mov_b32 V, I
v_mov_b32 V, S
v_mov_b32 V, V
v_cmp_gt_u32 vcc, V, V
v_cmpx_gt_u32 V, V
v_cndmask_b32 V, V, V, vcc
v_div_scale_f64 V2, vcc, V2, V2, V2
v_fma_f64 V2, V2, V2, V2
v_cvt_i32_f32 V, V
v_mad_u64_u32 V2, vcc, V, V, V2
s_add_u32 S, S, S
s_addc_u32 S, S, S
s_lshl_b64 S2, S2, S
s_mul_i32 S, S, I
s_bfe_u64 S2, S2, S
s_mov_b32 S, I
s_mov_b64 S2, S2
s_cmp_lg_u32 S, S
s_waitcnt 0
.long W
""".strip().split("\n")

NUMBERS = (0, 1, 3, 4, 63, 64, 255, 256, 0xFFF, 0x1000, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFC, 0xFFFFFFFF)


def tuple_of(pick, letter, size, most):
    first = pick.randrange(0, most - size)
    if letter == "s" and size > 1:
        first -= first % min(size, 4)
    elif letter == "v" and size > 1:
        first -= first % 2
    return f"{letter}{first}" if size == 1 else f"{letter}[{first}:{first + size - 1}]"


def number(pick):
    return pick.choice(NUMBERS) if pick.random() < 0.7 else pick.getrandbits(32)


def operand(pick, word, place):
    if re.fullmatch(r"V\d*", word):  # mostly those that hold addresses
        size = int(word[1:] or 1)
        return tuple_of(pick, "v", size, 256 if pick.random() < 0.03 else 40 if size < 8 else 64)
    if re.fullmatch(r"S\d*", word):
        return tuple_of(pick, "s", int(word[1:] or 1), 102 if pick.random() < 0.1 else 80)
    if word == "A":
        return f"a{pick.randrange(256)}"
    if word == "O":
        return f"offset:{pick.choice((0, 1, 4, 16, 1024, 2047, 4, -4, -2048, 4095))}" if pick.random() < 0.5 else ""
    if word == "L":
        return f"offset:{pick.choice((0, 1, 4, 65535, 65532, 1024, 8))}" if pick.random() < 0.5 else ""
    if word == "N":
        return hex(pick.choice((0, 4, 8, 0x40, 0xFFC, 0xFFFC)))
    if word == "I":
        return hex(number(pick))
    if word == "W":
        return hex(pick.getrandbits(32))
    if word == "R":
        return hex(pick.getrandbits(16))
    if word == ".LT":
        return f".L{place[0]}_{pick.randrange(place[1])}"
    return word


def instruction(pick, place):
    form = pick.choice(FORMS)
    return re.sub(r"\.LT\b|\b[VSAOLNIWR]\d*\b", lambda m: operand(pick, m.group(0), place), form)


def setup(pick):
    """Pairs of registers get addresses: lanes apart, or the same for all."""
    lines = ["s_load_dwordx16 s[8:23], s[0:1], 0x0", "s_load_dwordx16 s[24:39], s[0:1], 0x40"]
    lines += ["s_load_dwordx16 s[40:55], s[0:1], 0x80", "s_load_dwordx16 s[56:71], s[0:1], 0xc0"]
    lines += ["s_waitcnt lgkmcnt(0)", "v_and_b32 v0, 0x3ff, v0"]
    lines.append(f"v_lshlrev_b32 v1, {pick.choice((0, 2, 3, 4, 12))}, v0")
    for v in range(2, 34, 2):
        s = pick.randrange(8, 72, 2)
        low = f"v_or_b32 v{v}, s{s}, v1" if pick.random() < 0.5 else f"v_mov_b32 v{v}, s{s}"
        lines += [low, f"v_mov_b32 v{v + 1}, s{s + 1}"]
    if pick.random() < 0.3:  # a descriptor as scratch has it, or nearly so
        s = pick.randrange(8, 68, 4)
        lines += [f"s_mov_b32 s{s + 2}, {number(pick):#x}"]
        lines += [f"s_mov_b32 s{s + 3}, {pick.choice((0, 0x00800000, 0x00E00000, 0x31004000, 0x10000000)):#x}"]
    return lines


def body(pick, name):
    length = pick.choice((3, 10, 30, 60))
    lines = setup(pick)
    for i in range(length):
        lines += [f".L{name}_{i}:", instruction(pick, (name, length))]
    if pick.random() < 0.1:
        lines.append(f"s_branch .L{name}_{pick.randrange(length)}")  # may never end
    if pick.random() < 0.95:
        lines.append("s_endpgm")  # else it runs into the next one
    return lines


def kernel(pick, target, name):
    scratch = pick.choice((0, 0, 4, 16, 100, 1024))
    lds = pick.choice((0, 4, 100, 1024, 65536))
    is_gfx9 = target.startswith("gfx9")
    lines = [".text", f".globl {name}", ".p2align 8", f".type {name},@function", f"{name}:"]
    lines += body(pick, name)
    lines += [f".size {name}, . - {name}", ".rodata", ".p2align 6", f".amdhsa_kernel {name}"]
    lines += [".amdhsa_user_sgpr_kernarg_segment_ptr 1", ".amdhsa_kernarg_size 320"]
    lines += [f".amdhsa_group_segment_fixed_size {lds}", f".amdhsa_private_segment_fixed_size {scratch}"]
    lines += [f".amdhsa_next_free_vgpr {64 if not is_gfx9 else 512}", ".amdhsa_next_free_sgpr 102"]
    if target == "gfx90a":
        lines.append(".amdhsa_accum_offset 256")
    if not is_gfx9 and pick.random() < 0.7:
        lines.append(".amdhsa_wavefront_size32 1")
    wave = 32 if ".amdhsa_wavefront_size32 1" in lines else 64
    if not is_gfx9 and wave == 64:
        lines.append(".amdhsa_wavefront_size32 0")
    lines += [".end_amdhsa_kernel"]
    about = [f"  - .name: {name}", f"    .symbol: {name}.kd", "    .kernarg_segment_size: 320"]
    about += [f"    .group_segment_fixed_size: {lds}", f"    .private_segment_fixed_size: {scratch}"]
    about += ["    .kernarg_segment_align: 8", f"    .wavefront_size: {wave}", "    .sgpr_count: 102"]
    about += ["    .vgpr_count: 64", "    .max_flat_workgroup_size: 256", "    .args:"]
    for i in range(ARGUMENTS):
        kind = "by_value"
        if i >= ARGUMENTS - 4 and pick.random() < 0.5:
            kind = ("hidden_hostcall_buffer", "hidden_heap_v1", "hidden_queue_ptr", "hidden_multigrid_sync_arg")[i % 4]
        about.append(f"      - {{.offset: {8 * i}, .size: 8, .value_kind: {kind}}}")
    return lines, about


def main():
    target, seed, count, clang, out = sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), sys.argv[4], sys.argv[5]
    pick = random.Random(seed)
    lines, about = [f'.amdgcn_target "amdgcn-amd-amdhsa--{target}"'], []
    for i in range(count):
        code, facts = kernel(pick, target, f"k{i}")
        lines += code
        about += facts
    lines += [".amdgpu_metadata", "amdhsa.version: [1, 2]", f"amdhsa.target: amdgcn-amd-amdhsa--{target}"]
    lines += ["amdhsa.kernels:"] + about + [".end_amdgpu_metadata"]
    command = [clang, "-x", "assembler", "-target", "amdgcn-amd-amdhsa", f"-mcpu={target}", "-", "-o", out]
    for _ in range(4):  # what the target lacks is left out
        run = subprocess.run(command, input="\n".join(lines) + "\n", capture_output=True, text=True)
        wrong = {int(n) for n in re.findall(r"^<stdin>:(\d+):\d+: error", run.stderr, re.M)}
        if not wrong:
            break
        for n in wrong:
            lines[n - 1] = ""
    if run.returncode:
        sys.exit(run.stderr[:2000])


main()
