// The result type of an instruction of LLVM IR text, from its text alone.

import type { IrInstruction } from './instruction.js';
import { elementType, fromType, isVector, typeLength, vectorShape, withElements } from './type-text.js';

/** Instructions whose value has another type than their first operand, except calls and conversions. */
function ofOperands({ opcode, typedOperands, operands }: IrInstruction): string | undefined {
  const [first, second, third] = typedOperands;
  switch (opcode) {
    case 'select':
      return second?.type;
    case 'extractelement':
      return first && elementType(first.type);
    case 'shufflevector':
      return first && third && `<${vectorShape(third.type)?.count} x ${elementType(first.type)}>`;
    case 'getelementptr': {
      const lanes = typedOperands.map(({ type }) => type).find(isVector);
      // Typed pointers: members of the pointed-to type have another type.
      if (first?.type.endsWith('*') && operands.length > 3) return undefined;
      return first && lanes !== undefined && !isVector(first.type) ? withElements(lanes, first.type) : first?.type;
    }
    case 'atomicrmw':
      return second?.type;
    default:
      return undefined;
  }
}

/** The type that a call returns, after its convention and attributes. */
function ofCall({ operandText }: IrInstruction): string {
  const rest = fromType(operandText);
  return rest.slice(0, typeLength(rest));
}

const FIRST_TYPE: ReadonlySet<string> = new Set(
  'phi add sub mul udiv sdiv urem srem shl lshr ashr and or xor fadd fsub fmul fdiv frem fneg freeze load insertelement'.split(
    ' ',
  ),
);

/** @returns undefined if the text does not contain it, as for a structure's member */
export function resultType(instruction: IrInstruction): string | undefined {
  const { opcode, type, cast } = instruction;
  if (FIRST_TYPE.has(opcode)) return type;
  if (opcode === 'icmp' || opcode === 'fcmp') return withElements(type, 'i1');
  if (opcode === 'call') return ofCall(instruction);
  return cast ? cast.target : ofOperands(instruction);
}
