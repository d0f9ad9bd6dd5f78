// A kernel's module, compiled when it is first needed, and again when execution arrives at an address that no block
// has.

import { callGroups } from '../../emulator/batch-layout.js';
import type { CodeReader } from '../../emulator/code.js';
import { modeKey } from '../../emulator/float-mode.js';
import type { GroupBatch } from '../../emulator/group-batch.js';
import { initialMode, type LaunchDescriptor } from '../../emulator/launch.js';
import type { GpuMemory } from '../../emulator/memory.js';
import type { DelegatedCode, NativeWorkReport } from '../../emulator/native-work.js';
import { SPARE_OFFSET } from '../../emulator/state.js';
import type { Wavefront } from '../../emulator/wavefront.js';
import { required } from '../../util/required.js';
import type { Part } from '../analysis/code-profile.js';
import { type BlockKey, keyOf } from '../analysis/flow.js';
import { leadersIn, leadersOf } from '../analysis/leaders.js';
import { REMAINING } from '../kernel/machine.js';
import { rowsOf } from '../linear/row-shape.js';
import { BlockCounts, UNCOUNTED_LIMIT } from './block-counts.js';
import { HostCalls, type ReportedFault } from './host-calls.js';
import { CompiledKernelCode } from './kernel-code.js';
import type { KernelUse } from './kernel-use.js';
import { timed } from './preparation.js';
import { type TieredKernel, Tiers } from './tiers.js';
import { type TranslateOptions, type Translation, translate, translationKey } from './translation.js';

/** Maximum number of recompilations of a kernel for entries that its code does not show (computed jumps). */
const RECOMPILATIONS = 16;
/** Instead of a block's number: the interpreter executes one instruction, or continues as the tiers say. */
const NO_BLOCK = -1;
export const COLD = -2;

export class CompiledKernel implements TieredKernel {
  launch: LaunchDescriptor;
  /** Undefined: it is translated before it runs. */
  readonly tiers: Tiers | undefined;
  /** Instructions of the last `run`. */
  executed = 0;
  private readonly entries: [start: BlockKey, ...others: BlockKey[]];
  private translation: Translation | undefined;
  private readonly machineCode: CompiledKernelCode;
  private readonly hostCalls: HostCalls;
  private readonly counts: BlockCounts;
  private compilations = 0;
  /** Native workers that run its machine code. */
  private delegations = 0;
  /** Entries of the parts of a large kernel. */
  private leaders: readonly number[] | undefined;
  /** Numbers of blocks by their keys. */
  private index: ReadonlyMap<string, number> = new Map();
  /**
   * Numbers of blocks by mode and address (the two have more bits than one number holds), and COLD where the
   * translation has none.
   */
  private entryOfAddress = new Map<number, Map<number, number>>();
  /** The block at which wavefronts start, the commonest lookup; -1 before the first one. */
  private start = -1;

  constructor(
    private readonly memory: GpuMemory,
    readonly code: CodeReader,
    private readonly helpers: KernelUse,
  ) {
    this.launch = code.launch;
    this.entries = [{ pc: code.launch.entry, mode: modeKey(initialMode(code.launch)) }];
    this.hostCalls = new HostCalls(memory, code, helpers, (number, { image }) =>
      this.machineCode.executed(number, image),
    );
    this.machineCode = new CompiledKernelCode(memory, helpers, this.hostCalls.functions);
    this.counts = new BlockCounts(memory, code);
    this.tiers = helpers.tiering && new Tiers(this, helpers);
  }

  /** True if it can execute a launch: same code, same start. Work-groups of a batch begin at the first entry. */
  serves(launch: LaunchDescriptor): boolean {
    const { pc, mode } = this.entries[0];
    if (launch.entry !== pc || modeKey(initialMode(launch)) !== mode) return false;
    return rowsOf(launch) === rowsOf(this.code.launch) && this.code.matches(this.memory, launch);
  }

  /**
   * Number of the block at an address in a mode, or COLD or another negative number: then the interpreter has to
   * continue to the next one.
   */
  entryOf(pc: number, mode: number): number {
    const first = this.entries[0];
    const starts = pc === first.pc && mode === first.mode;
    if (starts && this.start >= 0) return this.start;
    let entry = this.entryOfAddress.get(mode)?.get(pc);
    if (entry === undefined) {
      entry = this.findEntry({ pc, mode });
      // A wavefront goes to and fro between what is translated and what is not very often: it is not searched for each
      // time.
      if (entry >= 0 || (entry === COLD && this.translation)) this.addEntry(pc, mode, entry);
    }
    if (starts) this.start = entry;
    return entry;
  }

  private addEntry(pc: number, mode: number, entry: number): void {
    let ofMode = this.entryOfAddress.get(mode);
    if (!ofMode) this.entryOfAddress.set(mode, (ofMode = new Map()));
    ofMode.set(pc, entry);
  }

  private findEntry(key: BlockKey): number {
    const { tiers, entries } = this;
    if (!this.translation && !(tiers ? tiers.begin() : this.compile(undefined))) return tiers ? COLD : NO_BLOCK;
    const block = this.index.get(keyOf(key));
    if (block !== undefined) return block;
    if (tiers?.isInterpreted(key)) return COLD;
    if (this.delegations > 0 || this.compilations > RECOMPILATIONS || !this.code.instructionAt(key.pc)) return NO_BLOCK;
    entries.push(key);
    if (this.compile(tiers?.part)) return this.index.get(keyOf(key)) ?? NO_BLOCK;
    entries.pop();
    return NO_BLOCK;
  }

  /** Translates what another thread wants to have translated. */
  translate(part: Part): void {
    if (this.tiers && !this.tiers.adopt()) this.compile(part);
  }

  addressOf(block: number): number {
    return required(this.translation?.blocks[block], 'block').pc;
  }

  /** Mnemonic of the instruction at an address. */
  nameAt(pc: number): string {
    return this.code.instructionAt(pc)?.def.name ?? 'invalid';
  }

  /** Runs compiled code; `executed` then has the number of instructions. @returns status and block, see kernel.ts */
  run(w: Wavefront, entry: number, budget: number, counts: number): number {
    const { machineCode } = this;
    machineCode.lookForNative();
    this.counts.countFor(w.counts, counts);
    this.hostCalls.enter(w, counts);
    const result = required(machineCode.run, 'compiled code')(w.base, entry, budget, counts);
    if (this.helpers.records) this.hostCalls.drain();
    this.note(budget - required(this.memory.i32[(counts + REMAINING) >>> 2], 'remaining budget'));
    w.executed += this.executed;
    return result;
  }

  /**
   * Runs work-groups; `executed` then has the used part of the budget.
   * @returns what `run` does, or that there is no code
   */
  runGroups(batch: GroupBatch, budget: number): number | undefined {
    const { machineCode } = this;
    const entry = this.entryOf(this.launch.entry, modeKey(initialMode(this.launch)));
    if (entry < 0 || !machineCode.groups) return undefined;
    machineCode.lookForNative();
    const counts = batch.base + SPARE_OFFSET;
    this.counts.countFor(batch.counts, counts);
    this.hostCalls.enter(batch, counts);
    const { base: unit, first: number, step, count } = batch;
    const result = callGroups(machineCode.groups, {
      unit,
      number,
      step,
      count,
      budget,
      resumes: Number(batch.resumes),
    });
    if (this.helpers.records) this.hostCalls.drain();
    this.note(budget - batch.words.get('budget'));
    return result;
  }

  /** Data of the kernel for native workers, if there is any. */
  get delegated(): object | undefined {
    const entry = this.entryOf(this.launch.entry, modeKey(initialMode(this.launch)));
    if (entry < 0 || this.tiers?.part) return undefined;
    this.machineCode.lookForNative();
    return this.machineCode.delegated;
  }

  /** Gives that to one of them; while one has it nothing else is translated, so that blocks keep their numbers. */
  delegate(): DelegatedCode | undefined {
    const { delegated, helpers } = this;
    if (!delegated) return undefined;
    this.delegations++;
    // The counts must not be read while the code runs in another thread.
    this.counts.leave();
    const denormalsAreZero =
      helpers.denormals !== undefined && required(this.translation, 'translation').zeroesDenormals;
    return { kernel: delegated, budget: UNCOUNTED_LIMIT, denormalsAreZero };
  }

  /** A native worker is back. @returns what `run` does, for its last work-groups */
  reclaim(batch: GroupBatch, { result, left, faults }: NativeWorkReport): number {
    const counts = batch.base + SPARE_OFFSET;
    this.delegations--;
    this.counts.countFor(batch.counts, counts);
    this.hostCalls.enter(batch, counts);
    for (const fault of faults) this.hostCalls.reportFault(...fault);
    this.note(UNCOUNTED_LIMIT - left);
    return result;
  }

  private note(executed: number): void {
    this.executed = executed;
    this.counts.add(executed);
    this.machineCode.add(executed);
  }

  private get translateOptions(): TranslateOptions {
    const { options, denormals } = this.helpers;
    return { ...options, switchesDenormals: denormals !== undefined };
  }

  keyOf(part: Part): string {
    return translationKey(this.code, this.entries, this.translateOptions, part);
  }

  compile(part: Part): boolean {
    const { store } = this.helpers;
    const key = this.keyOf(part);
    const cached = store?.get(key);
    if (cached && this.useCached(cached, key, part)) return true;
    if (this.tiers && store?.claim?.(key) === false) return false;
    this.use(this.make(key, part), key, part, false);
    return true;
  }

  /** Uses a translation of the store; an invalid one is dropped. */
  useCached(translation: Translation, key: string, part: Part): boolean {
    try {
      this.use(translation, key, part, true);
      return true;
    } catch (error) {
      // Memory may run out for good ones, too.
      if (error instanceof RangeError) throw error;
      this.helpers.store?.drop(key);
      return false;
    }
  }

  private make(key: string, part: Part): Translation {
    const { code, entries } = this;
    const { store } = this.helpers;
    const more = part ? leadersIn((this.leaders ??= leadersOf(code)), code, part, entries[0].mode) : [];
    try {
      const fresh = timed('translationNs', () => translate(code, [...entries, ...more], this.translateOptions, part));
      store?.put(key, fresh);
      if (part) store?.putPart?.(this.keyOf(undefined), part);
      return fresh.translation;
    } catch (error) {
      store?.abandon?.(key);
      throw error;
    }
  }

  /** @param isCached the translation is from the store */
  private use(translation: Translation, key: string, part: Part, isCached: boolean): void {
    const index = new Map(translation.blocks.map((block, number) => [keyOf(block), number]));
    this.machineCode.use(translation, key, isCached);
    this.counts.use(translation.blocks);
    this.hostCalls.serve(translation);
    this.compilations++;
    this.translation = translation;
    this.index = index;
    this.entryOfAddress = new Map();
    this.start = -1;
    this.tiers?.translated(part, translation.blocks);
  }

  /** Leaves to later runs what they need not do or learn again. */
  keep(): void {
    this.tiers?.keep();
    this.machineCode.keep();
  }

  takeStop(w: Wavefront): boolean {
    return this.hostCalls.takeStop(w);
  }

  takeFault(w: Wavefront): ReportedFault {
    return this.hostCalls.takeFault(w);
  }

  /** Counts what a wavefront has executed of the block in the middle of which it stopped. */
  settle(w: Wavefront, block: number): void {
    const unexecuted = this.counts.settle(w, block);
    if (unexecuted) this.helpers.records?.retract(w, unexecuted);
  }

  /** Adds what was executed since the last time to the counts of the dispatch. */
  drain(): void {
    this.counts.drain();
  }
}
