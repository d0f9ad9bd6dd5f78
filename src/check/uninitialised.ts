// Memory that nobody has written, from the load to where it decides something. Loads, moves, arithmetic and stores into local and
// private memory only carry it on; reported is what it decides: an address, a branch (or which work-items go on), an atomic, or all of
// what one work-item stores into a memory object with one instruction. So padding of structures may be copied.

import { PERMISSION } from '../emulator/memory.js';
import { LANES } from '../emulator/state.js';
import type { Wavefront } from '../emulator/wavefront.js';
import { type Effects, effectsOf } from '../isa/effects.js';
import { isVector } from '../isa/evaluate.js';
import { EXEC_LO, type Instruction, M0_INDEX, VCC_LO } from '../isa/instruction.js';
import type { Ex, Stmt } from '../isa/language/expr.js';
import { expressionsOf } from '../isa/language/trees.js';
import { OracleValues } from '../isa/oracle-values.js';
import { LookedAt } from './looked-at.js';
import { UndefinedBits } from './undefined-bits.js';
import { type Origin, UndefinedRegisters } from './undefined-registers.js';

/** What something undefined decides. */
export type Use = 'address' | 'branch' | 'atomic' | 'result';
/** Something undefined decides something. */
export type OnUse = (use: Use, lane: number, origin: Origin | undefined) => void;
/** Bytes into which something undefined is stored. @param mask which bits of them */
export type OnStore = (space: 'global' | 'lds', address: number, bits: number, mask: bigint) => void;

interface PendingLoad {
  readonly lane: number;
  readonly dword: number;
  readonly mask: number;
}

const fullMask = (bits: number): bigint => (1n << BigInt(bits)) - 1n;
const word = (bits: bigint): number => Number(BigInt.asUintN(32, bits));

export class UninitialisedCheck {
  /** By the slots of wavefronts. */
  private readonly registers: UndefinedRegisters[] = [];
  private readonly effects = new WeakMap<Instruction, Effects>();
  private writes: (() => void)[] = [];
  private loads: PendingLoad[] = [];
  private lane = -2;
  private dword = 0;
  /** Whether the instruction has to be looked at when it has run. */
  pending = false;

  constructor(
    private readonly onUse: OnUse,
    private readonly onStore: OnStore,
  ) {}

  private of({ slot }: Wavefront): UndefinedRegisters {
    return (this.registers[slot] ??= new UndefinedRegisters());
  }

  /** Whether a wavefront has something undefined in its registers. */
  follows({ slot }: Wavefront): boolean {
    return this.registers[slot]?.live === true;
  }

  start(w: Wavefront): void {
    this.of(w).restart();
  }

  private effectsOf(instruction: Instruction): Effects {
    let effects = this.effects.get(instruction);
    if (!effects) this.effects.set(instruction, (effects = effectsOf(instruction)));
    return effects;
  }

  /** Before an instruction. */
  before(w: Wavefront, instruction: Instruction): void {
    this.lane = -2;
    this.dword = 0;
    const registers = this.of(w);
    if (registers.live) this.fold(w, instruction, registers);
  }

  /** A load is made, of the instruction that runs. @param mask bits of it that nobody has written @param origin what it is */
  load(w: Wavefront, lane: number, size: number, mask: number, origin: () => Origin): void {
    if (lane !== this.lane) {
      this.lane = lane;
      this.dword = 0;
    }
    if (mask !== 0) {
      this.of(w).origin = origin();
      this.loads.push({ lane, dword: this.dword, mask });
      this.pending = true;
    }
    this.dword += size > 4 ? size / 4 : 1;
  }

  /** When the instruction has run. */
  after(w: Wavefront, instruction: Instruction): void {
    if (!this.pending) return;
    for (const write of this.writes) write();
    if (this.loads.length > 0) this.applyLoads(this.of(w), instruction);
    this.writes = [];
    this.loads = [];
    this.pending = false;
  }

  private applyLoads(registers: UndefinedRegisters, instruction: Instruction): void {
    const { writes } = this.effectsOf(instruction);
    const helper = instruction.def.semantics.some((statement) => statement.do === 'helper');
    for (const { lane, dword, mask } of this.loads) {
      const range = writes.find(({ bank }) => (bank === 'vgpr') === lane >= 0);
      if (!range) continue;
      // What a conversion makes of texels is undefined altogether.
      const first = helper ? 0 : dword;
      const count = helper ? range.count : 1;
      for (let i = first; i < Math.min(first + count, range.count); i++) {
        if (lane < 0) registers.setScalar(range.index + i, mask);
        else registers.setVgpr(range.index + i, lane, helper ? 0xffff_ffff : mask);
      }
    }
  }

  /** Follows what is undefined through an instruction. */
  private fold(w: Wavefront, instruction: Instruction, registers: UndefinedRegisters): void {
    const values = new OracleValues(instruction, new LookedAt(w));
    const bits = new UndefinedBits(values, registers);
    const vector = isVector(instruction.def);
    const exec = vector ? w.exec : 1n;
    const stored = new Map<number, boolean>();
    this.pending = true;
    for (let lane = 0; lane < (vector ? LANES : 1); lane++) {
      if (((exec >> BigInt(lane)) & 1n) === 0n) continue;
      const own = vector ? lane : -1;
      bits.enterLane();
      for (const statement of instruction.def.semantics) {
        if (this.happensOnce(instruction, statement, vector)) continue;
        this.statement(statement, own, w, instruction, bits, values, registers, stored);
      }
    }
    bits.enterLane();
    for (const statement of instruction.def.semantics)
      if (this.happensOnce(instruction, statement, vector))
        this.once(statement, vector ? 0 : -1, w, bits, values, registers);
    for (const [lane, whole] of stored) if (whole) this.onUse('result', lane, registers.origin);
  }

  private happensOnce(instruction: Instruction, statement: Stmt, vector: boolean): boolean {
    if (statement.do === 'mask' || statement.do === 'special' || statement.do === 'writelane') return true;
    if (statement.do === 'branch') return true;
    if (statement.do === 'write') return vector && instruction.operands[statement.slot]?.kind === 'scalar';
    return false;
  }

  /** What happens in a lane, or in a scalar instruction. */
  private statement(
    statement: Stmt,
    lane: number,
    w: Wavefront,
    instruction: Instruction,
    bits: UndefinedBits,
    values: OracleValues,
    registers: UndefinedRegisters,
    stored: Map<number, boolean>,
  ): void {
    for (const ex of expressionsOf(statement))
      for (const address of bits.loadAddresses(ex))
        if (bits.of(address, lane) !== 0n) this.onUse('address', lane, registers.origin);
    switch (statement.do) {
      case 'write':
        return this.write(statement, lane, values, bits, registers);
      case 'store': {
        if (statement.valid && values.value(statement.valid, lane) === 0n) return;
        if (bits.of(statement.address, lane) !== 0n) this.onUse('address', lane, registers.origin);
        return this.store(statement, lane, w, bits, values, stored);
      }
      case 'atomic': {
        if (bits.of(statement.address, lane) !== 0n) this.onUse('address', lane, registers.origin);
        const used = [statement.data, ...(statement.compare ? [statement.compare] : [])];
        if (used.some((ex) => bits.of(ex, lane) !== 0n)) this.onUse('atomic', lane, registers.origin);
        return this.clear(instruction, lane, registers);
      }
      case 'helper':
        this.helper(statement, lane, instruction, registers, stored);
        return this.clear(instruction, lane, registers);
      default:
    }
  }

  private write(
    { slot, dword, value, when }: Extract<Stmt, { do: 'write' }>,
    lane: number,
    values: OracleValues,
    bits: UndefinedBits,
    registers: UndefinedRegisters,
  ): void {
    if (when && values.value(when, lane) === 0n) return;
    const operand = values.operand(slot);
    if (operand.kind !== 'scalar' && operand.kind !== 'vgpr') return;
    const mask = bits.of(value, lane);
    const words = value.ty === 'u64' || value.ty === 'f64' ? [word(mask), word(mask >> 32n)] : [word(mask)];
    this.writes.push(() => {
      words.forEach((each, i) => {
        if (operand.kind === 'scalar') registers.setScalar(operand.index + dword + i, each);
        else registers.setVgpr(operand.index + dword + i, lane, each);
      });
    });
  }

  private store(
    statement: Extract<Stmt, { do: 'store' }>,
    lane: number,
    { memory }: Wavefront,
    bits: UndefinedBits,
    values: OracleValues,
    stored: Map<number, boolean>,
  ): void {
    const full = fullMask(statement.bits);
    const mask = bits.of(statement.value, lane) & full;
    const address = Number(BigInt.asUintN(32, values.value(statement.address, lane)));
    const isGlobal = statement.space !== 'lds' && !memory.isScratch(address);
    if (isGlobal) stored.set(lane, (stored.get(lane) ?? true) && mask === full);
    if (mask === 0n) return;
    const space = statement.space === 'lds' ? 'lds' : 'global';
    if (space === 'global' && !memory.allows(address, statement.bits / 8, PERMISSION.write)) return;
    this.writes.push(() => this.onStore(space, address, statement.bits, mask));
  }

  private helper(
    statement: Extract<Stmt, { do: 'helper' }>,
    lane: number,
    { operands }: Instruction,
    registers: UndefinedRegisters,
    stored: Map<number, boolean>,
  ): void {
    for (const read of statement.reads) {
      const operand = read.kind === 'src' ? operands[read.slot] : undefined;
      if (operand?.kind !== 'vgpr' || read.kind !== 'src') continue;
      const words = Array.from({ length: operand.count }, (_, i) => registers.vgpr(operand.index + i, lane));
      if (read.slot === 'VDATA')
        stored.set(
          lane,
          words.every((each) => each === 0xffff_ffff),
        );
      else if (words.some((each) => each !== 0)) this.onUse('address', lane, registers.origin);
    }
  }

  /** The registers that a lane writes hold something defined then. */
  private clear(instruction: Instruction, lane: number, registers: UndefinedRegisters): void {
    this.writes.push(() => {
      for (const { bank, index, count } of this.effectsOf(instruction).writes)
        if (bank === 'vgpr') for (let i = 0; i < count; i++) registers.setVgpr(index + i, lane, 0);
    });
  }

  /** What happens once, whatever EXEC says. */
  private once(
    statement: Stmt,
    lane: number,
    w: Wavefront,
    bits: UndefinedBits,
    values: OracleValues,
    registers: UndefinedRegisters,
  ): void {
    switch (statement.do) {
      case 'write':
        return this.write(statement, lane, values, bits, registers);
      case 'mask':
        return this.mask(statement, w, bits, values, registers);
      case 'special':
        return this.special(statement.name, bits.of(statement.value, lane), registers);
      case 'writelane': {
        const operand = values.operand(statement.slot);
        const target = Number(values.value(statement.index, lane) & 63n);
        const mask = word(bits.of(statement.value, lane));
        if (operand.kind === 'vgpr') this.writes.push(() => registers.setVgpr(operand.index, target, mask));
        return;
      }
      case 'branch':
        for (const ex of [statement.when, statement.target] as (Ex | undefined)[])
          if (ex && bits.of(ex, lane) !== 0n) this.onUse('branch', -1, registers.origin);
        return;
      default:
    }
  }

  private mask(
    { slot, value }: Extract<Stmt, { do: 'mask' }>,
    w: Wavefront,
    bits: UndefinedBits,
    values: OracleValues,
    registers: UndefinedRegisters,
  ): void {
    let mask = 0n;
    const { exec } = w;
    for (let lane = 0; lane < LANES; lane++) {
      if (((exec >> BigInt(lane)) & 1n) === 0n) continue;
      bits.enterLane();
      mask |= bits.of(value, lane) << BigInt(lane);
    }
    bits.enterLane();
    if (slot === 'EXEC') return this.special('EXEC', mask, registers);
    const operand = values.operand(slot);
    if (slot === 'VCC') this.putPair(VCC_LO, mask, registers);
    else if (operand.kind === 'scalar') this.putPair(operand.index, mask, registers);
  }

  private special(name: Extract<Stmt, { do: 'special' }>['name'], mask: bigint, registers: UndefinedRegisters): void {
    if (name === 'SCC') this.writes.push(() => registers.setScc(mask !== 0n));
    else if (name === 'VCC') this.putPair(VCC_LO, mask, registers);
    else if (name === 'M0') this.writes.push(() => registers.setScalar(M0_INDEX, word(mask)));
    else if (name === 'EXEC' && mask !== 0n) this.onUse('branch', lowest(mask), registers.origin);
  }

  private putPair(index: number, mask: bigint, registers: UndefinedRegisters): void {
    if (index === EXEC_LO) return this.special('EXEC', mask, registers);
    this.writes.push(() => {
      registers.setScalar(index, word(mask));
      registers.setScalar(index + 1, word(mask >> 32n));
    });
  }
}

function lowest(mask: bigint): number {
  let lane = 0;
  while (((mask >> BigInt(lane)) & 1n) === 0n) lane++;
  return lane;
}
