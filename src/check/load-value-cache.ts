// Ordinary loads that begin a loop of compare-and-swap: `old = *p; do old = atomicCAS(p, assumed = old, ...) while (old
// != assumed)`, as compilers make atomics of floats. Such a load is checked by the atomic behind it, and counts as part
// of it. It is known by what happens: a work-item compares a place with the value that it has loaded there.

import type { MemoryAccess } from '../emulator/probes.js';
import { VGPR_WORDS } from '../emulator/state.js';
import type { Wavefront } from '../emulator/wavefront.js';
import type { Instruction } from '../isa/instruction.js';
import { comparesData } from '../isa/traits.js';

/** Dwords that lanes have loaded and that are remembered: a power of two. */
const SLOTS = 4096;
const WAVES = 32;

/** Comparand of a compare-and-swap. */
export interface LoadComparison {
  /** The first VGPR. */
  readonly register: number;
  readonly dwords: number;
}

/** Undefined for other instructions. */
export function comparisonOf({ def, operands }: Instruction): LoadComparison | undefined {
  const atomic = def.semantics.find((statement) => statement.kind === 'atomic');
  if (atomic?.kind !== 'atomic' || !comparesData(atomic.fn)) return undefined;
  const dwords = atomic.bits / 32;
  const isLocal = atomic.space === 'lds';
  const data = isLocal ? operands['DATA0'] : (operands['DATA'] ?? operands['VDATA']);
  if (data?.kind !== 'vgpr') return undefined;
  // In LDS it has a register of its own; elsewhere it comes behind the new value.
  return { register: data.index + (isLocal ? 0 : dwords), dwords };
}

export class LoadValueCache {
  private readonly keys = new Float64Array(SLOTS);
  private readonly values = new Uint32Array(SLOTS);
  private readonly numbers = new Uint32Array(SLOTS);
  /** Work-group, in the order of their starts. */
  private readonly groups = new Uint32Array(SLOTS);
  private group = 0;
  private last = 0;
  /** Instructions that are such loads, by number (LaunchView). */
  private readonly loadNumbers = new Set<number>();

  /** @param onWitness called with the number of an instruction that is one */
  constructor(private readonly onWitness: (number: number) => void) {}

  /** Another launch. */
  launch(): void {
    this.loadNumbers.clear();
  }

  groupStart(): void {
    this.group = this.last = (this.last + 1) >>> 0;
  }

  /** A number by which the work-group that runs can continue later. */
  get turn(): number {
    return this.group;
  }

  resume(turn: number): void {
    this.group = turn;
  }

  has(number: number): boolean {
    return this.loadNumbers.has(number);
  }

  /** Before a load of whole dwords. */
  load(w: Wavefront, number: number, { lane, address, size }: MemoryAccess, isLocal: boolean): void {
    if ((address | size) & 3) return;
    const from = isLocal ? w.workGroup.ldsBase : 0;
    for (let at = address; at < address + size; at += 4) {
      const slot = slotOf(at, lane);
      this.keys[slot] = keyOf(w, at, lane, isLocal);
      this.values[slot] = w.memory.u32[(from + at) >>> 2]!;
      this.numbers[slot] = number;
      this.groups[slot] = this.group;
    }
  }

  /** Before a compare-and-swap. */
  swap(w: Wavefront, { register, dwords }: LoadComparison, { lane, address }: MemoryAccess, isLocal: boolean): void {
    // A place that all lanes name may have been loaded by a scalar instruction.
    const number = this.loadedBy(w, register, dwords, address, lane, lane, isLocal);
    const load = number < 0 ? this.loadedBy(w, register, dwords, address, lane, -1, isLocal) : number;
    if (load < 0 || this.loadNumbers.has(load)) return;
    this.loadNumbers.add(load);
    this.onWitness(load);
  }

  private loadedBy(
    w: Wavefront,
    register: number,
    dwords: number,
    address: number,
    lane: number,
    loader: number,
    isLocal: boolean,
  ): number {
    let number = -1;
    for (let i = 0; i < dwords; i++) {
      const at = address + 4 * i;
      const slot = slotOf(at, loader);
      if (this.keys[slot] !== keyOf(w, at, loader, isLocal) || this.groups[slot] !== this.group) return -1;
      if (this.values[slot] !== w.u[VGPR_WORDS * (register + i) + lane]) return -1;
      number = this.numbers[slot]!;
    }
    return number;
  }
}

/** Never 0. */
const keyOf = ({ index }: Wavefront, address: number, lane: number, isLocal: boolean): number =>
  ((2 * address + (isLocal ? 1 : 0)) * WAVES + index) * 2 * VGPR_WORDS + lane + 2;

const slotOf = (address: number, lane: number): number =>
  ((address >>> 2) ^ (address >>> 14) ^ (lane << 6)) & (SLOTS - 1);
