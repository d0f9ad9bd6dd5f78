// Follows what is undefined through one instruction: which registers and bytes get it, and what it decides.

import { PERMISSION } from '../emulator/memory.js';
import { ReadOnlyMachine } from '../emulator/read-only-machine.js';
import type { Wavefront } from '../emulator/wavefront.js';
import type { Effects } from '../isa/effects.js';
import { isVector } from '../isa/evaluate.js';
import type { Instruction } from '../isa/instruction.js';
import type { Ex, Stmt } from '../isa/language/expr.js';
import { expressionsOf } from '../isa/language/trees.js';
import { OracleValues } from '../isa/oracle-values.js';
import { UndefinedBits } from './undefined-bits.js';
import type { UndefinedOrigin, UndefinedRegisters } from './undefined-registers.js';

/** Use of an undefined value. */
export type ValueUse = 'address' | 'branch' | 'atomic' | 'result';

export interface FlowEvents {
  /** Something undefined decides something. @param lane -1 for what is decided for all */
  onUse(use: ValueUse, lane: number, origin: UndefinedOrigin | undefined): void;
  /** Something undefined goes into memory. @param mask which of the `bits` of the store */
  onStore(space: 'global' | 'lds', address: number, bits: number, mask: bigint): void;
}

type StatementOf<K extends Stmt['kind']> = Extract<Stmt, { kind: K }>;

const fullMask = (bits: number): bigint => (1n << BigInt(bits)) - 1n;
const word = (bits: bigint): number => Number(BigInt.asUintN(32, bits));
const holds = (mask: bigint, lane: number): boolean => ((mask >> BigInt(lane)) & 1n) !== 0n;

export class UndefinedFlow {
  /** Actions after the execution of the instruction. */
  readonly writes: (() => void)[] = [];
  private readonly values: OracleValues;
  private readonly bits: UndefinedBits;
  private readonly vector: boolean;
  /** Lanes that store into memory objects, and whether all that they store is undefined. */
  private readonly stored = new Map<number, boolean>();

  constructor(
    private readonly w: Wavefront,
    private readonly instruction: Instruction,
    private readonly effects: Effects,
    private readonly registers: UndefinedRegisters,
    private readonly events: FlowEvents,
  ) {
    this.values = new OracleValues(instruction, new ReadOnlyMachine(w));
    this.bits = new UndefinedBits(this.values, registers);
    this.vector = isVector(instruction.def);
  }

  /** Before the instruction runs. */
  run(): this {
    const { semantics } = this.instruction.def;
    const inLanes = semantics.filter((statement) => !this.happensOnce(statement));
    const exec = this.vector ? this.w.exec : 1n;
    const lanes = this.vector ? this.w.layout.lanes : 1;
    for (let lane = 0; lane < lanes; lane++) {
      if (!holds(exec, lane)) continue;
      this.bits.enterLane();
      for (const statement of inLanes) this.inLane(statement, this.vector ? lane : -1);
    }
    this.bits.enterLane();
    for (const statement of semantics) if (this.happensOnce(statement)) this.once(statement, this.vector ? 0 : -1);
    for (const [lane, whole] of this.stored) if (whole) this.use('result', lane);
    return this;
  }

  private use(use: ValueUse, lane: number): void {
    this.events.onUse(use, lane, this.registers.origin);
  }

  private happensOnce(statement: Stmt): boolean {
    if (statement.kind === 'write') return this.vector && this.instruction.operands[statement.slot]?.kind === 'scalar';
    return ['mask', 'special', 'writelane', 'branch'].includes(statement.kind);
  }

  /** Effect of a statement in a lane, or in a scalar instruction (lane -1). */
  private inLane(statement: Stmt, lane: number): void {
    const { bits } = this;
    for (const ex of expressionsOf(statement))
      for (const address of bits.loadAddresses(ex)) if (bits.of(address, lane) !== 0n) this.use('address', lane);
    if (statement.kind === 'write') this.write(statement, lane);
    else if (statement.kind === 'store') this.store(statement, lane);
    else if (statement.kind === 'atomic') this.atomic(statement, lane);
    else if (statement.kind === 'helper') this.helper(statement, lane);
  }

  private write({ slot, dword, value, when }: StatementOf<'write'>, lane: number): void {
    if (when && this.values.value(when, lane) === 0n) return;
    const { registers } = this;
    const operand = this.values.operand(slot);
    if (operand.kind !== 'scalar' && operand.kind !== 'vgpr') return;
    const mask = this.bits.of(value, lane);
    const words = value.ty === 'u64' || value.ty === 'f64' ? [word(mask), word(mask >> 32n)] : [word(mask)];
    this.writes.push(() => {
      words.forEach((each, i) => {
        if (operand.kind === 'scalar') registers.setScalar(operand.index + dword + i, each);
        else registers.setVgpr(operand.index + dword + i, lane, each);
      });
    });
  }

  private store(statement: StatementOf<'store'>, lane: number): void {
    const { bits, values, events } = this;
    const { memory } = this.w;
    if (statement.valid && values.value(statement.valid, lane) === 0n) return;
    if (bits.of(statement.address, lane) !== 0n) this.use('address', lane);
    const full = fullMask(statement.bits);
    const mask = bits.of(statement.value, lane) & full;
    const address = word(values.value(statement.address, lane));
    const space = statement.space === 'lds' ? 'lds' : 'global';
    if (space === 'global' && !memory.isScratch(address))
      this.stored.set(lane, (this.stored.get(lane) ?? true) && mask === full);
    if (mask === 0n) return;
    if (space === 'global' && !memory.allows(address, statement.bits / 8, PERMISSION.write)) return;
    this.writes.push(() => events.onStore(space, address, statement.bits, mask));
  }

  private atomic({ address, data, compare }: StatementOf<'atomic'>, lane: number): void {
    const { bits } = this;
    if (bits.of(address, lane) !== 0n) this.use('address', lane);
    if ([data, ...(compare ? [compare] : [])].some((ex) => bits.of(ex, lane) !== 0n)) this.use('atomic', lane);
    this.define(lane);
  }

  private helper({ reads }: StatementOf<'helper'>, lane: number): void {
    const { registers } = this;
    for (const read of reads) {
      const operand = read.kind === 'src' ? this.instruction.operands[read.slot] : undefined;
      if (operand?.kind !== 'vgpr' || read.kind !== 'src') continue;
      const words = Array.from({ length: operand.count }, (_, i) => registers.vgpr(operand.index + i, lane));
      if (read.slot === 'VDATA')
        this.stored.set(
          lane,
          words.every((each) => each === 0xffff_ffff),
        );
      else if (words.some((each) => each !== 0)) this.use('address', lane);
    }
    this.define(lane);
  }

  /** The registers that a lane writes hold something defined then. */
  private define(lane: number): void {
    const { registers, effects } = this;
    this.writes.push(() => {
      for (const { bank, index, count } of effects.writes)
        if (bank === 'vgpr') for (let i = 0; i < count; i++) registers.setVgpr(index + i, lane, 0);
    });
  }

  /** Effect of a statement that executes once, independent of EXEC. */
  private once(statement: Stmt, lane: number): void {
    const { bits, values, registers } = this;
    if (statement.kind === 'write') this.write(statement, lane);
    else if (statement.kind === 'mask') this.mask(statement);
    else if (statement.kind === 'special') this.special(statement.name, bits.of(statement.value, lane));
    else if (statement.kind === 'writelane') {
      const operand = values.operand(statement.slot);
      const target = Number(values.value(statement.index, lane)) & (this.w.layout.lanes - 1);
      const mask = word(bits.of(statement.value, lane));
      if (operand.kind === 'vgpr') this.writes.push(() => registers.setVgpr(operand.index, target, mask));
    } else if (statement.kind === 'branch') {
      const decided: readonly (Ex | undefined)[] = [statement.when, statement.target];
      if (decided.some((ex) => ex && bits.of(ex, lane) !== 0n)) this.use('branch', -1);
    }
  }

  private mask({ slot, value }: StatementOf<'mask'>): void {
    let mask = 0n;
    const { exec, layout } = this.w;
    for (let lane = 0; lane < layout.lanes; lane++) {
      if (!holds(exec, lane)) continue;
      this.bits.enterLane();
      mask |= this.bits.of(value, lane) << BigInt(lane);
    }
    this.bits.enterLane();
    const operand = this.values.operand(slot);
    if (slot === 'EXEC' || slot === 'VCC') this.special(slot, mask);
    else if (operand.kind === 'scalar') this.putMask(operand.index, mask);
  }

  private special(name: StatementOf<'special'>['name'], mask: bigint): void {
    const { registers } = this;
    const { vcc, m0 } = this.instruction.def.isa.operands.special;
    if (name === 'SCC') this.writes.push(() => registers.setScc(mask !== 0n));
    else if (name === 'VCC') this.putMask(vcc, mask);
    else if (name === 'M0') this.writes.push(() => registers.setScalar(m0, word(mask)));
    else if (name === 'EXEC' && mask !== 0n) this.use('branch', lowest(mask));
  }

  /** Sets the undefined bits of a mask of lanes. */
  private putMask(index: number, mask: bigint): void {
    const { registers } = this;
    const { operands, wave } = this.instruction.def.isa;
    if (index === operands.special.exec) return this.special('EXEC', mask);
    this.writes.push(() => {
      for (let n = 0; n < wave.execWords; n++) registers.setScalar(index + n, word(mask >> BigInt(32 * n)));
    });
  }
}

function lowest(mask: bigint): number {
  let lane = 0;
  while (!holds(mask, lane)) lane++;
  return lane;
}
