// The kernarg segment of a kernel: arguments in order, each with its alignment, without hidden ones.

import { hostArgumentName, hostTypeName, isPointer } from '../brig/host-types.js';
import type { BrigEntry, BrigModule } from '../brig/module.js';
import { bytesOf, isArray } from '../brig/types.js';
import type { IrProgram } from './ir-program.js';
import { alignmentOf, sizeOf } from './variables.js';

export interface KernargPlaces {
  /** Offsets by the offset of the entry. */
  readonly offsets: ReadonlyMap<number, number>;
  /** Parameters of LLVM IR that take the same places. */
  readonly parameters: readonly string[];
  readonly metadata: string;
}

const alignUp = (value: number, alignment: number): number => Math.ceil(value / alignment) * alignment;

function parameterType(formal: BrigEntry): string {
  const type = formal.values['type']!;
  const element = isPointer(formal) ? 'ptr addrspace(1)' : `i${8 * bytesOf(type)}`;
  return isArray(type) ? `[${formal.wide['dim']} x ${element}]` : element;
}

/** Names and types of arguments, which the metadata of the code object has. */
function argumentMetadata(program: IrProgram, module: BrigModule, formals: readonly BrigEntry[]): string {
  const list = (texts: readonly string[]): string => program.onceNode(`!{${texts.map((t) => `!"${t}"`).join(', ')}}`);
  const names = list(formals.map((formal) => hostArgumentName(module, formal)));
  return ` !kernel_arg_name ${names} !kernel_arg_type ${list(formals.map(hostTypeName))}`;
}

export function kernelArguments(program: IrProgram, module: BrigModule, formals: readonly BrigEntry[]): KernargPlaces {
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
  const metadata = isNatural && size > 0 ? argumentMetadata(program, module, formals) : '';
  return { offsets, parameters: size === 0 ? [] : parameters, metadata };
}
