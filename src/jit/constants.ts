// Values of expressions that are known when a kernel is compiled: branch targets, the MODE after s_setreg.

import type { Ex } from '../isa/expr.js';
import { floatModes } from '../isa/float-ops.js';
import type { Instruction } from '../isa/instruction.js';
import { applyOperator } from '../isa/integer-ops.js';

/** Values of specials and of constant operands at one instruction. */
export interface Known {
  readonly instruction: Instruction;
  readonly nextPc: number;
  /** The relevant bits of MODE. */
  readonly mode: number;
}

/** The bit pattern of an expression, or undefined when it depends on the state. */
export function constantOf(ex: Ex, known: Known): bigint | undefined {
  switch (ex.kind) {
    case 'const':
      return BigInt(ex.bits);
    case 'field': {
      const value = BigInt(known.instruction.fields[ex.field] ?? 0);
      return ex.signed ? BigInt.asUintN(32, BigInt.asIntN(16, value)) : value;
    }
    case 'special':
      if (ex.name === 'NEXTPC') return BigInt(known.nextPc);
      return ex.name === 'MODE' ? BigInt(known.mode >>> 0) : undefined;
    case 'src': {
      const operand = known.instruction.operands[ex.slot];
      if (operand?.kind !== 'const' || ex.dword !== 0) return undefined;
      return ex.ty === 'u64' ? operand.bits64 : ex.ty === 'u32' ? BigInt(operand.bits) : undefined;
    }
    case 'op': {
      const args = ex.args.map((arg) => constantOf(arg, known));
      if (args.some((arg) => arg === undefined)) return undefined;
      return applyOperator(ex.op, floatModes(known.mode), args as bigint[]);
    }
    default:
      return undefined;
  }
}
