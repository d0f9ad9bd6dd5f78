// The parts of packed values: integers of the whole size, the first part in the low bits.

import type { FunctionScope } from './scope.js';
import { shapeOf } from './shapes.js';

export const partCount = (type: string): number => shapeOf(type).parts;

/** A part, as a value of its type. */
export function partAt(scope: FunctionScope, type: string, whole: string, index: number): string {
  const { bits, parts, part } = shapeOf(type);
  const width = bits / parts;
  const shifted = index === 0 ? whole : scope.out.value(`lshr i${bits} ${whole}, ${index * width}`);
  return scope.toValue(scope.out.value(`trunc i${bits} ${shifted} to i${width}`), part);
}

/** The whole of parts from the first one on; the others are those of `before`. */
export function fromParts(scope: FunctionScope, type: string, parts: readonly string[], before = '0'): string {
  const { bits, parts: count, part } = shapeOf(type);
  const { out } = scope;
  const width = bits / count;
  const kept = parts.length === count ? 0n : (1n << BigInt(bits)) - (1n << BigInt(parts.length * width));
  let whole = kept === 0n ? '0' : out.value(`and i${bits} ${before}, ${kept}`);
  parts.forEach((value, index) => {
    const wide = out.value(`zext i${width} ${scope.toBits(value, part)} to i${bits}`);
    const placed = index === 0 ? wide : out.value(`shl i${bits} ${wide}, ${index * width}`);
    whole = out.value(`or i${bits} ${whole}, ${placed}`);
  });
  return whole;
}
