// The copy engines of one process, beside its AQL queues.

import type { GpuMemory } from '../../../emulator/memory.js';
import type { FromQueues, QueuePlace } from '../aql/messages.js';
import type { QueueMirrors } from '../aql/queue-mirrors.js';
import { CopyEngine, type CopyError } from './engine.js';
import { CopyRing } from './ring.js';

export class Copies {
  private rings: CopyRing[] = [];
  /** The program's own memory has been carried here, for what runs now. */
  private entered = false;

  constructor(
    private readonly memory: GpuMemory,
    private readonly mirrors: QueueMirrors,
    private readonly send: (message: FromQueues) => void,
    private readonly catchUp: () => void,
  ) {}

  /** @param interrupt sets an event */
  add(place: QueuePlace, interrupt: (event: number) => void): void {
    const engine = new CopyEngine(this.memory, {
      touching: () => this.enter(),
      telling: () => this.leave(),
      interrupt,
    });
    this.rings.push(new CopyRing(place, this.memory, engine, (error) => this.fail(place, error)));
  }

  /**
   * A packet may overtake our last look at what the control plane has said: memory that it names may have become known
   * since.
   */
  private enter(): void {
    this.catchUp();
    if (this.entered) this.mirrors.carryNew();
    else this.mirrors.enter();
    this.entered = true;
  }

  private leave(): void {
    if (this.entered) this.mirrors.leave();
    this.entered = false;
  }

  remove(id: number): void {
    // It may be the one whose turn it is.
    this.update(id, false);
    this.rings = this.rings.filter(({ place }) => place.id !== id);
  }

  update(id: number, running: boolean): void {
    for (const ring of this.rings) if (ring.place.id === id) ring.running = running;
  }

  clear(): void {
    for (const ring of this.rings) ring.running = false;
    this.rings = [];
  }

  get isEmpty(): boolean {
    return this.rings.length === 0;
  }

  /** True if a packet waits. */
  get isOpen(): boolean {
    return this.rings.some((ring) => ring.isOpen);
  }

  /** True if a waiting packet can be executed. */
  get isReady(): boolean {
    return this.rings.some((ring) => ring.isReady);
  }

  /** A turn of each engine. */
  turn(): void {
    for (const ring of this.rings) if (ring.isOpen) ring.turn();
    this.leave();
  }

  /** Reported to programs as a memory fault: otherwise those that wait for the copy would wait for ever. */
  private fail({ id, device, ring }: QueuePlace, { message, address, writes }: CopyError): void {
    const text = `copy engine: queue ${id} ${message}; the queue is stopped`;
    this.send({ type: 'copyFault', device, text, address: address ?? this.memory.space.addressOf(ring), writes });
  }
}
