// Whole work-groups inside of compiled code: the compiled form of the functional scheduler.
// groups(...GROUPS_PARAMETERS) runs `count` work-groups from `number` on as the dispatcher would
// (src/emulator/scheduler.ts): starting states, barriers, time slices. With `resumes` the first one is in progress, as
// the fields of BATCH say. It returns as soon as a wavefront stops for anything but its end, a barrier or the end of a
// slice, and after MAX_SLICES of these; the fields of BATCH then say where.

import { BATCH, GROUPS_PARAMETERS } from '../../emulator/batch-layout.js';
import { BARRIER_BUDGET } from '../../emulator/group-batch.js';
import { SLICE } from '../../emulator/scheduler.js';
import { LDS_OFFSET, SPARE_OFFSET, WAVEFRONT_STRIDE } from '../../emulator/state.js';
import type { FunctionBuilder, Local } from '../wasm/function-builder.js';
import type { ModuleBuilder } from '../wasm/module-builder.js';
import { BatchAccess, PARAM } from './batch-access.js';
import { GIVES_WAY, REMAINING, STATUS, STATUS_BITS } from './machine.js';
import { WavefrontStart, type WavefrontStartOptions } from './wavefront-start.js';

/**
 * Slices that are used up before it returns, whatever its budget is: the launch may have been cancelled, or a wavefront
 * may wait for another work-group. Two to ten milliseconds; a native worker that returns has to wait for the command
 * processor.
 */
const MAX_SLICES = 32;

export interface GroupsOptions extends WavefrontStartOptions {
  /** Index of the function that runs one wavefront. */
  readonly run: number;
  /** The block at which wavefronts start. */
  readonly start: number;
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
  /** Remaining budget of slices. */
  private readonly slices: Local;
  private readonly begun: Local;
  private readonly running: Local;
  private readonly waiting: Local;
  private readonly later: Local;
  /** Bits of wavefronts that give way where they first wait for memory. */
  private readonly giving: Local;
  private readonly started: Local;
  private readonly barriers: Local;
  private readonly groupBarriers: Local;
  private readonly fields: BatchAccess;
  private readonly starts: WavefrontStart;
  private readonly ids: readonly [Local, Local, Local];

  constructor(
    module: ModuleBuilder,
    private readonly of: GroupsOptions,
  ) {
    const { index, builder } = module.define({ params: GROUPS_PARAMETERS.map(() => 'i32' as const), results: ['i32'] });
    this.index = index;
    this.b = builder;
    const local = (): Local => builder.local('i32');
    [this.result, this.wavefront, this.slot, this.template, this.entry] = [local(), local(), local(), local(), local()];
    [this.slice, this.used, this.begun, this.running, this.waiting] = [local(), local(), local(), local(), local()];
    [this.started, this.barriers, this.groupBarriers, this.later] = [local(), local(), local(), local()];
    const laidDown = local();
    [this.slices, this.giving] = [local(), local()];
    this.ids = [local(), local(), local()];
    const { wavefront, slot, template, ids } = this;
    this.fields = new BatchAccess(builder);
    this.starts = new WavefrontStart(module, builder, this.fields, { wavefront, slot, template, laidDown, ids }, of);
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
    for (const [field, value] of progress) this.fields.load(field).set(value);
    this.fields.load('later').set(this.later).end();
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
    this.fields.store('started', this.started);
    this.fields.store('barriers', this.barriers);
    this.fields.store('budget', PARAM.budget);
    b.get(this.running).get(this.later).op('i32.or').set(this.running);
    for (const [field, value] of progress) this.fields.store(field, value);
    this.fields.store('slice', this.slice);
    b.get(this.result);
  }

  private startGroup(): void {
    const { b } = this;
    const [x, y, z] = this.ids;
    this.fields.store('number', PARAM.number);
    // As long as x stays within its row nothing else changes. Otherwise z is number / x / y, and the other two are what
    // these divisions leave.
    b.get(x).get(PARAM.step).op('i32.add').tee(x);
    this.fields.load('countX').op('i32.ge_u').get(this.started).op('i32.eqz').op('i32.or').if();
    b.get(PARAM.number);
    this.fields.load('countX').op('i32.div_u').tee(y);
    this.fields.load('countY').op('i32.div_u').set(z);
    b.get(PARAM.number).get(y);
    this.fields.load('countX').op('i32.mul').op('i32.sub').set(x);
    b.get(y).get(z);
    this.fields.load('countY').op('i32.mul').op('i32.sub').set(y);
    b.end();
    this.fields.load('ldsBytes').if();
    b.get(PARAM.unit).i32(LDS_OFFSET).op('i32.add').i32(0);
    this.fields.load('ldsBytes').fill().end();
    b.get(this.started).i32(1).op('i32.add').set(this.started);
    for (const empty of [this.begun, this.waiting, this.giving, this.groupBarriers]) b.i32(0).set(empty);
    b.i32(1);
    this.fields.load('wavefronts').op('i32.shl').i32(1).op('i32.sub').set(this.running);
  }

  /** The first one that can run; it gets its starting state when it has none. */
  private pickWavefront(): void {
    const { b } = this;
    b.get(this.running).op('i32.ctz').set(this.wavefront);
    b.get(this.running).get(this.running).i32(1).op('i32.sub').op('i32.and').set(this.running);
    b.get(PARAM.unit).get(this.wavefront).i32(WAVEFRONT_STRIDE).op('i32.mul').op('i32.add').set(this.slot);
    this.fields.store('turn', this.wavefront);
    b.get(this.wavefront).get(this.begun).op('i32.ge_u').if();
    this.starts.emit();
    b.get(this.wavefront).i32(1).op('i32.add').set(this.begun);
    b.i32(this.of.start);
    if (this.starts.hinted.length > 0)
      this.fields.ownWord(this.wavefront).memory('i32.load', BATCH.startHints).op('i32.or');
    b.set(this.entry);
    this.fields.ownWord(this.wavefront).i32(0).memory('i32.store', BATCH.executed);
    b.else();
    this.fields.ownWord(this.wavefront).memory('i32.load', BATCH.resume);
    b.get(this.giving).get(this.wavefront).op('i32.shr_u').i32(1).op('i32.and');
    b.i32(Math.log2(GIVES_WAY)).op('i32.shl').op('i32.or').set(this.entry);
    b.end();
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
    this.fields.ownWord(this.wavefront);
    this.fields
      .ownWord(this.wavefront)
      .memory('i32.load', BATCH.executed)
      .get(this.used)
      .op('i32.add')
      .memory('i32.store', BATCH.executed);
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

  /** The wavefront becomes one of a set, and has a block at which it will continue. */
  private noteIn(set: Local): void {
    const { b } = this;
    b.get(set).i32(1).get(this.wavefront).op('i32.shl').op('i32.or').set(set);
    this.fields
      .ownWord(this.wavefront)
      .get(this.result)
      .i32(STATUS_BITS)
      .op('i32.shr_u')
      .memory('i32.store', BATCH.resume);
  }

  /** All that have not ended wait: they can run again. */
  private releaseBarrier(out: number): void {
    const { b } = this;
    b.get(this.waiting).if();
    b.get(this.waiting).set(this.running).i32(0).set(this.waiting);
    b.get(this.running);
    this.fields.load('even').op('i32.and').set(this.giving);
    for (const count of [this.barriers, this.groupBarriers]) b.get(count).i32(1).op('i32.add').set(count);
    this.leaveIf(out + 1, () => {
      b.i32(0).set(this.wavefront);
      this.fields.store('turn', this.wavefront);
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
