// Launches that need more work-groups at once than the chip holds: all resident ones wait for one that cannot begin.
// A work-group waits where its wavefronts repeat a state (registers, memory) at a load: it continues only if others
// change memory. While all that the chip holds wait, further ones begin, whose stores show what the others wait for.

import { groupTotal } from '../emulator/launch.js';
import type { MemoryAccess } from '../emulator/probes.js';
import { VGPR_WORDS, WORD } from '../emulator/state.js';
import type { Wavefront } from '../emulator/wavefront.js';
import type { WorkGroup } from '../emulator/workgroup.js';
import type { Instruction } from '../isa/instruction.js';
import type { LaunchView } from './launch-view.js';

/** A load of a wavefront that waits. */
export interface WaitingRead {
  readonly pc: number;
  readonly instruction: Instruction;
  /** Number of the work-group. */
  readonly group: number;
  readonly wavefront: number;
  readonly lane: number;
  readonly address: number;
}

/** Receiver of the findings. */
export interface ResidencyReports {
  residency(read: WaitingRead, writer: Wavefront, residents: number): void;
}

/** The state of a wavefront at a load, and what changed memory until then. */
interface Snapshot {
  pc: number;
  vgprs: Uint32Array;
  words: Uint32Array;
  changes: number;
  /** Loads since the first one of the turn, and of how many of them the snapshot is renewed. */
  loads: number;
  renewal: number;
  repeats: boolean;
}

/** A place in memory that an instruction may change, and what it held. */
interface WrittenPlace {
  readonly address: number;
  readonly bytes: Uint8Array;
  readonly isGlobal: boolean;
}

/**
 * Turns of each resident work-group without one that begins or ends until the limit is given up: a spin that counts its
 * tries never repeats a state, and ends here as it does without the check.
 */
const MAX_TURNS_WITHOUT_PROGRESS = 256;

/** Addresses that are remembered of what a work-group reads while it repeats a state. */
const MAX_READS = 64;

const equalWords = (a: Uint32Array, b: Uint32Array): boolean => {
  for (let n = 0; n < a.length; n++) if (a[n] !== b[n]) return false;
  return true;
};

export class ResidencyCheck {
  /** Work-groups that may have begun without having ended. */
  maxBegun = Number.POSITIVE_INFINITY;
  private residents = 0;
  private view!: LaunchView;
  /** Set once a work-group has been preempted: before, none is known to wait. */
  private isActive = false;
  private turnsWithoutProgress = 0;
  /** Changes of memory, of any kind, and of memory that other work-groups see. */
  private changes = 0;
  private globalChanges = 0;
  private readonly begun = new Set<number>();
  /** By work-group that waits: the number of global changes then, and what it reads meanwhile. */
  private readonly waiting = new Map<number, { readonly at: number; readonly reads: readonly WaitingRead[] }>();
  private snapshots = new Map<number, Snapshot>();
  private reads = new Map<number, WaitingRead>();
  private writes: WrittenPlace[] = [];
  private pc = 0;
  private instruction!: Instruction;
  /** By address: what all resident work-groups wait for, and which these are. */
  private awaited: ReadonlyMap<number, WaitingRead> | undefined;
  private readonly heldGroups = new Set<number>();

  constructor(private readonly reports: ResidencyReports) {}

  launch(view: LaunchView, residents: number): void {
    this.view = view;
    this.residents = residents;
    this.maxBegun = groupTotal(view.launch) > residents ? residents : Number.POSITIVE_INFINITY;
    this.isActive = false;
    this.awaited = undefined;
    this.turnsWithoutProgress = 0;
    for (const collection of [this.begun, this.waiting, this.heldGroups]) collection.clear();
    this.beginTurn();
  }

  private beginTurn(): void {
    this.snapshots = new Map();
    this.reads = new Map();
    this.writes = [];
  }

  groupStart({ number }: WorkGroup): void {
    if (this.maxBegun === Number.POSITIVE_INFINITY) return;
    this.begun.add(number);
    this.turnsWithoutProgress = 0;
    this.beginTurn();
  }

  groupEnd({ number }: WorkGroup): void {
    this.begun.delete(number);
    this.waiting.delete(number);
    this.turnsWithoutProgress = 0;
  }

  /** The work-group that runs leaves its place. */
  park(): void {
    if (this.maxBegun !== Number.POSITIVE_INFINITY) this.isActive = true;
    if (++this.turnsWithoutProgress > this.residents * MAX_TURNS_WITHOUT_PROGRESS) {
      this.maxBegun = Number.POSITIVE_INFINITY;
      this.isActive = false;
    }
    this.beginTurn();
  }

  /** Before an instruction. @param quiet it touches no memory */
  before(w: Wavefront, pc: number, instruction: Instruction, quiet: boolean): void {
    if (!this.isActive || quiet) return;
    this.pc = pc;
    this.instruction = instruction;
    if (!this.awaited) this.compare(w, pc);
  }

  private compare(w: Wavefront, pc: number): void {
    const { u, index } = w;
    const earlier = this.snapshots.get(index);
    const vgprs = u.subarray(0, VGPR_WORDS * this.view.launch.vgprs);
    const words = u.subarray(WORD.scalars, WORD.end);
    if (!earlier) {
      const snapshot = { pc, vgprs: vgprs.slice(), words: words.slice(), changes: this.changes, repeats: false };
      this.snapshots.set(index, { ...snapshot, loads: 0, renewal: 1 });
      return;
    }
    const isSame = earlier.changes === this.changes && earlier.pc === pc;
    if (isSame && equalWords(earlier.words, words) && equalWords(earlier.vgprs, vgprs)) earlier.repeats = true;
    if (++earlier.loads < earlier.renewal) return;
    earlier.renewal *= 2;
    earlier.pc = pc;
    earlier.vgprs.set(vgprs);
    earlier.words.set(words);
    earlier.changes = this.changes;
  }

  /** An access is about to happen. */
  access(w: Wavefront, access: MemoryAccess, isLocal: boolean, isScratch: boolean): void {
    if (!this.isActive) return;
    const { kind, lane, size } = access;
    const isGlobal = !isLocal && !isScratch;
    const address = isLocal ? w.workGroup.ldsBase + access.address : access.address;
    if (kind !== 'load') this.writes.push({ address, bytes: w.memory.u8.slice(address, address + size), isGlobal });
    if (kind === 'store' || !isGlobal || this.awaited || this.reads.size >= MAX_READS) return;
    const { pc, instruction } = this;
    const read = { pc, instruction, group: w.workGroup.number, wavefront: w.index, lane, address };
    if (!this.reads.has(address)) this.reads.set(address, read);
  }

  /** Behind an instruction: whether it has changed memory. */
  after(w: Wavefront): void {
    if (this.writes.length === 0) return;
    for (const { address, bytes, isGlobal } of this.writes) {
      if (bytes.every((byte, n) => w.memory.u8[address + n] === byte)) continue;
      this.changes++;
      if (!isGlobal) continue;
      this.globalChanges++;
      this.written(w, address, bytes.length);
    }
    this.writes = [];
  }

  /** A work-group has changed memory: those that the chip holds may have waited for one that it does not. */
  private written(w: Wavefront, address: number, size: number): void {
    if (!this.awaited || this.heldGroups.has(w.workGroup.number)) return;
    for (const read of this.awaited.values()) {
      if (read.address + 4 <= address || read.address >= address + size) continue;
      this.reports.residency(read, w, this.residents);
      this.isActive = false;
      return;
    }
  }

  /** True if the running work-group waits for others. */
  isWaiting({ number, wavefronts }: WorkGroup): boolean {
    if (!this.isActive || this.awaited) return false;
    const waits = wavefronts.every(({ status, index }) => status !== 'running' || this.repeats(index));
    if (!waits || !wavefronts.some(({ status }) => status === 'running')) {
      this.waiting.delete(number);
      return false;
    }
    this.waiting.set(number, { at: this.globalChanges, reads: [...this.reads.values()] });
    this.settle();
    return true;
  }

  private repeats(wavefront: number): boolean {
    const snapshot = this.snapshots.get(wavefront);
    return snapshot?.repeats === true && snapshot.changes === this.changes;
  }

  /** Once all that the chip holds wait for others, others begin. */
  private settle(): void {
    if (this.begun.size < this.residents) return;
    for (const number of this.begun) if (this.waiting.get(number)?.at !== this.globalChanges) return;
    const reads = [...this.waiting.values()].flatMap((each) => each.reads);
    this.awaited = new Map(reads.map((read) => [read.address, read]));
    for (const number of this.begun) this.heldGroups.add(number);
    this.maxBegun = Number.POSITIVE_INFINITY;
  }
}
