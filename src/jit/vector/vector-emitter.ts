// Emits expressions for four lanes at a time. A word (u32, f32, truth value) is one v128; a 64-bit value is two, with
// the lanes 0-1 and 2-3. Truth values are 0 or -1 in each lane. What is the same in all lanes is computed once before
// the loop over the chunks, by ScalarValues, and spread there.

import type { FloatMode } from '../../emulator/float-mode.js';
import type { Instruction } from '../../isa/instruction.js';
import type { Ex } from '../../isa/language/expr.js';
import { required } from '../../util/required.js';
import { canonical64, DOUBLE_ARITHMETIC, fusedSum, takesNumbers64 } from '../floats/doubles.js';
import { emitFloat, FLOAT_NAMES, flushed } from '../floats/floats.js';
import type { EmittedRun } from '../kernel/run.js';
import { type ScalarValues, UniformNodes } from '../scalar/values.js';
import type { FunctionBuilder, Local } from '../wasm/function-builder.js';
import { otherLane } from './cross-lane.js';
import { emitFunction, VECTOR_FUNCTIONS } from './functions.js';
import { displaced } from './movrel.js';
import { VECTOR_OPERATORS, WIDE_VECTOR_OPERATORS } from './operators.js';
import { producesNan } from './raw-words.js';
import { isRareChoice, rarePair, rareWord } from './slow-path-values.js';
import { laneMask, modified, sourcePair, vgprOf } from './sources.js';
import type { LaneAddresses, VectorPair, VectorValues } from './vector-values.js';

const isWide = (node: Ex): boolean => node.ty === 'u64' || node.ty === 'f64';

/** Evaluates the nodes of one instruction inside a run of vector instructions. */
export class VectorEmitter implements VectorValues {
  readonly b: FunctionBuilder;
  private readonly words = new Map<Ex, Local>();
  private readonly exact = new Map<Ex, Local>();
  private readonly pairs = new Map<Ex, VectorPair>();
  private readonly numberPairs = new Map<Ex, VectorPair>();
  private uniform: Pick<UniformNodes, 'has'>;

  constructor(
    readonly run: EmittedRun,
    readonly instruction: Instruction,
    readonly mode: FloatMode,
    readonly scalars: ScalarValues,
    readonly code: number,
    readonly conditional = false,
  ) {
    this.b = run.b;
    this.uniform = new UniformNodes(instruction, run.uniformRegister);
  }

  get zeroesDenormals(): boolean {
    return this.run.machine.options.zeroesDenormals;
  }

  fresh(): VectorEmitter {
    return new VectorEmitter(this.run, this.instruction, this.mode, this.scalars, this.code, true);
  }

  branch(): VectorEmitter {
    const inside = this.fresh();
    for (const name of ['words', 'exact', 'pairs', 'numberPairs'] as const) {
      const copy = inside[name] as Map<Ex, Local | VectorPair>;
      for (const [node, value] of this[name]) copy.set(node, value);
    }
    return inside;
  }

  withWords(words: ReadonlyMap<Ex, Local>): VectorEmitter {
    const inside = this.fresh();
    inside.uniform = { has: ({ kind }) => kind === 'const' };
    for (const [node, local] of words) {
      inside.words.set(node, local);
      inside.exact.set(node, local);
    }
    return inside;
  }

  hasValue(node: Ex): boolean {
    return isWide(node)
      ? this.pairs.has(node) || this.numberPairs.has(node)
      : this.words.has(node) || this.exact.has(node);
  }

  isUniform(node: Ex): boolean {
    return this.uniform.has(node);
  }

  before<T>(emit: () => T): T {
    let result!: T;
    this.b.into(this.run.before, () => {
      result = emit();
    });
    return result;
  }

  scalar(node: Ex): Local {
    return this.before(() => this.scalars.local(node));
  }

  uniformWords(node: Ex): readonly Local[] | undefined {
    if (!this.isUniform(node)) return undefined;
    const whole = this.scalar(node);
    if (!isWide(node)) return [whole];
    return this.before(() =>
      [0n, 32n].map((shift) => {
        const word = this.b.local('i32');
        this.b.get(whole).i64(shift).op('i64.shr_u').op('i32.wrap_i64').set(word);
        return word;
      }),
    );
  }

  keep(emit: () => void): Local {
    emit();
    const local = this.b.local('v128');
    this.b.set(local);
    return local;
  }

  word(node: Ex): Local {
    let local = this.exact.get(node);
    if (local === undefined) {
      const register = vgprOf(this, node);
      local =
        register === undefined
          ? this.run.floats.exactly(this.number(node))
          : modified(this, node, this.run.vgpr(register));
      this.exact.set(node, local);
    }
    return local;
  }

  number(node: Ex): Local {
    let local = this.words.get(node);
    if (local === undefined) {
      local = this.isUniform(node) && vgprOf(this, node) === undefined ? this.spread(node) : this.computeWord(node);
      if (producesNan(node)) this.run.floats.mark(local, { nan: true, denormal: false });
      this.words.set(node, local);
    }
    return local;
  }

  flushedOnce(x: Local): Local {
    if (!this.run.early.has(x)) return flushed(this, x);
    return this.before(() => flushed(this, x));
  }

  pair(node: Ex): VectorPair {
    let pair = this.pairs.get(node);
    if (!pair) {
      const operand = flushed64(node);
      if (node.kind === 'src' && !this.isUniform(node)) pair = sourcePair(this, node, 'exact');
      else if (operand) pair = this.pair(operand);
      else pair = producesNan64(node) ? canonical64(this, this.numbers(node)) : this.numbers(node);
      this.pairs.set(node, pair);
    }
    return pair;
  }

  numbers(node: Ex): VectorPair {
    let pair = this.numberPairs.get(node);
    if (!pair) {
      pair = this.isUniform(node) ? this.spreadPair(node) : this.computePair(node);
      this.numberPairs.set(node, pair);
    }
    return pair;
  }

  private spread(node: Ex): Local {
    const local = this.b.local('v128');
    this.before(() => {
      if (node.ty === 'b1') this.b.i32(0);
      this.scalars.word(node);
      if (node.ty === 'b1') this.b.op('i32.sub');
      this.b.simd('i32x4.splat').set(local);
    });
    this.run.early.add(local);
    return local;
  }

  private spreadPair(node: Ex): VectorPair {
    const local = this.b.local('v128');
    this.before(() => {
      this.scalars.wide(node).simd('i64x2.splat').set(local);
    });
    return [local, local];
  }

  private computeWord(node: Ex): Local {
    const { b } = this;
    switch (node.kind) {
      case 'op': {
        if (FLOAT_NAMES.has(node.op)) return emitFloat(this, node);
        if (isRareChoice(this, node)) return rareWord(this, node);
        for (const arg of node.args) if (!takesNumbers64(node.op)) this.prepare(arg);
        return this.keep(() => required(VECTOR_OPERATORS[node.op], 'operator')(this, node.args));
      }
      case 'call':
        return emitFunction(this, node);
      case 'src':
        return node.ty === 'b1'
          ? laneMask(this, node)
          : modified(this, node, this.run.rawVgpr(required(vgprOf(this, node), 'register of the operand')));
      case 'special':
        if (node.name === 'LANE') return this.run.laneNumbers();
        return this.run.maskOf(this.instruction.def.isa.operands.special[node.name === 'VCCLANE' ? 'vcc' : 'exec']);
      case 'relative':
        return displaced(this, node.slot, node.index);
      case 'lane':
        return otherLane(this, node);
      case 'load':
        return this.run.memory.load(this, node);
      default:
        return this.keep(() => b.words(0));
    }
  }

  prepare(node: Ex): void {
    if (isWide(node)) this.pair(node);
    else this.word(node);
  }

  private computePair(node: Ex): VectorPair {
    switch (node.kind) {
      case 'op':
        if (isRareChoice(this, node)) return rarePair(this, node);
        if (node.fusible && this.run.machine.options.fused) return fusedSum(this, node);
        for (const arg of node.args) {
          if (takesNumbers64(node.op) && isWide(arg)) this.numbers(arg);
          else this.prepare(arg);
        }
        return required(WIDE_VECTOR_OPERATORS[node.op], 'operator')(this, node.args, node);
      case 'call':
        return required(VECTOR_FUNCTIONS[node.name]?.wide, 'function of pairs')(this, node.args);
      case 'src':
        return sourcePair(this, node, 'number');
      case 'load':
        return this.run.memory.loadWide(this, node);
      default: {
        // A f64 constant.
        const bits = node.kind === 'const' ? BigInt(node.bits) : 0n;
        const words = [Number(BigInt.asIntN(32, bits)), Number(BigInt.asIntN(32, bits >> 32n))] as const;
        const local = this.keep(() => this.b.v128([words[0], words[1], words[0], words[1]]));
        return [local, local];
      }
    }
  }

  registerWords(node: Ex): readonly [low: Local, high: Local] {
    const exact = this.pair(node);
    const words = [this.half(exact, 0), this.half(exact, 1)] as const;
    this.run.pairs.note(...words, { exact, number: this.numbers(node) });
    return words;
  }

  addresses(node: Ex): LaneAddresses {
    const operand = node.kind === 'src' ? this.instruction.operands[node.slot] : undefined;
    if (node.kind === 'src' && operand?.kind === 'vgpr') {
      const [low, high] = [0, 1].map((word) => this.run.vgpr(operand.index + node.dword + word)) as [Local, Local];
      return { low, high };
    }
    if (node.kind === 'op' && node.op === 'zext64') return { low: this.word(node.args[0]), high: undefined };
    const pair = this.pair(node);
    return { low: this.half(pair, 0), high: this.half(pair, 1) };
  }

  interleave(low: Local, high: Local): VectorPair {
    return [
      this.keep(() => this.b.get(low).get(high).shuffle([0, 4, 1, 5])),
      this.keep(() => this.b.get(low).get(high).shuffle([2, 6, 3, 7])),
    ];
  }
  half([a, b]: VectorPair, which: 0 | 1): Local {
    return this.keep(() =>
      this.b
        .get(a)
        .get(b)
        .shuffle([which, 2 + which, 4 + which, 6 + which]),
    );
  }
}

/** The operand of a dflush, which leaves NaNs alone. */
const flushed64 = (node: Ex): Ex | undefined => (node.kind === 'op' && node.op === 'dflush' ? node.args[0] : undefined);

/** True if `numbers` of a node can give a NaN that is not canonical. */
const producesNan64 = (node: Ex): boolean =>
  (node.kind === 'op' && DOUBLE_ARITHMETIC.has(node.op)) || (node.kind === 'call' && node.ty === 'f64');
