// Offsets that `getelementptr` adds: constant bytes, and indices with the bytes of an element.

import { alignUp } from '../cal/convention.js';
import type { IrInstruction } from '../compiler/ir/instruction.js';
import type { IrOperand } from '../compiler/ir/operand.js';
import { type IrType, layoutOf, readType } from '../compiler/ir/types.js';

export interface AddressTerm {
  readonly index: IrOperand;
  readonly bytes: number;
}

export interface AddressOffset {
  readonly constantBytes: number;
  readonly terms: readonly AddressTerm[];
}

type NamedTypes = ReadonlyMap<string, IrType>;

/** Bytes before a field of a structure. */
export function fieldOffset(fields: readonly IrType[], packed: boolean, index: number, named: NamedTypes): number {
  let end = 0;
  fields.slice(0, index + 1).forEach((field, n) => {
    const { size, alignment } = layoutOf(field, named);
    const start = packed ? end : alignUp(end, alignment);
    end = n === index ? start : start + size;
  });
  return end;
}

const resolved = (type: IrType | undefined, named: NamedTypes): IrType | undefined =>
  type?.kind === 'named' ? named.get(type.name) : type;

/** @returns undefined for types that the reader does not know */
export function addressOffset(instruction: IrInstruction, named: NamedTypes): AddressOffset | undefined {
  const base = readType(instruction.operands[0] ?? '');
  const [, ...indices] = instruction.typedOperands;
  if (!base) return undefined;
  let type: IrType | undefined = { kind: 'array', count: 0, element: base };
  let constantBytes = 0;
  const terms: AddressTerm[] = [];
  for (const index of indices) {
    const inner = resolved(type, named);
    if (inner?.kind === 'struct') {
      const field = Number(index.value);
      constantBytes += fieldOffset(inner.fields, inner.packed, field, named);
      type = inner.fields[field];
    } else if (inner?.kind === 'array' || inner?.kind === 'vector') {
      terms.push({ index, bytes: layoutOf(inner.element, named).size });
      type = inner.element;
    } else return undefined;
  }
  return { constantBytes, terms };
}
