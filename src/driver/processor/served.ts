// One guest as the command processor sees it: its channel, its programs, and the launch that runs.

import { codeIn, sameWords } from '../../emulator/code.js';
import { GroupCursor } from '../../emulator/cursor.js';
import { type Dispatch, Dispatcher } from '../../emulator/dispatcher.js';
import type { Engine, Preparation } from '../../emulator/engine.js';
import { groupTotal, type LaunchDescriptor } from '../../emulator/launch.js';
import { GpuMemory } from '../../emulator/memory.js';
import type { Probe } from '../../emulator/probes.js';
import type { LoadedCode } from '../../launch/code.js';
import type { Conventions } from '../../launch/convention.js';
import { AtollError } from '../../util/errors.js';
import { Channel, type Futex, launchOf, type PacketValues } from './channel.js';
import type { Team } from './crew.js';
import { FreshMemory, type Populate } from './fresh-memory.js';
import { prepareLaunch } from './launch.js';
import type { AddSession } from './messages.js';
import { Slices } from './slices.js';

/**
 * Work-groups that a thread takes at a time: few enough that the last ones are shared evenly. A launch of many takes more of
 * them, because compiled code runs them without coming back.
 */
const MOST = 64;
const SHARES = 128;
const batchOf = (total: number): number => Math.max(1, Math.min(MOST, Math.floor(total / SHARES)));

const NOTHING_PREPARED: Preparation = { translationNs: 0, compilationNs: 0 };

/** A launch in progress. */
export interface Running {
  readonly packet: PacketValues;
  readonly kernel: LoadedCode;
  readonly dispatch: Dispatch;
  readonly slices: Slices;
  readonly cursor: GroupCursor;
  readonly startNs: bigint;
  /** What the thread had spent on making kernels ready when the launch began. */
  readonly prepared: Readonly<Preparation>;
  /** After the first slice: when it ended, and how many work-groups we had started. It may have compiled the kernel. */
  begun: { readonly ns: bigint; readonly groups: number } | undefined;
  /** The executors' part, once they were asked. */
  team: Team | undefined;
  /** Our own part is over. */
  ended: boolean;
  /** Why the launch fails. */
  failure: string | undefined;
}

export class Served {
  readonly programs = new Map<number, readonly LoadedCode[]>();
  /** Programs that the guest has released: launches of them that still wait are dropped. */
  readonly released = new Set<number>();
  readonly memory: GpuMemory;
  readonly channel: Channel;
  readonly fresh: FreshMemory;
  running: Running | undefined;
  /** The guest has written garbage into its ring: it is not served any more. */
  lost = false;
  /** The guest is gone: drop everything as soon as nothing runs. */
  leaving = false;
  /** Number of the packet that was taken last. */
  sequence = 0n;
  /** Nanoseconds of one thread for a work-group of a kernel, in its last launch. */
  private readonly groupTimes = new WeakMap<LoadedCode, number>();
  /** Copies of kernels' code that all threads may read. */
  private readonly code = new WeakMap<LoadedCode, Uint32Array>();
  private readonly dispatcher: Dispatcher;
  private readonly engine: Engine;

  readonly session: number;
  /** Whether the control plane waits for launches. */
  readonly awaited: boolean;

  constructor(
    { session, memory, awaited }: AddSession,
    createEngine: (memory: GpuMemory, probe: Probe | undefined) => Engine,
    futex: Futex,
    populate: Populate,
    probe: Probe | undefined,
    private readonly conventions: Conventions,
  ) {
    this.session = session;
    this.awaited = awaited;
    this.memory = GpuMemory.open(memory);
    this.channel = new Channel(this.memory, futex);
    this.fresh = new FreshMemory(this.memory, populate);
    const engine = createEngine(this.memory, probe);
    this.engine = engine;
    this.dispatcher = new Dispatcher(this.memory, engine, { unit: 0, ...(probe ? { probe } : {}) });
  }

  /** What the thread has spent on making kernels ready. */
  get preparation(): Readonly<Preparation> {
    return { ...NOTHING_PREPARED, ...this.engine.preparation };
  }

  /** The guest is gone, and nothing runs. */
  close(): void {
    this.dispatcher.close();
  }

  /** The guest has released a program; handles are not used again. */
  release(program: number): void {
    if (this.programs.delete(program)) this.released.add(program);
  }

  /** Whether the program was loaded at some time. */
  knows(program: number): boolean {
    return this.programs.has(program) || this.released.has(program);
  }

  get hasPacket(): boolean {
    return !this.lost && !this.leaving && this.channel.waiting > 0;
  }

  /** Whether there is something for our own thread to do. */
  get ready(): boolean {
    const { running } = this;
    return running ? !running.ended || (running.team?.members.finished ?? true) : this.hasPacket || this.leaving;
  }

  /** How long a launch will take one thread, by the last one of its kernel; undefined when there was none. */
  expectedNs({ kernel, cursor }: Running): number | undefined {
    const groupTime = this.groupTimes.get(kernel);
    return groupTime === undefined ? undefined : groupTime * cursor.total;
  }

  /** Learns from a launch that has ended. @param threads that took part in it */
  learn({ kernel, cursor, startNs }: Running, endNs: bigint, threads: number): void {
    this.groupTimes.set(kernel, (Number(endNs - startNs) * threads) / cursor.total);
  }

  /** The next packet is this one: its signal says so. */
  count(packet: PacketValues, startNs: bigint): void {
    this.channel.begin(packet.signal, ++this.sequence, startNs);
  }

  /**
   * Starts the launch of a packet.
   * @throws AtollError BAD_INPUT or LIMIT for a packet that cannot run
   */
  start(packet: PacketValues, startNs: bigint): void {
    this.count(packet, startNs);
    const kernel = this.programs.get(packet.program)?.[packet.kernel];
    if (!kernel) {
      throw new AtollError(
        'BAD_INPUT',
        `packet names kernel ${packet.kernel} of program ${packet.program}, which is not loaded`,
      );
    }
    const bare = prepareLaunch(launchOf(packet), kernel, this.memory, this.conventions);
    const launch = { ...bare, code: this.codeOf(kernel, bare) };
    const total = groupTotal(launch);
    const cursor = new GroupCursor(total, batchOf(total));
    const prepared = this.preparation;
    const dispatch = this.dispatcher.start(launch, cursor);
    this.running = {
      packet,
      kernel,
      dispatch,
      slices: new Slices(),
      cursor,
      startNs,
      prepared,
      begun: undefined,
      team: undefined,
      ended: false,
      failure: undefined,
    };
  }

  /** The code as it is now, which threads that make the kernel ready may do at any time later. */
  private codeOf(kernel: LoadedCode, launch: LaunchDescriptor): Uint32Array | undefined {
    const words = codeIn(this.memory, launch);
    const known = this.code.get(kernel);
    if (!words || (known && sameWords(known, words))) return words && known;
    const copy = new Uint32Array(new SharedArrayBuffer(words.byteLength));
    copy.set(words);
    this.code.set(kernel, copy);
    return copy;
  }
}
