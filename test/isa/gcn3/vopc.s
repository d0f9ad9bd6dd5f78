; VOPC of 16 bits. Expected values follow from the conditions.

; test: halves: less, equal, greater, NaN, zeros of both signs
; in: exec=0x1f, v1[0..4]={0xabcd3c00, 0xabcd4000, 0xabcd4200, 0xabcd7e00, 0xabcd0000}, v2[0..4]={0x4000, 0x4000, 0x4000, 0x3c00, 0x8000}
v_cmp_f_f16_e64 s[10:11], v1, v2
v_cmp_lt_f16_e64 s[12:13], v1, v2
v_cmp_eq_f16_e64 s[14:15], v1, v2
v_cmp_le_f16_e64 s[16:17], v1, v2
v_cmp_gt_f16_e64 s[18:19], v1, v2
v_cmp_lg_f16_e64 s[20:21], v1, v2
v_cmp_ge_f16_e64 s[22:23], v1, v2
v_cmp_o_f16_e64 s[24:25], v1, v2
v_cmp_u_f16_e64 s[26:27], v1, v2
v_cmp_nge_f16_e64 s[28:29], v1, v2
v_cmp_nlg_f16_e64 s[30:31], v1, v2
v_cmp_ngt_f16_e64 s[32:33], v1, v2
v_cmp_nle_f16_e64 s[34:35], v1, v2
v_cmp_neq_f16_e64 s[36:37], v1, v2
v_cmp_nlt_f16_e64 s[38:39], v1, v2
v_cmp_tru_f16_e64 s[40:41], v1, v2
; out: s[10:11]=0, s[12:13]=1, s[14:15]=0x12, s[16:17]=0x13, s[18:19]=4, s[20:21]=5, s[22:23]=0x16, s[24:25]=0x17, s[26:27]=8, s[28:29]=9, s[30:31]=0x1a, s[32:33]=0x1b, s[34:35]=0xc, s[36:37]=0xd, s[38:39]=0x1e, s[40:41]=0x1f

; test: halves: less, equal, greater, NaN, zeros of both signs; to EXEC, too
; in: exec=0x1f, v1[0..4]={0xabcd3c00, 0xabcd4000, 0xabcd4200, 0xabcd7e00, 0xabcd0000}, v2[0..4]={0x4000, 0x4000, 0x4000, 0x3c00, 0x8000}
v_cmpx_f_f16_e64 s[10:11], v1, v2
s_mov_b32 s50, exec_lo
s_mov_b64 exec, 0x1f
v_cmpx_lt_f16_e64 s[12:13], v1, v2
s_mov_b32 s51, exec_lo
s_mov_b64 exec, 0x1f
v_cmpx_eq_f16_e64 s[14:15], v1, v2
s_mov_b32 s52, exec_lo
s_mov_b64 exec, 0x1f
v_cmpx_le_f16_e64 s[16:17], v1, v2
s_mov_b32 s53, exec_lo
s_mov_b64 exec, 0x1f
v_cmpx_gt_f16_e64 s[18:19], v1, v2
s_mov_b32 s54, exec_lo
s_mov_b64 exec, 0x1f
v_cmpx_lg_f16_e64 s[20:21], v1, v2
s_mov_b32 s55, exec_lo
s_mov_b64 exec, 0x1f
v_cmpx_ge_f16_e64 s[22:23], v1, v2
s_mov_b32 s56, exec_lo
s_mov_b64 exec, 0x1f
v_cmpx_o_f16_e64 s[24:25], v1, v2
s_mov_b32 s57, exec_lo
s_mov_b64 exec, 0x1f
v_cmpx_u_f16_e64 s[26:27], v1, v2
s_mov_b32 s58, exec_lo
s_mov_b64 exec, 0x1f
v_cmpx_nge_f16_e64 s[28:29], v1, v2
s_mov_b32 s59, exec_lo
s_mov_b64 exec, 0x1f
v_cmpx_nlg_f16_e64 s[30:31], v1, v2
s_mov_b32 s60, exec_lo
s_mov_b64 exec, 0x1f
v_cmpx_ngt_f16_e64 s[32:33], v1, v2
s_mov_b32 s61, exec_lo
s_mov_b64 exec, 0x1f
v_cmpx_nle_f16_e64 s[34:35], v1, v2
s_mov_b32 s62, exec_lo
s_mov_b64 exec, 0x1f
v_cmpx_neq_f16_e64 s[36:37], v1, v2
s_mov_b32 s63, exec_lo
s_mov_b64 exec, 0x1f
v_cmpx_nlt_f16_e64 s[38:39], v1, v2
s_mov_b32 s64, exec_lo
s_mov_b64 exec, 0x1f
v_cmpx_tru_f16_e64 s[40:41], v1, v2
s_mov_b32 s65, exec_lo
s_mov_b64 exec, 0x1f
; out: s[10:11]=0, s50=0, s[12:13]=1, s51=1, s[14:15]=0x12, s52=0x12, s[16:17]=0x13, s53=0x13, s[18:19]=4, s54=4, s[20:21]=5, s55=5, s[22:23]=0x16, s56=0x16, s[24:25]=0x17, s57=0x17, s[26:27]=8, s58=8, s[28:29]=9, s59=9, s[30:31]=0x1a, s60=0x1a, s[32:33]=0x1b, s61=0x1b, s[34:35]=0xc, s62=0xc, s[36:37]=0xd, s63=0xd, s[38:39]=0x1e, s64=0x1e, s[40:41]=0x1f, s65=0x1f

; test: signed integers of 16 bits
; in: exec=0x1f, v1[0..4]={0x12340001, 0xffff, 0x8000, 5, 0xabcd7fff}, v2[0..4]={2, 0xffff0001, 0x7fff, 5, 0x8000}
v_cmp_f_i16_e64 s[10:11], v1, v2
v_cmp_lt_i16_e64 s[12:13], v1, v2
v_cmp_eq_i16_e64 s[14:15], v1, v2
v_cmp_le_i16_e64 s[16:17], v1, v2
v_cmp_gt_i16_e64 s[18:19], v1, v2
v_cmp_ne_i16_e64 s[20:21], v1, v2
v_cmp_ge_i16_e64 s[22:23], v1, v2
v_cmp_t_i16_e64 s[24:25], v1, v2
; out: s[10:11]=0, s[12:13]=7, s[14:15]=8, s[16:17]=0xf, s[18:19]=0x10, s[20:21]=0x17, s[22:23]=0x18, s[24:25]=0x1f

; test: signed integers of 16 bits; to EXEC, too
; in: exec=0x1f, v1[0..4]={0x12340001, 0xffff, 0x8000, 5, 0xabcd7fff}, v2[0..4]={2, 0xffff0001, 0x7fff, 5, 0x8000}
v_cmpx_f_i16_e64 s[10:11], v1, v2
s_mov_b32 s50, exec_lo
s_mov_b64 exec, 0x1f
v_cmpx_lt_i16_e64 s[12:13], v1, v2
s_mov_b32 s51, exec_lo
s_mov_b64 exec, 0x1f
v_cmpx_eq_i16_e64 s[14:15], v1, v2
s_mov_b32 s52, exec_lo
s_mov_b64 exec, 0x1f
v_cmpx_le_i16_e64 s[16:17], v1, v2
s_mov_b32 s53, exec_lo
s_mov_b64 exec, 0x1f
v_cmpx_gt_i16_e64 s[18:19], v1, v2
s_mov_b32 s54, exec_lo
s_mov_b64 exec, 0x1f
v_cmpx_ne_i16_e64 s[20:21], v1, v2
s_mov_b32 s55, exec_lo
s_mov_b64 exec, 0x1f
v_cmpx_ge_i16_e64 s[22:23], v1, v2
s_mov_b32 s56, exec_lo
s_mov_b64 exec, 0x1f
v_cmpx_t_i16_e64 s[24:25], v1, v2
s_mov_b32 s57, exec_lo
s_mov_b64 exec, 0x1f
; out: s[10:11]=0, s50=0, s[12:13]=7, s51=7, s[14:15]=8, s52=8, s[16:17]=0xf, s53=0xf, s[18:19]=0x10, s54=0x10, s[20:21]=0x17, s55=0x17, s[22:23]=0x18, s56=0x18, s[24:25]=0x1f, s57=0x1f

; test: unsigned integers of 16 bits
; in: exec=0x1f, v1[0..4]={0x12340001, 0xffff, 0x8000, 5, 0xabcd7fff}, v2[0..4]={2, 0xffff0001, 0x7fff, 5, 0x8000}
v_cmp_f_u16_e64 s[10:11], v1, v2
v_cmp_lt_u16_e64 s[12:13], v1, v2
v_cmp_eq_u16_e64 s[14:15], v1, v2
v_cmp_le_u16_e64 s[16:17], v1, v2
v_cmp_gt_u16_e64 s[18:19], v1, v2
v_cmp_ne_u16_e64 s[20:21], v1, v2
v_cmp_ge_u16_e64 s[22:23], v1, v2
v_cmp_t_u16_e64 s[24:25], v1, v2
; out: s[10:11]=0, s[12:13]=0x11, s[14:15]=8, s[16:17]=0x19, s[18:19]=6, s[20:21]=0x17, s[22:23]=0xe, s[24:25]=0x1f

; test: unsigned integers of 16 bits; to EXEC, too
; in: exec=0x1f, v1[0..4]={0x12340001, 0xffff, 0x8000, 5, 0xabcd7fff}, v2[0..4]={2, 0xffff0001, 0x7fff, 5, 0x8000}
v_cmpx_f_u16_e64 s[10:11], v1, v2
s_mov_b32 s50, exec_lo
s_mov_b64 exec, 0x1f
v_cmpx_lt_u16_e64 s[12:13], v1, v2
s_mov_b32 s51, exec_lo
s_mov_b64 exec, 0x1f
v_cmpx_eq_u16_e64 s[14:15], v1, v2
s_mov_b32 s52, exec_lo
s_mov_b64 exec, 0x1f
v_cmpx_le_u16_e64 s[16:17], v1, v2
s_mov_b32 s53, exec_lo
s_mov_b64 exec, 0x1f
v_cmpx_gt_u16_e64 s[18:19], v1, v2
s_mov_b32 s54, exec_lo
s_mov_b64 exec, 0x1f
v_cmpx_ne_u16_e64 s[20:21], v1, v2
s_mov_b32 s55, exec_lo
s_mov_b64 exec, 0x1f
v_cmpx_ge_u16_e64 s[22:23], v1, v2
s_mov_b32 s56, exec_lo
s_mov_b64 exec, 0x1f
v_cmpx_t_u16_e64 s[24:25], v1, v2
s_mov_b32 s57, exec_lo
s_mov_b64 exec, 0x1f
; out: s[10:11]=0, s50=0, s[12:13]=0x11, s51=0x11, s[14:15]=8, s52=8, s[16:17]=0x19, s53=0x19, s[18:19]=6, s54=6, s[20:21]=0x17, s55=0x17, s[22:23]=0xe, s56=0xe, s[24:25]=0x1f, s57=0x1f

; test: classes of halves: each bit of the mask means one
; in: exec=0x3ff, v1[0..9]={0x7d00, 0x7e00, 0xfc00, 0xbc00, 0x8001, 0x8000, 0, 0x3ff, 0x400, 0x7c00}, v2[0..9]={1, 2, 4, 8, 0x10, 0x20, 0x40, 0x80, 0x100, 0x200}, v3[0..9]={0x3fe, 0x3fd, 0x3fb, 0x3f7, 0x3ef, 0x3df, 0x3bf, 0x37f, 0x2ff, 0x1ff}, v4=0x60
v_cmp_class_f16_e64 s[4:5], v1, v2
v_cmp_class_f16_e64 s[6:7], v1, v3
v_cmp_class_f16 vcc, v1, v4
; out: s[4:5]=0x3ff, s[6:7]=0, vcc=0x60

; test: v_cmpx_class_f16 leaves the lanes that are of the class
; in: exec=7, v1[0..2]={0x7c00, 0x3c00, 0xfc00}, v2=0x204
v_cmpx_class_f16 vcc, v1, v2
v_mov_b32 v3, 1
; out: vcc=5, exec=5, v3[0]=1, v3[2]=1
