// The JIT engine: kernels as WebAssembly SIMD. Instructions that the emitter cannot express are executed by the
// interpreter, one at a time, in between.

import { Access } from '../../emulator/access.js';
import { CodeReader } from '../../emulator/code.js';
import type { Engine, RunOutcomeKind } from '../../emulator/engine.js';
import { branchOutside } from '../../emulator/faults.js';
import { modeKey } from '../../emulator/float-mode.js';
import type { GroupBatch } from '../../emulator/group-batch.js';
import { createInterpreter } from '../../emulator/interpreter/interpreter.js';
import { initialMode, type LaunchDescriptor } from '../../emulator/launch.js';
import type { GpuMemory } from '../../emulator/memory.js';
import type { DelegatedCode, NativeWorkReport } from '../../emulator/native-work.js';
import type { Probe } from '../../emulator/probes.js';
import { WORD } from '../../emulator/state.js';
import { stopWith } from '../../emulator/stop.js';
import { stateWord, type Wavefront } from '../../emulator/wavefront.js';
import { required, valueAt } from '../../util/required.js';
import { METER, type Part } from '../analysis/code-profile.js';
import { GIVES_WAY, STATUS, STATUS_BITS } from '../kernel/machine.js';
import { type RecordConsumer, RecordReader } from '../records/reader.js';
import { requireRecordable } from '../records/recordable.js';
import { RecordSummer } from '../records/summer.js';
import { hasFusedMultiplyAdd } from '../wasm/features.js';
import { countsOf, UNCOUNTED_LIMIT } from './block-counts.js';
import { COLD, CompiledKernel } from './compiled-kernel.js';
import type { DenormalSwitch } from './denormals.js';
import { requireSoundCompiler } from './host-compiler.js';
import { HostInstructions } from './host-instructions.js';
import type { NativeCode } from './kernel-functions.js';
import type { KernelUse, Tiering } from './kernel-use.js';
import { preparation } from './preparation.js';
import type { Tiers } from './tiers.js';
import type { TranslationStore } from './translation.js';

export interface JitOptions {
  /** All registers in memory are as the interpreter would have them at every stop, for comparisons. Slower. */
  readonly exact?: boolean;
  /** False: multiply-adds without the processor's own. */
  readonly fused?: boolean;
  /** Makes compiled code faster (denormals.ts); `Engine.pause` undoes it. One for each thread. */
  readonly denormals?: DenormalSwitch | undefined;
  /** Keeps compiled kernels for other threads and later runs. */
  readonly store?: TranslationStore | undefined;
  /** Machine code of another compiler than the host's. */
  readonly nativeCode?: NativeCode | undefined;
  /**
   * Observes the execution, if it has a sink: compiled code records for it. Such translations are not made by other
   * threads.
   */
  readonly probe?: Probe | undefined;
  /** Kernels are interpreted until it is worth translating them. Absent: they are translated before they run. */
  readonly tiering?: Tiering | undefined;
}

const KEPT_KERNELS = 64;
const wide = ({ low, high }: { low: number; high: number }): bigint => (BigInt(high >>> 0) << 32n) | BigInt(low >>> 0);
const STATUS_MASK = (1 << STATUS_BITS) - 1;

class Jit implements Engine {
  readonly name = 'jit';
  readonly preparation = preparation;
  readonly runGroups?: NonNullable<Engine['runGroups']>;
  private readonly kernels: CompiledKernel[] = [];
  /** The kernels of work-groups that native workers run. */
  private readonly delegated = new Map<GroupBatch, CompiledKernel>();
  private readonly interpreter: Engine;
  private readonly host: HostInstructions;
  private readonly access: Access;
  private readonly records: RecordConsumer | undefined;
  /** Found before the first launch, because finding it takes a while. */
  private readonly fused: boolean;

  constructor(
    private readonly memory: GpuMemory,
    private readonly options: JitOptions,
  ) {
    requireSoundCompiler();
    const { probe } = options;
    const { sums } = probe ?? {};
    if (probe?.sink) requireRecordable(memory.space);
    if (probe?.sink) this.records = sums ? new RecordSummer(memory, sums) : new RecordReader(memory, probe.sink);
    const observed = this.records && probe ? { probe } : {};
    this.interpreter = createInterpreter(memory, observed);
    this.fused = options.fused !== false && hasFusedMultiplyAdd();
    this.host = new HostInstructions(
      memory,
      createInterpreter(memory, { ...observed, counts: false }),
      this.records === undefined,
    );
    this.access = new Access(memory);
    // A comparison of registers needs every wavefront.
    if (!options.exact && (!this.records || sums)) this.runGroups = (batch, budget) => this.groups(batch, budget);
  }

  prepare(launch: LaunchDescriptor): void {
    this.interpreter.prepare(launch);
    this.kernelOf(launch);
  }

  warm(launch: LaunchDescriptor): void {
    this.kernelOf(launch).entryOf(launch.entry, modeKey(initialMode(launch)));
  }

  translate(launch: LaunchDescriptor, part: Part): void {
    this.kernelOf(launch).translate(part);
  }

  private kernelOf(launch: LaunchDescriptor): CompiledKernel {
    const { kernels } = this;
    const latest = kernels.at(-1);
    if (latest?.launch === launch) return latest;
    latest?.drain();
    const index = kernels.findIndex((kernel) => kernel.serves(launch));
    const cached = index < 0 ? undefined : kernels.splice(index, 1)[0];
    const kernel = cached ?? this.compile(launch);
    kernel.launch = launch;
    kernels.push(kernel);
    if (kernels.length > KEPT_KERNELS) kernels.shift()?.keep();
    return kernel;
  }

  private compile(launch: LaunchDescriptor): CompiledKernel {
    const { exact = false, denormals, probe, ...settings } = this.options;
    const { fused, host, records } = this;
    const recordKind = probe?.sink?.wentTo ? 'path' : probe?.sums ? 'sums' : 'accesses';
    const { store, nativeCode } = settings;
    // Other threads translate what does not record.
    const tiering = records ? settings.tiering && {} : settings.tiering;
    const use: KernelUse = {
      options: { exact, fused, ...(records ? { records: recordKind } : {}) },
      host,
      records,
      denormals,
      store,
      nativeCode,
      tiering,
    };
    return new CompiledKernel(this.memory, new CodeReader(this.memory, launch), use);
  }

  pause(): void {
    this.kernels.at(-1)?.drain();
    this.turnBack();
    this.records?.flush();
  }

  close(): void {
    for (const kernel of this.kernels) kernel.keep();
  }

  private turnBack(): void {
    this.options.denormals?.turn(false);
  }

  run(w: Wavefront, budget: number): RunOutcomeKind {
    const kernel = this.kernelOf(w.workGroup.launch);
    return this.goOn(w, kernel, budget);
  }

  private goOn(w: Wavefront, kernel: CompiledKernel, budget: number): RunOutcomeKind {
    const counts = countsOf(w);
    for (let left = budget; left > 0; ) {
      const entry = kernel.entryOf(w.pc, modeKey(stateWord(w.u, WORD.mode)));
      if (entry < 0) {
        const before = w.executed;
        const { givesWay } = w;
        const outcome =
          entry === COLD
            ? this.interpretCold(w, required(kernel.tiers, 'tiers of a cold kernel'), left)
            : this.interpret(w, kernel);
        left -= Math.max(w.executed - before, 1);
        if (outcome !== 'budget' || (givesWay && !w.givesWay)) return outcome;
        continue;
      }
      const way = w.givesWay ? GIVES_WAY : 0;
      const result = kernel.run(w, entry | way, Math.min(left, UNCOUNTED_LIMIT), counts);
      // Another engine has its turn after every stop.
      if (this.options.exact) this.pause();
      left -= kernel.executed;
      const outcome = this.settle(w, kernel, result);
      if (outcome === 'interpreted') left--;
      else if (outcome) return outcome;
    }
    return 'budget';
  }

  /**
   * Deals with what compiled code came back for. Gives nothing when it can continue, and `interpreted` after one
   * instruction.
   */
  private settle(w: Wavefront, kernel: CompiledKernel, result: number): RunOutcomeKind | 'interpreted' | undefined {
    const status = result & STATUS_MASK;
    if (status === STATUS.barrier) return 'barrier';
    if (status === STATUS.end) return 'end';
    if (status === STATUS.fault) return this.stop(w, kernel, result >>> STATUS_BITS);
    if (status === STATUS.budget) {
      w.pc = kernel.addressOf(result >>> STATUS_BITS);
      return w.giveWay() ? 'budget' : undefined;
    }
    if (status !== STATUS.leave) return undefined;
    const outcome = this.interpret(w, kernel);
    return outcome === 'budget' ? 'interpreted' : outcome;
  }

  private groups(batch: GroupBatch, budget: number): ReturnType<NonNullable<Engine['runGroups']>> {
    const kernel = this.kernelOf(batch.launch);
    if (batch.resumes && !canResume(batch, kernel)) return undefined;
    const result = kernel.runGroups(batch, Math.min(budget, UNCOUNTED_LIMIT));
    return result === undefined ? undefined : this.settleGroups(batch, kernel, result);
  }

  assists(launch: LaunchDescriptor): boolean {
    return this.runGroups !== undefined && this.kernelOf(launch).delegated !== undefined;
  }

  delegate(batch: GroupBatch): DelegatedCode | undefined {
    const kernel = this.kernelOf(batch.launch);
    if (batch.resumes && !canResume(batch, kernel)) return undefined;
    const code = kernel.delegate();
    if (code) this.delegated.set(batch, kernel);
    return code;
  }

  reclaim(batch: GroupBatch, report: NativeWorkReport): RunOutcomeKind | 'left' | 'over' {
    const kernel = valueAt(this.delegated, batch, 'delegated kernel');
    this.delegated.delete(batch);
    return this.settleGroups(batch, kernel, kernel.reclaim(batch, report));
  }

  /** Deals with what work-groups came back for. */
  private settleGroups(batch: GroupBatch, kernel: CompiledKernel, result: number): RunOutcomeKind | 'left' | 'over' {
    batch.used = kernel.executed;
    const status = result & STATUS_MASK;
    if (status === STATUS.over) return 'over';
    const w = batch.leave();
    // Those whose slice was over have the address at which they continue nowhere but there.
    for (const each of batch.wavefronts)
      if (each !== w && each.index < batch.words.get('begun') && each.status !== 'ended')
        each.pc = kernel.addressOf(batch.words.get('resume', each.index));
    return status === STATUS.left ? 'left' : this.finishSlice(batch, w, kernel, result);
  }

  /** A wavefront came back in the middle of a work-group: it has the rest of its slice. */
  private finishSlice(batch: GroupBatch, w: Wavefront, kernel: CompiledKernel, result: number): RunOutcomeKind {
    const before = w.executed;
    const left = batch.words.get('slice');
    w.status = 'running';
    let outcome = this.settle(w, kernel, result);
    if (outcome === undefined) outcome = this.goOn(w, kernel, left);
    else if (outcome === 'interpreted') outcome = this.goOn(w, kernel, left - 1);
    batch.used += w.executed - before;
    return outcome;
  }

  /** Some instructions by the interpreter, of code that is not translated. */
  private interpretCold(w: Wavefront, tiers: Tiers, budget: number): RunOutcomeKind {
    this.turnBack();
    const [before, start] = [w.executed, METER.read(w)];
    const outcome = this.interpreter.run(w, tiers.quantum(w.pc, budget));
    tiers.noteInterpreted(w, w.executed - before, METER.read(w) - start, outcome === 'end');
    return outcome;
  }

  /** One instruction by the interpreter. */
  private interpret(w: Wavefront, kernel: CompiledKernel): RunOutcomeKind {
    this.turnBack();
    w.counts.exit(kernel.nameAt(w.pc));
    return this.interpreter.run(w, 1);
  }

  /** Raises the fault that compiled code has noted. */
  private stop(w: Wavefront, kernel: CompiledKernel, block: number): RunOutcomeKind {
    this.turnBack();
    const outcome = this.raise(w, kernel);
    kernel.settle(w, block);
    return outcome;
  }

  private raise(w: Wavefront, kernel: CompiledKernel): RunOutcomeKind {
    if (kernel.takeStop(w)) {
      w.pc = required(w.fault, 'fault of the stopped wavefront').pc;
      return 'fault';
    }
    const { pc, ...access } = kernel.takeFault(w);
    w.pc = pc;
    const fault = access.bytes > 0 ? this.access.refusal(access) : branchOutside(wide(access));
    return stopWith(w, kernel.code, fault);
  }
}

/** Notes the blocks at which the wavefronts of a work-group continue, if all of them have one. */
function canResume(batch: GroupBatch, kernel: CompiledKernel): boolean {
  const entryOf = (w: Wavefront): number =>
    w.status === 'ended' ? 0 : kernel.entryOf(w.pc, modeKey(stateWord(w.u, WORD.mode)));
  // The numbers of blocks change when one of them has to be compiled first.
  if (!batch.wavefronts.every((w) => entryOf(w) >= 0)) return false;
  for (const w of batch.wavefronts) batch.words.set('resume', entryOf(w), w.index);
  return true;
}

/** An engine that compiles kernels to WebAssembly SIMD. */
export const createJit = (memory: GpuMemory, options: JitOptions = {}): Engine => new Jit(memory, options);
