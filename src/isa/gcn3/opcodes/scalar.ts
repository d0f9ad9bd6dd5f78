// Opcodes of scalar instructions in GCN3 and GFX9, by format (columns.ts says how they are written). Source: what
// llvm-mc disassembles.

export const SCALAR_OPCODES: Readonly<Record<string, string>> = {
  SOP1: `
    0 s_mov_b32 s_mov_b64 s_cmov_b32 s_cmov_b64 s_not_b32 s_not_b64 s_wqm_b32 s_wqm_b64 s_brev_b32 s_brev_b64 s_bcnt0_i32_b32 s_bcnt0_i32_b64
    s_bcnt1_i32_b32 s_bcnt1_i32_b64 s_ff0_i32_b32 s_ff0_i32_b64 s_ff1_i32_b32 s_ff1_i32_b64 s_flbit_i32_b32 s_flbit_i32_b64 s_flbit_i32
    s_flbit_i32_i64 s_sext_i32_i8 s_sext_i32_i16 s_bitset0_b32 s_bitset0_b64 s_bitset1_b32 s_bitset1_b64 s_getpc_b64 s_setpc_b64 s_swappc_b64
    s_rfe_b64 s_and_saveexec_b64 s_or_saveexec_b64 s_xor_saveexec_b64 s_andn2_saveexec_b64 s_orn2_saveexec_b64 s_nand_saveexec_b64
    s_nor_saveexec_b64 s_xnor_saveexec_b64 s_quadmask_b32 s_quadmask_b64 s_movrels_b32 s_movrels_b64 s_movreld_b32 s_movreld_b64 s_cbranch_join 48
    s_abs_i32 50 s_set_gpr_idx_idx s_andn1_saveexec_b64@gfx9 s_orn1_saveexec_b64@gfx9 s_andn1_wrexec_b64@gfx9 s_andn2_wrexec_b64@gfx9
    s_bitreplicate_b64_b32@gfx9
  `,
  SOP2: `
    0 s_add_u32 s_sub_u32 s_add_i32 s_sub_i32 s_addc_u32 s_subb_u32 s_min_i32 s_min_u32 s_max_i32 s_max_u32 s_cselect_b32 s_cselect_b64 s_and_b32
    s_and_b64 s_or_b32 s_or_b64 s_xor_b32 s_xor_b64 s_andn2_b32 s_andn2_b64 s_orn2_b32 s_orn2_b64 s_nand_b32 s_nand_b64 s_nor_b32 s_nor_b64
    s_xnor_b32 s_xnor_b64 s_lshl_b32 s_lshl_b64 s_lshr_b32 s_lshr_b64 s_ashr_i32 s_ashr_i64 s_bfm_b32 s_bfm_b64 s_mul_i32 s_bfe_u32 s_bfe_i32
    s_bfe_u64 s_bfe_i64 s_cbranch_g_fork s_absdiff_i32 s_rfe_restore_b64 s_mul_hi_u32@gfx9 s_mul_hi_i32@gfx9 s_lshl1_add_u32@gfx9
    s_lshl2_add_u32@gfx9 s_lshl3_add_u32@gfx9 s_lshl4_add_u32@gfx9 s_pack_ll_b32_b16@gfx9 s_pack_lh_b32_b16@gfx9 s_pack_hh_b32_b16@gfx9
  `,
  SOPK: `
    0 s_movk_i32 s_cmovk_i32 s_cmpk_eq_i32 s_cmpk_lg_i32 s_cmpk_gt_i32 s_cmpk_ge_i32 s_cmpk_lt_i32 s_cmpk_le_i32 s_cmpk_eq_u32 s_cmpk_lg_u32
    s_cmpk_gt_u32 s_cmpk_ge_u32 s_cmpk_lt_u32 s_cmpk_le_u32 s_addk_i32 s_mulk_i32 s_cbranch_i_fork s_getreg_b32 s_setreg_b32 20 s_setreg_imm32_b32
    s_call_b64@gfx9
  `,
  SOPC: `
    0 s_cmp_eq_i32 s_cmp_lg_i32 s_cmp_gt_i32 s_cmp_ge_i32 s_cmp_lt_i32 s_cmp_le_i32 s_cmp_eq_u32 s_cmp_lg_u32 s_cmp_gt_u32 s_cmp_ge_u32 s_cmp_lt_u32
    s_cmp_le_u32 s_bitcmp0_b32 s_bitcmp1_b32 s_bitcmp0_b64 s_bitcmp1_b64 s_setvskip s_set_gpr_idx_on s_cmp_eq_u64 s_cmp_lg_u64
  `,
  SOPP: `
    0 s_nop s_endpgm s_branch s_wakeup s_cbranch_scc0 s_cbranch_scc1 s_cbranch_vccz s_cbranch_vccnz s_cbranch_execz s_cbranch_execnz s_barrier
    s_setkill s_waitcnt s_sethalt s_sleep s_setprio s_sendmsg s_sendmsghalt s_trap s_icache_inv s_incperflevel s_decperflevel s_ttracedata
    s_cbranch_cdbgsys s_cbranch_cdbguser s_cbranch_cdbgsys_or_user s_cbranch_cdbgsys_and_user s_endpgm_saved s_set_gpr_idx_off s_set_gpr_idx_mode
    s_endpgm_ordered_ps_done@gfx9
  `,
  SMEM: `
    0 s_load_dword s_load_dwordx2 s_load_dwordx4 s_load_dwordx8 s_load_dwordx16 s_scratch_load_dword@gfx9 s_scratch_load_dwordx2@gfx9
    s_scratch_load_dwordx4@gfx9 s_buffer_load_dword s_buffer_load_dwordx2 s_buffer_load_dwordx4 s_buffer_load_dwordx8 s_buffer_load_dwordx16 16
    s_store_dword s_store_dwordx2 s_store_dwordx4 21 s_scratch_store_dword@gfx9 s_scratch_store_dwordx2@gfx9 s_scratch_store_dwordx4@gfx9
    s_buffer_store_dword s_buffer_store_dwordx2 s_buffer_store_dwordx4 32 s_dcache_inv s_dcache_wb s_dcache_inv_vol s_dcache_wb_vol s_memtime
    s_memrealtime s_atc_probe s_atc_probe_buffer s_dcache_discard@gfx9 s_dcache_discard_x2@gfx9 64 s_buffer_atomic_swap@gfx9
    s_buffer_atomic_cmpswap@gfx9 s_buffer_atomic_add@gfx9 s_buffer_atomic_sub@gfx9 s_buffer_atomic_smin@gfx9 s_buffer_atomic_umin@gfx9
    s_buffer_atomic_smax@gfx9 s_buffer_atomic_umax@gfx9 s_buffer_atomic_and@gfx9 s_buffer_atomic_or@gfx9 s_buffer_atomic_xor@gfx9
    s_buffer_atomic_inc@gfx9 s_buffer_atomic_dec@gfx9 96 s_buffer_atomic_swap_x2@gfx9 s_buffer_atomic_cmpswap_x2@gfx9 s_buffer_atomic_add_x2@gfx9
    s_buffer_atomic_sub_x2@gfx9 s_buffer_atomic_smin_x2@gfx9 s_buffer_atomic_umin_x2@gfx9 s_buffer_atomic_smax_x2@gfx9 s_buffer_atomic_umax_x2@gfx9
    s_buffer_atomic_and_x2@gfx9 s_buffer_atomic_or_x2@gfx9 s_buffer_atomic_xor_x2@gfx9 s_buffer_atomic_inc_x2@gfx9 s_buffer_atomic_dec_x2@gfx9 128
    s_atomic_swap@gfx9 s_atomic_cmpswap@gfx9 s_atomic_add@gfx9 s_atomic_sub@gfx9 s_atomic_smin@gfx9 s_atomic_umin@gfx9 s_atomic_smax@gfx9
    s_atomic_umax@gfx9 s_atomic_and@gfx9 s_atomic_or@gfx9 s_atomic_xor@gfx9 s_atomic_inc@gfx9 s_atomic_dec@gfx9 160 s_atomic_swap_x2@gfx9
    s_atomic_cmpswap_x2@gfx9 s_atomic_add_x2@gfx9 s_atomic_sub_x2@gfx9 s_atomic_smin_x2@gfx9 s_atomic_umin_x2@gfx9 s_atomic_smax_x2@gfx9
    s_atomic_umax_x2@gfx9 s_atomic_and_x2@gfx9 s_atomic_or_x2@gfx9 s_atomic_xor_x2@gfx9 s_atomic_inc_x2@gfx9 s_atomic_dec_x2@gfx9
  `,
};
