// Output of `atoll isa`, `atoll disasm` and `atoll asm`, as text or JSON, and the generated page docs/isa.md.

import { assemble } from './assemble.js';
import type { AssemblyProblem } from './assembler/assembly.js';
import type { InstructionDef, Support } from './define.js';
import { disassemble, type ListedLine, type ListingOptions, listingText } from './disassemble.js';
import type { Isa } from './isa.js';
import { layoutOf } from './layout.js';
import { pseudocode } from './pseudocode.js';
import { readerOf } from './readers.js';
import { constantFirst, mnemonic } from './syntax.js';

/** One line of the instruction table. */
export interface InstructionReport {
  readonly format: string;
  readonly opcode: number;
  readonly name: string;
  /** The text that the assembler takes, with slot names in place of operands. */
  readonly syntax: string;
  readonly meaning: string;
  readonly semantics: readonly string[];
  readonly support: Support['level'];
  readonly note: string;
  /** For a 64-bit form: the format of the 32-bit form. */
  readonly formOf?: string;
}

/** Rows of the table; `filter` is part of a name, or the name of a format. */
export function instructionReports(isa: Isa, filter = ''): readonly InstructionReport[] {
  const pattern = filter.toLowerCase();
  return isa.table.all
    .filter((def) => def.format.toLowerCase() === pattern || mnemonic(def).includes(pattern))
    .map(reportOf);
}

function reportOf(def: InstructionDef): InstructionReport {
  return {
    format: def.format,
    opcode: def.opcode,
    name: def.name,
    syntax: syntaxText(def),
    meaning: def.meaning,
    semantics: pseudocode(def),
    support: def.support.level,
    note: def.support.level === 'full' ? '' : def.support.note,
    ...(def.promotedFrom ? { formOf: def.promotedFrom.format } : {}),
  };
}

const CONSTANT_TEXT = {
  none: '',
  optional: '',
  number: 'simm16',
  branch: 'label',
  waitCounts: 'vmcnt(n) expcnt(n) lgkmcnt(n)',
  message: 'sendmsg(...)',
  hardwareRegister: 'hwreg(name, first, bits)',
} as const;

/** `v_add_f64 D:64, S0:64, S1:64`: operands with their widths in bits where they are not 32. */
export function syntaxText(def: InstructionDef): string {
  const { operandSyntax, constantKind } = def.isa.syntax;
  const operands = operandSyntax(def).map((slot) =>
    slot === 'vcc' || slot.shape.dwords === 1
      ? slot === 'vcc'
        ? slot
        : slot.name
      : `${slot.name}:${slot.shape.dwords * 32}`,
  );
  const kind = constantKind(def);
  if (kind !== undefined) {
    const constant = CONSTANT_TEXT[kind];
    if (constant !== '') operands[constantFirst(def) ? 'unshift' : 'push'](constant);
    if (layoutOf(def).literalAlways) operands.push('literal');
  }
  const [before, behind] = readerOf(def.isa).forms[def.format]?.around ?? [[], []];
  operands.unshift(...before);
  operands.push(...behind);
  return [mnemonic(def), operands.join(', ')].filter((part) => part !== '').join(' ');
}

/** The table for a terminal; with `details`, semantics and notes below each row. */
export function instructionText(rows: readonly InstructionReport[], details: boolean): string {
  const width = Math.min(Math.max(...rows.map(({ syntax }) => syntax.length), 0), 60);
  return rows
    .flatMap((row) => [
      `${row.format.padEnd(6)} ${String(row.opcode).padStart(3)}  ${row.syntax.padEnd(width)}  ${row.meaning}${supportText(row)}`,
      ...(details ? row.semantics.map((line) => `              ${line}`) : []),
    ])
    .map((line) => `${line}\n`)
    .join('');
}

const supportText = ({ support, note }: InstructionReport): string =>
  support === 'full' ? '' : `  [${support === 'none' ? 'not supported' : 'partly supported'}: ${note}]`;

/** A listing of code as text. */
export const disassemblyText = (isa: Isa, code: ArrayLike<number>, options: ListingOptions = {}): string =>
  listingText(disassemble(isa, code), options);

/** A listing as plain data for JSON. */
export function disassemblyJson(isa: Isa, code: ArrayLike<number>): readonly object[] {
  return disassemble(isa, code).map(({ offset, words, text, label, problem, instruction }) => ({
    offset,
    words: words.map((word) => word.toString(16).padStart(8, '0')),
    text,
    ...(label === undefined ? {} : { label }),
    ...(problem === undefined ? {} : { problem }),
    ...(instruction ? { name: instruction.def.name, format: instruction.def.format } : {}),
  }));
}

/** Instructions that would fault, for `atoll disasm --check`. */
export function faultingLines(isa: Isa, code: ArrayLike<number>): readonly ListedLine[] {
  return disassemble(isa, code).filter(({ problem }) => problem !== undefined);
}

/** The result of `atoll asm`: words, or problems as `file:line: message`, and warnings. */
export function assemblyReport(
  isa: Isa,
  source: string,
  file: string,
): { readonly words: Uint32Array; readonly problems: readonly string[]; readonly warnings: readonly string[] } {
  const { words, problems, warnings } = assemble(isa, source);
  const texts = (list: readonly AssemblyProblem[], kind: string): readonly string[] =>
    list.map(({ line, message, text }) => `${file}:${line}: ${kind}${message}\n    ${text}`);
  return { words, problems: texts(problems, ''), warnings: texts(warnings, 'warning: ') };
}
