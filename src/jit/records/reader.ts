// Reads what recording code has written, and passes it to a sink.

import type { ExecutionSink } from '../../emulator/execution-sink.js';
import type { GpuMemory } from '../../emulator/memory.js';
import type { Wavefront } from '../../emulator/wavefront.js';
import { AccessReader, ITEM_WORDS, type RecordedInstruction, stretchOf } from './access-reader.js';
import { CURSOR, FIRST, ITEM, NUMBER_AT, TAG_MASK } from './layout.js';

/** Records since the last reading, and the code that wrote them. */
export interface AccessRecording {
  /** Address of the compute unit's counters. */
  readonly counts: number;
  /** Of the code of the kernel, from where instructions are counted. */
  readonly codeAddress: number;
  /** Translation to which the numbers of instructions belong; another one has other numbers. */
  readonly translation: object;
  /** Finds an instruction by its number. */
  readonly find: (number: number) => RecordedInstruction;
  /** Wavefront of the record. */
  readonly wavefront: () => Wavefront;
}

/** Code that is executed with one EXEC. */
export interface Stretch {
  readonly pc: number;
  /** Behind it. */
  readonly end: number;
  readonly lanes: number;
}

/** Takes what compiled code records. */
export interface RecordConsumer {
  /** Compiled code is about to run. @param counts where its compute unit counts */
  begin(counts: number): void;
  drain(recording: AccessRecording): void;
  /** Passes on what it holds back. */
  flush(): void;
  /** Of a stretch with fewer lanes than all that has been recorded the end was not executed. */
  retract(wavefront: Wavefront, unexecuted: Stretch): void;
}

/** Access by access, in the order of the execution. */
export class RecordReader implements RecordConsumer {
  private readonly reader = new AccessReader();

  constructor(
    private readonly memory: GpuMemory,
    private readonly sink: ExecutionSink,
  ) {}

  begin(counts: number): void {
    this.memory.u32[(counts + CURSOR) >>> 2] = counts + FIRST;
  }

  drain({ counts, find, wavefront }: AccessRecording): void {
    const { u32 } = this.memory;
    const end = u32[(counts + CURSOR) >>> 2]! >>> 2;
    const first = (counts + FIRST) >>> 2;
    if (first === end) return;
    const w = wavefront();
    for (let at = first; at < end; ) {
      const tag = u32[at]! & TAG_MASK;
      if (tag >= ITEM.lanes && tag !== ITEM.fewer) {
        at = this.accesses(w, at, end, find);
        continue;
      }
      if (tag === ITEM.went) this.sink.wentTo!(w, u32[at + 1]!);
      else if (tag === ITEM.exec) this.sink.execBecame!(w, u32[at + 1]!, u32[at + 2]!);
      else this.fewer(w, at, find);
      at += ITEM_WORDS[tag]!;
    }
    this.begin(counts);
  }

  flush(): void {}

  retract(w: Wavefront, { pc, end, lanes }: Stretch): void {
    this.sink.ranWithFewer?.(w, pc, end, lanes, -1);
  }

  private fewer(w: Wavefront, at: number, find: AccessRecording['find']): void {
    if (!this.sink.ranWithFewer) return;
    const { u32 } = this.memory;
    const { pc } = find(u32[at]! >>> NUMBER_AT);
    const { lanes, end } = stretchOf(u32[at + 1]!, pc);
    this.sink.ranWithFewer(w, pc, end, lanes, 1);
  }

  /** All items of one execution of an instruction. */
  private accesses(w: Wavefront, first: number, end: number, find: AccessRecording['find']): number {
    const { u32 } = this.memory;
    const behind = AccessReader.behind(u32, first, end);
    const recorded = find(u32[first]! >>> NUMBER_AT);
    this.reader.read(u32, first, behind, recorded);
    this.sink.accessed(w, recorded.pc, recorded.instruction, this.reader.access);
    return behind;
  }
}
