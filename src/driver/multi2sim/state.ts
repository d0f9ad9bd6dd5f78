// State of one open of Multi2Sim's device: programs, kernels with their arguments, NDRanges; and the effect of each
// request.

import type { Size3 } from '../../emulator/launch.js';
import type { GuestMemory } from '../../host/device.js';
import type { Context } from '../core/context.js';
import { RequestError, require } from '../core/errno.js';
import type { Multi2SimCall } from './calls.js';
import { copyIn, copyOut, readGuest, writeGuest } from './guest-copy.js';
import { Multi2SimKernel } from './kernel.js';
import { NDRange } from './nd-range.js';
import { Multi2SimProgram } from './program.js';

/** The arguments of one request; for MemFree the pointer itself is the argument. */
export interface CallArguments {
  readonly words: Uint32Array;
  readonly pointer: bigint;
  readonly memory: GuestMemory;
}

type Call = (args: CallArguments) => number | Promise<number>;

const OK = 0;
/** Room for work-groups that a program may send at a time: the queue has no end here. */
const BUFFER_ENTRIES = 1 << 30;
const NAME_LIMIT = 4096;

const ignore: Call = () => OK;

export class Multi2SimState {
  private readonly programs: Multi2SimProgram[] = [];
  private readonly kernels: Multi2SimKernel[] = [];
  private readonly ranges: (NDRange | undefined)[] = [];

  constructor(private readonly context: Context) {}

  readonly calls: Readonly<Record<Multi2SimCall, Call>> = {
    Init: ignore,
    MemAlloc: ({ words: [size] }) => this.allocate(size!),
    MemRead: (args) => this.copyOut(args),
    MemWrite: (args) => this.copyIn(args),
    MemCopy: ({ words: [to, from, size] }) => this.copyWithin(to!, from!, size!),
    MemFree: ({ pointer }) => this.free(Number(pointer & 0xffff_ffffn)),
    ProgramCreate: () => this.programs.push(new Multi2SimProgram(this.context)) - 1,
    ProgramSetBinary: (args) => this.setBinary(args),
    KernelCreate: (args) => this.createKernel(args),
    KernelSetArgValue: ({ words: [kernel, index, address, size], memory }) =>
      this.kernel(kernel!).setValue(index!, readGuest(memory, address!, size!)),
    KernelSetArgPointer: ({ words: [kernel, index, address, size] }) =>
      this.kernel(kernel!).setPointer(index!, address!, size!),
    // Multi2Sim accepts these and does nothing; its runtime offers no images.
    KernelSetArgImage: ignore,
    KernelSetArgSampler: ignore,
    NDRangeCreate: (args) => this.createRange(args),
    NDRangeGetNumBufferEntries: ({ words: [address], memory }) => {
      writeGuest(memory, address!, Uint32Array.of(BUFFER_ENTRIES));
      return OK;
    },
    NDRangeSendWorkGroups: ({ words: [range, first, count] }) => this.range(range!).send(first!, count!),
    NDRangeFinish: ({ words: [range], memory }) => this.range(range!).finish(memory),
    NDRangePassMemObjs: ({ words: [range, kernel] }) => this.range(range!).bind(this.kernel(kernel!)),
    NDRangeSetFused: ignore,
    NDRangeFlush: ignore,
    NDRangeFree: ({ words: [range] }) => this.freeRange(range!),
    NDRangeStart: ignore,
    NDRangeEnd: ignore,
    RuntimeDebug: ignore,
  };

  private allocate(size: number): number {
    const range = this.context.allocate(Math.max(size, 1));
    if (!range) throw new RequestError('ENOMEM', `no room for ${size} bytes`);
    return range.address;
  }

  /** Programs free whatever they like: an unknown pointer is ignored, as Multi2Sim does. */
  private free(address: number): number {
    this.context.free(address);
    return OK;
  }

  private owned(address: number, size: number): void {
    require(this.context.video.owns(
      address,
      size,
    ), `${size} bytes at 0x${address.toString(16)} of device memory are not allocated`);
  }

  private copyOut({ words: [host, device, size], memory }: CallArguments): number {
    this.owned(device!, size!);
    copyOut(this.context.video.memory, memory, host!, device!, size!);
    return OK;
  }

  private copyIn({ words: [device, host, size], memory }: CallArguments): number {
    this.owned(device!, size!);
    copyIn(this.context.video.memory, memory, device!, host!, size!);
    return OK;
  }

  private copyWithin(to: number, from: number, size: number): number {
    this.owned(to, size);
    this.owned(from, size);
    this.context.video.memory.u8.copyWithin(to, from, from + size);
    return OK;
  }

  private setBinary({ words: [program, address, size], memory }: CallArguments): number {
    const target = this.programs[program!];
    require(target !== undefined, `there is no program ${program}`);
    target.load(readGuest(memory, address!, size!).slice());
    return OK;
  }

  private createKernel({ words: [program, name], memory }: CallArguments): number {
    const owner = this.programs[program!];
    require(owner !== undefined, `there is no program ${program}`);
    const kernelName = memory.readString(BigInt(name!), NAME_LIMIT);
    if (kernelName === undefined)
      throw new RequestError('EFAULT', `kernel name at 0x${name!.toString(16)} is not readable`);
    const index = owner.kernels.findIndex((kernel) => kernel.name === kernelName);
    require(index >=
      0, `the program has no kernel '${kernelName}', it has ${owner.kernels.map((kernel) => kernel.name).join(', ')}`);
    return this.kernels.push(new Multi2SimKernel(owner, index)) - 1;
  }

  private createRange({ words: [kernel, dimensions, ...pointers], memory }: CallArguments): number {
    require(dimensions! >= 1 && dimensions! <= 3, `${dimensions} dimensions`);
    const [offset, global, local] = pointers.map((address, i) => {
      const values = new Uint32Array(readGuest(memory, address, dimensions! * 4).slice().buffer);
      return [0, 1, 2].map((d) => values[d] ?? (i === 0 ? 0 : 1)) as unknown as Size3;
    });
    this.kernel(kernel!);
    return this.ranges.push(new NDRange(this.context, dimensions!, offset!, global!, local!)) - 1;
  }

  private kernel(id: number): Multi2SimKernel {
    const kernel = this.kernels[id];
    require(kernel !== undefined, `there is no kernel ${id}`);
    return kernel;
  }

  private range(id: number): NDRange {
    const range = this.ranges[id];
    require(range !== undefined, `there is no NDRange ${id}`);
    return range;
  }

  private freeRange(id: number): number {
    this.range(id).free();
    this.ranges[id] = undefined;
    return OK;
  }
}
