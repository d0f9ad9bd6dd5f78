// Operands of values: operands, specials and variables of the generated JavaScript, in the scope (once per instruction,
// or once per lane) in which they can live.

import type { Instruction, Operand } from '../../isa/instruction.js';
import type { Ex } from '../../isa/language/expr.js';
import type { FloatMode } from '../float-mode.js';
import { VGPR_WORDS, WORD } from '../state.js';
import { layout, type StateLayout } from '../state-layout.js';
import type { ParameterList } from './parameters.js';

/** Text of the low and the high word of 64 bits. */
export type OperandPair = readonly [low: string, high: string];
type Node<K extends Ex['kind']> = Extract<Ex, { kind: K }>;

/** A number with the modifiers of its operand. */
export function modifiedNumber(operand: Operand, text: string): string {
  if (operand.kind === 'none') return text;
  const size = operand.abs ? `Math.abs(${text})` : text;
  return operand.neg ? `-${size}` : size;
}

export abstract class OperandText {
  /** Statements that run for each lane (the same list as `once` in scalar instructions). */
  readonly each: string[];
  /** Layout of the registers. */
  readonly layout: StateLayout;
  private readonly uniform = new Map<Ex, boolean>();
  private counter = 0;
  private doubles = 0;

  constructor(
    readonly instruction: Instruction,
    readonly mode: FloatMode,
    readonly vector: boolean,
    /** Memory accesses are shown to a probe: no shortcuts. */
    readonly observed: boolean,
    readonly parameters: ParameterList,
    /** Statements that run once. */
    readonly once: string[] = [],
    /** Prefix of variables. */
    private readonly prefix = 't',
  ) {
    this.each = vector ? [] : this.once;
    this.layout = layout(instruction.def.isa);
  }

  abstract u32(node: Ex): string;
  protected abstract memoised(kind: string, node: Ex, make: () => string | OperandPair): string | OperandPair;

  /** A new variable of the scope in which `node` can live. */
  bind(node: Ex, text: string): string {
    return this.bindIn(this.isUniform(node) ? this.once : this.each, text);
  }

  bindIn(scope: string[], text: string): string {
    const name = `${this.prefix}${this.counter++}`;
    scope.push(`const ${name} = ${text};`);
    return name;
  }

  /** True if a node has one value for all lanes and may be evaluated even when no lane is active. */
  isUniform(node: Ex): boolean {
    let isUniform = this.uniform.get(node);
    if (isUniform === undefined) {
      isUniform = this.findUniform(node);
      this.uniform.set(node, isUniform);
    }
    return isUniform;
  }

  private findUniform(node: Ex): boolean {
    if (!this.vector) return true;
    switch (node.kind) {
      case 'const':
      case 'field':
        return true;
      case 'src':
        return node.ty !== 'b1' && this.operand(node.slot).kind !== 'vgpr';
      case 'special':
        return !['LANE', 'VCCLANE', 'EXECLANE'].includes(node.name);
      case 'lane':
      case 'sgpr':
        return this.isUniform(node.index);
      case 'relative':
        return this.operand(node.slot).kind !== 'vgpr' && this.isUniform(node.index);
      case 'load':
        return false;
      case 'op':
      case 'call':
        return node.args.every((arg) => this.isUniform(arg));
    }
  }

  operand(slot: string): Operand {
    return this.instruction.operands[slot] ?? { kind: 'none' };
  }

  /** True if a slot is a register in this encoding. */
  isRegister(slot: string): boolean {
    const { kind } = this.operand(slot);
    return kind === 'vgpr' || kind === 'scalar';
  }

  /** The words of a mask of lanes. */
  protected maskWords(word: number): OperandPair {
    return this.layout.execWords === 2 ? this.scalarPair(word) : [this.bindIn(this.once, `i[${word}]`), '0'];
  }

  protected scalarPair(word: number): OperandPair {
    return [this.bindIn(this.once, `i[${word}]`), this.bindIn(this.once, `i[${word + 1}]`)];
  }

  /** The bit of the current lane; a shift uses the low five bits of its count. */
  protected laneBit([low, high]: OperandPair): string {
    return `(((l < 32 ? ${low} : ${high}) >>> l) & 1) !== 0`;
  }

  protected specialWord(name: string): string {
    const words: Readonly<Record<string, number>> = { M0: this.layout.m0, MODE: WORD.mode, TRAPSTS: WORD.trapStatus };
    if (name in words) return `i[${words[name]}]`;
    if (name === 'LANE') return 'l';
    if (name === 'HWID' || name === 'GPRALLOC' || name === 'LDSALLOC') return `m.special${name}(w)`;
    throw new TypeError(`special ${name} is no 32-bit value`);
  }

  /** A register of another lane; what this instruction overwrites is read from a copy made before the lanes' loop. */
  protected otherLane(node: Node<'lane'>): string {
    const operand = this.operand(node.slot);
    if (operand.kind !== 'vgpr') return this.sourceWord(node.slot, 0);
    const base = this.parameters.register(node.slot);
    if (this.isUniform(node)) return `i[${base} + (${this.u32(node.index)} & ${this.layout.lanes - 1})]`;
    const copy = this.memoised(`copy ${node.slot}`, node, () => this.bindIn(this.once, `m.copy(i, ${base})`)) as string;
    return `${copy}[${this.u32(node.index)} & ${this.layout.lanes - 1}]`;
  }

  protected relativeWord(node: Node<'relative'>, dword: number): string {
    const operand = this.operand(node.slot);
    const count = node.ty === 'u64' || node.ty === 'f64' ? 2 : 1;
    const place = `w, ${this.parameters.register(node.slot)}, ${this.u32(node.index)}, ${count}`;
    if (operand.kind === 'vgpr') {
      return `i[m.relativeVgpr(${place}) + ${VGPR_WORDS * dword} + l]`;
    }
    if (operand.kind !== 'scalar') return this.sourceWord(node.slot, dword);
    return `i[m.relativeSgpr(${place}) + ${dword}]`;
  }

  /** Word `dword` of an operand as int32 text. */
  sourceWord(slot: string, dword: number): string {
    const operand = this.operand(slot);
    switch (operand.kind) {
      case 'vgpr':
        return `i[${this.parameters.register(slot)} + ${VGPR_WORDS * dword} + l]`;
      case 'scalar':
        return `i[${this.parameters.register(slot)} + ${dword}]`;
      case 'const':
        return dword === 0 ? this.parameters.bits(slot) : this.parameters.high(slot);
      case 'condition':
        return dword === 0 ? this.condition(operand.name) : '0';
      default:
        return '0';
    }
  }

  private condition(name: 'VCCZ' | 'EXECZ' | 'SCC'): string {
    if (name === 'SCC') return `i[${WORD.scc}]`;
    const word = name === 'VCCZ' ? this.layout.vcc : this.layout.exec;
    const bits = this.layout.execWords === 2 ? `(i[${word}] | i[${word + 1}])` : `i[${word}]`;
    return `(${bits} === 0 ? 1 : 0)`;
  }

  /**
   * A register as a number in the lane, before modifiers; undefined when it is no VGPR. Words of all lanes are put
   * together before the lanes' loop: a processor that reads 64 bits waits for the two words that were written just
   * before.
   */
  protected sourceDouble({ slot, dword }: Node<'src'>): string | undefined {
    if (!this.vector || this.operand(slot).kind !== 'vgpr') return undefined;
    const first = `${this.parameters.register(slot)} + ${VGPR_WORDS * dword}`;
    return `${this.bindIn(this.once, `m.doubles(i, ${first}, ${this.doubles++})`)}[l]`;
  }

  /** Words of a 64-bit read of an operand. */
  sourcePair(slot: string, dword: number): OperandPair {
    const operand = this.operand(slot);
    if (operand.kind === 'const') {
      const high = this.parameters.high(slot);
      return dword === 0 ? [this.parameters.low(slot), high] : [high, '0'];
    }
    if (operand.kind === 'condition' || operand.kind === 'none' || operand.kind === 'ldsDirect') {
      return [this.sourceWord(slot, dword), '0'];
    }
    const scope = operand.kind === 'vgpr' ? this.each : this.once;
    return [this.bindIn(scope, this.sourceWord(slot, dword)), this.bindIn(scope, this.sourceWord(slot, dword + 1))];
  }

  protected specialWide(name: string): OperandPair {
    if (name === 'VCC') return this.maskWords(this.layout.vcc);
    if (name === 'EXEC') return this.maskWords(this.layout.exec);
    if (name === 'FLATSCRATCH') return this.scalarPair(this.layout.flatScratch);
    if (name === 'NEXTPC') return [`(${this.parameters.nextPc()} | 0)`, `(HW | ${this.parameters.nextPcBlock()})`];
    if (name === 'MEMORYBASE') return ['0', 'HW'];
    if (name === 'TIME') return [this.bindIn(this.once, 'm.time(i)'), this.bindIn(this.once, 'm.high')];
    throw new TypeError(`special ${name} is no 64-bit value`);
  }
}
