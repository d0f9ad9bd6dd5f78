// An instruction set as a value, the argument of decoder, encoder, printer, assembler, engines and reports. Its
// instructions refer to it (`InstructionDef.isa`), so that code with an instruction needs no other argument.

import type { InstructionDef, InstructionRow } from './define.js';
import type { Descriptors } from './descriptors/views.js';
import type { FormatSpec } from './format.js';
import type { Instruction } from './instruction.js';
import type { SlotLayout } from './layout.js';
import type { OperandCodes } from './operand-codes.js';
import type { TimingFacts } from './rates.js';
import type { Syntax } from './syntax.js';
import { InstructionTable } from './table.js';
import type { RegisterBank, WaitCounter, Wave } from './wave.js';

/** The reason why an encodable instruction must not be executed. */
export interface Refusal {
  readonly problem: 'constant-bus' | 'field';
  readonly reason: string;
}

/** Properties of instructions that are specific to an instruction set. */
export interface Rules {
  /** Registers that an operand spans in this encoding; 0 if it is absent. */
  operandCount(def: InstructionDef, slot: SlotLayout, fields: Readonly<Record<string, number>>): number;
  /** Undefined if the instruction may be executed. */
  problemOf(instruction: Instruction): Refusal | undefined;
  /** Vector registers can be displaced by M0 (indexed-registers.ts). */
  readonly indexesRegisters?: boolean;
  /** Two components of 16 bits of an image share a register. */
  readonly packsComponents?: boolean;
  /**
   * An address in local memory and its offset add up to 32 bits: the address may be negative
   * (common/addressing/lds.ts).
   */
  readonly wrapsLocalAddresses?: boolean;
  /** Set if a loader has put the instruction beside those of the program, so that statistics do not count it. */
  isAuxiliary?(instruction: Instruction): boolean;
  /** Set if a taken branch continues elsewhere; absent: unless it has a `simm16` of 0. */
  goesElsewhere?(branch: Instruction): boolean;
  /** A literal constant that is read as a 64-bit integer is extended with its sign. */
  hasSignedLiteral(def: InstructionDef): boolean;
}

/** Encodings in a format that repeat instructions of others. */
export interface PromotedFormat {
  /** The formats of those instructions. */
  readonly of: readonly string[];
  /** Its opcode in this format; cheap, unlike `make`. */
  readonly opcode: (def: InstructionDef) => number;
  /** Undefined if the instruction does not have the encoding. */
  readonly make: (def: InstructionDef) => InstructionDef | undefined;
}

export interface IsaParts {
  /** Chips with this instruction set, by LLVM's names. */
  readonly processors: readonly string[];
  /** Its identifier in images, in the names of cached files and among the opcodes of rows. */
  readonly name: string;
  /** Its name in output. */
  readonly title: string;
  /** In the order of listings. */
  readonly formats: readonly FormatSpec[];
  /**
   * Rows of a format, and possibly of others; rows of other formats, and those without an opcode of this instruction
   * set, are ignored. Called at the first use of the format.
   */
  readonly rows: (format: string) => readonly InstructionRow[];
  /** By format: its encodings of instructions of other formats. */
  readonly promotions: Readonly<Record<string, PromotedFormat>>;
  /** Aliases of instructions: from the mnemonic of another assembler to the name in the rows. */
  readonly aliases: readonly (readonly [pattern: RegExp, name: string])[];
  readonly wave: Wave;
  readonly banks: readonly RegisterBank[];
  /** The counters of s_waitcnt. */
  readonly waits: readonly WaitCounter[];
  readonly operands: OperandCodes;
  readonly syntax: Syntax;
  readonly rules: Rules;
  /** Encoding of buffers, images and samplers. */
  readonly descriptors: Descriptors;
  /**
   * Cycles for which an instruction of the vector unit occupies a SIMD, by the rates of the main chip of the
   * instruction set.
   */
  readonly valuCycles: (def: InstructionDef) => number;
  /** Absent: unknown; there is no model of its time. */
  readonly timing?: TimingFacts;
}

export interface Isa extends Omit<IsaParts, 'rows' | 'promotions' | 'aliases'> {
  readonly parts: IsaParts;
  readonly table: InstructionTable;
  /** The format of a first word, or undefined. */
  formatOf(word: number): FormatSpec | undefined;
}

const setBits = (value: number): number => value.toString(2).replaceAll('0', '').length;

/** The table is built at its first use. */
export function defineIsa(parts: IsaParts): Isa {
  // Most specific first: the words of a format with a wider mask are a subset of those of another one.
  const bySpecificity = [...parts.formats].sort((a, b) => setBits(b.mask) - setBits(a.mask));
  let table: InstructionTable | undefined;
  const isa: Isa = {
    parts,
    name: parts.name,
    title: parts.title,
    processors: parts.processors,
    formats: parts.formats,
    wave: parts.wave,
    banks: parts.banks,
    waits: parts.waits,
    operands: parts.operands,
    syntax: parts.syntax,
    rules: parts.rules,
    descriptors: parts.descriptors,
    valuCycles: parts.valuCycles,
    ...(parts.timing ? { timing: parts.timing } : {}),
    get table() {
      return (table ??= new InstructionTable(isa));
    },
    formatOf: (word) => bySpecificity.find((format) => (word & format.mask) >>> 0 === format.bits),
  };
  return Object.freeze(isa);
}
