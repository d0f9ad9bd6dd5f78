// Reads and writes of a launch in its buffers: lines of 64 bytes, in a bounded number of bins for each buffer.

import type { AccessKind } from '../../emulator/access-kind.js';
import { type ExecutionSink, type InstructionAccess, LINE_BITS } from '../../emulator/execution-sink.js';
import { BIN_FIELDS, type BufferMap } from '../../emulator/observations.js';
import type { MemoryAccess, Probe } from '../../emulator/probes.js';
import type { Wavefront } from '../../emulator/wavefront.js';
import type { Instruction } from '../../isa/instruction.js';

const MAX_BINS = 256;
const [READ, WRITTEN] = [1, 2];
const [READ_LINES, WRITTEN_LINES, READS, WRITES] = BIN_FIELDS.map((_, n) => n) as [number, number, number, number];

/** A buffer behind an argument: where it is in GPU memory. */
export interface MappedBuffer {
  readonly index: number;
  readonly name: string;
  readonly start: number;
  readonly size: number;
}

const lineOf = (address: number): number => Math.floor(address / 2 ** LINE_BITS);

class OneMap {
  private readonly firstLine: number;
  private readonly binLines: number;
  /** Flags of each line: read, written. */
  private readonly seen: Uint8Array;
  private readonly bins: Float64Array;

  constructor(private readonly buffer: MappedBuffer) {
    const { start, size } = buffer;
    this.firstLine = lineOf(start);
    const lines = lineOf(start + size - 1) - this.firstLine + 1;
    this.binLines = Math.ceil(lines / MAX_BINS);
    this.seen = new Uint8Array(lines);
    this.bins = new Float64Array(Math.ceil(lines / this.binLines) * BIN_FIELDS.length);
  }

  /** An instruction has accessed a line of GPU memory, which may be one of the buffer. */
  note(address: number, kind: AccessKind): void {
    const line = address - this.firstLine;
    if (line < 0 || line >= this.seen.length) return;
    if (kind !== 'store') this.count(line, READ, READS, READ_LINES);
    if (kind !== 'load') this.count(line, WRITTEN, WRITES, WRITTEN_LINES);
  }

  private count(line: number, bit: number, accesses: number, lines: number): void {
    const bin = Math.floor(line / this.binLines) * BIN_FIELDS.length;
    this.bins[bin + accesses]!++;
    if (this.seen[line]! & bit) return;
    this.seen[line]! |= bit;
    this.bins[bin + lines]!++;
  }

  get map(): BufferMap {
    const { index, name, size } = this.buffer;
    return { argument: index, name, bytes: size, binBytes: this.binLines * 2 ** LINE_BITS, bins: this.bins };
  }
}

/** A probe for one launch. */
export class BufferMapProbe implements Probe, ExecutionSink {
  private readonly maps: readonly OneMap[];
  /** Of the executing instruction, where lanes are reported one by one. */
  private readonly lines = new Set<number>();
  private kind: AccessKind = 'load';

  constructor(buffers: readonly MappedBuffer[]) {
    this.maps = buffers.filter(({ size }) => size > 0).map((buffer) => new OneMap(buffer));
  }

  onMemory(_wavefront: Wavefront, _pc: number, _instruction: Instruction, access: MemoryAccess): void {
    if (access.space === 'lds') return;
    this.kind = access.kind;
    const end = lineOf(access.address + access.size - 1);
    for (let line = lineOf(access.address); line <= end; line++) this.lines.add(line);
  }

  onInstructionBefore(): void {
    // A launch that faulted has not reported its end.
    this.finish();
  }

  onInstructionAfter(): void {
    this.finish();
  }

  accessed(_wavefront: Wavefront, _pc: number, _instruction: Instruction, access: InstructionAccess): void {
    const { space, kind, lines, lineCount } = access;
    if (space === 'lds') return;
    for (let n = 0; n < lineCount; n++) this.note(lines[n]!, kind);
  }

  private finish(): void {
    for (const line of this.lines) this.note(line, this.kind);
    this.lines.clear();
  }

  private note(line: number, kind: AccessKind): void {
    for (const map of this.maps) map.note(line, kind);
  }

  get observations(): readonly BufferMap[] {
    this.finish();
    return this.maps.map(({ map }) => map);
  }
}
