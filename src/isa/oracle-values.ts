// Values of the oracle: the value of an expression in one lane, as a bit pattern of any size.

import { AtollError } from '../util/errors.js';
import { type Instruction, type Operand, SGPR_COUNT } from './instruction.js';
import type { Isa } from './isa.js';
import { type Ex, type Special, signBitOf, type Ty } from './language/expr.js';
import { type FloatModes, floatModes, operatorModes } from './language/float-ops.js';
import { pureFunction, type WordBits } from './language/functions.js';
import { applyOperator } from './language/integer-ops.js';
import type { OracleMachine } from './oracle-machine.js';

/** A register's content from a bit pattern. */
export const asNumber = (bits: bigint): number => Number(BigInt.asUintN(32, bits));
/** True if values of a type fill two registers. */
export const isWide = (ty: Ty): boolean => ty === 'u64' || ty === 'f64';

const DWORD = 4n;

/**
 * True if an access is indivisible: it lies in the dword of its address, or its bytes are consecutive (ElementStep in
 * expr.ts).
 */
export const staysInDword = (address: bigint, bits: number, step: bigint): boolean =>
  step === DWORD || (address % DWORD) + BigInt(bits / 8) <= DWORD;

/** Addresses of the bytes of any other access, which are accessed one by one. */
export const bytePlaces = (address: bigint, bits: number, step: bigint): readonly bigint[] =>
  Array.from({ length: bits / 8 }, (_, i) => {
    const byte = (address % DWORD) + BigInt(i);
    return BigInt.asUintN(64, address - (address % DWORD) + (byte / DWORD) * step + (byte % DWORD));
  });

/** Reads the state of a machine for one instruction. */
export class OracleValues {
  readonly modes: FloatModes;
  readonly isa: Isa;
  private readonly instruction: Instruction;
  private readonly machine: OracleMachine;
  /** Values of nodes in the current lane. */
  private cache = new Map<Ex, bigint>();

  constructor(instruction: Instruction, machine: OracleMachine) {
    this.instruction = instruction;
    this.machine = machine;
    this.isa = instruction.def.isa;
    this.modes = floatModes(machine.mode);
  }

  /** Forgets what was known: the next values are those of another lane. */
  enterLane(): void {
    this.cache = new Map();
  }

  /** The operand of a slot; `none` where the instruction has none. */
  operand(slot: string): Operand {
    return this.instruction.operands[slot] ?? { kind: 'none' };
  }

  /** The operand `index` registers further on; undefined beyond the allocation. */
  displaced(slot: string, index: bigint, wide: boolean): Operand | undefined {
    const operand = this.operand(slot);
    if (operand.kind !== 'scalar' && operand.kind !== 'vgpr') return undefined;
    const limit = operand.kind === 'scalar' ? SGPR_COUNT : this.machine.vgprCount;
    const register = asNumber(BigInt(operand.index) + index);
    return register + (wide ? 2 : 1) <= limit ? { ...operand, index: register } : undefined;
  }

  /** The value of an expression in a lane; -1 in scalar instructions. A node is evaluated once a lane. */
  value(ex: Ex, lane: number): bigint {
    const cached = this.cache.get(ex);
    if (cached !== undefined) return cached;
    const value = this.compute(ex, lane);
    this.cache.set(ex, value);
    return value;
  }

  private compute(ex: Ex, lane: number): bigint {
    switch (ex.kind) {
      case 'const':
        return BigInt(ex.bits);
      case 'op':
        return this.operator(ex, lane);
      case 'src':
        return this.source(ex, lane);
      case 'field':
        return this.field(ex.field, ex.signed);
      case 'special':
        return this.readSpecial(ex.name, lane);
      case 'lane':
        return this.register(
          this.operand(ex.slot),
          0,
          false,
          Number(this.value(ex.index, lane)) & (this.isa.wave.lanes - 1),
        );
      case 'relative': {
        const wide = isWide(ex.ty);
        const own = this.operand(ex.slot);
        const first: Operand = own.kind === 'scalar' || own.kind === 'vgpr' ? { ...own, index: 0 } : own;
        return this.register(this.displaced(ex.slot, this.value(ex.index, lane), wide) ?? first, 0, wide, lane);
      }
      case 'sgpr':
        return this.readSgpr(Number(this.value(ex.index, lane)), isWide(ex.ty));
      case 'load': {
        if (ex.valid && this.value(ex.valid, lane) === 0n) return 0n;
        return this.load(ex, lane);
      }
      case 'call':
        return this.call(ex, lane);
    }
  }

  private operator({ op, denorm, args }: Extract<Ex, { kind: 'op' }>, lane: number): bigint {
    const values = args.map((arg) => this.value(arg, lane));
    return applyOperator(op, operatorModes(this.modes, denorm), values);
  }

  private load({ space, bits, address, elementStep }: Extract<Ex, { kind: 'load' }>, lane: number): bigint {
    const place = this.value(address, lane);
    const step = elementStep && this.value(elementStep, lane);
    if (step === undefined || staysInDword(place, bits, step)) return this.machine.load(space, bits, place, lane);
    return bytePlaces(place, bits, step).reduce(
      (bytes, each, i) => bytes | (this.machine.load(space, 8, each, lane) << BigInt(8 * i)),
      0n,
    );
  }

  private source(ex: Extract<Ex, { kind: 'src' }>, lane: number): bigint {
    const { slot, dword, ty } = ex;
    const operand = this.operand(slot);
    if (ty === 'b1')
      return (this.register(operand, dword, this.isa.wave.execWords === 2, lane) >> BigInt(Math.max(lane, 0))) & 1n;
    const bits = this.register(operand, dword, isWide(ty), lane);
    const signBit = signBitOf(ex);
    if (signBit === undefined || operand.kind === 'none') return bits;
    const sign = 1n << BigInt(signBit);
    const magnitude = operand.abs ? bits & ~sign : bits;
    return operand.neg ? magnitude ^ sign : magnitude;
  }

  /** One or two registers of an operand; a constant read in 32 bits is its 32-bit form. */
  register(operand: Operand, dword: number, wide: boolean, lane: number): bigint {
    switch (operand.kind) {
      case 'scalar':
      case 'vgpr': {
        const index = operand.index + dword;
        const word = (i: number): bigint =>
          BigInt(operand.kind === 'scalar' ? this.machine.readScalar(i) : this.machine.readVgpr(i, lane));
        return wide ? word(index) | (word(index + 1) << 32n) : word(index);
      }
      case 'const':
        if (dword > 0) return operand.bits64 >> 32n;
        return wide ? operand.bits64 : BigInt(operand.bits);
      case 'condition':
        return dword > 0 ? 0n : this.condition(operand.name);
      default:
        return 0n;
    }
  }

  private condition(name: 'VCCZ' | 'EXECZ' | 'SCC'): bigint {
    if (name === 'SCC') return this.machine.scc ? 1n : 0n;
    const { vcc, exec } = this.isa.operands.special;
    return this.mask(name === 'VCCZ' ? vcc : exec) === 0n ? 1n : 0n;
  }

  private field(name: string, signed: boolean): bigint {
    const value = BigInt(this.instruction.fields[name] ?? 0);
    return signed ? BigInt.asUintN(32, BigInt.asIntN(16, value)) : value;
  }

  /** A mask of lanes in scalar registers. */
  mask(index: number): bigint {
    return this.isa.wave.execWords === 2 ? this.pair(index) : BigInt(this.machine.readScalar(index));
  }

  /** Two scalar registers. */
  private pair(index: number): bigint {
    return BigInt(this.machine.readScalar(index)) | (BigInt(this.machine.readScalar(index + 1)) << 32n);
  }

  private readSgpr(index: number, wide: boolean): bigint {
    const word = (i: number): bigint => (i < SGPR_COUNT ? BigInt(this.machine.readScalar(i)) : 0n);
    return wide ? word(index) | (word(index + 1) << 32n) : word(index);
  }

  private readSpecial(name: Special, lane: number): bigint {
    const { special } = this.isa.operands;
    const bitOf = (mask: bigint): bigint => (mask >> BigInt(Math.max(lane, 0))) & 1n;
    switch (name) {
      case 'SCC':
        return this.machine.scc ? 1n : 0n;
      case 'VCC':
        return this.mask(special.vcc);
      case 'VCCLANE':
        return bitOf(this.mask(special.vcc));
      case 'EXEC':
        return this.mask(special.exec);
      case 'EXECLANE':
        return bitOf(this.mask(special.exec));
      case 'M0':
        return BigInt(this.machine.readScalar(special.m0));
      case 'MODE':
        return BigInt(this.machine.mode);
      case 'TRAPSTS':
        return BigInt(this.machine.trapStatus);
      case 'NEXTPC':
        return this.machine.pc + BigInt(this.instruction.size);
      case 'FLATSCRATCH':
        return this.pair(special.flatScratch);
      case 'LANE':
        return BigInt(Math.max(lane, 0));
      default:
        return this.machine.information(name);
    }
  }

  private call(ex: Extract<Ex, { kind: 'call' }>, lane: number): bigint {
    const pure = pureFunction(ex.name);
    if (!pure) throw new AtollError('INTERNAL', `${this.instruction.def.name} calls the unknown function ${ex.name}`);
    const args = ex.args.map((arg): WordBits => {
      const value = this.value(arg, lane);
      return isWide(arg.ty) ? value : Number(value);
    });
    return BigInt.asUintN(isWide(ex.ty) ? 64 : 32, BigInt(pure.evaluate(args, this.machine.mode)));
  }
}
