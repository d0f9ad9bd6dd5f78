// The 64-bit (VOP3) forms of VOP1, VOP2 and VOPC instructions. Source: the manual's table of VOP3 opcodes, where VOPC
// keeps its opcode, VOP2 adds 0x100 and VOP1 adds 0x180.

import { vop3Twins } from '../common/promotion.js';
import type { PromotedFormat } from '../isa.js';

export const PROMOTIONS: Readonly<Record<string, PromotedFormat>> = {
  VOP3: vop3Twins({ VOPC: 0, VOP2: 0x100, VOP1: 0x180 }),
};
