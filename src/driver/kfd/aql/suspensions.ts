// Suspended queues, as the command processor sees them: their wavefronts are written into the context save area, and
// the control plane, which waits, gets the control stack.

import type { GpuMemory } from '../../../emulator/memory.js';
import type { SavedLaunch } from '../../../emulator/saved-groups.js';
import type { FromQueues, SuspendedQueue, ToQueues } from './messages.js';
import { PACKET_SIZE } from './packet.js';
import type { AqlRing } from './ring.js';
import { NO_WAVES, type WaveState, waveStateOf } from './wave-state.js';

/** Bytes of the area's header, below the control stack. */
export const SAVE_HEADER_BYTES = 16;

export class Suspensions {
  /** Wave areas as they were written, by the number of the queue. */
  private readonly areas = new Map<number, Buffer>();

  constructor(
    private readonly memory: GpuMemory,
    private readonly send: (message: FromQueues) => void,
  ) {}

  /** @param ring absent for a queue of a copy engine, which is between two packets */
  update({ id, running }: Extract<ToQueues, { type: 'update' }>, ring: AqlRing | undefined): void {
    if (ring) ring.running = running;
    if (ring?.isAwaited && running) this.reply(ring, NO_WAVES);
    if (running && ring) this.compare(ring);
    if (running) return;
    if (ring?.busy) ring.isAwaited = true;
    else this.send({ type: 'suspended', queue: { id, controlStack: NO_WAVES.controlStack, areaBytes: 0 } });
  }

  /** The wavefronts of its kernel stand still. @param packet number of the dispatch packet */
  saved(ring: AqlRing, state: SavedLaunch, packet: bigint): void {
    const { saves, size } = ring.place;
    if (!saves) return this.reply(ring, NO_WAVES, 'the queue has no context save area');
    const { controlStack, area } = waveStateOf(state, this.memory.space, Number(packet % BigInt(size / PACKET_SIZE)));
    const room = saves.controlStackSize - SAVE_HEADER_BYTES;
    if (area.byteLength > saves.size || controlStack.byteLength > room)
      return this.reply(
        ring,
        NO_WAVES,
        `its wavefronts need ${area.byteLength} bytes of wave area and ${controlStack.byteLength} of control stack, ` +
          `of which there are ${saves.size} and ${room}`,
      );
    if (!this.memory.allows(saves.address, saves.size, 3))
      return this.reply(ring, NO_WAVES, 'its context save area has been freed');
    this.memory.u8.set(new Uint8Array(area.buffer), saves.address);
    this.areas.set(ring.place.id, Buffer.from(area.buffer));
    this.reply(ring, { controlStack, area });
  }

  /** The wavefronts continue in the state that they have had. */
  private compare({ place: { id, saves } }: AqlRing): void {
    const written = this.areas.get(id);
    this.areas.delete(id);
    if (!written || !saves || !this.memory.allows(saves.address, written.length, 1)) return;
    if (written.equals(this.memory.u8.subarray(saves.address, saves.address + written.length))) return;
    const text = `queue ${id} runs again: its saved wavefronts were changed, which has no effect on its kernel`;
    this.send({ type: 'warning', text });
  }

  /** The queue is gone: its kernel, which may end later, is not awaited, and another queue may have its number. */
  drop(id: number, ring: AqlRing | undefined): void {
    this.areas.delete(id);
    if (ring) ring.isAwaited = false;
  }

  refuse(ring: AqlRing, refusal: string): void {
    ring.running = true;
    this.reply(ring, NO_WAVES, undefined, refusal);
  }

  /** Its kernel has ended before it stood still. */
  ended(ring: AqlRing): void {
    if (ring.isAwaited) this.reply(ring, NO_WAVES);
  }

  private reply(ring: AqlRing, { controlStack, area }: WaveState, unsaved?: string, refusal?: string): void {
    ring.isAwaited = false;
    const queue: SuspendedQueue = {
      id: ring.place.id,
      controlStack,
      areaBytes: area.byteLength,
      unsaved,
      refusal,
    };
    this.send({ type: 'suspended', queue });
  }
}
