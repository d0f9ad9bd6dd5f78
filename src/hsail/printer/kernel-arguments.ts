// The formal arguments of a kernel: what the kernarg segment has, in order, and nothing else.

import { VALUE_NAME } from '../../compiler/ir/lexical.js';
import { typeLength } from '../../compiler/ir/type-text.js';
import { type IrType, layoutOf, readType } from '../../compiler/ir/types.js';
import type { KernelScope } from './kernel-scope.js';
import { loadParts } from './memory.js';
import { definedType, type NamedTypes, partsOf, type ValuePart } from './parts.js';

export interface PrintedArgument {
  /** Of the value in IR. */
  readonly value: string;
  /** In HSAIL. */
  readonly symbol: string;
  readonly type: IrType;
  /** The value is the address of the argument: structures. */
  readonly isAddress: boolean;
}

const NAME = new RegExp(`(${VALUE_NAME})$`);
const BY_REFERENCE = /\bby(?:ref|val)\(([^()]*|[^()]*\([^()]*\)[^()]*)\)/;

/** @param names of arguments in the source, where they are known */
export function readArguments(parameters: readonly string[], names: readonly string[]): PrintedArgument[] {
  return parameters.map((text, n) => {
    const reference = BY_REFERENCE.exec(text);
    return {
      value: NAME.exec(text)?.[1] ?? `%${n}`,
      symbol: `%${/^[A-Za-z_]\w*$/.test(names[n] ?? '') ? names[n] : `arg${n}`}`,
      type: readType(reference ? reference[1]! : text.slice(0, typeLength(text)))!,
      isAddress: reference !== null,
    };
  });
}

/** The declaration of an argument. */
export function argumentText({ type, symbol }: PrintedArgument, named: NamedTypes): string {
  const { size, alignment } = layoutOf(type, named);
  const whole = definedType(type, named);
  if (whole.kind === 'scalar' || whole.kind === 'pointer') return `kernarg_u${8 * size} ${symbol}`;
  return `align(${alignment}) kernarg_u8 ${symbol}[${size}]`;
}

/** Loads of the arguments at the kernel's beginning; those of unused ones go. */
export function loadArguments(scope: KernelScope, all: readonly PrintedArgument[]): void {
  for (const { value, symbol, type, isAddress } of all) {
    const pointer: ValuePart = {
      type: { kind: 'pointer', bits: 64, space: 4 },
      value: { symbol, offset: 0n },
      segment: 'kernarg',
    };
    const { alignment } = layoutOf(type, scope.named);
    const parts = isAddress
      ? [pointer]
      : loadParts(scope, { pointer, parts: partsOf(type, scope.named), alignment, isVolatile: false });
    scope.values.set(value, parts);
  }
}
