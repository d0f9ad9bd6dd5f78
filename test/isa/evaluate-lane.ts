// Evaluates the semantics of a vector instruction for one lane, by walking the tree with exact arithmetic. For tests of
// definitions: independent of the project's engines.

import type { InstructionDef } from '../../src/isa/define.js';
import type { Ex, OpName } from '../../src/isa/expr.js';
import { pureFunction } from '../../src/isa/functions.js';
import * as exact from './exact-float.js';
import { BINARY16, BINARY32, BINARY64, type Environment, type Format, type Rounding } from './exact-float.js';

/** What an instruction sees: bit patterns by slot, and the state beside the operands. */
export interface LaneState {
  readonly [slot: string]: bigint | undefined;
  readonly MODE?: bigint;
  readonly VCCLANE?: bigint;
  readonly LANE?: bigint;
  readonly M0?: bigint;
}

/** Denormals kept in both widths, nearest even, IEEE off. */
export const DENORMALS = 0xf0n;

const U32 = 0xffffffffn;
const U64 = 0xffffffffffffffffn;
const signed32 = (x: bigint): bigint => BigInt.asIntN(32, x);
const signed64 = (x: bigint): bigint => BigInt.asIntN(64, x);
const truth = (x: boolean): bigint => (x ? 1n : 0n);
const leadingZeros = (x: bigint, size: number): bigint => BigInt(size - (x === 0n ? 0 : x.toString(2).length));
const trailingZeros = (x: bigint, size: number): bigint => {
  let count = 0;
  while (count < size && ((x >> BigInt(count)) & 1n) === 0n) count++;
  return BigInt(count);
};
const ones = (x: bigint): bigint => BigInt([...x.toString(2)].filter((bit) => bit === '1').length);
const reversed = (x: bigint, size: number): bigint =>
  BigInt(`0b${[...x.toString(2).padStart(size, '0')].reverse().join('')}`);

export function environment(mode: bigint, f: Format): Environment {
  const [round, denorm] = f === BINARY32 ? [0n, 4n] : [2n, 6n];
  return {
    round: Number((mode >> round) & 3n) as Rounding,
    flushInputs: ((mode >> denorm) & 1n) === 0n,
    flushResults: ((mode >> denorm) & 2n) === 0n,
  };
}

const FLUSHING: Environment = { round: 0, flushInputs: true, flushResults: true };

type Operator = (args: readonly bigint[], mode: bigint, flushes: boolean) => bigint;

const integers: Partial<Record<OpName, Operator>> = {
  add: ([a, b]) => (a! + b!) & U32,
  sub: ([a, b]) => (a! - b!) & U32,
  mul: ([a, b]) => (a! * b!) & U32,
  mulHiU: ([a, b]) => (a! * b!) >> 32n,
  mulHiS: ([a, b]) => ((signed32(a!) * signed32(b!)) >> 32n) & U32,
  and: ([a, b]) => a! & b!,
  or: ([a, b]) => a! | b!,
  xor: ([a, b]) => a! ^ b!,
  not: ([a]) => a! ^ U32,
  shl: ([a, b]) => (a! << (b! & 31n)) & U32,
  shrU: ([a, b]) => a! >> (b! & 31n),
  shrS: ([a, b]) => (signed32(a!) >> (b! & 31n)) & U32,
  eq: ([a, b]) => truth(a === b),
  ne: ([a, b]) => truth(a !== b),
  ltU: ([a, b]) => truth(a! < b!),
  leU: ([a, b]) => truth(a! <= b!),
  ltS: ([a, b]) => truth(signed32(a!) < signed32(b!)),
  leS: ([a, b]) => truth(signed32(a!) <= signed32(b!)),
  clz: ([a]) => leadingZeros(a!, 32),
  ctz: ([a]) => trailingZeros(a!, 32),
  popcnt: ([a]) => ones(a!),
  brev: ([a]) => reversed(a!, 32),
  and64: ([a, b]) => a! & b!,
  or64: ([a, b]) => a! | b!,
  xor64: ([a, b]) => a! ^ b!,
  add64: ([a, b]) => (a! + b!) & U64,
  sub64: ([a, b]) => (a! - b!) & U64,
  shl64: ([a, b]) => (a! << (b! & 63n)) & U64,
  shrU64: ([a, b]) => a! >> (b! & 63n),
  shrS64: ([a, b]) => (signed64(a!) >> (b! & 63n)) & U64,
  eq64: ([a, b]) => truth(a === b),
  ne64: ([a, b]) => truth(a !== b),
  ltU64: ([a, b]) => truth(a! < b!),
  leU64: ([a, b]) => truth(a! <= b!),
  ltS64: ([a, b]) => truth(signed64(a!) < signed64(b!)),
  leS64: ([a, b]) => truth(signed64(a!) <= signed64(b!)),
  clz64: ([a]) => leadingZeros(a!, 64),
  ctz64: ([a]) => trailingZeros(a!, 64),
  lo: ([a]) => a! & U32,
  hi: ([a]) => a! >> 32n,
  pack: ([a, b]) => a! | (b! << 32n),
  andB: ([a, b]) => a! & b!,
  orB: ([a, b]) => a! | b!,
  xorB: ([a, b]) => a! ^ b!,
  notB: ([a]) => a! ^ 1n,
  fromBool: ([a]) => a!,
};

for (const op of ['selU32', 'selU64', 'selB', 'selF32', 'selF64'] as const)
  integers[op] = ([c, a, b]) => (c === 1n ? a! : b!);
for (const op of ['asF32', 'asU32', 'asF64', 'asU64'] as const) integers[op] = ([a]) => a!;

/** The floating-point operators of a width by name without their prefix. */
function floats(f: Format, sign: bigint): Readonly<Record<string, Operator>> {
  const env = (mode: bigint, flushes: boolean): Environment =>
    flushes ? { ...FLUSHING, round: environment(mode, f).round } : environment(mode, f);
  const order =
    (holds: (result: number) => boolean): Operator =>
    ([a, b], mode, flushes) => {
      const result = exact.compare(f, a!, b!, env(mode, flushes));
      return truth(result !== undefined && holds(result));
    };
  const integral =
    (round: Rounding): Operator =>
    ([a], mode, flushes) =>
      exact.toIntegral(f, env(mode, flushes).flushInputs ? exact.flush(f, a!) : a!, round);
  return {
    add: ([a, b], mode, flushes) => exact.add(f, a!, b!, env(mode, flushes)),
    sub: ([a, b], mode, flushes) => exact.subtract(f, a!, b!, env(mode, flushes)),
    mul: ([a, b], mode, flushes) => exact.multiply(f, a!, b!, env(mode, flushes)),
    fma: ([a, b, c], mode, flushes) => exact.fma(f, a!, b!, c!, env(mode, flushes)),
    neg: ([a]) => a! ^ sign,
    abs: ([a]) => a! & (sign - 1n),
    eq: order((result) => result === 0),
    lt: order((result) => result < 0),
    le: order((result) => result <= 0),
    isnan: ([a]) => truth(exact.isNan(f, a!)),
    flush: ([a], mode, flushes) => {
      const { flushInputs, flushResults } = env(mode, flushes);
      return flushInputs || flushResults ? exact.flush(f, a!) : a!;
    },
    floor: integral(2),
    ceil: integral(1),
    trunc: integral(3),
    rint: integral(0),
  };
}

const F32_OPERATORS = floats(BINARY32, 1n << 31n);
const F64_OPERATORS = floats(BINARY64, 1n << 63n);

const round32 = (mode: bigint): Rounding => environment(mode, BINARY32).round;
const LIMITS = { u: [0n, U32], s: [-0x80000000n, 0x7fffffffn] } as const;

/** Between f32 and f64: operands flushed as the mode of their width says, the result rounded and flushed as that of its own. */
function converted(from: Format, to: Format, bits: bigint, mode: bigint): bigint {
  const { round, flushResults } = environment(mode, to);
  const result = exact.convert(from, to, environment(mode, from).flushInputs ? exact.flush(from, bits) : bits, round);
  return flushResults ? exact.flush(to, result) : result;
}

const conversions: Partial<Record<OpName, Operator>> = {
  f32FromU: ([a], mode) => exact.fromInteger(BINARY32, a!, round32(mode)),
  f32FromS: ([a], mode) => exact.fromInteger(BINARY32, signed32(a!), round32(mode)),
  f64FromU: ([a]) => exact.fromInteger(BINARY64, a!, 0),
  f64FromS: ([a]) => exact.fromInteger(BINARY64, signed32(a!), 0),
  f32FromF64: ([a], mode) => converted(BINARY64, BINARY32, a!, mode),
  f64FromF32: ([a], mode) => converted(BINARY32, BINARY64, a!, mode),
  uFromF32: ([a]) => exact.toInteger(BINARY32, a!, ...LIMITS.u) & U32,
  sFromF32: ([a]) => exact.toInteger(BINARY32, a!, ...LIMITS.s) & U32,
  uFromF64: ([a]) => exact.toInteger(BINARY64, a!, ...LIMITS.u) & U32,
  sFromF64: ([a]) => exact.toInteger(BINARY64, a!, ...LIMITS.s) & U32,
  f32FromF16: ([a]) => exact.convert(BINARY16, BINARY32, a! & 0xffffn, 0),
  f16FromF32: ([a]) => exact.convert(BINARY32, BINARY16, a!, 0),
  f16FromF32Z: ([a]) => exact.convert(BINARY32, BINARY16, a!, 3),
};

function operator(op: OpName): Operator {
  const found =
    integers[op] ??
    conversions[op] ??
    (op.startsWith('f') ? F32_OPERATORS[op.slice(1)] : undefined) ??
    (op.startsWith('d') ? F64_OPERATORS[op.slice(1)] : undefined);
  if (!found) throw new TypeError(`the test evaluator lacks operator ${op}`);
  return found;
}

class LaneEvaluator {
  private readonly values = new Map<Ex, bigint>();

  constructor(private readonly state: LaneState) {}

  value(ex: Ex): bigint {
    let value = this.values.get(ex);
    if (value === undefined) {
      value = this.compute(ex);
      this.values.set(ex, value);
    }
    return value;
  }

  private compute(ex: Ex): bigint {
    switch (ex.kind) {
      case 'const':
        return BigInt(ex.bits);
      case 'src':
        return this.named(ex.slot);
      case 'special':
        return this.named(ex.name);
      case 'op':
        return operator(ex.op)(
          ex.args.map((arg) => this.value(arg)),
          this.state.MODE ?? DENORMALS,
          ex.denorm === 'flush',
        );
      case 'call':
        return this.call(ex.name, ex.args);
      default:
        throw new TypeError(`the test evaluator lacks ${ex.kind}`);
    }
  }

  private call(name: string, args: readonly Ex[]): bigint {
    const fn = pureFunction(name);
    if (!fn) throw new TypeError(`no function ${name}`);
    const bits = args.map((arg, index) => (/64/.test(fn.args[index]!) ? this.value(arg) : Number(this.value(arg))));
    return BigInt(fn.evaluate(bits, Number(this.state.MODE ?? DENORMALS)));
  }

  private named(name: string): bigint {
    const value = name === 'MODE' ? (this.state.MODE ?? DENORMALS) : this.state[name];
    if (value === undefined) throw new TypeError(`the test gives no ${name}`);
    return value;
  }
}

/** Runs the definition; what it writes by slot name (`D`, `VCC`, `SDST`, `EXEC`). */
export function evaluateLane(def: InstructionDef, state: LaneState): Readonly<Record<string, bigint>> {
  const evaluator = new LaneEvaluator(state);
  const written: Record<string, bigint> = {};
  for (const statement of def.semantics) {
    if (statement.do !== 'write' && statement.do !== 'mask')
      throw new TypeError(`the test evaluator lacks ${statement.do}`);
    written[statement.slot] = evaluator.value(statement.value);
  }
  return written;
}

/** Definitions by name, for tests. */
export const byName = (...families: readonly (readonly InstructionDef[])[]): ReadonlyMap<string, InstructionDef> =>
  new Map(families.flat().map((def) => [def.name, def]));
