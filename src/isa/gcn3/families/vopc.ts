// VOPC of 16 bits. Source: "AMD GCN3 ISA", "VOPC Instructions".

import { F32, type Float } from '../../common/families/float.js';
import { type CompareGroup, compareRows, floatGroup, I32, integerGroup, U32 } from '../../common/families/vopc.js';
import { vopc } from '../../common/family.js';
import type { InstructionRow } from '../../define.js';
import { type Ex, ops, type Source, u32 } from '../../language/expr.js';
import { half, signed16, unsigned16 } from '../halves.js';

/** Half precision as the single precision that it is exactly. */
const F16: Float<'f32', 'u32'> = { ...F32, read: (source) => half.single(unsigned16(source.f16)) };

/** Number of the class of a half, counted as in the mask: 0 signalling NaN ... 9 +infinity. */
function classOf(source: Source): Ex<'u32'> {
  const bits = unsigned16(source.f16);
  const magnitude = ops.and(bits, u32(0x7fff));
  const negative = ops.ne(magnitude, bits);
  const special = ops.leU(u32(0x7c00), magnitude);
  const small = ops.selU32(ops.eq(magnitude, u32(0)), u32(3), u32(2));
  const distance = ops.selU32(special, u32(0), ops.selU32(ops.ltU(magnitude, u32(0x400)), small, u32(1)));
  const quiet = ops.and(ops.shrU(bits, u32(9)), u32(1));
  const signed = ops.selU32(negative, ops.add(u32(2), distance), ops.sub(u32(9), distance));
  return ops.selU32(ops.ltU(u32(0x7c00), magnitude), quiet, signed);
}

const CLASS: CompareGroup = {
  opcode: 0,
  type: 'f16',
  prefixes: ['v_cmp'],
  conditions: [
    {
      name: 'class',
      text: 'class of S0 is in mask S1',
      of: ({ S0, S1 }) => ops.ne(ops.and(ops.shrU(S1.u32, classOf(S0)), u32(1)), u32(0)),
    },
  ],
};

export const VOPC: readonly InstructionRow[] = vopc(
  compareRows([
    floatGroup(0, 'f16', F16, ['v_cmp']),
    integerGroup(0, 'i16', I32, (source) => signed16(source.u32)),
    integerGroup(0, 'u16', U32, (source) => unsigned16(source.u32)),
    CLASS,
  ]),
);
