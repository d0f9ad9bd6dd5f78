// The oracle: executes one instruction by walking its trees, lane after lane, on bit patterns of any size. It is slow
// and meant to be obviously right; the other engines are compared with it.

import { AtollError } from '../util/errors.js';
import type { InstructionDef } from './define.js';
import { HELPERS } from './helpers.js';
import { indexedStatements, isIndexed } from './indexed-registers.js';
import { type Instruction, type Operand, SGPR_COUNT } from './instruction.js';
import type { Isa } from './isa.js';
import type { EffectName, Stmt } from './language/expr.js';
import { modifyOutput } from './language/float-ops.js';
import type { OracleMachine, OracleResult } from './oracle-machine.js';
import { asNumber, bytePlaces, isWide, OracleValues, staysInDword } from './oracle-values.js';
import { unsupportedReason } from './support.js';

/** True if an instruction works on lanes. */
export const isVector = ({ encoding }: InstructionDef): boolean => encoding.vector;

/** Statements that vector instructions execute in each active lane, beside writes of vector registers. */
const PER_LANE: ReadonlySet<Stmt['kind']> = new Set(['store', 'atomic', 'helper', 'exceptions']);

/** Executes one instruction. Everything is read before anything is written. */
export function evaluate(instruction: Instruction, machine: OracleMachine): OracleResult {
  const reason = unsupportedReason(instruction);
  if (reason !== undefined) return { kind: 'unsupported', reason };
  return new Evaluation(instruction, machine).run();
}

class Evaluation {
  private readonly instruction: Instruction;
  private readonly machine: OracleMachine;
  private readonly values: OracleValues;
  private readonly vector: boolean;
  private readonly isa: Isa;
  /** The writes, executed after all reads. */
  private readonly writes: (() => void)[] = [];
  private branch: bigint | undefined;
  private readonly effects: { name: EffectName; args: bigint[] }[] = [];

  constructor(instruction: Instruction, machine: OracleMachine) {
    this.instruction = instruction;
    this.machine = machine;
    this.values = new OracleValues(instruction, machine);
    this.vector = isVector(instruction.def);
    this.isa = instruction.def.isa;
  }

  run(): OracleResult {
    const indexed = isIndexed(this.instruction, this.machine.mode);
    const semantics = indexed ? indexedStatements(this.instruction) : this.instruction.def.semantics;
    const once = semantics.filter((statement) => !this.perLane(statement));
    const perLane = semantics.filter((statement) => this.perLane(statement));
    this.values.enterLane();
    for (const statement of once) this.execute(statement, this.vector ? 0 : -1);
    const exec = this.values.mask(this.isa.operands.special.exec);
    for (let lane = 0; perLane.length > 0 && lane < this.isa.wave.lanes; lane++) {
      if (((exec >> BigInt(lane)) & 1n) === 0n) continue;
      this.values.enterLane();
      for (const statement of perLane) this.execute(statement, lane);
    }
    for (const write of this.writes) write();
    const branch = this.branch === undefined ? {} : { branch: this.branch };
    return { kind: 'done', ...branch, effects: this.effects };
  }

  /** Statements of vector instructions executed in each active lane; others execute once, independent of EXEC. */
  private perLane(statement: Stmt): boolean {
    if (!this.vector) return false;
    if (statement.kind === 'write' || statement.kind === 'writeRelative')
      return this.values.operand(statement.slot).kind === 'vgpr';
    return PER_LANE.has(statement.kind);
  }

  // Statements

  private execute(statement: Stmt, lane: number): void {
    switch (statement.kind) {
      case 'write':
        return this.write(statement, lane);
      case 'mask':
        return this.mask(statement);
      case 'special':
        if (!statement.when || this.values.value(statement.when, lane) === 1n)
          this.special(statement.name, this.values.value(statement.value, lane));
        return;
      case 'exceptions':
        return this.exceptions(this.values.value(statement.value, lane));
      case 'writelane':
        return this.writeLane(statement, lane);
      case 'writeRelative':
        return this.writeRelative(statement, lane);
      case 'writeSgpr':
        return this.writeSgpr(statement, lane);
      case 'store':
        return this.store(statement, lane);
      case 'atomic':
        return this.atomic(statement, lane);
      case 'branch':
        if (!statement.when || this.values.value(statement.when, lane) === 1n)
          this.branch = this.values.value(statement.target, lane);
        return;
      case 'effect':
        this.effects.push({ name: statement.name, args: statement.args.map((arg) => this.values.value(arg, lane)) });
        return;
      case 'helper': {
        if (HELPERS.get(statement.name)?.refusal) return;
        const reads = statement.reads.map((ex) => this.values.value(ex, lane));
        this.later(() => this.machine.helper(statement.name, this.instruction, reads, lane));
        return;
      }
      case 'unsupported':
        throw new AtollError('INTERNAL', 'an unsupported instruction reached its execution');
    }
  }

  private later(write: () => void): void {
    this.writes.push(write);
  }

  private write(statement: Extract<Stmt, { kind: 'write' }>, lane: number): void {
    if (statement.when && this.values.value(statement.when, lane) === 0n) return;
    const { ty } = statement.value;
    const bits = this.values.value(statement.value, lane);
    const { omod = 0, clamp = 0 } = this.instruction.fields;
    const modified =
      statement.slot === 'D' && (ty === 'f32' || ty === 'f64')
        ? modifyOutput(ty, bits, omod, clamp === 1, this.values.modes)
        : bits;
    this.later(() =>
      this.putRegister(this.values.operand(statement.slot), statement.dword, modified, isWide(ty), lane),
    );
  }

  private putRegister(operand: Operand, dword: number, bits: bigint, wide: boolean, lane: number): void {
    if (operand.kind !== 'scalar' && operand.kind !== 'vgpr') return;
    const words = wide ? [bits, bits >> 32n] : [bits];
    words.forEach((word, i) => {
      const index = operand.index + dword + i;
      if (operand.kind === 'scalar') this.machine.writeScalar(index, asNumber(word));
      else this.machine.writeVgpr(index, lane, asNumber(word));
    });
  }

  /** Inactive lanes give 0. */
  private mask(statement: Extract<Stmt, { kind: 'mask' }>): void {
    const { special } = this.isa.operands;
    const exec = this.values.mask(special.exec);
    let mask = 0n;
    for (let lane = 0; lane < this.isa.wave.lanes; lane++) {
      if (((exec >> BigInt(lane)) & 1n) === 0n) continue;
      this.values.enterLane();
      mask |= this.values.value(statement.value, lane) << BigInt(lane);
    }
    this.values.enterLane();
    this.later(() => {
      if (statement.slot === 'VCC') this.putMask(special.vcc, mask);
      else if (statement.slot === 'EXEC') this.putMask(special.exec, mask);
      else this.putRegister(this.values.operand(statement.slot), 0, mask, this.isa.wave.execWords === 2, -1);
    });
  }

  private exceptions(flags: bigint): void {
    this.later(() => {
      this.machine.trapStatus |= asNumber(flags);
    });
  }

  private special(name: Extract<Stmt, { kind: 'special' }>['name'], value: bigint): void {
    const { special } = this.isa.operands;
    this.later(() => {
      if (name === 'SCC') this.machine.scc = value === 1n;
      else if (name === 'MODE') this.machine.mode = asNumber(value);
      else if (name === 'TRAPSTS') this.machine.trapStatus = asNumber(value);
      else if (name === 'M0') this.machine.writeScalar(special.m0, asNumber(value));
      else this.putMask(name === 'VCC' ? special.vcc : special.exec, value);
    });
  }

  private writeLane(statement: Extract<Stmt, { kind: 'writelane' }>, lane: number): void {
    const target = Number(this.values.value(statement.index, lane)) & (this.isa.wave.lanes - 1);
    const bits = this.values.value(statement.value, lane);
    this.later(() => this.putRegister(this.values.operand(statement.slot), 0, bits, false, target));
  }

  private writeRelative(statement: Extract<Stmt, { kind: 'writeRelative' }>, lane: number): void {
    const wide = isWide(statement.value.ty);
    const operand = this.values.displaced(statement.slot, this.values.value(statement.index, lane), wide);
    const bits = this.values.value(statement.value, lane);
    if (operand) this.later(() => this.putRegister(operand, 0, bits, wide, lane));
  }

  private writeSgpr(statement: Extract<Stmt, { kind: 'writeSgpr' }>, lane: number): void {
    if (statement.when && this.values.value(statement.when, lane) === 0n) return;
    const index = Number(this.values.value(statement.index, lane));
    const bits = this.values.value(statement.value, lane);
    const words = isWide(statement.value.ty) ? [bits, bits >> 32n] : [bits];
    words.forEach((word, i) => {
      if (index + i < SGPR_COUNT) this.later(() => this.machine.writeScalar(index + i, asNumber(word)));
    });
  }

  private store(statement: Extract<Stmt, { kind: 'store' }>, lane: number): void {
    if (statement.valid && this.values.value(statement.valid, lane) === 0n) return;
    const address = this.values.value(statement.address, lane);
    const value = BigInt.asUintN(statement.bits, this.values.value(statement.value, lane));
    const { space, bits, elementStep } = statement;
    const { machine } = this;
    const step = elementStep && this.values.value(elementStep, lane);
    if (step === undefined || staysInDword(address, bits, step)) {
      this.later(() => machine.store(space, bits, address, value, lane));
      return;
    }
    bytePlaces(address, bits, step).forEach((place, i) => {
      this.later(() => machine.store(space, 8, place, (value >> BigInt(8 * i)) & 0xffn, lane));
    });
  }

  /** With an invalid address memory is unchanged, and the returned value is 0. */
  private atomic(statement: Extract<Stmt, { kind: 'atomic' }>, lane: number): void {
    const { space, fn, bits, ret } = statement;
    const valid = !statement.valid || this.values.value(statement.valid, lane) === 1n;
    const address = valid ? this.values.value(statement.address, lane) : 0n;
    const data = this.values.value(statement.data, lane);
    const compare = statement.compare ? this.values.value(statement.compare, lane) : 0n;
    const returns = ret && (ret.whenField === undefined || this.instruction.fields[ret.whenField] === 1);
    this.later(() => {
      const old = valid ? this.machine.atomic({ space, fn, bits, address, data, compare }, lane) : 0n;
      if (returns && (valid || !ret.kept))
        this.putRegister(this.values.operand(ret.slot), ret.dword, old, bits === 64, lane);
    });
  }

  /** A mask of lanes. */
  private putMask(index: number, value: bigint): void {
    for (let word = 0; word < this.isa.wave.execWords; word++)
      this.machine.writeScalar(index + word, asNumber(value >> BigInt(32 * word)));
  }
}
