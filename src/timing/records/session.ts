// Records launches of one guest, which come one after the other, each into a file of its own.

import type { LaunchDescriptor } from '../../emulator/launch.js';
import { groupTotal } from '../../emulator/launch.js';
import type { GpuMemory } from '../../emulator/memory.js';
import type { Probe } from '../../emulator/probes.js';
import { WAVEFRONTS_PER_UNIT } from '../../emulator/state.js';
import { wavefrontsPerGroup } from '../../emulator/wavefronts.js';
import { isaIfKnown } from '../../isa/isas.js';
import type { DebugInfo } from '../../source/debug-info.js';
import { required } from '../../util/required.js';
import type { RecordedSource, TimingRecord } from './format.js';
import { BlockRecorder } from './recorder.js';
import { RecorderPause } from './recorder-pause.js';
import { RecordWriter } from './writer.js';

function sourceOf({ lines, sources }: DebugInfo): RecordedSource {
  const names = [...new Set(lines.map(({ file }) => file))];
  const files = names.map((name) => {
    const text = sources.get(name);
    return { name, ...(text === undefined ? {} : { text }) };
  });
  return { files, lines: lines.map(({ pc, file, line }) => [pc, names.indexOf(file), line] as const) };
}

/** Properties for a model of a launch that begins. */
export function describeRecorded(launch: LaunchDescriptor, { u32 }: GpuMemory, debug?: DebugInfo): TimingRecord {
  const { kernel, isa, codeAddress, codeBytes, entry, vgprs, sgprs, ldsBytes } = launch;
  const code = launch.code ?? u32.slice(codeAddress / 4, (codeAddress + codeBytes) / 4);
  return {
    kernel,
    isa,
    code,
    entry: (entry - codeAddress) / 4,
    ...(isaIfKnown(isa)?.timing?.registersOf?.(code) ?? { vgprs, sgprs }),
    ldsBytes,
    groups: groupTotal(launch),
    wavefronts: wavefrontsPerGroup(launch),
    ...(debug && debug.lines.length > 0 ? { source: sourceOf(debug) } : {}),
  };
}

/** Work-groups that wait for one another are on a chip at the same time: as many as a unit's memory has room for. */
const RESIDENTS = WAVEFRONTS_PER_UNIT;

export class SessionRecords {
  /** To be attached to the engine; it stays the same, what it passes on to changes with each launch. */
  readonly probe: Probe;
  private recorder: BlockRecorder | undefined;
  private writer: RecordWriter | undefined;
  private standstill: RecorderPause | undefined;

  /** @param failed called with the reason when records of a launch are given up; the launch continues */
  constructor(private readonly failed: (error: unknown) => void) {
    this.probe = {
      residents: RESIDENTS,
      onWorkGroupStart: (group) => {
        this.standstill?.started(group);
        this.attempt((recorder) => recorder.onWorkGroupStart(group));
      },
      onWorkGroupEnd: (group) => {
        this.standstill?.ended(group);
        this.attempt((recorder) => recorder.onWorkGroupEnd(group));
      },
      onInstructionBefore: () => this.recorder?.onInstructionBefore(),
      onInstructionAfter: (w, pc, instruction) =>
        this.attempt((recorder) => recorder.onInstructionAfter(w, pc, instruction)),
      onMemory: (w, pc, instruction, access) => {
        this.standstill?.accessed(instruction, access.kind);
        this.recorder?.onMemory(w, pc, instruction, access);
      },
      sink: {
        wentTo: (w, pc) => this.attempt((recorder) => recorder.wentTo(w, pc)),
        execBecame: (w, low, high) => this.attempt((recorder) => recorder.execBecame(w, low, high)),
        accessed: (w, pc, instruction, access) => {
          this.standstill?.accessed(instruction, access.kind);
          this.attempt((recorder) => recorder.accessed(w, pc, instruction, access));
        },
      },
    };
  }

  /** @param fd a new file, of which the caller takes care */
  begin(fd: number, file: string, launch: LaunchDescriptor, memory: GpuMemory, debug?: DebugInfo): void {
    this.writer = new RecordWriter(fd, file, describeRecorded(launch, memory, debug));
    this.recorder = new BlockRecorder(this.writer);
    this.standstill = new RecorderPause();
  }

  /** A slice of the launch is over. Says why the launch will never be, if that is known. */
  stuck(): string | undefined {
    return this.standstill?.look();
  }

  /** The launch is over. Says whether there are records of it. */
  end(): boolean {
    this.attempt(() => required(this.writer, 'writer').finish());
    const complete = this.recorder !== undefined;
    this.recorder = this.writer = this.standstill = undefined;
    return complete;
  }

  private attempt(action: (recorder: BlockRecorder) => void): void {
    if (!this.recorder) return;
    try {
      action(this.recorder);
    } catch (error) {
      this.recorder = this.writer = undefined;
      this.failed(error);
    }
  }
}
