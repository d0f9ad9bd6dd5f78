// Handles an image as the simulator handles one of a guest: reads it, places its kernels, launches them,
// and runs them for a while. Nothing but an AtollError may come out.

import { CONTROL_BASE, VRAM_BASE } from '../../src/abi/memory-map.js';
import { type CalKernel, relocateCode } from '../../src/cal/image.js';
import { catalystConvention } from '../../src/cal/load/catalyst-launch.js';
import { llvmConvention } from '../../src/cal/load/llvm-launch.js';
import { kernelImage, loadedCode } from '../../src/cal/load/program.js';
import { readCalImage } from '../../src/cal/reader.js';
import { prepareLaunch } from '../../src/driver/core/processor/launch.js';
import { createInterpreter, Dispatcher, describeFault, GpuMemory, PERMISSION } from '../../src/emulator/index.js';
import { createJit } from '../../src/jit/engine/jit.js';
import type { LoadedCode } from '../../src/launch/code.js';
import { conventions, type KernelLaunch } from '../../src/launch/convention.js';
import { AtollError } from '../../src/util/errors.js';

const CODE = VRAM_BASE;
const DATA = VRAM_BASE + 0x100_0000;
const SEGMENT = VRAM_BASE + 0x200_0000;
const DATA_BYTES = 0x1_0000;
const BUDGET = 2000;
const CONVENTIONS = conventions(llvmConvention, catalystConvention);
/** Kernels of an image that are launched. */
const LAUNCHED_KERNELS = 3;

/** How far an image came. */
export type Outcome = 'refused' | 'read' | 'launch refused' | 'done' | 'fault' | 'budget' | 'cancelled' | 'breakpoint';

const isRefusal = (error: unknown): boolean => error instanceof AtollError && error.code !== 'INTERNAL';

export class ImageExerciser {
  private readonly memory = GpuMemory.create();
  private readonly dispatchers = {
    interp: new Dispatcher(this.memory, createInterpreter(this.memory), { unit: 0 }),
    jit: new Dispatcher(this.memory, createJit(this.memory), { unit: 0 }),
  };

  /** The furthest that the image or one of its kernels came. @throws whatever is not an AtollError */
  run(bytes: Uint8Array, engine: 'interp' | 'jit'): Outcome {
    let kernels: readonly CalKernel[];
    try {
      ({ kernels } = readCalImage(bytes, 'x'));
    } catch (error) {
      if (isRefusal(error)) return 'refused';
      throw error;
    }
    const codeBytes = kernels.reduce((sum, { code, data }) => sum + code.length + data.length, 0);
    if (codeBytes > 2 * bytes.length) throw new Error(`${bytes.length} bytes became ${codeBytes} bytes of code`);
    let outcome: Outcome = 'read';
    for (const kernel of kernels.slice(0, LAUNCHED_KERNELS)) outcome = this.launch(kernel, engine);
    return outcome;
  }

  private launch(kernel: CalKernel, engine: 'interp' | 'jit'): Outcome {
    const size = kernelImage(kernel).convention.segmentBytes;
    // The driver has no room for more either.
    if (size > DATA_BYTES * 64) return 'launch refused';
    try {
      const launch = prepareLaunch(this.request(kernel), this.place(kernel, size), this.memory, CONVENTIONS);
      const dispatch = this.dispatchers[engine].start(launch);
      const outcome = dispatch.run(BUDGET);
      if (outcome === 'fault') describeFault(dispatch.fault!);
      dispatch.cancel();
      return outcome;
    } catch (error) {
      if (isRefusal(error)) return 'launch refused';
      throw error;
    } finally {
      this.memory.setPages(VRAM_BASE, 0x1000_0000, PERMISSION.none);
    }
  }

  /** Code, arguments and a buffer in memory: pointers point to the buffer. */
  private place(kernel: CalKernel, size: number): LoadedCode {
    const memory = this.memory;
    memory.setPages(CODE, kernel.code.length + 4096, PERMISSION.readWrite);
    memory.setPages(DATA, DATA_BYTES, PERMISSION.readWrite);
    memory.setPages(SEGMENT, size, PERMISSION.readWrite);
    memory.u8.fill(0, DATA, DATA + DATA_BYTES);
    memory.u8.fill(0, SEGMENT, SEGMENT + size);
    memory.u8.set(relocateCode(kernel, CODE), CODE);
    for (const { kind, offset } of kernel.args)
      if (kind !== 'value' && kind !== 'local' && offset + 4 <= size)
        memory.view.setUint32(SEGMENT + offset, kind === 'sampler' ? 0x10 : DATA, true);
    return loadedCode(kernelImage(kernel), CODE, { address: DATA, size: DATA_BYTES });
  }

  private request(kernel: CalKernel): KernelLaunch {
    const size = kernel.reqdWorkGroupSize ?? [64, 1, 1];
    return {
      workDim: 1,
      globalSize: size,
      localSize: size,
      globalOffset: [0, 0, 0],
      dynamicLds: 0,
      segment: BigInt(SEGMENT),
      printfBuffer: BigInt(CONTROL_BASE),
    };
  }
}
