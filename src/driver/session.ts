// One open of the device by a guest: an address space of its own, its programs, and the requests that it makes.

import { readFileSync } from 'node:fs';
import { constants, totalmem } from 'node:os';
import { requestName } from '../abi/describe.js';
import {
  CONTROL_BASE,
  CONTROL_SIZE,
  FILE_SIZE,
  HUGE_PAGE_SIZE,
  VRAM_BASE,
  VRAM_SIZE,
  vramOffset,
} from '../abi/memory-map.js';
import {
  ControlHeader,
  Packet,
  PacketKind,
  RING_ENTRIES,
  RING_OFFSET,
  SIGNAL_COUNT,
  SIGNAL_OFFSET,
  Signal,
  SignalState,
} from '../abi/schema.js';
import { GpuMemory, PERMISSION } from '../emulator/memory.js';
import type { IoctlCall, OpenRequest, VirtualFile } from '../host/device.js';
import { Allocator } from './allocator.js';
import { BuildRoom } from './build-room.js';
import { ClStatus } from './cl-status.js';
import type { Personality } from './personalities.js';
import type { PacketValues } from './processor/channel.js';
import { FRESH_FROM } from './processor/fresh-memory.js';
import type { Program } from './programs.js';
import { answerRequest } from './requests.js';
import type { DriverServices } from './services.js';

let sessionCount = 0;

/** Protections of Mapper. */
const NONE = 0;
const READ_WRITE = 3;
/**
 * Bytes of video memory from which large launches are expected. A program fills its buffers before it launches: by then the threads
 * that help with launches have started.
 */
const LARGE_MEMORY = 1 << 20;
/** The part of this machine's, or container's, memory that guests' allocations get at once: not all that they reserve may fit. */
const POPULATED_PART = 1 / 8;
/**
 * Milliseconds after its first request from which a guest that is still there is expected to have work for more than one thread. Short
 * programs have ended by then; long ones often prepare their input, or wait for the compiler, and leave a processor idle.
 */
const PATIENCE_MS = 60;

/** Bytes. Node says 0 where it does not know of a limit. */
const machineMemory = (): number => Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY);

/** Whether the process that opened a file still has it mapped. */
function isMapped({ pid, inode }: OpenRequest): boolean {
  try {
    return new RegExp(` ${inode} +/memfd:`).test(readFileSync(`/proc/${pid}/maps`, 'latin1'));
  } catch {
    return false;
  }
}

export class Session implements VirtualFile {
  readonly id = ++sessionCount;
  readonly size = FILE_SIZE;
  readonly memory: GpuMemory;
  readonly programs = new Map<number, Program>();
  /** Why packets have failed, by their signals: the last packet of each, by its number. */
  private readonly faults = new Map<number, { readonly sequence: bigint; readonly text: string }>();
  /** Why nothing is executed any more. */
  private lostText = '';
  private readonly allocator = new Allocator(VRAM_BASE, VRAM_SIZE);
  private readonly waiting = new Map<number, (fault: string | undefined) => void>();
  private readonly fd: number;
  private readonly request: OpenRequest;
  /** Where video memory begins in the file. */
  private readonly vramOffset: number;
  private programCount = 0;
  private released = false;
  private announced = false;
  private longer: NodeJS.Timeout | undefined;
  /** The errno of every request of a guest that came too late. */
  private refused = 0;

  constructor(
    request: OpenRequest,
    readonly devices: readonly Personality[],
    readonly services: DriverServices,
    /** Whether `launch` will be called. */
    private readonly launches = false,
    private readonly onReleased: () => void = () => {},
    readonly builds: BuildRoom = new BuildRoom(),
  ) {
    this.fd = request.fd;
    this.request = request;
    this.memory = GpuMemory.create();
    const { mapper } = services;
    mapper.mapFixed(this.memory.u8, CONTROL_BASE, this.fd, 0, CONTROL_SIZE, READ_WRITE);
    this.vramOffset = vramOffset(mapper.misalignment(this.memory.u8, VRAM_BASE, HUGE_PAGE_SIZE));
    // Video memory becomes accessible with its first allocation: a stray access before it traps instead of reading zeros.
    mapper.mapFixed(this.memory.u8, VRAM_BASE, this.fd, this.vramOffset, VRAM_SIZE, NONE);
  }

  /** Bytes of video memory in use. */
  get usedBytes(): number {
    return this.allocator.usedBytes;
  }

  /**
   * Lets the processor thread serve the guest. Not before its first request: only when its open has returned does the file have its
   * size, and touching a page of an empty file would end this process.
   */
  announce(): void {
    if (this.announced) return;
    this.announced = true;
    this.longer = setTimeout(() => this.services.processors.expectLaunches(), PATIENCE_MS).unref();
    const memory = this.memory.share();
    this.services.processors.post({ do: 'addSession', session: this.id, memory, awaited: this.launches });
  }

  ioctl(call: IoctlCall): number | Promise<number> {
    if (this.released) return -constants.errno.EIO;
    if (this.refused) return -this.refused;
    this.announce();
    if (requestName(call.request) === 'PROGRAM_BUILD' && !this.builds.hasRoom(this.id))
      return this.builds.wait(this.id).then(() => this.ioctl(call));
    return answerRequest(this, call);
  }

  /** The guest's last descriptor and mapping are gone. */
  release(): void {
    if (this.released) return;
    this.released = true;
    clearTimeout(this.longer);
    for (const program of this.programs.values()) program.cancel();
    this.builds.forget(this.id);
    // Who waited for a launch would go on to use the memory, which goes, and the descriptor, whose number may name another file.
    this.waiting.clear();
    if (!this.announced) return this.tearDown();
    this.tellLost();
    const { processors } = this.services;
    processors.post({ do: 'removeSession', session: this.id });
    void processors.removed(this.id).then(() => this.tearDown());
  }

  /**
   * Gives the file's pages back. The address range belongs to whoever holds the memory, and goes with the last one: an executor may
   * still make a kernel of this guest ready, and reads zeros then.
   */
  private tearDown(): void {
    const { mapper } = this.services;
    mapper.unmapToZero(this.memory.u8, CONTROL_BASE, CONTROL_SIZE);
    mapper.unmapToZero(this.memory.u8, VRAM_BASE, VRAM_SIZE);
    this.onReleased();
  }

  /**
   * The guest may be there although its file is released: by unlocking the byte that stands for it. Whatever it waits for it then finds
   * out that it waits in vain.
   */
  private tellLost(): void {
    Atomics.store(this.memory.i32, (CONTROL_BASE + ControlHeader.offsetOf('device_lost')) >> 2, constants.errno.EIO);
    if (!isMapped(this.request)) return;
    this.services.warn(`process ${this.request.pid} has given up the lock on its device: device lost for this guest`);
  }

  /** A packet has ended; `fault` says why when it failed. */
  finished(signal: number, fault: string | undefined): void {
    this.waiting.get(signal)?.(fault);
    this.waiting.delete(signal);
  }

  /** A packet has failed. */
  failed(signal: number, sequence: bigint, text: string): void {
    this.faults.set(signal, { sequence, text });
    this.finished(signal, text);
  }

  /** The guest is not served any more. */
  lost(text: string): void {
    this.lostText = text;
    this.faults.clear();
  }

  /** Why a signal is failed now, which may have been used by several packets; empty when it is not. */
  faultText(signal: number): string {
    if (signal >= SIGNAL_COUNT) return '';
    const base = CONTROL_BASE + SIGNAL_OFFSET + signal * Signal.size;
    const { view } = this.memory;
    if (view.getUint32(base + Signal.offsetOf('state'), true) !== SignalState.FAILED) return '';
    const fault = this.faults.get(signal);
    if (fault?.sequence === view.getBigUint64(base + Signal.offsetOf('sequence'), true)) return fault.text;
    return this.lostText;
  }

  /**
   * Launches on behalf of a guest whose library does not write the ring itself.
   * @returns undefined, or the text of the fault
   */
  launch(packet: Partial<PacketValues> & { readonly signal: number }): Promise<string | undefined> {
    const { i32, u8, view } = this.memory;
    const word = (field: Parameters<typeof ControlHeader.offsetOf>[0]): number =>
      CONTROL_BASE + ControlHeader.offsetOf(field);
    const tail = Atomics.load(i32, word('ring_tail') >> 2) >>> 0;
    const done = new Promise<string | undefined>((resolve) => this.waiting.set(packet.signal, resolve));
    Packet.write(
      view,
      { kind: PacketKind.DISPATCH, ...packet },
      CONTROL_BASE + RING_OFFSET + (tail % RING_ENTRIES) * Packet.size,
    );
    Atomics.store(i32, word('ring_tail') >> 2, (tail + 1) | 0);
    Atomics.add(i32, word('doorbell') >> 2, 1);
    this.services.mapper.futexWake(u8, word('doorbell'), 1);
    return done;
  }

  /** Fails every signal that is not finished: the guest's waits end. */
  lose(errno: number): void {
    // Its file may still be empty, and nobody waits yet.
    if (!this.announced) {
      this.refused = errno;
      return;
    }
    const { i32, view, u8 } = this.memory;
    Atomics.store(i32, (CONTROL_BASE + ControlHeader.offsetOf('device_lost')) >> 2, errno);
    this.lost('the device is lost');
    for (const resolve of this.waiting.values()) resolve('the device is lost');
    this.waiting.clear();
    for (let signal = 0; signal < SIGNAL_COUNT; signal++) {
      const base = CONTROL_BASE + SIGNAL_OFFSET + signal * Signal.size;
      const state = base + Signal.offsetOf('state');
      if (Atomics.load(i32, state >> 2) >= SignalState.COMPLETE) continue;
      view.setInt32(base + Signal.offsetOf('status'), ClStatus.OUT_OF_RESOURCES, true);
      Atomics.store(i32, state >> 2, SignalState.FAILED);
      this.services.mapper.futexWake(u8, state, 0x7fffffff);
    }
  }

  /** Reserves accessible video memory; undefined when there is no room. */
  allocate(size: number): { address: number; size: number } | undefined {
    const range = this.allocator.allocate(size);
    if (!range) return undefined;
    this.services.mapper.protect(this.memory.u8, range.address, range.size, READ_WRITE);
    this.memory.setPages(range.address, range.size, PERMISSION.readWrite);
    const { processors } = this.services;
    if (this.usedBytes >= LARGE_MEMORY) processors.expectWork();
    this.populate(range);
    if (size >= FRESH_FROM) processors.post({ do: 'allocated', session: this.id, ...range });
    return range;
  }

  /**
   * Huge pages for what begins as a hole of the file: the guest's first writes, and kernels, would take some microseconds for each
   * page, and translate addresses more slowly ever after. Nothing for a guest that reserves more than it is likely to use.
   */
  private populate({ address, size }: { readonly address: number; readonly size: number }): void {
    if (size < HUGE_PAGE_SIZE || this.usedBytes > POPULATED_PART * machineMemory()) return;
    this.services.mapper.populateHuge(this.memory.u8, address, size, HUGE_PAGE_SIZE);
  }

  /**
   * Gives an allocation back; false when none began at the address. Its pages stay accessible to this process: a thread that executes
   * a kernel may have looked at their permission just before, and JavaScript must not touch a protected page.
   */
  free(address: number): boolean {
    const size = this.allocator.release(address);
    if (size === undefined) return false;
    this.memory.setPages(address, size, PERMISSION.none);
    this.services.mapper.punchHole(this.fd, this.fileOffsetOf(address), size);
    return true;
  }

  /** The offset in the device file of a video memory address. */
  fileOffsetOf(address: number): number {
    return address - VRAM_BASE + this.vramOffset;
  }

  /** Whether a range lies in memory that the guest has allocated. */
  owns(address: number, length: number): boolean {
    return address >= VRAM_BASE && this.memory.allows(address, length, PERMISSION.readWrite);
  }

  addProgram(create: (handle: number) => Program): Program {
    const program = create(++this.programCount);
    this.programs.set(program.handle, program);
    return program;
  }

  /** Completes the signal of a build job. */
  complete(signal: number, status: number): void {
    if (this.released || signal >= SIGNAL_COUNT) return;
    const base = CONTROL_BASE + SIGNAL_OFFSET + signal * Signal.size;
    this.memory.view.setInt32(base + Signal.offsetOf('status'), status, true);
    Atomics.store(this.memory.i32, (base + Signal.offsetOf('state')) >> 2, SignalState.COMPLETE);
    this.services.mapper.futexWake(this.memory.u8, base + Signal.offsetOf('state'), 0x7fffffff);
  }
}
