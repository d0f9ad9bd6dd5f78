// A part of a compiled kernel: consecutive blocks in one WebAssembly function, with a table of jumps at its head. Most
// kernels have one part. It loads the scalar registers that its code names, and stores them where it ends.
//
// Like the whole kernel it is a function run(slot, entry, budget, counts); see kernel.ts.

import { FLAG } from '../../emulator/state.js';
import { recordedOf } from '../../isa/records.js';
import { required } from '../../util/required.js';
import type { BlockSlots } from '../analysis/count-slots.js';
import { type Block, type BlockKey, type FlowGraph, keyOf } from '../analysis/flow.js';
import type { Liveness } from '../analysis/liveness.js';
import { PlacedInstruction } from '../analysis/placed-instruction.js';
import type { AddressSegment } from '../linear/segments.js';
import { pushIsCode } from '../memory/address-window.js';
import { ScalarValues } from '../scalar/values.js';
import { Code } from '../wasm/code.js';
import type { FunctionBuilder } from '../wasm/function-builder.js';
import { BlockEmitter } from './block-emitter.js';
import { GIVES_WAY, type MachineLocals, PARAM, STATUS, STATUS_BITS } from './machine.js';
import { placeCode } from './place-code.js';

/** Properties that all parts of a kernel share. */
export interface KernelFacts {
  readonly graph: FlowGraph;
  readonly liveness: Liveness;
  /** By block. */
  readonly slots: readonly BlockSlots[];
  readonly segments: readonly (readonly AddressSegment[])[];
  /** Number of an instruction for faults. */
  readonly number: (placed: PlacedInstruction) => number;
}

/** Blocks by their numbers: from the first up to, but without, `end`. */
export interface BlockRange {
  readonly first: number;
  readonly end: number;
}

class PartEmitter {
  private readonly b: FunctionBuilder;

  constructor(
    private readonly kernel: KernelFacts,
    private readonly machine: MachineLocals,
    private readonly range: BlockRange,
  ) {
    this.b = machine.builder;
  }

  emit(): void {
    const { b, machine } = this;
    const { first, end } = this.range;
    const body = new Code();
    b.into(body, () => this.emitBlocks(this.kernel.graph.blocks.slice(first, end)));
    machine.load();
    machine.enter();
    b.block();
    b.out.append(body);
    b.end();
    machine.storeRest();
    this.storeState();
    b.get(machine.next).i32(STATUS_BITS).op('i32.shl').get(machine.status).op('i32.or');
  }

  /**
   * Unless registers are compared, those of a wavefront that has ended are dead; and one that waits at a barrier will
   * read only what is live behind it.
   */
  private storeState(): void {
    const { b, machine } = this;
    const { graph, liveness } = this.kernel;
    if (machine.options.exact) return machine.store();
    b.get(machine.status).i32(STATUS.end).op('i32.ne').if();
    const live = graph.blocks
      .slice(this.range.first, this.range.end)
      .flatMap((block) => (block.ending === 'barrier' ? [liveness.atStart(block.next).any] : []));
    if (live.length > 0) {
      b.get(machine.status).i32(STATUS.barrier).op('i32.eq').if();
      machine.store((register) => live.some((isLive) => isLive(register)));
      b.else();
      machine.store();
      b.end();
    } else machine.store();
    b.end();
  }

  /** The loop with the table, and the blocks behind it: block k follows the end of the k-th nested label. */
  private emitBlocks(blocks: readonly Block[]): void {
    const { b, machine } = this;
    b.loop();
    b.get(PARAM.budget).i32(0).op('i32.le_s').if();
    b.i32(STATUS.budget).set(machine.status).br(2).end();
    for (let k = 0; k < blocks.length; k++) b.block();
    b.get(machine.next);
    if (this.range.first > 0) b.i32(this.range.first).op('i32.sub');
    b.brTable(
      blocks.map((_, k) => k),
      blocks.length - 1,
    );
    blocks.forEach((block, k) => {
      b.end();
      this.emitBlock(block, k, blocks.length);
    });
    b.end();
  }

  /** Depths of labels, seen from the code of block k: later blocks, the loop, the exit. */
  private emitBlock(block: Block, k: number, count: number): void {
    const { b, machine } = this;
    const exit = count - k;
    const slots = this.slotsOf(k);
    if (this.kernel.graph.givesWay(block)) this.giveWay(k, exit);
    this.countBlock(block, k, slots);
    const checkFault = (depth = 0): void => {
      b.get(PARAM.slot).memory('i32.load', FLAG).if();
      b.i32(STATUS.fault).set(machine.status);
      b.i32(this.range.first + k)
        .set(machine.next)
        .br(exit + 1 + depth)
        .end();
    };
    const { liveness, number, segments } = this.kernel;
    const live = liveness.afterEach(block);
    const own = required(segments[this.range.first + k], 'segments of the block');
    const emitter = new BlockEmitter(machine, block, live, number, checkFault, own, slots.lanes);
    emitter.emitBody();
    this.emitEnding(block, k, count, emitter);
  }

  /** Stops before block k, as at the end of a slice, where the wavefront has to. */
  private giveWay(k: number, exit: number): void {
    const { b, machine } = this;
    b.get(PARAM.entry).i32(GIVES_WAY).op('i32.and').if();
    b.i32(STATUS.budget).set(machine.status);
    b.i32(this.range.first + k)
      .set(machine.next)
      .br(exit + 1)
      .end();
  }

  private countBlock(block: Block, k: number, { taken }: BlockSlots): void {
    const { b } = this;
    const instructions = block.body.length + (block.last && block.ending !== 'leave' ? 1 : 0);
    if (taken === undefined) this.machine.countOne(this.range.first + k);
    b.get(PARAM.budget).i32(instructions).op('i32.sub').set(PARAM.budget);
  }

  /** Records where a block continues, if its last instruction is a recorded branch. */
  private recordTarget({ last }: Block, key: BlockKey | undefined): void {
    if (key && last && recordedOf(last.instruction).branch) this.machine.records?.went(() => this.b.i32(key.pc));
  }

  private slotsOf(k: number): BlockSlots {
    return required(this.kernel.slots[this.range.first + k], 'count slots of the block');
  }

  /** Counts that the conditional branch of block k is taken. */
  private countTaken(k: number): void {
    this.machine.countOne(required(this.slotsOf(k).taken, 'count slot of the branch'));
  }

  private emitEnding(block: Block, k: number, count: number, emitter: BlockEmitter): void {
    const { b, machine } = this;
    const stop = (status: number, pc: number): void => {
      b.i32(status)
        .set(machine.status)
        .i32(pc)
        .set(machine.pc)
        .br(count - k);
    };
    switch (block.ending) {
      case 'next':
        this.recordTarget(block, block.next);
        return this.goTo(block.next, k, count, 0);
      case 'jump':
        this.writeResults(block.last, emitter);
        this.recordTarget(block, block.target);
        return this.goTo(block.target, k, count, 0);
      case 'branch':
        return this.emitBranch(block, block.last, k, count);
      case 'end':
        return stop(STATUS.end, block.last.pc);
      case 'barrier':
        b.i32(this.kernel.graph.index.get(keyOf(block.next)) ?? 0).set(machine.next);
        return stop(STATUS.barrier, block.next.pc);
      case 'leave':
        return stop(STATUS.leave, block.last?.pc ?? block.pc + sizeOf(block));
      case 'dynamic':
        return this.dynamic(block.last, k, emitter, count - k);
    }
  }

  private emitBranch(block: Block, last: PlacedInstruction, k: number, count: number): void {
    const { b, machine } = this;
    const values = this.scalarsOf(last);
    b.scratch(() => {
      for (const stmt of last.statements) if (stmt.kind === 'branch' && stmt.when) values.word(stmt.when);
      b.if();
      this.countTaken(k);
      this.recordTarget(block, block.target);
      this.goTo(block.target, k, count, 1);
      b.end();
    });
    machine.countOne(this.range.first + k);
    this.recordTarget(block, block.next);
    this.goTo(block.next, k, count, 0);
  }

  private scalarsOf(placed: PlacedInstruction): ScalarValues {
    return new ScalarValues(this.machine, placed.instruction, placed.pc + placed.instruction.size, 0);
  }

  /** A branch to a block; `depth` labels are open inside of block k, the k-th of this part. */
  private goTo(key: BlockKey | undefined, k: number, count: number, depth: number): void {
    const { b, machine } = this;
    const target = key && this.kernel.graph.index.get(keyOf(key));
    if (target === undefined) {
      b.i32(STATUS.dynamic)
        .set(machine.status)
        .i32(key?.pc ?? 0)
        .set(machine.pc)
        .br(count - k + depth);
      return;
    }
    const { first } = this.range;
    const own = target - first;
    if (own < 0 || own >= count) {
      b.i32(STATUS.part)
        .set(machine.status)
        .i32(target)
        .set(machine.next)
        .br(count - k + depth);
      return;
    }
    // The next block's code follows.
    if (own === k + 1 && depth === 0) return;
    if (own > k) {
      b.br(own - k - 1 + depth);
      return;
    }
    b.i32(target)
      .set(machine.next)
      .br(count - 1 - k + depth);
  }

  /** Results of a jump beside the pc: a call writes its return address. */
  private writeResults(last: PlacedInstruction, emitter: BlockEmitter): void {
    const results = last.statements.filter((stmt) => stmt.kind !== 'branch');
    if (results.length > 0) emitter.emitScalar(new PlacedInstruction(last.pc, last.instruction, results));
  }

  /** A jump to a computed address: its scalar results are written, pc goes to memory, the host finds the block. */
  private dynamic(last: PlacedInstruction, k: number, emitter: BlockEmitter, exit: number): void {
    const { b, machine } = this;
    const values = this.scalarsOf(last);
    const branch = required(
      last.statements.find((stmt) => stmt.kind === 'branch'),
      'branch of the block',
    );
    const target = b.persistent('i32');
    // An address outside of the part of GPU memory that has code is refused.
    pushIsCode(values.wide(branch.target), machine.options.space, last.pc).op('i32.eqz');
    if (branch.when) values.word(branch.when).op('i32.and');
    b.if();
    b.i32(placeCode(this.kernel.number(last)));
    for (const shift of [0n, 32n]) values.wide(branch.target).i64(shift).op('i64.shr_u').op('i32.wrap_i64');
    b.i32(0).call(machine.calls.fault);
    b.i32(STATUS.fault)
      .set(machine.status)
      .i32(this.range.first + k)
      .set(machine.next);
    b.br(exit + 1).end();
    values.wide(branch.target).op('i32.wrap_i64').set(target);
    if (branch.when) {
      values.word(branch.when).if();
      this.countTaken(k);
      b.else();
      machine.countOne(this.range.first + k);
      b.i32(last.pc + last.instruction.size)
        .set(target)
        .end();
    }
    this.writeResults(last, emitter);
    machine.records?.went(() => b.get(target));
    b.i32(STATUS.dynamic).set(machine.status).get(target).set(machine.pc).br(exit);
  }
}

const sizeOf = (block: Block): number => block.body.reduce((size, { instruction }) => size + instruction.size, 0);

/** Emits the function's code. */
export const emitPart = (kernel: KernelFacts, machine: MachineLocals, range: BlockRange): void =>
  new PartEmitter(kernel, machine, range).emit();
