// Memory as a program has reported it: objects, and which of their bytes have been written. A check needs it, and a
// recording keeps it.

import type { AllocationLog, ByteRange } from '../launch/allocation-log.js';
import type { HostEvent } from '../launch/host-event.js';
import { Objects } from './objects.js';
import { PoisonMemory } from './poison-memory.js';
import { ShadowMemory } from './shadow-memory.js';

/** Maximum number of ranges of written bytes: beyond that, gaps between them count as written too. */
const RANGES = 65_536;

export class HostMemoryState {
  readonly objects = new Objects();
  /** Shadow of global memory; undefined where it is not needed. */
  readonly written: ShadowMemory | undefined;

  /** For poisoned memory: the writes of such a program are not reported. */
  marked: PoisonMemory | undefined;

  constructor(options: { readonly writes: boolean }) {
    if (options.writes) this.written = new ShadowMemory();
  }

  take(note: HostEvent): void {
    this.objects.take(note);
    if (note.type === 'object' && note.parent === 0) this.written?.watch(note.address, note.size);
    else if (note.type === 'marked') this.mark(note);
    else if (note.type === 'givenBack') this.written?.ignore(note.address, note.size);
    else if (note.type === 'written') this.written?.setBox(note.box);
    else if (note.type === 'copied') this.written?.copyBox(note.box, note.from);
  }

  private mark({ address, size }: ByteRange): void {
    if (!this.written) return;
    this.written.watch(address, size);
    this.marked ??= new PoisonMemory(this.written);
  }

  /**
   * A launch whose stores were not observed: it may have written to all of its arguments.
   * @param segment address of its arguments
   */
  launched(segment: number): void {
    const note = this.objects.launchAt(segment);
    for (const { object, address, size, parent } of this.objects.living)
      if (parent === 0 && (!note || note.objects.some((each) => this.objects.rootOf(each) === object)))
        this.written?.set(address, size, true);
  }

  /**
   * For a recording of a launch that is about to begin.
   * @param segment address of its arguments
   * @returns undefined when the program does not report them
   */
  history(segment: number, codeAddress: number): AllocationLog | undefined {
    const launch = this.objects.launchAt(segment);
    if (!launch) return undefined;
    const objects = this.objects.all.map(({ type: _is, ...object }) => object);
    const written: ByteRange[] = [];
    let from = 0;
    for (const { parent, address, size } of [...this.objects.living].sort((a, b) => a.address - b.address)) {
      if (parent !== 0) continue;
      const start = Math.max(from, address);
      from = Math.max(from, address + size);
      const room = Math.max(1, RANGES - written.length);
      if (from > start)
        written.push(...(this.written?.ranges(start, from - start, room) ?? [{ address: start, size: from - start }]));
    }
    const kernelBytes = this.objects.kernelAt(codeAddress)?.bytes ?? 0;
    return { objects, call: launch.call, arguments: launch.objects, kernelBytes, written };
  }
}
