// Random instructions of a definition, from a seed: legal operands and fields, as an assembler would accept them.

import type { InstructionDef } from '../../src/isa/define.js';
import { makeInstruction } from '../../src/isa/encode.js';
import { fieldMask } from '../../src/isa/format.js';
import type { Instruction, Operand } from '../../src/isa/instruction.js';
import { visitExpressions } from '../../src/isa/language/trees.js';
import { layoutOf, type SlotLayout } from '../../src/isa/layout.js';
import { codes, southernIslands } from './southern-islands.js';

const { literal: LITERAL_CODE, inlineConstant, isScalarRegister, scalarRangeProblem } = codes;

const { operandCount } = southernIslands.rules;

const { constantKind } = southernIslands.syntax;

/** A repeatable source of numbers. */
export interface Random {
  /** 0 .. limit - 1 */
  below(limit: number): number;
  chance(probability: number): boolean;
  pick<T>(list: readonly T[]): T;
  u32(): number;
}

/** mulberry32. */
export function randomFrom(seed: number): Random {
  let state = seed >>> 0;
  const u32 = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return (t ^ (t >>> 14)) >>> 0;
  };
  const below = (limit: number): number => Math.floor((u32() / 0x100000000) * limit);
  return { u32, below, chance: (p) => u32() / 0x100000000 < p, pick: (list) => list[below(list.length)]! };
}

/** The range of choices. */
export interface InstructionLimits {
  readonly sgprs: number;
  readonly vgprs: number;
  /** Trap registers and other special registers besides VCC, M0 and EXEC, and special destinations. */
  readonly specials: boolean;
}

export const ANY_REGISTER: InstructionLimits = { sgprs: 104, vgprs: 256, specials: true };

/** One random instruction of the definition. */
export function randomInstruction(def: InstructionDef, random: Random, limits = ANY_REGISTER): Instruction {
  return new Chooser(def, random, limits).instruction();
}

const INLINE_CODES = Array.from({ length: 256 }, (_, code) => code).filter((code) => inlineConstant(code));
const CONDITIONS = ['VCCZ', 'EXECZ', 'SCC'] as const;

class Chooser {
  /** A vector instruction reads at most one scalar register or literal (VCC as carry counts). */
  private scalarAllowed: boolean;
  private literal = false;
  private readonly def: InstructionDef;
  private readonly random: Random;
  private readonly limits: InstructionLimits;
  private readonly vector: boolean;

  constructor(def: InstructionDef, random: Random, limits: InstructionLimits) {
    this.def = def;
    this.random = random;
    this.limits = limits;
    this.vector = def.format.startsWith('VOP');
    this.scalarAllowed = !(this.vector && readsImplicitScalar(def)) && !def.slots.includes('K');
  }

  instruction(): Instruction {
    const fields = this.fields();
    const operands: Record<string, Operand> = {};
    for (const slot of [...layoutOf(this.def).slots].sort((a, b) => Number(b.shape.mask) - Number(a.shape.mask)))
      operands[slot.name] = this.operand(slot, fields);
    return makeInstruction(this.def, operands, fields);
  }

  private fields(): Record<string, number> {
    const layout = layoutOf(this.def);
    const fields: Record<string, number> = {};
    for (const [name, spec] of layout.fields) fields[name] = this.field(name, fieldMask(spec));
    if (this.def.format === 'SMRD')
      fields['imm'] = layout.slots.some((slot) => slot.name === 'OFFSET') ? this.random.below(2) : 0;
    if (fields['addr64']) Object.assign(fields, { offen: 0, idxen: 0 });
    if (layout.literalAlways && !layout.slots.some((slot) => slot.kind === 'literal'))
      fields['simm32'] = this.random.u32();
    return fields;
  }

  private field(name: string, max: number): number {
    const { format } = this.def;
    const unused =
      OPERAND_FIELDS.test(name) || (layoutOf(this.def).slots.length === 0 && format !== 'SOPP' && format !== 'SOPK');
    if (name === 'gds') return Number(/^ds_(gws|ordered)/.test(this.def.name));
    if (unused || name === 'lds' || format === 'SMRD') return 0;
    if (name === 'omod' || name === 'clamp') return this.floatResult() ? this.random.below(max + 1) : 0;
    if (name === 'abs' || name === 'neg') return 0;
    if (name === 'en') return 15;
    if (name === 'tgt') return this.random.below(8);
    if (name === 'dmask') return this.dataMask();
    if (name === 'vsrc') return this.random.below(3);
    if (['tfe', 'lwe', 'compr', 'da', 'r128'].includes(name)) return 0;
    if (name === 'simm16') return this.constant();
    return this.random.below(max + 1);
  }

  /** Atomics take one or two whole registers, gathers one component. */
  private dataMask(): number {
    const { name } = this.def;
    if (name.startsWith('image_gather4')) return 1 << this.random.below(4);
    if (name.startsWith('image_atomic')) return name.endsWith('cmpswap') ? 3 : 1;
    return 1 + this.random.below(15);
  }

  private constant(): number {
    switch (constantKind(this.def)) {
      case 'none':
        return 0;
      case 'waitCounts':
        return this.random.u32() & 0xf7f;
      case 'message':
        return this.random.pick([0x1, 0x12, 0x122, 0x232]);
      default:
        return this.random.below(0x10000);
    }
  }

  private floatResult(): boolean {
    const types = layoutOf(this.def).slots.find((slot) => slot.name === 'D')?.shape.types;
    return this.def.semantics.some(
      (s) =>
        s.kind === 'write' && s.slot === 'D' && (s.value.ty === 'f32' || s.value.ty === 'f64') && types !== undefined,
    );
  }

  private operand(slot: SlotLayout, fields: Readonly<Record<string, number>>): Operand {
    const count = operandCount(this.def, slot, fields);
    switch (slot.kind) {
      case 'vcc':
        return { kind: 'scalar', index: 106, count: 2 };
      case 'literal':
        return this.makeLiteral();
      case 'vgpr':
        return count === 0 ? { kind: 'none' } : this.vgpr(count);
      case 'exportSource':
        return this.vgpr(1);
      case 'own':
        throw new TypeError(`${this.def.name}: operands of codecs are made by the campaigns of their instruction sets`);
      case 'sdst':
        return this.scalar(count, 1, this.limits.specials && !slot.shape.mask && this.def.format !== 'SMRD');
      case 'sgpr2':
        return this.scalar(count, 2, false);
      case 'sgpr4':
        return this.scalar(count, 4, false);
      case 'smrdOffset':
        return this.offset(fields);
      case 'ssrc':
        return this.source(slot, count, false);
      case 'src':
        return this.modified(slot, this.source(slot, count, !slot.shape.mask));
    }
  }

  private vgpr(count: number): Operand {
    return { kind: 'vgpr', index: this.random.below(this.limits.vgprs - count + 1), count };
  }

  /** VCC, and with `specials` the other registers that are no SGPRs, now and then. */
  private scalar(count: number, alignment: number, specials: boolean): Operand {
    for (;;) {
      const wild = this.random.chance(0.2);
      const index = wild ? 106 + this.random.below(22) : this.random.below(this.limits.sgprs);
      const aligned = index - (index % Math.max(alignment, count === 2 ? 2 : count > 2 ? 4 : 1));
      if (wild && !specials && aligned !== 106) continue;
      if (aligned < 104 && aligned + count > this.limits.sgprs) continue;
      if (isScalarRegister(aligned) && scalarRangeProblem(aligned, count) === undefined)
        return { kind: 'scalar', index: aligned, count };
    }
  }

  private offset(fields: Readonly<Record<string, number>>): Operand {
    if (!fields['imm']) return this.scalar(1, 1, this.limits.specials);
    const code = this.random.below(256);
    return { kind: 'const', bits: code, bits64: BigInt(code), literal: false, code };
  }

  private source(slot: SlotLayout, count: number, vgprs: boolean): Operand {
    if (this.registerOnly(slot)) {
      if (this.vector) return this.vgpr(count);
      return this.scalar(count, 1, false);
    }
    const kind = this.random.below(8);
    if (vgprs && (kind < 4 || (!this.scalarAllowed && kind > 5))) return this.vgpr(count);
    if ((kind >= 4 && kind < 6) || !this.scalarAllowed) if (!slot.shape.mask) return this.inline();
    if (this.vector) {
      if (!this.scalarAllowed && !slot.shape.mask) return this.inline();
      this.scalarAllowed = false;
    }
    if (kind === 6 && layoutOf(this.def).format.literal && !slot.shape.mask && slot.field !== 'vsrc1')
      return this.literalOnce(slot);
    if (kind === 7 && this.random.chance(0.3) && !slot.shape.mask && this.limits.specials)
      return { kind: 'condition', name: this.random.pick(CONDITIONS) };
    return this.scalar(count, 1, this.limits.specials && !slot.shape.mask && !this.def.scalar.includes(slot.name));
  }

  /** Displaced registers, lanes of registers and addresses to continue at cannot be constants. */
  private registerOnly(slot: SlotLayout): boolean {
    if (this.def.name === 's_cbranch_g_fork') return true;
    if (slot.name !== 'S0') return false;
    if (/^s_(setpc|rfe|swappc|cbranch)/.test(this.def.name)) return true;
    let displaced = false;
    visitExpressions(this.def.semantics, (ex) => {
      displaced ||= (ex.kind === 'lane' || ex.kind === 'relative') && ex.slot === slot.name;
    });
    return displaced;
  }

  private inline(): Operand {
    const code = this.random.pick(INLINE_CODES);
    return { kind: 'const', ...inlineConstant(code)!, literal: false, code };
  }

  private literalOnce(slot: SlotLayout): Operand {
    if (this.literal || this.def.scalar.includes(slot.name)) return this.inline();
    return this.makeLiteral();
  }

  /** No small number: an assembler would encode that inline. */
  private makeLiteral(): Operand {
    this.literal = true;
    const bits = (this.random.u32() | 0x01000001) & 0x7fffffff;
    return { kind: 'const', bits, bits64: BigInt(bits), literal: true, code: LITERAL_CODE };
  }

  private modified(slot: SlotLayout, operand: Operand): Operand {
    if (!slot.shape.modifiable || slot.modifier < 0 || operand.kind === 'none') return operand;
    const abs = layoutOf(this.def).fields.has('abs') && this.random.chance(0.25);
    return { ...operand, abs, neg: this.random.chance(0.25) };
  }
}

/** Fields that belong to operands which an instruction does not have. */
const OPERAND_FIELDS = /^(s?src\d|ssrc\d|vsrc\d|sdst|vdst|vaddr|vdata|srsrc|ssamp|soffset|addr|data\d|sbase)$/;

/** VCC or M0 that the text does not show counts as the one scalar register. */
function readsImplicitScalar(def: InstructionDef): boolean {
  let readsScalar = false;
  visitExpressions(def.semantics, (ex) => {
    readsScalar ||= ex.kind === 'special' && (ex.name === 'VCCLANE' || ex.name === 'VCC' || ex.name === 'M0');
  });
  return readsScalar;
}
