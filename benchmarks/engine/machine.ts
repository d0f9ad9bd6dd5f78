// One GPU memory with an engine: assembles kernels, launches them and measures their times.

import { performance } from 'node:perf_hooks';
import { VRAM_BASE } from '../../src/abi/memory-map.js';
import { type AddressSpace, LOWEST } from '../../src/emulator/address-space.js';
import {
  Dispatcher,
  describeFault,
  GpuMemory,
  type LaunchDescriptor,
  PERMISSION,
  type Size3,
} from '../../src/emulator/index.js';
import { plainLaunch } from '../../src/emulator/plain-launch.js';
import { assemble } from '../../src/isa/assemble.js';
import { DEFAULT_ISA } from '../../src/isa/isas.js';
import { createEngine, type EngineName } from '../../src/threads/engines.js';

const CODE = VRAM_BASE;
const CODE_BYTES = 1 << 20;
/** Address and size of the data. */
export const DATA = CODE + CODE_BYTES;
export const DATA_BYTES = 64 << 20;

/** Parameters of a measured launch; all others are as LLVM's kernels have it. */
export interface Shape {
  readonly globalSize: Size3;
  readonly localSize: Size3;
  /** Values of s0, s1, ...; the work-group ids follow. */
  readonly userSgprs: readonly number[];
  readonly ldsBytes?: number;
}

export class MeasuredMachine {
  readonly memory: GpuMemory;
  private readonly dispatcher: Dispatcher;

  constructor(
    readonly engine: EngineName,
    space: AddressSpace = LOWEST,
  ) {
    this.memory = GpuMemory.create(space);
    this.memory.setPages(CODE, CODE_BYTES, PERMISSION.read);
    this.memory.setPages(DATA, DATA_BYTES, PERMISSION.readWrite);
    this.dispatcher = new Dispatcher(this.memory, createEngine(engine, this.memory));
  }

  /** Puts a kernel into memory. @throws Error naming the line that cannot be assembled */
  load(source: string): MeasuredKernel {
    const { words, problems } = assemble(DEFAULT_ISA, source);
    const [problem] = problems;
    if (problem) throw new Error(`'${problem.text}': ${problem.message}`);
    this.memory.u32.set(words, CODE / 4);
    return new MeasuredKernel(this.dispatcher, words.byteLength);
  }
}

export class MeasuredKernel {
  constructor(
    private readonly dispatcher: Dispatcher,
    private readonly codeBytes: number,
  ) {}

  describe({ globalSize, localSize, userSgprs, ldsBytes = 0 }: Shape): LaunchDescriptor {
    return plainLaunch({
      kernel: 'benchmark',
      codeAddress: CODE,
      codeBytes: this.codeBytes,
      userSgprs: Uint32Array.from(userSgprs),
      vgprs: 64,
      ldsBytes,
      groupIdY: true,
      localIds: 1,
      globalSize,
      localSize,
    });
  }

  /** Milliseconds of one launch. @throws Error when the kernel does not end */
  run(shape: Shape): number {
    const launch = this.describe(shape);
    const start = performance.now();
    const dispatch = this.dispatcher.start(launch);
    const outcome = dispatch.run();
    const time = performance.now() - start;
    if (outcome !== 'done')
      throw new Error(dispatch.fault ? describeFault(dispatch.fault) : `the kernel ended with '${outcome}'`);
    return time;
  }
}
