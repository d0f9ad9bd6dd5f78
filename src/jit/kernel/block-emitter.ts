// Emits the instructions of one block: scalar code in order, vector instructions gathered into runs. Scalar instructions
// that need nothing from a run that is open go into the code before its loop, where the run's scalar operands are read too.

import { floatMode } from '../../emulator/float-mode.js';
import { VGPR_BYTES } from '../../emulator/state.js';
import { EXEC_LO, type Instruction, M0_INDEX, VCC_LO } from '../../isa/instruction.js';
import type { Ex, Stmt } from '../../isa/language/expr.js';
import type { LaneStretch } from '../analysis/count-slots.js';
import type { Block, Placed } from '../analysis/flow.js';
import { SCALAR, SCC_REGISTER, usesIn } from '../analysis/registers.js';
import { RunContents } from '../analysis/run-contents.js';
import { hasLoad, maskIndex, type VectorFacts, vectorFacts } from '../analysis/vector-facts.js';
import { LinearRun } from '../linear/run.js';
import type { Segment } from '../linear/segments.js';
import { LinearValues } from '../linear/values.js';
import { VectorMemory } from '../memory/vector-memory.js';
import { ScalarValues } from '../scalar/values.js';
import { displacedWrite, usesDisplaced } from '../vector/displaced.js';
import { withOutputModifiers } from '../vector/output-modifiers.js';
import { VectorValues } from '../vector/values.js';
import { Code } from '../wasm/code.js';
import type { FunctionBuilder, Local } from '../wasm/function-builder.js';
import { type Kind, kindOf } from './expressible.js';
import { type MachineLocals, PARAM } from './machine.js';
import { Run } from './run.js';

/** What is known of the run that is open. */
interface OpenRun {
  readonly run: Run;
  readonly contents: RunContents;
  /** Position of its last instruction in the block. */
  last: number;
  /** Gives the run's locals back. */
  readonly release: () => void;
}

/** Emits a check of the fault flag, behind which the block is left. @param depth labels that the instruction has opened */
export type FaultCheck = (depth?: number) => void;

/** Parts of a wavefront that are rows of a work-group, or pieces of rows, where a wavefront is several rows. */
const ROWS = 4;

/** Bytes of a run's loop after which another run begins: compilers take memory and time out of proportion for large functions. */
export const RUN_LIMIT = { bytes: 32 << 10 };

export class BlockEmitter {
  private readonly b: FunctionBuilder;
  private open: OpenRun | undefined;
  private position = 0;
  /** Labels that are open around a segment's code. */
  private labels = 0;

  constructor(
    private readonly machine: MachineLocals,
    private readonly block: Block,
    private readonly live: readonly ((register: number) => boolean)[],
    /** Number of an instruction for faults. */
    private readonly number: (placed: Placed) => number,
    private readonly faultCheck: FaultCheck,
    private readonly segments: readonly Segment[],
    /** Stretches whose lanes are counted. */
    private readonly lanes: readonly LaneStretch[],
  ) {
    this.b = machine.builder;
  }

  private checkFault(depth = 0): void {
    this.faultCheck(depth + this.labels);
  }

  /** All instructions of the body. */
  emitBody(): void {
    const { body } = this.block;
    let position = 0;
    for (const segment of this.segments) {
      this.emitPart(position, segment.begin);
      this.emitSegment(segment);
      position = segment.end;
    }
    this.emitPart(position, body.length);
    this.close();
  }

  private emitPart(begin: number, end: number): void {
    for (this.position = begin; this.position < end; this.position++) {
      // A segment has counted before its first version.
      if (this.labels === 0) this.countLanes(this.position);
      const placed = this.block.body[this.position]!;
      this.emit(placed, kindOf(placed, this.block.mode)!);
    }
  }

  /** Counts idle lanes where a stretch begins. EXEC has been written by what came before, so no run is open there. */
  private countLanes(position: number): void {
    const stretch = this.lanes.find((each) => each.position === position);
    if (!stretch) return;
    this.close();
    this.machine.countIdle(stretch.slot);
  }

  /** All versions of a segment: a linear one branches to the next one, before which scalar registers are put back. */
  private emitSegment(segment: Segment): void {
    this.close();
    const { b } = this;
    const release = b.beginScratch();
    const changed = this.scalarsWritten(segment).map((local) => ({ local, copy: b.local('i32') }));
    const restore = (): void => {
      for (const { local, copy } of changed) b.get(copy).set(local);
    };
    const forms = this.machine.hasRows ? [1, ROWS] : [1];
    // Each has labels of those that follow it inside of that of the end.
    const versions = forms.flatMap((rows, at) => this.linearVersion(segment, rows, forms.length - at, restore) ?? []);
    if (versions.length < forms.length) {
      release();
      return this.emitPart(segment.begin, segment.end);
    }
    this.countLanes(segment.begin);
    for (const { local, copy } of changed) b.get(local).set(copy);
    b.block();
    for (const _ of versions) b.block();
    versions.forEach((version, at) => {
      b.out.append(version);
      b.br(versions.length - at).end();
      restore();
    });
    release();
    this.labels = 1;
    this.emitPart(segment.begin, segment.end);
    this.close();
    this.labels = 0;
    b.end();
  }

  /** Locals of the scalar registers that scalar instructions of a segment write. */
  private scalarsWritten({ begin, end }: Segment): readonly Local[] {
    const written = new Set<number>();
    for (const placed of this.block.body.slice(begin, end)) {
      if (kindOf(placed, this.block.mode) !== 'scalar') continue;
      for (const register of usesIn(placed).writes) written.add(register);
    }
    return [...written].map((register) =>
      register === SCC_REGISTER ? this.machine.scc : this.machine.scalar(register - SCALAR),
    );
  }

  /**
   * Code that branches to the innermost label around it before it changes anything but scalar registers.
   *
   * @param labels around it, but for that of the segment's end
   */
  private linearVersion(
    { begin, end, guesses }: Segment,
    rows: number,
    labels: number,
    restore: () => void,
  ): Code | undefined {
    const { b, machine } = this;
    const code = new Code();
    const release = b.beginScratch();
    const run = new LinearRun(machine, new VectorMemory(machine), guesses, rows, restore);
    this.open = { run, contents: new RunContents(true), last: begin, release };
    this.labels = labels + 1;
    for (this.position = begin; this.position < end && !run.unfit; this.position++) {
      const placed = this.block.body[this.position]!;
      const kind = kindOf(placed, this.block.mode)!;
      if (kind === 'vector') {
        this.open.last = this.position;
        run.emit(() => this.vectorStatements(run, placed));
      } else this.emit(placed, kind);
    }
    if (!run.unfit) b.into(code, () => run.finish(this.live[this.open!.last]!));
    this.open = undefined;
    this.labels = 0;
    release();
    return run.unfit ? undefined : code;
  }

  private emit(placed: Placed, kind: Kind): void {
    if (kind === 'nothing') return;
    if (kind === 'vector') return this.emitVector(placed);
    if (kind === 'outside') return this.emitOutside(placed);
    if (kind === 'cross' || !this.open?.contents.canMoveUp(placed)) this.close();
    const { open } = this;
    if (!open) return this.emitScalar(placed);
    this.b.into(open.run.before, () => this.emitScalar(placed));
    open.run.forgetMasks(usesIn(placed).writes);
  }

  /** The host executes the instruction on the state in memory. */
  private emitOutside(placed: Placed): void {
    this.close();
    const { reads, writes } = usesIn(placed);
    for (const register of reads) if (register >= SCALAR) this.machine.storeOne(register);
    this.machine.storeMode();
    this.machine.callsHost = true;
    this.b.i32(this.number(placed)).call(this.machine.calls.outside);
    this.machine.noteWritten(writes);
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
        this.machine.noteWritten([operand.index]);
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

  private emitVector(placed: Placed): void {
    const facts = vectorFacts(placed);
    // Displaced registers are in memory.
    const alone = usesDisplaced(placed);
    if (this.open && (alone || !this.open.contents.joins(facts) || this.endsLanes(facts))) this.close();
    this.open ??= this.begin();
    const { open } = this;
    open.last = this.position;
    open.contents.add(facts);
    open.run.emit(() => this.vectorStatements(open.run, placed));
    if (alone || facts.writes.has(SCALAR + EXEC_LO) || open.run.bytes > RUN_LIMIT.bytes) this.close();
    if (alone) this.machine.noteWritten(usesIn(placed).writes);
  }

  /** Behind a fault EXEC has to tell how many lanes the instruction had: none may have changed it since. */
  private endsLanes(facts: VectorFacts): boolean {
    return facts.writes.has(SCALAR + EXEC_LO) && this.open!.contents.usesGlobalMemory;
  }

  private begin(): OpenRun {
    const release = this.b.beginScratch();
    // Beside a linear version the ordinary one is rare: it is not to make the function larger.
    const apart = this.machine.large || this.labels > 0;
    const run = new Run(this.machine, new VectorMemory(this.machine), apart);
    return { run, contents: new RunContents(), last: this.position, release };
  }

  private vectorStatements(run: Run, placed: Placed): void {
    const { instruction } = placed;
    const mode = floatMode(this.block.mode);
    const statements = withOutputModifiers(instruction, placed.statements, mode);
    const values = new VectorValues(run, instruction, mode, this.scalarsOf(placed, run), this.number(placed) * 64);
    const linear = run instanceof LinearRun ? this.linearValues(run, placed) : undefined;
    run.memory.prepare(values, statements);
    const writes: (() => void)[] = [];
    const stores = statements.filter((stmt) => stmt.do === 'store');
    for (const stmt of statements) {
      if (stmt.do === 'write') {
        const write = linear && linearWrite(linear, instruction, stmt);
        if (write) writes.push(write);
        else this.vectorWrite(run, values, placed, stmt, writes);
      } else if (stmt.do === 'writeRelative') {
        writes.push(displacedWrite(values, stmt));
      } else if (stmt.do === 'mask') {
        const index = maskIndex(instruction, stmt.slot);
        const equal = linear?.values.of(stmt.value);
        if (linear && equal?.step === 0) {
          if (index !== undefined) writes.push(() => linear.run.setEqualMask(index, equal));
          continue;
        }
        const value = values.word(stmt.value);
        if (index !== undefined) writes.push(() => run.setMask(index, value));
      }
    }
    if (stores.length > 0) run.memory.store(values, stores);
    for (const stmt of statements) if (stmt.do === 'atomic') this.atomic(run, values, placed, stmt);
    for (const write of writes) write();
  }

  private linearValues(run: LinearRun, placed: Placed): Linear {
    const { instruction, pc } = placed;
    const first = new ScalarValues(this.machine, instruction, pc + instruction.size, 0, run.firstOf);
    const values = new LinearValues(run, instruction, first);
    run.linear.values = values;
    return { run, values };
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
    if (open.contents.usesGlobalMemory) this.checkFault();
  }
}

/** What is linear in one instruction of a linear run. */
interface Linear {
  readonly run: LinearRun;
  readonly values: LinearValues;
}

/** A write of linear values; undefined where the values are not. */
function linearWrite(
  { run, values }: Linear,
  { operands }: Instruction,
  stmt: Extract<Stmt, { do: 'write' }>,
): (() => void) | undefined {
  const operand = operands[stmt.slot];
  const value = stmt.when || operand?.kind !== 'vgpr' ? undefined : values.of(stmt.value);
  if (!value || operand?.kind !== 'vgpr') return undefined;
  const first = operand.index + stmt.dword;
  const words = stmt.value.ty === 'u64' ? values.halves(stmt.value, value) : [value];
  return () => {
    words.forEach((word, index) => {
      run.setLinear(first + index, word);
    });
  };
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
