// Emits JavaScript for expression trees: one `const` for each node and representation, in the scope where it can live
// (once per instruction, or once per lane).
//
// Representations: truth values are booleans; u32 are int32 numbers; u64 are two int32 numbers; floats are numbers
// where arithmetic uses them and int32 bit patterns where bits must survive (moves, selects, stores). Both forms of one
// node may exist. Numbers that came from arithmetic are canonical NaNs when they turn into bits.

import { type Ex, type Space, signBitOf } from '../../isa/language/expr.js';
import { VGPR_WORDS, WORD } from '../state.js';
import { emitFloat32, emitFloat64, emitFloat64Bits, flushNumber32, isArithmetic } from './float-operators.js';
import { INTEGER_OPERATORS, TRUTH_OPERATORS, WIDE_OPERATORS } from './integer-operators.js';
import { DIRECT_FUNCTIONS, producesNumber, WORD_FUNCTIONS } from './numbers.js';
import { modifiedNumber, type OperandPair, OperandText } from './operand-text.js';
import { bindFourLoads, bindLoads, type Four, type PairedLoadNode, Pairs } from './pairs.js';

type Node<K extends Ex['kind']> = Extract<Ex, { kind: K }>;

export class ValueEmitter extends OperandText {
  private readonly memo = new Map<string, Map<Ex, string | OperandPair>>();
  /** Variables of loads that have been bound together with another one. */
  private readonly paired = new Map<PairedLoadNode, string>();
  /** Accesses of the following statements that may be merged. */
  pairs = new Pairs([]);

  protected memoised(kind: string, node: Ex, make: () => string | OperandPair): string | OperandPair {
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
  u64(node: Ex): OperandPair {
    return this.memoised('u64', node, () => this.makeWide(node)) as OperandPair;
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
  bits64(node: Ex): OperandPair {
    return this.memoised('bits64', node, () => this.makeBits64(node)) as OperandPair;
  }

  /** Any 32-bit node (u32, f32, b1) as an int32. */
  word(node: Ex): string {
    if (node.ty === 'f32') return this.bits32(node);
    return node.ty === 'b1' ? `(${this.b1(node)} ? 1 : 0)` : this.u32(node);
  }
  /** Any 64-bit node as two words. */
  wide(node: Ex): OperandPair {
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
    if (name === 'VCCLANE') return this.laneBit(this.maskWords(this.layout.vcc));
    if (name === 'EXECLANE') return this.laneBit(this.maskWords(this.layout.exec));
    if (name === 'APERTURES') return 'm.specialAPERTURES(w)';
    throw new TypeError(`special ${name} is no truth value`);
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
        return this.bind(node, this.modified(node, this.sourceWord(node.slot, node.dword)));
      case 'special':
        return this.bind(node, this.specialWord(node.name));
      case 'lane':
        return this.bind(node, this.otherLane(node));
      case 'relative':
        return this.bind(node, this.relativeWord(node, 0));
      case 'sgpr':
        return this.bind(node, `m.readSgpr(i, ${this.u32(node.index)})`);
      case 'load':
        return this.loadedWord(node);
      case 'call': {
        const direct = WORD_FUNCTIONS[node.name];
        if (direct) return this.bind(node, `${direct}(${node.args.map((arg) => this.u32(arg)).join(', ')})`);
        return this.bind(node, `${this.callText(node)} | 0`);
      }
    }
  }

  private makeWide(node: Ex): OperandPair {
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

  /** Splits a bigint into words. */
  private unpack(node: Ex, text: string): OperandPair {
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

  /** Operators that keep or flip bits, on numbers: uses of the number do not see the payload of a NaN. */
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
    const offset = operand.kind === 'vgpr' ? `${VGPR_WORDS * node.dword} + l` : String(node.dword);
    return modifiedNumber(operand, `f[${this.parameters.register(node.slot)} + ${offset}]`);
  }

  /** The word of a source that holds its sign, with abs and neg. */
  private modified(node: Node<'src'>, word: string): string {
    const operand = this.operand(node.slot);
    const bit = signBitOf(node);
    if (bit === undefined || operand.kind === 'none') return word;
    const sign = 1 << (bit & 31);
    const magnitude = operand.abs ? `(${word} & ${~sign})` : word;
    return operand.neg ? `(${magnitude} ^ ${sign})` : magnitude;
  }

  private makeBits32(node: Ex): string {
    if (producesNumber(node)) return this.bind(node, `bitsOf32(${this.f32(node)})`);
    switch (node.kind) {
      case 'op':
        return this.bind(node, emitFloat32(this, node));
      case 'src':
        return this.bind(node, this.modified(node, this.sourceWord(node.slot, node.dword)));
      default:
        return this.makeWord(node);
    }
  }

  private makeNumber64(node: Ex): string {
    if (node.kind === 'op' && isArithmetic(node.op)) return this.bind(node, emitFloat64(this, node));
    const direct = node.kind === 'call' ? DIRECT_FUNCTIONS[node.name] : undefined;
    if (direct) return this.bind(node, direct(this.f64((node as Node<'call'>).args[0]!)));
    const moved = node.kind === 'op' ? this.movedNumber64(node) : undefined;
    if (moved) return this.bind(node, moved);
    const register = node.kind === 'src' ? this.sourceDouble(node) : undefined;
    if (register) return this.bind(node, modifiedNumber(this.operand((node as Node<'src'>).slot), register));
    const [low, high] = this.bits64(node);
    return this.bind(node, `(si[0] = ${low}, si[1] = ${high}, sd[0])`);
  }

  private movedNumber64({ op, args }: Node<'op'>): string | undefined {
    const [a, b, c] = args as [Ex, Ex, Ex];
    if (op === 'selF64') return `${this.b1(a)} ? ${this.f64(b)} : ${this.f64(c)}`;
    if (op === 'dneg') return `-${this.f64(a)}`;
    return op === 'dabs' ? `Math.abs(${this.f64(a)})` : undefined;
  }

  private makeBits64(node: Ex): OperandPair {
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
        const [low, high] = this.sourcePair(node.slot, node.dword);
        const text = this.modified(node, high);
        return text === high ? [low, high] : [low, this.bind(node, text)];
      }
      default:
        return this.makeWide(node);
    }
  }

  private loadedWord(node: PairedLoadNode): string {
    const pair = this.vector ? this.pairs.ofLoad(node) : undefined;
    if (!pair) return this.bind(node, this.loadText(node));
    if (!this.paired.has(node)) this.bindTogether(pair, this.pairs.fourLoads);
    return this.paired.get(node)!;
  }

  private bindTogether(pair: readonly [PairedLoadNode, PairedLoadNode], four: Four<PairedLoadNode> | undefined): void {
    const bindPair = ([first, second]: readonly [PairedLoadNode, PairedLoadNode], done?: string): readonly string[] =>
      bindLoads(this, [first, second], [this.loadText(first), this.loadText(second)], done);
    const names = four
      ? bindFourLoads(this, four, (done) => [
          ...bindPair([four[0], four[1]], done),
          ...bindPair([four[2], four[3]], done),
        ])
      : bindPair(pair);
    for (const [index, each] of (four ?? pair).entries()) this.paired.set(each, names[index]!);
  }

  /** A load: low word as text, the high word of 64 bits stays in `m.high`. */
  private loadText(node: Node<'load'>): string {
    const [low, high] = this.address(node.address);
    const lane = this.vector ? 'l' : '-1';
    const place = `${lane}, ${low}, ${high}`;
    const read = node.elementStep
      ? `m.globalElementLoad(w, ${node.bits}, ${place}, ${this.u32(node.elementStep)})`
      : `m.${runtimeSpace(node.space)}Load${node.bits}(w, ${place})`;
    const inline = this.observed ? read : fastLoad(node, low, high, read);
    return node.valid ? `(${this.b1(node.valid)} ? ${inline} : (m.high = 0))` : inline;
  }

  /** Address words of any integer node. */
  address(node: Ex): OperandPair {
    return node.ty === 'u64' ? this.u64(node) : [this.u32(node), '0'];
  }

  /** A call of a function of src/isa/language/functions.ts. */
  private callText(node: Node<'call'>): string {
    const args = node.args.map((arg) => this.argument(arg));
    return `functions.${node.name}.evaluate([${args.join(', ')}], i[${WORD.mode}])`;
  }

  /**
   * The exact operator of src/isa/language/softfloat.ts: bits, for 64 bits the low word with the high word in m.high.
   */
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

/** The common case of a load inside the expression; everything else goes through the runtime. */
function fastLoad(node: Node<'load'>, low: string, high: string, slow: string): string {
  if (node.bits !== 32) return slow;
  if (node.space === 'lds') return `((${low} & 3) === 0 && (${low} >>> 0) <= LL ? mi[LB + (${low} >>> 2)] : ${slow})`;
  return `((${low} & 3) === 0 && ${high} === HW && (pages[${low} >>> 12] & 1) !== 0 ? mi[${low} >>> 2] : ${slow})`;
}
