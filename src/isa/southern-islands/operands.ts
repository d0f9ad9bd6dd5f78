// The scalar registers of Southern Islands. Source: "Southern Islands Series Instruction Set Architecture", table
// "SDST, SSRC and SRC operands".

import { operandCodesFor, type RegisterNames } from '../common/operands.js';
import { SGPR_COUNT, TTMP0 } from '../instruction.js';

export const REGISTER_NAMES: RegisterNames = {
  sgprCount: SGPR_COUNT,
  specials: new Map([
    [106, 'vcc_lo'],
    [107, 'vcc_hi'],
    [108, 'tba_lo'],
    [109, 'tba_hi'],
    [110, 'tma_lo'],
    [111, 'tma_hi'],
    [124, 'm0'],
    [126, 'exec_lo'],
    [127, 'exec_hi'],
  ]),
  trap: { first: TTMP0, count: 12 },
};

export const operandCodes = operandCodesFor(REGISTER_NAMES);
