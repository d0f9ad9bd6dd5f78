// What the instructions of a group have accessed (lds-groups.ts): of one base, cycles of the banks of LDS for each of them.

import type { InstructionAccess } from '../../emulator/execution-sink.js';
import { LANES } from '../../emulator/state.js';
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

export interface GroupRead {
  readonly accesses: readonly GroupAccess[];
  /**
   * From which distance to the first lane's base the lanes' bases begin, and behind which their accesses end: with a base for which that is
   * within the limit they are the same, if it lies alike. Undefined: some are out of range, or too far apart.
   */
  readonly range: readonly [low: number, reach: number] | undefined;
}

interface GroupPlace {
  readonly number: number;
  readonly continues: boolean;
  readonly offset: number;
  readonly bytes: number;
  readonly kind: number;
  readonly aligned: boolean;
  readonly carries: boolean;
  readonly limited: boolean;
}

const NO_LINES = new Uint32Array(0);
const banks = new BankCycles();

/** @param first word of its item @param base that of the first lane that is active; without one nothing is accessed */
export function readGroup(u32: Uint32Array, first: number, base: number): GroupRead {
  const limit = u32[first + GROUP.limit / 4]!;
  const places = placesOf(u32, first + u32[first + GROUP.table / 4]! / 4);
  const bases = basesOf(u32, first);
  const accesses: GroupAccess[] = [];
  for (let at = 0; at < places.length; ) {
    let end = at + 1;
    while (places[end]?.continues) end++;
    accesses.push({ number: places[at]!.number, access: accessOf(bases, places.slice(at, end), limit) });
    at = end;
  }
  const active = bases.filter((each) => each >= 0);
  const [low, high] = [Math.min(...active), Math.max(...active)];
  const farthest = Math.max(...places.map(({ offset, bytes }) => offset + bytes));
  const isInside = active.length > 0 && high + farthest <= limit && high + farthest - low < 2 ** 31;
  return { accesses, range: isInside ? [low - base, high + farthest - base] : undefined };
}

function placesOf(u32: Uint32Array, table: number): readonly GroupPlace[] {
  return Array.from({ length: u32[table + TABLE.places / 4]! }, (_, n) => {
    const at = table + TABLE_HEAD / 4 + n * PLACE_WORDS;
    const [head, word] = [u32[at]!, u32[at + 1]!];
    const flag = (bit: number): boolean => ((word >>> bit) & 1) !== 0;
    return {
      number: head >>> NUMBER_AT,
      continues: (head & CONTINUES) !== 0,
      offset: (word >>> PLACE.offset) & OFFSET_MASK,
      bytes: 2 ** ((word >>> PLACE.log2Bytes) & 3),
      kind: (word >>> PLACE.kind) & 3,
      aligned: flag(PLACE.aligned),
      carries: flag(PLACE.carries),
      limited: flag(PLACE.limited),
    };
  });
}

/** Of each lane; -1 of those that are off. */
function basesOf(u32: Uint32Array, first: number): readonly number[] {
  const [mask, bases] = [first + GROUP_HEAD / 4, first + (GROUP_HEAD + MASK_BYTES) / 4];
  return Array.from({ length: LANES }, (_, lane) => {
    // A byte has the bits of four lanes.
    const isOn = (u32[mask + (lane >> 4)]! >>> (((lane >> 2) & 3) * 8 + (lane & 3))) & 1;
    return isOn ? u32[bases + lane]! : -1;
  });
}

/** Where a lane accesses a place, or -1. */
function addressOf(base: number, { offset, bytes, aligned, carries, limited }: GroupPlace, limit: number): number {
  if (base < 0) return -1;
  const sum = base + offset;
  if (carries && sum >= 2 ** 32) return -1;
  const address = sum % 2 ** 32;
  const placed = aligned ? address - (address % bytes) : address;
  return limited && (limit < bytes || placed > limit - bytes) ? -1 : placed;
}

/** Of one instruction. */
function accessOf(bases: readonly number[], places: readonly GroupPlace[], limit: number): InstructionAccess {
  banks.clear();
  let [lanes, most] = [0, 0];
  for (const [lane, base] of bases.entries()) {
    if (lane % (LANES / 2) === 0) banks.beginHalf();
    let sum = 0;
    for (const place of places) {
      const address = addressOf(base, place, limit);
      if (address < 0) continue;
      sum += place.bytes;
      for (let word = address >>> 2; word <= (address + place.bytes - 1) >>> 2; word++) banks.add(word);
    }
    if (sum > 0) lanes++;
    most = Math.max(most, sum);
    if (lane % (LANES / 2) === LANES / 2 - 1) banks.endHalf();
  }
  const kind = most === 0 ? 'load' : KINDS[places[0]!.kind]!;
  const { cycles: ldsCycles, ideal: ldsIdealCycles } = banks;
  return { space: 'lds', kind, lanes, bytes: most, lines: NO_LINES, lineCount: 0, ldsCycles, ldsIdealCycles };
}
