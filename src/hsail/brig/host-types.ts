// Arguments of kernels as hosts call their types. Those of 64 bits may be addresses, of anything.

import { type BrigEntry, type BrigModule, stringAt } from './module.js';
import { elementOf, typeName } from './types.js';

const POINTERS: readonly string[] = ['u64', 'b64'];
const TYPE_NAMES: Readonly<Record<string, string>> = {
  u8: 'uchar',
  s8: 'char',
  u16: 'ushort',
  s16: 'short',
  u32: 'uint',
  s32: 'int',
  s64: 'long',
  f32: 'float',
  f64: 'double',
  b32: 'uint',
  u64: 'uint*',
  b64: 'uint*',
};

const elementName = ({ values }: BrigEntry): string => typeName(elementOf(values['type']!));

export const isPointer = (formal: BrigEntry): boolean => POINTERS.includes(elementName(formal));

export const hostTypeName = (formal: BrigEntry): string => TYPE_NAMES[elementName(formal)] ?? elementName(formal);

/** The name of an argument, without its `%`. */
export const hostArgumentName = (module: BrigModule, { values }: BrigEntry): string =>
  stringAt(module, values['name']!).replace(/^%/, '');
