// Assembly text to code and back, as values.

import { assemble as run } from '../isa/assemble.js';
import type { Assembly as Assembled, AssemblyProblem } from '../isa/assembler/assembly.js';
import { type ListedLine, disassemble as list } from '../isa/disassemble.js';
import { DEFAULT_ISA, isaNamed } from '../isa/isas.js';
import { AtollError } from '../util/errors.js';

export interface AssemblyOptions {
  /** Name of the instruction set; `southern-islands` by default. */
  readonly isa?: string;
  /** Name of the text in messages; `assembly` by default. */
  readonly name?: string;
}

/** Result of `assemble`: `words` are the code; `warnings` are lines that are probably mistakes. */
export type AssembledKernels = Omit<Assembled, 'problems'>;
/** An instruction, or data, of a listing. `offset` and `size` in bytes. */
export type DisassembledLine = ListedLine;

const isaOf = (name: string | undefined) => (name === undefined ? DEFAULT_ISA : isaNamed(name));

const problemText = (name: string, { line, message }: AssemblyProblem): string => `${name}:${line}: ${message}`;

/**
 * Assembles a text: instructions, labels, symbols, macros, sections, data (docs/isa.md has the instructions).
 * @returns the code as 32-bit words, the byte offsets of its labels, and what each line became
 * @throws AtollError BAD_ASSEMBLY with every line that cannot be assembled
 */
export function assemble(text: string, { isa, name = 'assembly' }: AssemblyOptions = {}): AssembledKernels {
  const { problems, ...assembly } = run(isaOf(isa), text);
  if (problems.length === 0) return assembly;
  const lines = problems.map((problem) => problemText(name, problem));
  throw new AtollError('BAD_ASSEMBLY', lines.join('\n'));
}

/**
 * Disassembles code. Words that are no instruction are lines of data.
 * @param code words, or bytes in little-endian order whose number is a multiple of 4
 * @throws AtollError BAD_INPUT for bytes that are no whole words
 */
export function disassemble(
  code: Uint32Array | Uint8Array,
  { isa }: Pick<AssemblyOptions, 'isa'> = {},
): readonly DisassembledLine[] {
  if (code instanceof Uint32Array) return list(isaOf(isa), code);
  if (code.length % 4 !== 0)
    throw new AtollError('BAD_INPUT', `${code.length} bytes are not a whole number of instruction words`);
  return list(isaOf(isa), new Uint32Array(Uint8Array.from(code).buffer));
}
