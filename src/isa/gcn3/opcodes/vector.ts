// Opcodes of vector arithmetic in GCN3 and GFX9, by format (columns.ts says how they are written). Source: what llvm-mc
// disassembles.

export const VECTOR_OPCODES: Readonly<Record<string, string>> = {
  VOP1: `
    0 v_nop v_mov_b32 v_readfirstlane_b32 v_cvt_i32_f64 v_cvt_f64_i32 v_cvt_f32_i32 v_cvt_f32_u32 v_cvt_u32_f32 v_cvt_i32_f32 10 v_cvt_f16_f32
    v_cvt_f32_f16 v_cvt_rpi_i32_f32 v_cvt_flr_i32_f32 v_cvt_off_f32_i4 v_cvt_f32_f64 v_cvt_f64_f32 v_cvt_f32_ubyte0 v_cvt_f32_ubyte1
    v_cvt_f32_ubyte2 v_cvt_f32_ubyte3 v_cvt_u32_f64 v_cvt_f64_u32 v_trunc_f64 v_ceil_f64 v_rndne_f64 v_floor_f64 v_fract_f32 v_trunc_f32 v_ceil_f32
    v_rndne_f32 v_floor_f32 v_exp_f32 v_log_f32 v_rcp_f32 v_rcp_iflag_f32 v_rsq_f32 v_rcp_f64 v_rsq_f64 v_sqrt_f32 v_sqrt_f64 v_sin_f32 v_cos_f32
    v_not_b32 v_bfrev_b32 v_ffbh_u32 v_ffbl_b32 v_ffbh_i32 v_frexp_exp_i32_f64 v_frexp_mant_f64 v_fract_f64 v_frexp_exp_i32_f32 v_frexp_mant_f32
    v_clrexcp v_movreld_b32@gfx8 v_movrels_b32@gfx8|v_screen_partition_4se_b32@gfx9 v_movrelsd_b32@gfx8 v_cvt_f16_u16 v_cvt_f16_i16 v_cvt_u16_f16
    v_cvt_i16_f16 v_rcp_f16 v_sqrt_f16 v_rsq_f16 v_log_f16 v_exp_f16 v_frexp_mant_f16 v_frexp_exp_i16_f16 v_floor_f16 v_ceil_f16 v_trunc_f16
    v_rndne_f16 v_fract_f16 v_sin_f16 v_cos_f16 v_exp_legacy_f32=v_exp_f32 v_log_legacy_f32=v_log_f32 v_cvt_norm_i16_f16@gfx9 v_cvt_norm_u16_f16@gfx9
    v_sat_pk_u8_i16@gfx9 81 v_swap_b32@gfx9
  `,
  VOP2: `
    0 v_cndmask_b32 v_add_f32 v_sub_f32 v_subrev_f32 v_mul_legacy_f32 v_mul_f32 v_mul_i32_i24 v_mul_hi_i32_i24 v_mul_u32_u24 v_mul_hi_u32_u24
    v_min_f32 v_max_f32 v_min_i32 v_max_i32 v_min_u32 v_max_u32 v_lshrrev_b32 v_ashrrev_i32 v_lshlrev_b32 v_and_b32 v_or_b32 v_xor_b32 v_mac_f32
    v_madmk_f32 v_madak_f32 v_add_u32=v_add_i32@gfx8|v_add_co_u32=v_add_i32@gfx9 v_sub_u32=v_sub_i32@gfx8|v_sub_co_u32=v_sub_i32@gfx9 v_subrev_u32=v_subrev_i32@gfx8|v_subrev_co_u32=v_subrev_i32@gfx9
    v_addc_u32@gfx8|v_addc_co_u32=v_addc_u32@gfx9 v_subb_u32@gfx8|v_subb_co_u32=v_subb_u32@gfx9 v_subbrev_u32@gfx8|v_subbrev_co_u32=v_subbrev_u32@gfx9 v_add_f16 v_sub_f16 v_subrev_f16
    v_mul_f16 v_mac_f16 v_madmk_f16 v_madak_f16 v_add_u16 v_sub_u16 v_subrev_u16 v_mul_lo_u16 v_lshlrev_b16 v_lshrrev_b16 v_ashrrev_i16 v_max_f16
    v_min_f16 v_max_u16 v_max_i16 v_min_u16 v_min_i16 v_ldexp_f16 v_add_u32@gfx9 v_sub_u32@gfx9 v_subrev_u32@gfx9 59 v_fmac_f32@gfx906 61
    v_xnor_b32@gfx906
  `,
  VOP3: `
    448 v_mad_legacy_f32 v_mad_f32 v_mad_i32_i24 v_mad_u32_u24 v_cubeid_f32 v_cubesc_f32 v_cubetc_f32 v_cubema_f32 v_bfe_u32 v_bfe_i32 v_bfi_b32
    v_fma_f32 v_fma_f64 v_lerp_u8 v_alignbit_b32 v_alignbyte_b32 v_min3_f32 v_min3_i32 v_min3_u32 v_max3_f32 v_max3_i32 v_max3_u32 v_med3_f32
    v_med3_i32 v_med3_u32 v_sad_u8 v_sad_hi_u8 v_sad_u16 v_sad_u32 v_cvt_pk_u8_f32 v_div_fixup_f32 v_div_fixup_f64 v_div_scale_f32 v_div_scale_f64
    v_div_fmas_f32 v_div_fmas_f64 v_msad_u8 v_qsad_pk_u16_u8=v_qsad_u8 v_mqsad_pk_u16_u8 v_mqsad_u32_u8 v_mad_u64_u32 v_mad_i64_i32
    v_mad_f16=v_mad_legacy_f16@gfx8|v_mad_legacy_f16@gfx9 v_mad_u16=v_mad_legacy_u16@gfx8|v_mad_legacy_u16@gfx9 v_mad_i16=v_mad_legacy_i16@gfx8|v_mad_legacy_i16@gfx9 v_perm_b32
    v_fma_f16=v_fma_legacy_f16@gfx8|v_fma_legacy_f16@gfx9 v_div_fixup_f16=v_div_fixup_legacy_f16@gfx8|v_div_fixup_legacy_f16@gfx9 v_cvt_pkaccum_u8_f32 v_mad_u32_u16@gfx9 v_mad_i32_i16@gfx9
    v_xad_u32@gfx9 v_min3_f16@gfx9 v_min3_i16@gfx9 v_min3_u16@gfx9 v_max3_f16@gfx9 v_max3_i16@gfx9 v_max3_u16@gfx9 v_med3_f16@gfx9 v_med3_i16@gfx9
    v_med3_u16@gfx9 v_lshl_add_u32@gfx9 v_add_lshl_u32@gfx9 v_add3_u32@gfx9 v_lshl_or_b32@gfx9 v_and_or_b32@gfx9 v_or3_b32@gfx9 v_mad_f16@gfx9
    v_mad_u16@gfx9 v_mad_i16@gfx9 v_fma_f16@gfx9 v_div_fixup_f16@gfx9 624 v_interp_p1_f32 v_interp_p2_f32 v_interp_mov_f32 628 v_interp_p1ll_f16 v_interp_p1lv_f16
    v_interp_p2_f16=v_interp_p2_legacy_f16@gfx8|v_interp_p2_legacy_f16@gfx9 v_interp_p2_f16@gfx9 640 v_add_f64 v_mul_f64 v_min_f64 v_max_f64 v_ldexp_f64 v_mul_lo_u32
    v_mul_hi_u32 v_mul_hi_i32 v_ldexp_f32 v_readlane_b32 v_writelane_b32 v_bcnt_u32_b32 v_mbcnt_lo_u32_b32 v_mbcnt_hi_u32_b32 655 v_lshlrev_b64
    v_lshrrev_b64 v_ashrrev_i64 v_trig_preop_f64 v_bfm_b32 v_cvt_pknorm_i16_f32 v_cvt_pknorm_u16_f32 v_cvt_pkrtz_f16_f32 v_cvt_pk_u16_u32
    v_cvt_pk_i16_i32 v_cvt_pknorm_i16_f16@gfx9 v_cvt_pknorm_u16_f16@gfx9 668 v_add_i32@gfx9 v_sub_i32@gfx9 v_add_i16@gfx9 v_sub_i16@gfx9
    v_pack_b32_f16@gfx9
  `,
  VOP3P: `
    0 v_pk_mad_i16@gfx9 v_pk_mul_lo_u16@gfx9 v_pk_add_i16@gfx9 v_pk_sub_i16@gfx9 v_pk_lshlrev_b16@gfx9 v_pk_lshrrev_b16@gfx9 v_pk_ashrrev_i16@gfx9
    v_pk_max_i16@gfx9 v_pk_min_i16@gfx9 v_pk_mad_u16@gfx9 v_pk_add_u16@gfx9 v_pk_sub_u16@gfx9 v_pk_max_u16@gfx9 v_pk_min_u16@gfx9 v_pk_fma_f16@gfx9
    v_pk_add_f16@gfx9 v_pk_mul_f16@gfx9 v_pk_min_f16@gfx9 v_pk_max_f16@gfx9 32 v_mad_mix_f32@gfx900|v_fma_mix_f32@gfx906
    v_mad_mixlo_f16@gfx900|v_fma_mixlo_f16@gfx906 v_mad_mixhi_f16@gfx900|v_fma_mixhi_f16@gfx906 v_dot2_f32_f16@gfx906 38 v_dot2_i32_i16@gfx906
    v_dot2_u32_u16@gfx906 v_dot4_i32_i8@gfx906 v_dot4_u32_u8@gfx906 v_dot8_i32_i4@gfx906 v_dot8_u32_u4@gfx906
  `,
  VOPC: `
    16 v_cmp_class_f32 v_cmpx_class_f32 v_cmp_class_f64 v_cmpx_class_f64 v_cmp_class_f16 v_cmpx_class_f16 32 v_cmp_f_f16 v_cmp_lt_f16 v_cmp_eq_f16
    v_cmp_le_f16 v_cmp_gt_f16 v_cmp_lg_f16 v_cmp_ge_f16 v_cmp_o_f16 v_cmp_u_f16 v_cmp_nge_f16 v_cmp_nlg_f16 v_cmp_ngt_f16 v_cmp_nle_f16
    v_cmp_neq_f16 v_cmp_nlt_f16 v_cmp_tru_f16 v_cmpx_f_f16 v_cmpx_lt_f16 v_cmpx_eq_f16 v_cmpx_le_f16 v_cmpx_gt_f16 v_cmpx_lg_f16 v_cmpx_ge_f16
    v_cmpx_o_f16 v_cmpx_u_f16 v_cmpx_nge_f16 v_cmpx_nlg_f16 v_cmpx_ngt_f16 v_cmpx_nle_f16 v_cmpx_neq_f16 v_cmpx_nlt_f16 v_cmpx_tru_f16 v_cmp_f_f32
    v_cmp_lt_f32 v_cmp_eq_f32 v_cmp_le_f32 v_cmp_gt_f32 v_cmp_lg_f32 v_cmp_ge_f32 v_cmp_o_f32 v_cmp_u_f32 v_cmp_nge_f32 v_cmp_nlg_f32 v_cmp_ngt_f32
    v_cmp_nle_f32 v_cmp_neq_f32 v_cmp_nlt_f32 v_cmp_tru_f32 v_cmpx_f_f32 v_cmpx_lt_f32 v_cmpx_eq_f32 v_cmpx_le_f32 v_cmpx_gt_f32 v_cmpx_lg_f32
    v_cmpx_ge_f32 v_cmpx_o_f32 v_cmpx_u_f32 v_cmpx_nge_f32 v_cmpx_nlg_f32 v_cmpx_ngt_f32 v_cmpx_nle_f32 v_cmpx_neq_f32 v_cmpx_nlt_f32 v_cmpx_tru_f32
    v_cmp_f_f64 v_cmp_lt_f64 v_cmp_eq_f64 v_cmp_le_f64 v_cmp_gt_f64 v_cmp_lg_f64 v_cmp_ge_f64 v_cmp_o_f64 v_cmp_u_f64 v_cmp_nge_f64 v_cmp_nlg_f64
    v_cmp_ngt_f64 v_cmp_nle_f64 v_cmp_neq_f64 v_cmp_nlt_f64 v_cmp_tru_f64 v_cmpx_f_f64 v_cmpx_lt_f64 v_cmpx_eq_f64 v_cmpx_le_f64 v_cmpx_gt_f64
    v_cmpx_lg_f64 v_cmpx_ge_f64 v_cmpx_o_f64 v_cmpx_u_f64 v_cmpx_nge_f64 v_cmpx_nlg_f64 v_cmpx_ngt_f64 v_cmpx_nle_f64 v_cmpx_neq_f64 v_cmpx_nlt_f64
    v_cmpx_tru_f64 160 v_cmp_f_i16 v_cmp_lt_i16 v_cmp_eq_i16 v_cmp_le_i16 v_cmp_gt_i16 v_cmp_ne_i16 v_cmp_ge_i16 v_cmp_t_i16 v_cmp_f_u16
    v_cmp_lt_u16 v_cmp_eq_u16 v_cmp_le_u16 v_cmp_gt_u16 v_cmp_ne_u16 v_cmp_ge_u16 v_cmp_t_u16 v_cmpx_f_i16 v_cmpx_lt_i16 v_cmpx_eq_i16 v_cmpx_le_i16
    v_cmpx_gt_i16 v_cmpx_ne_i16 v_cmpx_ge_i16 v_cmpx_t_i16 v_cmpx_f_u16 v_cmpx_lt_u16 v_cmpx_eq_u16 v_cmpx_le_u16 v_cmpx_gt_u16 v_cmpx_ne_u16
    v_cmpx_ge_u16 v_cmpx_t_u16 v_cmp_f_i32 v_cmp_lt_i32 v_cmp_eq_i32 v_cmp_le_i32 v_cmp_gt_i32 v_cmp_ne_i32 v_cmp_ge_i32 v_cmp_t_i32 v_cmp_f_u32
    v_cmp_lt_u32 v_cmp_eq_u32 v_cmp_le_u32 v_cmp_gt_u32 v_cmp_ne_u32 v_cmp_ge_u32 v_cmp_t_u32 v_cmpx_f_i32 v_cmpx_lt_i32 v_cmpx_eq_i32 v_cmpx_le_i32
    v_cmpx_gt_i32 v_cmpx_ne_i32 v_cmpx_ge_i32 v_cmpx_t_i32 v_cmpx_f_u32 v_cmpx_lt_u32 v_cmpx_eq_u32 v_cmpx_le_u32 v_cmpx_gt_u32 v_cmpx_ne_u32
    v_cmpx_ge_u32 v_cmpx_t_u32 v_cmp_f_i64 v_cmp_lt_i64 v_cmp_eq_i64 v_cmp_le_i64 v_cmp_gt_i64 v_cmp_ne_i64 v_cmp_ge_i64 v_cmp_t_i64 v_cmp_f_u64
    v_cmp_lt_u64 v_cmp_eq_u64 v_cmp_le_u64 v_cmp_gt_u64 v_cmp_ne_u64 v_cmp_ge_u64 v_cmp_t_u64 v_cmpx_f_i64 v_cmpx_lt_i64 v_cmpx_eq_i64 v_cmpx_le_i64
    v_cmpx_gt_i64 v_cmpx_ne_i64 v_cmpx_ge_i64 v_cmpx_t_i64 v_cmpx_f_u64 v_cmpx_lt_u64 v_cmpx_eq_u64 v_cmpx_le_u64 v_cmpx_gt_u64 v_cmpx_ne_u64
    v_cmpx_ge_u64 v_cmpx_t_u64
  `,
  VINTRP: `
    0 v_interp_p1_f32 v_interp_p2_f32 v_interp_mov_f32
  `,
};
