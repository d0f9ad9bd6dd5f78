// Types of operands and of a module in LLVM IR text.

import { type IrTextModule, outerLines } from './module.js';
import { untyped } from './operand.js';
import { type IrType, readType } from './types.js';

const NAMED = /^(%(?:"(?:[^"\\]|\\.)*"|[\w.$-]+)) = type (.*)$/;

/** The address space of a pointer; undefined for other types. */
export function pointerSpace(type: string): number | undefined {
  const read = readType(type);
  return read?.kind === 'pointer' ? read.addressSpace : undefined;
}

/** An operand that may be a pointer: its address space, undefined for other types, and its value. */
export function typedPointer(operand: string): { readonly space: number | undefined; readonly value: string } {
  const value = untyped(operand);
  return { space: pointerSpace(operand.slice(0, operand.length - value.length)), value };
}

/** Types with names, without those that are unknown to the parser. */
export function namedTypes(module: IrTextModule): ReadonlyMap<string, IrType> {
  const named = new Map<string, IrType>();
  for (const line of outerLines(module)) {
    const [, name, text] = line.startsWith('%') ? (NAMED.exec(line) ?? []) : [];
    const type = text === undefined ? undefined : readType(text);
    if (name !== undefined && type) named.set(name, type);
  }
  return named;
}
