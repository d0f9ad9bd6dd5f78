// Definition of instructions: rows `name: [opcode, meaning, semantics]` under a format and its operand slots; and the
// resulting instruction of an instruction set.

import type { FormatSpec } from './format.js';
import type { Isa } from './isa.js';
import { type Destination, operand, type Stmt } from './language/expr.js';
import type { Traits } from './traits.js';

/** Level of support of an instruction, with the reason that a fault and the tables give. */
export type Support = { readonly level: 'full' } | { readonly level: 'partial' | 'none'; readonly note: string };

/** Symbolic operands by slot name, as a definition's function receives them. */
export type Operands<S extends string> = { readonly [K in S]: Destination };

export interface RowOptions {
  readonly support?: Support;
  /** Registers that a slot spans where the semantics do not show it (for example a resource of 4 or 8 SGPRs). */
  readonly dwords?: Readonly<Record<string, number>>;
  /**
   * Slots whose encoding names a scalar operand although the format has a VGPR there: D of v_readlane_b32 and
   * v_readfirstlane_b32, S1 (the lane) of v_readlane_b32 and v_writelane_b32.
   */
  readonly scalar?: readonly string[];
  /** Slots in the order of the assembly syntax, where it is not that of the format (v_madmk_f32: D, S0, K, S1). */
  readonly order?: readonly string[];
  readonly traits?: Traits;
}

/** The opcode in each instruction set that has the instruction, by its name: `{ 'southern-islands': 0x12 }`. */
export type Opcodes = Readonly<Record<string, number>>;

/**
 * One instruction as a family's file states it; a number is the opcode in the instruction set that the family is
 * written for.
 */
export type DefinitionRow<S extends string> = readonly [
  opcode: number | Opcodes,
  meaning: string,
  semantics: (operands: Operands<S>) => readonly Stmt[],
  options?: RowOptions | undefined,
];

/** Properties of an instruction that are the same in every instruction set that has it. */
interface InstructionStatement {
  readonly name: string;
  /** One line for a person. */
  readonly meaning: string;
  /** Operand slots of the format, in the order of the assembly syntax. */
  readonly slots: readonly string[];
  readonly semantics: readonly Stmt[];
  readonly support: Support;
  readonly dwords: Readonly<Record<string, number>>;
  /** See RowOptions. */
  readonly scalar: readonly string[];
  readonly traits: Traits;
}

/** One instruction as families state it, with a column of opcodes. */
export interface InstructionRow extends InstructionStatement {
  readonly format: string;
  readonly opcodes: Opcodes;
}

/** A complete instruction of an instruction set: the value from which everything else derives. */
export interface InstructionDef extends InstructionStatement {
  readonly isa: Isa;
  readonly encoding: FormatSpec;
  /** The name of the encoding's format. */
  readonly format: string;
  readonly opcode: number;
  /** For derived encodings (promotions to VOP3, SDWA, DPP): the definition that this one repeats. */
  readonly promotedFrom?: InstructionDef;
}

/** Properties computed at their first use, since a program needs few instructions. */
interface Parts {
  readonly slots: () => readonly string[];
  readonly semantics: () => readonly Stmt[];
  readonly support?: () => Support;
}

const reasonOf = (semantics: readonly Stmt[]): Support => {
  const refused = semantics.find((statement) => statement.kind === 'unsupported');
  return refused ? { level: 'none', note: refused.reason } : { level: 'full' };
};

interface RowParts {
  slots?: readonly string[];
  semantics?: readonly Stmt[];
  support?: Support;
}

/** Parts that are made on demand, once: definitions are frozen, so their parts are stored here. */
class LazyParts {
  private readonly parts: Parts;
  private readonly cache: RowParts = {};

  constructor(parts: Parts) {
    this.parts = parts;
  }

  get slots(): readonly string[] {
    return (this.cache.slots ??= this.parts.slots());
  }

  get semantics(): readonly Stmt[] {
    return (this.cache.semantics ??= Object.freeze(this.parts.semantics()));
  }

  get support(): Support {
    return (this.cache.support ??= this.parts.support?.() ?? reasonOf(this.semantics));
  }
}

class RowStatement extends LazyParts implements InstructionRow {
  constructor(
    readonly name: string,
    readonly format: string,
    readonly opcodes: Opcodes,
    readonly meaning: string,
    readonly dwords: Readonly<Record<string, number>>,
    readonly scalar: readonly string[],
    readonly traits: Traits,
    parts: Parts,
  ) {
    super(parts);
    Object.freeze(this);
  }
}

/** A definition whose semantics are made on demand, once. */
export class Definition extends LazyParts implements InstructionDef {
  readonly isa: Isa;
  readonly encoding: FormatSpec;
  readonly format: string;
  readonly name: string;
  readonly opcode: number;
  readonly meaning: string;
  readonly dwords: Readonly<Record<string, number>>;
  readonly scalar: readonly string[];
  readonly traits: Traits;
  readonly promotedFrom?: InstructionDef;

  /** @param of everything else */
  constructor(of: Omit<InstructionDef, 'encoding' | 'slots' | 'semantics' | 'support'>, parts: Parts) {
    super(parts);
    const encoding = of.isa.formats.find(({ name }) => name === of.format);
    if (!encoding) throw new TypeError(`${of.name}: ${of.isa.name} has no format ${of.format}`);
    this.isa = of.isa;
    this.encoding = encoding;
    this.format = of.format;
    this.name = of.name;
    this.opcode = of.opcode;
    this.meaning = of.meaning;
    this.dwords = of.dwords;
    this.scalar = of.scalar;
    this.traits = of.traits;
    if (of.promotedFrom) this.promotedFrom = of.promotedFrom;
    Object.freeze(this);
  }
}

const partsOf = (stated: InstructionStatement): Parts => ({
  slots: () => stated.slots,
  semantics: () => stated.semantics,
  support: () => stated.support,
});

/** The same instruction under another name or in another format, whose slots have the same names. */
export const restated = (
  row: InstructionRow,
  as: Pick<InstructionRow, 'name' | 'format' | 'opcodes'>,
): InstructionRow =>
  new RowStatement(as.name, as.format, as.opcodes, row.meaning, row.dwords, row.scalar, row.traits, partsOf(row));

/** The same instruction with another column of opcodes. */
export const withOpcodes = (row: InstructionRow, opcodes: Opcodes): InstructionRow =>
  restated(row, { name: row.name, format: row.format, opcodes });

/**
 * A row as an instruction of an instruction set; undefined when it does not have it. Semantics are the row's, made once
 * for all.
 */
export function defineRow(isa: Isa, row: InstructionRow): InstructionDef | undefined {
  const opcode = row.opcodes[isa.name];
  if (opcode === undefined) return undefined;
  const { name, format, meaning, dwords, scalar, traits } = row;
  return new Definition({ isa, name, format, opcode, meaning, dwords, scalar, traits }, partsOf(row));
}

/** The defining function of a format: rows in, definitions out. Runs a row's function once, on symbolic operands. */
export type Family<S extends string> = (rows: Readonly<Record<string, DefinitionRow<S>>>) => readonly InstructionRow[];

/**
 * The defining functions of an instruction set: of a format with its slots, and with what is to be known of its
 * operands.
 * @param isa the name to which opcodes belong that are only numbers
 */
export const familiesOf =
  (isa: string) =>
  <S extends string>(format: string, slots: readonly S[], assume?: (operands: Operands<S>) => void): Family<S> => {
    const operands = Object.fromEntries(slots.map((slot) => [slot, operand(slot)])) as Operands<S>;
    assume?.(operands);
    return (rows) =>
      Object.entries(rows).map(([name, [opcode, meaning, semantics, options]]) => {
        const { support, dwords = {}, scalar = [], order = slots, traits = {} } = options ?? {};
        const opcodes = typeof opcode === 'number' ? { [isa]: opcode } : opcode;
        return new RowStatement(name, format, opcodes, meaning, dwords, scalar, traits, {
          slots: () => order,
          semantics: () => [...semantics(operands)],
          ...(support ? { support: () => support } : {}),
        });
      });
  };
