// An NDRange of Multi2Sim's ABI: created, bound to a kernel's arguments, fed with work-groups, finished, freed.

import { AXES, type Size3 } from '../../emulator/launch.js';
import type { GuestMemory } from '../../host/device.js';
import type { Context } from '../core/context.js';
import { RequestError, require } from '../core/errno.js';
import { HostBuffers } from './host-buffers.js';
import type { KernelArguments, Multi2SimKernel } from './kernel.js';

interface Bound {
  readonly program: number;
  readonly kernel: number;
  readonly kernarg: number;
  readonly arguments: KernelArguments;
}

export class NDRange {
  private bound: Bound | undefined;
  private sent = 0;

  constructor(
    private readonly context: Context,
    readonly dimensions: number,
    readonly offset: Size3,
    readonly global: Size3,
    readonly local: Size3,
  ) {}

  /** Takes the arguments as they are now. */
  bind(kernel: Multi2SimKernel): number {
    this.unbind();
    const size = kernel.kernel.convention.segmentBytes;
    const range = this.context.allocate(size);
    if (!range) throw new RequestError('ENOMEM', `no room for the arguments of kernel ${kernel.kernel.name}`);
    this.bound = {
      program: kernel.program.handle,
      kernel: kernel.index,
      kernarg: range.address,
      arguments: kernel.write(this.context.video.memory.u8.subarray(range.address, range.address + size)),
    };
    return 0;
  }

  /** Work-groups may come in pieces, in order; they start when the program waits for them. */
  send(first: number, count: number): number {
    require(first === this.sent, `work-groups from ${first} on, expected ${this.sent}`);
    this.sent += count;
    return 0;
  }

  /** Waits until all work-groups that were sent have ended. */
  async finish(memory: GuestMemory): Promise<number> {
    const groups = AXES.reduce<number>((product, d) => product * (this.global[d] / this.local[d]), 1);
    if (this.sent === 0) return 0;
    require(this.bound !== undefined, 'the NDRange has no arguments');
    require(this.sent ===
      groups, `${this.sent} of ${groups} work-groups were sent: parts of an NDRange are not supported`);
    this.sent = 0;
    const buffers = new HostBuffers(this.context);
    try {
      buffers.enter(this.bound.arguments.hostPointers, this.bound.kernarg, memory);
      await this.launch(this.bound);
      buffers.leave(memory);
    } finally {
      buffers.free();
    }
    return 0;
  }

  private async launch({ program, kernel, kernarg, arguments: { lds } }: Bound): Promise<void> {
    const fault = await this.context.launch({
      program,
      kernel,
      device: 0,
      launch: {
        workDim: this.dimensions,
        globalSize: this.global,
        localSize: this.local,
        globalOffset: this.offset,
        dynamicLds: lds,
        segment: BigInt(kernarg),
        printfBuffer: 0n,
      },
    });
    if (fault !== undefined) throw new RequestError('EIO', fault);
  }

  free(): void {
    this.unbind();
  }

  private unbind(): void {
    if (this.bound) this.context.free(this.bound.kernarg);
    this.bound = undefined;
  }
}
