// Watched memory: a piece of a buffer or of LDS, and what touches it.

import type { Wavefront } from '../emulator/wavefront.js';
import type { Instruction } from '../isa/instruction.js';
import { required } from '../util/required.js';
import type { BreakCondition } from './condition.js';
import type { HitCondition } from './hit-condition.js';
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
  /** Looked at before the access, in the lane that makes it. */
  readonly condition?: BreakCondition;
  /** At which of its hits; all others go by. */
  when?: HitCondition;
  /** Accesses for which the condition holds, whether they stopped or not: one for each instruction of a wavefront. */
  hits: number;
}

/** Access of the next instruction to watched memory. */
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

  /** Looks at an instruction before it is executed: counts what it touches, and gives the first that it stops at. */
  touchedBy(wavefront: Wavefront, instruction: Instruction): WatchHit | undefined {
    if (this.list.length === 0 || knownEffects(instruction).memory === 'none') return undefined;
    const groups = accessesOf(wavefront.memory, wavefront, instruction);
    let stops: WatchHit | undefined;
    for (const watch of this.list) {
      const hit = firstHit(watch, groups, wavefront);
      if (!hit) continue;
      watch.hits++;
      if (!watch.when || watch.when.holds(watch.hits)) stops ??= hit;
    }
    return stops;
  }
}

function firstHit(watch: Watchpoint, groups: readonly AccessGroup[], wavefront: Wavefront): WatchHit | undefined {
  for (const group of groups) {
    const hit = hitOf(watch, group, wavefront);
    if (hit) return hit;
  }
  return undefined;
}

function hitOf(watch: Watchpoint, group: AccessGroup, wavefront: Wavefront): WatchHit | undefined {
  const { kind, space, bits, mask, addresses, scalar } = group;
  if (!MATCHES[watch.on].includes(kind) || (space === 'lds') !== (watch.space === 'lds')) return undefined;
  for (let lane = 0; lane < addresses.length; lane++) {
    const address = required(addresses[lane], "lane's address");
    if (((mask >> BigInt(lane)) & 1n) === 0n) continue;
    if (address >= watch.start + watch.size || address + bits / 8 <= watch.start) continue;
    const { condition } = watch;
    if (!condition || (scalar ? condition.holds(wavefront) : condition.holdsIn(wavefront, lane)))
      return { watch, kind, lane: scalar ? -1 : lane, address };
  }
  return undefined;
}

/** `watchpoint 2  a[5]: store by lane 3 at 0x40001014`. */
export function hitText({ watch, kind, lane, address }: WatchHit): string {
  const accessor = lane < 0 ? 'scalar' : `by lane ${lane}`;
  return `watchpoint ${watch.number}  ${watch.text}: ${kind} ${accessor} at ${hex32(address)}`;
}

/** `2  watch a[5], 4 bytes at 0x40001014, 1 hit`. */
export function watchText({ number, on, space, start, size, text, hits, condition, when }: Watchpoint): string {
  const limits = `${condition === undefined ? '' : `, if ${condition.text}`}${when === undefined ? '' : `, ${when.text}`}`;
  const where = `${size} byte${size === 1 ? '' : 's'} ${space === 'lds' ? 'of LDS ' : ''}at ${hex32(start)}`;
  return `${number}  ${on} ${text}, ${where}${limits}, ${hits} hit${hits === 1 ? '' : 's'}`;
}
