// State of one open of Multi2Sim's device: programs, kernels with their arguments, NDRanges; and the effect of each
// request.

import type { Size3 } from '../../emulator/launch.js';
import type { GuestMemory } from '../../host/device.js';
import { type Tuple, tupleOf } from '../../util/required.js';
import type { Context } from '../core/context.js';
import { RequestError, require } from '../core/errno.js';
import { MULTI2SIM_CALLS, type Multi2SimCall } from './calls.js';
import { copyIn, copyOut, readGuest, writeGuest } from './guest-copy.js';
import { Multi2SimKernel } from './kernel.js';
import { NDRange } from './nd-range.js';
import { Multi2SimProgram } from './program.js';

/** The arguments of one request; for MemFree the pointer itself is the argument. */
export interface CallArguments {
  readonly words: readonly number[];
  readonly pointer: bigint;
  readonly memory: GuestMemory;
}

type Call = (args: CallArguments) => number | Promise<number>;

const OK = 0;
/** Room for work-groups that a program may send at a time: the queue has no end here. */
const BUFFER_ENTRIES = 1 << 30;
const NAME_LIMIT = 4096;

const ignore: Call = () => OK;

type WordsOf<Name extends Multi2SimCall> = Tuple<number, (typeof MULTI2SIM_CALLS)[Name][1]>;

/** A call with its words, as many as the table of requests says. */
const taking =
  <Name extends Multi2SimCall>(
    name: Name,
    perform: (words: WordsOf<Name>, args: CallArguments) => ReturnType<Call>,
  ): Call =>
  (args) =>
    perform(tupleOf<number, (typeof MULTI2SIM_CALLS)[Name][1]>(args.words, MULTI2SIM_CALLS[name][1], 'words'), args);

export class Multi2SimState {
  private readonly programs: Multi2SimProgram[] = [];
  private readonly kernels: Multi2SimKernel[] = [];
  private readonly ranges: (NDRange | undefined)[] = [];

  constructor(private readonly context: Context) {}

  readonly calls: Readonly<Record<Multi2SimCall, Call>> = {
    Init: ignore,
    MemAlloc: taking('MemAlloc', ([size]) => this.allocate(size)),
    MemRead: taking('MemRead', (words, { memory }) => this.copyOut(words, memory)),
    MemWrite: taking('MemWrite', (words, { memory }) => this.copyIn(words, memory)),
    MemCopy: taking('MemCopy', ([to, from, size]) => this.copyWithin(to, from, size)),
    MemFree: ({ pointer }) => this.free(Number(pointer & 0xffff_ffffn)),
    ProgramCreate: () => this.programs.push(new Multi2SimProgram(this.context)) - 1,
    ProgramSetBinary: taking('ProgramSetBinary', (words, { memory }) => this.setBinary(words, memory)),
    KernelCreate: taking('KernelCreate', (words, { memory }) => this.createKernel(words, memory)),
    KernelSetArgValue: taking('KernelSetArgValue', ([kernel, index, address, size], { memory }) =>
      this.kernel(kernel).setValue(index, readGuest(memory, address, size)),
    ),
    KernelSetArgPointer: taking('KernelSetArgPointer', ([kernel, index, address, size]) =>
      this.kernel(kernel).setPointer(index, address, size),
    ),
    // Multi2Sim accepts these and does nothing; its runtime offers no images.
    KernelSetArgImage: ignore,
    KernelSetArgSampler: ignore,
    NDRangeCreate: taking('NDRangeCreate', (words, { memory }) => this.createRange(words, memory)),
    NDRangeGetNumBufferEntries: taking('NDRangeGetNumBufferEntries', ([address], { memory }) => {
      writeGuest(memory, address, Uint32Array.of(BUFFER_ENTRIES));
      return OK;
    }),
    NDRangeSendWorkGroups: taking('NDRangeSendWorkGroups', ([range, first, count]) =>
      this.range(range).send(first, count),
    ),
    NDRangeFinish: taking('NDRangeFinish', ([range], { memory }) => this.range(range).finish(memory)),
    NDRangePassMemObjs: taking('NDRangePassMemObjs', ([range, kernel]) => this.range(range).bind(this.kernel(kernel))),
    NDRangeSetFused: ignore,
    NDRangeFlush: ignore,
    NDRangeFree: taking('NDRangeFree', ([range]) => this.freeRange(range)),
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

  private copyOut([host, device, size]: WordsOf<'MemRead'>, memory: GuestMemory): number {
    this.owned(device, size);
    copyOut(this.context.video.memory, memory, host, device, size);
    return OK;
  }

  private copyIn([device, host, size]: WordsOf<'MemWrite'>, memory: GuestMemory): number {
    this.owned(device, size);
    copyIn(this.context.video.memory, memory, device, host, size);
    return OK;
  }

  private copyWithin(to: number, from: number, size: number): number {
    this.owned(to, size);
    this.owned(from, size);
    this.context.video.memory.u8.copyWithin(to, from, from + size);
    return OK;
  }

  private setBinary([program, address, size]: WordsOf<'ProgramSetBinary'>, memory: GuestMemory): number {
    const target = this.programs[program];
    require(target !== undefined, `there is no program ${program}`);
    target.load(readGuest(memory, address, size).slice());
    return OK;
  }

  private createKernel([program, name]: WordsOf<'KernelCreate'>, memory: GuestMemory): number {
    const owner = this.programs[program];
    require(owner !== undefined, `there is no program ${program}`);
    const kernelName = memory.readString(BigInt(name), NAME_LIMIT);
    if (kernelName === undefined)
      throw new RequestError('EFAULT', `kernel name at 0x${name.toString(16)} is not readable`);
    const index = owner.kernels.findIndex((kernel) => kernel.name === kernelName);
    require(index >=
      0, `the program has no kernel '${kernelName}', it has ${owner.kernels.map((kernel) => kernel.name).join(', ')}`);
    return this.kernels.push(new Multi2SimKernel(owner, index)) - 1;
  }

  private createRange(words: WordsOf<'NDRangeCreate'>, memory: GuestMemory): number {
    const [kernel, dimensions, offset, global, local] = words;
    require(dimensions >= 1 && dimensions <= 3, `${dimensions} dimensions`);
    const sizeAt = (address: number, rest: 0 | 1): Size3 => {
      const [x = rest, y = rest, z = rest] = new Uint32Array(readGuest(memory, address, dimensions * 4).slice().buffer);
      return [x, y, z];
    };
    const sizes = [sizeAt(offset, 0), sizeAt(global, 1), sizeAt(local, 1)] as const;
    this.kernel(kernel);
    return this.ranges.push(new NDRange(this.context, dimensions, ...sizes)) - 1;
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
