// The kernarg segment of a kernel: arguments in order, each with its alignment, without hidden ones.

import type { BrigEntry } from '../brig/module.js';
import { bytesOf, isArray } from '../brig/types.js';
import { alignmentOf, sizeOf } from './variables.js';

export interface KernargPlaces {
  /** Offsets by the offset of the entry. */
  readonly offsets: ReadonlyMap<number, number>;
  /** Parameters of LLVM IR that take the same places. */
  readonly parameters: readonly string[];
}

const alignUp = (value: number, alignment: number): number => Math.ceil(value / alignment) * alignment;

function parameterType(formal: BrigEntry): string {
  const type = formal.values['type']!;
  const element = `i${8 * bytesOf(type)}`;
  return isArray(type) ? `[${formal.wide['dim']} x ${element}]` : element;
}

export function kernelArguments(formals: readonly BrigEntry[]): KernargPlaces {
  const offsets = new Map<number, number>();
  let size = 0;
  for (const formal of formals) {
    const offset = alignUp(size, alignmentOf(formal));
    offsets.set(formal.offset, offset);
    size = offset + sizeOf(formal);
  }
  const isNatural = formals.every((formal) => alignmentOf(formal) === Math.max(1, bytesOf(formal.values['type']!)));
  const parameters = isNatural
    ? formals.map((formal, index) => `${parameterType(formal)} %argument${index}`)
    : [`[${size} x i8] %arguments`];
  return { offsets, parameters: size === 0 ? [] : parameters };
}
