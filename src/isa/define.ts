// How a family of instructions is written down: rows `name: [opcode, meaning, semantics]` under a format and its operand slots.

import { type Destination, operand, type Stmt } from './language/expr.js';

export const FORMAT_NAMES = [
  'SOP1',
  'SOP2',
  'SOPK',
  'SOPC',
  'SOPP',
  'SMRD',
  'VOP1',
  'VOP2',
  'VOP3',
  'VOPC',
  'VINTRP',
  'DS',
  'MUBUF',
  'MTBUF',
  'MIMG',
  'EXP',
] as const;
export type FormatName = (typeof FORMAT_NAMES)[number];

/** Whether an instruction executes; when not, the reason that a fault and the tables give. */
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
}

/** One instruction as a family's file states it. */
export type Row<S extends string> = readonly [
  opcode: number,
  meaning: string,
  semantics: (operands: Operands<S>) => readonly Stmt[],
  options?: RowOptions,
];

/** One instruction, whole: the value from which everything else derives. */
export interface InstructionDef {
  readonly name: string;
  readonly format: FormatName;
  readonly opcode: number;
  /** One line for a person. */
  readonly meaning: string;
  /** Operand slots of the format, in the order of the assembly syntax. */
  readonly slots: readonly string[];
  readonly semantics: readonly Stmt[];
  readonly support: Support;
  readonly dwords: Readonly<Record<string, number>>;
  /** See RowOptions. */
  readonly scalar: readonly string[];
  /** For derived encodings (VOP3 twins): the definition that this one repeats. */
  readonly twinOf?: InstructionDef;
}

/** What is worked out when it is first asked for, since a program needs few instructions. */
interface Parts {
  readonly slots: () => readonly string[];
  readonly semantics: () => readonly Stmt[];
}

const reasonOf = (semantics: readonly Stmt[]): Support => {
  const refused = semantics.find((statement) => statement.do === 'unsupported');
  return refused ? { level: 'none', note: refused.reason } : { level: 'full' };
};

/** A definition whose semantics are made on demand, once. */
export class Definition implements InstructionDef {
  readonly name: string;
  readonly format: FormatName;
  readonly opcode: number;
  readonly meaning: string;
  readonly dwords: Readonly<Record<string, number>>;
  readonly scalar: readonly string[];
  readonly twinOf?: InstructionDef;
  readonly #stated: Support | undefined;
  readonly #parts: Parts;
  #slots: readonly string[] | undefined;
  #semantics: readonly Stmt[] | undefined;
  #support: Support | undefined;

  /** @param of everything else; `support` when it does not follow from the semantics */
  constructor(
    of: Omit<InstructionDef, 'slots' | 'semantics' | 'support'> & { readonly support?: Support | undefined },
    parts: Parts,
  ) {
    this.name = of.name;
    this.format = of.format;
    this.opcode = of.opcode;
    this.meaning = of.meaning;
    this.dwords = of.dwords;
    this.scalar = of.scalar;
    if (of.twinOf) this.twinOf = of.twinOf;
    this.#stated = of.support;
    this.#parts = parts;
    Object.freeze(this);
  }

  get slots(): readonly string[] {
    return (this.#slots ??= this.#parts.slots());
  }

  get semantics(): readonly Stmt[] {
    return (this.#semantics ??= Object.freeze(this.#parts.semantics()));
  }

  get support(): Support {
    return (this.#support ??= this.#stated ?? this.twinOf?.support ?? reasonOf(this.semantics));
  }
}

/** The defining function of a format: rows in, definitions out. Runs a row's function once, on symbolic operands. */
export function family<S extends string>(format: FormatName, slots: readonly S[]) {
  const operands = Object.fromEntries(slots.map((slot) => [slot, operand(slot)])) as Operands<S>;
  return (rows: Readonly<Record<string, Row<S>>>): readonly InstructionDef[] =>
    Object.entries(rows).map(([name, [opcode, meaning, semantics, options]]) => {
      const { support, dwords = {}, scalar = [], order = slots } = options ?? {};
      const parts = { slots: () => order, semantics: () => [...semantics(operands)] };
      return new Definition({ name, format, opcode, meaning, support, dwords, scalar }, parts);
    });
}

export const sop1 = family('SOP1', ['D', 'S0']);
export const sop2 = family('SOP2', ['D', 'S0', 'S1']);
/**
 * SIMM is the sign-extended or zero-extended 16-bit field: read it with `field('simm16', signed)`; the literal word that
 * follows s_setreg_imm32_b32 is `field('simm32')`.
 */
export const sopk = family('SOPK', ['D']);
export const sopc = family('SOPC', ['S0', 'S1']);
export const sopp = family('SOPP', []);
/** SBASE is an aligned SGPR pair (loads) or quad (s_buffer_load); OFFSET an SGPR or an unsigned dword immediate. */
export const smrd = family('SMRD', ['D', 'SBASE', 'OFFSET']);
export const vop1 = family('VOP1', ['D', 'S0']);
/** Writes of a carry go to `VCC.mask` and reads of one come from `VCC.lane`; in the VOP3 twin they become SDST and S2. */
export const vop2 = family('VOP2', ['D', 'S0', 'S1']);
/** K is the literal constant of v_madmk_f32 and v_madak_f32. */
export const vop2k = family('VOP2', ['D', 'S0', 'S1', 'K']);
/** D is VCC in the 32-bit form, an SGPR pair in VOP3: `D.mask(condition)`. */
export const vopc = family('VOPC', ['D', 'S0', 'S1']);
export const vop3 = family('VOP3', ['D', 'S0', 'S1', 'S2']);
/** VOP3b: with a scalar destination for a carry or a flag. */
export const vop3b = family('VOP3', ['D', 'SDST', 'S0', 'S1', 'S2']);
export const vintrp = family('VINTRP', ['D', 'S0']);
export const ds = family('DS', ['D', 'ADDR', 'DATA0', 'DATA1']);
export const mubuf = family('MUBUF', ['VDATA', 'VADDR', 'SRSRC', 'SOFFSET']);
export const mtbuf = family('MTBUF', ['VDATA', 'VADDR', 'SRSRC', 'SOFFSET']);
export const mimg = family('MIMG', ['VDATA', 'VADDR', 'SRSRC', 'SSAMP']);
export const exp = family('EXP', ['S0', 'S1', 'S2', 'S3']);
