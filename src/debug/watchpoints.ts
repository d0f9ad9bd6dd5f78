// Watched memory: a piece of a buffer or of LDS, and what touches it.

import type { Wavefront } from '../emulator/wavefront.js';
import type { Instruction } from '../isa/instruction.js';
import { type AccessGroup, accessesOf } from './memory-accesses.js';
import { hex32 } from './numbers.js';
import { knownEffects } from './operand-values.js';

export interface Watchpoint {
  readonly number: number;
  readonly on: 'write' | 'read' | 'access';
  readonly space: 'memory' | 'lds';
  /** Offset in GPU memory, or in the LDS of every work-group. */
  readonly start: number;
  /** Bytes. */
  readonly size: number;
  /** As the person has named it. */
  readonly text: string;
  hits: number;
}

/** What an instruction is going to do to watched memory. */
export interface WatchHit {
  readonly watch: Watchpoint;
  readonly kind: AccessGroup['kind'];
  /** The lowest lane that does; -1 for a scalar access. */
  readonly lane: number;
  readonly address: number;
}

const MATCHES: Readonly<Record<Watchpoint['on'], readonly AccessGroup['kind'][]>> = {
  write: ['store', 'atomic'],
  read: ['load', 'atomic'],
  access: ['load', 'store', 'atomic'],
};

export class Watchpoints {
  private list: Watchpoint[] = [];

  get all(): readonly Watchpoint[] {
    return this.list;
  }

  add(watch: Omit<Watchpoint, 'hits'>): Watchpoint {
    const added = { ...watch, hits: 0 };
    this.list.push(added);
    return added;
  }

  /** @returns whether there was one */
  delete(number: number): boolean {
    const before = this.list.length;
    this.list = this.list.filter((watch) => watch.number !== number);
    return this.list.length < before;
  }

  clear(): void {
    this.list = [];
  }

  /** Looks at an instruction before it is executed. */
  touchedBy(wavefront: Wavefront, instruction: Instruction): WatchHit | undefined {
    if (this.list.length === 0 || knownEffects(instruction).memory === 'none') return undefined;
    for (const group of accessesOf(wavefront.memory, wavefront, instruction))
      for (const watch of this.list) {
        const hit = hitOf(watch, group);
        if (hit) return hit;
      }
    return undefined;
  }
}

function hitOf(watch: Watchpoint, group: AccessGroup): WatchHit | undefined {
  const { kind, space, bits, mask, addresses, scalar } = group;
  if (!MATCHES[watch.on].includes(kind) || (space === 'lds') !== (watch.space === 'lds')) return undefined;
  for (let lane = 0; lane < addresses.length; lane++) {
    const address = addresses[lane]!;
    if (((mask >> BigInt(lane)) & 1n) === 0n) continue;
    if (address < watch.start + watch.size && address + bits / 8 > watch.start)
      return { watch, kind, lane: scalar ? -1 : lane, address };
  }
  return undefined;
}

/** `watchpoint 2  a[5]: store by lane 3 at 0x40001014`. */
export function hitText({ watch, kind, lane, address }: WatchHit): string {
  const who = lane < 0 ? 'scalar' : `by lane ${lane}`;
  return `watchpoint ${watch.number}  ${watch.text}: ${kind} ${who} at ${hex32(address)}`;
}

/** `2  watch a[5], 4 bytes at 0x40001014, 1 hit`. */
export function watchText({ number, on, space, start, size, text, hits }: Watchpoint): string {
  const where = `${size} byte${size === 1 ? '' : 's'} ${space === 'lds' ? 'of LDS ' : ''}at ${hex32(start)}`;
  return `${number}  ${on} ${text}, ${where}, ${hits} hit${hits === 1 ? '' : 's'}`;
}
