// Detection of a paused launch: every resident wavefront returns to the same state repeatedly while nothing is written.
// Then each waits for another one, or for a program, which has some seconds to write.

import { crc32 } from 'node:zlib';
import { describeWavefront } from '../../emulator/describe.js';
import type { InstructionAccess } from '../../emulator/execution-sink.js';
import { groupTotal } from '../../emulator/launch.js';
import { VGPR_BYTES, WORD } from '../../emulator/state.js';
import type { Wavefront } from '../../emulator/wavefront.js';
import type { WorkGroup } from '../../emulator/workgroup.js';
import { effectsOf } from '../../isa/effects.js';
import type { Instruction } from '../../isa/instruction.js';
import { required } from '../../util/required.js';

/** Time in which a program that runs beside its kernels has to write the values that they wait for. */
const STALL_TIMEOUT_MS = 5000;
/** Work-groups that are described. */
const NAMED = 4;

/** Remembered state of a wavefront (Brent's cycle detection keeps the one at a power of two). */
interface PausedMemory {
  state: string;
  /** Instructions that it had executed then. */
  executed: number;
  looks: number;
  next: number;
  repeated: boolean;
}

function stateOf({ u, workGroup, status }: Wavefront): string {
  const words = (from: number, to: number): Uint8Array =>
    new Uint8Array(u.buffer, u.byteOffset + 4 * from, 4 * (to - from));
  const vgprs = words(0, Math.min((workGroup.launch.vgprs * VGPR_BYTES) / 4, WORD.scalars));
  const scalars = words(WORD.scalars, WORD.end);
  // Two sums, one of them over the other order: 64 bits.
  return `${status} ${crc32(scalars, crc32(vgprs))} ${crc32(vgprs, crc32(scalars))}`;
}

/** The old value of such an atomic is part of the state, which repeats only if memory does. */
const returnsOldValue = (instruction: Instruction): boolean =>
  instruction.fields['glc'] !== 0 && effectsOf(instruction).writes.some(({ bank }) => bank === 'vgpr');

export class RecorderPause {
  private readonly groups = new Set<WorkGroup>();
  private memories = new Map<Wavefront, PausedMemory>();
  private begun = 0;
  /** Set if a write, a begin or an end has occurred since the last check. */
  private moved = true;
  private sinceMs = 0;

  /** @param nowMs a clock, for tests */
  constructor(private readonly nowMs: () => number = () => performance.now()) {}

  started(group: WorkGroup): void {
    this.groups.add(group);
    this.begun++;
    this.moved = true;
  }

  ended(group: WorkGroup): void {
    this.groups.delete(group);
    this.moved = true;
  }

  accessed(instruction: Instruction, kind: InstructionAccess['kind']): void {
    if (kind === 'load' || this.moved) return;
    if (kind === 'store' || !returnsOldValue(instruction)) this.moved = true;
  }

  /** Looks once. @returns what is waited for, when nothing has moved for long */
  look(): string | undefined {
    const now = this.nowMs();
    if (this.moved) {
      this.moved = false;
      this.memories = new Map();
      this.sinceMs = now;
      return undefined;
    }
    const waiting = [...this.groups].flatMap(({ wavefronts }) => wavefronts.filter(({ status }) => status !== 'ended'));
    // Those at a barrier wait for others.
    const running = waiting.filter(({ status }) => status === 'running');
    const repeated = running.map((wavefront) => this.repeats(wavefront)).every((each) => each);
    return running.length > 0 && repeated && now - this.sinceMs >= STALL_TIMEOUT_MS ? this.describe() : undefined;
  }

  private repeats(wavefront: Wavefront): boolean {
    const memory = this.memories.get(wavefront) ?? { state: '', executed: 0, looks: 0, next: 1, repeated: false };
    this.memories.set(wavefront, memory);
    if (memory.repeated) return true;
    const state = stateOf(wavefront);
    // Between two looks it may not have had a turn.
    memory.repeated = state === memory.state && wavefront.executed > memory.executed;
    if (++memory.looks === memory.next) {
      [memory.state, memory.executed] = [state, wavefront.executed];
      memory.next *= 2;
    }
    return memory.repeated;
  }

  private describe(): string {
    const groups = [...this.groups];
    const { launch } = required(groups[0], 'group');
    const left = groupTotal(launch) - this.begun;
    const lines = groups
      .slice(0, NAMED)
      .flatMap(({ id, wavefronts }) => [
        `work-group (${id.join(', ')}):`,
        ...wavefronts.map((wavefront) => `  ${describeWavefront(wavefront)}`),
      ]);
    if (groups.length > NAMED) lines.push(`and ${groups.length - NAMED} more work-groups`);
    if (left > 0)
      lines.push(`${left} work-groups have not begun: the number of resident work-groups is limited during recording`);
    return [
      `kernel ${launch.kernel} is in a deadlock: its wavefronts repeat the same states, and nothing is written`,
      ...lines,
    ].join('\n');
  }
}
