// Opcodes of accesses to memory, and of exports in GCN3 and GFX9, by format (columns.ts says how they are written).
// Source: what llvm-mc disassembles.

export const MEMORY_OPCODES: Readonly<Record<string, string>> = {
  DS: `
    0 ds_add_u32 ds_sub_u32 ds_rsub_u32 ds_inc_u32 ds_dec_u32 ds_min_i32 ds_max_i32 ds_min_u32 ds_max_u32 ds_and_b32 ds_or_b32 ds_xor_b32
    ds_mskor_b32 ds_write_b32 ds_write2_b32 ds_write2st64_b32 ds_cmpst_b32 ds_cmpst_f32 ds_min_f32 ds_max_f32 ds_nop ds_add_f32 29
    ds_write_addtid_b32@gfx9 ds_write_b8 ds_write_b16 ds_add_rtn_u32 ds_sub_rtn_u32 ds_rsub_rtn_u32 ds_inc_rtn_u32 ds_dec_rtn_u32 ds_min_rtn_i32
    ds_max_rtn_i32 ds_min_rtn_u32 ds_max_rtn_u32 ds_and_rtn_b32 ds_or_rtn_b32 ds_xor_rtn_b32 ds_mskor_rtn_b32 ds_wrxchg_rtn_b32 ds_wrxchg2_rtn_b32
    ds_wrxchg2st64_rtn_b32 ds_cmpst_rtn_b32 ds_cmpst_rtn_f32 ds_min_rtn_f32 ds_max_rtn_f32 ds_wrap_rtn_b32 ds_add_rtn_f32 ds_read_b32 ds_read2_b32
    ds_read2st64_b32 ds_read_i8 ds_read_u8 ds_read_i16 ds_read_u16 ds_swizzle_b32 ds_permute_b32 ds_bpermute_b32 ds_add_u64 ds_sub_u64 ds_rsub_u64
    ds_inc_u64 ds_dec_u64 ds_min_i64 ds_max_i64 ds_min_u64 ds_max_u64 ds_and_b64 ds_or_b64 ds_xor_b64 ds_mskor_b64 ds_write_b64 ds_write2_b64
    ds_write2st64_b64 ds_cmpst_b64 ds_cmpst_f64 ds_min_f64 ds_max_f64 ds_write_b8_d16_hi@gfx9 ds_write_b16_d16_hi@gfx9 ds_read_u8_d16@gfx9
    ds_read_u8_d16_hi@gfx9 ds_read_i8_d16@gfx9 ds_read_i8_d16_hi@gfx9 ds_read_u16_d16@gfx9 ds_read_u16_d16_hi@gfx9 96 ds_add_rtn_u64 ds_sub_rtn_u64
    ds_rsub_rtn_u64 ds_inc_rtn_u64 ds_dec_rtn_u64 ds_min_rtn_i64 ds_max_rtn_i64 ds_min_rtn_u64 ds_max_rtn_u64 ds_and_rtn_b64 ds_or_rtn_b64
    ds_xor_rtn_b64 ds_mskor_rtn_b64 ds_wrxchg_rtn_b64 ds_wrxchg2_rtn_b64 ds_wrxchg2st64_rtn_b64 ds_cmpst_rtn_b64 ds_cmpst_rtn_f64 ds_min_rtn_f64
    ds_max_rtn_f64 118 ds_read_b64 ds_read2_b64 ds_read2st64_b64 126 ds_condxchg32_rtn_b64 128 ds_add_src2_u32 ds_sub_src2_u32 ds_rsub_src2_u32
    ds_inc_src2_u32 ds_dec_src2_u32 ds_min_src2_i32 ds_max_src2_i32 ds_min_src2_u32 ds_max_src2_u32 ds_and_src2_b32 ds_or_src2_b32 ds_xor_src2_b32
    141 ds_write_src2_b32 146 ds_min_src2_f32 ds_max_src2_f32 149 ds_add_src2_f32 152 ds_gws_sema_release_all ds_gws_init ds_gws_sema_v
    ds_gws_sema_br ds_gws_sema_p ds_gws_barrier 182 ds_read_addtid_b32@gfx9 189 ds_consume ds_append ds_ordered_count ds_add_src2_u64
    ds_sub_src2_u64 ds_rsub_src2_u64 ds_inc_src2_u64 ds_dec_src2_u64 ds_min_src2_i64 ds_max_src2_i64 ds_min_src2_u64 ds_max_src2_u64 ds_and_src2_b64
    ds_or_src2_b64 ds_xor_src2_b64 205 ds_write_src2_b64 210 ds_min_src2_f64 ds_max_src2_f64 222 ds_write_b96 ds_write_b128 254 ds_read_b96
    ds_read_b128
  `,
  FLAT: `
    16 flat_load_ubyte flat_load_sbyte flat_load_ushort flat_load_sshort flat_load_dword flat_load_dwordx2 flat_load_dwordx3 flat_load_dwordx4
    flat_store_byte flat_store_byte_d16_hi@gfx9 flat_store_short flat_store_short_d16_hi@gfx9 flat_store_dword flat_store_dwordx2 flat_store_dwordx3
    flat_store_dwordx4 flat_load_ubyte_d16@gfx9 flat_load_ubyte_d16_hi@gfx9 flat_load_sbyte_d16@gfx9 flat_load_sbyte_d16_hi@gfx9
    flat_load_short_d16@gfx9 flat_load_short_d16_hi@gfx9 64 flat_atomic_swap flat_atomic_cmpswap flat_atomic_add flat_atomic_sub flat_atomic_smin
    flat_atomic_umin flat_atomic_smax flat_atomic_umax flat_atomic_and flat_atomic_or flat_atomic_xor flat_atomic_inc flat_atomic_dec 96
    flat_atomic_swap_x2 flat_atomic_cmpswap_x2 flat_atomic_add_x2 flat_atomic_sub_x2 flat_atomic_smin_x2 flat_atomic_umin_x2 flat_atomic_smax_x2
    flat_atomic_umax_x2 flat_atomic_and_x2 flat_atomic_or_x2 flat_atomic_xor_x2 flat_atomic_inc_x2 flat_atomic_dec_x2
  `,
  GLOBAL: `
    16 global_load_ubyte@gfx9 global_load_sbyte@gfx9 global_load_ushort@gfx9 global_load_sshort@gfx9 global_load_dword@gfx9 global_load_dwordx2@gfx9
    global_load_dwordx3@gfx9 global_load_dwordx4@gfx9 global_store_byte@gfx9 global_store_byte_d16_hi@gfx9 global_store_short@gfx9
    global_store_short_d16_hi@gfx9 global_store_dword@gfx9 global_store_dwordx2@gfx9 global_store_dwordx3@gfx9 global_store_dwordx4@gfx9
    global_load_ubyte_d16@gfx9 global_load_ubyte_d16_hi@gfx9 global_load_sbyte_d16@gfx9 global_load_sbyte_d16_hi@gfx9 global_load_short_d16@gfx9
    global_load_short_d16_hi@gfx9 64 global_atomic_swap@gfx9 global_atomic_cmpswap@gfx9 global_atomic_add@gfx9 global_atomic_sub@gfx9
    global_atomic_smin@gfx9 global_atomic_umin@gfx9 global_atomic_smax@gfx9 global_atomic_umax@gfx9 global_atomic_and@gfx9 global_atomic_or@gfx9
    global_atomic_xor@gfx9 global_atomic_inc@gfx9 global_atomic_dec@gfx9 96 global_atomic_swap_x2@gfx9 global_atomic_cmpswap_x2@gfx9
    global_atomic_add_x2@gfx9 global_atomic_sub_x2@gfx9 global_atomic_smin_x2@gfx9 global_atomic_umin_x2@gfx9 global_atomic_smax_x2@gfx9
    global_atomic_umax_x2@gfx9 global_atomic_and_x2@gfx9 global_atomic_or_x2@gfx9 global_atomic_xor_x2@gfx9 global_atomic_inc_x2@gfx9
    global_atomic_dec_x2@gfx9
  `,
  SCRATCH: `
    16 scratch_load_ubyte@gfx9 scratch_load_sbyte@gfx9 scratch_load_ushort@gfx9 scratch_load_sshort@gfx9 scratch_load_dword@gfx9
    scratch_load_dwordx2@gfx9 scratch_load_dwordx3@gfx9 scratch_load_dwordx4@gfx9 scratch_store_byte@gfx9 scratch_store_byte_d16_hi@gfx9
    scratch_store_short@gfx9 scratch_store_short_d16_hi@gfx9 scratch_store_dword@gfx9 scratch_store_dwordx2@gfx9 scratch_store_dwordx3@gfx9
    scratch_store_dwordx4@gfx9 scratch_load_ubyte_d16@gfx9 scratch_load_ubyte_d16_hi@gfx9 scratch_load_sbyte_d16@gfx9 scratch_load_sbyte_d16_hi@gfx9
    scratch_load_short_d16@gfx9 scratch_load_short_d16_hi@gfx9
  `,
  MUBUF: `
    0 buffer_load_format_x buffer_load_format_xy buffer_load_format_xyz buffer_load_format_xyzw buffer_store_format_x buffer_store_format_xy
    buffer_store_format_xyz buffer_store_format_xyzw buffer_load_format_d16_x buffer_load_format_d16_xy buffer_load_format_d16_xyz
    buffer_load_format_d16_xyzw buffer_store_format_d16_x buffer_store_format_d16_xy buffer_store_format_d16_xyz buffer_store_format_d16_xyzw
    buffer_load_ubyte buffer_load_sbyte buffer_load_ushort buffer_load_sshort buffer_load_dword buffer_load_dwordx2 buffer_load_dwordx3
    buffer_load_dwordx4 buffer_store_byte buffer_store_byte_d16_hi@gfx9 buffer_store_short buffer_store_short_d16_hi@gfx9 buffer_store_dword
    buffer_store_dwordx2 buffer_store_dwordx3 buffer_store_dwordx4 buffer_load_ubyte_d16@gfx9 buffer_load_ubyte_d16_hi@gfx9
    buffer_load_sbyte_d16@gfx9 buffer_load_sbyte_d16_hi@gfx9 buffer_load_short_d16@gfx9 buffer_load_short_d16_hi@gfx9
    buffer_load_format_d16_hi_x@gfx9 buffer_store_format_d16_hi_x@gfx9 61 buffer_store_lds_dword buffer_wbinvl1 buffer_wbinvl1_vol buffer_atomic_swap buffer_atomic_cmpswap
    buffer_atomic_add buffer_atomic_sub buffer_atomic_smin buffer_atomic_umin buffer_atomic_smax buffer_atomic_umax buffer_atomic_and
    buffer_atomic_or buffer_atomic_xor buffer_atomic_inc buffer_atomic_dec 96 buffer_atomic_swap_x2 buffer_atomic_cmpswap_x2 buffer_atomic_add_x2
    buffer_atomic_sub_x2 buffer_atomic_smin_x2 buffer_atomic_umin_x2 buffer_atomic_smax_x2 buffer_atomic_umax_x2 buffer_atomic_and_x2
    buffer_atomic_or_x2 buffer_atomic_xor_x2 buffer_atomic_inc_x2 buffer_atomic_dec_x2
  `,
  MTBUF: `
    0 tbuffer_load_format_x tbuffer_load_format_xy tbuffer_load_format_xyz tbuffer_load_format_xyzw tbuffer_store_format_x tbuffer_store_format_xy
    tbuffer_store_format_xyz tbuffer_store_format_xyzw tbuffer_load_format_d16_x tbuffer_load_format_d16_xy tbuffer_load_format_d16_xyz
    tbuffer_load_format_d16_xyzw tbuffer_store_format_d16_x tbuffer_store_format_d16_xy tbuffer_store_format_d16_xyz tbuffer_store_format_d16_xyzw
  `,
  MIMG: `
    0 image_load image_load_mip image_load_pck image_load_pck_sgn image_load_mip_pck image_load_mip_pck_sgn 8 image_store image_store_mip
    image_store_pck image_store_mip_pck 14 image_get_resinfo 16 image_atomic_swap image_atomic_cmpswap image_atomic_add image_atomic_sub
    image_atomic_smin image_atomic_umin image_atomic_smax image_atomic_umax image_atomic_and image_atomic_or image_atomic_xor image_atomic_inc
    image_atomic_dec 32 image_sample image_sample_cl image_sample_d image_sample_d_cl image_sample_l image_sample_b image_sample_b_cl
    image_sample_lz image_sample_c image_sample_c_cl image_sample_c_d image_sample_c_d_cl image_sample_c_l image_sample_c_b image_sample_c_b_cl
    image_sample_c_lz image_sample_o image_sample_cl_o image_sample_d_o image_sample_d_cl_o image_sample_l_o image_sample_b_o image_sample_b_cl_o
    image_sample_lz_o image_sample_c_o image_sample_c_cl_o image_sample_c_d_o image_sample_c_d_cl_o image_sample_c_l_o image_sample_c_b_o
    image_sample_c_b_cl_o image_sample_c_lz_o image_gather4 image_gather4_cl image_gather4h@gfx9 68 image_gather4_l image_gather4_b
    image_gather4_b_cl image_gather4_lz image_gather4_c image_gather4_c_cl 76 image_gather4_c_l image_gather4_c_b image_gather4_c_b_cl
    image_gather4_c_lz image_gather4_o image_gather4_cl_o 84 image_gather4_l_o image_gather4_b_o image_gather4_b_cl_o image_gather4_lz_o
    image_gather4_c_o image_gather4_c_cl_o 92 image_gather4_c_l_o image_gather4_c_b_o image_gather4_c_b_cl_o image_gather4_c_lz_o image_get_lod 104
    image_sample_cd image_sample_cd_cl image_sample_c_cd image_sample_c_cd_cl image_sample_cd_o image_sample_cd_cl_o image_sample_c_cd_o
    image_sample_c_cd_cl_o
  `,
  EXP: `
    0 exp
  `,
};
