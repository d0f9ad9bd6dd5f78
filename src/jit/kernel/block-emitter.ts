// Emits the instructions of one block: scalar code in order, vector instructions gathered into runs. Scalar
// instructions that need nothing from a run that is open go into the code before its loop, where the run's scalar
// operands are read too.

import { floatMode } from '../../emulator/float-mode.js';
import { WORD } from '../../emulator/state.js';
import { recordedOf } from '../../isa/records.js';
import { required } from '../../util/required.js';
import type { LaneStretch } from '../analysis/count-slots.js';
import type { Block, Placed } from '../analysis/flow.js';
import type { InstructionKind, VectorFacts } from '../analysis/placed-instruction.js';
import { SCALAR, SCC_REGISTER, usesIn } from '../analysis/registers.js';
import { RunContents } from '../analysis/run-contents.js';
import { vectorFacts } from '../analysis/vector-facts.js';
import { hasRoutines } from '../image/site.js';
import { LinearRun } from '../linear/run.js';
import type { AddressSegment } from '../linear/segments.js';
import { VectorMemory } from '../memory/vector-memory.js';
import { CAPACITY, FEWER_BYTES } from '../records/layout.js';
import { mostBytes, type ScalarRecords } from '../records/scalar-records.js';
import { emitScalarStatements } from '../scalar/statements.js';
import { ScalarValues } from '../scalar/values.js';
import { wantsRegistersInMemory } from '../vector/movrel.js';
import { emitVectorStatements } from '../vector/statements.js';
import { VectorEmitter } from '../vector/vector-emitter.js';
import { Code } from '../wasm/code.js';
import type { FunctionBuilder, Local } from '../wasm/function-builder.js';
import { kindOf } from './compilable.js';
import { type MachineLocals, moreWork, PARAM } from './machine.js';
import { placeCode } from './place-code.js';
import { EmittedRun } from './run.js';

/** State of the open run. */
interface OpenRun {
  readonly run: EmittedRun;
  readonly contents: RunContents;
  /** Position of its last instruction in the block. */
  last: number;
  /** Gives the run's locals back. */
  readonly release: () => void;
}

/**
 * Emits a check of the fault flag, behind which the block is left. @param depth labels that the instruction has opened
 */
export type FaultCheck = (depth?: number) => void;

/**
 * Bytes of a run's loop after which another run begins: compilers take memory and time out of proportion for large
 * functions.
 */
export const RUN_LIMIT = { bytes: 32 << 10 };

/** Room for what an instruction records. */
function recordBytes(placed: Placed): number {
  const { access, exec, branch } = recordedOf(placed.instruction);
  return access || exec || branch ? mostBytes(placed) : 0;
}

export class BlockEmitter {
  private readonly b: FunctionBuilder;
  private open: OpenRun | undefined;
  private position = 0;
  /** Labels that are open around a segment's code. */
  private labels = 0;
  /** The block records more than there is room for at once: each instruction makes room for itself. */
  private crowded = false;

  constructor(
    private readonly machine: MachineLocals,
    private readonly block: Block,
    private readonly live: readonly ((register: number) => boolean)[],
    /** Number of an instruction for faults. */
    private readonly number: (placed: Placed) => number,
    private readonly faultCheck: FaultCheck,
    private readonly segments: readonly AddressSegment[],
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
    this.makeRoom();
    let position = 0;
    for (const segment of this.crowded ? [] : this.segments) {
      this.emitPart(position, segment.begin);
      this.emitSegment(segment);
      position = segment.end;
    }
    this.emitPart(position, body.length);
    this.close();
  }

  /** Makes room for what the block records, if it is not more than there is room for at once. */
  private makeRoom(): void {
    const { records } = this.machine;
    if (!records) return;
    const { body, last } = this.block;
    const accesses = [...body, ...(last ? [last] : [])].reduce((sum, placed) => sum + recordBytes(placed), 0);
    const bytes = accesses + this.lanes.length * FEWER_BYTES;
    this.crowded = bytes > CAPACITY;
    if (bytes > 0 && !this.crowded) records.room(bytes);
  }

  private emitPart(begin: number, end: number): void {
    for (this.position = begin; this.position < end; this.position++) {
      // A segment has counted before its first version.
      if (this.labels === 0) this.countLanes(this.position);
      const placed = this.placedAt(this.position);
      const { records } = this.machine;
      if (records) this.emitRecorded(records, placed);
      else this.emit(placed, this.kindIn(placed));
    }
  }

  private placedAt(position: number): Placed {
    return required(this.block.body[position], 'instruction of the block');
  }

  private kindIn(placed: Placed): InstructionKind {
    return required(kindOf(placed, this.block.mode), 'kind of the instruction');
  }

  /** Live registers behind an instruction of the block. */
  private liveBehind(position: number): (register: number) => boolean {
    return required(this.live[position], 'liveness behind the instruction');
  }

  private get openRun(): OpenRun {
    return required(this.open, 'open run');
  }

  /** An instruction, and what is recorded of it besides the places that a run records itself. */
  private emitRecorded(records: ScalarRecords, placed: Placed): void {
    const kind = this.kindIn(placed);
    const { access, exec } = recordedOf(placed.instruction);
    if (this.crowded && recordBytes(placed) > 0) {
      this.close();
      records.room(recordBytes(placed));
    }
    if (access && kind === 'nothing') {
      this.close();
      records.nothing(this.number(placed));
    } else if (access === 'smem' && kind === 'scalar') this.recordScalar(records, placed);
    this.emit(placed, kind);
    if (!exec || kind === 'outside') return;
    this.close();
    records.execBecame();
  }

  /** A scalar access that moves up may not pass what has been recorded. */
  private recordScalar(records: ScalarRecords, placed: Placed): void {
    const before = this.open;
    if (before && !(before.run.records?.isEmpty && before.contents.canMoveUp(placed))) this.close();
    const emit = (): void =>
      this.b.scratch(() => records.scalar(this.scalarsOf(placed), placed.statements, this.number(placed)));
    if (this.open) this.b.into(this.open.run.before, emit);
    else emit();
  }

  /** Counts idle lanes where a stretch begins. EXEC has been written by what came before, so no run is open there. */
  private countLanes(position: number): void {
    const stretch = this.lanes.find((each) => each.position === position);
    if (!stretch) return;
    this.close();
    const { records } = this.machine;
    this.machine.countIdle(stretch.slot, () => {
      if (!records) return;
      if (this.crowded) records.room(FEWER_BYTES);
      records.fewer(this.number(this.placedAt(position)), (stretch.end - stretch.pc) / 4);
    });
  }

  /** All versions of a segment: a linear one branches to the next one, before which scalar registers are put back. */
  private emitSegment(segment: AddressSegment): void {
    this.close();
    const { b } = this;
    const release = b.beginScratch();
    const changed = this.scalarsWritten(segment).map((local) => ({ local, copy: b.local('i32') }));
    const { records, rows } = this.machine;
    const recorded = records && b.local('i32');
    const restore = (): void => {
      for (const { local, copy } of changed) b.get(copy).set(local);
      if (recorded !== undefined) records?.restore(recorded);
    };
    const forms = rows > 1 && !records ? [1, rows] : [1];
    // Each has labels of those that follow it inside of that of the end.
    const versions = forms.flatMap((parts, at) => this.linearVersion(segment, parts, forms.length - at, restore) ?? []);
    if (versions.length < forms.length) {
      release();
      return this.emitPart(segment.begin, segment.end);
    }
    this.countLanes(segment.begin);
    for (const { local, copy } of changed) b.get(local).set(copy);
    if (recorded !== undefined) records?.save(recorded);
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
  private scalarsWritten({ begin, end }: AddressSegment): readonly Local[] {
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
    { begin, end, guesses }: AddressSegment,
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
      const placed = this.placedAt(this.position);
      const kind = this.kindIn(placed);
      if (kind === 'vector') {
        this.open.last = this.position;
        run.emit(() => this.vectorStatements(run, placed));
      } else this.emitBesideLinear(run, placed, kind);
    }
    if (!run.unfit) b.into(code, () => run.finish(this.liveBehind(this.openRun.last)));
    this.open = undefined;
    this.labels = 0;
    release();
    return run.unfit ? undefined : code;
  }

  private emitBesideLinear(run: LinearRun, placed: Placed, kind: InstructionKind): void {
    const { records } = this.machine;
    const { access, exec } = recordedOf(placed.instruction);
    const passes = run.records?.isEmpty && this.openRun.contents.canMoveUp(placed);
    if (records && (exec || (access && !(kind === 'scalar' && passes)))) run.unfit = true;
    else if (records && access) this.recordScalar(records, placed);
    if (!run.unfit) this.emit(placed, kind);
  }

  private emit(placed: Placed, kind: InstructionKind): void {
    if (kind === 'nothing') return;
    if (kind === 'vector') return this.emitVector(placed);
    if (kind === 'outside') return this.emitOutside(placed);
    if (kind === 'cross' || !this.open?.contents.canMoveUp(placed)) this.close();
    const { open } = this;
    if (!open) return this.emitScalar(placed);
    const leaveUnless = open.run instanceof LinearRun ? open.run.leaveUnless : undefined;
    this.b.into(open.run.before, () => this.emitScalar(placed, leaveUnless));
    open.run.forgetMasks(usesIn(placed).writes);
  }

  /** The host executes the instruction on the state in memory. */
  private emitOutside(placed: Placed): void {
    this.close();
    const { reads, writes } = usesIn(placed);
    for (const register of reads) if (register >= SCALAR) this.machine.storeOne(register);
    this.machine.storeMode();
    const { machine } = this;
    // Recording handles each lane.
    const work = !machine.records && hasRoutines(placed.instruction) ? 'routines' : 'any';
    machine.hostWork = moreWork(machine.hostWork, work);
    this.b.i32(this.number(placed)).get(PARAM.slot).call(machine.calls.outside);
    this.machine.noteWritten(writes);
    this.checkFault();
    for (const register of writes) if (register >= SCALAR) this.machine.loadOne(register);
  }

  /** @param run whose registers' values are known when they are the same in all lanes */
  private scalarsOf(placed: Placed, run?: EmittedRun): ScalarValues {
    const { instruction, pc } = placed;
    const code = placeCode(this.number(placed));
    return new ScalarValues(this.machine, instruction, pc + instruction.size, code, run?.uniformRegister);
  }

  /** Scalar instructions, and the scalar statements of vector instructions. */
  emitScalar(placed: Placed, leaveUnless?: () => void): void {
    const values = this.scalarsOf(placed);
    const checkFault = (depth?: number): void => this.checkFault(depth);
    this.b.scratch(() => emitScalarStatements(this.machine, values, placed, checkFault, leaveUnless));
  }

  private emitVector(placed: Placed): void {
    const facts = vectorFacts(placed);
    const alone = wantsRegistersInMemory(placed);
    if (this.open && (alone || !this.open.contents.joins(facts) || this.endsLanes(facts))) this.close();
    this.open ??= this.begin();
    const { open } = this;
    open.last = this.position;
    open.contents.add(facts);
    open.run.emit(() => this.vectorStatements(open.run, placed));
    if (alone || facts.writes.has(this.execRegister) || open.run.bytes > RUN_LIMIT.bytes) this.close();
    if (alone) this.machine.noteWritten(usesIn(placed).writes);
  }

  private get execRegister(): number {
    return SCALAR + this.machine.options.layout.exec - WORD.scalars;
  }

  /** Behind a fault EXEC gives the lanes of the instruction: it must not have changed since. */
  private endsLanes(facts: VectorFacts): boolean {
    return facts.writes.has(this.execRegister) && this.openRun.contents.usesGlobalMemory;
  }

  private begin(): OpenRun {
    const release = this.b.beginScratch();
    // Beside a linear version the ordinary one is rare: it is not to make the function larger.
    const apart = this.machine.large || this.labels > 0;
    const run = new EmittedRun(this.machine, new VectorMemory(this.machine), apart);
    return { run, contents: new RunContents(), last: this.position, release };
  }

  private vectorStatements(run: EmittedRun, placed: Placed): void {
    const mode = floatMode(this.block.mode);
    const values = new VectorEmitter(
      run,
      placed.instruction,
      mode,
      this.scalarsOf(placed, run),
      placeCode(this.number(placed)),
    );
    emitVectorStatements(run, values, placed);
  }

  /** Ends the open run. */
  close(): void {
    const { open } = this;
    if (!open) return;
    this.open = undefined;
    const live = this.liveBehind(open.last);
    open.run.finish(live);
    open.release();
    if (open.contents.usesGlobalMemory) this.checkFault();
  }
}
