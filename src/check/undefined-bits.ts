// Undefined bits of a value, which come from unwritten memory: one fold over the expressions of an instruction. Bits
// reported as undefined are so; unknown bits count as defined.

import type { Operand } from '../isa/instruction.js';
import type { Ex, OperatorArguments, Ty } from '../isa/language/expr.js';
import { childrenOf } from '../isa/language/trees.js';
import type { OracleValues } from '../isa/oracle-values.js';
import type { UndefinedRegisters } from './undefined-registers.js';

const WIDTHS: Readonly<Record<Ty, bigint>> = {
  b1: 1n,
  u32: 0xffff_ffffn,
  f32: 0xffff_ffffn,
  u64: 0xffff_ffff_ffff_ffffn,
  f64: 0xffff_ffff_ffff_ffffn,
};
const WORD = 0xffff_ffffn;

/** Bits that are undefined in an operator's result, from those of its arguments and their values. */
type Rule = (own: ArgumentBits, values: ArgumentBits, all: bigint) => bigint;
/** Of each argument, as many as the operator has. */
type ArgumentBits = readonly [bigint, bigint, bigint];

const bitsOf = (args: OperatorArguments, of: (arg: Ex) => bigint): ArgumentBits =>
  args.map(of) as unknown as ArgumentBits;

const any: Rule = (own, _values, all) => (own.some((bits) => bits !== 0n) ? all : 0n);
/** Carries go up: nothing below the lowest undefined bit changes. */
const upwards: Rule = (own, _values, all) => {
  const bits = own.reduce((sum, each) => sum | each, 0n);
  return bits === 0n ? 0n : all & ~((bits & -bits) - 1n);
};
const same: Rule = ([bits]) => bits;
const both: Rule = ([a, b]) => a | b;
/** A defined 0 decides. */
const and: Rule = ([a, b], [x, y]) => (a & (b | y)) | (b & (a | x));
/** A defined 1 decides. */
const or: Rule = ([a, b], [x, y], all) => (a & (b | (all & ~y))) | (b & (a | (all & ~x)));
const shift =
  (width: bigint, move: (bits: bigint, count: bigint) => bigint): Rule =>
  ([bits, count], [, by], all) =>
    count !== 0n ? all : move(bits, by & (width - 1n)) & all;
const left = (bits: bigint, by: bigint): bigint => bits << by;
const right = (bits: bigint, by: bigint): bigint => bits >> by;
const signed =
  (width: number) =>
  (bits: bigint, by: bigint): bigint =>
    BigInt.asIntN(width, bits) >> by;
const choose: Rule = ([when, a, b], [test, x, y], all) => {
  if (when === 0n) return test === 1n ? a : b;
  return x === y ? a | b : all;
};

const RULES: Readonly<Record<string, Rule>> = {
  add: upwards,
  sub: upwards,
  mul: upwards,
  add64: upwards,
  sub64: upwards,
  mul64: upwards,
  and,
  and64: and,
  andB: and,
  or,
  or64: or,
  orB: or,
  xor: both,
  xor64: both,
  xorB: both,
  not: same,
  not64: same,
  notB: same,
  shl: shift(32n, left),
  shl64: shift(64n, left),
  shrU: shift(32n, right),
  shrU64: shift(64n, right),
  shrS: shift(32n, signed(32)),
  shrS64: shift(64n, signed(64)),
  zext64: same,
  sext64: ([bits]) => BigInt.asUintN(64, BigInt.asIntN(32, bits)),
  lo: ([bits]) => bits & WORD,
  hi: ([bits]) => bits >> 32n,
  pack: ([low, high]) => low | (high << 32n),
  fromBool: same,
  asF32: same,
  asU32: same,
  asF64: same,
  asU64: same,
  fneg: same,
  fabs: same,
  dneg: same,
  dabs: same,
  fflush: same,
  dflush: same,
  selU32: choose,
  selU64: choose,
  selB: choose,
  selF32: choose,
  selF64: choose,
};

export class UndefinedBits {
  private cache = new Map<Ex, bigint>();

  constructor(
    private readonly values: OracleValues,
    private readonly registers: UndefinedRegisters,
  ) {}

  enterLane(): void {
    this.cache = new Map();
    this.values.enterLane();
  }

  of(ex: Ex, lane: number): bigint {
    let bits = this.cache.get(ex);
    if (bits === undefined) this.cache.set(ex, (bits = this.compute(ex, lane)));
    return bits;
  }

  private compute(ex: Ex, lane: number): bigint {
    switch (ex.kind) {
      case 'src':
        return this.source(ex, lane);
      case 'op': {
        const own = bitsOf(ex.args, (arg) => this.of(arg, lane));
        if (own.every((bits) => bits === 0n)) return 0n;
        const all = WIDTHS[ex.ty];
        const rule = RULES[ex.op];
        return rule
          ? rule(
              own,
              bitsOf(ex.args, (arg) => this.values.value(arg, lane)),
              all,
            )
          : any(own, own, all);
      }
      case 'special':
        return this.special(ex.name, lane);
      case 'lane':
        return this.register(
          this.values.operand(ex.slot),
          0,
          false,
          Number(this.values.value(ex.index, lane)) & (this.values.isa.wave.lanes - 1),
        );
      case 'call':
        // Functions may look at parts of their arguments only: what is undefined altogether is so in any part.
        return ex.args.some((arg) => this.of(arg, lane) === WIDTHS[arg.ty]) ? WIDTHS[ex.ty] : 0n;
      case 'relative':
      case 'sgpr':
      case 'load':
        return 0n;
      default:
        return 0n;
    }
  }

  /** Addresses of loads below an expression. */
  loadAddresses(ex: Ex, loads: Ex[] = []): Ex[] {
    if (ex.kind === 'load') loads.push(ex.address);
    for (const child of childrenOf(ex)) this.loadAddresses(child, loads);
    return loads;
  }

  private source({ slot, dword, ty }: Extract<Ex, { kind: 'src' }>, lane: number): bigint {
    const operand = this.values.operand(slot);
    if (ty === 'b1') {
      const wide = operand.kind === 'vgpr' || this.values.isa.wave.execWords === 2;
      return (this.register(operand, dword, wide, lane) >> BigInt(Math.max(lane, 0))) & 1n;
    }
    return this.register(operand, dword, ty === 'u64' || ty === 'f64', lane);
  }

  private register(operand: Operand, dword: number, wide: boolean, lane: number): bigint {
    if (operand.kind === 'condition') return this.condition(operand.name);
    if (operand.kind !== 'scalar' && operand.kind !== 'vgpr') return 0n;
    const index = operand.index + dword;
    const word = (at: number): bigint =>
      BigInt(operand.kind === 'scalar' ? this.registers.scalar(at) : this.registers.vgpr(at, lane));
    return wide ? word(index) | (word(index + 1) << 32n) : word(index);
  }

  private condition(name: 'VCCZ' | 'EXECZ' | 'SCC'): bigint {
    if (name === 'SCC') return this.registers.scc ? 1n : 0n;
    return name === 'VCCZ' && this.vcc() !== 0n ? 1n : 0n;
  }

  private vcc(): bigint {
    const { operands, wave } = this.values.isa;
    const { vcc } = operands.special;
    const low = BigInt(this.registers.scalar(vcc));
    return wave.execWords === 2 ? low | (BigInt(this.registers.scalar(vcc + 1)) << 32n) : low;
  }

  private special(name: Extract<Ex, { kind: 'special' }>['name'], lane: number): bigint {
    if (name === 'SCC') return this.registers.scc ? 1n : 0n;
    if (name === 'VCC') return this.vcc();
    return name === 'VCCLANE' ? (this.vcc() >> BigInt(Math.max(lane, 0))) & 1n : 0n;
  }
}
