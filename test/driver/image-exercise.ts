// Does with an image what the simulator does with one that a guest brings: reads it, places its kernels, launches them, and
// lets them run a little. Nothing but an AtollError may come out.

import { CONTROL_BASE, VRAM_BASE } from '../../src/abi/memory-map.js';
import { type CalKernel, relocateCode } from '../../src/cal/image.js';
import { readCalImage } from '../../src/cal/reader.js';
import type { PacketValues } from '../../src/driver/processor/channel.js';
import { prepareLaunch } from '../../src/driver/processor/launch.js';
import type { LoadedKernel } from '../../src/driver/processor/messages.js';
import { segmentLayout } from '../../src/driver/segment.js';
import { createInterpreter, Dispatcher, describeFault, GpuMemory, PERMISSION } from '../../src/emulator/index.js';
import { createJit } from '../../src/jit/engine/jit.js';
import { AtollError } from '../../src/util/errors.js';

const CODE = VRAM_BASE;
const DATA = VRAM_BASE + 0x100_0000;
const SEGMENT = VRAM_BASE + 0x200_0000;
const DATA_BYTES = 0x1_0000;
const BUDGET = 2000;
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
    const held = kernels.reduce((sum, { code, data }) => sum + code.length + data.length, 0);
    if (held > 2 * bytes.length) throw new Error(`${bytes.length} bytes became ${held} bytes of code`);
    let outcome: Outcome = 'read';
    for (const kernel of kernels.slice(0, LAUNCHED_KERNELS)) outcome = this.launch(kernel, engine);
    return outcome;
  }

  private launch(kernel: CalKernel, engine: 'interp' | 'jit'): Outcome {
    const { size } = segmentLayout(kernel);
    // The driver has no room for more either.
    if (size > DATA_BYTES * 64) return 'launch refused';
    try {
      const launch = prepareLaunch(this.packet(kernel), this.place(kernel, size), this.memory);
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
  private place(kernel: CalKernel, size: number): LoadedKernel {
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
    return { ...kernel, codeAddress: CODE, globalData: { address: DATA, size: DATA_BYTES } };
  }

  private packet(kernel: CalKernel): PacketValues {
    const local = kernel.reqdWorkGroupSize ?? [64, 1, 1];
    return {
      kind: 0,
      signal: 0,
      device: 0,
      program: 1,
      kernel: 0,
      work_dim: 1,
      global_size: [...local],
      local_size: [...local],
      global_offset: [0, 0, 0],
      dynamic_lds: 0,
      kernarg: BigInt(SEGMENT),
      printf_buffer: BigInt(CONTROL_BASE),
      reserved: [],
    };
  }
}
