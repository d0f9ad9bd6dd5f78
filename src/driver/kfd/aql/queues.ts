// All queues of one process as the command processor sees them: packets become launches, in turn of the queues.

import type { GpuFault } from '../../../emulator/faults.js';
import { provideGridBarriers } from '../../../emulator/grid-sync.js';
import { interruptsOf, takeInterrupts } from '../../../emulator/interrupts.js';
import type { Size3 } from '../../../emulator/launch.js';
import type { GpuMemory } from '../../../emulator/memory.js';
import type { LoadedCode } from '../../../launch/code.js';
import type { KernelLaunch } from '../../../launch/convention.js';
import { required } from '../../../util/required.js';
import type { LaunchQueue, Submission } from '../../core/processor/queue.js';
import { EventState } from '../event-state.js';
import { Copies } from '../sdma/copies.js';
import { PageSources } from '../sources/sources.js';
import { Bell } from './doorbell-wait.js';
import { Kernels } from './kernels.js';
import type { FromQueues, QueuePlace, ToQueues } from './messages.js';
import { type ProcessAccess, QueueMirrors } from './queue-mirrors.js';
import { AqlRing, QueueError, type RingDispatch } from './ring.js';
import { Signals } from './signal.js';
import { Suspensions } from './suspensions.js';

/**
 * Programs ring by a store that causes no wake-up, so queues are polled: a launch waits for at most a hundredth of the
 * preceding idle time. After so many idle milliseconds the store is made one that wakes (Bell), where possible. A
 * program that sleeps until something is done sends a request, after which queues are polled at once.
 */
const SHARE = 100;
const MIN_MS = 0.03;
const IDLE_MS = 20;
const MAX_MS = 5;
const NS_PER_MS = 1e6;
/** Until the control plane has sent those of the process. */
const NO_EVENTS = new EventState();
const size3 = ([x, y, z]: Size3): Size3 => [x || 1, y || 1, z || 1];

export class AqlQueues implements LaunchQueue {
  doorbell: Bell | undefined;
  readonly damage = undefined;
  /** Messages say where memory is, and which of it is the program's own. */
  readonly handlesMessagesFirst = true;
  /** Kernels may wait for kernels of other queues. */
  readonly overlaps = true;
  private readonly kernels: Kernels;
  private readonly mirrors: QueueMirrors;
  private readonly copies: Copies;
  private readonly suspensions: Suspensions;
  private rings: AqlRing[] = [];
  private events = NO_EVENTS;
  private signals: Signals;
  private head: RingDispatch | undefined;
  private lastWork = 0n;
  private sequence = 0n;

  /** @param send sends a message to the control plane @param catchUp handles the messages that it has sent by now */
  constructor(
    private readonly memory: GpuMemory,
    private readonly send: (message: FromQueues) => void,
    access: ProcessAccess,
    catchUp: () => void = () => undefined,
  ) {
    this.kernels = new Kernels(memory);
    this.mirrors = new QueueMirrors(memory, access);
    this.copies = new Copies(memory, this.mirrors, send, catchUp);
    this.suspensions = new Suspensions(memory, send);
    this.signals = this.newSignals();
    takeInterrupts(memory);
    provideGridBarriers(memory);
  }

  /** Kernels interrupt the host with a part of the number of an event. */
  attend(): void {
    if (this.rings.length === 0) return;
    const numbers = interruptsOf(this.memory);
    if (numbers.length === 0) return;
    this.lastWork = process.hrtime.bigint();
    this.send({ type: 'interrupts', numbers });
  }

  /** Starts to report kernels. */
  private observe(pid: number): void {
    this.kernels.observe({ sources: new PageSources(pid), seen: (image) => this.send({ type: 'kernel', image }) });
  }

  private newRing(place: QueuePlace): AqlRing {
    const worked = (): void => {
      this.lastWork = process.hrtime.bigint();
    };
    return new AqlRing(place, this.memory, this.signals, () => this.kernels.forget(), worked);
  }

  private newSignals(): Signals {
    return new Signals(this.memory, this.events, () => this.send({ type: 'event' }));
  }

  receive(word: unknown): void {
    const message = word as ToQueues;
    this.lastWork = process.hrtime.bigint();
    switch (message.type) {
      case 'events':
        this.events = new EventState(message.state);
        this.signals = this.newSignals();
        this.mirrors.pid = message.pid;
        if (message.observed) this.observe(message.pid);
        return;
      case 'bell':
        this.doorbell?.close();
        this.doorbell = message.file && new Bell(message.file, () => this.isIdle);
        return;
      case 'create':
        this.rings.push(this.newRing(message.queue));
        return;
      case 'createCopies':
        this.copies.add(message.queue, (event) => this.signals.interrupt(event));
        return;
      case 'destroy':
        this.copies.remove(message.id);
        this.suspensions.drop(message.id, this.ringOf(message.id));
        this.rings = this.rings.filter(({ place }) => place.id !== message.id);
        if (this.head?.ring.place.id === message.id) this.head = undefined;
        return;
      case 'update':
        this.copies.update(message.id, message.running);
        this.suspensions.update(message, this.ringOf(message.id));
        return;
      case 'mirror':
        return this.mirrors.add(message.memory);
      case 'unmirror':
        return this.mirrors.remove(message.handle);
      case 'memory':
        return this.kernels.update(message.ranges);
      case 'look':
        return;
    }
  }

  private ringOf(id: number): AqlRing | undefined {
    return this.rings.find(({ place }) => place.id === id);
  }

  get pollMs(): number | undefined {
    if (this.rings.length === 0 && this.copies.isEmpty) return undefined;
    if (this.copies.isReady) return 0;
    if (this.doorbell?.isTaken && !this.isOpen) return undefined;
    return Math.min(Math.max(this.idleMs / SHARE, MIN_MS), MAX_MS);
  }

  private get idleMs(): number {
    return Number(process.hrtime.bigint() - this.lastWork) / NS_PER_MS;
  }

  /** Something is not done yet. */
  private get isOpen(): boolean {
    return this.copies.isOpen || this.rings.some((ring) => ring.isOpen);
  }

  private get isIdle(): boolean {
    return this.idleMs >= IDLE_MS && !this.isOpen;
  }

  get hasWork(): boolean {
    if (this.copies.isReady) this.lastWork = process.hrtime.bigint();
    if (this.copies.isOpen) this.copies.turn();
    for (let n = 0; this.head === undefined && n < this.rings.length; n++) {
      // The next queue is first the next time.
      const ring = required(this.rings.shift(), 'queue');
      this.rings.push(ring);
      this.head = ring.next();
    }
    return this.head !== undefined;
  }

  take(): Submission {
    const head = required(this.head, 'packet at the head of a queue');
    this.head = undefined;
    this.lastWork = process.hrtime.bigint();
    const { ring, dispatchPacket } = head;
    ring.busy = true;
    let startNs: bigint | undefined;
    const isGone = (): boolean => !this.rings.includes(ring);
    return {
      get abandoned(): boolean {
        return isGone();
      },
      get suspended(): boolean {
        return !ring.running && !isGone();
      },
      saved: (state) => this.suspensions.saved(ring, state, dispatchPacket.number),
      refuse: (reason) => this.suspensions.refuse(ring, reason),
      signal: undefined,
      sequence: ++this.sequence,
      device: ring.place.device,
      launch: launchOf(head),
      origin: { program: 0, kernel: 0, call: 0 },
      ...(this.kernels.isObserved ? { snapshot: { launcher: undefined, allocations: this.kernels.allocations } } : {}),
      name: `packet ${dispatchPacket.number} of queue ${ring.place.id}`,
      following: () => 0,
      find: () => this.find(head),
      begin: (ns) => {
        startNs = ns;
        this.mirrors.enter();
      },
      end: (failure, endNs, { fault, stopped, isShown = false } = {}) => {
        ring.busy = false;
        this.suspensions.ended(ring);
        this.lastWork = process.hrtime.bigint();
        if (startNs !== undefined) this.mirrors.leave();
        if (isGone()) return;
        if (failure === undefined) ring.launched(required(startNs, 'start of the launch'), endNs, isShown);
        else ring.fail(errorOf(failure, fault, stopped === true));
        // The runtime waits for it as an event.
        if (fault?.address !== undefined) this.send({ type: 'memoryFault', device: ring.place.device, fault });
      },
    };
  }

  /** The kernel; one that cannot be found is a launch that fails. */
  private find({ dispatch, ring }: RingDispatch): LoadedCode {
    return this.kernels.find(dispatch, ring.place.chip);
  }

  close(): void {
    this.doorbell?.close();
  }

  lose(): void {
    this.rings = [];
    this.copies.clear();
    this.head = undefined;
  }
}

const launchOf = ({ dispatch, dispatchPacket }: RingDispatch): KernelLaunch => ({
  workDim: dispatch.dimensions,
  globalSize: size3(dispatch.grid),
  localSize: size3(dispatch.group),
  globalOffset: [0, 0, 0],
  dynamicLds: 0,
  segment: dispatch.kernarg,
  printfBuffer: 0n,
  dispatchPacket,
});

/**
 * The error code that the queue's owner gets for a failed launch; undefined for a memory fault, which is reported in
 * another way. A kernel that is stopped during execution (by the user, or by a limit of time) ends as by a trap: its
 * code was good.
 */
function errorOf(failure: string, fault: GpuFault | undefined, stopped: boolean): bigint | undefined {
  if (fault?.address !== undefined) return undefined;
  if (fault) return fault.reason === 'trap' ? QueueError.trap : QueueError.instruction;
  if (stopped) return QueueError.trap;
  if (/ LDS/.test(failure)) return QueueError.groupMemory;
  if (/work-group/.test(failure)) return QueueError.groupSize;
  if (/VGPR/.test(failure)) return QueueError.registers;
  return QueueError.code;
}
