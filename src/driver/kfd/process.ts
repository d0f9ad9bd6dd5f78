// A process with its memory, queues and events. It has them by its opens of /dev/kfd, and as long as it keeps the files
// of GPUs: runtimes that shut down and start again open the driver anew, and count on what they had.

import { readdirSync, statSync } from 'node:fs';
import { AddressSpace } from '../../emulator/address-space.js';
import type { GpuFault } from '../../emulator/faults.js';
import { explainFault, type FaultDetails } from '../../launch/fault-text.js';
import type { HostEvent } from '../../launch/host-event.js';
import { describeError } from '../../util/errors.js';
import { elementOf } from '../../util/required.js';
import type { Context, ContextEvents } from '../core/context.js';
import type { Contexts } from '../core/contexts.js';
import { RequestError, require } from '../core/errno.js';
import type { FromQueues, SaveArea, SuspendedQueue, ToQueues } from './aql/messages.js';
import { AQL } from './aql/name.js';
import type { Arena, ArenaPart, ArenaUser } from './arena.js';
import { type Agent, SPACE_BASE } from './chips.js';
import type { Doorbells } from './doorbells.js';
import { Events } from './events.js';
import { type KfdAllocation, ProcessMemory } from './memory.js';
import { addRecord, type QueueRecord } from './queue-records.js';
import type { RenderFile } from './render.js';
import { MemoryFlag } from './schema.js';
import type { Shares } from './shares.js';
import { PageSources } from './sources/sources.js';
import { PendingSuspensions } from './suspensions.js';

/** State of a process that has acquired a GPU's address space. */
export interface Vm {
  readonly context: Context;
  readonly memory: ProcessMemory;
  readonly sources: PageSources;
}

/** The driver sees blocks only; where in them a buffer of the program ends is known to the runtime alone. */
const RUNTIME = "ROCm's runtime, which gives programs parts of it";

/** Kernels are observed. */
export const isObserved = ({ services: { observed, onKernel, elsewhere } }: Contexts): boolean =>
  observed === true || onKernel !== undefined || elsewhere === true;

/** Inodes of what a program has open; nothing where that cannot be read. */
export function descriptorsOf(pid: number): number[] {
  const folder = `/proc/${pid}/fd`;
  try {
    return readdirSync(folder).flatMap((name) => statSync(`${folder}/${name}`, { throwIfNoEntry: false })?.ino ?? []);
  } catch {
    return [];
  }
}

export class KfdProcess implements ContextEvents, ArenaUser {
  readonly events = new Events();
  readonly queues = new Map<number, QueueRecord>();
  private readonly files = new Map<number, RenderFile>();
  private vm: Vm | undefined;
  private readonly suspensions = new PendingSuspensions();
  private readonly arenaParts: KfdAllocation[] = [];
  private released = false;
  /** Opens of /dev/kfd that are there. */
  private opens = 0;
  /** Of the open that makes the current request, and of the one whose queues are rung. */
  private caller: Doorbells | undefined;
  private rung: Doorbells | undefined;

  constructor(
    private readonly contexts: Contexts,
    readonly agents: readonly Agent[],
    readonly pid: number,
    /** Of all processes. */
    readonly shares: Shares,
    /** The program's heap, if kernels reach it. */
    readonly arena?: Arena,
  ) {}

  /** There is one more open of /dev/kfd. */
  join(): void {
    this.opens++;
  }

  /** There is one less. */
  leave(): void {
    this.opens--;
    if (this.opens === 0 && this.files.size === 0) this.release();
  }

  /** A request is made by that open. */
  callBy(doorbells: Doorbells): void {
    this.caller = doorbells;
  }

  /** True if the program has a descriptor of a GPU's file that is part of this: a program after exec has none. */
  get isRetained(): boolean {
    const inodes = new Set([...this.files.values()].map(({ request }) => request.inode));
    return !this.released && descriptorsOf(this.pid).some((inode) => inodes.has(inode));
  }

  get isReleased(): boolean {
    return this.released;
  }

  get isObserved(): boolean {
    return isObserved(this.contexts);
  }

  log(text: string): void {
    this.contexts.services.log(text);
  }

  /**
   * Signals and packets of a runtime that keeps them in memory of its own would be out of reach.
   * @throws RequestError ENOMEM
   */
  warnOfPaged(): never {
    const text =
      'memory of the host is not allocated from the device: HSA_USERPTR_FOR_PAGED_MEM has to be 0, as Atoll sets it';
    this.contexts.services.warn(text);
    throw new RequestError('ENOMEM', text);
  }

  /** @throws RequestError EINVAL */
  agent(gpuId: number): Agent {
    const agent = this.agents.find((each) => each.gpuId === gpuId);
    require(agent !== undefined, `there is no GPU 0x${gpuId.toString(16)}`);
    return agent;
  }

  /** Joins a file of a GPU to the process: its pages are memory of that GPU. @throws RequestError */
  acquire(agent: Agent, file: RenderFile): void {
    const openFile = this.files.get(agent.gpuId);
    if (openFile === file) return;
    if (openFile || file.owner || file.arena)
      throw new RequestError('EBUSY', 'the address space has been acquired already');
    if (!this.vm) this.vm = this.open(file);
    file.owner = this;
    this.files.set(agent.gpuId, file);
    if (this.files.size === 1) this.arena?.connect(this);
  }

  addArenaPart({ address, size, pages }: ArenaPart): void {
    const { gpuId } = elementOf(this.agents, 0, 'agent');
    const order = { address, size, flags: MemoryFlag.GTT, gpuId, host: undefined, borrowed: pages };
    this.arenaParts.push(this.space.memory.add(order));
    this.sendRanges();
  }

  dropArena(): void {
    if (this.released) return;
    for (const part of this.arenaParts.splice(0)) this.space.memory.remove(part);
    this.sendRanges();
  }

  private open(file: RenderFile): Vm {
    const context = this.contexts.open(file.request.fd, AQL, new AddressSpace(SPACE_BASE));
    if (typeof context === 'number') throw new RequestError('ENOMEM', 'there is no address space for another process');
    context.tenant = this;
    context.announce();
    const { pid } = file.request;
    this.sendTo(context, { type: 'events', state: this.events.state.buffer, pid, observed: this.isObserved });
    this.moveBell(context);
    return { context, memory: new ProcessMemory(context), sources: new PageSources(pid) };
  }

  /**
   * The doorbells of the caller are those that wake. Without any, where /proc is not as usual or queues are rung by two
   * opens, queues are looked at now and then.
   */
  private moveBell(context: Context): void {
    if (this.rung === this.caller) return;
    const isOnly = this.queues.size === 0;
    this.rung = this.caller;
    try {
      this.sendTo(context, { type: 'bell', file: isOnly ? this.rung?.share() : undefined });
    } catch (error) {
      this.log(`doorbells: ${describeError(error)}`);
    }
  }

  /** @throws RequestError ENODEV before ACQUIRE_VM */
  get space(): Vm {
    if (!this.vm) throw new RequestError('ENODEV', 'the process has not acquired an address space');
    return this.vm;
  }

  /** Of the pages that a GPU's allocations have. */
  fdOf({ gpuId }: Agent): number {
    const file = this.files.get(gpuId);
    if (!file) throw new RequestError('ENODEV', 'the process has not acquired the address space of this GPU');
    return file.request.fd;
  }

  addQueue(agent: Agent, saves?: SaveArea): QueueRecord {
    this.moveBell(this.space.context);
    return addRecord(this.queues, agent, saves);
  }

  removeQueue(id: number): void {
    this.queues.delete(id);
    this.send({ type: 'destroy', id });
    this.suspensions.drop(id);
  }

  /** Suspends a queue. @returns its state, as soon as its wavefronts stand still */
  suspend(id: number): Promise<SuspendedQueue> {
    this.send({ type: 'update', id, running: false });
    return this.suspensions.wait(id);
  }

  /** Sends the executing thread the memory that kernels may reach. */
  sendRanges(): void {
    const ranges = [...this.space.memory.all].flatMap(({ address, size, host }) =>
      address === undefined || host !== undefined ? [] : [[address, size] as const],
    );
    this.send({ type: 'memory', ranges });
  }

  /** Sends a message to the executing thread. */
  send(message: ToQueues): void {
    this.sendTo(this.space.context, message);
  }

  /** Reports the state of memory, where that is checked. */
  note(note: HostEvent): void {
    const { checksWrites, processors } = this.contexts.services;
    if (checksWrites) processors.post({ type: 'host-event', session: this.space.context.id, note });
  }

  private sendTo(context: Context, message: ToQueues): void {
    context.notifyQueue(message);
  }

  queueReply(word: unknown): void {
    const message = word as FromQueues;
    if (message.type === 'interrupts') for (const number of message.numbers) this.events.interrupt(number);
    if (message.type === 'warning') this.contexts.services.warn(message.text);
    if (message.type === 'suspended') this.suspensions.settle(message.queue);
    if (message.type === 'kernel') this.contexts.services.onKernel?.(message.image);
    if (message.type === 'memoryFault') this.kernelFault(message.device, message.fault);
    if (message.type === 'copyFault') {
      this.contexts.services.warn(message.text);
      this.raise(message.device, message.address, false);
    }
    this.events.look();
  }

  /** An access that the GPU refuses is a memory fault of its GPU. */
  private kernelFault(device: number, { address, reason, detail }: GpuFault): void {
    if (address !== undefined) this.raise(device, address, reason === 'write' && /not permitted/.test(detail));
  }

  private raise(index: number, address: bigint, readOnly: boolean): void {
    const agent = this.agents.find(({ device }) => device === index);
    if (agent) this.events.raise({ va: address & ~0xfffn, gpuId: agent.gpuId, notPresent: true, readOnly });
  }

  explain(details: FaultDetails): readonly string[] {
    const { space } = this.space.context.video.memory;
    const allocations = [...this.space.memory.all].flatMap(({ address, size }) =>
      address === undefined ? [] : [{ address: space.addressOf(address), size, maker: RUNTIME }],
    );
    const { fault, place, name } = details;
    const { sources } = this.space;
    const code = space.addressOf(fault.pc - fault.offset);
    const debug = sources.of(code, place.size, place);
    const info = { debug, signature: { arguments: sources.argumentsOf(code, debug, place) } };
    const unreachable = fault.address === undefined ? undefined : sources.unreachable(fault.address);
    return [...explainFault(details, info, allocations, name), ...(unreachable === undefined ? [] : [unreachable])];
  }

  lose(): void {
    this.release();
  }

  unserved(): void {
    this.release();
  }

  /** The last descriptor of the memory, or of /dev/kfd where there is no memory, is gone. Once. */
  release(): void {
    if (this.released) return;
    this.released = true;
    this.events.close();
    this.suspensions.close();
    this.arena?.disconnect(this);
    this.shares.withdraw(this);
    this.vm?.memory.close();
    this.vm?.context.release();
  }
}
