// Whole work-groups inside of compiled code: the compiled form of the functional scheduler.
// groups(...GROUPS_PARAMETERS) runs `count` work-groups from `number` on as the dispatcher would
// (src/emulator/scheduler.ts): starting states, barriers, time slices. With `resumes` the first one is in progress, as
// the fields of BATCH say. It returns as soon as a wavefront stops for anything but its end, a barrier or the end of a
// slice, and after MOST_SLICES of these; the fields of BATCH then say where.

import { BATCH, type BatchField, GROUPS_PARAMETERS, type GroupsParameter } from '../../emulator/batch-layout.js';
import { BARRIER_BUDGET } from '../../emulator/group-batch.js';
import { SLICE } from '../../emulator/scheduler.js';
import {
  FLAG,
  LDS_OFFSET,
  SCALARS,
  SPARE_OFFSET,
  TEMPLATE_OFFSET,
  TEMPLATE_STRIDE,
  TEMPLATE_VGPRS,
  TEMPLATE_WORDS,
  VGPR_BYTES,
  WAVEFRONT_STRIDE,
  WORD,
} from '../../emulator/state.js';
import type { StateLayout } from '../../emulator/state-layout.js';
import { SCALAR_FILE_SIZE } from '../../isa/instruction.js';
import { SCALAR } from '../analysis/registers.js';
import { linearityFunction } from '../linear/linearity.js';
import type { FunctionBuilder, Local } from '../wasm/function-builder.js';
import type { ModuleBuilder } from '../wasm/module-builder.js';
import { AT_START, GIVES_WAY, REMAINING, START_HINT, STATUS, STATUS_BITS } from './machine.js';

const PARAM = Object.fromEntries(GROUPS_PARAMETERS.map((name, index) => [name, index])) as Record<
  GroupsParameter,
  number
>;

/** Registers that are zeroed one by one; more of them are filled at once. */
const MAX_SINGLY = 24;
const VECTOR_BYTES = 16;
/** Vectors of a register that are copied one after the other. */
const PIECES = 4;
const WORDS_IN_VECTOR = 4;
/**
 * Slices that are used up before it returns, whatever its budget is: the launch may have been cancelled, or a wavefront
 * may wait for another work-group. Two to ten milliseconds; a native worker that returns has to wait for the command
 * processor.
 */
const MAX_SLICES = 32;

export interface GroupsOptions {
  /** Index of the function that runs one wavefront. */
  readonly run: number;
  /** The block at which wavefronts start. */
  readonly start: number;
  /** Whether the starting value of a register is read, in active lanes and in any. */
  readonly live: {
    readonly active: (register: number) => boolean;
    readonly any: (register: number) => boolean;
  };
  /** VGPRs of which the code may want to know whether they are linear when it starts. */
  readonly hinted: ReadonlySet<number>;
  /** Parts of a wavefront that may be rows of a work-group. */
  readonly rows: number;
  /** VGPRs that a wavefront changes in memory before it ends. */
  readonly stored: ReadonlySet<number>;
  readonly vgprs: number;
  readonly layout: StateLayout;
}

class GroupsEmitter {
  readonly index: number;
  private readonly b: FunctionBuilder;
  private readonly result: Local;
  private readonly wavefront: Local;
  private readonly slot: Local;
  private readonly template: Local;
  private readonly entry: Local;
  private readonly slice: Local;
  private readonly used: Local;
  /** How many may still be used up. */
  private readonly slices: Local;
  private readonly begun: Local;
  private readonly running: Local;
  private readonly waiting: Local;
  /** Bits of wavefronts whose registers hold what nothing changes. */
  private readonly laidDown: Local;
  /**
   * Registers that no wavefront changes, above all local ids: the same wavefront of the next work-group finds its own
   * there. What the interpreter executes may change them, but not before this function returns.
   */
  private readonly lasting: ReadonlySet<number>;
  private readonly hinted: typeof AT_START;
  private readonly later: Local;
  /** Bits of wavefronts that give way where they first wait for memory. */
  private readonly giving: Local;
  private readonly started: Local;
  private readonly barriers: Local;
  private readonly groupBarriers: Local;
  private readonly ids: readonly [Local, Local, Local];

  constructor(
    private readonly module: ModuleBuilder,
    private readonly of: GroupsOptions,
  ) {
    const { index, builder } = module.define({ params: GROUPS_PARAMETERS.map(() => 'i32' as const), results: ['i32'] });
    this.index = index;
    this.b = builder;
    const local = (): Local => builder.local('i32');
    [this.result, this.wavefront, this.slot, this.template, this.entry] = [local(), local(), local(), local(), local()];
    [this.slice, this.used, this.begun, this.running, this.waiting] = [local(), local(), local(), local(), local()];
    [this.started, this.barriers, this.groupBarriers, this.later] = [local(), local(), local(), local()];
    [this.laidDown, this.slices, this.giving] = [local(), local(), local()];
    const read = this.registers(of.live.any);
    const kept = read.filter((register) => !of.stored.has(register));
    // Many registers are zeroed all at once, and those that nothing changes with them.
    this.lasting = new Set(read.length - kept.length > MAX_SINGLY ? [] : kept);
    this.ids = [local(), local(), local()];
    this.hinted = AT_START.filter(([register]) => of.hinted.has(register));
  }

  emit(): void {
    const { b } = this;
    const progress = [
      ['begun', this.begun],
      ['running', this.running],
      ['waiting', this.waiting],
      ['giving', this.giving],
      ['groupBarriers', this.groupBarriers],
    ] as const;
    b.i32(MAX_SLICES).set(this.slices);
    b.get(PARAM.resumes).if();
    for (const [field, value] of progress) this.load(field).set(value);
    this.load('later').set(this.later).end();
    b.block();
    b.loop();
    b.i32(STATUS.over).set(this.result);
    b.get(PARAM.count).op('i32.eqz').get(PARAM.budget).i32(0).op('i32.le_s').op('i32.or').brIf(1);
    b.get(PARAM.resumes).if().i32(0).set(PARAM.resumes).else();
    this.startGroup();
    b.end();
    b.loop();
    b.get(this.running).if();
    this.pickWavefront();
    this.runWavefront();
    this.noteResult(3);
    b.br(1).end();
    b.get(this.later).if().get(this.later).set(this.running).i32(0).set(this.later).br(1).end();
    this.releaseBarrier(2);
    b.end();
    b.get(PARAM.number).get(PARAM.step).op('i32.add').set(PARAM.number);
    b.get(PARAM.count).i32(1).op('i32.sub').set(PARAM.count);
    b.br(0).end().end();
    this.store('started', this.started);
    this.store('barriers', this.barriers);
    this.store('budget', PARAM.budget);
    b.get(this.running).get(this.later).op('i32.or').set(this.running);
    for (const [field, value] of progress) this.store(field, value);
    this.store('slice', this.slice);
    b.get(this.result);
  }

  private store(field: BatchField, value: Local): void {
    this.b.get(PARAM.unit).get(value).memory('i32.store', BATCH[field]);
  }
  private load(field: BatchField): FunctionBuilder {
    return this.b.get(PARAM.unit).memory('i32.load', BATCH[field]);
  }

  private startGroup(): void {
    const { b } = this;
    const [x, y, z] = this.ids;
    this.store('number', PARAM.number);
    // As long as x stays within its row nothing else changes. Otherwise z is number / x / y, and the other two are what
    // these divisions leave.
    b.get(x).get(PARAM.step).op('i32.add').tee(x);
    this.load('countX').op('i32.ge_u').get(this.started).op('i32.eqz').op('i32.or').if();
    b.get(PARAM.number);
    this.load('countX').op('i32.div_u').tee(y);
    this.load('countY').op('i32.div_u').set(z);
    b.get(PARAM.number).get(y);
    this.load('countX').op('i32.mul').op('i32.sub').set(x);
    b.get(y).get(z);
    this.load('countY').op('i32.mul').op('i32.sub').set(y);
    b.end();
    this.load('ldsBytes').if();
    b.get(PARAM.unit).i32(LDS_OFFSET).op('i32.add').i32(0);
    this.load('ldsBytes').fill().end();
    b.get(this.started).i32(1).op('i32.add').set(this.started);
    for (const empty of [this.begun, this.waiting, this.giving, this.groupBarriers]) b.i32(0).set(empty);
    b.i32(1);
    this.load('wavefronts').op('i32.shl').i32(1).op('i32.sub').set(this.running);
  }

  /** The first one that can run; it gets its starting state when it has none. */
  private pickWavefront(): void {
    const { b } = this;
    b.get(this.running).op('i32.ctz').set(this.wavefront);
    b.get(this.running).get(this.running).i32(1).op('i32.sub').op('i32.and').set(this.running);
    b.get(PARAM.unit).get(this.wavefront).i32(WAVEFRONT_STRIDE).op('i32.mul').op('i32.add').set(this.slot);
    this.store('turn', this.wavefront);
    b.get(this.wavefront).get(this.begun).op('i32.ge_u').if();
    this.beginWavefront();
    b.get(this.wavefront).i32(1).op('i32.add').set(this.begun);
    b.i32(this.of.start);
    if (this.hinted.length > 0) this.ownWord().memory('i32.load', BATCH.startHints).op('i32.or');
    b.set(this.entry);
    this.ownWord().i32(0).memory('i32.store', BATCH.executed);
    b.else();
    this.ownWord().memory('i32.load', BATCH.resume);
    b.get(this.giving).get(this.wavefront).op('i32.shr_u').i32(1).op('i32.and');
    b.i32(Math.log2(GIVES_WAY)).op('i32.shl').op('i32.or').set(this.entry);
    b.end();
  }

  /** Pushes the address to which the wavefront's fields of the batch are offsets. */
  private ownWord(): FunctionBuilder {
    return this.b.get(PARAM.unit).get(this.wavefront).i32(2).op('i32.shl').op('i32.add');
  }

  private beginWavefront(): void {
    const { b } = this;
    const { exec, execWords } = this.of.layout;
    b.get(PARAM.unit).get(this.wavefront).i32(TEMPLATE_STRIDE).op('i32.mul').op('i32.add');
    b.i32(TEMPLATE_OFFSET).op('i32.add').set(this.template);
    this.layDown();
    const execOffset = TEMPLATE_WORDS + 4 * (exec - WORD.scalars);
    b.get(this.template);
    if (execWords === 2) b.memory('i64.load', execOffset).i64(-1n).op('i64.eq').if();
    else b.memory('i32.load', execOffset).i32(-1).op('i32.eq').if();
    this.vectors(this.changing(this.of.live.active));
    b.else();
    this.vectors(this.changing(this.of.live.any));
    b.end();
    this.scalars();
    (['groupX', 'groupY', 'groupZ'] as const).forEach((field, d) => {
      b.get(this.slot);
      this.load(field).op('i32.add').get(this.ids[d]!).memory('i32.store');
    });
  }

  /** Registers that are read; and those of them that hold something else after a work-group. */
  private registers(live: (register: number) => boolean): readonly number[] {
    return Array.from({ length: this.of.vgprs }, (_, register) => register).filter(live);
  }
  private changing(live: (register: number) => boolean): readonly number[] {
    return this.registers(live).filter((register) => !this.lasting.has(register));
  }

  /** What lasts, where it is not there yet, and what is known of the registers of the template. */
  private layDown(): void {
    const { b } = this;
    if (this.lasting.size + this.hinted.length === 0) return;
    b.get(this.laidDown).get(this.wavefront).op('i32.shr_u').i32(1).op('i32.and').op('i32.eqz').if();
    this.vectors([...this.lasting]);
    this.noteHints();
    b.get(this.laidDown).i32(1).get(this.wavefront).op('i32.shl').op('i32.or').set(this.laidDown).end();
  }

  /** Looks at the registers of the template, once for all wavefronts that start from it. */
  private noteHints(): void {
    const { b, hinted, module } = this;
    if (hinted.length === 0) return;
    const look = (register: number, step: number, rows: number, hint: number): void => {
      b.get(this.template)
        .i32(register * VGPR_BYTES)
        .op('i32.add')
        .i32(step);
      b.call(linearityFunction(module, rows));
      b.i32(START_HINT.shift + START_HINT.bits * register + Math.log2(hint)).op('i32.shl');
    };
    this.ownWord();
    for (const [place, [register, step]] of hinted.entries()) {
      look(register, step, 1, START_HINT.whole);
      if (this.of.rows > 1) {
        look(register, step, this.of.rows, START_HINT.rows);
        b.op('i32.or');
      }
      if (place > 0) b.op('i32.or');
    }
    b.memory('i32.store', BATCH.startHints);
  }

  /** Local ids from the template, zeros in the other registers. */
  private vectors(registers: readonly number[]): void {
    const { b } = this;
    const many = registers.length > MAX_SINGLY;
    if (many) {
      b.get(this.slot).i32(0);
      this.load('vgprBytes').fill();
    }
    const ids = registers.filter((register) => register < TEMPLATE_VGPRS);
    const zeros = many ? [] : registers.filter((register) => register >= TEMPLATE_VGPRS);
    if (ids.length + zeros.length === 0) return;
    b.scratch(() => {
      const [distance, from, to] = [b.local('i32'), b.local('i32'), b.local('i32')];
      const pieces = Array.from({ length: PIECES }, (_, k) => ({ at: k * VECTOR_BYTES, vector: b.local('v128') }));
      b.i32(0).set(distance).loop();
      b.get(this.template).get(distance).op('i32.add').set(from);
      b.get(this.slot).get(distance).op('i32.add').set(to);
      for (const register of ids) {
        const offset = register * VGPR_BYTES;
        // What is read at once and then written at once a compiler may join.
        for (const { at, vector } of pieces)
          b.get(from)
            .loadVector(offset + at)
            .set(vector);
        for (const { at, vector } of pieces)
          b.get(to)
            .get(vector)
            .storeVector(offset + at);
      }
      for (const register of zeros)
        for (const { at } of pieces)
          b.get(to)
            .words(0)
            .storeVector(register * VGPR_BYTES + at);
      b.get(distance).i32(PIECES * VECTOR_BYTES);
      b.op('i32.add').tee(distance).i32(VGPR_BYTES).op('i32.lt_u').brIf(0).end();
    });
  }

  /** The words of the slot that are read, four at a time; those that hold no operand always. */
  private scalars(): void {
    const { b } = this;
    const { m0, exec } = this.of.layout;
    const firstSpecial = Math.min(m0, exec) - WORD.scalars;
    const words = (FLAG - SCALARS) / 4 + 1;
    for (let first = 0; first < words; first += WORDS_IN_VECTOR) {
      const four = [0, 1, 2, 3].map((n) => first + n);
      const fixed = first + WORDS_IN_VECTOR > firstSpecial;
      if (!fixed && !four.some((word) => word < SCALAR_FILE_SIZE && this.of.live.any(SCALAR + word))) continue;
      b.get(this.slot)
        .get(this.template)
        .loadVector(TEMPLATE_WORDS + 4 * first)
        .storeVector(SCALARS + 4 * first);
    }
  }

  private runWavefront(): void {
    const { b } = this;
    b.get(PARAM.budget).i32(SLICE).get(PARAM.budget).i32(SLICE).op('i32.lt_s').op('select').set(this.slice);
    b.get(this.slot).get(this.entry).get(this.slice);
    b.get(PARAM.unit).i32(SPARE_OFFSET).op('i32.add').call(this.of.run).set(this.result);
    b.get(this.slice);
    b.get(PARAM.unit)
      .memory('i32.load', SPARE_OFFSET + REMAINING)
      .op('i32.sub')
      .set(this.used);
    b.get(PARAM.budget).get(this.used).op('i32.sub').set(PARAM.budget);
    b.get(this.slice).get(this.used).op('i32.sub').set(this.slice);
    this.ownWord();
    this.ownWord().memory('i32.load', BATCH.executed).get(this.used).op('i32.add').memory('i32.store', BATCH.executed);
  }

  /** `out` labels are open up to the end of the function. */
  private noteResult(out: number): void {
    const { b } = this;
    const mask = (1 << STATUS_BITS) - 1;
    b.get(this.result).i32(mask).op('i32.and').tee(this.entry).i32(STATUS.barrier).op('i32.eq').if();
    this.noteIn(this.waiting);
    b.else();
    b.get(this.entry).i32(STATUS.end).op('i32.ne').if();
    b.get(this.entry).i32(STATUS.budget).op('i32.ne').get(PARAM.budget).i32(0).op('i32.le_s').op('i32.or');
    b.brIf(out + 2);
    this.noteSlice(out + 2);
    // Its slice is over: the others that can run have their turns first.
    this.noteIn(this.later);
    b.end().end();
    this.leaveIf(out, () => b.get(PARAM.budget).i32(0).op('i32.le_s'));
  }

  /** It has given way, or its slice is used up. `out` is the label behind the function's last slice. */
  private noteSlice(out: number): void {
    const { b } = this;
    const bit = (): FunctionBuilder => b.i32(1).get(this.wavefront).op('i32.shl');
    b.get(this.giving);
    bit().op('i32.and').if();
    b.get(this.giving);
    bit().op('i32.xor').set(this.giving);
    b.else();
    b.get(this.slices)
      .i32(1)
      .op('i32.sub')
      .tee(this.slices)
      .op('i32.eqz')
      .brIf(out + 1)
      .end();
  }

  /** The wavefront becomes one of a set, and has a block at which it will go on. */
  private noteIn(set: Local): void {
    const { b } = this;
    b.get(set).i32(1).get(this.wavefront).op('i32.shl').op('i32.or').set(set);
    this.ownWord().get(this.result).i32(STATUS_BITS).op('i32.shr_u').memory('i32.store', BATCH.resume);
  }

  /** All that have not ended wait: they can run again. */
  private releaseBarrier(out: number): void {
    const { b } = this;
    b.get(this.waiting).if();
    b.get(this.waiting).set(this.running).i32(0).set(this.waiting);
    b.get(this.running);
    this.load('even').op('i32.and').set(this.giving);
    for (const count of [this.barriers, this.groupBarriers]) b.get(count).i32(1).op('i32.add').set(count);
    this.leaveIf(out + 1, () => {
      b.i32(0).set(this.wavefront);
      this.store('turn', this.wavefront);
      return b.get(this.barriers).i32(BARRIER_BUDGET).op('i32.ge_u');
    });
    b.br(1).end();
  }

  private leaveIf(out: number, condition: () => FunctionBuilder): void {
    condition().if();
    this.b
      .i32(STATUS.left)
      .set(this.result)
      .br(out + 1)
      .end();
  }
}

/** Emits the function. @returns its index */
export function emitGroups(module: ModuleBuilder, of: GroupsOptions): number {
  const emitter = new GroupsEmitter(module, of);
  emitter.emit();
  return emitter.index;
}
