// Southern Islands for tests: its tables, its assembler, its operand codes.

import { assemble as assembleFor } from '../../src/isa/assemble.js';
import type { Assembly } from '../../src/isa/assembler/assembly.js';
import { type DecodeResult, decode as decodeFor } from '../../src/isa/decode.js';
import type { InstructionDef } from '../../src/isa/define.js';
import { disassemble as disassembleFor, type ListedLine } from '../../src/isa/disassemble.js';
import type { FormatSpec } from '../../src/isa/format.js';
import { readerOf } from '../../src/isa/readers.js';
import { southernIslands } from '../../src/isa/southern-islands/index.js';

export { southernIslands } from '../../src/isa/southern-islands/index.js';
export const codes = { ...southernIslands.operands, ...readerOf(southernIslands) };
export const FORMAT_NAMES: readonly string[] = southernIslands.formats.map(({ name }) => name);
export const FORMATS: Readonly<Record<string, FormatSpec>> = Object.fromEntries(
  southernIslands.formats.map((format) => [format.name, format]),
);

export const assemble = (source: string): Assembly => assembleFor(southernIslands, source);
export const decode = (code: ArrayLike<number>, index?: number): DecodeResult =>
  decodeFor(southernIslands, code, index);
export const disassemble = (code: ArrayLike<number>): readonly ListedLine[] => disassembleFor(southernIslands, code);

export const allInstructions = (): readonly InstructionDef[] => southernIslands.table.all;
export const findByName = (name: string): readonly InstructionDef[] => southernIslands.table.byName(name);
export const findByOpcode = (format: string, opcode: number): InstructionDef | undefined =>
  southernIslands.table.byOpcode(format, opcode);
/** The instructions that are written down under a format: without derived forms. */
export const familyOf = (format: string): readonly InstructionDef[] =>
  allInstructions().filter((def) => def.format === format && !def.promotedFrom);
