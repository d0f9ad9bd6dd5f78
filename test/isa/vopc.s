; VOPC: every condition of every type, v_cmps, v_cmpx and EXEC, classes.
; Expected values were computed by numpy and by hand from the operations' definitions.

; test: floats: less, equal, greater, NaN, zeros of both signs
; in: exec=0x1f, v0[0..4]={1.0, 2.0, 3.0, nan, 0.0}, v1[0..4]={2.0, 2.0, 2.0, 1.0, -0.0}
v_cmp_f_f32_e64 s[10:11], v0, v1
v_cmp_lt_f32_e64 s[12:13], v0, v1
v_cmp_eq_f32_e64 s[14:15], v0, v1
v_cmp_le_f32_e64 s[16:17], v0, v1
v_cmp_gt_f32_e64 s[18:19], v0, v1
v_cmp_lg_f32_e64 s[20:21], v0, v1
v_cmp_ge_f32_e64 s[22:23], v0, v1
v_cmp_o_f32_e64 s[24:25], v0, v1
v_cmp_u_f32_e64 s[26:27], v0, v1
v_cmp_nge_f32_e64 s[28:29], v0, v1
v_cmp_nlg_f32_e64 s[30:31], v0, v1
v_cmp_ngt_f32_e64 s[32:33], v0, v1
v_cmp_nle_f32_e64 s[34:35], v0, v1
v_cmp_neq_f32_e64 s[36:37], v0, v1
v_cmp_nlt_f32_e64 s[38:39], v0, v1
v_cmp_tru_f32_e64 s[40:41], v0, v1
; out: s[10:11]=0, s[12:13]=1, s[14:15]=0x12, s[16:17]=0x13, s[18:19]=4, s[20:21]=5, s[22:23]=0x16, s[24:25]=0x17, s[26:27]=8, s[28:29]=9, s[30:31]=0x1a, s[32:33]=0x1b, s[34:35]=0xc, s[36:37]=0xd, s[38:39]=0x1e, s[40:41]=0x1f

; test: doubles: the same
; in: exec=0x1f, v[0:1][0..4]={1.0, 2.0, 3.0, nan, 0.0}, v[2:3][0..4]={2.0, 2.0, 2.0, 1.0, -0.0}
v_cmp_f_f64_e64 s[10:11], v[0:1], v[2:3]
v_cmp_lt_f64_e64 s[12:13], v[0:1], v[2:3]
v_cmp_eq_f64_e64 s[14:15], v[0:1], v[2:3]
v_cmp_le_f64_e64 s[16:17], v[0:1], v[2:3]
v_cmp_gt_f64_e64 s[18:19], v[0:1], v[2:3]
v_cmp_lg_f64_e64 s[20:21], v[0:1], v[2:3]
v_cmp_ge_f64_e64 s[22:23], v[0:1], v[2:3]
v_cmp_o_f64_e64 s[24:25], v[0:1], v[2:3]
v_cmp_u_f64_e64 s[26:27], v[0:1], v[2:3]
v_cmp_nge_f64_e64 s[28:29], v[0:1], v[2:3]
v_cmp_nlg_f64_e64 s[30:31], v[0:1], v[2:3]
v_cmp_ngt_f64_e64 s[32:33], v[0:1], v[2:3]
v_cmp_nle_f64_e64 s[34:35], v[0:1], v[2:3]
v_cmp_neq_f64_e64 s[36:37], v[0:1], v[2:3]
v_cmp_nlt_f64_e64 s[38:39], v[0:1], v[2:3]
v_cmp_tru_f64_e64 s[40:41], v[0:1], v[2:3]
; out: s[10:11]=0, s[12:13]=1, s[14:15]=0x12, s[16:17]=0x13, s[18:19]=4, s[20:21]=5, s[22:23]=0x16, s[24:25]=0x17, s[26:27]=8, s[28:29]=9, s[30:31]=0x1a, s[32:33]=0x1b, s[34:35]=0xc, s[36:37]=0xd, s[38:39]=0x1e, s[40:41]=0x1f

; test: the signalling compares give the same masks
; in: exec=0x1f, v0[0..4]={1.0, 2.0, 3.0, nan, 0.0}, v1[0..4]={2.0, 2.0, 2.0, 1.0, -0.0}
; in: v[2:3][0..4]={1.0, 2.0, 3.0, nan, 0.0}, v[4:5][0..4]={2.0, 2.0, 2.0, 1.0, -0.0}
v_cmps_nge_f32_e64 s[10:11], v0, v1
v_cmps_lt_f64_e64 s[12:13], v[2:3], v[4:5]
; out: s[10:11]=9, s[12:13]=1

; test: inactive lanes give 0
; in: exec=5, vcc=0xffffffffffffffff, v0[0..3]={1, 1, 1, 1}
v_cmp_eq_u32 vcc, 1, v0
; out: vcc=5

; test: a v_cmpx writes EXEC too, and what follows sees it
; in: exec=0xf, v0[0..3]={1, 2, 3, 4}, v1[0..3]={0, 0, 0, 0}
v_cmpx_gt_i32 vcc, 3, v0
v_mov_b32 v1, 7
; out: vcc=3, exec=3, v1[0..3]={7, 7, 0, 0}

; test: a v_cmpx to SGPRs writes EXEC too, and leaves VCC
; in: exec=0xf, vcc=5, v0[0..3]={1, 2, 3, 4}
v_cmpx_ge_u32_e64 s[4:5], v0, 3
; out: s[4:5]=0xc, exec=0xc, vcc=5

; test: v_cmpx and v_cmpsx of floats
; in: exec=0x1f, v0[0..4]={1.0, 2.0, 3.0, nan, 0.0}, v1[0..4]={2.0, 2.0, 2.0, 1.0, -0.0}
v_cmpx_nlt_f32 vcc, v0, v1
v_cmpsx_u_f32 vcc, v0, v1
; out: vcc=8, exec=8

; test: i32: every condition
; in: exec=0xf, v0[0..3]={0xffffffff, 5, 0x80000000, 7}, v1[0..3]={1, 5, 0x7fffffff, 8}
v_cmp_f_i32_e64 s[10:11], v0, v1
v_cmp_lt_i32_e64 s[12:13], v0, v1
v_cmp_eq_i32_e64 s[14:15], v0, v1
v_cmp_le_i32_e64 s[16:17], v0, v1
v_cmp_gt_i32_e64 s[18:19], v0, v1
v_cmp_ne_i32_e64 s[20:21], v0, v1
v_cmp_ge_i32_e64 s[22:23], v0, v1
v_cmp_t_i32_e64 s[24:25], v0, v1
; out: s[10:11]=0, s[12:13]=0xd, s[14:15]=2, s[16:17]=0xf, s[18:19]=0, s[20:21]=0xd, s[22:23]=2, s[24:25]=0xf

; test: u32: every condition
; in: exec=0xf, v0[0..3]={0xffffffff, 5, 0x80000000, 7}, v1[0..3]={1, 5, 0x7fffffff, 8}
v_cmp_f_u32_e64 s[10:11], v0, v1
v_cmp_lt_u32_e64 s[12:13], v0, v1
v_cmp_eq_u32_e64 s[14:15], v0, v1
v_cmp_le_u32_e64 s[16:17], v0, v1
v_cmp_gt_u32_e64 s[18:19], v0, v1
v_cmp_ne_u32_e64 s[20:21], v0, v1
v_cmp_ge_u32_e64 s[22:23], v0, v1
v_cmp_t_u32_e64 s[24:25], v0, v1
; out: s[10:11]=0, s[12:13]=8, s[14:15]=2, s[16:17]=0xa, s[18:19]=5, s[20:21]=0xd, s[22:23]=7, s[24:25]=0xf

; test: i64: every condition
; in: exec=0xf, v[0:1][0..3]={0xffffffffffffffff, 0x500000000, 0x8000000000000000, 0x100000000}
; in: v[2:3][0..3]={1, 0x500000000, 0x7fffffffffffffff, 0x1ffffffff}
v_cmp_f_i64_e64 s[10:11], v[0:1], v[2:3]
v_cmp_lt_i64_e64 s[12:13], v[0:1], v[2:3]
v_cmp_eq_i64_e64 s[14:15], v[0:1], v[2:3]
v_cmp_le_i64_e64 s[16:17], v[0:1], v[2:3]
v_cmp_gt_i64_e64 s[18:19], v[0:1], v[2:3]
v_cmp_ne_i64_e64 s[20:21], v[0:1], v[2:3]
v_cmp_ge_i64_e64 s[22:23], v[0:1], v[2:3]
v_cmp_t_i64_e64 s[24:25], v[0:1], v[2:3]
; out: s[10:11]=0, s[12:13]=0xd, s[14:15]=2, s[16:17]=0xf, s[18:19]=0, s[20:21]=0xd, s[22:23]=2, s[24:25]=0xf

; test: u64: every condition
; in: exec=0xf, v[0:1][0..3]={0xffffffffffffffff, 0x500000000, 0x8000000000000000, 0x100000000}
; in: v[2:3][0..3]={1, 0x500000000, 0x7fffffffffffffff, 0x1ffffffff}
v_cmp_f_u64_e64 s[10:11], v[0:1], v[2:3]
v_cmp_lt_u64_e64 s[12:13], v[0:1], v[2:3]
v_cmp_eq_u64_e64 s[14:15], v[0:1], v[2:3]
v_cmp_le_u64_e64 s[16:17], v[0:1], v[2:3]
v_cmp_gt_u64_e64 s[18:19], v[0:1], v[2:3]
v_cmp_ne_u64_e64 s[20:21], v[0:1], v[2:3]
v_cmp_ge_u64_e64 s[22:23], v[0:1], v[2:3]
v_cmp_t_u64_e64 s[24:25], v[0:1], v[2:3]
; out: s[10:11]=0, s[12:13]=8, s[14:15]=2, s[16:17]=0xa, s[18:19]=5, s[20:21]=0xd, s[22:23]=7, s[24:25]=0xf

; test: classes of floats: one bit each, whatever MODE says of denormals
; in: exec=0x3ff, mode=0
; in: v0[0..9]={0x7f800001, 0x7fc00000, 0xff800000, -1.0, 0x80000001, 0x80000000, 0, 1, 1.0, 0x7f800000}
; in: v1[0..9]={1, 2, 4, 8, 0x10, 0x20, 0x40, 0x80, 0x100, 0x200}
; in: v2[0..9]={0x3fe, 0x3fd, 0x3fb, 0x3f7, 0x3ef, 0x3df, 0x3bf, 0x37f, 0x2ff, 0x1ff}
v_cmp_class_f32 vcc, v0, v1
v_cmp_class_f32_e64 s[4:5], v0, v2
; out: vcc=0x3ff, s[4:5]=0

; test: classes of doubles
; in: exec=0x3ff
; in: v[0:1][0..9]={0x7ff0000000000001, 0x7ff8000000000000, 0xfff0000000000000, -1.0, 0x8000000000000001, 0x8000000000000000, 0, 1, 1.0, 0x7ff0000000000000}
; in: v2[0..9]={1, 2, 4, 8, 0x10, 0x20, 0x40, 0x80, 0x100, 0x200}
v_cmp_class_f64 vcc, v[0:1], v2
v_cmpx_class_f64_e64 s[4:5], v[0:1], 60
; out: vcc=0x3ff, s[4:5]=0x3c, exec=0x3c

; test: modifiers change the class
; in: exec=1, v0[0]=-1.0, v1[0]=0x100
v_cmp_class_f32_e64 s[4:5], |v0|, v1
v_cmp_class_f32_e64 s[6:7], v0, v1
v_cmp_class_f32_e64 s[8:9], -v0, v1
; out: s[4:5]=1, s[6:7]=0, s[8:9]=1

; test: denormals compare as zeros where MODE flushes them
; in: exec=1, mode=0xc0, v0[0]=1
v_cmp_eq_f32 vcc, 0, v0
; out: vcc=1

; test: denormals compare as they are where MODE keeps them
; in: exec=1, mode=0xf0, v0[0]=1
v_cmp_eq_f32 vcc, 0, v0
; out: vcc=0

; test: VCC and EXEC as sources: every lane reads the same word
; in: exec=3, vcc=0x100000005
v_cmp_eq_u32_e64 s[4:5], vcc_lo, 5
v_cmp_eq_u32_e64 s[6:7], exec_lo, 3
; out: s[4:5]=3, s[6:7]=3

; test: v_cmpx of f32: every condition
; in: exec=0x1f, v0[0..4]={1.0, 2.0, 3.0, nan, 0.0}, v1[0..4]={2.0, 2.0, 2.0, 1.0, -0.0}
v_cmpx_f_f32_e64 s[10:11], v0, v1
s_mov_b64 s[42:43], exec
s_mov_b64 exec, 31
v_cmpx_lt_f32_e64 s[12:13], v0, v1
s_mov_b64 s[44:45], exec
s_mov_b64 exec, 31
v_cmpx_eq_f32_e64 s[14:15], v0, v1
s_mov_b64 s[46:47], exec
s_mov_b64 exec, 31
v_cmpx_le_f32_e64 s[16:17], v0, v1
s_mov_b64 s[48:49], exec
s_mov_b64 exec, 31
v_cmpx_gt_f32_e64 s[18:19], v0, v1
s_mov_b64 s[50:51], exec
s_mov_b64 exec, 31
v_cmpx_lg_f32_e64 s[20:21], v0, v1
s_mov_b64 s[52:53], exec
s_mov_b64 exec, 31
v_cmpx_ge_f32_e64 s[22:23], v0, v1
s_mov_b64 s[54:55], exec
s_mov_b64 exec, 31
v_cmpx_o_f32_e64 s[24:25], v0, v1
s_mov_b64 s[56:57], exec
s_mov_b64 exec, 31
v_cmpx_u_f32_e64 s[26:27], v0, v1
s_mov_b64 s[58:59], exec
s_mov_b64 exec, 31
v_cmpx_nge_f32_e64 s[28:29], v0, v1
s_mov_b64 s[60:61], exec
s_mov_b64 exec, 31
v_cmpx_nlg_f32_e64 s[30:31], v0, v1
s_mov_b64 s[62:63], exec
s_mov_b64 exec, 31
v_cmpx_ngt_f32_e64 s[32:33], v0, v1
s_mov_b64 s[64:65], exec
s_mov_b64 exec, 31
v_cmpx_nle_f32_e64 s[34:35], v0, v1
s_mov_b64 s[66:67], exec
s_mov_b64 exec, 31
v_cmpx_neq_f32_e64 s[36:37], v0, v1
s_mov_b64 s[68:69], exec
s_mov_b64 exec, 31
v_cmpx_nlt_f32_e64 s[38:39], v0, v1
s_mov_b64 s[70:71], exec
s_mov_b64 exec, 31
v_cmpx_tru_f32_e64 s[40:41], v0, v1
s_mov_b64 s[72:73], exec
s_mov_b64 exec, 31
; out: s[10:11]=0, s[42:43]=0, s[12:13]=1, s[44:45]=1, s[14:15]=0x12, s[46:47]=0x12, s[16:17]=0x13, s[48:49]=0x13, s[18:19]=4, s[50:51]=4, s[20:21]=5, s[52:53]=5, s[22:23]=0x16, s[54:55]=0x16, s[24:25]=0x17, s[56:57]=0x17, s[26:27]=8, s[58:59]=8, s[28:29]=9, s[60:61]=9, s[30:31]=0x1a, s[62:63]=0x1a, s[32:33]=0x1b, s[64:65]=0x1b, s[34:35]=0xc, s[66:67]=0xc, s[36:37]=0xd, s[68:69]=0xd, s[38:39]=0x1e, s[70:71]=0x1e, s[40:41]=0x1f, s[72:73]=0x1f

; test: v_cmpx of f64: every condition
; in: exec=0x1f, v[0:1][0..4]={1.0, 2.0, 3.0, nan, 0.0}, v[2:3][0..4]={2.0, 2.0, 2.0, 1.0, -0.0}
v_cmpx_f_f64_e64 s[10:11], v[0:1], v[2:3]
s_mov_b64 s[42:43], exec
s_mov_b64 exec, 31
v_cmpx_lt_f64_e64 s[12:13], v[0:1], v[2:3]
s_mov_b64 s[44:45], exec
s_mov_b64 exec, 31
v_cmpx_eq_f64_e64 s[14:15], v[0:1], v[2:3]
s_mov_b64 s[46:47], exec
s_mov_b64 exec, 31
v_cmpx_le_f64_e64 s[16:17], v[0:1], v[2:3]
s_mov_b64 s[48:49], exec
s_mov_b64 exec, 31
v_cmpx_gt_f64_e64 s[18:19], v[0:1], v[2:3]
s_mov_b64 s[50:51], exec
s_mov_b64 exec, 31
v_cmpx_lg_f64_e64 s[20:21], v[0:1], v[2:3]
s_mov_b64 s[52:53], exec
s_mov_b64 exec, 31
v_cmpx_ge_f64_e64 s[22:23], v[0:1], v[2:3]
s_mov_b64 s[54:55], exec
s_mov_b64 exec, 31
v_cmpx_o_f64_e64 s[24:25], v[0:1], v[2:3]
s_mov_b64 s[56:57], exec
s_mov_b64 exec, 31
v_cmpx_u_f64_e64 s[26:27], v[0:1], v[2:3]
s_mov_b64 s[58:59], exec
s_mov_b64 exec, 31
v_cmpx_nge_f64_e64 s[28:29], v[0:1], v[2:3]
s_mov_b64 s[60:61], exec
s_mov_b64 exec, 31
v_cmpx_nlg_f64_e64 s[30:31], v[0:1], v[2:3]
s_mov_b64 s[62:63], exec
s_mov_b64 exec, 31
v_cmpx_ngt_f64_e64 s[32:33], v[0:1], v[2:3]
s_mov_b64 s[64:65], exec
s_mov_b64 exec, 31
v_cmpx_nle_f64_e64 s[34:35], v[0:1], v[2:3]
s_mov_b64 s[66:67], exec
s_mov_b64 exec, 31
v_cmpx_neq_f64_e64 s[36:37], v[0:1], v[2:3]
s_mov_b64 s[68:69], exec
s_mov_b64 exec, 31
v_cmpx_nlt_f64_e64 s[38:39], v[0:1], v[2:3]
s_mov_b64 s[70:71], exec
s_mov_b64 exec, 31
v_cmpx_tru_f64_e64 s[40:41], v[0:1], v[2:3]
s_mov_b64 s[72:73], exec
s_mov_b64 exec, 31
; out: s[10:11]=0, s[42:43]=0, s[12:13]=1, s[44:45]=1, s[14:15]=0x12, s[46:47]=0x12, s[16:17]=0x13, s[48:49]=0x13, s[18:19]=4, s[50:51]=4, s[20:21]=5, s[52:53]=5, s[22:23]=0x16, s[54:55]=0x16, s[24:25]=0x17, s[56:57]=0x17, s[26:27]=8, s[58:59]=8, s[28:29]=9, s[60:61]=9, s[30:31]=0x1a, s[62:63]=0x1a, s[32:33]=0x1b, s[64:65]=0x1b, s[34:35]=0xc, s[66:67]=0xc, s[36:37]=0xd, s[68:69]=0xd, s[38:39]=0x1e, s[70:71]=0x1e, s[40:41]=0x1f, s[72:73]=0x1f

; test: v_cmps of f32: every condition
; in: exec=0x1f, v0[0..4]={1.0, 2.0, 3.0, nan, 0.0}, v1[0..4]={2.0, 2.0, 2.0, 1.0, -0.0}
v_cmps_f_f32_e64 s[10:11], v0, v1
v_cmps_lt_f32_e64 s[12:13], v0, v1
v_cmps_eq_f32_e64 s[14:15], v0, v1
v_cmps_le_f32_e64 s[16:17], v0, v1
v_cmps_gt_f32_e64 s[18:19], v0, v1
v_cmps_lg_f32_e64 s[20:21], v0, v1
v_cmps_ge_f32_e64 s[22:23], v0, v1
v_cmps_o_f32_e64 s[24:25], v0, v1
v_cmps_u_f32_e64 s[26:27], v0, v1
v_cmps_nge_f32_e64 s[28:29], v0, v1
v_cmps_nlg_f32_e64 s[30:31], v0, v1
v_cmps_ngt_f32_e64 s[32:33], v0, v1
v_cmps_nle_f32_e64 s[34:35], v0, v1
v_cmps_neq_f32_e64 s[36:37], v0, v1
v_cmps_nlt_f32_e64 s[38:39], v0, v1
v_cmps_tru_f32_e64 s[40:41], v0, v1
; out: s[10:11]=0, s[12:13]=1, s[14:15]=0x12, s[16:17]=0x13, s[18:19]=4, s[20:21]=5, s[22:23]=0x16, s[24:25]=0x17, s[26:27]=8, s[28:29]=9, s[30:31]=0x1a, s[32:33]=0x1b, s[34:35]=0xc, s[36:37]=0xd, s[38:39]=0x1e, s[40:41]=0x1f

; test: v_cmps of f64: every condition
; in: exec=0x1f, v[0:1][0..4]={1.0, 2.0, 3.0, nan, 0.0}, v[2:3][0..4]={2.0, 2.0, 2.0, 1.0, -0.0}
v_cmps_f_f64_e64 s[10:11], v[0:1], v[2:3]
v_cmps_lt_f64_e64 s[12:13], v[0:1], v[2:3]
v_cmps_eq_f64_e64 s[14:15], v[0:1], v[2:3]
v_cmps_le_f64_e64 s[16:17], v[0:1], v[2:3]
v_cmps_gt_f64_e64 s[18:19], v[0:1], v[2:3]
v_cmps_lg_f64_e64 s[20:21], v[0:1], v[2:3]
v_cmps_ge_f64_e64 s[22:23], v[0:1], v[2:3]
v_cmps_o_f64_e64 s[24:25], v[0:1], v[2:3]
v_cmps_u_f64_e64 s[26:27], v[0:1], v[2:3]
v_cmps_nge_f64_e64 s[28:29], v[0:1], v[2:3]
v_cmps_nlg_f64_e64 s[30:31], v[0:1], v[2:3]
v_cmps_ngt_f64_e64 s[32:33], v[0:1], v[2:3]
v_cmps_nle_f64_e64 s[34:35], v[0:1], v[2:3]
v_cmps_neq_f64_e64 s[36:37], v[0:1], v[2:3]
v_cmps_nlt_f64_e64 s[38:39], v[0:1], v[2:3]
v_cmps_tru_f64_e64 s[40:41], v[0:1], v[2:3]
; out: s[10:11]=0, s[12:13]=1, s[14:15]=0x12, s[16:17]=0x13, s[18:19]=4, s[20:21]=5, s[22:23]=0x16, s[24:25]=0x17, s[26:27]=8, s[28:29]=9, s[30:31]=0x1a, s[32:33]=0x1b, s[34:35]=0xc, s[36:37]=0xd, s[38:39]=0x1e, s[40:41]=0x1f

; test: v_cmpsx of f32: every condition
; in: exec=0x1f, v0[0..4]={1.0, 2.0, 3.0, nan, 0.0}, v1[0..4]={2.0, 2.0, 2.0, 1.0, -0.0}
v_cmpsx_f_f32_e64 s[10:11], v0, v1
s_mov_b64 s[42:43], exec
s_mov_b64 exec, 31
v_cmpsx_lt_f32_e64 s[12:13], v0, v1
s_mov_b64 s[44:45], exec
s_mov_b64 exec, 31
v_cmpsx_eq_f32_e64 s[14:15], v0, v1
s_mov_b64 s[46:47], exec
s_mov_b64 exec, 31
v_cmpsx_le_f32_e64 s[16:17], v0, v1
s_mov_b64 s[48:49], exec
s_mov_b64 exec, 31
v_cmpsx_gt_f32_e64 s[18:19], v0, v1
s_mov_b64 s[50:51], exec
s_mov_b64 exec, 31
v_cmpsx_lg_f32_e64 s[20:21], v0, v1
s_mov_b64 s[52:53], exec
s_mov_b64 exec, 31
v_cmpsx_ge_f32_e64 s[22:23], v0, v1
s_mov_b64 s[54:55], exec
s_mov_b64 exec, 31
v_cmpsx_o_f32_e64 s[24:25], v0, v1
s_mov_b64 s[56:57], exec
s_mov_b64 exec, 31
v_cmpsx_u_f32_e64 s[26:27], v0, v1
s_mov_b64 s[58:59], exec
s_mov_b64 exec, 31
v_cmpsx_nge_f32_e64 s[28:29], v0, v1
s_mov_b64 s[60:61], exec
s_mov_b64 exec, 31
v_cmpsx_nlg_f32_e64 s[30:31], v0, v1
s_mov_b64 s[62:63], exec
s_mov_b64 exec, 31
v_cmpsx_ngt_f32_e64 s[32:33], v0, v1
s_mov_b64 s[64:65], exec
s_mov_b64 exec, 31
v_cmpsx_nle_f32_e64 s[34:35], v0, v1
s_mov_b64 s[66:67], exec
s_mov_b64 exec, 31
v_cmpsx_neq_f32_e64 s[36:37], v0, v1
s_mov_b64 s[68:69], exec
s_mov_b64 exec, 31
v_cmpsx_nlt_f32_e64 s[38:39], v0, v1
s_mov_b64 s[70:71], exec
s_mov_b64 exec, 31
v_cmpsx_tru_f32_e64 s[40:41], v0, v1
s_mov_b64 s[72:73], exec
s_mov_b64 exec, 31
; out: s[10:11]=0, s[42:43]=0, s[12:13]=1, s[44:45]=1, s[14:15]=0x12, s[46:47]=0x12, s[16:17]=0x13, s[48:49]=0x13, s[18:19]=4, s[50:51]=4, s[20:21]=5, s[52:53]=5, s[22:23]=0x16, s[54:55]=0x16, s[24:25]=0x17, s[56:57]=0x17, s[26:27]=8, s[58:59]=8, s[28:29]=9, s[60:61]=9, s[30:31]=0x1a, s[62:63]=0x1a, s[32:33]=0x1b, s[64:65]=0x1b, s[34:35]=0xc, s[66:67]=0xc, s[36:37]=0xd, s[68:69]=0xd, s[38:39]=0x1e, s[70:71]=0x1e, s[40:41]=0x1f, s[72:73]=0x1f

; test: v_cmpsx of f64: every condition
; in: exec=0x1f, v[0:1][0..4]={1.0, 2.0, 3.0, nan, 0.0}, v[2:3][0..4]={2.0, 2.0, 2.0, 1.0, -0.0}
v_cmpsx_f_f64_e64 s[10:11], v[0:1], v[2:3]
s_mov_b64 s[42:43], exec
s_mov_b64 exec, 31
v_cmpsx_lt_f64_e64 s[12:13], v[0:1], v[2:3]
s_mov_b64 s[44:45], exec
s_mov_b64 exec, 31
v_cmpsx_eq_f64_e64 s[14:15], v[0:1], v[2:3]
s_mov_b64 s[46:47], exec
s_mov_b64 exec, 31
v_cmpsx_le_f64_e64 s[16:17], v[0:1], v[2:3]
s_mov_b64 s[48:49], exec
s_mov_b64 exec, 31
v_cmpsx_gt_f64_e64 s[18:19], v[0:1], v[2:3]
s_mov_b64 s[50:51], exec
s_mov_b64 exec, 31
v_cmpsx_lg_f64_e64 s[20:21], v[0:1], v[2:3]
s_mov_b64 s[52:53], exec
s_mov_b64 exec, 31
v_cmpsx_ge_f64_e64 s[22:23], v[0:1], v[2:3]
s_mov_b64 s[54:55], exec
s_mov_b64 exec, 31
v_cmpsx_o_f64_e64 s[24:25], v[0:1], v[2:3]
s_mov_b64 s[56:57], exec
s_mov_b64 exec, 31
v_cmpsx_u_f64_e64 s[26:27], v[0:1], v[2:3]
s_mov_b64 s[58:59], exec
s_mov_b64 exec, 31
v_cmpsx_nge_f64_e64 s[28:29], v[0:1], v[2:3]
s_mov_b64 s[60:61], exec
s_mov_b64 exec, 31
v_cmpsx_nlg_f64_e64 s[30:31], v[0:1], v[2:3]
s_mov_b64 s[62:63], exec
s_mov_b64 exec, 31
v_cmpsx_ngt_f64_e64 s[32:33], v[0:1], v[2:3]
s_mov_b64 s[64:65], exec
s_mov_b64 exec, 31
v_cmpsx_nle_f64_e64 s[34:35], v[0:1], v[2:3]
s_mov_b64 s[66:67], exec
s_mov_b64 exec, 31
v_cmpsx_neq_f64_e64 s[36:37], v[0:1], v[2:3]
s_mov_b64 s[68:69], exec
s_mov_b64 exec, 31
v_cmpsx_nlt_f64_e64 s[38:39], v[0:1], v[2:3]
s_mov_b64 s[70:71], exec
s_mov_b64 exec, 31
v_cmpsx_tru_f64_e64 s[40:41], v[0:1], v[2:3]
s_mov_b64 s[72:73], exec
s_mov_b64 exec, 31
; out: s[10:11]=0, s[42:43]=0, s[12:13]=1, s[44:45]=1, s[14:15]=0x12, s[46:47]=0x12, s[16:17]=0x13, s[48:49]=0x13, s[18:19]=4, s[50:51]=4, s[20:21]=5, s[52:53]=5, s[22:23]=0x16, s[54:55]=0x16, s[24:25]=0x17, s[56:57]=0x17, s[26:27]=8, s[58:59]=8, s[28:29]=9, s[60:61]=9, s[30:31]=0x1a, s[62:63]=0x1a, s[32:33]=0x1b, s[64:65]=0x1b, s[34:35]=0xc, s[66:67]=0xc, s[36:37]=0xd, s[68:69]=0xd, s[38:39]=0x1e, s[70:71]=0x1e, s[40:41]=0x1f, s[72:73]=0x1f

; test: v_cmpx of i32: every condition
; in: exec=0xf, v0[0..3]={0xffffffff, 5, 0x80000000, 7}, v1[0..3]={1, 5, 0x7fffffff, 8}
v_cmpx_f_i32_e64 s[10:11], v0, v1
s_mov_b64 s[42:43], exec
s_mov_b64 exec, 15
v_cmpx_lt_i32_e64 s[12:13], v0, v1
s_mov_b64 s[44:45], exec
s_mov_b64 exec, 15
v_cmpx_eq_i32_e64 s[14:15], v0, v1
s_mov_b64 s[46:47], exec
s_mov_b64 exec, 15
v_cmpx_le_i32_e64 s[16:17], v0, v1
s_mov_b64 s[48:49], exec
s_mov_b64 exec, 15
v_cmpx_gt_i32_e64 s[18:19], v0, v1
s_mov_b64 s[50:51], exec
s_mov_b64 exec, 15
v_cmpx_ne_i32_e64 s[20:21], v0, v1
s_mov_b64 s[52:53], exec
s_mov_b64 exec, 15
v_cmpx_ge_i32_e64 s[22:23], v0, v1
s_mov_b64 s[54:55], exec
s_mov_b64 exec, 15
v_cmpx_t_i32_e64 s[24:25], v0, v1
s_mov_b64 s[56:57], exec
s_mov_b64 exec, 15
; out: s[10:11]=0, s[42:43]=0, s[12:13]=0xd, s[44:45]=0xd, s[14:15]=2, s[46:47]=2, s[16:17]=0xf, s[48:49]=0xf, s[18:19]=0, s[50:51]=0, s[20:21]=0xd, s[52:53]=0xd, s[22:23]=2, s[54:55]=2, s[24:25]=0xf, s[56:57]=0xf

; test: v_cmpx of u32: every condition
; in: exec=0xf, v0[0..3]={0xffffffff, 5, 0x80000000, 7}, v1[0..3]={1, 5, 0x7fffffff, 8}
v_cmpx_f_u32_e64 s[10:11], v0, v1
s_mov_b64 s[42:43], exec
s_mov_b64 exec, 15
v_cmpx_lt_u32_e64 s[12:13], v0, v1
s_mov_b64 s[44:45], exec
s_mov_b64 exec, 15
v_cmpx_eq_u32_e64 s[14:15], v0, v1
s_mov_b64 s[46:47], exec
s_mov_b64 exec, 15
v_cmpx_le_u32_e64 s[16:17], v0, v1
s_mov_b64 s[48:49], exec
s_mov_b64 exec, 15
v_cmpx_gt_u32_e64 s[18:19], v0, v1
s_mov_b64 s[50:51], exec
s_mov_b64 exec, 15
v_cmpx_ne_u32_e64 s[20:21], v0, v1
s_mov_b64 s[52:53], exec
s_mov_b64 exec, 15
v_cmpx_ge_u32_e64 s[22:23], v0, v1
s_mov_b64 s[54:55], exec
s_mov_b64 exec, 15
v_cmpx_t_u32_e64 s[24:25], v0, v1
s_mov_b64 s[56:57], exec
s_mov_b64 exec, 15
; out: s[10:11]=0, s[42:43]=0, s[12:13]=8, s[44:45]=8, s[14:15]=2, s[46:47]=2, s[16:17]=0xa, s[48:49]=0xa, s[18:19]=5, s[50:51]=5, s[20:21]=0xd, s[52:53]=0xd, s[22:23]=7, s[54:55]=7, s[24:25]=0xf, s[56:57]=0xf

; test: v_cmpx of i64: every condition
; in: exec=0xf, v[0:1][0..3]={0xffffffffffffffff, 0x500000000, 0x8000000000000000, 0x100000000}
; in: v[2:3][0..3]={1, 0x500000000, 0x7fffffffffffffff, 0x1ffffffff}
v_cmpx_f_i64_e64 s[10:11], v[0:1], v[2:3]
s_mov_b64 s[42:43], exec
s_mov_b64 exec, 15
v_cmpx_lt_i64_e64 s[12:13], v[0:1], v[2:3]
s_mov_b64 s[44:45], exec
s_mov_b64 exec, 15
v_cmpx_eq_i64_e64 s[14:15], v[0:1], v[2:3]
s_mov_b64 s[46:47], exec
s_mov_b64 exec, 15
v_cmpx_le_i64_e64 s[16:17], v[0:1], v[2:3]
s_mov_b64 s[48:49], exec
s_mov_b64 exec, 15
v_cmpx_gt_i64_e64 s[18:19], v[0:1], v[2:3]
s_mov_b64 s[50:51], exec
s_mov_b64 exec, 15
v_cmpx_ne_i64_e64 s[20:21], v[0:1], v[2:3]
s_mov_b64 s[52:53], exec
s_mov_b64 exec, 15
v_cmpx_ge_i64_e64 s[22:23], v[0:1], v[2:3]
s_mov_b64 s[54:55], exec
s_mov_b64 exec, 15
v_cmpx_t_i64_e64 s[24:25], v[0:1], v[2:3]
s_mov_b64 s[56:57], exec
s_mov_b64 exec, 15
; out: s[10:11]=0, s[42:43]=0, s[12:13]=0xd, s[44:45]=0xd, s[14:15]=2, s[46:47]=2, s[16:17]=0xf, s[48:49]=0xf, s[18:19]=0, s[50:51]=0, s[20:21]=0xd, s[52:53]=0xd, s[22:23]=2, s[54:55]=2, s[24:25]=0xf, s[56:57]=0xf

; test: v_cmpx of u64: every condition
; in: exec=0xf, v[0:1][0..3]={0xffffffffffffffff, 0x500000000, 0x8000000000000000, 0x100000000}
; in: v[2:3][0..3]={1, 0x500000000, 0x7fffffffffffffff, 0x1ffffffff}
v_cmpx_f_u64_e64 s[10:11], v[0:1], v[2:3]
s_mov_b64 s[42:43], exec
s_mov_b64 exec, 15
v_cmpx_lt_u64_e64 s[12:13], v[0:1], v[2:3]
s_mov_b64 s[44:45], exec
s_mov_b64 exec, 15
v_cmpx_eq_u64_e64 s[14:15], v[0:1], v[2:3]
s_mov_b64 s[46:47], exec
s_mov_b64 exec, 15
v_cmpx_le_u64_e64 s[16:17], v[0:1], v[2:3]
s_mov_b64 s[48:49], exec
s_mov_b64 exec, 15
v_cmpx_gt_u64_e64 s[18:19], v[0:1], v[2:3]
s_mov_b64 s[50:51], exec
s_mov_b64 exec, 15
v_cmpx_ne_u64_e64 s[20:21], v[0:1], v[2:3]
s_mov_b64 s[52:53], exec
s_mov_b64 exec, 15
v_cmpx_ge_u64_e64 s[22:23], v[0:1], v[2:3]
s_mov_b64 s[54:55], exec
s_mov_b64 exec, 15
v_cmpx_t_u64_e64 s[24:25], v[0:1], v[2:3]
s_mov_b64 s[56:57], exec
s_mov_b64 exec, 15
; out: s[10:11]=0, s[42:43]=0, s[12:13]=8, s[44:45]=8, s[14:15]=2, s[46:47]=2, s[16:17]=0xa, s[48:49]=0xa, s[18:19]=5, s[50:51]=5, s[20:21]=0xd, s[52:53]=0xd, s[22:23]=7, s[54:55]=7, s[24:25]=0xf, s[56:57]=0xf

; test: v_cmpx_class of floats
; in: exec=3, v0[0..1]={1.0, -1.0}
v_cmpx_class_f32_e64 s[4:5], v0, 8
; out: s[4:5]=2, exec=2
