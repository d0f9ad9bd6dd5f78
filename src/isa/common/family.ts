// The defining functions of the formats that instruction sets share, by which families are written down.

import { familiesOf } from '../define.js';
import { BASE_SET } from './base-set.js';

const family = familiesOf(BASE_SET);

export const sop1 = family('SOP1', ['D', 'S0']);
export const sop2 = family('SOP2', ['D', 'S0', 'S1']);
/**
 * SIMM is the sign-extended or zero-extended 16-bit field: read it with `field('simm16', signed)`; the literal word
 * that follows s_setreg_imm32_b32 is `field('simm32')`.
 */
export const sopk = family('SOPK', ['D']);
export const sopc = family('SOPC', ['S0', 'S1']);
export const sopp = family('SOPP', []);
export const vop1 = family('VOP1', ['D', 'S0']);
/**
 * Writes of a carry go to `VCC.mask` and reads of one come from `VCC.lane`; in the promotion to VOP3 they are SDST and
 * S2.
 */
export const vop2 = family('VOP2', ['D', 'S0', 'S1']);
/** K is the literal constant of v_madmk_f32 and v_madak_f32. */
export const vop2k = family('VOP2', ['D', 'S0', 'S1', 'K']);
/** D is VCC in the 32-bit form, an SGPR pair in VOP3: `D.mask(condition)`. */
export const vopc = family('VOPC', ['D', 'S0', 'S1']);
export const vop3 = family('VOP3', ['D', 'S0', 'S1', 'S2']);
/** VOP3b: with a scalar destination for a carry or a flag. */
export const vop3b = family('VOP3', ['D', 'SDST', 'S0', 'S1', 'S2']);
export const vintrp = family('VINTRP', ['D', 'S0']);
export const ds = family('DS', ['D', 'ADDR', 'DATA0', 'DATA1']);
export const mubuf = family('MUBUF', ['VDATA', 'VADDR', 'SRSRC', 'SOFFSET']);
export const mtbuf = family('MTBUF', ['VDATA', 'VADDR', 'SRSRC', 'SOFFSET']);
export const mimg = family('MIMG', ['VDATA', 'VADDR', 'SRSRC', 'SSAMP']);
export const exp = family('EXP', ['S0', 'S1', 'S2', 'S3']);
