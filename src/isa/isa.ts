// An instruction set as a value: what decoder, encoder, printer, assembler, engines and reports get handed. Its
// instructions refer to it (`InstructionDef.isa`), so that what has an instruction needs nothing else.

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

/** Why an instruction that can be written down must not be executed. */
export interface Refusal {
  readonly problem: 'constant-bus' | 'field';
  readonly reason: string;
}

/** What is true of instructions only in one instruction set. */
export interface Rules {
  /** Registers that an operand spans in this encoding; 0 when it is not there. */
  operandCount(def: InstructionDef, slot: SlotLayout, fields: Readonly<Record<string, number>>): number;
  /** Undefined when nothing speaks against its execution. */
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
  /** A literal constant that is read as a 64-bit integer is extended with its sign. */
  hasSignedLiteral(def: InstructionDef): boolean;
}

/** Encodings in a format that repeat instructions of others. */
export interface PromotedFormat {
  /** The formats of those instructions. */
  readonly of: readonly string[];
  /** What would be its opcode in this format; cheap to say, unlike what follows. */
  readonly opcode: (def: InstructionDef) => number;
  /** Undefined when the instruction does not have the encoding. */
  readonly make: (def: InstructionDef) => InstructionDef | undefined;
}

export interface IsaParts {
  /** The chips that have it, by LLVM's names. */
  readonly processors: readonly string[];
  /** Names it in images, in the names of kept files and among the opcodes of rows. */
  readonly name: string;
  /** For a person. */
  readonly title: string;
  /** In the order of listings. */
  readonly formats: readonly FormatSpec[];
  /**
   * What a person wrote of a format, and perhaps of others; what is not of the format, or has no opcode of this
   * instruction set, is left out. Called when the format is first needed.
   */
  readonly rows: (format: string) => readonly InstructionRow[];
  /** By format: the encodings in it that instructions of other formats have, too. */
  readonly twins: Readonly<Record<string, PromotedFormat>>;
  /** Other names under which instructions are known: mnemonic of another assembler to ours. */
  readonly aliases: readonly (readonly [pattern: RegExp, name: string])[];
  readonly wave: Wave;
  readonly banks: readonly RegisterBank[];
  /** What s_waitcnt waits for. */
  readonly waits: readonly WaitCounter[];
  readonly operands: OperandCodes;
  readonly syntax: Syntax;
  readonly rules: Rules;
  /** How it encodes buffers, images and samplers. */
  readonly descriptors: Descriptors;
  /**
   * Cycles that an instruction of the vector unit keeps a SIMD busy, by the rates of the chip that the instruction set
   * is best known by.
   */
  readonly valuCycles: (def: InstructionDef) => number;
  /** Absent: nobody has said; there is no model of its time. */
  readonly timing?: TimingFacts;
}

export interface Isa extends Omit<IsaParts, 'rows' | 'twins' | 'aliases'> {
  readonly parts: IsaParts;
  readonly table: InstructionTable;
  /** The format that a first word belongs to, or undefined. */
  formatOf(word: number): FormatSpec | undefined;
}

const setBits = (value: number): number => value.toString(2).replaceAll('0', '').length;

/** The table is built when it is first asked for. */
export function defineIsa(parts: IsaParts): Isa {
  // Most specific first: a format with a wider mask lies inside of the range of words of another one.
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
