// Accesses of the instructions of a group (lds-groups.ts): of one base, cycles of the banks of LDS for each of them.

import type { InstructionAccess } from '../../emulator/execution-sink.js';
import { VGPR_WORDS } from '../../emulator/state.js';
import { KINDS } from './accesses.js';
import {
  CONTINUES,
  GROUP,
  GROUP_HEAD,
  MASK_BYTES,
  NUMBER_AT,
  OFFSET_MASK,
  PLACE,
  PLACE_WORDS,
  TABLE,
  TABLE_HEAD,
} from './layout.js';
import { BankCycles } from './lines.js';

/** One instruction of a group. */
export interface GroupAccess {
  readonly number: number;
  readonly access: InstructionAccess;
}

export interface GroupAccesses {
  readonly accesses: readonly GroupAccess[];
  /**
   * From which distance to the first lane's base the lanes' bases begin, and behind which their accesses end: with a
   * base for which that is within the limit they are the same, if it lies alike. Undefined: some are out of range, or
   * too far apart.
   */
  readonly range: readonly [low: number, reach: number] | undefined;
}

interface GroupPlace {
  readonly number: number;
  readonly continues: boolean;
  readonly offset: number;
  readonly bytes: number;
  readonly kind: number;
  /** The bits of an address that count. */
  readonly keep: number;
  readonly carries: boolean;
  readonly limited: boolean;
}

const NO_LINES = new Uint32Array(0);

/** The places of a group, which its table says each time. */
interface GroupLayout {
  readonly places: readonly GroupPlace[];
  readonly farthest: number;
}

export class GroupReader {
  private readonly layouts = new Map<number, GroupLayout>();
  private readonly banks = new BankCycles();
  /** Of each lane, and whether it is on. */
  private readonly bases = new Uint32Array(VGPR_WORDS);
  private readonly on = new Uint8Array(VGPR_WORDS);
  /** The least and the highest of lanes that are on; none is: -1. */
  private low = 0;
  private high = 0;

  /** Numbers of groups mean others from now on. */
  forget(): void {
    this.layouts.clear();
  }

  /**
   * @param first word of its item @param base that of the first lane that is active; without one nothing is accessed
   */
  read(u32: Uint32Array, first: number, base: number): GroupAccesses {
    const limit = u32[first + GROUP.limit / 4]!;
    const { places, farthest } = this.placesOf(u32, first);
    this.readBases(u32, first);
    const { low, high } = this;
    const isInside = high >= 0 && high + farthest <= limit && high + farthest - low < 2 ** 31;
    const accesses: GroupAccess[] = [];
    for (let at = 0; at < places.length; ) {
      const begin = at++;
      while (places[at]?.continues) at++;
      accesses.push({
        number: places[begin]!.number,
        access: this.accessOf(places, begin, at, isInside ? undefined : limit),
      });
    }
    return { accesses, range: isInside ? [low - base, high + farthest - base] : undefined };
  }

  private placesOf(u32: Uint32Array, first: number): GroupLayout {
    const id = u32[first + GROUP.id / 4]!;
    let layout = this.layouts.get(id);
    if (!layout) {
      const places = placesIn(u32, first + u32[first + GROUP.table / 4]! / 4);
      layout = { places, farthest: Math.max(...places.map(({ offset, bytes }) => offset + bytes)) };
      this.layouts.set(id, layout);
    }
    return layout;
  }

  private readBases(u32: Uint32Array, first: number): void {
    const { bases, on } = this;
    const [mask, from] = [first + GROUP_HEAD / 4, first + (GROUP_HEAD + MASK_BYTES) / 4];
    let [low, high] = [2 ** 32, -1];
    for (let lane = 0; lane < VGPR_WORDS; lane++) {
      // A byte has the bits of four lanes.
      on[lane] = (u32[mask + (lane >> 4)]! >>> (((lane >> 2) & 3) * 8 + (lane & 3))) & 1;
      const base = (bases[lane] = u32[from + lane]!);
      if (on[lane] === 0) continue;
      if (base > high) high = base;
      if (base < low) low = base;
    }
    this.low = low;
    this.high = high;
  }

  /**
   * Of one instruction, whose places are those from `begin` to `end`.
   * @param limit undefined: nothing is out of range
   */
  private accessOf(
    places: readonly GroupPlace[],
    begin: number,
    end: number,
    limit: number | undefined,
  ): InstructionAccess {
    const { banks, bases, on } = this;
    banks.clear();
    let [lanes, most] = [0, 0];
    for (let lane = 0; lane < VGPR_WORDS; lane++) {
      if (lane % (VGPR_WORDS / 2) === 0) banks.beginHalf();
      const base = bases[lane]!;
      let sum = 0;
      for (let n = begin; n < end && on[lane] === 1; n++) {
        const place = places[n]!;
        const { offset, bytes, keep } = place;
        if (limit !== undefined && !isAllowed(base, place, limit)) continue;
        sum += bytes;
        const address = (base + offset) & keep;
        const last = (address + bytes - 1) >>> 2;
        for (let word = address >>> 2; word <= last; word++) banks.add(word);
      }
      if (sum > 0) lanes++;
      if (sum > most) most = sum;
      if (lane % (VGPR_WORDS / 2) === VGPR_WORDS / 2 - 1) banks.endHalf();
    }
    const kind = most === 0 ? 'load' : KINDS[places[begin]!.kind]!;
    const { cycles: ldsCycles, ideal: ldsIdealCycles } = banks;
    return { space: 'lds', kind, lanes, bytes: most, lines: NO_LINES, lineCount: 0, ldsCycles, ldsIdealCycles };
  }
}

function placesIn(u32: Uint32Array, table: number): readonly GroupPlace[] {
  return Array.from({ length: u32[table + TABLE.places / 4]! }, (_, n) => {
    const at = table + TABLE_HEAD / 4 + n * PLACE_WORDS;
    const [head, word] = [u32[at]!, u32[at + 1]!];
    const bytes = 2 ** ((word >>> PLACE.log2Bytes) & 3);
    const flag = (bit: number): boolean => ((word >>> bit) & 1) !== 0;
    return {
      number: head >>> NUMBER_AT,
      continues: (head & CONTINUES) !== 0,
      offset: (word >>> PLACE.offset) & OFFSET_MASK,
      bytes,
      kind: (word >>> PLACE.kind) & 3,
      keep: flag(PLACE.aligned) ? -bytes : -1,
      carries: flag(PLACE.carries),
      limited: flag(PLACE.limited),
    };
  });
}

/** True if the limit allows a lane with this base to access a place. */
function isAllowed(base: number, { offset, bytes, keep, carries, limited }: GroupPlace, limit: number): boolean {
  const sum = base + offset;
  if (carries && sum >= 2 ** 32) return false;
  return !limited || (limit >= bytes && (sum & keep) >>> 0 <= limit - bytes);
}
