// One open of a device, whatever family the device is of: an address space, the programs in it, and the launches that
// the control plane requests itself. What a guest requests, and how, is the family's.

import { type AddressSpace, codeBlock, LOWEST } from '../../emulator/address-space.js';
import type { KernelInfo, LoadedCode } from '../../launch/code.js';
import type { FaultDetails } from '../../launch/fault-text.js';
import type { KernelImage, ProgramImage } from '../../launch/image.js';
import type { ProgramOrigin } from '../../launch/origin.js';
import { detach } from '../../util/detach.js';
import { AtollError } from '../../util/errors.js';
import { machineMemory } from '../../util/machine-memory.js';
import { elementOf } from '../../util/required.js';
import type { MemoryPool } from './memory-pool.js';
import { FRESH_FROM } from './processor/huge-page-prefault.js';
import type { AllocationRecord } from './processor/messages.js';
import type { LaunchRequest } from './processor/user-queue.js';
import type { CoreServices } from './services.js';
import { VideoMemory } from './video-memory.js';

let contextCount = 0;

/**
 * Bytes of video memory from which large launches are expected. A program fills its buffers before it launches: by then
 * the threads that help with launches have started.
 */
const LARGE_MEMORY = 1 << 20;
/**
 * The part of this machine's, or container's, memory that guests' allocations get at once: not all that they reserve
 * may fit.
 */
const POPULATED_PART = 1 / 8;
/**
 * Milliseconds after its first request from which a guest that is still there is expected to have work for more than
 * one thread. Short programs have ended by then; long ones often prepare their input, or wait for the compiler, and
 * leave a processor idle.
 */
const START_DELAY_MS = 20;

const LOST = 'the device is lost';

/** The device family's side of a context: receives the events of the guest's own launches. */
export interface ContextEvents {
  /** Further lines on a fault, below its sentence. */
  explain?(details: FaultDetails): readonly string[];
  /** A launch has failed. */
  failed?(signal: number, sequence: bigint, text: string): void;
  /** The guest's own queue says something that only the device family understands. */
  queueReply?(word: unknown): void;
  /** A call that has failed may return. */
  returns?(number: number): void;
  /** The guest is not served any more. */
  unserved?(text: string): void;
  /** Nothing more will be executed, for any guest. */
  lose?(errno: number): void;
}

/** Programs in GPU memory, by handle. */
interface LoadedProgram {
  readonly handle: number;
  readonly address: number;
  /** Those of its other compilations. */
  readonly others: readonly number[];
}

/** The same program by another compilation; without an image where there is none. */
export interface OtherProgram {
  readonly compilation: string;
  readonly image?: ProgramImage;
  readonly problem?: string;
}

const aboutOf = ({ debug, signature }: KernelImage, origin: ProgramOrigin | undefined): KernelInfo => ({
  debug,
  arguments: signature.arguments,
  ...(origin ? { origin } : {}),
});

export class Context {
  readonly id = ++contextCount;
  readonly video: VideoMemory;
  tenant: ContextEvents = {};
  private readonly waiting = new Map<bigint, (fault: string | undefined) => void>();
  private handles = 0;
  private launches = 0n;
  private announced = false;
  private released = false;
  private isClosed = false;
  /** No thread that executes has anything of it. */
  private isForgotten = false;
  private isLost = false;
  private longer: NodeJS.Timeout | undefined;
  /** Conditions under which large launches are expected. */
  private stays = false;
  private isLarge = false;
  private isWithoutNativeWorkers = false;

  /**
   * @param fd of the file behind the memory
   * @param pool of the memories of all contexts
   * @param onVacated called when nothing is left of it
   * @param queue by which the guest itself launches, a name of ProcessorOptions.queues; undefined where it has none
   * @param space where kernels and guest see the memory
   */
  constructor(
    fd: number,
    readonly services: CoreServices,
    pool: MemoryPool,
    private readonly queue: string | undefined,
    private readonly onVacated: () => void = () => {},
    space: AddressSpace = LOWEST,
  ) {
    this.video = new VideoMemory(fd, services.mapper, pool, services.checks === true, space);
  }

  get isReleased(): boolean {
    return this.released;
  }

  get isAnnounced(): boolean {
    return this.announced;
  }

  /**
   * Lets the processor thread serve the guest. Not before its first request: only when its open has returned does the
   * file have its size, and touching a page of an empty file would end this process.
   */
  announce(): void {
    if (this.announced) return;
    this.announced = true;
    const { processors } = this.services;
    this.longer = setTimeout(() => {
      this.stays = true;
      this.expect();
    }, START_DELAY_MS).unref();
    processors.post({ type: 'session-added', session: this.id, memory: this.video.memory.share(), queue: this.queue });
  }

  /**
   * Reserves accessible video memory; undefined when there is no room. @param purpose what it is for, as the device
   * family says
   */
  allocate(size: number, purpose = 0): { readonly address: number; readonly size: number } | undefined {
    // Nothing for a guest that reserves more than it is likely to use.
    const range = this.video.allocate(size, (usedBytes) => usedBytes <= POPULATED_PART * machineMemory(), purpose);
    if (!range) return undefined;
    const { processors } = this.services;
    this.isLarge ||= this.video.usedBytes >= LARGE_MEMORY;
    this.expect();
    const { parts, ...allocation } = range;
    if (size >= FRESH_FROM)
      for (const part of parts) processors.post({ type: 'range-allocated', session: this.id, ...part });
    this.send({ address: allocation.address, requested: size, purpose }, true);
    return allocation;
  }

  /**
   * Declares that native workers do not suit the guest's launches: the kernels are compiled anew, and have no machine
   * code yet, or may need JavaScript.
   */
  launchesWithoutNativeWorkers(): void {
    this.isWithoutNativeWorkers = true;
    this.expect();
  }

  /**
   * Starts threads that may help with launches. Where native workers will help these would only compete with them for
   * their processor. Whether they will is known after the first launch, unless they are known to be impossible.
   */
  private expect(): void {
    const { usesNativeWorkers, processors } = this.services;
    if (usesNativeWorkers && !this.isWithoutNativeWorkers) return;
    if (this.stays) processors.expectLaunches();
    if (this.isLarge) processors.expectWork();
  }

  /** Gives an allocation back; false when none began at the address. */
  free(address: number): boolean {
    const freed = this.video.free(address);
    if (freed) this.send({ address, requested: 0, purpose: 0 }, false);
    return freed;
  }

  /** Says something to the guest's own queue that only the device family understands. @param word plain data */
  notifyQueue(word: unknown): void {
    this.services.processors.post({ type: 'queue', session: this.id, word });
  }

  /** Observers know what is allocated. */
  private send(allocation: AllocationRecord, allocated: boolean): void {
    const { observed, processors } = this.services;
    if (observed) processors.post({ type: 'memory', session: this.id, allocation, allocated });
  }

  /** A handle for a program; never one twice. */
  nextHandle(): number {
    return ++this.handles;
  }

  /**
   * Puts a program's kernels into GPU memory, where launches find them by the handle.
   * @throws AtollError LIMIT when there is no room
   */
  place(
    program: ProgramImage,
    handle: number,
    origin?: ProgramOrigin,
    others: readonly OtherProgram[] = [],
  ): LoadedProgram {
    const beside = this.placeOthers(program, others);
    const range = this.allocateCode(program.size);
    if (!range)
      throw new AtollError(
        'LIMIT',
        `no video memory left for ${program.size} bytes of code`,
        'release buffers before the build',
      );
    // Images without a routine of machine code need JavaScript.
    if (program.kernels.some((kernel) => kernel.signature.arguments.some(({ kind }) => kind === 'image')))
      this.launchesWithoutNativeWorkers();
    const placed = program.place(this.video.memory, range.address);
    const kernels = this.services.observed
      ? placed.map((code, i) => {
          const about = aboutOf(elementOf(program.kernels, i, 'kernel'), origin);
          return { ...code, about, ...beside.of(code.name) };
        })
      : placed;
    this.services.processors.post({ type: 'program-added', session: this.id, program: handle, kernels });
    if (this.services.notes) this.noteKernels(program, kernels);
    this.services.onProgram?.(program.kernels);
    return { handle, address: range.address, others: beside.addresses };
  }

  /** Video memory for code, within what program counters reach; undefined when there is no room. */
  private allocateCode(size: number): { readonly address: number } | undefined {
    const range = this.allocate(size);
    if (!range || codeBlock(range.address) === codeBlock(range.address + range.size - 1)) return range;
    this.free(range.address);
    return undefined;
  }

  /** Puts other compilations of a program beside it. @throws AtollError LIMIT when there is no room */
  private placeOthers({ kernels }: ProgramImage, others: readonly OtherProgram[]) {
    const addresses: number[] = [];
    const placed = others.map(({ compilation, image, problem }) => {
      if (!image) return { compilation, codes: [], problem };
      const range = this.allocateCode(image.size);
      if (!range) throw new AtollError('LIMIT', `no video memory left for ${kernels.length} kernels by ${compilation}`);
      addresses.push(range.address);
      return { compilation, codes: image.place(this.video.memory, range.address), problem: `it has no such kernel` };
    });
    const of = (name: string): Pick<LoadedCode, 'others'> => ({
      others: placed.map(({ compilation, codes, problem }) => {
        const code = codes.find((each) => each.name === name);
        return code ? { compilation, code } : { compilation, ...(problem !== undefined && { problem }) };
      }),
    });
    return { addresses, of: others.length > 0 ? of : () => ({}) };
  }

  /** Reports to the checker what launches do not need. */
  private noteKernels({ kernels }: ProgramImage, placed: readonly LoadedCode[]): void {
    const notes = kernels.map(({ name, code, signature, debug }, index) => ({
      name,
      address: elementOf(placed, index, 'kernel').code.address,
      bytes: code.length,
      arguments: signature.arguments,
      debug,
    }));
    this.services.processors.post({ type: 'host-event', session: this.id, note: { type: 'kernels', kernels: notes } });
  }

  remove({ handle, address, others }: LoadedProgram): void {
    this.services.processors.post({ type: 'program-removed', session: this.id, program: handle });
    for (const each of [address, ...others]) this.free(each);
  }

  /**
   * Launches a kernel that is in memory, beside what the guest launches through its own queue.
   * @returns undefined, or the text of the fault; never when the context is released meanwhile
   */
  launch(order: LaunchRequest): Promise<string | undefined> {
    if (this.isLost) return Promise.resolve(LOST);
    const launch = ++this.launches;
    const done = new Promise<string | undefined>((resolve) => this.waiting.set(launch, resolve));
    this.services.processors.post({ type: 'launch', session: this.id, launch, order });
    return done;
  }

  /** A launch of our own is over. */
  ended(launch: bigint, failure: string | undefined): void {
    this.waiting.get(launch)?.(failure);
    this.waiting.delete(launch);
  }

  /** Nothing more will be executed. */
  lose(errno: number): void {
    this.isLost = true;
    for (const resolve of this.waiting.values()) resolve(LOST);
    this.waiting.clear();
    this.tenant.lose?.(errno);
  }

  /** The guest's last descriptor and mapping are gone. Once. */
  release(): void {
    if (this.released) return;
    this.released = true;
    clearTimeout(this.longer);
    // A thread that waits for a launch would continue to use the memory, which is released, and the descriptor, whose
    // number may name another file.
    this.waiting.clear();
    if (!this.announced) {
      this.isForgotten = true;
      return this.close();
    }
    const { processors } = this.services;
    processors.post({ type: 'session-removed', session: this.id });
    const closed = processors.removed(this.id).then(() => this.close());
    detach(closed, `the end of context ${this.id}`);
  }

  private close(): void {
    this.video.close();
    this.isClosed = true;
    this.vacate();
  }

  /** The threads that execute have dropped all of it. */
  forgotten(): void {
    this.isForgotten = true;
    this.vacate();
  }

  private vacate(): void {
    if (!this.isClosed || !this.isForgotten) return;
    this.video.vacate();
    this.onVacated();
  }
}
