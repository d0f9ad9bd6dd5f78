// Undefined bits of a wavefront's registers, with the load that they come from. Most wavefronts never have any: then no
// state is kept. The initial state of a wavefront, and registers that have not been written, count as defined:
// compilers read them where the value does not matter.

import { VGPR_COUNT, VGPR_WORDS } from '../emulator/state.js';
import { SCALAR_FILE_SIZE } from '../isa/instruction.js';

/** A load of unwritten bytes. */
export interface UndefinedOrigin {
  readonly pc: number;
  readonly lane: number;
  readonly space: 'global' | 'local' | 'private';
  readonly address: number;
  readonly bytes: number;
}

export class UndefinedRegisters {
  /** Set if any bit is undefined. */
  live = false;
  /** The last load that gave something undefined. */
  origin: UndefinedOrigin | undefined;
  private vgprs: Uint32Array | undefined;
  private readonly scalars = new Uint32Array(SCALAR_FILE_SIZE);
  scc = false;
  /** Words that have an undefined bit. */
  private count = 0;

  restart(): void {
    if (!this.live) return;
    this.vgprs?.fill(0);
    this.scalars.fill(0);
    this.scc = false;
    this.live = false;
    this.count = 0;
  }

  vgpr(register: number, lane: number): number {
    return this.vgprs?.[register * VGPR_WORDS + lane] ?? 0;
  }

  scalar(index: number): number {
    return this.scalars[index] ?? 0;
  }

  setVgpr(register: number, lane: number, bits: number): void {
    if (register >= VGPR_COUNT) return;
    if (!this.vgprs) {
      if (bits === 0) return;
      this.vgprs = new Uint32Array(VGPR_COUNT * VGPR_WORDS);
    }
    this.put(this.vgprs, register * VGPR_WORDS + lane, bits);
  }

  setScalar(index: number, bits: number): void {
    if (index < SCALAR_FILE_SIZE) this.put(this.scalars, index, bits);
  }

  setScc(undefinedBit: boolean): void {
    if (undefinedBit !== this.scc) this.count += undefinedBit ? 1 : -1;
    this.scc = undefinedBit;
    this.live = this.count > 0;
  }

  private put(words: Uint32Array, at: number, bits: number): void {
    const before = words[at]!;
    words[at] = bits;
    this.count += Number(bits !== 0) - Number(before !== 0);
    this.live = this.count > 0;
  }
}
