// Emits the instructions of one block: scalar code in order, vector instructions gathered into runs. Scalar instructions
// that need nothing from a run that is open go into the code before its loop, where the run's scalar operands are read too.

import { floatMode } from '../emulator/float-mode.js';
import { VGPR_BYTES } from '../emulator/state.js';
import type { Ex, Stmt } from '../isa/expr.js';
import { EXEC_LO, M0_INDEX, VCC_LO } from '../isa/instruction.js';
import { displacedWrite, usesDisplaced } from './displaced.js';
import { type Kind, kindOf } from './expressible.js';
import type { Block, Placed } from './flow.js';
import type { FunctionBuilder, Local } from './function-builder.js';
import { type MachineLocals, PARAM } from './machine.js';
import { withOutputModifiers } from './output-modifiers.js';
import { SCALAR, usesOf } from './registers.js';
import { Run } from './run.js';
import { ScalarValues } from './scalar-values.js';
import { hasLoad, type VectorFacts, vectorFacts } from './vector-facts.js';
import { VectorMemory } from './vector-memory.js';
import { VectorValues } from './vector-values.js';

/** Vector instructions of one loop: a longer body only costs compile time. */
const RUN_LIMIT = 48;

/** Scalar registers that a run reads at its end, or once for all its instructions. */
const LATE = [EXEC_LO, EXEC_LO + 1, M0_INDEX].map((index) => SCALAR + index);

/** What is known of the run that is open. */
interface OpenRun {
  readonly run: Run;
  length: number;
  /** Scalar registers that its instructions write, and those of them that are lane masks (first of the pair). */
  readonly writes: Set<number>;
  readonly maskWrites: Set<number>;
  readonly loads: Set<string>;
  readonly stores: Set<string>;
  /** Position of its last instruction in the block. */
  last: number;
  /** Gives the run's locals back. */
  readonly release: () => void;
}

/** Emits a check of the fault flag, behind which the block is left. @param depth labels that the instruction has opened */
export type FaultCheck = (depth?: number) => void;

export class BlockEmitter {
  private readonly b: FunctionBuilder;
  private open: OpenRun | undefined;
  private position = 0;

  constructor(
    private readonly machine: MachineLocals,
    private readonly block: Block,
    private readonly live: readonly ((register: number) => boolean)[],
    /** Number of an instruction for faults. */
    private readonly number: (placed: Placed) => number,
    private readonly checkFault: FaultCheck,
  ) {
    this.b = machine.builder;
  }

  /** All instructions of the body. */
  emitBody(): void {
    this.block.body.forEach((placed, position) => {
      this.position = position;
      this.emit(placed, kindOf(placed, this.block.mode)!);
    });
    this.close();
  }

  private emit(placed: Placed, kind: Kind): void {
    if (kind === 'nothing') return;
    if (kind === 'vector') return this.emitVector(placed);
    if (kind === 'outside') return this.emitOutside(placed);
    if (kind === 'cross' || !this.canMoveUp(placed)) this.close();
    const { open } = this;
    if (!open) return this.emitScalar(placed);
    this.b.into(open.run.before, () => this.emitScalar(placed));
    open.run.forgetMasks(usesOf(placed.instruction, placed.statements, false).writes);
  }

  /** The host executes the instruction on the state in memory. */
  private emitOutside(placed: Placed): void {
    this.close();
    const { reads, writes } = usesOf(placed.instruction, placed.statements, true);
    for (const register of reads) if (register >= SCALAR) this.machine.storeOne(register);
    this.machine.storeMode();
    this.b.i32(this.number(placed)).call(this.machine.calls.outside);
    this.checkFault();
    for (const register of writes) if (register >= SCALAR) this.machine.loadOne(register);
  }

  /** @param run whose registers' values are known when they are the same in all lanes */
  private scalarsOf(placed: Placed, run?: Run): ScalarValues {
    const { instruction, pc } = placed;
    const code = this.number(placed) * 64;
    return new ScalarValues(this.machine, instruction, pc + instruction.size, code, run?.uniformRegister);
  }

  /** Scalar instructions, and the scalar statements of vector instructions. */
  emitScalar(placed: Placed): void {
    const values = this.scalarsOf(placed);
    const statements = placed.statements.filter((stmt) => stmt.do !== 'effect' && stmt.do !== 'helper');
    this.b.scratch(() => {
      if (hasLoad(statements)) this.scalarLoads(values, statements);
      for (const stmt of statements) prepare(values, stmt);
      for (const stmt of statements) this.scalarStatement(values, placed, stmt);
    });
  }

  /** Instructions that load do nothing else. */
  private scalarLoads(values: ScalarValues, statements: readonly Stmt[]): void {
    const loads = statements.flatMap((stmt) => (stmt.do === 'write' && stmt.value.kind === 'load' ? [stmt.value] : []));
    if (loads.length !== statements.length) throw new TypeError('a scalar load that does something else');
    values.loadAll(loads, (depth) => this.checkFault(depth));
  }

  private scalarStatement(values: ScalarValues, { instruction }: Placed, stmt: Stmt): void {
    const { b, machine } = this;
    switch (stmt.do) {
      case 'write': {
        const operand = instruction.operands[stmt.slot];
        if (operand?.kind !== 'scalar') return;
        if (stmt.when) values.word(stmt.when).if();
        this.setScalar(values, operand.index + stmt.dword, stmt.value);
        if (stmt.when) b.end();
        return;
      }
      case 'special':
        if (stmt.name === 'SCC') values.word(stmt.value).set(machine.scc);
        else if (stmt.name === 'MODE') values.word(stmt.value).set(machine.mode);
        else this.setScalar(values, { M0: M0_INDEX, VCC: VCC_LO, EXEC: EXEC_LO }[stmt.name], stmt.value);
        return;
      case 'writelane': {
        const operand = instruction.operands[stmt.slot];
        if (operand?.kind !== 'vgpr') return;
        values.word(stmt.index).i32(63).op('i32.and').i32(2).op('i32.shl').get(PARAM.slot).op('i32.add');
        values.word(stmt.value).memory('i32.store', operand.index * VGPR_BYTES);
        return;
      }
      default:
    }
  }

  private setScalar(values: ScalarValues, index: number, value: Ex): void {
    if (value.ty !== 'u64') {
      values.word(value).set(this.machine.scalar(index));
      return;
    }
    values.wide(value).op('i32.wrap_i64').set(this.machine.scalar(index));
    values
      .wide(value)
      .i64(32n)
      .op('i64.shr_u')
      .op('i32.wrap_i64')
      .set(this.machine.scalar(index + 1));
  }

  /**
   * Whether a scalar instruction may be executed before the loop of the open run although it stands behind its beginning. What
   * the run has read of scalar registers so far is in locals of its own, but for EXEC and M0.
   */
  private canMoveUp({ instruction, statements }: Placed): boolean {
    const { open } = this;
    if (!open) return true;
    // A load must not overtake a store, nor its fault the fault of another access.
    if (hasLoad(statements) && (open.stores.has('global') || open.loads.has('global'))) return false;
    const uses = usesOf(instruction, statements, false);
    if (LATE.some((register) => uses.writes.has(register))) return false;
    for (const register of open.writes) if (uses.reads.has(register) || uses.writes.has(register)) return false;
    return true;
  }

  private emitVector(placed: Placed): void {
    const facts = vectorFacts(placed);
    // Displaced registers are in memory.
    const alone = usesDisplaced(placed);
    if (this.open && (alone || !this.joins(this.open, facts))) this.close();
    this.open ??= this.begin();
    const { open } = this;
    open.length++;
    open.last = this.position;
    for (const register of facts.writes) open.writes.add(register);
    for (const mask of facts.maskWrites) open.maskWrites.add(mask);
    for (const name of facts.loads) open.loads.add(name);
    for (const name of facts.stores) open.stores.add(name);
    open.run.emit(() => this.vectorStatements(open.run, placed));
    if (alone || facts.writes.has(SCALAR + EXEC_LO)) this.close();
  }

  private begin(): OpenRun {
    const release = this.b.beginScratch();
    const run = new Run(this.machine, new VectorMemory(this.machine));
    const sets = { writes: new Set<number>(), maskWrites: new Set<number>() };
    return { run, length: 0, ...sets, loads: new Set(), stores: new Set(), last: this.position, release };
  }

  private joins(open: OpenRun, facts: VectorFacts): boolean {
    if (open.length >= RUN_LIMIT) return false;
    // A mask that was written in the run is known as truth values only, under its own number.
    for (const register of facts.words) if (open.writes.has(register)) return false;
    for (const mask of facts.masks) {
      const written = open.writes.has(SCALAR + mask) || open.writes.has(SCALAR + mask + 1);
      if (written && !open.maskWrites.has(mask)) return false;
    }
    for (const mask of facts.maskWrites) {
      const other = open.writes.has(SCALAR + mask) || open.writes.has(SCALAR + mask + 1);
      if (other && !open.maskWrites.has(mask)) return false;
    }
    for (const name of facts.loads) if (open.stores.has(name)) return false;
    for (const name of facts.stores) if (open.stores.has(name) || open.loads.has(name)) return false;
    return true;
  }

  private vectorStatements(run: Run, placed: Placed): void {
    const { instruction } = placed;
    const mode = floatMode(this.block.mode);
    const statements = withOutputModifiers(instruction, placed.statements, mode);
    const values = new VectorValues(run, instruction, mode, this.scalarsOf(placed, run), this.number(placed) * 64);
    run.memory.prepare(values, statements);
    const writes: (() => void)[] = [];
    const stores = statements.filter((stmt) => stmt.do === 'store');
    for (const stmt of statements) {
      if (stmt.do === 'write') this.vectorWrite(run, values, placed, stmt, writes);
      else if (stmt.do === 'writeRelative') {
        writes.push(displacedWrite(values, stmt));
      } else if (stmt.do === 'mask') {
        const operand = instruction.operands[stmt.slot];
        const index =
          stmt.slot === 'VCC'
            ? VCC_LO
            : stmt.slot === 'EXEC'
              ? EXEC_LO
              : operand?.kind === 'scalar'
                ? operand.index
                : -1;
        const value = values.word(stmt.value);
        if (index >= 0) writes.push(() => run.setMask(index, value));
      }
    }
    if (stores.length > 0) run.memory.store(values, stores);
    for (const stmt of statements) if (stmt.do === 'atomic') this.atomic(run, values, placed, stmt);
    for (const write of writes) write();
  }

  private atomic(run: Run, values: VectorValues, placed: Placed, stmt: Extract<Stmt, { do: 'atomic' }>): void {
    const { operands, fields } = placed.instruction;
    const old = run.memory.atomic(values, stmt);
    const operand = stmt.ret && operands[stmt.ret.slot];
    const returned = stmt.ret && (stmt.ret.whenField === undefined || fields[stmt.ret.whenField] === 1);
    if (!returned || operand?.kind !== 'vgpr') return;
    const first = operand.index + stmt.ret!.dword;
    const [low, high] = old as [Local, Local?];
    if (high === undefined) return run.setVgpr(first, low);
    for (const half of [0, 1] as const) run.setVgpr(first + half, values.half([low, high], half));
  }

  private vectorWrite(
    run: Run,
    values: VectorValues,
    { instruction }: Placed,
    stmt: Extract<Stmt, { do: 'write' }>,
    writes: (() => void)[],
  ): void {
    const operand = instruction.operands[stmt.slot];
    if (operand?.kind !== 'vgpr') return;
    const first = operand.index + stmt.dword;
    const { ty } = stmt.value;
    const words =
      ty === 'u64' || ty === 'f64'
        ? values.registerWords(stmt.value)
        : [stmt.when ? values.word(stmt.value) : values.raw(stmt.value)];
    const when = stmt.when ? values.word(stmt.when) : undefined;
    // What all lanes share is known before the loop.
    const scalars = when === undefined ? values.uniformWords(stmt.value) : undefined;
    words.forEach((word, index) => {
      const register = first + index;
      if (scalars) {
        writes.push(() => run.setUniform(register, word, scalars[index]!));
        return;
      }
      const value =
        when === undefined
          ? word
          : values.keep(() => this.b.get(word).get(run.vgpr(register)).get(when).simd('v128.bitselect'));
      writes.push(() => run.setVgpr(register, value));
    });
  }

  /** Ends the open run. */
  close(): void {
    const { open } = this;
    if (!open) return;
    this.open = undefined;
    const live = this.live[open.last]!;
    open.run.finish(live);
    open.release();
    if (open.loads.has('global') || open.stores.has('global')) this.checkFault();
  }
}

/** Computes everything a statement reads. */
function prepare(values: ScalarValues, stmt: Stmt): void {
  if (stmt.do === 'write') {
    values.local(stmt.value);
    if (stmt.when) values.local(stmt.when);
  } else if (stmt.do === 'special') values.local(stmt.value);
  else if (stmt.do === 'writelane') {
    values.local(stmt.index);
    values.local(stmt.value);
  } else if (stmt.do === 'branch') {
    if (stmt.when) values.local(stmt.when);
    values.local(stmt.target);
  }
}
