// Emits JavaScript for expression trees: one `const` for each node and representation, in the scope where it can live
// (once per instruction, or once per lane).
//
// Representations: truth values are booleans; u32 are int32 numbers; u64 are two int32 numbers; floats are numbers where
// arithmetic uses them and int32 bit patterns where bits must survive (moves, selects, stores). Both forms of one node may
// exist. Numbers that came from arithmetic are canonical NaNs when they turn into bits.

import type { Ex, Space } from '../../isa/expr.js';
import type { Instruction, Operand } from '../../isa/instruction.js';
import type { FloatMode } from '../float-mode.js';
import { WORD } from '../state.js';
import { emitFloat32, emitFloat64, emitFloat64Bits, flushNumber32, isArithmetic } from './float-operators.js';
import { INTEGER_OPERATORS, TRUTH_OPERATORS, WIDE_OPERATORS } from './integer-operators.js';
import { ParameterList } from './parameters.js';

export type Pair = readonly [low: string, high: string];
type Node<K extends Ex['kind']> = Extract<Ex, { kind: K }>;

/** Text of a 32-bit or 64-bit float as bits from a number; scratch views si, sf, sd share eight bytes. */
export const CANONICAL_NAN32 = '0x7fc00000';
export const CANONICAL_NAN64_HIGH = '0x7ff80000';

export class ValueEmitter {
  /** Statements that run for each lane (the same list as `once` in scalar instructions). */
  readonly each: string[];
  private readonly memo = new Map<string, Map<Ex, string | Pair>>();
  private readonly uniform = new Map<Ex, boolean>();
  private counter = 0;

  constructor(
    readonly instruction: Instruction,
    readonly mode: FloatMode,
    readonly vector: boolean,
    /** Memory accesses are shown to a probe: no shortcuts. */
    readonly observed: boolean,
    readonly parameters: ParameterList,
    /** Statements that run once. */
    readonly once: string[] = [],
    /** What variables begin with. */
    private readonly prefix = 't',
  ) {
    this.each = vector ? [] : this.once;
  }

  /** A new variable of the scope in which `node` can live. */
  bind(node: Ex, text: string): string {
    return this.bindIn(this.isUniform(node) ? this.once : this.each, text);
  }
  bindIn(scope: string[], text: string): string {
    const name = `${this.prefix}${this.counter++}`;
    scope.push(`const ${name} = ${text};`);
    return name;
  }

  /** Whether a node has one value for all lanes and may be evaluated even when no lane is active. */
  isUniform(node: Ex): boolean {
    let known = this.uniform.get(node);
    if (known === undefined) {
      known = this.findUniform(node);
      this.uniform.set(node, known);
    }
    return known;
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

  /** Whether a slot is a register in this encoding. */
  isRegister(slot: string): boolean {
    const { kind } = this.operand(slot);
    return kind === 'vgpr' || kind === 'scalar';
  }

  private memoised(kind: string, node: Ex, make: () => string | Pair): string | Pair {
    let table = this.memo.get(kind);
    if (!table) this.memo.set(kind, (table = new Map()));
    let value = table.get(node);
    if (value === undefined) table.set(node, (value = make()));
    return value;
  }

  b1(node: Ex): string {
    return this.memoised('b1', node, () => this.makeTruth(node)) as string;
  }
  u32(node: Ex): string {
    return this.memoised('u32', node, () => this.makeWord(node)) as string;
  }
  u64(node: Ex): Pair {
    return this.memoised('u64', node, () => this.makeWide(node)) as Pair;
  }
  /** A f32 node as a number; the payload of a NaN is lost. */
  f32(node: Ex): string {
    return this.memoised('f32', node, () => this.makeNumber32(node)) as string;
  }
  /** A f32 node as bits. */
  bits32(node: Ex): string {
    return this.memoised('bits32', node, () => this.makeBits32(node)) as string;
  }
  f64(node: Ex): string {
    return this.memoised('f64', node, () => this.makeNumber64(node)) as string;
  }
  bits64(node: Ex): Pair {
    return this.memoised('bits64', node, () => this.makeBits64(node)) as Pair;
  }

  /** Any 32-bit node (u32, f32, b1) as an int32. */
  word(node: Ex): string {
    if (node.ty === 'f32') return this.bits32(node);
    return node.ty === 'b1' ? `(${this.b1(node)} ? 1 : 0)` : this.u32(node);
  }
  /** Any 64-bit node as two words. */
  wide(node: Ex): Pair {
    return node.ty === 'f64' ? this.bits64(node) : this.u64(node);
  }

  private makeTruth(node: Ex): string {
    switch (node.kind) {
      case 'const':
        return node.bits ? 'true' : 'false';
      case 'op':
        return this.bind(node, this.truthOperator(node));
      case 'src':
        return this.bind(node, this.laneBit(this.sourcePair(node.slot, node.dword)));
      case 'special':
        return this.bind(node, this.specialTruth(node.name));
      case 'call':
        return this.bind(node, `${this.callText(node)} !== 0`);
      default:
        throw new TypeError(`${node.kind} has no truth value`);
    }
  }

  private truthOperator(node: Node<'op'>): string {
    const make = TRUTH_OPERATORS[node.op];
    if (make) return make(this, node.args);
    return node.args.some((arg) => arg.ty === 'f64') ? emitFloat64(this, node) : emitFloat32(this, node);
  }

  private specialTruth(name: string): string {
    if (name === 'SCC') return `i[${WORD.scc}] !== 0`;
    if (name === 'VCCLANE') return this.laneBit(this.scalarPair(WORD.vcc));
    if (name === 'EXECLANE') return this.laneBit(this.scalarPair(WORD.exec));
    throw new TypeError(`special ${name} is no truth value`);
  }

  private scalarPair(word: number): Pair {
    return [this.bindIn(this.once, `i[${word}]`), this.bindIn(this.once, `i[${word + 1}]`)];
  }

  /** The bit of the current lane; a shift uses the low five bits of its count. */
  private laneBit([low, high]: Pair): string {
    return `(((l < 32 ? ${low} : ${high}) >>> l) & 1) !== 0`;
  }

  private makeWord(node: Ex): string {
    switch (node.kind) {
      case 'const':
        return String(Number(node.bits) | 0);
      case 'field':
        return this.parameters.field(node.field, node.signed);
      case 'op':
        return this.bind(node, INTEGER_OPERATORS[node.op]!(this, node.args));
      case 'src':
        return this.bind(node, this.sourceWord(node.slot, node.dword));
      case 'special':
        return this.bind(node, this.specialWord(node.name));
      case 'lane':
        return this.bind(node, this.otherLane(node));
      case 'relative':
        return this.bind(node, this.relativeWord(node, 0));
      case 'sgpr':
        return this.bind(node, `m.readSgpr(i, ${this.u32(node.index)})`);
      case 'load':
        return this.bind(node, this.loadText(node));
      case 'call':
        return this.bind(node, `${this.callText(node)} | 0`);
    }
  }

  private specialWord(name: string): string {
    const words: Readonly<Record<string, number>> = { M0: WORD.m0, MODE: WORD.mode };
    if (name in words) return `i[${words[name]}]`;
    if (name === 'LANE') return 'l';
    if (name === 'HWID' || name === 'GPRALLOC' || name === 'LDSALLOC') return `m.special${name}(w)`;
    throw new TypeError(`special ${name} is no 32-bit value`);
  }

  /** A register of another lane; what this instruction overwrites is read from a copy made before the lanes' loop. */
  private otherLane(node: Node<'lane'>): string {
    const operand = this.operand(node.slot);
    if (operand.kind !== 'vgpr') return this.sourceWord(node.slot, 0);
    const base = this.parameters.register(node.slot);
    if (this.isUniform(node)) return `i[${base} + (${this.u32(node.index)} & 63)]`;
    const copy = this.memoised(`copy ${node.slot}`, node, () => this.bindIn(this.once, `m.copy(i, ${base})`)) as string;
    return `${copy}[${this.u32(node.index)} & 63]`;
  }

  private relativeWord(node: Node<'relative'>, dword: number): string {
    const operand = this.operand(node.slot);
    const count = node.ty === 'u64' || node.ty === 'f64' ? 2 : 1;
    const place = `w, ${this.parameters.register(node.slot)}, ${this.u32(node.index)}, ${count}`;
    if (operand.kind === 'vgpr') {
      return `i[m.relativeVgpr(${place}) + ${64 * dword} + l]`;
    }
    if (operand.kind !== 'scalar') return this.sourceWord(node.slot, dword);
    return `i[m.relativeSgpr(${place}) + ${dword}]`;
  }

  /** Word `dword` of an operand as int32 text. */
  sourceWord(slot: string, dword: number): string {
    const operand = this.operand(slot);
    switch (operand.kind) {
      case 'vgpr':
        return `i[${this.parameters.register(slot)} + ${64 * dword} + l]`;
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
    const word = name === 'VCCZ' ? WORD.vcc : WORD.exec;
    return `((i[${word}] | i[${word + 1}]) === 0 ? 1 : 0)`;
  }

  /** Words of a 64-bit read of an operand. */
  sourcePair(slot: string, dword: number): Pair {
    const operand = this.operand(slot);
    if (operand.kind === 'const') {
      const high = this.parameters.high(slot);
      return dword === 0 ? [this.parameters.low(slot), high] : [high, '0'];
    }
    if (operand.kind === 'condition' || operand.kind === 'none' || operand.kind === 'ldsDirect') {
      return [this.sourceWord(slot, dword), '0'];
    }
    const scope = operand.kind === 'vgpr' ? this.each : this.once;
    return [
      this.bindIn(scope, this.sourceWord(slot, dword)),
      this.bindIn(scope, this.sourceWord(slot, dword + 1)),
    ];
  }

  private makeWide(node: Ex): Pair {
    switch (node.kind) {
      case 'const': {
        const bits = BigInt.asUintN(64, BigInt(node.bits));
        return [String(Number(bits & 0xffff_ffffn) | 0), String(Number(bits >> 32n) | 0)];
      }
      case 'op': {
        const [low, high] = WIDE_OPERATORS[node.op]!(this, node.args, (text) => this.bind(node, text));
        return [this.bind(node, low), this.bind(node, high)];
      }
      case 'src':
        return this.sourcePair(node.slot, node.dword);
      case 'special':
        return this.specialWide(node.name);
      case 'relative':
        if (!this.isRegister(node.slot)) return this.sourcePair(node.slot, 0);
        return [this.bind(node, this.relativeWord(node, 0)), this.bind(node, this.relativeWord(node, 1))];
      case 'sgpr': {
        const index = this.u32(node.index);
        return [this.bind(node, `m.readSgpr(i, ${index})`), this.bind(node, `m.readSgpr(i, ${index} + 1)`)];
      }
      case 'load':
        return [this.bind(node, this.loadText(node)), this.bind(node, 'm.high')];
      case 'call':
        return this.unpack(node, this.callText(node));
      default:
        throw new TypeError(`${node.kind} has no 64-bit value`);
    }
  }

  private specialWide(name: string): Pair {
    if (name === 'VCC') return this.scalarPair(WORD.vcc);
    if (name === 'EXEC') return this.scalarPair(WORD.exec);
    if (name === 'NEXTPC') return [`(${this.parameters.nextPc()} | 0)`, '0'];
    if (name === 'TIME') return [this.bindIn(this.once, 'm.time(i)'), this.bindIn(this.once, 'm.high')];
    throw new TypeError(`special ${name} is no 64-bit value`);
  }

  /** Splits a bigint into words. */
  private unpack(node: Ex, text: string): Pair {
    const whole = this.bind(node, text);
    return [this.bind(node, `Number(${whole} & 0xffffffffn) | 0`), this.bind(node, `Number(${whole} >> 32n) | 0`)];
  }

  private makeNumber32(node: Ex): string {
    if (node.kind === 'op' && isArithmetic(node.op)) return this.bind(node, emitFloat32(this, node));
    const direct = node.kind === 'call' ? DIRECT_FUNCTIONS[node.name] : undefined;
    if (direct) return this.bind(node, direct(this.f32((node as Node<'call'>).args[0]!)));
    const moved = node.kind === 'op' ? this.movedNumber32(node) : undefined;
    if (moved) return this.bind(node, moved);
    if (node.kind === 'src') {
      const register = this.sourceNumber32(node);
      if (register) return this.bind(node, register);
    }
    return this.bind(node, `(si[0] = ${this.bits32(node)}, sf[0])`);
  }

  /** Operators that keep or flip bits, on numbers: whoever wants the number does not see the payload of a NaN. */
  private movedNumber32(node: Node<'op'>): string | undefined {
    const [a, b, c] = node.args as [Ex, Ex, Ex];
    if (node.op === 'selF32') return `${this.b1(a)} ? ${this.f32(b)} : ${this.f32(c)}`;
    if (node.op === 'fneg') return `-${this.f32(a)}`;
    if (node.op === 'fabs') return `Math.abs(${this.f32(a)})`;
    return node.op === 'fflush' ? flushNumber32(this, node) : undefined;
  }

  private sourceNumber32(node: Node<'src'>): string | undefined {
    const operand = this.operand(node.slot);
    if (operand.kind !== 'vgpr' && operand.kind !== 'scalar') return undefined;
    const offset = operand.kind === 'vgpr' ? `${64 * node.dword} + l` : String(node.dword);
    let text = `f[${this.parameters.register(node.slot)} + ${offset}]`;
    if (operand.abs) text = `Math.abs(${text})`;
    return operand.neg ? `-${text}` : text;
  }

  private makeBits32(node: Ex): string {
    if (producesNumber(node)) return this.bind(node, `bitsOf32(${this.f32(node)})`);
    switch (node.kind) {
      case 'op':
        return this.bind(node, emitFloat32(this, node));
      case 'src': {
        const operand = this.operand(node.slot);
        let text = this.sourceWord(node.slot, node.dword);
        if ('abs' in operand && operand.abs) text = `(${text} & 0x7fffffff)`;
        if ('neg' in operand && operand.neg) text = `(${text} ^ 0x80000000)`;
        return this.bind(node, text);
      }
      default:
        return this.makeWord(node);
    }
  }

  private makeNumber64(node: Ex): string {
    if (node.kind === 'op' && isArithmetic(node.op)) return this.bind(node, emitFloat64(this, node));
    const direct = node.kind === 'call' ? DIRECT_FUNCTIONS[node.name] : undefined;
    if (direct) return this.bind(node, direct(this.f64((node as Node<'call'>).args[0]!)));
    if (node.kind === 'op' && node.op === 'selF64') {
      const [condition, then, otherwise] = node.args as [Ex, Ex, Ex];
      return this.bind(node, `${this.b1(condition)} ? ${this.f64(then)} : ${this.f64(otherwise)}`);
    }
    const [low, high] = this.bits64(node);
    return this.bind(node, `(si[0] = ${low}, si[1] = ${high}, sd[0])`);
  }

  private makeBits64(node: Ex): Pair {
    if (producesNumber(node)) {
      const number = this.f64(node);
      return [this.bind(node, `lowOf64(${number})`), this.bind(node, 'si[1]')];
    }
    switch (node.kind) {
      case 'op': {
        const [low, high] = emitFloat64Bits(this, node);
        return [this.bind(node, low), this.bind(node, high)];
      }
      case 'src': {
        const operand = this.operand(node.slot);
        const [low, high] = this.sourcePair(node.slot, node.dword);
        let text = high;
        if ('abs' in operand && operand.abs) text = `(${text} & 0x7fffffff)`;
        if ('neg' in operand && operand.neg) text = `(${text} ^ 0x80000000)`;
        return text === high ? [low, high] : [low, this.bind(node, text)];
      }
      default:
        return this.makeWide(node);
    }
  }

  /** A load: low word as text, the high word of 64 bits stays in `m.high`. */
  private loadText(node: Node<'load'>): string {
    const [low, high] = this.address(node.address);
    const lane = this.vector ? 'l' : '-1';
    const read = `m.${runtimeSpace(node.space)}Load${node.bits}(w, ${lane}, ${low}, ${high})`;
    const inline = this.observed ? read : fastLoad(node, low, high, read);
    return node.valid ? `(${this.b1(node.valid)} ? ${inline} : (m.high = 0))` : inline;
  }

  /** Address words of any integer node. */
  address(node: Ex): Pair {
    return node.ty === 'u64' ? this.u64(node) : [this.u32(node), '0'];
  }

  /** A call of a function of src/isa/functions.ts. */
  private callText(node: Node<'call'>): string {
    const args = node.args.map((arg) => this.argument(arg));
    return `functions.${node.name}.evaluate([${args.join(', ')}], i[${WORD.mode}])`;
  }

  /** The exact operator of src/isa/softfloat.ts: bits, for 64 bits the low word with the high word in m.high. */
  exact(node: Node<'op'>): string {
    const args = node.args.map((arg) => this.argument(arg));
    const wide = node.ty === 'f64' || node.ty === 'u64';
    return `m.exact${wide ? 64 : 32}('${node.op}', ${this.mode.bits}, ${node.denorm === 'flush'}, [${args.join(', ')}])`;
  }

  /** An argument as functions take it: 32-bit patterns as unsigned numbers, 64-bit ones as bigints. */
  private argument(arg: Ex): string {
    if (arg.ty === 'u64' || arg.ty === 'f64') {
      const [low, high] = this.wide(arg);
      return `big(${low}, ${high})`;
    }
    return arg.ty === 'b1' ? `(${this.b1(arg)} ? 1 : 0)` : `(${this.word(arg)} >>> 0)`;
  }
}

/** Scalar loads and vector loads of GPU memory are one thing to the runtime. */
export const runtimeSpace = (space: Space): string => (space === 'lds' ? 'lds' : 'global');

/** Functions of src/isa/functions.ts that are one rounding of host arithmetic. */
const DIRECT_FUNCTIONS: Readonly<Record<string, (x: string) => string>> = {
  rcp_f32: (x) => `Math.fround(1 / ${x})`,
  rsq_f32: (x) => `Math.fround(1 / Math.sqrt(${x}))`,
  sqrt_f32: (x) => `Math.fround(Math.sqrt(${x}))`,
  rcp_f64: (x) => `1 / ${x}`,
  rsq_f64: (x) => `1 / Math.sqrt(${x})`,
  sqrt_f64: (x) => `Math.sqrt(${x})`,
};

/** Whether a float node is best taken as a number: it comes from arithmetic. */
export const producesNumber = (node: Ex): boolean =>
  (node.kind === 'op' && isArithmetic(node.op)) || (node.kind === 'call' && node.name in DIRECT_FUNCTIONS);

/** The common case of a load inside the expression; everything else goes through the runtime. */
function fastLoad(node: Node<'load'>, low: string, high: string, slow: string): string {
  if (node.bits !== 32) return slow;
  if (node.space === 'lds') return `((${low} & 3) === 0 && (${low} >>> 0) <= LL ? mi[LB + (${low} >>> 2)] : ${slow})`;
  return `((${low} & 3) === 0 && ${high} === 0 && (pages[${low} >>> 12] & 1) !== 0 ? mi[${low} >>> 2] : ${slow})`;
}
