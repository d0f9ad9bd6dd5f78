// The binary form of a trace: 8 bytes for each wave-instruction, which say where it was and what it did as a digest.
// Two traces show at which instruction two runs went different ways; the text of that one, by --trace-skip and
// --trace-count, shows the values.
//
//   bytes 0-7    'ATOLLISA'
//   bytes 8-11   version
//   bytes 12-15  0
//   then records of two little-endian words:
//     instruction  word of the code | wavefront << 24 | 0 << 28, digest
//     skipped      the same with 1 << 28: MODE says that vector instructions do nothing
//     work-group   2 << 28, number: what follows is of this one
//     launch       3 << 28, bytes: JSON of that many bytes follows, filled up with zeros to a multiple of 8
//     fault        4 << 28, bytes: a sentence follows, likewise
//     end          5 << 28, instructions: --trace-count was reached

import { describeFault, type GpuFault } from '../emulator/faults.js';
import { floatMode } from '../emulator/float-mode.js';
import type { LaunchDescriptor } from '../emulator/launch.js';
import type { Probe } from '../emulator/probes.js';
import { WORD } from '../emulator/state.js';
import { stateWord, type Wavefront } from '../emulator/wavefront.js';
import type { WorkGroup } from '../emulator/workgroup.js';
import { isVector } from '../isa/evaluate.js';
import type { Instruction } from '../isa/instruction.js';
import type { TraceBudget } from './trace-budget.js';
import { addAccesses, addWrites, Digest } from './trace-digest.js';
import type { TraceFilter } from './trace-filter.js';

export const MAGIC = 'ATOLLISA';
export const VERSION = 2;
export const HEADER_BYTES = 16;
export const RECORD_BYTES = 8;
export const KIND = { instruction: 0, skipped: 1, group: 2, launch: 3, fault: 4, end: 5 } as const;
export const KIND_SHIFT = 28;
export const WAVE_SHIFT = 24;
export const WORD_MASK = (1 << WAVE_SHIFT) - 1;

/** Contents of a launch's record. */
export interface TracedLaunch {
  /** From 1, of its guest. */
  readonly launch: number;
  readonly guest: number;
  readonly kernel: string;
  readonly isa: string;
  readonly globalSize: readonly number[];
  readonly localSize: readonly number[];
  /** Words of the code, base64; empty where they are not known, or as in the launch before. */
  readonly code: string;
}

function header(): Uint8Array {
  const bytes = Buffer.alloc(HEADER_BYTES);
  bytes.write(MAGIC, 'latin1');
  bytes.writeUInt32LE(VERSION, MAGIC.length);
  return bytes;
}

function record(kind: number, low: number, second: number): Buffer {
  const bytes = Buffer.allocUnsafe(RECORD_BYTES);
  bytes.writeUInt32LE(((kind << KIND_SHIFT) | low) >>> 0, 0);
  bytes.writeUInt32LE(second >>> 0, 4);
  return bytes;
}

function withText(kind: number, text: string): Buffer {
  const bytes = Buffer.from(text);
  const padding = Buffer.alloc(-bytes.length & (RECORD_BYTES - 1));
  return Buffer.concat([record(kind, 0, bytes.length), bytes, padding]);
}

/** Sink of all guests' probes. */
export class BinaryTraceSink {
  private started = false;
  /** Work-group and launch of the next instruction, as written to the file. */
  private group: WorkGroup['number'] | undefined;
  private launch: LaunchDescriptor | undefined;
  private code = '';

  constructor(private readonly write: (bytes: Uint8Array) => void) {}

  begin(): void {
    if (!this.started) this.write(header());
    this.started = true;
  }

  /** Begins the records of a work-group. */
  enter({ launch, number: group }: WorkGroup, launches: number, guest: number): void {
    if (launch !== this.launch) {
      const { kernel, isa, globalSize, localSize } = launch;
      const { buffer, byteOffset, byteLength } = launch.code ?? new Uint32Array(0);
      const words = Buffer.from(buffer as ArrayBuffer, byteOffset, byteLength).toString('base64');
      const code = words === this.code ? '' : words;
      this.code = words;
      const traced: TracedLaunch = { launch: launches, guest, kernel, isa, globalSize, localSize, code };
      this.write(withText(KIND.launch, JSON.stringify(traced)));
      this.launch = launch;
      this.group = undefined;
    }
    if (group !== this.group) this.write(record(KIND.group, 0, group));
    this.group = group;
  }

  instruction(kind: number, word: number, wave: number, digest: number): void {
    this.write(record(kind, (word & WORD_MASK) | (wave << WAVE_SHIFT), digest));
  }

  fault(fault: GpuFault): void {
    this.write(withText(KIND.fault, describeFault(fault)));
  }

  end(count: number): void {
    this.write(record(KIND.end, 0, count));
  }
}

export interface BinaryTraceOptions {
  readonly filter: TraceFilter;
  readonly budget: TraceBudget;
  readonly sink: BinaryTraceSink;
  readonly session: number;
}

/** A probe that writes the binary trace of one guest. */
export class BinaryTraceProbe implements Probe {
  private launch: LaunchDescriptor | undefined;
  private launches = 0;
  private digest: Digest | undefined;

  constructor(private readonly options: BinaryTraceOptions) {
    options.sink.begin();
  }

  onWorkGroupStart({ launch }: WorkGroup): void {
    if (launch !== this.launch) this.launches++;
    this.launch = launch;
  }

  onInstructionBefore(wavefront: Wavefront, pc: number, instruction: Instruction): void {
    this.digest = undefined;
    const { budget, filter, sink, session } = this.options;
    const { workGroup, index } = wavefront;
    const { launch } = workGroup;
    if (!filter.accepts({ launch, number: this.launches, wavefront, pc, instruction }) || !budget.take()) return;
    sink.enter(workGroup, this.launches, session);
    if (isVector(instruction.def) && floatMode(stateWord(wavefront.u, WORD.mode)).skipVector)
      return sink.instruction(KIND.skipped, (pc - launch.codeAddress) / 4, index, 0);
    this.digest = new Digest();
    addAccesses(this.digest, wavefront, instruction);
  }

  onInstructionAfter(wavefront: Wavefront, pc: number, instruction: Instruction): void {
    const { budget, sink } = this.options;
    if (!this.digest) return;
    addWrites(this.digest, wavefront, instruction);
    const word = (pc - wavefront.workGroup.launch.codeAddress) / 4;
    sink.instruction(KIND.instruction, word, wavefront.index, this.digest.value);
    if (budget.spent) sink.end(budget.used);
    this.digest = undefined;
  }

  onFault(fault: GpuFault): void {
    if (!this.options.budget.spent || this.digest) this.options.sink.fault(fault);
    this.digest = undefined;
  }
}
