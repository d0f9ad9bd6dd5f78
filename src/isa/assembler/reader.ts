// How an instruction set's names are read: only the assembler and the debugger do that, so it is no part of the value that runs code.

import type { Isa } from '../isa.js';
import { reader } from '../southern-islands/reader.js';
import { syntax } from '../southern-islands/syntax.js';
import type { Syntax } from '../syntax.js';

/** A register as a person writes it. */
export interface RegisterName {
  readonly bank: 'scalar' | 'vgpr';
  /** Operand code of a scalar register; number of a VGPR. */
  readonly index: number;
  readonly count: number;
}

/** The value of a number or an expression in the text; undefined when it is none. */
export type ReadNumber = (text: string) => number | undefined;

/** Each gives undefined when the text is something else. */
export interface Reader {
  /**
   * A register's name, range or list (`[s0,s1]`). Numbers are not checked against the size of the file.
   * @param number reads what stands between brackets
   */
  parseRegister(text: string, number?: ReadNumber): RegisterName | undefined;
  parseWaitCounts(text: string, read: ReadNumber): number | undefined;
  parseHardwareRegister(text: string, read: ReadNumber): number | undefined;
  parseMessage(text: string, read: ReadNumber): number | undefined;
  parseExportTarget(text: string): number | undefined;
  parseBufferFormat(text: string): { readonly data: number; readonly number: number } | undefined;
  parseParameter(text: string): number | undefined;
  parseAttribute(text: string): { readonly attr: number; readonly chan: number } | undefined;
  parseSwizzle(text: string): number | undefined;
}

/** By the syntax that is read. */
const READERS: ReadonlyMap<Syntax, Reader> = new Map([[syntax, reader]]);

/** What reads the names of an instruction set. */
export function readerOf(isa: Isa): Reader {
  const found = READERS.get(isa.syntax);
  if (!found) throw new TypeError(`nothing reads the syntax of ${isa.name}`);
  return found;
}
