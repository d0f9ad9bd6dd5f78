// Values of expressions that are known when a kernel is compiled: branch targets, the MODE after s_setreg.

import type { Instruction } from '../../isa/instruction.js';
import type { Ex } from '../../isa/language/expr.js';
import { floatModes, operatorModes } from '../../isa/language/float-ops.js';
import { applyOperator } from '../../isa/language/integer-ops.js';

/** Values of specials and of constant operands at one instruction. */
export interface KnownValues {
  readonly instruction: Instruction;
  /** Address of the following instruction. */
  readonly nextPc: bigint;
  /** MEMORYBASE. */
  readonly memoryBase: bigint;
  /** The relevant bits of MODE. */
  readonly mode: number;
  /** Of operands that are registers. */
  readonly source?: (node: Extract<Ex, { kind: 'src' }>) => bigint | undefined;
}

/** The bits of a f32 operand after abs and neg. */
export function withSign({ abs, neg }: { readonly abs?: boolean; readonly neg?: boolean }, bits: number): bigint {
  const size = abs ? bits & 0x7fff_ffff : bits;
  return BigInt((neg ? size ^ 0x8000_0000 : size) >>> 0);
}

/** The bit pattern of an expression, or undefined when it depends on the state. */
export function constantOf(ex: Ex, values: KnownValues): bigint | undefined {
  switch (ex.kind) {
    case 'const':
      return BigInt(ex.bits);
    case 'field': {
      const value = BigInt(values.instruction.fields[ex.field] ?? 0);
      return ex.signed ? BigInt.asUintN(32, BigInt.asIntN(16, value)) : value;
    }
    case 'special':
      if (ex.name === 'NEXTPC') return values.nextPc;
      if (ex.name === 'MEMORYBASE') return values.memoryBase;
      return ex.name === 'MODE' ? BigInt(values.mode >>> 0) : undefined;
    case 'src': {
      const operand = values.instruction.operands[ex.slot];
      if (operand?.kind !== 'const') return values.source?.(ex);
      if (ex.dword !== 0 || ex.half) return undefined;
      if (ex.ty === 'f32') return withSign(operand, operand.bits);
      return ex.ty === 'u64' ? operand.bits64 : ex.ty === 'u32' ? BigInt(operand.bits) : undefined;
    }
    case 'op': {
      const args: bigint[] = [];
      for (const arg of ex.args) {
        const value = constantOf(arg, values);
        if (value === undefined) return undefined;
        args.push(value);
      }
      return applyOperator(ex.op, operatorModes(floatModes(values.mode), ex.denorm), args);
    }
    default:
      return undefined;
  }
}
