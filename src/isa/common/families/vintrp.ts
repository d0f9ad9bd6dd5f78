// VINTRP: interpolation of vertex parameters for pixel shaders. Manual: "Parameter Interpolation".

import type { Stmt } from '../../language/expr.js';
import { vintrp } from '../family.js';

const refused = (): Stmt[] => [
  {
    kind: 'unsupported',
    reason: 'interpolation needs vertex parameters in LDS: there is no pixel shader stage in compute',
  },
];

export const VINTRP = vintrp({
  v_interp_p1_f32: [0, 'D = P10 * S0 + P0 of a parameter', refused, { dwords: { D: 1, S0: 1 } }],
  v_interp_p2_f32: [1, 'D = P20 * S0 + D of a parameter', refused, { dwords: { D: 1, S0: 1 } }],
  // The field vsrc selects the operand (P10, P20 or P0).
  v_interp_mov_f32: [2, 'D = P10, P20 or P0 of a parameter', refused, { dwords: { D: 1 } }],
});
