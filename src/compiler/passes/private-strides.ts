// Private variables in LLVM IR text that LLVM must not move to local memory: their size is not a multiple of their
// alignment, as of `struct { uchar a, b[5]; }` with align 4. LLVM places those of all work-items contiguously, so that
// most do not have the alignment of their loads and stores.
import { AtollError } from '../../util/errors.js';
import { type IrType, layoutOf, TypeParser } from '../ir/types.js';

const NAMED = /^(%(?:"[^"]*"|[-$.\w]+)) = type (.*)$/gm;
const ALLOCA = /^ {2}%\S+ = alloca ([^,]+|\[.*?\]|\{.*?\}|<.*?>)(?:, i\d+ \d+)?, align (\d+), addrspace\(5\)/gm;

/** A type; undefined if unknown to the parser, as no type of a variable is. */
function typeOf(text: string): IrType | undefined {
  try {
    return new TypeParser(text).parse();
  } catch (error) {
    if (error instanceof AtollError) return undefined;
    throw error;
  }
}

/** Whether a text has variables that LLVM must not move to local memory. */
export function isStrideUneven(text: string): boolean {
  if (!text.includes(' = alloca ')) return false;
  const named = new Map<string, IrType>();
  for (const [, name, definition] of text.matchAll(NAMED)) {
    const type = typeOf(definition!);
    if (type) named.set(name!, type);
  }
  return [...text.matchAll(ALLOCA)].some(([, allocated, alignment]) => {
    const type = typeOf(allocated!);
    return type !== undefined && layoutOf(type, named).size % Number(alignment) !== 0;
  });
}

/** Arguments of clang that keep private variables out of local memory. */
export const NOT_LOCAL: readonly string[] = ['-mllvm', '-disable-promote-alloca-to-lds'];
