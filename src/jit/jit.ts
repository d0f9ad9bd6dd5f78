// The JIT engine: kernels as WebAssembly SIMD. Instructions that the emitter cannot express are executed by the
// interpreter, one at a time, in between.

import { ENGINE_BASE } from '../abi/memory-map.js';
import { Access } from '../emulator/access.js';
import { CodeReader } from '../emulator/code.js';
import type { Engine, Outcome } from '../emulator/engine.js';
import { modeKey } from '../emulator/float-mode.js';
import { createInterpreter } from '../emulator/interpreter/interpreter.js';
import type { LaunchDescriptor } from '../emulator/launch.js';
import type { GpuMemory } from '../emulator/memory.js';
import { SPARE_OFFSET, UNIT_STRIDE, WORD } from '../emulator/state.js';
import { stopWith } from '../emulator/stop.js';
import type { Wavefront } from '../emulator/wavefront.js';
import { CompiledKernel } from './compiled-kernel.js';
import type { DenormalSwitch } from './denormals.js';
import { hasFusedMultiplyAdd } from './features.js';
import { HostInstructions } from './host-instructions.js';
import { STATUS_BITS } from './kernel.js';
import { STATUS } from './machine.js';
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
}

const KEPT_KERNELS = 64;

class Jit implements Engine {
  readonly name = 'jit';
  private readonly kernels: CompiledKernel[] = [];
  private readonly interpreter: Engine;
  private readonly host: HostInstructions;
  private readonly access: Access;

  constructor(
    private readonly memory: GpuMemory,
    private readonly options: JitOptions,
  ) {
    this.interpreter = createInterpreter(memory);
    this.host = new HostInstructions(memory, this.interpreter);
    this.access = new Access(memory);
  }

  prepare(launch: LaunchDescriptor): void {
    this.interpreter.prepare(launch);
    this.kernelOf(launch);
  }

  private kernelOf(launch: LaunchDescriptor): CompiledKernel {
    const { kernels } = this;
    const latest = kernels.at(-1);
    if (latest?.launch === launch) return latest;
    latest?.drain();
    const index = kernels.findIndex((kernel) => kernel.code.matches(this.memory, launch));
    const found = index < 0 ? undefined : kernels.splice(index, 1)[0];
    const kernel = found ?? this.compile(launch);
    kernel.launch = launch;
    kernels.push(kernel);
    if (kernels.length > KEPT_KERNELS) kernels.shift();
    return kernel;
  }

  private compile(launch: LaunchDescriptor): CompiledKernel {
    const { exact = false, denormals, store } = this.options;
    const fused = this.options.fused !== false && hasFusedMultiplyAdd();
    const code = new CodeReader(this.memory, launch);
    return new CompiledKernel(this.memory, code, { exact, fused }, this.host, denormals, store);
  }

  pause(): void {
    this.kernels.at(-1)?.drain();
    this.turnBack();
  }

  private turnBack(): void {
    this.options.denormals?.turn(false);
  }

  run(w: Wavefront, budget: number): Outcome {
    const kernel = this.kernelOf(w.workGroup.launch);
    const counts = countsOf(w);
    for (let left = budget; left > 0; ) {
      const entry = kernel.entryOf(w.pc, modeKey(w.u[WORD.mode]!));
      if (entry < 0) {
        const outcome = this.interpret(w, kernel);
        left--;
        if (outcome !== 'budget') return outcome;
        continue;
      }
      const result = kernel.run(w, entry, Math.min(left, 0x7fff_ffff), counts);
      // Another engine has its turn after every stop.
      if (this.options.exact) this.pause();
      const status = result & ((1 << STATUS_BITS) - 1);
      left -= kernel.executed;
      if (status === STATUS.barrier) return 'barrier';
      if (status === STATUS.end) return 'end';
      if (status === STATUS.fault) return this.stop(w, kernel);
      if (status === STATUS.budget) w.pc = kernel.addressOf(result >>> STATUS_BITS);
      if (status !== STATUS.leave) continue;
      const outcome = this.interpret(w, kernel);
      left--;
      if (outcome !== 'budget') return outcome;
    }
    return 'budget';
  }

  /** One instruction by the interpreter. */
  private interpret(w: Wavefront, kernel: CompiledKernel): Outcome {
    this.turnBack();
    w.counters.exit(kernel.nameAt(w.pc));
    return this.interpreter.run(w, 1);
  }

  /** Raises the fault that compiled code has noted. */
  private stop(w: Wavefront, kernel: CompiledKernel): Outcome {
    this.turnBack();
    if (kernel.takeStop(w)) {
      w.pc = w.fault!.pc;
      return 'fault';
    }
    const { pc, lane, low, high, bytes, permission } = kernel.takeFault(w);
    w.pc = pc;
    try {
      this.access.check(lane, low, high, bytes, permission);
    } catch (error) {
      return stopWith(w, kernel.code, error);
    }
    // The page became accessible in the meantime: the instruction can go on.
    return this.interpreter.run(w, 1);
  }
}

/** Where compiled code counts its blocks: the spare area of the wavefront's compute unit. */
function countsOf(w: Wavefront): number {
  const unit = Math.floor((w.base - ENGINE_BASE) / UNIT_STRIDE);
  return ENGINE_BASE + unit * UNIT_STRIDE + SPARE_OFFSET;
}

/** An engine that compiles kernels to WebAssembly SIMD. */
export const createJit = (memory: GpuMemory, options: JitOptions = {}): Engine => new Jit(memory, options);
