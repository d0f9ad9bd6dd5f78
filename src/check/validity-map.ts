// Validity of the bytes of global, local and private memory, for the kernels of one guest.

import { SCRATCH_BASE } from '../abi/memory-map.js';
import type { GpuMemory } from '../emulator/memory.js';
import type { MemoryAccess } from '../emulator/probes.js';
import { scratchBytesPerWavefront } from '../emulator/wavefronts.js';
import type { WorkGroup } from '../emulator/workgroup.js';
import type { HostMemoryState } from './host-memory-state.js';
import { ShadowFlags, type ShadowMemory } from './shadow-memory.js';

export class ValidityMap {
  private readonly local = new ShadowFlags();
  private readonly scratch = new ShadowFlags();

  /** @param global memory as the program has reported it, with the later writes of kernels */
  constructor(
    private readonly global: ShadowMemory,
    private readonly hostMemory: Pick<HostMemoryState, 'marked'>,
  ) {}

  /** Local and private memory hold nothing then. */
  groupStart({ launch, wavefronts }: WorkGroup): void {
    if (launch.ldsBytes > 0) this.local.restart(launch.ldsBytes);
    if (launch.scratchBytesPerLane === 0) return;
    const bytes = scratchBytesPerWavefront(launch);
    this.scratch.restart((Math.max(...wavefronts.map(({ slot }) => slot)) + 1) * bytes);
  }

  /** Gives what puts back what a work-group has written of its own memory. */
  park(): () => void {
    const [local, scratch] = [this.local.copy(), this.scratch.copy()];
    return () => {
      this.local.restore(local);
      this.scratch.restore(scratch);
    };
  }

  store({ address, size }: MemoryAccess, isLocal: boolean, isScratch: boolean): void {
    if (isLocal) this.local.set(address, size, true);
    else if (isScratch) this.scratch.set(address - SCRATCH_BASE, size, true);
    else this.global.set(address, size, true);
  }

  /** The unwritten bits of a load; of two dwords in one. */
  undefinedBits(memory: GpuMemory, address: number, size: number, isLocal: boolean, isScratch: boolean): number {
    const from = isLocal ? this.local : isScratch ? this.scratch : this.global;
    const at = isScratch ? address - SCRATCH_BASE : address;
    if (from.has(at, size)) return 0;
    if (from === this.global) this.hostMemory.marked?.look(memory, address, size);
    let mask = 0;
    for (let i = 0; i < size; i++) if (!from.one(at + i)) mask |= 0xff << (8 * (i & 3));
    return mask >>> 0;
  }

  /** Something of which these bits are undefined has been stored. */
  spoil(space: 'global' | 'lds', address: number, bits: number, mask: bigint): void {
    for (let i = 0; i < bits / 8; i++) {
      if (((mask >> BigInt(8 * i)) & 0xffn) !== 0xffn) continue;
      const at = address + i;
      if (space === 'lds') this.local.set(at, 1, false);
      else if (at >= SCRATCH_BASE && at < SCRATCH_BASE + 2 ** 29) this.scratch.set(at - SCRATCH_BASE, 1, false);
      else this.global.set(at, 1, false);
    }
  }
}
