// The runtime of an observed interpreter: every access of memory is shown to the probe before it happens.

import type { Instruction } from '../../isa/instruction.js';
import type { Quad } from '../access.js';
import type { AccessKind } from '../access-kind.js';
import { type GpuMemory, PERMISSION } from '../memory.js';
import type { MemoryAccess, Probe } from '../probes.js';
import type { Wavefront } from '../wavefront.js';
import { Runtime } from './runtime.js';

export class ObservedRuntime extends Runtime {
  private wavefront!: Wavefront;
  private pc = 0;
  private instruction!: Instruction;
  private readonly access: MemoryAccess = {
    space: 'global',
    kind: 'load',
    lane: 0,
    address: 0,
    size: 0,
    value: 0,
    high: 0,
  };

  constructor(
    memory: GpuMemory,
    private readonly probe: Probe,
  ) {
    super(memory);
  }

  /** Names the instruction to which the following accesses belong. */
  begin(wavefront: Wavefront, pc: number, instruction: Instruction): void {
    this.wavefront = wavefront;
    this.pc = pc;
    this.instruction = instruction;
  }

  private show(kind: AccessKind, lane: number, address: number, size: number, space: MemoryAccess['space']): void {
    const { access } = this;
    access.space = space;
    access.kind = kind;
    access.lane = lane;
    access.address = address;
    access.size = size;
    this.probe.onMemory?.(this.wavefront, this.pc, this.instruction, access);
  }

  private writes(value: number, high = 0): void {
    this.access.value = value;
    this.access.high = high;
  }

  override globalStore8(w: Wavefront, lane: number, low: number, high: number, value: number): void {
    this.writes(value);
    super.globalStore8(w, lane, low, high, value);
  }
  override globalStore16(w: Wavefront, lane: number, low: number, high: number, value: number): void {
    this.writes(value);
    super.globalStore16(w, lane, low, high, value);
  }
  override globalStore32(w: Wavefront, lane: number, low: number, high: number, value: number): void {
    this.writes(value);
    super.globalStore32(w, lane, low, high, value);
  }
  override globalStore64(w: Wavefront, lane: number, low: number, high: number, first: number, second: number): void {
    this.writes(first, second);
    super.globalStore64(w, lane, low, high, first, second);
  }
  /** Shown as what the instruction says: one dword after the other. */
  override globalPair(w: Wavefront, lane: number, low: number, high: number): number {
    for (const distance of [0, 4]) this.check(lane, low + distance, high, 4, PERMISSION.read);
    return super.globalPair(w, lane, low, high);
  }
  override setGlobalPair(w: Wavefront, lane: number, low: number, high: number, first: number, second: number): void {
    this.writes(first);
    this.check(lane, low, high, 4, PERMISSION.write);
    this.writes(second);
    this.check(lane, low + 4, high, 4, PERMISSION.write);
    super.setGlobalPair(w, lane, low, high, first, second);
  }
  override globalQuad(w: Wavefront, lane: number, low: number, high: number): number {
    for (const distance of [0, 4, 8, 12]) this.check(lane, low + distance, high, 4, PERMISSION.read);
    return super.globalQuad(w, lane, low, high);
  }
  override setGlobalQuad(w: Wavefront, lane: number, low: number, high: number, ...words: Quad): void {
    words.forEach((word, index) => {
      this.writes(word);
      this.check(lane, low + 4 * index, high, 4, PERMISSION.write);
    });
    super.setGlobalQuad(w, lane, low, high, ...words);
  }
  override ldsStore8(w: Wavefront, lane: number, offset: number, high: number, value: number): void {
    this.writes(value);
    super.ldsStore8(w, lane, offset, high, value);
  }
  override ldsStore16(w: Wavefront, lane: number, offset: number, high: number, value: number): void {
    this.writes(value);
    super.ldsStore16(w, lane, offset, high, value);
  }
  override ldsStore32(w: Wavefront, lane: number, offset: number, high: number, value: number): void {
    this.writes(value);
    super.ldsStore32(w, lane, offset, high, value);
  }
  override ldsStore64(w: Wavefront, lane: number, offset: number, high: number, first: number, second: number): void {
    this.writes(first, second);
    super.ldsStore64(w, lane, offset, high, first, second);
  }
  override check(lane: number, low: number, high: number, bytes: number, permission: number): number {
    const address = super.check(lane, low, high, bytes, permission);
    if (address < 0) return address;
    const kind = permission === 1 ? 'load' : permission === 2 ? 'store' : 'atomic';
    this.show(kind, lane, address, bytes, lane < 0 ? 'smem' : 'global');
    return address;
  }

  protected override lds(w: Wavefront, offset: number, bytes: number, kind: AccessKind, lane: number): number {
    const address = super.lds(w, offset, bytes, kind, lane);
    this.show(kind, lane, offset >>> 0, bytes, 'lds');
    return address;
  }
}
